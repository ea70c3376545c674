"""Random loops over numbers and parts of arrays: compiled where they stand, they do what Python does.

FRIT_TEST_NESTS says how many are tried.
"""

from __future__ import annotations

import itertools
import linecache
import os
import random
import warnings
from typing import Any

import numpy as np
import pytest

from frit._nest import can_compile, with_nests

COUNT = int(os.environ.get("FRIT_TEST_NESTS", "160"))
GROUPS = 8
counter = itertools.count()

FLOATS = [
    *("a[{i}]", "b[{i}]", "M[{i}, {i}]", "s", "c", "h[{i}]", "0.5", "2.0", "1", "t", "float({k})", "a[-1]", "M[0, {i}]"),
    *("p[{i}]", "{k}", "a.sum()", "np.dot(a, b)", "M[{i}, :{i}] @ M[:{i}, 0]", "b[{i}:].max()", "np.max(h)", "z"),
]
WHOLES = ["p[{i}]", "q[{i}]", "u[{i}]", "{k}", "n", "2", "3", "len(a)", "M.shape[0]", "w", "int(m[{i}])", "-1", "5"]
INDICES = ["{k}", "{k}", "{k}", "{k} - 1", "{k} + 1", "0", "-1", "p[{k}]", "n - 1", "q[0]", "-{k}", "{k} // 2"]
PARTS = ["a", "b", "a[1:]", "a[:-1]", "M[{i}]", "M[:, {i}]", "M[{i}, :]", "a[::2]", "b[::-1]", "a[:{i}]", "h", "np.flip(b)"]


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, options: Any) -> str:
        return str(self.random.choice(options)).replace("{i}", self.random.choice(INDICES))

    def number(self, depth: int = 0) -> str:
        kind = self.random.random()
        if depth > 2 or kind < 0.45:
            return self.pick(FLOATS)
        if kind < 0.8:
            op = self.random.choice(["+", "-", "*", "/", "+", "*"])
            return f"({self.number(depth + 1)} {op} {self.number(depth + 1)})"
        inner = self.number(depth + 1)
        return self.random.choice(
            [f"abs({inner})", f"np.sqrt(abs({inner}))", f"max({inner}, s)", f"min({self.number(2)}, {inner})", f"-{inner}"]
            + [f"np.maximum({inner}, 0.25)", f"np.exp(-abs({inner}))", f"({inner}) ** 2", f"np.tanh({inner})"]
            + [f"({inner} if {self.condition()} else {self.number(2)})", f"half({inner})", f"np.float64({inner})"]
        )

    def whole(self, depth: int = 0) -> str:
        if depth > 1 or self.random.random() < 0.5:
            return self.pick(WHOLES)
        op = self.random.choice(["+", "-", "*", "//", "%", "&", "|", "^", ">>", "<<"])
        right = self.random.choice(["1", "2", "3", self.whole(depth + 1)])
        return f"({self.whole(depth + 1)} {op} {right})"

    def condition(self) -> str:
        op = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        left, right = (self.whole(1), self.whole(1)) if self.random.random() < 0.5 else (self.number(2), self.number(2))
        made = f"{left} {op} {right}"
        tail = self.random.random()
        if tail < 0.15:
            return f"({made} and m[{self.random.choice(INDICES)}])"
        return f"({made} or not {self.pick(['m[{i}]', 'm[0]'])})" if tail < 0.25 else f"({made})"

    def vector(self) -> str:
        part = self.pick(PARTS)
        tail = self.random.random()
        if tail < 0.5:
            return part
        return f"({part} {self.random.choice('+-*')} {self.random.choice([self.pick(PARTS), self.number(2), part])})"

    def statement(self, depth: int) -> list[str]:
        kind = self.random.random()
        if kind < 0.2:
            return [f"{self.pick(['a[{i}]', 'b[{i}]', 'M[{i}, {i}]', 'h[{i}]'])} {self.aug()} {self.number()}"]
        if kind < 0.3:
            return [f"{self.pick(['p[{i}]', 'q[{i}]', 'u[{i}]'])} = {self.whole()}"]
        if kind < 0.45:
            return [f"{self.random.choice(['s', 't', 'z'])} {self.aug()} {self.number()}"]
        if kind < 0.55:
            return [f"w {self.random.choice(['=', '+=', '^='])} {self.whole()}"]
        if kind < 0.62:
            return [f"m[{self.random.choice(INDICES)}] = {self.condition()}"]
        if kind < 0.74:
            return [f"{self.pick(PARTS[:-1])} {self.random.choice(['=', '+=', '*='])} {self.vector()}"]
        if kind < 0.8:
            return [f"v = {self.vector()}", f"t += v[0] * {self.number(2)}"]
        if kind < 0.9 or depth > 2:
            made = [f"if {self.condition()}:", *self.inside(self.block(depth + 1))]
            if self.random.random() < 0.4:
                made += ["else:", *self.inside(self.block(depth + 1))]
            return made
        return self.loop(depth + 1)

    def aug(self) -> str:
        return self.random.choice(["=", "=", "+=", "-=", "*="])

    def inside(self, lines: list[str]) -> list[str]:
        return ["    " + line for line in lines]

    def block(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.choice([1, 1, 2])):
            lines += self.statement(depth)
        return lines

    def loop(self, depth: int) -> list[str]:
        name = "kjl"[min(depth, 2)]
        head = self.random.choice(
            [f"for {name} in range(n):", f"for {name} in range(1, n - 1):", f"for {name} in range(n - 1, -1, -1):"]
            + [f"for {name} in range(0, n, 2):", f"for {name}, t in enumerate(b):", f"for {name} in p:"]
            + [f"for {name} in reversed(range(n)):", f"for {name} in range({name}0, 3):"]
        )
        body = self.block(depth)
        if self.random.random() < 0.2:
            body.append(f"if {self.condition()}: {self.random.choice(['break', 'continue'])}")
            body += self.statement(3)
        return [line.replace("{k}", name) for line in [head, *self.inside(body)]]

    def function(self) -> str:
        lines = ["def f(a, b, M, p, q, u, h, m, s, c, n, w):", "    t, z = 0, 0.0", "    k0 = j0 = l0 = 0", "    k = j = l = 1"]
        if self.random.random() < 0.2:
            lines = [line.replace("t, z = 0, 0.0", "t, z = s, c") for line in lines]
        lines += self.inside(self.loop(0))
        if self.random.random() < 0.3:
            lines += ["    r = 3", "    while r > 0:", *self.inside(self.inside([*self.block(1), "r -= 1"]))]
        return "\n".join([*lines, "    return a, b, M, p, q, u, h, m, s, t, z, w, k"]).replace("{k}", "k") + "\n"


