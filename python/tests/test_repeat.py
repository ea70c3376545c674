"""Loops that a condition ends (`while`, `break`): which are one loop of the program, and that all do what Python does."""

from __future__ import annotations

import itertools
import linecache
import os
import random
import types
import warnings
from typing import Any

import numpy as np
import pytest
from fuse_check import Outcome, check, compare

import frit


def _newton(x: Any, tolerance: float) -> Any:
    error = 1.0
    while error > tolerance:
        y = 0.5 * (x + 2 / x)
        error = np.abs(y - x).max()
        x = y
    return x


def _break_at_the_end(x: Any, tolerance: float) -> Any:
    for _ in range(100):
        y = 0.5 * (x + 2 / x)
        error = np.abs(y - x).max()
        x = y
        if error < tolerance:
            break
    return x, error


def _counted(x: Any, tolerance: float) -> Any:
    turns, error = 0, np.inf
    while error > tolerance and turns < 50:
        y = 0.5 * (x + 2 / x)
        error = np.abs(y - x).max()
        x = y
        turns += 1
    return x


def _endless(x: Any, tolerance: float) -> Any:
    while True:
        y = 0.5 * (x + 2 / x)
        done = np.abs(y - x).max() < tolerance
        x = y
        if done:
            break
    return x


def _in_place(x: Any, tolerance: float) -> Any:
    u = x.copy()
    while u.max() > 0.5 + tolerance:
        u[1:-1] = 0.25 * (u[2:] + u[:-2])
        u[0] *= 0.5
        u[-1] *= 0.5
    return u


def _gradients(x: Any, tolerance: float) -> Any:
    r, turns = x.copy(), 0
    p, rho = r.copy(), r @ r
    while not rho < tolerance and turns < 20:
        step = rho / (p @ (2 * p))
        r = r - step * 1.8 * p
        new = r @ r
        p = r + new / rho * p
        rho = new
        turns += 1
    return r


def _break_in_the_middle(x: Any, tolerance: float) -> Any:
    y, turns = x * 1, 0
    for _ in range(60):
        z = 0.5 * (y + 2 / y)
        if np.abs(z - y).max() < tolerance:
            break
        y = z
        turns += 1
    return y


def _rounds_given_back(x: Any, tolerance: float) -> Any:
    turns, error = 0, 1.0
    while error > tolerance and turns < 50:
        y = 0.5 * (x + 2 / x)
        error = np.abs(y - x).max()
        x = y
        turns += 1
    return x, turns


def _last_iterate(x: Any, tolerance: float) -> Any:
    turns, error = 0, 1.0
    while turns < 60 and error > tolerance:
        old = x
        x = 0.5 * (old + 2 / old)
        error = np.abs(x - old).max()
        turns = turns + 1
    return x, turns


def _calls_behind_and(x: Any, tolerance: float) -> Any:
    y, turns = x * 1, 0
    while turns < 60 and np.abs(y * y - 2).max() > tolerance and y[0] > 0:
        y = 0.5 * (y + 2 / y)
        turns += 1
    return y, turns


def _returns_from_the_loop(x: Any, tolerance: float) -> Any:
    for _ in range(80):
        y = 0.5 * (x + 2 / x)
        error = np.abs(y - x).max()
        x = y
        if error < tolerance:
            return x, error
    return x, error


def _last_number_given_back(x: Any, tolerance: float) -> Any:
    y = x * 1
    for k in range(3, 100, 2):
        z = 0.5 * (y + 2 / y)
        if np.abs(z - y).max() < tolerance:
            break
        y = z
    return y, k


def _nothing_to_do(x: Any, tolerance: float) -> Any:
    y = x * 2
    while y.min() < tolerance:
        y = y + 1
    return y


KEPT = [_newton, _break_at_the_end, _break_in_the_middle, _counted, _endless, _in_place, _gradients, _nothing_to_do]
KEPT += [_last_iterate, _calls_behind_and, _returns_from_the_loop, _rounds_given_back, _last_number_given_back]


def _may_be_the_argument(x: Any) -> Any:
    while x.min() < 1:
        x = x + 1
    return x


def _may_be_another(x: Any) -> Any:
    y = x * 2
    z = y
    while y.min() < 1:
        y = y + 1
    y += 1
    return y, z


def _may_be_in_a_list(x: Any) -> Any:
    y = x * 2
    box = [{"y": y}]
    while y.min() < 1:
        y = y + 1
    y[0] = 7
    return y, box


def _grown(y: Any) -> Any:
    while y.min() < 1:
        y = y + 1
    return y


