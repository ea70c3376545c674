"""The rewritten bodies of functions, kept with them."""

from __future__ import annotations

import dataclasses
import types
from typing import Any

from . import _analysis
from ._callables import is_user_function
from ._function_source import NoSource
from ._hooks import Hooks
from ._rewrite import rewrite


@dataclasses.dataclass(eq=False)
class Body:
    """A function's rewritten body. It is kept with the function, and goes with it."""

    function: types.FunctionType
    code: types.CodeType
    rewritten: Any
    why: str | None  # there is none


def body_of(function: types.FunctionType) -> tuple[Any, str | None]:
    """The rewritten function, or None and why there is none."""
    found = function.__dict__.get("__frit_body__")
    # Decorators copy what is kept with a function to others.
    if found is None or found.function is not function or found.code is not function.__code__:
        found = Body(function, function.__code__, *_make_body(function))
        function.__dict__["__frit_body__"] = found
    if found.rewritten is not None:
        found.rewritten.__defaults__ = function.__defaults__
        found.rewritten.__kwdefaults__ = function.__kwdefaults__
    return found.rewritten, found.why


def _make_body(function: types.FunctionType) -> tuple[Any, str | None]:
    try:
        analysis = _analysis.analyse(function)
        if analysis.plain is not None:
            return None, analysis.plain.why
        return rewrite(function, Hooks(function)), None
    except NoSource as error:
        return None, f"source not available: {error}"


def inline(function: Any) -> Any:
    """The rewritten body of a function of the user's, or None."""
    if type(function) is not types.FunctionType or not is_user_function(function):
        return None
    return body_of(function)[0]
