"""Functions of elements that are more than one step, or that treat some dtypes in their own way."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, overload

from . import _core
from ._errors import ArgumentError
from ._elementwise import (
    as_bool,
    as_operand,
    finish,
    isnan,
    maximum,
    minimum,
    multiply,
)
from ._types import ArrayLike, DTypeLike, as_array, is_number

if TYPE_CHECKING:
    from ._array import Array

__all__ = [
    "abs",
    "absolute",
    "angle",
    "array_equal",
    "allclose",
    "clip",
    "conj",
    "conjugate",
    "divmod",
    "fabs",
    "fmax",
    "fmin",
    "heaviside",
    "imag",
    "isclose",
    "isneginf",
    "isposinf",
    "isreal",
    "ldexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logaddexp2",
    "modf",
    "nan_to_num",
    "positive",
    "pow",
    "power",
    "real",
    "reciprocal",
    "rint",
    "round",
    "around",
    "select",
    "sign",
    "where",
]


# ---- sizes and signs


def abs(x: ArrayLike, /, out: Any = None, *, where: Any = True, dtype: DTypeLike = None) -> Array:
    """The absolute value; of a complex number its length.

    >>> frit.abs([-1, 2]).tolist()
    [1, 2]
    """
    x = as_array(x) if dtype is None else as_operand(x, dtype)
    value = _core.unary("copy" if x.dtype.kind in "bu" else "abs", x)
    return value if out is None and where is True else finish(value, out, where)


absolute = abs


def fabs(x: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """The absolute value as a float.

    >>> frit.fabs([-1, 2]).tolist()
    [1.0, 2.0]
    """
    x = as_array(x)
    return finish(_core.unary("abs", _core.cast(x, _core.float_dtype(x.dtype))), out, where)


def sign(x: ArrayLike, /, out: Any = None, *, where: Any = True, dtype: DTypeLike = None) -> Array:
    """-1, 0 or 1; of a complex number x / abs(x), or 0.

    >>> frit.sign([-3, 0, 5]).tolist()
    [-1, 0, 1]
    """
    x = as_array(x) if dtype is None else as_operand(x, dtype)
    value = _core.unary("sign", x)
    if x.dtype.kind in "fc":
        value = _core.binary("add", value, 0)  # the sign of -0.0 is 0.0
    return value if out is None and where is True else finish(value, out, where)


def positive(
    x: ArrayLike, /, out: Any = None, *, where: Any = True, dtype: DTypeLike = None
) -> Array:
    """+x: the same elements in an array of their own.

    >>> frit.positive([1, -2]).tolist()
    [1, -2]
    """
    x = as_array(x) if dtype is None else as_operand(x, dtype)
    return finish(_core.unary("copy", x), out, where)


def reciprocal(x: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """1 / x; of integers rounded towards 0, as in NumPy.

    >>> frit.reciprocal([2.0, 4.0]).tolist()
    [0.5, 0.25]
    """
    x = as_array(x)
    if x.dtype.kind in "iu":
        return finish(_core.binary("trunc_div", 1, x), out, where)
    return finish(_core.unary("reciprocal", x), out, where)


def heaviside(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """0 below 0, 1 above it, and x2 at 0.

    >>> frit.heaviside([-1.0, 0.0, 2.0], 0.5).tolist()
    [0.0, 0.5, 1.0]
    """
    x, middle = as_floats(x1, x2)
    side = where(_core.binary("gt", x, 0), 1.0, where(_core.binary("eq", x, 0), middle, 0.0))
    return _core.cast(where(isnan(x), x, side), x.dtype)


def as_floats(*operands: ArrayLike) -> list[Array]:
    """All of one dtype, which is a float (or complex)."""
    arrays = _core.promote(*operands)
    return [_core.cast(x, _core.float_dtype(x.dtype)) for x in arrays]


# ---- powers


def pow(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out: Any = None,
    *,
    where: Any = True,
    dtype: DTypeLike = None,
) -> Array:
    """x1 to the power x2.

    >>> frit.pow([1.0, 2.0], 3).tolist()
    [1.0, 8.0]
    """
    if dtype is not None:
        x1, x2 = as_operand(x1, dtype), as_operand(x2, dtype)
    exponent: Any = x2 if is_number(x2) else as_array(x2)
    number = is_number(x1) and isinstance(exponent, _core.ArrayBase)
    base: Any = x1 if number else as_array(x1)
    return finish(_core.power(base, exponent), out, where)


power = pow


def ldexp(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """x1 * 2**x2.

    >>> frit.ldexp([0.75], 3).tolist()
    [6.0]
    """
    (x,) = as_floats(x1)
    # In two halves: 2**x2 alone may be too large or too small where the product is not.
    whole = as_array(x2)
    half = _core.binary("floor_div", whole, 2)
    steps = (half, _core.binary("sub", whole, half))
    for step in steps:
        x = _core.binary("mul", x, _core.unary("exp2", _core.cast(step, x.dtype)))
    return x


def logaddexp2(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """log2(2**x1 + 2**x2) without overflow.

    >>> frit.logaddexp2([1.0], 1.0).tolist()
    [2.0]
    """
    import math

    x, y = as_floats(x1, x2)
    ln2 = math.log(2.0)
    natural = _core.binary("logaddexp", multiply(x, ln2), multiply(y, ln2))
    return _core.binary("div", natural, ln2)


# ---- rounding


def round(x: ArrayLike, /, decimals: int = 0, out: Any = None, *, where: Any = True) -> Array:
    """Rounded to nearest, halves to even; or to a number of decimals.

    >>> frit.round([0.5, 1.5, 2.4]).tolist()
    [0.0, 2.0, 2.0]
    >>> frit.round([1.234], 2).tolist()
    [1.23]
    """
    x = as_array(x)
    if decimals == 0 or (x.dtype.kind in "iub" and decimals > 0):
        return finish(_core.unary("copy" if x.dtype.kind == "b" else "round", x), out, where)
    scale = float(10 ** builtins.abs(decimals))
    there, back = ("mul", "div") if decimals > 0 else ("div", "mul")
    value = _core.binary(back, _core.unary("round", _core.binary(there, x, scale)), scale)
    return finish(_core.cast(value, x.dtype), out, where)


around = round


def rint(x: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """Rounded to nearest, halves to even, as a float.

    >>> frit.rint([0.5, 1.7]).tolist()
    [0.0, 2.0]
    """
    x = as_array(x)
    return finish(_core.unary("round", _core.cast(x, _core.float_dtype(x.dtype))), out, where)


def modf(x: ArrayLike, /) -> tuple[Array, Array]:
    """The part after the point, and the whole part.

    >>> [part.tolist() for part in frit.modf([1.5, -2.25])]
    [[0.5, -0.25], [1.0, -2.0]]
    """
    (x,) = as_floats(x)
    whole = _core.unary("trunc", x)
    infinite = _core.unary("isinf", x)
    part = where(infinite, 0.0, _core.binary("sub", x, whole))
    return _core.binary("copysign", part, x), whole


def divmod(x1: ArrayLike, x2: ArrayLike, /) -> tuple[Array, Array]:
    """The quotient rounded down, and the remainder.

    >>> [part.tolist() for part in frit.divmod([7, -7], 2)]
    [[3, -4], [1, 1]]
    """
    return _core.binary("floor_div", x1, x2), _core.binary("remainder", x1, x2)


# ---- truth


def logical_not(x: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """Not, of elements that are true where they are not zero.

    >>> frit.logical_not([0, 3]).tolist()
    [True, False]
    """
    return finish(_core.unary("not", as_bool(x)), out, where)


def logical_and(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """And, of elements that are true where they are not zero.

    >>> frit.logical_and([0, 3], [1, 1]).tolist()
    [False, True]
    """
    return finish(_core.binary("and", as_bool(x1), as_bool(x2)), out, where)


def logical_or(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """Or, of elements that are true where they are not zero.

    >>> frit.logical_or([0, 3], [0, 0]).tolist()
    [False, True]
    """
    return finish(_core.binary("or", as_bool(x1), as_bool(x2)), out, where)


def logical_xor(x1: ArrayLike, x2: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """Either but not both, of elements that are true where they are not zero.

    >>> frit.logical_xor([0, 3], [1, 1]).tolist()
    [True, False]
    """
    return finish(_core.binary("xor", as_bool(x1), as_bool(x2)), out, where)


def isposinf(x: ArrayLike, /) -> Array:
    """Is it infinity, and positive?

    >>> frit.isposinf([1.0, float("inf"), -float("inf")]).tolist()
    [False, True, False]
    """
    return _core.binary("eq", as_array(x), float("inf"))


def isneginf(x: ArrayLike, /) -> Array:
    """Is it infinity, and negative?

    >>> frit.isneginf([1.0, float("inf"), -float("inf")]).tolist()
    [False, False, True]
    """
    return _core.binary("eq", as_array(x), -float("inf"))


def isreal(x: ArrayLike, /) -> Array:
    """Is the imaginary part 0?

    >>> frit.isreal([1 + 0j, 1j]).tolist()
    [True, False]
    """
    return _core.binary("eq", imag(x), 0)


def isclose(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> Array:
    """|x1 - x2| <= atol + rtol * |x2|; infinities are close to themselves.

    >>> frit.isclose([1.0, 1.1], [1.0 + 1e-9, 1.0]).tolist()
    [True, False]
    """
    x, y = as_floats(x1, x2)
    bound = _core.binary("add", atol, _core.binary("mul", rtol, abs(y)))
    near = _core.binary("le", abs(_core.binary("sub", x, y)), bound)
    near = _core.binary("and", near, _core.unary("isfinite", y))
    near = _core.binary("or", near, _core.binary("eq", x, y))
    if equal_nan:
        near = _core.binary("or", near, _core.binary("and", isnan(x), isnan(y)))
    return near


def allclose(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> bool:
    """Are all elements close? See isclose.

    >>> frit.allclose([1.0, 2.0], [1.0, 2.0 + 1e-9])
    True
    """
    return bool(_core.apply("all", (isclose(x1, x2, rtol, atol, equal_nan),)))


def array_equal(x1: ArrayLike, x2: ArrayLike, /, equal_nan: bool = False) -> bool:
    """Have both the same shape and elements?

    >>> frit.array_equal([1, 2], [1, 2])
    True
    """
    x, y = as_array(x1), as_array(x2)
    if x.shape != y.shape:
        return False
    same = _core.binary("eq", x, y)
    if equal_nan:
        same = _core.binary("or", same, _core.binary("and", isnan(x), isnan(y)))
    return bool(_core.apply("all", (same,)))


# ---- choice


@overload
def where(condition: ArrayLike, /) -> tuple[Array, ...]: ...


@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> Array: ...


def where(condition: ArrayLike, x: ArrayLike | None = None, y: ArrayLike | None = None, /) -> Any:
    """x where the condition is true, else y. With a condition alone, where it is true (nonzero).

    >>> frit.where(frit.asarray([True, False]), [1, 2], 0).tolist()
    [1, 0]
    """
    if x is None and y is None:
        from ._searching import nonzero

        return nonzero(condition)
    if x is None or y is None:
        raise TypeError("where takes a condition alone, or a condition, x and y")
    first, second = _core.promote(x, y)
    return _core.apply("select", (as_bool(condition), first, second))


def select(conditions: Any, choices: Any, default: ArrayLike = 0) -> Array:
    """The first choice whose condition is true, else the default.

    >>> x = frit.asarray([1, 5, 9])
    >>> frit.select([x < 3, x < 7], [x, 10 * x]).tolist()
    [1, 50, 0]
    """
    if len(conditions) != len(choices):
        raise ArgumentError(f"{len(conditions)} conditions do not go with {len(choices)} choices")
    result = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = where(condition, choice, result)
    return as_array(result)


def fmax(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The larger; NaN only if both are.

    >>> frit.fmax([1.0, float("nan")], 0.5).tolist()
    [1.0, 0.5]
    """
    x, y = _core.promote(x1, x2)
    if x.dtype.kind != "f":
        return maximum(x, y)
    return where(isnan(x), y, where(isnan(y), x, maximum(x, y)))


