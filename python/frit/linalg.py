"""Linear algebra: everything is recorded; decompositions are LAPACK's where it is found, else the library's own."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _core, _errors
from ._array.factors import EighResult as EighResult, EigResult as EigResult, QRResult as QRResult, SlogdetResult as SlogdetResult, SVDResult as SVDResult
from ._array.factors import computed, conj_of, epsilon, least_squares, linalg_error, of_reals, parts, svd_of
from ._array.products import matrix_transpose as matrix_transpose
from ._array.products import vecdot as vecdot
from ._array.reductions import as_inexact, reduce
from ._array.rows import LINALG
from ._array.types import ArrayLike, Axis, DTypeLike, as_array, ints, on_their_device, peek, some_axes, store_exactly, yes
from ._errors import ArgumentError, ShapeError

if TYPE_CHECKING:
    from ._array.array import Array

__all__ = [row.name for row in LINALG]


def _numpy(name: str, *operands: Any, **options: Any) -> Any:
    """A function of numpy.linalg on computed values: of matrices without elements, in rare modes."""
    import numpy

    values = [peek(x) if isinstance(x, _core.ArrayBase) else x for x in operands]
    return getattr(numpy.linalg, name)(*values, **options)


def _one(name: str, *operands: Any, **options: Any) -> Array:
    import numpy

    return _core.asarray(numpy.asarray(_numpy(name, *operands, **options)))


def _several(name: str, *operands: Any, **options: Any) -> Any:
    import numpy

    return (_core.asarray(numpy.asarray(part)) for part in _numpy(name, *operands, **options))


def _floats(x: Array) -> Array:
    """What matrices are computed in: integers as float64."""
    if x.dtype.kind in "biu":
        return _core.cast(x, _core.float64)
    if x.dtype.itemsize < 4:
        raise TypeError(f"array type {x.dtype} is unsupported in linalg")
    return x


def _matrices(x: ArrayLike, name: str) -> Array:
    held = as_array(x)
    if held.ndim < 2:
        raise linalg_error(f"{name} takes matrices, not an array of {held.ndim} axes")
    return _floats(held)


def _nothing(x: Array) -> bool:
    return 0 in x._shape


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
            raise linalg_error(f"multi_dot takes matrices, and operand {k} has {x.ndim} axes")
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
        raise linalg_error(f"{name} takes square matrices, not an array of shape {x._shape}")
    return x


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
    return _matrix_norm(x, ord, (x.ndim - 2, x.ndim - 1), keepdims)


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
    return _matrix_norm(x, ord, axes, keepdims)


def _matrix_norm(x: Array, ord: Any, axes: Sequence[int], keepdims: bool) -> Array:
    """Of the matrices whose rows and columns lie along two axes."""
    if axes[0] == axes[1]:
        raise ArgumentError("Duplicate axes given.")
    if ord in (1, -1, math.inf, -math.inf):
        along, over = (axes[0], axes[1]) if abs(ord) == 1 else (axes[1], axes[0])
        sums = reduce("sum", _core.unary("abs", x), along, True)
        found = reduce("max" if ord > 0 else "min", sums, over, True)
    elif ord in (2, -2, "nuc"):
        rest = [k for k in range(x.ndim) if k not in axes]
        values = svdvals(_core.apply("transpose", (x,), f"perm={ints([*rest, *axes])}"))
        found = reduce({2: "max", -2: "min"}.get(ord, "sum"), values, values.ndim - 1, False)
        return _core.apply("expand_dims", (found,), f"axes={ints(sorted(axes))}") if keepdims else found
    else:
        raise ArgumentError(f"Invalid norm order {ord!r} for matrices")
    return found if keepdims else _core.apply("squeeze", (found,), f"axes={ints(sorted(axes))}")


@on_their_device
def cond(x: ArrayLike, p: Any = None) -> Array:
    """The condition number of matrices.

    >>> float(frit.linalg.cond([[1.0, 0.0], [0.0, 2.0]]))
    2.0
    """
    held = _matrices(x, "cond")
    if _nothing(held) or (not held._placeholder and bool(peek(reduce("any", _core.binary("ne", held, held), None, False)))):
        return _one("cond", held, p)
    if p in (None, 2, -2):
        values = svdvals(held)
        ends = values[..., 0], values[..., -1]
        found = _core.binary("div", *(ends if p != -2 else ends[::-1]))
    else:
        held = _square(held, "cond")
        found = _core.binary("mul", norm(held, p, (-2, -1)), norm(inv(held), p, (-2, -1)))
    return found


@on_their_device
def matrix_rank(A: ArrayLike, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Array:
    """The rank of matrices.

    >>> int(frit.linalg.matrix_rank([[1.0, 1.0], [1.0, 1.0]]))
    1
    """
    x = as_array(A)
    if x.ndim < 2 or _nothing(x):
        return _one("matrix_rank", x, _value(tol), hermitian, rtol=_value(rtol))
    if tol is not None and rtol is not None:
        raise ArgumentError("`tol` and `rtol` can't be both set.")
    x = _floats(x)
    values = _core.unary("abs", eigvalsh(x)) if hermitian else svdvals(x)
    if tol is None:
        share = max(x.shape[-2:]) * epsilon(x) if rtol is None else _column(rtol)
        tol = _core.binary("mul", reduce("max", values, values.ndim - 1, True), share)
    else:
        tol = _column(tol)
    return _core.cast(reduce("count_nonzero", _core.binary("gt", values, tol), values.ndim - 1, False), _core.int64)


def _column(x: Any) -> Any:
    """One number for each matrix, beside its values."""
    if not isinstance(x, _core.ArrayBase) and not hasattr(x, "__array__"):
        return x
    held = as_array(x)
    return held._view_expand([held.ndim])


# ---- systems of equations


@on_their_device
def solve(a: ArrayLike, b: ArrayLike) -> Array:
    """The solution of a @ x = b; b is a vector, or matrices.

    >>> frit.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0]).tolist()
    [1.0, 1.0]
    """
    x, y = _core.promote(_floats(_square(a, "solve")), _floats(as_array(b)))
    column = y.ndim == 1  # alone a vector: not a stack of columns
    if column:
        y = y._view_expand([1])
    elif y.ndim < 2:
        raise linalg_error("solve takes a vector or matrices")
    if x._shape[-1] != y._shape[-2]:
        raise ArgumentError(f"solve: {x._shape[-1]} unknowns, and {y._shape[-2]} numbers beside them")
    if x.ndim != y.ndim or x._shape[:-2] != y._shape[:-2]:
        from ._array.manipulation import broadcast_shapes

        batch = broadcast_shapes(x.shape[:-2], y.shape[:-2])
        x, y = (_core.apply("broadcast", (part,), f"shape={ints((*batch, *part.shape[-2:]))}") for part in (x, y))
    found = computed("solve", (x, y))
    return _core.apply("squeeze", (found,), f"axes=[{found.ndim - 1}]") if column else found


@on_their_device
def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> tuple[Any, ...]:
    """The least-squares solution of a @ x = b (numpy.linalg.lstsq).

    >>> frit.round(frit.linalg.lstsq([[1.0], [1.0]], [1.0, 3.0])[0], 12).tolist()
    [2.0]
    """
    x, y = _core.promote(_floats(as_array(a)), _floats(as_array(b)))
    if x.ndim != 2 or y.ndim not in (1, 2):
        raise linalg_error(f"lstsq takes a matrix and a vector or a matrix, not {x.ndim} and {y.ndim} axes")
    if x._shape[0] != y._shape[0]:
        raise linalg_error("Incompatible dimensions")
    if _nothing(x) or _nothing(y):
        return tuple(_several("lstsq", x, y, rcond=rcond))
    return least_squares(x, y, rcond)


@on_their_device
def tensorinv(a: ArrayLike, ind: int = 2) -> Array:
    """The inverse of what tensordot does with an array over its first axes.

    >>> frit.linalg.tensorinv([[2.0]], ind=1).tolist()
    [[0.5]]
    """
    x = as_array(a)
    if ind <= 0:
        raise ArgumentError("Invalid ind argument.")
    shape = x.shape
    rows = math.prod(shape[ind:])
    square = _core.apply("reshape", (x,), f"shape={ints((rows, math.prod(shape) // max(rows, 1)))}")
    return _core.apply("reshape", (inv(square),), f"shape={ints((*shape[ind:], *shape[:ind]))}")


@on_their_device
def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Any = None) -> Array:
    """The x of tensordot(a, x, x.ndim) = b.

    >>> frit.linalg.tensorsolve([[2.0]], [4.0]).tolist()
    [2.0]
    """
    x, y = as_array(a), as_array(b)
    if axes is not None:
        order = [k for k in range(x.ndim) if k not in axes] + [k % x.ndim for k in axes]
        x = _core.apply("transpose", (x,), f"perm={ints(order)}")
    rest = x.shape[y.ndim :]
    n = math.prod(rest)
    if math.prod(x.shape) != n * n:
        raise linalg_error("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    square = _core.apply("reshape", (x,), f"shape={ints((n, n))}")
    row = _core.apply("reshape", (y,), f"shape={ints((n,))}")
    return _core.apply("reshape", (solve(square, row),), f"shape={ints(rest)}")


@on_their_device
def inv(a: ArrayLike) -> Array:
    """The inverse of square matrices.

    >>> frit.linalg.inv([[2.0, 0.0], [0.0, 4.0]]).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return computed("inverse", (_floats(_square(a, "inv")),))


