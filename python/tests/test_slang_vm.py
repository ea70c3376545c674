"""What programs of calls give when they run, through the functions of a module.

How such programs are built, printed, typed and written as source is in test_slang_vm_programs.py.
"""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest

m = frit.load_module(
    source="""
int add(int a, int b) { return a + b; }
int mul(int a, int b) { return a * b; }
int sub(int a, int b) { return a - b; }
int negate(int a) { return -a; }
int div(int a, int b) { return a / b; }
int largest(int a, int b) { return max(a, b); }
int smallest(int a, int b) { return min(a, b); }
float addf(float a, float b) { return a + b; }
float mulf(float a, float b) { return a * b; }
float subf(float a, float b) { return a - b; }
float absf(float a) { return abs(a); }
T gmul<T : IArithmetic>(T a, T b) { return a * b; }
T gadd<T : IArithmetic>(T a, T b) { return a + b; }

typealias Three = float[3];
float[3] to_array(float3 v) { float a[3]; a[0] = v.x; a[1] = v.y; a[2] = v.z; return a; }
float sum3(float a[3]) { return a[0] + a[1] + a[2]; }

struct Particle {
    float3 pos;
    float3 vel;
    float mass;
    float energy() { return 0.5 * mass * dot(vel, vel); }
    Particle moved(float dt) { Particle p = this; p.pos = pos + vel * dt; return p; }
    static Particle create(float3 pos, float3 vel) { Particle p = { pos, vel, 2.0 }; return p; }
}
Particle scaled(Particle p, float s) { p.vel = p.vel * s; return p; }
float speed(Particle p) { return length(p.vel); }
""",
    name="vm",
)


def both(function: Any, want: Any, *args: Any) -> None:
    """Plainly, fused, and fused again from its entry."""
    fused = frit.fuse(function)
    for f in (function, fused, fused):
        got = f(*args)
        np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=1e-6)
    assert fused.cache_info().replayed == 1, fused.cache_info()


ABC = (np.array([3, 4], np.int32), np.array([5, -6], np.int32), np.array([7, 8], np.int32))


# ---- 4-7: what is recorded


def test_a_call_becomes_a_program() -> None:
    program = m.add.program(*ABC[:2])
    assert [v.name != "" for v in program.inputs] == [True, True]
    assert len(program.outputs) == 1 and program.is_typed
    assert "add" in program.text


def test_types_follow_the_call() -> None:
    # 8-10, 12: one generic function at several types, one after another and in one program
    assert m.gmul(3, 4) == 12 and type(m.gmul(3, 4)) is int
    assert m.gmul(1.5, 2.0) == 3.0
    assert m.gmul(3, 4) == 12

    def mixed(i, x):  # type: ignore[no-untyped-def]
        return m.gmul(i, i), m.gmul(x, x), m.gadd(m.gmul(i, 2), 1)

    i, x = np.array([3], np.int32), np.array([1.5], np.float32)
    a, b, c = frit.fuse(mixed)(i, x)
    assert a.dtype == np.int32 and b.dtype == np.float32 and (a[0], b[0], c[0]) == (9, 2.25, 7)


def test_slang_source() -> None:
    # 13: the fused program as source
    x = np.zeros(4, np.float32)
    source = m.addf.program(x, x).optimize("expand,inline,simplify,cse,dce").emit("slang")
    assert "float v0, float v1" in source and "v0 + v1" in source


# ---- 15: running


def test_sequences() -> None:
    a, b, c = ABC
    both(lambda a, b, c: m.mul(m.add(a, b), c), (a + b) * c, *ABC)
    both(lambda a, b, c: m.sub(m.mul(m.add(a, b), c), a), (a + b) * c - a, *ABC)
    both(lambda a, b, c: m.add(m.mul(a, b), m.mul(b, c)), a * b + b * c, *ABC)
    both(lambda a: m.negate(m.negate(m.negate(a))), -a, a)
    both(lambda a, b: m.mul(m.add(a, b), m.sub(a, b)), (a + b) * (a - b), a, b)
    both(lambda a: m.mul(a, a), a * a, a)


