"""New arrays. They are recorded, not filled: what follows takes them into its kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, ShapeError
from .grids import arange, iota, iota_like
from .types import (
    ArrayLike,
    DTypeLike,
    Shape,
    as_array,
    as_dtype,
    check_home,
    ints,
    is_number,
    made_on,
    makes_new,
    new_shape,
    on_their_device,
)

if TYPE_CHECKING:
    from .array import Array


# ---- from what is there


def asarray(
    a: ArrayLike,
    dtype: DTypeLike = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
) -> Array:
    """An array of the object: an array, a NumPy array (whose memory it shares), numbers, lists.

    copy: True for memory of its own, False to refuse a copy, None to copy where it must.

    >>> frit.asarray([1.0, 2.0], dtype=frit.float32)
    frit.Array([1., 2.], dtype=float32)
    """
    if isinstance(a, (list, tuple)):
        a = _unpacked(a)
        if isinstance(a, _core.ArrayBase) and copy is None:
            copy = False if dtype is None and device is None else None
    made = _core.asarray(a, dtype, copy, _device_of_copy(a, device))
    if order == "C" and not made._placeholder:
        from .manipulation import is_dense

        return made if is_dense(made) else _core.unary("copy", made)
    return made


def _device_of_copy(a: Any, device: Any) -> Any:
    """Where an array of the object is made: arrays stay where they are unless told."""
    if _core.capturing():
        if device is not None:
            check_home(_core.device_name(device))
        return None
    if device is None and not isinstance(a, _core.ArrayBase):
        return _core.device_name(None)
    return device


@on_their_device
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
    object: ArrayLike,
    dtype: DTypeLike = None,
    *,
    copy: bool | None = True,
    order: str = "K",
    subok: bool = False,
    ndmin: int = 0,
) -> Array:
    """An array of the object in memory of its own, as numpy.array.

    >>> frit.array([1, 2]).tolist()
    [1, 2]
    """
    made = asarray(object, dtype=dtype, copy=copy)
    if made.ndim >= ndmin:
        return made
    return _core.apply("expand_dims", (made,), f"axes={ints(range(ndmin - made.ndim))}")


def ascontiguousarray(a: ArrayLike, dtype: DTypeLike = None) -> Array:
    """An array whose elements lie one after another; a copy where they do not.

    >>> frit.ascontiguousarray([[1, 2], [3, 4]]).strides
    (16, 8)
    """
    from .manipulation import is_dense

    x = asarray(a, dtype=dtype)
    if x.ndim == 0:
        return x._view_expand([0])
    return x if x._placeholder or is_dense(x) else _core.unary("copy", x)


def copy(a: ArrayLike, order: str = "K", subok: bool = False) -> Array:
    """The elements in memory of their own.

    >>> x = frit.asarray([1, 2])
    >>> y = frit.copy(x)
    >>> y[0] = 9
    >>> x.tolist()
    [1, 2]
    """
    return _core.unary("copy", as_array(a))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """An array over the memory of an object that has `__dlpack__`: a tensor of another library.

    >>> import numpy
    >>> frit.from_dlpack(numpy.arange(3)).tolist()
    [0, 1, 2]
    """
    made = _core.from_dlpack(x, copy=copy)
    if device is None or made.device == _core.device_name(device):
        return made
    if copy is False:
        raise ArgumentError(f"memory on {made.device} cannot be on {device} without a copy")
    return made._to_device(device)


def from_numpy(x: Any, /) -> Array:
    """An array over the memory of a NumPy array.

    >>> import numpy
    >>> frit.from_numpy(numpy.arange(3)).tolist()
    [0, 1, 2]
    """
    return _core.asarray(x, copy=False)


# ---- filled


def full(
    shape: Shape,
    fill_value: ArrayLike,
    dtype: DTypeLike = None,
    order: str = "C",
    *,
    device: Any = None,
) -> Array:
    """An array full of one number.

    >>> frit.full((2, 2), 7).tolist()
    [[7, 7], [7, 7]]
    """
    return made_on(device, _filled, shape, fill_value, None if dtype is None else as_dtype(dtype))


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
    if isinstance(number, complex) and dtype.kind != "c":
        number = bool(number) if dtype.kind == "b" else number.real  # as NumPy does, which warns
    if isinstance(number, float) and dtype.kind in "iu":
        return _core.cast(_core.scalar(number), dtype)
    return _core.scalar(number, dtype)


def zeros(
    shape: Shape, dtype: DTypeLike = None, order: str = "C", *, device: Any = None
) -> Array:
    """An array of zeros (float64 unless told).

    >>> frit.zeros(3).tolist()
    [0.0, 0.0, 0.0]
    """
    return made_on(device, _filled, shape, 0, _core.float64 if dtype is None else as_dtype(dtype))


def ones(shape: Shape, dtype: DTypeLike = None, order: str = "C", *, device: Any = None) -> Array:
    """An array of ones (float64 unless told).

    >>> frit.ones((1, 2)).tolist()
    [[1.0, 1.0]]
    """
    return made_on(device, _filled, shape, 1, _core.float64 if dtype is None else as_dtype(dtype))


def empty(
    shape: Shape, dtype: DTypeLike = None, order: str = "C", *, device: Any = None
) -> Array:
    """An array to be filled. Its elements are 0: nothing is stored before somebody looks.

    >>> frit.empty((2, 3)).shape
    (2, 3)
    """
    return zeros(shape, dtype, device=device)


def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: DTypeLike = None,
    order: str = "K",
    subok: bool = True,
    shape: Shape | None = None,
    *,
    device: Any = None,
) -> Array:
    """An array full of one number, of the shape and (unless told) the dtype of a.

    >>> frit.full_like([1.0, 2.0], 7).tolist()
    [7.0, 7.0]
    """
    x = as_array(a)
    wanted = x.dtype if dtype is None else as_dtype(dtype)
    if shape is not None or not x._placeholder:
        place = x.device if device is None and isinstance(a, _core.ArrayBase) else device
        return made_on(
            None if x._placeholder else place, _filled, x._shape if shape is None else shape, fill_value, wanted
        )
    # In a program the size has no number: a choice that is always the same has x's shape.
    value = _number(fill_value, wanted) if is_number(fill_value) else as_array(fill_value)
    value = _core.cast(value, wanted)
    return _core.apply("select", (_core.scalar(True), value, _core.cast(x, wanted)))


def zeros_like(
    a: ArrayLike,
    dtype: DTypeLike = None,
    order: str = "K",
    subok: bool = True,
    shape: Shape | None = None,
    *,
    device: Any = None,
) -> Array:
    """Zeros of the shape and dtype of a.

    >>> frit.zeros_like([1, 2]).tolist()
    [0, 0]
    """
    return full_like(a, 0, dtype, device=device, shape=shape)


def ones_like(
    a: ArrayLike,
    dtype: DTypeLike = None,
    order: str = "K",
    subok: bool = True,
    shape: Shape | None = None,
    *,
    device: Any = None,
) -> Array:
    """Ones of the shape and dtype of a.

    >>> frit.ones_like([1.5, 2.5]).tolist()
    [1.0, 1.0]
    """
    return full_like(a, 1, dtype, device=device, shape=shape)


def empty_like(
    prototype: ArrayLike,
    dtype: DTypeLike = None,
    order: str = "K",
    subok: bool = True,
    shape: Shape | None = None,
    *,
    device: Any = None,
) -> Array:
    """An array to be filled, of the shape and dtype of another. Its elements are 0.

    >>> frit.empty_like([1, 2]).shape
    (2,)
    """
    return full_like(prototype, 0, dtype, device=device, shape=shape)


# ---- diagonals and triangles


def eye(
    N: int,
    M: int | None = None,
    k: int = 0,
    dtype: DTypeLike = float,
    order: str = "C",
    *,
    device: Any = None,
) -> Array:
    """Ones on a diagonal (k above the main one), zeros elsewhere.

    >>> frit.eye(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    shape = new_shape((N, N if M is None else M))
    return made_on(device, _diagonal_of_ones, shape, k, _core.float64 if dtype is None else as_dtype(dtype))


def _diagonal_of_ones(shape: tuple[int, ...], k: int, dtype: _core.DType) -> Array:
    rows, columns = (iota(shape, axis, _core.int64) for axis in (0, 1))
    on = _core.binary("eq", _core.binary("sub", columns, rows), k)
    return _core.cast(on, dtype)


def identity(n: int, dtype: DTypeLike = None) -> Array:
    """A square array with ones on its diagonal.

    >>> frit.identity(2, dtype=int).tolist()
    [[1, 0], [0, 1]]
    """
    return eye(n, dtype=dtype)


def _below(x: Array, k: int) -> Array:
    """Which elements of matrices lie on diagonal k or below it."""
    rows, columns = (iota_like(x, axis, _core.int64) for axis in (-2, -1))
    return _core.binary("le", _core.binary("sub", columns, rows), k)


@makes_new
def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike = float) -> Array:
    """Ones on and below a diagonal, zeros above.

    >>> frit.tri(2).tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    below = _below(zeros((N, N if M is None else M), bool), k)
    return _core.cast(below, _core.float64 if dtype is None else as_dtype(dtype))


def _matrices(x: ArrayLike, name: str) -> Array:
    x = as_array(x)
    if x.ndim == 1:  # NumPy repeats a vector as the rows of a square
        return _core.apply("broadcast", (x,), f"shape={ints((x.size, x.size))}")
    if x.ndim < 2:
        raise ShapeError(f"{name} takes matrices, and this array has {x.ndim} axes")
    return x


def tril(m: ArrayLike, k: int = 0) -> Array:
    """The lower triangle of matrices: zeros above diagonal k.

    >>> frit.tril([[1, 2], [3, 4]]).tolist()
    [[1, 0], [3, 4]]
    """
    x = _matrices(m, "tril")
    return _core.apply("select", (_below(x, k), x, _core.scalar(0, x.dtype)))


def triu(m: ArrayLike, k: int = 0) -> Array:
    """The upper triangle of matrices: zeros below diagonal k.

    >>> frit.triu([[1, 2], [3, 4]]).tolist()
    [[1, 2], [0, 4]]
    """
    x = _matrices(m, "triu")
    return _core.apply("select", (_below(x, k - 1), _core.scalar(0, x.dtype), x))


@on_their_device
def diag(v: ArrayLike, k: int = 0) -> Array:
    """The diagonal of a matrix (a view that cannot be written to), or a matrix with that diagonal.

    >>> frit.diag([1, 2]).tolist()
    [[1, 0], [0, 2]]
    """
    from .products import diagonal

    x = as_array(v)
    if x.ndim == 2:
        return diagonal(x, offset=k)
    if x.ndim != 1:
        raise ArgumentError(f"diag takes an array of rank 1 or 2, not {x.ndim}")
    n = x.size + abs(k)
    places = arange(max(0, k), max(0, k) + x.size)
    rows = _core.binary("sub", places, k)
    blank = _filled((n, n), 0, x.dtype)
    return _core.apply("scatter", (blank, x, rows, places), "axes=[0,1]")
