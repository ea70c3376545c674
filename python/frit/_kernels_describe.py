"""Arguments of a call of a kernel function, as the C core is told of them.

What a call means is decided in C (`frit_kernels_resolve`). Here arguments are taken apart into
*leaves* (arrays, numbers, the shapes of grids), and described: kinds, dtypes, shapes, mappings. No
signature is looked at. The same walk gives the nodes with which an entry finds the leaves again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from . import _core
from ._errors import ArgumentError, DTypeError, IntegerOverflow
from ._hooks import current
from ._kernels_declared import Spec, spec_for
from ._number import Number
from ._world import DTYPES, dtype_called

ARRAY, NUMBER, FIELDS, PARTS = range(4)
GRID = 10

LOWEST, HIGHEST = -(2**63), 2**63 - 1

_NUMBER_CODES = {bool: "bool", int: "i64", float: "f64"}
_NUMBER_DTYPES = {bool: _core.bool, int: _core.int64, float: _core.float64}
_ORDER = ("number", "numpy", "torch", "frit")
_KINDS = {"bool": "b", "i64": "int", "f64": "float"}

_numpy_dtypes: dict[Any, Any] = {}
_torch_dtypes: dict[Any, Any] = {}


class Leaf:
    """An input of the call, or an array to write to."""

    __slots__ = (
        *("kind", "value", "dtype", "shape", "input", "is_result"),
        *("holder", "key", "field", "path"),
    )

    def __init__(self, kind: str, value: Any, dtype: Any, shape: tuple[int, ...]):
        self.kind = kind  # "array", "number", "scalar", "field" or "grid"
        self.value = value
        self.dtype = dtype
        self.shape = shape
        self.input = -1  # its number among the inputs
        self.is_result = False  # where the value of the call goes
        self.holder: Any = None  # the dict, or the values of an instance, that has it
        self.key: Any = None  # under which key
        self.field: tuple[int, int] | None = None  # of an array of structs: offset, axes inside
        self.path = ""

    def as_array(self) -> Any:
        """As an array of frit's."""
        value = self.value
        if isinstance(value, _core.ArrayBase):
            return value
        if self.kind == "number":
            return _core.scalar(value, self.dtype)
        if self.kind == "grid":
            from ._creation import zeros

            return zeros(self.shape, dtype=self.dtype)  # recorded: nobody makes it
        return _core.asarray(value)

    def entry(self, axes: tuple[int, ...], bounds: tuple[int, int]) -> tuple[Any, ...]:
        """As entries describe it; axes: extents, or classes of them; bounds: of an integer."""
        if self.kind == "number":
            kind = "bool" if self.dtype is _core.bool else type(self.value).__name__
            return ("number", kind, *bounds, self.input)
        if self.kind == "scalar":
            return ("scalar", self.dtype, self.input)
        if self.kind == "grid":
            return ("grid", axes, self.input)
        if self.field is not None:
            return ("field", self.field[0], self.dtype, axes, self.field[1], self.input)
        return ("array", "numpy", self.dtype, axes, self.input)


