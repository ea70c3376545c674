"""Rows that slide over each other, polynomials, and what goes from neighbour to neighbour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, UnsupportedError
from .composed import conj
from .creation import zeros_like
from .factors import least_squares
from .index import must
from .joining import concat
from .manipulation import flip, moveaxis
from .scans import cumsum, diff
from .types import ArrayLike, as_array, on_their_device, one_axis, peek

if TYPE_CHECKING:
    from .array import Array


def _row(a: ArrayLike) -> Array:
    x = as_array(a)
    if x.ndim == 0:
        return x._view_reshape((1,))
    if x.ndim != 1:
        raise ArgumentError("object too deep for desired array")
    return x


_MODES = ("valid", "same", "full")


def _mode(mode: Any) -> str:
    found = _MODES[mode] if isinstance(mode, int) and not isinstance(mode, bool) and 0 <= mode < 3 else mode
    if found not in _MODES:
        raise ArgumentError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    return str(found)


def _slid(x: Array, y: Array, mode: str) -> Array:
    """Sums of products at every place; of those in the middle where x or y lies whole over the other."""
    if x.dtype.kind == "b" or x.dtype.itemsize == 2 and x.dtype.kind == "f":
        if x.dtype.kind == "b":
            raise UnsupportedError("convolutions of bools")
        wide = _slid(_core.cast(x, _core.float32), _core.cast(y, _core.float32), mode)
        return _core.cast(wide, x.dtype)
    full = _core.apply("convolve", (x, y))
    if mode == "full":
        return full
    most, least = max(x.shape[0], y.shape[0]), min(x.shape[0], y.shape[0])
    first, count = ((least - 1) // 2, most) if mode == "same" else (least - 1, most - least + 1)
    return _core.unary("copy", full._view_slice([first], [first + count], [None]))


@on_their_device
def convolve(a: ArrayLike, v: ArrayLike, mode: Any = "full") -> Array:
    """The convolution of two rows: what comes out where one of them, backwards, slides over the other.

    >>> frit.convolve([1, 2, 3], [0, 1]).tolist()
    [0, 1, 2, 3]
    """
    x, y = _core.promote(_row(a), _row(v))
    if x._shape[0] == 0 or y._shape[0] == 0:
        raise ArgumentError(f"{'a' if x._shape[0] == 0 else 'v'} cannot be empty")
    return _slid(x, y, _mode(mode))


@on_their_device
def correlate(a: ArrayLike, v: ArrayLike, mode: Any = "valid") -> Array:
    """The sums of products of one row with another that slides over it.

    >>> frit.correlate([1, 2, 3], [0, 1, 0.5]).tolist()
    [3.5]
    """
    x, y = _core.promote(_row(a), _row(v))
    if x._shape[0] == 0 or y._shape[0] == 0:
        raise ArgumentError("correlate: an array is empty")
    how = _mode(mode)
    other = flip(conj(y) if y.dtype.kind == "c" else y, 0)
    if how != "same" or x.shape[0] >= y.shape[0]:
        return _slid(x, other, how)
    full = _core.apply("convolve", (x, other))  # of the shorter one the other end is nearer
    first = x.shape[0] // 2
    return _core.unary("copy", full._view_slice([first], [first + y.shape[0]], [None]))


# ---- polynomials, by their coefficients from the highest power on


@on_their_device
def vander(x: ArrayLike, N: int | None = None, increasing: bool = False) -> Array:
    """Powers of each number, side by side.

    >>> frit.vander([2, 3], 3).tolist()
    [[4, 2, 1], [9, 3, 1]]
    """
    from .joining import stack

    held = as_array(x)
    if held.ndim != 1:
        raise ArgumentError("x must be a one-dimensional array or sequence.")
    count = held.shape[0] if N is None else N
    held = _core.cast(held, _core.result_type(held, _core.int64)) if held.dtype.kind in "biu" else held
    power = zeros_like(held) + 1
    powers = []
    for _ in range(count):
        powers.append(power)
        power = power * held
    if not powers:
        raise UnsupportedError("a matrix without columns")
    return stack(powers if increasing else powers[::-1], axis=1)


def _coefficients(p: ArrayLike) -> Array:
    import numpy

    if isinstance(p, numpy.poly1d):
        raise UnsupportedError("polynomials of NumPy's")
    x = as_array(p)
    return x._view_reshape((1,)) if x.ndim == 0 else x


def _sum(p: ArrayLike, q: ArrayLike, op: str) -> Array:
    x, y = _coefficients(p), _coefficients(q)
    n, m = x.shape[0], y.shape[0]
    if n < m:
        x = concat([_zeros(m - n, x.dtype), x])
    elif m < n:
        y = concat([_zeros(n - m, y.dtype), y])
    return _core.binary(op, x, y)


def _zeros(n: int, dtype: _core.DType) -> Array:
    return _core.apply("fill", (_core.scalar(0, dtype),), f"shape=[{n}]")


@on_their_device
def polyadd(a1: ArrayLike, a2: ArrayLike) -> Array:
    """The sum of two polynomials.

    >>> frit.polyadd([1, 2], [1, 0, 0]).tolist()
    [1, 1, 2]
    """
    return _sum(a1, a2, "add")


@on_their_device
def polysub(a1: ArrayLike, a2: ArrayLike) -> Array:
    """The difference of two polynomials.

    >>> frit.polysub([1, 2], [1, 0, 0]).tolist()
    [-1, 1, 2]
    """
    return _sum(a1, a2, "sub")


@on_their_device
def polyder(p: ArrayLike, m: int = 1) -> Array:
    """The derivative of a polynomial.

    >>> frit.polyder([1, 2, 3]).tolist()
    [2, 2]
    """
    x = _coefficients(p)
    if m < 0:
        raise ArgumentError("Order of derivative must be positive (see polyint)")
    for _ in range(m):
        n = x.shape[0] - 1
        if n < 1:
            raise UnsupportedError("the derivative of a number")
        powers = _core.binary("sub", n, _core.apply("iota", (), f"shape=[{n}], axis=0, to=i64"))
        x = _core.binary("mul", x._view_slice([None], [n], [None]), powers)
    return x


@on_their_device
def polyint(p: ArrayLike, m: int = 1, k: Any = None) -> Array:
    """The integral of a polynomial, with k as constant.

    >>> frit.polyint([2, 2]).tolist()
    [1.0, 2.0, 0.0]
    """
    if m != 1:
        raise UnsupportedError("integrals of another order than 1")
    if isinstance(k, (list, tuple)) or getattr(k, "ndim", False):
        raise UnsupportedError("several constants")
    x = _coefficients(p)
    n = x.shape[0]
    powers = _core.binary("sub", n, _core.apply("iota", (), f"shape=[{n}], axis=0, to=i64"))
    found = _core.binary("div", x, powers)
    last = _core.cast(as_array(0 if k is None else k), found.dtype)
    return concat([found, _core.apply("reshape", (last,), "shape=[1]")])


@on_their_device
def unwrap(p: ArrayLike, discont: Any = None, axis: int = -1, *, period: Any = 2 * math.pi) -> Array:
    """Angles without their jumps: whole periods are added where neighbours are more than half of one apart.

    >>> frit.round(frit.unwrap([0.0, 3.0, 6.0 - 6.283185307179586]), 3).tolist()
    [0.0, 3.0, 6.0]
    """
    x = as_array(p)
    if x.dtype.kind in "biu" or x.dtype.kind == "c":
        raise UnsupportedError(f"unwrap of {x.dtype}")
    along = one_axis(axis, x.ndim)
    rows = moveaxis(x, along, -1)
    step = diff(rows, axis=-1)
    half = period / 2
    rest = (step + half) % period - half
    edge = _core.binary("and", _core.binary("eq", rest, -half), _core.binary("gt", step, 0))
    rest = _core.apply("select", (edge, zeros_like(rest) + half, rest))
    jump = rest - step
    least = half if discont is None else discont
    small = _core.binary("lt", _core.unary("abs", step), least)
    jump = _core.apply("select", (small, zeros_like(jump), jump))
    later = rows[..., 1:] + cumsum(jump, axis=-1)
    return moveaxis(concat([rows[..., :1], later], axis=-1), -1, along)


def _by_numpy(name: str, *arrays: Array) -> Array:
    import numpy

    return _core.asarray(numpy.asarray(getattr(numpy, name)(*map(peek, arrays))))


def _leads(p: ArrayLike) -> Array:
    x = _coefficients(p)
    if x.ndim != 1:
        raise ArgumentError("Polynomial must be 1d only.")
    if not x.shape[0]:
        raise UnsupportedError("a polynomial without coefficients")
    return x


@on_their_device
def polymul(a1: ArrayLike, a2: ArrayLike) -> Array:
    """The product of two polynomials.

    >>> frit.polymul([1, 1], [1, -1]).tolist()
    [1, 0, -1]
    """
    x, y = _leads(a1), _leads(a2)
    both = _core.binary("and", _core.binary("ne", x[0], 0), _core.binary("ne", y[0], 0))
    if not both._placeholder and not bool(both):  # which NumPy leaves out
        return _by_numpy("polymul", x, y)
    return must(both, convolve(x, y), lambda: ArgumentError("a leading coefficient is 0"))


@on_their_device
def poly(seq_of_zeros: ArrayLike) -> Array:
    """The coefficients of the polynomial with these zeros.

    >>> frit.poly([1.0, 2.0]).tolist()
    [1.0, -3.0, 2.0]
    """
    zeros = as_array(seq_of_zeros)
    if zeros.ndim != 1 or zeros.dtype.kind == "c" or not zeros.shape[0]:
        return _by_numpy("poly", zeros)
    zeros = zeros if zeros.dtype.kind == "f" else _core.cast(zeros, _core.float64)
    one = _core.apply("fill", (_core.scalar(1, zeros.dtype),), "shape=[1]")
    found = one
    for k in range(zeros.shape[0]):
        found = convolve(found, concat([one, -zeros[k : k + 1]]))
    return found


@on_their_device
def polyfit(x: ArrayLike, y: ArrayLike, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Array:
    """The polynomial of a degree that comes nearest to the points, by least squares.

    >>> frit.round(frit.polyfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1), 9).tolist()
    [2.0, 1.0]
    """
    if full or cov or w is not None:
        raise UnsupportedError("polyfit with weights, or what else it gives")
    order = deg.__index__() + 1
    if order < 1:
        raise ArgumentError("expected deg >= 0")
    at, values = as_array(x) + 0.0, as_array(y) + 0.0
    if at.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if at.shape[0] == 0:
        raise TypeError("expected non-empty vector for x")
    if values.ndim < 1 or values.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if at.shape[0] != values.shape[0]:
        raise TypeError("expected x and y to have same length")
    if at.shape[0] < order:
        raise UnsupportedError("fewer points than coefficients")
    powers = vander(at, order)
    size = _core.unary("sqrt", _core.apply("sum", (powers * powers,), "axes=[0]"))
    share = at.shape[0] * 2.0**-52 if rcond is None else rcond
    found: Array = least_squares(powers / size, _core.promote(powers, values)[1], share, True)[0]
    return found / (size if values.ndim == 1 else size._view_expand([1]))
