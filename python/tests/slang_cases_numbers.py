"""NumPy versions of examples/slang: integers, bits, dates, arrays, generics, and images."""

from __future__ import annotations

import calendar
import datetime
import math
import sys
from typing import Any

import numpy as np
from slang_case import ELEMENTS, Case, Sampler, each, ints, reals, vectors, words


def small(rng: np.random.Generator, lo: int, hi: int) -> np.ndarray:
    return rng.integers(lo, hi, ELEMENTS, dtype=np.uint32)


def halton(n: int, base: int) -> float:
    text = np.base_repr(n, base)
    return sum(int(digit, base) / base ** (i + 1) for i, digit in enumerate(reversed(text)))


def collatz(n: int) -> int:
    return 0 if n == 1 else 1 + collatz(3 * n + 1 if n % 2 else n // 2)


sys.setrecursionlimit(max(sys.getrecursionlimit(), 3000))


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def fizzbuzz(n: int) -> int:
    return (3 if n % 3 == 0 else 1) * (5 if n % 5 == 0 else 1) * (n % 3 == 0 or n % 5 == 0)


def fibonacci(n: int) -> int:
    m = np.linalg.matrix_power(np.array([[1, 1], [1, 0]], object), n)
    return int(m[0, 1]) % 2**64


def morton(row: list[int]) -> int:
    return sum((row[0] >> i & 1) << 2 * i | (row[1] >> i & 1) << (2 * i + 1) for i in range(16))


EPOCH = datetime.date(1970, 1, 1)


def dates(rng: np.random.Generator) -> dict[str, np.ndarray]:
    days = rng.integers(-700_000, 2_900_000, ELEMENTS)
    found = [EPOCH + datetime.timedelta(int(d)) for d in days]
    return {
        "year": np.array([d.year for d in found], np.int32),
        "month": np.array([d.month for d in found], np.int32),
        "day": np.array([d.day for d in found], np.int32),
    }


def date_from_days(days: np.ndarray) -> dict[str, np.ndarray]:
    found = [EPOCH + datetime.timedelta(int(d)) for d in days]
    return {name: np.array([getattr(d, name) for d in found]) for name in ("year", "month", "day")}


def days_from_date(d: dict[str, np.ndarray]) -> np.ndarray:
    return each(lambda y, m, day: (datetime.date(y, m, day) - EPOCH).days)(*d.values())


def histogram(v: np.ndarray) -> np.ndarray:
    return np.stack([np.histogram(row, 4, (0, 1))[0] for row in v])


def regression(v: np.ndarray) -> np.ndarray:
    return np.polyfit(np.arange(6), v.T, 1).T


def summarise(v: np.ndarray) -> dict[str, np.ndarray]:
    return {
        "mean": v.mean(1),
        "deviation": v.std(1, ddof=1),
        "lowest": v.min(1),
        "highest": v.max(1),
    }


def rsqrt_guess(x: np.ndarray) -> np.ndarray:
    return 1 / np.sqrt(x)


# ---- images: all pixels of a picture, read at every place of a grid


def picture(rng: np.random.Generator) -> np.ndarray:
    return rng.random((13, 17, 3), dtype=np.float32)


def places(height: int, width: int) -> np.ndarray:
    """(x, y) of every pixel."""
    y, x = np.mgrid[:height, :width]
    return np.stack([x, y], -1).astype(np.int32)


def framed(image: np.ndarray, border: int) -> np.ndarray:
    return np.pad(image, ((border, border), (border, border), (0, 0)), "edge")


def windows(image: np.ndarray, radius: int) -> list[tuple[int, int, np.ndarray]]:
    """(dx, dy, the picture moved by them)."""
    height, width, _ = image.shape
    big = framed(image, radius)
    span = range(2 * radius + 1)
    return [
        (x - radius, y - radius, big[y : y + height, x : x + width]) for y in span for x in span
    ]


def blur(image: np.ndarray, _: Any) -> np.ndarray:
    return np.mean([part for _, _, part in windows(image, 1)], axis=0)


def sobel(image: np.ndarray, _: Any) -> np.ndarray:
    grey = framed(image, 1) @ [0.299, 0.587, 0.114]
    # Smooth one way, differ the other.
    across = grey[:, 2:] - grey[:, :-2]
    down = grey[2:] - grey[:-2]
    gx = across[:-2] + 2 * across[1:-1] + across[2:]
    gy = down[:, :-2] + 2 * down[:, 1:-1] + down[:, 2:]
    return np.hypot(gx, gy)


def sharpen(image: np.ndarray, _: Any, amount: float) -> np.ndarray:
    around = sum(part for x, y, part in windows(image, 1) if abs(x) + abs(y) == 1)
    return np.clip(image * (1 + amount) - amount * around / 4, 0, 1)


def bilateral(image: np.ndarray, _: Any, radius: int, spread: float) -> np.ndarray:
    total, weights = np.zeros(image.shape), np.zeros((*image.shape[:2], 1))
    for x, y, part in windows(image, radius):
        far = (x * x + y * y) / radius**2 + ((part - image) ** 2).sum(2, keepdims=True) / spread**2
        w = np.exp(-far / 2)
        total, weights = total + w * part, weights + w
    return total / weights


ADDRESSES = ("clamp", "wrap", "border", "mirror")


def sample(image: np.ndarray, s: Sampler, uv: np.ndarray) -> np.ndarray:
    """One point at a time, as a person would."""
    height, width, _ = image.shape
    out = np.zeros((*uv.shape[:-1], 3))

    def texel(x: int, y: int) -> np.ndarray:
        if s.address == "wrap":
            return image[y % height, x % width]
        if s.address == "mirror":
            x, y = x % (2 * width), y % (2 * height)
            return image[min(y, 2 * height - 1 - y), min(x, 2 * width - 1 - x)]
        if s.address == "border" and not (0 <= x < width and 0 <= y < height):
            return np.zeros(3)
        return image[min(max(y, 0), height - 1), min(max(x, 0), width - 1)]

    for place in np.ndindex(uv.shape[:-1]):
        x, y = uv[place][0] * width, uv[place][1] * height
        if s.filter == "nearest":
            out[place] = texel(math.floor(x), math.floor(y))
            continue
        x, y = x - 0.5, y - 0.5
        x0, y0 = math.floor(x), math.floor(y)
        for dx in (0, 1):
            for dy in (0, 1):
                weight = (1 - abs(x - x0 - dx)) * (1 - abs(y - y0 - dy))
                out[place] += weight * texel(x0 + dx, y0 + dy)
    return out


def swirl(image: np.ndarray, s: Sampler, uv: np.ndarray, strength: float) -> np.ndarray:
    z = (uv[..., 0] - 0.5) + 1j * (uv[..., 1] - 0.5)
    z = z * np.exp(1j * strength * np.exp(-8 * abs(z) ** 2)) + 0.5 + 0.5j
    return sample(image, s, np.stack([z.real, z.imag], -1))


def life(grid: np.ndarray, _: Any) -> np.ndarray:
    ring = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    count = sum(np.roll(grid, shift, (0, 1)) for shift in ring)
    return ((count == 3) | (grid.astype(bool) & (count == 2))).astype(int)


def textured(filter: str, address: str) -> Case:
    return Case(
        "image",
        "sample_texture",
        lambda r: (picture(r), Sampler(filter, address), vectors(r, 2, -1.5, 2.5)),
        sample,
        1e-4,
        share=0.99,
    )


def pixels(r: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    return picture(r), places(13, 17)


def high_half(a: int, b: int) -> int:
    return a * b >> 64


def longs(rng: np.random.Generator) -> np.ndarray:
    return rng.integers(0, 2**64, ELEMENTS, dtype=np.uint64)


CASES = [
    Case("numbers", "gcd", lambda r: (ints(r, -999, 999), ints(r, -999, 999)), each(math.gcd), 0),
    Case("numbers", "halton", lambda r: (small(r, 1, 9999), small(r, 2, 8)), each(halton), 1e-6),
    Case("numbers", "collatz", lambda r: (small(r, 1, 5000),), each(collatz), 0),
    Case("numbers", "is_prime", lambda r: (small(r, 0, 3000),), each(is_prime), 0),
    Case("numbers", "fizzbuzz", lambda r: (ints(r, 1, 1000),), each(fizzbuzz), 0),
    Case("numbers", "fibonacci", lambda r: (small(r, 0, 94),), each(fibonacci, np.uint64), 0),
    Case("numbers", "integer_sqrt", lambda r: (ints(r, 0, 2**31 - 1),), each(math.isqrt), 0),
    Case(
        "numbers",
        "power_mod",
        lambda r: (words(r), words(r), words(r) | np.uint32(1)),
        each(pow),
        0,
    ),
    Case("bits", "gray_code", lambda r: (words(r),), lambda n: (n >> 1) ^ n, 0),
    Case(
        "bits",
        "gray_decode",
        lambda r: (words(r),),
        lambda g: np.bitwise_xor.reduce([g >> np.uint32(i) for i in range(32)]),
        0,
    ),
    Case("bits", "morton", lambda r: (words(r, ELEMENTS, 2) >> np.uint32(16),), each(morton), 0),
    Case(
        "bits",
        "is_power_of_two",
        lambda r: (small(r, 0, 70),),
        each(lambda n: n in [2**i for i in range(32)]),
        0,
    ),
    Case(
        "bits",
        "next_power_of_two",
        lambda r: (small(r, 1, 2**31),),
        each(lambda n: 1 << (n - 1).bit_length()),
        0,
    ),
    Case(
        "bits",
        "reverse_bits",
        lambda r: (words(r),),
        each(lambda n: int(f"{n:032b}"[::-1], 2)),
        0,
    ),
    Case("bits", "count_bits", lambda r: (words(r),), each(int.bit_count), 0),
    Case(
        "bits",
        "pack_unorm",
        lambda r: (vectors(r, 4, -0.2, 1.2),),
        lambda c: (
            np.rint(np.clip(c.astype(np.float32), 0, 1) * np.float32(255))
            .astype("u1")
            .view("<u4")[:, 0]
        ),
        0,
    ),
    Case(
        "bits",
        "unpack_unorm",
        lambda r: (words(r),),
        lambda w: w.astype("<u4").view("u1").reshape(-1, 4) / 255,
        1e-6,
    ),
    Case("bits", "quick_rsqrt", lambda r: (reals(r, lo=0.01, hi=100),), rsqrt_guess, 2e-3),
    Case("bits", "multiply_high", lambda r: (longs(r), longs(r)), each(high_half, np.uint64), 0),
    Case("dates", "is_leap", lambda r: (ints(r, 1, 3000),), each(calendar.isleap), 0),
    Case(
        "dates",
        "days_in_month",
        lambda r: (ints(r, 1, 3000), ints(r, 1, 13)),
        each(lambda y, m: calendar.monthrange(y, m)[1]),
        0,
    ),
    Case("dates", "days_from_date", lambda r: (dates(r),), days_from_date, 0),
    Case("dates", "date_from_days", lambda r: (ints(r, -700_000, 2_900_000),), date_from_days, 0),
    Case(
        "dates",
        "weekday",
        lambda r: tuple(dates(r).values()),
        each(lambda y, m, d: datetime.date(y, m, d).isoweekday() % 7),
        0,
    ),
    Case("sort", "sort4", lambda r: (vectors(r, 4),), lambda v: np.sort(v, 1), 0),
    Case("sort", "sort8", lambda r: (vectors(r, 8),), lambda v: np.sort(v, 1), 0),
    Case("sort", "sort_any", lambda r: (vectors(r, 5),), lambda v: np.sort(v, 1), 0),
    Case("sort", "sort_any", lambda r: (ints(r, 0, 9, ELEMENTS, 7),), lambda v: np.sort(v, 1), 0),
    Case("sort", "median9", lambda r: (vectors(r, 9),), lambda v: np.median(v, 1), 0),
    Case(
        "sort",
        "insertion_sort",
        lambda r: (ints(r, 0, 9, ELEMENTS, 6),),
        lambda v: np.sort(v, 1),
        0,
    ),
    Case("statistics", "mean", lambda r: (vectors(r, 7),), lambda v: v.mean(1)),
    Case("statistics", "variance", lambda r: (vectors(r, 3),), lambda v: v.var(1, ddof=1)),
    Case("statistics", "summarise", lambda r: (vectors(r, 5),), summarise),
    Case("statistics", "regression", lambda r: (vectors(r, 6),), regression),
    Case("statistics", "arg_max", lambda r: (vectors(r, 8),), lambda v: v.argmax(1), 0),
    Case("statistics", "histogram", lambda r: (vectors(r, 16, 0, 1),), histogram, 0),
    Case(
        "statistics",
        "trimmed_mean",
        lambda r: (vectors(r, 5),),
        lambda v: np.sort(v, 1)[:, 1:-1].mean(1),
    ),
    Case(
        "generic",
        "clamp_to",
        lambda r: (ints(r, -99, 99), -10, 20),
        lambda x, a, b: np.clip(x, a, b),
        0,
    ),
    Case(
        "generic",
        "clamp_to",
        lambda r: (reals(r, lo=-2, hi=2), reals(r, lo=-1, hi=0), reals(r)),
        lambda x, a, b: np.median([x, a, b], axis=0),
        0,
    ),
    Case("generic", "square", lambda r: (ints(r, -99, 99),), lambda x: x**2, 0),
    Case(
        "generic",
        "remap",
        lambda r: (r.uniform(0, 9, ELEMENTS), 0.0, 9.0, 5.0, -5.0),
        lambda x, *_: np.interp(x, [0, 9], [5, -5]),
        1e-14,
    ),
    Case(
        "generic",
        "both",
        lambda r: (reals(r), reals(r)),
        lambda s, d: dict(
            zip(("first", "second"), np.linalg.solve([[1, 1], [1, -1]], [s, d]), strict=True)
        ),
    ),
    Case("generic", "sine7", lambda r: (reals(r, lo=-1, hi=1),), np.sin, 5e-6),
    Case(
        "generic",
        "chebyshev",
        lambda r: (vectors(r, 3), vectors(r, 3)),
        lambda a, b: np.linalg.norm(a - b, np.inf, axis=1),
    ),
    Case("image", "blur3x3", pixels, blur),
    Case("image", "sobel", pixels, sobel),
    Case("image", "sharpen", lambda r: (*pixels(r), 0.7), sharpen),
    Case("image", "bilateral", lambda r: (*pixels(r), 2, 0.3), bilateral),
    Case(
        "image",
        "swirl",
        lambda r: (picture(r), Sampler("linear", "clamp"), vectors(r, 2, 0, 1), 3.0),
        swirl,
        1e-4,
    ),
    *(textured(f, a) for f in ("nearest", "linear") for a in ADDRESSES),
    Case("life", "life", lambda r: (ints(r, 0, 2, 16, 21), places(16, 21)), life, 0),
    Case(
        "life",
        "life_rule",
        lambda r: (ints(r, 0, 2), ints(r, 0, 9)),
        each(lambda alive, n: n == 3 or bool(alive) and n == 2),
        0,
    ),
    Case(
        "life",
        "elementary",
        lambda r: (ints(r, 0, 256), *(ints(r, 0, 2) for _ in range(3))),
        each(lambda rule, a, b, c: int(f"{rule:08b}"[7 - int(f"{a}{b}{c}", 2)])),
        0,
    ),
]
