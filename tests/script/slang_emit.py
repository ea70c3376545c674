#!/usr/bin/env python3
"""Calls of the functions in examples/slang as source code: as C it compiles, and as Slang it is accepted by the
real Slang compiler where that is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import slang_compiler

FRIT = os.environ["FRIT"]
ROOT = Path(os.environ.get("FRIT_SRC", Path(__file__).resolve().parents[2]))
DTYPES = {"float": "f32", "int": "i32", "uint": "u32", "bool": "bool", "half": "f16", "double": "f64"}
LEAST = 100  # functions that must take part, so that this test cannot shrink unseen


def argument(parameter: str) -> str | None:
    """The array that a parameter is called with: f32[n,3] for `float3 x`; None: not by this test."""
    type_name = re.sub(r"\b(no_diff|const|in)\s+", "", parameter.split("=")[0].strip()).rsplit(" ", 1)[0]
    match = re.fullmatch(r"(float|int|uint|bool|half|double)(\d)?(?:x(\d))?", type_name)
    if not match:
        return None
    extents = ["n"] + [extent for extent in match.groups()[1:] if extent]
    return f"{DTYPES[match[1]]}[{','.join(extents)}]"


def frit(*args: str, stdin: str = "") -> str:
    done = subprocess.run([FRIT, *args], input=stdin, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"frit {' '.join(args)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def calls(path: Path):
    """(function, IR of a call of it) for the functions whose parameters are scalars and vectors."""
    for head in frit("module", "list", str(path)).splitlines():
        match = re.fullmatch(r"\S+ (\w+)\((.*)\)", head)
        if not match:
            continue
        arguments = [argument(text) for text in match[2].split(",")] if match[2] else []
        if arguments and None not in arguments:
            yield match[1], frit("module", "ir", str(path), match[1], *arguments)


def check_c(source: str, what: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "call.c"
        file.write_text(source)
        compiler = os.environ.get("CC", "cc")
        done = subprocess.run(
            [compiler, "-std=c11", "-fsyntax-only", str(file)], capture_output=True, text=True
        )
    if done.returncode:
        sys.exit(f"{what}: the C compiler refuses it\n{done.stderr}\n{source}")


def main() -> None:
    slang = slang_compiler.library_path() is not None
    count = 0
    for path in sorted((ROOT / "examples" / "slang").glob("*.slang")):
        for function, ir in calls(path):
            count += 1
            check_c(frit("emit", "-", "--dialect=c", stdin=ir), f"{path.name}: {function}")
            source = frit("emit", "-", "--dialect=slang", stdin=ir)
            if slang:
                accepted, told = slang_compiler.check(source)
                if not accepted:
                    sys.exit(f"{path.name}: {function}: Slang refuses it\n{told}\n{source}")
    if count < LEAST:
        sys.exit(f"only {count} functions took part, should be {LEAST} at least")
    print(f"{count} functions as C{' and Slang' if slang else ''}")


main()
