"""scikit-learn's estimators and SciPy's functions on frit arrays, beside array-api-strict's.

`make test-ecosystem` runs it in an environment of its own (requirements-ecosystem.txt). Every case of
cases_*.py is called twice: with the namespace array_api_strict and with frit. A case fails where frit
raises or gives something else, unless the strict one raises as well; then it counts as refused by
both.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

os.environ["SCIPY_ARRAY_API"] = "1"

import array_api_strict  # noqa: E402
import numpy as np  # noqa: E402

import frit  # noqa: E402

Case = Callable[[Any], Any]


def as_numpy(thing: Any) -> Any:
    """Results as NumPy arrays, nested as they are."""
    if isinstance(thing, (list, tuple)):
        return [as_numpy(part) for part in thing]
    if isinstance(thing, dict):
        return [as_numpy(thing[key]) for key in sorted(thing)]
    if isinstance(thing, (array_api_strict._array_object.Array, frit.Array)):
        return np.asarray(thing)
    return thing


def differs(found: Any, wanted: Any, close: float) -> str | None:
    """What is not the same, or None."""
    if isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            return f"{found!r} instead of {wanted!r}"
        parts = [differs(one, other, close) for one, other in zip(found, wanted, strict=True)]
        return next((part for part in parts if part), None)
    if isinstance(wanted, (str, bytes, type(None))):
        return None if found == wanted else f"{found!r} instead of {wanted!r}"
    one, other = np.asarray(found), np.asarray(wanted)
    if one.shape != other.shape:
        return f"shape {one.shape} instead of {other.shape}"
    if one.dtype != other.dtype:
        return f"dtype {one.dtype} instead of {other.dtype}"
    if other.dtype.kind in "fc":
        same = np.allclose(one, other, rtol=close, atol=close, equal_nan=True)
    else:
        same = np.array_equal(one, other)
    return None if same else f"{one!r} instead of {other!r}"


def kinds(thing: Any) -> Any:
    """Which results are arrays of the namespace that was asked for."""
    if isinstance(thing, (list, tuple)):
        return [kinds(part) for part in thing]
    if isinstance(thing, dict):
        return [kinds(thing[key]) for key in sorted(thing)]
    return isinstance(thing, (array_api_strict._array_object.Array, frit.Array))


def outcome(case: Case, namespace: Any) -> tuple[Any, BaseException | None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return case(namespace), None
    except Exception as error:
        return None, error


def run(cases: dict[str, Case], close: float) -> tuple[int, int, list[str]]:
    """How many were the same, how many both refuse, and what failed."""
    same, refused, failed = 0, 0, []
    for name, case in cases.items():
        wanted, strict_error = outcome(case, array_api_strict)
        found, error = outcome(case, frit)
        if error is not None and strict_error is not None:
            refused += 1
            print(f"refused  {name}: {type(strict_error).__name__}: {_line(strict_error)}")
            continue
        if error is not None:
            failed.append(f"{name}: {type(error).__name__}: {_line(error)}")
            if "-v" in sys.argv:
                traceback.print_exception(error)
            continue
        if strict_error is not None:
            same += 1
            continue
        why = differs(as_numpy(found), as_numpy(wanted), close)
        if why is None and kinds(found) != kinds(wanted):
            why = f"other kinds of results: {type(found).__name__}"
        if why is None:
            same += 1
        else:
            failed.append(f"{name}: {why}")
    return same, refused, failed


def _line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:160]


def main() -> int:
    """0 where nothing failed."""
    import cases_scipy
    import cases_sklearn

    status = 0
    asked = [word for word in sys.argv[1:] if word != "-v"]
    for module in (cases_sklearn, cases_scipy):
        cases = {
            name: case
            for name, case in module.cases().items()
            if not asked or any(word in name for word in asked)
        }
        same, refused, failed = run(cases, module.CLOSE)
        for line in failed:
            print(f"FAILED   {line}")
        print(f"{module.TITLE}: {same} the same, {refused} refused by both, {len(failed)} failed")
        status |= bool(failed)
    return status


if __name__ == "__main__":
    sys.exit(main())
