"""Machine learning."""

import numpy as np

from .case import case


def _normal(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


@case("k-means", lambda: (_normal(5000, 8), _normal(10, 8, seed=1), 10))
def kmeans(x, centres, n):
    for _ in range(n):
        d = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        mine = d.argmin(axis=1)
        one = (mine[:, None] == np.arange(len(centres))[None, :]).astype(float)
        centres = one.T @ x / np.maximum(one.sum(axis=0), 1)[:, None]
    return centres, mine


@case("logistic regression", lambda: (_normal(2000, 30), (_normal(2000, seed=1) > 0) * 1.0, 100, 0.1))
def logistic(x, y, n, rate):
    w = np.zeros(x.shape[1])
    for _ in range(n):
        p = 1 / (1 + np.exp(-(x @ w)))
        w = w - rate * (x.T @ (p - y)) / len(y)
    return w


def _layers():
    return {"w1": _normal(64, 128) * 0.1, "b1": np.zeros(128), "w2": _normal(128, 10) * 0.1, "b2": np.zeros(10)}


@case("MLP step", lambda: (_layers(), _normal(256, 64), np.eye(10)[np.arange(256) % 10], 0.1))
def mlp_step(p, x, y, rate):
    h = np.maximum(x @ p["w1"] + p["b1"], 0)
    z = h @ p["w2"] + p["b2"]
    e = np.exp(z - z.max(axis=1, keepdims=True))
    q = e / e.sum(axis=1, keepdims=True)
    dz = (q - y) / len(x)
    dh = (dz @ p["w2"].T) * (h > 0)
    p["w2"] -= rate * (h.T @ dz)
    p["b2"] -= rate * dz.sum(axis=0)
    p["w1"] -= rate * (x.T @ dh)
    p["b1"] -= rate * dh.sum(axis=0)
    return p


@case("attention", lambda: (_normal(4, 128, 64), _normal(4, 128, 64, seed=1), _normal(4, 128, 64, seed=2)))
def attention(q, k, v):
    s = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)) @ v


@case("PCA by power iteration", lambda: (_normal(1000, 100), _normal(100, seed=1), 50))
def power_iteration(x, v, n):
    d = x - x.mean(axis=0)
    for _ in range(n):
        w = d.T @ (d @ v)
        v = w / np.sqrt((w * w).sum())
    return np.abs(v)


def _adam():
    p = {"w": _normal(200, 200), "b": _normal(200)}
    g = {k: _normal(*a.shape, seed=1) for k, a in p.items()}
    return p, g, {k: np.zeros_like(a) for k, a in p.items()}, {k: np.zeros_like(a) for k, a in p.items()}, 3


@case("Adam on a dict", _adam)
def adam(p, g, m, v, t):
    for k in p:
        m[k] = 0.9 * m[k] + 0.1 * g[k]
        v[k] = 0.999 * v[k] + 0.001 * g[k] ** 2
        p[k] -= 1e-3 * (m[k] / (1 - 0.9**t)) / (np.sqrt(v[k] / (1 - 0.999**t)) + 1e-8)
    return p


@case("cosine similarity", lambda: (_normal(500, 64), _normal(400, 64, seed=1)))
def cosine(a, b):
    a = a / np.sqrt((a * a).sum(axis=1, keepdims=True))
    b = b / np.sqrt((b * b).sum(axis=1, keepdims=True))
    return a @ b.T
