"""frit.explain: what runs as one kernel, what that saves, and why not more."""

from __future__ import annotations

import json as _json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .. import _core
from .._errors import ArgumentError
from .text import Text, colour_wanted, terminal_width

__all__ = ["Apart", "ExplainInput", "Explanation", "Kernel", "Segment", "explain"]

# ---- what an explanation is made from


@dataclass(frozen=True)
class Segment:
    """One plan that ran, for inputs of these shapes."""

    module: Any
    plan: Any
    input_shapes: Sequence[tuple[int, ...]] | None = None
    input_names: Sequence[str] = ()
    copied: int | None = None  # bytes, of a call on these very arguments; None: as the plan says


@dataclass(frozen=True)
class ExplainInput:
    """What a fused function tells about a call."""

    name: str
    mode: str  # "replayed", "recorded", "as written", "graph" or "program"
    reason: str = ""
    place: tuple[str, int, str] | None = None  # file, line, text of the line
    segments: Sequence[Segment] = ()
    signature: Any = None


# ---- what it consists of


@dataclass(frozen=True)
class Kernel:
    """One kernel: a loop over memory that computes several steps."""

    number: int
    schedule: str
    steps: tuple[str, ...]
    axes: tuple[str, ...]
    inner_axes: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    bytes_read: int | None
    bytes_written: int | None
    segment: int = 0
    inside: int | None = None  # the loop or branch whose body it is part of
    instructions: tuple[int, ...] = field(default=(), repr=False)
    tier: str | None = None  # "compiled" or "interpreted"; None: not known
    note: str | None = None  # why it is interpreted
    target: str | None = None  # of its code: "avx512", ...
    walk: str | None = None  # how that goes: "map", "rows", "parts of rows", "columns"
    lanes: int | None = None  # elements at once
    # Of panels: what is never formed as a whole, the bytes that would take, and those needed instead.
    never_formed: tuple[str, ...] = ()
    bytes_unformed: int | None = None
    bytes_at_once: int | None = None
    _plan: Segment | None = field(default=None, repr=False, compare=False)

    @property
    def engine(self) -> str:
        """What runs it, in words; "" where that is not known."""
        if self.tier is None:
            return ""
        code = f"{self.target}: {self.walk}, {self.lanes} lanes" if self.target else ""
        if self.tier == "compiled":
            return f"compiled for {code}"
        return f"{self.tier}: {self.note}" if self.note else self.tier

    @property
    def llvm(self) -> str:
        """Its LLVM IR."""
        return self._code("llvm")

    @property
    def asm(self) -> str:
        """Its assembly on this machine; needs LLVM."""
        return self._code("asm")

    def source(self, dialect: str = "c") -> str:
        """Its source in "c", "opencl" or "cuda", whatever runs it."""
        return self._code(dialect)

    def _code(self, format: str) -> str:
        shapes = self._plan and self._plan.input_shapes
        if self._plan is None or self._plan.module is None:
            raise ArgumentError("the program of recorded work is not kept: there is no code to show")
        if shapes is None:
            raise ArgumentError("code is for arrays of a layout: explain it with arguments")
        return str(self._plan.plan.code(self.number, format, shapes))

    @property
    def bytes(self) -> int | None:
        """Bytes read and written, or None where the shapes are not known."""
        if self.bytes_read is None or self.bytes_written is None:
            return None
        return self.bytes_read + self.bytes_written

    @property
    def is_control(self) -> bool:
        """Control flow around kernels rather than a kernel."""
        return self.schedule.startswith("host-")

    @property
    def space(self) -> str:
        """What it walks: "[m | n]", the axes it reduces or scans behind the bar."""
        outer = ", ".join(self.axes[: len(self.axes) - self.inner_axes])
        inner = ", ".join(self.axes[len(self.axes) - self.inner_axes :])
        return f"[{outer} | {inner}]" if inner else f"[{outer}]"


@dataclass(frozen=True)
class Apart:
    """Two neighbouring steps that did not become one kernel, and the rule that says why."""

    rule: str
    kind: str  # "legality": together they would be wrong; "profit": they would be slow
    why: str
    producer: str
    consumer: str
    producer_kernel: int | None
    consumer_kernel: int | None
    shared: str | None
    segment: int = 0

    @property
    def pair(self) -> str:
        first, second = _result(self.producer), _result(self.consumer)
        first += "" if self.producer_kernel is None else f" (kernel {self.producer_kernel})"
        second += "" if self.consumer_kernel is None else f" (kernel {self.consumer_kernel})"
        if self.shared:
            return f"{first} and {second}, which share {self.shared}"
        return f"{first} → {second}"


def _result(step: str) -> str:
    """The name of what a step makes."""
    return step.partition(" = ")[0]


