"""What a type checker makes of a program that uses frit."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import frit
import pytest

PROGRAM = """
import frit
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@frit.fuse
def scaled(x: Vector, a: float = 2.0) -> Vector:
    return np.asarray(a * x, np.float32)


@frit.fuse(static_argnames="n", maxsize=4)
def power(x: Vector, n: int) -> Vector:
    return x**n


class Model:
    def __init__(self, w: Vector) -> None:
        self.w = w

    @frit.fuse
    def forward(self, x: Vector) -> Vector:
        return x * self.w


x = np.ones(3, np.float32)
y: Vector = scaled(x, a=3.0)
z: Vector = power(x, 2)
w: Vector = Model(x).forward(x)
info: frit.CacheInfo = scaled.cache_info()
hits: int = info.hits
scaled.clear_cache()
table: frit.Signature = scaled.signature(x, 2.0)
plain: Vector = scaled.__wrapped__(x, 1.0)
Model.forward.clear_cache()
kept: frit.Fused[[Vector, int], Vector] = power
"""

WRONG = """
import frit


@frit.fuse
def scaled(x: float, a: float) -> float:
    return a * x


scaled("text", 1.0)
scaled(1.0)
scaled.cache_infos()
result: str = scaled(1.0, 2.0)
"""


PUBLIC = [f"frit.{name}" for name in dir(frit) if name[0] != "_"]
PUBLIC += [f"x.{name}" for name in dir(frit.Array) if name[0] != "_"]
NAMES = "\n".join(["import frit", "x = frit.zeros(1)", *(f"reveal_type({name})" for name in PUBLIC)])


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of the programs."""
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    folder = tmp_path_factory.mktemp("typing")
    (folder / "right.py").write_text(PROGRAM)
    (folder / "wrong.py").write_text(WRONG)
    (folder / "names.py").write_text(NAMES)
    package = str(Path(frit.__file__).parent.parent)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir=cache"]
    made = subprocess.run(
        [*command, "right.py", "wrong.py", "names.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "MYPYPATH": package},
    )
    assert made.returncode == 1, made.stdout + made.stderr
    return made.stdout.splitlines()


@pytest.fixture
def complaints(said: list[str]) -> list[str]:
    """mypy's errors."""
    return [line for line in said if ": error:" in line]


def test_a_program_that_is_right(complaints: list[str]) -> None:
    assert [line for line in complaints if line.startswith("right.py")] == []
    exec(compile(PROGRAM, "right.py", "exec"), {"__name__": "right"})


def test_a_program_that_is_wrong(complaints: list[str]) -> None:
    found = [line for line in complaints if line.startswith("wrong.py")]
    assert [line.split(":")[1] for line in found] == ["10", "11", "12", "13"], found


def test_every_name_has_a_type(said: list[str], complaints: list[str]) -> None:
    """Functions, whatever makes them, and methods, with their parameters."""
    assert [line for line in complaints if line.startswith("names.py")] == []
    seen = [line.partition("Revealed type is ")[2] for line in said if line.startswith("names.py")]
    types = dict(zip(PUBLIC, seen, strict=True))
    anything = {name for name, text in types.items() if text == '"Any"'}
    assert anything <= {"x.base", "x.ctypes"}
    assert types["frit.sum"].startswith('"def (a: ') and types["x.sum"].startswith('"def (axis: ')
    assert types["frit.arccos"] == types["frit.acos"] and "Unary" in types["frit.acos"]
