"""What is declared of parameters: by `declare` of functions of modules, and of fused functions.

Of a fused function's argument the body sees an array as ever. What was declared of it holds where a
function of a module gets that array: the thread knows it by the array's identity.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from .. import _core
from .._errors import DTypeError

Spec = tuple[Any, Any]
"""What is declared of a parameter: its axes or None, the name of its type or None."""


NOTHING: Spec = (None, None)


class _Thread(threading.local):
    table: dict[int, tuple[Any, Spec]] | None = None  # by the id of an array: it, what is declared


_thread = _Thread()


def spec_of(parameter: Any) -> Spec:
    """A parameter of `declare`: a vmapping, a type, None, or a pair of the first two."""
    from .values import Vmapping

    if parameter is None:
        return NOTHING
    if isinstance(parameter, Vmapping):
        return (parameter.axes, None)
    if type(parameter) is tuple and len(parameter) == 2:
        first, second = spec_of(parameter[0]), spec_of(parameter[1])
        return (second[0] if first[0] is None else first[0], first[1] or second[1])
    try:
        return (None, _core.vcast(None, parameter).cast)
    except TypeError:
        raise DTypeError(
            "a parameter is declared with frit.vmapping(...), a type of a module or None,"
            f" not {parameter!r}"
        ) from None


def merged(before: Spec, after: Spec) -> Spec:
    """What is declared later holds, where it says something."""
    return (
        before[0] if after[0] is None else after[0],
        before[1] if after[1] is None else after[1],
    )


def stand_ins(types: Sequence[_core.TypeData]) -> tuple[Any, ...] | None:
    """Arguments of these types for NumPy's users. None: NumPy has none.

    A type without axes stands for a number; every extent that has a name is 2.
    """
    numpy = sys.modules.get("numpy")
    made: list[Any] = []
    for element, dtype, extents in types:
        if not extents:
            made.append({"bool": False, "i64": 0, "f64": 0.0}.get(element))
            if made[-1] is None:
                return None
            continue
        if numpy is None or dtype is None:
            return None
        shape = [2 if isinstance(extent, str) else extent for extent in extents]
        made.append(numpy.zeros(shape, dtype.name))
    return tuple(made)


@contextlib.contextmanager
def declared(values: Sequence[tuple[Any, Spec]]) -> Iterator[None]:
    """While it lasts, functions of modules see these arrays as declared."""
    outer = _thread.table
    _thread.table = {id(value): (value, spec) for value, spec in values}
    try:
        yield
    finally:
        _thread.table = outer


def stands_for(made: Any, value: Any) -> None:
    """What is declared of an array holds for its stand-in too."""
    if _thread.table:
        found = _thread.table.get(id(value))
        if found is not None:
            _thread.table[id(made)] = (made, found[1])


def spec_for(value: Any) -> Spec | None:
    """What is declared of an array."""
    if not _thread.table:
        return None
    found = _thread.table.get(id(value))
    return None if found is None else found[1]
