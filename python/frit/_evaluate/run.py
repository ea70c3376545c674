"""Running the code of an expression on arrays: steps are recorded, or captured as a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, ShapeError
from .strings import compare, contains, is_string

if TYPE_CHECKING:
    from .expression import Step

_NUMBERS = (bool, int, float, complex)


def run_code(code: tuple[Step, ...], values: Mapping[str, Any]) -> Any:
    """Runs an expression's code on arrays and numbers; the result is an array or a number."""
    stack: list[Any] = []
    for step in code:
        if step.kind == "variable":
            stack.append(values[step.what])
        elif step.kind == "constant":
            stack.append(step.what)
        elif step.kind == "binary":
            right = stack.pop()
            stack[-1] = _binary(step.what, stack[-1], right)
        elif step.kind == "unary":
            stack[-1] = _unary(step.what, stack[-1])
        elif step.kind == "reduction":
            stack[-1] = _reduce(step.what, stack[-1], step.axis)
        else:
            operands = stack[-step.count :]
            del stack[-step.count :]
            stack.append(FUNCTIONS[step.what](*operands))
    return stack[0]


def _binary(op: str, a: Any, b: Any) -> Any:
    if isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS) and op in _FOLD:
        return _fold(op, a, b)
    if is_string(a) or is_string(b):
        return compare(op, a, b)
    if op == "pow":
        _check_exponent(a, b)
    return _core.binary(op, a, b)


def _check_exponent(base: Any, exponent: Any) -> None:
    """Integers have no negative powers; those in an array of exponents are not looked at."""
    if isinstance(base, _core.ArrayBase) and base.dtype.kind not in "bi":
        return
    if isinstance(exponent, _core.ArrayBase) and exponent._weak and exponent.dtype.kind == "i":
        raise _core.NeedsValue("whether an exponent is negative")
    if type(exponent) is int and exponent < 0:
        raise ArgumentError("Integers to negative integer powers are not allowed.")


def _unary(op: str, a: Any) -> Any:
    if is_string(a):
        raise DTypeError(f"{op}: strings can be compared and searched, nothing else")
    if isinstance(a, _NUMBERS):
        # A number stays one that takes the dtype of what it meets.
        if op == "neg" and not isinstance(a, bool):
            return -a
        if op == "not" and type(a) is int:
            return ~a
        if op == "not" and isinstance(a, bool):
            return not a
        a = _core.asarray(a)
    return _core.unary(op, a)


# Steps on two constants, which give a constant. Powers and shifts are bounded first.
_FOLD: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "floor_div": lambda a, b: a // b,
    "remainder": lambda a, b: a % b,
    "pow": lambda a, b: a**b,
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


def _fold(op: str, a: Any, b: Any) -> Any:
    whole = isinstance(a, int) and isinstance(b, int)
    if (
        whole
        and op in ("pow", "shl", "shr")
        and not (0 <= b <= 64 or (op == "pow" and abs(a) <= 1))
    ):
        if op != "pow" or b > 0:
            raise ArgumentError(f"{a} {op} {b} does not fit into 64 bits")
        a = float(a)
    try:
        result = _FOLD[op](a, b)
    except (ZeroDivisionError, OverflowError, TypeError, ValueError) as error:
        raise ArgumentError(f"{a} {op} {b} cannot be computed: {error}") from None
    if isinstance(result, int) and not -(1 << 63) <= result < 1 << 64:
        raise ArgumentError(f"{a} {op} {b} does not fit into 64 bits")
    return result


def _as_array(value: Any) -> Any:
    if is_string(value):
        raise DTypeError("strings can be compared and searched, nothing else")
    return value if isinstance(value, _core.ArrayBase) else _core.asarray(value)


def _cast(array: Any, code: str) -> Any:
    return array if array.dtype.code == code else _core.apply("cast", (array,), f"to={code}")


def _where(condition: Any, a: Any, b: Any) -> Any:
    chosen = _as_array(condition)
    if chosen.dtype.kind != "b":
        chosen = _core.binary("ne", chosen, 0)
    return _core.apply("select", (chosen, *_core.promote(a, b)))


def _complex(a: Any, b: Any) -> Any:
    x, y = _core.promote(a, b)
    if x.dtype.kind == "c":
        raise DTypeError("complex takes two real operands")
    to = "f32" if x.dtype.code in ("f32", "f16", "bf16") else "f64"
    return _core.apply("complex", (_cast(x, to), _cast(y, to)))


def _real(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("real", (a,)) if a.dtype.kind == "c" else a


def _imag(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("imag", (a,)) if a.dtype.kind == "c" else _constant_like(a, 0)


def _conj(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("conj", (a,)) if a.dtype.kind == "c" else a


def _constant_like(a: Any, number: int) -> Any:
    """An array of the shape and dtype of a that is full of a number."""
    value = _core.scalar(number, a.dtype)
    return _core.apply("select", (_core.apply("eq", (a, a)), value, value))


# Functions that are more than one op.
FUNCTIONS: dict[str, Any] = {
    "where": _where,
    "complex": _complex,
    "real": _real,
    "imag": _imag,
    "conj": _conj,
    "copy": lambda a: a if is_string(a) else _core.apply("copy", (_as_array(a),)),
    "contains": contains,
    "ones_like": lambda a: _constant_like(_as_array(a), 1),
}


def _reduce(name: str, value: Any, axis: int | None) -> Any:
    array = _as_array(value)
    rank = array.ndim
    if axis is not None and not -rank <= axis < rank:
        raise ShapeError(f"{name}: axis {axis} is not one of the {rank} axes of the operand")
    attrs = "" if axis is None else f"axes=[{axis % rank}]"
    kind = array.dtype.kind
    if name in ("sum", "prod"):
        # As NumPy: small integers are added up in 64 bits.
        if kind in "biu":
            array = _cast(array, "u64" if kind == "u" else "i64")
        return _core.apply(name, (array,), attrs)
    if _is_empty(array, axis):
        raise ShapeError(f"{name} of nothing: the operand has shape {tuple(array.shape)}")
    if kind == "b":
        return _core.apply("all" if name == "min" else "any", (array,), attrs)
    if kind == "c":
        raise DTypeError(f"{name} takes no complex numbers: they have no order")
    return _core.apply(name, (array,), attrs)


def _is_empty(array: Any, axis: int | None) -> bool:
    shape = array.shape
    return 0 in shape if axis is None else shape[axis] == 0
