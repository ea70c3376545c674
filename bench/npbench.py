"""npbench's NumPy kernels, fused as they are: python bench/npbench.py CHECKOUT [--preset S] [--only NAME] [--markdown FILE]
    [--processor]

CHECKOUT is a copy of npbench (its folders bench_info and npbench); nothing of it is part of this project. Each row is the least
of interleaved runs on fresh copies of the arguments, after results and arguments were compared with NumPy's.
"""

from __future__ import annotations

import argparse
import copy
import importlib
import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import clock  # before what starts threads
import numpy as np

import frit
from page import replace_part

ROUNDS, LEAST, SECONDS, WARM = 30, 5, 1.0, 10


class Kernel:
    """One of them: its function, and what it is given."""

    def __init__(self, file: Path, preset: str) -> None:
        info = json.loads(file.read_text())["benchmark"]
        self.name = file.stem
        module = "npbench.benchmarks." + info["relative_path"].replace("/", ".") + "." + info["module_name"]
        self.function = getattr(importlib.import_module(module + "_numpy"), info["func_name"])
        data = dict(info["parameters"][preset])
        if info.get("init"):
            make = getattr(importlib.import_module(module), info["init"]["func_name"])
            made = make(*[data[name] for name in info["init"]["input_args"]])
            names = info["init"]["output_args"]
            data.update(zip(names, made if len(names) > 1 else [made]))
        self.given = [data[name] for name in info["input_args"]]

    def run(self, function: Any) -> tuple[float, Any, list[Any]]:
        given = copy.deepcopy(self.given)
        begin = clock.now()
        result = function(*given)
        return clock.now() - begin, result, given


def arrays(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in arrays(item)]
    return [] if value is None or isinstance(value, str) else [np.asarray(value)]


def is_right(got: Any, expected: Any) -> bool:
    pairs = list(zip(arrays(got), arrays(expected), strict=True))
    for a, b in pairs:
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        if b.dtype.kind in "fc":
            size = np.max(np.abs(b), initial=0.0, where=np.isfinite(b))
            wide = 1e-4 if b.dtype.itemsize < 8 or b.dtype == np.complex64 else 1e-7
            if not np.allclose(a, b, rtol=wide, atol=wide * float(size), equal_nan=True):
                return False
        elif b.dtype.kind in "iub" and not np.array_equal(a, b):
            return False
    return True


def measure(kernel: Kernel) -> dict[str, Any]:
    fused = frit.fuse(kernel.function)
    right, first = True, 0.0
    for turn in range(3):  # each may be answered in another way
        took, got, changed = kernel.run(fused)
        _, expected, wanted = kernel.run(kernel.function)
        right &= is_right((got, changed), (expected, wanted))
        first = took if turn == 0 else first
    end = time.perf_counter() + SECONDS
    for _ in range(WARM):
        kernel.run(fused)
        if time.perf_counter() > end:
            break
    times: dict[str, list[float]] = {"numpy": [], "frit": []}
    end = time.perf_counter() + SECONDS
    while len(times["frit"]) < LEAST or (len(times["frit"]) < ROUNDS and time.perf_counter() < end):
        pair = [("frit", fused), ("numpy", kernel.function)]
        for name, function in pair if len(times["frit"]) % 2 else pair[::-1]:
            times[name].append(kernel.run(function)[0])
    report = frit.explain(fused, *copy.deepcopy(kernel.given))
    least = {name: min(found) for name, found in times.items()}
    row = {"kernel": kernel.name, "right": right, "mode": report.mode, "first": first, **least}
    return row | {"ratio": least["frit"] / least["numpy"], "reason": report.reason}


def summary(rows: list[dict[str, Any]]) -> str:
    ratios = np.array([row["ratio"] for row in rows])
    return (
        f"{len(rows)} kernels, {sum(row['right'] for row in rows)} right; {int(np.sum(ratios > 1.05))} more than 5 % slower"
        f" than NumPy; geometric mean of the ratios {np.exp(np.mean(np.log(ratios))):.3f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--preset", default="S")
    parser.add_argument("--only", default="")
    parser.add_argument("--markdown", type=Path, help="write the table into this page")
    parser.add_argument("--processor", action="store_true", help=clock.HELP)
    options = parser.parse_args()
    sys.path.insert(0, str(options.checkout))
    warnings.simplefilter("ignore")
    rows: list[dict[str, Any]] = []
    for file in sorted((options.checkout / "bench_info").glob("*.json")):
        if options.only not in file.stem:
            continue
        try:
            kernel = Kernel(file, options.preset)
        except ImportError as error:
            print(f"{file.stem:26} left out: {error}", flush=True)
            continue
        with clock.steady():
            row = measure(kernel)
        rows.append(row)
        figures = f"{row['numpy'] * 1e3:10.3f} {row['frit'] * 1e3:10.3f} {row['ratio']:7.3f} {row['first'] * 1e3:9.1f}"
        print(f"{row['kernel']:26} {'right' if row['right'] else 'WRONG'} {row['mode']:10} {figures}  {row['reason'][:100]}", flush=True)
    print(summary(rows))
    if options.markdown:
        lines = ["| kernel | frit runs it | NumPy, ms | frit, ms | frit / NumPy |", "|---|---|---|---|---|"]
        for row in rows:
            figures = f"{row['numpy'] * 1e3:.3g} | {row['frit'] * 1e3:.3g} | {row['ratio']:.2f}"
            lines.append(f"| {row['kernel']} | {row['mode']} | {figures} |")
        text = "\n".join([*lines, "", summary(rows) + ".\n"])
        replace_part(options.markdown, "<!-- npbench: begin", "<!-- npbench: end", text)
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
