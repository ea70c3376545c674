"""The arguments of a call: taken apart, what of them is part of the key, and when traced."""

from __future__ import annotations

import collections
import inspect
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .direct import CallShape, argument_node
from .guards import Source
from .places import Given
from .pytree import containers, flatten, unflatten
from .trace import SIMPLE, Break, TracedRun
from .world import array_world, is_number

if TYPE_CHECKING:
    from .fuse import Fuser


class Arguments:
    """One call's arguments: named, with defaults filled in, taken apart."""

    __slots__ = ("values", "leaves", "structure", "names", "passed")

    def __init__(self, fused: Fuser, args: tuple[Any, ...], kwargs: dict[str, Any]):
        signature = fused.signature_now()
        if not kwargs and len(args) == len(fused.names) and fused.positional:
            self.names = fused.names  # the plain case, and a quick one
            given: Any = self.names
            self.values = args
        else:
            bound = signature.bind(*args, **kwargs)
            given = set(bound.arguments)
            bound.apply_defaults()
            self.names = tuple(bound.arguments)
            self.values = tuple(bound.arguments.values())
        self.leaves, self.structure = flatten(self.values)
        self.passed = (fused, args, kwargs, given)

    def shape(self) -> CallShape | None:
        """How C finds the leaves in the arguments as they were passed; None where it cannot."""
        fused, args, kwargs, given = self.passed
        if fused.variadic:
            return None
        nodes: dict[str, Any] = {}
        defaults: list[tuple[int, str]] = []
        at = 0
        for name, child in zip(self.names, self.structure.children):
            numbers = range(at, at + child.count)
            at += child.count
            if name in given:
                nodes[name] = argument_node(child, iter(numbers))
                if nodes[name] is None:
                    return None
                continue
            if child.kind != "leaf":
                return None
            defaults.append((numbers[0], name))
        order = [*self.names[: len(args)], *kwargs]
        ids = [id(leaf) for leaf in self.leaves if array_world(leaf) is not None]
        distinct = len(set(ids)) == len(ids)
        in_order = tuple([nodes[name] for name in order])
        return CallShape(
            fused.function,
            in_order,
            tuple(kwargs),
            self.leaves,
            tuple(defaults),
            distinct,
            {self.names.index(name): place for place, name in enumerate(order)},
        )


def leaf_key(leaf: Any, classes: dict[int, int], static: bool) -> Any:
    """What a trace depends on in a leaf."""
    cls = type(leaf)
    if cls in SIMPLE or (static and _hashable(leaf)):
        return (cls, leaf)
    if is_number(leaf):
        return cls
    kind = array_world(leaf)
    if kind is None:
        if cls is types.FunctionType:
            return (cls, weakref.ref(leaf))
        return (cls, leaf) if isinstance(leaf, type) else cls
    shape = leaf._shape if kind == "frit" else tuple(leaf.shape)
    axes = [n if n < 2 else -1 - classes.setdefault(n, len(classes)) for n in shape]
    dtype = leaf.dtype
    # NumPy's numbers and arrays of rank 0 differ in what can be done to them.
    return (kind if kind != "frit" else leaf.device, dtype, cls, *axes)


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def traced_arguments(
    run: TracedRun, arguments: Arguments, function: types.FunctionType, static: set[int]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments as the trace sees them."""
    seen: set[int] = set()
    for container in containers(arguments.values):
        if id(container) in seen and not isinstance(container, tuple):
            raise Break("one container is passed twice")
        seen.add(id(container))
    leaves = []
    for number, leaf in enumerate(arguments.leaves):
        if number in static and is_number(leaf):
            run.guard("equal", Source("leaf", number), leaf)
            leaves.append(leaf)
        else:
            leaves.append(_admit(run, leaf, number))
    tree = unflatten(arguments.structure, leaves)
    run.given_containers = Given(tree)
    for container in containers(tree):
        run.given.add(id(container))
        run.given.add(id(getattr(container, "_values", container)))  # of an instance of a struct
        run.alive.append(container)
    bound = inspect.BoundArguments(
        inspect.signature(function, follow_wrapped=False),
        collections.OrderedDict(zip(arguments.names, tree)),
    )
    return bound.args, bound.kwargs


def _admit(run: TracedRun, leaf: Any, number: int) -> Any:
    """An argument's leaf as the trace sees it. Classes and constants are in the key already."""
    if type(leaf) in SIMPLE:
        return leaf
    guards = len(run.guards)
    admitted = run.admit(leaf, Source("leaf", number))
    if len(run.guards) > guards and run.guards[guards].kind == "type":
        del run.guards[guards]
    return admitted


def same_defaults(a: Any, b: Any) -> bool:
    """Whether a function's defaults are the same objects."""
    if b is None or a[0] is not b[0]:
        return False
    if a[1] is None or b[1] is None:
        return a[1] is b[1]
    return a[1].keys() == b[1].keys() and all(a[1][key] is b[1][key] for key in a[1])


def defaults_left(body: Callable[..., Any], args: tuple[Any, ...]) -> dict[str, Any]:
    """Defaults of parameters for which nothing was given by place: they come into the body like arguments."""
    code = getattr(body, "__code__", None)
    if code is None:
        return {}
    names = code.co_varnames[: code.co_argcount]
    defaults = getattr(body, "__defaults__", None) or ()
    by_place = list(enumerate(names))[len(names) - len(defaults) :]
    left = max(len(args), code.co_posonlyargcount)
    found = {name: value for (place, name), value in zip(by_place, defaults) if place >= left}
    return {**found, **(getattr(body, "__kwdefaults__", None) or {})}
