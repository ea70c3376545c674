"""The rewritten bodies of functions, kept with them."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Sequence
from typing import Any

from .analysis import Analysis, analyse
from .callables import CHANGING, RESHAPING, is_user_function
from .function_source import NoSource, function_tree
from .hooks import Hooks
from .layouts import lies_otherwise, mentioned, returns_reshaped, turns
from .rewrite import rewrite, variables_of
from .strangers import may_meet_strangers


@dataclasses.dataclass(eq=False)
class Body:
    """A function's rewritten body. It is kept with the function, and goes with it."""

    function: types.FunctionType
    code: types.CodeType
    rewritten: Any
    why: str | None  # there is none
    operators: bool  # binary operators have hooks
    layouts: bool = False  # how arrays lie in memory says what it changes, or what its results share
    turns: bool = False  # it does so with arrays that it has made, which are not all row-major


def body_of(function: types.FunctionType, strangers: bool = False) -> tuple[Any, str | None]:
    """The rewritten function, or None and why there is none.

    strangers: it is going to meet objects with operators of their own.
    """
    found = function.__dict__.get("__frit_body__")
    # Decorators copy what is kept with a function to others.
    if found is None or found.function is not function or found.code is not function.__code__:
        found = function.__dict__["__frit_body__"] = _make_body(function, strangers)
    elif strangers and not found.operators and found.rewritten is not None:
        found = function.__dict__["__frit_body__"] = _make_body(function, True)
    if found.rewritten is not None:
        found.rewritten.__defaults__ = function.__defaults__
        found.rewritten.__kwdefaults__ = function.__kwdefaults__
    return found.rewritten, found.why


def _make_body(function: types.FunctionType, strangers: bool) -> Body:
    code = function.__code__
    try:
        analysis = analyse(function)
        if analysis.plain is not None:
            return Body(function, code, None, analysis.plain.why, False)
        strangers |= may_meet_strangers(function_tree(function), variables_of(function))
        rewritten = rewrite(function, Hooks(function), strangers)
        names = mentioned(function)
        layouts = bool(names & RESHAPING) and (
            bool(names & CHANGING) or _writes(analysis) or returns_reshaped(function)
        )
        turned = layouts and turns(function, names)
        return Body(function, code, rewritten, None, strangers, layouts, turned)
    except NoSource as error:
        return Body(function, code, None, f"source not available: {error}", False)


def hangs_on_layouts(function: types.FunctionType, leaves: Sequence[Any]) -> bool:
    """Whether what a function with a body changes hangs on how its arrays lie in memory.

    It reshapes, and writes or gives both back, and arguments (or what it makes itself) are not row-major
    (layouts.py).
    """
    found = function.__dict__.get("__frit_body__")
    if found is None or not found.layouts:
        return False
    return found.turns or any(lies_otherwise(leaf) for leaf in leaves)


def _writes(analysis: Analysis) -> bool:
    return any(variable.mutations for variable in analysis.variables.values()) or any(
        _writes(helper) for helper in analysis.helpers.values()
    )


def inline(function: Any, strangers: bool = False) -> Any:
    """The rewritten body of a function of the user's, or None."""
    if type(function) is not types.FunctionType or not is_user_function(function):
        return None
    return body_of(function, strangers)[0]
