"""frit on a GPU beside PyTorch (eager and torch.compile), JAX and cupy.fuse, in one run.

    gpu.py [--only ROWS] [--engines NAMES] [--device NAME] [--small] [--json FILE]

`make bench-gpu` runs it with the Python that has the peers. Each program is written once, over a namespace; each engine runs
it in a process of its own, on arrays that are on the device already. A figure is the time of one of several calls
that are queued before anybody waits, the median of some such runs (the spread is that of the middle half); `first` is the
first call, compiling included. Results are compared with NumPy's in float64, on some rows of each.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from math import erf
from pathlib import Path
from types import SimpleNamespace

import numpy as np

RUNS, QUEUED = 9, 10
CHECKED = 64  # rows, of a result that has that many; else all of it


# ---- programs: xp has the functions of an engine, under NumPy's names


def elementwise(xp, x):
    y0 = xp.sin(x) * xp.exp(-x / 10.0)
    y1 = y0 * xp.cos(x / 4.0) + 0.25 * (y0 * y0)
    return xp.tanh(y1) + 0.1 * y1


def axpby(xp, x, y, z):
    return x * y + z


def black_scholes(xp, s, k, t):
    root = 0.2 * xp.sqrt(t)
    d1 = (xp.log(s / k) + (0.03 + 0.5 * 0.2 * 0.2) * t) / root
    d2 = d1 - root
    n1 = 0.5 * (1.0 + xp.erf(d1 * 0.70710678))
    n2 = 0.5 * (1.0 + xp.erf(d2 * 0.70710678))
    return s * n1 - k * xp.exp(-0.03 * t) * n2


def softmax(xp, x):
    e = xp.exp(x - xp.max(x, axis=1, keepdims=True))
    return e / xp.sum(e, axis=1, keepdims=True)


def layer_norm_gelu(xp, x, g, b):
    v = xp.astype(x, xp.float32)
    d = v - xp.mean(v, axis=1, keepdims=True)
    scale = 1.0 / xp.sqrt(xp.mean(d * d, axis=1, keepdims=True) + 1e-5)
    y = d * scale * g + b
    return xp.astype(0.5 * y * (1.0 + xp.erf(y * 0.70710678)), xp.bfloat16)


def rms_norm_swiglu(xp, x, u, g):
    v = xp.astype(x, xp.float32)
    y = v * (1.0 / xp.sqrt(xp.mean(v * v, axis=1, keepdims=True) + 1e-5)) * g
    return xp.astype(y / (1.0 + xp.exp(-y)) * xp.astype(u, xp.float32), xp.bfloat16)


def sum_of_squares(xp, x):
    return xp.sum(x * x)


def column_means(xp, x):
    return xp.mean((x - 0.5) * 2.0, axis=0)


def image_normalise(xp, x):
    d = x - xp.mean(x, axis=1, keepdims=True)
    return d / xp.sqrt(xp.mean(d * d, axis=1, keepdims=True) + 1e-5) * 0.5 + 0.5


K = 1024
# name: the program, shapes of its inputs (a letter before a shape: what they are), bytes that must move
ROWS = {
    "elementwise_math": (elementwise, [(256 * K * K,)], "f", 8),
    "axpby": (axpby, [(256 * K * K,)] * 3, "fff", 16),
    "black_scholes": (black_scholes, [(128 * K * K,)] * 3, "fff", 16),
    "softmax": (softmax, [(16 * K, 8 * K)], "f", 8),
    "layer_norm_gelu": (layer_norm_gelu, [(32 * K, 4 * K), (4 * K,), (4 * K,)], "hff", 4),
    "rms_norm_swiglu": (rms_norm_swiglu, [(32 * K, 4 * K), (32 * K, 4 * K), (4 * K,)], "hhf", 6),
    "sum_of_squares": (sum_of_squares, [(256 * K * K,)], "f", 4),
    "column_means": (column_means, [(64 * K, 4 * K)], "f", 4),
    "image_normalise": (image_normalise, [(16, 2160 * 3840)], "f", 8),
}


def inputs_of(name, small):
    """Random numbers from 0.1 to 2.1; with `small`, few of them."""
    _, shapes, _, _ = ROWS[name]
    made = []
    for k, shape in enumerate(shapes):
        if small:
            shape = tuple(min(n, 3000 if len(shape) == 1 or axis else 70) for axis, n in enumerate(shape))
        random = np.random.default_rng(k + 1).random(shape, dtype=np.float32)
        random *= np.float32(2)
        random += np.float32(0.1)
        made.append(random)
    return made


# ---- engines


class Engine:
    """names: functions under NumPy's names. The rest is how arrays get to the device and back, and how one waits for it."""

    def __init__(self, names):
        self.names = names

    def fuse(self, f):
        return f


