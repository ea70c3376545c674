"""New arrays. They are recorded, not filled: what follows takes them into its kernels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import ArgumentError
from ._types import (
    ArrayLike,
    DTypeLike,
    Shape,
    as_array,
    as_dtype,
    check_cpu,
    ints,
    is_number,
    new_shape,
)

if TYPE_CHECKING:
    from ._array import Array

__all__ = [
    "arange",
    "array",
    "asarray",
    "ascontiguousarray",
    "copy",
    "diag",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "from_numpy",
    "full",
    "full_like",
    "geomspace",
    "identity",
    "indices",
    "linspace",
    "logspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tri",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]


# ---- from what is there


def asarray(
    obj: ArrayLike,
    /,
    dtype: DTypeLike = None,
    *,
    device: Any = None,
    copy: bool | None = None,
) -> Array:
    """An array of the object: an array, a NumPy array (whose memory it shares), numbers, lists.

    copy: True for memory of its own, False to refuse a copy, None to copy where it must.

    >>> frit.asarray([1.0, 2.0], dtype=frit.float32)
    frit.Array([1., 2.], dtype=float32)
    """
    check_cpu(device)
    if isinstance(obj, (list, tuple)):
        obj = _unpacked(obj)
        if isinstance(obj, _core.ArrayBase) and copy is None:
            copy = False if dtype is None else None
    return _core.asarray(obj, dtype=dtype, copy=copy)


def _unpacked(items: Any) -> Any:
    """Nested lists with arrays of ours in them as one array; other lists as they are."""
    if not any(isinstance(item, (_core.ArrayBase, list, tuple)) for item in items):
        return items
    parts = [_unpacked(item) if isinstance(item, (list, tuple)) else item for item in items]
    if not any(isinstance(part, _core.ArrayBase) for part in parts):
        return items
    arrays = _core.promote(*parts)
    return _core.apply("stack", tuple(arrays), "axis=0")


def array(
    obj: ArrayLike, /, dtype: DTypeLike = None, *, copy: bool | None = True, ndmin: int = 0
) -> Array:
    """An array of the object in memory of its own, as numpy.array.

    >>> frit.array([1, 2]).tolist()
    [1, 2]
    """
    made = asarray(obj, dtype=dtype, copy=copy)
    if made.ndim >= ndmin:
        return made
    return _core.apply("expand_dims", (made,), f"axes={ints(range(ndmin - made.ndim))}")


def ascontiguousarray(obj: ArrayLike, /, dtype: DTypeLike = None) -> Array:
    """An array whose elements lie one after another; a copy where they do not.

    >>> frit.ascontiguousarray([[1, 2], [3, 4]]).strides
    (16, 8)
    """
    x = asarray(obj, dtype=dtype)
    if x._placeholder:
        return x
    dense, step = [], x.dtype.itemsize
    for n in reversed(x._shape):
        dense.append(step)
        step *= n
    pairs = zip(x._shape, x.strides, reversed(dense), strict=True)
    return x if all(n < 2 or have == want for n, have, want in pairs) else _core.unary("copy", x)


def copy(x: ArrayLike, /) -> Array:
    """The elements in memory of their own.

    >>> x = frit.asarray([1, 2])
    >>> y = frit.copy(x)
    >>> y[0] = 9
    >>> x.tolist()
    [1, 2]
    """
    return _core.unary("copy", as_array(x))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """An array over the memory of an object that has `__dlpack__`: a tensor of another library.

    >>> import numpy
    >>> frit.from_dlpack(numpy.arange(3)).tolist()
    [0, 1, 2]
    """
    check_cpu(device)
    return _core.from_dlpack(x, copy=copy)


def from_numpy(x: Any, /) -> Array:
    """An array over the memory of a NumPy array.

    >>> import numpy
    >>> frit.from_numpy(numpy.arange(3)).tolist()
    [0, 1, 2]
    """
    return _core.asarray(x, copy=False)


# ---- filled


def full(
    shape: Shape, fill_value: ArrayLike, dtype: DTypeLike = None, *, device: Any = None
) -> Array:
    """An array full of one number.

    >>> frit.full((2, 2), 7).tolist()
    [[7, 7], [7, 7]]
    """
    check_cpu(device)
    return _filled(shape, fill_value, None if dtype is None else as_dtype(dtype))


def _filled(shape: Shape, number: ArrayLike, dtype: _core.DType | None) -> Array:
    extents = new_shape(shape)
    if any(n < 0 for n in extents):
        raise ArgumentError(f"negative extents are not allowed in the shape {extents}")
    if is_number(number):
        value = _core.scalar(number) if dtype is None else _number(number, dtype)
    else:
        value = as_array(number)
        value = value if dtype is None else _core.cast(value, dtype)
    if value.ndim:
        return _core.unary("copy", _core.apply("broadcast", (value,), f"shape={ints(extents)}"))
    return _core.apply("fill", (value,), f"shape={ints(extents)}")


def _number(number: Any, dtype: _core.DType) -> Array:
    """A Python number as that dtype; one that is narrowed is cast, as NumPy does."""
    if isinstance(number, float) and dtype.kind in "iu":
        return _core.cast(_core.scalar(number), dtype)
    return _core.scalar(number, dtype)


def zeros(shape: Shape, dtype: DTypeLike = None, *, device: Any = None) -> Array:
    """An array of zeros (float64 unless told).

    >>> frit.zeros(3).tolist()
    [0.0, 0.0, 0.0]
    """
    check_cpu(device)
    return _filled(shape, 0, _core.float64 if dtype is None else as_dtype(dtype))


def ones(shape: Shape, dtype: DTypeLike = None, *, device: Any = None) -> Array:
    """An array of ones (float64 unless told).

    >>> frit.ones((1, 2)).tolist()
    [[1.0, 1.0]]
    """
    check_cpu(device)
    return _filled(shape, 1, _core.float64 if dtype is None else as_dtype(dtype))


def empty(shape: Shape, dtype: DTypeLike = None, *, device: Any = None) -> Array:
    """An array to be filled. Its elements are 0: nothing is stored before somebody looks.

    >>> frit.empty((2, 3)).shape
    (2, 3)
    """
    return zeros(shape, dtype, device=device)


def full_like(
    x: ArrayLike,
    /,
    fill_value: ArrayLike,
    dtype: DTypeLike = None,
    *,
    device: Any = None,
    shape: Shape | None = None,
) -> Array:
    """An array full of one number, of the shape and (unless told) the dtype of x.

    >>> frit.full_like([1.0, 2.0], 7).tolist()
    [7.0, 7.0]
    """
    check_cpu(device)
    x = as_array(x)
    wanted = x.dtype if dtype is None else as_dtype(dtype)
    if shape is not None or not x._placeholder:
        return _filled(x._shape if shape is None else shape, fill_value, wanted)
    # In a program the size has no number: a choice that is always the same has x's shape.
    value = _number(fill_value, wanted) if is_number(fill_value) else as_array(fill_value)
    value = _core.cast(value, wanted)
    return _core.apply("select", (_core.scalar(True), value, _core.cast(x, wanted)))


def zeros_like(
    x: ArrayLike, /, dtype: DTypeLike = None, *, device: Any = None, shape: Shape | None = None
) -> Array:
    """Zeros of the shape and dtype of x.

    >>> frit.zeros_like([1, 2]).tolist()
    [0, 0]
    """
    return full_like(x, 0, dtype, device=device, shape=shape)


def ones_like(
    x: ArrayLike, /, dtype: DTypeLike = None, *, device: Any = None, shape: Shape | None = None
) -> Array:
    """Ones of the shape and dtype of x.

    >>> frit.ones_like([1.5, 2.5]).tolist()
    [1.0, 1.0]
    """
    return full_like(x, 1, dtype, device=device, shape=shape)


def empty_like(
    x: ArrayLike, /, dtype: DTypeLike = None, *, device: Any = None, shape: Shape | None = None
) -> Array:
    """An array to be filled, of the shape and dtype of x. Its elements are 0.

    >>> frit.empty_like([1, 2]).shape
    (2,)
    """
    return full_like(x, 0, dtype, device=device, shape=shape)


# ---- numbers in a row


def _iota(shape: tuple[int, ...], axis: int, dtype: _core.DType) -> Array:
    return _core.apply("iota", (), f"shape={ints(shape)}, axis={axis}, to={dtype.code}")


def arange(
    start: Any,
    /,
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
    check_cpu(device)
    if stop is None:
        start, stop = 0, start
    start, stop, step = (_plain(n) for n in (start, stop, step))
    if step == 0:
        raise ArgumentError("arange needs a step that is not 0")
    if all(isinstance(n, int) for n in (start, stop, step)):
        count = max(0, -((start - stop) // step))
        natural = _core.int64
    else:
        count = max(0, math.ceil((stop - start) / step))
        natural = _core.float64
    wanted = natural if dtype is None else as_dtype(dtype)
    return _row(start, step, count, natural, wanted)


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
    row = _iota((count,), 0, natural)
    if step != 1:
        row = _core.binary("mul", row, _core.scalar(step, natural))
    if start != 0:
        row = _core.binary("add", row, _core.scalar(start, natural))
    return _core.cast(row, dtype)


def linspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    dtype: DTypeLike = None,
    *,
    device: Any = None,
    endpoint: bool = True,
    retstep: bool = False,
) -> Any:
    """num numbers from start to stop, evenly spaced; the last is stop unless endpoint is False.

    start and stop may be Python numbers or arrays of rank 0.

    >>> frit.linspace(0.0, 1.0, 5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    check_cpu(device)
    count = num.__index__()
    if count < 0:
        raise ArgumentError(f"linspace needs a number of elements, not {count}")
    first, last = _core.promote(start, stop, 0.0)[:2]
    wanted = first.dtype if dtype is None else as_dtype(dtype)
    real = {"complex64": _core.float32, "complex128": _core.float64}.get(
        first.dtype.name, first.dtype
    )
    parts = count - 1 if endpoint else count
    step = _core.binary("div", _core.binary("sub", last, first), max(parts, 1))
    row = _iota((count,), 0, real)
    value = _core.binary("add", _core.binary("mul", row, step), first)
    if endpoint and count > 1:
        is_last = _core.binary("eq", _iota((count,), 0, _core.int64), count - 1)
        value = _core.apply("select", (is_last, last, value))
    if wanted.kind in "iu":
        value = _core.unary("floor", value)
    value = _core.cast(value, wanted)
    return (value, step if parts else _core.scalar(math.nan)) if retstep else value


def logspace(
    start: Any,
    stop: Any,
    /,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: DTypeLike = None,
) -> Array:
    """base to the power of evenly spaced numbers from start to stop.

    >>> frit.logspace(0, 2, 3).tolist()
    [1.0, 10.0, 100.0]
    """
    value = _core.binary("pow", base, linspace(start, stop, num, endpoint=endpoint))
    return value if dtype is None else _core.cast(value, as_dtype(dtype))


def geomspace(start: float, stop: float, /, num: int = 50, endpoint: bool = True) -> Array:
    """num numbers from start to stop, each the same multiple of the one before.

    >>> frit.round(frit.geomspace(1.0, 8.0, 4), 12).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    if start == 0 or stop == 0 or (start < 0) != (stop < 0):
        raise ArgumentError("geomspace needs start and stop of one sign, and neither 0")
    sign = -1.0 if start < 0 else 1.0
    powers = linspace(math.log(abs(start)), math.log(abs(stop)), num, endpoint=endpoint)
    return _core.binary("mul", sign, _core.unary("exp", powers))


def meshgrid(
    *arrays: ArrayLike, indexing: str = "xy", copy: bool = True, sparse: bool = False
) -> tuple[Array, ...]:
    """Coordinate arrays of the grid that rows of coordinates span.

    >>> x, y = frit.meshgrid(frit.arange(2), frit.arange(3))
    >>> y.tolist()
    [[0, 0], [1, 1], [2, 2]]
    """
    if indexing not in ("xy", "ij"):
        raise ArgumentError(f"indexing is 'xy' or 'ij', not {indexing!r}")
    rows = [as_array(x) for x in arrays]
    rank = len(rows)
    for x in rows:
        if x.ndim > 1:
            raise ArgumentError("meshgrid takes arrays of rank 1")
    place = list(range(rank))
    if indexing == "xy" and rank > 1:
        place[:2] = [1, 0]
    grid = []
    for k, x in enumerate(rows):
        others = [axis for axis in range(rank) if axis != place[k]]
        if x.ndim == 0:
            x = _core.apply("expand_dims", (x,), "axes=[0]")
        grid.append(_core.apply("expand_dims", (x,), f"axes={ints(others)}") if others else x)
    if sparse:
        return tuple(grid)
    shape = [1] * rank
    for k, x in enumerate(rows):
        shape[place[k]] = x.size
    attrs = f"shape={ints(shape)}"
    return tuple(_core.unary("copy", _core.apply("broadcast", (x,), attrs)) for x in grid)


def indices(dimensions: Shape, dtype: DTypeLike = None) -> Array:
    """The place of every element of a grid, along each axis.

    >>> frit.indices((2, 2)).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    """
    shape = new_shape(dimensions)
    wanted = _core.int64 if dtype is None else as_dtype(dtype)
    rows = tuple(_iota(shape, axis, wanted) for axis in range(len(shape)))
    return _core.apply("stack", rows, "axis=0")


# ---- diagonals and triangles


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    k: int = 0,
    dtype: DTypeLike = None,
    *,
    device: Any = None,
) -> Array:
    """Ones on a diagonal (k above the main one), zeros elsewhere.

    >>> frit.eye(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    check_cpu(device)
    shape = new_shape((n_rows, n_rows if n_cols is None else n_cols))
    rows, columns = (_iota(shape, axis, _core.int64) for axis in (0, 1))
    on = _core.binary("eq", _core.binary("sub", columns, rows), k)
    return _core.cast(on, _core.float64 if dtype is None else as_dtype(dtype))


def identity(n: int, dtype: DTypeLike = None) -> Array:
    """A square array with ones on its diagonal.

    >>> frit.identity(2, dtype=int).tolist()
    [[1, 0], [0, 1]]
    """
    return eye(n, dtype=dtype)


def _below(shape: tuple[int, ...], k: int) -> Array:
    """Which elements of matrices lie on diagonal k or below it."""
    rows, columns = (_iota(shape[-2:], axis, _core.int64) for axis in (0, 1))
    return _core.binary("le", _core.binary("sub", columns, rows), k)


def tri(n: int, m: int | None = None, k: int = 0, dtype: DTypeLike = None) -> Array:
    """Ones on and below a diagonal, zeros above.

    >>> frit.tri(2).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    below = _below((n, n if m is None else m), k)
    return _core.cast(below, _core.float64 if dtype is None else as_dtype(dtype))


def _matrices(x: ArrayLike, name: str) -> Array:
    x = as_array(x)
    if x.ndim < 2:
        raise ArgumentError(f"{name} takes matrices, and this array has {x.ndim} axes")
    return x


def tril(x: ArrayLike, /, k: int = 0) -> Array:
    """The lower triangle of matrices: zeros above diagonal k.

    >>> frit.tril([[1, 2], [3, 4]]).tolist()
    [[1, 0], [3, 4]]
    """
    x = _matrices(x, "tril")
    return _core.apply("select", (_below(x.shape, k), x, _core.scalar(0, x.dtype)))


def triu(x: ArrayLike, /, k: int = 0) -> Array:
    """The upper triangle of matrices: zeros below diagonal k.

    >>> frit.triu([[1, 2], [3, 4]]).tolist()
    [[1, 2], [0, 4]]
    """
    x = _matrices(x, "triu")
    return _core.apply("select", (_below(x.shape, k - 1), _core.scalar(0, x.dtype), x))


def diag(x: ArrayLike, /, k: int = 0) -> Array:
    """The diagonal of a matrix, or a matrix with that diagonal.

    >>> frit.diag([1, 2]).tolist()
    [[1, 0], [0, 2]]
    """
    from ._linalg import diagonal

    x = as_array(x)
    if x.ndim == 2:
        return _core.unary("copy", diagonal(x, offset=k))
    if x.ndim != 1:
        raise ArgumentError(f"diag takes an array of rank 1 or 2, not {x.ndim}")
    n = x.size + abs(k)
    places = arange(max(0, k), max(0, k) + x.size)
    rows = _core.binary("sub", places, k)
    blank = _filled((n, n), 0, x.dtype)
    return _core.apply("scatter", (blank, x, rows, places), "axes=[0,1]")
