"""Random functions with loops, stores, masks, dicts, attributes and aliases: fused, called again with other sizes and
numbers, they do what Python does, to their results and to what the caller has.

A function is known by its number. test_functions_*.py try the first of them, functions_search.py many more.
"""

from __future__ import annotations

import dataclasses
import itertools
import linecache
import random
import types
import warnings
from typing import Any

import numpy as np
from fuse_check import Outcome, compare

import frit
from frit._fuse import loop, tracing

HEADERS = [
    *("for {k} in range(n):", "for {k} in range(1, n):", "for {k} in range(n - 1, 0, -1):"),
    *("for {k} in range(0, n, 2):", "for {k} in range(x.shape[0]):", "for {k} in range(1, len(y)):"),
    *("for {k} in range(5):", "for {k} in range(1, m.shape[0] - 1):", "for {k} in frit.range(n):"),
    *("for {k}, row in enumerate(m):", "for {k}, (row, v) in enumerate(zip(m, x)):", "for row in m:"),
    *("for {k} in reversed(range(n)):", "for {k}, v in zip(range(1, n), y):", "for v in x:"),
    *("for row in reversed(m):", "for {k}, v in enumerate(z, i):", "for v, row in zip(y, m):"),
    *("for {k}, item in enumerate(list(box)):", "for {k} in range(i, n - 2):"),
    *("for {k} in range(i):", "for {k} in range(0):", "for {k} in range(1):", "for {k} in range(i, n):"),
]

