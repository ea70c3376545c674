#!/usr/bin/env python3
"""The notebook docs/tour.ipynb runs from top to bottom, shows what its cells print today, and is what
docs/tour.html shows."""

import contextlib
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


def run_cell(index, code, names):
    path = Path(f"cell_{index}.py").resolve()
    path.write_text(code)  # where frit finds the source of a function
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, str(path), "exec"), names)
    return out.getvalue()


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
        printed = run_cell(index, code, names)
        if printed != printed_before(cell):
            sys.exit(f"cell {index} prints {printed!r}, the notebook shows something else")
        if words(code) not in shown:
            sys.exit(f"docs/tour.html does not show cell {index}: run make docs")
    if re.search(r"<(script|link|img)[^>]+(src|href)=.?https?:", page):
        sys.exit("docs/tour.html needs something from elsewhere")
    print(f"{count} cells")
    return 0


if __name__ == "__main__":
    sys.exit(main())
