"""Fields and particles."""

import numpy as np

from .case import case


def _uniform(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


@case("heat 2-d", lambda: (_uniform(200, 200), 100))
def heat(u, n):
    u = u.copy()
    for _ in range(n):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u


@case("lattice Boltzmann", lambda: (1 + 0.1 * _uniform(9, 80, 100), 20))
def lattice_boltzmann(f, n):
    cx = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
    cy = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
    weight = np.array([4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36])
    f = f.copy()
    for _ in range(n):
        for k in range(9):
            f[k] = np.roll(np.roll(f[k], cx[k], axis=1), cy[k], axis=0)
        rho = f.sum(axis=0)
        ux = (f * cx[:, None, None]).sum(axis=0) / rho
        uy = (f * cy[:, None, None]).sum(axis=0) / rho
        cu = 3 * (cx[:, None, None] * ux + cy[:, None, None] * uy)
        equilibrium = rho * weight[:, None, None] * (1 + cu + 0.5 * cu**2 - 1.5 * (ux**2 + uy**2))
        f += 0.6 * (equilibrium - f)
    return f


@case("FDTD", lambda: (np.zeros((150, 150)), np.zeros((150, 150)), np.zeros((150, 150)), 80))
def fdtd(ez, hx, hy, n):
    ez, hx, hy = ez.copy(), hx.copy(), hy.copy()
    ez[75, 75] = 1.0
    for _ in range(n):
        hx[:, :-1] -= 0.5 * (ez[:, 1:] - ez[:, :-1])
        hy[:-1, :] += 0.5 * (ez[1:, :] - ez[:-1, :])
        ez[1:-1, 1:-1] += 0.5 * (hy[1:-1, 1:-1] - hy[:-2, 1:-1] - hx[1:-1, 1:-1] + hx[1:-1, :-2])
    return ez, hx, hy


def _spins():
    rng = np.random.default_rng(0)
    return np.where(rng.random((128, 128)) < 0.5, -1.0, 1.0), rng.random((40, 128, 128)), 0.44


@case("Ising", _spins)
def ising(s, draws, beta):
    s = s.copy()
    i, j = np.indices(s.shape)
    for t in range(len(draws)):
        for colour in range(2):
            near = np.roll(s, 1, 0) + np.roll(s, -1, 0) + np.roll(s, 1, 1) + np.roll(s, -1, 1)
            flip = (draws[t] < np.exp(-2 * beta * s * near)) & ((i + j) % 2 == colour)
            s[flip] *= -1
    return s


@case("n-body", lambda: (_uniform(300, 3), np.zeros((300, 3)), _uniform(300, seed=1), 20, 1e-3), rtol=1e-7)
def nbody(x, v, m, n, dt):
    for _ in range(n):
        d = x[None, :, :] - x[:, None, :]
        inverse = ((d * d).sum(axis=2) + 1e-4) ** -1.5
        a = (d * (inverse * m[None, :])[:, :, None]).sum(axis=1)
        v = v + a * dt
        x = x + v * dt
    return x, v


@case("wave 1-d", lambda: (np.exp(-(((np.arange(2000) - 1000) / 50.0) ** 2)), 500))
def wave(u, n):
    before, now = u.copy(), u.copy()
    for _ in range(n):
        after = np.zeros_like(now)
        after[1:-1] = 2 * now[1:-1] - before[1:-1] + 0.25 * (now[2:] - 2 * now[1:-1] + now[:-2])
        before, now = now, after
    return now


@case("Gray-Scott", lambda: (np.ones((128, 128)), 0.25 * _uniform(128, 128), 100))
def gray_scott(u, v, n):
    for _ in range(n):
        lu = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u
        lv = np.roll(v, 1, 0) + np.roll(v, -1, 0) + np.roll(v, 1, 1) + np.roll(v, -1, 1) - 4 * v
        reaction = u * v * v
        u = u + 0.16 * lu - reaction + 0.035 * (1 - u)
        v = v + 0.08 * lv + reaction - 0.095 * v
    return u, v


@case("Mandelbrot by masks", lambda: (np.linspace(-2, 0.6, 300)[None, :] + 1j * np.linspace(-1.2, 1.2, 250)[:, None], 50))
def mandelbrot(c, n):
    z = np.zeros_like(c)
    count = np.zeros(c.shape, int)
    for _ in range(n):
        inside = np.abs(z) <= 2
        z[inside] = z[inside] ** 2 + c[inside]
        count[inside] += 1
    return count


@case("game of life", lambda: ((_uniform(200, 200) < 0.3).astype(np.uint8), 50), without=("JAX",))
def life(cells, n):
    for _ in range(n):
        near = sum(np.roll(np.roll(cells, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        cells = ((near == 3) | ((cells == 1) & (near == 2))).astype(np.uint8)
    return cells


@case("tridiagonal solve", lambda: (_uniform(400, 300), 4 + _uniform(400, 300, seed=1), _uniform(400, 300, seed=2), _uniform(400, 300, seed=3)))
def tridiagonal(a, b, c, d):
    c, d = c.copy(), d.copy()
    c[0] = c[0] / b[0]
    d[0] = d[0] / b[0]
    for i in range(1, len(b)):
        m = b[i] - a[i] * c[i - 1]
        c[i] = c[i] / m
        d[i] = (d[i] - a[i] * d[i - 1]) / m
    for i in range(len(b) - 2, -1, -1):
        d[i] = d[i] - c[i] * d[i + 1]
    return d
