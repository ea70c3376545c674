"""Arrays that stay on a device: made, moved, computed with and looked at there, with the CPU's bits and no copies."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import frit

NAMED = os.environ.get("FRIT_TEST_PYTHON_DEVICE")
OTHERS = [d.name for d in frit.devices()[1:] if not d.refused and (NAMED or "").partition(":")[0] in d.name]
WHY = "; ".join(d.refused for d in frit.devices()[1:] if d.refused)
if os.environ.get("FRIT_SANITIZE"):
    OTHERS, WHY = [], "drivers are not built for sanitizers"

on_others = pytest.mark.parametrize(
    "name", OTHERS or [pytest.param("", marks=pytest.mark.skip(reason=WHY or "no other device is there"))]
)


def some(*shape: int, dtype: Any = "float32") -> Any:
    return (np.random.default_rng(3).standard_normal(shape) * 3).astype(dtype)


def bits(value: Any) -> Any:
    """What can be compared of a result; arrays of frit are copied to the host."""
    if isinstance(value, (tuple, list)):
        return [bits(part) for part in value]
    if isinstance(value, dict):
        return {key: bits(part) for key, part in value.items()}
    if isinstance(value, frit.Array):
        value = value.numpy()
    array = np.asarray(value)
    return array.dtype, array.shape, array.tobytes()


def devices_of(value: Any) -> set[str]:
    if isinstance(value, (tuple, list)):
        return set().union(*map(devices_of, value))
    if isinstance(value, dict):
        return devices_of(list(value.values()))
    return {value.device} if isinstance(value, frit.Array) else set()


def moved(value: Any, name: str) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(moved(part, name) for part in value)
    if isinstance(value, dict):
        return {key: moved(part, name) for key, part in value.items()}
    return frit.asarray(value, device=name, copy=True) if isinstance(value, np.ndarray) else value


# ---- fused functions


def _softmax(x: Any) -> Any:
    e = frit.exp(x - frit.max(x, axis=1, keepdims=True))
    return e / frit.sum(e, axis=1, keepdims=True)


def check_fused(name: str, function: Any, *args: Any, copies: int = 0) -> None:
    """Traced and replayed: the CPU's bits, results there, nothing copied between host and device."""
    fused = frit.fuse(function)
    expected = []
    for _ in range(3):
        given = moved(args, "cpu")
        expected.append(bits((fused(*given), given)))
    for turn in range(3):
        given = moved(args, name)
        frit.flush()
        before, hits = frit.config.transfers, fused._hits  # type: ignore[attr-defined]
        result = fused(*given)
        assert devices_of(result) <= {name}
        assert frit.config.transfers == before or copies
        assert turn == 0 or fused._hits == hits + 1, "not replayed by C"  # type: ignore[attr-defined]
        assert bits((result, given)) == expected[turn]


@on_others
def test_a_fused_function_stays_there(name: str) -> None:
    check_fused(name, _softmax, some(33, 70))


@on_others
def test_arrays_go_there_and_back(name: str) -> None:
    a = some(5, 7)
    x = frit.asarray(a, device=name)
    assert x.device == name and x.to_device(name) is x
    back = x.to_device("cpu")
    assert back.device == "cpu" and bits(back) == bits(a)
