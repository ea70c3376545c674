"""`frit.load_module`: functions in a Slang-style language, called over arrays.

>>> m = load_module(source="float scaled(float x, float a) { return a * x + 1; }")
>>> m.scaled(2.0, 3.0)
7.0
"""

from __future__ import annotations

import functools
import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import _core
from .._errors import ArgumentError, Diagnostic, UnknownName, diagnostics_of
from .call import Function, function_object
from .declared import Spec
from .types import Type, type_object

__all__ = ["SlangModule", "load_module"]


def load_module(
    path: str | os.PathLike[str] | None = None,
    *,
    source: str | None = None,
    name: str | None = None,
    search: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    defines: Mapping[str, object] | None = None,
    strict: bool = False,
) -> SlangModule:
    """Reads a module in the Slang-style language (docs/slang.md) from a file, or from its text.

    name: of the module, for messages; search: folders in which `import a.b;` looks for a/b.slang
    and `#include "a.h"` for a.h (that of the file itself comes first); defines: macros above the
    text, {"LIMIT": 4}. What has errors is refused, and says so when it is used: `m.refused` maps
    names to errors. With strict, and where nothing is left, CompileError has every error.
    """
    return SlangModule(path, source, name, search, defines, strict)


def _definition(name: str, value: object) -> str:
    if not name.isidentifier():
        raise ArgumentError(f"{name!r} is no name of a macro")
    if isinstance(value, bool):
        value = int(value)
    return f"{name}={'' if value is None else value}"


