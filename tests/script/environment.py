#!/usr/bin/env python3
"""The library reads the environment in one way, which a program with more rights than its user does
not: variables name libraries to load and files to write."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

src = pathlib.Path(os.environ["FRIT_SRC"])
ALLOWED = {"src/base/getenv.c"}
PLAIN = re.compile(r"(?<![\w\"])(?:secure_)?getenv\s*\(|\benviron\b")

found, wrong = 0, []
for path in sorted(src.glob("src/**/*.[ch]")) + sorted(src.glob("src/**/*.def")):
    name = str(path.relative_to(src))
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if PLAIN.search(line):
            found += 1
            if name not in ALLOWED:
                wrong.append(f"{name}:{number}: {line.strip()}: use base_getenv (base/getenv.h)")
print("\n".join(wrong))
assert found, "the search finds nothing at all"
if wrong:
    sys.exit(1)


def run(program):
    """A run that fails where the environment is looked at."""
    return subprocess.run(
        [program, "run", "-", "--in", "x=1"],
        input="program p(x: f32) -> (r) { r = add(x, x) }\n",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "FRIT_ISA": "no-such-level"},
    )


# Only root can make a program that runs as somebody else than who started it.
NOBODY = 65534
plain = run(os.environ["FRIT"])
assert plain.returncode != 0 and "no-such-level" in plain.stdout, plain.stdout
if os.geteuid() != 0:
    print("left out setuid: only root can make a program that runs as somebody else")
elif os.environ.get("FRIT_SANITIZE"):
    print("left out setuid: a program of another user's finds no room for a sanitizer's memory")
elif os.statvfs(".").f_flag & os.ST_NOSUID:
    print("left out setuid: this file system does not obey the bit")
else:
    other = pathlib.Path("frit-setuid").absolute()
    shutil.copy(os.environ["FRIT"], other)
    os.chown(other, NOBODY, NOBODY)
    other.chmod(0o4755)
    done = run(str(other))
    assert done.returncode == 0, done.stdout