def half(x: Any) -> Any:
    if x > 1:
        return x * 0.5
    return x


def arguments(seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    n = int(rng.choice([1, 2, 5, 6, 9]))
    arrays = [rng.random(n), rng.random(n), rng.random((n, n)), rng.integers(0, n, n), rng.integers(0, n, n, np.int32)]
    arrays += [rng.integers(0, 200, n, np.uint8), rng.random(n).astype(np.float32), rng.random(n) < 0.5]
    if rng.random() < 0.3:
        arrays[2] = np.asfortranarray(arrays[2])
    if rng.random() < 0.3:
        arrays[0] = np.repeat(arrays[0], 2)[::2]
    return [*arrays, float(rng.random()), np.float64(rng.random()), n, int(rng.integers(0, 4))]


def outcome(function: Any, given: list[Any]) -> tuple[Any, list[Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*given), given
        except Exception as error:
            return (type(error), str(error)), given


def same(got: Any, expected: Any) -> bool:
    if type(got) is not type(expected):
        return False
    if isinstance(expected, np.ndarray):
        if got.dtype != expected.dtype or got.shape != expected.shape:
            return False
        wide = 2e-4 if expected.dtype == np.float32 else 1e-7
        return bool(np.allclose(got, expected, wide, wide, equal_nan=True)) or _huge(expected)
    if isinstance(expected, (float, np.floating)):
        return bool(np.isclose(got, expected, 1e-7, 1e-7, equal_nan=True)) or _huge(np.asarray(expected))
    return bool(got == expected)


def _huge(array: np.ndarray[Any, Any]) -> bool:
    """Numbers that have run away: the last bits of sums decide about the first ones of what comes after."""
    with np.errstate(all="ignore"):
        return array.dtype.kind == "f" and bool(np.any(~(np.abs(array) < 1e6)))


def check_one(seed: int) -> bool:
    """Whether a loop of it ran compiled."""
    text = Maker(seed).function()
    path = f"<random nest {next(counter)}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    names: dict[str, Any] = {"np": np, "half": half}
    exec(compile(text, path, "exec"), names)
    made = with_nests(names["f"])
    assert made is not None
    for turn in range(3):
        expected, held = outcome(names["f"], arguments(seed + turn))
        got, changed = outcome(made[0], arguments(seed + turn))
        where = f"seed {seed}, turn {turn}\n{text}\ngot {got}\nexpected {expected}"
        assert type(got) is type(expected) and len(got) == len(expected), where
        if any(isinstance(x, (float, np.floating)) and _huge(np.asarray(x)) for x in expected):
            continue
        if any(isinstance(x, np.ndarray) and _huge(x) for x in (*expected, *held)):
            continue
        for number, (one, other) in enumerate(zip([*got, *changed[:8]], [*expected, *held[:8]])):
            assert same(one, other), f"{where}\nvalue {number}: {one!r} instead of {other!r}"
    return any(nest.is_compiled() for nest in made[1])


@pytest.mark.parametrize("group", range(GROUPS))
def test_random_nests(group: int) -> None:
    if not can_compile():
        pytest.skip("there is no LLVM to compile loops with")
    compiled = [check_one(seed) for seed in range(group, COUNT, GROUPS)]
    assert sum(compiled) > len(compiled) // 3, f"{sum(compiled)} of {len(compiled)}"
