"""A bar in one line of the terminal: how far, how quick, how long still."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

_WIDTH = 24
_PAUSE = 0.2  # seconds between two pictures


def bytes_text(count: float) -> str:
    """1536 -> '1.5 kB'."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            break
        count /= 1000
    else:
        unit = "TB"
    return f"{count:.0f} {unit}" if count >= 100 or unit == "B" else f"{count:.1f} {unit}"


class Progress:
    """Told how many bytes of the arguments have been gone through, of how many."""

    def __init__(self, wanted: bool | Callable[[int, int], Any], name: str, total: int, done: int = 0):
        self.call = wanted if callable(wanted) else None
        self.out: TextIO | None = sys.stderr if wanted is True else None
        self.name, self.total, self.first = name, max(total, 1), done
        self.begin = time.monotonic()
        self.shown = 0.0
        self.length = 0

    def at(self, done: int) -> None:
        """So many bytes now."""
        if self.call is not None:
            self.call(done, self.total)
        now = time.monotonic()
        if self.out is None or (now - self.shown < _PAUSE and done < self.total):
            return
        self.shown = now
        text = self.line(done, now - self.begin)
        self.out.write("\r" + text.ljust(self.length))
        self.out.flush()
        self.length = len(text)

    def line(self, done: int, seconds: float) -> str:
        """The bar as text."""
        filled = _WIDTH * done // self.total
        speed = (done - self.first) / seconds if seconds > 0 else 0.0
        left = f", {(self.total - done) / speed:.0f} s left" if speed > 0 and done < self.total else ""
        return (
            f"{self.name} [{'#' * filled}{'.' * (_WIDTH - filled)}] {100 * done // self.total} %"
            f"  {bytes_text(done)} of {bytes_text(self.total)}, {bytes_text(speed)}/s{left}"
        )

    def end(self) -> None:
        """The line is finished."""
        if self.out is not None and self.length:
            self.out.write("\n")
            self.out.flush()
