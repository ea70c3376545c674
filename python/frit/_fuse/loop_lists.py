"""Lists that a kept loop appends to: what it appends becomes the rows of one array.

A list that is only appended to and then made an array is never needed itself (`rewrite_loops.py` sees to that). A kept loop
stores what a turn appends as a row of a new array, and the list gets one item that stands for all rows of the loop.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .trace_values import Break
from .world import is_array

class Rows:
    """Stands for what a loop has appended to a list."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        self.array = array  # a row for each turn


def holds_rows(value: Any) -> bool:
    return type(value) is list and any(isinstance(item, Rows) for item in value)


class Appended:
    """What the captured turn of a loop appends to one list."""

    def __init__(self, target: list[Any], value: Any):
        self.target = target
        self.value = value
        self.whole: Any = None  # the array that the rows go to
        self.inner: Any = None  # its placeholder in the body

    def make_room(self, run: Any, part: Any, turns: Any, first: Any) -> None:
        """The array before the loop, and the store of a turn; first: the number of the first turn."""
        if not is_array(self.value) or self.value._weak:
            raise Break("a loop appends something that is no array to a list")
        self.check_own(run, part)
        shape = [turns, *[run.extent_like(extent) for extent in self.value._shape]]
        if any(extent is None for extent in shape):
            raise Break("a loop appends an array of a size of its own to a list")
        self.whole = run.filled_room(_core.scalar(0, self.value.dtype), tuple(shape))
        with part.capture:
            self.inner = part.capture.placeholder(self.value.dtype, self.whole._shape)
            turn = _core.cast(part.index, _core.int64)
            if first is not None:
                turn = _core.binary("sub", turn, first)
            self.inner[turn] = part.capture.lift(self.value)

    def check_own(self, run: Any, part: Any) -> None:
        """In a list every turn's array must stay what it was: the same array changed would be all of them."""
        roots = run.roots(self.value) | {id(self.value)}
        changed = [held for held in part.inputs if part.capture.changed(held)]
        if roots & {id(held) for held in changed}:
            raise Break("a loop appends an array to a list that it changes in place")

    def memory(self, run: Any, inner: dict[int, Any], results: dict[int, Any]) -> frozenset[int]:
        """Whose memory the rows share to NumPy, as ids of arrays outside of the loop."""
        roots = run.roots(self.value) | {id(self.value)} | run.picked_from(self.value)
        outer = {id(held): number for number, held in inner.items()}
        found = {outer.get(root, root) for root in roots}
        return frozenset(found | {results[root] for root in roots if root in results})

    def finish(self, run: Any, shared: frozenset[int]) -> None:
        """The loop is kept: the list has its rows."""
        run.parts_taken.append((self.whole, shared))
        self.target.append(Rows(self.whole))


def joined(run: Any, name: str, items: list[Any]) -> Any:
    """What NumPy makes of a list of arrays of one dtype and shape, some of which are rows of a loop."""
    import frit

    parts = [item.array if isinstance(item, Rows) else item for item in items]
    if not all(is_array(part) and not part._weak for part in parts):
        raise Break("makes an array of arrays and others")
    parts = [
        part if isinstance(item, Rows) else part._view_expand([0]) for part, item in zip(parts, items)
    ]
    first = parts[0]
    if any(part.dtype != first.dtype or part._shape[1:] != first._shape[1:] for part in parts):
        raise Break("makes an array of arrays of several dtypes or shapes")
    whole = _core.apply("copy", (first,), "") if len(parts) == 1 else frit.concat(parts, axis=0)
    if name == "concatenate" or (name == "vstack" and first.ndim > 2):
        if first.ndim != 2:
            raise Break("joins arrays that are no rows")
        return frit.reshape(whole, (-1,))
    if name == "vstack" and first.ndim < 2:
        raise Break("joins numbers as rows")
    return whole