def test_floats_and_others() -> None:
    x, y = np.array([1.5, -2.0], np.float32), np.array([0.25, 4.0], np.float32)
    both(lambda x, y: m.mulf(m.addf(x, y), x), (x + y) * x, x, y)
    a, b, _ = ABC
    both(lambda a, b: m.sub(m.largest(a, b), m.smallest(a, b)), np.abs(a - b), a, b)
    seven = np.array([7, -7], np.int32)
    both(lambda s: m.div(s, 2), np.array([3, -3]), seven)  # towards zero, as C
    six = [np.array([k + 1], np.int32) for k in range(6)]
    both(
        lambda a, b, c, d, e, f: m.add(m.add(m.mul(a, b), m.mul(c, d)), m.mul(e, f)),
        np.array([44]),
        *six,
    )
    both(lambda a, b: m.gadd(m.gmul(a, b), a), a * b + a, a, b)


# ---- 16: sub-programs


def test_vector_to_array() -> None:
    v = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    both(lambda v: m.sum3(m.to_array(v)), np.array([6, 15], np.float32), v)
    assert m.sum3(m.to_array((1, 2, 3))) == 6.0


def square_sum(a, b):  # type: ignore[no-untyped-def]
    return m.add(m.mul(a, a), m.mul(b, b))


def nested(a, b):  # type: ignore[no-untyped-def]
    return m.negate(square_sum(a, b))


def test_sub_programs() -> None:
    a, b, c = ABC
    once = a * a + b * b
    both(lambda a, b: square_sum(a, b), once, a, b)
    both(lambda a, b: nested(a, b), -once, a, b)
    both(lambda a, b, c: m.add(square_sum(a, b), nested(b, c)), once - (b * b + c * c), a, b, c)
    both(lambda a, b: square_sum(square_sum(a, b), b), once * once + b * b, a, b)
    both(
        lambda a, b, c: m.add(m.add(square_sum(a, b), square_sum(b, c)), square_sum(a, c)),
        2 * (a * a + b * b + c * c),
        *ABC,
    )


# ---- 17: tensors


def distance(a, b):  # type: ignore[no-untyped-def]
    return m.absf(m.subf(a, b))


def test_tensors() -> None:
    rng = np.random.default_rng(1)
    x = [rng.random((128, 256), np.float32) for _ in range(8)]
    both(lambda a, b: m.addf(m.mulf(a, b), b), x[0] * x[1] + x[1], x[0], x[1])
    both(lambda a, b: distance(a, b), np.abs(x[0] - x[1]), x[0], x[1])

    def eight(a, b, c, d, e, f, g, h):  # type: ignore[no-untyped-def]
        left = m.mulf(distance(a, b), m.addf(c, d))
        right = m.mulf(distance(e, f), m.addf(g, h))
        return m.addf(left, right)

    want = np.abs(x[0] - x[1]) * (x[2] + x[3]) + np.abs(x[4] - x[5]) * (x[6] + x[7])
    both(eight, want, *x)
    assert len(frit.explain(frit.fuse(eight), *x).kernels) == 1


# ---- 18: structs


def bodies(n: int = 6) -> dict[str, Any]:
    rng = np.random.default_rng(5)
    return {
        "pos": rng.random((n, 3), np.float32),
        "vel": rng.random((n, 3), np.float32),
        "mass": rng.random(n, np.float32),
    }


def as_array(p: dict[str, Any]) -> Any:
    dtype = [("pos", np.float32, (3,)), ("vel", np.float32, (3,)), ("mass", np.float32)]
    made = np.zeros(len(p["mass"]), dtype)
    for name, values in p.items():
        made[name] = values
    return made


