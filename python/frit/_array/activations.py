"""Angles, mixtures of numbers, and activations of neural networks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import _core
from .._errors import ArgumentError
from .choosing import where
from .composed import as_floats, as_reals
from .elementwise import multiply, one
from .types import ArrayLike, yes

if TYPE_CHECKING:
    from .array import Array


# ---- angles, mixtures, activations


@one
def deg2rad(x: ArrayLike) -> Array:
    """Degrees as radians.

    >>> frit.deg2rad([180.0]).tolist()
    [3.141592653589793]
    """
    return multiply(as_reals("deg2rad", x)[0], math.pi / 180.0)


@one
def rad2deg(x: ArrayLike) -> Array:
    """Radians as degrees.

    >>> frit.rad2deg([frit.pi]).tolist()
    [180.0]
    """
    return multiply(as_reals("rad2deg", x)[0], 180.0 / math.pi)


def sinc(x: ArrayLike) -> Array:
    """sin(pi x) / (pi x), and 1 at 0.

    >>> frit.sinc([0.0, 0.5]).tolist()
    [1.0, 0.6366197723675814]
    """
    from .reductions import as_inexact

    x = as_inexact(x)
    y = multiply(
        math.pi, where(_core.binary("eq", x, 0), 1e-20 if x.dtype.itemsize > 2 else 1e-7, x)
    )
    return _core.binary("div", _core.unary("sin", y), y)


def lerp(x: ArrayLike, y: ArrayLike, t: ArrayLike, /) -> Array:
    """x + t * (y - x).

    >>> frit.lerp([0.0, 10.0], [1.0, 20.0], 0.5).tolist()
    [0.5, 15.0]
    """
    return _core.apply("lerp", tuple(as_floats(x, y, t)))


def fma(x: ArrayLike, y: ArrayLike, z: ArrayLike, /) -> Array:
    """x * y + z, rounded once.

    >>> frit.fma([2.0], 3.0, 1.0).tolist()
    [7.0]
    """
    return _core.apply("fma", tuple(as_floats(x, y, z)))


def gelu(x: ArrayLike, /, *, approximate: bool | str = False) -> Array:
    """x * P(X <= x) for a normal X; approximate=True (or "tanh") is the usual approximation.

    >>> frit.gelu([0.0, 10.0]).tolist()
    [0.0, 10.0]
    """
    if approximate not in (True, False, "tanh", "none"):
        raise ArgumentError(f"approximate is True, False, 'tanh' or 'none', not {approximate!r}")
    rough = approximate in (True, "tanh")
    return _core.apply("gelu", tuple(as_floats(x)), f"approximate={yes(rough)}")


def leaky_relu(x: ArrayLike, /, negative_slope: float = 0.01) -> Array:
    """x where it is positive, else negative_slope * x.

    >>> frit.leaky_relu([-1.0, 2.0], 0.5).tolist()
    [-0.5, 2.0]
    """
    (x,) = as_floats(x)
    return where(_core.binary("gt", x, 0), x, _core.binary("mul", x, negative_slope))
