"""Functions that a compiled loop may call, and what it may go through."""

from __future__ import annotations

import ast
import builtins
import math
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from .numbers import MATHEMATICS
from .values import NUMPY, PYTHON, WHOLE, Num, Several, Static, Unsupported, Value, Vec, View, cast, constant, is_float

if TYPE_CHECKING:
    from .expressions import Expressions

Item = Callable[[str], Value]

_OPERATORS: dict[Any, str] = {
    **{numpy.add: "Add", numpy.subtract: "Sub", numpy.multiply: "Mult", numpy.divide: "Div"},
    **{numpy.floor_divide: "FloorDiv", numpy.remainder: "Mod", numpy.power: "Pow"},
    **{numpy.bitwise_and: "BitAnd", numpy.bitwise_or: "BitOr", numpy.bitwise_xor: "BitXor"},
}
_COMPARISONS: dict[Any, str] = {
    **{numpy.less: "Lt", numpy.less_equal: "LtE", numpy.greater: "Gt", numpy.greater_equal: "GtE"},
    **{numpy.equal: "Eq", numpy.not_equal: "NotEq"},
}
_ROUNDING: dict[Any, str] = {numpy.floor: "floor", numpy.ceil: "ceil", numpy.trunc: "trunc", numpy.rint: "rint"}
_OF_ONE: dict[Any, str] = {getattr(numpy, name): op for name, op in MATHEMATICS.items()}
_MATH: dict[Any, str] = {math.exp: "exp", math.sin: "sin", math.cos: "cos", math.tanh: "tanh", math.atan: "atan"}
_SCALARS: dict[Any, str] = {
    getattr(numpy, name): name
    for name in ("float64", "float32", "int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64")
}