STATEMENTS = [
    "{a} = {a} * 0.5 + {b}",
    "{a} = {a} + {b} * {k}",
    "{a} = {k} * {b} - {a}",
    "{a}[{k}] = {b}[{k} - 1] * 0.5 + {a}[{k} - 1]",
    "{a}[{k}] += {b}[{k}]",
    "{a}[{k}] = {b}[0]",
    "{a}[{k} + 1] = {a}[{k}] * 0.25",
    "{a}[-{k}] = {b}[{k} - 2]",
    "{a}[1:-1] = {a}[2:] * 0.25 + {b}[:-2]",
    "{a}[:] = {b} * 0.5",
    "{a} += {k}",
    "{a} -= {b}[{k}] * 0.125",
    "{a} *= 0.5",
    "m[{k}] = m[{k} - 1] * 0.5 + {a}[:4]",
    "m[{k}, 1:] = m[{k} - 1, :-1]",
    "m[:, 2] = m[:, 1] * 0.5 + {k}",
    "m[{k}] += {a}[{k}]",
    "m[{k}, 3] = {a}[{k}] * {k}",
    "m = m * 0.5 + {a}[{k}]",
    "t = {a} * 2\n{b} = {b} + t",
    "row = m[{k}]\ns = s + row.sum()",
    "row = m[{k}]\nrow += 1",
    "{a}, {b} = {b}, {a} * 0.5",
    "{a} = {b}",
    "{a} = {a}.copy()",
    "box.append({a})",
    "box[0] = {a} * {k}",
    "box[0] = {k} + 1",
    "held['w'] = held['w'] * 0.5 + {a}",
    "if {k} > 2: {a} = {a} + 1",
    "{a} = np.where({a} > 0.5, {a} - {k}, {a} * 0.5)",
    "{a}[{b} > 0.3] = 0.25",
    "q = {k} + 1\n{a} = {a} * 0.5 + q",
    "s = s + {a}[{k}]",
    "s = s + {k}",
    "{a} = {a} + s",
    "np.add({a}, {b}, out={a})",
    "v = {a}[1:]\nv *= 0.5",
    "{a} = np.maximum({a}, {b}[{k}])",
    "w[{k}] = w[{k} - 1] + {k}",
    "w = w + {k} * 3",
    "{a} = {a} + w[{k}]",
    "for {j} in range(3): {a}[{j}] = {b}[{j}] + {k}",
    "for {j} in range(1, 4): {a} = {a} * 0.5 + {b}[{j}] * {k}",
    "for {j} in range({k}): {a} = {a} + 1",
    "{a} = {a} / ({k} + 1)",
    "{a} = {a} + {k} % 3",
    "print_last = {k}",
    "{a} = helper({a}, {k})",
    "{a} = {a} + float({k})",
    "{a} = {a} + np.sin({b})",
    "c = {a}\nc[0] = {b}[{k}]",
    "if {k} == 3: break",
    "{a} = view(m, {k}) + {a}[:4].sum()",
    "mask = {a} > 0.4\n{a}[mask] = {b}[mask] * 0.5 + {k}",
    "{a}[{a} < {b}] *= 0.5",
    "mask = {b} < 0.5\nv = {a}[mask]\n{a}[mask] = v + {b}[mask]",
    "mask = {b} < 0.5\nv = {a}[mask]\n{a} += 1\nv *= 0.5\n{a}[mask] = v",
    "mask = m < 0.3\nm[mask] = np.sqrt(m[mask]) + s",
    "mask = {a} < 0.5\ns = s + {a}[mask].sum()",
    "{a}[{k}:{k} + 2] = {b}[{k} - 1:{k} + 1] * 0.5",
    "s = s + {a}[{k}:{k} + 3].sum()",
    "s = s + {a}[{k} - 1:{k} + i].max()",
    "{a}[{k} - 1:{k} + 1] += {b}[{k}]",
    "m[{k}:{k} + 2, 1] = {a}[{k}:{k} + 2]",
    "m[:, {k} - 1:{k} + 1] *= 0.5",
    "s = s + (m[{k}:{k} + i] * 2).sum()",
    "row = m[{k} - i:{k}]\ns = s + row.mean(axis=0)[1]",
    "row = m[{k}, {k}:{k} + 2]\ns = s + row[0]",
    "{a}[{k} * 2:{k} * 2 + 2] = {b}[:2]",
    "{a}[{k}:{k} + 2] = {a}[{k} - 2:{k}]",
    "near = {a}[{k}:{k} + 2]\n{a}[0] = 3\ns = s + near.sum()",
    "{a}[{k}:{k} + 2] = [1, 2]",
    "w[{k}:{k} + 2] += 1",
    "s = s + {a}[:{k}].sum()",
    "s = s + {a}[{k}:].sum()",
    "s = s + {a}[n - {k}:].sum()",
    "{a}[i:] = {b}[:len({b}) - i] * 0.5",
    "row = row + 1\ns = s + row.sum()",
    "s = s + v",
    "{a} = {a} * 0.5 + v",
    "m = m * 0.5 + row",
    "{a}[{k}] = v",
    "row += 1",
    "for {j} in {b}: {a} = {a} * 0.5 + {j}",
    "for {j} in range(2):\n    near = {a} * 0.5\n    {b} = {b} + near * {j}",
    "held['w'] -= {a} * 0.125",
    "held['w'][{k}] = {b}[{k}]",
    "held['v'] = {a}",
    "for name in held: held[name] = held[name] * 0.5",
    "p = held\np['w'] = p['w'] + {b}",
    "box[0] += 0.5",
    "box[1] = box[1] + {k}",
    "own.a = own.a * 0.5 + {b}",
    "own.a += {k}",
    "own.a[{k}] = {b}[{k} - 1]",
    "own.c = own.c + 1",
    "own.c += s",
    "c = own.a\nc *= 0.5\n{b} = {b} + own.a",
    "own.a = {a}",
    "own.a[own.a > 0.5] -= 0.25",
    "np.putmask({a}, {b} > 0.5, 0.25)",
    "np.add.at({a}, [0, 1, 1], 0.5)",
    "{a}[{a} > {b}] = {b}[{a} > {b}]",
    "if {a}.max() > 3: break",
    "if {a}[0] > 0.9: break\nif {b}[0] < 0.01: break",
    "if 0.2 < {b}[{k}] < 0.4: continue",
    "if {k} == 2: continue",
    "if {a}.sum() > 2: {b} = {b} * 0.5",
    "for {j} in range({k}, n): {a} = {a} * 0.5 + m[{j}, 0]",
    "for {j} in range({k} + 1): m[{j}] = m[{j}] * 0.5 + m[{k}]",
]

