"""Arguments that are no plain NumPy arrays: other libraries' columns and grids, other byte orders, files, graphs.

What a function gives for them is what it gives as it is written: class, index, names, dims and all. Three answers:

- Dask's arrays become a graph whose tasks are plans (_scale/dasked.py).
- Where all steps are of known kinds (steps.py) the plan runs on the arrays behind the arguments. The result is then
  what the function gives of arguments without elements, with the elements put in.
- All else runs as it is written, with a reason that names the argument.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .kinds import GRAPH, WRITTEN, Recorded
from .pytree import leaf_paths, unflatten
from .steps import Steps, Unknown
from .world import DTYPES

if TYPE_CHECKING:
    from .arguments import Arguments
    from .fuse import Fuser
    from .replay import Entry

_LIBRARIES = {"pandas", "polars", "pyarrow", "xarray", "dask", "scipy", "sparse"}
_found: dict[type, str | None] = {}


class AsWritten(Exception):
    """Why an argument makes the function run as it is written."""


def _class_of(cls: type) -> str | None:
    """What a class is: "dask", "pandas Series", ...; None of all that frit knows by itself, or knows nothing of."""
    library = cls.__module__.partition(".")[0]
    if library not in _LIBRARIES:
        return None
    name = cls.__name__
    if library == "dask":
        return "dask" if name == "Array" and cls.__module__.startswith("dask.array") else None
    if library == "scipy":
        sparse: Any = sys.modules.get("scipy.sparse")
        return "sparse" if sparse is not None and issubclass(cls, (sparse.spmatrix, sparse.sparray)) else None
    if library == "sparse":
        return "sparse"
    known = {"Series", "DataFrame", "Index", "DataArray", "Dataset", "ChunkedArray", "Table", "Array"}
    return f"{library} {name}" if name in known or name.endswith("Array") else None


def kind_of(leaf: Any) -> str | None:
    """What it is, if it is none of the arrays that frit takes as they are."""
    cls = type(leaf)
    found = _found.get(cls, "")
    if found == "":
        if len(_found) > 1000:
            _found.clear()
        found = _found[cls] = _class_of(cls)
    if found is not None:
        return found
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not isinstance(leaf, numpy.ndarray):
        return None
    if cls is numpy.ndarray:
        if leaf.dtype.name in DTYPES and leaf.dtype.isnative and leaf.flags.aligned:
            return None
        return "dtype" if leaf.dtype.name not in DTYPES else "order"
    if isinstance(leaf, numpy.ma.MaskedArray):
        return "masked"
    return "memmap" if cls is numpy.memmap and leaf.dtype.name in DTYPES else "subclass"


def answer_of(fuser: Fuser, arguments: Arguments) -> Answer | None:
    """How a call with such arguments is answered; None: there are none."""
    for leaf in arguments.leaves:
        if kind_of(leaf) is not None:
            return Answer(fuser, arguments)
    return None


def plain_call(fuser: Fuser, args: Any, kwargs: Any) -> tuple[Any, str] | None:
    """The call on the arrays behind its arguments, and what they are, where that is what runs."""
    from .arguments import Arguments

    try:
        answer = answer_of(fuser, Arguments(fuser, args, kwargs))
        if answer is None or "dask" in answer.strange.values():
            return None
        given, _ = answer.behind()
        return None if isinstance(fuser.outcome(*given), Recorded) else (given, answer.what)
    except (AsWritten, TypeError):
        return None


class Answer:
    """One call's answer."""

    def __init__(self, fuser: Fuser, arguments: Arguments):
        self.fuser, self.arguments = fuser, arguments
        names: list[str] = []
        for name, child in zip(arguments.names, arguments.structure.children):
            names += leaf_paths(child, name)
        kinds = [kind_of(leaf) for leaf in arguments.leaves]
        self.strange = {k: kind for k, kind in enumerate(kinds) if kind is not None}
        number, kind = next(iter(self.strange.items()))
        self.what = f"argument {names[number]} is {_told(kind, arguments.leaves[number])}"

    def written(self, why: object) -> Recorded:
        """The reason, noted."""
        text = str(why)
        return Recorded(f"{WRITTEN}{self.what}{', and ' if text else ''}{text}", None)

    def outcome(self, args: Any, kwargs: Any) -> Entry | Recorded:
        """What explain says: the entry behind it, or why the function runs as it is written."""
        try:
            if "dask" in self.strange.values():
                self.graph(args, kwargs)
                return Recorded(f"{self.what}: {GRAPH}", None)
            given, _ = self.behind()
            found = self.fuser.outcome(*given)
            return self.written(found.reason) if isinstance(found, Recorded) else found
        except AsWritten as why:
            return self.written(why)

    def call(self, args: Any, kwargs: Any) -> Any:
        """The function's result."""
        fuser = self.fuser
        try:
            if "dask" in self.strange.values():
                return self.graph(args, kwargs)
            given, put = self.behind()
            found = fuser.outcome(*given)
            if isinstance(found, Recorded):
                raise AsWritten(found.reason)
        except AsWritten as why:
            fuser._note(self.written(why))
            return fuser.function(*args, **kwargs)
        result = fuser.fused(*given[0], **given[1])
        made = put(result)
        if made is None:
            fuser._note(self.written("its results are of other dtypes than NumPy's"))
            return fuser.function(*args, **kwargs)
        return made[0]

    def graph(self, args: Any, kwargs: Any) -> Any:
        """A graph of Dask's."""
        from .._scale.dasked import call
        from .._scale.split import NotRows

        if any(kind != "dask" for kind in self.strange.values()):
            raise AsWritten("arguments of several libraries meet")
        try:
            return call(self.fuser.fused, args, kwargs)
        except NotRows as why:
            raise AsWritten(why) from None

    # ---------------------------------------------------------------- the arrays behind the arguments

    def behind(self) -> tuple[tuple[Any, Any], Callable[[Any], tuple[Any] | None]]:
        """The call's arguments as plain arrays, and what makes its result of that of plain arrays."""
        kinds = set(self.strange.values())
        refused = kinds & {"dtype", "masked", "subclass", "sparse"}
        if refused:
            raise AsWritten("")
        leaves = self.arguments.leaves
        if kinds <= {"order", "memmap"}:
            self.steps(True)
            import numpy

            plain = list(leaves)
            for k in self.strange:
                array = numpy.asarray(leaves[k])
                plain[k] = array.astype(array.dtype.newbyteorder("=")) if not _is_plain(array) else array
            return self.passed(plain), lambda result: (result,)
        from .columns import columns

        steps = self.steps(False)
        try:
            plain, put = columns(self, steps)
        except Unknown as why:
            raise AsWritten(why) from None
        return self.passed(plain), put

    def steps(self, whole: bool) -> Steps:
        """The function's steps, if all are of known kinds."""
        try:
            return Steps(self.fuser.function, whole)
        except Unknown as why:
            raise AsWritten(why) from None

    def passed(self, leaves: list[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments as they are passed, with other leaves."""
        import inspect

        values = unflatten(self.arguments.structure, leaves)
        named = dict(zip(self.arguments.names, values))
        bound = inspect.BoundArguments(self.fuser.signature_now(), named)
        return bound.args, bound.kwargs


def _is_plain(array: Any) -> bool:
    return bool(array.dtype.isnative and array.flags.aligned)


def _told(kind: str, leaf: Any) -> str:
    """What an argument is, in words."""
    if kind == "dtype":
        return f"an array of {leaf.dtype}, which frit has not"
    if kind == "order":
        return f"an array of {leaf.dtype.str}, in another byte order" if leaf.dtype.isnative is False else "not aligned"
    if kind == "masked":
        return "a masked array"
    if kind == "memmap":
        return "a memmap"
    if kind == "subclass":
        return f"a {type(leaf).__name__}, a class of arrays that frit does not know"
    if kind == "sparse":
        return f"sparse ({type(leaf).__name__})"
    if kind == "dask":
        return "an array of Dask's"
    return f"a {kind}"
