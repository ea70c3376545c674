"""Reading expressions like "2*a + b*sin(c)": a small grammar of its own, never Python's eval.

The result is code for a stack machine: operands push themselves, an operation replaces its operands
by its result. Nothing in it can do more than what the tables below name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from .._array.rows import BINARY as _TWO
from .._array.rows import REDUCTION, ROWS
from .._errors import LimitError, ParseError
from .run import FUNCTIONS

MAX_LENGTH = 100_000
MAX_DEPTH = 100
MAX_CODE = 20_000

# Operators with two operands: how strongly they bind (as in Python), and their op.
BINARY = {
    "|": (1, "or"),
    "^": (2, "xor"),
    "&": (3, "and"),
    "<<": (4, "shl"),
    ">>": (4, "shr"),
    "+": (5, "add"),
    "-": (5, "sub"),
    "*": (6, "mul"),
    "/": (6, "div"),
    "//": (6, "floor_div"),
    "%": (6, "remainder"),
    "**": (8, "pow"),
}
COMPARISONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
SIGNS = {"-": "neg", "+": "positive", "~": "not"}
_SIGN_BINDS = 7
_POWER_BINDS = 8

_ROWS = [row for row in ROWS if row.evaluate]
# Functions with the op that they are, by the number of their operands.
UNARY_FUNCTIONS = {row.evaluate: row.op for row in _ROWS if row.kind not in (_TWO, REDUCTION)}
BINARY_FUNCTIONS = {row.evaluate: row.op for row in _ROWS if row.kind == _TWO}
REDUCTIONS = frozenset(row.evaluate for row in _ROWS if row.kind == REDUCTION)
CONSTANTS = {"True": True, "False": False}

_REFUSED = {
    "and": "use & between conditions in parentheses",
    "or": "use | between conditions in parentheses",
    "not": "use ~ before a condition in parentheses",
    "if": "use where(condition, a, b)",
    "else": "use where(condition, a, b)",
    "is": "use ==",
    "in": "it has no meaning here",
    "lambda": "functions cannot be defined here",
}

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+)
        |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)
      |(?P<string>[bB]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))
      |(?P<name>[^\W\d]\w*)
      |(?P<sign>\*\*|//|<<|>>|<=|>=|==|!=|[-+*/%&|^~<>(),.=])
      |(?P<open>["'])
      |(?P<other>\S)
    )""",
    re.VERBOSE,
)


_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@dataclass(frozen=True)
class Step:
    """One step of the code: push a variable or constant, or do an operation."""

    kind: str  # "variable", "constant", "binary", "unary", "function", "reduction"
    what: Any
    count: int = 0  # operands of a function
    axis: int | None = None  # of a reduction


@dataclass(frozen=True)
class Expression:
    """An expression that was read: its code, and the names it needs in alphabetical order."""

    text: str
    code: tuple[Step, ...]
    names: tuple[str, ...]


@lru_cache(maxsize=512)
def read(text: str) -> Expression:
    """Reads an expression; ParseError says what is wrong and where."""
    if len(text) > MAX_LENGTH:
        raise LimitError(f"the expression has {len(text)} characters; at most {MAX_LENGTH} go")
    reader = _Reader(text)
    reader.expression(0)
    if reader.kind == "name" and reader.value in _REFUSED:
        reader.refuse()
    if reader.kind != "end":
        reader.fail(f"expected an operator or the end, found {reader.value!r}")
    names = sorted({step.what for step in reader.code if step.kind == "variable"})
    return Expression(text, tuple(reader.code), tuple(names))


