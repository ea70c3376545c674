#!/usr/bin/env python3
"""Products of matrices and what stands around them: NumPy and fused, in turns in one process.

Times are processor time (of all threads), medians; each result is checked against NumPy first. `bare` is the product
alone by NumPy's BLAS, into memory that is there: what an epilogue costs is seen beside it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import frit

f32 = np.float32
rng = np.random.default_rng(7)


def normal(*shape: int) -> Any:
    return rng.standard_normal(shape, dtype=f32)


@frit.fuse
def product(x: Any, w: Any) -> Any:
    return x @ w


@frit.fuse
def linear_gelu(x: Any, w: Any, b: Any) -> Any:
    y = x @ w + b
    return f32(0.5) * y * (f32(1) + np.tanh(f32(0.7978845608) * (y + f32(0.044715) * y * y * y)))


@frit.fuse
def mlp(x: Any, w: Any, b: Any, w2: Any, b2: Any) -> Any:
    return np.maximum(x @ w + b, f32(0)) @ w2 + b2


@frit.fuse
def covariance(x: Any) -> Any:
    c = x - x.mean(axis=0)
    return (c.T @ c) / f32(len(x) - 1)


@frit.fuse
def attention(q: Any, k: Any, v: Any) -> Any:
    s = (q @ k.transpose(0, 2, 1)) * f32(0.125)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)) @ v


@frit.fuse
def nearest(x: Any, c: Any) -> Any:
    return ((x * x).sum(1)[:, None] - 2 * (x @ c.T) + (c * c).sum(1)).argmin(1)


@frit.fuse
def loss(h: Any, w: Any, label: Any) -> Any:
    z = h @ w
    most = z.max(axis=1)
    picked = z[np.arange(len(label)), label]
    return np.log(np.exp(z - most[:, None]).sum(axis=1)) + most - picked


@frit.fuse
def bodies(x: Any, m: Any) -> Any:
    d = x[None, :, :] - x[:, None, :]
    r = (d * d).sum(-1) + f32(1e-3)
    return (d * (m[None, :] / (r * np.sqrt(r)))[:, :, None]).sum(1)


@frit.fuse
def distances(x: Any, y: Any) -> Any:
    d = (x * x).sum(1)[:, None] - 2 * (x @ y.T) + (y * y).sum(1)
    return np.sqrt(np.maximum(d, f32(0)))


def rows(large: bool) -> list[tuple[str, Any, tuple[Any, ...], Callable[..., Any] | None]]:
    def bare(x: Any, w: Any, *_: Any) -> Any:
        return np.matmul(x, w, out=room[x.shape[0], w.shape[1]])

    room: dict[tuple[int, int], Any] = {}
    out: list[tuple[str, Any, tuple[Any, ...], Callable[..., Any] | None]] = []
    for n in (64, 256, 1024, 2048, *((4096,) if large else ())):
        room[n, n] = np.empty((n, n), f32)
        x, w, b = normal(n, n), normal(n, n), normal(n)
        out.append((f"product {n}", product, (x, w), bare))
        out.append((f"linear + gelu {n}", linear_gelu, (x, w, b), bare))
    out.append(("MLP 2048 x 512 x 2048", mlp,
                (normal(2048, 512), normal(512, 2048), normal(2048), normal(2048, 512), normal(512)), None))  # fmt: skip
    out.append(("covariance 200,000 x 64", covariance, (normal(200_000, 64),), None))
    out.append(("covariance 20,000 x 1,024", covariance, (normal(20_000, 1024),), None))
    for n in (1024, *((4096,) if large else ())):
        out.append((f"attention 8 x {n} x 64", attention, tuple(normal(8, n, 64) for _ in "qkv"), None))
    out.append(("k-means 200,000 x 16, 16", nearest, (normal(200_000, 16), normal(16, 16)), None))
    out.append(("nearest of 1,024", nearest, (normal(200_000, 16), normal(1024, 16)), None))
    out.append(("loss 2,000 x 16,384", loss,
                (normal(2000, 64), normal(64, 16_384), rng.integers(0, 16_384, 2000)), None))  # fmt: skip
    out.append(("n-body 2,000", bodies, (normal(2000, 3), normal(2000)), None))
    out.append(("distances 4,000 x 4,000", distances, (normal(4000, 8), normal(4000, 8)), None))
    out.append(("matrix times vector 4096", product, (normal(4096, 4096), normal(4096)), None))
    out.append(("100,000 of 4 x 4", product, (normal(100_000, 4, 4), normal(100_000, 4, 4)), None))
    return out


def clock(f: Callable[..., Any], args: tuple[Any, ...]) -> float:
    begin = time.process_time()
    f(*args)
    return time.process_time() - begin


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--turns", type=int, default=7)
    options.add_argument("--large", action="store_true", help="the largest sizes, too")
    options.add_argument("--json")
    given = options.parse_args()
    print(f"{'':28}{'NumPy':>10}{'bare':>10}{'frit':>10}   frit/NumPy  frit/bare")
    table: list[dict[str, Any]] = []
    for name, f, args, bare in rows(given.large):
        plain = f.__wrapped__
        expected = np.asarray(plain(*args))
        for _ in range(3):
            got = np.asarray(f(*args))
        if expected.dtype.kind == "i":
            assert (got == expected).mean() > 0.999, name
        else:
            np.testing.assert_allclose(got, expected, rtol=2e-3, atol=2e-3 * abs(expected).max())
        times: dict[str, list[float]] = {"numpy": [], "bare": [], "frit": []}
        for _ in range(given.turns):
            times["numpy"].append(clock(plain, args))
            times["frit"].append(clock(f, args))
            if bare:
                times["bare"].append(clock(bare, args))
        ms = {k: statistics.median(v) * 1e3 for k, v in times.items() if v}
        table.append({"name": name, **ms})
        bare_text = f"{ms['bare']:10.2f}" if bare else " " * 10
        ratio = f"{ms['frit'] / ms['bare']:11.2f}" if bare else ""
        print(f"{name:28}{ms['numpy']:10.2f}{bare_text}{ms['frit']:10.2f}"
              f"{ms['frit'] / ms['numpy']:13.2f}{ratio}", flush=True)  # fmt: skip
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(table, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
