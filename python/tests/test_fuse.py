"""Fused functions equal the functions: the cases of the design, then variables, views, effects."""

from __future__ import annotations

import collections
import dataclasses
import math
from typing import Any

import frit
import numpy as np
import pytest
from fuse_check import Outcome, check, compare, floats


def xy() -> tuple[Any, ...]:
    return floats(12), floats(12, seed=2)


def xy_other_size() -> tuple[Any, ...]:
    return floats(31), floats(31, seed=3)


def xy_f64() -> tuple[Any, ...]:
    return floats(12, dtype=np.float64), floats(12, seed=2, dtype=np.float64)


def matrix() -> tuple[Any, ...]:
    return (floats(4, 5),)


def relu(x: Any) -> Any:
    return np.maximum(x, 0)


# ------------------------------------------------------------------ the three cases of the design


def test_case_1_reassignment() -> None:
    def f(a, b):
        x = np.add(a, b)
        x = x + 1
        y = relu(x)
        return x, y

    check(f, xy, xy_other_size, xy_f64, mode="replayed")


def test_case_2_in_place() -> None:
    def f(a, b):
        x = np.add(a, b)
        x += 1
        y = relu(x)
        return x, y

    check(f, xy, xy_other_size, xy_f64, mode="replayed")


def test_case_3_several_references() -> None:
    def f(a, b):
        x = np.add(a, b)
        temp = x * 2
        y = relu(x)
        z = np.multiply(temp, y)
        return x, temp, y, z

    check(f, xy, xy_other_size, xy_f64, mode="replayed")


# ------------------------------------------------------------------------- rebinding and in place


def test_rebinding_an_argument_leaves_it_alone() -> None:
    def f(x, y):
        x = x + 1
        x = x * y
        return x

    check(f, xy, xy_other_size, mode="replayed")


def test_in_place_changes_the_caller() -> None:
    def f(x, y):
        x += y
        x *= 2
        return x

    fused = check(f, xy, xy_other_size, mode="replayed")
    x, y = xy()
    assert fused(x, y) is x


def test_in_place_without_a_result() -> None:
    def f(x, y):
        x -= y

    check(f, xy, mode="replayed")


def test_an_alias_sees_the_change() -> None:
    def f(x, y):
        z = x
        z += y
        return x * 2

    check(f, xy, mode="replayed")


def test_a_value_taken_before_keeps_its_value() -> None:
    def f(x, y):
        before = x * 1
        x += y
        return before, x + before

    check(f, xy, mode="replayed")


def test_a_part_is_changed() -> None:
    def f(x, y):
        x[1:] *= 2
        x[::3] = y[::3]
        return x + y

    check(f, xy, xy_other_size)


def test_a_part_of_a_new_array_is_changed() -> None:
    def f(x, y):
        z = x * y
        z[2:5] += 1
        z[0] = 7
        return z

    check(f, xy, xy_other_size)


def test_overlapping_parts() -> None:
    def f(x):
        x[1:] += x[:-1]
        x[:-1] = x[1:]
        return x.sum()

    check(f, lambda: (floats(10),))


def test_rows_and_columns() -> None:
    def f(m):
        m[0] += 1
        m[:, 1] *= m[:, 0]
        m[1, 2] = 5
        return m.T + m.T

    check(f, matrix)


def test_a_view_is_written_through() -> None:
    def f(x, y):
        part = x[2:6]
        part += y[2:6]
        part[1] = 0
        return x * 2

    check(f, xy)


def test_a_view_taken_before_sees_the_change() -> None:
    def f(x, y):
        part = x[2:6]
        x += y
        return part * 2

    check(f, xy)


def test_out_argument() -> None:
    def f(x, y):
        np.multiply(x, y, out=x)
        return np.add(x, 1)

    check(f, xy, mode="replayed")


def test_out_gives_back_the_array_itself() -> None:
    def f(x, y):
        return np.add(x, y, out=x)

    check(f, xy)


