"""Declared calls, and what Python finds wrong with arguments: told as the core tells it."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest

SOURCE = """
float add(float x, float y) { return x + 2 * y; }
float3 scale(float3 v, float s) { return v * s; }
float bound(float x, float low = 0, float high = 1) { return clamp(x, low, high); }
uint64_t number(uint64_t n) { return n; }
int twice(int n) { return 2 * n; }
float lookup(StructuredBuffer<float> b, int i) { return b[i]; }
T first<T>(T a, T b) { return a; }
float pick(float x) { return x; }
float pick(float2 x) { return x.y; }
void two(float x, out float a, out float b) { a = x + 1; b = x * 2; }
void up(inout float3 v) { v += 1; }
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
m = frit.load_module(source=SOURCE, name="declared")


def f32(*shape: int) -> Any:
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


# ------------------------------------------------------------------------------------- declaring


@pytest.mark.parametrize(
    "declare, told",
    [
        (lambda: m.add.declare(None, None, None), "it takes 2 arguments"),
        (lambda: m.add.declare(nosuch=m.float), "no parameter called nosuch"),
        (lambda: m.add.declare(zz=None), "no parameter called zz"),
        (lambda: m.scale.declare(m.float2), "v: float2 cannot become float3"),
        (lambda: m.scale.declare(m.P), "v: P cannot become float3"),
        (lambda: m.add.declare(None, x=frit.vmapping(0)), "given twice"),
        (lambda: m.lookup.declare(frit.vmapping(0)), "whole array"),
        (lambda: m.two.declare(None, m.int), "comes out"),
        (lambda: m.add.declare(frit.vmapping(1), frit.vmapping(2)), "no argument has its axis 0"),
        (lambda: m.pick.declare(None, None), "none of the 2 functions"),
        (lambda: m.float2.declare(None, None, None), "float2 is made of 2 parts"),
    ],
)
def test_what_fits_no_call_is_told_at_once(declare: Any, told: str) -> None:
    with pytest.raises(frit.Error, match=told) as caught:
        declare()
    assert "argument" in str(caught.value)  # the table


def test_the_report_of_a_declaration() -> None:
    with pytest.raises(frit.DTypeError) as caught:
        m.scale.declare(m.float2)
    assert str(caught.value).splitlines() == [
        "scale: v: float2 cannot become float3",
        "",
        "  float3 scale(float3 v, float s)",
        "",
        "     argument  given               parameter",
        "  -> v         anything as float2  float3",
        "     s         anything            float",
    ]


def test_what_may_fit_is_accepted() -> None:
    assert m.bound.declare()(2.0) == 1
    assert m.bound.declare(None, high=m.float)(2.0, high=5) == 2
    assert m.first.declare(None)(1.5, 2.5) == 1.5
    assert m.pick.declare(m.float2)(f32(3, 2)).shape == (3,)
    assert m.pick.declare(m.float)(f32(3, 2)).shape == (3, 2)
    assert m.float3.declare(frit.vmapping(0))(f32(4), 1, 2).shape == (4, 3)


def test_names_and_places_of_parameters_meet() -> None:
    x = f32(2, 3)
    expected = 1 + 2 * x.T
    for declared in (
        m.add.declare(y=frit.vmapping(1, 0)),
        m.add.declare(None, frit.vmapping(1, 0)),
        m.add.declare(None, None).declare(y=frit.vmapping(1, 0)),
    ):
        np.testing.assert_array_equal(declared(1, x), expected)
        np.testing.assert_array_equal(declared(1, y=x), expected)
        np.testing.assert_array_equal(declared(y=x, x=1), expected)


def test_a_declared_call_is_ready_before_the_first() -> None:
    """Where mappings tell all: no Python runs, nothing is resolved."""
    add = m.add.declare(frit.vmapping(0), frit.vmapping(0))
    scale = m.scale.declare(frit.vmapping(0, 1), None)
    two = m.two.declare(frit.vmapping(0), frit.vmapping(0), frit.vmapping(0))
    lookup = m.lookup.declare(None, frit.vmapping(0))
    assert [f.cache_info().entries for f in (add, scale, two, lookup)] == [1, 1, 1, 1]
    np.testing.assert_array_equal(add(f32(5), f32(5)), 3 * f32(5))
    np.testing.assert_array_equal(scale(f32(4, 5, 3), 2), 2 * f32(4, 5, 3))  # an int will do
    np.testing.assert_array_equal(scale(f32(2, 7, 3), 0.5), 0.5 * f32(2, 7, 3))
    a, b = np.zeros(4, np.float32), np.zeros(4, np.float32)
    assert two(f32(4), a, b) is None and b[3] == 6
    np.testing.assert_array_equal(lookup(f32(9), np.array([8, 2], np.int32)), [8, 2])
    for f, hits in ((add, 1), (scale, 2), (two, 1), (lookup, 1)):
        info = f.cache_info()
        assert (info.hits, info.entries) == (hits, 1)
    assert scale(f32(4, 5, 3), 2**60)[0, 0, 1] == np.float32(2**60)  # by the long way
    np.testing.assert_array_equal(add(f32(5).astype(np.float64), f32(5)), 3 * f32(5))


