#!/usr/bin/env python3
"""What `pip install frit[llvm]` brings: a wheel made of the LLVM that frit finds here, installed elsewhere, is the
one that compiles, with FRIT_LLVM unset, and the libraries that came with it are those that it loads."""

import os
import re
import sys
from pathlib import Path

from wheels.commands import run

SOURCE = Path(os.environ["FRIT_SRC"])
BUILT = Path(os.environ["FRIT_BUILD"]) / "python"
HERE = Path.cwd()

PROGRAM = """
import re
import numpy as np
import frit

with frit.options(compile="require"):
    found = frit.fuse(lambda x: np.sin(x) * 2 + 1)(np.linspace(0, 1, 1000))
np.testing.assert_allclose(found, np.sin(np.linspace(0, 1, 1000)) * 2 + 1)
for path in sorted(set(re.findall(r"/[^ \\n]*\\.so[^ \\n]*", open("/proc/self/maps").read()))):
    print(path)
"""


def has_llvm(env):
    return run(sys.executable, "-c", "import frit; print(frit.config.llvm_file or '')", env=env).strip()


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("a module built with sanitizers does not load into a plain Python")
        return 77
    env = dict(os.environ, PYTHONPATH=str(BUILT))
    env.pop("FRIT_LLVM", None)
    if not has_llvm(env):
        print("there is no LLVM to make a wheel of")
        return 77
    run(sys.executable, SOURCE / "scripts" / "wheel_llvm.py", "--quick", "--out", HERE / "dist", env=env)
    (wheel,) = (HERE / "dist").glob("frit_llvm-*.whl")
    if not re.fullmatch(r"frit_llvm-\d+\.\d+\.\d+-py3-none-manylinux_2_\d+_\w+\.whl", wheel.name):
        sys.exit(f"{wheel.name} has no honest tag")
    folder = HERE / "site"
    pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    run(*pip, "--no-deps", "--no-index", "--target", folder, wheel)
    if not list(folder.glob("frit_llvm-*/licenses/*llvm*")):
        sys.exit("the wheel has no license of LLVM")
    (HERE / "program.py").write_text(PROGRAM)
    env["PYTHONPATH"] = f"{BUILT}:{folder}"
    env["XDG_CACHE_HOME"] = str(HERE / "cache")  # nothing is compiled yet
    loaded = run(sys.executable, HERE / "program.py", env=env).splitlines()
    own = [path for path in loaded if path.startswith(str(folder))]
    if not any("libLLVM" in path for path in own):
        sys.exit(f"another LLVM compiled: {loaded}")
    missing = [path for path in folder.glob("frit_llvm.libs/*.so*") if str(path) not in own]
    if missing:
        sys.exit(f"the system's are loaded instead of those that it brings: {missing}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
