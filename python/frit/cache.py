"""The compiled kernels that are kept: what there is, and how to ship it.

A kernel that was compiled once is kept on disk, and every process that shares the folder runs it from
its first call, without LLVM. A *pack* is a file of such kernels to ship with an application:
`FRIT_CACHE_PACK=file` uses it, and `FRIT_COMPILE=never` makes sure that nothing else is compiled.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _core

__all__ = ["Entry", "clear", "entries", "missing", "pack", "stat", "unpack", "verify", "warnings"]

Path: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True)
class Entry:
    """A compiled kernel on disk or in a pack."""

    name: str
    label: str  # what the kernel was called when it was made
    target: str  # "avx512", ...
    versions: str
    bytes: int
    code_bytes: int
    made: int  # seconds since 1970
    used: int  # to an hour; in a pack 0
    fault: str | None  # what is wrong with it: it is never used then

    @property
    def age(self) -> float:
        """Seconds since it was made."""
        return time.time() - self.made


def _text(path: Path | None) -> str | None:
    return _folder() if path is None else os.fspath(path)


def _folder() -> str | None:
    """The folder in use; None: that of the environment."""
    found = _core.cache_info()["directory"]
    return None if found is None else str(found)


def entries(where: Path | None = None) -> list[Entry]:
    """Every entry of a folder or a pack; None: of the folder in use."""
    return [Entry(**row) for row in _core.cache_entries(_text(where))]


def stat() -> dict[str, Any]:
    """What the cache has done in this process, and where it is.

    >>> stat()["failed"]
    0
    """
    return _core.cache_info()


def missing() -> list[str]:
    """Kernels that were needed while nothing might be compiled, and were not there."""
    return _core.cache_missing()


def warnings() -> list[str]:
    """What is wrong with the folder: others can write to it, the disk is full, a broken entry."""
    return _core.cache_warnings()


def verify(where: Path | None = None) -> list[Entry]:
    """Reads every entry; those with a fault."""
    return [entry for entry in entries(where) if entry.fault]


def clear(
    folder: Path | None = None, *, match: str | None = None, older_than: float = 0
) -> int:
    """Removes entries: those whose label or target has `match` in it, not used for so many seconds.

    Returns how many. What this process has in memory stays.
    """
    return _core.cache_remove(_text(folder), match, int(older_than), False)


def pack(file: Path, folder: Path | None = None, *, match: str | None = None) -> int:
    """Writes the entries of a folder into one file; returns how many."""
    return _core.cache_pack(_text(folder), match, os.fspath(file))


def unpack(file: Path, folder: Path | None = None) -> int:
    """Puts the entries of a pack into a folder; returns how many. Broken ones are left out."""
    count, _ = _core.cache_unpack(os.fspath(file), _text(folder))
    return count
