"""How much memory a stage takes for so many rows, and what its results are like."""

from __future__ import annotations

import re
from typing import Any

from .. import _core
from .._program.program import Program
from .lines import Type
from .split import NotRows, Stage


def numpy_dtype(element: str) -> Any:
    """NumPy's dtype of a type's elements."""
    import numpy

    for dtype in vars(_core).values():
        if isinstance(dtype, _core.DType) and dtype.code == element:
            try:
                return numpy.dtype(dtype.name)
            except TypeError:
                break
    raise NotRows(f"NumPy has no {element}")


class Sizes:
    """A stage's program for a number of rows. types: those of its inputs, with numbers for extents."""

    def __init__(self, stage: Stage, types: list[Type]):
        program = Program.parse(stage.text).infer(*[str(kind) for kind in types])
        self.results = [Type.of(v.type) for v in program.outputs]
        self.types = types
        self.plan = program.plan()

    def bytes(self) -> int:
        """Arguments, results, and what lies between kernels."""
        shapes = [tuple(int(e) for e in kind.extents) for kind in self.types]
        return sum(map(bytes_of, [*self.types, *self.results])) + self.plan.cost(shapes)["peak"]


def bytes_of(kind: Type) -> int:
    """Bytes of an array of that type, of which all extents are numbers."""
    count = 1
    for extent in kind.extents:
        count *= int(extent)
    digits = re.match(r"[a-z]+(\d*)", kind.element)
    bits = int(digits[1]) if digits and digits[1] else 8
    return count * max(bits // 8, 1)


def input_types(stage: Stage, inputs: list[tuple[str, Any]], shapes: dict[int, Any], known: dict[int, Type], rows: int) -> list[Type]:
    """The types of a stage's inputs for so many rows; shapes: of leaves (shape, dtype), known: of partial results."""
    made = []
    for kind, number in stage.inputs:
        if kind == "partial":
            made.append(known[number])
        elif kind == "offset":
            made.append(Type("i64", ()))
        else:
            what, value = inputs[number]
            shape = (rows, *shapes[value][0][1:]) if what == "rows" else value.shape
            dtype = shapes[value][1] if what == "rows" else value.dtype
            made.append(Type(code_of(dtype), tuple(str(n) for n in shape)))
    return made


def code_of(dtype: Any) -> str:
    """frit's code of NumPy's dtype."""
    return str(getattr(_core, dtype.name).code)
