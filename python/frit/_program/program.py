"""Programs: frit's bytecode as Python objects.

A program is a list of instructions over numbered variables. It can be written as text, built step
by step, looked into, typed, optimised, turned into source code, explained, and called on arrays.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, UnknownName

if TYPE_CHECKING:
    from .._explain.explain import Explanation

__all__ = ["Instruction", "Op", "Program", "Variable", "ops"]


@dataclass(frozen=True)
class Variable:
    """A variable of a program: number, name ("" if it has none), type ("" before inference)."""

    number: int
    name: str
    type: str

    def __str__(self) -> str:
        return ":".join(part for part in (f"v{self.number}", self.name, self.type) if part)


@dataclass(frozen=True)
class Instruction:
    """One instruction: the op, the program it calls or maps (or None), and numbers of variables."""

    op: str
    callee: str | None
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]

    def __str__(self) -> str:
        what = self.op if self.callee is None else f"{self.op} @{self.callee}"
        inputs = ", ".join(f"v{number}" for number in self.inputs)
        outputs = ", ".join(f"v{number}" for number in self.outputs)
        return f"{what}({inputs}) -> ({outputs})"


@dataclass(frozen=True)
class Op:
    """A row of the table of ops."""

    name: str
    alias: str | None
    family: str
    operands: tuple[str, ...]
    doc: str
    variadic: bool  # the last operand may come any number of times
    composite: bool  # expands into simpler ops
    takes: tuple[str, ...]  # "bool", "int", "float", "complex"
    attributes: tuple[tuple[str, str, bool], ...]  # name, kind, required

    def __str__(self) -> str:
        shown = ", ".join(self.operands) + (", ..." if self.variadic else "")
        return f"{self.name}({shown}): {self.doc}"


def ops() -> dict[str, Op]:
    """The ops that programs are made of, by name.

    >>> print(ops()["hypot"])
    hypot(x, y): sqrt(x * x + y * y) without overflow
    """
    kinds = ("bool", "int", "float", "complex")
    return {
        row["name"]: Op(
            name=row["name"],
            alias=row["alias"],
            family=row["family"],
            operands=tuple(row["operands"].split()),
            doc=row["doc"],
            variadic=row["variadic"],
            composite=row["composite"],
            takes=tuple(kind for kind in kinds if row[f"takes_{kind}"]),
            attributes=tuple(row["attributes"]),
        )
        for row in _core.ops()
    }


class Program:
    """A program and those it calls. It never changes: what changes a program gives a new one.

    >>> double = Program.parse("program double(x: f32[n]) -> (r) { r = add(x, x) }")
    >>> double.name, [v.name for v in double.inputs]
    ('double', ['x'])
    >>> print(*double.instructions)
    add(v0, v0) -> (v1)
    """

    __slots__ = ("__weakref__", "_module", "_name")

    def __init__(self, module: _core.Module, name: str | None = None) -> None:
        if not isinstance(module, _core.Module):
            raise TypeError(
                f"a Program is made of a module, not of {type(module).__name__};"
                " use Program.parse for text and ProgramBuilder for steps"
            )
        names = module.programs
        if name is None and not names:
            raise ArgumentError("the module has no programs")
        if name is not None and name not in names:
            raise UnknownName(
                f"the module has no program called {name!r}; it has {', '.join(names)}"
            )
        self._module = module
        self._name = names[-1] if name is None else name

    # ---- in and out

    @classmethod
    def parse(cls, text: str, name: str | None = None) -> Program:
        """Reads the text form. `name` chooses a program of several; else it is the last."""
        return cls(_core.Module.parse(text), name)

    @classmethod
    def decode(cls, data: bytes, name: str | None = None) -> Program:
        """Reads the binary form. Any bytes may be given: what is not a program is an error."""
        return cls(_core.Module.decode(data), name)

    @classmethod
    def load(cls, path: str | os.PathLike[str], name: str | None = None) -> Program:
        """Reads a file, in the text form or the binary one."""
        with open(path, "rb") as file:
            data = file.read()
        if (data and data[0] >= 0x80) or b"\0" in data[:64]:
            return cls.decode(data, name)
        return cls.parse(data.decode("utf-8"), name)

    @property
    def text(self) -> str:
        """The canonical text form of the whole module; parsing it gives an equal program."""
        return self._module.text()

    def encode(self) -> bytes:
        """The binary form. Equal programs have equal bytes."""
        return self._module.encode()

    def dump(self) -> str:
        """A table for people: name, inputs, outputs, variables, numbered instructions."""
        return self._module.dump(self._name)

    def __str__(self) -> str:
        return self.dump()

    def __repr__(self) -> str:
        inputs = ", ".join(_with_type(variable) for variable in self.inputs)
        outputs = ", ".join(_with_type(variable) for variable in self.outputs)
        return f"<frit.Program {self._name}({inputs}) -> ({outputs})>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Program):
            return NotImplemented
        return self._name == other._name and self.encode() == other.encode()

    def __hash__(self) -> int:
        return hash((self._name, self.encode()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Program.decode, (self.encode(), self._name)

    # ---- looking inside

    @property
    def module(self) -> _core.Module:
        """The module: this program and those it can call."""
        return self._module

    @property
    def name(self) -> str:
        return self._name

    @property
    def __name__(self) -> str:
        """As functions have it."""
        return self._name

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables by number: the inputs, then the results of each instruction."""
        rows = self._module.variables(self._name)
        return tuple(Variable(i, name, type) for i, (name, type) in enumerate(rows))

    @property
    def inputs(self) -> tuple[Variable, ...]:
        return self.variables[: self._module.input_count(self._name)]

    @property
    def outputs(self) -> tuple[Variable, ...]:
        variables = self.variables
        return tuple(variables[number] for number in self._module.outputs(self._name))

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        rows = self._module.instructions(self._name)
        return tuple(Instruction(*row) for row in rows)

    @property
    def is_typed(self) -> bool:
        """Every variable has its type."""
        return all(variable.type for variable in self.variables)

    @property
    def programs(self) -> dict[str, Program]:
        """The programs of the module by name, this one among them."""
        return {name: Program(self._module, name) for name in self._module.programs}

    def __iter__(self) -> Iterator[Instruction]:
        return iter(self.instructions)

    def __len__(self) -> int:
        return len(self._module.instructions(self._name))

    # ---- meaning

    def infer(
        self, *types: object, promotion: str = "none", default_f32: bool = False, **named: object
    ) -> Program:
        """The program with the type of every variable.

        A type is text ("f32[n]"), an array or number that has it, or None for the declared one.

        >>> double = Program.parse("program double(x) -> (r) { r = add(x, x) }")
        >>> double.infer("f32[n]").outputs[0].type
        'f32[n]'
        >>> double.infer(3).outputs[0].type
        'i64'
        """
        bound = self._bind(types, named, missing=None)
        texts = [None if value is None else _type_text(value) for value in bound]
        module = self._module.infer(texts, self._name, promotion, default_f32)
        return Program(module)

    def clear_types(self) -> Program:
        """The program without the types that inference can find again."""
        return Program(self._module.clear_types(), self._name)

    def check(self, stage: str = "built") -> None:
        """Raises if the module breaks a rule of a stage: "built", "typed", "expanded" or "flat"."""
        self._module.check(stage)

    def optimize(
        self,
        passes: str | Sequence[str] | None = None,
        *,
        numerics: str = "strict",
        watch: Callable[[str, str], object] | None = None,
    ) -> Program:
        """The program after optimising; `watch(pass, text)` is called after every pass.

        >>> twice = Program.parse("program p(x: f32[n]) -> (r) { a = neg(x) r = neg(a) }")
        >>> len(twice.infer().optimize())
        0
        """
        if passes is not None and not isinstance(passes, str):
            passes = ",".join(passes)
        typed = self if self.is_typed else self.infer()
        return Program(typed._module.optimize(passes, numerics, True, watch))

    def emit(self, dialect: str = "c", function_name: str | None = None) -> str:
        """Source code for a typed program of elementwise steps: c, cuda, opencl, slang or metal."""
        return self._module.emit(dialect, self._name, function_name)

    def plan(self, *, numerics: str = "strict", fusion: bool = True) -> _core.Plan:
        """Which steps become one kernel. The program must be typed."""
        return _core.Plan(self._module, self._name, numerics, not fusion)

    def explain(self, *args: Any, **kwargs: Any) -> Explanation:
        """What runs when the program is called on these arguments; see frit.explain."""
        from .._explain.explain import explain

        return explain(self, *args, **kwargs)

    # ---- running

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program on arrays and numbers, by position or by the names of its inputs.

        Arrays of frit give arrays of frit, which are computed when somebody looks; NumPy arrays
        give NumPy arrays; numbers alone give numbers. Several outputs come as a tuple.
        """
        from . import run

        values = self._bind(args, kwargs, missing=run.MISSING)
        return run.call(self, values)

    def map(self, *args: Any, **kwargs: Any) -> Any:
        """Runs a program of scalars once for each element of the arrays, which broadcast.

        The same as calling `self.mapped()`, a program with one `map` in it.
        """
        return self.mapped()(*args, **kwargs)

    def mapped(self) -> Program:
        """The program that maps this one over the elements of its inputs."""
        from .builder import ProgramBuilder

        builder = ProgramBuilder(f"{self._name}_mapped")
        inputs = [builder.input(variable.name or None) for variable in self.inputs]
        for result in builder.map(self, *inputs):
            builder.output(result)
        return builder.build()

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any], missing: object) -> list[Any]:
        """Arguments in the order of the inputs."""
        inputs = self.inputs
        if len(args) > len(inputs):
            raise TypeError(f"{self!r} has {len(inputs)} inputs and was given {len(args)}")
        values: list[Any] = list(args) + [missing] * (len(inputs) - len(args))
        places = {variable.name: variable.number for variable in inputs if variable.name}
        for name, value in kwargs.items():
            place = places.get(name)
            if place is None:
                raise TypeError(f"{self!r} has no input called {name!r}")
            if place < len(args):
                raise TypeError(f"{self!r} was given its input {name!r} twice")
            values[place] = value
        for variable, value in zip(inputs, values, strict=True):
            if value is missing and missing is not None:
                raise TypeError(f"{self!r} was not given its input {_with_type(variable)}")
        return values


def _with_type(variable: Variable) -> str:
    name = variable.name or f"v{variable.number}"
    return f"{name}: {variable.type}" if variable.type else name


def _type_text(value: object) -> str:
    """The type of an argument as the IR writes it: "f32[3,4]"."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "i64"
    if isinstance(value, float):
        return "f64"
    if isinstance(value, complex):
        return "c128"
    from .run import as_array

    array = as_array(value)
    extents = ",".join(str(extent) for extent in array.shape)
    return f"{array.dtype.code}[{extents}]" if extents else str(array.dtype.code)
