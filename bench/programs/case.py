"""A program of the benchmark: a function, what it is given, how exact its results must be."""

import dataclasses
from collections.abc import Callable
from typing import Any

CASES: list["Case"] = []


@dataclasses.dataclass
class Case:
    name: str
    function: Callable[..., Any]
    make: Callable[[], tuple[Any, ...]]
    rtol: float = 1e-9
    known: str = ""  # why it may be no faster than NumPy
    without: tuple[str, ...] = ()  # peers that compile it for minutes


def case(name: str, make: Callable[[], tuple[Any, ...]], **more: Any) -> Callable[[Any], Any]:
    def keep(function: Any) -> Any:
        CASES.append(Case(name, function, make, **more))
        return function

    return keep
