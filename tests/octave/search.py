#!/usr/bin/env python3
"""Random scripts, run by Octave and by frit; what they print is compared.

    tests/octave/search.py [--count 10000] [--first 0] [--frit PATH] [--octave octave-cli] [--show 20]

A script is known by its number (tests/octave/random_scripts.py makes it; numbers that end with 9 are about large arrays). Two
hundred go into one process, each with its errors caught, so that Octave's start counts once. Scripts that differ are cut down to
the statements that matter and shown; docs/scripts.md has the kinds of differences that are meant, and MEANT the patterns by
which they are known. Ends with 1 where anything else differs.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from random_scripts import FUNCTIONS, Script

HERE = Path(__file__).resolve().parent
BATCH = 200
SECONDS = 600

# (what the script has, what Octave printed, what frit printed, why): all must be found for a difference to be meant.
MEANT = [
    ("", r"Diagonal Matrix|Permutation Matrix", "", "diagonal matrices and permutations are full ones"),
    (r"%[-\d.]*[sc]", "", "", "%s of what is no character is %g"),
    (r"numel\(", "", "", "numel of a map is the number of its keys"),
    ("", r"(mod|rem|atan2|hypot): wrong type argument '(bool|null_sq_string)", "", "logicals are numbers there"),
    ("", r"error: parse error:", r"error: parse error:", "messages about texts are our own"),
    ("", r"range error for conversion to character|multi-row character matrix", "", "no warning"),
    ("", r"invalid lvalue function called|null_(sq_string|string|matrix)", "", "--0.5; literals that are empty"),
    (r"fprintf\(", r"Invalid call to fprintf", "", "fprintf of a number"),
    ("", r"can't perform indexing operations for|__sort_rows_idx__|octave_map::setfield|Octave's index type", "", "Octave's own limits"),
    ("", r"<unknown type>|implicit conversion from", "", "numbers as text"),
    (r"assert", r"error: assert \(", r"error: assert \(cond\) failed", "assert does not know the text of its condition"),
    (r"\.a\(.*end", r"invalid use of 'end'", "", "fields that are made by their end"),
    (r"1i \^|\^ 1i", r"[0-9N]", r"[0-9N]", "last digits and signs of NaN of complex powers"),
    ("", r"conversion to logical|converted to logical 1", "", "a warning before an error"),
    (r"error\(struct", r"name = batch", r"batch.m", "what a script is called in the stack"),
    (r"%\*d", r"invalid conversion from real matrix", r"invalid field width", "empty widths"),
    ("", r"Invalid call to lookup|gcd: all values must be|cell \(A\): use cell|java", "", "which function refuses"),
    (r"strcmp", r"ans = 0", r"\[\]\(0x0\)", "strcmp of an empty cell"),
    (r"bank", r"-?0?\.\d\d", r"i$", "format bank of complex numbers"),
]


def batch_text(scripts):
    """One file: every script between two marks, its error told where it ends."""
    text = ["1;", FUNCTIONS]
    for number, lines in scripts:
        text += [f"printf('@@@ {number}\\n');", "clear -global; clear -variables; format; func_count(0);"]
        text += ["try", *(f"  {line}" for line in lines)]
        text += ["catch e", "  printf('error: %s\\n', e.message);", "end"]
    return "\n".join([*text, "printf('@@@ end\\n');", ""])


def run_batch(command, scripts):
    """{number: what it printed}, and how the process ended."""
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
    parts = re.split(r"^@@@ (\w+)\n", re.sub(r"(?<!\n)@@@ (?=\w+\n)", "\n@@@ ", text), flags=re.MULTILINE)
    told = {}
    for number, printed in zip(parts[1::2], parts[2::2], strict=False):
        if number != "end":
            told[int(number)] = printed.rstrip("\n")
    return told, ended


def plain(text):
    """Without what depends on how it was called: places, and the manual's text behind wrong calls."""
    text = re.sub(r"^(error|warning): called from\n(    .* at line .*\n|    [\w<>@]+\n)*\n?", "", text + "\n", flags=re.MULTILINE)
    text = re.sub(r"^error: called from\n.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"(Invalid call to \w+)\.  Correct usage is:\n(\n? --.*\n?)*", r"\1", text).rstrip()


def same(lines, octave, frit):
    octave, frit = plain(octave), plain(frit)
    if octave == frit:
        return True
    script = "\n".join(lines)
    return any(re.search(s, script) and re.search(a, octave) and re.search(b, frit) for s, a, b, _ in MEANT)


def cut(octave, frit, scripts):
    """Each with the fewest statements that still differ; a statement of each is tried in one run of both."""
    left = {number: list(lines) for number, lines in scripts}
    for back in range(1, 1 + max((len(lines) for lines in left.values()), default=0)):
        fewer = {}
        for number, lines in scripts:
            place = len(lines) - back
            if place >= 0 and len(left[number]) > 1:
                fewer[number] = left[number][:place] + left[number][place + 1 :]
        tried = list(fewer.items())
        a, b = run_batch(octave, tried)[0], run_batch(frit, tried)[0]
        for number, lines in tried:
            if number in a and not same(lines, a[number], b.get(number, "it ends")):
                left[number] = lines
    return list(left.items())


def run_both(octave, frit, batch):
    """Of a batch that Octave cannot read its halves are tried: a script in it is no script for Octave."""
    with ThreadPoolExecutor(2) as pool:
        theirs, ours = pool.map(run_batch, [octave, frit], [batch, batch])
    if theirs[0] or len(batch) == 1:
        return theirs[0], ours
    half = len(batch) // 2
    first, second = run_both(octave, frit, batch[:half]), run_both(octave, frit, batch[half:])
    return first[0] | second[0], (first[1][0] | second[1][0], second[1][1])


def search(octave, frit, numbers):
    """The scripts that differ, and how many were compared."""
    differ, compared = [], 0
    for first in range(0, len(numbers), BATCH):
        batch = [(n, Script(n).lines) for n in numbers[first : first + BATCH]]
        theirs, ours = run_both(octave, frit, batch)
        for number, lines in batch:
            if number not in theirs:
                continue
            compared += 1
            if number not in ours[0]:
                print(f"frit ended with {ours[1]} at or after {number}", *lines, sep="\n  ")
                differ.append((number, lines))
                break
            if not same(lines, theirs[number], ours[0][number]):
                differ.append((number, lines))
    return differ, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--octave", default="octave-cli")
    parser.add_argument("--frit", default=str(HERE.parents[1] / "build" / "frit"))
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int, default=20, help="differences that are cut down and shown")
    args = parser.parse_args()
    octave, frit = [args.octave, "-qf", "--no-history"], [str(Path(args.frit).resolve())]
    differ, compared = search(octave, frit, range(args.first, args.first + args.count))
    print(f"{compared} scripts compared, {len(differ)} differ")
    shown = cut(octave, frit, differ[: args.show])
    theirs, ours = run_batch(octave, shown)[0], run_batch(frit, shown)[0]
    for number, lines in shown:
        print(f"\n==== {number}", *lines, "---- Octave", plain(theirs.get(number, "")), sep="\n")
        print("---- frit", plain(ours.get(number, "it ends")), sep="\n")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
