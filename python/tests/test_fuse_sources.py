"""Functions whose source is not simply in a file, and what stands around a function in it."""

from __future__ import annotations

import subprocess
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import frit
import numpy as np
import pytest

PROGRAM = """
import frit, numpy as np
def helper(x): return x * 2
@frit.fuse
def f(x):
    return helper(x) + 1
f(np.arange(3.0))
print(f(np.arange(3.0)), f.cache_info().replayed)
"""


def mode(fused: Any, *args: Any) -> str:
    outcome = fused.outcome(args, {})
    return str(getattr(outcome, "reason", "replayed"))


def passed(_: Any) -> Any:
    return lambda function: function


@frit.fuse
@passed(lambda x: x)
def decorated(x: Any) -> Any:
    return x * 2 + 1


@frit.fuse
def with_default(x: Any, g: Any = lambda y: y + 1) -> Any:
    return g(x) * 2


@frit.fuse
def annotated(x: (lambda: Any)(), *, k: Any = (lambda: 3)()) -> (lambda: Any)():  # type: ignore
    return x * k


in_a_lambda = frit.fuse(lambda x, g=lambda y: y * 3: g(x) + 1)


def enclosed() -> Any:
    k = 2.0

    @frit.fuse
    @passed(lambda x: x)
    def inner(x: Any, g: Any = lambda y: y + 1) -> Any:
        return g(x) * k

    return inner


@pytest.mark.parametrize("fused", [decorated, with_default, annotated, in_a_lambda, enclosed()])
def test_lambdas_in_decorators_defaults_and_annotations(fused: Any) -> None:
    x = np.arange(3.0)
    for _ in range(3):
        np.testing.assert_array_equal(fused(x), fused.__wrapped__(x))
    assert mode(fused, x) == "replayed"


# ---- sources that are in no file


