"""Loops that a condition ends, where it is easy to be wrong: other names, effects of conditions, counts, no turns."""

from __future__ import annotations

import collections
import signal
from typing import Any

import numpy as np
import pytest
from fuse_check import check

import frit

Pair = collections.namedtuple("Pair", "a b")


def _bump(y: Any) -> Any:
    y += 1
    return y.max()


# ---- what the condition reads and changes


def _condition_by_another_name(x: Any) -> Any:
    u = x * 1
    v = u
    while v.max() > 0.1:
        u *= 0.5
    return u


def _condition_of_a_view(x: Any) -> Any:
    u = x * 1
    v = u[1:]
    while v.max() > 0.1:
        u *= 0.5
    return u


def _condition_in_a_dict(x: Any) -> Any:
    u = x * 1
    d = {"u": u}
    while d["u"].max() > 0.1:
        u *= 0.5
    return u


def _argument_by_another_name(x: Any) -> Any:
    v = x
    while v.max() > 0.1:
        x *= 0.5
    return v


def _condition_with_an_effect(x: Any) -> Any:
    y = x * 1
    while _bump(y) < 10.0:
        y = y * 1.1
    return y


def _condition_with_out(x: Any) -> Any:
    y = x * 1
    while np.add(y, 1, out=y).max() < 10:
        y[0] *= 2
    return y


def _effect_behind_a_break(x: Any) -> Any:
    y = x * 1
    for _ in range(40):
        y[0] *= 1.1
        if y.max() > 10.0:
            break
        t = np.add(y, 1, out=y)
    return y, t


def _call_behind_a_break(x: Any) -> Any:
    y = x * 1
    for _ in range(40):
        y[0] *= 1.1
        if y.max() > 10.0:
            break
        t = _bump(y)
    return y, t


def _view_behind_a_break(x: Any) -> Any:
    m = np.outer(np.arange(4.0), x)
    y = np.ones(x.shape[0])
    for k in range(4):
        if y.max() > 10:
            break
        y = m[k]
    y[0] = -1
    return y, m, k


# ---- counts


def _count_is_a_float(x: Any) -> Any:
    y, k = x * 1, 0.0
    e = y.max()
    while e > 1e-3 and k < 5:
        y = y * 0.5
        e = y.max()
        k += 1
    return y


def _count_is_a_bool(x: Any) -> Any:
    y, k = x * 1, False
    while y.max() > 1e-3 and k < 5:
        y = y * 0.5
        k += 1
    return y


def _count_of_a_size(x: Any) -> Any:
    y, k = x * 1, x.shape[0]
    while y.max() > 1e-3 and k > 5:
        y = y * 0.5
        k -= 1
    return y


def _count_in_a_break(x: Any) -> Any:
    y, k = x * 1, 0.0
    while True:
        y = y * 0.5
        k += 1
        if y.max() < 1e-9 or k > 4:
            break
    return y


def _large_count(x: Any) -> Any:
    y, k = x * 1, 2**63 - 3
    while y.max() > 0.01:
        y = y * 0.5
        k += 1
    return y, k


def _range_from_one(x: Any) -> Any:
    for k in range(1, len(x)):
        x[k] = x[k - 1] * 0.5
        if x[k] < 0.01:
            break
    return x, k


def _sum_from_one(x: Any) -> Any:
    s = x.sum()
    for k in range(1, len(x)):
        s = s + x[k] * k
        if s > 1000:
            break
    return s


# ---- no turns


def _own_variables_share(x: Any) -> Any:
    y = x * 2
    z = y[1:]
    while y.min() < 1:
        y = y + 1
        z = z * 2
    z += 1
    return y


def _share_at_a_first_break(x: Any) -> Any:
    y = x * 2
    z = y[1:]
    for _ in range(30):
        t, s = y + 1, z * 2
        if t.min() > 1.5:
            break
        y = t
        z = s
    y[:] = 7
    return z


def _in_a_named_tuple(x: Any) -> Any:
    y = x * 2
    p = Pair(y, 1)
    while y.min() < 1:
        y = y + 1
    y += 1
    return y, p.a


def _deep_in_lists(x: Any) -> Any:
    y = x * 2
    p = [[[[[[[y]]]]]]]
    while y.min() < 1:
        y = y + 1
    y += 1
    return y, p


FUNCTIONS = [
    *(_condition_by_another_name, _condition_of_a_view, _condition_in_a_dict, _argument_by_another_name),
    *(_condition_with_an_effect, _condition_with_out, _effect_behind_a_break, _call_behind_a_break, _view_behind_a_break),
    *(_count_is_a_float, _count_is_a_bool, _count_of_a_size, _count_in_a_break, _large_count),
    *(_range_from_one, _sum_from_one, _own_variables_share, _share_at_a_first_break, _in_a_named_tuple, _deep_in_lists),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_as_python_does(function: Any) -> None:
    with frit.options(as_written=False):
        check(function, lambda: (np.linspace(1, 3, 9),))
        check(function, lambda: (np.linspace(-1, 3, 9),))
        check(function, lambda: (np.array([1.0, 3.0]),))


def _count_and_limit(x: Any, k: Any, limit: Any) -> Any:
    y = x * 1
    while y.max() > 1e-3 and k < limit:
        y = y * 0.5
        k += 1
    return y


def test_a_count_that_is_an_argument() -> None:
    with frit.options(as_written=False):
        for k, limit in ((0, 5), (3, 5), (0.0, 5), (0, np.int8(4)), (200, np.int8(100)), (0, 2.5)):
            check(_count_and_limit, lambda: (np.linspace(1, 3, 9), k, limit))


def _narrow(x: Any) -> Any:
    y, k = x * 1, 0
    while k < y.max() + 100:
        y = y - 1
        k += 50
    return k, y


def _narrow_and_negative(x: Any) -> Any:
    y, k = x + 10, -3
    while k < y.max():
        y = y - 1
        k += 1
    return k, y


@pytest.mark.parametrize("function", [_narrow, _narrow_and_negative])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "float32"])
def test_counts_beside_narrow_integers(function: Any, dtype: str) -> None:
    with frit.options(as_written=False), np.errstate(all="ignore"):
        check(function, lambda: (np.arange(9).astype(dtype),))


