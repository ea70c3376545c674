#!/usr/bin/env python3
"""docs/add-an-op.md is true: its rows, put into a copy of the op table, make working ops."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

src = pathlib.Path(os.environ["FRIT_SRC"])
doc = (src / "docs/add-an-op.md").read_text()
rows = re.findall(r"```c\n(.*?)```", doc, re.S)
assert len(rows) == 2, "the document should show two rows"

with tempfile.TemporaryDirectory() as tmp:
    tree = pathlib.Path(tmp)
    for part in ("src", "include", "tools"):
        shutil.copytree(src / part, tree / part)
    table = tree / "src/op/ops.def"
    text = table.read_text()
    end = text.index("#undef BITS")
    table.write_text(text[:end] + "\n".join(rows) + "\n" + text[end:])
    sources = [str(p) for p in sorted(tree.glob("src/**/*.c")) + sorted(tree.glob("tools/*.c"))]
    tool = str(tree / "frit")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O0", "-ffp-contract=off", '-DFRIT_CODEGEN_ID="none"', "-I", str(tree / "src"),
                    "-I", str(tree / "include"), "-I", os.environ["FRIT_BUILD"] + "/generated", *sources, "-lm", "-o", tool], check=True)

    def frit(*args, text):
        run = subprocess.run([tool, *args, "-"], input=text, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    program = "program p(x: f32[n]) -> (a, b) { a = clamp01(x) b = hard_swish(x) }"
    typed = frit("infer", text=program)
    assert "a: f32[n] = clamp01(x)" in typed and "b: f32[n] = hard_swish(x)" in typed, typed
    for op, given, want in (("clamp01", "7.5", "1.0"), ("clamp01", "-1.0", "0.0"), ("hard_swish", "2.0", "1.6666666")):
        folded = frit("opt", text=f"program p() -> (r) {{ k = const({given}:f32) r = {op}(k) }}")
        assert f"r: f32 = const({want}:f32)" in folded, folded
    source = frit("emit", "--dialect=c", text="program p(x: f32) -> (a) { a = clamp01(x) }")
    assert "?" in source, source
    assert "clamp01" in subprocess.run([tool, "ops", "clamp01"], capture_output=True, text=True).stdout
print("both rows of the document work")
sys.exit(0)
