"""Lines of Python: which of them recorded a step, and what each takes.

Both watch with sys.settrace, which Python since 3.12 builds on sys.monitoring; whoever watched before, a debugger or a
coverage tool, goes on afterwards.
"""

from __future__ import annotations

import sys
import time
import types
from typing import Any

from .. import _core

_NOT_USERS = {"frit", "numpy", *sys.stdlib_module_names} - {"__main__"}


class Watch:
    """Sees the frames of this thread as long as it is entered."""

    _before: Any = None

    def __enter__(self) -> Any:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        raise NotImplementedError


class Places(Watch):
    """Steps that are recorded meanwhile carry the number of the line that they come from."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        _core.set_place(0)

    def lines(self, rows: list[dict[str, Any]], number: int) -> set[tuple[str, int]]:
        """File and line of the steps of a kernel of a report; where they do not know, of the loop around it."""
        found = self._lines(rows[number])
        around = rows[number]["host"]
        return found if found or around is None else self.lines(rows, around)

    def _lines(self, row: dict[str, Any]) -> set[tuple[str, int]]:
        known = list(self._numbers)
        # With a column it is a place in a text, as the bodies of loops have been one in between.
        numbers = [step["line"] for step in row["steps"] if step["line"] and not step["column"]]
        return {known[number - 1] for number in numbers if number <= len(known)}

    def _called(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        return self._moved if _is_users(frame) else None

    def _moved(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        at: types.FrameType | None = frame
        if event == "return":  # the line that called it goes on
            at = frame.f_back
            while at is not None and not _is_users(at):
                at = at.f_back
        if at is not None and event != "exception":
            place = (at.f_code.co_filename, at.f_lineno)
            _core.set_place(self._numbers.setdefault(place, len(self._numbers) + 1))
        return self._moved


def _is_users(frame: types.FrameType) -> bool:
    """Whether a line of it says something to the user; those of frit, NumPy and Python's library do not."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] not in _NOT_USERS


class LineTimes(Watch):
    """What the lines of one function take, with all that they call: seconds and visits by line."""

    def __init__(self, code: types.CodeType) -> None:
        self.seconds: dict[int, float] = {}
        self.visits: dict[int, int] = {}
        self.events: dict[int, int] = {}  # visits, and functions called meanwhile
        self._code = code
        self._frame: types.FrameType | None = None  # the outermost: what it calls is part of its lines
        self._line = 0
        self._since = 0.0

    def without_watching(self, total: float) -> dict[int, float]:
        """The seconds of a call that takes so long unwatched: watching takes about the same at every event."""
        extra = max(0.0, sum(self.seconds.values()) - total)
        each = extra / max(1, sum(self.events.values()))
        left = {line: max(0.0, spent - each * self.events[line]) for line, spent in self.seconds.items()}
        share = min(1.0, total / max(sum(left.values()), 1e-12))  # of those that had less than that
        return {line: spent * share for line, spent in left.items()}

    def _called(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if self._frame is not None:
            self.events[self._line] = self.events.get(self._line, 0) + 1
            return None
        if frame.f_code is not self._code:
            return None
        self._frame = frame
        self._line = 0
        return self._moved

    def _moved(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        now = time.perf_counter()
        if self._line and event in ("line", "return"):
            self.seconds[self._line] = self.seconds.get(self._line, 0.0) + now - self._since
        if event == "line":
            self._line = frame.f_lineno
            self.visits[self._line] = self.visits.get(self._line, 0) + 1
            self.events[self._line] = self.events.get(self._line, 0) + 1
        elif event == "return":
            self._frame = None
        self._since = time.perf_counter()
        return self._moved
