"""Sums, extremes, means and what else becomes smaller along axes; running sums; softmax."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, ShapeError
from .elementwise import as_bool, as_mask
from .types import (
    ArrayLike,
    Axis,
    DTypeLike,
    as_array,
    as_dtype,
    ints,
    is_row_of_one,
    no_truth,
    some_axes,
    store,
    yes,
)

if TYPE_CHECKING:
    from .array import Array

_NONE = object()


# ---- along which axes

_OF_NUMBERS = frozenset("sum prod max min any all count_nonzero count".split())
"""Reductions for which, as for NumPy, an array of rank 0 has an axis 0."""


def reduce(op: str, x: Array, axis: Axis, keepdims: bool, more: str = "") -> Array:
    """One of the reductions of the op table."""
    no_truth(axis)
    if axis is None or x.ndim == 0:
        if axis is not None and not (op in _OF_NUMBERS and is_row_of_one(axis, 0)):
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
    axes = range(x.ndim) if axis is None else some_axes(no_truth(axis), x.ndim)
    if builtins.any(x._shape[k] == 0 for k in axes):
        raise ArgumentError(f"{name} of nothing: the array has no elements along the axes reduced")


def finish(result: Array, out: Any) -> Array:
    if out is None:
        return result
    target = out[0] if isinstance(out, tuple) else out
    if tuple(target.shape) != result._shape:
        raise ShapeError(f"out has shape {tuple(target.shape)}, and the result {result._shape}")
    return store(out, result)


def dtype_of_out(dtype: DTypeLike, out: Any) -> DTypeLike:
    """Sums into an array are computed in its dtype, unless another is named."""
    if dtype is not None or out is None:
        return dtype
    return (out[0] if isinstance(out, tuple) else out).dtype


def keep(x: Array, where: Any, other: Any) -> Array:
    """The elements where `where` is true, the other number elsewhere."""
    if where is True:
        return x
    return _core.apply("select", (mask_of(where, x), x, _core.scalar(other, x.dtype)))


def mask_of(where: Any, x: Array) -> Array:
    """A mask that goes with x, and is not larger."""
    mask = as_mask(where)
    extra = mask.ndim - x.ndim
    pairs = zip(reversed(mask._shape), reversed(x._shape), strict=False)
    if extra > 0 or builtins.any(n not in (1, m) for n, m in pairs):
        raise ShapeError(
            f"a mask of shape {mask._shape} does not broadcast to the operand's {x._shape}"
        )
    return mask


def _from(initial: Any, op: str, result: Array) -> Array:
    """The result combined with what it begins with, which becomes of its dtype."""
    from .index import as_value

    start = as_value(initial, result.dtype)
    if result.dtype.kind == "b":
        op = {"add": "or", "mul": "and"}[op]
    return _core.binary(op, result, start)


# ---- sums and products


def wide_sum(x: Array, dtype: DTypeLike) -> Array:
    """Small integers and bools are added up as 64-bit ones, unless a dtype is asked for."""
    if dtype is not None:
        return _core.cast(x, as_dtype(dtype))
    if x.dtype.kind in "bi":
        return _core.cast(x, _core.int64)
    return _core.cast(x, _core.uint64) if x.dtype.kind == "u" else x


def sum(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The sum along axes (all when there is none).

    >>> frit.sum([[1, 2], [3, 4]], axis=0).tolist()
    [4, 6]
    """
    x = keep(wide_sum(as_array(a), dtype_of_out(dtype, out)), where, 0)
    result = reduce("any" if x.dtype.kind == "b" else "sum", x, axis, keepdims)
    return finish(result if initial is None else _from(initial, "add", result), out)


def prod(
    a: ArrayLike,
    axis: Axis = None,
    dtype: DTypeLike = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The product along axes.

    >>> int(frit.prod([1, 2, 3, 4]))
    24
    """
    x = keep(wide_sum(as_array(a), dtype_of_out(dtype, out)), where, 1)
    result = reduce("all" if x.dtype.kind == "b" else "prod", x, axis, keepdims)
    return finish(result if initial is None else _from(initial, "mul", result), out)


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
        from .index import as_value

        start = as_value(initial, x.dtype)
        if where is not True:
            x = _core.apply("select", (mask_of(where, x), x, start))
    result = reduce(_BOOL_OPS[op] if x.dtype.kind == "b" else op, x, axis, keepdims)
    if initial is not None:
        result = _core.binary(_PAIR_OPS[op], result, start)
    return finish(result, out)


def max(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The largest element along axes; NaN if any is.

    >>> frit.max([[1, 5], [3, 2]], axis=1).tolist()
    [5, 3]
    """
    return _extreme("max", a, axis, out, keepdims, initial, where)


def min(
    a: ArrayLike,
    axis: Axis = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Array:
    """The smallest element along axes; NaN if any is.

    >>> frit.min([[1, 5], [3, 2]], axis=1).tolist()
    [1, 2]
    """
    return _extreme("min", a, axis, out, keepdims, initial, where)


def ptp(a: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False) -> Array:
    """The largest minus the smallest element.

    >>> int(frit.ptp([3, 9, 4]))
    6
    """
    x = as_array(a)
    if x.dtype.kind == "b":
        raise DTypeError("ptp does not take bools: they have no difference")
    high, low = max(x, axis, keepdims=keepdims), min(x, axis, keepdims=keepdims)
    return finish(_core.binary("sub", high, low), out)


# ---- truth


def any(
    a: ArrayLike,
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
    return finish(reduce("any", keep(as_bool(a), where, False), axis, keepdims), out)


def all(
    a: ArrayLike,
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
    return finish(reduce("all", keep(as_bool(a), where, True), axis, keepdims), out)


# ---- means


def as_inexact(x: ArrayLike, dtype: DTypeLike = None) -> Array:
    """Integers as float64, unless a dtype is asked for."""
    x = as_array(x)
    if dtype is not None:
        return _core.cast(x, as_dtype(dtype))
    return _core.cast(x, _core.float64) if x.dtype.kind in "biu" else x


def count_of(x: Array, axis: Axis, keepdims: bool, where: Any) -> Array:
    """How many elements are looked at, as an array of x's dtype."""
    if where is True:
        return _core.cast(reduce("count", x, axis, keepdims), x.dtype)
    one = _core.apply("select", (as_mask(where), _core.scalar(1), _core.scalar(0)))
    one = _core.apply("select", (_core.scalar(True), one, _core.cast(x, _core.int64)))
    return _core.cast(reduce("sum", one, axis, keepdims), x.dtype)


def mean(
    a: ArrayLike,
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
    x = as_inexact(a, dtype)
    if axis is not None:
        some_axes(axis, x.ndim)  # of rank 0 it has none, as in NumPy
    if where is True and x.dtype.kind in "fc":
        return finish(reduce("mean", x, axis, keepdims), out)
    total = reduce("sum", keep(x, where, 0), axis, keepdims)
    result = _core.binary("div", total, count_of(x, axis, keepdims, where))
    return finish(_core.cast(result, x.dtype), out)


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
