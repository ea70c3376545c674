#!/usr/bin/env python3
"""The notebook docs/tour.ipynb runs from top to bottom, shows what its cells print and give today, and is
what docs/tour.html shows."""

import ast
import contextlib
import hashlib
import html
import io
import json
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
sys.path.insert(0, str(Path(os.environ["FRIT_BUILD"]) / "python"))


def printed_before(cell):
    """What the cell printed when the notebook was last run."""
    streams = [out for out in cell["outputs"] if out["output_type"] == "stream"]
    return "".join("".join(out["text"]) for out in streams)


def given_before(cell):
    """What the cell gave as text when the notebook was last run, or None."""
    results = [out for out in cell["outputs"] if out["output_type"] == "execute_result"]
    return "".join(results[0]["data"]["text/plain"]) if results else None


def run_cell(index, code, names):
    """What the cell prints, and its value as text where the last line is an expression."""
    path = Path(f"cell_{index}.py").resolve()
    path.write_text(code)  # where frit finds the source of a function
    tree = ast.parse(code, str(path))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    out, given = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, str(path), "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), str(path), "eval"), names)
            given = None if value is None else repr(value)
    return out.getvalue(), given


# Rows of frit.config whose values are the machine's, and lines of a report that hang on the moment.
MACHINE = "platform,NumPy,instruction set,threads,BLAS,LLVM,CUDA,kernel cache,memory".split(",")


def lasting(text):
    """A result without what differs between machines and moments."""
    if text is None:
        return None
    lines = []
    for line in text.splitlines():
        name = next((name for name in MACHINE if line.startswith(name + "  ")), None)
        if not line.startswith("  runs "):
            lines.append(name or line)
    return words("".join(lines))


def words(text):
    return re.sub(r"\s+", "", text)


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("a module built with sanitizers does not load into a plain Python")
        return 77
    notebook = json.loads((SOURCE / "docs" / "tour.ipynb").read_text())
    page = (SOURCE / "docs" / "tour.html").read_text()
    shown = words(html.unescape(re.sub(r"<[^>]+>", "", page)))
    names, count = {"__name__": "tour"}, 0
    for index, cell in enumerate(notebook["cells"]):
        code = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        count += 1
        if cell["execution_count"] != count:
            sys.exit(f"cell {index} was not run in its turn: run make docs")
        if any(out["output_type"] == "error" for out in cell["outputs"]):
            sys.exit(f"cell {index} shows an error: run make docs")
        printed, given = run_cell(index, code, names)
        if printed != printed_before(cell):
            sys.exit(f"cell {index} prints {printed!r}, the notebook shows something else")
        before = given_before(cell)
        if lasting(given) != lasting(before):
            sys.exit(f"cell {index} gives\n{given}\nand the notebook shows\n{before}: run make docs")
        if "kernelsareinterpreted" in words(before or ""):
            sys.exit(f"cell {index} shows a frit without LLVM: run make docs where there is one")
        if words(code) not in shown:
            sys.exit(f"docs/tour.html does not show cell {index}: run make docs")
    made_from = (SOURCE / "docs" / "tour.ipynb").read_bytes()
    made_from += (SOURCE / "scripts" / "render_tour.py").read_bytes()
    if f'content="{hashlib.sha256(made_from).hexdigest()[:16]}"' not in page:
        sys.exit("docs/tour.html is older than docs/tour.ipynb or scripts/render_tour.py: run make docs")
    style = (SOURCE / "python" / "frit" / "_explain" / "report.css").read_text().strip()
    if style not in page:
        sys.exit("docs/tour.html shows a report in another style than frit's: run make docs")
    if re.search(r"<(script|link|img)[^>]+(src|href)=.?https?:", page):
        sys.exit("docs/tour.html needs something from elsewhere")
    print(f"{count} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
