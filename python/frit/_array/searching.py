"""Where elements are, their order, and sets of them.

Sorting and sets are NumPy's, on computed values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

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


# ---- order


@on_their_device
def searchsorted(
    a: ArrayLike, v: ArrayLike, side: Any = "left", sorter: ArrayLike | None = None
) -> Array:
    """Where elements of v would go into the sorted array a.

    >>> frit.searchsorted([1, 3, 5], [3, 4]).tolist()
    [1, 2]
    """
    import numpy

    if side not in ("left", "right"):
        raise ArgumentError(f"side is 'left' or 'right', not {side!r}")
    order = None if sorter is None else peek(as_array(sorter))
    first, second = _core.promote(a, v)
    found = numpy.searchsorted(peek(first), peek(second), side=side, sorter=order)
    return _core.asarray(numpy.asarray(found, dtype=numpy.int64))


def _kind(kind: Any, order: Any, stable: bool | None) -> Any:
    """Which way of sorting NumPy takes: any, unless the caller asks for one."""
    if order is not None:
        raise ArgumentError("order names fields of structures, which arrays do not have")
    if kind is not None and stable is not None:
        raise ArgumentError("kind and stable cannot both be given")
    return "stable" if stable else kind


@on_their_device
def sort(
    a: ArrayLike,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: bool | None = None,
    descending: bool = False,
) -> Array:
    """The elements in order along an axis, or all in one row.

    >>> frit.sort([3, 1, 2], descending=True).tolist()
    [3, 2, 1]
    """
    import numpy

    x = as_array(a)
    values = peek(x)
    if axis is None:
        values, axis = values.ravel(), 0
    axis = one_axis(axis, values.ndim)
    ordered = numpy.sort(values, axis=axis, kind=_kind(kind, order, stable))
    ordered = numpy.flip(ordered, axis).copy() if descending else ordered
    return _core.cast(_core.asarray(ordered), x.dtype)  # bfloat16 is sorted as float32


@on_their_device
def argsort(
    a: ArrayLike,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: bool | None = None,
    descending: bool = False,
) -> Array:
    """The places of the elements in order along an axis.

    Equal elements keep their order, as the array standard has it, unless a kind is named or stable is
    False; numpy.argsort is quicker and does not keep it.

    >>> frit.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    import numpy

    values = peek(as_array(a))
    if axis is None or is_row_of_one(axis, values.ndim):
        values, axis = values.ravel(), 0
    axis = one_axis(axis, values.ndim)
    chosen = _kind(kind, order, True if kind is None and stable is None else stable)
    if not descending:
        return _core.asarray(numpy.argsort(values, axis=axis, kind=chosen))
    # Backwards twice, so that equal elements keep their order.
    last = values.shape[axis] - 1
    order = numpy.argsort(numpy.flip(values, axis), axis=axis, kind=chosen or "stable")
    return _core.asarray(numpy.flip(last - order, axis).copy())


# ---- sets


class UniqueAll(NamedTuple):
    """What unique_all gives."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """What unique_counts gives."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """What unique_inverse gives."""

    values: Array
    inverse_indices: Array


@on_their_device
def unique_all(x: ArrayLike, /) -> UniqueAll:
    """Each element once, where it is first, where each element went, and how often it is there.

    >>> frit.unique_all([5, 2, 5]).counts.tolist()
    [1, 2]
    """
    import numpy

    found = numpy.unique_all(peek(as_array(x)))
    return UniqueAll(*(_core.asarray(part) for part in found))


@on_their_device
def unique_counts(x: ArrayLike, /) -> UniqueCounts:
    """Each element once, and how often it is there.

    >>> frit.unique_counts([5, 2, 5]).values.tolist()
    [2, 5]
    """
    import numpy

    return UniqueCounts(*(_core.asarray(part) for part in numpy.unique_counts(peek(as_array(x)))))


@on_their_device
def unique_inverse(x: ArrayLike, /) -> UniqueInverse:
    """Each element once, and where each element went.

    >>> frit.unique_inverse([5, 2, 5]).inverse_indices.tolist()
    [1, 0, 1]
    """
    import numpy

    return UniqueInverse(*(_core.asarray(part) for part in numpy.unique_inverse(peek(as_array(x)))))


@on_their_device
def unique_values(x: ArrayLike, /) -> Array:
    """Each element once, the smallest first.

    >>> frit.unique_values([5, 2, 5]).tolist()
    [2, 5]
    """
    import numpy

    # In order, as everybody expects who does not read that the standard leaves it open; NumPy's are not.
    return _core.asarray(numpy.unique(peek(as_array(x)), equal_nan=False))


@on_their_device
def unique(
    ar: ArrayLike,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
) -> Any:
    """Each element once, as numpy.unique has it, and where and how often on demand.

    >>> frit.unique([5, 2, 5]).tolist()
    [2, 5]
    """
    import numpy

    wanted = (return_index, return_inverse, return_counts, axis)
    found: Any = numpy.unique(peek(as_array(ar)), *wanted, equal_nan=equal_nan, sorted=sorted)  # type: ignore[call-overload]
    if isinstance(found, tuple):
        return tuple(_core.asarray(part) for part in found)
    return _core.asarray(found)


@on_their_device
def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    kind: Any = None,
) -> Array:
    """Is each element of the one among those of the other?

    >>> frit.isin([1, 2, 3], [2, 5]).tolist()
    [False, True, False]
    """
    import numpy

    first, second = (peek(x) for x in _core.promote(element, test_elements))
    options: Any = {"assume_unique": assume_unique, "invert": invert, "kind": kind}
    return _core.asarray(numpy.isin(first, second, **options))


# ---- counting


@on_their_device
def bincount(x: ArrayLike, /, weights: ArrayLike | None = None, minlength: int = 0) -> Array:
    """How often each number from 0 on is there, or the sum of the weights where it is.

    >>> frit.bincount([1, 1, 3]).tolist()
    [0, 2, 0, 1]
    """
    import numpy

    heavy = None if weights is None else peek(as_array(weights))
    return _core.asarray(numpy.bincount(peek(as_array(x)), heavy, minlength))


@on_their_device
def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> Array:
    """The number of the bin each element lies in.

    >>> frit.digitize([0.5, 1.5], [0.0, 1.0, 2.0]).tolist()
    [1, 2]
    """
    import numpy

    return _core.asarray(numpy.digitize(peek(as_array(x)), peek(as_array(bins)), right))


@on_their_device
def histogram(
    a: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """How many elements lie in each bin, and the edges of the bins (numpy.histogram).

    >>> frit.histogram([1, 2, 1], bins=2)[0].tolist()
    [2, 1]
    """
    import numpy

    heavy = None if weights is None else peek(as_array(weights))
    counts, found = numpy.histogram(
        peek(as_array(a)), plain(bins), plain(range), density, heavy
    )
    return _core.asarray(counts), _core.asarray(found)
