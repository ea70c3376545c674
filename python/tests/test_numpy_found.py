"""What was found from outside in the namespace beside NumPy's, one test each; test_registry.py walks all of it."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import frit


def ravelled(x: Any) -> Any:
    r = x[0, ::2].ravel()
    r[0] = 7
    return r


def diagonal_then_write(x: Any) -> Any:
    d = np.diagonal(x)
    x[0, 0] = 9
    return d.sum()


def diag_then_write(x: Any) -> Any:
    d = np.diag(x)
    x[0, 0] = 9
    return d.sum()


def linalg_diagonal_then_write(x: Any) -> Any:
    d = np.linalg.diagonal(x)
    x[0, 0] = 9
    return d.sum()


def einsum_then_write(x: Any) -> Any:
    d = np.einsum("ii->i", x)
    x[0, 0] = 9
    return d.sum()


def conj_then_write(x: Any) -> Any:
    c = x.conj()
    x[0, 0] = 9
    return c.sum()


def meshgrid_then_write(x: Any) -> Any:
    first, second = np.meshgrid(x[0], x[1], copy=False)
    x[0, 0] = 9
    return first.sum()


def write_to_diagonal(x: Any) -> Any:
    np.diagonal(x)[0] = 1
    return x


ALIASES = [ravelled, diagonal_then_write, diag_then_write, linalg_diagonal_then_write]
ALIASES += [einsum_then_write, conj_then_write, meshgrid_then_write]


@pytest.mark.parametrize("function", ALIASES, ids=lambda f: f.__name__)
def test_aliases_in_fused_functions(function: Any) -> None:
    fused = frit.fuse(function)
    for _ in range(3):
        mine, numpys = np.ones((4, 4)), np.ones((4, 4))
        np.testing.assert_array_equal(fused(mine), function(numpys))
        np.testing.assert_array_equal(mine, numpys)


@pytest.mark.parametrize("function", ALIASES, ids=lambda f: f.__name__)
def test_aliases_of_frit_arrays(function: Any) -> None:
    mine, numpys = frit.ones((4, 4)), np.ones((4, 4))
    np.testing.assert_array_equal(np.asarray(function(mine)), function(numpys))
    np.testing.assert_array_equal(np.asarray(mine), numpys)


def test_a_diagonal_is_read_only() -> None:
    for given in (np.ones((2, 2)), frit.ones((2, 2))):
        with pytest.raises(ValueError, match="read-only"):
            write_to_diagonal(given)
    with pytest.raises(ValueError, match="read-only"):
        frit.fuse(write_to_diagonal)(np.ones((2, 2)))


def test_a_view_by_strides_stays_within_its_array() -> None:
    x = frit.ones((3, 3))
    with pytest.raises(ValueError, match="leaves the array"):
        x._view_strided((4,), (32,), 0, False)
    with pytest.raises(ValueError, match="leaves the array"):
        x._view_strided((2,), (8,), -8, False)
    del x
    gc.collect()
    d = frit.diagonal(frit.arange(9).reshape(3, 3))  # keeps the memory alive
    gc.collect()
    assert d.tolist() == [0, 4, 8]


def test_bitwise_count_of_negatives() -> None:
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "bool"):
        x = np.array([0, 1, -5, -128, 127]).astype(dtype)
        got = np.asarray(frit.bitwise_count(frit.asarray(x)))
        np.testing.assert_array_equal(got, np.bitwise_count(x), strict=True)


def test_a_complex_number_is_not_stored_in_reals() -> None:
    def constant(x: Any, value: Any) -> Any:
        x[0] = 1j
        return x

    def argument(x: Any, value: Any) -> Any:
        x[0] = value
        return x

    for body in (constant, argument):
        for x in (np.ones(3), np.ones(3, np.int32), np.ones((3, 2), np.float32)):
            before, fused = x.copy(), frit.fuse(body)
            for _ in range(2):
                with pytest.raises(TypeError):
                    fused(x, 1j)
            np.testing.assert_array_equal(x, before)


B = np.array([True, False, True])
DTYPES = {
    "bool ** 2": lambda np, b, i, u: b**2,
    "round(bool)": lambda np, b, i, u: np.round(b),
    "conj(bool)": lambda np, b, i, u: np.conj(b),
    "heaviside(int16, uint16)": lambda np, b, i, u: np.heaviside(i, u),
    "tril of rank 1": lambda np, b, i, u: np.tril(i),
    "triu of rank 1": lambda np, b, i, u: np.triu(i),
    "cross of 2 elements": lambda np, b, i, u: np.cross(i[:2], i[:2]),
    "where(c, int8, 128)": lambda np, b, i, u: np.where(b, np.astype(i, np.int8), 128),
    "ones(3, a.dtype)": lambda np, b, i, u: np.ones(3, i.dtype),
    "clip": lambda np, b, i, u: np.clip(i, -(2**20), 2**20),
}


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes_and_values(name: str) -> None:
    given = B, np.array([-1, 0, 3], np.int16), np.array([4, 5, 6], np.uint16)
    expected = DTYPES[name](np, *given)
    got = DTYPES[name](frit, *(frit.asarray(x) for x in given))
    np.testing.assert_array_equal(np.asarray(got), np.asarray(expected), strict=True)


def test_maximum_accumulate_of_bools() -> None:
    expected = np.maximum.accumulate(B)
    got = np.asarray(np.maximum.accumulate(frit.asarray(B)))
    np.testing.assert_array_equal(got, expected, strict=True)


RAISING = {
    "clip out of range": lambda np, x, z: np.clip(np.astype(x, np.int8), 300, 400),
    "sum(where=larger)": lambda np, x, z: np.sum(x, where=np.ones((3, 2), dtype=bool)),
    "degrees of complex": lambda np, x, z: np.degrees(z),
    "add(complex, dtype=float64)": lambda np, x, z: np.add(z, z, dtype=np.float64),
}


@pytest.mark.parametrize("name", RAISING)
def test_what_numpy_refuses(name: str) -> None:
    x, z = np.ones(2), np.ones(2, np.complex128)
    with pytest.raises((TypeError, ValueError, OverflowError)) as expected:
        RAISING[name](np, x, z)
    wanted = next(c for c in type(expected.value).__mro__ if c.__module__ == "builtins")
    with pytest.raises(wanted):
        RAISING[name](frit, frit.asarray(x), frit.asarray(z))


def test_eigenvalues_in_numpys_order() -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        s = rng.normal(size=(5, 5))
        np.testing.assert_allclose(np.asarray(frit.linalg.eigvals(s)), np.linalg.eigvals(s))
        values, vectors = np.linalg.eig(frit.asarray(s))
        np.testing.assert_allclose(values, np.linalg.eig(s)[0])
        np.testing.assert_allclose(vectors, np.linalg.eig(s)[1])


def test_argsort_takes_numpys_indices_of_its_stable_kind() -> None:
    """What NumPy's other kinds do with equal elements depends on the machine."""
    x = np.array([1, 0] * 200)
    stable = np.argsort(x, stable=True)
    for found in (np.argsort(frit.asarray(x)), frit.asarray(x).argsort(), frit.argsort(x)):
        np.testing.assert_array_equal(np.asarray(found), stable)