def run(*words: str, text: str | None = None, file: Path | None = None) -> str:
    stdin = None if file is None else file.open()
    done = subprocess.run(
        [sys.executable, *words], input=text, stdin=stdin, capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr


def test_a_program_on_the_command_line() -> None:
    for options in (["-c"], ["-X", "dev", "-W", "ignore", "-c"], ["-Bc"], ["-bWignore", "-c"]):
        assert run(*options, PROGRAM).split("] ")[1].strip() == "1", options


def test_a_program_from_a_file_as_input(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text(PROGRAM)
    assert run(file=path).split("] ")[1].strip() == "1"


def test_a_program_from_a_pipe_says_that_it_is_not_fused() -> None:
    if sys.version_info >= (3, 13):
        pytest.skip("Python keeps the source")
    printed = run("-", text=PROGRAM)
    assert printed.count("f is not fused and runs as it is written: source not available") == 1
    assert "[1. 3. 5.] 0" in printed


def test_text_given_to_exec() -> None:
    names: dict[str, Any] = {}
    text = PROGRAM.replace("print", "repr")[: PROGRAM.index("print")]
    exec(text, names)
    assert names["f"].cache_info().replayed == 1
    text = "def g(x):\n    return x - 3\n"
    exec(text, names)
    later = frit.fuse(names["g"])
    assert mode(later, np.arange(3.0)) == "replayed"


def test_no_source_at_all_is_said_once() -> None:
    text = ["def hidden(x):", "    return x + 4"]  # in pieces: as a whole it would be found
    code = compile("\n".join(text), "<generated>", "exec").co_consts[0]
    fused = frit.fuse(types.FunctionType(code, {}))
    with pytest.warns(RuntimeWarning, match="hidden is not fused.*source not available"):
        fused(np.arange(3.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(fused(np.arange(3.0)), np.arange(3.0) + 4)
    report = frit.explain(fused, np.arange(3.0))
    assert "source not available" in str(report.reason)


# ---- reasons and places


def several_returns(x: Any) -> Any:
    if x.shape[0] > 100:
        return x + 1
    return x[1:]


def test_the_place_is_a_line_of_the_body() -> None:
    outcome = frit.fuse(several_returns).outcome((np.arange(3.0),), {})
    assert "gives back a view" in outcome.reason
    first = several_returns.__code__.co_firstlineno
    assert outcome.place == (several_returns.__code__.co_filename, first + 3)


def test_the_place_of_an_exception() -> None:
    def function(x: Any) -> Any:
        y = x * 2
        return y.reshape(7)

    outcome = frit.fuse(function).outcome((np.arange(3.0),), {})
    assert outcome.place == (__file__, function.__code__.co_firstlineno + 2)


def test_a_cast_is_no_view() -> None:
    for dtype in (np.float32, np.float64):
        fused = frit.fuse(lambda x: x.astype(dtype))
        assert mode(fused, np.arange(3.0)) == "replayed"
        x = np.arange(3.0)
        assert not np.shares_memory(fused(x), x)


# ---- objects with operators of their own


class Sparse:
    """As sparse matrices are: it takes NumPy arrays and nothing else."""

    def __init__(self, dense: Any):
        self.dense = dense

    def taken(self, other: Any) -> Any:
        assert type(other) is np.ndarray or np.isscalar(other), type(other)
        return other

    def __matmul__(self, other: Any) -> Any:
        return self.dense @ self.taken(other)

    def __rmatmul__(self, other: Any) -> Any:
        return self.taken(other) @ self.dense

    def __add__(self, other: Any) -> Sparse:
        return Sparse(self.dense + self.taken(other))

    __radd__ = __add__

    def __lt__(self, other: Any) -> Any:
        return self.dense < self.taken(other)

    __array_ufunc__ = None


MATRIX = Sparse(np.arange(9.0).reshape(3, 3))


def from_outside(y: Any) -> Any:
    return MATRIX @ (y * 2) + 1


def as_argument(y: Any, matrix: Any = MATRIX) -> Any:
    return matrix @ (y * 2) + (y * 2) @ matrix


def made_inside(y: Any) -> Any:
    made = Sparse(np.eye(3)) + (y + 1)
    return made @ y, made < y * 3


def in_helpers(y: Any) -> Any:
    def product(a: Any, b: Any) -> Any:
        return a @ b

    return product(MATRIX, y * 2) - helper_of_module(MATRIX, y)


def helper_of_module(a: Any, b: Any) -> Any:
    c = b * 2
    return a @ c


def in_a_container(y: Any) -> Any:
    held = {"m": MATRIX}
    return held["m"] @ (y + 1)


def after_a_decision(y: Any) -> Any:
    if y.sum() > 0:
        y = y * 2
    return MATRIX @ y


@pytest.mark.parametrize(
    "function",
    [from_outside, as_argument, made_inside, in_helpers, in_a_container, after_a_decision],
)
def test_objects_with_operators_get_the_callers_arrays(function: Any) -> None:
    fused = frit.fuse(function)
    y = np.arange(3.0)
    for _ in range(3):
        got, expected = fused(y), function(y)
        for a, b in zip(got, expected):
            assert type(a) is type(b)
            np.testing.assert_array_equal(a, b)


def test_a_stranger_as_argument_comes_later() -> None:
    """The body was rewritten for arrays alone when it first ran."""

    def function(a: Any, y: Any) -> Any:
        if y[0] > 5:
            return y
        return a @ (y * 2)

    fused, y = frit.fuse(function), np.arange(3.0)
    np.testing.assert_array_equal(fused(np.eye(3), y), y * 2)
    np.testing.assert_array_equal(fused(MATRIX, y), MATRIX @ (y * 2))


def test_real_sparse_matrices_and_series() -> None:
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    matrix = sparse.csr_array(np.eye(4))
    fused = frit.fuse(lambda y: matrix @ (y * 2) + 1)
    np.testing.assert_array_equal(fused(np.arange(4.0)), np.arange(4.0) * 2 + 1)


def test_series() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    fused = frit.fuse(lambda z: pandas.Series(z * 2) + z)
    assert list(fused(np.arange(4.0))) == [0.0, 3.0, 6.0, 9.0]


def test_a_fused_function_of_the_moment() -> None:
    """What is asked of a fused function that nobody holds is answered."""
    assert frit.fuse(lambda x: x + 1).cache_info().entries == 0
