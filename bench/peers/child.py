"""One engine in a process of its own, which answers its parent's requests: a JSON object a line.

    {"prepare": workload, "n": n}   the workload is set up, called, checked  -> {"error", "checked"}
                                                                             or {"missing": why}
    {"sample": true}                it is called once more, or often          -> {"seconds"}
"""

import json
import os
import sys
import time

from .engines import ENGINES, version
from .workloads import SMALL, WORKLOADS, error, right

LEAST = 2e-3  # seconds a sample takes at least, by repetition


def sample(call):
    """Seconds of one call, by repeating it long enough for the clock."""
    times = 1
    while True:
        start = time.perf_counter()
        for _ in range(times):
            call()
        spent = time.perf_counter() - start
        if spent > LEAST:
            return spent / times
        times *= 4 if spent > LEAST / 10 else 16


def prepare(engine, workload, n):
    """What can be called, and the answer to the parent."""
    if version(engine) is None:
        return None, {"missing": "not installed"}
    args = workload.inputs(n)
    made = engine.prepare(workload, args)
    if isinstance(made, str):
        return None, {"missing": made}
    call, to_numpy = made
    try:
        found = call()
    except Exception as problem:  # an engine that fails has no figure
        why = (str(problem).splitlines() or [""])[0][:80]
        return None, {"missing": f"{type(problem).__name__}: {why}"}
    found = found if isinstance(found, (tuple, list)) else (found,)
    wrong, allowed = error(workload, args, [to_numpy(one) for one in found], right(workload, args))
    if not wrong <= allowed:
        return None, {"missing": f"wrong by {wrong:.2g}", "error": wrong, "checked": False}
    call()
    return call, {"error": wrong, "checked": True}


def main():
    # The other compilers compile in the call that comes first; so does frit here, not in the background.
    os.environ.setdefault("FRIT_COMPILE", "wait")
    engine = next(one for one in ENGINES if one.name == sys.argv[1])
    workloads = {one.name: one for one in [SMALL, *WORKLOADS]}
    call = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "prepare" in asked:
            call, answer = prepare(engine, workloads[asked["prepare"]], asked["n"])
        else:
            answer = {"seconds": sample(call)}
        print("answer", json.dumps(answer), flush=True)


main()