def test_keyword_names_of_put_along_axis() -> None:
    x = frit.zeros(3)
    frit.put_along_axis(arr=x, indices=frit.asarray([1]), values=5.0, axis=0)
    assert x.tolist() == [0, 5, 0]


def test_a_complex_number_in_bools_is_its_truth() -> None:
    def body(x: Any, value: Any) -> Any:
        x[0] = value
        x[x] = value
        return x

    for value in (1j, 0j):
        expected = body(np.zeros(3, bool), value)
        np.testing.assert_array_equal(frit.fuse(body)(np.zeros(3, bool), value), expected)
        np.testing.assert_array_equal(np.asarray(body(frit.zeros(3, bool), value)), expected)


def slice_of(b: Any, a: Any, t: Any) -> None:
    b[1:-1] = a.prod()


def element_of(b: Any, a: Any, t: Any) -> None:
    b[0] = a.prod()


def by_mask(b: Any, a: Any, t: Any) -> None:
    b[b == 0] = a.prod()


def by_list(b: Any, a: Any, t: Any) -> None:
    b[[0, 2]] = a.prod()


def in_a_list(b: Any, a: Any, t: Any) -> None:
    b[:1] = [a.prod()]


def element_plus(b: Any, a: Any, t: Any) -> None:
    b[1] += a.prod()


def filled(b: Any, a: Any, t: Any) -> None:
    b.fill(a.prod())


def a_number(b: Any, a: Any, t: Any) -> None:
    b[...] = np.int64(t)


def a_float(b: Any, a: Any, t: Any) -> None:
    b[1:] = t + 0.5


def integer_in_a_list(b: Any, a: Any, t: Any) -> None:
    b[:1] = [t]


