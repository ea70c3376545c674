"""Functions of elements that are one op each: which one it is says their row in the registry."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from .. import _core
from .._errors import DTypeError
from .registry import ops
from .types import ArrayLike, DTypeLike, as_array, as_dtype, is_number, store

if TYPE_CHECKING:
    from .array import Array


class Unary(Protocol):
    """A function of one operand: `f(x, out=None, *, where=True, dtype=None, ...)`."""

    def __call__(
        self,
        x: ArrayLike,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: DTypeLike = None,
        subok: bool = True,
    ) -> Array: ...


class Binary(Protocol):
    """A function of two operands: `f(x1, x2, out=None, *, where=True, dtype=None, ...)`."""

    def __call__(
        self,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: DTypeLike = None,
        subok: bool = True,
    ) -> Array: ...


# ---- operands, and what becomes of a result


def as_bool(x: ArrayLike) -> Array:
    """Not zero, as bool."""
    return _core.cast(as_array(x), _core.bool)


def as_mask(where: Any) -> Array:
    """What `where=` is: an array of bools, or numbers and lists of them, of which those that are not zero are true.

    An array of another dtype is another argument gone astray.
    """
    mask = as_array(where)
    if mask.ndim and mask.dtype.kind != "b" and hasattr(where, "dtype"):
        raise DTypeError(f"where is an array of bools, not of {mask.dtype}")
    return as_bool(mask)


def as_operand(x: ArrayLike, dtype: DTypeLike) -> Array:
    """An operand in the dtype a caller asks for."""
    wanted = as_dtype(dtype)
    return _core.scalar(x, wanted) if is_number(x) else _core.cast(as_array(x), wanted)


def in_loop(
    name: str, operands: tuple[Any, ...], dtype: DTypeLike, casting: str
) -> tuple[list[Array], _core.DType | None]:
    """Operands as NumPy's function of that name would compute with them for `dtype` and `casting`.

    And the dtype of its result, or None where it is that of the operands' step.
    """
    import numpy

    function = getattr(numpy, name, None)
    arrays = [x if is_number(x) else as_array(x) for x in operands]
    given = [_numpy_dtype(x) for x in arrays]
    asked = None if dtype is None else as_dtype(dtype)
    strange = any(one is None for one in given) or asked == _core.bfloat16
    if strange or not isinstance(function, numpy.ufunc):
        return [x if asked is None else as_operand(x, asked) for x in arrays], None
    options: Any = {"casting": casting}
    if asked is not None:
        options["signature"] = (*[None] * function.nin, *[numpy.dtype(asked.name)] * function.nout)
    loop = function.resolve_dtypes((*given, *[None] * function.nout), **options)
    taken = zip(arrays, loop, strict=False)
    return [as_operand(x, kind.name) for x, kind in taken], as_dtype(loop[-1].name)


def _numpy_dtype(x: Any) -> Any:
    """What NumPy decides by: a dtype, or the class of a number. None for bfloat16."""
    import numpy

    if isinstance(x, (bool, int, float, complex)):
        return numpy.dtype(bool) if isinstance(x, bool) else type(x)
    if x._weak:
        return {"i": int, "u": int, "f": float, "c": complex}[x.dtype.kind]
    return None if x.dtype == _core.bfloat16 else numpy.dtype(x.dtype.name)


def finish(result: Array, out: Any, where: Any, casting: str = "same_kind") -> Array:
    """What `where=` and `out=` make of a result. Where `where` is false and there is no out, 0."""
    if isinstance(out, tuple):
        (out,) = out
    if where is not True:
        before: Any = _core.scalar(0, result.dtype)
        if out is not None:  # what it holds stays as it is, whatever dtype the result has
            from .dtypes import can_cast

            before = as_array(out)
            if can_cast(result.dtype, before.dtype, "same_kind"):
                result = _core.cast(result, before.dtype)
            before = _core.cast(before, result.dtype)
        result = _core.apply("select", (as_mask(where), result, before))
    return result if out is None else store(out, result, casting)


# ---- how a step becomes a function


def unary_function(name: str, step: Callable[[Any], Array]) -> Unary:
    """A function of one operand, with NumPy's options, from the step that it is."""

    def function(
        x: ArrayLike,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: DTypeLike = None,
        subok: bool = True,
    ) -> Array:
        if dtype is None and casting == "same_kind":
            value = step(x)
        else:
            (x,), wanted = in_loop(name, (x,), dtype, casting)
            value = step(x)
            value = value if wanted is None else _core.cast(value, wanted)
        return value if out is None and where is True else finish(value, out, where, casting)

    function.__name__ = function.__qualname__ = name
    return function


