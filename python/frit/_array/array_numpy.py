"""What NumPy's arrays have beside the array standard's: flags, flat, partition, tofile and the rest.

LEFT_OUT is the whole list of what frit.Array has not, each with the reason; docs/python.md shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DeviceError, DTypeError
from .types import ArrayLike, DTypeLike, as_array, as_dtype, on_their_device, peek, plain, store

if TYPE_CHECKING:
    from .array import Array

LEFT_OUT = {
    "resize": "an array keeps its shape for life: x.reshape and frit.resize make another",
    "setflags": "an array keeps its flags for life: frit.broadcast_to(x, x.shape) is read-only",
    "__array_finalize__": "for subclasses of NumPy's arrays",
    "__array_wrap__": "for subclasses of NumPy's arrays; __array_ufunc__ is there",
    "__array_priority__": "for objects without __array_ufunc__, which is there",
    "__setstate__": "an array is pickled by __reduce__, which makes it anew",
}


class Flags:
    """How an array lies in memory, as NumPy's flags; they cannot be changed.

    >>> x = frit.zeros((2, 3))
    >>> x.flags.c_contiguous, x.T.flags["C_CONTIGUOUS"], x.flags.writeable
    (True, False, True)
    """

    __slots__ = ("_flags", "_owns")

    def __init__(self, flags: Any, owns: bool):
        self._flags, self._owns = flags, owns

    def __getattr__(self, name: str) -> bool:
        if name[:1] == "_":
            raise AttributeError(name)
        return self._owns if name == "owndata" else bool(getattr(self._flags, name))

    def __getitem__(self, name: str) -> bool:
        return self._owns if name in ("OWNDATA", "O") else bool(self._flags[name])

    def __setattr__(self, name: str, value: Any) -> None:
        if name[:1] != "_":
            raise ArgumentError(f"flags of a frit array cannot be changed: {LEFT_OUT['setflags']}")
        object.__setattr__(self, name, value)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name.lower(), value)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        own = {True: "False", False: "True"}[self._owns]
        lines = str(self._flags).replace(f"OWNDATA : {own}", f"OWNDATA : {self._owns}")
        return lines


class Flat:
    """The elements of an array in order, as NumPy's flatiter: to iterate over, to index, to store.

    >>> x = frit.reshape(frit.arange(6), (2, 3)).T
    >>> x.flat[1:3] = 9
    >>> list(x.flat), int(x.flat[-1])
    ([0, 9, 9, 4, 2, 5], 5)
    """

    __slots__ = ("_values", "base", "index")

    def __init__(self, base: Array):
        self.base = base
        self.index = 0
        self._values: list[Any] | None = None

    @property
    def coords(self) -> tuple[int, ...]:
        """Where the next element lies."""
        import numpy

        return tuple(int(k) for k in numpy.unravel_index(self.index, self.base.shape))

    def copy(self) -> Array:
        """The elements in one row, in memory of their own."""
        return self.base.flatten()

    def __len__(self) -> int:
        return self.base.size

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._values is None:
            self._values = peek(self.base).ravel().tolist()
        if self.index >= len(self._values):
            raise StopIteration
        self.index += 1
        return self._values[self.index - 1]

    def _places(self, key: Any) -> Any:
        """An index of the array for the elements that a key of the row names."""
        import numpy

        from .._errors import IndexOutOfRange

        size, key = self.base.size, plain(key)
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        try:
            rows = numpy.arange(size)[key]
        except IndexError as error:
            raise IndexOutOfRange(f"flat: {error}") from None
        places = numpy.unravel_index(rows, self.base.shape) if self.base.shape else ()
        if numpy.ndim(rows) == 0:
            return tuple(int(k) for k in places), None
        if self.base._there:
            places = tuple(_core.asarray(k, device=self.base.device) for k in places)
        return places, rows

    def __getitem__(self, key: Any) -> Array:
        place, rows = self._places(key)
        if rows is not None and not self.base.shape:
            return _core.asarray(peek(self.base).reshape(1).repeat(rows.size), device=self.base.device)
        found: Array = self.base[place]
        return found if rows is not None else _core.unary("copy", found)

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        import numpy

        place, rows = self._places(key)
        if rows is None:
            self.base[place] = value
        elif rows.size:
            values: Any = numpy.resize(plain(as_array(value)), rows.size)  # as often as they are needed
            if self.base._there:
                values = _core.asarray(values, device=self.base.device)
            if self.base.shape:
                self.base[place] = values
            else:
                self.base[()] = values[-1]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        values = peek(self.base).ravel()
        return values if dtype is None else values.astype(dtype)


class NumpyArray:
    """A part of frit.Array: attributes and methods that are NumPy's alone."""

    __slots__ = ()

    @property
    def flags(self: Any) -> Flags:
        """How it lies in memory; it is computed for that."""
        import numpy

        if not self._there:
            return Flags(peek(self).flags, self.base is None)
        one = numpy.empty(1, peek(self[:0] if self.ndim else self).dtype)
        like = numpy.lib.stride_tricks.as_strided(one, self._shape, self.strides, writeable=not self._read_only)
        return Flags(like.flags, self.base is None)

    @property
    def data(self: Any) -> memoryview:
        """Its memory, through the buffer protocol."""
        return memoryview(self)

    @property
    def ctypes(self: Any) -> Any:
        """Its memory for the module ctypes, as NumPy has it."""
        return self._numpy().ctypes

    @property
    def __array_struct__(self: Any) -> Any:
        if self.dtype == _core.bfloat16 or self._there:
            raise AttributeError("bfloat16, and arrays of a device, have no __array_struct__")
        return self._numpy().__array_struct__

    @property
    def flat(self: Any) -> Flat:
        """The elements one after another: as Python numbers to iterate over, by index, to store."""
        return Flat(self)

    @flat.setter
    def flat(self: Any, value: ArrayLike) -> None:
        Flat(self)[:] = value

    # ---- order

    def partition(
        self: Any, kth: Any, axis: int = -1, kind: Any = "introselect", order: Any = None
    ) -> None:
        """Puts the kth element where sorting would, in place: none before it is larger."""
        from .ordering import partition

        self._assign(partition(self, kth, axis, kind, order))

    # ---- elements

    def compress(
        self: Any, condition: ArrayLike, axis: int | None = None, out: Any = None
    ) -> Array:
        """The elements along an axis (of all in one row) where the condition holds.

        >>> frit.asarray([1, 2, 3]).compress([True, False, True]).tolist()
        [1, 3]
        """
        from .searching import compress

        return compress(condition, self, axis, out)

    @on_their_device
    def choose(self: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Array:
        """The elements of the choices that the array's integers name."""
        import numpy

        if mode == "raise":
            import frit

            chosen = frit.choose(self, choices)
        else:
            chosen = _core.asarray(numpy.choose(peek(self), plain(choices), mode=mode))
        return chosen if out is None else store(out, chosen)

    @on_their_device
    def put(self: Any, indices: ArrayLike, values: ArrayLike, mode: str = "raise") -> None:
        """Stores values at places among all elements in order."""
        import numpy

        places = numpy.asarray(plain(indices))
        if places.dtype.kind not in "iub" and places.size:
            raise DTypeError(f"put: indices are integers, not {places.dtype}")
        if mode != "raise" and self.size:
            count = self.size
            places = places % count if mode == "wrap" else numpy.clip(places, 0, count - 1)
        wide = numpy.asarray(plain(values))
        if wide.size:
            Flat(self)[places.ravel().astype(numpy.int64)] = wide

    # ---- bytes

    @on_their_device
    def byteswap(self: Any, inplace: bool = False) -> Array:
        """The elements with their bytes in the other order."""
        swapped = _core.asarray(peek(self).byteswap())
        if not inplace:
            return swapped
        self._assign(swapped)
        return self  # type: ignore[no-any-return]

    def getfield(self: Any, dtype: DTypeLike, offset: int = 0) -> Array:
        """A view of a part of every element, as a dtype that is no larger."""
        if self._there:
            raise DeviceError(f"fields of an array on {self.device} have no views: x.to_device(\"cpu\") copies it")
        return _core.asarray(self._numpy().getfield(as_dtype(dtype).name, offset), copy=False)

    def setfield(self: Any, val: ArrayLike, dtype: DTypeLike, offset: int = 0) -> None:
        """Stores values into a part of every element."""
        self.getfield(dtype, offset)[...] = val

    def tobytes(self: Any, order: str = "C") -> bytes:
        """The elements' bytes, one after another."""
        return bytes(peek(self).tobytes(order))

    def tofile(self: Any, fid: Any, sep: str = "", format: str = "%s") -> None:
        """Writes the elements into a file, as NumPy does; numpy.fromfile reads them."""
        peek(self).tofile(fid, sep, format)

    def dump(self: Any, file: Any) -> None:
        """Pickles the array into a file."""
        import pickle

        if hasattr(file, "write"):
            pickle.dump(self, file)
        else:
            with open(file, "wb") as opened:
                pickle.dump(self, opened)

    def dumps(self: Any) -> bytes:
        """The array pickled."""
        import pickle

        return pickle.dumps(self)

    def __class_getitem__(cls, item: Any) -> Any:
        """Array[shape, dtype] in annotations, as NumPy's arrays have it."""
        import types

        return types.GenericAlias(cls, item)
