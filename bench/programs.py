"""Ordinary NumPy programs, as they are, fused by frit, and by Numba and JAX where they are installed, in one run.

    python bench/programs.py [--only TEXT] [--json FILE] [--markdown FILE] [--processor]

Each row is the least of interleaved runs on fresh copies of the arguments, after the results (and what became of the
arguments) were compared. `mode` is what explain says: replayed, recorded, or as written, with the reason. A peer that cannot
take a program, or gives another result, has no figure.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
import warnings
from pathlib import Path
from typing import Any

import clock  # before what starts threads
import numpy as np

import frit
from page import replace_part
from programs import images, learning, physics, series  # noqa: F401  (each fills CASES)
from programs import peers
from programs.case import CASES, Case

ROUNDS, SECONDS = 40, 1.5
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
    start = clock.now()
    function(*given)
    return clock.now() - start


def made_by(peer: str, case: Case) -> Any:
    """The program by a peer and its arguments there; None: it cannot take it, or is wrong."""
    if peer in case.without:
        return None
    given = peers.as_jax(case.make()) if peer == "JAX" else case.make()
    theirs = case.make()
    expected = case.function(*theirs)
    try:
        function = peers.PEERS[peer](case.function)
        got = function(*copy.deepcopy(given))
        for a, b in zip(leaves(got), leaves(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=max(case.rtol, 1e-6), atol=max(case.rtol, 1e-6))
    except Exception:  # whatever it is: it does not run as it is
        return None
    return function, given


def measure(case: Case, names: list[str]) -> dict[str, Any]:
    fused = frit.fuse(case.function)
    row: dict[str, Any] = {"program": case.name, "known": case.known}
    arguments = case.make()
    try:
        check(case, fused)
    except Exception as error:  # a row that is wrong is a row all the same
        return row | {"mode": "WRONG", "reason": f"{type(error).__name__}: {error}"[:200]}
    ways = {"numpy": (case.function, arguments), "frit": (fused, arguments)}
    ways |= {name: made for name in names if (made := made_by(name, case)) is not None}
    end = time.perf_counter() + SECONDS
    for _ in range(WARM):  # until frit has settled for one way
        for function, given in list(ways.values())[1:]:
            run_once(function, given)
        if time.perf_counter() > end:
            break
    time.sleep(0.3)  # for what compiles in the background
    times: dict[str, list[float]] = {name: [] for name in ways}
    end = time.perf_counter() + SECONDS
    while len(times["frit"]) < 3 or (len(times["frit"]) < ROUNDS and time.perf_counter() < end):
        order = list(ways.items())
        for name, (function, given) in order if len(times["frit"]) % 2 else order[::-1]:
            times[name].append(run_once(function, given))
    least = {name: min(found) for name, found in times.items()}
    report = frit.explain(fused, *copy.deepcopy(arguments))
    row |= {"mode": report.mode, "reason": "" if report.mode == "replayed" else str(report.reason)}
    return row | least | {"ratio": least["frit"] / least["numpy"]}


def summary(rows: list[dict[str, Any]], names: list[str]) -> str:
    measured = [row for row in rows if "ratio" in row]
    ratios = [row["ratio"] for row in measured]
    text = (
        f"{len(rows)} programs: {sum(r['mode'] == 'replayed' for r in rows)} replayed,"
        f" {sum(r > 1.05 for r in ratios)} more than 5 % slower than NumPy,"
        f" geometric mean of the ratios {np.exp(np.mean(np.log(ratios))):.2f}"
    )
    if names:
        ahead = sum(all(row["frit"] <= row.get(name, np.inf) for name in names) for row in measured)
        near = sum(all(row["frit"] <= 1.3 * row.get(name, np.inf) for name in names) for row in measured)
        text += f"; ahead of {' and '.join(names)} in {ahead}, within 1.3 times of the faster in {near}"
    return text


def markdown(rows: list[dict[str, Any]], names: list[str]) -> str:
    """The table of a page."""
    head = ["program", "frit runs it", "NumPy, ms", "frit, ms", *[f"{name}, ms" for name in names], "frit / NumPy"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        if "ratio" not in row:
            continue
        cells = [row["program"], row["mode"], f"{row['numpy'] * 1e3:.3g}", f"{row['frit'] * 1e3:.3g}"]
        cells += [f"{row[name] * 1e3:.3g}" if name in row else "-" for name in names]
        lines.append("| " + " | ".join([*cells, f"{row['ratio']:.2f}"]) + " |")
    return "\n".join([*lines, "", summary(rows, names) + "."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="programs whose name has this text")
    parser.add_argument("--json", help="write the rows there")
    parser.add_argument("--markdown", type=Path, help="write the table into this page")
    parser.add_argument("--processor", action="store_true", help=clock.HELP)
    options = parser.parse_args()
    names = peers.available()
    warnings.simplefilter("ignore")
    rows = []
    shown = ["numpy", "frit", *names]
    print(f"{'program':24} {'mode':10} " + " ".join(f"{name + ' ms':>9}" for name in shown) + f" {'ratio':>6}")
    for case in CASES:
        if options.only not in case.name:
            continue
        with clock.steady():
            row = measure(case, names)
        rows.append(row)
        figures = " ".join(f"{row[name] * 1e3:9.3f}" if name in row else f"{'-':>9}" for name in shown)
        if "ratio" in row:
            figures += f" {row['ratio']:6.2f}"
        print(f"{row['program']:24} {row['mode']:10} {figures}  {row['reason'] or row['known']}", flush=True)
    if any("ratio" in row for row in rows):
        print(summary(rows, names))
    if options.markdown:
        replace_part(options.markdown, "<!-- programs: begin", "<!-- programs: end", markdown(rows, names) + "\n")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
