"""Running sums and their like along an axis, and differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError
from .reductions import dtype_of_out, finish, wide_sum
from .types import (
    ArrayLike,
    DTypeLike,
    as_array,
    ints,
    is_row_of_one,
    no_truth,
    on_their_device,
    one_axis,
    peek,
    plain,
    some_axes,
)

if TYPE_CHECKING:
    from .array import Array


# ---- running


def _scan(op: str, x: Array, axis: int | None) -> Array:
    no_truth(axis)
    if axis is None or is_row_of_one(axis, x.ndim):
        x, axis = _core.apply("reshape", (x,), "shape=[_]"), 0
    if x.dtype.kind == "b":  # or and and, as 0 and 1
        op = {"cumsum": "cummax", "cumprod": "cummin"}.get(op, op)
        return _core.cast(_scan(op, _core.cast(x, _core.uint8), axis), _core.bool)
    return _core.apply(op, (x,), f"axis={one_axis(axis, x.ndim)}")


def cumsum(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike = None, out: Any = None
) -> Array:
    """Running sums along an axis, or of all elements in order.

    >>> frit.cumsum([1, 2, 3]).tolist()
    [1, 3, 6]
    """
    return finish(_scan("cumsum", wide_sum(as_array(a), dtype_of_out(dtype, out)), axis), out)


def cumprod(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike = None, out: Any = None
) -> Array:
    """Running products along an axis, or of all elements in order.

    >>> frit.cumprod([1, 2, 3]).tolist()
    [1, 2, 6]
    """
    return finish(_scan("cumprod", wide_sum(as_array(a), dtype_of_out(dtype, out)), axis), out)


def cummax(x: ArrayLike, /, axis: int | None = None) -> Array:
    """Running maxima along an axis, or of all elements in order.

    >>> frit.cummax([1, 3, 2]).tolist()
    [1, 3, 3]
    """
    return _scan("cummax", as_array(x), axis)


def cummin(x: ArrayLike, /, axis: int | None = None) -> Array:
    """Running minima along an axis, or of all elements in order.

    >>> frit.cummin([3, 1, 2]).tolist()
    [3, 1, 1]
    """
    return _scan("cummin", as_array(x), axis)


def _cumulative(
    op: str, x: ArrayLike, axis: int | None, dtype: DTypeLike, include_initial: bool
) -> Array:
    x = wide_sum(as_array(x), dtype)
    if x.ndim == 0:
        x = _core.apply("reshape", (x,), "shape=[1]")
    if axis is None and x.ndim != 1:
        raise ArgumentError(f"an axis is needed: the array has {x.ndim} of them")
    along = one_axis(0 if axis is None else axis, x.ndim)
    if include_initial:
        before = [int(k == along) for k in range(x.ndim)]
        first = _core.scalar(1 if op == "cumprod" else 0, x.dtype)
        x = _core.apply("pad", (x, first), f"lo={ints(before)}, hi={ints([0] * x.ndim)}")
    return _scan(op, x, along)


def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DTypeLike = None,
    out: Any = None,
    include_initial: bool = False,
) -> Array:
    """Running sums along an axis; with include_initial they begin with 0.

    >>> frit.cumulative_sum([1, 2, 3], include_initial=True).tolist()
    [0, 1, 3, 6]
    """
    return finish(_cumulative("cumsum", x, axis, dtype_of_out(dtype, out), include_initial), out)


def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DTypeLike = None,
    out: Any = None,
    include_initial: bool = False,
) -> Array:
    """Running products along an axis; with include_initial they begin with 1.

    >>> frit.cumulative_prod([1, 2, 3]).tolist()
    [1, 2, 6]
    """
    return finish(_cumulative("cumprod", x, axis, dtype_of_out(dtype, out), include_initial), out)


@on_their_device
def diff(
    a: ArrayLike,
    n: int = 1,
    axis: int = -1,
    prepend: ArrayLike | None = None,
    append: ArrayLike | None = None,
) -> Array:
    """Each element minus the one before it, n times.

    >>> frit.diff([1, 4, 9]).tolist()
    [3, 5]
    """
    from .joining import concat

    x = as_array(a)
    if n < 0:
        raise ArgumentError(f"n is how often differences are taken, not {n}")
    if n == 0:
        return x
    if x.ndim == 0:
        raise ArgumentError("diff needs an array with axes")
    along = one_axis(axis, x.ndim)
    parts = [_beside(part, x, along) for part in (prepend, x, append) if part is not None]
    if len(parts) > 1:
        x = concat(parts, axis=along)
    left = [None] * x.ndim
    first, last = list(left), list(left)
    first[along], last[along] = 1, -1  # type: ignore[call-overload]
    op = "ne" if x.dtype.kind == "b" else "sub"
    for _ in range(n):
        x = _core.binary(op, x._view_slice(first, left, left), x._view_slice(left, last, left))
    return x


def _beside(part: ArrayLike, x: Array, axis: int) -> Array:
    """Something to put before or after x along an axis; a number is repeated along the others."""
    part = as_array(part)
    if part.ndim or not x.ndim:
        return part
    shape = [1 if k == axis else extent for k, extent in enumerate(x.shape)]
    return _core.apply("broadcast", (part,), f"shape={ints(shape)}")


@on_their_device
def gradient(f: ArrayLike, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Differences of neighbours divided by their distance, along each axis: central ones, one-sided at the ends.

    varargs: the distance for all axes, or one for each. (Places instead of distances are NumPy's, on computed values.)

    >>> frit.gradient([1.0, 4.0, 9.0, 16.0]).tolist()
    [3.0, 4.0, 6.0, 7.0]
    """
    x = as_array(f)
    axes = tuple(range(x.ndim)) if axis is None else some_axes(axis, x.ndim)
    steps = list(varargs) if varargs else [1.0]
    if any(isinstance(step, (list, tuple)) or getattr(step, "ndim", 0) for step in steps):
        return _gradient_by_numpy(x, varargs, axis, edge_order)
    if len(steps) == 1:
        steps *= len(axes)
    if len(steps) != len(axes):
        raise TypeError("gradient: invalid number of arguments")
    if edge_order > 2:
        raise ArgumentError("gradient: an edge_order above 2 is not known")
    if x.dtype.kind in "iu":
        x = _core.cast(x, _core.float64)
    wanted = x.dtype if x.dtype.kind in "fc" else _core.float64
    made = tuple([_core.cast(_slope(x, h, k, edge_order), wanted) for k, h in zip(axes, steps)])
    return made[0] if len(made) == 1 else made