STORES = [slice_of, element_of, by_mask, by_list, in_a_list, element_plus, filled]
STORES += [a_number, a_float, integer_in_a_list]


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "float32", "bool"])
@pytest.mark.parametrize("function", STORES, ids=lambda f: f.__name__)
def test_numbers_that_integers_do_not_hold(function: Any, dtype: str) -> None:
    """NumPy refuses its own numbers where signed integers do not hold them, and wraps what an array has."""
    fused = frit.fuse(function)
    for values in ([2, 3], [200, 3], [2, 3], [-70, 2], [40000, 3], [-(2**33), 1], [1, 1]):
        a = np.array(values)
        mine, numpys = np.zeros(4, dtype), np.zeros(4, dtype)
        try:
            function(numpys, a, values[0])
        except OverflowError:
            with pytest.raises(OverflowError):
                fused(mine, a, values[0])
        else:
            fused(mine, a, values[0])
        np.testing.assert_array_equal(mine, numpys)


def astype_of_repeated(x: Any) -> Any:
    y = np.broadcast_to(x[0], (4, 4)).astype(np.float32)
    r = y.ravel()
    r[0] = 9
    return y


def copy_of_repeated(x: Any) -> Any:
    y = np.array(np.broadcast_to(x[0], (4, 4)))
    r = y.reshape(-1)
    r[0] = 9
    return y


def like_repeated(x: Any) -> Any:
    y = np.zeros_like(np.broadcast_arrays(x[0], x)[0])
    r = y.ravel()
    r += 1
    return y


def astype_of_a_grid(x: Any) -> Any:
    y = np.meshgrid(x[0], x[1], copy=False)[0].astype(np.int32)
    r = y.ravel()
    r[0] = 9
    return y


def picked_columns(x: Any) -> Any:
    y = x[:, [0, 1, 2]]
    r = y.ravel()
    r[0] = 9
    return y


def picked_columns_times_2(x: Any) -> Any:
    p = np.arange(2)
    y = x[..., p] * 2
    r = y.ravel()
    r[0] = 9
    return y


def gives_both_back(x: Any) -> Any:
    y = x[::-1] * 2
    z = y[...]
    return y, z.ravel(), x


def gives_both_back_turned(x: Any) -> Any:
    y = x.T * 2
    z = y.reshape(-1)
    w = z[1:]
    return [w, x.sum(), y]


def rows_times_2(x: Any) -> Any:
    y = x[[0, 1, 2], :] * 2
    r = y.ravel()
    r[0] = 9
    return y


LAYOUTS = [astype_of_repeated, copy_of_repeated, like_repeated, astype_of_a_grid]
LAYOUTS += [picked_columns, picked_columns_times_2, rows_times_2]


@pytest.mark.parametrize("function", LAYOUTS, ids=lambda f: f.__name__)
def test_what_a_ravel_shares_hangs_on_numpys_layouts(function: Any) -> None:
    fused = frit.fuse(function)
    for _ in range(3):
        mine, numpys = np.ones((4, 4)), np.ones((4, 4))
        np.testing.assert_array_equal(fused(mine), function(numpys))
        np.testing.assert_array_equal(mine, numpys)


def grid_times(x: Any) -> Any:
    g = np.meshgrid(x, x, copy=False)[1]
    g *= x
    return g


def grid_backwards_plus(x: Any) -> Any:
    g = np.meshgrid(x, x, copy=False)[0]
    g[::-1] += x
    return g


def part_of_a_grid_plus(x: Any) -> Any:
    v = np.meshgrid(x, x, copy=False)[0][::-1]
    v += 1
    v[0] = x[-1]
    return v


def grid_as_out(x: Any) -> Any:
    g = np.meshgrid(x, x, copy=False)[0]
    np.add(g, x, out=g)
    return g


def grid_and_helper(x: Any) -> Any:
    def helper(g: Any) -> Any:
        g += x * 2
        return g[0]

    return helper(np.meshgrid(x, x, copy=False, indexing="ij")[1])


GRIDS = [grid_times, grid_backwards_plus, part_of_a_grid_plus, grid_as_out, grid_and_helper]


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("function", GRIDS, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "error::FutureWarning")
def test_dense_grids_without_copies_are_written_to(function: Any, size: int, verify: bool) -> None:
    for dtype in ("float64", "int16"):
        fused = frit.fuse(function)
        for _ in range(3):
            mine, numpys = np.ones(size, dtype), np.ones(size, dtype)
            expected = function(numpys)
            with frit.options(verify=verify):
                got = fused(mine)
            np.testing.assert_array_equal(got, expected)
            np.testing.assert_array_equal(mine, numpys)
            assert got.flags.num == expected.flags.num


