"""Random numbers from counters: the same draw, whatever is fused, split or run in another order.

A number depends on a key, the number of the draw, and the element's place, and on nothing else
(Philox4x32-10; docs/ir.md has every bit of it). Two ways to use it:

- `Generator(seed)`, as in NumPy: each call is the next draw. `device=` says where its arrays are made. The functions of this module are those
  of one generator for everybody; `seed(k)` begins it anew.
- `Key(seed)`: no state. The same key gives the same numbers, `key.draw(n)` is another draw and
  `key.fold(n)` another key. Inside a fused function this is the way that can be replayed without
  Python: the seed, and the draw's number, may be arguments.

>>> frit.random.Key(7).uniform(2).tolist() == frit.random.Key(7).uniform(2).tolist()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._array.types import (
    ArrayLike,
    DTypeLike,
    Shape,
    as_array,
    as_dtype,
    new_shape,
    ints,
    is_integer,
    is_number,
    made_on,
)
from ._distributions import Distributions, is_known, plain_of, size_of
from ._errors import ArgumentError, DTypeError

if TYPE_CHECKING:
    from ._array.array import Array

__all__ = [
    "Generator",
    "Key",
    "bernoulli",
    "beta",
    "binomial",
    "bits",
    "chisquare",
    "choice",
    "default_rng",
    "dirichlet",
    "exponential",
    "f",
    "gamma",
    "geometric",
    "gumbel",
    "integers",
    "laplace",
    "logistic",
    "lognormal",
    "negative_binomial",
    "normal",
    "pareto",
    "permutation",
    "poisson",
    "random",
    "rayleigh",
    "seed",
    "shuffle",
    "standard_exponential",
    "standard_gamma",
    "standard_normal",
    "standard_t",
    "triangular",
    "uniform",
    "weibull",
]


def _word(number: ArrayLike) -> Array:
    """A key's or draw's number as 64 bits."""
    if type(number) is int:
        return _core.scalar(number % 2**64, _core.uint64)
    if isinstance(number, _core.ArrayBase) and number._weak and number.dtype.kind == "i":
        return _core.apply("cast", (number,), "to=u64")  # wraps, as the line above does
    array = as_array(number)
    if array.ndim or array.dtype.kind not in "iu":
        raise ArgumentError(f"a key is an integer, not {array.dtype} of rank {array.ndim}")
    return _core.cast(array, _core.uint64)


class Draws(Distributions):
    """The distributions, for whoever knows a key and a draw's number."""

    __slots__ = ("_device",)

    _device: str | None  # where arrays are made; None: where frit.device says

    def _next(self) -> tuple[Array, Array]:
        """The key and the number of the draw to make."""
        raise NotImplementedError

    def _raw(self, op: str, size: Shape | None, dtype: DTypeLike) -> Array:
        shape = () if size is None else new_shape(size)
        if any(n < 0 for n in shape):
            raise ArgumentError(f"negative extents are not allowed in the shape {shape}")
        wanted = as_dtype(dtype)
        if op != "random_bits" and wanted.kind != "f":
            raise DTypeError(f"these random numbers are floats, not {wanted}")
        attrs = f"shape={ints(shape)}, to={wanted.code}"
        return made_on(self._device, _core.apply, op, self._next(), attrs)

    def bits(self, size: Shape | None = None, dtype: DTypeLike = "uint64") -> Array:
        """Random bits, as integers of a dtype."""
        if as_dtype(dtype).kind not in "iu":
            raise DTypeError(f"bits are integers, not {as_dtype(dtype)}")
        return self._raw("random_bits", size, dtype)

    def random(self, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Numbers in [0, 1)."""
        return self._raw("uniform", size, dtype)

    def uniform(
        self,
        low: ArrayLike = 0.0,
        high: ArrayLike = 1.0,
        size: Shape | None = None,
        dtype: DTypeLike = "float64",
    ) -> Array:
        """Numbers in [low, high)."""
        size = size_of(size, low, high)
        number = self._raw("uniform", size, dtype)
        if is_known(low, 0) and is_known(high, 1):
            return number
        width = plain_of(high, number) - plain_of(low, number)
        return _core.binary("add", _core.binary("mul", number, width), plain_of(low, number))

    def standard_normal(self, size: Shape | None = None, dtype: DTypeLike = "float64") -> Array:
        """Numbers of mean 0 and variance 1."""
        return self._raw("normal", size, dtype)

    def normal(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: Shape | None = None,
        dtype: DTypeLike = "float64",
    ) -> Array:
        """Numbers of mean loc and standard deviation scale."""
        number = self._raw("normal", size_of(size, loc, scale), dtype)
        number = number if is_known(scale, 1) else number * plain_of(scale, number)
        return number if is_known(loc, 0) else number + plain_of(loc, number)

    def lognormal(
        self,
        mean: ArrayLike = 0.0,
        sigma: ArrayLike = 1.0,
        size: Shape | None = None,
        dtype: DTypeLike = "float64",
    ) -> Array:
        """exp of normal numbers."""
        return _core.unary("exp", self.normal(mean, sigma, size, dtype))

    def standard_exponential(
        self, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """Numbers with the density exp(-x)."""
        return -_core.unary("log1p", -self._raw("uniform", size, dtype))

    def exponential(
        self, scale: ArrayLike = 1.0, size: Shape | None = None, dtype: DTypeLike = "float64"
    ) -> Array:
        """Numbers with the density exp(-x / scale) / scale."""
        number = self.standard_exponential(size_of(size, scale), dtype)
        return _core.binary("mul", number, plain_of(scale, number))

    def laplace(
        self,
        loc: ArrayLike = 0.0,
        scale: ArrayLike = 1.0,
        size: Shape | None = None,
        dtype: DTypeLike = "float64",
    ) -> Array:
        """Numbers with the density exp(-|x - loc| / scale) / (2 scale)."""
        number = self._raw("uniform", size_of(size, loc, scale), dtype) - 0.5
        away = _core.unary("log1p", -2.0 * _core.unary("abs", number))
        spread = _core.binary("copysign", away, number) * plain_of(scale, number)
        return _core.binary("add", spread, plain_of(loc, number))

    def bernoulli(self, p: ArrayLike = 0.5, size: Shape | None = None) -> Array:
        """True with probability p."""
        return _core.binary("lt", self._raw("uniform", size_of(size, p), "float64"), p)

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Shape | None = None,
        dtype: DTypeLike = "int64",
        endpoint: bool = False,
    ) -> Array:
        """Integers from low up to high (with it, if endpoint is True), or from 0 up to low.

        Each comes as often as the others to within (high - low) / 2**64.
        """
        first, last = (0, low) if high is None else (low, high)
        first, last = first.__index__(), last.__index__() - (not endpoint)
        wanted = as_dtype(dtype)
        if first > last:
            raise ArgumentError(f"there is no integer from {first} up to {last + 1}")
        _check_range(first, last, wanted)
        number = _scaled(self._raw("random_bits", size, "uint64"), last - first + 1)
        number = number + first % 2**64  # wraps, as it should
        return _core.cast(number, wanted)

    def choice(
        self,
        a: Any,
        size: Shape | None = None,
        replace: bool = True,
        p: ArrayLike | None = None,
    ) -> Array:
        """Elements of a (or of range(a)), equally likely or with probabilities p."""
        from ._array.grids import arange
        from ._array.index import take

        pool = arange(a.__index__(), device=self._device) if is_integer(a) else as_array(a)
        count = pool.shape[0]
        if not replace:
            return self._without_repeats(pool, size, p)
        if p is None:
            return take(pool, self.integers(count, size=size), axis=0)
        from ._array.scans import cumsum
        from ._array.ordering import searchsorted

        steps = cumsum(_core.cast(as_array(p), _core.float64))
        picked = searchsorted(steps / steps[-1], self.random(size), side="right")
        return take(pool, picked, axis=0)

    def _without_repeats(self, pool: Array, size: Shape | None, p: ArrayLike | None) -> Array:
        from ._array.index import take

        if p is not None:
            raise ArgumentError("choice without repeats takes no probabilities")
        shape = () if size is None else new_shape(size)
        wanted = 1
        for n in shape:
            wanted *= n
        if wanted > pool.shape[0]:
            raise ArgumentError(f"{wanted} different elements cannot come from {pool.shape[0]}")
        return take(pool, self.permutation(pool.shape[0])[:wanted].reshape(shape), axis=0)

    def permutation(self, x: Any, axis: int = 0) -> Array:
        """The numbers of range(x), or what lies along an axis of x, in random order."""
        from ._array.index import take
        from ._array.ordering import argsort

        if is_integer(x):
            return argsort(self.bits(x.__index__()))
        x = as_array(x)
        return take(x, argsort(self.bits(x.shape[axis])), axis=axis)

    def shuffle(self, x: Array, axis: int = 0) -> None:
        """Puts what lies along an axis of x in random order, in place."""
        x[...] = self.permutation(x, axis)


def _check_range(first: int, last: int, dtype: _core.DType) -> None:
    from ._array.dtypes import iinfo

    limits = iinfo(dtype)
    if first < limits.min or last > limits.max:
        raise ArgumentError(f"integers from {first} to {last} do not fit {dtype}")


def _scaled(word: Array, count: int) -> Array:
    """The high 64 bits of word * count: a number below count, equally likely each."""
    if count == 2**64:
        return word
    low_half = 2**32 - 1
    a_high, a_low = word >> 32, word & low_half
    b_high, b_low = count >> 32, count & low_half
    middle = a_high * b_low + ((a_low * b_low) >> 32)
    if b_high == 0:
        return middle >> 32
    other = a_low * b_high + (middle & low_half)
    return a_high * b_high + (middle >> 32) + (other >> 32)


class Key(Draws):
    """A key without state: the same key gives the same numbers.

    The seed, and the number of the draw, are integers, or integer arrays of rank 0: inside a fused
    function they may be its arguments.

    >>> key = frit.random.Key(1)
    >>> key.uniform(size=3).tolist() == key.draw(1).uniform(size=3).tolist()
    False
    """

    __slots__ = ("_draw", "_key")
    _frit_pure = True  # fused functions may replay what it gives

    def __init__(self, seed: ArrayLike | Key, draw: ArrayLike = 0, *, device: str | None = None) -> None:
        self._key: Array = seed._key if isinstance(seed, Key) else _word(seed)
        self._draw: Array = _word(draw)
        self._device = device if device is not None or not isinstance(seed, Key) else seed._device

    def _next(self) -> tuple[Array, Array]:
        return self._key, self._draw

    def draw(self, number: ArrayLike) -> Key:
        """The same key, for another draw."""
        return Key(self._key, number, device=self._device)

    def fold(self, number: ArrayLike) -> Key:
        """Another key, made of this one and a number."""
        word = _core.apply("random_bits", (self._key, _word(number)), "shape=[], to=u64")
        return Key(word, device=self._device)

    def split(self, count: int = 2) -> tuple[Key, ...]:
        """Several keys made of this one."""
        return tuple(self.fold(k) for k in range(count))

    def __repr__(self) -> str:
        return "<frit.random.Key>" if self._key._placeholder else f"<frit.random.Key {self._key}>"


class Generator(Draws):
    """Draws one after another, as numpy.random.Generator: every call is the next draw.

    Its state is the number of draws made: `Generator(seed, draw)` goes on from there.

    >>> rng = frit.random.Generator(1)
    >>> rng.normal(size=2).shape
    (2,)
    >>> rng.draws
    1
    """

    def __init__(self, seed: int | None = None, draw: int = 0, *, device: str | None = None) -> None:
        if seed is None:
            import os

            seed = int.from_bytes(os.urandom(8), "little")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ArgumentError(f"a seed is an int, not {seed!r}")
        self.seed = seed % 2**64
        self.draws = draw
        self._device = device

    def _next(self) -> tuple[Array, Array]:
        key = _core.scalar(self.seed, _core.uint64)
        if key._placeholder:  # a program would make the same draw each time
            _core.item(key)  # raises: the function has to run
        draw = _core.scalar(self.draws, _core.uint64)
        self.draws += 1
        return key, draw

    def spawn(self, count: int) -> list[Generator]:
        """Generators whose numbers have nothing to do with each other's."""
        words = self.bits(count).tolist()
        return [Generator(int(word), device=self._device) for word in words]

    def __repr__(self) -> str:
        return f"<frit.random.Generator seed={self.seed} draws={self.draws}>"


def default_rng(seed: int | None = None, *, device: str | None = None) -> Generator:
    """A generator; without a seed, one that nobody can foresee.

    >>> frit.random.default_rng(3).integers(5, 6).item()
    5
    """
    return Generator(seed, device=device)


# ---- one generator for everybody

_shared = Generator()


def seed(number: int) -> None:
    """Begins the module's own generator anew.

    >>> frit.random.seed(1)
    >>> first = frit.random.uniform(size=2).tolist()
    >>> frit.random.seed(1)
    >>> frit.random.uniform(size=2).tolist() == first
    True
    """
    _shared.seed = Generator(number).seed
    _shared.draws = 0


bernoulli = _shared.bernoulli
bits = _shared.bits
choice = _shared.choice
exponential = _shared.exponential
integers = _shared.integers
laplace = _shared.laplace
lognormal = _shared.lognormal
normal = _shared.normal
permutation = _shared.permutation
random = _shared.random
shuffle = _shared.shuffle
standard_exponential = _shared.standard_exponential
standard_normal = _shared.standard_normal
uniform = _shared.uniform
beta = _shared.beta
binomial = _shared.binomial
chisquare = _shared.chisquare
dirichlet = _shared.dirichlet
f = _shared.f
gamma = _shared.gamma
geometric = _shared.geometric
gumbel = _shared.gumbel
logistic = _shared.logistic
negative_binomial = _shared.negative_binomial
pareto = _shared.pareto
poisson = _shared.poisson
rayleigh = _shared.rayleigh
standard_gamma = _shared.standard_gamma
standard_t = _shared.standard_t
triangular = _shared.triangular
weibull = _shared.weibull
