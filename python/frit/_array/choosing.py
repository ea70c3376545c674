"""Functions of elements that compare and choose: closeness, where, clip, numbers in place of NaN."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from .._errors import ArgumentError, DTypeError
from .composed import abs, as_floats, imag, real
from .elementwise import as_bool, as_operand, finish, in_loop, isnan, maximum, minimum
from .types import ArrayLike, DTypeLike, as_array, is_number

if TYPE_CHECKING:
    from .array import Array


# ---- questions


def _is_infinity(name: str, x: ArrayLike, infinity: float, out: Any) -> Array:
    x = as_array(x)
    if x.dtype.kind == "c":
        raise DTypeError(f"{name} does not take complex numbers")
    return finish(_core.binary("eq", x, infinity), out, True)


def isposinf(x: ArrayLike, out: Any = None) -> Array:
    """Is it infinity, and positive?

    >>> frit.isposinf([1.0, float("inf"), -float("inf")]).tolist()
    [False, True, False]
    """
    return _is_infinity("isposinf", x, float("inf"), out)


def isneginf(x: ArrayLike, out: Any = None) -> Array:
    """Is it infinity, and negative?

    >>> frit.isneginf([1.0, float("inf"), -float("inf")]).tolist()
    [False, False, True]
    """
    return _is_infinity("isneginf", x, -float("inf"), out)


def isreal(x: ArrayLike) -> Array:
    """Is the imaginary part 0?

    >>> frit.isreal([1 + 0j, 1j]).tolist()
    [True, False]
    """
    return _core.binary("eq", imag(x), 0)


def isclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> Array:
    """|a - b| <= atol + rtol * |b|; infinities are close to themselves.

    >>> frit.isclose([1.0, 1.1], [1.0 + 1e-9, 1.0]).tolist()
    [True, False]
    """
    x, y = as_floats(a, b)
    bound = _core.binary("add", atol, _core.binary("mul", rtol, abs(y)))
    near = _core.binary("le", abs(_core.binary("sub", x, y)), bound)
    near = _core.binary("and", near, _core.unary("isfinite", y))
    near = _core.binary("or", near, _core.binary("eq", x, y))
    if equal_nan:
        near = _core.binary("or", near, _core.binary("and", isnan(x), isnan(y)))
    return near


def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> bool:
    """Are all elements close? See isclose.

    >>> frit.allclose([1.0, 2.0], [1.0, 2.0 + 1e-9])
    True
    """
    return _verdict(_core.apply("all", (isclose(a, b, rtol, atol, equal_nan),)))


verdict_in_a_trace: Callable[[Any], Any] | None = None
"""Set by what traces functions: a bool of Python's that only the program knows."""


def _verdict(truth: Array) -> bool:
    made = verdict_in_a_trace(truth) if verdict_in_a_trace and truth._placeholder else None
    return bool(truth) if made is None else made


def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> bool:
    """Have both the same shape and elements?

    >>> frit.array_equal([1, 2], [1, 2])
    True
    """
    x, y = as_array(a1), as_array(a2)
    if x.shape != y.shape:
        return False
    same = _core.binary("eq", x, y)
    if equal_nan:
        same = _core.binary("or", same, _core.binary("and", isnan(x), isnan(y)))
    return _verdict(_core.apply("all", (same,)))


def array_equiv(a1: ArrayLike, a2: ArrayLike) -> bool:
    """Have both the same elements, once one is broadcast to the other?

    >>> frit.array_equiv([1, 1], [[1], [1]])
    True
    """
    from .manipulation import broadcast_shapes

    x, y = as_array(a1), as_array(a2)
    try:
        broadcast_shapes(x.shape, y.shape)
    except ValueError:
        return False
    return _verdict(_core.apply("all", (_core.binary("eq", x, y),)))


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
        from .searching import nonzero

        return nonzero(condition)
    if x is None or y is None:
        raise ArgumentError("where takes a condition alone, or a condition, x and y")
    return _core.apply("select", (as_bool(condition), *_of_one_dtype(x, y)))


