"""Arrays put together and taken apart in rarer ways, and statistics of several variables."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, UnsupportedError
from .composed import conj, imag
from .counting import bin_edges
from .creation import diag, zeros_like
from .index import as_value
from .joining import concat, split
from .manipulation import ravel
from .ordering import sort
from .products import cov_of, matmul
from .scans import cumprod, cumsum
from .types import ArrayLike, DTypeLike, as_array, ints, on_their_device, one_axis

if TYPE_CHECKING:
    from .array import Array


# ---- shapes


@on_their_device
def block(arrays: Any) -> Array:
    """Arrays put together as nested lists lay them out: the innermost along the last axis.

    >>> frit.block([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    depth = _depth(arrays)
    rank = max(depth, *(x.ndim for x in _leaves(arrays))) if depth else as_array(arrays).ndim
    if not depth:
        return _core.unary("copy", as_array(arrays))
    return _laid(arrays, depth, rank)


def _depth(arrays: Any) -> int:
    if not isinstance(arrays, list):
        return 0
    if not arrays:
        raise ArgumentError("List at arrays cannot be empty")
    depths = {_depth(part) for part in arrays}
    if len(depths) > 1:
        raise ArgumentError("List depths are mismatched.")
    return 1 + depths.pop()


def _leaves(arrays: Any) -> list[Array]:
    if not isinstance(arrays, list):
        return [as_array(arrays)]
    return [leaf for part in arrays for leaf in _leaves(part)]


def _laid(arrays: Any, depth: int, rank: int) -> Array:
    if not isinstance(arrays, list):
        x = as_array(arrays)
        return x._view_expand(list(range(rank - x.ndim))) if x.ndim < rank else x
    return concat([_laid(part, depth - 1, rank) for part in arrays], axis=rank - depth)


@on_their_device
def diagflat(v: ArrayLike, k: int = 0) -> Array:
    """A matrix with the elements on a diagonal.

    >>> frit.diagflat([[1, 2]]).tolist()
    [[1, 0], [0, 2]]
    """
    return diag(ravel(as_array(v)), k)


def dsplit(ary: ArrayLike, indices_or_sections: Any) -> list[Array]:
    """Parts along the third axis.

    >>> len(frit.dsplit(frit.zeros((2, 2, 4)), 2))
    2
    """
    x = as_array(ary)
    if x.ndim < 3:
        raise ArgumentError("dsplit only works on arrays of 3 or more dimensions")
    return split(x, indices_or_sections, 2)


def rollaxis(a: ArrayLike, axis: int, start: int = 0) -> Array:
    """A view with an axis moved to before another one.

    >>> frit.rollaxis(frit.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    x = as_array(a)
    along = one_axis(axis, x.ndim)
    to = start + x.ndim if start < 0 else start
    if not 0 <= to <= x.ndim:
        one_axis(start, x.ndim)  # which raises
    order = [k for k in range(x.ndim) if k != along]
    order.insert(to - 1 if along < to else to, along)
    return x._view_transpose(tuple(order))


@on_their_device
def resize(a: ArrayLike, new_shape: Any) -> Array:
    """The elements over and over again, as many as a shape has.

    >>> frit.resize([1, 2, 3], (2, 2)).tolist()
    [[1, 2], [3, 1]]
    """
    row = ravel(as_array(a))
    shape = tuple(operator.index(n) for n in (new_shape if isinstance(new_shape, (tuple, list)) else (new_shape,)))
    if any(n < 0 for n in shape):
        raise ArgumentError("all elements of `new_shape` must be non-negative")
    size, total = row.shape[0], math.prod(shape)
    if not size or not total:
        return _core.apply("fill", (_core.scalar(0, row.dtype),), f"shape={ints(shape)}")
    whole = concat([row] * -(-total // size)) if total > size else row
    return _core.apply("reshape", (_core.unary("copy", whole._view_slice([None], [total], [None])),), f"shape={ints(shape)}")


def apply_over_axes(func: Any, a: ArrayLike, axes: Any) -> Array:
    """A function of an array and an axis, called for one axis after another; axes that it takes away stay, of one element.

    >>> frit.apply_over_axes(frit.sum, [[1, 2], [3, 4]], [0, 1]).tolist()
    [[10]]
    """
    found = as_array(a)
    rank = found.ndim
    for axis in axes if isinstance(axes, (tuple, list)) else (axes,):
        along = one_axis(axis, rank)
        made = as_array(func(found, along))
        if made.ndim not in (rank, rank - 1):
            raise ArgumentError("function is not returning an array of the correct shape")
        found = made if made.ndim == rank else _core.apply("expand_dims", (made,), f"axes=[{along}]")
    return found


def diag_indices_from(arr: ArrayLike) -> tuple[Array, ...]:
    """The places of the diagonal of an array, one index an axis.

    >>> [row.tolist() for row in frit.diag_indices_from([[1, 2], [3, 4]])]
    [[0, 1], [0, 1]]
    """
    x = as_array(arr)
    if x.ndim < 2:
        raise ArgumentError("input array must be at least 2-d")
    if len(set(x.shape)) > 1:
        raise ArgumentError("All dimensions of input must be of equal length")
    return (_core.apply("iota", (), f"shape=[{x.shape[0]}], axis=0, to=i64"),) * x.ndim


def _triangle_from(name: str, arr: ArrayLike, k: int) -> tuple[Array, ...]:
    import numpy

    x = as_array(arr)
    if x.ndim != 2:
        raise ArgumentError("input array must be 2-d")
    found = getattr(numpy, name)(x.shape[0], k=k, m=x.shape[1])
    return tuple(_core.asarray(row) for row in found)


def tril_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Array, ...]:
    """The places on and below a diagonal of a matrix.

    >>> [row.tolist() for row in frit.tril_indices_from([[1, 2], [3, 4]])]
    [[0, 1, 1], [0, 0, 1]]
    """
    return _triangle_from("tril_indices", arr, k)


def triu_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Array, ...]:
    """The places on and above a diagonal of a matrix.

    >>> [row.tolist() for row in frit.triu_indices_from([[1, 2], [3, 4]])]
    [[0, 0, 1], [0, 1, 1]]
    """
    return _triangle_from("triu_indices", arr, k)


def fill_diagonal(a: Array, val: ArrayLike, wrap: bool = False) -> None:
    """Stores values on the diagonal of a matrix.

    >>> x = frit.zeros((2, 2))
    >>> frit.fill_diagonal(x, 5)
    >>> x.tolist()
    [[5.0, 0.0], [0.0, 5.0]]
    """
    if not isinstance(a, _core.ArrayBase) or a.ndim != 2 or wrap:
        raise UnsupportedError("diagonals of more than two axes, or that go on")
    value = as_array(val)
    if value.ndim:
        raise UnsupportedError("several values for a diagonal")
    row = _core.apply("iota", (), f"shape={ints((a.shape[0], 1))}, axis=0, to=i64")
    column = _core.apply("iota", (), f"shape={ints((1, a.shape[1]))}, axis=1, to=i64")
    a._assign(_core.apply("select", (_core.binary("eq", row, column), as_value(val, a.dtype), a)))


# ---- elements


def fix(x: ArrayLike, out: Any = None) -> Array:
    """Rounded towards 0.

    >>> frit.fix([-1.5, 1.5]).tolist()
    [-1.0, 1.0]
    """
    from .elementwise import trunc

    return trunc(x) if out is None else trunc(x, out=out)


def iscomplex(x: ArrayLike) -> Array:
    """Is there an imaginary part that is not 0?

    >>> frit.iscomplex([1 + 1j, 1 + 0j]).tolist()
    [True, False]
    """
    held = as_array(x)
    return _core.binary("ne", imag(held), 0)


def iscomplexobj(x: ArrayLike) -> bool:
    """Does it have complex numbers for elements?

    >>> frit.iscomplexobj([1j])
    True
    """
    return bool(as_array(x).dtype.kind == "c")


def isrealobj(x: ArrayLike) -> bool:
    """Does it have no complex numbers for elements?

    >>> frit.isrealobj([1j])
    False
    """
    return not iscomplexobj(x)


@on_their_device
def sort_complex(a: ArrayLike) -> Array:
    """The elements in order, as complex numbers.

    >>> frit.sort_complex([2, 1]).tolist()
    [(1+0j), (2+0j)]
    """
    ordered = sort(a)
    if ordered.dtype.kind == "c":
        return ordered
    small = ordered.dtype.kind in "iu" and ordered.dtype.itemsize <= 2
    return _core.cast(ordered, _core.complex64 if small else _core.complex128)


@on_their_device
def piecewise(x: ArrayLike, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Array:
    """The number of the last condition that holds for each element; one more number is for where none does.

    >>> frit.piecewise(frit.asarray([-1.0, 2.0]), [frit.asarray([True, False])], [5, 7]).tolist()
    [5.0, 7.0]
    """
    held = as_array(x)
    if any(callable(function) for function in funclist):
        raise UnsupportedError("pieces that are functions")
    if not isinstance(condlist, (list, tuple)):
        raise UnsupportedError("one condition by itself")
    conditions = [as_array(condition) for condition in condlist]
    if any(condition._shape != held._shape or condition.dtype.kind != "b" for condition in conditions):
        raise UnsupportedError("conditions of another shape or dtype")
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        n = len(conditions)
        raise ArgumentError(f"with {n} condition(s), either {n} or {n + 1} functions are expected")
    found = zeros_like(held)
    if len(funclist) > len(conditions):
        found = _core.apply("select", (_core.scalar(True), _core.cast(as_array(funclist[-1]), held.dtype), held))
    for condition, number in zip(conditions, funclist):
        found = _core.apply("select", (condition, _core.cast(as_array(number), held.dtype), found))
    return found


@on_their_device
def histogram_bin_edges(a: ArrayLike, bins: Any = 10, range: Any = None, weights: Any = None) -> Array:
    """The edges of the bins that histogram counts in.

    >>> frit.histogram_bin_edges([0.0, 1.0], 2).tolist()
    [0.0, 0.5, 1.0]
    """
    return bin_edges(as_array(a), bins, range)


# ---- running, without NaN


def _plain(a: ArrayLike, number: int) -> Array:
    x = as_array(a)
    if x.dtype.kind not in "fc":
        return x
    return _core.apply("select", (_core.binary("eq", x, x), x, _core.scalar(number, x.dtype)))


def nancumsum(a: ArrayLike, axis: int | None = None, dtype: DTypeLike = None, out: Any = None) -> Array:
    """Running sums in which NaN counts as 0.

    >>> frit.nancumsum([1.0, float("nan"), 2.0]).tolist()
    [1.0, 1.0, 3.0]
    """
    return cumsum(_plain(a, 0), axis, dtype, out)


def nancumprod(a: ArrayLike, axis: int | None = None, dtype: DTypeLike = None, out: Any = None) -> Array:
    """Running products in which NaN counts as 1.

    >>> frit.nancumprod([2.0, float("nan"), 3.0]).tolist()
    [2.0, 2.0, 6.0]
    """
    return cumprod(_plain(a, 1), axis, dtype, out)


# ---- several variables


@on_their_device
def corrcoef(x: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, *, dtype: DTypeLike = None) -> Array:
    """How variables go together, from -1 to 1: one a row, or a column with rowvar=False.

    >>> frit.round(frit.corrcoef([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]), 12).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    found = cov_of(x, y, rowvar, dtype)
    if found.ndim == 0:
        return found / found
    size = _core.unary("sqrt", _real(_core.unary("copy", diag(found))))
    found = found / size._view_expand([1]) / size
    if found.dtype.kind != "c":
        return found.clip(-1, 1)
    parts = [_core.unary(part, found).clip(-1, 1) for part in ("real", "imag")]
    return _core.apply("complex", tuple(parts))


def _real(x: Array) -> Array:
    return _core.unary("real", x) if x.dtype.kind == "c" else x


@on_their_device
def vecmat(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The products of vectors and matrices: the last axis of x1 is the vector, of which the conjugate is taken.

    >>> frit.vecmat([1, 1], [[1, 2], [3, 4]]).tolist()
    [4, 6]
    """
    x, y = as_array(x1), as_array(x2)
    if x.ndim < 1 or y.ndim < 2:
        raise ArgumentError("vecmat takes vectors and matrices")
    row = matmul((conj(x) if x.dtype.kind == "c" else x)._view_expand([x.ndim - 1]), y)
    return _core.apply("squeeze", (row,), f"axes=[{row.ndim - 2}]")
