"""Numbers that may differ the next time: Python numbers as seen by the tracing of a function.

A `Number` has the value of this call, and remembers how it came about. Arithmetic makes further
numbers, done by Python itself on the values, so it is Python's in every detail. Where a number
meets an array it becomes an operand of the program. Where Python must know the value (a condition,
a range, an index) the trace holds only for numbers that give the same answer: that is a guard.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from .world import is_array


class Tracer(Protocol):
    """What a number tells of its use."""

    def number_seen(self, number: Number) -> None: ...

    def number_array(self, number: Number) -> Any: ...

    def number_computed(self, expression: Expression) -> None: ...


class Expression:
    """How a number follows from those of a call: a source, a constant, or a function of others."""

    __slots__ = ("function", "operands", "source", "size")

    def __init__(
        self, function: Callable[..., Any] | None, operands: tuple[Any, ...], source: int = -1
    ):
        self.function = function  # None: the source of that number
        self.operands = operands  # expressions and constants
        self.source = source
        # Written out as a tree, which is how it is evaluated and compared.
        self.size: int = 1 + sum(o.size for o in operands if type(o) is Expression)

    def evaluate(self, sources: Sequence[Any]) -> Any:
        """Its value where the sources have these values."""
        if self.function is None:
            return sources[self.source]
        values = [o.evaluate(sources) if type(o) is Expression else o for o in self.operands]
        return self.function(*values)

    def numbers(self) -> set[int]:
        """The sources it is computed from."""
        if self.function is None:
            return {self.source}
        return {n for o in self.operands if type(o) is Expression for n in o.numbers()}

    def keys(self) -> set[Any]:
        """Those of it and of all that it is computed from."""
        inner = [o.keys() for o in self.operands if type(o) is Expression]
        return {self.key()}.union(*inner)

    def key(self) -> Any:
        """Equal for equal computations."""
        if self.function is None:
            return self.source
        parts = (o.key() if type(o) is Expression else (type(o), repr(o)) for o in self.operands)
        return (self.function, *parts)


class Number:
    """A Python number that an argument, a variable from outside or an extent gave."""

    __slots__ = ("tracer", "value", "expression")
    # Keeps NumPy's numbers from taking a Number for a sequence of objects.
    __array_ufunc__ = None

    def __init__(self, tracer: Tracer, value: Any, expression: Expression):
        self.tracer = tracer
        self.value = value
        self.expression = expression

    def seen(self) -> Any:
        """The value itself; from here on the trace holds for it alone."""
        self.tracer.number_seen(self)
        return self.value

    def __repr__(self) -> str:
        return f"Number({self.value!r})"

    def __bool__(self) -> bool:
        truth = apply(self.tracer, bool, self)
        return bool(truth.seen() if isinstance(truth, Number) else truth)

    def __index__(self) -> int:
        return operator.index(self.seen())

    def __int__(self) -> int:
        return int(self.seen())

    def __float__(self) -> float:
        return float(self.seen())

    def __complex__(self) -> complex:
        return complex(self.seen())

    def __hash__(self) -> int:
        return hash(self.seen())

    def __format__(self, spec: str) -> str:
        return format(self.seen(), spec)

    def __str__(self) -> str:
        return str(self.seen())

    def __getattr__(self, name: str) -> Any:
        # `n.real`, `x.is_integer()`: methods and attributes of the number itself.
        return getattr(self.seen(), name)

    def __round__(self, digits: Any = None) -> Any:
        return apply(self.tracer, round, self, digits)


_LARGEST = 500
"""Of an expression: a number that has more to it, as loops make them, counts as seen."""


def apply(tracer: Tracer, function: Callable[..., Any], *operands: Any) -> Any:
    """A pure function of numbers, some of which may differ the next time."""
    values = [o.value if isinstance(o, Number) else o for o in operands]
    result = function(*values)
    size = sum(o.expression.size for o in operands if isinstance(o, Number))
    if type(result) not in (int, float, complex, bool) or size > _LARGEST:
        return function(*[o.seen() if isinstance(o, Number) else o for o in operands])
    expression = Expression(
        function, tuple(o.expression if isinstance(o, Number) else o for o in operands)
    )
    if function not in _SAFE:
        tracer.number_computed(expression)
    return Number(tracer, result, expression)


_SAFE = frozenset((operator.add, operator.sub, operator.mul, operator.neg, operator.pos, bool))
"""Arithmetic that raises for no numbers (but for a float that is too large for an integer)."""


def computes(value: Any) -> bool:
    """The condition that something can be computed."""
    return True


_PLAIN = (int, float, complex, bool)


def _binary(function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Number, other: Any) -> Any:
        if type(other) in _PLAIN or isinstance(other, Number):
            return apply(self.tracer, function, self, other)
        if is_array(other):
            return function(self.tracer.number_array(self), other)
        if _is_numpy_number(other):
            return function(self.seen(), other)
        return NotImplemented

    def backward(self: Number, other: Any) -> Any:
        if type(other) in _PLAIN:
            return apply(self.tracer, function, other, self)
        if is_array(other):
            return function(other, self.tracer.number_array(self))
        if _is_numpy_number(other):
            return function(other, self.seen())
        return NotImplemented

    return forward, backward


def _is_numpy_number(value: object) -> bool:
    return type(value).__module__ == "numpy" and hasattr(value, "dtype")


def _unary(function: Callable[[Any], Any]) -> Callable[[Number], Any]:
    return lambda self: apply(self.tracer, function, self)


_REFLECTED = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
}
_COMPARED = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "eq": operator.eq,
    "ne": operator.ne,
}
_SINGLE: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": operator.abs,
    "invert": operator.invert,
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
}

for _name, _function in _REFLECTED.items():
    _forward, _backward = _binary(_function)
    setattr(Number, f"__{_name}__", _forward)
    setattr(Number, f"__r{_name}__", _backward)
for _name, _function in _COMPARED.items():
    setattr(Number, f"__{_name}__", _binary(_function)[0])
for _name, _single in _SINGLE.items():
    setattr(Number, f"__{_name}__", _unary(_single))
