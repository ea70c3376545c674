"""Runs the programs of programs.py by NumPy and by frit, compares all that a caller can see, and
makes a program that shows a difference as small as it can be.

Compared are results (values, dtypes, shapes, classes, which of them are arguments, which share
memory), exceptions, and what became of the arguments. Values are equal bit by bit, NaN where NaN
is; where a step of the program rounds, within some units in the last place.
"""

from __future__ import annotations

import dataclasses
import itertools
import linecache
import warnings
from typing import Any

import frit
import numpy as np
from fuse_check import Outcome
from programs import Call, Program, make_arguments, make_program
from programs_maker import Foreign

_numbers = itertools.count()


class Difference(AssertionError):
    """frit and NumPy do not do the same."""


# ---- running


def function_of(program: Program) -> Any:
    """The program as a Python function whose source can be found."""
    text = program.text()
    name = f"/programs/program{next(_numbers)}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace: dict[str, Any] = {"np": np, "foreign": Foreign()}
    exec(compile(text, name, "exec"), namespace)
    return namespace["program"]


def run(function: Any, arguments: tuple[Any, ...]) -> Outcome:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Outcome(function, arguments, {})


def on_frit_arrays(function: Any, arguments: tuple[Any, ...]) -> Outcome:
    """The same on frit arrays over the arguments' memory; the outcome is of NumPy arrays again."""
    wrapped = tuple([frit.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments])

    def settled(*_: Any) -> Any:
        result = function(*wrapped)
        leaves, structure = frit._fuse.pytree.flatten(result)
        return frit._fuse.pytree.unflatten(structure, [_plain(leaf) for leaf in leaves])

    outcome = run(settled, arguments)
    frit.flush() if hasattr(frit, "flush") else frit._core.flush()
    return outcome


def _plain(leaf: Any) -> Any:
    return np.asarray(leaf) if isinstance(leaf, frit.Array) else leaf


# ---- comparing

# What NumPy says of its numbers where frit's own results are arrays of rank 0.
NUMBERS_REFUSED = (
    "must be a numpy.ndarray, not numpy.",
    "object does not support item assignment",
    "first argument must be an array",
)


def check(program: Program) -> Any:
    """Makes the program's calls, in order. Raises Difference at the first that differs."""
    function = function_of(program)
    fused = frit.fuse(function)
    try:
        for number, call in enumerate(program.calls):
            where = f"call {number} ({call.mode})"
            expected = run(function, make_arguments(program, call))
            arguments = make_arguments(program, call)
            if call.mode == "frit":
                got = on_frit_arrays(function, arguments)
            elif call.mode == "verify":
                with frit.options(verify=True):
                    got = run(fused, arguments)
            else:
                got = run(fused, arguments)
            compare(got, expected, where, not program.tainted, call.mode == "frit")
        return fused
    finally:
        linecache.cache.pop(function.__code__.co_filename, None)


def compare(got: Outcome, expected: Outcome, where: str, exact: bool, loose: bool) -> None:
    """loose: frit's own arrays, whose results of rank 0 are arrays and share memory as they like."""
    if loose and any(text in str(expected.error) for text in NUMBERS_REFUSED):
        return  # a number to NumPy
    if got.error is not None and expected.error is None and "read-only" in str(got.error):
        if any(isinstance(a, np.ndarray) and not a.flags.writeable for a in expected.args):
            return same_arguments(got, expected, where, exact, loose)  # copyto of an array onto itself
    if loose and got.error is None and "out of bounds for int" in str(expected.error):
        return  # the same: an array of rank 0 wraps
    if "read-only" in str(expected.error):
        if not all(a.size for a in expected.args if isinstance(a, np.ndarray)):
            return  # without elements NumPy's functions may give back what they were given
    if (got.error is None) != (expected.error is None):
        raise Difference(f"{where}: {got.error!r}, NumPy has {expected.error!r}") from got.error
    if expected.error is not None:
        wanted: Any = next(c for c in type(expected.error).__mro__ if c.__module__ == "builtins")
        # Which of two mistakes in one statement is told first is nobody's business.
        told = (TypeError, ValueError, IndexError, OverflowError)
        if "for @" in str(expected.error):  # of numbers, which are arrays of rank 0 to frit
            wanted = (TypeError, ValueError)
        if not isinstance(got.error, told if loose and wanted in told else wanted):
            raise Difference(f"{where}: {got.error!r} for {expected.error!r}") from got.error
    else:
        if got.shape != expected.shape:
            raise Difference(f"{where}: a result {got.shape} for {expected.shape}")
        for number, (a, b) in enumerate(zip(got.leaves, expected.leaves)):
            same(a, b, f"{where}, result {number}", exact, loose)
        if not loose and got.identity() != expected.identity():
            raise Difference(f"{where}: other objects: {got.identity()}, {expected.identity()}")
        if not loose and got.sharing() != expected.sharing():
            raise Difference(f"{where}: shares memory {got.sharing()}, NumPy {expected.sharing()}")
        if not loose and writeable(got) != writeable(expected):
            raise Difference(f"{where}: writeable {writeable(got)}, NumPy {writeable(expected)}")
    same_arguments(got, expected, where, exact, loose)


