"""Loops in a body that is compiled again: those over a range become functions of their variables.

Which of them stay loops of the program is seen when they run (loop.py).
"""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .function_source import HOOKS, FunctionNode
from .scopes import Bound, local_names

Node = TypeVar("Node", bound=ast.AST)

JOINING = ("array", "asarray", "stack", "vstack", "concatenate")
"""Functions of NumPy that make an array of a list of arrays."""

_NOT_KEPT = (
    *(ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global),
    *(ast.Nonlocal, ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Delete, ast.NamedExpr, ast.Try),
    *(ast.With, ast.Import, ast.ImportFrom, ast.GeneratorExp),
)
"""What the body of a kept loop cannot have."""


# ------------------------------------------------------------------------------------ made nodes


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def hook(name: str, *arguments: ast.expr, keywords: Sequence[ast.keyword] = ()) -> ast.Call:
    return ast.Call(ast.Attribute(load(HOOKS), name, ast.Load()), list(arguments), list(keywords))


def read_first(name: str, body: list[ast.stmt]) -> bool:
    """Whether statements may read a variable before they have assigned it."""
    found = [
        (statement, [n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id == name])
        for statement in body
    ]
    found = [
        (statement, mentions)
        for statement, mentions in found
        if mentions and not (isinstance(statement, ast.AnnAssign) and statement.value is None)
    ]
    if not found:
        return False
    statement, mentions = found[0]
    if isinstance(statement, ast.For):  # a loop of no turns assigns nothing
        if len(found) > 1 or statement.orelse:
            return True
        head = [*ast.walk(statement.iter), *ast.walk(statement.target)]
        if not any(n in head for n in mentions):
            return read_first(name, statement.body)
        return statement.target not in mentions
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return True
    return any(isinstance(n.ctx, ast.Load) for n in mentions)


_SUMS = (ast.Add, ast.Sub, ast.Mult)


class _Counting:
    """Whether the number of a turn is only an index, a bound of a slice, or added and multiplied.

    In a kept loop it is a value of the program, which elsewhere could be told from Python's integer: where it is an
    argument, a key of a dict, compared, printed, or kept in a variable.
    """

    def __init__(self, loop: ast.For, numbers: list[str], is_gathered: Callable[[str], bool]):
        self.is_gathered = is_gathered
        self.parents: dict[ast.AST, ast.AST] = {}
        for statement in loop.body:
            for outer in ast.walk(statement):
                for inner in ast.iter_child_nodes(outer):
                    self.parents[inner] = outer
        self.sums: set[str] = set()  # variables that sums with the number are added to: arrays, that is
        uses = [n for n in self.parents if isinstance(n, ast.Name) and n.id in numbers]
        self.holds = all(self.is_plain(node) for node in uses)
        self.holds = self.holds and all(self.is_sum(loop, name) for name in self.sums)

    def is_plain(self, node: ast.AST) -> bool:
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            return False
        while True:
            outer = self.parents.get(node)
            if isinstance(outer, ast.Subscript):
                return outer.slice is node
            index = isinstance(node, (ast.Slice, ast.Tuple))
            if isinstance(outer, (ast.Slice, ast.Tuple)):
                pass
            elif isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.USub) and not index:
                pass
            elif isinstance(outer, ast.BinOp) and isinstance(outer.op, _SUMS) and not index:
                pass
            else:
                return not index and self.ends(node, outer)
            assert outer is not None
            node = outer

    def ends(self, value: ast.AST, outer: ast.AST | None) -> bool:
        """Whether a sum goes into an array: an element of it, or the sum of it and others; or is to be a row."""
        if outer is not None and is_append(outer):
            return self.is_gathered(outer.func.value.id)  # type: ignore[attr-defined]
        if isinstance(outer, ast.AugAssign) and isinstance(outer.op, _SUMS):
            target: ast.expr = outer.target
        elif isinstance(outer, ast.Assign) and len(outer.targets) == 1:
            target = outer.targets[0]
        else:
            return False
        if isinstance(target, ast.Name):
            self.sums.add(target.id)
        return isinstance(target, (ast.Name, ast.Subscript))

    def is_sum(self, loop: ast.For, name: str) -> bool:
        """Whether the loop assigns a variable nothing but sums of itself and others."""
        for node in self.parents:
            if not isinstance(node, ast.Name) or node.id != name or isinstance(node.ctx, ast.Load):
                continue
            outer = self.parents[node]
            if isinstance(outer, ast.AugAssign) and isinstance(outer.op, _SUMS):
                continue
            if not isinstance(outer, ast.Assign) or len(outer.targets) != 1 or outer.targets[0] is not node:
                return False
            if not _is_term(name, outer.value):
                return False
        return True


