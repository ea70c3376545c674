"""The workloads as loops for Numba, which is how its users write them. Each name is a workload's."""

import math

import numba
import numpy as np
from numba import prange

from .workloads import DRIFT, S0, SCALE, STRIKE

HALF = np.float32(0.5)
ONE = np.float32(1)
ROOT_HALF = np.float32(0.7071067811865476)


def three_steps(x, y):
    out = np.empty_like(x)
    for i in range(x.size):
        out[i] = (x[i] + y[i]) * y[i] - x[i]
    return out


def axpby(x, y, a, b):
    a, b = np.float32(a), np.float32(b)
    out = np.empty_like(x)
    for i in prange(x.size):
        out[i] = a * x[i] + b * y[i]
    return out


def elementwise_math(x):
    out = np.empty_like(x)
    for i in prange(x.size):
        y0 = math.sin(x[i]) * math.exp(-x[i] / np.float32(10))
        y1 = y0 * math.cos(x[i] / np.float32(4)) + np.float32(0.25) * (y0 * y0)
        out[i] = math.tanh(y1) + np.float32(0.1) * y1
    return out


def black_scholes(s, k, t, rate, vol):
    rate, vol = np.float32(rate), np.float32(vol)
    call, put = np.empty_like(s), np.empty_like(s)
    for i in prange(s.size):
        spread = vol * math.sqrt(t[i])
        d1 = (math.log(s[i] / k[i]) + (rate + HALF * vol * vol) * t[i]) / spread
        n1 = HALF * (ONE + math.erf(d1 * ROOT_HALF))
        n2 = HALF * (ONE + math.erf((d1 - spread) * ROOT_HALF))
        discounted = k[i] * math.exp(-rate * t[i])
        call[i] = s[i] * n1 - discounted * n2
        put[i] = call[i] - s[i] + discounted
    return call, put


def softmax(x):
    out = np.empty_like(x)
    for r in prange(x.shape[0]):
        largest = x[r, 0]
        for c in range(1, x.shape[1]):
            largest = max(largest, x[r, c])
        total = np.float32(0)
        for c in range(x.shape[1]):
            out[r, c] = math.exp(x[r, c] - largest)
            total += out[r, c]
        for c in range(x.shape[1]):
            out[r, c] /= total
    return out


def layer_norm_gelu(x, gain, bias):
    out = np.empty_like(x)
    columns = np.float32(x.shape[1])
    for r in prange(x.shape[0]):
        mean = np.float32(0)
        for c in range(x.shape[1]):
            mean += x[r, c]
        mean /= columns
        variance = np.float32(0)
        for c in range(x.shape[1]):
            variance += (x[r, c] - mean) * (x[r, c] - mean)
        scale = ONE / math.sqrt(variance / columns + np.float32(1e-5))
        for c in range(x.shape[1]):
            z = (x[r, c] - mean) * scale * gain[c] + bias[c]
            out[r, c] = HALF * z * (ONE + math.erf(z * ROOT_HALF))
    return out


def sum_squares(x):
    total = 0.0
    for i in prange(x.size):
        total += x[i] * x[i]
    return np.float32(total)


def image_normalise(x):
    out = np.empty_like(x)
    count = x.shape[1] * x.shape[2]
    for b in range(x.shape[0]):
        total = 0.0
        for r in prange(x.shape[1]):
            for c in range(x.shape[2]):
                total += x[b, r, c]
        mean = np.float32(total / count)
        squares = 0.0
        for r in prange(x.shape[1]):
            for c in range(x.shape[2]):
                squares += (x[b, r, c] - mean) * (x[b, r, c] - mean)
        deviation = np.float32(math.sqrt(squares / count + 1e-6))
        for r in prange(x.shape[1]):
            for c in range(x.shape[2]):
                z = (x[b, r, c] - mean) / deviation * np.float32(1.0123) - np.float32(0.02)
                out[b, r, c] = max(z, np.float32(0)) ** np.float32(1.8)
    return out


def monte_carlo(n, steps):
    total = 0.0
    for _path in prange(n):
        s = np.float32(S0)
        for _step in range(steps):
            s *= np.float32(math.exp(np.float32(DRIFT + SCALE * np.random.normal())))
        total += max(s - STRIKE, 0.0)
    return total / n


def compiled(name):
    """A small call pays for no threads."""
    loop = globals()[name]
    return numba.njit(loop) if name == "three_steps" else numba.njit(parallel=True)(loop)
