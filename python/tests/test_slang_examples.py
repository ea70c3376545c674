"""Every function of examples/slang gives what an independent version of it in NumPy gives."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

import frit
import slang_cases_colour
import slang_cases_geometry
import slang_cases_motion
import slang_cases_noise
import slang_cases_numbers
import slang_cases_paths
import numpy as np
import pytest
from slang_case import Case, Sampler

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "slang"
PARTS = (
    slang_cases_colour,
    slang_cases_geometry,
    slang_cases_motion,
    slang_cases_noise,
    slang_cases_numbers,
    slang_cases_paths,
)
CASES: list[Case] = [case for part in PARTS for case in part.CASES]
# Functions that others in their file are made of, and have no case of their own.
HELPERS = """
    filters.sinc raymarch.sky raymarch.material pbr.smith_one
    noise.lattice noise.fade noise.direction noise.simplex_corner sdf.subtract sdf.rotate
    easing.bounce_out easing.ease_in image.clamped image.pixel image.brightness life.cell bits.spread
    sort.swap_if generic.mix generic.polynomial matrix.trace dynamics.rk4 dual.sine dual.exponential
    curves.catmull_rom pathtrace.ball pathtrace.scattered pathtrace.path
""".split()


@functools.cache
def module(file: str) -> Any:
    return frit.load_module(FOLDER / f"{file}.slang")


def copied(value: Any) -> Any:
    """An argument in memory of its own, as frit takes it."""
    if isinstance(value, Sampler):
        return frit.sampler(value.filter, value.address)
    if isinstance(value, dict):
        return {name: copied(part) for name, part in value.items()}
    return value.copy() if isinstance(value, np.ndarray) else value


def in_double(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: in_double(part) for name, part in value.items()}
    if isinstance(value, np.ndarray) and value.dtype == np.float32:
        return value.astype(np.float64)
    return value


def call(case: Case, args: tuple[Any, ...]) -> list[Any]:
    """The value, if there is one, and the arguments that were written."""
    given = [copied(arg) for arg in args]
    if "." in case.function:
        struct, method = case.function.split(".")
        given[0] = getattr(module(case.file), struct)(**given[0])
        value = getattr(given[0], method)(*given[1:])
    else:
        value = getattr(module(case.file), case.function)(*given)
    return ([] if case.void else [value]) + [given[place] for place in case.outs]


def parts(value: Any, right: Any) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """(field, got, right), of a struct all its fields."""
    if not isinstance(right, dict):
        return [("", np.asarray(value), np.asarray(right))]
    found = []
    for name in right:
        field = value[name] if isinstance(value, dict | np.ndarray) else getattr(value, name)
        found.append((f".{name}", np.asarray(field), np.asarray(right[name])))
    return found


def compare(case: Case, what: str, got: np.ndarray, right: np.ndarray) -> None:
    assert got.shape == right.shape, f"{case.name}{what}"
    if case.tolerance == 0:
        good = got == right
    else:
        scale = float(np.max(np.abs(right), initial=0)) or 1.0
        good = np.abs(got.astype(float) - right.astype(float)) <= case.tolerance * scale
    share = float(np.mean(good.reshape(len(good), -1).all(axis=1)))
    assert share >= case.share, (
        f"{case.name}{what}: {share:.2%} are right; wrong at {np.argwhere(~good)[:3].tolist()}:"
        f" {got[~good][:3]}, should be {right[~good][:3]}"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_against_numpy(case: Case) -> None:
    args = case.args(np.random.default_rng(20261115))
    with np.errstate(all="ignore"):
        right = case.reference(*map(in_double, args))
    wanted = right if isinstance(right, tuple) else (right,)
    got = call(case, args)
    assert len(got) == len(wanted)
    for value, expected in zip(got, wanted, strict=True):
        for what, one, other in parts(value, expected):
            compare(case, what, one, other)


def bits(results: list[Any]) -> list[bytes]:
    """Of values and of arguments that were written, structs in the order of their fields."""
    found = []
    for value in results:
        if isinstance(value, dict | np.ndarray | int | float):
            fields = list(value.values()) if isinstance(value, dict) else [value]
        else:
            fields = [value[name] for name in value]
        found += [np.ascontiguousarray(field).tobytes() for field in fields]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_compiled_and_interpreted_give_the_same_bits(case: Case) -> None:
    args = case.args(np.random.default_rng(7))
    with frit.options(compile="off"):
        interpreted = bits(call(case, args))
    with frit.options(compile="wait"):
        assert bits(call(case, args)) == interpreted


def heads(text: str) -> set[str]:
    """Names of the functions that a file declares outside structs."""
    return set(re.findall(r"^[\w<>, \[\]]+? (\w+)(?:<[^()]*>)?\([^;]*?\)\n\{", text, re.MULTILINE))


def test_every_function_has_a_case() -> None:
    covered = {(case.file, case.function) for case in CASES}
    missing = [
        f"{path.stem}.{name}"
        for path in sorted(FOLDER.glob("*.slang"))
        for name in sorted(heads(path.read_text()))
        if (path.stem, name) not in covered and f"{path.stem}.{name}" not in HELPERS
    ]
    assert not missing


def test_there_are_many() -> None:
    assert len({(case.file, case.function) for case in CASES}) >= 40
