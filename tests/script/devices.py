#!/usr/bin/env python3
"""The frit command on devices: the list, a run on each that gives the CPU's bytes, source of kernels."""

import json
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

if os.environ.get("FRIT_SANITIZE"):
    print("drivers are not built for sanitizers, and lose memory of their own")
    sys.exit(77)

FRIT, ROOT = os.environ["FRIT"], Path(os.environ["FRIT_SRC"])
EXAMPLES = ROOT / "examples"


def frit(*args):
    done = subprocess.run([FRIT, *map(str, args)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(condition, message):
    if not condition:
        sys.exit(f"devices.py: {message}")


def npy(path, shape, values):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    data = struct.pack(f"<{len(values)}f", *values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data)


def listed():
    code, text, error = frit("devices", "--json")
    check(code == 0, error)
    rows = [json.loads(line) for line in text.splitlines()]
    names = [row["name"] for row in rows]
    check(names[0] == "cpu" and rows[0]["units"] >= 1 and not rows[0]["refused"], text)
    check(any(name.startswith("opencl") for name in names), "OpenCL is neither there nor said to be missing")
    plain = frit("devices")[1]
    check(all(row["name"] in plain for row in rows), plain)
    return [row["name"] for row in rows if not row["refused"]]


def same_bytes(device, folder):
    x, here, there = folder / "x.npy", folder / "cpu.npy", folder / "there.npy"
    npy(x, (37, 100), [((k * 7919) % 1000) / 100 - 5 for k in range(3700)])
    program = EXAMPLES / "softmax.frit"
    for to, name in ((here, "cpu"), (there, device)):
        code, _, error = frit("run", program, "--in", f"x={x}", "--out", f"p={to}", f"--device={name}")
        check(code == 0, f"{name}: {error}")
    check(here.read_bytes() == there.read_bytes(), f"{device} gives other bytes than the CPU")
    code, text, error = frit("explain", program, f"--device={device}", "--tiers")
    check(code == 0 and device.split(":")[0] in text, text + error)


def sources():
    words = {"c": "void frit_kernel(", "opencl": "void frit_kernel_0(", "cuda": "void frit_kernel_0("}
    for dialect, word in words.items():
        code, text, error = frit("explain", EXAMPLES / "softmax.frit", "--source", f"--dialect={dialect}")
        check(code == 0 and word in text, f"{dialect}: {error}{text[:400]}")
    code, _, error = frit("explain", EXAMPLES / "softmax.frit", "--source", "--dialect=metal")
    check(code == 2 and "c, opencl and cuda" in error, error)
    code, _, error = frit("run", EXAMPLES / "softmax.frit", "--device=abacus")
    check(code != 0 and 'no device called "abacus"' in error, error)


devices = listed()
sources()
with tempfile.TemporaryDirectory() as folder:
    for name in devices[1:]:
        same_bytes(name, Path(folder))
if len(devices) == 1:
    print("left out runs on a device: only the CPU is there")
