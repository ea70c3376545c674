"""Compares a fused function with the function itself: results, dtypes, effects, identity, memory."""

from __future__ import annotations

from typing import Any, Callable

import frit
import numpy as np
from frit._fuse.pytree import flatten

Make = Callable[[], tuple[Any, ...]]


class Outcome:
    """What a call did: its result or exception, and what became of the arguments."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]):
        self.args = flatten((args, kwargs))[0]
        self.error: BaseException | None = None
        self.result: Any = None
        try:
            self.result = function(*args, **kwargs)
        except Exception as error:
            self.error = error
        self.after, self.structure = flatten((args, kwargs))
        self.leaves, self.shape = flatten(self.result)

    def identity(self) -> list[Any]:
        """Which results are arguments, and which are each other."""
        found: list[Any] = []
        for number, leaf in enumerate(self.leaves):
            if not isinstance(leaf, (np.ndarray, frit.Array, list, dict)):
                found.append(None)
                continue
            same = [k for k, arg in enumerate(self.args) if arg is leaf]
            again = [k for k in range(number) if self.leaves[k] is leaf]
            found.append((same, again))
        return found

    def sharing(self) -> list[Any]:
        """Which arrays among the results share memory with which others and with arguments."""
        arrays = [leaf for leaf in [*self.leaves, *self.args] if isinstance(leaf, np.ndarray)]
        return [[bool(np.shares_memory(a, b)) for b in arrays] for a in arrays]


def equal(got: Any, expected: Any, where: str) -> None:
    """Two leaves are the same in every respect a caller can see."""
    if isinstance(expected, frit.Array):
        assert isinstance(got, frit.Array), f"{where}: {type(got)} for a frit array"
        assert got.dtype == expected.dtype, f"{where}: {got.dtype} for {expected.dtype}"
        got, expected = np.asarray(got), np.asarray(expected)
    assert type(got) is type(expected), f"{where}: {type(got)} for {type(expected)}"
    if isinstance(expected, (np.ndarray, np.generic)):
        assert got.dtype == expected.dtype, f"{where}: {got.dtype} for {expected.dtype}"
        assert got.shape == expected.shape, f"{where}: shape {got.shape} for {expected.shape}"
        if expected.dtype.kind in "fc":
            tolerance = {2: 2e-3, 4: 3e-6, 8: 3e-6 if expected.dtype.kind == "c" else 1e-13}
            rtol = tolerance.get(expected.dtype.itemsize, 1e-13)
            np.testing.assert_allclose(got, expected, rtol, rtol, equal_nan=True, err_msg=where)
        else:
            np.testing.assert_array_equal(got, expected, err_msg=where)
    elif isinstance(expected, float) and expected == expected:
        near = got == expected or abs(got - expected) <= 1e-6 * max(1.0, abs(expected))
        assert near, f"{where}: {got} {expected}"
    elif isinstance(expected, (int, float, complex, str, bool, type(None))):
        assert got == expected or (
            got != got and expected != expected
        ), f"{where}: {got} {expected}"


def compare(got: Outcome, expected: Outcome, where: str) -> None:
    if expected.error is not None:
        assert got.error is not None, f"{where}: no {expected.error!r}"
        kinds = type(got.error), type(expected.error)
        assert issubclass(kinds[0], kinds[1]) or issubclass(
            kinds[1], kinds[0]
        ), f"{where}: {got.error!r} for {expected.error!r}"
    else:
        if got.error is not None:
            raise AssertionError(f"{where}: raises {got.error!r}") from got.error
        assert got.shape == expected.shape, f"{where}: {got.shape} for {expected.shape}"
        for number, (a, b) in enumerate(zip(got.leaves, expected.leaves)):
            equal(a, b, f"{where}, result {number}")
        assert got.identity() == expected.identity(), f"{where}: other objects are given back"
        assert got.sharing() == expected.sharing(), f"{where}: other arrays share memory"
    assert got.structure == expected.structure, f"{where}: arguments became {got.structure}"
    for number, (a, b) in enumerate(zip(got.after, expected.after)):
        equal(a, b, f"{where}, argument {number} afterwards")


def check(
    function: Callable[..., Any],
    *makes: Make,
    mode: str | None = None,
    fused: Any = None,
    **kwargs: Any,
) -> Any:
    """The fused function equals the function, on fresh arguments, the first time and later.

    Each of makes gives positional arguments; mode is how calls with the first must be answered.
    """
    fused = frit.fuse(function) if fused is None else fused
    for turn in range(3):
        for number, make in enumerate(makes):
            expected = Outcome(function, make(), dict(kwargs))
            got = Outcome(fused, make(), dict(kwargs))
            compare(got, expected, f"{function.__name__}, turn {turn}, arguments {number}")
    if mode is not None:
        outcome = fused.outcome(makes[0](), dict(kwargs))
        found = "recorded" if hasattr(outcome, "reason") else "replayed"
        assert found == mode, f"{function.__name__} is {found}: {getattr(outcome, 'reason', '')}"
    return fused


def floats(*shape: int, dtype: Any = np.float32, seed: int = 1) -> Any:
    """Numbers around 0."""
    values = np.random.default_rng(seed).standard_normal(shape)
    return np.asarray(values, dtype)
