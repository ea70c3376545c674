"""What fused functions must notice between calls, and what they must leave as Python has it.

Every case is called twice with the same, then with something different.
"""

from __future__ import annotations

import gc
import math
import os
import traceback
import weakref
from typing import Any, Callable

import frit
import numpy as np
import pytest
from fuse_check import check, floats
from frit import _core

X = floats(5)


def each(function: Callable[..., Any], *values: Any) -> Any:
    """Calls with each value twice, and all of them once more, give what the function gives."""
    fused = frit.fuse(function)
    for value in [v for v in values for _ in range(2)] + list(values):
        expected, got = function(X, value), fused(X, value)
        assert type(got) is type(expected)
        np.testing.assert_allclose(got, expected, 1e-6, err_msg=repr(value))
    return fused


# ------------------------------------------------------------------------- callables as arguments


@frit.fuse
def doubled(x: Any) -> Any:
    return x * 2


@frit.fuse
def tripled(x: Any) -> Any:
    return x * 3


class Gain:
    def __init__(self, gain: float):
        self.gain = gain

    def apply(self, x: Any) -> Any:
        return x * self.gain

    def undo(self, x: Any) -> Any:
        return x / self.gain


@pytest.mark.parametrize(
    "functions",
    [
        (np.negative, np.square),
        (np.sum, np.max),
        (abs, len),
        (doubled, tripled),
        (np.float32, np.float64),
        (lambda x: x + 1, lambda x: x + 2),
        (Gain(2.0).apply, Gain(3.0).apply, Gain(3.0).undo),
    ],
)
def test_callables_are_part_of_the_key(functions: tuple[Any, ...]) -> None:
    each(lambda x, h: h(x), *functions)


def test_callables_in_containers_and_of_numbers() -> None:
    each(lambda x, h: h[0](x), [np.negative], [np.square])
    each(lambda x, h: x * h(2.5), math.floor, math.ceil)
    each(lambda x, h: h["f"](x), {"f": np.sin}, {"f": np.cos})


# ----------------------------------------------------------------------- collections from outside


@pytest.mark.parametrize(
    "values",
    [
        ({1, 2}, {3}, {1}, {True}, set()),
        (frozenset({1, 2}), frozenset({3})),
        (range(3), range(5), range(1, 3), range(0)),
        ({0.0}, {-0.0}),
        (slice(1, 3), slice(0, 4)),
    ],
)
def test_collections_as_arguments(values: tuple[Any, ...]) -> None:
    if isinstance(values[0], slice):
        each(lambda x, s: x[s] * 1, *values)
        return
    each(lambda x, s: x * (1 in s) + len(s), *values)
    each(lambda x, s: x + sum([math.copysign(k + 1, k) for k in s]), *values)


CHOSEN: Any = None


@pytest.mark.parametrize(
    "values",
    [
        ({1, 2}, {1}),
        (frozenset({1}), frozenset({2, 3})),
        (range(3), range(2)),
        ([1], [], [1, 2], [2]),
        ((1, 2), (2, 1), ()),
        ({"a": 1}, {}),
    ],
)
def test_collections_in_variables(values: tuple[Any, ...]) -> None:
    global CHOSEN

    def plain(x: Any) -> Any:
        many = x * 2 if CHOSEN else x
        return many + len(CHOSEN) + (1 in CHOSEN) * 10

    def compared(x: Any) -> Any:
        return x * (CHOSEN == [1]) + (CHOSEN == (1, 2))

    for function in (plain, compared):
        fused = frit.fuse(function)
        for CHOSEN in [*values, *values, *values[:1]]:
            np.testing.assert_allclose(fused(X), function(X))
            np.testing.assert_allclose(fused(X), function(X))


def test_collections_that_change_in_place() -> None:
    held: Any = {"set": {1, 2}, "list": [np.float32(1), X.copy()]}

    def f(x: Any) -> Any:
        return x * (1 in held["set"]) + (held["list"] + [x])[1]

    fused = frit.fuse(f)
    for change in (lambda: None, lambda: held["set"].discard(1), lambda: held["set"].add(1)):
        change()
        np.testing.assert_array_equal(fused(X), f(X))
        np.testing.assert_array_equal(fused(X), f(X))
    held["list"][1] = X * 3
    np.testing.assert_array_equal(fused(X), f(X))


