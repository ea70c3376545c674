"""What several tests compare with: NumPy's dtypes, small arrays of each, and closeness."""

from __future__ import annotations

from typing import Any

import numpy as np

import frit

BOOL = ["bool"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
REAL = BOOL + INTEGERS + FLOATS
ALL = REAL + COMPLEX


def sample(dtype: str, shape: tuple[int, ...] = (3, 4), seed: int = 0, size: float = 4.0) -> Any:
    """Numbers of a dtype, of both signs where it has them."""
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(shape) < 0.5
    if dtype.startswith("complex"):
        real, imag = rng.uniform(-size, size, (2, *shape))
        return (real + 1j * imag).astype(dtype)
    low = 0 if dtype.startswith("u") else -size
    return rng.uniform(low, size, shape).astype(dtype)


def of(dtype: Any) -> float:
    """The tolerance for results of a dtype: a few units of the last place."""
    kind = np.dtype(dtype)
    if kind.kind not in "fc":
        return 0.0
    return float(8 * np.finfo(kind).eps)


def same(result: Any, expected: Any, tolerance: float | None = None) -> None:
    """The same dtype, shape and (nearly) the same values."""
    expected = np.asarray(expected)
    assert isinstance(result, frit.Array), f"{type(result)} is not a frit.Array"
    assert result.dtype == expected.dtype, f"{result.dtype} instead of {expected.dtype}"
    assert result.shape == expected.shape, f"{result.shape} instead of {expected.shape}"
    rtol = of(expected.dtype) if tolerance is None else tolerance
    np.testing.assert_allclose(np.asarray(result), expected, rtol=rtol, atol=rtol, equal_nan=True)


def identical(result: Any, expected: Any) -> None:
    """The same dtype, shape and values."""
    same(result, expected, 0.0)
