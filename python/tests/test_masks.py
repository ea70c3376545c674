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


def _two_objects(x: Any, y: Any) -> Any:
    m = x < y
    x[~m] = y[~m] * 2
    return x


def _both(x: Any, y: Any) -> Any:
    x[(x < y) & (x > 0.2)] += y[(x < y) & (x > 0.2)]
    return x


def _complements(x: Any, y: Any) -> Any:
    m = x < y
    x[m] = x[m] + 1
    x[~m] = y[~m] - x[~m]
    return x


def _put_where(x: Any, y: Any) -> Any:
    np.putmask(x, x < y, y * 2)
    np.copyto(y, x, where=x > y)
    np.place(x, x > 1, 0)
    return x, y


def _put_one(x: Any, y: Any) -> Any:
    np.putmask(x, x < y, 1)
    np.copyto(y, 2, where=x > y, casting="unsafe")
    np.copyto(y, x)
    return x, y


@pytest.mark.parametrize("function", [_two_objects, _both, _complements, _complement, _put_where, _put_one])
def test_equal_masks_choose_in_the_plan(function: Any) -> None:
    x, y = np.random.default_rng(7).random((2, 30))
    report = frit.explain(check(function), x, y)
    assert report.mode == "replayed"
    assert not any("gather" in step for kernel in report.kernels for step in map(str, kernel.steps))


def _another_mask(x: Any, y: Any) -> Any:
    m = x < y
    x[m] = y[::-1][m[::-1]][: len(x[m])]
    return x


def _cyclic(x: Any, y: Any) -> Any:
    np.putmask(x, x < y, [1, 2, 3])
    np.place(y, x > 0.5, [4, 5])
    return x, y


@pytest.mark.parametrize("function", [_another_mask, _cyclic])
def test_masks_that_are_not_the_same(function: Any) -> None:
    check(function)


@pytest.mark.parametrize(
    "call",
    [
        *("np.putmask(a, m, 1.5)", "np.putmask(a, m, [1.5])", "np.putmask(a, m, f)", "np.putmask(a, m[:2], 1)"),
        *("np.putmask(a, m, 300)", "np.putmask(a, m, [])", "np.putmask(a, [1, 0, 2], [7, 8])"),
        *("np.place(a, m, [])", "np.place(a, ~(m | ~m), [])", "np.place(a, m, [7, 8, 9])", "np.place(a, m[:2], 1)"),
        *("np.copyto(a, f)", "np.copyto(a, f, casting='unsafe')", "np.copyto(f, a, where=m)", "np.copyto(a, 1.5)"),
        *("np.copyto(a, 300)", "np.copyto(f, [[1, 2, 3]])", "np.copyto(f, [1, 2])", "np.copyto(f, 2, where=[m, m])"),
    ],
)
def test_changes_where_masks_are_true(call: str) -> None:
    """Of frit's own arrays and of NumPy's: results and errors."""

    def outcome(make: Any) -> Any:
        names = {"np": np, "a": make(np.int8([1, 2, 3])), "f": make(np.array([0.5, 1.5, 2.5]))}
        names["m"] = make(np.array([True, False, True]))
        try:
            eval(call, names)
        except Exception as error:
            kinds = (TypeError, OverflowError, ValueError)
            return [kind for kind in kinds if isinstance(error, kind)][:1]
        return [np.asarray(names[name]).tolist() for name in "afm"]

    assert outcome(frit.asarray) == outcome(lambda x: x)
