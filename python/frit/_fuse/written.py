"""The function itself behind a fused one: called where that is faster, with its loops compiled."""

from __future__ import annotations

import inspect
import types
import warnings
from typing import Any

from .._config import current_fallback
from .._nest import Nest, can_compile, with_nests
from . import pickling

pickling.register()


class Written:
    """What a fused function does with the one that was written."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self._nests: tuple[types.CodeType, Any, list[Nest]] | None = None

    def loops(self) -> list[Nest]:
        """The loops of the function that are compiled where they stand, as far as that is possible."""
        if self._nests is None or self._nests[0] is not self.function.__code__:
            made = with_nests(self.function) if can_compile() else None
            self._nests = (self.function.__code__, *(made or (None, [])))
        return [nest for nest in self._nests[2] if not nest.is_refused()]

    def nests(self) -> list[Nest]:
        """All loops that were looked at."""
        return self._nests[2] if self._nests is not None else []

    def written(self) -> Any:
        """The function itself, with its loops compiled."""
        if not current_fallback() or not self.loops() or self._nests is None:
            return self.function
        made = self._nests[1]
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        return made

    def warn(self, what: str) -> None:
        """Says something about the function, at the line that calls it."""
        code = self.function.__code__
        text = f"{self.function.__qualname__} {what} ({code.co_filename}:{code.co_firstlineno})"
        depth, frame = 1, inspect.currentframe()
        while frame is not None and frame.f_globals.get("__name__", "").startswith("frit."):
            depth, frame = depth + 1, frame.f_back
        warnings.warn(text, RuntimeWarning, stacklevel=depth)
