"""What a traced function becomes: a plan, where its inputs are found, what becomes of its outputs.

An entry exists twice. In Python it can express everything a trace can: numbers computed from
numbers, items of containers from outside, conditions on values. Where that is not needed it is also
given to the C part, which then answers calls without running Python at all.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Sequence
from typing import Any

from . import _core
from ._config import current_options
from ._error_state import settings_getter
from ._errors import Error
from ._guards import Defaults, Guard, Source, default_of, distinct_guards
from ._number import Expression, Number
from ._pytree import LEAF, Structure, containers, flatten, unflatten
from ._trace import SIMPLE, Break, Input, TracedRun
from ._world import World, is_array

_COMPUTES: bool = getattr(_core, "entry_computes", False)
"""Whether the C part can ask Python for what it cannot read itself."""

_INSTANCES: bool = getattr(_core, "entry_instances", False)
"""Whether the C part can match any instance of a class, and hold a function weakly."""

_LOW, _HIGH = -(2**63), 2**63 - 1

Store = tuple[int, tuple[Any, ...] | None]
"""A change of an input: its number, and the part (see Capture.stores) or None for all of it."""


class Missed(Exception):
    """An entry does not hold for a call after all."""


class Refused(Exception):
    """An entry holds, and its plan cannot run: arguments share memory, or a step fails."""


class Entry:
    """One kind of call that can be replayed."""

    def __init__(self, run: TracedRun, result: Any, name: str):
        self.world: World = run.world
        self.guards = distinct_guards(run.guards)
        self.sources = run.sources
        self.inputs: list[Input] = []
        self.structure, self.results, fresh = self._outcome(run, result)
        self.module: Any = None
        self.plan: Any = None
        self.core: Any = None
        self.direct: list[Any] = []  # what the C part was given
        self.inexpressible = False  # for C, however it is called
        self.offered: set[Any] = set()  # the shapes of calls for which that was tried
        self.error_settings: Any = None  # NumPy's, for which that was
        self.hits = 0
        self.sized = False
        self.observed: Any = run.capture.observed
        self._build(run, fresh, name)

    # ---------------------------------------------------------------- making it

    def _outcome(self, run: TracedRun, result: Any) -> tuple[Structure, list[Any], list[Any]]:
        """The structure of the result, where each leaf comes from, and the new arrays."""
        seen: set[int] = set()
        for container in containers(result):
            if id(container) in seen or run.is_outside(container):
                raise Break("gives back a container that others hold")
            if not isinstance(container, tuple):
                seen.add(id(container))
        leaves, structure = flatten(result)
        fresh: list[Any] = []
        places: list[Any] = []
        for leaf in leaves:
            places.append(self._result_leaf(run, leaf, fresh))
        roots: set[int] = {id(i.placeholder) for i in run.inputs if i.source is not None}
        for array in fresh:
            shared = run.roots(array)
            if shared & roots:
                raise Break("gives back a view: its memory is shared with something else")
            roots |= shared
        return structure, places, fresh

    def _result_leaf(self, run: TracedRun, leaf: Any, fresh: list[Any]) -> Any:
        if is_array(leaf):
            where = run.input_of.get(id(leaf))
            if where is not None and run.inputs[where].source is not None:
                return ("source", run.inputs[where].source)
            if id(leaf) in run.arrays_of_rank_0 and run.world.scalars:
                raise Break("gives back an array of rank 0")
            if leaf._weak:
                raise Break("gives back arithmetic of numbers")
            for k, held in enumerate(fresh):
                if held is leaf:
                    return ("new", k)
            fresh.append(leaf)
            return ("new", len(fresh) - 1)
        if isinstance(leaf, Number):
            return ("number", leaf.expression)
        source = run.source_of.get(id(leaf))
        if source is not None:
            return ("source", source)
        if type(leaf) in (int, float, complex, *SIMPLE) or isinstance(
            leaf, (type, types.ModuleType, types.BuiltinFunctionType)
        ):
            return ("constant", leaf)
        if type(leaf).__module__ == "numpy" and not hasattr(leaf, "__setitem__"):
            return ("constant", leaf)
        raise Break(f"gives back an object of class {type(leaf).__name__}")

    def _build(self, run: TracedRun, fresh: list[Any], name: str) -> None:
        capture = run.capture
        for outer, inner in capture.lifted:
            run.inputs.append(Input(None, inner, "frit", outer))
        changed = [i for i in run.inputs if i.source is not None and capture.changed(i.placeholder)]
        if any(run.roots(i.placeholder) & run.reshaped for i in changed):
            raise Break("changes an array that it also reshapes, which may share its memory or not")
        for number, low, high in capture.bounds:
            for held in run.inputs:
                if held.placeholder is number:
                    held.limit(low, high)
        self.inputs = run.inputs
        self.changed = [self.inputs.index(i) for i in changed]
        self.stores, values = self._stores(run)
        outputs = fresh + values
        if outputs:
            self.module = self._finish(run, [i.placeholder for i in self.inputs], outputs, name)
            settings = _core.settings()
            self.plan = _core.Plan(self.module, None, settings["numerics"], not settings["fusion"])
            self.core = self._core_entry(fresh)
        self.new = [(array.dtype, array.ndim) for array in fresh]
        for held in self.inputs:
            held.placeholder = None  # it belongs to the capture

    def _stores(self, run: TracedRun) -> tuple[list[Store], list[Any]]:
        """Where the plan writes to inputs, and what: in order, by parts where that can be said."""
        stores: list[Store] = []
        values: list[Any] = []
        for number in self.changed:
            placeholder = self.inputs[number].placeholder
            for value, key in run.capture.stores(placeholder) or [(placeholder, None)]:
                stores.append((number, key))
                values.append(value)
        return stores, values

    def _finish(self, run: TracedRun, inputs: list[Any], outputs: list[Any], name: str) -> Any:
        self.sized = self.observed is not None
        if not self.sized:
            try:
                return run.capture.finish(inputs, outputs, name, False)
            except Error:
                self.sized = True  # it holds for these extents only
        return run.capture.finish(inputs, outputs, name, True)

    def _core_entry(self, fresh: list[Any]) -> Any:
        """The entry over a flat list of the inputs."""
        classes: dict[int, int] = {}
        leaves = tuple([self.leaf(i, k, classes) for k, i in enumerate(self.inputs)])
        outs = tuple([("n", array.dtype, array.ndim) for array in fresh])
        return _core.Entry(
            self.plan,
            ("t", tuple(range(len(leaves)))),
            (),
            leaves,
            (),
            outs,
            self.written(range(len(leaves))),
            ("t", tuple(range(len(outs)))),
            self.family,
            False,
            current_options(),
        )

    def written(self, leaves: Sequence[int]) -> tuple[Any, ...]:
        """What the plan writes to, as the C part describes it; leaves: of each input."""
        return tuple(
            [
                leaves[number] if key is None else (leaves[number], key)
                for number, key in self.stores
            ]
        )

    @property
    def family(self) -> str:
        return "numpy" if self.world.name == "numpy" else "frit"

    def leaf(self, held: Input, number: int, classes: dict[int, int]) -> tuple[Any, ...]:
        """An input as the C part describes it."""
        if held.expression is not None:
            low, high = held.bounds or (_LOW, _HIGH)
            return ("number", held.form, low, high, number)
        if held.form == "scalar":
            return ("scalar", held.dtype, number)
        family = "numpy" if held.form == "numpy" else "frit"
        axes = [self.axis(extent, classes) for extent in held.shape]
        return ("array", family, held.dtype, tuple(axes), number)

    def axis(self, extent: int, classes: dict[int, int]) -> int:
        """An extent, or the number of its class: those of one class are equal."""
        if self.sized or extent < 2:
            return extent
        return -1 - classes.setdefault(extent, len(classes))

    # ---------------------------------------------------------------- replaying it

    def replay(self, leaves: Sequence[Any]) -> Any:
        """The result for arguments with these leaves. Raises Missed or Refused."""
        try:
            numbers = [source.read(leaves) for source in self.sources]
            for guard in self.guards:
                if not guard.holds(leaves, numbers):
                    raise Missed
            values = [self._value(i, leaves, numbers) for i in self.inputs]
            results = self._give(leaves, numbers)
        except Missed:
            raise
        except Exception:  # something that was read is gone, or arithmetic fails now
            raise Missed from None
        made: Any = ()
        if self.core is not None:
            made = self.core.call(tuple(values), ())
            if made is NotImplemented:
                raise Refused
        self.hits += 1
        new = [self.world.give(m) if self.world.name == "torch" else m for m in made]
        return unflatten(self.structure, [new[r] if kind == "new" else r for kind, r in results])

    def matches(self, leaves: Sequence[Any]) -> bool:
        """Whether the guards hold for arguments with these leaves."""
        try:
            numbers = [source.read(leaves) for source in self.sources]
            return all(guard.holds(leaves, numbers) for guard in self.guards)
        except Exception:  # something that was read is gone
            return False

    def _value(self, held: Input, leaves: Sequence[Any], numbers: Sequence[Any]) -> Any:
        if held.expression is not None:
            return held.expression.evaluate(numbers)
        if held.source is None:
            return held.value
        value = held.source.read(leaves)
        if self.world.name == "torch" and not is_array(value):
            if not self.world.owns(value):
                raise Missed
            return self.world.wrap(value)
        return value

    def _give(self, leaves: Sequence[Any], numbers: Sequence[Any]) -> list[tuple[str, Any]]:
        given: list[tuple[str, Any]] = []
        for kind, what in self.results:
            if kind == "source":
                given.append((kind, what.read(leaves)))
            elif kind == "number":
                given.append((kind, what.evaluate(numbers)))
            else:
                given.append((kind, what))
        return given

    # ---------------------------------------------------------------- for the C part

    def direct_entry(self, call: CallShape) -> Any:
        """The entry for calls with arguments of this shape, or None where C cannot express it."""
        if self.core is None or (not _COMPUTES and any(_computed(held) for held in self.inputs)):
            self.inexpressible = True
            return None
        return _Direct(self, call).entry()


def _computed(held: Input) -> bool:
    """Whether an input is a number that Python computes at each call."""
    return held.expression is not None and held.expression.function is not None


class CallShape:
    """How a call passed its arguments: which leaf each of them is, which come from defaults."""

    def __init__(
        self,
        function: types.FunctionType,
        nodes: tuple[Any, ...],
        kwnames: tuple[str, ...],
        leaves: Sequence[Any],
        defaults: tuple[tuple[int, str], ...],
        distinct: bool,
    ):
        self.function = function
        self.nodes = nodes  # of the positional arguments, then of those given by keyword
        self.kwnames = kwnames
        self.leaves = leaves
        self.defaults = defaults  # (leaf, parameter)
        self.distinct = distinct  # no array is passed twice
        objects = () if _INSTANCES else tuple([id(leaf) for leaf in leaves if not _is_plain(leaf)])
        self.key = (nodes, kwnames, defaults, distinct, objects)


def _is_plain(leaf: Any) -> bool:
    """Whether C compares the leaf by what it is, not by which object it is."""
    return type(leaf) in (int, float, complex, *SIMPLE) or hasattr(leaf, "dtype")


_FLEETING = (types.MethodType, set, frozenset, range)
"""Classes whose objects are often made anew for each call."""


class _Inexpressible(Exception):
    pass


class _Direct:
    """Makes the C part's entry."""

    def __init__(self, entry: Entry, call: CallShape):
        self.of = entry
        self.call = call
        self.leaves: list[tuple[Any, ...] | None] = [None] * len(call.leaves)
        self.sources: list[tuple[Any, ...]] = []
        self.classes: dict[int, int] = {}
        self.placed: set[int] = set()  # the ids of sources that are inputs

    def entry(self) -> Any:
        if self.of.world.name == "torch" or (self.of.changed and not self.call.distinct):
            return None
        try:
            return self._entry()
        except _Inexpressible:
            return None

    def _entry(self) -> Any:
        self.place_defaults()
        input_leaf: list[int] = []
        for number, held in enumerate(self.of.inputs):
            input_leaf.append(self.place_input(number, held))
        for guard in self.of.guards:
            self.place_guard(guard)
        self.place_unused()
        if self.of.family == "numpy":
            getter = settings_getter()
            self.new_leaf(("static", getter()), ("p", getter, ()))
        outs = [("n", dtype, rank) for dtype, rank in self.of.new]
        nodes = [
            r if kind == "new" else self.place_result(kind, r, outs) for kind, r in self.of.results
        ]
        return _core.Entry(
            self.of.plan,
            ("t", self.call.nodes),
            self.call.kwnames,
            tuple(self.leaves),
            tuple(self.sources),
            tuple(outs),
            self.of.written(input_leaf),
            _core_node(self.of.structure, iter(nodes)),
            self.of.family,
            False,
            current_options(),
        )

    def place_defaults(self) -> None:
        """Parameters that were not given: read where the function keeps its defaults."""
        function = self.call.function
        keyword_only = function.__kwdefaults__ or {}
        kept: set[str] = set()
        for leaf, name in self.call.defaults:
            if name in keyword_only:
                self.sources.append(("g", keyword_only, name, (), leaf))
                kept.add("__kwdefaults__")
            else:
                self.sources.append(("k", default_of(function, name), (), leaf))
                kept.add("__defaults__")
        for name in sorted(kept):
            self.new_leaf(("static", getattr(function, name)), ("k", function, (name,)))

    def path(self, source: Source) -> tuple[Any, ...]:
        """A source as the C part reads it, without the leaf it must match."""
        whole = source
        attributes: list[str] = []
        while source.kind == "attribute":
            attributes.insert(0, source.key)
            source = source.base
        names = tuple(attributes)
        if source.kind == "leaf":
            return ("l", source.base, names)
        if source.kind == "name" and type(source.base) is dict:
            if source.key in source.base:
                return ("g", source.base, source.key, names)
            import builtins

            return ("g", vars(builtins), source.key, names)
        if source.kind == "cell":
            return ("c", source.base, names)
        if source.kind == "default":
            return ("k", Defaults(source.base), (source.key, *names))
        return self.computed([whole], Reader(whole))

    def computed(self, sources: Sequence[Source], function: Reader) -> tuple[Any, ...]:
        """What Python computes from the leaves that the sources are read from."""
        if not _COMPUTES:
            raise _Inexpressible
        function.numbers = tuple(sorted({leaf for s in sources for leaf in s.leaves()}))
        return ("p", function, function.numbers)

    def new_leaf(self, leaf: tuple[Any, ...], source: tuple[Any, ...]) -> int:
        self.leaves.append(leaf)
        self.sources.append((*source, len(self.leaves) - 1))
        return len(self.leaves) - 1

    def place_input(self, number: int, held: Input) -> int:
        described = self.of.leaf(held, number, self.classes)
        source = held.source
        if held.expression is not None:
            if held.expression.function is not None:
                used = {n: self.of.sources[n] for n in held.expression.numbers()}
                function = Computer(held.expression, used)
                return self.new_leaf(described, self.computed(list(used.values()), function))
            source = self.of.sources[held.expression.source]
        if source is None:
            return self.new_leaf(described, ("k", held.value, ()))
        self.placed.add(id(source))
        if source.kind == "leaf":
            self.leaves[source.base] = described
            return int(source.base)
        return self.new_leaf(described, self.path(source))

    def place_guard(self, guard: Guard) -> None:
        subject = guard.subject
        expected = guard.expected
        if isinstance(subject, Expression):
            if subject.function is not None:
                used = {n: self.of.sources[n] for n in subject.numbers()}
                path = self.computed(list(used.values()), Computer(subject, used))
                self.new_leaf(("static", expected), path)
                return
            subject = self.of.sources[subject.source]
        if guard.kind == "type" and expected in (int, float, complex):
            if id(subject) not in self.placed:  # else the leaf of the number says so
                number = ("number", expected.__name__, _LOW, _HIGH, -1)
                self.new_leaf(number, self.path(subject))
            return
        if guard.kind in ("length", "keys") or (
            guard.kind in ("type", "method")
            and not subject.is_path()
            or guard.kind == "equal"
            and type(expected) in (set, frozenset, range, tuple)
        ):
            path = self.computed([subject], Checker(guard, subject))
            self.new_leaf(("static", True), path)
            return
        if guard.kind == "method":
            self.new_leaf(("static", expected), _with(self.path(subject), "__func__"))
            return
        assert isinstance(subject, Source)
        if guard.kind == "type":
            if subject.kind == "leaf":
                return
            self.new_leaf(("static", expected), _with(self.path(subject), "__class__"))
            return
        static = ("static", guard.token if _INSTANCES else expected)
        if subject.kind == "leaf":
            found = self.leaves[subject.base]
            if found is None:
                self.leaves[subject.base] = static
                return
            if found == static:
                return
        self.new_leaf(static, self.path(subject))

    def place_unused(self) -> None:
        """Leaves that the plan does not read."""
        first: dict[int, int] = {}
        for number, value in enumerate(self.call.leaves):
            again = first.setdefault(id(value), number)
            if self.leaves[number] is not None:
                continue
            other = self.leaves[again]
            if other is not None and other[0] == "array":  # an array that is passed twice
                self.leaves[number] = (*other[:-1], -1)
                self.new_leaf(("static", True), ("p", operator.is_, (again, number)))
            else:
                self.leaves[number] = self.unused(value)

    def unused(self, value: Any) -> tuple[Any, ...]:
        """A number may be any. What matters of an object is said by guards."""
        if type(value) in (int, float, complex):
            return ("number", type(value).__name__, _LOW, _HIGH, -1)
        if type(value) in SIMPLE:
            return ("static", value)
        if hasattr(value, "dtype"):
            raise _Inexpressible
        if _INSTANCES:
            return ("instance", type(value))
        if type(value) in _FLEETING:
            raise _Inexpressible
        return ("static", value)

    def place_result(self, kind: str, what: Any, outs: list[Any]) -> int:
        if kind == "constant":
            outs.append(("k", what))
        elif kind == "source" and what.kind == "leaf":
            outs.append(("a", what.base))
        else:
            raise _Inexpressible
        return len(outs) - 1


