"""Renders the pictures of examples/slang: functions of one pixel, called over all of them.

    python examples/slang/render.py [--scale 4] [--out FOLDER] [NAME ...]

A picture is a function of (load, width, height), where load("noise").fbm is a function of
noise.slang, and gives colours of shape (height * width, 3). docs/slang.md shows them; a test draws
them small, once more with NumPy.
"""

from __future__ import annotations

import argparse
import functools
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
Load = Callable[[str], Any]


def write_png(path: Path, pixels: np.ndarray) -> None:
    """Writes bytes of shape (height, width, 3): each row is filtered by the one above it."""
    height, width, _ = pixels.shape
    above = np.concatenate([np.zeros((1, width, 3), np.uint8), pixels[:-1]])
    rows = np.empty((height, 1 + 3 * width), np.uint8)
    rows[:, 0] = 2  # "up"
    rows[:, 1:] = (pixels - above).reshape(height, -1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
        + chunk(b"IEND", b"")
    )


def plane(width: int, height: int, middle: tuple[float, float], reach: float) -> np.ndarray:
    """The centres of all pixels, row by row: `reach` is half the shorter side, y goes up."""
    y, x = np.mgrid[:height, :width].reshape(2, -1)
    scale = 2 * reach / min(width, height)
    at = np.stack([x + 0.5 - width / 2, height / 2 - 0.5 - y], 1) * scale + middle
    return at.astype(np.float32)


def grey(values: Any) -> np.ndarray:
    return np.repeat(np.asarray(values)[:, None], 3, 1)