def same_arguments(got: Outcome, expected: Outcome, where: str, exact: bool, loose: bool) -> None:
    for number, (a, b) in enumerate(zip(got.after, expected.after)):
        same(a, b, f"{where}, argument {number} afterwards", exact, loose)


def writeable(outcome: Outcome) -> list[bool]:
    """Of arrays with elements: without any, NumPy's functions take short cuts of all kinds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of meshgrid's
        arrays = [leaf for leaf in outcome.leaves if isinstance(leaf, np.ndarray)]
        return [leaf.flags.writeable or not leaf.size for leaf in arrays]


def same(got: Any, expected: Any, where: str, exact: bool, loose: bool) -> None:
    if loose and isinstance(expected, np.generic) or isinstance(expected, np.ndarray) and loose:
        got, expected = np.asarray(got), np.asarray(expected)
    if type(got) is not type(expected):
        raise Difference(f"{where}: {type(got)} {got!r}, NumPy has {type(expected)} {expected!r}")
    if isinstance(expected, (np.ndarray, np.generic)):
        if got.dtype != expected.dtype or got.shape != expected.shape:
            raise Difference(
                f"{where}: {got.dtype}{got.shape}, NumPy has {expected.dtype}{expected.shape}"
            )
        if not equal_values(np.asarray(got), np.asarray(expected), exact):
            raise Difference(f"{where}:\n{got!r}\nNumPy has\n{expected!r}")
    elif isinstance(expected, float):
        if not equal_values(np.asarray(got), np.asarray(expected), exact):
            raise Difference(f"{where}: {got!r}, NumPy has {expected!r}")
    elif isinstance(expected, (int, str, bool, type(None))) and got != expected:
        raise Difference(f"{where}: {got!r}, NumPy has {expected!r}")


def equal_values(got: np.ndarray, expected: np.ndarray, exact: bool) -> bool:
    with np.errstate(all="ignore"):
        equal = (got == expected) | ((got != got) & (expected != expected))
        if np.all(equal):
            return True
        if exact or got.dtype.kind not in "fc":
            return False
        # What was rounded in a narrower dtype may have been stored in a wider one.
        relative = {2: 2e-2}.get(np.dtype(got.dtype).itemsize, 2e-5)
        finite = expected[np.isfinite(expected)]
        scale = float(np.max(np.abs(finite))) if finite.size else 1.0
        close = np.abs(got - expected) <= relative * max(scale, 1.0)
        return bool(np.all(equal | close))


# ---- making it smaller


def differs(program: Program) -> str | None:
    """What differs, or None. Programs that make no sense any more differ in nothing."""
    try:
        check(program)
    except Difference as difference:
        return str(difference)
    except Exception as error:  # an accident of the check itself is none of frit's
        return None if isinstance(error, (SyntaxError, NameError)) else f"{type(error)}: {error}"
    return None


def shrunk(program: Program) -> Program:
    """The smallest program found that still differs."""
    program = _fewer_calls(program)
    for _ in range(4):
        before = (program.lines, program.calls)
        program = _fewer_lines(program)
        program = _fewer_calls(program)
        program = _plainer_calls(program)
        if (program.lines, program.calls) == before:
            break
    return program


def _fewer_lines(program: Program) -> Program:
    at = len(program.lines) - 1
    while at >= 0:
        lines = program.lines[:at] + program.lines[at + 1 :]
        tried = dataclasses.replace(program, lines=lines)
        found = differs(tried)
        if found and "UnboundLocalError" not in found and "NameError" not in found:
            program = tried
        at -= 1
    return program


def _fewer_calls(program: Program) -> Program:
    at = 0
    while at < len(program.calls):
        calls = program.calls[:at] + program.calls[at + 1 :]
        tried = dataclasses.replace(program, calls=calls)
        if calls and differs(tried):
            program = tried
        else:
            at += 1
    return program


def _plainer_calls(program: Program) -> Program:
    for at, call in enumerate(program.calls):
        plain = ("row",) * len(call.layouts)
        for change in ({"layouts": plain}, {"overlap": 0}, {"n": 2}, {"t": 0.5}):
            now = program.calls[at]
            calls = [*program.calls]
            calls[at] = dataclasses.replace(now, **change)  # type: ignore[arg-type]
            tried = dataclasses.replace(program, calls=calls)
            if calls[at] != now and differs(tried):
                program = tried
    return program


def report(program: Program, seed: int) -> str:
    """A program that differs, made small, with all that is needed to run it."""
    small = shrunk(program)
    calls = "\n".join(f"    {call}," for call in small.calls)
    helpers = small.text().index("def program(")
    return (
        f"program {seed}: {differs(small)}\n{small.text()[helpers:]}"
        f"dtypes {small.dtypes}\ncalls\n{calls}"
    )


def check_seeds(seeds: range) -> tuple[int, int]:
    """Checks the programs of these numbers: how many there are, how many were replayed."""
    replayed = 0
    for seed in seeds:
        program = make_program(seed)
        try:
            fused = check(program)
            replayed += fused.cache_info().replayed > 0
        except Difference:
            raise AssertionError(report(program, seed)) from None
    return len(seeds), replayed


__all__ = ["Call", "Difference", "check", "check_seeds", "differs", "report", "shrunk"]