@pytest.mark.parametrize("function", [gives_both_back, gives_both_back_turned], ids=lambda f: f.__name__)
@pytest.mark.parametrize("order", ["C", "F"])
def test_results_share_memory_as_numpys_do(function: Any, order: Any) -> None:
    fused = frit.fuse(function)
    for _ in range(3):
        x = np.arange(12.0).reshape(3, 4).copy(order)
        got, expected = fused(x), function(x)
        pairs = [(0, 1), (0, 2), (1, 2)]
        for a, b in pairs:
            assert np.shares_memory(got[a], got[b]) == np.shares_memory(expected[a], expected[b])


def real_parts_into_the_whole(z: Any, c: Any) -> Any:
    np.add(z.real, 1, out=z, where=c)
    return z.copy()


def test_what_where_leaves_out_keeps_its_value() -> None:
    """NumPy itself loses imaginary parts here: docs/python.md names it."""
    given, mask = np.array([1 + 2j, 3 + 4j, 5 + 6j]), np.array([True, False, True])
    for function in (real_parts_into_the_whole, frit.fuse(real_parts_into_the_whole)):
        own = given.copy()
        z = frit.asarray(own) if function is real_parts_into_the_whole else own
        for _ in range(2):
            own[...] = given
            assert np.asarray(function(z, mask)).tolist() == [2, 3 + 4j, 6]
            assert own.tolist() == [2, 3 + 4j, 6]


def view_of_a_broadcast(x: Any) -> Any:
    return np.broadcast_to(x + 1, (2, *x.shape))[...]


def row_of_a_broadcast(x: Any) -> Any:
    return list(np.broadcast_to(x + 1, (2, *x.shape)))[0]


def part_of_a_diagonal(x: Any) -> Any:
    return np.diagonal(x + 1)[1:]


def part_of_imaginary_zeros(x: Any) -> Any:
    return np.imag(x + 1)[1:]


def change_of_a_row(x: Any) -> Any:
    row = np.broadcast_to(x + 1, (2, *x.shape))[0]
    row += 1
    return row.copy()


VIEWS_THAT_CANNOT_BE_WRITTEN_TO = [
    view_of_a_broadcast,
    row_of_a_broadcast,
    part_of_a_diagonal,
    part_of_imaginary_zeros,
    change_of_a_row,
]


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("function", VIEWS_THAT_CANNOT_BE_WRITTEN_TO)
def test_views_of_what_cannot_be_written_to_cannot_either(function: Any, verify: bool) -> None:
    x, fused = np.arange(9.0).reshape(3, 3), frit.fuse(function)
    for _ in range(3):
        with frit.options(verify=verify):
            if function is change_of_a_row:
                with pytest.raises(ValueError, match="read-only"):
                    fused(x)
                continue
            got, expected = fused(x), function(x)
        assert np.array_equal(got, expected)
        assert got.flags.writeable is expected.flags.writeable is False


def number_at_least_1d(x: Any) -> Any:
    s = x.max()
    np.atleast_1d(s)[0] = -1
    return s


def dot_at_least_2d(x: Any) -> Any:
    s = np.dot(x, x)
    np.atleast_2d(s)[...] = -1
    return s


def number_with_an_axis(x: Any) -> Any:
    s = x.sum()
    row = s[None]
    row[0] = -1
    return s, row.copy()


def number_with_an_ellipsis(x: Any) -> Any:
    s = x.sum()
    whole = s[...]
    whole[...] = -1
    return s, whole.copy()


def number_reshaped(x: Any) -> Any:
    s, t = x[0], x[1] * 2
    row, other = s.reshape(1), np.reshape(t, (1, 1))
    row += 1
    other -= 1
    return s, t, row.copy(), other.copy()


def number_and_array(x: Any) -> Any:
    s = x.max()
    y = x + 1
    one, row = np.atleast_1d(s, y)
    one[0] = -1
    row[0] = -1
    return s, y.copy(), np.expand_dims(s, 0).copy()


NUMBERS = [
    number_at_least_1d,
    dot_at_least_2d,
    number_with_an_axis,
    number_with_an_ellipsis,
    number_reshaped,
    number_and_array,
]


@pytest.mark.parametrize("function", NUMBERS)
def test_numbers_have_no_memory_to_share(function: Any) -> None:
    def recorded(x: Any) -> Any:
        gc.isenabled()
        return again(x)

    again = function
    x = np.arange(1.0, 4.0)
    expected = function(x.copy())
    for fused in (frit.fuse(function), frit.fuse(recorded)):
        for _ in range(2):
            assert repr(fused(x.copy())) == repr(expected)


