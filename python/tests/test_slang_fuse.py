"""Functions of modules inside fused functions: one kernel, and what plain calls give."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest

m = frit.load_module(
    source="""
float3 shade(float3 c, float gain) { return c * gain; }
float luminance(float3 c) { return dot(c, float3(0.25, 0.5, 0.25)); }
float soft(float x) { return x / (1 + abs(x)); }
float pick(float x, int i) { return x * i; }
void bump(inout float x, float by) { x += by; }
int steps(float x, int n) { int k = 0; while (k < n && x < 10) { x = x * 2; k++; } return k; }
float3 look(Texture2D<float3> t, SamplerState s, float2 uv) { return t.Sample(s, uv); }
struct Ball { float2 p; float2 v; [mutating] void step(float dt) { p += v * dt; } }
Ball stepped(Ball b, float dt) { b.step(dt); return b; }
float kinetic(Ball b) { return 0.5 * dot(b.v, b.v); }
uint mix_hash(uint x) { return x * 747796405u + 2891336453u; }
uint mix_hash(int2 p) { return mix_hash(uint(p.x)) ^ uint(p.y); }
""",
    name="fused",
)
RNG = np.random.default_rng(2)


def f32(*shape: int) -> Any:
    return RNG.random(shape, np.float32)


def kernels(function: Any, *args: Any) -> int:
    return len(frit.explain(function, *args).kernels)


def test_chains_are_one_kernel() -> None:
    def plain(c, gain):  # type: ignore[no-untyped-def]
        return m.soft(m.luminance(m.shade(c, gain)))

    fused = frit.fuse(plain)
    for n in (6, 9, 100):
        c = f32(n, 3)
        np.testing.assert_array_equal(fused(c, 2.0), plain(c, 2.0))
    np.testing.assert_array_equal(fused(c, 3.5), plain(c, 3.5))
    assert fused.cache_info().entries == 1 and fused.cache_info().replayed == 1
    assert kernels(fused, c, 2.0) == 1


def test_mixes_with_numpy_and_reductions() -> None:
    def plain(c):  # type: ignore[no-untyped-def]
        bright = m.luminance(np.sqrt(c) + 1)
        return np.sum(bright * 2) / bright.max()

    fused = frit.fuse(plain)
    c = f32(50, 3)
    np.testing.assert_allclose(fused(c), plain(c), rtol=1e-6)
    assert fused.cache_info().replayed == 1
    assert kernels(fused, c) <= 2


def test_extents_that_are_gathered_are_fixed() -> None:
    fused = frit.fuse(lambda c: m.luminance(c))
    np.testing.assert_array_equal(fused(f32(5, 3) * 0), np.zeros(5, np.float32))
    np.testing.assert_array_equal(fused(f32(3, 3) * 0), np.zeros(3, np.float32))
    np.testing.assert_array_equal(fused(f32(4, 3) * 0), np.zeros(4, np.float32))
    with pytest.raises(frit.ShapeError):
        fused(f32(5, 2))
    with pytest.raises(frit.ShapeError):
        fused(f32(2, 2))


def test_numbers_stay_inputs() -> None:
    fused = frit.fuse(lambda x, i: m.pick(x, i) + m.pick(x, 2))
    x = f32(5)
    for i in (1, 2, 7):
        np.testing.assert_allclose(fused(x, i), x * i + x * 2, rtol=1e-6)
    assert fused.cache_info().entries == 1


def test_in_place() -> None:
    def plain(x, by):  # type: ignore[no-untyped-def]
        m.bump(x, by)
        y = x * 2
        m.bump(x[1:], 1.0)
        return y

    fused = frit.fuse(plain)
    for _ in range(3):
        a, b = np.arange(6, dtype=np.float32), np.arange(6, dtype=np.float32)
        np.testing.assert_array_equal(fused(a, 2.0), plain(b, 2.0))
        np.testing.assert_array_equal(a, b)


def test_structs() -> None:
    def plain(p, v, dt):  # type: ignore[no-untyped-def]
        ball = m.stepped({"p": p, "v": v}, dt)
        return m.kinetic(ball) + ball["p"][:, 0]

    fused = frit.fuse(plain)
    p, v = f32(6, 2), f32(6, 2)
    np.testing.assert_allclose(fused(p, v, 0.5), plain(p, v, 0.5), rtol=1e-6)
    assert fused.cache_info().replayed == 1


def test_instances_made_inside() -> None:
    def plain(p, v):  # type: ignore[no-untyped-def]
        ball = m.Ball(p=p * 1, v=v)
        ball.step(0.5)
        ball.step(0.5)
        return ball.p

    fused = frit.fuse(plain)
    p, v = f32(6, 2), f32(6, 2)
    np.testing.assert_allclose(fused(p, v), plain(p, v), rtol=1e-6)
    np.testing.assert_allclose(fused(p, v), p + v, rtol=1e-6)


def test_instances_as_arguments() -> None:
    def plain(ball, dt):  # type: ignore[no-untyped-def]
        ball.step(dt)
        return m.kinetic(ball) + ball.p[:, 0]

    fused = frit.fuse(plain)
    p, v = f32(6, 2), f32(6, 2)
    one, two = m.Ball(p=p.copy(), v=v), m.Ball(p=p.copy(), v=v)
    for k in range(3):
        np.testing.assert_allclose(fused(one, 0.5 + k), plain(two, 0.5 + k), rtol=1e-6)
        np.testing.assert_allclose(one.p, two.p, rtol=1e-6)
    assert fused.cache_info().replayed == 1 and fused.cache_info().hits == 2
    back = frit.fuse(lambda b: m.Ball(p=b.v * 2, v=b.p * 2))(one)
    np.testing.assert_array_equal(back.p, v * 2)
    single = m.Ball(p=np.zeros(2, np.float32), v=np.ones(2, np.float32))
    assert frit.fuse(lambda b: m.kinetic(b))(single) == 1.0


def test_numbers_of_instances() -> None:
    other = frit.load_module(
        source="struct C { int n; float x; [mutating] void inc() { n += 1; } int get() { return n; } }"
    )

    def plain(c):  # type: ignore[no-untyped-def]
        c.inc()
        return c.get() + c.n

    fused = frit.fuse(plain)
    one, two = other.C(n=1, x=2.0), other.C(n=1, x=2.0)
    for _ in range(3):
        assert fused(one) == plain(two)
        assert one.n == two.n


def test_loops_inside() -> None:
    fused = frit.fuse(lambda x: m.steps(x + 1, 20))
    x = f32(100) * 9
    np.testing.assert_array_equal(fused(x), m.steps(x + 1, 20))


def test_views_and_generators() -> None:
    def plain(x):  # type: ignore[no-untyped-def]
        return m.pick(frit.vmap(x, (1,)), frit.vmap(frit.grid(3), (0,)))

    fused = frit.fuse(plain)
    x = f32(5)
    np.testing.assert_array_equal(fused(x), plain(x))
    np.testing.assert_array_equal(fused(x), np.arange(3, dtype=np.float32)[:, None] * x)


def test_generators_alone() -> None:
    def plain(n):  # type: ignore[no-untyped-def]
        hashes = m.mix_hash(frit.grid((4, 5))) + m.mix_hash(3)
        return hashes.sum() * n

    fused = frit.fuse(plain)
    assert fused(2) == plain(2) and fused(3) == plain(3)
    assert len(frit.explain(fused, 2).kernels) == 1


SAMPLER = frit.sampler("linear", "clamp")


def test_textures() -> None:
    def plain(image, u, v):  # type: ignore[no-untyped-def]
        return m.luminance(m.look(image, SAMPLER, m.float2(u, v * 0.5)))

    fused = frit.fuse(plain)
    for rows, columns, n in ((4, 5, 6), (7, 8, 9), (3, 3, 3), (5, 4, 3)):
        image, u, v = f32(rows, columns, 3), f32(n), f32(n)
        np.testing.assert_allclose(fused(image, u, v), plain(image, u, v), rtol=1e-6)
    assert fused.cache_info().recorded == 0
    assert kernels(fused, image, u, v) == 1


def test_recorded_bodies() -> None:
    def plain(x):  # type: ignore[no-untyped-def]
        y = m.soft(x)
        if float(y[0]) > 0:  # needs a value: the body runs in Python
            y = m.soft(y)
        return y

    fused = frit.fuse(plain)
    x = f32(5) + 1
    np.testing.assert_array_equal(fused(x), plain(x))
    np.testing.assert_array_equal(fused(-x), plain(-x))


def test_errors_come_from_the_line() -> None:
    fused = frit.fuse(lambda c: m.luminance(c) + 1)
    with pytest.raises(frit.ShapeError, match="luminance"):
        fused(f32(5, 4))


def test_frit_arrays_compose() -> None:
    c = frit.asarray(f32(40, 3), copy=True)
    frit.flush()
    before = frit._core.describe()["kernels"]
    result = frit.sum(m.soft(m.luminance(m.shade(c * 2, 0.5))))
    value = float(result)
    assert frit._core.describe()["kernels"] - before == 1
    want = m.soft(m.luminance(m.shade(np.asarray(c) * 2, 0.5))).sum()
    np.testing.assert_allclose(value, want, rtol=1e-6)


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    fused = frit.fuse(lambda c: m.soft(m.luminance(c)) * 2)
    c = torch.rand(5, 3)
    result = fused(c)
    assert isinstance(result, torch.Tensor)
    np.testing.assert_array_equal(result.numpy(), m.soft(m.luminance(c.numpy())) * 2)


def test_declared_inside() -> None:
    fused = frit.fuse(lambda x: m.soft.declare(frit.vmapping(1, 0))(x))
    x = f32(3, 4)
    np.testing.assert_array_equal(fused(x), m.soft(x).T)
