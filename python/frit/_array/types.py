"""Names of types, and small helpers that every part of the namespace uses."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeAlias, TypeGuard, TypeVar

from .. import _core, _errors
from .._errors import ArgumentError, DTypeError, ShapeError

if TYPE_CHECKING:
    from .array import Array


class SupportsArray(Protocol):
    """What NumPy can make an array of."""

    def __array__(self, *args: Any, **kwargs: Any) -> Any: ...


# An array, or what becomes one: a Python number, a NumPy array or scalar, nested lists.
ArrayLike: TypeAlias = "_core.ArrayBase | SupportsArray | complex | Sequence[Any]"
# frit.float32, "float32", numpy.float32, float
DTypeLike: TypeAlias = Any
Shape: TypeAlias = "int | Sequence[int]"
Axis: TypeAlias = "int | Sequence[int] | None"

_NUMBERS = frozenset({bool, int, float, complex})


def as_dtype(dtype: DTypeLike) -> _core.DType:
    """What a user names as a dtype."""
    return dtype if isinstance(dtype, _core.DType) else _core.DType(dtype)


# The operand as an array; a Python number gets the dtype it has alone. A number that an array of a capture stands
# for becomes an ordinary array of rank 0.
as_array = _core.as_array


def is_number(x: object) -> bool:
    """Is it a Python number, or an array of a capture that stands for one?

    Numbers of classes of their own are not: numpy.float64 and members of enumerations have a dtype.
    """
    return type(x) in _NUMBERS or (isinstance(x, _core.ArrayBase) and x._weak)


def is_integer(x: Any) -> TypeGuard[int]:
    """Is it one integer: Python's, NumPy's, or an array of rank 0?"""
    return isinstance(x, int) or (hasattr(x, "__index__") and getattr(x, "ndim", 0) == 0)


def as_shape(shape: Shape) -> tuple[int, ...]:
    """A shape as a tuple of ints."""
    if type(shape) is not tuple and is_integer(shape):
        return (shape.__index__(),)
    try:
        return tuple(map(operator.index, shape))  # type: ignore[arg-type]
    except (AttributeError, TypeError):
        raise TypeError(f"a shape is an int or a sequence of ints, not {shape!r}") from None


def new_shape(shape: Shape) -> tuple[int, ...]:
    """The shape of an array to be made."""
    if any(type(n).__name__ in ("bool", "bool_") for n in (shape if isinstance(shape, (tuple, list)) else (shape,))):
        raise TypeError(f"a shape is an int or a sequence of ints, not {shape!r}")
    extents = as_shape(shape)
    if extents and min(extents) < 0:
        raise ArgumentError(f"an array has no negative extents, and {extents} was asked for")
    return extents


def one_axis(axis: int, rank: int) -> int:
    """An axis counted from the front."""
    if not is_integer(axis):
        raise TypeError(f"an axis is an int, not {axis!r}")
    number = axis.__index__()
    if not -rank <= number < rank:
        text = f"axis {number} is out of bounds for an array of {rank} axes"
        raise _errors.AxisError(text, number, rank)
    return number + rank if number < 0 else number


def no_truth(axis: Any) -> Any:
    """The axis or axes. What sums or picks along one does not take True for 1, which is another argument gone astray."""
    for k in axis if isinstance(axis, (tuple, list)) else (axis,):
        if isinstance(k, bool):
            raise TypeError(f"an axis is an int, not {k!r}")
    return axis


def some_axes(axis: int | Iterable[int], rank: int) -> tuple[int, ...]:
    """Axes counted from the front, each of them once."""
    if is_integer(axis):
        return (one_axis(axis, rank),)
    if not isinstance(axis, Iterable):
        raise TypeError(f"axes are an int or several, not {axis!r}")
    axes = tuple(one_axis(k, rank) for k in axis)
    if len(set(axes)) != len(axes):
        raise ArgumentError(f"an axis is named twice in {axes}")
    return axes


def is_row_of_one(axis: object, rank: int) -> bool:
    """Whether it names the axis of an array of rank 0, taken for a row of one element, as NumPy does."""
    return rank == 0 and is_integer(axis) and axis.__index__() in (0, -1)


def ints(numbers: Iterable[int]) -> str:
    """A list of integers as programs write it."""
    return "[" + ",".join(map(str, numbers)) + "]"


def yes(value: bool) -> str:
    """A bool as programs write it."""
    return "true" if value else "false"


P = ParamSpec("P")
R = TypeVar("R")


def made_on(device: object, make: Callable[..., R], *args: Any) -> R:
    """make(*args), whose new arrays lie on the device; None: where frit.device says."""
    name = _core.device_name(device)
    if _core.capturing():
        check_home(name)
        return make(*args)
    was = _core.set_place_of_new(name)
    try:
        return make(*args)
    finally:
        _core.set_place_of_new(was)


def check_home(name: str) -> None:
    """In a capture: a plan makes all its arrays on one device."""
    if name != _core.device_name(None):
        _core.needs_value(f"an array is made on {name}")


def on_their_device(function: Callable[P, R]) -> Callable[P, R]:
    """A function that makes arrays of its own, or has NumPy compute: they lie where its arguments do."""
    return _placed(function, False)


def makes_new(function: Callable[P, R]) -> Callable[P, R]:
    """The same, of one that may have no arrays among its arguments: then they lie where frit.device says."""
    return _placed(function, True)


def _placed(function: Callable[P, R], new: bool) -> Callable[P, R]:
    @functools.wraps(function)
    def placed(*args: P.args, **kwargs: P.kwargs) -> R:
        device = _core.device_among(*args, *kwargs.values())
        if device is None and new:
            device = _core.device_name(None)
        if device is None:
            return function(*args, **kwargs)
        was = _core.set_place_of_new(device)
        try:
            return function(*args, **kwargs)
        finally:
            _core.set_place_of_new(was)

    return placed


def peek(x: _core.ArrayBase) -> Any:
    """The computed values as a NumPy array, for reading.

    Through the buffer protocol, which tells when nobody looks any more: the array's memory is not
    taken to be shared for ever, and steps on it stay lazy afterwards.
    """
    import numpy

    if x._placeholder:
        _core.item(x)  # raises: there is no value yet
    if x._there:  # a copy of what lies on the device
        x = x._to_device("cpu")
    if x.dtype == _core.bfloat16:
        return x._numpy()
    return numpy.asarray(memoryview(x))


def plain(thing: Any) -> Any:
    """NumPy arrays in place of ours, also inside lists, tuples and dicts."""
    if isinstance(thing, _core.ArrayBase):
        return peek(thing)
    if type(thing) in (list, tuple):
        return type(thing)(plain(item) for item in thing)
    if type(thing) is dict:
        return {key: plain(value) for key, value in thing.items()}
    return thing


# bool, then integers, then floats, then complex numbers.
_KINDS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}


def can_store(source: _core.DType, target: _core.DType) -> bool:
    """Whether NumPy's "same_kind" casting goes from one dtype to the other."""
    if source.kind == "i" and target.kind == "u":
        return False
    return _KINDS.get(source.kind, 4) <= _KINDS.get(target.kind, 4)


