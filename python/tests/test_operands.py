"""Operands of every kind, and what becomes of memory that others hold."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import frit
import numpy as np
import pytest


def test_assigning_shared_memory_reads_it_at_once() -> None:
    base = np.zeros(3)
    shared, own = frit.asarray(base), frit.ones(3)
    own[...] = shared
    own[0] = shared[0]
    base += 1
    assert np.asarray(own).tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("other", [[1, 2, 3], (1, 2, 3), [1.5, 2.5, 3.5]])
def test_lists_and_tuples_are_operands(other: Any) -> None:
    x = np.array([1.0, 5.0, 3.0])
    a = frit.asarray(x, copy=True)
    for got, right in [
        (a + other, x + other),
        (other - a, other - x),
        (a == other, x == other),
        (a < other, x < other),
        (a @ other, x @ other),
    ]:
        assert np.array_equal(np.asarray(got), right)
    a += other
    assert np.array_equal(np.asarray(a), x + other)


def test_in_place_with_what_is_no_number_raises() -> None:
    a = frit.ones(3)
    for operand in (None, object(), {}):
        with pytest.raises(TypeError):
            a += operand
        with pytest.raises(TypeError):
            a *= operand
    assert np.asarray(a).tolist() == [1.0, 1.0, 1.0]


def test_nothing_equals_none() -> None:
    a = frit.ones((2, 3))
    assert not np.asarray(a == None).any() and np.asarray(a != "x").all()  # noqa: E711
    assert (a == None).shape == (2, 3)  # noqa: E711


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.uint8, np.complex64])
def test_vectors_times_matrices(dtype: Any) -> None:
    rng = np.random.default_rng(3)
    m = rng.integers(0, 9, (4, 5)).astype(dtype)
    for a, b in [(m, m[0]), (m[:, 0], m), (m[0], m[0]), (m[None], m[0]), (m[:, :0], m[0, :0])]:
        got = frit.asarray(a) @ frit.asarray(b)
        right = a @ b
        assert got.dtype == right.dtype and np.allclose(np.asarray(got), right)
    with pytest.raises(frit.ShapeError):
        frit.ones((3, 4)) @ frit.ones(1)


def test_a_dict_in_another_order_is_another_call() -> None:
    def mix(d: Any) -> Any:
        total = 0
        for value in d.values():
            total = total * 2 + value
        return total, list(d)

    fused = frit.fuse(mix)
    x, y = np.ones(3), np.full(3, 5.0)
    for d in ({"a": x, "b": y}, {"a": x, "b": y}, {"b": y, "a": x}):
        got, right = fused(d), mix(d)
        assert np.array_equal(got[0], right[0]) and got[1] == right[1]


def test_a_list_that_loses_its_arrays_while_they_are_read() -> None:
    @frit.fuse
    def work(arrays: Any) -> Any:
        x = arrays[0]
        for _ in range(20):
            x = np.sin(x)
        return x

    work([np.ones(300_000)])
    for _ in range(5):
        arrays = [np.ones(300_000)]
        thread = threading.Thread(target=arrays.clear)
        right = np.sin(1.0)
        for _ in range(19):
            right = np.sin(right)
        thread.start()
        try:
            result = work(arrays)
        except IndexError:  # it was cleared before the call
            result = np.full(1, right)
        thread.join()
        assert np.allclose(result, right)


def test_out_is_the_result() -> None:
    def f(x: Any) -> Any:
        r = x.clip(0, 1, out=x)
        r += 5
        s = np.add(x, 1, out=(x,))
        return r is x, s is x

    fused = frit.fuse(f)
    for _ in range(3):
        x, y = np.array([3.0, -1.0]), np.array([3.0, -1.0])
        assert fused(x) == f(y) == (True, True) and np.array_equal(x, y)


def test_an_index_out_of_range_is_seen_though_nobody_needs_the_result() -> None:
    def f(x: Any, i: Any) -> Any:
        x += 1
        x[i]
        return x

    fused = frit.fuse(f)
    fused(np.ones(3), np.array([0, 1]))
    x = np.ones(3)
    with pytest.raises(IndexError):
        fused(x, np.array([0, 5]))
    assert x.tolist() == [2.0, 2.0, 2.0]  # what stood before it has happened


def test_calls_that_fail_keep_nothing() -> None:
    @frit.fuse
    def f(x: Any, y: Any) -> Any:
        return x * y

    freed = []
    for _ in range(20):
        x, y = np.ones((2, 2)), np.ones(3)
        weakref.finalize(x, freed.append, 1)
        with pytest.raises(ValueError):
            f(x, y)
        del x, y
    gc.collect()
    assert len(freed) >= 19
