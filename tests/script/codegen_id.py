#!/usr/bin/env python3
"""A change of whatever decides what a compiled kernel is, or what it reads, changes every key of the
cache (cmake/codegen_id.cmake); a change elsewhere leaves the kernels that people have."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SRC = Path(os.environ["FRIT_SRC"])
DECIDES = """
op/op.h emit/llvm/kernel.c emit/llvm/form.h kernel/kernel.h run/loops/steps.h
run/llvm/api.def run/llvm/api.h run/llvm/compile.c run/llvm/driver.h run/llvm/layout.c
run/llvm/stage.c run/llvm/walk.c run/llvm/phases.c run/llvm/sums.c run/llvm/drive.c
run/llvm/choose.c run/loops/counter.c
""".split()
ELSEWHERE = "run/cache/disk.c run/cache/store.c run/code/perf.c api/call.c run/tier/tier.c".split()

if not shutil.which("cmake"):
    print("there is no cmake here")
    sys.exit(77)
shutil.copytree(SRC / "src", "tree/src")


def identity():
    subprocess.run(
        ["cmake", "-DSOURCE_DIR=" + str(Path("tree").absolute()), "-DHEADER=" + os.path.abspath("id.h"),
         "-P", str(SRC / "cmake/codegen_id.cmake")],
        check=True,
    )
    return Path("id.h").read_text()


before, wrong = identity(), []
assert 'FRIT_CODEGEN_ID "' in before, before
for name in DECIDES + ELSEWHERE:
    path = Path("tree/src") / name
    text = path.read_text()
    path.write_text(text + "/* */\n")
    if (identity() != before) != (name in DECIDES):
        wrong.append(name)
    path.write_text(text)
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
