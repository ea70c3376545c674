"""How the results of replayed functions lie in memory, and steps that go across it."""

import numpy as np
import pytest

import frit

DTYPES = ["u1", "u2", "i4", "f4", "f8", "c16"]


def same(function, *arguments):
    """Values, dtypes and strides of the first call and of a replay."""
    fused = frit.fuse(function)
    expected = function(*arguments)
    for _ in range(2):
        got = fused(*arguments)
        np.testing.assert_array_equal(got, expected)
        assert got.dtype == expected.dtype
        for extent, ours, theirs in zip(got.shape, got.strides, expected.strides, strict=True):
            assert extent == 1 or ours == theirs
    assert frit.explain(fused, *arguments).mode == "replayed"


@pytest.mark.parametrize("dtype", DTYPES)
def test_results_lie_as_arguments_do(dtype):
    a = np.arange(6 * 70 * 130).reshape(6, 70, 130).astype(dtype)
    same(lambda a: a.transpose(2, 0, 1) + 1, a)
    same(lambda a: a.T * a.T, a)
    same(lambda a: a + 1, a.T)
    same(lambda a: a + 1, np.asfortranarray(a))
    same(lambda a: a[:, :, ::2] + 1, a.transpose(1, 2, 0))
    same(lambda a, b: a.transpose(1, 0, 2) + b, a, a[:, 0])  # one of them has no such axis
    same(lambda a, b: a + b, a[0], a[1, :, :].copy(order="F"))  # they differ
    same(lambda a: a[:, :1] + 1, a.T)  # an axis of one element


def test_layouts_take_turns():
    """One function, one shape: each call's result lies as its argument does."""
    f = frit.fuse(lambda a: a + 1)
    a = np.arange(90000.0).reshape(300, 300)
    for given in (a, a.T, a, a[::-1], a.T[::-1], a.T):
        expected = given + 1
        got = f(given)
        np.testing.assert_array_equal(got, expected)
        assert got.flags.c_contiguous == expected.flags.c_contiguous
        assert got.flags.owndata == expected.flags.owndata or got.base is not None
        got += 1  # it may be written to
        np.testing.assert_array_equal(got, expected + 1)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("side", [8, 15, 16, 17, 64, 100, 275])
def test_across(dtype, side):
    """Tiles of every size: whole blocks, and what is left of them."""
    a = np.random.default_rng(side).integers(0, 100, (side, side + 3)).astype(dtype)
    b = np.random.default_rng(side + 1).integers(0, 100, (side + 3, side)).astype(dtype)
    with frit.options(compile="wait"):
        same(lambda a, b: a + b.T, a, b)
        same(lambda a, b: a[1:, 2:] + b.T[1:, 2:], a, b)
        same(lambda a, b: a + b.T[:, ::-1], a, b)


@pytest.mark.parametrize("dtype", ["?", "u1", "i4", "i8", "f2", "f4", "f8"])
@pytest.mark.parametrize("n", [1, 2, 31, 33, 100, 1024, 1030, 5000])
def test_the_first_of_equals(dtype, n):
    """Also where no element is better than the worst there is."""
    least = 0 if dtype in "?u1" else np.iinfo(dtype).min if dtype[0] == "i" else -np.inf
    most = 1 if dtype == "?" else np.iinfo(dtype).max if dtype[0] in "iu" else np.inf
    largest, smallest = frit.fuse(lambda x: x.argmax()), frit.fuse(lambda x: x.argmin())
    with frit.options(compile="wait"):
        for value, other in ((least, most), (most, least)):
            for place in {None, 0, n // 2, n - 1}:
                x = np.full(n, value, dtype)
                if place is not None:
                    x[place:] = other
                    x[n - 1] = value
                for _ in range(2):
                    assert largest(x) == x.argmax() and smallest(x) == x.argmin()
                if dtype[0] == "f":
                    x[n // 3] = np.nan
                    assert largest(x) == x.argmax() and smallest(x) == x.argmin()


def test_a_copy_is_row_major_as_the_method_of_numpys_arrays_makes_it():
    def copied(a):
        return np.sqrt(a.T).copy(), np.sqrt(a.T)

    fused = frit.fuse(copied)
    for shape in ((6, 4), (3, 5), (6, 4)):
        for got, want in zip(fused(np.ones(shape)), copied(np.ones(shape))):
            assert got.strides == want.strides


def _flat(z):
    return z.ravel()


def _by_a_helper(a):
    b = a + 1
    return b, _flat(b)


def _by_a_tuple(a):
    b = a * 2
    (v,) = (b.ravel(),)
    return b, v


def _by_two_names(a):
    b = a * 2
    v = w = b.ravel()
    return b, w, v.sum()


def _by_a_dict(a):
    b = a + 1
    held = {"b": b}
    return b, held["b"].ravel()


def _by_a_choice(a, n=3):
    b = a * 2
    c = b if n > 2 else a
    return b, c.ravel()


@pytest.mark.parametrize("function", [_by_a_helper, _by_a_tuple, _by_two_names, _by_a_dict, _by_a_choice])
def test_an_array_and_a_reshape_of_it_share_memory_where_numpys_do(function):
    for a in (np.ones((6, 4)), np.asfortranarray(np.ones((6, 4)))):
        want, got = function(a), frit.fuse(function)(a)
        assert np.shares_memory(*got[:2]) == np.shares_memory(*want[:2])
