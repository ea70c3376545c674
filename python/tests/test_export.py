"""Functions of Python as C: compiled, and called through ctypes, they give what the fused ones give."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import frit
import numpy as np
import pytest

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def compiled(made: frit.Exported, folder: Path, *flags: str) -> Any:
    made.save(folder / "made.c")
    library = folder / "made.so"
    command = ["cc", "-std=c11", "-O2", *flags, "-shared", "-fPIC", "-o", str(library)]
    subprocess.run([*command, str(folder / "made.c"), "-lm"], check=True)
    return getattr(ctypes.CDLL(str(library)), made.name)


def call(function: Any, *arrays: np.ndarray[Any, Any]) -> int:
    args: list[Any] = []
    for x in arrays:
        args.append(ctypes.c_void_p(x.ctypes.data))
        if x.ndim:
            args.append((ctypes.c_int64 * x.ndim)(*x.shape))
            args.append((ctypes.c_int64 * x.ndim)(*x.strides))
    return int(function(*args))


@frit.fuse
def standardised(x: Any, scale: float) -> Any:
    centred = x - np.mean(x, axis=1, keepdims=True)
    return centred / np.std(x, axis=1, keepdims=True) * scale


@needs_compiler
def test_a_fused_function(tmp_path: Path) -> None:
    x = np.random.default_rng(1).normal(size=(9, 300)).astype(np.float32)
    made = frit.export(standardised, x, 2.0, openmp=True)
    assert made.name == "standardised" and made.inputs == ("x", "scale")
    assert "int standardised(" in made.header
    function = compiled(made, tmp_path)
    for rows in (x, np.asfortranarray(x[:4, ::3])):
        out = np.zeros(rows.shape, np.float32)
        scale = np.array(2.0)
        assert call(function, rows, scale, out) == 0
        assert out.tobytes() == np.asarray(standardised(rows, 2.0)).tobytes()


@needs_compiler
def test_a_program_and_its_names(tmp_path: Path) -> None:
    program = frit.Program.parse(
        "program halves(x: f64[n,n]) -> (top, t) { top = slice(x, stop=[2]) t = transpose(x) }"
    )
    made = frit.export(program, name="renamed", header="made.h")
    assert made.name == "renamed" and made.inputs == ("x",)
    assert '#include "made.h"' in made.source
    function = compiled(made, tmp_path, "-I", str(tmp_path))
    x = np.random.default_rng(2).normal(size=(5, 5))
    top, turned = np.zeros((2, 5)), np.zeros((5, 5))
    assert call(function, x, top, turned) == 0
    assert (top == x[:2]).all() and (turned == x.T).all()


@needs_compiler
def test_a_function_of_a_module(tmp_path: Path) -> None:
    module = frit.load_module(source="float mad(float a, float b, float c) { return a * b + c; }")
    a = np.linspace(0, 1, 40, dtype=np.float32)
    made = frit.export(module.mad, a, a, a)
    out = np.zeros_like(a)
    assert call(compiled(made, tmp_path), a, a, a, out) == 0
    assert out.tobytes() == np.asarray(module.mad(a, a, a)).tobytes()


def test_what_cannot_be_exported() -> None:
    x = np.ones(3)
    with pytest.raises(frit.ArgumentError, match="no single program"):
        frit.export(lambda v: print(v) or v, x)
    with pytest.raises(frit.ArgumentError, match="cannot be the name"):
        frit.export(standardised, np.ones((2, 2), np.float32), 1.0, name="int")
    with pytest.raises(TypeError, match="a function or a frit.Program"):
        frit.export("x + 1")
