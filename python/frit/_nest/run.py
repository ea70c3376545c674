"""A loop of a function as it runs: looked at for each kind of arguments, compiled, called; or left to Python."""

from __future__ import annotations

import ast
import builtins
import struct
import threading
import types
from array import array
from collections.abc import Sequence
from typing import Any

import numpy

from .. import _core
from .._config import config
from .._fuse.error_state import is_quiet, settings_getter
from .._fuse.function_source import NoSource
from .arguments import Compiled, GivenArray, GivenNumber
from .lower import compile_loop
from .offer import caller_of, offered
from .text import FAILED, WANTS_ROOM
from .values import KINDS, NUMPY, PYTHON, WHOLE, Static, Unsupported
from .variables import UNSET as NO_VALUE

UNSET = type("Unset", (), {"__slots__": ()})()
"""Stands for a variable without a value."""

_MOST_VARIANTS = 8
_MOST_ROUNDS = 40  # how often a loop may ask for more memory in one call
_FEW = 3  # failures after which a kind of arguments is left to Python
_PACKED = {"float64": "d", "int64": "q", "bool": "?"}  # of dtypes of Python's numbers, as they stand in a word
_NAMES = {"float64": "f64", "float32": "f32"}  # of dtypes, as frit's library has them


class Variant:
    """The loop for arguments of certain kinds."""

    def __init__(self, compiled: Compiled | None, reason: str | None, kept: list[Any]) -> None:
        self.compiled = compiled
        self.reason = reason  # why it is left to Python
        self.kept = kept  # objects by whose identity it was found
        self.loop: Any = None
        self.steps: list[tuple[int, int]] = []
        self.rooms = [0] * (len(compiled.layout.rooms) if compiled else 0)
        self.failures = self.runs = 0
        self.offered: Any = None  # the same for the extension, which calls it without a line of Python

    def runs_in_all(self) -> int:
        return self.runs + (self.offered.runs if self.offered is not None else 0)

    def holds(self) -> bool:
        """Whether the functions that it calls are still the same."""
        if self.compiled is None:
            return True
        for owner, name, value in self.compiled.watched:
            now = owner.get(name) if isinstance(owner, dict) else getattr(owner, name, None)
            if now is not value:
                return False
        return True


