"""Random functions: statements in any order, with aliases, views, effects and foreign calls.

Each function is written as text, run plainly and fused on equal arguments, several times over and
with arguments that overlap; everything a caller can see must be equal.
"""

from __future__ import annotations

import itertools
import linecache
import random
from typing import Any

import frit
import numpy as np
import pytest
from fuse_check import Outcome, compare

STATEMENTS = [
    "{a} = {b} + {c}",
    "{a} = {b} * 0.5 - {c}",
    "{a} = np.maximum({b}, {c})",
    "{a} = np.where({b} > {c}, {b}, 0.25)",
    "{a} = {b}",
    "{a}, {b} = {b}, {a}",
    "{a} += {b}",
    "{a} *= 0.5",
    "{a} -= n",
    "{a}[1:] += {b}[:-1]",
    "{a}[::2] = {b}[::2]",
    "{a}[i] = 0.5",
    "{a}[i] += 1",
    "{a}[[0, 2]] *= 2",
    "{a}[pick] += {b}",
    "{a}[{b} > 0] -= 1",
    "numbers = [1, 2]; numbers[0] += 1; {a} = {a} + numbers[0]",
    "first = {a}[0]; {a}[0] = 4; {b} = {b} + first",
    "first = {a}[i]; same = first; first *= 2; {b} = {b} - same",
    "{a}[...] = {b}",
    "{a}[2:5] *= {b}[2:5]",
    "{a}[::-1] -= {b}",
    "np.multiply({a}, {b}, out={c})",
    "{v} = {a}[1:4]",
    "{v} = {a}[::-1][:3]",
    "{v} += 1",
    "{v}[1] = 0.75",
    "{a}[:3] += {v}",
    "{s} = {a}.sum()",
    "{s} = {a}[i]",
    "{s} += 1",
    "{s} = {s} * 0.5",
    "{a} = {a} * {s}",
    "held = [{a}, {b}]; held[0] += 1; {c} = held[1]",
    "held = {{'k': {a}}}; held['k'] *= 0.5; {b} = held['k']",
    "for k in range(3): {a} = {a} + k * 0.125",
    "for row in ({a}, {b}): row += 0.5",
    "if n > 1: {a} = {b} - 1",
    "if {s} > 0: {a} = -{b}",
    "if i == 2: {a} += 2",
    "helper({a}, {b})",
    "{a} = helper({b}, {c})",
    "foreign({a})",
    "{a} = foreign({b})",
    "{a} = np.abs({b}) + {a}.max()",
    "{a} = {b} / (1 + n)",
    "{a} = {b}[pick]",
    "given.append({a})",
    "given[0] = {a}",
    "{a} = given[-1] + 1",
    "given[0] += 1",
    "for k in frit.range(n): {a} = {a} * 0.5 + {b}",
    "for k in frit.range(3): {a} += {b} * k",
    "for k in frit.range(3): {a} = {a} + 0.5; box.append(k)",
    "for k in frit.range(4): box[0] = box[0] + 1; {b} = {b} * 0.5 + box[0]",
    "for k in frit.range(3): {v} += 0.5; {a} = {a} - {v}.sum()",
    "for k in frit.range(4): {a}[1:] -= {b}[:-1]; {s} = {s} + k",
    "for k in frit.range(3): own = [{a}, {b}]; own.append({c}); {a} = own[k % 3] * 0.5",
    "for k in frit.range(3): x, y = y, x + 0.25",  # some Pythons have "x, x = ..." wrong
    "for k in frit.range(1, 4): {a}[k] = {b}[k - 1]",
    "for k in frit.range(3): helper({a}, {b})",
    "for k in frit.range(3): {v} = {a}[1:4] * 0.5",
    "turns = zip({a}, {b})\n    for k in frit.range(2): {c} = {c} + len(list(turns))",
    "{a} = frit.cond(i > 1, lambda p: p + len(box), lambda p: p - 1, {b})",
    "{a} = frit.cond({b}[0] > 0, lambda p: p * 0.5, lambda p: p - 1, {b})",
    "{a} = frit.fori_loop(0, 3, lambda k, p: p * 0.5 + len(box), {b})",
    "{a} = {a} * len(box)",
]

