"""Products of arrays, recorded like any step. The decompositions are in frit.linalg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, ShapeError
from .types import (
    ArrayLike,
    DTypeLike,
    as_array,
    as_dtype,
    ints,
    is_integer,
    on_their_device,
    one_axis,
    peek,
    store,
    store_exactly,
)

if TYPE_CHECKING:
    from .array import Array


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
    x, y = as_array(x1), as_array(x2)
    if x.ndim < 2 or y.ndim < 1:
        raise ShapeError("matvec takes matrices and vectors")
    column = matmul(x, y._view_expand([y.ndim]))
    return _core.apply("squeeze", (column,), f"axes=[{column.ndim - 1}]")


def dot(a: ArrayLike, b: ArrayLike, out: Any = None) -> Array:
    """NumPy's dot: the inner product of vectors, the product of matrices, or of numbers.

    >>> int(frit.dot([1, 2], [3, 4]))
    11
    """
    x, y = _core.promote(as_array(a), as_array(b))
    if x.ndim == 0 or y.ndim == 0:
        result = _core.binary("mul", x, y)
    else:
        result = _contract(x, y, [x.ndim - 1], [max(y.ndim - 2, 0)])
    return result if out is None else store_exactly(out, result)


def vdot(a: ArrayLike, b: ArrayLike, /) -> Array:
    """The inner product of all elements, those of a conjugated.

    >>> int(frit.vdot([1, 2], [3, 4]))
    11
    """
    from .composed import conj
    from .manipulation import ravel

    x, y = _core.promote(as_array(a), as_array(b))
    return dot(ravel(conj(x) if x.dtype.kind == "c" else x), ravel(y))


def inner(a: ArrayLike, b: ArrayLike, /) -> Array:
    """Sums of products along the last axes.

    >>> int(frit.inner([1, 2], [3, 4]))
    11
    """
    x, y = _core.promote(as_array(a), as_array(b))
    if x.ndim == 0 or y.ndim == 0:
        return _core.binary("mul", x, y)
    return _contract(x, y, [x.ndim - 1], [y.ndim - 1])


def outer(a: ArrayLike, b: ArrayLike, out: Any = None) -> Array:
    """Every product of an element of a and one of b.

    >>> frit.outer([1, 2], [3, 4]).tolist()
    [[3, 4], [6, 8]]
    """
    from .manipulation import ravel

    x, y = _core.promote(as_array(a), as_array(b))
    column = _core.apply("expand_dims", (ravel(x),), "axes=[1]")
    result = _core.binary("mul", column, ravel(y))
    return result if out is None else store(out, result)


def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1) -> Array:
    """Inner products along an axis, the others broadcast; x1 is conjugated.

    >>> frit.vecdot([[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    from .composed import conj
    from .manipulation import moveaxis

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


def tensordot(a: ArrayLike, b: ArrayLike, axes: Any = 2) -> Array:
    """Sums of products over pairs of axes: the last n of a and the first n of b, or as named.

    >>> int(frit.tensordot([[1, 2], [3, 4]], [[1, 0], [0, 1]]))
    5
    """
    x, y = _core.promote(as_array(a), as_array(b))
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
    if len(set(first)) != len(first) or len(set(second)) != len(second):
        raise ArgumentError(f"an axis is named twice in {axes}")
    return _contract(x, y, first, second)


def matrix_transpose(x: ArrayLike, /) -> Array:
    """A view of matrices with rows and columns exchanged.

    >>> frit.matrix_transpose([[1, 2], [3, 4]]).tolist()
    [[1, 3], [2, 4]]
    """
    from .manipulation import swapaxes

    x = as_array(x)
    if x.ndim < 2:
        raise ArgumentError(f"matrix_transpose takes matrices, and this array has {x.ndim} axes")
    return swapaxes(x, -2, -1)


@on_their_device
def kron(a: ArrayLike, b: ArrayLike) -> Array:
    """The Kronecker product: b times each element of a, side by side.

    >>> frit.kron([1, 10], [1, 2]).tolist()
    [1, 2, 10, 20]
    """
    x, y = _core.promote(as_array(a), as_array(b))
    rank = max(x.ndim, y.ndim)
    x = x._view_expand(list(range(rank - x.ndim)))
    y = y._view_expand(list(range(rank - y.ndim)))
    wide = x._view_expand([2 * k + 1 for k in range(rank)])
    tall = y._view_expand([2 * k for k in range(rank)])
    shape = [n * m for n, m in zip(x.shape, y.shape, strict=True)]
    return _core.apply("reshape", (_core.binary("mul", wide, tall),), f"shape={ints(shape)}")


def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Array:
    """The cross product of vectors of 3 along an axis; of 2 (as in NumPy) with 0 as the third.

    >>> frit.cross([1, 0, 0], [0, 1, 0]).tolist()
    [0, 0, 1]
    """
    from .manipulation import moveaxis

    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = _core.promote(as_array(a), as_array(b))
    if x.ndim == 0 or y.ndim == 0:
        raise ShapeError("cross takes vectors, and an array of rank 0 has none")
    x, y = moveaxis(x, axisa, -1), moveaxis(y, axisb, -1)
    for operand in (x, y):
        if operand._shape[-1] not in (2, 3):
            raise ShapeError(f"cross takes vectors of 2 or 3 elements, not {operand._shape[-1]}")
    flat = x._shape[-1] == y._shape[-1] == 2
    turns = ((0, 1),) if flat else ((1, 2), (2, 0), (0, 1))
    parts = [  # the usual determinant, a row each
        _core.binary("sub", _times(x, j, y, k), _times(x, k, y, j)) for j, k in turns
    ]
    if flat:
        return parts[0]
    return moveaxis(_core.apply("stack", tuple(parts), f"axis={parts[0].ndim}"), -1, axisc)


def _times(x: Array, j: int, y: Array, k: int) -> Array:
    """The product of two components; the third of a vector of 2 is 0."""
    both = j < x._shape[-1] and k < y._shape[-1]
    first, second = (v[..., n if n < v._shape[-1] else 0] for v, n in ((x, j), (y, k)))
    product = _core.binary("mul", first, second)
    return product if both else _core.binary("mul", product, 0)


def _diagonal_axes(x: Array, axis1: int, axis2: int) -> tuple[int, int]:
    if x.ndim < 2:
        raise ArgumentError(f"a diagonal needs two axes, and this array has {x.ndim}")
    first, second = one_axis(axis1, x.ndim), one_axis(axis2, x.ndim)
    if first == second:
        raise ArgumentError("a diagonal needs two axes, and one was named twice")
    return first, second


def taken_diagonal(x: Array, offset: int, axis1: int, axis2: int) -> Array:
    """The elements of a diagonal as a step like any other: an array of its own."""
    from .grids import arange
    from .manipulation import moveaxis

    x = moveaxis(x, _diagonal_axes(x, axis1, axis2), (0, 1))
    rows, columns = x.shape[:2]
    first, second = max(0, -offset), max(0, offset)
    count = max(0, min(rows - first, columns - second))
    places = (arange(first, first + count), arange(second, second + count))
    return moveaxis(_core.apply("gather", (x, *places), "axes=[0,1]"), 0, -1)


def diagonal(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal of two axes, as the last axis: a view that cannot be written to.

    The array is computed first for that; sums of a diagonal (trace, einsum) are steps like any other.

    >>> frit.diagonal([[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    return diagonal_view(as_array(a), offset, axis1, axis2, True)


def diagonal_view(x: Array, offset: int, axis1: int, axis2: int, read_only: bool) -> Array:
    """A view of a diagonal; in a capture, where there is no memory, a value that knows it is none."""
    first, second = _diagonal_axes(x, axis1, axis2)
    if x._placeholder:
        return taken_diagonal(x, offset, first, second)._value_of_view()
    steps = x._strides
    count = max(0, min(x.shape[first] - max(0, -offset), x.shape[second] - max(0, offset)))
    start = max(0, -offset) * steps[first] + max(0, offset) * steps[second] if count else 0
    rest = [k for k in range(x.ndim) if k not in (first, second)]
    shape = [x.shape[k] for k in rest] + [count]
    strides = [steps[k] for k in rest] + [steps[first] + steps[second]]
    return x._view_strided(shape, strides, start, read_only)


@on_their_device
def trace(
    a: ArrayLike,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DTypeLike = None,
    out: Any = None,
) -> Array:
    """The sum of a diagonal.

    >>> int(frit.trace([[1, 2], [3, 4]]))
    5
    """
    from .reductions import sum

    return sum(taken_diagonal(as_array(a), offset, axis1, axis2), axis=-1, dtype=dtype, out=out)


@on_their_device
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """The covariance of variables, one a row (or a column, with rowvar=False).

    >>> frit.cov([[1.0, 2.0], [3.0, 5.0]]).tolist()
    [[0.5, 1.0], [1.0, 2.0]]
    """
    if fweights is not None or aweights is not None:
        return _weighted_cov(m, y, rowvar, bias, ddof, fweights, aweights, dtype)
    if ddof is not None and ddof != int(ddof):
        raise ArgumentError("ddof must be integer")
    return cov_of(m, y, rowvar, dtype, (0 if bias else 1) if ddof is None else ddof)


def _variables(x: Array, rowvar: bool, alone: bool) -> Array:
    """One variable a row."""
    if x.ndim > 2:
        raise ArgumentError(f"cov takes one or two axes, not {x.ndim}")
    rows = x if x.ndim == 2 else x._view_reshape((1, -1))
    turned = x.ndim == 2 and not rowvar and (alone or rows._shape[0] != 1)
    return rows._view_transpose((1, 0)) if turned else rows


def cov_of(m: ArrayLike, y: ArrayLike | None, rowvar: bool, dtype: DTypeLike, less: Any = 1) -> Array:
    """The covariance of one set of variables, or of two."""
    from .composed import conj
    from .joining import concat
    from .reductions import as_inexact, mean

    parts = [as_array(m)] if y is None else [as_array(m), as_array(y)]
    wide = _core.result_type(*parts, _core.float64) if dtype is None else as_dtype(dtype)
    parts = [_core.cast(as_inexact(x, dtype), wide) for x in parts]
    rows = _variables(parts[0], rowvar, True)
    if y is not None:
        rows = concat([rows, _variables(parts[1], rowvar, False)], axis=0)
    away = rows - mean(rows, axis=1, keepdims=True)
    count = _core.cast(_core.apply("count", (rows,), "axes=[1]"), away.dtype)
    scale = _core.binary("maximum", _core.binary("sub", count, less), 0) if _is_real(away) else count - less
    other = conj(away) if away.dtype.kind == "c" else away
    result = matmul(away, other._view_transpose((1, 0))) / scale._view_expand([1])
    return result if rows._shape[0] != 1 else result._view_reshape(())


def _is_real(x: Array) -> bool:
    return x.dtype.kind != "c"


def _weighted_cov(m: ArrayLike, y: Any, rowvar: bool, bias: bool, ddof: Any, *rest: Any) -> Array:
    """With weights: NumPy's, on computed values."""
    import numpy

    fweights, aweights, dtype = rest
    values: list[Any] = [
        None if x is None else peek(as_array(x)) for x in (m, y, fweights, aweights)
    ]
    wanted: Any = None if dtype is None else as_dtype(dtype).name
    found = numpy.cov(
        values[0], values[1], rowvar, bias, ddof, values[2], values[3], dtype=wanted
    )
    return _core.asarray(numpy.asarray(found))


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
            x = taken_diagonal(x, 0, first, second)
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


def _in_letters(operands: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """einsum(x, [0, 1], y, [1], [0]) in letters: the text, and the arrays."""
    arrays, lists = operands[0 : len(operands) // 2 * 2 : 2], operands[1::2]
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def term(axes: Any) -> str:
        return "".join("..." if n is Ellipsis else letters[n] for n in axes)

    text = ",".join(term(axes) for axes in lists)
    if len(operands) % 2:
        text += "->" + term(operands[-1])
    return text, arrays


def rearranges(operands: tuple[Any, ...]) -> bool:
    """Whether einsum of these gives a view in NumPy: of one operand, nothing being summed."""
    subscripts, given = operands[0], operands[1:]
    if not isinstance(subscripts, str):
        subscripts, given = _in_letters(operands)
    if len(given) != 1:
        return False
    terms, target = _read_subscripts(subscripts, [as_array(given[0]).ndim])
    return set(terms[0]) == set(target)


def _rearranged(x: Array, term: str, target: str) -> Array | None:
    """A view, where one operand is all there is and nothing is summed; else None."""
    if set(term) != set(target):
        return None
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            if x._shape[first] != x._shape[second]:
                raise ShapeError(f"{letter!r} names axes of {x._shape[first]} and {x._shape[second]}")
            x = diagonal_view(x, 0, first, second, False)
            term = "".join(c for k, c in enumerate(term) if k not in (first, second)) + letter
    return x._view_transpose([term.index(letter) for letter in target])


@on_their_device
def einsum(
    *operands: Any,
    out: Any = None,
    optimize: Any = False,
    dtype: DTypeLike = None,
    order: str = "K",
    casting: str = "safe",
) -> Array:
    """Sums of products in Einstein's notation: "ij,jk->ik" is a matrix product.

    Operands are taken from left to right, two at a time; optimize is taken and means nothing. Of one
    operand whose axes are only rearranged it is a view.

    >>> frit.einsum("ij,j->i", [[1, 2], [3, 4]], [1, 1]).tolist()
    [3, 7]
    """
    if not operands:
        raise ArgumentError("einsum needs its axes and at least one operand")
    if isinstance(operands[0], str):
        subscripts, given = operands[0], operands[1:]
    else:
        subscripts, given = _in_letters(operands)
    if not given:
        raise ArgumentError(f"{subscripts!r} names operands, and none is given")
    arrays = _core.promote(*given)
    terms, target = _read_subscripts(subscripts, [x.ndim for x in arrays])
    if len(set(target)) != len(target) or not set(target) <= set("".join(terms)):
        raise ArgumentError(
            f"the result {target!r} of {subscripts!r} is not made of its operands' axes"
        )
    if len(arrays) == 1 and out is None:
        view = _rearranged(arrays[0], terms[0], target)
        if view is not None:
            return view
    if dtype is not None:
        arrays = [_core.cast(x, as_dtype(dtype)) for x in arrays]
    x, term = arrays[0], terms[0]
    for k in range(1, len(arrays)):
        keep = set(target).union(*map(set, terms[k + 1 :]))
        x, term = _pair(x, term, arrays[k], terms[k], keep)
    x, term = _summed(x, term, set(target))
    if term != target:
        x = x._view_transpose([term.index(letter) for letter in target])
    result = _core.unary("copy", x) if len(arrays) == 1 else x
    return result if out is None else store(out, result)
