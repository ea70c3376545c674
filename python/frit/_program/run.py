"""Calling programs on arrays of any kind, and giving back the kind that came in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import DTypeError, ShapeError

if TYPE_CHECKING:
    from .program import Program

MISSING = object()
_NUMBERS = (bool, int, float, complex)
_NUMBER_CODES = {bool: "bool", int: "i64", float: "f64", complex: "c128"}


def as_array(value: Any) -> Any:
    """The value as an array of frit, without copying where that is possible."""
    return value if isinstance(value, _core.ArrayBase) else _core.asarray(value)


def kind_of(values: list[Any]) -> str:
    """What the results should be: "frit", "torch", "numpy" or "number"."""
    kinds = {_kind(value) for value in values}
    return next((kind for kind in ("frit", "torch", "numpy") if kind in kinds), "number")


def _kind(value: Any) -> str:
    if isinstance(value, _core.ArrayBase):
        return "frit"
    if isinstance(value, _NUMBERS) and type(value) in _NUMBER_CODES:
        return "number"
    return "torch" if type(value).__module__.partition(".")[0] == "torch" else "numpy"


def give_back(array: Any, kind: str) -> Any:
    """A result as the kind of the arguments."""
    if kind == "frit":
        return array
    if kind == "number":
        return array.item() if array.ndim == 0 else array
    if kind == "torch":
        import importlib

        return importlib.import_module("torch").from_dlpack(array)
    import numpy

    result = numpy.asarray(array)
    return result[()] if result.ndim == 0 else result


def call(program: Program, values: list[Any]) -> Any:
    """Runs a program on arguments in the order of its inputs."""
    kind = kind_of(values)
    arrays: list[Any] = [None if _kind(value) == "number" else as_array(value) for value in values]
    for k, value in enumerate(values):
        if arrays[k] is None:
            arrays[k] = _core.asarray(value, _number_dtype(program, k, value, arrays))
    try:
        results = _core.apply_program(program.module, program.name, tuple(arrays))
    except DTypeError:
        _check_extents(program, arrays)
        raise
    given = tuple(give_back(result, kind) for result in results)
    return given[0] if len(given) == 1 else given


def _check_extents(program: Program, arrays: list[Any]) -> None:
    """Raises where extents are not as declared; the library speaks of types for both."""
    known: dict[str, tuple[int, str]] = {}
    types = program.module.types(program.name)[0]
    for variable, (_, _, extents), array in zip(program.inputs, types, arrays, strict=True):
        name = variable.name or f"v{variable.number}"
        if extents is None:
            continue
        what = f"program {program.name}: {name} is declared {variable.type} and has shape"
        if len(extents) != array.ndim:
            raise ShapeError(f"{what} {array.shape}: its rank must be {len(extents)}")
        for wanted, extent in zip(extents, array.shape, strict=True):
            if isinstance(wanted, int):
                if wanted != extent:
                    raise ShapeError(
                        f"{what} {array.shape}, which has {extent} where {wanted} must be"
                    )
                continue
            bound, source = known.setdefault(wanted, (extent, name))
            if wanted.isidentifier() and wanted != "_" and bound != extent:
                raise ShapeError(f"{what} {array.shape}, but {wanted} is {bound} from {source}")


def _number_dtype(program: Program, place: int, value: Any, arrays: list[Any]) -> Any:
    """The dtype of a Python number: what its input declares, or that of an array that meets it."""
    types = program.module.types(program.name)[0]
    declared, dtype, _ = types[place]
    if dtype is not None:
        return dtype
    for (element, _, _), array in zip(types, arrays, strict=True):
        if array is not None and declared and element == declared:
            return array.dtype
    met = {array.dtype for array in arrays if array is not None}
    if not declared and len(met) == 1 and _fits(value, next(iter(met))):
        return next(iter(met))
    by_code = {dtype.code: dtype for dtype in dtypes()}
    return by_code[_NUMBER_CODES[type(value)]]


def _fits(value: Any, dtype: Any) -> bool:
    """A Python number of this kind takes the dtype without becoming another number."""
    letter = {bool: "b", int: "i", float: "f", complex: "c"}[type(value)]
    return "biufc".index(dtype.kind) >= "biufc".index(letter)


def dtypes() -> list[Any]:
    """All dtypes."""
    return [dtype for dtype in vars(_core).values() if isinstance(dtype, _core.DType)]
