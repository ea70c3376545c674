"""Loops and branches that are kept: the same in plain Python, on arrays, and in fused functions."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest
from frit._fuse.control import fori_loop
from fuse_check import check, floats


def one() -> tuple[Any, ...]:
    return (floats(6),)


def steps(fused: Any, *args: Any) -> str:
    """The program behind a call."""
    return str(fused.outcome(args, {}).module.text())


def test_cond_on_python_values() -> None:
    assert frit.cond(True, lambda x: x + 1, lambda x: x - 1, 3) == 4
    assert frit.cond(0, lambda x: x + 1, lambda x: x - 1, 3) == 2
    x = floats(3)
    np.testing.assert_array_equal(frit.cond(x[0] > 9, lambda v: v, lambda v: -v, x), -x)


def test_cond_in_a_fused_function() -> None:
    def f(x, y):
        return frit.cond(x.sum() > 0, lambda a, b: a * 2 + b, lambda a, b: b - a, x, y)

    def plain(x, y):
        return x * 2 + y if x.sum() > 0 else y - x

    fused = frit.fuse(f)
    for x in (np.abs(floats(6)), -np.abs(floats(6)), floats(9)):
        y = x * 3
        np.testing.assert_allclose(fused(x, y), plain(x, y), 1e-6)
    assert "if(" in steps(fused, floats(6), floats(6))
    assert fused.cache_info().recorded == 0


def test_cond_takes_values_from_outside() -> None:
    def f(x, y, a):
        z = x * y
        return frit.cond(z[0] > 0, lambda: (z + y, z), lambda: (z - a, y * 2))

    def plain(x, y, a):
        z = x * y
        return (z + y, z * 1) if z[0] > 0 else (z - a, y * 2)

    fused = frit.fuse(f)
    for sign in (1, -1):
        x, y = np.abs(floats(6)) * np.float32(sign), np.abs(floats(6))
        for got, expected in zip(fused(x, y, 0.5), plain(x, y, 0.5)):
            np.testing.assert_allclose(got, expected, 1e-6)
    assert "if(" in steps(fused, x, y, 0.5)


def test_cond_branches_must_agree() -> None:
    @frit.fuse
    def dtypes(x):
        return frit.cond(x[0] > 0, lambda v: v, lambda v: v > 0, x)

    @frit.fuse
    def shapes(x):
        return frit.cond(x[0] > 0, lambda v: v, lambda v: v[1:], x)

    for function in (dtypes, shapes):  # both are run as Python runs them
        assert function(np.ones(3, np.float32)).shape == (3,)
        assert "frit.cond: the branches give" in function.outcome((floats(3),), {}).reason


def test_while_loop() -> None:
    assert frit.while_loop(lambda n: n < 100, lambda n: n * 2, 3) == 192

    def f(x, limit):
        return frit.while_loop(lambda v, n: v.sum() < limit, lambda v, n: (v * 2, n + 1), x, 0)

    def plain(x, limit):
        n = 0
        while x.sum() < limit:
            x, n = x * 2, n + 1
        return x, n

    fused = frit.fuse(f)
    for limit in (10.0, 100.0, 0.0):
        for size in (4, 9):
            x = np.abs(floats(size))
            got, expected = fused(x, limit), plain(x, limit)
            np.testing.assert_allclose(got[0], expected[0], 1e-6)
            assert got[1] == expected[1]
    assert "while(" in steps(fused, floats(4), 10.0)
    assert fused.cache_info().entries == 1


def test_fori_loop() -> None:
    assert fori_loop(0, 5, lambda i, total: total + i, 0) == 10

    def f(x, n):
        return fori_loop(0, n, lambda i, v: v * 0.5 + i, x)

    def plain(x, n):
        for i in range(n):
            x = x * np.float32(0.5) + np.float32(i)
        return x

    fused = frit.fuse(f)
    for n in (0, 1, 10, 100):
        for size in (4, 9):
            np.testing.assert_allclose(fused(floats(size), n), plain(floats(size), n), 1e-5)
    assert "for(" in steps(fused, floats(4), 10)
    assert fused.cache_info().entries == 1


def test_carries_must_stay_as_they_are() -> None:
    @frit.fuse
    def grows(x):
        return fori_loop(0, 3, lambda i, v: v.astype(frit.float64), x)

    assert grows(floats(3)).dtype == np.float64
    reason = grows.outcome((floats(3),), {}).reason
    assert "frit.fori_loop: carried values must stay as they are" in reason
    assert "float32 and float64" in reason
    with pytest.raises(frit.DTypeError, match="a tuple of 2 values"):
        fori_loop(0, 3, lambda i, a, b: a, 1, 2)


def test_helpers_as_bodies() -> None:
    @frit.fuse
    def f(x):
        return fori_loop(0, 4, halve, x)

    np.testing.assert_allclose(f(floats(5)), floats(5) / 16 + 15 / 8, 1e-5)
    assert "for(" in steps(f, floats(5))


def halve(i: Any, v: Any) -> Any:
    return v / 2 + 1


def test_nested_loops() -> None:
    def f(x, n):
        def outer(i, v):
            return fori_loop(0, 3, lambda j, w: w + j * 0.5, v) * 0.5

        return fori_loop(0, n, outer, x)

    def plain(x, n):
        for _ in range(n):
            for j in range(3):
                x = x + np.float32(j * 0.5)
            x = x * np.float32(0.5)
        return x

    fused = frit.fuse(f)
    for n in (0, 2, 5):
        np.testing.assert_allclose(fused(floats(4), n), plain(floats(4), n), 1e-5)
    assert steps(fused, floats(4), 2).count("for(") == 2


# ------------------------------------------------------------------------------------ frit.range


def test_range_is_a_range() -> None:
    assert list(frit.range(3)) == [0, 1, 2]
    assert list(frit.range(1, 7, 2)) == [1, 3, 5]
    assert list(frit.range(3, 0, -1)) == [3, 2, 1]


def test_range_keeps_the_loop() -> None:
    def f(x, n):
        y = x * 2
        for i in frit.range(n):
            y = y * 0.5 + x
            x = x + i
        return y, x

    fused = check(f, *[lambda n=n: (floats(6), n) for n in (5, 0, 1, 30)], mode="replayed")
    assert "for(" in steps(fused, floats(6), 5)
    assert fused.cache_info().entries == 2  # no turn, and any number of turns
    long = frit.fuse(f)
    long(floats(6), 3000)
    assert len(steps(long, floats(6), 3000)) < 4000


def test_range_in_place() -> None:
    def f(x, y, n):
        alias = x
        for i in frit.range(1, n):
            x += y * i
            y = y * 0.5
        return alias, y

    fused = check(f, lambda: (floats(6), floats(6), 4), lambda: (floats(6), floats(6), 9))
    assert "for(" in steps(fused, floats(6), floats(6), 4)


def test_range_in_place_through_aliases() -> None:
    def by_name(x, n):
        y = x
        for i in frit.range(1, n):
            x += y * i
        return x, y

    def by_view(x, n):
        y = x[::-1]
        for i in frit.range(1, n):
            x += y * i
        return x

    def swapped(x, n):
        a, b = x * 2, x + 1
        for i in frit.range(n):
            a, b = b, a + b * 0.5
        return a, b

    def becomes_one(x, n):
        a, b = x * 2, x + 1
        for i in frit.range(n):
            a = b
        a += 1
        return a, b

    for function in (by_name, by_view, swapped, becomes_one):
        check(function, lambda: (floats(6), 4), lambda: (floats(6), 1), lambda: (floats(6), 0))


def test_range_with_constant_bounds() -> None:
    def f(x):
        for i in frit.range(0, 50, 1):
            x = x * 0.9 + i
        return x

    fused = check(f, one, mode="replayed")
    assert "for(" in steps(fused, floats(6))


def test_range_falls_back() -> None:
    def stops(x, n):
        for i in frit.range(n):
            x = x + i
            if i == 2:
                break
        return x

    def last(x, n):
        for i in frit.range(n):
            t = x * i
            x = x + t
        return x, t, i

    def grows(x, n):
        y = x[:1]
        for i in frit.range(n):
            y = np.concatenate([y, x])
        return y

    def indexed(x, n):
        for i in frit.range(n):
            x[i] = x[i] + i
        return x

    def backwards(x, n):
        for i in frit.range(n, 0, -2):
            x = x * 0.5 + i
        return x

    def decides(x, n):
        for i in frit.range(n):
            if i % 2:
                x = x * 2
        return x

    def prints(x, n):
        for i in frit.range(n):
            x = x * 2
            print(i, end="")
        return x

    for function in (stops, last, grows, indexed, backwards, decides, prints):
        check(function, lambda: (floats(6), 4), lambda: (floats(6), 5))


def test_range_carries_that_change_type() -> None:
    def f(x, n):
        y = 0
        for i in frit.range(n):
            y = y + x * i
        return y

    check(f, lambda: (floats(6), 4), lambda: (floats(6), 1), lambda: (floats(6), 0))


def test_range_over_frit_arrays() -> None:
    def f(x, n):
        for i in frit.range(n):
            x = x * 0.5 + i
        return x

    check(f, lambda: (frit._core.asarray(floats(6)), 4), mode="replayed")


# ---- what a body does to Python's own containers happens in every turn


def _counts(x: Any) -> Any:
    counts = {"turns": 0}
    for _ in frit.range(3):
        x = x * 2
        counts["turns"] = counts["turns"] + 1
    return x * counts["turns"]


def _uses_up(x: Any) -> Any:
    pairs = zip([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
    for _ in frit.range(3):
        for p, q in pairs:  # nothing is left after the first turn
            x = x * p + q
        x = x + 1
    return x


def _extends(x: Any) -> Any:
    seen = [0]
    for _ in frit.range(3):
        seen += [1]
        x = x + 1
    return x * len(seen)


def _appends_in_a_function(x: Any) -> Any:
    def turn(y: Any, seen: list[float]) -> Any:
        seen.append(1.0)
        return y + len(seen)

    seen: list[float] = []
    for _ in frit.range(3):
        x = turn(x, seen)
    return x * len(seen)


def _keeps(x: Any) -> Any:
    kept: list[Any] = []
    for _ in frit.range(3):
        x = x * 2
        kept.append(x)
    return frit.stack(kept)


def _own_list(x: Any) -> Any:
    for _ in frit.range(3):
        parts = [x, x + 1]
        parts.append(x * 2)
        parts[0] = parts[1]
        x = sum(parts)
    return x


def _discards(x: Any) -> Any:
    left = {1, 2, 7}
    for i in frit.range(3):
        left.discard(i)
        x = x + 1
    return x * len(left)


def _both_branches(x: Any) -> Any:
    chosen: list[str] = []
    y = frit.cond(
        x.sum() > 1,
        lambda v: (chosen.append("more"), v + 1)[1],
        lambda v: (chosen.append("less"), v - 1)[1],
        x,
    )
    return y * len(chosen)


def _in_fori_loop(x: Any) -> Any:
    seen: list[Any] = []
    y = frit.fori_loop(0, 3, lambda i, v: (seen.append(i), v + 1)[1], x)
    return y * len(seen)


@pytest.mark.parametrize(
    "function",
    [
        *(_counts, _uses_up, _extends, _appends_in_a_function, _keeps, _own_list, _discards),
        *(_both_branches, _in_fori_loop),
    ],
)
def test_bodies_that_change_containers(function: Any) -> None:
    x = np.arange(3.0)
    want = np.asarray(function(frit.asarray(x.copy())))
    fused = frit.fuse(function)
    for _ in range(3):
        assert np.array_equal(np.asarray(fused(x.copy())), want)


def _stores(x: Any) -> Any:
    total = x.sum()
    for k in frit.range(4):
        x[1:] -= x[:-1]
        total = total + k
    return x * total


def _stores_through_a_view(x: Any) -> Any:
    total = x.sum()
    for _ in frit.range(3):
        part = x[1:]
        part += 0.5
        total = total + 1
    return x * total


def _stores_in_a_branch(x: Any) -> Any:
    y = x * 1

    def change(v: Any) -> Any:
        y[0] = 7
        return v

    z = frit.cond(x.sum() > 1, change, lambda v: v, x)
    return z + y


@pytest.mark.parametrize("function", [_stores, _stores_through_a_view, _stores_in_a_branch])
def test_bodies_that_store_into_arrays_from_outside(function: Any) -> None:
    x = np.arange(1.0, 5)
    want = np.asarray(function(x.copy()))
    fused = frit.fuse(function)
    for _ in range(3):
        assert np.array_equal(np.asarray(fused(x.copy())), want)


def test_a_list_of_its_own_leaves_a_loop_a_loop() -> None:
    assert "for(" in steps(frit.fuse(_own_list), np.arange(3.0))


def test_a_loop_that_stores_into_an_array_is_kept() -> None:
    def heat(u: Any, n: int) -> Any:
        for _ in frit.range(n):
            u[1:-1] += 0.125 * (u[2:] - 2 * u[1:-1] + u[:-2])
        return u

    def recurrence(x: Any) -> Any:
        s = np.zeros(x.shape)
        for t in frit.range(1, 6):
            s[t] = s[t - 1] * 0.5 + x[t]
        return s

    for function, make in ((heat, lambda: (floats(9), 4)), (recurrence, lambda: (floats(6),))):
        check(function, make)
        assert "for(" in steps(frit.fuse(function), *make())


def test_one_array_by_two_names_in_a_loop() -> None:
    def swap(x: Any, y: Any) -> Any:
        for _ in frit.range(3):
            y, x = x, y + 0.25
        return x, y

    def one_array() -> tuple[Any, ...]:
        x = floats(6)
        return (x, x)

    check(swap, lambda: (floats(6), floats(6, seed=2)), one_array)


def test_functions_that_see_the_variables_of_a_loop() -> None:
    def f(x: Any) -> Any:
        def doubled() -> Any:
            return x * 2

        y = x
        for _ in frit.range(4):
            x = x + 1
            y = y + doubled()
        return y

    check(f, one)


def _averages(x: Any, keep: float) -> Any:
    def body(held: Any, row: Any) -> Any:
        held = keep * held + (1 - keep) * row
        return held, held * 2

    return frit.scan(body, x[0], x)


def _steps(x: Any, y: Any) -> Any:
    return frit.scan(lambda s, rows: (s + (rows[0] * rows[1]).sum(), s), x.sum() * 0, (x, y))


def _turns(x: Any) -> Any:
    return frit.scan(lambda s, _: (s * 0.5 + 1, s), x, length=20)


@pytest.mark.parametrize("function", [_averages, _steps, _turns])
def test_scan_gives_what_the_loop_gives(function: Any) -> None:
    rng = np.random.default_rng(3)
    x = rng.random((30, 4))
    given = {"_averages": (x, 0.75), "_steps": (x, rng.random((30, 4))), "_turns": (x,)}[function.__name__]
    plain = function(*given)
    fused = frit.fuse(function)
    for _ in range(3):
        got = fused(*given)
        for a, b in zip(got, plain):
            np.testing.assert_allclose(a, b, rtol=1e-13)
    assert frit.explain(fused, *given).mode == "replayed"
    own = function(*[frit.asarray(g) if isinstance(g, np.ndarray) else g for g in given])
    for a, b in zip(own, plain):
        np.testing.assert_allclose(np.asarray(a), b, rtol=1e-13)


def test_scan_needs_rows_or_a_number_of_turns() -> None:
    with pytest.raises(frit.DTypeError, match="length says how many turns"):
        frit.scan(lambda s, x: (s, s), 1.0)
    assert frit.fori is frit.fori_loop
