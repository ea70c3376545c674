"""Prices of European options: about thirty steps, one kernel, two results."""

import math

import numpy as np
from common import Workload, main

import frit


def price(s, k, t, rate, vol, module, erf):
    """Call and put by the formula of Black and Scholes, in the given module's functions."""

    def cdf(x):
        return 0.5 * (1 + erf(x * math.sqrt(0.5)))

    spread = vol * module.sqrt(t)
    d1 = (module.log(s / k) + (rate + 0.5 * vol * vol) * t) / spread
    d2 = d1 - spread
    discounted = k * module.exp(-rate * t)
    call = s * cdf(d1) - discounted * cdf(d2)
    return call, call - s + discounted


@frit.fuse
def options(s, k, t, rate, vol):
    return price(s, k, t, rate, vol, frit, frit.erf)


def exact_erf(x):
    return np.frompyfunc(math.erf, 1, 1)(x).astype(np.float64)


def quick_erf(x):
    """NumPy has no erf: the well-known approximation by Abramowitz and Stegun, 7.1.26."""
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    p = np.float32(1.061405429)
    for c in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        p = p * t + np.float32(c)
    return np.copysign(1 - p * t * np.exp(-x * x), x)


def workload(full: bool) -> Workload:
    n = 1_000_000 if full else 20_000
    rng = np.random.default_rng(7)
    s, k = (rng.uniform(50, 150, n).astype(np.float32) for _ in range(2))
    t = rng.uniform(0.1, 2, n).astype(np.float32)
    return Workload(
        "black_scholes",
        f"{n:,} options float32",
        options,
        (s, k, t, 0.05, 0.2),
        lambda s, k, t, *rest: price(*(x.astype(np.float64) for x in (s, k, t)), *rest, np, exact_erf),
        lambda *args: price(*args, np, quick_erf),
        1e-5,
    )


if __name__ == "__main__":
    main(workload)