@dataclass(frozen=True)
class Cost:
    """Launches and bytes, fused and unfused; bytes are None where shapes are not known.

    `bytes_copied` is what is moved besides: results that had to be made elsewhere first, because they
    lie over something that is read or must not stay half written, and copies for reshapes.
    """

    launches: int
    unfused_launches: int
    bytes_read: int | None
    bytes_written: int | None
    unfused_bytes_read: int | None
    unfused_bytes_written: int | None
    peak_bytes: int | None
    bytes_copied: int | None = None

    @property
    def bytes(self) -> int | None:
        return _sum(self.bytes_read, self.bytes_written)

    @property
    def unfused_bytes(self) -> int | None:
        return _sum(self.unfused_bytes_read, self.unfused_bytes_written)

    @property
    def bytes_saved(self) -> int | None:
        if self.bytes is None or self.unfused_bytes is None:
            return None
        return self.unfused_bytes - self.bytes

    @property
    def launches_saved(self) -> int:
        return self.unfused_launches - self.launches


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


class Explanation:
    """The answer of frit.explain. Print it, look at `.kernels`, or `.save("report.html")` it."""

    def __init__(self, source: ExplainInput) -> None:
        from .._config import current_options
        from .source import with_input_names

        options = current_options()
        segments = tuple(with_input_names(segment, options) for segment in source.segments)
        self._source = source = replace(source, segments=segments)
        self._reports: list[dict[str, Any]] = []
        self.kernels: list[Kernel] = []
        self.apart: list[Apart] = []
        for number, segment in enumerate(source.segments):
            report = _json.loads(_report_of(segment))
            if segment.copied is not None:
                report["cost"]["bytes_copied"] = segment.copied
            self._reports.append(report)
            self.kernels += [_kernel(row, number, segment) for row in report["kernels"]]
            self.apart += [_apart(row, number) for row in report["apart"]]

    # ---- what is known

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def mode(self) -> str:
        """ "replayed", "recorded", "as written", "graph" or "program"."""
        return self._source.mode

    @property
    def reason(self) -> str:
        """Why the call runs in this mode."""
        return self._source.reason

    @property
    def place(self) -> tuple[str, int, str] | None:
        """File, number and text of the line of source that decided the mode."""
        return self._source.place

    @property
    def signature(self) -> Any:
        return self._source.signature

    @property
    def segments(self) -> Sequence[Segment]:
        """The plans that run, one after another."""
        return self._source.segments

    @property
    def cost(self) -> Cost:
        """Launches and bytes of all plans together."""
        rows = [report["cost"] for report in self._reports]
        total = {name: _total(rows, name) for name in Cost.__dataclass_fields__}
        # Temporaries of one plan are gone when the next one runs.
        peaks = [row["peak_bytes"] for row in rows]
        total["peak_bytes"] = None if None in peaks else max(peaks, default=0)
        return Cost(**total)

    @property
    def launches(self) -> int:
        return self.cost.launches

    @property
    def bytes_saved(self) -> int | None:
        """Bytes that fusion keeps from being read and written."""
        return self.cost.bytes_saved

    @property
    def bytecode(self) -> str:
        """The programs as tables, one after another."""
        return "\n".join(s.module.dump().rstrip() + "\n" for s in self.segments if s.module)

    def source(self, dialect: str = "c") -> str:
        """Source code in a dialect: c, cuda, opencl, slang or metal."""
        from . import source

        parts = [source.segment_source(s, r, dialect) for s, r in self._parts()]
        return "\n".join(parts)

    def _parts(self) -> list[tuple[Segment, dict[str, Any]]]:
        return list(zip(self.segments, self._reports, strict=True))

    # ---- as text, data and page

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """The explanation for a terminal."""
        return "\n".join(Text(self, width or terminal_width(), colour).lines()) + "\n"

    def __str__(self) -> str:
        return self.text(colour=colour_wanted()).rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def json(self) -> dict[str, Any]:
        """Everything as plain data."""
        place = self.place
        return {
            "name": self.name,
            "mode": self.mode,
            "reason": self.reason,
            "place": place and {"file": place[0], "line": place[1], "source": place[2]},
            "cost": {name: getattr(self.cost, name) for name in Cost.__dataclass_fields__}
            | {"bytes_saved": self.bytes_saved},
            "plans": self._reports,
        }

    def svg(self, segment: int = 0) -> str:
        """The picture of one of the plans."""
        chosen = self.segments[segment]
        return str(chosen.plan.report("svg", chosen.input_shapes))

    def _repr_html_(self) -> str:
        from . import report

        return report.fragment(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes one page that needs nothing else: .html, or .json, .txt or .svg by the ending."""
        from . import report

        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending == ".json":
            content = _json.dumps(self.json(), indent=2) + "\n"
        elif ending == ".txt":
            content = self.text(width=100)
        elif ending == ".svg":
            content = self.svg()
        elif ending in (".html", ".htm", ""):
            content = report.page(self)
        else:
            raise ArgumentError(f"cannot save a report as {ending}: use .html, .json, .txt or .svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


def _report_of(segment: Segment) -> str:
    """The report as JSON, with what runs each kernel where the arguments are known."""
    if segment.input_shapes is None:
        return str(segment.plan.report("json"))
    return str(segment.plan.explain("json", segment.input_shapes))


def _total(rows: list[dict[str, Any]], name: str) -> Any:
    values = [row[name] for row in rows]
    return None if None in values else sum(values)


def _kernel(row: dict[str, Any], segment: int, plan: Segment) -> Kernel:
    engine = row["engine"] or {}
    return Kernel(
        number=row["kernel"],
        schedule=row["schedule"],
        # Literals stand where they are used; they are no work.
        steps=tuple(
            step["text"]
            for step in row["steps"]
            if " = const(" not in step["text"] and row["schedule"] != "panels"
        ),
        axes=tuple(row["axes"]),
        inner_axes=row["inner_axes"],
        inputs=tuple(use["name"] for use in row["reads"]),
        outputs=tuple(use["name"] for use in row["writes"]),
        bytes_read=_total(row["reads"], "bytes"),
        bytes_written=_total(row["writes"], "bytes"),
        segment=segment,
        inside=row["host"],
        instructions=tuple(step["instruction"] for step in row["steps"]),
        tier=engine.get("tier"),
        note=engine.get("note"),
        target=engine.get("target"),
        walk=engine.get("walk"),
        lanes=engine.get("lanes"),
        never_formed=tuple(value["name"] for value in row["never_formed"]),
        bytes_unformed=_total(row["never_formed"], "bytes"),
        bytes_at_once=row["at_once"],
        _plan=plan,
    )


def _apart(row: dict[str, Any], segment: int) -> Apart:
    return Apart(
        rule=row["rule"],
        kind=row["kind"],
        why=row["why"],
        producer=row["producer"]["text"],
        consumer=row["consumer"]["text"],
        producer_kernel=row["producer"]["kernel"],
        consumer_kernel=row["consumer"]["kernel"],
        shared=row["shared"],
        segment=segment,
    )


# ---- asking


def explain(f: Any, *args: Any, **kwargs: Any) -> Explanation:
    """What runs as one kernel when `f` is called on these arguments, what it saves, why not more.

    `f` is a fused function, a plain one (which is explained as if it were fused), a function of a
    module in the Slang-style language, a frit.Program,
    an expression as frit.evaluate takes it (with its `local_dict` and `global_dict`), or an array
    whose value is not computed yet.

    >>> from frit._program.program import Program
    >>> p = Program.parse("program p(x: f32[n]) -> (r) { y = exp(x) r = neg(y) }")
    >>> print(explain(p).text(width=60))
    p
    1 kernel instead of 2
    <BLANKLINE>
    kernel 0  map over [n]
      reads   x
      writes  r
        y = exp(x)
        r = neg(y)
    <BLANKLINE>
    """
    from .._program.program import Program

    if isinstance(f, Program):
        return Explanation(_of_program(f, args, kwargs))
    if isinstance(f, str):
        from .._evaluate.evaluate import explain_expression

        dicts = dict(zip(("local_dict", "global_dict"), args, strict=False)) | kwargs
        found = dicts.pop("local_dict", None), dicts.pop("global_dict", None)
        if dicts or len(args) > 2:
            raise TypeError("an expression is explained with a local_dict and a global_dict")
        return Explanation(explain_expression(f, sys._getframe(1), *found))
    if isinstance(f, _core.ArrayBase):
        if args or kwargs:
            raise TypeError("an array is explained without arguments")
        return Explanation(_of_array(f))
    if not callable(f):
        raise TypeError(
            "explain takes a function, a frit.Program, an expression or an array,"
            f" not {type(f).__name__}"
        )
    if not hasattr(f, "_explain"):
        from .._fuse.fuse import fuse

        f = fuse(f)
    return Explanation(f._explain(args, kwargs))


def _of_program(program: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ExplainInput:
    values = program._bind(args, kwargs, missing=None)
    # A declared type keeps the names of its extents, which say more than numbers.
    types = [
        None if dtype is not None else value
        for (_, dtype, _), value in zip(program.module.types(program.name)[0], values, strict=True)
    ]
    typed = program.infer(*types)
    shapes = None
    if values and not any(value is None or isinstance(value, str) for value in values):
        shapes = [tuple(getattr(value, "shape", ())) for value in values]
    names = [variable.name for variable in program.inputs]
    segment = Segment(typed.module, typed.plan(), shapes, names)
    return ExplainInput(name=program.name, mode="program", segments=[segment])


class RecordedPlan:
    """The reports of recorded work that has just run; the plan itself belongs to the recording."""

    def __init__(self) -> None:
        self._reports = {name: _core.last_report(name) for name in ("json", "svg", "kernels")}

    def report(self, format: str, shapes: object = None) -> str:
        return str(self._reports[format])

    def explain(self, format: str, shapes: object) -> str:
        return self.report(format)


def _of_array(array: Any) -> ExplainInput:
    if array._ready:
        reason = "its value is there already: nothing is left to run"
        return ExplainInput(name="array", mode="ready", reason=reason)
    _core.flush()
    segment = Segment(None, RecordedPlan())
    return ExplainInput(
        name="array", mode="recorded", reason="the steps recorded so far", segments=[segment]
    )
