#!/usr/bin/env python3
"""What is rendered is not older than what it shows: it is rendered again and compared, never by the
times of files. docs/tour.html and the tables of docs/ir.md have tests of their own, and so have the
pictures of kernels (python/tests/test_slang_pictures.py)."""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
DOCS = SOURCE / "docs"
sys.path[:0] = [str(SOURCE / "bench")]

from peers import picture, report  # noqa: E402

# Every rendered file of docs/ and who looks after it; a new one needs a row, and a check.
CHECKED = {
    "picture.svg": "check_picture",
    "peers.svg": "check_peers",
    "peers-small.svg": "check_peers",
    "tour.html": "docs_tour.py",
}


def check_picture():
    env = dict(os.environ, PYTHONPATH=str(Path(os.environ["FRIT_BUILD"]) / "python"))
    command = [sys.executable, SOURCE / "scripts" / "picture.py", "--check"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def check_peers():
    """The plots are of the figures that docs/benchmarks.md has."""
    page = (DOCS / "benchmarks.md").read_text()
    part = report.part_of(page)
    speeds = report.speeds(part)
    if len(speeds) < 16:
        sys.exit(f"docs/benchmarks.md has figures of {len(speeds)} workloads only")
    for name, draw in picture.PICTURES.items():
        if (DOCS / name).read_text() != draw(part):
            sys.exit(f"docs/{name} shows other figures than docs/benchmarks.md: run make docs")
    older = part.replace(" ms |", " s |", 1)
    if picture.bars(older) == picture.bars(part):
        sys.exit("a plot of other figures is the same: the check finds nothing")


def main():
    found = {path.name for ending in ("svg", "html") for path in DOCS.glob(f"*.{ending}")}
    if found != CHECKED.keys():
        sys.exit(f"nobody checks {sorted(found - CHECKED.keys())}, or {sorted(CHECKED.keys() - found)} is gone")
    check_peers()
    if os.environ.get("FRIT_SANITIZE"):
        print("the plots; a module built with sanitizers does not load into a plain Python")
        return 77
    check_picture()
    return 0


if __name__ == "__main__":
    sys.exit(main())
