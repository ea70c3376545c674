#!/usr/bin/env python3
"""The product is easy to see: no file has more than 600 lines, no function of C more than 60."""

import re
import subprocess
import sys
from pathlib import Path

FILE, FUNCTION = 600, 60
PRODUCT = ["src", "include", "tools", "python/src", "python/frit"]


def functions(lines):
    """(first line, lines) of what begins with a brace at the end of a line and ends with one in column 0."""
    start = None
    for number, line in enumerate(lines, 1):
        opens = re.match(r"(\{|[A-Za-z_][^=]*\(.*\{|\s{4,}.*\)\s*\{)\s*$", line)
        if opens and start is None:
            start = number
        if line.startswith("}") and start is not None:
            yield start, number - start
            start = None


def main():
    root = Path(__file__).resolve().parents[2]
    listed = subprocess.run(
        ["git", "ls-files", *PRODUCT], cwd=root, capture_output=True, text=True, check=True
    )
    wrong = []
    for name in listed.stdout.split():
        if not name.endswith((".c", ".h", ".hpp", ".py", ".def")):
            continue
        lines = (root / name).read_text().splitlines()
        if len(lines) > FILE:
            wrong.append(f"{name}: {len(lines)} lines")
        if name.endswith(".c"):
            wrong += [f"{name}:{at}: a function of {n} lines" for at, n in functions(lines) if n > FUNCTION]
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main()