def frit_engine(device):
    import frit

    class Frit(Engine):
        one = frit.asarray(np.float32(1), device=device)

        def put(self, x, half):
            y = frit.asarray(x, device=device)
            return y.astype(frit.bfloat16) if half else y

        def fuse(self, f):
            return frit.fuse(f)

        def get(self, y):
            return np.asarray(y.astype(frit.float32).to_device("cpu"))

        def wait(self):
            float(self.one)  # what was asked for earlier is done when this is

    return Frit(frit)


def torch_engine(compiled):
    import torch

    names = SimpleNamespace(**{name: getattr(torch, name) for name in "exp sqrt sin cos tanh log erf".split()})
    names.float32, names.bfloat16 = torch.float32, torch.bfloat16
    names.astype = lambda x, dtype: x.to(dtype)
    names.max = lambda x, axis, keepdims=False: torch.amax(x, axis, keepdim=keepdims)
    names.mean = lambda x, axis, keepdims=False: torch.mean(x, axis, keepdim=keepdims)
    names.sum = lambda x, axis=None, keepdims=False: (
        torch.sum(x) if axis is None else torch.sum(x, axis, keepdim=keepdims)
    )

    class Torch(Engine):
        def put(self, x, half):
            y = torch.from_numpy(x).cuda()
            return y.bfloat16() if half else y

        def fuse(self, f):
            return torch.compile(f) if compiled else f

        def get(self, y):
            return y.float().cpu().numpy()

        def wait(self):
            torch.cuda.synchronize()

    return Torch(names)


def jax_engine():
    import jax
    import jax.numpy as jnp
    from jax.scipy.special import erf

    class Jax(Engine):
        last = None

        def put(self, x, half):
            return jnp.asarray(x, jnp.bfloat16 if half else jnp.float32)

        def fuse(self, f):
            jitted = jax.jit(f)

            def run(*args):
                self.last = jitted(*args)
                return self.last

            return run

        def get(self, y):
            return np.asarray(y.astype(jnp.float32))

        def wait(self):
            if self.last is not None:
                self.last.block_until_ready()

    return Jax(SimpleNamespace(**{**vars(jnp), "erf": erf}))


def cupy_engine():
    import cupy
    from cupyx.scipy.special import erf

    class Cupy(Engine):
        def put(self, x, half):
            if half:
                raise NotImplementedError("cupy has no bfloat16")
            return cupy.asarray(x)

        def fuse(self, f):
            return cupy.fuse(f)

        def get(self, y):
            return cupy.asnumpy(y)

        def wait(self):
            cupy.cuda.Device().synchronize()

    return Cupy(SimpleNamespace(**{**vars(cupy), "erf": erf}))


ENGINES = {
    "frit": frit_engine,
    "eager": lambda device: torch_engine(False),
    "compile": lambda device: torch_engine(True),
    "jax": lambda device: jax_engine(),
    "cupy": lambda device: cupy_engine(),
}


# ---- one engine, in a process of its own


def exact(name, inputs, halves):
    """NumPy's result in float64, of some rows; and which they are."""
    program, shapes, _, _ = ROWS[name]
    xp = SimpleNamespace(**{**vars(np), "erf": np.vectorize(erf, otypes=[np.float64])})
    xp.bfloat16 = xp.float32
    xp.astype = lambda x, dtype: x
    rows = slice(None)
    wide = []
    for x, half in zip(inputs, halves, strict=True):
        few = x
        if name not in ("sum_of_squares", "column_means") and x.shape == inputs[0].shape:
            rows = slice(0, CHECKED if x.ndim == 2 and name != "image_normalise" else None)
            rows = slice(0, 1 << 16) if x.ndim == 1 else rows
            few = x[rows] if name != "image_normalise" else x[:2]
            rows = slice(0, 2) if name == "image_normalise" else rows
        wide.append((round_to_bf16(few) if half else few).astype(np.float64))
    return program(xp, *wide), rows


def round_to_bf16(x):
    bits = x.view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)


