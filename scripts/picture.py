"""Draws docs/picture.svg: what becomes of a function, from its lines to what runs.

    picture.py [--check] [FILE]

The function is run and explained by frit itself, so steps, kernels and bytes in the picture are what
frit does. With --check nothing is written: the exit status is 1 when FILE shows something else.
"""

import sys
import tempfile
from html import escape
from pathlib import Path

import frit
import numpy as np

DOCS = Path(__file__).resolve().parent.parent / "docs"
FUNCTION = """@frit.fuse
def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)
"""
SHAPE = (1000, 1000)  # of f32
SPELLED = {"c": "C", "cuda": "CUDA", "opencl": "OpenCL", "slang": "Slang", "metal": "Metal"}

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1f2733 } .head { font-weight: 600 }
.code { font: 12px ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre }
.small { font-size: 12.5px; fill: #657084 } .middle { text-anchor: middle }
.ground { fill: #ffffff } .soft { fill: #f7f8fa; stroke: #e1e5eb }
.box { fill: #e9f0f9; stroke: #3d6aa6; stroke-width: 1.5 }
.hot { fill: #fbeeea; stroke: #a4553f; stroke-width: 1.5 } .big { font-size: 17px; font-weight: 650 }
.arrow { fill: none; stroke: #657084; stroke-width: 1.6; marker-end: url(#tip) } .tip { fill: #657084 }
@media (prefers-color-scheme: dark) {
  text { fill: #dbe2ec } .small { fill: #8e9bb0 } .ground { fill: #14181f }
  .soft { fill: #1b2129; stroke: #2c3542 } .box { fill: #1e2b3d; stroke: #86b1e8 }
  .hot { fill: #32211d; stroke: #e39d87 } .arrow { stroke: #8e9bb0 } .tip { fill: #8e9bb0 }
}"""


def explain():
    """What frit says of the function, as data."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "softmax.py"
        path.write_text(FUNCTION)  # frit reads the lines of a function in its file
        names = {"np": np, "frit": frit}
        exec(compile(FUNCTION, str(path), "exec"), names)
        return frit.explain(names["softmax"], np.zeros(SHAPE, np.float32))


def text(x, y, words, kind=""):
    return f'<text x="{x}" y="{y}" class="{kind}">{escape(words)}</text>'


def box(x, y, width, height, kind):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" class="{kind}"/>'


def lines(x, y, rows):
    return [text(x, y + 17 * k, row, "code") for k, row in enumerate(rows)]


def arrow(path):
    return f'<path d="{path}" class="arrow"/>'


def megabytes(count):
    return f"{count / 1e6:.3g} MB"


def short(step):
    """A step without its attributes, which the picture has no room for."""
    head, _, inside = step.partition("(")
    return f"{head}({', '.join(w for w in inside.rstrip(')').split(', ') if '=' not in w)})"


def written(at):
    code = FUNCTION.splitlines()
    part = [text(at, 34, "you write", "head"), box(at, 46, 342, 88, "soft")]
    return part + lines(at + 14, 69, code) + [
        text(at, 156, "Python with NumPy, C, frit's own text,", "small"),
        text(at, 173, "functions of one element in Slang", "small"),
    ]


def recorded(at, report):
    steps = [short(step) for step in report.kernels[0].steps]
    part = [text(at, 34, "frit records and rewrites", "head")]
    return part + [box(at, 46, 190, 22 + 17 * len(steps), "soft")] + lines(at + 14, 69, steps)


def planned(at, report):
    cost = report.cost
    before = cost.unfused_bytes_read + cost.unfused_bytes_written
    now = cost.bytes_read + cost.bytes_written
    kernels = f"{cost.launches} kernel" + ("" if cost.launches == 1 else "s")
    return [
        text(at, 34, "plans, and says why", "head"),
        box(at, 46, 160, 108, "hot"),
        text(at + 80, 76, kernels, "big middle"),
        text(at + 80, 95, f"instead of {cost.unfused_launches}", "small middle"),
        text(at + 80, 121, f"{megabytes(now)} moved", "middle"),
        text(at + 80, 140, f"instead of {megabytes(before)}", "small middle"),
    ]


def running(at):
    dialects = [SPELLED[name] for name in frit._core.dialects()]
    rows = (
        ("runs at once", "vectorised interpreter, all cores"),
        ("then compiled", "by LLVM, meanwhile; the same bits"),
        ("kept", "on disk, or packed with your program"),
    )
    part = [text(at, 34, "and runs it", "head")]
    for k, (head, more) in enumerate(rows):
        y = 46 + 46 * k
        part += [box(at, y, 256, 40, "box"), text(at + 12, y + 17, head), text(at + 12, y + 33, more, "small")]
    return part + [text(at, 200, "or source: " + ", ".join(dialects), "small")]


def draw(report):
    body = written(20) + recorded(406, report) + planned(640, report) + running(844)
    body += [arrow("M366 90 H400"), arrow("M600 90 H634"), arrow("M804 90 H838")]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1120 214">',
            f"<style>{STYLE}\n</style>",
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7"'
            ' markerHeight="7" orient="auto"><path d="M0 0 L10 5 L0 10 z" class="tip"/></marker></defs>',
            '<rect width="100%" height="100%" rx="10" class="ground"/>',
            *body,
            "</svg>\n",
        ]
    )


def main():
    words = sys.argv[1:]
    check = "--check" in words
    path = Path(next((word for word in words if word != "--check"), DOCS / "picture.svg"))
    now = draw(explain())
    if check:
        if path.read_text() != now:
            sys.exit(f"{path} shows something else than frit does: run make docs")
    else:
        path.write_text(now)


if __name__ == "__main__":
    main()
