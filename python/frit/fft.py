"""Discrete Fourier transforms of any length, along one axis or several, as numpy.fft has them.

They are computed in double precision and rounded once to the dtype of the result: of complex64 (which float32 gives)
every element is right to about its last digit, of complex128 the error grows with the logarithm of the length
(docs/ir.md).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._array.grids import arange
from ._array.manipulation import roll
from ._array.rows import FFT
from ._array.types import ArrayLike, as_array, as_dtype, made_on, on_their_device, one_axis, store_exactly
from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._array.array import Array

__all__ = [row.name for row in FFT]


def _complex(a: ArrayLike) -> Array:
    """Numbers as complex ones: those of float32 and below as complex64."""
    x = as_array(a)
    if x.dtype.kind == "c":
        return x
    return _core.cast(x, _core.complex64 if x.dtype.kind == "f" and x.dtype.itemsize <= 4 else _core.complex128)


def _real(a: ArrayLike) -> Array:
    x = as_array(a)
    if x.dtype.kind == "c":
        raise TypeError(f"rfft takes real numbers, not {x.dtype}")
    return _core.cast(x, _core.float32 if x.dtype.kind == "f" and x.dtype.itemsize <= 4 else _core.float64)


def _fitted(x: Array, n: int | None, axis: int) -> Array:
    """x with n elements along an axis: cut, or with zeros behind it."""
    if n is None:
        if x._shape[axis] == 0:
            raise ArgumentError(f"Invalid number of FFT data points ({x._shape[axis]}) specified.")
        return x
    count = operator.index(n)
    if count < 1:
        raise ArgumentError(f"Invalid number of FFT data points ({count}) specified.")
    have = x.shape[axis]
    if have > count:
        return x[(slice(None),) * axis + (slice(0, count),)]
    if have < count:
        after = [count - have if k == axis else 0 for k in range(x.ndim)]
        zero = _core.scalar(0, x.dtype)
        return _core.apply("pad", (x, zero), f"lo={[0] * x.ndim}, hi={after}".replace(" ", ""))
    return x


def _scaled(x: Array, norm: Any, inverse: bool, n: Any) -> Array:
    """What a transform is multiplied by; the inverse has been divided by n."""
    if norm in (None, "backward"):
        return x
    if norm not in ("ortho", "forward"):
        raise ArgumentError(f"Invalid norm value {norm}; should be \"backward\",\"ortho\" or \"forward\".")
    factor = n if norm == "forward" else math.sqrt(n)
    return _core.binary("mul" if inverse else "div", x, float(factor))


def _check(norm: Any) -> None:
    _scaled(None, norm if norm in (None, "backward") else "backward", False, 1)  # type: ignore[arg-type]
    if norm not in (None, "backward", "ortho", "forward"):
        raise ArgumentError(f"Invalid norm value {norm}; should be \"backward\",\"ortho\" or \"forward\".")


def _finish(x: Array, out: Any) -> Array:
    return x if out is None else store_exactly(out, x)


def _transform(x: Array, n: int | None, axis: int, norm: Any, inverse: bool) -> Array:
    along = one_axis(axis, x.ndim)
    _check(norm)
    x = _fitted(x, n, along)
    made = _core.apply("fft", (x,), f"axis={along}, inverse={'true' if inverse else 'false'}")
    return made if norm in (None, "backward") else _scaled(made, norm, inverse, x.shape[along])


@on_their_device
def fft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The discrete Fourier transform along an axis, of n elements of it.

    >>> frit.fft.fft([1.0, 0.0]).tolist()
    [(1+0j), (1+0j)]
    """
    return _finish(_transform(_complex(a), n, axis, norm, False), out)


