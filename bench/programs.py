"""Ordinary NumPy programs, as they are and fused by frit, in one run.

    python bench/programs.py [--only TEXT] [--json FILE]

Each row is the least of interleaved runs on fresh copies of the arguments, after the results (and what became of the
arguments) were compared. `mode` is what explain says: replayed, or recorded with the reason.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
import warnings
from typing import Any

import numpy as np

import frit
from programs import images, learning, physics, series  # noqa: F401  (each fills CASES)
from programs.case import CASES, Case

ROUNDS, SECONDS = 7, 1.5
WARM = 12  # calls before the first that counts


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key])]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def check(case: Case, fused: Any) -> None:
    """Results and arguments after two calls: one that traces, one that replays."""
    for _ in range(2):
        ours, theirs = case.make(), case.make()
        got, expected = fused(*ours), case.function(*theirs)
        pairs = zip(leaves((got, ours)), leaves((expected, theirs)), strict=True)
        for a, b in pairs:
            assert np.asarray(a).dtype == np.asarray(b).dtype, case.name
            np.testing.assert_allclose(a, b, rtol=case.rtol, atol=case.rtol, err_msg=case.name)


def run_once(function: Any, arguments: Any) -> float:
    given = copy.deepcopy(arguments)
    start = time.perf_counter()
    function(*given)
    return time.perf_counter() - start


def measure(case: Case) -> dict[str, Any]:
    fused = frit.fuse(case.function)
    row: dict[str, Any] = {"program": case.name, "known": case.known}
    arguments = case.make()
    try:
        check(case, fused)
    except Exception as error:  # a row that is wrong is a row all the same
        return row | {"mode": "WRONG", "reason": f"{type(error).__name__}: {error}"[:200]}
    end = time.perf_counter() + SECONDS
    for _ in range(WARM):  # until frit has settled for one way
        run_once(fused, arguments)
        if time.perf_counter() > end:
            break
    time.sleep(0.3)  # for what compiles in the background
    times: dict[str, list[float]] = {"numpy": [], "frit": []}
    end = time.perf_counter() + SECONDS
    while len(times["frit"]) < 3 or (len(times["frit"]) < ROUNDS and time.perf_counter() < end):
        times["numpy"].append(run_once(case.function, arguments))
        times["frit"].append(run_once(fused, arguments))
    least = {name: min(found) for name, found in times.items()}
    report = frit.explain(fused, *copy.deepcopy(arguments))
    row |= {"mode": report.mode, "reason": "" if report.mode == "replayed" else str(report.reason)}
    return row | least | {"ratio": least["frit"] / least["numpy"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="programs whose name has this text")
    parser.add_argument("--json", help="write the rows there")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    print(f"{'program':24} {'mode':9} {'NumPy ms':>9} {'frit ms':>9} {'ratio':>6}")
    for case in CASES:
        if options.only not in case.name:
            continue
        row = measure(case)
        rows.append(row)
        if "ratio" in row:
            figures = f"{row['numpy'] * 1e3:9.3f} {row['frit'] * 1e3:9.3f} {row['ratio']:6.2f}"
        else:
            figures = ""
        print(f"{row['program']:24} {row['mode']:9} {figures}  {row['reason'] or row['known']}", flush=True)
    measured = [row["ratio"] for row in rows if "ratio" in row]
    if measured:
        print(
            f"{len(rows)} programs: {sum(r['mode'] == 'replayed' for r in rows)} replayed,"
            f" {sum(r > 1 for r in measured)} slower than NumPy,"
            f" geometric mean {np.exp(np.mean(np.log(measured))):.2f}"
        )
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
