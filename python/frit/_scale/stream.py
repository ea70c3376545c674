"""`frit.stream`: a function over arrays in files that are larger than memory, block by block."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .. import _core
from .._errors import ArgumentError
from .._fuse.pytree import flatten, leaf_paths, unflatten
from .combine import Counter, aligned, merge
from .journal import Journal, pack, unpack
from .lines import Type
from .measure import Sizes, input_types, numpy_dtype
from .progress import Progress, bytes_text
from .run import run_block
from .sources import Held, Sink, Source, digest, held, is_path
from .split import NotRows, Stage
from .traced import Rows, Traced, fused, trace_rows

__all__ = ["stream"]

_BLOCK = 1 << 26
"""Bytes of a block that is large enough: more would only make interrupts wait."""

_SHARE = 0.5
"""Of the memory that is allowed: the rest is for what NumPy, the file system and BLAS have in flight."""

_SAFE = 1.0
"""Seconds of work that a kill may cost."""

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12} | {
    "KIB": 2**10,
    "MIB": 2**20,
    "GIB": 2**30,
    "TIB": 2**40,
}


def stream(
    f: Callable[..., Any],
    /,
    *args: Any,
    out: Any = None,
    memory: str | int = "1GB",
    progress: bool | Callable[[int, int], Any] = False,
    resume: bool | str | os.PathLike[str] = False,
    **kwargs: Any,
) -> Any:
    """What `f(*args, **kwargs)` gives, computed by blocks of rows of arrays that need not fit into memory.

    Arguments that are `numpy.memmap`s, paths of `.npy` files, arrays of zarr's or h5py's are read by rows (their
    first axis); NumPy arrays with as many rows go along, others are used whole. `f` is a fused function or a plain one.
    Its plan is taken apart: steps row by row run on each block, reductions over the rows are combined, and what needs
    their results goes over the rows again. What cannot be done in this way raises ValueError, before anything is read.

    out: where results with rows go: a path (`.npy`) or anything with a shape, a dtype and assignment by rows; a list
    of them if there are several. Without it they are arrays in memory, which must fit. memory: bytes for blocks
    ("256MB"); the interpreter and what it has loaded come on top. progress: a bar on stderr, or a function of bytes done
    and in all. resume: keep a journal (True: beside `out`, else its path), so that the same call goes on where one
    before was interrupted or killed.

    >>> import numpy as np
    >>> x = np.arange(6.0).reshape(3, 2)
    >>> stream(lambda x: x - x.mean(axis=0), x)
    array([[-2., -2.],
           [ 0.,  0.],
           [ 2.,  2.]])
    """
    run = _Stream(fused(f), args, kwargs, out, bytes_asked(memory))
    return run.result() if run.traced is None else run.execute(progress, resume)


def bytes_asked(memory: str | int) -> int:
    """256, "256MB", "1.5 GiB"."""
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*([0-9.]+)\s*([a-zA-Z]*)\s*", memory)
        unit = _UNITS.get(found[2].upper()) if found else None
        if found is None or unit is None:
            raise ArgumentError(f"memory is a number of bytes or text as '256MB', not {memory!r}")
        memory = int(float(found[1]) * unit)
    if memory < 1:
        raise ArgumentError(f"memory is at least one byte, not {memory}")
    return memory


class _Stream:
    """One call."""

    def __init__(self, f: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any, memory: int):
        self.f, self.memory = f, memory
        given = tuple(map(held, args)), {name: held(value) for name, value in kwargs.items()}
        leaves, self.structure = flatten(given)
        names = leaf_paths(self.structure, "argument")
        self.leaves = leaves
        files = [k for k, leaf in enumerate(leaves) if _is_file(leaf)]
        self.sources = {k: Source(names[k], leaves[k]) for k in files}
        self.traced: Traced | None = None
        self.count = self._count()
        if self.count < 2:
            return
        self.traced = self._trace()
        self.read = {where: self.sources[leaf] for where, leaf in self.rows_of.items()}
        self.shapes = {k: (source.shape, source.dtype) for k, source in self.read.items()}
        self.rows = self._rows()
        self.sinks: dict[int, Sink] = {}
        self.outs = self._outs(out)

    # ---------------------------------------------------------------- what is gone through

    def _count(self) -> int:
        """The number of rows: the most that an array in a file has, or one in memory where there are no files."""
        shaped = [source.shape for source in self.sources.values() if source.shape]
        if not self.sources:
            shaped = [leaf.shape for leaf in self.leaves if _is_plain(leaf)]
        if not shaped:
            raise ArgumentError("stream needs an array to go through: a memmap, the path of a .npy file, or one in memory")
        return max(shape[0] for shape in shaped)

    def _trace(self) -> Traced:
        """With all arrays that have as many rows; where that has no meaning, with those in files."""
        files = {k for k, s in self.sources.items() if s.shape and s.shape[0] == self.count}
        plain = {k for k, leaf in enumerate(self.leaves) if _is_plain(leaf) and leaf.shape[0] == self.count}
        first: NotRows | None = None
        for chosen in (files | plain, files):
            if not chosen or (first is not None and not plain):
                break
            try:
                return self._traced(chosen)
            except NotRows as error:
                first = first or error
        raise ArgumentError(f"{self.f.__name__} cannot be taken by blocks of rows: {first}") from None

    def _traced(self, chosen: set[int]) -> Traced:
        for k in chosen - self.sources.keys():
            self.sources[k] = Source(f"argument {k}", self.leaves[k])
        given = []
        for k, leaf in enumerate(self.leaves):
            source = self.sources.get(k)
            if k in chosen and source is not None:
                given.append(Rows(source.shape, source.dtype))
            else:
                given.append(leaf if source is None else source.read(0, source.shape[0]) if source.shape else source.value[()])
        for leaf in given:
            if isinstance(leaf, Rows) and not hasattr(_core, leaf.dtype.name):
                raise NotRows(f"its elements are {leaf.dtype}")
        args, kwargs = unflatten(self.structure, given)
        traced = trace_rows(self.f, args, kwargs)
        # Leaves of the trace are numbered as the function has its parameters, these as they were passed.
        order = [id(leaf) for leaf in given]
        from .._fuse.arguments import Arguments

        from .traced import fuser_of

        bound = Arguments(fuser_of(self.f), args, kwargs).leaves
        self.rows_of = {n: order.index(id(leaf)) for n, leaf in enumerate(bound) if isinstance(leaf, Rows)}
        return traced

    # ---------------------------------------------------------------- how much at once

    def _types(self, rows: int) -> list[Sizes]:
        """Every stage for blocks of so many rows."""
        assert self.traced is not None
        known: dict[int, Type] = {}
        made = []
        for stage in self.traced.stages:
            sizes = Sizes(stage, input_types(stage, self.traced.inputs, self.shapes, known, rows))
            for partial, kind in zip(stage.partials, sizes.results):
                known[partial.number] = kind
            made.append(sizes)
        return made

    def _rows(self) -> int:
        """Rows of a block."""
        few, more = [max(s.bytes() for s in self._types(rows)) for rows in (2, 1026)]
        each = max((more - few) / 1024, 1.0)
        fixed = max(few - 2 * each, 0)
        allowed = self.memory * _SHARE - fixed
        if allowed < each:
            raise ArgumentError(
                f"memory={bytes_text(self.memory)} is not enough: a row takes {bytes_text(each)}"
                f" and what all rows share {bytes_text(fixed)}, of which {_SHARE:.0%} may be used"
            )
        return aligned(int(min(allowed, max(_BLOCK, each)) / each))

    # ---------------------------------------------------------------- results

    def _outs(self, out: Any) -> dict[int, tuple[Any, tuple[int, ...], Any]]:
        """Of each output with rows: where it goes, its shape and its dtype."""
        assert self.traced is not None
        found: dict[int, tuple[tuple[int, ...], Any]] = {}
        for stage, sizes in zip(self.traced.stages, self._types(self.count)):
            kinds = sizes.results[len(stage.partials) :]
            for number, axis, kind in zip(stage.outputs, stage.axes, kinds):
                if axis != 0:
                    raise ArgumentError(f"result {number} has its rows on axis {axis}; they are written along axis 0")
                found[number] = tuple(int(e) for e in kind.extents), numpy_dtype(kind.element)
        places = [out] if not isinstance(out, (list, tuple)) else list(out)
        if out is None:
            places = [None] * len(found)
        if len(places) != len(found):
            raise ArgumentError(f"{len(found)} results have rows, and out names {len(places)}")
        made = {k: (place, *found[k]) for k, place in zip(sorted(found), places)}
        read = {os.path.realpath(p) for s in self.sources.values() if (p := _file_of(s.value))}
        for place, shape, dtype in made.values():
            size = dtype.itemsize
            for extent in shape:
                size *= extent
            if place is None and size > self.memory:
                raise ArgumentError(
                    f"the result takes {bytes_text(size)}, more than memory={bytes_text(self.memory)}:"
                    " say with out= where it goes"
                )
            if (path := _file_of(place)) is not None and os.path.realpath(path) in read:
                raise ArgumentError(f"{path} is read and written at once")
        return made

    def result(self) -> Any:
        """Of fewer rows than there is anything to cut."""
        given = [s.read(0, s.shape[0]) if (s := self.sources.get(k)) else leaf for k, leaf in enumerate(self.leaves)]
        args, kwargs = unflatten(self.structure, given)
        return self.f(*args, **kwargs)

    # ---------------------------------------------------------------- running

    def _head(self) -> dict[str, Any]:
        """What a journal knows the stream by."""
        assert self.traced is not None
        values = [value for kind, value in self.traced.inputs if kind == "value"]
        return {
            "frit": _core.version,
            "function": self.f.__name__,
            "program": self.traced.split.key,
            "rows": self.count,
            "reads": {source.name: source.identity() for source in self.read.values()},
            "values": digest(*values),
            "writes": [
                [_file_of(place) and os.path.realpath(str(_file_of(place))), list(shape), dtype.str]
                for place, shape, dtype in self.outs.values()
            ],
        }

    def _journal(self, resume: bool | str | os.PathLike[str]) -> Journal | None:
        if resume is False or resume is None:
            return None
        paths = [_file_of(place) for place, _, _ in self.outs.values()]
        if any(place is None for place, _, _ in self.outs.values()):
            raise ArgumentError("resume needs out: results in memory are lost with the process")
        if resume is True:
            first = next((path for path in paths if path), None)
            if first is None:
                raise ArgumentError("resume=True needs out to be a file; say where the journal is")
            resume = f"{first}.journal"
        journal = Journal(os.fspath(resume), self._head())
        if journal.state is not None:
            self.rows = int(journal.state["block"])
        return journal

    def execute(self, progress: Any, resume: Any) -> Any:
        """All stages over all rows, from where the journal says on."""
        assert self.traced is not None
        journal = self._journal(resume)
        state = journal.state if journal is not None else None
        try:
            for number, (place, shape, dtype) in self.outs.items():
                self.sinks[number] = Sink(place, shape, dtype, state is not None)
            walk = _Walk(self, self.traced, journal, state)
            bar = Progress(progress, self.f.__name__, *walk.bytes())
            try:
                walk.all(bar)
            finally:
                bar.end()
        except BaseException:
            if journal is not None:
                journal.close()
            raise
        finally:
            for sink in self.sinks.values():
                sink.close()
        if journal is not None:
            journal.remove()
        results = {number: sink.result() for number, sink in self.sinks.items()}
        return self.traced.give({**results, **walk.outputs})


class _Walk:
    """How far a stream is: the stage, the next row, what was combined."""

    def __init__(self, stream: _Stream, traced: Traced, journal: Journal | None, state: dict[str, Any] | None):
        self.stream, self.traced, self.journal = stream, traced, journal
        self.passes = [stage for stage in traced.stages if stage.takes_rows]
        self.stage, self.row = 0, 0
        self.combined: dict[int, Any] = {}
        self.held: list[tuple[int, Any]] = []
        self.outputs: dict[int, Any] = {}
        self.noted = time.monotonic()
        if state is not None:
            self.stage, self.row = int(state["stage"]), int(state["row"])
            self.combined = {int(k): unpack(v) for k, v in state["combined"].items()}
            self.held = [(int(size), [unpack(v) for v in parts]) for size, parts in state["held"]]

    def bytes(self) -> tuple[int, int]:
        """Of all arguments that all stages read; of these, those that were read before."""
        each = sum(source.row_bytes for source in self.stream.read.values())
        rows = self.stream.count
        return each * rows * len(self.passes), each * (rows * self.stage + self.row)

    def all(self, bar: Progress) -> None:
        """Every stage; what was done is noted also where one fails."""
        each = sum(source.row_bytes for source in self.stream.read.values())
        try:
            for stage in self.passes[self.stage :]:
                for done in self._pass(stage):
                    bar.at(each * (self.stream.count * self.stage + done))
                    if self.journal is not None and time.monotonic() - self.noted > _SAFE:
                        self.note()
                self.stage, self.row, self.held = self.stage + 1, 0, []
            self._last()
        except BaseException:
            with contextlib.suppress(OSError):
                self.note()  # a full disk must not hide what has failed
            raise
        for sink in self.stream.sinks.values():
            sink.sync()

    def _pass(self, stage: Stage) -> Iterator[int]:
        """One stage over the rows."""
        stream, rows, count = self.stream, self.stream.rows, self.stream.count
        counter = Counter(functools.partial(merge, stage.partials), self.held)
        for start in range(self.row, count, rows):
            stop = min(start + rows, count)
            results = run_block(
                stage,
                self.traced.inputs,
                lambda leaf, a=start, b=stop: stream.read[leaf].read(a, b),
                self.combined,
                start,
            )
            parts = len(stage.partials)
            for number, rows_made in zip(stage.outputs, results[parts:]):
                sink = stream.sinks[number]
                sink.write(start * (sink.shape[0] // count), rows_made)
            if parts:
                counter.add(_size(stop - start, rows), [_own(part) for part in results[:parts]])
            del results
            for source in stream.read.values():
                source.forget()
            self.row, self.held = stop, counter.held
            yield stop
        if stage.partials:
            totals = counter.total()
            self.combined |= {partial.number: total for partial, total in zip(stage.partials, totals)}

    def _last(self) -> None:
        """What needs no rows."""
        for stage in self.traced.stages:
            if not stage.takes_rows:
                results = run_block(stage, self.traced.inputs, None, self.combined, 0)
                self.outputs |= dict(zip(stage.outputs, results))

    def note(self) -> None:
        """Makes what was written safe, and says so in the journal."""
        if self.journal is None:
            return
        for sink in self.stream.sinks.values():
            sink.sync()
        self.journal.note(
            {
                "stage": self.stage,
                "row": self.row,
                "block": self.stream.rows,
                "combined": {str(k): pack(v) for k, v in self.combined.items()},
                "held": [[size, [pack(part) for part in parts]] for size, parts in self.held],
            }
        )
        self.noted = time.monotonic()


def _size(rows: int, block: int) -> int:
    """How many chunks a part of the rows stands for; less than a whole block is less than one."""
    from .combine import chunks_of

    return chunks_of(rows) if block >= 1024 else int(rows == block)


def _own(part: Any) -> Any:
    """A result that stays when the next block is run."""
    import numpy

    return part if isinstance(part, numpy.generic) else numpy.array(part)


def _is_file(leaf: Any) -> bool:
    import numpy

    return isinstance(leaf, (numpy.memmap, Held)) or is_path(leaf)


def _is_plain(leaf: Any) -> bool:
    import numpy

    return isinstance(leaf, numpy.ndarray) and not isinstance(leaf, numpy.memmap) and leaf.ndim > 0


def _file_of(value: Any) -> str | None:
    """The file behind a path or a memmap."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    found: Sequence[Any] | str | None = getattr(value, "filename", None)
    return str(found) if isinstance(found, (str, os.PathLike)) else None
