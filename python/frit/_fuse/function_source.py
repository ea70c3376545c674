"""The syntax tree of a function, found through its source and checked against its code.

The file is compiled again and compared with the code that the function really has, so that a file
changed since it was imported is never taken for it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import os
import threading
import tokenize
import types
from typing import TypeVar, Union

from .unfiled import unfiled_lines

Node = TypeVar("Node", bound=ast.AST)
FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]

HOOKS = "__frit__"
"""The name under which the hooks are seen in a rewritten function."""


# CPython 3.11 counts for all threads together how deep it is in a tree: two at once would fail.
_parsing = threading.Lock()


def _renew_lock() -> None:
    """In the child of a fork the lock may have been another thread's."""
    global _parsing
    _parsing = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class NoSource(Exception):
    """The source of a function cannot be had; the message says why."""


def is_source_of(lines: list[str], code: types.CodeType) -> bool:
    """Whether the text has a function with exactly this code."""
    try:
        return _node_of(_parse("".join(lines), code.co_filename), code) is not None
    except (SyntaxError, ValueError):
        return False


class _File:
    """What a file holds: by line, the functions that begin there and their code."""

    def __init__(self, text: str, filename: str):
        with _parsing:
            tree = ast.parse(text, filename)
            stack = [compile(tree, filename, "exec", dont_inherit=True)]
        self.codes: dict[int, list[types.CodeType]] = {}
        self.functions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
        self.lambdas: list[ast.Lambda] = []  # from the outside in
        while stack:
            code = stack.pop()
            self.codes.setdefault(code.co_firstlineno, []).append(code)
            stack.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.Lambda):
                self.lambdas.append(node)


_parse = functools.lru_cache(maxsize=32)(_File)


def function_tree(function: types.FunctionType) -> FunctionNode:
    """The function's syntax tree, with the line numbers of its file. It must not be changed."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    lines = lines or unfiled_lines(function, is_source_of)
    if not lines:
        raise NoSource(
            f"nothing is known of what was typed or executed as {code.co_filename};"
            " functions in files and notebooks are fused"
            if code.co_filename.startswith("<")
            else f"no source for {code.co_filename}"
        )
    global _latest
    held = _latest
    if held is not None and held[0] is code and held[1] is lines:
        return held[2]
    found = _own_tree(lines, code) or _file_tree(lines, code)
    _latest = (code, lines, found)
    return found


_latest: tuple[types.CodeType, list[str], FunctionNode] | None = None
"""A function is asked for twice: by the analysis, then to be rewritten."""


def _own_tree(lines: list[str], code: types.CodeType) -> FunctionNode | None:
    text = _own_lines(lines, code)
    try:
        return None if text is None else _node_of(_File(text, code.co_filename), code)
    except SyntaxError:
        return None


def _file_tree(lines: list[str], code: types.CodeType) -> FunctionNode:
    try:
        found = _node_of(_parse("".join(lines), code.co_filename), code)
    except SyntaxError as error:
        raise NoSource(f"{code.co_filename} does not parse: {error.msg}") from None
    if found is None:
        raise NoSource("the source differs from the code that was imported")
    return found


def _own_lines(lines: list[str], code: types.CodeType) -> str | None:
    """The lines of the function alone, where they are in the file: far fewer to parse.

    None where the meaning of its names depends on what is around it.
    """
    if code.co_name == "<lambda>" or code.co_freevars:
        return None
    above = code.co_firstlineno - 1
    try:
        block = inspect.getblock(lines[above:])
    except (SyntaxError, IndexError, tokenize.TokenError):
        return None
    if not block[0][:1].isspace():
        return "\n" * above + "".join(block)
    return "\n" * (above - 1) + "if 1:\n" + "".join(block) if above else None


def _node_of(file: _File, code: types.CodeType) -> FunctionNode | None:
    if any(same_code(other, code) for other in file.codes.get(code.co_firstlineno, ())):
        if code.co_name == "<lambda>":
            return _lambda_of(file.lambdas, code)
        for node in file.functions.get(code.co_name, ()):
            if _is_of(node, code):
                return node
    return None


def _lambda_of(lambdas: list[ast.Lambda], code: types.CodeType) -> ast.Lambda | None:
    """The innermost lambda in whose body all of the code stands."""
    begin, end = (1 << 30, 0), (0, 0)
    for line, last, column, last_column in code.co_positions():
        if line is None or last is None or column is None or last_column is None:
            continue
        if (line, column) != (last, last_column):  # else it is the function's own beginning
            begin, end = min(begin, (line, column)), max(end, (last, last_column))
    names = list(code.co_varnames[: code.co_argcount])
    found: list[ast.Lambda] = []
    for node in lambdas:
        body, arguments = node.body, node.args
        after = (body.end_lineno or 0, body.end_col_offset or 0)
        inside = (body.lineno, body.col_offset) <= begin and end <= after
        if inside and [a.arg for a in [*arguments.posonlyargs, *arguments.args]] == names:
            found.append(node)
    return found[-1] if found else None


def _is_of(node: ast.FunctionDef | ast.AsyncFunctionDef, code: types.CodeType) -> bool:
    """Whether the code, which has its name, stands where the node stands."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return code.co_firstlineno in (first, node.lineno)


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
    filename = function.__code__.co_filename
    with _parsing:
        top = compile(module, filename, "exec", flags=flags, dont_inherit=True, optimize=-1)
    return _code_within(_code_within(top))


