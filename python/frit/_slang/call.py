"""Calling functions of modules: resolved once for each kind of arguments, then run.

A call of NumPy arrays and numbers becomes an entry, as fused calls do: the next such call is
matched and run in C without a line of Python. Arrays of frit's record the call as they record every
step, so that it fuses with what is around it.
"""

from __future__ import annotations

import contextlib
import sys
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import _core
from .._config import current_options
from .._errors import ArgumentError, Error, IntegerOverflow
from .._fuse.hooks import PLAIN, current
from .._fuse.tracebacks import hide_own_frames
from .declared import NOTHING, Spec, merged, spec_of, stand_ins
from .describe import (
    ANY,
    ARRAY,
    FIELDS,
    GRID,
    HIGHEST,
    LOWEST,
    NUMBER,
    Described,
    Fault,
    Leaf,
)
from .results import (
    give,
    numpy_as_torch,
    out_of,
    struct_dtype,
    struct_node,
    struct_of,
    dask_graph,
    torch_as_numpy,
    write,
)

if TYPE_CHECKING:
    from .module import SlangModule
    from .._program.program import Program

_core.set_fused_options(current_options())

_MOST_ENTRIES = 64
"""Of one function; the oldest go first."""

_MOST_KNOWN = 256
"""Kinds of arguments whose resolution is kept."""


class Resolution:
    """A resolved call, and for which extents it holds."""

    __slots__ = (
        *("module", "outputs", "value_count", "is_struct", "rank", "takes_result"),
        *("axes", "extents", "loops", "bounds"),
    )

    def __init__(self, resolved: _core.Resolved):
        self.module = resolved.module
        self.outputs = resolved.outputs
        self.value_count = resolved.value_count
        self.is_struct = resolved.is_struct
        self.rank = resolved.rank
        self.takes_result = resolved.takes_result
        inputs, outputs = self.module.types()
        self.axes = [extents or () for _, _, extents in inputs]
        self.extents = [extents or () for _, _, extents in outputs]
        self.loops: bool | None = None
        # Where integers of the host must lie: those that become a narrower type at once.
        self.bounds = self.module.bounds()

    def refused(self, inputs: list[Leaf]) -> dict[int, Fault]:
        """The integers that do not fit the parameter that they are for."""
        found: dict[int, Fault] = {}
        for number, (low, high) in self.bounds.items():
            leaf = inputs[number]
            if leaf.kind == "number" and type(leaf.value) is int and not low <= leaf.value <= high:
                text = f"{leaf.value} does not fit: it must be in {low} to {high}"
                found[number] = Fault(IntegerOverflow, text)
        return found

    def holds(self, described: Described, before: list[Leaf]) -> bool:
        """Whether other extents resolve to the same. before: the leaves for which it was made."""
        seen: dict[int | str, int] = {}
        results = 0
        for leaf, old in zip(described.leaves, before):
            if leaf.is_result:
                axes = self.extents[results]
                results += 1
            else:
                axes = self.axes[leaf.input]
            if leaf.shape == old.shape:
                for name, extent in zip(axes, leaf.shape):
                    if seen.setdefault(name, extent) != extent:
                        return False
                continue
            for name, extent, was in zip(axes, leaf.shape, old.shape):
                if extent != was and (extent < 2 or was < 2 or type(name) is int):
                    return False
                if seen.setdefault(name, extent) != extent:
                    return False
        return True

    def has_loops(self) -> bool:
        """Whether the work may be long however few elements there are."""
        if self.loops is None:
            module = self.module
            self.loops = any(
                row[0] in ("for", "while")  # ops whose bodies run again and again
                for name in module.programs
                for row in module.instructions(name)
            )
        return self.loops

    def classes(self, leaves: list[Leaf]) -> list[tuple[int, ...]]:
        """The axes of each leaf as entries describe them: extents, or -1 - class."""
        names: dict[int | str, int] = {}
        found = []
        results = 0
        for leaf in leaves:
            if leaf.is_result:
                axes = self.extents[results]
                results += 1
            else:
                axes = self.axes[leaf.input]
            found.append(
                tuple(
                    [
                        extent
                        if extent < 2 or type(name) is int
                        else -1 - names.setdefault(name, len(names))
                        for name, extent in zip(axes, leaf.shape)
                    ]
                )
            )
        return found


