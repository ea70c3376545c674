"""Calls of functions of modules: the rules of calls, row by row, and what users are told."""

from __future__ import annotations

import enum
from typing import Any

import frit
import numpy as np
import pytest
from frit import vcast, vdim, vmap

SOURCE = """
static const float PI = 3.140625;

float add(float a, float b) { return a + b; }
float3 scale(float3 v, float s) { return v * s; }
float length3(float3 v) { return length(v); }
int twice(int x) { return 2 * x; }
bool above(float x, float limit) { return x > limit; }
double half_of(double x) { return x / 2; }
float weight(float x, float w = 2.0) { return x * w; }
float trace2(float2x2 m) { return m[0][0] + m[1][1]; }
float2x2 outer(float2 a, float2 b) { return float2x2(a * b.x, a * b.y); }
float total(float v[4]) { float s = 0; for (int i = 0; i < 4; i++) s += v[i]; return s; }
T generic_add<T : IArithmetic>(T a, T b) { return a + b; }

void split(float x, out float lo, out float hi) { lo = floor(x); hi = x - lo; }
void bump(inout float x, float by) { x += by; }
float both(float x, out float y) { y = 2 * x; return 3 * x; }

struct Particle {
    float3 pos;
    float mass;
    float energy() { return mass * dot(pos, pos); }
    [mutating] void move(float3 by) { pos += by; }
    static Particle make(float x, float m) { Particle p; p.pos = float3(x); p.mass = m; return p; }
    static const int COUNT = 3;
}
struct Pair { Particle first; float weight; }
float weigh(Particle p, float w) { return p.mass * w; }
Particle heavier(Particle p, float by) { p.mass = p.mass * by; return p; }
float of_pair(Pair p) { return p.first.mass * p.weight; }
void age(inout Particle p, float dt) { p.mass -= dt; }

int id1(int i) { return i; }
int2 id2(int2 i) { return i; }
uint number(uint i) { return i; }
float place(float x, int i) { return x + i; }
uint hashed(uint h) { return h; }
float drawn(float r) { return r; }
float lookup(Texture2D<float3> t, SamplerState s, float2 uv) { return t.Sample(s, uv).x; }
"""

m = frit.load_module(source=SOURCE, name="calls")
RNG = np.random.default_rng(0)


def f32(*shape: int) -> Any:
    return RNG.random(shape, np.float32)


def equal(a: Any, b: Any) -> None:
    assert type(a) is type(b) or np.isscalar(b), (type(a), type(b))
    assert np.shape(a) == np.shape(b)
    assert np.array_equal(a, b)


# ---------------------------------------------------------------------------------- dimensions


def test_scalars_give_python_numbers() -> None:
    result = m.add(1, 2.5)
    assert type(result) is float and result == 3.5
    assert type(m.twice(4)) is int and m.twice(4) == 8
    assert m.above(2.0, 1.0) is True
    assert m.add(True, 1) == 2.0


def test_dimensions_of_a_call() -> None:
    x = f32(4, 5)
    equal(m.add(x, 1), x + np.float32(1))
    equal(m.add(f32(0), 1.0), np.zeros(0, np.float32))
    v = f32(4, 3)
    result = m.length3(v)
    assert result.shape == (4,)
    np.testing.assert_allclose(result, np.linalg.norm(v, axis=1), rtol=1e-6)
    assert m.scale(v, 2.0).shape == (4, 3)
    assert m.add(v, 1.0).shape == (4, 3)  # into float: every element


def test_broadcasting_aligns_trailing_axes() -> None:
    x, y = f32(4, 5), f32(5)
    equal(m.add(x, y), x + y)
    equal(m.add(x, y[:1]), x + y[:1])
    equal(m.add(x[:, :1], y), x[:, :1] + y)
    v, s = f32(4, 5, 3), f32(5)
    equal(m.scale(v, s), v * s[:, None])
    with pytest.raises(frit.ShapeError, match="b"):
        m.add(x, f32(4))


