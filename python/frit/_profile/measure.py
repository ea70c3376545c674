"""Calling a function in rounds, on copies of its arrays, and looking at the clock meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from .. import _core
from .._config import wait
from .._fuse.arguments import Arguments
from .._fuse.bodies import inline
from .._fuse.pytree import flatten, unflatten
from .._fuse.replay import Entry
from .._fuse.trace import TracedRun
from .._fuse.tracing import trace
from .._fuse.world import array_world
from .lines import LineTimes, Places
from .times import Place, Rounds, plan_name, round_of

ROUNDS = 10
SECONDS = 1.0
"""That all rounds together may take, about, unless their number is given."""

_WARM_ROUNDS = 5
_WARM_SECONDS = 0.3

Call = tuple[tuple[Any, ...], dict[str, Any]]
Lines = dict[tuple[int, int], tuple[Place, ...]]
"""By plan and kernel."""


class Copies:
    """The arguments of a call, to be had with arrays of their own as often as they are needed."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.leaves, self.structure = flatten((args, kwargs))

    def make(self) -> Call:
        made = {id(leaf): leaf for leaf in self.leaves}  # an array that is given twice stays one
        made = {key: _copied(leaf) for key, leaf in made.items()}
        args, kwargs = unflatten(self.structure, [made[id(leaf)] for leaf in self.leaves])
        return args, kwargs


def _copied(value: Any) -> Any:
    world = array_world(value)
    if world is None:
        return value
    if world == "numpy" and hasattr(value, "__setitem__"):
        return value.copy(order="K")  # as it lies
    return value.clone() if hasattr(value, "clone") else value.copy()


def warm_up(function: Callable[..., Any], copies: Copies) -> None:
    """So that rounds find plans, compiled kernels, and the faster way known."""
    begin = time.perf_counter()
    for _ in range(_WARM_ROUNDS):
        args, kwargs = copies.make()
        function(*args, **kwargs)
        if time.perf_counter() - begin > _WARM_SECONDS:
            break
    _core.flush()
    wait()


def _rounds(wanted: int | None, one: Callable[[], None]) -> None:
    begin = time.perf_counter()
    for _ in range(ROUNDS if wanted is None else wanted):
        one()
        if wanted is None and time.perf_counter() - begin > SECONDS:
            break


# ---------------------------------------------------------------------------------- replayed


def replayed(fused: Any, entry: Entry, copies: Copies, wanted: int | None) -> tuple[Rounds, Lines]:
    """Rounds of calls that a plan answers."""
    rounds = Rounds()
    plans: list[str] = []

    def one() -> None:
        args, kwargs = copies.make()
        ways = [way for way in (entry.core, *entry.direct) if way is not None]
        before = [way.hits for way in ways]
        hits = entry.hits
        for way in ways:
            way.profile(True)
        begin = time.perf_counter()
        fused(*args, **kwargs)
        spent = time.perf_counter() - begin
        ran = [way for way, then in zip(ways, before, strict=True) if way.hits > then]
        if not ran and entry.hits == hits:
            return  # it was tried another way: see pace.py
        rounds.totals.append(spent)
        rounds.kernels.append(round_of([json.loads(way.report() or "null") for way in ran], plans))

    try:
        _rounds(wanted, one)
    finally:
        for way in (entry.core, *entry.direct):
            if way is not None:
                way.profile(False)
    return rounds, _lines_of_trace(fused, copies)


def _lines_of_trace(fused: Any, copies: Copies) -> Lines:
    """Where the kernels come from: the plan is made once more, of steps that know their lines."""
    args, kwargs = copies.make()
    fuser = fused._explain.__self__
    arguments = Arguments(fuser, args, kwargs)
    world = fuser.world_of(arguments)
    static = fuser._static_leaves(arguments)
    run = TracedRun(world, inline)
    try:
        with Places() as places:
            entry = trace(run, fuser.function, arguments, static, fuser.compile)
    except Exception:  # what it hangs on has changed: there is nothing to tell
        return {}
    finally:
        run.close()
    if entry.plan is None:
        return {}
    rows = json.loads(entry.plan.report("json"))["kernels"]
    return {(0, k): tuple(sorted(places.lines(rows, k))) for k in range(len(rows))}


# ---------------------------------------------------------------------------------- recorded


class _Flushes:
    """Notes what recorded work ran, and how long the noting took."""

    def __init__(self) -> None:
        self.reports: list[dict[str, Any]] = []
        self.spent = 0.0

    def __call__(self) -> None:
        begin = time.perf_counter()
        self.reports.append(json.loads(_core.last_report("json") or "null"))
        self.spent += time.perf_counter() - begin

    def __enter__(self) -> _Flushes:
        _core.flush()
        self.before = _core.on_flush(self)
        _core.set_profile(True)
        return self

    def __exit__(self, *_: object) -> None:
        _core.set_profile(False)
        _core.on_flush(self.before)


def recorded(
    function: Callable[[Call], Any], copies: Copies, wanted: int | None
) -> tuple[Rounds, Lines]:
    """Rounds of calls whose steps are recorded and run when somebody looks, or at the end."""
    rounds = Rounds()
    plans: list[str] = []

    def one() -> None:
        call = copies.make()
        with _Flushes() as flushes:
            begin = time.perf_counter()
            _result = function(call)  # held: what nobody holds is not computed
            _core.flush()
            spent = time.perf_counter() - begin
        rounds.totals.append(spent - flushes.spent)
        rounds.kernels.append(round_of(flushes.reports, plans))

    _rounds(wanted, one)
    return rounds, _lines_of_run(function, copies, plans)


def _lines_of_run(function: Callable[[Call], Any], copies: Copies, plans: list[str]) -> Lines:
    """Where the kernels come from: a run more, in which steps know their lines."""
    call = copies.make()
    found: dict[tuple[int, int], set[Place]] = {}
    with _Flushes() as flushes, Places() as places:
        _result = function(call)
        _core.flush()
    for report in flushes.reports:
        name, rows = plan_name(report), report["kernels"]
        for k in range(len(rows) if name in plans else 0):
            found.setdefault((plans.index(name), k), set()).update(places.lines(rows, k))
    return {key: tuple(sorted(lines)) for key, lines in found.items()}


# ---------------------------------------------------------------------------------- as written


def as_written(function: Any, copies: Copies, wanted: int | None) -> Rounds:
    """Rounds of plain calls, each timed as a whole and once more by line."""
    rounds = Rounds()

    def one() -> None:
        args, kwargs = copies.make()
        begin = time.perf_counter()
        function(*args, **kwargs)
        rounds.totals.append(time.perf_counter() - begin)
        args, kwargs = copies.make()
        with LineTimes(function.__code__) as lines:
            function(*args, **kwargs)
        rounds.lines.append((lines.without_watching(rounds.totals[-1]), lines.visits))

    _rounds(wanted, one)
    return rounds
