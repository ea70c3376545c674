"""frit.evaluate: expressions in strings, as NumExpr's users know them.

Expressions are read by a grammar of their own (_expression.py); nothing is ever evaluated as Python.
Dtypes follow NumPy 2: a Python number, written in the expression or held by a variable, takes the
dtype of the array it meets (NumExpr makes `2.0 * float32_array` a float64 array in some cases).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from typing import Any

from . import _core
from ._errors import ArgumentError, DTypeError, Error, ShapeError
from ._expression import Expression, Step, read
from ._program_run import kind_of

__all__ = ["evaluate", "re_evaluate", "validate"]

_NUMBERS = (bool, int, float, complex)
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_ORDERS = ("C", "F", "A", "K")
# Accepted for NumExpr's sake and without effect: there is nothing to sanitise, and dividing integers
# gives floats.
_IGNORED = {"sanitize", "optimization", "truediv", "disable_cache"}


def evaluate(
    ex: str,
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    order: str = "K",
    casting: str = "safe",
    _frame_depth: int = 1,
    **kwargs: Any,
) -> Any:
    """The value of an expression over arrays, computed in one pass over memory.

    Names are looked up in `local_dict`, or among the variables of the caller, then in `global_dict`
    or the caller's globals. NumPy arrays give a NumPy array, arrays of frit an array of frit.

    Operators: `+ - * / // % **`, `& | ^ ~ << >>`, comparisons. Functions: those of NumExpr (`where`,
    `sin`, `arctan2`, `log1p`, `real`, `complex`, ...) and the reductions `sum`, `prod`, `min`, `max`
    with an `axis`, which may stand anywhere.

    `out` is an array for the result; `casting` says which conversion to its dtype is allowed ("no",
    "equiv", "safe", "same_kind", "unsafe"); `order` is the layout of a new result ("C", "F", "A", "K").

    >>> import numpy as np
    >>> a, b = np.arange(3.0), np.ones(3)
    >>> evaluate("2*a + b*sin(a)**2").round(3)
    array([0.   , 2.708, 4.827])
    >>> evaluate("sum(a*b)")
    array(3.)
    """
    _check_options(order, casting, kwargs)
    expression = _read(ex)
    frame = sys._getframe(_frame_depth)
    values = _look_up(expression, frame, local_dict, global_dict)
    _last.call = (expression, order, casting, _frame_depth)
    return _evaluate(expression, values, out, order, casting)


def validate(
    ex: str,
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    order: str = "K",
    casting: str = "safe",
    _frame_depth: int = 1,
    **kwargs: Any,
) -> Exception | None:
    """Checks a call of evaluate without computing anything: None, or the exception it would raise.

    After None, re_evaluate runs the expression.

    >>> import numpy as np
    >>> a = np.ones(3)
    >>> validate("a + 1") is None
    True
    >>> print(validate("a + nothing"))
    'nothing' is not defined where the expression is evaluated
    """
    try:
        _check_options(order, casting, kwargs)
        expression = _read(ex)
        frame = sys._getframe(_frame_depth)
        values = _look_up(expression, frame, local_dict, global_dict)
        result = _shape_only(expression, values)
        if out is not None:
            _check_out(result, out, casting)
    except (Error, KeyError, TypeError, ValueError, OverflowError) as error:
        return error
    _last.call = (expression, order, casting, _frame_depth)
    return None


def re_evaluate(
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    _frame_depth: int = 1,
    **kwargs: Any,
) -> Any:
    """Evaluates the last expression of this thread again, with the values its names have now.

    >>> import numpy as np
    >>> a = np.ones(2)
    >>> evaluate("a * 3")
    array([3., 3.])
    >>> a = np.zeros(2)
    >>> re_evaluate()
    array([0., 0.])
    """
    _check_options("K", "safe", kwargs)
    last = getattr(_last, "call", None)
    if last is None:
        raise RuntimeError("nothing was evaluated before in this thread: call evaluate first")
    expression, order, casting, _ = last
    values = _look_up(expression, sys._getframe(_frame_depth), local_dict, global_dict)
    return _evaluate(expression, values, out, order, casting)


_last = threading.local()


# ---- arguments


def _read(ex: str) -> Expression:
    if not isinstance(ex, str):
        raise TypeError(f"the expression must be a str, not {type(ex).__name__}")
    return read(ex)


def _check_options(order: str, casting: str, others: dict[str, Any]) -> None:
    if order not in _ORDERS:
        raise ArgumentError(f"order {order!r} is not one of {', '.join(_ORDERS)}")
    if casting not in _CASTINGS:
        raise ArgumentError(f"casting {casting!r} is not one of {', '.join(_CASTINGS)}")
    unknown = others.keys() - _IGNORED
    if unknown:
        raise TypeError(f"evaluate has no argument {sorted(unknown)[0]!r}")


def _look_up(
    expression: Expression,
    frame: Any,
    local_dict: Mapping[str, Any] | None,
    global_dict: Mapping[str, Any] | None,
) -> list[Any]:
    names = expression.names
    if not names:
        return []
    local_names = frame.f_locals if local_dict is None else local_dict
    global_names = frame.f_globals if global_dict is None else global_dict
    values = []
    for name in names:
        if name in local_names:
            value = local_names[name]
        elif name in global_names:
            value = global_names[name]
        else:
            raise KeyError(_Plain(f"{name!r} is not defined where the expression is evaluated"))
        values.append(value if isinstance(value, (*_NUMBERS, _core.ArrayBase)) else _array(name, value))
    return values


class _Plain(str):
    """Text that a KeyError shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _array(name: str, value: Any) -> Any:
    """Anything array-like as a NumPy array with a dtype that frit has."""
    import numpy

    array = value if type(value) is numpy.ndarray else numpy.asarray(value)
    if array.dtype.kind not in "biufc":
        raise DTypeError(
            f"{name!r} has dtype {array.dtype}: expressions take booleans, integers, floats and"
            " complex numbers"
        )
    if array.dtype.itemsize > 16 or array.dtype.char in "gG":
        raise DTypeError(f"{name!r} has dtype {array.dtype}, which frit does not have")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