def binary_function(
    name: str, step: Callable[[Any, Any], Array], harmless: int | None = None
) -> Binary:
    """A function of two operands, with NumPy's options, from the step that it is.

    harmless: of a step that refuses values of the second operand, one that it takes: `where=` may leave
    the others out.
    """

    def function(
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: Any = None,
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: DTypeLike = None,
        subok: bool = True,
    ) -> Array:
        masked = harmless is not None and where is not True
        if dtype is None and casting == "same_kind" and not masked:
            value = step(x1, x2)
        else:
            (x1, x2), wanted = in_loop(name, (x1, x2), dtype, casting)
            if masked and not is_number(x2):
                x2 = _core.apply("select", (as_mask(where), x2, _core.scalar(harmless, x2.dtype)))
            value = step(x1, x2)
            value = value if wanted is None else _core.cast(value, wanted)
        return value if out is None and where is True else finish(value, out, where, casting)

    function.__name__ = function.__qualname__ = name
    return function


def one(step: Callable[[Any], Array]) -> Unary:
    """A decorator: the step of one operand as a function with NumPy's options."""
    made = unary_function(step.__name__, step)
    made.__doc__, made.__module__ = step.__doc__, step.__module__
    return made


def two(step: Callable[[Any, Any], Array], harmless: int | None = None) -> Binary:
    """A decorator: the step of two operands as a function with NumPy's options."""
    made = binary_function(step.__name__, step, harmless)
    made.__doc__, made.__module__ = step.__doc__, step.__module__
    return made


_OPS = ops("_array.elementwise")


def _unary(name: str, summary: str, argument: str, result: str) -> Unary:
    function = unary_function(name, functools.partial(_core.unary, _OPS[name]))
    _describe(function, summary, argument, result)
    return function


def _binary(name: str, summary: str, argument: str, result: str) -> Binary:
    function = binary_function(name, functools.partial(_core.binary, _OPS[name]))
    _describe(function, summary, argument, result)
    return function


def _describe(function: Any, summary: str, argument: str, result: str) -> None:
    function.__module__ = "frit"
    name = function.__name__
    function.__doc__ = f"{summary}\n\n>>> frit.{name}({argument}).tolist()\n{result}\n"


# ---- one operand: the table

floor = _unary("floor", "Rounded down.", "[-1.5, 1.5]", "[-2.0, 1.0]")
ceil = _unary("ceil", "Rounded up.", "[-1.5, 1.5]", "[-1.0, 2.0]")
trunc = _unary("trunc", "Rounded towards 0.", "[-1.5, 1.5]", "[-1.0, 1.0]")
negative = _unary("negative", "-x; integers wrap.", "[1, -2]", "[-1, 2]")
square = _unary("square", "x * x.", "[1, -2]", "[1, 4]")
sqrt = _unary("sqrt", "The square root.", "[4.0, 9.0]", "[2.0, 3.0]")
rsqrt = _unary("rsqrt", "1 / sqrt(x).", "[4.0, 16.0]", "[0.5, 0.25]")
cbrt = _unary("cbrt", "The cube root.", "[8.0, 27.0]", "[2.0, 3.0]")
exp = _unary("exp", "e to the power x.", "[0.0, 1.0]", "[1.0, 2.718281828459045]")
exp2 = _unary("exp2", "2 to the power x.", "[0.0, 3.0]", "[1.0, 8.0]")
expm1 = _unary("expm1", "exp(x) - 1, accurate near 0.", "[0.0, 1e-20]", "[0.0, 1e-20]")
log = _unary("log", "The natural logarithm.", "[1.0, 2.0]", "[0.0, 0.6931471805599453]")
log2 = _unary("log2", "The logarithm to base 2.", "[1.0, 8.0]", "[0.0, 3.0]")
log10 = _unary("log10", "The logarithm to base 10.", "[1.0, 100.0]", "[0.0, 2.0]")
log1p = _unary("log1p", "log(1 + x), accurate near 0.", "[0.0, 1e-20]", "[0.0, 1e-20]")
sin = _unary("sin", "The sine.", "[0.0, 1.0]", "[0.0, 0.8414709848078965]")
cos = _unary("cos", "The cosine.", "[0.0, 1.0]", "[1.0, 0.5403023058681398]")
tan = _unary("tan", "The tangent.", "[0.0, 1.0]", "[0.0, 1.5574077246549023]")
asin = _unary("asin", "The inverse sine.", "[0.0, 0.5]", "[0.0, 0.5235987755982989]")
acos = _unary("acos", "The inverse cosine.", "[1.0, 0.5]", "[0.0, 1.0471975511965979]")
atan = _unary("atan", "The inverse tangent.", "[0.0, 1.0]", "[0.0, 0.7853981633974483]")
sinh = _unary("sinh", "The hyperbolic sine.", "[0.0, 1.0]", "[0.0, 1.1752011936438014]")
cosh = _unary("cosh", "The hyperbolic cosine.", "[0.0, 1.0]", "[1.0, 1.5430806348152437]")
tanh = _unary("tanh", "The hyperbolic tangent.", "[0.0, 1.0]", "[0.0, 0.7615941559557649]")
asinh = _unary("asinh", "The inverse hyperbolic sine.", "[0.0, 1.0]", "[0.0, 0.881373587019543]")
acosh = _unary("acosh", "The inverse hyperbolic cosine.", "[1.0, 2.0]", "[0.0, 1.3169578969248168]")
atanh = _unary(
    "atanh", "The inverse hyperbolic tangent.", "[0.0, 0.5]", "[0.0, 0.5493061443340549]"
)
erf = _unary("erf", "The error function.", "[0.0, 1.0]", "[0.0, 0.8427007929497149]")
erfc = _unary(
    "erfc", "1 - erf(x), accurate for large x.", "[0.0, 1.0]", "[1.0, 0.15729920705028513]"
)
gamma = _unary("gamma", "The gamma function.", "[1.0, 5.0]", "[1.0, 24.0]")
lgamma = _unary(
    "lgamma", "The logarithm of the size of gamma(x).", "[1.0, 5.0]", "[0.0, 3.1780538303479458]"
)
isnan = _unary("isnan", "Is it not a number?", "[1.0, float('nan')]", "[False, True]")
isinf = _unary("isinf", "Is it infinite?", "[1.0, -float('inf')]", "[False, True]")
isfinite = _unary("isfinite", "Neither infinite nor NaN?", "[1.0, float('inf')]", "[True, False]")
signbit = _unary("signbit", "Is the sign set, also of -0?", "[0.0, -0.0]", "[False, True]")
bitwise_invert = _unary(
    "bitwise_invert", "Every bit inverted; of bools, not.", "[0, 5]", "[-1, -6]"
)
sigmoid = _unary("sigmoid", "1 / (1 + exp(-x)).", "[0.0, 100.0]", "[0.5, 1.0]")
silu = _unary("silu", "x * sigmoid(x).", "[0.0, 100.0]", "[0.0, 100.0]")
softplus = _unary(
    "softplus", "log(1 + exp(x)) without overflow.", "[0.0, 1000.0]", "[0.6931471805599453, 1000.0]"
)
relu = _unary("relu", "The larger of x and 0.", "[-1.0, 2.0]", "[0.0, 2.0]")

