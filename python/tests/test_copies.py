"""No call copies what it need not: results are made where they belong, whoever owns the memory."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit

N = 50_000


def copied(work: Callable[[], Any]) -> int:
    """Bytes that the library copies while work runs, a second time: nothing is compiled or traced then."""
    work()
    frit._core.flush()
    before = frit._core.describe()["copied"]
    kept = work()
    frit._core.flush()
    del kept
    return int(frit._core.describe()["copied"] - before)


def values(n: int = N) -> Any:
    return np.linspace(0.5, 2.5, n)


# ---- fused functions


@frit.fuse
def plus_one(x: Any) -> Any:
    return x + 1


@frit.fuse
def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@frit.fuse
def several(x: Any, y: Any) -> Any:
    z = x * y
    return z.sum(), [z + 1, {"mean": z.mean()}], np.cumsum(z)


@frit.fuse
def taken(x: Any, i: Any) -> Any:
    return x[i]


@frit.fuse
def product(a: Any, b: Any) -> Any:
    return a @ b


@frit.fuse
def add_in_place(x: Any, y: Any) -> None:
    x += y


@frit.fuse
def change_and_give(x: Any, y: Any) -> Any:
    x *= 2
    return x + y


@frit.fuse
def fill_part(x: Any, y: Any) -> None:
    x[1:-1] = y[2:] - 2 * y[1:-1] + y[:-2]


@frit.fuse
def change_part(x: Any) -> None:
    x[1:-1] *= 0.5


@frit.fuse
def two_parts(x: Any, y: Any) -> None:
    x[:10] = y[:10] + 1
    x[20:30] = y[20:30] - 1


@frit.fuse
def two_parts_of_one(x: Any) -> None:
    x[:10] = x[:10] + 1
    x[20:30] = x[20:30] * 2


@frit.fuse
def one_half_from_the_other(x: Any) -> None:
    half = x.shape[0] // 2
    x[:half] = x[half:] * 2


@frit.fuse
def part_of_rows(x: Any) -> None:
    x[1:5, ::2] += 1


@frit.fuse
def every_other(x: Any, y: Any) -> None:
    x[::2] = y[::2] + 1


def matrix() -> Any:
    return values(64 * 80).reshape(64, 80)


FUSED: list[tuple[Any, Callable[[], tuple[Any, ...]]]] = [
    (plus_one, lambda: (values(),)),
    (plus_one, lambda: (values()[::3],)),
    (plus_one, lambda: (frit.asarray(values()),)),
    (plus_one, lambda: (values(0),)),
    (softmax, lambda: (matrix(),)),
    (softmax, lambda: (np.asfortranarray(matrix()),)),
    (several, lambda: (values(), values())),
    (taken, lambda: (values(), np.arange(0, N, 7))),
    (product, lambda: (matrix(), matrix().T)),
    (add_in_place, lambda: (values(), values())),
    (add_in_place, lambda: (values()[::2], values()[::2])),
    (add_in_place, lambda: (frit.asarray(values()), frit.asarray(values()))),
    (change_and_give, lambda: (values(), values())),
    (fill_part, lambda: (values(), values())),
    (change_part, lambda: (values(),)),
    (change_part, lambda: (frit.asarray(values()),)),
    (one_half_from_the_other, lambda: (values(),)),
    (part_of_rows, lambda: (matrix(),)),
    (every_other, lambda: (values(), values())),
]


@pytest.mark.parametrize(
    ("function", "arguments"), FUSED, ids=[f"{f.__name__}-{k}" for k, (f, _) in enumerate(FUSED)]
)
def test_fused_calls_copy_nothing(function: Any, arguments: Callable[[], tuple[Any, ...]]) -> None:
    given, plain = arguments(), arguments()
    function(*given)
    function.__wrapped__(*plain)
    for got, want in zip(given, plain, strict=True):
        assert np.array_equal(np.asarray(got), np.asarray(want))  # what it changed
    assert copied(lambda: function(*arguments())) == 0
    explained = frit.explain(function, *arguments())
    assert explained.mode == "replayed"
    assert explained.cost.bytes_copied == 0
    assert explained.json()["cost"]["bytes_copied"] == 0


# ---- where a copy is needed


@frit.fuse
def shift(x: Any) -> None:
    x[1:] = x[:-1] + 1


def test_an_output_over_a_shifted_input_is_copied_and_counted() -> None:
    x = np.arange(1000.0)
    want = np.concatenate([x[:1], x[:-1] + 1])
    shift(x.copy())
    explained = frit.explain(shift, x)
    assert explained.cost.bytes_copied == 999 * 8
    assert "7.99 kB copied besides" in explained.text(width=200)
    assert "copied besides" in explained._repr_html_()
    assert explained.json()["plans"][0]["cost"]["bytes_copied"] == 999 * 8
    assert np.array_equal(x, np.arange(1000.0))  # explaining changed nothing
    before = frit._core.describe()["copied"]
    shift(x)
    assert frit._core.describe()["copied"] - before == 999 * 8
    assert np.array_equal(x, want)


def test_an_index_into_an_array_that_is_known_is_copied() -> None:
    """It may be out of range half way, and then the caller's array is as it was."""

    @frit.fuse
    def take_into(out: Any, x: Any, i: Any) -> None:
        out[:] = x[i]

    x, i = values(100), np.arange(0, 100, 2)
    assert copied(lambda: take_into(np.zeros(50), x, i)) == 50 * 8
    assert frit.explain(take_into, np.zeros(50), x, i).cost.bytes_copied == 50 * 8


