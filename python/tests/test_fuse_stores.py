"""Functions that assign to parts of their arguments: replayed, they write to those parts and no others.

A replay must leave the caller's arrays as the plain function does, whatever their sizes and strides,
in whatever order and however the parts overlap.
"""

from __future__ import annotations

import linecache
import random
from typing import Any

import frit
import numpy as np
import pytest
from fuse_check import Outcome, check, compare

Arrays = tuple[Any, ...]


def numbers(*shape: int, seed: int = 1, dtype: Any = np.float32) -> Any:
    """Eighths, whose sums and products are exact: results are equal bit for bit."""
    return (np.random.default_rng(seed).integers(-16, 17, shape) / 8).astype(dtype)


def layouts(shape: tuple[int, ...], seed: int = 1) -> list[Any]:
    """Equal arrays that lie in memory differently."""
    plain = numbers(*shape, seed=seed)
    spread = np.zeros([2 * n for n in shape], np.float32)
    spread[tuple([slice(None, None, 2)] * len(shape))] = plain
    backwards = np.ascontiguousarray(plain[tuple([slice(None, None, -1)] * len(shape))])
    return [
        plain.copy(),
        np.asfortranarray(plain),
        spread[tuple([slice(None, None, 2)] * len(shape))],
        backwards[tuple([slice(None, None, -1)] * len(shape))],
    ]


def kernels(fused: Any, *args: Any) -> int:
    return len(frit.explain(fused, *args).kernels)


def heat(plate, rate):
    plate[1:-1, 1:-1] += rate * (
        plate[:-2, 1:-1]
        + plate[2:, 1:-1]
        + plate[1:-1, :-2]
        + plate[1:-1, 2:]
        - 4 * plate[1:-1, 1:-1]
    )
    return plate


def test_heat_is_one_kernel_for_all_sizes_and_layouts() -> None:
    makes = []
    for shape in [(5, 6), (9, 4), (3, 3), (2, 7), (2, 2), (4, 11)]:
        for number in range(4):
            makes.append(lambda shape=shape, number=number: (layouts(shape)[number], 0.25))
    fused = check(heat, *makes, mode="replayed")
    assert fused.cache_info().recorded == 0
    assert kernels(fused, numbers(6, 7), 0.25) == 1


STATEMENTS = {
    "first": "x[0] = y[1]",
    "last": "x[-1] *= 2",
    "odd": "x[1::2] += 1",
    "backwards": "x[::-1] = x",
    "everything": "x[...] = y[0]",
    "colon": "x[:] -= y",
    "shifted": "x[1:] += x[:-1]",
    "shifted back": "x[:-1] += x[1:]",
    "clamped": "x[2:100] = y[2:100]",
    "thirds backwards": "x[-1::-3] *= 0.5",
    "nested": "x[1:][2:] = 0.25",
    "nested twice": "x[1:-1][1:][0] = 8",
    "in the middle of a view": "x[1:6][1:-1] = 2",
    "beyond a view": "x[1:4][:100] = 2",
    "in a view": "x[1:-1][:2] = 2",
    "up to the end of a view": "x[2:][:-1] += 1",
    "new axis": "x[None, 2:] = y[2:]",
    "overlapping": "x[:4] = y[:4]; x[2:] = 1; x[1:3] += 2",
    "replaced": "x[1:] = 1; x[:3] = 2; x[1:] = 3",
    "store, read": "x[1:] += y[1:]; y[:-1] = x[1:] * 2",
    "store, read, store": "x[1:] += 1; x[:-1] += x[1:]; x[0] = x[-1]",
    "every second, then others": "x[::2] = 1; x[1::2] = 2",
    "every second, then all": "x[::2] = 1; x[:] = y; x[0] += 1",
    "both": "x[2:] = y[:-2]; y[1:] = x[:-1]",
    "exchange": "x[:], y[:] = y.copy(), x.copy()",
    "whole, then part": "x *= 2; x[1:3] = 0; x[0] = 1",
    "a view, then its source": "v = x[1:4]; v += 1; x[2] = 5; v *= 2",
    "of nothing": "y[5:2] += 1; x[3:3] = 1",
}


def make(text: str, arguments: str = "x, y") -> Any:
    """The function with this body, written on one line."""
    source = f"def function({arguments}):\n    {text}\n    return x\n"
    name = f"/stores/{abs(hash(text))}.py"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace: dict[str, Any] = {"np": np, "frit": frit}
    exec(compile(source, name, "exec"), namespace)
    return namespace["function"]