def fmin(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The smaller; NaN only if both are.

    >>> frit.fmin([1.0, float("nan")], 0.5).tolist()
    [0.5, 0.5]
    """
    x, y = _core.promote(x1, x2)
    if x.dtype.kind != "f":
        return minimum(x, y)
    return where(isnan(x), y, where(isnan(y), x, minimum(x, y)))


def _bound(x: Array, bound: Any) -> Any:
    """A Python integer that x's dtype cannot hold bounds nothing, or everything."""
    if type(bound) is not int or x.dtype.kind not in "iu":
        return bound
    bits = 8 * x.dtype.itemsize
    high = 2 ** (bits - 1) - 1 if x.dtype.kind == "i" else 2**bits - 1
    low = -high - 1 if x.dtype.kind == "i" else 0
    return builtins.min(builtins.max(bound, low), high)


def clip(
    x: ArrayLike,
    /,
    min: ArrayLike | None = None,
    max: ArrayLike | None = None,
    out: Any = None,
    *,
    where: Any = True,
    a_min: ArrayLike | None = None,
    a_max: ArrayLike | None = None,
) -> Array:
    """x kept between min and max; either may be left out.

    >>> frit.clip([1, 5, 9], 2, 6).tolist()
    [2, 5, 6]
    """
    x = as_array(x)
    low, high = a_min if min is None else min, a_max if max is None else max
    if low is not None and high is not None:
        operands = _core.promote(x, _bound(x, low), _bound(x, high))
        bools = operands[0].dtype.kind == "b"
        value = (
            minimum(maximum(operands[0], operands[1]), operands[2])
            if bools
            else _core.apply("clip", tuple(operands))
        )
    elif low is not None:
        value = maximum(x, _bound(x, low))
    elif high is not None:
        value = minimum(x, _bound(x, high))
    else:
        value = _core.unary("copy", x)
    return finish(value, out, where)


def nan_to_num(
    x: ArrayLike,
    /,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Array:
    """Numbers in place of NaN and the infinities (by default 0, the largest, the smallest).

    >>> frit.nan_to_num([1.0, float("nan")]).tolist()
    [1.0, 0.0]
    """
    from ._dtypes import finfo

    x = as_array(x)
    if x.dtype.kind == "c":
        parts = (
            nan_to_num(part, nan=nan, posinf=posinf, neginf=neginf) for part in (real(x), imag(x))
        )
        value = _core.apply("complex", tuple(parts))
    elif x.dtype.kind != "f":
        return _core.unary("copy", x) if copy else x
    else:
        info = finfo(x.dtype)
        value = where(isnan(x), nan, x)
        value = where(isposinf(x), info.max if posinf is None else posinf, value)
        value = where(isneginf(x), info.min if neginf is None else neginf, value)
    if copy:
        return value
    x._assign(_core.cast(value, x.dtype))
    return x


# ---- parts of complex numbers


def real(x: ArrayLike, /) -> Array:
    """The real part; of real numbers the array itself.

    >>> frit.real([1 + 2j]).tolist()
    [1.0]
    """
    x = as_array(x)
    return _core.unary("real", x) if x.dtype.kind == "c" else x


def imag(x: ArrayLike, /) -> Array:
    """The imaginary part; of real numbers zeros.

    >>> frit.imag([1 + 2j]).tolist()
    [2.0]
    """
    from ._creation import zeros_like

    x = as_array(x)
    return _core.unary("imag", x) if x.dtype.kind == "c" else zeros_like(x)


def conj(x: ArrayLike, /, out: Any = None, *, where: Any = True) -> Array:
    """The complex conjugate.

    >>> frit.conj([1 + 2j]).tolist()
    [(1-2j)]
    """
    x = as_array(x)
    return finish(_core.unary("conj" if x.dtype.kind == "c" else "copy", x), out, where)


conjugate = conj


def angle(z: ArrayLike, /, deg: bool = False) -> Array:
    """The angle of complex numbers.

    >>> frit.angle([1 + 1j], deg=True).tolist()
    [45.0]
    """
    z = as_array(z)
    if z.dtype.kind == "c":
        value = _core.unary("arg", z)
    else:
        value = _core.binary("atan2", 0.0, as_floats(z)[0])
    if not deg:
        return value
    from ._activations import rad2deg

    return rad2deg(value)
