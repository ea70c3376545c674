"""Arrays in other shapes: views where memory allows it, as in NumPy, else recorded copies."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, ShapeError
from .types import (
    ArrayLike,
    Axis,
    Shape,
    as_array,
    as_shape,
    ints,
    is_integer,
    is_row_of_one,
    new_shape,
    no_truth,
    on_their_device,
    one_axis,
    some_axes,
)

if TYPE_CHECKING:
    from .array import Array


# ---- what an array is


def shape(a: ArrayLike) -> tuple[int, ...]:
    """The extent of each axis.

    >>> frit.shape([[1, 2, 3]])
    (1, 3)
    """
    return as_array(a).shape


def ndim(a: ArrayLike) -> int:
    """The number of axes.

    >>> frit.ndim([[1, 2, 3]])
    2
    """
    return as_array(a).ndim


def size(a: ArrayLike, axis: Axis = None) -> int:
    """The number of elements, or the extent of an axis.

    >>> frit.size([[1, 2, 3]])
    3
    """
    x = as_array(a)
    if axis is None:
        return x.size
    return math.prod(x.shape[k] for k in some_axes(axis, x.ndim))


# ---- other shapes of the same elements


def reshape(a: ArrayLike, /, shape: Shape, order: str = "C", *, copy: bool | None = None) -> Array:
    """The elements in the same order in another shape; one extent may be -1, whatever is left.

    A view where memory allows it; copy=True never is one, copy=False refuses where it cannot be.

    >>> frit.reshape(frit.arange(6), (2, -1)).tolist()
    [[0, 1, 2], [3, 4, 5]]
    """
    x = as_array(a)
    extents = as_shape(shape)
    if order not in ("C", "A", "F"):
        raise ArgumentError(f"order is 'C', 'F' or 'A', not {order!r}")
    if order == "F" or (order == "A" and _is_columns(x)):
        back = reshape(transpose(x), extents[::-1], copy=copy)
        return transpose(back)
    _check_reshape(x, extents)
    if copy:
        return _reshaped(_core.unary("copy", x), extents)
    try:
        return x._view_reshape(extents)
    except ShapeError:
        if copy is False:
            raise
        return _reshaped(x, extents)


def _reshaped(x: Array, extents: tuple[int, ...]) -> Array:
    text = ",".join("_" if n == -1 else str(n) for n in extents)
    return _core.apply("reshape", (x,), f"shape=[{text}]")


def _check_reshape(x: Array, extents: tuple[int, ...]) -> None:
    if extents.count(-1) > 1 or any(n < -1 for n in extents):
        raise ShapeError(f"a shape has at most one -1 and no other negative extents: {extents}")
    if -1 in extents and 0 in extents and 0 in x._shape:
        raise ShapeError(f"an array of no elements and the shape {extents} leave -1 open")
    have, fixed = math.prod(x._shape), math.prod(n for n in extents if n != -1)
    if have % fixed if -1 in extents and fixed else have != fixed:
        raise ShapeError(
            f"reshape: an array of shape {x._shape} has {have} elements, and cannot get the shape "
            f"{extents}"
        )


def ravel(a: ArrayLike, order: str = "C") -> Array:
    """All elements in one row: a view of an array that is one row in memory, else a copy.

    >>> frit.ravel([[1, 2], [3, 4]]).tolist()
    [1, 2, 3, 4]
    """
    x = as_array(a)
    if order not in ("C", "A", "F", "K"):
        raise ArgumentError(f"order is 'C', 'F', 'A' or 'K', not {order!r}")
    if order == "K":  # as they lie in memory
        x = x._view_transpose(sorted(range(x.ndim), key=lambda k: -abs(x._strides[k])))
    elif order == "F" or (order == "A" and _is_columns(x)):
        x = x._view_transpose(range(x.ndim)[::-1])
    extents = (0,) if 0 in x._shape else (-1,)
    if is_dense(x):
        return x._view_reshape(extents)
    return _reshaped(_core.unary("copy", x), extents)


def _is_columns(x: Array) -> bool:
    """Do they lie one after another with the first axis first, and not with the last?"""
    return not is_dense(x) and is_dense(x._view_transpose(range(x.ndim)[::-1]))


def is_dense(x: Array) -> bool:
    """Do the elements lie in memory one after another, the last axis first?"""
    step = x.dtype.itemsize
    for n, stride in zip(reversed(x._shape), reversed(x._strides), strict=True):
        if n != 1 and stride != step and 0 not in x._shape:
            return False
        step *= n
    return True


def permute_dims(a: ArrayLike, axes: Sequence[int] | None = None) -> Array:
    """A view with the axes in that order, or reversed.

    >>> frit.permute_dims(frit.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    x = as_array(a)
    order = range(x.ndim)[::-1] if axes is None else some_axes(axes, x.ndim)
    if len(order) != x.ndim:
        raise ArgumentError(f"{tuple(order)} does not name the {x.ndim} axes of the array once each")
    return x._view_transpose(order)


def transpose(a: ArrayLike, axes: Sequence[int] | None = None) -> Array:
    """A view with the axes reversed, or in a given order.

    >>> frit.transpose([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    return permute_dims(a, axes)


def swapaxes(a: ArrayLike, axis1: int, axis2: int) -> Array:
    """A view with two axes exchanged.

    >>> frit.swapaxes(frit.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    x = as_array(a)
    order = list(range(x.ndim))
    first, second = one_axis(axis1, x.ndim), one_axis(axis2, x.ndim)
    order[first], order[second] = second, first
    return x._view_transpose(order)


def moveaxis(
    a: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int]
) -> Array:
    """A view with some axes at other places, the rest in their order.

    >>> frit.moveaxis(frit.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    x = as_array(a)
    origin, target = some_axes(source, x.ndim), some_axes(destination, x.ndim)
    if len(origin) != len(target):
        raise ArgumentError(f"{len(origin)} axes cannot go to {len(target)} places")
    order = [k for k in range(x.ndim) if k not in origin]
    for place, axis in sorted(zip(target, origin, strict=True)):
        order.insert(place, axis)
    return x._view_transpose(order)


def expand_dims(a: ArrayLike, axis: int | Sequence[int]) -> Array:
    """A view with new axes of extent 1 at those places of the result.

    >>> frit.expand_dims(frit.zeros(3), axis=0).shape
    (1, 3)
    """
    x = as_array(a)
    count = 1 if is_integer(axis) else len(tuple(axis))  # type: ignore[arg-type]
    return x._view_expand(sorted(some_axes(axis, x.ndim + count)))


def squeeze(a: ArrayLike, axis: int | Sequence[int] | None = None) -> Array:
    """A view without some axes of extent 1 (all of them, if none is named).

    >>> frit.squeeze(frit.zeros((1, 3, 1))).shape
    (3,)
    """
    x = as_array(a)
    if axis is None or is_row_of_one(axis, x.ndim):
        return x._view_squeeze([k for k, n in enumerate(x.shape) if n == 1])
    axes = sorted(some_axes(no_truth(axis), x.ndim))
    for k in axes:
        if x._shape[k] != 1:
            raise ShapeError(f"axis {k} has {x._shape[k]} elements and cannot be squeezed out")
    return x._view_squeeze(axes)


def _each_at_least(arys: tuple[ArrayLike, ...], grown: Callable[[Array], Array]) -> Any:
    """One array for one, a tuple for several."""
    made = tuple(grown(as_array(x)) for x in arys)
    return made[0] if len(made) == 1 else made


def _one_axis_more(x: Array) -> Array:
    return x if x.ndim else x._view_expand([0])


def _two_axes(x: Array) -> Array:
    x = _one_axis_more(x)
    return x if x.ndim > 1 else x._view_expand([0])


def _three_axes(x: Array) -> Array:
    x = _two_axes(x)
    return x if x.ndim > 2 else x._view_expand([2])


def atleast_1d(*arys: ArrayLike) -> Any:
    """The array, with an axis if it has none; of several arrays a tuple.

    >>> frit.atleast_1d(3).shape
    (1,)
    """
    return _each_at_least(arys, _one_axis_more)


def atleast_2d(*arys: ArrayLike) -> Any:
    """The array, with new axes in front up to two; of several arrays a tuple.

    >>> frit.atleast_2d([1, 2]).shape
    (1, 2)
    """
    return _each_at_least(arys, _two_axes)


def atleast_3d(*arys: ArrayLike) -> Any:
    """The array, with new axes up to three, the last one behind; of several arrays a tuple.

    >>> frit.atleast_3d([1, 2]).shape
    (1, 2, 1)
    """
    return _each_at_least(arys, _three_axes)


# ---- repetition


def broadcast_to(array: ArrayLike, shape: Shape, subok: bool = False) -> Array:
    """A read-only view of that shape, aligned at the last axis.

    >>> frit.broadcast_to([1, 2], (2, 2)).tolist()
    [[1, 2], [1, 2]]
    """
    return as_array(array)._view_broadcast(new_shape(shape))


def broadcast_shapes(*args: Shape) -> tuple[int, ...]:
    """The shape that arrays of these shapes have together.

    >>> frit.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    all_shapes = [new_shape(one) for one in args]
    rank = builtins.max((len(one) for one in all_shapes), default=0)
    result = [1] * rank
    for one in all_shapes:
        for k, n in enumerate(one, rank - len(one)):
            if n != 1 and result[k] not in (1, n):
                raise ShapeError(
                    f"shapes {', '.join(map(str, all_shapes))} do not broadcast: "
                    f"axis {k - rank} has {result[k]} and {n}"
                )
            result[k] = n if n != 1 else result[k]
    return tuple(result)


@on_their_device
def broadcast_arrays(*args: ArrayLike, subok: bool = False) -> tuple[Array, ...]:
    """Views of the arrays in their common shape.

    >>> [x.shape for x in frit.broadcast_arrays([[1], [2]], [1, 2, 3])]
    [(2, 3), (2, 3)]
    """
    all_arrays = [as_array(x) for x in args]
    common = broadcast_shapes(*(x.shape for x in all_arrays))
    return tuple(x if x._shape == common else x._view_broadcast(common) for x in all_arrays)


def tile(A: ArrayLike, reps: Shape) -> Array:
    """The array repeated as a whole along its axes.

    >>> frit.tile([1, 2], 2).tolist()
    [1, 2, 1, 2]
    """
    x, times = as_array(A), list(as_shape(reps))
    if x._placeholder and x.ndim == len(times) == 1 and times[0] > 0:
        return _in_a_row(x._view_expand([0]), (times[0], 1))
    rank = builtins.max(x.ndim, len(times))
    extents = [1] * (rank - x.ndim) + list(x.shape)
    times = [1] * (rank - len(times)) + times
    pairs = list(zip(times, extents, strict=True))
    column = _reshaped(x, tuple(n for _, extent in pairs for n in (1, extent)))
    wide = _core.apply("broadcast", (column,), f"shape={ints(n for pair in pairs for n in pair)}")
    return _reshaped(wide, tuple(many * extent for many, extent in pairs))


def _in_a_row(x: Array, shape: tuple[int, ...]) -> Array:
    """In a program: x broadcast against that shape, in one row."""
    blank = _core.apply("fill", (_core.scalar(0, x.dtype),), f"shape={ints(shape)}")
    wide = _core.apply("select", (_core.scalar(True), x, blank))
    return _core.apply("reshape", (wide,), "shape=[_]")


@on_their_device
def repeat(a: ArrayLike, repeats: Any, axis: int | None = None) -> Array:
    """Each element repeated along an axis, or all elements in one row.

    repeats is a number, or a number for each element along the axis.

    >>> frit.repeat([1, 2], 2).tolist()
    [1, 1, 2, 2]
    """
    x = as_array(a)
    if axis is None or is_row_of_one(axis, x.ndim):
        x, axis = ravel(x), 0
    along = one_axis(no_truth(axis), x.ndim)
    if is_integer(repeats):
        times = repeats.__index__()
    else:
        counts = as_array(repeats)
        if counts.dtype.kind not in "iu":
            raise ArgumentError(f"repeats are integers, not {counts.dtype}")
        if counts.ndim and counts.shape != (1,):
            return _repeat_each(x, counts, along)
        times = int(counts.item())
    if times < 0:
        raise ArgumentError(f"an element cannot be repeated {times} times")
    if x._placeholder and x.ndim == 1 and times > 0:
        return _in_a_row(x._view_expand([1]), (1, times))
    extents = list(x.shape)
    inside = _core.apply("expand_dims", (x,), f"axes=[{along + 1}]")
    wide = [*extents[: along + 1], times, *extents[along + 1 :]]
    inside = _core.apply("broadcast", (inside,), f"shape={ints(wide)}")
    extents[along] *= times
    return _reshaped(inside, tuple(extents))


def _repeat_each(x: Array, counts: Array, axis: int) -> Array:
    import numpy

    from .index import take
    from .types import peek

    numbers = peek(counts)
    if numbers.ndim != 1 or numbers.size != x.shape[axis]:
        raise ShapeError(f"{numbers.size} repeats do not go with {x.shape[axis]} elements")
    if numbers.size and numbers.min() < 0:
        raise ArgumentError("an element cannot be repeated a negative number of times")
    return take(x, numpy.repeat(numpy.arange(numbers.size), numbers), axis=axis)


# ---- order


def flip(m: ArrayLike, axis: int | Sequence[int] | None = None) -> Array:
    """A view backwards along axes (all of them, if none is named).

    >>> frit.flip([1, 2, 3]).tolist()
    [3, 2, 1]
    """
    x = as_array(m)
    axes = range(x.ndim) if axis is None else some_axes(axis, x.ndim)
    if x.ndim == 0:
        return _core.unary("copy", x)  # a number in NumPy
    left = [None] * x.ndim
    return x._view_slice(left, left, [-1 if k in axes else None for k in range(x.ndim)])


def flipud(m: ArrayLike) -> Array:
    """A view backwards along the first axis.

    >>> frit.flipud([[1], [2]]).tolist()
    [[2], [1]]
    """
    x = as_array(m)
    if x.ndim < 1:
        raise ArgumentError("flipud needs an array of one axis or more")
    return flip(x, 0)


def fliplr(m: ArrayLike) -> Array:
    """A view backwards along the second axis.

    >>> frit.fliplr([[1, 2]]).tolist()
    [[2, 1]]
    """
    x = as_array(m)
    if x.ndim < 2:
        raise ArgumentError("fliplr needs an array of two axes or more")
    return flip(x, 1)


def rot90(m: ArrayLike, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Array:
    """A view turned by 90 degrees k times, in the plane of two axes.

    >>> frit.rot90([[1, 2], [3, 4]]).tolist()
    [[2, 4], [1, 3]]
    """
    x = as_array(m)
    if len(axes) != 2:
        raise ArgumentError(f"rot90 turns in the plane of two axes, not of {len(axes)}")
    first, second = some_axes(axes, x.ndim)
    turns = k % 4
    if turns == 0:
        return x[...]
    if turns == 2:
        return flip(x, (first, second))
    if turns == 1:
        return swapaxes(flip(x, second), first, second)
    return flip(swapaxes(x, first, second), second)


def roll(
    a: ArrayLike,
    shift: int | Sequence[int],
    axis: int | Sequence[int] | None = None,
) -> Array:
    """Elements moved along axes; what leaves at one end enters at the other.

    >>> frit.roll([1, 2, 3], 1).tolist()
    [3, 1, 2]
    """
    x = as_array(a)
    if axis is None:
        moved = roll(ravel(x), shift, 0)
        if x._placeholder:
            return moved if x.ndim == 1 else _core.apply("reshape_like", (moved, x))
        return _reshaped(moved, x.shape)
    shifts = [n.__index__() for n in each(shift)]
    axes = list(each(axis))
    if len(shifts) == 1:
        shifts *= len(axes)
    if len(axes) == 1:
        axes *= len(shifts)
    if len(shifts) != len(axes):
        raise ArgumentError(f"{len(shifts)} shifts do not go with {len(axes)} axes")
    for by, along in zip(shifts, axes, strict=True):
        x = _rolled(x, by, one_axis(along, x.ndim))
    return _core.unary("copy", x)


def each(numbers: Any) -> Iterable[Any]:
    """One number or several, as several."""
    return [numbers] if is_integer(numbers) else numbers


def needs_elements(x: Array, count: int, axis: int) -> None:
    """In a program: that an axis has so many is asked of every call."""
    if count > 0:
        x[(slice(None),) * axis + (count - 1,)]


def _rolled(x: Array, by: int, axis: int) -> Array:
    if by == 0:
        return x
    for_all_sizes = x._placeholder and abs(by) <= x._shape[axis]
    if for_all_sizes:
        needs_elements(x, abs(by), axis)
        at = -by
    else:
        extent = x.shape[axis]
        by = by % extent if extent else 0
        if by == 0:
            return x
        at = extent - by
    left = [None] * x.ndim
    cut = [at if k == axis else None for k in range(x.ndim)]
    parts = (x._view_slice(cut, left, left), x._view_slice(left, cut, left))
    made = _core.apply("concat", parts, f"axis={axis}")
    return _core.apply("reshape_like", (made, x)) if for_all_sizes else made
