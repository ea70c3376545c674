"""Tells a child that hangs from one that a busy machine gives little time.

No limit here is a time on the wall. A child and all that it started hang when, for `idle` seconds
since the last sign of life, none of them ran, wanted a processor or waited for a disk; they run
without end when they have used `work` seconds of processor time since then. How many others want
the same processors changes neither.
"""

import os
import time
import typing

PERIOD = 1.0  # seconds between two looks
# Somebody who only waits may wake up now and then to look whether he still has to. Whoever works
# runs or wants to run nearly all the time, so less than this part of a period is nothing.
NOTHING = 0.2
TICK = 1 / os.sysconf("SC_CLK_TCK")


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:  # it has ended meanwhile
        return ""


class Process(typing.NamedTuple):
    parent: int
    group: int
    session: int
    used: float  # seconds of processor time, with those of children that have ended


def processes():
    """All processes by id, as /proc/PID/stat has them."""
    found = {}
    for name in os.listdir("/proc"):
        text = read(f"/proc/{name}/stat") if name.isdigit() else ""
        # The name of the program is in parentheses and may have anything in it.
        words = text.rpartition(")")[2].split()
        if len(words) > 14:
            used = sum(map(int, words[11:15])) * TICK
            found[int(name)] = Process(*map(int, words[1:4]), used)
    return found


def family(root):
    """The processes that descend from root or are in a session of one that does."""
    alive = processes()
    members, sessions, grown = {root} & alive.keys(), {root}, True
    while grown:
        sessions |= {alive[pid].session for pid in members}
        more = {
            pid
            for pid, one in alive.items()
            if one.parent in members or one.session in sessions
        }
        grown = not more <= members
        members |= more
    return {pid: alive[pid] for pid in members}


def groups(root):
    """The groups of the processes that root started, to be killed with it."""
    return {one.group for one in family(root).values()}


def waiting(pid):
    """Seconds for which the process's threads have waited for a processor, and whether one of them
    does now, runs, or waits for a disk."""
    seconds, wants = 0.0, False
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return 0.0, False
    for thread in threads:
        words = read(f"/proc/{pid}/task/{thread}/schedstat").split()
        seconds += int(words[1]) * 1e-9 if len(words) == 3 else 0.0
        state = read(f"/proc/{pid}/task/{thread}/stat").rpartition(")")[2].split()
        wants = wants or (bool(state) and state[0] in "RD")
    return seconds, wants


class Account:
    """What a child and all that it started have used, looked at every PERIOD."""

    def __init__(self, root):
        self.root = root
        self.at = time.monotonic()
        # Whoever lives has in his account those of his children that have ended: the sum over the
        # living is what all of them used.
        self.used, self.delay = 0.0, 0.0
        self.start()

    def start(self):
        """A sign of life: the limits count from here."""
        self.idle = 0.0
        self.used_before = self.used

    def look(self):
        now = time.monotonic()
        # Whoever could not look for long has not seen that nothing happened.
        passed = min(now - self.at, 2 * PERIOD)
        alive = family(self.root)
        looks = [waiting(pid) for pid in alive]
        used = sum(one.used for one in alive.values())
        delay = sum(seconds for seconds, _ in looks)
        change = abs(used - self.used) + abs(delay - self.delay)
        if not any(wants for _, wants in looks) and change <= NOTHING * passed:
            self.idle += passed
        self.at, self.used, self.delay = now, used, delay

    def verdict(self, limits):
        """Why the child should be ended, or None."""
        if self.idle > limits.idle:
            return f"hangs: nothing happened for {limits.idle:g} s"
        if self.used - self.used_before > limits.work:
            return f"does not end: {limits.work:g} s of processor time used"
        return None
