"""Lists, dicts and dataclasses of the caller's that a fused function changes: replayed, as in Python."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from fuse_check import check

import frit


@dataclasses.dataclass
class Layer:
    w: Any
    b: Any


def _layer() -> Layer:
    return Layer(np.arange(6.0).reshape(2, 3), np.ones(3))


def _parameters() -> dict[str, Any]:
    return {"w": np.arange(6.0).reshape(2, 3), "b": np.ones(3), "t": 3}


def _replaces(p: Any, g: Any, rate: Any) -> Any:
    p["w"] = p["w"] - rate * g["w"]
    p["b"] -= rate * g["b"]
    return p


def _counts(p: Any, g: Any, rate: Any) -> Any:
    p["t"] += 1
    p["b"] = p["b"] * p["t"] + rate
    return p["b"], p, {"again": p}


def _shares(p: Any, g: Any, rate: Any) -> Any:
    p["w"] = g["w"]
    g["b"] = p["b"]
    p["b"] = g["b"] + rate


def _reads_again(p: Any, g: Any, rate: Any) -> Any:
    before = p["w"]
    p["w"] = before * 2
    before += 1
    p["w"] += p["w"] * rate
    return p["w"].sum()


@pytest.mark.parametrize("function", [_replaces, _counts, _shares, _reads_again])
def test_dicts(function: Any) -> None:
    check(function, lambda: (_parameters(), _parameters(), 0.5), mode="replayed")


def _each(p: Any, g: Any) -> Any:
    for k in p:
        p[k] = p[k] + g[k]


def test_every_item_in_turn() -> None:
    check(_each, lambda: ({"a": np.ones(3), "b": np.ones(4)}, {"a": np.ones(3), "b": np.ones(4)}), mode="replayed")


def _lists(a: Any) -> Any:
    a[0] = a[0] + a[1]
    a[-1] = a[0] * 2
    return a


def _deep(a: Any) -> Any:
    a["x"][1]["y"] = a["x"][0] * 3
    return a["x"]


def _attributes(p: Any) -> Any:
    p.w = p.w + p.b
    p.b *= 2
    return p


def test_lists_nested_containers_and_attributes() -> None:
    check(_lists, lambda: ([np.ones(3), np.ones(3), np.zeros(3)],), mode="replayed")
    check(_deep, lambda: ({"x": [np.ones(2), {"y": np.zeros(2)}]},), mode="replayed")
    check(_attributes, lambda: (_layer(),), mode="replayed")


def test_replays_need_no_python_but_for_putting() -> None:
    fused = frit.fuse(_replaces)
    for _ in range(3):
        fused(_parameters(), _parameters(), 0.5)
    before = fused._hits
    p = _parameters()
    assert fused(p, _parameters(), 0.5) is p
    assert fused._hits == before + 1
    assert fused(rate=0.5, p=p, g=_parameters()) is p
    assert fused(rate=0.5, p=p, g=_parameters()) is p


def _one_of_two(p: Any, q: Any) -> Any:
    p["w"] = p["w"] + 1
    return q["w"] * 2


def test_a_dict_that_is_passed_twice() -> None:
    fused = frit.fuse(_one_of_two)
    for _ in range(3):
        assert fused({"w": np.ones(2)}, {"w": np.ones(2)}).tolist() == [2, 2]
    same = {"w": np.ones(2)}
    assert fused(same, same).tolist() == [4, 4]
    for _ in range(3):
        _inside({"w": np.ones(2)}, [{"w": np.ones(2)}])
    same = {"w": np.ones(2)}
    assert _inside(same, [same]).tolist() == [4, 4]


@frit.fuse
def _inside(p: Any, q: Any) -> Any:
    p["w"] = p["w"] + 1
    return q[0]["w"] * 2


outside = {"w": np.ones(2)}


def _and_a_global(p: Any) -> Any:
    p["w"] = p["w"] + 1
    return outside["w"] * 2


def test_a_dict_that_is_a_global_too() -> None:
    fused = frit.fuse(_and_a_global)
    for _ in range(3):
        assert fused({"w": np.ones(2)}).tolist() == [2, 2]
    assert fused(outside).tolist() == [4, 4]
    outside["w"] = np.ones(2)


def _fails(p: Any, k: Any) -> Any:
    p["w"] = p["w"][k]
    return p


def test_a_failure_puts_nothing() -> None:
    fused = frit.fuse(_fails)
    for _ in range(3):
        fused({"w": np.ones(3)}, np.array([0, 2]))
    p = {"w": np.ones(3)}
    with pytest.raises(IndexError):
        fused(p, np.array([0, 9]))
    assert p["w"].shape == (3,)


def _new_key(p: Any) -> Any:
    p["new"] = p["w"] + 1
    return p


def _view(p: Any) -> Any:
    p["w"] = p["w"][1:]
    return p


@pytest.mark.parametrize("function", [_new_key, _view])
def test_what_is_not_replayed(function: Any) -> None:
    check(function, lambda: ({"w": np.ones(3)},), mode="recorded")