def _is_term(name: str, value: ast.expr) -> bool:
    """Whether a sum or product has the variable as an operand."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, _SUMS):
        return _is_term(name, value.left) or _is_term(name, value.right)
    return isinstance(value, ast.Name) and value.id == name


def _becomes_list(name: ast.Name, outer: ast.AST, around: ast.AST | None) -> bool:
    """Whether a name is assigned a new list: rows = [], or sums, rows = [], []."""
    if isinstance(outer, ast.Assign):
        return outer.targets == [name] and isinstance(outer.value, ast.List)
    if not isinstance(outer, ast.Tuple) or not isinstance(around, ast.Assign):
        return False
    value = around.value
    if around.targets != [outer] or not isinstance(value, ast.Tuple):
        return False
    return len(value.elts) == len(outer.elts) and isinstance(value.elts[outer.elts.index(name)], ast.List)


def is_append(node: ast.AST) -> bool:
    """Whether it is a call name.append(value)."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "append"
        and isinstance(node.func.value, ast.Name)
        and len(node.args) == 1
        and not node.keywords
        and not isinstance(node.args[0], ast.Starred)
    )


def names_in(target: ast.expr) -> list[str]:
    """The variables that a target of names and tuples binds; of others none."""
    if isinstance(target, ast.Name):
        return [target.id]
    if not isinstance(target, ast.Tuple):
        return []
    return [name for inner in target.elts for name in names_in(inner)]


