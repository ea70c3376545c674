"""Stages, run on blocks: in this process, or in workers to which they are sent as text."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from .._program.program import Program
from .combine import merge
from .split import Partial, Stage


@functools.lru_cache(maxsize=256)
def program_of(text: str) -> Program:
    """A stage's program, read once in each process."""
    return Program.parse(text)


def run_text(text: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """The results of a stage's program, always as a tuple."""
    program = program_of(text)
    given = program(*values)
    return given if len(program.outputs) > 1 else (given,)


def run_block(
    stage: Stage, inputs: Sequence[tuple[str, Any]], block: Any, combined: dict[int, Any], first: int
) -> tuple[Any, ...]:
    """A stage on one block; block(leaf): its rows of an argument, combined: reductions known so far."""
    import numpy

    values: list[Any] = []
    for kind, number in stage.inputs:
        if kind == "partial":
            values.append(combined[number])
        elif kind == "offset":
            values.append(numpy.int64(first))
        else:
            what, value = inputs[number]
            values.append(block(value) if what == "rows" else value)
    return run_text(stage.text, values)


class Block:
    """A task of a graph: a stage on one block. It pickles as the stage's text."""

    def __init__(self, text: str, first: int | None):
        self.text = text
        self.first = first  # row; None: nobody asks

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        import numpy

        given = [value if isinstance(value, numpy.generic) else numpy.asarray(value) for value in values]
        if self.first is not None:
            given.append(numpy.int64(self.first))
        return run_text(self.text, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return Block, (self.text, self.first)

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        return "frit block", self.text, self.first


class Merge:
    """A task of a graph: the results of two neighbouring parts of the rows as one."""

    def __init__(self, partials: Sequence[Partial]):
        self.partials = [Partial(p.number, p.name, p.type, p.combine) for p in partials]

    def __call__(self, first: Sequence[Any], second: Sequence[Any]) -> tuple[Any, ...]:
        count = len(self.partials)  # a block has its outputs behind them
        return tuple(merge(self.partials, first[:count], second[:count]))