def test_one_plan_for_all_sizes() -> None:
    f = m.add.declare()
    for n in (7, 8, 100, 2, 9):
        x = f32(n)
        equal(f(x, x), x + x)
    assert f.cache_info().entries == 1
    x = f32(1)
    equal(f(x, f32(5) * 0), np.repeat(x, 5))
    equal(f(f32(0), f32(0)), np.zeros(0, np.float32))


def test_numbers_splat() -> None:
    v = f32(3)
    equal(m.scale(2.0, 3), np.full(3, 6, np.float32))
    equal(m.scale((1, 2.0, True), 2), np.array([2, 4, 2], np.float32))
    x, y, z = f32(6), f32(6), f32(6)
    equal(m.scale((x, y, z), 1.0), np.stack([x, y, z], -1))
    equal(m.scale([x, 0, 1], 1.0)[:, 1:], np.tile(np.array([0, 1], np.float32), (6, 1)))
    equal(m.scale(v, np.float32(2)), v * 2)
    equal(m.scale(np.float32(2), 1.0), np.full(3, 2, np.float32))


def test_trailing_gather() -> None:
    for wrong in (f32(10, 2), f32(10, 1), f32(2), f32(10, 4)):
        with pytest.raises(frit.ShapeError) as caught:
            m.length3(wrong)
        assert "float3" in str(caught.value) and "v" in str(caught.value)
    a = f32(4, 2, 2)
    equal(m.trace2(a), a[:, 0, 0] + a[:, 1, 1])
    b = f32(5, 4)
    np.testing.assert_allclose(m.total(b), b.sum(1), rtol=1e-6)
    assert m.outer(f32(2), f32(2)).shape == (2, 2)
    assert m.outer(f32(6, 2), f32(2)).shape == (6, 2, 2)


# ------------------------------------------------------------------------- mapping and typing


def test_vmap() -> None:
    x, y = f32(4), f32(5)
    equal(m.add(vmap(x, (0,)), vmap(y, (1,))), x[:, None] + y)
    equal(m.add(vmap(x, (1,)), vmap(y, (0,))), x + y[:, None])
    z = f32(4, 5)
    equal(m.add(vmap(z, (1, 0)), 0.0), z.T)
    equal(m.add(vdim(z, 2), 0.0), z)
    v = f32(4, 3)
    equal(m.scale(vmap(v, (0,)), vmap(y, (1,))), v[:, None] * y[:, None])
    equal(m.scale(vmap(v, 0), 2.0), v * np.float32(2))


def test_vmap_errors() -> None:
    with pytest.raises(frit.AxisError):
        vmap(f32(3), (0, 0))
    with pytest.raises(frit.AxisError):
        vmap(f32(3), (-1,))
    with pytest.raises(frit.AxisError):
        vmap(f32(3), (64,))
    with pytest.raises(TypeError):
        vmap(f32(3))  # type: ignore[call-arg]
    with pytest.raises(frit.Error):
        m.add(vmap(f32(3), (0, 1)), 1.0)
    with pytest.raises(TypeError, match="type of a module"):
        vcast(f32(3), 3)


def test_vcast() -> None:
    v = f32(4, 3)
    equal(m.scale(vcast(v, m.float3), 2.0), v * np.float32(2))
    equal(m.scale(vcast(v, "float3"), 2.0), v * np.float32(2))
    with pytest.raises(frit.Error):
        m.scale(vcast(v, m.float2), 2.0)
    x = RNG.random((3, 3))  # float64, seen as floats
    equal(m.add(vcast(x, m.float), 0.0), x.astype(np.float32))
    equal(m.twice(vcast(f32(4) * 10, m.int)) % 2, np.zeros(4, np.int32))


def test_declare() -> None:
    x, v = f32(4, 5), f32(4, 3)
    mapped = m.add.declare(frit.vmapping(1, 0), None)
    equal(mapped(x, 1.0), x.T + np.float32(1))
    typed = m.scale.declare(v=m.float3)
    equal(typed(v=v, s=2.0), v * np.float32(2))
    equal(mapped.declare(None, frit.vmapping(1))(x, f32(4) * 0), x.T)
    with pytest.raises(frit.DTypeError, match="vmapping"):
        m.add.declare(3)


