"""Trees of values: what goes into a fused function and what comes out of it.

A tree is a value, or a tuple, list, dict, named tuple, dataclass or struct of a module of trees. `flatten` takes it
apart into leaves and a structure; `unflatten` puts other leaves into the same structure. Structures
are compared and hashed, so they can be part of a cache's key.

>>> leaves, structure = flatten({"a": 1, "b": (2, [3])})
>>> leaves
[1, 2, 3]
>>> structure
{'a': *, 'b': (*, [*])}
>>> unflatten(structure, "xyz")
{'a': 'x', 'b': ('y', ['z'])}
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from typing import Any

from .callables import is_slang_struct

_DEEPEST = 64


class Structure:
    """The shape of a tree: how its leaves are held together."""

    __slots__ = ("kind", "detail", "children", "count", "_hash")

    def __init__(self, kind: str, detail: Any = None, children: tuple[Structure, ...] = ()):
        self.kind = kind  # "leaf", "tuple", "list", "dict", "named", "data" or "instance"
        # keys of a dict; (class, fields) of a named tuple, dataclass or instance of a struct
        self.detail = detail
        self.children = children
        self.count: int = 1 if kind == "leaf" else sum(child.count for child in children)
        self._hash = hash((kind, detail, children))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Structure):
            return NotImplemented
        return (
            self._hash == other._hash
            and self.kind == other.kind
            and self.detail == other.detail
            and self.children == other.children
        )

    def __repr__(self) -> str:
        inner = [repr(child) for child in self.children]
        if self.kind == "leaf":
            return "*"
        if self.kind == "list":
            return f"[{', '.join(inner)}]"
        if self.kind == "tuple":
            return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
        if self.kind == "dict":
            return "{" + ", ".join(f"{k!r}: {v}" for k, v in zip(self.detail, inner)) + "}"
        cls, names = self.detail
        return f"{cls.__name__}({', '.join(f'{k}={v}' for k, v in zip(names, inner))})"


LEAF = Structure("leaf")

_leaf_types: set[type] = set()
"""Types that were found to be no containers."""


def is_named_tuple(value: object) -> bool:
    """Whether the value is a tuple whose class names its fields."""
    return isinstance(value, tuple) and isinstance(getattr(type(value), "_fields", None), tuple)


def dataclass_fields(value: object) -> tuple[str, ...] | None:
    """The fields of a dataclass instance that holds nothing besides them; else None."""
    if isinstance(value, type) or not dataclasses.is_dataclass(value):
        return None
    names = tuple(field.name for field in dataclasses.fields(value))
    own = getattr(value, "__dict__", None)
    if own is not None and own.keys() != set(names):
        return None
    return names if all(hasattr(value, name) for name in names) else None


def children_of(value: object) -> tuple[str, Any, list[Any]] | None:
    """Kind, detail and children of a container; None of a leaf."""
    cls = type(value)
    if cls in _leaf_types:
        return None
    if cls is tuple or cls is list:
        return cls.__name__, None, list(value)  # type: ignore[call-overload]
    if cls is dict:
        try:
            return "dict", tuple(value), list(value.values())  # type: ignore[arg-type, attr-defined]
        except TypeError:
            return None
    if is_named_tuple(value):
        return "named", (cls, cls._fields), list(value)  # type: ignore[attr-defined, call-overload]
    if is_slang_struct(value):
        held: dict[str, Any] = value._values  # type: ignore[attr-defined]
        return "instance", (cls, tuple(held)), list(held.values())
    fields = dataclass_fields(value)
    if fields is not None:
        return "data", (cls, fields), [getattr(value, name) for name in fields]
    if not dataclasses.is_dataclass(cls) and cls is not dict and len(_leaf_types) < 1000:
        _leaf_types.add(cls)
    return None


def flatten(tree: object) -> tuple[list[Any], Structure]:
    """The leaves of a tree, left to right, and its structure."""
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, 0)


def _flatten(tree: object, leaves: list[Any], depth: int) -> Structure:
    parts = children_of(tree) if depth < _DEEPEST else None
    if parts is None:
        leaves.append(tree)
        return LEAF
    kind, detail, children = parts
    parts_of = tuple([_flatten(c, leaves, depth + 1) for c in children])
    if kind == "tuple" and all([part is LEAF for part in parts_of]):
        return _flat_tuple(len(parts_of))
    return Structure(kind, detail, parts_of)


@functools.lru_cache(maxsize=64)
def _flat_tuple(count: int) -> Structure:
    """The structure most arguments have, made once."""
    return Structure("tuple", None, (LEAF,) * count)


def containers(tree: object) -> Iterator[object]:
    """Every container of a tree, outermost first."""
    stack = [(tree, 0)]
    while stack:
        value, depth = stack.pop()
        parts = children_of(value) if depth < _DEEPEST else None
        if parts is not None:
            yield value
            stack.extend((child, depth + 1) for child in reversed(parts[2]))


def unflatten(structure: Structure, leaves: Iterable[Any]) -> Any:
    """A tree of the structure with these leaves, in order."""
    return _unflatten(structure, iter(leaves))


def _unflatten(structure: Structure, leaves: Iterator[Any]) -> Any:
    if structure.kind == "leaf":
        return next(leaves)
    children = [_unflatten(child, leaves) for child in structure.children]
    if structure.kind == "list":
        return children
    if structure.kind == "tuple":
        return tuple(children)
    if structure.kind == "dict":
        return dict(zip(structure.detail, children))
    cls, names = structure.detail
    if structure.kind == "named":
        return tuple.__new__(cls, children)
    if structure.kind == "instance":
        return cls._holding(dict(zip(names, children)))
    # A dataclass: its fields are put back as they were; no constructor of the user's runs.
    made = object.__new__(cls)
    for name, child in zip(names, children):
        object.__setattr__(made, name, child)
    return made


def leaf_paths(structure: Structure, prefix: str = "") -> list[str]:
    """A name for each leaf: `x`, `pair[0]`, `options['gain']`, `point.x`."""
    if structure.kind == "leaf":
        return [prefix]
    names: list[str]
    if structure.kind in ("tuple", "list"):
        names = [f"{prefix}[{i}]" for i in range(len(structure.children))]
    elif structure.kind == "dict":
        names = [f"{prefix}[{key!r}]" for key in structure.detail]
    else:
        names = [f"{prefix}.{name}" for name in structure.detail[1]]
    return [
        path for child, name in zip(structure.children, names) for path in leaf_paths(child, name)
    ]
