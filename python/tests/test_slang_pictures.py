"""The pictures of examples/slang: drawn small by frit and by NumPy, and as docs/pictures has them."""

from __future__ import annotations

import struct
import sys
import types
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_slang_examples import CASES, FOLDER, in_double

sys.path.insert(0, str(FOLDER))

import render  # noqa: E402

DOCS = FOLDER.parents[1] / "docs" / "pictures"
# Of the pixels, how many may differ by more than a little: at edges a rounding decides.
MOST_WRONG = {
    "raymarch": 0.02,
    "pathtrace": 0.02,
    "mandelbrot": 0.03,
    "newton": 0.02,
    "filters": 0.04,
}


def load_with_numpy(name: str) -> Any:
    """What stands for a module: its functions are the NumPy versions."""
    module = types.SimpleNamespace()
    for case in CASES:
        if case.file == name:
            reference = case.reference
            setattr(module, case.function, lambda *args, f=reference: f(*map(in_double, args)))
    return module


def read_png(path: Path) -> np.ndarray:
    """The pixels of a file that render.py wrote."""
    data = path.read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    begin = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[begin - 4 : begin])
    rows = np.frombuffer(zlib.decompress(data[begin + 4 : begin + 4 + length]), np.uint8)
    rows = rows.reshape(height, 1 + 3 * width)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], 0, dtype=np.uint8).reshape(height, width, 3)


@pytest.mark.parametrize("name", render.PICTURES)
def test_as_numpy_draws_it(name: str) -> None:
    _, width, height = render.PICTURES[name]
    width, height = width // 5, height // 5
    got = render.render(name, width=width, height=height)
    with np.errstate(all="ignore"):
        right = render.render(name, load_with_numpy, width, height)
    assert got.shape == right.shape == (height, width, 3)
    wrong = (abs(got - right) > 0.01).any(axis=2)
    assert wrong.mean() <= MOST_WRONG.get(name, 0.001)
    assert np.ptp(render.as_bytes(got)) > 100, "there is nothing to see"


@pytest.mark.parametrize("name", render.PICTURES)
def test_as_the_documents_show_it(name: str) -> None:
    shown = read_png(DOCS / f"{name}.png").astype(int)
    drawn = render.as_bytes(render.render(name)).astype(int)
    assert shown.shape == drawn.shape
    assert (abs(shown - drawn) > 2).any(axis=2).mean() <= 0.01


def test_a_png_is_read_back(tmp_path: Path) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    render.write_png(tmp_path / "x.png", pixels)
    assert np.array_equal(read_png(tmp_path / "x.png"), pixels)


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in DOCS.glob("*.png")]
    assert len(sizes) == len(render.PICTURES)
    assert sum(sizes) < 600_000