@on_their_device
def pinv(
    a: ArrayLike, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None
) -> Array:
    """The pseudo-inverse of matrices.

    >>> frit.linalg.pinv([[2.0]]).tolist()
    [[0.5]]
    """
    x = _matrices(a, "pinv")
    if _nothing(x) or hermitian:
        more = {} if rtol is None else {"rtol": _value(rtol)}
        return _one("pinv", x, _value(rcond), hermitian, **more)
    if rcond is not None and rtol is not None:
        raise ArgumentError("`rtol` and `rcond` can't be both set.")
    share = rtol if rcond is None else rcond
    share = 1e-15 if share is None else _column(share)
    u, s, vh = svd(conj_of(x), full_matrices=False)
    large = _core.binary("gt", s, _core.binary("mul", reduce("max", s, s.ndim - 1, True), share))
    one = _core.scalar(1, s.dtype)
    back = _core.apply("select", (large, _core.binary("div", one, _core.apply("select", (large, s, one))), _core.scalar(0, s.dtype)))
    return matmul(matrix_transpose(vh), _core.binary("mul", back._view_expand([back.ndim]), matrix_transpose(u)))


@on_their_device
def det(a: ArrayLike) -> Array:
    """The determinant of square matrices.

    >>> float(frit.linalg.det([[2.0]]))
    2.0
    """
    found = computed("determinants", (_floats(_square(a, "det")),), "size=2")
    return _core.unary("copy", found[..., 0])


