"""What frit.explain says about a call of a fused function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._fuse import Arguments, Recorded, source_line
from ._world import is_array

if TYPE_CHECKING:
    from ._explain import ExplainInput
    from ._fuse import Fuser
    from ._trace import Input


def explain_fused(fuser: Fuser, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ExplainInput:
    """How a call is answered and why, and the plans behind it. The function is not run."""
    from ._explain import ExplainInput, Segment

    outcome = fuser.outcome(args, kwargs)
    name = fuser.function.__qualname__
    signature = fuser.signature(*args, **kwargs)
    if isinstance(outcome, Recorded):
        return ExplainInput(
            name, "recorded", outcome.reason, source_line(outcome.place), (), signature
        )
    segments: list[Segment] = []
    if outcome.plan is not None:
        leaves = Arguments(fuser, args, kwargs).leaves
        shapes = [_shape(held, leaves) for held in outcome.inputs]
        names = [_name(held, outcome, signature) for held in outcome.inputs]
        segments.append(Segment(outcome.module, outcome.plan, shapes, names))
    reason = "no step of it needs Python"
    place = None
    if outcome.observed is not None:
        reason += "; it looks at sizes, so each size has a plan of its own"
        place = source_line(outcome.observed)
    return ExplainInput(name, "replayed", reason, place, segments, signature)


def _shape(held: Input, leaves: list[Any]) -> tuple[int, ...]:
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
