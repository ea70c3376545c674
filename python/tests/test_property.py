"""NumPy as the judge: random programs on arrays of all dtypes, shapes and strides, with views of
views and steps in place, give what NumPy gives, recorded and fused.

Where frit's meaning differs from NumPy's on purpose, or NumPy's own answer is left open, the
programs stay away (strategies.py says why at each place).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import frit
import strategies as own

# How many times as many examples are tried, new ones in every run. Unset: always the same ones.
SEARCH = int(os.environ.get("FRIT_SEARCH", "0"))

ALL = settings(
    deadline=None,
    derandomize=not SEARCH,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    print_blob=False,
)


def sized(examples: int) -> Callable[[Any], Any]:
    return settings(ALL, max_examples=examples * max(SEARCH, 1))


def quietly(function: Callable[..., Any], *args: Any) -> Any:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args)


def assert_same(got: Any, expected: Any, what: str) -> None:
    """The same dtype, shape and values: NaN where NaN is, and zeros of the same sign."""
    got, expected = np.asarray(got), np.asarray(expected)
    assert got.dtype == expected.dtype, f"{what}: {got.dtype}, NumPy has {expected.dtype}"
    assert got.shape == expected.shape, f"{what}: {got.shape}, NumPy has {expected.shape}"
    same = (got == expected) | ((got != got) & (expected != expected))
    if got.dtype.kind == "f":
        same &= (np.signbit(got) == np.signbit(expected)) | (got != got)
    assert np.all(same), f"{what}:\n{got!r}\nNumPy has\n{expected!r}"


def compare(program: own.Program, function: Callable[..., Any], wrap: bool) -> None:
    """Runs both and compares every variable, and what became of the arguments."""
    right = own.standard_function_of(program) if wrap else own.function_of(program, 0, {})
    expected_arguments, arguments = program.arguments(), program.arguments()
    expected = quietly(right, *expected_arguments.values())
    values = [
        frit.asarray(v) if wrap and isinstance(v, np.ndarray) else v for v in arguments.values()
    ]
    results = quietly(function, *values)
    assert len(results) == len(expected)
    for name, got, want in zip(program.names, results, expected, strict=True):
        assert_same(got, want, name)
    for name, want in expected_arguments.items():
        assert_same(arguments[name], want, f"the argument {name}")


@sized(1200)
@given(own.programs())
def test_recorded_programs(program: own.Program) -> None:
    note(repr(program))
    compare(program, own.function_of(program, 1, {"frit": frit}), wrap=True)


@sized(400)
@given(own.programs(most=14, kinds=("in_place", "part_in_place", "slice", "turn", "alias", "copy")))
def test_views_of_views_in_place(program: own.Program) -> None:
    note(repr(program))
    compare(program, own.function_of(program, 1, {"frit": frit}), wrap=True)


@sized(500)
@given(own.programs(most=6))
def test_fused_programs(program: own.Program) -> None:
    """The same through frit.fuse, with NumPy arrays in and out; the later calls are replays."""
    note(repr(program))
    fused = frit.fuse(own.function_of(program, 1, {"frit": frit}))
    for _ in range(3):
        compare(program, fused, wrap=False)


@sized(200)
@given(own.programs(most=6))
def test_fused_programs_on_frit_arrays(program: own.Program) -> None:
    note(repr(program))
    fused = frit.fuse(own.function_of(program, 1, {"frit": frit}))
    for _ in range(3):
        compare(program, fused, wrap=True)


@sized(60)
@given(own.programs(most=6))
def test_unfused_and_verified_programs(program: own.Program) -> None:
    """frit's own check, that fused and unfused agree, holds as well."""
    note(repr(program))
    function = own.function_of(program, 1, {"frit": frit})
    with frit.options(verify=True):
        compare(program, function, wrap=True)
    with frit.options(fusion=False):
        compare(program, function, wrap=True)


# ---- single steps that are not exact


