"""Order: sorting, places in order, searching what is in order, and order statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, ShapeError, UnsupportedError
from .index import take, take_along_axis
from .manipulation import flip, moveaxis, ravel
from .types import (
    ArrayLike,
    Axis,
    as_array,
    ints,
    is_row_of_one,
    on_their_device,
    one_axis,
    peek,
    plain,
    some_axes,
    yes,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .array import Array


def check_kind(kind: Any, order: Any, stable: bool | None) -> None:
    """Which way of sorting is asked for. All are one here, which keeps equal elements in their order."""
    if order is not None:
        raise ArgumentError("order names fields of structures, which arrays do not have")
    if kind is not None and stable is not None:
        raise ArgumentError("kind and stable cannot both be given")
    if kind is not None and (not isinstance(kind, str) or kind[:1].lower() not in ("q", "h", "m", "s")):
        raise ArgumentError(f"kind is 'quicksort', 'heapsort', 'mergesort' or 'stable', not {kind!r}")


def _along(a: ArrayLike, axis: int | None) -> tuple[Array, int]:
    """An array and an axis of it: without one all elements are in a row."""
    x = as_array(a)
    if axis is None:
        return ravel(x), 0
    return x, one_axis(axis, x.ndim)


def extent(x: Array, axis: int) -> Array:
    """How many elements there are along an axis: in a trace a number that the run tells."""
    return _core.apply("extent", (x,), f"axis={axis}")


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
    """The elements in order along an axis, or all in one row; NaN comes last.

    >>> frit.sort([3, 1, 2], descending=True).tolist()
    [3, 2, 1]
    """
    check_kind(kind, order, stable)
    x, along = _along(a, axis)
    ordered = _core.apply("sort", (x,), f"axis={along}")
    return _core.unary("copy", flip(ordered, along)) if descending else ordered


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
    """The places of the elements in order along an axis. Equal elements keep their order.

    >>> frit.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    check_kind(kind, order, stable)
    x = as_array(a)
    x, along = _along(x, None if is_row_of_one(axis, x.ndim) else axis)
    if not descending:
        return _core.apply("argsort", (x,), f"axis={along}")
    # Backwards twice, so that equal elements keep their order.
    places = _core.apply("argsort", (flip(x, along),), f"axis={along}")
    last = _core.binary("sub", extent(x, along), 1)
    return _core.unary("copy", flip(_core.binary("sub", last, places), along))


def _check_kth(kth: Any, x: Array, along: int) -> None:
    """NumPy's conditions on the places that partition is told."""
    import numpy

    places = numpy.asarray(plain(kth))
    if places.dtype.kind not in "iub" or places.ndim > 1:
        raise TypeError("partition takes integers as places, one or a row of them")
    if places.size and not (-x._shape[along] <= places.min() and places.max() < x._shape[along]):
        raise ArgumentError(f"a place of {places.tolist()} is outside an axis of {x._shape[along]} elements")


def partition(a: ArrayLike, kth: Any, axis: int | None = -1, kind: Any = "introselect", order: Any = None) -> Array:
    """The elements in an order in which the kth is where sorting puts it, none before it larger. (All are in order.)

    >>> frit.partition([3, 1, 2], 1).tolist()
    [1, 2, 3]
    """
    x, along = _along(a, axis)
    _check_partition(kth, x, along, kind, order)
    return _core.apply("sort", (x,), f"axis={along}")


def argpartition(a: ArrayLike, kth: Any, axis: int | None = -1, kind: Any = "introselect", order: Any = None) -> Array:
    """The places that partition puts elements from.

    >>> frit.argpartition([3, 1, 2], 1).tolist()
    [1, 2, 0]
    """
    x, along = _along(a, axis)
    _check_partition(kth, x, along, kind, order)
    return _core.apply("argsort", (x,), f"axis={along}")


def _check_partition(kth: Any, x: Array, along: int, kind: Any, order: Any) -> None:
    if order is not None:
        raise ArgumentError("order names fields of structures, which arrays do not have")
    if kind != "introselect":
        raise ArgumentError(f"kind is 'introselect', not {kind!r}")
    _check_kth(kth, x, along)


