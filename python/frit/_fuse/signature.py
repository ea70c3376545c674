"""What a fused function sees of a call: `f.signature(*args)`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .pytree import leaf_paths
from .world import array_world, is_number

if TYPE_CHECKING:
    from .fuse import Fuser


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One value that a call depends on."""

    name: str
    kind: str  # "array", "number" or "object"
    dtype: str | None
    rank: int | None
    shape: tuple[int, ...] | None
    strides: tuple[int, ...] | None  # in bytes
    static: (
        bool  # another value is another entry of the cache; else it may change from call to call
    )
    source: str  # "argument", "global" or "closure"
    changed: bool = False  # the function changes its elements


class Signature(tuple[Parameter, ...]):
    """The parameters of a call; prints as a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        head = ("name", "kind", "dtype", "rank", "shape", "strides", "", "from", "")
        rows = [head, *(_row(parameter) for parameter in self)]
        widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
        lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]
        return "\n".join(lines)

    __str__ = __repr__


def _row(p: Parameter) -> tuple[str, ...]:
    def text(value: Any) -> str:
        return "-" if value is None else str(value)

    return (
        p.name,
        p.kind,
        text(p.dtype),
        text(p.rank),
        text(p.shape),
        text(p.strides),
        "static" if p.static else "dynamic",
        p.source,
        "changed" if p.changed else "",
    )


def signature_of(fuser: Fuser, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Signature:
    """The signature of a call with these arguments. Nothing runs."""
    from .fuse import Arguments, Recorded

    arguments = Arguments(fuser, args, kwargs)
    outcome = fuser.outcome(args, kwargs)
    names: list[str] = []
    for name, child in zip(arguments.names, arguments.structure.children):
        names += leaf_paths(child, name)
    static: set[int] = fuser._static_leaves(arguments)
    changed: set[int] = set()
    outside: list[Parameter] = []
    if not isinstance(outcome, Recorded):
        static |= _guarded_numbers(outcome)
        for number in outcome.changed:
            source = outcome.inputs[number].source
            if source is not None and source.kind == "leaf":
                changed.add(source.base)
        outside = list(_outside(outcome, arguments.leaves))
    rows = [
        describe(name, leaf, number in static, "argument", number in changed)
        for number, (name, leaf) in enumerate(zip(names, arguments.leaves))
    ]
    return Signature([*rows, *outside])


def _guarded_numbers(entry: Any) -> set[int]:
    """Arguments whose value the trace looked at."""
    from .number import Expression

    found: set[int] = set()
    for guard in entry.guards:
        stack = [guard.subject] if isinstance(guard.subject, Expression) else []
        while stack:
            expression = stack.pop()
            if expression.function is None:
                source = entry.sources[expression.source]
                if source.kind == "leaf":
                    found.add(source.base)
            stack.extend(o for o in expression.operands if isinstance(o, Expression))
    return found


def _outside(entry: Any, leaves: list[Any]) -> Iterator[Parameter]:
    """Arrays and numbers that are no arguments."""
    for number, held in enumerate(entry.inputs):
        if held.source is not None and held.source.kind not in ("leaf", "pick"):
            value = held.source.read(leaves)
            yield describe(
                str(held.source), value, False, held.source.root(), number in entry.changed
            )
    for source in entry.sources:
        if source.kind not in ("leaf", "extent"):
            yield describe(str(source), source.read(leaves), False, source.root(), False)


def describe(name: str, value: Any, static: bool, source: str, changed: bool) -> Parameter:
    """A value as a parameter."""
    kind = array_world(value)
    if kind is not None:
        shape = tuple(value.shape)
        dtype = str(getattr(value.dtype, "name", value.dtype)).removeprefix("torch.")
        strides = value.stride() if kind == "torch" else value.strides
        if kind == "torch":
            strides = tuple(s * value.element_size() for s in strides)
        return Parameter(
            name, "array", dtype, len(shape), shape, tuple(strides), static, source, changed
        )
    if is_number(value):
        return Parameter(name, "number", type(value).__name__, 0, (), None, static, source)
    return Parameter(name, "object", type(value).__name__, None, None, None, True, source)
