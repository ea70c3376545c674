"""Columns and labelled arrays as arguments: the arrays behind them, and results of their classes.

What the result looks like (class, name, index, dims, attributes) is asked of the library itself: the function, all of
whose steps are known (steps.py), is called on arguments of the same kind without elements. Then the elements are put in.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .pytree import flatten, unflatten
from .steps import Steps, Unknown
from .world import DTYPES, array_world

if TYPE_CHECKING:
    from .strange import Answer

FEWEST = 4096
"""Elements from which on looking behind an argument pays."""

Put = Callable[[Any], "tuple[Any] | None"]


def columns(answer: Answer, steps: Steps) -> tuple[list[Any], Put]:
    """The leaves of a call as arrays, and what makes its results of theirs. Raises Unknown."""
    leaves = list(answer.arguments.leaves)
    libraries = {kind.partition(" ")[0] for kind in answer.strange.values()}
    if len(libraries) > 1:
        raise Unknown("arguments of several libraries meet")
    library = libraries.pop()
    for leaf in leaves:
        if array_world(leaf) not in (None, "numpy"):
            raise Unknown("arguments of several libraries meet")
    table = {"pandas": _Pandas, "polars": _Polars, "pyarrow": _Arrow, "xarray": _XArray}
    if library not in table:
        raise Unknown("")
    kind = table[library](answer, steps)
    given = [kind.array(k, leaf) for k, leaf in enumerate(leaves)]
    if sum(getattr(a, "size", 0) for leaf in given for a in flatten(leaf)[0]) < FEWEST:
        raise Unknown("it is too short for its array to be worth looking for")
    empty = [kind.without(k, leaf) for k, leaf in enumerate(leaves)]
    args, kwargs = answer.passed(empty)
    try:
        like = answer.fuser.function(*args, **kwargs)
    except Exception as error:  # the call itself will raise it, with the caller's own arguments
        raise Unknown(f"the function raises {type(error).__name__}") from None
    parts, structure = flatten(like)
    for part in parts:
        kind.check(part)

    def put(result: Any) -> tuple[Any] | None:
        values, made = flatten(result)
        if made != structure:
            return None
        filled = []
        for part, value in zip(parts, values):
            if getattr(part, "dtype", None) is not None and not kind.same_dtype(part, value):
                return None
            filled.append(kind.fill(part, value))
        return (unflatten(structure, filled),)

    return given, put


class _Columns:
    """What a library's columns are made of."""

    compares = True  # comparisons mean what NumPy's do

    def __init__(self, answer: Answer, steps: Steps):
        self.strange = answer.strange
        self.steps = steps
        self.leaves = answer.arguments.leaves
        self.roots: dict[int, str] = {}  # the parameter of a leaf that is an argument by itself
        at = 0
        for name, child in zip(answer.arguments.names, answer.arguments.structure.children):
            if child.kind == "leaf":
                self.roots[at] = name
            at += child.count
        if steps.compares and not self.compares:
            raise Unknown("it compares, in which libraries differ on NaN")
        self.length: int | None = None
        self.start()

    def start(self) -> None:
        """Looks at the arguments together."""

    def array(self, k: int, leaf: Any) -> Any:
        """The array behind a leaf, or a dict of those of its columns."""
        if k not in self.strange:
            return self.plain(leaf)
        if not self.is_frame(leaf):
            return self.behind(leaf)
        name = self.roots.get(k, "")
        if name in self.steps.bare or name not in self.steps.columns:
            return self.behind_all(leaf)
        return {column: self.behind(self.column(leaf, column)) for column in self.steps.columns[name]}

    def plain(self, leaf: Any) -> Any:
        if getattr(leaf, "shape", ()) and getattr(leaf, "shape", ()) != (self.length,):
            raise Unknown("an array of another shape goes with it")
        return leaf

    def without(self, k: int, leaf: Any) -> Any:
        """The leaf without its elements."""
        if k in self.strange:
            return self.emptied(leaf)
        return leaf[:0] if getattr(leaf, "shape", ()) else leaf

    def column(self, frame: Any, name: str) -> Any:
        """A column; that there is none is said by the function itself."""
        try:
            return frame[name]
        except Exception:
            raise Unknown(f"it has no column {name!r}") from None

    def is_frame(self, leaf: Any) -> bool:
        return type(leaf).__name__ in ("DataFrame", "Table", "Dataset")

    def behind_all(self, frame: Any) -> Any:
        raise Unknown("it is used whole, not by its columns")

    def behind(self, leaf: Any) -> Any:
        raise NotImplementedError

    def emptied(self, leaf: Any) -> Any:
        return leaf[:0]

    def known(self, array: Any) -> Any:
        """An array of NumPy's that frit has."""
        import numpy

        if type(array) is not numpy.ndarray or array.dtype.name not in DTYPES or not array.dtype.isnative:
            raise Unknown(f"its elements are {getattr(array, 'dtype', type(array).__name__)}")
        if array.dtype.kind == "c":
            raise Unknown("its elements are complex, whose quotients by zero are NumPy's own")
        if self.length is not None and array.ndim == 1 and len(array) != self.length:
            raise Unknown("columns of different lengths meet")
        return array

    def check(self, part: Any) -> None:
        """That results of this class can be filled."""
        import numpy

        if not isinstance(part, (numpy.ndarray, numpy.generic, int, float)):
            raise Unknown(f"it gives back a {type(part).__name__}")

    def same_dtype(self, part: Any, value: Any) -> bool:
        return bool(part.dtype == getattr(value, "dtype", None))

    def fill(self, part: Any, value: Any) -> Any:
        return value


