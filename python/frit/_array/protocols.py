"""NumPy's protocols: np.sin(x) and np.sum(x) on frit arrays are frit's own functions.

Which function it is says the registry. What is not there, or is called in a way that frit's function does
not know, runs in NumPy on the computed values, and its result stays NumPy's: never wrong, only not
fused.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any

import numpy

from .. import _core
from .._errors import DeviceError, DTypeError, UnsupportedError
from .rows import BINARY, PRODUCT, ROWS, UNARY
from .types import as_array, plain

# ---- ufuncs

_NAMES = [(name, row) for row in ROWS for name in row.numpy]
_UFUNCS = (UNARY, BINARY, PRODUCT)


def _by_method(method: str) -> dict[str, str]:
    return {n.removesuffix(method): row.name for n, row in _NAMES if n.endswith(method)}


# NumPy's names. Each is one of the function's own; of methods of ufuncs it is said which function they are.
UFUNCS = frozenset(name for name, row in _NAMES if row.kind in _UFUNCS)
REDUCE = _by_method(".reduce")
ACCUMULATE = _by_method(".accumulate")
AT = {"add": "add", "multiply": "mul", "maximum": "max", "minimum": "min"}
_OPTIONS = frozenset({"out", "where", "dtype", "casting", "order", "subok"})


def call_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What __array_ufunc__ does."""
    if _has_stranger(inputs) or _has_stranger(_outs(kwargs)):
        return NotImplemented
    handler = _METHODS.get(method)
    if handler is not None:
        try:
            result = handler(ufunc, inputs, kwargs)
        except DTypeError:
            if not _has_strange_dtype(inputs):
                raise
            result = NotImplemented
        if result is not NotImplemented:
            return result
    return _by_numpy_ufunc(ufunc, method, inputs, kwargs)


_OPERANDS = (_core.ArrayBase, numpy.ndarray, numpy.generic, int, float, complex)


def _has_stranger(operands: tuple[Any, ...]) -> bool:
    """Another library's array, which may know better."""
    for x in operands:
        if isinstance(x, _OPERANDS):
            continue
        own = getattr(type(x), "__array_ufunc__", None)
        if own is not None and own is not numpy.ndarray.__array_ufunc__:
            return True
    return False


def _has_strange_dtype(operands: tuple[Any, ...]) -> bool:
    """A NumPy array or scalar of long doubles, strings, dates or objects, which frit has not."""
    return any(
        isinstance(x, (numpy.ndarray, numpy.generic)) and x.dtype.char not in _KNOWN
        for x in operands
    )


# The characters of NumPy's dtypes that frit has; int64 and uint64 have two each.
_KNOWN = frozenset("?bhilqBHILQefdFD")


def _outs(kwargs: dict[str, Any]) -> tuple[Any, ...]:
    out = kwargs.get("out", ())
    return tuple(x for x in (out if isinstance(out, tuple) else (out,)) if x is not None)


@functools.cache
def _known(name: str) -> Any:
    import frit

    return getattr(frit, name)


