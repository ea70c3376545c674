"""Types of modules: constructors, static methods, and instances of structs with methods."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import _core
from .._errors import ArgumentError, DTypeError, Error, UnknownName
from .._fuse.callables import is_slang
from .call import Function, function_object

if TYPE_CHECKING:
    from .module import SlangModule


class Type(Function):
    """What is behind a type of a module: m.float3, m.Particle."""

    def __init__(self, module: SlangModule, name: str):
        super().__init__(module, name)
        self.members: dict[str, Any] = {}
        self._fields: tuple[str, ...] | None = None
        self._class: Any = None
        self._defaults: dict[tuple[str, ...], dict[str, Any]] = {}

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a struct; () of any other type, and of a generic one without arguments."""
        if self._fields is None:
            try:
                self._fields = self.module._slang.fields(self.name)
            except DTypeError:  # values of Pair are of Pair<float>, say: dicts
                self._fields = ()
        return self._fields

    @property
    def ir_type(self) -> str:
        """The type as programs write it: "f32x3"."""
        return self.module._slang.type(self.name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "module" not in self.__dict__:
            raise AttributeError(name)
        return self.member(name)

    def member(self, name: str) -> Any:
        """A method, static method or constant. AttributeError: there is none."""
        found = self.members.get(name)
        if found is None:
            try:
                found = self.module._named(f"{self.name}.{name}")
            except UnknownName as error:
                raise AttributeError(str(error)) from None
            self.members[name] = found
        return found

    def forget(self) -> None:
        """The module was read again."""
        self._fields = None
        self._class = None
        self._defaults.clear()
        self.members.clear()
        super().forget()

    def instance_class(self) -> Any:
        """The class of instances that hold the fields of the struct."""
        if self._class is None:
            body: dict[str, Any] = {"__slots__": (), "_type": self, "_type_name": self.name}
            if self.module._slang.find(f"{self.name}.keys") == "function":
                body["keys"] = _core.method(self.member("keys"))
            body |= {name: _field(name) for name in self.fields if not name.startswith("_")}
            self._class = type(self.name, (Instance,), body)
        return self._class

    def is_instance(self, value: object) -> bool:
        return isinstance(value, self.instance_class())

    def miss(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs and not args and self.fields and set(kwargs) <= set(self.fields):
            missing = tuple([name for name in self.fields if name not in kwargs])
            values = {**kwargs, **self.defaults(missing)} if missing else kwargs
            return self.hold({name: values[name] for name in self.fields})
        return super().miss(args, kwargs)

    def defaults(self, missing: tuple[str, ...]) -> dict[str, Any]:
        """What the struct itself says of fields that are not given."""
        found = self._defaults.get(missing)
        if found is None:
            others = {name: False for name in self.fields if name not in missing}  # fits anything
            try:
                whole = self.answer((), others)
            except Error:
                raise ArgumentError(
                    f"{self.name} was not given {', '.join(missing)}; it has the fields"
                    f" {', '.join(self.fields)}"
                ) from None
            found = {name: whole[name] for name in missing}
            if not _core.capturing():
                self._defaults[missing] = found
        return copy.deepcopy(found)  # methods write into arrays

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
    _frit_slang_instance = True
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
        if name.startswith("_") and name not in self._type.fields:
            raise AttributeError(name)
        if name in self._values:
            return self._values[name]
        found = self._type.member(name)
        if not is_slang(found):
            return found  # a constant
        method = _core.method(found)  # kept by the class, where Python finds it by itself
        type.__setattr__(type(self), name, method)
        return method.__get__(self, type(self))

    def __copy__(self) -> Instance:
        return self._holding(dict(self._values))

    def __deepcopy__(self, memo: dict[int, Any]) -> Instance:
        return self._holding(copy.deepcopy(self._values, memo))

    def __reduce__(self) -> Any:
        raise TypeError(f"an instance of {self._type_name} cannot be pickled; dict(it) can")

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


def _field(name: str) -> property:
    def get(self: Instance) -> Any:
        return self._values[name]

    return property(get)


def type_object(module: SlangModule, name: str, doc: str) -> Any:
    """What users call, cast to and declare with."""
    made = function_object(Type(module, name), doc)
    made._type_name = name
    return made