@on_their_device
def ifft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The inverse of fft.

    >>> frit.fft.ifft([2.0, 0.0]).tolist()
    [(1+0j), (1+0j)]
    """
    return _finish(_transform(_complex(a), n, axis, norm, True), out)


def _forward_real(x: Array, n: int | None, axis: int, norm: Any) -> Array:
    along = one_axis(axis, x.ndim)
    _check(norm)
    x = _fitted(x, n, along)
    count = x.shape[along]  # half of it is the result's
    return _scaled(_core.apply("rfft", (x,), f"axis={along}"), norm, False, count)


def _back_real(x: Array, n: int | None, axis: int, norm: Any) -> Array:
    along = one_axis(axis, x.ndim)
    _check(norm)
    count = 2 * (x.shape[along] - 1) if n is None else operator.index(n)
    if count < 1:
        raise ArgumentError(f"Invalid number of FFT data points ({count}) specified.")
    x = _fitted(x, count // 2 + 1, along)
    return _scaled(_core.apply("irfft", (x,), f"axis={along}, n={count}"), norm, True, count)


@on_their_device
def rfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The transform of real numbers: the first n // 2 + 1 elements, of which the others are conjugates.

    >>> frit.real(frit.fft.rfft([1.0, 0.0, 0.0, 0.0])).tolist()
    [1.0, 1.0, 1.0]
    """
    return _finish(_forward_real(_real(a), n, axis, norm), out)


@on_their_device
def irfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The n real numbers of which rfft gives a; without n an even number of them.

    >>> frit.fft.irfft([1.0, 1.0, 1.0]).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    return _finish(_back_real(_complex(a), n, axis, norm), out)


_OTHER = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


@on_their_device
def hfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The real transform of numbers the second half of which would be conjugates of the first.

    >>> frit.fft.hfft([1.0, 0.0, 0.0]).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    _check(norm)
    return _finish(_back_real(_core.unary("conj", _complex(a)), n, axis, _OTHER[norm]), out)


@on_their_device
def ihfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: Any = None, out: Any = None) -> Array:
    """The inverse of hfft.

    >>> frit.real(frit.fft.ihfft([1.0, 1.0, 1.0, 1.0])).tolist()
    [1.0, 0.0, 0.0]
    """
    _check(norm)
    return _finish(_core.unary("conj", _forward_real(_real(a), n, axis, _OTHER[norm])), out)


# ---- along several axes


def _axes(x: Array, s: Any, axes: Any) -> tuple[list[int | None], list[int]]:
    """How many elements along which axes."""
    if axes is None:
        count = x.ndim if s is None else len(s)
        along = list(range(x.ndim - count, x.ndim))
    else:
        along = [one_axis(k, x.ndim) for k in axes]
    if s is None:
        return [None] * len(along), along
    lengths = [None if n == -1 else operator.index(n) for n in s]
    if len(lengths) != len(along):
        raise ArgumentError("Shape and axes have different lengths.")
    return [x.shape[k] if n is None else n for n, k in zip(lengths, along)], along


def _several(x: Array, s: Any, axes: Any, norm: Any, inverse: bool) -> Array:
    lengths, along = _axes(x, s, axes)
    _check(norm)
    for n, axis in list(zip(lengths, along))[::-1]:
        x = _transform(x, n, axis, norm, inverse)
    return x


@on_their_device
def fftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> Array:
    """The transform along several axes (all, if none are named).

    >>> frit.fft.fftn([[1.0, 0.0], [0.0, 0.0]]).tolist()
    [[(1+0j), (1+0j)], [(1+0j), (1+0j)]]
    """
    return _finish(_several(_complex(a), s, axes, norm, False), out)


