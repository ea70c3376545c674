"""NumPy versions of examples/slang: hashes, noise, samples, fractals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, each, ints, reals, units, vectors, words

MASK = 0xFFFFFFFF


def wang(seed: int) -> int:
    seed = (seed ^ 61) ^ (seed >> 16)
    seed = (seed + (seed << 3)) & MASK  # times 9
    seed ^= seed >> 4
    seed = seed * 0x27D4EB2D & MASK
    return seed ^ (seed >> 15)


def pcg(v: int) -> int:
    state = (v * 747796405 + 2891336453) % 2**32
    word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 % 2**32
    return (word >> 22) ^ word


def pcg3d(row: list[int]) -> list[int]:
    v = [(x * 1664525 + 1013904223) & MASK for x in row]
    for turn in range(2):
        for i in range(3):
            v[i] = (v[i] + v[(i + 1) % 3] * v[(i + 2) % 3]) & MASK
        if turn == 0:
            v = [x ^ (x >> 16) for x in v]
    return v


def fnv1a(row: list[int]) -> int:
    value = 2166136261
    for byte in np.array(row, "<u4").tobytes():
        value = (value ^ byte) * 16777619 & MASK
    return value


def mean_of_draws(seed: int, n: int) -> float:
    state, total = wang(seed) | 1, 0.0
    for _ in range(n):
        state ^= state << 13 & MASK
        state ^= state >> 17
        state ^= state << 5 & MASK
        total += (state >> 8) / 2**24
    return total / n


def pcg_array(v: np.ndarray) -> np.ndarray:
    return np.array([pcg(int(x)) for x in np.ravel(v)], np.uint32).reshape(np.shape(v))


def corners(p: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of every point the four corners of its cell [n, 4, 2], their hashes, the offsets from them."""
    cell = np.floor(p).astype(np.int64)
    at = cell[:, None, :] + np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    return at, lattice(at), p[:, None, :] - at


def lattice(at: np.ndarray) -> np.ndarray:
    return pcg_array((at[..., 0] + pcg_array(at[..., 1] & MASK).astype(np.int64)) & MASK)


def fade(t: np.ndarray) -> np.ndarray:
    return 6 * t**5 - 15 * t**4 + 10 * t**3


def unit(h: np.ndarray) -> np.ndarray:
    return (h >> 8) / 2.0**24


def blend(values: np.ndarray, p: np.ndarray) -> np.ndarray:
    x, y = fade(p - np.floor(p)).T
    weights = np.stack([(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y], 1)
    return (values * weights).sum(1)


def value_noise(p: np.ndarray) -> np.ndarray:
    return blend(unit(corners(p)[1]), p)


def direction(h: np.ndarray) -> np.ndarray:
    s = math.sqrt(0.5)
    table = [(1, 0), (-1, 0), (0, 1), (0, -1), (s, s), (-s, s), (s, -s), (-s, -s)]
    return np.array(table)[h >> 29]


def gradient_noise(p: np.ndarray) -> np.ndarray:
    _, hashes, offsets = corners(p)
    return blend((direction(hashes) * offsets).sum(2), p)


def simplex_noise(p: np.ndarray) -> np.ndarray:
    # The corners of the triangle as images of the square's under the map that undoes the skew.
    f, g = (math.sqrt(3) - 1) / 2, (3 - math.sqrt(3)) / 6
    skew, unskew = np.eye(2) + f, np.eye(2) - g
    cell = np.floor(p @ skew)
    offset = p - cell @ unskew
    right = (offset[:, 0] > offset[:, 1])[:, None]
    total = np.zeros(len(p))
    for step in (np.zeros(2), np.where(right, [1.0, 0.0], [0.0, 1.0]), np.ones(2)):
        d = p - (cell + step) @ unskew
        t = np.maximum(0.5 - (d * d).sum(1), 0)
        at = (cell + step).astype(np.int64)
        total += t**4 * (direction(lattice(at)) * d).sum(1)
    return 70 * total


def worley(p: np.ndarray) -> np.ndarray:
    cell = np.floor(p).astype(np.int64)
    grid = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])
    at = cell[:, None, :] + grid
    h = lattice(at)
    points = at + np.stack([unit(h), unit(pcg_array(h))], 2)
    return np.sort(np.linalg.norm(points - p[:, None, :], axis=2), axis=1)[:, :2]


