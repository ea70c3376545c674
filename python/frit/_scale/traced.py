"""The program behind a call whose arrays are too large to be there, cut by rows (split.py).

The function is traced for arrays of the right types with a number of rows that no other extent has, so that the name of
that extent says where rows are. What the trace asked of its arguments (sizes, conditions) is asked of the true ones again.
"""

from __future__ import annotations

import re
import types
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core
from .._fuse.arguments import Arguments
from .._fuse.fuse import Fuser, fuse
from .._fuse.kinds import Recorded
from .._fuse.pytree import unflatten
from .._fuse.replay import Entry
from .lines import Lines
from .split import NotRows, Split, Stage

_ROWS = (1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061)
_FEW_ROWS = (5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_MOST_BYTES = 1 << 32


class Rows:
    """A leaf of the arguments that is gone through by rows: its shape and dtype. (Dataclasses are containers.)"""

    def __init__(self, shape: tuple[int, ...], dtype: Any):
        self.shape, self.dtype = shape, dtype


class Whole(Rows):
    """A leaf that is used whole, and whose elements are not there yet."""


@dataclass
class Traced:
    """A call's program in stages, and where each input comes from."""

    split: Split
    entry: Entry
    inputs: list[tuple[str, Any]]  # ("rows" or "whole", number of a leaf), ("value", an array of NumPy's)
    numbers: list[Any]
    leaves: Sequence[Any]
    rows: int

    @property
    def stages(self) -> list[Stage]:
        return self.split.stages

    def give(self, outputs: dict[int, Any]) -> Any:
        """The function's result, from those of the program by number."""
        given = []
        for kind, what in self.entry.results:
            if kind == "new":
                value = outputs[what]
                given.append(value.item() if self.entry.new[what][0] == "v" else value)
            elif kind == "number":
                given.append(what.evaluate(self.numbers))
            elif kind == "source":
                given.append(what.read(self.leaves))
            else:
                given.append(what)
        return unflatten(self.entry.structure, given)


def fused(f: Any) -> Any:
    """The function, fused; one of a module in the Slang-style language as a call of it."""
    if isinstance(f, _core.Fused):
        return f
    if isinstance(f, types.FunctionType):
        return fuse(f)
    if isinstance(f, _core.SlangFunction):
        return caller(f)
    raise TypeError(f"a function or a fused one is needed, not {type(f).__name__}")


def caller(function: Any) -> Any:
    """A fused function that calls one of a module in the Slang-style language."""

    def run(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    run.__name__ = function.__name__
    return fuse(run)


def fuser_of(f: Any) -> Fuser:
    """A fuser for traces alone: those of the function's own calls are not pushed out by them."""
    function = f.__wrapped__
    made: Fuser | None = function.__dict__.get("__frit_rows__")
    # Decorators copy what is kept with a function to others.
    if made is None or made.function is not function or made.specs != f.specs or made.static != f.static:
        made = Fuser(function, f.static, f.maxsize, f.compile, f.specs)
        made.fused = f
        function.__dict__["__frit_rows__"] = made
    return made


def trace_rows(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Traced:
    """The stages of a call, in which objects of the class Rows stand for arrays. Raises NotRows."""
    import numpy

    fuser = fuser_of(f)
    arguments = Arguments(fuser, args, kwargs)
    rows = [leaf for leaf in arguments.leaves if type(leaf) is Rows]
    count = rows[0].shape[0]
    if any(leaf.shape[0] != count for leaf in rows):
        raise NotRows("arrays with different numbers of rows meet")
    others = {n for leaf in rows for n in leaf.shape[1:]} | {
        n for leaf in arguments.leaves if isinstance(leaf, (numpy.ndarray, Whole)) for n in leaf.shape
    }
    row_bytes = max(leaf.dtype.itemsize * int(numpy.prod(leaf.shape[1:], dtype=object)) for leaf in rows)
    known = _ROWS if row_bytes * _ROWS[-1] < _MOST_BYTES else _FEW_ROWS
    stands = [n for n in (*known, *range(1063, 5000)) if n not in others][:2]
    entry = _entry(fuser, args, kwargs, stands[0])
    module = entry.module
    full = _with(args, kwargs, _unreal)
    leaves = Arguments(fuser, *full).leaves
    numbers = [source.read(leaves) for source in entry.sources]
    if entry.sized:  # by its other extents, perhaps: with another number of rows it must be the same program
        other = _entry(fuser, args, kwargs, stands[1])
        texts = [_with_rows(e.module.text(), n) for e, n in zip((entry, other), stands)]
        if texts[0] != texts[1] or not all(guard.holds(leaves, numbers) for guard in entry.guards):
            raise NotRows("what it does depends on the number of rows")
        module = _core.Module.parse(texts[0])
    elif not entry.matches(leaves):
        raise NotRows("what it does depends on the number of rows")
    inputs = _inputs(entry, arguments.leaves, leaves, numbers)
    kinds = module.types()[0] if module is not None else []
    names = {axes[0] for (kind, _), (_, _, axes) in zip(inputs, kinds) if kind == "rows"}
    if len(names) != 1:
        raise NotRows("it does not go along the rows of all that has some")
    name = names.pop()
    if not isinstance(name, str):
        raise NotRows(f"it holds for {name} rows alone")
    split = Split(Lines(module), name)
    for (kind, value), number in zip(inputs, split.program.inputs):
        if kind == "value" and split.places[number] is not None:
            raise NotRows("it reads an array from outside by rows")
    return Traced(split, entry, inputs, numbers, leaves, count)


def _entry(fuser: Fuser, args: Any, kwargs: Any, stand: int) -> Entry:
    """The entry for arrays with so many rows."""
    import numpy

    def stand_in(leaf: Rows) -> Any:
        return numpy.empty(leaf.shape if isinstance(leaf, Whole) else (stand, *leaf.shape[1:]), leaf.dtype)

    outcome = fuser.outcome(*_with(args, kwargs, stand_in))
    if isinstance(outcome, Recorded):
        raise NotRows(outcome.why)
    if outcome.observed is not None or outcome.makes:
        raise NotRows("it looks at sizes")
    if outcome.picks():
        raise NotRows("a mask picks elements")
    if outcome.changed or outcome.puts:
        raise NotRows("it writes to its arguments")
    return outcome


_EXTENTS = re.compile(r"(: \w+|\bshape=)\[([^\]]*)\]")


def _with_rows(text: str, rows: int) -> str:
    """A program for numbers of everything, with a name for the number of rows, which is no other extent."""

    def named(match: re.Match[str]) -> str:
        parts = ["rows" if part == str(rows) else part for part in match[2].split(",")]
        return f"{match[1]}[{','.join(parts)}]"

    return _EXTENTS.sub(named, text)


def _inputs(entry: Entry, given: Sequence[Any], leaves: Any, numbers: Any) -> list[tuple[str, Any]]:
    import numpy

    kinds = entry.module.types()[0] if entry.module is not None else []
    made: list[tuple[str, Any]] = []
    for held, (_, dtype, _) in zip(entry.inputs, kinds):
        source = held.source
        if source is not None and source.kind == "leaf" and isinstance(given[source.base], Rows):
            made.append(("whole" if isinstance(given[source.base], Whole) else "rows", source.base))
            continue
        value = entry._value(held, leaves, numbers)
        if dtype is not None and held.expression is not None:
            value = numpy.asarray(value, dtype.name)
        made.append(("value", numpy.asarray(value)))
    for kind, what in entry.results:
        if kind == "source" and what.kind == "leaf" and isinstance(given[what.base], Rows):
            raise NotRows("it gives back an argument")
    return made


def _with(args: Any, kwargs: Any, function: Any) -> Any:
    """The arguments with each Rows replaced."""
    from .._fuse.pytree import flatten

    leaves, structure = flatten((args, kwargs))
    return unflatten(structure, [function(leaf) if isinstance(leaf, Rows) else leaf for leaf in leaves])


def _unreal(leaf: Rows) -> Any:
    """An array of the whole shape that takes no memory."""
    import numpy

    return numpy.broadcast_to(numpy.zeros((), leaf.dtype), leaf.shape)
