"""Memory of CUDA devices as `__cuda_array_interface__` names it (version 3), in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import DeviceError
from .types import as_dtype

if TYPE_CHECKING:
    from .array import Array


def from_cuda_interface(x: Any) -> Array:
    """An array over the memory that the object names.

    Which device it is the interface does not say: the first. Nor can frit wait for a stream: what was begun on one must
    be done, or be on the default stream.
    """
    import numpy

    says = x.__cuda_array_interface__
    if says.get("mask") is not None:
        raise DeviceError("an array with a mask has no counterpart in frit")
    address, read_only = says["data"]
    dtype = as_dtype(numpy.dtype(says["typestr"]))
    return _core.over_address(x, "cuda:0", dtype, tuple(says["shape"]), says.get("strides"), address, read_only)


def cuda_interface(x: Array) -> dict[str, Any]:
    """What the array says of its memory. All work on it is done by then, so that no stream need be waited for."""
    import numpy

    from .manipulation import is_dense

    if not x.device.startswith("cuda:"):
        raise AttributeError(f"an array on {x.device} has no __cuda_array_interface__")
    if x.dtype == _core.bfloat16:
        raise AttributeError("bfloat16 has no __cuda_array_interface__")
    return {
        "version": 3,
        "shape": x._shape,
        "typestr": numpy.dtype(x.dtype.name).str,
        "data": (_core.address(x), x._read_only),
        "strides": None if is_dense(x) else x.strides,
        "stream": None,
    }