def fbm(p: np.ndarray, octaves: int) -> np.ndarray:
    shift = np.array([37.0, 17.0])
    places = [2**i * p + (2**i - 1) * shift for i in range(octaves)]
    return sum(2.0 ** -(i + 1) * value_noise(q) for i, q in enumerate(places))


def ridges(p: np.ndarray) -> np.ndarray:
    q = p + 0.5 * np.stack([value_noise(p + 5.2), value_noise(p + 9.1)], 1)
    return sum(2.0 ** -(i + 1) * (1 - abs(gradient_noise(2**i * q))) ** 2 for i in range(4))


def escapes(z: np.ndarray, c: np.ndarray, limit: int, fold: bool = False) -> np.ndarray:
    """Turns until |z| > 2, for all points at once, in the arithmetic of single precision."""
    x, y = (np.ascontiguousarray(part, np.float32) for part in z.T)
    cx, cy = (np.asarray(part, np.float32) for part in np.asarray(c).T)
    count = np.zeros(len(x), np.int32)
    inside = np.ones(len(x), bool)
    with np.errstate(all="ignore"):
        for _ in range(limit):
            if not fold or _ > 0:
                inside &= ~(x * x + y * y > 4)
            count += inside
            if fold:
                x, y = abs(x), abs(y)
            x, y = x * x - y * y + cx, np.float32(2) * x * y + cy
    return count


def mandelbrot_smooth(c: np.ndarray, limit: int) -> np.ndarray:
    z, p = np.zeros(len(c), complex), c[:, 0] + 1j * c[:, 1]
    out, alive = np.zeros(len(c)), np.ones(len(c), bool)
    for n in range(limit):
        gone = alive & (abs(z) > 16)
        out[gone] = n + 1 - np.log2(np.log2(abs(z[gone])))
        alive &= ~gone
        z = np.where(alive, z * z + p, z)
    return out


def newton(z: np.ndarray, *_: Any) -> tuple[np.ndarray, np.ndarray]:
    roots = np.exp(2j * np.pi * np.arange(3) / 3)
    w = z[:, 0] + 1j * z[:, 1]
    found, turns = np.full(len(w), -1), np.zeros(len(w), int)
    for _turn in range(40):
        near = abs(w[:, None] - roots) ** 2 < 1e-6
        found = np.where((found < 0) & near.any(1), near.argmax(1), found)
        w = np.where(found < 0, w - (w**3 - 1) / (3 * w * w), w)
        turns += found < 0
    return found, turns


def mandelbrot_colour(c: np.ndarray, limit: int) -> np.ndarray:
    n = mandelbrot_smooth(c, limit)[:, None]
    colour = 0.5 + 0.5 * np.cos(2 * np.pi * (0.05 * n + np.array([0, 0.33, 0.67])))
    return np.where(n > 0, colour, 0)


def disc(u: np.ndarray) -> np.ndarray:
    x, y = (2 * u - 1).T
    wide = abs(x) > abs(y)
    with np.errstate(all="ignore"):
        angle = np.where(wide, np.pi / 4 * (y / x), np.pi / 2 - np.pi / 4 * (x / y))
    z = np.where(wide, x, y) * np.exp(1j * angle)
    return np.stack([z.real, z.imag], 1)


def uniform_sphere(u: np.ndarray) -> np.ndarray:
    polar, turn = np.arccos(1 - 2 * u[:, 0]), 2 * np.pi * u[:, 1]
    return np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], 1)


def cosine_hemisphere(u: np.ndarray, _: Any) -> tuple[np.ndarray, np.ndarray]:
    d = disc(u)
    z = np.sqrt(1 - (d**2).sum(1))
    return np.concatenate([d, z[:, None]], 1), z / np.pi


def triangle(u: np.ndarray) -> np.ndarray:
    folded = np.where(u.sum(1, keepdims=True) > 1, 1 - u, u)
    return np.concatenate([folded, 1 - folded.sum(1, keepdims=True)], 1)


def octahedral(n: np.ndarray) -> np.ndarray:
    p = n[:, :2] / abs(n).sum(1, keepdims=True)
    folded = (1 - abs(p[:, ::-1])) * np.where(p >= 0, 1, -1)
    return np.where(n[:, 2:] < 0, folded, p)


def plane(rng: np.random.Generator) -> tuple[np.ndarray]:
    return (vectors(rng, 2, -20, 20),)


def window(rng: np.random.Generator) -> np.ndarray:
    return np.stack([reals(rng, lo=-2, hi=0.7), reals(rng, lo=-1.2, hi=1.2)], 1)


