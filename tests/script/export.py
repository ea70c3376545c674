#!/usr/bin/env python3
"""Exported C: compiled by gcc and by clang as plain C11 it has the bits of `frit run`, for arrays that lie row by row
and otherwise, and for outputs in the memory of inputs; so have all examples. What does not fit is said, and so is what
cannot be a name. Random programs are in tests/unit/test_export.c."""

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
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-unused-variable"]

LOOP = """program step(i: i64, s: f32[n,n], w: f32[n,n]) -> (r) {
  p = matmul(s, w)
  r = tanh(p)
}
"""

# name: text, inputs with their shapes and dtypes, outputs
PROGRAMS = {
    "elementwise": (
        "program elementwise(x: f32[n,m], b: f32[m]) -> (y) {\n  s = add(x, b)\n  y = exp(s)\n}\n",
        {"x": ((5, 33), "f4"), "b": ((33,), "f4")},
        ["y"],
    ),
    "columns": (
        "program columns(x: f64[n,m]) -> (y, z) {\n  e = sin(x)\n  y = sum(e, axes=[0])\n  z = argmax(x)\n}\n",
        {"x": ((2500, 3), "f8")},
        ["y", "z"],
    ),
    "running": (
        "program running(x: f32[n,m]) -> (y) {\n  y = cumsum(x, axis=1)\n}\n",
        {"x": ((3, 70), "f4")},
        ["y"],
    ),
    "slices": (
        "program slices(x: f32[n,m]) -> (y, z) {\n  a = slice(x, start=[1,0], step=[1,2])\n"
        "  b = slice(x, start=[_,_], stop=[-1,_], step=[1,2])\n  y = sub(a, b)\n"
        "  z = slice(x, step=[-2,-1])\n}\n",
        {"x": ((9, 14), "f4")},
        ["y", "z"],
    ),
    "reshaped": (
        "program reshaped(x: f32[n,m]) -> (y, z) {\n  t = transpose(x)\n  r = reshape(t, shape=[_])\n  y = exp(r)\n"
        "  e = exp(x)\n  z = concat(e, x, axis=0)\n}\n",
        {"x": ((6, 11), "f4")},
        ["y", "z"],
    ),
    "product": (
        "program product(x: f32[b,n,k], y: f32[k,m], bias: f32[m]) -> (z) {\n  p = matmul(x, y)\n  s = add(p, bias)\n"
        "  z = relu(s)\n}\n",
        {"x": ((3, 37, 70), "f4"), "y": ((70, 45), "f4"), "bias": ((45,), "f4")},
        ["z"],
    ),
    "halves": (
        "program halves(x: f16[n,k], y: f16[k,m]) -> (z) {\n  z = matmul(x, y)\n}\n",
        {"x": ((9, 30), "f2"), "y": ((30, 5), "f2")},
        ["z"],
    ),
    "complex_product": (
        "program complex_product(x: c64[n,k], y: c64[k,m]) -> (z) {\n  z = matmul(x, y)\n}\n",
        {"x": ((9, 30), "c8"), "y": ((30, 5), "c8")},
        ["z"],
    ),
    "repeated": (
        LOOP + "program repeated(x: f32[n,n], w: f32[n,n], turns: i64) -> (z) {\n  lo = const(0:i64)\n"
        "  y = exp(x)\n  z = for(lo, turns, y, w, body=@step, carry=1)\n}\n",
        {"x": ((12, 12), "f4"), "w": ((12, 12), "f4"), "turns": ((), "i8")},
        ["z"],
    ),
    "until": (
        "program more(x: f32[n,n], limit: f32) -> (c) {\n  s = max(x)\n  c = lt(s, limit)\n}\n"
        "program grown(x: f32[n,n], limit: f32) -> (y) {\n  p = matmul(x, x)\n  a = abs(p)\n  y = add(x, a)\n}\n"
        "program until(x: f32[n,n], limit: f32) -> (y) {\n  y = while(x, limit, cond=@more, body=@grown, carry=1)\n}\n",
        {"x": ((7, 7), "f4"), "limit": ((), "f4")},
        ["y"],
    ),
    "either": (
        "program same(x: f32[n,n]) -> (y) {\n  y = exp(x)\n}\n"
        "program squared(x: f32[n,n]) -> (y) {\n  y = matmul(x, x)\n}\n"
        "program either(x: f32[n,n], c: bool) -> (y) {\n  y = if(c, x, then=@squared, else=@same)\n}\n",
        {"x": ((7, 7), "f4"), "c": ((), "?")},
        ["y"],
    ),
    "mapped": (
        "program one(x: f32[n,n]) -> (y) {\n  p = matmul(x, x)\n  y = tanh(p)\n}\n"
        "program mapped(x: f32[b,n,n]) -> (y) {\n  y = map(x, callee=@one)\n}\n",
        {"x": ((4, 5, 5), "f4")},
        ["y"],
    ),
    "indexed": (
        "program indexed(x: f32[n,m], i: i32[k], v: f32[k,m]) -> (y, z) {\n  y = gather(x, i, axes=[0])\n"
        "  z = scatter(x, v, i, axes=[0], combine=add)\n}\n",
        {"x": ((8, 5), "f4"), "i": ((13,), "i4"), "v": ((13, 5), "f4")},
        ["y", "z"],
    ),
    "drawn": (
        "program drawn(x: f32[n], key: u64) -> (y) {\n  d = const(7:u64)\n  z = normal(key, d, shape=[n], to=f32)\n"
        "  y = add(x, z)\n}\n",
        {"x": ((1000,), "f4"), "key": ((), "u8")},
        ["y"],
    ),
    "given_back": (
        "program given_back(x: f32[n]) -> (y, x) {\n  y = neg(x)\n}\n",
        {"x": ((40,), "f4")},
        ["y", "x"],
    ),
}

