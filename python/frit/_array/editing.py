"""Elements put in and taken out of arrays, windows over them, and what goes from neighbour to neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, IndexOutOfRange, ShapeError, UnsupportedError
from .creation import zeros_like
from .grids import iota, iota_like
from .index import as_value, take
from .joining import concat
from .manipulation import each, moveaxis, needs_elements, ravel
from .reductions import sum as sum_of
from .scans import diff
from .types import ArrayLike, as_array, can_store_by, ints, is_integer, on_their_device, one_axis, peek

if TYPE_CHECKING:
    from .array import Array


def _part(x: Array, axis: int, start: int | None, stop: int | None) -> Array:
    """x[start:stop] along an axis."""
    left: list[Any] = [None] * x.ndim
    first, last = list(left), list(left)
    first[axis], last[axis] = start, stop
    return x._view_slice(first, last, left)


def _along(arr: ArrayLike, axis: int | None) -> tuple[Array, int]:
    """The array and the axis that is meant; with axis=None all elements in a row."""
    x = as_array(arr)
    if axis is None:
        return (x if x.ndim == 1 else ravel(x)), 0
    return x, one_axis(axis, x.ndim)


def _needs(x: Array, axis: int, place: int, count: int) -> None:
    """That a place is there: of `count` elements at least, counted from either end."""
    least = count if place >= 0 else -place
    if x._placeholder:
        needs_elements(x, least, axis)
    elif x.shape[axis] < least:
        raise IndexOutOfRange(f"index {place} is out of bounds for axis {axis} with size {x.shape[axis]}")


# ---- in and out


def _plain_slice(obj: Any) -> bool:
    """Whether it is a slice of step 1 that says the same of every size."""
    if type(obj) is not slice or obj.step not in (None, 1):
        return False
    bounds = [bound for bound in (obj.start, obj.stop) if bound is not None]
    return all(type(bound) is int and bound >= 0 for bound in bounds)


def _known(obj: Any) -> Any:
    """Places that are known now, as NumPy has them."""
    if not isinstance(obj, _core.ArrayBase):
        return obj
    if obj._placeholder:
        raise UnsupportedError("places that are computed")
    return peek(obj)


@on_their_device
def delete(arr: ArrayLike, obj: Any, axis: int | None = None) -> Array:
    """The array without some of its elements, rows or columns: one, those of a slice, or several.

    >>> frit.delete([1, 2, 3, 4], 1).tolist()
    [1, 3, 4]
    """
    import numpy

    x, along = _along(arr, axis)
    if is_integer(obj) and not isinstance(obj, (bool, numpy.bool_, _core.ArrayBase)):
        place = obj.__index__()
        _needs(x, along, place, place + 1)
        after = None if place == -1 else place + 1
        parts = [_part(x, along, None, place)] + ([] if place == -1 else [_part(x, along, after, None)])
        return concat(parts, axis=along)
    if _plain_slice(obj):
        start, stop = obj.start or 0, obj.stop
        rest = [] if stop is None else [_part(x, along, max(start, stop), None)]
        return concat([_part(x, along, None, start), *rest], axis=along)
    kept = numpy.delete(numpy.arange(x.shape[along]), _known(obj))
    return take(x, kept, axis=along)


@on_their_device
def insert(arr: ArrayLike, obj: Any, values: ArrayLike, axis: int | None = None) -> Array:
    """The array with values before an element, row or column of it, or before several.

    >>> frit.insert([1, 2, 3], 1, 9).tolist()
    [1, 9, 2, 3]
    """
    import numpy

    x, along = _along(arr, axis)
    one = is_integer(obj) and not isinstance(obj, (bool, numpy.bool_, _core.ArrayBase))
    if one:
        _needs(x, along, obj.__index__(), obj.__index__())
    given = _values(x, values)
    if one:
        place = obj.__index__()
        new = _beside(x, moveaxis(given, 0, along), along, None)
        return concat([_part(x, along, None, place), new, _part(x, along, place, None)], axis=along)
    places = numpy.arange(x.shape[along])[obj] if type(obj) is slice else numpy.asarray(_known(obj))
    if places.dtype.kind == "b":
        places = numpy.flatnonzero(places)
    if places.ndim > 1:
        raise ArgumentError(f"places to insert at are a number or a row, not an array of {places.ndim} axes")
    if places.size == 0:
        return concat([x], axis=along)
    if places.size == 1:
        return insert(x, int(places.reshape(-1)[0]), values, along)
    count = x.shape[along]
    order = numpy.insert(numpy.arange(count), places, count + numpy.arange(places.size))
    return take(concat([x, _beside(x, given, along, places.size)], axis=along), order, axis=along)


def _values(x: Array, values: ArrayLike) -> Array:
    """Values to put in, with as many axes as the array."""
    given = as_value(values, x.dtype)
    if given.ndim > x.ndim:
        raise ShapeError(f"values of {given.ndim} axes cannot be inserted into an array of {x.ndim}")
    if given.ndim == 0:  # a step: it may be a constant of a program
        return _core.apply("fill", (given,), f"shape={ints([1] * x.ndim)}")
    return given._view_expand(list(range(x.ndim - given.ndim))) if given.ndim < x.ndim else given


def _beside(x: Array, new: Array, axis: int, count: int | None) -> Array:
    """New elements as wide as the array, and so many along the axis, or as many as there are."""
    others = [k for k in range(x.ndim) if k != axis]
    if count is None and all(new._shape[k] == x._shape[k] for k in others):
        return new
    whole = list(x.shape)
    whole[axis] = new.shape[axis] if count is None else count
    return _core.apply("broadcast", (new,), f"shape={ints(whole)}")


@on_their_device
def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None) -> Array:
    """Each element minus the one before it, of all elements in a row; with something before and after.

    >>> frit.ediff1d([1, 4, 9], to_begin=0).tolist()
    [0, 3, 5]
    """
    x = ravel(as_array(ary))
    if x.dtype.kind == "b":
        raise DTypeError("ediff1d: there are no differences of bools")
    ends = [None if end is None else as_array(end) for end in (to_begin, to_end)]
    for name, end in zip(("to_begin", "to_end"), ends):
        if end is not None and not can_store_by(end.dtype, x.dtype, "same_kind"):
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
    parts = [ends[0], diff(x), ends[1]]
    return concat([_core.cast(part, x.dtype) for part in parts if part is not None], axis=None)


# ---- windows


@on_their_device
def sliding_window_view(
    x: ArrayLike,
    window_shape: int | Sequence[int],
    axis: int | Sequence[int] | None = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> Array:
    """All windows of some length along axes, as last axes: a view that cannot be written to.

    >>> frit.sliding_window_view([1, 2, 3, 4], 3).tolist()
    [[1, 2, 3], [2, 3, 4]]
    """
    if writeable or subok:
        raise UnsupportedError("windows that can be written to, or of a class of their own")
    held = as_array(x)
    lengths = [length.__index__() for length in each(window_shape)]
    axes = list(range(held.ndim)) if axis is None else [one_axis(along, held.ndim) for along in each(axis)]
    if len(lengths) != len(axes) or any(length < 0 for length in lengths):
        raise ArgumentError(f"windows of {lengths} elements along the axes {axes}")
    if not held._placeholder:
        return _window_view(held, lengths, axes)
    if any(length < 1 for length in lengths):
        raise UnsupportedError("windows without elements")
    for length, along in zip(lengths, axes):
        needs_elements(held, length, along)
        held = _windows(held, length, along)
    return held._value_of_view()


def _window_view(x: Array, lengths: Sequence[int], axes: Sequence[int]) -> Array:
    shape, strides = list(x.shape), list(x._strides)
    for length, along in zip(lengths, axes):
        if shape[along] < length:
            raise ArgumentError(f"a window of {length} elements along axis {along}, which has {shape[along]}")
        shape[along] -= length - 1
        shape.append(length)
        strides.append(x._strides[along])
    return x._view_strided(shape, strides, 0, True)


def _windows(x: Array, length: int, axis: int) -> Array:
    """The windows along one axis as a step: elements from where each window begins on."""
    x = moveaxis(x, axis, 0)
    if 0 in x._shape[1:]:
        raise UnsupportedError("windows over arrays without elements")
    begins = _part(x, 0, None, 1 - length if length > 1 else None)
    for other in range(1, x.ndim):
        begins = _part(begins, other, 0, 1)
    starts = iota_like(begins, 0, _core.int64)._view_squeeze(list(range(1, x.ndim)))
    places = _core.binary("add", starts._view_expand([1]), iota((length,), 0, _core.int64))
    taken = _core.apply("gather", (x, places), "axes=[0]")
    return moveaxis(moveaxis(taken, 1, -1), 0, axis)


# ---- from neighbour to neighbour


@on_their_device
def trapezoid(y: ArrayLike, x: ArrayLike | None = None, dx: Any = 1.0, axis: int = -1) -> Array:
    """The area under a curve by trapezoids: of values at even distances, or at the places x.

    >>> float(frit.trapezoid([1, 2, 3]))
    4.0
    """
    heights = as_array(y)
    along = one_axis(axis, heights.ndim)
    widths: Any = dx
    if x is not None:
        places = as_array(x)
        widths = diff(places, axis=-1 if places.ndim == 1 else along)
        if places.ndim == 1:
            widths = widths._view_expand(list(range(1, heights.ndim - along)))
    pairs = _part(heights, along, 1, None) + _part(heights, along, None, -1)
    return sum_of(widths * pairs / 2.0, axis=along)


@on_their_device
def polyval(p: ArrayLike, x: ArrayLike) -> Array:
    """A polynomial at some places, by its coefficients from the highest power on.

    >>> frit.polyval([1, 0, -1], [2, 3]).tolist()
    [3, 8]
    """
    import numpy

    if isinstance(x, numpy.poly1d) or isinstance(p, numpy.poly1d):
        raise UnsupportedError("polynomials of NumPy's")
    coefficients, places = as_array(p), as_array(x)
    if coefficients.ndim == 0:
        raise TypeError("coefficients are a row, not a number")
    value = zeros_like(places)
    for k in range(coefficients.shape[0]):
        value = value * places + coefficients[k]
    return value