def tiled(x: Any) -> Any:
    return np.tile(x, ()), np.tile(x.max(), ())


def is_in(x: Any) -> Any:
    return np.isin(x, 1.0), np.isin(x.max(), x)


def inverse(x: Any) -> Any:
    return np.unique_inverse(x)[1], np.unique_all(x)[2]


def unstacked(x: Any) -> Any:
    parts = np.unstack(np.atleast_1d(x))
    x[...] = 2
    return parts  # numbers


@pytest.mark.parametrize("function", [tiled, is_in, inverse, unstacked])
def test_arrays_of_rank_0_stay_arrays(function: Any) -> None:
    fused, x = frit.fuse(function), np.array(1.0)
    for _ in range(2):
        assert repr(fused(x.copy())) == repr(function(x.copy()))


def array_into_an_element(x: Any, y: Any) -> Any:
    x[1] = y
    return x + 1


def list_into_an_element(x: Any, y: Any) -> Any:
    x[1] = [y[0]]
    return x + 1


@pytest.mark.parametrize("function", [array_into_an_element, list_into_an_element])
def test_an_element_takes_no_sequence_where_numpy_takes_none(function: Any) -> None:
    fused = frit.fuse(function)
    for size in (1, 1, 2, 0, 1):
        found = []
        for call in (function, fused):
            x = np.arange(3.0)
            try:
                found.append((repr(call(x, np.ones(size))), x.tolist()))
            except (ValueError, IndexError, TypeError) as error:
                found.append((type(error).__name__, x.tolist()))
        assert found[0] == found[1]


def test_what_a_number_is_to_ldexp() -> None:
    for dtype in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint32"):
        exponents = np.ones(2, dtype)
        for number in (2, 2.5, True):
            expected = np.ldexp(number, exponents)
            for got in (frit.ldexp(number, exponents), np.ldexp(number, frit.asarray(exponents))):
                assert got.dtype == expected.dtype and got.tolist() == expected.tolist(), dtype


MASKS = [
    np.array([1, 0, 1]),
    np.array([1.5, 0.0, 2.0]),
    np.array([True, False, True]),
    [1, 0, 1],
    [True, False, True],
    1,
    0.0,
    np.int8(1),
]


@pytest.mark.parametrize("mask", MASKS, ids=str)
def test_what_where_takes(mask: Any) -> None:
    """Numbers and lists of them say whether, arrays have to be of bools."""

    def copied(np: Any, x: Any) -> Any:
        out = np.zeros(3)
        np.copyto(out, x, where=mask)
        return out

    calls = [
        lambda np, x: np.add(x, 1, where=mask, out=np.zeros(3)),
        lambda np, x: np.sum(x, where=mask),
        lambda np, x: np.max(x, where=mask, initial=0),
        lambda np, x: np.any(x, where=mask),
        lambda np, x: np.mean(x, where=mask),
        copied,
    ]
    for call in calls:
        found = []
        for module, x in ((np, np.arange(3.0) + 1), (frit, frit.asarray(np.arange(3.0) + 1))):
            try:
                found.append(np.asarray(call(module, x)).tolist())
            except TypeError:
                found.append("TypeError")
        assert repr(found[0]) == repr(found[1])


def test_true_is_no_axis_where_numpy_takes_none() -> None:
    x = np.arange(6.0).reshape(1, 6)[:, None]
    names = "sum prod max any mean var count_nonzero nansum cumsum cumprod argmax squeeze flip sort diff"
    for name in [*names.split(), "take", "repeat", "concatenate"]:
        found = []
        for module, array in ((np, x), (frit, frit.asarray(x))):
            operands = {"take": ([0],), "repeat": (2,)}.get(name, ())
            first = [array, array] if name == "concatenate" else array
            try:
                found.append(np.asarray(getattr(module, name)(first, *operands, axis=True)).shape)
            except TypeError:
                found.append("TypeError")
        assert found[0] == found[1], name
    with pytest.raises(TypeError):
        frit.sum(frit.ones((2, 2)), axis=(0, True))


def test_exceptions_of_lists_and_indices_that_do_not_go_together() -> None:
    x = frit.ones((6, 8))
    with pytest.raises(TypeError):
        np.add(x, 1, out=[frit.zeros((6, 8))])
    with pytest.raises(IndexError):
        frit.take_along_axis(x, np.zeros((2, 2), int), axis=1)
    with pytest.raises(ValueError, match="deleted"):
        del x[0]