EXAMPLES = {
    "softmax": {"x": ((37, 1100), "f4")},
    "black_scholes": {
        "s": ((501,), "f4"), "k": ((501,), "f4"), "t": ((501,), "f4"), "rate": ((), "f4"), "vol": ((), "f4"),
    },
    "loop": {"s0": ((300,), "f4"), "key": ((), "u8"), "drift": ((), "f4"), "scale": ((), "f4")},
    "tonemap": {"image": ((20, 30, 3), "f4"), "exposure": ((), "f4")},
}


def check(condition, message):
    if not condition:
        sys.exit(message)


def export(path, *args):
    return subprocess.run([FRIT, "export", str(path), *args], capture_output=True, text=True)


def numbers(values):
    return (ctypes.c_int64 * max(len(values), 1))(*values)


def compiled(compiler, source, library, *flags):
    command = [compiler, "-std=c11", "-O2", *WARNINGS, *flags, "-shared", "-fPIC", "-o", library, source, "-lm"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def argument(x, extents=True, rank=None):
    """Of a vector of three numbers the last axis is no axis of the array."""
    rank = x.ndim if rank is None else rank
    data = ctypes.c_void_p(x.ctypes.data)
    if rank == 0:
        return [data]
    return [data, numbers(x.shape[:rank]) if extents else None, numbers(x.strides[:rank])]


def call(function, inputs, outputs, ranks=None, extents=True):
    args = []
    for k, x in enumerate(inputs):
        args += argument(x, rank=ranks and ranks[k])
    for k, y in enumerate(outputs):
        args += argument(y, extents, ranks and ranks[len(inputs) + k])
    return function(*args)


def random_array(random, shape, dtype):
    if dtype in ("?", "i8", "u8"):
        return np.array(3 if dtype != "?" else True, dtype)
    if dtype == "i4":
        return random.integers(-8, 8, size=shape).astype(dtype)
    if dtype == "c8":
        return (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    return np.asarray(np.abs(random.normal(size=shape) + 0.01) / 3, dtype)


def wanted(folder, path, inputs, outputs):
    args = []
    for name, x in inputs.items():
        np.save(folder / f"{name}.npy", x)
        args += ["--in", f"{name}={folder / name}.npy"]
    for name in outputs:
        args += ["--out", f"{name}={folder / name}-out.npy"]
    env = {**os.environ, "FRIT_BLAS": "none"}
    subprocess.run([FRIT, "run", str(path), *args], check=True, env=env, stdout=subprocess.DEVNULL)
    return [np.load(folder / f"{name}-out.npy") for name in outputs]


def turned(x):
    """The same values in another layout."""
    out = np.empty(x.shape[::-1], x.dtype).T[..., ::-1] if x.ndim else x.copy()
    out[...] = x
    return out


def try_bits(function, name, inputs, want, ranks):
    for given in (inputs, [turned(x) if ranks is None else x for x in inputs]):
        for extents in (True, False):
            got = [np.zeros_like(x) for x in want]
            check(call(function, given, got, ranks, extents) == 0, f"{name}: it failed")
            for x, y in zip(want, got):
                check(x.tobytes() == y.tobytes(), f"{name}: other bits")


def try_in_place(function, name, inputs, want, ranks):
    """An output in the memory of each input of its shape: as if everything had been read first."""
    for k, x in enumerate(inputs):
        for j, y in enumerate(want):
            if x.shape != y.shape or x.dtype != y.dtype:
                continue
            given = [v.copy() for v in inputs]
            got = [np.zeros_like(v) for v in want]
            got[j] = given[k]
            check(call(function, given, got, ranks) == 0, f"{name}: in place it failed")
            check(all(a.tobytes() == b.tobytes() for a, b in zip(got, want)), f"{name}: in place, other bits")
            if x.ndim == 0 or x.shape[0] < 2:
                continue
            room = np.zeros((x.shape[0] + 1, *x.shape[1:]), x.dtype)  # one row further on
            room[:-1] = x
            given[k], got[j] = room[:-1], room[1:]
            check(call(function, given, got, ranks) == 0, f"{name}: half in place it failed")
            check(all(a.tobytes() == b.tobytes() for a, b in zip(got, want)), f"{name}: half in place, other bits")


def try_program(folder, name, path, shapes, outputs, *args, ranks=None):
    source, header = folder / f"{name}.c", folder / f"{name}.h"
    done = export(path, "-o", str(source), f"--header={header}", *args)
    check(done.returncode == 0, f"{name}: {done.stderr}")
    check(f"int {name}(" in header.read_text(), f"{name}: the header declares no such function")
    random = np.random.default_rng(1)
    inputs = {key: random_array(random, *of) for key, of in shapes.items()}
    want = wanted(folder, path, inputs, outputs)
    for compiler, flags in [*((c, []) for c in COMPILERS), ("gcc", ["-O3", "-march=native"])]:
        if not shutil.which(compiler):
            continue
        library = compiled(compiler, source, folder / f"{name}-{compiler}{len(flags)}.so", *flags)
        function = library[name]
        try_bits(function, f"{name}, {compiler}", list(inputs.values()), want, ranks)
        try_in_place(function, f"{name}, {compiler}", list(inputs.values()), want, ranks)
    return function, inputs, want


def try_examples(folder):
    try_program(folder, "softmax_rows", SRC / "examples/softmax.frit", EXAMPLES["softmax"], ["p"])
    for name, outputs, ranks in [
        ("black_scholes", ["price"], None),
        ("loop", ["mean_price"], None),
        ("tonemap", ["out"], [2, 0, 2]),
    ]:
        path = SRC / f"examples/{name}.frit"
        try_program(folder, name, path, EXAMPLES[name], outputs, f"--name={name}", ranks=ranks)
    there = {path.stem for path in (SRC / "examples").glob("*.frit")}
    check(there == EXAMPLES.keys(), f"examples that are not tried: {there ^ EXAMPLES.keys()}")


def try_openmp(folder):
    path = folder / "openmp.frit"
    path.write_text("program openmp(x: f32[n,m]) -> (p, s) {\n  p = softmax(x, axes=[1])\n  s = sin(x)\n}\n")
    source = folder / "openmp.c"
    check(export(path, "-o", str(source), "--openmp").returncode == 0, "no export with OpenMP")
    check("#pragma omp parallel for" in source.read_text(), "nothing is parallel")
    inputs = {"x": random_array(np.random.default_rng(2), (300, 2000), "f4")}
    want = wanted(folder, path, inputs, ["p", "s"])
    library = compiled("gcc", source, folder / "openmp.so", "-fopenmp")
    try_bits(library["openmp"], "openmp", list(inputs.values()), want, None)


def try_statuses(folder):
    function, inputs, want = try_program(folder, "indexed", folder / "indexed.frit", *PROGRAMS["indexed"][1:])
    x, i, v = inputs.values()
    got = [np.zeros_like(y) for y in want]
    check(call(function, [x, i + 20, v], got) == 3, "an index out of range was taken")
    check(call(function, [x, i, v[:-1]], got) == 2, "extents that differ were taken")
    check(call(function, [x, i, v], [got[0][:-1], got[1]]) == 2, "wrong extents of an output were taken")


def try_names():
    for name in ("int", "main", "a b", "frit_x"):
        done = export(SRC / "examples/softmax.frit", f"--name={name}")
        check(done.returncode != 0 and "cannot be the name" in done.stderr, f"the name {name}: {done.stderr}")
    done = export(SRC / "examples/tonemap.frit")
    check(done.returncode != 0 and "main" in done.stderr, f"a function called main: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for name, (text, shapes, outputs) in PROGRAMS.items():
            path = folder / f"{name}.frit"
            path.write_text(text)
            try_program(folder, name, path, shapes, outputs)
        try_examples(folder)
        try_openmp(folder)
        try_statuses(folder)
        try_names()
    print(f"{len(PROGRAMS) + len(EXAMPLES)} programs with {' and '.join(COMPILERS)}")


main()
