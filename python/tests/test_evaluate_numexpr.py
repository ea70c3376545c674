"""frit.evaluate beside NumExpr: strings, powers, what re_evaluate keeps, every public name."""

from __future__ import annotations

import inspect

import numexpr
import numpy as np
import pytest

import frit
import frit.numexpr

NAMES = {
    "a": np.array([b"abc", b"b", b"", b"zz\0x", b"b\0"]),
    "b": np.array([b"abc", b"c", b"", b"z", b"b"]),
    "wide": np.array([[b"longer than a"], [b"abc"]]),
    "strided": np.array([b"abc", b"-", b"b", b"-", b"zz", b"-", b"b", b"-", b"c", b"-"])[::2],
    "s": b"abc",
    "x": np.arange(5),
    "y": np.linspace(0, 1, 5),
    "u": np.array(["abc"]),
}
STRINGS = [
    *(f"a {op} {other}" for op in ("==", "!=", "<", "<=", ">", ">=") for other in ("b", "'b'")),
    *("'b' < a", "a == b'abc'", 'a == "abc"', "s == a", "wide == s", "wide >= a", "strided == a"),
    *("contains(a, 'b')", "contains(a, b)", "contains('abc', b)", "contains(a, b'')"),
    *("contains(wide, s)", "contains(s, 'b')", "contains(wide, strided)", "'abc' == 'abc'"),
    *("(a == 'b') & (x > 0)", "where(contains(a, 'b'), y, -1)", "~(a == b) | (y > 0.5)"),
    *("sum(where(a == b, x, 0))", "a", "copy(a)", r"a == 'zz\0x'", r"contains(a, '\x62')"),
]


def numexprs(text, **options):
    return np.asarray(numexpr.evaluate(text, NAMES, {}, **options))


@pytest.mark.parametrize("text", STRINGS)
def test_strings_are_compared_and_searched_as_numexpr_does(text):
    wanted = numexprs(text)
    for _ in range(2):
        found = frit.evaluate(text, NAMES, {})
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        assert np.array_equal(found, wanted)
    out = np.empty_like(wanted)
    assert frit.evaluate(text, NAMES, {}, out=out) is out and np.array_equal(out, wanted)
    assert frit.validate(text, NAMES, {}) is None


@pytest.mark.parametrize(
    "text",
    ["a + b", "a == 1", "contains(a, x)", "where(x > 1, a, b)", "u == 'abc'", "-a", "sum(a)"],
)
def test_strings_where_they_have_no_meaning_are_errors_in_both(text):
    with pytest.raises((NotImplementedError, TypeError, ValueError)):
        numexprs(text)
    with pytest.raises(frit.DTypeError):
        frit.evaluate(text, NAMES, {})
    assert isinstance(frit.validate(text, NAMES, {}), frit.DTypeError)


def test_strings_that_do_not_read():
    for text, why in (("'abc", "no end"), ("'é' == s", "ASCII"), (r"'\q' == s", "no meaning")):
        with pytest.raises(frit.ParseError, match=why):
            frit.evaluate(text, NAMES, {})


@pytest.mark.parametrize("text", ["x ** -1", "(x + 1) ** -2", "x ** n", "(x > 1) ** -1"])
def test_integers_have_no_negative_powers(text):
    with pytest.raises(ValueError, match="negative integer powers"):
        frit.evaluate(text, {**NAMES, "n": -1}, {})
    if "n" not in text and ">" not in text:
        with pytest.raises(ValueError):
            numexprs(text)
    for wrapped in (frit.asarray(NAMES["x"]), NAMES["x"]):
        with pytest.raises(ValueError, match="negative integer powers"):
            frit.evaluate("x ** -3", {"x": wrapped}, {})


