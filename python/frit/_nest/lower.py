"""A loop of Python's as LLVM's text: statements and expressions, one after another."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from .._fuse.function_source import function_tree
from .._fuse.scopes import local_names
from .calls import Calls
from .numbers import Numbers
from .text import Text
from .values import KINDS, PYTHON, WHOLE, Array, Num, Several, Static, Unsupported, Value, Vec, View, bits_of
from .values import constant
from .variables import UNSET, Again, Variables
from .vectors import Vectors, static_step

_MOST_ATTEMPTS = 24
_DEEPEST = 8  # functions in functions
_VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


@dataclasses.dataclass(frozen=True)
class GivenArray:
    """An argument: dtype, axes, and whether the elements of the last axis stand side by side."""

    dtype: str
    rank: int
    dense: bool


@dataclasses.dataclass(frozen=True)
class GivenNumber:
    dtype: str
    owner: int


@dataclasses.dataclass
class Layout:
    """What the words of a frame are, by their numbers; word 0 is the extension's."""

    size: int = 1
    arrays: list[tuple[str, int]] = dataclasses.field(default_factory=list)  # name, first word
    numbers: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)  # name, word, dtype
    steps: list[tuple[str, str, int]] = dataclasses.field(default_factory=list)  # op, dtype, word
    rooms: list[int] = dataclasses.field(default_factory=list)  # words: pointer, bytes, bytes wanted
    outputs: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)  # name, word, dtype
    stored: list[str] = dataclasses.field(default_factory=list)  # names of arrays that are written

    def words(self, n: int) -> int:
        first = self.size
        self.size += n
        return first


@dataclasses.dataclass
class Compiled:
    text: str
    layout: Layout


@dataclasses.dataclass
class Frame:
    """Whose names are meant: the loop's own, or an inlined function's."""

    prefix: str
    locals: set[str]
    outside: Callable[[str], Any]  # a Given..., or a Static; KeyError
    values: dict[str, Value] = dataclasses.field(default_factory=dict)  # arrays among its parameters
    result: str | None = None  # the variable of what a function gives
    leave: str | None = None  # the label behind it


def compile_loop(
    loop: ast.For | ast.While, given: dict[str, Any], assigned: Sequence[str], live: frozenset[str]
) -> Compiled:
    """The text of a loop for arguments of these kinds, or Unsupported."""
    kinds: dict[str, Any] = {}
    for _ in range(_MOST_ATTEMPTS):
        try:
            return Lowering(given, assigned, live, kinds).whole(loop)
        except Again:
            continue
    raise Unsupported("variables whose kinds do not settle")