def test_keywords_and_defaults() -> None:
    x = f32(4)
    equal(m.add(b=x, a=1.0), x + np.float32(1))
    equal(m.add(x, b=x), x + x)
    equal(m.weight(x), x * np.float32(2))
    equal(m.weight(x, w=3), x * np.float32(3))
    with pytest.raises(frit.Error, match="c"):
        m.add(x, c=1.0)
    with pytest.raises(frit.Error, match="b"):
        m.add(x)
    with pytest.raises(frit.Error):
        m.add(x, x, x)


# ------------------------------------------------------------------------------- outputs


def test_out_and_inout() -> None:
    x = f32(6) * 10
    lo, hi = np.zeros(6, np.float32), np.zeros(6, np.float32)
    for _ in range(3):
        assert m.split(x, lo, hi) is None
        equal(lo, np.floor(x))
        equal(hi, x - np.floor(x))
    y = x.copy()
    for k in range(1, 4):
        m.bump(y, 1.0)
        np.testing.assert_allclose(y, x + k, rtol=1e-6)
    m.bump(y[::-2], 1.0)
    z = np.zeros(6, np.float32)
    equal(m.both(x, z), 3 * x)
    equal(z, 2 * x)
    one = np.zeros((), np.float32)
    for _ in range(2):
        assert m.both(2.0, one) == 6.0 and one == 4.0


def test_outputs_that_share_memory_with_inputs() -> None:
    x = np.arange(8, dtype=np.float32)
    for _ in range(2):
        y = x.copy()
        m.both(y[:-1], y[1:])  # all is read before anything is written
        equal(y[1:], 2 * x[:-1])
        z = x.copy()
        m.split(z + 0.25, z, z)  # both results go to one array: the last one stays
        equal(z, np.full(8, 0.25, np.float32))
        w = np.zeros(8, np.float32)
        m.bump(w[:0], 1.0)


def test_out_cannot_be_broadcast_or_read_only() -> None:
    with pytest.raises(frit.Error, match="lo"):
        m.split(f32(6), f32(1), f32(6))
    with pytest.raises(frit.Error, match="lo"):
        m.split(f32(6), f32(5), f32(6))
    frozen = f32(6)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        m.bump(frozen, 1.0)
    with pytest.raises(frit.Error):
        m.bump(1.0, 1.0)


def test_result() -> None:
    x = f32(5)
    out = np.zeros(5, np.float32)
    for _ in range(3):
        assert m.add(x, 1.0, _result=out) is out
        equal(out, x + np.float32(1))
    wide = np.zeros((5, 2), np.float32)
    m.add(x, 1.0, _result=wide[:, 0])
    equal(wide[:, 0], out)
    with pytest.raises(frit.Error):
        m.add(x, 1.0, _result=np.zeros(4, np.float32))
    double = np.zeros(5)
    m.add(x, 1.0, _result=double)
    assert np.array_equal(double, out)
    p, structs = particles(), particles()
    fields = {"pos": np.zeros((5, 3), np.float32), "mass": np.zeros(5, np.float32)}
    for _ in range(2):
        assert m.heavier(p, 2.0, _result=structs) is structs
        assert m.heavier(p, 2.0, _result=fields) is fields
        equal(structs["mass"], p["mass"] * np.float32(2))
        equal(fields["mass"], p["mass"] * np.float32(2))


# ------------------------------------------------------------------------------- structs


def test_dicts_are_structs() -> None:
    pos, mass = f32(4, 3), f32(4)
    equal(m.weigh({"pos": pos, "mass": mass}, 2.0), mass * np.float32(2))
    equal(m.weigh({"mass": mass, "pos": 0.0}, 2.0), mass * np.float32(2))
    assert m.weigh({"pos": (0, 0, 0), "mass": 3}, 2) == 6.0
    equal(m.of_pair({"first": {"pos": pos, "mass": mass}, "weight": 2}), mass * np.float32(2))
    with pytest.raises(frit.Error, match="mass"):
        m.weigh({"pos": pos}, 2.0)
    with pytest.raises(frit.Error, match="speed"):
        m.weigh({"pos": pos, "mass": mass, "speed": 1}, 2.0)
    mapped = vmap({"pos": pos, "mass": mass}, (1,))
    equal(m.weigh(mapped, vmap(f32(2) * 0 + 1, (0,))), np.stack([mass, mass]))


