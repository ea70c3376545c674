"""Where a trace's values came from, and what must hold for it to be replayed."""

from __future__ import annotations

import math
import types
import weakref
from collections.abc import Sequence
from typing import Any

from .callables import BUILTINS
from .number import Expression


class Source:
    """A place outside of the function from which a value is read afresh at every call."""

    __slots__ = ("kind", "base", "key")

    def __init__(self, kind: str, base: Any, key: Any = None):
        self.kind = kind  # "leaf", "name", "cell", "default", "attribute", "item", "extent" or "pick"
        # leaf: its number; name: a dict; cell: the cell; default: the function; pick: see picks.py; else another source
        self.base = base
        self.key = key

    def read(self, leaves: Any) -> Any:
        """The value now, where the arguments have these leaves. (Of picks, and what hangs on them: a `Leaves`.)"""
        if self.kind == "pick":
            return leaves[self]
        if self.kind == "leaf":
            return leaves[self.base]
        if self.kind == "name":
            return self.base[self.key] if self.key in self.base else BUILTINS[self.key]
        if self.kind == "cell":
            return self.base.cell_contents
        if self.kind == "default":
            return default_of(self.base, self.key)
        owner = self.base.read(leaves)
        if self.kind == "attribute":
            return getattr(owner, self.key)
        if self.kind == "extent":
            return owner.shape[self.key]
        return owner[self.key]

    def __str__(self) -> str:
        if self.kind == "leaf":
            return f"argument {self.base}"
        if self.kind == "pick":
            return "where a mask is true"
        if self.kind in ("name", "cell"):
            return str(self.key)
        if self.kind == "default":
            return f"{self.base.__name__}({self.key}=)"
        if self.kind == "attribute":
            return f"{self.base}.{self.key}"
        if self.kind == "extent":
            return f"{self.base}.shape[{self.key}]"
        return f"{self.base}[{self.key!r}]"

    def is_path(self) -> bool:
        """Whether it is attributes of something, all the way."""
        source = self
        while source.kind == "attribute":
            source = source.base
        return source.kind not in ("item", "extent")

    def place(self) -> Any:
        """Equal for sources that read the same place."""
        base = self.base.place() if isinstance(self.base, Source) else self.base
        return (self.kind, base if self.kind == "leaf" else _identity(base), self.key)

    def depth(self) -> int:
        """How many containers and objects it is inside of."""
        return 1 + self.base.depth() if isinstance(self.base, Source) else 0

    def leaves(self) -> tuple[Any, ...]:
        """The numbers of the arguments' leaves it is read from, and the picks."""
        if self.kind == "leaf":
            return (self.base,)
        if self.kind == "pick":
            return (self,)
        return self.base.leaves() if isinstance(self.base, Source) else ()

    def root(self) -> str:
        """Where it begins: "argument", "global", "closure" or "default"."""
        if self.kind in _ROOTS:
            return _ROOTS[self.kind]
        root: str = self.base.root()
        return root


def _identity(base: Any) -> Any:
    return base if type(base) is tuple else id(base)


_ROOTS = {"pick": "argument", "leaf": "argument", "name": "global", "cell": "closure", "default": "default"}


def default_of(function: types.FunctionType, name: str) -> Any:
    """The default that a parameter has now."""
    keyword_only = function.__kwdefaults__
    if keyword_only is not None and name in keyword_only:
        return keyword_only[name]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    at = names.index(name) - len(names)
    if at < -len(defaults):
        raise AttributeError(f"{name} has no default any more")
    return defaults[at]


class Defaults:
    """Reads the defaults of a function as attributes, for the C part."""

    __slots__ = ("_function",)

    def __init__(self, function: types.FunctionType):
        self._function = function

    def __getattr__(self, name: str) -> Any:
        return default_of(self._function, name)


def distinct_guards(guards: Sequence[Guard]) -> list[Guard]:
    """Each condition once: a variable is often read many times."""
    found: dict[Any, Guard] = {}
    for guard in guards:
        subject = guard.subject
        place = subject.place() if isinstance(subject, Source) else id(subject)
        found.setdefault((guard.kind, place, id(guard.expected)), guard)
    return list(found.values())


class Guard:
    """A condition under which a trace holds."""

    __slots__ = ("kind", "subject", "token")

    def __init__(self, kind: str, subject: Source | Expression, expected: Any):
        self.kind = kind
        self.subject = subject
        # Objects are not kept alive for being compared with.
        weakly = (
            kind == "is" and type(expected).__weakrefoffset__ and not isinstance(expected, type)
        )
        self.token = weakref.ref(expected) if weakly else expected

    @property
    def expected(self) -> Any:
        """What is expected; None if it is gone."""
        return self.token() if type(self.token) is weakref.ref else self.token

    def holds(self, leaves: Sequence[Any], numbers: Sequence[Any]) -> bool:
        """Whether it holds for a call. Reading what is not there any more may raise."""
        if isinstance(self.subject, Expression):
            return identical(self.subject.evaluate(numbers), self.expected)
        value = self.subject.read(leaves)
        if self.kind == "is":
            expected = self.expected
            return value is expected and expected is not None
        if self.kind == "type":
            return type(value) is self.expected
        if self.kind == "equal":
            return identical(value, self.expected)
        if self.kind == "method":
            return type(value) is types.MethodType and value.__func__ is self.expected
        if self.kind == "length":
            return bool(len(value) == self.expected)
        assert self.kind == "keys"
        return identical(tuple(value), self.expected)

    def __str__(self) -> str:
        return f"{self.subject} {self.kind} {self.expected!r}"


def identical(a: Any, b: Any) -> bool:
    """Whether no program could tell two constants apart."""
    if type(a) is not type(b):
        return False
    if type(a) is float:
        if a != a or b != b:
            return a != a and b != b
        return a == b and math.copysign(1.0, a) == math.copysign(1.0, b)
    if type(a) is complex:
        return identical(a.real, b.real) and identical(a.imag, b.imag)
    if type(a) in (tuple, set, frozenset):  # equal sets may be gone through in another order
        return len(a) == len(b) and all(identical(x, y) for x, y in zip(a, b))
    if type(a) in (range, slice):
        return (a.start, a.stop, a.step) == (b.start, b.stop, b.step)
    return a is b or (type(a) in _BY_VALUE and bool(a == b))


_BY_VALUE = (int, bool, str, bytes)


def is_constant(value: Any) -> bool:
    """Whether `identical` compares it by what it is: numbers, texts, and collections of such."""
    cls = type(value)
    if cls in (tuple, set, frozenset):
        return all(is_constant(item) for item in value)
    if cls is slice:
        return all(
            type(part) in (int, type(None)) for part in (value.start, value.stop, value.step)
        )
    return cls in (*_BY_VALUE, float, complex, range, type(None), type(Ellipsis))
