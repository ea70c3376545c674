"""What a traced run hands on: the arrays that its program reads, and why it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import user_place
from .guards import Source
from .number import Expression

if TYPE_CHECKING:
    from .trace_values import TracedValues

Place = tuple[str, int]


class Break(Exception):
    """The function cannot be replayed; the reason, and the place that decided it."""

    def __init__(self, reason: str, place: Place | None = None):
        super().__init__(reason)
        self.reason = reason
        self.place = place if place is not None else user_place()


class Input:
    """An array that the program reads."""

    __slots__ = ("source", "placeholder", "dtype", "shape", "form", "value", "expression", "bounds")

    def __init__(self, source: Source | None, placeholder: Any, form: str, value: Any = None):
        self.source = source  # None: a constant array, or a number
        self.form = form  # "numpy", "frit", "torch", "scalar" (NumPy's), "int", "float", "complex"
        self.placeholder = placeholder  # while the function is traced
        self.dtype = placeholder.dtype
        self.shape: tuple[int, ...] = placeholder._shape
        self.value = value  # of a constant
        self.expression: Expression | None = None  # of a number
        self.bounds: tuple[int, int] | None = None

    def limit(self, low: int, high: int) -> None:
        """The integer must lie there."""
        before = self.bounds or (-(2**63), 2**63 - 1)
        self.bounds = (max(low, before[0]), min(high, before[1]))


def note_device(run: TracedValues, array: Any, source: Source) -> None:
    """Arrays of one device make a program; those of rank 0 of the CPU go with all."""
    if not isinstance(array, _core.ArrayBase) or (array.device == "cpu" and array.ndim == 0):
        return
    if run.device not in (None, array.device):
        raise Break(f"{source} is on {array.device}, and another array on {run.device}")
    run.device = run.capture.device = array.device
