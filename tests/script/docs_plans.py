#!/usr/bin/env python3
"""docs/plans.md: its table of rules is src/plan/fusion.def, every rule has a section, and the program of
a section has a pair that its rule keeps apart (programs that would be too long there are made here); the
report at its beginning is what the command prints."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

FRIT = os.environ["FRIT"]
SRC = Path(os.environ["FRIT_SRC"])



def chain(steps):
    body = "".join(f"  y{i} = sin(y{i - 1})\n" for i in range(1, steps))
    return f"program p(x: f32[n]) -> (y{steps - 1}) {{\n  y0 = sin(x)\n{body}}}\n"


def sum_of(arrays):
    inputs = ", ".join(f"x{i}: f32[n]" for i in range(arrays))
    body = "".join(f"  y{i} = add({f'y{i - 1}' if i > 1 else 'x0'}, x{i})\n" for i in range(1, arrays))
    return f"program p({inputs}) -> (y{arrays - 1}) {{\n{body}}}\n"


LONG = {"kernel-size": chain(1500), "argument-pressure": sum_of(100)}

rules = re.findall(
    r'^FUSION_RULE\(\w+, "([^"]+)", (LEGALITY|PROFIT),\s*"([^"]+)"\)', (SRC / "src/plan/fusion.def").read_text(), re.M
)
assert len(rules) > 10, "the table is not read"
text = (SRC / "docs/plans.md").read_text()
table = re.search(r"<!-- rules: begin.*?-->\n(.*?)<!-- rules: end -->", text, re.S)[1]
listed = re.findall(r"^\| `([^`]+)` \| (\w+) \| (.+) \|$", table, re.M)
wanted = [(name, kind.lower(), why) for name, kind, why in rules]
if listed != wanted:
    print("the table should be")
    print("\n".join(f"| `{name}` | {kind} | {why} |" for name, kind, why in wanted))
    sys.exit(1)

report = re.search(r"^\$ frit explain softmax.frit (.*)\n(.*?)^```", text, re.M | re.S)
done = subprocess.run(
    [FRIT, "explain", str(SRC / "tests/golden/explain/softmax.frit"), *report[1].split()],
    capture_output=True,
    text=True,
)
if done.stdout != report[2]:
    sys.exit(f"the report at the beginning should be\n{done.stdout}{done.stderr}")

sections = dict(re.findall(r"^### `([^`]+)`\n(.*?)(?=^##|\Z)", text, re.M | re.S))
failures = [f"there is no section about {name}" for name, _, _ in rules if name not in sections]
shown = 0
for name, section in sections.items():
    program = re.search(r"^```frit\n(.*?)^```", section, re.M | re.S)
    source = program[1] if program else LONG.get(name)
    if not source:
        continue
    more = ["--no-fusion"] if name == "fusion-off" else []
    done = subprocess.run(
        [FRIT, "explain", "-", "--format=json", *more], input=source, capture_output=True, text=True
    )
    if done.returncode:
        failures.append(f"{name}: {done.stderr}")
        continue
    found = {pair["rule"] for pair in json.loads(done.stdout)["apart"]}
    if name not in found:
        failures.append(f"the program under {name} shows {sorted(found)}")
    shown += 1
print("\n".join(failures))
print(f"{shown} of {len(rules)} rules shown")
sys.exit(1 if failures else 0)
