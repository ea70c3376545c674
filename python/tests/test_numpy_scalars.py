"""Operators and functions that meet NumPy's scalars, or go to NumPy and back, end as NumPy's do."""

from __future__ import annotations

import enum
import operator
import warnings

import numpy as np
import pytest

import frit
from frit._array import protocols

DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 longlong ulonglong float16 float32"
    " float64 longdouble complex64 complex128 clongdouble datetime64[s] timedelta64[s] object"
).split()
OPERATORS = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv),
    *(operator.mod, operator.pow, operator.and_, operator.or_, operator.xor, operator.lshift),
    *(operator.rshift, operator.matmul, divmod, operator.eq, operator.ne),
    *(operator.lt, operator.le, operator.gt, operator.ge),
]
ORDER = {operator.lt, operator.le, operator.gt, operator.ge}
ARRAYS = [np.array([1, 2, 3]).astype(t) for t in ("int32", "uint8", "float32", "float64")]
ARRAYS += [np.array([True, False, True]), np.array([1, 2, 3], "complex64"), np.array(2.0)]


def scalar(dtype):
    return np.array([3], dtype=dtype)[0]


def outcome(call):
    """The result as an array, or the exception's first class that is Python's own."""
    try:
        return np.asarray(call())
    except RecursionError:
        raise
    except Exception as error:
        return next(c for c in type(error).__mro__ if c.__module__ == "builtins")


def same(found, wanted, what):
    if isinstance(wanted, type) or isinstance(found, type):
        both = isinstance(wanted, type) and isinstance(found, type)
        assert both, f"{what}: {found} instead of {wanted}"
        return
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), what
    if wanted.dtype.kind in "fc":
        np.testing.assert_allclose(found, wanted, rtol=2e-3 if found.itemsize < 4 else 1e-5)
    else:
        assert np.array_equal(found, wanted), what


@pytest.mark.parametrize("dtype", DTYPES)
def test_operators_with_numpy_scalars_of_every_dtype(dtype):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for number in (scalar(dtype), np.array(scalar(dtype))):
            for array in ARRAYS:
                own = frit.asarray(array)
                for op in OPERATORS:
                    complexes = "c" in (array.dtype.kind, np.dtype(dtype).kind)
                    if op in ORDER and complexes:
                        continue  # complex numbers have no order: docs/python.md
                    what = (op.__name__, dtype, type(number).__name__, array.dtype)
                    found = outcome(lambda o=op, a=own, n=number: o(n, a))
                    same(found, outcome(lambda o=op, a=array, n=number: o(n, a)), what)
                    found = outcome(lambda o=op, a=own, n=number: o(a, n))
                    same(found, outcome(lambda o=op, a=array, n=number: o(a, n)), (what, "right"))


@pytest.mark.parametrize("dtype", ["float64", "complex128", "float32", "int64", "longdouble"])
def test_ufuncs_with_numpy_scalars(dtype):
    number, array = scalar(dtype), np.array([1.0, 2.0, 3.0])
    own = frit.asarray(array)
    for name in sorted(protocols.UFUNCS):
        ufunc = getattr(np, name)
        if ufunc.nin != 2 or name in ("matmul", "vecdot", "matvec"):
            continue
        if dtype == "complex128" and not name.isidentifier():
            continue
        with np.errstate(all="ignore"):
            for order in (0, 1):
                wanted = outcome(lambda u=ufunc, o=order: u(*[number, array][:: 1 - 2 * o]))
                found = outcome(lambda u=ufunc, o=order: u(*[number, own][:: 1 - 2 * o]))
                if dtype == "complex128" and isinstance(found, type):
                    continue  # what has an order in NumPy
                if isinstance(wanted, np.ndarray) and wanted.ndim < 2:
                    same(found, wanted, (name, dtype, order))


def test_power_of_a_numpy_scalar_to_an_array():
    for base in (np.float64(3), np.complex128(3), np.float32(3), np.int8(3)):
        for x in (np.ones(3), np.arange(3), np.array(2.0)):
            wanted = base**x
            found = base ** frit.asarray(x)
            assert isinstance(found, frit.Array) and found.dtype == wanted.dtype
            np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-6)
            np.testing.assert_allclose(frit.pow(base, frit.asarray(x)), wanted, rtol=1e-6)

    @frit.fuse
    def powers(x):
        return np.float64(3) ** x + np.power(np.float64(2), x)

    assert powers(np.arange(3.0)).tolist() == [2, 5, 13]


