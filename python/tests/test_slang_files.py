"""Files as they are: what functions share becomes named arguments; words of HLSL; buffers that are written."""

from __future__ import annotations

import pathlib

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


def test_kinds_of_textures() -> None:
    m = frit.load_module(source="""
        Texture2DArray<float4> layers; TextureCube<float3> sky; SamplerState s; SamplerComparisonState cmp;
        Texture2D<float> depth; Texture2D<float4> image; ByteAddressBuffer bytes; Texture1DArray<float> lines;
        RWTexture2D<float4> target; RWByteAddressBuffer out_bytes;
        struct P { float2 a; uint b; };
        float4 layer(float2 uv, float i) { return layers.SampleLevel(s, float3(uv, i), 0); }
        float4 texel(int3 at) { return layers.Load(int4(at, 0)) + layers[at]; }
        float line(float u, float i) { return lines.Sample(s, float2(u, i)); }
        float3 towards(float3 d) { return sky.Sample(s, d); }
        float4 four(float2 uv) { return depth.Gather(s, uv); }
        float4 green(float2 uv) { return image.GatherGreen(s, uv, int2(1, 0)); }
        float shadow(float2 uv, float z) { return depth.SampleCmpLevelZero(cmp, uv, z); }
        float4 shifted(float2 uv) { return image.SampleGrad(s, uv, float2(0), float2(0), int2(1, -1)); }
        float4 moved(int2 at) { return image.Load(int3(at, 0), int2(0, 1)); }
        float4 by_float(float2 at) { return image[at]; }
        uint word(uint at) { return bytes.Load(at); }
        P whole(uint at) { return bytes.Load<P>(at); }
        float3 three(uint at) { return asfloat(bytes.Load3(at)); }
        uint2 sizes(int x) { uint w, h, n, b; layers.GetDimensions(w, h, n); bytes.GetDimensions(b); return uint2(w * 100 + h * 10 + n, b); }
        float4 read(int2 at) { return target[at] * out_bytes.Load(4); }
    """)
    assert not m.refused, m.refused
    rng = np.random.default_rng(3)
    layers, image = rng.random((3, 4, 5, 4), dtype=f32), rng.random((4, 6, 4), dtype=f32)
    near, linear = frit.sampler("nearest", "clamp"), frit.sampler("linear", "clamp")
    uv = np.array([[0.5, 0.4], [0.91, 0.1]], f32)
    for i, k in ((0.4, 0), (0.6, 1), (9.0, 2), (-3.0, 0)):
        assert np.array_equal(m.layer(uv, i, layers=layers, s=near)[0], layers[k, 1, 2])
    b = frit.load_module(source="Texture2D<float4> t; SamplerState s; float4 f(float2 uv) { return t.Sample(s, uv); }")
    assert np.array_equal(m.layer(uv, 1, layers=layers, s=linear), b.f(uv, t=layers[1], s=linear))
    assert np.array_equal(m.texel(np.array([1, 2, 0], np.int32), layers=layers), 2 * layers[0, 2, 1])
    assert m.line(0.5, 1.0, lines=np.array([[1, 2, 3], [4, 5, 6]], f32), s=near) == 5.0
    depth = np.arange(24, dtype=f32).reshape(4, 6)
    # Around (2, 2): below left, below right, above right, above left.
    assert m.four(np.array([2 / 6, 2 / 4], f32), depth=depth, s=near).tolist() == [13, 14, 8, 7]
    got = m.green(np.array([2 / 6, 2 / 4], f32), image=image, s=near)
    assert np.array_equal(got, image[[2, 2, 1, 1], [2, 3, 3, 2], 1])
    assert m.shadow((2 / 6, 2 / 4), 8.0, depth=depth, cmp=linear) == 0.75
    assert m.shadow((2.5 / 6, 2.5 / 4), 14.0, depth=depth, cmp=near) == 1.0
    assert np.array_equal(m.shifted(np.array([2.5 / 6, 2.5 / 4], f32), image=image, s=near), image[1, 3])
    assert np.array_equal(m.moved(np.array([2, 1], np.int32), image=image), image[2, 2])
    assert np.array_equal(m.by_float(np.array([2.0, 1.0], f32), image=image), image[1, 2])
    words = np.array([1, 2, 3, 4], np.uint32)
    assert [m.word(k, bytes=words) for k in (0, 4, 8, 15, 16)] == [1, 2, 3, 4, 0]
    packed = np.array([1.5, 2.5, 0, 7], f32).view(np.uint32)
    packed[2] = 9
    got = m.whole(0, bytes=packed)
    assert got["a"].tolist() == [1.5, 2.5] and got["b"] == 9
    assert np.array_equal(m.three(0, bytes=np.array([1, 2, 3], f32).view(np.uint32)), [1, 2, 3])
    assert tuple(m.sizes(0, layers=layers, bytes=words)) == (543, 16)
    at = np.array([1, 2], np.int32)
    assert np.array_equal(m.read(at, target=image, out_bytes=words), 2 * image[2, 1])


