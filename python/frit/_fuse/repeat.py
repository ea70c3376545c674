"""Loops that a condition ends in a traced function: one `while` of the program, where the condition is a value that only the
program knows, and the body allows it."""

from __future__ import annotations

import builtins
import dataclasses
import gc
import os
import types
from collections.abc import Callable
from typing import Any

from .. import _core
from .control import KeptRange, PlainRange, _apply, _as_bool, _as_index, _check_bounds, _merge, _Part, _strong
from .control import stands_for_outer
from .hooks import COUNTS, IS_TURN, UNBOUND, PlainRun
from .loop import State, _bounds, _Kept
from .number import Number
from .rounds import Real, Rounds, truth
from .trace_items import TracedItems
from .trace_values import Break
from .world import is_array

Body = Callable[..., tuple[Any, State]]

FIRST_TURNS = 3
"""Turns that are gone through to see whether the variables become arrays whose loop can be kept."""

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_TRACING = os.path.join(os.path.dirname(__file__), "tracing.py")

_NOT_LOOKED_INTO = (type, types.ModuleType, types.FrameType, types.CodeType)
_MOST_LOOKED_AT = 10_000
_MOST_COUNTED = 2**31
"""Where a count may begin: by steps of at most 2**20 it stays an integer that a float64 has, too."""


def is_unknown(value: Any) -> bool:
    """Whether it is a value that only the program knows."""
    return is_array(value) and bool(value._placeholder)


@dataclasses.dataclass(frozen=True)
class Repeated:
    """A loop as hooks.PlainRun.repeat is given it."""

    values: Any
    test: Callable[..., Any]
    body: Body
    live: tuple[bool, ...]
    counts: tuple[int, ...]  # how it uses integers: 0, COUNTS or IS_TURN
    around: Any

    def has_turn(self, run: Any, number: int) -> bool:
        """Whether what it goes through has more than that; the trace then depends on it."""
        if self.values is None:
            return True
        if isinstance(self.values, builtins.range):
            return number < len(self.values)
        if isinstance(self.values, PlainRange):
            return bool(self.values.length(run) > number)
        return number < len(self.values.concrete())

    def item(self, run: Any, number: int) -> Any:
        """What the turn of that number is given."""
        if self.values is None:
            return None
        if isinstance(self.values, builtins.range):
            return self.values[number]
        if isinstance(self.values, PlainRange):
            return self.values.item(run, number)
        return self.values.concrete()[number]


def kept_repeat(run: TracedItems, loop: Repeated, state: State) -> State:
    """The loop as one step of the program, as soon as its end hangs on what only the program knows.

    What is known now is Python's: `while k < 3`, and first turns that make variables arrays (`error = 1.0` before).
    """
    if isinstance(loop.values, PlainRange) and loop.values.is_fixed():
        loop = dataclasses.replace(loop, values=loop.values.concrete())
    counted = loop.values is not None
    if counted and not isinstance(loop.values, (KeptRange, builtins.range)):
        return PlainRun.repeat(run, loop.values, loop.test, loop.body, state, loop.live, loop.counts)
    number, done = 0, False
    while number < FIRST_TURNS:
        if not loop.has_turn(run, number):
            return state
        asked = truth(loop.test(*state))
        unknown = is_unknown(asked) or is_unknown(done)
        if unknown or (counted and number == 0):
            kept = _attempt(run, loop, state, number, done)
            if isinstance(kept, tuple):
                return kept
            if unknown:
                raise Break(f"the end of a loop hangs on the value of an array{kept and f', and {kept}'}")
        if not asked:
            return state
        done, state = loop.body(loop.item(run, number), *state)
        done = truth(done)
        if not is_unknown(done) and done:
            return state
        number += 1
    # Turn by turn from here on; what is unknown ends the trace.
    while not done and loop.has_turn(run, number) and loop.test(*state):
        done, state = loop.body(loop.item(run, number), *state)
        number += 1
    return state


