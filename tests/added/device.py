"""docs/add-a-device.md is true: its driver, put into a copy of the sources by its steps, runs kernels and programs."""
import os
import pathlib
import re
import subprocess

src = pathlib.Path(os.environ["FRIT_SRC"])
drivers = re.findall(r"```c\n(.*?)```", (src / "docs/add-a-device.md").read_text(), re.S)
assert len(drivers) == 1, "the document should show one driver"
OWN = os.environ["FRIT_BUILD"] + "/frit"
# Step 1: its line among the rooms (tests/script/layers.py).
ROOMS = [("run/gpu\n", "run/gpu\nrun/toy\n")]
PROGRAMS = [
    # Maps, reductions, rows, a copy with strides, products, a loop on the host, an index from data.
    "program p() -> (s) { i = iota(shape=[1000], axis=0, to=f64) e = sin(i) s = sum(e) }",
    "program p() -> (s) { i = iota(shape=[30,40], axis=1, to=f32) e = softmax(i, axes=[1]) s = sum(e, axes=[0]) }",
    "program p() -> (t) { i = iota(shape=[30,40], axis=1, to=f32) t = transpose(i) }",
    "program p() -> (q) { i = iota(shape=[30,40], axis=1, to=f32) t = transpose(i) q = matmul(i, t) }",
    "program p() -> (r) { i = iota(shape=[100], axis=0, to=f32) j = iota(shape=[10], axis=0, to=i64) "
    "r = gather(i, j, axes=[0]) }",
    "program p() -> (r) { i = iota(shape=[100], axis=0, to=f32) j = iota(shape=[200], axis=0, to=i64) "
    "r = gather(i, j, axes=[0]) }",
]


def run(tool, *args, **more):
    return subprocess.run([tool, *map(str, args)], capture_output=True, text=True, **more)


def edit(scratch):
    (scratch.tree / "src/run/toy").mkdir()
    (scratch.tree / "src/run/toy/driver.c").write_text(drivers[0])
    # Step 2: its row.
    kinds = "src/run/devices/kinds.c"
    scratch.edit(kinds, "&cpu_device, ", "&cpu_device, &toy_device, ")
    scratch.edit("src/run/devices/devices.h", "cpu_device, ", "cpu_device, toy_device, ")


def check(scratch):
    listed = run(scratch.tool, "devices").stdout
    assert "toy:0" in listed and "the C compiler" in listed, listed
    ran = 0
    for program in PROGRAMS:
        want = run(OWN, "run", "--device=cpu", "-", input=program)
        got = run(scratch.tool, "run", "--device=toy", "-", input=program)
        assert (got.returncode, got.stdout) == (want.returncode, want.stdout), (program, got, want)
        assert got.stderr.replace("toy", "cpu") == want.stderr, (got.stderr, want.stderr)
        ran += got.returncode == 0
    assert ran == len(PROGRAMS) - 1, ran
    told = run(scratch.tool, "explain", "--device=toy", "--tiers", "-", input=PROGRAMS[1])
    assert told.returncode == 0 and "toy" in told.stdout, told.stdout + told.stderr
    print(f"the document's device ran {ran} programs with the CPU's results")
