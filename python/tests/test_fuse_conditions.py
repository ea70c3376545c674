"""Errors that must not vanish with steps that nobody needs, when a call is replayed."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest
from fuse_check import Outcome, compare


def store_overwritten(a: Any) -> int:
    a[4] = 7
    a[:] = 0
    return 0


def index_unused(x: Any) -> Any:
    x[5]
    return x * 2


def index_unused_without_arrays(x: Any) -> int:
    x[5]
    return 1


def index_from_the_end_unused(x: Any) -> Any:
    x[-5]
    return x * 2


def reshape_unused(x: Any) -> Any:
    x.reshape(2, 3)
    return x + 1


def reshape_undone(x: Any) -> Any:
    return x.reshape(-1, 2).reshape(x.shape) + 1


def reshape_of_result_unused(x: Any) -> Any:
    (x * 2).reshape(3, -1)
    return x + 1


def broadcast_unused(x: Any) -> Any:
    np.broadcast_to(x, (6,))
    return x + 1


def slice_and_add_unused(x: Any) -> Any:
    x[:6] + np.ones(6)
    return x + 1


def split_unused(x: Any) -> Any:
    np.split(x, 2)
    return x + 1


def change_before_the_error(x: Any) -> Any:
    x += 1
    x[5]
    x *= 2
    return x


def shape_of_a_step(x: Any) -> Any:
    return (x * 2).shape


def index_in_a_helper(x: Any) -> Any:
    def fourth(y: Any) -> Any:
        return y[4]

    fourth(x)
    return x + 1


def zeros_like_an_element(x: Any) -> Any:
    return np.zeros_like(x[5]) + x


def chosen_beside_an_element(x: Any) -> Any:
    return np.where(True, x, x[-5])


def shape_and_dtype_of_an_element(x: Any) -> Any:
    return x[4].shape, x.astype(x[4].dtype) * 2


def ones_like_a_reshape(x: Any) -> Any:
    return np.ones_like(x.reshape(2, 3))


ON_SIZES = [
    zeros_like_an_element, chosen_beside_an_element, shape_and_dtype_of_an_element,
    ones_like_a_reshape,
    store_overwritten, index_unused, index_unused_without_arrays, index_from_the_end_unused,
    reshape_unused, reshape_undone, reshape_of_result_unused, broadcast_unused,
    slice_and_add_unused, split_unused, change_before_the_error, shape_of_a_step, index_in_a_helper,
]  # fmt: skip


@pytest.mark.parametrize("function", ON_SIZES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", [3, 7, 1, 0, 12])
def test_errors_of_sizes_do_not_vanish(function: Any, size: int) -> None:
    fused = frit.fuse(function)
    for n in (6, 6, size, size, 6, 8):
        expected = Outcome(function, (np.arange(float(n)),), {})
        compare(Outcome(fused, (np.arange(float(n)),), {}), expected, f"{n} elements")
    assert fused.cache_info().replayed > 0


def matmul_unused(x: Any, y: Any) -> Any:
    x @ y
    return x + 1


def add_unused(x: Any, y: Any) -> Any:
    x + y
    return x * 2


def stack_unused(x: Any, y: Any) -> int:
    np.stack((x, y))
    return 3


@pytest.mark.parametrize("function", [matmul_unused, add_unused, stack_unused])
def test_errors_of_two_arrays_do_not_vanish(function: Any) -> None:
    fused = frit.fuse(function)
    for left, right in [((3, 3), (3, 3)), ((3, 4), (3, 5)), ((2, 5), (2, 5)), ((4, 4), (4, 4))]:
        args = np.ones(left), np.ones(right)
        compare(Outcome(fused, args, {}), Outcome(function, args, {}), f"{left}, {right}")


def column_of_nothing(x: Any) -> Any:
    return x[1:-1, -4] + 2


def column_of_nothing_unused(x: Any) -> Any:
    (x + 1)[:0, 4]
    return x * 2


def column_of_nothing_changed(x: Any) -> Any:
    x[1:-1, 4] = 7
    return x * 2


def row_of_nothing_turned(x: Any) -> Any:
    return x.T[4, 1:-1] * 2


COLUMNS = [column_of_nothing, column_of_nothing_unused, column_of_nothing_changed, row_of_nothing_turned]


@pytest.mark.parametrize("function", COLUMNS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("first", [(2, 5), (3, 5), (0, 6)])
def test_an_index_is_looked_at_where_other_axes_are_empty(function: Any, first: Any) -> None:
    fused = frit.fuse(function)
    for shape in (first, first, (2, 3), (3, 3), (0, 3), (2, 4), (2, 6), (4, 7)):
        expected = Outcome(function, (np.ones(shape),), {})
        compare(Outcome(fused, (np.ones(shape),), {}), expected, str(shape))


def gather_unused(x: Any, i: Any) -> Any:
    x[i]
    return x + 1


def gather_unused_without_arrays(x: Any, i: Any) -> int:
    x[i]
    return 0


def gather_times_zero(x: Any, i: Any) -> Any:
    return x[i] * 0


def gather_minus_itself(x: Any, i: Any) -> Any:
    y = x[i]
    return y - y


def gather_of_which_a_part_is_used(x: Any, i: Any) -> Any:
    return x[i][:2]


def gather_of_which_nothing_is_used(x: Any, i: Any) -> Any:
    return x[i][:0]


def take_unused(x: Any, i: Any) -> Any:
    np.take(x, i)
    return x + 1


def scatter_overwritten(x: Any, i: Any) -> Any:
    x[i] = 3
    x[:] = 0
    return x


def power_unused(x: Any, i: Any) -> Any:
    x ** (5 - i)
    return x + 1


def power(x: Any, i: Any) -> Any:
    return x ** (5 - i)


def zeros_like_a_gather(x: Any, i: Any) -> Any:
    return np.zeros_like(x[i])


def ones_like_a_row_of_a_gather(x: Any, i: Any) -> Any:
    return np.ones_like(x[i % 5 * 2][-1])


def full_like_a_step_of_a_gather(x: Any, i: Any) -> Any:
    return np.full_like(np.take(x, i) * 2 + 1, 7)


def empty_like_a_gather(x: Any, i: Any) -> Any:
    return np.empty_like(x[i])[:0]


def sum_of_ones_like_a_gather(x: Any, i: Any) -> Any:
    return np.ones_like(x[i]).sum()


def chosen_beside_a_gather(x: Any, i: Any) -> Any:
    return np.where(True, 0, x[i])


def not_chosen_gather(x: Any, i: Any) -> Any:
    return np.where(np.array(False), x[i], x)


def chosen_everywhere_beside_a_gather(x: Any, i: Any) -> Any:
    return np.where(np.ones(6, bool), x, x[i])


def written_nowhere_from_a_gather(x: Any, i: Any) -> Any:
    return np.multiply(x[i], 2, where=False, out=x)


def shape_of_a_gather(x: Any, i: Any) -> Any:
    return x[i].shape, x[i].size, len(x[i]), x[i].ndim


def zeros_of_the_shape_of_a_gather(x: Any, i: Any) -> Any:
    return np.zeros(x[i].shape)


def dtype_of_a_gather(x: Any, i: Any) -> Any:
    return x.astype(x[i].dtype) + 1


ON_VALUES = [
    zeros_like_a_gather, ones_like_a_row_of_a_gather, full_like_a_step_of_a_gather,
    empty_like_a_gather, sum_of_ones_like_a_gather, chosen_beside_a_gather, not_chosen_gather,
    chosen_everywhere_beside_a_gather, written_nowhere_from_a_gather, shape_of_a_gather,
    zeros_of_the_shape_of_a_gather, dtype_of_a_gather,
    gather_unused, gather_unused_without_arrays, gather_times_zero, gather_minus_itself,
    gather_of_which_a_part_is_used, gather_of_which_nothing_is_used, take_unused,
    scatter_overwritten, power_unused, power,
]  # fmt: skip


@pytest.mark.parametrize("function", ON_VALUES, ids=lambda f: f.__name__)
def test_errors_of_values_do_not_vanish(function: Any) -> None:
    fused = frit.fuse(function)
    for last in (5, 5, 9, 3, -7, 0):
        args = [(np.arange(6), np.array([0, 1, 2, 3, 4, last])) for _ in range(2)]
        expected = Outcome(function, args[0], {})
        compare(Outcome(fused, args[1], {}), expected, f"the last index is {last}")


def division_unused(x: Any, n: int) -> Any:
    2 // n
    return x + 1


def division_of_a_sum_unused(x: Any, n: int) -> Any:
    1 / (n - 2 + x.shape[0]) % 3
    return x * n


def division_used(x: Any, n: int) -> Any:
    return x * (6 % n) + 1 / n


@pytest.mark.parametrize("function", [division_unused, division_of_a_sum_unused, division_used])
def test_errors_of_numbers_do_not_vanish(function: Any) -> None:
    fused = frit.fuse(function)
    for n in (3, 3, 0, 4, -1, 3):
        args = (np.arange(3.0), n)
        compare(Outcome(fused, args, {}), Outcome(function, args, {}), f"n is {n}")


def test_steps_without_conditions_leave_no_trace() -> None:
    """A step that cannot fail is no part of the program."""

    def function(x: Any) -> Any:
        np.sin(x)
        x[None].T
        return x + 1

    entry = frit.fuse(function).outcome((np.arange(4.0),), {})
    assert "sin" not in entry.module.text() and "reshape" not in entry.module.text()


def test_integers_to_negative_powers_raise_on_frit_arrays() -> None:
    base, exponents = frit.asarray([1, 2, 3]), frit.asarray([0, 1, -1])
    with pytest.raises(ValueError, match="negative integer powers"):
        base**exponents
    with pytest.raises(ValueError, match="negative integer powers"):
        frit.pow(base, exponents)
    assert (base ** frit.asarray([0, 1, 2])).tolist() == [1, 2, 9]
    assert (base ** frit.asarray([2, 2, 2], dtype=frit.uint8)).tolist() == [1, 4, 9]


NEGATIVES = [-1, np.int64(-1), np.array(-1), np.array([1, -1, 0]), np.int8([-1])]


@pytest.mark.parametrize("exponent", NEGATIVES, ids=repr)
def test_negative_powers_of_integers_raise_however_they_are_given(exponent: Any) -> None:
    """A number, NumPy's numbers and arrays: to operators, functions and fused functions."""
    ways = [lambda x: x**exponent, lambda x: np.power(x, exponent), lambda x: exponent**x]
    for function in ways:
        for base in (np.arange(1, 4), np.array([True, False, True])):
            expected = Outcome(function, (base,), {})
            got = Outcome(function, (frit.asarray(base),), {})
            assert isinstance(got.error, type(expected.error)), f"{got.error!r} {expected.error!r}"
            compare(Outcome(frit.fuse(function), (base,), {}), expected, f"{base.dtype}")


