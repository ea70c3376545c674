"""A compiled loop as the extension calls it: which variables, of which kinds, in which words (loop_kind.c, loop_call.c)."""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from .. import _core
from .._fuse.error_state import settings_getter
from .arguments import Layout

MOST_NAMES, MOST_STORED = 64, 16  # of the extension (loop.h)

_UNSET, _ARRAY, _INT, _TYPE, _SAME = range(5)  # what a variable has to be (loop.h)
_PLAIN = (type(None), str, bytes, list, tuple, dict, complex)
"""Classes of objects of which a loop looks at nothing."""


def caller_of(
    function: types.FunctionType,
    names: Sequence[str],
    own: frozenset[str],
    assigned: Sequence[str],
    unset: Any,
    miss: Callable[[dict[str, Any]], Any],
) -> Any:
    """What the function calls where the loop stood; `miss` itself for loops of too many variables."""
    if len(names) > MOST_NAMES:
        return miss
    bits = sum(1 << k for k, name in enumerate(names) if name in own)
    places = tuple(names.index(name) for name in assigned)
    outside = function.__globals__
    return _core.LoopCall(tuple(names), bits, outside, builtins.__dict__, places, unset, miss, settings_getter())


def offered(
    loop: Any,
    layout: Layout,
    watched: Sequence[tuple[Any, str, Any]],
    steps: Sequence[tuple[int, int]],
    rooms: Sequence[int],
    names: Sequence[str],
    assigned: Sequence[str],
    values: dict[str, Any],
) -> Any:
    """The loop for variables that are like these; None: that cannot be said."""
    expected = [_expected(values[name]) if name in values else (_UNSET, None) for name in names]
    if None in expected or len(layout.stored) > MOST_STORED:
        return None
    place = {name: k for k, name in enumerate(names)}
    numbers = [(place[name], word) for name, word, _ in layout.numbers]
    arrays = [(place[name], word) for name, word in layout.arrays]
    row = {name: k for k, (name, _) in enumerate(layout.arrays)}
    results = [(list(assigned).index(name), word, numpy.dtype(dtype).num) for name, word, dtype in layout.outputs]
    stored = [(row[name],) for name in layout.stored]
    given = (expected, list(watched), arrays, numbers, results, list(steps), list(zip(layout.rooms, rooms)), stored)
    return _core.LoopKind(loop, layout.size, *given)


def _expected(value: Any) -> tuple[int, Any] | None:
    """What tells values that the same code can take; the same as run._kind_of says."""
    cls = type(value)
    if cls is numpy.ndarray:
        kind = _core.loop_kind(value)
        return None if kind is None or value.dtype.isbuiltin != 1 else (_ARRAY, kind)
    if cls is int:
        return (_INT, cls) if -(2**63) <= value < 2**63 else None
    if cls in (float, bool, *_PLAIN) or isinstance(value, numpy.generic):
        return _TYPE, cls
    if callable(value) or isinstance(value, types.ModuleType):
        return _SAME, value
    return None
