"""Results, and children that are killed when they hang: shared by the parts of run.py."""

import dataclasses
import os
import signal
import subprocess
import threading


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
    """A child, killed with all it started when it is silent for too long: when nobody calls touch,
    and goes_on, where given, does not say that something happened since it was last asked."""

    def __init__(self, command, timeout, goes_on=None, **options):
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, **options
        )
        self.timeout = timeout
        self.goes_on = goes_on
        self.timed_out = False
        self.timer = None
        self.touch()

    def touch(self):
        """Starts the clock again."""
        if self.timer:
            self.timer.cancel()
        self.timer = threading.Timer(self.timeout, self.expire)
        self.timer.daemon = True
        self.timer.start()

    def expire(self):
        if self.goes_on and self.goes_on():
            self.touch()
            return
        self.timed_out = True
        self.kill()

    def kill(self):
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def finish(self):
        status = self.child.wait()
        self.timer.cancel()
        return f"timed out after {self.timeout} s" if self.timed_out else describe_status(status)


def run_command(setup, command, **options):
    """(exit status or None, its description, stdout, stderr), the outputs as text."""
    process = Process(
        setup.wrap + command,
        setup.timeout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )
    out, err = process.child.communicate()
    status = None if process.timed_out else process.child.returncode
    return status, process.finish(), decode(out), decode(err)


def decode(data):
    return data.decode("utf-8", "backslashreplace")
