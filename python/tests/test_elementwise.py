"""Functions of elements against NumPy: every function, every dtype it takes, mixed dtypes."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest
from arrays import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, REAL, identical, of, same, sample

import frit

INEXACT = FLOATS + COMPLEX
NUMBERS = INTEGERS + FLOATS

# name -> (dtypes, lowest, highest argument)
UNARY = {
    "floor": (REAL, -4, 4),
    "ceil": (REAL, -4, 4),
    "trunc": (REAL, -4, 4),
    "rint": (REAL, -4, 4),
    "round": (NUMBERS + COMPLEX, -4, 4),
    "sign": (NUMBERS + COMPLEX, -4, 4),
    "negative": (NUMBERS + COMPLEX, -4, 4),
    "positive": (NUMBERS + COMPLEX, -4, 4),
    "absolute": (ALL, -4, 4),
    "fabs": (REAL, -4, 4),
    "square": (ALL, -4, 4),
    "reciprocal": (INTEGERS + INEXACT, 1, 4),
    "sqrt": (ALL, 0, 4),
    "cbrt": (REAL, -4, 4),
    "exp": (ALL, -4, 4),
    "exp2": (REAL, -4, 4),
    "expm1": (ALL, -4, 4),
    "log": (ALL, 0.5, 4),
    "log2": (ALL, 0.5, 4),
    "log10": (ALL, 0.5, 4),
    "log1p": (ALL, 0, 4),
    "sin": (ALL, -4, 4),
    "cos": (ALL, -4, 4),
    "tan": (ALL, -1, 1),
    "arcsin": (ALL, -0.9, 0.9),
    "arccos": (ALL, -0.9, 0.9),
    "arctan": (ALL, -0.9, 0.9),
    "sinh": (ALL, -2, 2),
    "cosh": (ALL, -2, 2),
    "tanh": (ALL, -2, 2),
    "arcsinh": (ALL, -4, 4),
    "arccosh": (ALL, 1, 4),
    "arctanh": (ALL, -0.9, 0.9),
    "isnan": (ALL, -4, 4),
    "isinf": (ALL, -4, 4),
    "isfinite": (ALL, -4, 4),
    "signbit": (FLOATS, -4, 4),
    "invert": (BOOL + INTEGERS, -4, 4),
    "logical_not": (ALL, -1, 1),
    "conjugate": (NUMBERS + COMPLEX, -4, 4),
    "deg2rad": (REAL, -4, 4),
    "rad2deg": (REAL, -4, 4),
    "real": (ALL, -4, 4),
    "imag": (ALL, -4, 4),
    "angle": (FLOATS + COMPLEX, -4, 4),
    "sinc": (["float32", "float64"], -4, 4),
    "nan_to_num": (ALL, -4, 4),
    "isreal": (ALL, -4, 4),
}


def argument(dtype, low, high, shape=(3, 5)):
    rng = np.random.default_rng(1)
    x = rng.uniform(low, high, shape)
    if dtype.startswith("complex"):
        x = x + 1j * rng.uniform(-0.5, 0.5, shape)
    if dtype.startswith("u") or dtype == "bool":
        x = np.abs(x.real)
    return x.astype(dtype)


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    dtypes, low, high = UNARY[name]
    for dtype in dtypes:
        x = argument(dtype, low, high)
        with np.errstate(all="ignore"):
            expected = np.asarray(getattr(np, name)(x))
        if (name, dtype) in {("imag", "bool"), ("reciprocal", "bool")}:
            continue
        # Complex functions are not of a documented error; those of NumPy are not either.
        factor = 8 if dtype in COMPLEX else 1
        same(getattr(frit, name)(frit.asarray(x)), expected, factor * of(expected.dtype))


@pytest.mark.parametrize("name", UNARY)
def test_unary_of_odd_shapes(name):
    dtypes, low, high = UNARY[name]
    dtype = "float32" if "float32" in dtypes else dtypes[-1]
    for shape in [(), (0,), (1,), (2, 0, 3), (2, 1, 3), (17,)]:
        x = argument(dtype, low, high, shape)
        with np.errstate(all="ignore"):
            same(getattr(frit, name)(frit.asarray(x)), getattr(np, name)(x))


BINARY = {
    "add": ALL,
    "subtract": INTEGERS + INEXACT,
    "multiply": ALL,
    "divide": ALL,
    "floor_divide": REAL,
    "remainder": REAL,
    "fmod": REAL,
    "power": ["float32", "float64", "complex128"],
    "maximum": REAL,
    "minimum": REAL,
    "fmax": REAL,
    "fmin": REAL,
    "copysign": REAL,
    "arctan2": REAL,
    "hypot": REAL,
    "logaddexp": REAL,
    "heaviside": FLOATS,
    "equal": ALL,
    "not_equal": ALL,
    "less": REAL,
    "less_equal": REAL,
    "greater": REAL,
    "greater_equal": REAL,
    "bitwise_and": BOOL + INTEGERS,
    "bitwise_or": BOOL + INTEGERS,
    "bitwise_xor": BOOL + INTEGERS,
    "logical_and": ALL,
    "logical_or": ALL,
    "logical_xor": ALL,
}


def second(dtype, shape=(4,)):
    """Not zero: an integer divided by 0 is NumPy's warning and frit's rule."""
    y = sample(dtype, shape, seed=2)
    return np.where(y == 0, np.ones_like(y), y)


@pytest.mark.parametrize("name", BINARY)
def test_binary_of_all_pairs_of_dtypes(name):
    for first in BINARY[name]:
        x = sample(first, (3, 4))
        for other in BINARY[name]:
            y = second(other)
            with np.errstate(all="ignore"):
                try:
                    expected = getattr(np, name)(x, y)
                except TypeError:
                    continue  # NumPy has no loop: int64 with uint64
            factor = 16 if expected.dtype.kind == "c" else 1
            result = getattr(frit, name)(frit.asarray(x), frit.asarray(y))
            same(result, expected, factor * of(expected.dtype))


@pytest.mark.parametrize("dtype", ALL)
def test_python_numbers_take_the_dtype_of_the_array(dtype):
    x = sample(dtype)
    numbers = [2, 2.5, True] + ([1 + 2j] if dtype != "float16" else [])
    for number in numbers:
        for op in (np.add, np.multiply, np.divide):
            same(getattr(frit, op.__name__)(frit.asarray(x), number), op(x, number))
            same(
                getattr(frit, op.__name__)(number, frit.asarray(second(dtype))),
                op(number, second(dtype)),
            )


def test_numbers_that_do_not_fit_are_refused():
    with pytest.raises(OverflowError, match="300 out of bounds for uint8"):
        frit.add(frit.zeros(2, dtype="uint8"), 300)
    with pytest.raises(OverflowError):
        frit.zeros(2, dtype="uint8") - (-1)


def test_dtypes_an_op_does_not_take():
    for function in (frit.floor, frit.maximum):
        x = frit.asarray([1j])
        with pytest.raises(frit.DTypeError):
            function(*([x] if function is frit.floor else [x, x]))
    with pytest.raises(frit.DTypeError):
        frit.bitwise_and(frit.asarray([1.0]), 1)
    with pytest.raises(frit.DTypeError):
        frit.negative(frit.asarray([True]))
    with pytest.raises(frit.DTypeError):
        frit.asarray([True]) - frit.asarray([True])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_shifts(dtype):
    x, y = sample(dtype, size=60), np.array([0, 1, 2, 3], dtype)
    identical(frit.left_shift(frit.asarray(x), frit.asarray(y)), np.left_shift(x, y))
    identical(frit.right_shift(frit.asarray(x), frit.asarray(y)), np.right_shift(x, y))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_powers(dtype):
    x, y = sample(dtype), np.array([0, 1, 2, 3], dtype)
    identical(frit.power(frit.asarray(x), frit.asarray(y)), np.power(x, y))
    identical(frit.asarray(x) ** 2, x**2)
    with pytest.raises(OverflowError if dtype[0] == "u" else ValueError):
        frit.asarray(x) ** -1


@pytest.mark.parametrize("decimals", [-2, -1, 0, 1, 3])
def test_round_to_decimals(decimals):
    for dtype in ("float32", "float64", "int32"):
        x = (sample(dtype, size=500)).astype(dtype)
        same(frit.round(frit.asarray(x), decimals), np.round(x, decimals))


def test_clip():
    for dtype in REAL:
        x = sample(dtype)
        a = frit.asarray(x)
        if dtype != "bool":
            identical(frit.clip(a, 1, 2), np.clip(x, 1, 2))
            identical(frit.clip(a, max=2), np.clip(x, None, 2))
            identical(a.clip(1), x.clip(1))
        identical(frit.clip(a, a, a), np.clip(x, x, x))
    small = np.arange(5, dtype=np.uint8)
    identical(frit.clip(frit.asarray(small), -5, 3), np.clip(small, 0, 3))
    identical(frit.clip(frit.asarray(small), 2, 1000), np.clip(small, 2, 255))
    nan = np.array([np.nan, 1.0, 9.0])
    identical(frit.clip(frit.asarray(nan), 2.0, 3.0), np.clip(nan, 2.0, 3.0))


def test_where_and_select():
    for first in ALL:
        for other in ALL:
            x, y = sample(first), sample(other, (4,), seed=3)
            c = sample("bool", (3, 1), seed=4)
            got = frit.where(frit.asarray(c), frit.asarray(x), frit.asarray(y))
            identical(got, np.where(c, x, y))
    x = frit.asarray([1.0, 2.0], dtype="float32")
    assert frit.where(x > 1, x, 0).dtype == frit.float32
    assert frit.where(x, 1, 0).tolist() == [1, 1]
    n = np.arange(6)
    got = frit.select([frit.asarray(n) < 2, frit.asarray(n) < 4], [n, 10 * n], -1)
    identical(got, np.select([n < 2, n < 4], [n, 10 * n], -1))
    with pytest.raises(ValueError):
        frit.where(x, x)


def test_out_and_where():
    x = sample("float64")
    a = frit.asarray(x.copy())
    out = frit.zeros((3, 4))
    assert frit.sin(a, out=out) is out
    same(out, np.sin(x))
    frit.add(a, 1, out=a)
    same(a, x + 1)
    narrow = frit.zeros((3, 4), dtype="float32")
    frit.multiply(a, 2, out=narrow)
    same(narrow, ((x + 1) * 2).astype("float32"))
    mask = x > 0
    target = np.full((3, 4), 7.0)
    got = frit.full((3, 4), 7.0)
    frit.exp(x, out=got, where=mask)
    same(got, np.exp(x, out=target, where=mask))
    with pytest.raises(frit.DTypeError, match="cannot be stored"):
        frit.add(a, 1, out=frit.zeros((3, 4), dtype="int32"))
    with pytest.raises(frit.ShapeError):
        frit.add(a, 1, out=frit.zeros((2,)))
    plain = np.zeros((3, 4))
    assert frit.sin(x, out=plain) is plain
    np.testing.assert_allclose(plain, np.sin(x))


def test_dtype_of_the_computation():
    x = np.arange(5, dtype=np.int32)
    same(frit.add(frit.asarray(x), 1, dtype="float32"), np.add(x, 1, dtype="float32"))
    same(frit.sin(frit.asarray(x), dtype="float32"), np.sin(x.astype("float32")))


def test_special_values():
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0])
    a = frit.asarray(x)
    y = x[::-1].copy()
    b = frit.asarray(y)
    with np.errstate(all="ignore"):
        for name in (
            "isnan",
            "isinf",
            "isfinite",
            "signbit",
            "sign",
            "sqrt",
            "floor",
            "exp",
            "tanh",
        ):
            identical(getattr(frit, name)(a), getattr(np, name)(x))
        for name in ("maximum", "minimum", "fmax", "fmin", "copysign", "arctan2", "hypot", "add"):
            identical(getattr(frit, name)(a, b), getattr(np, name)(x, y))
        identical(frit.isposinf(a), np.isposinf(x))
        identical(frit.isneginf(a), np.isneginf(x))
        identical(frit.nan_to_num(a), np.nan_to_num(x))
        identical(frit.isclose(a, b), np.isclose(x, y))
        identical(frit.isclose(a, a, equal_nan=True), np.isclose(x, x, equal_nan=True))
    assert not frit.signbit(frit.sign(a))[1]
    assert frit.signbit(frit.copysign(0.0, a)).tolist() == np.signbit(x).tolist()


def test_pairs_of_results():
    x = np.array([1.5, -2.25, np.inf, 0.0, -7.0])
    for got, expected in zip(frit.modf(x), np.modf(x), strict=True):
        identical(got, expected)
    n = np.array([7, -7, 5])
    for got, expected in zip(frit.divmod(n, 3), np.divmod(n, 3), strict=True):
        identical(got, expected)
    for got, expected in zip(divmod(frit.asarray(n), 3), np.divmod(n, 3), strict=True):
        identical(got, expected)


def test_functions_numpy_does_not_have():
    x = np.linspace(-3, 3, 13)
    erf = np.array([math.erf(v) for v in x])
    same(frit.erf(x), erf)
    same(frit.erfc(x), np.array([math.erfc(v) for v in x]))
    same(frit.gamma(x + 4), np.array([math.gamma(v + 4) for v in x]))
    same(frit.lgamma(x + 4.5), np.array([math.lgamma(v + 4.5) for v in x]))
    same(frit.sigmoid(x), 1 / (1 + np.exp(-x)))
    same(frit.silu(x), x / (1 + np.exp(-x)))
    same(frit.softplus(x), np.log1p(np.exp(x)))
    same(frit.relu(x), np.maximum(x, 0))
    same(frit.gelu(x), 0.5 * x * (1 + np.array([math.erf(v / math.sqrt(2)) for v in x])), 1e-14)
    tanh = 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    same(frit.gelu(x, approximate=True), tanh, 1e-14)
    same(frit.rsqrt(x + 4), 1 / np.sqrt(x + 4))
    same(frit.lerp(x, x + 2, 0.25), x + 0.5)
    same(frit.fma(x, 2.0, 1.0), 2 * x + 1)
    same(frit.leaky_relu(x, 0.1), np.where(x > 0, x, 0.1 * x))
    same(frit.logaddexp2(x, 1.0), np.logaddexp2(x, 1.0))
    same(frit.ldexp(x, np.arange(13)), np.ldexp(x, np.arange(13)))
    same(frit.bitwise_count(np.array([0, 5, 255], np.uint8)), np.array([0, 2, 8], np.uint8))


def test_bfloat16():
    x = frit.asarray([1.0, 2.5, -3.0], dtype="bfloat16")
    assert (x + 1).dtype == frit.bfloat16
    assert (x * 2).tolist() == [2.0, 5.0, -6.0]
    assert (x + frit.asarray([1.0], dtype="float16")).dtype == frit.float32
    assert (x + frit.asarray([1], dtype="int8")).dtype == frit.bfloat16
    assert frit.exp(x).dtype == frit.bfloat16
    assert frit.sum(x).item() == 0.5


def test_lists_and_numpy_arrays_are_operands():
    x = frit.asarray([1.0, 2.0])
    assert frit.add(x, [1, 2]).tolist() == [2.0, 4.0]
    assert frit.add([1, 2], [3, 4]).tolist() == [4, 6]
    assert (x + np.array([1.0, 2.0])).tolist() == [2.0, 4.0]
    assert (np.array([1.0, 2.0]) + x).tolist() == [2.0, 4.0]
    assert (np.float32(2) * frit.asarray([1.0], dtype="float32")).dtype == frit.float32
    assert frit.pow([2.0], [3.0]).tolist() == [8.0]
    assert frit.pow(2, frit.asarray([3])).tolist() == [8]


def test_array_equal_and_allclose():
    assert frit.array_equal([1, 2], [1, 2])
    assert not frit.array_equal([1, 2], [1, 3])
    assert not frit.array_equal([1, 2], [1, 2, 3])
    assert frit.array_equal([np.nan], [np.nan], equal_nan=True)
    assert frit.allclose([1.0], [1.0 + 1e-10])
    assert not frit.allclose([1.0], [1.1])


def test_shapes_that_do_not_fit():
    with pytest.raises(frit.ShapeError):
        frit.zeros(3) + frit.zeros(4)


@pytest.mark.parametrize("name", ["lt", "le", "gt", "ge"])
def test_complex_numbers_are_compared_as_numpy_does(name: str) -> None:
    compare = getattr(operator, name)
    parts = [-np.inf, -0.0, 0.0, 1.0, np.inf, np.nan]
    z = np.array([complex(a, b) for a in parts for b in parts])
    x, y = np.repeat(z, z.size), np.tile(z, z.size)
    with np.errstate(invalid="ignore"):
        expected = compare(x, y)
        assert np.array_equal(compare(frit.asarray(x), frit.asarray(y)), expected)
        assert np.array_equal(compare(frit.asarray(x), 1.0), compare(x, 1.0))
        fused = frit.fuse(lambda a, b: compare(a, b))
        for _ in range(3):
            assert np.array_equal(fused(x, y), expected)
        assert np.array_equal(fused(x.real, y), compare(x.real, y))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_remainders_are_numpys_to_the_last_bit(dtype):
    """Signs in any order, quotients beside integers, and what has to be divided bit by bit."""
    rng = np.random.default_rng(5)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-20, -1e-20, 6, 0.1, -0.1, 1e30, -1e30, 5e-324, 2**53]
    y = np.concatenate([rng.standard_normal(4000), rng.integers(-9, 9, 2000) / 8, special * 16]).astype(dtype)
    n = rng.integers(-50, 50, len(y)).astype(dtype)
    with np.errstate(all="ignore"):
        near = np.nextafter(y * n, np.where(rng.random(len(y)) < 0.5, 1e9, -1e9).astype(dtype))
        for x in (rng.standard_normal(len(y)).astype(dtype) * 9, y * n, near, np.repeat(np.array(special, dtype), len(y) // 16)):
            m = min(len(x), len(y))
            got, expected = frit.fuse(lambda x, y: x % y)(x[:m], y[:m]), x[:m] % y[:m]
            np.testing.assert_array_equal(got, expected)
            np.testing.assert_array_equal(np.signbit(got) | np.isnan(got), np.signbit(expected) | np.isnan(expected))
