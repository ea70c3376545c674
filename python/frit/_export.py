"""frit.export: programs as C that needs no frit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core
from ._errors import ArgumentError

__all__ = ["Exported", "export"]


@dataclass(frozen=True)
class Exported:
    """A function in C: its text, the text of its header, what its inputs are called."""

    name: str
    source: str
    header: str
    inputs: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<{self.name} in C: {len(self.source.splitlines())} lines>"

    def save(self, path: str | os.PathLike[str], header: str | os.PathLike[str] | None = None) -> None:
        """Writes the source, and the header beside it (softmax.h of softmax.c) unless it is named."""
        Path(path).write_text(self.source)
        Path(header if header is not None else Path(path).with_suffix(".h")).write_text(self.header)


def export(
    f: Any,
    *args: Any,
    name: str | None = None,
    header: str | None = None,
    openmp: bool = False,
    **kwargs: Any,
) -> Exported:
    """`f`, as it is called with these arguments, as one file of C11 that needs no frit.

    `f` is a fused function, a plain one (as if it were fused), a function of a module in the
    Slang-style language, or a frit.Program, which needs no arguments where its types are declared. The
    function in C serves all sizes that the same plan serves. It is called `name` (if not given: as
    `f` is), the source includes `header` if that is named, and `openmp` takes rows in parallel.
    What a fused function reads besides its arguments are inputs of the C function too.

    >>> from frit._program.program import Program
    >>> p = Program.parse("program twice(x: f32[n]) -> (y) { y = add(x, x) }")
    >>> made = export(p)
    >>> made.name, made.inputs
    ('twice', ('x',))
    >>> print(made.header[made.header.index("int twice") :].splitlines()[0])
    int twice(const void *x_data, const int64_t *x_extents, const int64_t *x_strides,
    """
    from ._explain.explain import explain

    if isinstance(f, str | _core.ArrayBase):
        raise TypeError(f"export takes a function or a frit.Program, not {type(f).__name__}")
    told = explain(f, *args, **kwargs)
    if told.mode not in ("replayed", "program"):
        raise ArgumentError(f"{told.name} has no single program to export: {told.reason}")
    if len(told.segments) != 1:
        raise ArgumentError(
            f"{told.name} has {len(told.segments)} programs, and Python between them: there is none to export"
        )
    segment = told.segments[0]
    plan = segment.plan
    if plan.device != "cpu":
        plan = _core.Plan(segment.module, None)
    name = name or told.name.rsplit(".", 1)[-1]
    source, declared = plan.export(name, header, openmp)
    inputs = [called or f"input_{k}" for k, called in enumerate(segment.input_names)]
    return Exported(name, source, declared, tuple(inputs))
