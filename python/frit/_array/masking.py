"""Functions that change the elements of an array where a mask is true: selects, whatever the mask is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError
from .dtypes import can_cast
from .elementwise import as_bool, as_mask
from .index import as_value, check_assigned, take
from .types import as_array, ints, is_number, on_their_device, plain

if TYPE_CHECKING:
    from .array import Array


def _checked(value: Any, x: Array) -> Array:
    """A value to be stored; numbers and lists are cast whatever they are, arrays where that loses nothing."""
    if getattr(value, "ndim", 0) and not can_cast(value.dtype, x.dtype):
        raise DTypeError(f"cannot cast from {value.dtype} to {x.dtype} by the rule 'safe'")
    return as_value(value, x.dtype)


def _shaped_like(a: Array, x: Array) -> Array:
    return a if a._shape == x._shape else _core.apply("reshape", (a,), f"shape={ints(x._shape)}")


def _mask_of(x: Array, mask: Any, name: str) -> Array:
    chosen = as_bool(as_array(mask))
    if math.prod(chosen._shape) != math.prod(x._shape):
        raise ArgumentError(f"{name}: mask and data must be the same size")
    return _shaped_like(chosen, x)


@on_their_device
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Changes the elements where a mask is true: to those at the same places of values, repeated as often as needed.

    >>> x = frit.asarray([1, 2, 3])
    >>> frit.putmask(x, x > 1, -x)
    >>> x.tolist()
    [1, -2, -3]
    """
    if not isinstance(a, _core.ArrayBase):
        import numpy

        numpy.putmask(a, plain(mask), plain(values))
        return
    x: Any = a
    chosen, given = _mask_of(x, mask, "putmask"), _checked(values, x)
    _put(x, chosen, given, lambda: _counted(x))


@on_their_device
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Changes the elements where a mask is true: the first to the first of vals, and so on.

    >>> x = frit.asarray([1, 2, 3])
    >>> frit.place(x, x > 1, [7, 8])
    >>> x.tolist()
    [1, 7, 8]
    """
    from .manipulation import ravel
    from .scans import cumsum

    if not isinstance(arr, _core.ArrayBase):
        import numpy

        numpy.place(arr, plain(mask), plain(vals))
        return
    x: Any = arr
    chosen, given = _mask_of(x, mask, "place"), _checked(vals, x)
    if 0 in given._shape:
        if chosen.any():
            raise ArgumentError("place: cannot insert from an empty array")
        return
    _put(x, chosen, given, lambda: cumsum(_core.cast(ravel(chosen), _core.int64)) - 1, False)


def _counted(x: Array) -> Any:
    """0, 1, 2, ... of all elements in one row."""
    from .creation import ones_like
    from .manipulation import ravel
    from .scans import cumsum

    return cumsum(ones_like(ravel(x), dtype=_core.int64)) - 1


def _put(x: Any, chosen: Array, given: Array, numbers: Any, aligned: bool = True) -> None:
    """Where chosen, the elements of given in one row that numbers say; aligned: those at the same places."""
    from .manipulation import ravel

    if 0 in given._shape:
        return
    if math.prod(given._shape) == 1:
        given = _core.apply("reshape", (given,), "shape=[]")
    elif not aligned or given._shape != x._shape:
        given = _shaped_like(take(ravel(given), numbers() % given.size), x)
    x._assign(_core.apply("select", (chosen, given, x)))


@on_their_device
def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Assigns to all elements of an array, or where a mask is true.

    >>> x = frit.zeros(3)
    >>> frit.copyto(x, [1, 2, 3], where=[True, False, True])
    >>> x.tolist()
    [1.0, 0.0, 3.0]
    """
    if not isinstance(dst, _core.ArrayBase):
        import numpy

        rule: Any = casting
        numpy.copyto(dst, plain(src), rule, where=plain(where))
        return
    if src is dst:
        return  # nothing happens in NumPy either, whether it can be written to or not
    x: Any = dst
    if is_number(src) and not hasattr(src, "dtype"):
        src = _number(src, x, casting)
    elif not hasattr(src, "dtype"):
        src = as_array(src)
    given = _core.cast(as_array(src), x.dtype) if hasattr(src, "dtype") else as_value(src, x.dtype)
    if hasattr(src, "dtype") and not can_cast(src.dtype, x.dtype, casting):
        raise DTypeError(f"cannot cast from {src.dtype} to {x.dtype} by the rule {casting!r}")
    check_assigned(given, x._shape)
    if where is True:
        x[...] = given
        return
    chosen = as_mask(where)
    check_assigned(chosen, x._shape)
    extra = given.ndim - x.ndim
    if extra > 0:
        given = given._view_squeeze(list(range(extra)))
    x._assign(_core.apply("select", (chosen, given, x)))


def _number(number: Any, x: Array, casting: str) -> Any:
    """A Python number that is assigned, which has no dtype of its own."""
    kinds = "biufc"
    kind = {bool: "b", int: "i", float: "f", complex: "c"}[type(number)]
    if casting != "unsafe" and kinds.index(kind) > kinds.index("i" if x.dtype.kind == "u" else x.dtype.kind):
        raise DTypeError(f"cannot cast {number!r} to {x.dtype} by the rule {casting!r}")
    return number
