#!/usr/bin/env python3
"""Do two builds give the same bits?

    same_bits.py BUILD OTHER_BUILD

Runs the tests of tests/unit/test_bits.c in both, each with its emulator if it has one, and compares the
digests they write. FRIT_TEST_SCALE says how many random programs there are. No BLAS is used: the order in
which one adds is its own.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from run import emulator_of, read_cmake_cache

SHOWN = 20


def digests(build, folder):
    """What each line of the build's file is about, and its digest."""
    path = Path(folder) / "bits"
    path.unlink(missing_ok=True)
    env = {key: value for key, value in os.environ.items() if not key.startswith("FRIT_")}
    env.update(FRIT_TEST_BITS=str(path), FRIT_BLAS="none", XDG_CACHE_HOME=folder)
    if "FRIT_TEST_SCALE" in os.environ:
        env["FRIT_TEST_SCALE"] = os.environ["FRIT_TEST_SCALE"]
    command = emulator_of(read_cmake_cache(build)) + [str(build / "frit-unit"), "test_bits."]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return dict(line.rsplit(" ", 1) for line in path.read_text().splitlines())


def main():
    builds = [Path(argument).resolve() for argument in sys.argv[1:]]
    if len(builds) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="frit-bits-") as folder:
        one, other = (digests(build, folder) for build in builds)
    different = [what for what in one.keys() | other.keys() if one.get(what) != other.get(what)]
    for what in sorted(different)[:SHOWN]:
        print(f"other bits: {what}: {one.get(what)}, {other.get(what)}")
    print(f"{len(one)} digests of results, {len(different)} different")
    return 1 if different or not one else 0


if __name__ == "__main__":
    sys.exit(main())
