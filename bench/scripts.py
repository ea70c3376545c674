#!/usr/bin/env python3
"""Scripts by frit, and by Octave where it is installed: scalar loops by the turn, how soon the first line is printed, whole scripts.

    bench/scripts.py [--frit PATH] [--octave PATH] [--only WORD] [--size FACTOR] [--rounds N] [--json FILE]

Whole scripts (bench/script_rows.py) are timed as processes, from their start to their end; those on arrays also as the same
statements in frit's Python. Each body runs in both, in one run; what it computes must be the same. frit runs it twice: interpreted (FRIT_COMPILE=never) and
as it comes, where loops become machine code. Nanoseconds a turn by the scripts' own tic and toc, the best of three.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import script_rows

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3


@dataclass
class Body:
    """What is done before, the loop over n turns, and the result that is printed."""

    name: str
    before: str
    loop: str
    result: str
    turns: int  # of frit interpreted; Octave has a fiftieth
    inner: int = 1  # turns of loops inside a turn


BODIES = [
    Body("empty for", "", "for i=1:n, end", "i", 5_000_000),
    Body("x=x+1", "x=0;", "for i=1:n, x=x+1; end", "x", 5_000_000),
    Body("while i<n, i=i+1", "i=0;", "while i<n, i=i+1; end", "i", 5_000_000),
    Body("if/else, add", "x=0; h=n/2;", "for i=1:n, if i>h, x=x+1; else, x=x-2; end, end", "x", 4_000_000),
    Body(
        "five flops, 3 stores",
        "a=1; b=2; c=3; d=0;",
        "for i=1:n, a=b*0.5+c; d=a-b*0.25; b=d/2; end",
        "a+b+d",
        2_000_000,
    ),
    Body("v(i)=8*i", "v=zeros(1,1000);", "for k=1:n, for i=1:1000, v(i)=8*i; end, end", "sum(v)", 2_000, 1000),
    Body("s=s+v(i)", "v=(1:1000)/8; s=0;", "for k=1:n, for i=1:1000, s=s+v(i); end, end", "s/n", 2_000, 1000),
    Body(
        "m(i,j)=m(i,j)+1",
        "m=zeros(30,30);",
        "for k=1:n, for i=1:30, for j=1:30, m(i,j)=m(i,j)+1; end, end, end",
        "sum(m(:))/n",
        2_000,
        900,
    ),
    Body("q(end+1)=i", "q=[];", "for i=1:n, q(end+1)=i; end", "numel(q)/n", 1_000_000),
    Body("st.a=st.a+1", "st.a=0;", "for i=1:n, st.a=st.a+1; end", "st.a/n", 1_000_000),
    Body("user function call", "s=0;", "for i=1:n, s=f_user(s); end", "s/n", 1_000_000),
    Body("anonymous function call", "g=@(x) x+1; s=0;", "for i=1:n, s=g(s); end", "s/n", 1_000_000),
    Body("max(x,i)", "x=0;", "for i=1:n, x=max(x,i); end", "x/n", 1_000_000),
    Body("sin(x)", "x=0.5;", "for i=1:n, y=sin(x); end", "y", 1_000_000),
    Body("z=z.*a+b, 1000 elements", "z=zeros(1,1000); a=0.5; b=1;", "for i=1:n, z=z.*a+b; end", "z(1)", 20_000),
]


def script(body, turns):
    """Prints the seconds, and the result."""
    return (
        "1;\nfunction r = f_user(x), r = x + 1; end\n"
        f"n = {turns};\n{body.before}\nt = tic;\n{body.loop}\ns_ = toc(t);\n"
        f'printf("%.9g %.15g\\n", s_, {body.result});\n'
    )


def run(argv, text, env=None):
    """Seconds by the script's own clock, and its result as text; the best of some rounds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench_body.m"
        path.write_text(text)
        best = None
        for _ in range(ROUNDS):
            ran = subprocess.run(
                [*argv, str(path)], capture_output=True, text=True, env={**os.environ, **(env or {})}, check=False
            )
            if ran.returncode or not ran.stdout.split():
                return None, ran.stderr.strip().split("\n")[0]
            seconds, result = ran.stdout.split()
            if best is None or float(seconds) < best:
                best = float(seconds)
        return best, result


def first_line(argv):
    """Milliseconds until `disp('hello')` is there and the process has ended, the best of ten."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hello_world.m"
        path.write_text("disp('hello')\n")
        best = float("inf")
        for _ in range(10):
            begin = time.perf_counter()
            subprocess.run([*argv, str(path)], capture_output=True, check=True)
            best = min(best, time.perf_counter() - begin)
        return best * 1e3


def measure(frit, octave, body):
    row = {"body": body.name}
    results = {}
    ways = [
        ("interpreted", [frit], {"FRIT_COMPILE": "never"}, body.turns),
        ("frit", [frit], None, body.turns * 4),
    ]
    if octave:
        ways.append(("octave", [octave, "-qf"], None, max(body.turns // 50, 2)))
    for name, argv, env, turns in ways:
        seconds, result = run(argv, script(body, turns), env)
        if seconds is None:
            row[name] = None
            row["wrong"] = f"{name}: {result}"
            continue
        row[name] = seconds / (turns * body.inner) * 1e9
        # Results that grow with the turns are compared in a run of as many.
        results[name] = run(argv, script(body, 100 if body.inner == 1 else 2), env)[1]
    if len(set(results.values())) > 1:
        row["wrong"] = str(results)
    return row


def text_of(value):
    return "-" if value is None else f"{value:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--frit", default=str(ROOT / "build" / "frit"))
    parser.add_argument("--octave", default=shutil.which("octave-cli"))
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--size", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    rows, wrong = [], False
    print(f"{'ns a turn':26} {'interpreted':>11} {'frit':>9} {'Octave':>9} {'times':>7} {'times':>7}")
    for body in BODIES:
        if args.only not in body.name:
            continue
        row = measure(args.frit, args.octave, body)
        rows.append(row)
        octave = row.get("octave")
        times = [text_of(octave / row[k] if octave and row.get(k) else None) for k in ("interpreted", "frit")]
        print(
            f"{row['body']:26} {text_of(row.get('interpreted')):>11} {text_of(row.get('frit')):>9} "
            f"{text_of(octave):>9} {times[0]:>7} {times[1]:>7}"
        )
        if "wrong" in row:
            wrong = True
            print(f"  {row['wrong']}")
    start = {"frit": first_line([args.frit])}
    if args.octave:
        start["octave"] = first_line([args.octave, "-qf"])
    print("first line: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in start.items()))
    whole = script_rows.report(args.frit, args.octave, args.only, args.size, args.rounds)
    wrong = wrong or any("wrong" in row for row in whole)
    if args.json:
        args.json.write_text(json.dumps({"rows": rows, "first line": start, "scripts": whole}, indent=1) + "\n")
    sys.exit(wrong)


main()
