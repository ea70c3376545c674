"""Sums, extremes, means, scans against NumPy: all dtypes, axes, shapes."""

from __future__ import annotations

import numpy as np
import pytest
from arrays import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, REAL, identical, of, same, sample

import frit

# A sum of f16 is rounded once here and often in NumPy; both add up in their own order.
LOOSE = {"float16": 2e-2, "float32": 1e-5, "float64": 1e-12, "complex64": 1e-5, "complex128": 1e-12}
AXES = [None, 0, 1, -1, (0, 2), (1,), (), (2, 0, 1)]

NAMES = {
    "sum": ALL,
    "prod": ALL,
    "max": REAL,
    "min": REAL,
    "any": ALL,
    "all": ALL,
    "mean": ALL,
    "var": ALL,
    "std": ALL,
    "ptp": INTEGERS + FLOATS,
    "count_nonzero": ALL,
}


def loose(expected):
    return LOOSE.get(np.asarray(expected).dtype.name, 0.0)


@pytest.mark.parametrize("name", NAMES)
def test_reductions(name):
    for dtype in NAMES[name]:
        x = sample(dtype, (2, 3, 4), size=2)
        for axis in AXES:
            for keepdims in (False, True):
                options = {"axis": axis, "keepdims": keepdims}
                if name == "count_nonzero" and axis is None:
                    options.pop("keepdims")  # NumPy gives a Python int
                expected = getattr(np, name)(x, **options)
                same(getattr(frit, name)(frit.asarray(x), **options), expected, loose(expected))
    if name != "count_nonzero":
        x = sample("float32", (4, 5))
        same(
            getattr(frit.asarray(x), name)(axis=0),
            getattr(x, name, lambda **k: np.ptp(x, 0))(axis=0),
            1e-5,
        )


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "any", "all", "var"])
def test_of_nothing(name):
    for shape in [(0,), (0, 3), (3, 0)]:
        x = np.zeros(shape)
        with np.errstate(all="ignore"):
            import warnings

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = getattr(np, name)(x, axis=0)
        same(getattr(frit, name)(frit.asarray(x), axis=0), expected)


def test_extremes_of_nothing_are_errors():
    for name in ("max", "min", "argmax", "argmin"):
        with pytest.raises(ValueError, match="of nothing"):
            getattr(frit, name)(frit.zeros(0))
        with pytest.raises(ValueError):
            getattr(frit, name)(frit.zeros((0, 3)), axis=0)
        assert getattr(frit, name)(frit.zeros((0, 3)), axis=1).shape == (0,)


def test_nan_is_kept_by_extremes():
    x = np.array([[1.0, np.nan], [3.0, 2.0]])
    identical(frit.max(x, axis=1), np.max(x, axis=1))
    identical(frit.argmax(x, axis=1), np.argmax(x, axis=1))
    identical(frit.argmin(x), np.argmin(x))


@pytest.mark.parametrize(
    "name", ["nansum", "nanprod", "nanmean", "nanmax", "nanmin", "nanvar", "nanstd"]
)
def test_without_nan(name):
    for dtype in ("float32", "float64"):
        x = sample(dtype, (3, 4))
        x[0, 1] = x[2, 2] = np.nan
        for axis in (None, 0, 1):
            expected = getattr(np, name)(x, axis=axis)
            same(getattr(frit, name)(frit.asarray(x), axis=axis), expected, loose(expected))
    assert np.isnan(float(frit.nanmax([np.nan, np.nan])))


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_places(name):
    for dtype in REAL:
        x = sample(dtype, (3, 4, 2))
        for axis in (None, 0, 1, -1):
            for keepdims in (False, True):
                expected = getattr(np, name)(x, axis=axis, keepdims=keepdims)
                identical(
                    getattr(frit, name)(frit.asarray(x), axis=axis, keepdims=keepdims), expected
                )


@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_scans(name):
    for dtype in ALL:
        x = sample(dtype, (3, 4), size=2)
        for axis in (None, 0, 1):
            expected = getattr(np, name)(x, axis=axis)
            same(getattr(frit, name)(frit.asarray(x), axis=axis), expected, loose(expected))


def test_cumulative():
    for dtype in INTEGERS + FLOATS + COMPLEX:
        x = sample(dtype, (3, 4), size=2)
        for name in ("cumulative_sum", "cumulative_prod"):
            for first in (False, True):
                options = {"axis": 1, "include_initial": first}
                expected = getattr(np, name)(x, **options)
                same(getattr(frit, name)(frit.asarray(x), **options), expected, loose(expected))
    with pytest.raises(ValueError, match="axis is needed"):
        frit.cumulative_sum(frit.zeros((2, 2)))


def test_running_extremes():
    x = sample("int32", (3, 4))
    identical(frit.cummax(x, axis=1), np.maximum.accumulate(x, axis=1))
    identical(frit.cummin(x, axis=0), np.minimum.accumulate(x, axis=0))


