"""The clock of a comparison: wall time, or, with --processor, processor time on one core.

On a machine with other work wall times of two threads say little: a thread that waits for another one waits for
whoever has its core. To be imported before anything that starts threads for the cores it finds.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator

PROCESSOR = "--processor" in sys.argv
HELP = "processor time on one core, for machines that have other work"

if PROCESSOR and hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

now = time.process_time if PROCESSOR else time.perf_counter


@contextlib.contextmanager
def steady() -> Iterator[None]:
    """Kernels are compiled before the first call that counts: who waits for a core compiles late."""
    import frit

    with frit.options(compile="wait") if PROCESSOR else contextlib.nullcontext():
        yield
