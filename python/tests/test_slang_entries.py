"""Instances of structs, and calls that are answered without Python: entries, threads, lifetimes."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref
from typing import Any

import frit
import numpy as np
import pytest

SOURCE = """
float add(float x, float y) { return x + 2 * y; }
float3 scale(float3 v, float s) { return v * s; }
void two(float x, out float a, out float b) { a = x + 1; b = x * 2; }
struct P
{
    float3 at;
    float3 speed;
    float mass;
    float weight() { return 9.81 * mass; }
    [mutating] void step(float t) { at += t * speed; }
}
P born(float x) { return { float3(x), float3(0.0), x }; }
"""
m = frit.load_module(source=SOURCE, name="entries")


def f32(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


# ------------------------------------------------------------------------------------- instances


def particle(n: int = 4) -> Any:
    return m.P(at=np.zeros((n, 3), np.float32), speed=f32(n, 3), mass=f32(n))


def test_instances_answer_as_objects_do() -> None:
    p = particle()
    assert not hasattr(p, "nosuch") and not hasattr(m.P, "nosuch")
    assert getattr(p, "dtype", None) is None
    with pytest.raises(AttributeError, match="nosuch"):
        p.nosuch()
    for other in (copy.copy(p), copy.deepcopy(p)):
        assert isinstance(other, m.P)
        np.testing.assert_array_equal(other.weight(), p.weight())
    assert copy.copy(p).at is p.at and copy.deepcopy(p).at is not p.at
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(p)
    weight = p.weight
    assert "P.weight" in repr(weight) and "float weight()" in weight.__doc__


def test_vectors_of_instances_as_tuples() -> None:
    for _ in range(2):
        one = m.P(at=(0, 1, 2), speed=(2, 4, 6), mass=1)
        one.step(0.5)
        one.step(0.5)
        np.testing.assert_array_equal(one.at, [2, 5, 8])
        assert tuple(one.speed) == (2, 4, 6)
        many = m.P(at=np.zeros((4, 3), np.float32), speed=(2, 4, 6), mass=1)
        many.step(0.5)
        np.testing.assert_array_equal(many.at, [[1, 2, 3]] * 4)
        assert many.speed == (2, 4, 6)
    with pytest.raises(frit.ShapeError, match="this.at"):
        m.P(at=(0, 0, 0), speed=np.zeros((4, 3), np.float32), mass=1).step(0.5)


def test_names_that_python_has_too() -> None:
    k = frit.load_module(
        source="struct A { float keys; float _x; float get() { return keys + _x; } }"
        " struct B { float x; float keys() { return 2 * x; } }"
    )
    a = k.A(keys=2.0, _x=1.0)
    assert a.keys == 2 and a._x == 1 and a.get() == 3
    a.keys = 5.0
    assert a.keys == 5 and a.get() == 6
    assert k.B(x=2.0).keys() == 4
    with pytest.raises(KeyError):
        k["A\0B"]


def test_a_generic_struct_by_its_values() -> None:
    k = frit.load_module(source="struct Two<T> { T a; T b; T sum() { return a + b; } }")
    assert k.Two(1.5, 2.0) == k.Two(a=1.5, b=2.0) == {"a": 1.5, "b": 2.0}
    assert k.Two.sum(k.Two(1.5, 2.0)) == 3.5
    made = k["Two<float>"](a=f32(3), b=1.0)
    np.testing.assert_array_equal(made.sum(), f32(3) + 1)


def test_fields_that_have_a_default() -> None:
    k = frit.load_module(
        source="struct D { float a; float2 b = float2(1, 2); int c = 3; bool d; "
        "float sum() { return a + b.x + b.y + c; } [mutating] void up() { b += 1; } }"
    )
    one, other = k.D(a=1.0, d=True), k.D(a=f32(3), d=False)
    assert one.sum() == 7 and one.c == 3
    np.testing.assert_array_equal(other.sum(), f32(3) + 6)
    one.up()
    np.testing.assert_array_equal(one.b, [2, 3])
    np.testing.assert_array_equal(k.D(a=1.0, d=True).b, [1, 2])
    assert k.D.sum({"a": 1, "d": True}) == 7
    with pytest.raises(frit.ArgumentError, match="not given a, b"):
        k.D(c=2, d=True)


def test_modules_whose_methods_were_called_go_away() -> None:
    k = frit.load_module(source="struct S { float a; float get() { return 2 * a; } }")
    s = k.S(a=f32(4))
    s.get()
    s.get()
    alive = weakref.ref(k)
    del k, s
    gc.collect()
    assert alive() is None


# ------------------------------------------------------------------------------- without Python


def test_methods_are_answered_without_python() -> None:
    k = frit.load_module(source=SOURCE)
    p = k.P(at=np.zeros((4, 3), np.float32), speed=f32(4, 3), mass=f32(4))
    for _ in range(5):
        p.weight()
        p.step(0.5)
    assert k.P.weight.cache_info().hits == 4 and k.P.step.cache_info().hits == 4
    np.testing.assert_array_equal(p.at, 2.5 * f32(4, 3))


def test_extents_of_zero_and_one_have_entries_too() -> None:
    k = frit.load_module(source=SOURCE)
    for shape in ((0,), (1,), (3, 1), (1, 4)):
        before = k.add.cache_info().hits
        for _ in range(3):
            np.testing.assert_array_equal(k.add(f32(*shape), f32(*shape)), 3 * f32(*shape))
        assert k.add.cache_info().hits == before + 2


def test_fields_of_an_array_of_structs_are_written_without_python() -> None:
    k = frit.load_module(source=SOURCE)
    out = np.zeros(6, [("a", "f4"), ("b", "f4")])
    for _ in range(3):
        k.two(f32(6), out["a"], out["b"])
    assert k.two.cache_info().hits == 2
    np.testing.assert_array_equal(out["a"], f32(6) + 1)
    np.testing.assert_array_equal(out["b"], f32(6) * 2)
    one = np.zeros(7, np.float32)  # what lies over each other is not written at once
    k.two(f32(6), one[:-1], one[1:])
    assert k.two.cache_info().hits == 2


def test_what_lies_between_fields_is_zero() -> None:
    k = frit.load_module(
        source="struct G { float a; double b; }  G gap(float x) { return { x, double(x) }; }"
    )
    for _ in range(4):
        np.full(1 << 12, 255, np.uint8)  # leaves its bytes in memory that is used again
        made = k.gap(f32(256))
    assert made.dtype.itemsize == 16 and made["b"][3] == 3
    assert not made.view(np.uint8).reshape(-1, 16)[:, 4:8].any()


def test_vectors_in_structs() -> None:
    for n in (2, 3, 1000):
        made = m.born(f32(n))
        np.testing.assert_array_equal(made["at"], np.repeat(f32(n), 3).reshape(n, 3))
        np.testing.assert_array_equal(made["mass"], f32(n))
        assert not made["speed"].any()


def test_calls_go_without_python() -> None:
    f = m.add.declare()
    x = f32(1000)
    for _ in range(10):
        f(x, 1.0)
    assert f.cache_info().hits == 9


def test_threads() -> None:
    x = f32(3000, 3)
    want = m.scale(x, 2.0)
    wrong: list[Any] = []

    def work() -> None:
        for k in range(50):
            n = 100 + k
            if not np.array_equal(m.scale(x[:n], 2.0), want[:n]):
                wrong.append(n)
            if m.add(float(k), 1.0) != k + 2:
                wrong.append(k)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nothing_is_kept_alive() -> None:
    module = frit.load_module(source="float f(float x) { return x; }")
    module.f(f32(4))
    held = weakref.ref(module)
    del module
    gc.collect()
    assert held() is None
    x = f32(4)
    count = x.__array_interface__["data"]
    m.add(x, 1.0)
    alive = weakref.ref(x)
    del x, count
    gc.collect()
    assert alive() is None