def test_struct_results() -> None:
    one = m.heavier({"pos": (1, 2, 3), "mass": 4.0}, 2.0)
    assert isinstance(one, dict) and one["mass"] == 8.0
    equal(one["pos"], np.array([1, 2, 3], np.float32))
    pos, mass = f32(4, 3), f32(4)
    for _ in range(2):
        many = m.heavier({"pos": pos, "mass": mass}, 2.0)
        assert isinstance(many, np.ndarray) and many.shape == (4,)
        assert many.dtype.names == ("pos", "mass")
        equal(many["pos"], pos)
        equal(many["mass"], mass * np.float32(2))
    lazy = m.heavier({"pos": frit.asarray(pos), "mass": frit.asarray(mass)}, 2.0)
    assert isinstance(lazy, dict) and isinstance(lazy["pos"], frit.Array)


PARTICLE = np.dtype([("pos", np.float32, (3,)), ("mass", np.float32)])
PADDED = np.dtype([("id", np.int64), ("mass", np.float32), ("pos", np.float32, (3,))], align=True)
PACKED = np.dtype([("tag", np.int8), ("pos", np.float32, (3,)), ("mass", np.float32)])


def particles(dtype: Any = PARTICLE, n: int = 5) -> Any:
    made = np.zeros(n, dtype)
    made["pos"], made["mass"] = f32(n, 3), f32(n)
    return made


def test_struct_arrays_bind_whole() -> None:
    p = particles()
    for _ in range(2):
        equal(m.weigh(p, 2.0), p["mass"] * np.float32(2))
    equal(m.weigh(p[::-2], 2.0), p["mass"][::-2] * np.float32(2))
    again = m.heavier(m.heavier(p, 2.0), 3.0)
    equal(again["mass"], p["mass"] * np.float32(6))
    equal(m.Particle.energy(p), m.Particle.energy({"pos": p["pos"], "mass": p["mass"]}))
    before = p["mass"].copy()
    for _ in range(2):
        m.age(p, 1.0)
    np.testing.assert_allclose(p["mass"], before - 2, rtol=1e-5)


def test_packed_struct_arrays() -> None:
    p = particles(PACKED)[["pos", "mass"]]
    equal(m.weigh(p, 2.0), p["mass"] * np.float32(2))
    before = p["mass"].copy()
    m.age(p, 1.0)
    equal(p["mass"], before - np.float32(1))


def test_instances() -> None:
    pos, mass = f32(4, 3), f32(4)
    p = m.Particle(pos=pos.copy(), mass=mass)
    assert p.mass is mass and "pos" in dir(p) and "move" in dir(p)
    np.testing.assert_allclose(p.energy(), mass * (pos * pos).sum(1), rtol=1e-6)
    for k in range(1, 4):
        p.move((1.0, 0.0, 0.0))
        np.testing.assert_allclose(p.pos, pos + np.array([k, 0, 0], np.float32), rtol=1e-6)
    equal(m.weigh(p, 2.0), mass * np.float32(2))
    one = m.Particle(pos=(1.0, 2.0, 3.0), mass=2.0)
    assert one.energy() == 28.0
    assert "Particle(" in repr(one)
    assert isinstance(one, m.Particle) and not isinstance(one, m.Pair)
    with pytest.raises(TypeError):
        isinstance(one, m.add)
    with pytest.raises(AttributeError, match="speed"):
        one.speed = 1.0
    with pytest.raises(frit.ArgumentError, match="mass"):
        m.Particle(pos=pos)


def test_mutating_methods_of_numbers() -> None:
    one = m.Particle(pos=np.zeros(3, np.float32), mass=2.0)
    m.age(one, 0.5)
    assert one.mass == 1.5


def test_static_methods_and_constants() -> None:
    assert m.PI == 3.140625
    assert m.Particle.COUNT == 3
    made = m.Particle.make(2.0, 3.0)
    assert made["mass"] == 3.0
    many = m.Particle.make(f32(4), 1.0)
    assert many.shape == (4,) and many["pos"].shape == (4, 3)


