"""docs/add-an-engine.md is true: its engine, put into a copy of the sources by its steps, runs kernels and programs."""
import os
import pathlib
import re
import subprocess

src = pathlib.Path(os.environ["FRIT_SRC"])
engines = re.findall(r"```c\n(.*?)```", (src / "docs/add-an-engine.md").read_text(), re.S)
assert len(engines) == 1, "the document should show one engine"
OWN = os.environ["FRIT_BUILD"] + "/frit"
# Step 1: its line among the rooms (tests/script/layers.py), and its name among those of the CPU.
ROOMS = [("run/interp\n", "run/interp\nrun/told\n"), (" run/interp ", " run/interp run/told ")]


def run(tool, *args, **more):
    return subprocess.run([tool, *map(str, args)], capture_output=True, text=True, **more)


def edit(scratch):
    (scratch.tree / "src/run/told").mkdir()
    (scratch.tree / "src/run/told/engine.c").write_text(engines[0])
    # Step 2: the device names it.
    cpu = "src/run/devices/cpu.c"
    scratch.edit(cpu, "h->device.at_once = &interp_engine;",
                 "extern const Engine told_engine;\n    h->device.at_once = &told_engine;")
    # Step 3: and the command.
    scratch.edit("tools/table.c", '{"--engine", {"interpreted", "compiled"}}', '{"--engine", {"told", "compiled"}}')


def check(scratch):
    kernels = 0
    for path in sorted((src / "tests/golden/kernel").glob("*.kernel")):
        text = "".join(line for line in path.read_text().splitlines(True) if not line.startswith("#"))
        want = run(OWN, "kernel", "run", "--engine=interpreted", "-", input=text)
        got = run(scratch.tool, "kernel", "run", "--engine=told", "-", input=text)
        told = [line for line in got.stderr.splitlines() if line.startswith("told: ")]
        rest = [line for line in got.stderr.splitlines() if not line.startswith("told: ")]
        assert (got.returncode, got.stdout, rest) == (want.returncode, want.stdout, want.stderr.splitlines()), path
        assert want.returncode or len(told) == 1, (path, got.stderr)
        kernels += len(told)
    assert kernels >= 10, kernels

    program = "program p() -> (s) { i = iota(shape=[1000], axis=0, to=f64) e = sin(i) s = sum(e) }"
    want = run(OWN, "run", "--compile=never", "-", input=program)
    got = run(scratch.tool, "run", "--compile=never", "-", input=program)
    assert want.returncode == 0 and got.stdout == want.stdout, got.stdout + got.stderr
    assert "told: a kernel" in got.stderr, got.stderr
    print(f"the document's engine ran {kernels} golden kernels and a program, with the interpreter's results")
