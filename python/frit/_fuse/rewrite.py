"""A function's body compiled again, with every place where Python could notice fusion made visible.

Calls, attribute and item access, in-place operators, loops over things and names from outside go
through hooks (see hooks.py). Everything else is as written: the same file and line numbers,
defaults, closure cells, globals, name. Statements are evaluated in Python's order; arguments of a
call are evaluated before its hook runs.

    y = scale * np.sin(x)    becomes   y = H.name("scale", scale) * H.method(np, "sin", x)
    x[1:] += 2               becomes   t1 = x; t2 = slice(1, None, None); t3 = H.item(t1, t2)
                                       t4 = H.in_place("+", t3, 2); H.store_back(t4, t3, t1, t2)
"""

from __future__ import annotations

import ast
import types
import weakref
from typing import Any

from .function_source import HOOKS, FunctionNode, NoSource, compile_function, copy_tree
from .function_source import function_tree, mangle, private_owner
from .linear import length_between
from .rewrite_loops import at, hook, is_append, load
from .rewrite_repeat import RepeatRewriter, jumps_as_one, returns_as_breaks
from .scopes import local_names, outward_names

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}

_FRAME_READERS = ("super", "locals", "vars", "dir", "globals", "eval", "exec")
"""Builtins that look at the frame they are called from: their calls stay as they are."""

def rewrite(
    function: types.FunctionType, hooks: object, operators: bool = False
) -> types.FunctionType:
    """The function with hooks in it. Raises NoSource where the source cannot be had.

    operators: binary operators and comparisons have hooks too (see strangers.py).
    """
    owner = private_owner(function)
    tree = function_tree(function)
    if owner is not None:
        tree = mangle(tree, owner)
    tree = jumps_as_one(returns_as_breaks(copy_tree(tree)))
    changed = _Rewriter(tree, variables_of(function), operators).function(copy_tree(tree))
    made = function_from(changed, function, hooks)
    _remember(made.__code__)
    return made


def function_from(tree: FunctionNode, function: types.FunctionType, hooks: Any) -> types.FunctionType:
    """A function of another tree, otherwise as the given one; it sees the hooks under their name."""
    code = compile_function(tree, function)
    # Compiling inside a factory must not turn globals into something else.
    if set(code.co_freevars) - {HOOKS} - set(function.__code__.co_freevars):
        raise NoSource("the function's free variables cannot be told")
    code = code.replace(
        co_qualname=function.__code__.co_qualname, co_name=function.__code__.co_name
    )
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
    cells[HOOKS] = types.CellType(hooks)
    made = types.FunctionType(
        code,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in code.co_freevars),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    return made


_rewritten: weakref.WeakSet[types.CodeType] = weakref.WeakSet()


def _remember(code: types.CodeType) -> None:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _rewritten.add(constant)
            _remember(constant)


def is_rewritten(function: types.FunctionType) -> bool:
    """Whether the function was made inside a rewritten one, so that it has its hooks already."""
    return function.__code__ in _rewritten


def variables_of(function: types.FunctionType) -> dict[str, Any]:
    """The globals and closure variables of a function, as they are now."""
    found = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


# --------------------------------------------------------------------------------------- rewriting


