#!/usr/bin/env python3
"""Random expressions by Octave and by frit, and where the two differ.

    tests/octave/differ.py [--frit PATH] [--first SEED] [--count N] [--large]

Every expression prints its class, shape and elements, or its error. --large: arrays of thousands of elements, whose
steps frit records. Differences that are known are in docs/scripts.md; those in KNOWN are left out here.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

SMALL = """1|0|-2|2.5|NaN|Inf|-0|[1 2 3]|[1;2]|[1 2;3 4]|[0.5 -1.5;2 0]|[]|zeros(0,3)|zeros(1,0)|(1:3)|(0:2)|(3:-1:1)|1i|[1+2i 3]
[1i;2]|single(2)|single([1 2 3])|single(1.5)|int8(5)|int8([1 -2 3])|uint8(200)|uint8([1 2;3 250])|int16(-300)|int32([7;8])
int64(5)|uint64([1 2 3])|true|false|[true false true]|'a'|'abc'|"xy"|ones(2,1,2)|int8(-128)|{1}|struct('a',1)""".replace("\n", "|")
SMALL = SMALL.split("|")
COLUMNS = "x y u8 i16 i32 sg lg w x y sg2 z i64".split()
NUMBERS = "2 0.5 -1 3 -0.5 7 true int8(3) single(1.5) 'a' 1i int16(2) NaN".split()
MATRICES = "A B A' B' S".split()
OPERATORS = "+ - .* ./ .\\ .^ == ~= < <= > >= & |".split()
MATRIX_OPERATORS = ["*", "/", "\\", "^"]
CASTS = "int8 single double logical uint16 int64".split()
FUNCTIONS = "abs floor single double int16 uint8 sqrt exp round int32 real sum cumsum max sign".split()

HEAD = """1; warning('off', 'all');
function s = num(x)
  if x == 0, x = 0; end
  if isnan(x), s = 'NaN'; else s = sprintf('%.6g', x); end
end
function t(s)
  x = (1:5000)' / 7 - 100; y = mod((1:5000)', 13) - 3; u8 = uint8(mod((0:4999)', 256)); i16 = int16((1:5000)' * 20 - 50000);
  i32 = int32(y * 1e6); sg = single(x); sg2 = single(y); lg = x > 0; w = abs(x) + 1; z = x + 1i * y; i64 = int64(y);
  A = reshape(x(1:4900), 70, 70); B = mod(A, 5); S = single(A);
  try
    r = eval(s);
    if iscell(r) || isstruct(r), printf('%s -> %s %s\\n', s, class(r), sprintf('%dx', size(r))); return, end
    printf('%s -> %s %s %d:', s, class(r), sprintf('%dx', size(r)), iscomplex(r));
    n = numel(r);
    if n > 40, k = unique(min(n, [1 2 17 333 701 4000 n])); else k = 1:n; end
    for q = k, v = double(r(q)); printf(' %s', num(real(v))); if iscomplex(v), printf(',%s', num(imag(v))); end, end
    printf('\\n');
  catch e
    printf('%s : %s\\n', s, e.message);
  end
end
"""

# Singular systems, powers of matrices with more dimensions, and quotients in single precision come out otherwise.
KNOWN = re.compile(r"\[[^\]]*\] *[\\/]|\) [\\/^] |ones\(2,1,2\)\)? *\^|\^ ones\(2,1,2\)|Inf,|-?NaN,|nonconformant.*\(op1|invalid conv")


def small(r, depth):
    if depth == 0:
        return r.choice(SMALL)
    left, right, k = small(r, depth - 1), small(r, depth - 1), r.random()
    if k < 0.7:
        return f"({left} {r.choice(OPERATORS + MATRIX_OPERATORS)} {right})"
    if k < 0.78:
        return f"({r.choice('-!+')}({left}))"
    if k < 0.84:
        return f"({left})" + r.choice(["'", ".'"])
    if k < 0.97:
        return f"[{left}{r.choice(',;')} {right}]"
    return f"{r.choice(CASTS)}({left})"


def large(r, depth, matrices):
    if depth == 0:
        return r.choice((MATRICES if matrices else COLUMNS) if r.random() < 0.7 else NUMBERS)
    left, right, k = large(r, depth - 1, matrices), large(r, depth - 1, matrices), r.random()
    if matrices and k < 0.15:
        return f"({left} * {right})"
    if k < 0.72:
        return f"({left} {r.choice(OPERATORS)} {right})"
    if k < 0.92:
        return f"{r.choice(FUNCTIONS)}({left})"
    return f"[{left}{r.choice(',;')} {right}]"


def expression(r, is_large):
    return large(r, r.choice([1, 2, 2, 3]), r.random() < 0.3) if is_large else small(r, r.choice([1, 1, 1, 2, 2]))


def printed(command, script):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "case.m").write_text(script, encoding="utf-8")
        ran = subprocess.run([*command, "case.m"], stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, check=False)
    return ran.stdout.decode("utf-8", "replace").split("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--frit", default=str(HERE.parent.parent / "build" / "frit"))
    parser.add_argument("--octave", default="octave-cli")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--large", action="store_true")
    args = parser.parse_args()
    r = random.Random(args.first)
    texts = [expression(r, args.large) for _ in range(args.count)]
    script = HEAD + "".join("t('" + text.replace("'", "''") + "');\n" for text in texts)
    want = printed([args.octave, "-qf", "--no-history"], script)
    got = printed([args.frit], script)
    wrong = [(a, b) for a, b in zip(want, got, strict=False) if a != b and not KNOWN.search(a)]
    for a, b in wrong:
        print(f"Octave: {a}\nfrit:   {b}\n")
    print(f"{len(want)} and {len(got)} lines, {len(wrong)} differ")
    sys.exit(1 if wrong or len(want) != len(got) else 0)


main()
