#!/usr/bin/env python3
"""Runs every test of a build directory.

    unit/FILE.NAME      a test of BUILD/frit-unit (tests/unit, tests/harness.h)
    guarded/FILE.NAME   the same, of those that run something, on a device whose memory the host cannot address
                        (tests/unit/guarded.h), at a part of the scale
    opencl/FILE.NAME    the same, of some files, on the first OpenCL device
    cuda/FILE.NAME      the same, of those that run something, on the first GPU
    golden/PATH.frit    a file that carries its commands and their output (tests/golden); PATH.slang
                        too, with // for #; PATH.kernel
    script/NAME         an executable of tests/script: exit 0 passes, 77 skips; a line "left out PART: why"
                        is a part of it that was skipped
    install/NAME        the same for tests/install
    octave/THEME/NAME:K a case of a script whose printed text is known (tests/run_octave.py)
    fuzz/NAME           the corpus of a fuzz target, replayed without a fuzzer
    python/FILE         the tests of python/tests/test_FILE.py, each of them counted
    python/doctests     the examples in the package's docstrings
    python/mypy         the types of the package
    examples/NAME.py    a script of examples/, at its small size

The last line printed is "N passed, N failed"; what was skipped, and why, stands above it.
"""

import argparse
import copy
import dataclasses
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import run_devices
import run_inherit
import run_octave
import run_python
from run_process import Limits, Process, Result, decode, run_command, spent

SKIP_STATUS = 77
BLESS_ROUNDS = 3
LONG_UNIT = "test_tiers."
# LeakSanitizer stops all threads at the end to look for leaks, and now and then that crashes where two LLVMs are loaded:
# it has then found out nothing, and looks again.
LEAK_CHECKER_DIED = "Tracer caught signal"
LEAK_CHECKS = 3


class Setup:
    """Where things are, and the environment tests run in."""

    def __init__(self, args, scratch):
        self.root = Path(args.root).resolve()
        self.build = Path(args.build).resolve()
        self.tests = self.root / "tests"
        self.tool = self.build / "frit"
        self.unit = self.build / "frit-unit"
        self.limits = Limits(args.idle, args.work)
        self.bless = args.bless
        self.scratch = Path(scratch)
        cache = read_cmake_cache(self.build)
        self.sanitize = cache.get("FRIT_SANITIZE", "")
        self.env = self.environment(cache)
        self.wrap = without_random_addresses() if "thread" in self.sanitize else []
        # Programs of a build for another architecture are run by an emulator, and they alone.
        self.emulator = emulator_of(cache)
        self.wrap += self.emulator
        self.kind = "unit"  # of unit tests, in their names

    def environment(self, cache):
        """What every test finds in its environment."""
        env = run_inherit.clean_environment(os.environ, self.scratch)
        env.update(
            FRIT=str(self.tool),
            FRIT_BUILD=str(self.build),
            FRIT_SRC=str(self.root),
            FRIT_SANITIZE=self.sanitize,
            CC=cache.get("CMAKE_C_COMPILER", os.environ.get("CC", "cc")),
        )
        if emulator_of(cache):  # tests load what it makes into programs of that build
            env["CXX"] = env["CC"].replace("gcc", "g++")
            env["FRIT_TEST_EMULATED"] = "1"
        env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
        env.setdefault("TSAN_OPTIONS", "halt_on_error=1 second_deadlock_stack=1")
        return env

    def on_device(self, name, part):
        """The same, where contexts that name no device get this one, at a part of the scale."""
        other = copy.copy(self)
        scale = float(self.env.get("FRIT_TEST_SCALE", 1)) * part
        other.env = {**self.env, "FRIT_TEST_DEVICE": name, "FRIT_TEST_SCALE": f"{scale:g}"}
        other.kind = name
        return other

    def show_program(self, path):
        """A program as the user would run it."""
        return " ".join([shlex.quote(word) for word in self.emulator] + [self.show(path)])

    def show(self, path):
        """A path as the user would type it."""
        return shlex.quote(os.path.relpath(path))

    def rerun(self, name):
        return f"{self.show(self.tests / 'run.py')} --build {self.show(self.build)} -k {name}"


