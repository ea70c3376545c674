"""Building programs step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import _core
from .._errors import ArgumentError
from .program import Program

__all__ = ["ProgramBuilder", "Value"]


@dataclass(frozen=True, eq=False)
class Value:
    """A variable of a program that is being built. Python's operators on it are steps."""

    builder: ProgramBuilder
    number: int

    def __repr__(self) -> str:
        return f"<value v{self.number} of {self.builder.name}>"

    def _with(self, op: str, other: object) -> Value:
        return self.builder.op(op, self, other)

    def _with_left(self, op: str, other: object) -> Value:
        return self.builder.op(op, other, self)

    def __add__(self, other: object) -> Value:
        return self._with("add", other)

    def __radd__(self, other: object) -> Value:
        return self._with_left("add", other)

    def __sub__(self, other: object) -> Value:
        return self._with("sub", other)

    def __rsub__(self, other: object) -> Value:
        return self._with_left("sub", other)

    def __mul__(self, other: object) -> Value:
        return self._with("mul", other)

    def __rmul__(self, other: object) -> Value:
        return self._with_left("mul", other)

    def __truediv__(self, other: object) -> Value:
        return self._with("div", other)

    def __rtruediv__(self, other: object) -> Value:
        return self._with_left("div", other)

    def __floordiv__(self, other: object) -> Value:
        return self._with("floor_div", other)

    def __mod__(self, other: object) -> Value:
        return self._with("remainder", other)

    def __pow__(self, other: object) -> Value:
        return self._with("pow", other)

    def __matmul__(self, other: object) -> Value:
        return self._with("matmul", other)

    def __neg__(self) -> Value:
        return self.builder.op("neg", self)

    def __abs__(self) -> Value:
        return self.builder.op("abs", self)

    def __lt__(self, other: object) -> Value:
        return self._with("lt", other)

    def __le__(self, other: object) -> Value:
        return self._with("le", other)

    def __gt__(self, other: object) -> Value:
        return self._with("gt", other)

    def __ge__(self, other: object) -> Value:
        return self._with("ge", other)


