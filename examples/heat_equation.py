"""Heat flowing in a plate whose rim is kept cold: the same step over and over, in place.

Every point takes the mean of its neighbours as they were before the step; NumPy does it through
temporaries, and so does the fused function mean it, whatever it does.
"""

import numpy as np
from common import Workload, main

import frit


@frit.fuse
def flow(heat, rate):
    heat[1:-1, 1:-1] += rate * (
        heat[:-2, 1:-1]
        + heat[2:, 1:-1]
        + heat[1:-1, :-2]
        + heat[1:-1, 2:]
        - 4 * heat[1:-1, 1:-1]
    )
    return heat


flow_numpy = flow.__wrapped__


def workload(full: bool) -> Workload:
    n, steps = (1000, 20) if full else (60, 10)
    plate = np.zeros((n, n), np.float32)
    plate[n // 4 : n // 2, n // 4 : n // 2] = 100
    found, right = plate.copy(), plate.astype(np.float64)
    for _ in range(steps):
        flow(found, 0.2)
        flow_numpy(right, 0.2)
    if np.max(np.abs(found - right)) > 1e-3:
        raise SystemExit(f"after {steps} steps the plate is not as warm as NumPy has it")
    return Workload(
        "heat_equation",
        f"{n}x{n} float32, one step",
        flow,
        (found, 0.2),
        lambda plate, *rest: flow_numpy(plate.astype(np.float64), *rest),
        flow_numpy,
        1e-5,
    )


if __name__ == "__main__":
    main(workload)