def _extent_of(body: list[ast.stmt]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where statements begin and end in the file: lines and columns."""
    last = body[-1]
    return (
        (body[0].lineno, body[0].col_offset),
        (last.end_lineno or 0, last.end_col_offset or 0),
    )


def at(made: Node, node: ast.AST) -> Node:
    """The made node, standing where the other stands in the file."""
    if isinstance(node, (ast.expr, ast.stmt, ast.excepthandler)):
        ast.copy_location(made, node)
        stack: list[ast.AST] = [made]
        while stack:
            for child in ast.iter_child_nodes(stack.pop()):
                if isinstance(child, (ast.expr, ast.stmt)):
                    if hasattr(child, "lineno"):
                        continue  # it stands somewhere, and so does all that is in it
                    ast.copy_location(child, node)
                stack.append(child)
    return made


# ----------------------------------------------------------------------------------------- loops


class LoopRewriter(ast.NodeTransformer):
    """What _Rewriter of rewrite.py does with loops."""

    tree: FunctionNode  # as it was written
    globals: dict[str, Any]
    scopes: list[set[str]]  # local names, the innermost function's last
    outward: set[str]
    kept_depth: int  # loops whose bodies are functions of their own, around what is visited

    def is_local(self, name: str) -> bool:
        raise NotImplementedError

    def temporary(self) -> str:
        raise NotImplementedError

    def forget(self, names: list[str], node: ast.AST) -> ast.stmt:
        raise NotImplementedError

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        raise NotImplementedError

    def bind(self, target: ast.expr, value: ast.expr, node: ast.AST) -> list[ast.stmt]:
        raise NotImplementedError

    def without_cut(self, node: ast.For | ast.While) -> ast.For | ast.While | None:
        raise NotImplementedError

    def cut(
        self,
        node: ast.For | ast.While,
        flags: list[ast.expr],
        gone: Callable[[ast.expr], ast.expr],
        left: Callable[[ast.expr, ast.expr], ast.expr],
    ) -> list[ast.stmt]:
        raise NotImplementedError

    def is_kept(self, node: ast.For) -> bool:
        """Whether it is a loop over a range whose body can be a function of its own."""
        numbers = self.turn_numbers(node.iter, node.target)
        if numbers is not None:
            if not _Counting(node, numbers, self.is_gathered).holds:
                return False
        elif not isinstance(node.iter, ast.Call) or not self.is_frit_range(node.iter.func):
            return False
        elif not isinstance(node.target, ast.Name):
            return False
        if any(name in self.outward for name in names_in(node.target)):
            return False
        inner = node if self.breaks(node) else self.without_cut(node)
        return inner is not None and self.can_be_function(inner)

    def breaks(self, node: ast.For) -> bool:
        """Whether it has a break of its own, and is none of these loops."""
        return any(isinstance(inner, ast.Break) for statement in node.body for inner in ast.walk(statement))

    def can_be_function(self, node: ast.For | ast.While) -> bool:
        """Whether the body of a loop can be a function of its own."""
        for inner in ast.walk(self.tree):
            if isinstance(inner, ast.Nonlocal):
                return False  # functions that it calls may change variables
            if isinstance(inner, (ast.Try, ast.With)):
                if inner.lineno <= node.lineno <= (inner.end_lineno or inner.lineno):
                    return False  # who catches what ends it sees the variables of its last turn
        for statement in node.body:
            for inner in ast.walk(statement):
                if isinstance(inner, _NOT_KEPT):
                    return False
                if isinstance(inner, ast.Name) and inner.id in {*self.outward, "super"}:
                    return False
        return not self.read_by_functions(self.assigned(node))

    def is_gathered(self, name: str) -> bool:
        """Whether a variable is a list that is appended to and made an array, and nothing else is done with it."""
        if name not in self.scopes[-1] or len(self.scopes) > 1:
            return False
        parents = {inner: outer for outer in ast.walk(self.tree) for inner in ast.iter_child_nodes(outer)}
        made = False
        for node in parents:
            if isinstance(node, ast.arg) and node.arg == name:
                return False
            if not isinstance(node, ast.Name) or node.id != name:
                continue
            outer = parents[node]
            if not isinstance(node.ctx, ast.Load):
                made = _becomes_list(node, outer, parents.get(outer))
                if not made:
                    return False
            elif isinstance(outer, ast.Attribute):
                call = parents[outer]
                if not is_append(call) or not isinstance(parents[call], ast.Expr):
                    return False
            elif not isinstance(outer, ast.Call) or outer.args != [node] or not self.joins(outer.func):
                return False
        functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        return made and not any(
            isinstance(node, functions) and any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))
            for node in parents
        )

    def joins(self, function: ast.expr) -> bool:
        """Whether it is a function of NumPy's that makes an array of a list."""
        found = self.resolve(function)
        module = getattr(found, "__module__", "")
        return module == "numpy" and getattr(found, "__name__", "") in JOINING

    def is_frit_range(self, node: ast.expr) -> bool:
        function = self.resolve(node)
        return getattr(function, "__module__", "") == "frit._fuse.control"

    def builtin_called(self, node: ast.expr) -> str:
        """Which of Python's functions a call without keywords and stars calls, as far as can be seen; or ""."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.keywords:
            return ""
        name = node.func.id
        own = getattr(builtins, name, None)
        if self.is_local(name) or own is None or self.globals.get(name, own) is not own:
            return ""
        return "" if any(isinstance(argument, ast.Starred) for argument in node.args) else name

    def turn_numbers(self, walked: ast.expr, target: ast.expr) -> list[str] | None:
        """The variables that count the turns of a loop over a range or over the rows of arrays.

        None where what is gone through is something else, or is not taken apart as it is put together.
        """
        called = self.builtin_called(walked)
        if isinstance(walked, ast.Name) and self.is_local(walked.id):
            return [] if isinstance(target, ast.Name) else None
        assert isinstance(walked, ast.Call) or not called
        if called == "range" and isinstance(walked, ast.Call):
            return [target.id] if isinstance(target, ast.Name) else None
        if called == "reversed" and isinstance(walked, ast.Call) and len(walked.args) == 1:
            return self.turn_numbers(walked.args[0], target)
        if called not in ("enumerate", "zip") or not isinstance(target, ast.Tuple):
            return None
        assert isinstance(walked, ast.Call)
        parts, targets = list(walked.args), list(target.elts)
        found: list[str] = []
        if called == "enumerate" and len(parts) in (1, 2) and len(targets) == 2:
            counter = targets.pop(0)
            if not isinstance(counter, ast.Name):
                return None
            found.append(counter.id)
            del parts[1:]
        if not parts or len(parts) != len(targets):
            return None
        for part, inner in zip(parts, targets):
            numbers = self.turn_numbers(part, inner)
            if numbers is None:
                return None
            found += numbers
        return found

    def walked(self, node: ast.expr) -> ast.expr:
        """What a loop goes through: functions that say how are told apart when they run (loop_rows.py)."""
        called = self.builtin_called(node)
        if not called:
            return at(hook("walk", ast.Constant(None), self.visit(node)), node)
        assert isinstance(node, ast.Call)
        if called == "range":
            bounds = [self.visit(argument) for argument in node.args]
            return at(hook("range", self.visit(node.func), *bounds), node)
        inner = 1 if called == "enumerate" else len(node.args)  # its second argument is a number
        arguments = [self.walked(argument) for argument in node.args[:inner]]
        arguments += [self.visit(argument) for argument in node.args[inner:]]
        return at(hook("walk", self.visit(node.func), *arguments), node)

    def resolve(self, node: ast.expr) -> Any:
        """What a global name, or an attribute of a module, stands for now."""
        if isinstance(node, ast.Name) and not self.is_local(node.id):
            return self.globals.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = self.resolve(node.value)
            if isinstance(owner, types.ModuleType):
                return getattr(owner, node.attr, None)
        return None

    def kept_for(self, node: ast.For) -> list[ast.stmt]:
        """The loop's body as a function from the variables it assigns to their next values.

        for i in frit.range(n):        def body(i, x):
            x = x * 0.5 + i     =>         x = x * 0.5 + i
                                           return H.variables(("i", "x"))
                                       i, x = H.loop(frit.range(n), body, ("i", "x"), ...)
        """
        names = sorted(self.assigned(node))
        item, body = self.temporary(), self.temporary()
        bound = set(names_in(node.target))
        live = [
            self.read_outside(name, node) or (name not in bound and read_first(name, node.body))
            for name in names
        ]
        sums: set[str] = set()
        numbers = self.turn_numbers(node.iter, node.target)
        if numbers is not None:
            sums = _Counting(node, numbers, self.is_gathered).sums
            iterated = self.walked(node.iter)
        else:
            iterated = self.visit(node.iter)
        texts = ast.Tuple([ast.Constant(name) for name in names], ast.Load())
        inside: list[ast.stmt] = [self.unbind(name, node) for name in names]
        inside += self.bind(node.target, load(item), node)
        self.kept_depth += 1
        if self.without_cut(node) is node:
            inside += self.block(node.body)
            inside.append(at(ast.Return(hook("variables", texts)), node))
        else:
            flags: list[ast.expr] = [
                ast.Tuple([ast.Constant(flag) for flag in row], ast.Load()) for row in (live, [0] * len(names))
            ]
            inside += self.cut(node, flags, lambda variables: variables, lambda _, variables: variables)
        self.kept_depth -= 1
        parameters = ast.arguments([], [ast.arg(n) for n in [item, *names]], None, [], [], None, [])
        define = ast.FunctionDef(body, parameters, inside, [], None)
        looks = ast.Tuple([ast.Constant(flag) for flag in live], ast.Load())
        after = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        arrays = ast.Tuple([ast.Constant(name in sums) for name in names], ast.Load())
        looped = ast.Assign([after], hook("loop", iterated, load(body), texts, looks, arrays))
        made = [at(define, node), at(looped, node), self.forget([body], node)]
        made += [self.unbind(name, node) for name in names]
        return made + self.block(node.orelse)

    def assigned(self, loop: ast.For | ast.While) -> set[str]:
        """The variables that a loop assigns, or whose elements it assigns."""
        bound = Bound()
        for statement in [*loop.body, *([loop.target] if isinstance(loop, ast.For) else [])]:
            bound.visit(statement)
        return bound.names | self.stored_to(loop)

    def read_by_functions(self, names: set[str]) -> bool:
        """Whether functions inside of this one see these variables: they would not see each turn's."""
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                if node is self.tree:
                    continue
                own = local_names(node)
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Name) and inner.id in names and inner.id not in own:
                        return True
        return False

    def stored_to(self, loop: ast.For | ast.While) -> set[str]:
        """Variables of the function whose elements the loop assigns: x[1:] = ..., x[i] += ..."""
        found: set[str] = set()
        for statement in loop.body:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.Subscript) and not isinstance(inner.ctx, ast.Load):
                    owner: ast.expr = inner
                    while isinstance(owner, (ast.Subscript, ast.Attribute)):
                        owner = owner.value
                    if isinstance(owner, ast.Name) and owner.id in self.scopes[-1]:
                        found.add(owner.id)
        return found

    def unbind(self, name: str, node: ast.AST) -> ast.stmt:
        """A variable that has no value has none: reading it fails."""
        test = hook("is_unbound", load(name))
        return at(ast.If(test, [ast.Delete([ast.Name(name, ast.Del())])], []), node)

    def read_outside(self, name: str, loop: ast.For | ast.While) -> bool:
        """Whether the function reads a variable anywhere but in the body of the loop, or the test of a while."""
        inside = [_extent_of(loop.body)]
        if isinstance(loop, ast.While):
            inside[0] = (loop.test.lineno, loop.test.col_offset), inside[0][1]
        here = (loop.lineno, loop.col_offset)
        for other in ast.walk(self.tree):  # loops that bind it anew for their bodies
            if isinstance(other, ast.For):
                begin, end = _extent_of(other.body)
                if name in names_in(other.target) and not begin <= here < end:
                    inside.append((begin, end))
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Name, ast.AugAssign)):
                place = (node.lineno, node.col_offset)
                if any(begin <= place < end for begin, end in inside):
                    continue
                if isinstance(node, ast.AugAssign):
                    if isinstance(node.target, ast.Name) and node.target.id == name:
                        return True
                elif node.id == name and isinstance(node.ctx, ast.Load):
                    return True
        return False
