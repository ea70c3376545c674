"""Random array programs, for the property tests.

A program is Python text in two spellings that mean the same: one for NumPy, which says what is
right, one for frit. It is made statement by statement while NumPy runs it, so that shapes fit; what
NumPy refuses is left out. Results of steps are copied to row-major order on NumPy's side, because
NumPy chooses another order now and then, and whether a later reshape is a view hangs on it; views
stay views on both sides.

All ops drawn here are exact (correctly rounded, or on integers), so results are compared bit by
bit.
"""

from __future__ import annotations

import ast
import itertools
import linecache
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

Draw = Callable[[Any], Any]

BOOL = ("bool",)
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
DTYPES = BOOL + SIGNED + UNSIGNED + FLOATS + COMPLEX

FLOAT_SPECIALS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, np.inf, -np.inf, np.nan)


def special_values(dtype: np.dtype) -> np.ndarray:
    """Values at which arithmetic of the dtype goes wrong most easily."""
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        near = [info.min, info.min + 1, info.max - 1, info.max, 0, 1, 2, 3, 7]
        return np.array(near + ([-1, -2, -7] if dtype.kind == "i" else []), dtype)
    if dtype.kind == "f":
        f = np.finfo(dtype)
        own = [f.max, f.min, f.tiny, f.smallest_subnormal, -f.smallest_subnormal, f.eps, 1 + f.eps]
        return np.concatenate([np.array(FLOAT_SPECIALS, dtype), np.array(own, dtype)])
    parts = special_values(np.dtype(f"float{dtype.itemsize * 4}"))
    out = np.empty(len(parts), dtype)
    out.real, out.imag = parts, parts[::-1]
    return out


