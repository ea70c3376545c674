"""What frit knows of the functions that a fused body calls."""

from __future__ import annotations

import builtins
import dataclasses
import functools
import math
import os
import sys
import sysconfig
import types
from collections.abc import Callable
from typing import Any

from .. import _core
from .._array import rows
from .._array.rows import FUNCTIONS, METHODS, ROWS, names
from .._array.types import is_integer
from .world import DTYPES

CONVERSIONS = frozenset({int, float, complex, bool, abs, round, min, max, pow, divmod})
"""Builtins that are pure functions of numbers."""

ITERATING = frozenset({list, tuple, sum, min, max, any, all, sorted, enumerate, zip, reversed, set})
"""Builtins that go through their arguments and know nothing else."""

MAKING = frozenset({list, sorted, set, enumerate, zip, reversed})
"""Those of them whose result is a new object that can change."""

HARMLESS = frozenset(
    {range, len, isinstance, issubclass, type, slice, callable, hasattr, getattr, dict, map, filter}
    | {str, repr, id, iter, next, format, frozenset, print}
)
"""Builtins that have a meaning of their own in the runs."""

MATHEMATICS = frozenset(
    function for name, function in vars(math).items() if callable(function) and name[0] != "_"
)

IMMUTABLE = (str, bytes, int, float, complex, bool, type(None), tuple, range, slice, frozenset)
"""Exact types whose methods change nothing."""

GROWING: dict[Any, frozenset[str]] = {
    list: frozenset({"append", "extend", "insert", "pop", "clear", "reverse", "copy"}),
    dict: frozenset(
        {
            "get",
            "items",
            "keys",
            "values",
            "update",
            "setdefault",
            "pop",
            "popitem",
            "clear",
            "copy",
        }
    ),
    set: frozenset({"add", "discard", "update", "clear", "copy", "pop"}),
}
"""Methods of containers that neither compare nor call anything."""

GROWING_METHODS = frozenset().union(*GROWING.values())

DICT_VIEWS: tuple[Any, ...] = (type({}.keys()), type({}.values()), type({}.items()))

CONSUMED: tuple[Any, ...] = (
    *(enumerate, zip, reversed, map, filter, types.GeneratorType),
    *(type(iter([])), type(iter(())), type(reversed([])), type(iter(range(0))), type(iter(""))),
    *(type(iter({})), type(iter({}.values())), type(iter({}.items())), type(iter(set()))),
)
"""Iterators: who goes through one uses it up."""

ITERATORS: tuple[Any, ...] = (*CONSUMED, range, *DICT_VIEWS)
"""What is gone through without running code of the user's that was not seen before."""

READING = frozenset({"get", "items", "keys", "values", "copy"})

ARRAY_METHODS = frozenset(row.name for row in ROWS if row.traced and row.method != rows.ATTRIBUTE)
"""Methods of frit arrays that mean what NumPy's mean."""

ARRAY_ATTRIBUTES = frozenset(row.name for row in ROWS if row.traced and row.method == rows.ATTRIBUTE)
"""Attributes of frit arrays that mean what NumPy's mean."""

WRITING_METHODS = names(lambda row: row.writes, METHODS)
"""Methods of arrays that change them."""

VIEWING = names(lambda row: row.view in rows.SHARING)
"""Functions, methods and attributes whose results may share memory with their arguments."""


def apart(name: str, value: Any, is_scalar: Callable[[Any], bool]) -> Any:
    """What a function of that name is given: its result shares no memory with numbers, which have none."""
    if name not in VIEWING:
        return value
    if isinstance(value, _core.ArrayBase):
        return _core.apply("copy", (value,), "") if is_scalar(value) else value
    if type(value) in (tuple, list):
        return type(value)(apart(name, item, is_scalar) for item in value)
    return value


DIAGONALS = names(lambda row: row.view == rows.DIAGONAL)
"""Those whose results are views in NumPy, and values of their own in a program."""