def test_dtype_initial_where_out():
    x = sample("float32", (3, 4))
    mask = x > 0
    a, m = frit.asarray(x), frit.asarray(mask)
    same(frit.sum(a, dtype="float64"), np.sum(x, dtype="float64"), 1e-6)
    same(frit.sum(a, axis=0, initial=5), np.sum(x, axis=0, initial=5), 1e-5)
    same(frit.sum(a, where=m), np.sum(x, where=mask), 1e-5)
    same(frit.prod(a, axis=1, where=m), np.prod(x, axis=1, where=mask), 1e-5)
    same(frit.max(a, axis=0, initial=-9, where=m), np.max(x, axis=0, initial=-9, where=mask))
    same(frit.mean(a, axis=0, where=m), np.mean(x, axis=0, where=mask), 1e-5)
    identical(frit.any(a, where=m), np.any(x, where=mask))
    out = frit.zeros(4, dtype="float32")
    assert frit.sum(a, axis=0, out=out) is out
    same(out, x.sum(axis=0), 1e-5)
    with pytest.raises(ValueError, match="initial"):
        frit.max(a, where=m)


def test_corrections():
    x = sample("float64", (3, 4))
    for name in ("var", "std"):
        expected = getattr(np, name)(x, axis=0, ddof=1)
        same(getattr(frit, name)(x, axis=0, ddof=1), expected, 1e-12)
        same(getattr(frit, name)(x, axis=0, correction=1), expected, 1e-12)
        z = sample("complex128", (3, 4))
        same(getattr(frit, name)(z, axis=1), getattr(np, name)(z, axis=1), 1e-12)


def test_average_median_quantile():
    x = sample("float64", (3, 4))
    w = np.array([1.0, 2.0, 3.0])
    same(frit.average(x, axis=0, weights=w), np.average(x, axis=0, weights=w), 1e-12)
    same(frit.average(x), np.average(x), 1e-12)
    same(frit.average(x, weights=x**2), np.average(x, weights=x**2), 1e-12)
    same(frit.median(x, axis=1), np.median(x, axis=1))
    same(frit.quantile(x, 0.3, axis=0), np.quantile(x, 0.3, axis=0))
    same(frit.percentile(x, [10, 90]), np.percentile(x, [10, 90]))


def test_diff():
    for dtype in BOOL + INTEGERS + FLOATS + COMPLEX:
        x = sample(dtype, (3, 5))
        identical(frit.diff(frit.asarray(x)), np.diff(x))
        identical(frit.diff(frit.asarray(x), n=2, axis=0), np.diff(x, n=2, axis=0))
    x = sample("int32", (3, 5))
    identical(frit.diff(x, prepend=0), np.diff(x, prepend=np.int32(0)).astype("int64"))
    identical(frit.diff(x, append=x[:, :1]), np.diff(x, append=x[:, :1]))


def test_exponentials():
    x = sample("float64", (3, 4))
    e = np.exp(x - x.max(axis=1, keepdims=True))
    same(frit.softmax(x, axis=1), e / e.sum(axis=1, keepdims=True), 1e-14)
    same(frit.log_softmax(x, axis=1), np.log(e / e.sum(axis=1, keepdims=True)), 1e-13)
    same(frit.logsumexp(x, axis=0), np.log(np.exp(x).sum(axis=0)), 1e-13)
    assert float(frit.logsumexp([1e4, 1e4])) == 1e4 + np.log(2)


def test_axes_that_are_not_there():
    for bad in (2, -3, (0, 5)):
        with pytest.raises(ValueError, match="out of bounds"):
            frit.sum(frit.zeros((2, 2)), axis=bad)
    with pytest.raises(ValueError, match="twice"):
        frit.sum(frit.zeros((2, 2)), axis=(0, -2))


OF_RANK_0 = (
    "sum prod max min amax amin any all ptp count_nonzero mean var std median argmax argmin argsort sort"
    " cumsum cumprod cumulative_sum cumulative_prod squeeze nansum nanprod nanmax nanmin nanmean nanvar"
    " nanstd nanargmax nanargmin flip"
).split()


@pytest.mark.parametrize("name", OF_RANK_0)
def test_the_axis_of_rank_0(name):
    """NumPy takes an array of rank 0 for a row of one element in some functions, and not in others."""
    for dtype in ("float64", "int32", "bool"):
        x = np.ones((), dtype)
        if dtype == "bool" and name in ("ptp", "cumulative_sum", "median"):
            continue  # whose dtypes are another matter
        for axis in (0, -1, 1, -2):
            for keep in ({}, {"keepdims": True}):
                try:
                    expected = getattr(np, name)(x, axis=axis, **keep)
                except TypeError:
                    continue
                except ValueError:
                    with pytest.raises(ValueError):
                        getattr(frit, name)(frit.asarray(x), axis=axis, **keep)
                else:
                    identical(getattr(frit, name)(frit.asarray(x), axis=axis, **keep), expected)


def test_the_axis_of_rank_0_in_methods_and_fused():
    def body(x):
        s = x.sum()
        return s.max(axis=0), s.cumsum(axis=-1), s.squeeze(0), s.repeat(2, axis=0), np.add.reduce(s)

    x = np.arange(4.0)
    fused = frit.fuse(body)
    for _ in range(3):
        for got, expected in zip(fused(x), body(x)):
            assert type(got) is type(expected)
            np.testing.assert_array_equal(got, expected, strict=True)
    for got, expected in zip(body(frit.asarray(x)), body(x)):
        identical(got, expected)
    with pytest.raises(TypeError, match="accumulate"):
        np.add.accumulate(frit.asarray(1.0))


def test_tolerance_of_sums_is_that_of_the_dtype():
    x = np.full(100_000, 0.1, dtype=np.float32)
    assert abs(float(frit.sum(x)) - 1e4) < 1e4 * 4 * of("float32")
