#!/usr/bin/env python3
"""frit module: files of the Slang-style language on the command line."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

FRIT = os.environ["FRIT"]
GOOD, PROGRAM, USAGE, FILES = 0, 1, 2, 3

GOOD_TEXT = """import other;
struct P { float3 pos; float mass; float energy(float g) { return mass*g*pos.y; } }
float scale(float x,float k=2) { return x*k; }
float3 triple(float3 x) { return x * half_of(3); }
float fall(P p) { return p.energy(9.81); }
"""
PRINTED = """import other;

struct P {
    float3 pos;
    float mass;
    float energy(float g) {
        return mass * g * pos.y;
    }
}

float scale(float x, float k = 2) {
    return x * k;
}

float3 triple(float3 x) {
    return x * half_of(3);
}

float fall(P p) {
    return p.energy(9.81);
}
"""


def expect(code, *args, out=None, words=(), stdin=""):
    """Runs frit module, compares the exit code, the output, and words in either."""
    done = subprocess.run([FRIT, "module", *args], input=stdin, capture_output=True, text=True)
    shown = f"frit module {' '.join(args)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    if done.returncode != code:
        sys.exit(f"{shown}\nshould be {code}")
    if out is not None and done.stdout != out:
        sys.exit(f"{shown}\nshould print\n{out}")
    for word in words:
        if word not in done.stdout + done.stderr:
            sys.exit(f"{shown}\nshould say: {word}")
    if (code == GOOD) != (done.stderr == ""):
        sys.exit(f"{shown}\nerrors, and nothing else, belong on standard error")
    return done.stdout


def main():
    good, bad = "good.slang", "bad.slang"
    Path(good).write_text(GOOD_TEXT)
    Path("other.slang").write_text("float half_of(float x) { return x / 2; }\n")
    Path(bad).write_text("float f(float x) { return x + ; }\nfloat g(float x) { return y; }\n")

    expect(GOOD, "check", good, out="")
    expect(GOOD, "check", good, "other.slang", out="")
    expect(PROGRAM, "check", good, bad, words=["bad.slang:1:31: error", "bad.slang:2:27: error"])
    expect(FILES, "check", "missing.slang", words=["missing.slang"])
    missing = subprocess.run(
        [FRIT, "module", "check", "missing.slang"], capture_output=True, text=True
    )
    if missing.stderr != "missing.slang: there is no such file\n":
        sys.exit(f"of a missing file it says {missing.stderr}")
    expect(PROGRAM, "check", "-", stdin="float f( {", words=["standard input:1:"])
    expect(GOOD, "check", "-", stdin="float f(float x) { return x; }")
    expect(GOOD, "check", "other.slang")

    expect(GOOD, "print", good, out=PRINTED)
    Path("printed.slang").write_text(PRINTED)
    expect(GOOD, "print", "printed.slang", out=PRINTED)
    text = "extension S { float g() { return 2 * x; } } struct S { float x; static const int K = 3; }"
    expect(
        GOOD, "list", "-", stdin=text, out="struct S\n    float x\n    static const int K\n    float g()\n"
    )
    loop = "float f(float x) {\n    do\n        x -= 1;\n    while (x > 0);\n    return x;\n}\n"
    expect(GOOD, "print", "-", stdin=loop, out=loop)
    expect(GOOD, "print", good, "-o", "out.slang", out="")
    if Path("out.slang").read_text() != PRINTED:
        sys.exit("print -o writes something else")

    expect(
        GOOD,
        "list",
        good,
        words=["float scale(float x, float k = 2)", "float3 triple(float3 x)", "struct P", "float fall(P p)"],
    )

    expect(GOOD, "ir", good, "scale", "f32[n]", "0.5", words=["f32[n]", "callee=@scale"])
    expect(GOOD, "ir", good, "triple", "f32[n,3]", words=["f32x3[n]"])
    expect(GOOD, "ir", good, "scale", "k=2", "x=f32[4,n]", words=["callee=@scale"])
    expect(GOOD, "ir", good, "fall", "{pos=f32[n,3],mass=1.5}", words=["P[n]"])
    expect(PROGRAM, "ir", good, "scale", "f32[n,2]", "f32[n]", "3", words=["scale"])
    expect(PROGRAM, "ir", good, "nothing", "f32[n]", words=["nothing"])
    for wrong in ["f32[n", "{a=1", "{a}", "", "f32[n]x", "{=1}", "[3]"]:
        expect(USAGE, "ir", good, "scale", wrong, words=["an argument is like"])

    expect(USAGE, "ir", good, words=["which function?"])
    expect(USAGE, "check", words=["which file?"])
    expect(USAGE, words=["what shall be done?"])
    expect(USAGE, "polish", good, words=["not `polish`"])
    expect(USAGE, "print", good, bad, words=["one file at a time"])
    expect(GOOD, "--help", words=["usage: frit module"])


with tempfile.TemporaryDirectory() as folder:
    FRIT = os.path.abspath(FRIT)
    os.chdir(folder)
    main()