def _attempt(run: TracedItems, loop: Repeated, state: State, number: int, done: Any) -> State | str:
    """The variables afterwards, or why the loop is not kept, where that can be said."""
    taken = len(run.parts_taken)
    try:
        return _Repeat(run, loop, state, number, done).run_it()
    except (Exception, _core.NeedsValue) as refused:  # an error of the user's comes again
        del run.parts_taken[taken:]
        return refused.reason if isinstance(refused, Break) else ""


class _Repeat(_Kept):
    """One attempt to keep such a loop, from turn `first` on."""

    def __init__(self, run: TracedItems, loop: Repeated, state: State, first: int, done: Any):
        self.loop = loop
        self.done: Any = False
        self.counted = loop.values is not None
        # What every turn assigns before it reads it, and nobody reads afterwards, is not handed on: old = x; x = f(old).
        handed_on = [flag or use for flag, use in zip(loop.live, loop.counts)]
        state = tuple([value if flag else UNBOUND for value, flag in zip(state, handed_on)])
        self.floats = [k for k, value in enumerate(state) if type(value) is Real]
        state = self.as_arrays(state)
        super().__init__(run, loop.values if self.counted else builtins.range(0), loop.body, state, loop.live)
        # Beside the variables' arrays the loop carries what counts, the number of the turn, and whether it ends.
        self.arrays = len(self.outer)
        counting = [k for k, use in enumerate(loop.counts) if use == COUNTS]
        self.counts = [k for k in counting if type(state[k]) is int and abs(state[k]) <= _MOST_COUNTED]
        numbers = {*self.counts, *[k for k, use in enumerate(loop.counts) if use == IS_TURN]}
        self.numbers = [k for k in sorted(numbers) if loop.live[k]]  # that Python sees afterwards
        # What is no integer after all (0.0, a number of the call) is a variable like every other.
        self.live = tuple((flag or k in counting) and k not in numbers for k, flag in enumerate(loop.live))
        for k in self.counts:
            self.outer.append(_strong(run, state[k]))
        self.turn_place = len(self.outer)
        if self.counted:
            if type(self.lower) is not int:
                raise Break("a loop that a condition ends begins at a number of the call")
            self.outer.append(_strong(run, self.lower + first))
        self.done_place = len(self.outer)
        self.outer.append(_as_bool(_strong(run, done)))

    def run_it(self) -> State:
        part = self.part()
        after = self.turn(part)
        if self.appended:
            raise Break("a loop of as many turns as it takes appends to a list")
        self.rows = {}
        for array in [*self.outer, *[outer for outer, _ in part.capture.lifted]]:
            if 0 in array._shape:
                raise Break("an array of a loop has no elements: nobody would look at the indices")
        carried = self.carried(part, after) + self.carried_besides(part, after)
        asking, asked = self.asked()
        self.check_asking(part, asking, carried)
        upper = _as_index(self.run, self.upper, "range") if self.counted else None
        asking.outputs = [asking.inside(self.goes_on, asking, asked, upper)]
        part.index = part.inputs[self.turn_place] if self.counted else None
        _check_bounds(self.run, part, self.lower, self.upper)
        _check_bounds(self.run, asking)
        part.index = None
        order = [k for k, _ in carried] + [
            k for k in builtins.range(len(self.outer)) if k not in {c for c, _ in carried}
        ]
        asking.inputs = [asking.inputs[k] for k in order]
        part.inputs = [part.inputs[k] for k in order]
        part.outputs = [value for _, value in carried]
        self.check_sharing(part, [(k, value) for k, value in carried if k < self.arrays])
        results = self.repeat(asking, part, [self.outer[k] for k in order], len(carried))
        own = [(k, value) for k, value in carried if k < self.arrays]
        self.check_no_turns(own)
        state = self.as_floats(list(self.state_after(part, after, own, results[: len(own)])))
        besides = dict(zip([k for k, _ in carried], results))
        for k in self.numbers:
            state[k] = Rounds(self.run, self.number_after(k, besides))
        return tuple(state)

    def number_after(self, k: int, results: dict[int, Any]) -> Any:
        """What a variable is that counts, or that goes through a range, as an array."""
        if k in self.counts:
            return results[self.arrays + self.counts.index(k)]
        last = results[self.turn_place] - 1
        walk = self.walk
        if not isinstance(walk, PlainRange) or type(walk.start) is not int or type(walk.step) is not int:
            raise Break("the number of a turn is used after the loop")
        return last * walk.step + walk.start

    def check_asking(self, part: _Part, asking: _Part, carried: list[tuple[int, Any]]) -> None:
        """A condition that changes arrays is none; what it reads by another name must not change in the body."""
        held = [*asking.inputs, *[inner for _, inner in asking.capture.lifted]]
        if any(asking.capture.changed(each) for each in held):
            raise Break("the condition of a loop changes an array")
        for k, value in carried:
            if k >= self.arrays or value is not part.inputs[k]:
                continue
            for outer, _ in asking.capture.lifted:
                if self.run.roots(outer) & self.run.roots(self.outer[k]):
                    raise Break("a loop changes memory that its condition reads by another name")

    def check_no_turns(self, carried: list[tuple[int, Any]]) -> None:
        """After a loop of no turns a variable is the array that it was: nobody else may know that one."""
        replaced = [self.outer[k] for k, value in carried if value is not self.inner.get(id(self.outer[k]))]
        known = _known_around(self.run, *self.loop.around)
        for array in replaced:
            for other in self.before:
                if is_array(other) and other is not array and self.run.roots(other) & self.run.roots(array):
                    raise Break("variables of a loop that may have no turns share memory")
            if self.run.roots(array) & known or stands_for_outer(array) or id(array) in self.run.source_of:
                raise Break("a loop that may have no turns replaces an array that others know")

    def as_arrays(self, state: State) -> State:
        """The variables, floats as the arrays that they are in the program."""
        made = list(state)
        for k in self.floats:
            if type(made[k]) is not Real:
                raise Break("a float becomes something else in a loop")
            made[k] = made[k].array
        return tuple(made)

    def as_floats(self, state: list[Any]) -> list[Any]:
        return [Real(self.run, v) if k in self.floats else v for k, v in enumerate(state)]

    def part(self) -> _Part:
        """Placeholders for everything; integers among them are Python's."""
        part = _Part.empty(self.outer)
        weak = [self.arrays + n for n in builtins.range(len(self.counts))]
        for k in [*weak, *([self.turn_place] if self.counted else [])]:
            part.inputs[k] = part.capture.placeholder(_core.int64, (), weak="int")
        part.counts = [part.inputs[k] for k in weak]
        return part

    def state_in(self, part: _Part) -> list[Any]:
        """The variables as a turn finds them."""
        inner = {id(outer): held for outer, held in zip(self.outer[: self.arrays], part.inputs)}
        state = [inner.get(id(value), value) for value in self.before]
        for n, k in enumerate(self.counts):
            state[k] = part.inputs[self.arrays + n]
        for outer, held in zip(self.outer, part.inputs):
            if id(outer) in self.run.arrays_of_rank_0:
                self.run.arrays_of_rank_0.add(id(held))
        return self.as_floats(state)

    def turn(self, part: _Part) -> State:
        self.inner = {id(outer): held for outer, held in zip(self.outer, part.inputs)}
        with self.run.body(part.capture), part.capture:
            item = self.walk.item(self.run, part.inputs[self.turn_place]) if self.counted else None
            self.run.appending.append((part.capture, []))
            try:
                done, after = self.body(item, *self.state_in(part))
            finally:
                self.appended = self.run.appending.pop()[1]
            self.done = truth(done)
            return self.as_arrays(after)

    def asked(self) -> tuple[_Part, Any]:
        """The condition, on placeholders of its own."""
        part = self.part()
        with self.run.body(part.capture), part.capture:
            return part, truth(self.loop.test(*self.state_in(part)))

    def goes_on(self, part: _Part, asked: Any, upper: Any) -> Any:
        """Whether there is another turn."""
        wanted: list[Any] = []
        if is_array(asked):
            if asked.ndim != 0:
                raise Break("the condition of a loop is an array")
            wanted.append(_as_bool(asked))
        elif not asked:
            raise Break("the condition of a loop does not hold")
        if is_array(self.done) or is_unknown(self.outer[self.done_place]):
            wanted.append(_core.unary("not", part.inputs[self.done_place]))
        if not wanted:
            raise Break("the end of a loop hangs on nothing that changes")
        if upper is not None:
            wanted.append(_core.binary("lt", part.inputs[self.turn_place], part.capture.lift(upper)))
        whole = wanted[0]
        for value in wanted[1:]:
            whole = _core.binary("and", whole, value)
        return part.capture.lift(whole)

    def carried(self, part: _Part, after: State) -> list[tuple[int, Any]]:
        try:
            return super().carried(part, after)
        except Break:
            if any(is_array(value) for value in after):
                raise
            return []

    def carried_besides(self, part: _Part, after: State) -> list[tuple[int, Any]]:
        """Counts, the number of the turn, whether it ends."""

        def add() -> list[tuple[int, Any]]:
            found = [(self.arrays + n, _strong(self.run, after[k])) for n, k in enumerate(self.counts)]
            if self.counted:
                found.append((self.turn_place, _strong(self.run, part.inputs[self.turn_place] + 1)))
            if is_array(self.done):
                if self.done.ndim != 0:
                    raise Break("the condition of a break is an array")
                found.append((self.done_place, _as_bool(self.done)))
            elif self.done:
                raise Break("a loop always ends")
            return [(k, part.capture.lift(value)) for k, value in found]

        return part.inside(add)  # type: ignore[no-any-return]

    def repeat(self, asking: _Part, part: _Part, operands: list[Any], count: int) -> list[Any]:
        lifted = _merge([asking, part])
        modules = [each.finish(lifted) for each in (asking, part)]
        names = [f"x{k}" for k in builtins.range(len(operands) + len(lifted))]
        results = [f"r{k}" for k in builtins.range(count)]
        text = f"{', '.join(results)} = while({', '.join(names)}, cond=@{asking.name}, body=@{part.name}, carry={count})"
        arrays = [*operands, *[outer for outer, _ in lifted]]
        return _apply(modules, "loop", names, results, text, arrays)