def test_cubes() -> None:
    m = frit.load_module(source="""
        TextureCube<float> sky; SamplerState s;
        float towards(float3 d) { return sky.SampleLevel(s, d, 0); }
    """)
    faces = (np.arange(6)[:, None, None] * 100 + np.arange(4).reshape(2, 2)).astype(f32)
    near = frit.sampler("nearest", "clamp")
    d = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -2, 0], [0, 0, 3], [0, 0, -1]], f32)
    e = np.array([[0, 0.5, -0.5], [0, 0.5, 0.5], [-0.5, 0, -0.5], [-0.5, 0, 0.5], [-0.5, 0.5, 0], [0.5, 0.5, 0]], f32)
    # From the middle of each face to its first texel: left and up, as its own u and v go.
    e[0] = (0, 0.5, 0.5)
    e[1] = (0, 0.5, -0.5)
    assert m.towards(d + e, sky=faces, s=near).tolist() == [0, 100, 200, 300, 400, 500]
    assert m.towards(d - e, sky=faces, s=near).tolist() == [3, 103, 203, 303, 403, 503]


WRITES = """
    RWTexture2D<float4> target; StructuredBuffer<float> src; RWStructuredBuffer<uint> hist;
    RWStructuredBuffer<float> line; Texture2D<float4> fixed; SamplerState s;
    struct P { float2 a; float b; };
    RWStructuredBuffer<P> points;
    void fill(uint2 at) { target[at] = float4(at, src[at.x], 1); }
    void some(uint2 at) { if (at.x > at.y) { if (at.y > 2) return; target[at].y = 7; } else target[at].zx = at; }
    void count(uint x) { InterlockedAdd(hist[x % 4], x); InterlockedMax(hist[4], x); }
    void store(RWStructuredBuffer<float> b, uint i, float v) { b[i] = v; }
    float both(uint i) { store(line, i, 2.0 * i); line[i] += 1; return line[i] + line[0]; }
    void four(uint i) { [unroll] for (int k = 0; k < 4; k++) line[4 * i + k] = k; }
    void last(uint i, float v) { line[i / 4] = v; if (v > 5) store(line, 1, -v); }
    void set(inout float x) { x += 1; }
    void through(uint i) { set(line[i]); }
"""


def test_buffers_are_written() -> None:
    m = frit.load_module(source=WRITES)
    assert not m.refused, m.refused
    target, src = np.zeros((3, 4, 4), f32), np.arange(4, dtype=f32) * 10
    assert m.fill(frit.grid((3, 4)), target=target, src=src) is None
    y, x = np.mgrid[:3, :4].astype(f32)
    assert np.array_equal(target, np.stack([x, y, src[x.astype(int)], np.ones_like(x)], -1))
    want = target.copy()
    for j in range(3):
        for i in range(4):
            if i > j:
                want[j, i, 1] = 7
            else:
                want[j, i, 2], want[j, i, 0] = i, j
    m.some(frit.grid((3, 4)), target=target)
    assert np.array_equal(target, want)
    hist, x = np.zeros(5, np.uint32), np.arange(11, dtype=np.uint32)
    m.count(x, hist=hist)
    assert hist.tolist() == [0 + 4 + 8, 1 + 5 + 9, 2 + 6 + 10, 3 + 7, 10]
    line = np.array([100, 0, 0, 0, 0], f32)
    got = m.both(np.array([1, 3, 9], np.uint32), line=line)  # 9 is not in it
    assert got.tolist() == [103, 107, 100] and line.tolist() == [100, 3, 0, 7, 0]
    line = np.zeros(8, np.float64)  # another kind of number
    m.four(np.arange(2, dtype=np.uint32), line=line)
    assert line.tolist() == [0, 1, 2, 3] * 2
    # Statement by statement, and in each the last element's stays.
    line = np.zeros(2, f32)
    m.last(np.arange(8, dtype=np.uint32), np.arange(8, dtype=f32), line=line)
    assert line.tolist() == [3, -7]
    m.through(1, line=line)
    assert line.tolist() == [3, -6]
    strided = np.zeros((4, 3), f32)[:, 1]
    m.store(strided, np.array([2, 0], np.uint32), np.array([5, 6], f32))
    assert strided.tolist() == [6, 0, 5, 0]
    line.flags.writeable = False
    with pytest.raises(frit.ArgumentError, match="line is written to"):
        m.through(1, line=line)
    with pytest.raises(frit.DTypeError, match="takes an array"):
        m.through(1, line=3.0)


