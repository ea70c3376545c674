"""Recorded runs: the body runs in Python, on frit arrays that stand for the caller's.

Steps are recorded and fused until Python needs a value, or until code runs that frit does not know.
Such code must see memory exactly as if every statement before had been executed: so everything
recorded runs first, and it gets the caller's own objects, never the stand-ins.

Lists and dicts may hold stand-ins while the body runs. Those that were changed are noted
(`touched`), and hold the caller's kind of arrays again before anybody else can look.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .. import _core
from .._errors import Error
from .._slang.declared import stands_for
from . import callables as known
from .arguments import defaults_left
from .hooks import BINARY, COMPARE, IN_PLACE, PLAIN, PlainRun, current
from .managers import Manager
from .recorded_steps import Step, direct_steps
from .rewrite import is_rewritten
from .strangers import is_stranger
from .world import World, given_out, holds_array, is_array, is_numpy_number

_REFUSALS = (Error, TypeError, NotImplementedError, ValueError, IndexError)
"""What a step of frit's raises where NumPy may have another answer, or a better message."""

_SEQUENCES: tuple[Any, ...] = (
    *(list, tuple, dict, set, range, str, bytes, frozenset, known.DICT_VIEWS[0]),
)


class RecordedRun(PlainRun):
    """One call of a fused function whose body runs in Python."""

    def __init__(self, world: World, inline: Callable[..., Any]):
        self.world = world
        self.inline = inline  # the rewritten function of a user's function, or None
        self.stands: dict[int, tuple[Any, Any]] = {}  # id of the caller's array: it, its stand-in
        self.given: dict[int, tuple[Any, Any]] = {}  # id of a frit array: it, the caller's kind
        self.touched: dict[int, Any] = {}  # containers that may hold stand-ins
        self.whole: dict[int, Any] = {}  # arrays of rank 0 that stand for arrays, not for numbers
        self.passed: dict[int, Any] = {}  # values that go into the body as they are, and are known by now
        self.steps = direct_steps(world.name)
        self.lazy = True
        self.strangers = False  # objects with operators of their own are around

    # ---------------------------------------------------------------- the whole run

    def execute(
        self, body: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """body(*args, **kwargs), and the caller's kind of arrays out of it."""
        outer, current.run = current.run, self
        was = _core.lazy_body(True), _core.as_numpy(self.world.name != "frit"), _core.set_place_of_new("cpu")
        try:
            named = {**defaults_left(body, args), **kwargs}
            result = body(*[self.load(a) for a in args], **{k: self.load(v) for k, v in named.items()})
            return self.leave(result)
        except BaseException:
            self.leave_failed()
            raise
        finally:
            _core.lazy_body(was[0])
            _core.as_numpy(was[1])
            _core.set_place_of_new(was[2])
            current.run = outer
            self.stands.clear()
            self.given.clear()
            self.touched.clear()
            self.whole.clear()
            self.passed.clear()

    def leave(self, result: Any) -> Any:
        """Everything has happened, and nothing the caller can reach is a stand-in."""
        result = self.export(result)
        self.export_touched()
        _core.flush()
        return result

    def leave_failed(self) -> None:
        """The effects of the statements before an exception remain."""
        try:
            self.export_touched()
            _core.flush()
        except Exception:  # the first exception is the one to report
            pass

    # ---------------------------------------------------------------- stand-ins

    def load(self, value: Any) -> Any:
        """A value that comes into the body: arrays of the caller's kind become stand-ins."""
        if is_array(value) or type(value) in (int, float, str, bool, type(None), list, dict):
            return value
        if id(value) in self.passed or known.is_slang(value) or known.is_slang_module(value):
            return value
        if self.world.is_foreign_array(value):
            return self.stand_in(value)
        if type(value) is tuple:
            loaded = [self.load(item) for item in value]
            changed = any(new is not old for new, old in zip(loaded, value))
            return tuple(loaded) if changed else value
        if not self.strangers and is_stranger(value):
            self.strangers = True
        if self.lazy and not known.is_inert(type(value)):
            self.go_eager()
        self.passed[id(value)] = value
        return value

    def stand_in(self, value: Any) -> Any:
        found = self.stands.get(id(value))
        if found is not None:
            return found[1]
        if not self.world.owns(value) or self.world.repeats(value):
            self.go_eager()  # it may share memory with arrays that frit stands for
            return value
        made = self.world.wrap(value)
        stands_for(made, value)
        self.stands[id(value)] = (value, made)
        self.given[id(made)] = (made, value)
        return made

    def go_eager(self) -> None:
        """From here on values may be used behind frit's back: no step on shared memory waits."""
        if self.lazy:
            self.lazy = False
            _core.flush()
            _core.lazy_body(False)

    def is_scalar(self, array: Any) -> bool:
        """Whether the array stands for a number without identity."""
        if not self.world.scalars or array.ndim != 0:
            return False
        return id(array) not in self.given and id(array) not in self.whole

    def is_number(self, value: Any) -> bool:
        """Whether it stands for a number: what NumPy's functions do not write into."""
        return is_array(value) and self.is_scalar(value)

    def made_by(self, name: str, result: Any, owner: Any = None) -> Any:
        """What a function of that name gave: arrays of rank 0, or numbers?"""
        if name in known.ALWAYS_ARRAYS:
            whole = result if isinstance(result, tuple) else (result,)
        elif name in known.WHOLE and not (is_array(owner) and self.is_scalar(owner)):
            whole = (result,)  # of several, as unstack has them, each is a number
        else:
            return result
        for array in whole:
            if is_array(array) and array.ndim == 0:
                self.whole[id(array)] = array
        return result

    def export(self, value: Any) -> Any:
        """A value that leaves the body. Lists and dicts stay themselves."""
        if is_array(value):
            return self.export_array(value)
        cls = type(value)
        if cls is tuple or (isinstance(value, tuple) and hasattr(cls, "_fields")):
            exported = [self.export(item) for item in value]
            if all(new is old for new, old in zip(exported, value)):
                return value
            return tuple(exported) if cls is tuple else tuple.__new__(cls, exported)
        if cls is list or cls is dict:
            self.export_within(value)
        elif isinstance(value, _core.DType) and self.world.name == "numpy":
            return self.world.numpy.dtype(value.name)  # type: ignore[attr-defined]
        elif cls is slice:
            return slice(self.export(value.start), self.export(value.stop), self.export(value.step))
        return value

    def export_array(self, array: Any) -> Any:
        found = self.given.get(id(array))
        if found is not None:
            return found[1]
        if self.world.name == "frit":
            return array
        scalar = self.is_scalar(array)
        made = self.world.give(array, scalar)
        if not scalar:
            self.given[id(array)] = (array, made)
            self.stands[id(made)] = (made, array)
        return made

    def export_within(self, container: Any) -> None:
        """What a list or dict holds, in place. A container may hold itself."""
        seen: dict[int, Any] = {}
        stack = [container]
        while stack:
            held = stack.pop()
            if id(held) in seen:
                continue
            seen[id(held)] = held
            for key, item in list(held.items() if type(held) is dict else enumerate(held)):
                if type(item) in (list, dict):
                    stack.append(item)
                    continue
                new = self.export(item)
                if new is not item:
                    held[key] = new

    def export_touched(self) -> None:
        for container in list(self.touched.values()):
            self.export_within(container)

    def touch(self, container: Any) -> None:
        self.touched[id(container)] = container

    # ---------------------------------------------------------------- code frit does not know

    def foreign(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any] = {}) -> Any:
        """Calls it with the caller's own objects, everything before having happened."""
        args = tuple([self.export(a) for a in args])
        kwargs = {k: self.export(v) for k, v in kwargs.items()} if kwargs else {}
        self.export_touched()
        _core.flush()
        _core.lazy_body(False)
        current.run = PLAIN
        try:
            result = function(*args, **kwargs)
        finally:
            current.run = self
            _core.lazy_body(self.lazy)
        return self.load(result)

    def foreign_iterate(self, values: Any) -> Iterator[Any]:
        iterator = self.foreign(iter, (values,))
        end = object()
        while (value := self.foreign(next, (iterator, end))) is not end:
            yield value

    # ---------------------------------------------------------------- calls

    def name(self, scope: Any, name: str, value: Any) -> Any:
        return self.load(value)

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        step = self.steps.get(id(function))
        if step is not None and step.takes(args, kwargs):
            return self.take_step(step, args, kwargs)
        if known.is_fused(function):
            return self.call_user(function.__wrapped__, args, kwargs)
        if type(function) is types.FunctionType:
            if known.is_own(function):
                return self.call_own(function, args, kwargs)
            if is_rewritten(function):
                return function(*args, **kwargs)
            return self.call_user(function, args, kwargs)
        if type(function) is types.MethodType:
            if is_array(function.__self__):
                return self.array_method(function.__self__, function.__name__, args, kwargs)
            if known.is_own(function.__func__):
                return self.call_own(function, args, kwargs)
            if type(function.__func__) is types.FunctionType:
                return self.call_user(function.__func__, (function.__self__, *args), kwargs)
        if known.is_builtin(function, known.ITERATING | known.HARMLESS | known.CONVERSIONS):
            return self.call_builtin(function, args, kwargs)
        if known.is_numpy(function):
            return self.call_numpy(function, args, kwargs)
        if known.is_own(function):
            return self.call_own(function, args, kwargs)
        if known.is_builtin(function, known.MATHEMATICS):
            return function(*args, **kwargs)
        return self.foreign(function, args, kwargs)

    def take_step(self, step: Step, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The same as call_numpy, which looks at more."""
        try:
            result = step.own(*args, **kwargs)
        except _REFUSALS:
            return self.foreign(step.function, args, kwargs)
        if is_array(result) and result.ndim:
            return result
        first = None if step.name in known.WHOLE_OF_NUMBERS else args[0]
        return self.made_by(step.name, self.load(result), first)

    def call_user(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        rewritten = self.inline(function, self.strangers)
        if rewritten is None:
            return self.foreign(function, args, kwargs)
        loaded = [self.load(a) for a in args]
        return self.load(rewritten(*loaded, **{k: self.load(v) for k, v in kwargs.items()}))

    def call_own(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A function of frit's own takes and gives frit arrays."""
        return function(
            *[self.load(a) for a in args], **{k: self.load(v) for k, v in kwargs.items()}
        )

    def call_numpy(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if not args and kwargs.keys() == {"val"}:  # of real and imag
            args, kwargs = (kwargs["val"],), {}
        if not holds_array((args, tuple(kwargs.values()))):
            # It can see no memory but its own.
            return self.load(function(*args, **kwargs))
        if known.dispatches(function) and self.world.name == "numpy":
            if args and self.is_part(args[0], function.__name__):
                return self.part(args[0], function.__name__)
            changed = args[0] if args and function.__name__ in known.CHANGING else None
            if self.is_number(changed) or self.is_number(given_out(kwargs, function, args)):
                return self.foreign(function, args, kwargs)
            if known.repeats_memory(function.__name__, kwargs):
                self.go_eager()
                return self.foreign(function, args, kwargs)
            args = known.apart(function.__name__, args, self.is_scalar)
            try:
                result = function(*args, **kwargs)
            except _REFUSALS:
                return self.foreign(function, args, kwargs)
            if (out := given_out(kwargs, function, args)) is not None:
                return out
            first = args[0] if args else None
            if known.gives_itself(known.ITSELF_AS_FUNCTION, function.__name__, result, first):
                return first
            if function.__name__ in known.WHOLE_OF_NUMBERS:
                first = None
            return self.made_by(function.__name__, self.load(result), first)
        return self.foreign(function, args, kwargs)

    def call_builtin(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if function is isinstance and len(args) == 2 and is_array(args[0]):
            return issubclass(self.class_of(args[0]), args[1])
        if function is type and len(args) == 1 and is_array(args[0]):
            return self.class_of(args[0])
        if function is getattr and len(args) == 2 and isinstance(args[1], str):
            return self.attribute(args[0], args[1])
        if function in known.ITERATING and not kwargs:
            if function in (min, max) and len(args) > 1:
                return self.foreign(function, args)
            iterated = [a if type(a) in (int, float, range) else self.iterate(a) for a in args]
            if function in (sorted, reversed, set):
                return self.foreign(function, args)
            return self.load(function(*iterated))
        if function in (float, int, bool, complex, abs) and not kwargs:
            return self.load(function(*args))
        if (
            function is len
            and len(args) == 1
            and (is_array(args[0]) or type(args[0]) in _SEQUENCES)
        ):
            return len(args[0])
        if function in (range, slice, isinstance, issubclass, callable, type):
            return function(*args, **kwargs)
        return self.foreign(function, args, kwargs)

    def class_of(self, array: Any) -> Any:
        """The class of what the array stands for."""
        if self.world.name == "numpy":
            numpy: Any = self.world.numpy  # type: ignore[attr-defined]
            if not self.is_scalar(array):
                return numpy.ndarray
            return numpy.dtype(array.dtype.name).type
        if self.world.name == "torch":
            return self.world.torch.Tensor  # type: ignore[attr-defined]
        return type(array)

    def method(self, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if is_array(owner):
            return self.array_method(owner, name, args, kwargs)
        cls = type(owner)
        if cls is types.ModuleType:
            return self.call(self.attribute(owner, name), args, kwargs)
        if cls in known.IMMUTABLE:
            if not holds_array((owner, args)) and cls is not tuple:
                return getattr(owner, name)(*args, **kwargs)
            return self.foreign(getattr(self.export(owner), name), args, kwargs)
        if cls in known.GROWING:
            if name not in known.GROWING[cls]:
                self.touch(owner)
                return self.foreign(getattr(owner, name), args, kwargs)
            if name not in known.READING:
                self.touch(owner)
            if name == "extend":
                args = (self.iterate(args[0]),)
            elif cls is set or (cls is dict and name == "update"):
                args = tuple([self.export(a) for a in args])
            elif cls is dict and args:
                args = (self.export(args[0]), *args[1:])
            return self.load(getattr(owner, name)(*args, **kwargs))
        return self.call(self.attribute(owner, name), args, kwargs)

    def array_method(
        self, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        if name in known.ARRAY_METHODS and self.world.methods_as_numpy and hasattr(owner, name):
            changed = owner if name == "fill" else None
            out = given_out(kwargs, getattr(type(owner), name), (owner, *args))
            full = changed is not None and self.may_overflow(args, owner)
            if full or self.is_number(changed) or self.is_number(out):
                return self.foreign(_call_method, (owner, name, *args), kwargs)
            owner = known.apart(name, owner, self.is_scalar)
            try:
                result = getattr(owner, name)(*args, **kwargs)
            except _REFUSALS:
                return self.foreign(_call_method, (owner, name, *args), kwargs)
            if out is not None:
                return out
            if known.gives_itself(known.ITSELF_AS_METHOD, name, result, owner):
                return owner
            return self.made_by(name, self.load(result), owner)
        if self.world.name == "frit":
            return getattr(owner, name)(*args, **kwargs)
        return self.foreign(_call_method, (owner, name, *args), kwargs)

    # ---------------------------------------------------------------- attributes and items

    def attribute(self, owner: Any, name: str) -> Any:
        if type(owner) is types.ModuleType and name in owner.__dict__:
            return self.load(owner.__dict__[name])
        if is_array(owner):
            if name == "dtype" and self.world.name == "numpy":
                return self.world.numpy.dtype(owner.dtype.name)  # type: ignore[attr-defined]
            if self.is_part(owner, name):
                return self.part(owner, name)
            if self.world.name == "frit" or (
                self.world.methods_as_numpy
                and name in known.ARRAY_ATTRIBUTES
                and hasattr(owner, name)
            ):
                result = getattr(owner, name)
                if self.world.name == "numpy" and known.gives_itself(
                    known.ITSELF_AS_FUNCTION, name, result, owner
                ):
                    return owner
                return self.made_by(name, self.load(result), owner)
            return self.foreign(getattr, (owner, name))
        if known.is_slang(owner) or known.is_slang_module(owner):
            return getattr(owner, name)
        plain, value = known.data_attribute(owner, name)
        if plain:
            return self.load(value)
        return self.foreign(getattr, (owner, name))

    def is_part(self, owner: Any, name: str) -> bool:
        """Whether it is a part of complex numbers: NumPy's share their memory, frit's do not."""
        named = name in ("real", "imag") and self.world.name == "numpy"
        return named and is_array(owner) and owner.dtype.kind == "c"

    def part(self, owner: Any, name: str) -> Any:
        if self.is_scalar(owner):
            return getattr(owner, name)
        self.go_eager()  # two arrays of different dtypes now have the same memory
        return self.foreign(getattr, (owner, name))

    def item(self, owner: Any, key: Any) -> Any:
        if is_array(owner):
            part = known.apart("view", owner, self.is_scalar)
            try:
                result = part[known.view_key(key, owner, self.is_scalar)]
            except _REFUSALS:
                return self.foreign(operator.getitem, (owner, key))
            if self.world.scalars and result.ndim == 0 and known.has_ellipsis(key):
                self.whole[id(result)] = result
            return result
        if type(owner) in _SEQUENCES:
            return self.load(owner[self.plain_key(key)])
        return self.foreign(operator.getitem, (owner, key))

    def plain_key(self, key: Any) -> Any:
        return self.export(key) if is_array(key) or type(key) in (tuple, slice) else key

    def store(self, value: Any, owner: Any, key: Any) -> None:
        if is_array(owner):
            if self.is_scalar(owner):
                raise TypeError(known.no_assignment(self.class_of(owner)))
            picked = holds_array(key) or known.picks(key)
            several = self.world.name == "numpy" and known.puts_several(value, owner, key)
            if several or (self.may_overflow(value, owner) and not (picked and is_array(value))):
                self.foreign(operator.setitem, (owner, key, value))
                return
            try:
                owner[key] = self.load(value)
            except _REFUSALS:
                self.foreign(operator.setitem, (owner, key, value))
        elif type(owner) in (list, dict):
            self.touch(owner)
            owner[self.plain_key(key)] = value
        else:
            self.foreign(operator.setitem, (owner, key, value))

    def may_overflow(self, value: Any, owner: Any) -> bool:
        """Whether NumPy may refuse to assign the value to elements: it looks at numbers one by one."""
        if type(value) in (list, tuple):
            return any(self.may_overflow(item, owner) for item in value)
        if type(value) in (int, float):
            return known.overflows(value, owner)
        if not self.world.scalars or not (self.is_number(value) or is_numpy_number(value)):
            return False
        return known.may_overflow(value, owner)

    def store_back(self, after: Any, before: Any, owner: Any, key: Any) -> None:
        # The elements are in place already, unless they are a copy: a number, or picked one by one.
        in_place = after is before and is_array(after) and is_array(owner)
        if not in_place or self.is_scalar(owner) or after.ndim == 0 or holds_array(key) or known.picks(key):
            self.store(after, owner, key)

    def set_attribute(self, value: Any, owner: Any, name: str) -> None:
        self.foreign(setattr, (owner, name, value))

    def delete(self, owner: Any, key: Any) -> None:
        if type(owner) in (list, dict):
            del owner[self.plain_key(key)]
        else:
            self.foreign(operator.delitem, (owner, key))

    def delete_attribute(self, owner: Any, name: str) -> None:
        self.foreign(delattr, (owner, name))

    # ---------------------------------------------------------------- loops and operators

    def iterate(self, values: Iterable[Any]) -> Iterable[Any]:
        if type(values) is range:
            return values
        if is_array(values):
            return self.rows(values)
        if type(values) in _SEQUENCES or isinstance(values, known.ITERATORS):
            return (self.load(value) for value in values)
        return self.foreign_iterate(values)

    def rows(self, array: Any) -> Iterable[Any]:
        if array.ndim == 0:
            return self.foreign_iterate(array)
        return (self.item(array, k) for k in range(array._shape[0]))

    def unpack(self, values: Iterable[Any]) -> Iterable[Any]:
        return self.iterate(values)

    def in_place(self, sign: str, left: Any, right: Any) -> Any:
        if is_array(left) and is_stranger(right):
            return self.foreign(IN_PLACE[sign], (left, right))
        if is_array(left):
            right = self.load(right)
            if self.is_scalar(left):
                return BINARY[sign](left, right)
            try:
                return IN_PLACE[sign](left, right)
            except _REFUSALS:
                return self.foreign(IN_PLACE[sign], (left, right))
        if type(left) in (list, dict, set):
            self.touch(left)
            if type(left) is not list:
                return IN_PLACE[sign](left, right)
            if sign != "+" and is_array(right):
                return self.foreign(IN_PLACE[sign], (left, right))
            return IN_PLACE[sign](left, self.iterate(right) if sign == "+" else right)
        if type(left) in known.IMMUTABLE or is_numpy_number(left):
            return IN_PLACE[sign](left, right)
        return self.foreign(IN_PLACE[sign], (left, right))

    def binary(self, sign: str, left: Any, right: Any) -> Any:
        return self.operator(BINARY[sign], left, right)

    def compare(self, sign: str, left: Any, right: Any) -> Any:
        return self.operator(COMPARE[sign], left, right)

    def operator(self, function: Any, left: Any, right: Any) -> Any:
        """Objects with operators of their own get the caller's arrays, in Python's order."""
        if is_stranger(left) or is_stranger(right):
            return self.foreign(function, (left, right))
        if not is_array(left) and not is_array(right):
            return function(left, right)
        try:
            return function(left, right)
        except _REFUSALS:
            return self.foreign(function, (left, right))

    def outward(self, value: Any) -> Any:
        if is_array(value) or type(value) in (tuple, list, dict):
            value = self.export(value)
            self.settle()
        return value

    def hashed(self, value: Any) -> Any:
        return self.export(value) if is_array(value) or type(value) is tuple else value

    def send(self, name: str, value: Any) -> Any:
        return self.outward(value)

    def contains(self, value: Any, container: Any) -> bool:
        if not holds_array(value) and type(container) in (str, range, set, frozenset, dict):
            return value in container
        return bool(self.foreign(operator.contains, (container, value)))

    def settle(self) -> None:
        self.export_touched()
        _core.flush()

    def manager(self, manager: Any) -> Any:
        return Manager(self, manager)


def _call_method(owner: Any, name: str, /, *args: Any, **kwargs: Any) -> Any:
    return getattr(owner, name)(*args, **kwargs)
