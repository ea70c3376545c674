"""The walk over the namespace: each call of registry_recipes.py made as NumPy's and as frit's.

A call is made in several ways: by frit's functions on frit arrays, by NumPy's functions on frit arrays,
and in the body of a fused function on NumPy arrays, replayed and recorded. Everything a caller can see is
compared with what NumPy does: values, dtype, shape, number or array, whose memory it is, whether it can
be written to, which exception, and what became of the operands, at once and after a later write.

    python registry_walk.py [--all] [-k NAME] [--way WAY]     prints what differs
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import importlib.util
import itertools
import re
import sys
import tempfile
import warnings
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import registry_recipes as recipes

import frit

DTYPES = """bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64
    complex64 complex128""".split()
SHAPES = [(), (4,), (3, 4), (2, 3, 4), (0, 3), (1,), (3, 3)]
LAYOUTS = ["C", "F", "step", "back", "read", "wide", "special"]
WAYS = ["array", "protocol", "replayed", "recorded"]
OPERANDS = "x y c o v m s b i p z".split()

ULPS = 16  # of the largest element, at most: sums and functions have documented errors


@dataclasses.dataclass(frozen=True)
class Variant:
    """What x and y are."""

    dtype: str = "float64"
    other: str = "float64"
    shape: tuple[int, ...] = (3, 4)
    layout: str = "C"

    def __str__(self) -> str:
        return f"x {self.dtype}{list(self.shape)} {self.layout}, y {self.other}"


@dataclasses.dataclass(frozen=True)
class Call:
    """One call: the function it belongs to, and the text of it."""

    name: str
    text: str
    after: str = ""  # a statement on the result r and the operands, executed before it is given back

    @property
    def is_statement(self) -> bool:
        return not isinstance(ast.parse(self.text).body[0], ast.Expr)

    @property
    def operands(self) -> list[str]:
        tree = ast.parse(f"{self.text}\n{self.after}")
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return [name for name in OPERANDS if name in used]

    def body(self) -> str:
        first = f"    {self.text}\n    return {self.operands[0]}" if self.is_statement else None
        if first is not None:
            return first
        if not self.after:
            return f"    return {self.text}"
        return f"    r = {self.text}\n    {self.after}\n    return r"


# ------------------------------------------------------------------------------------ which calls


def all_calls() -> Iterator[Call]:
    """Every call of the tables."""
    for name in recipes.UNARY:
        for arguments in recipes.UNARY_CALLS:
            yield Call(name, f"np.{name}({arguments})")
    for name in recipes.BINARY:
        for arguments in recipes.BINARY_CALLS:
            yield Call(name, f"np.{name}({arguments})")
    for name, calls in recipes.CALLS.items():
        for arguments in calls:
            where = f"x{name}" if name.startswith(".") else f"np.{name}"
            yield Call(name, f"{where}({arguments})")
    for text in recipes.OPERATORS:
        yield Call("operators", text)
    for text in recipes.STATEMENTS:
        yield Call("statements", text)


LATER = ["x[...] = 1", "r[...] = 1", "v[...] = 1", "m[...] = 1", "s[...] = 1"]
"""Writes after a call: whoever shares memory sees them."""


def later_calls() -> Iterator[Call]:
    """The calls that NumPy answers with an array or several, and a write after each."""
    for call in all_calls():
        if call.is_statement or "out=" in call.text:
            continue
        for after in LATER:
            if after[0] in (*call.operands, "r"):
                yield dataclasses.replace(call, after=after)


def variants(call: Call, every: bool) -> list[Variant]:
    """The operands a call is made with: of every dtype, rank and layout, or a few of these."""
    if not {"x", "y", "c", "o"} & set(call.operands):
        return [Variant()]
    found = [Variant(dtype=dtype, other=other) for dtype, other in pairs(call, every)]
    found += [Variant(shape=shape) for shape in SHAPES if shape or not ends_numpy(call)]
    found += [Variant(layout=layout) for layout in LAYOUTS[1:]]
    found += [Variant("complex128", shape=(4,), layout="step"), Variant("int32", shape=(0, 3))]
    found += [Variant("int8", layout="special"), Variant("uint64", "int64", layout="special")]
    return found


def ends_numpy(call: Call) -> bool:
    """Whether NumPy itself (2.4) ends the process when all are of rank 0: what accumulates into such an out."""
    return "o" in call.operands and re.search(r"cum|accumulate", call.name) is not None


def pairs(call: Call, every: bool) -> Iterator[tuple[str, str]]:
    if "y" not in call.operands:
        return zip(DTYPES, DTYPES, strict=True)
    if every:
        return itertools.product(DTYPES, DTYPES)
    start = zlib.crc32(call.text.encode())
    turns = [DTYPES[(start + 5 * k) % len(DTYPES)] for k in range(len(DTYPES))]
    return zip(DTYPES, turns, strict=True)


def sampled(call: Call, way: str, count: int) -> list[Variant]:
    """The same few variants of a call at every run."""
    found = variants(call, False)
    start = zlib.crc32(f"{way} {call.text} {call.after}".encode())
    step = max(1, len(found) // count)
    return found[start % step :: step][:count] if len(found) > count else found


# --------------------------------------------------------------------------------------- operands


def numbers(dtype: str, shape: tuple[int, ...], seed: int) -> Any:
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(shape) < 0.5
    low = 0 if dtype.startswith("u") else -3
    whole = rng.integers(low, 6, shape)
    if dtype.startswith(("int", "uint")):
        return whole.astype(dtype)
    parts = whole + rng.integers(-3, 4, shape) / 4
    if dtype.startswith("complex"):
        return (parts + 1j * rng.integers(-3, 4, shape)).astype(dtype)
    return parts.astype(dtype)


def special(dtype: str, shape: tuple[int, ...]) -> Any:
    made = numbers(dtype, shape, 7)
    kind = made.dtype.kind
    if kind == "f":
        made.reshape(-1)[:5] = [np.nan, np.inf, -np.inf, -0.0, 0.0][: made.size]
    elif kind in "iu":
        info = np.iinfo(made.dtype)
        made.reshape(-1)[:3] = [info.max, info.min, 0][: made.size]
    return made


def laid_out(values: Any, layout: str) -> Any:
    """The same values, lying in memory in that way."""
    if layout == "F":
        return np.asfortranarray(values)
    if layout == "step" and values.ndim:
        room = np.zeros([2 * n for n in values.shape], values.dtype)
        part = room[tuple(slice(None, None, 2) for _ in values.shape)]
        part[...] = values
        return part
    if layout == "back" and values.ndim:
        return np.ascontiguousarray(values[::-1])[::-1]
    if layout == "read":
        values.flags.writeable = False
    if layout == "wide":
        return np.broadcast_to(values[..., :1], values.shape) if values.ndim else values
    return values


def operand(name: str, variant: Variant) -> Any:
    """A fresh operand."""
    if name == "x":
        made = special(variant.dtype, variant.shape) if variant.layout == "special" else None
        made = numbers(variant.dtype, variant.shape, 1) if made is None else made
        return laid_out(np.asarray(made), variant.layout)
    if name == "y":
        return np.asarray(numbers(variant.other, variant.shape, 2))
    if name == "c":
        return np.asarray(numbers("bool", variant.shape, 3))
    if name == "o":
        return np.zeros(variant.shape, variant.dtype)
    fixed: dict[str, Callable[[], Any]] = {
        "v": lambda: np.array([0.5, -1.0, 2.25, 1.5]),
        "m": lambda: np.arange(12.0).reshape(3, 4) % 5 - 1,
        "s": lambda: np.array([[2.0, 1.0, 0.5], [-1.0, 3.0, 0.0], [0.25, 0.5, 4.0]]),
        "b": lambda: np.array([True, False, False, True]),
        "i": lambda: np.array([0, 2, 1, 1]),
        "p": lambda: np.array([3, 1, 4, 1]),
        "z": lambda: np.array([1 + 2j, -1j, 2.5, -1 + 0.5j]),
    }
    return fixed[name]()


# -------------------------------------------------------------------------------------- functions


class Functions:
    """The calls as functions of a file: fused functions need their source."""

    def __init__(self, calls: list[Call]):
        self.place = {call: number for number, call in enumerate(calls)}
        lines = ["import gc", "import numpy as np", "import frit", ""]
        for call, number in self.place.items():
            names = ", ".join(call.operands)
            lines += [f"def plain_{number}(np{', ' if names else ''}{names}):", call.body(), ""]
            lines += ["@frit.fuse", f"def replayed_{number}({names}):", call.body(), ""]
            lines += ["@frit.fuse", f"def recorded_{number}({names}):", "    gc.isenabled()"]
            lines += [call.body(), ""]
        self.folder = tempfile.TemporaryDirectory(prefix="frit-registry-")
        file = Path(self.folder.name) / "registry_calls.py"
        file.write_text("\n".join(lines))
        spec = importlib.util.spec_from_file_location("registry_calls", file)
        assert spec is not None and spec.loader is not None
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)

    def get(self, call: Call, way: str) -> Any:
        return getattr(self.module, f"{way}_{self.place[call]}")


# --------------------------------------------------------------------------------------- outcomes


class Outcome:
    """What a call gave or raised, and what its operands are afterwards."""

    def __init__(self, function: Any, given: dict[str, Any], wrap: bool = False, module: Any = None):
        self.given = given
        operands = {name: frit.asarray(value) for name, value in given.items()} if wrap else given
        arguments = list(operands.values()) if module is None else [module, *operands.values()]
        self.error: BaseException | None = None
        self.leaves: list[Any] = []
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = function(*arguments)
                self.leaves = flat(result)
                frit.flush()
        except Exception as error:
            self.error = error


def flat(result: Any) -> list[Any]:
    if isinstance(result, (tuple, list)):
        return [leaf for item in result for leaf in flat(item)]
    return [result]


def run(functions: Functions, call: Call, way: str, variant: Variant) -> Iterator[Outcome]:
    given = {name: operand(name, variant) for name in call.operands}
    if way == "numpy":
        yield Outcome(functions.get(call, "plain"), given, False, np)
    elif way == "array":
        yield Outcome(functions.get(call, "plain"), given, True, frit)
    elif way == "protocol":
        yield Outcome(functions.get(call, "plain"), given, True, np)
    else:
        function = functions.get(call, way)
        yield Outcome(function, given)
        if way == "replayed":  # what the first call made is used by the second
            yield Outcome(function, {name: operand(name, variant) for name in call.operands})


_CLASSES = (np.linalg.LinAlgError, np.exceptions.AxisError)


def public_class(error: BaseException) -> type:
    """The class of an exception that a caller can name: one of Python's, or NumPy's public ones."""
    for cls in type(error).__mro__:
        if cls in _CLASSES or cls.__module__ == "builtins":
            return cls
    return Exception


@dataclasses.dataclass(frozen=True)
class Difference:
    """Something that a caller sees and NumPy does otherwise."""

    call: Call
    way: str
    variant: Variant
    kind: str  # error, value, dtype, shape, scalar, memory, writable, operand, count
    text: str

    def __str__(self) -> str:
        after = f"; {self.call.after}" if self.call.after else ""
        return f"{self.way:9} {self.kind:8} {self.call.text}{after}   {self.variant}\n    {self.text}"


def compare(expected: Outcome, got: Outcome, way: str) -> Iterator[tuple[str, str]]:
    if expected.error is not None or got.error is not None:
        yield from compare_errors(expected.error, got.error)
    elif len(expected.leaves) != len(got.leaves):
        yield "count", f"{len(got.leaves)} results for {len(expected.leaves)}"
    else:
        for e, g in zip(expected.leaves, got.leaves, strict=True):
            yield from compare_leaves(e, g, way)
            yield from compare_memory(e, g, expected, got)
    for name, value in expected.given.items():
        if not close(value, got.given[name]):
            yield "operand", f"{name} is {got.given[name]!r} for {value!r} afterwards"


def compare_errors(expected: Any, got: Any) -> Iterator[tuple[str, str]]:
    if expected is None:
        yield "error", f"raises {got!r}"
    elif got is None:
        yield "error", f"does not raise {expected!r}"
    elif not isinstance(got, public_class(expected)):
        yield "error", f"raises {got!r} for {expected!r}"


def compare_leaves(e: Any, g: Any, way: str) -> Iterator[tuple[str, str]]:
    if not isinstance(e, (np.ndarray, np.generic)):
        if isinstance(g, (np.ndarray, np.generic, frit.Array)) and type(e) in (int, float, bool):
            g = np.asarray(g).item() if g.size == 1 else g
        same = e is g or str(e) == str(g) if isinstance(e, (np.dtype, type)) else e == g
        if not (same or (e != e and g != g)):
            yield "value", f"{g!r} for {e!r}"
        return
    if not isinstance(g, (np.ndarray, np.generic, frit.Array)):
        if way in ("array", "protocol") and e.ndim == 0 and e.item() == g:
            return
        yield "scalar", f"{type(g).__name__} for {type(e).__name__}"
        return
    if way in ("replayed", "recorded") and type(e) is not type(g):
        yield "scalar", f"{type(g).__name__} for {type(e).__name__}"
    if str(e.dtype) != str(g.dtype):
        yield "dtype", f"{g.dtype} for {e.dtype}"
    elif e.shape != tuple(g.shape):
        yield "shape", f"{tuple(g.shape)} for {e.shape}"
    elif not close(e, np.asarray(g)):
        yield "value", f"{np.asarray(g)!r} for {e!r}"


def compare_memory(e: Any, g: Any, expected: Outcome, got: Outcome) -> Iterator[tuple[str, str]]:
    if not isinstance(e, np.ndarray) or not isinstance(g, (np.ndarray, frit.Array)):
        return
    seen = np.asarray(g)
    for name, value in expected.given.items():
        shares = np.shares_memory(e, value)
        if shares != np.shares_memory(seen, got.given[name]):
            yield "memory", f"{'has no' if shares else 'has'} memory of {name}'s"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's own, of broadcast arrays
        writable = e.flags.writeable
    if e.size and writable != seen.flags.writeable:
        yield "writable", f"{'not ' if writable else ''}writable"


def close(e: Any, g: Any) -> bool:
    """Equal, or within a few units in the last place of the largest element."""
    e, g = np.asarray(e), np.asarray(g)
    if e.dtype != g.dtype or e.shape != g.shape:
        return False
    if e.dtype.kind not in "fc":
        return bool(np.array_equal(e, g))
    if not np.array_equal(np.isnan(e), np.isnan(g)):
        return False
    eps = float(np.finfo(e.dtype).eps)
    with np.errstate(all="ignore"):
        wide = [np.nan_to_num(part.astype(np.clongdouble), posinf=1e9) for part in (e, g)]
        largest = max(1.0, float(np.max(np.abs(wide[0]), initial=0)))
        return bool(np.all(np.abs(wide[0] - wide[1]) <= ULPS * eps * largest))


# ------------------------------------------------------------------------------------------- walk


def differences(
    calls: list[Call], ways: list[str], count: int, every: bool = False
) -> Iterator[Difference]:
    """What differs, of calls made with `count` variants each (or every one)."""
    functions = Functions(calls)
    for call in calls:
        for way in ways:
            if way == "array" and not has(call):
                continue
            for variant in variants(call, True) if every else sampled(call, way, count):
                expected = next(run(functions, call, "numpy", variant))
                for got in run(functions, call, way, variant):
                    found = list(compare(expected, got, way))
                    yield from (Difference(call, way, variant, *one) for one in found)
                    if found:
                        break


def has(call: Call) -> bool:
    """Whether frit has the function: others are NumPy's alone."""
    if call.name.startswith("."):
        return hasattr(frit.Array, call.name[1:])
    if call.name in ("operators", "statements"):
        return True
    top, *rest = call.name.split(".")
    return hasattr(frit, top) and not (rest and top != "linalg")


def main() -> None:
    import argparse

    from registry_differences import explained

    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--later", action="store_true")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("-k", action="append", default=[])
    parser.add_argument("--way", action="append", default=[])
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--meant", action="store_true", help="also what is meant to differ")
    options = parser.parse_args()
    calls = list(later_calls() if options.later else all_calls())
    if options.k:
        calls = [call for call in calls if call.name in options.k]
    found = differences(calls, options.way or WAYS, options.count, options.all)
    counts: collections.Counter[Any] = collections.Counter()
    for one in found:
        if not options.meant and explained(one):
            continue
        key = (one.call.text, one.call.after, one.way, one.kind)
        counts[key] += 1
        if counts[key] == 1 or not options.brief:
            print(one, flush=True)
    print(len(calls), "calls;", sum(counts.values()), "differences in", len(counts), "rows")


if __name__ == "__main__":
    sys.exit(main())
