"""Linear algebra: norms and products are recorded; decompositions are NumPy's, on values."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _errors
from ._array.products import matrix_transpose as matrix_transpose
from ._array.products import vecdot as vecdot
from ._array.reductions import as_inexact, reduce
from ._array.rows import LINALG
from ._array.types import ArrayLike, Axis, DTypeLike, as_array, on_their_device, peek, some_axes, store_exactly
from ._errors import ArgumentError, ShapeError

if TYPE_CHECKING:
    from ._array.array import Array

__all__ = [row.name for row in LINALG]


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


def _numpy(name: str, *operands: Any, **options: Any) -> Any:
    """A function of numpy.linalg on computed values."""
    import numpy

    values = [peek(x) if isinstance(x, _core.ArrayBase) else x for x in operands]
    return getattr(numpy.linalg, name)(*values, **options)


def _one(name: str, *operands: Any, **options: Any) -> Array:
    import numpy

    return _core.asarray(numpy.asarray(_numpy(name, *operands, **options)))


def _several(name: str, *operands: Any, **options: Any) -> Any:
    import numpy

    return (_core.asarray(numpy.asarray(part)) for part in _numpy(name, *operands, **options))


# ---- products


def outer(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """Every product of an element of one vector and one of another.

    >>> frit.linalg.outer([1, 2], [3, 4]).tolist()
    [[3, 4], [6, 8]]
    """
    from ._array.products import outer as product

    x, y = as_array(x1), as_array(x2)
    if x.ndim != 1 or y.ndim != 1:
        raise ShapeError(f"outer takes two vectors, not arrays of rank {x.ndim} and {y.ndim}")
    return product(x, y)


def matmul(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The matrix product of the last two axes, the others broadcast.

    >>> frit.linalg.matmul([[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    from ._array.products import matmul as product

    return product(x1, x2)


def tensordot(x1: ArrayLike, x2: ArrayLike, /, *, axes: Any = 2) -> Array:
    """Sums of products over pairs of axes. See frit.tensordot.

    >>> int(frit.linalg.tensordot([[1, 2], [3, 4]], [[1, 0], [0, 1]]))
    5
    """
    from ._array.products import tensordot as product

    return product(x1, x2, axes)


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1) -> Array:
    """The cross product of vectors of 3 along an axis.

    >>> frit.linalg.cross([1, 0, 0], [0, 1, 0]).tolist()
    [0, 0, 1]
    """
    from ._array.products import cross as product

    x, y = as_array(x1), as_array(x2)
    for operand in (x, y):
        if not operand.ndim or operand._shape[axis] != 3:
            raise ShapeError("linalg.cross takes vectors of 3 elements")
    return product(x, y, axis=axis)


@on_their_device
def multi_dot(arrays: Sequence[ArrayLike], *, out: Any = None) -> Array:
    """The product of several matrices, from left to right.

    >>> frit.linalg.multi_dot([[[2]], [[3]], [[4]]]).tolist()
    [[24]]
    """
    parts = [as_array(x) for x in arrays]
    if len(parts) < 2:
        raise ArgumentError("multi_dot takes two arrays or more")
    for k, x in enumerate(parts):
        ranks = (1, 2) if k in (0, len(parts) - 1) else (2,)
        if x.ndim not in ranks:
            raise _linalg_error(f"multi_dot takes matrices, and operand {k} has {x.ndim} axes")
    result = parts[0]
    for x in parts[1:]:
        result = matmul(result, x)
    return result if out is None else store_exactly(out, result)


@on_their_device
def matrix_power(a: ArrayLike, n: int) -> Array:
    """A square matrix multiplied by itself.

    >>> frit.linalg.matrix_power([[1.0, 1.0], [0.0, 1.0]], 3).tolist()
    [[1.0, 3.0], [0.0, 1.0]]
    """
    x = _square(a, "matrix_power")
    n = operator.index(n)
    if n < 0:
        x, n = inv(x), -n
    if n == 1:
        return x
    if n == 0:
        return _one("matrix_power", x, 0)
    result: Array | None = None
    while n:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        if n:
            x = matmul(x, x)
    assert result is not None
    return _core.unary("copy", result)


def _square(x: ArrayLike, name: str) -> Array:
    x = as_array(x)
    if x.ndim < 2 or x._shape[-1] != x._shape[-2]:
        raise _linalg_error(f"{name} takes square matrices, not an array of shape {x._shape}")
    return x


def _linalg_error(message: str) -> Exception:
    """A ShapeError that is also NumPy's LinAlgError, as its decompositions raise it."""
    import numpy

    made: type[Exception] = type("LinAlgError", (ShapeError, numpy.linalg.LinAlgError), {})
    return made(message)