class SlangModule:
    """A module: its functions, types and constants are attributes.

    `dir(m)` and `for name in m` list what it declares; `m["Pair<float>"]` is a name that is no
    attribute's; `m.reload()` reads the file again.
    """

    _frit_slang_module = True
    _slang: _core.Slang
    _known: dict[str, Any]
    _constants: dict[str, Any]
    _declarations: list[Any]

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        source: str | None,
        name: str | None,
        search: Any = (),
        defines: Mapping[str, object] | None = None,
        strict: bool = False,
    ):
        if (path is None) == (source is None):
            raise ArgumentError("a module is read from a path or from source=, one of them")
        folders = [search] if isinstance(search, (str, os.PathLike)) else list(search)
        file = None if path is None else os.fspath(path)
        if name is None:
            name = "module" if file is None else os.path.splitext(os.path.basename(file))[0]
        state: dict[str, Any] = {
            "_path": file,
            "_source": source,
            "__name__": name,
            "_search": tuple([os.fspath(folder) for folder in folders]),
            "_defines": tuple([_definition(k, v) for k, v in (defines or {}).items()]),
            "_strict": bool(strict),
            "_known": {},
            "_constants": {},
            "_declarations": [],
        }
        self.__dict__.update(state)
        self.__dict__["_slang"] = self._read()

    def _read(self) -> _core.Slang:
        values = self.__dict__
        if values["_path"] is not None and not os.path.isfile(values["_path"]):
            raise FileNotFoundError(f"there is no file {values['_path']}")
        title = values["_path"] or values["__name__"]
        try:
            return _core.Slang(
                values["_source"], values["_path"], title, values["_search"], values["_defines"], values["_strict"]
            )
        except UnicodeEncodeError as error:
            raise ArgumentError(f"the module {title!r} is not Unicode text: {error}") from None

    # ---------------------------------------------------------------- names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_slang" not in self.__dict__:
            raise AttributeError(name)
        try:
            found = self._named(name)
        except UnknownName as error:
            raise AttributeError(str(error)) from None
        if name in self._known:
            self.__dict__[name] = found  # where Python finds it by itself
        return found

    def __getitem__(self, name: str) -> Any:
        return self._named(name)

    def _named(self, name: str) -> Any:
        found = self._known.get(name)
        if found is not None:
            return found
        kind = self._slang.find(name)
        if kind is None and "<" in name:  # with generic arguments
            kind = self._slang.find(name.partition("<")[0])
            if kind == "type":
                self._slang.type(name)  # says what is wrong with it
        if kind is None and name in self._slang.refused:
            return function_object(Function(self, name), self._slang.refused[name])  # a call says why
        if kind is None:
            raise UnknownName(f"{self!r} has nothing called {name!r}{self._hint(name)}")
        if kind == "constant":
            return self._constant(name)
        doc = self._describe(name)
        made = (
            type_object(self, name, doc)
            if kind == "type"
            else function_object(Function(self, name), doc)
        )
        self._known[name] = made
        return made

    def _constant(self, name: str) -> Any:
        """The value of a constant; a number is kept."""
        found = self._constants.get(name)
        if found is None:
            found = Function(self, name).answer((), {})
            if type(found) in (bool, int, float):
                self._constants[name] = found
        return found

    def _describe(self, name: str) -> str:
        try:
            return self._slang.describe(name)
        except Exception:  # a type of the language, say, has nothing to tell
            return name

    def _hint(self, name: str) -> str:
        import difflib

        close = difflib.get_close_matches(name, self._all_names(), 1)
        return f"; did you mean {close[0]}?" if close else ""

    def _has(self, name: str) -> bool:
        """Whether the text, as it is now, has the name."""
        return self._slang.find(name) is not None or "<" in name

    def _all_names(self) -> list[str]:
        return self._slang.names()

    def _declared(self, impl: Function, specs: tuple[Spec, ...], named: Mapping[str, Spec]) -> Any:
        own = _declared_of(impl, specs, named)
        made = function_object(own, self._describe(impl.name))
        own.settle()
        self._declarations[:] = [held for held in self._declarations if held() is not None]
        self._declarations.append(weakref.ref(made))
        return made

    def __dir__(self) -> list[str]:
        return sorted({*[name for name in self._all_names() if "." not in name], "reload"})

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in self._all_names() if "." not in name])

    def __contains__(self, name: str) -> bool:
        return self._slang.find(name) is not None

    def __repr__(self) -> str:
        return f"<frit module {self.__dict__['__name__']}>"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"the module {self.__dict__['__name__']} cannot be changed")

    def bind(self, **values: Any) -> BoundModule:
        """The module with values for its globals: uniforms, what is in a cbuffer, textures, buffers.

        Functions of it are given those by name in every call; what a call says itself comes first.
        """
        return BoundModule(self, values)

    # ---------------------------------------------------------------- the text

    @property
    def text(self) -> str:
        """The module's source, in one layout."""
        return self._slang.print()

    @property
    def refused(self) -> dict[str, str]:
        """What has errors and cannot be used: each name with its errors."""
        return self._slang.refused

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What the compiler warned of."""
        return diagnostics_of(self._slang.warnings)

    def reload(self, source: str | None = None) -> SlangModule:
        """Reads the file again (or another text). Where that fails, everything stays as it was.

        Functions and types that were taken from the module are then those of the new text.
        """
        values = self.__dict__
        if source is not None and values["_path"] is not None:
            raise ArgumentError(f"{self!r} was read from a file")
        if source is None and values["_path"] is None:
            raise ArgumentError(f"{self!r} was not read from a file; give reload() a text")
        before, values["_source"] = values["_source"], source
        try:
            slang = self._read()
        except BaseException:
            values["_source"] = before
            raise
        values["_slang"] = slang
        self._constants.clear()
        held = [declared() for declared in self._declarations]
        functions = [*self._known.values(), *[made for made in held if made is not None]]
        for name in [name for name in self._known if not self._has(name)]:
            values.pop(name, None)
            self._declarations.append(weakref.ref(self._known.pop(name)))
        for function in functions:
            function._slang = slang
            function.__doc__ = self._describe(function.__qualname__)
            function.forget()
        return self


class BoundModule:
    """A module whose globals have values; `SlangModule.bind` makes it."""

    def __init__(self, module: SlangModule, values: Mapping[str, Any]):
        for name in values:
            if module._slang.find(name) != "constant":
                raise UnknownName(f"{module!r} has no global called {name!r}{module._hint(name)}")
        self._module = module
        self._values = dict(values)

    def bind(self, **values: Any) -> BoundModule:
        """The same with more values, or others."""
        return BoundModule(self._module, self._values | values)

    def __getitem__(self, name: str) -> Any:
        found = self._module[name]
        if not isinstance(found, _core.SlangFunction) or self._module._slang.find(name) == "type":
            return found
        return functools.partial(found, **self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except UnknownName as error:
            raise AttributeError(str(error)) from None

    def __repr__(self) -> str:
        return f"<{self._module!r} with {', '.join(self._values)}>"


def _declared_of(impl: Function, specs: tuple[Spec, ...], named: Mapping[str, Spec]) -> Function:
    """A function (or constructor) with what is declared of its parameters."""
    if isinstance(impl, Type):
        made = Type(impl.module, impl.name)
        made.specs, made.named = specs, dict(named)
        made.said = (made.specs, made.named)
        return made
    return Function(impl.module, impl.name, specs, named)
