"""Functions of elements that are more than one step, or that treat some dtypes in their own way."""

from __future__ import annotations

import builtins
import functools
import math
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError
from .elementwise import (
    as_bool,
    as_operand,
    finish,
    in_loop,
    isnan,
    maximum,
    minimum,
    multiply,
    one,
    two,
)
from .types import ArrayLike, DTypeLike, as_array, is_integer, is_number

if TYPE_CHECKING:
    from .array import Array


# ---- sizes and signs


@one
def abs(x: ArrayLike) -> Array:
    """The absolute value; of a complex number its length.

    >>> frit.abs([-1, 2]).tolist()
    [1, 2]
    """
    x = as_array(x)
    return _core.unary("copy" if x.dtype.kind in "bu" else "abs", x)


@one
def fabs(x: ArrayLike) -> Array:
    """The absolute value as a float.

    >>> frit.fabs([-1, 2]).tolist()
    [1.0, 2.0]
    """
    return _core.unary("abs", as_reals("fabs", x)[0])


@one
def sign(x: ArrayLike) -> Array:
    """-1, 0 or 1; of a complex number x / abs(x), or 0.

    >>> frit.sign([-3, 0, 5]).tolist()
    [-1, 0, 1]
    """
    x = as_array(x)
    if x.dtype.kind == "b":
        raise DTypeError("sign does not take bools")
    value = _core.unary("sign", x)
    if x.dtype.kind in "fc":
        value = _core.binary("add", value, 0)  # the sign of -0.0 is 0.0
    return value


@one
def positive(x: ArrayLike) -> Array:
    """+x: the same elements in an array of their own.

    >>> frit.positive([1, -2]).tolist()
    [1, -2]
    """
    x = as_array(x)
    if x.dtype.kind == "b":
        raise DTypeError("positive does not take bools")
    return _core.unary("copy", x)


@one
def reciprocal(x: ArrayLike) -> Array:
    """1 / x; of integers rounded towards 0, as in NumPy.

    >>> frit.reciprocal([2.0, 4.0]).tolist()
    [0.5, 0.25]
    """
    x = as_array(x)
    if x.dtype.kind == "b":
        x = _core.cast(x, _core.int8)
    if x.dtype.kind in "iu":
        return _core.binary("trunc_div", 1, x)
    return _core.unary("reciprocal", x)


@one
def bitwise_count(x: ArrayLike) -> Array:
    """The number of set bits; of a negative number those of its absolute value.

    >>> frit.bitwise_count([0, 5, -5]).tolist()
    [0, 2, 2]
    """
    x = as_array(x)
    if x.dtype.kind == "i":  # as unsigned: the lowest number has no positive one beside it
        x = _core.cast(_core.unary("abs", x), UNSIGNED[x.dtype.name])
    elif x.dtype.kind == "b":
        x = _core.cast(x, _core.uint8)
    return _core.cast(_core.unary("popcount", x), _core.uint8)


UNSIGNED = {f"int{n}": getattr(_core, f"uint{n}") for n in (8, 16, 32, 64)}


@two
def heaviside(x1: ArrayLike, x2: ArrayLike) -> Array:
    """0 below 0, 1 above it, and x2 at 0.

    >>> frit.heaviside([-1.0, 0.0, 2.0], 0.5).tolist()
    [0.0, 0.5, 1.0]
    """
    x, middle = as_reals("heaviside", x1, x2)
    above = _core.cast(_core.binary("gt", x, 0), x.dtype)
    return _choose(isnan(x), x, _choose(_core.binary("eq", x, 0), middle, above))


def _choose(condition: Array, x: Array, y: Array) -> Array:
    return _core.apply("select", (condition, x, y))


def as_floats(*operands: ArrayLike) -> list[Array]:
    """All of one dtype, which is a float (or complex)."""
    arrays = _core.promote(*operands)
    return [_core.cast(x, _core.float_dtype(x.dtype)) for x in arrays]


def as_reals(name: str, *operands: ArrayLike) -> list[Array]:
    """All of one float dtype that holds each of them, as NumPy's functions of floats take them."""
    arrays: list[Any] = [x if is_number(x) else as_array(x) for x in operands]
    floats = []
    for x in arrays:
        kind = "c" if isinstance(x, complex) else getattr(getattr(x, "dtype", None), "kind", "")
        if kind == "c":
            raise DTypeError(f"{name} does not take complex numbers")
        if not is_number(x):
            floats.append(_core.cast(x, _core.float_dtype(x.dtype)))
    if not floats:
        return as_floats(*operands)
    dtype = _core.result_type(*(x.dtype for x in floats))
    whole = all(is_number(x) or x.dtype.kind in "biu" for x in arrays)
    bools = all(x.dtype.kind == "b" for x in arrays if not is_number(x))
    number = [x for x in arrays if is_number(x) and not isinstance(x, bool)]
    if number and (bools or (whole and any(_is_float(x) for x in number))):
        dtype = _core.float64  # integers and a Python float, or bools and a Python number
    return [as_operand(x, dtype) for x in arrays]


