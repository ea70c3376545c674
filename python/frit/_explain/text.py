"""What frit.explain prints: an explanation laid out for a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .explain import Apart, Cost, Explanation, Kernel

# How much of a large plan is printed; the rest is in .kernels and .apart, and in the saved page.
_MOST_KERNELS = 40
_MOST_PAIRS = 5


def size_text(count: int | None) -> str:
    """Bytes for people, in units of 1,000.

    >>> size_text(999), size_text(2_048_000), size_text(None)
    ('999 B', '2.05 MB', '?')
    """
    if count is None:
        return "?"
    value, unit = float(count), "B"
    for unit in ("B", "kB", "MB", "GB", "TB"):  # noqa: B007
        if value < 999.5:
            break
        value /= 1000
    return f"{count} B" if unit == "B" else f"{value:.3g} {unit}"


def summary(cost: Cost) -> str:
    """One sentence: kernels, and bytes where they are known."""
    plural = "" if cost.launches == 1 else "s"
    text = f"{cost.launches} kernel{plural} instead of {cost.unfused_launches}"
    if cost.bytes is not None and cost.unfused_bytes:
        less = 100 * (1 - cost.bytes / cost.unfused_bytes)
        text += f"; {size_text(cost.bytes)} moved instead of {size_text(cost.unfused_bytes)}"
        text += f" ({less:.0f} % less)" if less >= 0.5 else ""
    if cost.bytes_copied:
        text += f"; {size_text(cost.bytes_copied)} copied besides"
    return text


# What is said where a call has no plans to show.
NO_PLANS = "no step of it ran in frit"

MODES = {
    "replayed": "replayed: later calls run the plan with no Python at all",
    "recorded": "recorded: the body runs in Python and its steps are fused",
    "as written": "as written: the function itself is called, and nothing of it is fused",
    "graph": "a graph: nothing runs until Dask computes it",
    "ready": "nothing to run",
    "program": "",
}


def terminal_width() -> int:
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 160))


def colour_wanted() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(getattr(sys.stdout, "isatty", lambda: False)())


class Text:
    """Lays an explanation out for a terminal."""

    _STYLES = {"bold": "1", "dim": "2", "blue": "34", "yellow": "33"}

    def __init__(self, explanation: Explanation, width: int, colour: bool) -> None:
        self.explanation = explanation
        self.width = width
        self.colour = colour

    def style(self, name: str, text: str) -> str:
        return f"\x1b[{self._STYLES[name]}m{text}\x1b[0m" if self.colour else text

    def wrap(self, text: str, indent: str, hanging: str | None = None) -> list[str]:
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=indent + "    " if hanging is None else hanging,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent.rstrip()]

    def lines(self) -> list[str]:
        e = self.explanation
        lines = self.head()
        for kernel in e.kernels[:_MOST_KERNELS]:
            lines += self.kernel(kernel)
        if len(e.kernels) > _MOST_KERNELS:
            more = len(e.kernels) - _MOST_KERNELS
            lines += ["", f"... and {more} more kernels: .kernels has all {len(e.kernels)}"]
        return lines + self.reasons()

    def head(self) -> list[str]:
        e = self.explanation
        mode = MODES.get(e.mode, e.mode)
        lines = [self.style("bold", e.name) + (f"  {mode}" if mode else "")]
        if mode and len(e.name) + 2 + len(mode) > self.width:
            lines = [self.style("bold", e.name), *self.wrap(mode, "  ")]
        if e.reason:
            lines += self.wrap(f"because {e.reason}", "  ")
        if e.place:
            file, line, source = e.place
            lines += self.wrap(f"{file}:{line}: {source.strip()}", "  ")
        if e.segments:
            count = len(e.segments)
            plans = f"{count} plans, one after another: " if count > 1 else ""
            lines += self.wrap(plans + summary(e.cost), "")
        elif e.mode == "recorded":
            lines += self.wrap(NO_PLANS, "  ")
        return lines

    def kernel(self, kernel: Kernel) -> list[str]:
        indent = "" if kernel.inside is None else "  "
        where = f"plan {kernel.segment}, " if len(self.explanation.segments) > 1 else ""
        over = f" over {kernel.space}" if kernel.axes else ""
        title = self.style("bold", f"{where}kernel {kernel.number}")
        lines = ["", f"{indent}{title}  {self.style('blue', kernel.schedule)}{over}"]
        for label, names, count in (
            ("reads ", kernel.inputs, kernel.bytes_read),
            ("writes", kernel.outputs, kernel.bytes_written),
        ):
            size = "" if count is None else f"  ({size_text(count)})"
            text = ", ".join(names) + size
            lines += self.wrap(f"{label}  {text}", indent + "  ", indent + "          ")
        if kernel.never_formed:
            text = ", ".join(kernel.never_formed)
            if kernel.bytes_unformed is not None and kernel.bytes_at_once is not None:
                whole, now = size_text(kernel.bytes_unformed), size_text(kernel.bytes_at_once)
                text += f"  ({whole}; {now} at once)"
            lines += self.wrap(f"never formed  {text}", indent + "  ", indent + "          ")
        if kernel.engine:
            lines += self.wrap(f"runs    {kernel.engine}", indent + "  ", indent + "          ")
        for step in kernel.steps:
            lines += self.wrap(step, indent + "    ", indent + "        ")
        return lines

    def reasons(self) -> list[str]:
        by_rule: dict[str, list[Apart]] = {}
        for apart in self.explanation.apart:
            by_rule.setdefault(apart.rule, []).append(apart)
        lines = ["", self.style("bold", "not fused")] if by_rule else []
        for rule, pairs in by_rule.items():
            lines += self.wrap(f"{self.style('yellow', rule)}: {pairs[0].why}", "  ")
            for pair in pairs[:_MOST_PAIRS]:
                lines += self.wrap(pair.pair, "    ")
            if len(pairs) > _MOST_PAIRS:
                lines.append(f"    ... and {len(pairs) - _MOST_PAIRS} more")
        return lines
