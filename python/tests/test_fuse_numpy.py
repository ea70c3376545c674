"""Methods of ufuncs, grids and padding in fused functions: replayed, and what NumPy gives."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import frit


def _replays(function: Any, *args: Any) -> frit.Report:
    """The plan of a function whose results and effects are NumPy's, traced and replayed."""
    fused = frit.fuse(function)
    for _ in range(2):
        ours, theirs = copy.deepcopy(args), copy.deepcopy(args)
        got, expected = fused(*ours), function(*theirs)
        got = got if isinstance(got, tuple) else (got,)
        expected = expected if isinstance(expected, tuple) else (expected,)
        for a, b in zip((*got, *ours), (*expected, *theirs), strict=True):
            assert type(a) is type(b)
            np.testing.assert_allclose(a, b, rtol=1e-13)
            assert np.asarray(a).dtype == np.asarray(b).dtype
    report = frit.explain(fused, *copy.deepcopy(args))
    assert report.mode == "replayed", report.reason
    return report


def _accumulated(x: Any) -> Any:
    return np.maximum.accumulate(x), np.minimum.accumulate(x, axis=1), np.add.accumulate(x), np.multiply.accumulate(x, 1)


def _reduced(x: Any) -> Any:
    lowest = np.minimum.reduce(x, axis=1, keepdims=True)
    return np.add.reduce(x), np.maximum.reduce(x, axis=None), lowest, np.logical_or.reduce(x > 0.9)


def _outer(x: Any) -> Any:
    return np.subtract.outer(x[0], x[:, 1]), np.hypot.outer(x[:, 1], x[0])


def _added_at(x: Any) -> Any:
    np.add.at(x, np.array([1, 2, 1]), 2.5)
    return x.sum()


@pytest.mark.parametrize("function", [_accumulated, _reduced, _outer, _added_at])
def test_methods_of_ufuncs_are_replayed(function: Any) -> None:
    _replays(function, np.random.default_rng(0).random((5, 6)))


def test_what_a_ufunc_reads_again_stays_a_guard() -> None:
    ways = [np.maximum]

    @frit.fuse
    def running(x: Any) -> Any:
        return ways[0].accumulate(x)

    x = np.array([1.0, 3.0, 2.0])
    assert running(x).tolist() == running(x).tolist() == [1, 3, 3]
    ways[0] = np.minimum
    assert running(x).tolist() == [1, 1, 1]


def _grids(x: Any) -> Any:
    h, w = x.shape
    i, j = np.mgrid[0:h, 1 : 2 * w : 2].astype(float)
    a, b = np.ogrid[:h, -1 : w - 1]
    return x * i + j, x + a * b, np.mgrid[0:3] * 2.0, np.mgrid[0:1:5j, 0:2] + x[0, 0], np.ogrid[0:1:0.5, 5:3][0] + x[0, 0]


def test_grids_are_replayed() -> None:
    _replays(_grids, np.random.default_rng(0).random((4, 5)))


def _places(x: Any) -> Any:
    y, z = np.mgrid[0 : x.shape[0], 0 : x.shape[1]].astype(float)
    return x * y + z


def test_the_parts_of_a_grid_are_computed_where_they_are_used() -> None:
    report = _replays(_places, np.ones((4, 5)))
    assert len(report.kernels) == 1


def _padded(x: Any) -> Any:
    return np.pad(x, ((1, 2), (2, 0)), mode="edge")


def test_edges_are_padded_in_one_walk_in_the_order_of_memory() -> None:
    report = _replays(_padded, np.random.default_rng(0).random((6, 7)))
    assert len(report.kernels) == 1
    assert [len(kernel.axes) for kernel in report.kernels] == [2]


@pytest.mark.parametrize("mode", ["edge", "wrap", "reflect", "symmetric"])
def test_every_axis_alone_and_together(mode: str) -> None:
    x = np.random.default_rng(0).random((3, 4, 5))
    for width in (0, 2, ((1, 0), (0, 2), (0, 0)), ((0, 0), (0, 0), (2, 1)), ((2, 1), (0, 0), (0, 0))):
        assert np.array_equal(np.pad(x, width, mode=mode), frit.pad(x, width, mode))  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="no elements"):
        frit.pad(np.zeros((2, 0)), 1, mode)


def _matrix_and_vector(a: Any, x: Any) -> Any:
    return a @ x, x @ a, a.T @ x


def _computed_matrix(a: Any, x: Any) -> Any:
    return (a * 2) @ x


def _changed_matrix(a: Any, x: Any) -> Any:
    a *= 2
    return a @ x


def test_a_matrix_that_is_given_meets_a_vector_in_a_contraction() -> None:
    rng = np.random.default_rng(0)
    large, small = (rng.random((n, n)) for n in (80, 8))

    def schedules(function: Any, a: Any) -> list[str]:
        return [kernel.schedule for kernel in _replays(function, a, a[0].copy()).kernels]

    assert schedules(_matrix_and_vector, large) == ["contraction"] * 3
    assert "contraction" not in schedules(_matrix_and_vector, small)
    # What is computed first is multiplied where it is computed.
    assert schedules(_computed_matrix, large) == ["reduce"]
    assert "contraction" not in schedules(_changed_matrix, large)


def _shifted(x: Any) -> Any:
    by, of = np.array([0, 1, -2]), np.array([[1, 2], [0, 3]])
    rows = [np.roll(x[k], by[k]) * by[k] for k in range(3)]
    return np.stack(rows), np.repeat(x[0], of[0, 1]), x[by[1]] + x.astype(np.float32)[0] * of[1][1]


def _shifted_by_what_changed(x: Any) -> Any:
    by = np.array([0, 1, -2])
    by[0] += 2
    return np.roll(x, by[0])


def _shifted_in_a_loop(x: Any, n: Any) -> Any:
    by = np.array([0, 1, -2])
    for _ in range(n):
        for k in range(3):
            x[k] = np.roll(x[k], by[k])
    return x


def test_integers_in_arrays_of_constants_are_known() -> None:
    x = np.random.default_rng(0).random((3, 7))
    _replays(_shifted, x)
    _replays(_shifted_in_a_loop, x, 20)


def test_integers_in_arrays_that_change_are_not() -> None:
    fused, x = frit.fuse(_shifted_by_what_changed), np.random.default_rng(0).random(7)
    for _ in range(3):
        assert np.array_equal(fused(x), np.roll(x, 2))
