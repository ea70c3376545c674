"""Calls that run fused (replayed or recorded), or as they are written: whichever was faster.

Recording costs microseconds a step. On tiny arrays, or where Python goes through elements one by one, that is more
than fusing saves: then the function itself is called, with its loops compiled where they can be (frit._nest). Both have
the same results and effects, so each call counts as a measurement of one of the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .. import _core

_SHORT = 0.02
"""Seconds of a first fused call that may be repeated at once: it planned and compiled, too."""

_PATIENCE = 0.03
"""Seconds that a function with compiled loops takes in all before fusing it is tried: tracing takes its time."""

_SHARE = 20
"""The slower way is tried again when the faster one has taken so many times as long in all; where that is a plan
that is replayed, which gets faster when its kernels are compiled, sooner."""

_SHARE_OF_PLANS = 6

_TIE = 1.05
"""Recording has to be faster by more than measurements differ by themselves: as it is written is what NumPy takes."""

_MOST_CALLS = 10_000
"""As many calls may be answered without looking at them."""

_MOST_SIZES = 16


class Pace:
    """Calls of about one size: what the two ways took, in seconds."""

    __slots__ = ("recorded", "written", "spent", "warm", "loops", "replayed", "compiled")

    def __init__(self, loops: bool = False) -> None:
        self.loops = loops  # loops are compiled: running it as it is written comes first
        self.recorded: float | None = None  # replayed or recorded, the least
        self.written: float | None = None
        self.spent = 0.0  # by the faster way since the slower one was tried
        self.replayed = False  # the last fused call was a plan's
        self.warm = False  # recorded more than once: the first time it planned and compiled
        self.compiled = False  # the one call as it is written took so long that it may have been its loops' compiling

    def prefers_written(self) -> bool:
        if self.written is None or self.recorded is None:
            return self.written is not None
        return self.written < self.recorded * (1 if self.replayed else _TIE)

    def tries_written(self) -> bool:
        """Whether the next call runs as it is written."""
        if self.compiled and self.loops:
            return True
        if self.recorded is None:
            return self.loops and self.spent < _PATIENCE
        if self.written is None:
            return True
        preferred = self.prefers_written()
        slower = self.recorded if preferred else self.written
        share = _SHARE_OF_PLANS if preferred and self.replayed else _SHARE
        return preferred is not (self.spent > share * slower or self.is_cold())

    def is_cold(self) -> bool:
        """Whether the one fused call there was says little about the next."""
        if self.recorded is None or self.recorded == math.inf or self.warm:
            return False
        return self.replayed or self.recorded < _SHORT

    def note(self, written: bool, seconds: float, replayed: bool = False) -> None:
        """What a call took."""
        if not written:
            self.replayed = replayed
        before = self.prefers_written() or (written and self.written is None)
        if written:
            first, again = self.written is None, self.compiled
            self.compiled = first and self.loops and seconds > _PATIENCE
            self.written = seconds if self.written is None or again else min(self.written, seconds)
        elif not self.warm and self.recorded is not None:
            self.recorded, self.warm = seconds, True
        else:
            self.recorded = seconds if self.recorded is None else min(self.recorded, seconds)
        self.spent = self.spent + seconds if written is before else 0.0

    def calls_ahead(self) -> int:
        """How many calls may run as they are written before it is time to look again."""
        if self.written is None or self.compiled or not self.prefers_written():
            return 0
        if self.recorded is None:
            left = _PATIENCE - self.spent
        elif self.is_cold():
            return 0
        else:
            left = (_SHARE_OF_PLANS if self.replayed else _SHARE) * self.recorded - self.spent
        return max(0, int(min(_MOST_CALLS, left / max(self.written, 1e-7))))

    def told(self) -> str:
        """The two times, for people."""
        written = f"takes {1e3 * (self.written or 0):.3g} ms as it is written"
        if self.recorded is None or self.recorded == math.inf:
            return written
        return f"{written} and {1e3 * self.recorded:.3g} ms fused"


def pace_of(paces: dict[Any, Pace], leaves: Sequence[Any], loops: bool) -> Pace:
    """That of calls as large as this one."""
    size = _core.size_class(tuple(leaves))
    found = paces.get(size)
    if found is None:
        if len(paces) >= _MOST_SIZES:
            paces.clear()
        found = paces[size] = Pace(loops)
    found.loops = loops  # it turns out when they are first gone through
    return found
