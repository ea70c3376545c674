import math
import numpy as np
import frit


def run(size):
    m, steps = round(1000000 * size), 32
    frit.random.seed(1)
    dt, mu, sigma = np.float32(1 / 252), np.float32(0.05), np.float32(0.2)
    drift, spread = (mu - np.float32(0.5) * sigma**2) * dt, sigma * np.sqrt(dt)
    s = frit.full(m, 100, dtype=frit.float32)
    for _ in range(steps):
        s = s * frit.exp(drift + spread * frit.random.standard_normal(m).astype(frit.float32))
    payoff = frit.maximum(s - np.float32(100), 0)
    return (float(payoff.astype(frit.float64).mean()) * math.exp(-0.05 * steps / 252),)
