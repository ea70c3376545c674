"""frit.evaluate: expressions in strings, as NumExpr's users know them.

Expressions are read by a grammar of their own (expression.py); nothing is ever run as Python.
Dtypes follow NumPy 2: a Python number, written in the expression or held by a variable, takes the
dtype of the array it meets. (NumExpr makes a float64 array of a float32 array and a Python float
that a variable holds.)
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import _core
from .._config import current_options
from .._errors import ArgumentError, DTypeError, Error, ShapeError, UnknownName
from .._program.run import kind_of
from .expression import Expression, read
from .run import run_code
from .strings import is_string

if TYPE_CHECKING:
    from .._explain.explain import ExplainInput

__all__ = ["evaluate", "re_evaluate", "validate"]

_NUMBERS = (bool, int, float, complex)
_AS_THEY_ARE = frozenset(_NUMBERS)
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_ORDERS = ("C", "F", "A", "K")
# Accepted for NumExpr's sake, without effect (None: whatever the value): there is nothing to
# sanitise, and the quotient of integers is a float, as in NumExpr.
_IGNORED: dict[str, tuple[Any, ...] | None] = {
    "sanitize": None,
    "disable_cache": None,
    "optimization": ("none", "moderate", "aggressive"),
    "truediv": (False, True, "auto"),
}


def evaluate(
    ex: str,
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    order: str = "K",
    casting: str = "same_kind",
    sanitize: bool | None = None,
    _frame_depth: int = 1,
    disable_cache: bool = False,
    **kwargs: Any,
) -> Any:
    """The value of an expression over arrays, computed in one pass over memory.

    Names are looked up in `local_dict`, or among the variables of the caller, then in `global_dict`
    or the caller's globals. NumPy arrays give a NumPy array, arrays of frit an array of frit.

    Operators: `+ - * / // % **`, `& | ^ ~ << >>`, comparisons. Functions: those of NumExpr
    (`where`, `sin`, `arctan2`, `log1p`, `real`, `complex`, ...) and the reductions `sum`, `prod`,
    `min`, `max` with an `axis`, which may stand anywhere. Strings of bytes (NumPy's dtype S, and
    `'abc'` in the expression) can be compared, and searched with `contains(a, 'b')`.

    `out` is an array for the result; `casting` says which conversion to its dtype is allowed
    ("no", "equiv", "safe", "same_kind", "unsafe"); `order` is the layout of a new result: "C",
    "F", or "A" and "K", which are "F" where all operands are in Fortran's order.

    >>> import numpy as np
    >>> a, b = np.arange(3.0), np.ones(3)
    >>> evaluate("2*a + b*sin(a)**2").round(3)
    array([0.   , 2.708, 4.827])
    >>> evaluate("sum(a*b)")
    array(3.)
    """
    if kwargs or order != "K" or casting != "same_kind":
        _check_options(order, casting, kwargs)
    evaluator = _evaluator(ex, casting, out is not None)
    frame = _caller(_frame_depth)
    values = _look_up(evaluator.expression, frame, local_dict, global_dict)
    _last.call = (ex, order, casting, out)
    return _evaluate(evaluator, values, out, order)


def validate(
    ex: str,
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    order: str = "K",
    casting: str = "safe",
    _frame_depth: int = 1,
    sanitize: bool | None = None,
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
        frame = _caller(_frame_depth)
        found = _look_up(expression, frame, local_dict, global_dict)
        values = [_checked(*pair) for pair in zip(expression.names, found, strict=True)]
        result = _shape_only(expression, values)
        if out is not None:
            _check_out(result, out, casting)
    except (Error, KeyError, TypeError, ValueError, OverflowError) as error:
        return error
    _last.call = (ex, order, casting, out)
    return None


def re_evaluate(
    local_dict: Mapping[str, Any] | None = None,
    global_dict: Mapping[str, Any] | None = None,
    out: Any = None,
    _frame_depth: int = 1,
    **kwargs: Any,
) -> Any:
    """Evaluates the last expression of this thread again, with the values its names have now.

    The result goes where the last one went: into its `out`, unless another is named.

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
    ex, order, casting, last_out = last
    out = last_out if out is None else out
    evaluator = _evaluator(ex, casting, out is not None)
    frame = _caller(_frame_depth)
    values = _look_up(evaluator.expression, frame, local_dict, global_dict)
    return _evaluate(evaluator, values, out, order)


