"""Loops over rows: what `for row in x`, enumerate, zip and reversed go through, by the number of a turn."""

from __future__ import annotations

from typing import Any

from .control import PlainRange
from .number import Number, apply
from .world import is_array


class Walk:
    """Something that a loop goes through, whose item of any turn can be said."""

    def __init__(self, function: Any, parts: list[Any], first: Any = 0):
        self.function = function  # enumerate, zip or reversed; None: the rows of an array
        self.parts = parts  # walks, or the array
        self.first = first  # of the numbers of enumerate

    def length(self, run: Any) -> Any:
        """How many turns there are, as a number of the call."""
        if self.function is None:
            return run.extent(self.parts[0], 0)
        lengths = [part.length(run) for part in self.parts]
        shortest = lengths[0]
        for length in lengths[1:]:
            known = not isinstance(shortest, Number) and not isinstance(length, Number)
            shortest = min(shortest, length) if known else apply(run, min, shortest, length)
        return shortest

    def turns(self) -> int:
        """How many there are in this call; nothing depends on it yet."""
        if self.function is None:
            return int(self.parts[0]._shape[0])
        return min(int(part.turns()) for part in self.parts)

    def is_empty(self, run: Any) -> bool:
        """Whether there are none; the trace then depends on it."""
        return not self.length(run) > 0

    def item(self, run: Any, turn: Any) -> Any:
        """What the turn of that number goes through."""
        if self.function is None:
            return run.item(self.parts[0], turn)
        if self.function is reversed:
            return self.parts[0].item(run, -turn + (self.parts[0].length(run) - 1))
        items = tuple([part.item(run, turn) for part in self.parts])
        if self.function is zip:
            return items
        counted = isinstance(self.first, Number) or self.first != 0
        return (turn + self.first if counted else turn, items[0])

    def arrays(self) -> list[Any]:
        """The arrays whose rows it goes through."""
        if self.function is None:
            return self.parts
        return [array for part in self.parts for array in part.arrays()]

    def plain(self, run: Any) -> Any:
        """What Python goes through."""
        last = (self.first,) if self.function is enumerate else ()
        return plain_walk(run, self.function, (*self.parts, *last))


def plain_walk(run: Any, function: Any, args: tuple[Any, ...]) -> Any:
    """function(*args) on what Python goes through itself."""
    if function is None:
        return args[0]
    return run.call(function, tuple([_plain(run, value) for value in args]), {})


def _plain(run: Any, value: Any) -> Any:
    if isinstance(value, Walk):
        return value.plain(run)
    return value.concrete() if isinstance(value, PlainRange) else value


def walk(run: Any, function: Any, args: tuple[Any, ...]) -> Any:
    """The walk of such a loop, or what Python goes through where it is none."""
    if function is None:
        rows = is_array(args[0]) and args[0].ndim > 0 and not args[0]._weak
        return Walk(None, [args[0]]) if rows else args[0]
    parts = args[:1] if function is enumerate else args
    first = args[1] if function is enumerate and len(args) > 1 else 0
    whole = type(first) is int or (isinstance(first, Number) and type(first.value) is int)
    known = function in (enumerate, zip, reversed)
    if known and whole and all(isinstance(part, (Walk, PlainRange)) for part in parts):
        return Walk(function, list(parts), first)
    return plain_walk(run, function, args)
