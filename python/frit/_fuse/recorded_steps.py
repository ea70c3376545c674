"""What recorded runs need not look at twice: NumPy's functions that are steps of frit's whatever they are given."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from .. import _core
from .._array.rows import ROWS
from . import callables as known
from .world import place_of_out

_NAMES = frozenset(name for row in ROWS for name in row.numpy)
_NUMBERS = frozenset((int, float, bool, complex))
_OPTIONS = frozenset((int, float, bool, str, type(None)))


class Step(NamedTuple):
    """A function of NumPy's that frit's arrays answer, and none of whose arguments it changes or gives back."""

    function: Any  # which keeps its id its own
    name: str
    own: Callable[..., Any]  # what is called
    fewest: int  # of its arguments by position
    most: int
    options: bool  # it takes others, by name

    def takes(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether these are arrays of frit's and numbers, and nothing that has to be looked at."""
        if not self.fewest <= len(args) <= self.most or (kwargs and not self.options):
            return False
        found = False
        for value in args:
            if isinstance(value, _core.ArrayBase):
                found = True
            elif type(value) not in _NUMBERS:
                return False
        return found and (not kwargs or all(type(value) in _OPTIONS for value in kwargs.values()))


@functools.cache
def _steps_of_numpy() -> dict[int, Step]:
    import numpy

    import frit

    from .._array.protocols import UFUNCS

    special = known.VIEWING | known.CHANGING | known.ITSELF_AS_FUNCTION | {"meshgrid", "real", "imag"}
    found = {}
    for name in _NAMES - special:
        function = getattr(numpy, name, None)
        if function is None or getattr(function, "__name__", None) != name:
            continue  # by another name it may be another row
        if type(function) is numpy.ufunc:
            if name in UFUNCS - known.WHOLE and function.nout == 1:
                step = Step(function, name, getattr(frit, name), function.nin, function.nin, False)
                found[id(function)] = step
        elif known.dispatches(function):
            place = place_of_out(function)
            most = 64 if place is None else place
            found[id(function)] = Step(function, name, function, 1, most, True)
    return found


def direct_steps(world: str) -> dict[int, Step]:
    """These functions by their ids."""
    return _steps_of_numpy() if world == "numpy" and "numpy" in sys.modules else {}
