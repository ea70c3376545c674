#!/usr/bin/env python3
"""bench/gpu.py runs its programs right: at a small size, on OpenCL, frit alone."""

import os
import subprocess
import sys
from pathlib import Path

SRC, BUILD = Path(os.environ["FRIT_SRC"]), Path(os.environ["FRIT_BUILD"])
ROWS = ["softmax", "rms_norm_swiglu", "sum_of_squares"]


def main():
    frit = os.environ["FRIT"]
    listed = subprocess.run([frit, "devices"], capture_output=True, text=True, check=True).stdout
    python = SRC / ".venv/bin/python"
    if "opencl:0" not in listed or os.environ.get("FRIT_SANITIZE") or not python.exists():
        print("there is no OpenCL device for a package without sanitizers")
        sys.exit(77)
    command = [python, SRC / "bench/gpu.py", "--small", "--device", "opencl", "--engines", "frit", "--only", ",".join(ROWS)]
    env = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ROWS:
        assert f"| {name} | " in done.stdout and "WRONG" not in done.stdout, done.stdout


main()
