"""Fused functions and what they read from outside: globals, closures, attributes, defaults."""

from __future__ import annotations

import copy
import types
from typing import Any

import frit
import numpy as np
from fuse_check import Outcome, check, compare, floats

GAIN = 2.0
WEIGHTS = floats(6, seed=9)
TABLE: dict[str, Any] = {"a": floats(6, seed=8), "n": 3}
LAYERS = [floats(6, seed=7), floats(6, seed=6)]


def one() -> tuple[Any, ...]:
    return (floats(6),)


# ------------------------------------------------------------------------------ state from outside


def test_globals_that_change() -> None:
    namespace: dict[str, Any] = {}

    def f(x):
        return x * GAIN + WEIGHTS

    made = types.FunctionType(
        f.__code__, {**globals(), **namespace}, f.__name__, f.__defaults__, f.__closure__
    )
    fused = frit.fuse(made)
    x = floats(6)
    for gain in (1.0, 2.5, 3, 4.0):
        for weights in (floats(6), floats(6, seed=4), floats(1), 2.0):
            made.__globals__.update(GAIN=gain, WEIGHTS=weights)
            compare(Outcome(fused, (x,), {}), Outcome(made, (x,), {}), f"{gain}")


def test_a_global_array_changed_in_place() -> None:
    @frit.fuse
    def f(x):
        return x + WEIGHTS

    x = floats(6)
    before = WEIGHTS.copy()
    f(x)
    try:
        WEIGHTS[:] = 5
        np.testing.assert_array_equal(f(x), x + 5)
    finally:
        WEIGHTS[:] = before


def test_containers_from_outside() -> None:
    def f(x):
        for layer in LAYERS:
            x = x * layer
        return x + TABLE["a"] * TABLE["n"], len(LAYERS)

    fused = check(f, one, mode="replayed")
    LAYERS.append(floats(6, seed=5))
    TABLE["n"] = 4
    try:
        check(f, one, fused=fused)
    finally:
        LAYERS.pop()
        TABLE["n"] = 3


NESTED: dict[str, Any] = {"layers": [{"w": floats(6, seed=3), "act": np.sin}], "model": None}


def test_nested_containers_from_outside() -> None:
    def f(x):
        for layer in NESTED["layers"]:
            x = layer["act"](x * layer["w"])
        return x + NESTED["model"].helper(x)

    NESTED["model"] = Model(5)
    fused = check(f, one, mode="replayed")
    NESTED["layers"].append({"w": floats(6, seed=4), "act": np.cos})
    check(f, one, fused=fused)
    NESTED["layers"][0]["act"] = np.tanh
    check(f, one, fused=fused)
    NESTED["layers"][0] = {"w": 2.0, "act": np.abs}
    check(f, one, fused=fused)
    NESTED["model"] = Model(6)
    check(f, one, fused=fused)


def test_closures_that_change() -> None:
    scale = 1.0
    offset = floats(6, seed=5)

    def f(x):
        return x * scale + offset

    fused = check(f, one, mode="replayed")
    for scale in (2.0, 3.0, 4):
        offset = floats(6, seed=int(scale))
        check(f, one, fused=fused)


def test_a_closure_is_assigned() -> None:
    count = 0
    last = None

    def f(x):
        nonlocal count, last
        count += 1
        last = x * 2
        return last + count

    fused = frit.fuse(f)
    x = floats(4)
    np.testing.assert_array_equal(fused(x), x * 2 + 1)
    np.testing.assert_array_equal(fused(x), x * 2 + 2)
    assert count == 2 and type(last) is np.ndarray


GIVEN = np.arange(3.0)