class Described:
    """The arguments of one call."""

    __slots__ = (
        *("args", "result", "given_result", "leaves", "inputs"),
        *("nodes", "key", "world", "direct", "is_plain", "_at"),
    )

    def __init__(
        self,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        specs: tuple[Spec, ...] = (),
        named: Mapping[str, Spec] = {},
        leading: tuple[Any, ...] = (),
    ):
        self.leaves: list[Leaf] = []
        self.inputs: list[Leaf] = []
        self.key: list[Any] = []  # what resolving depends on, besides extents
        self.world = 0
        self.direct = True  # entries can match it
        self.is_plain = True  # no argument is made in the call
        self.result: Any = None  # the description of where the value goes
        self.given_result: Any = None
        self._at = ""
        made: list[Any] = []
        nodes: list[Any] = []
        for number, value in enumerate(args):
            spec = specs[number] if number < len(specs) else None
            self._at = f"argument {number + 1}"
            description, node = self.describe(value, None, spec)
            made.append(description)
            nodes.append(node)
        for name, value in kwargs.items():
            self._at = f"argument {name}"
            if name == "_result":
                nodes.append(self.describe_result(value, named.get(name)))
                continue
            self.key.append(name)
            description, node = self.describe(value, name, named.get(name))
            made.append(description)
            nodes.append(node)
        self.args = tuple(made)
        self.nodes = tuple(nodes)

    def describe_result(self, value: Any, spec: Spec | None) -> Any:
        """Where the value of the call shall go: no input."""
        first = len(self.leaves)
        inputs = len(self.inputs)
        self.key.append("_result")
        self.given_result = value.value if type(value) is _core.Viewed else value
        self.result, node = self.describe(value, None, spec)
        for leaf in self.leaves[first:]:
            leaf.input = -1
            leaf.is_result = True
        del self.inputs[inputs:]
        return node

    def with_result(self, taken: bool) -> None:
        """Where the array for the value alone gives the call its shape: it is the last input."""
        if taken:
            leaf = next(leaf for leaf in self.leaves if leaf.is_result)
            if leaf.input < 0:
                leaf.input = len(self.inputs)
                self.inputs.append(leaf)

    def meets(self, world: str) -> None:
        self.world = max(self.world, _ORDER.index(world))

    @property
    def kind(self) -> str:
        """Whose arrays there are: "number" (none), "numpy", "torch" or "frit"."""
        return _ORDER[self.world]

    # ---------------------------------------------------------------- values

    def describe(self, value: Any, name: str | None, spec: Spec | None = None) -> tuple[Any, Any]:
        """The description of a value, and the node of an entry that matches it."""
        if type(value) is _core.Viewed:
            axes, cast = value.map, value.cast
            if spec is not None:
                axes = spec[0] if axes is None else axes
                cast = spec[1] if cast is None else cast
            description, node = self.described(value.value, name, axes, cast)
            return description, ("v", (value.map, value.cast), (node,))
        axes, cast = spec or spec_for(value) or (None, None)
        return self.described(value, name, axes, cast)

    def described(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        cls = type(value)
        self.key.append((cls if cls in _NUMBER_CODES else None, axes, cast))
        if cls in _NUMBER_CODES:
            return self.number(value, name, axes, cast)
        if cls is Number:  # of the call that is being traced
            value = current.run.number_array(value)  # type: ignore[attr-defined]
        if isinstance(value, _core.ArrayBase):
            return self.frit_array(value, name, axes, cast)
        if cls is _core.Generator:
            return self.generator(value, name, axes, cast)
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
            return self.numpy_array(numpy, value, name, axes, cast)
        if isinstance(value, (int, float)):  # an IntEnum, say
            self.direct = False
            plain = int(value) if isinstance(value, int) else float(value)
            self.key[-1] = (type(plain), axes, cast)
            return self.number(plain, name, axes, cast)
        if isinstance(value, dict):
            return self.fields(value, name, axes, cast)
        if isinstance(value, (list, tuple)):
            return self.parts(value, name, axes, cast)
        values = getattr(value, "_values", None)
        if values is not None and hasattr(value, "_type_name"):
            description, node = self.fields(values, name, axes, cast or value._type_name)
            return description, ("i", (cls,), (node,))
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(value, torch.Tensor):
            return self.torch_array(value, name, axes, cast)
        if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
            import numpy as np

            self.direct = False
            return self.numpy_array(np, np.asarray(value), name, axes, cast)
        if hasattr(value, "__dlpack__"):
            return self.frit_array(_core.asarray(value), name, axes, cast)
        raise ArgumentError(f"{self._at} is {_a(value)}, which no function of a module can take")

    def add(self, leaf: Leaf) -> int:
        leaf.input = len(self.inputs)
        leaf.path = self._at
        self.inputs.append(leaf)
        self.leaves.append(leaf)
        return len(self.leaves) - 1

    def number(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        if type(value) is int and not LOWEST <= value <= HIGHEST:
            raise IntegerOverflow(f"{self._at}: the integer {value} has more than 64 bits")
        code = _NUMBER_CODES[type(value)]
        node = self.add(Leaf("number", value, _NUMBER_DTYPES[type(value)], ()))
        return (NUMBER, name, code, None, None, cast, axes), node

    def array(self, leaf: Leaf, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.key.append((leaf.dtype.code, len(leaf.shape)))
        return (ARRAY, name, leaf.dtype.code, leaf.shape, None, cast, axes), self.add(leaf)

    def frit_array(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.meets("frit")
        self.direct = False
        if value._weak:  # it stands for a Python number
            code = value.dtype.code
            self.key.append(code)
            return (NUMBER, name, code, None, None, cast, axes), self.add(
                Leaf("number", value, value.dtype, ())
            )
        return self.array(Leaf("array", value, value.dtype, value._shape), name, axes, cast)

    def numpy_array(
        self, numpy: Any, value: Any, name: str | None, axes: Any, cast: Any
    ) -> tuple[Any, Any]:
        if isinstance(value, numpy.generic) and value.dtype.names is None:
            return self.array(
                Leaf("scalar", value, self.numpy_dtype(value.dtype), ()), name, axes, cast
            )
        self.meets("numpy")
        if value.dtype.names is not None:
            return self.structs(numpy, value, name, axes, cast)
        if type(value) is not numpy.ndarray:
            value = numpy.asarray(value)
            self.direct = False
        dtype = self.numpy_dtype(value.dtype)
        if not value.flags.aligned or not value.dtype.isnative:
            self.direct = False
        return self.array(Leaf("array", value, dtype, value.shape), name, axes, cast)

    def structs(
        self, numpy: Any, value: Any, name: str | None, axes: Any, cast: Any
    ) -> tuple[Any, Any]:
        """An array of structs: each field is a strided array."""
        if isinstance(value, numpy.generic):
            value = numpy.asarray(value)
            self.direct = False
        if type(value) is not numpy.ndarray:
            value = value.view(numpy.ndarray)
            self.direct = False
        first = len(self.leaves)
        description = self.struct_fields(value, value.dtype, 0, value.ndim, name, axes, cast)
        leaves = tuple(range(first, len(self.leaves)))
        return description, ("r", (value.dtype,), leaves)

    def struct_fields(
        self, value: Any, dtype: Any, offset: int, rank: int, name: str | None, axes: Any, cast: Any
    ) -> Any:
        items = []
        self.key.append(tuple(dtype.names))
        for field in dtype.names:
            inner, at = dtype.fields[field][:2]
            view = value[field]
            if inner.base.names is not None:
                items.append(
                    self.struct_fields(view, inner.base, offset + at, rank, field, None, None)
                )
                if inner.shape:
                    raise DTypeError(f"{self._at}: the field {field} is an array of structs")
                continue
            leaf = Leaf("field", view, self.numpy_dtype(inner.base), view.shape)
            leaf.field = (offset + at, len(inner.shape))
            items.append(self.array(leaf, field, None, None)[0])
            if not view.flags.aligned or not inner.base.isnative:
                self.direct = False
        return (FIELDS, name, None, None, tuple(items), cast, axes)

    def numpy_dtype(self, dtype: Any) -> Any:
        found = _numpy_dtypes.get(dtype)
        if found is None:
            plain = dtype.newbyteorder("=").name
            if plain not in DTYPES:
                raise DTypeError(f"{self._at} has dtype {dtype}, which frit does not have")
            found = _numpy_dtypes[dtype] = dtype_called(plain)
        return found

    def torch_array(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.meets("torch")
        self.direct = False
        dtype = _torch_dtypes.get(value.dtype)
        if dtype is None:
            plain = str(value.dtype).removeprefix("torch.")
            if plain not in DTYPES | {"bfloat16"}:
                raise DTypeError(f"{self._at} has dtype {value.dtype}, which frit does not have")
            dtype = _torch_dtypes[value.dtype] = dtype_called(plain)
        return self.array(Leaf("array", value, dtype, tuple(value.shape)), name, axes, cast)

    # ---------------------------------------------------------------- several values

    def fields(
        self, values: dict[Any, Any], name: str | None, axes: Any, cast: Any
    ) -> tuple[Any, Any]:
        items, nodes = [], []
        self.key.append(tuple(values))
        outer = self._at
        for key, value in values.items():
            if type(key) is not str:
                raise ArgumentError(f"{outer}: the fields of a struct have names, not {key!r}")
            self._at = f"{outer}, field {key}"
            first = len(self.leaves)
            description, node = self.describe(value, key)
            items.append(description)
            nodes.append(node)
            if len(self.leaves) == first + 1 and node == first:
                self.leaves[first].holder, self.leaves[first].key = values, key
        self._at = outer
        node = ("d", tuple(values), tuple(nodes))
        if type(values) is not dict:
            self.direct = False
        return (FIELDS, name, None, None, tuple(items), cast, axes), node

    def parts(self, values: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        if len(values) > 4096:
            raise ArgumentError(
                f"{self._at} is a {type(values).__name__} of {len(values)} items;"
                " arrays are passed as arrays"
            )
        self.key.append(len(values))
        made = [self.describe(value, None) for value in values]
        if type(values) not in (list, tuple):
            self.direct = False
        node = ("l" if type(values) is list else "t", tuple([node for _, node in made]))
        items = tuple([description for description, _ in made])
        return (PARTS, name, None, None, items, cast, axes), node

    def generator(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.key.append((value.kind, value.text, len(value.shape)))
        self.is_plain = False
        nodes: list[Any] = []
        shape = None
        if value.kind == GRID:
            shape = value.shape
            nodes.append(self.add(Leaf("grid", None, _core.bool, shape)))
        made = [self.describe(item, None) for item in value.items]
        nodes.extend([node for _, node in made])
        items = tuple([description for description, _ in made])
        node = ("g", (value.kind, value.text), tuple(nodes))
        return (value.kind, name, value.text, shape, items, cast, axes), node


def _a(value: Any) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
