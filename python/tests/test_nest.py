"""Loops that are compiled where they stand: what they may have, and what is left to Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from frit._nest import can_compile, with_nests

pytestmark = pytest.mark.skipif(not can_compile(), reason="there is no LLVM to compile loops with")


def check(function: Any, *given: Any) -> Any:
    """Runs both ways: the same result, types and effects; gives the loops.

    Three times: the first call compiles, the second may be the extension's, which goes through the loop by itself.
    """
    made = with_nests(function)
    assert made is not None
    for _ in range(3):
        check_call(function, made[0], *given)
    return made[1]


def check_call(function: Any, nested: Any, *given: Any) -> None:
    first = [g.copy() if isinstance(g, np.ndarray) else g for g in given]
    second = [g.copy() if isinstance(g, np.ndarray) else g for g in given]
    try:
        expected = function(*first)
    except Exception as error:
        with pytest.raises(type(error)) as raised:
            nested(*second)
        assert str(raised.value) == str(error)
    else:
        got = nested(*second)
        for one, other in zip(as_list(got), as_list(expected)):
            assert type(one) is type(other), (one, other)
            if one is None or isinstance(one, (int, str)):
                assert one == other
            else:
                np.testing.assert_allclose(one, other, rtol=1e-12)
    for one, other in zip(second, first):
        if isinstance(one, np.ndarray):
            np.testing.assert_allclose(one, other, rtol=1e-12)


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple) else [value]


def compiled(function: Any, *given: Any) -> None:
    nests = check(function, *given)
    assert all(nest.is_compiled() for nest in nests), [nest.reasons() for nest in nests]


X = np.random.default_rng(1).random(40)
M = np.random.default_rng(2).random((12, 12))


def _recurrence(x: Any, w: float) -> Any:
    out = np.zeros_like(x)
    out[0] = x[0]
    for t in range(1, len(x)):
        out[t] = w * out[t - 1] + (1 - w) * x[t] ** 2
    return out


def _search(x: Any, limit: float) -> Any:
    where = -1
    for k, value in enumerate(x):
        if value > limit:
            where = k
            break
    return where, k, value


def _starts_as_int(x: Any) -> Any:
    total, most = 0, 0
    for value in x:
        total += value
        most = max(most, value)
    return total, most


def _of_nothing(x: Any) -> Any:
    total = 0
    for k in range(5, 5):
        total += x[k]
    return total


def _newton(a: float) -> Any:
    x, turns = a, 0
    while abs(x * x - a) > 1e-12 and turns < 100:
        x = 0.5 * (x + a / x)
        turns += 1
    return x, turns


def _collatz(n: int) -> Any:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def _rows(m: Any) -> Any:
    total = 0.0
    for row in m:
        total += row.max() - row.min() + row[::2].sum()
        row[0] = total
    return total


def _vectors(m: Any) -> Any:
    for i in range(1, m.shape[0]):
        v = m[i] - m[i - 1]
        v *= 0.5
        m[i, 1:] += v[:-1] * v[1:]
        m[:i, i] = m[i, :i] + np.flip(m[:i, i])
    return m


def _outer(m: Any) -> Any:
    for k in range(m.shape[0]):
        m[:] = np.minimum(m[:], np.add.outer(m[:, k], m[k, :]))


def _picks(x: Any, where: Any) -> Any:
    out = np.zeros(len(where))
    for i in range(len(where)):
        rows = where[: i + 1]
        out[i] = x[rows] @ x[rows]
    return out


def _backwards(x: Any) -> Any:
    for k in reversed(range(len(x) - 1)):
        x[k] += x[k + 1]
    for a, b in zip(x, x[1:]):
        last = a - b
    return x, last


def _bits(data: Any) -> Any:
    crc = 0xFFFF
    for byte in data:
        low = 0xFF & byte
        for _ in range(8):
            if (crc & 1) ^ (low & 1):
                crc = (crc >> 1) ^ 0x8408
            else:
                crc >>= 1
            low >>= 1
    return crc


def _mathematics(x: Any) -> Any:
    total = 0.0
    for k in range(len(x)):
        total += math.sqrt(x[k]) + math.exp(-x[k]) + np.log1p(x[k]) + np.arctan(x[k]) + x[k] ** 0.5 + math.pi
    return total


@pytest.mark.parametrize(
    ("function", "given"),
    [
        *((_recurrence, (X, 0.9)), (_search, (X, 0.7)), (_search, (X, 2.0)), (_starts_as_int, (X,)), (_of_nothing, (X,))),
        *((_newton, (2.0,)), (_newton, (np.float64(3.0),)), (_collatz, (27,)), (_rows, (M,)), (_vectors, (M,))),
        *((_outer, (M,)), (_picks, (X, np.array([3, 1, -2, 0]))), (_backwards, (X,)), (_mathematics, (X,))),
        *((_bits, (np.arange(50, dtype=np.uint8),)), (_vectors, (np.asfortranarray(M),)), (_rows, (M[::2, ::-1],))),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_it_is_compiled(function: Any, given: tuple[Any, ...]) -> None:
    compiled(function, *given)


def _out_of_range(x: Any) -> Any:
    for k in range(len(x)):
        x[k] = x[k + 1]


def _by_zero(n: Any, x: Any) -> Any:
    for k in range(3):
        x[k] = 1.0
        n = 1 / (n - k)
    return n


def _too_large(n: int) -> Any:
    total = 1
    for k in range(1, n):
        total *= k
    return total


def _does_not_fit(u: Any) -> Any:
    for k in range(300):
        u[k % 4] = k
    return u


def _unbound(x: Any) -> Any:
    for k in range(3):
        if x[k] > 5:
            found = k
        x[k] = found
    return x


def _shapes(m: Any) -> Any:
    for k in range(4):
        m[k, :3] = m[:4, k]


@pytest.mark.parametrize(
    ("function", "given"),
    [
        *((_out_of_range, (X,)), (_by_zero, (2, X)), (_too_large, (30,)), (_does_not_fit, (np.zeros(4, np.uint8),))),
        *((_unbound, (X,)), (_shapes, (M,)), (_recurrence, (X[:0], 0.5)), (_rows, (M.astype(np.float16),))),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_out_of_the_ordinary_is_pythons(function: Any, given: tuple[Any, ...]) -> None:
    check(function, *given)


def test_shared_memory_and_what_cannot_be_written() -> None:
    def add(x: Any, y: Any) -> Any:
        for k in range(1, len(x)):
            y[k] = x[k - 1] + 1

    made = with_nests(add)
    assert made is not None
    for offset in (0, 1):
        base, other = np.arange(9.0), np.arange(9.0)
        made[0](base[: 9 - offset], base[offset:])
        add(other[: 9 - offset], other[offset:])
        assert np.array_equal(base, other)
    frozen = np.zeros(4)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        made[0](np.ones(4), frozen)


def test_a_name_may_mean_something_else_next_time() -> None:
    scale: dict[str, Any] = {}
    text = "def f(x):\n    t = 0.0\n    for k in range(len(x)):\n        t += g(x[k]) * c\n    return t\n"
    import linecache

    linecache.cache["<renamed>"] = (len(text), None, text.splitlines(True), "<renamed>")
    exec(compile(text, "<renamed>", "exec"), scale)
    made = with_nests(scale["f"])
    assert made is not None
    for g, c in ((abs, 2.0), (abs, 3.0), (float, 3), (math.sqrt, 1.5)):
        scale.update(g=g, c=c)
        got, expected = made[0](X), scale["f"](X)
        assert type(got) is type(expected)
        assert math.isclose(got, expected, rel_tol=1e-12)


def test_many_threads_at_once() -> None:
    from concurrent.futures import ThreadPoolExecutor

    made = with_nests(_vectors)
    assert made is not None
    expected = _vectors(M.copy())
    with ThreadPoolExecutor(4) as pool:
        for got in pool.map(lambda _: made[0](M.copy()), range(40)):
            np.testing.assert_allclose(got, expected, rtol=1e-12)


# ---- what was once wrong


def _keeps_none(a: Any) -> Any:
    best: Any = None
    for i in range(len(a)):
        if a[i] > 100:
            best = i
    return best


def _keeps_text(a: Any, n: int) -> Any:
    best: Any = "x"
    for i in range(n):
        best = a[i]
    return best


def _view_changed_after(m: Any) -> Any:
    total = 0.0
    for i in range(m.shape[0]):
        row = m[i]
        total += row[0]
    row += 1
    return total


def _of_itself(m: Any, out: Any) -> Any:
    for i in range(m.shape[0]):
        t = m[i] * 1.0
        for j in range(3):
            t = t + t[::-1]
        out[i] = t


def _picks_itself(a: Any, k: Any, out: Any) -> Any:
    for i in range(2):
        t = a * 1.0
        for j in range(3):
            t = t[k]
        out[i] = t[0] + 10 * t[1] + 100 * t[2]


def _narrow(a: Any, b: Any) -> Any:
    for i in range(len(a)):
        b[i] = a[i]


def _exponential(x: Any, out: Any) -> Any:
    for i in range(len(x)):
        out[i] = math.exp(x[i])


def _squares(out: Any, v: float) -> Any:
    for i in range(len(out)):
        v = v**2
        out[i] = v


def _sometimes(x: Any) -> Any:
    if x > 2:
        return x


def _sums_sometimes(a: Any) -> Any:
    total = 0.0
    for i in range(len(a)):
        total += _sometimes(a[i])
    return total


def _bump(a: Any, i: int) -> Any:
    a[i] += 1
    return a[i]


def _counts_bumps(a: Any) -> Any:
    n = 0
    for i in range(len(a)):
        k = bool(_bump(a, i) > 2 and a[i] > 3)
        n += k
        if 0 < i < _bump(a, i):
            n += 1
        a[i] += _bump(a, i)
    return n


def _values_of_and(a: Any) -> Any:
    for i in range(len(a)):
        first, second = (a[i] > 0) and i, (i > 1) and (a[i] > 0)
    return first, second


def _whose_bool(x: Any, out: Any) -> Any:
    s = 0.0
    last: Any = None
    for i in range(len(x)):
        last = 0 < i < x[0]
        out[i] = ~(s > 1)
        s = s + x[i]
    return last


def _huge_index(a: Any, k: Any) -> Any:
    s = 0.0
    for i in range(len(k)):
        s += a[: k[i]].sum()
        s += a[k[i]]
    return s


def _small_number(n: int) -> Any:
    s = np.uint8(0)
    for i in range(n):
        s = np.uint8(i)
    return s


def _of_bools(n: int) -> Any:
    for i in range(n):
        found = np.add(i > 2, i > 3), np.fabs(i), np.square(i > 1)
    return found


def _backwards_enumerate(a: Any) -> Any:
    for k, v in reversed(enumerate(a)):  # type: ignore[call-overload]
        a[k] = v


def _minus_zero(x: Any) -> Any:
    out = np.zeros(len(x))
    s = 0
    for i in range(len(x)):
        y = -s
        out[i] = np.copysign(1.0, y) if i < 0 else y
        s = s + x[i]
    return 1 / out[0]


def _empty_part(u: Any) -> Any:
    for i in range(2):
        u[5:5] = 300


def _far_range() -> Any:
    n = 0
    for i in range(-5, 9223372036854775807):
        n += 1
        if n > 3:
            break
    return n


S = np.arange(1.0, 6.0)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        *((_keeps_none, (S,)), (_keeps_text, (S, 0)), (_keeps_text, (S, 2)), (_view_changed_after, (M,))),
        *((_of_itself, (M, np.zeros_like(M))), (_picks_itself, (S, np.array([1, 2, 0, 4, 3]), np.zeros(2)))),
        *((_narrow, (np.array([300]), np.zeros(1, np.int8))), (_narrow, (np.array([300]), np.zeros(1, np.uint8)))),
        *((_narrow, (np.array([2**63], np.uint64), np.zeros(1, np.int64))), (_exponential, (S * 400, np.zeros(5)))),
        *((_squares, (np.zeros(20), 10.0)), (_sums_sometimes, (S[::-1].copy(),)), (_counts_bumps, (S,))),
        *((_values_of_and, (S,)), (_whose_bool, (S, np.zeros(5, np.int64))), (_small_number, (300,)), (_of_bools, (5,))),
        *((_huge_index, (S, np.array([1, 2**64 - 1], np.uint64))), (_backwards_enumerate, (S,)), (_minus_zero, (S,))),
        *((_empty_part, (np.zeros(9, np.uint8),)), (_far_range, ()), (_rows, (M.astype(">f8"),))),
        *((_rows, (M.astype(np.longlong),)),),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_was_once_wrong(function: Any, given: tuple[Any, ...]) -> None:
    check(function, *given)


def _divides(a: Any) -> Any:
    with np.errstate(all="raise"):
        for i in range(len(a)):
            a[i] = 1 / (a[i] - 3)


def test_floating_point_errors_that_are_asked_for() -> None:
    check(_divides, S)


def test_functions_that_change_are_noticed() -> None:
    names: dict[str, Any] = {}
    text = (
        "def h(x):\n    return x + 1\ndef outer(x):\n    return h(x)\n"
        "def f(a):\n    s = 0.0\n    for i in range(len(a)):\n        s += outer(a[i])\n    return s\n"
    )
    import linecache

    linecache.cache["<changing>"] = (len(text), None, text.splitlines(True), "<changing>")
    exec(compile(text, "<changing>", "exec"), names)
    made = with_nests(names["f"])
    assert made is not None
    assert made[0](S) == names["f"](S) == 20.0 and made[1][0].is_compiled()
    names["h"] = abs
    assert made[0](S) == names["f"](S) == 15.0
    names["h"] = lambda x: x + undefined  # type: ignore[name-defined]  # noqa: F821
    with pytest.raises(NameError):
        made[0](S)


def test_an_endless_loop_can_be_stopped() -> None:
    import signal
    import time

    def spin(a: Any) -> Any:
        k = 0
        while k >= 0:
            k = (k * 5 + 1) % 1000003
            a[0] += 1
        return k

    made = with_nests(spin)
    assert made is not None

    class Stop(Exception):
        pass

    def stop(*_: Any) -> None:
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    counted = np.zeros(2)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        begin = time.monotonic()
        with pytest.raises(Stop):
            made[0](counted)
        assert time.monotonic() - begin < 60
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert counted[0] == 0  # as if it had not begun


def _filled(x: Any, whole: Any, number: Any, yes: Any) -> Any:
    last = 0.0
    for i in range(len(x)):
        if yes:
            last = x[i] * number + whole
        x[i] = last
        whole += 1
        yes = not yes
    return last, whole, number, yes


def test_numbers_of_every_class_go_in_and_come_out() -> None:
    """Those of Python's and NumPy's, of the dtypes that stand in a word as they are and of others."""
    for whole, number, yes in (
        (3, 2.5, True),
        (np.int64(3), np.float64(2.5), np.bool_(True)),
        (np.int32(3), np.float32(2.5), False),
    ):
        x, y = np.arange(4.0), np.arange(4.0)
        nested, loops = with_nests(_filled)  # type: ignore[misc]
        got, expected = nested(x, whole, number, yes), _filled(y, whole, number, yes)
        assert got == expected and list(map(type, got)) == list(map(type, expected))
        assert np.array_equal(x, y)
        assert loops[0].is_compiled() or loops[0].reasons()


def test_other_bytes_and_classes_are_other_kinds() -> None:
    from frit._nest.run import _kind_of

    x = np.arange(6.0)
    kinds = [x, x.astype("f4"), x.reshape(2, 3), x[::2], x.astype(">f8"), x.astype("q"), x.astype("l")]
    read_only = x.copy()
    read_only.flags.writeable = False
    kinds += [read_only, np.frombuffer(b"\0" * 17, np.uint8)[1:].view("f8")]  # one that is not aligned
    found = [_kind_of(a) for a in kinds]
    assert len(set(map(str, found))) >= len(kinds) - 1  # of what is not native and not aligned nothing is known
    assert found[4] == found[-1] == ("other", np.ndarray)


# ---- stores into what is read


def _heat(u: Any, n: int) -> None:
    for _ in range(n):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])


def _rows_above(u: Any, n: int) -> None:
    for _ in range(n):
        u[4:, 1:] = u[:-4, :-1] * 0.5 + u[4:, 1:] - u[2:-2, 1:]


def _rows_below(u: Any, n: int) -> None:
    for _ in range(n):
        u[:-2] = u[2:] + u[1:-1, ::-1]


def _rows_far_above(u: Any, n: int) -> None:
    for _ in range(n):
        u[12:] = u[:-12] + 1


def _one_row_for_all(u: Any, n: int) -> None:
    for _ in range(n):
        u[1:] = u[:1] * 0.5 + u[1:]
        u[1:3] = u[0] + u[:2]


def _from_the_end(u: Any, n: int) -> None:
    for _ in range(n):
        u[-4:-1] = u[-5:-2] + u[1:4]
        u[::-1] = u * 0.5


def _turned(u: Any, n: int) -> None:
    for _ in range(n):
        u[:4, :4] = u[:4, :4].T + u[1:5, :4]
        u.T[1:, :3] = u[:3, 1:].T * 2


def _picked_rows(u: Any, n: int) -> None:
    for k in range(1, n):
        u[k:, :] = u[k - 1 : -1, :] + u[k:, :]
        u[1:] = u[:-1] * u[k, 0]


def _narrower(u: Any, n: int) -> None:
    for _ in range(n):
        u[1:] = u[:-1] * 0.5 + 3


@pytest.mark.parametrize(
    "function",
    [_heat, _rows_above, _rows_below, _rows_far_above, _one_row_for_all, _from_the_end, _turned, _picked_rows, _narrower],
)
def test_rows_are_written_when_nobody_reads_them_any_more(function: Any) -> None:
    rng = np.random.default_rng(4)
    for shape in ((17, 9), (5, 6), (13, 40), (30, 5)):
        compiled(function, rng.random(shape), 3)
        compiled(function, np.asfortranarray(rng.random(shape)), 3)
        check(function, rng.random((2 * shape[0], 2 * shape[1]))[::2, ::-2], 3)
    for shape in ((0, 4), (1, 4), (2, 2), (3, 1), (4, 0)):
        check(function, rng.random(shape), 2)
    check(_narrower, rng.integers(0, 99, (6, 5)), 3)


def test_elements_over_each_other_are_left_to_numpy() -> None:
    made = with_nests(_narrower)
    assert made is not None
    for strides in ((32, 8), (8, 8), (16, 8), (8, 16), (0, 8), (24, 8)):
        for _ in range(3):
            first, second = np.arange(40.0), np.arange(40.0)
            for function, memory in ((made[0], first), (_narrower, second)):
                function(np.lib.stride_tricks.as_strided(memory, (6, 4), strides), 2)
            assert np.array_equal(first, second), strides


def test_three_axes_in_place() -> None:
    def smoothed(u: Any, n: int) -> None:
        for _ in range(n):
            u[1:-1, 1:-1, 1:-1] = (u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, 1:-1, :-2]) / 4

    for shape in ((5, 6, 7), (3, 3, 3), (2, 5, 5), (12, 3, 20)):
        compiled(smoothed, np.random.default_rng(5).random(shape), 4)
