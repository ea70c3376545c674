"""Fused functions in pickles: by reference where an import finds them; by value for those who send functions.

cloudpickle (Dask, joblib and Ray use it) sends functions of `__main__` and inner ones by value. A fused function goes
with it in the same way, with the lines of its source, from which it is traced again over there.
"""

from __future__ import annotations

import copyreg
import linecache
import sys
import types
from typing import Any

from .. import _core
from .function_source import NoSource, function_tree


def _by_value(f: Any) -> bool:
    """Whether it is sent as it is: it cannot be imported, or the pickler sends `__main__`'s functions."""
    name, module = f.__qualname__, f.__module__
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not f:
        return True
    frame = sys._getframe(2)  # a pickler in C has no frame: this is who called it
    return module == "__main__" and "cloudpickle" in frame.f_globals.get("__name__", "")


def _reduce(f: Any) -> Any:
    if not _by_value(f):
        return f.__qualname__
    function: types.FunctionType = f.__wrapped__
    name = function.__code__.co_filename
    try:
        function_tree(function)
        lines = linecache.getlines(name, function.__globals__)
    except NoSource:
        lines = []
    return _again, (function, f.static, f.maxsize, f.compile, f.specs, name, lines)


def _again(function: Any, static: Any, maxsize: int, compile: str, specs: Any, name: str, lines: list[str]) -> Any:
    """The fused function in another process."""
    from .fuse import Fuser, _fused_object

    if isinstance(function, _core.Fused):
        return function
    if lines and not linecache.getlines(name):
        linecache.cache[name] = (sum(map(len, lines)), None, lines, name)
    return _fused_object(Fuser(function, static, maxsize, compile, specs))


def register() -> None:
    """Tells pickle."""
    copyreg.pickle(_core.Fused, _reduce)
