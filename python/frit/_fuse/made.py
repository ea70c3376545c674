"""Inputs that are made of a call's numbers: room of a shape, a count, a part of an array.

They carry sizes into a program that only a call can tell: an input's extents are names to a plan, so that one plan
holds for every number. NumPy itself makes them, with its rules of bounds and its errors; where it refuses, the entry
does not hold.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from .guards import Source
from .number import Expression, Number



def room_of(*extents: int) -> Any:
    """Zeros of a shape, all of them one byte."""
    import numpy

    if any(extent < 0 for extent in extents):
        raise ValueError("negative dimensions are not allowed")
    return numpy.ndarray(extents, numpy.int8, b"\0", 0, (0,) * len(extents))


_KEPT = 1 << 20
_counts: list[Any] = []  # the longest count so far, if any: others are parts of it


def count_to(number: int) -> Any:
    """0, 1, 2, ... below a number, which nobody writes to. The first million are kept."""
    import numpy

    if number > _KEPT:
        return numpy.arange(number)
    if not _counts or len(_counts[0]) < number:
        _counts[:] = [numpy.arange(max(number, 1024))]
    return _counts[0][: max(number, 0)]


class Made(Source):
    """What is made anew at every call. key: expressions and constants, in tuples and slices.

    room: an array of a shape that takes no memory (its strides are 0), all of whose bytes are 0;
    count: 0, 1, 2, ... below a number; part: base[key], of an array.
    """

    __slots__ = ("numbers",)

    def __init__(self, kind: str, base: Source | None, key: Any, sources: Sequence[Source]):
        super().__init__(kind, base, _expressions(key))
        self.numbers = {n: sources[n] for n in sorted(_numbers(self.key))}

    def read(self, leaves: Sequence[Any]) -> Any:
        numbers: Any = {n: source.read(leaves) for n, source in self.numbers.items()}
        key = _evaluated(self.key, numbers)
        if self.kind == "part":
            return self.base.read(leaves)[key]
        return count_to(key) if self.kind == "count" else room_of(*key)

    def written(self) -> Callable[..., Any] | None:
        """The same as a function of the leaves that it is read from, in order, which is quicker; or None."""
        writer = Writer(self.numbers)
        key = writer.text(self.key)
        if self.kind == "part":
            return writer.function(f"{writer.source(self.base)}[{key}]", self.leaves())
        maker = writer.name(count_to if self.kind == "count" else room_of)
        return writer.function(f"{maker}(*({key}))" if self.kind == "room" else f"{maker}({key})", self.leaves())

    def __str__(self) -> str:
        of = "" if self.base is None else f" of {self.base}"
        return f"a {self.kind}{of}"

    def is_path(self) -> bool:
        return False

    def place(self) -> Any:
        return (self.kind, id(self), None)

    def depth(self) -> int:
        return 1

    def leaves(self) -> tuple[int, ...]:
        held = list(self.numbers.values()) + ([] if self.base is None else [self.base])
        return tuple(sorted({leaf for source in held for leaf in source.leaves()}))

    def hangs_on_picks(self) -> bool:
        """Whether it needs to know how many elements a mask picks."""
        held = list(self.numbers.values()) + ([] if self.base is None else [self.base])
        return any(isinstance(leaf, Source) for source in held for leaf in source.leaves())

    def root(self) -> str:
        held = next(iter(self.numbers.values()), self.base)
        return "argument" if held is None else held.root()


def _expressions(key: Any) -> Any:
    """Numbers in a key as they follow from those of the call."""
    if isinstance(key, Number):
        return key.expression
    if type(key) is tuple:
        return tuple([_expressions(item) for item in key])
    if type(key) is slice:
        return slice(*[_expressions(bound) for bound in (key.start, key.stop, key.step)])
    return key


def _evaluated(key: Any, numbers: Any) -> Any:
    if type(key) is Expression:
        return key.evaluate(numbers)
    if type(key) is tuple:
        return tuple([_evaluated(item, numbers) for item in key])
    if type(key) is slice:
        return slice(*[_evaluated(bound, numbers) for bound in (key.start, key.stop, key.step)])
    return key


def _numbers(key: Any) -> set[int]:
    if type(key) is Expression:
        return key.numbers()
    if type(key) is tuple:
        return {n for item in key for n in _numbers(item)}
    if type(key) is slice:
        return _numbers((key.start, key.stop, key.step))
    return set()


# ------------------------------------------------------------------------- keys and expressions as text

_SIGNS = {operator.add: "+", operator.sub: "-", operator.mul: "*"}


class Writer:
    """Writes what follows from a call's leaves as a Python expression."""

    def __init__(self, sources: dict[int, Source]):
        self.sources = sources  # of the numbers that are mentioned
        self.names: dict[str, Any] = {}
        self.fails = False  # something is read that cannot be written so

    def name(self, value: Any) -> str:
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def source(self, source: Any) -> str:
        if isinstance(source, Made) and source.kind == "part":
            inner = Writer(source.numbers)
            inner.names = self.names
            made = f"{inner.source(source.base)}[{inner.text(source.key)}]"
            self.fails |= inner.fails
            return made
        if source.kind == "leaf":
            return f"v{source.base}"
        if source.kind == "extent":
            return f"{self.source(source.base)}.shape[{source.key}]"
        self.fails = True
        return ""

    def text(self, key: Any) -> str:
        if type(key) is tuple:
            return "".join(f"{self.text(item)}, " for item in key)
        if type(key) is slice:
            bounds = [self.text(bound) for bound in (key.start, key.stop, key.step)]
            return f"{self.name(slice)}({', '.join(bounds)})"
        if type(key) is not Expression:
            return self.name(key)
        if key.function is None:
            return self.source(self.sources[key.source])
        operands = [self.text(operand) for operand in key.operands]
        if key.function in _SIGNS:
            return f"({f' {_SIGNS[key.function]} '.join(operands)})"
        return f"{self.name(key.function)}({', '.join(operands)})"

    def function(self, text: str, leaves: Sequence[int]) -> Callable[..., Any] | None:
        if self.fails:
            return None
        parameters = ", ".join(f"v{leaf}" for leaf in leaves)
        made: Callable[..., Any] = eval(f"lambda {parameters}: {text}", self.names)
        return made