class Nest:
    """One loop of a function."""

    def __init__(
        self, function: types.FunctionType, node: ast.For | ast.While, assigned: Sequence[str], live: frozenset[str]
    ) -> None:
        self.function = function
        self.node = node
        self.assigned = tuple(assigned)  # variables that it may give a value
        self.live = live  # that are read outside of it
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        self.names = tuple(sorted(bound | set(assigned)))
        code = function.__code__
        self.own = frozenset((*code.co_varnames, *code.co_cellvars))  # variables of the function
        self.variants: dict[Any, Variant] = {}
        self.lock = threading.Lock()
        self.caller = caller_of(function, self.names, self.own, self.assigned, UNSET, self.run)

    @property
    def line(self) -> int:
        return self.node.lineno

    def reasons(self) -> list[str]:
        return sorted({v.reason for v in self.variants.values() if v.reason is not None})

    def is_compiled(self) -> bool:
        return any(v.loop is not None and v.reason is None for v in self.variants.values())

    def is_refused(self) -> bool:
        """Whether it was looked at, and left to Python each time."""
        return bool(self.variants) and all(v.reason is not None for v in self.variants.values())

    # ---------------------------------------------------------------- one call

    def run(self, local: dict[str, Any]) -> tuple[Any, ...] | None:
        """Goes through the loop, and gives the values of its variables; None: nothing has happened."""
        if not is_quiet():
            return None  # NumPy is asked to report floating-point errors
        values, key = self.values_and_key(local)
        variant = self.variants.get(key)
        if variant is not None and not variant.holds():
            self.withdraw(variant)
            self.variants.pop(key, None)
            variant = None
        if variant is None:
            variant = self.look_at(key, values)
        if variant.reason is not None or variant.loop is None:
            return None
        return self.call(variant, values)

    def values_and_key(self, local: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        values: dict[str, Any] = {}
        key: list[Any] = []
        outside = self.function.__globals__
        for name in self.names:
            if name in local:
                value = local[name]
            elif name in self.own:
                key.append(None)
                continue
            elif name in outside:
                value = outside[name]
            else:
                value = getattr(builtins, name, UNSET)
            values[name] = value
            key.append(_kind_of(value))
        return values, tuple(key)

    def look_at(self, key: Any, values: dict[str, Any]) -> Variant:
        with self.lock:
            found = self.variants.get(key)
            if found is None:
                if len(self.variants) >= _MOST_VARIANTS:
                    self.withdraw(self.variants.pop(next(iter(self.variants))))
                found = self.make(values)
                self.variants[key] = found
            return found

    def make(self, values: dict[str, Any]) -> Variant:
        given: dict[str, Any] = {}
        for name, value in values.items():
            found = _given(value)
            if found is not None:
                given[name] = found
        kept = [v for v in values.values() if callable(v) or isinstance(v, types.ModuleType)]
        try:
            compiled = compile_loop(self.node, given, self.assigned, self.live)
            variant = Variant(compiled, None, kept)
            for op, dtype, word in compiled.layout.steps:
                address = _core.loop_step(op, _NAMES[dtype])
                if not address:
                    raise Unsupported(f"{op} of {dtype}")
                variant.steps.append((word, address))
            label = f"{self.function.__qualname__}:{self.line}"
            variant.loop = _core.loop_compile(compiled.text, label, True)
        except (Unsupported, NoSource) as why:
            return Variant(None, str(why), kept)
        except Exception as why:  # of names that mean nothing, or are computed: Python may never come there
            return Variant(None, f"not compiled: {type(why).__name__}: {why}", kept)
        return variant

    def call(self, variant: Variant, values: dict[str, Any]) -> tuple[Any, ...] | None:
        assert variant.compiled is not None
        layout = variant.compiled.layout
        stored = [values[name] for name in layout.stored]
        arrays = [values[name] for name, _ in layout.arrays]
        if not _apart(stored, arrays):
            return None
        before = [held.copy(order="K") for held in stored]
        for _ in range(_MOST_ROUNDS):
            frame = array("q", bytes(8 * layout.size))
            rooms = self.fill(variant, frame, values)
            try:
                ended = variant.loop.run(frame)
            except BaseException:  # a signal: as if the loop had not begun
                _put_back(stored, before)
                raise
            finally:
                del rooms
            if ended == 0:
                variant.runs += 1
                self.offer(variant, values)
                return self.outputs(variant, frame, values)
            _put_back(stored, before)
            if ended != WANTS_ROOM:
                break
            self.withdraw(variant)  # it was made for less room
            for k, word in enumerate(layout.rooms):
                variant.rooms[k] = max(variant.rooms[k], 2 * frame[word + 2])
        if ended == FAILED:
            variant.failures += 1
            if variant.failures >= _FEW and variant.failures > variant.runs_in_all():
                self.withdraw(variant)
                variant.reason = "it meets what only Python can go through, such as an index out of range"
        return None

    def offer(self, variant: Variant, values: dict[str, Any]) -> None:
        """From now on the extension goes through it."""
        if variant.offered is not None or self.caller == self.run:
            return
        assert variant.compiled is not None
        known = (variant.loop, variant.compiled.layout, variant.compiled.watched, variant.steps, variant.rooms)
        variant.offered = offered(*known, self.names, self.assigned, values)
        if variant.offered is not None:
            self.caller.add(variant.offered, settings_getter()())

    def withdraw(self, variant: Variant) -> None:
        if variant.offered is not None:
            self.caller.remove(variant.offered)
            variant.runs = variant.runs_in_all()
            variant.offered = None

    def fill(self, variant: Variant, frame: Any, values: dict[str, Any]) -> list[Any]:
        assert variant.compiled is not None
        layout = variant.compiled.layout
        for name, word in layout.arrays:
            _core.loop_array(frame, word, values[name])
        for name, word, dtype in layout.numbers:
            if dtype in _PACKED:
                struct.pack_into(_PACKED[dtype], frame, 8 * word, values[name])
                continue
            value = numpy.asarray(values[name], dtype)
            memoryview(frame).cast("B")[8 * word : 8 * word + value.itemsize] = value.tobytes()
        for word, address in variant.steps:
            frame[word] = address
        rooms: list[Any] = []
        for size, word in zip(variant.rooms, layout.rooms):
            if size:
                rooms.append(numpy.empty(size, numpy.uint8))
                frame[word] = rooms[-1].__array_interface__["data"][0]
                frame[word + 1] = size
        return rooms

    def outputs(self, variant: Variant, frame: Any, values: dict[str, Any]) -> tuple[Any, ...]:
        assert variant.compiled is not None
        raw = memoryview(frame).cast("B")
        layout = variant.compiled.layout
        found = {name: values[name] for name, _ in layout.arrays}  # changed in place
        for name, word, dtype in layout.outputs:
            (owner,) = struct.unpack_from("b", frame, 8 * word + 8)
            if owner == NO_VALUE:
                continue
            if owner == PYTHON and dtype in _PACKED:
                (found[name],) = struct.unpack_from(_PACKED[dtype], frame, 8 * word)
                continue
            value = numpy.frombuffer(raw, numpy.dtype(dtype), 1, 8 * word)[0]
            found[name] = value if owner == NUMPY else int(value) if owner == WHOLE else value.item()
        # What the loop gave no value has the one that it had.
        return tuple([found[n] if n in found else values.get(n, UNSET) for n in self.assigned])


def _kind_of(value: Any) -> Any:
    """What a loop is compiled for: the same of values that the same code can take."""
    cls = type(value)
    if cls is numpy.ndarray:
        kind = _core.loop_kind(value)
        # Of what is no number the dtype says more than its number, as of a struct.
        return ("other", cls) if kind is None else kind if value.dtype.isbuiltin == 1 else (kind, value.dtype)
    if cls is int:
        return cls if -(2**63) <= value < 2**63 else ("other", cls)
    if cls in (float, bool):
        return cls
    if isinstance(value, numpy.generic):
        return ("number", cls)
    if callable(value) or isinstance(value, types.ModuleType):
        return ("object", id(value))
    return ("other", cls)


def _given(value: Any) -> Any:
    cls = type(value)
    if cls is numpy.ndarray:
        name = value.dtype.name
        fits = value.flags.aligned and name in KINDS and value.ndim > 0
        if not fits or not value.dtype.isnative or value.dtype.char != numpy.dtype(name).char:
            return None  # another order of bytes, or C's long long, whose scalars are of another class
        dense = value.strides[-1] == value.itemsize
        return GivenArray(name, value.ndim, dense)
    if cls is bool or cls is float or (cls is int and -(2**63) <= value < 2**63):
        return GivenNumber({bool: "bool", float: "float64", int: "int64"}[cls], PYTHON)
    if isinstance(value, numpy.generic) and KINDS.get(value.dtype.name) and cls is numpy.dtype(value.dtype.name).type:
        return GivenNumber(value.dtype.name, NUMPY)
    if callable(value) or isinstance(value, types.ModuleType):
        return Static(value)
    return None


def _put_back(stored: Sequence[Any], before: Sequence[Any]) -> None:
    for held, old in zip(stored, before):
        numpy.copyto(held, old)


def _repeats(held: Any) -> bool:
    """Whether elements may lie over each other."""
    span = held.itemsize
    for step, extent in sorted((abs(step), extent) for step, extent in zip(held.strides, held.shape) if extent > 1):
        if step < span:
            return bool(held.size > 0)
        span += step * (extent - 1)
    return False


def _apart(stored: Sequence[Any], arrays: Sequence[Any]) -> bool:
    """Whether no array that is written shares memory with another, or may not be written."""
    for held in stored:
        if not held.flags.writeable:
            return False
        if sum(1 for other in arrays if other is held or numpy.may_share_memory(held, other)) > 1:
            return False
        if _repeats(held):
            return False
    return True


def can_compile() -> bool:
    """Whether there is something to compile with, and it may be used."""
    return config.compile not in ("off", "never", "never,strict") and config.llvm_file is not None
