"""frit.profile: where the time of a call goes."""

from __future__ import annotations

import json as _json
import linecache
import os
import statistics
import types
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from .. import _core
from .._errors import ArgumentError
from .._explain.explain import ExplainInput
from .._fuse.fuse import fuse
from .._fuse.pytree import flatten
from .._fuse.replay import Entry
from .._fuse.world import is_array
from . import measure
from .times import KernelTime, LineTime, Rounds, kernel_times

__all__ = ["KernelTime", "LineTime", "Profile", "profile"]


class Profile:
    """The answer of frit.profile. Print it, look at `.kernels` and `.lines`, or `.save("profile.html")` it."""

    def __init__(
        self,
        how: ExplainInput,
        file: str,
        totals: list[float],
        kernels: list[KernelTime],
        lines: list[LineTime],
    ) -> None:
        self._how = how
        self.file = file  # that the function is in
        self.totals = totals  # seconds, by round
        self.kernels = kernels
        self.lines = lines

    @property
    def name(self) -> str:
        return self._how.name

    @property
    def mode(self) -> str:
        """ "replayed", "recorded" or "as written"."""
        return self._how.mode

    @property
    def reason(self) -> str:
        """Why the call runs in this mode."""
        return self._how.reason

    @property
    def rounds(self) -> int:
        return len(self.totals)

    @property
    def least(self) -> float:
        """Seconds of the fastest call."""
        return min(self.totals)

    @property
    def median(self) -> float:
        """Seconds of a call as a rule."""
        return statistics.median(self.totals)

    @property
    def rest(self) -> float:
        """Seconds that are in no kernel and in no line: Python and frit itself."""
        outer = sum(kernel.seconds for kernel in self.kernels if kernel.inside is None)
        return max(0.0, self.median - outer - sum(line.seconds for line in self.lines))

    # ---- as text, data and page

    def text(self) -> str:
        """Tables of at most 100 columns."""
        from .text import text_of

        return text_of(self)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def json(self) -> dict[str, Any]:
        """Everything as plain data, times in seconds."""
        plain = {name: getattr(self, name) for name in ("name", "mode", "reason", "file", "rounds")}
        spent = {name: getattr(self, name) for name in ("least", "median", "rest")}
        kernels = [asdict(kernel) for kernel in self.kernels]
        return plain | spent | {"kernels": kernels, "lines": [asdict(line) for line in self.lines]}

    def _repr_html_(self) -> str:
        from .page import fragment

        return fragment(self)

    def html(self) -> str:
        """One page that needs nothing else."""
        from .page import page

        return page(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it as a page: .html, or .json or .txt by the ending."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending == ".json":
            content = _json.dumps(self.json(), indent=2) + "\n"
        elif ending == ".txt":
            content = self.text()
        elif ending in (".html", ".htm", ""):
            content = self.html()
        else:
            raise ArgumentError(f"cannot save a profile as {ending}: use .html, .json or .txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


# ---- asking


def profile(f: Callable[..., Any], /, *args: Any, rounds: int | None = None, **kwargs: Any) -> Profile:
    """Where the time goes when `f` is called on these arguments: by kernel and by line.

    `f` is a fused function, or a plain one: of frit arrays, which record by themselves, or of others, and then it is
    profiled as if it were fused. It is called on copies of its arrays: a few times to warm up, then `rounds` times (10,
    or fewer where that takes more than about a second).

    >>> import frit
    >>> def twice(x):
    ...     return x + x
    >>> p = profile(twice, frit.ones(1000), rounds=3)
    >>> p.mode, p.rounds, [kernel.schedule for kernel in p.kernels]
    ('recorded', 3, ['map'])
    """
    if rounds is not None and rounds < 1:
        raise ArgumentError(f"rounds is at least 1, not {rounds}")
    if isinstance(f, types.MethodType):
        args, f = (f.__self__, *args), f.__func__
    if not isinstance(f, (_core.Fused, types.FunctionType)):
        raise TypeError(f"profile takes a function, fused or plain, not {type(f).__name__}")
    if isinstance(f, types.FunctionType):
        if any(is_array(leaf) for leaf in flatten((args, kwargs))[0]):
            return _of_plain(f, measure.Copies(args, kwargs), rounds)
        f = fuse(f)
    return _of_fused(f, measure.Copies(args, kwargs), rounds)


def _of_plain(function: types.FunctionType, copies: measure.Copies, wanted: int | None) -> Profile:
    measure.warm_up(function, copies)
    how = ExplainInput(function.__qualname__, "recorded", "arrays of frit's record by themselves")
    seen, lines = measure.recorded(lambda call: function(*call[0], **call[1]), copies, wanted)
    kernels = kernel_times(seen.kernels, lines)
    return Profile(how, function.__code__.co_filename, seen.totals, kernels, [])


def _of_fused(fused: Any, copies: measure.Copies, wanted: int | None) -> Profile:
    measure.warm_up(fused, copies)
    args, kwargs = copies.make()
    how: ExplainInput = fused._explain(args, kwargs)
    file: str = fused.function.__code__.co_filename
    if how.mode == "as written":
        seen = measure.as_written(fused.written(), copies, wanted)
        return Profile(how, file, seen.totals, [], _line_times(fused, file, seen))
    outcome = fused.outcome(args, kwargs)
    if isinstance(outcome, Entry):
        seen, lines = measure.replayed(fused, outcome, copies, wanted)
    if isinstance(outcome, Entry) and not seen.totals:
        how = replace(how, mode="recorded", reason="arguments share memory, or a step fails")
    if how.mode == "recorded":
        seen, lines = measure.recorded(lambda call: fused.recorded(*call), copies, wanted)
    return Profile(how, file, seen.totals, kernel_times(seen.kernels, lines), [])


def _line_times(fused: Any, file: str, seen: Rounds) -> list[LineTime]:
    compiled = {nest.line for nest in fused.nests() if nest.is_compiled()}
    return [
        LineTime(
            line=line,
            source=linecache.getline(file, line).strip(),
            seconds=statistics.median(seconds.get(line, 0.0) for seconds, _ in seen.lines),
            runs=round(statistics.median(visits.get(line, 0) for _, visits in seen.lines)),
            compiled=line in compiled,
        )
        for line in sorted({line for seconds, _ in seen.lines for line in seconds})
    ]
