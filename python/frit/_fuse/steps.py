"""What a body does, where its arguments are not plain arrays: a few kinds of steps whose meaning is known for all of them.

A column of a data frame, or an array in another byte order, stands for a NumPy array as long as nothing but such steps
meet it. So the syntax tree is walked, and the first thing that is something else is the reason why the function runs as it
is written. Nothing that is allowed has effects: such a function may be called once more to see what it would give.
"""

from __future__ import annotations

import ast
import types
from typing import Any

from .function_source import NoSource, function_tree
from .rewrite import variables_of
from .scopes import local_names

UFUNCS = frozenset(
    "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh arctan2 hypot exp exp2 expm1 log log2 log10"
    " log1p sqrt cbrt square reciprocal absolute fabs sign negative positive floor ceil trunc rint isnan isinf isfinite"
    " maximum minimum fmax fmin add subtract multiply divide copysign logaddexp deg2rad rad2deg".split()
)
_REDUCTIONS = frozenset("sum mean max min std var prod any all cumsum".split())
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_LOGIC = (ast.BitAnd, ast.BitOr, ast.BitXor)
_DEEPEST = 8


class Unknown(Exception):
    """A step of another kind; says which, and in which line."""


class Steps:
    """A function's steps. whole: reductions, transposes and parts of arrays are allowed too (of arrays of NumPy's)."""

    def __init__(self, function: types.FunctionType, whole: bool, depth: int = 0):
        self.function, self.whole, self.depth = function, whole, depth
        self.columns: dict[str, set[str]] = {}  # of a parameter: columns that are asked for by name
        self.bare: set[str] = set()  # parameters that are used as they are
        self.conditions: set[str] = set()  # names of what is bool
        self.compares = False
        try:
            self.tree: Any = function_tree(function)
        except NoSource as error:
            raise Unknown(str(error)) from None
        self.known = variables_of(function)
        self.own = local_names(self.tree)
        arguments = self.tree.args
        if arguments.vararg or arguments.kwarg:
            raise Unknown("it takes any number of arguments")
        self.parameters = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self.raw = set(self.parameters)  # names of what may be an argument, or a part of one
        body = self.tree.body
        if isinstance(body, ast.expr):
            self.given(body)
        else:
            for statement in body:
                self.statement(statement)

    def refuse(self, node: ast.AST, what: str) -> Unknown:
        line = getattr(node, "lineno", None)
        return Unknown(f"line {line} {what}" if line else f"it {what}")

    # ---------------------------------------------------------------- statements

    def statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            raw = self.value(node.value)
            name = node.targets[0].id
            self.conditions.discard(name)
            if self.is_condition(node.value):
                self.conditions.add(name)
            self.raw.discard(name)
            if raw:
                self.raw.add(name)
            if name in self.parameters:
                raise self.refuse(node, f"assigns to the parameter {name}")
        elif isinstance(node, ast.Return) and node.value is not None:
            self.given(node.value)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            raise self.refuse(node, "is no assignment to a name")

    def given(self, node: ast.expr) -> None:
        """What is given back: nothing that is an argument, or shares its memory."""
        if isinstance(node, (ast.Tuple, ast.List)):
            for part in node.elts:
                self.given(part)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if not isinstance(key, ast.Constant):
                    raise self.refuse(node, "makes a dict with keys that are computed")
                self.given(value)
        elif self.value(node):
            raise self.refuse(node, "gives back an argument, or a part of one")

    # ---------------------------------------------------------------- expressions; True: it may be an argument

    def value(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            if type(node.value) not in (int, float, bool):
                raise self.refuse(node, f"has a constant of class {type(node.value).__name__}")
            return False
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.BinOp):
            return self.operator(node)
        if isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.Not) or (isinstance(node.op, ast.Invert) and not self.is_condition(node.operand)):
                raise self.refuse(node, "inverts what need not be a condition")
            self.value(node.operand)
            return isinstance(node.op, ast.UAdd)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            if isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)):
                raise self.refuse(node, "asks what is in a container, or which object it is")
            self.compares = True
            self.value(node.left)
            self.value(node.comparators[0])
            return False
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Subscript):
            return self.part(node)
        if isinstance(node, ast.Attribute) and self.whole and node.attr == "T":
            return self.value(node.value)
        known = self.outside(node)
        if type(known) in (int, float):
            return False
        raise self.refuse(node, f"has {ast.unparse(node)[:40]}")

    def name(self, node: ast.Name) -> bool:
        if node.id in self.parameters:
            self.bare.add(node.id)
        if node.id in self.own:
            return node.id in self.raw
        if type(self.outside(node)) not in (int, float):
            raise self.refuse(node, f"reads {node.id} from outside, which is no number")
        return False

    def operator(self, node: ast.BinOp) -> bool:
        if isinstance(node.op, _LOGIC):
            if not self.is_condition(node.left) or not self.is_condition(node.right):
                raise self.refuse(node, "combines what need not be conditions")
        elif isinstance(node.op, ast.Pow):
            if not isinstance(node.right, ast.Constant) or node.right.value not in (2, 3, 0.5, 2.0):
                raise self.refuse(node, "has a power that is not 2, 3 or 0.5")
        elif isinstance(node.op, ast.MatMult):
            if not self.whole:
                raise self.refuse(node, "has a product of matrices")
        elif not isinstance(node.op, _OPERATORS):
            raise self.refuse(node, f"has {type(node.op).__name__}, in which libraries differ")
        self.value(node.left)
        self.value(node.right)
        return False

    def part(self, node: ast.Subscript) -> bool:
        """A column of a frame; a basic part of an array."""
        index = node.slice
        if isinstance(node.value, ast.Name) and node.value.id in self.parameters:
            if isinstance(index, ast.Constant) and isinstance(index.value, str):
                self.columns.setdefault(node.value.id, set()).add(index.value)
                return True
        if not self.whole:
            raise self.refuse(node, f"takes a part ({ast.unparse(node)[:40]})")
        for one in index.elts if isinstance(index, ast.Tuple) else [index]:
            bounds = [one.lower, one.upper, one.step] if isinstance(one, ast.Slice) else [one]
            for bound in bounds:
                bound = bound.operand if isinstance(bound, ast.UnaryOp) else bound
                if bound is not None and not (
                    isinstance(bound, ast.Constant) and (bound.value in (None, ...) or type(bound.value) is int)
                ):
                    raise self.refuse(node, "takes a part that is not named by constants")
        return self.value(node.value)

    def call(self, node: ast.Call) -> bool:
        called = self.outside(node.func)
        if any(isinstance(a, ast.Starred) for a in node.args):
            raise self.refuse(node, "has arguments with a star")
        if called is None and self.whole and isinstance(node.func, ast.Attribute) and node.func.attr in _REDUCTIONS:
            self.value(node.func.value)
            return self.reduction(node, node.args)
        numpy_name = _numpy_name(called)
        if self.whole and numpy_name in _REDUCTIONS | {"amax", "amin"} and node.args:
            self.value(node.args[0])
            return self.reduction(node, node.args[1:])
        if node.keywords:
            raise self.refuse(node, f"calls {ast.unparse(node.func)} with keywords")
        where = numpy_name == "where" and len(node.args) == 3
        if called is abs or where or numpy_name in UFUNCS:
            if where and not self.is_condition(node.args[0]):
                raise self.refuse(node, "chooses by what need not be a condition")
            for argument in node.args:
                self.value(argument)
            return False
        function = getattr(called, "__wrapped__", called) if type(called).__name__ == "Fused" else called
        if type(function) is types.FunctionType and not self.whole and self.depth < _DEEPEST:
            inner = Steps(function, False, self.depth + 1)
            if inner.columns:
                raise self.refuse(node, f"calls {function.__name__}, which takes columns")
            self.compares |= inner.compares
            for argument in node.args:
                self.value(argument)
            return False
        raise self.refuse(node, f"calls {ast.unparse(node.func)[:40]}")

    def reduction(self, node: ast.Call, rest: list[ast.expr]) -> bool:
        for value in [*rest, *(k.value for k in node.keywords)]:
            value = value.operand if isinstance(value, ast.UnaryOp) else value
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
            if not all(isinstance(part, (ast.Constant, ast.UnaryOp)) for part in parts):
                raise self.refuse(node, "reduces along an axis that is computed")
        if any(k.arg not in ("axis", "keepdims", "ddof") for k in node.keywords):
            raise self.refuse(node, "reduces in another way")
        return False

    def is_condition(self, node: ast.expr) -> bool:
        """Whether it is bool by its form."""
        if isinstance(node, ast.Compare) or (isinstance(node, ast.Name) and node.id in self.conditions):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, _LOGIC):
            return self.is_condition(node.left) and self.is_condition(node.right)
        return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert) and self.is_condition(node.operand)

    def outside(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, is now; None where that is not known."""
        if isinstance(node, ast.Name):
            if node.id in self.own:
                return None
            return abs if node.id == "abs" and "abs" not in self.known else self.known.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.outside(node.value)
            return getattr(owner, node.attr, None) if isinstance(owner, types.ModuleType) else None
        return None


def _numpy_name(called: Any) -> str | None:
    """The name of a function of NumPy's that is what its name says."""
    import numpy

    name = getattr(called, "__name__", None)
    return name if isinstance(name, str) and getattr(numpy, name, None) is called else None
