"""Files as they are: what functions share becomes named arguments; words of HLSL; buffers that are written."""

from __future__ import annotations

import frit
import numpy as np
import pytest

f32 = np.float32


def test_globals_are_named_arguments() -> None:
    m = frit.load_module(source="""
        cbuffer Frame : register(b0) { float gain : packoffset(c0); float3 tint; };
        uniform float bias = 0.5;
        struct Sun { float3 towards; float power = 2; };
        ConstantBuffer<Sun> sun;
        [[vk::binding(1, 0)]] Texture2D<float4> image : register(t0, space1);
        SamplerState linear_clamp : register(s0);
        float scaled(float x) { return gain * x + bias; }
        float deep(float x) { float s = 0; for (int i = 0; i < 3; i++) if (x > i) s += scaled(x) * i; return s; }
        float3 lit(float3 n) { return max(dot(n, sun.towards), 0) * sun.power * tint; }
        float4 at(float2 uv) { return image.SampleLevel(linear_clamp, uv, 0) * gain; }
        float plain(float x) { return x; }
    """)
    assert not m.refused
    x = np.arange(4, dtype=f32)
    assert np.array_equal(m.scaled(x, gain=2.0), 2 * x + f32(0.5))
    assert np.array_equal(m.scaled(x, gain=x, bias=0), x * x)  # each element its own
    want = np.where(x > 1, 2 * x + f32(0.5), 0) + 2 * np.where(x > 2, 2 * x + f32(0.5), 0)
    assert np.array_equal(m.deep(x, gain=2.0), want.astype(f32))
    n = np.eye(3, dtype=f32)
    got = m.lit(n, sun={"towards": (0.0, 0.5, 1.0)}, tint=(1.0, 2.0, 3.0))
    assert np.array_equal(got, np.array([[0, 0, 0], [1, 2, 3], [2, 4, 6]], f32))
    image = np.random.default_rng(1).random((3, 5, 4), dtype=f32)
    given = {"image": image, "linear_clamp": frit.sampler("nearest", "clamp")}
    assert np.array_equal(m.at(np.array([0.5, 0.5], f32), gain=1.0, **given), image[1, 2])
    assert m.plain(2.0, gain=3.0) == 2.0  # what it does not need may be given all the same
    with pytest.raises(frit.ArgumentError, match="parameter gain is missing"):
        m.scaled(x)
    with pytest.raises(frit.ArgumentError, match="no parameter called gian"):
        m.scaled(x, gian=2.0)
    with pytest.raises(frit.Error, match="float3"):
        m.lit(n, sun={"towards": (0.0, 0.5, 1.0)}, tint=np.ones((3, 2), f32))

    @frit.fuse
    def fused(x):  # type: ignore[no-untyped-def]
        return m.scaled(x, gain=2.0) * 2

    assert np.array_equal(fused(x), (2 * x + f32(0.5)) * 2)


def test_a_bound_module_gives_what_it_has() -> None:
    m = frit.load_module(source="""
        float gain; float bias;
        struct P { float x; };
        static const int N = 3;
        float f(float x) { return gain * x + bias; }
    """)
    b = m.bind(gain=2.0)
    assert b.f(3.0, bias=1.0) == 7.0
    assert b.bind(bias=1.0).f(3.0) == 7.0
    assert b.bind(bias=1.0).f(3.0, gain=1.0) == 4.0
    assert b.N == 3 and b.P is m.P
    with pytest.raises(frit.Error, match="did you mean gain"):
        m.bind(gian=1.0)
    with pytest.raises(AttributeError):
        b.nothing


def test_static_variables_change_within_a_call() -> None:
    m = frit.load_module(source="""
        static uint seed = 7;
        static float3 unused;
        void start(uint s) { seed = s; }
        uint next() { seed = seed * 1664525u + 1013904223u; return seed; }
        uint first() { return next(); }
        uint third(uint s) { start(s); uint r = 0; for (int i = 0; i < 3; i++) r = next(); return r; }
        uint some(uint s, int n) { start(s); for (int i = 0; i < n; i++) { if (i == 1) continue; next(); } return seed; }
        struct S { uint seed; [mutating] uint up() { for (int i = 0; i < 2; i++) seed += next() & 1u; return seed; } };
        uint own(uint x) { S s = {x}; s.up(); return s.seed; }
    """)

    def numbers(seed: int, n: int) -> int:
        for _ in range(n):
            seed = (seed * 1664525 + 1013904223) % 2**32
        return seed

    assert m.first() == numbers(7, 1)
    assert m.first() == numbers(7, 1)  # each call begins anew
    seeds = np.arange(5, dtype=np.uint32)
    assert m.third(seeds).tolist() == [numbers(int(s), 3) for s in seeds]
    turns = np.array([0, 1, 2, 3, 4], np.int32)
    want = [numbers(int(s), max(n - 1, min(n, 1))) for s, n in zip(seeds, turns)]
    assert m.some(seeds, turns).tolist() == want
    assert m.own(10) == 10 + (numbers(7, 1) & 1) + (numbers(7, 2) & 1)


def test_words_of_hlsl() -> None:
    m = frit.load_module(source="""
        struct Later;
        struct Base { float a; float twice() { return 2 * a; } };
        struct Derived : Base { float b; };
        typedef struct Pair_ { float x; float y; } Pair;
        typedef struct { float z; } Single;
        struct { float k; } settings;
        extern float elsewhere;
        float const_behind(float const x) { float const y = x; return y; }
        unsigned int no_sign(unsigned int x) { return x >> 1; }
        float inherited(float x) { Derived d; d.a = x; d.b = 1; return d.twice() + d.b; }
        float pair(Pair p) { Single s = {1}; return p.x + p.y + s.z; }
        float set(float x) { return settings.k * x; }
        int sizes() { return sizeof(float3) + sizeof(Pair) * 100 + sizeof(half); }
        int letter() { return 'a' + '\\n'; }
        min16float low(min16float x) { return x + 1; }
        float4 rows(matrix m) { vector v = m[1]; return v; }
        float ray(float t) { RayDesc r; r.Origin = 1; r.TMax = t; return r.TMax + r.Origin.y; }
        [numthreads(8, 8, 1)] [shader("compute")] float entry(uint3 at : SV_DispatchThreadID) { return at.x; }
        float by_reference(ref float x) { x += 1; return x; }
    """)
    assert not m.refused, m.refused
    assert m.const_behind(2.0) == 2.0 and m.no_sign(2**32 - 1) == 2**31 - 1
    assert m.inherited(2.0) == 5.0 and m.pair({"x": 1, "y": 2}) == 4.0
    assert m.set(3.0, settings={"k": 2.0}) == 6.0
    assert m.sizes() == 12 + 800 + 2 and m.letter() == 97 + 10
    assert m.low(np.ones(1, np.float16)).dtype == np.float16
    assert np.array_equal(m.rows(np.arange(16, dtype=f32).reshape(4, 4)), [4, 5, 6, 7])
    assert m.ray(4.0) == 5.0 and m.entry((3, 0, 0)) == 3.0
    x = np.array([1, 2], f32)
    assert np.array_equal(m.by_reference(x), [2, 3]) and np.array_equal(x, [2, 3])