@on_their_device
def ifftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> Array:
    """The inverse of fftn.

    >>> frit.real(frit.fft.ifftn([[4.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return _finish(_several(_complex(a), s, axes, norm, True), out)


@on_their_device
def fft2(a: ArrayLike, s: Any = None, axes: Sequence[int] = (-2, -1), norm: Any = None, out: Any = None) -> Array:
    """The transform along two axes.

    >>> frit.real(frit.fft.fft2([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return fftn(a, s, axes, norm, out)


@on_their_device
def ifft2(a: ArrayLike, s: Any = None, axes: Sequence[int] = (-2, -1), norm: Any = None, out: Any = None) -> Array:
    """The inverse of fft2.

    >>> frit.real(frit.fft.ifft2([[4.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return ifftn(a, s, axes, norm, out)


@on_their_device
def rfftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> Array:
    """The transform of real numbers along several axes: along the last the first n // 2 + 1 elements.

    >>> frit.real(frit.fft.rfftn([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    x = _real(a)
    lengths, along = _axes(x, s, axes)
    if not along:
        raise ArgumentError("at least 1 axis must be transformed")
    found = _forward_real(x, lengths[-1], along[-1], norm)
    for n, axis in list(zip(lengths, along))[-2::-1]:
        found = _transform(found, n, axis, norm, False)
    return _finish(found, out)


@on_their_device
def irfftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> Array:
    """The inverse of rfftn.

    >>> frit.fft.irfftn([[4.0, 0.0], [0.0, 0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    x = _complex(a)
    lengths, along = _axes(x, s, axes)
    if not along:
        raise ArgumentError("at least 1 axis must be transformed")
    for n, axis in zip(lengths[:-1], along[:-1]):
        x = _transform(x, n, axis, norm, True)
    last = None if s is None or s[-1] == -1 else lengths[-1]
    return _finish(_back_real(x, last, along[-1], norm), out)


@on_their_device
def rfft2(a: ArrayLike, s: Any = None, axes: Sequence[int] = (-2, -1), norm: Any = None, out: Any = None) -> Array:
    """rfftn along two axes.

    >>> frit.real(frit.fft.rfft2([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return rfftn(a, s, axes, norm, out)


@on_their_device
def irfft2(a: ArrayLike, s: Any = None, axes: Sequence[int] = (-2, -1), norm: Any = None, out: Any = None) -> Array:
    """The inverse of rfft2.

    >>> frit.fft.irfft2([[4.0, 0.0], [0.0, 0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    return irfftn(a, s, axes, norm, out)


# ---- frequencies


def _frequencies(n: int, d: Any, dtype: Any, device: Any, half: bool) -> Array:
    if not isinstance(n, int) and not hasattr(n, "__index__"):
        raise ArgumentError("n should be an integer")
    count = operator.index(n)
    wanted = _core.float64 if dtype is None else as_dtype(dtype)
    if half:
        number = arange(0, count // 2 + 1, dtype=_core.int64)
    else:
        number = arange(0, count, dtype=_core.int64)
        number = number - count * (number >= (count - 1) // 2 + 1).astype(_core.int64)
    return _core.cast(_core.cast(number, _core.float64) * (1.0 / (count * d)), wanted)


def fftfreq(n: int, d: Any = 1.0, device: Any = None, *, dtype: Any = None) -> Array:
    """The frequencies that fft's elements stand for, of n samples d apart.

    >>> frit.fft.fftfreq(4).tolist()
    [0.0, 0.25, -0.5, -0.25]
    """
    result: Array = made_on(device, _frequencies, n, d, dtype, device, False)
    return result


def rfftfreq(n: int, d: Any = 1.0, device: Any = None, *, dtype: Any = None) -> Array:
    """The frequencies that rfft's elements stand for.

    >>> frit.fft.rfftfreq(4).tolist()
    [0.0, 0.25, 0.5]
    """
    result: Array = made_on(device, _frequencies, n, d, dtype, device, True)
    return result


def _shifted(x: ArrayLike, axes: Any, back: bool) -> Array:
    held = as_array(x)
    if axes is None:
        along = list(range(held.ndim))
    else:
        along = [one_axis(k, held.ndim) for k in (axes if isinstance(axes, (tuple, list)) else (axes,))]
    by = [-(held.shape[k] // 2) if back else held.shape[k] // 2 for k in along]
    return roll(held, tuple(by), tuple(along)) if along else _core.unary("copy", held)


@on_their_device
def fftshift(x: ArrayLike, axes: Any = None) -> Array:
    """The element of frequency 0 in the middle.

    >>> frit.fft.fftshift([0.0, 1.0, -2.0, -1.0]).tolist()
    [-2.0, -1.0, 0.0, 1.0]
    """
    return _shifted(x, axes, False)


@on_their_device
def ifftshift(x: ArrayLike, axes: Any = None) -> Array:
    """The inverse of fftshift.

    >>> frit.fft.ifftshift([-2.0, -1.0, 0.0, 1.0]).tolist()
    [0.0, 1.0, -2.0, -1.0]
    """
    return _shifted(x, axes, True)
