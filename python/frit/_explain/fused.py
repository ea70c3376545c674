"""What frit.explain says about a call of a fused function."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from .. import _core
from .._fuse.fuse import Arguments, Recorded, source_line
from .._fuse.picks import Leaves
from .._fuse.pytree import flatten, unflatten
from .._fuse.strange import plain_call
from .._fuse.world import array_world, is_array

if TYPE_CHECKING:
    from .explain import ExplainInput, Segment
    from .._fuse.fuse import Fuser
    from .._fuse.trace import Input


def explain_fused(fuser: Fuser, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ExplainInput:
    """How a call is answered and why, and the plans behind it.

    A recorded call decides its kernels as it goes: the function is run, on copies of its arrays.
    """
    from .explain import ExplainInput, Segment

    behind = plain_call(fuser, args, kwargs)
    if behind is not None:
        told = explain_fused(fuser, *behind[0])
        return dataclasses.replace(told, reason=f"{behind[1]}: the array behind it is used; {told.reason}")
    outcome = fuser.outcome(args, kwargs)
    pace = fuser.pace(args, kwargs)
    name = fuser.function.__qualname__
    signature = fuser.signature(*args, **kwargs)
    if pace is not None and pace.prefers_written():
        reason = f"it {pace.told()}{loops_text(fuser)}"
        if isinstance(outcome, Recorded) and not fuser.loops():
            reason += f"; it is not replayed: {outcome.reason}"
        where = outcome.place if isinstance(outcome, Recorded) else None
        return ExplainInput(name, "as written", reason, source_line(where), [], signature)
    if isinstance(outcome, Recorded):
        place = source_line(outcome.place)
        if outcome.is_graph:
            return ExplainInput(name, "graph", outcome.reason, place, [], signature)
        if outcome.is_written:
            return ExplainInput(name, "as written", outcome.why + loops_text(fuser), place, [], signature)
        ran, failed = _run_watched(fuser, args, kwargs)
        reason = outcome.reason + (f"; run for this report, it raised {failed}" if failed else "")
        return ExplainInput(name, "recorded", reason, place, ran, signature)
    segments: list[Segment] = []
    if outcome.plan is not None:
        given = Arguments(fuser, args, kwargs).leaves
        leaves = Leaves(given, outcome.inputs, outcome.sources)
        shapes = [_shape(held, leaves) for held in outcome.inputs]
        names = [_name(held, outcome, signature) for held in outcome.inputs]
        copied = outcome.copies(given)
        for pick in outcome.picks():
            if pick.plan is not None:
                parts = shapes[: pick.count], names[: pick.count]
                segments.append(Segment(pick.module, pick.plan, *parts))
        segments.append(Segment(outcome.module, outcome.plan, shapes, names, copied))
    reason = "no step of it needs Python"
    place = None
    if outcome.picks():
        reason += "; where masks are true is found out between its plans"
    if outcome.observed is not None:
        reason += "; it looks at sizes, so each size has a plan of its own"
        place = source_line(outcome.observed)
    return ExplainInput(name, "replayed", reason, place, segments, signature)


def loops_text(fuser: Fuser) -> str:
    """Which loops are compiled, and why others are not."""
    told = [f"the loop in line {nest.line} is compiled" for nest in fuser.nests() if nest.is_compiled()]
    for nest in fuser.nests():
        told += [f"the loop in line {nest.line} is not: {why}" for why in nest.reasons()]
    return "".join(f"; {text}" for text in told)


def _run_watched(
    fuser: Fuser, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[list[Segment], str]:
    """The plans a recorded call runs, one after another, and what it raised."""
    from .explain import RecordedPlan, Segment

    leaves, structure = flatten((args, kwargs))
    args, kwargs = unflatten(structure, [_copied(leaf) for leaf in leaves])
    _core.flush()
    segments: list[Segment] = []
    before = _core.on_flush(lambda: segments.append(Segment(None, RecordedPlan())))
    try:
        fuser.recorded(args, kwargs)
        _core.flush()  # frit's own arrays are still to be computed
    except Exception as error:  # part of what there is to tell
        return segments, f"{type(error).__name__}: {error}"
    finally:
        _core.on_flush(before)
    return segments, ""


def _copied(value: Any) -> Any:
    """An array's elements in memory of its own; anything else as it is."""
    if array_world(value) is None:
        return value
    return value.clone() if hasattr(value, "clone") else value.copy()


def _shape(held: Input, leaves: Leaves) -> tuple[int, ...]:
    if held.source is None:
        return held.shape
    value = held.source.read(leaves)
    return tuple(value._shape if is_array(value) else value.shape)


def _name(held: Any, entry: Any, signature: Any) -> str:
    source = held.source
    if held.expression is not None:
        if held.expression.function is not None:
            return "number"
        source = entry.sources[held.expression.source]
    if source is None:
        return "constant"
    if source.kind == "leaf":
        return str(signature[source.base].name)
    return str(source)
