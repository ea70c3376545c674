"""Fused functions over Dask's arrays: graphs whose tasks are plans.

The function is traced once, where it is called, and cut by rows (split.py). Each stage is a task for each chunk of rows,
its reductions are combined by tasks in a tree whose shape follows from the chunks alone, and a task carries nothing but
the stage's text: workers do not trace, and find compiled kernels in the cache that they share. Where every step is
elementwise, chunks may lie along all axes. What cannot be cut is refused (NotRows), and runs as it is written.
"""

from __future__ import annotations

import importlib
import math
import operator
from collections.abc import Sequence
from typing import Any

from .._fuse.arguments import Arguments
from .._fuse.pytree import flatten, unflatten
from .combine import Counter, chunks_of
from .lines import Type
from .measure import code_of, numpy_dtype
from .run import Block, Merge
from .split import _STEPS, NotRows, Stage
from .traced import Rows, Traced, Whole, fuser_of, trace_rows


def is_dask(value: Any) -> bool:
    """Whether it is an array of Dask's."""
    cls = type(value)
    return cls.__name__ == "Array" and cls.__module__.startswith("dask.array")


def call(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What the function gives, as arrays of Dask's that nothing has been computed of. Raises NotRows."""
    leaves, structure = flatten((args, kwargs))
    lazy = [leaf for leaf in leaves if is_dask(leaf)]
    if any(math.isnan(n) for leaf in lazy for n in leaf.shape):
        raise NotRows("its chunks have sizes that are not known yet")
    cut = [leaf for leaf in lazy if leaf.ndim and leaf.numblocks[0] > 1] or [leaf for leaf in lazy if leaf.ndim]
    if not cut:
        raise NotRows("it has no rows")
    count = max(leaf.shape[0] for leaf in cut)
    first: NotRows | None = None
    for with_plain in (False, True):
        rows = {
            k
            for k, leaf in enumerate(leaves)
            if (is_dask(leaf) or (with_plain and hasattr(leaf, "__setitem__")))
            and getattr(leaf, "shape", ())[:1] == (count,)
        }
        try:
            return _Graph(f, leaves, structure, rows).result()
        except NotRows as error:
            first = first or error
    raise first or NotRows("it has no rows")


def _dask() -> Any:
    return importlib.import_module("dask.array")


def _graphs() -> Any:
    return importlib.import_module("dask.highlevelgraph").HighLevelGraph


class _Graph:
    """One call's tasks."""

    def __init__(self, f: Any, leaves: Sequence[Any], structure: Any, rows: set[int]):
        tokenize = importlib.import_module("dask.base").tokenize
        self.leaves = list(leaves)
        for k in rows:
            if not is_dask(self.leaves[k]):
                self.leaves[k] = _dask().from_array(self.leaves[k], chunks=-1)
        given = [self._stand_in(leaf, k in rows) for k, leaf in enumerate(self.leaves)]
        args, kwargs = unflatten(structure, given)
        self.traced: Traced = trace_rows(f, args, kwargs)
        order = [id(leaf) for leaf in given]
        bound = Arguments(fuser_of(f), args, kwargs).leaves
        self.arrays: dict[int, Any] = {  # by leaf of the trace
            n: self.leaves[order.index(id(leaf))]
            for n, leaf in enumerate(bound)
            if isinstance(leaf, (Rows, Whole))
        }
        used = [value for kind, value in self.traced.inputs if kind != "value"]
        tokens = [self.arrays[n].name for n in used]
        values = [value for kind, value in self.traced.inputs if kind == "value"]
        self.name = f"frit-{f.__name__.strip('<>')}-{tokenize(self.traced.split.key, tokens, values)}"
        self.dask: dict[Any, Any] = {}

    def _stand_in(self, leaf: Any, rows: bool) -> Any:
        if not is_dask(leaf):
            return leaf
        dtype = leaf.dtype.newbyteorder("=")
        code_or_refuse(dtype)
        return (Rows if rows else Whole)(leaf.shape, dtype)

    # ---------------------------------------------------------------- chunks along all axes

    def elementwise(self) -> bool:
        """Whether chunks may lie along all axes: every step is elementwise, and every array has rows."""
        program = self.traced.split.program
        arrays = [k for k, value in self.traced.inputs if k == "rows" or getattr(value, "shape", (1,)) != ()]
        return (
            len(self.traced.stages) == 1
            and all(line.family in _STEPS and line.family != "vector" for line in program.lines)
            and all(kind == "rows" for kind in arrays)
            and any(max(a.numblocks[1:], default=1) > 1 for a in self.arrays.values())
        )

    def _elementwise(self) -> dict[int, Any]:
        da = _dask()

        stage = self.traced.stages[0]
        given: list[Any] = []
        ranks = []
        for kind, value in self._inputs(stage):
            array = self.arrays[value] if kind == "rows" else None
            given += [value, None] if array is None else [array, tuple(range(array.ndim))[::-1]]
            ranks.append(0 if array is None else array.ndim)
        rank = max(ranks)
        if any(len(self.traced.split.program.types[self.traced.split.program.outputs[k]].extents) != rank for k in stage.outputs):
            raise NotRows("a result has fewer axes than the arguments")
        tuples = da.blockwise(
            Block(stage.text, None), tuple(range(rank))[::-1], *given,
            dtype=object, name=self.name, meta=_nothing(rank, object),
        )
        kinds = self._result_types()[0]
        return {
            k: tuples.map_blocks(operator.itemgetter(n), dtype=kind[1], meta=_nothing(rank, kind[1]))
            for n, (k, kind) in enumerate(zip(stage.outputs, kinds))
        }

    # ---------------------------------------------------------------- chunks of rows

    def result(self) -> Any:
        """The function's result."""
        outputs = self._elementwise() if self.elementwise() else self._by_rows()
        return self.traced.give(outputs)

    def _inputs(self, stage: Stage) -> list[tuple[str, Any]]:
        return [("partial", n) if kind == "partial" else self.traced.inputs[n] for kind, n in stage.inputs if kind != "offset"]

    def _by_rows(self) -> dict[int, Any]:
        graphs = _graphs()

        self._align()
        firsts = [0]
        for size in self.sizes:
            firsts.append(firsts[-1] + size)
        places: dict[int, Any] = {}  # of a partial result: its key
        layers: dict[str, dict[Any, Any]] = {}
        made: dict[int, tuple[str, tuple[tuple[int, ...], ...], Any]] = {}
        for number, (stage, kinds) in enumerate(zip(self.traced.stages, self._result_types())):
            keys = self._tasks(number, stage, places, firsts)
            if stage.partials:
                total = self._combined(number, stage, keys)
                for n, partial in enumerate(stage.partials):
                    places[partial.number] = (f"{self.name}-of-{number}", n)
                    self.dask[places[partial.number]] = (operator.itemgetter(n), total)
            for n, k in enumerate(stage.outputs):
                name = f"{self.name}-{k}"
                axis = stage.axes[n] if stage.takes_rows else None
                shape, dtype = kinds[n]
                layers[name] = {
                    (name, *((i if a == axis else 0) for a in range(len(shape)))): (
                        operator.itemgetter(len(stage.partials) + n),
                        key,
                    )
                    for i, key in enumerate(keys)
                }
                made[k] = name, self._chunks(shape, axis), dtype
        graph = graphs.from_collections(self.name, self.dask, list(self.arrays.values()))
        return {k: self._array(graph, layers[name], name, chunks, dtype) for k, (name, chunks, dtype) in made.items()}

    def _align(self) -> None:
        """All arrays with rows in the same chunks of rows, whole along their other axes; all others in one chunk."""
        da = _dask()

        rows = [n for n in self.arrays if any(kind == ("rows", n) for kind in self.traced.inputs)]
        for n, array in self.arrays.items():
            first = array.chunks[:1] if n in rows else (-1,)
            wanted = {axis: -1 for axis in range(array.ndim)} | ({0: first[0]} if n in rows else {})
            self.arrays[n] = array.rechunk(wanted)
        indexed: list[Any] = []
        for n in rows:
            indexed += [self.arrays[n], ("row", *((n, axis) for axis in range(1, self.arrays[n].ndim)))]
        chunks, aligned = da.core.unify_chunks(*indexed)
        self.arrays |= dict(zip(rows, aligned))
        self.sizes: Sequence[int] = chunks["row"]

    def _tasks(self, number: int, stage: Stage, places: dict[int, Any], firsts: Sequence[int]) -> list[Any]:
        """A stage's tasks: one for each chunk of rows, or one."""
        counts = any(kind == "offset" for kind, _ in stage.inputs)
        keys = []
        for i in range(len(self.sizes) if stage.takes_rows else 1):
            values = []
            for kind, value in self._inputs(stage):
                if kind == "partial":
                    values.append(places[value])
                elif kind == "value":
                    values.append(self._value(value))
                else:
                    array = self.arrays[value]
                    values.append((array.name, i if kind == "rows" else 0, *(0,) * (array.ndim - 1))[: array.ndim + 1])
            key = (f"{self.name}-stage-{number}", i)
            self.dask[key] = (Block(stage.text, firsts[i] if counts else None), *values)
            keys.append(key)
        return keys

    def _value(self, value: Any) -> Any:
        """A value that all tasks share, under a key of its own."""
        for key, held in self.dask.items():
            if held is value:
                return key
        key = (f"{self.name}-value", len(self.dask))
        self.dask[key] = value
        return key

    def _combined(self, number: int, stage: Stage, keys: Sequence[Any]) -> Any:
        """The key of what all chunks gave together: a tree that depends on the sizes of chunks alone."""
        join = Merge(stage.partials)

        def joined(a: Any, b: Any) -> Any:
            key = (f"{self.name}-combine-{number}", len(self.dask))
            self.dask[key] = (join, a, b)
            return key

        counter = Counter(joined)
        for key, size in zip(keys, self.sizes):
            counter.add(chunks_of(size), key)
        return counter.total()

    # ---------------------------------------------------------------- results

    def _result_types(self) -> list[list[tuple[tuple[int, ...], Any]]]:
        """Shape and dtype of each stage's outputs, behind its partial results."""
        from .._program.program import Program

        known: dict[int, Type] = {}
        found = []
        for stage in self.traced.stages:
            types = []
            for kind, n in stage.inputs:
                if kind == "partial":
                    types.append(known[n])
                elif kind == "offset":
                    types.append(Type("i64", ()))
                else:
                    what, value = self.traced.inputs[n]
                    given = value if what == "value" else self.arrays[value]
                    types.append(Type(code_of(given.dtype.newbyteorder("=")), tuple(map(str, given.shape))))
            program = Program.parse(stage.text).infer(*map(str, types))
            results = [Type.of(variable.type) for variable in program.outputs]
            known |= {p.number: kind for p, kind in zip(stage.partials, results)}
            found.append(
                [(tuple(map(int, kind.extents)), numpy_dtype(kind.element)) for kind in results[len(stage.partials) :]]
            )
        return found

    def _chunks(self, shape: tuple[int, ...], axis: int | None) -> tuple[tuple[int, ...], ...]:
        times = 1 if axis is None or not sum(self.sizes) else shape[axis] // sum(self.sizes)
        return tuple(
            tuple(size * times for size in self.sizes) if a == axis else (extent,) for a, extent in enumerate(shape)
        )

    def _array(self, graph: Any, layer: dict[Any, Any], name: str, chunks: Any, dtype: Any) -> Any:
        graphs = _graphs()

        whole = graphs({**graph.layers, name: layer}, {**graph.dependencies, name: {self.name}})
        return _dask().Array(whole, name, chunks, meta=_nothing(len(chunks), dtype))


def _nothing(rank: int, dtype: Any) -> Any:
    """An array of that rank without elements: what Dask calls meta."""
    import numpy

    return numpy.empty((0,) * rank, dtype)


def code_or_refuse(dtype: Any) -> str:
    """frit's code of the dtype."""
    try:
        return code_of(dtype)
    except AttributeError:
        raise NotRows(f"frit has no {dtype}") from None