def _of_one_dtype(*values: ArrayLike) -> list[Array]:
    """Values to choose from: of their common dtype, to which a number too large for it is cast."""
    try:
        return _core.promote(*values)
    except OverflowError:
        pass
    operands = [x if is_number(x) else as_array(x) for x in values]
    dtype = _core.result_type(*operands)
    return [_core.cast(as_array(x), dtype) for x in operands]


def select(condlist: Any, choicelist: Any, default: ArrayLike = 0) -> Array:
    """The first choice whose condition is true, else the default.

    >>> x = frit.asarray([1, 5, 9])
    >>> frit.select([x < 3, x < 7], [x, 10 * x]).tolist()
    [1, 50, 0]
    """
    if len(condlist) != len(choicelist):
        raise ArgumentError(
            f"{len(condlist)} conditions do not go with {len(choicelist)} choices"
        )
    if not len(condlist):
        raise ArgumentError("select needs at least one condition")
    conditions = [as_array(condition) for condition in condlist]
    for condition in conditions:
        if condition.dtype.kind != "b":
            raise DTypeError(f"select takes conditions of bools, not of {condition.dtype}")
    *choices, result = _of_one_dtype(*choicelist, default)
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = _core.apply("select", (condition, choice, result))
    return result


# ---- bounds


def _bound(x: Array, bound: Any, above: bool) -> Any:
    """A Python integer beyond the end of x's dtype that it would bound bounds nothing."""
    if type(bound) is not int or x.dtype.kind not in "iu":
        return bound
    from .dtypes import iinfo

    limits = iinfo(x.dtype)
    return None if (bound >= limits.max if above else bound <= limits.min) else bound


def clip(
    a: ArrayLike,
    min: Any = None,
    max: Any = None,
    out: Any = None,
    *,
    a_min: Any = None,
    a_max: Any = None,
    where: Any = True,
    casting: str = "same_kind",
    order: str = "K",
    dtype: DTypeLike = None,
    subok: bool = True,
) -> Array:
    """a kept between a bound below and one above; either may be left out. (NumPy's names of them are a_min, a_max.)

    >>> frit.clip([1, 5, 9], 2, 6).tolist()
    [2, 5, 6]
    """
    if (min is not None or max is not None) and (a_min is not None or a_max is not None):
        raise ArgumentError("clip takes its bounds as a_min and a_max or as min and max, not both")
    x = as_array(a)
    low, high = a_min if min is None else min, a_max if max is None else max
    if x.dtype.kind == "f" and low is not None and high is not None and dtype is None:
        if casting == "same_kind":  # the usual case, and a quick one
            value = _core.apply("clip", tuple(_core.promote(x, low, high)))
            return value if out is None and where is True else finish(value, out, where)
    low, high = _bound(x, low, False), _bound(x, high, True)
    bounds = [bound for bound in (low, high) if bound is not None]
    if not bounds and x.dtype.kind == "b":
        raise DTypeError("clip without bounds does not take bools")
    x, *limits = _core.promote(x, *bounds)
    if dtype is not None or casting != "same_kind":
        name = "add" if bounds else "positive"  # whose loops go from one dtype to the same
        (x, *_), _ = in_loop(name, (x, *limits[:1]), dtype, casting)
        limits = [as_operand(bound, x.dtype) for bound in limits]
    if len(limits) == 2 and x.dtype.kind != "b":
        value = _core.apply("clip", (x, *limits))
    else:
        value = x if bounds else _core.unary("copy", x)
        value = value if low is None else maximum(value, limits[0])
        value = value if high is None else minimum(value, limits[-1])
    return finish(value, out, where, casting)


def nan_to_num(
    x: ArrayLike,
    copy: bool = True,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Array:
    """Numbers in place of NaN and the infinities (by default 0, the largest, the smallest).

    >>> frit.nan_to_num([1.0, float("nan")]).tolist()
    [1.0, 0.0]
    """
    from .dtypes import finfo

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


