"""What errors are called and what they say; options of several threads; parts of complex arrays."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit

A = frit.zeros((2, 3), dtype=frit.float32)
B = frit.zeros((4, 3), dtype=frit.float32)


def said(call: Callable[[], object], kind: type[frit.Error]) -> str:
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    return str(caught.value)


def assign(x: Any, key: Any, value: Any) -> None:
    x[key] = value


# ---- shapes


def test_a_step_names_itself_once_and_both_shapes() -> None:
    wanted = "add: shapes (2, 3) and (4, 3) do not broadcast: axis -2 has 2 and 4"
    assert said(lambda: A + B, frit.ShapeError) == wanted
    assert said(lambda: np.add(A, B), frit.ShapeError) == wanted
    text = said(lambda: frit.where(A > 0, A, B), frit.ShapeError)
    assert text == "where: shapes (2, 3), (2, 3) and (4, 3) do not broadcast: axis -2 has 2 and 4"


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        (lambda: A @ B, ["matmul: ", "3 and 4", "float32 (2, 3) and float32 (4, 3)"]),
        (lambda: A.reshape(4, 2), ["reshape: ", "(2, 3)", "6 elements", "(4, 2)"]),
        (lambda: A.reshape(4, -1), ["reshape: ", "(2, 3)", "6 elements", "(4, -1)"]),
        (lambda: frit.concat([A, B[:, :2]]), ["concat: ", "(2, 3)", "(4, 2)"]),
        (lambda: frit.concat([A, A[0]]), ["concat: ", "(2, 3)", "(3,)"]),
        (lambda: frit.stack([A, B]), ["stack: ", "(2, 3)", "(4, 3)"]),
        (lambda: frit.stack([A, A[0]]), ["stack: ", "(2, 3)", "(3,)"]),
        (lambda: frit.broadcast_to(A, (4, 3)), ["broadcast_to: ", "(2, 3)", "(4, 3)"]),
        (lambda: frit.vecdot(A, B), ["(2, 1, 3) and (4, 3, 1)", "before the matrices"]),
    ],
)
def test_other_steps_name_the_shapes(call: Callable[[], object], parts: list[str]) -> None:
    text = said(call, frit.ShapeError)
    assert all(part in text for part in parts), text
    assert text.count(parts[0]) == 1


@pytest.mark.parametrize(
    ("key", "part"),
    [
        (slice(None), "(2, 3)"),
        ((0, slice(1, None)), "(2,)"),
        ((0, [0, 1]), "(2,)"),
        ((slice(None), [0, 1, 1]), "(2, 3)"),
    ],
)
def test_item_assignment_names_both_shapes(key: Any, part: str) -> None:
    x = frit.zeros((2, 3))
    text = said(lambda: assign(x, key, frit.zeros(4)), frit.ShapeError)
    assert text == f"could not assign shape (4,) to a part of shape {part}"


def test_mask_assignment_names_both_shapes() -> None:
    x = frit.asarray([[1.0, -1.0, 2.0], [3.0, -1.0, -1.0]])
    text = said(lambda: assign(x, x > 0, frit.zeros(4)), frit.ShapeError)
    assert text == "could not assign shape (4,) to a part of shape (3,)"
    text = said(lambda: assign(x, x[:, 0] > 0, frit.zeros(4)), frit.ShapeError)
    assert text == "could not assign shape (4,) to a part of shape (3,)"


def test_in_place_operators_do_not_grow() -> None:
    x = frit.zeros(3)
    text = said(lambda: x.__iadd__(frit.zeros((2, 3))), frit.ShapeError)
    assert text == "the result has shape (2, 3) and cannot be stored in an array of shape (3,)"


def test_programs_say_where_an_extent_comes_from() -> None:
    program = frit.Program.parse("program f(x: f32[n], y: f32[n]) -> (r) { r = add(x, y) }")
    x = np.ones(3, np.float32)
    text = said(lambda: program(x, np.ones(4, np.float32)), frit.ShapeError)
    assert text == "program f: y is declared f32[n] and has shape (4,), but n is 3 from x"
    text = said(lambda: program(x, np.ones((3, 1), np.float32)), frit.ShapeError)
    assert "shape (3, 1): its rank must be 1" in text
    assert "f64[3]" in said(lambda: program(x, np.ones(3)), frit.DTypeError)
    sized = frit.Program.parse("program g(x: f32[n,4]) -> (r) { r = exp(x) }")
    text = said(lambda: sized(np.ones((2, 5), np.float32)), frit.ShapeError)
    assert "declared f32[n,4] and has shape (2, 5), which has 5 where 4 must be" in text


# ---- classes


@pytest.mark.parametrize(
    ("call", "kind", "python"),
    [
        (lambda: frit.sum(A, axis=5), frit.AxisError, (ValueError, IndexError)),
        (lambda: bool(A), frit.ArgumentError, (ValueError,)),
        (lambda: frit.asarray([1], dtype=frit.uint8) + 300, frit.IntegerOverflow, (OverflowError,)),
        (lambda: frit.evaluate("nowhere + 1"), frit.UnknownName, (KeyError,)),
        (lambda: frit.evaluate("1 +"), frit.ParseError, (ValueError,)),
        (lambda: frit.options(threads=0), frit.ArgumentError, (ValueError,)),
        (lambda: frit.options(threads=-3), frit.ArgumentError, (ValueError,)),
        (lambda: frit.asarray([2]) ** -1, frit.ArgumentError, (ValueError,)),
        (lambda: assign(A.imag, 0, 1), frit.ArgumentError, (ValueError,)),
    ],
)
def test_errors_are_frits_and_pythons(
    call: Callable[[], object], kind: type[frit.Error], python: tuple[type[Exception], ...]
) -> None:
    said(call, kind)
    assert issubclass(kind, frit.Error)
    assert all(issubclass(kind, one) for one in python)


def test_every_class_is_in_the_namespace() -> None:
    from frit import _errors

    for name in _errors.__all__:
        assert getattr(frit, name) is getattr(_errors, name)
    found = {n for n, c in vars(_errors).items() if isinstance(c, type)} | {"AxisError"}
    assert found == {*_errors.__all__, "AxisError"}  # the one that is made when first looked at


def test_only_names_of_frit_are_listed() -> None:
    foreign = {"Any", "TYPE_CHECKING", "annotations", "importlib", "math", "typing"}
    assert not foreign & set(dir(frit))
    assert all(hasattr(frit, name) for name in dir(frit))


# ---- options of several threads


def test_options_of_threads_may_end_in_any_order() -> None:
    first, second = frit.options(numerics="fast", threads=1), frit.options(numerics="contract")
    before = frit.get_threads()
    steps = [first.__enter__, second.__enter__, first.__exit__, second.__exit__]
    seen = []
    for step in steps:  # each in a thread of its own: options belong to the process
        thread = threading.Thread(target=step)
        thread.start()
        thread.join()
        seen.append(frit.config.numerics)
    assert seen == ["fast", "contract", "contract", "strict"]
    assert frit.get_threads() == before


def test_threads_set_inside_options_last_as_long() -> None:
    before = frit.get_threads()
    with frit.options(threads=1):
        frit.set_threads(2)
        with frit.options(numerics="fast"):
            assert frit.get_threads() == 2
        assert frit.get_threads() == 2
    assert frit.get_threads() == before


# ---- real and imaginary parts


def parts_of_a_view(xp: Any) -> Any:
    z = xp.asarray([[1 + 2j, 3 + 4j], [5 + 1j, 6]])
    r = z.T.real
    z *= 2
    r[1, 0] = 9
    z[0] += 1
    return xp.stack([z.real, z.imag, r])


def parts_in_place(xp: Any) -> Any:
    z = xp.asarray([1 + 2j, 3 + 4j]) * 2
    z.real += 1
    z.imag = [7, 8]
    z.real[1:] = z.imag[:1]
    return z


def parts_outlive(xp: Any) -> Any:
    z = xp.asarray([1 + 2j, 3 + 4j, 0]) + 1
    r, kept = z[::-1].imag, z.real * 2
    z[:] = 9 + 3j
    del z
    return xp.stack([r, kept])


@pytest.mark.parametrize("steps", [parts_of_a_view, parts_in_place, parts_outlive])
def test_real_and_imag_are_views(steps: Callable[[Any], Any]) -> None:
    assert np.array_equal(np.asarray(steps(frit)), steps(np))


def write_part(z: Any) -> Any:
    z.real[0] = 5
    return z * 1


def part_then_change(z: Any) -> Any:
    r = z.real
    z += 1
    return r * 1


def change_part_of_own(z: Any) -> Any:
    w = z * 2
    r = w.imag
    w[0] = 9
    return r + 0


@pytest.mark.parametrize("body", [write_part, part_then_change, change_part_of_own])
def test_parts_are_views_in_fused_functions(body: Callable[[Any], Any]) -> None:
    fused = frit.fuse(body)
    for _ in range(3):
        z = np.array([1 + 2j, 3 + 4j, 5])
        mine = z.copy()
        assert np.array_equal(fused(mine), body(z))
        assert np.array_equal(mine, z)


def test_reading_parts_is_replayed() -> None:
    fused = frit.fuse(lambda z: z.real**2 + z.imag**2)
    z = np.array([1 + 2j, 3 + 4j, 5])
    for _ in range(3):
        assert np.array_equal(fused(z), z.real**2 + z.imag**2)
    assert fused.cache_info().replayed == 1
