"""The workloads of bench/run.c, written once for every library that looks like NumPy.

A body calls the functions of a global xp, which `bind` sets: for each library a body is what its user
would have written after `import numpy as xp`, `import frit as xp` and so on. What is right is the same
body in NumPy on float64.
"""

import dataclasses
import math
import types
from collections.abc import Callable

import numpy as np

# The path of a stock: 252 days a year, a drift of 5 % and a volatility of 20 %.
S0 = STRIKE = 100.0
DRIFT = 0.00011904762
SCALE = 0.012598816


# The library, as bind sets it.
xp = None


def axpby(x, y, a, b):
    return a * x + b * y


def elementwise_math(x):
    y0 = xp.sin(x) * xp.exp(-x / 10)
    y1 = y0 * xp.cos(x / 4) + 0.25 * (y0 * y0)
    return xp.tanh(y1) + 0.1 * y1


def black_scholes(s, k, t, rate, vol):
    spread = vol * xp.sqrt(t)
    d1 = (xp.log(s / k) + (rate + 0.5 * vol * vol) * t) / spread
    n1 = 0.5 * (1 + xp.erf(d1 * 0.7071067811865476))
    n2 = 0.5 * (1 + xp.erf((d1 - spread) * 0.7071067811865476))
    discounted = k * xp.exp(-rate * t)
    call = s * n1 - discounted * n2
    return call, call - s + discounted


def softmax(x):
    e = xp.exp(x - xp.max(x, axis=1, keepdims=True))
    return e / xp.sum(e, axis=1, keepdims=True)


def layer_norm_gelu(x, gain, bias):
    mean = xp.mean(x, axis=1, keepdims=True)
    d = x - mean
    variance = xp.mean(d * d, axis=1, keepdims=True)
    z = d / xp.sqrt(variance + 1e-5) * gain + bias
    return 0.5 * z * (1 + xp.erf(z * 0.7071067811865476))


def sum_squares(x):
    return xp.sum(x * x)


def image_normalise(x):
    mean = xp.mean(x, axis=(1, 2), keepdims=True)
    d = x - mean
    deviation = xp.sqrt(xp.mean(d * d, axis=(1, 2), keepdims=True) + 1e-6)
    # torch has no maximum with a number
    return xp.clip(d / deviation * 1.0123 - 0.02, 0, None) ** 1.8


def three_steps(x, y):
    return (x + y) * y - x


def expected_payoff(steps):
    """The mean payoff that the formula of Black and Scholes gives, before discounting."""
    t, sigma = steps / 252, 0.2
    mu = DRIFT * 252 + 0.5 * sigma * sigma
    root = sigma * math.sqrt(t)
    d1 = (mu * t + 0.5 * sigma * sigma * t) / root

    def cdf(x):
        return 0.5 * math.erfc(-x / math.sqrt(2))

    return S0 * math.exp(mu * t) * cdf(d1) - STRIKE * cdf(d1 - root)


def uniform(shape, low, high, seed):
    return np.random.default_rng(seed).uniform(low, high, shape).astype(np.float32)


def rows(n):
    columns = 1000 if n >= 100_000 else 100
    return n // columns, columns


def images(n):
    columns = 200 if n >= 100_000 else 25
    return 4, n // 4 // columns, columns


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    body: Callable | None  # None: each library draws its own random numbers (monte_carlo)
    inputs: Callable  # of n: the arguments, arrays first
    tolerance: float  # of the largest error against the largest right value


WORKLOADS = [
    Workload("axpby", axpby, lambda n: (uniform(n, 0, 1, 1), uniform(n, 0, 1, 2), 2.0, 3.0), 1e-6),
    Workload("elementwise_math", elementwise_math, lambda n: (uniform(n, 0, 12.566, 1),), 2e-5),
    Workload(
        "black_scholes",
        black_scholes,
        lambda n: (
            uniform(n, 50, 150, 1),
            uniform(n, 50, 150, 2),
            uniform(n, 0.1, 2, 3),
            0.05,
            0.2,
        ),
        2e-5,
    ),
    Workload("softmax", softmax, lambda n: (uniform(rows(n), -4, 4, 1),), 2e-5),
    Workload(
        "layer_norm_gelu",
        layer_norm_gelu,
        lambda n: (
            uniform(rows(n), -3, 3, 1),
            uniform(rows(n)[1], 0.5, 1.5, 2),
            uniform(rows(n)[1], -1, 1, 3),
        ),
        1e-4,
    ),
    Workload("sum_squares", sum_squares, lambda n: (uniform(n, -1, 1, 1),), 1e-3),
    Workload("image_normalise", image_normalise, lambda n: (uniform(images(n), 0, 1, 1),), 1e-3),
    Workload("monte_carlo", None, lambda n: (n, 32 if n > 1_000_000 else 256), 0),
]
SMALL = Workload(
    "three_steps", three_steps, lambda n: (uniform(n, 0, 1, 1), uniform(n, 0, 1, 2)), 1e-6
)


def bind(body, xp):
    """The body with its xp; a body that does without gets none."""
    if "xp" not in body.__code__.co_names:
        return body
    return types.FunctionType(body.__code__, dict(globals(), xp=xp), body.__name__)


def numpy_names():
    """NumPy and the erf it lacks: SciPy's, or a slow one where there is none."""
    try:
        from scipy.special import erf
    except ImportError:
        slow = np.frompyfunc(math.erf, 1, 1)

        def erf(x):
            return slow(x).astype(np.asarray(x).dtype)

    return types.SimpleNamespace(**vars(np), erf=erf)


def right(workload, args):
    """The results in float64, or for monte_carlo the number it should come near to."""
    if workload.body is None:
        return (np.float64(expected_payoff(args[1])),)
    wide = [a.astype(np.float64) if isinstance(a, np.ndarray) else a for a in args]
    found = bind(workload.body, numpy_names())(*wide)
    return found if isinstance(found, tuple) else (found,)


def error(workload, args, found, wanted):
    """The largest error against the largest right value; monte_carlo against what chance allows."""
    found = found if isinstance(found, (tuple, list)) else (found,)
    if workload.body is None:
        allowed = 8 * float(wanted[0]) / math.sqrt(args[0])
        return abs(float(found[0]) - float(wanted[0])) / allowed, 1.0
    worst = 0.0
    for f, w in zip(found, wanted, strict=True):
        f = np.asarray(f, np.float64)
        if f.shape != np.shape(w):
            return math.inf, workload.tolerance
        worst = max(worst, float(np.max(np.abs(f - w))) / (float(np.max(np.abs(w))) or 1.0))
    return worst, workload.tolerance