Z0 = np.zeros((ELEMENTS, 2), np.float32)

CASES = [
    Case("hash", "wang", lambda r: (words(r),), each(wang), 0),
    Case("hash", "pcg", lambda r: (words(r),), each(pcg), 0),
    Case("hash", "pcg3d", lambda r: (words(r, ELEMENTS, 3),), each(pcg3d), 0),
    Case("hash", "to_unit", lambda r: (words(r),), lambda h: np.floor(h / 256) / 2**24, 0),
    Case("hash", "fnv1a", lambda r: (words(r, ELEMENTS, 4),), each(fnv1a), 0),
    Case("hash", "mean_of_draws", lambda r: (words(r), ints(r, 1, 20)), each(mean_of_draws)),
    Case("noise", "value_noise", plane, value_noise),
    Case("noise", "gradient_noise", plane, gradient_noise),
    Case("noise", "simplex_noise", plane, simplex_noise, 3e-5),
    Case("noise", "worley", plane, worley),
    Case("noise", "fbm", lambda r: (*plane(r), 5), fbm, 2e-4),
    Case("noise", "ridges", plane, ridges, 2e-4),
    Case(
        "fractal",
        "mandelbrot",
        lambda r: (window(r), 60),
        lambda c, n: escapes(Z0, c, n),
        0,
    ),
    Case(
        "fractal",
        "mandelbrot_smooth",
        lambda r: (window(r), 40),
        mandelbrot_smooth,
        1e-3,
        share=0.98,
    ),
    Case(
        "fractal",
        "julia",
        lambda r: (vectors(r, 2, -1.5, 1.5), np.array([-0.8, 0.156], np.float32), 100),
        lambda z, c, n: escapes(z, c, n),
        0,
    ),
    Case(
        "fractal",
        "burning_ship",
        lambda r: (window(r), 50),
        lambda c, n: escapes(Z0, c, n, fold=True),
        0,
    ),
    Case(
        "fractal",
        "newton",
        lambda r: (vectors(r, 2), np.zeros(ELEMENTS, np.int32)),
        newton,
        0,
        outs=(1,),
        share=0.98,
    ),
    Case(
        "fractal",
        "mandelbrot_colour",
        lambda r: (window(r), 40),
        mandelbrot_colour,
        1e-3,
        share=0.98,
    ),
    Case("sampling", "disc", lambda r: (vectors(r, 2, 0, 1),), disc),
    Case("sampling", "uniform_sphere", lambda r: (vectors(r, 2, 0, 1),), uniform_sphere),
    Case(
        "sampling",
        "cosine_hemisphere",
        lambda r: (vectors(r, 2, 0, 1), np.zeros(ELEMENTS, np.float32)),
        cosine_hemisphere,
        1e-4,
        outs=(1,),
    ),
    Case("sampling", "triangle", lambda r: (vectors(r, 2, 0, 1),), triangle),
    Case("sampling", "octahedral", lambda r: (units(r),), octahedral),
    Case(
        "sampling",
        "octahedral_decode",
        lambda r: (octahedral(units(r).astype(float)).astype(np.float32),),
        lambda p: np.array([decode_octahedral(row) for row in p]),
        1e-5,
    ),
    Case("sampling", "basis", lambda r: (units(r),), lambda n: basis(n), 1e-4),
]


def decode_octahedral(p: np.ndarray) -> np.ndarray:
    """On the octahedron |x| + |y| + |z| = 1 the corners of the square are one point, the lower pole."""
    x, y = p
    z = 1 - abs(x) - abs(y)
    if z < 0:
        x, y = math.copysign(1 - abs(y), x), math.copysign(1 - abs(x), y)
    v = np.array([x, y, z])
    return v / np.linalg.norm(v)


def basis(n: np.ndarray) -> np.ndarray:
    """The shortest rotation of the nearer pole to n, applied to x and y (y mirrored for the lower pole)."""
    out = np.empty((len(n), 3, 3))
    for i, v in enumerate(n):
        s = 1.0 if v[2] >= 0 else -1.0
        pole = np.array([0.0, 0.0, s])
        w = np.cross(pole, v)
        skew = np.cross(np.eye(3), w)
        turn = np.eye(3) + skew + skew @ skew / (1 + pole @ v)
        out[i] = [turn @ [1, 0, 0], turn @ [0, s, 0], v]
    return out
