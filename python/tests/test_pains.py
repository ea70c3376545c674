"""What users of other fusers suffer from: a test or a few for each row, named after it.

Times are only ever compared with times of the same run, with much room.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import threading
import timeit
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit
import strategies as own


def in_python(code: str) -> Any:
    """What a fresh interpreter prints, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def best(f: Callable[[], Any], number: int, repeat: int = 7) -> float:
    return min(timeit.repeat(f, number=number, repeat=repeat)) / number


# ---- cold start


def test_cold_start() -> None:
    """Importing frit brings nothing big along; the first call is no dearer than NumPy's import."""
    told = in_python(
        """
        import json, sys, time
        import frit
        early = "numpy" in sys.modules
        start = time.process_time()
        import numpy as np
        numpy_import = time.process_time() - start
        f = frit.fuse(lambda x, y: frit.sum(frit.exp(x) * y + 1, axis=0))
        x = np.ones((100, 100), np.float32)
        start = time.process_time()
        f(x, x)
        first = time.process_time() - start
        maps = open("/proc/self/maps").read()
        big = [name for name in ("LLVM", "libcuda", "nvrtc") if name in maps]
        print(json.dumps([early, numpy_import, first, big]))
        """
    )
    early, numpy_import, first, big = told
    assert not early and big == []
    assert first < 2 * numpy_import + 0.05


# ---- a new shape recompiles


def test_new_shape_recompiles() -> None:
    @frit.fuse
    def f(x: Any, y: Any) -> Any:
        return frit.sum(x * y + 1, axis=-1)

    for n in range(2, 60):
        x, y = np.ones((n, 61)), np.ones(61)
        assert np.array_equal(f(x, y), np.full(n, 122.0))
    info = f.cache_info()
    assert (info.misses, info.entries) == (1, 1) and info.hits == 57


def test_new_shape_of_recorded_work_plans_nothing_new() -> None:
    def work(n: int) -> Any:
        return np.asarray(frit.asarray(np.ones(n)) * 2 + 1)

    work(5), work(6)
    plans = frit._core.describe()["plans"]
    for n in range(7, 40):
        work(n)
    assert frit._core.describe()["plans"] == plans


def test_a_new_number_is_not_a_new_program() -> None:
    @frit.fuse
    def f(x: Any, gain: float) -> Any:
        return x * gain + 1

    for k in range(50):
        assert f(np.ones(3), 0.5 * k)[0] == 0.5 * k + 1
    assert f.cache_info().misses == 1


# ---- call overhead


def test_call_overhead() -> None:
    """Three steps on 1,000 elements cost about what NumPy needs for them, not a multiple."""
    x = np.linspace(0, 1, 1000, dtype=np.float32)
    y = np.linspace(1, 2, 1000, dtype=np.float32)
    fused = frit.fuse(lambda x, y: (x + y) * x - y)
    assert np.array_equal(fused(x, y), (x + y) * x - y)
    ours = best(lambda: fused(x, y), 2000)
    numpy = best(lambda: (x + y) * x - y, 2000)
    assert ours < 3 * numpy


# ---- in-place updates and aliases silently give wrong results when fused


def shift(x: Any) -> None:
    x[1:] += x[:-1]


def swap_ends(x: Any) -> None:
    first = x[0].copy()
    x[0] = x[-1]
    x[-1] = first


def reverse(x: Any) -> None:
    x[:] = x[::-1]


def through_alias(x: Any) -> None:
    y = x
    y += 1
    x *= y


def through_views(x: Any) -> None:
    even, odd = x[::2], x[1::2]
    even += 1
    odd[:] = even[: odd.shape[0]]
    x -= 1


def old_value_kept(x: Any) -> None:
    before = x * 1
    x += 1
    x *= before


