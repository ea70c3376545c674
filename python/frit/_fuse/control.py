"""Loops and branches that stay loops and branches: `range`, `cond`, `while_loop`, `fori_loop`.

On arrays that have values they are what they say, in Python. While a function is traced the bodies
are captured, and become the bodies of the program's own `if`, `for` and `while`.
"""

from __future__ import annotations

import builtins
import contextlib
import itertools
import operator
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from .. import _core
from .._errors import DTypeError, Error, ShapeError
from .hooks import current
from .number import Number, apply
from .pytree import Structure, flatten, unflatten
from .trace import Break, TracedRun
from .world import dtype_called, is_array, is_number

_counter = itertools.count()
_placeholders: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()  # by id; of bodies
_DTYPES = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}


def range(*bounds: Any) -> Any:
    """A range. A fused function keeps a loop over it as one loop, however long it is.

    >>> [i for i in range(3)]
    [0, 1, 2]
    """
    run = current.run
    if isinstance(run, TracedRun) and any(isinstance(b, Number) or is_array(b) for b in bounds):
        return KeptRange(*bounds)
    return builtins.range(*bounds)


class KeptRange:
    """A range whose bounds are known only when the program runs."""

    def __init__(self, *bounds: Any):
        if not 1 <= len(bounds) <= 3:
            raise TypeError(f"range takes 1 to 3 bounds, not {len(bounds)}")
        for bound in bounds:
            if not is_array(bound):
                operator.index(bound.value if isinstance(bound, Number) else bound)
        self.start: Any = 0 if len(bounds) == 1 else bounds[0]
        self.stop: Any = bounds[0] if len(bounds) == 1 else bounds[1]
        self.step: Any = bounds[2] if len(bounds) == 3 else 1

    def is_empty(self) -> bool:
        """Whether it has no numbers, where that is known; the trace then depends on it."""
        if any(is_array(bound) for bound in (self.start, self.stop, self.step)) or self.step == 0:
            return False
        return not (self.start < self.stop if self.step > 0 else self.start > self.stop)

    def concrete(self) -> builtins.range:
        """The range as it is now: the trace then holds for these bounds alone."""
        return builtins.range(*[int(b) for b in (self.start, self.stop, self.step)])


class PlainRange(KeptRange):
    """Python's own range in a `for` statement: kept where that pays, else gone through turn by turn."""

    def turns(self) -> int:
        """How many there are in this call; nothing depends on it yet."""
        bounds = (self.start, self.stop, self.step)
        return len(builtins.range(*[b.value if isinstance(b, Number) else b for b in bounds]))

    def is_fixed(self) -> bool:
        """Whether its bounds are Python's numbers, the same in every call."""
        return all(type(bound) is int for bound in (self.start, self.stop, self.step))

    def length(self, run: Any) -> Any:
        """How many turns there are, as a number of the call."""
        bounds = (self.start, self.stop, self.step)
        if not any(isinstance(bound, Number) for bound in bounds):
            return len(builtins.range(*bounds))
        return apply(run, range_length, *bounds)

    def item(self, run: Any, turn: Any) -> Any:
        """What the turn of that number goes through."""
        item = turn * self.step if self.step != 1 else turn
        return item + self.start if isinstance(self.start, Number) or self.start != 0 else item

    def arrays(self) -> list[Any]:
        """The arrays that it goes through."""
        return []


def range_length(start: int, stop: int, step: int) -> int:
    return len(builtins.range(start, stop, step))


