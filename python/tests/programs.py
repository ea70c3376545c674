"""Whole NumPy programs, made at random: a function as text, and the calls that are made of it.

A program is made statement by statement while NumPy runs it, so that most statements fit; a few that
raise stay in, and with other sizes others may raise. Numbers are small multiples of 1/8, so that
sums are exact in any order; once a step rounds (a mean, a logarithm), nothing that could turn the
last bit into another result (comparing, casting to integers, sorting) is drawn any more, and
results are compared with a tolerance. programs_check.py runs and compares.
"""

from __future__ import annotations

import dataclasses
import random
import warnings
from typing import Any

import numpy as np
from programs_maker import HELPERS, Maker

LAYOUTS = ("row", "column", "every second", "backwards", "inner", "repeated", "swapped")
FLOATS = ("float64", "float32", "float64", "float32", "float16")
INTEGERS = ("int64", "int32", "int8", "uint8", "int16", "uint16", "uint32", "uint64")


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a program."""

    shapes: tuple[tuple[int, ...], ...]
    layouts: tuple[str, ...]
    seed: int
    overlap: int = 0  # 1: the second array is the first; 2: both lie in one, a step apart
    n: int = 2
    t: float = 0.5
    mode: str = "fuse"  # "fuse", "verify" (fused, checked by frit itself) or "frit" (frit.Array)


@dataclasses.dataclass
class Program:
    """A function of arrays a, b, c, an index array p, an integer n and a float t."""

    dtypes: tuple[str, ...]
    lines: list[str]
    calls: list[Call]
    tainted: bool = False  # a step rounds

    @property
    def names(self) -> list[str]:
        return list("abc"[: len(self.dtypes)])

    def text(self) -> str:
        head = f"def program({', '.join(self.names)}, p, n, t):"
        body = [f"    {part}" for line in self.lines for part in line.split("\n")]
        return "\n".join([*HELPERS, head, *(body or ["    pass"])]) + "\n"


# ---- arguments


def values(shape: tuple[int, ...], dtype: str, rng: np.random.Generator) -> np.ndarray:
    """Small numbers, exact in every dtype."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if kind in "iu":
        return rng.integers(-9 if kind == "i" else 0, 10, shape).astype(dtype)
    made = rng.integers(-24, 25, shape) / 8
    if kind == "c":
        made = made + 1j * rng.integers(-24, 25, shape) / 8
    return np.asarray(made, dtype)


def laid_out(x: np.ndarray, layout: str) -> np.ndarray:
    """The same values in memory of another order."""
    if x.ndim == 0 or layout == "row":
        return x
    if layout == "column":
        return np.asfortranarray(x)
    if layout == "every second":
        big = np.zeros((*x.shape[:-1], 2 * x.shape[-1]), x.dtype)
        big[..., ::2] = x
        return big[..., ::2]
    if layout == "backwards":
        return np.ascontiguousarray(x[::-1])[::-1]
    if layout == "inner":
        big = np.zeros(tuple(n + 2 for n in x.shape), x.dtype)
        inside = tuple(slice(1, n + 1) for n in x.shape)
        big[inside] = x
        return big[inside]
    if layout == "repeated" and x.shape[0] > 1:
        return np.broadcast_to(x[0].copy(), x.shape)
    if layout == "swapped":
        return np.ascontiguousarray(x.swapaxes(0, -1)).swapaxes(0, -1)
    return x


def make_arguments(program: Program, call: Call) -> tuple[Any, ...]:
    """Fresh arguments, always the same for the same call."""
    rng = np.random.default_rng(call.seed)
    arrays = []
    for shape, dtype, layout in zip(call.shapes, program.dtypes, call.layouts):
        arrays.append(laid_out(values(shape, dtype, rng), layout))
    # (NumPy itself goes wrong where a mask lies in the memory that it says where to change.)
    if len(arrays) > 1 and call.overlap and program.dtypes[0] == program.dtypes[1] != "bool":
        if call.overlap == 1:
            arrays[1] = arrays[0]
        elif arrays[0].shape == arrays[1].shape and arrays[0].ndim:
            shape = arrays[0].shape
            base = values((shape[0] + 1, *shape[1:]), program.dtypes[0], rng)
            arrays[0], arrays[1] = base[1:], base[:-1]
    length = call.shapes[0][0] if call.shapes[0] else 1
    p = rng.integers(-max(length, 1), max(length, 1), max(length, 1))
    return (*arrays, p, call.n, call.t)


# ---- programs


KINDS = {
    "binary": 14, "function": 9, "smooth": 2, "view": 9, "alias": 2, "copy": 2, "cast": 4,
    "store": 12, "change": 12, "out": 4, "put": 3, "reduce": 7, "gather": 4, "join": 4,
    "matmul": 2, "made": 3, "control": 6, "dead": 4,
}  # fmt: skip


