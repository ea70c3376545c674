"""Steps on elements that are made of several ops: divisors, spacings, parts of floats; places as numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, UnsupportedError
from .composed import as_reals, store_two
from .elementwise import in_loop, one, two
from .index import must
from .manipulation import moveaxis, ravel
from .reductions import all as all_of
from .reductions import any as any_of
from .types import ArrayLike, DTypeLike, as_array, is_row_of_one, on_their_device, one_axis

if TYPE_CHECKING:
    from .array import Array


@two
def float_power(x1: ArrayLike, x2: ArrayLike) -> Array:
    """x1 to the power x2, in float64 or complex128.

    >>> frit.float_power(2, -1).item()
    0.5
    """
    x, y = as_array(x1), as_array(x2)
    wide = _core.complex128 if "c" in (x.dtype.kind, y.dtype.kind) else _core.float64
    return _core.binary("pow", _core.cast(x, wide), _core.cast(y, wide))


@one
def spacing(x: ArrayLike) -> Array:
    """The distance to the next number away from 0.

    >>> frit.spacing(1.0).item() == 2.0**-52
    True
    """
    (held,) = as_reals("spacing", x)
    infinity = _core.scalar(math.inf, held.dtype)
    if held.dtype.itemsize < 4:  # NumPy's of float16 goes upwards
        found = _core.binary("sub", _core.binary("nextafter", held, infinity), held)
        return _core.apply("select", (_core.unary("isinf", held), _core.scalar(math.nan, held.dtype), found))
    away = _core.binary("copysign", infinity, held)
    return _core.binary("sub", _core.binary("nextafter", held, away), held)


def i0(x: ArrayLike) -> Array:
    """The modified Bessel function of the first kind, of order 0.

    >>> frit.i0(0.0).item()
    1.0
    """
    held = as_array(x)
    if held.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    held = held if held.dtype.kind == "f" else _core.cast(held, _core.float64)
    size = _core.unary("abs", _core.cast(held, _core.float64))
    near = _core.binary("lt", size, 20.0)
    small = _core.apply("select", (near, size, _core.scalar(0.0)))
    square = _core.binary("mul", small, _core.binary("mul", small, 0.25))
    series: Any = _core.scalar(0.0)
    for k in range(48, 0, -1):  # the sum of square**k / k!**2
        series = _core.binary("mul", _core.binary("div", square, float(k * k)), _core.binary("add", 1.0, series))
    far: Any = _core.scalar(0.0)
    for k in range(25, 0, -1):  # e**x / sqrt(2 pi x) times a sum of (1 3 ... (2k-1))**2 / (k! (8x)**k)
        step = _core.binary("div", (2 * k - 1) ** 2 / (8.0 * k), size)
        far = _core.binary("mul", step, _core.binary("add", 1.0, far))
    root = _core.unary("sqrt", _core.binary("mul", size, 2 * math.pi))
    far = _core.binary("mul", _core.binary("div", _core.unary("exp", size), root), _core.binary("add", 1.0, far))
    return _core.cast(_core.apply("select", (near, _core.binary("add", 1.0, series), far)), held.dtype)


def frexp(
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
    """x as a number from 0.5 up to 1 times a power of 2, and that power.

    >>> [part.item() for part in frit.frexp(12.0)]
    [0.75, 4]
    """
    if dtype is not None or casting != "same_kind":
        (x,), _ = in_loop("frexp", (x,), dtype, casting)
    (given,) = as_reals("frexp", x)
    held = _core.cast(given, _core.float32) if given.dtype.itemsize < 4 else given
    wide = held.dtype == _core.float64
    word, kept, digits, bias = ("i64", _core.int64, 52, 1022) if wide else ("i32", _core.int32, 23, 126)
    size = _core.unary("abs", held)
    least = _core.scalar(2.0 ** (1 - bias), held.dtype)
    small = _core.binary("lt", size, least)
    lifted = _core.apply("select", (small, _core.binary("mul", held, 2.0 ** (digits + 2)), held))
    bits = _core.apply("bitcast", (lifted,), f"to={word}")
    field = _core.binary("and", _core.binary("shr", bits, digits), 2 * bias + 3)
    power = _core.binary("sub", field, bias)
    power = _core.apply("select", (small, _core.binary("sub", power, digits + 2), power))
    sign_and_rest = _core.binary("and", bits, _core.scalar(~((2 * bias + 3) << digits), kept))
    half = _core.apply("bitcast", (_core.binary("or", sign_and_rest, _core.scalar(bias << digits, kept)),), "to=f64" if wide else "to=f32")
    plain = _core.binary("and", _core.unary("isfinite", held), _core.binary("ne", held, 0))
    zero = _core.scalar(0, power.dtype)
    found = _core.apply("select", (plain, half, held)), _core.apply("select", (plain, power, zero))
    return store_two((_core.cast(found[0], given.dtype), _core.cast(found[1], _core.int32)), (out1, out2) if out is None else out, where)


def _integers(x1: ArrayLike, x2: ArrayLike, name: str) -> tuple[Array, Array]:
    """Two arrays of integers, of one dtype and shape."""
    x, y = _core.promote(x1, x2)
    if x.dtype.kind not in "iu":
        raise TypeError(f"ufunc '{name}' is not of {x.dtype}")
    like = _core.binary("add", x, y)
    yes = _core.scalar(True)
    return _core.apply("select", (yes, x, like)), _core.apply("select", (yes, y, like))


repeated_in_a_trace: Callable[..., Any] | None = None
"""Set by what traces functions: a loop that a condition on arrays ends, as a step."""


def _divide(x: Array, y: Array) -> Array:
    """The greatest common divisor by Euclid's steps, all elements at once, until none has a remainder."""
    zero = _core.scalar(0, x.dtype)

    def goes_on(a: Array, b: Array) -> Array:
        return any_of(_core.binary("ne", b, zero))

    def turn(a: Array, b: Array) -> tuple[Array, Array]:
        done = _core.binary("eq", b, zero)
        rest = _core.apply("select", (done, zero, _core.binary("fmod", a, b)))
        return _core.apply("select", (done, a, b)), rest

    if repeated_in_a_trace and x._placeholder:
        found, _ = repeated_in_a_trace(goes_on, turn, x, y)
    else:
        found, rest = x, y
        while bool(goes_on(found, rest)):
            found, rest = turn(found, rest)
    return _core.unary("abs", found) if x.dtype.kind == "i" else found