def cond(pred: Any, then: Callable[..., Any], otherwise: Callable[..., Any], *operands: Any) -> Any:
    """then(*operands) if pred, else otherwise(*operands).

    Both should give the same structure, dtypes and shapes. In a traced function, where pred is an
    array without a value yet, both are traced and that is checked. Where pred has a value only the
    chosen function is called, as in an `if`, so nothing can be said about the other.

    >>> cond(True, lambda x: x + 1, lambda x: x - 1, 3)
    4
    """
    run = current.run
    if not (is_array(pred) and pred._placeholder):
        chosen = then if pred else otherwise
        return current.run.call(chosen, operands, {})
    if pred.ndim != 0:
        raise ShapeError(f"frit.cond: the condition has rank {pred.ndim}, and must have rank 0")
    leaves, structure = _operands(run, operands)
    first = _Part(run, then, structure, leaves)
    second = _Part(run, otherwise, structure, leaves)
    if first.structure != second.structure:
        raise DTypeError(
            f"frit.cond: one branch gives {first.structure}, the other {second.structure}"
        )
    _check_same("frit.cond", "the branches give", first.outputs, second.outputs)
    for part in (first, second):
        _check_bounds(run, part)
    lifted = _merge([first, second])
    names = [f"x{k}" for k in builtins.range(len(leaves) + len(lifted))]
    modules = [part.finish(lifted) for part in (first, second)]
    condition = _as_bool(pred)
    given = ", ".join(["c", *names])
    results = [f"r{k}" for k in builtins.range(len(first.outputs))]
    if not results:
        return first.structure and unflatten(first.structure, [])
    text = f"{', '.join(results)} = if({given}, then=@{first.name}, else=@{second.name})"
    operand_arrays = [condition, *leaves, *[outer for outer, _ in lifted]]
    made = _apply(modules, "cond", ["c", *names], results, text, operand_arrays)
    return unflatten(first.structure, made)


def while_loop(condition: Callable[..., Any], body: Callable[..., Any], *carry: Any) -> Any:
    """carry = body(*carry) while condition(*carry); gives the last carry.

    One carried value is given back as it is, several as a tuple.

    >>> while_loop(lambda n: n < 100, lambda n: n * 2, 3)
    192
    """
    run = current.run
    if not _traced(run, carry):
        return _plain_while(condition, body, carry)
    leaves, structure = _operands(run, carry)
    test = _Part(run, condition, structure, leaves)
    if len(test.outputs) != 1 or test.outputs[0].ndim != 0:
        raise ShapeError("frit.while_loop: the condition must give one value of rank 0")
    turn = _Part(run, body, structure, leaves, carried=len(carry))
    _check_carry("frit.while_loop", structure, leaves, turn)
    for part in (test, turn):
        _check_bounds(run, part)
    lifted = _merge([test, turn])
    test.outputs = [test.inside(_as_bool, test.outputs[0])]
    modules = [part.finish(lifted) for part in (test, turn)]
    names = [f"x{k}" for k in builtins.range(len(leaves) + len(lifted))]
    results = [f"r{k}" for k in builtins.range(len(leaves))]
    text = (
        f"{', '.join(results)} = while({', '.join(names)}, cond=@{test.name}, body=@{turn.name},"
        f" carry={len(leaves)})"
    )
    operand_arrays = [*leaves, *[outer for outer, _ in lifted]]
    made = _apply(modules, "loop", names, results, text, operand_arrays)
    return _given_back(unflatten(structure, made))


def fori_loop(lower: Any, upper: Any, body: Callable[..., Any], *carry: Any) -> Any:
    """carry = body(i, *carry) for i from lower to upper - 1; gives the last carry.

    One carried value is given back as it is, several as a tuple.

    >>> fori_loop(0, 5, lambda i, total: total + i, 0)
    10
    """
    run = current.run
    if not _traced(run, (lower, upper, *carry)):
        for i in builtins.range(int(lower), int(upper)):
            carry = _as_carry(run.call(body, (i, *carry), {}), len(carry), "frit.fori_loop")
        return _given_back(carry)
    return _traced_for(run, lower, upper, body, carry, "frit.fori_loop")


def _traced_for(
    run: Any, lower: Any, upper: Any, body: Callable[..., Any], carry: tuple[Any, ...], what: str
) -> Any:
    leaves, structure = _operands(run, carry)
    turn = _Part(run, body, structure, leaves, carried=len(carry), indexed=True)
    _check_carry(what, structure, leaves, turn)
    bounds = [_as_index(run, bound, what) for bound in (lower, upper)]
    _check_bounds(run, turn, lower, upper)
    lifted = _merge([turn])
    modules = [turn.finish(lifted)]
    names = [f"x{k}" for k in builtins.range(len(leaves) + len(lifted))]
    results = [f"r{k}" for k in builtins.range(len(leaves))]
    given = ", ".join(["lo", "hi", *names])
    text = f"{', '.join(results)} = for({given}, body=@{turn.name}, carry={len(leaves)})"
    operand_arrays = [*bounds, *leaves, *[outer for outer, _ in lifted]]
    made = _apply(modules, "loop", ["lo", "hi", *names], results, text, operand_arrays)
    return _given_back(unflatten(structure, made))


# ------------------------------------------------------------------------------- in plain Python


