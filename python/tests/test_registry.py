"""Every function of the namespace beside NumPy's: the walk of registry_walk.py.

FRIT_TEST_REGISTRY=all walks through every dtype, rank and layout of every call (about an hour); else each
call is made with a few of them, the same at each run.
"""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import registry_differences as meant
import registry_recipes as recipes
import registry_walk as walk

import frit

EVERY = os.environ.get("FRIT_TEST_REGISTRY") == "all"
CALLS = list(walk.all_calls())
LATER = list(walk.later_calls())


def unexplained(calls: list[walk.Call], ways: list[str], count: int) -> list[str]:
    found = walk.differences(calls, ways, count, EVERY)
    return [str(one) for one in found if not meant.explained(one)]


@pytest.mark.parametrize("way", walk.WAYS)
def test_every_function_is_numpys(way: str) -> None:
    """Values, dtypes, shapes, memory, writeability and exceptions."""
    count = 2 if way in ("array", "protocol") else 1
    found = unexplained(CALLS, [way], count)
    assert not found, "\n".join([f"{len(found)} differences that no row explains:", *found])


@pytest.mark.parametrize("way", ["array", "replayed", "recorded"])
def test_later_writes_are_seen_as_in_numpy(way: str) -> None:
    """A write to an operand or to a result after the call: who shares memory sees it."""
    calls = LATER if EVERY else [call for call in LATER if _shares(call)]
    found = unexplained(calls, [way], 1)
    assert not found, "\n".join([f"{len(found)} differences that no row explains:", *found])


_NEVER_VIEWS = frozenset(recipes.UNARY + recipes.BINARY)


def _shares(call: walk.Call) -> bool:
    """Calls whose result may be a view, and a few of the others."""
    return call.name not in _NEVER_VIEWS or call.text.count(",") < 1


def test_the_recipes_have_every_function() -> None:
    known = {*recipes.UNARY, *recipes.BINARY, *recipes.CALLS}
    both = [name for name in dir(frit) if _is_function(np, name) and _is_function(frit, name)]
    assert not sorted(set(both) - known)
    assert not sorted({f"linalg.{name}" for name in frit.linalg.__all__} - known)


def _is_function(module: Any, name: str) -> bool:
    value = getattr(module, name, None)
    return callable(value) and not isinstance(value, (type, frit.DType))


def _named(text: str) -> Any:
    return getattr(frit.linalg, text[7:]) if text.startswith("linalg.") else getattr(frit, text)


NOT_GIVEN = {"<no value>"}
EXTRA = {  # keywords of frit's own, which NumPy does not have
    "argsort": {"descending"},
    "sort": {"descending"},
    "clip": {"where", "casting", "order", "dtype", "subok"},  # NumPy: **kwargs
    "einsum": {"dtype", "order", "casting"},
    "pad": {"constant_values"},
}
WITHOUT = {"like", "ndmax", "signature"}  # `like=` is for other libraries; frit has one rank limit
STANDARDS_ORDER = {"clip"}  # the array standard has min and max where NumPy has a_min and a_max
OTHER_NAMES = {"arange": {"start_or_stop"}}  # NumPy takes start= too


@pytest.mark.parametrize("name", sorted(recipes.CALLS))
def test_parameters_have_numpys_names_and_order(name: str) -> None:
    if name.startswith(".") or "." in name.removeprefix("linalg."):
        return
    theirs = getattr(np.linalg, name[7:]) if name.startswith("linalg.") else getattr(np, name)
    if isinstance(theirs, np.ufunc) or not hasattr(frit, name.split(".")[0]):
        return
    try:
        expected = inspect.signature(theirs).parameters
    except ValueError:
        return  # written in C, and NumPy does not tell
    got = inspect.signature(_named(name)).parameters
    short = name.removeprefix("linalg.")
    wanted = [n for n in expected if n not in WITHOUT | OTHER_NAMES.get(short, set())]
    extra = EXTRA.get(short, set())
    have = [n for n in got if n in wanted]
    star = [n for n, p in expected.items() if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    assert set(wanted) - set(got) <= set(star), f"{name} lacks {set(wanted) - set(got)}"
    if short not in STANDARDS_ORDER:
        assert have == [n for n in wanted if n in got], f"{name}: another order"
    assert set(got) - set(wanted) <= extra | {"start", "dtype", "subok", "order", "kwargs"}, name
    for n in have if short not in STANDARDS_ORDER else ():
        _same_parameter(name, expected[n], got[n])


def _same_parameter(name: str, theirs: Any, own: Any) -> None:
    positional = (own.POSITIONAL_ONLY, own.POSITIONAL_OR_KEYWORD)
    where = f"{name}({own.name}=)"
    if theirs.kind == theirs.POSITIONAL_OR_KEYWORD and not name.startswith("unique_"):  # it refuses
        assert own.kind == own.POSITIONAL_OR_KEYWORD, f"{where} is {own.kind.description}"
    elif theirs.kind == theirs.POSITIONAL_ONLY:
        assert own.kind in positional, f"{where} is {own.kind.description}"
    if theirs.default is not theirs.empty and str(theirs.default) not in NOT_GIVEN:
        same = theirs.default is own.default or theirs.default == own.default
        assert same, f"{where} is {own.default!r}, not {theirs.default!r}"


def test_the_documentation_prints_the_table() -> None:
    root = Path(__file__).resolve().parents[2]
    text = (root / "docs" / "python.md").read_text()
    assert meant.documentation() in text, "docs/python.md must have:\n\n" + meant.documentation()
