"""Where elements are, their order, and sets of them.

Sorting and sets are NumPy's, on computed values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._elementwise import as_bool
from ._errors import ArgumentError, DTypeError
from ._reductions import check_not_empty, reduce
from ._types import ArrayLike, Axis, as_array, one_axis, peek, plain, store, yes

if TYPE_CHECKING:
    from ._array import Array

__all__ = [
    "argmax",
    "argmin",
    "argsort",
    "argwhere",
    "bincount",
    "count_nonzero",
    "digitize",
    "flatnonzero",
    "histogram",
    "in1d",
    "isin",
    "nanargmax",
    "nanargmin",
    "nonzero",
    "searchsorted",
    "sort",
    "unique",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
]


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
        attrs += f", axis={one_axis(axis, x.ndim)}" if x.ndim else ""
    result = _core.cast(_core.apply(op, (x,), attrs), _core.int64)
    return result if out is None else store(out, result)


def argmax(
    x: ArrayLike, /, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first largest element along an axis, or among all.

    >>> int(frit.argmax([3, 9, 4]))
    1
    """
    return _place("argmax", x, axis, keepdims, out)


def argmin(
    x: ArrayLike, /, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Array:
    """The place of the first smallest element along an axis, or among all.

    >>> int(frit.argmin([3, 9, 4]))
    0
    """
    return _place("argmin", x, axis, keepdims, out)


def nanargmax(x: ArrayLike, /, axis: int | None = None, *, keepdims: bool = False) -> Array:
    """The place of the first largest element that is not NaN.

    >>> int(frit.nanargmax([3.0, float("nan"), 4.0]))
    2
    """
    return _place("argmax", x, axis, keepdims, None, omit_nan=True)


def nanargmin(x: ArrayLike, /, axis: int | None = None, *, keepdims: bool = False) -> Array:
    """The place of the first smallest element that is not NaN.

    >>> int(frit.nanargmin([float("nan"), 3.0, 4.0]))
    1
    """
    return _place("argmin", x, axis, keepdims, None, omit_nan=True)


# ---- what is not zero


def count_nonzero(x: ArrayLike, /, axis: Axis = None, *, keepdims: bool = False) -> Array:
    """How many elements are not zero.

    >>> int(frit.count_nonzero([0, 3, 4]))
    2
    """
    return _core.cast(reduce("count_nonzero", as_array(x), axis, keepdims), _core.int64)


def nonzero(x: ArrayLike, /) -> tuple[Array, ...]:
    """The places of the elements that are not zero: one array for each axis.

    >>> [places.tolist() for places in frit.nonzero([0, 3, 4])]
    [[1, 2]]
    """
    import numpy

    x = as_array(x)
    if x.ndim == 0:
        raise ArgumentError("nonzero needs an array with axes: use atleast_1d")
    return tuple(_core.asarray(places) for places in numpy.nonzero(peek(as_bool(x))))


def flatnonzero(x: ArrayLike, /) -> Array:
    """The places of the elements that are not zero, all elements being in one row.

    >>> frit.flatnonzero([[0, 1], [1, 0]]).tolist()
    [1, 2]
    """
    from ._manipulation import ravel

    return nonzero(ravel(x))[0]


def argwhere(x: ArrayLike, /) -> Array:
    """The places of the elements that are not zero, one a row.

    >>> frit.argwhere([[0, 1], [1, 0]]).tolist()
    [[0, 1], [1, 0]]
    """
    import numpy

    return _core.asarray(numpy.argwhere(peek(as_bool(x))))


# ---- order


def searchsorted(
    x1: ArrayLike, x2: ArrayLike, /, side: Any = "left", *, sorter: ArrayLike | None = None
) -> Array:
    """Where elements of x2 would go into the sorted array x1.

    >>> frit.searchsorted([1, 3, 5], [3, 4]).tolist()
    [1, 2]
    """
    import numpy

    if side not in ("left", "right"):
        raise ArgumentError(f"side is 'left' or 'right', not {side!r}")
    order = None if sorter is None else peek(as_array(sorter))
    first, second = _core.promote(x1, x2)
    found = numpy.searchsorted(peek(first), peek(second), side=side, sorter=order)
    return _core.asarray(numpy.asarray(found, dtype=numpy.int64))


def sort(
    x: ArrayLike,
    /,
    axis: int | None = -1,
    *,
    descending: bool = False,
    stable: bool = True,
    kind: Any = None,
) -> Array:
    """The elements in order along an axis, or all in one row.

    >>> frit.sort([3, 1, 2], descending=True).tolist()
    [3, 2, 1]
    """
    import numpy

    x = as_array(x)
    values = peek(x)
    if axis is None:
        values, axis = values.ravel(), 0
    axis = one_axis(axis, values.ndim)
    ordered = numpy.sort(values, axis=axis, kind=kind or ("stable" if stable else None))
    ordered = numpy.flip(ordered, axis).copy() if descending else ordered
    return _core.cast(_core.asarray(ordered), x.dtype)  # bfloat16 is sorted as float32


def argsort(
    x: ArrayLike,
    /,
    axis: int | None = -1,
    *,
    descending: bool = False,
    stable: bool = True,
    kind: Any = None,
) -> Array:
    """The places of the elements in order along an axis.

    >>> frit.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    import numpy

    values = peek(as_array(x))
    if axis is None:
        values, axis = values.ravel(), 0
    axis = one_axis(axis, values.ndim)
    chosen: Any = kind or ("stable" if stable else None)
    if not descending:
        return _core.asarray(numpy.argsort(values, axis=axis, kind=chosen))
    # Backwards twice, so that equal elements keep their order.
    last = values.shape[axis] - 1
    order = numpy.argsort(numpy.flip(values, axis), axis=axis, kind=chosen)
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


def unique_all(x: ArrayLike, /) -> UniqueAll:
    """Each element once, where it is first, where each element went, and how often it is there.

    >>> frit.unique_all([5, 2, 5]).counts.tolist()
    [1, 2]
    """
    import numpy

    found = numpy.unique_all(peek(as_array(x)))
    return UniqueAll(*(_core.asarray(part) for part in found))


def unique_counts(x: ArrayLike, /) -> UniqueCounts:
    """Each element once, and how often it is there.

    >>> frit.unique_counts([5, 2, 5]).values.tolist()
    [2, 5]
    """
    import numpy

    return UniqueCounts(*(_core.asarray(part) for part in numpy.unique_counts(peek(as_array(x)))))


def unique_inverse(x: ArrayLike, /) -> UniqueInverse:
    """Each element once, and where each element went.

    >>> frit.unique_inverse([5, 2, 5]).inverse_indices.tolist()
    [1, 0, 1]
    """
    import numpy

    return UniqueInverse(*(_core.asarray(part) for part in numpy.unique_inverse(peek(as_array(x)))))


def unique_values(x: ArrayLike, /) -> Array:
    """Each element once.

    >>> frit.unique_values([5, 2, 5]).tolist()
    [2, 5]
    """
    import numpy

    return _core.asarray(numpy.unique(peek(as_array(x)), equal_nan=False))


def unique(x: ArrayLike, /, **options: Any) -> Any:
    """numpy.unique on computed values, with its options.

    >>> frit.unique([5, 2, 5]).tolist()
    [2, 5]
    """
    import numpy

    found = numpy.unique(peek(as_array(x)), **plain(options))
    if isinstance(found, tuple):
        return tuple(_core.asarray(part) for part in found)
    return _core.asarray(found)


def isin(
    x1: ArrayLike, x2: ArrayLike, /, *, invert: bool = False, assume_unique: bool = False
) -> Array:
    """Is each element of x1 among those of x2?

    >>> frit.isin([1, 2, 3], [2, 5]).tolist()
    [False, True, False]
    """
    import numpy

    first, second = (peek(x) for x in _core.promote(x1, x2))
    return _core.asarray(numpy.isin(first, second, invert=invert, assume_unique=assume_unique))


in1d = isin


# ---- counting


def bincount(x: ArrayLike, /, weights: ArrayLike | None = None, minlength: int = 0) -> Array:
    """How often each number from 0 on is there, or the sum of the weights where it is.

    >>> frit.bincount([1, 1, 3]).tolist()
    [0, 2, 0, 1]
    """
    import numpy

    heavy = None if weights is None else peek(as_array(weights))
    return _core.asarray(numpy.bincount(peek(as_array(x)), heavy, minlength))


def digitize(x: ArrayLike, bins: ArrayLike, /, right: bool = False) -> Array:
    """The number of the bin each element lies in.

    >>> frit.digitize([0.5, 1.5], [0.0, 1.0, 2.0]).tolist()
    [1, 2]
    """
    import numpy

    return _core.asarray(numpy.digitize(peek(as_array(x)), peek(as_array(bins)), right))


def histogram(
    x: ArrayLike, /, bins: Any = 10, range: Any = None, **options: Any
) -> tuple[Array, Array]:
    """How many elements lie in each bin, and the edges of the bins (numpy.histogram).

    >>> frit.histogram([1, 2, 1], bins=2)[0].tolist()
    [2, 1]
    """
    import numpy

    counts, found = numpy.histogram(*plain((as_array(x), bins, range)), **plain(options))
    return _core.asarray(counts), _core.asarray(found)