def test_a_declaration_after_reload() -> None:
    k = frit.load_module(source="float f(float x, float y) { return x - y; }")
    f = k.f.declare(y=frit.vmapping(1, 0))
    x = f32(2, 3)
    np.testing.assert_array_equal(f(0, x), -x.T)
    k.reload("float f(float y, float x) { return x - y; }")
    np.testing.assert_array_equal(f(x, 0), -x.T)
    k.reload("float f(float z) { return z; }")
    with pytest.raises(frit.Error):
        f(x, 0)


# ---------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "value, kind, told",
    [
        (None, frit.ArgumentError, "None is nothing"),
        ("text", frit.ArgumentError, "a str is nothing"),
        (1j, frit.ArgumentError, "a complex is nothing"),
        (2**70, frit.IntegerOverflow, "does not fit into 64 bits"),
        pytest.param(10**6000, frit.IntegerOverflow, "does not fit into 64 bits", id="huge"),
        (np.array([object()]), frit.DTypeError, "its dtype is object"),
        ({1: 2}, frit.ArgumentError, "fields of a struct have names"),
        ([0.0] * 5000, frit.ArgumentError, "5000 items"),
        (np.ma.array([1.0], mask=[True]), frit.DTypeError, "masked array"),
    ],
)
def test_values_that_no_function_takes(value: Any, kind: Any, told: str) -> None:
    with pytest.raises(kind, match=rf"^add: y: .*{told}") as caught:
        m.add(f32(3), value)
    text = str(caught.value)
    assert "float add(float x, float y)" in text and "\n  -> y  " in text
    assert "(3,)" in text  # the other arguments are in the table too


def test_a_wrong_field_is_named() -> None:
    with pytest.raises(frit.ArgumentError, match=r"^P.weight: this\.mass: a str is nothing"):
        m.P.weight({"at": (0, 0, 0), "speed": (0, 0, 0), "mass": "heavy"})


def test_sources_that_are_no_text() -> None:
    with pytest.raises(frit.Error, match="not Unicode"):
        frit.load_module(source="float f() { return 1; } // \ud800")


def test_lists_in_lists_without_an_end() -> None:
    endless: list[Any] = []
    endless += [endless, endless]
    with pytest.raises(frit.LimitError, match="add: x: more than 32"):
        m.add(endless, 1)


def test_a_wrong_number_of_a_generator() -> None:
    with pytest.raises(frit.IntegerOverflow, match="add: x: .*does not fit into 64 bits"):
        m.add(frit.rand_float(seed=2**70), f32(3))


def test_integers_of_64_bits() -> None:
    assert m.number(2**64 - 1) == 2**64 - 1 and m.number(2**63) == 2**63
    for wrong in (-1, 2**64):
        with pytest.raises(frit.IntegerOverflow, match="number: n: "):
            m.number(wrong)
    with pytest.raises(frit.IntegerOverflow, match="in 0 to 18446744073709551615"):
        m.number(-1)
    with pytest.raises(frit.IntegerOverflow, match="twice: n: "):
        m.twice(2**64 - 1)
    assert m.add(2**63, 0) == 2.0**63


def test_nothing_is_written_where_something_is_read_only() -> None:
    a, frozen = np.zeros(4, np.float32), np.zeros(4, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(frit.ArgumentError, match="two: b: .*it is read-only") as caught:
        m.two(f32(4), a, frozen)
    assert "\n  -> b  " in str(caught.value) and not a.any()
    with pytest.raises(frit.ArgumentError, match="two: b: .*must be an array"):
        m.two(1.0, np.zeros((), np.float32), 2.0)
    for parts in ((1, 2, 3), [a, a, a]):
        with pytest.raises(frit.ArgumentError, match=r"up: v\[0\]: .*one array is needed"):
            m.up(parts)
    with pytest.raises(frit.ArgumentError, match="_result: .*read-only"):
        m.add(f32(4), 1, _result=frozen)
    held = m.P(at=np.broadcast_to(np.float32(0), (4, 3)), speed=f32(4, 3), mass=1.0)
    with pytest.raises(frit.ArgumentError, match=r"this\.at: .*read-only"):
        held.step(1.0)
    np.testing.assert_array_equal(m.add(frozen, a), a)  # to read it is no harm


def test_one_array_for_two_declared_parameters() -> None:
    x = f32(3, 3)
    f = frit.fuse(lambda a, b: m.add(a, b)).declare(frit.vmapping(1, 0), None)
    for _ in range(3):
        np.testing.assert_array_equal(f(x, x), x.T + 2 * x)
