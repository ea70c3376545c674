"""`frit.script`: `.m` files in the MATLAB and Octave language, run from Python.

>>> v = script("y = x.^2 + 1;", x=[1.0, 2.0, 3.0])
>>> v.y
array([[ 2.,  5., 10.]])
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from . import _core
from ._errors import ArgumentError

__all__ = ["Script", "script"]

_DTYPES = {
    "double": "f8",
    "single": "f4",
    "int8": "i1",
    "int16": "i2",
    "int32": "i4",
    "int64": "i8",
    "uint8": "u1",
    "uint16": "u2",
    "uint32": "u4",
    "uint64": "u8",
    "logical": "?",
    "char": "u1",
}
_CLASSES = {np.dtype(code): name for name, code in _DTYPES.items() if name != "char"}


def script(
    source: str | os.PathLike[str],
    /,
    *,
    arguments: Sequence[str] = (),
    output: Any = None,
    **inputs: Any,
) -> Script:
    """Runs a script (a path that ends in .m, or its text) with inputs as variables.

    Returns its variables, as a mapping with attributes. What it prints goes to output, which is
    sys.stdout where nothing is said. arguments: what argv() gives the script. Raises ScriptError.
    """
    session = Script(output=output, arguments=arguments)
    for name, value in inputs.items():
        session[name] = value
    session.run(source)
    return session


class Script(Mapping[str, Any]):
    """A session of scripts: its variables are items and attributes.

    `s.run(text)` runs more statements in the same variables, `s["x"] = 3` sets one, and
    `s.call("size", x, outputs=2)` calls a function.
    """

    _session: _core.Script

    def __init__(self, *, output: Any = None, arguments: Sequence[str] = ()) -> None:
        def write(text: str) -> None:
            (sys.stdout if output is None else output).write(text)

        session = _core.Script(write, tuple(str(a) for a in arguments))
        object.__setattr__(self, "_session", session)

    def run(self, source: str | os.PathLike[str]) -> Script:
        """Runs a file (a path that ends in .m) or a text; gives the session back."""
        path = os.fspath(source)
        if not isinstance(path, str):
            raise ArgumentError("a script is a path or a text, both str")
        if not isinstance(source, str) or (path.endswith(".m") and "\n" not in path):
            if not os.path.exists(path):
                raise FileNotFoundError(path)
            self._session.run_file(path)
        else:
            self._session.run("script", path)
        return self

    def call(self, name: str, /, *arguments: Any, outputs: int = 1) -> Any:
        """Calls a function of the session or of the language; a tuple where several outputs are asked for."""
        given = tuple(_describe(a) for a in arguments)
        found = tuple(_value(v) for v in self._session.call(name, given, outputs))
        if outputs > 1:
            return found
        return found[0] if found else None

    def __getitem__(self, name: str) -> Any:
        if name not in self._session.names():
            raise KeyError(name)
        return _value(self._session.get(name))

    def __setitem__(self, name: str, value: Any) -> None:
        self._session.set(name, _describe(value))

    def __iter__(self) -> Iterator[str]:
        return iter(self._session.names())

    def __len__(self) -> int:
        return len(self._session.names())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._session.names():
            raise AttributeError(f"the script has no variable {name!r}")
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._session.names()]

    def __repr__(self) -> str:
        return f"<frit.Script with {', '.join(self) or 'no variables'}>"


# ---- from the session


def _array(name: str, shape: tuple[int, ...], is_complex: bool, data: bytearray) -> Any:
    dtype = np.dtype(_DTYPES[name])
    if is_complex:
        dtype = np.dtype("c16" if name == "double" else "c8")
    array = np.frombuffer(data, dtype).reshape(shape, order="F")
    if name == "char":  # several rows
        rows = array.reshape(shape[0], -1)
        return [bytes(row).decode("utf-8", "surrogateescape") for row in rows]
    if array.size != 1:
        return array
    item = array.reshape(-1)[0]
    return item.item() if name in ("double", "logical") else item


def _listed(shape: tuple[int, ...], items: list[Any]) -> list[Any]:
    """A row or a column as a list, a matrix as a list of rows."""
    if len(shape) > 2 or min(shape) <= 1:
        return items
    return [items[row :: shape[0]] for row in range(shape[0])]


def _value(description: Any) -> Any:
    if description is None or isinstance(description, str):
        return description
    kind = description[0]
    if kind == "array":
        return _array(*description[1:])
    if kind == "cell":
        return _listed(description[1], [_value(item) for item in description[2]])
    if kind == "struct":
        fields = [{k: _value(v) for k, v in one.items()} for one in description[2]]
        return fields[0] if len(fields) == 1 else _listed(description[1], fields)
    if kind == "map":
        return dict(
            zip(
                (_value(k) for k in description[1]),
                (_value(v) for v in description[2]),
                strict=True,
            )
        )
    return description[1].rstrip("\n")  # the text of a function


# ---- to the session


def _describe_array(array: Any) -> Any:
    is_complex = array.dtype.kind == "c"
    if is_complex:
        name = "double" if array.dtype.itemsize == 16 else "single"
        array = array.astype("c16" if name == "double" else "c8")
    elif array.dtype in _CLASSES:
        name = _CLASSES[array.dtype]
    elif array.dtype.kind == "f":
        name = "single" if array.dtype.itemsize < 4 else "double"
        array = array.astype(_DTYPES[name])
    else:
        raise ArgumentError(f"scripts have no class for elements of type {array.dtype}")
    shape = (1, *array.shape) if array.ndim < 2 else array.shape
    if array.ndim == 0:
        shape = (1, 1)
    data = np.ravel(array, order="F")
    return ("array", name, tuple(int(n) for n in shape), is_complex, data.view("u1").tobytes())


def _are_numbers(items: Sequence[Any]) -> bool:
    return all(
        isinstance(i, (bool, int, float, complex, np.number, np.bool_))
        or (isinstance(i, (list, tuple)) and len(i) > 0 and _are_numbers(i))
        for i in items
    )


def _describe_list(items: Sequence[Any]) -> Any:
    """Numbers, and lists of as many of them, are a matrix; everything else is a cell."""
    if items and _are_numbers(items):
        try:
            array = np.array(items)
        except ValueError:  # rows of different lengths
            array = None
        if array is not None and array.dtype.kind in "biufc":
            return _describe_array(array.astype("f8") if array.dtype.kind in "iu" else array)
    return ("cell", (1, len(items)), [_describe(item) for item in items])


def _describe(value: Any) -> Any:
    if value is None:
        return ("array", "double", (0, 0), False, b"")
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return _describe_array(np.array(value))
    if isinstance(value, int):
        return _describe_array(np.array(float(value)))
    if isinstance(value, (list, tuple)):
        return _describe_list(value)
    if isinstance(value, Mapping):
        return {str(k): _describe(v) for k, v in value.items()}
    return _describe_array(np.asarray(value))
