#!/usr/bin/env python3
"""Loops over statements on large arrays, made at random: a `for`, which may become one loop of the plan, leaves every variable, every
error and the draws of random numbers as the same turns in a `while` do, which are gone through one by one.

    tests/script/loop_plans.py [FIRST COUNT]
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FRIT = os.environ["FRIT"]
FIRST, COUNT = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (0, 40)

VALUES = ["x", "y", "z", "w", "s", "t", "2", "0.5", "X(:,t)", "X(:,t-1)", "X(:,13-t)", "k", "R(t,:)'", "single(3)"]
FUNCTIONS = ["abs(%s)", "sin(%s)", "sum(%s)", "-(%s)", "max(%s,0)", "exp(-abs(%s))", "mean(%s)", "floor(%s)"]
FUNCTIONS += ["double(%s)", "cumsum(%s)", "half(%s,t)", "size(%s,1)", "mod(%s,3)"]
OPERATORS = ["+", "-", ".*", "+", "-", "./", ">", "<="]
OTHERS = ["Y(:,t) = x;", "Y(:,t) = X(:,t) * 2;", "Y(:,t) = s;", "s += t;", "if k > 2, x = x + 1; end"]
OTHERS += ["if t == 4, y = y * 2; end", "[x, y] = deal(y, x);", "u = rand(5000, 1); z = u + x;"]

SAME = """
for q = 1:8
  a = v1{q}; b = v2{q};
  if !strcmp(class(a), class(b)) || !isequaln(a, b), printf('variable %d differs\\n', q); end
end
if !strcmp(m1, m2), printf('%s | %s\\n', m1, m2); end
disp('end');
"""


def expression(r, depth=0):
    kind = r.random()
    if depth > 2 or kind < 0.35:
        return r.choice(VALUES)
    if kind < 0.75:
        return f"({expression(r, depth + 1)} {r.choice(OPERATORS)} {expression(r, depth + 1)})"
    return r.choice(FUNCTIONS) % expression(r, depth + 1)


def statement(r):
    return f"{r.choice('xyzws')} = {expression(r)};" if r.random() < 0.7 else r.choice(OTHERS)


def program(seed):
    r = random.Random(seed)
    body = "\n  ".join(statement(r) for _ in range(r.randint(1, 5)))
    z = r.choice(["ones(5000,1)", "single(x)", "int32(x*9)", "x>2"])
    w, s = r.choice(["x.*y", "zeros(5000,1)", "5"]), r.choice(["0", "1.5", "single(2)"])
    first, last = r.choice([(2, 11), (2, 12), (3, 7), (2, 8)])
    init = f"x = (1:5000)' / 777; y = cos(x); z = {z}; w = {w}; s = {s}; k = 3; u = 0; rand('seed', 4); Y = zeros(5000, 12);"
    init += " X = reshape(mod((1:5000 * 12) * 7, 13) / 4, 5000, 12); R = X';"
    ways = [f"for t = {first}:{last}\n", f"t = {first - 1}; while t < {last}, t = t + 1;\n"]
    text = "1;\nfunction r = half(a, t), r = a * 0.5 + t; end\n"
    for number, loop in enumerate(ways, 1):
        text += f"{init}\nm{number} = '';\ntry\n {loop}  {body}\n end\ncatch e, m{number} = e.message; end\n"
        text += f"v{number} = {{x, y, z, w, s, Y, u, t}};\n"
    return text + SAME


def main():
    plans = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "loops.m"
        for seed in range(FIRST, FIRST + COUNT):
            path.write_text(program(seed))
            ran = subprocess.run([FRIT, "script", "--explain", str(path)], capture_output=True, text=True)
            told = ran.stdout + ran.stderr
            plans += "one loop plan" in told
            if ran.returncode or not ran.stdout.startswith("end\n"):
                sys.exit(f"program {seed}:\n{path.read_text()}\n{told[:2000]}")
    if plans < COUNT // 5:
        sys.exit(f"only {plans} of {COUNT} programs became loop plans")


main()
