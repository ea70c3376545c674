"""Series in time, finance, statistics."""

import numpy as np

from .case import case


def _uniform(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


def _normal(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


@case("GARCH panel", lambda: (_normal(400, 1000) * 0.01, 1e-6, 0.1, 0.85))
@case("GARCH single series", lambda: (_normal(5000) * 0.01, 1e-6, 0.1, 0.85))
def garch(r, w, a, b):
    s = np.empty_like(r)
    s[0] = r.var()
    for t in range(1, r.shape[0]):
        s[t] = w + a * r[t - 1] ** 2 + b * s[t - 1]
    return s


def _quotes():
    s, k = 80 + 40 * _uniform(20000), 80 + 40 * _uniform(20000, seed=1)
    t, v = 0.1 + _uniform(20000, seed=2), 0.1 + 0.4 * _uniform(20000, seed=3)
    return black_scholes(s, k, t, 0.03, v), s, k, t, 0.03


def normal_cdf(x):
    # Abramowitz and Stegun 7.1.26
    z = np.abs(x) * 0.7071067811865476
    q = 1 / (1 + 0.3275911 * z)
    p = q * (0.254829592 + q * (-0.284496736 + q * (1.421413741 + q * (-1.453152027 + q * 1.061405429))))
    half = 0.5 * (1 - p * np.exp(-z * z))
    return 0.5 + np.where(x < 0, -half, half)


def black_scholes(s, k, t, r, v):
    spread = v * np.sqrt(t)
    d1 = (np.log(s / k) + (r + 0.5 * v * v) * t) / spread
    return s * normal_cdf(d1) - k * np.exp(-r * t) * normal_cdf(d1 - spread)


@case("implied volatility", _quotes, rtol=1e-7)
def implied_volatility(price, s, k, t, r):
    v = np.full_like(s, 0.3)
    for _ in range(20):
        spread = v * np.sqrt(t)
        d1 = (np.log(s / k) + (r + 0.5 * v * v) * t) / spread
        vega = s * np.sqrt(t) * np.exp(-0.5 * d1 * d1) * 0.3989422804014327
        step = (black_scholes(s, k, t, r, v) - price) / np.maximum(vega, 1e-8)
        going = np.abs(step) > 1e-10
        v[going] -= step[going]
        v = np.clip(v, 0.01, 3.0)
    return v


@case("rolling statistics", lambda: (_normal(100000), 50))
def rolling(x, w):
    c = np.concatenate(([0.0], np.cumsum(x)))
    q = np.concatenate(([0.0], np.cumsum(x * x)))
    mean = (c[w:] - c[:-w]) / w
    var = (q[w:] - q[:-w]) / w - mean**2
    return mean, np.sqrt(np.maximum(var, 0))


@case("portfolio risk", lambda: (_normal(500, 200) * 0.01, _uniform(200)))
def portfolio_risk(returns, weights):
    w = weights / weights.sum()
    d = returns - returns.mean(axis=0)
    cov = d.T @ d / (len(returns) - 1)
    risk = np.sqrt(w @ cov @ w)
    return risk, w * (cov @ w) / risk


@case("bootstrap", lambda: (_normal(2000), np.random.default_rng(1).integers(0, 2000, (300, 2000))))
def bootstrap(x, picks):
    means = x[picks].mean(axis=1)
    return means.mean(), means.std()


@case("kernel density", lambda: (_normal(1000), np.linspace(-3, 3, 500), 0.2))
def kernel_density(x, at, h):
    z = (at[:, None] - x[None, :]) / h
    return np.exp(-0.5 * z * z).sum(axis=1) / (len(x) * h * 2.5066282746310002)


@case("haversine", lambda: (_uniform(1000000) * 180 - 90, _uniform(1000000, seed=1) * 360, 48.85, 2.35))
def haversine(lat, lon, lat0, lon0):
    p, p0 = np.radians(lat), np.radians(lat0)
    dp, dl = (p - p0) / 2, (np.radians(lon) - np.radians(lon0)) / 2
    a = np.sin(dp) ** 2 + np.cos(p) * np.cos(p0) * np.sin(dl) ** 2
    return 2 * 6371.0 * np.arcsin(np.sqrt(a))


@case("exponential averages", lambda: (_normal(2000, 50), 0.1))
def exponential_averages(x, a):
    e = x[0]
    out = np.empty_like(x)
    for t in range(len(x)):
        e = a * x[t] + (1 - a) * e
        out[t] = e
    return out


@case("Kalman filter", lambda: (np.cumsum(_normal(3000)) + _normal(3000, seed=1), 1.0, 1.0))
def kalman(z, q, r):
    x, p = np.zeros(len(z)), np.ones(len(z))
    for t in range(1, len(z)):
        ahead = p[t - 1] + q
        gain = ahead / (ahead + r)
        x[t] = x[t - 1] + gain * (z[t] - x[t - 1])
        p[t] = (1 - gain) * ahead
    return x


@case("drawdown", lambda: (np.cumprod(1 + _normal(1000000) * 0.01),))
def drawdown(price):
    peak = np.maximum.accumulate(price)
    return (price / peak - 1).min()


@case("Monte Carlo barrier", lambda: (_normal(100, 5000), 100.0, 90.0, 0.2))
def barrier(z, s0, level, vol):
    s = np.full(z.shape[1], s0)
    alive = np.ones(z.shape[1], bool)
    dt = 1 / len(z)
    for t in range(len(z)):
        s = s * np.exp(-0.5 * vol * vol * dt + vol * np.sqrt(dt) * z[t])
        alive &= s > level
    return np.where(alive, np.maximum(s - s0, 0), 0).mean()


@case("autocorrelation", lambda: (_normal(20000), 50))
def autocorrelation(x, lags):
    d = x - x.mean()
    out = np.empty(lags)
    for k in range(lags):
        out[k] = (d[k:] * d[: len(d) - k]).sum()
    return out / out[0]
