"""The exceptions frit raises: one class a kind, each also one of Python's own."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import types
    from typing import Any

    import numpy

__all__ = [
    "ArgumentError",
    "CompileError",
    "CompileWarning",
    "DeviceError",
    "Diagnostic",
    "DTypeError",
    "Error",
    "IndexOutOfRange",
    "IntegerOverflow",
    "InternalError",
    "LimitError",
    "MismatchError",
    "OutOfMemory",
    "ParseError",
    "ProgramError",
    "ScriptError",
    "ShapeError",
    "UnknownName",
    "UnsupportedError",
]


class Error(Exception):
    """What all exceptions of frit are."""


class ArgumentError(Error, ValueError):
    """A call was given something it cannot take."""


class ShapeError(Error, ValueError):
    """Extents that do not fit together."""


class DeviceError(Error, TypeError):
    """Arrays of different devices in one step, or one of a device where the host must read it."""


class DTypeError(Error, TypeError):
    """Element types that do not fit together, or that an operation does not take."""


class IndexOutOfRange(Error, IndexError):
    """An index outside its array."""


class IntegerOverflow(Error, OverflowError):
    """A Python integer that the dtype it meets does not hold."""


class UnknownName(Error, KeyError):
    """A name that nothing is called: a variable of an expression, a program of a module."""

    def __str__(self) -> str:
        return Exception.__str__(self)  # KeyError's would put the sentence into quotes


class LimitError(Error, ValueError):
    """A documented limit was passed: rank, size, depth."""


class ParseError(Error, ValueError):
    """Text that is not a program or an expression."""


class Diagnostic(NamedTuple):
    """One thing that is wrong with a source text."""

    file: str
    line: int
    column: int
    kind: str  # "error", "warning" or "note"
    message: str
    hint: str  # "" where there is none

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.kind}: {self.message}"


_PLACE = re.compile(r"^(.+?):(\d+):(\d+): (error|warning|note): (.*)$")
_HINT = re.compile(r"^\s*(?:\|\s*)?hint: (.*)$")


def diagnostics_of(report: str) -> tuple[Diagnostic, ...]:
    """A compiler's report, taken apart."""
    found: list[Diagnostic] = []
    for line in report.splitlines():
        place, hint = _PLACE.match(line), _HINT.match(line)
        if place is not None:
            file, row, column, kind, message = place.groups()
            found.append(Diagnostic(file, int(row), int(column), kind, message, ""))
        elif hint is not None and found:
            found[-1] = found[-1]._replace(hint=hint.group(1))
    return tuple(found)


class CompileError(Error, ValueError):
    """A source text that is not a module. Its text has all errors, each with its line."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The errors one by one."""
        return diagnostics_of(str(self))


class ScriptError(Error, RuntimeError):
    """A script that is wrong, or a statement of it that failed. Its text says what and where."""


class ProgramError(Error, ValueError):
    """A program that breaks a rule."""


class UnsupportedError(Error, NotImplementedError):
    """Something valid that this part of frit cannot do."""


class OutOfMemory(Error, MemoryError):
    """There is no memory for it."""


class MismatchError(Error, ArithmeticError):
    """Verify mode: fused and unfused results differ. Please report it."""


class CompileWarning(UserWarning):
    """A kernel that may not be compiled and is not in the cache, or a cache that cannot be used."""


class InternalError(Error, RuntimeError):
    """A bug in frit. Please report it."""


# ---- AxisError, which is also NumPy's: made when it is first looked at, since it imports NumPy

if TYPE_CHECKING:

    class AxisError(ArgumentError, numpy.exceptions.AxisError):
        """An axis that the array does not have."""

        def __init__(self, text: str, axis: int | None = None, ndim: int | None = None): ...

else:

    def __getattr__(name: str) -> Any:
        if name != "AxisError":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = _axis_error()
        return globals()[name]


def _axis_error() -> type:
    from numpy.exceptions import AxisError as Numpys

    class AxisError(ArgumentError, Numpys):
        """An axis that the array does not have: `axis` of an array of `ndim` axes, where known."""

        def __init__(self, text: str, axis: int | None = None, ndim: int | None = None):
            super().__init__(text)
            self.text, self.axis, self.ndim = text, axis, ndim

        def __str__(self) -> str:
            return self.text

        def __reduce__(self) -> tuple[Any, ...]:
            return type(self), (self.text, self.axis, self.ndim)

    AxisError.__qualname__ = "AxisError"
    return AxisError


def user_place() -> tuple[str, int] | None:
    """(file, line) of the innermost code that is not frit's own."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name != "frit" and not name.startswith("frit."):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None
