#!/usr/bin/env python3
"""The errors that docs/ir.md promises are those the tests hold the functions to (tests/math_bounds.def)."""
import os
import pathlib
import re
import sys

src = pathlib.Path(os.environ["FRIT_SRC"])
table = (src / "tests/math_bounds.def").read_text()
bounds = {op: (f32, f64) for op, f32, f64 in re.findall(r"^BOUND2?\((\w+), \w+, ([\d.]+), ([\d.]+)\)$", table, re.M)}
assert len(bounds) > 20

ROW = re.compile(r"^\| (.*) \| ([\d.]+) \| ([\d.]+) \|$", re.M)
promised = {}
for ops, f32, f64 in ROW.findall((src / "docs/ir.md").read_text()):
    promised.update({op: (f32, f64) for op in re.findall(r"`(\w+)`", ops)})

wrong = [f"{op}: tested {have}, documented {promised.get(op)}" for op, have in bounds.items() if promised.get(op) != have]
print("\n".join(wrong) or f"{len(bounds)} functions are documented as they are tested")
sys.exit(1 if wrong else 0)
