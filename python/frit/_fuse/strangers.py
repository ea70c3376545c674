"""Objects with operators of their own: sparse matrices, data frames, quantities with units.

Inside a recorded run arrays are stand-ins, which such an object's operators would be given though
they may not know them. So in a body that may meet one (`may_meet_strangers`, read from its syntax
tree) operators have hooks as well, and hand the caller's own arrays over to Python's protocol.
Bodies that meet none are spared the hooks, which cost a fraction of a microsecond for each step.
"""

from __future__ import annotations

import ast
import builtins
import types
from typing import Any

from . import callables as known
from .scopes import local_names
from .world import is_array, is_number

_METHODS = known.ARRAY_METHODS | known.GROWING_METHODS | {"flat", "view"}
_ATTRIBUTES = known.ARRAY_ATTRIBUTES | known.ARRAY_METHODS | {"dtype", "flat"}


def is_stranger(value: Any) -> bool:
    """Whether operators on it run code that frit does not know."""
    cls = type(value)
    if cls in _FAMILIAR or is_array(value) or is_number(value):
        return False
    if known.is_fused(value) or known.is_slang_part(value) or known.is_own(cls):
        return False
    return not known.is_inert(cls)


_FAMILIAR = frozenset((int, float, bool, str, list, tuple, dict, type(None), slice, range))


def may_meet_strangers(tree: ast.AST, variables: dict[str, Any]) -> bool:
    """Whether the function may get hold of such an object by itself (not through its arguments)."""
    own = local_names(tree)  # type: ignore[arg-type]
    body = tree.body if isinstance(tree.body, list) else [tree.body]  # type: ignore[attr-defined]
    return any(_meets(node, own, variables) for part in body for node in ast.walk(part))


def _meets(node: ast.AST, own: set[str], variables: dict[str, Any]) -> bool:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
        return node.id in variables and is_stranger(variables[node.id])
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        owner = _value(node.value, own, variables)
        if isinstance(owner, types.ModuleType):
            return is_stranger(getattr(owner, node.attr, None))
        return node.attr not in _ATTRIBUTES | _METHODS
    if isinstance(node, ast.Call):
        return _calls_stranger(node.func, own, variables)
    return False


def _calls_stranger(node: ast.expr, own: set[str], variables: dict[str, Any]) -> bool:
    """Whether what the call gives may be one."""
    if isinstance(node, ast.Attribute) and node.attr in _METHODS:
        return False
    if isinstance(node, ast.Lambda):
        return False  # its body is walked too
    if isinstance(node, ast.Name) and node.id in own:
        return False  # a function made inside, or one that was given: see RecordedRun.load
    called = _value(node, own, variables)
    if called is None:
        return True
    table = known.ITERATING | known.HARMLESS | known.CONVERSIONS | known.MATHEMATICS
    if known.is_builtin(called, table) or known.is_numpy(called) or known.is_own(called):
        return False
    if known.is_fused(called) or known.is_slang_part(called):
        return False
    return not known.is_user_function(called)


def _value(node: ast.expr, own: set[str], variables: dict[str, Any]) -> Any:
    """What a name or an attribute of a module is now, or None."""
    if isinstance(node, ast.Name) and node.id not in own:
        return variables.get(node.id, vars(builtins).get(node.id))
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, own, variables)
        if isinstance(owner, types.ModuleType):
            return getattr(owner, node.attr, None)
    return None