# ---- diagonals


def diagonal(x: ArrayLike, /, *, offset: int = 0) -> Array:
    """The diagonal of matrices (the last two axes): a view that cannot be written to.

    >>> frit.linalg.diagonal([[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    from ._array.products import diagonal as of_axes

    return of_axes(x, offset, -2, -1)


def trace(x: ArrayLike, /, *, offset: int = 0, dtype: DTypeLike = None) -> Array:
    """The sum of the diagonal of matrices (the last two axes).

    >>> int(frit.linalg.trace([[1, 2], [3, 4]]))
    5
    """
    from ._array.products import trace as of_axes

    return of_axes(x, offset, -2, -1, dtype)


# ---- norms


def vector_norm(
    x: ArrayLike, /, *, axis: Axis = None, keepdims: bool = False, ord: float = 2
) -> Array:
    """The norm of vectors along axes (of all elements, if none is named).

    >>> float(frit.linalg.vector_norm([3.0, 4.0]))
    5.0
    """
    x = as_inexact(x)
    order = {math.inf: "inf", -math.inf: "-inf"}.get(ord) or repr(float(ord))
    return reduce("norm", x, axis, keepdims, f", ord={order}")


@on_their_device
def matrix_norm(x: ArrayLike, /, *, keepdims: bool = False, ord: Any = "fro") -> Array:
    """The norm of matrices: "fro", "nuc", 1, -1, 2, -2, inf or -inf.

    >>> float(frit.linalg.matrix_norm([[3.0, 0.0], [0.0, 4.0]]))
    5.0
    """
    x = as_inexact(x)
    if x.ndim < 2:
        text = f"matrix_norm takes matrices, and this array has {x.ndim} axes"
        raise _errors.AxisError(text, -2, x.ndim)
    if ord == "fro":
        return vector_norm(x, axis=(x.ndim - 2, x.ndim - 1), keepdims=keepdims)
    return _one("norm", x, ord=ord, axis=(-2, -1), keepdims=keepdims)


@on_their_device
def norm(x: ArrayLike, ord: Any = None, axis: Axis = None, keepdims: bool = False) -> Array:
    """numpy.linalg.norm: of a vector, or of a matrix.

    >>> float(frit.linalg.norm([3.0, 4.0]))
    5.0
    """
    x = as_inexact(x)
    axes = tuple(range(x.ndim)) if axis is None else some_axes(axis, x.ndim)
    if ord is None or (len(axes) == 2 and ord == "fro"):
        return vector_norm(x, axis=None if axis is None else axes, keepdims=keepdims)
    if len(axes) == 1:
        return vector_norm(x, axis=axes, keepdims=keepdims, ord=ord)
    if len(axes) != 2:
        raise ArgumentError(f"a norm is that of a vector or of a matrix, not of {len(axes)} axes")
    return _one("norm", x, ord=ord, axis=axes, keepdims=keepdims)


@on_their_device
def cond(x: ArrayLike, p: Any = None) -> Array:
    """The condition number of matrices.

    >>> float(frit.linalg.cond([[1.0, 0.0], [0.0, 2.0]]))
    2.0
    """
    return _one("cond", as_array(x), p)


@on_their_device
def matrix_rank(A: ArrayLike, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Array:
    """The rank of matrices.

    >>> int(frit.linalg.matrix_rank([[1.0, 1.0], [1.0, 1.0]]))
    1
    """
    return _one("matrix_rank", as_array(A), _value(tol), hermitian, rtol=_value(rtol))


# ---- systems of equations


@on_their_device
def solve(a: ArrayLike, b: ArrayLike) -> Array:
    """The solution of a @ x = b; b is a vector, or matrices.

    >>> frit.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0]).tolist()
    [1.0, 1.0]
    """
    x, y = _core.promote(_square(a, "solve"), b)
    if y.ndim == 1:  # alone a vector: not a stack of columns
        return _core.apply(
            "squeeze", (_one("solve", x, y._view_expand([1])),), f"axes=[{x.ndim - 1}]"
        )
    return _one("solve", x, y)


@on_their_device
def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> tuple[Any, ...]:
    """The least-squares solution of a @ x = b (numpy.linalg.lstsq).

    >>> frit.round(frit.linalg.lstsq([[1.0], [1.0]], [1.0, 3.0])[0], 12).tolist()
    [2.0]
    """
    return tuple(_several("lstsq", *_core.promote(a, b), rcond=rcond))


@on_their_device
def inv(a: ArrayLike) -> Array:
    """The inverse of square matrices.

    >>> frit.linalg.inv([[2.0, 0.0], [0.0, 4.0]]).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return _one("inv", _square(a, "inv"))