def _known_around(run: TracedItems, frame: Any, names: tuple[str, ...], inside: bool = False) -> set[int]:
    """What others than the variables of those names know: the call's arrays, and what else variables hold.

    inside: the frame is that of the loop's body, which is a function of its own in the one that has the variables.
    """
    known = {id(held.placeholder) for held in run.inputs}
    for array in _held_around(frame, names, 2 if inside else 1):
        known |= run.roots(array)
    for array in _given_to_helper(frame, inside):
        known |= run.roots(array)
    return known


def _given_to_helper(frame: Any, inside: bool) -> list[Any]:
    """The parameters of a function that another one calls: what it was given may be known where no variable has it."""
    frames = []
    while frame is not None and frame.f_code.co_filename != _TRACING:
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            frames.append(frame)
        frame = frame.f_back
    own = frames[1 if inside else 0]
    if len(frames) == (2 if inside else 1):
        return []  # the fused function itself: its arguments are the call's
    code = own.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [own.f_locals[name] for name in names if is_array(own.f_locals.get(name))]


def _held_around(frame: Any, names: tuple[str, ...], own: int) -> list[Any]:
    """The arrays that variables of this and the functions around it hold, without those names in the first of them."""
    found: list[Any] = []
    stack: list[Any] = []
    met: set[int] = set()
    seen = 0
    while frame is not None and frame.f_code.co_filename != _TRACING:  # who called the fused function has real arrays
        if not frame.f_code.co_filename.startswith(_PACKAGE):
            for name, value in frame.f_locals.items():
                if not (own > 0 and (name in names or name.startswith("__frit_"))):
                    stack.append(value)
            own -= 1
        frame = frame.f_back
    while stack:
        value = stack.pop()
        seen += 1
        if seen > _MOST_LOOKED_AT:
            raise Break("there is too much to look through for arrays that a loop may replace")
        if is_array(value):
            found.append(value)
        elif id(value) in met or type(value).__module__.partition(".")[0] == "frit":
            continue  # numbers of the call, hooks
        elif isinstance(value, types.FunctionType):  # not its globals
            met.add(id(value))
            stack += [value.__defaults__, value.__kwdefaults__, *(value.__closure__ or ())]
        elif not isinstance(value, _NOT_LOOKED_INTO):
            met.add(id(value))
            stack += gc.get_referents(value)
    return found


