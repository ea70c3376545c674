"""__array_namespace_info__: what the array standard's inspection functions answer."""

from __future__ import annotations

from typing import Any

from .. import _core
from .dtypes import ALL, isdtype

__all__ = ["__array_namespace_info__"]

_DEFAULTS = {
    "real floating": _core.float64,
    "complex floating": _core.complex128,
    "integral": _core.int64,
    "indexing": _core.int64,
}


class Info:
    """What frit can do, as the array standard asks for it."""

    def capabilities(self) -> dict[str, Any]:
        """Indexing by masks, shapes that depend on values, and the most axes."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32}

    def default_device(self) -> str:
        """Where new arrays are."""
        return _core.device_name(None)

    def devices(self) -> tuple[str, ...]:
        """All devices that can be used."""
        return tuple(name for name, _, _, _, _, refused in _core.devices() if not refused)

    def default_dtypes(self, *, device: Any = None) -> dict[str, _core.DType]:
        """Dtypes of new arrays when none is named."""
        _core.device_name(device)
        return dict(_DEFAULTS)

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, _core.DType]:
        """The dtypes of the standard, all or those of a kind. frit has float16 and bfloat16 too."""
        _core.device_name(device)
        own = {d.name: d for d in ALL if d.name not in ("float16", "bfloat16")}
        if kind is None:
            return own
        return {name: d for name, d in own.items() if isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """What frit can do, as the array standard asks for it.

    >>> frit.__array_namespace_info__().devices()[0]
    'cpu'
    """
    return Info()
