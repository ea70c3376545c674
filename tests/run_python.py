"""The Python package's part of run.py: pytest's files, docstrings, types and example scripts.

Each file of tests is a process of its own, and every test in it counts. All of them run in the
interpreter of run.py and import the package from BUILD/python.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from run_process import Process, Result, decode

HELPER = "common.py"  # what the example scripts share
# What a Python built without them must load first.
SANITIZERS = {"address": "libasan.so", "thread": "libtsan.so"}

# Files that call functions over and over, from one thread: the thread sanitizer finds nothing in them that it does not
# find in the others, and they take it an hour.
ONE_THREAD = """
fuse_random loops_random masks moves nest_random numpy_found picks programs_1 programs_2 programs_3 programs_4 property
registry slang_examples slang_random views_and_writes
""".split()


def environment(setup):
    """Where the package is, and what the sanitizers need in a program built without them."""
    path = f"{setup.build / 'python'}:{setup.root / 'python'}:{Path(__file__).parent}"
    env = dict(setup.env, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1", COLUMNS="100")
    env.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(setup.build / "hypothesis"))
    preload = [name for kind, name in SANITIZERS.items() if kind in setup.sanitize]
    if preload:
        found = [
            subprocess.run([setup.env["CC"], f"-print-file-name={name}"], capture_output=True)
            for name in preload
        ]
        env["LD_PRELOAD"] = ":".join(decode(one.stdout).strip() for one in found)
        env["PYTHONMALLOC"] = "malloc"
        # Python keeps much until it ends, which is no leak of ours; and who asks for more memory than there is gets
        # none, as without a sanitizer.
        options = "detect_leaks=0:allocator_may_return_null=1:"
        env["ASAN_OPTIONS"] = options + env.get("ASAN_OPTIONS", "")
        known = Path(__file__).parent / "tsan.supp"
        options = f"suppressions={known}:allocator_may_return_null=1:"
        env["TSAN_OPTIONS"] = options + env.get("TSAN_OPTIONS", "")
    return env


def why_none(setup):
    """Why the package cannot be tested, or None."""
    if not list((setup.build / "python" / "frit").glob("_core.*.so")):
        return "the Python extension has not been built; cmake says why"
    return None


def rerun(setup, words):
    """A command line for the user, who has no use for the runner's plugin."""
    shown = " ".join(word if " " not in word else f"'{word}'" for word in words)
    return f"PYTHONPATH={setup.show(setup.build / 'python')} {setup.show(sys.executable)} {shown}"


# ---- files of tests


class Watch:
    """Says whether a file has grown since it was last asked: a run of pytest that goes on."""

    def __init__(self, path):
        self.path = path
        self.size = 0

    def __call__(self):
        size = self.path.stat().st_size if self.path.exists() else 0
        grown, self.size = size > self.size, size
        return grown


