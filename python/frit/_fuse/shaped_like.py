"""Arrays that a traced function makes with sizes of its arguments: np.zeros(x.shape), np.arange(len(x)), np.mgrid[...].

In a program such a size is no number. An array that has it along an axis stands for it: what is made has its shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._array.grids import iota, iota_like
from .number import Number

if TYPE_CHECKING:
    from .trace_values import TracedValues


def like_of(run: TracedValues, shape: Any) -> Any:
    """An array of that shape, of which nothing else matters; None where no extent of an argument is in it, or more."""
    extents = list(shape) if type(shape) in (tuple, list) else [shape]
    if run.bodies or not any(isinstance(n, Number) for n in extents):
        return None
    owners = [_owner(run, n) for n in extents]
    if None in owners:
        return None
    first = owners[0][0]
    if all(array is first and axis == k for k, (array, axis) in enumerate(owners)) and first.ndim == len(extents):
        return first
    made: Any = None
    for k, (array, axis) in enumerate(owners):
        if 0 in array._shape:
            return None
        row = array[tuple([slice(None) if j == axis else 0 for j in range(array.ndim)])]
        row = iota_like(row, 0, _core.int64)._view_expand([j for j in range(len(extents)) if j != k])
        made = row if made is None else _core.binary("add", made, row)
    return made


def _owner(run: TracedValues, extent: Any) -> Any:
    """An array of the trace that has the extent, and along which axis."""
    if type(extent) is int and extent >= 0:
        return iota((extent,), 0, _core.int64), 0
    if not isinstance(extent, Number) or extent.expression.function is not None:
        return None
    source = run.sources[extent.expression.source]
    if source.kind != "extent":
        return None
    for held in run.inputs:
        if held.source is source.base:
            return held.placeholder, source.key
    return None


def made_with_sizes(run: TracedValues, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of NumPy's function of that name, for all sizes at once; None where it is none of those."""
    if name in ("zeros", "ones", "empty", "full"):
        return _filled(run, name, args, kwargs)
    if kwargs.keys() - {"dtype"} or not args:
        return None
    if name == "arange" and len(args) <= 2 and (len(args) == 1 or (type(args[0]) is int and args[0] == 0)):
        return counted(run, args[-1], kwargs.get("dtype"))
    if name == "identity" and len(args) == 2 and not kwargs:
        return _diagonal(run, args[0], args[-1])
    if name in ("eye", "identity") and len(args) == 1:
        return _diagonal(run, args[0], kwargs.get("dtype"))
    if name == "indices" and len(args) == 1:
        return grid(run, args[0], kwargs.get("dtype"))
    return None


def _filled(run: TracedValues, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    import frit

    given = dict(zip(("shape", "fill_value", "dtype") if name == "full" else ("shape", "dtype"), args))
    if given.keys() & kwargs.keys() or len(given) < len(args):
        return None
    given.update(kwargs)
    if given.keys() - {"shape", "fill_value", "dtype"} or not given.keys() >= {"shape"}:
        return None
    value = given.get("fill_value", int(name == "ones"))
    if name == "full" and "fill_value" not in given or type(value) not in (int, float, complex, bool):
        return None
    natural = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}[type(value)]
    dtype = given.get("dtype")
    if dtype is None:
        dtype = natural if name == "full" else "float64"
    like = like_of(run, given["shape"])
    return None if like is None else frit.full_like(like, value, dtype)


def counted(run: TracedValues, count: Any, dtype: Any = None) -> Any:
    """0, 1, 2, ..., one for each element along an axis of an argument."""
    import frit

    like = like_of(run, count) if isinstance(count, Number) else None
    if like is None:
        return None
    row = iota_like(like, 0, _core.int64)
    return row if dtype is None else frit.astype(row, dtype)


def _diagonal(run: TracedValues, count: Any, dtype: Any) -> Any:
    import frit

    like = like_of(run, (count, count))
    if like is None:
        return None
    rows, columns = (iota_like(like, axis, _core.int64) for axis in (0, 1))
    return frit.astype(rows == columns, "float64" if dtype is None else dtype)


def grid(run: TracedValues, shape: Any, dtype: Any = None) -> Any:
    """np.indices: the place of every element, along each axis."""
    import frit

    like = like_of(run, shape)
    if like is None:
        return None
    # One of them is computed where it is used: a part of a stack is that part.
    made = _core.apply("stack", tuple([iota_like(like, axis, _core.int64) for axis in range(like.ndim)]), "axis=0")
    made = made if dtype is None else frit.astype(made, dtype)
    run.known_rows[id(made)] = like.ndim
    run.alive.append(made)
    return made


def item_of_grid(run: Any, owner: Any, key: Any) -> Any:
    """np.mgrid[key] and np.ogrid[key] where sizes of arguments are in the key; else None."""
    parts = key if type(key) is tuple else (key,)
    counts = [_count(part) for part in parts]
    if None in counts or not any(isinstance(n, Number) for n in counts):
        return None
    if type(key) is not tuple:
        return counted(run, counts[0])
    if type(owner).__name__ == "MGridClass":
        return grid(run, tuple(counts))
    rows = [counted(run, n) if isinstance(n, Number) else iota((n,), 0, _core.int64) for n in counts]
    if any(row is None for row in rows):
        return None
    axes = range(len(rows))
    views = [row._view_expand([j for j in axes if j != k]) for k, row in enumerate(rows)]
    return tuple([_core.unary("copy", view) for view in views])


def _count(part: Any) -> Any:
    """How many places 0:n has."""
    plain = type(part) is slice and part.step in (None, 1) and part.start in (None, 0)
    if not plain or type(part.start) not in (int, type(None)) or type(part.step) not in (int, type(None)):
        return None
    return part.stop if isinstance(part.stop, Number) or (type(part.stop) is int and part.stop >= 0) else None
