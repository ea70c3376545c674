"""Compiled loops as the extension calls them: what it must notice, and hand to Python, with everything as it was."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest

from frit._nest import can_compile, with_nests

pytestmark = pytest.mark.skipif(not can_compile(), reason="there is no LLVM to compile loops with")


def settled(function: Any, *given: Any) -> tuple[Any, Any]:
    """The function with its loop, called twice: from the second call on the extension goes through it by itself."""
    made = with_nests(function)
    assert made is not None and len(made[1]) == 1
    for turn in range(2):
        made[0](*[g.copy() if isinstance(g, np.ndarray) else g for g in given])
        assert runs(made[1][0]) == turn
    return made[0], made[1][0]


def runs(nest: Any) -> int:
    """How often the extension came to the end of the loop."""
    return sum(variant.offered.runs for variant in nest.variants.values() if variant.offered is not None)


def same(nested: Any, function: Any, *given: Any) -> Any:
    """One call of each on copies: results, their classes, and the arrays afterwards; gives the result."""
    held = [[g.copy() if isinstance(g, np.ndarray) else g for g in given] for _ in range(2)]
    got, expected = nested(*held[0]), function(*held[1])
    assert type(got) is type(expected) and np.array_equal(got, expected)
    for a, b in zip(*held):
        assert not isinstance(a, np.ndarray) or np.array_equal(a, b)
    return got


def _running(x: Any, keep: Any) -> Any:
    total = 0.0
    for t in range(1, len(x)):
        x[t] = keep * x[t - 1] + x[t]
        total = total + x[t]
    return total


def test_it_takes_the_calls_that_it_knows() -> None:
    nested, nest = settled(_running, np.arange(9.0), 0.5)
    for size in (9, 2, 100):
        same(nested, _running, np.arange(float(size)), 0.25)
    assert runs(nest) == 4
    same(nested, _running, np.arange(9.0), np.float64(0.5))  # another kind
    same(nested, _running, np.arange(9.0), np.float64(0.5))
    same(nested, _running, np.arange(9.0), 1)
    same(nested, _running, np.arange(9.0), 1)
    assert runs(nest) == 6


def test_many_kinds_take_turns() -> None:
    nested, _ = settled(_running, np.arange(9.0), 0.5)
    for _ in range(3):
        for dtype in ("f4", "f8", "i4", "i8", "i2", "u4"):
            for keep in (2, np.float64(0.5), np.float32(0.5), True):
                if np.dtype(dtype).kind == "f" or type(keep) in (int, bool):
                    same(nested, _running, np.arange(9).astype(dtype), keep)


def test_arrays_that_share_memory_are_left_to_python() -> None:
    def shifted(x: Any, y: Any) -> None:
        for t in range(len(y)):
            y[t] = x[t] + 1

    nested, nest = settled(shifted, np.arange(8.0), np.zeros(7))
    before = runs(nest)
    for make in (lambda a: (a, a[1:]), lambda a: (a, a), lambda a: (a[1:], a[:-1]), lambda a: (a[::-1], a)):
        one, other = np.arange(8.0), np.arange(8.0)
        nested(*make(one))
        shifted(*make(other))
        assert np.array_equal(one, other)
    assert runs(nest) == before
    base = np.arange(16.0)
    nested(base[:8], base[8:])  # apart
    assert runs(nest) == before + 1 and np.array_equal(base[8:], np.arange(1.0, 9.0))
    repeated = np.lib.stride_tricks.as_strided(np.zeros(1), (4,), (0,))
    nested(np.arange(4.0), repeated)
    assert runs(nest) == before + 1 and repeated[0] == 4


def test_what_fails_is_put_back_and_raised_by_python() -> None:
    def filled(x: Any, places: Any) -> None:
        for t in range(len(places)):
            x[places[t]] = t + 1.0

    nested, _ = settled(filled, np.zeros(5), np.arange(5))
    for places in ([0, 1, 9, 2], [4, -6]):
        one, other = np.zeros(5), np.zeros(5)
        for function, x in ((nested, one), (filled, other)):
            with pytest.raises(IndexError, match="out of bounds"):
                function(x, np.array(places))
        assert np.array_equal(one, other) and one.any()


def test_helpers_and_names_from_outside_are_looked_at() -> None:
    def total(x: Any) -> Any:
        s = 0.0
        for v in x:
            s = s + helper(v)  # noqa: F821
        return s

    total_of = types.FunctionType(total.__code__, {**globals(), "helper": _plus_one}, "total")
    nested, nest = settled(total_of, np.arange(4.0))
    before = runs(nest)
    assert nested(np.arange(4.0)) == 10 and runs(nest) == before + 1
    total_of.__globals__["helper"] = _plus_two
    nested.__globals__["helper"] = _plus_two
    assert nested(np.arange(4.0)) == total_of(np.arange(4.0)) == 14
    code = _plus_two.__code__
    try:
        _plus_two.__code__ = _plus_one.__code__
        assert nested(np.arange(4.0)) == 10
    finally:
        _plus_two.__code__ = code


def _plus_one(v: Any) -> Any:
    return v + 1.0


def _plus_two(v: Any) -> Any:
    return v + 2.0


def test_variables_without_a_value_stay_so() -> None:
    def last(x: Any, n: int) -> Any:
        for t in range(n):
            found = x[t]
        return found

    nested, nest = settled(last, np.arange(3.0), 2)
    assert type(nested(np.arange(3.0), 3)) is np.float64
    with pytest.raises(UnboundLocalError):
        nested(np.arange(3.0), 0)
    assert runs(nest) >= 2


def test_whose_numbers_come_out() -> None:
    def several(x: Any, k: int, flag: bool, number: float) -> Any:
        a, b, c, d = k, flag, number, None
        for t in range(len(x)):
            a = a + 1
            b = not b
            c = c * 2
            d = x[t]
            w = 1 if t < 2 else 2.5
        return a, b, c, d, t, w

    for dtype in ("f8", "f4", "i4", "u1"):
        x = np.arange(1, 4).astype(dtype)
        made = with_nests(several)
        assert made is not None
        for n in (1, 2, 3, 3):
            got, expected = made[0](x[:n], 5, True, 0.5), several(x[:n], 5, True, 0.5)
            assert got == expected and list(map(type, got)) == list(map(type, expected))


def test_integers_of_many_bits_and_read_only_arrays_are_pythons() -> None:
    nested, nest = settled(_running, np.arange(9.0), 3)
    before = runs(nest)
    same(nested, _running, np.arange(3.0), 2**70)
    frozen = np.arange(9.0)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        nested(frozen, 3)
    assert runs(nest) == before


def test_numpys_error_settings_are_respected() -> None:
    def ratios(x: Any, y: Any) -> None:
        for t in range(len(x)):
            x[t] = x[t] / y[t]

    nested, nest = settled(ratios, np.ones(3), np.ones(3))
    before = runs(nest)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        nested(np.ones(3), np.zeros(3))
    with np.errstate(divide="ignore"):
        nested(np.ones(3), np.zeros(3))
    assert runs(nest) == before
    nested(np.ones(3), np.ones(3))
    assert runs(nest) == before + 1


def test_arrays_of_its_own_get_the_room_that_they_need() -> None:
    def spread(x: Any, n: int) -> Any:
        s = 0.0
        for t in range(1, n):
            part = x[:t] * 2.0
            part[0] = s
            s = part.sum()
        return s

    nested, nest = settled(spread, np.ones(10), 5)
    for n in (5, 10, 400, 5, 400, 1000, 1000):
        same(nested, spread, np.ones(1000), n)
    assert runs(nest) > 0


def test_turns_find_what_the_last_one_stored() -> None:
    def kept(x: Any, y: Any, n: int) -> Any:
        for t in range(1, n):
            if x[t] < 0:
                continue
            x[t] = x[t - 1] + y[t]
            if x[t] > 50:
                break
            y[t] = x[t - 1] - y[t - 1]
        return t

    x, y = np.arange(30.0), np.arange(30.0)[::-1].copy()
    x[5] = -1
    nested, _ = settled(kept, x, y, 30)
    for n in (2, 3, 5, 30):
        for shift in (0, 4, 60):
            same(nested, kept, x + shift, y, n)
