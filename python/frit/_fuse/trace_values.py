"""The values of a traced run: what comes from outside, numbers, and whose memory is whose.

What was read from outside becomes an input (arrays, numbers) or a guard (everything else).
"""

from __future__ import annotations

import contextlib
import operator
import types
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .. import _core
from .._config import current_options
from .._slang.declared import stands_for
from . import callables as known
from .guards import Guard, Source, is_constant
from .hooks import PlainRun, current
from .inputs import Break as Break
from .inputs import Input as Input
from .inputs import note_device
from .number import Expression, Number, computes
from .places import Given
from .world import DTYPES, World, array_world, dtype_called, holds_array, is_array, is_number

SIMPLE = (str, bytes, bool, type(None), type(Ellipsis), type(NotImplemented))
"""Constants that are compared by their value."""

CONTAINERS: tuple[Any, ...] = (list, tuple, dict)
_COLLECTIONS: tuple[Any, ...] = (set, frozenset, range, slice)
"""What is compared by its contents where it comes from outside."""

_LONGEST = 256
"""Lists from outside with more items are not looked through."""

_EXACT = frozenset({operator.add, operator.sub, operator.mul, operator.truediv})
"""Arithmetic that the program can do as Python does it."""


class TracedValues(PlainRun):
    """What one tracing of a function knows of its values."""

    def __init__(self, world: World, inline: Callable[[Any], Any]):
        self.world = world
        self.inline = inline
        self.capture = _core.Capture()
        self.device: str | None = None  # of frit's arrays among the inputs; None: there is none so far
        if world.name == "frit":
            self.capture.device = current_options()[3]
        self.inputs: list[Input] = []
        self.guards: list[Guard] = []
        self.sources: list[Source] = []  # of numbers
        self.computed: list[Expression] = []  # arithmetic of numbers that may raise
        self.source_of: dict[int, Source] = {}  # by the id of a value from outside
        self.admitted: dict[int, Any] = {}  # by the id of an array from outside: its placeholder
        self.input_of: dict[int, int] = {}  # by the id of a placeholder
        self.number_inputs: dict[Any, Any] = {}
        self.number_sources: dict[tuple[Any, ...], Number] = {}
        self.arrays_of_rank_0: set[int] = set()
        self.python_numbers: set[int] = set()  # ids of arrays that Python gets as integers of its own
        self.known_rows: dict[int, int] = {}  # arrays by id: their first extent, which no size decides
        self.row_major: set[int] = set()  # arrays that lie so whatever they are made of: x.copy()
        self.views: dict[
            int, frozenset[int]
        ] = {}  # by the id of an array: whose memory it may share
        self.reshaped: frozenset[int] = frozenset()  # arrays whose layout decides what is a view
        self.relaid: frozenset[int] = frozenset()  # those that had several axes
        self.given: set[int] = set()  # the ids of containers that stand for some from outside
        self.copied: dict[Any, Any] = {}  # those of variables, by what they stand for and its place
        self.parted: frozenset[int] = frozenset()  # arrays of which real parts or diagonals were taken
        self.diagonals: set[int] = set()  # the ids of values that NumPy has as views
        self.read_only: dict[int, Any] = {}  # arrays that NumPy lets nobody write to
        self.alive: list[Any] = []  # so that ids stay what they are
        # Bodies of loops and branches that are being captured: the capture, and the ids of containers and
        # iterators made in it.
        self.bodies: list[tuple[Any, set[int]]] = []
        self.given_containers = Given(())  # of the arguments
        self.constants: dict[int, Any] = {}  # arrays made from constants, by id, as NumPy has them
        self.elements: dict[int, int] = {}  # integers in them that were read, by id: what they are
        self.masks: dict[Any, Any] = {}  # those that have picked elements, as they were
        self.picks: list[tuple[Any, Any]] = []  # masks as they were, and the places where they are true
        self.materialised: dict[int, Any] = {}  # by the id of an array: the elements that a mask picks
        self.origins: list[Any] = []  # elements that masks have picked
        self.picking = False  # whether there are such, or one was tried
        self.given_leaves: Sequence[Any] = ()  # of this call's arguments
        self.compile = "default"  # how kernels are run
        self.n_lifted = 0  # constants from outside that are inputs by now
        # What the number of a turn picked, x[k], which NumPy has as views: the arrays, and whose memory it is.
        self.rows_picked: list[tuple[Any, frozenset[int]]] = []
        self.appending: list[tuple[Any, list[Any]]] = []  # kept loops' bodies, and what they append to lists
        self.loose = False  # whether sizes that hang on numbers become inputs (sizes.py)
        self.extents_of: dict[int, tuple[Any, ...]] = {}  # of arrays made in those sizes, by id
        self.rooms: dict[Any, Any] = {}  # inputs that say how long an axis is, by the number and the axes
        # What was taken of an array as an input or element by element, which NumPy has as views, and whose it is.
        self.parts_taken: list[tuple[Any, frozenset[int]]] = []

    def execute(self, body: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """The body's result, in terms of the trace."""
        outer, current.run = current.run, self
        was = _core.as_numpy(self.world.name != "frit")
        try:
            with self.capture:
                return body(*args, **kwargs)
        finally:
            _core.as_numpy(was)
            current.run = outer

    def close(self) -> None:
        """Lets go of the capture, which the next trace can then use. (Numbers refer to the run.)"""
        for held in (
            self.admitted,
            self.number_inputs,
            self.number_sources,
            self.alive,
            self.copied,
            self.read_only,
            self.masks,
            self.extents_of,
            self.rooms,
            self.picks,
            self.materialised,
            self.origins,
        ):
            held.clear()
        self.parts_taken = []
        self.inputs = []
        del self.capture

    # ---------------------------------------------------------------- bodies that run once, for all turns

    @contextlib.contextmanager
    def body(self, capture: Any) -> Iterator[None]:
        """A body is captured: what it does to things from outside would be done once, or not at all."""
        self.bodies.append((capture, set()))
        try:
            yield
        finally:
            self.bodies.pop()

    def made(self, value: Any) -> Any:
        if self.bodies:
            self.bodies[-1][1].add(id(value))
            self.alive.append(value)
        return value

    def picked(self, result: Any, owner: Any, key: Any) -> Any:
        """x[key] with arrays in the key: a copy, and where these are numbers a view to NumPy."""
        if self.is_basic(key) and (result.ndim or known.has_ellipsis(key)):
            if result.ndim == 0:
                self.arrays_of_rank_0.add(id(result))
            self.note_picked(result, owner)
        return result

    def note_picked(self, part: Any, owner: Any) -> None:
        """Notes that a turn's number has picked the part: to NumPy a view."""
        self.rows_picked.append((weakref.ref(part), self.roots(owner) | {id(owner)}))

    def picked_from(self, part: Any) -> frozenset[int]:
        """Whose memory a part is that a turn's number has picked."""
        found = [roots for row, roots in self.rows_picked if row() is part]
        return frozenset().union(*found)

    def forget_picked(self, part: Any) -> bool:
        """The part is in use no more; False where no turn's number has picked it."""
        others = [(row, roots) for row, roots in self.rows_picked if row() is not part]
        found = len(others) < len(self.rows_picked)
        self.rows_picked = others
        return found

    def is_picked(self, array: Any) -> bool:
        """Whether it is a part that a number has picked, or a view of one: to NumPy a view of the whole."""
        own = self.roots(array) | {id(array)}
        return any(row() is not None and id(row()) in own for row, _ in self.rows_picked)

    def is_basic(self, key: Any) -> bool:
        """Whether the arrays in a key are numbers to NumPy: those of turns, and elements of arrays."""
        keys = key if type(key) is tuple else (key,)
        if known.picks(key):
            return False
        picks = [k for k in keys if is_array(k)]
        return all(k._weak or (self.is_scalar(k) and k.dtype.kind in "iu") for k in picks)

    def check_picked(self, array: Any) -> None:
        """Neither a row that a turn picked nor what it was picked from may change while the row is in use."""
        self.rows_picked = [(row, roots) for row, roots in self.rows_picked if row() is not None]
        changed = self.roots(array) | {id(array)}
        for row, roots in self.rows_picked:
            if changed & (self.roots(row()) | {id(row())} | roots):
                raise Break("changes an array of which a turn's number has picked a part that is in use")
        for part, roots in self.parts_taken:
            if changed & (self.roots(part) | {id(part)} | roots):
                raise Break("changes an array of which a number of the call has taken a part")

    def touching(self, value: Any) -> None:
        """A list, dict, set or iterator is about to change."""
        if self.bodies and id(value) not in self.bodies[-1][1]:
            raise Break(f"a loop or branch changes a {type(value).__name__} from outside of it")

    # ---------------------------------------------------------------- values from outside

    def guard(self, kind: str, subject: Source | Expression, expected: Any) -> None:
        self.guards.append(Guard(kind, subject, expected))

    def admit(self, value: Any, source: Source) -> Any:
        """A value read from outside, as the trace sees it."""
        if is_number(value):
            return self.admit_number(value, source)
        kind = array_world(value)
        if kind is not None:
            return self.admit_array(value, source, kind)
        self.alive.append(value)
        cls = type(value)
        if cls in SIMPLE:
            self.guard("equal", source, value)
        elif known.is_slang(value) or known.is_slang_module(value):
            self.guard("is", source, value)
            self.guard("is", Source("attribute", source, "_slang"), value._slang)
        elif type(value) is _core.Generator:
            self.guard("is", source, value)
        elif isinstance(value, (types.ModuleType, type)) or callable(value) and _is_code(value):
            if cls is types.MethodType:
                self.admit_method(value, source)
            else:
                self.guard("is", source, value)
        elif isinstance(value, _core.DType):
            self.guard("is", source, value)
        elif known.is_own(cls):
            raise Break(f"{source} is an object of class {cls.__name__}")
        elif cls in CONTAINERS:
            self.guard("type", source, cls)
            self.guard("length", source, len(value))
            if cls is not dict:
                return self.admit_items(value, source)
            self.source_of.setdefault(id(value), source)
        elif cls in _COLLECTIONS and is_constant(value):
            self.guard("equal", source, set(value) if cls is set else value)
            if cls is set:  # others can change it
                self.source_of.setdefault(id(value), source)
        elif known.is_inert(cls) and cls.__module__ not in ("builtins", "numpy") or cls is object:
            self.guard("type", source, cls)
            self.source_of.setdefault(id(value), source)
        elif cls.__module__ in ("builtins", "numpy"):
            raise Break(f"{source} is a {cls.__name__} from outside")
        else:
            raise Break(f"{source} is an object of class {cls.__name__} with operators of its own")
        return value

    def admit_method(self, method: types.MethodType, source: Source) -> None:
        self.guard("method", source, method.__func__)
        if source.kind == "attribute":  # of an object that was admitted
            self.source_of.setdefault(id(method.__self__), source.base)
        elif array_world(method.__self__) is not None or is_number(method.__self__):
            raise Break(f"{source} is a method of an array")
        else:
            self.admit(method.__self__, Source("attribute", source, "__self__"))

    def admit_items(self, value: Any, source: Source) -> Any:
        """A list or tuple from outside: a copy of admitted items, which nothing may change."""
        key = (id(value), source.place())
        if key not in self.copied:
            if len(value) > _LONGEST or source.depth() > 16:  # it may hold itself
                raise Break(f"{source} has too many items")
            items = [self.admit(item, Source("item", source, k)) for k, item in enumerate(value)]
            self.copied[key] = found = type(value)(items)
            self.given.add(id(found))
        return self.copied[key]

    def admit_number(self, value: Any, source: Source) -> Any:
        key = (source.kind, id(source.base), source.key)
        if source.kind == "leaf":
            key = ("leaf", source.base, None)
        found = self.number_sources.get(key)
        if found is None:
            expression = Expression(None, (), len(self.sources))
            found = Number(self, value, expression)
            self.number_sources[key] = found
            self.sources.append(source)
            self.alive.append(source)
            if source.kind != "leaf":  # the types of arguments are part of the key
                self.guard("type", source, type(value))
        return found

    def admit_array(self, value: Any, source: Source, kind: str) -> Any:
        found = self.admitted.get(id(value))
        if found is not None:
            if source.kind != "leaf":
                self.guard("is", source, value)
            return found
        scalar = kind == "numpy" and not hasattr(value, "__setitem__")
        if not scalar and kind == "numpy" and not numpy_owns(value):
            raise Break(f"{source} is an array of dtype {value.dtype} that frit does not have")
        if is_array(value) and value._placeholder:
            raise Break(f"{source} belongs to another trace")
        dtype = value.dtype if is_array(value) else dtype_called(str(value.dtype).split(".")[-1])
        shape = value._shape if is_array(value) else tuple(value.shape)
        note_device(self, value, source)
        placeholder = self.capture.placeholder(dtype, shape)
        stands_for(placeholder, value)
        if not scalar and len(shape) == 0:
            self.arrays_of_rank_0.add(id(placeholder))
        self.admitted[id(value)] = placeholder
        self.input_of[id(placeholder)] = len(self.inputs)
        self.inputs.append(Input(source, placeholder, "scalar" if scalar else kind))
        self.alive.append(value)
        return placeholder

    def constant_array(self, value: Any) -> Any:
        """An array made from constants: the same at every call."""
        if not numpy_owns(value):
            raise Break(f"an array of dtype {value.dtype}, which frit does not have")
        made = self.capture.lift(_core.asarray(value, None, True))
        if value.ndim == 0 and hasattr(value, "__setitem__"):
            self.arrays_of_rank_0.add(id(made))
        self.alive.append(made)
        if value.dtype == "int64":
            self.constants[id(made)] = value.copy()
        return made

    def note_element(self, result: Any, owner: Any, key: Any) -> Any:
        """An integer in an array of constants: where its value is needed it is known."""
        held = self.constants.get(id(owner))
        if held is not None and result.ndim == 0 and not holds_array(key):
            self.elements[id(result)] = int(held[key])
            self.alive.append(result)
        return result

    # ---------------------------------------------------------------- numbers

    def number_seen(self, number: Number) -> None:
        self.guard("number", number.expression, number.value)

    def number_computed(self, expression: Expression) -> None:
        self.computed.append(expression)

    def conditions(self, used: list[Expression]) -> list[Guard]:
        """Arithmetic that may raise and that nobody needs must still be possible."""
        known: set[Any] = set()
        for expression in used:
            known |= expression.keys()
        for guard in self.guards:
            if isinstance(guard.subject, Expression):
                known |= guard.subject.keys()
        made: list[Guard] = []
        for expression in reversed(self.computed):  # the outermost first: they need the others
            if expression.key() not in known:
                known |= expression.keys()
                made.append(Guard("number", Expression(computes, (expression,)), True))
        return made

    def number_array(self, number: Number) -> Any:
        """The number as an operand: in the program where its arithmetic is exact, else an input."""
        return self.expression_array(number.expression, number.value)

    def expression_array(self, expression: Expression, value: Any) -> Any:
        key = expression.key()
        # What a body has made is known inside of it alone.
        places = [*[capture for capture, _ in reversed(self.bodies)], None]
        for place in places:
            made = self.number_inputs.get((id(place), key))
            if made is not None:
                return made
        place = places[0]
        made = self.exact_array(expression, value)
        if made is None:
            made, place = self.number_input(expression, value), None
        self.number_inputs[id(place), key] = made
        self.alive += [made, place]
        return made

    def exact_array(self, expression: Expression, value: Any) -> Any:
        """The arithmetic as steps of the program, where they give exactly what Python gives."""
        if expression.function not in _EXACT or type(value) not in (int, float):
            return None
        operands: list[Any] = []
        for operand in expression.operands:
            if isinstance(operand, Expression):
                operand = self.expression_array(operand, self.source_value(operand))
            operands.append(operand)
        try:
            made = expression.function(*operands)
        except (Exception, _core.NeedsValue):  # 64 bits cannot do it, or a divisor may be 0
            return None
        return made if is_array(made) and made._weak else None

    def source_value(self, expression: Expression) -> Any:
        """What a number of the call is now."""
        return expression.evaluate([number.value for number in self.number_sources.values()])

    def add_lifted(self) -> None:
        """Arrays from outside that steps have met since become inputs."""
        for outer, inner in self.capture.lifted[self.n_lifted :]:
            self.inputs.append(Input(None, inner, "frit", outer))
            self.n_lifted += 1

    def limit_inputs(self) -> None:
        """Integers of the call must lie where the steps so far need them."""
        for number, low, high in self.capture.bounds:
            for held in self.inputs:
                if held.placeholder is number:
                    held.limit(low, high)

    def number_input(self, expression: Expression, value: Any) -> Any:
        kind = type(value).__name__
        if kind == "bool":
            raise Break("the truth of a comparison of numbers is used as a number")
        if kind == "i" and not -(2**63) <= value < 2**63:
            raise Break(f"the integer {value} has more than 64 bits")
        dtype = {"int": "int64", "float": "float64", "complex": "complex128"}[kind]
        placeholder = self.capture.placeholder(dtype_called(dtype), (), weak=kind)
        made = Input(None, placeholder, kind)
        made.expression = expression
        self.input_of[id(placeholder)] = len(self.inputs)
        self.inputs.append(made)
        return placeholder

    def bound_input(self, placeholder: Any, low: int, high: int) -> bool:
        """Notes that an integer of the call must lie there; False where it is none."""
        where = self.input_of.get(id(placeholder))
        if where is None or self.inputs[where].expression is None:
            return False
        self.inputs[where].limit(low, high)
        return True

    def seen(self, value: Any) -> Any:
        """Numbers in a value become what they are now."""
        if isinstance(value, Number):
            return value.seen()
        if is_array(value):
            return self.elements.get(id(value), value)
        if type(value) in (tuple, list):
            return type(value)(self.seen(item) for item in value)
        if type(value) is slice:
            return slice(self.seen(value.start), self.seen(value.stop), self.seen(value.step))
        return value

    def operands(self, value: Any) -> Any:
        """Numbers in a value become arrays that stand for them."""
        if isinstance(value, Number):
            return self.number_array(value)
        if type(value) in (tuple, list):
            return type(value)(self.operands(item) for item in value)
        return value

    # ---------------------------------------------------------------- memory

    def roots(self, array: Any) -> frozenset[int]:
        """The arrays whose memory it may share."""
        return self.views.get(id(array), frozenset((id(array),)))

    def mark_view(self, result: Any, *owners: Any) -> Any:
        """The result may share memory with the owners, and can then be written to if they can."""
        for array in arrays_in(result):
            shared: frozenset[int] = frozenset()
            for owner in owners:
                for held in arrays_in(owner):
                    if held is not array:
                        shared |= self.roots(held)
                        self.rows_picked += [
                            (weakref.ref(array), roots)  # a view of such a part is one
                            for row, roots in self.rows_picked
                            if row() is held
                        ]
                        if id(held) in self.read_only:
                            self.read_only[id(array)] = array
            if shared:
                self.views[id(array)] = self.views.get(id(array), frozenset()) | shared
                self.alive.append(array)
        return result

    def settled(self, result: Any, name: str, given: Any, arguments: Any = ()) -> Any:
        """The result of a function of that name: new, or possibly memory of what it was given.

        given: what the call was given; arguments: those by position, the array of a method first.
        """
        if is_array(result) and result.ndim == 0 and name in known.ALWAYS_ARRAYS | known.WHOLE:
            scalars = any(self.is_scalar(array) for array in arrays_in(given))
            if name in known.ALWAYS_ARRAYS or not scalars:
                self.arrays_of_rank_0.add(id(result))
                self.alive.append(result)
        if name == "broadcast_to" and is_array(result):
            self.read_only[id(result)] = result
        if name == "imag" and is_array(result) and not _holds_complex(given):
            self.read_only[id(result)] = result  # zeros of its own
            return result
        if name in known.VIEWING:
            if name in ("real", "imag") and self.world.name == "numpy":
                for array in arrays_in(given):
                    if array.dtype.kind == "c":  # NumPy's share memory, frit's do not
                        self.parted |= self.roots(array)
            if name in known.RESHAPING:
                for array in arrays_in((given, result)):
                    self.reshaped |= self.roots(array)
                    if any(held.ndim > 1 for held in arrays_in(given)):
                        self.relaid |= self.roots(array)
            return self.mark_view(result, given)
        if known.takes_diagonal(name, arguments):
            for array in arrays_in(given):
                self.parted |= self.roots(array)
            self.diagonals.add(id(result))
            self.read_only[id(result)] = result  # but for einsum's, and then it is only recorded
            return self.mark_view(result, given)
        if name in known.GIVING_BACK:
            return result
        if is_array(result) and any(result is array for array in arrays_in(given)):
            return _core.apply("copy", (result,), "")
        return result

    def changing(self, array: Any) -> None:
        """The elements of an array are about to change."""
        for root in self.roots(array) | {id(array)} if self.constants else ():
            self.constants.pop(root, None)
        if is_array(array) and self.origins:
            self.changing_picked(self.roots(array) | {id(array)})
        if is_array(array) and self.masks:
            changed = self.roots(array) | {id(array)}
            for key, (mask, _) in list(self.masks.items()):
                if changed & (self.roots(mask) | {id(mask)}):
                    del self.masks[key]
        if is_array(array) and id(array) in self.read_only:
            raise Break("changes an array that cannot be written to")
        if is_array(array) and self.roots(array) & self.relaid:
            raise Break("changes an array after it was reshaped: its layout says who shares memory")
        if is_array(array) and self.roots(array) & self.parted:
            raise Break("changes an array of which a part (real, imaginary, a diagonal) is in use")
        if is_array(array) and (self.rows_picked or self.parts_taken):
            self.check_picked(array)
        if is_array(array) and self.bodies:
            capture = self.bodies[-1][0]
            capture.lift(array)
            outside = {id(outer) for outer, _ in capture.lifted}
            if outside & (self.roots(array) | {id(array)}):
                raise Break("a loop or branch changes an array that is not among its variables")

    def changing_picked(self, changed: frozenset[int]) -> None:
        """Elements that masks have picked from what changes are as they were; those that change are what they become."""
        for picked in self.origins:
            if picked.origin is not None:
                if changed & (self.roots(picked.origin) | {id(picked.origin)}):
                    picked.origin = None
        for root in changed & self.materialised.keys():
            self.materialised[root].full = None

    def overwriting(self, array: Any) -> None:
        """A function is about to write into an array; NumPy's do not write into numbers."""
        if is_array(array) and self.is_scalar(array):
            raise Break("writes into a number")
        self.changing(array)

    def writing(self, value: Any, holder: Any) -> None:
        self.changing(value)
        if is_array(value) and value._weak and self.is_outside(holder):
            raise Break("a function of a module changes a number that others hold")

    def is_scalar(self, array: Any) -> bool:
        return self.world.scalars and array.ndim == 0 and id(array) not in self.arrays_of_rank_0

    def is_outside(self, container: Any) -> bool:
        """Whether others hold the container too."""
        return id(container) in self.given or id(container) in self.source_of


# -------------------------------------------------------------------------------------- helpers


def _holds_complex(given: Any) -> bool:
    return any(array.dtype.kind == "c" for array in arrays_in(given))


def _is_code(value: Any) -> bool:
    return (
        isinstance(
            value,
            (
                types.FunctionType,
                types.BuiltinFunctionType,
                types.MethodType,
                types.MethodDescriptorType,
                types.WrapperDescriptorType,
            ),
        )
        or known.is_fused(value)
        or known.is_numpy(value)
        or known.is_own(value)
    )


def numpy_owns(value: Any) -> bool:
    """Whether frit has the dtype of a NumPy array."""
    return value.dtype.name in DTYPES and value.dtype.isnative


def arrays_in(value: Any) -> Iterator[Any]:
    """The arrays in a tree of tuples and lists."""
    if is_array(value):
        yield value
    elif type(value) in (tuple, list):
        for item in value:
            yield from arrays_in(item)
