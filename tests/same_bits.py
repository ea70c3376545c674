#!/usr/bin/env python3
"""Do two builds give the same bits?

    same_bits.py BUILD OTHER_BUILD

Runs the tests of tests/unit/test_bits.c in both, each with its emulator if it has one, and compares
the digests they write. FRIT_TEST_SCALE says how many random programs there are. No BLAS is used:
the order in which one adds is its own.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run import emulator_of, read_cmake_cache

TESTS = "test_bits."
SHOWN = 20


def unit(build):
    """The words that run a build's unit tests."""
    return emulator_of(read_cmake_cache(build)) + [str(build / "frit-unit")]


def list_tests(build):
    listed = subprocess.run(
        unit(build) + ["--list", TESTS], check=True, capture_output=True, text=True
    )
    return listed.stdout.split()


def digests(build, test, folder):
    """What each line of the test's file is about, and its digest."""
    path = folder / "bits"
    env = {key: value for key, value in os.environ.items() if not key.startswith("FRIT_")}
    env.update(FRIT_TEST_BITS=str(path), FRIT_BLAS="none", XDG_CACHE_HOME=str(folder))
    if "FRIT_TEST_SCALE" in os.environ:
        env["FRIT_TEST_SCALE"] = os.environ["FRIT_TEST_SCALE"]
    done = subprocess.run(unit(build) + [test], env=env, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{build}: {test} fails\n{done.stdout}{done.stderr}")
    if not path.exists():  # so short at this scale that it has none
        return {}
    return dict(line.rsplit(" ", 1) for line in path.read_text().splitlines())


def compare(builds, test, folder):
    """The number of digests, and those that differ."""
    found = []
    for build in builds:
        own = Path(tempfile.mkdtemp(dir=folder))
        found.append(digests(build, test, own))
    one, other = found
    return len(one), [
        f"{what}: {one.get(what)}, {other.get(what)}"
        for what in sorted(one.keys() | other.keys())
        if one.get(what) != other.get(what)
    ]


def main():
    builds = [Path(argument).resolve() for argument in sys.argv[1:]]
    if len(builds) != 2:
        sys.exit(__doc__)
    count, different = 0, []
    with (
        tempfile.TemporaryDirectory(prefix="frit-bits-") as folder,
        ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool,
    ):
        tests = list_tests(builds[0])
        for n, wrong in pool.map(lambda test: compare(builds, test, folder), tests):
            count += n
            different += wrong
    for line in different[:SHOWN]:
        print(f"other bits: {line}")
    print(f"{count} digests of results, {len(different)} different")
    return 1 if different or not count else 0


if __name__ == "__main__":
    sys.exit(main())
