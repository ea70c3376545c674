"""The hooks of a rewritten body, and what they do when nothing is fused.

A rewritten function calls the methods of its `Hooks`. They pass on to the *run* the thread is in: a
recorded run (recorded.py), a traced one (trace.py), or none, in which case everything means what
Python says.
"""

from __future__ import annotations

import itertools
import operator
import sys
import threading
import types
from collections.abc import Callable, Iterable
from typing import Any

def _matmul_in_place(left: Any, right: Any) -> Any:
    """NumPy's rule, for arrays that stand for its own."""
    ranks = getattr(left, "ndim", 1), getattr(right, "ndim", 2)
    if ranks[0] < 1 or ranks[1] < 2:
        raise ValueError(
            "inplace matrix multiplication requires the first operand to have at least one and the second"
            " at least two dimensions."
        )
    left @= right
    return left


IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": _matmul_in_place,
    "&": operator.iand,
    "|": operator.ior,
    "^": operator.ixor,
    "<<": operator.ilshift,
    ">>": operator.irshift,
}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Unbound:
    """Stands for a variable that has no value yet."""

    def __repr__(self) -> str:
        return "UNBOUND"


UNBOUND = Unbound()

COUNTS, IS_TURN = 1, 2
"""How a loop that a condition ends uses an integer variable: it only counts with it; it is what goes through a range."""


def _as_local(error: NameError, *parts: Any) -> NameError:
    """An error about a variable of the function that was written, whose loops are functions of their own."""
    own = {name for part in parts for name in part.__code__.co_freevars}
    if type(error) is not NameError or error.name not in own:
        return error
    text = f"cannot access local variable '{error.name}' where it is not associated with a value"
    return UnboundLocalError(text, name=error.name)


