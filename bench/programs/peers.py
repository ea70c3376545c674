"""The same programs by Numba and JAX, as somebody would try it first: their decorator, and nothing else.

Numba compiles the function and those that it calls with parallel=True; JAX gets its own numpy under the name np, its own
arrays, and everything that is no array as a static argument. A program that a peer cannot take is its row without a figure.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

Peer = Callable[..., Any]


def _with_globals(function: Any, change: Callable[[str, Any], Any], seen: dict[int, Any]) -> Any:
    """The function with other globals; functions of its own module likewise."""
    if id(function) in seen:
        return seen[id(function)]
    names: dict[str, Any] = {}
    made = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    seen[id(function)] = made
    for name in {*function.__code__.co_names, "__name__", "__builtins__"}:
        if name in function.__globals__:
            value = function.__globals__[name]
            own = isinstance(value, types.FunctionType) and value.__module__ == function.__module__
            names[name] = change(name, _with_globals(value, change, seen) if own else value)
    return made


def by_numba(function: Any) -> Peer:
    import numba

    def change(name: str, value: Any) -> Any:
        return numba.njit(value) if isinstance(value, types.FunctionType) else value

    return numba.njit(parallel=True)(_with_globals(function, change, {}))  # type: ignore[no-any-return]


def by_jax(function: Any) -> Peer:
    import jax
    import jax.numpy

    jax.config.update("jax_enable_x64", True)
    changed = _with_globals(function, lambda name, value: jax.numpy if value is np else value, {})
    compiled: dict[tuple[int, ...], Any] = {}

    def call(*args: Any) -> Any:
        static = tuple(k for k, a in enumerate(args) if isinstance(a, (int, float, bool, str)))
        if static not in compiled:
            compiled[static] = jax.jit(changed, static_argnums=static)
        return jax.block_until_ready(compiled[static](*args))

    return call


def as_jax(value: Any) -> Any:
    """Arguments as JAX has them: its own arrays."""
    import jax.numpy

    if isinstance(value, np.ndarray):
        return jax.numpy.asarray(value)
    if isinstance(value, dict):
        return {key: as_jax(item) for key, item in value.items()}
    return type(value)(as_jax(item) for item in value) if isinstance(value, (list, tuple)) else value


PEERS: dict[str, Callable[[Any], Peer]] = {"Numba": by_numba, "JAX": by_jax}


def available() -> list[str]:
    found = []
    for name in PEERS:
        try:
            __import__(name.lower())
        except ImportError:
            continue
        found.append(name)
    return found