@on_their_device
def lexsort(keys: Any, axis: int = -1) -> Array:
    """The places of elements in order by several keys, of which the last counts most.

    >>> frit.lexsort([[2, 1, 1], [0, 1, 0]]).tolist()
    [2, 0, 1]
    """
    from .manipulation import broadcast_arrays

    rows = list(keys) if isinstance(keys, (list, tuple)) else [keys[k] for k in range(len(keys))]
    if not rows:
        raise TypeError("lexsort needs one key or more")
    arrays = [as_array(row) for row in rows]
    if len({x._shape for x in arrays}) > 1:
        raise ShapeError(f"keys of the shapes {[x._shape for x in arrays]} do not fit together")
    if arrays[0].ndim == 0:
        return _core.cast(_core.binary("ne", arrays[0], arrays[0]), _core.int64)
    along = one_axis(axis, arrays[0].ndim)
    places = _core.apply("argsort", (arrays[0],), f"axis={along}")
    for x in broadcast_arrays(*arrays)[1:] if len(arrays) > 1 else []:
        again = _core.apply("argsort", (take_along_axis(x, places, along),), f"axis={along}")
        places = take_along_axis(places, again, along)
    return places


@on_their_device
def topk(x: ArrayLike, k: int, axis: int = -1, largest: bool = True) -> tuple[Array, Array]:
    """The k largest elements along an axis (or the smallest), in order, and their places. Of equal ones the first come first.

    >>> [part.tolist() for part in frit.topk([3, 9, 4], 2)]
    [[9, 4], [1, 2]]
    """
    held = as_array(x)
    along = one_axis(axis, held.ndim)
    if not 0 <= k <= held._shape[along]:
        raise ArgumentError(f"{k} of {held._shape[along]} elements are asked for")
    places = argsort(held, along, descending=largest)
    key = (slice(None),) * along + (slice(0, k),)
    first = _core.unary("copy", places[key])
    return take_along_axis(held, first, along), first


@on_their_device
def searchsorted(a: ArrayLike, v: ArrayLike, side: Any = "left", sorter: ArrayLike | None = None) -> Array:
    """Where elements of v would go into the sorted array a.

    >>> frit.searchsorted([1, 3, 5], [3, 4]).tolist()
    [1, 2]
    """
    if side not in ("left", "right"):
        raise ArgumentError(f"side is 'left' or 'right', not {side!r}")
    row, wanted = _core.promote(a, v)
    if row.ndim != 1:
        raise ArgumentError(f"searchsorted looks in an array of one axis, not of {row.ndim}")
    if row.dtype.kind == "c":
        raise UnsupportedError("searchsorted among complex numbers")
    if sorter is not None:
        places = as_array(sorter)
        if places.dtype.kind not in "iu":
            raise TypeError(f"sorter has integers, not {places.dtype}")
        if places._shape != row._shape:
            raise ArgumentError(f"sorter has {places._shape} places for {row._shape} elements")
        row = take(row, places)
    return _core.apply("search", (row, wanted), f"right={yes(side == 'right')}")


# ---- order statistics


def ranked(x: Array, places: Sequence[Array], axis: int) -> list[Array]:
    """The elements that stand at some places (each an i64 of rank 0) once x is in order along the axis."""
    row = _core.apply("stack", tuple(_core.cast(place, _core.int64) for place in places), "axis=0")
    found = _core.apply("ranked", (x, row), f"axis={axis}")
    keys = ((slice(None),) * axis + (k,) for k in range(len(places)))
    return [found[key] for key in keys]


def rows_of(a: ArrayLike, axis: Axis, keepdims: bool) -> tuple[Array, tuple[int, ...]]:
    """What is reduced, as the last axis; and where axes of one element go into the result."""
    x = as_array(a)
    if axis is None:
        return ravel(x), tuple(range(x.ndim)) if keepdims else ()
    axes = some_axes(axis, x.ndim)
    if len(axes) == 1:
        return moveaxis(x, axes[0], -1), axes if keepdims else ()
    rest = [k for k in range(x.ndim) if k not in axes]
    turned = _core.apply("transpose", (x,), f"perm={ints([*rest, *axes])}")
    shape = [x._shape[k] for k in rest]
    return _core.apply("reshape", (turned,), f"shape={ints([*shape, -1])}".replace("-1", "_")), axes if keepdims else ()


def fold_at(x: Array, indices: ArrayLike, fold: int, axis: int) -> Array:
    """Folds (0: sums, 1: products, 2: the largest, 3: the smallest) of what lies from each index up to the next."""
    from .reductions import wide_sum

    places = as_array(indices)
    if places.dtype.kind not in "iu" or places.ndim != 1:
        raise TypeError("reduceat takes a row of integers as indices")
    held = wide_sum(x, None) if fold < 2 else x
    return _core.apply("fold_at", (held, _core.cast(places, _core.int64)), f"axis={one_axis(axis, x.ndim)}, fold={fold}")


def check_order(x: Array, name: str) -> None:
    """There is no order of complex numbers here."""
    if x.dtype.kind == "c":
        raise DTypeError(f"{name} does not take complex numbers")


def known(x: Array) -> Any:
    """The values of an array where there are some yet; None while a program is recorded."""
    return None if x._placeholder else peek(x)