@pytest.mark.parametrize("text", STATEMENTS.values(), ids=STATEMENTS.keys())
def test_statements(text: str) -> None:
    makes = [
        lambda n=n, k=k: (layouts((n,), 3)[k], layouts((n,), 4)[(k + 1) % 4])
        for n in (7, 9, 2, 12)
        for k in (0, 2, 3)
    ]
    check(make(text), *makes)
    check(make(text), lambda: tuple(frit.asarray(a, copy=True) for a in makes[0]()))


@pytest.mark.parametrize("text", STATEMENTS.values(), ids=STATEMENTS.keys())
def test_statements_are_replayed(text: str) -> None:
    fused = frit.fuse(make(text))
    for size in (7, 7, 9):
        fused(numbers(size), numbers(size, seed=2))
    info = fused.cache_info()
    assert (info.replayed, info.hits) == (1, 2), info


MATRIX_STATEMENTS = {
    "row": "x[1] = y[0]",
    "column": "x[:, -1] += y[:, 0]",
    "item": "x[1, -2] = 9",
    "item of a row": "x[1][2] = 9",
    "transposed": "x.T[1:] *= 2",
    "row of the transposed": "x.T[0] = y.T[1]",
    "corner": "x[:2, ::-1] = y[-2:, :]",
    "frame": "x[0] = 0; x[-1] = 0; x[:, 0] = 0; x[:, -1] = 0",
    "broadcast": "x[1:] = y[0]",
    "stripes": "x[::2, 1::2] += y[::2, 1::2]",
    "ellipsis": "x[..., 1] = y[..., 2]",
    "axes in and out": "x[None, 1, None, 1:] = 3",
}


@pytest.mark.parametrize("text", MATRIX_STATEMENTS.values(), ids=MATRIX_STATEMENTS.keys())
def test_matrices(text: str) -> None:
    makes = [
        lambda shape=shape, k=k: (layouts(shape, 3)[k], layouts(shape, 4)[(k + 1) % 4])
        for shape in [(4, 5), (3, 3), (6, 3), (2, 7)]
        for k in range(4)
    ]
    check(make(text), *makes, mode="replayed")


def test_a_part_is_one_kernel() -> None:
    for text in ("x[1:] += x[:-1]", "x[0] = y[1]", "x[::3] *= y[::3]", "x[::-1] = x"):
        fused = frit.fuse(make(text))
        assert kernels(fused, numbers(9), numbers(9)) == 1, text


def test_an_index_that_is_out_of_range_at_another_size() -> None:
    def put(x, value):
        x[5] = value

    fused = frit.fuse(put)
    large, small = numbers(8), numbers(4)
    for _ in range(2):
        fused(large, 0.5)
    assert fused.cache_info().replayed == 1
    before = small.copy()
    with pytest.raises(IndexError, match="5"):
        fused(small, 0.5)
    np.testing.assert_array_equal(small, before)
    fused(large, 0.75)
    assert large[5] == 0.75


def test_elements_that_share_memory() -> None:
    """Rows that overlap: what is written to one is seen in the next."""

    def both(rows):
        rows[0] += 1
        rows[1] *= 2

    def windows() -> Arrays:
        return (np.lib.stride_tricks.as_strided(numbers(9), (3, 5), (8, 4)),)

    fused = check(both, lambda: (numbers(3, 5),), windows)
    assert fused.cache_info().replayed == 1


def test_arguments_that_overlap() -> None:
    def shift(x, y):
        x[1:] = y[:-1]
        y[0] += x[2]

    def overlapping() -> Arrays:
        base = numbers(8)
        return base[1:], base[:-1]

    def same() -> Arrays:
        base = numbers(7)
        return base, base

    check(shift, lambda: (numbers(7), numbers(7, seed=2)), overlapping, same)


def test_an_array_that_cannot_be_written() -> None:
    def put(x):
        x[1:3] = 1

    fused = frit.fuse(put)
    for _ in range(2):
        fused(numbers(6))
    fixed = numbers(6)
    fixed.flags.writeable = False
    with pytest.raises(ValueError):
        fused(fixed)


