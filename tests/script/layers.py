#!/usr/bin/env python3
"""The rooms of src/ in their order: a file includes files of its own room and of those above it in this list,
never of those below (docs/design.md). And the CPU's rooms, which read and write what lies in the host's memory,
are known to nobody else: arrays lie on devices, and everybody else asks the device (run/device/device.h)."""

import os
import re
import sys
from pathlib import Path

# Folders in one line are one room.
ROOMS = """
base
op op/math
ir
infer
kernel
plan
opt
emit
emit/llvm
emit/c emit/c/text
emit/c/export
run/linear
run/device
run/host
run/loops
run/product
run/routine
run/code
run/cache
run/engine
run/interp
run/llvm
run/devices
run/gpu
run/opencl
run/cuda
run/tier
run/bind
pipeline
front/text
front/slang/syntax
front/slang front/slang/lower
front/slang/call
front/script/syntax
front/script/value
front/script/show
front/script/builtin front/script/builtin/table
front/script/loop
front/script/vm
api
"""

CPU = "run/host run/loops run/product run/routine run/interp run/llvm run/devices".split()
# The host helps it with what has no source.
HELPED = ["run/gpu"]

src = Path(os.environ["FRIT_SRC"]) / "src"
order = {room: k for k, line in enumerate(ROOMS.split("\n")) for room in line.split()}
wrong, seen = [], set()
for path in sorted(p for p in src.rglob("*") if p.suffix in (".c", ".h", ".def")):
    room = str(path.parent.relative_to(src))
    seen.add(room)
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#include "([^"]+)/[^"/]+"', line)
        target = found and found.group(1)
        if target and target != "frit" and order.get(target, len(order)) > order.get(room, -1):
            wrong.append(f"{path.relative_to(src)}:{number}: {room} may not include {target}")
        if target in CPU and room not in CPU + HELPED:
            wrong.append(f"{path.relative_to(src)}:{number}: {target} is for the CPU's rooms alone")
wrong += [f"{room} is not among the rooms" for room in sorted(seen - order.keys())]
wrong += [f"there is no room {room}" for room in sorted(order.keys() - seen)]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