def _is_float(number: Any) -> bool:
    return isinstance(number, float) or getattr(getattr(number, "dtype", None), "kind", "") == "f"


# ---- powers


@functools.partial(two, harmless=1)
def pow(x1: ArrayLike, x2: ArrayLike) -> Array:
    """x1 to the power x2.

    >>> frit.pow([1.0, 2.0], 3).tolist()
    [1.0, 8.0]
    """
    exponent: Any = x2 if is_number(x2) or is_integer(x2) else as_array(x2)
    number = isinstance(exponent, _core.ArrayBase) and is_number(x1)
    base: Any = x1 if number else as_array(x1)
    if type(exponent) is int and base.dtype.kind == "b":
        base = _core.cast(base, _core.int64)
    return as_array(_core.power(base, exponent))


@two
def ldexp(x1: ArrayLike, x2: ArrayLike) -> Array:
    """x1 * 2**x2.

    >>> frit.ldexp([0.75], 3).tolist()
    [6.0]
    """
    whole = as_array(x2)
    if whole.dtype.kind not in "biu" or whole.dtype == _core.uint64:
        raise DTypeError(f"ldexp takes integers as exponents, not {whole.dtype}")
    if is_number(x1) and not is_number(x2):  # what a number becomes is decided by NumPy's loop
        (x1, _), _ = in_loop("ldexp", (x1, whole), None, "same_kind")
    (x,) = as_reals("ldexp", x1)
    whole = _core.cast(whole, _core.int64)
    # In steps: 2**x2 alone may be too large or too small where the product is not, and 0 stays 0.
    whole = minimum(maximum(whole, -5000), 5000)
    for parts in (4, 3, 2, 1):
        step = _core.binary("floor_div", whole, parts)
        whole = _core.binary("sub", whole, step)
        x = _core.binary("mul", x, _scale(step, x.dtype))
    return x


def _scale(power: Array, dtype: _core.DType) -> Array:
    """2**power, within the largest and the smallest number of the dtype."""
    from .dtypes import finfo

    largest = int(math.log2(finfo(dtype).max))
    return _core.unary("exp2", _core.cast(minimum(maximum(power, -largest), largest), dtype))


@two
def logaddexp2(x1: ArrayLike, x2: ArrayLike) -> Array:
    """log2(2**x1 + 2**x2) without overflow.

    >>> frit.logaddexp2([1.0], 1.0).tolist()
    [2.0]
    """
    x, y = as_reals("logaddexp2", x1, x2)
    ln2 = math.log(2.0)
    natural = _core.binary("logaddexp", multiply(x, ln2), multiply(y, ln2))
    return _core.binary("div", natural, ln2)


# ---- rounding


def round(a: ArrayLike, decimals: int = 0, out: Any = None) -> Array:
    """Rounded to nearest, halves to even; or to a number of decimals.

    >>> frit.round([0.5, 1.5, 2.4]).tolist()
    [0.0, 2.0, 2.0]
    >>> frit.round([1.234], 2).tolist()
    [1.23]
    """
    x = as_array(a)
    decimals = decimals.__index__() if hasattr(decimals, "__index__") else _no_integer(decimals)
    if x.dtype.kind == "b":
        if decimals:
            raise DTypeError("bools are not rounded to a number of decimals")
        x = _core.cast(x, _core.float16)  # as in NumPy
    if decimals == 0 or (x.dtype.kind in "iu" and decimals > 0):
        return finish(_core.unary("round", x), out, True)
    scale = float(10 ** builtins.abs(decimals))
    there, back = ("mul", "div") if decimals > 0 else ("div", "mul")
    value = _core.binary(back, _core.unary("round", _core.binary(there, x, scale)), scale)
    return finish(_core.cast(value, x.dtype), out, True)


def _no_integer(value: Any) -> Any:
    raise TypeError(f"an integer is needed, not {value!r}")


@one
def rint(x: ArrayLike) -> Array:
    """Rounded to nearest, halves to even, as a float.

    >>> frit.rint([0.5, 1.7]).tolist()
    [0.0, 2.0]
    """
    x = as_array(x)
    return _core.unary("round", _core.cast(x, _core.float_dtype(x.dtype)))


def store_two(values: tuple[Array, Array], out: Any, where: Any) -> tuple[Array, Array]:
    """Both results of a function, written where `out` says."""
    outs = (None, None) if out is None else out
    if not isinstance(outs, tuple):
        raise TypeError("out is a tuple of two arrays (or None) for a function of two results")
    if len(outs) != 2:
        raise ArgumentError(f"out has an entry for each of two results, not {len(outs)}")
    first, second = (finish(v, o, where) for v, o in zip(values, outs, strict=True))
    return first, second


