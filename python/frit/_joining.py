"""Arrays put together, taken apart, and padded."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import ArgumentError, ShapeError, UnsupportedError
from ._manipulation import atleast_1d, atleast_2d, atleast_3d, each, expand_dims, moveaxis, ravel
from ._types import (
    ArrayLike,
    DTypeLike,
    as_array,
    as_dtype,
    ints,
    is_integer,
    one_axis,
    store,
)

if TYPE_CHECKING:
    from ._array import Array

__all__ = [
    "append",
    "array_split",
    "column_stack",
    "concat",
    "concatenate",
    "dstack",
    "hsplit",
    "hstack",
    "pad",
    "split",
    "stack",
    "unstack",
    "vsplit",
    "vstack",
]


# ---- together and apart


def _together(arrays: Iterable[ArrayLike], dtype: DTypeLike) -> list[Array]:
    if isinstance(arrays, _core.ArrayBase):
        arrays = unstack(arrays)
    parts = list(arrays)
    if not parts:
        raise ArgumentError("at least one array is needed")
    if dtype is not None:
        wanted = as_dtype(dtype)
        return [_core.cast(as_array(x), wanted) for x in parts]
    return _core.promote(*(as_array(x) for x in parts))


def concat(
    arrays: Iterable[ArrayLike],
    /,
    axis: int | None = 0,
    out: Any = None,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """Arrays one after another along an axis; with axis=None all elements in one row.

    >>> frit.concat([[1, 2], [3]]).tolist()
    [1, 2, 3]
    """
    parts = _together(arrays, dtype)
    if axis is None:
        parts, axis = [ravel(x) for x in parts], 0
    along = one_axis(axis, parts[0].ndim)
    for x in parts:
        if x.ndim != parts[0].ndim:
            shapes = f"{parts[0]._shape} and {x._shape}"
            raise ShapeError(f"concat: the arrays must have one rank, and there are {shapes}")
    result = _core.apply("concat", tuple(parts), f"axis={along}")
    return result if out is None else store(out, result)


concatenate = concat


def append(x: ArrayLike, values: ArrayLike, /, axis: int | None = None) -> Array:
    """The array with values after it.

    >>> frit.append([1, 2], 3).tolist()
    [1, 2, 3]
    """
    return concat([x, values], axis=axis)


def stack(
    arrays: Iterable[ArrayLike], /, axis: int = 0, out: Any = None, *, dtype: DTypeLike = None
) -> Array:
    """Arrays side by side along a new axis.

    >>> frit.stack([[1, 2], [3, 4]], axis=1).tolist()
    [[1, 3], [2, 4]]
    """
    parts = _together(arrays, dtype)
    along = one_axis(axis, parts[0].ndim + 1)
    for x in parts:
        if x._shape != parts[0]._shape:
            shapes = f"{parts[0]._shape} and {x._shape}"
            raise ShapeError(f"stack: the arrays must have one shape, and there are {shapes}")
    result = _core.apply("stack", tuple(parts), f"axis={along}")
    return result if out is None else store(out, result)


def vstack(arrays: Iterable[ArrayLike], /, *, dtype: DTypeLike = None) -> Array:
    """Arrays on top of each other: rows, or along the first axis.

    >>> frit.vstack([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    return concat([atleast_2d(x) for x in arrays], axis=0, dtype=dtype)


def hstack(arrays: Iterable[ArrayLike], /, *, dtype: DTypeLike = None) -> Array:
    """Arrays side by side: along the second axis, or the first of rows.

    >>> frit.hstack([[1, 2], [3]]).tolist()
    [1, 2, 3]
    """
    parts = [atleast_1d(x) for x in arrays]
    return concat(parts, axis=0 if parts and parts[0].ndim == 1 else 1, dtype=dtype)


def dstack(arrays: Iterable[ArrayLike], /) -> Array:
    """Arrays behind each other, along the third axis.

    >>> frit.dstack([[1, 2], [3, 4]]).tolist()
    [[[1, 3], [2, 4]]]
    """
    return concat([atleast_3d(x) for x in arrays], axis=2)


def column_stack(arrays: Iterable[ArrayLike], /) -> Array:
    """Rows as the columns of a matrix.

    >>> frit.column_stack([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    parts = [as_array(x) for x in arrays]
    return concat([expand_dims(x, 1) if x.ndim == 1 else atleast_2d(x) for x in parts], axis=1)


def unstack(x: ArrayLike, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Views of what lies along an axis, one each.

    >>> [row.tolist() for row in frit.unstack([[1, 2], [3, 4]])]
    [[1, 2], [3, 4]]
    """
    x = moveaxis(as_array(x), axis, 0)
    return tuple(x[k, ...] for k in range(x.shape[0]))


def array_split(x: ArrayLike, sections: Any, /, axis: int = 0) -> list[Array]:
    """Views of parts along an axis: as many as named, nearly equal, or cut at the named places.

    >>> [part.tolist() for part in frit.array_split([1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    x = as_array(x)
    along = one_axis(axis, x.ndim)
    extent = x.shape[along]
    if is_integer(sections):
        sections = sections.__index__()
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


def split(x: ArrayLike, sections: Any, /, axis: int = 0) -> list[Array]:
    """Views of equal parts along an axis, or of parts cut at the named places.

    >>> [part.tolist() for part in frit.split([1, 2, 3, 4], 2)]
    [[1, 2], [3, 4]]
    """
    x = as_array(x)
    if is_integer(sections) and x.shape[one_axis(axis, x.ndim)] % builtins.max(sections, 1):
        raise ArgumentError(f"the axis cannot be split into {sections} equal parts")
    return array_split(x, sections, axis)


def vsplit(x: ArrayLike, sections: Any, /) -> list[Array]:
    """Parts along the first axis.

    >>> len(frit.vsplit(frit.zeros((4, 2)), 2))
    2
    """
    return split(x, sections, 0)


def hsplit(x: ArrayLike, sections: Any, /) -> list[Array]:
    """Parts along the second axis, or the first of a row.

    >>> frit.hsplit(frit.zeros((4, 2)), 2)[0].shape
    (4, 1)
    """
    x = as_array(x)
    return split(x, sections, 1 if x.ndim > 1 else 0)


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


def pad(
    x: ArrayLike,
    pad_width: Any,
    /,
    mode: str = "constant",
    *,
    constant_values: ArrayLike = 0,
) -> Array:
    """Elements put around: a constant, or "edge", "wrap", "reflect", "symmetric" of its own.

    >>> frit.pad([1, 2], 1).tolist()
    [0, 1, 2, 0]
    >>> frit.pad([1, 2, 3], (1, 2), "edge").tolist()
    [1, 1, 2, 3, 3, 3]
    """
    x = as_array(x)
    widths = _widths(pad_width, x.ndim)
    if any(n < 0 for pair in widths for n in pair):
        raise ArgumentError("an array cannot be padded by a negative number of elements")
    if mode == "constant":
        value = _core.cast(as_array(constant_values), x.dtype)
        if value.ndim:
            raise UnsupportedError("pad takes one number as constant_values")
        before, after = [low for low, _ in widths], [high for _, high in widths]
        return _core.apply("pad", (x, value), f"lo={ints(before)}, hi={ints(after)}")
    if mode not in ("edge", "wrap", "reflect", "symmetric"):
        raise UnsupportedError(f"pad has no mode {mode!r}")
    import numpy

    from ._index import take

    for axis, pair in enumerate(widths):
        if pair != (0, 0):
            places: Any = numpy.pad(numpy.arange(x.shape[axis]), pair, mode=mode)  # type: ignore[call-overload]
            x = take(x, places, axis=axis)
    return x
