"""Results, and children that are killed when they hang: shared by the parts of run.py."""

import dataclasses
import os
import signal
import subprocess
import threading

import run_watch

# What the children of this thread have used of processors, in seconds: `spent.seconds`.
spent = threading.local()


@dataclasses.dataclass
class Limits:
    """How long a test may do nothing, and how much it may do, in seconds (run_watch.py)."""

    idle: float
    work: float


@dataclasses.dataclass
class Result:
    name: str
    status: str  # "ok", "FAIL" or "skip"
    detail: str = ""  # why it failed or was skipped
    rerun: str = ""  # a command that shows the failure again


def describe_status(status):
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"crashed: {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


# ---- running commands


class Process:
    """A child, killed with all it started when it hangs or does not end (run_watch.py). Whoever
    sees it do something calls touch; goes_on, where given, is asked too whether something happened
    since it was last asked."""

    def __init__(self, command, limits, goes_on=None, **options):
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, **options
        )
        self.limits = limits
        self.goes_on = goes_on
        self.verdict = None
        self.used = 0.0  # seconds of processor time, when last looked at
        self.touched = threading.Event()
        self.ended = threading.Event()
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()

    def touch(self):
        """A sign of life."""
        self.touched.set()

    def watch(self):
        account = run_watch.Account(self.child.pid)
        while not self.ended.wait(run_watch.PERIOD):
            account.look()
            self.used = max(self.used, account.used)
            if self.touched.is_set() or (self.goes_on and self.goes_on()):
                self.touched.clear()
                account.start()
            self.verdict = account.verdict(self.limits)
            if self.verdict:
                self.kill()
                return

    def kill(self):
        for group in {self.child.pid, *run_watch.groups(self.child.pid)}:
            try:
                os.killpg(group, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass

    def finish(self):
        """Waits for the end and describes it."""
        status = self.child.wait()
        self.ended.set()
        self.watcher.join()
        spent.seconds = getattr(spent, "seconds", 0.0) + self.used
        return self.verdict or describe_status(status)


def run_command(setup, command, **options):
    """(exit status or None, its description, stdout, stderr), the outputs as text."""
    process = Process(
        setup.wrap + command,
        setup.limits,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )
    out, err = process.child.communicate()
    how = process.finish()
    status = None if process.verdict else process.child.returncode
    return status, how, decode(out), decode(err)


def decode(data):
    return data.decode("utf-8", "backslashreplace")