def test_numbers_with_classes_of_their_own_are_as_numpy_has_them():
    class Own(float):
        pass

    class Colour(enum.IntEnum):
        RED = 3

    for number in (Own(2), Colour.RED, True):
        for dtype in ("float32", "int8", "complex64"):
            wanted, x = np.ones(2, dtype) + number, frit.ones(2, dtype=dtype)
            for found in (x + number, number + x, frit.add(x, number), np.add(x, number)):
                assert found.dtype == wanted.dtype and found.tolist() == wanted.tolist()


X = np.array([3.0, 1.0, 2.0, 5.0, 4.0, 2.5])
W = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
I = np.array([0, 2, 1, 5, 4, 3])  # noqa: E741
AND_BACK = {
    "histogram weights": lambda np, x, w, i: np.histogram(x, 5, weights=w),
    "histogram edges": lambda np, x, w, i: np.histogram(x, w),
    "histogram range": lambda np, x, w, i: np.histogram(x, 3, range=(w[0], w[3])),
    "quantile": lambda np, x, w, i: np.quantile(x, w / 6),
    "percentile": lambda np, x, w, i: np.percentile(x, w * 10),
    "bincount": lambda np, x, w, i: np.bincount(i, weights=w, minlength=9),
    "digitize": lambda np, x, w, i: np.digitize(x, w),
    "searchsorted": lambda np, x, w, i: np.searchsorted(w, x, sorter=np.argsort(w)),
    "unique": lambda np, x, w, i: np.unique(i, return_index=True, return_counts=True),
    "isin": lambda np, x, w, i: np.isin(x, w),
    "repeat": lambda np, x, w, i: np.repeat(x, i),
    "interp": lambda np, x, w, i: np.interp(x, w, x),
    "convolve": lambda np, x, w, i: np.convolve(x, w),
    "average": lambda np, x, w, i: np.average(x, weights=w),
    "cov": lambda np, x, w, i: np.cov(x, fweights=i),
    "histogram2d": lambda np, x, w, i: np.histogram2d(x, w, 3, weights=x),
    "lexsort": lambda np, x, w, i: np.lexsort((x, w)),
    "trapezoid": lambda np, x, w, i: np.trapezoid(x, w),
    "polyfit": lambda np, x, w, i: np.polyfit(w, x, 2, w=w),
    "gradient": lambda np, x, w, i: np.gradient(x, w),
    "median": lambda np, x, w, i: np.median(x),
    "nanmedian": lambda np, x, w, i: np.nanmedian(x),
    "piecewise": lambda np, x, w, i: np.piecewise(x, [x > 2], [1, 0]),
    "select": lambda np, x, w, i: np.select([x > 2, w > 2], [x, w], 0),
    "insert": lambda np, x, w, i: np.insert(x, i, w),
    "setdiff1d": lambda np, x, w, i: np.setdiff1d(x, w),
    "unwrap": lambda np, x, w, i: np.unwrap(x * 3),
    "apply": lambda np, x, w, i: np.apply_along_axis(lambda row: row.sum(), 0, x),
}


@pytest.mark.parametrize("name", AND_BACK)
def test_functions_that_ask_numpy_do_not_come_back_for_ever(name):
    call = AND_BACK[name]
    wanted = call(np, X, W, I)
    fused = frit.fuse(lambda x, w, i: call(np, x, w, i))
    results = [
        call(np, frit.asarray(X), frit.asarray(W), frit.asarray(I)),
        call(np, X, frit.asarray(W), I),
        *(fused(X, W, I) for _ in range(2)),
        fused(frit.asarray(X), frit.asarray(W), frit.asarray(I)),
    ]
    for found in results:
        pairs = (
            zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
        )
        for one, other in pairs:
            np.testing.assert_allclose(np.asarray(one), other, rtol=1e-12)
