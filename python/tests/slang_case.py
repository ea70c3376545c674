"""What the checks of examples/slang share: a function, arguments for it, the same in NumPy."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

ELEMENTS = 257  # of most cases: no multiple of any vector's width


@dataclasses.dataclass
class Case:
    """A call of a function in a file of examples/slang, and what it must give."""

    file: str
    function: str
    args: Callable[[np.random.Generator], tuple[Any, ...]]
    # The same by other means, on float64 where the arguments are float32. It gives the value, or a
    # tuple of the value (unless the function is void) and the arguments that are written. Structs
    # are dicts.
    reference: Callable[..., Any]
    tolerance: float = 1e-5  # of the error against the largest right value; 0: equal
    outs: tuple[int, ...] = ()  # which arguments are written
    void: bool = False
    share: float = (
        1.0  # of the elements that must be within the tolerance (where edges are chaotic)
    )

    @property
    def name(self) -> str:
        return f"{self.file}:{self.function}"


@dataclasses.dataclass
class Sampler:
    """A sampler as an argument; the reference gets it as it is."""

    filter: str
    address: str


def reals(rng: np.random.Generator, *shape: int, lo: float = 0.0, hi: float = 1.0) -> np.ndarray:
    return rng.uniform(lo, hi, shape or (ELEMENTS,)).astype(np.float32)


def vectors(rng: np.random.Generator, n: int, lo: float = -2.0, hi: float = 2.0) -> np.ndarray:
    return reals(rng, ELEMENTS, n, lo=lo, hi=hi)


def units(rng: np.random.Generator, n: int = 3) -> np.ndarray:
    """Directions."""
    v = rng.normal(size=(ELEMENTS, n))
    return (v / np.linalg.norm(v, axis=1, keepdims=True)).astype(np.float32)


def ints(rng: np.random.Generator, lo: int, hi: int, *shape: int) -> np.ndarray:
    return rng.integers(lo, hi, shape or (ELEMENTS,), dtype=np.int32)


def words(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.integers(0, 1 << 32, shape or (ELEMENTS,), dtype=np.uint32)


def each(function: Callable[..., Any], dtype: Any = None) -> Callable[..., Any]:
    """A reference made of a function of Python numbers."""

    def run(*columns: Any) -> np.ndarray:
        rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
        return np.array([function(*row) for row in rows], dtype=dtype)

    return run
