"""Where masks are true, which only a run can tell: what a traced function goes on with once a part of it has run.

How many elements x[m] has is not known before m is. So a trace that needs them becomes several programs: each `Pick` has
one that computes a mask, and the places where that is true are an input of the programs after it. Its extent is
the number of elements, as that of any argument: the rest is planned and bound as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._array.types import peek
from .._config import current_options
from .guards import Source

if TYPE_CHECKING:
    from .trace_values import Input, TracedValues

MOST_INPUTS = 32
"""Of the program of a pick: what the C part takes as operands of a function."""


class Unsteady(Exception):
    """A trace that has no program for these values of a mask; for others it may have one."""


class Pick:
    """The places where a mask is true, among all its elements in order."""

    __slots__ = ("module", "plan", "core", "which", "count", "family")

    def __init__(self, run: TracedValues, mask: Any):
        inputs = run.inputs
        self.count = len(inputs)  # the inputs before it, of which the mask is made
        self.family = "numpy" if run.world.name == "numpy" else "frit"
        self.module: Any = None
        self.plan: Any = None
        self.core: Any = None
        self.which = run.input_of.get(id(mask), -1)
        if self.which >= 0 and not run.capture.changed(mask):
            return  # an argument
        from .replay import described

        self.module = module = run.capture.finish([i.placeholder for i in inputs], [mask], "picks", False, True)
        settings = _core.settings()
        self.plan = _core.Plan(module, None, settings["numerics"], not settings["fusion"], run.capture.device)
        extents = [e for _, _, axes in module.types()[0] for e in axes or ()]
        fixed = frozenset(e for e in extents if isinstance(e, int))
        classes: dict[int, int] = {}
        leaves = tuple([described(i, k, classes, fixed) for k, i in enumerate(inputs)])
        self.core = _core.Entry(
            self.plan,
            ("t", tuple(range(len(leaves)))),
            (),
            leaves,
            (),
            (("n", mask.dtype, mask.ndim),),
            (),
            0,
            self.family,
            False,
            current_options(),
            run.compile,
            device=run.capture.device,
        )

    def places(self, *values: Any) -> Any:
        """The places, for these inputs."""
        import numpy

        mask = values[self.which] if self.core is None else self.core.call(values, ())
        if mask is NotImplemented:
            raise Unsteady("what decides which elements are picked cannot be computed")
        if self.family == "numpy":
            return numpy.flatnonzero(mask)
        return _core.asarray(numpy.flatnonzero(peek(mask)), device=mask.device)


class Leaves:
    """What sources are read from: the leaves of a call's arguments, and what its picks give, each made once."""

    def __init__(self, given: Sequence[Any], inputs: Sequence[Input], sources: Sequence[Source]):
        self.given = given
        self.inputs = inputs
        self.sources = sources
        self.made: dict[Source, Any] = {}

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, Source):
            return self.given[key]
        if key not in self.made:
            pick = key.base
            self.made[key] = pick.places(*[self.value(held) for held in self.inputs[: pick.count]])
        return self.made[key]

    def value(self, held: Input) -> Any:
        """What an input is in this call."""
        if held.expression is not None:
            numbers: Any = {n: self.sources[n].read(self) for n in held.expression.numbers()}
            return held.expression.evaluate(numbers)
        return held.value if held.source is None else held.source.read(self)
