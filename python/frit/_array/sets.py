"""Each element once, and what is in one array and another: by sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from .._errors import UnsupportedError
from .index import true_places, true_places_and
from .joining import concat
from .manipulation import ravel
from .types import ArrayLike, as_array, on_their_device, peek

if TYPE_CHECKING:
    from .array import Array


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


def _part(x: Array, start: int | None, stop: int | None) -> Array:
    return x._view_slice([start], [stop], [None])


def _gather(x: Array, places: Any) -> Array:
    return _core.apply("gather", (x, as_array(places)), "axes=[0]")


def _is_nan(x: Array) -> Array:
    return _core.binary("ne", x, x)


def _begins(row: Array, equal_nan: bool) -> Array:
    """Of a row in order: does an element differ from the one before it?"""
    later, earlier = _part(row, 1, None), _part(row, None, -1)
    differ = _core.binary("ne", later, earlier)
    if equal_nan and row.dtype.kind in "fc":
        both = _core.binary("and", _is_nan(later), _is_nan(earlier))
        differ = _core.binary("and", differ, _core.unary("not", both))
    return _core.apply("reshape_like", (concat([_yes(), differ]), row))


def _yes() -> Array:
    return _core.apply("reshape", (_core.scalar(True),), "shape=[1]")


def _true(mask: Array) -> Array:
    return as_array(true_places(mask)[0])


class _Once:
    """A row with each element once, and how it came about; each part is computed when it is asked for."""

    def __init__(self, x: Array, equal_nan: bool, placed: bool):
        self.row = ravel(x)
        self.order = _core.apply("argsort", (self.row,), "axis=0") if placed else None
        self.sorted = _core.apply("sort", (self.row,), "axis=0") if self.order is None else _gather(self.row, self.order)
        kept = [self.sorted] if self.order is None else [self.sorted, self.order]
        self.places, *kept = true_places_and(_begins(self.sorted, equal_nan), kept)
        self.sorted = kept[0]
        self.order = kept[1] if placed else None
        self.begins = _begins(self.sorted, equal_nan)
        self.values = _gather(self.sorted, self.places)

    def indices(self) -> Array:
        assert self.order is not None
        return _gather(self.order, self.places)

    def counts(self) -> Array:
        from .ordering import extent

        end = _core.apply("reshape", (extent(self.row, 0),), "shape=[1]")
        ends = concat([_part(self.places, 1, None), end])
        return _core.binary("sub", _core.apply("reshape_like", (ends, self.places)), self.places)

    def inverse(self) -> Array:
        assert self.order is not None
        number = _core.binary("sub", _core.apply("cumsum", (_core.cast(self.begins, _core.int64),), "axis=0"), 1)
        return _core.apply("scatter", (_core.binary("mul", number, 0), number, self.order), "axes=[0]")


def _empty(x: Array) -> bool:
    return 0 in x._shape


@on_their_device
def unique_all(x: ArrayLike, /) -> UniqueAll:
    """Each element once, where it is first, where each element went, and how often it is there.

    >>> frit.unique_all([5, 2, 5]).counts.tolist()
    [1, 2]
    """
    held = as_array(x)
    if _empty(held):
        return UniqueAll(*_of_nothing("unique_all", held))
    once = _Once(held, False, True)
    return UniqueAll(once.values, once.indices(), _shaped(once.inverse(), held), once.counts())


def _shaped(row: Array, like: Array) -> Array:
    return _core.apply("reshape_like", (row, like))


def _of_nothing(name: str, x: Array) -> Any:
    import numpy

    return (_core.asarray(part) for part in getattr(numpy, name)(peek(x)))


@on_their_device
def unique_counts(x: ArrayLike, /) -> UniqueCounts:
    """Each element once, and how often it is there.

    >>> frit.unique_counts([5, 2, 5]).values.tolist()
    [2, 5]
    """
    held = as_array(x)
    if _empty(held):
        return UniqueCounts(*_of_nothing("unique_counts", held))
    once = _Once(held, False, False)
    return UniqueCounts(once.values, once.counts())


@on_their_device
def unique_inverse(x: ArrayLike, /) -> UniqueInverse:
    """Each element once, and where each element went.

    >>> frit.unique_inverse([5, 2, 5]).inverse_indices.tolist()
    [1, 0, 1]
    """
    held = as_array(x)
    if _empty(held):
        return UniqueInverse(*_of_nothing("unique_inverse", held))
    once = _Once(held, False, True)
    return UniqueInverse(once.values, _shaped(once.inverse(), held))


@on_their_device
def unique_values(x: ArrayLike, /) -> Array:
    """Each element once, the smallest first.

    >>> frit.unique_values([5, 2, 5]).tolist()
    [2, 5]
    """
    # In order, as everybody expects who does not read that the standard leaves it open; NumPy's are not.
    return _values(as_array(x), False)


def _values(x: Array, equal_nan: bool) -> Array:
    return _core.unary("copy", ravel(x)) if _empty(x) else _Once(x, equal_nan, False).values


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

    x = as_array(ar)
    if axis is not None or _empty(x):
        wanted = (return_index, return_inverse, return_counts, axis)
        found: Any = numpy.unique(peek(x), *wanted, equal_nan=equal_nan, sorted=sorted)  # type: ignore[call-overload]
        if isinstance(found, tuple):
            return tuple(_core.asarray(part) for part in found)
        return _core.asarray(found)
    once = _Once(x, equal_nan, bool(return_index or return_inverse))
    parts = [once.values]
    if return_index:
        parts.append(once.indices())
    if return_inverse:
        parts.append(_shaped(once.inverse(), x))
    if return_counts:
        parts.append(once.counts())
    return tuple(parts) if len(parts) > 1 else parts[0]


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

    x, others = _core.promote(element, test_elements)
    if kind not in (None, "sort") or x.dtype.kind == "c" or _empty(others):
        options: Any = {"assume_unique": assume_unique, "invert": invert, "kind": kind}
        return _core.asarray(numpy.isin(peek(x), peek(others), **options))
    return _among(x, others, invert)


def _among(x: Array, others: Array, invert: bool) -> Array:
    from .ordering import extent

    row = _core.apply("sort", (ravel(others),), "axis=0")
    place = _core.apply("search", (row, x), "right=false")
    last = _core.binary("sub", extent(row, 0), 1)
    there = _gather(row, _core.binary("minimum", place, last))
    return _core.binary("ne" if invert else "eq", there, x)


# ---- of two arrays


@on_their_device
def union1d(ar1: ArrayLike, ar2: ArrayLike) -> Array:
    """Each element of either array once, in order.

    >>> frit.union1d([3, 1], [1, 2]).tolist()
    [1, 2, 3]
    """
    return _values(concat([ravel(as_array(ar1)), ravel(as_array(ar2))]), True)


def _both(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool) -> tuple[Array, Array]:
    """Two rows of one dtype, each element once."""
    x, y = _core.promote(ar1, ar2)
    rows = (ravel(x), ravel(y))
    return rows if assume_unique else (_values(rows[0], True), _values(rows[1], True))


@on_their_device
def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """What is in both arrays, in order.

    >>> frit.intersect1d([3, 1, 2], [1, 3]).tolist()
    [1, 3]
    """
    if return_indices:
        raise UnsupportedError("intersect1d with indices")
    x, y = _both(ar1, ar2, assume_unique)
    row = _core.apply("sort", (concat([x, y]),), "axis=0")
    twice = _core.binary("eq", _part(row, 1, None), _part(row, None, -1))
    return _gather(row, _true(twice))


@on_their_device
def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> Array:
    """What is in one of the arrays and not in the other, in order.

    >>> frit.setxor1d([3, 1, 2], [1, 3, 5]).tolist()
    [2, 5]
    """
    x, y = _both(ar1, ar2, assume_unique)
    row = _core.apply("sort", (concat([x, y]),), "axis=0")
    if _empty(row):
        return row
    new = _begins(row, False)
    last = concat([_part(new, 1, None), _yes()])
    return _gather(row, _true(_core.binary("and", new, _core.apply("reshape_like", (last, new)))))


@on_their_device
def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> Array:
    """What is in the first array and not in the second, in order (with assume_unique as it stands there).

    >>> frit.setdiff1d([3, 1, 2], [1, 5]).tolist()
    [2, 3]
    """
    x = as_array(ar1)
    row = ravel(x) if assume_unique else _values(x, True)
    wide, others = _core.promote(row, ar2)
    if _empty(others):
        return row
    if wide.dtype.kind == "c":
        raise UnsupportedError("setdiff1d of complex numbers")
    return _gather(row, _true(_among(wide, others, True)))