@two
def gcd(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The greatest common divisor of integers.

    >>> frit.gcd([12, 7], 8).tolist()
    [4, 1]
    """
    return _divide(*_integers(x1, x2, "gcd"))


@two
def lcm(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The least common multiple of integers.

    >>> frit.lcm([12, 7], 8).tolist()
    [24, 56]
    """
    x, y = _integers(x1, x2, "lcm")
    divisor = _divide(x, y)
    safe = _core.apply("select", (_core.binary("eq", divisor, 0), _core.scalar(1, x.dtype), divisor))
    found = _core.binary("mul", _core.binary("trunc_div", x, safe), y)
    return _core.unary("abs", found) if x.dtype.kind == "i" else found


@on_their_device
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C") -> Array:
    """Places in an array, one index an axis, as places among all its elements in order.

    >>> frit.ravel_multi_index(([1, 0], [2, 1]), (2, 3)).tolist()
    [5, 1]
    """
    if mode != "raise" or order not in ("C", "F"):
        raise UnsupportedError("ravel_multi_index of that mode or order")
    extents = [operator.index(n) for n in (dims if isinstance(dims, (tuple, list)) else (dims,))]
    rows = [as_array(row) for row in (multi_index if isinstance(multi_index, (tuple, list)) else [multi_index[k] for k in range(len(extents))])]
    if len(rows) != len(extents):
        raise ArgumentError(f"parameter multi_index must be a sequence of length {len(extents)}")
    for row in rows:
        if row.dtype.kind not in "biu":
            raise TypeError("only int indices permitted")
    found: Any = None
    good: Any = None
    pairs = list(zip(rows, extents))
    for row, n in pairs if order == "C" else pairs[::-1]:
        number = _core.cast(row, _core.int64)
        inside = _core.binary("and", _core.binary("ge", number, 0), _core.binary("lt", number, n))
        good = inside if good is None else _core.binary("and", good, inside)
        found = number if found is None else _core.binary("add", _core.binary("mul", found, n), number)
    return must(all_of(good), found, lambda: ArgumentError("invalid entry in coordinates array"))


@on_their_device
def unravel_index(indices: ArrayLike, shape: Any, order: str = "C") -> tuple[Array, ...]:
    """Places among all elements in order as places in an array of a shape, one index an axis.

    >>> [row.tolist() for row in frit.unravel_index([5, 1], (2, 3))]
    [[1, 0], [2, 1]]
    """
    held = as_array(indices)
    if held.dtype.kind not in "biu":
        raise TypeError("only int indices permitted")
    if order not in ("C", "F"):
        raise ArgumentError("only 'C' or 'F' order is permitted")
    extents = [operator.index(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,))]
    total = math.prod(extents)
    number = _core.cast(held, _core.int64)
    inside = all_of(_core.binary("and", _core.binary("ge", number, 0), _core.binary("lt", number, total)))
    number = must(inside, number, lambda: ArgumentError(f"index is out of bounds for array with size {total}"))
    found: list[Array] = []
    for n in extents[::-1] if order == "C" else extents:
        found.append(_core.binary("remainder", number, n))
        number = _core.binary("floor_div", number, n)
    return tuple(found[::-1] if order == "C" else found)


