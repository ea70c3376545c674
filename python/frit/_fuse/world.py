"""Whose arrays a fused function works on: NumPy's, torch's or frit's own.

Inside a fused body every array is a frit array; what comes out is of the kind that went in. A
*world* says how the caller's arrays and frit's stand for each other, and in what their meaning
differs: NumPy's results of rank 0 are numbers without identity, torch's are tensors.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
from typing import Any

from .. import _core

DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
    " complex64 complex128".split()
)

NUMBERS = (int, float, complex)

_WRITEABLE = 0x400  # NPY_ARRAY_WRITEABLE


def is_array(value: object) -> bool:
    """Whether it is an array of frit's."""
    return isinstance(value, _core.ArrayBase)


def is_number(value: object) -> bool:
    """Whether it is a Python number that may change from call to call."""
    return type(value) in NUMBERS


def is_numpy_number(value: object) -> bool:
    """Whether it is a number of NumPy's, with a dtype."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)


def dtype_called(name: str) -> Any:
    """frit's dtype of that name."""
    return getattr(_core, name)


class World:
    """Arrays of frit's own: they are used as they are."""

    name = "frit"
    scalars = False  # results of rank 0 are numbers without identity
    methods_as_numpy = False

    def owns(self, value: object) -> bool:
        """Whether it is an array of this world that frit can stand for."""
        return is_array(value)

    def is_foreign_array(self, value: object) -> bool:
        """Whether it is an array of this world, even one frit cannot stand for."""
        return False

    def wrap(self, value: Any) -> Any:
        """A frit array over the value's memory."""
        return value

    def give(self, array: Any, scalar: bool = False) -> Any:
        """The array as one of this world, over the same memory; or the number it stands for."""
        return array

    def writable(self, value: Any) -> bool:
        """Whether the value's elements may be assigned to."""
        return True

    def repeats(self, value: Any) -> bool:
        """Whether an assignment to one element may change another: they share memory."""
        return False


class NumpyWorld(World):
    """NumPy arrays: stand-ins share their memory."""

    name = "numpy"
    scalars = True
    methods_as_numpy = True

    def __init__(self) -> None:
        import numpy

        self.numpy = numpy
        self.dtypes: dict[Any, bool] = {}  # those met so far: does frit have them?

    def owns(self, value: object) -> bool:
        if type(value) is not self.numpy.ndarray:
            return False
        dtype: Any = value.dtype
        known = self.dtypes.get(dtype)
        if known is None:
            known = self.dtypes[dtype] = dtype.name in DTYPES and dtype.isnative
        return known and value.flags.aligned

    def is_foreign_array(self, value: object) -> bool:
        return isinstance(value, self.numpy.ndarray)

    def wrap(self, value: Any) -> Any:
        return _core.asarray(value)

    def give(self, array: Any, scalar: bool = False) -> Any:
        made = self.numpy.asarray(array)
        return made[()] if scalar else made

    def writable(self, value: Any) -> bool:
        return bool(value.flags.num & _WRITEABLE)

    def repeats(self, value: Any) -> bool:
        # flags.writeable would warn of those that may not be writeable in future.
        if value.flags.forc or not value.flags.num & _WRITEABLE:
            return False
        reach = value.itemsize
        for stride, extent in sorted(zip(map(abs, value.strides), value.shape)):
            if extent > 1 and stride < reach:
                return True
            reach += stride * (extent - 1)
        return False


class TorchWorld(World):
    """torch tensors on the CPU that need no gradient."""

    name = "torch"

    def __init__(self) -> None:
        self.torch: Any = sys.modules["torch"]

    def owns(self, value: object) -> bool:
        if type(value) is not self.torch.Tensor:
            return False
        tensor: Any = value
        return (
            tensor.device.type == "cpu"
            and tensor.layout is self.torch.strided
            and not tensor.requires_grad
            and not tensor.is_conj()
            and not tensor.is_neg()
            and str(tensor.dtype).removeprefix("torch.") in DTYPES | {"bfloat16"}
        )

    def is_foreign_array(self, value: object) -> bool:
        return isinstance(value, self.torch.Tensor)

    def wrap(self, value: Any) -> Any:
        return _core.asarray(value)

    def give(self, array: Any, scalar: bool = False) -> Any:
        return self.torch.from_dlpack(array)


FRIT = World()
_worlds: dict[str, World] = {"frit": FRIT}


def world_called(name: str) -> World:
    """The world of a library that has been imported."""
    found = _worlds.get(name)
    if found is None:
        found = _worlds[name] = NumpyWorld() if name == "numpy" else TorchWorld()
    return found


def numpy_if_loaded() -> types.ModuleType | None:
    """numpy, if anything imported it; without it nothing can be a NumPy array."""
    return sys.modules.get("numpy")


def array_world(value: object) -> str | None:
    """Which library's array it is: "frit", "numpy", "torch", or None."""
    if is_array(value):
        return "frit"
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return "numpy"
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, getattr(torch, "Tensor", ())):
        return "torch"
    return None


def call_there(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The function's result; new arrays that it makes lie where its arguments do, as in a trace."""
    was = _core.set_place_of_new(_core.device_among(args, kwargs) or _core.device_name(None))
    try:
        return function(*args, **kwargs)
    finally:
        _core.set_place_of_new(was)


_HOLD_NONE = frozenset((int, float, complex, bool, str, bytes, type(None), type(...), range))


def holds_array(value: object, depth: int = 0) -> bool:
    """Whether there is an array in it, of any library. What is nested too deep may have one."""
    if type(value) in _HOLD_NONE:
        return False
    if array_world(value) is not None:
        return True
    if isinstance(value, (tuple, list, set)):
        return depth > 8 or any(holds_array(item, depth + 1) for item in value)
    if type(value) is dict:
        return depth > 8 or any(holds_array(item, depth + 1) for item in value.values())
    if type(value) is slice:
        parts = (value.start, value.stop, value.step)
        return any(type(part) not in _HOLD_NONE and holds_array(part) for part in parts)
    return False


@functools.lru_cache(maxsize=1024)
def place_of_out(function: Any) -> int | None:
    """Which argument by position says where a function writes its result; None where none does."""
    if type(function).__name__ == "ufunc":
        return int(function.nin) if function.nout == 1 else None
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    for place, parameter in enumerate(parameters):
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            return None
        if parameter.name == "out":
            return place
    return None


def given_out(kwargs: dict[str, Any], function: Any = None, args: tuple[Any, ...] = ()) -> Any:
    """The array a call was told to write to, which is then its result; or None."""
    out = kwargs.get("out")
    if out is None and len(args) > 1 and (place := place_of_out(function)) is not None:
        out = args[place] if place < len(args) else None
    if type(out) is tuple and len(out) == 1:
        out = out[0]
    return out if is_array(out) else None
