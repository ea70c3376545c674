"""A chain of elementwise steps: eleven passes over memory in NumPy, one kernel fused."""

import numpy as np
from common import Workload, main

import frit


@frit.fuse
def wave(x):
    y0 = frit.sin(x) * frit.exp(-x / 10)
    y1 = y0 * frit.cos(x / 4) + 0.25 * y0**2
    return frit.tanh(y1) + 0.1 * y1


def wave_numpy(x):
    y0 = np.sin(x) * np.exp(-x / 10)
    y1 = y0 * np.cos(x / 4) + 0.25 * y0**2
    return np.tanh(y1) + 0.1 * y1


def workload(full: bool) -> Workload:
    n = 4_000_000 if full else 50_000
    x = np.linspace(0, 4 * np.pi, n, dtype=np.float32)
    return Workload(
        "elementwise",
        f"{n:,} float32",
        wave,
        (x,),
        lambda x: wave_numpy(x.astype(np.float64)),
        wave_numpy,
        1e-5,
    )


if __name__ == "__main__":
    main(workload)
