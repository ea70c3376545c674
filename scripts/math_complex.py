#!/usr/bin/env python3
"""Measures the errors of functions of complex numbers: math_complex.py [FUNCTION …] [--count N] [--dtype complex64]

Needs gmpy2, and frit on the path. Every function gets N arguments of each kind: of every size, near poles and zeros, near
the unit circle, near branch cuts. Printed are the largest errors in units of the last place: of the result as a whole (of
the last place of its size), of its real and of its imaginary part, and the argument with the first of them.
"""

import argparse
import math

import gmpy2
import numpy as np
from gmpy2 import mpc, mpfr

import frit

CONTEXT = gmpy2.get_context()
CONTEXT.precision = 240
CONTEXT.emin, CONTEXT.emax = -40000, 40000
MORE = 4600  # bits that 1 + z needs


def log1p(z):
    """In parts: the library's logarithm of so long a number near 1 is not right."""
    with gmpy2.context(CONTEXT, precision=MORE):
        x = z.real * 2 + z.real * z.real + z.imag * z.imag
        u = z.real + 1
    return mpc(gmpy2.log1p(x) / 2, gmpy2.atan2(z.imag, u))


def expm1(z):
    with gmpy2.context(CONTEXT, precision=MORE):
        return gmpy2.exp(z) - 1


def log(z):
    with gmpy2.context(CONTEXT, precision=MORE):
        x = z.real * z.real + z.imag * z.imag - 1
    return mpc(gmpy2.log1p(x) / 2, gmpy2.atan2(z.imag, z.real))


SAME = "sqrt exp sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh".split()
FUNCTIONS = {name: getattr(gmpy2, name) for name in SAME}
FUNCTIONS |= {"log": log, "log1p": log1p, "expm1": expm1}
FUNCTIONS |= {
    "log2": lambda z: log(z) / gmpy2.log(mpfr(2)),
    "log10": lambda z: log(z) / gmpy2.log(mpfr(10)),
    "pow": lambda z, y: gmpy2.exp(y * gmpy2.log(z)),
}


class Kinds:
    """Arguments by their kind, `count` of each; range: of the exponents of the dtype."""

    def __init__(self, count, seed, narrow):
        self.random = np.random.default_rng(seed)
        self.count = count
        self.low, self.high = (-149, 127.5) if narrow else (-1074, 1023.5)

    def both(self, low, high):
        """Sizes from 2^low to 2^high with signs."""
        sign = self.random.choice([-1.0, 1.0], self.count)
        return sign * 2 ** self.random.uniform(low, high, self.count)

    def flat(self, size):
        return self.random.uniform(-size, size, self.count)

    def parts(self, re, im):
        z = np.empty(self.count, complex)
        z.real, z.imag = re, im
        return z

    def turned(self, z):
        return np.where(self.random.random(self.count) < 0.5, z, self.parts(z.imag, z.real))

    def all(self):
        yield "near 1", self.parts(self.flat(2), self.flat(2))
        yield "moderate", self.parts(self.flat(20), self.flat(20))
        yield "wide", self.parts(self.both(-60, 60), self.both(-60, 60))
        yield "any", self.parts(self.both(self.low, self.high), self.both(self.low, self.high))
        yield "small", self.parts(self.both(-80, 0), self.both(-80, 0))
        far = 90 if self.high < 1000 else 720
        yield "large", self.turned(self.parts(self.flat(far), self.flat(1e4)))
        turn = self.flat(4)
        yield "circle", (1 + self.both(-60, -2)) * np.exp(1j * turn)
        one = self.random.choice([-1.0, 1.0], self.count)
        yield "one", self.turned(self.parts(one + self.both(-53, 0), self.both(-60, 0)))
        yield "cut", self.turned(self.parts(self.both(-10, 10), self.both(self.low, -20)))
        pole = np.pi / 2 * self.random.integers(-20, 20, self.count)
        yield "pole", self.turned(self.parts(self.both(-60, 0), pole + self.both(-60, 0)))


def last_place(size, digits, least):
    return mpfr(2) ** max(gmpy2.get_exp(size) - digits, least) if size else mpfr(2) ** least


def errors(got, want, digits, least):
    """Of the whole, the real part, the imaginary part; None where the result is out of range."""
    if not (math.isfinite(got.real) and math.isfinite(got.imag)):
        return None
    d = mpfr(float(got.real)) - want.real, mpfr(float(got.imag)) - want.imag
    whole = gmpy2.hypot(*d) / last_place(gmpy2.hypot(want.real, want.imag), digits, least)
    parts = (
        abs(e) / last_place(abs(v), digits, least)
        for e, v in zip(d, (want.real, want.imag), strict=True)
    )
    return [float(whole), *(float(e) for e in parts)]


def measure(name, arguments):
    narrow = arguments.dtype == "complex64"
    digits, least = (24, -149) if narrow else (53, -1074)
    worst, where, measured = [0.0, 0.0, 0.0], None, 0
    random = np.random.default_rng(1)
    for kind, z in Kinds(arguments.count, arguments.seed, narrow).all():
        z = z.astype(arguments.dtype)
        y = random.uniform(-4, 4, (2, len(z)))
        more = [(y[0] + 1j * y[1]).astype(arguments.dtype)] if name == "pow" else []
        got = np.asarray(getattr(frit, name)(*(frit.asarray(a) for a in [z, *more])))
        for k, value in enumerate(got):
            operands = [mpc(complex(a[k])) for a in [z, *more]]
            want = FUNCTIONS[name](*operands)
            found = errors(value, want, digits, least) if gmpy2.is_finite(want) else None
            if found is None:
                continue
            measured += 1
            if found[0] > worst[0]:
                where = kind, [complex(a[k]) for a in [z, *more]]
            worst = [max(pair) for pair in zip(worst, found, strict=True)]
    shown = " ".join(f"{e:8.3g}" for e in worst)
    print(f"{name:6} {measured:9} results  whole, real, imaginary: {shown}  at {where}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("functions", nargs="*", default=list(FUNCTIONS))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dtype", default="complex128", choices=["complex64", "complex128"])
    arguments = parser.parse_args()
    for name in arguments.functions:
        measure(name, arguments)


main()
