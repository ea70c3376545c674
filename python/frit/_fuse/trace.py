"""Traced runs: the body runs once on placeholders, and its steps become a program.

Nothing runs and nothing outside changes: arrays are placeholders of a capture, numbers are
`Number`s (see number.py), and whatever cannot be part of a program (code frit does not know, an
effect on something that is not an array) raises `Break` before it happens.

Here are the calls; trace_items.py has what else is done with values, trace_values.py what they are and
which memory they share.
"""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Callable, Iterable
from typing import Any

from .. import _core
from .._errors import Error
from . import callables as known
from .guards import Source
from .hooks import Hooks
from .shaped_like import made_with_sizes
from .loop_lists import holds_rows, joined
from .masked import Picked, compute, holds_picked
from .number import Number, apply
from .rewrite import is_rewritten
from .rewrite_loops import JOINING
from .rounds import number_of
from .trace_items import TracedItems
from .trace_values import SIMPLE, Break, Input, arrays_in
from .world import DTYPES, array_world, dtype_called, given_out, holds_array, is_array

__all__ = ["SIMPLE", "Break", "Input", "TracedRun"]


class TracedRun(TracedItems):
    """One tracing of a function."""

    # ---------------------------------------------------------------- names and calls

    def name(self, scope: Hooks, name: str, value: Any) -> Any:
        cell = scope.cells.get(name)
        if cell is not None:
            return self.admit(value, Source("cell", cell, name))
        return self.admit(value, Source("name", scope.function.__globals__, name))

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self.bodies and type(function) is not types.FunctionType:
            if not known.is_builtin(function, known.ITERATING):  # those say so themselves
                self.consuming((*args, *kwargs.values()))
        if holds_picked((args, kwargs)) and not self.takes_picked(function):
            return self.call_on_picked(function, args, kwargs)
        if known.is_fused(function):
            return self.call_user(function.__wrapped__, args, kwargs)
        if known.is_slang(function) or known.is_slang_instance(function):
            return self.call_slang(function, args, kwargs)
        if type(function) is types.MethodType:
            if is_array(function.__self__):
                return self.array_method(function.__self__, function.__name__, args, kwargs)
            if known.is_own(function.__func__):
                return self.own_method(function, args, kwargs)
            if type(function.__func__) is types.FunctionType:
                return self.call_user(function.__func__, (function.__self__, *args), kwargs)
        if known.is_own(function) and not isinstance(function, type):
            return self.call_own(function, args, kwargs)
        if type(function) is types.FunctionType:
            if known.is_numpy(function):
                return self.call_numpy(function, args, kwargs)
            if is_rewritten(function):
                return function(*args, **kwargs)
            return self.call_user(function, args, kwargs)
        if known.is_builtin(function, known.MATHEMATICS | known.CONVERSIONS):
            return self.call_pure(function, args, kwargs)
        if known.is_builtin(function, known.ITERATING | known.HARMLESS):
            return self.call_builtin(function, args, kwargs)
        if known.is_numpy(function) or known.is_ufunc_method(function):
            return self.call_numpy(function, args, kwargs)
        if known.is_record_class(function):
            return function(*args, **kwargs)
        if known.is_own(function) and function.__name__ == "Key":
            return self.attempt(function, args, kwargs)
        raise Break(f"calls {_name_of(function)}, which frit does not know")

    def takes_picked(self, function: Any) -> bool:
        """Whether its body is followed."""
        if known.is_fused(function):
            return True
        return type(function) is types.FunctionType and not (
            known.is_numpy(function) or known.is_own(function)
        )

    def call_on_picked(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A function of elements that a mask picks."""
        if function in (abs, pow) and not kwargs:
            return compute(function, *args)
        if function is len and len(args) == 1 and not kwargs:
            return self.length(args[0])
        if known.is_numpy(function) and not kwargs:
            elementwise = getattr(function, "__name__", "") in ("where", "clip") and len(args) == 3
            if type(function).__name__ == "ufunc":
                elementwise = (function.nin, function.nout) == (len(args), 1)
                elementwise = elementwise and function.signature is None
            if elementwise:
                return compute(lambda *full: self.call_numpy(function, full, {}), *args)
        return self.call(function, self.as_arrays(args), self.as_arrays(kwargs))

    def call_user(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        rewritten = self.inline(function)
        if rewritten is None:
            raise Break(f"calls {_name_of(function)}, which frit does not know")
        if not function.__defaults__ and not function.__kwdefaults__:
            return rewritten(*args, **kwargs)
        bound = inspect.signature(function, follow_wrapped=False).bind(*args, **kwargs)
        given = set(bound.arguments)
        bound.apply_defaults()
        for name, parameter in bound.signature.parameters.items():
            if name not in given and parameter.default is not parameter.empty:
                source = Source("default", function, name)
                bound.arguments[name] = self.admit(parameter.default, source)
        return rewritten(*bound.args, **bound.kwargs)

    def attempt(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: Any) -> Any:
        """A step of frit's. Numbers are operands if they can be, else what they are now."""
        if not self.holds_known((args, tuple(kwargs.values()))):
            return function(*args, **kwargs)
        guards, inputs, numbers = len(self.guards), len(self.inputs), set(self.number_inputs)
        try:
            return function(
                *[self.operands(a) for a in args],
                **{k: self.operands(v) for k, v in kwargs.items()},
            )
        except (_core.NeedsValue, TypeError, ValueError, Error):
            del self.guards[guards:]
            for held in self.inputs[inputs:]:
                del self.input_of[id(held.placeholder)]
            del self.inputs[inputs:]
            self.number_inputs = {k: v for k, v in self.number_inputs.items() if k in numbers}
            return function(
                *[self.seen(a) for a in args], **{k: self.seen(v) for k, v in kwargs.items()}
            )

    def holds_known(self, value: Any) -> bool:
        """Whether there is a number in it whose value is known, if need be."""
        if isinstance(value, Number) or (is_array(value) and id(value) in self.elements):
            return True
        return type(value) in (tuple, list) and any(self.holds_known(item) for item in value)

    def call_own(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if getattr(function, "_frit_impure", False) or ".random" in str(function.__module__):
            raise Break(f"calls {_name_of(function)}, whose result differs from call to call")
        if getattr(function, "_frit_control", False):
            return function(*args, **kwargs)
        self.check_astype(function.__name__, kwargs)
        args = known.apart(function.__name__, args, self.is_scalar)
        result = self.attempt(function, args, kwargs)
        return self.settled(result, function.__name__, (args, tuple(kwargs.values())), args)

    def call_slang(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A function of a module: recorded as a call of its program. Numbers stay inputs."""
        return function(*args, **kwargs)

    def own_method(self, method: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A method of an object of frit's. Keys of random numbers made inside have no state."""
        owner = method.__self__
        if method.__name__ == "declare" and getattr(type(owner), "_frit_slang_function", False):
            return method(*args, **kwargs)
        if type(owner).__name__ != "Key" or self.is_outside(owner):
            raise Break(f"calls a method of an object of class {type(owner).__name__}")
        return self.attempt(method, args, kwargs)

    def call_numpy(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        name = getattr(function, "__name__", "")
        if not args and kwargs.keys() == {"val"}:  # of real and imag
            args, kwargs = (kwargs["val"],), {}
        everything = (args, tuple(kwargs.values()))
        lists = len(args) == 1 and type(args[0]) is list and self.world.name == "numpy"
        if lists and name in JOINING:
            rows = holds_rows(args[0])
            if rows and kwargs.get("axis", 0) != 0:
                raise Break("joins the rows of a loop along another axis")
            if rows or (name == "array" and not kwargs and args[0] and all(map(is_array, args[0]))):
                return joined(self, name, args[0])
        if not holds_array(everything):
            if (
                known.dispatches(function)
                and _holds_number(everything)
                and type(function).__name__ == "ufunc"
            ):
                strong = [self.strong(a) if isinstance(a, Number) else a for a in args]
                return function(*strong, **kwargs)
            if (
                name not in known.PURE_NUMPY
                or getattr(function, "__module__", "") == "numpy.random"
            ):
                raise Break(f"calls numpy.{name}, which frit does not know")
            made = made_with_sizes(self, name, args, kwargs)
            if made is not None:
                return self.settled(made, name, ())
            made = self.loose_creation(name, args, kwargs)
            return self.call_creation(function, name, args, kwargs) if made is None else made
        if isinstance(function, type) and len(args) == 1 and not kwargs and is_array(args[0]):
            return self.converted(function, args)
        if not known.dispatches(function) or self.world.name == "torch":
            if name in ("asarray", "asanyarray") and len(args) == 1 and not kwargs:
                if is_array(args[0]) and not self.is_scalar(args[0]):
                    return args[0]
            raise Break(f"calls numpy.{name}, which frit does not know")
        if known.repeats_memory(name, kwargs):
            raise Break(f"calls numpy.{name} without copies: elements of its results are one")
        self.check_astype(name, kwargs)
        out = given_out(kwargs, function, args)
        for array in arrays_in((kwargs.get("out"), out)):
            self.overwriting(array)
        if name in known.CHANGING or (name == "at" and known.is_ufunc_method(function)):
            self.overwriting(args[0] if args else None)
        args = known.apart(name, args, self.is_scalar)
        result = self.attempt(function, args, kwargs)
        if out is not None:
            return out
        if any(_is_foreign(r) for r in (result if isinstance(result, tuple) else (result,))):
            raise Break(f"calls numpy.{name}, which needs the elements")
        if known.gives_itself(known.ITSELF_AS_FUNCTION, name, result, args[0] if args else None):
            return args[0]
        if name in known.WHOLE_OF_NUMBERS and is_array(result) and result.ndim == 0:
            self.arrays_of_rank_0.add(id(result))
            self.alive.append(result)
        return self.settled(result, name, everything, args)

    def converted(self, function: Any, args: tuple[Any, ...]) -> Any:
        """np.float32(x): the array in that dtype, itself where it has it."""
        name = {"bool_": "bool"}.get(function.__name__, function.__name__)
        (value,) = args
        if self.world.name != "numpy" or name not in DTYPES or (value.dtype.kind == "c" and not name.startswith("c")):
            raise Break(f"calls numpy.{function.__name__}, which frit does not know")
        wanted = dtype_called(name)
        if value.dtype == wanted and not value._weak:
            return value
        return self.settled(_core.cast(value, wanted), "astype", (args,), args)

    def strong(self, number: Number) -> Any:
        """A number as NumPy's functions of numbers take it: with a dtype of its own."""
        made = self.number_array(number)
        return _core.cast(made, made.dtype)

    def call_creation(self, function: Any, name: str, args: Any, kwargs: Any) -> Any:
        import frit

        if name in known.FILLED and not isinstance(function, type):
            maker = getattr(frit, "zeros" if name == "empty" else name, None)
            if maker is not None:
                if name == "full" and "dtype" not in kwargs and len(args) < 3:
                    kwargs = {**kwargs, "dtype": _full_dtype(args, kwargs)}
                elif "dtype" not in kwargs and len(args) < 2:
                    kwargs = {**kwargs, "dtype": frit.float64}
                try:
                    made = maker(*self.seen(args), **{k: self.seen(v) for k, v in kwargs.items()})
                    return self.settled(made, name, ())
                except (TypeError, ValueError, Error):
                    pass
        result = function(*self.seen(args), **{k: self.seen(v) for k, v in kwargs.items()})
        if type(result) is tuple and all(array_world(part) == "numpy" for part in result):
            return tuple([self.constant_array(part) for part in result])
        return self.constant_array(result) if array_world(result) == "numpy" else result

    def call_pure(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A function of numbers alone."""
        if not kwargs and args and all(isinstance(a, Number) or _is_constant(a) for a in args):
            if any(isinstance(a, Number) for a in args):
                return apply(self, function, *args)
            return function(*args)
        if function in (min, max, abs, pow, round, divmod) and len(args) >= 1:
            if function in (min, max) and len(args) == 1:
                return function(self.iterate(args[0]), **kwargs)
            return function(*args, **kwargs)
        if function is float and len(args) == 1 and is_array(args[0]):
            if (number := number_of(self, float, args[0])) is not None:
                return number
        return function(*[a if is_array(a) else self.seen(a) for a in args], **kwargs)

    def call_builtin(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if function is isinstance or function is type:
            if function is type and len(args) != 1:
                raise Break("makes a class")
            cls = self.class_of(args[0])
            return cls if function is type else issubclass(cls, args[1])
        if function is getattr and len(args) == 2 and isinstance(args[1], str):
            return self.attribute(args[0], args[1])
        if function is len and len(args) == 1:
            return self.length(args[0])
        if function is range:
            return range(*[operator.index(a) for a in args])
        if (
            function in known.ITERATING
            and not kwargs
            and not (function is reversed and is_array(args[0]))
        ):
            walked = [
                self.reversible(a) if function is reversed else self.iterate(a) for a in args[:1]
            ]
            rest = [a if function in (sum, enumerate) else self.iterate(a) for a in args[1:]]
            result = function(*walked, *rest)
            return self.made(result) if function in known.MAKING else result
        if function is dict:
            return self.made(dict(*args, **kwargs))
        if function in (slice, issubclass, callable):
            return function(*args, **kwargs)
        if function in (str, repr, format, frozenset) and not holds_array(
            (args, tuple(kwargs.values()))
        ):
            return function(*self.seen(args), **kwargs)
        raise Break(f"calls {_name_of(function)}")

    def reversible(self, value: Any) -> Any:
        return value if type(value) is range else list(self.iterate(value))

    def consuming(self, values: Iterable[Any]) -> None:
        """Whoever is given an iterator may use it up."""
        for value in values:
            if isinstance(value, known.CONSUMED):
                self.touching(value)

    def method(self, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self.bodies:
            self.consuming((*args, *kwargs.values()))
        if isinstance(owner, Picked) or (is_array(owner) and holds_picked((args, kwargs))):
            owner, args, kwargs = self.as_arrays((owner, args, kwargs))
        if is_array(owner):
            if self.bodies and name.startswith("__"):
                raise Break(f"calls {name}() of an array, in a loop or branch")
            return self.array_method(owner, name, args, kwargs)
        cls = type(owner)
        if cls in known.IMMUTABLE and not holds_array((owner, args)):
            seen = {k: self.seen(v) for k, v in kwargs.items()}
            return getattr(owner, name)(*self.seen(args), **seen)
        if isinstance(owner, Number):
            return getattr(owner.seen(), name)(*self.seen(args), **kwargs)
        if cls in known.GROWING:
            return self.container_method(owner, name, args, kwargs)
        return self.call(self.attribute(owner, name), args, kwargs)

    def container_method(self, owner: Any, name: str, args: Any, kwargs: Any) -> Any:
        source = self.source_of.get(id(owner))
        if source is not None and type(owner) is dict and name in ("items", "keys", "values"):
            self.guard("keys", source, tuple(owner))
            pairs = [(k, self.admit(v, Source("item", source, k))) for k, v in owner.items()]
            return {"items": pairs, "keys": [*owner], "values": [v for _, v in pairs]}[name]
        if source is not None and type(owner) is dict and name == "get" and args[0] in owner:
            return self.item(owner, args[0])
        if source is not None or (id(owner) in self.given and name not in known.READING):
            raise Break(f"{name}() of a {type(owner).__name__} from outside")
        if name not in known.GROWING[type(owner)]:
            if holds_array((list(owner.values()) if type(owner) is dict else list(owner), args)):
                raise Break(f"{type(owner).__name__}.{name}() looks at arrays")
        if name not in known.READING:
            self.touching(owner)
        if name == "extend":
            args = (self.iterate(args[0]),)
        result = getattr(owner, name)(*args, **kwargs)
        return self.made(result) if name == "copy" else result

    def check_astype(self, name: str, kwargs: dict[str, Any]) -> None:
        if name == "astype" and kwargs.get("copy", True) is not True:
            raise Break("astype(copy=False) may give back the array itself")

    def array_method(
        self, owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        if name in ("item", "tolist"):
            number = number_of(self, None, owner) if name == "item" and not args and not kwargs else None
            if number is None:
                raise Break(f"{name}() needs the elements")
            return number
        if self.world.name == "torch" or (
            self.world.methods_as_numpy and name not in known.ARRAY_METHODS
        ):
            raise Break(f"calls the method {name} of an array, which frit does not know")
        self.check_astype(name, kwargs)
        out = given_out(kwargs, getattr(type(owner), name), (owner, *args))
        for array in arrays_in((kwargs.get("out"), out, owner if name in known.WRITING_METHODS else None)):
            self.overwriting(array)
        if name == "fill":
            self.check_numbers(args[0] if args else None, owner)
        if name in ("conj", "conjugate") and owner.dtype.kind != "c":
            return owner
        owner = known.apart(name, owner, self.is_scalar)
        result = self.attempt(getattr(owner, name), args, kwargs)
        if out is not None:
            return out
        if known.gives_itself(known.ITSELF_AS_METHOD, name, result, owner):
            return owner
        if name == "copy" and not args and not kwargs and self.world.name == "numpy":
            self.row_major.add(id(result))
            self.alive.append(result)
        return self.settled(result, name, (owner, args), (owner, *args))


# -------------------------------------------------------------------------------------- helpers


def _is_constant(value: Any) -> bool:
    return type(value) in (int, float, complex, *SIMPLE)


def _name_of(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or type(function).__name__
    module = getattr(function, "__module__", None)
    if isinstance(module, str) and module not in ("builtins", "__main__"):
        return f"{module}.{name}"
    return str(name)


def _is_foreign(value: Any) -> bool:
    return not is_array(value) and array_world(value) is not None


def _holds_number(value: Any) -> bool:
    if isinstance(value, Number):
        return True
    return type(value) in (tuple, list) and any(_holds_number(item) for item in value)


def _full_dtype(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    value = args[1] if len(args) > 1 else kwargs.get("fill_value")
    if isinstance(value, Number):
        value = value.value
    return {bool: "bool", int: "int64", float: "float64", complex: "complex128"}.get(type(value))