def undone(
    run: TracedItems,
    done: Any,
    before: State,
    after: State,
    live: tuple[bool, ...],
    counts: tuple[int, ...],
    around: Any,
) -> State:
    """Where a loop ends in the middle, what it assigned behind that did not happen: a choice of each variable's values."""
    done = truth(done)
    if not is_unknown(done):
        return after
    made: list[Any] = []
    frame, names = around
    known = _known_around(run, frame, names, inside=True)
    for k, (old, new) in enumerate(zip(before, after)):
        if counts[k] == COUNTS and is_array(old) and not old._weak:
            raise Break("behind a break an array is added to")  # in place, perhaps
        if new is old or counts[k] == IS_TURN:
            made.append(new)
        elif type(old) is Real and type(new) is Real:
            made.append(Real(run, _core.apply("select", (_as_bool(done), old.array, new.array))))
        elif counts[k] == COUNTS and is_array(old) and is_array(new):
            made.append(_core.apply("select", (_as_bool(done), _strong(run, old), _strong(run, new))))
        elif not live[k] and not is_array(old):
            made.append(new)  # nobody asks
        elif not is_array(old) or not is_array(new) or old._weak or new._weak:
            raise Break("behind a break a variable becomes something else")
        elif old.dtype != new.dtype or old._shape != new._shape or done.ndim != 0:
            raise Break("behind a break an array changes its dtype or shape")
        else:
            for mine, all_of_them in ((old, before), (new, after)):
                others = [v for j, v in enumerate(all_of_them) if j != k and live[j] and is_array(v)]
                if any(run.roots(v) & run.roots(mine) for v in others):
                    raise Break("behind a break a variable becomes another variable's array")
            if (run.roots(old) | run.roots(new)) & known or stands_for_outer(new):
                raise Break("behind a break a variable becomes an array that others know")
            if {id(old), id(new)} & set(run.arrays_of_rank_0):
                raise Break("behind a break a variable is an array of rank 0")
            made.append(_core.apply("select", (_as_bool(done), old, new)))
            run.alive.append(made[-1])
    return tuple(made)


def all_of(run: Any, tests: tuple[Callable[[], Any], ...]) -> Any:
    """a and b: where some are unknown, whether all hold."""
    unknown: list[Any] = []
    for test in tests:
        value = truth(test())
        if is_unknown(value) and value.ndim == 0 and not isinstance(value, Number):
            unknown.append(_as_bool(value))
        elif not value:
            return False
    return _join("and", unknown) if unknown else True


def any_of(run: Any, tests: tuple[Callable[[], Any], ...]) -> Any:
    unknown: list[Any] = []
    for test in tests:
        value = truth(test())
        if is_unknown(value) and value.ndim == 0 and not isinstance(value, Number):
            unknown.append(_as_bool(value))
        elif value:
            return True
    return _join("or", unknown) if unknown else False


def negate(value: Any) -> Any:
    value = truth(value)
    return _core.unary("not", _as_bool(value)) if is_unknown(value) and value.ndim == 0 else not value


def _join(op: str, values: list[Any]) -> Any:
    whole = values[0]
    for value in values[1:]:
        whole = _core.binary(op, whole, value)
    return whole