REPEATS = [
    "turns = 0\nwhile {a}.max() > 0.05 and turns < 9:\n    {a} = {a} * 0.5\n    turns += 1",
    "turns, e = 0, 1.0\nwhile 0.02 < e < 9 and turns < 9:\n    {a} = {a} * 0.5\n    e = {a}.max()\n    turns += 1",
    "e = 1.0\nwhile e > 0.05:\n    {a} = {a} * 0.5 + 0.01\n    e = float(np.abs({a} - 0.02).max())",
    "while bool(({a} > 0.1).any()): {a} = {a} * 0.5",
    "for k in range(n):\n    {a} = {a} * 0.5\n    if {a}.max() < 0.05: break\n    if {a}.sum() > 40: break",
    "for k in range(9):\n    {b} = {b} * 0.5\n    if 0.02 < {b}.max() < 0.1: break",
    "while True:\n    {a} = {a} * 0.5\n    if {a}.max() < 0.05: break",
    "while True:\n    t = {a} * 0.5\n    if np.abs(t - {a}).max() < 0.05: break\n    {a} = t",
    "turns = 0\nwhile not {a}.max() < 0.05:\n    {a} *= 0.5\n    turns += 1\n    if turns > 3: continue\n    {b} = {b} + 1",
    "e = {a}.sum()\nwhile e > 0.1:\n    {a} = {a} * 0.25\n    held['w'] = held['w'] + {a}\n    e = {a}.sum()",
]

APPENDED = [
    *("rows.append({a} * 0.5)", "rows.append({a})", "rows.append({b}[{k}])", "rows.append(m[{k}])", "rows.append({a} + {k})"),
    *("{a} += 1\nrows.append({a})", "{a} = {a} * 0.5\nrows.append({a})", "rows.append({a}[{k}:{k} + 2])", "rows.append({a}.sum())"),
    *("rows.append({k})", "q = {a} * 2\nrows.append(q)\nq += 1", "rows.append({a})\nrows.append({b})", "rows.append(m)", "rows.append(v)"),
]

JOINED = ["np.stack(rows)", "np.array(rows)", "np.asarray(rows)", "np.concatenate(rows)", "np.vstack(rows)", "rows", "len(rows)"]

SIZED = [
    *("y = y[i:]", "z = np.zeros(n)", "z = np.zeros(len(x) + 2)", "x = np.concatenate([x, y])[:n + i]", "y = y[:-i]", "x[i:] = 2"),
    *("m = np.full((n, 4), 0.5)", "w = np.arange(n)", "x = x[n - i:]", "s = s + m[i:, 1:].sum()", "z = np.cumsum(x)[i:]"),
    *("y = np.ones((n, 2))[:, 0]", "x = x[::i + 1]", "y = x[n:i:-1] * 2"),
]

ENDS = ["return x, y, m, s, w", "return x", "return y.sum() + s, m", "return box, held, x", "return own, x", "return own.a, held['w']", "return {k}, x", "return x + s, q"]

counter = itertools.count()


@dataclasses.dataclass
class Own:
    """Something with attributes, which belongs to the caller."""

    a: Any
    c: Any


def helper(x: Any, k: Any) -> Any:
    return x * 0.5 + k


def view(m: Any, k: Any) -> Any:
    return m[k].sum()


def indented(text: str, depth: int) -> str:
    return "\n".join("    " * depth + line for line in text.splitlines())


def make_loop(rng: random.Random, depth: int, appends: bool) -> str:
    names = {"k": "ij"[depth - 1] if depth < 3 else "l", "j": "u"}
    names["k"] = "kjl"[depth - 1]
    lines = [indented(rng.choice(HEADERS), depth)]
    for _ in range(rng.choice([1, 1, 2, 3])):
        if depth < 2 and rng.random() < 0.15:
            lines.append(make_loop(rng, depth + 1, appends))
            continue
        a, b = rng.choice("xyz"), rng.choice("xyz")
        some = APPENDED if appends and rng.random() < 0.6 else STATEMENTS
        text = rng.choice(some).replace("{a}", a).replace("{b}", b)
        text = text.replace("x, x =", "x, y =")  # `x, x = 1, 2` leaves x at 1 in CPython 3.11.2, which is wrong
        lines.append(indented(text.replace("y, y =", "y, z =").replace("z, z =", "z, x ="), depth + 1))
    return "\n".join(lines).replace("{k}", names["k"]).replace("{j}", names["j"])


