"""Arguments of functions from source that are no arrays: mappings, types, values made in the call."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from .. import _core, _errors
from .._errors import ArgumentError

__all__ = [
    "Vmapping",
    "call_id",
    "grid",
    "rand_float",
    "rand_normal",
    "sampler",
    "thread_id",
    "vcast",
    "vdim",
    "vmap",
    "vmapping",
    "wang_hash",
]

vmap = _core.vmap
"""vmap(value, axes): which axis of the call each axis of the value is."""

vdim = _core.vdim
"""vdim(value, n): the same as vmap(value, (0, ..., n - 1))."""

vcast = _core.vcast
"""vcast(value, type): the type of element that the function sees; the mapping follows."""

_CALL_ID, _THREAD_ID, _GRID, _WANG_HASH, _RANDOM, _NORMAL, _SAMPLER = range(8, 15)


class Vmapping:
    """Axes of a call for one parameter of `declare`."""

    __slots__ = ("axes",)

    def __init__(self, axes: tuple[int, ...]):
        self.axes = axes

    def __repr__(self) -> str:
        return f"vmapping({', '.join(map(str, self.axes))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vmapping) and self.axes == other.axes

    def __hash__(self) -> int:
        return hash(self.axes)


def vmapping(*axes: int | Sequence[int]) -> Vmapping:
    """What `vmap` says of a value, for a parameter of `declare`: vmapping(0, 1), vmapping((0, 1)).

    >>> vmapping((0, 1))
    vmapping(0, 1)
    """
    if len(axes) == 1 and not isinstance(axes[0], int):
        axes = tuple(axes[0])
    try:
        numbers = tuple([operator.index(axis) for axis in axes])  # type: ignore[arg-type]
    except TypeError:
        raise _errors.AxisError(f"axes of a call are numbers, not {axes!r}") from None
    _core.viewed(None, numbers, None)  # says what is wrong with them
    return Vmapping(numbers)


# ------------------------------------------------------------------------------------ generators

_ID = _core.Generator(_CALL_ID, (), ())
_THREAD = _core.Generator(_THREAD_ID, (), ())


def call_id() -> _core.Generator:
    """For each element its place in the call: int, or int2, int3 ... (the last axis first)."""
    return _ID


def thread_id() -> _core.Generator:
    """For each element its number in the call: uint, or uint3(number, 0, 0)."""
    return _THREAD


def grid(
    shape: int | Sequence[int], offset: int | Sequence[int] = 0, stride: int | Sequence[int] = 1
) -> _core.Generator:
    """Places offset, offset + stride, ... along each axis of a call of that shape.

    >>> grid((4, 8))
    <frit.grid(4, 8)>
    """
    extents = _ints(shape, "shape")
    if any(extent < 0 for extent in extents):
        raise ArgumentError(f"a grid of shape {extents} has a negative extent")
    offsets, strides = _each(offset, extents, "offset"), _each(stride, extents, "stride")
    return _core.Generator(_GRID, extents, offsets + strides)


def wang_hash(seed: int = 0, warmup: int = 0) -> _core.Generator:
    """A random number for each element, from its number and the seed: uint, uint2, uint3, uint4.

    `warmup` is how many more times it is hashed.
    """
    return _core.Generator(_WANG_HASH, (), (operator.index(seed), operator.index(warmup)))


def rand_float(
    low: float = 0.0, high: float = 1.0, seed: int = 0, *, draw: int = 0
) -> _core.Generator:
    """A random number in [low, high) for each element, as `frit.random.Key(seed)` draws them."""
    return _core.Generator(
        _RANDOM, (), (operator.index(seed), operator.index(draw), float(low), float(high))
    )


def rand_normal(
    mean: float = 0.0, deviation: float = 1.0, seed: int = 0, *, draw: int = 0
) -> _core.Generator:
    """A normally distributed random number for each element."""
    return _core.Generator(
        _NORMAL, (), (operator.index(seed), operator.index(draw), float(mean), float(deviation))
    )


def sampler(filter: str = "linear", address: str = "clamp") -> _core.Generator:
    """How textures are sampled: "nearest" or "linear".

    Outside of them: "clamp", "wrap", "border" (0) or "mirror".

    >>> sampler("linear", "wrap")
    <frit.sampler: linear wrap>
    """
    if filter not in ("nearest", "linear"):
        raise ArgumentError(f'a sampler\'s filter is "nearest" or "linear", not {filter!r}')
    if address not in ("clamp", "wrap", "border", "mirror"):
        raise ArgumentError(
            'outside of its texture a sampler has "clamp", "wrap", "border" or "mirror",'
            f" not {address!r}"
        )
    return _core.Generator(_SAMPLER, (), (), f"{filter} {address}")


def _ints(value: Any, what: str) -> tuple[int, ...]:
    try:
        return (operator.index(value),)
    except TypeError:
        pass
    try:
        return tuple([operator.index(item) for item in value])
    except TypeError:
        raise ArgumentError(f"the {what} of a grid is made of integers, not {value!r}") from None


def _each(value: Any, extents: tuple[int, ...], what: str) -> tuple[int, ...]:
    """One number for each axis."""
    numbers = _ints(value, what)
    if len(numbers) == 1 and not hasattr(value, "__len__"):
        return numbers * len(extents)
    if len(numbers) != len(extents):
        raise ArgumentError(
            f"a grid of shape {extents} has {len(extents)} axes, its {what} {len(numbers)} numbers"
        )
    return numbers
