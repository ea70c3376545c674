"""Trees of values are taken apart and put together again."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any

import pytest
from frit._fuse.pytree import containers, flatten, leaf_paths, unflatten

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: Any
    b: Any = 3


@dataclasses.dataclass
class Slotted:
    __slots__ = ("a",)
    a: Any


TREES = [
    3,
    (),
    (1, [2, {"k": 3}]),
    Point(1, (2, 3)),
    Frozen([1], None),
    Slotted({"x": Point(1, 2)}),
    {"b": 1, "a": {2: None}},
    [[], [[]]],
]


@pytest.mark.parametrize("tree", TREES, ids=repr)
def test_there_and_back(tree: Any) -> None:
    leaves, structure = flatten(tree)
    back = unflatten(structure, leaves)
    assert back == tree and type(back) is type(tree)
    assert structure.count == len(leaves) == len(leaf_paths(structure))


def test_structures_are_keys() -> None:
    keys = {flatten(tree)[1] for tree in TREES}
    assert len(keys) == len(TREES)
    assert flatten((1, [2]))[1] == flatten((3, ["x"]))[1]
    assert flatten({"a": 1})[1] != flatten({"b": 1})[1]
    assert flatten((1,))[1] != flatten([1])[1]
    assert flatten(Point(1, 2))[1] != flatten((1, 2))[1]


def test_leaves_have_names() -> None:
    structure = flatten({"p": Point(1, [2]), "q": Frozen(1, 2)})[1]
    assert leaf_paths(structure, "t") == ["t['p'].x", "t['p'].y[0]", "t['q'].a", "t['q'].b"]


def test_other_objects_are_leaves() -> None:
    class Own(list):
        pass

    instance = Frozen(1)
    object.__setattr__(instance, "extra", 3)
    for leaf in (Own([1]), {1, 2}, "text", Frozen, instance):
        assert flatten(leaf)[0] == [leaf]


def test_a_list_that_holds_itself_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    assert len(flatten(loop)[0]) == 1
    assert sum(1 for _ in containers(loop)) < 100