def _gradient_by_numpy(x: Array, varargs: Any, axis: Any, edge_order: int) -> Any:
    import numpy

    by_numpy: Any = numpy.gradient
    found = by_numpy(peek(x), *plain(varargs), axis=axis, edge_order=edge_order)
    if isinstance(found, numpy.ndarray):
        return _core.asarray(found)
    return type(found)([_core.asarray(part) for part in found])


def _slope(x: Array, h: Any, axis: int, edge_order: int) -> Array:
    """The gradient along one axis, in the arithmetic that NumPy has."""
    from .joining import concat
    from .manipulation import needs_elements

    if x._shape[axis] < edge_order + 1:
        raise ArgumentError(f"gradient: at least {edge_order + 1} elements are needed along axis {axis}")
    if x._placeholder:
        needs_elements(x, edge_order + 1, axis)
        if edge_order == 1:
            return _slope_by_places(x, h, axis)

    def part(key: Any) -> Any:
        found = x[(slice(None),) * axis + (key,)]
        return found if isinstance(key, slice) else found._view_expand([axis])

    middle = (part(slice(2, None)) - part(slice(None, -2))) / (2.0 * h)
    if edge_order == 1:
        first, last = (part(1) - part(0)) / h, (part(-1) - part(-2)) / h
    else:
        first = -1.5 / h * part(0) + 2.0 / h * part(1) + -0.5 / h * part(2)
        last = 0.5 / h * part(-3) + -2.0 / h * part(-2) + 1.5 / h * part(-1)
    made = concat([first, middle, last], axis=axis)
    return _core.apply("reshape_like", (made, x)) if x._placeholder else made


def _slope_by_places(x: Array, h: Any, axis: int) -> Array:
    """In a program: each element from its neighbours, in one kernel."""
    from .grids import iota_like

    places = [iota_like(x, k, _core.int64) for k in range(x.ndim)]
    here, last = places[axis], _core.apply("extent", (x,), f"axis={axis}") - 1
    sides = []
    for place in (_core.binary("minimum", here + 1, last), _core.binary("maximum", here - 1, 0)):
        beside = [place if k == axis else other for k, other in enumerate(places)]
        sides.append(_core.apply("gather", (x, *beside), f"axes={ints(range(x.ndim))}"))
    at_an_end = (here == 0) | (here == last)
    after, before = sides
    across: Any = (after - before) / h
    return _core.apply("select", (at_an_end, across, (after - before) / (2.0 * h)))
