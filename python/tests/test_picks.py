"""Functions that go on with elements whose number only a mask's value tells: replayed, and as NumPy has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuse_check import Outcome, compare

import frit


def _given_back(x: Any, y: Any) -> Any:
    return x[x > y]


def _reduced(x: Any, y: Any) -> Any:
    m = x > y
    v = x[m]
    return v.sum(), v.size * 2, len(v), v.shape, m.sum(), (v * 2).sum()


def _mean(x: Any, y: Any) -> Any:
    return np.mean(x[x > y] ** 2 + 1)


def _two_masks(x: Any, y: Any) -> Any:
    return x[x > y].sum() - y[x <= y].sum()


def _one_mask_twice(x: Any, y: Any) -> Any:
    return x[x > y].sum() - y[x > y].sum()


def _chained(x: Any, y: Any) -> Any:
    above = x[x > y]
    return above[above > 0.6].sum(), above[above > 0.6]


def _by_what_was_picked(x: Any, y: Any) -> Any:
    above = x[x > y]
    return x - above.sum(), x * len(above)


def _places(x: Any, y: Any) -> Any:
    (places,) = np.nonzero(x > y)
    return places, places * 2, x[places] - y[places], np.flatnonzero(x > y), np.where(x > y)[0]


def _distinct(x: Any, y: Any) -> Any:
    a = np.flatnonzero(x > y)
    b = np.flatnonzero(x > y)
    a += 1
    return a, b, x[x > y]


def _functions(x: Any, y: Any) -> Any:
    return np.compress(x > y, x * 2), np.extract(x > y, y), np.argwhere(x > y), x.compress(x > y)


def _changed_first(x: Any, y: Any) -> Any:
    x += 1
    y[0:1] = 5
    return x[x > y].sum(), y


def _changed_afterwards(x: Any, y: Any) -> Any:
    m = x > y
    v = x[m]
    x[:] = 0
    m[:] = False
    return v.sum(), x, m


def _changed_when_used(x: Any, y: Any) -> Any:
    v = x[x > y]
    before = v.sum()
    v += 1
    return before, v.sum(), v


def _elsewhere(x: Any, y: Any) -> Any:
    v = x[x > y]
    w = np.zeros_like(v)
    w += v
    v[:1] = 3
    return v, w


def _numbers_of_a_call(x: Any, y: Any, k: Any = 0.5) -> Any:
    return x[x > k].sum() * k


def _stored_by_places(x: Any, y: Any) -> Any:
    m = x > y
    x[m] = y[m] - y[m].sum()
    return x


def _stored_elsewhere(x: Any, y: Any) -> Any:
    x[x > y] = np.cumsum(y[x > y])
    return x


def _put_back_after_a_change(x: Any, y: Any) -> Any:
    m = x > y
    v = x[m]
    before = v.sum()
    v[:1] = 9
    x[m] = v
    return x, before


def _with_indices(x: Any, y: Any) -> Any:
    near = np.argsort(x)[:1] * 0
    m = y[near] <= x
    return x[m].sum(), y[m]


REPLAYED = [
    *(_given_back, _reduced, _mean, _two_masks, _one_mask_twice, _chained, _by_what_was_picked),
    *(_places, _distinct, _functions, _changed_first, _changed_afterwards, _changed_when_used),
    *(_elsewhere, _numbers_of_a_call, _stored_by_places, _stored_elsewhere, _put_back_after_a_change),
]


def check(function: Any) -> Any:
    fused = frit.fuse(function)
    kinds = [(0, 40, float), (1, 40, float), (2, 17, float), (3, 40, np.float32), (4, 40, int)]
    for seed, size, dtype in [*kinds, *kinds, (5, 1, float), (6, 0, float), (7, 2, float), (8, 3, float)]:

        def make(shift: float) -> tuple[Any, ...]:
            rng = np.random.default_rng(seed)
            x, y = ((rng.random(size) * 2).astype(dtype) for _ in range(2))
            return x + np.array(shift, dtype), y

        for shift in (0.0, -9.0, 9.0):  # some, none, all
            where = f"{function.__name__}, seed {seed}, shift {shift}"
            compare(Outcome(fused, make(shift), {}), Outcome(function, make(shift), {}), where)
    return fused


@pytest.mark.parametrize("function", REPLAYED)
def test_picks_are_part_of_a_replayed_function(function: Any) -> None:
    fused = check(function)
    x, y = np.random.default_rng(7).random((2, 30))
    assert frit.explain(fused, x, y).mode == "replayed"


@pytest.mark.parametrize("function", [_with_indices])
def test_picks_of_other_functions(function: Any) -> None:
    check(function)


def _all_axes(x: Any) -> Any:
    m = x > 0.5
    return x[m].sum(), x[m], np.nonzero(m), np.argwhere(m), np.flatnonzero(m)


def _some_axes(x: Any) -> Any:
    rows = x[:, 0] > 0.5
    return x[rows], x[rows].sum(axis=0), x[:, x[0] > 0.3], x[rows, 0], np.compress(rows, x, axis=0)


def _rows_and_columns(x: Any) -> Any:
    return x[x[:, 0] > 0.5][:, x[0] > 0.3] * 2


@pytest.mark.parametrize("function", [_all_axes, _some_axes, _rows_and_columns])
def test_masks_over_axes(function: Any) -> None:
    fused = frit.fuse(function)
    rng = np.random.default_rng(3)
    for shape in [(5, 7), (9, 4), (1, 6), (6, 1), (12, 3)]:
        for layout in (lambda a: a, np.asfortranarray, lambda a: a[::-1], lambda a: np.repeat(a, 2, 1)[:, ::2]):
            x = layout(rng.random(shape))
            where = f"{function.__name__}, {shape}"
            compare(Outcome(fused, (x,), {}), Outcome(function, (x,), {}), where)
    assert frit.explain(fused, rng.random((8, 5))).mode == "replayed"


def test_a_pick_is_reduced_in_the_order_of_its_elements() -> None:
    """The bits are those of the elements picked first and reduced then."""

    @frit.fuse
    def total(x: Any) -> Any:
        return x[x > 0.25].sum()

    for size in (10, 1000, 5000, 100_000):
        x = np.random.default_rng(size).standard_normal(size).astype(np.float32)
        assert total(x) == np.float32(frit.sum(frit.asarray(x[x > 0.25]))), size
    assert total.cache_info().replayed == 1


def test_a_new_count_has_the_old_plan() -> None:
    @frit.fuse
    def mean(x: Any, k: Any) -> Any:
        return x[x > k].mean()

    x = np.arange(1000.0)
    for k in range(10, 900, 7):
        assert mean(x, k + 0.5) == x[x > k + 0.5].mean()
    info = mean.cache_info()
    assert (info.replayed, info.recorded) == (1, 0)
    assert info.hits > 100


def test_errors_of_picks_come_from_their_lines() -> None:
    @frit.fuse
    def largest(x: Any) -> Any:
        return x[x > 0.5].max()

    with pytest.raises(ValueError):
        largest(np.zeros(5))
    assert largest(np.array([0.0, 0.7, 0.6])) == 0.7
    for size in range(4, 60):
        assert largest(np.linspace(0, 1, size)) == 1
        with pytest.raises(ValueError):
            largest(np.zeros(size))
    assert frit.explain(largest, np.linspace(0, 1, 20)).mode == "replayed"


def test_frits_own_arrays() -> None:
    @frit.fuse
    def picked(x: Any) -> Any:
        return x[x > 0.5], x[x > 0.5].sum()

    x = np.random.default_rng(0).random(50)
    for _ in range(3):
        elements, total = picked(frit.asarray(x))
        assert isinstance(elements, frit.Array)
        np.testing.assert_array_equal(np.asarray(elements), x[x > 0.5])
        np.testing.assert_allclose(float(total), x[x > 0.5].sum())
    assert frit.explain(picked, frit.asarray(x)).mode == "replayed"


@pytest.mark.parametrize("options", [{"verify": True}, {"fusion": False}, {"numerics": "contract"}], ids=str)
def test_picks_under_options(options: Any) -> None:
    with frit.options(**options):
        for function in (_reduced, _chained, _stored_by_places):
            check(function)


def test_picks_in_several_threads() -> None:
    import concurrent.futures

    @frit.fuse
    def total(x: Any) -> Any:
        return x[x > 0.5].sum() + len(x[x < 0.2])

    rows = [np.random.default_rng(k).random(100 + k) for k in range(40)]
    expected = [x[x > 0.5].sum() + len(x[x < 0.2]) for x in rows]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            np.testing.assert_allclose(list(pool.map(total, rows)), expected)


def test_profiles_of_picks() -> None:
    @frit.fuse
    def total(x: Any) -> Any:
        return x[x > 0.5].sum()

    assert "replayed" in str(frit.profile(total, np.linspace(0, 1, 1000), rounds=2))
