"""Modules: loading, names, reloading, and what is told of wrong text."""

from __future__ import annotations

import pathlib
from typing import Any

import frit
import numpy as np
import pytest

GOOD = """
// Twice as much.
float twice(float x) { return 2 * x; }
int twice(int x) { return 2 * x; }
float thrice(float x) { return 3 * x; }
struct Point { float x; float y; float norm() { return sqrt(x * x + y * y); } }
static const int COUNT = 4;
"""


def test_source_or_path(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "small.slang"
    path.write_text(GOOD)
    for m in (frit.load_module(path), frit.load_module(str(path)), frit.load_module(source=GOOD)):
        assert m.twice(2.0) == 4.0
    assert repr(frit.load_module(path)) == "<frit module small>"
    assert repr(frit.load_module(source=GOOD, name="points")) == "<frit module points>"
    with pytest.raises(frit.ArgumentError):
        frit.load_module()
    with pytest.raises(frit.ArgumentError):
        frit.load_module(path, source=GOOD)
    with pytest.raises(FileNotFoundError):
        frit.load_module(tmp_path / "none.slang")


def test_names() -> None:
    m = frit.load_module(source=GOOD)
    assert list(m) == ["twice", "thrice", "Point", "COUNT"]
    assert {"twice", "thrice", "Point", "COUNT", "reload"} <= set(dir(m))
    assert "twice" in m and "nothing" not in m
    assert m.COUNT == 4
    assert m.twice is m.twice and m["twice"] is m.twice
    assert m.twice.__name__ == "twice"
    assert "float twice(float x)" in m.twice.__doc__ and "int twice(int x)" in m.twice.__doc__
    assert "norm" in m.Point.__doc__
    assert repr(m.twice) == "<frit function twice>"
    with pytest.raises(AttributeError, match="did you mean twice"):
        m.twize
    with pytest.raises(AttributeError):
        m.twice = 3
    assert "float twice" in m.text


def test_overloads() -> None:
    m = frit.load_module(source=GOOD)
    assert type(m.twice(2)) is int and type(m.twice(2.0)) is float
    assert m.twice(np.arange(3, dtype=np.int32)).dtype == np.int32
    assert m.twice(np.arange(3, dtype=np.float32)).dtype == np.float32


def test_types_of_the_language() -> None:
    m = frit.load_module(source=GOOD)
    assert np.array_equal(m.float3(1, 2, 3), np.array([1, 2, 3], np.float32))
    assert m.float3(1, 2, 3).dtype == np.float32
    u, v = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    assert np.array_equal(m.float2(u, v), np.stack([u, v], -1))
    assert m.int(2.7) == 2 and type(m.int(2.7)) is int
    assert m.float3.ir_type == "f32x3"
    assert m.float2x2(1, 2, 3, 4).shape == (2, 2)


def test_errors_have_all_places() -> None:
    with pytest.raises(frit.CompileError) as caught:
        text = "float f(float x) { return expp(x); }\nfloat g() { return y; }"
        frit.load_module(source=text, name="w")
    error = caught.value
    assert isinstance(error, ValueError)
    assert [(d.line, d.kind) for d in error.diagnostics if d.kind == "error"] == [
        (1, "error"),
        (2, "error"),
    ]
    text = str(error)
    assert "w:1:" in text and "expp" in text and "^" in text
    assert "exp" in error.diagnostics[0].hint


def test_imports(tmp_path: pathlib.Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "shapes.slang").write_text("float square(float x) { return x * x; }")
    main = "import shapes;\nfloat quartic(float x) { return square(square(x)); }"
    m = frit.load_module(source=main, search=[tmp_path / "lib"])
    assert m.quartic(2.0) == 16.0
    assert frit.load_module(source=main, search=str(tmp_path / "lib")).quartic(1.0) == 1.0
    with pytest.raises(frit.CompileError, match="shapes"):
        frit.load_module(source=main)
    (tmp_path / "lib" / "main.slang").write_text(main)
    assert frit.load_module(tmp_path / "lib" / "main.slang").quartic(2.0) == 16.0


def test_files_that_are_included(tmp_path: pathlib.Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "a.h").write_text('#pragma once\n#include "b.h"\nfloat a(float x) { return B * x; }')
    (tmp_path / "inc" / "b.h").write_text("#ifndef B\n#define B 3\n#endif")
    (tmp_path / "main.slang").write_text('#include "inc/a.h"\n#include "inc/a.h"\nfloat f(float x) { return a(x); }')
    assert frit.load_module(tmp_path / "main.slang").f(2.0) == 6.0
    assert frit.load_module(tmp_path / "main.slang", defines={"B": 5}).f(2.0) == 10.0
    found = frit.load_module(source="#include <a.h>\n", search=tmp_path / "inc")
    assert found.a(1.0) == 3.0
    with pytest.raises(frit.CompileError, match="main.slang:1:1: error: the file inc/a.h was not found"):
        frit.load_module(source='#include "inc/a.h"\nfloat f(float x) { return a(x); }', name="main.slang")
    (tmp_path / "inc" / "b.h").write_text("#define B )")
    with pytest.raises(frit.CompileError, match=r"a\.h:3:"):
        frit.load_module(tmp_path / "main.slang")
    with pytest.raises(frit.ArgumentError, match="no name of a macro"):
        frit.load_module(source="float f() { return 1; }", defines={"a b": 1})


def test_what_has_errors_is_refused_by_itself() -> None:
    text = """
        cbuffer Scene : register(b0) { float exposure; };
        struct Bad { float a; RWTexture2D<float> t; };
        float good(float x) { return 2 * x; }
        float broken(float x) { return x + ; }
        float unknown(float x) { return exposure * x; }
        float caller(float x) { return good(broken(x)); }
        float member(Bad b) { return b.a; }
        float lit(float x, cbuffer y) { return x; }
    """
    m = frit.load_module(source=text, name="scene")
    x = np.arange(3, dtype=np.float32)
    assert np.array_equal(m.good(x), 2 * x)
    assert np.array_equal(m.unknown(x, exposure=0.5), 0.5 * x)
    assert set(m.refused) == {"Bad", "broken", "caller", "member", "lit"}
    for name, words in (
        ("broken", "expected an expression"),
        ("caller", "expected an expression"),
        ("lit", "cbuffer"),
    ):
        assert words in m.refused[name] and "^" in m.refused[name]
        for _ in range(2):  # each time
            with pytest.raises(frit.Error, match=words):
                getattr(m, name)(*([x] * (2 if name == "lit" else 1)))
    with pytest.raises(AttributeError):
        m.nothing
    with pytest.raises(frit.CompileError, match="cbuffer"):
        frit.load_module(source=text, strict=True)
    with pytest.raises(frit.CompileError, match="expected an expression"):
        frit.load_module(source="float broken(float x) { return x + ; }")


def test_a_number_beats_a_nan() -> None:
    m = frit.load_module(source="""
        float hi(float x, float y) { return max(x, y); }
        float lo(float3 x, float3 y) { return min(x, y).y; }
        float zero(float x) { return max(0.0, x) + max(x, 0.0) + saturate(x) + clamp(x, 0, 1); }
        int whole(int x, int y) { return max(x, y) - min(x, y); }
    """)
    nan, one = np.float32(np.nan), np.float32(1)
    x, y = np.array([nan, one, nan, 2], np.float32), np.array([one, nan, nan, 1], np.float32)
    assert np.array_equal(m.hi(x, y), np.fmax(x, y), equal_nan=True)
    assert np.array_equal(m.lo(np.stack([x] * 3, -1), np.stack([y] * 3, -1)), np.fmin(x, y), equal_nan=True)
    assert np.array_equal(m.zero(x), np.array([0, 4, 0, 6], np.float32))
    assert m.whole(3, 8) == 5


def test_reload(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "changing.slang"
    path.write_text("float f(float x) { return x + 1; }\nfloat gone(float x) { return x; }")
    m = frit.load_module(path)
    f, gone = m.f, m.gone
    declared = f.declare(frit.vmapping(0))
    x = np.arange(4, dtype=np.float32)
    assert np.array_equal(f(x), x + 1) and np.array_equal(declared(x), x + 1)

    @frit.fuse
    def fused(x: Any) -> Any:
        return m.f(x) * 2 + f(x)

    assert np.array_equal(fused(x), (x + 1) * 3) and np.array_equal(fused(x), (x + 1) * 3)
    path.write_text("float f(float x) { return x +; }")
    with pytest.raises(frit.CompileError):
        m.reload()
    assert np.array_equal(f(x), x + 1)  # all as before
    path.write_text("float f(float x) { return x + 10; }")
    assert m.reload() is m
    assert np.array_equal(f(x), x + 10) and m.f is f
    assert np.array_equal(declared(x), x + 10)
    assert np.array_equal(fused(x), (x + 10) * 3)
    assert "gone" not in m and not hasattr(m, "gone")
    with pytest.raises(frit.Error):
        gone(x)


def test_reload_of_text() -> None:
    m = frit.load_module(source="float f(float x) { return x; }")
    assert m.f(1.0) == 1.0
    m.reload("float f(float x) { return 2 * x; }")
    assert m.f(1.0) == 2.0
    with pytest.raises(frit.ArgumentError):
        m.reload()


def test_looking_into_a_call() -> None:
    m = frit.load_module(source=GOOD)
    x = np.zeros(5, np.float32)
    assert "float" in m.twice.resolve(x)
    program = m.twice.program(x)
    assert isinstance(program, frit.Program) and program.inputs[0].type.startswith("f32[")
    assert len(m.twice.explain(x).kernels) == 1 == len(frit.explain(m.twice, x).kernels)


def test_generic_structs() -> None:
    m = frit.load_module(
        source="struct Pair<T> { T a; T b; T sum() { return a + b; } }"
        " float f(Pair<float> p) { return p.sum(); }"
    )
    assert m.f({"a": 1.0, "b": 2.0}) == 3.0
    assert m["Pair<float>"](a=1.5, b=2.0).sum() == 3.5
    pair = m["Pair<float>"](a=np.ones(3, np.float32), b=2.0)
    assert np.array_equal(m.f(pair), np.full(3, 3, np.float32))
    g = frit.load_module(source="T twice<T : IArithmetic>(T x) { return x + x; }")
    assert g.twice(2) == 4 and type(g["twice<float>"](2)) is float
    with pytest.raises(frit.Error):
        g["thrice<float>"]
