"""Functions run as they are written where that is faster, and say so."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import frit
from frit._fuse.pace import Pace
from frit._nest import can_compile


def test_both_ways_are_tried_and_the_faster_stays() -> None:
    pace = Pace()
    assert not pace.tries_written()  # recorded first
    pace.note(False, 0.010)
    assert pace.tries_written()
    pace.note(True, 0.001)
    assert not pace.tries_written()  # the first time it was planned, too
    pace.note(False, 0.004)
    assert pace.prefers_written() and pace.tries_written()
    for _ in range(79):
        pace.note(True, 0.001)
    assert pace.tries_written()
    pace.note(True, 0.001)
    pace.note(True, 0.001)
    assert not pace.tries_written()  # it is time to look again
    pace.note(False, 0.0005)
    assert not pace.prefers_written() and not pace.tries_written()


def test_a_slow_first_call_is_not_repeated_at_once() -> None:
    pace = Pace()
    pace.note(False, 0.5)
    pace.note(True, 0.01)
    assert pace.tries_written() and pace.calls_ahead() > 100


def test_of_two_that_take_as_long_it_is_as_written() -> None:
    pace = Pace()
    for seconds in (0.5, 0.098):
        pace.note(False, seconds)
    pace.note(True, 0.1)
    assert pace.prefers_written()
    pace.note(False, 0.09)
    assert not pace.prefers_written()


def test_a_first_call_that_compiled_its_loops_says_little() -> None:
    pace = Pace(loops=True)
    pace.note(True, 0.8)
    assert pace.tries_written() and pace.calls_ahead() == 0
    pace.note(True, 0.0003)
    assert pace.written == 0.0003
    pace.note(False, 0.2)
    pace.note(False, 0.004)
    assert pace.prefers_written()
    pace = Pace(loops=True)
    pace.note(True, 0.8)
    pace.loops = False  # none of them could be compiled
    assert not pace.tries_written()


def test_compiled_loops_come_first() -> None:
    pace = Pace(loops=True)
    assert pace.tries_written()
    pace.note(True, 0.01)
    assert pace.tries_written() and pace.calls_ahead() == 1
    pace.note(True, 0.025)
    assert not pace.tries_written()  # now it pays to look what fusing would do


def _scalar_loop(x: Any, names: Any) -> Any:
    total = 0.0
    for k in range(x.shape[0]):
        for name in names:
            total += float(x[k]) * len(name)
    return total


def test_recording_that_is_slower_is_given_up() -> None:
    fused = frit.fuse(_scalar_loop)
    x, names = np.arange(100.0), ["a", "bb"]
    with frit.options(as_written=True):
        for _ in range(300):  # a busy machine may be in the way of a few
            assert fused(x, names) == _scalar_loop(x, names)
            report = frit.explain(fused, x, names)
            if report.mode == "as written" and "as it is written and" in report.reason:
                break
        assert report.mode == "as written" and "as it is written and" in report.reason
        assert "the function itself is called" in str(report)
    with frit.options(as_written=False):
        assert frit.explain(fused, x, names).mode == "recorded"


def _early(x: Any, y: Any) -> Any:
    if float(x[0]) > 0:
        return x[0] + y[0]
    return y[0]


def test_calls_without_python_go_on_when_arguments_change() -> None:
    """C calls the function itself, for arguments like those that were measured."""
    fused = frit.fuse(_early)
    with frit.options(as_written=True):
        for size in (3, 3, 3, 3, 3, 3, 3000, 3, 100_000):
            for dtype in (np.float64, np.float32):
                x, y = np.ones(size, dtype), np.arange(1.0, size + 1).astype(dtype)
                result = fused(x, y)
                assert result == 2.0 and result.dtype == dtype
        with pytest.raises(IndexError):
            fused(np.ones(0), np.ones(0))
        with pytest.raises(TypeError):
            fused(np.ones(3))  # type: ignore[call-arg]
        assert fused(y=np.ones(2), x=np.ones(2)) == 2.0
        fused.clear_cache()
        assert fused(np.ones(3), np.ones(3)) == 2.0


def _branches(x: Any, n: Any) -> Any:
    if n % 19 == 0:
        x = x + 1
    return x * len(str(n)) if n < 100 else x


def test_too_many_values_are_said_once() -> None:
    fused = frit.fuse(_branches)
    x = np.arange(5.0)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for n in range(60):
            assert np.array_equal(fused(x, n), _branches(x, n))
    texts = [str(w.message) for w in said if "not replayed any more" in str(w.message)]
    assert len(texts) == 1
    assert "_branches" in texts[0] and "test_pace.py:" in texts[0]


def test_several_libraries_are_said_with_what_would_help() -> None:
    fused = frit.fuse(_early)
    with pytest.warns(RuntimeWarning, match="several libraries meet; convert them"):
        fused(np.ones(2), frit.ones(2))


def _dots(a: Any) -> Any:
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[j, :j]
            a[i, j] /= a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    return a


def test_loops_of_numbers_are_compiled_and_told() -> None:
    if not can_compile():
        pytest.skip("there is no LLVM to compile loops with")
    fused = frit.fuse(_dots)
    given = np.eye(20) * 5 + 1
    with frit.options(as_written=True):
        for _ in range(3):
            got = fused(given.copy())
            assert np.allclose(np.tril(got), np.linalg.cholesky(given))
        report = frit.explain(fused, given)
        assert report.mode == "as written"
        line = _dots.__code__.co_firstlineno + 1
        assert f"the loop in line {line} is compiled" in report.reason


def _with_a_default(x: Any, k: Any = 2) -> Any:
    total = 0.0
    for value in x:
        total += float(value) * k
    return total


def test_changed_defaults_and_code_are_noticed() -> None:
    fused = frit.fuse(_with_a_default)
    x = np.arange(4.0)
    before, code = _with_a_default.__defaults__, _with_a_default.__code__
    try:
        with frit.options(as_written=True):
            for _ in range(8):
                assert fused(x) == 12.0
            _with_a_default.__defaults__ = (10,)
            assert fused(x) == 60.0
            _with_a_default.__code__ = _other.__code__
            assert fused(x) == "other"
    finally:
        _with_a_default.__defaults__, _with_a_default.__code__ = before, code


def _other(x: Any, k: Any = 2) -> Any:
    return "other"
