"""Loops over a range in a traced function: one loop of the program, where the body allows it."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from .. import _core
from .control import KeptRange, PlainRange, _apply, _as_index, _check_bounds, _merge, _Part
from .hooks import UNBOUND, PlainRun
from .loop_rows import Walk
from .number import Number
from .trace_items import TracedItems
from .trace_values import Break
from .world import is_array

State = tuple[Any, ...]
Body = Callable[..., State]


FEW = 16
"""Turns that a loop over Python's range may have to be gone through one by one."""


def kept_loop(
    run: TracedItems,
    values: Any,
    body: Body,
    state: State,
    live: tuple[bool, ...],
    arrays: tuple[bool, ...],
) -> State:
    """The loop as one step of the program; where that cannot be, turn by turn."""
    kept = isinstance(values, (KeptRange, builtins.range))
    if isinstance(values, (PlainRange, Walk)):
        kept = values.turns() > FEW and all(
            is_array(value) for value, needed in zip(state, arrays) if needed
        )
        if isinstance(values, PlainRange) and (values.is_fixed() or not kept):
            values = values.concrete()
        elif isinstance(values, Walk) and not kept:
            values = values.plain(run)
    if _is_empty(run, values):
        return state  # a loop of no turns leaves every variable what it was
    if kept:
        # Guards of an attempt stay: what it has admitted is not admitted again.
        taken = len(run.parts_taken)
        try:
            return _Kept(run, values, body, state, live).run_it()
        except (
            Exception,
            _core.NeedsValue,
        ):  # whatever it is: if it is an error of the user's it comes again
            del run.parts_taken[taken:]
    if isinstance(values, KeptRange):
        values = values.concrete()
    elif isinstance(values, Walk):
        values = values.plain(run)
    return PlainRun.loop(run, values, body, state, live, arrays)


def _is_empty(run: TracedItems, values: Any) -> bool:
    """Whether there is no turn, where that is known."""
    if isinstance(values, Walk):
        return values.is_empty(run)
    return values.is_empty() if isinstance(values, KeptRange) else values == builtins.range(0)