def read_cmake_cache(build):
    try:
        text = (build / "CMakeCache.txt").read_text()
    except OSError:
        return {}
    return dict(re.findall(r"^(\w+):\w+=(.*)$", text, re.MULTILINE))


def emulator_of(cache):
    """The words before a program of a build for another architecture."""
    return [word for word in cache.get("CMAKE_CROSSCOMPILING_EMULATOR", "").split(";") if word]


def without_random_addresses():
    """Some compilers' thread sanitizer finds no room on kernels that randomise addresses much."""
    wrap = ["setarch", "-R"]
    try:
        subprocess.run(wrap + ["true"], check=True, capture_output=True)
        return wrap
    except (OSError, subprocess.CalledProcessError):
        return []


def to_lines(text):
    """Split at newlines only, not at the other ends of lines that splitlines knows."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def indent(text):
    return "".join(f"    {line}\n" for line in text.splitlines())


# ---- unit tests


def list_unit(setup):
    """The names of the unit tests, and why there are none when there should be."""
    if not any((setup.tests / "unit").glob("*.c")):
        return [], None
    if not setup.unit.exists():
        return [], f"{setup.show(setup.unit)} has not been built"
    code, status, out, err = run_command(setup, [str(setup.unit), "--list"], env=setup.env)
    return (out.split(), None) if code == 0 else ([], f"--list: {status}\n{err}")


def run_no_unit(_, why):
    return [Result("unit", "FAIL", why)]


def unit_result(setup, name, status, detail=""):
    seed = "".join(
        f"{key}={shlex.quote(setup.env[key])} "
        for key in ("FRIT_TEST_SEED", "FRIT_TEST_SCALE", "FRIT_TEST_DEVICE")
        if key in setup.env
    )
    rerun = f"{seed}{setup.show_program(setup.unit)} {name}"
    return Result(f"{setup.kind}/{name}", status, detail, rerun)


def run_unit_once(setup, names):
    """One process: the results it printed by name, what it printed after the last, its status."""
    process = Process(
        setup.wrap + [str(setup.unit)] + names,
        setup.limits,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=setup.env,
        cwd=setup.root,
    )
    results, noise = {}, []
    for raw in process.child.stdout:
        line = decode(raw).rstrip("\n")
        match = re.match(r"(ok|FAIL|skip) ([\w.]+)(?:: (.*))?$", line)
        if not match or match[2] not in names:
            noise.append(line)
            continue
        detail = match[3] or ""
        if match[1] == "FAIL":
            detail = "\n".join([detail] + noise)
        results[match[2]] = unit_result(setup, match[2], match[1], detail)
        noise = []
        process.touch()
    status = process.finish()
    return results, noise, status, process.child.returncode


def run_unit(setup, names):
    """Runs the tests in one process; after a crash goes on in another with those that are left."""
    results, names, again = [], list(names), LEAK_CHECKS
    while names:
        done, noise, status, code = run_unit_once(setup, names)
        if any(LEAK_CHECKER_DIED in line for line in noise) and again > 0:
            again -= 1
            print(f"again: {names[0]}...: the leak checker itself crashed", file=sys.stderr)
            continue
        failed = any(result.status == "FAIL" for result in done.values())
        left = [name for name in names if name not in done]
        # A check that fails in a thread prints its line and ends the process: nobody crashed.
        ended_by_check = code == 1 and failed and not noise
        if left and not ended_by_check:
            name = left.pop(0)
            done[name] = unit_result(setup, name, "FAIL", "\n".join([status] + noise))
        elif not left and code != 0 and not failed:
            # Every test passed, yet the process did not: a leak, most likely. Whose?
            if len(names) > 1:
                done = {r.name: r for name in names for r in run_unit(setup, [name])}
                if all(result.status != "FAIL" for result in done.values()):
                    detail = "\n".join([f"{status} after {' '.join(names)}"] + noise)
                    done["exit"] = unit_result(setup, "exit", "FAIL", detail)
            else:
                detail = "\n".join([f"{status} after the test"] + noise)
                done[names[0]] = unit_result(setup, names[0], "FAIL", detail)
        results += done.values()
        names = left
    return results


def run_on(device):
    def run_there(setup, names):
        """All of them long, or none."""
        long = names[0].startswith(LONG_UNIT)
        return run_unit(setup.on_device(device.name, device.long_part if long else device.part), names)

    return run_there


# ---- golden tests


class GoldenError(Exception):
    """A file that is not a golden test."""


@dataclasses.dataclass
class GoldenRun:
    command: str
    end: int  # the line before which the next run starts
    status: int = 0
    block: int | None = None  # the line of the first "#>"
    expected: list = dataclasses.field(default_factory=list)


def comment_mark(path):
    """What begins the lines that are for this runner."""
    return "//" if path.suffix == ".slang" else "#"


def parse_golden(lines, mark):
    runs = []
    for number, line in enumerate(lines):
        if match := re.match(mark + r" run:\s*(.+)", line):
            runs.append(GoldenRun(match[1].strip(), len(lines)))
            if len(runs) > 1:
                runs[-2].end = number
        elif match := re.match(mark + r" exit:\s*(\d+)", line):
            last_run(runs, number, mark).status = int(match[1])
        elif line.startswith(mark + ">"):
            run = last_run(runs, number, mark)
            if run.block is None:
                run.block = number
            run.expected.append(line.removeprefix(mark + ">").removeprefix(" "))
    if not runs:
        raise GoldenError(f"it has no '{mark} run:' line")
    return runs


def last_run(runs, number, mark):
    if not runs:
        raise GoldenError(f"line {number + 1} stands before the first '{mark} run:'")
    return runs[-1]


def golden_argv(setup, run, path):
    words = shlex.split(run.command)
    if words[0] != "frit":
        raise GoldenError(f"a command must start with frit: {run.command}")
    relative = str(path.relative_to(setup.tests / "golden"))
    return [str(setup.tool)] + [word.replace("%s", relative) for word in words[1:]]


def run_golden_command(setup, run, path):
    """The lines the command printed, and what is wrong with the way it ended, or None."""
    argv = golden_argv(setup, run, path)
    code, status, out, err = run_command(setup, argv, cwd=setup.tests / "golden", env=setup.env)
    wrong = None
    if code != run.status:
        wrong = f"{status}, should be {run.status}"
    elif any(text and not text.endswith("\n") for text in (out, err)):
        wrong = "its output does not end with a newline"
    return to_lines(out) + to_lines(err), wrong


def check_golden(setup, path, lines):
    """The failures of a file as texts, and its lines with what was printed now in the blocks (None
    when a command ended in the wrong way: such output is never blessed)."""
    failures, blessed, start, may_bless = [], [], 0, True
    mark = comment_mark(path)
    for run in parse_golden(lines, mark):
        got, wrong = run_golden_command(setup, run, path)
        if wrong:
            failures.append("\n".join([f"{run.command}: {wrong}"] + got))
            may_bless = False
        elif got != run.expected:
            diff = difflib.unified_diff(run.expected, got, "expected", "got", lineterm="")
            failures.append("\n".join([f"{run.command}: wrong output"] + list(diff)))
        at = run.end if run.block is None else run.block
        blessed += lines[start:at] + [f"{mark}> {line}" if line else f"{mark}>" for line in got]
        blessed += [line for line in lines[at : run.end] if not line.startswith(f"{mark}>")]
        start = run.end
    return failures, blessed if may_bless else None


def run_golden(setup, path):
    name = f"golden/{path.relative_to(setup.tests / 'golden')}"
    for _ in range(BLESS_ROUNDS if setup.bless else 1):
        try:
            lines = to_lines(path.read_bytes().decode("utf-8", "surrogateescape"))
            failures, blessed = check_golden(setup, path, lines)
        except (GoldenError, ValueError) as error:
            return [Result(name, "FAIL", str(error), setup.rerun(name))]
        if not setup.bless or not failures or blessed is None:
            break
        # Blocks above the program move its lines, so the outcome is looked at again.
        text = "".join(f"{line}\n" for line in blessed)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        print(f"blessed {name}", flush=True)
    if failures:
        return [Result(name, "FAIL", "\n".join(failures), setup.rerun(name))]
    return [Result(name, "ok")]


# ---- scripts and fuzz corpora


def left_out(name, printed):
    """A script that passes without one of its parts says so in a line, "left out PART: why"."""
    parts = re.findall(r"^left out ([\w-]+): (.+)$", printed, re.MULTILINE)
    return [Result(f"{name}:{part}", "skip", why) for part, why in parts]


def run_script(setup, path):
    name = f"{path.parent.name}/{path.name}"
    if not os.access(path, os.X_OK):
        return [Result(name, "FAIL", "it is not executable", setup.rerun(name))]
    command = [sys.executable, str(path)] if path.suffix == ".py" else [str(path)]
    with tempfile.TemporaryDirectory(dir=setup.scratch) as folder:
        process = Process(
            command,
            setup.limits,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=setup.env,
        )
        out, err = (decode(data) for data in process.child.communicate())
        status = process.finish()
    if process.child.returncode == 0:
        return [Result(name, "ok"), *left_out(name, out)]
    if process.child.returncode == SKIP_STATUS and not process.verdict:
        return [Result(name, "skip", (out.splitlines() or ["no reason given"])[-1])]
    return [Result(name, "FAIL", f"{status}\n{out}{err}", setup.rerun(name))]


def run_fuzz(setup, target):
    replay = setup.build / f"fuzz-{target}-replay"
    corpus = setup.tests / "fuzz" / "corpus" / target
    if not (setup.tests / "fuzz" / f"{target}.c").exists():
        return [Result(f"fuzz/{target}", "FAIL", f"{setup.show(corpus)} has no target")]
    if not corpus.is_dir():
        return [
            Result(f"fuzz/{target}", "FAIL", f"{setup.show(corpus)} is missing: add some seeds")
        ]
    code, status, out, err = run_command(setup, [str(replay), str(corpus)], env=setup.env)
    if code == 0:
        return [Result(f"fuzz/{target}", "ok")]
    last = (out.splitlines() or [str(corpus)])[-1]
    rerun = f"{setup.show_program(replay)} {setup.show(last)}"
    return [Result(f"fuzz/{target}", "FAIL", f"{status} at {setup.show(last)}\n{err}", rerun)]


def run_not_emulated(_, name):
    return [Result(f"{name}/", "skip", "they run programs of this machine")]


# ---- all together


def split_long(names, jobs):
    """Unit tests as lists, each for one process; those that take minutes each by itself."""
    short = [name for name in names if not name.startswith(LONG_UNIT)]
    size = max(1, len(short) // (jobs * 4))
    parts = [short[first : first + size] for first in range(0, len(short), size)]
    return parts + [[name] for name in names if name.startswith(LONG_UNIT)]


def collect(setup, wanted, jobs):
    """The names of the selected cases, and the work that runs them: (function, argument) pairs."""
    names, work = [], []

    def add(name, function, argument):
        if wanted(name):
            names.append(name)
            work.append((function, argument))

    # Scripts first: they are the longest.
    for folder in ("install", "script") if not setup.emulator else ():
        for path in sorted((setup.tests / folder).glob("*.*")):
            if path.suffix in (".sh", ".py"):
                add(f"{folder}/{path.name}", run_script, path)
    listed, why_none = list_unit(setup)
    if why_none:
        add("unit", run_no_unit, why_none)
    unit = [name for name in listed if wanted(f"unit/{name}")]
    names += [f"unit/{name}" for name in unit]
    for some in split_long(unit, jobs):
        # Those that take minutes come first.
        work.insert(0 if some[0].startswith(LONG_UNIT) else len(work), (run_unit, some))
    for device in run_devices.DEVICES:
        there = [n for n in listed if device.takes(n) and wanted(f"{device.name}/{n}")]
        if there and (why := device.why_not(setup)):
            names.append(f"{device.name}/")
            work.append((run_python.run_left_out, (f"{device.name}/", why)))
            continue
        names += [f"{device.name}/{name}" for name in there]
        for some in split_long(there, jobs):
            work.append((run_on(device), some))
    for name, function, argument in run_python.collect(setup) if not setup.emulator else ():
        add(name, function, argument)
    for name in ("install", "script", "python", "examples") if setup.emulator else ():
        add(f"{name}/", run_not_emulated, name)
    golden = setup.tests / "golden"
    endings = ("frit", "slang", "kernel")
    for path in sorted(path for ending in endings for path in golden.rglob(f"*.{ending}")):
        add(f"golden/{path.relative_to(setup.tests / 'golden')}", run_golden, path)
    for path in sorted((setup.tests / "octave").glob("*/*.m")):
        add(f"octave/{path.parent.name}/{path.stem}", run_octave.run_octave, path)
    fuzz = {path.stem for path in (setup.tests / "fuzz").glob("*.c")}
    fuzz |= {path.name for path in (setup.tests / "fuzz" / "corpus").glob("*")}
    for target in sorted(fuzz):
        add(f"fuzz/{target}", run_fuzz, target)
    return names, work


def report(result, verbose):
    if result.status == "FAIL":
        first, *rest = result.detail.splitlines() or [""]
        print(f"FAIL {result.name}: {first}")
        print(indent("\n".join(rest)), end="")
        if result.rerun:
            print(f"    run it again: {result.rerun}")
    elif result.status == "skip":
        print(f"skip {result.name}: {result.detail}")
    elif verbose:
        print(f"ok {result.name}")
    sys.stdout.flush()


def run_safely(function, setup, argument):
    """A test that cannot even be started has failed; the others go on."""
    try:
        return function(setup, argument)
    except Exception as error:  # pylint: disable=broad-except
        return [Result(f"{function.__name__}({argument})", "FAIL", repr(error))]


def label(function, argument):
    """A piece of work in a few words."""
    if isinstance(argument, (list, tuple)):
        return f"{function.__name__} {argument[0]}" + (f" and {len(argument) - 1} more" if len(argument) > 1 else "")
    return f"{function.__name__} {argument}"


def run_timed(function, setup, argument, times):
    """With what it took: seconds of processors (to about one; a busy machine changes little), and by the clock."""
    began, spent.seconds = time.monotonic(), 0.0
    results = run_safely(function, setup, argument)
    times.append((spent.seconds, time.monotonic() - began, label(function, argument)))
    return results


def run_all(setup, work, jobs, verbose, slowest):
    counts, times = {"ok": 0, "FAIL": 0, "skip": 0}, []
    with ThreadPoolExecutor(jobs) as pool:
        futures = [
            pool.submit(run_timed, function, setup, argument, times) for function, argument in work
        ]
        for future in as_completed(futures):
            for result in future.result():
                counts[result.status] += 1
                report(result, verbose)
    for used, seconds, what in sorted(times, reverse=True)[:slowest]:
        print(f"{used:8.1f} s of processors, {seconds:8.1f} s  {what}")
    if counts["skip"]:
        print(f"skipped: {counts['skip']}")
    print(f"{counts['ok']} passed, {counts['FAIL']} failed", flush=True)
    return counts["FAIL"] == 0


def parse_args():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-k", action="append", default=[], metavar="TEXT", help="only names with TEXT"
    )
    parser.add_argument(
        "-j", type=int, default=len(os.sched_getaffinity(0)), help="processes at once"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show passing tests too")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="say what took longest")
    parser.add_argument("--list", action="store_true", help="list the tests and run none")
    parser.add_argument(
        "--bless", action="store_true", help="rewrite golden files with what is printed"
    )
    parser.add_argument("--build", default=root / "build", help="the build directory")
    parser.add_argument("--root", default=root, help="the source tree")
    parser.add_argument("--idle", type=float, default=300, help="seconds a test may do nothing")
    parser.add_argument(
        "--work", type=float, default=3600, help="seconds of processor time a test may take"
    )
    return parser.parse_args()


def main():
    args = parse_args()
    jobs = max(1, args.j)
    run_inherit.clean_process()
    with run_inherit.scratch_folder() as scratch:
        setup = Setup(args, scratch)
        names, work = collect(
            setup, lambda name: not args.k or any(part in name for part in args.k), jobs
        )
        if args.list:
            print("\n".join(names))
            return 0
        if not names:
            print("no test has such a name" if args.k else "there are no tests")
            print("0 passed, 0 failed")
            return 1
        return 0 if run_all(setup, work, jobs, args.verbose, args.slowest) else 1


if __name__ == "__main__":
    sys.exit(main())