_last = threading.local()

# They read variables that only the text of the expression names, so a fused function that calls
# them is run in Python each time.
_impure: tuple[Any, ...] = (evaluate, validate, re_evaluate)
for _function in _impure:
    _function._frit_impure = True


def explain_expression(
    ex: str, frame: Any, local_dict: Mapping[str, Any] | None, global_dict: Mapping[str, Any] | None
) -> ExplainInput:
    """What frit.explain says about an expression."""
    from .._explain.explain import ExplainInput, Segment

    evaluator = _Evaluator(_read(ex), "unsafe", False)
    names = evaluator.expression.names
    found = _look_up(evaluator.expression, frame, local_dict, global_dict)
    checked = [_checked(name, value) for name, value in zip(names, found, strict=True)]
    values = [_as_numpy(value) for value in checked]
    captured = evaluator.capture(tuple(values))
    if captured is None:
        return ExplainInput(ex, "ready", "it has no arrays")
    settings = current_options()
    plan = _core.Plan(captured[0], None, settings[0], not settings[2])
    # Booleans are part of the program, so they are not among its inputs.
    inputs = [(n, v) for n, v in zip(names, values, strict=True) if not isinstance(v, bool)]
    shapes = [tuple(getattr(value, "shape", ())) for _, value in inputs]
    segment = Segment(captured[0], plan, shapes, [name for name, _ in inputs])
    return ExplainInput(ex, "program", segments=[segment])


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
    for name, value in others.items():
        allowed = _IGNORED.get(name)
        if allowed is not None and value not in allowed:
            raise ArgumentError(f"{name} is {value!r}: expected one of {allowed}")
    unknown = others.keys() - _IGNORED.keys()
    if unknown:
        raise TypeError(f"evaluate has no argument {sorted(unknown)[0]!r}")


_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep


