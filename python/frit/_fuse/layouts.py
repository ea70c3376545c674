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
    family = dict[str, str]()  # of a name: the first one of those that may share its memory
    reshaped = set[str]()  # first names of families with a reshape
    given = list[tuple[str, bool]]()  # what is given back: of which family, and whether reshaped there
    nodes = sorted(ast.walk(tree), key=lambda node: getattr(node, "lineno", 0))
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name, reshapes = _viewed(node.value)
            first = family.get(name, name) if name else node.targets[0].id
            family[node.targets[0].id] = first
            if reshapes:
                reshaped.add(first)
        elif isinstance(node, (ast.Return, ast.Lambda)):
            result = node.value if isinstance(node, ast.Return) else node.body
            items = result.elts if isinstance(result, (ast.Tuple, ast.List)) else []
            items = result.values if isinstance(result, ast.Dict) else items
            given += [_viewed(item) for item in items]
    firsts = [family.get(name, name) for name, _ in given if name]
    reshaped |= {family.get(name, name) for name, reshapes in given if name and reshapes}
    return any(firsts.count(first) > 1 for first in reshaped)


def _viewed(value: ast.expr) -> tuple[str, bool]:
    """The name of the array that an expression is a view of ("": of none), and whether by a reshape."""
    reshapes = False
    while not isinstance(value, ast.Name):
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if value.func.attr not in VIEWING:
                return "", False
            reshapes |= value.func.attr in RESHAPING
            of_module = isinstance(value.func.value, ast.Name) and value.func.value.id in ("np", "numpy", "frit")
            if of_module and not value.args:
                return "", False
            value = value.args[0] if of_module else value.func.value
        elif isinstance(value, (ast.Subscript, ast.Attribute)):
            value = value.value
        else:
            return "", False
    return value.id, reshapes


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