def _plain_while(condition: Any, body: Any, carry: tuple[Any, ...]) -> Any:
    run = current.run
    while run.call(condition, carry, {}):
        carry = _as_carry(run.call(body, carry, {}), len(carry), "frit.while_loop")
    return _given_back(carry)


def _as_carry(result: Any, count: int, what: str) -> tuple[Any, ...]:
    if count == 1 and not (type(result) is tuple and len(result) == 1):
        return (result,)
    if type(result) not in (tuple, list) or len(result) != count:
        raise DTypeError(f"{what}: the body must give a tuple of {count} values")
    return tuple(result)


def _given_back(carry: tuple[Any, ...]) -> Any:
    return carry[0] if len(carry) == 1 else tuple(carry)


def _traced(run: Any, values: Sequence[Any]) -> bool:
    if not isinstance(run, TracedRun):
        return any(is_array(leaf) and leaf._placeholder for leaf in flatten(tuple(values))[0])
    return any(is_array(leaf) or isinstance(leaf, Number) for leaf in flatten(tuple(values))[0])


# ------------------------------------------------------------------------------- captured bodies


def _operands(run: Any, values: Sequence[Any]) -> tuple[list[Any], Structure]:
    """Carried values as arrays with a dtype of their own."""
    leaves, structure = flatten(tuple(values))
    return [_strong(run, leaf) for leaf in leaves], structure


def _strong(run: Any, leaf: Any) -> Any:
    if isinstance(leaf, Number):
        leaf = run.number_array(leaf)
    if is_number(leaf) or type(leaf) is bool:
        leaf = _core.scalar(leaf, dtype_called(_DTYPES[type(leaf)]))
    if not is_array(leaf):
        leaf = _core.asarray(leaf)
    return _core.cast(leaf, leaf.dtype) if leaf._weak else leaf


def _as_bool(array: Any) -> Any:
    return array if array.dtype.name == "bool" else _core.cast(array, dtype_called("bool"))


def _as_index(run: Any, bound: Any, what: str) -> Any:
    made = _strong(run, bound)
    if made.ndim != 0 or made.dtype.kind not in "iu":
        raise DTypeError(
            f"{what}: a bound is an integer, not {made.dtype.name} of rank {made.ndim}"
        )
    return _core.cast(made, dtype_called("int64"))


def _body_of(run: Any, capture: Any) -> Any:
    return run.body(capture) if isinstance(run, TracedRun) else contextlib.nullcontext()


def stands_for_outer(array: Any) -> bool:
    """Whether it is what the body of a loop or branch is given for an array from outside."""
    return _placeholders.get(id(array)) is array


class _Part:
    """A function captured on placeholders for its operands."""

    def __init__(
        self,
        run: Any,
        function: Callable[..., Any],
        structure: Structure,
        leaves: Sequence[Any],
        carried: int | None = None,
        indexed: bool = False,
    ):
        self.name = f"part{next(_counter)}"
        self.capture = _core.Capture()
        self.inputs = [self.capture.placeholder(leaf.dtype, leaf._shape) for leaf in leaves]
        _placeholders.update({id(held): held for held in self.inputs})
        self.index = None
        self.counts: list[Any] = []  # integers among the inputs that are only counted with
        arguments: tuple[Any, ...] = unflatten(structure, self.inputs)
        if indexed:
            self.index = self.capture.placeholder(dtype_called("int64"), (), weak="int")
            arguments = (self.index, *arguments)
        if run is None:
            return
        with _body_of(run, self.capture), self.capture:
            result = run.call(function, arguments, {})
            if carried is not None:
                result = _as_carry(result, carried, "a loop")
            outputs, self.structure = flatten(result)
            self.outputs = [self.capture.lift(_strong(run, leaf)) for leaf in outputs]
        for number, placeholder in enumerate(self.inputs):
            if self.capture.changed(placeholder):
                raise Break(f"operand {number} of a captured body is changed in place")

    @staticmethod
    def empty(leaves: Sequence[Any]) -> _Part:
        """Placeholders alone: the steps come later."""
        return _Part(None, tuple, flatten(tuple(leaves))[1], leaves)

    def inside(self, function: Callable[..., Any], *args: Any) -> Any:
        """A further step of the body."""
        with self.capture:
            return function(*args)

    def finish(self, lifted: Sequence[tuple[Any, Any]]) -> Any:
        """Its program, whose inputs are the operands, then what any part took from outside."""
        own = {id(outer): inner for outer, inner in self.capture.lifted}
        if any(self.capture.changed(inner) for inner in own.values()):
            raise Break("a captured body changes an array from outside, perhaps by another name")
        inputs = [] if self.index is None else [self.index]
        inputs += self.inputs
        for outer, _ in lifted:
            inner = own.get(id(outer))
            inputs.append(self.capture.lift(outer) if inner is None else inner)
        try:
            return self.capture.finish(inputs, self.outputs, self.name, False)
        except Error:
            return self.capture.finish(inputs, self.outputs, self.name, True)