@on_their_device
def pinv(
    a: ArrayLike, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None
) -> Array:
    """The pseudo-inverse of matrices.

    >>> frit.linalg.pinv([[2.0]]).tolist()
    [[0.5]]
    """
    more = {} if rtol is None else {"rtol": _value(rtol)}
    return _one("pinv", as_array(a), _value(rcond), hermitian, **more)


@on_their_device
def det(a: ArrayLike) -> Array:
    """The determinant of square matrices.

    >>> float(frit.linalg.det([[2.0]]))
    2.0
    """
    return _one("det", _square(a, "det"))


@on_their_device
def slogdet(a: ArrayLike) -> SlogdetResult:
    """The sign of the determinant, and the logarithm of its size.

    >>> float(frit.linalg.slogdet([[-1.0]]).sign)
    -1.0
    """
    return SlogdetResult(*_several("slogdet", _square(a, "slogdet")))


# ---- decompositions


@on_their_device
def cholesky(a: ArrayLike, /, *, upper: bool = False) -> Array:
    """The triangular factor of positive definite matrices.

    >>> frit.linalg.cholesky([[4.0]]).tolist()
    [[2.0]]
    """
    return _one("cholesky", _square(a, "cholesky"), upper=upper)


@on_their_device
def qr(a: ArrayLike, mode: Any = "reduced") -> Any:
    """Orthogonal and triangular factors of matrices; with mode "r" the triangular one alone.

    >>> frit.abs(frit.linalg.qr([[2.0]]).R).tolist()
    [[2.0]]
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ArgumentError(f"mode is 'reduced', 'complete', 'r' or 'raw', not {mode!r}")
    if mode == "r":
        return _one("qr", as_array(a), mode=mode)
    parts = _several("qr", as_array(a), mode=mode)
    return tuple(parts) if mode == "raw" else QRResult(*parts)


@on_their_device
def svd(
    a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> Any:
    """Singular value decomposition; with compute_uv=False the singular values alone.

    >>> frit.linalg.svd([[3.0]]).S.tolist()
    [3.0]
    """
    if not compute_uv:
        return _one("svd", as_array(a), compute_uv=False, hermitian=hermitian)
    return SVDResult(*_several("svd", as_array(a), full_matrices, hermitian=hermitian))


@on_their_device
def svdvals(x: ArrayLike, /) -> Array:
    """Singular values, the largest first.

    >>> frit.linalg.svdvals([[3.0]]).tolist()
    [3.0]
    """
    return _one("svd", as_array(x), compute_uv=False)


@on_their_device
def eigh(a: ArrayLike, UPLO: Any = "L") -> EighResult:
    """Eigenvalues and eigenvectors of symmetric (or Hermitian) matrices.

    >>> frit.linalg.eigh([[3.0]]).eigenvalues.tolist()
    [3.0]
    """
    return EighResult(*_several("eigh", _square(a, "eigh"), UPLO))


@on_their_device
def eigvalsh(a: ArrayLike, UPLO: Any = "L") -> Array:
    """Eigenvalues of symmetric (or Hermitian) matrices.

    >>> frit.linalg.eigvalsh([[3.0]]).tolist()
    [3.0]
    """
    return _one("eigvalsh", _square(a, "eigvalsh"), UPLO)


@on_their_device
def eig(a: ArrayLike) -> EigResult:
    """Eigenvalues and eigenvectors of square matrices: complex, in the order in which NumPy has them.

    >>> frit.real(frit.linalg.eig([[3.0]]).eigenvalues).tolist()
    [3.0]
    """
    values, vectors = _several("eig", _square(a, "eig"))
    return EigResult(_complex(values), _complex(vectors))


@on_their_device
def eigvals(a: ArrayLike) -> Array:
    """Eigenvalues of square matrices: complex, in the order in which NumPy has them.

    >>> frit.real(frit.linalg.eigvals([[3.0]])).tolist()
    [3.0]
    """
    return _complex(_one("eigvals", _square(a, "eigvals")))


def _complex(x: Array) -> Array:
    """As complex numbers: whether eigenvalues are all real is seen in their values alone."""
    if x.dtype.kind == "c":
        return x
    return _core.cast(x, _core.complex64 if x.dtype.itemsize <= 4 else _core.complex128)


def _value(x: Any) -> Any:
    return peek(x) if isinstance(x, _core.ArrayBase) else x
