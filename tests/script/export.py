#!/usr/bin/env python3
"""Exported C: compiled by gcc and by clang as plain C11 it has the bits of `frit run`, for arrays that lie row by row
and otherwise; what does not fit, and what cannot be exported, is said."""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not there")
    sys.exit(77)

FRIT = os.environ["FRIT"]
SRC = Path(os.environ["FRIT_SRC"])
COMPILERS = [name for name in ("gcc", "clang-14", "clang") if shutil.which(name)][:2]

# name, text, inputs with their shapes, what the outputs' shapes are
PROGRAMS = {
    "softmax_rows": (SRC / "examples/softmax.frit", {"x": (37, 1100)}, (37, 1100)),
    "elementwise": (
        "program elementwise(x: f32[n,m], b: f32[m]) -> (y) {\n  s = add(x, b)\n  y = exp(s)\n}\n",
        {"x": (5, 33), "b": (33,)},
        (5, 33),
    ),
    "columns": (
        "program columns(x: f64[n,m]) -> (y) {\n  e = sin(x)\n  y = sum(e, axes=[0])\n}\n",
        {"x": (2500, 3)},
        (3,),
    ),
    "running": (
        "program running(x: f32[n,m]) -> (y) {\n  y = cumsum(x, axis=1)\n}\n",
        {"x": (3, 70)},
        (3, 70),
    ),
}


def check(condition, message):
    if not condition:
        sys.exit(message)


def export(path, *args):
    return subprocess.run([FRIT, "export", str(path), *args], capture_output=True, text=True)


def numbers(values):
    return (ctypes.c_int64 * len(values))(*values)


def compiled(compiler, source, library):
    flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-unused-function",
             "-Wno-unused-variable"]
    subprocess.run([compiler, *flags, "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    return ctypes.CDLL(str(library))


def call(function, inputs, y, extents=None):
    args = []
    for x in inputs:
        args += [ctypes.c_void_p(x.ctypes.data), numbers(x.shape), numbers(x.strides)]
    args += [ctypes.c_void_p(y.ctypes.data), numbers(extents or y.shape), None]
    return function(*args)


def wanted(folder, path, inputs):
    args = []
    for name, x in inputs.items():
        np.save(folder / f"{name}.npy", x)
        args += ["--in", f"{name}={folder / name}.npy"]
    out = folder / "out.npy"
    output = "p" if "softmax" in str(path) else "y"
    subprocess.run([FRIT, "run", str(path), *args, "--out", f"{output}={out}"], check=True)
    return np.load(out)


def try_program(folder, name, text, shapes, shape):
    path = text
    if isinstance(text, str):
        path = folder / f"{name}.frit"
        path.write_text(text)
    source, header = folder / f"{name}.c", folder / f"{name}.h"
    done = export(path, "-o", str(source), f"--header={header}")
    check(done.returncode == 0, f"{name}: {done.stderr}")
    check(f"int {name}(" in header.read_text(), f"{name}: the header declares no such function")
    random = np.random.default_rng(1)
    dtype = "f8" if "f64" in str(text) else "f4"
    inputs = {key: random.normal(size=size).astype(dtype) for key, size in shapes.items()}
    want = wanted(folder, path, inputs)
    turned = [x.T.copy().T[..., ::-1][..., ::-1] for x in inputs.values()]
    for compiler in COMPILERS:
        library = compiled(compiler, source, folder / f"{name}-{compiler}.so")
        for given in (list(inputs.values()), turned):
            y = np.zeros(shape, dtype)
            check(call(library[name], given, y) == 0, f"{name}, {compiler}: it failed")
            check(y.tobytes() == want.tobytes(), f"{name}, {compiler}: other bits")
        wrong = (shape[0] + 1, *shape[1:])
        check(call(library[name], given, y, wrong) == 2, f"{name}: wrong extents were taken")


def check_refusals(folder):
    path = folder / "refused.frit"
    path.write_text("program refused(x: f32[n]) -> (y) {\n  y = slice(x, start=[1])\n}\n")
    done = export(path)
    check(done.returncode == 1 and "cannot be exported" in done.stderr, f"refusal: {done.stderr}")
    done = export(SRC / "examples/tonemap.frit")
    check(done.returncode != 0 and "main" in done.stderr, f"a function called main: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, program in PROGRAMS.items():
            try_program(Path(folder), name, *program)
        check_refusals(Path(folder))
    print(f"{len(PROGRAMS)} programs with {' and '.join(COMPILERS)}")


main()
