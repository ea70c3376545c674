"""A loop of Python's as LLVM's text: its statements, one after another."""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from .._fuse.function_source import function_tree
from .._fuse.scopes import local_names
from .arguments import Compiled, GivenNumber
from .expressions import Expressions, Frame
from .values import KINDS, Num, Several, Static, Unsupported, Value, Vec, View
from .variables import UNSET, Again

_MOST_ATTEMPTS = 24
_DEEPEST = 8  # functions in functions
_MOST_INLINED = 100
_ROUND = 1 << 16  # turns of an innermost loop between two looks for signals
_VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def compile_loop(
    loop: ast.For | ast.While, given: dict[str, Any], assigned: Sequence[str], live: frozenset[str]
) -> Compiled:
    """The text of a loop for arguments of these kinds, or Unsupported."""
    kinds: dict[str, Any] = {}
    for _ in range(_MOST_ATTEMPTS):
        known = len(kinds)
        try:
            made = Lowering(given, assigned, live, kinds).whole(loop)
            if len(kinds) == known or not any("#" in name for name in kinds):
                return made  # else variables of functions are known only now: they begin anew in each call
        except Again:
            continue
    raise Unsupported("variables whose kinds do not settle")


class Lowering(Expressions):
    """One attempt."""

    def __init__(
        self, given: dict[str, Any], assigned: Sequence[str], live: frozenset[str], kinds: dict[str, Any]
    ) -> None:
        super().__init__(given, assigned, kinds)
        self.live = live
        self.loops: list[tuple[str, str]] = []  # where continue and break go
        self.made = self.inlines = 0
        self.ticks = self.text.slot("i64")
        self.text.entry.append(f"  store i64 0, ptr {self.ticks}")

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
        return Compiled(self.text.whole(self.metadata()), self.layout, self.watched)

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

    def write(self, name: str, value: Value) -> None:
        if self.frame.prefix == "" and name in self.arrays_assigned:
            raise Unsupported(f"{name}, an array, is assigned")
        if isinstance(value, Vec):
            self.write_made(self.frame.prefix + name, value)
            return
        self.variables.set(self.frame.prefix + name, value)

    def write_made(self, key: str, value: Vec) -> None:
        """An array of the loop's own: its memory is its name's, whichever statement makes it."""
        if any(view.array.number == self.number_of(key) for view in value.reads):  # it is made of what it was before
            value = self.vec(self.materialised(value, f"{key}, the next"))
        self.variables.set_made(key, self.materialised(value, key))

    def next_room(self, what: str) -> str:
        """A name for memory that one statement uses for itself."""
        self.made += 1
        return f"{what} {self.made}"

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
            value = self.materialised(value, self.next_room("several"))
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
            self.put(target, [], self.as_element(value, target.dtype))
        else:
            self.assign(target, value, self.next_room("copy"))

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
            changed = self.numbers.binary(op, self.load(target, []), value)
            self.put(target, [], self.as_element(changed, target.dtype))
            return
        if op == "MatMult":
            raise Unsupported("a product in place")
        result = self.binary(op, target, value)
        assert isinstance(result, Vec)
        if result.dtype != target.dtype and KINDS[result.dtype] != KINDS[target.dtype]:
            raise Unsupported("an array changes into another dtype in place")
        self.check_fits(result, target.extents)
        if isinstance(value, (View, Vec)) and self.vec(value).looks_at(target.array):
            self.assign(target, result, self.next_room("copy"))
        else:  # each element is read where it is written, and nowhere else
            change = lambda at: self.store(target, at, result.at(at))
            self.in_both_ways(result.stretched, lambda: self.each(target.extents, change))

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
        self.look()  # another thread may end it by what it writes: nothing is kept over this call
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
        slot, end = text.slot("i64"), text.slot("i64")
        text.store("i64", "0", slot)
        rounds, some, head, inside, after = (text.label() for _ in range(5))
        # In rounds, so that signals can be looked for between them and LLVM sees a plain loop in each.
        text.place(rounds)
        first = text.load("i64", slot)
        text.fork(text.make(f"icmp slt i64 {first}, {count}"), some, after)
        text.place(some)
        last = text.make(f"add nsw i64 {first}, {_ROUND if self.is_innermost(node) else 1}")
        text.store("i64", text.intrinsic("llvm.smin.i64", "i64", last, count), end)
        self.look("memory(inaccessiblemem: readwrite)")
        if _reads_what_it_stores(node):
            self.turn(node, slot, item, after)  # apart: what a turn stores the next one finds in a register
        text.place(head)
        index = text.load("i64", slot)
        text.fork(text.make(f"icmp slt i64 {index}, {text.load('i64', end)}"), inside, rounds)
        text.place(inside)
        self.turn(node, slot, item, after)
        text.go(head)
        text.place(after)

    def turn(self, node: ast.For, slot: str, item: Callable[[str], Value], after: str) -> None:
        """One turn of a loop; then its number is the next one's."""
        text = self.text
        index, following = text.load("i64", slot), text.label()
        text.assume(text.make(f"icmp sge i64 {index}, 0"))
        self.assign_to(node.target, item(index))
        self.loops.append((following, after))
        self.block(node.body)
        self.loops.pop()
        text.place(following)
        text.store("i64", text.make(f"add nsw i64 {text.load('i64', slot)}, 1"), slot)

    def is_innermost(self, node: ast.AST) -> bool:
        return not any(isinstance(inner, (ast.For, ast.While)) for inner in ast.walk(node) if inner is not node)

    def look(self, effects: str = "") -> None:
        """For signals, now and then. effects: what LLVM may think that this does to memory."""
        text = self.text
        ticks = text.make(f"add i64 {text.load('i64', self.ticks)}, 1")
        text.store("i64", ticks, self.ticks)
        some = text.make(f"icmp eq i64 {text.make(f'and i64 {ticks}, 1023')}, 0")
        asks, after = text.label(), text.label()
        text.fork(some, asks, after)
        text.place(asks)
        stop = text.make(f"call i32 {self.word('ptr', 0)}() {effects}")
        text.fork(text.make(f"icmp eq i32 {stop}, 0"), after, "stopped")
        text.place(after)

    # ---------------------------------------------------------------- functions of the user's

    def inlined(self, function: types.FunctionType, arguments: Sequence[Value]) -> Num:
        """The function's statements, where it is called."""
        tree = function_tree(function)
        code = function.__code__
        if len(self.frames) > _DEEPEST or self.inlines >= _MOST_INLINED or isinstance(tree, ast.AsyncFunctionDef):
            raise Unsupported("functions that call too many others")
        if any(isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) for n in ast.walk(tree)):
            raise Unsupported(f"{function.__name__} changes arrays in the middle of an expression")
        if len(arguments) != code.co_argcount or code.co_kwonlyargcount or code.co_flags & _VARIADIC:
            raise Unsupported(f"a call of {function.__name__} with such arguments")
        self.inlines += 1
        prefix = f"{function.__name__}#{self.inlines}."
        frame = Frame(prefix, local_names(tree), lambda name: self.static_name(function, name))
        frame.result, frame.leave = prefix + "result", self.text.label()
        assigned = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for parameter, value in zip(code.co_varnames, arguments):
            if isinstance(value, Vec):
                value = self.materialised(value, self.next_room("argument"))
            if isinstance(value, Num):
                self.variables.set_number(prefix + parameter, value)
            elif parameter in assigned:
                raise Unsupported(f"{parameter}, an array, is assigned in {function.__name__}")
            else:
                frame.values[parameter] = value
        self.forget({*frame.locals, "result"} - set(code.co_varnames[: code.co_argcount]), prefix)
        self.frames.append(frame)
        if isinstance(tree, ast.Lambda):
            self.do_Return(ast.Return(tree.body))
        else:
            self.block(tree.body)
        self.frames.pop()
        self.text.place(frame.leave)
        if frame.result not in self.variables.held:
            raise Unsupported(f"{function.__name__} gives nothing")
        result = self.variables.get(frame.result)
        assert isinstance(result, Num)
        return result

    def forget(self, names: set[str], prefix: str) -> None:
        """In each call a function's variables begin without values."""
        for name in sorted(names):
            if prefix + name in self.variables.kinds:
                bound = self.variables.variable(prefix + name).bound
                if bound is not None:
                    self.text.store("i1", "false", bound)

    def static_name(self, function: types.FunctionType, name: str) -> Static:
        """What a name of an inlined function stands for: functions and modules, as long as they stay."""
        free = function.__code__.co_freevars
        owner: Any = function.__globals__ if name in function.__globals__ else builtins.__dict__
        if name in free:
            owner, name = (function.__closure__ or ())[free.index(name)], "cell_contents"
        value = owner.get(name) if isinstance(owner, dict) else owner.cell_contents
        if not callable(value) and not isinstance(value, types.ModuleType):
            raise Unsupported(f"{name}, which {function.__name__} reads from outside")
        self.watched.append((owner, name, value))
        return Static(value)


def _changed_in_place(loop: ast.AST) -> set[str]:
    """Names that are assigned by `x += ...` alone: of an array that changes its elements."""
    nodes = [n.target for n in ast.walk(loop) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)]
    others = {
        n.id
        for n in ast.walk(loop)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and not any(n is node for node in nodes)
    }
    return {n.id for n in nodes} - others


def _reads_what_it_stores(loop: ast.For) -> bool:
    """Whether an innermost loop stores elements of an array that it also reads: s[t] = f(s[t - 1])."""
    nodes = [n for n in ast.walk(loop) if n is not loop]
    if any(isinstance(n, (ast.For, ast.While)) for n in nodes):
        return False
    parts = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)]
    names = [{ast.unparse(n.value) for n in parts if isinstance(n.ctx, kind)} for kind in (ast.Store, ast.Load)]
    return bool(names[0] & names[1])