class _Pandas(_Columns):
    def start(self) -> None:
        pandas: Any = importlib.import_module("pandas")

        self.pandas = pandas
        self.index: Any = None
        for k in self.strange:
            leaf = self.leaves[k]
            if type(leaf) not in (pandas.Series, pandas.DataFrame):
                raise Unknown("")
            if leaf.attrs or not leaf.flags.allows_duplicate_labels:
                raise Unknown("it has attributes, which results may inherit")
            if self.index is None:
                self.index, self.length = leaf.index, len(leaf.index)
            elif leaf.index is not self.index and not leaf.index.identical(self.index):
                raise Unknown("its index differs from another argument's")
        frames = [k for k in self.strange if self.is_frame(self.leaves[k])]
        self.whole = [k for k in frames if self.roots.get(k, "") not in self.steps.columns]
        mixed = any(self.roots.get(k, "") in self.steps.bare for k in frames if k not in self.whole)
        if mixed or (self.whole and (len(self.strange) > 1 or any(_has_axes(v) for v in self.others()))):
            raise Unknown("a whole frame meets other columns")

    def others(self) -> list[Any]:
        return [leaf for k, leaf in enumerate(self.leaves) if k not in self.strange]

    def behind(self, leaf: Any) -> Any:
        import numpy

        if type(leaf) is not self.pandas.Series or not isinstance(leaf.dtype, numpy.dtype):
            raise Unknown(f"its elements are {getattr(leaf, 'dtype', type(leaf).__name__)}")
        return self.known(leaf.to_numpy())

    def behind_all(self, frame: Any) -> Any:
        if len(set(frame.dtypes)) != 1 or not frame.columns.is_unique:
            raise Unknown("its columns have different dtypes or one name")
        self.behind(frame.iloc[:, 0])
        return self.known(frame.to_numpy())

    def emptied(self, leaf: Any) -> Any:
        return leaf.iloc[:0]

    def check(self, part: Any) -> None:
        if type(part) is self.pandas.DataFrame:
            if self.whole and part.columns.equals(self.leaves[self.whole[0]].columns) and len(set(part.dtypes)) == 1:
                return
            raise Unknown("it gives back a frame with other columns")
        if type(part) is self.pandas.Series:
            return
        super().check(part)

    def same_dtype(self, part: Any, value: Any) -> bool:
        return super().same_dtype(part, value)

    def fill(self, part: Any, value: Any) -> Any:
        if type(part) is self.pandas.Series:
            return self.pandas.Series(value, index=self.index, name=part.name, copy=False)
        if type(part) is self.pandas.DataFrame:
            return self.pandas.DataFrame(value, index=self.index, columns=part.columns, copy=False)
        return value


