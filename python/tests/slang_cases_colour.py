"""NumPy versions of examples/slang: tone mapping, colour spaces, palettes, shading."""

from __future__ import annotations

import colorsys
import math
from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, each, ints, reals, units, vectors

LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
# https://www.w3.org/Graphics/Color/sRGB: the primaries and the white point, from which the matrices follow.
RGB_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def lights(rng: np.random.Generator) -> np.ndarray:
    return np.exp(rng.normal(-1.0, 1.5, (ELEMENTS, 3))).astype(np.float32)


def reinhard_luminance(c: np.ndarray, white: float) -> np.ndarray:
    y = c @ LUMINANCE
    return c * ((1 + y / white**2) / (1 + y))[:, None]


def aces(x: np.ndarray) -> np.ndarray:
    numerator, denominator = np.poly1d([2.51, 0.03, 0]), np.poly1d([2.43, 0.59, 0.14])
    return np.clip(numerator(x) / denominator(x), 0, 1)


def hable(c: np.ndarray, exposure: float, white: float = 11.2) -> np.ndarray:
    def curve(x: Any) -> Any:
        return np.polyval([0.15, 0.05, 0.004], x) / np.polyval([0.15, 0.5, 0.06], x) - 0.02 / 0.3

    return curve(c * exposure) / curve(white)


def agx(c: np.ndarray) -> np.ndarray:
    inset = np.array(
        [
            [0.842479062253094, 0.0784335999999992, 0.0792237451477643],
            [0.0423282422610123, 0.878468636469772, 0.0791661274605434],
            [0.0423756549057051, 0.0784336, 0.879142973793104],
        ]
    )
    v = np.log2(np.maximum(c, 1e-10) @ inset.T)
    v = np.interp(v, [-12.47393, 4.026069], [0, 1])
    v = np.polyval([15.5, -40.14, 31.96, -6.868, 0.4298, 0.1191, -0.00232], v)
    return np.clip(np.linalg.solve(inset, v[..., None])[..., 0], 0, 1)


def tonemap(c: np.ndarray, filmic: float, saturation: float) -> np.ndarray:
    mapped = (1 - filmic) * np.clip(c, 0, 1) + filmic * aces(c)
    grey = (mapped @ LUMINANCE)[:, None]
    return grey + saturation * (mapped - grey)


def encode(x: np.ndarray) -> np.ndarray:
    return np.where(
        x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-9), 1 / 2.4) - 0.055
    )


def decode(x: np.ndarray) -> np.ndarray:
    return np.where(x <= 0.04045, x / 12.92, ((np.maximum(x, 0) + 0.055) / 1.055) ** 2.4)


def oklab(c: np.ndarray) -> np.ndarray:
    m1 = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    m2 = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.cbrt(c @ m1.T) @ m2.T


def ycbcr(c: np.ndarray, *_: Any) -> tuple[np.ndarray, ...]:
    r, g, b = c.T
    y = 0.299 * r + 0.587 * g + 0.114 * b
    return y, np.stack([(b - y) / 1.772 + 0.5, (r - y) / 1.402 + 0.5], 1)


def heat(t: np.ndarray) -> np.ndarray:
    stops = [
        [0, 0, 0],
        [0.35, 0.05, 0.4],
        [0.85, 0.25, 0.25],
        [1, 0.7, 0.2],
        [1, 1, 0.9],
    ]
    places = np.linspace(0, 1, 5)
    return np.stack([np.interp(t, places, channel) for channel in zip(*stops, strict=True)], 1)


def rainbow(index: np.ndarray) -> np.ndarray:
    table = np.array(
        [
            [0.9, 0.1, 0.1],
            [1.0, 0.55, 0.1],
            [0.95, 0.9, 0.2],
            [0.2, 0.7, 0.25],
            [0.15, 0.35, 0.85],
            [0.5, 0.2, 0.7],
        ]
    )
    return table[index % 6]