def modf(
    x: ArrayLike,
    /,
    out1: Any = None,
    out2: Any = None,
    *,
    out: Any = None,
    where: Any = True,
    casting: str = "same_kind",
    order: str = "K",
    dtype: DTypeLike = None,
    subok: bool = True,
) -> tuple[Array, Array]:
    """The part after the point, and the whole part.

    >>> [part.tolist() for part in frit.modf([1.5, -2.25])]
    [[0.5, -0.25], [1.0, -2.0]]
    """
    if dtype is not None or casting != "same_kind":
        (x,), _ = in_loop("modf", (x,), dtype, casting)
    (x,) = as_reals("modf", x)
    whole = _core.unary("trunc", x)
    infinite = _core.unary("isinf", x)
    part = _choose(infinite, _core.scalar(0.0, x.dtype), _core.binary("sub", x, whole))
    outs = (out1, out2) if out is None else out
    return store_two((_core.binary("copysign", part, x), whole), outs, where)


def divmod(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    out1: Any = None,
    out2: Any = None,
    *,
    out: Any = None,
    where: Any = True,
    casting: str = "same_kind",
    order: str = "K",
    dtype: DTypeLike = None,
    subok: bool = True,
) -> tuple[Array, Array]:
    """The quotient rounded down, and the remainder.

    >>> [part.tolist() for part in frit.divmod([7, -7], 2)]
    [[3, -4], [1, 1]]
    """
    if dtype is not None or casting != "same_kind":
        (x1, x2), _ = in_loop("divmod", (x1, x2), dtype, casting)
    values = _core.binary("floor_div", x1, x2), _core.binary("remainder", x1, x2)
    return store_two(values, (out1, out2) if out is None else out, where)


# ---- truth


@one
def logical_not(x: ArrayLike) -> Array:
    """Not, of elements that are true where they are not zero.

    >>> frit.logical_not([0, 3]).tolist()
    [True, False]
    """
    return _core.unary("not", as_bool(x))


@two
def logical_and(x1: ArrayLike, x2: ArrayLike) -> Array:
    """And, of elements that are true where they are not zero.

    >>> frit.logical_and([0, 3], [1, 1]).tolist()
    [False, True]
    """
    return _core.binary("and", as_bool(x1), as_bool(x2))


@two
def logical_or(x1: ArrayLike, x2: ArrayLike) -> Array:
    """Or, of elements that are true where they are not zero.

    >>> frit.logical_or([0, 3], [0, 0]).tolist()
    [False, True]
    """
    return _core.binary("or", as_bool(x1), as_bool(x2))


@two
def logical_xor(x1: ArrayLike, x2: ArrayLike) -> Array:
    """Either but not both, of elements that are true where they are not zero.

    >>> frit.logical_xor([0, 3], [1, 1]).tolist()
    [True, False]
    """
    return _core.binary("xor", as_bool(x1), as_bool(x2))


# ---- without NaN


@two
def fmax(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The larger; NaN only if both are.

    >>> frit.fmax([1.0, float("nan")], 0.5).tolist()
    [1.0, 0.5]
    """
    x, y = _core.promote(x1, x2)
    if x.dtype.kind != "f":
        return maximum(x, y)
    return _choose(isnan(x), y, _choose(isnan(y), x, maximum(x, y)))


@two
def fmin(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The smaller; NaN only if both are.

    >>> frit.fmin([1.0, float("nan")], 0.5).tolist()
    [0.5, 0.5]
    """
    x, y = _core.promote(x1, x2)
    if x.dtype.kind != "f":
        return minimum(x, y)
    return _choose(isnan(x), y, _choose(isnan(y), x, minimum(x, y)))


# ---- parts of complex numbers


def real(val: ArrayLike) -> Array:
    """The real part; of real numbers the array itself.

    >>> frit.real([1 + 2j]).tolist()
    [1.0]
    """
    x = as_array(val)
    return _core.unary("real", x) if x.dtype.kind == "c" else x


def imag(val: ArrayLike) -> Array:
    """The imaginary part; of real numbers zeros.

    >>> frit.imag([1 + 2j]).tolist()
    [2.0]
    """
    from .creation import zeros_like

    x = as_array(val)
    return _core.unary("imag", x) if x.dtype.kind == "c" else zeros_like(x)


@one
def conj(x: ArrayLike) -> Array:
    """The complex conjugate. (Of bools integers, as in NumPy.)

    >>> frit.conj([1 + 2j]).tolist()
    [(1-2j)]
    """
    x = as_array(x)
    if x.dtype.kind == "b":
        return _core.cast(x, _core.int8)
    return _core.unary("conj" if x.dtype.kind == "c" else "copy", x)


def angle(z: ArrayLike, deg: bool = False) -> Array:
    """The angle of complex numbers.

    >>> frit.angle([1 + 1j], deg=True).tolist()
    [45.0]
    """
    z = as_array(z)
    if z.dtype.kind == "c":
        value = _core.unary("arg", z)
    else:
        (real_part,) = as_floats(_core.cast(z, _core.int64) if z.dtype.kind == "b" else z)
        value = _core.binary("atan2", 0.0, real_part)
    if not deg:
        return value
    from .activations import rad2deg

    return rad2deg(value)
