"""Programs cut along an axis: stages that take blocks of rows one by one, and what is combined between them.

A value is *streamed* if one of its axes is that of the rows, else it is *whole*. Extents say which: the extent of the
rows has a name that no other axis has, and every type of the program says where it has gone. A step on rows is taken on
blocks of them. A reduction over the rows is taken of each block, and the results are combined (combine.py); who needs it
belongs to the next stage, which goes over the rows again. What has no such form (a difference of neighbouring rows, a
scan along them) is refused, with the step that decided.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from .lines import Line, Lines, Type

_STEPS = {"arithmetic", "mathematics", "comparison", "bits", "choice", "type", "complex", "activation", "vector"}
COMBINING = {"sum": "add", "prod": "multiply", "count": "add", "max": "maximum", "min": "minimum"} | {
    "any": "logical_or",
    "all": "logical_and",
}
_SHAPING = {"expand_dims", "squeeze", "transpose", "broadcast", "pad", "concat", "stack", "copy", "fill"}
_NARROW = {"f16": "f32", "bf16": "f32"}


class NotRows(Exception):
    """The program cannot be taken by blocks of rows; says why."""


@dataclass(frozen=True)
class Partial:
    """A reduction over the rows: each block's result, and how two of them become one."""

    number: int  # the variable
    name: str  # what stages call its combined value
    type: Type
    combine: str  # a function of NumPy's
    cast: Line | None = None  # 16-bit floats are combined in f32, and this makes them so


@dataclass
class Stage:
    """A program for one block of rows (or, last of all, for none): its text, what it takes and gives."""

    text: str
    inputs: list[tuple[str, int]]  # ("input", number), ("partial", variable), ("offset", 0)
    partials: list[Partial] = field(default_factory=list)  # the first of its results
    outputs: list[int] = field(default_factory=list)  # the rest: which outputs of the program
    axes: list[int] = field(default_factory=list)  # along which these outputs are streamed; of a last stage none

    @property
    def takes_rows(self) -> bool:
        return bool(self.partials) or bool(self.axes)


