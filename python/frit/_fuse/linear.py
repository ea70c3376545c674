"""How far apart two bounds of a slice are: x[t : t + w] has w elements, whatever t is."""

from __future__ import annotations

import ast

Terms = dict[tuple[str, ...], int]
"""A polynomial of variables: products of names, in order, and what each is multiplied by."""

_MOST = 8
"""Terms of a bound; nobody writes more by hand."""


def _sum(a: Terms, b: Terms, sign: int) -> Terms:
    made = dict(a)
    for names, factor in b.items():
        made[names] = made.get(names, 0) + sign * factor
    return {names: factor for names, factor in made.items() if factor}


def _product(a: Terms, b: Terms) -> Terms:
    made: Terms = {}
    for names_a, factor_a in a.items():
        for names_b, factor_b in b.items():
            made = _sum(made, {tuple(sorted(names_a + names_b)): factor_a * factor_b}, 1)
    return made


def _terms(node: ast.expr) -> Terms | None:
    """An expression of integers as a polynomial; None where it is something else."""
    if isinstance(node, ast.Name):
        return {(node.id,): 1}
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return {(): node.value} if node.value else {}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _terms(node.operand)
        return None if inner is None else _sum({}, inner, -1)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        return None
    left, right = _terms(node.left), _terms(node.right)
    if left is None or right is None or max(len(left), len(right)) > _MOST:
        return None
    if isinstance(node.op, ast.Mult):
        return _product(left, right)
    return _sum(left, right, 1 if isinstance(node.op, ast.Add) else -1)


def length_between(lower: ast.expr | None, upper: ast.expr | None) -> ast.expr | None:
    """upper - lower as an expression, where something of both cancels; else None."""
    low, high = (None if bound is None else _terms(bound) for bound in (lower, upper))
    if low is None or high is None:
        return None
    if not any(names and high.get(names) == factor for names, factor in low.items()):
        return None
    made: ast.expr | None = None
    for names, factor in sorted(_sum(high, low, -1).items()):
        term = _term(names, factor)
        made = term if made is None else ast.BinOp(made, ast.Add(), term)
    return ast.Constant(0) if made is None else made


def _term(names: tuple[str, ...], factor: int) -> ast.expr:
    made: ast.expr | None = ast.Constant(factor) if factor != 1 or not names else None
    for name in names:
        held = ast.Name(name, ast.Load())
        made = held if made is None else ast.BinOp(made, ast.Mult(), held)
    assert made is not None
    return made