class ProgramBuilder:
    """Builds one program. Inputs come first, then steps, then outputs.

    >>> b = ProgramBuilder("axpy")
    >>> a, x, y = b.input("a", "f32"), b.input("x", "f32[n]"), b.input("y", "f32[n]")
    >>> b.output(a * x + y, name="r")
    >>> program = b.build()
    >>> print(program.text)
    program axpy(a: f32, x: f32[n], y: f32[n]) -> (r) {
      v3 = mul(a, x)
      r = add(v3, y)
    }
    <BLANKLINE>

    `prelude` is text that comes before the program: structs, functions that are defined elsewhere,
    programs that it calls by name.
    """

    def __init__(self, name: str, prelude: str = "") -> None:
        self.name = name
        self._module = _core.Module.parse(prelude) if prelude else _core.Module()
        self._builder = _core.Builder(self._module, name)
        # What was done so far. When a call brings in new programs the builder starts again on the
        # larger module and repeats this.
        self._log: list[Callable[[_core.Builder], object]] = []

    def _do(self, step: Callable[[_core.Builder], Any]) -> Any:
        result = step(self._builder)
        self._log.append(step)
        return result

    # ---- inputs and outputs

    def type_param(self, name: str) -> None:
        """Declares a type parameter, as T in `program f<T>`."""
        self._do(lambda builder: builder.type_param(name))

    def input(self, name: str | None = None, type: str | None = None) -> Value:
        """An input; without a type it takes that of its argument."""
        return Value(self, self._do(lambda builder: builder.input(name, type)))

    def output(self, value: Value | object, name: str | None = None) -> None:
        """Makes a value an output of the program."""
        number = self._number(value)
        if name is not None:
            self._do(lambda builder: builder.rename(number, name))
        self._do(lambda builder: builder.output(number))

    def rename(self, value: Value, name: str) -> Value:
        """Gives a variable a name; one that is taken gets a number behind it."""
        number = self._number(value)
        self._do(lambda builder: builder.rename(number, name))
        return value

    # ---- steps

    def op(
        self, op: str, *operands: object, name: str | None = None, **attributes: object
    ) -> Value:
        """One op of the table (frit.ops()), with its attributes by name.

        >>> b = ProgramBuilder("rows")
        >>> total = b.op("sum", b.input("x", "f32[m,n]"), axes=[1], keepdims=True)
        >>> b.output(total, name="total")
        >>> b.build().infer().outputs[0].type
        'f32[m,1]'
        """
        numbers = tuple(self._number(operand) for operand in operands)
        text = attributes_text(attributes)
        value = Value(self, self._do(lambda builder: builder.op(op, numbers, text)))
        return value if name is None else self.rename(value, name)

    def literal(self, number: object, type: str | None = None, name: str | None = None) -> Value:
        """A number. Without a type ("f32") it takes that of what it meets."""
        text = literal_text(number) + (f":{type}" if type else "")
        return Value(self, self._do(lambda builder: builder.literal(text, name)))

    def call(
        self,
        callee: Program | str,
        *args: object,
        names: tuple[str, ...] | str | None = None,
        **kwargs: object,
    ) -> Any:
        """Calls a program. Gives its result, or a tuple if it has several."""
        called, count = self._callee(callee)
        inputs = tuple(self._number(value) for value in (*args, *kwargs.values()))
        keywords = (None,) * len(args) + tuple(kwargs)
        first = self._do(lambda builder: builder.call(called, inputs, keywords))
        results = self._results(first, count, names)
        return results[0] if count == 1 else results

    def map(self, callee: Program | str, *args: object) -> tuple[Value, ...]:
        """Runs a program of scalars once for each element; its results as a tuple."""
        called, count = self._callee(callee)
        return self._control("map", args, f"callee=@{quoted(called)}", count)

    def if_(
        self, condition: object, then: Program, else_: Program, *args: object
    ) -> tuple[Value, ...]:
        """Runs one program or the other on the arguments, by a scalar bool."""
        yes, count = self._callee(then)
        no, _ = self._callee(else_)
        attributes = f"then=@{quoted(yes)}, else=@{quoted(no)}"
        return self._control("if", (condition, *args), attributes, count)

    def for_(
        self, start: object, stop: object, body: Program, carry: tuple[object, ...], *rest: object
    ) -> tuple[Value, ...]:
        """carry = body(i, *carry, *rest) for i from start to stop - 1; gives the last carry."""
        called, _ = self._callee(body)
        attributes = f"body=@{quoted(called)}, carry={len(carry)}"
        return self._control("for", (start, stop, *carry, *rest), attributes, len(carry))

    def while_(
        self, condition: Program, body: Program, carry: tuple[object, ...], *rest: object
    ) -> tuple[Value, ...]:
        """carry = body(*carry, *rest) while condition(*carry, *rest); the last carry as a tuple."""
        tested, _ = self._callee(condition)
        called, _ = self._callee(body)
        attributes = f"cond=@{quoted(tested)}, body=@{quoted(called)}, carry={len(carry)}"
        return self._control("while", (*carry, *rest), attributes, len(carry))

    def build(self) -> Program:
        """The finished program. The builder can be used no more."""
        return Program(self._builder.finish())

    # ---- how

    def _control(
        self, op: str, operands: tuple[object, ...], attributes: str, count: int
    ) -> tuple[Value, ...]:
        numbers = tuple(self._number(operand) for operand in operands)
        first = self._do(lambda builder: builder.op(op, numbers, attributes))
        return self._results(first, count, None)

    def _results(
        self, first: int, count: int, names: tuple[str, ...] | str | None
    ) -> tuple[Value, ...]:
        values = tuple(Value(self, first + k) for k in range(count))
        listed = (names,) if isinstance(names, str) else names or ()
        if len(listed) > count:
            raise ArgumentError(f"there are {count} results and {len(listed)} names for them")
        for value, name in zip(values, listed, strict=False):
            self.rename(value, name)
        return values

    def _number(self, value: object) -> int:
        if isinstance(value, Value):
            if value.builder is not self:
                raise ArgumentError(f"{value!r} belongs to another program than {self.name}")
            return value.number
        if isinstance(value, (bool, int, float, complex)):
            return self.literal(value).number
        raise TypeError(f"a step takes values of its builder and numbers, not {value!r}")

    def _callee(self, callee: Program | str) -> tuple[str, int]:
        """The callee's name in the module, where it is brought in if need be, and its results."""
        if isinstance(callee, str):
            return callee, len(self._module.outputs(callee))
        text, name = merge(self._module, callee, reserved=self.name)
        if text is not None:
            self._module = _core.Module.parse(text)
            self._builder = _core.Builder(self._module, self.name)
            for step in self._log:
                step(self._builder)
        return name, len(callee.outputs)


