#!/usr/bin/env python3
"""What can go wrong with devices, by the frit command: parts that are missing, devices that are not strict, a kernel that
never ends and is interrupted, many processes that compile the same programs at once."""

import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FRIT, BUILD = os.environ["FRIT"], Path(os.environ["FRIT_BUILD"])
TWICE = "program p(x: f32[m,n]) -> (r) {\n    r = add(x, x)\n}\n"
# Longer than anybody waits.
FOREVER = """program turn(i: i64, a: f32[m,n]) -> (b) {
    b = sin(a)
}
program p(x: f32[m,n]) -> (r) {
    lo = const(0)
    hi = const(4000000000)
    r = for(lo, hi, x, body=@turn, carry=1)
}
"""


def check(condition, message):
    if not condition:
        sys.exit(f"device_faults.py: {message}")


def frit(*args, **environment):
    done = subprocess.run(
        [FRIT, *map(str, args)], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout, done.stderr


def npy(path, values):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': (8, {len(values) // 8}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    data = struct.pack(f"<{len(values)}f", *values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data)


def listed(**environment):
    code, text, error = frit("devices", "--json", **environment)
    check(code == 0, error)
    rows = [json.loads(line) for line in text.splitlines()]
    return {row["name"].split(":")[0]: row for row in rows}


def run(folder, text, out, device):
    """The command that runs a program of x."""
    program = out.with_suffix(".frit")
    program.write_text(text)
    return [FRIT, "run", program, "--in", f"x={folder / 'x.npy'}", "--out", f"r={out}", f"--device={device}"]


def what_is_missing(folder):
    """Each half by itself, in the list and where a context wants it."""
    opencl = {"FRIT_OPENCL": str(BUILD / "opencl-double.so")}
    cuda = {"FRIT_CUDA": str(BUILD / "cuda-double.so"), "FRIT_NVRTC": str(BUILD / "cuda-double.so")}
    cases = [
        ("opencl", {"FRIT_OPENCL": "/no/libOpenCL.so"}, "FRIT_OPENCL names /no/libOpenCL.so"),
        ("opencl", {**opencl, "PLAYED_OPENCL": "none"}, "no driver has a device"),
        ("opencl", {**opencl, "PLAYED_OPENCL": "no f64"}, "has no numbers of 64 bits"),
        ("opencl", {**opencl, "PLAYED_OPENCL": "no subnormals"}, "has no subnormal numbers"),
        ("opencl", {**opencl, "PLAYED_OPENCL": "sloppy"}, "has no correctly rounded quotients"),
        ("cuda", {"FRIT_CUDA": "/no/libcuda.so"}, "FRIT_CUDA names /no/libcuda.so"),
        ("cuda", {**cuda, "FRIT_NVRTC": "/no/libnvrtc.so"}, "FRIT_NVRTC=/no/libnvrtc.so"),
    ]
    for device, environment, words in cases:
        row = listed(**environment)[device]
        check(words in row["refused"], f"{device} {environment}: {row}")
        out = folder / "not.npy"
        code, _, error = frit(*run(folder, TWICE, out, device)[1:], **environment)
        check(code != 0 and words in error and not out.exists(), f"{device} {environment}: {error}")


def sixteen_at_once(folder):
    """With one cold cache: each compiles, or finds what another has written, whole."""
    want = folder / "want.npy"
    code, _, error = frit(*run(folder, TWICE, want, "cpu")[1:])
    check(code == 0, error)
    environment = {**os.environ, "FRIT_CACHE_DIR": str(folder / "cache")}
    outs = [folder / f"{k}.npy" for k in range(16)]
    runs = [
        subprocess.Popen(run(folder, TWICE, out, "opencl"), stderr=subprocess.PIPE, text=True, env=environment)
        for out in outs
    ]
    for out, one in zip(outs, runs):
        _, error = one.communicate()
        check(one.returncode == 0, error)
        check(out.read_bytes() == want.read_bytes(), f"{out.name} has other bytes than the CPU's")


def never_ends(folder):
    """Interrupted while it runs: the command ends, and writes nothing."""
    out = folder / "forever.npy"
    one = subprocess.Popen(run(folder, FOREVER, out, "opencl"), stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    check(one.poll() is None, "it ended by itself")
    one.send_signal(signal.SIGINT)
    one.communicate()
    check(one.returncode != 0 and not out.exists(), f"it ended with {one.returncode}")


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
    scratch = Path(name)
    npy(scratch / "x.npy", [((k * 7919) % 1000) / 100 - 5 for k in range(800)])
    what_is_missing(scratch)
    if os.environ.get("FRIT_SANITIZE"):
        print("left out drivers: they are not built for sanitizers, and lose memory of their own")
        sys.exit(0)
    if listed()["opencl"]["refused"]:
        print("left out OpenCL: there is no driver")
        sys.exit(0)
    sixteen_at_once(scratch)
    never_ends(scratch)
