"""Products of arrays, recorded like any step. The decompositions are in frit.linalg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import ArgumentError, ShapeError, UnsupportedError
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
    "cov",
    "cross",
    "diagonal",
    "dot",
    "einsum",
    "inner",
    "kron",
    "matmul",
    "matrix_transpose",
    "matvec",
    "outer",
    "tensordot",
    "trace",
    "vdot",
    "vecdot",
]


def _contract(
    x: Array,
    y: Array,
    x_axes: Sequence[int],
    y_axes: Sequence[int],
    x_batch: Sequence[int] = (),
    y_batch: Sequence[int] = (),
) -> Array:
    """Sums of products over pairs of axes. Bools are counted as integers and made bools again."""
    bools = x.dtype.kind == "b"
    if bools:
        x, y = (_core.cast(a, _core.int64) for a in (x, y))
    attrs = f"x_axes={ints(x_axes)}, y_axes={ints(y_axes)}"
    if x_batch:
        attrs += f", x_batch={ints(x_batch)}, y_batch={ints(y_batch)}"
    result = _core.apply("contract", (x, y), attrs)
    return _core.cast(result, _core.bool) if bools else result


def matmul(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, dtype: DTypeLike = None) -> Array:
    """The matrix product of the last two axes, the others broadcast.

    >>> frit.matmul([[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    x, y = _core.promote(x1, x2)
    if x.ndim == 0 or y.ndim == 0:
        raise ShapeError("matmul takes arrays with axes, not numbers: use multiply")
    if dtype is not None:
        x, y = (_core.cast(a, as_dtype(dtype)) for a in (x, y))
    if x.dtype.kind == "b":
        wide = (_core.cast(a, _core.int64) for a in (x, y))
        result = _core.cast(_core.apply("matmul", tuple(wide)), _core.bool)
    else:
        result = _core.apply("matmul", (x, y))
    return result if out is None else store(out, result)


def matvec(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The products of matrices and vectors: the last axis of x2 is the vector.

    >>> frit.matvec([[1, 2], [3, 4]], [[1, 1]]).tolist()
    [[3, 7]]
    """
    y = as_array(x2)
    column = matmul(x1, y._view_expand([y.ndim]))
    return _core.apply("squeeze", (column,), f"axes=[{column.ndim - 1}]")


def dot(x1: ArrayLike, x2: ArrayLike, /, out: Any = None) -> Array:
    """NumPy's dot: the inner product of vectors, the product of matrices, or of numbers.

    >>> int(frit.dot([1, 2], [3, 4]))
    11
    """
    x, y = _core.promote(x1, x2)
    if x.ndim == 0 or y.ndim == 0:
        result = _core.binary("mul", x, y)
    else:
        result = _contract(x, y, [x.ndim - 1], [max(y.ndim - 2, 0)])
    return result if out is None else store(out, result)


def vdot(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The inner product of all elements, those of x1 conjugated.

    >>> int(frit.vdot([1, 2], [3, 4]))
    11
    """
    from ._composed import conj
    from ._manipulation import ravel

    return dot(ravel(conj(x1)), ravel(x2))


def inner(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """Sums of products along the last axes.

    >>> int(frit.inner([1, 2], [3, 4]))
    11
    """
    x, y = _core.promote(x1, x2)
    if x.ndim == 0 or y.ndim == 0:
        return _core.binary("mul", x, y)
    return _contract(x, y, [x.ndim - 1], [y.ndim - 1])


def outer(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """Every product of an element of x1 and one of x2.

    >>> frit.outer([1, 2], [3, 4]).tolist()
    [[3, 4], [6, 8]]
    """
    from ._manipulation import ravel

    x, y = _core.promote(x1, x2)
    column = _core.apply("expand_dims", (ravel(x),), "axes=[1]")
    return _core.binary("mul", column, ravel(y))


def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1) -> Array:
    """Inner products along an axis, the others broadcast; x1 is conjugated.

    >>> frit.vecdot([[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    from ._composed import conj
    from ._manipulation import moveaxis

    x, y = _core.promote(x1, x2)
    if x.ndim == 0 or y.ndim == 0:
        raise ShapeError("vecdot takes arrays with axes, not numbers")
    x, y = moveaxis(x, axis, -1), moveaxis(y, axis, -1)
    if x._shape[-1] != y._shape[-1]:
        raise ShapeError(f"vectors of {x._shape[-1]} and {y._shape[-1]} elements have no product")
    if x.dtype.kind == "c":
        x = conj(x)
    row = x._view_expand([x.ndim - 1])
    column = y._view_expand([y.ndim])
    product = matmul(row, column)
    return _core.apply("squeeze", (product,), f"axes=[{product.ndim - 2},{product.ndim - 1}]")


def tensordot(x1: ArrayLike, x2: ArrayLike, /, axes: Any = 2, *, out: Any = None) -> Array:
    """Sums of products over pairs of axes: the last n of x1 and the first n of x2, or as named.

    >>> int(frit.tensordot([[1, 2], [3, 4]], [[1, 0], [0, 1]]))
    5
    """
    x, y = _core.promote(x1, x2)
    if is_integer(axes):
        if axes < 0 or axes > min(x.ndim, y.ndim):
            raise ArgumentError(f"{axes} axes cannot be paired: there are {x.ndim} and {y.ndim}")
        first, second = list(range(x.ndim - axes, x.ndim)), list(range(axes))
    else:
        first, second = ([n] if is_integer(n) else list(n) for n in axes)
        first = [one_axis(n, x.ndim) for n in first]
        second = [one_axis(n, y.ndim) for n in second]
    if len(first) != len(second):
        raise ArgumentError(f"{len(first)} axes cannot be paired with {len(second)}")
    for n, m in zip(first, second, strict=True):
        if x._shape[n] != y._shape[m]:
            raise ShapeError(f"axes of {x._shape[n]} and {y._shape[m]} elements cannot be paired")
    result = _contract(x, y, first, second)
    return result if out is None else store(out, result)


def matrix_transpose(x: ArrayLike, /) -> Array:
    """A view of matrices with rows and columns exchanged.

    >>> frit.matrix_transpose([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    from ._manipulation import swapaxes

    x = as_array(x)
    if x.ndim < 2:
        raise ArgumentError(f"matrix_transpose takes matrices, and this array has {x.ndim} axes")
    return swapaxes(x, -2, -1)


def kron(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The Kronecker product: x2 times each element of x1, side by side.

    >>> frit.kron([1, 10], [1, 2]).tolist()
    [1, 2, 10, 20]
    """
    x, y = _core.promote(x1, x2)
    rank = max(x.ndim, y.ndim)
    x = x._view_expand(list(range(rank - x.ndim)))
    y = y._view_expand(list(range(rank - y.ndim)))
    wide = x._view_expand([2 * k + 1 for k in range(rank)])
    tall = y._view_expand([2 * k for k in range(rank)])
    shape = [n * m for n, m in zip(x.shape, y.shape, strict=True)]
    return _core.apply("reshape", (_core.binary("mul", wide, tall),), f"shape={ints(shape)}")


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1) -> Array:
    """The cross product of vectors of 3 along an axis.

    >>> frit.cross([1, 0, 0], [0, 1, 0]).tolist()
    [0, 0, 1]
    """
    from ._manipulation import moveaxis

    x, y = (moveaxis(a, axis, -1) for a in _core.promote(x1, x2))
    if x._shape[-1] != 3 or y._shape[-1] != 3:
        raise ShapeError("cross takes vectors of 3 elements")
    turns = ((1, 2), (2, 0), (0, 1))
    parts = [
        x[..., j] * y[..., k] - x[..., k] * y[..., j]  # the usual determinant, a row each
        for j, k in turns
    ]
    return moveaxis(_core.apply("stack", tuple(parts), f"axis={parts[0].ndim}"), -1, axis)


def diagonal(x: ArrayLike, /, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal of two axes, as the last axis.

    >>> frit.diagonal([[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    from ._creation import arange
    from ._manipulation import moveaxis

    x = as_array(x)
    if x.ndim < 2:
        raise ArgumentError(f"a diagonal needs two axes, and this array has {x.ndim}")
    x = moveaxis(x, (axis1, axis2), (0, 1))
    rows, columns = x.shape[:2]
    first, second = max(0, -offset), max(0, offset)
    count = max(0, min(rows - first, columns - second))
    places = (arange(first, first + count), arange(second, second + count))
    return moveaxis(_core.apply("gather", (x, *places), "axes=[0,1]"), 0, -1)


def trace(
    x: ArrayLike,
    /,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DTypeLike = None,
) -> Array:
    """The sum of a diagonal.

    >>> int(frit.trace([[1, 2], [3, 4]]))
    5
    """
    from ._reductions import sum

    return sum(diagonal(x, offset, axis1, axis2), axis=-1, dtype=dtype)


def cov(
    x: ArrayLike, /, *, rowvar: bool = True, bias: bool = False, ddof: int | None = None
) -> Array:
    """The covariance of variables, one a row (or a column, with rowvar=False).

    >>> frit.cov([[1.0, 2.0], [3.0, 5.0]]).tolist()
    [[0.5, 1.0], [1.0, 2.0]]
    """
    from ._composed import conj
    from ._reductions import as_inexact, mean

    x = as_inexact(x)
    if x.ndim > 2:
        raise ArgumentError(f"cov takes one or two axes, not {x.ndim}")
    rows = x if x.ndim == 2 else x._view_expand([0])
    if x.ndim == 2 and not rowvar:
        rows = rows._view_transpose((1, 0))
    away = rows - mean(rows, axis=1, keepdims=True)
    less = (0 if bias else 1) if ddof is None else ddof
    count = _core.cast(_core.apply("count", (rows,), "axes=[1]"), away.dtype)
    scale = _core.binary("sub", count, less)._view_expand([1])
    result = matmul(away, conj(away)._view_transpose((1, 0))) / scale
    return result if x.ndim == 2 else result._view_reshape(())


# ---- einsum


def _read_subscripts(text: str, ranks: list[int]) -> tuple[list[str], str]:
    """The letters of each operand, and of the result."""
    text = text.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise ArgumentError(f"{text!r} names {len(terms)} operands, and {len(ranks)} are given")
    free = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    used = set(text)
    spare = [letter for letter in free if letter not in used]
    widest = max(
        (
            rank - len(t.replace("...", ""))
            for t, rank in zip(terms, ranks, strict=True)
            if "..." in t
        ),
        default=0,
    )
    dots = "".join(spare[:widest])
    full = []
    for term, rank in zip(terms, ranks, strict=True):
        n = rank - len(term.replace("...", ""))
        term = term.replace("...", dots[len(dots) - n :] if n > 0 else "")
        if len(term) != rank or not all(letter.isalpha() for letter in term):
            raise ArgumentError(f"{term!r} does not name the {rank} axes of an operand of {text!r}")
        full.append(term)
    if arrow:
        return full, right.replace("...", dots)
    joined = "".join(full)
    once = sorted(letter for letter in set(joined) - set(dots) if joined.count(letter) == 1)
    return full, dots + "".join(once)


def _summed(x: Array, term: str, keep: set[str]) -> tuple[Array, str]:
    """Diagonals of letters named twice, and sums over letters that nobody else names."""
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            x = diagonal(x, 0, first, second)
            term = "".join(c for k, c in enumerate(term) if k not in (first, second)) + letter
    gone = [k for k, letter in enumerate(term) if letter not in keep]
    if gone:
        op = "any" if x.dtype.kind == "b" else "sum"
        x = _core.apply(op, (x,), f"axes={ints(gone)}")
        term = "".join(letter for letter in term if letter in keep)
    return x, term


def _pair(x: Array, a: str, y: Array, b: str, keep: set[str]) -> tuple[Array, str]:
    """The product of two operands, summed over what nobody else needs."""
    x, a = _summed(x, a, keep | set(b))
    y, b = _summed(y, b, keep | set(a))
    shared = [letter for letter in a if letter in b]
    # An axis of one element is repeated, which a contraction does not do.
    if any(x._shape[a.index(n)] != y._shape[b.index(n)] for n in shared):
        return _product(x, a, y, b, keep)
    batch = [n for n in shared if n in keep]
    over = [n for n in shared if n not in keep]
    result = _contract(
        *(x, y),
        *([t.index(n) for n in over] for t in (a, b)),
        *([t.index(n) for n in batch] for t in (a, b)),
    )
    rest = [n for n in a if n not in shared] + [n for n in b if n not in shared]
    return result, "".join(batch + rest)


def _product(x: Array, a: str, y: Array, b: str, keep: set[str]) -> tuple[Array, str]:
    """The same where axes are broadcast: multiplied, then summed."""
    letters = a + "".join(n for n in b if n not in a)
    wide = [_placed(operand, term, letters) for operand, term in ((x, a), (y, b))]
    return _summed(_core.binary("mul", *wide), letters, keep)


def _placed(x: Array, term: str, letters: str) -> Array:
    order = sorted(range(len(term)), key=lambda k: letters.index(term[k]))
    x = x._view_transpose(order)
    return x._view_expand([k for k, letter in enumerate(letters) if letter not in term])


def einsum(
    subscripts: str, /, *operands: ArrayLike, out: Any = None, optimize: Any = False
) -> Array:
    """Sums of products in Einstein's notation: "ij,jk->ik" is a matrix product.

    Operands are taken from left to right, two at a time; optimize is taken and means nothing.

    >>> frit.einsum("ij,j->i", [[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    if not isinstance(subscripts, str):
        raise UnsupportedError("einsum takes its axes as text, such as 'ij,jk->ik'")
    arrays = _core.promote(*operands)
    terms, target = _read_subscripts(subscripts, [x.ndim for x in arrays])
    if len(set(target)) != len(target) or not set(target) <= set("".join(terms)):
        raise ArgumentError(
            f"the result {target!r} of {subscripts!r} is not made of its operands' axes"
        )
    x, term = arrays[0], terms[0]
    for k in range(1, len(arrays)):
        keep = set(target).union(*map(set, terms[k + 1 :]))
        x, term = _pair(x, term, arrays[k], terms[k], keep)
    x, term = _summed(x, term, set(target))
    if term != target:
        x = x._view_transpose([term.index(letter) for letter in target])
    result = _core.unary("copy", x) if len(arrays) == 1 else x
    return result if out is None else store(out, result)
