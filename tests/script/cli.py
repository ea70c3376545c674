#!/usr/bin/env python3
"""The frit command: options, exit codes, files, standard input and output."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

FRIT = os.environ["FRIT"]
GOOD, PROGRAM, USAGE, FILES, MEMORY = 0, 1, 2, 3, 4
COMMANDS = ["fmt", "check", "dump", "infer", "opt", "emit", "explain", "run", "ops"]
OTHERS = ["reduce", "cache", "module", "devices", "completion", "man"]  # that take other words, or none

CANONICAL = """struct S { a: f32 }

program half(x) -> (r) {
  h = const(0.5)
  r = mul(x, h)
}

program main(x: f32[n], y: f32) -> (r) {
  t = @half(x)
  r = add(t, y)
}
"""


def frit(*args, stdin=b"", **options):
    """(exit code, stdout, stderr); the outputs as text."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run(
        [FRIT, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode()


def check(condition, message):
    if not condition:
        sys.exit(f"{message}")


def expect(code, *args, out=None, err=None, stdin=b"", **options):
    """Runs frit, compares the exit code, the output, and words on standard error."""
    got, stdout, stderr = frit(*args, stdin=stdin, **options)
    shown = f"frit {' '.join(args)}: exit {got}\n{stdout}{stderr}"
    check(got == code, f"{shown}\nshould be {code}")
    if out is not None:
        check(stdout == out, f"{shown}\nshould print\n{out}")
    if err is not None:
        check(err in stderr, f"{shown}\nshould say: {err}")
    if code == GOOD:
        check(stderr == "", f"{shown}\nshould say nothing")
    else:
        check(stderr != "" and stderr.endswith("\n"), f"{shown}\nshould say why")
    return stdout


def write(name, text):
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def test_help():
    text = expect(GOOD, "--help")
    check(expect(GOOD, "-h") == text and expect(GOOD, "help") == text, "three ways to ask for help")
    for command in COMMANDS + OTHERS:
        check(f"\n  {command} " in text, f"--help does not name {command}")
        own = expect(GOOD, command, "--help")
        check(own.startswith(f"usage: frit {command} "), own)
        check(own == expect(GOOD, command, "-h", "nonexistent"), "help comes before the file")
        check(own == expect(GOOD, "help", command), "help of a command")
    for code in range(5):
        check(f"{code} " in text.split("exit codes:")[1], "the exit codes are listed")
    check("\n  inline" in expect(GOOD, "opt", "--help"), "opt lists the passes")
    version = expect(GOOD, "--version")
    check(version.startswith("frit ") and "abi" in version, version)


def test_command_line():
    expect(USAGE, err="usage: frit COMMAND")
    expect(USAGE, "frob", err="there is no command called frob")
    write("a.frit", CANONICAL)
    for command in COMMANDS:
        expect(USAGE, command, "--nonsense", err="there is no option --nonsense")
        expect(USAGE, command, "-x", err="there is no option -x")
        if command != "ops":
            expect(USAGE, command, err="no file was named")
        expect(USAGE, command, "a.frit", "b.frit", err="one file at a time")
    # an option of another command is not silently ignored
    expect(USAGE, "fmt", "--dialect=c", "a.frit", err="there is no option --dialect=c")
    expect(USAGE, "dump", "-o", "x", "a.frit", err="there is no option -o")
    expect(USAGE, "infer", "--binary", "a.frit", err="there is no option --binary")
    expect(USAGE, "fmt", "--program=main", "a.frit", err="there is no option")
    expect(USAGE, "emit", "--pass=fold", "a.frit", err="there is no option --pass=fold")
    # values
    expect(USAGE, "fmt", "a.frit", "-o", err="-o has no value")
    expect(USAGE, "fmt", "--check=yes", "a.frit", err="--check=yes")
    expect(USAGE, "infer", "--promote=much", "a.frit", err="none, standard or numpy, not much")
    expect(USAGE, "opt", "--numerics=loose", "a.frit", err="strict, contract or fast, not loose")
    expect(USAGE, "check", "--stage=soon", "a.frit", err="built, typed, expanded or flat")
    expect(USAGE, "opt", "--passes=fold,polish", "a.frit", err="polish")
    expect(USAGE, "opt", "--print-after=polish", "a.frit", err="cse or dce, not polish")
    expect(USAGE, "emit", "--dialect=pascal", "a.frit", err="pascal")
    expect(USAGE, "infer", "--program=nobody", "a.frit", err="there is no program called nobody")
    expect(USAGE, "dump", "--program=nobody", "a.frit", err="there is no program called nobody")
    expect(USAGE, "infer", "--input", "x", "a.frit", err="NAME=TYPE, not x")
    expect(USAGE, "infer", "--input", "z=f32", "a.frit", err="main has no input called z")
    # both ways to give a value, and a file called as an option is
    same = expect(GOOD, "infer", "--input=x=f32[4]", "a.frit")
    check(same == expect(GOOD, "infer", "--input", "x=f32[4]", "a.frit"), "= or a space")
    check("x: f32[4]" in same, same)


def test_files():
    write("a.frit", CANONICAL)
    expect(FILES, "fmt", "nowhere.frit", err="nowhere.frit: No such file")
    expect(FILES, "check", ".", err=".: Is a directory")
    expect(FILES, "fmt", "a.frit", "-o", "no/such/folder", err="no/such/folder: No such file")
    expect(GOOD, "fmt", "a.frit", out=CANONICAL)
    expect(GOOD, "fmt", "-", stdin=CANONICAL, out=CANONICAL)
    expect(GOOD, "fmt", "a.frit", "-o", "b.frit", out="")
    check(Path("b.frit").read_text() == CANONICAL, "-o writes the text")
    expect(GOOD, "fmt", "--output=c.frit", "a.frit", out="")
    check(Path("c.frit").read_text() == CANONICAL, "--output= writes the text")
    for args in (["fmt", "a.frit"], ["infer", "a.frit"], ["dump", "a.frit"], ["ops"], ["--help"],
                 ["opt", "--print-after=all", "a.frit"], ["emit", "a.frit"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([FRIT, *args], stdout=full, stderr=subprocess.PIPE)
        check(done.returncode == FILES, f"frit {args} to a full device: {done.returncode}")
        check(b"standard output" in done.stderr, done.stderr)


def test_write():
    messy = "program f(x)->(r){r=neg(x)}"
    clean = "program f(x) -> (r) {\n  r = neg(x)\n}\n"
    write("w.frit", messy)
    expect(PROGRAM, "fmt", "--check", "w.frit", err="w.frit: not in canonical form")
    check(Path("w.frit").read_text() == messy, "--check writes nothing")
    expect(GOOD, "fmt", "--write", "w.frit", out="")
    check(Path("w.frit").read_text() == clean, "--write writes back")
    expect(GOOD, "fmt", "--check", "w.frit", out="")
    for comment in ("# hello\n" + messy, messy + "# hello", 'program f("a\\\\", x)->(x){} # lost'):
        write("w.frit", comment)
        expect(USAGE, "fmt", "--write", "w.frit", err="comments")
        check(Path("w.frit").read_text() == comment, "the file is as it was")
        expect(GOOD, "fmt", "--write", "--drop-comments", "w.frit", out="")
        check("#" not in Path("w.frit").read_text(), "--drop-comments means it")
    for name in ('"#"', '"a\\"#"', '"\\\\#"'):  # a # inside a name is no comment
        write("w.frit", f"program f({name})->(){{}}")
        expect(GOOD, "fmt", "--write", "w.frit")
    expect(USAGE, "fmt", "--write", "-", stdin=messy, err="--write is for a file of text")
    check(not Path("-").exists(), "no file called -")
    write("w.frit", messy)
    expect(USAGE, "fmt", "--write", "-o", "x.frit", "w.frit", err="--write")
    check(not Path("x.frit").exists(), "no output")
    # a file with a mistake is never touched
    write("w.frit", "program f(x) -> (r) { r = ng(x) }")
    expect(PROGRAM, "fmt", "--write", "w.frit", err="did you mean neg?")
    check("ng(x)" in Path("w.frit").read_text(), "the file is as it was")


def test_binary():
    write("a.frit", CANONICAL)
    expect(GOOD, "fmt", "--binary", "a.frit", "-o", "a.bin", out="")
    data = Path("a.bin").read_bytes()
    check(data[0] == 0x8E and b"program" not in data, "the binary form")
    expect(GOOD, "fmt", "a.bin", out=CANONICAL)
    expect(GOOD, "fmt", "-", stdin=data, out=CANONICAL)
    expect(GOOD, "fmt", "--binary", "a.bin", "-o", "b.bin", out="")
    check(Path("b.bin").read_bytes() == data, "encoding what was decoded gives the same bytes")
    done = subprocess.run([FRIT, "fmt", "--binary", "a.frit"], stdout=subprocess.PIPE)
    check(done.stdout == data, "to standard output")
    check(expect(GOOD, "infer", "a.bin") == expect(GOOD, "infer", "a.frit"), "infer reads both")
    check(expect(GOOD, "dump", "a.bin") == expect(GOOD, "dump", "a.frit"), "dump reads both")
    expect(USAGE, "fmt", "--write", "a.bin", err="--write")
    for length in (1, 7, 8, 9, len(data) // 2, len(data) - 1):
        write("cut.bin", data[:length])
        expect(PROGRAM, "fmt", "cut.bin", err="cut.bin: format error")
    write("bad.bin", data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    expect(PROGRAM, "fmt", "bad.bin", err="bad.bin: format error")
    # text that begins with bytes above ASCII is not taken for the binary form
    expect(PROGRAM, "fmt", "-", stdin=b"\xef\xbb\xbfprogram", err="-:1:1: syntax error")


def test_errors_have_a_caret():
    write("e.frit", 'program f("gr\u00f6\u00dfe") -> (r) {\n\tr = neg("gr\u00f6\u00dfe", \t?)\n}\n')
    got = frit("check", "e.frit")[2].split("\n")
    check(got[0] == "e.frit:2:22: syntax error: the character `?` is no part of a program", got[0])
    check(got[1:] == ["   |", ' 2 | \tr = neg("gr\u00f6\u00dfe", \t?)', "   | \t" + " " * 17 + "\t^", ""], got)
    # the end of the text, an empty text, a very long line
    expect(PROGRAM, "check", "-", stdin="program", err="-:1:8: syntax error")
    expect(PROGRAM, "check", "-", stdin="program\n\n", err="-:3:1: syntax error")
    long_line = "program f(" + "x" * 5000 + ") -> (r) {}"
    code, _, text = frit("check", "-", stdin=long_line)
    check(code == PROGRAM and len(text) < 200, "a very long line is not shown")


def test_empty_module():
    for text in ("", "# nothing\n", "struct S { a: f32 }\n"):
        expect(GOOD, "check", "-", stdin=text)
        expect(GOOD, "dump", "-", stdin=text, out="")
        expect(USAGE, "infer", "-", stdin=text, err="the file has no program")
        expect(USAGE, "emit", "-", stdin=text, err="the file has no program")


def test_types():
    write("a.frit", CANONICAL)
    expect(GOOD, "check", "a.frit", out="")
    expect(GOOD, "check", "--stage=built", "a.frit", out="")
    expect(PROGRAM, "check", "--stage=flat", "a.frit", err="call")
    expect(PROGRAM, "infer", "--program=half", "a.frit", err="input 0 (x) has no type")
    expect(GOOD, "check", "--stage=built", "--program=half", "a.frit")
    typed = expect(GOOD, "infer", "a.frit")
    expect(GOOD, "fmt", "-", stdin=typed, out=typed)
    check("v2:t:f32[n]" in expect(GOOD, "dump", "--typed", "a.frit"), "dump --typed")
    check("v2:t\n" in expect(GOOD, "dump", "a.frit"), "dump without types")
    check("half" not in expect(GOOD, "dump", "--program=main", "--typed", "a.frit").split("\n")[0],
          "dump --program")
    # more inputs than any fixed table holds
    count = 1000
    names = ", ".join(f"x{i}" for i in range(count))
    write("many.frit", f"program f({names}) -> (x0) {{}}")
    expect(PROGRAM, "infer", "--input", "x0=f32", "many.frit", err="input 1 (x1) has no type")
    expect(PROGRAM, "infer", "--input", f"x{count - 1}=f32", "many.frit", err="input 0 (x0)")


def test_ops():
    plain = expect(GOOD, "ops")
    lines = expect(GOOD, "ops", "--json").splitlines()
    markdown = expect(GOOD, "ops", "--markdown")
    ops = [json.loads(line) for line in lines]
    check(len(ops) > 100 and len({op["name"] for op in ops}) == len(ops), "every op once")
    for op in ops:
        keys = {"name", "family", "operands", "variadic", "composite", "types", "doc", "attrs"}
        check(set(op) == keys, op)
        check(op["doc"] and op["types"], op)
        for attr in op["attrs"]:
            check(set(attr) == {"name", "kind", "required"} and attr["kind"], op)
        check(f"\n{op['name']}(" in "\n" + plain, f"{op['name']} in the list")
        check(f"| `{op['name']}(" in markdown, f"{op['name']} in the tables")
        one = expect(GOOD, "ops", op["name"])
        check(one.startswith(op["name"] + "(") and op["doc"] in one, one)
        check(json.loads(expect(GOOD, "ops", "--json", op["name"])) == op, op["name"])
    expect(USAGE, "ops", "frobnicate", err="there is no op called frobnicate")
    for row in markdown.splitlines():
        if row.startswith("|"):
            cells = row.replace("\\|", "").count("|")
            check(cells == 5, f"a row of {cells - 1} cells: {row}")


def test_memory():
    if os.environ.get("FRIT_SANITIZE"):
        print("left out memory: a sanitizer needs more address space than the test leaves")
        return

    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (24 << 20, 24 << 20))

    body = "".join(f"  x{i + 1} = neg(x{i})\n" for i in range(200000))
    write("big.frit", f"program f(x0: f32) -> (x0) {{\n{body}}}\n")
    expect(MEMORY, "check", "big.frit", err="emory", preexec_fn=little_memory)
    write("huge.frit", b"#" * (40 << 20))
    expect(MEMORY, "check", "huge.frit", err="emory", preexec_fn=little_memory)


def test_compiled_kernels():
    write("c.frit", "program c(x: f32[n]) -> (r) { a = exp(x) b = mul(a, x) r = sin(b) }")
    alone = {"env": os.environ | {"FRIT_CACHE_DIR": ""}}
    known = frit("explain", "c.frit", "--llvm", **alone)[0] == GOOD
    values = "program v() -> (x) { i = iota(shape=[70], axis=0, to=f32) s = const(0.01:f32) x = mul(i, s) }"
    write("v.frit", values)
    expect(GOOD, "run", "v.frit", "--out", "x=x.npy", **alone)
    run = ("run", "c.frit", "--in", "x=x.npy")
    plain = expect(GOOD, *run, "--compile=off", **alone)
    expect(GOOD, *run, "--compile=wait", out=plain, **alone)
    done = frit(*run, "--compile=never", **alone)
    check(done[:2] == (GOOD, plain), done)
    missing = "frit: warning: c, kernel 0: map exp mul sin: not compiled"
    check(done[2].count(missing) == (1 if known else 0), done)
    if known:
        expect(PROGRAM, *run, "--compile=never,strict", err="frit cache pack", **alone)
        none = {"env": alone["env"] | {"FRIT_LLVM": "none"}}
        expect(PROGRAM, *run, "--compile=require", err="FRIT_LLVM", **none)
        expect(PROGRAM, "explain", "c.frit", "--asm", err="FRIT_LLVM", **none)
        check("define i32 @frit_map" in expect(GOOD, "explain", "c.frit", "--llvm", **none), "no IR")
        shown = expect(GOOD, "explain", "c.frit", "--tiers", **none)
        check("interpreted: no LLVM: " in shown and "FRIT_LLVM" in shown, shown)
        shown = expect(GOOD, "explain", "c.frit", "--tiers", **alone)  # and the file, where there is one
        version = expect(GOOD, "--version", **alone).splitlines()[1]
        check(shown.splitlines()[-1] == version.replace(" (", ": ").rstrip(")"), (shown, version))
    expect(USAGE, *run, "--compile=later", err="--compile is auto", **alone)
    expect(USAGE, "explain", "c.frit", "--llvm", "--kernel=1", err="no kernel number 1", **alone)


def test_did_you_mean():
    """A slip in the name of a command, an option, a value, an action, an op or a file."""
    expect(USAGE, "expalin", err="there is no command called expalin; did you mean explain?\n")
    expect(USAGE, "comp", err="did you mean completion?")
    check("did you mean" not in frit("zebra")[2], "nothing is near to zebra")
    file = write("softmax.frit", CANONICAL)
    expect(USAGE, "emit", "--dialct=c", file, err="no option --dialct=c; did you mean --dialect?\n")
    expect(USAGE, "emit", "--dialect=cude", file, err="not cude; did you mean cuda?\n")
    expect(USAGE, "explain", "--format=htm", file, err="did you mean html?")
    expect(USAGE, "opt", "--print-after=simplfy", file, err="did you mean simplify?")
    expect(USAGE, "run", "--compile=nevr", file, err="did you mean never?")
    expect(USAGE, "cache", "lst", err="did you mean list?")
    expect(USAGE, "ops", "softmx", err="did you mean softmax?")
    expect(FILES, "check", "sofmax.frit", err="sofmax.frit: No such file or directory; did you mean softmax.frit?\n")
    expect(FILES, "check", "/no/such/place", err="/no/such/place: No such file")


def test_files_of_another_kind():
    """What is no program gets no error of a parser, but what to do with it."""
    slang = write("glow.slang", "float glow(float x) { return 1.0 - exp(-x); }\n")
    expect(USAGE, "run", slang, err="glow.slang has functions in the Slang-style language")
    expect(USAGE, "run", slang, err="frit module ir glow.slang F ARG... | frit run -")
    program = expect(GOOD, "module", "ir", slang, "glow", "f32[n]")
    expect(GOOD, "check", "-", stdin=program)
    expect(USAGE, "explain", write("a.py", "x = 1\n"), err="a.py is Python")
    expect(USAGE, "run", write("a.npy", b"\x93NUMPY\x01\x00"), err="--in NAME=a.npy")
    expect(USAGE, "run", write("a.data", b"\x93NUMPY\x01\x00"), err="a.data is an array")
    expect(USAGE, "check", write("a.m", "x = 1;\n"), err="a.m is MATLAB")
    expect(GOOD, "check", write("odd.py", CANONICAL))  # it is a program, whatever its name
    expect(PROGRAM, "module", "check", write("p.frit", CANONICAL), err="frit check p.frit")


def test_explain_as_a_page():
    """One page that needs nothing else, in the style of Python's reports."""
    text = expect(GOOD, "explain", "--format=html", write("m.frit", CANONICAL), "--shape", "x=1000")
    style = (Path(os.environ["FRIT_SRC"]) / "python" / "frit" / "_explain" / "report.css").read_text()
    check(f"<style>\n{style}</style>" in text, "another style sheet")
    check("http" not in text.replace("http://www.w3.org/2000/svg", ""), "it needs something")
    check("<script" not in text and text.count("<style>") == 1, text)
    check("<h1>main</h1>" in text and "<b>1</b><span>kernel instead of 2" in text, text)
    odd = 'program "a<b&c"(x: f32[n]) -> (r) { r = add(x, x) }\n'
    text = expect(GOOD, "explain", "--format=html", write("odd.frit", odd))
    check("<h1>a&lt;b&amp;c</h1>" in text, text)


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    main()
