"""NumPy version of examples/slang: the path tracer, all paths at once, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, reals, units, vectors
from slang_cases_noise import wang, words

CENTRES = np.array([[0, -100.5, 0], [-1.1, 0, 0], [0, 0, 0.3], [1.1, 0, 0], [0.4, 1.4, -0.6]])
RADII = np.array([100, 0.5, 0.5, 0.5, 0.4])
COLOURS = np.array([[0.7, 0.7, 0.65], [0.8, 0.3, 0.2], [0.9, 0.9, 0.9], [0.2, 0.4, 0.8], [9, 8, 6]])
MIRROR, LAMP = 2, 4  # the others are matte


def distances(origin: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Of every ray to every ball, by the nearest point of the line to the centre; inf: none."""
    to = CENTRES - origin[:, None, :]
    along = (to * direction[:, None, :]).sum(2)
    reach = RADII**2 - ((to - along[..., None] * direction[:, None, :]) ** 2).sum(2)
    root = np.sqrt(np.maximum(reach, 0))
    first = np.where(along - root < 0, along + root, along - root)
    return np.where((reach >= 0) & (first > 0.001), first, np.inf)


def nearest(ray: dict[str, np.ndarray], _: Any) -> tuple[np.ndarray, np.ndarray]:
    far = distances(ray["origin"], ray["direction"])
    hit = far.argmin(1)
    best = far.min(1)
    return np.where(np.isinf(best), -1, hit), np.where(np.isinf(best), 1e9, best)


class Draws:
    """One xorshift generator for each path."""

    def __init__(self, seeds: np.ndarray):
        self.state = np.array([wang(int(seed)) | 1 for seed in seeds], np.uint32)

    def uniform(self, who: np.ndarray) -> np.ndarray:
        x = self.state
        x = x ^ (x << np.uint32(13))
        x = x ^ (x >> np.uint32(17))
        x = x ^ (x << np.uint32(5))
        self.state = np.where(who, x, self.state)
        return (self.state >> np.uint32(8)) / 2.0**24


def path(direction: np.ndarray, draws: Draws, bounces: int) -> np.ndarray:
    n = len(direction)
    origin = np.tile([0, 0.4, -3.2], (n, 1))
    light, throughput, going = np.zeros((n, 3)), np.ones((n, 3)), np.ones(n, bool)
    for _ in range(bounces):
        hit, far = nearest({"origin": origin, "direction": direction}, None)
        up = np.clip(direction[:, 1:2], 0, 1)
        sky = 0.25 * (1 - up) + np.array([0.35, 0.45, 0.65]) * up
        seen = np.where((hit < 0)[:, None], sky, COLOURS[LAMP])
        ends = going & ((hit < 0) | (hit == LAMP))
        light[ends] = (throughput * seen)[ends]
        going &= ~ends
        throughput = np.where(going[:, None], throughput * COLOURS[hit], throughput)
        origin = np.where(going[:, None], origin + far[:, None] * direction, origin)
        normal = (origin - CENTRES[hit]) / RADII[hit][:, None]
        matte = going & (hit != MIRROR)
        z, angle = 1 - 2 * draws.uniform(matte), 2 * np.pi * draws.uniform(matte)
        round_ = np.sqrt(1 - z * z) * np.exp(1j * angle)
        spread = normal + 0.999 * np.stack([round_.real, round_.imag, z], 1)
        spread /= np.linalg.norm(spread, axis=1, keepdims=True)
        mirrored = direction - 2 * (direction * normal).sum(1, keepdims=True) * normal
        direction = np.where(matte[:, None], spread, np.where(going[:, None], mirrored, direction))
    return light


def trace(uv: np.ndarray, pixel: np.ndarray, samples: int, bounces: int) -> np.ndarray:
    direction = np.stack([uv[:, 0], uv[:, 1] - 0.15, np.full(len(uv), 1.9)], 1)
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    draws = Draws(pixel)
    return np.mean([path(direction, draws, bounces) for _ in range(samples)], axis=0)


def rays(rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {"origin": vectors(rng, 3, -1.5, 1.5) + np.float32([0, 2.2, 0]), "direction": units(rng)}


CASES = [
    Case(
        "pathtrace",
        "nearest",
        lambda r: (rays(r), np.zeros(ELEMENTS, np.float32)),
        nearest,
        1e-4,
        outs=(1,),
        share=0.99,
    ),
    Case(
        "pathtrace",
        "trace",
        lambda r: (
            np.stack([reals(r, lo=-1.5, hi=1.5), reals(r, lo=-1)], 1),
            words(r),
            2,
            4,
        ),
        trace,
        2e-3,
        share=0.93,
    ),
]