def make_program(seed: int) -> Program:
    """The program of that number."""
    rng = random.Random(seed)
    maker = Maker(rng)
    dtypes = tuple(_dtypes(rng))
    patterns = [_pattern(rng) for _ in dtypes]
    if rng.random() < 0.5:
        patterns = [patterns[0] for _ in dtypes]
    sizes = {"n": rng.choice((3, 4, 5, 6)), "m": rng.choice((2, 3, 4)), "1": 1, "0": 0}
    base = Call(_shapes(patterns, sizes), ("row",) * len(dtypes), seed % 997)
    program = Program(dtypes, [], [])
    arguments = make_arguments(program, base)
    maker.scope = {
        **{n: a.copy() for n, a in zip(program.names, arguments)},
        "p": arguments[-3],
        "n": base.n,
        "t": base.t,
    }
    if len(dtypes) > 1 and dtypes[0] == dtypes[1]:
        maker.given = [maker.scope["a"], maker.scope["b"]]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted, tries = rng.randint(1, 9), 0
        while len(maker.lines) < wanted and tries < 40 and not maker.ended:
            tries += 1
            kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
            getattr(maker, f"do_{kind}")()
    program.lines = [*maker.lines, f"return {_result(maker)}"]
    program.tainted = maker.tainted
    program.calls = _calls(rng, patterns, sizes, base)
    text = program.text()
    reshapes = maker.column_major and any(word in text for word in ("reshape", "ravel"))
    if reshapes or maker.floors or maker.dense_grids:
        # What docs/python.md says of frit's own arrays: new ones are row-major, which decides what a
        # reshape shares; floors of infinities are the array standard's; broadcast views are read-only.
        program.calls = [call for call in program.calls if call.mode != "frit"]
    return program


def _dtypes(rng: random.Random) -> list[str]:
    first = rng.choice(FLOATS) if rng.random() < 0.6 else rng.choice(INTEGERS)
    if rng.random() < 0.08:
        first = rng.choice(("bool", "complex128"))
    count = rng.choice((1, 2, 2, 3))
    others = [first if rng.random() < 0.6 else rng.choice((*FLOATS, *INTEGERS)) for _ in range(2)]
    return [first, *others][:count]


def _pattern(rng: random.Random) -> tuple[str, ...]:
    return rng.choice((("n",), ("n",), ("n",), ("n", "m"), ("n", "m"), ("n", "n"), ("m", "n"),
                       ("1", "n"), ("n", "1"), ("m",), (), ("n", "m", "n")))  # fmt: skip


def _shapes(patterns: list[tuple[str, ...]], sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sizes[axis] for axis in pattern) for pattern in patterns)


def _result(maker: Maker) -> str:
    rng = maker.rng
    names = [n for n, v in maker.scope.items() if isinstance(v, (np.ndarray, np.generic)) and n != "p"]
    chosen = [rng.choice(names[-4:]) for _ in range(rng.randint(1, 3))]
    form = rng.random()
    if form < 0.15:
        return chosen[0]
    if form < 0.3:
        return f"({', '.join(chosen)},)"
    if form < 0.5:  # of its own, so that most programs can be replayed
        return f"{chosen[0]} + 1" if maker.kind(chosen[0]) != "b" else f"~{chosen[0]}"
    if form < 0.7:
        return f"({', '.join(f'{name}.copy()' for name in chosen)},)"
    if form < 0.8:
        return f"[{', '.join(names)}]"
    if form < 0.85:
        return f"{{'r': {chosen[0]}, 's': {chosen[-1]}}}"
    return rng.choice(("None", "0", f"{chosen[0]} * 2", f"{chosen[0]}.shape"))


def _calls(
    rng: random.Random, patterns: list[tuple[str, ...]], sizes: dict[str, int], base: Call
) -> list[Call]:
    """First call, replay, other layouts, other sizes, overlapping arguments, frit's own arrays."""

    def other_sizes() -> tuple[tuple[int, ...], ...]:
        if rng.random() < 0.25:  # that do not fit each other
            made = [tuple(rng.choice((0, 1, 2, 3, 5)) for _ in pattern) for pattern in patterns]
            return tuple(made)
        changed = {"n": rng.choice((0, 1, 2, 3, 5, 7)), "m": rng.choice((1, 2, 3, 5)), "1": 1}
        return _shapes(patterns, changed)

    def layouts() -> tuple[str, ...]:
        return tuple(rng.choice(LAYOUTS) for _ in patterns)

    change = dataclasses.replace
    again = change(base, seed=base.seed + 1)
    other = change(base, seed=base.seed + 2, shapes=other_sizes())
    turned = change(base, seed=base.seed + 3, layouts=layouts())
    calls = [base, again, other, change(other, seed=base.seed + 4), turned]
    calls.append(change(base, seed=base.seed + 5, shapes=other_sizes(), layouts=layouts()))
    if len(patterns) > 1 and rng.random() < 0.5:
        calls.append(change(base, seed=base.seed + 6, overlap=rng.choice((1, 2))))
    if rng.random() < 0.3:
        calls.append(change(again, n=rng.choice((0, 1, 3, 7)), t=rng.choice((0.25, 2.0))))
    calls.append(again)
    if rng.random() < 0.34:
        calls.append(change(base, mode="verify"))
    on_frit = rng.choice((base, other, turned))
    # New arrays of frit's are row-major, NumPy's take after their operands.
    layouts_kept = tuple("row" if l in ("column", "swapped") else l for l in on_frit.layouts)
    calls.append(change(on_frit, layouts=layouts_kept, mode="frit"))
    return calls
