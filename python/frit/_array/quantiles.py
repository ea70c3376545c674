"""The middle element and its like, of all or of what is not NaN: by order statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError
from .index import must, take_along_axis
from .joining import concat
from .manipulation import moveaxis, ravel
from .ordering import check_order, extent, rows_of
from .reductions import finish, reduce
from .types import ArrayLike, Axis, as_array, ints, is_number, on_their_device, peek, plain

if TYPE_CHECKING:
    from .array import Array


def _by_numpy(name: str, a: ArrayLike, *arguments: Any, out: Any, **options: Any) -> Array:
    """On computed values: of nothing, with weights, by rare methods."""
    import numpy

    values = peek(as_array(a))
    found = getattr(numpy, name)(values, *arguments, **options)
    return finish(_core.asarray(numpy.asarray(found)), out)


def _nothing(x: Array) -> bool:
    return 0 in x._shape


def _half(x: Array) -> Array:
    """What a middle is computed in: f16 and bf16 in f32, integers in f64."""
    if x.dtype.kind != "f":
        return _core.cast(x, _core.float64)
    return _core.cast(x, _core.float32) if x.dtype.itemsize < 4 else x


def _middle(low: Array, high: Array, dtype: _core.DType) -> Array:
    a, b = _half(low), _half(high)
    mean = _core.binary("div", _core.binary("add", a, b), 2)
    mean = _core.apply("select", (_core.binary("eq", a, b), a, mean))
    return _core.cast(mean, dtype if dtype.kind == "f" else _core.float64)


def _put_axes(result: Array, axes: tuple[int, ...], before: int = 0) -> Array:
    """keepdims: axes of one element where they were."""
    return _core.apply("expand_dims", (result,), f"axes={ints([k + before for k in axes])}") if axes else result


def _stand(rows: Array, places: Array) -> Array:
    return _core.apply("ranked", (rows, places), f"axis={rows.ndim - 1}")


def _last(x: Array, k: int) -> Array:
    """Element k along the last axis."""
    return x[(Ellipsis, k)]


def _row(*numbers: Array) -> Array:
    return _core.apply("stack", tuple(_core.cast(as_array(n), _core.int64) for n in numbers), "axis=0")


@on_their_device
def median(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> Array:
    """The middle element. (overwrite_input is taken and means nothing.)

    >>> float(frit.median([1, 9, 2]))
    2.0
    """
    x = as_array(a)
    if _nothing(x) or x.dtype.kind in "cb":
        return _by_numpy("median", x, axis, out=out, keepdims=keepdims)
    rows, axes = rows_of(x, axis, keepdims)
    n = extent(rows, rows.ndim - 1)
    last = _core.binary("sub", n, 1)
    places = _row(_core.binary("floor_div", last, 2), _core.binary("floor_div", n, 2), last)
    found = _stand(rows, places)
    result = _middle(_last(found, 0), _last(found, 1), x.dtype)
    if x.dtype.kind == "f":
        result = _core.apply("select", (_core.unary("isnan", _last(found, 2)), _last(found, 2), result))
    return finish(_put_axes(result, axes), out)


@on_their_device
def nanmedian(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> Array:
    """The middle of the elements that are not NaN.

    >>> float(frit.nanmedian([1.0, float("nan"), 9.0, 2.0]))
    2.0
    """
    x = as_array(a)
    if x.dtype.kind != "f":
        return median(x, axis, out, overwrite_input, keepdims)
    if _nothing(x):
        return _by_numpy("nanmedian", x, axis, out=out, keepdims=keepdims)
    rows, axes = rows_of(x, axis, keepdims)
    ordered, count = _without_nan(rows)
    most = _core.binary("maximum", _core.binary("sub", count, 1), 0)
    places = _core.apply("concat", (_core.binary("floor_div", most, 2), _core.binary("floor_div", count, 2)), f"axis={rows.ndim - 1}")
    found = take_along_axis(ordered, _core.binary("minimum", places, _core.binary("sub", extent(rows, rows.ndim - 1), 1)), -1)
    return finish(_put_axes(_middle(_last(found, 0), _last(found, 1), x.dtype), axes), out)


def _without_nan(rows: Array) -> tuple[Array, Array]:
    """Rows in order, with NaN last; and how many elements of each are none, along an axis of one."""
    ordered = _core.apply("sort", (rows,), f"axis={rows.ndim - 1}")
    count = reduce("count", rows, rows.ndim - 1, True, ", omit_nan=true")
    return ordered, _core.cast(count, _core.int64)


# ---- quantiles

_WHOLE = frozenset({"lower", "higher", "nearest"})  # which give elements as they are
_METHODS = _WHOLE | {"linear", "midpoint"}


class _Fractions:
    """The fractions that are asked for, as a row."""

    def __init__(self, q: Any, per_cent: bool):
        self.weak = is_number(q) and not isinstance(q, bool)
        given = as_array(q)
        self.shape = given._shape
        self.rank = given.ndim
        if given.dtype.kind == "c":
            raise TypeError("quantiles are real numbers")
        row = given if given.dtype.kind == "f" else _core.cast(given, _core.float64)
        self.whole = given.dtype.kind in "iub" and not per_cent
        if per_cent:
            row = _core.binary("div", row, 100)
            text = "Percentiles must be in the range [0, 100]"
        else:
            text = "Quantiles must be in the range [0, 1]"
        inside = _core.binary("and", _core.binary("ge", row, 0), _core.binary("le", row, 1))
        good = reduce("all", inside, None, False)
        self.row = ravel(must(good, row, lambda: ArgumentError(text)))


def _places(virtual: Array, last: Array, method: str) -> tuple[Array, Array, Array]:
    """Which elements in order a fraction lies between, and how far from the first of them."""
    low = _core.unary("floor", virtual)
    if method == "higher":
        low = _core.unary("ceil", virtual)
    elif method == "nearest":
        low = _core.unary("round", virtual)
    share = _core.binary("sub", virtual, low)
    if method == "midpoint":
        share = _core.apply("select", (_core.binary("gt", share, 0), _like(share, 0.5), _like(share, 0.0)))
    first = _core.binary("minimum", _core.cast(low, _core.int64), last)
    second = first
    if method in ("linear", "midpoint"):
        second = _core.binary("minimum", _core.binary("add", first, 1), last)
    return first, second, share


def _like(x: Array, number: float) -> Array:
    return _core.scalar(number, x.dtype)


def _between(first: Array, second: Array, share: Array, weak: bool) -> Array:
    """A point on the way from the one to the other, reckoned from the nearer one."""
    far = _core.binary("ge", share, 0.5)
    if weak and first.dtype.kind == "f":
        share = _core.cast(share, first.dtype)
    way = _core.binary("sub", second, first)
    near = _core.binary("add", first, _core.binary("mul", way, share))
    other = _core.binary("sub", second, _core.binary("mul", way, _core.binary("sub", 1, share)))
    return _core.apply("select", (far, other, near))


def _quantiles(name: str, a: ArrayLike, q: Any, axis: Axis, out: Any, method: Any, keepdims: bool, weights: Any) -> Array:
    x = as_array(a)
    without = name.startswith("nan")
    check_order(x, name)
    rare = weights is not None or method not in _METHODS or x.dtype.kind == "b" or _nothing(x)
    if not rare and as_array(q).dtype.kind in "iub" and "percentile" not in name:
        rare = True  # whole places: elements themselves
    if rare or as_array(q).ndim > 1:
        options = {"method": method, "keepdims": keepdims, "weights": plain(weights)}
        return _by_numpy(name, x, plain(q), axis, out=out, **options)
    asked = _Fractions(q, "percentile" in name)
    rows, axes = rows_of(x, axis, keepdims)
    end = rows.ndim - 1
    if without and x.dtype.kind == "f":
        ordered, count = _without_nan(rows)
        last = _core.binary("maximum", _core.binary("sub", count, 1), 0)
        first, second, share = _places(_core.binary("mul", _core.cast(last, asked.row.dtype), asked.row), last, method)
        low, high = take_along_axis(ordered, first, -1), take_along_axis(ordered, second, -1)
        result = low if method in _WHOLE else _between(low, high, share, asked.weak)
    else:
        last = _core.binary("sub", extent(rows, end), 1)
        virtual = _core.binary("mul", _core.cast(last, asked.row.dtype), asked.row)
        first, second, share = _places(virtual, last, method)
        m = asked.row._shape[0]
        found = _stand(rows, concat([first, second, _core.apply("reshape", (last,), "shape=[1]")]))
        low, high = found[..., :m], found[..., m : 2 * m]
        result = low if method in _WHOLE else _between(low, high, share, asked.weak)
        if x.dtype.kind == "f":
            nan = found[..., 2 * m :]
            result = _core.apply("select", (_core.unary("isnan", nan), _core.cast(nan, result.dtype), result))
    if not asked.rank:
        result = _last(result, 0)
    else:
        result = moveaxis(result, -1, 0)
    result = _put_axes(result, axes, asked.rank)
    return finish(result if not asked.rank else _core.unary("copy", result), out)


@on_their_device
def quantile(
    a: ArrayLike,
    q: Any,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: Any = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Array:
    """The element below which a fraction q lies. (overwrite_input is taken and means nothing.)

    >>> float(frit.quantile([1.0, 2.0, 3.0], 0.5))
    2.0
    """
    return _quantiles("quantile", a, q, axis, out, method, keepdims, weights)


@on_their_device
def percentile(
    a: ArrayLike,
    q: Any,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: Any = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Array:
    """The element below which q per cent lie. (overwrite_input is taken and means nothing.)

    >>> float(frit.percentile([1.0, 2.0, 3.0], 50))
    2.0
    """
    return _quantiles("percentile", a, q, axis, out, method, keepdims, weights)


@on_their_device
def nanquantile(
    a: ArrayLike,
    q: Any,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: Any = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Array:
    """The element below which a fraction q of those lies that are not NaN.

    >>> float(frit.nanquantile([1.0, float("nan"), 3.0], 0.5))
    2.0
    """
    return _quantiles("nanquantile", a, q, axis, out, method, keepdims, weights)


@on_their_device
def nanpercentile(
    a: ArrayLike,
    q: Any,
    axis: Axis = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: Any = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> Array:
    """The element below which q per cent of those lie that are not NaN.

    >>> float(frit.nanpercentile([1.0, float("nan"), 3.0], 50))
    2.0
    """
    return _quantiles("nanpercentile", a, q, axis, out, method, keepdims, weights)
