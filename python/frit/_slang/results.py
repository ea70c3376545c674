"""What comes out of calls of functions from source: numbers, arrays of any kind, structs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .. import _core
from .describe import Leaf

if TYPE_CHECKING:
    from .call import Resolution


def write(leaf: Leaf, array: Any, kind: str) -> None:
    """An output goes to an argument: into its memory, or in its place where it is a number."""
    target = leaf.value
    if leaf.kind in ("number", "scalar"):
        leaf.holder[leaf.key] = array if kind == "frit" else give(array, kind)
    elif isinstance(target, _core.ArrayBase):
        target._assign(array)
    elif leaf.kind in ("array", "field") and type(target).__module__ != "torch":
        import numpy

        numpy.copyto(target, numpy.asarray(array))
    else:
        target.copy_(sys.modules["torch"].from_dlpack(array))


def give(array: Any, kind: str) -> Any:
    """A result as the caller's kind of array; of rank 0 a number."""
    if kind == "frit":
        return array
    if array.ndim == 0:
        return _core.item(array)
    if kind == "torch":
        return sys.modules["torch"].from_dlpack(array)
    import numpy

    return numpy.asarray(array)


def out_of(output: Any) -> Any:
    _, _, dtype, rank, _, _ = output
    return ("n", dtype, rank) if rank else ("v", dtype)


def _nested(paths: list[str]) -> dict[str, Any]:
    """Numbers of outputs by their paths: {"pos": 0, "a": {"b": 1}}."""
    tree: dict[str, Any] = {}
    for number, path in enumerate(paths):
        *outer, last = path.split(".")
        at = tree
        for name in outer:
            at = at.setdefault(name, {})
        at[last] = number
    return tree


def struct_node(values: Any) -> Any:
    def node(tree: Any) -> Any:
        if isinstance(tree, int):
            return tree
        return ("d", tuple(tree), tuple([node(item) for item in tree.values()]))

    return node(_nested([value[1] for value in values]))


def struct_dtype(resolution: Resolution) -> tuple[Any, tuple[Any, ...]]:
    """NumPy's dtype for the value, and where each output lies in it."""
    import numpy

    values = resolution.outputs[: resolution.value_count]

    def made(tree: Any) -> Any:
        if isinstance(tree, int):
            _, _, dtype, rank, inner, _ = values[tree]
            extents = resolution.extents[tree][rank - inner :] if inner else []
            return numpy.dtype((dtype.name, tuple([int(extent) for extent in extents])))
        return numpy.dtype([(name, made(item)) for name, item in tree.items()], align=True)

    def offsets(tree: Any, dtype: Any, at: int) -> None:
        for name, item in tree.items():
            inner, offset = dtype.fields[name][:2]
            if isinstance(item, int):
                places[item] = at + offset
            else:
                offsets(item, inner, at + offset)

    tree = _nested([value[1] for value in values])
    whole = made(tree)
    places: dict[int, int] = {}
    offsets(tree, whole, 0)
    fields = tuple([(places[k], value[2], value[4]) for k, value in enumerate(values)])
    return whole, fields


def struct_of(resolution: Resolution, results: Any, kind: str) -> Any:
    """A struct: a dict, or for NumPy an array of structs."""
    values = resolution.outputs[: resolution.value_count]
    tree = _nested([value[1] for value in values])
    if resolution.rank and kind in ("number", "numpy"):
        import numpy

        dtype, _ = struct_dtype(resolution)
        shape = results[0].shape[: resolution.rank]
        whole = numpy.zeros(shape, dtype)

        def fill(into: Any, tree: Any) -> None:
            for name, item in tree.items():
                if isinstance(item, int):
                    into[name] = numpy.asarray(results[item])
                else:
                    fill(into[name], item)

        fill(whole, tree)
        return whole

    def taken(tree: Any) -> Any:
        if isinstance(tree, int):
            return give(results[tree], kind)
        return {name: taken(item) for name, item in tree.items()}

    return taken(tree)


# ------------------------------------------------------------------------------------------ torch


def torch_as_numpy(
    args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]] | None:
    """Plain tensors as NumPy arrays over their memory, which entries take; None: not that plain."""
    tensor = sys.modules["torch"].Tensor
    values: list[Any] = []
    found = False
    for value in (*args, *kwargs.values()):
        if type(value) is tensor:
            if value.requires_grad:
                return None
            try:
                value = value.numpy()
            except (RuntimeError, TypeError):  # elsewhere than in memory, or a dtype NumPy lacks
                return None
            found = True
        elif type(value) not in (int, float, bool, _core.Generator):
            return None
        values.append(value)
    if not found:
        return None
    return values[: len(args)], dict(zip(kwargs, values[len(args) :]))


def numpy_as_torch(result: Any) -> Any:
    """What a call on such arrays gave, as tensors over its memory."""
    if isinstance(result, dict):
        return {name: numpy_as_torch(value) for name, value in result.items()}
    if result is None or type(result) in (int, float, bool):
        return result
    if result.dtype.names is not None:
        return {name: numpy_as_torch(result[name].copy()) for name in result.dtype.names}
    return sys.modules["torch"].from_numpy(result)


def dask_graph(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a call with arrays of Dask's gives: a graph. None where there are none, or it cannot be one."""
    from .._scale.dasked import is_dask

    if not any(is_dask(value) for value in (*args, *kwargs.values())) or "_result" in kwargs:
        return None
    from .._scale.dasked import call
    from .._scale.split import NotRows
    from .._scale.traced import caller

    try:
        return call(caller(function), args, kwargs)
    except NotRows:  # it is computed, and taken as the array that it is then
        return None
