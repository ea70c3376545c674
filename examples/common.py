"""What the examples share: a workload is checked against NumPy, timed and described.

Each example defines `workload(full)` and can be run by itself; `make demo` runs them all.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import frit


@dataclasses.dataclass
class Workload:
    """A fused function, what to call it with, and what it must give."""

    name: str
    size: str  # what it was run on, in words
    fused: Callable[..., Any]
    args: tuple[Any, ...]
    reference: Callable[..., Any]  # NumPy in float64: what is right
    numpy: Callable[..., Any]  # NumPy in the same dtype: what it is compared with by the clock
    tolerance: float  # of the largest error, against the largest right value


@dataclasses.dataclass
class Outcome:
    """What was found when a workload was run."""

    error: float  # largest, against the largest right value
    kernels: int | None  # None: not known before it runs
    bytes_saved: int | None  # None: not known before it runs
    mode: str  # "replayed" or "recorded"
    fused: float  # seconds
    unfused: float
    numpy: float


def as_arrays(result: Any) -> list[np.ndarray]:
    """A result, or several, as float64."""
    results = result if isinstance(result, tuple) else (result,)
    here = (one.numpy() if isinstance(one, frit.Array) else one for one in results)
    return [np.asarray(one, dtype=np.float64) for one in here]


def largest_error(got: Any, right: Any) -> float:
    """The largest difference, relative to the largest value that should have come out."""
    worst = 0.0
    for g, r in zip(as_arrays(got), as_arrays(right), strict=True):
        if g.shape != r.shape:
            raise SystemExit(f"the shape is {g.shape}, should be {r.shape}")
        scale = float(np.max(np.abs(r))) or 1.0
        worst = max(worst, float(np.max(np.abs(g - r))) / scale)
    return worst


def settle(result: Any) -> None:
    """Looks at a result: an array of frit's is computed by then."""
    for one in result if isinstance(result, tuple) else (result,):
        np.asarray(one)


def seconds(function: Callable[..., Any], args: tuple[Any, ...], budget: float = 0.5) -> float:
    """The median time of a few calls, after one that does not count."""

    def call() -> None:
        settle(function(*args))

    call()
    times: list[float] = []
    start = time.perf_counter()
    while len(times) < 3 or (time.perf_counter() - start < budget and len(times) < 50):
        before = time.perf_counter()
        call()
        times.append(time.perf_counter() - before)
        if time.perf_counter() - start > 4 * budget:
            break
    return statistics.median(times)


def fresh(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same arguments in memory of their own, for functions that change them."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)


def run(work: Workload) -> Outcome:
    """Checks the workload, then times it fused, step by step, and in NumPy."""
    error = largest_error(work.fused(*fresh(work.args)), work.reference(*fresh(work.args)))
    if not error <= work.tolerance:
        raise SystemExit(f"{work.name}: wrong by {error:.2g}, allowed {work.tolerance:.2g}")
    report = frit.explain(work.fused, *work.args)
    args = fresh(work.args)
    fused = seconds(work.fused, args)
    with frit.options(fusion=False):
        unfused = seconds(work.fused, args)
    numpy = seconds(work.numpy, args)
    kernels = saved = None  # those of a function that is recorded are decided while it runs
    if report.mode == "replayed":
        kernels = sum(not kernel.is_control for kernel in report.kernels)
        saved = report.bytes_saved
    return Outcome(error, kernels, saved, report.mode, fused, unfused, numpy)


def in_bytes(count: float | None) -> str:
    if count is None:
        return "–"
    for unit in ("B", "kB", "MB"):
        if abs(count) < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"


def in_seconds(value: float) -> str:
    if value < 1e-3:
        return f"{value * 1e6:.3g} µs"
    return f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"


def main(make: Callable[[bool], Workload]) -> None:
    """The command line of an example."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="the size it is meant for")
    work = make(parser.parse_args().full)
    found = run(work)
    print(f"{work.name}: {work.size}")
    if found.kernels is not None:
        kernels = "1 kernel" if found.kernels == 1 else f"{found.kernels} kernels"
        print(f"  {kernels}; {in_bytes(found.bytes_saved)} of traffic saved")
    print(f"  {found.mode} at each call after the first")
    print(f"  largest error against NumPy in float64: {found.error:.2g}")
    print(
        f"  fused {in_seconds(found.fused)}, step by step {in_seconds(found.unfused)},"
        f" NumPy {in_seconds(found.numpy)}"
    )