def tiles(width: int, height: int, columns: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Of every pixel the number of its tile, and where in the tile it is: in [-1, 1], y up."""
    y, x = np.mgrid[:height, :width].reshape(2, -1)
    tile = (y * rows // height) * columns + x * columns // width
    side = np.array([width / columns, height / rows])
    at = 2 * np.stack([(x + 0.5) % side[0], (y + 0.5) % side[1]], 1) - side
    return tile, (at * [1, -1] / side.min()).astype(np.float32)


def tile_by_tile(
    draw: list[Callable[[np.ndarray], Any]], tile: np.ndarray, at: np.ndarray
) -> np.ndarray:
    out = np.empty((len(tile), 3))
    for number, function in enumerate(draw):
        out[tile == number] = function(at[tile == number])
    return out


def raymarch(load: Load, width: int, height: int) -> np.ndarray:
    light = np.asarray(load("raymarch").render(plane(width, height, (0, 0), 1)), np.float32)
    return load("colour").linear_to_srgb(load("tonemap").aces(light * np.float32(0.5)))


def pathtrace(load: Load, width: int, height: int) -> np.ndarray:
    at = plane(width, height, (0, 0), 1)
    seeds = np.arange(len(at), dtype=np.uint32)
    light = np.asarray(load("pathtrace").trace(at, seeds, 128, 5), np.float32)
    return load("colour").linear_to_srgb(load("tonemap").aces(light * np.float32(0.8)))


def mandelbrot(load: Load, width: int, height: int) -> np.ndarray:
    return load("fractal").mandelbrot_colour(plane(width, height, (-0.6, 0), 1.15), 300)


def julia(load: Load, width: int, height: int) -> np.ndarray:
    turns = load("fractal").julia(
        plane(width, height, (0, 0), 0.95), np.array([-0.8, 0.156], np.float32), 200
    )
    return load("palette").heat(np.log1p(np.asarray(turns, np.float32)) / np.float32(np.log(201)))


def newton(load: Load, width: int, height: int) -> np.ndarray:
    at = plane(width, height, (0, 0), 1.3)
    turns = np.zeros(len(at), np.int32)
    root = load("fractal").newton(at, turns)
    if isinstance(root, tuple):  # NumPy's version gives what frit's writes into `turns`
        root, turns = root
    hue = np.stack([root / 3 + 0.02, np.full(len(at), 0.6), 0.93 ** np.asarray(turns)], 1)
    return load("colour").hsv_to_rgb(hue.astype(np.float32))


def noise(load: Load, width: int, height: int) -> np.ndarray:
    n = load("noise")
    draw = [
        lambda p: grey(n.value_noise(p * 5 + 40)),
        lambda p: grey(0.5 + 0.7 * np.asarray(n.gradient_noise(p * 5 + 40))),
        lambda p: grey(0.5 + 0.5 * np.asarray(n.simplex_noise(p * 4 + 40))),
        lambda p: grey(1 - np.asarray(n.worley(p * 4 + 40))[:, 0]),
        lambda p: grey(n.fbm(p * 3 + 40, 6)),
        lambda p: grey(np.asarray(n.ridges(p * 3 + 40)) ** 2),
    ]
    return tile_by_tile(draw, *tiles(width, height, 3, 2))


def tones(load: Load, width: int, height: int) -> np.ndarray:
    """A row for each curve; brighter to the right, from 1/16 to 16; hues down each row."""
    t = load("tonemap")
    tile, at = tiles(width, height, 1, 5)
    sides = at / abs(at).max(0)
    hue = np.stack([0.25 * sides[:, 1] + 0.35, np.full(len(at), 0.85), np.ones(len(at))], 1)
    base = np.asarray(load("colour").hsv_to_rgb(hue.astype(np.float32)))
    light = (base * 2.0 ** (4 * sides[:, :1])).astype(np.float32)
    curves = [
        lambda c: np.clip(c, 0, 1),
        t.reinhard,
        t.aces,
        lambda c: np.clip(t.hable(c, 2.0), 0, 1),
        lambda c: np.asarray(t.agx(c)) ** 2.2,
    ]
    linear = tile_by_tile(curves, tile, light)
    return load("colour").linear_to_srgb(linear.astype(np.float32))


def wheel(load: Load, width: int, height: int) -> np.ndarray:
    """Left by HSV, right at one lightness of Oklab."""
    colour = load("colour")

    def hsv(p: np.ndarray) -> np.ndarray:
        angle = np.arctan2(p[:, 1], p[:, 0]) / (2 * np.pi) % 1
        far = np.hypot(*p.T)
        c = colour.hsv_to_rgb(
            np.stack([angle, np.minimum(far, 1), np.ones(len(p))], 1).astype(np.float32)
        )
        return np.where(far[:, None] < 0.95, c, 1)

    def lab(p: np.ndarray) -> np.ndarray:
        colours = np.stack([np.full(len(p), 0.75), 0.13 * p[:, 0], 0.13 * p[:, 1]], 1)
        c = colour.oklab_to_linear(colours.astype(np.float32))
        c = colour.linear_to_srgb(np.clip(c, 0, 1).astype(np.float32))
        return np.where(np.hypot(*p.T)[:, None] < 0.95, c, 1)

    return tile_by_tile([hsv, lab], *tiles(width, height, 2, 1))


def spheres(load: Load, width: int, height: int) -> np.ndarray:
    """Rougher to the right; below as metal."""
    tile, at = tiles(width, height, 5, 2)
    rough = (0.15 + 0.2 * (tile % 5)).astype(np.float32)
    metal = (tile // 5).astype(np.float32)
    gold = np.array([1.0, 0.71, 0.29], np.float32)
    light = np.asarray(load("pbr").sphere(at, gold, rough, metal), np.float32)
    return load("colour").linear_to_srgb(load("tonemap").aces(light * np.float32(0.6)))


def filters(load: Load, width: int, height: int) -> np.ndarray:
    """The ray-marched picture: its edges and four of its neighbours' means, side by side."""
    half = width // 2
    image = np.asarray(raymarch(load, half, height), np.float32).reshape(height, half, 3)
    y, x = np.mgrid[:height, :half]
    at = np.stack([x, y], -1).astype(np.int32)
    edges = np.asarray(load("image").sobel(image, at))[..., None]
    smooth = np.asarray(load("image").bilateral(image, at, 3, 0.15))
    both = np.concatenate([np.repeat(1 - np.clip(edges, 0, 1), 3, 2), smooth], 1)
    return both.reshape(-1, 3)


# Name: (how it is drawn, width and height in the documents).
PICTURES: dict[str, tuple[Callable[[Load, int, int], Any], int, int]] = {
    "raymarch": (raymarch, 320, 200),
    "pathtrace": (pathtrace, 240, 150),
    "mandelbrot": (mandelbrot, 240, 160),
    "julia": (julia, 240, 120),
    "newton": (newton, 160, 160),
    "noise": (noise, 240, 160),
    "tones": (tones, 240, 120),
    "wheel": (wheel, 240, 120),
    "spheres": (spheres, 300, 120),
    "filters": (filters, 320, 100),
}


@functools.cache
def load_with_frit(name: str) -> Any:
    import frit

    return frit.load_module(HERE / f"{name}.slang")


def render(name: str, load: Load = load_with_frit, width: int = 0, height: int = 0) -> np.ndarray:
    """Colours of shape (height, width, 3), mostly in [0, 1]; in the size of the documents, or another."""
    draw, own_width, own_height = PICTURES[name]
    width, height = width or own_width, height or own_height
    return np.asarray(draw(load, width, height)).reshape(height, width, 3)


def as_bytes(colours: np.ndarray) -> np.ndarray:
    return np.rint(np.clip(colours, 0, 1) * 255).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "names", nargs="*", default=list(PICTURES), help="which; all of them when not said"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("."), help="the folder they are written to"
    )
    parser.add_argument("--scale", type=int, default=1, help="how many times as large")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.names:
        if name not in PICTURES:
            parser.error(f"there is no picture called {name}: {', '.join(PICTURES)}")
        _, width, height = PICTURES[name]
        start = time.perf_counter()
        colours = render(name, width=width * args.scale, height=height * args.scale)
        took = time.perf_counter() - start
        path = args.out / f"{name}.png"
        write_png(path, as_bytes(colours))
        print(f"{path}: {colours.shape[1]} x {colours.shape[0]}, {took * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
