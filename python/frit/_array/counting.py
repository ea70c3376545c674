"""How much lies where: counts of integers, bins, histograms; values between known ones."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, UnsupportedError
from .grids import linspace
from .index import below, must
from .joining import concat
from .manipulation import flip, ravel
from .ordering import argsort, extent
from .reductions import all as all_of
from .reductions import max as max_of
from .reductions import min as min_of
from .reductions import sum as sum_of
from .types import ArrayLike, as_array, is_integer, on_their_device, peek, plain, yes

if TYPE_CHECKING:
    from .array import Array


def _add_at(like: Array, places: Array, values: Array) -> Array:
    """Zeros of a row's extent and the values' dtype, with the values added where the places say."""
    zeros = _core.cast(_core.binary("mul", like, 0), values.dtype)
    return _core.apply("scatter", (zeros, values, places), "axes=[0], combine=add")


def _ones(like: Array) -> Array:
    one, like = _core.scalar(1, _core.int64), _core.cast(like, _core.int64)
    return _core.apply("select", (_core.scalar(True), one, like))


def _has(x: Array) -> bool:
    return 0 not in x._shape


@on_their_device
def bincount(x: ArrayLike, /, weights: ArrayLike | None = None, minlength: int = 0) -> Array:
    """How often each number from 0 on is there, or the sum of the weights where it is.

    >>> frit.bincount([1, 1, 3]).tolist()
    [0, 2, 0, 1]
    """
    held = as_array(x)
    if held.ndim != 1:
        raise ArgumentError(f"bincount takes a row, not an array of {held.ndim} axes")
    if held.dtype.kind not in "biu" and _has(held) or held.dtype == _core.uint64:
        raise TypeError(f"bincount counts integers, and {held.dtype} cannot be cast to int64 safely")
    if operator.index(minlength) < 0:
        raise ArgumentError("minlength is not negative")
    heavy = None if weights is None else as_array(weights)
    if heavy is not None and heavy._shape != held._shape:
        raise ArgumentError(f"weights of shape {heavy._shape} for numbers of shape {held._shape}")
    if heavy is not None and heavy.dtype.kind == "c":
        raise TypeError("weights are real numbers")
    numbers = _core.cast(held, _core.int64)
    least = _core.scalar(operator.index(minlength) - 1, _core.int64)
    if not _has(held):
        length = _core.binary("add", least, 1)
    else:
        length = _core.binary("add", _core.binary("maximum", max_of(numbers), least), 1)
        good = _core.binary("ge", min_of(numbers), 0)
        length = must(good, length, lambda: ArgumentError("bincount: 'list' argument must have no negative elements"))
    values = _ones(numbers) if heavy is None else _core.cast(heavy, _core.float64)
    return _add_at(below(length), numbers, values)


# ---- bins


@on_their_device
def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> Array:
    """The number of the bin each element lies in.

    >>> frit.digitize([0.5, 1.5], [0.0, 1.0, 2.0]).tolist()
    [1, 2]
    """
    held, edges = as_array(x), as_array(bins)
    if held.dtype.kind == "c":
        raise TypeError("x may not be complex")
    if edges.ndim != 1:
        raise ArgumentError(f"the edges of bins are a row, and not an array of {edges.ndim} axes")
    edges, held = _core.promote(edges, held)
    side = f"right={yes(not right)}"
    rising = _in_order(edges)
    falling = _in_order(flip(edges, 0))
    up = _core.apply("search", (edges, held), side)
    down = _core.binary("sub", extent(edges, 0), _core.apply("search", (flip(edges, 0), held), side))
    found = _core.apply("select", (rising, up, down))
    wrong = "bins must be monotonically increasing or decreasing"
    return must(_core.binary("or", rising, falling), found, lambda: ArgumentError(wrong))


def _part(x: Array, start: int | None, stop: int | None) -> Array:
    return x._view_slice([start], [stop], [None])


def _in_order(row: Array, op: str = "le") -> Array:
    return all_of(_core.binary(op, _part(row, None, -1), _part(row, 1, None)))


def _outer(x: Array, range: Any) -> tuple[Any, Any]:
    """The first and the last edge of even bins; of what is not a finite range the failure."""
    if range is not None:
        first, last = range
        if not isinstance(first, _core.ArrayBase) and not isinstance(last, _core.ArrayBase):
            if first > last:
                raise ArgumentError("max must be larger than min in range parameter.")
            if not (abs(first) < float("inf") and abs(last) < float("inf")):
                raise ArgumentError(f"supplied range of [{first}, {last}] is not finite")
            return (first - 0.5, last + 0.5) if first == last else (first, last)
        first, last = as_array(first), as_array(last)
        good = _core.binary("and", _core.binary("le", first, last), _finite(first, last))
        failure = "max must be larger than min in range parameter, and both finite"
    elif not _has(x):
        return 0, 1
    else:
        first, last = min_of(x), max_of(x)
        good, failure = _finite(first, last), "autodetected range of the elements is not finite"
    first = must(good, first, lambda: ArgumentError(failure))
    half = _core.apply("select", (_core.binary("eq", first, last), as_array(0.5), as_array(0.0)))
    if first.dtype.kind == "f":
        half = _core.cast(half, first.dtype)
    return _core.binary("sub", first, half), _core.binary("add", last, half)


def _finite(first: Array, last: Array) -> Array:
    if first.dtype.kind != "f" and last.dtype.kind != "f":
        return _core.binary("eq", first, first)
    return _core.binary("and", _core.unary("isfinite", as_float(first)), _core.unary("isfinite", as_float(last)))


def as_float(x: Array) -> Array:
    """Integers as float64."""
    return x if x.dtype.kind == "f" else _core.cast(x, _core.float64)


class _Bins:
    """Bins of one axis: their edges, and in which one each element of a row lies (their number: in none)."""

    def __init__(self, x: Array, bins: Any, range: Any):
        self.x = x
        self.even = is_integer(bins)
        if self.even:
            self.count = operator.index(bins)
            if self.count < 1:
                raise ArgumentError("`bins` must be positive, when an integer")
            self._make_even(range)
            return
        if isinstance(bins, str):
            raise UnsupportedError("numbers of bins that are found out")
        edges = as_array(bins)
        if edges.ndim == 0:
            raise TypeError("`bins` must be an integer, a string, or an array")
        if edges.ndim != 1:
            raise ArgumentError("`bins` must be 1d, when an array")
        if edges.dtype.kind == "c" or x.dtype.kind == "c":
            raise UnsupportedError("bins of complex numbers")
        failure = "`bins` must increase monotonically, when an array"
        self.edges = must(_in_order(edges), edges, lambda: ArgumentError(failure))
        self.count = edges._shape[0] - 1
        self.total = _core.binary("sub", extent(edges, 0), 1)

    def _make_even(self, range: Any) -> None:
        x = self.x
        if x.dtype.kind == "c":
            raise UnsupportedError("bins of complex numbers")
        self.first, self.last = _outer(x, range)
        kind = _core.result_type(self.first, self.last, x)
        self.dtype = kind if kind.kind == "f" else _core.result_type(kind, _core.float64)
        self.edges = linspace(self.first, self.last, self.count + 1, dtype=self.dtype)
        failure = f"Too many bins for data range. Cannot create {self.count} finite-sized bins."
        self.edges = must(_in_order(self.edges, "lt"), self.edges, lambda: ArgumentError(failure))
        self.total = _core.scalar(self.count, _core.int64)

    def places(self) -> Array:
        """The bin of each element."""
        return self._even_places() if self.even else self._uneven_places()

    def _even_places(self) -> Array:
        first, last = (_core.cast(as_array(end), self.dtype) for end in (self.first, self.last))
        x = _core.cast(self.x, self.dtype)
        inside = _core.binary("and", _core.binary("ge", x, first), _core.binary("le", x, last))
        safe = _core.apply("select", (inside, x, first))
        at = _core.binary("mul", _core.binary("div", _core.binary("sub", safe, first), _core.binary("sub", last, first)), self.count)
        place = _core.cast(at, _core.int64)
        place = _core.binary("minimum", place, self.count - 1)
        # What was rounded to the bin beside it is put right: its edges say which one it is.
        low = _core.apply("gather", (self.edges, place), "axes=[0]")
        place = _core.binary("sub", place, _core.cast(_core.binary("lt", safe, low), _core.int64))
        high = _core.apply("gather", (self.edges, _core.binary("add", place, 1)), "axes=[0]")
        more = _core.binary("and", _core.binary("ge", safe, high), _core.binary("ne", place, self.count - 1))
        place = _core.binary("add", place, _core.cast(more, _core.int64))
        return _core.apply("select", (inside, place, self.total))

    def _uneven_places(self) -> Array:
        edges, x = _core.promote(self.edges, self.x)
        place = _core.binary("sub", _core.apply("search", (edges, x), "right=true"), 1)
        last = _core.apply("gather", (edges, self.total), "axes=[0]")
        at_end = _core.binary("eq", x, last)
        place = _core.apply("select", (at_end, _core.binary("sub", self.total, 1), place))
        good = _core.binary("and", _core.binary("ge", place, 0), _core.binary("lt", place, self.total))
        return _core.apply("select", (good, place, self.total))

    def like(self) -> Array:
        """A row with an element for each bin, and one more."""
        return _core.cast(_core.apply("iota", (), f"shape=[{self.count + 1}], axis=0, to=i64"), _core.int64)


def _density(counts: Array, edges: Sequence[Array]) -> Array:
    result = _core.cast(counts, _core.float64) if counts.dtype.kind != "c" else counts
    total = sum_of(result)
    for axis, row in enumerate(edges):
        width = _core.cast(_core.binary("sub", _part(row, 1, None), _part(row, None, -1)), _core.float64)
        shape = [1] * counts.ndim
        shape[axis] = -1
        result = result / width._view_reshape(tuple(shape))
    return result / total


def _weights(weights: ArrayLike | None, x: Array) -> Array | None:
    if weights is None:
        return None
    heavy = as_array(weights)
    if heavy._shape != x._shape:
        raise ArgumentError("weights should have the same shape as a.")
    return ravel(heavy)


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
    x = as_array(a)
    if isinstance(bins, str):
        return _by_numpy(x, bins, range, density, weights)
    heavy = _weights(weights, x)
    row = ravel(x)
    if row.dtype.kind == "b":
        row = _core.cast(row, _core.uint8)
    found = _Bins(row, bins, range)
    values = _ones(_core.cast(row, _core.int64)) if heavy is None else heavy
    if values.dtype.kind == "b" or (values.dtype.kind == "f" and values.dtype.itemsize < 4):
        raise UnsupportedError(f"weights of {values.dtype}")
    wide = values if values.dtype.kind in "iuc" else _core.cast(values, _core.float64)
    counts = _part(_add_at(found.like(), found.places(), wide), None, -1)
    counts = _core.cast(counts, values.dtype)
    if density:
        return _density(counts, [found.edges]), found.edges
    return _core.unary("copy", counts), found.edges


def bin_edges(x: Array, bins: Any, range: Any) -> Array:
    """The edges of bins alone."""
    row = ravel(x)
    return _Bins(_core.cast(row, _core.uint8) if row.dtype.kind == "b" else row, bins, range).edges


def _by_numpy(x: Array, bins: Any, range: Any, density: Any, weights: Any) -> tuple[Array, Array]:
    """Where it is NumPy that finds out how many bins there are, from values."""
    import numpy

    heavy = None if weights is None else peek(as_array(weights))
    counts, found = numpy.histogram(peek(x), plain(bins), plain(range), density, heavy)
    return _core.asarray(counts), _core.asarray(found)


@on_their_device
def histogramdd(
    sample: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: ArrayLike | None = None
) -> tuple[Array, tuple[Array, ...]]:
    """How many points lie in each box of a grid, and the grid's edges along each axis (numpy.histogramdd).

    >>> frit.histogramdd([[0.0, 0.0], [1.0, 1.0]], bins=2)[0].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    if isinstance(sample, (tuple, list)) and not isinstance(sample[0], (tuple, list)):
        rows = [as_array(row) for row in sample]
    else:
        held = as_array(sample)
        held = held if held.ndim == 2 else held._view_reshape((-1, 1))
        rows = [held[:, k] for k in _range(held._shape[1])]
    each = [bins] * len(rows) if is_integer(bins) else list(bins)
    if len(each) != len(rows):
        raise ArgumentError("The dimension of bins must be equal to the dimension of the sample x.")
    ranges = [None] * len(rows) if range is None else list(range)
    if len(ranges) != len(rows):
        raise ArgumentError("range argument must have one entry per dimension")
    axes = [_Grid(row, number, ends) for row, number, ends in zip(rows, each, ranges)]
    place, good = axes[0].places()
    for axis in axes[1:]:
        own, also = axis.places()
        place = _core.binary("add", _core.binary("mul", place, axis.count), own)
        good = _core.binary("and", good, also)
    total = 1
    for axis in axes:
        total *= axis.count
    values = _core.cast(_ones(place), _core.float64) if weights is None else _core.cast(as_array(weights), _core.float64)
    place = _core.apply("select", (good, place, _core.scalar(total, _core.int64)))
    like = _core.apply("iota", (), f"shape=[{total + 1}], axis=0, to=i64")
    counts = _core.unary("copy", _part(_add_at(like, place, values), None, -1))
    counts = counts._view_reshape(tuple(axis.count for axis in axes))
    edges = tuple(axis.edges for axis in axes)
    return (_density(counts, edges) if density else counts), edges


