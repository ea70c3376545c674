"""Element types: their objects, what they can hold, how they mix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from .._core import (
    DType,
    bfloat16,
    bool,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from .._errors import ArgumentError, DTypeError
from .types import ArrayLike, DTypeLike, as_array, as_dtype, can_store

if TYPE_CHECKING:
    from .array import Array

ALL = (
    *(bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64),
    *(float16, bfloat16, float32, float64, complex64, complex128),
)


# ---- limits


class FloatInfo(NamedTuple):
    """Limits of a float dtype."""

    dtype: DType
    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float

    @property
    def tiny(self) -> float:
        """The smallest normal number, as NumPy calls it."""
        return self.smallest_normal

    @property
    def resolution(self) -> float:
        """10 to the power of minus the decimal digits that are always kept."""
        import math

        return float(10.0 ** math.ceil(math.log10(self.eps)))


class IntInfo(NamedTuple):
    """Limits of an integer dtype."""

    dtype: DType
    bits: int
    max: int
    min: int


def finfo(type: Any, /) -> FloatInfo:
    """Limits of a float dtype (of a complex one, of its parts), given itself or an array.

    >>> frit.finfo(frit.float32).eps
    1.1920928955078125e-07
    """
    parts, digits, exponent = _core.float_format(_dtype_of(type))
    fraction, top = digits - 1, 2 ** (exponent - 1) - 1
    largest = (2.0 - 2.0**-fraction) * 2.0**top
    return FloatInfo(parts, 8 * parts.itemsize, 2.0**-fraction, largest, -largest, 2.0 ** (1 - top))


def iinfo(type: Any, /) -> IntInfo:
    """Limits of an integer dtype, given itself or an array.

    >>> frit.iinfo(frit.int8).max
    127
    """
    wanted = _dtype_of(type)
    if wanted.kind not in "iu":
        raise DTypeError(f"iinfo takes integer dtypes, not {wanted}")
    bits = 8 * wanted.itemsize
    high = 2 ** (bits - 1) - 1 if wanted.kind == "i" else 2**bits - 1
    return IntInfo(wanted, bits, high, -high - 1 if wanted.kind == "i" else 0)


def _dtype_of(thing: Any) -> DType:
    return thing.dtype if isinstance(thing, _core.ArrayBase) else as_dtype(thing)


# ---- kinds and mixtures

_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def isdtype(dtype: DTypeLike, kind: Any) -> Any:
    """Is the dtype of that kind: a dtype, a name such as "real floating", or a tuple of these?

    >>> frit.isdtype(frit.float32, ("integral", "real floating"))
    True
    """
    own = as_dtype(dtype)
    if isinstance(kind, tuple):
        return any([isdtype(own, one) for one in kind])
    if isinstance(kind, str) and kind in _KINDS:
        return own.kind in _KINDS[kind]
    if isinstance(kind, str):
        raise ArgumentError(f"{kind!r} is not a kind of dtypes: expected one of {sorted(_KINDS)}")
    return own == as_dtype(kind)


def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that arrays, dtypes and Python numbers make together.

    >>> frit.result_type(frit.int32, frit.float32)
    frit.float64
    """
    return _core.result_type(*arrays_and_dtypes)


def promote_types(type1: DTypeLike, type2: DTypeLike, /) -> DType:
    """The smallest dtype that holds both.

    >>> frit.promote_types(frit.uint8, frit.int8)
    frit.int16
    """
    return _core.promote_dtypes(as_dtype(type1), as_dtype(type2))


def can_cast(from_: Any, to: DTypeLike, casting: str = "safe") -> Any:
    """Can the one dtype become the other? By default, without losing anything.

    >>> frit.can_cast(frit.int32, frit.float64)
    True
    """
    source, target = _dtype_of(from_), as_dtype(to)
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ArgumentError(f"casting {casting!r} is not known")
    if casting == "unsafe" or source == target:
        return True
    if casting in ("no", "equiv"):
        return False
    safe = _core.promote_dtypes(source, target) == target
    # A float does not hold every 64-bit integer, yet NumPy counts that as safe too.
    return safe or (casting == "same_kind" and can_store(source, target))


def astype(x: ArrayLike, dtype: DTypeLike, /, *, copy: Any = True, device: Any = None) -> Array:
    """The elements as another dtype, in an array of their own unless copy is False.

    >>> frit.astype(frit.asarray([1.7, -1.7]), frit.int32).tolist()
    [1, -1]
    """
    x, wanted = as_array(x), as_dtype(dtype)
    if device is not None:
        there = x._to_device(device)
        copy, x = copy and there is x, there
    if x.dtype != wanted:
        return _core.cast(x, wanted)
    return _core.unary("copy", x) if copy else x


def bitcast(x: ArrayLike, dtype: DTypeLike, /) -> Array:
    """The bits of the elements read as a dtype of the same size.

    >>> frit.bitcast(frit.asarray([1.0], dtype=frit.float32), frit.uint32).tolist() == [0x3F800000]
    True
    """
    return _core.apply("bitcast", (as_array(x),), f"to={as_dtype(dtype).code}")
