"""The registry of array functions (frit/_array/registry.py): each row is true, and nothing is without a row."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import registry_recipes as recipes
import registry_walk as walk

import frit
from frit import _core
from frit._array import registry, rows
from frit._array.rows import FFT, FUNCTIONS, LINALG, METHODS, ROWS, Row

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = {place: rows.read(table) for place, table in registry.NAMESPACE.items()}
OWN = [row for section in SECTIONS.values() for row in section]
UFUNCS = ("unary", "binary", "product")
KNOWN = {
    "kind": {"", *UFUNCS, "reduction"},
    "view": {"", "view", "layout", "itself", "diagonal", "back"},
    "method": {"", "same", "own", "attribute"},
    "whole": {"", "arrays", "any", "always", "never"},
    "pure": {"", "constant", "recorded"},
}
OPS = set(frit.ops())


def named(row: Row) -> str:
    return " ".join(row.names)


def numpys(name: str) -> Any:
    """What NumPy has by that name, which may have dots."""
    found: Any = np
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


# ------------------------------------------------------------------------------------------ rows


def test_columns_hold_what_is_known() -> None:
    for row in ROWS:
        for column, values in KNOWN.items():
            assert getattr(row, column) in values, f"{named(row)}: {column}={getattr(row, column)}"
        assert row.op in OPS | {""}, f"{named(row)}: there is no op {row.op}"
        assert not row.evaluate or row.op, f"{named(row)}: in expressions it is an op"
        assert not row.traced or row.method, f"{named(row)}: only methods are traced"


def test_a_name_stands_once() -> None:
    for part in (OWN, LINALG, FFT, METHODS):
        names = [name for row in part for name in row.names]
        assert len(set(names)) == len(names), sorted(n for n in names if names.count(n) > 1)


def test_every_row_has_a_function_and_every_function_a_row() -> None:
    have = {name for row in OWN for name in row.names}
    for row in OWN:
        assert len({id(getattr(frit, name)) for name in row.names}) == 1, named(row)
    others = {*dir(frit._errors), *frit._LATER, *frit._MODULES, "Array", "flush"}
    public = {name for name in dir(frit) if callable(getattr(frit, name)) and name not in others}
    assert public - {"__version__"} <= have, sorted(public - have)
    defined = {name for name, value in vars(frit.linalg).items() if is_defined(value, "frit.linalg")}
    assert defined <= {row.name for row in LINALG} == set(frit.linalg.__all__)


def is_defined(value: Any, module: str) -> bool:
    return inspect.isfunction(value) and value.__module__ == module and value.__name__[0] != "_"


def test_a_function_with_an_example_has_a_row() -> None:
    """A function that shows how it is called as frit's is one of frit's."""
    for place, section in SECTIONS.items():
        module = importlib.import_module(f"frit.{place}")
        for name, value in vars(module).items():
            shown = f">>> frit.{name}(" in (getattr(value, "__doc__", None) or "")
            if shown and is_defined(value, module.__name__):
                assert name in {row.name for row in section}, f"frit.{place}.{name} has no row"


def test_what_type_checkers_see_is_up_to_date() -> None:
    script = ROOT / "scripts" / "update-namespace.py"
    made = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr


def test_arrays_stand_on_the_core_alone() -> None:
    """The package of arrays imports none of those above it (fused functions, programs, reports)."""
    folder = Path(frit.__file__).parent / "_array"
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 2:
                modules = [node.module] if node.module else [alias.name for alias in node.names]
                assert set(modules) <= {"_core", "_errors", "_namespace"}, f"{file.name}: {modules}"


# ------------------------------------------------------------------------------------ NumPy's name


def test_numpys_names_are_its_functions() -> None:
    for row in FUNCTIONS:
        for name in row.numpy:
            if row in LINALG or row in FFT:
                assert name == f"{'fft' if row in FFT else 'linalg'}.{row.name}" and callable(numpys(name)), name
            elif name.startswith("lib."):
                assert name.rpartition(".")[2] == row.name and callable(numpys(name)), name
            elif "." in name:
                assert isinstance(numpys(name.partition(".")[0]), np.ufunc), name
            else:
                assert name in row.names, f"{name} is no name of {named(row)}"
                assert numpys(name).__name__ == name, f"NumPy says {numpys(name).__name__} for {name}"
                assert isinstance(numpys(name), np.ufunc) == (row.kind in UFUNCS), name


def test_no_function_that_numpy_would_ask_for_is_left_out() -> None:
    known = {name for row in FUNCTIONS for name in row.numpy}
    for row in (*OWN, *LINALG, *FFT):
        prefix = "linalg." if row in LINALG else "fft." if row in FFT else ""
        theirs = [numpys(prefix + name) for name in row.names]
        asks = [f for f in theirs if type(f).__name__ in ("ufunc", "_ArrayFunctionDispatcher")]
        if not row.pure and row.name not in ("eig", "eigvals"):  # whose dtype the values decide in NumPy
            assert {prefix + f.__name__ for f in asks} <= known, named(row)


@pytest.mark.parametrize("kind", ["unary", "binary"])
def test_functions_of_elements(kind: str) -> None:
    arrays = [frit.asarray([1, 2, 3])] * (1 if kind == "unary" else 2)
    for row in OWN:
        if row.kind == kind:
            function = getattr(frit, row.name)
            results = function(*arrays)
            for result in results if isinstance(results, tuple) else (results,):
                assert result.shape == (3,), row.name
            assert {"out", "where", "dtype"} <= set(inspect.signature(function).parameters), row.name


def test_reductions_take_away_axes() -> None:
    x = frit.asarray(np.arange(12.0).reshape(3, 4))
    for row in OWN:
        if row.kind == "reduction":
            function = getattr(frit, row.name)
            assert function(x, axis=0).shape == (4,), row.name
            assert function(x, axis=1, keepdims=True).shape == (3, 1), row.name


# --------------------------------------------------------------------------------------------- op

EXAMPLES = {
    "bitcast": "x, frit.int64",
    "erf": "x",
    "floor_divide": "p, p",
    "fma": "x, x, x",
    "lerp": "x, x, x",
    "squeeze": "x[None]",
    "scatter": "v, i, v",
}


@pytest.mark.parametrize("row", [row for row in OWN if row.op], ids=named)
def test_the_op_is_what_a_call_records(row: Row) -> None:
    with _core.Capture() as capture:
        operands = {}
        for name in walk.OPERANDS:
            value = walk.operand(name, walk.Variant())
            operands[name] = capture.placeholder(_core.DType(value.dtype), value.shape)
        text = EXAMPLES.get(row.name) or example(row)
        given = {"np": frit, "frit": frit, **operands}
        result = eval(f"frit.{row.name}({text})", given)
        module = capture.finish(list(operands.values()), [result], "p", False)
    assert f"= {row.op}(" in module.text(), module.text()


def example(row: Row) -> str:
    if row.name in ("real", "imag", "conj"):
        return "z"
    if row.op in ("and", "or", "xor", "shl", "shr", "popcount"):
        return "p, p" if row.kind == "binary" else "p"
    if row.op == "not":
        return "p"
    if row.kind in ("unary", "binary"):
        return "x" if row.kind == "unary" else "x, x + 1"
    return recipes.CALLS.get(row.name, ["x"])[0]


# ------------------------------------------------------------------------------- view and method


def test_methods_are_methods() -> None:
    members = {name: inspect.getattr_static(frit.Array, name, None) for name in dir(frit.Array)}
    for row in (*OWN, *METHODS):
        member, function = members.get(row.name), getattr(frit, row.name, None)
        if row.method == "same":
            assert member is function, row.name
        elif row.method == "own":
            assert callable(member) and member is not function, row.name
        elif row.method == "attribute":
            assert member is not None and not callable(member), row.name
    noted = {row.name for row in ROWS if row.method}
    assert not {row.name for row in OWN if row.name in members} - noted


AS_TOLD = {"astype", "clip", "cumsum", "einsum", "isposinf", "round"}  # with out by position, copy=False, 'ij->ji'
NUMPYS_OWN = {"ix_"}  # frit knows nothing of it
NOT_TRIED = {"asfortranarray", "dsplit"}  # with one axis, of an operand


def test_views_are_those_of_numpy() -> None:
    """A call of NumPy's shares memory with an operand where its row says so, and nowhere else."""
    shares: dict[str, bool] = {}
    for call in walk.all_calls():
        if call.is_statement or call.name in ("operators", "statements") or "out=" in call.text:
            continue
        given = {name: walk.operand(name, walk.Variant()) for name in call.operands}
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                result = eval(call.text, {"np": np, **given})
            except Exception:
                continue
        name = call.name.removeprefix(".").removeprefix("linalg.")
        arrays = [leaf for leaf in walk.flat(result) if isinstance(leaf, np.ndarray)]
        found = any(np.shares_memory(a, g) for a in arrays for g in given.values())
        shares[name] = shares.get(name, False) or found
    views = rows.names(lambda row: row.view)
    assert not {name for name, found in shares.items() if found} - views - AS_TOLD - NUMPYS_OWN
    assert not {name for name, found in shares.items() if not found} & views - NOT_TRIED
