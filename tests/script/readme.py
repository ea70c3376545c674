#!/usr/bin/env python3
"""The README is true: its commands run, its program is the example, its C program builds and runs."""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

src = pathlib.Path(os.environ["FRIT_SRC"])
build = pathlib.Path(os.environ["FRIT_BUILD"])
readme = (src / "README.md").read_text()

shown = re.search(r"`examples/black_scholes.frit`:\n\n```\n(.*?)```", readme, re.S).group(1)
assert shown == (src / "examples/black_scholes.frit").read_text(), "README and example differ"

drawn = re.search(r'FUNCTION = """(.*?)"""', (src / "scripts/picture.py").read_text(), re.S).group(1)
assert drawn in readme, "the README shows another function than its picture"

def write_npy(path, rows, columns):
    """A row-major f32 array, as NumPy writes it."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    values = struct.pack(f"<{rows * columns}f", *range(rows * columns))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values)


commands = re.findall(r"^build/frit (.*?)(?:  +#.*)?$", readme, re.M)
assert len(commands) >= 3, "the README should show commands"
with tempfile.TemporaryDirectory() as tmp:
    here = pathlib.Path(tmp)
    (here / "examples").symlink_to(src / "examples")
    write_npy(here / "x.npy", 3, 4)
    for command in commands:
        run = subprocess.run([os.environ["FRIT"], *command.split()], cwd=here, capture_output=True, text=True)
        assert run.returncode == 0, f"frit {command}: {run.stderr}"
        written = re.search(r"--out \w+=(\S+)", command)
        assert (here / written.group(1)).stat().st_size > 100 if written else run.stdout, f"frit {command}: nothing"

if os.environ.get("FRIT_SANITIZE"):
    print("a library built with sanitizers does not link into a plain C program")
    sys.exit(77)
program = re.search(r"```c\n(.*?)```", readme, re.S).group(1)
with tempfile.TemporaryDirectory() as tmp:
    main = pathlib.Path(tmp) / "program.c"
    main.write_text(program)
    cc = os.environ.get("CC", "cc")
    subprocess.run([cc, "-std=c11", "-Wall", "-Werror", "-I", str(src / "include"), str(main),
                    str(build / "libfrit.a"), "-lm", "-o", tmp + "/program"], check=True)
    out = subprocess.run([tmp + "/program"], check=True, capture_output=True, text=True).stdout
    assert out == "110 440 990 1760\n", out

links = re.findall(r"\]\(([^)#:]+)\)", readme) + re.findall(r'(?:src|href)="([^"#:]+)', readme)
for link in links:
    assert (src / link).exists(), f"README links to {link}, which is not there"
print(f"{len(commands)} commands, one C program")
