#!/usr/bin/env python3
"""Runs cases of tests/octave (all by default) with frit and shows what differs from what Octave printed.

    tests/octave/check.py [--frit PATH] [FILE...]
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from run_octave import parse_octave, printed_lines, wrong_with  # noqa: E402


def run_case(frit, case):
    """What is wrong, or None."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "case.m"
        script.write_text("\n".join(case.script) + "\n", encoding="utf-8")
        try:
            ran = subprocess.run(
                [frit, str(script)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=folder,
                timeout=60,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "it does not end"
    text = ran.stdout.decode("utf-8", "replace")
    if ran.returncode not in (0, 1):
        return f"ended with {ran.returncode}\n{text}"
    return wrong_with(case, printed_lines(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--frit", default=str(HERE.parents[1] / "build" / "frit"))
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    frit, right, wrong = str(Path(args.frit).resolve()), 0, 0
    for path in args.files or sorted(HERE.glob("*/*.m")):
        _, cases = parse_octave(path.read_text(encoding="utf-8"))
        with ThreadPoolExecutor(2) as pool:
            for case, why in zip(cases, pool.map(lambda c: run_case(frit, c), cases), strict=True):
                right += why is None
                if why is not None:
                    wrong += 1
                    print(f"==== {path}: {case.title}\n{why}\n")
    print(f"{right} right, {wrong} wrong")
    sys.exit(wrong > 0)


main()