def test_a_whole_array_is_assigned() -> None:
    def f(x, y):
        x[...] = y
        x[:] = x + 1

    check(f, xy)


def test_an_integer_array_refuses_floats_in_place() -> None:
    def f(x, y):
        y += 1
        x += 0.5

    check(f, lambda: (np.arange(4), floats(4)))


def test_read_only_arguments() -> None:
    def f(x, y):
        y += 1
        x += 1

    def make():
        x = floats(4)
        x.flags.writeable = False
        return x, floats(4)

    check(f, make)


# --------------------------------------------------------------------------- arguments that overlap


def test_the_same_array_twice() -> None:
    def f(x, y):
        x += 1
        return x + y

    def same():
        x = floats(8)
        return x, x

    check(f, xy, same, xy, same)


def test_overlapping_views_as_arguments() -> None:
    def f(x, y):
        x *= 2
        y += x
        return x - y

    def overlap():
        base = floats(10)
        return base[1:], base[:-1]

    check(f, overlap, xy, overlap)
    check(f, xy, overlap, xy)


def test_strided_reversed_and_broadcast_arguments() -> None:
    def f(x, y):
        return x * 2 + y

    base = floats(24)
    check(
        f,
        lambda: (base[::2], base[::-2]),
        lambda: (floats(3, 4).T, floats(4, 3)),
        lambda: (np.broadcast_to(np.float32(3), (4, 3)), floats(4, 3)),
        lambda: (floats(4, 1), floats(1, 3)),
        lambda: (floats(0, 3), floats(1, 3)),
    )


# ------------------------------------------------------------------------------ what is given back


def test_the_argument_itself() -> None:
    def f(x, y):
        return x, [y, x], {"x": x}

    check(f, xy, mode="replayed")


def test_one_new_array_twice() -> None:
    def f(x, y):
        z = x + y
        return z, z

    check(f, xy, mode="replayed")


def test_views_given_back_share_memory() -> None:
    def f(x, y):
        return x[1:], (x + y)[2:]

    check(f, xy)


def test_two_views_of_a_new_array() -> None:
    def f(x, y):
        z = x + y
        return z, z[1:]

    check(f, xy)


def test_rank_0_results_are_numbers() -> None:
    def f(x, y):
        total = x.sum()
        most = (x * y).max()
        return total, most, total + most

    check(f, xy, xy_f64, mode="replayed")


def test_numbers_of_rank_0_have_no_identity() -> None:
    def f(x):
        s = x.sum()
        t = s
        s += 1
        first = x[0]
        x[0] = 9
        return s, t, first

    check(f, lambda: (floats(5),))


def test_numbers_of_rank_0_have_no_identity_when_recorded() -> None:
    def f(x):
        s = x.sum()
        t = s
        s += 1
        first = x[0]
        x[0] = 9
        x[1] += 1
        x[[2, 3]] *= 2
        x[x > 1] -= 1
        return s, t, first, str(x[2])

    check(f, lambda: (floats(5),), mode="recorded")


def test_arrays_of_rank_0_have_identity() -> None:
    def f(x, y):
        alias = x
        x += 1
        part = y[...]
        part *= 2
        zero = np.zeros(())
        same = zero
        zero += x
        again = same.copy().reshape(())
        again += 1
        return alias * 2, x, same, again

    def recorded(x, y):
        result = f(x, y)
        return *result, float(result[0])

    def make():
        return np.array(2.0), np.array(3.0)

    check(f, make)
    check(recorded, make, mode="recorded")


def test_constants_and_none() -> None:
    def f(x, y):
        return None, 3, "text", (), [], x + y, True

    check(f, xy, mode="replayed")


Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Pair:
    first: Any
    second: Any