class PlainRun:
    """What every hook means in Python."""

    def name(self, scope: Hooks, name: str, value: Any) -> Any:
        """A variable from outside of the function."""
        return value

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """function(*args, **kwargs)"""
        return function(*args, **kwargs)

    def method(self, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """owner.name(*args, **kwargs)"""
        return getattr(owner, name)(*args, **kwargs)

    def attribute(self, owner: Any, name: str) -> Any:
        """owner.name"""
        return getattr(owner, name)

    def item(self, owner: Any, key: Any) -> Any:
        """owner[key]"""
        return owner[key]

    def store(self, value: Any, owner: Any, key: Any) -> None:
        """owner[key] = value"""
        owner[key] = value

    def store_back(self, after: Any, before: Any, owner: Any, key: Any) -> None:
        """The end of owner[key] += ...: before is what owner[key] was, after is what it becomes."""
        self.store(after, owner, key)

    def set_attribute(self, value: Any, owner: Any, name: str) -> None:
        """owner.name = value"""
        setattr(owner, name, value)

    def set_attribute_back(self, after: Any, before: Any, owner: Any, name: str) -> None:
        """The end of owner.name += ..."""
        self.set_attribute(after, owner, name)

    def delete(self, owner: Any, key: Any) -> None:
        """del owner[key]"""
        del owner[key]

    def delete_attribute(self, owner: Any, name: str) -> None:
        """del owner.name"""
        delattr(owner, name)

    def iterate(self, values: Iterable[Any]) -> Iterable[Any]:
        """What a loop goes through."""
        return values

    def range(self, function: Any, bounds: tuple[Any, ...]) -> Any:
        """range(*bounds), of a loop whose body is a function of its own."""
        return self.call(function, bounds, {})

    def append(self, target: Any, value: Any) -> None:
        """target.append(value), of a list that is only made an array afterwards."""
        self.method(target, "append", (value,), {})

    def walk(self, function: Any, args: tuple[Any, ...]) -> Any:
        """What such a loop goes through otherwise: function(*args), or args[0] if there is none."""
        return args[0] if function is None else self.call(function, args, {})

    def loop(
        self,
        values: Iterable[Any],
        body: Callable[..., tuple[Any, ...]],
        state: tuple[Any, ...],
        live: tuple[bool, ...],
        arrays: tuple[bool, ...],
    ) -> tuple[Any, ...]:
        """A loop over a range: body(value, *state) gives the state after a turn.

        The state is the variables that the loop assigns; live says which are read elsewhere, and arrays which must be
        arrays for the loop to be one step.
        """
        for value in self.iterate(values):
            state = body(value, *state)
        return state

    def repeat(
        self,
        values: Iterable[Any] | None,
        test: Callable[..., Any],
        body: Callable[..., tuple[Any, tuple[Any, ...]]],
        state: tuple[Any, ...],
        live: tuple[bool, ...],
        counts: tuple[int, ...],
        around: tuple[types.FrameType, tuple[str, ...]] | None = None,
    ) -> tuple[Any, ...]:
        """A loop while test(*state), and over values if there are any: body gives whether it ends, and the state then.

        counts says how it uses integers (0, COUNTS or IS_TURN); around is the frame that the loop stands in, and the
        names of the state there.
        """
        for value in itertools.repeat(None) if values is None else self.iterate(values):
            if not test(*state):
                break
            done, state = body(value, *state)
            if done:
                break
        return state

    def stops(self, done: Any) -> bool:
        """Whether such a loop ends here, with statements behind; where that is unknown it goes on, for a while."""
        return bool(done)

    def undone(
        self,
        done: Any,
        before: tuple[Any, ...],
        after: tuple[Any, ...],
        live: tuple[bool, ...],
        counts: tuple[int, ...],
        around: tuple[types.FrameType, tuple[str, ...]] | None = None,
    ) -> tuple[Any, ...]:
        """The variables at the end of such a turn: those from before what stands behind a break that was taken."""
        return after

    def all_of(self, *tests: Callable[[], Any]) -> Any:
        """a and b and ..., of a condition of such a loop."""
        return all(test() for test in tests)

    def any_of(self, *tests: Callable[[], Any]) -> Any:
        """a or b or ..."""
        return any(test() for test in tests)

    def negate(self, value: Any) -> Any:
        """not value"""
        return not value

    def unpack(self, values: Iterable[Any]) -> Iterable[Any]:
        """What is assigned to several targets."""
        return values

    def in_place(self, sign: str, left: Any, right: Any) -> Any:
        """What left is after left += right, for any sign."""
        return IN_PLACE[sign](left, right)

    def in_place_part(self, sign: str, left: Any, right: Any) -> Any:
        """The same, where left has just been read: owner[key] += right."""
        return self.in_place(sign, left, right)

    def window(self, lower: Any, upper: Any, length: Any) -> Any:
        """A slice in a kept loop whose bounds are a length apart."""
        return slice(lower, upper)

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        """left + right, for any sign; only in bodies that may meet objects with operators."""
        return BINARY[sign](left, right)

    def compare(self, sign: str, left: Any, right: Any) -> Any:
        """left < right, for any sign; the same."""
        return COMPARE[sign](left, right)

    def made(self, value: Any) -> Any:
        """A list, dict, set or generator that the body has just made."""
        return value

    def outward(self, value: Any) -> Any:
        """A value that is about to be formatted."""
        return value

    def hashed(self, value: Any) -> Any:
        """A value that becomes a key of a dict or an item of a set."""
        return value

    def send(self, name: str, value: Any) -> Any:
        """A value on its way into a global or nonlocal variable."""
        return value

    def contains(self, value: Any, container: Any) -> bool:
        """value in container"""
        return value in container

    def same(self, left: Any, right: Any) -> bool:
        """left is right"""
        return left is right

    def writing(self, value: Any, holder: Any) -> None:
        """A function of a module is about to write to an array, or to put a number in its place."""

    def enter_try(self) -> None:
        """A try statement begins."""

    def settle(self) -> None:
        """What is pending must happen now."""

    def manager(self, manager: Any) -> Any:
        """The context manager of a with statement."""
        return manager


PLAIN = PlainRun()


class _ThreadRun(threading.local):
    run: PlainRun = PLAIN


current = _ThreadRun()
"""The run this thread is in."""


class Hooks:
    """What a rewritten function calls; one for each function, which knows its variables."""

    __slots__ = ("function", "cells", "__weakref__")

    slice = slice

    def __init__(self, function: types.FunctionType):
        self.function = function
        self.cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))

    def name(self, name: str, value: Any, /) -> Any:
        return current.run.name(self, name, value)

    def call(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        return current.run.call(function, args, kwargs)

    def method(self, owner: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
        return current.run.method(owner, name, args, kwargs)

    def attribute(self, owner: Any, name: str, /) -> Any:
        return current.run.attribute(owner, name)

    def item(self, owner: Any, key: Any, /) -> Any:
        return current.run.item(owner, key)

    def store(self, value: Any, owner: Any, key: Any, /) -> None:
        current.run.store(value, owner, key)

    def store_back(self, after: Any, before: Any, owner: Any, key: Any, /) -> None:
        current.run.store_back(after, before, owner, key)

    def set_attribute(self, value: Any, owner: Any, name: str, /) -> None:
        current.run.set_attribute(value, owner, name)

    def set_attribute_back(self, after: Any, before: Any, owner: Any, name: str, /) -> None:
        current.run.set_attribute_back(after, before, owner, name)

    def delete(self, owner: Any, key: Any, /) -> None:
        current.run.delete(owner, key)

    def delete_attribute(self, owner: Any, name: str, /) -> None:
        current.run.delete_attribute(owner, name)

    def iterate(self, values: Any, /) -> Any:
        return current.run.iterate(values)

    def unpack(self, values: Any, /) -> Any:
        return current.run.unpack(values)

    def range(self, function: Any, /, *bounds: Any) -> Any:
        return current.run.range(function, bounds)

    def append(self, target: Any, value: Any, /) -> None:
        current.run.append(target, value)

    def walk(self, function: Any, /, *args: Any) -> Any:
        return current.run.walk(function, args)

    def loop(
        self,
        values: Any,
        body: Any,
        names: tuple[str, ...],
        live: tuple[bool, ...],
        arrays: tuple[bool, ...],
        /,
    ) -> tuple[Any, ...]:
        try:
            return current.run.loop(values, body, self.variables(names, 2), live, arrays)
        except NameError as error:
            raise _as_local(error, body) from None

    def repeat(
        self,
        values: Any,
        test: Any,
        body: Any,
        names: tuple[str, ...],
        live: tuple[bool, ...],
        counts: tuple[int, ...],
        /,
    ) -> tuple[Any, ...]:
        try:
            around = sys._getframe(1), names
            return current.run.repeat(values, test, body, self.variables(names, 2), live, counts, around)
        except NameError as error:
            raise _as_local(error, body, test) from None

    def stops(self, done: Any, /) -> bool:
        return current.run.stops(done)

    def undone(self, done: Any, before: Any, after: Any, names: Any, live: Any, counts: Any, /) -> Any:
        return current.run.undone(done, before, after, live, counts, (sys._getframe(1), names))

    def all_of(self, *tests: Any) -> Any:
        return current.run.all_of(*tests)

    def any_of(self, *tests: Any) -> Any:
        return current.run.any_of(*tests)

    def negate(self, value: Any, /) -> Any:
        return current.run.negate(value)

    def variables(self, names: tuple[str, ...], depth: int = 1, /) -> tuple[Any, ...]:
        """The caller's variables, UNBOUND where they have no value."""
        held = sys._getframe(depth).f_locals
        return tuple([held.get(name, UNBOUND) for name in names])

    def is_unbound(self, value: Any, /) -> bool:
        return value is UNBOUND

    def in_place(self, sign: str, left: Any, right: Any, /) -> Any:
        return current.run.in_place(sign, left, right)

    def in_place_part(self, sign: str, left: Any, right: Any, /) -> Any:
        return current.run.in_place_part(sign, left, right)

    def window(self, lower: Any, upper: Any, length: Any, /) -> Any:
        return current.run.window(lower, upper, length)

    def binary(self, sign: str, left: Any, right: Any, /) -> Any:
        return current.run.binary(sign, left, right)

    def compare(self, sign: str, left: Any, right: Any, /) -> Any:
        return current.run.compare(sign, left, right)

    def made(self, value: Any, /) -> Any:
        return current.run.made(value)

    def outward(self, value: Any, /) -> Any:
        return current.run.outward(value)

    def hashed(self, value: Any, /) -> Any:
        return current.run.hashed(value)

    def send(self, name: str, value: Any, /) -> Any:
        return current.run.send(name, value)

    def contains(self, value: Any, container: Any, /) -> bool:
        return current.run.contains(value, container)

    def same(self, left: Any, right: Any, /) -> bool:
        return current.run.same(left, right)

    def enter_try(self) -> None:
        current.run.enter_try()

    def settle(self) -> None:
        current.run.settle()

    def manager(self, manager: Any, /) -> Any:
        return current.run.manager(manager)