# ------------------------------------------------------------------------------ generators


def test_call_id() -> None:
    x = np.zeros((4, 5), np.float32)
    equal(m.place(x[0], frit.call_id()), np.arange(5, dtype=np.float32))
    equal(m.id1(frit.grid((6,))), np.arange(6, dtype=np.int32))
    both = m.id2(frit.grid((4, 5)))
    assert both.shape == (4, 5, 2)
    rows, columns = np.indices((4, 5))
    equal(both[..., 0], columns.astype(np.int32))
    equal(both[..., 1], rows.astype(np.int32))
    pair = np.zeros((4, 5, 2), np.int32)
    m.id2(frit.call_id(), _result=pair)
    equal(pair, both)


def test_grid() -> None:
    equal(m.id1(frit.grid(5, 10, 2)), 10 + 2 * np.arange(5, dtype=np.int32))
    equal(m.id1(frit.grid(7, 1)), 1 + np.arange(7, dtype=np.int32))
    both = m.id2(frit.grid((2, 3), offset=(10, 20), stride=(1, 2)))
    equal(both[1, 2], np.array([24, 11], np.int32))
    with pytest.raises(frit.ArgumentError):
        frit.grid((2, 3), (1, 2, 3))
    with pytest.raises(frit.ArgumentError):
        frit.grid((2, -3))


def test_thread_id_and_random() -> None:
    equal(m.number(frit.grid(5)), np.arange(5, dtype=np.uint32))
    out = np.zeros((3, 4), np.uint32)
    m.number(frit.thread_id(), _result=out)
    equal(out, np.arange(12, dtype=np.uint32).reshape(3, 4))
    hashes = np.zeros(1000, np.uint32)
    m.hashed(frit.wang_hash(seed=7), _result=hashes)
    assert len(set(hashes.tolist())) > 990
    again = np.zeros(1000, np.uint32)
    m.hashed(frit.wang_hash(seed=8), _result=again)
    assert not np.array_equal(hashes, again)
    drawn = np.zeros(1000, np.float32)
    m.drawn(frit.rand_float(2.0, 3.0, seed=1), _result=drawn)
    assert drawn.min() >= 2 and drawn.max() < 3 and 2.4 < drawn.mean() < 2.6
    same = np.zeros(1000, np.float32)
    m.drawn(frit.rand_float(2.0, 3.0, seed=1), _result=same)
    equal(same, drawn)
    m.drawn(frit.rand_normal(seed=1), _result=same)
    assert abs(same.mean()) < 0.15 and 0.9 < same.std() < 1.1


def test_sampler() -> None:
    image = f32(4, 4, 3)
    nearest = frit.sampler("nearest", "clamp")
    assert m.lookup(image, nearest, (0.1, 0.1)) == image[0, 0, 0]
    uv = np.array([[0.1, 0.1], [0.9, 0.1], [0.1, 0.9]], np.float32)
    equal(m.lookup(image, nearest, uv), image[[0, 0, 3], [0, 3, 0], 0])
    with pytest.raises(frit.ArgumentError):
        frit.sampler("cubic")
    with pytest.raises(frit.ArgumentError):
        frit.sampler("linear", "repeat")


# ------------------------------------------------------------------------------ dtypes, layouts


@pytest.mark.parametrize(
    "dtype", "int8 int16 int32 int64 uint8 uint16 uint32 float16 float32 float64".split()
)
def test_generic_takes_the_element_type(dtype: str) -> None:
    x = (RNG.random(9) * 50).astype(dtype)
    equal(m.generic_add(x, x), x + x)


def test_conversions() -> None:
    x = RNG.random(5)
    equal(m.add(x, 0.0), x.astype(np.float32))
    i = np.arange(5, dtype=np.int64)
    equal(m.add(i, 0.0), i.astype(np.float32))
    equal(m.half_of(f32(1) * 0 + 3), np.array([1.5]))
    with pytest.raises(frit.Error, match="x"):
        m.twice(f32(4))