def test_defaults_are_what_they_are_by_other_names() -> None:
    def known(x, w=GIVEN, *, v=GIVEN):  # type: ignore[no-untyped-def]
        sign = 1 if x.sum() > 0 else -1
        w[0] += sign
        return w is GIVEN, v is w, v.sum() * sign

    with frit.options(as_written=False):
        fused = frit.fuse(known)
        for x in (np.ones(2), -np.ones(2)):
            GIVEN[0] = 0
            got = fused(x)
            GIVEN[0] = 0
            assert got == known(x) and got[:2] == (True, True)
            other = np.arange(3.0)
            assert fused(x, other)[:2] == (False, False) and fused(x, v=other)[:2] == (True, False)


def test_defaults_that_change() -> None:
    def f(x, a=2.0, *, b=1.0):
        return x * a + b

    fused = frit.fuse(f)
    x = floats(4)
    for a, b in ((2.0, 1.0), (3.0, 1.0), (3.0, 5.0), (floats(4), 2), (2, 1.0)):
        f.__defaults__ = (a,)
        f.__kwdefaults__ = {"b": b}
        compare(Outcome(fused, (x,), {}), Outcome(f, (x,), {}), f"{a} {b}")
        f.__kwdefaults__["b"] = b * 2
        compare(Outcome(fused, (x,), {}), Outcome(f, (x,), {}), f"{a} {b} in place")
        compare(Outcome(fused, (x, 7.0), {}), Outcome(f, (x, 7.0), {}), f"{a} {b} given")


class Model:
    rate = 0.5

    def __init__(self, seed: int) -> None:
        self.w = floats(6, seed=seed)
        self.gain = 2.0
        self.calls = 0

    def plain(self, x: Any) -> Any:
        return self.helper(x) * self.gain + self.rate

    def helper(self, x: Any) -> Any:
        return x * self.w

    fused = frit.fuse(plain)

    @frit.fuse
    def train(self, x: Any) -> None:
        self.w -= self.rate * x

    @frit.fuse
    def counted(self, x: Any) -> Any:
        self.calls += 1
        self.last = x * self.calls
        return self.last

    @staticmethod
    @frit.fuse
    def static(x: Any) -> Any:
        return x + 1

    @classmethod
    @frit.fuse
    def of_class(cls, x: Any) -> Any:
        return x * cls.rate


def test_methods_and_attributes_that_change() -> None:
    x = floats(6)
    for seed in (1, 2):
        model = Model(seed)
        for gain in (1.0, 2.0, 3):
            model.gain = gain
            compare(Outcome(model.fused, (x,), {}), Outcome(model.plain, (x,), {}), f"{gain}")
        model.w = floats(6, seed=9)
        compare(Outcome(model.fused, (x,), {}), Outcome(model.plain, (x,), {}), "w")
        model.helper = lambda x: x  # type: ignore[method-assign]
        compare(Outcome(model.fused, (x,), {}), Outcome(model.plain, (x,), {}), "helper")


def test_an_attribute_is_changed_in_place() -> None:
    model = Model(3)
    w = model.w
    expected = w.copy()
    for _ in range(3):
        model.train(floats(6))
        expected -= 0.5 * floats(6)
    assert model.w is w
    np.testing.assert_allclose(w, expected, 1e-6)


def test_attributes_are_set() -> None:
    model = Model(3)
    for k in (1, 2, 3):
        r = model.counted(floats(6))
        assert r is model.last and model.calls == k
        np.testing.assert_array_equal(r, floats(6) * k)


def test_static_and_class_methods() -> None:
    x = floats(3)
    for _ in range(2):
        np.testing.assert_array_equal(Model.static(x), x + 1)
        np.testing.assert_array_equal(Model(1).static(x), x + 1)
        np.testing.assert_array_equal(Model.of_class(x), x * np.float32(0.5))


def test_properties_run_their_code() -> None:
    class Counter:
        def __init__(self) -> None:
            self.n = 0

        @property
        def next(self) -> int:
            self.n += 1
            return self.n

    def f(x, counter):
        return x * counter.next + counter.next

    check(f, lambda: (floats(3), Counter()))
    fused = frit.fuse(f)
    counter = Counter()
    fused(floats(3), counter)
    fused(floats(3), counter)
    assert counter.n == 4
