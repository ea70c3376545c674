"""Fused functions equal the functions where Python takes part: foreign code, state, control."""

from __future__ import annotations

import contextlib
import copy
import functools
import gc
import io
import math
import pickle
import threading
import weakref
from typing import Any

import frit
import numpy as np
import pytest
from fuse_check import check, floats

GAIN = 2.0
WEIGHTS = floats(6, seed=9)


def one() -> tuple[Any, ...]:
    return (floats(6),)


def two() -> tuple[Any, ...]:
    return floats(6), floats(6, seed=2)


# ----------------------------------------------------------------------------------- foreign code


class Foreign:
    """Something frit cannot look into."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def __call__(self, x: Any) -> Any:
        assert isinstance(x, np.ndarray)
        self.seen.append(x.copy())
        x[0] = 100
        return x * 3


def test_a_foreign_call_sees_and_changes_memory() -> None:
    log: list[Foreign] = []

    def f(x, y):
        foreign = Foreign()
        x += 1
        z = x * y
        r = foreign(x)
        w = foreign(z)
        log.append(foreign)
        return x + y, z, r, w

    check(f, two)
    for before, after in zip(log[::2], log[1::2]):
        for a, b in zip(before.seen, after.seen):
            np.testing.assert_array_equal(a, b)


def test_a_foreign_function_gives_back_its_argument() -> None:
    identity = functools.partial(lambda x: x)

    def f(x, y):
        z = x + y
        same = identity(z)
        same += 1
        again = identity(x)
        again *= 2
        return z, same is z, again is x

    check(f, two)


def test_numpy_functions_that_frit_does_not_have() -> None:
    def f(x, y):
        x += 1
        s = np.sort(x)
        h = np.histogram(x, bins=3)[0]
        np.copyto(y, s)
        np.add.at(y, [0, 0], 1)
        return y * 2, h, np.interp(0.5, s, s)

    check(f, two)


def test_numpy_methods_that_frit_does_not_have() -> None:
    def f(x, y):
        x += 1
        x.sort()
        y.put([1], 7)
        return x.argsort(), x.tobytes() == y.tobytes(), x.flags.writeable, y.itemsize

    check(f, two)


def test_prints_come_in_order_and_show_numpy(capsys: Any) -> None:
    def f(x):
        y = x * 2
        print("first", y[:2])
        y += 1
        print(f"then {y[0]:.2f}", "%s" % y.dtype)
        return y

    fused = check(f, one, mode="recorded")
    capsys.readouterr()
    f(*one())
    plain = capsys.readouterr().out
    fused(*one())
    assert capsys.readouterr().out == plain


def test_the_reason_names_the_line() -> None:
    @frit.fuse
    def f(x):
        y = x * 2
        print(y)
        return y

    with contextlib.redirect_stdout(io.StringIO()):
        f(floats(3))
    outcome = f.outcome((floats(3),), {})
    assert "print" in outcome.reason
    file, line = outcome.place
    assert file == __file__
    assert line == f.__wrapped__.__code__.co_firstlineno + 3


def test_random_numbers_of_numpy() -> None:
    def f(x, seed):
        rng = np.random.default_rng(seed)
        return x + rng.standard_normal(x.shape)

    check(f, lambda: (floats(6, dtype=np.float64), 3))


def test_values_that_are_needed() -> None:
    def f(x):
        total = float(x.sum())
        items = x.tolist()
        most = max(x)
        count = sum(1 for v in x if v > 0)
        return total, items[0], most, count, x.item(2), int(x[1] > 0), bool(x[0] > 0)

    check(f, one, mode="recorded")


def test_a_condition_on_a_value() -> None:
    def f(x):
        if x.sum() > 0:
            return x * 2
        x -= 1
        return x

    check(f, one, lambda: (-np.abs(floats(6)),), mode="recorded")


def test_what_breaks_for_some_numbers_only() -> None:
    @frit.fuse
    def f(x, step):
        if step % 10 == 0:
            print("step", step)
        if step < 0:
            raise ValueError("no such step")
        return x * step

    x = floats(4)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        for step in range(25):
            np.testing.assert_array_equal(f(x, step), x * step)
        with pytest.raises(ValueError, match="no such step"):
            f(x, -3)
        f(x, 31)
    assert out.getvalue() == "step 0\nstep 10\nstep 20\n"
    assert f.cache_info().hits >= 20


def test_overlapping_calls_do_not_use_the_cache_up() -> None:
    @frit.fuse
    def f(x, y):
        x += y
        return x * 2

    for _ in range(40):
        base = floats(9)
        expected = base.copy()
        expected[1:] += expected[:-1].copy()
        np.testing.assert_array_equal(f(base[1:], base[:-1]), expected[1:] * 2)
    assert f.cache_info().entries == 1
    f(floats(8), floats(8))
    assert f.outcome((floats(8), floats(8)), {}).plan is not None


def test_early_returns_and_loops() -> None:
    def f(x, n):
        for i in range(10):
            x = x * 0.5 + i
            if i == n:
                return x
        else:
            x = x - 1
        while n > 0:
            n -= 1
            x = x + n
        return x

    check(f, lambda: (floats(4), 3), lambda: (floats(4), 20), mode="replayed")


def test_exceptions_inside_are_caught_inside() -> None:
    def f(x, i):
        x += 1
        try:
            y = x[i]
            x += 10
        except IndexError:
            x += 100
            y = x
        finally:
            x += 0.5
        return y

    check(f, lambda: (floats(5), np.array([1])), lambda: (floats(5), np.array([7])))


def test_context_managers() -> None:
    def f(x):
        buffer = io.StringIO()
        x += 1
        with contextlib.redirect_stdout(buffer):
            print(x[0])
        with np.errstate(all="ignore"):
            y = x / 0
        return y, buffer.getvalue()

    check(f, one)


def test_assertions_and_raise() -> None:
    def f(x, n):
        x += 1
        if n < 0:
            raise ValueError(f"{n} is negative, x[0] is {x[0]:.1f}")
        return x * n

    fused = check(f, lambda: (floats(3), 2), lambda: (floats(3), -2))
    errors = []
    for function in (f, fused):
        with pytest.raises(ValueError) as caught:
            function(floats(3), -3)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


def test_isinstance_and_type() -> None:
    def f(x, n):
        s = x.sum()
        kinds = (
            isinstance(x, np.ndarray),
            type(x) is np.ndarray,
            isinstance(s, np.float32),
            isinstance(n, int),
            isinstance(x, (list, tuple)),
        )
        return x * 2 if all(kinds[:4]) else x, kinds

    check(f, lambda: (floats(3), 2), lambda: (floats(3), 2.5), mode="replayed")


# ---------------------------------------------------------------------------------- containers


def test_a_callers_list_is_changed() -> None:
    def f(xs, d):
        xs[0] = xs[0] * 2
        xs.append(xs[1] + 1)
        d["new"] = xs[0]
        d["x"] += 1
        xs[1] += 5
        return xs, len(xs)

    check(f, lambda: ([floats(3), floats(3)], {"x": floats(3)}))


def test_lists_made_inside() -> None:
    def f(x, n):
        parts = []
        for i in range(n):
            parts.append(x * i)
        parts[0] += 1
        table = {"a": parts[0], "b": parts[-1]}
        table["c"] = table["a"] + table["b"]
        return sum(parts), parts, table, [p * 2 for p in parts]

    check(f, lambda: (floats(3), 3), mode="replayed")


def test_a_list_is_shown_to_foreign_code() -> None:
    seen: list[Any] = []
    look = functools.partial(lambda values: seen.append([v.copy() for v in values]))

    def f(x, y):
        values = [x, x * 2]
        values[1] += y
        look(values)
        values[0] += 1
        return values

    fused = check(f, two)
    seen.clear()
    f(*two())
    fused(*two())
    for a, b in zip(*seen):
        np.testing.assert_array_equal(a, b)


def test_unpacking_and_iteration() -> None:
    def f(m, pair):
        a, b, *rest = m
        c, d = pair
        total = a + b
        for row, k in zip(rest, range(9)):
            total = total + row * k
        for i, row in enumerate(m):
            row += i
        return total, c * d, [r.sum() for r in rest]

    check(f, lambda: (floats(4, 3), (floats(3), 2.0)))


# ------------------------------------------------------------------------- functions of functions


def helper(x: Any, scale: float = 2.0) -> Any:
    return np.sin(x) * scale


def changes(x: Any) -> None:
    x += 1


def factorial_like(x: Any, n: int) -> Any:
    return x if n <= 1 else factorial_like(x, n - 1) * n


def test_helpers_are_inlined() -> None:
    def f(x, y):
        changes(x)
        return helper(x) + helper(y, 3.0)

    check(f, two, mode="replayed")


def test_a_helpers_default_changes() -> None:
    def f(x):
        return helper(x)

    fused = check(f, one)
    helper.__defaults__ = (5.0,)
    try:
        check(f, one, fused=fused)
    finally:
        helper.__defaults__ = (2.0,)


def test_recursion() -> None:
    def f(x, n):
        return factorial_like(x, n)

    check(f, lambda: (floats(3), 5), lambda: (floats(3), 3), mode="replayed")


def test_nested_fused_functions() -> None:
    @frit.fuse
    def inner(x, a):
        x += 1
        return x * a

    def f(x, y):
        return inner(x, 2.0) + inner(y, 3.0)

    plain = check(f, two, mode="replayed")
    assert plain.outcome(two(), {}).plan is not None


def test_functions_and_lambdas_inside() -> None:
    def f(x, a):
        def twice(v):
            return v * 2 + a

        square = lambda v: v * v  # noqa: E731
        return twice(x) + square(x)

    check(f, lambda: (floats(3), 2.0), mode="replayed")


def test_functions_that_escape() -> None:
    def f(x, a):
        def later():
            return x * a

        x += 1
        return later

    fused = frit.fuse(f)
    x, y = floats(3), floats(3)
    expected, got = f(x, 2.0), fused(y, 2.0)
    x[0] = y[0] = 5
    np.testing.assert_array_equal(got(), expected())


def test_generators() -> None:
    def f(x):
        for i in range(3):
            x += 1
            yield x * i

    fused = frit.fuse(f)
    x = floats(3)
    got = list(fused(x))
    expected = list(f(floats(3)))
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    assert fused.outcome((x,), {}).reason.startswith("runs as it is written: a generator")


def test_lambdas() -> None:
    f = frit.fuse(lambda x: x * 2 + 1)
    np.testing.assert_array_equal(f(floats(3)), floats(3) * 2 + 1)
    assert f.cache_info().replayed == 1


def test_without_source() -> None:
    namespace: dict[str, Any] = {"np": np}
    lines = ["def f(x):", "    x += 1", "    return np.sin(x)"]  # the text itself would be found
    exec("\n".join(lines), namespace)
    with pytest.warns(RuntimeWarning, match="f is not fused"):
        fused = check(namespace["f"], one)
    assert "source not available" in fused.outcome(one(), {}).reason


# ------------------------------------------------------------------------------------ the object


@frit.fuse
def documented(x: Any) -> Any:
    """Adds one."""
    return x + 1


def test_metadata() -> None:
    assert documented.__name__ == "documented" and documented.__doc__ == "Adds one."
    assert documented.__wrapped__.__name__ == "documented"
    assert documented.__module__ == __name__
    assert pickle.loads(pickle.dumps(documented)) is documented
    assert copy.copy(documented) is documented and copy.deepcopy(documented) is documented
    assert weakref.ref(documented)() is documented
    assert frit.fuse(documented) is documented


def test_nothing_is_kept_alive() -> None:
    @frit.fuse
    def f(x):
        return x + 1

    x = floats(1000)
    alive = weakref.ref(x)
    result = f(x)
    f(x)
    del x
    gc.collect()
    assert alive() is None
    assert result.shape == (1000,)
    gone = weakref.ref(f), weakref.ref(f.__wrapped__)
    del f
    gc.collect()
    assert gone[0]() is None and gone[1]() is None


def test_threads() -> None:
    @frit.fuse
    def f(x, a):
        y = x * a
        y += 1
        if a > 5:
            y = y[: y.shape[0] // 2]
        return y

    failures: list[Any] = []

    def work(seed: int) -> None:
        try:
            for k in range(60):
                x = floats(50 + k, seed=seed)
                a = float((k + seed) % 9)
                expected = x * np.float32(a) + 1
                got = f(x, a)
                np.testing.assert_allclose(got, expected[: len(got)], 1e-6, 1e-6)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_recorded_in_threads() -> None:
    @frit.fuse
    def f(x, out):
        x += 1
        out[...] = x * 2
        return float(out.sum())

    failures: list[Any] = []

    def work(seed: int) -> None:
        try:
            for _ in range(40):
                x, out = floats(30, seed=seed), np.zeros(30, np.float32)
                expected = (floats(30, seed=seed) + 1) * 2
                np.testing.assert_allclose(f(x, out), expected.sum(), 1e-4, 1e-4)
                np.testing.assert_allclose(out, expected, 1e-6)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_frit_arrays_in_and_out() -> None:
    def f(x, y):
        z = x
        z += y
        return x * 2, z

    def make():
        return frit._core.asarray(floats(6)), frit._core.asarray(floats(6, seed=2))

    check(f, make, mode="replayed")


def test_mixed_libraries() -> None:
    def f(x, y):
        return x * 2 + y

    check(f, lambda: (frit._core.asarray(floats(4)), floats(4)))


def test_arrays_frit_does_not_have() -> None:
    def f(x, y):
        x[0] = x[1]
        y += 1
        return x, y * 2

    check(f, lambda: (np.array(["a", "b"]), floats(3)))
    check(f, lambda: (np.array([1, None], dtype=object), floats(3)))
    check(f, lambda: (floats(3).astype(">f4"), floats(3)))
    check(f, lambda: (np.ma.masked_array([1.0, 2.0], [0, 1]), floats(3)))


def test_math_functions_of_numbers() -> None:
    def f(x, a):
        return x * math.sin(a) + math.floor(a) + abs(-a) + max(a, 1.0) + round(a, 1)

    check(f, lambda: (floats(3), 0.7), lambda: (floats(3), 2.2), mode="replayed")


def test_signature_shows_what_a_call_depends_on() -> None:
    @frit.fuse
    def f(x, options, n, mode="fast"):
        x += WEIGHTS
        return x[:n] * options["gain"] * GAIN

    x = floats(6)
    signature = f.signature(x, {"gain": 2.0}, 3)
    rows = {p.name: p for p in signature}
    assert rows["x"].dtype == "float32" and rows["x"].shape == (6,) and rows["x"].strides == (4,)
    assert rows["x"].rank == 1 and not rows["x"].static and rows["x"].source == "argument"
    assert rows["options['gain']"].kind == "number" and not rows["options['gain']"].static
    assert rows["n"].static
    assert rows["mode"].static and rows["mode"].kind == "object"
    assert rows["WEIGHTS"].source == "global" and rows["GAIN"].kind == "number"
    assert rows["WEIGHTS"].shape == (6,)
    text = str(signature).splitlines()
    assert text[0].split()[:4] == ["name", "kind", "dtype", "rank"]
    assert len(text) == len(signature) + 1
    assert x[0] == floats(6)[0]  # nothing ran