def _may_be_the_callers(x: Any) -> Any:
    y = x * 2
    z = _grown(y)
    z += 1
    return y, z


def _takes_the_argument_behind(x: Any) -> Any:
    y = x[::-1]
    for _ in range(1):
        z = x * 0.75
        if x.sum() > 100:
            break
        x, y = y, z
    return x, y


def _takes_another_behind(x: Any) -> Any:
    other, y = x * 3, x * 2
    for _ in range(20):
        z = y * 0.75
        if z.sum() < 5:
            break
        y = other
    y[0] = 9
    return y, other, z


def _may_be_a_view(x: Any) -> Any:
    y = x * 2
    v = y[1:]
    while y.min() < 1:
        y = y + 1
    y += 1
    return v, y


@pytest.mark.parametrize(
    "function",
    [_may_be_the_argument, _may_be_another, _may_be_in_a_list, _may_be_the_callers, _may_be_a_view]
    + [_takes_the_argument_behind, _takes_another_behind],
)
def test_after_no_turns_a_variable_is_what_it_was(function: Any) -> None:
    check(function, lambda: (np.linspace(1, 3, 9),))
    check(function, lambda: (np.linspace(-1, 3, 9),))


@pytest.mark.parametrize("function", KEPT)
def test_the_loop_is_one_of_the_program(function: Any) -> None:
    check(function, lambda: (np.linspace(1, 3, 40), 1e-9))
    with frit.options(as_written=False):
        fused = frit.fuse(function)
        for size, tolerance in ((40, 1e-9), (40, 1e-3), (7, 1e-6)):
            x = np.linspace(1, 3, size)
            got, expected = fused(x, tolerance), function(x, tolerance)
            for a, b in zip(*[v if type(v) is tuple else (v,) for v in (got, expected)]):
                assert type(a) is type(b)
                np.testing.assert_allclose(a, b, rtol=1e-13)
        report = frit.explain(fused, np.linspace(1, 3, 40), 1e-9)
    assert report.mode == "replayed" and "while" in str(report)


def _skips_small(x: Any, m: Any) -> Any:
    total, shrunk = np.zeros_like(x), x * 1
    for t in range(len(m)):
        wave = np.sin(shrunk) * m[t]
        if wave.max() < 0.4:
            continue
        total = total + wave
        shrunk = shrunk * 0.9
    return total, shrunk


def _skips_twice(x: Any, m: Any) -> Any:
    total = np.zeros_like(x)
    for t in range(len(m)):
        if m[t] > 0.5:
            continue
        if m[t] < 0.1:
            continue
        total = total + x * m[t]
    return total


def _skips_rows(x: Any, m: Any) -> Any:
    total = np.zeros_like(x)
    for weight in m:
        near = x * weight
        if near.sum() < 5:
            continue
        double = near * 2
        total = total + double
    return total


def _skips_in_a_while(x: Any, m: Any) -> Any:
    y, error, k = x * 1, 9.0, 0
    while error > 0.01 and k < 60:
        y = y * 0.9
        error = y.max()
        k += 1
        if error < 1.0:
            continue
        y = y - 0.01
    return y, k


@pytest.mark.parametrize("function", [_skips_small, _skips_twice, _skips_rows, _skips_in_a_while])
def test_turns_that_a_value_cuts_short(function: Any) -> None:
    m = np.random.default_rng(3).random(40)
    with frit.options(as_written=False):
        fused = frit.fuse(function)
        for size, length in ((9, 40), (4, 20), (9, 33), (9, 0), (5, 1)):
            check(function, lambda: (np.linspace(0.5, 3, size), m[:length]))
            got, expected = (f(np.linspace(0.5, 3, size), m[:length]) for f in (fused, function))
            for a, b in zip(*[v if type(v) is tuple else (v,) for v in (got, expected)]):
                np.testing.assert_allclose(a, b, rtol=1e-13)
        report = frit.explain(fused, np.linspace(0.5, 3, 9), m)
    loop = "while" if function is _skips_in_a_while else "for"
    assert report.mode == "replayed" and (loop in str(report) or len(report.kernels) == 1)


def _index_behind(x: Any, m: Any) -> Any:
    total = np.zeros_like(x)
    for t in range(len(m) + 3):
        if x.sum() + t * 0.0 > 3 and t > len(m) - 1:
            continue
        total = total + x * m[t]
    return total


def _element_of_another_turn_behind(x: Any, m: Any) -> Any:
    total, k = np.zeros_like(x), 0
    for _ in range(len(m)):
        if m[k] > 0.5:
            continue
        k = k + 1
        total = total + x * m[k]
    return total


