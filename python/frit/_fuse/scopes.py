"""Which names a function's own scope binds."""

from __future__ import annotations

import ast
from typing import Any

from .function_source import FunctionNode


def _parameters(arguments: ast.arguments) -> list[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return [a.arg for a in every]


class Bound(ast.NodeVisitor):
    """Names that a function's own scope binds."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.outer: set[str] = set()  # declared global or nonlocal

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.names.add(node.id)

    def visit_Global(self, node: ast.Global) -> None:
        self.outer.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.outer.update(node.names)

    def _definition(self, node: Any) -> None:
        self.names.add(node.name)
        for expression in node.decorator_list:
            self.visit(expression)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition

    def visit_Lambda(self, node: ast.Lambda) -> None:
        pass

    def _comprehension(self, node: Any) -> None:
        # Targets are its own; a walrus inside binds here.
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr) and isinstance(inner.target, ast.Name):
                self.names.add(inner.target.id)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.names.add(node.name)
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.names.add((node.asname or node.name).split(".")[0])

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name:
            self.names.add(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self.names.add(node.name)


def local_names(node: FunctionNode) -> set[str]:
    """The local variables of a function: parameters and what its body binds."""
    bound = Bound()
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        bound.visit(statement)
    return (bound.names - bound.outer) | set(_parameters(node.args))


def outward_names(node: FunctionNode) -> set[str]:
    """Names the function declares global or nonlocal."""
    bound = Bound()
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        bound.visit(statement)
    return bound.outer