def _code_within(code: types.CodeType) -> types.CodeType:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            return constant
    raise NoSource("the function was compiled away")


def mangle(node: FunctionNode, owner: str) -> FunctionNode:
    """The tree with private names spelt as in the class `owner`."""
    mangled: FunctionNode = _Mangler(owner).visit(copy_tree(node))
    return mangled


def copy_tree(node: Node) -> Node:
    """A copy of a syntax tree (copy.deepcopy is so slow that first calls would feel it)."""
    made = type(node).__new__(type(node))
    held = made.__dict__
    held.update(node.__dict__)
    for name in node._fields:
        value = held.get(name)
        if isinstance(value, ast.AST):
            held[name] = copy_tree(value)
        elif isinstance(value, list):
            held[name] = [copy_tree(v) if isinstance(v, ast.AST) else v for v in value]
    return made


def _bare(argument: ast.arg) -> ast.arg:
    """A parameter without its annotation, which is none of the body's business."""
    return ast.copy_location(ast.arg(argument.arg), argument)


def _without_decorators(node: FunctionNode) -> FunctionNode:
    given = node.args
    arguments = ast.arguments(
        posonlyargs=[_bare(a) for a in given.posonlyargs],
        args=[_bare(a) for a in given.args],
        vararg=given.vararg and _bare(given.vararg),
        kwonlyargs=[_bare(a) for a in given.kwonlyargs],
        # Defaults are taken from the function itself; here they only have to be there.
        kw_defaults=[None if d is None else ast.Constant(None) for d in given.kw_defaults],
        kwarg=given.kwarg and _bare(given.kwarg),
        defaults=[ast.Constant(None) for _ in given.defaults],
    )
    if isinstance(node, ast.Lambda):
        return ast.copy_location(ast.Lambda(arguments, node.body), node)
    bare = type(node)(
        name="__frit_body__",  # its own name may be a global that it calls
        args=arguments,
        body=node.body,
        decorator_list=[],
        returns=None,
    )
    return ast.copy_location(bare, node)


def return_lines(function: types.FunctionType) -> list[int]:
    """The lines of the return statements of the function itself."""
    tree = function_tree(function)
    if isinstance(tree, ast.Lambda):
        return [tree.body.lineno]
    found: list[int] = []
    stack: list[ast.AST] = [*tree.body]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            found.append(node.lineno)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))
    return sorted(set(found))


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