_range = range


class _Grid(_Bins):
    """Bins of one axis of several: elements are looked up among the edges, the last of which belongs to the last bin."""

    def __init__(self, x: Array, bins: Any, ends: Any):
        super().__init__(x, bins, ends)
        if self.even and self.edges.dtype != _core.float64:
            self.edges = linspace(self.first, self.last, self.count + 1)

    def places(self) -> Any:
        edges, x = _core.promote(self.edges, self.x)
        place = _core.binary("sub", _core.apply("search", (edges, x), "right=true"), 1)
        last = _core.apply("gather", (edges, self.total), "axes=[0]")
        at_end = _core.binary("eq", x, last)
        place = _core.binary("sub", place, _core.cast(at_end, _core.int64))
        good = _core.binary("and", _core.binary("ge", place, 0), _core.binary("lt", place, self.total))
        return place, good


@on_their_device
def histogram2d(
    x: ArrayLike, y: ArrayLike, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None
) -> tuple[Array, Array, Array]:
    """How many points lie in each box of a grid, and the grid's edges along x and y (numpy.histogram2d).

    >>> frit.histogram2d([0.0, 1.0], [0.0, 1.0], bins=2)[0].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    rows = [as_array(x), as_array(y)]
    if len({row._shape for row in rows}) > 1:
        raise ArgumentError("x and y must have the same length.")
    each = bins
    if not is_integer(bins) and len(bins) not in (1, 2):
        each = [as_array(bins), as_array(bins)]
    counts, edges = histogramdd(rows, each, range, density, weights)
    return counts, edges[0], edges[1]


# ---- between known values


@on_their_device
def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: Any = None,
    right: Any = None,
    period: Any = None,
) -> Array:
    """Values between those known at some places, which rise; outside the first and the last, or left and right.

    >>> frit.interp([0.5, 3.0], [0, 1, 2], [0, 10, 20]).tolist()
    [5.0, 20.0]
    """
    values = as_array(fp)
    if "c" in (as_array(x).dtype.kind, as_array(xp).dtype.kind):
        raise TypeError("Cannot cast array data from complex128 to float64: interp takes real places")
    dtype = _core.complex128 if values.dtype.kind == "c" else _core.float64
    at, places, values = (_core.cast(as_array(part), kind) for part, kind in ((x, _core.float64), (xp, _core.float64), (values, dtype)))
    if places.ndim != 1 or values.ndim != 1:
        raise ArgumentError("Data points must be 1-D sequences")
    if places._shape != values._shape:
        raise ArgumentError("fp and xp are not of the same length.")
    if not _has(places):
        raise ArgumentError("array of sample points is empty")
    if period is not None:
        at, places, values = _periodic(at, places, values, period)
        left = right = None
    last = _core.binary("sub", extent(places, 0), 1)
    above = _core.apply("search", (places, at), "right=true")
    first = _core.binary("maximum", _core.binary("sub", above, 1), 0)
    place = _core.binary("maximum", _core.binary("minimum", first, _core.binary("sub", last, 1)), 0)
    beside = _core.binary("minimum", _core.binary("add", place, 1), last)
    x0, x1, y0, y1 = (
        _core.apply("gather", (row, k), "axes=[0]") for row in (places, values) for k in (place, beside)
    )
    slope = _core.binary("div", _core.binary("sub", y1, y0), _core.cast(_core.binary("sub", x1, x0), dtype))
    result = _core.binary("add", _core.binary("mul", slope, _core.cast(_core.binary("sub", at, x0), dtype)), y0)
    if dtype == _core.float64:  # infinite neighbours: seen from the other side, or a step
        other = _core.binary("add", _core.binary("mul", slope, _core.binary("sub", at, x1)), y1)
        nan = _core.unary("isnan", result)
        result = _core.apply("select", (nan, other, result))
        still = _core.binary("and", _core.unary("isnan", result), _core.binary("eq", y0, y1))
        result = _core.apply("select", (still, y0, result))
    exact = _core.binary("eq", at, x0)
    result = _core.apply("select", (exact, y0, result))
    low, high = (_core.apply("gather", (values, k), "axes=[0]") for k in (_core.scalar(0, _core.int64), last))
    row_low, row_high = (_core.apply("gather", (places, k), "axes=[0]") for k in (_core.scalar(0, _core.int64), last))
    result = _core.apply("select", (_core.binary("eq", at, row_high), high, result))
    ends = [as_array(end) if given is None else _core.cast(as_array(given), dtype) for end, given in ((low, left), (high, right))]
    result = _core.apply("select", (_core.binary("lt", at, row_low), ends[0], result))
    result = _core.apply("select", (_core.binary("gt", at, row_high), ends[1], result))
    return _core.apply("select", (_core.unary("isnan", at), _core.cast(at, dtype), result))


def _periodic(at: Array, places: Array, values: Array, period: Any) -> tuple[Array, Array, Array]:
    if not isinstance(period, _core.ArrayBase) and period == 0:
        raise ArgumentError("period must be a non-zero value")
    size = _core.unary("abs", _core.cast(as_array(period), _core.float64))
    at, places = _core.binary("remainder", at, size), _core.binary("remainder", places, size)
    order = argsort(places)
    places, values = (_core.apply("gather", (row, order), "axes=[0]") for row in (places, values))
    places = concat([_part(places, -1, None) - size, places, _part(places, None, 1) + size])
    return at, places, concat([_part(values, -1, None), values, _part(values, None, 1)])