def test_structures_in_and_out() -> None:
    def f(pair, options, point):
        a, (b, c) = pair
        r = Pair(a + b, options["k"] * point.x)
        return {"r": r, "p": Point(c - point.y, c)}, [a * 2]

    def make():
        return (floats(3), (floats(3), floats(3))), {"k": 2.5}, Point(floats(3), floats(3))

    check(f, make, mode="replayed")


def test_dataclass_arguments() -> None:
    def f(pair):
        pair.first += pair.second
        return Pair(pair.first * 2, pair.second)

    check(f, lambda: (Pair(floats(3), floats(3)),))


# ------------------------------------------------------------------------------- parameters, numbers


def test_every_kind_of_parameter() -> None:
    def f(a, /, b, *rest, scale=2.0, **more):
        total = a + b
        for r in rest:
            total = total * r
        return total * scale + more.get("extra", 0)

    check(f, lambda: (floats(3), floats(3)), lambda: (floats(3), floats(3), 2.0, floats(3)))
    check(f, lambda: (floats(3), floats(3)), scale=3.0, extra=4.0)


def test_a_new_number_is_no_new_entry() -> None:
    @frit.fuse
    def f(x, a, n):
        return x * a + n

    x = floats(5)
    for k in range(20):
        np.testing.assert_allclose(f(x, k / 3, k), x * np.float32(k / 3) + np.float32(k), 1e-6)
    info = f.cache_info()
    assert info.entries == 1 and info.misses == 1 and info.hits == 19


def test_types_of_numbers_differ() -> None:
    def f(x, a):
        return x * a

    ints = np.arange(4, dtype=np.int32)
    check(f, lambda: (ints, 2), lambda: (ints, 2.0), lambda: (ints, 2j), lambda: (ints, True))
    check(f, lambda: (ints, np.float32(2)), lambda: (ints, np.int8(2)), lambda: (ints, 2))


def test_an_integer_that_does_not_fit() -> None:
    def f(x, n):
        return x + n

    small = np.arange(4, dtype=np.uint8)
    check(f, lambda: (small, 3), lambda: (small, 300), lambda: (small, -1), lambda: (small, 4))


