"""docs/add-an-op.md is true: its rows, put into a copy of the op table, make working ops and reductions."""
import functools
import itertools
import operator
import os
import pathlib
import re
import subprocess

src = pathlib.Path(os.environ["FRIT_SRC"])
doc = (src / "docs/add-an-op.md").read_text()
rows = re.findall(r"```c\n(.*?)```", doc, re.S)
assert len(rows) == 4, "the document should show a step, a composite, a reduction and a routine"
*rows, routine = rows
table = (src / "src/op/ops.def").read_text()
assert " ".join(routine.split()) in " ".join(table.split()), "the routine is the table's own"


def numbers(printed, name):
    """The values of an output that `frit run` printed."""
    shown = re.search(rf"^{name}: \S+ = (.*)$", printed, re.M).group(1)
    return [int(word) for word in re.findall(r"-?\d+", shown)]


def edit(scratch):
    scratch.edit("src/op/ops.def", "#undef BITS\n", "\n".join(rows) + "\n#undef BITS\n")


def check(scratch):
    frit = scratch.frit

    program = "program p(x: f32[n]) -> (a, b) { a = clamp01(x) b = hard_swish(x) }"
    typed = frit("infer", text=program)
    assert "a: f32[n] = clamp01(x)" in typed and "b: f32[n] = hard_swish(x)" in typed, typed
    for op, given, want in (("clamp01", "7.5", "1.0"), ("clamp01", "-1.0", "0.0"), ("hard_swish", "2.0", "1.6666666")):
        folded = frit("opt", text=f"program p() -> (r) {{ k = const({given}:f32) r = {op}(k) }}")
        assert f"r: f32 = const({want}:f32)" in folded, folded
    source = frit("emit", "--dialect=c", text="program p(x: f32) -> (a) { a = clamp01(x) }")
    assert "?" in source, source
    assert "clamp01" in subprocess.run([scratch.tool, "ops", "clamp01"], capture_output=True, text=True).stdout

    # Long enough for several chunks, whose accumulators are combined; i16 wraps on the way.
    ran = 0
    for way in scratch.ways():
        for dtype, n in (("i32", 3), ("i64", 5000), ("u8", 200), ("i16", 2100)):
            printed = frit("run", *way, text=f"program p() -> (r, s) {{ i = iota(shape=[{n}], axis=0, to={dtype})"
                                             " k = const(7) y = mul(i, k) r = bit_xor(y) c = cum_xor(y, axis=0)"
                                             f" s = slice(c, start=[{n - 3}]) }}")
            wide = int(dtype[1:])
            values = [i * 7 % 2**wide for i in range(n)]
            if dtype[0] == "i":
                values = [v - 2**wide if v >= 2 ** (wide - 1) else v for v in values]
            want = functools.reduce(operator.xor, values)
            assert numbers(printed, "r") == [want], (way, dtype, printed, want)
            assert numbers(printed, "s") == list(itertools.accumulate(values, operator.xor))[-3:], (way, dtype, printed)
            ran += 1
    said = frit("infer", text="program p(x: f32[n]) -> (r) { r = bit_xor(x) }", fails=True)
    assert "bit_xor: does not take f32" in said, said
    print(f"all rows of the document work; {ran} runs of the reductions")