class Calls:
    """Calls in an attempt to compile a loop."""

    def __init__(self, lower: Expressions) -> None:
        self.lower = lower
        self.text = lower.text
        self.numbers = lower.numbers

    # ---------------------------------------------------------------- objects

    def attribute(self, owner: Any, name: str) -> Value:
        """Of a module, or of a function such as np.add."""
        if not isinstance(owner, types.ModuleType) and not isinstance(owner, numpy.ufunc):
            raise Unsupported(f"the attribute {name} of an object")
        if isinstance(owner, numpy.ufunc):
            return Static((owner, name))
        found = getattr(owner, name, None)
        if owner not in (math, numpy):
            self.lower.watched.append((owner.__dict__, name, found))
        if isinstance(found, float) and owner in (math, numpy):
            return constant(found)
        if found is None or not (callable(found) or isinstance(found, types.ModuleType)):
            raise Unsupported(f"{owner.__name__}.{name}")
        return Static(found)

    # ---------------------------------------------------------------- calls

    def call(self, node: ast.Call) -> Value:
        if any(isinstance(a, ast.Starred) for a in node.args):
            raise Unsupported("a call with a starred argument")
        if isinstance(node.func, ast.Attribute):
            owner = self.lower.expression(node.func.value)
            if isinstance(owner, (View, Vec)):
                return self.method(owner, node)
            function: Any = self.attribute(owner.value, node.func.attr) if isinstance(owner, Static) else None
        else:
            function = self.lower.expression(node.func)
        if not isinstance(function, Static):
            raise Unsupported("a call of something that is no function")
        if node.keywords:
            raise Unsupported("a call with keywords")
        arguments = [self.lower.expression(a) for a in node.args]
        return self.apply(function.value, arguments)

    def method(self, owner: View | Vec, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Attribute)
        name = node.func.attr
        if node.keywords or (node.args and name != "dot"):
            raise Unsupported(f"the method {name} with arguments")
        if name == "dot" and len(node.args) == 1:
            return self.dot(owner, self.lower.expression(node.args[0]))
        if name in ("sum", "max", "min"):
            return self.reduce(name, owner)
        if name == "copy":
            v = self.lower.vec(owner)
            return Vec(v.dtype, v.extents, v.at, v.reads, v.stretched)
        raise Unsupported(f"the method {name}")

    def reduce(self, name: str, value: Value) -> Num:
        if not isinstance(value, (View, Vec)):
            raise Unsupported(f"{name} of something that is no array")
        v = self.lower.vec(value)
        return self.lower.sum(v) if name == "sum" else self.lower.extreme(v, name == "max")

    def apply(self, function: Any, given: Sequence[Value]) -> Value:
        made = self.apply_numpy(function, given)
        if made is None:
            made = self.apply_builtin(function, given)
        if made is None and type(function) is types.FunctionType and not is_library(function):
            self.lower.watched.append((function, "__code__", function.__code__))
            return self.lower.inlined(function, given)
        if made is None:
            raise Unsupported(f"a call of {getattr(function, '__name__', function)}")
        return made

    def apply_numpy(self, function: Any, given: Sequence[Value]) -> Value | None:
        lower, numbers, count = self.lower, self.numbers, len(given)
        if isinstance(function, tuple):
            return self.outer(function[0], function[1], given)
        try:
            hash(function)
        except TypeError:
            return None
        if any(isinstance(v, Num) and v.dtype == "bool" and v.owner != NUMPY for v in given):
            return None  # of Python's bools NumPy has rules of its own
        if function in _OPERATORS and count == 2:
            return self.as_numpy(lower.binary(_OPERATORS[function], *given))
        if function in _COMPARISONS and count == 2:
            op = _COMPARISONS[function]
            return self.as_numpy(lower.step(given, lambda a, b: numbers.compare(op, a, b)))
        if function in (numpy.maximum, numpy.minimum) and count == 2:
            larger = function is numpy.maximum
            return lower.step(given, lambda a, b: numbers.extreme(larger, a, b))
        if count == 1 and function in _OF_ONE:
            return lower.step(given, lambda x: numbers.mathematics(_OF_ONE[function], x))
        if count == 1 and function in _ROUNDING:
            return lower.step(given, lambda x: numbers.rounded(_ROUNDING[function], x))
        if count == 1 and function is numpy.sqrt:
            return lower.step(given, lambda x: numbers.root(x, NUMPY))
        if count == 1 and function in (numpy.abs, numpy.absolute):
            return self.as_numpy(lower.step(given, numbers.absolute))
        if count == 1 and function is numpy.negative:
            return self.as_numpy(lower.step(given, lambda x: numbers.unary("USub", x)))
        if count == 1 and function is numpy.square:
            return self.as_numpy(lower.step(given, lambda x: numbers.binary("Mult", x, x)))
        if count == 2 and function in (numpy.dot, numpy.matmul, numpy.vdot, numpy.inner):
            return self.dot(*given)
        if count == 1 and function in (numpy.sum, numpy.max, numpy.min, numpy.amax, numpy.amin):
            return self.reduce({numpy.sum: "sum", numpy.max: "max", numpy.amax: "max"}.get(function, "min"), given[0])
        if count == 1 and function is numpy.flip and isinstance(given[0], View):
            return self.flipped(given[0])
        if count == 1 and function in _SCALARS and isinstance(given[0], Num):
            return Num(numbers.convert(given[0], _SCALARS[function]), _SCALARS[function], NUMPY)
        return None

    def as_numpy(self, value: Value) -> Value:
        """What NumPy's functions give is NumPy's."""
        if not isinstance(value, Num) or value.owner == NUMPY:
            return value
        if value.owner == WHOLE or isinstance(value.owner, str):
            raise Unsupported("a function of NumPy's of a number that is Python's or NumPy's")
        return Num(value.value, value.dtype, NUMPY)

    def outer(self, function: Any, name: str, given: Sequence[Value]) -> Value:
        """np.add.outer(x, y)"""
        if name != "outer" or function not in _OPERATORS or len(given) != 2:
            raise Unsupported(f"{function.__name__}.{name}")
        left, right = given
        if not isinstance(left, View) or not isinstance(right, View):
            raise Unsupported("an outer product of something computed")
        axes = len(right.extents)
        column = View(left.array, left.offset, (*left.extents, *["1"] * axes), (*left.strides, *["0"] * axes))
        return self.lower.binary(_OPERATORS[function], column, right)

    def flipped(self, view: View) -> View:
        offset, strides = view.offset, []
        for extent, stride in zip(view.extents, view.strides):
            last = self.text.make(f"sub i64 {extent}, 1")
            offset = self.lower.moved(view, offset, last, stride)
            strides.append(self.lower.scaled(stride, -1))
        return View(view.array, offset, view.extents, tuple(strides))

    def dot(self, left: Value, right: Value) -> Value:
        if isinstance(left, (View, Vec)) and isinstance(right, (View, Vec)):
            return self.lower.dot(self.lower.vec(left), self.lower.vec(right))
        raise Unsupported("a product of objects")

    def apply_builtin(self, function: Any, given: Sequence[Value]) -> Value | None:
        numbers, count = self.numbers, len(given)
        plain = [v for v in given if isinstance(v, Num)]
        if function is builtins.len and count == 1 and isinstance(given[0], View):
            if not given[0].extents:
                raise Unsupported("len of a number")
            return Num(given[0].extents[0], "int64", PYTHON)
        if len(plain) != count or count == 0:
            return None
        if function in (builtins.max, builtins.min) and count >= 2:
            best = plain[0]
            for other in plain[1:]:
                better = numbers.compare("Gt" if function is builtins.max else "Lt", other, best)
                best = numbers.either(better.value, other, best)
            return best
        if count != 1:
            return None
        x = plain[0]
        if function is builtins.abs:
            return numbers.absolute(numbers.no_bool(x) if numbers.python_owned(x) else x)
        if function is builtins.float and x.dtype != "float32":
            return Num(numbers.convert(x, "float64"), "float64", PYTHON)
        if function is builtins.int:
            return Num(cast(self.text, x, "int64"), "int64", PYTHON) if x.dtype != "uint64" else None
        if function is builtins.bool:
            return Num(numbers.truth(x), "bool", PYTHON)
        if function in (math.sqrt, math.fabs) and not isinstance(x.owner, str):
            x = Num(numbers.convert(x, "float64"), "float64", PYTHON)
            return numbers.root(x, PYTHON) if function is math.sqrt else numbers.absolute(x)
        if function in _MATH:
            return numbers.mathematics(_MATH[function], Num(numbers.convert(x, "float64"), "float64", PYTHON), PYTHON)
        return None

    # ---------------------------------------------------------------- what loops go through

    def iterated(self, node: ast.expr) -> tuple[str, Item]:
        """How many items there are, and each by its number."""
        if isinstance(node, ast.Call) and not node.keywords:
            function = self.lower.expression(node.func) if isinstance(node.func, ast.Name) else None
            if isinstance(function, Static):
                if function.value is builtins.range:
                    return self.range(node.args)
                if function.value is builtins.reversed and len(node.args) == 1 and self.is_sequence(node.args[0]):
                    return self.backwards(*self.iterated(node.args[0]))
                if function.value is builtins.enumerate and len(node.args) == 1:
                    count, item = self.iterated(node.args[0])
                    return count, lambda k: Several((Num(k, "int64", PYTHON), item(k)))
                if function.value is builtins.zip and node.args:
                    return self.zipped([self.iterated(a) for a in node.args])
        value = self.lower.expression(node)
        if not isinstance(value, View) or not value.extents:
            raise Unsupported("a loop over such things")
        return value.extents[0], lambda k: self.row(value, k)

    def is_sequence(self, node: ast.expr) -> bool:
        """A range or an array: enumerate and zip cannot be gone through backwards."""
        if not isinstance(node, ast.Call):
            return True
        function = self.lower.expression(node.func) if isinstance(node.func, ast.Name) else None
        return isinstance(function, Static) and function.value is builtins.range

    def row(self, view: View, index: str) -> Value:
        offset = self.lower.moved(view, view.offset, index, view.strides[0])
        row = View(view.array, offset, view.extents[1:], view.strides[1:])
        return row if row.extents else self.lower.load(row, [])

    def backwards(self, count: str, item: Item) -> tuple[str, Item]:
        last = self.text.make(f"sub i64 {count}, 1")
        return count, lambda k: item(self.text.make(f"sub i64 {last}, {k}"))

    def zipped(self, parts: Sequence[tuple[str, Item]]) -> tuple[str, Item]:
        count = parts[0][0]
        for other, _ in parts[1:]:
            count = self.text.intrinsic("llvm.smin.i64", "i64", count, other)
        return count, lambda k: Several(tuple(item(k) for _, item in parts))

    def range(self, nodes: Sequence[ast.expr]) -> tuple[str, Item]:
        bounds = [self.lower.number(n) for n in nodes]
        if not 1 <= len(bounds) <= 3 or any(is_float(b.dtype) or b.dtype == "bool" for b in bounds):
            raise Unsupported("a range of such bounds")
        text = self.text
        values = [cast(text, b, "int64") for b in bounds]
        start, stop = ("0", values[0]) if len(values) == 1 else (values[0], values[1])
        step = values[2] if len(values) == 3 else "1"
        if not step.lstrip("-").isdigit() or step == "0":
            raise Unsupported("a range whose step is not a number in the text")
        for value in (start, stop):  # differences fit
            if not value.lstrip("-").isdigit():
                moved = text.make(f"add i64 {value}, {2**62}")
                text.guard(text.make(f"icmp sge i64 {moved}, 0"))
            elif abs(int(value)) >= 2**62:
                raise Unsupported("a range of such bounds")
        number = int(step)
        length = text.make(f"sub i64 {stop}, {start}" if number > 0 else f"sub i64 {start}, {stop}")
        if abs(number) != 1:
            length = text.make(f"add i64 {length}, {abs(number) - 1}")
            length = text.make(f"sdiv i64 {length}, {abs(number)}")

        def item(k: str) -> Num:
            moved = k if number == 1 else text.make(f"mul nsw i64 {k}, {number}")
            value = moved if start == "0" else text.make(f"add nsw i64 {start}, {moved}")
            return Num(value, "int64", PYTHON)

        return length, item


def is_library(function: types.FunctionType) -> bool:
    """NumPy's or frit's own."""
    return str(function.__module__ or "").split(".")[0] in ("numpy", "frit", "math")
