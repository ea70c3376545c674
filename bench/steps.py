"""Single steps, fused by frit and by NumPy, one thread each: what a function costs that has one step only.

    python bench/steps.py [--only TEXT] [--sizes in,out] [--json FILE] [--markdown FILE]

Every step of the table runs on arrays that stay in the cache (about 10,000 elements) and on ones that do not (about
4,000,000). frit's code is compiled before it counts, and its results are compared with NumPy's first. Samples alternate; a
figure is the least of many, the ratio frit's time over NumPy's.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import frit
from page import replace_part

SIZES = {"in": 10_000, "out": 4_000_000}  # elements: in the cache and out of it
SECONDS = {"in": 0.15, "out": 0.5}  # that the samples of one step may take
SAMPLE = 60e-6  # seconds that a sample lasts at least
LEAST, MOST = 5, 400  # samples

FLOATS, BYTES, COMPLEX = ("f4", "f8"), ("u1", "u2"), ("c8", "c16")
NUMBERS = (*FLOATS, *BYTES, "i4")
Arrays = tuple[Any, ...]


def numbers(dtype: str, *shape: int, seed: int = 0) -> Any:
    """Numbers from 1 to 99, of which integers are whole and complex ones anywhere around 0."""
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "c":
        return (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    return (1 + 98 * random.random(shape)).astype(dtype)


def one(n: int, dtype: str) -> Arrays:
    return (numbers(dtype, n),)


def two(n: int, dtype: str) -> Arrays:
    return numbers(dtype, n), numbers(dtype, n, seed=1)


def three(n: int, dtype: str) -> Arrays:
    return *two(n, dtype), numbers(dtype, n, seed=2)


def unit(n: int, dtype: str) -> Arrays:
    return tuple(x / x.dtype.type(100) for x in two(n, dtype))


def square(n: int, dtype: str) -> Arrays:
    side = round(n**0.5)
    return (numbers(dtype, side, side),)


def cube(n: int, dtype: str) -> Arrays:
    side = round(n ** (1 / 3))
    return (numbers(dtype, side, side, side),)


def rows(length: int) -> Callable[[int, str], Arrays]:
    return lambda n, dtype: (numbers(dtype, n // length, length),)


def picture(n: int, dtype: str) -> Arrays:
    side = round((n / 3) ** 0.5)
    return numbers(dtype, side, side, 3), numbers(dtype, side, side, 1, seed=1)


def channels(n: int, dtype: str) -> Arrays:
    return picture(n, dtype)[0], numbers(dtype, 3, seed=2)


def indexed(n: int, dtype: str) -> Arrays:
    return numbers(dtype, n), np.random.default_rng(3).integers(0, n, n)


def masked(n: int, dtype: str) -> Arrays:
    return np.random.default_rng(4).random(n) < 0.5, *two(n, dtype)


def softmax(x: Any) -> Any:
    x = x * 0.1  # so that no result is less than normal
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@dataclasses.dataclass
class Step:
    name: str
    function: Callable[..., Any]
    make: Callable[[int, str], Arrays] = one
    dtypes: tuple[str, ...] = FLOATS
    rtol: float = 0.0  # 0: what sums and functions of the dtype are exact to


STEPS = [
    Step("x + 1", lambda x: x + 1, dtypes=NUMBERS),
    Step("x + y", lambda x, y: x + y, two, NUMBERS),
    Step("x * y", lambda x, y: x * y, two, NUMBERS),
    Step("x * y + z", lambda x, y, z: x * y + z, three, NUMBERS),
    Step("x / y", lambda x, y: x / y, two, FLOATS),
    Step("x // y", lambda x, y: x // y, two, NUMBERS),
    Step("x % y", lambda x, y: x % y, two, NUMBERS),
    Step("maximum(x, y)", lambda x, y: np.maximum(x, y), two, NUMBERS),
    Step("x < y", lambda x, y: x < y, two, NUMBERS),
    Step("where(m, x, y)", lambda m, x, y: np.where(m, x, y), masked, NUMBERS),
    Step("x >> 2", lambda x: x >> 2, dtypes=(*BYTES, "i4")),
    Step("abs(x)", lambda x: abs(x), dtypes=(*FLOATS, "i4")),
    Step("x ** 2", lambda x: x**2),
    Step("x.astype(f4)", lambda x: x.astype(np.float32), dtypes=("u1", "u2", "i4", "f8")),
    Step("x.astype(u1)", lambda x: x.astype(np.uint8), dtypes=("f4", "f8", "u2")),
    Step("sqrt(x)", lambda x: np.sqrt(x)),
    Step("floor(x)", lambda x: np.floor(x)),
    Step("exp(x)", lambda x, y: np.exp(x), unit),
    Step("log(x)", lambda x: np.log(x)),
    Step("log1p(x)", lambda x: np.log1p(x)),
    Step("sin(x)", lambda x: np.sin(x)),
    Step("cos(x)", lambda x: np.cos(x)),
    Step("tan(x)", lambda x, y: np.tan(x), unit),
    Step("arcsin(x)", lambda x, y: np.arcsin(x), unit),
    Step("arctan(x)", lambda x: np.arctan(x)),
    Step("tanh(x)", lambda x, y: np.tanh(x), unit),
    Step("arctan2(x, y)", lambda x, y: np.arctan2(x, y), two),
    Step("hypot(x, y)", lambda x, y: np.hypot(x, y), two),
    Step("x ** y", lambda x, y: x**y, unit),
    Step("x ** 1.5", lambda x: x**1.5),
    Step("z + w", lambda z, w: z + w, two, COMPLEX),
    Step("z * z", lambda z: z * z, dtypes=COMPLEX),
    Step("z * w + 1", lambda z, w: z * w + 1, two, COMPLEX),
    Step("z / w", lambda z, w: z / w, two, COMPLEX),
    Step("abs(z)", lambda z: abs(z), dtypes=COMPLEX),
    Step("conj(z)", lambda z: np.conj(z), dtypes=COMPLEX),
    Step("A + A.T", lambda a: a + a.T, square, NUMBERS),
    Step("A.T + 1", lambda a: a.T + 1, square, NUMBERS),
    Step("transpose(2,0,1) + 1", lambda a: a.transpose(2, 0, 1) + 1, cube, NUMBERS),
    Step("x[::-1] + 1", lambda x: x[::-1] + 1, dtypes=NUMBERS),
    Step("x[::2] + 1", lambda x: x[::2] + 1, dtypes=NUMBERS),
    Step("x[idx]", lambda x, i: x[i], indexed, NUMBERS),
    Step("concatenate", lambda x, y: np.concatenate((x, y)), two),
    Step("roll(x, 7)", lambda x: np.roll(x, 7)),
    Step("(H,W,3) * (H,W,1)", lambda x, y: x * y, picture, NUMBERS),
    Step("(H,W,3) * (3,)", lambda x, y: x * y, channels, NUMBERS),
    Step("sum", lambda x: x.sum(), dtypes=NUMBERS),
    Step("max", lambda x: x.max(), dtypes=NUMBERS),
    Step("std", lambda x: x.std()),
    Step("argmax", lambda x: x.argmax(), dtypes=NUMBERS),
    Step("argmax(0)", lambda x: x.argmax(axis=0), square),
    Step("argmax(1)", lambda x: x.argmax(axis=1), square),
    Step("sum(0)", lambda x: x.sum(axis=0), square, NUMBERS),
    Step("sum(1)", lambda x: x.sum(axis=1), square, NUMBERS),
    Step("normalise(0)", lambda x: (x - x.mean(axis=0)) / x.std(axis=0), square),
    Step("rows of 3: sum", lambda x: x.sum(axis=-1), rows(3)),
    Step("rows of 3: softmax", softmax, rows(3)),
    Step("rows of 10: mean", lambda x: x.mean(axis=-1), rows(10)),
    Step("rows of 10: softmax", softmax, rows(10)),
    Step("rows of 30: sum", lambda x: x.sum(axis=-1), rows(30)),
    Step("rows of 100: mean", lambda x: x.mean(axis=-1), rows(100)),
    Step("rows of 100: softmax", softmax, rows(100)),
    Step("cumsum", lambda x: x.cumsum()),
]


def check(step: Step, got: Any, expected: Any) -> None:
    got, expected = np.asarray(got), np.asarray(expected)
    assert got.dtype == expected.dtype, f"{step.name}: {got.dtype}, not {expected.dtype}"
    single = expected.dtype.char in "fF"
    rtol = step.rtol or (2e-4 if single else 1e-11)
    np.testing.assert_allclose(got, expected, rtol=rtol, atol=rtol, err_msg=step.name)


def sample(function: Any, arguments: Arrays, turns: int) -> float:
    """Seconds of a call, by some of them."""
    start = time.perf_counter()
    for _ in range(turns):
        function(*arguments)
    return (time.perf_counter() - start) / turns


def measure(step: Step, dtype: str, size: str) -> dict[str, Any]:
    arguments = step.make(SIZES[size], dtype)
    fused = frit.fuse(step.function)
    row: dict[str, Any] = {"step": step.name, "dtype": np.dtype(dtype).name, "cache": size}
    for _ in range(3):
        check(step, fused(*arguments), step.function(*arguments))
    frit.wait()
    ways = [step.function, fused]
    once = min(sample(way, arguments, 1) for way in ways for _ in range(3))
    turns = max(1, round(SAMPLE / once))
    times: list[list[float]] = [[], []]
    end = time.perf_counter() + SECONDS[size]
    while len(times[0]) < LEAST or (len(times[0]) < MOST and time.perf_counter() < end):
        for k in (0, 1) if len(times[0]) % 2 else (1, 0):
            times[k].append(sample(ways[k], arguments, turns))
    numpy, ours = min(times[0]), min(times[1])
    mode = frit.explain(fused, *arguments).mode
    return row | {"mode": mode, "numpy": numpy, "frit": ours, "ratio": ours / numpy}


def summary(found: list[dict[str, Any]]) -> str:
    parts = []
    for size, words in (("in", "in the cache"), ("out", "out of it")):
        ratios = [row["ratio"] for row in found if row["cache"] == size]
        if ratios:
            parts.append(
                f"{words} {sum(r > 1.05 for r in ratios)} of {len(ratios)} more than 5 % slower than NumPy,"
                f" geometric mean {np.exp(np.mean(np.log(ratios))):.2f}"
            )
    return "; ".join(parts)


def markdown(found: list[dict[str, Any]]) -> str:
    """The table of a page: a row a step, a column a dtype, the ratios in the cache and out of it."""
    ratios = {(row["step"], row["dtype"], row["cache"]): row["ratio"] for row in found}
    dtypes = list(dict.fromkeys(np.dtype(d).name for d in (*NUMBERS, *COMPLEX)))
    lines = ["| step | " + " | ".join(dtypes) + " |", "|---|" + "---|" * len(dtypes)]
    for name in dict.fromkeys(row["step"] for row in found):
        cells = []
        for dtype in dtypes:
            both = [ratios.get((name, dtype, size)) for size in SIZES]
            cells.append(", ".join("–" if r is None else f"{r:.2f}" for r in both) if any(both) else "")
        lines.append("| `" + name + "` | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", summary(found)[:1].upper() + summary(found)[1:] + "."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="steps whose name or dtype has this text, or one of several with |")
    parser.add_argument("--sizes", default=",".join(SIZES), help="in, out or both")
    parser.add_argument("--json", help="write the rows there")
    parser.add_argument("--markdown", type=Path, help="write the table into this page")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    found = []
    print(f"{'step':24} {'dtype':11} {'cache':5} {'numpy us':>10} {'frit us':>10} {'ratio':>6}")
    with frit.options(threads=1, compile="wait", as_written=False):
        for step in STEPS:
            for dtype in step.dtypes:
                name = f"{step.name} {np.dtype(dtype).name}"
                if not any(text in name for text in options.only.split("|")):
                    continue
                for size in options.sizes.split(","):
                    row = measure(step, dtype, size)
                    found.append(row)
                    print(
                        f"{row['step']:24} {row['dtype']:11} {size:5} {row['numpy'] * 1e6:10.2f}"
                        f" {row['frit'] * 1e6:10.2f} {row['ratio']:6.2f}"
                        f"{'' if row['mode'] == 'replayed' else ' ' + row['mode']}",
                        flush=True,
                    )
    print(summary(found))
    if options.markdown:
        replace_part(options.markdown, "<!-- steps: begin", "<!-- steps: end", markdown(found) + "\n")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
