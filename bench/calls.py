"""What a call of a module's function costs before its kernel runs, from Python.

    python bench/calls.py [--json FILE]

Each row is the median of interleaved samples on 1,000 elements, beside NumPy's `np.add` on the same arrays;
results are checked.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable

import numpy as np

import frit

N = 1000
SAMPLES, CALLS = 41, 500

SOURCE = """
float add(float a, float b) { return a + b; }
float3 scaled(float3 v, float by) { return v * by; }
struct Particle
{
    float3 position;
    float mass;
    float weight() { return 9.81 * mass; }
}
float heavy(Particle p) { return p.mass * length(p.position); }
"""


def cases() -> dict[str, tuple[Callable[[], object], object]]:
    """Each call, and what it must give."""
    m = frit.load_module(source=SOURCE)
    rng = np.random.default_rng(1)
    a, b = rng.random((2, N), dtype=np.float32)
    v = rng.random((N, 3), dtype=np.float32)
    add, scaled = m.add, m.scaled
    declared = add.declare(frit.vmapping(0), frit.vmapping(0))
    declared3 = scaled.declare(m.float3, None)
    swarm = m.Particle(position=v, mass=a)
    length = np.sqrt((v * v).sum(1, dtype=np.float32))
    return {
        "np.add": (lambda: np.add(a, b), a + b),
        "add(a, b)": (lambda: add(a, b), a + b),
        "add.declare(...)(a, b)": (lambda: declared(a, b), a + b),
        "scaled(v, 2.0) of float3": (lambda: scaled(v, 2.0), v * np.float32(2)),
        "scaled.declare(...)(v, 2.0)": (lambda: declared3(v, 2.0), v * np.float32(2)),
        "add(vmap(a, (0,)), b)": (lambda: add(frit.vmap(a, (0,)), b), a + b),
        "swarm.weight()": (lambda: swarm.weight(), np.float32(9.81) * a),
        "heavy({...}) of a dict": (lambda: m.heavy({"position": v, "mass": a}), a * length),
    }


def sample(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", help="file for the rows")
    options = parser.parse_args()
    todo = cases()
    for name, (call, want) in todo.items():
        for _ in range(200):
            got = call()
        frit.wait()
        np.testing.assert_allclose(got, want, rtol=1e-5, err_msg=name)
    times: dict[str, list[float]] = {name: [] for name in todo}
    for _ in range(SAMPLES):
        for name, (call, _want) in todo.items():
            times[name].append(sample(call))
    rows = []
    base = statistics.median(times["np.add"])
    for name, seen in times.items():
        median = statistics.median(seen)
        low, high = statistics.quantiles(seen, n=4)[::2]
        spread = (high - low) / median
        print(f"{name:32} {median * 1e6:8.3f} us {median / base:6.2f} x np.add, spread {spread:4.0%}")
        row = {"workload": f"call: {name}", "n": N, "dtype": "f32", "engine": "python"}
        row |= {"seconds": median, "against": "np.add", "ratio": base / median}
        rows.append(row | {"spread": spread, "checked": True})
    if options.json:
        with open(options.json, "w") as file:
            file.write("[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n")


if __name__ == "__main__":
    main()
