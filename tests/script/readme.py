#!/usr/bin/env python3
"""The README is true: its commands run, its program is the example, its C program builds and runs."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

src = pathlib.Path(os.environ["FRIT_SRC"])
build = pathlib.Path(os.environ["FRIT_BUILD"])
readme = (src / "README.md").read_text()

shown = re.search(r"`examples/black_scholes.frit`:\n\n```\n(.*?)```", readme, re.S).group(1)
assert shown == (src / "examples/black_scholes.frit").read_text(), "README and example differ"

commands = re.findall(r"^build/frit (.*?)(?:  +#.*)?$", readme, re.M)
assert len(commands) >= 3, "the README should show commands"
for command in commands:
    run = subprocess.run([os.environ["FRIT"], *command.split()], cwd=src, capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout, f"frit {command}: {run.stderr}"

if os.environ.get("FRIT_SANITIZE"):
    print("a library built with sanitizers does not link into a plain C program")
    sys.exit(77)
program = re.search(r"```c\n(.*?)```", readme, re.S).group(1)
with tempfile.TemporaryDirectory() as tmp:
    main = pathlib.Path(tmp) / "axpy.c"
    main.write_text(program)
    cc = os.environ.get("CC", "cc")
    subprocess.run([cc, "-std=c11", "-Wall", "-Werror", "-I", str(src / "include"), str(main),
                    str(build / "libfrit.a"), "-lm", "-o", tmp + "/axpy"], check=True)
    out = subprocess.run([tmp + "/axpy"], check=True, capture_output=True, text=True).stdout
    assert "float" in out, out

for link in re.findall(r"\]\(([^)#:]+)\)", readme):
    assert (src / link).exists(), f"README links to {link}, which is not there"
print(f"{len(commands)} commands, one C program")