def measure(engine, name, small):
    xp = engine.names
    program, _, kinds, moved = ROWS[name]
    inputs = inputs_of(name, small)
    halves = [kind == "h" for kind in kinds]
    want, rows = exact(name, inputs, halves)
    args = [engine.put(x, half) for x, half in zip(inputs, halves, strict=True)]
    elements = inputs[0].size
    del inputs
    # A function of as many parameters as the program has, whatever an engine wants to know of it.
    f = {1: lambda x: program(xp, x), 2: lambda x, y: program(xp, x, y),
         3: lambda x, y, z: program(xp, x, y, z)}[len(args)]  # fmt: skip
    f.__name__ = name  # a name that compilers of C take
    f = engine.fuse(f)
    engine.wait()
    began = time.perf_counter()
    result = f(*args)
    got = engine.get(result)[rows] if np.ndim(want) else engine.get(result)
    first = time.perf_counter() - began
    scale = np.abs(want).max()
    error = float(np.abs(got.astype(np.float64) - want).max() / scale)
    times = []
    for _ in range(RUNS):
        engine.wait()
        began = time.perf_counter()
        for _ in range(QUEUED):
            f(*args)
        engine.wait()
        times.append((time.perf_counter() - began) / QUEUED * 1e3)
    times.sort()
    ms = statistics.median(times)
    return {
        "ms": ms,
        "spread": (times[3 * RUNS // 4] - times[RUNS // 4]) / ms,
        "tb_s": elements * moved / ms / 1e9,
        "first_s": first,
        "error": error,
        "elements": elements,
        "right": error < (2e-2 if True in halves else 1e-4),
    }


def child(name, rows, device, small):
    try:
        engine = ENGINES[name](device)
    except Exception as why:  # an engine that is not there is a row of reasons
        print("answer", json.dumps({row: {"missing": repr(why)[:200]} for row in rows}), flush=True)
        return
    answers = {}
    for row in rows:
        try:
            answers[row] = measure(engine, row, small)
        except Exception as why:
            answers[row] = {"missing": repr(why)[:200]}
    print("answer", json.dumps(answers), flush=True)


# ---- all of them


def ask(engine, args, rows):
    command = [sys.executable, "-W", "ignore", __file__, "--child", engine, "--only", ",".join(rows)]
    command += ["--device", args.device] + ["--small"] * args.small
    done = subprocess.run(command, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if line.startswith("answer "):
            return json.loads(line.removeprefix("answer "))
    why = (done.stderr.strip().splitlines() or ["its process ended"])[-1]
    return {name: {"missing": why[:200]} for name in rows}


def cell(answer):
    if "missing" in answer:
        return "–"
    wrong = "" if answer["right"] else " WRONG"
    return f"{answer['ms']:.3f} ({answer['first_s']:.2f}){wrong}"


def show(rows, engines, answers):
    print(f"| milliseconds (seconds of the first call) | {' | '.join(engines)} | frit TB/s | best peer / frit |")
    print("|---" * (len(engines) + 3) + "|")
    for name in rows:
        ours = answers.get("frit", {}).get(name, {"missing": ""})
        peers = [answers[e][name]["ms"] for e in engines if e != "frit" and answers[e][name].get("right")]
        ratio = f"{min(peers) / ours['ms']:.2f}" if peers and "ms" in ours else "–"
        speed = f"{ours['tb_s']:.2f}" if "ms" in ours else "–"
        print(f"| {name} | {' | '.join(cell(answers[e][name]) for e in engines)} | {speed} | {ratio} |")
    for engine in engines:
        for name in rows:
            if "missing" in answers[engine][name]:
                print(f"{engine} {name}: {answers[engine][name]['missing']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default=",".join(ROWS))
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true", help="few elements: what is right, not what is quick")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child")
    args = parser.parse_args()
    rows = args.only.split(",")
    if args.child:
        child(args.child, rows, args.device, args.small)
        return
    engines = args.engines.split(",")
    answers = {engine: ask(engine, args, rows) for engine in engines}
    show(rows, engines, answers)
    if args.json:
        args.json.write_text(json.dumps(answers, indent=1) + "\n")
    ours = answers.get("frit", {})
    wrong = [name for name in ours if not ours[name].get("right")]
    sys.exit(f"frit: wrong or missing: {', '.join(wrong)}" if wrong else 0)


if __name__ == "__main__":
    main()