def bayer(n: int) -> np.ndarray:
    """Built up from 2 x 2, as the matrix is defined."""
    m = np.zeros((1, 1), int)
    for _ in range(n):
        m = np.block([[4 * m, 4 * m + 2], [4 * m + 3, 4 * m + 1]])
    return m


def dither(brightness: np.ndarray, at: np.ndarray) -> np.ndarray:
    return (brightness * 16 > bayer(2)[at[:, 1] % 4, at[:, 0] % 4] + 0.5).astype(float)


def ggx(cosine: np.ndarray, roughness: np.ndarray) -> np.ndarray:
    # By the tangent of the angle between the normal and the half vector, as Walter et al. (2007) have it.
    a = roughness**2
    tan2 = 1 / cosine**2 - 1
    return a**2 / (math.pi * cosine**4 * (a**2 + tan2) ** 2)


def smith(v: np.ndarray, light: np.ndarray, roughness: np.ndarray) -> np.ndarray:
    k = (roughness + 1) ** 2 / 8
    return v / (v + k - v * k) * (light / (light + k - light * k))


def shade(
    albedo: Any, roughness: Any, metallic: Any, n: np.ndarray, v: np.ndarray, light: np.ndarray
) -> np.ndarray:
    nl, nv = (n * light).sum(-1), (n * v).sum(-1)
    seen = (nl > 0) & (nv > 0)
    h = v + light
    h = h / np.linalg.norm(h, axis=-1, keepdims=True)
    metallic = np.asarray(metallic)[..., None]
    f0 = 0.04 * (1 - metallic) + metallic * albedo
    f = f0 + (1 - f0) * (1 - np.clip((h * v).sum(-1), 0, 1))[..., None] ** 5
    with np.errstate(divide="ignore", invalid="ignore"):
        lobe = ggx((n * h).sum(-1), roughness) * smith(nv, nl, roughness) / (4 * nl * nv)
        c = (f * lobe[..., None] + (1 - f) * (1 - metallic) * albedo / math.pi) * nl[..., None]
    return np.where(seen[..., None], c, 0)


def shade_surface(s: dict[str, Any], n: Any, v: Any, light: Any) -> np.ndarray:
    return shade(s["albedo"], s["roughness"], s["metallic"], n, v, light)


def sphere(uv: np.ndarray, albedo: Any, roughness: Any, metallic: Any) -> np.ndarray:
    r2 = (uv**2).sum(-1)
    n = np.concatenate([uv, np.sqrt(np.maximum(0.9 - r2, 0))[..., None]], -1) / math.sqrt(0.9)
    v = np.broadcast_to([0.0, 0.0, 1.0], n.shape)
    total = 0.05 * np.asarray(albedo)
    for weight, light in ((3, (0.6, 0.7, 0.8)), (1, (-0.8, 0.2, 0.3))):
        direction = np.broadcast_to(np.array(light) / np.linalg.norm(light), n.shape)
        total = total + weight * shade(albedo, roughness, metallic, n, v, direction)
    return np.where((r2 > 0.9)[..., None], 0.02, total)


def facing(rng: np.random.Generator) -> tuple[Any, ...]:
    surface = {
        "albedo": vectors(rng, 3, 0, 1),
        "roughness": reals(rng, lo=0.2),
        "metallic": reals(rng),
    }
    return surface, units(rng), units(rng), units(rng)


def rgb(rng: np.random.Generator) -> tuple[np.ndarray]:
    return (vectors(rng, 3, 0, 1),)


