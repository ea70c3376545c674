"""Containers among the arguments of a call: where each is found, and what a traced body puts into them.

A trace sees copies of the caller's lists, dicts and dataclasses, with placeholders inside. A body may put other values
where some were (`p["w"] = p["w"] - rate * g`) and give the container itself back; a replay does that to the caller's own
objects when its plan has run.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from .pytree import LEAF, Structure, children_of, containers, unflatten

Step = tuple[str, Any]
"""("item", key) or ("attribute", name)."""

Path = tuple[Step, ...]


class Place:
    """A container among the arguments, in a result: the caller's own object."""

    __slots__ = ("path",)

    def __init__(self, path: Path) -> None:
        self.path = path


@dataclasses.dataclass(frozen=True)
class Put:
    """A value that a container of the caller's gets: where, and the number of the leaf."""

    path: Path
    step: Step
    leaf: int


def steps_of(kind: str, detail: Any, count: int) -> list[Step]:
    """How the children of a container are read, in order."""
    if kind == "dict":
        return [("item", key) for key in detail]
    if kind == "data":
        return [("attribute", name) for name in detail[1]]
    return [("item", k) for k in range(count)]


def read(value: Any, path: Sequence[Step]) -> Any:
    """What is found on a path."""
    for kind, key in path:
        value = value[key] if kind == "item" else getattr(value, key)
    return value


def assign(owner: Any, step: Step, value: Any) -> None:
    """Puts a value where a step says."""
    if step[0] == "item":
        owner[step[1]] = value
    else:
        setattr(owner, step[1], value)


class Given:
    """The containers that a trace was given, with what was in them at first."""

    def __init__(self, tree: Any) -> None:
        self.held: dict[int, tuple[Any, Path, list[Step], list[Any]]] = {}
        for container, path, steps, children in _walk(tree, ()):
            self.held[id(container)] = (container, path, steps, children)

    def has(self, container: Any, step: Step) -> bool:
        """Whether a container of the caller's has something there now, and can be given another thing."""
        found = self.held.get(id(container))
        if found is None or isinstance(container, tuple):
            return False
        if type(container) is list and type(step[1]) is int and step[1] < 0:
            step = ("item", step[1] + len(container))
        return step in found[2]

    def place(self, container: Any) -> Place | None:
        found = self.held.get(id(container))
        return Place(found[1]) if found is not None and not isinstance(container, tuple) else None

    def changes(self) -> list[tuple[Path, Step, Any]]:
        """What is not any more what it was."""
        found: list[tuple[Path, Step, Any]] = []
        for container, path, steps, before in self.held.values():
            for step, old in zip(steps, before):
                now = read(container, (step,))
                if now is not old:
                    found.append((path, step, now))
        return found

    def marked(self, tree: Any) -> Any:
        """The tree with places for containers of the caller's."""
        if (place := self.place(tree)) is not None:
            return place
        parts = children_of(tree)
        if parts is None:
            return tree
        kind, detail, children = parts
        made = [self.marked(child) for child in children]
        if all(new is old for new, old in zip(made, children)):
            return tree
        return unflatten(Structure(kind, detail, (LEAF,) * len(made)), made)


def are_apart(values: Any, paths: Sequence[Path]) -> bool:
    """Whether each of those containers is found among the arguments once, and nowhere else."""
    changed = {id(read(values, path)) for path in paths}
    found = [id(container) for container in containers(values) if id(container) in changed]
    return len(found) == len(set(paths))


def _walk(tree: Any, path: Path) -> Iterator[tuple[Any, Path, list[Step], list[Any]]]:
    parts = children_of(tree)
    if parts is None or parts[0] == "instance":
        return
    kind, detail, children = parts
    steps = steps_of(kind, detail, len(children))
    if path or kind != "tuple":
        yield tree, path, steps, children
    for step, child in zip(steps, children):
        yield from _walk(child, (*path, step))
