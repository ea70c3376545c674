"""`frit.blocks`: the plan of a call, in blocks of rows, on any engine that has a map: joblib, Ray, executors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .._errors import ArgumentError
from .._fuse.arguments import Arguments
from .._fuse.pytree import flatten, unflatten
from .combine import Counter, aligned, chunks_of, merge
from .run import Block
from .split import NotRows, Stage
from .traced import Rows, Traced, fused, fuser_of, trace_rows

__all__ = ["blocks"]


def blocks(
    f: Callable[..., Any],
    /,
    *args: Any,
    map: Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], Any],
    rows: int = 65536,
    **kwargs: Any,
) -> Any:
    """What `f(*args, **kwargs)` gives, each block of rows a task of another engine.

    `map(task, values)` gives `task(*v)` for each v of the list `values`, in its order; where and when is its own
    business. A task is the plan's text and pickles as such, so workers trace nothing, and they share compiled
    kernels through the cache. Results do not depend on who runs what: they are combined in the order of the rows.
    rows: of a block; from 1,024 on it is rounded down to a power of two. Arrays with as many rows as the longest argument are cut.

    >>> import numpy as np
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> x = np.arange(12.0).reshape(6, 2)
    >>> with ThreadPoolExecutor(2) as pool:
    ...     blocks(lambda x: x - x.mean(axis=0), x, rows=2, map=lambda task, v: pool.map(task, *zip(*v)))[0]
    array([-5., -5.])
    """
    import numpy

    f = fused(f)
    leaves, structure = flatten((args, kwargs))
    count = max((leaf.shape[0] for leaf in leaves if getattr(leaf, "ndim", 0)), default=0)
    if count == 0:
        raise ArgumentError("blocks needs an array with rows")
    given = [
        Rows(leaf.shape, leaf.dtype) if isinstance(leaf, numpy.ndarray) and leaf.shape[:1] == (count,) else leaf
        for leaf in leaves
    ]
    stood, named = unflatten(structure, given)
    try:
        traced = trace_rows(f, stood, named)
    except NotRows as why:
        raise ArgumentError(f"{f.__name__} cannot be taken by blocks of rows: {why}") from None
    order = [id(leaf) for leaf in given]
    bound = Arguments(fuser_of(f), stood, named).leaves
    arrays = {n: leaves[order.index(id(leaf))] for n, leaf in enumerate(bound) if isinstance(leaf, Rows)}
    step = max(1, rows if rows < 1024 else aligned(rows))
    return _run(traced, arrays, [(a, min(a + step, count)) for a in range(0, count, step)], map)


def _run(traced: Traced, arrays: dict[int, Any], cuts: Sequence[tuple[int, int]], map: Any) -> Any:
    import numpy

    combined: dict[int, Any] = {}
    outputs: dict[int, Any] = {}
    for stage in traced.stages:
        values = [_values(traced, stage, arrays, combined, cut) for cut in (cuts if stage.takes_rows else cuts[:1])]
        task = Block(stage.text, None)
        results = list(map(task, values)) if stage.takes_rows else [task(*values[0])]
        parts = len(stage.partials)
        if parts:
            counter = Counter(functools.partial(merge, stage.partials))
            for (start, stop), result in zip(cuts, results, strict=True):
                counter.add(chunks_of(stop - start), list(result[:parts]))
            combined |= {p.number: total for p, total in zip(stage.partials, counter.total())}
        for n, number in enumerate(stage.outputs):
            made = [result[parts + n] for result in results]
            outputs[number] = numpy.concatenate(made, axis=stage.axes[n]) if stage.takes_rows else made[0]
    return traced.give(outputs)


def _values(
    traced: Traced, stage: Stage, arrays: dict[int, Any], combined: dict[int, Any], cut: tuple[int, int]
) -> tuple[Any, ...]:
    """What a task of a stage takes."""
    import numpy

    values: list[Any] = []
    for kind, number in stage.inputs:
        if kind == "partial":
            values.append(combined[number])
        elif kind == "offset":
            values.append(numpy.int64(cut[0]))
        else:
            what, value = traced.inputs[number]
            values.append(arrays[value][cut[0] : cut[1]] if what == "rows" else value)
    return tuple(values)
