"""NumPy versions of examples/slang: particles, dynamics, easing, dual and complex numbers, finance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, each, ints, reals, vectors

GRAVITY = np.array([0.0, -9.81, 0.0])


def particles(rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {
        "position": vectors(rng, 3),
        "velocity": vectors(rng, 3, -3, 3),
        "age": reals(rng, hi=2.1),
        "alive": rng.random(ELEMENTS) < 0.8,
    }


def step(p: dict[str, np.ndarray], dt: float) -> dict[str, np.ndarray]:
    # Under a constant force the method is exact: s = s0 + v t + a t^2 / 2.
    alive = p["alive"]
    moves = alive[:, None]
    age = np.where(alive, p["age"] + dt, p["age"])
    return {
        "position": np.where(
            moves, p["position"] + dt * p["velocity"] + GRAVITY * dt**2 / 2, p["position"]
        ),
        "velocity": np.where(moves, p["velocity"] + dt * GRAVITY, p["velocity"]),
        "age": age,
        "alive": alive & (age <= 2),
    }


def bounce(p: dict[str, np.ndarray], restitution: float) -> dict[str, np.ndarray]:
    down = ((p["position"][:, 1] < 0) & (p["velocity"][:, 1] < 0))[:, None]
    return {
        **p,
        "position": np.where(down, p["position"] * [1, -1, 1], p["position"]),
        "velocity": np.where(down, p["velocity"] * [0.9, -restitution, 0.9], p["velocity"]),
    }


def simulate(p: dict[str, np.ndarray], dt: float, steps: int) -> dict[str, np.ndarray]:
    for _ in range(steps):
        p = bounce(step(p, dt), 0.7)
    return p


def flight(position: np.ndarray, velocity: np.ndarray, dt: float, steps: int) -> np.ndarray:
    n = len(position)
    p = {
        "position": position,
        "velocity": velocity,
        "age": np.zeros(n),
        "alive": np.ones(n, bool),
    }
    return simulate(p, dt, steps)["position"]


def integrate(slope: Any, y: np.ndarray, h: float, steps: int) -> np.ndarray:
    """The same differential equation in much smaller steps: what the fourth-order ones come near to."""
    fine = 20
    h = h / fine
    for _ in range(steps * fine):
        middle = y + h / 2 * slope(y)
        k3 = slope(y + h / 2 * slope(middle))
        y = y + h / 6 * (slope(y) + 2 * slope(middle) + 2 * k3 + slope(y + h * k3))
    return y


def lorenz(s: np.ndarray, h: float, steps: int) -> np.ndarray:
    def slope(s: np.ndarray) -> np.ndarray:
        x, y, z = s.T
        return np.stack([10 * (y - x), 28 * x - x * z - y, x * y - 8 / 3 * z], 1)

    return integrate(slope, s, h, steps)


def spin(s: np.ndarray, axis: np.ndarray, h: float, steps: int) -> np.ndarray:
    # The exact answer: a rotation by the length of the axis times the time.
    rate = np.linalg.norm(axis, axis=1, keepdims=True)
    k, angle = axis / rate, rate * h * steps
    along = (s * k).sum(1, keepdims=True) * k
    return along + np.cos(angle) * (s - along) + np.sin(angle) * np.cross(k, s)


def orbit(position: np.ndarray, velocity: np.ndarray, h: float, steps: int) -> np.ndarray:
    x, v = (a[:, 0] + 1j * a[:, 1] for a in (position, velocity))
    # Positions by Störmer's two-step rule, which leapfrog is in disguise.
    before, here = x, x + h * v - h * h / 2 * x / abs(x) ** 3
    for _ in range(steps - 1):
        before, here = here, 2 * here - before - h * h * here / abs(here) ** 3
    speed = (here - before) / h - h / 2 * here / abs(here) ** 3
    return np.stack([here.real, here.imag, speed.real, speed.imag], 1)


def pendulum(angle: np.ndarray, speed: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    after = speed - h * np.sin(angle)
    return angle + h * after, after


SHAPES = {
    0: lambda t: t,
    1: lambda t: t**2,
    2: lambda t: t**3,
    3: lambda t: 1 - math.cos(t * math.pi / 2),
    4: lambda t: 0 if t == 0 else 2 ** (10 * t - 10),
    5: lambda t: (
        t if t in (0, 1) else -(2 ** (10 * t - 10)) * math.sin((10 * t - 10.75) * 2 * math.pi / 3)
    ),
    10: lambda t: 1 - bounce_out(1 - t),
}


def bounce_out(t: float) -> float:
    # The arcs are the same parabola, moved: each touches the ground where the next begins.
    u = t * 2.75
    for middle, low in ((0, 0), (1.5, 0.75), (2.25, 0.9375), (2.625, 0.984375)):
        reach = 1 if middle == 0 else {1.5: 2, 2.25: 2.5, 2.625: 9}[middle]
        if u < reach:
            return (u - middle) ** 2 + low
    raise AssertionError


def shapes(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    t = reals(rng)
    t[:2] = 0, 1
    return rng.choice(np.array(list(SHAPES), np.int32), ELEMENTS), t


def ease(shape: int, t: float) -> float:
    return SHAPES[shape](t)


def ease_in_out(shape: int, t: float) -> float:
    return ease(shape, 2 * t) / 2 if t < 0.5 else 1 - ease(shape, 2 - 2 * t) / 2


def cdf(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))


def price(s: float, k: float, t: float, r: float, v: float, call: bool = True) -> float:
    d1 = (math.log(s / k) + (r + v * v / 2) * t) / (v * math.sqrt(t))
    value = s * cdf(d1) - k * math.exp(-r * t) * cdf(d1 - v * math.sqrt(t))
    return value if call else value - s + k * math.exp(-r * t)  # puts by parity


def market(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    return (
        reals(rng, lo=50, hi=150),
        reals(rng, lo=50, hi=150),
        reals(rng, lo=0.2, hi=2),
        reals(rng, hi=0.08),
        reals(rng, lo=0.15, hi=0.6),
    )


FIELDS = ("spot", "strike", "years", "rate", "volatility")


def black_scholes(option: dict[str, np.ndarray], call: np.ndarray) -> np.ndarray:
    return each(price)(*(option[name] for name in FIELDS), call)


def balance(loan: Any, rate: Any, payment: Any, months: int) -> np.ndarray:
    growth = (1 + rate) ** months
    return np.maximum(loan * growth - payment * (growth - 1) / rate, 0)


def dual_function(x: np.ndarray) -> dict[str, np.ndarray]:
    def f(x: Any) -> Any:
        return x * np.sin(x) / (1 + np.exp(-2 * x))

    h = 1e-20  # a complex step: exact to rounding
    return {"value": f(x), "slope": f(x + 1j * h).imag / h}


def as_complex(z: dict[str, np.ndarray]) -> np.ndarray:
    return z["re"] + 1j * z["im"]


def parts(z: np.ndarray) -> dict[str, np.ndarray]:
    return {"re": z.real, "im": z.imag}


def near_root(rng: np.random.Generator) -> tuple[Any, ...]:
    s, k, t, r, v = market(rng)
    k = (s * (0.9 + 0.2 * rng.random(ELEMENTS))).astype(np.float32)
    return each(price, np.float32)(s, k, t, r, v), s, k, t, r


CASES = [
    Case(
        "particle",
        "Particle.step",
        lambda r: (particles(r), 0.05),
        lambda p, dt: (step(p, dt),),
        outs=(0,),
        void=True,
    ),
    Case(
        "particle",
        "Particle.energy",
        lambda r: (particles(r), 2.0),
        lambda p, m: m * ((p["velocity"] ** 2).sum(1) / 2 - p["position"] @ GRAVITY),
    ),
    Case(
        "particle",
        "bounce",
        lambda r: (particles(r), 0.7),
        lambda p, k: (bounce(p, k),),
        outs=(0,),
        void=True,
    ),
    Case(
        "particle",
        "simulate",
        lambda r: (particles(r), 0.02, 30),
        lambda p, dt, n: (simulate(p, dt, n),),
        1e-4,
        outs=(0,),
        void=True,
        share=0.97,
    ),
    Case(
        "particle",
        "flight",
        lambda r: (vectors(r, 3, 0.5, 2), vectors(r, 3), 0.02, 40),
        flight,
        1e-4,
        share=0.97,
    ),
    Case("dynamics", "lorenz", lambda r: (vectors(r, 3, -10, 10), 0.005, 20), lorenz, 2e-5),
    Case("dynamics", "spin", lambda r: (vectors(r, 3), vectors(r, 3), 0.01, 30), spin),
    Case(
        "dynamics",
        "pendulum",
        lambda r: (reals(r, lo=-3, hi=3), reals(r, lo=-1), 0.1),
        pendulum,
        outs=(0, 1),
        void=True,
    ),
    Case(
        "dynamics",
        "pendulum_energy",
        lambda r: (reals(r, lo=-3, hi=3), reals(r)),
        lambda a, s: s**2 / 2 + 2 * np.sin(a / 2) ** 2,
    ),
    Case(
        "dynamics",
        "orbit",
        lambda r: (vectors(r, 2, 0.7, 1.3), vectors(r, 2, -0.6, 0.6), 0.01, 25),
        orbit,
        2e-4,
    ),
    Case(
        "dynamics",
        "logistic",
        lambda r: (reals(r, lo=2, hi=3), reals(r), ints(r, 0, 30)),
        each(lambda rate, x, n: iterate(lambda x: rate * x - rate * x * x, x, n)),
    ),
    Case("easing", "ease", shapes, each(ease)),
    Case("easing", "ease_in_out", shapes, each(ease_in_out)),
    Case(
        "easing",
        "smootherstep",
        lambda r: (-0.5, 0.75, reals(r, lo=-1)),
        lambda a, b, x: np.polyval([6, -15, 10, 0, 0, 0], np.clip((x - a) / (b - a), 0, 1)),
    ),
    Case("finance", "normal_cdf", lambda r: (reals(r, lo=-4, hi=4),), each(cdf), 1e-6),
    Case(
        "finance",
        "black_scholes",
        lambda r: (dict(zip(FIELDS, market(r), strict=True)), r.random(ELEMENTS) < 0.5),
        black_scholes,
    ),
    Case("finance", "call_price", market, each(price)),
    Case(
        "finance",
        "implied_volatility",
        near_root,
        each(lambda p, s, k, t, r: bisect(lambda v: price(s, k, t, r, v) - p)),
        2e-3,
    ),
    Case(
        "finance",
        "balance",
        lambda r: (r.uniform(1e4, 2e5, ELEMENTS), 0.004, 900.0, 120),
        balance,
        1e-9,
    ),
    Case("dual", "function", lambda r: (reals(r, lo=-2, hi=4),), dual_function),
    Case(
        "dual",
        "fixed_point",
        lambda r: (reals(r),),
        lambda x: np.full(len(x), 0.7390851332151607),
        1e-6,
    ),
    Case(
        "complex",
        "moebius",
        lambda r: ({"re": reals(r, lo=0.1), "im": reals(r, lo=-1)},),
        lambda z: parts((as_complex(z) - 1) / (as_complex(z) + 1)),
    ),
    Case(
        "complex",
        "polynomial",
        lambda r: (
            {"re": r.normal(size=ELEMENTS), "im": r.normal(size=ELEMENTS)},
            r.normal(size=4),
        ),
        lambda z, c: parts(np.polyval(c[::-1], as_complex(z))),
        1e-14,
    ),
    Case(
        "complex",
        "complex_power",
        lambda r: (vectors(r, 2, -1, 1), 5),
        lambda z, n: (lambda w: np.stack([w.real, w.imag], 1))((z[:, 0] + 1j * z[:, 1]) ** n),
    ),
]


def iterate(f: Any, x: float, n: int) -> float:
    for _ in range(n):
        x = f(x)
    return x


def bisect(f: Any) -> float:
    low, high = 0.01, 2.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if f(middle) > 0 else (middle, high)
    return low
