"""Calls that run recorded, or as they are written: whichever was faster.

Recording costs microseconds a step. On tiny arrays, or where Python goes through elements one by one, that is more
than fusing saves: then the function itself is called. Both have the same results and effects, so each call counts as
a measurement of one of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import _core

_SHORT = 0.02
"""Seconds of a first recorded call that may be repeated at once: it planned and compiled, too."""

_SHARE = 20
"""The slower way is tried again when the faster one has taken so many times as long in all."""

_MOST_CALLS = 10_000
"""As many calls may be answered without looking at them."""

_MOST_SIZES = 16


class Pace:
    """Calls of about one size: what the two ways took, in seconds."""

    __slots__ = ("recorded", "written", "spent", "warm")

    def __init__(self) -> None:
        self.recorded: float | None = None  # the least
        self.written: float | None = None
        self.spent = 0.0  # by the faster way since the slower one was tried
        self.warm = False  # recorded more than once: the first time it planned and compiled

    def prefers_written(self) -> bool:
        return self.written is not None and self.recorded is not None and self.written < self.recorded

    def tries_written(self) -> bool:
        """Whether the next call runs as it is written."""
        if self.recorded is None:
            return False
        if self.written is None:
            return True
        preferred = self.prefers_written()
        slower = self.recorded if preferred else self.written
        again = self.spent > _SHARE * slower or (not self.warm and self.recorded < _SHORT)
        return preferred is not again

    def note(self, written: bool, seconds: float, calls: int = 1) -> None:
        """What a call took."""
        before = self.prefers_written()
        if written:
            self.written = seconds if self.written is None else min(self.written, seconds)
        elif not self.warm and self.recorded is not None:
            self.recorded, self.warm = seconds, True
        else:
            self.recorded = seconds if self.recorded is None else min(self.recorded, seconds)
        self.spent = self.spent + seconds * calls if written is before else 0.0

    def calls_ahead(self) -> int:
        """How many calls may run as they are written before it is time to look again."""
        if not self.prefers_written() or (not self.warm and self.recorded < _SHORT):  # type: ignore[operator]
            return 0
        left = _SHARE * self.recorded - self.spent  # type: ignore[operator]
        return max(0, min(_MOST_CALLS, int(left / max(self.written, 1e-7))))  # type: ignore[type-var]

    def told(self) -> str:
        """The two times, for people."""
        times = [f"{1e3 * (t or 0):.3g} ms" for t in (self.written, self.recorded)]
        return f"takes {times[0]} as it is written and {times[1]} recorded"


def pace_of(paces: dict[Any, Pace], leaves: Sequence[Any]) -> Pace:
    """That of calls as large as this one."""
    size = _core.size_class(tuple(leaves))
    found = paces.get(size)
    if found is None:
        if len(paces) >= _MOST_SIZES:
            paces.clear()
        found = paces[size] = Pace()
    return found