class Split:
    """A program's stages. rows: the name of the extent; streamed: numbers of the inputs that have it."""

    def __init__(self, lines: Lines, rows: str):
        self.program = lines
        self.rows = rows
        self.whole_rows = re.compile(rf"{re.escape(rows)}(\*\w+)*")
        self.mention = re.compile(rf"(?<![\w.]){re.escape(rows)}(?![\w.])")
        self.places: list[int | None] = [None] * len(lines.types)
        self.at: list[int] = [0] * len(lines.types)  # the stage in which a value can be had
        self.partials: dict[int, Partial] = {}
        for number in lines.inputs:
            self.places[number] = self._place(number, "an argument")
        for line in lines.lines:
            self._meet(line)
        self.stages = self._stages()
        self.key = hashlib.sha256("\n".join(stage.text for stage in self.stages).encode()).hexdigest()

    # ---------------------------------------------------------------- where the rows are

    def _place(self, number: int, what: str) -> int | None:
        """Which axis of a variable is that of the rows."""
        found = None
        for axis, extent in enumerate(self.program.types[number].extents):
            if not self.mention.search(extent):
                continue
            plain = extent.strip('"')
            if found is not None:
                raise NotRows(f"{what} pairs all rows with all rows")
            if not self.whole_rows.fullmatch(plain) or (plain != self.rows and axis != 0):
                raise NotRows(f"{what} gives another number of rows, or looks at other rows ({plain})")
            found = axis
        return found

    def _meet(self, line: Line) -> None:
        """Where its results have their rows, and in which stage they can be had."""
        at = max((self.at[number] for number in line.inputs), default=0)
        streamed = [number for number in line.inputs if self.places[number] is not None]
        for number in line.outputs:
            self.places[number] = self._place(number, f"{line.op}")
            self.at[number] = at
        if streamed or any(self.places[number] is not None for number in line.outputs):
            self._check(line, streamed)

    def _check(self, line: Line, streamed: list[int]) -> None:
        op, family = line.op, line.family
        out = line.outputs[0]
        if family in _STEPS or op == "map":
            self._aligned(line, streamed)
        elif op in COMBINING:
            self._reduction(line, streamed[0])
        elif op in ("argmax", "argmin") or family == "scan":
            axes = line.axes()
            if axes is None or self.places[streamed[0]] in axes:
                raise NotRows(f"{op} goes along the rows")
        elif op in ("matmul", "contract"):
            if self.places[out] is None:
                self._partial(line, "add")
        elif op in _SHAPING:
            self._shaping(line)
        elif op in ("slice", "flip"):
            self._slice(line, streamed[0])
        elif op in ("reshape", "reshape_like"):
            self._reshape(line, line.inputs[0])
        elif op == "gather":
            self._gather(line, streamed)
        elif op != "iota":
            raise NotRows(f"{op} is not known to go row by row")

    def _aligned(self, line: Line, streamed: list[int]) -> None:
        for number in line.outputs:
            place = self.places[number]
            ends = {len(self.program.types[s].extents) - (self.places[s] or 0) for s in streamed}
            rank = len(self.program.types[number].extents)
            if place is None or (line.family != "vector" and ends - {rank - place}):
                raise NotRows(f"{line.op} pairs rows with something else")

    def _reduction(self, line: Line, operand: int) -> None:
        axes = line.axes()
        if axes is None or self.places[operand] in axes:
            self._partial(line, COMBINING[line.op])
        elif self.places[line.outputs[0]] is None:
            raise NotRows(f"{line.op} loses the rows")

    def _partial(self, line: Line, combine: str) -> None:
        number = line.outputs[0]
        kind = self.program.types[number]
        name = self.program.names[number]
        cast = None
        wide = _NARROW.get(kind.element)
        if wide is not None and combine in ("add", "multiply"):
            if line.family != "reduction":
                raise NotRows(f"{line.op} adds up {kind.element} along the rows")
            cast = Line(f"{name} = cast({name}_wide, to={kind.element})", "cast", "type", (number,), (number,))
            kind, name = Type(wide, kind.extents), f"{name}_wide"
        self.partials[number] = Partial(number, name, kind, combine, cast)
        self.at[number] += 1

    def _shaping(self, line: Line) -> None:
        for number in line.outputs:
            if self.places[number] is None:
                raise NotRows(f"{line.op} loses the rows")

    def _slice(self, line: Line, operand: int) -> None:
        place = self.places[operand]
        if line.op == "flip":
            axes = line.axes()
            if axes is None or place in axes:
                raise NotRows("flip turns the rows around")
            return
        for part, plain in (("start", ("_", "0")), ("stop", ("_",)), ("step", ("_", "1"))):
            parts = (line.attribute(part) or "").split(",")
            if place is not None and place < len(parts) and parts[place].strip() not in plain:
                raise NotRows("a slice takes some of the rows")
        self._shaping(line)

    def _reshape(self, line: Line, operand: int) -> None:
        """Row-major order keeps rows together if what stands before their axis stays."""
        given, made = self.places[operand], self.places[line.outputs[0]]
        if given is None or made is None:
            raise NotRows("a reshape mixes the rows")
        before = [e for e in self.program.types[operand].extents[:given] if e != "1"]
        after = [e for e in self.program.types[line.outputs[0]].extents[:made] if e != "1"]
        if before != after:
            raise NotRows("a reshape mixes the rows")

    def _gather(self, line: Line, streamed: list[int]) -> None:
        table = line.inputs[0]
        place = self.places[table]
        axes = line.axes()
        indexed = [number for number in line.inputs[1:] if number in streamed]
        if place is not None and (indexed or axes is None or place in axes):
            raise NotRows("an index picks among the rows")
        self._shaping(line)

    # ---------------------------------------------------------------- the stages

    def _stages(self) -> list[Stage]:
        program = self.program
        last = max((self.at[number] for number in program.outputs), default=0)
        last = max([last, *(self.at[number] for number in self.partials)])
        made: list[Stage] = []
        for at in range(last + 1):
            partials = [p for number, p in self.partials.items() if self.at[number] == at + 1]
            outputs = [
                k
                for k, number in enumerate(program.outputs)
                if self.places[number] is not None and self.at[number] == at
            ]
            if partials or outputs:
                made.append(self._stage(f"stage_{at}", partials, outputs))
        rest = [k for k, number in enumerate(program.outputs) if self.places[number] is None]
        if rest:
            made.append(self._stage("last", [], rest))
        return made

    def _stage(self, name: str, partials: list[Partial], outputs: list[int]) -> Stage:
        """The lines that lead to these results. Reductions over the rows that are known by then are inputs."""
        program = self.program
        wanted = [program.outputs[k] for k in outputs]
        needed: set[int] = set()
        taken: list[Partial] = []
        stack = list(wanted)
        for partial in partials:
            stack += program.maker[partial.number].inputs
        while stack:
            number = stack.pop()
            if number in needed:
                continue
            needed.add(number)
            if number in self.partials:
                taken.append(self.partials[number])
            elif number in program.maker:
                stack += program.maker[number].inputs
        given = [number for number in program.inputs if number in needed]
        inputs: list[tuple[str, int]] = [("input", number) for number in given]
        head = [f"{program.names[number]}: {program.types[number]}" for number in given]
        body: list[str] = []
        taken.sort(key=lambda partial: partial.number)
        for partial in taken:
            inputs.append(("partial", partial.number))
            head.append(f"{partial.name}: {partial.type}")
            if partial.cast is not None:
                body.append(partial.cast.text)
        own = {partial.number for partial in partials}
        offset = False
        for line in program.lines:
            number = line.outputs[0] if line.outputs else -1
            if number in own:
                body += self._partial_lines(line, self.partials[number])
            elif needed.intersection(line.outputs) and number not in self.partials:
                lines = self._counted(line)
                offset |= len(lines) > 1
                body += lines
        if offset:
            inputs.append(("offset", 0))
            head.append("first_row: i64")
        results = [partial.name for partial in partials] + [program.names[number] for number in wanted]
        renamed = self._apart(results, body)
        text = "\n".join([f"program {name}({', '.join(head)}) -> ({', '.join(renamed)}) {{", *body, "}"])
        axes = [place for number in wanted if (place := self.places[number]) is not None]
        return Stage("\n\n".join([*program.before, text]) + "\n", inputs, partials, outputs, axes)

    def _apart(self, results: list[str], body: list[str]) -> list[str]:
        """Names of results, each once: what is given back twice is copied."""
        seen: set[str] = set()
        names = []
        for k, name in enumerate(results):
            if name in seen:
                body.append(f"again_{k} = copy({name})")
                name = f"again_{k}"
            seen.add(name)
            names.append(name)
        return names

    def _partial_lines(self, line: Line, partial: Partial) -> list[str]:
        if partial.cast is None:
            return [line.text]
        operand = self.program.names[line.inputs[0]]
        widened = f"{partial.name}_of"
        right = line.text.split("=", 1)[1].replace(f"({operand}", f"({widened}", 1)
        return [f"{widened} = cast({operand}, to={partial.type.element})", f"{partial.name} ={right}"]

    def _counted(self, line: Line) -> list[str]:
        """Numbers of rows go on from block to block."""
        number = line.outputs[0]
        place = self.places[number]
        if line.op != "iota" or place is None or place not in (line.axes() or (0,)):
            return [line.text]
        if self.program.types[number].extents[place] != self.rows:
            raise NotRows("numbers of elements are made of rows")
        name, element = self.program.names[number], self.program.types[number].element
        right = line.text.split("=", 1)[1]
        return [
            f"{name}_here ={right}",
            f"{name}_first = cast(first_row, to={element})",
            f"{name} = add({name}_here, {name}_first)",
        ]
