"""Spread, averages, and what is not NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, ShapeError
from .reductions import (
    as_inexact,
    check_not_empty,
    count_of,
    finish,
    keep,
    max,
    mean,
    min,
    prod,
    reduce,
    sum,
    wide_sum,
)
from .types import (
    ArrayLike,
    Axis,
    DTypeLike,
    as_array,
    as_dtype,
    is_row_of_one,
    on_their_device,
    peek,
    some_axes,
)

if TYPE_CHECKING:
    from .array import Array


# ---- spread


def _correction(ddof: float, correction: float | None) -> float:
    if correction is None:
        return ddof
    if ddof != 0:
        raise ArgumentError("ddof and correction mean the same: only one of them can be given")
    return correction


def _spread(
    op: str, x: Array, dtype: DTypeLike, axis: Axis, keepdims: bool, less: float, where: Any, middle: Any
) -> Array:
    """The variance or its root; of complex numbers that of their distance from the mean."""
    inexact = as_inexact(x, dtype)
    kind = inexact.dtype.kind
    if kind not in "fc":  # asked for integers: NumPy rounds each step
        raise DTypeError(f"{op} is computed in floating-point numbers, not in {inexact.dtype}")
    real = kind == "f" if inexact is x else x.dtype.kind != "c"
    if middle is None and where is True and real:
        return reduce(op, inexact, axis, keepdims, f", correction={float(less)!r}")
    if middle is None:
        middle = mean(inexact, axis, keepdims=True, where=where)
    wide = x if x.dtype.kind == "c" else inexact
    away = _core.binary("sub", wide, as_array(middle)) if axis is None or x.ndim else wide - middle
    square = _core.unary("square", _core.unary("abs", away))
    total = reduce("sum", keep(square, where, 0), axis, keepdims)
    count = _core.binary("sub", count_of(square, axis, keepdims, where), less)
    result = _core.binary("div", total, _core.binary("maximum", count, 0))
    result = _core.unary("sqrt", result) if op == "std" else result
    return result if dtype is None else _core.cast(result, as_dtype(dtype))


def var(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: ArrayLike | None = None,
    correction: float | None = None,
) -> Array:
    """The variance: the mean square distance from the mean, divided by count - correction.

    >>> float(frit.var([1.0, 3.0]))
    1.0
    """
    less = ddof if correction is None else _correction(ddof, correction)
    return finish(_spread("var", as_array(a), dtype, axis, keepdims, less, where, mean), out)


def std(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: ArrayLike | None = None,
    correction: float | None = None,
) -> Array:
    """The standard deviation: the square root of the variance.

    >>> float(frit.std([1.0, 3.0]))
    1.0
    """
    less = ddof if correction is None else _correction(ddof, correction)
    return finish(_spread("std", as_array(a), dtype, axis, keepdims, less, where, mean), out)


# ---- averages


def _spread_weights(x: Array, weights: ArrayLike, axis: Axis) -> Array:
    """Weights that broadcast with x."""
    weight = as_array(weights)
    if weight._shape == x._shape:
        return weight
    if axis is None:
        raise TypeError(
            f"weights of shape {weight._shape} need an axis to lie along in shape {x._shape}"
        )
    axes = some_axes(axis, x.ndim)
    if weight._shape != tuple(x._shape[k] for k in axes):
        raise ShapeError(f"weights of shape {weight._shape} do not fit the axes {axes}")
    weight = weight._view_transpose(sorted(range(len(axes)), key=lambda k: axes[k]))
    return weight._view_expand([k for k in range(x.ndim) if k not in axes])


@on_their_device
def average(
    a: ArrayLike,
    axis: Axis = None,
    weights: ArrayLike | None = None,
    returned: bool = False,
    *,
    keepdims: bool = False,
) -> Any:
    """The mean, or with weights the weighted mean; with returned=True also the sum of the weights.

    >>> float(frit.average([1.0, 4.0], weights=[2, 1]))
    2.0
    """
    x = as_array(a)
    if weights is None:
        result = mean(x, axis, keepdims=keepdims)
        if 0 in result._shape:
            raise ZeroDivisionError("there is nothing to average")
        total = _core.cast(reduce("count", as_inexact(x), axis, keepdims), result.dtype)
    else:
        weight = _spread_weights(x, weights, axis)
        dtype = _core.result_type(x, weight)
        if x.dtype.kind in "biu":
            dtype = _core.result_type(dtype, _core.float64)
        product = _core.binary("mul", _core.cast(x, dtype), _core.cast(weight, dtype))
        like = _core.apply("select", (_core.scalar(True), _core.cast(weight, dtype), product))
        total = reduce("sum", like, axis, keepdims)
        if not total._placeholder and (peek(total) == 0).any():
            raise ZeroDivisionError("the weights' sum is 0")
        result = _core.binary("div", reduce("sum", product, axis, keepdims), total)
    return (result, _core.unary("copy", total)) if returned else result


# ---- without NaN


_OMIT = ", omit_nan=true"


def _not_nan(x: Array, where: Any) -> Any:
    """Which elements count: those that are not NaN, and that `where` lets through."""
    if x.dtype.kind not in "fc":
        return where
    good = _core.unary("not", _core.unary("isnan", x))
    return good if where is True else _core.binary("and", good, as_array(where))


def _along(x: Array, axis: Axis) -> Axis:
    """The axes to leave NaN out along: floats of rank 0 are rows of one, as in NumPy."""
    return None if x.dtype.kind in "fc" and is_row_of_one(axis, x.ndim) else axis


def nansum(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The sum of what is not NaN.

    >>> float(frit.nansum([1.0, float("nan")]))
    1.0
    """
    x = as_array(a)
    if where is True and initial is None:
        return finish(reduce("sum", wide_sum(x, dtype), axis, keepdims, _OMIT), out)
    return sum(x, axis, dtype, out, keepdims, initial, _not_nan(x, where))


