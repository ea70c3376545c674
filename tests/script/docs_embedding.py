#!/usr/bin/env python3
"""The C++ of docs/embedding.md is that of tests/install/consumer/wrapped.cpp, which is built and run, and
the functions that the page names are in the header."""

import os
import re
import sys
import textwrap
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
page = (SOURCE / "docs/embedding.md").read_text()
header = "".join(path.read_text() for path in sorted((SOURCE / "include/frit").glob("*.h")))
program = (SOURCE / "tests/install/consumer/wrapped.cpp").read_text()

problems = []
shown = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
tested = textwrap.dedent(re.search(r"// \[example\n(.*?)\n *// example\]", program, re.DOTALL)[1])
if [text.strip() for text in shown] != [tested.strip()]:
    problems.append("the C++ example is not the one that wrapped.cpp tests")
for name in sorted(set(re.findall(r"\bfrit_\w+\b", page))):
    if name.endswith("_") or re.search(rf"\b{name}\b", header):
        continue
    problems.append(f"docs/embedding.md names {name}, which frit.h does not have")
print("\n".join(problems))
sys.exit(1 if problems else 0)
