"""Expressions of a loop that is compiled."""

from __future__ import annotations

import ast
import dataclasses
import functools
import types
from collections.abc import Callable, Sequence
from typing import Any

from .arguments import Arguments, GivenArray
from .calls import Calls
from .values import PYTHON, Num, Several, Static, Unsupported, Value, Vec, View, constant
from .variables import Variables
from .vectors import static_step


@dataclasses.dataclass
class Frame:
    """Whose names are meant: the loop's own, or an inlined function's."""

    prefix: str
    locals: set[str]
    outside: Callable[[str], Any]  # a Given..., or a Static; KeyError
    values: dict[str, Value] = dataclasses.field(default_factory=dict)  # arrays among its parameters
    result: str | None = None  # the variable of what a function gives
    leave: str | None = None  # the label behind it


class Expressions(Arguments):
    """What they stand for, in an attempt to compile a loop."""

    def __init__(self, given: dict[str, Any], assigned: Sequence[str], kinds: dict[str, Any]) -> None:
        super().__init__(given)
        self.variables = Variables(self.text, self.numbers, kinds)
        self.calls = Calls(self)
        self.assigned = assigned
        # Arguments whose elements are assigned: the names themselves stay what they are.
        self.arrays_assigned = {n for n in assigned if isinstance(given.get(n), GivenArray)}
        # What names of inlined functions and attributes of modules stood for: (owner, name, value).
        self.watched: list[tuple[Any, str, Any]] = []
        self.frames = [Frame("", set(assigned), lambda name: self.given[name])]

    def inlined(self, function: types.FunctionType, arguments: Sequence[Value]) -> Num:
        """A call of a function of the user's."""
        raise NotImplementedError

    # ---------------------------------------------------------------- names

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def read(self, name: str) -> Value:
        frame = self.frame
        if name in frame.values:
            return frame.values[name]
        if name in frame.locals and not (frame.prefix == "" and name in self.arrays_assigned):
            return self.variables.get(frame.prefix + name)
        try:
            found = frame.outside(name)
        except KeyError:
            raise Unsupported(f"{name} has no value") from None
        return self.argument(name, found) if frame.prefix == "" else found

    # ---------------------------------------------------------------- expressions

    def expression(self, node: ast.expr) -> Value:
        method = getattr(self, "see_" + type(node).__name__, None)
        if method is None:
            raise Unsupported(f"an expression {type(node).__name__}")
        found: Value = method(node)
        return found

    def number(self, node: ast.expr) -> Num:
        found = self.expression(node)
        if isinstance(found, View) and not found.extents:
            return self.load(found, [])
        if not isinstance(found, Num):
            raise Unsupported("an array or an object where a number is needed")
        return found

    def condition(self, node: ast.expr) -> str:
        if isinstance(node, ast.BoolOp):
            return self.shortcut(node)
        if isinstance(node, ast.Compare):
            found = self.compared(node, chained=True)
            if isinstance(found, Num):
                return found.value
        return self.numbers.truth(self.number(node))

    def shortcut(self, node: ast.BoolOp) -> str:
        """and, or: what comes later is looked at only if it has to be."""
        text, ends = self.text, isinstance(node.op, ast.And)
        slot, after = text.slot("i1"), text.label()
        for number, part in enumerate(node.values):
            held = self.condition(part)
            text.store("i1", held, slot)
            if number + 1 < len(node.values):
                following = text.label()
                text.fork(held, *((following, after) if ends else (after, following)))
                text.place(following)
        text.place(after)
        return text.load("i1", slot)

    def see_Constant(self, node: ast.Constant) -> Value:
        if node.value is None or isinstance(node.value, (str, bytes)) or node.value is Ellipsis:
            return Static(node.value)
        return constant(node.value)

    def see_Name(self, node: ast.Name) -> Value:
        return self.read(node.id)

    def see_Tuple(self, node: ast.Tuple) -> Value:
        return Several(tuple(self.settled(self.expression(item)) for item in node.elts))

    def settled(self, value: Value) -> Value:
        """A value that later assignments do not change."""
        if isinstance(value, (View, Vec)):
            raise Unsupported("a tuple of arrays")
        return value

    def see_BoolOp(self, node: ast.BoolOp) -> Value:
        values = [self.tried(functools.partial(self.number, part)) for part in node.values]
        owners = {v.owner for v in values}
        if any(v.dtype != "bool" for v in values) or len(owners) > 1 or any(isinstance(o, str) for o in owners):
            raise Unsupported("and, or of values that are not bools of one kind")
        return Num(self.shortcut(node), "bool", values[0].owner)

    def see_IfExp(self, node: ast.IfExp) -> Value:
        text = self.text
        name = f"{self.frame.prefix}if {node.lineno} {node.col_offset}"
        yes, no, after = text.label(), text.label(), text.label()
        text.fork(self.condition(node.test), yes, no)
        text.place(yes)
        self.variables.set_number(name, self.number(node.body))
        text.go(after)
        text.place(no)
        self.variables.set_number(name, self.number(node.orelse))
        text.go(after)
        text.place(after)
        return self.variables.peek(self.variables.held[name])

    def see_UnaryOp(self, node: ast.UnaryOp) -> Value:
        op = type(node.op).__name__
        if op == "Not":
            return Num(self.text.make(f"xor i1 {self.condition(node.operand)}, true"), "bool", PYTHON)
        operand = self.expression(node.operand)
        if isinstance(operand, Num):
            if isinstance(node.operand, ast.Constant) and op == "USub":
                return constant(-node.operand.value)  # type: ignore[operator]
            return self.numbers.unary(op, operand)
        return self.step([operand], lambda x: self.numbers.unary(op, x))

    def see_BinOp(self, node: ast.BinOp) -> Value:
        left = self.expression(node.left)
        return self.binary(type(node.op).__name__, left, self.expression(node.right))

    def binary(self, op: str, left: Value, right: Value) -> Value:
        if op == "MatMult":
            return self.calls.dot(left, right)
        return self.step([left, right], lambda a, b: self.numbers.binary(op, a, b))

    def step(self, operands: Sequence[Value], of: Callable[..., Num]) -> Value:
        """A step on numbers or arrays."""
        given: list[Num | View | Vec] = []
        for operand in operands:
            if isinstance(operand, View) and not operand.extents:
                operand = self.load(operand, [])
            if not isinstance(operand, (Num, View, Vec)):
                raise Unsupported("arithmetic of objects")
            given.append(operand)
        if all(isinstance(operand, Num) for operand in given):
            return of(*given)
        return self.elementwise(given, of)

    def see_Compare(self, node: ast.Compare) -> Value:
        return self.compared(node, chained=False)

    def compared(self, node: ast.Compare, chained: bool) -> Value:
        """chained: whose bool it is does not matter."""
        left = self.expression(node.left)
        result: Value | None = None
        for op, comparator in zip(node.ops, node.comparators):
            right = self.expression(comparator)
            name = type(op).__name__
            made = self.step([left, right], lambda a, b, name=name: self.numbers.compare(name, a, b))
            if result is None:
                result = made
            elif isinstance(result, Num) and isinstance(made, Num):
                if not chained and (result.owner != made.owner or isinstance(made.owner, str)):
                    raise Unsupported("a chain of comparisons of Python's and NumPy's numbers")
                both = self.text.make(f"and i1 {result.value}, {made.value}")
                result = Num(both, "bool", made.owner)
            else:
                raise Unsupported("a chain of comparisons of arrays")
            left = right
        assert result is not None
        return result

    def see_Call(self, node: ast.Call) -> Value:
        return self.calls.call(node)

    def see_Attribute(self, node: ast.Attribute) -> Value:
        owner = self.expression(node.value)
        if isinstance(owner, Static):
            return self.calls.attribute(owner.value, node.attr)
        if isinstance(owner, View):
            if node.attr == "shape":
                return Several(tuple(Num(extent, "int64", PYTHON) for extent in owner.extents))
            if node.attr == "ndim":
                return constant(len(owner.extents))
            if node.attr == "size":
                count = "1"
                for extent in owner.extents:
                    count = self.text.make(f"mul i64 {count}, {extent}")
                return Num(count, "int64", PYTHON)
            if node.attr == "T":
                return View(owner.array, owner.offset, owner.extents[::-1], owner.strides[::-1])
        raise Unsupported(f"the attribute {node.attr}")

    # ---------------------------------------------------------------- indices

    def see_Subscript(self, node: ast.Subscript) -> Value:
        owner = self.expression(node.value)
        if isinstance(owner, Several):
            index = self.number(node.slice)
            if not index.value.lstrip("-").isdigit() or not -len(owner.items) <= int(index.value) < len(owner.items):
                raise Unsupported("a tuple's item by a number that is not in the text")
            item: Value = owner.items[int(index.value)]
            return item
        found = self.subscript(node, owner=owner)
        if isinstance(found, View) and not found.extents:
            return self.load(found, [])
        return found

    def subscript(self, node: ast.Subscript, owner: Value | None = None, whole: bool = False) -> View | Vec:
        owner = self.expression(node.value) if owner is None else owner
        if not isinstance(owner, View):
            raise Unsupported("an index into something that is no array in memory")
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(p, ast.Constant) and p.value is Ellipsis for p in parts):
            raise Unsupported("an index with an ellipsis")
        offset, extents, strides = owner.offset, list(owner.extents), list(owner.strides)
        kept_extents: list[str] = []
        kept_strides: list[str] = []
        axis = 0
        for part in parts:
            if self.is_new_axis(part):
                kept_extents.append("1")
                kept_strides.append("0")
                continue
            if axis >= len(extents):
                raise Unsupported("more indices than axes")
            if isinstance(part, ast.Slice):
                step = static_step(part.step)
                lower, upper = (None if b is None else self.bound_of(b) for b in (part.lower, part.upper))
                first, count = self.sliced(extents[axis], lower, upper, step)
                offset = self.moved(owner, offset, first, strides[axis])
                kept_extents.append(count)
                kept_strides.append(self.scaled(strides[axis], step))
            else:
                index = self.expression(part)
                if isinstance(index, View) and not index.extents:
                    index = self.load(index, [])
                if isinstance(index, (View, Vec)):
                    return self.picked(owner, parts, index)
                if not isinstance(index, Num):
                    raise Unsupported("such an index")
                place = self.place(index, extents[axis])
                offset = self.moved(owner, offset, place, strides[axis])
            axis += 1
        kept_extents += extents[axis:]
        kept_strides += strides[axis:]
        first_row = _first_row(parts[0])
        row = None if first_row is None or owner.row is None else owner.row + first_row
        return View(owner.array, offset, tuple(kept_extents), tuple(kept_strides), row)

    def is_new_axis(self, part: ast.expr) -> bool:
        if isinstance(part, ast.Constant):
            return part.value is None
        if isinstance(part, ast.Attribute) and part.attr == "newaxis":
            return True
        return False

    def bound_of(self, node: ast.expr) -> Num | None:
        found = self.expression(node)
        if isinstance(found, Static) and found.value is None:
            return None
        if not isinstance(found, Num):
            raise Unsupported("a bound that is no number")
        return found

    def picked(self, owner: View, parts: Sequence[ast.expr], index: View | Vec) -> Vec:
        """x[indices], of one axis."""
        if len(parts) != 1 or len(owner.extents) != 1 or len(index.extents) != 1:
            raise Unsupported("elements that an array of several axes picks")
        if index.dtype == "bool" or index.dtype.startswith("float"):
            raise Unsupported("elements that a mask picks")
        indices = self.vec(index)

        def at(places: Sequence[str]) -> Num:
            place = self.place(indices.at(places), owner.extents[0])
            return self.load(owner, [place])

        return Vec(owner.dtype, indices.extents, at, indices.reads | {dataclasses.replace(owner, row=None)}, indices.stretched)


def _first_row(part: ast.expr) -> int | None:
    """Which row an index begins with, where it is a slice of step 1 and that is a number of the text; or there are none."""
    if not isinstance(part, ast.Slice) or static_step(part.step) != 1:
        return None
    if part.lower is None:
        return 0
    known = isinstance(part.lower, ast.Constant) and type(part.lower.value) is int
    return part.lower.value if known else None  # type: ignore[attr-defined]