def _caller(depth: int) -> Any:
    """The frame of the code that asks; frit's own, which run fused functions, are passed over."""
    frame: Any = sys._getframe(depth + 1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame


def _look_up(
    expression: Expression,
    frame: Any,
    local_dict: Mapping[str, Any] | None,
    global_dict: Mapping[str, Any] | None,
) -> list[Any]:
    if not expression.names:
        return []
    local_names = frame.f_locals if local_dict is None else local_dict
    global_names = frame.f_globals if global_dict is None else global_dict
    values = []
    for name in expression.names:
        if name in local_names:
            values.append(local_names[name])
        elif name in global_names:
            values.append(global_names[name])
        else:
            raise UnknownName(f"{name!r} is not defined where the expression is evaluated")
    return values


def _checked(name: str, value: Any) -> Any:
    """Anything array-like as a NumPy array of a dtype that frit has; its own and numbers stay."""
    import numpy

    if type(value) in _AS_THEY_ARE or isinstance(value, (_core.ArrayBase, numpy.generic)):
        return value
    array = value if type(value) is numpy.ndarray else numpy.asarray(value)
    if array.dtype.kind == "S":
        return array
    if array.dtype.kind not in "biufc":
        raise DTypeError(
            f"{name!r} has dtype {array.dtype}: expressions take booleans, integers, floats,"
            " complex numbers and strings of bytes"
        )
    if array.dtype.itemsize > 16 or array.dtype.char in "gG":
        raise DTypeError(f"{name!r} has dtype {array.dtype}, which frit does not have")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


# ---- computing


class _Evaluator:
    """One expression, for one casting. Calls of a known kind run in C, through `fused`."""

    MOST_ENTRIES = 64

    def __init__(self, expression: Expression, casting: str, has_out: bool) -> None:
        self.expression = expression
        self.casting = casting
        self.has_out = has_out
        self.has_strings = any(is_string(step.what) for step in expression.code)
        self.fused = _core.Fused(self)

    def miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A new kind of call: it becomes an entry, unless it can only be recorded."""
        names = (*self.expression.names, "out")
        checked = tuple(_checked(name, value) for name, value in zip(names, args, strict=False))
        if self.has_out:
            checked = (*checked[:-1], args[-1])
        if any(new is not old for new, old in zip(checked, args, strict=True)):
            return self.fused(*checked)
        if self.has_strings or any(map(is_string, args)) or kind_of([*args]) == "frit":
            return self.recorded(args, kwargs)
        try:
            entry = self.compile(args)
        except (Error, _core.NeedsValue, OverflowError):
            return self.recorded(args, kwargs)  # whose errors are about the user's own arrays
        if entry is None:
            return self.recorded(args, kwargs)
        entries = self.fused._entries()
        if len(entries) >= self.MOST_ENTRIES:
            self.fused._remove_entry(entries[-1])
        self.fused._add_entry(entry)
        result = entry.call(args, ())
        return self.recorded(args, kwargs) if result is NotImplemented else result

    def recorded(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The value by recorded steps."""
        values = args[:-1] if self.has_out else args
        result = run_code(
            self.expression.code, dict(zip(self.expression.names, values, strict=True))
        )
        if is_string(result):
            return _string_result(result, args[-1] if self.has_out else None, self.casting)
        array = result if isinstance(result, _core.ArrayBase) else _core.asarray(result)
        if self.has_out:
            _check_out(array, args[-1], self.casting)
            return _write(array, args[-1])
        return array if kind_of([*values]) == "frit" else _numpy(array)

    def compile(self, args: tuple[Any, ...]) -> Any:
        """The entry for calls like this one; None where there is none."""
        captured = self.capture(args)
        if captured is None:
            return None
        module, leaves, result = captured
        settings = current_options()
        plan = _core.Plan(module, None, settings[0], not settings[2])
        node = ("t", tuple(range(len(args))))
        outs = (("a", len(args) - 1),) if self.has_out else (("r", *result),)
        changed = (len(args) - 1,) if self.has_out else ()
        return _core.Entry(
            plan, node, (), leaves, (), outs, changed, 0, "numpy", False, settings, overlap=True
        )

    def capture(self, args: tuple[Any, ...]) -> tuple[Any, Any, tuple[Any, int]] | None:
        """The program for these arguments, what they must be, and the result's dtype and rank."""
        with _core.Capture() as capture:
            binder = _Binder(capture)
            stand_ins = [binder.bind(value) for value in args]
            values = stand_ins[:-1] if self.has_out else stand_ins
            names = self.expression.names
            result = run_code(self.expression.code, dict(zip(names, values, strict=True)))
            if not isinstance(result, _core.ArrayBase) or capture.lifted:
                return None
            if self.has_out:
                _check_out(result, args[-1], self.casting)
                if tuple(result.shape) != tuple(args[-1].shape):
                    return None
                result = _core.apply("cast", (result,), f"to={stand_ins[-1].dtype.code}")
            module = capture.finish(binder.inputs, [result], "evaluate", False)
            return module, binder.bounded_leaves(), (result.dtype, result.ndim)


class _Binder:
    """Stand-ins for arguments, and what later arguments must be to match them."""

    def __init__(self, capture: Any) -> None:
        self.capture = capture
        self.inputs: list[Any] = []
        self.leaves: list[list[Any]] = []
        self.classes: dict[int, int] = {}

    def bind(self, value: Any) -> Any:
        import numpy

        if isinstance(value, numpy.ndarray):
            dtype = _core.DType(value.dtype)
            axes = tuple(self.axis(extent) for extent in value.shape)
            self.leaves.append(["array", "numpy", dtype, axes, len(self.inputs)])
            return self.add(dtype, value.shape, None)
        if isinstance(value, numpy.generic):
            dtype = _core.DType(value.dtype)
            self.leaves.append(["scalar", dtype, len(self.inputs)])
            return self.add(dtype, (), None)
        if type(value) in _WEAK:
            kind, dtype = _WEAK[type(value)]
            self.leaves.append(["number", kind, -(1 << 63), (1 << 63) - 1, len(self.inputs)])
            return self.add(dtype, (), kind)
        self.leaves.append(["static", value])
        return value

    def axis(self, extent: int) -> int:
        """An extent, or the class of extents above 1 that are equal."""
        return extent if extent < 2 else -1 - self.classes.setdefault(extent, len(self.classes))

    def add(self, dtype: Any, shape: tuple[int, ...], weak: str | None) -> Any:
        array = self.capture.placeholder(dtype, shape, weak)
        self.inputs.append(array)
        return array

    def bounded_leaves(self) -> tuple[tuple[Any, ...], ...]:
        """The leaves, with the bounds that integers must keep for the program to hold."""
        for number, low, high in self.capture.bounds:
            place = next(k for k, array in enumerate(self.inputs) if array is number)
            leaf = next(leaf for leaf in self.leaves if leaf[-1] == place and leaf[0] == "number")
            leaf[2], leaf[3] = max(leaf[2], low), min(leaf[3], high)
        return tuple(tuple(leaf) for leaf in self.leaves)


_WEAK = {
    int: ("int", _core.int64),
    float: ("float", _core.float64),
    complex: ("complex", _core.complex128),
}

_MOST_EXPRESSIONS = 512
_evaluators: dict[tuple[str, str, bool], _Evaluator] = {}


def _evaluator(ex: str, casting: str, has_out: bool) -> _Evaluator:
    key = (ex, casting, has_out)
    found = _evaluators.get(key) if isinstance(ex, str) else None
    if found is None:
        expression = _read(ex)
        if len(_evaluators) >= _MOST_EXPRESSIONS:
            _evaluators.pop(next(iter(_evaluators)), None)
        found = _evaluators.setdefault(key, _Evaluator(expression, casting, has_out))
    return found


def _evaluate(evaluator: _Evaluator, values: list[Any], out: Any, order: str) -> Any:
    if out is not None:
        return evaluator.fused(*values, out)
    if order != "C" and _wants_fortran(order, values):
        return _fortran(evaluator, values)
    result = evaluator.fused(*values)
    return result if hasattr(result, "shape") and result.shape else _to_array(result)


def _to_array(result: Any) -> Any:
    """Results are arrays, also those of rank 0, as NumExpr has it."""
    import numpy

    return result if isinstance(result, _core.ArrayBase) else numpy.asarray(result)


def _string_result(result: Any, out: Any, casting: str) -> Any:
    import numpy

    made = numpy.array(result)
    if out is None:
        return made
    _check_out(made, out, casting)
    numpy.copyto(out, made, casting="unsafe")
    return out


def _numpy(array: Any) -> Any:
    import numpy

    return numpy.asarray(array)


def _as_numpy(value: Any) -> Any:
    return _numpy(value) if isinstance(value, _core.ArrayBase) else value


def _wants_fortran(order: str, values: list[Any]) -> bool:
    if order == "F":
        return True
    asked = False
    for value in values:
        if getattr(value, "ndim", 0) > 1:
            flags = getattr(value, "flags", None)
            if flags is None or not flags.fnc:  # in Fortran's order and not in C's
                return False
            asked = True
    return asked


def _fortran(evaluator: _Evaluator, values: list[Any]) -> Any:
    """The result in Fortran's order: that of the transposed operands, transposed."""
    import numpy

    ranks = {value.ndim for value in values if getattr(value, "ndim", 0) > 0}
    steps = evaluator.expression.code
    if len(ranks) == 1 and not any(step.kind == "reduction" for step in steps):
        turned = [value.T if isinstance(value, numpy.ndarray) else value for value in values]
        return _to_array(evaluator.fused(*turned)).T
    result = _to_array(evaluator.fused(*values))
    return result if isinstance(result, _core.ArrayBase) else numpy.asfortranarray(result)


def _shape_only(expression: Expression, values: list[Any]) -> Any:
    """The result as an array that is never computed: it has a dtype and a shape."""
    with _core.Capture() as capture:
        stand_ins: dict[str, Any] = {}
        for name, value in zip(expression.names, values, strict=True):
            if isinstance(value, _NUMBERS) or is_string(value):
                stand_ins[name] = value
            else:
                dtype = _core.DType(value.dtype)
                stand_ins[name] = capture.placeholder(dtype, tuple(value.shape))
        result = run_code(expression.code, stand_ins)
        if is_string(result):
            return _to_array(result)
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
        raise ShapeError(
            f"the result has shape {shape}, which does not fit out, {tuple(out.shape)}"
        )


def _write(result: Any, out: Any) -> Any:
    """Puts the result into out; what out shares with the operands was read before."""
    if isinstance(out, _core.ArrayBase):
        out[...] = _core.apply("cast", (result,), f"to={out.dtype.code}")
        return out
    import numpy

    numpy.copyto(out, numpy.asarray(result), casting="unsafe")
    return out
