"""What recorded runs keep of what they have looked at."""

from __future__ import annotations

import sys

import frit
import numpy as np


def _recorded_steps(x, n):
    if x.sum() > 1e9:
        return x
    y = x
    for _ in range(n):
        y = np.maximum(np.sqrt(np.where(y > 2, y, 4.0)), np.clip(x, 0, 9))
    return y


def test_a_recorded_step_takes_few_calls_of_python():
    fused, calls = frit.fuse(_recorded_steps), []
    x = np.arange(8.0)
    with frit.options(as_written=False):
        for _ in range(3):
            np.testing.assert_array_equal(fused(x, 20), _recorded_steps(x, 20))
        sys.setprofile(lambda frame, event, value: calls.append(event) if event == "call" else None)
        try:
            for n in (4, 14):
                calls.append(n)
                fused(x, n)
        finally:
            sys.setprofile(None)
    assert frit.explain(fused, x, 20).mode == "recorded"
    first, second = calls.index(4), calls.index(14)
    more = (len(calls) - second) - (second - first)
    assert 0 < more / 10 / 5 < 16  # of 5 steps a turn; some 40 before what is known was kept


def test_recorded_steps_by_numpys_functions_mean_what_numpy_means():
    def function(x, out, positional):
        if x[0] > 1e9:
            return x
        kept = np.minimum(x, 1.0, out=out)
        again = np.clip(x, 0.0, 2.0, positional)
        wide = np.add(x, 1, dtype=np.float32), np.sum(x, 0), np.sum(x, axis=0, keepdims=True), np.cumsum(x, 0)
        number = np.where(x[0] > 2, 1, 2), np.sqrt(x[1]), np.max(x), np.zeros_like(x[0])
        return kept is out, again is positional, wide, number, np.modf(x), np.where(x > 1), np.abs(x[::-1])

    x = np.array([0.5, 2.5, 3.5])
    with frit.options(as_written=False):
        fused = frit.fuse(function)
        for _ in range(2):
            ours, theirs = (np.zeros(3), np.zeros(3)), (np.zeros(3), np.zeros(3))
            got, expected = fused(x, *ours), function(x, *theirs)
            assert got[:2] == expected[:2] == (True, True)
            np.testing.assert_array_equal(ours, theirs)
            for a, b in zip(got[2:], expected[2:]):
                for one, other in zip(a, b, strict=True):
                    assert type(one) is type(other) and one.dtype == other.dtype
                    np.testing.assert_array_equal(one, other)
        assert frit.explain(fused, x, *ours).mode == "recorded"
