"""Loops over frit.range and Python's own range: which stay loops, and that all of them do what Python does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuse_check import check

import frit


# ---- loops that are not the same in every turn, or whose turns others see


def _numbers_carried(x: Any) -> Any:
    a = 1.0
    for _ in frit.range(6):
        x = x + a
        a = a * 0.5
    return x


def _rows_are_views(x: Any) -> Any:
    m = np.outer(x, np.ones(2))
    s = np.zeros(2)
    for k in frit.range(3):
        row = m[k]
        row += 1
        s = s + row
    return m, s


def _rows_see_changes(x: Any) -> Any:
    m = np.outer(x, np.ones(2))
    s = np.zeros(2)
    for k in frit.range(3):
        row = m[k]
        m += 1
        s = s + row
    return s


def _becomes_another(x: Any) -> Any:
    a, b, s = x * 1, x * 2, x * 0
    for _ in frit.range(5):
        a += 1
        s = s + b
        b = a
    return s


def _two_become_one(x: Any) -> Any:
    a = b = x * 0
    for k in frit.range(5):
        a = x * k
        b = a
    b += 1
    return a


def _swapped(x: Any) -> Any:
    a, b = x, x * 2
    for _ in frit.range(5):
        a, b = b, a
    a += 1
    return a, b


def _counts_outside(x: Any) -> Any:
    count = 0

    def bump() -> int:
        nonlocal count
        count += 1
        return count

    for _ in frit.range(4):
        x = x + bump()
    return x


def _no_turns(x: Any) -> Any:
    for _ in frit.range(0):
        x = x + 1
    x += 1
    return x


def _the_same_object(x: Any) -> Any:
    y = x
    for _ in frit.range(4):
        if y is x:
            x = x + 100
        x = x + 1
    return x


def _asks_for_the_type(x: Any) -> Any:
    for k in frit.range(4):
        x = x + 1 if isinstance(k, int) else x - 1
    return x


def _uses_up_by_joining(x: Any) -> Any:
    words = reversed(["a", "bb"])
    for _ in frit.range(4):
        x = x + len("".join(words))
    return x


def _ends_early(x: Any) -> Any:
    total = 0
    try:
        for k in frit.range(9):
            total = total + x[k]
    except IndexError:
        pass
    return k, total


def _read_only(x: Any) -> Any:
    y = x * 1
    for _ in frit.range(4):
        y = np.broadcast_to(x[0], (3,))
    y[0] = 3
    return y


def _variable_of_an_inner_loop(x: Any) -> Any:
    for k in frit.range(4):
        for j in range(2 if k == 0 else 0):
            x = x + j
        x = x * (j + 1)
    return x


@pytest.mark.parametrize(
    "function",
    [
        *(_variable_of_an_inner_loop, _numbers_carried, _rows_are_views, _rows_see_changes, _becomes_another, _two_become_one),
        *(_swapped, _counts_outside, _no_turns, _the_same_object, _asks_for_the_type),
        *(_uses_up_by_joining, _ends_early, _read_only),
    ],
)
def test_loops_that_cannot_be_one_step(function: Any) -> None:
    check(function, lambda: (np.arange(1.0, 4),))


CONFIGURED = ["a", 2.0]


def test_guards_of_an_attempt_stay() -> None:
    def f(x: Any) -> Any:
        for k in frit.range(5):
            x = x + CONFIGURED[1] if CONFIGURED[0] == "a" else x - 100
            if k == 3:  # so that it is gone through
                x = x * 2
        return x

    fused = frit.fuse(f)
    for letter in "abab":
        CONFIGURED[0] = letter
        assert np.array_equal(fused(np.ones(2)), f(np.ones(2)))


# ---- Python's own range


def _stores_rows(x: Any) -> Any:
    s = np.zeros((40, 3))
    for t in range(1, 40):
        s[t] = s[t - 1] * 0.5 + x
    return s


def _stores_elements(x: Any) -> Any:
    s = np.zeros(50)
    for t in range(1, 50):
        s[t] = 0.5 * s[t - 1] + t
    return s + x[0]


def _fills_columns(x: Any) -> Any:
    m = np.ones((3, 30))
    for t in range(1, 30):
        m[:, t] = m[:, t - 1] * 0.5 + x
    return m


def _steps_down(x: Any) -> Any:
    s = np.arange(40.0)
    for t in range(39, 0, -2):
        s[t - 1] = s[t] + x[1]
    return s


def _sums(x: Any) -> Any:
    for k in range(25):
        x = x * 0.5 + k
    return x


def _stencil(x: Any) -> Any:
    u = np.arange(9.0)
    for _ in range(20):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u + x[0]


@pytest.mark.parametrize(
    "function", [_stores_rows, _stores_elements, _fills_columns, _steps_down, _sums, _stencil]
)
def test_loops_over_range_stay_loops(function: Any) -> None:
    check(function, lambda: (np.arange(1.0, 4),))
    fused = frit.fuse(function)
    fused(np.arange(1.0, 4))
    report = frit.explain(fused, np.arange(1.0, 4))
    assert report.mode == "replayed"
    assert "for(" in str(report), report


def test_a_new_number_of_turns_is_the_same_plan() -> None:
    def f(x: Any, n: int) -> Any:
        for t in range(1, n):
            x[t] = x[t - 1] * 0.5 + x[t]
        return x

    fused = frit.fuse(f)
    for n in (20, 21, 37, 2, 60):
        expected, got = np.arange(60.0), np.arange(60.0)
        assert np.array_equal(fused(got, n), f(expected, n)) and np.array_equal(got, expected)
    assert fused.cache_info().entries == 1


def _compares(x: Any) -> Any:
    for k in range(20):
        x = x + ~(k > 3)
    return x


def _numbers_of_its_own(x: Any) -> Any:
    for k in range(20):
        q = k + 1
        x = x + abs(q) * isinstance(q, int)
    return x


def _in_a_list(x: Any) -> Any:
    for k in range(20):
        own = [0]
        own[0] = k + 1
        x = x + (own[0] > 3)
    return x


def _as_an_argument(x: Any) -> Any:
    x = x.astype(np.float32)
    for k in range(20):
        x = x + np.add(k, 1)
    return x


def _in_a_sum_of_numbers(x: Any) -> Any:
    total = 0
    for k in range(20):
        total = total + k
        x = x + (total > 9)
    return x


@pytest.mark.parametrize(
    "function",
    [_compares, _numbers_of_its_own, _in_a_list, _as_an_argument, _in_a_sum_of_numbers],
)
def test_the_number_of_a_turn_is_pythons(function: Any) -> None:
    check(function, lambda: (np.arange(1.0, 4),))


def test_an_index_out_of_range_where_there_is_nothing_to_compute() -> None:
    def f(x: Any, y: Any) -> Any:
        for k in range(20):
            x = x + y[k]
        return x

    check(f, lambda: (np.zeros(0), np.zeros(19)))


def test_a_variable_that_has_no_value_yet() -> None:
    def f(x: Any, late: bool) -> Any:
        for k in range(20):
            x = x + a
        a = 1
        return x

    with pytest.raises(UnboundLocalError, match="local variable 'a'"):
        frit.fuse(f)(np.zeros(2), True)


# ---- rows that numbers pick are views


def _row_is_the_array(x: Any) -> Any:
    m = np.outer(np.arange(20.0), x)
    v = m[0]
    for k in range(20):
        v = m[k]
    v *= 3
    return m


def _row_sees_stores(x: Any) -> Any:
    m = np.ones((20, 3))
    v = m[0] * 1
    for k in range(1, 20):
        m[k - 1] = m[k - 1] + 5
        x = x + v.sum()
        v = m[k]
    return x


def _row_is_given_back(x: Any) -> Any:
    m = np.ones((20, 3))
    v = m[0]
    for k in range(19):
        m[k + 1] = v + 1
        v = m[k + 1]
    return m, v


def _row_by_an_element(x: Any) -> Any:
    m, w = np.ones((3, 3)), np.array([1, 0])
    m[w[0]][0] = 5
    r = m[w[1]]
    r += x
    return m, r


def _too_large_for_its_array(x: Any) -> Any:
    w, i = np.zeros(20, np.int8), np.arange(300, 320)
    for k in range(20):
        w[k] = i[k]
    return w + x[0]


def _float_into_integers(x: Any) -> Any:
    w = np.zeros(20, np.int8)
    for k in range(20):
        w[k] = k * 30.0
    return w + x[0]


def _repeated_list(x: Any) -> Any:
    for k in range(1, 20):
        x = x + sum([1.0] * k)
        x[:2] = (0.5,) * 2
    return x


def _repeated_by_the_turn(x: Any) -> Any:
    q = [1.0, 2.0, 3.0]
    for k in range(1, 20):
        x = x + (q * k)[:3]
    return x


def _annotated(x: Any) -> Any:
    t = 0.5
    for k in range(20):
        t: float
        x = x + t
        t = x[0]
    return x


@pytest.mark.parametrize(
    "function",
    [
        *(_row_is_the_array, _row_sees_stores, _row_is_given_back, _row_by_an_element),
        *(_too_large_for_its_array, _float_into_integers, _repeated_list, _repeated_by_the_turn),
        _annotated,
    ],
)
def test_loops_and_numbers_as_numpy_has_them(function: Any) -> None:
    check(function, lambda: (np.arange(1.0, 4),))


def test_an_array_of_the_callers_dict_changes() -> None:
    def f(p: Any, x: Any) -> Any:
        p["w"] -= 0.1 * x
        p["b"] += p["w"].sum()
        return p["w"] * 2

    check(f, lambda: ({"w": np.arange(3.0), "b": np.zeros(2)}, np.ones(3)))
    fused = frit.fuse(f)
    arguments = {"w": np.arange(3.0), "b": np.zeros(2)}, np.ones(3)
    fused(*arguments)
    assert frit.explain(fused, *arguments).mode == "replayed"


# ---- what loops change, by other names


def _mask_changes_in_a_loop(x: Any) -> Any:
    m = x > 1.5
    x = x * 1
    x[m] *= 2
    for _ in range(21):
        m ^= True
    x[m] += 5
    return x


def _row_before_a_loop(x: Any) -> Any:
    m, w = np.outer(np.arange(4.0), x), np.array([1, 2])
    r = m[w[0]]
    t = x * 0
    for _ in range(20):
        m += 1
        t = t + r
    return r * 1, t


def _part_of_a_row(x: Any) -> Any:
    m, w = np.outer(np.arange(20.0), x), np.array([1, 2])
    s = m[w[0]][1:]
    s += 1
    t = m[w[1]].T
    m += 1
    total = t * 1
    for i in range(20):
        part = m[i][1:]
        part += 1
        total = total + part.sum()
    return m, total


def _view_of_what_no_turn_assigns(x: Any) -> Any:
    x = (x + 0.5)[1:]
    seen = np.zeros(40)
    for k in range(30):
        part = x[1:]
        part *= 0.5
        seen[k : k + 2] = part[0]
    return x, seen


@pytest.mark.parametrize(
    "function", [_mask_changes_in_a_loop, _row_before_a_loop, _part_of_a_row, _view_of_what_no_turn_assigns]
)
def test_what_is_known_by_other_names_changes_too(function: Any) -> None:
    check(function, lambda: (np.arange(1.0, 4),))


HELD: dict[str, Any] = {}


def test_an_object_that_is_gone_is_not_none() -> None:
    def f(g: Any) -> Any:
        return HELD["w"] - g

    fused = frit.fuse(f)
    HELD["w"] = np.ones(3)
    for _ in range(3):
        assert not fused(HELD["w"]).any()
    HELD["w"] = None
    with pytest.raises(TypeError):
        fused(np.full(3, 7.0))


def _rows_of_a_size_that_is_looked_at(x: Any) -> Any:
    m = np.outer(x, np.ones(5))
    for _ in range(20):
        if m.shape[1] > 3:
            m[0] = m[1] * 0.5
        m[1] = np.roll(m[0], 0) + np.roll(m[1], 2)
    return m


def test_the_body_of_a_loop_looks_at_sizes() -> None:
    check(_rows_of_a_size_that_is_looked_at, lambda: (np.arange(1.0, 4),))
    with frit.options(as_written=False):
        fused = frit.fuse(_rows_of_a_size_that_is_looked_at)
        for _ in range(3):
            fused(np.arange(1.0, 4))
        assert "replayed" in str(frit.explain(fused, np.arange(1.0, 4)))