def _two(x: Any, v: Any) -> Any:
    while v.max() > 0.1:
        x *= 0.5
        if x.max() < 0.01:
            break
    return x


def test_arguments_that_share_memory() -> None:
    def shared() -> tuple[Any, Any]:
        a = np.linspace(1, 3, 9)
        return a, a[2:]

    def same() -> tuple[Any, Any]:
        a = np.linspace(1, 3, 9)
        return a, a

    with frit.options(as_written=False):
        check(_two, lambda: (np.linspace(1, 3, 9), np.ones(9)), same, shared)
        check(_two, same, shared)


def _kept_by_the_caller(x: Any, held: dict[str, Any]) -> Any:
    y = x * 2
    held["w"] = y
    while y.min() < 1:
        y = y + 1
    y += 1
    return y


def test_the_callers_containers_know_arrays() -> None:
    with frit.options(as_written=False):
        check(_kept_by_the_caller, lambda: (np.linspace(1, 3, 9), {}))
        check(_kept_by_the_caller, lambda: (np.linspace(-1, 3, 9), {}))


def _endless(x: Any) -> Any:
    y = x * 1
    while y.max() > -1:
        y = y * 0.999 + 0.1
    return y


@pytest.mark.parametrize("size", [5, 100_000])
def test_a_loop_that_never_ends_is_interrupted(size: int) -> None:
    class Enough(Exception):
        pass

    def stop(*_: Any) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with frit.options(as_written=False):
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with pytest.raises(Enough):
                frit.fuse(_endless)(np.ones(size))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- a second look


def _added_to_behind(x: Any) -> Any:
    y, acc = x * 1, x * 0
    for _ in range(20):
        y = y * 0.5
        if y.max() < 0.1:
            break
        acc += 1
    return y, acc


def _argument_added_to_behind(x: Any) -> Any:
    y = x * 1
    while True:
        y = y * 0.5
        if y.max() < 0.1:
            break
        x += 1
    return y


def _effect_behind_and(x: Any) -> Any:
    y = x * 1
    for _ in range(20):
        y = y * 1.2
        if y.max() > 5 and _bump(y) > 8:
            break
    return y


def _zeroed(y: Any) -> Any:
    y[0] = 0
    return y.max()


def _effect_in_one_turn(x: Any) -> Any:
    y = x * 1
    for _ in range(1):
        y = y * 0.5
        if y.max() < 0.1 and _zeroed(x) > -1:
            break
    return y


def _noted(seen: list[int]) -> bool:
    seen.append(1)
    return True


def _list_behind_or(x: Any) -> Any:
    y, seen = x * 1, [0]
    seen.clear()
    for _ in range(1):
        y = y * 0.5
        if y.max() < 0.1 or _noted(seen):
            break
    return y, len(seen)


def _popped_behind_and(x: Any) -> Any:
    y, held = x * 1, {"n": 0}
    while y.max() > 0.1 and held.pop("n", None) is None:
        y = y * 0.5
    return y, held


def _default_of_a_function(x: Any) -> Any:
    def h(q: Any = x * 2) -> Any:
        return q

    y = h()
    while y.min() < 1:
        y = y + 1
    y += 1
    return y, h()


def _grown(y: Any) -> Any:
    while y.min() < 1:
        y = y + 1
    return y


def _on_the_stack(x: Any) -> Any:
    h = [x * 2]
    p = (h[-1], _grown(h.pop()))
    p[1][0] = 99
    return p[0], p[1]


def _count_as_an_object(x: Any) -> Any:
    y, k, j = x * 1, 0, 0
    while y.max() > 0.1:
        y = y * 0.5
        k += 1
        j += 1
    return y, callable(k), k is j, k is None


@pytest.mark.parametrize(
    "function",
    [_added_to_behind, _argument_added_to_behind, _effect_behind_and, _effect_in_one_turn, _list_behind_or]
    + [_popped_behind_and, _default_of_a_function, _on_the_stack, _count_as_an_object],
)
def test_a_second_look(function: Any) -> None:
    with frit.options(as_written=False):
        check(function, lambda: (np.linspace(1, 3, 9),), lambda: (np.linspace(0.01, 0.05, 9),))


def _replaced_behind(x: Any, k: Any) -> Any:
    y = x * 1
    while True:
        y = y * 0.5
        if y.max() < 0.1:
            break
        k = k + 1
    return y, k


@pytest.mark.parametrize("k", [np.arange(4), np.array(0), np.int8(3), 0, 2.5])
def test_what_is_added_to_behind_a_break(k: Any) -> None:
    with frit.options(as_written=False):
        for x in (np.linspace(1, 3, 9), np.linspace(0.01, 0.05, 9)):
            check(_replaced_behind, lambda: (x.copy(), k.copy() if isinstance(k, np.ndarray) else k))
