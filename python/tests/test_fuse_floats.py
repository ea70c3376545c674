"""float(x) and x.item() of what only the program knows: given back, carried by loops, compared in their conditions."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
import pytest

X = np.linspace(0.1, 1.5, 40)


def _given_back(x: Any, tolerance: Any) -> Any:
    most = x.max().item()
    return {"sum": float(x.sum()), "list": [float(x.mean()), most], "where": x.argmax().item()}, float((x > 1).any())


def _while(x: Any, tolerance: Any) -> Any:
    error, rounds = np.inf, 0
    while error > tolerance and rounds < 90:
        y = 0.5 * (x + 1 / x)
        error = float(np.abs(y - x).max())
        x = y
        rounds += 1
    return x, rounds, error


def _break(x: Any, tolerance: Any) -> Any:
    for k in range(90):
        y = 0.5 * (x + 1 / x)
        error = np.abs(y - x).max().item()
        x = y
        if tolerance > error:
            break
    return x, error, k


def _two(x: Any, tolerance: Any) -> Any:
    whole, part = 1.0, 1.0
    while not whole < tolerance and part > 1e-9:
        y = np.cos(x)
        whole, part = float(np.abs(y - x).sum()), float(np.abs(y - x)[0])
        x = y
    return x, whole


def _integers(x: Any, tolerance: Any) -> Any:
    return x.argmax().item(), float(x.argmin()), float((x > 1).sum()), isinstance(float(x.sum()), float)


KEPT = [_given_back, _while, _break, _two, _integers]


def _branch(x: Any, tolerance: Any) -> Any:
    return x * 2 if float(x.sum()) > tolerance else x


def _arithmetic(x: Any, tolerance: Any) -> Any:
    e = float(x.sum())
    return e * 2 + 1, x * e, f"{e:.3f}", -e, e > tolerance, (e > tolerance) is True, e == float(x.sum())


def _a_list_of_them(x: Any, tolerance: Any) -> Any:
    errors = []
    for _ in range(100):
        x = x * 0.9
        errors.append(float(x.sum()))
    return x, errors


def _becomes_an_array(x: Any, tolerance: Any) -> Any:
    error, rounds = 1.0, 0
    while error > tolerance and rounds < 20:
        x = np.cos(x)
        error = float(x.max()) if rounds < 2 else x.max()
        rounds += 1
    return x, error


def _of_one_element(x: Any, tolerance: Any) -> Any:
    return float(x[:1].sum()), x[:1].item(), x[2].item(), x.item(3), int(x.sum()), bool(x.sum()), float(x[1])


OTHERS = [_branch, _arithmetic, _a_list_of_them, _becomes_an_array, _of_one_element]


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    return [leaf for item in value for leaf in _leaves(item)] if isinstance(value, (list, tuple)) else [value]


def _same(function: Any, x: Any, tolerance: Any) -> Any:
    fused, expected = frit.fuse(function), _leaves(function(x, tolerance))
    with frit.options(as_written=False):
        for _ in range(2):
            for a, b in zip(_leaves(fused(x, tolerance)), expected, strict=True):
                assert type(a) is type(b)
                assert a == b if isinstance(b, str) else np.allclose(a, b, rtol=0.02 if x.dtype == "f4" else 1e-9, equal_nan=True)
        return frit.explain(fused, x, tolerance)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("function", KEPT)
def test_floats_of_the_program_replay(function: Any, dtype: str) -> None:
    report = _same(function, X.astype(dtype), 1e-3)
    assert report.mode == "replayed", report.reason


@pytest.mark.parametrize("function", OTHERS)
def test_what_else_is_done_with_them_is_pythons(function: Any) -> None:
    _same(function, X, 1e-3)


def test_a_float_compares_with_numbers_of_numpy_as_python_has_it() -> None:
    """float32(0.1) is a little more than 0.1: NumPy compares a float with it as float32, and finds them equal."""

    def f(x: Any, tolerance: Any) -> Any:
        value, rounds = 1.0, 0
        while value > tolerance and rounds < 5:
            x = x * 1
            value = float(x[0] + 1e-9)
            rounds += 1
        return rounds

    for tolerance in (0.1, np.float32(0.1), np.float64(0.1), 0, np.inf):
        _same(f, np.full(3, 0.1), tolerance)


def test_a_float_that_is_no_number_ends_the_loop() -> None:
    _same(_while, np.full(3, np.nan), 1e-3)
    _same(_two, np.full(3, np.nan), 1e-3)
