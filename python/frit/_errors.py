"""The exceptions frit raises: one class a kind, each also one of Python's own."""

from __future__ import annotations

__all__ = [
    "ArgumentError",
    "AxisError",
    "CompileWarning",
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
    "ShapeError",
    "UnknownName",
    "UnsupportedError",
]


class Error(Exception):
    """What all exceptions of frit are."""


class ArgumentError(Error, ValueError):
    """A call was given something it cannot take."""


class AxisError(ArgumentError, IndexError):
    """An axis that the array does not have."""


class ShapeError(Error, ValueError):
    """Extents that do not fit together."""


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
