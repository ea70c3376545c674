"""The price of an option by simulation: many paths of many random steps, then a mean.

A draw is a function of the key, the step and the path, so nothing is stored: a path lives in
registers from its first step to its payoff.
"""

import math

import numpy as np
from common import Workload, main

import frit

S0 = STRIKE = 100.0
MU, SIGMA, DT = 0.05, 0.2, 1 / 252
DRIFT = (MU - 0.5 * SIGMA**2) * DT
SCALE = SIGMA * math.sqrt(DT)


@frit.fuse(static_argnames=("paths",))
def price(seed, paths, steps):
    key = frit.random.Key(seed)
    s = frit.full(paths, S0, dtype=frit.float32)
    for t in frit.range(steps):
        z = key.draw(t).standard_normal(paths, dtype=frit.float32)
        s = s * frit.exp(DRIFT + SCALE * z)
    return frit.mean(frit.maximum(s - STRIKE, 0)) * math.exp(-MU * DT * steps)


def price_same_draws(seed, paths, steps):
    """NumPy in float64, given the very same draws."""
    key = frit.random.Key(seed)
    s = np.full(paths, S0)
    for t in range(steps):
        z = np.asarray(key.draw(t).standard_normal(paths, dtype=frit.float32), np.float64)
        s = s * np.exp(DRIFT + SCALE * z)
    return np.mean(np.maximum(s - STRIKE, 0)) * math.exp(-MU * DT * steps)


def price_numpy(seed, paths, steps):
    rng = np.random.default_rng(seed)
    s = np.full(paths, S0, np.float32)
    for _ in range(steps):
        z = rng.standard_normal(paths, dtype=np.float32)
        s = s * np.exp(np.float32(DRIFT) + np.float32(SCALE) * z)
    return np.mean(np.maximum(s - STRIKE, 0)) * math.exp(-MU * DT * steps)


def formula(steps):
    """What the price tends to with many paths."""

    def cdf(x):
        return 0.5 * math.erfc(-x / math.sqrt(2))

    t = steps * DT
    d1 = (math.log(S0 / STRIKE) + (MU + 0.5 * SIGMA**2) * t) / (SIGMA * math.sqrt(t))
    return S0 * cdf(d1) - STRIKE * math.exp(-MU * t) * cdf(d1 - SIGMA * math.sqrt(t))


def workload(full: bool) -> Workload:
    paths, steps = (200_000, 256) if full else (5_000, 32)
    found, right = float(price(7, paths, steps)), formula(steps)
    if abs(found - right) > 8 * right / math.sqrt(paths):
        raise SystemExit(f"the price is {found:.3f}, the formula says {right:.3f}")
    return Workload(
        "monte_carlo",
        f"{paths:,} paths of {steps} steps, float32",
        price,
        (7, paths, steps),
        price_same_draws,
        price_numpy,
        1e-4,
    )


if __name__ == "__main__":
    main(workload)