def test_integers_that_do_not_fit() -> None:
    f = m.twice.declare()
    assert f(5) == 10 and f(2**30) == -(2**31)  # what the function does wraps around
    for wrong in (2**31, -(2**31) - 1, 2**62):
        with pytest.raises(frit.IntegerOverflow, match=r"twice: x: (.|\n)*-> x  "):
            f(wrong)
    with pytest.raises(OverflowError):
        m.number(-1)
    with pytest.raises(OverflowError):
        m.id2((1, 2**40))
    assert m.number(2**32 - 1) == 2**32 - 1


def test_layouts() -> None:
    x = f32(6, 7)
    views = [x[::-1], x[:, ::-2], x.T, x[1:4, 2:5], np.broadcast_to(x[0], (6, 7)), x[:0]]
    for view in views:
        for _ in range(2):
            equal(m.add(view, 1.0), np.ascontiguousarray(view) + np.float32(1))
    swapped = x.astype(">f4")
    equal(m.add(swapped, 1.0), x + np.float32(1))
    raw = np.zeros(x.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(6, 7)
    raw[...] = x
    equal(m.add(raw, 1.0), x + np.float32(1))
    m.bump(raw, 1.0)
    equal(raw, x + np.float32(1))


def test_ranks() -> None:
    for rank in range(1, 9):
        x = f32(*[2] * rank)
        equal(m.add(x, x), x + x)
    x = np.array(2.0, np.float32)
    assert m.add(x, 1.0) == 3.0
    vector = f32(3)
    assert type(m.length3(vector)) is float


# ------------------------------------------------------------------------------ other arrays


def test_frit_arrays_are_recorded() -> None:
    x = frit.asarray(f32(6), copy=True)
    y = m.add(x * 2, 1.0)
    assert isinstance(y, frit.Array) and not y._ready
    z = frit.sum(y)
    np.testing.assert_allclose(float(z), float(np.sum(np.asarray(x) * 2 + 1)), rtol=1e-6)
    a = frit.zeros(6, dtype=frit.float32)
    m.bump(a, 3.0)
    equal(np.asarray(a), np.full(6, 3, np.float32))
    mixed = m.add(x, f32(6))
    assert isinstance(mixed, frit.Array)


def test_torch_tensors() -> None:
    torch = pytest.importorskip("torch")
    x = torch.rand(5)
    result = m.add(x, 1.0)
    assert isinstance(result, torch.Tensor) and torch.equal(result, x + 1)
    m.bump(x, 1.0)
    assert torch.equal(x, result)
    many = m.heavier({"pos": torch.rand(4, 3), "mass": torch.rand(4)}, 2.0)
    assert isinstance(many, dict) and isinstance(many["mass"], torch.Tensor)


class Level(enum.IntEnum):
    LOW = 3


class Wrapped:
    def __init__(self, values: Any):
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values


class Ratio(float):
    pass


def test_things_like_numbers_and_arrays() -> None:
    assert m.twice(Level.LOW) == 6 and type(m.twice(Level.LOW)) is int
    assert m.add(Ratio(1.5), 1) == 2.5
    x = f32(4)
    equal(m.add(Wrapped(x), 1.0), x + np.float32(1))
    equal(m.add(x.view(np.matrix), 1.0), x[None] + np.float32(1))


# ------------------------------------------------------------------------------ what is refused


def test_errors_name_everything() -> None:
    with pytest.raises(frit.ShapeError) as caught:
        m.scale(f32(10, 2), 2.0)
    text = str(caught.value)
    for part in ("float3 scale(float3 v, float s)", "-> v", "array of float", "(10, 2)"):
        assert part in text, text
    with pytest.raises(frit.Error) as caught:
        m.add("text", 1.0)
    assert "-> a " in str(caught.value)
    with pytest.raises(frit.Error):
        m.add(None, 1.0)
    with pytest.raises(frit.Error):
        m.add(np.array(["a"]), 1.0)
    with pytest.raises(frit.Error):
        m.add(2**70, 1.0)
    with pytest.raises(AttributeError, match="did you mean add"):
        m.addd(1.0, 2.0)


def test_nothing_runs_before_all_is_resolved() -> None:
    x = f32(6)
    with pytest.raises(frit.Error):
        m.bump(x, f32(5))
    with pytest.raises(frit.Error):
        m.split(x, x, f32(3))
