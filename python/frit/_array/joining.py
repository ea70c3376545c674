"""Arrays put together, taken apart, and padded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, ShapeError
from .manipulation import atleast_1d, atleast_2d, atleast_3d, each, expand_dims, moveaxis, ravel
from .types import (
    ArrayLike,
    DTypeLike,
    as_array,
    as_dtype,
    can_store_by,
    ints,
    is_integer,
    no_truth,
    on_their_device,
    one_axis,
    peek,
    store,
)

if TYPE_CHECKING:
    from .array import Array


# ---- together and apart


def _together(
    arrays: Iterable[ArrayLike], dtype: DTypeLike, casting: str = "same_kind"
) -> list[Array]:
    if isinstance(arrays, _core.ArrayBase):
        arrays = unstack(arrays)
    parts = list(arrays)
    if not parts:
        raise ArgumentError("at least one array is needed")
    if dtype is not None:
        wanted = as_dtype(dtype)
        operands = [as_array(x) for x in parts]
        for x in operands:
            if not can_store_by(x.dtype, wanted, casting):
                raise DTypeError(f"{x.dtype} cannot become {wanted} with casting {casting!r}")
        return [_core.cast(x, wanted) for x in operands]
    return _core.promote(*(as_array(x) for x in parts))


def concat(
    arrays: Iterable[ArrayLike],
    /,
    axis: int | None = 0,
    out: Any = None,
    *,
    dtype: DTypeLike = None,
    casting: str = "same_kind",
) -> Array:
    """Arrays one after another along an axis; with axis=None all elements in one row.

    >>> frit.concat([[1, 2], [3]]).tolist()
    [1, 2, 3]
    """
    parts = _together(arrays, dtype, casting)
    if axis is None:  # a number as a step: it may be a constant of a program
        parts, axis = [ravel(x) if x.ndim else _core.apply("fill", (x,), "shape=[1]") for x in parts], 0
    along = one_axis(no_truth(axis), parts[0].ndim)
    for x in parts:
        if x.ndim != parts[0].ndim:
            shapes = f"{parts[0]._shape} and {x._shape}"
            raise ShapeError(f"concat: the arrays must have one rank, and there are {shapes}")
    result = _core.apply("concat", tuple(parts), f"axis={along}")
    return result if out is None else store(out, result)


@on_their_device
def append(arr: ArrayLike, values: ArrayLike, axis: int | None = None) -> Array:
    """The array with values after it.

    >>> frit.append([1, 2], 3).tolist()
    [1, 2, 3]
    """
    return concat([arr, values], axis=axis)


def stack(
    arrays: Iterable[ArrayLike],
    axis: int = 0,
    out: Any = None,
    *,
    dtype: DTypeLike = None,
    casting: str = "same_kind",
) -> Array:
    """Arrays side by side along a new axis.

    >>> frit.stack([[1, 2], [3, 4]], axis=1).tolist()
    [[1, 3], [2, 4]]
    """
    parts = _together(arrays, dtype, casting)
    along = one_axis(axis, parts[0].ndim + 1)
    for x in parts:
        if x._shape != parts[0]._shape:
            shapes = f"{parts[0]._shape} and {x._shape}"
            raise ShapeError(f"stack: the arrays must have one shape, and there are {shapes}")
    result = _core.apply("stack", tuple(parts), f"axis={along}")
    return result if out is None else store(out, result)


@on_their_device
def vstack(
    tup: Iterable[ArrayLike], *, dtype: DTypeLike = None, casting: str = "same_kind"
) -> Array:
    """Arrays on top of each other: rows, or along the first axis.

    >>> frit.vstack([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    return concat([atleast_2d(x) for x in tup], axis=0, dtype=dtype, casting=casting)


@on_their_device
def hstack(
    tup: Iterable[ArrayLike], *, dtype: DTypeLike = None, casting: str = "same_kind"
) -> Array:
    """Arrays side by side: along the second axis, or the first of rows.

    >>> frit.hstack([[1, 2], [3]]).tolist()
    [1, 2, 3]
    """
    parts = [atleast_1d(x) for x in tup]
    along = 0 if parts and parts[0].ndim == 1 else 1
    return concat(parts, axis=along, dtype=dtype, casting=casting)


@on_their_device
def dstack(tup: Iterable[ArrayLike]) -> Array:
    """Arrays behind each other, along the third axis.

    >>> frit.dstack([[1, 2], [3, 4]]).tolist()
    [[[1, 3], [2, 4]]]
    """
    return concat([atleast_3d(x) for x in tup], axis=2)


@on_their_device
def column_stack(tup: Iterable[ArrayLike]) -> Array:
    """Rows as the columns of a matrix.

    >>> frit.column_stack([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    parts = [as_array(x) for x in tup]
    return concat([expand_dims(x, 1) if x.ndim == 1 else atleast_2d(x) for x in parts], axis=1)


def unstack(x: ArrayLike, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Views of what lies along an axis, one each.

    >>> [row.tolist() for row in frit.unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]
    """
    x = as_array(x)
    if x.ndim == 0:
        raise ArgumentError("unstack needs an array with axes")
    x = moveaxis(x, axis, 0)
    if x.ndim == 1:  # numbers, which share no memory
        return tuple(_core.unary("copy", x[k]) for k in range(x.shape[0]))
    return tuple(x[k, ...] for k in range(x.shape[0]))


def array_split(ary: ArrayLike, indices_or_sections: Any, axis: int = 0) -> list[Array]:
    """Views of parts along an axis: as many as named, nearly equal, or cut at the named places.

    >>> [part.tolist() for part in frit.array_split([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    x = as_array(ary)
    along = one_axis(axis, x.ndim)
    extent = x.shape[along]
    sections = indices_or_sections
    if is_integer(sections) or isinstance(sections, float):
        sections = int(sections)
        if sections < 1:
            raise ArgumentError(f"an array cannot be split into {sections} parts")
        small, large = divmod(extent, sections)
        sizes = [small + 1] * large + [small] * (sections - large)
        cuts = [0]
        for n in sizes:
            cuts.append(cuts[-1] + n)
    else:
        cuts = [0, *(n.__index__() for n in sections), extent]
    left = [None] * x.ndim
    parts = []
    for start, stop in zip(cuts[:-1], cuts[1:], strict=True):
        first: list[Any] = list(left)
        last: list[Any] = list(left)
        first[along], last[along] = start, stop
        parts.append(x._view_slice(first, last, left))
    return parts


def split(ary: ArrayLike, indices_or_sections: Any, axis: int = 0) -> list[Array]:
    """Views of equal parts along an axis, or of parts cut at the named places.

    >>> [part.tolist() for part in frit.split([1, 2, 3, 4], 2)]
    [[1, 2], [3, 4]]
    """
    x = as_array(ary)
    if is_integer(indices_or_sections):
        parts = indices_or_sections.__index__()
        if parts == 0:
            raise ZeroDivisionError("an axis cannot be split into 0 parts")
        if x.shape[one_axis(axis, x.ndim)] % parts:
            raise ArgumentError(f"the axis cannot be split into {parts} equal parts")
    return array_split(x, indices_or_sections, axis)


def vsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """Parts along the first axis.

    >>> len(frit.vsplit(frit.zeros((4, 2)), 2))
    2
    """
    x = as_array(ary)
    if x.ndim < 2:
        raise ArgumentError("vsplit needs an array of two axes or more")
    return split(x, indices_or_sections, 0)


def hsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """Parts along the second axis, or the first of a row.

    >>> frit.hsplit(frit.zeros((4, 2)), 2)[0].shape
    (4, 1)
    """
    x = as_array(ary)
    if x.ndim == 0:
        raise ArgumentError("hsplit needs an array with axes")
    return split(x, indices_or_sections, 1 if x.ndim > 1 else 0)


# ---- more around it


def _widths(pad_width: Any, rank: int) -> list[tuple[int, int]]:
    """(before, after) for each axis, from the forms that NumPy takes."""
    if is_integer(pad_width):
        return [(pad_width.__index__(),) * 2] * rank
    rows = [tuple(each(row)) for row in pad_width]
    if all(len(row) == 1 for row in rows):
        flat = [row[0].__index__() for row in rows]
        if len(flat) == 1:
            return [(flat[0], flat[0])] * rank
        if len(flat) == 2:
            return [(flat[0], flat[1])] * rank
    if len(rows) == 1:
        rows *= rank
    if len(rows) != rank or not all(len(row) == 2 for row in rows):
        raise ArgumentError(f"pad_width is (before, after) for each of {rank} axes: {pad_width!r}")
    return [(before.__index__(), after.__index__()) for before, after in rows]


@on_their_device
def pad(
    array: ArrayLike,
    pad_width: Any,
    mode: Any = "constant",
    *,
    constant_values: Any = 0,
    **kwargs: Any,
) -> Array:
    """Elements put around: a constant, or "edge", "wrap", "reflect", "symmetric" of its own.

    Other modes and options are NumPy's, on computed values.

    >>> frit.pad([1, 2], 1).tolist()
    [0, 1, 2, 0]
    >>> frit.pad([1, 2, 3], (1, 2), "edge").tolist()
    [1, 1, 2, 3, 3, 3]
    """
    x = as_array(array)
    own = mode in ("constant", "edge", "wrap", "reflect", "symmetric") and not kwargs
    if not own or type(pad_width) is dict or getattr(constant_values, "__len__", None):
        return _padded_by_numpy(x, pad_width, mode, constant_values, kwargs)
    widths = _widths(pad_width, x.ndim)
    if any(n < 0 for pair in widths for n in pair):
        raise ArgumentError("an array cannot be padded by a negative number of elements")
    if mode == "constant":
        value = _core.cast(as_array(constant_values), x.dtype)
        if value.ndim:
            return _padded_by_numpy(x, pad_width, mode, peek(value), kwargs)
        before, after = [low for low, _ in widths], [high for _, high in widths]
        return _core.apply("pad", (x, value), f"lo={ints(before)}, hi={ints(after)}")
    if x._placeholder and 0 not in x._shape:
        return _padded_by_places(x, widths, mode)
    padded = [axis for axis, pair in enumerate(widths) if pair != (0, 0)]
    if not padded:
        return _core.apply("copy", (x,))
    for axis in padded:
        if x.shape[axis] == 0:
            raise ArgumentError(f"axis {axis} has no elements to pad it with; give a constant")
    # All axes at once: one walk, and the elements come in the order in which they lie.
    count = padded[-1] + 1
    shape = tuple(n + sum(width) for n, width in zip(x.shape[:count], widths))
    places = [_padding_places(x.shape[axis], widths[axis], mode, shape, axis) for axis in range(count)]
    return _core.apply("gather", (x, *places), f"axes={ints(list(range(count)))}")


def _padding_places(extent: int, width: tuple[int, int], mode: str, shape: tuple[int, ...], axis: int) -> Array:
    """Which element along an axis stands at each place of a padded array of that shape."""
    import numpy

    from .grids import iota

    low, high = width
    if mode != "edge" and (low or high):
        found: Any = numpy.pad(numpy.arange(extent), width, mode=mode)  # type: ignore[call-overload]
        return _core.asarray(found.reshape([-1 if k == axis else 1 for k in range(len(shape))]))
    place = iota(shape, axis, _core.int64)
    if low:
        place = _core.binary("sub", place, _core.scalar(low, _core.int64))
        place = _core.binary("maximum", place, _core.scalar(0, _core.int64))
    return _core.binary("minimum", place, _core.scalar(extent - 1, _core.int64)) if high else place


def _padded_by_places(x: Array, widths: list[tuple[int, int]], mode: str) -> Array:
    """In a program: each element from where it comes, for all sizes above what the widths ask for."""
    from .grids import iota_like
    from .manipulation import needs_elements

    before, after = [low for low, _ in widths], [high for _, high in widths]
    zero = _core.scalar(0, x.dtype)
    padded = _core.apply("pad", (x, zero), f"lo={ints(before)}, hi={ints(after)}")
    places = []
    for axis, pair in enumerate(widths):
        extent = _core.apply("extent", (x,), f"axis={axis}")
        place = _core.binary("sub", iota_like(padded, axis, _core.int64), pair[0])
        own = "edge" if mode == "reflect" and x._shape[axis] == 1 else mode
        needed = 1 if own == "edge" else max(pair) + (own == "reflect")
        if needed > x._shape[axis]:  # more than once around
            places.append(_far_place(place, extent, own))
            continue
        needs_elements(x, needed, axis)
        places.append(_near_place(place, extent, own))
    axes = range(x.ndim)
    return _core.apply("gather", (x, *places), f"axes={ints(axes)}")


def _near_place(place: Any, extent: Any, mode: str) -> Any:
    """Where an element at most once around the array comes from."""
    last = extent - 1
    if mode == "edge":
        return _core.binary("minimum", _core.binary("maximum", place, 0), last)
    low, high = {
        "wrap": (place + extent, place - extent),
        "reflect": (-place, last + last - place),
        "symmetric": (-1 - place, extent + last - place),
    }[mode]
    inside = _core.apply("select", (place < 0, low, place))
    return _core.apply("select", (place > last, high, inside))


def _far_place(place: Any, extent: Any, mode: str) -> Any:
    """Where an element any number of times around comes from."""
    if mode == "wrap":
        return place % extent
    last = extent - 1
    period = last + last if mode == "reflect" else extent + extent
    turned = place % period
    back = period - turned if mode == "reflect" else period - 1 - turned
    return _core.apply("select", (turned > last, back, turned))


def _padded_by_numpy(x: Array, pad_width: Any, mode: Any, constants: Any, options: Any) -> Array:
    import numpy

    more = {"constant_values": constants, **options} if mode == "constant" else options
    return _core.asarray(numpy.pad(peek(x), pad_width, mode, **more))