def test_other_powers_are_as_before():
    for text in ("x ** 2", "x ** 0", "y ** -1", "x ** -1.0", "2 ** -1", "2 ** x", "y ** n"):
        with np.errstate(all="ignore"):
            wanted = eval(text, {**NAMES, "n": -1})
        found = frit.evaluate(text, {**NAMES, "n": -1}, {})
        np.testing.assert_allclose(found, wanted)
    for n in (2, 3, 2):
        assert frit.evaluate("x ** n", {**NAMES, "n": n}, {})[3] == 3**n


def test_re_evaluate_keeps_out():
    for module in (numexpr, frit):
        x, out = np.arange(3.0), np.zeros(3)
        assert module.evaluate("x * 2", out=out) is out
        x = x + 1  # noqa: PLW2901
        again = module.re_evaluate({"x": x})
        assert again is out and out.tolist() == [2, 4, 6]
        small = np.zeros(3, np.float32)
        assert module.evaluate("x + 1", out=small, casting="same_kind") is small
        assert module.re_evaluate({"x": x + 1}) is small and small.tolist() == [3, 4, 5]
    other = np.zeros(3)
    assert frit.re_evaluate({"x": np.ones(3)}, out=other) is other and other.tolist() == [2, 2, 2]
    assert frit.evaluate("x * 2", {"x": np.ones(2)}).tolist() == [2, 2]
    assert frit.re_evaluate({"x": np.zeros(2)}).tolist() == [0, 0] and other.tolist() == [2, 2, 2]


def test_every_public_name_of_numexpr_is_there():
    internal = {"E", "expressions", "interpreter", "is_cpu_amd_intel", "necompiler", "utils", "test"}
    internal |= {"MAX_THREADS", "nthreads"}  # facts of NumExpr's own pool
    for name in dir(numexpr):
        if name[0] != "_" and name not in internal:
            assert hasattr(frit.numexpr, name), name
    for name in ("evaluate", "re_evaluate", "validate", "NumExpr"):
        own = inspect.signature(getattr(frit.numexpr, name)).parameters
        for parameter in inspect.signature(getattr(numexpr, name)).parameters.values():
            assert parameter.name in own or parameter.name == "kwargs", (name, parameter.name)
        ignored = {"_frame_depth", "kwargs"}
        numexprs_order = [p for p in inspect.signature(getattr(numexpr, name)).parameters]
        own_order = [p for p in own if p in numexprs_order and p not in ignored]
        assert own_order == [p for p in numexprs_order if p in own_order]
    wanted = inspect.signature(numexpr.evaluate).parameters
    for name, parameter in inspect.signature(frit.evaluate).parameters.items():
        if name in wanted and name != "_frame_depth":
            assert parameter.default == wanted[name].default, name


@pytest.mark.parametrize(
    "options",
    [
        *({"truediv": 7}, {"optimization": "most"}, {"casting": "maybe"}, {"order": "Z"}),
        *({"truediv": False}, {"truediv": "auto"}, {"optimization": "none"}, {"sanitize": True}),
        *({"order": "F"}, {"casting": "unsafe"}, {"disable_cache": True}),
    ],
)
def test_options_mean_what_they_mean_in_numexpr(options):
    try:
        wanted = numexprs("x / 2", **options)
    except ValueError:
        with pytest.raises(ValueError):
            frit.evaluate("x / 2", NAMES, {}, **options)
    else:
        assert np.array_equal(frit.evaluate("x / 2", NAMES, {}, **options), wanted)


def test_an_expression_read_once():
    for module in (numexpr, frit.numexpr):
        both = module.NumExpr("2*a + b", [("a", np.float64), ("b", np.float64)])
        assert both(np.arange(3.0), np.ones(3)).tolist() == [1, 3, 5]
        assert module.NumExpr("b - a")(np.ones(2), np.zeros(2)).tolist() == [-1, -1]
        assert module.disassemble(both)
        with pytest.raises(ValueError):
            both(np.ones(2))
    before = frit.numexpr.set_num_threads(1)
    assert frit.numexpr.get_num_threads() == 1 and frit.numexpr.set_num_threads(before) == 1
    assert frit.numexpr.get_vml_version() is None and not frit.numexpr.use_vml