def _merge(parts: Sequence[_Part]) -> list[tuple[Any, Any]]:
    """What the parts took from outside, each once."""
    found: dict[int, tuple[Any, Any]] = {}
    for part in parts:
        for outer, inner in part.capture.lifted:
            found.setdefault(id(outer), (outer, inner))
    return list(found.values())


def _check_same(what: str, how: str, first: Sequence[Any], second: Sequence[Any]) -> None:
    for number, (a, b) in enumerate(zip(first, second)):
        if a.dtype != b.dtype:
            raise DTypeError(f"{what}: {how} {a.dtype.name} and {b.dtype.name} (value {number})")
        if a._shape != b._shape:
            raise ShapeError(f"{what}: {how} shapes {a._shape} and {b._shape} (value {number})")


def _check_carry(what: str, structure: Structure, leaves: Sequence[Any], turn: _Part) -> None:
    if turn.structure != structure:
        raise DTypeError(f"{what}: the carry is {structure}, and the body gives {turn.structure}")
    _check_same(
        what, "carried values must stay as they are, and the body turns", leaves, turn.outputs
    )


def _has_value(bound: Any) -> bool:
    """Whether it can be compared now. What comes of it with a number of the call then holds for the trace."""
    return is_number(bound) or isinstance(bound, Number)


def _check_bounds(run: Any, part: _Part, lower: Any = None, upper: Any = None) -> None:
    """Integers must fit wherever the body used them: the loop's own, and those from outside."""
    outside = {id(inner): outer for outer, inner in part.capture.lifted}
    for number, low, high in part.capture.bounds:
        if number is part.index:
            fits_below = _has_value(lower) and bool(lower >= low)
            if fits_below and (high >= 2**63 - 1 or (_has_value(upper) and upper - 1 <= high)):
                continue
        elif isinstance(run, TracedRun) and id(number) in outside:
            if run.bound_input(outside[id(number)], low, high):
                continue
        elif low <= -(2**63) and high >= 2**63 - 1:
            continue  # what the loop counts is an int64
        elif any(number is count for count in part.counts) and low <= -(2**31) and high >= 2**31:
            continue  # and is only added to and compared, with what is as wide
        raise Break("an integer of a loop meets a dtype that may not hold it")


def _apply(
    modules: Sequence[Any],
    name: str,
    inputs: Sequence[str],
    results: Sequence[str],
    instruction: str,
    operands: Sequence[Any],
) -> list[Any]:
    """Records a program of one instruction over the parts' programs."""
    name = f"{name}{next(_counter)}"
    texts: dict[str, None] = {}
    for module in modules:
        for part in _programs(module.clear_types().text()):
            texts[part] = None
    types = [_type_text(operand) for operand in operands]
    declared = ", ".join(f"{n}: {t}" for n, t in zip(inputs, types))
    whole = "\n".join(texts)
    whole += f"\nprogram {name}({declared}) -> ({', '.join(results)}) {{\n  {instruction}\n}}\n"
    module = _core.Module.parse(whole)
    return list(_core.apply_program(module, name, tuple(operands)))


def _programs(text: str) -> list[str]:
    """The programs of a module's text, one by one."""
    parts: list[str] = []
    for line in text.splitlines():
        if line.startswith(("program ", "struct ", "extern ")):
            parts.append(line)
        elif parts:
            parts[-1] += "\n" + line
    return [part.rstrip() for part in parts]


def _type_text(array: Any) -> str:
    shape = ", ".join(f"e{n}" if n > 1 else str(n) for n in array._shape)
    return f"{array.dtype.code}[{shape}]" if array.ndim else str(array.dtype.code)


fori = fori_loop

for _function in (cond, while_loop, fori_loop, range):
    setattr(_function, "_frit_control", True)