RESULTS = [
    "{a}",
    "({a}, {b})",
    "({s}, {v}, {a})",
    "None",
    "[{a}, {a}, given]",
    "{a} + {b}",
    "({v},)",
    "({a}, box)",
]

PRELUDE = """
def helper(p, q):
    p += 0.25
    r = p * q
    return r if n_global > 0 else p

def program(x, y, n, i, pick, given):
    z = x * y
    v = x[1:4]
    s = y.sum()
    t = 0.5
    box = [0.0]
"""

_numbers = itertools.count()


class Opaque:
    """Code that frit knows nothing about; it changes what it is given."""

    frit = False

    def __call__(self, value: Any) -> Any:
        assert isinstance(value, frit.Array) == self.frit
        if isinstance(value, (np.ndarray, frit.Array)) and value.ndim:
            value[0] += 1
        return value * 2


def make_function(rng: random.Random) -> tuple[Any, str]:
    def fill(template: str) -> str:
        arrays = [rng.choice("xyz") for _ in range(3)]
        scalar = rng.choice("st")
        return template.format(a=arrays[0], b=arrays[1], c=arrays[2], v="v", s=scalar)

    count = rng.randint(1, 8)
    quiet = rng.random() < 0.5  # without what breaks, so that many are replayed
    pool = [
        t for t in STATEMENTS if not (quiet and ("foreign" in t or "{s} > 0" in t or "given" in t))
    ]
    body = [fill(rng.choice(pool)) for _ in range(count)]
    lines = [*PRELUDE.strip("\n").splitlines(), *(f"    {line}" for line in body)]
    lines.append(f"    return {fill(rng.choice(RESULTS))}")
    text = "\n".join(lines) + "\n"
    name = f"/random/program{next(_numbers)}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace: dict[str, Any] = {"np": np, "frit": frit, "foreign": Opaque(), "n_global": 1}
    exec(compile(text, name, "exec"), namespace)
    return namespace["program"], text


def make_arguments(seed: int, kind: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(seed)
    size = 7 + seed % 3
    dtype = np.float64 if kind == 3 else np.float32
    x = (rng.integers(-16, 17, size) / 8).astype(dtype)
    y = (rng.integers(-16, 17, size) / 8).astype(dtype)
    if kind == 1:
        y = x
    elif kind == 2:
        base = (rng.integers(-16, 17, size + 1) / 8).astype(dtype)
        x, y = base[1:], base[:-1]
    elif kind == 4:
        x = np.repeat(x, 2)[::2]
        y = y[::-1]
    pick = rng.integers(0, size, size)
    if kind == FRIT:
        x, y = frit.asarray(x, copy=True), frit.asarray(y, copy=True)
    Opaque.frit = kind == FRIT
    return x, y, 2.0 if kind % 2 else 3, seed % 4, pick, [x, y + 1]


FRIT = 5


@pytest.mark.parametrize("chunk", range(10))
def test_random_functions(chunk: int) -> None:
    replayed = 0
    for number in range(30):
        rng = random.Random(1000 * chunk + number)
        function, text = make_function(rng)
        fused = frit.fuse(function)
        for turn, kind in enumerate([0, 0, rng.randint(1, 4), FRIT, 0, rng.randint(1, 5)]):
            seed = 10 * number + turn
            expected = Outcome(function, make_arguments(seed, kind), {})
            got = Outcome(fused, make_arguments(seed, kind), {})
            compare(got, expected, f"{text}\nturn {turn}, arguments {kind}")
        Opaque.frit = False
        replayed += fused.cache_info().replayed > 0
    assert replayed > 0
