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
from collections.abc import Sequence
from typing import Any, TypeVar

from .function_source import HOOKS, FunctionNode, NoSource, compile_function, copy_tree
from .function_source import function_tree, mangle, private_owner
from .scopes import Bound, local_names, outward_names

Node = TypeVar("Node", bound=ast.AST)

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

_NOT_KEPT = (
    *(ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global),
    *(ast.Nonlocal, ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Delete, ast.NamedExpr, ast.Try),
    *(ast.With, ast.Import, ast.ImportFrom, ast.GeneratorExp),
)
"""What the body of a kept loop cannot have."""


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
    changed = _Rewriter(tree, variables_of(function), operators).function(copy_tree(tree))
    code = compile_function(changed, function)
    # Compiling inside a factory must not turn globals into something else.
    if set(code.co_freevars) - {HOOKS} - set(function.__code__.co_freevars):
        raise NoSource("the function's free variables cannot be told")
    code = code.replace(
        co_qualname=function.__code__.co_qualname, co_name=function.__code__.co_name
    )
    _remember(code)
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


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _hook(name: str, *arguments: ast.expr, keywords: Sequence[ast.keyword] = ()) -> ast.Call:
    return ast.Call(ast.Attribute(_load(HOOKS), name, ast.Load()), list(arguments), list(keywords))


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: FunctionNode, variables: dict[str, Any], operators: bool):
        self.tree = tree  # as it was written
        self.operators = operators
        self.globals = variables
        self.scopes = [local_names(tree)]
        self.outward: set[str] = set()
        self.temporaries = 0

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
                generator.iter = _at(_hook("iterate", inner), generator.iter)
                generator.ifs = [self.visit(test) for test in generator.ifs]
            if isinstance(node, ast.DictComp):
                node.key, node.value = self.hashed(node.key), self.visit(node.value)
            elif isinstance(node, ast.SetComp):
                node.elt = self.hashed(node.elt)
            else:
                node.elt = self.visit(node.elt)
        finally:
            self.scopes.pop()
        return _at(_hook("made", node), node)

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
        return _at(_hook("name", ast.Constant(node.id), node), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        arguments = [self.visit(a) for a in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        if isinstance(function, ast.Name) and function.id in _FRAME_READERS:
            return _at(ast.Call(function, arguments, keywords), node)
        if isinstance(function, ast.Attribute):
            owner = self.visit(function.value)
            name = ast.Constant(function.attr)
            return _at(_hook("method", owner, name, *arguments, keywords=keywords), node)
        return _at(_hook("call", self.visit(function), *arguments, keywords=keywords), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.visit(node.value)
        if not isinstance(node.ctx, ast.Load):
            return _at(ast.Attribute(value, node.attr, node.ctx), node)
        return _at(_hook("attribute", value, ast.Constant(node.attr)), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return _at(_hook("item", self.visit(node.value), self.key(node.slice)), node)

    def key(self, node: ast.expr) -> ast.expr:
        """An index as a value: slices become slice objects."""
        if isinstance(node, ast.Slice):
            parts = [node.lower, node.upper, node.step]
            none = ast.Constant(None)
            made = _hook("slice", *[none if p is None else self.visit(p) for p in parts])
            return _at(made, node)
        if isinstance(node, ast.Tuple):
            return _at(ast.Tuple([self.key(e) for e in node.elts], ast.Load()), node)
        visited: ast.expr = self.visit(node)
        return visited

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            inner = _at(_hook("iterate", self.visit(node.value)), node.value)
            return _at(ast.Starred(inner, node.ctx), node)
        return node

    def hashed(self, node: ast.expr) -> ast.expr:
        """A key of a dict, or an item of a set."""
        visited: ast.expr = self.visit(node)
        if isinstance(node, (ast.Constant, ast.Starred)):
            return visited
        return _at(_hook("hashed", visited), node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        keys = [None if key is None else self.hashed(key) for key in node.keys]
        made = _at(ast.Dict(keys, [self.visit(value) for value in node.values]), node)
        return _at(_hook("made", made), node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        made = _at(ast.Set([self.hashed(item) for item in node.elts]), node)
        return _at(_hook("made", made), node)

    def visit_List(self, node: ast.List) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            return node
        made = _at(ast.List([self.visit(item) for item in node.elts], node.ctx), node)
        return _at(_hook("made", made), node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        value = _at(_hook("outward", self.visit(node.value)), node.value)
        spec = None if node.format_spec is None else self.visit(node.format_spec)
        return _at(ast.FormattedValue(value, node.conversion, spec), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        left, right = self.visit(node.left), self.visit(node.right)
        text = isinstance(node.left, ast.JoinedStr) or (
            isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes))
        )
        if isinstance(node.op, ast.Mod) and text:
            right = _at(_hook("outward", right), node.right)
        elif self.operators:
            return _at(_hook("binary", ast.Constant(_OPERATORS[type(node.op)]), left, right), node)
        return _at(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        left = self.visit(node.left)
        others = [self.visit(other) for other in node.comparators]
        if len(others) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            test: ast.expr = _at(_hook("contains", left, others[0]), node)
            if isinstance(node.ops[0], ast.NotIn):
                test = ast.UnaryOp(ast.Not(), test)
            return _at(test, node)
        if len(others) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            test = _at(_hook("same", left, others[0]), node)
            if isinstance(node.ops[0], ast.IsNot):
                test = ast.UnaryOp(ast.Not(), test)
            return _at(test, node)
        if len(others) == 1 and self.operators:
            sign = ast.Constant(_COMPARISONS[type(node.ops[0])])
            return _at(_hook("compare", sign, left, others[0]), node)
        return _at(ast.Compare(left, node.ops, others), node)

    # -- statements

    def visit_Assign(self, node: ast.Assign) -> Any:
        value = self.visit(node.value)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return _at(ast.Assign(node.targets, self.sent(node.targets[0], value)), node)
        shared = self.temporary()
        made: list[ast.stmt] = [self.set_name(shared, value, node)]
        for target in node.targets:
            made += self.bind(target, _load(shared), node)
        return made + [self.forget([shared], node)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        made = ast.Assign([node.target], node.value)
        return self.visit_Assign(ast.copy_location(made, node))

    def sent(self, target: ast.Name, value: ast.expr) -> ast.expr:
        """A value on its way into a variable: outside of the function others see it."""
        if target.id in self.outward:
            return _at(_hook("send", ast.Constant(target.id), value), value)
        return value

    def set_name(self, name: str, value: ast.expr, node: ast.AST) -> ast.stmt:
        return _at(ast.Assign([ast.Name(name, ast.Store())], value), node)

    def forget(self, names: list[str], node: ast.AST) -> ast.stmt:
        """Temporaries let go of their values: how long a value lives can be seen."""
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        return _at(ast.Assign(targets, ast.Constant(None)), node)

    def bind(self, target: ast.expr, value: ast.expr, node: ast.AST) -> list[ast.stmt]:
        """target = value, for any target."""
        if isinstance(target, ast.Name):
            return [_at(ast.Assign([target], self.sent(target, value)), node)]
        if isinstance(target, ast.Subscript):
            store = _hook("store", value, self.visit(target.value), self.key(target.slice))
            return [_at(ast.Expr(store), node)]
        if isinstance(target, ast.Attribute):
            store = _hook(
                "set_attribute", value, self.visit(target.value), ast.Constant(target.attr)
            )
            return [_at(ast.Expr(store), node)]
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
        made: list[ast.stmt] = [_at(ast.Assign([unpacked], _hook("unpack", value)), node)]
        for inner, name in later:
            made += self.bind(inner, _load(name), node)
        if later:
            made.append(self.forget([name for _, name in later], node))
        return made

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        sign = ast.Constant(_OPERATORS[type(node.op)])
        target = node.target
        if isinstance(target, ast.Name):
            old = self.visit_Name(ast.Name(target.id, ast.Load()))
            assert isinstance(old, ast.expr)
            value = _hook("in_place", sign, old, self.visit(node.value))
            return _at(ast.Assign([target], self.sent(target, value)), node)
        owner, key, before, after = (self.temporary() for _ in range(4))
        made = [self.set_name(owner, self.visit(target.value), node)]
        if isinstance(target, ast.Subscript):
            made.append(self.set_name(key, self.key(target.slice), node))
            load = _hook("item", _load(owner), _load(key))
        else:
            made.append(self.set_name(key, ast.Constant(target.attr), node))
            load = _hook("attribute", _load(owner), _load(key))
        made.append(self.set_name(before, load, node))
        computed = _hook("in_place", sign, _load(before), self.visit(node.value))
        made.append(self.set_name(after, computed, node))
        back = "store_back" if isinstance(target, ast.Subscript) else "set_attribute_back"
        stored = _hook(back, _load(after), _load(before), _load(owner), _load(key))
        made.append(_at(ast.Expr(stored), node))
        return made + [self.forget([owner, key, before, after], node)]

    def visit_Delete(self, node: ast.Delete) -> Any:
        made: list[ast.stmt] = []
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                gone = _hook("delete", self.visit(target.value), self.key(target.slice))
                made.append(_at(ast.Expr(gone), node))
            elif isinstance(target, ast.Attribute):
                name = ast.Constant(target.attr)
                gone = _hook("delete_attribute", self.visit(target.value), name)
                made.append(_at(ast.Expr(gone), node))
            else:
                made.append(_at(ast.Delete([target]), node))
        return made

    def visit_For(self, node: ast.For) -> Any:
        if self.is_kept(node):
            return self.kept_for(node)
        iterated = _at(_hook("iterate", self.visit(node.iter)), node.iter)
        target, prologue = self.simple_target(node.target, node)
        body = prologue + self.block(node.body)
        return _at(ast.For(target, iterated, body, self.block(node.orelse)), node)

    def is_kept(self, node: ast.For) -> bool:
        """Whether it is a loop over frit.range whose body can be a function of its own."""
        if not (isinstance(node.iter, ast.Call) and self.is_frit_range(node.iter.func)):
            return False
        if not isinstance(node.target, ast.Name) or node.target.id in self.outward:
            return False
        for statement in node.body:
            for inner in ast.walk(statement):
                if isinstance(inner, _NOT_KEPT):
                    return False
                if isinstance(inner, ast.Name) and inner.id in self.outward:
                    return False
        return not self.read_by_functions(self.assigned(node))

    def is_frit_range(self, node: ast.expr) -> bool:
        function = self.resolve(node)
        return getattr(function, "__module__", "") == "frit._fuse.control"

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
        live = [self.read_outside(name, node) for name in names]
        iterated = self.visit(node.iter)
        texts = ast.Tuple([ast.Constant(name) for name in names], ast.Load())
        inside: list[ast.stmt] = [self.unbind(name, node) for name in names]
        inside.append(_at(ast.Assign([node.target], _load(item)), node))
        inside += self.block(node.body)
        inside.append(_at(ast.Return(_hook("variables", texts)), node))
        parameters = ast.arguments([], [ast.arg(n) for n in [item, *names]], None, [], [], None, [])
        define = ast.FunctionDef(body, parameters, inside, [], None)
        looks = ast.Tuple([ast.Constant(flag) for flag in live], ast.Load())
        after = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        looped = ast.Assign([after], _hook("loop", iterated, _load(body), texts, looks))
        made = [_at(define, node), _at(looped, node), self.forget([body], node)]
        made += [self.unbind(name, node) for name in names]
        return made + self.block(node.orelse)

    def assigned(self, loop: ast.For) -> set[str]:
        """The variables that a loop assigns, or whose elements it assigns."""
        bound = Bound()
        for statement in [*loop.body, loop.target]:
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

    def stored_to(self, loop: ast.For) -> set[str]:
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
        test = _hook("is_unbound", _load(name))
        return _at(ast.If(test, [ast.Delete([ast.Name(name, ast.Del())])], []), node)

    def read_outside(self, name: str, loop: ast.For) -> bool:
        """Whether the function reads a variable anywhere but in the body of the loop."""
        first, last = loop.body[0], loop.body[-1]
        begin = (first.lineno, first.col_offset)
        end = (last.end_lineno or 0, last.end_col_offset or 0)
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Name, ast.AugAssign)):
                if begin <= (node.lineno, node.col_offset) < end:
                    continue
                if isinstance(node, ast.AugAssign):
                    if isinstance(node.target, ast.Name) and node.target.id == name:
                        return True
                elif node.id == name and isinstance(node.ctx, ast.Load):
                    return True
        return False

    def simple_target(self, target: ast.expr, node: ast.AST) -> tuple[ast.expr, list[ast.stmt]]:
        """A name to bind first, and the statements that take it apart from there."""
        if isinstance(target, ast.Name) and target.id not in self.outward:
            return target, []
        name = self.temporary()
        return ast.Name(name, ast.Store()), self.bind(target, _load(name), node)

    def visit_While(self, node: ast.While) -> Any:
        return _at(
            ast.While(self.visit(node.test), self.block(node.body), self.block(node.orelse)), node
        )

    def visit_If(self, node: ast.If) -> Any:
        return _at(
            ast.If(self.visit(node.test), self.block(node.body), self.block(node.orelse)), node
        )

    def visit_Try(self, node: ast.Try) -> Any:
        # What fails in there must fail in there: nothing may still be waiting at its end.
        enter = _at(ast.Expr(_hook("enter_try")), node)
        settle = _at(ast.Expr(_hook("settle")), node)
        handlers = []
        for handler in node.handlers:
            kind = None if handler.type is None else self.visit(handler.type)
            made = ast.ExceptHandler(kind, handler.name, self.block(handler.body))
            handlers.append(_at(made, handler))
        body = self.block(node.body) + [settle]
        tried = ast.Try(body, handlers, self.block(node.orelse), self.block(node.finalbody))
        return [enter, _at(tried, node)]

    def visit_With(self, node: ast.With) -> Any:
        items = []
        prologue: list[ast.stmt] = []
        for item in node.items:
            manager = _at(_hook("manager", self.visit(item.context_expr)), item.context_expr)
            target = None
            if item.optional_vars is not None:
                target, more = self.simple_target(item.optional_vars, node)
                prologue += more
            items.append(ast.withitem(manager, target))
        return _at(ast.With(items, prologue + self.block(node.body)), node)

    def visit_Return(self, node: ast.Return) -> Any:
        value = None if node.value is None else self.visit(node.value)
        return _at(ast.Return(value), node)


def _at(made: Node, node: ast.AST) -> Node:
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