def test_a_marker_is_compared_by_identity() -> None:
    marker = object()
    f = each(lambda x, m: x * 2 if m is marker else x, marker, object(), object())
    assert f.cache_info().replayed > 0, "a lambda whose body is a condition has its source"


# -------------------------------------------------------------------------------- lists and keys


def test_lists_are_repeated_in_place() -> None:
    def f(x: Any, n: Any) -> Any:
        parts = [x]
        parts *= n
        parts += (x,)
        total = x * 0
        for part in parts:
            total = total + part
        return total

    each(f, 2, 3)

    def g(x: Any, n: Any) -> Any:
        counts = [1]
        counts *= int(x[0] * 0) + n
        return x * len(counts)

    each(g, 2, 3)


def keyed(x: Any, n: Any) -> Any:
    total = x.sum()
    table = {total: n, (total, 1): 2 * n}
    table[x[0]] = 5
    seen = set()
    seen.add(x[1])
    found = {v: k for k, v in enumerate(x)}
    return (
        *({total * 1: 4}.get(x.sum()), hash(x.sum()), len({x[0], x[0]}), len({v for v in x})),
        *(total in table, (total, 1) in table, x[1] in seen, found[x[2]]),
        *(table[total] * n, table[total, 1], table[x[0]], [type(key) for key in table]),
    )


def test_numbers_of_arrays_are_keys() -> None:
    fused = frit.fuse(keyed)
    for n in (2, 2, 3, 3, 2):
        assert fused(X, n) == keyed(X, n)


# ------------------------------------------------------------------------------- complex numbers


def test_writing_through_the_parts_of_complex_numbers() -> None:
    def make() -> tuple[Any, ...]:
        return ((floats(4) + 1j * floats(4, seed=2)).astype(np.complex64),)

    def set_item(z: Any) -> Any:
        z.real[0] = 5
        z.imag[1:] += 2
        return z * 2

    def set_function(z: Any) -> Any:
        np.real(z)[0] = 5
        return z * 2

    def later(z: Any) -> Any:
        part = z.real
        z[0] = 7
        return part * 2

    def own(z: Any) -> Any:
        w = z * 2
        w.imag[:] = 1
        w.real += 3
        return w

    def out(z: Any) -> Any:
        w = z * 2
        np.add(w.imag, 1, out=w.real)
        w.imag.fill(3)
        return w

    def shared(z: Any) -> Any:
        return z.real, z.imag

    for function in (set_item, set_function, later, own, out, shared):
        check(function, make, mode="recorded")
    check(lambda z: z.real * 2 + z.imag, make, mode="replayed")


# -------------------------------------------------------------------------- floating-point errors


def test_error_settings_around_the_call() -> None:
    @frit.fuse
    def f(x: Any, y: Any) -> Any:
        return x / y

    x, zero, one = np.ones(3), np.zeros(3), np.ones(3)
    for _ in range(3):
        assert f(x, one)[0] == 1
    with np.errstate(divide="raise"):
        for _ in range(3):
            with pytest.raises(FloatingPointError):
                f(x, zero)
        assert f(x, one)[0] == 1
    hits = f._hits
    for _ in range(3):
        with np.errstate(divide="ignore"):
            for _ in range(4):
                assert f(x, zero)[0] == np.inf
    for _ in range(4):
        assert f(x, one)[0] == 1
    assert f._hits > hits + 4
    calls: list[str] = []
    with np.errstate(divide="call", call=lambda kind, flag: calls.append(kind)):
        f(x, zero)
    assert calls == ["divide by zero"]


def test_error_settings_inside() -> None:
    def f(x: Any, y: Any) -> Any:
        y = y * 2
        with np.errstate(divide="raise"):
            return x / y

    def ignored(x: Any, y: Any) -> Any:
        with np.errstate(divide="ignore"):
            return x / y

    zero, one = np.zeros(3), np.ones(3)
    check(f, lambda: (one, one), lambda: (one, zero))
    check(ignored, lambda: (one, one), lambda: (one, zero))


# --------------------------------------------------------------------------------- the C entries


