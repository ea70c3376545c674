"""`frit.fuse`: functions whose array steps run fused, and mean what they say.

A call is answered in one of three ways. *Replayed*: the function was traced before for arguments of
this kind; the plan runs, and no line of the function. *Recorded*: the body runs in Python every
time, on arrays that record. Tracing decides which, and either gives what plain execution gives.
*As written*: recording was measured, and is slower than the function itself (pace.py).
"""

from __future__ import annotations

import collections
import functools
import inspect
import linecache
import math
import threading
import time
import types
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, overload

from .. import _core
from .._config import Compile, current_fallback, current_options, policy_of
from .._slang.declared import Spec, declared, spec_of
from .arguments import Arguments, leaf_key, same_defaults
from .bodies import body_of, hangs_on_layouts, inline
from .callables import is_slang, is_slang_module
from .error_state import is_quiet, settings_getter
from .function_source import is_source_of
from .fused_types import CacheInfo, Fused
from .hooks import PLAIN, current
from .kinds import WRITTEN, Kind, Recorded
from .pace import Pace, pace_of
from .recorded import RecordedRun
from .replay import Entry, Missed, Refused
from .strange import answer_of
from .strangers import is_stranger
from .trace import Break, TracedRun
from .tracebacks import hide_own_frames
from .tracing import loose_trace, place_of, trace
from .unfiled import note_executed
from .written import Written
from .world import FRIT, World, array_world, call_there, world_called

__all__ = ["Arguments", "CacheInfo", "Fused", "Fuser", "Recorded", "fuse"]

_core.set_fused_options(current_options())

P = ParamSpec("P")
R = TypeVar("R")

_MOST_VARIANTS = 16
"""Traces of one kind of call that differ in what numbers and variables from outside were."""


# ---------------------------------------------------------------------------------- the function


