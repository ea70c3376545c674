"""Explanations as HTML: a page of its own, and a fragment for notebooks. No scripts, no links."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib import resources
from typing import Any

from .. import _core
from .._errors import Error
from .explain import Apart, Explanation, Kernel
from .text import MODES, NO_PLANS, size_text, summary

# Steps of a kernel that are shown at once; more are folded away.
_STEPS_SHOWN = 8


@cache
def style() -> str:
    """How reports look."""
    return resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def document(title: str, body: list[str]) -> str:
    """A page in the look of frit's reports."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style()}</style>\n</head>\n"
        '<body class="frit-report">\n<main>\n' + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )


def page(explanation: Explanation) -> str:
    """One HTML page with everything in it."""
    e = explanation
    body = [
        '<p class="brand">frit report</p>',
        *_head(e),
        *_tiles(e),
        *_graphs(e),
        *_kernels(e),
        *_reasons(e),
        *_signature(e),
        *_bytecode(e),
        *_sources(e),
        f"<footer>Made by frit {escape(_core.version)}.</footer>",
    ]
    return document(f"{e.name} – frit report", body)


def fragment(explanation: Explanation) -> str:
    """What a notebook shows."""
    e = explanation
    body = [*_head(e), *_tiles(e), *_graphs(e), *_kernels(e), *_reasons(e)]
    return f'<div class="frit-report"><style>{style()}</style>\n' + "\n".join(body) + "\n</div>"


# ---- parts


def _head(e: Explanation) -> list[str]:
    badge = ""
    if e.mode != "program":
        badge = f' <span class="badge {escape(e.mode)}">{escape(e.mode)}</span>'
    lines = [f"<h1>{escape(e.name)}{badge}</h1>"]
    if e.segments:
        lines.append(f"<p>{escape(sentence(summary(e.cost)))}</p>")
    mode = MODES.get(e.mode, "")
    if mode:
        lines.append(f'<p class="soft mode">{escape(sentence(mode))}</p>')
    if e.reason:
        lines.append(f'<p class="soft reason">{escape(sentence(e.reason))}</p>')
    if e.place:
        file, line, source = e.place
        lines.append(
            f'<div class="place"><span class="where">decided by {escape(file)}, line {line}</span>'
            f"<pre>{escape(source.strip())}</pre></div>"
        )
    if e.mode == "recorded" and not e.segments:
        lines.append(f'<p class="soft">{escape(sentence(NO_PLANS))}</p>')
    return lines