@pytest.mark.parametrize("function", [two_parts, two_parts_of_one])
def test_all_but_the_last_of_several_kernels_copy_what_is_known(function: Any) -> None:
    """The second might want for memory when the first has written."""
    x = values()
    more = (values(),) if function is two_parts else ()
    assert copied(lambda: function(x, *more)) == 10 * 8
    assert frit.explain(function, x, *more).cost.bytes_copied == 10 * 8


# ---- arrays that record


def test_recorded_steps_copy_nothing() -> None:
    x = values()

    def steps() -> Any:
        a = frit.asarray(x)
        b = frit.sin(a) * 2 + a
        return b, frit.sum(b), frit.cumulative_sum(b)

    assert copied(steps) == 0
    explained = frit.explain(frit.asarray(x) * 2 + 1)
    assert explained.cost.bytes_copied == 0


def test_an_array_over_numpys_memory_is_changed_where_it_is() -> None:
    x = values()
    a = frit.asarray(x)

    def change() -> None:
        nonlocal a
        a += 1
        a[1:-1] *= 2

    assert copied(change) == 0
    assert np.shares_memory(np.asarray(a), x)


def test_ufuncs_with_out_copy_nothing() -> None:
    a, b, out = (frit.asarray(values()) for _ in range(3))
    assert copied(lambda: np.add(a, b, out=out)) == 0
    assert copied(lambda: np.multiply(a, b, out=a)) == 0


# ---- expressions


def test_expressions_copy_nothing() -> None:
    x, y, out = values(), values(), np.empty(N)
    names = {"x": x, "y": y}
    assert copied(lambda: frit.evaluate("2 * x + y", names)) == 0
    assert copied(lambda: frit.evaluate("2 * x + y", names, out=out)) == 0
    assert np.array_equal(out, 2 * x + y)
    assert frit.explain("2 * x + y", names).cost.bytes_copied == 0


def test_an_expression_into_its_operand_copies_nothing() -> None:
    x, y = values(), values()
    want = x * y + 1
    frit.evaluate("x * y + 1", {"x": x, "y": y}, out=x)
    assert np.array_equal(x, want)
    before = frit._core.describe()["copied"]
    want = x * y + 1
    assert frit.evaluate("x * y + 1", {"x": x, "y": y}, out=x) is x
    assert frit._core.describe()["copied"] == before
    assert np.array_equal(x, want)


@pytest.mark.parametrize("shifted", [slice(1, None), slice(None, None, -1), slice(2, None)])
def test_an_expression_into_a_part_of_its_operand(shifted: slice) -> None:
    x = np.arange(100.0)
    part = x[shifted]
    source = x[: part.size]
    want = source * 2 + 1
    frit.evaluate("s * 2 + 1", {"s": source}, out=part)
    assert np.array_equal(part, want)


# ---- programs, and functions in the Slang-style language


def test_programs_copy_nothing() -> None:
    program = frit.Program.parse("program p(x: f64[n]) -> (r) { y = exp(x) r = neg(y) }")
    x = values()
    assert copied(lambda: program(x)) == 0
    assert frit.explain(program, x).cost.bytes_copied == 0


def test_module_functions_copy_nothing() -> None:
    module = frit.load_module(
        source="""
        struct Pair { double a; double b; };
        double axpy(double a, double x, double y) { return a * x + y; }
        Pair both(double x) { Pair p; p.a = x + 1; p.b = x * 2; return p; }
        void twice(inout double x) { x = 2 * x; }
        double root(double x) {
            double r = x;
            for (int i = 0; i < 8; i++)
                r = 0.5 * (r + x / r);
            return r;
        }
        """
    )
    x, y, out = values(), values(), np.empty(N)
    assert copied(lambda: module.axpy(2.0, x, y)) == 0
    assert module.axpy.explain(2.0, x, y).cost.bytes_copied == 0
    assert copied(lambda: module.axpy(2.0, x, y, _result=out)) == 0
    assert copied(lambda: module.axpy(2.0, out, y, _result=out)) == 0
    assert copied(lambda: module.both(x)) == 0
    assert copied(lambda: module.twice(x)) == 0
    assert copied(lambda: module.root(x, _result=out)) == 0  # its turns are known


# ---- interrupts


class Late(Exception):
    pass


@pytest.fixture
def late() -> Any:
    """Raises Late a while after it is called."""

    def handler(*_: Any) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, handler)
    yield lambda: signal.setitimer(signal.ITIMER_REAL, 0.2)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@frit.fuse
def slow_in_place(x: Any) -> None:
    y = x
    for _ in range(60):
        y = frit.lgamma(y) + 2
    x[:] = y


@frit.fuse
def slow_new(x: Any) -> Any:
    for _ in range(60):
        x = frit.lgamma(x) + 2
    return x


def test_an_interrupt_leaves_what_is_changed_in_place(late: Any) -> None:
    slow_in_place(values(10))
    x = values(4_000_000)
    before = x.copy()
    late()
    with pytest.raises(Late):
        slow_in_place(x)
    assert np.array_equal(x, before)


def test_an_interrupt_stops_a_call_that_copies_nothing(late: Any) -> None:
    slow_new(values(10))
    x = values(4_000_000)
    assert frit.explain(slow_new, x).cost.bytes_copied == 0
    late()
    with pytest.raises(Late):
        slow_new(x)
    assert slow_new(values(3)).shape == (3,)
