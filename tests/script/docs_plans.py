#!/usr/bin/env python3
"""docs/plans.md: its table of rules is src/plan/fusion.def, every rule has a section, and the program of
a section has a pair that its rule keeps apart."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

FRIT = os.environ["FRIT"]
SRC = Path(os.environ["FRIT_SRC"])

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

sections = dict(re.findall(r"^### `([^`]+)`\n(.*?)(?=^##|\Z)", text, re.M | re.S))
failures = [f"there is no section about {name}" for name, _, _ in rules if name not in sections]
shown = 0
for name, section in sections.items():
    program = re.search(r"^```frit\n(.*?)^```", section, re.M | re.S)
    if not program:
        continue
    more = ["--no-fusion"] if name == "fusion-off" else []
    done = subprocess.run(
        [FRIT, "explain", "-", "--format=json", *more], input=program[1], capture_output=True, text=True
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