@pytest.mark.parametrize(
    "change", [shift, swap_ends, reverse, through_alias, through_views, old_value_kept]
)
def test_in_place_and_aliases(change: Callable[[Any], None]) -> None:
    expected = np.arange(1.0, 8.0)
    change(expected)
    fused = frit.fuse(change)
    for _ in range(3):
        x = np.arange(1.0, 8.0)
        change(frit.asarray(x))
        assert np.array_equal(x, expected)
        x = np.arange(1.0, 8.0)
        fused(x)
        assert np.array_equal(x, expected)


def test_arguments_that_overlap() -> None:
    def add_into(target: Any, other: Any) -> None:
        target += other
        target *= 2

    fused = frit.fuse(add_into)
    for view in (np.s_[1:], np.s_[:-1], np.s_[::-1]):
        for _ in range(2):
            x, y = np.arange(6.0), np.arange(6.0)
            n = len(x[view])
            add_into(x[:n], x[view])
            fused(y[:n], y[view])
            assert np.array_equal(x, y)


# ---- illegal fusion


def normalise(a: Any) -> Any:
    return a / frit.max(a)


def with_transpose(a: Any) -> Any:
    return a * 2 + a.T


def in_place_transpose(a: Any) -> Any:
    a += a.T
    return a - frit.min(a, axis=0)


def stale_shape(a: Any) -> Any:
    a = a[1:]
    return a + a.shape[0]


@pytest.mark.parametrize("f", [normalise, with_transpose, in_place_transpose, stale_shape])
@pytest.mark.parametrize("verify", [False, True])
def test_illegal_fusion(f: Callable[[Any], Any], verify: bool) -> None:
    a = np.random.default_rng(0).random((16, 16))
    module = {"frit": np}
    plain = type(f)(f.__code__, module)
    fused = frit.fuse(f)
    with frit.options(verify=verify):
        for size in (16, 16, 9):
            x, y, z = (a[:size, :size].copy() for _ in range(3))
            expected = plain(x)
            assert np.array_equal(np.asarray(f(frit.asarray(y))), expected) and np.array_equal(x, y)
            assert np.array_equal(fused(z), expected) and np.array_equal(x, z)


# ---- cache keys that leave something out


def test_cache_keys() -> None:
    gain = 2.0

    @frit.fuse
    def f(x: Any, n: Any = 1) -> Any:
        return x * gain + n

    x = np.arange(6, dtype=np.float32)
    assert np.array_equal(f(x), x * 2 + 1)
    gain = 3.0  # a value of the closure
    assert np.array_equal(f(x), x * 3 + 1)
    assert np.array_equal(f(x[::-2]), x[::-2] * 3 + 1)  # strides
    assert np.array_equal(f(x.reshape(2, 3)), x.reshape(2, 3) * 3 + 1)  # rank
    for number, dtype in ((1, "float32"), (1.0, "float32"), (1j, "complex64"), (True, "float32")):
        result = f(x, number)  # the type of a number
        assert result.dtype == dtype and np.array_equal(result, x * np.float32(3) + number)
    ints = f(x.astype(np.int8), np.int64(1))  # and its dtype
    assert ints.dtype == np.float64
    with frit.options(numerics="fast"):  # flags
        assert np.allclose(f(x), x * 3 + 1)


def test_cache_keys_hold_static_arguments_and_extents_of_1() -> None:
    f = frit.fuse(lambda x, axis, keep: frit.sum(x, axis=axis, keepdims=keep))
    x = np.arange(6.0).reshape(2, 3)
    for axis in (0, 1, None, (0, 1)):
        for keep in (False, True):
            assert np.array_equal(f(x, axis, keep), np.sum(x, axis=axis, keepdims=keep))
    g = frit.fuse(lambda x, y: x + y)
    for shapes in (((3, 3), (3, 3)), ((3, 3), (1, 3)), ((1, 3), (3, 1)), ((3, 1), (1, 1))):
        a, b = (np.random.default_rng(1).random(s) for s in shapes)
        assert np.array_equal(g(a, b), a + b)


# ---- results that change with fusion, tuning or thread count


