"""Whether what a function changes hangs on how its arrays lie in memory.

NumPy's results take after their operands, frit's are row-major. Nobody can tell, but where a function
reshapes and writes, or gives back an array and a reshape of it: whether they share memory hangs on the
layout. Where an array that is not row-major may be around such a function runs as it is written.
"""

from __future__ import annotations

import ast
import types
from typing import Any

from .._array.rows import ALWAYS, ROWS, names
from .callables import RESHAPING, VIEWING, is_user_function
from .function_source import NoSource, function_tree
from .world import array_world

_TURNING = names(lambda row: row.turns == ALWAYS) | {"order", "slice", "s_", "index_exp"}
"""Names that bring axes into another order, or repeat elements: copies of those are column-major."""

_TURNING_WITH = [(row.name, row.turns) for row in ROWS if row.turns not in ("", ALWAYS)]
"""Functions that do so where they are told that; keywords are names, too."""


def mentioned(function: types.FunctionType, depth: int = 4) -> set[str]:
    """Names of attributes, variables and keywords in the function, in those inside, and in its helpers."""
    codes, names = [function.__code__], set[str]()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                codes.append(constant)
            elif type(constant) is tuple:  # the keywords of a call
                names.update(word for word in constant if type(word) is str)
    for helper in _helpers(function, names) if depth else ():
        names |= mentioned(helper, depth - 1)
    return names


def turns(function: types.FunctionType, names: set[str]) -> bool:
    """Whether it may make arrays that are not row-major. names: those that it mentions."""
    if names & _TURNING or any({name, word} <= names for name, word in _TURNING_WITH):
        return True
    return _picks_along_later_axes(function)


def lies_otherwise(leaf: Any) -> bool:
    """Whether it is a NumPy array of several axes that is not row-major."""
    return array_world(leaf) == "numpy" and leaf.ndim > 1 and not leaf.flags.c_contiguous


def _helpers(function: types.FunctionType, names: set[str]) -> list[types.FunctionType]:
    """Functions of the user's that it mentions."""
    found = [function.__globals__.get(name) for name in names]
    return [f for f in found if type(f) is types.FunctionType and is_user_function(f)]


# ---------------------------------------------------------------------------------------- results


def returns_reshaped(function: types.FunctionType) -> bool:
    """Whether it may give back an array together with a reshape of it: the caller sees what they share."""
    try:
        tree = function_tree(function)
    except NoSource:
        return True
    families = _Families(_reshaping_helpers(function))
    given = list[str]()  # names that what is given back may share memory with
    for node in sorted(ast.walk(tree), key=lambda node: getattr(node, "lineno", 0)):
        if isinstance(node, (ast.Assign, ast.NamedExpr)):
            families.assign(node.targets if isinstance(node, ast.Assign) else [node.target], node.value)
        elif isinstance(node, (ast.Return, ast.Lambda)):
            result = node.value if isinstance(node, ast.Return) else node.body
            given += families.shared(result) if result is not None else []
    firsts = [families.first(name) for name in given]
    return any(firsts.count(first) > 1 for first in {families.first(name) for name in families.reshaped})


def _reshaping_helpers(function: types.FunctionType) -> set[str]:
    """Names of the user's functions that may give back a reshape of what they are given."""
    names = set(function.__code__.co_names)
    found = {name: function.__globals__.get(name) for name in names}
    helpers = {name: f for name, f in found.items() if type(f) is types.FunctionType and is_user_function(f)}
    return {name for name, f in helpers.items() if mentioned(f) & RESHAPING}


