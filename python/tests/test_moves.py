"""Functions that move elements, in fused functions: as NumPy has them, for every size by one plan."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view as windows
from fuse_check import Outcome, compare

import frit

ROWS = {
    "roll": lambda x: np.roll(x, 2) * 2,
    "roll_back": lambda x: np.roll(x, -3),
    "edge": lambda x: np.pad(x + x, 2, mode="edge"),
    "reflect": lambda x: np.pad(x, (2, 1), mode="reflect") * 2,
    "symmetric": lambda x: np.pad(x, (3, 1), mode="symmetric"),
    "wrap": lambda x: np.pad(x, (1, 4), mode="wrap"),
    "constant": lambda x: np.pad(x, 2) * 2,
    "tile": lambda x: np.tile(x, 3) * 2,
    "repeat": lambda x: np.repeat(x, 3) * 2,
    "append": lambda x: np.append(x, x * 2),
    "append_number": lambda x: np.append(x, 3),
    "gradient": lambda x: np.gradient(x * 2) + 1,
    "gradient_by": lambda x: np.gradient(x, 0.5),
    "gradient_2": lambda x: np.gradient(x, 2, edge_order=2),
    "arange": lambda x: np.arange(len(x)) * x,
    "arange_from": lambda x: np.arange(0, x.shape[0], dtype=np.float32) + x,
    "zeros": lambda x: np.zeros(len(x)) + x,
    "empty": lambda x: np.ones(x.shape, x.dtype) * x,
    "full": lambda x: np.full((len(x), 2), 7) + x[:, None],
    "eye": lambda x: np.eye(len(x)) * x,
    "identity": lambda x: np.identity(x.size, np.int8) * x,
    "mgrid": lambda x: np.mgrid[0 : len(x)] * x,
    "meshgrid": lambda x: sum(np.meshgrid(x, x * 2)),
    "meshgrid_ij": lambda x: np.meshgrid(x, x * 2, indexing="ij")[1] + 1,
    "c_": lambda x: np.c_[x, x * 2],
    "r_": lambda x: np.r_[x, x * 2],
    "delete": lambda x: np.delete(x * 2, 1) + 1,
    "delete_last": lambda x: np.delete(x, -1) * 2,
    "delete_slice": lambda x: np.delete(x, slice(1, 3)) * 2,
    "insert": lambda x: np.insert(x, 2, 5) * 2,
    "insert_several": lambda x: np.insert(x * 2, -1, x[:2]),
    "ediff1d": lambda x: np.ediff1d(x * 2, to_begin=0) + 1,
    "trapezoid": lambda x: np.trapezoid(x * x) + x[0],
    "polyval": lambda x: np.polyval([1.0, -2.0, 0.5], x) * 2,
    "windows": lambda x: windows(x, 3).mean(axis=-1),
    "windows_of_steps": lambda x: windows(x * 2, 4).max(axis=1) - windows(x * 2, 4).min(axis=1),
    "windows_of_one": lambda x: windows(x, 1) * 2,
}

MATRICES = {
    "roll": lambda x: np.roll(x, 2) * 2,
    "roll_axis": lambda x: np.roll(x, 1, axis=0) + np.roll(x, -2, axis=1),
    "roll_axes": lambda x: np.roll(x, (1, -1), axis=(0, 1)),
    "edge": lambda x: np.pad(x, ((1, 2), (0, 3)), mode="edge") * 2,
    "reflect": lambda x: np.pad(x * 2, 1, mode="reflect"),
    "symmetric": lambda x: np.pad(x, ((0, 0), (2, 1)), mode="symmetric"),
    "wrap": lambda x: np.pad(x, 2, mode="wrap"),
    "tril": lambda x: np.tril(x * 2) + 1,
    "triu": lambda x: np.triu(x, 1),
    "gradient": lambda x: np.gradient(x * 2),
    "gradient_axis": lambda x: np.gradient(x, 0.1, axis=1) * 2,
    "gradient_each": lambda x: np.gradient(x, 2.0, 0.5),
    "indices": lambda x: np.indices(x.shape)[0] * x,
    "indices_all": lambda x: np.indices(x.shape),
    "mgrid": lambda x: np.mgrid[0 : x.shape[0], 0 : x.shape[1]][1] * x,
    "ogrid": lambda x: np.ogrid[0 : x.shape[0], 0 : x.shape[1]][0] * x,
    "turned": lambda x: np.zeros((x.shape[1], x.shape[0])) + x.T,
    "delete_row": lambda x: np.delete(x, 1, axis=0) * 2,
    "insert_row": lambda x: np.insert(x * 2, 1, x[0], axis=0),
    "windows": lambda x: windows(x, (2, 2)).sum(axis=(-2, -1)),
    "windows_axis": lambda x: windows(x * 2, 2, axis=1).mean(axis=-1),
    "ix_": lambda x: x[np.ix_([0, 1], [1, 0])] * 2,
    "append": lambda x: np.append(x, x * 2, axis=0),
}

LAYOUTS = [
    lambda a: a,
    np.asfortranarray,
    lambda a: a[::-1],
    lambda a: np.repeat(a, 2, 0)[::2],
]


def agree(function: Any, fused: Any, shapes: list[tuple[int, ...]], dtype: Any) -> None:
    for shape in shapes:
        values = (np.random.default_rng(len(shape) + sum(shape)).random(shape) * 10).astype(dtype)
        for number, layout in enumerate(LAYOUTS):
            x = layout(values)
            where = f"{shape}, {np.dtype(dtype)}, layout {number}"
            compare(Outcome(fused, (x,), {}), Outcome(function, (x,), {}), where)


@pytest.mark.parametrize("dtype", [float, np.float32, np.int16, complex], ids=str)
@pytest.mark.parametrize("name", ROWS)
def test_rows(name: str, dtype: Any) -> None:
    function = ROWS[name]
    fused = frit.fuse(lambda x: function(x))
    agree(function, fused, [(9,), (14,), (6,), (5,), (4,), (3,), (2,), (1,), (0,)], dtype)


@pytest.mark.parametrize("dtype", [float, np.float32, np.int16, complex], ids=str)
@pytest.mark.parametrize("name", MATRICES)
def test_matrices(name: str, dtype: Any) -> None:
    function = MATRICES[name]
    fused = frit.fuse(lambda x: function(x))
    shapes = [(9, 8), (7, 12), (6, 6), (4, 5), (3, 3), (2, 3), (1, 4), (5, 1), (1, 1), (0, 3), (3, 0)]
    agree(function, fused, shapes, dtype)


@pytest.mark.parametrize("kind, name", [("row", n) for n in ROWS] + [("matrix", n) for n in MATRICES])
def test_every_size_has_the_same_plan(kind: str, name: str) -> None:
    function = (ROWS if kind == "row" else MATRICES)[name]
    fused = frit.fuse(lambda x: function(x))
    for size in range(7, 40):
        x = np.ones(size) if kind == "row" else np.ones((size, size + 20))
        assert fused.outcome((x,), {}).plan is not None
    info = fused.cache_info()
    assert (info.replayed, info.recorded) == (1, 0)


@pytest.mark.parametrize("name, most", [("edge", 2), ("reflect", 1), ("gradient", 2), ("arange", 1), ("mgrid", 1)])
def test_moves_are_indexing_inside_kernels(name: str, most: int) -> None:
    report = frit.explain(frit.fuse(ROWS[name]), np.ones(20))
    assert len(report.kernels) <= most
    assert report.cost.bytes_copied == 0


def test_a_grid_of_a_negative_size_raises_and_changes_nothing():
    def grid(x, n):
        made = np.mgrid[0:n, 0:2]
        x += 1
        return made

    x = np.ones(3)
    with pytest.raises(ValueError, match="negative dimensions"):
        frit.fuse(grid)(x, -1)
    np.testing.assert_array_equal(x, 1)


def test_the_smallest_bound_of_a_slice_is_a_bound():
    def part(x, n):
        x[:n] = 7
        return x[:n], x[n:]

    got, want = frit.fuse(part)(np.arange(4.0), -(2**63)), part(np.arange(4.0), -(2**63))
    for a, b in zip(got, want):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("shape", [True, (True, 2), np.True_])
def test_a_truth_value_is_no_size(shape):
    with pytest.raises(TypeError):
        frit.fuse(lambda x, n: np.zeros(n) + x)(np.ones(1), shape)
    with pytest.raises(TypeError):
        frit.zeros(shape)


def _windows_change_with_their_array(x: Any) -> Any:
    y = x * 2
    seen = windows(y, 3)
    y[1] = 100
    return seen.sum(axis=-1)


def _windows_of_an_argument(x: Any) -> Any:
    seen = windows(x, 2)
    x[0] = 5
    return seen * 2


def _windows_given_back(x: Any) -> Any:
    return windows(x, 2)


def _windows_written(x: Any) -> Any:
    windows(x, 2)[0] = 1


@pytest.mark.parametrize(
    "function",
    [_windows_change_with_their_array, _windows_of_an_argument, _windows_given_back, _windows_written],
)
def test_windows_are_views(function: Any) -> None:
    fused = frit.fuse(function)
    for size in (9, 9, 5, 2, 1):
        got, expected = (Outcome(f, (np.arange(float(size)),), {}) for f in (fused, function))
        compare(got, expected, f"{function.__name__}, {size} elements")


def test_windows_of_frits_own_arrays_are_views() -> None:
    x = frit.arange(5.0)
    seen = frit.sliding_window_view(x, 2)
    x[1] = 9
    assert seen.tolist() == [[0, 9], [9, 2], [2, 3], [3, 4]] and windows(x, 2).tolist() == seen.tolist()
    assert frit.sliding_window_view([[1, 2], [3, 4]], (2, 1)).tolist() == windows([[1, 2], [3, 4]], (2, 1)).tolist()
    with pytest.raises(ValueError):
        frit.sliding_window_view(x, 6)
    with pytest.raises(ValueError):
        seen[0] = 1
