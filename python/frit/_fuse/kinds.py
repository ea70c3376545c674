"""Calls of one kind: traces of them, and reasons why there are none."""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Sequence
from typing import Any

from .guards import Guard, Source
from .pace import Pace
from .picks import Unsteady
from .replay import Entry
from .trace import TracedRun

WRITTEN = "runs as it is written: "
GRAPH = "the call becomes a graph whose tasks are plans"


@dataclasses.dataclass
class Recorded:
    """Why calls of one kind run recorded."""

    reason: str
    place: tuple[str, int] | None
    guards: list[Guard] = dataclasses.field(default_factory=list)
    sources: list[Source] = dataclasses.field(default_factory=list)

    @property
    def is_written(self) -> bool:
        """Whether such calls run as they are written, whatever the time."""
        return self.reason.startswith(WRITTEN)

    @property
    def is_graph(self) -> bool:
        """Whether such calls become graphs of Dask's."""
        return self.reason.endswith(GRAPH)

    @property
    def why(self) -> str:
        """The reason alone."""
        return self.reason.removeprefix(WRITTEN)

    def depend_on(self, run: TracedRun) -> None:
        """What decided in a trace is part of the reason. (Not what it picked, which nobody has at another call.)"""
        kinds = () if run.picking else ("number", "equal", "is")
        self.guards = [guard for guard in run.guards if guard.kind in kinds]
        self.sources = run.sources

    def matches(self, leaves: Sequence[Any]) -> bool:
        """Whether it is the reason for arguments with these leaves, too."""
        try:
            numbers = [source.read(leaves) for source in self.sources] if self.guards else ()
            return all(guard.holds(leaves, numbers) for guard in self.guards)
        except Exception:  # something that was read is gone
            return False


_MOST_UNSTEADY = 16


class Kind:
    """Calls with the same key: traces of them, and reasons why some cannot be traced."""

    __slots__ = ("entries", "recorded", "seen", "functions", "paces", "unsteady")

    def __init__(self, functions: list[weakref.ref[Any]]) -> None:
        self.functions = functions  # among the arguments
        self.entries: list[Entry] = []
        self.recorded: list[Recorded] = []
        self.seen = 0  # hits when it was last looked at
        self.paces: dict[Any, Pace] = {}  # by size
        self.unsteady = 0  # traces that masks had no program for

    def is_unsteady(self, error: Exception) -> bool:
        """Whether masks have no program too often."""
        self.unsteady += isinstance(error, Unsteady)
        return self.unsteady > _MOST_UNSTEADY

    def is_replayed(self) -> bool:
        """Whether all calls so far were, or could be, replayed."""
        return bool(self.entries) and not self.recorded
