"""frit.Array: the class of all arrays."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DeviceError, DTypeError
from . import composed, manipulation, ordering, products
from .array_numpy import NumpyArray
from .types import ArrayLike, DTypeLike, as_array, as_dtype, peek

if TYPE_CHECKING:
    from .._namespace import FunctionMethods
else:  # functions that are methods are put in by the registry
    FunctionMethods = object


class Array(_core.ArrayBase, NumpyArray, FunctionMethods):
    """An array: operators and functions on it are recorded, and run when somebody looks.

    Arrays come from frit.asarray, frit.zeros, frit.arange and their like, and from other arrays.

    >>> x = frit.asarray([1.0, 2.0, 3.0])
    >>> y = 2 * x + 1          # recorded
    >>> y.tolist()             # one kernel runs
    [3.0, 5.0, 7.0]
    >>> y[0] = 10              # in place, as in NumPy
    >>> y
    frit.Array([10.,  5.,  7.], dtype=float64)
    """

    __slots__ = ()

    def __new__(cls, *_: object, **__: object) -> Array:
        raise TypeError("arrays are made by frit.asarray, frit.zeros, frit.arange and their like")

    # ---- what it is

    def to_device(self, device: Any, /, *, stream: Any = None) -> Array:
        """The array on a device, "cpu" or a name of frit.devices(): itself where it is there, else a copy.

        >>> x = frit.arange(3)
        >>> x.to_device("cpu") is x, x.device
        (True, 'cpu')
        """
        if stream is not None:
            raise ArgumentError("frit's arrays have no streams")
        return self._to_device(device)

    @property
    def T(self) -> Array:
        """A view with the axes reversed."""
        return self._view_transpose(tuple(range(self.ndim - 1, -1, -1)))

    @property
    def mT(self) -> Array:
        """A view of matrices with rows and columns exchanged."""
        return products.matrix_transpose(self)

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.dtype.itemsize

    @property
    def real(self) -> Array:
        """The real part: a view, so a complex array is computed first. frit.real is recorded.

        >>> z = frit.asarray([1 + 2j, 3 + 4j])
        >>> z.real[0] = 5
        >>> z.tolist()
        [(5+2j), (3+4j)]
        """
        return self._part(False) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: ArrayLike) -> None:
        if self.dtype.kind != "c" or not self._placeholder:
            self.real[...] = value
        else:
            self._assign(_parts(self, value, composed.imag(self)))

    @property
    def imag(self) -> Array:
        """The imaginary part: a view, so a complex array is computed first. frit.imag is recorded.

        That of a real array is zeros that cannot be written to.
        """
        if self.dtype.kind == "c":
            return self._part(True)
        zeros = composed.imag(self)
        return zeros if zeros._placeholder else zeros._view_broadcast(zeros._shape)

    @imag.setter
    def imag(self, value: ArrayLike) -> None:
        if self.dtype.kind != "c":
            raise DTypeError("a real array has no imaginary part to assign to")
        if not self._placeholder:
            self.imag[...] = value
        else:
            self._assign(_parts(self, composed.real(self), value))

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """The module frit, which follows the Python array standard."""
        import frit

        if api_version is not None and api_version not in frit.API_VERSIONS:
            raise ArgumentError(
                f"version {api_version!r} of the array standard is not one of {frit.API_VERSIONS}"
            )
        return frit

    # ---- values

    def item(self, *place: Any) -> Any:
        """An element as a Python number: the only one, or that at a place."""
        if not place:
            if self.size != 1:
                raise ArgumentError("only an array of one element can become a Python number")
            return _core.item(self)
        index = place[0] if len(place) == 1 else place
        if isinstance(index, tuple):
            return _core.item(self[index])
        return _core.item(manipulation.ravel(self)[index])

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers."""
        return peek(self).tolist()

    def __complex__(self) -> complex:
        return complex(_core.item(self))

    def __iter__(self) -> Iterator[Array]:
        if self.ndim == 0:
            raise TypeError("an array of rank 0 has nothing to iterate over")
        return (self[k] for k in range(self.shape[0]))

    def __contains__(self, value: ArrayLike) -> bool:
        return bool(_core.apply("any", (_core.binary("eq", self, value),)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        if self._there:
            raise DeviceError(
                f"the array is on {self.device}, and NumPy's are on the CPU: x.to_device(\"cpu\") copies it, x.numpy()"
                " copies it into an array of NumPy's"
            )
        values = peek(self)
        if dtype is not None and values.dtype != dtype:
            if copy is False:
                raise ArgumentError("another dtype needs a copy")
            return values.astype(dtype)
        return values.copy() if copy else numpy.asarray(values)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        if self.dtype == _core.bfloat16:  # NumPy may have no such dtype: __array__ widens it
            raise AttributeError("bfloat16 has no __array_interface__")
        if self._there:
            raise AttributeError(f"an array on {self.device} has no __array_interface__")
        # The memory is named, not lent: nobody says when it is no longer used.
        return dict(self._numpy().__array_interface__)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        from .cuda_interface import cuda_interface

        return cuda_interface(self)

    def numpy(self) -> Any:
        """A NumPy array over the same memory; of an array on a device a copy.

        >>> frit.asarray([1, 2]).numpy()
        array([1, 2])
        """
        return self._to_device("cpu").__array__()

    # ---- text

    def __repr__(self) -> str:
        if self._placeholder:
            return f"<frit.Array of {self.dtype}{list(self._shape)} without a value yet>"
        import numpy

        text = numpy.array2string(peek(self), separator=", ", prefix="frit.Array(")
        shape = f", shape={self._shape}" if self._shape and 0 in self._shape else ""
        device = f", device={self.device!r}" if self._there else ""
        return f"frit.Array({text}{shape}, dtype={self.dtype}{device})"

    def __str__(self) -> str:
        return repr(self) if self._placeholder else str(peek(self))

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if self.ndim:
            raise TypeError("only an array of rank 0 takes a format")
        return format(_core.item(self), spec)

    # ---- copies

    def __reduce__(self) -> tuple[Any, ...]:
        values = peek(self)
        dense = values if values.flags.c_contiguous else values.copy()
        raw = dense.view("u2") if self.dtype == _core.bfloat16 and dense.itemsize == 2 else dense
        return _rebuilt, (raw, self.dtype, self.device) if self._there else (raw, self.dtype)

    def __copy__(self) -> Array:
        return _core.unary("copy", self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Array:
        return _core.unary("copy", self)

    def copy(self, order: str = "C") -> Array:
        """The elements in memory of their own."""
        return _core.unary("copy", self)

    def astype(
        self,
        dtype: DTypeLike,
        order: str = "K",
        casting: str = "unsafe",
        subok: bool = True,
        copy: bool = True,
    ) -> Array:
        """The elements as another dtype, in an array of their own unless copy is False."""
        wanted = as_dtype(dtype)
        if casting != "unsafe":
            from .dtypes import can_cast

            if not can_cast(self.dtype, wanted, casting):
                raise DTypeError(f"{self.dtype} cannot become {wanted} with casting {casting!r}")
        if self.dtype == wanted and not self._weak:
            return _core.unary("copy", self) if copy else self
        return _core.cast(self, wanted)

    def view(self, dtype: DTypeLike = None, type: Any = None) -> Any:
        """A view of the same memory, as another dtype if one is named.

        frit.bitcast reads bits as another dtype without sharing memory, and is recorded.
        """
        if type is not None or isinstance(dtype, builtins.type) and hasattr(dtype, "__array__"):
            import numpy

            kind = type if type is not None else dtype
            if issubclass(kind, numpy.ndarray):
                return self.__array__().view(kind)
            if not isinstance(self, kind):
                raise ArgumentError(f"an array of frit cannot be viewed as a {kind.__name__}")
            dtype = dtype if type is not None else None
        if dtype is None or as_dtype(dtype) == self.dtype:
            return self[...]
        if self._there:
            raise DeviceError(f"the bits of an array on {self.device} are seen as another dtype by frit.bitcast alone")
        return _core.asarray(peek(self).view(as_dtype(dtype).name), copy=False)

    # ---- shapes

    def reshape(self, *shape: Any, order: str = "C", copy: bool | None = None) -> Array:
        """The elements in another shape: reshape(2, -1) or reshape((2, -1)). See frit.reshape."""
        extents = shape[0] if len(shape) == 1 else shape
        return manipulation.reshape(self, extents, order, copy=copy)

    def transpose(self, *axes: Any) -> Array:
        """A view with the axes reversed, or in a given order."""
        if not axes or axes[0] is None:
            return self.T
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        return manipulation.permute_dims(self, order)

    def flatten(self, order: str = "C") -> Array:
        """All elements in one row, in memory of their own."""
        return _core.unary("copy", manipulation.ravel(self, order))

    def fill(self, value: ArrayLike, /) -> None:
        """Stores one number everywhere."""
        self[...] = value

    def sort(
        self, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None
    ) -> None:
        """Puts the elements in order along an axis, in place."""
        self._assign(ordering.sort(self, axis, kind, order, stable=stable))

    def argsort(
        self, axis: int | None = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None
    ) -> Array:
        """The places of the elements in order along an axis; equal ones are where NumPy has them."""
        return ordering.argsort(self, axis, kind, order, stable=stable)

    def conj(self) -> Array:
        """The complex conjugate; of real numbers the array itself."""
        return composed.conj(self) if self.dtype.kind == "c" else self

    conjugate = conj

    def __round__(self, digits: int = 0) -> Array:
        return composed.round(self, digits or 0)

    def __divmod__(self, other: ArrayLike) -> tuple[Array, Array]:
        return self // other, self % other

    def __rdivmod__(self, other: ArrayLike) -> tuple[Array, Array]:
        return other // self, other % self

    # ---- NumPy's protocols

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return _protocols().call_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _protocols().call_function(func, args, kwargs)


@functools.cache
def _protocols() -> Any:
    """Imported when NumPy first asks: it imports NumPy."""
    from . import protocols

    return protocols


def _parts(x: Array, real: ArrayLike, imag: ArrayLike) -> Array:
    """A complex value of x's dtype from its parts."""
    half = _core.float32 if x.dtype == _core.complex64 else _core.float64
    pair = [_core.cast(as_array(part), half) for part in (real, imag)]
    wide = [_core.apply("select", (_core.scalar(True), part, composed.real(x))) for part in pair]
    return _core.apply("complex", tuple(wide))


def _rebuilt(values: Any, dtype: _core.DType, device: str = "cpu") -> Array:
    """An array that was pickled."""
    x = _core.asarray(values, copy=True, device=device)
    if dtype == _core.bfloat16 and x.dtype == _core.uint16:
        return _core.apply("bitcast", (x,), "to=bf16")
    return _core.cast(x, dtype)
