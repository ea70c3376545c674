"""np.sin(x) * y on frit arrays records; what frit does not know runs in NumPy, and is right."""

from __future__ import annotations

import numpy as np
import pytest
from arrays import same, sample

import frit
from frit._array import protocols

X = sample("float64", (3, 4))
Y = np.abs(sample("float64", (3, 4), seed=1)) + 0.5


@pytest.mark.parametrize("name", sorted(protocols.UFUNCS))
def test_ufuncs(name):
    ufunc = getattr(np, name)
    x, y = (X, Y)
    if name in (
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "left_shift",
        "right_shift",
        "invert",
        "bitwise_count",
        "gcd",
        "lcm",
    ):
        x, y = (np.abs(a * 3).astype(np.int64) for a in (X, Y))
    elif name in ("ldexp",):
        y = y.astype(np.int64)
    elif name in ("arccosh", "log", "log2", "log10", "sqrt", "power", "log1p"):
        x = np.abs(x) + 1
    elif name in ("arcsin", "arccos", "arctanh"):
        x = x / 5
    elif name in ("matmul", "matvec"):
        y = y.T if name == "matmul" else y
    elif name == "vecmat":
        x = x[:, :3]
    args = (x, y)[: ufunc.nin]
    if name == "bitwise_count":
        args = (x.astype(np.uint8),)
    got = ufunc(*(frit.asarray(a) for a in args))
    expected = ufunc(*args)
    got, expected = (r if isinstance(r, tuple) else (r,) for r in (got, expected))
    for g, e in zip(got, expected, strict=True):
        same(g, e, 1e-13)


def test_recorded_not_run():
    a = frit.asarray(X) + 0
    frit.flush()
    y = np.sin(a) * 2 + np.exp(a)
    assert isinstance(y, frit.Array) and not y._ready
    same(y, np.sin(X) * 2 + np.exp(X), 1e-14)


def test_both_sides_of_operators():
    a = frit.asarray(X)
    for result in (Y + a, a + Y, np.float64(2) * a, a * np.float32(2), Y @ a.T, Y > a):
        assert isinstance(result, frit.Array)
    n = Y.copy()
    before = n
    n += a
    assert n is before and type(n) is np.ndarray
    np.testing.assert_array_equal(n, Y + X)


def test_out_where_dtype():
    a, out = frit.asarray(X), frit.zeros((3, 4))
    assert np.sin(a, out=out) is out
    same(out, np.sin(X))
    plain = np.zeros((3, 4))
    assert np.multiply(a, 2, out=plain) is plain
    np.testing.assert_array_equal(plain, X * 2)
    mask = X > 0
    np.negative(a, out=out, where=mask)
    same(out, np.where(mask, -X, np.sin(X)))
    same(np.add(a, 1, dtype="float32"), np.add(X, 1, dtype="float32", casting="same_kind"), 1e-6)
    np.sin(X, out=out)
    same(out, np.sin(X))


def test_reduce_accumulate_outer_at():
    a = frit.asarray(X)
    for name in ("add", "multiply", "maximum", "minimum"):
        ufunc = getattr(np, name)
        same(ufunc.reduce(a), ufunc.reduce(X), 1e-13)
        same(ufunc.reduce(a, axis=1, keepdims=True), ufunc.reduce(X, axis=1, keepdims=True), 1e-13)
        same(ufunc.reduce(a, axis=None), ufunc.reduce(X, axis=None), 1e-13)
        same(ufunc.accumulate(a, axis=1), ufunc.accumulate(X, axis=1), 1e-13)
        same(ufunc.outer(a[0], a), ufunc.outer(X[0], X))
        b, e = frit.array(X), X.copy()
        ufunc.at(b, [0, 0, 2], Y)
        ufunc.at(e, [0, 0, 2], Y)
        same(b, e, 1e-13)
    same(np.logical_or.reduce(a > 0, axis=0), np.logical_or.reduce(X > 0, axis=0))
    b, e = frit.array(X), X.copy()
    np.subtract.at(b, [1, 1], 2.0)  # NumPy does it, in the array's memory
    np.subtract.at(e, [1, 1], 2.0)
    same(b, e)
    got = np.logaddexp.reduce(a, axis=0)
    np.testing.assert_allclose(np.asarray(got), np.logaddexp.reduce(X, axis=0))


