"""__array_namespace_info__: what the array standard's inspection functions answer."""

from __future__ import annotations

from typing import Any

from .. import _core
from .dtypes import ALL, isdtype
from .types import check_cpu

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
        return "cpu"

    def devices(self) -> tuple[str, ...]:
        """All devices."""
        return ("cpu",)

    def default_dtypes(self, *, device: Any = None) -> dict[str, _core.DType]:
        """Dtypes of new arrays when none is named."""
        check_cpu(device)
        return dict(_DEFAULTS)

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, _core.DType]:
        """The dtypes of the standard, all or those of a kind. frit has float16 and bfloat16 too."""
        check_cpu(device)
        own = {d.name: d for d in ALL if d.name not in ("float16", "bfloat16")}
        if kind is None:
            return own
        return {name: d for name, d in own.items() if isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """What frit can do, as the array standard asks for it.

    >>> frit.__array_namespace_info__().devices()
    ('cpu',)
    """
    return Info()