def test_what_cannot_be_written() -> None:
    for body, message in (
        ("void f(uint i) { fixed[uint2(i, 0)] = 1; }", "fixed cannot be written to: it is only read"),
        ("void f(uint i) { for (uint k = 0; k < i; k++) line[k] = 1; }", "in a loop whose turns are not known"),
        ("void f(uint i) { uint was; InterlockedAdd(hist[i], 1, was); line[was] = 1; }", "what was there before"),
        ("void f(float2 at) { target[at] = 1; line[0] = target.SampleLevel(s, at, 0).x; }", "sampled behind"),
        ("void f(uint i) { line = line; }", "as a whole"),
    ):
        m = frit.load_module(source=WRITES + body)
        assert message in m.refused["f"], m.refused["f"]


def test_bytes_are_written() -> None:
    m = frit.load_module(source="""
        RWByteAddressBuffer out_bytes; struct P { float2 a; uint b; int c; };
        void words(uint i) { out_bytes.Store(8 * i, i); out_bytes.Store2(8 * i + 16, uint2(i, 7)); }
        void whole(uint i) { P p = {float2(i, 0.5), i, -1}; out_bytes.Store<P>(16 * i, p); out_bytes.Store(16 * i + 12, asuint(2.0)); }
        void add(uint i) { out_bytes.InterlockedAdd(4 * (i % 2), i); }
    """)
    assert not m.refused, m.refused
    words = np.zeros(8, np.uint32)
    m.words(np.array([0, 1], np.uint32), out_bytes=words)
    assert words.tolist() == [0, 0, 1, 0, 0, 7, 1, 7]
    m.whole(np.array([1], np.uint32), out_bytes=words)
    assert words[4:].view(f32)[[0, 1, 3]].tolist() == [1.0, 0.5, 2.0] and words[6] == 1
    words[:] = 0
    m.add(np.arange(5, dtype=np.uint32), out_bytes=words)
    assert words[:2].tolist() == [6, 4]


def test_more_words_of_slang() -> None:
    m = frit.load_module(source="""
        struct S
        {
            float a; float b = 3;
            __init() { this = {}; a = 1; }
            static S made() { S s; return s; }
        };
        S operator+=(S x, float y) { x.a += y; return x; }
        float3x3 columns(float3 x, float3 y)
        {
            float3x3 m = float3x3(0, 0, 0, 0, 0, 0, 0, 0, 0);
            m._m00_m10_m20 = x; m._12_22_32 = y; m._m02_m12 += 1; m._m22 = 5;
            return m;
        }
        float2 corner(float3x3 m) { return m._m20_m02; }
        S grown(float y) { S s; s += y; return s; }
        uint bits(float x) { return bit_cast<uint>(x); }
        float3 back(uint3 x) { return reinterpret<float3, uint3>(x); }
        float same(float x) { return detach(x); }
        uint2 halves(double x) { uint lo, hi; asuint(x, lo, hi); return uint2(lo, hi); }
        double joined(uint lo, uint hi) { return asdouble(lo, hi); }
        float named(float var) { float let = var; return let * 2; }
        float many(float x) { return max(x, 1,); }
        #if defined(__SLANG__) && __SLANG_COMPILER__
        int compiler() { return 1; }
        #endif
    """)
    assert not m.refused, m.refused
    want = np.array([[1, 4, 1], [2, 5, 1], [3, 6, 5]], f32)
    assert np.array_equal(m.columns((1, 2, 3), (4, 5, 6)), want)
    assert m.corner(want).tolist() == [3, 1]
    assert m.grown(2.0) == {"a": 3.0, "b": 3.0} and m.S.made() == {"a": 1.0, "b": 3.0}
    assert m.bits(1.0) == 0x3F800000
    assert np.array_equal(m.back(np.ones(3, f32).view(np.uint32)), [1, 1, 1])
    d = frit.load_module(source="struct In { float v = 2; __init() { v = 5; } }; struct Out { In a; float b; In c[2]; }; "
                         "struct B { float x = 3; float y; }; struct D : B { float z = 4; }; "
                         "float f(float x) { Out o; return o.a.v + o.b + o.c[1].v; } "
                         "float g(float x) { D d; return d.z * 100 + d.x * 10 + d.y; }")
    assert d.f(0.0) == 10.0 and d.g(0.0) == 430.0
    assert m.same(2.0) == 2.0 and m.named(2.0) == 4.0 and m.many(0.5) == 1.0 and m.compiler() == 1
    lo, hi = (int(x) for x in m.halves(1.5))
    assert (lo, hi) == (0, 0x3FF80000) and m.joined(lo, hi) == 1.5