def test_arithmetic_of_numbers_is_pythons() -> None:
    def f(x, a, n):
        k = a / n
        return x * (k**2) + (n // 2) - n % 3, k, n**20, math.sqrt(a)

    check(f, lambda: (floats(4), 2.0, 7), lambda: (floats(4), 3.5, 9), mode="replayed")
    check(f, lambda: (floats(4), 2.0, 0))


def test_numbers_that_decide() -> None:
    def f(x, n, a):
        if n > 3:
            x = x * 2
        for _ in range(n):
            x = x + a
        return x[:n]

    check(f, *[lambda n=n: (floats(9), n, 0.5) for n in (1, 2, 5, 7)], mode="replayed")


def test_many_deciding_numbers_run_recorded() -> None:
    @frit.fuse
    def f(x, n):
        return x * int(str(n))

    x = floats(40)
    for n in range(1, 30):
        np.testing.assert_array_equal(f(x, n), x * n)
    assert f.cache_info().recorded == 1


def test_a_condition_on_a_number_is_no_new_entry() -> None:
    @frit.fuse
    def f(x, a):
        return x * a if a > 0 else -x

    x = floats(4)
    for a in (1.0, 2.0, 3.0, -1.0, -2.0, 4.0):
        np.testing.assert_array_equal(f(x, a), x * np.float32(a) if a > 0 else -x)
    assert f.cache_info().entries == 2


def test_static_arguments() -> None:
    @frit.fuse(static_argnames="n")
    def f(x, n):
        return x * n

    x = floats(4)
    for n in (2, 3, 2, 3):
        np.testing.assert_array_equal(f(x, n), x * n)
    assert f.cache_info().entries == 2
    with pytest.raises(ValueError, match="no parameter 'm'"):
        frit.fuse(static_argnames="m")(lambda x: x)


def test_sizes_as_numbers() -> None:
    def f(x):
        n = x.shape[0]
        return x.sum() / n, x / len(x), x * x.size

    fused = check(f, lambda: (floats(7),), lambda: (floats(9),), mode="replayed")
    assert fused.cache_info().entries == 1


def test_sizes_that_decide() -> None:
    def f(x):
        half = x.shape[0] // 2
        return x[:half] + x[half : 2 * half]

    check(f, lambda: (floats(7),), lambda: (floats(10),))


# ------------------------------------------------------------------------------------ the cache


def test_a_new_size_of_a_known_kind_is_a_hit() -> None:
    @frit.fuse
    def f(x, y):
        return x * y + 1

    for n in (3, 8, 100, 5000):
        x = floats(n)
        np.testing.assert_array_equal(f(x, x), x * x + 1)
    f.clear_cache()
    for n in (3, 8, 100, 5000):
        x, y = floats(n), floats(n, seed=2)
        np.testing.assert_allclose(f(x, y), x * y + 1, 1e-6)
    assert f.cache_info().misses == 1 and f.cache_info().hits == 3


def test_patterns_of_extents_are_kinds() -> None:
    def f(x, y):
        return x + y

    fused = check(
        f,
        lambda: (floats(3, 4), floats(3, 4)),
        lambda: (floats(3, 1), floats(1, 4)),
        lambda: (floats(4, 4), floats(4, 4)),
        lambda: (floats(3, 4), floats(4)),
        lambda: (floats(3, 4), floats(5)),
        mode="replayed",
    )
    assert fused.cache_info().replayed <= 4


def test_the_cache_is_bounded() -> None:
    @frit.fuse(maxsize=4)
    def f(x):
        return x + 1

    for rank in range(1, 9):
        x = floats(*[2] * rank)
        np.testing.assert_array_equal(f(x), x + 1)
    assert f.cache_info().entries <= 4
    with pytest.raises(ValueError, match="at least 1"):
        frit.fuse(maxsize=0)


def test_clear_cache() -> None:
    @frit.fuse
    def f(x):
        return x + 1

    f(floats(3))
    assert f.cache_info().entries == 1
    f.clear_cache()
    assert f.cache_info().entries == 0
    np.testing.assert_array_equal(f(floats(3)), floats(3) + 1)


def test_settings_are_part_of_the_key() -> None:
    @frit.fuse
    def f(x):
        return x * 2 + 1

    f(floats(3))
    with frit.options(numerics="fast"):
        np.testing.assert_allclose(f(floats(3)), floats(3) * 2 + 1, 1e-6)
    assert f.cache_info().entries == 2


# ------------------------------------------------------------------------------------- errors


def test_an_exception_keeps_the_effects_before_it() -> None:
    def f(x, y):
        x += 1
        if y.shape[0] > 3:
            raise KeyError("here")
        x += 1

    check(f, xy)


def test_shapes_that_do_not_fit() -> None:
    def f(x, y):
        x += 1
        return x + y

    check(f, lambda: (floats(3), floats(4)))


def test_an_index_out_of_range() -> None:
    def f(x, i):
        x += 1
        picked = x[i]
        x += 1
        return picked

    check(f, lambda: (floats(5), np.array([0, 2])), lambda: (floats(5), np.array([0, 9])))


def test_wrong_arguments() -> None:
    def f(x, y):
        return x + y

    fused = frit.fuse(f)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'y'"):
        fused(floats(3))
    with pytest.raises(TypeError, match="unexpected keyword"):
        fused(floats(3), z=1)
    with pytest.raises(TypeError, match="takes a Python function"):
        frit.fuse(3)  # type: ignore[call-overload]


def test_compare_notices() -> None:
    """The comparison itself can fail."""

    def f(x):
        x += 1
        return x

    def copies(x):
        return x + 1

    with pytest.raises(AssertionError):
        compare(Outcome(copies, (floats(3),), {}), Outcome(f, (floats(3),), {}), "")
