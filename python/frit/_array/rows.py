"""The rows of the registry, read: what is known of each function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from . import registry

# kind: of NumPy's ufuncs how many arrays they take, element by element, with out=, where= and the rest.
UNARY, BINARY = "unary", "binary"
PRODUCT = "product"  # a ufunc of NumPy's that takes whole rows or matrices
REDUCTION = "reduction"  # takes away axes: axis= and keepdims=

# view: whose memory the result has, in NumPy and in a program.
VIEW = "view"  # it may be that of an argument
LAYOUT = "layout"  # it is or is not, by how the elements lie
ITSELF = "itself"  # a view; the array itself where there is nothing to do
DIAGONAL = "diagonal"  # a view in NumPy, a value of its own in a program
BACK = "back"  # new, or an argument itself where there is nothing to do
SHARING = (VIEW, LAYOUT, ITSELF)

# method: of arrays. Its name is the function's first.
SAME = "same"  # the function itself
OWN = "own"  # written in the class: it takes other arguments
ATTRIBUTE = "attribute"

# whole: what a result of rank 0 is in NumPy: a number, or an array where ...
ARRAYS = "arrays"  # ... it was given arrays. So are views, unless the row says NEVER
ANY = "any"  # ... it was given arrays or numbers
ALWAYS = "always"  # ... always
NEVER = "never"

# pure: NumPy's function gives the same for the same numbers and texts; while a body is traced it is ...
CONSTANT = "constant"  # ... called, and its result is part of the program
RECORDED = "recorded"  # ... frit's own, a step of the program


class Row(NamedTuple):
    """What is known of a function, a method or a dtype: the columns of the registry."""

    names: tuple[str, ...]
    """Its name, and others for the same object."""
    numpy: tuple[str, ...]
    """NumPy's functions and ufuncs (or methods of ufuncs) whose calls on frit arrays come here."""
    op: str
    """The library's op that it is, where it is one step (for some dtypes others may go with it)."""
    view: str
    method: str
    kind: str = ""
    whole: str = ""
    pure: str = ""
    turns: str = ""
    """ALWAYS: results may be other than row-major. Else a keyword with which they may be."""
    evaluate: str = ""
    """Its name in expressions in strings, where it is one op or reduction there."""
    traced: bool = False
    """Whether the method or attribute means in a fused body of NumPy arrays what NumPy's means."""
    writes: bool = False
    """Whether it changes its first argument, or the array that it is a method of."""

    @property
    def name(self) -> str:
        """The first of its names."""
        return self.names[0]


def read(table: str) -> list[Row]:
    """The rows of a table of the registry."""
    return [_row(*line.split("|")) for line in table.strip().split("\n")]


def _row(names: str, numpy: str, op: str, view: str, method: str, more: str) -> Row:
    facts: Any = {key: value or True for key, _, value in (f.partition("=") for f in more.split())}
    known = (op.strip(), view.strip(), method.strip())
    return Row(tuple(names.split()), tuple(numpy.split()), *known, **facts)


METHODS = read(registry.METHODS)
LINALG = read(registry.LINALG)
FFT = read(registry.FFT)
FUNCTIONS = [
    *(row for table in registry.NAMESPACE.values() for row in read(table)),
    *LINALG,
    *FFT,
    *read(registry.NUMPYS),
]
ROWS = [*FUNCTIONS, *METHODS]


def names(wanted: Callable[[Row], object], rows: Iterable[Row] = ROWS) -> frozenset[str]:
    """The names of what something is so of."""
    return frozenset(name for row in rows if wanted(row) for name in row.names)
