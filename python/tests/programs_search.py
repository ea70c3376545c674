"""The long search: many random NumPy programs (see programs.py), or functions (functions.py), in several processes.

    python python/tests/programs_search.py --count 100000 --first 0 --state build/programs.json
    python python/tests/programs_search.py --of functions --count 1000000 --state build/functions.json

Programs are known by their numbers, so a run that was stopped goes on where it was: the state file
lists the chunks that are done. Each program that differs is printed at once, made as small as it can
be, and the run ends with status 1 if there was any. --only N checks program N alone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from pathlib import Path
from typing import Any

CHUNK = 250


def check_chunk(first: int) -> tuple[int, int, list[str]]:
    """The programs of a chunk: its number, how many were replayed, and what differs."""
    from programs import make_program
    from programs_check import Difference, check, report

    found: list[str] = []
    replayed = 0
    for seed in range(first, first + CHUNK):
        program = make_program(seed)
        try:
            fused = check(program)
            replayed += fused.cache_info().replayed > 0
        except Difference:
            found.append(report(program, seed))
        except Exception as error:  # of the check itself
            found.append(f"program {seed}: {type(error).__name__}: {error}\n{program.text()}")
    return first, replayed, found


def check_functions(first: int) -> tuple[int, int, list[str]]:
    """The same of functions."""
    os.environ.setdefault("FRIT_AS_WRITTEN", "0")  # fused, also where that is slower
    from functions import check_seeds

    found: list[str] = []
    return first, check_seeds(range(first, first + CHUNK), found.append), found


CHECKS = {"programs": check_chunk, "functions": check_functions}


def read_state(path: Path) -> dict[str, Any]:
    if path.exists():
        state: dict[str, Any] = json.loads(path.read_text())
        return state
    return {"chunk": CHUNK, "done": [], "replayed": 0, "found": []}


def search(options: argparse.Namespace) -> int:
    path = Path(options.state)
    state = read_state(path)
    if state["chunk"] != CHUNK:
        sys.exit(f"{path} is of another version; remove it")
    wanted = range(options.first, options.first + options.count, CHUNK)
    left = [first for first in wanted if first not in set(state["done"])]
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=4) as pool:
        for first, replayed, found in pool.imap_unordered(CHECKS[options.of], left):
            state["done"].append(first)
            state["replayed"] += replayed
            state["found"] += found
            fresh = path.with_suffix(".new")
            fresh.write_text(json.dumps(state))
            fresh.replace(path)
            for text in found:
                print(f"{text}\n", flush=True)
            done = len(state["done"]) * CHUNK
            print(
                f"{done} {options.of}, {state['replayed']} replayed, {len(state['found'])} differ, "
                f"{time.monotonic() - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    print(f"{len(state['done']) * CHUNK} {options.of}: {len(state['found'])} differ")
    return 1 if state["found"] else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Random NumPy programs, by frit and by NumPy.")
    parser.add_argument("--of", choices=tuple(CHECKS), default="programs")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", default="programs.json", help="where to go on later")
    parser.add_argument("--only", type=int, help="one program, made small and printed")
    options = parser.parse_args()
    if options.only is None:
        return search(options)
    if options.of == "functions":
        from functions import check_seeds

        return check_seeds(range(options.only, options.only + 1)) < 0
    from programs import make_program
    from programs_check import differs, report

    program = make_program(options.only)
    print(report(program, options.only) if differs(program) else program.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
