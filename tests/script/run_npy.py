#!/usr/bin/env python3
"""frit run: programs on .npy files of every type and layout, numbers, results, errors."""

import ast
import math
import os
import resource
import struct
import subprocess
import sys
from pathlib import Path

FRIT = os.environ["FRIT"]
GOOD, PROGRAM, USAGE, FILES, MEMORY = 0, 1, 2, 3, 4
# frit's type, NumPy's code, the letter of struct, numbers that it can hold exactly
TYPES = [
    ("bool", "b1", "?", [True, False, True, True, False, True]),
    ("i8", "i1", "b", [-128, 127, 0, 1, -1, 5]),
    ("i16", "i2", "h", [-32768, 32767, 0, 1, -1, 5]),
    ("i32", "i4", "i", [-(2**31), 2**31 - 1, 0, 1, -1, 5]),
    ("i64", "i8", "q", [-(2**63), 2**63 - 1, 0, 1, -1, 5]),
    ("u8", "u1", "B", [255, 0, 1, 2, 3, 4]),
    ("u16", "u2", "H", [65535, 0, 1, 2, 3, 4]),
    ("u32", "u4", "I", [2**32 - 1, 0, 1, 2, 3, 4]),
    ("u64", "u8", "Q", [2**64 - 1, 0, 1, 2, 3, 4]),
    ("f16", "f2", "e", [1.5, -0.0, 65504.0, 2**-24, 0.25, -3.0]),
    ("f32", "f4", "f", [1.5, -0.0, 2.0**100, 2**-149, 0.25, -3.0]),
    ("f64", "f8", "d", [1.5, -0.0, 1e300, 5e-324, 0.1, -3.0]),
    ("c64", "c8", "f", [1.5, -2.0, 0.25, -0.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]),
    ("c128", "c16", "d", [1.5, -2.0, 0.1, -0.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]),
]


def fail(message):
    sys.exit(message)


