"""k-means: each round labels every point with its nearest centre and moves the centres.

The distances of all points to all centres are the large array here; fused, they are compared as
they are computed.
"""

import numpy as np
from common import Workload, main

import frit


@frit.fuse
def one_round(points, centres):
    offset = points[:, None, :] - centres[None, :, :]
    label = frit.argmin(frit.sum(offset**2, axis=2), axis=1)
    belongs = (label[:, None] == frit.arange(centres.shape[0])).astype(points.dtype)
    count = frit.maximum(frit.sum(belongs, axis=0), 1)
    return frit.matrix_transpose(belongs) @ points / count[:, None]


def one_round_numpy(points, centres):
    offset = points[:, None, :] - centres[None, :, :]
    label = np.argmin(np.sum(offset**2, axis=2), axis=1)
    belongs = (label[:, None] == np.arange(centres.shape[0])).astype(points.dtype)
    count = np.maximum(np.sum(belongs, axis=0), 1)
    return belongs.T @ points / count[:, None]


def rounds(step, points, centres, count=5):
    for _ in range(count):
        centres = step(points, centres)
    return centres


def workload(full: bool) -> Workload:
    n, k, width = (200_000, 16, 3) if full else (2_000, 5, 3)
    rng = np.random.default_rng(7)
    home = rng.uniform(-10, 10, (k, width))
    points = (home[rng.integers(0, k, n)] + rng.standard_normal((n, width))).astype(np.float32)
    centres = points[:k].copy()
    found = rounds(one_round, points, centres)
    right = rounds(one_round_numpy, points.astype(np.float64), centres.astype(np.float64))
    if np.max(np.abs(found - right)) > 0.05:  # a point between two centres may fall either way
        raise SystemExit("after five rounds the centres are not where NumPy has them")
    return Workload(
        "kmeans",
        f"{n:,} points, {k} centres, float32",
        one_round,
        (points, found),
        lambda *args: one_round_numpy(*(x.astype(np.float64) for x in args)),
        one_round_numpy,
        1e-3,
    )


if __name__ == "__main__":
    main(workload)
