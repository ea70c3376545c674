"""Numbers in a row and grids of them, recorded, not filled."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError
from .types import (
    ArrayLike,
    DTypeLike,
    Shape,
    as_array,
    as_dtype,
    ints,
    is_number,
    made_on,
    makes_new,
    new_shape,
    on_their_device,
    one_axis,
    peek,
)

if TYPE_CHECKING:
    from .array import Array


# ---- numbers in a row


def iota(shape: tuple[int, ...], axis: int, dtype: _core.DType) -> Array:
    """Every element's place along an axis."""
    return _core.apply("iota", (), f"shape={ints(shape)}, axis={axis}, to={dtype.code}")


def iota_like(x: Array, axis: int, dtype: _core.DType) -> Array:
    """Every element's place along an axis of x; in a program whatever the size is."""
    along = axis % x.ndim
    if x._placeholder or x._there:
        return _core.apply("iota", (x,), f"axis={along}, to={dtype.code}")
    return iota(x._shape, along, dtype)


def arange(
    start: Any = None,
    stop: Any = None,
    step: Any = 1,
    dtype: DTypeLike = None,
    *,
    device: Any = None,
) -> Array:
    """start, start + step, ... below stop; arange(n) counts from 0.

    >>> frit.arange(4).tolist()
    [0, 1, 2, 3]
    >>> frit.arange(1.0, 2.0, 0.25).tolist()
    [1.0, 1.25, 1.5, 1.75]
    """
    if stop is None:
        start, stop = None, start
    if stop is None:
        raise TypeError("arange needs to know where to stop")
    start = 0 if start is None else start
    start, stop, step = (_plain(n) for n in (start, stop, step))
    if step == 0:
        raise ZeroDivisionError("arange needs a step that is not 0")
    if all(isinstance(n, int) for n in (start, stop, step)):
        count = max(0, -((start - stop) // step))
        natural = _core.int64
    else:
        count = max(0, math.ceil((stop - start) / step))
        natural = _core.float64
    wanted = natural if dtype is None else as_dtype(dtype)
    return made_on(device, _row, start, step, count, natural, wanted)


def _plain(n: Any) -> Any:
    """A number as Python's own: bounds of a row decide how long it is."""
    if isinstance(n, (bool, int, float)):
        return n
    return n.item() if hasattr(n, "item") else n


def _row(start: Any, step: Any, count: int, natural: _core.DType, dtype: _core.DType) -> Array:
    """start + step * k for k below count, computed in the natural dtype, as NumPy does."""
    if dtype.kind == "b" and count > 2:
        raise ArgumentError("a row of bools has at most two elements")
    if natural.kind == "i" and dtype.kind == "u" and dtype.itemsize == 8:
        natural = dtype  # numbers above the largest int64
        step %= 2**64
    row = iota((count,), 0, natural)
    if step != 1:
        row = _core.binary("mul", row, _core.scalar(step, natural))
    if start != 0:
        row = _core.binary("add", row, _core.scalar(start, natural))
    return _core.cast(row, dtype)


def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any:
    """num numbers from start to stop, evenly spaced; the last is stop unless endpoint is False.

    start and stop may be arrays: then the numbers lie along a new axis.

    >>> frit.linspace(0.0, 1.0, 5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    if device is None:
        device = _core.device_among(start, stop)
    return made_on(device, _linspace, start, stop, num, endpoint, retstep, dtype, axis)


def _linspace(
    start: Any, stop: Any, num: int, endpoint: bool, retstep: bool, dtype: DTypeLike, axis: int
) -> Any:
    count = operator.index(num)
    if count < 0:
        raise ArgumentError(f"linspace needs a number of elements, not {count}")
    first, last = _core.promote(start, stop, 0.0)[:2]
    wanted = first.dtype if dtype is None else as_dtype(dtype)
    real = {"complex64": _core.float32, "complex128": _core.float64}.get(
        first.dtype.name, first.dtype
    )
    parts = count - 1 if endpoint else count
    step = _core.binary("div", _core.binary("sub", last, first), max(parts, 1))
    rank = max(first.ndim, last.ndim)
    shape = (count, *[1] * rank)
    value = _core.binary("add", _core.binary("mul", iota(shape, 0, real), step), first)
    if endpoint and count > 1:
        is_last = _core.binary("eq", iota(shape, 0, _core.int64), count - 1)
        value = _core.apply("select", (is_last, last, value))
    if wanted.kind in "iu":
        value = _core.unary("floor", value)
    value = _core.cast(value, wanted)
    if axis != 0:
        from .manipulation import moveaxis

        value = moveaxis(value, 0, axis)
    if not retstep:
        return value
    return value, step if parts > 0 else _core.binary("mul", step, math.nan)


@makes_new
def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Array:
    """base to the power of evenly spaced numbers from start to stop.

    >>> frit.logspace(0, 2, 3).tolist()
    [1.0, 10.0, 100.0]
    """
    if not is_number(base) and as_array(base).ndim:
        start, stop, base = _core.promote(start, stop, base)
        base = base._view_expand([one_axis(axis, base.ndim + 1)])
        start, stop = (x + 0 * base[(slice(None),) * axis + (0,)] for x in (start, stop))
    value = _core.binary("pow", base, linspace(start, stop, num, endpoint=endpoint, axis=axis))
    return value if dtype is None else _core.cast(value, as_dtype(dtype))


@makes_new
def geomspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike = None,
    axis: int = 0,
) -> Array:
    """num numbers from start to stop, each the same multiple of the one before.

    >>> frit.round(frit.geomspace(1.0, 8.0, 4), 12).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    plain = all(isinstance(n, (int, float)) for n in (start, stop))
    if not plain or start * stop < 0:
        return _geomspace_by_numpy(start, stop, num, endpoint, dtype, axis)
    if start == 0 or stop == 0:
        raise ArgumentError("geomspace needs start and stop that are not 0")
    sign = -1.0 if start < 0 else 1.0
    powers = linspace(math.log10(abs(start)), math.log10(abs(stop)), num, endpoint=endpoint)
    value = _core.binary("mul", sign, _core.binary("pow", 10.0, powers))
    count = iota((num,), 0, _core.int64)  # the ends are what they were said to be
    for place, end in ((0, start), (num - 1 if endpoint else num, stop)):
        here = _core.binary("eq", count, place)
        value = _core.apply("select", (here, _core.scalar(float(end), value.dtype), value))
    return value if dtype is None else _core.cast(value, as_dtype(dtype))


def _geomspace_by_numpy(start: Any, stop: Any, num: int, endpoint: bool, *rest: Any) -> Array:
    """Between arrays, complex numbers or numbers of two signs."""
    import numpy

    dtype, axis = rest
    first, last = (peek(x) if isinstance(x, _core.ArrayBase) else x for x in (start, stop))
    made = numpy.geomspace(first, last, num, endpoint, axis=axis)
    value = _core.asarray(numpy.asarray(made))
    return value if dtype is None else _core.cast(value, as_dtype(dtype))


@on_their_device
def meshgrid(
    *xi: ArrayLike, copy: bool = True, sparse: bool = False, indexing: str = "xy"
) -> tuple[Array, ...]:
    """Coordinate arrays of the grid that rows of coordinates span.

    >>> x, y = frit.meshgrid(frit.arange(2), frit.arange(3))
    >>> y.tolist()
    [[0, 0], [1, 1], [2, 2]]
    """
    if indexing not in ("xy", "ij"):
        raise ArgumentError(f"indexing is 'xy' or 'ij', not {indexing!r}")
    from .manipulation import reshape

    rows = [x._view_expand([0]) if x.ndim == 0 else reshape(x, -1) for x in map(as_array, xi)]
    rank = len(rows)
    place = list(range(rank))
    if indexing == "xy" and rank > 1:
        place[:2] = [1, 0]
    grid = []
    for k, x in enumerate(rows):
        others = [axis for axis in range(rank) if axis != place[k]]
        grid.append(x._view_expand(others) if others else x)
    if not sparse and copy and any(x._placeholder for x in rows):
        yes = _core.scalar(True)  # in a program the sizes have no numbers: a choice has the shape of all
        for k, x in enumerate(grid):
            for other in grid[:k] + grid[k + 1 :]:
                x = _core.apply("select", (yes, x, _core.cast(other, x.dtype)))
            rows[k] = x
        return tuple(rows)
    if not sparse:
        shape = [1] * rank
        for k, x in enumerate(rows):
            shape[place[k]] = x.size
        grid = [x._view_broadcast(tuple(shape)) for x in grid]
    return tuple(_core.unary("copy", x) for x in grid) if copy else tuple(grid)


@makes_new
def indices(dimensions: Shape, dtype: DTypeLike = int, sparse: bool = False) -> Any:
    """The place of every element of a grid, along each axis.

    >>> frit.indices((2, 2)).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    """
    shape = new_shape(dimensions)
    wanted = as_dtype(dtype)
    if sparse:
        places = range(len(shape))
        return tuple(
            iota(tuple(n if k == axis else 1 for k, n in enumerate(shape)), axis, wanted)
            for axis in places
        )
    if not shape:
        return _core.apply("fill", (_core.scalar(0, wanted),), "shape=[0]")
    rows = tuple(iota(shape, axis, wanted) for axis in range(len(shape)))
    return _core.apply("stack", rows, "axis=0")


def open_or_full_grid(ranges: tuple[slice, ...], sparse: bool) -> Any:
    """What np.mgrid, or np.ogrid (sparse), gives for slices of integers."""
    bounds = [(part.start or 0, part.stop, 1 if part.step is None else part.step) for part in ranges]
    shape = tuple(-((start - stop) // step) for start, stop, step in bounds)
    if not sparse and min(shape) < 0:
        raise ValueError("negative dimensions are not allowed")
    shape = tuple(max(0, n) for n in shape)
    rows = []
    for axis, (start, _, step) in enumerate(bounds):
        own = tuple(n if k == axis or not sparse else 1 for k, n in enumerate(shape))
        row = iota(own, axis, _core.int64)
        row = row if step == 1 else _core.binary("mul", row, _core.scalar(step, _core.int64))
        rows.append(row if start == 0 else _core.binary("add", row, _core.scalar(start, _core.int64)))
    return tuple(rows) if sparse else _core.apply("stack", tuple(rows), "axis=0")
