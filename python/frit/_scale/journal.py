"""How far a stream has come, in a file beside what it writes: lines that are complete, or do not count.

The first line says what is computed from what, and into which files; who goes on with something else is told what
differs. Each line after it is written when everything it speaks of is safe on the disk. A line has a checksum: the last
one may be cut off by a kill, and is then as if it had not been written.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from typing import Any

from .._errors import ArgumentError

VERSION = 1


def pack(value: Any) -> Any:
    """Arrays as text."""
    import numpy

    array = numpy.asarray(value)
    return {"dtype": array.dtype.str, "shape": list(array.shape), "data": base64.b64encode(array.tobytes()).decode()}


def unpack(value: Any) -> Any:
    """The array that was packed; of rank 0 a number, as stages give them."""
    import numpy

    array = numpy.frombuffer(base64.b64decode(value["data"]), value["dtype"]).reshape(value["shape"]).copy()
    return array[()] if array.ndim == 0 else array


class Journal:
    """The file. state: the last line that is whole, or None where there is nothing to go on with."""

    def __init__(self, path: str, head: dict[str, Any]):
        self.path = path
        self.state: dict[str, Any] | None = None
        head = {"frit stream": VERSION, **head}
        lines = _lines(path)
        if lines:
            differs = [key for key in {**head, **lines[0]} if head.get(key) != lines[0].get(key)]
            if differs:
                raise ArgumentError(
                    f"{path} belongs to another stream: {_told(differs, lines[0], head)}."
                    " Remove it to begin again"
                )
            self.state = lines[-1] if len(lines) > 1 else None
            self.file = open(path, "r+b", buffering=0)  # noqa: SIM115: until the end of the stream
            self.file.truncate(sum(len(_encoded(line)) for line in lines))
            self.file.seek(0, os.SEEK_END)
            return
        self.file = open(path, "w+b", buffering=0)  # noqa: SIM115
        self._put(head)
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def note(self, state: dict[str, Any]) -> None:
        """One more line. All that it speaks of has been made safe before."""
        self._put(state)

    def _put(self, line: dict[str, Any]) -> None:
        data = memoryview(_encoded(line))
        while len(data):
            data = data[self.file.write(data) :]
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()

    def remove(self) -> None:
        """There is nothing to go on with any more."""
        self.file.close()
        os.unlink(self.path)


def _encoded(line: dict[str, Any]) -> bytes:
    text = json.dumps(line, sort_keys=True, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _lines(path: str) -> list[dict[str, Any]]:
    """The lines that are whole, from the first on."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return []
    found: list[dict[str, Any]] = []
    for line in data.splitlines(keepends=True):
        head, _, text = line.rstrip(b"\n").partition(b" ")
        if not line.endswith(b"\n") or head != b"%08x" % zlib.crc32(text):
            break
        found.append(json.loads(text))
    if data and (not found or "frit stream" not in found[0]):
        if b"frit stream" not in data[:4096]:
            raise ArgumentError(f"{path} is no journal of a stream")
        return []  # killed while its first line was written
    return found


def _told(differs: list[str], then: dict[str, Any], now: dict[str, Any]) -> str:
    """The first thing that differs."""
    key = sorted(differs)[0]
    return f"{key} is {json.dumps(now.get(key))} now and was {json.dumps(then.get(key))}"
