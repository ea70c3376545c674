"""frit.evaluate against NumPy, and against NumExpr where it is installed."""

from __future__ import annotations

import importlib.util
import threading
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import frit
from frit._evaluate.expression import MAX_DEPTH, function_names, read

RNG = np.random.default_rng(20)
A = RNG.uniform(0.1, 0.9, (4, 5))
B = RNG.uniform(0.1, 0.9, (4, 5))
C = RNG.uniform(0.1, 0.9, 5)
I = RNG.integers(-9, 10, (4, 5))  # noqa: E741
Z = A + 1j * B
NAMES: dict[str, Any] = {"a": A, "b": B, "c": C, "i": I, "z": Z, "m": A > 0.5, "n": 3, "x": 0.25}

# What NumPy calls the functions of expressions.
NUMPY: dict[str, Any] = {
    name: getattr(np, name) for name in function_names() if hasattr(np, name)
} | {"complex": lambda a, b: a + 1j * b}


def by_numpy(expression: str, names: dict[str, Any] = NAMES) -> Any:
    """The expression by Python itself; only the texts of this file come here."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return eval(expression, {"__builtins__": {}, **NUMPY}, names)


EXPRESSIONS = [
    "2*a + b*sin(c)",
    "a + b*c - a/b",
    "-a**2 + (-a)**2",
    "2**-a",
    "2**3**x * a",
    "(a + b)/(a - b)",
    "a // 0.3 + a % 0.3",
    "i // 4 + i % 4",
    "i / 2",
    "i * 2.5 + n",
    "i << 2",
    "i >> 1",
    "~i & 7 | 8 ^ i",
    "(a < b) & (b <= c) | ~(a == 0.5)",
    "(a > 0.2) ^ (b >= 0.4)",
    "a != b",
    "where(a > b, a, b)",
    "where(m, i, n)",
    "where(m, 1, 0)",
    "sqrt(a*a + b*b)",
    "arctan2(a, b) + hypot(a, b)",
    "fmod(a, 0.3)",
    "copysign(a, -b)",
    "nextafter(a, b)",
    "maximum(a, c) - minimum(a, c)",
    "exp(a) - expm1(a) + log(a) + log1p(a) + log10(a) + log2(a)",
    "arcsin(a) + arccos(a) + arctan(a)",
    "sinh(a) + cosh(a) + tanh(a) + tan(a) + cos(a)",
    "arcsinh(a) + arccosh(1 + a) + arctanh(a)",
    "ceil(a*9) + floor(a*9) + round(a*9) + trunc(-a*9) + sign(a - 0.5)",
    "isnan(a/(a > 0.5)) | isinf(a) | ~isfinite(a) | signbit(a - 0.5)",
    "real(z) + imag(z)",
    "z.real * z.imag",
    "conj(z) * z",
    "complex(a, b) - z",
    "abs(z) + abs(-a)",
    "exp(z) * 1j",
    "real(a) + imag(a)",
    "ones_like(a) + copy(b)",
    "sum(a)",
    "sum(a*b, axis=1)",
    "sum(i, 0)",
    "prod(a, axis=-1)",
    "max(a, axis=0) - min(a, axis=0)",
    "sum(m)",
    "max(i)",
    "a / sum(a, axis=0)",
    "sum(a*a)/n + x",
    "True & m",
    "0x10 + 0b11 + 0o7 + 1_000 + 1e-3*a",
    "(a\n + b)",
    "i << 2 + 1 & 12 | 1 ^ 3",
    "-i * -2 - -i % 5 // 2 * 3",
    "i & 3 == i & 1",
    "n + x",
    "1 + 2*3",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_as_numpy(expression: str) -> None:
    wanted = np.asarray(by_numpy(expression))
    for _ in range(2):  # the first call makes the plan, the second finds it
        result = frit.evaluate(expression, NAMES)
        assert type(result) is np.ndarray
        assert result.dtype == wanted.dtype and result.shape == wanted.shape
        np.testing.assert_allclose(result, wanted, rtol=3e-15, atol=1e-15)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.uint16, np.int64, np.bool_])
def test_dtypes_follow_numpy(dtype: Any) -> None:
    a = np.array([0, 1, 1, 5]).astype(dtype)
    for expression in (
        "a + 1",
        "a * 2.5",
        "a / 2",
        "where(a > 0, a, 1)",
        "sum(a)",
        "a * a",
        "sin(a)",
    ):
        wanted = by_numpy(expression, {"a": a})
        result = frit.evaluate(expression, {"a": a})
        assert result.dtype == np.asarray(wanted).dtype, expression
        np.testing.assert_allclose(
            result.astype(np.float64), np.asarray(wanted).astype(np.float64), rtol=2e-3
        )


def test_python_numbers_are_weak() -> None:
    a = np.ones(3, np.float32)
    two = 2.0
    assert frit.evaluate("a * two").dtype == np.float32
    assert frit.evaluate("2 * 3.5 * a").dtype == np.float32
    assert frit.evaluate("a * strong", {"a": a, "strong": np.float64(2)}).dtype == np.float64


def test_a_new_number_is_a_new_value() -> None:
    a = np.arange(4, dtype=np.uint8)
    for n in (1, 2, 200):
        assert np.array_equal(frit.evaluate("a + n"), a + n)
    n = 300
    with pytest.raises(OverflowError):
        frit.evaluate("a + n")
    n = 3
    assert np.array_equal(frit.evaluate("a + n"), a + 3)


def test_names_come_from_the_caller() -> None:
    a = np.ones(3)
    assert np.array_equal(frit.evaluate("a * 2"), a * 2), "a local"
    assert np.array_equal(frit.evaluate("C * 2"), C * 2), "a global"
    assert np.array_equal(frit.evaluate("a * 2", local_dict={"a": np.zeros(2)}), [0, 0])
    assert np.array_equal(frit.evaluate("C", {}, {"C": np.zeros(1)}), [0])
    with pytest.raises(KeyError, match="'nowhere' is not defined"):
        frit.evaluate("a + nowhere")


def test_new_sizes_and_layouts() -> None:
    for shape in ((3,), (1,), (0,), (2, 3), (3, 1), (1, 1, 4)):
        a, b = RNG.random(shape), RNG.random(shape[-1:])
        assert np.array_equal(frit.evaluate("a*b + 1"), a * b + 1)
    a = RNG.random((6, 8))
    for view in (a[::2, ::-1], a.T, a[:, 3], np.broadcast_to(a[0], (6, 8)), a[1:-1, 1:-1]):
        b = view
        assert np.array_equal(frit.evaluate("b*2 - 1"), view * 2 - 1)
    with pytest.raises(frit.ShapeError):
        frit.evaluate("x + y", {"x": np.ones(3), "y": np.ones(4)})
    x, y = np.ones((3, 3)), np.ones((3, 3))
    frit.evaluate("x + y")
    x, y = np.ones((3, 4)), np.ones((3, 4))
    assert frit.evaluate("x + y").shape == (3, 4), "equal extents of one call bind no other"


def test_known_kinds_run_without_python() -> None:
    from frit._evaluate.evaluate import _evaluator

    expression = "a*17 + b + k"
    fused = _evaluator(expression, "same_kind", False).fused
    k = 1.5
    for shape in ((5,), (7,), (9,)):
        a, b = np.ones(shape), np.ones(1)
        k += 1
        assert np.array_equal(frit.evaluate(expression), a * 17 + b + k)
    assert fused._hits == 2, "a new size or number of a known kind is no new kind"
    frit.evaluate(expression, {"a": np.ones(3), "b": np.ones(3), "k": k})
    assert fused._hits == 2 and len(fused._entries()) == 2
    out = np.ones(3)
    with_out = _evaluator(expression, "same_kind", True).fused
    for _ in range(3):
        frit.evaluate(expression, {"a": b, "b": b, "k": k}, out=out[:1])
    assert with_out._hits == 2
    for _ in range(3):
        frit.evaluate(expression, {"a": out, "b": out, "k": k}, out=out)
    assert fused._hits == 2 and with_out._hits == 4, "into its operand, without Python too"


def test_lists_foreign_byte_order_and_unaligned_memory() -> None:
    assert np.array_equal(frit.evaluate("a + b", {"a": [1, 2], "b": 2.5}), [3.5, 4.5])
    swapped = np.arange(4, dtype=">f8")
    assert np.array_equal(frit.evaluate("a * 2", {"a": swapped}), np.arange(4) * 2)
    raw = np.zeros(33, np.uint8)[1:].view(np.float64)
    raw[:] = [1, 2, 3, 4]
    assert np.array_equal(frit.evaluate("a * 2", {"a": raw}), [2, 4, 6, 8])


def test_frit_arrays_stay_lazy() -> None:
    a = frit.asarray(np.arange(5.0))
    b = np.ones(5)
    result = frit.evaluate("a * b + 1")
    assert isinstance(result, frit.Array)
    assert np.array_equal(np.asarray(result), np.arange(5.0) + 1)


# ---- out, casting, order


def test_out() -> None:
    out = np.empty_like(A)
    for _ in range(2):
        assert frit.evaluate("a + b", NAMES, out=out) is out
        assert np.array_equal(out, A + B)
    wide = np.empty((3, 5))
    assert frit.evaluate("c * 2", NAMES, out=wide) is wide
    assert np.array_equal(wide, np.broadcast_to(C * 2, (3, 5)))
    with pytest.raises(frit.ShapeError, match="does not fit out"):
        frit.evaluate("a + b", NAMES, out=np.empty(5))
    with pytest.raises(TypeError, match="out must be an array"):
        frit.evaluate("a + b", NAMES, out=[1])


def test_out_may_be_an_operand() -> None:
    a = np.arange(6.0)
    frit.evaluate("a * 2", out=a)
    assert np.array_equal(a, np.arange(6.0) * 2)
    b, turned = a[:-1], a[1:]
    wanted = b + 1
    frit.evaluate("b + 1", out=turned)
    assert np.array_equal(turned, wanted)


def test_out_of_frit() -> None:
    out = frit.asarray(np.zeros(3))
    assert frit.evaluate("a * 2", {"a": np.arange(3.0)}, out=out) is out
    assert np.array_equal(np.asarray(out), [0, 2, 4])


def test_casting() -> None:
    a = np.array([1.5, 2.5])
    small = np.empty(2, np.float32)
    with pytest.raises(frit.DTypeError, match="casting='safe'"):
        frit.evaluate("a * 2", out=small, casting="safe")
    frit.evaluate("a * 2", out=small)  # "same_kind", as NumExpr's
    assert np.array_equal(small, [3, 5])
    whole = np.empty(2, np.int32)
    with pytest.raises(frit.DTypeError):
        frit.evaluate("a * 2", out=whole, casting="same_kind")
    frit.evaluate("a * 2", out=whole, casting="unsafe")
    assert np.array_equal(whole, [3, 5])
    with pytest.raises(frit.ArgumentError, match="'maybe' is not one of"):
        frit.evaluate("a", casting="maybe")


def test_order() -> None:
    f = np.asfortranarray(A)
    assert frit.evaluate("f * 2", order="K").flags.f_contiguous
    assert frit.evaluate("f + f", order="A").flags.f_contiguous
    assert frit.evaluate("f * 2", order="C").flags.c_contiguous
    assert frit.evaluate("f + A", order="K").flags.c_contiguous
    assert frit.evaluate("A + C", order="F").flags.f_contiguous
    assert frit.evaluate("sum(f, axis=0) + f", order="K").flags.f_contiguous
    for order in "CFAK":
        assert np.array_equal(frit.evaluate("f - C*A", order=order), f - C * A)
    with pytest.raises(frit.ArgumentError, match="order"):
        frit.evaluate("f", order="Z")


# ---- validate and re_evaluate


def test_validate() -> None:
    a = np.ones(3)
    assert frit.validate("a * 3") is None
    a = np.full(3, 2.0)
    assert np.array_equal(frit.re_evaluate(), [6, 6, 6])
    assert np.array_equal(frit.re_evaluate({"a": np.zeros(1)}), [0])
    assert isinstance(frit.validate("a *"), frit.ParseError)
    assert isinstance(frit.validate("a + missing"), KeyError)
    assert isinstance(frit.validate("a & 1"), Exception)
    assert isinstance(frit.validate("a + b", {"a": a, "b": np.ones(4)}), frit.ShapeError)
    assert isinstance(frit.validate("a", {"a": np.array(["x"])}), frit.DTypeError)
    assert np.array_equal(frit.re_evaluate({"a": a}), [6, 6, 6]), "what failed is not kept"


def test_re_evaluate_needs_something_before() -> None:
    errors: list[Exception] = []

    def work() -> None:
        try:
            frit.re_evaluate()
        except RuntimeError as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(errors) == 1 and "call evaluate first" in str(errors[0])


# ---- bad and hostile input


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("", "expected a number"),
        ("a +", "found 'the end'"),
        ("a b", "expected an operator"),
        ("a and b", "use & between conditions"),
        ("not a", "use ~ before"),
        ("a if b else a", "use where"),
        ("a < b < c", "cannot be chained"),
        ("a[0]", r"'\[' has no meaning"),
        ("a.T", "only .real and .imag"),
        ("a.__class__", "only .real and .imag"),
        ("__import__('os').system('true')", "no function '__import__'"),
        ("open('x')", "no function 'open'"),
        ("'text == a", "the string has no end"),
        ("contains(a)", "contains takes 2 arguments"),
        ("lambda: 1", "cannot be defined"),
        ("(a", "expected '\\)'"),
        ("sin(a, b)", "sin takes 1 argument, not 2"),
        ("where(a)", "where takes 3 arguments, not 1"),
        ("sum(a, b)", "must be a whole number"),
        ("sum(a, axis=1, 2)", "a value and an axis"),
        ("a = 2", "found '='"),
        ("a; b", "';' has no meaning"),
        ("99999999999999999999 * a", "64 bits"),
        ("1.2.3", "found '.3'"),
    ],
)
def test_mistakes_are_named(expression: str, message: str) -> None:
    with pytest.raises(frit.ParseError, match=message):
        frit.evaluate(expression, NAMES)


def test_mistakes_show_their_place() -> None:
    with pytest.raises(frit.ParseError) as caught:
        frit.evaluate("a +\n  $b")
    text = str(caught.value)
    assert "line 2, column 3" in text and text.splitlines()[-1].index("^") == 4


def test_sizes_are_bounded() -> None:
    deep = MAX_DEPTH + 1
    for hostile in (
        "(" * deep + "a" + ")" * deep,
        "-" * deep + "a",
        "2**" * deep + "a",
        "x" * 200_000,
    ):
        with pytest.raises(frit.LimitError):
            frit.evaluate(hostile, NAMES)
    with pytest.raises(frit.LimitError):
        frit.evaluate("+".join(["a"] * 20_000), NAMES)
    for hostile in ("9**9**9", "1 << 10000", "2**64 * a", "1/0 + a"):
        with pytest.raises(frit.ArgumentError):
            frit.evaluate(hostile, NAMES)


def test_long_sums_are_fine() -> None:
    a = np.ones(3)
    assert np.array_equal(frit.evaluate("+".join(["a"] * 1000)), [1000] * 3)


def test_types_without_meaning() -> None:
    with pytest.raises(frit.DTypeError, match="'a' has dtype"):
        frit.evaluate("a + 1", {"a": np.array(["x"])})
    with pytest.raises(frit.DTypeError):
        frit.evaluate("a + 1", {"a": np.array([object()])})
    with pytest.raises(frit.DTypeError, match="no order"):
        frit.evaluate("max(z)", NAMES)
    with pytest.raises(frit.ShapeError, match="of nothing"):
        frit.evaluate("max(a)", {"a": np.ones((0, 3))})
    with pytest.raises(frit.ShapeError, match="axis 2"):
        frit.evaluate("sum(a, axis=2)", NAMES)
    with pytest.raises(TypeError, match="must be a str"):
        frit.evaluate(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no argument 'ordre'"):
        frit.evaluate("a", NAMES, ordre="C")


@given(st.text(alphabet="ab12.()+-*/%&|^~<>=!, sinwhere\n'\"[]{}:;@#$\\_é", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression = read(text)
    except (frit.ParseError, frit.LimitError):
        return
    depth = 0
    for step in expression.code:
        taken = {"binary": 2, "unary": 1, "reduction": 1, "function": step.count}.get(step.kind, 0)
        assert depth >= taken
        depth += 1 - taken
    assert depth == 1


# ---- random expressions: the same text to NumPy

_LEAVES = st.sampled_from(["a", "b", "c", "x", "0.5", "2", "n"])


def _combine(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["+", "-", "*", "/", "%", "//"])
    functions = st.sampled_from(["sin", "cos", "abs", "floor", "exp", "sqrt"])
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, operators, inner).map(lambda t: f"{t[0]} {t[1]} {t[2]}"),
        st.tuples(functions, inner).map(lambda t: f"{t[0]}({t[1]})"),
        inner.map(lambda t: f"-{t}"),
        st.tuples(inner, inner, inner).map(lambda t: f"where(({t[0]}) > 0.3, {t[1]}, {t[2]})"),
        inner.map(lambda t: f"sum(a*0 + ({t}), axis=1)"),
    )


@given(st.recursive(_LEAVES, _combine, max_leaves=8))
@settings(max_examples=200, deadline=None)
def test_random_expressions(expression: str) -> None:
    names = {"a": A[:4, :4], "b": B[:4, :4], "c": C[:4], "x": 0.25, "n": 3}
    try:
        wanted = np.asarray(by_numpy(expression, names))
    except ZeroDivisionError:
        with pytest.raises(frit.ArgumentError):
            frit.evaluate(expression, names)
        return
    if wanted.dtype.kind == "c":
        return  # a root of a negative Python number
    result = frit.evaluate(expression, names)
    assert result.shape == wanted.shape
    assert result.dtype == wanted.dtype
    # Rounding down and remainders may jump where operands differ in their last bit.
    if not any(sign in expression for sign in ("%", "//", "floor", "> 0.3")):
        np.testing.assert_allclose(result, wanted, rtol=1e-9, atol=1e-9)


# ---- NumExpr itself

HAVE_NUMEXPR = importlib.util.find_spec("numexpr") is not None


@pytest.mark.skipif(not HAVE_NUMEXPR, reason="numexpr is not installed")
@pytest.mark.parametrize(
    "expression", [e for e in EXPRESSIONS if "//" not in e and "0x" not in e and "i % 4" not in e]
)
def test_as_numexpr(expression: str) -> None:
    import numexpr

    names = {name: value for name, value in NAMES.items() if name in read(expression).names}
    try:
        wanted = numexpr.evaluate(expression, names, {})
    except Exception as error:  # it takes less than frit does
        print(f"numexpr refuses {expression!r}: {error}")
        return
    result = frit.evaluate(expression, names, {})
    assert result.shape == wanted.shape
    np.testing.assert_allclose(result, wanted, rtol=1e-13, atol=1e-14)


def test_threads() -> None:
    failures: list[int] = []

    def work(seed: int) -> None:
        a = np.random.default_rng(seed).random(20_000)
        for k in range(20):
            if not np.array_equal(frit.evaluate("a*2 + k"), a * 2 + k):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


GAIN: Any = 3.0


def test_inside_a_fused_function_names_are_looked_up_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @frit.fuse
    def scaled(x: Any) -> Any:
        offset = x * 2
        x += 1
        return frit.evaluate("x * GAIN + offset")

    for gain in (3.0, 5.0, np.arange(3.0)):
        monkeypatch.setitem(globals(), "GAIN", gain)
        for _ in range(2):
            x = np.ones(3)
            result = scaled(x)
            assert type(result) is np.ndarray and np.all(result == 2 * gain + 2)
            assert np.array_equal(x, [2, 2, 2])


def test_options_are_part_of_the_key() -> None:
    a = np.full(4, 3.0)
    with frit.options(fusion=False):
        assert np.array_equal(frit.evaluate("a*a + 7 + 0*a"), a * a + 7)
    with frit.options(verify=True):
        assert np.array_equal(frit.evaluate("a*a + 7 + 0*a"), a * a + 7)
    assert np.array_equal(frit.evaluate("a*a + 7 + 0*a"), a * a + 7)
