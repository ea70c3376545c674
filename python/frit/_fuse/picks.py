"""Where masks are true, which only a run can tell: what a traced function goes on with once a part of it has run.

How many elements x[m] has is not known before m is. So a trace that needs them becomes several programs: each `Pick` has
one that computes a mask, and the places where that is true are an input of the programs after it. Its extent is
the number of elements, as that of any argument: the rest is planned and bound as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
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
    """The places where a mask is true, among all its elements in order; of an integer those below it."""

    __slots__ = ("module", "plan", "core", "which", "count", "family", "kept")

    def __init__(self, run: TracedValues, mask: Any, keep: Sequence[Any] = ()):
        """keep: what else the program has computed by then, for `Kept`."""
        self.kept: dict[int, Any] = {}  # by thread
        inputs = run.inputs
        self.count = len(inputs)  # the inputs before it, of which the mask is made
        self.family = "numpy" if run.world.name == "numpy" else "frit"
        self.module: Any = None
        self.plan: Any = None
        self.core: Any = None
        self.which = run.input_of.get(id(mask), -1)
        if self.which >= 0 and not keep and not run.capture.changed(mask):
            return  # an argument
        from .replay import described

        self.module = module = run.capture.finish([i.placeholder for i in inputs], [mask, *keep], "picks", False, True)
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
            tuple([("n", out.dtype, out.ndim) for out in (mask, *keep)]),
            (),
            ("t", tuple(range(1 + len(keep)))) if keep else 0,
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
        if type(mask) is tuple:
            mask, *kept = mask
            self.kept[get_ident()] = kept
        there: Any = mask if self.family == "numpy" else peek(mask)
        found = numpy.arange(max(int(there), 0)) if there.ndim == 0 else numpy.flatnonzero(there)
        return found if self.family == "numpy" else _core.asarray(found, device=mask.device)


class Kept:
    """An array that the program of a pick has computed beside the mask; read after its places."""

    __slots__ = ("pick", "number", "count")

    def __init__(self, pick: Pick, number: int):
        self.pick = pick
        self.number = number
        self.count = pick.count

    def places(self, *values: Any) -> Any:
        """The array, for these inputs."""
        if get_ident() not in self.pick.kept:
            self.pick.places(*values)
        found = self.pick.kept[get_ident()][self.number]
        if self.number + 1 == len(self.pick.kept[get_ident()]):
            del self.pick.kept[get_ident()]  # it is the last
        return found


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
