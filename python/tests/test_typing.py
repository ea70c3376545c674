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


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """mypy's errors in both programs."""
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    folder = tmp_path_factory.mktemp("typing")
    (folder / "right.py").write_text(PROGRAM)
    (folder / "wrong.py").write_text(WRONG)
    package = str(Path(frit.__file__).parent.parent)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir=cache"]
    made = subprocess.run(
        [*command, "right.py", "wrong.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "MYPYPATH": package},
    )
    assert made.returncode == 1, made.stdout + made.stderr
    return [line for line in made.stdout.splitlines() if ": error:" in line]


def test_a_program_that_is_right(complaints: list[str]) -> None:
    assert [line for line in complaints if line.startswith("right.py")] == []
    exec(compile(PROGRAM, "right.py", "exec"), {"__name__": "right"})


def test_a_program_that_is_wrong(complaints: list[str]) -> None:
    found = [line for line in complaints if line.startswith("wrong.py")]
    assert [line.split(":")[1] for line in found] == ["10", "11", "12", "13"], found
