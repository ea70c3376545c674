"""Sums, extremes, means and what else becomes smaller along axes; running sums; softmax."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from . import _core
from ._elementwise import as_bool
from ._errors import ArgumentError, DTypeError
from ._types import (
    ArrayLike,
    Axis,
    DTypeLike,
    as_array,
    as_dtype,
    ints,
    is_integer,
    one_axis,
    peek,
    plain,
    some_axes,
    store,
    yes,
)

if TYPE_CHECKING:
    from ._array import Array

__all__ = [
    "all",
    "amax",
    "amin",
    "any",
    "average",
    "log_softmax",
    "logsumexp",
    "max",
    "mean",
    "median",
    "min",
    "nanmax",
    "nanmean",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
    "percentile",
    "prod",
    "ptp",
    "quantile",
    "softmax",
    "std",
    "sum",
    "var",
]

_NONE = object()


# ---- along which axes


def reduce(op: str, x: Array, axis: Axis, keepdims: bool, more: str = "") -> Array:
    """One of the reductions of the op table."""
    if axis is None or x.ndim == 0:
        if axis is not None:
            some_axes(axis, 0)
        return _core.apply(op, (x,), f"keepdims={yes(keepdims)}{more}")
    axes = some_axes(axis, x.ndim)
    if not axes:  # nothing is reduced but a new axis of one element
        x, axes, keepdims = _core.apply("expand_dims", (x,), f"axes=[{x.ndim}]"), (x.ndim,), False
    return _core.apply(op, (x,), f"axes={ints(axes)}, keepdims={yes(keepdims)}{more}")


def check_not_empty(x: Array, axis: Axis, name: str) -> None:
    """The largest of nothing is no number. Programs are made for empty and other arrays apart."""
    if 0 not in x._shape:
        return
    axes = range(x.ndim) if axis is None else some_axes(axis, x.ndim)
    if builtins.any(x._shape[k] == 0 for k in axes):
        raise ArgumentError(f"{name} of nothing: the array has no elements along the axes reduced")


def finish(result: Array, out: Any) -> Array:
    return result if out is None else store(out, result)


def _keep(x: Array, where: Any, other: Any) -> Array:
    """The elements where `where` is true, the other number elsewhere."""
    if where is True:
        return x
    return _core.apply("select", (as_bool(where), x, _core.scalar(other, x.dtype)))


# ---- sums and products


def wide_sum(x: Array, dtype: DTypeLike) -> Array:
    """Small integers and bools are added up as 64-bit ones, unless a dtype is asked for."""
    if dtype is not None:
        return _core.cast(x, as_dtype(dtype))
    if x.dtype.kind in "bi":
        return _core.cast(x, _core.int64)
    return _core.cast(x, _core.uint64) if x.dtype.kind == "u" else x


def sum(
    x: ArrayLike,
    /,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The sum along axes (all when there is none).

    >>> frit.sum([[1, 2], [3, 4]], axis=0).tolist()
    [4, 6]
    """
    x = _keep(wide_sum(as_array(x), dtype), where, 0)
    result = reduce("any" if x.dtype.kind == "b" else "sum", x, axis, keepdims)
    return finish(result if initial is None else _core.binary("add", result, initial), out)


