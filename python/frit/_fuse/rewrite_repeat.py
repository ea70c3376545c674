"""Loops that a condition ends, in a body that is compiled again: `while`, and a loop over a range with `if ...: break`. As in rewrite_loops.py the body becomes a function of the variables; so does the condition.

Which of them stay loops of the program is seen when they run (repeat.py).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from .function_source import FunctionNode, copy_tree
from .hooks import COUNTS, IS_TURN
from .rewrite_loops import LoopRewriter, at, hook, load, names_in, read_first

_HARMLESS = ("max", "min", "sum", "any", "all", "mean", "std", "var", "prod", "abs", "absolute", "sqrt", "isfinite", "isnan")
_HARMLESS_NODES = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple, ast.Compare, ast.BinOp, ast.UnaryOp),
    *(ast.BoolOp, ast.keyword, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop),
)

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def ending(body: list[ast.stmt], how: type[ast.stmt] = ast.Break) -> ast.If | None:
    """The `if ...: break` of a body, if it has one; or its `if ...: continue`."""
    for statement in body:
        if isinstance(statement, ast.If) and not statement.orelse:
            if len(statement.body) == 1 and isinstance(statement.body[0], how):
                return statement
    return None


def cutting(body: list[ast.stmt]) -> ast.If | None:
    """Where a turn of a loop may be over: its `if ...: break`, or else its `if ...: continue`."""
    return ending(body) or ending(body, ast.Continue)


def returns_as_breaks(tree: FunctionNode) -> FunctionNode:
    """`if ...: return x` in a loop that is followed by `return x` becomes a break. The tree is changed."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for loop, after in zip(body, body[1:]) if isinstance(body, list) else ():
            if not isinstance(loop, (ast.For, ast.While)) or loop.orelse or not isinstance(after, ast.Return):
                continue
            for end in loop.body:
                if isinstance(end, ast.If) and not end.orelse and len(end.body) == 1:
                    if isinstance(end.body[0], ast.Return) and ast.dump(end.body[0]) == ast.dump(after):
                        end.body[0] = ast.copy_location(ast.Break(), end.body[0])
    return tree


def jumps_as_one(tree: FunctionNode) -> FunctionNode:
    """`if a: break` right behind `if b: break` becomes `if b or a: break`; so with continue. The tree is changed."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.For, ast.While)):
            continue
        body: list[ast.stmt] = []
        for statement in node.body:
            before = cutting(body[-1:])
            if before is None or ending([statement], type(before.body[0])) is None:
                body.append(statement)
                continue
            assert isinstance(statement, ast.If)
            before.test = ast.copy_location(ast.BoolOp(ast.Or(), [before.test, statement.test]), before.test)
        node.body = body
    return tree


def _without_ending(node: ast.For | ast.While, end: ast.If) -> ast.For | ast.While:
    """The loop with the condition of its break for a statement, which is looked at like every other."""
    body = [ast.copy_location(ast.Expr(end.test), end) if s is end else s for s in node.body]
    made = ast.While(node.test, body, []) if isinstance(node, ast.While) else ast.For(node.target, node.iter, body, [])
    return ast.copy_location(made, node)


def _looked_at(test: ast.expr) -> frozenset[str]:
    """The elements that a condition looks at in any case: they are there."""
    first = test.values[0] if isinstance(test, ast.BoolOp) else test
    return frozenset(ast.dump(inner) for inner in ast.walk(first) if isinstance(inner, ast.Subscript))


def _can_be_undone(statement: ast.stmt, counts: set[str], looked_at: frozenset[str]) -> bool:
    """Whether a statement behind a break only gives variables new values: those from before can be taken instead."""
    if any(_step_of(name, statement) for name in counts):
        return True
    if isinstance(statement, ast.AugAssign):
        return False
    if not isinstance(statement, ast.Assign) or not all(names_in(target) for target in statement.targets):
        return False
    return _has_no_effects(statement.value, looked_at)


def _has_no_effects(node: ast.expr, looked_at: frozenset[str]) -> bool:
    """Whether an expression is arithmetic of variables, and of elements that are there: it changes nothing, and is no
    view of anything."""
    if isinstance(node, ast.Tuple):
        return all(_has_no_effects(part, looked_at) for part in node.elts)
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        return all(ast.dump(side) in looked_at or _has_no_effects(side, looked_at) for side in sides)
    if isinstance(node, ast.UnaryOp):
        return _has_no_effects(node.operand, looked_at)
    if isinstance(node, ast.Call) and not node.args and not node.keywords:
        copies = isinstance(node.func, ast.Attribute) and node.func.attr == "copy"
        return copies and _has_no_effects(node.func.value, looked_at)  # type: ignore[attr-defined]
    return isinstance(node, (ast.Name, ast.Constant))


def _pair(over: ast.expr, variables: ast.expr) -> ast.expr:
    return ast.Tuple([over, variables], ast.Load())


def _may_be_out_of_range(node: ast.AST) -> bool:
    """Whether it is an index that another condition may guard."""
    if not isinstance(node, ast.Subscript):
        return False
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return not all(isinstance(part, (ast.Constant, ast.Slice)) for part in parts)


def _step_of(name: str, node: ast.AST) -> ast.expr | None:
    """What a statement adds to or subtracts from a variable: k += 1, k = k + 1."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
        return node.value if isinstance(node.target, ast.Name) and node.target.id == name else None
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.value, ast.BinOp):
        return None
    target, left = node.targets[0], node.value.left
    if isinstance(node.value.op, (ast.Add, ast.Sub)) and isinstance(target, ast.Name) and isinstance(left, ast.Name):
        return node.value.right if target.id == left.id == name else None
    return None