# ---- two operands: the table

add = _binary("add", "x1 + x2.", "[1, 2], 10", "[11, 12]")
subtract = _binary("subtract", "x1 - x2.", "[1, 2], 10", "[-9, -8]")
multiply = _binary("multiply", "x1 * x2.", "[1, 2], 10", "[10, 20]")
divide = _binary("divide", "x1 / x2; of integers a float.", "[1, 2], 4", "[0.25, 0.5]")
floor_divide = _binary("floor_divide", "The quotient rounded down.", "[7, -7], 2", "[3, -4]")
remainder = _binary("remainder", "The remainder, with the sign of x2.", "[7, -7], 4", "[3, 1]")
fmod = _binary("fmod", "The remainder, with the sign of x1.", "[7, -7], 4", "[3, -3]")
maximum = _binary("maximum", "The larger; NaN if either is.", "[1, 5], 3", "[3, 5]")
minimum = _binary("minimum", "The smaller; NaN if either is.", "[1, 5], 3", "[1, 3]")
copysign = _binary(
    "copysign", "The size of x1, the sign of x2.", "[1.0, 2.0], -0.0", "[-1.0, -2.0]"
)
nextafter = _binary(
    "nextafter", "The next number after x1 towards x2.", "[1.0], 2.0", "[1.0000000000000002]"
)
atan2 = _binary(
    "atan2",
    "The angle of the point (x2, x1).",
    "[0.0, 1.0], [1.0, 1.0]",
    "[0.0, 0.7853981633974483]",
)
hypot = _binary("hypot", "sqrt(x1**2 + x2**2) without overflow.", "[3.0], 4.0", "[5.0]")
logaddexp = _binary(
    "logaddexp",
    "log(exp(x1) + exp(x2)) without overflow.",
    "[0.0, 1000.0], 0.0",
    "[0.6931471805599453, 1000.0]",
)
equal = _binary("equal", "x1 equals x2.", "[1, 2], 2", "[False, True]")
not_equal = _binary("not_equal", "x1 differs from x2.", "[1, 2], 2", "[True, False]")
less = _binary("less", "x1 is less than x2.", "[1, 2], 2", "[True, False]")
less_equal = _binary("less_equal", "x1 is at most x2.", "[1, 2], 2", "[True, True]")
greater = _binary("greater", "x1 is greater than x2.", "[2, 3], 2", "[False, True]")
greater_equal = _binary("greater_equal", "x1 is at least x2.", "[1, 2], 2", "[False, True]")
bitwise_and = _binary("bitwise_and", "Bit and; of bools, and.", "[5, 6], 3", "[1, 2]")
bitwise_or = _binary("bitwise_or", "Bit or; of bools, or.", "[5, 6], 3", "[7, 7]")
bitwise_xor = _binary("bitwise_xor", "Bit exclusive or.", "[5, 6], 3", "[6, 5]")
bitwise_left_shift = _binary(
    "bitwise_left_shift", "x1 shifted up by x2 bits.", "[1, 3], 2", "[4, 12]"
)
bitwise_right_shift = _binary(
    "bitwise_right_shift", "x1 shifted down by x2 bits.", "[8, 13], 2", "[2, 3]"
)