def run_pytest_once(setup, options, folder):
    """One process of pytest: the lines of its plugin, how it ended, what it printed."""
    lines = Path(folder) / "lines"
    lines.unlink(missing_ok=True)
    process = Process(
        setup.wrap + [sys.executable, "-m", "pytest", "-p", "pytest_lines", "-p", "no:cacheprovider", "-q"]
        + ["--rootdir", str(setup.root), "--tb=short", *options],
        setup.limits,
        goes_on=Watch(lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=setup.root,
        env=dict(environment(setup), FRIT_TEST_LINES=str(lines), TMPDIR=folder),
    )
    printed = decode(process.child.communicate()[0])
    status = process.finish()
    rows = [json.loads(line) for line in lines.read_text().splitlines()] if lines.exists() else []
    return rows, status, process.child.returncode, printed


def read_rows(rows):
    """What was collected, the outcomes by id, files with an outcome, what ran at the end."""
    collected, done, files, running = [], {}, [], None
    for row in rows:
        if "collected" in row:
            collected = row["collected"]
        elif "start" in row:
            running = row["start"]
        elif "broken" in row:
            files.append(("import", "FAIL", row["detail"]))
        elif "skipped" in row:
            files.append(("file", "skip", row["detail"]))
        else:
            done[row["id"]] = row
            running = None
    return collected, done, files, running


def run_pytest(setup, case):
    """Runs a case (name, options) to its end; after a crash goes on with the tests that are left."""
    name, options = case
    results, left, tail = [], None, ""
    with tempfile.TemporaryDirectory(dir=setup.scratch) as folder:
        while left is None or left:
            chosen = options if left is None else [*options[:-1], *left]
            rows, status, code, tail = run_pytest_once(setup, chosen, folder)
            collected, done, files, running = read_rows(rows)
            results += [Result(f"{name}:{what}", status, why) for what, status, why in files]
            for test, row in done.items():
                short = f"{name}:{test.partition('::')[2] or test}"
                again = rerun(setup, ["-m", "pytest", test])
                results.append(Result(short, row["status"], row["detail"], again))
            if running is None:
                break
            short = f"{name}:{running.partition('::')[2] or running}"
            again = rerun(setup, ["-m", "pytest", running])
            results.append(Result(short, "FAIL", f"{status}\n{tail}", again))
            left = [test for test in collected if test not in done and test != running]
    statuses = {result.status for result in results}
    if not results or (code not in (0, 1) and "FAIL" not in statuses and "ok" in statuses):
        results.append(Result(name, "FAIL", f"{status}\n{tail}"))
    return results


# ---- the rest


def run_plain(setup, name, words, cwd):
    """A command of the interpreter that passes when it ends well."""
    process = Process(
        setup.wrap + [sys.executable, *words],
        setup.limits,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=environment(setup),
    )
    printed = decode(process.child.communicate()[0])
    status = process.finish()
    if process.child.returncode == 0:
        return [Result(name, "ok")]
    return [Result(name, "FAIL", f"{status}\n{printed}", rerun(setup, words))]


def run_mypy(setup, name):
    cache = setup.build / "mypy"
    words = ["-m", "mypy", "--config-file", str(setup.root / "pyproject.toml")]
    words += ["--cache-dir", str(cache), str(setup.root / "python" / "frit")]
    return run_plain(setup, name, words, setup.root)


def run_example(setup, path):
    with tempfile.TemporaryDirectory(dir=setup.scratch) as folder:
        return run_plain(setup, f"examples/{path.name}", [str(path)], folder)


def run_nothing(setup, why):
    return [Result("python", "FAIL", why)]


def run_left_out(_, argument):
    name, why = argument
    return [Result(name, "skip", why)]


def collect(setup):
    """(name, function, argument) for all that tests the Python package."""
    package = setup.root / "python" / "frit"
    files = sorted((setup.root / "python" / "tests").glob("test_*.py"))
    examples = [path for path in sorted((setup.root / "examples").glob("*.py"))]
    examples = [path for path in examples if path.name != HELPER]
    if not files and not examples and not package.exists():
        return
    if why := why_none(setup):
        yield "python", run_nothing, why
        return
    # The longest first.
    for path in sorted(files, key=lambda file: -file.stat().st_size):
        name = f"python/{path.stem}"
        if "thread" in setup.sanitize and path.stem.removeprefix("test_") in ONE_THREAD:
            yield name, run_left_out, (name, "one thread makes its calls; the address sanitizer's run has it")
        else:
            yield name, run_pytest, (name, [str(path)])
    if package.exists():
        built = str(setup.build / "python" / "frit")
        yield "python/doctests", run_pytest, ("python/doctests", ["--doctest-modules", built])
    if package.exists() and shutil.which("mypy", path=str(Path(sys.executable).parent)):
        yield "python/mypy", run_mypy, "python/mypy"
    for path in examples:
        yield f"examples/{path.name}", run_example, path
