"""frit beside NumPy, NumExpr, Numba, JAX and torch.compile, in one run.

    peers.py [--only WORKLOAD] [--engines NAMES] [--json FILE] [--svg FILE] [--markdown FILE]
    peers.py --draw FILE        the pictures beside a page, from the figures on it; nothing is measured

`make bench-peers` runs it in an environment of its own. Every figure comes with a result that was
checked against NumPy in float64; each engine has a process of its own, and they take turns within a
round, so that what else the machine does hits all of them; the figure is the median of the rounds and the spread that of the
middle half.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import page  # noqa: E402
from peers import picture, report  # noqa: E402
from peers.engines import ENGINES, version  # noqa: E402
from peers.workloads import SMALL, WORKLOADS  # noqa: E402

SIZES = (100_000, 10_000_000)
REST = 0.01  # seconds before each sample, in which the threads of the one before fall asleep


class Child:
    """An engine in its own process: no engine's threads get in the way of another's."""

    def __init__(self, engine):
        self.engine = engine
        self.process = subprocess.Popen(
            [sys.executable, "-m", "peers.child", engine.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=Path(__file__).parent,
        )

    def ask(self, **request):
        """The answer, or {"missing": why} when the child is gone."""
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"missing": "its process ended"}
        for line in self.process.stdout:
            if line.startswith("answer "):
                return json.loads(line.removeprefix("answer "))
        return {"missing": f"its process ended with {self.process.wait()}"}


def measure(children, workload, n, rows, rounds, budget):
    """Rounds in which every engine takes its turn; one that has used its time up sits out."""
    print(f"{workload.name} {n:,}", file=sys.stderr, flush=True)
    ready, times = [], {}
    for child in children:
        row = {"workload": workload.name, "n": n, "engine": child.engine.name}
        row.update(child.ask(prepare=workload.name, n=n))
        rows.append(row)
        if row.get("checked"):
            ready.append((child, row))
            times[child] = []
    for _ in range(rounds):
        for child, _row in ready:
            if len(times[child]) < 3 or sum(times[child]) < budget:
                time.sleep(REST)
                times[child].append(child.ask(sample=True)["seconds"])
    for child, row in ready:
        ordered = sorted(times[child])
        quarter = len(ordered) // 4
        row["seconds"] = statistics.median(ordered)
        row["samples"] = len(ordered)
        row["spread"] = (ordered[-1 - quarter] - ordered[quarter]) / row["seconds"]


FIRST_CALL = """
import sys, time
start = time.perf_counter()
import {package}
imported = time.perf_counter() - start
sys.path[:0] = {path!r}
from peers.engines import ENGINES
from peers.workloads import SMALL
engine = next(e for e in ENGINES if e.name == {name!r})
args = SMALL.inputs(1000)
start = time.perf_counter()
call, _ = engine.prepare(SMALL, args)
call()
print(imported, time.perf_counter() - start)
"""


def first_call(engine):
    """In a fresh process with nothing kept on disk: seconds to import and to the first result."""
    text = FIRST_CALL.format(
        path=[str(Path(__file__).parent)], name=engine.name, package=engine.package
    )
    with tempfile.TemporaryDirectory() as cache:
        env = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=cache, XDG_CACHE_HOME=cache)
        done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True)
    if done.returncode:
        return (done.stderr.splitlines() or ["failed"])[-1][:80]
    return [float(word) for word in done.stdout.split()[-2:]]


def first_calls(engines, rows, repeats):
    print("first calls", file=sys.stderr, flush=True)
    found = {engine.name: [] for engine in engines}
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for engine in engines:
        first_call(engine)  # Python's own compiled files are there from now on, as after an install
    for _ in range(repeats):
        for engine in engines:
            found[engine.name].append(first_call(engine))
    for name, times in found.items():
        row = {"workload": "first call", "n": 1000, "engine": name}
        rows.append(row)
        if wrong := [one for one in times if isinstance(one, str)]:
            row["missing"] = wrong[0]
            continue
        row["checked"] = True
        row["import_seconds"] = statistics.median(one[0] for one in times)
        row["seconds"] = statistics.median(one[1] for one in times)
        row["samples"] = len(times)


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="workloads whose name has this in it; 'small', 'first'")
    parser.add_argument("--engines", help="names, separated by commas; all when left out")
    parser.add_argument("--quick", action="store_true", help="few rounds, 10^5 only")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--markdown", type=Path, help="a page; its pictures are drawn too")
    parser.add_argument("--draw", type=Path)
    return parser.parse_args()


def main():
    args = parse_args()
    if args.draw:
        picture.draw_all(args.draw)
        return 0
    engines = ENGINES
    if args.engines:
        names = [name.lower() for name in args.engines.split(",")]
        engines = [engine for engine in ENGINES if engine.name.lower() in names]
    rows, load_before = [], round(os.getloadavg()[0], 1)

    def chosen(name):
        return not args.only or args.only in name

    children = [Child(engine) for engine in engines]
    quick = args.quick
    if chosen("small"):
        for n in (1000, 1):
            measure(children, SMALL, n, rows, 10 if quick else 100, 1)
    for workload in WORKLOADS:
        for n in SIZES[:1] if quick else SIZES:
            if chosen(workload.name):
                measure(children, workload, n, rows, 3 if quick else 9, 0.5 if quick else 6)
    for child in children:
        child.process.stdin.close()
        child.process.wait()
    if chosen("first"):
        first_calls(engines, rows, 1 if quick else 5)
    data = {
        "versions": {engine.name: version(engine) for engine in engines},
        "cores": len(os.sched_getaffinity(0)),
        "load_before": load_before,  # what else the machine did; the peers keep one core busy or more
        "rows": rows,
    }
    if args.json:
        args.json.write_text(json.dumps(data, indent=1) + "\n")
    if args.svg:
        args.svg.write_text(picture.bars(report.markdown(data)))
    if args.markdown:
        page.replace_part(args.markdown, report.BEGIN, report.END, report.markdown(data))
        picture.draw_all(args.markdown)
    print(report.text(data))
    return 0 if all(row.get("checked") for row in rows if row["engine"] == "frit") else 1


if __name__ == "__main__":
    sys.exit(main())