@pytest.mark.parametrize("function", [_index_behind, _element_of_another_turn_behind])
def test_what_a_continue_guards_is_not_looked_at(function: Any) -> None:
    check(function, lambda: (np.linspace(1, 3, 9), np.linspace(0.1, 0.9, 20)))


def _number_after(x: Any) -> Any:
    turns = 0
    while x.max() > 0.1:
        x = x * 0.5
        turns += 1
    return x, turns


def _number_used(x: Any) -> Any:
    turns = 0
    y = x * 1
    while y.max() > 0.1:
        y = y * 0.5
        turns += 1
    if turns > 3:
        y = y + turns
    return y * turns, f"{turns}", isinstance(turns, int), type(turns) is int


def _returns_something_else(x: Any) -> Any:
    for k in range(30):
        x = x * 0.5
        if x.max() < 0.1:
            return x, k
    return x, -1


def _index_after(x: Any) -> Any:
    for k in range(30):
        x = x * 0.5
        if x.max() < 0.1:
            break
    return x, k


def _lists(x: Any) -> Any:
    seen = []
    while x.max() > 0.1:
        x = x * 0.5
        seen.append(x)
    return seen


def _guarded_index(x: Any) -> Any:
    k = 0
    while k < x.shape[0] and x[k] > 0:
        k += 1
    return k


def _array_condition(x: Any) -> Any:
    while x > 0:
        x = x - 1
    return x


def _otherwise(x: Any) -> Any:
    while x.max() > 0.1:
        x = x * 0.5
    else:
        x = x + 1
    return x


def _becomes_another(x: Any) -> Any:
    y = x * 2
    while x.sum() > 0.1:
        x, y = y * 0.25, x
    return x, y


@pytest.mark.parametrize(
    "function",
    [_number_after, _number_used, _returns_something_else, _index_after, _lists, _guarded_index, _array_condition]
    + [_otherwise, _becomes_another],
)
def test_what_python_sees_of_it(function: Any) -> None:
    check(function, lambda: (np.linspace(1, 3, 9),))
    check(function, lambda: (np.full(1, 2.0),))


def test_a_variable_that_has_no_value_has_none() -> None:
    def f(x: Any) -> Any:
        while x.max() > 10:
            y = x
            x = x * 0.5
        return y

    fused = frit.fuse(f)
    for _ in range(3):
        with pytest.raises(UnboundLocalError):
            fused(np.ones(3))
        assert fused(np.full(3, 16.0)).tolist() == [16.0] * 3


# ---- random ones

CONDITIONS = [
    *("e > tol", "abs(x).sum() > tol", "x.max() > y.min()", "e >= tol", "not e < tol", "x[0] > tol", "(x > tol).any()"),
    *("m.sum() > tol", "e != 0.25", "np.all(x > 0)", "e > tol and c < 4", "c < 5 and e > tol", "c < 3 or e > tol"),
    *("True", "c < 5", "e > k0", "s > tol", "c < 6 and x.max() > tol", "c < 5 and abs(x[0]) > tol and not y.sum() < 0"),
]

STATEMENTS = [
    *("x = x * 0.5", "x = x * 0.5 + y * 0.1", "x = y * 0.25\ny = y - 0.5", "y = x", "x, y = y * 0.5, x", "x *= 0.5"),
    *("x[1:] = x[:-1] * 0.5", "x[0] = 0", "y[-1] += 0.5", "m[0] = x[:4]", "m *= 0.5", "m = m - 0.25", "t = x + 1"),
    *("x = np.where(x > 0.5, x * 0.5, x - 0.1)", "x[x > 1] = 0.5", "s = s * 0.5", "s = x.sum()", "x = x - s * 0.01"),
    *("y = np.sqrt(abs(x))", "x = np.roll(x, 1) * 0.5", "x = np.cumsum(x) * 0.125", "held['w'] = x * 0.5", "s += 0.5"),
    *("row = m[1]\nx = x * 0.5 + row.sum() * 0.01", "x = x.copy()", "m = np.clip(m, 0, 0.5)", "x = x / (1 + e)"),
    *("old = x\nx = old * 0.5 + 0.1", "old = x\nx = x * 0.5\ne = abs(x - old).max()", "c = c + 1"),
    *("for j in range(3): x = x * 0.75 + j * 0.01", "if c > 2: x = x * 0.5", "y = y * c", "x = x @ np.eye(7)"),
]

ERRORS = ["e = abs(x).max()", "e = x.sum()", "e = e * 0.5", "e = float(e) * 0.5", "e = (x * y).sum()", "e = m.max()", "pass"]