@on_their_device
def packbits(a: ArrayLike, axis: int | None = None, bitorder: str = "big") -> Array:
    """Eight elements as the bits of one byte: set where an element is not 0.

    >>> frit.packbits([1, 0, 0, 0, 0, 0, 1, 1]).tolist()
    [131]
    """
    x = as_array(a)
    if x.dtype.kind not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    if bitorder not in ("big", "little"):
        raise ArgumentError("'order' must be either 'little' or 'big'")
    if axis is None or is_row_of_one(axis, x.ndim):
        x, axis = ravel(x), 0
    along = one_axis(axis, x.ndim)
    rows = _core.cast(_core.binary("ne", moveaxis(x, along, -1), 0), _core.uint8)
    missing = -rows.shape[-1] % 8
    if missing:
        ends = [0] * (rows.ndim - 1)
        rows = _core.apply("pad", (rows, _core.scalar(0, _core.uint8)), f"lo={[*ends, 0]}, hi={[*ends, missing]}".replace(" ", ""))
    bytes_of = _core.apply("reshape", (rows,), f"shape={[*rows.shape[:-1], rows.shape[-1] // 8, 8]}".replace(" ", ""))
    place = _core.apply("iota", (), "shape=[8], axis=0, to=u8")
    place = _core.binary("sub", _core.scalar(7, _core.uint8), place) if bitorder == "big" else place
    found = _core.apply("sum", (_core.binary("shl", bytes_of, place),), f"axes=[{bytes_of.ndim - 1}]")
    return moveaxis(_core.cast(found, _core.uint8), -1, along)


@on_their_device
def unpackbits(a: ArrayLike, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> Array:
    """The bits of each byte as eight elements.

    >>> frit.unpackbits(frit.asarray([131], dtype="uint8")).tolist()
    [1, 0, 0, 0, 0, 0, 1, 1]
    """
    x = as_array(a)
    if x.dtype != _core.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if bitorder not in ("big", "little"):
        raise ArgumentError("'order' must be either 'little' or 'big'")
    if count is not None:
        raise UnsupportedError("unpackbits of some bits")
    if axis is None:
        x, axis = ravel(x), 0
    along = one_axis(axis, x.ndim)
    rows = moveaxis(x, along, -1)
    place = _core.apply("iota", (), "shape=[8], axis=0, to=u8")
    place = _core.binary("sub", _core.scalar(7, _core.uint8), place) if bitorder == "big" else place
    bits = _core.binary("and", _core.binary("shr", rows._view_expand([rows.ndim]), place), _core.scalar(1, _core.uint8))
    flat = _core.apply("reshape", (bits,), f"shape={[*rows.shape[:-1], rows.shape[-1] * 8]}".replace(" ", ""))
    return moveaxis(flat, -1, along)
