#!/usr/bin/env python3
"""Writes what Octave prints into the cases of tests/octave (tests/run_octave.py says what a case is).

    tests/octave/record.py [--missing] [FILE...]

All files by default; --missing: only cases that expect nothing yet. Octave's version is written into tests/octave/VERSION.
Cases marked with `%!` are left alone.
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from run_octave import parse_octave, printed_lines  # noqa: E402

SECONDS = 60


def run_in_octave(octave, script):
    """What it prints, errors and warnings among it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "case.m").write_text(script, encoding="utf-8")
        ran = subprocess.run(
            [octave, "-qf", "--no-history", "case.m"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            timeout=SECONDS,
            check=False,
        )
        text = ran.stdout.decode("utf-8", "replace").replace(f"{folder}/", "")
    return text


def record(octave, path, missing):
    """How many cases were run."""
    head, cases = parse_octave(path.read_text(encoding="utf-8"))
    chosen = [case for case in cases if not case.ours and not (missing and case.expected)]
    with ThreadPoolExecutor(2) as pool:
        texts = pool.map(lambda case: run_in_octave(octave, "\n".join(case.script) + "\n"), chosen)
        for case, text in zip(chosen, texts, strict=True):
            case.expected = printed_lines(text)
    lines = [*head, ""] if head else []
    for case in cases:
        lines += case.text()
    path.write_text("\n".join(lines), encoding="utf-8")
    return len(chosen)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--octave", default="octave-cli")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    version = subprocess.run([args.octave, "--version"], capture_output=True, text=True, check=True).stdout
    (HERE / "VERSION").write_text(version.split("\n", maxsplit=1)[0] + "\n")
    total = 0
    for path in args.files or sorted(HERE.glob("*/*.m")):
        total += record(args.octave, path, args.missing)
    print(f"{total} cases recorded")


main()
