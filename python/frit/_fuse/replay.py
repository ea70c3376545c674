"""What a traced function becomes: a plan, where its inputs are found, what becomes of its outputs.

An entry exists twice. In Python it can express everything a trace can: numbers computed from
numbers, items of containers from outside, conditions on values. Where that is not needed it is also
given to the C part, which then answers calls without running Python at all.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any

from .. import _core
from .._config import current_options
from .._errors import Error
from .direct import COMPUTES, HIGHEST, LOWEST, CallShape, Direct
from .guards import distinct_guards
from .made import Made
from .masked import Picked
from .number import Number
from .picks import Leaves, Pick, Unsteady
from .places import Place, Put, are_apart, assign, read
from .pytree import Structure, containers, flatten, unflatten
from .rounds import Real, Rounds, Verdict
from .trace import SIMPLE, Break, Input, TracedRun
from .world import World, is_array

Store = tuple[int, tuple[Any, ...] | None]
"""A change of an input: its number, and the part (see Capture.stores) or None for all of it."""


class Missed(Exception):
    """An entry does not hold for a call after all."""


class Refused(Exception):
    """An entry holds, and its plan cannot run: arguments share memory, or a step fails."""


class Entry:
    """One kind of call that can be replayed."""

    def __init__(self, run: TracedRun, result: Any, name: str, compile: str = "default"):
        self.compile = compile
        self.world: World = run.world
        self.guards = distinct_guards(run.guards)
        self.sources = run.sources
        self.inputs: list[Input] = []
        self.makes = False  # whether inputs are made of numbers, so that sizes hang on them
        self.device = run.device or run.capture.device  # of frit's arrays that come and go
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
        self.fixed: frozenset[int] = frozenset()  # extents that the steps fix, as those of vectors
        self.observed: Any = run.capture.observed
        self._build(run, fresh, name)
        used = [i.expression for i in self.inputs if i.expression is not None]
        used += [what for kind, what in self.results if kind == "number"]
        self.guards += run.conditions(used)

    # ---------------------------------------------------------------- making it

    def _outcome(self, run: TracedRun, result: Any) -> tuple[Structure, list[Any], list[Any]]:
        """The structure of the result, where each leaf comes from, and the new arrays.

        What the body put into containers of the caller's are more leaves, after those of the result."""
        result = run.given_containers.marked(result)
        changes = run.given_containers.changes()
        if changes and any(guard.kind == "length" for guard in run.guards):
            raise Break("changes a container, and reads another from outside, which may be the same")
        seen: set[int] = set()
        for container in containers(result):
            if id(container) in seen or run.is_outside(container):
                raise Break("gives back a container that others hold")
            if not isinstance(container, tuple):
                seen.add(id(container))
        leaves, structure = flatten(result)
        self.puts = [Put(path, step, len(leaves) + k) for k, (path, step, _) in enumerate(changes)]
        leaves += [value for _, _, value in changes]
        fresh: list[Any] = []
        places: list[Any] = []
        for leaf in leaves:
            if isinstance(leaf, Picked):
                leaf = run.execute(run.as_arrays, (leaf,), {})
            places.append(self._result_leaf(run, leaf, fresh))
        roots: set[int] = {id(i.placeholder) for i in run.inputs if i.source is not None}
        for array in fresh:
            shared = run.roots(array)
            if shared & roots:
                raise Break("gives back a view: its memory is shared with something else")
            roots |= shared
        return structure, places, fresh

    def _result_leaf(self, run: TracedRun, leaf: Any, fresh: list[Any]) -> Any:
        if isinstance(leaf, Place):
            return ("argument", leaf.path)
        if type(leaf) in (Rounds, Real, Verdict):
            fresh.append(leaf.array)
            return ("new", len(fresh) - 1)
        if is_array(leaf):
            where = run.input_of.get(id(leaf))
            if where is not None and run.inputs[where].source is not None:
                return ("source", run.inputs[where].source)
            if id(leaf) in run.arrays_of_rank_0 and run.world.scalars:
                raise Break("gives back an array of rank 0")
            if id(leaf) in run.diagonals:
                raise Break("gives back a diagonal, which is a view")
            if run.is_picked(leaf):
                raise Break("gives back a part that a number has picked, which is a view")
            if id(leaf) in run.read_only:
                raise Break("gives back an array that cannot be written to")
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
        run.add_lifted()
        changed = [i for i in run.inputs if i.source is not None and capture.changed(i.placeholder)]
        if any(run.roots(i.placeholder) & run.reshaped for i in changed):
            raise Break("changes an array that it also reshapes, which may share its memory or not")
        run.limit_inputs()
        self.inputs = run.inputs
        self._settle_inputs()
        self.makes = any(isinstance(i.source, Made) for i in self.inputs)
        self.changed = [self.inputs.index(i) for i in changed]
        self.stores, values = self._stores(run)
        outputs = fresh + values
        self.new = [
            ("v", array.dtype)
            if id(array) in run.python_numbers
            else ("r" if id(array) in run.row_major else "n", array.dtype, array.ndim)
            for array in fresh
        ]
        # Without outputs too: steps that nobody needs may ask something of the sizes.
        if outputs or any(i.shape for i in self.inputs):
            self.module = self._finish(run, [i.placeholder for i in self.inputs], outputs, name)
            settings = _core.settings()
            self.plan = _core.Plan(self.module, None, settings["numerics"], not settings["fusion"], self.device)
            self.core = self._core_entry()
        for held in self.inputs:
            held.placeholder = None  # it belongs to the capture

    def _settle_inputs(self) -> None:
        """Constants go to the device of the others, once."""
        for held in self.inputs:
            if self.device != "cpu" and held.form == "numpy" and held.shape:
                raise Break(f"{held.source} is an array of NumPy's, and others are on {self.device}")
            if held.source is None and held.form == "frit" and held.value is not None and held.shape:
                held.value = held.value._to_device(self.device)

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
        # (Without elements an index that is out of range leaves no trace in the sizes.)
        self.sized = self.observed is not None or any(0 in i.shape for i in self.inputs)
        if self.observed is not None and run.picks:
            raise Break("looks at a size, after elements were picked whose number may be another", self.observed)
        if self.sized and any(places._shape != (0,) for _, places in run.picks):
            raise Unsteady("of one mask nothing is true, of another something")
        if not self.sized:
            try:
                module = run.capture.finish(inputs, outputs, name, False)
            except Error:
                self.sized = True  # it holds for these extents only
                if run.picks:
                    raise Break("needs to know how many elements a mask picks") from None
            else:
                extents = [e for _, _, axes in module.types()[0] for e in axes or ()]
                self.fixed = frozenset(e for e in extents if isinstance(e, int))
                return module
        return run.capture.finish(inputs, outputs, name, True)

    def _core_entry(self) -> Any:
        """The entry over a flat list of the inputs."""
        classes: dict[int, int] = {}
        leaves = tuple([self.leaf(i, k, classes) for k, i in enumerate(self.inputs)])
        outs = tuple(self.new)
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
            self.compile,
            device=self.device,
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
        return described(held, number, classes, None if self.sized else self.fixed)

    # ---------------------------------------------------------------- replaying it

    def replay(self, leaves: Any, arguments: Any) -> Any:
        """The result for arguments with these leaves. Raises Missed or Refused."""
        leaves = Leaves(leaves, self.inputs, self.sources)
        try:
            numbers = [source.read(leaves) for source in self.sources]
            for guard in self.guards:
                if not guard.holds(leaves, numbers):
                    raise Missed
            values = [self._value(i, leaves, numbers) for i in self.inputs]
            if not self._fits(values):
                raise Missed
            results = self._give(leaves, numbers, arguments)
            if self.puts and not are_apart(arguments, [put.path for put in self.puts]):
                raise Missed
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
        given = [new[r] if kind == "new" else r for kind, r in results]
        for put in self.puts:
            assign(read(arguments, put.path), put.step, given[put.leaf])
        return unflatten(self.structure, given)

    def _fits(self, values: Sequence[Any]) -> bool:
        """Whether sizes are alike where they were when it was traced. Most often the key of the call has said so."""
        if not self.makes and not self.sized:
            return True
        classes: dict[int, int] = {}
        now: dict[int, int] = {}
        for held, value in zip(self.inputs, values):
            if held.expression is not None or held.source is None:
                continue
            for extent, found in zip(held.shape, value.shape):
                axis = axis_of(extent, classes, None if self.sized else self.fixed)
                if found != (axis if axis >= 0 else now.setdefault(axis, found)):
                    return False
                if axis < 0 and found < 2:
                    return False
        return True

    def copies(self, leaves: Any) -> int | None:
        """Bytes that a replay would copy besides computing; None where it would not be one."""
        leaves = Leaves(leaves, self.inputs, self.sources)
        try:
            numbers = [source.read(leaves) for source in self.sources]
            values = [self._value(i, leaves, numbers) for i in self.inputs]
        except Exception:  # as for a replay
            return None
        copied = 0 if self.core is None else self.core.copies(tuple(values), ())
        return None if copied is NotImplemented else int(copied)

    def matches(self, leaves: Any) -> bool:
        """Whether it holds for arguments with these leaves: their guards, and the sizes."""
        leaves = Leaves(leaves, self.inputs, self.sources)
        try:
            numbers = [source.read(leaves) for source in self.sources]
            if not all(guard.holds(leaves, numbers) for guard in self.guards):
                return False
            values = [self._value(i, leaves, numbers) for i in self.inputs]
            return self._fits(values) and all(
                self._has_sizes(value, held.shape)
                for value, held in zip(values, self.inputs)
                if held.source is not None
            )
        except Exception:  # something that was read is gone
            return False

    def _value(self, held: Input, leaves: Any, numbers: Sequence[Any]) -> Any:
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

    def _give(self, leaves: Any, numbers: Sequence[Any], arguments: Any) -> list[tuple[str, Any]]:
        given: list[tuple[str, Any]] = []
        sources: dict[int, Any] = {}  # a part of an array that is given back twice is one object
        for kind, what in self.results:
            if kind == "argument":
                given.append((kind, read(arguments, what)))
                continue
            if kind == "source":
                if id(what) not in sources:
                    sources[id(what)] = what.read(leaves)
                given.append((kind, sources[id(what)]))
            elif kind == "number":
                given.append((kind, what.evaluate(numbers)))
            else:
                given.append((kind, what))
        return given

    def _has_sizes(self, value: Any, traced: tuple[int, ...]) -> bool:
        extents = value._shape if is_array(value) else value.shape
        return len(extents) == len(traced) and all(
            now == then if self.sized or then < 2 or then in self.fixed else now > 1
            for now, then in zip(extents, traced)
        )

    def picks(self) -> list[Any]:
        """What the plan goes on with once others have run."""
        sources = [held.source for held in self.inputs if held.source is not None]
        return [source.base for source in sources if source.kind == "pick" and isinstance(source.base, Pick)]

    # ---------------------------------------------------------------- for the C part

    def direct_entry(self, call: CallShape) -> Any:
        """The entry for calls with arguments of this shape, or None where C cannot express it."""
        if self.core is None or (not COMPUTES and any(_computed(held) for held in self.inputs)):
            self.inexpressible = True
            return None
        return Direct(self, call).entry()


def described(
    held: Input, number: int, classes: dict[int, int], fixed: frozenset[int] | None
) -> tuple[Any, ...]:
    """An input as the C part describes it; fixed: extents that the program holds for alone, None: all.

    An axis is its extent, or the number of a class: extents of one class are equal.
    """
    if held.expression is not None:
        low, high = held.bounds or (LOWEST, HIGHEST)
        return ("number", held.form, low, high, number)
    if held.form == "scalar":
        return ("scalar", held.dtype, number)
    family = "numpy" if held.form == "numpy" else "frit"
    axes = tuple([axis_of(extent, classes, fixed) for extent in held.shape])
    return ("array", family, held.dtype, axes, number)


def axis_of(extent: int, classes: dict[int, int], fixed: frozenset[int] | None) -> int:
    """An extent, or the number of its class: those of one class are equal."""
    if fixed is None or extent < 2 or extent in fixed:
        return extent
    return -1 - classes.setdefault(extent, len(classes))


def _computed(held: Input) -> bool:
    """Whether an input is a number that Python computes at each call."""
    return held.expression is not None and held.expression.function is not None
