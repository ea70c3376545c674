"""Loops that stay loops: windows of a turn, rows of arrays, enumerate, zip and reversed, lists of rows."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import frit
from fuse_check import check

# ---- slices whose bounds hang on the number of a turn


def window_means(m: Any) -> Any:
    out = np.zeros(len(m))
    for t in range(len(m) - 4):
        out[t] = m[t : t + 5].mean()
    return out


def window_behind(m: Any) -> Any:
    out = np.zeros_like(m)
    for t in range(3, len(m)):
        out[t] = m[t - 3 : t].max(axis=0)
    return out


def window_columns(m: Any) -> Any:
    s = np.zeros((m.shape[1], 3))
    for t in range(1, 3):
        s = s * 0.5 + m[t, 0] * m[: m.shape[1], t - 1 : t + 2]
    for t in range(len(m) - 1):
        s = s * 0.5 + m[t + 1, t * 0 : t * 0 + 3]
    return s


def covariances(m: Any) -> Any:
    out = np.zeros((len(m), m.shape[1], m.shape[1]))
    for t in range(len(m) - 6):
        near = m[t : t + 6] - m[t : t + 6].mean(axis=0)
        out[t] = near.T @ near / 5
    return out


def blocks(m: Any) -> Any:
    x = m[:, 0]
    out = np.zeros(len(m) // 2)
    for t in range(len(m) // 2):
        out[t] = x[t * 2 : (t + 1) * 2].std()
    return out


def two_windows(m: Any) -> Any:
    q = np.outer(m[:, 0], m[:, 1])
    s = np.zeros((2, 3))
    for t in range(len(m) - 3):
        s = s * 0.5 + q[t : t + 3, t + 1 : t + 3].T
    return s


def window_added(m: Any) -> Any:
    out = np.zeros(len(m) + 2)
    for t in range(len(m)):
        out[t : t + 3] += m[t, 0] * np.ones(3)
        out[t : t + 2] = out[t : t + 2] * 0.5 + 1
    return out


def window_past_the_end(m: Any) -> Any:
    s = m[0] * 0
    for t in range(len(m)):
        s = s * 0.5 + m[t : t + 3].sum(axis=0)  # the last ones are cut short
    return s


def window_before_the_start(m: Any) -> Any:
    s = m[0] * 0
    for t in range(len(m)):
        s = s * 0.5 + m[t - 2 : t].sum(axis=0)  # the first ones count from the end
    return s


def window_sees_a_change(m: Any) -> Any:
    out = m * 1
    s = m[0] * 0
    for t in range(1, len(m) - 1):
        near = out[t : t + 2]
        out[t] = 7
        s = s * 0.5 + near.sum(axis=0)
    return s, out


def window_of_integers(m: Any) -> Any:
    n = np.zeros(len(m) + 1, int)
    for t in range(len(m)):
        n[t : t + 2] += t
    return n


# ---- rows


def by_rows(m: Any) -> Any:
    s = np.zeros(m.shape[1])
    for row in m:
        s = s * 0.5 + row
    return s


def by_numbered_rows(m: Any) -> Any:
    s = m[0] * 0
    for i, row in enumerate(m, 2):
        s = s * 0.5 + row * i
    return s


def by_pairs(m: Any) -> Any:
    s = m[0] * 0
    for a, b in zip(m, reversed(m)):
        s = s * 0.5 + a * b
    return s


def by_all_of_it(m: Any) -> Any:
    s = m[0] * 0
    for i, (k, (a, b)) in enumerate(zip(range(1, len(m)), zip(m, reversed(m)))):
        s = s * 0.5 + a * i - b + m[k]
    return s


def backwards(m: Any) -> Any:
    s = m[0] * 0
    for k in reversed(range(len(m))):
        s = s * 0.5 + m[k]
    for k in range(len(m) - 1, 0, -2):
        s = s * 0.5 + m[k]
    return s


def rows_stored(m: Any) -> Any:
    out = np.empty_like(m)
    for i, row in enumerate(m):
        out[i] = np.cumsum(row)
    return out


def rows_changed(m: Any) -> Any:
    for row in m:
        row *= 2
    return m


def rows_of_what_changes(m: Any) -> Any:
    s = m[0] * 0
    for row in m:
        m[-1] = m[-1] + 1
        s = s * 0.5 + row
    return s


def rows_of_another(m: Any) -> Any:
    s = m[0] * 0
    for row in m:
        m = m * 1.5
        s = s * 0.5 + row
    return s, m


def rows_read_after(m: Any) -> Any:
    s = m[0] * 0
    i, row = -1, s
    for i, row in enumerate(m):
        s = s * 0.5 + row
    return s, i, row + 1


def lists_gone_through(m: Any) -> Any:
    s = m[0] * 0
    parts = [m[0] * 2, m[-1]]
    for i, part in enumerate(parts):
        s = s * i + part
    for part, row in zip(parts, m):
        s = s + part * row
    return s


# ---- lists of rows


def stacked(m: Any) -> Any:
    rows = []
    s = m[0] * 0
    for row in m:
        s = 0.5 * s + row
        rows.append(s)
    return np.stack(rows)


def several_lists(m: Any) -> Any:
    sums, rows = [], [m[0]]
    for i, row in enumerate(m):
        sums.append(row.sum())
        rows.append(row * i)
    rows.append(m[1] * 3)
    return np.array(sums), np.concatenate(rows)


def appended_from_1(m: Any) -> Any:
    rows = []
    for t in range(1, len(m)):
        rows.append(m[t] - m[t - 1])
    for t in range(len(m) - 1, 2, -1):
        rows.append(m[t])
    return np.vstack(rows)


def appended_before(m: Any) -> Any:
    rows = []
    s = m[0] * 0
    for row in m:
        rows.append(s)
        s = s + row
    return np.array(rows), s


def appended_and_changed(m: Any) -> Any:
    rows = []
    s = m[0] * 0
    for row in m:
        s += row
        rows.append(s)  # the same array in every turn
    return np.stack(rows)


def changed_in_the_turn(m: Any) -> Any:
    rows = []
    for row in m:
        twice = row * 2
        rows.append(twice)
        twice += 1
    return np.stack(rows)


def changed_after_the_loop(m: Any) -> Any:
    rows = []
    s = m[0] * 0
    for row in m:
        s = s + row
        rows.append(s)
    s += 100  # the last of the rows
    return np.stack(rows)


def source_changed_after(m: Any) -> Any:
    rows = []
    for row in m:
        rows.append(row)
    m += 1
    return np.stack(rows)


def start_changed_after(m: Any) -> Any:
    rows = []
    s = first = m[0] * 0
    for row in m:
        rows.append(s)
        s = s + row
    first += 5  # the first of the rows
    return np.stack(rows)


def list_given_back(m: Any) -> Any:
    rows = []
    for row in m:
        rows.append(row * 2)
    return rows


def list_looked_at(m: Any) -> Any:
    rows: Any = []
    for row in m:
        rows.append(row if not rows else rows[-1] + row)
    return np.stack(rows), len(rows)


def two_a_turn(m: Any) -> Any:
    rows = []
    for row in m:
        rows.append(row)
        rows.append(row * 2)
    return np.stack(rows)


def list_in_a_loop(m: Any) -> Any:
    out = np.zeros(len(m))
    for t in range(len(m)):
        tops = []
        for row in m:
            tops.append(row.max())
        out[t] = np.array(tops).sum() * t
    return out


KEPT = [window_means, window_behind, covariances, window_added, window_of_integers]
KEPT += [by_rows, by_numbered_rows, by_pairs, by_all_of_it, backwards, rows_stored]
KEPT += [stacked, several_lists, appended_from_1, appended_before, list_in_a_loop]
OTHERS = [window_columns, two_windows, blocks, window_past_the_end, window_before_the_start, window_sees_a_change, rows_changed]
OTHERS += [rows_of_what_changes, rows_of_another, rows_read_after, lists_gone_through, appended_and_changed]
OTHERS += [changed_in_the_turn, changed_after_the_loop, source_changed_after, start_changed_after]
OTHERS += [list_given_back, list_looked_at, two_a_turn]


def outcome(function: Any, m: Any) -> Any:
    """What it gives (or that it refuses) and what becomes of its argument, to compare."""
    m = m.copy()
    try:
        given = function(m)
    except (ValueError, IndexError):
        return "refused", m.tolist()
    several = type(given) in (tuple, list)
    parts = given if several else [given]
    return type(given), [(np.asarray(p).dtype, np.shape(p), np.asarray(p).tolist()) for p in parts], m.tolist()


def same(a: Any, b: Any) -> bool:
    """Equal, but for the last bits of sums and products, which NumPy takes in another order."""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return bool(np.isclose(a, b, rtol=1e-12, equal_nan=True))
    return bool(a == b)


@pytest.mark.parametrize("function", KEPT + OTHERS, ids=lambda f: f.__name__)
def test_loops_of_all_lengths_do_what_python_does(function: Any) -> None:
    fused = frit.fuse(function)
    rng = np.random.default_rng(5)
    with warnings.catch_warnings(), frit.options(as_written=False):
        warnings.simplefilter("ignore")
        for n in (24, 25, 40, 0, 1, 2, 3, 7, 17, 30, 31, 24):
            m = rng.integers(-8, 9, (n, 4)) / 4
            assert same(outcome(fused, m), outcome(function, m)), n


@pytest.mark.parametrize("function", KEPT, ids=lambda f: f.__name__)
def test_one_plan_holds_for_any_number_of_turns(function: Any) -> None:
    fused = frit.fuse(function)
    with warnings.catch_warnings(), frit.options(as_written=False):
        warnings.simplefilter("error")
        for n in range(40, 66):
            fused(np.ones((n, 4)))
        assert fused.cache_info().replayed <= 4 and fused.cache_info().recorded == 0
        assert frit.explain(fused, np.ones((67, 4))).mode == "replayed"


def errs_late(m: Any, out: Any) -> Any:
    for i, row in enumerate(m):
        out[i + 3] = row * 2
    return out


def test_errors_come_with_the_effects_of_the_turns_before() -> None:
    m = np.arange(80.0).reshape(20, 4)
    results = []
    for function in (errs_late, frit.fuse(errs_late)):
        out = np.zeros((20, 4))
        with pytest.raises(IndexError, match="index 20 is out of bounds"):
            function(m, out)
        results.append(out)
    assert np.array_equal(*results) and results[0][19].any()


def test_an_entry_for_other_sizes_is_traced_anew() -> None:
    """Where a literal size ties a trace to its extents, other extents are no refusal."""

    @frit.fuse
    def f(m: Any) -> Any:
        s = np.zeros(4)
        for t in range(len(m)):
            s = s * 0.5 + m[t]
        return s

    with frit.options(as_written=False):
        for n in (20, 21):
            f(np.ones((n, 4)))
        assert f.cache_info().replayed == 2
        assert frit.explain(f, np.ones((21, 4))).mode == "replayed"


def fitting(x: Any, n: Any) -> Any:
    for _ in range(n):
        x = x * 0.5
        if 0.001 < x.max() < 0.01:
            break
        if x.min() > 9:
            break
    return x


def between(x: Any, n: Any) -> Any:
    x = x * 1
    size = x.sum()
    while 0.01 < size < 1e6 and bool((x > 0.001).any()):
        x = x * 0.5
        size = x.sum()
    return x


@pytest.mark.parametrize("function", [fitting, between])
def test_chained_conditions_and_several_breaks_are_kept(function: Any) -> None:
    """One plan, whatever the number of rounds."""
    makes = [lambda n=n: (np.ones(5), n) for n in (20, 30, 40, 50, 60)]
    fused = check(function, *makes, mode="replayed")
    assert fused.cache_info().entries == 1


def test_a_loop_of_no_turns_by_steps_gives_the_array_itself() -> None:
    """What a plan for many turns would copy."""

    def backwards(m: Any, n: Any) -> Any:
        for k in range(n - 1, 0, -1):
            m = m * 0.5 + k
        return m

    def by_twos(m: Any, n: Any) -> Any:
        for k in range(0, n, 2):
            m = m * 0.5 + k
        return m

    def reversed_range(m: Any, n: Any) -> Any:
        for k in reversed(range(n)):
            m = m * 0.5 + k
        return m

    for function in (backwards, by_twos, reversed_range):
        check(function, *[lambda n=n: (np.ones(4), n) for n in (60, 50, 1, 0, 70)])


def test_a_loop_that_is_not_kept_says_why() -> None:
    def halved(x: Any) -> Any:
        while x.max() > 0.1:
            x = x * 0.5
        return x

    reason = frit.explain(frit.fuse(halved), np.ones(4)).reason
    assert "may have no turns replaces an array that others know" in reason