def can_store_by(source: _core.DType, target: _core.DType, casting: str) -> bool:
    """Whether NumPy's rule of that name lets one dtype become the other."""
    if casting == "same_kind":
        return can_store(source, target)
    from .dtypes import can_cast

    return bool(can_cast(source, target, casting))


def store(out: Any, result: Array, casting: str = "same_kind") -> Array:
    """Writes a result into out, as NumPy's `out=` does, and returns out."""
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ArgumentError(f"out is one array, not {len(out)} of them")
        out = out[0]
    if isinstance(out, list):
        raise TypeError("out is an array, and not a list")
    target = out if isinstance(out, _core.ArrayBase) else _core.asarray(out, copy=False)
    if not can_store_by(result.dtype, target.dtype, casting):
        raise DTypeError(f"the result is {result.dtype} and cannot be stored in {target.dtype}")
    if result.ndim > target.ndim:
        raise ShapeError(
            f"a result of shape {result._shape} does not fit an out of {target._shape}"
        )
    target._assign(_core.cast(result, target.dtype))
    return out  # type: ignore[no-any-return]


def store_exactly(out: Any, result: Array) -> Array:
    """The same where NumPy wants an `out` of just the result's dtype and shape."""
    target = out if isinstance(out, _core.ArrayBase) else _core.asarray(out, copy=False)
    if target.dtype != result.dtype or target._shape != result._shape:
        raise ArgumentError(
            f"out is {target.dtype}{list(target._shape)}, and the result "
            f"{result.dtype}{list(result._shape)}"
        )
    return store(out, result)