def takes_diagonal(name: str, args: Any) -> bool:
    """Whether a call gives what NumPy has as a view, and no view of a program can be."""
    if name == "einsum":
        from .._array.products import rearranges

        return rearranges(args)
    return name in DIAGONALS and (name != "diag" or getattr(args[0], "ndim", 0) == 2)


def repeats_memory(name: str, kwargs: Any) -> bool:
    """Whether a call gives arrays several elements of which are one, and that can be written to."""
    return name == "meshgrid" and kwargs.get("copy", True) is not True


CHANGING = names(lambda row: row.writes, FUNCTIONS)
"""Functions of NumPy that change their first argument."""

WHOLE_OF_NUMBERS = names(lambda row: row.whole in (rows.ANY, rows.ALWAYS))
"""Functions of NumPy that give arrays of rank 0 for numbers, too."""

ALWAYS_ARRAYS = names(lambda row: row.whole == rows.ALWAYS)
"""Functions of NumPy that give arrays of rank 0, never numbers."""

WHOLE = names(lambda row: row.whole or row.view in rows.SHARING) - names(lambda row: row.whole == rows.NEVER)
"""Functions that give arrays, not numbers, of rank 0 where they are given arrays."""

ITSELF_AS_FUNCTION = names(lambda row: row.view == rows.ITSELF)
"""Those that give the array itself back where there is nothing to do; of the methods also"""
ITSELF_AS_METHOD = ITSELF_AS_FUNCTION | names(lambda row: row.view == rows.BACK, METHODS)

GIVING_BACK = names(lambda row: row.view == rows.BACK, FUNCTIONS)
"""Functions that may give an argument itself, as NumPy's do (no differences, the first power)."""

RESHAPING = names(lambda row: row.view == rows.LAYOUT)
"""Those whose results share memory or not, by how the elements lie in it."""

PURE_NUMPY = names(lambda row: row.pure)
"""Functions of NumPy that give the same for the same numbers and texts."""

FILLED = names(lambda row: row.pure == rows.RECORDED)
"""Those for which frit's own stand in a trace."""


def gives_itself(names: frozenset[str], name: str, result: Any, owner: Any) -> bool:
    """Whether NumPy's result is the object that it was given."""
    return (
        name in names
        and isinstance(owner, _core.ArrayBase)
        and isinstance(result, _core.ArrayBase)
        and result._shape == owner._shape
        and result.dtype == owner.dtype
        and (name not in ("real", "conj", "conjugate") or owner.dtype.kind != "c")
    )


@functools.lru_cache(maxsize=1)
def _library_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    return tuple({os.path.realpath(paths[n]) + os.sep for n in names if n in paths})


def is_user_function(function: object) -> bool:
    """Whether it is a plain Python function of the user's own, not of an installed library."""
    if type(function) is not types.FunctionType or is_own(function):
        return False
    file = function.__code__.co_filename
    if file.startswith("<") and not file.startswith(("<ipython", "<stdin", "<python-input")):
        return file == "<string>"  # of `python -c` or exec: whoever asks for its source is told
    return _is_users(file)


@functools.lru_cache(maxsize=1024)
def _is_users(file: str) -> bool:
    return not os.path.realpath(file).startswith(_library_folders())


def no_assignment(cls: Any) -> str:
    """What Python says of `number[...] = value`."""
    return f"'{cls.__module__}.{cls.__name__}' object does not support item assignment"


@functools.lru_cache(maxsize=256)
def _may_overflow(given: str, held: str) -> bool:
    from .._array.dtypes import can_cast

    return given not in DTYPES or not can_cast(given, held)


def may_overflow(number: Any, array: Any) -> bool:
    """Whether NumPy may raise where a number of its own, not an array, is assigned to elements.

    It does so of signed integers, which hold it or not; for others it is cast as an array is.
    """
    return array.dtype.kind == "i" and _may_overflow(number.dtype.name, array.dtype.name)


def overflows(number: Any, array: Any) -> bool:
    """Whether NumPy raises where that Python number is assigned to elements: it is an int first."""
    if array.dtype.kind not in "iu":
        return False
    bits = 8 * array.dtype.itemsize
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if array.dtype.kind == "i" else (0, (1 << bits) - 1)
    try:
        return not low <= int(number) <= high
    except (ValueError, OverflowError):  # NaN, infinity
        return True