ENDS = ["return x, y", "return x, e", "return x, c", "return x, m, s", "return x, k", "return held, x", "return t, x", "return x, old"]

counter = itertools.count()


def make_loop(rng: random.Random) -> list[str]:
    condition = rng.choice(CONDITIONS)
    inside = [rng.choice(STATEMENTS) for _ in range(rng.choice([1, 2, 2, 3]))] + [rng.choice(ERRORS)]
    rng.shuffle(inside)
    kind = rng.choice(["while", "while", "for", "both", "middle", "behind", "skip", "skip"])
    if kind == "while":
        head, tail = f"while ({condition}) and c < 9:", ["c += 1"]
    elif kind == "for":
        head, tail = "for k in range(n):", [f"if not ({condition}): break"]
    elif kind == "both":
        head, tail = f"while {condition}:", ["c += 1", rng.choice(["if c > 7: break", "if e < tol or c > 7: break"])]
    elif kind == "behind":
        behind = rng.choice(["x = t0", "x, y = y, t0", "c += 1\nx = t0 * 0.5", "y = y * 0.5\nx = t0", "e = t0.sum()"])
        head, tail = "for k in range(n):", ["t0 = x * 0.75 + y * 0.1", f"if not ({condition}): break", behind]
    elif kind == "skip":
        behind = rng.choice(["x = t0", "x, y = y, t0", "x = t0 * 0.5 + y[0]", "y = y * 0.5\nx = t0", "t1 = t0 * 2\ny = t1 + x"])
        head = rng.choice(["for k in range(n):", "for k in range(20):", "while x.max() > tol and c < 9:", "while c < 6:"])
        tests = [f"if {condition}: continue", "if x[0] > tol or x[0] < 0.1: continue", "if y[0] > tol: continue"]
        head, tail = head, ["t0 = x * 0.75 + y * 0.1", "c += 1", rng.choice(tests), behind]
    else:
        head, tail = "while True:", ["c += 1", "if c > 8: break", "x = x * 0.75"]
    lines = [head]
    for text in inside + tail:
        lines += ["    " + line for line in text.splitlines()]
    return lines


def make_function(rng: random.Random) -> tuple[Any, str]:
    lines = ["e = " + rng.choice(["1.0", "np.inf", "abs(x).max()", "x.sum()"]), "c = 0", "k0 = 0.25"]
    if rng.random() < 0.7:
        lines.append("x, y, m = x * 1, y.copy(), m + 0")
    if rng.random() < 0.2:
        lines.append("t = x")
    for _ in range(rng.choice([1, 1, 1, 2])):
        lines += make_loop(rng)
    lines.append(rng.choice(ENDS))
    text = "def f(x, y, m, s, tol, n, held):\n" + "\n".join("    " + line for line in lines) + "\n"
    path = f"<random repeat {next(counter)}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    scope: dict[str, Any] = {"np": np, "frit": frit, "__name__": __name__}
    exec(compile(text, path, "exec"), scope)
    made: types.FunctionType = scope["f"]
    return made, text


def make_arguments(rng: random.Random, kind: int) -> tuple[Any, ...]:
    """Kinds: 0 fits; 1 has another tolerance, 2 few turns, 3 shares memory."""
    data = np.random.default_rng(rng.randrange(1000))
    x, y, m = data.random(7) + 0.5, data.random(7), data.random((7, 4))
    tol, n = rng.choice([0.25, 0.5]), 12
    if kind == 1:
        tol = rng.choice([0.0, 3.0, 0.01])
    if kind == 2:
        n = rng.choice([0, 1, 2])
    if kind == 3:
        y = rng.choice([x, x[::-1]])
    return x, y, m, rng.choice([1.5, np.float64(2.0)]), tol, n, {"w": y}


def check_one(seed: int) -> None:
    rng = random.Random(seed * 104723 + 3)
    function, text = make_function(rng)
    fused = frit.fuse(function)
    for turn, kind in enumerate([0, 0, 1, rng.choice([2, 3]), 0, 1]):
        state = rng.getstate()
        expected = Outcome(function, make_arguments(rng, kind), {})
        rng.setstate(state)
        got = Outcome(fused, make_arguments(rng, kind), {})
        compare(got, expected, f"seed {seed}\n{text}\nturn {turn}, kind {kind}")


@pytest.mark.parametrize("chunk", range(8))
def test_random_repeats(chunk: int) -> None:
    count = int(os.environ.get("FRIT_TEST_REPEATS", 160)) // 8
    with warnings.catch_warnings(), frit.options(as_written=False):
        warnings.simplefilter("ignore")
        for seed in range(chunk * count, (chunk + 1) * count):
            check_one(seed)