def nanprod(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The product of what is not NaN.

    >>> float(frit.nanprod([3.0, float("nan")]))
    3.0
    """
    x = as_array(a)
    if where is True and initial is None:
        return finish(reduce("prod", wide_sum(x, dtype), axis, keepdims, _OMIT), out)
    return prod(x, axis, dtype, out, keepdims, initial, _not_nan(x, where))


def nanmean(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Array:
    """The mean of what is not NaN.

    >>> float(frit.nanmean([1.0, float("nan"), 3.0]))
    2.0
    """
    x = as_array(a)
    axis = _along(x, axis)
    if where is True:
        return finish(reduce("mean", as_inexact(x, dtype), axis, keepdims, _OMIT), out)
    return mean(x, axis, dtype, out, keepdims, where=_not_nan(x, where))


def _nan_extreme(
    op: str, a: ArrayLike, axis: Axis, out: Any, keepdims: bool, initial: Any, where: Any
) -> Array:
    x = as_array(a)
    function = max if op == "max" else min
    if x.dtype.kind != "f":
        return function(x, axis, out, keepdims, initial, where)
    if initial is not None:
        return function(x, axis, out, keepdims, initial, _not_nan(x, where))
    if where is not True:
        raise ArgumentError(f"nan{op} with where= needs initial=: nothing may be left over")
    check_not_empty(x, axis, "nan" + op)
    result = reduce(op, x, axis, keepdims, _OMIT)
    none_left = _core.binary("eq", reduce("count", x, axis, keepdims, _OMIT), 0)
    nan = _core.scalar(float("nan"), x.dtype)
    return finish(_core.apply("select", (none_left, nan, result)), out)


def nanmax(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The largest of what is not NaN; NaN where nothing else is there.

    >>> float(frit.nanmax([1.0, float("nan")]))
    1.0
    """
    return _nan_extreme("max", a, axis, out, keepdims, initial, where)


def nanmin(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The smallest of what is not NaN; NaN where nothing else is there.

    >>> float(frit.nanmin([1.0, float("nan")]))
    1.0
    """
    return _nan_extreme("min", a, axis, out, keepdims, initial, where)


def _nan_spread(
    op: str,
    x: Array,
    axis: Axis,
    dtype: DTypeLike,
    out: Any,
    keepdims: bool,
    ddof: float,
    correction: float | None,
    where: Any,
    middle: Any,
) -> Array:
    less, axis = _correction(ddof, correction), _along(x, axis)
    if where is True and middle is None and x.dtype.kind == "f":
        more = f", correction={float(less)!r}{_OMIT}"
        return finish(reduce(op, as_inexact(x, dtype), axis, keepdims, more), out)
    good = _not_nan(x, where)
    return finish(_spread(op, x, dtype, axis, keepdims, less, good, middle), out)


def nanvar(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: ArrayLike | None = None,
    correction: float | None = None,
) -> Array:
    """The variance of what is not NaN.

    >>> float(frit.nanvar([1.0, float("nan"), 3.0]))
    1.0
    """
    return _nan_spread("var", as_array(a), axis, dtype, out, keepdims, ddof, correction, where, mean)


def nanstd(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: ArrayLike | None = None,
    correction: float | None = None,
) -> Array:
    """The standard deviation of what is not NaN.

    >>> float(frit.nanstd([1.0, float("nan"), 3.0]))
    1.0
    """
    return _nan_spread("std", as_array(a), axis, dtype, out, keepdims, ddof, correction, where, mean)
