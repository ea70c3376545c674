#!/usr/bin/env python3
"""Loops of scripts as machine code do what the interpreter does: the cases of tests/octave/loops with every loop compiled, and
random programs whose variables are the same to the last bit either way, errors in the middle among them."""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SRC, FRIT = Path(os.environ["FRIT_SRC"]), os.environ.get("FRIT") or os.environ["FRIT_BUILD"] + "/frit"
sys.path.insert(0, str(SRC / "tests"))
from run_octave import parse_octave, printed_lines, wrong_with  # noqa: E402

PROGRAMS = max(4, int(60 * float(os.environ.get("FRIT_TEST_SCALE", "1"))))
SCALARS, FLAGS = "abcx", "fg"
FUNCTIONS = """1;
function r = half(p)
  if p > 2
    r = p / 2;
    return
  end
  r = p * p + 1;
end
function r = summed(p, q)
  r = p;
  for z = 1:3
    r = r + q * z;
    if r > 50, break, end
  end
end"""
ONE = "abs floor ceil round fix sign sin cos exp sqrt log atan tanh double single int32 logical uint8 half".split()
TWO = "mod rem min max atan2 hypot power summed".split()


class Program:
    """A random program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.variables, self.depth = [], [], 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def subscript(self, n):
        if self.variables and self.chance(0.6):
            i = self.random.choice(self.variables)
            return self.pick(i, i, i, f"{i}+1", f"max(1,{i}-1)", f"mod(abs({i}),{n})+1", f"min({i},{n})")
        if self.chance(0.05):
            return self.pick(str(n + 1), "1.5", "0", "abs(floor(a))+1")
        return self.pick(str(self.random.randint(1, n)), "end", "end-1", f"mod(floor(abs(b)),{n})+1")

    def leaf(self):
        kind = self.random.random()
        if kind < 0.25:
            return self.pick("0", "1", "2", "3", "0.5", "-1", "1.5", "10", "1e3", "-2.25")
        if kind < 0.6 or not self.variables:
            return self.pick(*SCALARS)
        if kind < 0.7:
            return self.random.choice(self.variables)
        if kind < 0.85:
            return f"{self.pick(*'vwu')}({self.subscript(6)})"
        if kind < 0.94:
            return f"m({self.subscript(4)},{self.subscript(4)})"
        return self.pick("numel(v)", "size(m,1)", "length(w)", "columns(m)", "pi", "true", "f", "g", "rand", "randn")

    def expression(self, depth=0):
        kind = self.random.random()
        if depth >= 3 or kind < 0.35:
            return self.leaf()
        inner = lambda: self.expression(depth + 1)
        if kind < 0.75:
            return f"({inner()} {self.pick(*'+-*/+-*/^', '.*', './')} {inner()})"
        if kind < 0.8:
            return f"-{inner()}"
        if kind < 0.93:
            return f"{self.pick(*ONE)}({inner()})"
        return f"{self.pick(*TWO)}({inner()},{inner()})"

    def condition(self, depth=0):
        kind = self.random.random()
        if kind < 0.2 and depth < 3:
            joint = self.pick("&&", "||", "&", "|")
            return f"({self.condition(depth + 1)} {joint} {self.condition(depth + 1)})"
        if kind < 0.3 and depth < 3:
            return f"~({self.condition(depth + 1)})"
        if kind < 0.4:
            return self.pick("f", f"isnan({self.expression(2)})", f"mod({self.leaf()},2)==0")
        return f"{self.expression(2)} {self.pick('<', '<=', '>', '>=', '==', '~=')} {self.expression(2)}"

    def put(self, indent, line):
        self.lines.append("  " * indent + line)

    def some(self, indent, most):
        for _ in range(self.random.randint(1, most)):
            self.statement(indent)

    def statement(self, indent):
        kind = self.random.random()
        if kind < 0.4:
            self.put(indent, f"{self.pick(*SCALARS, *FLAGS, 'y')} = {self.expression()};")
        elif kind < 0.5:
            self.put(indent, f"{self.pick(*SCALARS)} {self.pick(*'+-*/')}= {self.expression(1)};")
        elif kind < 0.62:
            self.put(indent, f"{self.pick(*'vwu')}({self.subscript(6)}) = {self.expression()};")
        elif kind < 0.7:
            self.put(indent, f"m({self.subscript(4)},{self.subscript(4)}) = {self.expression()};")
        elif kind < 0.73:
            self.put(indent, f"q(end+1) = {self.expression(1)};")
        elif kind < 0.85:
            self.branches(indent)
        elif kind < 0.88:
            self.put(indent, f"if {self.condition()}, {self.pick('break', 'continue')}, end")
        elif kind < 0.9:
            self.put(indent, f"switch mod(floor({self.leaf()}),4)")
            for label in ("case 0", "case {1,2}", "otherwise"):
                self.put(indent, label)
                self.statement(indent + 1)
            self.put(indent, "end")
        elif self.depth < 3:
            self.loop(indent)
        else:
            self.put(indent, "x = x + 1;")

    def branches(self, indent):
        self.put(indent, f"if {self.condition()}")
        self.some(indent + 1, 2)
        if self.chance(0.3):
            self.put(indent, f"elseif {self.condition()}")
            self.statement(indent + 1)
        if self.chance(0.5):
            self.put(indent, "else")
            self.statement(indent + 1)
        self.put(indent, "end")

    def loop(self, indent):
        self.depth += 1
        name, kind = "ijk"[self.depth - 1], self.random.random()
        if kind < 0.75:
            self.put(indent, f"for {name} = {self.over()}")
            self.variables.append(name)
            self.some(indent + 1, 3)
            self.variables.pop()
            self.put(indent, "end")
        else:
            count, most, cond = f"t{self.depth}", self.random.randint(2, 6), self.condition()
            self.put(indent, f"{count} = 0;")
            self.put(indent, f"while {count} < {most} && {cond}" if kind < 0.9 else "do")
            self.put(indent + 1, f"{count} = {count} + 1;")
            self.some(indent + 1, 2)
            self.put(indent, "end" if kind < 0.9 else f"until {count} >= {most} || {cond}")
        self.depth -= 1

    def over(self):
        if self.chance(0.06):
            return self.pick("v", "[3 1 2]", "m(1,:)", "3", "zeros(1,0)")
        outer = [*self.variables, self.variables[-1] + "+1"] if self.variables else []
        low = self.pick("1", "1", "2", "0", "-1", *outer)
        high = self.pick("3", "4", "6", "numel(v)", "5", "size(m,2)", "0", "a", "floor(b)", "min(5,x)")
        step = self.pick("", "", "", ":1", ":2", ":-1", ":0.5", ":-0.25")
        return f"{high}{step}:{low}" if step.startswith(":-") else f"{low}{step}:{high}"

    def text(self):
        array = self.pick("int32(1:6)", "single([1 2.5 3 4 5 6])", "[true false true true false true]", "1:6", "'abcdef'")
        self.lines += [FUNCTIONS, "a = 2; b = 3.5; c = -1; x = 5; f = true; g = 1; y = 0; rand('seed', 7);"]
        self.lines += [f"v = [1 4 9 16 25 36]; w = zeros(6,1); u = {array}; m = reshape(1:16,4,4); q = [7 8];"]
        self.lines += ["v(1) = 1; m(1) = 1;", "try"]
        self.loop(1)
        self.lines += ["catch e", "  disp(e.message)", "end"]
        for name in (*SCALARS, *FLAGS, *"yvwumqijk"):
            shown = f"printf('{name} %s', class({name})), printf(' %d', size({name})), printf(' %.17g', {name})"
            self.put(0, f"try, {shown}, disp(''), catch e, disp(e.message), end")
        return "\n".join(self.lines) + "\n"


def run(text, policy, folder):
    script = Path(folder) / "case.m"
    script.write_text(text, encoding="utf-8")
    env = {**os.environ, "FRIT_COMPILE": policy}
    made = subprocess.run([FRIT, str(script)], cwd=folder, env=env, stdout=-1, stderr=subprocess.STDOUT, text=True)
    if made.returncode not in (0, 1):
        sys.exit(f"status {made.returncode} of\n{text}\n{made.stdout}")
    return made.stdout


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((SRC / "tests/octave/loops").glob("*.m")):
            for case in parse_octave(path.read_text(encoding="utf-8"))[1]:
                found = wrong_with(case, printed_lines(run("\n".join(case.script) + "\n", "wait", folder)))
                if found:
                    wrong.append(f"{path.name}: {case.title}\n{found}")
        first = int(os.environ.get("FRIT_TEST_SEED", "1")) * 1000
        for seed in range(first, first + PROGRAMS):
            text = Program(seed).text()
            interpreted, compiled = (run(text, policy, folder) for policy in ("off", "wait"))
            if interpreted != compiled:
                wrong.append(f"seed {seed}:\n{text}--- interpreted\n{interpreted}--- compiled\n{compiled}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