def frit(*args, **options):
    done = subprocess.run([FRIT, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    return done.returncode, done.stdout, done.stderr.decode()


def run(*args, code=GOOD, err=None, **options):
    """Runs a program; compares the exit code and words on standard error; gives what it printed."""
    got, out, said = frit("run", *args, **options)
    shown = f"frit run {' '.join(args)}: exit {got}\n{out.decode('utf-8', 'replace')}{said}"
    if got != code:
        fail(f"{shown}\nshould be {code}")
    if err is not None and err not in said:
        fail(f"{shown}\nshould say: {err}")
    if code == GOOD and said:
        fail(f"{shown}\nshould say nothing")
    return out.decode("utf-8", "replace")


def header(descr, shape, fortran=False):
    text = "(" + "".join(f"{n}, " for n in shape) + ")"
    return f"{{'descr': {descr!r}, 'fortran_order': {fortran}, 'shape': {text}, }}"


def write_npy(name, head, data, version=1):
    size = "<H" if version == 1 else "<I"
    before = 8 + struct.calcsize(size)
    head = head.encode("utf-8" if version == 3 else "latin1")
    head += b" " * (-(before + len(head) + 1) % 64) + b"\n"
    magic = b"\x93NUMPY" + bytes([version, 0]) + struct.pack(size, len(head))
    Path(name).write_bytes(magic + head + data)
    return name


def numbers(name, code, letter, shape, values, order="<", fortran=False, version=1):
    data = struct.pack(f"{order}{len(values)}{letter}", *values)
    return write_npy(name, header(order + code, shape, fortran), data, version)


def read_npy(name):
    """(descr, shape, bytes); checks what NumPy asks of a file."""
    file = Path(name).read_bytes()
    if file[:8] != b"\x93NUMPY\x01\x00":
        fail(f"{name} does not begin as a .npy file does")
    size = struct.unpack("<H", file[8:10])[0]
    if (10 + size) % 64 or file[9 + size : 10 + size] != b"\n":
        fail(f"{name}: its header is not padded")
    head = ast.literal_eval(file[10 : 10 + size].decode("latin1"))
    if sorted(head) != ["descr", "fortran_order", "shape"] or head["fortran_order"]:
        fail(f"{name}: {head}")
    return head["descr"], head["shape"], file[10 + size :]


def expect_file(name, descr, shape, data):
    got = read_npy(name)
    if got != (descr, shape, data):
        fail(f"{name} is {got}, should be {(descr, shape, data)}")


def program(text, name="p.frit"):
    Path(name).write_text(text)
    return name


def check(condition, message):
    if not condition:
        fail(message)


def native(code, size):
    return ("|" if size == 1 else "<") + code


def test_every_type():
    copy = program("program p(x) -> (r) { r = flip(x, axes=[0]) }\n")
    for name, code, letter, values in TYPES:
        pair = 2 if code[0] == "c" else 1
        rows = [values[3 * pair * r : 3 * pair * (r + 1)] for r in range(2)]
        columns = [v for c in range(3) for r in rows for v in r[c * pair : (c + 1) * pair]]
        flipped = struct.pack(f"<{len(values)}{letter}", *rows[1], *rows[0])
        size = struct.calcsize("<" + letter) * pair
        for order in "<>":
            for fortran in (False, True):
                stored = columns if fortran else values
                numbers("x.npy", code, letter, (2, 3), stored, order, fortran)
                run(copy, "--in", "x=x.npy", "--out", "r=r.npy")
                expect_file("r.npy", native(code, size), (2, 3), flipped)
    # NumPy has no bf16
    data = struct.pack("<2H", 0x3F80, 0xC000)
    write_npy("x.npy", header("<V2", (2,)), data)
    out = run(copy, "--in=x=x.npy", "--out=r=r.npy", "--print")
    expect_file("r.npy", "<V2", (2,), data[2:] + data[:2])
    check(out == "r: bf16[2] = [-2.0, 1.0]\n", out)


def test_shapes_and_versions():
    copy = program("program p(x) -> (r) { r = neg(x) }\n")
    for shape in [(), (0,), (1,), (3, 0, 2), (2, 1, 3), (1,) * 12]:
        n = math.prod(shape)
        for version in (1, 2, 3):
            numbers("x.npy", "i4", "i", shape, range(n), version=version)
            run(copy, "--in", "x=x.npy", "--out", "r=r.npy")
            expect_file("r.npy", "<i4", shape, struct.pack(f"<{n}i", *(-k for k in range(n))))


def test_bools_are_0_or_1():
    write_npy("x.npy", header("|b1", (4,)), bytes([0, 1, 2, 255]))
    p = program("program p(x: bool[n]) -> (r) { o = const(1:i32) z = const(0:i32) r = select(x, o, z) }\n")
    out = run(p, "--in", "x=x.npy")
    check(out == "r: i32[4] = [0, 1, 1, 1]\n", out)


def test_several_inputs_and_outputs():
    p = program(
        "program other(x: f32) -> (x) { }\n"
        "program p(x: f32[n], y: f32[n], a: f32) -> (z, total) {\n"
        "  t = mul(a, x)\n  z = add(t, y)\n  total = sum(z)\n}\n"
    )
    numbers("x.npy", "f4", "f", (3,), [1, 2, 3])
    numbers("y.npy", "f4", "f", (3,), [10, 20, 30])
    numbers("a.npy", "f4", "f", (), [2])
    inputs = ["--in", "x=x.npy", "--in", "y=y.npy"]
    expected = "z: f32[3] = [12.0, 24.0, 36.0]\ntotal: f32 = 72.0\n"
    for a in ("a.npy", "2", "2.0", "2:f32", "0x1p1"):
        for options in ([], ["--threads=1"], ["--threads", "3"], ["--no-fusion"], ["--verify"]):
            out = run(p, *inputs, "--in", f"a={a}", *options)
            check(out == expected, f"{a} {options}: {out}")
    out = run(p, *inputs, "--in=a=2", "--out", "total=t.npy", "--out", "z=z.npy")
    check(out == "", out)
    expect_file("t.npy", "<f4", (), struct.pack("<f", 72))
    expect_file("z.npy", "<f4", (3,), struct.pack("<3f", 12, 24, 36))
    out = run(p, *inputs, "--in=a=2", "--out=z=z.npy", "--print")
    check(out == expected, out)
    out = run("--program", "other", p, "--in", "x=0.1")
    check(out == "x: f32 = 0.1\n", out)
    out = run(p, *inputs, "--in=a=2", "--time")
    check(out.startswith("time: ") and out.endswith(expected), out)
    # one file to standard output, one from standard input
    code, raw, said = frit("run", p, *inputs, "--in", "a=-", "--out", "z=-", input=Path("a.npy").read_bytes())
    check(code == GOOD and not said and raw[-12:] == struct.pack("<3f", 12, 24, 36), said)


def test_numbers():
    p = program("program p(x) -> (r) { r = copy(x) }\n")
    for text, shown in [
        ("0.5", "f64 = 0.5"),
        ("3", "i64 = 3"),
        ("-3:i8", "i8 = -3"),
        ("1e3", "f64 = 1000.0"),
        ("true", "bool = true"),
        ("inf:f16", "f16 = inf"),
        ("-inf", "f64 = -inf"),
        ("nan:f32", "f32 = nan"),
        ("(1,-2):c64", "c64 = (1.0,-2.0)"),
        ("18446744073709551615:u64", "u64 = 18446744073709551615"),
        ("0.1:f16", "f16 = 0.1"),
        ("65504:f16", "f16 = 65504.0"),
        ("0.3333:f16", "f16 = 0.3333"),
        ("0x1p-24:f16", "f16 = 6e-08"),
        ("3.14159:bf16", "bf16 = 3.14"),
        ("(1, -0x1p-3):c128", "c128 = (1.0,-0.125)"),
    ]:
        out = run(p, "--in", f"x={text}")
        check(out == f"r: {shown}\n", f"{text}: {out}")
    out = run(p, "--in", "x=0.1", "--default-f32")
    check(out == "r: f32 = 0.1\n", out)
    # files that look like numbers at first sight
    for name in ("3d", "1e", "0x1.npy", "1.2.3"):
        numbers(name, "f4", "f", (1,), [7])
        out = run(p, "--in", f"x={name}")
        check(out == "r: f32[1] = [7.0]\n", f"{name}: {out}")
    run(p, "--in", "x=300:i8", code=USAGE, err="x=300:i8")
    run(p, "--in", "x=0.5:f99", code=USAGE, err="x=0.5:f99")


def test_vectors_and_structs():
    p = program(
        "struct Particle { pos: f32x3, mass: f64 }\n"
        "program p(v: f32x3[n], m: f32x2x2) -> (r, s) { r = neg(v) s = neg(m) }\n"
        "program q(x: Particle[n]) -> (r, m) { m = extract(x, index=1) r = flip(x, axes=[0]) }\n"
    )
    numbers("v.npy", "f4", "f", (2, 3), [1, 2, 3, 4, 5, 6])
    numbers("w.npy", "f4", "f", (2, 3), [1, 4, 2, 5, 3, 6], fortran=True)
    numbers("m.npy", "f4", "f", (2, 2), [1, 2, 3, 4])
    for v in ("v.npy", "w.npy"):
        out = run("--program=p", p, "--in", f"v={v}", "--in", "m=m.npy", "--out=r=r.npy", "--print")
        check("r: f32x3[2] = [<-1.0, -2.0, -3.0>, <-4.0, -5.0, -6.0>]\n" in out, out)
        check("s: f32x2x2 = <<-1.0, -2.0>, <-3.0, -4.0>>\n" in out, out)
        expect_file("r.npy", "<f4", (2, 3), struct.pack("<6f", -1, -2, -3, -4, -5, -6))
    numbers("v.npy", "f4", "f", (2, 4), range(8))
    run("--program=p", p, "--in=v=v.npy", "--in=m=m.npy", code=PROGRAM, err="last axes")
    numbers("v.npy", "f8", "d", (2, 3), range(6))
    run("--program=p", p, "--in=v=v.npy", "--in=m=m.npy", code=PROGRAM, err="another type")
    descr = [("pos", "<f4", (3,)), ("mass", ">f8")]
    data = struct.pack("<3f", 1, 2, 3) + struct.pack(">d", 4) + struct.pack("<3f", 5, 6, 7) + struct.pack(">d", 8)
    write_npy("s.npy", header(descr, (2,)), data)
    out = run(p, "--in=x=s.npy", "--out=r=r.npy", "--print")
    check("{ pos: <5.0, 6.0, 7.0>, mass: 8.0 }, { pos: <1.0, 2.0, 3.0>, mass: 4.0 }" in out, out)
    check("m: f64[2] = [4.0, 8.0]\n" in out, out)
    expect_file("r.npy", [("pos", "<f4", (3,)), ("mass", "<f8")], (2,), struct.pack("<3fd3fd", 5, 6, 7, 8, 1, 2, 3, 4))
    run("--program=p", p, "--in=v=s.npy", "--in=m=m.npy", code=PROGRAM, err="s.npy")
    write_npy("s.npy", header([("pos", "<f4", (3,)), ("mass", "<f4")], (1,)), bytes(16))
    run(p, "--in=x=s.npy", code=PROGRAM, err="its fields are others")


def test_printing():
    p = program("program p(x) -> (r) { r = copy(x) }\n")
    numbers("x.npy", "i2", "h", (2, 3), range(6))
    check(run(p, "--in=x=x.npy") == "r: i16[2,3] =\n[[0, 1, 2],\n [3, 4, 5]]\n", "two rows")
    numbers("x.npy", "i2", "h", (2000,), range(2000))
    check(run(p, "--in=x=x.npy") == "r: i16[2000] = [0, 1, 2, ..., 1997, 1998, 1999]\n", "a long row")
    numbers("x.npy", "i2", "h", (2, 0), [])
    check(run(p, "--in=x=x.npy") == "r: i16[2,0] =\n[]\n", "nothing")


def test_wrong_command_lines():
    p = program("program p(x: f32[n], a) -> (r) { r = mul(x, a) }\n")
    numbers("x.npy", "f4", "f", (3,), [1, 2, 3])
    run(p, "--in=x=x.npy", code=USAGE, err="the input a is missing: --in a=FILE.npy or a number")
    run(p, "--in=a=1", code=USAGE, err="the input x: f32[n] is missing")
    run(p, "--in=x=x.npy", "--in=x=x.npy", "--in=a=1:f32", code=USAGE, err="--in x is given twice")
    run(p, "--in=b=x.npy", code=USAGE, err="p has no input called b")
    run(p, "--in=x", code=USAGE, err="--in wants NAME=FILE or NAME=NUMBER, not x")
    run(p, "--in=x=x.npy", "--in=a=1:f32", "--out=s=s.npy", code=USAGE, err="p has no output called s")
    run(p, "--in=x=x.npy", "--in=a=1:f32", "--out=r=n.npy", "--out=r=m2.npy", code=USAGE, err="--out r is given twice")
    check(not os.path.exists("n.npy") and not os.path.exists("m2.npy"), "nothing was written")
    for n in ("0", "-1", "x", "5000", "1x", ""):
        run(p, f"--threads={n}", code=USAGE, err="--threads is a number from 1 to 4096")
    run(p, "--program=q", code=USAGE, err="there is no program called q")
    run("nowhere.frit", code=FILES, err="nowhere.frit")
    # types and shapes that do not fit
    run(p, "--in=x=x.npy", "--in=a=1:f64", code=PROGRAM, err="type error")
    numbers("y.npy", "f8", "d", (3,), [1, 2, 3])
    run(p, "--in=x=y.npy", "--in=a=1:f64", code=PROGRAM, err="type error")
    numbers("y.npy", "f4", "f", (3, 1), [1, 2, 3])
    run(p, "--in=x=y.npy", "--in=a=1:f32", code=PROGRAM, err="error")


def test_wrong_files():
    p = program("program p(x) -> (r) { r = copy(x) }\n")
    run(p, "--in=x=nowhere.npy", code=FILES, err="nowhere.npy: No such file")
    run(p, "--in=x=.", code=FILES, err="Is a directory")
    good = header("<f4", (3,))
    for head, data, why in [
        (good, bytes(11), "truncated: its header asks for 12 bytes, 11 are there"),
        (good, bytes(13), "1 bytes follow"),
        (header("<f4", (2**62, 2**62)), b"", "more elements than a file can hold"),
        (header("<f4", (10**30,)), b"", "extent that is too large"),
        (header("<f4", (2**40,)), b"1234", "truncated"),
        (header("|O", (1,)), bytes(8), "no type for '|O'"),
        (header("<f16", (1,)), bytes(16), "no type for '<f16'"),
        (header("<U3", (1,)), bytes(12), "no type for '<U3'"),
        (good[:-5], bytes(12), "damaged"),
        (good.replace("shape", "shapes"), bytes(12), "damaged"),
        (good.replace("3", "-3"), bytes(12), "damaged"),
        (good.replace("False", "Maybe"), bytes(12), "damaged"),
        ("", b"", "damaged"),
        (header([("a", "<f4")], (1,)), bytes(4), "its elements are structs"),
    ]:
        write_npy("x.npy", head, data)
        code = PROGRAM if "structs" in why else FILES
        run(p, "--in=x=x.npy", "--out=r=bad.npy", code=code, err=why)
    for raw in [b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff", b"\x93NUMPY\x09\x00\x00\x00", b"x" * 100]:
        Path("x.npy").write_bytes(raw)
        run(p, "--in=x=x.npy", "--out=r=bad.npy", code=FILES, err="x.npy: it is ")
    check(not os.path.exists("bad.npy"), "no result of a bad file")


def test_a_failed_write_loses_nothing():
    p = program("program p(x) -> (r, s) { r = copy(x) s = neg(x) }\n")
    numbers("x.npy", "f4", "f", (5000,), range(5000))
    Path("r.npy").write_bytes(b"precious")

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    options = ["--in=x=x.npy", "--out=r=r.npy", "--out=s=s.npy"]
    run(p, *options, code=FILES, err="r.npy", preexec_fn=small_files)
    check(Path("r.npy").read_bytes() == b"precious", "the old file is as it was")
    run(p, "--in=x=x.npy", "--out=r=r.npy", "--out=s=no/folder/s.npy", code=FILES, err="no/folder/s.npy")
    check(Path("r.npy").read_bytes() == b"precious", "not one of two")
    left = [name for name in os.listdir() if "tmp" in name]
    check(not left, f"left behind: {left}")
    run(p, *options)
    expect_file("r.npy", "<f4", (5000,), struct.pack("<5000f", *range(5000)))
    # a device is written to, not replaced
    run(p, "--in=x=x.npy", "--out=r=/dev/null")
    check(not os.path.isfile("/dev/null"), "/dev/null is still a device")


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    main()