def test_exported_imports(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.slang").write_text("float a(float x) { return x + 1; }")
    (tmp_path / "b.slang").write_text("__exported import a;")
    (tmp_path / "c.slang").write_text("import b; float c(float x) { return a(x); }")
    (tmp_path / "d.slang").write_text("import c; float d(float x) { return a(x); }")
    assert frit.load_module(tmp_path / "c.slang").c(1.0) == 2.0
    with pytest.raises(frit.CompileError, match="no function called a"):
        frit.load_module(tmp_path / "d.slang")


def test_properties_and_subscripts() -> None:
    m = frit.load_module(source="""
        struct V
        {
            float3 d; float k;
            property float len { get { return length(d) * k; } set { d = normalize(d) * newValue / k; } }
            property half_k : float { get { return k * 0.5; } set(v) { k = 2 * v; } }
            __subscript(int i) -> float { get { return d[i]; } set(float v) { d[i] = v; } }
            float twice() { return 2 * len; }
            [mutating] void grow() { len *= 2; half_k = 3; }
        };
        float read(float3 d) { V v = {d, 1}; return v.len + v[1] + v.twice(); }
        V written(float3 d) { V v = {d, 1}; v.len = 10; v[2] += 1; v.half_k += 1; return v; }
        V grown(float3 d) { V v = {d, 1}; v.grow(); return v; }
        struct Only { float k; property float twice { get { return 2 * k; } } };
        float bad(float x) { Only o = {x}; o.twice = 1; return o.k; }
        struct Row<T, let N : int>
        {
            T data[N];
            __subscript(int i) -> T { get { return data[i]; } set { data[i] = newValue; } }
        };
        float sum(float x)
        {
            Row<float, 4> r;
            for (int i = 0; i < 4; i++) r[i] = x * i;
            float s = 0;
            for (int i = 0; i < 4; i++) s += r[i];
            return s;
        }
        interface ISized { property float size { get; } }
    """)
    assert set(m.refused) == {"bad"} and "twice is only read" in m.refused["bad"]
    assert m.read((3, 4, 0)) == 5.0 + 4.0 + 10.0
    got = m.written((3, 4, 0))
    assert got["d"].tolist() == [6, 8, 1] and got["k"] == 3
    got = m.grown((3, 4, 0))
    assert got["d"].tolist() == [6, 8, 0] and got["k"] == 6
    assert m.sum(2.0) == 12.0
    text = frit.load_module(source=m.text)  # what is printed reads back
    assert text.sum(2.0) == 12.0


def test_interfaces_of_values_and_types() -> None:
    m = frit.load_module(source="""
        interface IShape { associatedtype Place : IFloat; Place middle(); float area(); }
        struct Square : IShape { typealias Place = float2; float a; Place middle() { return a / 2; } float area() { return a * a; } }
        struct Line : IShape { typealias Place = float; float l; Place middle() { return l / 2; } float area() { return 0; } }
        T.Place centre<T : IShape>(T shape) { T.Place p = shape.middle(); return p; }
        float area(IShape s) { return s.area(); }
        float2 square(float a) { Square s = {a}; return centre(s); }
        float line(float l) { Line s = {l}; return centre(s); }
        float both(float a) { Square q = {a}; IShape s = q; IShape t = s; return area(s) + t.area(); }
        float wrong(float a) { IShape s = a; return 1; }
    """)
    assert set(m.refused) == {"wrong"} and "float is not that" in m.refused["wrong"]
    assert m.square(2.0).tolist() == [1, 1] and m.line(3.0) == 1.5 and m.both(3.0) == 18.0
