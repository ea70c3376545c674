"""A trace as the C part takes it: which leaves a call must have, and where all else is read."""

from __future__ import annotations

import operator
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import _core
from .._config import current_options
from .error_state import settings_getter
from .guards import Defaults, Guard, Source, default_of
from .made import Made, Writer
from .number import Expression
from .picks import MOST_INPUTS, Kept, Pick
from .places import Path, Put, assign, read
from .pytree import LEAF, Structure, unflatten
from .trace import SIMPLE, Input

if TYPE_CHECKING:
    from .replay import Entry

COMPUTES: bool = getattr(_core, "entry_computes", False)
"""Whether the C part can ask Python for what it cannot read itself."""

_INSTANCES: bool = getattr(_core, "entry_instances", False)
"""Whether the C part can match any instance of a class, and hold a function weakly."""

LOWEST, HIGHEST = -(2**63), 2**63 - 1


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
        places: dict[int, int],
    ):
        self.function = function
        self.nodes = nodes  # of the positional arguments, then of those given by keyword
        self.kwnames = kwnames
        self.leaves = leaves
        self.defaults = defaults  # (leaf, parameter)
        self.distinct = distinct  # no array is passed twice
        self.places = places  # of each parameter's number: where its argument stands among those that were passed
        objects = () if _INSTANCES else tuple([id(leaf) for leaf in leaves if not _is_plain(leaf)])
        self.key = (nodes, kwnames, defaults, distinct, objects)


def _is_plain(leaf: Any) -> bool:
    """Whether C compares the leaf by what it is, not by which object it is."""
    return type(leaf) in (int, float, complex, *SIMPLE) or hasattr(leaf, "dtype")


_FLEETING = (types.MethodType, set, frozenset, range)
"""Classes whose objects are often made anew for each call."""


class _Inexpressible(Exception):
    pass


