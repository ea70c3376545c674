"""Types of modules: constructors, static methods, and instances of structs with methods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._errors import ArgumentError
from ._kernels_call import Function, function_object

if TYPE_CHECKING:
    from ._kernels import KernelModule


class Type(Function):
    """What is behind a type of a module: m.float3, m.Particle."""

    def __init__(self, module: KernelModule, name: str):
        super().__init__(module, name)
        self.members: dict[str, Any] = {}
        self._fields: tuple[str, ...] | None = None
        self._class: Any = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a struct; () of any other type."""
        if self._fields is None:
            self._fields = _field_names(self.module._kernels.type(self.name))
        return self._fields

    @property
    def ir_type(self) -> str:
        """The type as programs write it: "f32x3"."""
        return self.module._kernels.type(self.name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "module" not in self.__dict__:
            raise AttributeError(name)
        return self.member(name)

    def member(self, name: str) -> Any:
        """A method, static method or constant."""
        found = self.members.get(name)
        if found is None:
            found = self.members[name] = self.module._named(f"{self.name}.{name}")
        return found

    def forget(self) -> None:
        """The module was read again."""
        self._fields = None
        self._class = None
        self.members.clear()
        self.clear_cache()

    def instance_class(self) -> Any:
        """The class of instances that hold the fields of the struct."""
        if self._class is None:
            body = {"__slots__": (), "_type": self, "_type_name": self.name}
            self._class = type(self.name, (Instance,), body)
        return self._class

    def is_instance(self, value: object) -> bool:
        return isinstance(value, self.instance_class())

    def miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs and not args and self.fields and set(kwargs) <= set(self.fields):
            missing = [name for name in self.fields if name not in kwargs]
            if missing:
                raise ArgumentError(
                    f"{self.name} was not given {', '.join(missing)}; it has the fields"
                    f" {', '.join(self.fields)}"
                )
            return self.hold({name: kwargs[name] for name in self.fields})
        return super().miss(args, kwargs)

    def hold(self, values: dict[str, Any]) -> Any:
        """An instance with these fields."""
        return self.instance_class()._holding(values)

    def wrap(self, result: Any) -> Any:
        """What a constructor gave: of a struct an instance."""
        if not self.fields:
            return result
        return self.hold({name: result[name] for name in self.fields})

    def _offer(self, entry: Any) -> None:
        if not self.fields:  # what entries give is not wrapped
            super()._offer(entry)


class Instance:
    """A struct, or many: each field a number or an array. Methods are the struct's own.

    Methods that change the struct write into its arrays; a field that is a number gets a new one.
    """

    __slots__ = ("_values",)
    _frit_kernel_instance = True
    _values: dict[str, Any]
    _type: Type
    _type_name: str

    @classmethod
    def _holding(cls, values: dict[str, Any]) -> Instance:
        """An instance with these fields."""
        made = object.__new__(cls)
        object.__setattr__(made, "_values", values)
        return made

    def __getattr__(self, name: str) -> Any:
        if name in self._values:
            return self._values[name]
        if name.startswith("_"):
            raise AttributeError(name)
        return Method(self._type.member(name), self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._values:
            raise AttributeError(f"{self._type_name} has no field {name!r}")
        self._values[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def keys(self) -> Any:
        """The names of the fields, so that dict(instance) works."""
        return self._values.keys()

    def __dir__(self) -> list[str]:
        heads = self._type.module._describe(self._type_name)
        return sorted({*self._values, *re.findall(r"(\w+)\s*\(", heads)})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"{self._type_name}({fields})"


class Method:
    """A method of an instance."""

    __slots__ = ("function", "instance")
    _frit_kernel_instance = True

    def __init__(self, function: Any, instance: Instance):
        self.function = function
        self.instance = instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(self.instance, *args, **kwargs)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return str(self.function.__doc__)

    def __repr__(self) -> str:
        return f"<method {self.function.__qualname__} of {self.instance!r}>"


def _field_names(text: str) -> tuple[str, ...]:
    """The fields of a struct type as programs write it: "{pos:f32x3,mass:f32}"."""
    begin = text.find("{")
    if begin < 0:
        return ()
    names, depth, at = [], 0, begin + 1
    for k in range(begin + 1, len(text)):
        sign = text[k]
        if sign in "{[<(":
            depth += 1
        elif depth and sign in "}])>":
            depth -= 1
        elif not depth and sign in ",;}":
            name = text[at:k].partition(":")[0].strip()
            if name:
                names.append(name)
            at = k + 1
            if sign == "}":
                break
    return tuple(names)


def type_object(module: KernelModule, name: str, doc: str) -> Any:
    """What users call, cast to and declare with."""
    made = function_object(Type(module, name), doc)
    made._type_name = name
    return made
