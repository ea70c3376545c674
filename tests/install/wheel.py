#!/usr/bin/env python3
"""The package as others get it: a source archive, a wheel built from it, installed into a clean
environment on a machine without a compiler, and used there. Runs in an empty folder; it compiles
everything once more, in the way that takes the least time: how fast that is, is not asked here."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

from wheels.commands import run

SOURCE = Path(os.environ["FRIT_SRC"])
HERE = Path.cwd()
# NumPy for the clean environment, kept where tests without a network find it again.
WHEELS = Path(sys.prefix) / "wheels"

IN_ARCHIVE = """pyproject.toml CMakeLists.txt LICENSE README.md include/frit/frit.h src/op/ops.def
    cmake/python.cmake python/src/core.c python/frit/__init__.py python/frit/py.typed""".split()
PACKAGE = [path for path in (SOURCE / "python/frit").rglob("*") if path.suffix in (".py", ".pyi", ".css", ".typed")]
IN_WHEEL = ["frit/include/frit/frit.h", "frit/include/frit/types.h", "frit/bin/frit"]
IN_WHEEL += [str(path.relative_to(SOURCE / "python")) for path in PACKAGE]
LARGEST = 12_000_000  # bytes: the library twice, stripped and compressed
QUICK = ("cmake.build-type=Debug", "cmake.define.FRIT_VECTOR_LEVELS=OFF")

PROGRAM = """
import sys
import frit

assert "numpy" not in sys.modules, "importing frit imports NumPy"
import numpy as np

@frit.fuse
def f(x, y):
    return frit.exp(x) * y + 1

x = np.linspace(0, 1, 1000, dtype=np.float32)
for _ in range(3):
    found = f(x, x)
assert isinstance(found, np.ndarray) and found.dtype == np.float32, found
np.testing.assert_allclose(found, np.exp(x) * x + 1, rtol=1e-6)
assert f.cache_info().replayed == 1, f.cache_info()
a = frit.asarray([1.0, 2.0, 3.0])
assert float(frit.sum(a * 2)) == 12.0
print(frit.__file__)
"""


def make_archive():
    script = "import scikit_build_core.build as b; print(b.build_sdist('dist'))"
    (HERE / "dist").mkdir()
    # The back end writes next to the sources it is called in.
    run(sys.executable, "-c", script.replace("'dist'", repr(str(HERE / "dist"))), cwd=SOURCE)
    (archive,) = (HERE / "dist").glob("frit-*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
        for name in IN_ARCHIVE:
            if name not in names:
                sys.exit(f"{archive.name} has no {name}")
        for name in sorted(names):
            if name.startswith(("build", ".venv", ".git/", ".ci")) or name.endswith((".so", ".o")):
                sys.exit(f"{archive.name} has {name}")
    return archive


def make_wheel(archive):
    """As scripts/wheel.sh does, but from the archive."""
    run(
        *(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index"),
        *("--disable-pip-version-check", "-w", HERE / "plain", archive),
        *(f"--config-settings={setting}" for setting in QUICK),
    )
    (plain,) = (HERE / "plain").glob("frit-*.whl")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run(
        *(sys.executable, "-m", "auditwheel", "repair", "-w", HERE / "dist", plain),
        env=dict(os.environ, PATH=path),
    )
    (wheel,) = (HERE / "dist").glob("frit-*.whl")
    if "-manylinux_2_" not in wheel.name:
        sys.exit(f"{wheel.name} has no tag of a manylinux")
    if wheel.stat().st_size > LARGEST:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size:,} bytes: is it stripped?")
    names = zipfile.ZipFile(wheel).namelist()
    for name in IN_WHEEL:
        if name not in names:
            sys.exit(f"{wheel.name} has no {name}")
    if not any(name.endswith("licenses/LICENSE") for name in names):
        sys.exit(f"{wheel.name} has no license")
    for name in names:
        if not name.startswith("frit"):
            sys.exit(f"{wheel.name} has {name}, which is not the package's")
    return wheel


def clean_environment(wheel):
    """A fresh environment with nothing but NumPy and the wheel."""
    folder = HERE / "clean"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    if not list(WHEELS.glob("numpy-*.whl")):
        WHEELS.mkdir(exist_ok=True)
        wanted = SOURCE / "python" / "requirements-build.txt"
        run(*pip, "download", "-q", "--only-binary=:all:", "-d", WHEELS, "-r", wanted)
    run(*pip, "install", "-q", "--no-index", "--find-links", WHEELS, wheel)
    return python


def check_command(command, env, folder):
    """The command that the wheel brings runs programs."""
    if not run(command, "--version", env=env, cwd=folder).startswith("frit "):
        sys.exit("frit --version says nothing")
    source = "program p(x: f32[n]) -> (r) { r = add(x, x) }\n"
    (HERE / "p.frit").write_text(source)
    printed = run(command, "explain", HERE / "p.frit", env=env, cwd=folder)
    if "1 kernel" not in printed:
        sys.exit(f"frit explain: {printed}")
    done = subprocess.run([command, "check", "-"], input="nonsense", env=env, capture_output=True, text=True)
    if done.returncode != 1 or "error" not in done.stderr:
        sys.exit(f"its exit status and errors should come through: {done}")


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("a wheel is built without sanitizers")
        return 77
    wheel = make_wheel(make_archive())
    python = clean_environment(wheel)
    bare = HERE / "bin"
    bare.mkdir()
    env = {"PATH": str(bare), "HOME": str(HERE), "LC_ALL": "C.UTF-8"}
    (HERE / "program.py").write_text(PROGRAM)
    where = run(python, HERE / "program.py", env=env, cwd=bare).strip()
    if not where.startswith(str(HERE / "clean")):
        sys.exit(f"the package came from {where}")
    check_command(HERE / "clean" / "bin" / "frit", env, bare)
    said = run(python, "-m", "frit", env=env, cwd=bare)
    if "frit" not in said:
        sys.exit(f"python -m frit said: {said}")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