class _Polars(_Columns):
    compares = False

    def start(self) -> None:
        polars: Any = importlib.import_module("polars")

        self.polars = polars
        for k in self.strange:
            leaf = self.leaves[k]
            if type(leaf) not in (polars.Series, polars.DataFrame):
                raise Unknown("")
            if self.length not in (None, len(leaf)):
                raise Unknown("columns of different lengths meet")
            self.length = len(leaf)

    def behind(self, leaf: Any) -> Any:
        if not leaf.dtype.is_float():
            raise Unknown(f"its elements are {leaf.dtype}, with arithmetic of their own")
        if leaf.null_count():
            raise Unknown("it has nulls")
        return self.known(leaf.to_numpy())

    def check(self, part: Any) -> None:
        if type(part) is not self.polars.Series:
            super().check(part)

    def same_dtype(self, part: Any, value: Any) -> bool:
        if type(part) is self.polars.Series:
            return bool(self.polars.Series(value[:0]).dtype == part.dtype)
        return super().same_dtype(part, value)

    def fill(self, part: Any, value: Any) -> Any:
        return self.polars.Series(part.name, value) if type(part) is self.polars.Series else value


class _Arrow(_Columns):
    def start(self) -> None:
        pyarrow: Any = importlib.import_module("pyarrow")

        for k in self.strange:
            leaf = self.leaves[k]
            if not isinstance(leaf, (pyarrow.Array, pyarrow.ChunkedArray)):
                raise Unknown("")
            if self.length not in (None, len(leaf)):
                raise Unknown("columns of different lengths meet")
            self.length = len(leaf)

    def behind(self, leaf: Any) -> Any:
        if leaf.null_count:
            raise Unknown("it has nulls")
        import numpy

        return self.known(numpy.asarray(leaf))


class _XArray(_Columns):
    def start(self) -> None:
        xarray: Any = importlib.import_module("xarray")

        self.xarray = xarray
        self.first: Any = None
        for k in self.strange:
            leaf = self.leaves[k]
            if type(leaf) is not xarray.DataArray:
                raise Unknown("")
            if self.first is None:
                self.first = leaf
            elif leaf.dims != self.first.dims or not leaf.coords.identical(self.first.coords):
                raise Unknown("its dims or coords differ from another argument's")
            if leaf.shape != self.first.shape:
                raise Unknown("arrays of different shapes meet")

    def plain(self, leaf: Any) -> Any:
        if _has_axes(leaf):
            raise Unknown("an array without dims goes with it")
        return leaf

    def behind(self, leaf: Any) -> Any:
        import numpy

        if type(leaf.variable._data) is not numpy.ndarray:
            raise Unknown("its elements are not in memory")
        return self.known(leaf.data)

    def emptied(self, leaf: Any) -> Any:
        return leaf.isel({dim: slice(0) for dim in leaf.dims})

    def check(self, part: Any) -> None:
        if type(part) is not self.xarray.DataArray:
            raise Unknown(f"it gives back a {type(part).__name__}")
        if part.dims != self.first.dims or set(part.coords) != set(self.first.coords):
            raise Unknown("its result has other dims or coords")

    def fill(self, part: Any, value: Any) -> Any:
        made = self.first.copy(deep=False, data=value)
        made.name, made.attrs, made.encoding = part.name, dict(part.attrs), dict(part.encoding)
        return made


def _has_axes(value: Any) -> bool:
    return bool(getattr(value, "shape", ()))
