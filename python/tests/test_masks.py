"""Elements that masks pick: computed with and put back, in one kernel; everything else as NumPy does it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuse_check import Outcome, compare

import frit


def _squares(x: Any, y: Any) -> Any:
    m = x > 0.5
    x[m] = x[m] ** 2 + y[m]
    return x


def _changes_sign(x: Any, y: Any) -> Any:
    x[x > 0.5] *= -1
    return x


def _changes_what_was_picked(x: Any, y: Any) -> Any:
    m = x < y
    v = x[m]
    v += 1
    x[m] = v * 2
    return x, y


def _other_array(x: Any, y: Any) -> Any:
    m = x < y
    y[m] = np.sqrt(x[m]) + np.maximum(x[m], 0.3)
    return y


def _changed_meanwhile(x: Any, y: Any) -> Any:
    m = x < y
    w = x[m]
    x += 1
    x[m] = w
    return x


def _other_dtype(x: Any, y: Any) -> Any:
    m = x < y
    k = np.zeros(x.shape, int)
    k[m] += 1
    k[m] = x[m] * 10
    return k


def _in_a_loop(x: Any, y: Any) -> Any:
    for _ in range(20):
        m = np.abs(x) < 2
        x[m] = x[m] ** 2 + y[m]
    return x


def _two_names(x: Any, y: Any) -> Any:
    m = x < y
    t = x[m]
    u = t
    u *= 2
    x[m] = t
    return x


def _exchanged(x: Any, y: Any) -> Any:
    m = x < y
    x[m], y[m] = y[m], x[m]
    return x, y


def _chosen(x: Any, y: Any) -> Any:
    m = x < y
    x[m] = np.where(x[m] > 0.2, x[m], 0)
    return x


def _by_a_function(x: Any, y: Any) -> Any:
    def step(v: Any, w: Any) -> Any:
        return v * 0.5 + w

    m = x < y
    x[m] = step(x[m], y[m])
    return x


def _with_a_mean(x: Any, y: Any) -> Any:
    m = x < y
    x[m] -= x.mean() * y[m]
    return x


def _mask_changed_meanwhile(x: Any, y: Any) -> Any:
    m = x < y
    w = x[m]
    m[0] = ~m[0]
    x[m] = w
    return x


def _counted(x: Any, y: Any) -> Any:
    m = x < y
    return x[m].sum(), x[m], len(x[m])


def _complement(x: Any, y: Any) -> Any:
    m = x < y
    x[m] = 3
    x[~m] = y[~m]
    return x


def _shapes_differ(x: Any, y: Any) -> Any:
    m = x < y
    x[m] = x[m] + y
    return x


def _in_containers(x: Any, y: Any) -> Any:
    m = x < y
    return [x[m]], {"a": y[m]}, np.array([x[m]])


def _changed_in_every_turn(x: Any, y: Any) -> Any:
    m = x < y
    v = x[m]
    for _ in range(20):
        v += 1
    x[m] = v
    return x


def _matrix_product(x: Any, y: Any) -> Any:
    x, y = np.outer(x, x), np.outer(y, y)
    m = x < y
    x[m] @= y[m]
    return x


def _truth(x: Any, y: Any) -> Any:
    m = x < y
    if x[m] > 0:
        x += 1
    return x


def check(function: Any) -> Any:
    fused = frit.fuse(function)
    kinds = [(0, 40, float), (1, 40, float), (2, 17, float), (3, 40, np.float32), (4, 40, int)]
    for seed, size, dtype in [*kinds, (5, 1, float), (6, 0, float)]:

        def make() -> tuple[Any, ...]:
            rng = np.random.default_rng(seed)
            return tuple((rng.random(size) * 2).astype(dtype) for _ in range(2))

        where = f"{function.__name__}, seed {seed}"
        compare(Outcome(fused, make(), {}), Outcome(function, make(), {}), where)
    return fused


@pytest.mark.parametrize(
    "function",
    [
        *(_squares, _changes_sign, _changes_what_was_picked, _other_array, _changed_meanwhile),
        *(_other_dtype, _in_a_loop, _two_names, _exchanged, _chosen, _by_a_function, _with_a_mean),
        _changed_in_every_turn,
    ],
)
def test_masks_choose_in_the_plan(function: Any) -> None:
    x, y = np.random.default_rng(7).random((2, 30))
    assert frit.explain(check(function), x, y).mode == "replayed"


@pytest.mark.parametrize(
    "function",
    [_mask_changed_meanwhile, _counted, _complement, _shapes_differ, _in_containers, _truth]
    + [_matrix_product],
)
def test_other_uses_of_what_masks_pick(function: Any) -> None:
    check(function)