# ---- computing


def _evaluate(expression: Expression, values: list[Any], out: Any, order: str, casting: str) -> Any:
    kind = kind_of([*values, out] if out is not None else values)
    result = run_code(expression.code, dict(zip(expression.names, values, strict=True)))
    array = result if isinstance(result, _core.ArrayBase) else _core.asarray(result)
    if out is not None:
        _check_out(array, out, casting)
        return _write(array, out)
    if kind == "frit":
        return array
    import numpy

    given = numpy.asarray(array)
    return given if given.ndim < 2 or order == "C" else _in_order(given, order, values)


def _shape_only(expression: Expression, values: list[Any]) -> Any:
    """The result as an array that is never computed: it has a dtype and a shape."""
    with _core.Capture() as capture:
        stand_ins: dict[str, Any] = {}
        for name, value in zip(expression.names, values, strict=True):
            if isinstance(value, _NUMBERS):
                stand_ins[name] = value
            else:
                dtype = _core.DType(value.dtype)
                stand_ins[name] = capture.placeholder(dtype, tuple(value.shape))
        result = run_code(expression.code, stand_ins)
        return result if isinstance(result, _core.ArrayBase) else _core.asarray(result)


def _check_out(result: Any, out: Any, casting: str) -> None:
    import numpy

    if not isinstance(out, (numpy.ndarray, _core.ArrayBase)):
        raise TypeError(f"out must be an array, not {type(out).__name__}")
    given, wanted = numpy.dtype(str(result.dtype)), numpy.dtype(str(out.dtype))
    if not numpy.can_cast(given, wanted, casting=casting):  # type: ignore[arg-type]
        raise DTypeError(
            f"the result is {given} and out is {wanted}: casting={casting!r} does not allow that"
        )
    shape = tuple(result.shape)
    try:
        fits = numpy.broadcast_shapes(shape, tuple(out.shape)) == tuple(out.shape)
    except ValueError:
        fits = False
    if not fits:
        raise ShapeError(f"the result has shape {shape}, which does not fit out, {tuple(out.shape)}")