def test_results_do_not_change_with_threads_or_fusion() -> None:
    x = np.random.default_rng(0).standard_normal((700, 301)).astype(np.float32)

    def work(x: Any) -> list[bytes]:
        a = frit.asarray(x)
        b = frit.exp(a) * a
        results = (frit.sum(b), frit.sum(b, axis=0), frit.mean(b, axis=1), frit.prod(b[:3]), b)
        return [np.asarray(r).tobytes() for r in results]

    threads = frit.get_threads()
    try:
        answers = []
        for n in (1, 2, 3, 4):
            frit.set_threads(n)
            answers.append(work(x))
        with frit.options(fusion=False):
            answers.append(work(x))
    finally:
        frit.set_threads(threads)
    fused = frit.fuse(lambda x: frit.sum(frit.exp(x) * x, axis=0))
    assert fused(x).tobytes() == answers[0][1]
    assert all(a == answers[0] for a in answers)


def test_nan_and_signed_zero_are_kept() -> None:
    f = frit.fuse(lambda x: (x - x) * 0.0 + x * 0)
    got = f(np.array([np.nan, np.inf, -1.0, 1.0]))
    assert np.array_equal(np.isnan(got), [True, True, False, False])
    g = frit.fuse(lambda x: -(x * 0.0))
    assert np.array_equal(np.signbit(g(np.array([1.0, -1.0]))), [True, False])


# ---- random numbers differ when fused or reordered


def test_random_draws_are_the_same_however_they_are_fused() -> None:
    key = frit.random.Key(7)
    plain = np.asarray(key.normal(size=(40, 30)))
    assert np.array_equal(np.asarray(key.normal(size=(40, 30)) * 2), plain * 2)
    assert np.array_equal(np.asarray(key.normal(size=(40, 30))[3:, ::2]), plain[3:, ::2])
    fused = frit.fuse(lambda x: x + frit.random.Key(7).normal(size=(40, 30)))
    zero = np.zeros((40, 30))
    assert np.array_equal(fused(zero), plain) and np.array_equal(fused(zero), plain)
    with frit.options(fusion=False):
        assert np.array_equal(np.asarray(key.normal(size=(40, 30))), plain)

    def drawn() -> Any:
        rng = frit.random.Generator(3)
        a, b = rng.random(5), rng.random(5)
        return np.asarray(b), np.asarray(a)  # looked at the other way round

    def looked_at_once() -> Any:
        rng = frit.random.Generator(3)
        a = np.asarray(rng.random(5))
        return np.asarray(rng.random(5)), a

    for one, other in zip(drawn(), looked_at_once(), strict=True):
        assert np.array_equal(one, other)


# ---- heap corruption with threads, hangs after fork


@pytest.mark.skipif(
    bool(os.environ.get("FRIT_SANITIZE")),
    reason="a sanitizer's allocator may be locked in a child that is forked while threads run",
)
def test_threads_and_fork() -> None:
    """One storm of threads, with children forked in its middle; more of it in test_threads.py."""
    f = frit.fuse(lambda x: frit.sum(frit.sin(x) * x))
    x = np.linspace(0, 1, 5000)
    expected = f(x)
    wrong: list[Any] = []

    def job() -> None:
        for _ in range(100):
            if f(x) != expected or float(frit.sum(frit.asarray(x) * 0 + 1)) != 5000:
                wrong.append(1)

    threads = [threading.Thread(target=job) for _ in range(6)]
    for t in threads:
        t.start()
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            os._exit(0 if f(x) == expected else 1)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(c, 0)[1]) for c in children]
    for t in threads:
        t.join()
    assert codes == [0] * 4 and wrong == []


# ---- "cannot fuse" with no reason


def test_cannot_fuse_says_why() -> None:
    f = frit.fuse(lambda x: (x @ x) @ (x + 1))
    told = frit.explain(f, np.ones((8, 8)))
    assert len(told.kernels) > 1
    assert told.apart and all(a.rule and a.why for a in told.apart)
    assert all(a.rule in str(told) for a in told.apart)


