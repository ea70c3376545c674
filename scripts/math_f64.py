#!/usr/bin/env python3
"""Fits the polynomials of src/op/math/f64_*.h and prints their coefficients, lowest first.

Needs mpmath. A polynomial is the least-squares fit at Chebyshev nodes, which is near the best one.
Coefficients are rounded from the lowest on, each time fitting the others again; the first `pairs`
of them are sums of two doubles. With --check the headers are searched for every coefficient.
"""
import pathlib
import sys

from mpmath import asin, atan, atanh, cbrt, cos, cosh, erf, erfc, exp, log, loggamma
from mpmath import pi, sin, sinh, sqrt
from mpmath import lu_solve, matrix, mp, mpf

mp.dps = 90


def rounded(x):
    with mp.workprec(53):
        return +x


def nodes(lo, hi, count):
    for k in range(count):
        x = (lo + hi) / 2 + (hi - lo) / 2 * cos(pi * (2 * k + 1) / (2 * count))
        yield x if abs(x) > (hi - lo) * mpf(10) ** -20 else (hi - lo) * mpf(10) ** -12


def least_squares(points, first, terms):
    """The coefficients of x^first ... x^(terms - 1) for points (x, value, weight)."""
    size = max(abs(x) for x, _, _ in points)
    rows = [([(x / size) ** k * w for k in range(first, terms)], v * w) for x, v, w in points]
    n = terms - first
    left, right = matrix(n, n), matrix(n, 1)
    for i in range(n):
        right[i] = sum(row[i] * v for row, v in rows)
        for j in range(n):
            left[i, j] = sum(row[i] * row[j] for row, _ in rows)
    solved = lu_solve(left, right)
    return [solved[i] / size ** (first + i) for i in range(n)]


def fit(f, lo, hi, terms, pairs=0, weight=lambda x: mpf(1)):
    points = [(x, f(x), weight(x)) for x in nodes(mpf(lo), mpf(hi), 3 * terms + 1)]
    doubles = []
    for k in range(terms):
        c = least_squares(points, k, terms)[0]
        parts = [rounded(c)]
        if k < pairs:
            parts.append(rounded(c - parts[0]))
        doubles += parts
        points = [(x, v - sum(parts) * x**k, w) for x, v, w in points]
    return [float(c) for c in doubles]


def tail(f, taken, power):
    """(f(t) - taken(t)) / t^power as a function of t^2."""
    return lambda z: (f(sqrt(z)) - taken(sqrt(z))) / sqrt(z) ** power


def scaled_erfc(middle):
    """e^(x^2) erfc(x) (1 + 2 x) of q = (x - middle) / (x + middle), and x of q."""
    x_of = lambda q: middle * (1 + q) / (1 - q)
    return lambda q: exp(x_of(q) ** 2) * erfc(x_of(q)) * (1 + 2 * x_of(q)), x_of


def stirling(z):
    x = 1 / sqrt(z)
    return (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2) * x


def polynomials():
    """Name and coefficients. A little is added to the ends, for arguments reduced inexactly."""
    more = 1 + mpf(2) ** -20
    r = log(2) / 2 * more
    yield "exp", fit(lambda x: (exp(x) - 1 - x) / x**2, -r, r, 10, weight=lambda x: x * x)
    yield "cosh", fit(tail(cosh, lambda t: 1 + t * t / 2, 4), 0, r * r, 5)
    yield "sinh", fit(tail(sinh, lambda t: t, 3), 0, r * r, 5)
    s = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * more
    both = tail(lambda t: 2 * atanh(t), lambda t: 2 * t, 3)
    yield "log", fit(both, 0, s, 7)
    yield "log_long", fit(both, 0, s, 9, pairs=1)
    q = pi / 4 * more
    yield "sin", fit(tail(sin, lambda t: t, 3), 0, q * q, 6)
    yield "cos", fit(tail(cos, lambda t: 1 - t * t / 2, 4), 0, q * q, 6)
    yield "atan", fit(tail(atan, lambda t: t, 3), 0, (sqrt(2) - 1) ** 2 * (1 + mpf(2) ** -10), 11)
    yield "asin", fit(tail(asin, lambda t: t, 3), 0, more / 4, 13)
    yield "cbrt", fit(lambda z: cbrt(1 + z), sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 6)
    yield "erf", fit(tail(erf, lambda t: t, 1), 0, 1, 13)
    far, x_of = scaled_erfc(mpf(2.5))
    at = lambda x: (x - mpf(2.5)) / (x + mpf(2.5))
    weight = lambda q: exp(-x_of(q) ** 2 / 2)
    yield "erf_far", fit(far, at(mpf(1) * 0.99), at(mpf(6)), 14, weight=weight)
    far, x_of = scaled_erfc(mpf(3))
    at = lambda x: (x - 3) / (x + 3)
    yield "erfc", fit(far, at(mpf("0.49")), at(mpf(28)), 23, pairs=1)
    yield "stirling", fit(stirling, mpf(10) ** -9, mpf(1) / 100, 8)
    yield "lgamma", fit(lambda d: loggamma(2 + d) / d, -0.5, 0.5, 20, pairs=2)
    z = mpf(1) / 16
    yield "sin_pi", fit(tail(lambda t: sin(pi * t), lambda t: pi * t, 3), 0, z, 7, pairs=1)
    yield "cos_pi", fit(tail(lambda t: cos(pi * t), lambda t: 1, 2), 0, z, 7, pairs=1)


def main():
    folder = pathlib.Path(__file__).resolve().parent.parent / "src" / "op" / "math"
    text = "".join(path.read_text() for path in folder.glob("f64_*.h"))
    missing = 0
    for name, doubles in polynomials():
        print(name, *(c.hex() for c in doubles))
        missing += sum(c.hex() not in text for c in doubles)
    if "--check" in sys.argv[1:]:
        print(missing, "coefficients are not in the headers")
        sys.exit(missing > 0)


main()