def picks(key: Any) -> bool:
    """Whether an index names elements one by one (in a list), and so gives a copy."""
    parts = key if type(key) is tuple else (key,)
    return any(type(part) in (list, bool) for part in parts)


def view_key(key: Any, owner: Any, is_scalar: Callable[[Any], bool]) -> Any:
    """Numbers that are elements of arrays, x[w[0]]: where NumPy gives a view it must be known which."""
    parts = key if type(key) is tuple else (key,)
    if not any(isinstance(part, _core.ArrayBase) for part in parts) or picks(key):
        return key
    made: list[Any] = []
    for part in parts:
        if isinstance(part, _core.ArrayBase):
            if not is_scalar(part) or part.dtype.kind not in "iu":
                return key  # a copy
            part = int(part)
        made.append(part)
    if len(parts) == owner.ndim and all(type(part) is int for part in made):
        return key  # an element
    return tuple(made) if type(key) is tuple else made[0]


def has_ellipsis(key: Any) -> bool:
    """Whether an index has an ellipsis, and so gives an array, never a number."""
    return key is Ellipsis or (type(key) is tuple and any(part is Ellipsis for part in key))


def puts_several(value: Any, owner: Any, key: Any) -> bool:
    """Whether a sequence is assigned to one element, which NumPy refuses, or does if there is one in it."""
    parts = key if type(key) is tuple else (key,)
    several = value.ndim > 0 if isinstance(value, _core.ArrayBase) else type(value) in (list, tuple)
    return several and len(parts) == owner.ndim and all(is_integer(part) for part in parts)


def is_fused(function: object) -> bool:
    """Whether it is a fused function."""
    return isinstance(function, _core.Fused)


def is_slang(function: object) -> bool:
    """Whether it is a function or type of a module in the Slang-style language."""
    return type(function) is _core.SlangFunction


def is_slang_module(value: object) -> bool:
    """Whether it is such a module."""
    return getattr(type(value), "_frit_slang_module", False) is True


def is_slang_instance(value: object) -> bool:
    """Whether it is an instance of a struct of such a module, or a method of one."""
    if type(value) is types.MethodType:
        return is_slang(value.__func__)
    return getattr(type(value), "_frit_slang_instance", False) is True


def is_slang_struct(value: object) -> bool:
    """Whether it is an instance of a struct."""
    return is_slang_instance(value) and hasattr(value, "_values")


def is_slang_part(value: object) -> bool:
    """Whether it is any of these: frit knows all that its attributes do."""
    return is_slang(value) or is_slang_module(value) or is_slang_instance(value)


def is_own(function: object) -> bool:
    """Whether it is one of frit's own functions."""
    module = getattr(function, "__module__", None)
    return isinstance(module, str) and (module == "frit" or module.startswith("frit."))


def is_builtin(function: object, table: frozenset[Any]) -> bool:
    """Whether it is in a table of builtins (whatever it is: it may have no hash)."""
    try:
        return function in table
    except TypeError:
        return False


def is_numpy(function: object) -> bool:
    """Whether it is a function, ufunc or type of NumPy."""
    module = getattr(function, "__module__", None)
    if isinstance(module, str) and (module == "numpy" or module.startswith("numpy.")):
        return True
    return type(function).__module__ == "numpy"


def dispatches(function: object) -> bool:
    """Whether NumPy asks the arguments' classes first."""
    return type(function).__name__ in ("ufunc", "_ArrayFunctionDispatcher") or is_ufunc_method(function)


UFUNC_METHODS = frozenset({"reduce", "accumulate", "outer", "at", "reduceat"})
"""Methods of ufuncs that frit's arrays answer."""


def is_ufunc_method(function: object) -> bool:
    """Whether it is np.maximum.accumulate or the like."""
    owner = getattr(function, "__self__", None)
    return type(owner).__name__ == "ufunc" and type(owner).__module__ == "numpy"


