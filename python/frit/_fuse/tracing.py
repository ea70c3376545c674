"""Tracing a function: from arguments to an entry, and the line of the body that decided otherwise."""

from __future__ import annotations

import sys
import traceback
import types
from typing import Any

from .. import _core
from .arguments import Arguments, traced_arguments
from .bodies import body_of, inline
from .function_source import return_lines
from .replay import Entry
from .trace import Break, TracedRun
from .world import World


def trace(
    run: TracedRun,
    function: types.FunctionType,
    arguments: Arguments,
    static: set[int],
    compile: str = "default",
) -> Entry:
    """Runs the body on placeholders. Raises Break or NeedsValue where it cannot be replayed."""
    code = function.__code__
    try:
        args, kwargs = traced_arguments(run, arguments, function, static)
    except Break as broken:  # at an argument or a default
        broken.place = (code.co_filename, code.co_firstlineno)
        raise
    run.given_leaves = arguments.leaves
    run.compile = compile
    lines = return_lines(function)
    body = body_of(function)[0]
    with _Returns(body.__code__, len(lines) > 1) as returns:
        result = run.execute(body, args, kwargs)
    try:
        return Entry(run, result, _program_name(function), compile)
    except Break as broken:  # by what it gives back, or by all of it
        line = returns.line or (lines[0] if lines else code.co_firstlineno)
        broken.place = (code.co_filename, line)
        raise


STRICT_VARIANTS = 3
"""So many numbers that decide sizes get plans of their own; where more come, one for all if that can be."""


def loose_trace(
    world: World,
    function: types.FunctionType,
    arguments: Arguments,
    static: set[int],
    compile: str,
    before: int,
) -> Entry | None:
    """An entry that holds for all numbers which decide sizes alone (sizes.py); None where there are none.

    before: entries that other values of these arguments have.
    """
    if before < STRICT_VARIANTS:
        return None
    run = TracedRun(world, inline)
    run.loose = True
    try:
        entry = trace(run, function, arguments, static, compile)
        return entry if entry.makes else None
    except (Exception, _core.NeedsValue):  # it comes again, from a trace for these numbers alone
        return None
    finally:
        run.close()


class _Returns:
    """Notes the line at which a code returns, where there are several."""

    def __init__(self, code: types.CodeType, watch: bool):
        self.code = code
        self.watch = watch
        self.line: int | None = None

    def __call__(self, frame: types.FrameType, event: str, arg: Any) -> None:
        if event == "return" and frame.f_code is self.code:
            self.line = frame.f_lineno

    def __enter__(self) -> _Returns:
        if self.watch:
            self.before = sys.getprofile()
            sys.setprofile(self)
        return self

    def __exit__(self, *_: Any) -> None:
        if self.watch:
            sys.setprofile(self.before)


def place_of(error: BaseException) -> tuple[str, int] | None:
    """The innermost line of the user's in a traceback."""
    found = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_globals.get("__name__", "").split(".")[0]
        if name not in ("frit", "numpy"):
            found = (frame.f_code.co_filename, line)
    return found


def _program_name(function: types.FunctionType) -> str:
    name = function.__name__
    return name if name.isidentifier() else "main"