# ---- bringing programs into a module

# Parts of the canonical text: a reference, the head of a definition, or a quoted name that could
# look like either.
_NAME = r'(?:"(?:\\.|[^"\\])*"|[\w.]+)'
_PART = re.compile(
    rf'(?P<ref>@{_NAME})|(?m:^)(?P<head>program |extern )(?P<def>{_NAME})|"(?:\\.|[^"\\])*"'
)


def quoted(name: str) -> str:
    """A program's name as the text form writes it."""
    if re.fullmatch(r"[A-Za-z_][\w.]*", name, re.ASCII) and not re.fullmatch(r"v\d+", name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _definitions(module: _core.Module) -> list[tuple[str, str]]:
    """The text of each program by name, and of each struct under its first line."""
    blocks = [
        block for block in re.split(r"\n(?=program |extern |struct )", module.text()) if block
    ]
    names = iter(module.programs)
    result = []
    for block in blocks:
        head = block.startswith(("program ", "extern "))
        result.append((next(names) if head else block.splitlines()[0], block.strip()))
    return result


def merge(module: _core.Module, program: Program, reserved: str) -> tuple[str | None, str]:
    """The text of a module with the program and its callees added, and the program's name there.

    A program that is there already is used; another one of the same name gets a new name. The text
    is None where nothing has to be added.
    """
    present = dict(_definitions(module))
    wanted = _definitions(program.module)
    taken = set(present) | {name for name, _ in wanted} | {reserved}
    renamed: dict[str, str] = {}
    added: list[str] = []
    for name, text in wanted:
        text = _rename(text, renamed)
        if present.get(name) == text and name != reserved:
            continue
        if name in present or name == reserved:
            if text.startswith(("struct ", "extern ")):
                raise ArgumentError(
                    f"two different definitions meet: {text} and {present.get(name)}"
                )
            new = next(
                f"{name}_{k}" for k in range(2, len(taken) + 3) if f"{name}_{k}" not in taken
            )
            same = _find_same(present, name, text)
            if same is None:
                taken.add(new)
            renamed[name] = same or new
            if same is not None:
                continue
            text = _rename(text, renamed)
        added.append(text)
        present[renamed.get(name, name)] = text
    name = renamed.get(program.name, program.name)
    if not added:
        return None, name
    return "\n\n".join([module.text().strip(), *added]) + "\n", name


def _find_same(present: dict[str, str], name: str, text: str) -> str | None:
    """A program brought in earlier under a new name that is this very one."""
    for other, other_text in present.items():
        if other.startswith(f"{name}_") and other_text == _rename(text, {name: other}):
            return other
    return None


def _rename(text: str, names: dict[str, str]) -> str:
    if not names:
        return text
    written = {quoted(old): quoted(new) for old, new in names.items()}

    def replace(match: re.Match[str]) -> str:
        if match["ref"]:
            name = match["ref"][1:]
            return "@" + written.get(name, name)
        if match["def"]:
            return match["head"] + written.get(match["def"], match["def"])
        return match[0]

    return _PART.sub(replace, text)


# ---- attributes and literals as text


def literal_text(number: object) -> str:
    """A Python number as a literal of the text form, exact to the bit.

    >>> literal_text(0.1), literal_text(-2), literal_text(1j), literal_text(float("inf"))
    ('0x1.999999999999ap-4', '-2', '(0x0.0p+0,0x1.0000000000000p+0)', 'inf')
    """
    if isinstance(number, bool):
        return "true" if number else "false"
    if isinstance(number, int):
        return str(number)
    if isinstance(number, float):
        return number.hex() if number - number == 0 else str(number)
    if isinstance(number, complex):
        return f"({literal_text(number.real)},{literal_text(number.imag)})"
    raise TypeError(f"a literal is a Python number, not {number!r}")


def attributes_text(attributes: dict[str, object]) -> str | None:
    """{"axes": [1], "keepdims": True} as the text form has it: "axes=[1], keepdims=true"."""
    parts = []
    for name, value in attributes.items():
        if value is not None:
            parts.append(f"{name.rstrip('_')}={_attribute(value)}")
    return ", ".join(parts) or None


def _attribute(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ",".join("_" if item is None else _attribute(item) for item in value) + "]"
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return repr(value)
    return literal_text(value)
