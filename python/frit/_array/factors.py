"""Factors of matrices as steps: what frit.linalg, and whoever fits something, is made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from .._errors import ArgumentError, ShapeError
from .index import must
from .products import matmul, matrix_transpose
from .reductions import reduce
from .types import ints, yes

if TYPE_CHECKING:
    from .array import Array


class EighResult(NamedTuple):
    """What eigh gives."""

    eigenvalues: Array
    eigenvectors: Array


class EigResult(NamedTuple):
    """What eig gives."""

    eigenvalues: Array
    eigenvectors: Array


class QRResult(NamedTuple):
    """What qr gives."""

    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    """What slogdet gives."""

    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    """What svd gives."""

    U: Array
    S: Array
    Vh: Array


def linalg_error(message: str) -> Exception:
    """A ShapeError that is also NumPy's LinAlgError, as its decompositions raise it."""
    import numpy

    made: type[Exception] = type("LinAlgError", (ShapeError, numpy.linalg.LinAlgError), {})
    return made(message)


def computed(op: str, operands: tuple[Array, ...], attrs: str = "") -> Array:
    """A routine of matrices. Of values it is run at once, so that a matrix without a result is told where it is given."""
    try:
        made = _core.apply(op, operands, attrs)  # which runs it where the memory is not its own
        if not made._placeholder:
            _core.flush()
        return made
    except ArgumentError as error:
        raise linalg_error(str(error).split(": ", 1)[-1]) from None


def parts(packed: Array, shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """The arrays that lie one after another along the last axis."""
    found, first = [], 0
    for shape in shapes:
        size = math.prod(shape)
        part = packed[(Ellipsis, slice(first, first + size))]
        found.append(_core.apply("reshape", (part,), f"shape={ints((*packed.shape[:-1], *shape))}"))
        first += size
    return found


def of_reals(x: Array) -> Array:
    """The real numbers that stand in complex ones."""
    return _core.unary("real", x) if x.dtype.kind == "c" else x


def epsilon(x: Array) -> float:
    """The distance from 1 to the next number of the dtype, or of its parts."""
    return 2.0**-23 if x.dtype in (_core.float32, _core.complex64) else 2.0**-52


def conj_of(x: Array) -> Array:
    return _core.unary("conj", x) if x.dtype.kind == "c" else x


def svd_of(x: Array, full: bool) -> tuple[Array, Array, Array]:
    """u, the singular values and vh of matrices that have elements."""
    m, n = x.shape[-2:]
    k = min(m, n)
    shapes = [(k,), (m, m), (n, n)] if full else [(k,), (m, k), (k, n)]
    attrs = f"size={sum(map(math.prod, shapes))}, full={yes(full)}"
    s, u, vh = parts(computed("svd", (x,), attrs), shapes)
    return u, of_reals(s), vh


def least_squares(x: Array, y: Array, rcond: Any, whole_rank: bool = False) -> tuple[Any, ...]:
    """What lstsq gives; whole_rank: in a program the solution is one only where columns do not hang on each other."""
    m, n = x.shape
    rows = y if y.ndim == 2 else y._view_expand([1])
    u, s, vh = svd_of(x, False)
    share = max(m, n) * epsilon(x) if rcond is None else epsilon(x) if rcond == -1 else rcond
    large = _core.binary("gt", s, _core.binary("mul", s[0], share))
    rank = _core.cast(reduce("count_nonzero", large, 0, False), _core.int32)
    one = _core.scalar(1, s.dtype)
    back = _core.apply("select", (large, _core.binary("div", one, _core.apply("select", (large, s, one))), _core.scalar(0, s.dtype)))
    found = matmul(matrix_transpose(conj_of(vh)), _core.binary("mul", back._view_expand([1]), matmul(matrix_transpose(conj_of(u)), rows)))
    if whole_rank and rank._placeholder:
        found = must(_core.binary("eq", rank, min(m, n)), found, lambda: ArgumentError("rank"))
        return (found if y.ndim == 2 else _core.apply("squeeze", (found,), "axes=[1]")), None, rank, s
    if m > n:  # what is left over: nothing is told of it where columns hang on each other
        whole = _core.binary("eq", rank, n)
        if not whole._placeholder and not bool(whole):
            left = _core.apply("fill", (_core.scalar(0, s.dtype),), "shape=[0]")
        else:
            away = _core.unary("abs", _core.binary("sub", rows, matmul(x, found)))
            left = must(whole, _core.apply("sum", (_core.binary("mul", away, away),), "axes=[0]"), lambda: ArgumentError("rank"))
    else:
        left = _core.apply("fill", (_core.scalar(0, s.dtype),), "shape=[0]")
    return (found if y.ndim == 2 else _core.apply("squeeze", (found,), "axes=[1]")), left, rank, s
