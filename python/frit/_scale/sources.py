"""What can be gone through by rows: arrays in files and in memory, and what results are written to."""

from __future__ import annotations

import mmap
import os
from typing import Any

from .._errors import ArgumentError


def is_path(value: Any) -> bool:
    """Whether it names a file of NumPy's."""
    return isinstance(value, (str, os.PathLike)) and os.fspath(value).endswith(".npy")


def is_store(value: Any) -> bool:
    """Whether it is an array that is read by parts: one of zarr's, of h5py's, or alike."""
    import numpy

    if isinstance(value, (numpy.ndarray, numpy.generic, str)) or not hasattr(value, "__getitem__"):
        return False
    return type(value).__module__.partition(".")[0] in ("zarr", "h5py", "tables", "netCDF4", "tensorstore")


class Held:
    """A store as an argument: some are dataclasses, which would be taken for containers."""

    def __init__(self, value: Any):
        self.value = value


def held(value: Any) -> Any:
    """Stores as leaves; anything else as it is."""
    return Held(value) if is_store(value) else value


def opened(value: Any) -> Any:
    """The array behind a path or in a store, without its elements; anything else as it is."""
    import numpy

    if isinstance(value, Held):
        return value.value
    return numpy.load(value, mmap_mode="r") if is_path(value) else value


def native(dtype: Any) -> Any:
    """The dtype in this machine's byte order."""
    return dtype.newbyteorder("=")


class Source:
    """An array that is read by rows."""

    def __init__(self, name: str, value: Any):
        import numpy

        self.name = name
        self.value = opened(value)
        self.shape = tuple(int(n) for n in self.value.shape)
        self.dtype = native(numpy.dtype(self.value.dtype))
        self.mapped = isinstance(self.value, numpy.memmap)
        self.row_bytes = self.dtype.itemsize * int(numpy.prod(self.shape[1:], dtype=object))

    def read(self, start: int, stop: int) -> Any:
        """Rows, as an array in memory of its own or of the file's pages."""
        import numpy

        rows = numpy.asarray(self.value[start:stop])
        return rows.astype(self.dtype) if rows.dtype != self.dtype else rows

    def forget(self) -> None:
        """Pages of the file that were read need not stay."""
        mapping = getattr(self.value, "_mmap", None) if self.mapped else None
        if mapping is not None and hasattr(mmap, "MADV_DONTNEED") and self.value.mode in ("r", "r+"):
            if self.value.mode == "r+":
                mapping.flush()
            mapping.madvise(mmap.MADV_DONTNEED)

    def identity(self) -> dict[str, Any]:
        """What a journal knows it by."""
        path = getattr(self.value, "filename", None) if self.mapped else None
        found: dict[str, Any] = {"shape": list(self.shape), "dtype": self.dtype.str}
        if path is not None:
            state = os.stat(path)
            found |= {"file": os.path.realpath(path), "bytes": state.st_size, "changed": state.st_mtime_ns}
            found["offset"] = int(self.value.offset)
        else:
            # Of arrays that are no files only the ends are looked at.
            ends = [self.read(0, 1), self.read(self.shape[0] - 1, self.shape[0])]
            found["ends"] = digest(*ends)
        return found


def digest(*arrays: Any) -> str:
    """A short name for elements."""
    import hashlib

    import numpy

    made = hashlib.sha256()
    for array in arrays:
        array = numpy.asarray(array)
        made.update(f"{array.dtype.str}{array.shape}".encode())
        made.update(numpy.ascontiguousarray(array).tobytes())
    return made.hexdigest()[:32]


class Sink:
    """Where an output goes, block by block along its first axis."""

    def __init__(self, out: Any, shape: tuple[int, ...], dtype: Any, keep: bool):
        import numpy

        self.shape, self.dtype = shape, dtype
        self.path = os.fspath(out) if isinstance(out, (str, os.PathLike)) else None
        self.file: Any = None
        if self.path is not None:
            if not is_path(self.path):
                raise ArgumentError(f"results are written to files of NumPy's, *.npy; {self.path} is called otherwise")
            self._open(keep)
            return
        self.array = numpy.empty(shape, dtype) if out is None else out
        if tuple(self.array.shape) != shape or numpy.dtype(self.array.dtype) != dtype:
            raise ArgumentError(
                f"the result is {dtype} of shape {shape}, and out {self.array.dtype} of shape {tuple(self.array.shape)}"
            )

    def _open(self, keep: bool) -> None:
        """The file with its header; what is in it stays if it goes on."""
        import numpy

        assert self.path is not None
        if keep:
            try:
                there = numpy.load(self.path, mmap_mode="r")
            except (OSError, ValueError) as error:
                raise ArgumentError(f"cannot go on with {self.path}: {error}") from None
            if there.shape != self.shape or there.dtype != self.dtype or not there.flags.c_contiguous:
                raise ArgumentError(f"cannot go on with {self.path}: it is {there.dtype} of shape {there.shape}")
            self.offset = int(there.offset)
        else:
            made = numpy.lib.format.open_memmap(self.path, "w+", self.dtype, self.shape)
            made.flush()
            self.offset = int(made.offset)
            del made
        self.file = open(self.path, "r+b", buffering=0)  # noqa: SIM115: until the end of the stream

    def write(self, start: int, rows: Any) -> None:
        """Rows from a place on."""
        import numpy

        if self.file is None:
            self.array[start : start + len(rows)] = rows
            return
        rows = numpy.ascontiguousarray(rows, self.dtype)
        row = self.dtype.itemsize * int(numpy.prod(self.shape[1:], dtype=object))
        data = memoryview(rows.reshape(-1).view(numpy.uint8))
        at = self.offset + start * row
        while len(data):
            written = os.pwrite(self.file.fileno(), data, at)
            data, at = data[written:], at + written

    def sync(self) -> None:
        """What was written is safe."""
        if self.file is not None:
            os.fdatasync(self.file.fileno())
        elif hasattr(self.array, "flush"):
            self.array.flush()

    def close(self) -> None:
        if self.file is not None:
            self.file.close()

    def result(self) -> Any:
        """What the caller gets: the array, or the file's."""
        return self.array if self.path is None else opened(self.path)
