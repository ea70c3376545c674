"""A typed program, line by line: what `split.py` reads, and what it writes its stages with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .. import _core
from .._program.builder import quoted
from .._program.program import Program

_EXTENT = re.compile(r'"(?:\\.|[^"\\])*"|[^,\[\]\s]+')
_LIST = r"\[([^\]]*)\]"


@dataclass(frozen=True)
class Type:
    """A variable's type, taken apart: `f32[n0,3]`."""

    element: str
    extents: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Type:
        element, bracket, rest = text.partition("[")
        return cls(element, tuple(_EXTENT.findall(rest)) if bracket else ())

    def __str__(self) -> str:
        return f"{self.element}[{','.join(self.extents)}]" if self.extents else self.element


@dataclass(frozen=True)
class Line:
    """One instruction."""

    text: str
    op: str
    family: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

    def attribute(self, name: str) -> str | None:
        """An attribute's text, without the brackets of a list."""
        found = re.search(rf"[(,]\s*{name}=(?:{_LIST}|([^,)\s]+))", self.text)
        return None if found is None else found[1] if found[1] is not None else found[2]

    def axes(self) -> tuple[int, ...] | None:
        """The axes that are reduced, flipped or indexed; None: all."""
        text = self.attribute("axes")
        if text is None:
            text = self.attribute("axis")
        return None if text is None else tuple(int(part) for part in text.split(",") if part.strip())


class Lines:
    """A program with the texts of its lines."""

    def __init__(self, module: _core.Module, name: str | None = None):
        program = Program(module, name).optimize(passes=["inline", "expand"])
        families = {row["name"]: row["family"] for row in _core.ops()}
        blocks = re.split(r"\n(?=program |extern |struct )", "\n" + program.text)
        heads = [k for k, block in enumerate(blocks) if block.lstrip().startswith("program ")]
        own = heads[[n for n in program.module.programs].index(program.name)]
        self.before = [block.strip() for block in blocks[:own] if block.strip()]
        texts = [text.strip() for text in blocks[own].strip().splitlines()[1:-1]]
        self.lines = [
            Line(text, row.op, families.get(row.op, "control"), row.inputs, row.outputs)
            for text, row in zip(texts, program.instructions, strict=True)
        ]
        variables = program.variables
        self.types = [Type.of(variable.type) for variable in variables]
        self.names = [quoted(v.name) if v.name else f"v{v.number}" for v in variables]
        self.inputs = [v.number for v in program.inputs]
        self.outputs = [v.number for v in program.outputs]
        self.maker = {number: line for line in self.lines for number in line.outputs}
