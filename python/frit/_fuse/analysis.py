"""What a function does, read from its syntax tree.

`analyse(function)` follows every variable through the body: where it is read, rebound and changed
in place, and which other variables may be the same object or share its memory (aliases are followed
through assignments, tuple unpacking, containers, views and calls). It lists what is read from
outside and every place that keeps the function from being replayed (`breaks`).

The analysis reads what is written; what is called through a variable is known only when it runs. So
fused functions are not trusted to it: the hooks of the rewritten body (rewrite.py) meet the same
places when they happen. What it decides by itself is `plain`: functions whose body cannot be
rewritten (generators, classes, functions that escape) run as they are written.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import linecache
import types
from typing import Any

from . import callables as known
from .function_source import FunctionNode, NoSource, function_tree
from .scopes import local_names, outward_names

_DEEPEST = 8
"""How far helper functions are followed."""


@dataclasses.dataclass(frozen=True)
class Break:
    """A place that keeps a function from being replayed, or from being fused at all."""

    line: int
    column: int
    source: str
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}: {self.source}" if self.line else self.why


@dataclasses.dataclass
class Variable:
    """What happens to a variable. Lines are those of the file."""

    name: str
    kind: str  # "parameter", "local", "global", "closure" or "builtin"
    reads: list[int] = dataclasses.field(default_factory=list)
    rebindings: list[int] = dataclasses.field(default_factory=list)
    mutations: list[int] = dataclasses.field(default_factory=list)
    aliases: set[str] = dataclasses.field(default_factory=set)

    def __str__(self) -> str:
        parts = [f"{self.kind} {self.name}: read {len(self.reads)} times"]
        for what, lines in (("rebound", self.rebindings), ("changed in place", self.mutations)):
            if lines:
                parts.append(f"{what} in line {', '.join(map(str, sorted(set(lines))))}")
        if self.aliases:
            parts.append(f"may be {', '.join(sorted(self.aliases))}")
        return "; ".join(parts)


@dataclasses.dataclass
class Analysis:
    """What `analyse` found."""

    name: str
    variables: dict[str, Variable]
    mutated: tuple[str, ...]  # parameters that may be changed in place, through any alias
    outside: tuple[str, ...]  # globals, closures and attributes read: "np", "cfg.gain", "self.w"
    steps: tuple[int, ...]  # lines with array steps
    breaks: tuple[Break, ...]
    plain: Break | None  # why the body runs as it is written
    helpers: dict[str, Analysis]

    @property
    def replayable(self) -> bool:
        """Whether nothing was found that keeps it from being replayed."""
        return (
            self.plain is None
            and not self.breaks
            and all(helper.replayable for helper in self.helpers.values())
        )

    def __str__(self) -> str:
        lines = [f"{self.name}: {'replayable' if self.replayable else 'recorded'}"]
        lines += [f"  {variable}" for variable in self.variables.values()]
        if self.mutated:
            lines.append(f"  changes its arguments: {', '.join(self.mutated)}")
        if self.outside:
            lines.append(f"  reads from outside: {', '.join(self.outside)}")
        if self.plain is not None:
            lines.append(f"  runs as it is written: {self.plain}")
        lines += [f"  breaks at {b}" for b in self.breaks]
        for helper in self.helpers.values():
            lines += ["  calls " + line for line in str(helper).splitlines()]
        return "\n".join(lines)


def analyse(function: Any, _depth: int = 0, _seen: tuple[Any, ...] = ()) -> Analysis:
    """What a function does with its variables, and what keeps it from being replayed.

    >>> def step(x, y):
    ...     z = x
    ...     z += y
    ...     return z
    >>> print(analyse(step))
    step: replayable
      parameter x: read 1 times; may be z
      parameter y: read 1 times
      local z: read 2 times; rebound in line 2, 3; changed in place in line 3; may be x
      changes its arguments: x
    """
    function = getattr(function, "__wrapped__", function)
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"frit.analyse takes a Python function, not {type(function).__name__}")
    try:
        tree = function_tree(function)
    except NoSource as error:
        missing = Break(0, 0, "", f"source not available: {error}")
        return Analysis(function.__qualname__, {}, (), (), (), (missing,), missing, {})
    walker = _Walker(function, tree)
    walker.run()
    helpers: dict[str, Analysis] = {}
    if _depth < _DEEPEST:
        for name, helper in walker.called.items():
            if helper is not function and helper not in _seen and known.is_user_function(helper):
                helpers[name] = analyse(helper, _depth + 1, (*_seen, function))
    return walker.result(helpers)


# ------------------------------------------------------------------------------------ the walk

_MUTATING = known.WRITING_METHODS | known.GROWING_METHODS - known.READING | {"remove"}
"""Methods that change what they are called on."""

_FRAME_READERS = {"locals": 0, "vars": 0, "dir": 0, "eval": 9, "exec": 9}
"""Builtins that look at the frame, and up to how many arguments they do."""

_TAKES_FUNCTIONS = frozenset({"cond", "while_loop", "fori_loop", "fori", "scan"})
"""Functions of frit that call what they are given."""

_ERROR_SETTERS = frozenset({"errstate", "seterr", "seterrcall"})
"""Functions of NumPy that say what becomes of floating-point errors."""

_TAKES_GENERATORS = frozenset("sum any all min max list tuple sorted dict set join".split())


class _Walker(ast.NodeVisitor):
    def __init__(self, function: types.FunctionType, tree: FunctionNode):
        self.function = function
        self.tree = tree
        self.locals = local_names(tree)
        self.outward = outward_names(tree)
        self.free = set(function.__code__.co_freevars)
        self.parameters = [a for a in inspect.signature(function, follow_wrapped=False).parameters]
        self.variables: dict[str, Variable] = {}
        self.breaks: list[Break] = []
        self.plain: Break | None = None
        self.outside: dict[str, None] = {}
        self.steps: set[int] = set()
        self.called: dict[str, types.FunctionType] = {}
        self.functions: set[str] = set()  # names of functions defined inside
        self.passed: dict[str, list[tuple[str, str]]] = {}  # variables given to helpers
        for name in self.parameters:
            self.variable(name)

    def run(self) -> None:
        if inspect.isgeneratorfunction(self.function):
            self.must_be_plain(self.tree, "a generator")
        elif inspect.iscoroutinefunction(self.function) or inspect.isasyncgenfunction(
            self.function
        ):
            self.must_be_plain(self.tree, "an async function")
        body = self.tree.body
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node is not self.tree:
                self.functions.add(node.name)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                # A named lambda is like a function defined inside.
                self.functions.update(t.id for t in node.targets if isinstance(t, ast.Name))
        for statement in body if isinstance(body, list) else [body]:
            self.visit(statement)
        self.check_escapes()

    def result(self, helpers: dict[str, Analysis]) -> Analysis:
        mutated = [name for name in self.parameters if any(v.mutations for v in self.family(name))]
        for helper_call, names in self.passed.items():
            helper = helpers.get(helper_call)
            if helper is None:
                continue
            for own, parameter in names:
                if parameter in helper.mutated:
                    mutated += [
                        n for n in self.parameters if own in {v.name for v in self.family(n)}
                    ]
        return Analysis(
            self.function.__qualname__,
            self.variables,
            tuple(dict.fromkeys(mutated)),
            tuple(self.outside),
            tuple(sorted(self.steps)),
            tuple(self.breaks),
            self.plain,
            helpers,
        )

    # ---------------------------------------------------------------- notes

    def variable(self, name: str) -> Variable:
        found = self.variables.get(name)
        if found is None:
            if name in self.parameters:
                kind = "parameter"
            elif name in self.locals:
                kind = "local"
            elif name in self.free:
                kind = "closure"
            elif name in self.function.__globals__ or not hasattr(builtins, name):
                kind = "global"
            else:
                kind = "builtin"
            found = self.variables[name] = Variable(name, kind)
        return found

    def family(self, name: str) -> list[Variable]:
        """The variable and everything that may be the same object or share its memory."""
        seen: dict[str, Variable] = {}
        stack = [name]
        while stack:
            current = stack.pop()
            if current not in seen and current in self.variables:
                seen[current] = self.variables[current]
                stack.extend(self.variables[current].aliases)
        return list(seen.values())

    def note(self, node: ast.AST, why: str) -> Break:
        line = getattr(node, "lineno", 0)
        text = linecache.getline(self.function.__code__.co_filename, line).strip()
        return Break(line, getattr(node, "col_offset", 0), text, why)

    def breaks_at(self, node: ast.AST, why: str) -> None:
        self.breaks.append(self.note(node, why))

    def must_be_plain(self, node: ast.AST, why: str) -> None:
        if self.plain is None:
            self.plain = self.note(node, why)

    def alias(self, a: str, b: str) -> None:
        if a != b:
            self.variable(a).aliases.add(b)
            self.variable(b).aliases.add(a)

    def mutate(self, node: ast.expr | None, line: int) -> None:
        """Something is changed in place."""
        for name in self.owners(node):
            self.variable(name).mutations.append(line)

    def owners(self, node: ast.expr | None) -> list[str]:
        """The variables that an expression may be, or share memory with."""
        if isinstance(node, ast.Name):
            return [node.id]
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            return self.owners(node.value)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            return [name for element in node.elts for name in self.owners(element)]
        if isinstance(node, ast.Dict):
            return [name for value in node.values for name in self.owners(value)]
        if isinstance(node, ast.IfExp):
            return self.owners(node.body) + self.owners(node.orelse)
        if isinstance(node, ast.BoolOp):
            return [name for value in node.values for name in self.owners(value)]
        if isinstance(node, ast.NamedExpr):
            return self.owners(node.target) + self.owners(node.value)
        if isinstance(node, ast.Call):
            return self.call_owners(node)
        return []

    def call_owners(self, node: ast.Call) -> list[str]:
        """A call may give back what it was given, unless it is known to make something new."""
        name = _last_name(node.func)
        target = self.resolve(node.func)
        known_function = known.is_own(target) or known.is_numpy(target)
        if name not in known.VIEWING and (known_function or name in known.ARRAY_METHODS):
            return [n for k in node.keywords if k.arg == "out" for n in self.owners(k.value)]
        given = [n for a in node.args for n in self.owners(a)]
        given += [n for k in node.keywords for n in self.owners(k.value)]
        if isinstance(node.func, ast.Attribute) and not isinstance(target, types.FunctionType):
            if not isinstance(self.resolve(node.func.value), types.ModuleType):
                given += self.owners(node.func.value)
        return given

    def resolve(self, node: ast.expr) -> Any:
        """The object that a name or a chain of attributes of a module stands for now, or None."""
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return None
            if node.id in self.free:
                cell = dict(
                    zip(self.function.__code__.co_freevars, self.function.__closure__ or ())
                )
                try:
                    return cell[node.id].cell_contents
                except ValueError:
                    return None
            return self.function.__globals__.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            if isinstance(owner, types.ModuleType):
                return getattr(owner, node.attr, None)
        return None

    # ---------------------------------------------------------------- expressions

    def visit_Name(self, node: ast.Name) -> None:
        variable = self.variable(node.id)
        if isinstance(node.ctx, ast.Load):
            variable.reads.append(node.lineno)
            if variable.kind in ("global", "closure"):
                self.outside[node.id] = None
        else:
            variable.rebindings.append(node.lineno)
            if node.id in self.outward:
                self.breaks_at(node, f"assigns to the variable {node.id} outside of the function")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        chain = _chain(node)
        if chain is not None and isinstance(node.ctx, ast.Load):
            root = chain.split(".")[0]
            module = isinstance(self.resolve(node.value), types.ModuleType)
            outside = root not in self.locals or root in self.parameters
            if outside and not module and node.attr not in known.ARRAY_ATTRIBUTES | {"dtype"}:
                self.outside[chain] = None
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.steps.add(node.lineno)
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        for name in self.owners(node.value):
            self.alias(node.target.id, name)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = _last_name(node.func)
        target = self.resolve(node.func)
        if isinstance(node.func, ast.Name) and name in _FRAME_READERS:
            if target is getattr(builtins, name) and len(node.args) <= _FRAME_READERS[name]:
                self.must_be_plain(node, f"calls {name}(), which looks at the function's frame")
        if name in _ERROR_SETTERS and not _are_quiet(node) and known.is_numpy(target):
            self.must_be_plain(node, f"calls numpy.{name}: kernels raise no floating-point errors")
        for keyword in node.keywords:
            if keyword.arg == "out":
                self.mutate(keyword.value, node.lineno)
        self.judge_call(node, name, target)
        self.generic_visit(node)

    def judge_call(self, node: ast.Call, name: str, target: Any) -> None:
        """Whether a call is known, and what it changes."""
        if isinstance(node.func, ast.Attribute):
            owner = self.resolve(node.func.value)
            if not isinstance(owner, (types.ModuleType, type)):
                if name in _MUTATING:
                    self.mutate(node.func.value, node.lineno)
                    if any(self.variable(o).kind != "local" for o in self.owners(node.func.value)):
                        self.breaks_at(node, f"{name}() changes something from outside")
                if name == "tolist" or (name == "item" and (node.args or node.keywords)):
                    self.breaks_at(node, f"{name}() needs the elements")
                self.steps.add(node.lineno)
                return
        elif name in self.locals:
            if name not in self.functions:
                self.breaks_at(node, f"calls {name}, a function known only when it runs")
            return
        if target is None:
            self.breaks_at(node, f"calls {ast.unparse(node.func)}, which frit does not know")
        elif known.is_fused(target) or known.is_user_function(target):
            helper = getattr(target, "__wrapped__", target)
            self.called[ast.unparse(node.func)] = helper
            self.note_passed(node, helper)
        elif known.is_own(target) or known.dispatches(target) or known.is_record_class(target):
            self.steps.add(node.lineno)
        elif known.is_numpy(target):
            if getattr(target, "__name__", "") not in known.PURE_NUMPY | {"asarray"}:
                self.breaks_at(node, f"calls {ast.unparse(node.func)}, which frit does not know")
        elif target is print or not known.is_builtin(
            target, known.MATHEMATICS | known.CONVERSIONS | known.ITERATING | known.HARMLESS
        ):
            self.breaks_at(node, f"calls {ast.unparse(node.func)}, which frit does not know")

    def note_passed(self, node: ast.Call, helper: types.FunctionType) -> None:
        """Which variable becomes which parameter of a helper."""
        names = helper.__code__.co_varnames[: helper.__code__.co_argcount]
        pairs = [(own, p) for a, p in zip(node.args, names) for own in self.owners(a)]
        pairs += [(own, k.arg) for k in node.keywords if k.arg for own in self.owners(k.value)]
        self.passed.setdefault(ast.unparse(node.func), []).extend(pairs)

    # ---------------------------------------------------------------- statements

    def assign(self, target: ast.expr, value: ast.expr | None, node: ast.stmt) -> None:
        """target = value"""
        if isinstance(target, ast.Name):
            for name in self.owners(value):
                self.alias(target.id, name)
        elif isinstance(target, (ast.Tuple, ast.List)):
            pairs: list[tuple[ast.expr, ast.expr | None]]
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                pairs = list(zip(target.elts, value.elts))
            else:
                pairs = [(element, value) for element in target.elts]
            for element, part in pairs:
                self.assign(element, part, node)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, value, node)
        elif isinstance(target, ast.Subscript):
            self.mutate(target.value, node.lineno)
            for holder in self.owners(target.value):  # a container now holds the value
                for name in self.owners(value):
                    self.alias(holder, name)
        elif isinstance(target, ast.Attribute):
            self.mutate(target.value, node.lineno)
            self.breaks_at(node, f"sets the attribute {target.attr} of an object")
            if target.attr in ("shape", "dtype", "strides"):
                self.must_be_plain(node, f"sets the {target.attr} of an array")

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.assign(target, node.value, node)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, node.value, node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.steps.add(node.lineno)
        target = node.target
        self.mutate(target if isinstance(target, ast.Name) else target.value, node.lineno)
        if isinstance(target, ast.Name):
            self.variable(target.id).reads.append(node.lineno)
            if target.id in self.outward:
                self.breaks_at(node, f"assigns to the variable {target.id} outside of the function")
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Attribute):
                self.breaks_at(node, f"deletes the attribute {target.attr} of an object")
            elif isinstance(target, ast.Subscript):
                self.mutate(target.value, node.lineno)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.assign(node.target, node.iter, node)
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        self.breaks_at(node, "a try statement")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        self.breaks_at(node, "a with statement")
        for item in node.items:
            if item.optional_vars is not None:
                self.assign(item.optional_vars, item.context_expr, node)
        self.generic_visit(node)

    def _plain_statement(self, node: Any) -> None:
        self.must_be_plain(node, _PLAIN_STATEMENTS[type(node)])

    visit_ClassDef = visit_Match = visit_TryStar = visit_AsyncFor = visit_AsyncWith = (
        _plain_statement
    )
    visit_Await = _plain_statement

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.variable(node.name).rebindings.append(node.lineno)
        if node.decorator_list:
            self.must_be_plain(node, "a decorated function inside")
        self.inner_function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.inner_function(node)

    def inner_function(self, node: Any) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, (ast.Yield, ast.YieldFrom, ast.Await)):
                self.must_be_plain(inner, "a generator inside")
        own = local_names(node)
        before = set(self.locals)
        self.locals |= own
        body = node.body if isinstance(node.body, list) else [node.body]
        for statement in body:
            self.visit(statement)
        self.locals = before

    # ---------------------------------------------------------------- functions that escape

    def own_nodes(self) -> list[ast.AST]:
        """What stands in the body: decorators and defaults are none of it."""
        body = self.tree.body if isinstance(self.tree.body, list) else [self.tree.body]
        return [node for statement in body for node in ast.walk(statement)]

    def check_escapes(self) -> None:
        """Functions and generators made inside may only be called inside."""
        allowed: set[int] = set()
        for node in self.own_nodes():
            if isinstance(node, ast.Call):
                if isinstance(node.func, (ast.Name, ast.Lambda)):
                    allowed.add(id(node.func))
                name = _last_name(node.func)
                target = self.resolve(node.func)
                if name in _TAKES_FUNCTIONS and (target is None or known.is_own(target)):
                    allowed.update(id(a) for a in node.args)
                if name in _TAKES_GENERATORS:
                    allowed.update(id(a) for a in node.args if isinstance(a, ast.GeneratorExp))
            if isinstance(node, (ast.For, ast.comprehension)):
                allowed.add(id(node.iter))
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                if all(isinstance(t, ast.Name) for t in node.targets):
                    allowed.add(id(node.value))
        for node in self.own_nodes():
            if id(node) in allowed:
                continue
            if isinstance(node, ast.Lambda):
                self.must_be_plain(node, "a function made inside is passed on")
            elif isinstance(node, ast.GeneratorExp):
                self.must_be_plain(node, "a generator made inside is passed on")
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                if node.id in self.functions:
                    self.must_be_plain(node, f"the function {node.id} made inside is passed on")


_PLAIN_STATEMENTS: dict[type[ast.AST], str] = {
    ast.ClassDef: "a class made inside",
    ast.Match: "a match statement",
    ast.AsyncFor: "an async statement",
    ast.AsyncWith: "an async statement",
    ast.Await: "an async expression",
}
if hasattr(ast, "TryStar"):
    _PLAIN_STATEMENTS[ast.TryStar] = "a try statement with except*"


def _are_quiet(node: ast.Call) -> bool:
    """Whether all it asks for is that errors are ignored or warned of."""
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return all(isinstance(v, ast.Constant) and v.value in ("ignore", "warn") for v in values)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _chain(node: ast.expr) -> str | None:
    """`a.b.c` as text; None where it is not names all the way."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _chain(node.value)
        return None if owner is None else f"{owner}.{node.attr}"
    return None