def make_function(rng: random.Random) -> tuple[Any, str]:
    lines = ["def f(x, y, z, m, w, s, n, i, box, held, own):"]
    if rng.random() < 0.7:  # the caller's arrays change otherwise
        lines.append("    x = x + 0.5")
    if rng.random() < 0.5:
        lines.append("    y, m = y * 1, m.copy()")
    if rng.random() < 0.2:
        lines.append("    q = 1")
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        lines.append("    " + rng.choice(SIZED))
    appends = rng.random() < 0.25
    if appends:
        lines.append("    rows = " + rng.choice(["[]", "[]", "[x]"]))
    for _ in range(rng.choice([1, 1, 2])):
        if rng.random() < 0.15:
            a, b = rng.sample("xyz", 2)
            lines.append(indented(rng.choice(REPEATS).replace("{a}", a).replace("{b}", b), 1))
        else:
            lines.append(make_loop(rng, 1, appends))
    if appends and rng.random() < 0.3:
        lines.append("    " + rng.choice(["x += 1", "y[0] = 4", "m *= 0.5", "rows.append(y)"]))
    end = f"return x, {rng.choice(JOINED)}" if appends else rng.choice(ENDS)
    lines.append("    " + end.replace("{k}", "k"))
    text = "\n".join(lines)
    path = f"/functions/function{next(counter)}.py"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    scope: dict[str, Any] = {"np": np, "frit": frit, "helper": helper, "view": view, "__name__": __name__}
    exec(compile(text, path, "exec"), scope)
    made: types.FunctionType = scope["f"]
    return made, text


def make_arguments(rng: random.Random, kind: int) -> tuple[Any, ...]:
    """Kinds: 0 and 1 fit; 2 has other sizes, 3 shares memory, 4 is frit's, 5 has few turns."""
    size = 7 if kind != 2 else rng.choice([4, 5, 9])
    data = np.random.default_rng(rng.randrange(1000))
    x, y, z = (data.random(size) for _ in range(3))
    m, w = data.random((size, 4)), data.integers(0, 9, size)
    s: Any = rng.choice([0.0, 1.5, np.float64(2.0)]) if kind != 4 else 0.5
    n, i = size, 2
    if kind == 1:
        n = rng.randint(2, 6)
    if kind == 3:
        y = x if rng.random() < 0.5 else x[::-1]
        z = m[:, 0]
    if kind == 5:
        n, i = rng.choice([0, 1, 3, 20]), rng.choice([0, 5])
    if kind == 4:
        x, y, z, m, w = (frit.asarray(a, copy=True) for a in (x, y, z, m, w))
    return x, y, z, m, w, s, n, i, [x, 2.0], {"w": y}, Own(z, 1.5)


def check_one(seed: int) -> bool:
    """Whether it was replayed, once it has done what Python does."""
    rng = random.Random(seed * 104729 + 7)
    function, text = make_function(rng)
    fused = frit.fuse(function)
    made = any(name in text for name in ("np.zeros", "np.arange", "np.full", "np.ones", "np.array", "np.asarray"))
    kinds = [0, 0, 1, rng.choice([2, 5]), rng.choice([3, 3 if made else 4]), 0, 1, 1, 2]  # NumPy's stay NumPy's
    try:
        for turn, kind in enumerate(kinds[: rng.choice([3, 3, 4, 5, 9])]):
            state = rng.getstate()
            expected = Outcome(function, make_arguments(rng, kind), {})
            rng.setstate(state)
            got = Outcome(fused, make_arguments(rng, kind), {})
            compare(got, expected, f"function {seed}\n{text}\nturn {turn}, kind {kind}")
    finally:
        linecache.cache.pop(function.__code__.co_filename, None)
    return bool(fused.cache_info().replayed)


def check_seeds(seeds: range, tell: Any = None) -> int:
    """How many of these functions were replayed. Differences are told, or raised where there is nobody to tell."""
    replayed = 0
    few, strict = loop.FEW, tracing.STRICT_VARIANTS
    loop.FEW = 1  # short loops are kept, too
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for seed in seeds:
                tracing.STRICT_VARIANTS = seed % 4
                try:
                    replayed += check_one(seed)
                except AssertionError as difference:
                    if tell is None:
                        raise
                    tell(str(difference))
    finally:
        loop.FEW, tracing.STRICT_VARIANTS = few, strict
    return replayed
