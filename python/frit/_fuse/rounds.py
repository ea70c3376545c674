"""Integers that only a program knows."""

from __future__ import annotations

from typing import Any

from .inputs import Break


class Rounds:
    """An integer that only the program knows: how many turns a loop took. A function may give it back."""

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
        raise Break("the number of a loop's turns is used")


def _refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
    raise Break("the number of a loop's turns is used")


for _name in (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor lshift rlshift"
    " rshift rrshift matmul rmatmul divmod rdivmod neg pos abs invert eq ne lt le gt ge bool int float complex index round"
    " trunc floor ceil hash str repr format len iter getitem array array_ufunc contains"
).split():
    setattr(Rounds, f"__{_name}__", _refuse)
