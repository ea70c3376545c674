"""Whole scripts of bench/script_programs by frit, by Octave and, those on arrays, the same statements by frit's Python."""

import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "script_programs"

# Paths of random numbers have a closed form: the price of a European call, and four standard errors of 10^6 paths.
PRICE = {"monte_carlo": (3.161, 0.02)}
LOOSE = {"elementwise": 2e-4}

PYTHON = """
import sys, time
sys.path.insert(0, {folder!r})
import {name} as program
import frit
program.run(0.001)
begin = time.perf_counter()
values = program.run({size})
print(time.perf_counter() - begin, *[repr(v) for v in values])
"""


def names(word):
    return sorted(path.stem for path in PROGRAMS.glob("*.m") if word in path.stem)


def run_script(argv, name, size):
    """Milliseconds of the whole process, and the numbers it prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench_program.m"
        path.write_text(f"size_ = {size};\n" + (PROGRAMS / f"{name}.m").read_text())
        begin = time.perf_counter()
        ran = subprocess.run([*argv, str(path)], capture_output=True, text=True, check=False)
        took = time.perf_counter() - begin
    if ran.returncode not in (0, 1) or not ran.stdout.split():
        raise RuntimeError(f"{argv[0]} {name}: {ran.stderr.strip()[:200]}")
    return took * 1e3, [float(word) for word in ran.stdout.split()]


def run_python(name, size):
    """Milliseconds of the statements in a process that has imported and warmed up, as the script's process has its plans cold."""
    text = PYTHON.format(folder=str(PROGRAMS), name=name, size=size)
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, env=dict(os.environ))
    if ran.returncode:
        raise RuntimeError(f"{name}.py: {ran.stderr.strip()[-300:]}")
    seconds, *values = ran.stdout.split()
    return float(seconds) * 1e3, [float(v) for v in values]


def differs(name, values, others, size):
    """What is wrong with the numbers, or None."""
    if name in PRICE:
        price, error = PRICE[name]
        error /= math.sqrt(size)
        bad = [v for v in values if abs(v - price) > error]
        return f"{name}: {bad} is not within {error} of {price}" if bad else None
    limit = LOOSE.get(name, 1e-6)
    if len(values) != len(others) or not all(math.isclose(a, b, rel_tol=limit, abs_tol=1e-6) for a, b in zip(values, others)):
        return f"{name}: {values} and {others}"
    return None


def measure(frit, octave, name, size, rounds):
    """Ways take turns; each has the median of its rounds. The first round, in which kernels are compiled, does not count."""
    ways = {"frit": lambda: run_script([frit], name, size)}
    if octave:
        ways["octave"] = lambda: run_script([octave, "-qf"], name, size)
    if (PROGRAMS / f"{name}.py").exists():
        ways["python"] = lambda: run_python(name, size)
    times, wrong = {way: [] for way in ways}, None
    run_script([frit], name, size)
    for _ in range(rounds):
        first = None
        for way, run in ways.items():
            took, values = run()
            times[way].append(took)
            first = first or values
            wrong = wrong or differs(name, values, first, size)
    return {"script": name, **{way: statistics.median(list_) for way, list_ in times.items()}, **({"wrong": wrong} if wrong else {})}


def show(value):
    return "-" if value is None else f"{value:.0f}"


def report(frit, octave, word, size, rounds):
    """Prints and gives the rows."""
    rows = []
    print(f"\n{'whole scripts, ms':26} {'frit':>9} {'Octave':>9} {'Python':>9} {'Octave/frit':>12}")
    for name in names(word):
        row = measure(frit, octave, name, size, rounds)
        rows.append(row)
        ratio = f"{row['octave'] / row['frit']:.1f}" if octave else "-"
        print(f"{name:26} {show(row['frit']):>9} {show(row.get('octave')):>9} {show(row.get('python')):>9} {ratio:>12}")
        if "wrong" in row:
            print(f"  {row['wrong']}")
    return rows