def _write(result: Any, out: Any) -> Any:
    """Puts the result into out; what out shares with the operands was read before."""
    if isinstance(out, _core.ArrayBase):
        out[...] = result
        return out
    import numpy

    numpy.copyto(out, numpy.asarray(result), casting="unsafe")
    return out


def _in_order(result: Any, order: str, values: list[Any]) -> Any:
    """The result in Fortran's order where `order` and the operands ask for it."""
    arrays = [value for value in values if getattr(value, "ndim", 0) == result.ndim]
    fortran = order == "F"
    if order in "AK" and arrays:
        fortran = all(a.flags.f_contiguous and not a.flags.c_contiguous for a in arrays)
    if not fortran:
        return result
    import numpy

    return numpy.asfortranarray(result)


# ---- the stack machine


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
            stack.append(_FUNCTIONS[step.what](*operands))
    return stack[0]


def _binary(op: str, a: Any, b: Any) -> Any:
    if isinstance(a, _NUMBERS) and isinstance(b, _NUMBERS) and op in _FOLD:
        return _fold(op, a, b)
    return _core.binary(op, a, b)


def _unary(op: str, a: Any) -> Any:
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
    if whole and op in ("pow", "shl", "shr") and not (0 <= b <= 64 or op == "pow" and abs(a) <= 1):
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
    return value if isinstance(value, _core.ArrayBase) else _core.asarray(value)


def _cast(array: Any, code: str) -> Any:
    return array if array.dtype.code == code else _core.apply("cast", (array,), f"to={code}")


def _where(condition: Any, a: Any, b: Any) -> Any:
    chosen = _as_array(condition)
    if chosen.dtype.kind != "bool":
        chosen = _core.binary("ne", chosen, 0)
    return _core.apply("select", (chosen, *_core.promote(a, b)))


def _complex(a: Any, b: Any) -> Any:
    x, y = _core.promote(a, b)
    if x.dtype.kind == "complex":
        raise DTypeError("complex takes two real operands")
    to = "f32" if x.dtype.code in ("f32", "f16", "bf16") else "f64"
    return _core.apply("complex", (_cast(x, to), _cast(y, to)))


def _real(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("real", (a,)) if a.dtype.kind == "complex" else a


def _imag(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("imag", (a,)) if a.dtype.kind == "complex" else _constant_like(a, 0)


def _conj(a: Any) -> Any:
    a = _as_array(a)
    return _core.apply("conj", (a,)) if a.dtype.kind == "complex" else a


def _constant_like(a: Any, number: int) -> Any:
    """An array of the shape and dtype of a that is full of a number."""
    value = _core.scalar(number, a.dtype)
    return _core.apply("select", (_core.apply("eq", (a, a)), value, value))


_FUNCTIONS = {
    "where": _where,
    "complex": _complex,
    "real": _real,
    "imag": _imag,
    "conj": _conj,
    "copy": lambda a: _core.apply("copy", (_as_array(a),)),
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
        if kind in ("bool", "int", "uint"):
            array = _cast(array, "u64" if kind == "uint" else "i64")
        return _core.apply(name, (array,), attrs)
    if _is_empty(array, axis):
        raise ShapeError(f"{name} of nothing: the operand has shape {tuple(array.shape)}")
    if kind == "bool":
        return _core.apply("all" if name == "min" else "any", (array,), attrs)
    if kind == "complex":
        raise DTypeError(f"{name} takes no complex numbers: they have no order")
    return _core.apply(name, (array,), attrs)


def _is_empty(array: Any, axis: int | None) -> bool:
    shape = array.shape
    return 0 in shape if axis is None else shape[axis] == 0