class Lowering(Vectors):
    """One attempt."""

    def __init__(
        self, given: dict[str, Any], assigned: Sequence[str], live: frozenset[str], kinds: dict[str, Any]
    ) -> None:
        self.layout = Layout()
        text = Text()
        super().__init__(text, Numbers(text, self.step_address), self.room_for)
        self.variables = Variables(text, self.numbers, kinds)
        self.calls = Calls(self)
        self.given = given
        self.assigned = assigned
        self.live = live
        self.arrays: dict[str, View] = {}
        self.numbers_given: dict[str, Num] = {}
        # Arguments whose elements are assigned: the names themselves stay what they are.
        self.arrays_assigned = {n for n in assigned if isinstance(given.get(n), GivenArray)}
        self.names: list[str] = []  # of arrays, by number
        self.frames = [Frame("", set(assigned), self.from_given)]
        self.loops: list[tuple[str, str]] = []  # where continue and break go
        self.step_words: dict[tuple[str, str], str] = {}
        self.room_slots: dict[str, tuple[int, int]] = {}
        self.made = self.inlines = 0
        self.ticks = text.slot("i64")
        text.entry.append(f"  store i64 0, ptr {self.ticks}")

    # ---------------------------------------------------------------- the frame

    def word(self, kind: str, number: int) -> str:
        """A word of the frame, read once at the beginning."""
        place, value = self.text.name("w"), self.text.name("w")
        self.text.entry.append(f"  {place} = getelementptr i64, ptr %frame, i64 {number}")
        self.text.entry.append(f"  {value} = load {kind}, ptr {place}, !invariant.load !0")
        return value

    def from_given(self, name: str) -> Any:
        return self.given[name]

    def argument(self, name: str, given: Any) -> Value:
        """What comes from outside and is not assigned in the loop."""
        if isinstance(given, Static):
            return given
        if isinstance(given, GivenNumber):
            return self.number_argument(name, given)
        found = self.arrays.get(name)
        if found is None:
            found = self.arrays[name] = self.array_argument(name, given)
        return found

    def number_argument(self, name: str, given: GivenNumber) -> Num:
        found = self.numbers_given.get(name)
        if found is None:
            word = self.layout.words(1)
            self.layout.numbers.append((name, word, given.dtype))
            value = self.word("i8" if given.dtype == "bool" else KINDS[given.dtype], word)
            if given.dtype == "bool":
                raw, value = value, self.text.name("w")
                self.text.entry.append(f"  {value} = icmp ne i8 {raw}, 0")
            found = self.numbers_given[name] = Num(value, given.dtype, given.owner)
        return found

    def array_argument(self, name: str, given: GivenArray) -> View:
        first = self.layout.words(1 + 2 * given.rank)
        self.layout.arrays.append((name, first))
        self.names.append(name)
        array = Array(len(self.names) - 1, given.dtype, self.word("ptr", first))
        extents = tuple(self.word("i64", first + 1 + k) for k in range(given.rank))
        strides = [self.word("i64", first + 1 + given.rank + k) for k in range(given.rank)]
        if given.dense and given.rank:
            strides[-1] = str(bits_of(given.dtype) // 8)
        return View(array, "0", extents, tuple(strides))

    def step_address(self, op: str, dtype: str) -> str:
        found = self.step_words.get((op, dtype))
        if found is None:
            word = self.layout.words(1)
            self.layout.steps.append((op, dtype, word))
            found = self.step_words[op, dtype] = self.word("ptr", word)
        return found

    def number_of(self, key: str) -> int:
        """Of an array of the loop's own, after the arguments'."""
        if key not in self.room_slots:
            self.room_slots[key] = (64 + len(self.room_slots), self.layout.words(3))
            self.layout.rooms.append(self.room_slots[key][1])
        return self.room_slots[key][0]

    def room_for(self, key: str, count: str) -> str:
        self.number_of(key)
        word = self.room_slots[key][1]
        text = self.text
        fits, lacks, after = text.label(), text.label(), text.label()
        held = self.word("i64", word + 1)
        text.fork(text.make(f"icmp ule i64 {count}, {held}"), fits, lacks)
        text.place(lacks)
        place = text.make(f"getelementptr i64, ptr %frame, i64 {word + 2}")
        text.store("i64", count, place)
        text.go("room")
        text.place(fits)
        text.place(after)
        return self.word("ptr", word)

    # ---------------------------------------------------------------- the whole

    def whole(self, loop: ast.For | ast.While) -> Compiled:
        rebound = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        rebound -= _changed_in_place(loop)
        for name in self.assigned:
            given = self.given.get(name)
            if isinstance(given, GivenNumber):
                self.variables.set_number(name, self.number_argument(name, given), bound=True)
            elif given is not None and (isinstance(given, Static) or name in rebound):
                raise Unsupported(f"{name} is assigned, and was an array or an object")
        self.statement(loop)
        self.give_back()
        self.layout.stored = [self.names[k] for k in sorted(self.stored) if k < len(self.names)]
        return Compiled(self.text.whole(self.metadata()), self.layout)

    def give_back(self) -> None:
        text = self.text
        for name in self.assigned:
            held = self.variables.held.get(name)
            if held is None:
                continue
            if held.kind.array is not None or held.kind.made:
                if name in self.live:
                    raise Unsupported(f"{name}, an array, is used after the loop")
                continue
            word = self.layout.words(2)
            self.layout.outputs.append((name, word, held.kind.dtype))
            num = self.variables.peek(held)
            assert isinstance(num, Num)
            owner = str(num.owner)
            if held.bound is not None:
                bound = text.load("i1", held.bound)
                owner = text.make(f"select i1 {bound}, i8 {owner}, i8 {UNSET}")
            value = num.value
            if num.dtype == "bool":
                value = text.make(f"zext i1 {value} to i8")
            kind = "i8" if num.dtype == "bool" else num.kind
            text.store(kind, value, text.make(f"getelementptr i64, ptr %frame, i64 {word}"))
            text.store("i8", owner, text.make(f"getelementptr i64, ptr %frame, i64 {word + 1}"))

    def metadata(self) -> list[str]:
        numbers = sorted(self.accessed)
        lines = ["!0 = !{}", "!1 = distinct !{!1}"]
        for n in numbers:
            lines.append(f"!{1000 + n} = distinct !{{!{1000 + n}, !1}}")
            others = ", ".join(f"!{1000 + m}" for m in numbers if m != n)
            lines.append(f"!{10 + 2 * n} = !{{!{1000 + n}}}")
            lines.append(f"!{11 + 2 * n} = !{{{others}}}")
        return lines

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

    def write(self, name: str, value: Value) -> None:
        if self.frame.prefix == "" and name in self.arrays_assigned:
            raise Unsupported(f"{name}, an array, is assigned")
        if isinstance(value, Vec):
            key = f"{self.frame.prefix}{name}"
            fresh = self.materialised(value, f"{key} {self.turns(key)}")
            self.variables.set_made(key, fresh)
            return
        self.variables.set(self.frame.prefix + name, value)

    def turns(self, key: str) -> int:
        """An array that is computed from the one of the same name before it needs other memory."""
        self.made += 1
        return self.made

    # ---------------------------------------------------------------- statements

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is None:
            raise Unsupported(f"a statement {type(node).__name__}")
        method(node)

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            raise Unsupported("an expression that is a statement")

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.expression(node.value)
        if len(node.targets) > 1 and isinstance(value, Vec):
            value = self.materialised(value, f"several {self.turns('')}")
        for target in node.targets:
            self.assign_to(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise Unsupported("a declaration")
        self.assign_to(node.target, self.expression(node.value))

    def assign_to(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.write(target.id, value)
        elif isinstance(target, ast.Subscript):
            self.assign_part(self.part(target), value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            items = value.items if isinstance(value, Several) else None
            if items is None or len(items) != len(target.elts):
                raise Unsupported("an assignment to several variables")
            for inner, item in zip(target.elts, items):
                self.assign_to(inner, item)
        else:
            raise Unsupported("an assignment to an attribute")

    def part(self, node: ast.Subscript) -> View:
        """What an index picks, to be written to."""
        found = self.subscript(node, whole=True)
        if not isinstance(found, View):
            raise Unsupported("an assignment to elements that an array picks")
        return found

    def assign_part(self, target: View, value: Value) -> None:
        if not isinstance(value, (Num, View, Vec)):
            raise Unsupported("an assignment of an object")
        if isinstance(value, Num) and not target.extents:
            self.store(target, [], value)
        else:
            self.assign(target, value, f"copy {self.turns('')}")

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        op = type(node.op).__name__
        if isinstance(node.target, ast.Name):
            held = self.read(node.target.id)
            value = self.expression(node.value)
            if isinstance(held, View):
                self.change(held, op, value)
            else:
                self.write(node.target.id, self.binary(op, held, value))
        elif isinstance(node.target, ast.Subscript):
            target = self.part(node.target)
            self.change(target, op, self.expression(node.value))
        else:
            raise Unsupported("an assignment to an attribute")

    def change(self, target: View, op: str, value: Value) -> None:
        """target op= value, in place."""
        if not target.extents:
            if not isinstance(value, Num):
                raise Unsupported("an element that becomes an array")
            self.store(target, [], self.numbers.binary(op, self.load(target, []), value))
            return
        if op == "MatMult":
            raise Unsupported("a product in place")
        result = self.binary(op, target, value)
        assert isinstance(result, Vec)
        if result.dtype != target.dtype and KINDS[result.dtype] != KINDS[target.dtype]:
            raise Unsupported("an array changes into another dtype in place")
        reads = self.vec(value).reads if isinstance(value, (View, Vec)) else frozenset()
        self.check_fits(result, target.extents)
        if target.array.number in reads:
            self.assign(target, result, f"copy {self.turns('')}")
        else:  # each element is read where it is written, and nowhere else
            self.each(target.extents, lambda at: self.store(target, at, result.at(at)))

    def do_If(self, node: ast.If) -> None:
        text = self.text
        yes, no, after = text.label(), text.label(), text.label()
        text.fork(self.condition(node.test), yes, no)
        text.place(yes)
        self.block(node.body)
        text.go(after)
        text.place(no)
        self.block(node.orelse)
        text.go(after)
        text.place(after)

    def do_While(self, node: ast.While) -> None:
        if node.orelse:
            raise Unsupported("a loop with an else")
        text = self.text
        head, inside, after = text.label(), text.label(), text.label()
        text.place(head)
        text.fork(self.condition(node.test), inside, after)
        text.place(inside)
        self.look(node)
        self.loops.append((head, after))
        self.block(node.body)
        self.loops.pop()
        text.go(head)
        text.place(after)

    def do_Break(self, node: ast.Break) -> None:
        self.text.go(self.loops[-1][1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.text.go(self.loops[-1][0])

    def do_Return(self, node: ast.Return) -> None:
        frame = self.frame
        if frame.leave is None or frame.result is None:
            raise Unsupported("a return from a loop")
        value = self.expression(node.value) if node.value is not None else Static(None)
        if not isinstance(value, Num):
            raise Unsupported("a function that gives an array or an object")
        self.variables.set_number(frame.result, value)
        self.text.go(frame.leave)

    def do_For(self, node: ast.For) -> None:
        if node.orelse:
            raise Unsupported("a loop with an else")
        text = self.text
        count, item = self.calls.iterated(node.iter)
        slot = text.slot("i64")
        text.store("i64", "0", slot)
        head, inside, following, after = (text.label() for _ in range(4))
        text.place(head)
        index = text.load("i64", slot)
        text.fork(text.make(f"icmp slt i64 {index}, {count}"), inside, after)
        text.place(inside)
        self.assign_to(node.target, item(index))
        self.look(node)
        self.loops.append((following, after))
        self.block(node.body)
        self.loops.pop()
        text.place(following)
        text.store("i64", text.make(f"add nsw i64 {text.load('i64', slot)}, 1"), slot)
        text.go(head)
        text.place(after)

    def look(self, node: ast.AST) -> None:
        """For signals, now and then; not in loops without a loop in them, which are quick."""
        if not any(isinstance(inner, (ast.For, ast.While)) for inner in ast.walk(node) if inner is not node):
            return
        text = self.text
        ticks = text.make(f"add i64 {text.load('i64', self.ticks)}, 1")
        text.store("i64", ticks, self.ticks)
        some = text.make(f"icmp eq i64 {text.make(f'and i64 {ticks}, 255')}, 0")
        asks, after = text.label(), text.label()
        text.fork(some, asks, after)
        text.place(asks)
        stop = text.make(f"call i32 {self.word('ptr', 0)}()")
        text.fork(text.make(f"icmp eq i32 {stop}, 0"), after, "stopped")
        text.place(after)

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
        values = [self.number(part) for part in node.values[:1]]
        if values[0].dtype != "bool":
            raise Unsupported("and, or of numbers")
        return Num(self.shortcut(node), "bool", values[0].owner if values[0].owner != WHOLE else PYTHON)

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
        left = self.expression(node.left)
        result: Value | None = None
        for op, comparator in zip(node.ops, node.comparators):
            right = self.expression(comparator)
            name = type(op).__name__
            made = self.step([left, right], lambda a, b, name=name: self.numbers.compare(name, a, b))
            if result is None:
                result = made
            elif isinstance(result, Num) and isinstance(made, Num):
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
        if isinstance(owner, (View, Vec)):
            if node.attr == "shape":
                return Several(tuple(Num(extent, "int64", PYTHON) for extent in owner.extents))
            if node.attr == "ndim":
                return constant(len(owner.extents))
            if node.attr == "size":
                count = "1"
                for extent in owner.extents:
                    count = self.text.make(f"mul i64 {count}, {extent}")
                return Num(count, "int64", PYTHON)
            if node.attr == "T" and isinstance(owner, View):
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
                offset = self.moved(offset, first, strides[axis])
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
                offset = self.moved(offset, place, strides[axis])
            axis += 1
        kept_extents += extents[axis:]
        kept_strides += strides[axis:]
        return View(owner.array, offset, tuple(kept_extents), tuple(kept_strides))

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

        return Vec(owner.dtype, indices.extents, at, indices.reads | {owner.array.number})

    # ---------------------------------------------------------------- functions of the user's

    def inlined(self, function: types.FunctionType, arguments: Sequence[Value]) -> Num:
        """The function's statements, where it is called."""
        tree = function_tree(function)
        code = function.__code__
        if len(self.frames) > _DEEPEST or isinstance(tree, ast.AsyncFunctionDef):
            raise Unsupported("functions that call each other too deep")
        if len(arguments) != code.co_argcount or code.co_kwonlyargcount or code.co_flags & _VARIADIC:
            raise Unsupported(f"a call of {function.__name__} with such arguments")
        self.inlines += 1
        prefix = f"{function.__name__}#{self.inlines}."
        frame = Frame(prefix, local_names(tree), lambda name: static_name(function, name))
        frame.result, frame.leave = prefix + "result", self.text.label()
        assigned = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for parameter, value in zip(code.co_varnames, arguments):
            if isinstance(value, Vec):
                value = self.materialised(value, f"argument {self.turns('')}")
            if isinstance(value, Num):
                self.variables.set_number(prefix + parameter, value)
            elif parameter in assigned:
                raise Unsupported(f"{parameter}, an array, is assigned in {function.__name__}")
            else:
                frame.values[parameter] = value
        self.frames.append(frame)
        if isinstance(tree, ast.Lambda):
            self.do_Return(ast.Return(tree.body))
        else:
            self.block(tree.body)
        self.frames.pop()
        self.text.place(frame.leave)
        result = self.variables.get(frame.result)
        assert isinstance(result, Num)
        return result


def _changed_in_place(loop: ast.AST) -> set[str]:
    """Names that are assigned by `x += ...` alone: of an array that changes its elements."""
    changed = {n.target.id for n in ast.walk(loop) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
    nodes = [n.target for n in ast.walk(loop) if isinstance(n, ast.AugAssign)]
    others = {
        n.id
        for n in ast.walk(loop)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and not any(n is node for node in nodes)
    }
    return changed - others


def static_name(function: types.FunctionType, name: str) -> Static:
    """What a name of an inlined function stands for: functions and modules, which do not change."""
    if name in function.__code__.co_freevars:
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
        value = cell.cell_contents
    elif name in function.__globals__:
        value = function.__globals__[name]
    else:
        value = getattr(builtins, name)
    if not callable(value) and not isinstance(value, types.ModuleType):
        raise Unsupported(f"{name}, which {function.__name__} reads from outside")
    return Static(value)
