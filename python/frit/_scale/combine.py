"""What blocks of rows gave, put together as frit's own reductions are: a binary counter.

A whole reduction goes over its elements in chunks of 1,024, and combines the chunks' results as a binary counter carries
(docs/ir.md). A block of 2^k chunks is a node of that tree, so where all blocks but the last have 2^k chunks, and these are
combined in the same way, the bits are those of the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .split import Partial

CHUNK = 1024

T = TypeVar("T")


def merge(partials: Sequence[Partial], first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """The results of two neighbouring parts of the rows as one."""
    import numpy

    with numpy.errstate(all="ignore"):
        return [
            getattr(numpy, partial.combine)(a, b, dtype=numpy.asarray(a).dtype)
            if partial.combine in ("add", "multiply")
            else getattr(numpy, partial.combine)(a, b)
            for partial, a, b in zip(partials, first, second, strict=True)
        ]


class Counter:
    """Results of parts of the rows, from the first on. Neighbours of equal size are combined at once."""

    def __init__(self, join: Callable[[Any, Any], Any], held: Sequence[tuple[int, Any]] = ()):
        self.join = join
        self.held: list[tuple[int, Any]] = list(held)  # (size, result)

    def add(self, size: int, result: Any) -> None:
        """One more part; size: how many chunks or blocks it stands for."""
        while self.held and self.held[-1][0] == size:
            _, before = self.held.pop()
            result, size = self.join(before, result), 2 * size
        self.held.append((size, result))

    def total(self) -> Any:
        """All of them: what is left over is combined from the right to the left."""
        _, result = self.held[-1]
        for _, before in reversed(self.held[:-1]):
            result = self.join(before, result)
        return result


def chunks_of(rows: int) -> int:
    """How many chunks so many rows have."""
    return -(-rows // CHUNK)


def aligned(rows: int) -> int:
    """At most so many rows: 2^k chunks, or where not even a chunk fits, a power of two."""
    return 1 << max(rows, 1).bit_length() - 1


def tree(count: int, join: Callable[[int, int], int], sizes: Sequence[int]) -> int:
    """The order for parts known by numbers: join(a, b) gives the number of their union."""
    counter = Counter(join)
    for number in range(count):
        counter.add(sizes[number], number)
    return int(counter.total())
