"""Where elements are: the best ones, those that are not zero, those that a condition picks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError
from .elementwise import as_bool
from .index import take, true_places
from .reductions import check_not_empty, reduce
from .types import (
    ArrayLike,
    Axis,
    as_array,
    is_row_of_one,
    no_truth,
    on_their_device,
    one_axis,
    peek,
    plain,
    store,
    yes,
)

if TYPE_CHECKING:
    from .array import Array


# ---- extremes


def _place(
    op: str, x: ArrayLike, axis: int | None, keepdims: bool, out: Any, omit_nan: bool = False
) -> Array:
    x = as_array(x)
    if x.dtype.kind == "c":
        raise DTypeError(f"{op} does not take complex numbers")
    check_not_empty(x, axis, op)
    if x.dtype.kind == "b":
        x = _core.cast(x, _core.uint8)
    attrs = f"keepdims={yes(keepdims)}, omit_nan={yes(omit_nan)}"
    if axis is not None:
        along = one_axis(no_truth(axis), max(x.ndim, 1))  # as NumPy, which takes a number for a row of one
        attrs += f", axis={along}" if x.ndim else ""
    result = _core.cast(_core.apply(op, (x,), attrs), _core.int64)
    return result if out is None else store(out, result)


def _place_not_nan(op: str, a: ArrayLike, axis: int | None, keepdims: bool, out: Any) -> Array:
    x = as_array(a)
    if x.dtype.kind == "f" and not x._placeholder:
        nothing = reduce("all", _core.unary("isnan", x), axis, False)
        if peek(nothing).any():
            raise ArgumentError(f"nan{op}: a row has nothing but NaN")
    return _place(op, x, axis, keepdims, out, omit_nan=True)


def argmax(
    a: ArrayLike, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first largest element along an axis, or among all.

    >>> int(frit.argmax([3, 9, 4]))
    1
    """
    return _place("argmax", a, axis, keepdims, out)


def argmin(
    a: ArrayLike, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first smallest element along an axis, or among all.

    >>> int(frit.argmin([3, 9, 4]))
    0
    """
    return _place("argmin", a, axis, keepdims, out)


@on_their_device
def nanargmax(
    a: ArrayLike, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first largest element that is not NaN.

    >>> int(frit.nanargmax([3.0, float("nan"), 4.0]))
    2
    """
    return _place_not_nan("argmax", a, axis, keepdims, out)


@on_their_device
def nanargmin(
    a: ArrayLike, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first smallest element that is not NaN.

    >>> int(frit.nanargmin([float("nan"), 3.0, 4.0]))
    1
    """
    return _place_not_nan("argmin", a, axis, keepdims, out)


# ---- what is not zero


def count_nonzero(a: ArrayLike, axis: Axis = None, *, keepdims: bool = False) -> Array:
    """How many elements are not zero.

    >>> int(frit.count_nonzero([0, 3, 4]))
    2
    """
    return _core.cast(reduce("count_nonzero", as_array(a), axis, keepdims), _core.int64)


@on_their_device
def nonzero(a: ArrayLike) -> tuple[Array, ...]:
    """The places of the elements that are not zero: one array for each axis.

    >>> [places.tolist() for places in frit.nonzero([0, 3, 4])]
    [[1, 2]]
    """
    x = as_array(a)
    if x.ndim == 0:
        raise ArgumentError("nonzero needs an array with axes: use atleast_1d")
    return tuple(as_array(places) for places in true_places(as_bool(x)))


@on_their_device
def flatnonzero(a: ArrayLike) -> Array:
    """The places of the elements that are not zero, all elements being in one row.

    >>> frit.flatnonzero([[0, 1], [1, 0]]).tolist()
    [1, 2]
    """
    from .manipulation import ravel

    return nonzero(ravel(a))[0]


@on_their_device
def argwhere(a: ArrayLike) -> Array:
    """The places of the elements that are not zero, one a row.

    >>> frit.argwhere([[0, 1], [1, 0]]).tolist()
    [[0, 1], [1, 0]]
    """
    import numpy

    from .joining import stack

    x = as_array(a)
    if x._placeholder and x.ndim:
        return stack(nonzero(x), axis=1)
    return _core.asarray(numpy.argwhere(peek(as_bool(x))))


@on_their_device
def compress(
    condition: ArrayLike, a: ArrayLike, axis: int | None = None, out: Any = None
) -> Array:
    """The elements along an axis (of all in one row) where the condition holds.

    >>> frit.compress([True, False, True], [1, 2, 3]).tolist()
    [1, 3]
    """
    mask = as_bool(as_array(condition))
    if mask.ndim != 1:
        raise ArgumentError(f"compress: the condition has {mask.ndim} axes: expected 1")
    return take(a, true_places(mask)[0], axis, out)


@on_their_device
def extract(condition: ArrayLike, arr: ArrayLike) -> Array:
    """The elements where the condition holds, both in one row.

    >>> frit.extract([[True, False], [False, True]], [[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    from .manipulation import ravel

    return take(ravel(arr), flatnonzero(condition))