def _call(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if ufunc.__name__ not in UFUNCS or not kwargs.keys() <= _OPTIONS:
        return NotImplemented
    if not kwargs:
        return _known(ufunc.__name__)(*inputs)
    casting = kwargs.get("casting", "same_kind")
    if casting not in ("same_kind", "unsafe"):
        return NotImplemented
    options = {
        name: kwargs[name]
        for name in ("out", "where", "dtype")
        if kwargs.get(name) is not None and kwargs[name] is not True
    }
    function = _known(ufunc.__name__)
    if not options:
        return function(*inputs)
    if ufunc.nout != 1 or not _accepts(function, inputs, options):
        return NotImplemented
    out = options.get("out")
    if isinstance(out, tuple):
        options["out"] = out[0]
    return function(*inputs, **options)


def _accepts(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return _fits(function, len(args), tuple(kwargs))


@functools.lru_cache(maxsize=1024)
def _fits(function: Callable[..., Any], count: int, names: tuple[str, ...]) -> bool:
    """Can the function be called with so many arguments and these keywords?"""
    try:
        inspect.signature(function).bind(*[None] * count, **dict.fromkeys(names))
    except TypeError:
        return False
    return True


def _reduce(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    name = REDUCE.get(ufunc.__name__)
    x = as_array(inputs[0])
    if name is None or (name in ("max", "min") and kwargs.get("dtype") is not None):
        return NotImplemented
    options = {key: value for key, value in kwargs.items() if value is not None or key == "axis"}
    positional = dict(zip(("axis", "dtype", "out", "keepdims"), inputs[1:], strict=False))
    options = {"axis": 0, **positional, **options}
    if name in ("all", "any"):
        options.pop("dtype", None)
    out = options.get("out")
    if isinstance(out, tuple):
        options["out"] = out[0]
    if options["axis"] == 0 and x.ndim == 0:
        options["axis"] = None
    function = _known(name)
    return function(x, **options) if _accepts(function, (x,), options) else NotImplemented


def _accumulate(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    name = ACCUMULATE.get(ufunc.__name__)
    if name is None or len(inputs) > 1:
        return NotImplemented
    if as_array(inputs[0]).ndim == 0:
        raise TypeError("cannot accumulate on an array of rank 0")
    options = {"axis": 0, **{key: value for key, value in kwargs.items() if value is not None}}
    out = options.get("out")
    if isinstance(out, tuple):
        options["out"] = out[0]
    function = _known(name)
    return function(inputs[0], **options) if _accepts(function, inputs, options) else NotImplemented


def _outer(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    x, y = (as_array(operand) for operand in inputs)
    if ufunc.signature is not None:
        return NotImplemented
    column = x._view_expand(list(range(x.ndim, x.ndim + y.ndim))) if y.ndim else x
    return _call(ufunc, (column, y), kwargs)


def _at(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from .index import combine_at

    combine = AT.get(ufunc.__name__)
    if combine is None or len(inputs) != 3 or not isinstance(inputs[0], _core.ArrayBase):
        return NotImplemented
    x, key, values = inputs
    wide = _core.result_type(
        x, values if isinstance(values, (int, float, complex)) else as_array(values)
    )
    if x.dtype.kind == "b" or wide != x.dtype or not _has_index_array(key):
        return NotImplemented
    combine_at(x, key, values, combine)
    return None


_FOLDS = {"add": 0, "multiply": 1, "maximum": 2, "minimum": 3}


def _reduceat(ufunc: Any, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from .ordering import fold_at

    fold = _FOLDS.get(ufunc.__name__)
    options = dict(zip(("axis", "dtype", "out"), inputs[2:], strict=False))
    options |= {key: value for key, value in kwargs.items() if value is not None}
    x = as_array(inputs[0])
    if fold is None or not options.keys() <= {"axis"} or x.dtype.kind == "b" or x.dtype.itemsize == 2 and x.dtype.kind == "f":
        return NotImplemented
    if fold > 1 and x.dtype.kind == "c":
        return NotImplemented
    return fold_at(x, inputs[1], fold, options.get("axis", 0))


def _has_index_array(key: Any) -> bool:
    items = key if isinstance(key, tuple) else (key,)
    return all(isinstance(item, (list, int)) or hasattr(item, "__array__") for item in items)


_METHODS: dict[str, Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]] = {
    "__call__": _call,
    "reduce": _reduce,
    "accumulate": _accumulate,
    "outer": _outer,
    "at": _at,
    "reduceat": _reduceat,
}


def _by_numpy_ufunc(
    ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    outs = _outs(kwargs)
    _refuse_there(ufunc, inputs, kwargs)
    options = {key: plain(value) for key, value in kwargs.items()}
    result = getattr(ufunc, method)(*(plain(x) for x in inputs), **options)
    if not outs:
        return result
    return outs[0] if len(outs) == 1 else outs


# ---- functions

FUNCTIONS = frozenset(n for n, row in _NAMES if "." not in n and row.kind not in _UFUNCS)
LINALG = frozenset(n.removeprefix("linalg.") for n, _ in _NAMES if n.startswith("linalg."))
FFT = frozenset(n.removeprefix("fft.") for n, _ in _NAMES if n.startswith("fft."))
_TRICKS = "lib.stride_tricks."
STRIDE_TRICKS = frozenset(n.removeprefix(_TRICKS) for n, _ in _NAMES if n.startswith(_TRICKS))


@functools.cache
def _own(func: Any) -> Any:
    """frit's function for one of NumPy's, or None."""
    import frit

    name = func.__name__
    if name in FUNCTIONS and getattr(numpy, name, None) is func:
        return getattr(frit, name)
    if name in LINALG and getattr(numpy.linalg, name, None) is func:
        return getattr(frit.linalg, name)
    if name in FFT and getattr(numpy.fft, name, None) is func:
        return getattr(frit.fft, name)
    if name in STRIDE_TRICKS and getattr(numpy.lib.stride_tricks, name, None) is func:
        return getattr(frit, name)
    return None


class _Running(threading.local):
    """NumPy's functions that frit's own are running for, in this thread.

    Where frit's function asks NumPy's of the same name, the question must not come back to it.
    """

    def __init__(self) -> None:
        self.functions: set[Any] = set()


_running = _Running()

# Those that mean something else in the array standard, and so in frit's namespace.
_OTHERWISE = frozenset({numpy.real, numpy.imag})


def call_function(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What __array_function__ does."""
    if func in _OTHERWISE:
        (owner,) = (*args, *kwargs.values())
        return getattr(owner, func.__name__)  # a view, where frit's own functions make steps
    function = _own(func)
    running = _running.functions
    if (
        function is not None
        and func not in running
        and _fits(function, len(args), tuple(kwargs))
        and (not kwargs or _plain_options(kwargs))
    ):
        running.add(func)
        try:
            return function(*args, **kwargs)
        except (DTypeError, UnsupportedError):
            pass  # NumPy orders complex numbers, and has ways of padding, that frit does not have
        finally:
            running.discard(func)
    _refuse_there(func, args, kwargs)
    return func(*plain(args), **plain(kwargs))


def _refuse_there(function: Any, *arguments: Any) -> None:
    """NumPy's own results would lie on the CPU: no array is copied there unasked."""
    there = _core.device_among(*arguments)
    if there not in (None, "cpu"):
        name = getattr(function, "__name__", function)
        raise DeviceError(f"numpy.{name} runs on the CPU alone, and an array is on {there}: x.to_device(\"cpu\") copies it")


def _plain_options(kwargs: dict[str, Any]) -> bool:
    """NumPy's marks for "not given" mean nothing to frit's functions."""
    return not any(value is numpy._NoValue for value in kwargs.values())