def sentence(text: str) -> str:
    """The text as a sentence of its own."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _tiles(e: Explanation) -> list[str]:
    if not e.segments:
        return []
    cost = e.cost
    kernels = "kernel" if cost.launches == 1 else "kernels"
    tiles = [(str(cost.launches), f"{kernels} instead of {cost.unfused_launches}")]
    if cost.bytes is not None:
        tiles += [
            (size_text(cost.bytes), f"moved instead of {size_text(cost.unfused_bytes)}"),
            (size_text(cost.bytes_saved), "saved in each call"),
            (size_text(cost.peak_bytes), "of temporaries at once"),
        ]
    if cost.bytes_copied:
        tiles.append((size_text(cost.bytes_copied), "copied besides"))
    inner = "".join(
        f'<div class="tile"><b>{escape(value)}</b><span>{escape(label)}</span></div>'
        for value, label in tiles
    )
    return [f'<div class="tiles">{inner}</div>']


def _graphs(e: Explanation) -> list[str]:
    lines = ["<h2>Graph</h2>"] if e.segments else []
    for number in range(len(e.segments)):
        if len(e.segments) > 1:
            lines.append(f"<h3>Plan {number}</h3>")
        # The picture brings colours of its own; ours follow the page, light or dark.
        picture = re.sub(r"<style>.*?</style>\n?", "", e.svg(number), flags=re.DOTALL)
        lines.append(f'<div class="graph">{picture}</div>')
    return lines


def _kernels(e: Explanation) -> list[str]:
    if not e.kernels:
        return []
    several = len(e.segments) > 1
    heads = ["kernel", "schedule", "over", "steps", "reads", "writes", "bytes", "runs"]
    head = "".join(f"<th{' class=number' if h == 'bytes' else ''}>{h}</th>" for h in heads)
    rows = "\n".join(_kernel_row(kernel, several) for kernel in e.kernels)
    return [
        "<h2>Kernels</h2>",
        f'<div class="scroll"><table class="kernels"><thead><tr>{head}</tr></thead>'
        f"<tbody>\n{rows}\n</tbody></table></div>",
    ]


def _kernel_row(kernel: Kernel, several: bool) -> str:
    classes = ["control"] if kernel.is_control else []
    classes += ["inside"] if kernel.inside is not None else []
    number = f"{kernel.segment}.{kernel.number}" if several else str(kernel.number)
    cells = [
        f"<td>{number}</td>",
        f'<td class="schedule">{escape(kernel.schedule)}</td>',
        f"<td><code>{escape(kernel.space) if kernel.axes else ''}</code></td>",
        f"<td>{_steps(kernel.steps)}</td>",
        f"<td><code>{escape(', '.join(kernel.inputs))}</code></td>",
        f"<td><code>{escape(', '.join(kernel.outputs))}</code></td>",
        f'<td class="number">{"" if kernel.bytes is None else size_text(kernel.bytes)}</td>',
        f"<td>{escape(kernel.engine)}</td>",
    ]
    return f'<tr class="{" ".join(classes)}">{"".join(cells)}</tr>'


def _steps(steps: tuple[str, ...]) -> str:
    items = [f"<li>{escape(step)}</li>" for step in steps]
    # One or two more take no more room than the line that would hide them.
    cut = _STEPS_SHOWN if len(items) > _STEPS_SHOWN + 2 else len(items)
    shown = f'<ul class="steps">{"".join(items[:cut])}</ul>'
    rest = items[cut:]
    if not rest:
        return shown
    more = f'<ul class="steps">{"".join(rest)}</ul>'
    return f"{shown}<details><summary>{len(rest)} more</summary>{more}</details>"


def _reasons(e: Explanation) -> list[str]:
    if not e.segments:
        return []
    if not e.apart:
        note = "Nothing: all neighbouring steps became one kernel."
        return ["<h2>What stayed apart</h2>", f'<p class="soft">{note}</p>']
    by_rule: dict[str, list[Apart]] = {}
    for apart in e.apart:
        by_rule.setdefault(apart.rule, []).append(apart)
    rows = "\n".join(_reason_row(rule, pairs) for rule, pairs in by_rule.items())
    return [
        "<h2>What stayed apart, and why</h2>",
        '<div class="scroll"><table class="apart"><thead><tr><th>rule</th><th>why</th>'
        f"<th>between</th></tr></thead><tbody>\n{rows}\n</tbody></table></div>",
    ]


def _reason_row(rule: str, pairs: list[Apart]) -> str:
    kind = "would be wrong" if pairs[0].kind == "legality" else "would be slower"
    listed = _steps(tuple(pair.pair for pair in pairs))
    return (
        f'<tr><td class="rule">{escape(rule)}</td>'
        f'<td>{escape(pairs[0].why)} <span class="kind">(together it {kind})</span></td>'
        f"<td>{listed}</td></tr>"
    )


def _signature(e: Explanation) -> list[str]:
    if e.signature is None:
        return []
    return ["<h2>Signature</h2>", f"<pre>{escape(str(e.signature))}</pre>"]


def _bytecode(e: Explanation) -> list[str]:
    panels = [("instructions", e.bytecode)] if e.bytecode else []
    texts = [s.module.text() for s in e.segments if s.module]
    if texts:
        panels.append(("text form", "\n".join(texts)))
    kernels = [s.plan.report("kernels", s.input_shapes) for s in e.segments]
    if kernels:
        panels.append(("kernel form", "\n".join(kernels)))
    return ["<h2>Bytecode</h2>", _tabs("bytecode", panels)] if panels else []


def _sources(e: Explanation) -> list[str]:
    if not any(segment.module for segment in e.segments):
        return []
    panels = [(dialect, e.source(dialect)) for dialect in _core.dialects()]
    code = [_code(kernel) for kernel in e.kernels if kernel.target]
    if any(code):
        panels.append(("LLVM IR", "\n".join(code)))
    return ["<h2>Generated source</h2>", _tabs("source", panels)]


def _code(kernel: Kernel) -> str:
    """The LLVM IR of a kernel; "" where there is none."""
    try:
        return f"; kernel {kernel.number}: {kernel.schedule}\n{kernel.llvm}"
    except Error:
        return ""


def _tabs(group: str, panels: list[tuple[str, Any]]) -> str:
    parts = []
    for k, (title, text) in enumerate(panels):
        checked = " checked" if k == 0 else ""
        parts.append(
            f'<input type="radio" name="{group}" id="{group}-{k}"{checked}>'
            f'<label for="{group}-{k}">{escape(title)}</label>'
            f'<div class="panel"><pre>{escape(text)}</pre></div>'
        )
    return f'<div class="tabs">{"".join(parts)}</div>'
