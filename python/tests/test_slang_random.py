"""An implicit call equals a loop over the elements that calls the function on scalars."""

from __future__ import annotations

import itertools
from typing import Any

import frit
import numpy as np
import pytest

m = frit.load_module(
    source="""
float f0(float a, float b, float c) { return a * b - c; }
float f1(float3 a, float b, float2 c) { return a.x * b + a.z * c.y - c.x; }
float3 f2(float3 a, float b, float c) { return a * b + c; }
int f3(int a, int b, int c) { return a > b ? a - c : b * c; }
float2 f4(float2x2 a, float2 b, float c) { return mul(a, b) + c; }
float f5(float a[3], float b, float c) { return a[0] * b + a[2] * c + a[1]; }
float2x2 f6(float2 a, float2 b, float c) { return float2x2(a * c, b); }
double f7(double a, float b, int c) { return a + b * c; }
""",
    name="random",
)

ELEMENT: dict[str, list[tuple[int, ...]]] = {
    "f0": [(), (), ()],
    "f1": [(3,), (), (2,)],
    "f2": [(3,), (), ()],
    "f3": [(), (), ()],
    "f4": [(2, 2), (2,), ()],
    "f5": [(3,), (), ()],
    "f6": [(2,), (2,), ()],
    "f7": [(), (), ()],
}
DTYPES: dict[str, list[str]] = {"f3": ["int32"] * 3, "f7": ["float64", "float32", "int32"]}


def argument(rng: Any, call: tuple[int, ...], element: tuple[int, ...], dtype: str) -> Any:
    """An array that broadcasts to the call's shape, in some layout."""
    outer = [n if rng.random() < 0.75 else 1 for n in call]
    outer = outer[rng.integers(0, len(outer) + 1) :]
    shape = (*outer, *element)
    made = np.asarray(rng.integers(-9, 9, shape) * (1 if dtype == "int32" else 0.25), dtype)
    choice = rng.integers(0, 4)
    if choice == 1 and made.ndim:  # every second element of a larger one
        wide = np.zeros((*shape[:-1], shape[-1] * 2), dtype)
        wide[..., ::2] = made
        made = wide[..., ::2]
    elif choice == 2:
        made = np.asfortranarray(made)
    elif choice == 3 and made.ndim:
        made = made[::-1].copy()[::-1]
    return made


def element_of(array: Any, index: tuple[int, ...], element: tuple[int, ...]) -> Any:
    rank = array.ndim - len(element)
    shape = array.shape[:rank]
    own = index[len(index) - rank :]
    at = tuple(i if n > 1 else 0 for i, n in zip(own, shape))
    picked = array[at]
    return picked if element else picked.item()


@pytest.mark.parametrize("name", sorted(ELEMENT))
def test_call_equals_loop(name: str) -> None:
    function = getattr(m, name)
    elements = ELEMENT[name]
    dtypes = DTYPES.get(name, ["float32"] * 3)
    for seed in range(25):
        rng = np.random.default_rng([seed, len(name), ord(name[-1])])
        call = tuple(int(n) for n in rng.integers(1, 5, rng.integers(0, 4)))
        args = [argument(rng, call, e, d) for e, d in zip(elements, dtypes)]
        shapes = [a.shape[: a.ndim - len(e)] for a, e in zip(args, elements)]
        whole = np.broadcast_shapes(*shapes)
        result = function(*args)
        again = function(*args)
        assert np.array_equal(result, again)
        lazy = function(*[frit.asarray(a) for a in args])
        assert np.array_equal(np.asarray(lazy), result)
        fused = frit.fuse(lambda a, b, c: function(a, b, c))(*args)
        assert np.array_equal(fused, result)
        for index in itertools.product(*[range(n) for n in whole]):
            one = function(*[element_of(a, index, e) for a, e in zip(args, elements)])
            got = np.asarray(result)[index]
            want = np.asarray(one, np.asarray(result).dtype)
            assert np.array_equal(got, want), (name, seed, index)