class _Kept:
    """One attempt to keep a loop."""

    def __init__(self, run: TracedItems, values: Any, body: Body, state: State, live: Any):
        self.run = run
        self.body = body
        self.before = state
        self.live = live
        self.lower, self.upper, self.walk = _bounds(run, values)
        self.outer: list[Any] = []  # the arrays among the variables, each once
        for value in state:
            if is_array(value) and not any(value is held for held in self.outer):
                if value._weak:
                    raise Break("a number of the call changes in a loop")
                self.outer.append(value)
        for walked in self.walk.arrays():
            if any(walked is held for held in self.outer):
                raise Break("a loop assigns to the array that it goes through")

    def run_it(self) -> State:
        part = _Part.empty(self.outer)
        after = self.turn(part)
        self.place_rows(part)
        for array in [*self.outer, *[outer for outer, _ in part.capture.lifted]]:
            if 0 in array._shape:
                raise Break("an array of a loop has no elements: nobody would look at the indices")
        carried = self.carried(part, after)
        lower, upper = (_as_index(self.run, b, "frit.range") for b in (self.lower, self.upper))
        _check_bounds(self.run, part, self.lower, self.upper)
        # Carried arrays are the first operands; the others are read only.
        order = [k for k, _ in carried] + [
            k for k in builtins.range(len(self.outer)) if k not in {c for c, _ in carried}
        ]
        part.inputs = [part.inputs[k] for k in order]
        part.outputs = [value for _, value in carried]
        self.check_sharing(part, carried)
        results = self.apply(part, [self.outer[k] for k in order], lower, upper, len(carried))
        return self.state_after(part, after, carried, results)

    def place_rows(self, part: _Part) -> None:
        """What the turn has appended to lists goes to arrays, which the loop carries."""
        self.rows: dict[int, Any] = {}
        counted = type(self.lower) is int and self.lower == 0
        first = None if counted else _as_index(self.run, self.lower, "frit.range")
        for held in self.appended:
            held.make_room(self.run, part, self.upper - self.lower, first)
            self.rows[len(self.outer)] = held.inner
            self.inner[id(held.whole)] = held.inner
            self.outer.append(held.whole)
            part.inputs.append(held.inner)

    def turn(self, part: _Part) -> State:
        """One turn on placeholders."""
        inner = {id(outer): held for outer, held in zip(self.outer, part.inputs)}
        self.inner = inner
        with self.run.body(part.capture), part.capture:
            part.index = part.capture.placeholder(_core.int64, (), weak="int")
            item = self.walk.item(self.run, part.index)
            state = [inner.get(id(value), value) for value in self.before]
            for outer, held in zip(self.outer, part.inputs):
                if id(outer) in self.run.arrays_of_rank_0:
                    self.run.arrays_of_rank_0.add(id(held))
            self.run.appending.append((part.capture, []))
            try:
                return self.body(item, *state)
            finally:
                self.appended = self.run.appending.pop()[1]

    def carried(self, part: _Part, after: State) -> list[tuple[int, Any]]:
        """Which arrays the body replaces or changes, and by what."""
        found: dict[int, Any] = dict(self.rows)
        next_of: dict[int, Any] = {}  # what an array is after the turn, by any of its names
        for value, new, live in zip(self.before, after, self.live):
            if not is_array(value):
                if new is not value and live:
                    raise Break("a variable that is no array changes in a loop")
                continue
            number = [k for k, held in enumerate(self.outer) if held is value][0]
            held = part.inputs[number]
            if next_of.setdefault(number, new) is not new:
                raise Break("variables of one array become different arrays in a loop")
            if new is held and not part.capture.changed(held):
                continue
            if not is_array(new) or new._weak:
                raise Break("an array becomes something else in a loop")
            if new is not held and any(new is other for other in part.inputs):
                raise Break("a variable becomes another variable's array in a loop")
            if new.dtype != held.dtype or new._shape != held._shape:
                raise Break("an array changes its dtype or shape in a loop")
            found[number] = new
        if not found:
            raise Break("the loop changes no array")
        self.check_apart(part, list(found.values()))
        for number, held in enumerate(part.inputs):
            if part.capture.changed(held) and found.get(number) is not held:
                raise Break("an array is changed in place and replaced in a loop")
        return list(found.items())

    def check_apart(self, part: _Part, values: list[Any]) -> None:
        """What is carried is new, and no two share memory: afterwards each is an array of its own."""
        outside = {id(outer) for outer, _ in part.capture.lifted}
        seen: set[int] = set()
        for value in values:
            roots = set(self.run.roots(value)) | {id(value)}
            shared = roots & seen or self.run.roots(value) & outside or self.run.is_picked(value)
            if shared or id(value) in self.run.read_only:
                raise Break("a loop carries a view")
            if value.ndim == 0 and id(value) in self.run.arrays_of_rank_0:
                raise Break("a loop carries an array of rank 0")
            seen |= roots

    def check_sharing(self, part: _Part, carried: list[tuple[int, Any]]) -> None:
        """Arrays that share memory with one that changes would have to change with it."""
        changed = {k for k, value in carried if any(value is held for held in self.inner.values())}
        fresh = {id(value) for k, value in carried if k not in changed}
        for _, value in carried:
            if id(value) in fresh and self.run.roots(value) & set(map(id, self.inner.values())):
                raise Break("a loop carries a view")
        if not changed:
            return
        for k in changed:  # what masks and numbers have picked from it
            self.run.changing(self.outer[k])
        # What the body reads by another name was lifted: it would keep the value from before.
        for k in changed:
            used = [held for held in self.outer if held is not self.outer[k]]
            used += [outer for outer, _ in part.capture.lifted]
            for other in used:
                if self.run.roots(other) & self.run.roots(self.outer[k]):
                    raise Break("a loop changes memory that another array shares")

    def apply(
        self, part: _Part, operands: list[Any], lower: Any, upper: Any, count: int
    ) -> list[Any]:
        lifted = _merge([part])
        module = part.finish(lifted)
        names = [f"x{k}" for k in builtins.range(len(operands) + len(lifted))]
        results = [f"r{k}" for k in builtins.range(count)]
        given = ", ".join(["lo", "hi", *names])
        text = f"{', '.join(results)} = for({given}, body=@{part.name}, carry={count})"
        arrays = [lower, upper, *operands, *[outer for outer, _ in lifted]]
        return _apply([module], "loop", ["lo", "hi", *names], results, text, arrays)

    def state_after(
        self, part: _Part, after: State, carried: list[tuple[int, Any]], results: list[Any]
    ) -> State:
        """The variables when the loop is over."""
        placeholders = set(map(id, self.inner.values()))
        made: dict[int, Any] = {}
        for (number, value), result in zip(carried, results):
            outer = self.outer[number]
            if id(value) in placeholders and value is self.inner[id(outer)]:
                outer._assign(result)  # changed in place: everybody who holds it sees it
            else:
                made[id(outer)] = result
                self.run.alive.append(result)
        last = {id(value): id(result) for (_, value), result in zip(carried, results)}
        for held in self.appended:
            held.finish(self.run, held.memory(self.run, self.inner, last))
        state: list[Any] = []
        for value, new, live in zip(self.before, after, self.live):
            if is_array(value):
                state.append(made.get(id(value), value))
            elif new is value:
                state.append(value)
            elif live:
                raise Break("a variable of a loop is read after it")
            else:
                state.append(UNBOUND)
        return tuple(state)


def _bounds(run: TracedItems, values: Any) -> tuple[Any, Any, PlainRange | Walk]:
    """lower and upper of a count, and how its numbers become the items of the loop."""
    if isinstance(values, KeptRange) and values.step != 1:
        if type(values) is KeptRange or isinstance(values.step, Number):
            values = values.concrete()
    if isinstance(values, KeptRange) and values.step == 1:
        return values.start, values.stop, PlainRange(0)
    if isinstance(values, (PlainRange, Walk)):
        return 0, values.length(run), values
    if values.step == 1:
        return values.start, max(values.start, values.stop), PlainRange(0)
    return 0, len(values), PlainRange(values.start, values.stop, values.step)