class _Families:
    """Names whose arrays may share memory, as far as the text of a function tells."""

    def __init__(self, helpers: set[str]):
        self.helpers = helpers
        self.joined = dict[str, str]()  # a name to another one of its family
        self.reshaped = set[str]()  # of which reshapes were taken
        self.holders = set[str]()  # of containers: what they hold may be several

    def first(self, name: str) -> str:
        while self.joined.get(name, name) != name:
            name = self.joined[name]
        return name

    def assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        names = [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
        shared = self.shared(value)
        if isinstance(value, (ast.Tuple, ast.List, ast.Dict)):
            self.holders.update(names)
        for name in [*names[1:], *shared]:
            first, other = self.first(name), self.first(names[0])
            if first != other:
                self.joined[first] = other

    def shared(self, value: ast.expr) -> list[str]:
        """Names of arrays that the value of an expression may share memory with."""
        if isinstance(value, ast.Name):
            return [value.id] * (2 if value.id in self.holders else 1)
        if isinstance(value, (ast.Tuple, ast.List)):
            return [name for item in value.elts for name in self.shared(item)]
        if isinstance(value, ast.Dict):
            return [name for item in value.values for name in self.shared(item)]
        if isinstance(value, ast.IfExp):
            return [*self.shared(value.body), *self.shared(value.orelse)]
        if isinstance(value, ast.BoolOp):
            return [name for item in value.values for name in self.shared(item)]
        if isinstance(value, (ast.Subscript, ast.Attribute, ast.Starred, ast.NamedExpr)):
            return self.shared(value.value)
        return self.shared_by_call(value) if isinstance(value, ast.Call) else []

    def shared_by_call(self, call: ast.Call) -> list[str]:
        arguments = [*call.args, *[word.value for word in call.keywords]]
        if isinstance(call.func, ast.Name):
            names = [name for argument in arguments for name in self.shared(argument)]
            self.reshaped.update(names if call.func.id in self.helpers else ())
            return names if call.func.id in self.helpers else []
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in VIEWING:
            return []
        owner = call.func.value
        of_module = isinstance(owner, ast.Name) and owner.id in ("np", "numpy", "frit")
        names = self.shared(owner) if not of_module else self.shared(call.args[0]) if call.args else []
        self.reshaped.update(names if call.func.attr in RESHAPING else ())
        return names


# ---------------------------------------------------------------------------------------- indices


def _picks_along_later_axes(function: types.FunctionType, depth: int = 4) -> bool:
    """Whether it reads x[:, p] with what may be an array: NumPy's result has the axis of p outermost."""
    try:
        tree = function_tree(function)
    except NoSource:
        return True
    counters = _counters(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
            free = [k for k, part in enumerate(parts) if _is_free(part)]
            if free and any(_may_be_array(part, counters) for part in parts[free[0] :]):
                return True
    if not depth:
        return False
    names = set(function.__code__.co_names)
    return any(_picks_along_later_axes(h, depth - 1) for h in _helpers(function, names) if h != function)


def _is_free(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) or (isinstance(part, ast.Constant) and part.value is ...)


def _counters(tree: ast.AST) -> set[str]:
    """Names that stand for integers: those that loops over a range, or enumerate, count with."""
    counting, others = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Call):
            name = getattr(node.iter.func, "id", getattr(node.iter.func, "attr", None))
            target: Any = node.target
            if name == "enumerate" and isinstance(target, ast.Tuple):
                target = target.elts[0]
            if name in ("range", "enumerate") and isinstance(target, ast.Name):
                counting.add(target.id)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            others |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return counting - others


def _may_be_array(part: ast.expr, counters: set[str]) -> bool:
    if isinstance(part, (ast.Constant, ast.Slice)):
        return False
    if isinstance(part, ast.Name):
        return part.id not in counters
    if isinstance(part, ast.UnaryOp):
        return _may_be_array(part.operand, counters)
    if isinstance(part, ast.BinOp):
        return _may_be_array(part.left, counters) or _may_be_array(part.right, counters)
    if isinstance(part, ast.Call):  # of sizes
        return getattr(part.func, "id", None) not in ("len", "int")
    if isinstance(part, ast.Subscript):
        return getattr(part.value, "attr", None) != "shape"
    return not (isinstance(part, ast.Attribute) and part.attr in ("ndim", "size"))
