"""docs/add-a-dtype.md is true: its row, put into a copy of the sources, makes a dtype that programs store in."""
import os
import pathlib
import re
import struct

src = pathlib.Path(os.environ["FRIT_SRC"])
doc = (src / "docs/add-a-dtype.md").read_text()
rows = re.findall(r"```c\n(.*?)```", doc, re.S)
assert len(rows) == 1, "the document should show one row"


def half(bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def rounded(bits):
    """An f16's bits as those of the nearest f8, which has the upper half of its bits; of a NaN, None."""
    if bits & 0x7FFF > 0x7C00:
        return None
    sign, size = bits & 0x8000, bits & 0x7FFF
    size = (size + 0x7F + (size >> 8 & 1)) >> 8
    return sign >> 8 | size


def outputs(scratch, way, text, **codes):
    """Runs a program and gives the elements of its outputs, each of the type that struct has the letter for."""
    files = {name: scratch.tree / f"{name}.npy" for name in codes}
    scratch.frit("run", *way, *(word for name, file in files.items() for word in ("--out", f"{name}={file}")), text=text)
    for name, code in codes.items():
        data = files[name].read_bytes()
        data = data[10 + struct.unpack("<H", data[8:10])[0]:]
        yield struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)


def same(a, b):
    return (a != a and b != b) or struct.pack("<d", a) == struct.pack("<d", b)


def edit(scratch):
    scratch.edit("src/op/dtype.h", "#define STORED_FLOATS(ROW, ...)\n", rows[0])


def check(scratch):
    frit = scratch.frit

    # Types, literals, and what takes them.
    typed = frit("infer", text="program p(x: f8[n]) -> (y) { k = const(1.75:f8) c = cast(x, to=f32) y = add(c, c) }")
    assert "x: f8[n]" in typed and "const(1.75:f8)" in typed, typed
    folded = frit("opt", text="program p() -> (y) { k = const(1.3:f32) y = cast(k, to=f8) }")
    assert "y: f8 = const(1.25:f8)" in folded, folded
    for step in ("add(x, x)", "sum(x)", "cumsum(x, axis=0)", "exp(x)"):
        said = frit("infer", text=f"program p(x: f8[n]) -> (y) {{ y = {step} }}", fails=True)
        assert "does not take f8" in said, said

    # Every f8 is what it says, and goes back to itself; in memory, too, where steps are kernels of their own.
    every = """program p() -> (w, b) { i = iota(shape=[256], axis=0, to=u8) f = bitcast(i, to=f8)
        t = reshape(f, shape=[16, 16]) g = transpose(t) h = copy(g) u = transpose(h) v = reshape(u, shape=[256])
        w = cast(v, to=f32) a = cast(w, to=f8) b = bitcast(a, to=u8) }"""
    # Every f16, and integers, are rounded to the nearest.
    nearest = """program p() -> (h, d, n) { i = iota(shape=[65536], axis=0, to=u16) f = bitcast(i, to=f16)
        x = cast(f, to=f8) h = bitcast(x, to=u8) e = cast(f, to=f64) y = cast(e, to=f8) d = bitcast(y, to=u8)
        j = iota(shape=[3], axis=0, to=i64) k = const(50000) l = mul(j, k) z = cast(l, to=f8) n = cast(z, to=f64) }"""
    wants = [rounded(bits) for bits in range(65536)]
    ran = 0
    for way in scratch.ways():
        wide, back = outputs(scratch, way, every, w="f", b="B")
        for bits in range(256):
            assert same(wide[bits], half(bits << 8)), (way, bits, wide[bits])
            assert wide[bits] != wide[bits] or back[bits] == bits, (way, bits, back[bits])
        *narrow, integers = outputs(scratch, way, nearest, h="B", d="B", n="d")
        for got in narrow:
            wrong = [bits for bits, want in enumerate(wants) if want is not None and got[bits] != want]
            assert not wrong, (way, wrong[:5])
        assert list(integers) == [0, 49152, float("inf")], (way, integers)
        ran += 1
    print(f"the document's dtype is stored, moved, cast in {ran} ways, and refused where it should be")
