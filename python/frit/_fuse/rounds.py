"""Python's numbers that only a program knows: how many turns a loop took, float(x.sum()).

A function may give them back. A loop may end by what a float is compared with. Everything else needs them now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from .._array import choosing
from .hooks import current
from .inputs import Break
from .number import Number
from .world import dtype_called, is_array

_MOST = 64
"""In one trace: where a loop that is gone through turn by turn makes one each turn, it is better recorded."""

_EXACT = 2**53
"""Up to there an integer is a float64, too."""


class Rounds:
    """An integer that only the program knows."""

    __slots__ = ("array",)

    def __init__(self, run: Any, array: Any):
        self.array = array
        run.alive.append(array)
        run.python_numbers.add(id(array))

    @property
    def __class__(self) -> Any:  # isinstance(rounds, int)
        return int

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise Break("the value of an array is needed")


class Real(Rounds):
    """A float that only the program knows, as an array of rank 0 that is its own."""

    __slots__ = ("run",)

    def __init__(self, run: Any, array: Any):
        super().__init__(run, array)
        self.run = run

    @property
    def __class__(self) -> Any:
        return float

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise Break("the value of an array is needed")


class Truth:
    """Whether a float that only the program knows is larger than another: a condition of loops, and nothing else."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        self.array = array


def truth(value: Any) -> Any:
    """A condition that may be one of these, as arrays have it."""
    return value.array if type(value) is Truth else value


def number_of(run: Any, function: Any, array: Any) -> Any:
    """float(array) and array.item() of what only the program knows; None where it has to be known now."""
    unknown = run.world.name == "numpy" and array._placeholder and array.ndim == 0 and not array._weak
    kind = array.dtype.kind
    if not unknown or kind not in ("fiub" if function is float else "fiu") or len(run.python_numbers) >= _MOST:
        return None
    if function is not float and kind != "f":
        return Rounds(run, _core.apply("copy", (array,), ""))
    wide = dtype_called("float64")
    own = _core.apply("copy", (array,), "") if array.dtype.name == "float64" else _core.cast(array, wide)
    return Real(run, own)


def _refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
    raise Break("the value of an array is needed")


def _other(run: Any, value: Any) -> Any:
    """The other side of a comparison, as a float64 or an array of it."""
    if type(value) is Real:
        return value.array
    if type(value) is float or (type(value) is int and abs(value) <= _EXACT):
        return float(value)
    if type(value) is Number and type(value.value) is float:
        value = run.number_array(value)
        return _core.cast(value, value.dtype) if value._weak else value
    strong = is_array(value) and value.ndim == 0 and not value._weak and value.dtype.name == "float64"
    return value if strong else _refuse(value)


def _compare(op: str) -> Callable[[Any, Any], Truth]:
    return lambda self, value: Truth(_core.binary(op, self.array, _other(self.run, value)))


for _name in (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor lshift rlshift"
    " rshift rrshift matmul rmatmul divmod rdivmod neg pos abs invert eq ne lt le gt ge bool int float complex index round"
    " trunc floor ceil hash str repr format len iter getitem array array_ufunc contains"
).split():
    setattr(Rounds, f"__{_name}__", _refuse)
    setattr(Truth, f"__{_name}__", _refuse)

for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Real, f"__{_name}__", _compare(_name))
Real.__hash__ = _refuse  # type: ignore[method-assign]


class Verdict(Rounds):
    """A truth that only the program knows: whether arrays are equal."""

    __slots__ = ()

    @property
    def __class__(self) -> Any:
        return bool

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise Break("the value of an array is needed")


def _verdict_in_a_trace(array: Any) -> Any:
    run = current.run
    return Verdict(run, array) if hasattr(run, "python_numbers") else None


choosing.verdict_in_a_trace = _verdict_in_a_trace
