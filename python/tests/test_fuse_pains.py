"""What users of other fusers suffer from: a test for each row that concerns fused functions."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

import frit
import numpy as np
import pytest
from frit import _core
from fuse_check import check, floats


def bits(array: Any) -> bytes:
    return bytes(np.ascontiguousarray(array).tobytes())


def test_cold_start_the_first_call_answers() -> None:
    @frit.fuse
    def f(x):
        return np.exp(-x * x) + 1

    x = floats(1000)
    np.testing.assert_allclose(f(x), np.exp(-x * x) + 1, 1e-6)
    assert f.cache_info().misses == 1


def test_a_new_shape_does_not_recompile() -> None:
    @frit.fuse
    def f(x, y):
        return (x * y).sum(axis=1) + 1

    f(floats(3, 4), floats(3, 4))
    plans = _core.describe()["plans"]
    for rows, columns in ((5, 6), (7, 2), (100, 33), (2, 1000)):
        x = floats(rows, columns)
        np.testing.assert_allclose(f(x, x * 2), (x * x * 2).sum(axis=1) + 1, 1e-4, 1e-4)
    assert f.cache_info().entries == 1 and f.cache_info().misses == 1
    assert _core.describe()["plans"] == plans


def test_call_overhead_a_warm_call_runs_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    from frit._fuse.fuse import Fuser

    @frit.fuse
    def f(x, a, scale=2.0):
        return (x * a + scale) * x

    def never(*args: Any) -> Any:
        raise AssertionError("Python was asked")

    x = floats(1000)
    first = f(x, 3.0)
    monkeypatch.setattr(Fuser, "miss", never)
    np.testing.assert_array_equal(f(x, 3.0), first)
    for n in (10, 100, 5000):
        assert f(floats(n), float(n)).shape == (n,)
    with pytest.raises(AssertionError, match="Python was asked"):
        f(floats(3, 3), 1.0)  # another kind of call is not warm


def test_in_place_updates_and_aliases_are_sequential() -> None:
    def f(x, y):
        alias = x
        part = x[2:]
        alias += y
        part *= 2
        y[:-2] = part
        return x + y

    def overlap():
        base = floats(12)
        return base[:10], base[2:]

    def same():
        x = floats(10)
        return x, x

    check(f, lambda: (floats(10), floats(10, seed=2)), overlap, same, overlap)


def test_illegal_fusion_is_not_done() -> None:
    def by_max(a):
        return a / a.max()

    def transpose(a):
        a += a.T
        return a

    def stale(a):
        b = a * 2
        a = a[:1]
        return b + a, b.shape, a.shape

    with frit.options(verify=True):
        for function in (by_max, transpose, stale):
            check(function, lambda: (floats(6, 6),), lambda: (floats(9, 9),))


def test_cache_keys_leave_nothing_out() -> None:
    closure = 1.0
    flag = True

    def f(x, a):
        y = x * a + closure
        return y if flag else -y

    fused = frit.fuse(f)
    for closure in (1.0, 2.0, 3):
        for flag in (True, False):
            for a in (2, 2.0, np.float32(2), np.float64(2), 2j, True):
                for x in (floats(6), floats(12)[::2], floats(6)[::-1], floats(6, dtype=np.float64)):
                    check(f, lambda x=x, a=a: (x, a), fused=fused)


def test_results_do_not_change_with_fusion_or_threads() -> None:
    def f(x):
        y = np.sin(x) * 3 + x
        return y, y.sum(), (y / y.max()).sum(axis=0)

    x = floats(700, 90)
    first = [bits(r) for r in frit.fuse(f)(x)]
    with frit.options(fusion=False):
        assert [bits(r) for r in frit.fuse(f)(x)] == first
    for threads in (1, 2):
        with frit.options(threads=threads):
            assert [bits(r) for r in frit.fuse(f)(x)] == first


def test_numerics_are_part_of_the_key() -> None:
    @frit.fuse
    def f(x):
        return x * x + x

    x = floats(50)
    strict = bits(f(x))
    with frit.options(numerics="fast"):
        f(x)
    assert bits(f(x)) == strict
    assert f.cache_info().entries == 2


def test_random_numbers_do_not_change_when_fused() -> None:
    def f(x, seed, n):
        key = frit.random.Key(seed)
        noise = key.normal(0.0, 1.0, (5,)) + key.draw(n).uniform(0.0, 1.0, (5,))
        return x * noise

    fused = frit.fuse(f)
    x = frit.asarray(floats(5, dtype=np.float64))
    for seed in (1, 7, 2**40):
        for n in (1, 2):
            assert bits(fused(x, seed, n)) == bits(f(x, seed, n))
            with frit.options(fusion=False):
                assert bits(frit.fuse(f)(x, seed, n)) == bits(f(x, seed, n))
    assert fused.cache_info().replayed == 1

    @frit.fuse
    def stateful(x):
        return x + frit.random.uniform(0.0, 1.0, (5,))

    assert bits(stateful(x)) != bits(stateful(x))


def test_threads_do_not_corrupt() -> None:
    @frit.fuse
    def f(x, a):
        y = x * a
        y += 1
        return y.sum()

    wrong: list[Any] = []

    def work(seed: int) -> None:
        for k in range(100):
            x = np.full(100 + k, seed, np.float64)
            if f(x, float(k)) != (seed * k + 1) * (100 + k):
                wrong.append((seed, k))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.skipif(
    "thread" in os.environ.get("FRIT_SANITIZE", ""),
    reason="the thread sanitizer forbids threads in a child of a process that had some",
)
def test_a_forked_child_works() -> None:
    @frit.fuse
    def f(x):
        return (x * 2 + 1).sum()

    x = np.ones(200_000)
    assert f(x) == 600_000
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        ok = f(x) == 600_000 and f(np.ones(7, np.float32)) == 21
        os._exit(0 if ok else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert f(x) == 600_000


def test_no_silent_breaks() -> None:
    @frit.fuse
    def f(x):
        y = x * 2
        if y.sum() > 0:
            y = y + 1
        return y

    f(floats(5))
    outcome = f.outcome((floats(5),), {})
    assert outcome.reason
    assert outcome.place == (__file__, f.__wrapped__.__code__.co_firstlineno + 3)
    explained = f._explain((floats(5),), {})
    assert explained.mode == "recorded" and explained.reason == outcome.reason
    assert explained.place[2] == "if y.sum() > 0:"


def test_why_it_is_replayed() -> None:
    @frit.fuse
    def f(x, a):
        return np.sqrt(x * x + a)

    explained = f._explain((floats(5), 1.0), {})
    assert explained.mode == "replayed" and len(explained.segments) == 1
    assert list(explained.segments[0].input_names) == ["x", "a"]
    text = str(frit.explain(f, floats(5), 1.0))
    assert "sqrt" in text


def test_no_dtype_or_stride_is_refused() -> None:
    def f(x, y):
        return x * y + x, x == y

    names = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
    for name in [*names.split(), "complex64", "complex128"]:
        x = np.arange(12).reshape(3, 4).astype(name)
        check(f, lambda x=x: (x, x[::-1, ::-1]), lambda x=x: (x.T, x.T[::-1]), mode="replayed")

    def reductions(x):
        return x.sum(axis=0, keepdims=True), x.max(axis=1), x.any()

    check(reductions, lambda: (floats(3, 4)[:, ::-1],), lambda: (np.arange(6).reshape(2, 3),))


def test_bfloat16() -> None:
    @frit.fuse
    def f(x):
        return x * 2 + 1

    x = frit.asarray([1.0, 2.0, 3.0], dtype=frit.bfloat16)
    for _ in range(2):
        result = f(x)
        assert result.dtype == frit.bfloat16
        assert [float(v) for v in result] == [3.0, 5.0, 7.0]
    assert f.cache_info().replayed == 1
