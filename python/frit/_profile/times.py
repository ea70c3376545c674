"""What a profile consists of."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Place = tuple[str, int]
"""A file and the number of a line."""


@dataclass(frozen=True)
class KernelTime:
    """One kernel, or a loop around kernels: what a call spends in it."""

    number: int
    plan: int  # of those that a recorded call runs, by the order in which they first ran
    schedule: str
    seconds: float  # of a call, the median; of a loop with all that is inside it
    runs: int  # in a call
    turns: int  # of a loop or map that the host runs, in a call
    bytes: int | None  # read and written in a call; None: not known, or a loop
    tier: str | None  # "compiled" or "interpreted"; None: neither, as loops and products are
    lines: tuple[Place, ...] = ()  # of the source, that its steps come from
    steps: tuple[str, ...] = ()
    inside: int | None = None  # the loop or branch whose body it is part of

    @property
    def bytes_per_second(self) -> float | None:
        return None if self.bytes is None or self.seconds <= 0 else self.bytes / self.seconds

    @property
    def is_control(self) -> bool:
        """Control flow around kernels rather than a kernel."""
        return self.schedule.startswith("host-")


@dataclass(frozen=True)
class LineTime:
    """One line of a function that runs as it is written."""

    line: int
    source: str
    seconds: float  # of a call, the median, with all that the line calls
    runs: int  # how often it was come to in a call
    compiled: bool  # a loop that is compiled where it stands


@dataclass
class Rounds:
    """What was seen in the rounds of one profile."""

    totals: list[float] = field(default_factory=list)  # seconds
    kernels: list[list[KernelRun]] = field(default_factory=list)  # by round
    lines: list[tuple[dict[int, float], dict[int, int]]] = field(default_factory=list)


@dataclass
class KernelRun:
    """A kernel in one round."""

    plan: int
    row: dict[str, Any]  # of the report
    runs: int = 0
    turns: int = 0
    seconds: float = 0.0

    @property
    def key(self) -> tuple[int, int]:
        return self.plan, self.row["kernel"]


def round_of(reports: Sequence[dict[str, Any]], plans: list[str]) -> list[KernelRun]:
    """The kernels of the plans that ran in one round. One that ran often is one; plans: those known so far."""
    found: dict[tuple[int, int], KernelRun] = {}
    for report in reports:
        name = plan_name(report)
        if name not in plans:
            plans.append(name)
        for row in report["kernels"]:
            run = KernelRun(plans.index(name), row)
            run = found.setdefault(run.key, run)
            taken = row["time"] or {"runs": 0, "turns": 0, "nanoseconds": 0}
            run.runs += taken["runs"]
            run.turns += taken["turns"]
            run.seconds += 1e-9 * taken["nanoseconds"]
    return list(found.values())


def plan_name(report: dict[str, Any]) -> str:
    """The same of runs of one plan on arrays of the same sizes."""
    rows = [
        (row["schedule"], [step["text"] for step in row["steps"]], row["reads"], row["writes"])
        for row in report["kernels"]
    ]
    return repr(rows)


def kernel_times(
    rounds: Sequence[Sequence[KernelRun]], lines: dict[tuple[int, int], tuple[Place, ...]]
) -> list[KernelTime]:
    """Every kernel once, with the medians of the rounds in which it ran."""
    runs: dict[tuple[int, int], list[KernelRun]] = {}
    for kernels in rounds:
        for kernel in kernels:
            runs.setdefault(kernel.key, []).append(kernel)
    return [_kernel_time(runs[key], lines.get(key, ())) for key in sorted(runs)]


def _kernel_time(runs: list[KernelRun], lines: tuple[Place, ...]) -> KernelTime:
    last = runs[-1].row
    often = round(statistics.median(run.runs for run in runs))
    used = [use["bytes"] for use in (*last["reads"], *last["writes"])]
    moved = None if None in used or last["schedule"].startswith("host-") else often * sum(used)
    return KernelTime(
        number=last["kernel"],
        plan=runs[-1].plan,
        schedule=last["schedule"],
        seconds=statistics.median(run.seconds for run in runs),
        runs=often,
        turns=round(statistics.median(run.turns for run in runs)),
        bytes=moved,
        tier=(last["engine"] or {}).get("tier"),
        lines=lines,
        steps=tuple(step["text"] for step in last["steps"] if " = const(" not in step["text"]),
        inside=last["host"],
    )
