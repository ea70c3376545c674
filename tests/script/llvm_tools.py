#!/usr/bin/env python3
"""gdb and perf see compiled kernels: their names, and the program's steps as source lines."""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

PROGRAM = """program wave(x: f32[n]) -> (r) {
  a = mul(x, x)
  b = sin(a)
  c = exp(b)
  d = div(c, x)
  r = sqrt(d)
}
"""

frit = os.environ["FRIT"]


def write_npy(path, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    data = struct.pack(f"<{len(values)}f", *values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def run(command, **environment):
    env = {**os.environ, **environment}
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def check_gdb(here, program):
    script = here / "commands"
    script.write_text("set breakpoint pending on\nset debuginfod enabled off\nbreak frit_map\nrun\nbacktrace 1\nlist 1,9\n"
                      "next\ninfo line\nkill\n")
    done = run(["gdb", "-q", "-nx", "-batch", "-x", str(script), "--args", *program], FRIT_GDB="1", TMPDIR=str(here))
    if "ptrace" in done.stderr and "not permitted" in done.stderr:
        return "gdb may not trace here"
    said = done.stdout
    assert re.search(r"#0 .*frit_map \(\) at .*/wave_kernel_0_map[^ ]*\.txt:[1-5]", said), said + done.stderr
    assert re.search(r"^2\t.*sin\(", said, re.M), said
    assert re.search(r"^[1-5]\t", said, re.M), said
    return None


def check_map(here, program):
    done = run(["perf", "record", "-q", "-o", str(here / "map.data"), *program], FRIT_PERF="map", TMPDIR=str(here))
    assert done.returncode == 0, done.stderr
    report = run(["perf", "report", "--stdio", "-i", str(here / "map.data")]).stdout
    assert re.search(r"frit:wave_kernel_0_map\S*\.map", report), report


def check_dump(here, program):
    raw, full = str(here / "raw.data"), str(here / "full.data")
    done = run(["perf", "record", "-q", "-k", "mono", "-o", raw, *program], FRIT_PERF="jitdump", TMPDIR=str(here))
    assert done.returncode == 0, done.stderr
    done = run(["perf", "inject", "--jit", "-i", raw, "-o", full])
    assert done.returncode == 0, done.stderr
    report = run(["perf", "report", "--stdio", "-i", full]).stdout
    assert re.search(r"jitted-\S+ +\S+ frit:wave_kernel_0_map\S*\.map", report), report
    symbol = re.search(r"frit:wave_kernel_0_map\S*\.map", report).group(0)
    lines = run(["perf", "annotate", "--stdio", "-l", "-i", full, symbol]).stdout
    assert "exp(b)" in lines and "div(c, x)" in lines, lines
    assert "vsqrt" in lines or "sqrtps" in lines or "fsqrt" in lines, lines


def main():
    reasons = []
    with tempfile.TemporaryDirectory() as tmp:
        here = pathlib.Path(tmp)
        os.environ["FRIT_CACHE_DIR"] = str(here / "cache")
        (here / "cache").mkdir(mode=0o700)
        (here / "wave.frit").write_text(PROGRAM)
        write_npy(here / "x.npy", [1 + k / 1000 for k in range(20000)])
        program = [frit, "run", "--compile=require", "--time", str(here / "wave.frit"), "--in", f"x={here}/x.npy"]
        probe = run(program)
        if probe.returncode != 0:
            print(f"no compiled kernels here: {probe.stderr.strip()}")
            return 77
        if os.environ.get("FRIT_SANITIZE"):
            print("programs with sanitizers are not for gdb and perf")
            return 77
        if not shutil.which("gdb"):
            reasons.append("there is no gdb")
        elif why := check_gdb(here, program):
            reasons.append(why)
        if not shutil.which("perf"):
            reasons.append("there is no perf")
        elif run(["perf", "record", "-q", "-o", str(here / "true.data"), "true"]).returncode != 0:
            reasons.append("perf may not measure here")
        else:
            check_map(here, program)
            check_dump(here, program)
            check_dump(here, program)  # from the cache, too
        for left in pathlib.Path("/tmp").glob("perf-*.map"):
            if left.is_file() and left.stat().st_uid == os.getuid() and not pathlib.Path(f"/proc/{left.stem[5:]}").exists() \
                    and "frit:wave_kernel_0" in left.read_text():
                left.unlink()
    print("; ".join(reasons) or "gdb and perf show the kernel's steps")
    return 77 if len(reasons) == 2 else 0


sys.exit(main())
