#!/usr/bin/env python3
"""Random scripts, run by Octave and by frit; what they print is compared.

    tests/octave/search.py [--count 10000] [--first 0] [--frit PATH] [--octave octave-cli]

A script is known by its number. A hundred go into one process, each with its errors caught, so that Octave's start counts once.
Scripts that differ are cut down to the statements that matter and shown; docs/scripts.md has the kinds of differences that are
meant, and MEANT the patterns by which they are known. Ends with 1 where anything else differs.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
BATCH = 100
SECONDS = 300

# (what Octave printed, what frit printed, why): both must be found for a difference to be meant.
MEANT = [
    (r"Diagonal Matrix", r"", "diagonal matrices are full ones"),
    (r"Permutation Matrix", r"", "permutation matrices are full ones"),
]

REALS = "0 1 2 3 4 5 7 10 -1 -2 -3 0.5 1.5 2.5 -0.5 -1.5 0.1 1e3 1e5 1e10 1e-3 100.5 NaN Inf -Inf".split()
WHOLE = "0 1 2 3 4 5 7 -1 -3 10 100 127 128 255".split()
WORDS = ["abc", "Hello", "a b", "", "x", "12", "3.5", "  pad ", "foo,bar", "aXbXc", "ABC"]
INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
ARITHMETIC = ["+", "-", ".*", "./", ".^", "*", "/", "\\", "^"]
COMPARISONS = ["<", "<=", "==", "~=", ">", ">="]
OF_NUMBERS = (
    "abs floor ceil round fix sign sqrt exp log sin cos tan real imag conj isnan isinf double single logical numel "
    "length ndims isempty isreal isvector isscalar ismatrix rows columns size sum prod cumsum cumprod max min any all "
    "sort mean fliplr flipud transpose isnumeric ischar islogical isfloat isinteger class mat2str num2str diff find "
    "unique triu tril std var median mode numel nnz squeeze not uminus"
).split()
OF_TWO = "mod rem max min atan2 hypot power times plus minus rdivide eq lt and or isequal bitand dot cross kron horzcat vertcat".split()
OF_TEXT = (
    "upper lower strtrim length numel double isempty fliplr str2num str2double isspace isletter ischar num2str strsplit "
    "deblank cellstr abs isupper isdigit toascii class size"
).split()
OF_TWO_TEXTS = "strcmp strcmpi strcat strfind regexp strrep3 strncmp strjoin2 ismember index".split()


class Script:
    """The statements of a script, by its number."""

    def __init__(self, number):
        self.r = random.Random(number)
        self.names = {}  # name: kind
        self.lines = []
        for _ in range(self.r.randint(3, 9)):
            self.lines.append(self.statement())

    # ------------------------------------------------------------------ values

    def pick(self, *choices):
        return self.r.choice(choices)

    def name(self, *kinds):
        """A variable of one of the kinds, or None."""
        found = [name for name, kind in self.names.items() if not kinds or kind in kinds]
        return self.r.choice(found) if found else None

    def number(self):
        return self.r.choice(REALS)

    def row(self, n=None):
        n = self.r.randint(0, 4) if n is None else n
        return "[" + self.pick(", ", " ").join(self.number() for _ in range(n)) + "]"

    def matrix(self):
        rows, columns = self.r.randint(1, 3), self.r.randint(1, 3)
        return "[" + "; ".join(" ".join(self.number() for _ in range(columns)) for _ in range(rows)) + "]"

    def range(self):
        return self.pick(
            f"{self.r.randint(-2, 3)}:{self.r.randint(0, 6)}",
            f"{self.r.randint(0, 3)}:{self.pick(2, 0.5, -1, 0.1, 3)}:{self.r.randint(-3, 9)}",
        )

    def integers(self):
        kind = self.r.choice(INTEGERS)
        body = self.pick(
            self.r.choice(WHOLE), "[" + " ".join(self.r.choice(WHOLE) for _ in range(self.r.randint(1, 3))) + "]"
        )
        return f"{kind}({body})"

    def complex(self):
        one = f"{self.r.randint(-3, 3)}{self.pick('+', '-')}{self.r.randint(1, 4)}i"
        return self.pick(f"({one})", f"[{one}, {self.number()}]", f"complex({self.number()}, {self.r.randint(0, 2)})")

    def text(self):
        word = self.r.choice(WORDS)
        return self.pick(f"'{word}'", f'"{word}"')

    def cell(self):
        return "{" + self.pick(", ", "; ").join(self.value(1) for _ in range(self.r.randint(0, 3))) + "}"

    def made(self):
        a, b = self.r.randint(0, 3), self.r.randint(0, 3)
        return self.pick(
            f"zeros({a}, {b})", f"ones({a}, {b})", f"eye({a})", f"zeros({a}, {b}, 2)", f"linspace(0, 1, {a + 1})",
            f"repmat([1 2], {a}, {b})", f"reshape(1:{a * b}, {a}, {b})", f"true({a}, {b})", f"cell({a}, {b})",
            f"magic({a + 1})", f"ones({a}, {b}, 'int8')", f"(1:{a})'",
        )  # fmt: skip

    def value(self, depth=2):
        """Any expression."""
        if depth <= 0:
            return self.name() or self.number()
        kind = self.r.randrange(22)
        if kind < 4:
            return self.name() or self.number()
        if kind < 6:
            return self.pick(self.number(), self.row(), self.matrix(), self.range())
        if kind < 10:
            a, b = self.value(depth - 1), self.value(depth - 1)
            return f"({a} {self.r.choice(ARITHMETIC)} {b})"
        if kind == 10:
            return f"({self.value(depth - 1)} {self.r.choice(COMPARISONS)} {self.value(depth - 1)})"
        if kind == 11:
            return f"({self.pick('~', '-', '!', '+')}{self.value(depth - 1)})"
        if kind < 15:
            return f"{self.r.choice(OF_NUMBERS)}({self.value(depth - 1)})"
        if kind == 15:
            return f"{self.r.choice(OF_TWO)}({self.value(depth - 1)}, {self.value(depth - 1)})"
        if kind == 16:
            return self.pick(self.text(), f"{self.r.choice(OF_TEXT)}({self.text()})", self.two_texts())
        if kind == 17:
            return self.pick(self.made(), self.integers(), self.complex(), self.cell())
        if kind == 18:
            return f"[{self.value(depth - 1)}{self.pick(', ', '; ')}{self.value(depth - 1)}]"
        if kind == 19:
            return f"{self.value(depth - 1)}{self.pick(chr(39), '.' + chr(39))}" if self.names else self.number()
        if kind == 20:
            return self.part()
        return self.pick(f"single({self.value(depth - 1)})", f"cellfun(@(x) numel(x), {self.cell()})",
                         f"arrayfun(@(x) x * 2, {self.row()})", f"(@(t) t + 1)({self.number()})")  # fmt: skip

    def two_texts(self):
        what, a, b = self.r.choice(OF_TWO_TEXTS), self.text(), self.text()
        if what == "strrep3":
            return f"strrep({a}, {b}, 'Z')"
        if what == "strjoin2":
            return f"strjoin({{{a}, {b}}}, '-')"
        return f"strncmp({a}, {b}, 2)" if what == "strncmp" else f"{what}({a}, {b})"

    def subscript(self):
        return self.pick(
            "1", "2", "end", ":", "end-1", "[1 2]", "1:2", "[]", "[true false true]", "0", "5", "1.5", "end+1",
            "logical([1 0])", "[2 1 1]",
        )  # fmt: skip

    def subscripts(self):
        return ", ".join(self.subscript() for _ in range(self.pick(1, 1, 1, 2, 2, 3)))

    def part(self):
        name = self.name()
        return f"{name}({self.subscripts()})" if name else self.row(3)

    # -------------------------------------------------------------- statements

    def end(self):
        return self.pick("", "", ";")

    def statement(self):
        r = self.r.randrange(20)
        if r < 8 or not self.names:
            name, kind, text = self.new()
            self.names[name] = kind
            return f"{name} = {text}{self.end()}"
        name = self.name()
        if r == 8:
            return f"{self.value(3)}{self.end()}"
        if r == 9:
            return f"{name}({self.subscripts()}) = {self.value(1)}{self.end()}"
        if r == 10:
            return f"{name}({self.subscript()}) = []"
        if r == 11:
            return f"{name} {self.pick('+=', '-=', '*=')} {self.value(1)}"
        if r == 12:
            return f"if {self.value(2)}, disp('yes'), else, disp('no'), end"
        if r == 13:
            return f"for k = {self.value(1)}, k, end"
        if r == 14:
            template = self.pick("%d\\n", "%g %s|", "%5.2f\\n", "[%s]\\n", "%x %d\\n", "%e\\n", "%c%c\\n", "%i,%u\\n", "%-6d|%+d\\n")
            return f"printf('{template}', {self.value(1)})"
        if r == 15:
            return f"disp({self.value(2)})"
        if r == 16:
            return f"switch {self.value(1)}, case {{1, 'abc'}}, disp('one'), case 2, disp('two'), otherwise, disp('other'), end"
        if r == 17:
            return f"s.{self.pick('a', 'b')}{self.pick('', '.c', '(2)', '{2}')} = {self.value(1)}"
        if r == 18:
            return f"[p, q] = {self.pick('max', 'min', 'sort', 'size', 'find', 'unique')}({self.value(1)})"
        return f"i = 0; while i < 3, i++; if i == 2, continue, end, x{self.pick('', '(i)', '(end+1)')} = {self.value(1)}; end, x"

    def new(self):
        name = self.pick("a", "b", "c", "d", "x")
        kind = self.pick("real", "real", "matrix", "range", "int", "complex", "text", "cell", "made", "any", "any", "any")
        text = {
            "real": self.number, "matrix": self.matrix, "range": self.range, "int": self.integers,
            "complex": self.complex, "text": self.text, "cell": self.cell, "made": self.made, "any": self.value,
        }[kind]()  # fmt: skip
        return name, kind, text


def batch_text(scripts):
    """One file: every script between two marks, its error told where it ends."""
    text = ["1;"]
    for number, lines in scripts:
        text += [f"printf('@@@ {number}\\n');", "clear all", "try", *(f"  {line}" for line in lines)]
        text += ["catch e", "  printf('error: %s\\n', e.message);", "end"]
    return "\n".join([*text, "printf('@@@ end\\n');", ""])


def run_batch(command, scripts):
    """{number: what it printed}."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "batch.m"
        path.write_text(batch_text(scripts), encoding="utf-8")
        try:
            ran = subprocess.run(
                [*command, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                cwd=folder, timeout=SECONDS, check=False,
            )  # fmt: skip
            text, ended = ran.stdout.decode("utf-8", "replace"), ran.returncode
        except subprocess.TimeoutExpired as late:
            text, ended = (late.stdout or b"").decode("utf-8", "replace"), "late"
    parts = re.split(r"^@@@ (\w+)\n", text.replace("\n@@@ ", "\n\n@@@ "), flags=re.MULTILINE)
    told = {}
    for number, printed in zip(parts[1::2], parts[2::2], strict=False):
        if number != "end":
            told[int(number)] = printed.rstrip("\n")
    return told, ended


def plain(text):
    """Without what depends on how it was called: places, and the manual's text behind wrong calls."""
    text = re.sub(r"^(error|warning): called from\n(    .* at line .*\n)*\n?", "", text + "\n", flags=re.MULTILINE)
    return re.sub(r"(Invalid call to \w+)\.  Correct usage is:\n(\n --.*\n?)*", r"\1", text).rstrip("\n")


def same(octave, frit):
    octave, frit = plain(octave), plain(frit)
    if octave == frit:
        return True
    return any(re.search(a, octave) and re.search(b, frit) for a, b, _ in MEANT)


def cut(command_a, command_b, number, lines):
    """The fewest statements that still differ."""
    k = len(lines) - 1
    while k >= 0 and len(lines) > 1:
        fewer = lines[:k] + lines[k + 1 :]
        a, _ = run_batch(command_a, [(number, fewer)])
        b, _ = run_batch(command_b, [(number, fewer)])
        if not same(a.get(number, ""), b.get(number, "it ends")):
            lines = fewer
        k -= 1
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--octave", default="octave-cli")
    parser.add_argument("--frit", default=str(HERE.parents[1] / "build" / "frit"))
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=20, help="differences that are cut down and shown")
    args = parser.parse_args()
    octave, frit = [args.octave, "-qf", "--no-history"], [str(Path(args.frit).resolve())]
    numbers = range(args.first, args.first + args.count)
    batches = [[(n, Script(n).lines) for n in numbers[k : k + BATCH]] for k in range(0, len(numbers), BATCH)]
    differ, compared = [], 0

    def both(batch):
        return batch, run_batch(octave, batch), run_batch(frit, batch)

    with ThreadPoolExecutor(2) as pool:
        for batch, (theirs, _), (ours, ended) in pool.map(both, batches):
            for number, lines in batch:
                if number not in theirs:
                    continue  # Octave itself did not get there
                compared += 1
                if not same(theirs[number], ours.get(number, f"it ends ({ended})")):
                    differ.append((number, lines))
    print(f"{compared} scripts compared, {len(differ)} differ")
    for number, lines in differ[: args.show]:
        lines = cut(octave, frit, number, lines)
        a, b = run_batch(octave, [(number, lines)])[0], run_batch(frit, [(number, lines)])[0]
        print(f"\n==== {number}", *lines, "---- Octave", a.get(number, ""), "---- frit", b.get(number, "it ends"), sep="\n")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