CASES = [
    Case("tonemap", "reinhard", lambda r: (lights(r),), lambda c: 1 - 1 / (1 + c)),
    Case("tonemap", "reinhard_luminance", lambda r: (lights(r), 4.0), reinhard_luminance),
    Case("tonemap", "aces", lambda r: (lights(r),), aces),
    Case("tonemap", "hable", lambda r: (lights(r), 2.0), hable),
    Case("tonemap", "hable", lambda r: (lights(r), 2.0, 6.0), hable),
    Case("tonemap", "agx", lambda r: (lights(r),), agx, 2e-5),
    Case("tonemap", "tonemap", lambda r: (lights(r), 1, 0.5), tonemap),
    Case("colour", "luminance", rgb, lambda c: c @ LUMINANCE),
    Case("colour", "srgb_encode", lambda r: (reals(r, hi=1.2),), encode),
    Case("colour", "srgb_decode", lambda r: (reals(r, hi=1.2),), decode),
    Case("colour", "linear_to_srgb", rgb, encode),
    Case("colour", "srgb_to_linear", rgb, decode),
    Case(
        "colour",
        "rgb_to_hsv",
        rgb,
        lambda c: np.array([colorsys.rgb_to_hsv(*row) for row in c.tolist()]),
    ),
    Case(
        "colour",
        "hsv_to_rgb",
        rgb,
        lambda c: np.array([colorsys.hsv_to_rgb(*row) for row in c.tolist()]),
    ),
    Case("colour", "rgb_to_xyz", rgb, lambda c: np.einsum("ij,nj->ni", RGB_TO_XYZ, c)),
    Case("colour", "xyz_to_rgb", rgb, lambda c: np.linalg.solve(RGB_TO_XYZ, c.T).T),
    Case("colour", "linear_to_oklab", rgb, oklab, 2e-5),
    Case(
        "colour",
        "oklab_to_linear",
        lambda r: (oklab(vectors(r, 3, 0, 1).astype(float)).astype(np.float32),),
        lambda lab: np.array([invert_oklab(row) for row in lab]),
        1e-4,
    ),
    Case(
        "colour",
        "rgb_to_ycbcr",
        lambda r: (
            vectors(r, 3, 0, 1),
            np.zeros(ELEMENTS, np.float32),
            np.zeros((ELEMENTS, 2), np.float32),
        ),
        ycbcr,
        outs=(1, 2),
        void=True,
    ),
    Case("palette", "rainbow", lambda r: (ints(r, 0, 100),), rainbow),
    Case("palette", "heat", lambda r: (reals(r, lo=-0.1, hi=1.1),), heat),
    Case("palette", "dither", lambda r: (reals(r), ints(r, 0, 50, ELEMENTS, 2)), dither, 0),
    Case(
        "palette",
        "over",
        lambda r: (vectors(r, 4, 0, 1), vectors(r, 4, 0, 1)),
        lambda a, b: a + b - a[:, 3:] * b,
    ),
    Case("pbr", "ggx", lambda r: (reals(r, lo=0.1), reals(r, lo=0.2)), ggx, 1e-4),
    Case(
        "pbr",
        "schlick",
        lambda r: (reals(r), vectors(r, 3, 0, 1)),
        lambda c, f0: 1 - (1 - f0) * (1 - (1 - c[:, None]) ** 5),
    ),
    Case("pbr", "smith", lambda r: (reals(r), reals(r), reals(r)), smith),
    Case("pbr", "shade", facing, shade_surface, 1e-4),
    Case(
        "pbr",
        "sphere",
        lambda r: (vectors(r, 2, -1, 1), vectors(r, 3, 0, 1), reals(r, lo=0.2), reals(r)),
        sphere,
        1e-4,
    ),
    Case(
        "fractal",
        "cosine_palette",
        lambda r: (reals(r),),
        each(lambda t: [0.5 + 0.5 * math.cos(6.2831853 * (t + d)) for d in (0, 0.33, 0.67)]),
    ),
]


def invert_oklab(lab: np.ndarray) -> np.ndarray:
    """The colour whose Oklab it is, by Newton's method on the other direction."""
    c = np.full(3, 0.5)
    for _ in range(40):
        h = 1e-6
        slope = np.stack([(oklab(c + h * e) - oklab(c - h * e)) / (2 * h) for e in np.eye(3)], 1)
        c = np.maximum(c + np.linalg.solve(slope, lab - oklab(c)), 1e-7)
    return c
