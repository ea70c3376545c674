"""Functions of the namespace on arrays of a device: what they give on the CPU, bit for bit, and on the device.

Every twentieth call of registry_recipes.py; FRIT_TEST_REGISTRY=all makes them all (20 minutes where no kernel is kept yet).
"""

from __future__ import annotations

import os
import re
import warnings
from typing import Any

import numpy as np
import registry_recipes as recipes
import registry_walk as walk
from test_device_arrays import on_others

import frit

ELEMENTWISE = frozenset(recipes.UNARY + recipes.BINARY)
METHODS = re.compile(r"\w\.(reduce|accumulate|at|outer)")  # of ufuncs, which are NumPy's alone
CALLS = [call for call in walk.all_calls() if call.name not in ELEMENTWISE and not METHODS.search(call.text)]
EVERY = os.environ.get("FRIT_TEST_REGISTRY") == "all"


def bits(value: Any) -> Any:
    """What can be compared; which NaN a NaN is does not count."""
    if isinstance(value, (tuple, list)):
        return [bits(part) for part in value]
    array = np.asarray(value.numpy() if isinstance(value, frit.Array) else value)
    if array.dtype.kind in "fc":
        array = np.where(np.isnan(array), np.nan, array).astype(array.dtype)
    return array.dtype.str, array.shape, array.tobytes() if array.dtype != object else repr(value)


def outcome(function: Any, given: dict[str, Any], device: str) -> tuple[Any, Any, list[Any]]:
    """The exception's name, the result, and what the operands are then."""
    operands = [frit.asarray(value, device=device, copy=True) for value in given.values()]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function(frit, *operands)
            frit.flush()
    except frit.Error as error:
        return type(error).__name__, None, operands
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        return type(error).__name__, None, operands
    return None, result, operands


def stays(call: walk.Call, result: Any, name: str) -> bool:
    """Whether what was computed of arrays on the device lies there. (Of lists and numbers alone it lies on the CPU.)"""
    arrays = [leaf for leaf in walk.flat(result) if isinstance(leaf, frit.Array)]
    return not call.operands or "device=" in call.text or all(a.device == name for a in arrays)


@on_others
def test_functions_give_what_they_give_on_the_cpu(name: str) -> None:
    calls = CALLS if EVERY else CALLS[::20]
    functions, wrong = walk.Functions(calls), []
    for call in calls:
        for variant in walk.sampled(call, "device", 1):
            given = {operand: walk.operand(operand, variant) for operand in call.operands}
            expected = outcome(functions.get(call, "plain"), given, "cpu")
            with frit.device(name):
                got = outcome(functions.get(call, "plain"), given, name)
            same = expected[0] == got[0] and bits(expected[2]) == bits(got[2])
            if not same or bits(expected[1]) != bits(got[1]) or not stays(call, got[1], name):
                wrong.append(f"{call.text}   {variant}: {got[0] or got[1]!r} for {expected[0] or expected[1]!r}")
    assert not wrong, "\n".join(wrong)