def fill(shape: tuple[int, ...], dtype: Any, seed: int, wild: bool = True) -> np.ndarray:
    """An array of small numbers, with special ones among them where it is wild."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        out = rng.integers(0, 2, shape).astype(bool)
    elif dtype.kind in "iu":
        out = rng.integers(0 if dtype.kind == "u" else -9, 10, shape).astype(dtype)
    elif dtype.kind == "f":
        out = (rng.integers(-40, 41, shape) / 8).astype(dtype)
    else:
        parts = rng.integers(-40, 41, (2, *shape)) / 8
        out = (parts[0] + 1j * parts[1]).astype(dtype)
    if wild:
        pool = special_values(dtype)
        out = np.where(rng.random(shape) < 0.3, pool[rng.integers(0, len(pool), shape)], out)
    return np.asarray(out, dtype)


LAYOUTS = ("row", "column", "every second", "backwards", "broadcast", "inner", "swapped axes")


def laid_out(values: np.ndarray, layout: str) -> np.ndarray:
    """The same values in memory of another order: a NumPy user's arrays are often views."""
    rank = values.ndim
    if layout == "column":
        return np.asfortranarray(values)
    if layout == "every second" and rank:
        big = np.zeros((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
        big[..., ::2] = values
        return big[..., ::2]
    if layout == "backwards" and rank:
        return np.ascontiguousarray(values[..., ::-1])[..., ::-1]
    if layout == "broadcast" and rank and values.shape[0] > 1:
        return np.broadcast_to(values[0].copy(), values.shape)
    if layout == "inner" and rank:
        big = np.zeros(tuple(n + 2 for n in values.shape), values.dtype)
        inside = tuple(slice(1, n + 1) for n in values.shape)
        big[inside] = values
        return big[inside]
    if layout == "swapped axes" and rank > 1:
        return np.ascontiguousarray(values.swapaxes(0, -1)).swapaxes(0, -1)
    return np.ascontiguousarray(values).reshape(values.shape)


EXTENTS = (0, 1, 1, 2, 3, 3, 4, 5)
shapes = st.lists(st.sampled_from(EXTENTS), max_size=3).map(tuple)


@dataclass
class Program:
    """Text and arguments. Arguments are made anew for every run, since programs change them."""

    arrays: list[tuple[tuple[int, ...], str, int, str, bool]] = field(default_factory=list)
    shared: list[tuple[int, str]] = field(default_factory=list)  # further arguments: views
    numbers: list[bool | int | float | complex] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)  # NumPy's spelling and frit's
    names: list[str] = field(default_factory=list)  # the results to compare

    def arguments(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for k, (shape, dtype, seed, layout, wild) in enumerate(self.arrays):
            made[f"a{k}"] = laid_out(fill(shape, dtype, seed, wild), layout)
        for k, (of, index) in enumerate(self.shared):
            made[f"b{k}"] = eval(f"x[{index}]", {"x": made[f"a{of}"]})  # our own text
        for k, number in enumerate(self.numbers):
            made[f"s{k}"] = number
        return made

    def text(self, spelling: int, name: str = "program") -> str:
        head = f"def {name}({', '.join(self.arguments())}):"
        body = [line[spelling] for line in self.lines]
        return "\n    ".join([head, *body, f"return ({', '.join(self.names)},)"]) + "\n"

    def __repr__(self) -> str:
        lines = [f"{k} = {v!r}" for k, v in self.arguments().items()]
        return "\n".join(["", *lines, self.text(1)])


def own(x: Any) -> np.ndarray:
    """A step's result as an array of its own, also where NumPy gives a scalar."""
    return np.array(x, order="C")


_files = itertools.count()


def standard_floor(x: Any, y: Any) -> Any:
    """x // y as the array standard has it, and frit between its arrays: x / y where one is infinite."""
    quotient = x // y
    if quotient.dtype.kind != "f":
        return quotient
    infinite = np.isinf(x) | np.isinf(y)
    return np.where(infinite, np.divide(x, y, dtype=quotient.dtype), quotient)[()]


def standard_floor_into(x: Any, y: Any) -> Any:
    """x //= y of that kind."""
    if not isinstance(x, np.ndarray):
        return standard_floor(x, y)
    wanted = standard_floor(x, y)
    x //= y
    x[...] = wanted
    return x


class _StandardFloors(ast.NodeTransformer):
    """Every // of a program becomes the array standard's."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.FloorDiv):
            return node
        return ast.copy_location(_call("standard_floor", node.left, node.right), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.FloorDiv):
            return node
        now = ast.parse(ast.unparse(node.target), mode="eval").body
        made = ast.Assign([node.target], _call("standard_floor_into", now, node.value))
        return ast.copy_location(made, node)


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def standard_function_of(program: Program) -> Callable[..., Any]:
    """What NumPy makes of the program where // is the array standard's."""
    tree = ast.fix_missing_locations(_StandardFloors().visit(ast.parse(program.text(0))))
    scope: dict[str, Any] = {"np": np, "own": own}
    scope |= {"standard_floor": standard_floor, "standard_floor_into": standard_floor_into}
    exec(compile(tree, "<program>", "exec"), scope)  # text of our own making
    function: Callable[..., Any] = scope["program"]
    return function


def function_of(program: Program, spelling: int, scope: dict[str, Any]) -> Callable[..., Any]:
    """The program as a function whose source Python can find."""
    text = program.text(spelling)
    file = f"<program {next(_files)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    scope = {"np": np, "own": own, **scope}
    exec(compile(text, file, "exec"), scope)  # text of our own making
    function: Callable[..., Any] = scope["program"]
    return function


# ---- statements


def slice_text(draw: Draw, extent: int) -> str:
    bounds = st.none() | st.integers(-extent - 2, extent + 2)
    start, stop = draw(bounds), draw(bounds)
    step = draw(st.sampled_from((None, None, 1, 2, 3, -1, -2)))
    show = ["" if x is None else str(x) for x in (start, stop, step)]
    return ":".join(show) if step is not None else ":".join(show[:2])


def index_text(draw: Draw, shape: tuple[int, ...]) -> str:
    """A basic index that leaves at least one axis, so that the result is a view."""
    parts = [slice_text(draw, n) for n in shape[: draw(st.integers(0, len(shape)))]]
    kind = draw(st.sampled_from(("slices", "integer", "dots", "new")))
    if kind == "integer" and len(shape) > 1 and parts and shape[0] > 0:
        parts[0] = str(draw(st.integers(-shape[0], shape[0] - 1)))
        parts = parts if len(parts) < len(shape) or ":" in "".join(parts) else [*parts[:-1], ":"]
    elif kind == "dots" or not parts:
        parts = ["...", *(slice_text(draw, n) for n in shape[-1:])]
    elif kind == "new":
        parts.insert(draw(st.integers(0, len(parts))), "None")
    return ", ".join(parts)


UNARY = ("abs", "sign", "square", "floor", "ceil", "trunc", "rint", "sqrt", "isnan", "isinf")
UNARY += ("isfinite", "logical_not", "signbit", "conj", "real", "imag", "positive", "negative")
OPERATORS = ("+", "-", "*", "/", "//", "%", "&", "|", "^", "<", "<=", "==", "!=", ">", ">=")
FUNCTIONS = ("maximum", "minimum", "logical_and", "logical_or", "logical_xor", "copysign")
IN_PLACE = ("+=", "-=", "*=", "/=", "//=", "%=", "&=", "|=", "^=")
REDUCTIONS = ("max", "min", "any", "all", "sum", "prod", "argmax", "argmin")
LITERALS = ("0", "1", "2", "3", "-1", "7", "True", "0.5", "-2.0", "1.5", "100", "(1+2j)")


class Maker:
    """Makes a program while NumPy runs it."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.program = Program()
        self.scope: dict[str, Any] = {}

    # -- what there is to work on

    def pick(self, *options: str) -> str:
        return str(self.draw(st.sampled_from(options)))

    def arrays(self) -> list[str]:
        return [name for name, v in self.scope.items() if isinstance(v, np.ndarray)]

    def array(self) -> str:
        return self.pick(*self.arrays())

    def operand(self) -> str:
        """An array, mostly; else a number: an argument or written out."""
        kind = self.draw(st.integers(0, 5))
        if kind == 0:
            return self.pick(*LITERALS)
        if kind == 1 and self.program.numbers:
            return self.pick(*(f"s{k}" for k in range(len(self.program.numbers))))
        return self.array()

    # -- adding

    def try_line(self, numpy_text: str, frit_text: str | None = None) -> bool:
        scope = dict(self.scope, np=np, own=own)
        saved = {n: v.copy() for n, v in self.scope.items() if isinstance(v, np.ndarray)}
        try:
            exec(numpy_text, scope)  # text of our own making
        except (TypeError, ValueError, IndexError, OverflowError):
            for name, value in saved.items():  # NumPy may have written a part
                if self.scope[name].flags.writeable:
                    self.scope[name][...] = value
            return False
        self.scope = {n: v for n, v in scope.items() if n[0] in "absv" and n[1:].isdigit()}
        self.program.lines.append((numpy_text, frit_text or numpy_text.replace("np.", "frit.")))
        return True

    def new_name(self) -> str:
        return f"v{len(self.program.lines)}"

    def step(self, expression: str, frit_expression: str | None = None) -> None:
        name = self.new_name()
        other = frit_expression or expression.replace("np.", "frit.")
        if self.try_line(f"{name} = own({expression})", f"{name} = {other}"):
            self.check_new(name)

    def view(self, expression: str) -> None:
        self.try_line(f"{self.new_name()} = {expression}")

    def check_new(self, name: str) -> None:
        if self.scope[name].size > 400:  # enough
            self.program.lines.pop()
            del self.scope[name]

    # -- one statement

    def unary(self) -> None:
        x, f = self.array(), self.pick(*UNARY)
        kind = self.scope[x].dtype.kind
        if kind == "c" and f in ("abs", "sign", "square", "sqrt"):
            return  # not exact, or (sign) not the same in all versions of NumPy
        if (kind != "c" and f == "real") or (kind == "b" and f == "conj"):
            return  # the array itself; int8, of all things
        zero = " + 0" if f == "sign" and kind == "f" else ""  # of which sign a zero is
        self.step(f"np.{f}({x}){zero}")

    def binary(self) -> None:
        x, y, op = self.array(), self.operand(), self.pick(*OPERATORS)
        if self.draw(st.booleans()):
            x, y = y, x
        if self.awkward(x, y, op):
            return
        self.step(f"{x} {op} {y}")

    def awkward(self, x: str, y: str, op: str) -> bool:
        """Where NumPy itself has several answers, or another one on purpose."""
        kinds = {np.asarray(eval(n, {}, self.scope)).dtype.kind for n in (x, y)}
        if "c" in kinds and op.rstrip("=") in ("*", "/"):
            return True  # not one rounding
        return "c" in kinds and op in ("<", "<=", ">", ">=")

    def function(self) -> None:
        x, y, f = self.array(), self.operand(), self.pick(*FUNCTIONS)
        zero = " + 0" if f in ("maximum", "minimum") else ""  # which zero is not said
        both = self.scope[x].dtype.kind + np.asarray(eval(y, {}, self.scope)).dtype.kind
        if "c" in both or (zero and both == "bb"):
            return
        self.step(f"np.{f}({x}, {y}){zero}")

    def where(self) -> None:
        x = self.array()
        test = f"{x} != 0" if self.scope[x].dtype.kind == "c" else f"{x} > 0"
        y = self.operand()
        if y in ("-1", "100", "-3") or (y[0] == "s" and abs(self.scope[y]) > 1):
            return  # NumPy wraps what does not fit, here alone; frit says so
        self.step(f"np.where({test}, {self.array()}, {y})")

    def cast(self) -> None:
        x, to = self.array(), self.pick(*DTYPES)
        value, target = self.scope[x], np.dtype(to)
        if target.kind in "iu" and value.dtype.kind in "fc":
            info, real = np.iinfo(target), value.real
            if not np.all((real > float(info.min) / 2) & (real < float(info.max) / 2)):
                return  # NumPy leaves the result open
        if value.dtype == np.int64 and to == "float16":
            return  # NumPy rounds twice
        self.step(f"{x}.astype(np.{to})")

    def reduce(self) -> None:
        x, f = self.array(), self.pick(*REDUCTIONS)
        value = self.scope[x]
        if f in ("sum", "prod") and value.dtype.kind in "fc":
            return  # another order of adding; has a test of its own
        if value.dtype.kind == "c":
            return
        axes = st.none() | st.integers(-value.ndim, value.ndim - 1) if value.ndim else st.none()
        axis = self.draw(axes)
        keep = ", keepdims=True" if self.draw(st.booleans()) else ""
        zero = " + 0" if f in ("max", "min") and value.dtype.kind == "f" else ""
        self.step(f"np.{f}({x}, axis={axis}{keep}){zero}")

    def slice(self) -> None:
        x = self.array()
        if self.scope[x].ndim:
            self.view(f"{x}[{index_text(self.draw, self.scope[x].shape)}]")

    def turn(self) -> None:
        x = self.array()
        value = self.scope[x]
        how = self.pick("T", "expand", "squeeze", "broadcast", "reshape", "flip", "swap")
        if how == "T":
            self.view(f"{x}.T")
        elif how == "expand":
            self.view(f"np.expand_dims({x}, axis={self.draw(st.integers(0, value.ndim))})")
        elif how == "squeeze" and value.ndim and value.shape[0] == 1:
            self.view(f"np.squeeze({x}, axis=0)")
        elif how == "broadcast" and value.size < 40:
            self.view(f"np.broadcast_to({x}, {(2, *value.shape)})")
        elif how == "reshape" and value.flags.c_contiguous and value.size:
            shape = self.draw(st.sampled_from(((-1,), (1, -1), (value.size, 1), (-1, 1, 1))))
            self.view(f"{x}.reshape({shape})")
        elif how == "flip" and value.ndim:
            self.view(f"{x}[::-1]")
        elif how == "swap" and value.ndim > 1:
            self.view(f"np.swapaxes({x}, 0, -1)")

    def is_scalar(self, x: str) -> bool:
        """A step's result of rank 0, or a view of it: NumPy has scalars there, which nobody can
        change, so that `x += 1` makes a new one."""
        return any(
            v.ndim == 0 and n[0] == "v" and np.may_share_memory(v, self.scope[x])
            for n, v in self.scope.items()
            if isinstance(v, np.ndarray)
        )

    def in_place(self) -> None:
        x, y, op = self.array(), self.operand(), self.pick(*IN_PLACE)
        if not self.is_scalar(x) and not self.awkward(x, y, op):
            self.try_line(f"{x} {op} {y}")

    def part_in_place(self) -> None:
        x, y, op = self.array(), self.operand(), self.pick(*IN_PLACE, "=", "=")
        value = self.scope[x]
        if self.is_scalar(x) or self.awkward(x, y, op):
            return
        if op == "=" and self.narrows(y, value.dtype):
            return
        index = index_text(self.draw, value.shape) if value.ndim else "..."
        self.try_line(f"{x}[{index}] {op} {y}")

    def narrows(self, y: str, to: np.dtype) -> bool:
        """Would storing y there cut a number off in a way that NumPy leaves open?"""
        value = np.asarray(eval(y, {}, self.scope))
        return value.dtype.kind in "fc" and to.kind in "biu"

    def gather(self) -> None:
        x = self.array()
        value = self.scope[x]
        if not value.ndim or not value.shape[0]:
            return
        n = value.shape[0]
        picks = self.draw(st.lists(st.integers(-n, n - 1), max_size=4))
        key = f"np.asarray({picks}, dtype=np.int64)"
        if self.draw(st.booleans()):
            self.step(f"{x}[{key}]")
            return
        once = len({p % n for p in picks}) == len(picks)
        if once and value.dtype.kind != "c" and not self.is_scalar(x):
            self.try_line(f"{x}[{key}] {self.pick('+=', '-=', '=')} {self.pick('1', '2')}")

    def mask(self) -> None:
        x = self.array()
        value = self.scope[x]
        if value.dtype.kind == "c":
            return
        if self.draw(st.booleans()):
            self.step(f"{x}[{x} > 0]")
        elif not self.is_scalar(x):
            self.try_line(f"{x}[{x} > 1] {self.pick('+=', '=')} 1")

    def join(self) -> None:
        x, y = self.array(), self.array()
        how = self.pick("np.concatenate(({x}, {y}), axis=0)", "np.stack(({x}, {y}), axis=-1)",
                        "np.roll({x}, 1, axis=0)", "np.repeat({x}, 2, axis=0)", "np.tile({x}, 2)")
        kinds = {self.scope[x].dtype.kind, self.scope[y].dtype.kind}
        if self.scope[x].ndim and kinds != {"u", "i"}:
            self.step(how.format(x=x, y=y))

    def alias(self) -> None:
        self.view(self.array())

    def copy(self) -> None:
        self.step(f"{self.array()}.copy()")


STATEMENTS = (
    "unary", "binary", "binary", "function", "where", "cast", "reduce", "slice", "slice", "turn",
    "in_place", "in_place", "part_in_place", "part_in_place", "gather", "mask", "join", "alias",
    "copy",
)  # fmt: skip


@st.composite
def programs(draw: Draw, most: int = 8, kinds: tuple[str, ...] = STATEMENTS) -> Program:
    maker = Maker(draw)
    p = maker.program
    for _ in range(draw(st.integers(1, 3))):
        shape, dtype = draw(shapes), draw(st.sampled_from(DTYPES))
        if p.arrays and draw(st.booleans()):  # more that fits together
            shape = p.arrays[0][0]
        seed, wild = draw(st.integers(0, 1000)), draw(st.booleans())
        p.arrays.append((shape, dtype, seed, draw(st.sampled_from(LAYOUTS)), wild))
    if p.arrays[0][0] and draw(st.booleans()):
        p.shared.append((0, index_text(draw, p.arrays[0][0])))
    numbers = (True, 0, 1, -3, 100, 0.5, -1.25, 2 + 1j)
    p.numbers = draw(st.lists(st.sampled_from(numbers), max_size=2))
    maker.scope = p.arguments()
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(draw(st.integers(2, 2 * most))):
            getattr(maker, draw(st.sampled_from(kinds)))()
    p.names = [n for n in maker.scope if not n.startswith("s")]
    return p
