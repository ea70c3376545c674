"""Sizes that hang on numbers: after a few values one plan holds for all of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit
from fuse_check import check

NUMBERS = [3, 5, 7, 9, 11, 13, 15, 17, 19, 0, 1, -1, -3, 2, 39, 40, 41, 100, -40, -41, 20, 4, 6, 8, 22, 24]


def lag(x: Any, n: Any) -> Any:
    return x[n:] - x[:-n]


def head(x: Any, n: Any) -> Any:
    return x[:n] * 2


def strided(x: Any, n: Any) -> Any:
    return x[n::-1].sum() + x[-n:].max(initial=-9)


def middle(x: Any, n: Any) -> Any:
    return x[n : n + 5].sum()


def rolled(x: Any, n: Any) -> Any:
    c = np.cumsum(x)
    return (c[n:] - c[:-n]) / 4


def rest(x: Any, n: Any) -> Any:
    return np.cumsum(x)[n:]


def room(x: Any, n: Any) -> Any:
    return np.zeros(n) + x[0]


def pairs(x: Any, n: Any) -> Any:
    out = np.full((len(x), n), 2.5)
    out[:, 0] = x
    return out


def counted(x: Any, n: Any) -> Any:
    return np.arange(n) * x[1]


def filled(x: Any, n: Any) -> Any:
    y = x * 2
    y[n:] = 7
    return y


def changed_before(x: Any, n: Any) -> Any:
    x[0] = 5
    return x[n:] * 2


def changed_after(x: Any, n: Any) -> Any:
    y = x[n:]
    x[:] = 5
    return y * 2


def changed_through(x: Any, n: Any) -> Any:
    y = x[n:]
    y += 1
    return x.sum()


def computed_changed(x: Any, n: Any) -> Any:
    y = x * 2
    z = y[n:]
    y[:] = 5
    return z + 1


def computed_twice(x: Any, n: Any) -> Any:
    y = x * 2
    z = y[n:].sum()
    w = x + 1
    w[0] = z
    v = w[n:].sum()
    w = w * 2
    return v + w[n:].max(initial=-5)


def view(x: Any, n: Any) -> Any:
    return x[n:], x[n:]


def table(x: Any, n: Any) -> Any:
    y = x.reshape(2, -1) * 1
    return y[:, n:].sum(axis=0), y[1, :n] * 2, y[..., None, n:].shape


def outcome(function: Callable[..., Any], x: Any, n: Any) -> Any:
    """What it gives (or the class of its error), and what becomes of its argument."""
    x = x.copy()
    try:
        given = function(x, n)
    except (ValueError, IndexError):
        return "refused", x
    parts = given if isinstance(given, tuple) else (given,)
    for part in parts:
        shared = isinstance(part, np.ndarray) and np.shares_memory(part, x)
        assert shared == (function is view or getattr(function, "__wrapped__", None) is view) or not np.size(part)
    return [(np.asarray(part).dtype, np.shape(part), np.asarray(part).tolist()) for part in parts], x


SAME = [lag, head, strided, middle, room, pairs, counted, filled, rest, changed_before, changed_after]
SAME += [changed_through, computed_twice, computed_changed, view, table, rolled]


@pytest.mark.parametrize("function", SAME, ids=lambda f: f.__name__)
def test_numbers_of_sizes_follow_numpy(function: Any) -> None:
    fused = frit.fuse(function)
    rng = np.random.default_rng(3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n in NUMBERS:
            for size in (40, 24):
                x = rng.integers(-8, 9, size) / 4
                wanted, left = outcome(function, x, n)
                got, changed = outcome(fused, x, n)
                assert got == wanted, (n, size)
                assert np.array_equal(left, changed), (n, size)


@pytest.mark.parametrize(
    "function", [lag, head, strided, middle, room, pairs, counted, filled, rest, rolled], ids=lambda f: f.__name__
)
def test_one_plan_holds_for_every_number(function: Any) -> None:
    fused = frit.fuse(function)
    x = np.arange(200.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for n in range(2, 90):
            fused(x, n)
    assert fused.cache_info().replayed <= 6 and fused.cache_info().recorded == 0
    assert frit.explain(fused, x, 91).mode == "replayed"


def smoothed(x: Any) -> Any:
    s = np.zeros(len(x))
    for t in range(1, len(x)):
        s[t] = 0.5 * s[t - 1] + x[t]
    return s


def test_rooms_as_long_as_an_argument_have_one_plan() -> None:
    fused = frit.fuse(smoothed)
    with frit.options(as_written=False):
        for n in range(20, 60):
            x = np.arange(float(n))
            assert np.array_equal(fused(x), smoothed(x))
        assert fused.cache_info().replayed <= 4 and fused.cache_info().recorded == 0


def doubled(x: Any, n: Any, z: Any) -> Any:
    y = np.concatenate([x, x])
    return y[n:].sum() + z[0]


def test_lengths_that_are_equal_by_chance_are_not_taken_for_the_same() -> None:
    fused = frit.fuse(doubled)
    for n in range(8):
        for size in (10, 7, 12):
            x, z = np.arange(float(size)), np.ones(20)  # 2 · 10
            assert fused(x, n, z) == doubled(x, n, z), (n, size)


def test_a_part_that_is_given_back_twice_is_one_object(monkeypatch: Any) -> None:
    """Also in a plan that holds for every number."""
    from frit._fuse import tracing

    def thinned(x: Any, step: Any) -> Any:
        part = x[:: step + 1]
        return part, [part]

    monkeypatch.setattr(tracing, "STRICT_VARIANTS", 0)
    check(thinned, lambda: (np.ones(7), 2), lambda: (np.ones(9), 3))
