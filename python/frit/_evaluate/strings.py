"""Strings in expressions: comparisons and contains, of bytes as NumPy's dtype S has them.

NumPy compares them, on the arrays as they are; what comes out is an array of bools like any other,
and goes on into kernels. Strings of characters (dtype U) are refused, as NumExpr refuses them.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._array.rows import ROWS
from .._errors import DTypeError

COMPARISONS = {row.op: row.name for row in ROWS if row.op in ("eq", "ne", "lt", "le", "gt", "ge")}


def is_string(value: Any) -> bool:
    """Is it bytes, or an array of them?"""
    if isinstance(value, bytes):
        return True
    dtype = None if isinstance(value, _core.ArrayBase) else getattr(value, "dtype", None)
    return dtype is not None and getattr(dtype, "kind", "") == "S"


def compare(op: str, a: Any, b: Any) -> Any:
    """A step on two operands of which one is a string."""
    import numpy

    if op not in COMPARISONS:
        raise DTypeError(f"{op}: strings can be compared and searched, nothing else")
    _both(op, a, b)
    return _core.asarray(getattr(numpy, COMPARISONS[op])(numpy.asarray(a), numpy.asarray(b)))


def contains(a: Any, b: Any) -> Any:
    """Is b somewhere in a, element by element?"""
    import numpy

    _both("contains", a, b)
    # find is -1 where there is none; the empty string is in every string.
    return _core.asarray(numpy.char.find(numpy.asarray(a), numpy.asarray(b)) >= 0)


def _both(name: str, a: Any, b: Any) -> None:
    if not (is_string(a) and is_string(b)):
        raise DTypeError(f"{name}: strings can only be operated with strings")
