"""NumExpr's names over frit: `import frit.numexpr as ne` where there was `import numexpr as ne`.

What NumExpr says about the library VML holds without it: there is none here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._config import get_threads, set_threads
from ._errors import ArgumentError
from ._evaluate.evaluate import evaluate, re_evaluate, validate
from ._evaluate.expression import read

__all__ = [
    "NumExpr",
    "detect_number_of_cores",
    "detect_number_of_threads",
    "disassemble",
    "evaluate",
    "get_num_threads",
    "get_vml_version",
    "print_versions",
    "re_evaluate",
    "set_num_threads",
    "set_vml_accuracy_mode",
    "set_vml_num_threads",
    "validate",
]

use_vml = False
version = __version__ = _core.version


class NumExpr:
    """An expression that was read once, to be called with its operands in order.

    They are those that the signature names, or all names in alphabetical order. The types of a
    signature say nothing more: operands have the dtypes they have.

    >>> import numpy as np
    >>> axpy = frit.numexpr.NumExpr("a*x + y", [("a", float), ("x", float), ("y", float)])
    >>> axpy(2.0, np.arange(3.0), np.ones(3))
    array([1., 3., 5.])
    """

    def __init__(
        self, ex: str, signature: Sequence[tuple[str, Any]] = (), sanitize: bool = True, **_: Any
    ):
        names = read(ex).names
        given = tuple(name for name, _ in signature)
        if given and set(names) - set(given):
            missing = sorted(set(names) - set(given))[0]
            raise ArgumentError(f"the signature does not name {missing!r}, which {ex!r} uses")
        self.text = ex
        self.input_names = given or names
        self.signature = tuple(signature)

    def run(self, *operands: Any, **options: Any) -> Any:
        """The value for these operands; out, order and casting as evaluate has them."""
        if len(operands) != len(self.input_names):
            raise ArgumentError(
                f"{self.text!r} takes {len(self.input_names)} operands, not {len(operands)}"
            )
        options.pop("ex_uses_vml", None)
        values: Mapping[str, Any] = dict(zip(self.input_names, operands, strict=True))
        return evaluate(self.text, values, {}, **options)

    __call__ = run

    def __repr__(self) -> str:
        return f"NumExpr({self.text!r}, {list(self.input_names)})"


def disassemble(nex: NumExpr) -> list[tuple[Any, ...]]:
    """The steps of an expression, in the order in which they are computed.

    >>> frit.numexpr.disassemble(frit.numexpr.NumExpr("2*a"))
    [('constant', 2), ('variable', 'a'), ('binary', 'mul')]
    """
    return [(step.kind, step.what) for step in read(nex.text).code]


# ---- threads


def detect_number_of_cores() -> int:
    """How many cores the machine has."""
    return os.cpu_count() or 1


def detect_number_of_threads() -> int:
    """How many threads are used unless somebody says otherwise."""
    return get_threads()


def get_num_threads() -> int:
    """How many threads are used."""
    return get_threads()


def set_num_threads(nthreads: int) -> int:
    """Sets how many threads are used; returns how many it were before."""
    before = get_threads()
    set_threads(nthreads)
    return before


ncores = detect_number_of_cores()


# ---- VML, which is not there


def get_vml_version() -> None:
    """None: there is no VML."""


def set_vml_accuracy_mode(mode: str | None) -> None:
    """Without effect: frit's functions have one accuracy (docs/ir.md)."""
    if mode not in (None, "low", "high", "fast"):
        raise ArgumentError(f"mode is {mode!r}: expected None, 'high', 'low' or 'fast'")


def set_vml_num_threads(nthreads: int) -> None:
    """Without effect: there is no VML."""


def print_versions() -> None:
    """What frit is and what it found."""
    import frit

    print(frit.config)
