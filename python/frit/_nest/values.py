"""What expressions stand for while a loop is compiled."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Union

import numpy

from .text import Text


class Unsupported(Exception):
    """The loop has something that is not compiled; the message says what."""


KINDS = {
    **{"bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64"},
    **{"uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64"},
    **{"float32": "float", "float64": "double"},
}
"""LLVM's type of a number of each dtype."""

PYTHON, NUMPY, WHOLE = 0, 1, 2
"""Whose number it is: Python's float or int (by its dtype), NumPy's, or Python's int that is kept as a float."""


def is_float(dtype: str) -> bool:
    return dtype.startswith("float")


def is_signed(dtype: str) -> bool:
    return dtype.startswith("int")


def bits_of(dtype: str) -> int:
    return 8 * int(numpy.dtype(dtype).itemsize)


@dataclasses.dataclass(frozen=True)
class Num:
    """A number. owner: PYTHON, NUMPY or WHOLE, or the name of a value that says which."""

    value: str
    dtype: str
    owner: int | str

    @property
    def kind(self) -> str:
        return KINDS[self.dtype]


@dataclasses.dataclass(frozen=True)
class Array:
    """Memory whose elements are known by their places: an argument's, or of the loop's own."""

    number: int  # which; two of different numbers share no memory
    dtype: str
    pointer: str
    made: bool = False  # by the loop itself


@dataclasses.dataclass(frozen=True)
class Offset:
    """Where a view begins: so many bytes and so many elements. LLVM follows an element from turn to turn by its number."""

    bytes: str = "0"
    elements: str = "0"

    def in_bytes(self, text: Text, size: int) -> str:
        if self.elements == "0":
            return self.bytes
        away = text.make(f"mul nsw i64 {self.elements}, {size}")
        return away if self.bytes == "0" else text.make(f"add nsw i64 {self.bytes}, {away}")


@dataclasses.dataclass(frozen=True)
class View:
    """Elements of an array; strides in bytes. A stride may be a number that LLVM sees."""

    array: Array
    offset: Offset
    extents: tuple[str, ...]
    strides: tuple[str, ...]
    row: int | None = None  # of the whole array, where its first one is known: views of one array differ by whole rows

    @property
    def dtype(self) -> str:
        return self.array.dtype


@dataclasses.dataclass(frozen=True)
class Vec:
    """Elements that are computed when they are asked for, each by its indices."""

    dtype: str
    extents: tuple[str, ...]
    at: Callable[[Sequence[str]], Num]
    reads: frozenset[View]  # what of arrays
    stretched: frozenset[tuple[str, str]] = frozenset()  # extents of operands and its own: 1, or the same

    def looks_at(self, array: Array) -> bool:
        return any(view.array.number == array.number for view in self.reads)


@dataclasses.dataclass(frozen=True)
class Static:
    """Something that is the same in every turn: a function, a module, None, a string."""

    value: Any


@dataclasses.dataclass(frozen=True)
class Several:
    """A tuple."""

    items: tuple[Any, ...]


Value = Union[Num, View, Vec, Static, Several]


def constant(value: Any) -> Num:
    """A number of the text."""
    if isinstance(value, bool):
        return Num("true" if value else "false", "bool", PYTHON)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise Unsupported("an integer of more than 64 bits")
        return Num(str(value), "int64", PYTHON)
    if isinstance(value, float):
        return Num(float_text(value), "float64", PYTHON)
    raise Unsupported(f"a constant of class {type(value).__name__}")


def float_text(value: float) -> str:
    """Every bit of it."""
    return f"0x{numpy.float64(value).view(numpy.uint64):016X}"


# ---- conversions


def cast(text: Text, num: Num, dtype: str) -> str:
    """Its value in another dtype, where that has it or NumPy says what becomes of it."""
    a, b = num.dtype, dtype
    if a == b:
        return num.value
    source, target = KINDS[a], KINDS[b]
    if b == "bool":
        zero = "0.0" if is_float(a) else "0"
        test = "fcmp une" if is_float(a) else "icmp ne"
        return text.make(f"{test} {source} {num.value}, {zero}")
    if is_float(b):
        if is_float(a):
            return text.make(f"{'fpext' if b == 'float64' else 'fptrunc'} {source} {num.value} to {target}")
        op = "sitofp" if is_signed(a) else "uitofp"
        return text.make(f"{op} {source} {num.value} to {target}")
    if is_float(a):
        return _to_integer(text, num, dtype)
    if a == "bool" or bits_of(b) > bits_of(a):
        op = "sext" if is_signed(a) else "zext"
        return text.make(f"{op} {source} {num.value} to {target}")
    if bits_of(b) < bits_of(a):
        return text.make(f"trunc {source} {num.value} to {target}")
    return num.value


def _to_integer(text: Text, num: Num, dtype: str) -> str:
    """Towards zero; what does not fit is Python's business."""
    wide = Num(cast(text, num, "float64"), "float64", num.owner)
    limits = numpy.iinfo(dtype)
    low, high = float(limits.min) - (0 if bits_of(dtype) == 64 else 1), float(limits.max) + 1
    above = "oge" if bits_of(dtype) == 64 else "ogt"
    fits = text.make(f"fcmp {above} double {wide.value}, {float_text(low)}")
    text.guard(fits)
    text.guard(text.make(f"fcmp olt double {wide.value}, {float_text(high)}"))
    op = "fptosi" if is_signed(dtype) else "fptoui"
    return text.make(f"{op} double {wide.value} to {KINDS[dtype]}")


def fitting(text: Text, num: Num, dtype: str) -> str:
    """Of Python's integer in a dtype of integers, which must have it."""
    value = cast(text, num, dtype)
    if bits_of(dtype) < 64 or not is_signed(dtype):
        if bits_of(dtype) < 64:
            op = "sext" if is_signed(dtype) else "zext"
            back = text.make(f"{op} {KINDS[dtype]} {value} to i64")
            text.guard(text.make(f"icmp eq i64 {back}, {num.value}"))
        else:
            text.guard(text.make(f"icmp sge i64 {num.value}, 0"))
    return value