def test_struct_tensors() -> None:
    p = bodies()
    for given in (p, as_array(p), m.Particle(**p)):
        scaled = m.scaled(given, 2.0)
        np.testing.assert_allclose(scaled["vel"], p["vel"] * 2, rtol=1e-6)
        np.testing.assert_array_equal(scaled["pos"], p["pos"])
        speed = np.linalg.norm(p["vel"] * 2, axis=1)
        np.testing.assert_allclose(m.speed(scaled), speed, rtol=1e-6)
        np.testing.assert_allclose(m.speed(m.scaled(given, 2.0)), speed, rtol=1e-6)


def test_struct_of_numbers() -> None:
    one = {"pos": (0, 0, 0), "vel": (3, 4, 0), "mass": 1}
    assert m.speed(one) == 5.0
    assert m.speed(m.scaled(one, 2)) == 10.0
    factors = np.array([1, 2, 3], np.float32)
    np.testing.assert_allclose(m.speed(m.scaled(one, factors)), 5 * factors, rtol=1e-6)


def test_struct_through_a_sub_program() -> None:
    p = bodies()

    def function(pos, vel, mass):  # type: ignore[no-untyped-def]
        return m.speed(m.scaled({"pos": pos, "vel": vel, "mass": mass}, 3.0))

    both(function, np.linalg.norm(p["vel"] * 3, axis=1), p["pos"], p["vel"], p["mass"])


def test_methods() -> None:
    p = bodies()
    energy = 0.5 * p["mass"] * (p["vel"] ** 2).sum(1)
    for given in (p, as_array(p), m.Particle(**p)):
        np.testing.assert_allclose(m.Particle.energy(given), energy, rtol=1e-5)
        moved = m.Particle.moved(m.Particle.moved(given, 0.5), 0.5)
        np.testing.assert_allclose(moved["pos"], p["pos"] + p["vel"], rtol=1e-5)
    np.testing.assert_allclose(m.Particle(**p).energy(), energy, rtol=1e-5)


def test_static_methods() -> None:
    p = bodies()
    made = m.Particle.create(p["pos"], p["vel"])
    assert made.dtype.names == ("pos", "vel", "mass") and (made["mass"] == 2).all()

    def chain(pos, vel):  # type: ignore[no-untyped-def]
        return m.Particle.energy(m.scaled(m.Particle.create(pos, vel), 2.0))

    both(chain, (p["vel"] ** 2).sum(1) * 4, p["pos"], p["vel"])


# ---- the defects seen there


def test_an_int_call_then_a_float_call() -> None:
    fused = frit.fuse(lambda a, b: m.gadd(a, b))
    assert fused(np.array([1], np.int32), np.array([2], np.int32)).dtype == np.int32
    assert fused(np.array([1.5], np.float32), np.array([2], np.float32))[0] == 3.5


def test_two_functions_of_one_name() -> None:
    one = frit.load_module(source="float f(float x) { return x + 1; }")
    two = frit.load_module(source="float f(float x) { return x * 2; }")
    x = np.array([5], np.float32)
    assert one.f(x)[0] == 6 and two.f(x)[0] == 10
    fused = frit.fuse(lambda x: one.f(x) + two.f(x))
    assert fused(x)[0] == 16 and fused(x)[0] == 16


def test_an_unused_input_changes_nothing() -> None:
    other = frit.load_module(source="float f(int unused, float x, float y) { return x - y; }")
    assert other.f(1, 5.0, 3.0) == 2.0
    x = np.array([5, 6], np.float32)
    np.testing.assert_array_equal(other.f(np.array([1, 2], np.int32), x, 1.0), x - 1)


def test_every_output_comes_back() -> None:
    other = frit.load_module(
        source="void f(float x, out float a, out float b) { a = x + 1; b = x + 2; }"
    )
    x = np.array([5, 6], np.float32)
    a, b = np.zeros_like(x), np.zeros_like(x)
    other.f(x, a, b)
    np.testing.assert_array_equal(a, x + 1)
    np.testing.assert_array_equal(b, x + 2)


def test_unknown_inputs_are_named() -> None:
    # 11
    with pytest.raises(frit.Error, match="b"):
        m.add(1)