class Function:
    """What is behind a function of a module: `_core.SlangFunction` asks it what it must."""

    _frit_slang_function = True

    def __init__(
        self,
        module: SlangModule,
        name: str,
        specs: tuple[Spec, ...] = (),
        named: Mapping[str, Spec] | None = None,
    ):
        self.module = module
        self.name = name
        self.specs = specs
        self.named = dict(named or {})
        self.said = (self.specs, self.named)  # as it was declared
        self.parameters: tuple[str, ...] = ()  # of what is declared, where they are known
        self.known: dict[Any, list[tuple[list[Leaf], Resolution]]] = {}
        self.kept = 0
        self.callable: Any = None  # set by `function_object`: what users call

    # ---------------------------------------------------------------- what users ask

    def declare(self, *parameters: Any, **named: Any) -> Any:
        """The function with mappings or types of its parameters said in advance.

        Each is a `frit.vmapping`, a type of the module, or None where nothing is said. What fits no
        call is told now. Where mappings tell all that a call needs it is made ready to run.
        """
        new = {self._place_of(name): spec_of(parameter) for name, parameter in named.items()}
        new |= {place: spec_of(parameter) for place, parameter in enumerate(parameters)}
        places = [place for place in new if isinstance(place, int)]
        length = max(len(self.specs), *[place + 1 for place in places], 0, 0)
        before = [*self.specs, *[NOTHING] * (length - len(self.specs))]
        specs = tuple([merged(spec, new.get(k, NOTHING)) for k, spec in enumerate(before)])
        by_name = {name: spec for name, spec in self.named.items() if name not in self.parameters}
        by_name |= {name: spec for name, spec in new.items() if isinstance(name, str)}
        return self.module._declared(self, specs, by_name)

    def _place_of(self, name: str) -> int | str:
        """Which parameter has that name, where that is known; else the name."""
        return self.parameters.index(name) if name in self.parameters else name

    def settle(self) -> None:
        """Has the core look at what is declared. What was said of a name holds for its place."""
        specs, named = self.said
        args: list[Any] = [(ANY, None, None, None, None, cast, axes) for axes, cast in specs]
        args += [
            (ANY, name, None, None, None, cast, axes)
            for name, (axes, cast) in named.items()
            if name != "_result"
        ]
        self.parameters = ()
        self.specs, self.named = specs, named
        known = self.module._slang.declare(self.name, tuple(args))
        if known is None:  # several functions of that name
            return
        self.parameters = known.parameters
        places = dict(enumerate(specs)) | {self._place_of(name): s for name, s in named.items()}
        self.specs = tuple([places.get(k, NOTHING) for k in range(len(self.parameters))])
        self.named = dict(zip(self.parameters, self.specs))
        if "_result" in named:
            self.named["_result"] = named["_result"]
        if known.module is not None and not _core.capturing():
            self._prepare(known.module)

    def _prepare(self, module: _core.Module) -> None:
        """Makes the entry of the calls that are expected, before the first of them."""
        args = stand_ins(module.types()[0])
        if args is None:
            return
        described = self.describe(args, {})
        resolution = self.resolution(described)
        for leaf in described.leaves:
            leaf.takes_int = leaf.kind == "number" and type(leaf.value) is float
        entry = self._entry(described, resolution, ())
        if entry is not None:
            self._offer(entry)

    def resolve(self, *args: Any, **kwargs: Any) -> str:
        """What a call with these arguments means: the instance, and each argument's mapping."""
        described = self.describe(args, kwargs)
        return self._resolved(described).describe()

    def program(self, *args: Any, **kwargs: Any) -> Program:
        """The program that runs when the function is called with these arguments."""
        from .._program.program import Program

        return Program(self.resolution(self.describe(args, kwargs)).module)

    def explain(self, *args: Any, **kwargs: Any) -> Any:
        """What runs when the function is called with these arguments; see frit.explain."""
        from .._explain.explain import explain

        return explain(self.callable, *args, **kwargs)

    def _explain(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from .._explain.explain import ExplainInput, Segment

        described = self.describe(args, kwargs)
        module = self.resolution(described).module
        settings = _core.settings()
        device = _core.device_among(args, kwargs) or "cpu"
        plan = _core.Plan(module, None, settings["numerics"], not settings["fusion"], device)
        shapes = [leaf.shape for leaf in described.inputs]
        names = [name for name, _ in module.variables()[: module.input_count()]]
        segment = Segment(module, plan, shapes, names, self.copies(args, kwargs))
        return ExplainInput(self.name, "program", segments=(segment,))

    def copies(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int | None:
        """Bytes that a call would copy besides computing, where calls of its kind are known."""
        for entry in self.callable._entries():
            copied = entry.copies((*args, *kwargs.values()), tuple(kwargs))
            if copied is not NotImplemented:
                return int(copied)
        return None

    def is_instance(self, value: object) -> bool:
        """isinstance(value, m.Particle): of types alone."""
        raise TypeError(f"{self.name} is a function, not a type")

    def cache_info(self) -> Any:
        """How many calls were answered without Python, and how many kinds of calls are kept."""
        from .._fuse.fused_types import CacheInfo

        entries = len(self.callable._entries())
        return CacheInfo(self.callable._hits, self.kept, entries, _MOST_ENTRIES, entries, 0)

    def forget(self) -> None:
        """The module was read again."""
        self.clear_cache()
        if any(self.said):
            with contextlib.suppress(Error):  # what does not fit any more is told by the next call
                self.settle()

    def clear_cache(self) -> None:
        """Forgets how calls were resolved."""
        self.known.clear()
        self.kept = 0
        if self.callable is not None:
            self.callable._clear_entries()

    # ---------------------------------------------------------------- calls

    def miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call that the C part has no entry for."""
        try:
            if "torch" in sys.modules and current.run is PLAIN and not _core.capturing():
                given = torch_as_numpy(args, kwargs)
                if given is not None:
                    result = self.callable(*given[0], **given[1])
                    return kwargs["_result"] if "_result" in kwargs else numpy_as_torch(result)
            if "dask" in sys.modules and current.run is PLAIN and not _core.capturing():
                graph = dask_graph(self.callable, args, kwargs)
                if graph is not None:
                    return graph
            return self.answer(args, kwargs)
        except BaseException as error:
            if current.run is PLAIN:
                hide_own_frames(error)
            raise

    def answer(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        described = self.describe(args, kwargs)
        resolution = self.resolution(described)
        refused = resolution.refused(described.inputs)
        if refused:
            self._resolved(Described(args, kwargs, self.specs, self.named, refused))
        if self.runs_now(described, resolution):
            entry = self._entry(described, resolution, tuple(kwargs))
            if entry is not None:
                result = entry.call((*args, *kwargs.values()), tuple(kwargs))
                if result is not NotImplemented:
                    self._offer(entry)
                    return self.wrap(result)
        return self.wrap(self.run(described, resolution))

    def runs_now(self, described: Described, resolution: Resolution) -> bool:
        """Whether the call runs by itself. In a capture only what is a number, known by then."""
        if not described.direct or described.kind not in ("number", "numpy"):
            return False
        if not _core.capturing():
            return True
        outputs = resolution.outputs
        known = all(leaf.kind == "number" for leaf in described.leaves) and described.is_plain
        return known and len(outputs) == 1 and outputs[0][0] < 0 and outputs[0][3] == 0

    def recorded(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call whose entry failed."""
        described = self.describe(args, kwargs)
        return self.wrap(self.run(described, self.resolution(described)))

    def wrap(self, result: Any) -> Any:
        return result

    def describe(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Described:
        return Described(args, kwargs, self.specs, self.named)

    def resolution(self, described: Described) -> Resolution:
        """How the call is resolved; kept for those that differ in extents that do not matter."""
        if described.faults:
            self._resolved(described)  # says so
        key = tuple(described.key)
        kept = self.known.setdefault(key, [])
        for before, resolution in kept:
            if resolution.holds(described, before):
                described.with_result(resolution.takes_result)
                return resolution
        resolution = Resolution(self._resolved(described))
        if self.kept >= _MOST_KNOWN:
            self.known.clear()
            self.kept = 0
            kept = self.known.setdefault(key, [])
        shapes = [_without_value(leaf) for leaf in described.leaves]
        kept.insert(0, (shapes, resolution))
        self.kept += 1
        described.with_result(resolution.takes_result)
        return resolution

    def _resolved(self, described: Described) -> _core.Resolved:
        """Asks the core. What Python found wrong is told with all that the core knows besides."""
        try:
            resolved = self.module._slang.resolve(self.name, described.args, described.result)
        except Error as error:
            for fault in described.faults:
                if fault.text in str(error):
                    raise fault.kind(str(error)) from None
            raise
        for fault in described.faults:
            raise fault.kind(f"{self.name}: {fault.text}")
        return resolved

    # ---------------------------------------------------------------- running

    def run(self, described: Described, resolution: Resolution) -> Any:
        """Runs, or records, the call on arrays of any kind."""
        targets = self.targets(described, resolution)
        arrays = tuple([leaf.as_array() for leaf in described.inputs])
        results = _core.apply_program(resolution.module, None, arrays)
        kind = "frit" if _core.capturing() else described.kind
        count = 0 if described.result is not None else resolution.value_count
        for leaf, array in zip(targets, results[count:]):
            current.run.writing(leaf.value, leaf.holder)
            write(leaf, array, kind)
        if described.result is not None:
            return described.given_result
        if not resolution.value_count:
            return None
        if not resolution.is_struct:
            return give(results[0], kind)
        return struct_of(resolution, results, kind)

    def targets(self, described: Described, resolution: Resolution) -> list[Leaf]:
        """What the outputs that are no new arrays are written to, in order."""
        found: list[Leaf] = []
        places = _places(described)
        for arg, path, *_ in resolution.outputs:
            if arg < 0 and described.result is None:
                continue
            leaf = places.get((arg, path))
            if leaf is None or (leaf.kind in ("number", "scalar", "grid") and leaf.holder is None):
                raise ArgumentError(
                    f"{self.name} writes to {described.args[arg][1] or f'argument {arg + 1}'},"
                    " which must be an array"
                )
            found.append(leaf)
        return found

    # ---------------------------------------------------------------- entries

    def _entry(
        self, described: Described, resolution: Resolution, kwnames: tuple[str, ...]
    ) -> Any:
        """The call as the C part can match and run it; None where it cannot."""
        try:
            targets = self.targets(described, resolution)
        except ArgumentError:
            return None
        if any(leaf.kind not in ("array", "field") for leaf in targets):
            return None
        if any(leaf.is_result and leaf.holder is not None for leaf in described.leaves):
            return None  # a dict for the value, which the call gives back
        classes = resolution.classes(described.leaves)
        bounds = resolution.bounds
        leaves = tuple(
            [
                leaf.entry(axes, bounds.get(leaf.input, (LOWEST, HIGHEST)))
                for leaf, axes in zip(described.leaves, classes)
            ]
        )
        changed = tuple([described.leaves.index(leaf) for leaf in targets])
        outs, result = self._outs(described, resolution)
        settings = _core.settings()
        plan = _core.Plan(resolution.module, None, settings["numerics"], not settings["fusion"])
        return _core.Entry(
            plan,
            ("t", described.nodes),
            kwnames,
            leaves,
            (),
            outs,
            changed,
            result,
            "numpy",
            resolution.has_loops(),
            current_options(),
            "default",
            True,
        )

    def _outs(self, described: Described, resolution: Resolution) -> tuple[Any, Any]:
        """The outputs that are new, and the result made of them."""
        if described.result is not None:
            first = next(k for k, leaf in enumerate(described.leaves) if leaf.is_result)
            return (("a", first),), 0
        count = resolution.value_count
        if not count:
            return (("k", None),), 0
        values = resolution.outputs[:count]
        if not resolution.is_struct:
            return (out_of(values[0]),), 0
        if resolution.rank:
            dtype, fields = struct_dtype(resolution)
            return (("s", dtype, resolution.rank, fields),), 0
        return tuple([out_of(value) for value in values]), struct_node(values)

    def _offer(self, entry: Any) -> None:
        function = self.callable
        if function is None:  # a constant's
            return
        held = function._entries()
        if len(held) >= _MOST_ENTRIES:
            function._remove_entry(held[-1])
        function._add_entry(entry)


def function_object(impl: Function, doc: str) -> Any:
    """What users call."""
    made = _core.SlangFunction(impl)
    impl.callable = weakref.proxy(made)
    made.__name__ = impl.name.rpartition(".")[2]
    made.__qualname__ = impl.name
    made.__module__ = "frit"
    made.__doc__ = doc
    made._slang = impl.module._slang
    return made


# ----------------------------------------------------------------------------------------- leaves


def _without_value(leaf: Leaf) -> Leaf:
    return Leaf(leaf.kind, None, leaf.dtype, leaf.shape)


def _places(described: Described) -> dict[tuple[int, str], Leaf]:
    """Leaves by the argument and the path of fields that they stand for; the result's by -1."""
    found: dict[tuple[int, str], Leaf] = {}
    every = iter([leaf for leaf in described.leaves if not leaf.is_result])
    for number, description in enumerate(described.args):
        _place(description, number, "", every, found, described.held_parts)
    if described.result is not None:
        rest = iter([leaf for leaf in described.leaves if leaf.is_result])
        _place(described.result, -1, "", rest, found, described.held_parts)
    return found


def _place(
    description: Any, number: int, path: str, leaves: Any, found: Any, held: dict[int, Leaf]
) -> None:
    kind, _, _, _, items = description[:5]
    if kind in (ARRAY, NUMBER):
        found[number, path] = next(leaves)
        return
    if kind == GRID:
        next(leaves)
    if id(description) in held:
        found[number, path] = held[id(description)]
    for k, item in enumerate(items or ()):
        name = item[1] if kind == FIELDS else str(k)
        _place(item, number, f"{path}.{name}" if path else name, leaves, found, held)