def grid_maker(owner: object) -> str | None:
    """"mgrid" or "ogrid" where it is NumPy's object of that name."""
    numpy = sys.modules.get("numpy")
    return next((name for name in ("mgrid", "ogrid") if owner is getattr(numpy, name, owner.__class__)), None)


def integer_grid(key: Any) -> bool:
    """Whether an index of such an object says where each range of integers ends, in several axes."""
    return (
        type(key) is tuple
        and bool(key)
        and all(
            type(part) is slice
            and type(part.stop) is int
            and type(part.start) in (int, type(None))
            and (part.step is None or (type(part.step) is int and part.step != 0))
            for part in key
        )
    )


def is_record_class(function: object) -> bool:
    """Whether it is the class of a named tuple or a plain dataclass, which only holds values."""
    if not isinstance(function, type):
        return False
    if issubclass(function, tuple) and hasattr(function, "_fields"):
        return function.__init__ is object.__init__ and "__new__" in vars(function)
    if not dataclasses.is_dataclass(function) or hasattr(function, "__post_init__"):
        return False
    made = getattr(function.__init__, "__qualname__", "").endswith(
        "__create_fn__.<locals>.__init__"
    )
    named = getattr(function.__init__, "__qualname__", "") == f"{function.__qualname__}.__init__"
    plain_set = function.__setattr__ is object.__setattr__ or "__setattr__" in vars(function)
    return (made or (named and function.__init__.__code__.co_filename == "<string>")) and plain_set


_OPERATORS = (
    "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or radd rsub rmul"
    " rmatmul rtruediv rfloordiv rmod rpow rlshift rrshift rand rxor ror iadd isub imul imatmul itruediv"
    " ifloordiv imod ipow ilshift irshift iand ixor ior neg pos abs invert bool len index int float"
    " complex lt le gt ge getattr getattribute array array_ufunc array_function"
).split()


@functools.lru_cache(maxsize=1024)
def _is_inert(cls: Any) -> bool:
    if cls.__module__ == "builtins" or cls.__module__ == "numpy":
        return True
    if issubclass(cls, (types.ModuleType, type)):
        return True
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return True
    if dataclasses.is_dataclass(cls) and _own_equality(cls):
        return False
    for name in _OPERATORS:
        for base in cls.__mro__:
            if base is not object and f"__{name}__" in vars(base):
                return False
    return dataclasses.is_dataclass(cls) or cls.__eq__ is object.__eq__


def is_inert(cls: Any) -> bool:
    """Whether operators on instances run no code of the class: it has none of its own."""
    return _is_inert(cls)


def _own_equality(cls: Any) -> bool:
    code = getattr(cls.__eq__, "__code__", None)
    return code is not None and code.co_filename != "<string>"


def data_attribute(owner: object, name: str) -> tuple[bool, Any]:
    """(True, value) where reading owner.name runs no code of the user's; else (False, None)."""
    cls: Any = type(owner)
    if isinstance(owner, tuple) and name in getattr(cls, "_fields", ()):
        return True, owner[cls._fields.index(name)]
    if isinstance(owner, types.ModuleType):
        return (True, vars(owner)[name]) if name in vars(owner) else (False, None)
    if isinstance(owner, type):
        return (True, getattr(owner, name)) if type(owner) is type else (False, None)
    if cls.__getattribute__ is not object.__getattribute__:
        return False, None
    found = None
    for base in cls.__mro__:
        if name in vars(base):
            found = vars(base)[name]
            break
    if found is not None and hasattr(type(found), "__set__"):
        slot = isinstance(found, types.MemberDescriptorType)
        return (True, found.__get__(owner, cls)) if slot else (False, None)
    own = getattr(owner, "__dict__", None)
    if own is not None and name in own:
        return True, own[name]
    if found is None:
        return False, None
    plain = isinstance(found, (types.FunctionType, staticmethod, classmethod)) or is_fused(found)
    if plain or not hasattr(type(found), "__get__"):
        return True, getattr(owner, name)
    return False, None


BUILTINS = vars(builtins)
