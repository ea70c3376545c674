"""The syntax tree of a function, found through its source and checked against its code.

The file is compiled again and compared with the code that the function really has, so that a file
changed since it was imported is never taken for it.
"""

from __future__ import annotations

import ast
import functools
import linecache
import types
from typing import Union

FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]

HOOKS = "__frit__"
"""The name under which the hooks are seen in a rewritten function."""


class NoSource(Exception):
    """The source of a function cannot be had; the message says why."""


@functools.lru_cache(maxsize=32)
def _parse(lines: tuple[str, ...], filename: str) -> tuple[ast.Module, list[types.CodeType]]:
    """A file's tree, and the code of every function in it."""
    tree = ast.parse("".join(lines), filename)
    found: list[types.CodeType] = []
    stack = [compile(tree, filename, "exec", dont_inherit=True)]
    while stack:
        code = stack.pop()
        found.append(code)
        stack.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
    return tree, found


def function_tree(function: types.FunctionType) -> FunctionNode:
    """The function's syntax tree, with the line numbers of its file. It must not be changed."""
    code = function.__code__
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    if not lines:
        raise NoSource(f"no source for {code.co_filename}")
    try:
        tree, codes = _parse(lines, code.co_filename)
    except SyntaxError as error:
        raise NoSource(f"{code.co_filename} does not parse: {error.msg}") from None
    if any(same_code(other, code) for other in codes):
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                if _is_of(node, code):
                    return node
    raise NoSource("the source differs from the code that was imported")


def _is_of(node: FunctionNode, code: types.CodeType) -> bool:
    """Whether the code stands where the node stands."""
    if isinstance(node, ast.Lambda):
        body = node.body
        place = (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)
        return code.co_name == "<lambda>" and place in set(code.co_positions())
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return code.co_name == node.name and code.co_firstlineno in (first, node.lineno)


def private_owner(function: types.FunctionType) -> str | None:
    """The class in whose body the function stands (names like `__x` depend on it), or None."""
    parts = function.__qualname__.split(".")
    if len(parts) < 2 or parts[-2] == "<locals>":
        return None
    return parts[-2].lstrip("_") or None


class _Mangler(ast.NodeTransformer):
    """Spells private names as they are inside of a class."""

    def __init__(self, owner: str):
        self.owner = owner

    def spell(self, name: str) -> str:
        private = name.startswith("__") and not name.endswith("__") and "." not in name
        return f"_{self.owner}{name}" if private else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.spell(node.id), node.ctx), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        return ast.copy_location(ast.Attribute(value, self.spell(node.attr), node.ctx), node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.copy_location(ast.arg(self.spell(node.arg), node.annotation), node)


def compile_function(node: FunctionNode, function: types.FunctionType) -> types.CodeType:
    """The code of a tree that stands where the function stands: the hooks are a free variable."""
    body = _without_decorators(node)
    free = [*function.__code__.co_freevars, HOOKS]
    statement: ast.stmt
    if isinstance(body, ast.Lambda):
        statement = ast.Return(body)
    else:
        statement = body
    ast.copy_location(statement, node)
    factory = ast.FunctionDef(
        name="__frit_factory__",
        args=ast.arguments([], [ast.arg(name) for name in free], None, [], [], None, []),
        body=[statement],
        decorator_list=[],
        returns=None,
    )
    ast.copy_location(factory, node)
    module = ast.Module([factory], [])
    ast.fix_missing_locations(module)
    flags = function.__code__.co_flags & 0x1FF0000  # the `from __future__` of its file
    top = compile(
        module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True, optimize=-1
    )
    return _code_within(_code_within(top))


def _code_within(code: types.CodeType) -> types.CodeType:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            return constant
    raise NoSource("the function was compiled away")


def mangle(node: FunctionNode, owner: str) -> FunctionNode:
    """The tree with private names spelt as in the class `owner`."""
    import copy

    mangled: FunctionNode = _Mangler(owner).visit(copy.deepcopy(node))
    return mangled


def _without_decorators(node: FunctionNode) -> FunctionNode:
    if isinstance(node, ast.Lambda):
        return node
    bare = type(node)(
        name="__frit_body__",  # its own name may be a global that it calls
        args=ast.arguments(
            posonlyargs=node.args.posonlyargs,
            args=node.args.args,
            vararg=node.args.vararg,
            kwonlyargs=node.args.kwonlyargs,
            # Defaults are taken from the function itself; here they only have to be there.
            kw_defaults=[None if d is None else ast.Constant(None) for d in node.args.kw_defaults],
            kwarg=node.args.kwarg,
            defaults=[ast.Constant(None) for _ in node.args.defaults],
        ),
        body=node.body,
        decorator_list=[],
        returns=None,
    )
    return ast.copy_location(bare, node)


def same_code(a: types.CodeType, b: types.CodeType) -> bool:
    """Whether two code objects are the same."""
    if (
        a.co_firstlineno != b.co_firstlineno
        or a.co_name != b.co_name
        or a.co_code != b.co_code
        or a.co_names != b.co_names
        or a.co_varnames != b.co_varnames
        or a.co_freevars != b.co_freevars
        or a.co_cellvars != b.co_cellvars
        or a.co_argcount != b.co_argcount
        or a.co_kwonlyargcount != b.co_kwonlyargcount
        or len(a.co_consts) != len(b.co_consts)
    ):
        return False
    for x, y in zip(a.co_consts, b.co_consts):
        if isinstance(x, types.CodeType) and isinstance(y, types.CodeType):
            if not same_code(x, y):
                return False
        elif type(x) is not type(y) or repr(x) != repr(y):
            return False
    return True