def test_one_array_passed_twice() -> None:
    @frit.fuse
    def f(a: Any, b: Any) -> Any:
        return a * 2 + b

    @frit.fuse
    def g(a: Any, b: Any) -> Any:
        a += b
        return a

    for make in (lambda: floats(4), lambda: frit.asarray(floats(4))):
        f.clear_cache()
        for _ in range(4):
            e = make()
            np.testing.assert_array_equal(np.asarray(f(e, e)), np.asarray(e * 3))
        assert f._hits >= 2, "Python answered every call"
        a, b = make(), make() * 5
        np.testing.assert_array_equal(np.asarray(f(a, b)), np.asarray(a * 2 + b))
    for _ in range(4):
        e = floats(4)
        np.testing.assert_array_equal(g(e, e), floats(4) * 2)
        np.testing.assert_array_equal(e, floats(4) * 2)


class Model:
    def __init__(self, scale: float):
        self.weights = np.full(1000, scale)

    @frit.fuse
    def forward(self, x: Any) -> Any:
        return x * self.weights


@pytest.mark.skipif(
    not getattr(_core, "entry_instances", False),
    reason="the extension compares objects by identity, and keeps them for that",
)
def test_arguments_are_not_kept_alive() -> None:
    x = np.ones(1000)
    models = [Model(float(k)) for k in range(5)]
    for _ in range(3):
        for number, model in enumerate(models):
            assert model.forward(x)[0] == number
    assert Model.forward._hits > 9  # type: ignore[attr-defined]
    alive = [weakref.ref(model.weights) for model in models]
    del models, model
    gc.collect()
    assert [ref() for ref in alive] == [None] * 5
    assert Model(9.0).forward(x)[0] == 9

    @frit.fuse
    def apply(x: Any, h: Any) -> Any:
        return h(x)

    def call(scale: float) -> weakref.ref[Any]:
        w = np.full(1000, scale)
        h = lambda v: v * w  # noqa: E731
        for _ in range(3):
            assert apply(x, h)[0] == scale
        return weakref.ref(w)

    first, second = call(2.0), call(3.0)
    gc.collect()
    call(4.0)  # the next new kind of call drops what is gone
    gc.collect()
    assert first() is None and second() is None


# ------------------------------------------------------------------------------------ tracebacks


def fails_at_index(x: Any, n: Any) -> Any:
    y = x * 2
    return y[n]  # here


def fails_in_reshape(x: Any, n: Any) -> Any:
    y = x * 2
    return np.reshape(y, (n, 77))  # here


def fails_in_helper(x: Any, n: Any) -> Any:
    return fails_at_index(x + 1, n) * 2


def fails_by_itself(x: Any, n: Any) -> Any:
    raise ValueError(n)  # here


@pytest.mark.parametrize(
    "function", [fails_at_index, fails_in_reshape, fails_in_helper, fails_by_itself]
)
def test_tracebacks_are_the_users(function: Any) -> None:
    fused = frit.fuse(function)
    for n in (100, 100, 101):
        with pytest.raises((IndexError, ValueError)) as caught:
            fused(X, n)
        frames = traceback.extract_tb(caught.value.__traceback__)
        names = [frame.name for frame in frames]
        package = os.path.dirname(frit.__file__)
        assert all(os.path.dirname(frame.filename) != package for frame in frames), names
        with pytest.raises((IndexError, ValueError)) as plain:
            function(X, n)
        own = [frame.name for frame in traceback.extract_tb(plain.value.__traceback__)]
        assert names == own
        assert any((frame.line or "").endswith("# here") for frame in frames)
        assert caught.value.__context__ is None
    with pytest.raises(TypeError) as caught:
        fused(X)
    assert len(traceback.extract_tb(caught.value.__traceback__)) == 1


# ----------------------------------------------------------------------------- the first call


def test_numbers_of_a_failed_attempt_are_no_inputs() -> None:
    @frit.fuse
    def f(x: Any, n: int) -> Any:
        return x.reshape(n, -1) * 2

    f(np.ones(6), 2)
    (kind,) = f.kinds.values()
    assert [held.form for held in kind.entries[0].inputs] == ["numpy"]
    assert f(np.ones(6), 3).shape == (3, 2)