FUNCTIONS = [
    ("sum", (0,), {}),
    ("mean", (), {"axis": 1, "keepdims": True}),
    ("std", (), {"ddof": 1}),
    ("reshape", ((4, 3),), {}),
    ("transpose", (), {}),
    ("clip", (-1, 1), {}),
    ("argmax", (), {"axis": 0}),
    ("cumsum", (), {"axis": 1}),
    ("diff", (), {}),
    ("round", (1,), {}),
    ("where", (), {}),
    ("take", ([0, 2],), {"axis": 1}),
    ("pad", (1,), {}),
    ("tile", (2,), {}),
    ("sort", (), {}),
    ("dot", (Y.T,), {}),
    ("outer", (Y,), {}),
    ("nansum", (), {}),
    ("zeros_like", (), {}),
    ("full_like", (7,), {}),
    ("median", (), {"axis": 0}),
    ("expand_dims", (0,), {}),
    ("ptp", (), {"axis": 0}),
    ("allclose", (X,), {}),
    ("shape", (), {}),
]


@pytest.mark.parametrize("case", range(len(FUNCTIONS)))
def test_functions(case):
    name, args, kwargs = FUNCTIONS[case]
    if name == "where":
        same(np.where(frit.asarray(X > 0), frit.asarray(X), 0), np.where(X > 0, X, 0))
        return
    got = getattr(np, name)(frit.asarray(X), *args, **kwargs)
    expected = getattr(np, name)(X, *args, **kwargs)
    if isinstance(expected, (bool, tuple)):
        assert got == expected
    else:
        same(got, expected, 1e-13)


def test_lists_of_arrays():
    a = frit.asarray(X)
    same(np.concatenate([a, Y]), np.concatenate([X, Y]))
    same(np.stack([Y, a], axis=1), np.stack([Y, X], axis=1))
    same(np.einsum("ij,kj->ik", a, Y), np.einsum("ij,kj->ik", X, Y), 1e-13)
    same(np.linalg.norm(a, axis=1), np.linalg.norm(X, axis=1), 1e-13)
    for g, e in zip(np.meshgrid(a[0], a[1]), np.meshgrid(X[0], X[1]), strict=True):
        same(g, e)


def test_what_frit_does_not_know_is_numpys():
    a = frit.asarray(X)
    for function, args in [
        (np.gradient, ()),
        (np.trapezoid, ()),
        (np.corrcoef, ()),
        (np.polyfit, ()),
    ]:
        if function is np.polyfit:
            got, expected = np.polyfit(a[0], a[1], 2), np.polyfit(X[0], X[1], 2)
        else:
            got, expected = function(a, *args), function(X, *args)
        for g, e in zip(np.asarray(got).ravel(), np.asarray(expected).ravel(), strict=True):
            assert np.allclose(g, e)
    assert isinstance(np.roots(a[0]), np.ndarray)
    b = frit.array(X)
    np.copyto(b, Y)
    same(b, Y)
    np.fill_diagonal(b, 0)
    assert b[1, 1].item() == 0
    same(np.sum(a, axis=0, dtype="float32"), np.sum(X, axis=0, dtype="float32"), 1e-5)
    assert np.array_equal(np.gcd(frit.asarray([4, 6]), 2), [2, 2])
    z = frit.asarray([1 + 2j, 0.5j])
    assert np.max(z) == np.max(np.asarray(z))


def test_another_librarys_array_comes_first():
    class Other:
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return "theirs"

    assert np.add(frit.zeros(2), Other()) == "theirs"


def test_the_tables_name_what_exists():
    for name in protocols.UFUNCS:
        assert isinstance(getattr(np, name), np.ufunc) and callable(getattr(frit, name))
    for name in protocols.FUNCTIONS:
        assert callable(getattr(frit, name)) and callable(getattr(np, name)), name
    for name in protocols.LINALG:
        assert callable(getattr(frit.linalg, name)) and callable(getattr(np.linalg, name))


def test_numpys_integers_are_integers():
    one, a = np.int64(1), frit.asarray(X)
    same(np.roll(a, one, one), np.roll(X, 1, 1))
    same(np.sum(a, axis=one), np.sum(X, axis=1), 1e-13)
    same(np.expand_dims(a, one), np.expand_dims(X, 1))
    assert frit.zeros(np.array([2, 3])).shape == frit.zeros((np.int32(2), 3)).shape == (2, 3)
    assert len(frit.split(a, np.int64(3))) == 3
    same(frit.repeat(a, np.int64(2), axis=0), np.repeat(X, 2, axis=0))


def test_options_frit_does_not_have_are_numpys():
    a = frit.asarray(X)
    np.testing.assert_array_equal(np.pad(a, 1, "linear_ramp"), np.pad(X, 1, "linear_ramp"))
    np.testing.assert_allclose(np.einsum(a, [0, 1], [1, 0]), np.einsum(X, [0, 1], [1, 0]))
    same(np.einsum("ij,kj->ik", a, Y, optimize=True), np.einsum("ij,kj->ik", X, Y), 1e-13)