def test_other_dtypes() -> None:
    def shift(x):
        x[1:] += x[:-1]
        x[::2] = 3

    for dtype in ("int8", "uint16", "int64", "float16", "float64", "complex64"):
        check(shift, lambda dtype=dtype: (np.arange(9).astype(dtype),), mode="replayed")


SLICES = ["1:", ":-1", "::2", "1::2", "::-1", "2:5", "-3:", "...", ":", "0", "-1", "2", "1:-1", "4:1:-1"]


def random_body(rng: random.Random) -> str:
    lines = []
    for _ in range(rng.randint(1, 6)):
        a, b = rng.choice("xyz"), rng.choice("xyz")
        at = rng.choice(SLICES)
        sign = rng.choice(["=", "+=", "-=", "*="])
        value = rng.choice(["0.5", f"{b}[{at}]", f"{b}[{at}] + 1", f"{a}[{at}] * 2", f"{b}[1]"])
        statement = rng.choice(
            [
                f"{a}[{at}] {sign} {value}",
                f"{a}[{at}] {sign} {value}",
                f"v = {a}[{at if ':' in at else '...'}]; v[...] = {b}[1]",
                f"{a}[1:] += {b}[:-1]",
                f"{a}[1:][{rng.choice(['1:', '0', ':2'])}] = 1",
                f"{a} *= 0.5",
            ]
        )
        lines.append(statement)
    return "; ".join(lines)


@pytest.mark.parametrize("chunk", range(5))
def test_random_statements(chunk: int) -> None:
    replayed = 0
    for number in range(40):
        rng = random.Random(1000 * chunk + number)
        text = random_body(rng)
        function = make(text, "x, y, z")
        fused = frit.fuse(function)
        for turn, size in enumerate([7, 7, 9, rng.randint(5, 12), 7]):
            layout = [rng.randrange(4) for _ in range(3)]

            def fresh() -> Arrays:
                return tuple([layouts((size,), turn + k)[layout[k]] for k in range(3)])

            expected = Outcome(function, fresh(), {})
            compare(Outcome(fused, fresh(), {}), expected, f"{text}\nturn {turn}, size {size}")
        replayed += fused.cache_info().replayed > 0
    assert replayed > 10, replayed


def fill_number(x: Any) -> Any:
    v = x.sum()
    v.fill(3)
    return v, np.square(v)


def copy_to_number(x: Any) -> Any:
    v = x.sum()
    np.copyto(v, 3)
    return v


def put_into_number(x: Any) -> Any:
    v = x.max()
    np.put(v, 0, 3)
    return v


def out_is_a_number(x: Any) -> Any:
    v = x.sum()
    np.add(x.max(), 1, out=v)
    return v


def sum_into_a_number(x: Any) -> Any:
    v = x.sum()
    x.max(out=v)
    return v


def change_an_axis_of_a_number(x: Any) -> Any:
    v = x.sum()
    v[None] /= 2
    return v


def imaginary_part_of_reals(x: Any) -> Any:
    return x.imag, np.imag(x)[:1], x.real**2 + x.imag


def write_into_imaginary_part_of_reals(x: Any) -> Any:
    v = np.imag(x)[:1]
    v += 1
    return v


def meshgrid_without_copies(x: Any) -> Any:
    v = np.meshgrid(x, x[:2], copy=False)[0]
    v[0] = 7
    return x + 1


@pytest.mark.parametrize(
    "function",
    [
        fill_number, copy_to_number, put_into_number, out_is_a_number, sum_into_a_number,
        change_an_axis_of_a_number, imaginary_part_of_reals, write_into_imaginary_part_of_reals,
        meshgrid_without_copies,
    ],
)  # fmt: skip
def test_what_cannot_be_written_to(function: Any) -> None:
    """NumPy's functions do not write into numbers, nor into the imaginary part of reals."""
    fused = frit.fuse(function)
    for size in (3, 3, 5):
        args = [(np.arange(1.0, size + 1),) for _ in range(2)]
        expected, got = Outcome(function, args[0], {}), Outcome(fused, args[1], {})
        compare(got, expected, f"{size} elements")
        for a, b in zip(got.leaves, expected.leaves):
            assert np.asarray(a).flags.writeable == np.asarray(b).flags.writeable


def test_plus_does_not_take_bools() -> None:
    with pytest.raises(TypeError):
        +frit.asarray([True, False])