def prod(
    x: ArrayLike,
    /,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The product along axes.

    >>> int(frit.prod([1, 2, 3, 4]))
    24
    """
    x = _keep(wide_sum(as_array(x), dtype), where, 1)
    result = reduce("all" if x.dtype.kind == "b" else "prod", x, axis, keepdims)
    return finish(result if initial is None else _core.binary("mul", result, initial), out)


# ---- extremes

_BOOL_OPS = {"max": "any", "min": "all"}
_PAIR_OPS = {"max": "maximum", "min": "minimum"}


def _extreme(
    op: str, x: ArrayLike, axis: Axis, out: Any, keepdims: bool, initial: Any, where: Any
) -> Array:
    x = as_array(x)
    if x.dtype.kind == "c":
        raise DTypeError(f"{op} does not take complex numbers")
    if initial is None:
        if where is not True:
            raise ArgumentError(f"{op} with where= needs initial=: nothing may be left over")
        check_not_empty(x, axis, op)
    else:
        x, start = _core.promote(x, initial)
        if where is not True:
            x = _core.apply("select", (as_bool(where), x, start))
    result = reduce(_BOOL_OPS[op] if x.dtype.kind == "b" else op, x, axis, keepdims)
    if initial is not None:
        result = _core.binary(_PAIR_OPS[op], result, start)
    return finish(result, out)


def max(
    x: ArrayLike,
    /,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The largest element along axes; NaN if any is.

    >>> frit.max([[1, 5], [3, 2]], axis=1).tolist()
    [5, 3]
    """
    return _extreme("max", x, axis, out, keepdims, initial, where)


def min(
    x: ArrayLike,
    /,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The smallest element along axes; NaN if any is.

    >>> frit.min([[1, 5], [3, 2]], axis=1).tolist()
    [1, 2]
    """
    return _extreme("min", x, axis, out, keepdims, initial, where)


amax, amin = max, min


def ptp(x: ArrayLike, /, axis: Axis = None, out: Any = None, keepdims: bool = False) -> Array:
    """The largest minus the smallest element.

    >>> int(frit.ptp([3, 9, 4]))
    6
    """
    x = as_array(x)
    high, low = max(x, axis, keepdims=keepdims), min(x, axis, keepdims=keepdims)
    return finish(_core.binary("sub", high, low), out)


# ---- truth


def any(
    x: ArrayLike,
    /,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Array:
    """Is some element not zero?

    >>> bool(frit.any([0, 2]))
    True
    """
    return finish(reduce("any", _keep(as_bool(x), where, False), axis, keepdims), out)


def all(
    x: ArrayLike,
    /,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Array:
    """Is no element zero?

    >>> bool(frit.all([0, 2]))
    False
    """
    return finish(reduce("all", _keep(as_bool(x), where, True), axis, keepdims), out)


# ---- means


def as_inexact(x: ArrayLike, dtype: DTypeLike = None) -> Array:
    """Integers as float64, unless a dtype is asked for."""
    x = as_array(x)
    if dtype is not None:
        return _core.cast(x, as_dtype(dtype))
    return _core.cast(x, _core.float64) if x.dtype.kind in "biu" else x


def _count(x: Array, axis: Axis, keepdims: bool, where: Any) -> Array:
    """How many elements are looked at, as an array of x's dtype."""
    if where is True:
        return _core.cast(reduce("count", x, axis, keepdims), x.dtype)
    one = _core.apply("select", (as_bool(where), _core.scalar(1), _core.scalar(0)))
    one = _core.apply("select", (_core.scalar(True), one, _core.cast(x, _core.int64)))
    return _core.cast(reduce("sum", one, axis, keepdims), x.dtype)


def mean(
    x: ArrayLike,
    /,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Array:
    """The mean along axes. Means of integers are float64.

    >>> float(frit.mean([1, 2, 6]))
    3.0
    """
    x = as_inexact(x, dtype)
    if where is True and x.dtype.kind in "fc":
        return finish(reduce("mean", x, axis, keepdims), out)
    total = reduce("sum", _keep(x, where, 0), axis, keepdims)
    result = _core.binary("div", total, _count(x, axis, keepdims, where))
    return finish(_core.cast(result, x.dtype), out)


def _spread(
    op: str, x: Array, axis: Axis, keepdims: bool, correction: float, more: str = ""
) -> Array:
    """The variance or its root; of complex numbers that of their distance from the mean."""
    if x.dtype.kind != "c":
        return reduce(op, x, axis, keepdims, f", correction={float(correction)!r}{more}")
    middle = reduce("mean", x, axis, True)
    away = _core.binary("sub", x, middle) if axis is None or x.ndim else x
    square = _core.unary("square", _core.unary("abs", away))
    total = reduce("sum", square, axis, keepdims)
    count = _core.binary("sub", _count(square, axis, keepdims, True), correction)
    result = _core.binary("div", total, _core.binary("maximum", count, 0))
    return _core.unary("sqrt", result) if op == "std" else result


def var(
    x: ArrayLike,
    /,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0.0,
    keepdims: bool = False,
    *,
    correction: float = 0.0,
) -> Array:
    """The variance: the mean square distance from the mean, divided by count - correction.

    >>> float(frit.var([1.0, 3.0]))
    1.0
    """
    x = as_inexact(x, dtype)
    return finish(_spread("var", x, axis, keepdims, correction or ddof), out)


def std(
    x: ArrayLike,
    /,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0.0,
    keepdims: bool = False,
    *,
    correction: float = 0.0,
) -> Array:
    """The standard deviation: the square root of the variance.

    >>> float(frit.std([1.0, 3.0]))
    1.0
    """
    x = as_inexact(x, dtype)
    return finish(_spread("std", x, axis, keepdims, correction or ddof), out)


def average(
    x: ArrayLike, /, axis: Axis = None, weights: ArrayLike | None = None, *, keepdims: bool = False
) -> Array:
    """The mean, or with weights the weighted mean.

    >>> float(frit.average([1.0, 4.0], weights=[2, 1]))
    2.0
    """
    x = as_inexact(x)
    if weights is None:
        return mean(x, axis, keepdims=keepdims)
    weight = as_array(weights)
    if weight.ndim == 1 and x.ndim > 1:
        if not is_integer(axis):
            raise ArgumentError("weights of rank 1 need one axis to lie along")
        behind = x.ndim - 1 - one_axis(axis, x.ndim)
        weight = _core.apply("expand_dims", (weight,), f"axes={ints(range(1, behind + 1))}")
    product = _core.binary("mul", x, weight)
    spread = _core.apply("select", (_core.scalar(True), _core.cast(weight, product.dtype), product))
    total = reduce("sum", product, axis, keepdims)
    return _core.binary("div", total, reduce("sum", spread, axis, keepdims))


# ---- without NaN


def _nan(op: str, x: ArrayLike, axis: Axis, keepdims: bool, dtype: DTypeLike = None) -> Array:
    x = as_array(x)
    x = wide_sum(x, dtype) if op in ("sum", "prod") else as_inexact(x, dtype)
    return reduce(op, x, axis, keepdims, ", omit_nan=true")


def nansum(
    x: ArrayLike, /, axis: Axis = None, dtype: DTypeLike = None, *, keepdims: bool = False
) -> Array:
    """The sum of what is not NaN.

    >>> float(frit.nansum([1.0, float("nan")]))
    1.0
    """
    return _nan("sum", x, axis, keepdims, dtype)


def nanprod(
    x: ArrayLike, /, axis: Axis = None, dtype: DTypeLike = None, *, keepdims: bool = False
) -> Array:
    """The product of what is not NaN.

    >>> float(frit.nanprod([3.0, float("nan")]))
    3.0
    """
    return _nan("prod", x, axis, keepdims, dtype)


def nanmean(
    x: ArrayLike, /, axis: Axis = None, dtype: DTypeLike = None, *, keepdims: bool = False
) -> Array:
    """The mean of what is not NaN.

    >>> float(frit.nanmean([1.0, float("nan"), 3.0]))
    2.0
    """
    return _nan("mean", x, axis, keepdims, dtype)


def _nan_extreme(op: str, x: ArrayLike, axis: Axis, keepdims: bool) -> Array:
    x = as_array(x)
    if x.dtype.kind != "f":
        return _extreme(op, x, axis, None, keepdims, None, True)
    check_not_empty(x, axis, "nan" + op)
    result = reduce(op, x, axis, keepdims, ", omit_nan=true")
    none_left = _core.binary("eq", reduce("count", x, axis, keepdims, ", omit_nan=true"), 0)
    return _core.apply("select", (none_left, _core.scalar(float("nan"), x.dtype), result))


def nanmax(x: ArrayLike, /, axis: Axis = None, *, keepdims: bool = False) -> Array:
    """The largest of what is not NaN; NaN where nothing else is there.

    >>> float(frit.nanmax([1.0, float("nan")]))
    1.0
    """
    return _nan_extreme("max", x, axis, keepdims)


def nanmin(x: ArrayLike, /, axis: Axis = None, *, keepdims: bool = False) -> Array:
    """The smallest of what is not NaN; NaN where nothing else is there.

    >>> float(frit.nanmin([1.0, float("nan")]))
    1.0
    """
    return _nan_extreme("min", x, axis, keepdims)


def nanvar(x: ArrayLike, /, axis: Axis = None, ddof: float = 0, *, keepdims: bool = False) -> Array:
    """The variance of what is not NaN.

    >>> float(frit.nanvar([1.0, float("nan"), 3.0]))
    1.0
    """
    return _spread("var", as_inexact(x), axis, keepdims, ddof, ", omit_nan=true")


def nanstd(x: ArrayLike, /, axis: Axis = None, ddof: float = 0, *, keepdims: bool = False) -> Array:
    """The standard deviation of what is not NaN.

    >>> float(frit.nanstd([1.0, float("nan"), 3.0]))
    1.0
    """
    return _spread("std", as_inexact(x), axis, keepdims, ddof, ", omit_nan=true")


# ---- by sorting: NumPy does it, on computed values


def median(x: ArrayLike, /, axis: Axis = None, *, keepdims: bool = False) -> Array:
    """The middle element.

    >>> float(frit.median([1, 9, 2]))
    2.0
    """
    import numpy

    return _core.asarray(numpy.median(peek(as_array(x)), axis=axis, keepdims=keepdims))


def quantile(
    x: ArrayLike, /, q: Any, axis: Axis = None, *, method: Any = "linear", keepdims: bool = False
) -> Array:
    """The element below which a fraction q lies.

    >>> float(frit.quantile([1.0, 2.0, 3.0], 0.5))
    2.0
    """
    import numpy

    values = peek(as_array(x))
    return _core.asarray(numpy.quantile(values, plain(q), axis=axis, method=method, keepdims=keepdims))


def percentile(
    x: ArrayLike, /, q: Any, axis: Axis = None, *, method: Any = "linear", keepdims: bool = False
) -> Array:
    """The element below which q per cent lie.

    >>> float(frit.percentile([1.0, 2.0, 3.0], 50))
    2.0
    """
    import numpy

    values = peek(as_array(x))
    return _core.asarray(numpy.percentile(values, plain(q), axis=axis, method=method, keepdims=keepdims))


# ---- exponentials along axes


def _exponential(op: str, x: ArrayLike, axis: Axis) -> Array:
    x = as_inexact(x)
    if axis is None or x.ndim == 0:
        return _core.apply(op, (x,))
    return _core.apply(op, (x,), f"axes={ints(some_axes(axis, x.ndim))}")


def softmax(x: ArrayLike, /, axis: Axis = -1) -> Array:
    """exp(x) divided by its sum along axes, without overflow.

    >>> frit.softmax([0.0, 0.0]).tolist()
    [0.5, 0.5]
    """
    return _exponential("softmax", x, axis)


def log_softmax(x: ArrayLike, /, axis: Axis = -1) -> Array:
    """The logarithm of softmax.

    >>> frit.log_softmax([0.0, 0.0]).tolist()
    [-0.6931471805599453, -0.6931471805599453]
    """
    return _exponential("log_softmax", x, axis)


def logsumexp(x: ArrayLike, /, axis: Axis = None, keepdims: bool = False) -> Array:
    """log(sum(exp(x))) without overflow.

    >>> float(frit.logsumexp([1000.0, 1000.0]))
    1000.6931471805599
    """
    return reduce("logsumexp", as_inexact(x), axis, keepdims)
