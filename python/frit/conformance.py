"""`python -m frit.conformance PATH` runs the array standard's own test suite against frit.

PATH is a checkout of github.com/data-apis/array-api-tests with its submodule array-api. The suite
needs pytest, hypothesis and ndindex; with pytest-xdist it can use several processes.

KNOWN below is the whole list of tests that are expected to fail, each with the reason. Whatever
else fails is a bug.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

VERSION = "2025.12"
SUITE = "array_api_tests"


@dataclass(frozen=True)
class Known:
    """Tests of one file that are expected to fail, and why."""

    reason: str
    file: str
    tests: tuple[str, ...]

    def ids(self) -> list[str]:
        """The tests as the suite names them."""
        return [f"{SUITE}/{self.file}::{test}" for test in self.tests]


KNOWN: tuple[Known, ...] = ()


def check(path: Path) -> str | None:
    """What is missing for a run, or None."""
    if not (path / SUITE).is_dir():
        return f"{path} is no checkout of array-api-tests: it has no folder {SUITE}"
    if not (path / "array-api" / "src").is_dir():
        return f"{path}/array-api is empty: the suite needs its submodule (git submodule update)"
    missing = [name for name in ("pytest", "hypothesis", "ndindex") if not _installed(name)]
    return f"the suite needs {', '.join(missing)}: pip install them" if missing else None


def _installed(module: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(module) is not None


def command(
    path: Path, results: Path, xfails: Path, examples: int, workers: int, more: Sequence[str]
) -> list[str]:
    """The call of pytest."""
    tests = [str(path / SUITE)] if not any(not a.startswith("-") for a in more) else []
    options = [
        *("-q", "-p", "no:cacheprovider", "--disable-deadline", "--tb=short"),
        *("--max-examples", str(examples), "--xfails-file", str(xfails)),
        f"--junitxml={results}",
    ]
    if workers > 1 and _installed("xdist"):
        options += ["-n", str(workers)]
    return [sys.executable, "-m", "pytest", *tests, *options, *more]


@dataclass
class Summary:
    """How many tests of each file went how."""

    files: dict[str, Counter[str]]
    failed: list[str]
    skipped: Counter[str]  # by the reason that the suite gives

    def text(self) -> str:
        """A table, and what failed."""
        kinds = ("passed", "failed", "expected to fail", "skipped")
        width = max(map(len, self.files), default=4)
        lines = [f"{'tests of':<{width}}" + "".join(f"  {kind:>16}" for kind in kinds)]
        total: Counter[str] = Counter()
        for name in sorted(self.files):
            total.update(self.files[name])
            lines.append(_row(name, self.files[name], kinds, width))
        lines.append(_row("all", total, kinds, width))
        lines += [f"FAILED {name}" for name in self.failed]
        if self.skipped:
            lines += ["", "Skipped by the suite:"]
            lines += [f"- {count}: {why}" for why, count in self.skipped.most_common()]
        lines += ["", "Expected to fail:"]
        lines += [f"- {len(known.tests)} of {known.file}: {known.reason}" for known in KNOWN]
        return "\n".join(lines)


def _row(name: str, counts: Counter[str], kinds: Sequence[str], width: int) -> str:
    return f"{name:<{width}}" + "".join(f"  {counts[kind]:>16}" for kind in kinds)


def summarise(results: Path) -> Summary:
    """What pytest's report says."""
    summary = Summary({}, [], Counter())
    for case in xml.etree.ElementTree.parse(results).iter("testcase"):
        file = case.get("classname", "").split(".")[1:2]
        name = file[0].removeprefix("test_") if file else "collection"
        outcome = _outcome(case)
        summary.files.setdefault(name, Counter())[outcome] += 1
        skipped = case.find("skipped")
        if outcome == "skipped" and skipped is not None:
            summary.skipped[skipped.get("message", "no reason")] += 1
        if outcome == "failed":
            summary.failed.append(f"{name}: {case.get('name')}")
    return summary


def _outcome(case: xml.etree.ElementTree.Element) -> str:
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    skipped = case.find("skipped")
    if skipped is None:
        return "passed"
    return "expected to fail" if skipped.get("type") == "pytest.xfail" else "skipped"


def run(path: Path, examples: int, workers: int, more: Sequence[str] = ()) -> Summary | None:
    """Runs the suite; None where pytest itself could not."""
    package = Path(__file__).resolve().parent.parent
    here = Path(sys.modules["frit"].__file__ or package).parent.parent
    places = [str(here), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "ARRAY_API_TESTS_MODULE": "frit",
        "ARRAY_API_TESTS_VERSION": VERSION,
        "PYTHONPATH": os.pathsep.join(place for place in places if place),
    }
    with tempfile.TemporaryDirectory() as folder:
        results, xfails = Path(folder) / "results.xml", Path(folder) / "xfails.txt"
        xfails.write_text("".join(f"{test}\n" for known in KNOWN for test in known.ids()))
        call = command(path, results, xfails, examples, workers, more)
        subprocess.run(call, cwd=path, env=environment, check=False)
        return summarise(results) if results.exists() else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the suite and prints a summary; 0 where nothing failed unexpectedly."""
    parser = argparse.ArgumentParser(
        prog="python -m frit.conformance",
        description="Runs the array standard's test suite, array-api-tests, against frit.",
        epilog="Further arguments go to pytest.",
    )
    parser.add_argument("path", type=Path, help="a checkout of array-api-tests, with its submodule")
    parser.add_argument("--max-examples", type=int, default=50, help="inputs tried a test (50)")
    parser.add_argument("--workers", type=int, default=1, help="processes (1; needs pytest-xdist)")
    options, more = parser.parse_known_args(arguments)
    path = options.path.resolve()
    problem = check(path)
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    summary = run(path, options.max_examples, options.workers, more)
    if summary is None:
        print("pytest could not run the suite", file=sys.stderr)
        return 2
    print()
    print(summary.text())
    return 1 if summary.failed else 0


if __name__ == "__main__":
    sys.exit(main())
