#!/usr/bin/env python3
"""Every form of the report is what it says it is, for every program at hand: JSON that parses and is
complete, SVG that parses and in which no two texts overlap, DOT whose braces and quotes match. The
same program gives the same bytes twice."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

FRIT = os.environ["FRIT"]
SRC = Path(os.environ["FRIT_SRC"])
PROGRAMS = sorted(SRC.glob("examples/*.frit")) + sorted(SRC.glob("tests/golden/explain/*.frit"))
LETTER = 7.3  # pixels of a letter of 12 pixels in a font of fixed width


def explain(path, *args):
    done = subprocess.run([FRIT, "explain", str(path), *args], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(condition, message):
    if not condition:
        sys.exit(message)


def check_json(path, text):
    report = json.loads(text)
    check(set(report) == {"program", "fusion", "inputs", "outputs", "kernels", "apart", "cost"}, f"{path}: keys")
    check(report["kernels"], f"{path}: no kernel")
    for number, kernel in enumerate(report["kernels"]):
        check(kernel["kernel"] == number, f"{path}: kernel {number} is called {kernel['kernel']}")
        check(kernel["steps"] and kernel["writes"], f"{path}: kernel {number} does nothing")
        check(kernel["host"] is None or kernel["host"] < number, f"{path}: kernel {number} stands before its loop")
    for pair in report["apart"]:
        check(pair["kind"] in ("legality", "profit") and pair["why"], f"{path}: {pair}")
        for side in ("producer", "consumer"):
            kernel = pair[side]["kernel"]
            check(kernel is None or kernel < len(report["kernels"]), f"{path}: {pair}")
    launches = [k for k in report["kernels"] if not k["schedule"].startswith("host-")]
    if all(k["host"] is None for k in report["kernels"]):
        check(report["cost"]["launches"] == len(launches), f"{path}: {report['cost']}")


def check_svg(path, text):
    root = ET.fromstring(text)
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = []
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(element.get("x")), float(element.get("y"))
        words = element.text or ""
        left = x + LETTER * (len(words) - len(words.lstrip()))
        small = "s" in (element.get("class") or "").split()
        box = (left, y - 10, x + len(words) * LETTER * (11 / 12 if small else 1), y + 3)
        check(0 <= box[0] and box[2] <= width and box[1] >= 0 and box[3] <= height, f"{path}: {words!r} lies outside")
        boxes.append((box, words))
    boxes.sort(key=lambda one: one[0][1])
    for i, (a, first) in enumerate(boxes):
        for b, second in boxes[i + 1 :]:
            if b[1] >= a[3]:
                break
            overlap = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
            check(not overlap, f"{path}: {first!r} and {second!r} overlap")


def check_dot(path, text):
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    check(plain.count('"') % 2 == 0, f"{path}: quotes")
    check(plain.count("{") == plain.count("}") and plain.endswith("}\n"), f"{path}: braces")
    nodes = set(re.findall(r"^\s+((?:in|out|k)\d+(?:_\d+)?) \[", plain, re.M))
    for edge in re.finditer(r"^\s+(\w+) -> (\w+)", plain, re.M):
        check(edge[1] in nodes and edge[2] in nodes, f"{path}: {edge[0].strip()} has no such node")


check(len(PROGRAMS) >= 8, "the programs are not where they were")
planned = 0
for program in PROGRAMS:
    name = program.relative_to(SRC)
    code, text, error = explain(program)
    check(code == 0, f"{name}: exit {code}\n{error}")
    planned += 1
    for form, look in {"json": check_json, "svg": check_svg, "dot": check_dot}.items():
        for more in ([], ["--no-fusion"]):
            code, text, error = explain(program, f"--format={form}", *more)
            check(code == 0, f"{name} as {form}: exit {code}\n{error}")
            check(explain(program, f"--format={form}", *more)[1] == text, f"{name} as {form} differs from itself")
            look(f"{name} {form} {' '.join(more)}", text)
    code, text, error = explain(program, "--llvm")
    some = code == 0 and (text == "" or "define i32 @frit_" in text)
    check(some or "no code for the instruction set" in error, f"{name} --llvm: exit {code}\n{error}")
    code, text, error = explain(program, "--tiers", "--format=json")
    check(code == 0, f"{name} --tiers: exit {code}\n{error}")
    for kernel in json.loads(text)["kernels"]:
        engine = kernel["engine"]
        alone = kernel["schedule"].startswith("host-") or kernel["schedule"] in ("contraction", "panels")
        check((engine is None) == alone, f"{name} --tiers: {kernel}")
        check(alone or engine["tier"] in ("compiled", "interpreted"), f"{name} --tiers: {engine}")
check(explain(PROGRAMS[0], "--llvm", "--kernel=99")[0] == 2, "--kernel=99 is no usage error")
print(f"{planned} programs")