def test_what_is_not_replayed_says_where() -> None:
    def f(x: Any) -> Any:
        y = x * 2
        if float(y[0]) > 1:
            y = y + 1
        return y

    told = frit.explain(frit.fuse(f), np.ones(3))
    assert told.mode == "recorded" and told.place is not None
    file, line, source = told.place
    assert file == __file__ and "float(y[0])" in source
    assert source.strip() in open(__file__).read().splitlines()[line - 1]


# ---- fused slower than unfused


@pytest.mark.skipif(
    bool(os.environ.get("FRIT_SANITIZE")), reason="with sanitizers other things are slow"
)
def test_fused_is_not_slower_than_unfused() -> None:
    x = np.linspace(0.1, 1, 200_000, dtype=np.float32)

    def work() -> Any:
        a = frit.asarray(x)
        return np.asarray(frit.sqrt(a * a + a) / (a + 1) - a * 0.5)

    # In turns, so that whatever else the machine does meets both alike.
    fused = unfused = float("inf")
    for _ in range(15):
        fused = min(fused, best(work, 1))
        with frit.options(fusion=False):
            unfused = min(unfused, best(work, 1))
    assert fused < 1.3 * unfused


# ---- planning time explodes with program size


def test_planning_time_grows_with_the_program() -> None:
    def planned(steps: int) -> Callable[[], Any]:
        def work() -> Any:
            a = frit.asarray(np.ones(3))
            for k in range(steps):
                a = a * 1.5 + k if k % 7 else frit.sin(a)
            return np.asarray(a)

        return work

    small, large = best(planned(100), 1, 5), best(planned(800), 1, 5)
    assert large < 8 * 6 * small


# ---- strings passed to eval


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__",
        "a.__class__",
        "(lambda: 1)()",
        "[x for x in a]",
        "open('/etc/passwd')",
        "exec('1')",
        "a; b",
        "a := 1",
        "f'{a}'",
        "a if a else b",
        "a[0]",
        "'text'.upper()",
    ],
)
def test_strings_are_never_evaluated(text: str) -> None:
    a = np.ones(3)
    with pytest.raises((frit.Error, SyntaxError, ValueError, TypeError, KeyError)):
        frit.evaluate(text, local_dict={"a": a, "b": a})


def test_very_deep_expressions_are_refused() -> None:
    a = np.ones(3)
    for text in ("(" * 100_000 + "a" + ")" * 100_000, "-" * 100_000 + "a", "a**" * 50_000 + "a"):
        with pytest.raises((frit.Error, ValueError)):
            frit.evaluate(text, local_dict={"a": a})


# ---- complex numbers, bool, small ints, bf16, keepdims, negative strides refused


@pytest.mark.parametrize("dtype", [*own.DTYPES, "bfloat16"])
def test_no_dtype_and_no_strides_are_refused(dtype: str) -> None:
    wanted = getattr(frit, dtype)
    if dtype == "bfloat16":
        base = frit.astype(frit.asarray(own.fill((6, 8), "float32", 1, wild=False)), wanted)
    else:
        base = frit.asarray(own.fill((6, 8), dtype, 1, wild=False))
    as_numpy = np.asarray(base)
    for index in (np.s_[:], np.s_[::-1], np.s_[::2, ::-3], np.s_[1:1], np.s_[:, None], np.s_[2]):
        part = base[index]
        assert part.dtype == wanted
        assert np.array_equal(np.asarray(part == part), np.ones(part.shape, bool))
        added = part | part if dtype == "bool" else part + part
        assert added.dtype == wanted
        total = frit.sum(part, axis=-1, keepdims=True)
        assert total.shape == (*part.shape[:-1], 1)
        if as_numpy.dtype.kind in "biu":
            expected = np.sum(as_numpy[index], axis=-1, keepdims=True)
            assert np.array_equal(np.asarray(total), expected)
        assert np.array_equal(np.asarray(frit.where(part == part, part, part)), as_numpy[index])
        copied = part.copy()
        copied[...] = part[::-1]
        assert np.array_equal(np.asarray(copied), as_numpy[index][::-1])