def ulps(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """The distance in units in the last place of the exact value."""
    finite = np.isfinite(expected) & np.isfinite(got)
    same = (got == expected) | (np.isnan(got) & np.isnan(expected))
    with np.errstate(all="ignore"):
        gap = np.abs(got.astype(np.float64) - expected.astype(np.float64))
        unit = np.spacing(np.abs(expected)).astype(np.float64)
        return np.where(same, 0.0, np.where(finite, gap / unit, np.inf))


SMOOTH = (
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin",
    "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "cbrt",
)  # fmt: skip


@sized(400)
@given(
    name=st.sampled_from(SMOOTH),
    dtype=st.sampled_from(own.FLOATS + own.SIGNED + own.UNSIGNED + own.BOOL),
    shape=own.shapes,
    layout=st.sampled_from(own.LAYOUTS),
    seed=st.integers(0, 1000),
)
def test_mathematics_within_some_ulp(
    name: str, dtype: str, shape: tuple[int, ...], layout: str, seed: int
) -> None:
    """NumPy's own error is a few units too, so the bound is the sum of both."""
    x = own.laid_out(own.fill(shape, dtype, seed), layout)
    expected = np.asarray(quietly(getattr(np, name), x))
    got = np.asarray(getattr(frit, name)(frit.asarray(x)))
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    assert np.all(ulps(got, expected) <= 6), (x, got, expected)


@sized(300)
@given(
    name=st.sampled_from(("sum", "prod", "mean", "std", "var")),
    dtype=st.sampled_from(own.DTYPES),
    shape=own.shapes,
    layout=st.sampled_from(own.LAYOUTS),
    seed=st.integers(0, 1000),
    data=st.data(),
)
def test_reductions_within_their_bound(
    name: str, dtype: str, shape: tuple[int, ...], layout: str, seed: int, data: st.DataObject
) -> None:
    x = own.laid_out(own.fill(shape, dtype, seed, wild=False), layout)
    axis = data.draw(st.none() | st.integers(-x.ndim, x.ndim - 1)) if x.ndim else None
    keepdims = data.draw(st.booleans())
    expected = np.asarray(quietly(lambda: getattr(np, name)(x, axis=axis, keepdims=keepdims)))
    got = np.asarray(getattr(frit, name)(frit.asarray(x), axis=axis, keepdims=keepdims))
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    if got.dtype.kind in "iub":
        assert np.array_equal(got, expected), (x, got, expected)
        return
    unit = np.finfo(got.dtype).eps
    size = max(x.size, 1)
    scale = quietly(lambda: np.sum(np.abs(x).astype(np.float64) ** (2 if name == "var" else 1)))
    scale = np.max(np.abs(expected), initial=0) if name in ("prod", "std") else scale / 1
    close = np.abs(got - expected) <= 4 * size * unit * (scale + 1)
    assert np.all(close | ((got != got) & (expected != expected))), (x, got, expected)


@sized(200)
@given(
    op=st.sampled_from(("*", "/")),
    dtypes=st.tuples(st.sampled_from(own.COMPLEX), st.sampled_from(own.DTYPES)),
    shape=own.shapes,
    seed=st.integers(0, 1000),
)
def test_complex_products(
    op: str, dtypes: tuple[str, str], shape: tuple[int, ...], seed: int
) -> None:
    x, y = own.fill(shape, dtypes[0], seed, False), own.fill(shape, dtypes[1], seed + 1, False)
    y = np.where(y == 0, np.ones_like(y), y)
    f = {"*": lambda a, b: a * b, "/": lambda a, b: a / b}[op]
    expected, got = np.asarray(f(x, y)), np.asarray(f(frit.asarray(x), frit.asarray(y)))
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    assert np.all(np.abs(got - expected) <= 8 * np.finfo(got.dtype).eps * (np.abs(expected) + 1))


@sized(200)
@given(
    dtypes=st.tuples(st.sampled_from(own.DTYPES), st.sampled_from(own.DTYPES)),
    shape=st.tuples(*[st.integers(0, 4)] * 3),
    seed=st.integers(0, 1000),
    layouts=st.tuples(st.sampled_from(own.LAYOUTS), st.sampled_from(own.LAYOUTS)),
)
def test_matrix_products(
    dtypes: tuple[str, str], shape: tuple[int, int, int], seed: int, layouts: tuple[str, str]
) -> None:
    n, k, m = shape
    x = own.laid_out(own.fill((n, k), dtypes[0], seed, False), layouts[0])
    y = own.laid_out(own.fill((k, m), dtypes[1], seed + 1, False), layouts[1])
    expected, got = x @ y, np.asarray(frit.asarray(x) @ frit.asarray(y))
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    if got.dtype.kind in "biu":
        assert np.array_equal(got, expected)
    else:
        scale = np.abs(x).astype(np.float64) @ np.abs(y).astype(np.float64) + 1
        assert np.all(np.abs(got - expected) <= 8 * (k + 1) * np.finfo(got.dtype).eps * scale)


# ---- promotion

NUMBERS = (True, 0, 5, -1, 127, 128, 255, 256, 40000, 2**31, 2**63, 2.5, -0.0, 1e300, 1j)


def outcome(f: Callable[[], Any]) -> tuple[str, Any]:
    """What came of it: a dtype and values, or the kind of exception."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = np.asarray(f())
    except (TypeError, ValueError, OverflowError) as error:
        kinds = (OverflowError, TypeError, ValueError)
        return "error", next(k.__name__ for k in kinds if isinstance(error, k))
    return "value", value


BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": lambda a, b: a**b,
    "&": lambda a, b: a & b,
    "<<": lambda a, b: a << b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
}


@pytest.mark.parametrize("op", BINARY)
def test_all_pairs_of_dtypes(op: str) -> None:
    """What each operator makes of every pair: the dtype, the values, or which kind of error."""
    for first in own.DTYPES:
        for second in own.DTYPES:
            x, y = own.fill((24,), first, 1, wild=False), own.fill((24,), second, 2, wild=False)
            if op in ("<<", "**") and y.dtype.kind in "iu":
                y = np.abs(y) % 7  # what NumPy has for others is not said
            want = outcome(lambda: BINARY[op](x, y))
            got = outcome(lambda: BINARY[op](frit.asarray(x), frit.asarray(y)))
            pair = f"{first} {op} {second}"
            if want[0] == "error":
                assert got == want, pair
                continue
            assert got[0] == "value", (pair, got)
            assert got[1].dtype == want[1].dtype, (pair, got[1].dtype)
            if want[1].dtype.kind in "biu" or (op != "**" and want[1].dtype.kind == "f"):
                assert_same(got[1], want[1], pair)


@pytest.mark.parametrize("op", BINARY)
def test_dtypes_of_arrays_and_numbers(op: str) -> None:
    for dtype in own.DTYPES:
        for number in NUMBERS:
            x = np.ones(2, dtype)
            for left in (False, True):
                f = BINARY[op]
                want = outcome(lambda: f(number, x) if left else f(x, number))
                a = frit.asarray(x)
                got = outcome(lambda: f(number, a) if left else f(a, number))
                place = (dtype, op, number, "reversed" if left else "")
                if dtype == "bool" and number == 2**63 and op in ("<", "=="):
                    continue  # NumPy overflows, frit has the answer
                if want[0] == "error":
                    assert got == want, (place, want[1])
                else:
                    assert got[0] == "value", (place, got)
                    assert got[1].dtype == want[1].dtype, (place, got[1].dtype, want[1].dtype)
                    infinite = (
                        op == "//"
                        and want[1].dtype.kind == "f"
                        and bool(quietly(lambda: np.isinf(want[1].dtype.type(number))))
                    )  # where the array standard differs from NumPy
                    if want[1].dtype.kind not in "c" and op != "**" and not infinite:
                        assert_same(got[1], want[1], str(place))


# ---- integers and shifts at their limits


@pytest.mark.parametrize("dtype", own.SIGNED + own.UNSIGNED)
def test_integers_at_their_limits(dtype: str) -> None:
    """Every pair of special values under every operator; division by 0 is 0 in both."""
    values = own.special_values(np.dtype(dtype))
    x, y = np.meshgrid(values, values)
    for op in ("+", "-", "*", "//", "%", "&"):
        want = quietly(BINARY[op], x, y)
        assert_same(BINARY[op](frit.asarray(x), frit.asarray(y)), want, op)
    for f in ("abs", "negative", "square", "invert", "sign"):
        assert_same(getattr(frit, f)(frit.asarray(x)), quietly(getattr(np, f), x), f)
    counts = np.arange(np.dtype(dtype).itemsize * 8, dtype=dtype)
    a, b = np.meshgrid(values, counts)
    assert_same(frit.asarray(a) << frit.asarray(b), a << b, "<<")
    assert_same(frit.asarray(a) >> frit.asarray(b), a >> b, ">>")


@pytest.mark.parametrize("dtype", own.FLOATS)
def test_floats_at_their_limits(dtype: str) -> None:
    values = own.special_values(np.dtype(dtype))
    x, y = np.meshgrid(values, values)
    for op in ("+", "-", "*", "/", "//", "%", "<", "=="):
        want = quietly(own.standard_floor if op == "//" else BINARY[op], x, y)
        assert_same(BINARY[op](frit.asarray(x), frit.asarray(y)), want, op)
        fused = frit.fuse(lambda x, y, op=BINARY[op]: op(x, y))
        assert_same(fused(x, y), quietly(BINARY[op], x, y), f"fused {op}")


# ---- bfloat16, which NumPy does not have


def to_bfloat16(x: np.ndarray) -> np.ndarray:
    """float32 rounded to the nearest bfloat16, ties to even; stays float32."""
    bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    out = rounded.astype(np.uint32).view(np.float32)
    return np.where(np.isnan(x), np.float32(np.nan), out)


@sized(150)
@given(shape=own.shapes, seed=st.integers(0, 1000), op=st.sampled_from(("+", "-", "*", "/")))
def test_bfloat16_arithmetic(shape: tuple[int, ...], seed: int, op: str) -> None:
    x, y = own.fill(shape, "float32", seed), own.fill(shape, "float32", seed + 1)
    a, b = (frit.astype(frit.asarray(v), frit.bfloat16) for v in (x, y))
    got = BINARY[op](a, b)
    assert got.dtype == frit.bfloat16
    want = to_bfloat16(quietly(BINARY[op], to_bfloat16(x), to_bfloat16(y)))
    assert_same(np.asarray(frit.astype(got, frit.float32)), np.asarray(want, np.float32), op)
