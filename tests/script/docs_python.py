#!/usr/bin/env python3
"""The Python in README.md, docs/python.md, docs/slang.md and docs/scale.md is true: each block runs, in the order of the page, and
prints what the ```text block right after it says. An exception counts as its last line."""

import contextlib
import difflib
import doctest
import importlib.util
import io
import os
import re
import sys
import traceback
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
sys.path.insert(0, str(Path(os.environ["FRIT_BUILD"]) / "python"))
PAGES = ("README.md", "docs/python.md", "docs/slang.md", "docs/scale.md")
NEEDS = {"docs/scale.md": ("dask", "joblib", "pandas")}  # else the page is left out
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    """(first line, code, what it should print or None) of every block of Python."""
    found = [(m[1], m[2], m.start(), m.end()) for m in BLOCK.finditer(text)]
    for index, (kind, code, start, end) in enumerate(found):
        if kind != "python":
            continue
        wanted = None
        if index + 1 < len(found):
            next_kind, printed, next_start, _ = found[index + 1]
            if next_kind == "text" and not text[end:next_start].strip():
                wanted = printed
        yield text.count("\n", 0, start) + 2, code, wanted


def run_block(line, code, path, names):
    """What a block prints. Its lines keep their numbers, and frit finds them in the file."""
    path.write_text("\n" * (line - 1) + code)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(path.read_text(), str(path), "exec"), names)
        except Exception as error:
            out.write(traceback.format_exception_only(error)[-1])
            return out.getvalue(), error
    return out.getvalue(), None


def check_page(page):
    missing = [name for name in NEEDS.get(page, ()) if importlib.util.find_spec(name) is None]
    if missing:
        print(f"{page}: left out without {', '.join(missing)}")
        return 1
    text = (SOURCE / page).read_text()
    names, count = {"__name__": "page"}, 0
    for line, code, wanted in blocks(text):
        count += 1
        path = Path(f"{Path(page).stem}_{line}.py").resolve()
        printed, error = run_block(line, code, path, names)
        if error and wanted is None:
            traceback.print_exception(error, file=sys.stdout)
            sys.exit(f"{page}:{line}: the block fails")
        if wanted is None:
            wanted = ""
        if not doctest.OutputChecker().check_output(wanted, printed, FLAGS):
            diff = difflib.unified_diff(
                wanted.splitlines(), printed.splitlines(), "the page", "printed", lineterm=""
            )
            sys.exit("\n".join([f"{page}:{line}: the block prints something else", *diff]))
    print(f"{page}: {count} blocks")
    return count


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("a module built with sanitizers does not load into a plain Python")
        return 77
    counts = [check_page(page) for page in PAGES]
    return 0 if all(counts) else "a page shows no Python"


if __name__ == "__main__":
    sys.exit(main())