class _Reader:
    """Reads tokens and writes code. Only what nests is recursive, and its depth is bounded."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.code: list[Step] = []
        self.depth = 0
        self.place = self.next_place = 0
        self.kind = self.value = ""
        self.advance()

    def fail(self, why: str) -> NoReturn:
        line = self.text.count("\n", 0, self.place) + 1
        column = self.place - (self.text.rfind("\n", 0, self.place) + 1)
        shown = self.text.split("\n")[line - 1]
        start = max(0, column - 50)
        raise ParseError(
            f"line {line}, column {column + 1} of the expression: {why}\n"
            f"  {shown[start : start + 76]}\n  {' ' * (column - start)}^"
        )

    def refuse(self) -> NoReturn:
        """A word of Python that has no place here, and what to write instead."""
        self.fail(f"{self.value!r} cannot be used in an expression: {_REFUSED[self.value]}")

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.next_place)
        if match is None:
            self.place, self.kind, self.value = len(self.text), "end", "the end"
            return
        self.kind = str(match.lastgroup)
        self.value = match[self.kind]
        self.place = match.start(self.kind)
        self.next_place = match.end()
        if self.kind == "open":
            self.fail("the string has no end")
        if self.kind == "other":
            self.fail(f"{self.value!r} has no meaning here")

    def expect(self, sign: str) -> None:
        if self.kind != "sign" or self.value != sign:
            self.fail(f"expected {sign!r}, found {self.value!r}")
        self.advance()

    def emit(self, step: Step) -> None:
        if len(self.code) >= MAX_CODE:
            raise LimitError(f"the expression has more than {MAX_CODE} operands and operators")
        self.code.append(step)

    # ---- the grammar, loosest first

    def expression(self, binds: int) -> None:
        """An operand and the operators after it that bind more strongly than `binds`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitError(f"the expression nests deeper than {MAX_DEPTH} levels")
        self.operand()
        self.operators(binds)
        if binds == 0:
            self.comparison()
        self.depth -= 1

    def operators(self, binds: int) -> None:
        while self.kind == "sign" and self.value in BINARY:
            strength, op = BINARY[self.value]
            if strength <= binds:
                return
            self.advance()
            # A power is read from the right, and takes a signed exponent.
            self.expression(_SIGN_BINDS - 1 if op == "pow" else strength)
            self.emit(Step("binary", op))

    def comparison(self) -> None:
        if self.kind != "sign" or self.value not in COMPARISONS:
            return
        op = COMPARISONS[self.value]
        self.advance()
        self.operand()
        self.operators(0)
        self.emit(Step("binary", op))
        if self.kind == "sign" and self.value in COMPARISONS:
            self.fail("comparisons cannot be chained: write (a < b) & (b < c)")

    def operand(self) -> None:
        if self.kind == "sign" and self.value in SIGNS:
            op = SIGNS[self.value]
            self.advance()
            self.expression(_POWER_BINDS - 1)
            if op != "positive":
                self.emit(Step("unary", op))
        elif self.kind == "sign" and self.value == "(":
            self.advance()
            self.expression(0)
            self.expect(")")
            self.parts()
        elif self.kind == "number":
            self.emit(Step("constant", self.number()))
            self.advance()
        elif self.kind == "string":
            self.emit(Step("constant", self.string()))
            self.advance()
        elif self.kind == "name":
            self.name()
            self.parts()
        else:
            self.fail(f"expected a number, a name or '(', found {self.value!r}")

    def number(self) -> int | float | complex:
        text = self.value.replace("_", "").lower()
        base = {"0x": 16, "0o": 8, "0b": 2}.get(text[:2])
        if base is None and text.endswith("j"):
            return complex(text)
        if base is None and not text.isdigit():
            return float(text)
        value = int(text, base or 10)
        if value >= 1 << 64:
            self.fail("the integer does not fit into 64 bits")
        return value

    def string(self) -> bytes:
        """A string as bytes: expressions have no others."""
        text = self.value.lstrip("bB")[1:-1]
        if not text.isascii():
            self.fail("a string has ASCII characters only")
        return _ESCAPE.sub(self.unescaped, text).encode("latin-1")

    def unescaped(self, match: re.Match[str]) -> str:
        code = match[1]
        if code[0] == "x" and len(code) == 3:
            return chr(int(code[1:], 16))
        if code not in _ESCAPES:
            self.fail(f"\\{code} has no meaning in a string")
        return _ESCAPES[code]

    def parts(self) -> None:
        """`.real` and `.imag` behind an operand."""
        while self.kind == "sign" and self.value == ".":
            self.advance()
            if self.kind != "name" or self.value not in ("real", "imag"):
                self.fail("only .real and .imag may follow a value")
            self.emit(Step("function", self.value, 1))
            self.advance()

    def name(self) -> None:
        name = self.value
        if name in _REFUSED:
            self.refuse()
        start = self.place
        self.advance()
        if self.kind == "sign" and self.value == "(":
            self.call(name, start)
        elif name in CONSTANTS:
            self.emit(Step("constant", CONSTANTS[name]))
        else:
            self.emit(Step("variable", name))

    def call(self, name: str, start: int) -> None:
        counts = _argument_count(name)
        if counts is None:
            self.place = start
            known = ", ".join(function_names())
            self.fail(f"there is no function {name!r}; there are {known}")
        self.advance()
        count, axis, has_axis = 0, None, False
        while not (self.kind == "sign" and self.value == ")"):
            if name in REDUCTIONS and (count == 1 or self.is_axis()):
                axis, has_axis = self.axis(), True
            else:
                self.expression(0)
                count += 1
            if self.kind == "sign" and self.value == ")":
                break
            self.expect(",")
            if has_axis:
                self.fail(f"{name} takes a value and an axis")
        self.place, place = start, self.place
        if count != counts:
            self.fail(f"{name} takes {counts} argument{'s' * (counts != 1)}, not {count}")
        self.place = place
        self.advance()
        if name in UNARY_FUNCTIONS:
            self.emit(Step("unary", UNARY_FUNCTIONS[name]))
        elif name in BINARY_FUNCTIONS:
            self.emit(Step("binary", BINARY_FUNCTIONS[name]))
        elif name in REDUCTIONS:
            self.emit(Step("reduction", name, axis=axis))
        else:
            self.emit(Step("function", name, count))

    def is_axis(self) -> bool:
        rest = _TOKEN.match(self.text, self.next_place)
        return self.kind == "name" and self.value == "axis" and bool(rest and rest["sign"] == "=")

    def axis(self) -> int | None:
        """The axis of a reduction: a whole number as it stands there, or None."""
        if self.is_axis():
            self.advance()
            self.advance()
        if self.kind == "name" and self.value == "None":
            self.advance()
            return None
        negative = self.kind == "sign" and self.value == "-"
        if negative:
            self.advance()
        if self.kind != "number" or not self.value.isdigit() or len(self.value) > 3:
            self.fail("the axis of a reduction must be a whole number or None")
        axis = int(self.value)
        self.advance()
        return -axis if negative else axis


def _argument_count(name: str) -> int | None:
    if name in UNARY_FUNCTIONS or name in REDUCTIONS:
        return 1
    if name in BINARY_FUNCTIONS:
        return 2
    other = FUNCTIONS.get(name)
    return None if other is None else other.__code__.co_argcount


def function_names() -> list[str]:
    """All functions that an expression may call."""
    return sorted([*UNARY_FUNCTIONS, *BINARY_FUNCTIONS, *FUNCTIONS, *REDUCTIONS])