@pytest.mark.parametrize("exponent", [-1, np.int64(-1), np.array(-1), np.int8([-1])], ids=repr)
def test_what_has_no_elements_has_every_power(exponent: Any) -> None:
    """And the trace of such a call does not hold for others."""

    def power(x: Any) -> Any:
        return x**exponent

    fused = frit.fuse(power)
    for size in (0, 3, 0, 2, 0):
        base = np.arange(1, size + 1)
        expected = Outcome(power, (base,), {})
        compare(Outcome(fused, (base,), {}), expected, f"{size} elements")
        if not size:
            assert (frit.asarray(base) ** exponent).tolist() == []
            assert frit.power(frit.asarray(base), exponent).dtype == expected.result.dtype


@pytest.mark.parametrize("first", [-1, 2])
def test_an_exponent_that_is_an_argument_is_looked_at(first: int) -> None:
    def power(x: Any, n: int) -> Any:
        return x**n

    def power_by(x: Any, n: int) -> Any:
        return np.power(x, n - 1)

    def in_place(x: Any, n: int) -> Any:
        x **= n
        return x

    for function in (power, power_by, in_place):
        fused = frit.fuse(function)
        for n in (first, 3, -1, 0, 2, -2, 3):
            for dtype in ("int64", "int8", "float64", "bool"):
                args = [(np.arange(1, 4).astype(dtype), n) for _ in range(2)]
                expected = Outcome(function, args[0], {})
                compare(Outcome(fused, args[1], {}), expected, f"{dtype} {n}")
    replayed = frit.fuse(power)
    for n in (2, 3, 5):
        replayed(np.arange(3), n)
    assert replayed.cache_info().entries == 1 and replayed.cache_info().replayed == 1


def test_exponents_that_where_leaves_out_may_be_negative() -> None:
    base, exponents = np.arange(1, 5, dtype=np.int16), np.array([2, -1, 3, -3])

    def power(x: Any, y: Any, o: Any) -> Any:
        return np.power(x, y, out=o, where=y >= 0)

    expected = power(base, exponents, np.full(4, 9))
    own = power(frit.asarray(base), frit.asarray(exponents), frit.full(4, 9))
    assert own.tolist() == expected.tolist() == [1, 9, 27, 9]
    assert frit.fuse(power)(base, exponents, np.full(4, 9)).tolist() == expected.tolist()
    with pytest.raises(ValueError, match="negative integer powers"):
        frit.power(base, exponents, where=exponents < 0)
    assert frit.power(frit.asarray(base), 2, where=exponents > 0).dtype == frit.int16
