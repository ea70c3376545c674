"""A profile as tables for a terminal, at most 100 columns wide."""

from __future__ import annotations

import linecache
import os
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._explain.text import size_text

if TYPE_CHECKING:
    from .profile import Profile
    from .times import KernelTime, Place

WIDTH = 100
REST = "Python and frit itself"

_MOST_LINES_TEXT = 16
_MOST_SCHEDULE = 18
_MOST_ROWS = 40


def time_text(seconds: float) -> str:
    """Seconds for people.

    >>> time_text(0.0000004321), time_text(0.012), time_text(75.2)
    ('432 ns', '12.0 ms', '75.2 s')
    """
    value, unit = seconds * 1e9, "ns"
    for unit in ("ns", "µs", "ms", "s"):  # noqa: B007
        if value < 999.5 or unit == "s":
            break
        value /= 1000
    digits = 0 if unit == "ns" or value >= 99.95 else 1 if value >= 9.995 else 2
    return f"{value:.{digits}f} {unit}"


def share_text(seconds: float, of: float) -> str:
    return f"{100 * seconds / of:.0f} %" if of > 0 else ""


def rate_text(kernel: KernelTime) -> str:
    """GB/s."""
    rate = kernel.bytes_per_second
    return "" if rate is None else f"{rate / 1e9:.3g}"


def lines_text(places: Sequence[Place], file: str) -> str:
    """The lines of a kernel: those of another file with its name.

    >>> lines_text([("a.py", 3), ("a.py", 4), ("a.py", 5), ("a.py", 9), ("b.py", 2)], "a.py")
    '3-5, 9, b.py:2'
    """
    parts: list[str] = []
    own = sorted(line for name, line in places if name == file)
    while own:
        last = own[0]
        while last + 1 in own:
            last += 1
        parts.append(str(own[0]) if last == own[0] else f"{own[0]}-{last}")
        own = [line for line in own if line > last]
    parts += [f"{os.path.basename(name)}:{line}" for name, line in places if name != file]
    return ", ".join(parts)


def number_text(kernel: KernelTime, several: bool) -> str:
    return f"{kernel.plan}.{kernel.number}" if several else str(kernel.number)


def runs_text(kernel: KernelTime) -> str:
    """How often it ran, and of a loop its turns."""
    if kernel.turns:
        return f"{kernel.turns:,} turn{'s' if kernel.turns > 1 else ''}"
    return "" if kernel.runs == 1 else f"{kernel.runs:,} ×"


def kernel_cells(profile: Profile, kernel: KernelTime) -> list[str]:
    """A row of the table, as texts."""
    several = len({k.plan for k in profile.kernels}) > 1
    return [
        number_text(kernel, several),
        lines_text(kernel.lines, profile.file),
        kernel.schedule,
        kernel.tier or "",
        runs_text(kernel),
        time_text(kernel.seconds),
        share_text(kernel.seconds, profile.median),
        "" if kernel.bytes is None else size_text(kernel.bytes),
        rate_text(kernel),
    ]


KERNEL_HEADS = ["kernel", "lines", "schedule", "runs", "", "time", "share", "moved", "GB/s"]
LINE_HEADS = ["line", "runs", "time", "share", ""]


def summary(profile: Profile) -> str:
    """One sentence: what a call takes."""
    rounds = "1 round" if profile.rounds == 1 else f"{profile.rounds} rounds"
    return f"a call takes {time_text(profile.median)} ({time_text(profile.least)} at least; {rounds})"


def text_of(profile: Profile) -> str:
    lines = [f"{profile.name}  {profile.mode}"]
    if profile.reason:
        lines += textwrap.wrap(
            f"because {profile.reason}", WIDTH, initial_indent="  ", subsequent_indent="      "
        )
    lines += [summary(profile), ""]
    lines += _lines(profile) if profile.mode == "as written" else _kernels(profile)
    return "\n".join(line.rstrip()[:WIDTH] for line in lines) + "\n"


# ---- tables


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _table(rows: list[list[str]], left: set[int]) -> list[str]:
    """Rows under each other: columns in `left` begin together, the others end together."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if k in left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _rest(profile: Profile, heads: list[str]) -> list[str]:
    """What the last row of a table says, as cells under these heads."""
    cells = {"time": time_text(profile.rest), "share": share_text(profile.rest, profile.median)}
    return [cells.get(head, "") for head in heads]


def _kernels(profile: Profile) -> list[str]:
    rows = [list(KERNEL_HEADS)]
    for kernel in profile.kernels[:_MOST_ROWS]:
        cells = kernel_cells(profile, kernel)
        cells[0] = ("" if kernel.inside is None else "  ") + cells[0]
        cells[1], cells[2] = _cut(cells[1], _MOST_LINES_TEXT), _cut(cells[2], _MOST_SCHEDULE)
        rows.append(cells)
    rows.append(_rest(profile, KERNEL_HEADS))
    table = _table(rows, {0, 1, 2, 3})
    table[-1] = REST + table[-1][len(REST) :]
    if len(profile.kernels) > _MOST_ROWS:
        more = len(profile.kernels) - _MOST_ROWS
        table.insert(-1, f"... and {more} more: .kernels has all {len(profile.kernels)}")
    return table + _sources(profile)


def sources(profile: Profile) -> list[tuple[str, str, str]]:
    """Every line that kernels come from: where it is, the kernels, and its text."""
    several = len({k.plan for k in profile.kernels}) > 1
    by_place: dict[Place, list[str]] = {}
    for kernel in profile.kernels:
        for place in kernel.lines:
            by_place.setdefault(place, []).append(number_text(kernel, several))
    return [
        (lines_text([place], profile.file), ", ".join(by_place[place]), linecache.getline(*place).strip())
        for place in sorted(by_place, key=lambda place: (place[0] != profile.file, place))
    ]


def _sources(profile: Profile) -> list[str]:
    rows = [
        [_cut(where, 2 * _MOST_LINES_TEXT), _cut(kernels, _MOST_LINES_TEXT), source]
        for where, kernels, source in sources(profile)[:_MOST_ROWS]
    ]
    return ["", *_table([["line", "kernels", ""], *rows], {0, 1, 2})] if rows else []


def _lines(profile: Profile) -> list[str]:
    shown = sorted(profile.lines, key=lambda line: -line.seconds)[:_MOST_ROWS]
    rows = [list(LINE_HEADS)]
    for line in sorted(shown, key=lambda line: line.line):
        mark = "compiled: " if line.compiled else ""
        spent = [time_text(line.seconds), share_text(line.seconds, profile.median)]
        rows.append([str(line.line), f"{line.runs:,} ×", *spent, mark + line.source])
    rows.append([*_rest(profile, LINE_HEADS)[:-1], REST])
    table = _table(rows, {4})
    if len(profile.lines) > len(shown):
        table.append(f"... and {len(profile.lines) - len(shown)} more that take less: .lines has all")
    return table
