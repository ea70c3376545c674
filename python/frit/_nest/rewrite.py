"""A function with its loops taken out: each is asked for first, and gone through by Python where it is not compiled."""

from __future__ import annotations

import ast
import types
from typing import Any

from .._fuse.function_source import NoSource, copy_tree, function_tree, mangle, private_owner
from .._fuse.rewrite import function_from
from .._fuse.rewrite_loops import at, hook, load
from .._fuse.scopes import Bound, outward_names
from .run import UNSET, Nest

_NOT_COMPILED = (
    *(ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.FunctionDef),
    *(ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Delete, ast.NamedExpr, ast.Try, ast.With),
    *(ast.Import, ast.ImportFrom, ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp, ast.Raise),
    *(ast.Assert, ast.JoinedStr, ast.Starred, ast.Dict, ast.List, ast.Set, ast.AsyncFor),
)


_LOOKING = {"locals", "vars", "eval", "exec", "dir", "globals", "_getframe", "currentframe"}
"""Names of what could see that variables are not all there."""


class Given:
    """What the function's code sees under the name of the hooks."""

    unset = UNSET
    locals = staticmethod(locals)

    def __init__(self) -> None:
        self.nests: list[Nest] = []

    def add(self, nest: Nest) -> str:
        """The name under which the function's code finds it."""
        name = f"nest_{len(self.nests)}"
        self.nests.append(nest)
        setattr(self, name, nest.caller)
        return name


def with_nests(function: Any) -> tuple[Any, list[Nest]] | None:
    """The function with its loops compiled where they can be; None: it has none that could be."""
    try:
        tree = function_tree(function)
        if not isinstance(tree, ast.FunctionDef) or _LOOKING & set(function.__code__.co_names):
            return None
        owner = private_owner(function)
        if owner is not None:
            tree = mangle(tree, owner)
        given = Given()
        changed = _Rewriter(function, tree, given).function(copy_tree(tree))
        if not given.nests:
            return None
        return function_from(changed, function, given), given.nests
    except NoSource:
        return None


class _Rewriter(ast.NodeTransformer):
    def __init__(self, function: types.FunctionType, tree: Any, given: Given) -> None:
        self.original = function
        self.tree = tree
        self.given = given
        self.outward = outward_names(tree)

    def function(self, tree: Any) -> Any:
        tree.body = [statement for old in tree.body for statement in _listed(self.visit(old))]
        return tree

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef  # type: ignore[assignment]

    def visit_For(self, node: ast.For) -> Any:
        return self.loop(node)

    def visit_While(self, node: ast.While) -> Any:
        return self.loop(node)

    def loop(self, node: ast.For | ast.While) -> Any:
        bound = Bound()
        for statement in [*node.body, *([node.target] if isinstance(node, ast.For) else [])]:
            bound.visit(statement)
        stored = {
            n.value.id
            for n in ast.walk(node)
            if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)
        }
        suits = not any(isinstance(inner, _NOT_COMPILED) for inner in ast.walk(node)) and not node.orelse
        if not suits or (bound.names | stored) & self.outward:
            return node
        return self.asked(node, sorted(bound.names))

    def asked(self, node: ast.For | ast.While, assigned: list[str]) -> list[ast.stmt]:
        """result = H.nest_0(H.locals()); if result is None: the loop, else: its variables."""
        inside = set(map(id, ast.walk(self.twin(node))))
        changed = {id(n.target) for n in ast.walk(self.tree) if isinstance(n, ast.AugAssign)}
        live = frozenset(
            n.id
            for n in ast.walk(self.tree)
            if isinstance(n, ast.Name)
            and (not isinstance(n.ctx, ast.Store) or id(n) in changed)
            and id(n) not in inside
        )
        entry = self.given.add(Nest(self.original, self.twin(node), assigned, live))
        name = f"__frit_{entry}"
        asked = ast.Assign([ast.Name(name, ast.Store())], hook(entry, hook("locals")))
        test = ast.Compare(load(name), [ast.Is()], [ast.Constant(None)])
        taken: list[ast.stmt] = []
        if assigned:
            targets = ast.Tuple([ast.Name(n, ast.Store()) for n in assigned], ast.Store())
            taken.append(ast.Assign([targets], load(name)))
            for variable in assigned:
                unset = ast.Compare(load(variable), [ast.Is()], [ast.Attribute(load("__frit__"), "unset", ast.Load())])
                taken.append(ast.If(unset, [ast.Delete([ast.Name(variable, ast.Del())])], []))
        made = [asked, ast.If(test, [node], taken or [ast.Pass()])]
        # In one line: of a call that goes over several, Python takes the last for where it is.
        line = {"lineno": node.lineno, "col_offset": node.col_offset}
        place = ast.Pass(**line, end_lineno=node.lineno, end_col_offset=node.col_offset)
        return [at(statement, place) for statement in made]

    def twin(self, node: ast.AST) -> Any:
        """The same loop in the tree that stays as it is."""
        for other in ast.walk(self.tree):
            if type(other) is type(node) and (other.lineno, other.col_offset) == (node.lineno, node.col_offset):  # type: ignore[attr-defined]
                return other
        raise NoSource("a loop was lost")


def _listed(made: Any) -> list[Any]:
    return made if isinstance(made, list) else [made]