class _Rewriter(RepeatRewriter):
    def __init__(self, tree: FunctionNode, variables: dict[str, Any], operators: bool):
        self.tree = tree  # as it was written
        self.operators = operators
        self.globals = variables
        self.scopes = [local_names(tree)]
        self.outward: set[str] = set()
        self.temporaries = 0
        self.kept_depth = 0

    # -- scopes

    def function(self, node: FunctionNode) -> FunctionNode:
        """The body of the function whose scope is innermost."""
        self.outward |= {name for name in outward_names(node) if not self.is_local(name)}
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
        else:
            node.body = self.block(node.body)
        return node

    def _nested(self, node: Any) -> Any:
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.args.kw_defaults = [d and self.visit(d) for d in node.args.kw_defaults]
        if not isinstance(node, ast.Lambda):
            node.decorator_list = [self.visit(d) for d in node.decorator_list]
        self.scopes.append(local_names(node))
        try:
            return self.function(node)
        finally:
            self.scopes.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _nested

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node  # the function is run as it is written (see analysis.py)

    def _comprehension(self, node: Any) -> Any:
        targets = {
            name.id
            for generator in node.generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        first = self.visit(node.generators[0].iter)  # evaluated outside
        self.scopes.append(targets)
        try:
            for number, generator in enumerate(node.generators):
                inner = first if number == 0 else self.visit(generator.iter)
                generator.iter = at(hook("iterate", inner), generator.iter)
                generator.ifs = [self.visit(test) for test in generator.ifs]
            if isinstance(node, ast.DictComp):
                node.key, node.value = self.hashed(node.key), self.visit(node.value)
            elif isinstance(node, ast.SetComp):
                node.elt = self.hashed(node.elt)
            else:
                node.elt = self.visit(node.elt)
        finally:
            self.scopes.pop()
        return at(hook("made", node), node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def is_local(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def temporary(self) -> str:
        self.temporaries += 1
        return f"__frit_{self.temporaries}"

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            made.extend(new if isinstance(new, list) else [new])
        return made

    # -- expressions

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or self.is_local(node.id) or node.id == "__class__":
            return node
        return at(hook("name", ast.Constant(node.id), node), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if self.kept_depth and is_append(node):
            assert isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)
            if self.is_gathered(function.value.id):
                value = self.visit(node.args[0])
                return at(hook("append", load(function.value.id), value), node)
        arguments = [self.visit(a) for a in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        if isinstance(function, ast.Name) and function.id in _FRAME_READERS:
            return at(ast.Call(function, arguments, keywords), node)
        if isinstance(function, ast.Attribute):
            owner = self.visit(function.value)
            name = ast.Constant(function.attr)
            return at(hook("method", owner, name, *arguments, keywords=keywords), node)
        return at(hook("call", self.visit(function), *arguments, keywords=keywords), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        if not isinstance(node.ctx, ast.Load):
            return at(ast.Attribute(value, node.attr, node.ctx), node)
        return at(hook("attribute", value, ast.Constant(node.attr)), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return at(hook("item", self.visit(node.value), self.key(node.slice)), node)

    def key(self, node: ast.expr) -> ast.expr:
        """An index as a value: slices become slice objects."""
        if isinstance(node, ast.Slice):
            length = length_between(node.lower, node.upper) if self.kept_depth else None
            if length is not None and node.step is None and not self.operators:
                assert node.lower is not None and node.upper is not None
                ends = [self.visit(node.lower), self.visit(node.upper)]
                return at(hook("window", *ends, self.visit(length)), node)
            parts = [node.lower, node.upper, node.step]
            none = ast.Constant(None)
            made = hook("slice", *[none if p is None else self.visit(p) for p in parts])
            return at(made, node)
        if isinstance(node, ast.Tuple):
            return at(ast.Tuple([self.key(e) for e in node.elts], ast.Load()), node)
        visited: ast.expr = self.visit(node)
        return visited

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            inner = at(hook("iterate", self.visit(node.value)), node.value)
            return at(ast.Starred(inner, node.ctx), node)
        return node

    def hashed(self, node: ast.expr) -> ast.expr:
        """A key of a dict, or an item of a set."""
        visited: ast.expr = self.visit(node)
        if isinstance(node, (ast.Constant, ast.Starred)):
            return visited
        return at(hook("hashed", visited), node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        keys = [None if key is None else self.hashed(key) for key in node.keys]
        made = at(ast.Dict(keys, [self.visit(value) for value in node.values]), node)
        return at(hook("made", made), node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        made = at(ast.Set([self.hashed(item) for item in node.elts]), node)
        return at(hook("made", made), node)

    def visit_List(self, node: ast.List) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            return node
        made = at(ast.List([self.visit(item) for item in node.elts], node.ctx), node)
        return at(hook("made", made), node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        value = at(hook("outward", self.visit(node.value)), node.value)
        spec = None if node.format_spec is None else self.visit(node.format_spec)
        return at(ast.FormattedValue(value, node.conversion, spec), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        left, right = self.visit(node.left), self.visit(node.right)
        text = isinstance(node.left, ast.JoinedStr) or (
            isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes))
        )
        if isinstance(node.op, ast.Mod) and text:
            right = at(hook("outward", right), node.right)
        elif self.operators:
            return at(hook("binary", ast.Constant(_OPERATORS[type(node.op)]), left, right), node)
        return at(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        left = self.visit(node.left)
        others = [self.visit(other) for other in node.comparators]
        if len(others) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            test: ast.expr = at(hook("contains", left, others[0]), node)
            if isinstance(node.ops[0], ast.NotIn):
                test = ast.UnaryOp(ast.Not(), test)
            return at(test, node)
        if len(others) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            test = at(hook("same", left, others[0]), node)
            if isinstance(node.ops[0], ast.IsNot):
                test = ast.UnaryOp(ast.Not(), test)
            return at(test, node)
        if len(others) == 1 and self.operators:
            sign = ast.Constant(_COMPARISONS[type(node.ops[0])])
            return at(hook("compare", sign, left, others[0]), node)
        return at(ast.Compare(left, node.ops, others), node)

    # -- statements

    def visit_Assign(self, node: ast.Assign) -> Any:
        value = self.visit(node.value)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return at(ast.Assign(node.targets, self.sent(node.targets[0], value)), node)
        shared = self.temporary()
        made: list[ast.stmt] = [self.set_name(shared, value, node)]
        for target in node.targets:
            made += self.bind(target, load(shared), node)
        return made + [self.forget([shared], node)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        made = ast.Assign([node.target], node.value)
        return self.visit_Assign(ast.copy_location(made, node))

    def sent(self, target: ast.Name, value: ast.expr) -> ast.expr:
        """A value on its way into a variable: outside of the function others see it."""
        if target.id in self.outward:
            return at(hook("send", ast.Constant(target.id), value), value)
        return value

    def set_name(self, name: str, value: ast.expr, node: ast.AST) -> ast.stmt:
        return at(ast.Assign([ast.Name(name, ast.Store())], value), node)

    def forget(self, names: list[str], node: ast.AST) -> ast.stmt:
        """Temporaries let go of their values: how long a value lives can be seen."""
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        return at(ast.Assign(targets, ast.Constant(None)), node)

    def bind(self, target: ast.expr, value: ast.expr, node: ast.AST) -> list[ast.stmt]:
        """target = value, for any target."""
        if isinstance(target, ast.Name):
            return [at(ast.Assign([target], self.sent(target, value)), node)]
        if isinstance(target, ast.Subscript):
            store = hook("store", value, self.visit(target.value), self.key(target.slice))
            return [at(ast.Expr(store), node)]
        if isinstance(target, ast.Attribute):
            store = hook(
                "set_attribute", value, self.visit(target.value), ast.Constant(target.attr)
            )
            return [at(ast.Expr(store), node)]
        assert isinstance(target, (ast.Tuple, ast.List))
        simple: list[ast.expr] = []
        later: list[tuple[ast.expr, str]] = []
        for element in target.elts:
            inner = element.value if isinstance(element, ast.Starred) else element
            place: ast.expr = inner
            if not isinstance(inner, ast.Name) or inner.id in self.outward:
                name = self.temporary()
                later.append((inner, name))
                place = ast.Name(name, ast.Store())
            simple.append(ast.Starred(place, ast.Store()) if element is not inner else place)
        unpacked = ast.Tuple(simple, ast.Store())
        made: list[ast.stmt] = [at(ast.Assign([unpacked], hook("unpack", value)), node)]
        for inner, name in later:
            made += self.bind(inner, load(name), node)
        if later:
            made.append(self.forget([name for _, name in later], node))
        return made

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        sign = ast.Constant(_OPERATORS[type(node.op)])
        target = node.target
        if isinstance(target, ast.Name):
            old = self.visit_Name(ast.Name(target.id, ast.Load()))
            assert isinstance(old, ast.expr)
            value = hook("in_place", sign, old, self.visit(node.value))
            return at(ast.Assign([target], self.sent(target, value)), node)
        owner, key, before, after = (self.temporary() for _ in range(4))
        made = [self.set_name(owner, self.visit(target.value), node)]
        if isinstance(target, ast.Subscript):
            made.append(self.set_name(key, self.key(target.slice), node))
            read = hook("item", load(owner), load(key))
        else:
            made.append(self.set_name(key, ast.Constant(target.attr), node))
            read = hook("attribute", load(owner), load(key))
        made.append(self.set_name(before, read, node))
        just_read = "in_place_part" if isinstance(target, ast.Subscript) else "in_place"
        computed = hook(just_read, sign, load(before), self.visit(node.value))
        made.append(self.set_name(after, computed, node))
        back = "store_back" if isinstance(target, ast.Subscript) else "set_attribute_back"
        stored = hook(back, load(after), load(before), load(owner), load(key))
        made.append(at(ast.Expr(stored), node))
        return made + [self.forget([owner, key, before, after], node)]

    def visit_Delete(self, node: ast.Delete) -> Any:
        made: list[ast.stmt] = []
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                gone = hook("delete", self.visit(target.value), self.key(target.slice))
                made.append(at(ast.Expr(gone), node))
            elif isinstance(target, ast.Attribute):
                name = ast.Constant(target.attr)
                gone = hook("delete_attribute", self.visit(target.value), name)
                made.append(at(ast.Expr(gone), node))
            else:
                made.append(at(ast.Delete([target]), node))
        return made

    def visit_For(self, node: ast.For) -> Any:
        if self.is_kept(node):
            return self.kept_for(node)
        if self.is_repeated(node):
            return self.repeated(node)
        iterated = at(hook("iterate", self.visit(node.iter)), node.iter)
        target, prologue = self.simple_target(node.target, node)
        body = prologue + self.block(node.body)
        return at(ast.For(target, iterated, body, self.block(node.orelse)), node)

    def simple_target(self, target: ast.expr, node: ast.AST) -> tuple[ast.expr, list[ast.stmt]]:
        """A name to bind first, and the statements that take it apart from there."""
        if isinstance(target, ast.Name) and target.id not in self.outward:
            return target, []
        name = self.temporary()
        return ast.Name(name, ast.Store()), self.bind(target, load(name), node)

    def visit_While(self, node: ast.While) -> Any:
        if self.is_repeated(node):
            return self.repeated(node)
        return at(
            ast.While(self.visit(node.test), self.block(node.body), self.block(node.orelse)), node
        )

    def visit_If(self, node: ast.If) -> Any:
        return at(
            ast.If(self.visit(node.test), self.block(node.body), self.block(node.orelse)), node
        )

    def visit_Try(self, node: ast.Try) -> Any:
        # What fails in there must fail in there: nothing may still be waiting at its end.
        enter = at(ast.Expr(hook("enter_try")), node)
        settle = at(ast.Expr(hook("settle")), node)
        handlers = []
        for handler in node.handlers:
            kind = None if handler.type is None else self.visit(handler.type)
            made = ast.ExceptHandler(kind, handler.name, self.block(handler.body))
            handlers.append(at(made, handler))
        body = self.block(node.body) + [settle]
        tried = ast.Try(body, handlers, self.block(node.orelse), self.block(node.finalbody))
        return [enter, at(tried, node)]

    def visit_With(self, node: ast.With) -> Any:
        items = []
        prologue: list[ast.stmt] = []
        for item in node.items:
            manager = at(hook("manager", self.visit(item.context_expr)), item.context_expr)
            target = None
            if item.optional_vars is not None:
                target, more = self.simple_target(item.optional_vars, node)
                prologue += more
            items.append(ast.withitem(manager, target))
        return at(ast.With(items, prologue + self.block(node.body)), node)

    def visit_Return(self, node: ast.Return) -> Any:
        value = None if node.value is None else self.visit(node.value)
        return at(ast.Return(value), node)
