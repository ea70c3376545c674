"""Distributions that are made of gamma, Poisson and binomial draws, or of one uniform number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._array.types import ArrayLike, DTypeLike, Shape, as_array, as_dtype, ints, is_number, made_on, new_shape
from ._errors import ArgumentError, DTypeError

if TYPE_CHECKING:
    from ._array.array import Array


def is_known(number: Any, value: int) -> bool:
    return isinstance(number, (int, float)) and number == value


def plain_of(number: Any, like: Array) -> Any:
    """A parameter in the dtype of the numbers drawn."""
    return number if is_number(number) else _core.cast(as_array(number), like.dtype)


def size_of(size: Shape | None, *parameters: ArrayLike) -> Shape | None:
    """As NumPy: without a size, that of the parameters."""
    if size is not None:
        return size
    from ._array.manipulation import broadcast_shapes

    shapes = [as_array(p).shape for p in parameters if not is_number(p)]
    return broadcast_shapes(*shapes) if shapes else None


_OTHER = 0x5851F42D4C957F2D  # a key of its own for the second numbers of a draw


def _float(x: ArrayLike) -> Array:
    held = as_array(x)
    return held if held.dtype.kind == "f" else _core.cast(held, _core.float64)


_SAYS = {"ge": "at least", "gt": "above", "le": "at most"}


def _check(name: str, value: ArrayLike, op: str, bound: int) -> None:
    """Refuses a parameter that is out of range, where it is known. (Else the numbers are NaN.)"""
    held = as_array(value)
    if held._placeholder:
        return
    if not bool(_core.apply("all", (_core.binary(op, held, bound),))):
        raise ArgumentError(f"{name} has to be {_SAYS[op]} {bound}")


class Distributions:
    """The distributions, for whoever has uniform numbers, and knows a key and a draw's number."""

    __slots__ = ()

    _device: str | None

    def _next(self) -> tuple[Array, Array]:
        raise NotImplementedError

    def _raw(self, op: str, size: Shape | None, dtype: DTypeLike) -> Array:
        raise NotImplementedError

    def standard_exponential(self, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        raise NotImplementedError

    def _thrown(self, op: str, size: Shape | None, dtype: DTypeLike, *parameters: ArrayLike, key: int = 0) -> Array:
        """Draws that throw numbers away, by parameters for each element. key: others for the same draw."""
        wanted = as_dtype(dtype)
        if wanted.kind != "f":
            raise DTypeError(f"these random numbers are floats, not {wanted}")
        wide = wanted if wanted.itemsize >= 4 else as_dtype("float32")
        each = [_core.cast(as_array(p), wide) for p in parameters]
        extents = size_of(size, *parameters)
        shape = new_shape(() if extents is None else extents)
        word, draw = self._next()
        if key:
            word = _core.binary("xor", word, _core.scalar(key, _core.uint64))
        spread = [_core.apply("broadcast", (p,), f"shape={ints(shape)}") if p._shape != shape else p for p in each]
        return _core.cast(made_on(self._device, _core.apply, op, (word, draw, *spread)), wanted)

    def standard_gamma(self, shape: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Numbers of the gamma distribution of a shape, and scale 1."""
        _check("shape", shape, "ge", 0)
        return self._thrown("gamma_draws", size, dtype, shape)

    def gamma(
        self, shape: ArrayLike, scale: ArrayLike = 1.0, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """Numbers of the gamma distribution."""
        _check("scale", scale, "ge", 0)
        number = self.standard_gamma(shape, size_of(size, shape, scale), dtype)
        return number if is_known(scale, 1) else _core.binary("mul", number, plain_of(scale, number))

    def chisquare(self, df: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Sums of df squares of normal numbers."""
        _check("df", df, "gt", 0)
        number = self._thrown("gamma_draws", size_of(size, df), dtype, _core.binary("div", _float(df), 2))
        return _core.binary("mul", number, 2)

    def beta(self, a: ArrayLike, b: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Numbers in (0, 1) of the beta distribution."""
        _check("a", a, "gt", 0)
        _check("b", b, "gt", 0)
        extents = size_of(size, a, b)
        first = self._thrown("gamma_draws", extents, dtype, a)
        second = self._thrown("gamma_draws", extents, dtype, b, key=_OTHER)
        return _core.binary("div", first, _core.binary("add", first, second))

    def f(self, dfnum: ArrayLike, dfden: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Quotients of two mean squares of normal numbers."""
        _check("dfnum", dfnum, "gt", 0)
        _check("dfden", dfden, "gt", 0)
        extents = size_of(size, dfnum, dfden)
        parts = []
        for key, df in ((0, dfnum), (_OTHER, dfden)):
            number = self._thrown("gamma_draws", extents, dtype, _core.binary("div", _float(df), 2), key=key)
            parts.append(_core.binary("div", _core.binary("mul", number, 2), plain_of(df, number)))
        return _core.binary("div", *parts)

    def standard_t(self, df: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Student's t with df degrees of freedom."""
        _check("df", df, "gt", 0)
        extents = size_of(size, df)
        number = self._raw("normal", extents, dtype)
        mean = self._thrown("gamma_draws", extents, dtype, _core.binary("div", _float(df), 2), key=_OTHER)
        half = _core.binary("div", plain_of(df, number), 2)
        return _core.binary("div", number, _core.unary("sqrt", _core.binary("div", mean, half)))

    def poisson(self, lam: ArrayLike = 1.0, size: Shape | None = None) -> Array:
        """How many events there are in a time in which lam are expected."""
        _check("lam", lam, "ge", 0)
        return _core.cast(self._thrown("poisson_draws", size, "float64", lam), _core.int64)

    def binomial(self, n: ArrayLike, p: ArrayLike, size: Shape | None = None) -> Array:
        """How many of n trials succeed, each with probability p."""
        _check("n", n, "ge", 0)
        _check("p", p, "ge", 0)
        _check("p", p, "le", 1)
        return _core.cast(self._thrown("binomial_draws", size, "float64", n, p), _core.int64)

    def negative_binomial(self, n: ArrayLike, p: ArrayLike, size: Shape | None = None) -> Array:
        """How many trials fail before n succeed, each with probability p."""
        _check("n", n, "gt", 0)
        _check("p", p, "gt", 0)
        _check("p", p, "le", 1)
        extents = size_of(size, n, p)
        mean = self._thrown("gamma_draws", extents, "float64", n)
        odds = _core.binary("div", _core.binary("sub", 1.0, _float(p)), _float(p))
        lam = _core.binary("mul", mean, odds)
        return _core.cast(self._thrown("poisson_draws", extents, "float64", lam, key=_OTHER), _core.int64)

    def geometric(self, p: ArrayLike, size: Shape | None = None) -> Array:
        """How many trials there are until one succeeds, each with probability p."""
        _check("p", p, "gt", 0)
        _check("p", p, "le", 1)
        waiting = -self.standard_exponential(size_of(size, p))
        trials = _core.binary("div", waiting, _core.unary("log1p", -_float(p)))
        return _core.cast(_core.binary("maximum", _core.unary("ceil", trials), 1.0), _core.int64)

    def weibull(self, a: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Exponential numbers to the power 1 / a."""
        _check("a", a, "ge", 0)
        number = self.standard_exponential(size_of(size, a), dtype)
        return _core.binary("pow", number, _core.binary("div", plain_of(1.0, number), plain_of(a, number)))

    def pareto(self, a: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """exp of exponential numbers by a, less 1."""
        _check("a", a, "gt", 0)
        number = self.standard_exponential(size_of(size, a), dtype)
        return _core.unary("expm1", _core.binary("div", number, plain_of(a, number)))

    def rayleigh(
        self, scale: ArrayLike = 1.0, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """How far from 0 two normal numbers are together."""
        _check("scale", scale, "ge", 0)
        number = self.standard_exponential(size_of(size, scale), dtype)
        root = _core.unary("sqrt", _core.binary("mul", number, 2.0))
        return _core.binary("mul", root, plain_of(scale, root))

    def gumbel(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """The largest of many exponential numbers."""
        _check("scale", scale, "ge", 0)
        number = -_core.unary("log", self.standard_exponential(size_of(size, loc, scale), dtype))
        return _core.binary("add", _core.binary("mul", number, plain_of(scale, number)), plain_of(loc, number))

    def logistic(
        self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """Logarithms of odds that are equally likely."""
        _check("scale", scale, "ge", 0)
        part = self._raw("uniform", size_of(size, loc, scale), dtype)
        number = _core.binary("sub", _core.unary("log", part), _core.unary("log1p", -part))
        return _core.binary("add", _core.binary("mul", number, plain_of(scale, number)), plain_of(loc, number))

    def triangular(
        self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """Numbers from left to right, mode being the likeliest."""
        part = self._raw("uniform", size_of(size, left, mode, right), dtype)
        low, middle, high = (_core.cast(as_array(end), part.dtype) for end in (left, mode, right))
        width, below = high - low, middle - low
        first = low + _core.unary("sqrt", part * width * below)
        second = high - _core.unary("sqrt", (1.0 - part) * width * (high - middle))
        return _core.apply("select", (_core.binary("lt", part * width, below), first, second))

    def dirichlet(self, alpha: ArrayLike, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Shares that come to 1, by a weight for each."""
        weights = as_array(alpha)
        if weights.ndim != 1:
            raise ArgumentError("alpha is a row")
        extents = new_shape(() if size is None else size)
        number = self._thrown("gamma_draws", (*extents, weights.shape[0]), dtype, weights)
        return number / number.sum(axis=-1, keepdims=True)