class Fuser(Written):
    """What is behind a fused function: `_core.Fused` asks it whatever it cannot answer itself."""

    def __init__(
        self,
        function: types.FunctionType,
        static: frozenset[str | int],
        maxsize: int,
        compile: str = "default",
        specs: dict[str, Spec] | None = None,
    ):
        super().__init__(function)
        self.specs = specs or {}  # by parameter: how calls of functions from source see it
        self.compile = compile
        self.static = static
        self.maxsize = maxsize
        self.kinds: collections.OrderedDict[Any, Kind] = collections.OrderedDict()
        self.names = tuple(inspect.signature(function, follow_wrapped=False).parameters)
        flags = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
        self.variadic = bool(function.__code__.co_flags & flags)  # it takes *args or **kwargs
        self.positional = not self.variadic and not function.__code__.co_kwonlyargcount
        self.lock = threading.Lock()
        self.hits = self.misses = self.recorded_calls = 0
        self.last_reason: Recorded | None = None
        self.fused: Any = None  # set by fuse(): the object users call
        self._signature: inspect.Signature | None = None
        self._defaults: Any = None

    # ---------------------------------------------------------------- parameters

    def signature_now(self) -> inspect.Signature:
        """The signature with the defaults the function has now."""
        keyword_only = self.function.__kwdefaults__
        defaults = (self.function.__defaults__, keyword_only and dict(keyword_only))
        if self._signature is None or not same_defaults(defaults, self._defaults):
            self._signature = inspect.signature(self.function, follow_wrapped=False)
            self._defaults = defaults
        return self._signature

    # ---------------------------------------------------------------- calls

    def miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call that the C part has no entry for."""
        try:
            return self._miss(args, kwargs)
        except BaseException as error:
            if current.run is PLAIN:
                hide_own_frames(error)
            raise

    def _miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self.specs:
            args, kwargs = self._apart(args, kwargs)
            with declared(self._declared(args, kwargs)):
                return self._answer(args, kwargs)
        return self._answer(args, kwargs)

    def _answer(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if current.run is not PLAIN:  # part of another function's body
            body, _ = body_of(self.function)
            return (body or self.function)(*args, **kwargs)
        body, why = body_of(self.function)
        if body is None:
            self._plain(str(why))
            return self.written()(*args, **kwargs)
        try:
            arguments = Arguments(self, args, kwargs)
        except TypeError:
            return self.function(*args, **kwargs)  # whose message is better
        if (answer := answer_of(self, arguments)) is not None:
            return answer.call(args, kwargs)
        world = self.world_of(arguments)
        if world is None:
            self._plain(_SEVERAL)
            return self.function(*args, **kwargs)
        if world.name == "numpy" and not is_quiet():
            self._note(Recorded(WRITTEN + "NumPy reports floating-point errors", None))
            return self.function(*args, **kwargs)
        if world.name == "numpy" and hangs_on_layouts(self.function, arguments.leaves):
            self._note(Recorded(_LAYOUTS, None))
            return self.written()(*args, **kwargs)
        kind = self._kind(arguments, world)
        if world.name == "numpy" and current_fallback():
            return self._at_pace(kind, body, world, args, kwargs, arguments)
        return self._fused(kind, body, world, args, kwargs, arguments)[0]

    def _fused(
        self, kind: Kind, body: Any, world: World, args: Any, kwargs: Any, arguments: Arguments
    ) -> tuple[Any, Entry | None]:
        """Replayed, by an entry, or recorded."""
        try:
            entry, result = self._replay(kind, arguments, world)
        except Refused:
            self._note(Recorded("arguments share memory, or a step fails", None))
        else:
            if isinstance(entry, Entry):
                if world is FRIT or not self.loops() or not current_fallback():
                    self._offer(entry, arguments)
                return result, entry
            self._note(entry)
        return self._record(body, world, args, kwargs, arguments), None

    def _at_pace(self, kind: Kind, body: Any, world: World, args: Any, kwargs: Any, arguments: Arguments) -> Any:
        """Fused, or as it is written where that was faster."""
        loops = bool(self.loops())
        if not loops and kind.is_replayed():
            return self._fused(kind, body, world, args, kwargs, arguments)[0]
        pace = pace_of(kind.paces, arguments.leaves, loops)
        if loops and pace.recorded is None and not pace.tries_written():
            if isinstance(self._find(kind, arguments, world), Recorded):
                pace.recorded = math.inf  # recording a loop that is compiled never pays
        if not pace.tries_written():
            begin = time.perf_counter()
            result, entry = self._fused(kind, body, world, args, kwargs, arguments)
            pace.note(False, time.perf_counter() - begin, entry is not None)
            if entry is not None and loops and pace.warm and not pace.tries_written():
                self._offer(entry, arguments)
            return result
        written = self.written()
        begin = time.perf_counter()
        result = written(*args, **kwargs)
        pace.note(True, time.perf_counter() - begin)
        if loops and not self.loops():
            return result  # none of them could be compiled: the next call is fused
        ahead = pace.calls_ahead() if not kwargs and not self.specs else 0
        if ahead > 0 and self.fused._run_written(written, self.function, args, ahead):
            pace.spent += ahead * (pace.written or 0)
        return result

    def _replay(
        self, kind: Kind, arguments: Arguments, world: World
    ) -> tuple[Entry | Recorded, Any]:
        """An entry and its result, or why the call runs recorded."""
        for recorded in kind.recorded:
            if recorded.matches(arguments.leaves):
                return recorded, None
        for entry in list(kind.entries):
            try:
                result = entry.replay(arguments.leaves, arguments.values)
            except Missed:
                continue
            self.hits += 1
            return entry, result
        self.misses += 1
        found = self._trace(arguments, world, kind)
        if isinstance(found, Recorded):
            return found, None
        try:
            return found, found.replay(arguments.leaves, arguments.values)
        except Missed:
            return Recorded("what it reads changes while it is read", None), None

    def recorded(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call whose plan failed, run again so that it fails at its line."""
        try:
            args, kwargs = self._apart(args, kwargs)
            with declared(self._declared(args, kwargs)):
                body, _ = body_of(self.function)
                arguments = Arguments(self, args, kwargs)
                world = self.world_of(arguments)
                if body is None or world is None:
                    return self.function(*args, **kwargs)
                if world.name == "numpy" and hangs_on_layouts(self.function, arguments.leaves):
                    return self.function(*args, **kwargs)
                return self._record(body, world, args, kwargs, arguments)
        except BaseException as error:
            if current.run is PLAIN:
                hide_own_frames(error)
            raise

    def _record(
        self, body: Any, world: World, args: Any, kwargs: Any, arguments: Arguments
    ) -> Any:
        self.recorded_calls += 1
        if world is FRIT:
            return call_there(self.function, args, kwargs)  # frit's own arrays record by themselves
        if any(is_stranger(leaf) for leaf in arguments.leaves):
            body, _ = body_of(self.function, True)
        return RecordedRun(world, inline).execute(body, args, kwargs)

    def _apart(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """One array that is given twice, as two: what is declared of arrays is known by their ids."""
        seen: set[int] = set()

        def other(value: Any) -> Any:
            if array_world(value) is None or not hasattr(value, "__setitem__"):
                return value
            value = value[...] if id(value) in seen else value
            seen.add(id(value))
            return value

        if not self.specs:
            return args, kwargs
        return tuple([other(v) for v in args]), {k: other(v) for k, v in kwargs.items()}

    def _declared(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[tuple[Any, Spec]]:
        """Arguments of which something was declared."""
        if not self.specs:
            return []
        given = {**dict(zip(self.names, args)), **kwargs}
        return [(given[name], spec) for name, spec in self.specs.items() if name in given]

    def declare(self, *parameters: Any, **named: Any) -> Any:
        """The function with mappings or types of its parameters said in advance.

        Each is a `frit.vmapping`, a type of a module, or None where nothing is said. That is how
        functions of modules see these arguments; to everything else they are arrays as before.
        """
        if len(parameters) > len(self.names):
            raise TypeError(f"{self.function.__qualname__} has {len(self.names)} parameters")
        specs = {**self.specs, **dict(zip(self.names, map(spec_of, parameters)))}
        for name, parameter in named.items():
            if name not in self.names:
                raise TypeError(f"{self.function.__qualname__} has no parameter {name!r}")
            specs[name] = spec_of(parameter)
        impl = Fuser(self.function, self.static, self.maxsize, self.compile, specs)
        return _fused_object(impl)

    def _note(self, recorded: Recorded) -> None:
        self.last_reason = recorded

    def _plain(self, why: str) -> None:
        """Notes that the function is not fused; says so once where its author cannot see why."""
        first = self.last_reason is None
        self._note(Recorded(WRITTEN + why, None))
        if first and (why is _SEVERAL or why.startswith("source not available")):
            self.warn(f"is not fused and runs as it is written: {why}")

    # ---------------------------------------------------------------- keys

    def world_of(self, arguments: Arguments) -> World | None:
        """Whose arrays the call works on; None: several libraries', or arrays frit cannot take."""
        found: set[str] = set()
        for leaf in arguments.leaves:
            kind = array_world(leaf)
            if kind == "numpy" and not hasattr(leaf, "__setitem__"):
                continue  # a number, which goes with anything
            if kind is not None:
                if not world_called(kind).owns(leaf):
                    return None
                found.add(kind)
        if len(found) > 1:
            return None
        return world_called(found.pop()) if found else self._guess_world(arguments)

    def _guess_world(self, arguments: Arguments) -> World:
        """Without arrays among the arguments: by what the function refers to."""
        function = self.function
        names = [function.__globals__.get(name) for name in function.__code__.co_names]
        for cell in function.__closure__ or ():
            try:
                names.append(cell.cell_contents)
            except ValueError:
                continue
        for leaf in arguments.leaves:
            names.append(leaf)
            names.extend(getattr(leaf, "__dict__", {}).values() if not callable(leaf) else ())
        for value in names:
            module = isinstance(value, types.ModuleType) and value.__name__ == "numpy"
            kernel = is_slang(value) or is_slang_module(value)
            if module or kernel or array_world(value) == "numpy":
                return world_called("numpy")
        return FRIT

    def _kind(self, arguments: Arguments, world: World) -> Kind:
        classes: dict[int, int] = {}
        first: dict[int, int] = {}
        static = self._static_leaves(arguments)
        keys = []
        for number, leaf in enumerate(arguments.leaves):
            keys.append(leaf_key(leaf, classes, number in static))
            if array_world(leaf) is not None:
                keys.append(first.setdefault(id(leaf), number))
        key = (world.name, current_options(), arguments.structure, tuple(keys))
        with self.lock:
            kind = self.kinds.get(key)
            if kind is None:
                functions = [leaf for leaf in arguments.leaves if type(leaf) is types.FunctionType]
                self._drop_dead()
                kind = self.kinds[key] = Kind([weakref.ref(function) for function in functions])
                self._evict()
            else:
                self.kinds.move_to_end(key)
        return kind

    def _static_leaves(self, arguments: Arguments) -> set[int]:
        found: set[int] = set()
        if self.static:
            at = 0
            for position, (name, child) in enumerate(
                zip(arguments.names, arguments.structure.children)
            ):
                if name in self.static or position in self.static:
                    found.update(range(at, at + child.count))
                at += child.count
        return found

    def _evict(self) -> None:
        """Keeps the most recent kinds, also those that C answered since they were looked at."""
        chances = len(self.kinds)
        while len(self.kinds) > self.maxsize:
            key, kind = next(iter(self.kinds.items()))
            used = sum(direct.hits for entry in kind.entries for direct in entry.direct)
            if used > kind.seen and chances > 0:
                kind.seen = used
                self.kinds.move_to_end(key)
                chances -= 1
                continue
            del self.kinds[key]
            self._withdraw(kind)

    def _drop_dead(self) -> None:
        """Calls with functions that are gone will not come again."""
        for key, kind in list(self.kinds.items()):
            if any(function() is None for function in kind.functions):
                del self.kinds[key]
                self._withdraw(kind)

    def _withdraw(self, kind: Kind) -> None:
        for entry in kind.entries:
            for direct in entry.direct:
                self.fused._remove_entry(direct)

    # ---------------------------------------------------------------- tracing

    def _trace(self, arguments: Arguments, world: World, kind: Kind) -> Entry | Recorded:
        """A new entry, or why calls of this kind run recorded."""
        if len(kind.entries) + len(kind.recorded) >= _MOST_VARIANTS:
            self._withdraw(kind)
            kind.entries.clear()
            reason = f"more than {_MOST_VARIANTS} different values decide what it does"
            kind.recorded = [Recorded(reason, None)]
            self.warn(
                f"is not replayed any more: {reason}; values that a size, a branch or an index depends on are"
                " better given as arrays, or in functions of their own"
            )
            return kind.recorded[0]
        static = self._static_leaves(arguments)
        run = TracedRun(world, inline)
        try:
            given = (self.function, arguments, static, self.compile)
            entry = loose_trace(world, *given, len(kind.entries)) or trace(run, *given)
            kind.entries.insert(0, entry)
            return entry
        except Break as broken:
            made = Recorded(broken.reason, broken.place)
        except _core.NeedsValue as needed:
            made = Recorded(needed.args[0], needed.args[1])
        except Exception as error:  # the recorded run will raise it, where it belongs
            made = Recorded(f"raises {type(error).__name__}: {error}", place_of(error))
            if run.picking and not kind.is_unsteady(error):
                return made  # another mask may go another way
        finally:
            run.close()
        # Other numbers may take it another way: what decided so far is part of the reason.
        made.depend_on(run)
        kind.recorded.append(made)
        return made

    def _offer(self, entry: Entry, arguments: Arguments) -> None:
        """Gives the C part an entry, so that the next such call needs no Python."""
        if len(entry.direct) >= _MOST_VARIANTS or entry.inexpressible:
            return
        shape = arguments.shape()
        if shape is None or (entry.world.name == "numpy" and not self._is_settled(entry)):
            return
        if shape.key in entry.offered:
            return
        entry.offered.add(shape.key)
        made = entry.direct_entry(shape)
        if made is not None:
            entry.direct.append(made)
            self.fused._add_entry(made)

    def _is_settled(self, entry: Entry) -> bool:
        """Whether NumPy's error settings are those of the last time: C compares with them."""
        settings = settings_getter()()
        if settings is entry.error_settings or settings == entry.error_settings:
            return True
        first = entry.error_settings is None
        entry.error_settings = settings
        for direct in entry.direct:
            self.fused._remove_entry(direct)
        entry.direct.clear()
        entry.offered.clear()
        return first

    # ---------------------------------------------------------------- what users ask

    def cache_info(self) -> CacheInfo:
        """How many calls the kept traces answered, and how many there are."""
        with self.lock:
            kinds = list(self.kinds.values())
        replayed = sum(len(kind.entries) for kind in kinds)
        recorded = sum(len(kind.recorded) for kind in kinds)
        try:
            hits = self.hits + self.fused._hits
        except ReferenceError:  # nobody holds the function that was asked
            hits = self.hits
        return CacheInfo(hits, self.misses, replayed + recorded, self.maxsize, replayed, recorded)

    def clear_cache(self) -> None:
        """Forgets every trace."""
        with self.lock:
            self.kinds.clear()
            self.fused._clear_entries()
            self.fused._run_written(self.function, self.function, (), 0)
            self.hits = self.misses = self.recorded_calls = 0

    def signature(self, *args: Any, **kwargs: Any) -> Any:
        """What the function sees of these arguments: a table, see frit.Signature."""
        from .signature import signature_of

        return signature_of(self, args, kwargs)

    def outcome(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Entry | Recorded:
        """How a call with these arguments is answered; traces it, and runs nothing."""
        body, why = body_of(self.function)
        if body is None:
            return Recorded(WRITTEN + str(why), None)
        arguments = Arguments(self, args, kwargs)
        if (answer := answer_of(self, arguments)) is not None:
            return answer.outcome(args, kwargs)
        world = self.world_of(arguments)
        if world is None:
            return Recorded(WRITTEN + _SEVERAL, None)
        if world.name == "numpy" and hangs_on_layouts(self.function, arguments.leaves):
            return Recorded(_LAYOUTS, None)
        return self._find(self._kind(arguments, world), arguments, world)

    def pace(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Pace | None:
        """What calls like this one took so far; None: nothing hangs on it."""
        if body_of(self.function)[0] is None or not current_fallback():
            return None
        arguments = Arguments(self, args, kwargs)
        world = self.world_of(arguments)
        if world is None or world.name != "numpy" or not is_quiet():
            return None
        kind = self._kind(arguments, world)
        settled = kind.is_replayed() and not self.loops()
        return None if settled else kind.paces.get(_core.size_class(tuple(arguments.leaves)))

    def _find(self, kind: Kind, arguments: Arguments, world: World) -> Entry | Recorded:
        """The entry for a call, or why there is none; it is traced where that is not known."""
        for recorded in kind.recorded:
            if recorded.matches(arguments.leaves):
                return recorded
        for entry in kind.entries:
            if entry.matches(arguments.leaves):
                return entry
        return self._trace(arguments, world, kind)

    def _explain(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from .._explain.fused import explain_fused

        return explain_fused(self, args, kwargs)


_SEVERAL = "arrays of several libraries meet; convert them to one library's before the call"

_LAYOUTS = WRITTEN + "it reshapes and writes, and not all of its arrays are row-major: what shares memory hangs on that"


# ---------------------------------------------------------------------------------------- fuse


@overload
def fuse(function: Callable[P, R], /) -> Fused[P, R]: ...


@overload
def fuse(
    *,
    static_argnames: str | Sequence[str] = (),
    static_argnums: int | Sequence[int] = (),
    maxsize: int = 64,
    compile: Compile | bool | None = None,
) -> Callable[[Callable[P, R]], Fused[P, R]]: ...


def fuse(
    function: Any = None,
    /,
    *,
    static_argnames: str | Sequence[str] = (),
    static_argnums: int | Sequence[int] = (),
    maxsize: int = 64,
    compile: Compile | bool | None = None,
) -> Any:
    """Fuses the array steps of a function. What it computes stays what it was.

    static_argnames, static_argnums: parameters whose numbers are part of the cache's key (others
    may change from call to call); maxsize: how many kinds of calls are kept; compile: how the
    kernels of replayed calls come to be compiled, as in frit.options, which decides otherwise.

    >>> import numpy as np
    >>> @fuse
    ... def scaled(x, a):
    ...     return a * np.sin(x) + 1
    >>> scaled(np.zeros(3, np.float32), 2.0)
    array([1., 1., 1.], dtype=float32)
    >>> scaled.cache_info().entries
    1
    """
    names = [static_argnames] if isinstance(static_argnames, str) else list(static_argnames)
    numbers = [static_argnums] if isinstance(static_argnums, int) else list(static_argnums)
    static: frozenset[str | int] = frozenset([*names, *numbers])
    if maxsize < 1:
        raise ValueError(f"maxsize is at least 1, not {maxsize}")
    policy = policy_of(compile) or "default"
    if function is None:
        return lambda f: _fuse(f, static, maxsize, policy)
    return _fuse(function, static, maxsize, policy)


def _fuse(function: Any, static: frozenset[str | int], maxsize: int, compile: str) -> Any:
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(_fuse(function.__func__, static, maxsize, compile))
    if isinstance(function, (_core.Fused, _core.SlangFunction)):
        return function
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"frit.fuse takes a Python function, not {type(function).__name__}")
    note_executed(function, is_source_of)
    names = inspect.signature(function, follow_wrapped=False).parameters
    for wanted in static:
        known = wanted in names if isinstance(wanted, str) else 0 <= wanted < len(names)
        if not known:
            raise ValueError(f"{function.__qualname__} has no parameter {wanted!r}")
    return _fused_object(Fuser(function, static, maxsize, compile))


def _fused_object(impl: Fuser) -> Any:
    fused = _core.Fused(impl)
    impl.fused = weakref.proxy(fused)
    functools.update_wrapper(fused, impl.function)
    return fused


def source_line(place: tuple[str, int] | None) -> tuple[str, int, str] | None:
    """A place with the text of its line."""
    return None if place is None else (*place, linecache.getline(*place).strip())
