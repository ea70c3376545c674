"""a[key] and a[key] = value against NumPy: basic keys, index arrays, masks, and mixtures."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from arrays import ALL, identical, sample

import frit

X = np.arange(60).reshape(3, 4, 5)

KEYS = [
    0,
    -1,
    (1, 2),
    (1, 2, 3),
    (slice(None), 2),
    (Ellipsis, 1),
    (1, Ellipsis),
    (slice(1, None), slice(None, None, -1)),
    (slice(None, None, 2), None, 1),
    None,
    (None, Ellipsis, None),
    (),
    slice(5, 2),
    # index arrays
    [0, 2],
    [0, -1, 0],
    np.array([[0, 1], [2, 0]]),
    (slice(None), [0, 2]),
    (slice(None), slice(None), [0, 4, 4]),
    ([0, 1], [2, 3]),
    ([0, 1], slice(None), [2, 3]),
    ([0, 1], slice(None), 2),
    (slice(None), [0, 1], 2),
    (0, [0, 1]),
    (0, slice(None), [0, 1]),
    (slice(None), 1, [0, 1]),
    ([[0], [1]], [0, 1, 2]),
    ([0, 1], None, [1, 2]),
    ([0, 1], Ellipsis, [1, 2]),
    (Ellipsis, [0, 1]),
    (None, [0, 1]),
    (slice(None), None, [0, 1]),
    (slice(0, 2), [1, 3], slice(None, None, 2)),
    ([],),
    (slice(None), np.zeros((2, 0), int)),
    # masks
    np.array([True, False, True]),
    (slice(None), np.array([True, False, False, True])),
    (np.array([True, False, True]), [1]),
    (np.array([True, False, True]), slice(None), 0),
    X > 30,
    X[:, :, 0] > 20,
    (Ellipsis, X[0] > 7),
    np.zeros(3, bool),
    True,
    False,
    np.array(5 > 3),
]


def ours(key):
    """The same key with frit arrays in it."""
    if isinstance(key, tuple):
        return tuple(ours(item) for item in key)
    return frit.asarray(key) if isinstance(key, np.ndarray) else key


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_get(number):
    key = KEYS[number]
    for x in (X, X[::-1], X.astype("float32")):
        identical(frit.asarray(x)[key], x[key])
        identical(frit.asarray(x)[ours(key)], x[key])


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_set(number):
    key = KEYS[number]
    for value in (7, 2.9, np.arange(5), "same", "row"):
        expected = X.copy()
        if isinstance(value, str):
            shape = X[key].shape
            value = np.arange(int(np.prod(shape))).reshape(shape)
            if value.ndim > 1 and value.size:
                value = value[:1] if number % 2 else value
        got = frit.array(X)
        try:
            expected[key] = value
        except ValueError:
            with pytest.raises((ValueError, IndexError)):
                got[ours(key)] = value
            continue
        got[ours(key)] = value if isinstance(value, (int, float)) else frit.asarray(value)
        identical(got, expected)


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_in_place(number):
    key = KEYS[number]
    expected, got = X.copy(), frit.array(X)
    expected[key] += 5
    got[ours(key)] += 5
    identical(got, expected)


def test_all_pairs_of_kinds():
    kinds = [0, slice(1, 3), None, Ellipsis, [0, 1], np.array([1, -1]), [[0], [1]]]
    for key in itertools.product(kinds, repeat=3):
        if sum(item is Ellipsis for item in key) > 1:
            continue
        identical(frit.asarray(X)[ours(key)], X[key])


@pytest.mark.parametrize("dtype", ALL)
def test_all_dtypes(dtype):
    x = sample(dtype, (4, 3))
    identical(frit.asarray(x)[[3, 0]], x[[3, 0]])
    identical(
        frit.asarray(x)[x > 0 if dtype[:7] != "complex" else x.real > 0],
        x[x > 0 if dtype[:7] != "complex" else x.real > 0],
    )
    expected, got = x.copy(), frit.array(x)
    expected[[1, 2]] = 1
    got[[1, 2]] = 1
    identical(got, expected)
    for index in ("int8", "uint8", "int32", "uint64"):
        identical(frit.asarray(x)[frit.asarray([0, 2], dtype=index)], x[[0, 2]])


def test_the_last_of_several_wins():
    a = frit.zeros(3, dtype="int64")
    a[[0, 0, 2]] = [1, 2, 3]
    assert a.tolist() == [2, 0, 3]
    a[[0, 0]] += 1
    assert a.tolist() == [3, 0, 3]


def test_through_views_and_aliases():
    x = np.arange(12).reshape(3, 4)
    a = frit.array(x)
    view = a[:, ::2]
    view[[0, 2]] = -1
    expected = x.copy()
    expected[:, ::2][[0, 2]] = -1
    identical(a, expected)
    a[a < 0] = 0
    expected[expected < 0] = 0
    identical(a, expected)
    a[[0, 1]] = a[[1, 0]]
    expected[[0, 1]] = expected[[1, 0]]
    identical(a, expected)


def test_masks_without_looking():
    a = frit.asarray(np.arange(6.0).reshape(2, 3))
    mask = a > 2
    frit.flush()
    b = a * 1
    b[mask] = -1.0
    assert not b._ready
    assert b.tolist() == [[0, 1, 2], [-1, -1, -1]]
    b[frit.asarray([True, False])] = [7.0, 8.0, 9.0]
    assert b.tolist() == [[7, 8, 9], [-1, -1, -1]]


def test_errors():
    a = frit.asarray(X)
    for key in (
        3,
        -4,
        (0, 4),
        [3],
        [-4, 0],
        (slice(None), [0, 9]),
        (0, 0, 0, 0),
        (Ellipsis, Ellipsis),
    ):
        with pytest.raises(IndexError):
            a[key]
        with pytest.raises(IndexError):
            a[key] = 0
    for key in ([0.5], "a", np.array([True, False]), ([0, 1], [0, 1, 2])):
        with pytest.raises((IndexError, TypeError, ValueError)):
            a[key]
    with pytest.raises((ValueError, IndexError)):
        a[[0, 1]] = np.zeros((7,))
    with pytest.raises(ValueError):
        del a[0]
    with pytest.raises(TypeError):
        a[0] = 1j
    with pytest.raises(IndexError, match="index 9 is out of bounds for axis 1 with size 4"):
        a[:, [0, 9]]


@pytest.mark.parametrize("axis", [None, 0, -1])
def test_take_from_a_number(axis):
    """A number is a row of one to NumPy, along axis 0 too."""
    number = np.array(7, np.int8)
    for index in ([0, 0], 0, [[-1]]):
        identical(frit.take(number, index, axis=axis), np.take(number, index, axis=axis))
    with pytest.raises(IndexError):
        frit.take(number, [1], axis=axis)
    for wrong in (1, -2):
        with pytest.raises(np.exceptions.AxisError):
            frit.take(number, [0], axis=wrong)
        with pytest.raises(np.exceptions.AxisError):
            frit.argmax(number, axis=wrong)


def test_take():
    for axis in (None, 0, 1, -1):
        for index in ([0, 1], [[0, 2], [1, 1]], 1):
            identical(frit.take(X, index, axis=axis), np.take(X, index, axis=axis))
    identical(frit.take(X, [5, -7], axis=1, mode="wrap"), np.take(X, [5, -7], axis=1, mode="wrap"))
    identical(frit.take(X, [5, -7], axis=1, mode="clip"), np.take(X, [5, -7], axis=1, mode="clip"))
    with pytest.raises(IndexError):
        frit.take(X, [5], axis=0)


def test_along_axis():
    x = sample("float64", (3, 4))
    for axis in (0, 1, -1):
        order = np.argsort(x, axis=axis)
        identical(
            frit.take_along_axis(x, order, axis=axis), np.take_along_axis(x, order, axis=axis)
        )
        best = np.argmax(x, axis=axis, keepdims=True)
        got, expected = frit.array(x), x.copy()
        frit.put_along_axis(got, best, 9.0, axis=axis)
        np.put_along_axis(expected, best, 9.0, axis=axis)
        identical(got, expected)


def test_scatter():
    x = np.zeros(4)
    index, values = [0, 0, 3], [1.0, 2.0, 4.0]
    for name, ufunc in [
        ("add", np.add),
        ("mul", np.multiply),
        ("max", np.maximum),
        ("min", np.minimum),
    ]:
        expected = x + 1
        ufunc.at(expected, index, values)
        identical(frit.scatter(x + 1, index, values, name), expected)
    identical(
        frit.scatter_add(frit.zeros((2, 3)), (slice(None), [0, 0]), 1.0),
        np.array([[2.0, 0, 0]] * 2),
    )
    with pytest.raises(ValueError, match="combine"):
        frit.scatter(x, index, values, "xor")


def test_choose_nonzero_and_counts():
    identical(
        frit.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]])
    )
    for dtype in ALL:
        x = sample(dtype, (3, 4), size=1)
        for g, e in zip(frit.nonzero(x), np.nonzero(x), strict=True):
            identical(g, e)
        identical(frit.argwhere(x), np.argwhere(x))
        identical(frit.flatnonzero(x), np.flatnonzero(x))
    with pytest.raises(ValueError):
        frit.nonzero(frit.asarray(1))


def test_sorting_and_sets():
    for dtype in ALL:
        x = sample(dtype, (3, 6), size=2)
        identical(frit.sort(x), np.sort(x))
        identical(frit.argsort(x, axis=0), np.argsort(x, axis=0, kind="stable"))
        identical(frit.sort(x, descending=True), np.sort(x)[:, ::-1])
        identical(frit.sort(frit.unique_values(x)), np.unique(x))
        identical(frit.unique(x), np.unique(x))
        identical(frit.isin(x, x[0]), np.isin(x, x[0]))
        for name in ("unique_all", "unique_counts", "unique_inverse"):
            for g, e in zip(getattr(frit, name)(x), getattr(np, name)(x), strict=True):
                identical(g, e)
    same_keys = np.array([1, 0, 1, 0])
    assert frit.argsort(same_keys, descending=True).tolist() == [0, 2, 1, 3]
    edges = np.array([1, 3, 5])
    for side in ("left", "right"):
        identical(
            frit.searchsorted(edges, [3, 4], side=side), np.searchsorted(edges, [3, 4], side=side)
        )
    identical(frit.bincount([1, 1, 3]), np.bincount([1, 1, 3]))
    identical(frit.digitize([0.5, 1.5], [0.0, 1.0]), np.digitize([0.5, 1.5], [0.0, 1.0]))
    for g, e in zip(
        frit.histogram([1, 2, 1], bins=3), np.histogram([1, 2, 1], bins=3), strict=True
    ):
        identical(g, e)
