#!/usr/bin/env python3
"""An op is named in its row, in tests and in documents; anywhere else its name is a special case with
a reason beside it: a comment on the line or just above it, or a row of a table of rewrites."""
import os
import pathlib
import re
import subprocess
import sys

src = pathlib.Path(os.environ["FRIT_SRC"])
listing = subprocess.run([os.environ["FRIT"], "ops", "--json"], check=True, capture_output=True, text=True).stdout
ops = set(re.findall(r'^\{"name": "(\w+)"', listing, re.M))
assert len(ops) > 100

USE = re.compile(r"\bOP_([a-z]\w*)\b")
TABLE_ROW = re.compile(r'^\s*\{"\w+", OP_\w+, \w+\},$')
found, wrong = 0, []
for path in sorted(src.glob("src/**/*.[ch]")) + sorted(src.glob("tools/*.[ch]")):
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        for match in USE.finditer(line):
            name = match[1]
            if name not in ops:
                continue
            found += 1
            near = lines[max(0, number - 6) : number + 1]
            if TABLE_ROW.match(line) or any("/*" in one or "*/" in one for one in near):
                continue
            wrong.append(f"{path.relative_to(src)}:{number + 1}: {name}: {line.strip()}")
print("\n".join(wrong))
assert found, "the search finds nothing at all"
print(f"{found} special cases outside the table")
sys.exit(1 if wrong else 0)