class Direct:
    """Makes the C part's entry."""

    def __init__(self, entry: Entry, call: CallShape):
        self.of = entry
        self.call = call
        self.leaves: list[tuple[Any, ...] | None] = [None] * len(call.leaves)
        self.sources: list[tuple[Any, ...]] = []
        self.late: list[tuple[Any, ...]] = []  # picks and what hangs on them: read when all else matches
        self.late_leaves: set[int] = set()
        self.input_leaf: list[int] = []  # of each input: its leaf
        self.picks: dict[Source, int] = {}  # the leaf of each pick
        self.classes: dict[int, int] = {}
        self.placed: set[int] = set()  # the ids of sources that are inputs
        self.instances: dict[Any, int] = {}  # by the place of an object from outside: its leaf
        self.guarded_classes = {
            guard.subject.place(): guard.expected
            for guard in entry.guards
            if guard.kind == "type" and isinstance(guard.subject, Source)
        }

    def entry(self) -> Any:
        if self.of.world.name == "torch" or (self.of.changed and not self.call.distinct):
            return None
        try:
            return self._entry()
        except _Inexpressible:
            return None

    def _entry(self) -> Any:
        self.place_defaults()
        for number, held in enumerate(self.of.inputs):
            self.input_leaf.append(self.place_input(number, held))
        for guard in self.of.guards:
            self.place_guard(guard)
        self.place_unused()
        if self.of.family == "numpy":
            getter = settings_getter()
            self.new_leaf(("static", getter()), ("p", getter, ()))
        finisher = self.finisher()
        outs: list[tuple[Any, ...]] = list(self.of.new)
        nodes = [
            r if kind == "new" else self.place_result(kind, r, outs) for kind, r in self.of.results
        ]
        result = _core_node(self.of.structure, iter(nodes)) if finisher is None else ("t", tuple(nodes))
        return _core.Entry(
            self.of.plan,
            ("t", self.call.nodes),
            self.call.kwnames,
            tuple(self.leaves),
            tuple(self.sources + self.late),
            tuple(outs),
            self.of.written(self.input_leaf),
            result,
            self.of.family,
            False,
            current_options(),
            self.of.compile,
            False,
            finisher,
            self.of.device,
        )

    def finisher(self) -> Finisher | None:
        """What is done with the caller's containers when the plan has run, if anything is."""
        results = enumerate(self.of.results)
        back = [(k, self.as_passed(path)) for k, (kind, path) in results if kind == "argument"]
        puts = [Put(self.as_passed(put.path), put.step, put.leaf) for put in self.of.puts]
        return Finisher(self.of.structure, back, puts) if back or puts else None

    def as_passed(self, path: Path) -> Path:
        """A path that begins with the place of an argument as it was passed, not of its parameter."""
        place = self.call.places.get(path[0][1])
        if place is None:
            raise _Inexpressible
        return (("item", place), *path[1:])

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
        if _INSTANCES and source.kind == "item":
            return self.item_path(source, names) or self.computed([whole], Reader(whole))
        if isinstance(whole, Made):
            return self.computed([whole], whole.written() or Reader(whole))
        return self.computed([whole], Reader(whole))

    def item_path(self, source: Source, names: tuple[str, ...]) -> tuple[Any, ...] | None:
        """An item of a container, or attributes of one, where guards say what classes they have."""
        if names:
            owner = self.instance(source)
            return None if owner is None else ("l", owner, names)
        container = self.instance(source.base)
        if container is None:
            return None
        key = self.new_leaf(("static", source.key), ("k", source.key, ()))
        return ("p", operator.getitem, (container, key))

    def instance(self, source: Source) -> int | None:
        """The leaf of an object from outside, of which a guard says that it has this class."""
        place = source.place()
        if place not in self.instances:
            cls = self.guarded_classes.get(place)
            if cls is None or cls in (int, float, complex):
                return None
            self.instances[place] = self.new_leaf(("instance", cls), self.path(source))
        return self.instances[place]

    def computed(self, sources: Sequence[Source], function: Any) -> tuple[Any, ...]:
        """What Python computes from the leaves that the sources are read from."""
        if not COMPUTES:
            raise _Inexpressible
        read = {leaf for s in sources for leaf in s.leaves()}
        picks = [leaf for leaf in self.picks if leaf in read]
        numbers = (*sorted(read.difference(picks)), *picks)
        if isinstance(function, Reader):
            function.numbers = numbers
        return ("p", function, tuple([self.picks.get(leaf, leaf) for leaf in numbers]))

    def computed_number(self, expression: Expression) -> tuple[Any, ...]:
        """A number that follows from those of a call."""
        used = {n: self.of.sources[n] for n in expression.numbers()}
        leaves = {leaf for source in used.values() for leaf in source.leaves()}
        written = None
        if leaves.isdisjoint(self.picks):
            writer = Writer(used)
            written = writer.function(writer.text(expression), sorted(leaves))
        return self.computed(list(used.values()), written or Computer(expression, used))

    def new_leaf(self, leaf: tuple[Any, ...], source: tuple[Any, ...]) -> int:
        number = len(self.leaves)
        self.leaves.append(leaf)
        late = source[0] == "p" and not self.late_leaves.isdisjoint(source[2])
        if late or (source[0] == "p" and getattr(source[1], "__func__", None) in (Pick.places, Kept.places)):
            self.late_leaves.add(number)
            self.late.append((*source, number))
        else:
            self.sources.append((*source, number))
        return number

    def place_pick(self, source: Source, described: tuple[Any, ...]) -> int:
        pick: Pick = source.base
        if not COMPUTES or pick.count > MOST_INPUTS:
            raise _Inexpressible
        operands = tuple(self.input_leaf[: pick.count])
        self.picks[source] = self.new_leaf(described, ("p", pick.places, operands))
        return self.picks[source]

    def place_input(self, number: int, held: Input) -> int:
        described = self.of.leaf(held, number, self.classes)
        source = held.source
        if held.expression is not None:
            if held.expression.function is not None:
                return self.new_leaf(described, self.computed_number(held.expression))
            source = self.of.sources[held.expression.source]
        if source is None:
            return self.new_leaf(described, ("k", held.value, ()))
        self.placed.add(id(source))
        if source.kind == "pick":
            return self.place_pick(source, described)
        if source.kind == "leaf":
            self.leaves[source.base] = described
            return int(source.base)
        return self.new_leaf(described, self.path(source))

    def place_guard(self, guard: Guard) -> None:
        subject = guard.subject
        expected = guard.expected
        if isinstance(subject, Expression):
            if subject.function is not None:
                self.new_leaf(("static", expected), self.computed_number(subject))
                return
            subject = self.of.sources[subject.source]
        if guard.kind == "type" and expected in (int, float, complex):
            if id(subject) not in self.placed:  # else the leaf of the number says so
                number = ("number", expected.__name__, LOWEST, HIGHEST, -1)
                self.new_leaf(number, self.path(subject))
            return
        assert isinstance(subject, Source)
        if _INSTANCES and guard.kind in ("type", "length"):
            owner = self.instance(subject)
            if owner is not None:
                if guard.kind == "length":
                    self.new_leaf(("static", expected), ("p", len, (owner,)))
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
            return ("number", type(value).__name__, LOWEST, HIGHEST, -1)
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
        elif kind == "argument":
            outs.append(("k", None))  # the finisher puts it there
        elif kind == "source" and what.kind == "leaf":
            outs.append(("a", what.base))
        else:
            raise _Inexpressible
        return len(outs) - 1


class Finisher:
    """Gives back what the caller passed, and puts results into it; called with all results and the arguments."""

    __slots__ = ("structure", "back", "puts")

    def __init__(self, structure: Structure, back: list[tuple[int, Path]], puts: list[Put]) -> None:
        self.structure = structure
        self.back = back
        self.puts = puts

    def __call__(self, results: tuple[Any, ...], *passed: Any) -> Any:
        given = list(results)
        for leaf, path in self.back:
            given[leaf] = read(passed, path)
        for put in self.puts:
            assign(read(passed, put.path), put.step, given[put.leaf])
        return unflatten(self.structure, given)


class Reader:
    """Reads a source, for the C part: called with the leaves that `numbers` names."""

    __slots__ = ("source", "numbers")

    def __init__(self, source: Source):
        self.source = source
        self.numbers: tuple[Any, ...] = ()  # and picks, see Source.leaves

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


def _core_node(structure: Structure, leaves: Any, argument: bool = False) -> Any:
    if structure is LEAF or structure.kind == "leaf":
        return next(leaves)
    if structure.kind in ("named", "data") or (structure.kind == "instance" and not argument):
        raise _Inexpressible
    children = tuple([_core_node(child, leaves, argument) for child in structure.children])
    if structure.kind == "instance":
        cls, names = structure.detail
        return ("i", (cls,), (("d", names, children),))
    if structure.kind == "dict":
        return ("d", structure.detail, children)
    return ("t" if structure.kind == "tuple" else "l", children)


def argument_node(structure: Structure, leaves: Any) -> Any:
    """A node of arguments, for a CallShape; None where C cannot take it apart."""
    try:
        return _core_node(structure, leaves, True)
    except _Inexpressible:
        return None