def _is_count(name: str, loop: ast.For | ast.While) -> bool:
    """Whether a variable is an integer that a loop only counts with: it is added to, and compared in conditions."""
    parents = {inner: outer for outer in ast.walk(loop) for inner in ast.iter_child_nodes(outer)}
    counted = False
    for node, outer in parents.items():
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        statement = parents.get(outer) if isinstance(outer, ast.BinOp) else outer
        step = None if statement is None else _step_of(name, statement)
        if step is not None:
            if not isinstance(step, ast.Constant) or type(step.value) is not int or abs(step.value) > 2**20:
                return False
            counted = True
        elif not isinstance(outer, ast.Compare) or not all(isinstance(op, _ORDER) for op in outer.ops):
            return False
        else:
            while isinstance(outer, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
                node, outer = outer, parents[outer]
            test = isinstance(outer, ast.While) and outer is loop and outer.test is node
            if not test and not (isinstance(outer, ast.If) and outer.test is node and outer is cutting(loop.body)):
                return False
    return counted


class RepeatRewriter(LoopRewriter):
    """What _Rewriter of rewrite.py does with such loops."""

    def set_name(self, name: str, value: ast.expr, node: ast.AST) -> ast.stmt:
        raise NotImplementedError

    def is_repeated(self, node: ast.For | ast.While) -> bool:
        if node.orelse or (isinstance(node, ast.For) and ending(node.body) is None):
            return False
        inner = self.without_cut(node)
        if inner is None:
            return False
        if isinstance(inner, ast.For):
            called = self.builtin_called(inner.iter)
            return called == "range" and self.is_kept(inner)
        assert isinstance(node, ast.While)
        others = (ast.NamedExpr, ast.Await, ast.Lambda, ast.GeneratorExp)
        return self.can_be_function(inner) and not any(isinstance(n, others) for n in ast.walk(node.test))

    def without_cut(self, node: ast.For | ast.While) -> ast.For | ast.While | None:
        """The loop with the condition under which a turn is over for a statement; None: what is behind it stays done."""
        end = cutting(node.body)
        if end is None:
            return node
        behind = node.body[node.body.index(end) + 1 :]
        counts = {name for name in self.assigned(node) if _is_count(name, node)} if behind else set()
        assigned = {n.id for s in behind for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = {n.id for n in ast.walk(end.test) if isinstance(n, ast.Name)}
        looked_at = frozenset() if assigned & names else _looked_at(end.test)
        return _without_ending(node, end) if all(_can_be_undone(s, counts, looked_at) for s in behind) else None

    def cut(
        self,
        node: ast.For | ast.While,
        flags: list[ast.expr],
        gone: Callable[[ast.expr], ast.expr],
        left: Callable[[ast.expr, ast.expr], ast.expr],
    ) -> list[ast.stmt]:
        """A body whose turn may be over in the middle: what stands behind is done, and the variables are chosen.

        gone(variables), left(over, variables): what the body gives, where it is known that it is over, and at its end.
        """
        end = cutting(node.body)
        assert end is not None
        where, texts = node.body.index(end), ast.Tuple([ast.Constant(n) for n in sorted(self.assigned(node))], ast.Load())
        over, before = self.temporary(), self.temporary()
        made = self.block(node.body[:where])
        made += [self.set_name(over, self.condition(end.test), end), self.set_name(before, hook("variables", texts), end)]
        made.append(at(ast.If(hook("stops", load(over)), [ast.Return(gone(load(before)))], []), end))
        made += self.block(node.body[where + 1 :])
        chosen = hook("undone", load(over), load(before), hook("variables", texts), texts, *flags)
        made.append(at(ast.Return(left(load(over), chosen)), node))
        return made

    def repeated(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """The loop as functions from the variables that it assigns.

        while e > t:                   def test(e, x):
            x = x * 0.5          =>        return e > t
            e = x.max()                def body(_, e, x):
                                           x = x * 0.5
                                           e = x.max()
                                           return False, H.variables(("e", "x"))
                                       e, x = H.repeat(None, test, body, ("e", "x"), ...)
        """
        end = ending(node.body)
        names = sorted(self.assigned(node))
        bound = set(names_in(node.target)) if isinstance(node, ast.For) else set()
        item, body, test = self.temporary(), self.temporary(), self.temporary()
        counts = [IS_TURN if name in bound else COUNTS if _is_count(name, node) else 0 for name in names]
        asks = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)} if isinstance(node, ast.While) else set()
        live = []
        for name, count in zip(names, counts):
            first = name not in bound and (name in asks or read_first(name, node.body))
            live.append(self.read_outside(name, node) or (first and count != COUNTS))
        texts = ast.Tuple([ast.Constant(name) for name in names], ast.Load())
        iterated: ast.expr = self.walked(node.iter) if isinstance(node, ast.For) else ast.Constant(None)
        inside: list[ast.stmt] = [self.unbind(name, node) for name in names]
        if isinstance(node, ast.For):
            inside += self.bind(node.target, load(item), node)
        self.kept_depth += 1
        flags: list[ast.expr] = [ast.Tuple([ast.Constant(flag) for flag in row], ast.Load()) for row in (live, counts)]
        if end is None and cutting(node.body) is not None:
            going = ast.Constant(False)
            inside += self.cut(node, flags, lambda v: _pair(going, v), lambda over, v: _pair(going, v))
        elif end is not None and end is not node.body[-1]:
            inside += self.cut(node, flags, lambda v: _pair(ast.Constant(True), v), _pair)
        else:
            inside += self.block(node.body if end is None else node.body[:-1])
            done = ast.Constant(False) if end is None else self.condition(end.test)
            inside.append(at(ast.Return(_pair(done, hook("variables", texts))), node))
        asked = self.condition(node.test) if isinstance(node, ast.While) else ast.Constant(True)
        self.kept_depth -= 1
        looks: list[ast.stmt] = [self.unbind(name, node) for name in names]
        looks.append(at(ast.Return(asked), node))
        made: list[ast.stmt] = []
        for name, parameters, statements in ((body, [item, *names], inside), (test, names, looks)):
            given = ast.arguments([], [ast.arg(n) for n in parameters], None, [], [], None, [])
            made.append(at(ast.FunctionDef(name, given, statements, [], None), node))
        after = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        call = hook("repeat", iterated, load(test), load(body), texts, *flags)
        made.append(at(ast.Assign([after], call), node))
        made.append(self.forget([body, test], node))
        return made + [self.unbind(name, node) for name in names]

    def is_harmless(self, node: ast.expr, looked_at: frozenset[str] = frozenset()) -> bool:
        """Whether a condition can be computed where Python would not look at it any more.

        looked_at: elements that Python has looked at by then, so they are there.
        """
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                if any(keyword.arg in (None, "out", "where") for keyword in inner.keywords):
                    return False
                method = isinstance(inner.func, ast.Attribute) and inner.func.attr in _HARMLESS and not inner.args
                if not method and not self.is_harmless_function(inner):
                    return False
            elif not isinstance(inner, _HARMLESS_NODES):
                return False
            elif _may_be_out_of_range(inner) and ast.dump(inner) not in looked_at:
                return False
        return True

    def is_harmless_function(self, call: ast.Call) -> bool:
        if self.builtin_called(call) in ("abs", "bool"):
            return True
        function = self.resolve(call.func)
        name = getattr(function, "__name__", "")
        return name in _HARMLESS and getattr(sys.modules.get("numpy"), name, None) is function and len(call.args) == 1

    def in_pairs(self, node: ast.expr) -> ast.expr:
        """`a < b < c` as `a < b and b < c`, where b can be looked at twice."""
        if not isinstance(node, ast.Compare) or len(node.ops) == 1:
            return node
        if not all(self.is_harmless(middle) for middle in node.comparators[:-1]):
            return node
        pairs: list[ast.expr] = []
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            pairs.append(ast.copy_location(ast.Compare(copy_tree(left), [op], [right]), node))
        return ast.copy_location(ast.BoolOp(ast.And(), pairs), node)

    def condition(self, node: ast.expr) -> ast.expr:
        """A condition whose `and`, `or` and `not` can be of values that are not known yet.

        What stands behind an `and` may hold only where what stands before does: an index that is in range.
        """
        node = self.in_pairs(node)
        if self.builtin_called(node) == "bool" and isinstance(node, ast.Call) and len(node.args) == 1:
            return self.condition(node.args[0])  # nobody but the loop looks at it
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return at(hook("negate", self.condition(node.operand)), node)
        later = node.values[1:] if isinstance(node, ast.BoolOp) else []
        if not later or not all(self.is_harmless(value, _looked_at(node)) for value in later):
            found: Any = self.visit(node)
            return found  # type: ignore[no-any-return]
        assert isinstance(node, ast.BoolOp)
        nothing = ast.arguments([], [], None, [], [], None, [])
        parts = [ast.Lambda(nothing, self.condition(value)) for value in node.values]
        return at(hook("all_of" if isinstance(node.op, ast.And) else "any_of", *parts), node)