@on_their_device
def slogdet(a: ArrayLike) -> SlogdetResult:
    """The sign of the determinant, and the logarithm of its size.

    >>> float(frit.linalg.slogdet([[-1.0]]).sign)
    -1.0
    """
    found = computed("determinants", (_floats(_square(a, "slogdet")),), "size=2, log=true")
    return SlogdetResult(_core.unary("copy", found[..., 0]), _core.unary("copy", of_reals(found[..., 1])))


# ---- decompositions


@on_their_device
def cholesky(a: ArrayLike, /, *, upper: bool = False) -> Array:
    """The triangular factor of positive definite matrices.

    >>> frit.linalg.cholesky([[4.0]]).tolist()
    [[2.0]]
    """
    return computed("cholesky", (_floats(_square(a, "cholesky")),), f"upper={yes(upper)}")


@on_their_device
def qr(a: ArrayLike, mode: Any = "reduced") -> Any:
    """Orthogonal and triangular factors of matrices; with mode "r" the triangular one alone.

    >>> frit.abs(frit.linalg.qr([[2.0]]).R).tolist()
    [[2.0]]
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ArgumentError(f"mode is 'reduced', 'complete', 'r' or 'raw', not {mode!r}")
    x = _matrices(a, "qr")
    if mode == "raw" or _nothing(x):
        theirs = _several("qr", x, mode=mode) if mode != "r" else (_one("qr", x, mode=mode),)
        return tuple(theirs) if mode == "raw" else next(iter(theirs)) if mode == "r" else QRResult(*theirs)
    m, n = x.shape[-2:]
    k = m if mode == "complete" else min(m, n)
    shapes = [(k, n)] if mode == "r" else [(m, k), (k, n)]
    attrs = f"size={sum(map(math.prod, shapes))}, complete={yes(mode == 'complete')}, only={yes(mode == 'r')}"
    found = parts(computed("qr", (x,), attrs), shapes)
    return found[0] if mode == "r" else QRResult(*found)


@on_their_device
def svd(
    a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> Any:
    """Singular value decomposition; with compute_uv=False the singular values alone.

    >>> frit.linalg.svd([[3.0]]).S.tolist()
    [3.0]
    """
    x = _matrices(a, "svd")
    if hermitian or _nothing(x):
        if not compute_uv:
            return _one("svd", x, compute_uv=False, hermitian=hermitian)
        return SVDResult(*_several("svd", x, full_matrices, hermitian=hermitian))
    if not compute_uv:
        return svdvals(x)
    return SVDResult(*svd_of(x, full_matrices))


@on_their_device
def svdvals(x: ArrayLike, /) -> Array:
    """Singular values, the largest first.

    >>> frit.linalg.svdvals([[3.0]]).tolist()
    [3.0]
    """
    held = _matrices(x, "svdvals")
    if _nothing(held):
        return _one("svd", held, compute_uv=False)
    return of_reals(computed("svd", (held,), f"size={min(held.shape[-2:])}, only=true"))


@on_their_device
def eigh(a: ArrayLike, UPLO: Any = "L") -> EighResult:
    """Eigenvalues and eigenvectors of symmetric (or Hermitian) matrices.

    >>> frit.linalg.eigh([[3.0]]).eigenvalues.tolist()
    [3.0]
    """
    x = _floats(_square(a, "eigh"))
    if _nothing(x):
        return EighResult(*_several("eigh", x, UPLO))
    n = x.shape[-1]
    w, v = parts(computed("eigh", (x,), f"size={n + n * n}, upper={yes(_upper(UPLO))}"), [(n,), (n, n)])
    return EighResult(of_reals(w), v)


def _upper(half: Any) -> bool:
    if not isinstance(half, str) or half.upper() not in ("L", "U"):
        raise ArgumentError("UPLO argument must be 'L' or 'U'")
    return half.upper() == "U"


@on_their_device
def eigvalsh(a: ArrayLike, UPLO: Any = "L") -> Array:
    """Eigenvalues of symmetric (or Hermitian) matrices.

    >>> frit.linalg.eigvalsh([[3.0]]).tolist()
    [3.0]
    """
    x = _floats(_square(a, "eigvalsh"))
    if _nothing(x):
        return _one("eigvalsh", x, UPLO)
    return of_reals(computed("eigh", (x,), f"size={x.shape[-1]}, upper={yes(_upper(UPLO))}, only=true"))


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