class Reader:
    """Reads a source, for the C part: called with the leaves that `numbers` names."""

    __slots__ = ("source", "numbers")

    def __init__(self, source: Source):
        self.source = source
        self.numbers: tuple[int, ...] = ()

    def leaves(self, values: tuple[Any, ...]) -> Any:
        return dict(zip(self.numbers, values))

    def __call__(self, *values: Any) -> Any:
        return self.source.read(self.leaves(values))


class Computer(Reader):
    """Computes a number from those of a call."""

    __slots__ = ("expression", "used")

    def __init__(self, expression: Expression, used: dict[int, Source]):
        self.expression = expression
        self.used = used
        self.numbers = ()

    def __call__(self, *values: Any) -> Any:
        leaves = self.leaves(values)
        found: Any = {number: source.read(leaves) for number, source in self.used.items()}
        return self.expression.evaluate(found)


class Checker(Reader):
    """Says whether a guard holds."""

    __slots__ = ("guard",)

    def __init__(self, guard: Guard, source: Source):
        super().__init__(source)
        self.guard = guard

    def __call__(self, *values: Any) -> Any:
        return self.guard.holds(self.leaves(values), ())


def _with(path: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    return (*path[:-1], (*path[-1], name))


def _core_node(structure: Structure, leaves: Any) -> Any:
    if structure is LEAF or structure.kind == "leaf":
        return next(leaves)
    if structure.kind in ("named", "data"):
        raise _Inexpressible
    children = tuple([_core_node(child, leaves) for child in structure.children])
    if structure.kind == "dict":
        return ("d", structure.detail, children)
    return ("t" if structure.kind == "tuple" else "l", children)


def argument_node(structure: Structure, leaves: Any) -> Any:
    """A node of arguments, for a CallShape; None where C cannot take it apart."""
    try:
        return _core_node(structure, leaves)
    except _Inexpressible:
        return None
