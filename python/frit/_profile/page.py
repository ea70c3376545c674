"""Profiles as HTML: a page of its own, and a fragment for notebooks. No scripts, no links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from .._explain.report import document, sentence, style
from .profile import Profile
from .text import KERNEL_HEADS, LINE_HEADS, REST, kernel_cells, share_text, sources, time_text

_NUMBERS = {"time", "share", "moved", "GB/s"}


def page(profile: Profile) -> str:
    """One HTML page with everything in it."""
    return document(f"{profile.name} – frit profile", ['<p class="brand">frit profile</p>', *_body(profile)])


def fragment(profile: Profile) -> str:
    """What a notebook shows."""
    body = "\n".join(_body(profile))
    return f'<div class="frit-report"><style>{style()}</style>\n{body}\n</div>'


def _body(profile: Profile) -> list[str]:
    p = profile
    tiles = [
        (time_text(p.median), "a call takes, the median"),
        (time_text(p.least), f"the least of {p.rounds}"),
        (time_text(p.rest), REST),
    ]
    inner = "".join(f'<div class="tile"><b>{escape(value)}</b><span>{escape(label)}</span></div>' for value, label in tiles)
    return [
        f'<h1>{escape(p.name)} <span class="badge {escape(p.mode)}">{escape(p.mode)}</span></h1>',
        f'<p class="soft reason">{escape(sentence(p.reason))}</p>',
        f'<div class="tiles">{inner}</div>',
        *(_lines(p) if p.mode == "as written" else _kernels(p)),
    ]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def cells(tag: str, row: Sequence[str]) -> str:
        marks = [" class=number" if head in _NUMBERS else "" for head in heads]
        return "".join(f"<{tag}{mark}>{escape(text)}</{tag}>" for mark, text in zip(marks, row, strict=True))

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    head = f"<thead><tr>{cells('th', heads)}</tr></thead>"
    return f'<div class="scroll"><table>{head}<tbody>\n{body}\n</tbody></table></div>'


def _rest(p: Profile, heads: Sequence[str], at: str) -> list[str]:
    cells = {at: REST, "time": time_text(p.rest), "share": share_text(p.rest, p.median)}
    return [cells.get(head, "") for head in heads]


def _kernels(p: Profile) -> list[str]:
    heads = [head or "times" for head in KERNEL_HEADS]
    rows = [kernel_cells(p, kernel) for kernel in p.kernels]
    parts = ["<h2>Kernels</h2>", _table(heads, [*rows, _rest(p, heads, "schedule")])]
    if found := sources(p):
        parts += ["<h2>Lines</h2>", _table(["line", "kernels", "source"], found)]
    return parts


def _lines(p: Profile) -> list[str]:
    heads = [head or "source" for head in LINE_HEADS]
    rows = [
        [
            str(line.line),
            f"{line.runs:,} ×",
            time_text(line.seconds),
            share_text(line.seconds, p.median),
            ("compiled: " if line.compiled else "") + line.source,
        ]
        for line in p.lines
    ]
    return ["<h2>Lines</h2>", _table(heads, [*rows, _rest(p, heads, "source")])]
