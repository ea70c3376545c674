"""Arguments of a call of a function from source, as the C core is told of them.

What a call means is decided in C (`frit_slang_resolve`). Here arguments are taken apart into
*leaves* (arrays, numbers, the shapes of grids), and described: kinds, dtypes, shapes, mappings. No
signature is looked at. The same walk gives the nodes with which an entry finds the leaves again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from .. import _core
from .._errors import ArgumentError, DTypeError, Error, IntegerOverflow, LimitError
from .._fuse.hooks import current
from .._fuse.number import Number
from .._fuse.world import DTYPES, dtype_called
from .declared import Spec, spec_for

ARRAY, NUMBER, FIELDS, PARTS, ANY, OTHER = range(6)
GRID = 10

LOWEST, HIGHEST = -(2**63), 2**63 - 1
_DEEPEST = 32  # dicts and lists in each other

_NUMBER_CODES = {bool: "bool", int: "i64", float: "f64"}
_NUMBER_DTYPES = {bool: _core.bool, int: _core.int64, float: _core.float64}
_ORDER = ("number", "numpy", "torch", "frit")

_numpy_dtypes: dict[Any, Any] = {}
_torch_dtypes: dict[Any, Any] = {}


class Leaf:
    """An input of the call, or an array to write to."""

    __slots__ = (
        *("kind", "value", "dtype", "shape", "input", "is_result"),
        *("holder", "key", "field", "takes_int"),
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
        self.takes_int = False  # of a real number: an integer does as well

    def as_array(self) -> Any:
        """As an array of frit's."""
        value = self.value
        if isinstance(value, _core.ArrayBase):
            return value
        if self.kind == "number":
            return _core.scalar(value, self.dtype)
        if self.kind == "grid":
            from .._array.creation import zeros

            return zeros(self.shape, dtype=self.dtype)  # recorded: nobody makes it
        return _core.asarray(value)

    def entry(self, axes: tuple[int, ...], bounds: tuple[int, int]) -> tuple[Any, ...]:
        """As entries describe it; axes: extents, or classes of them; bounds: of an integer."""
        if self.kind == "number":
            kind = "bool" if self.dtype is _core.bool else type(self.value).__name__
            if self.takes_int:
                return ("number", "real", -(2**53), 2**53, self.input)
            return ("number", kind, bounds[0], min(bounds[1], HIGHEST), self.input)
        if self.kind == "scalar":
            return ("scalar", self.dtype, self.input)
        if self.kind == "grid":
            return ("grid", axes, self.input)
        if self.field is not None:
            return ("field", self.field[0], self.dtype, axes, self.field[1], self.input)
        return ("array", "numpy", self.dtype, axes, self.input)


class Fault(Exception):
    """What is wrong with an argument: the class to raise, and what the core shall say of it."""

    def __init__(self, kind: type[Error], text: str):
        super().__init__(text)
        self.kind = kind
        self.text = text


class Described:
    """The arguments of one call."""

    __slots__ = (
        *("args", "result", "given_result", "leaves", "inputs", "held_parts"),
        *("nodes", "key", "world", "direct", "is_plain", "faults"),
        *("_refused", "_stored", "_loose", "_depth"),
    )

    def __init__(
        self,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        specs: tuple[Spec, ...] = (),
        named: Mapping[str, Spec] = {},
        refused: Mapping[int, Fault] = {},
    ):
        """refused: by the number of an input, what is wrong with a number."""
        self.leaves: list[Leaf] = []
        self.inputs: list[Leaf] = []
        self.key: list[Any] = []  # what resolving depends on, besides extents
        self.world = 0
        self.direct = True  # entries can match it
        self.is_plain = True  # no argument is made in the call
        self.result: Any = None  # the description of where the value goes
        self.given_result: Any = None
        self.held_parts: dict[int, Leaf] = {}  # by the id of the description of a tuple in a dict
        self.faults: list[Fault] = []
        self._refused = refused
        self._stored = False  # a number is in a dict, where another can take its place
        self._loose = False  # in a list, out of which nothing comes
        self._depth = 0
        made: list[Any] = []
        nodes: list[Any] = []
        for number, value in enumerate(args):
            spec = specs[number] if number < len(specs) else None
            description, node = self.describe(value, None, spec)
            made.append(description)
            nodes.append(node)
        for name, value in kwargs.items():
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
        leaves, inputs, depth = len(self.leaves), len(self.inputs), self._depth
        loose = self._loose
        try:
            return self.seen(value, name, spec)
        except Fault as fault:
            self._depth, self._loose = depth, loose
            if depth and fault.kind is LimitError:
                raise  # of the whole argument
            del self.leaves[leaves:], self.inputs[inputs:]
            self.faults.append(fault)
            given = "None" if value is None else type(value).__name__
            return (OTHER, name, given, None, None, None, None, True, fault.text), ()

    def seen(self, value: Any, name: str | None, spec: Spec | None) -> tuple[Any, Any]:
        if type(value) is _core.Viewed:
            self._stored = False
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
        raise Fault(ArgumentError, f"{_a(value)} is nothing that a function of a module takes")

    def add(self, leaf: Leaf) -> int:
        leaf.input = len(self.inputs)
        self.inputs.append(leaf)
        self.leaves.append(leaf)
        return len(self.leaves) - 1

    def number(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        code, dtype = _NUMBER_CODES[type(value)], _NUMBER_DTYPES[type(value)]
        if type(value) is int and not LOWEST <= value <= HIGHEST:
            if not 0 <= value < 2**64:
                raise Fault(IntegerOverflow, f"{_short(value)} does not fit into 64 bits")
            code, dtype = "u64", _core.uint64
            self.key.append(code)
            self.direct = False
        fault = self._refused.get(len(self.inputs))
        if fault is not None:
            self.faults.append(fault)
        text = None if fault is None else fault.text
        fixed = not self._stored
        node = self.add(Leaf("number", value, dtype, ()))
        return (NUMBER, name, code, None, None, cast, axes, fixed, text), node

    def array(
        self, leaf: Leaf, name: str | None, axes: Any, cast: Any, fixed: bool = False
    ) -> tuple[Any, Any]:
        """fixed: nothing can be written to it."""
        fixed = fixed or self._loose
        self.key.append((leaf.dtype.code, len(leaf.shape), fixed))
        return (ARRAY, name, leaf.dtype.code, leaf.shape, None, cast, axes, fixed), self.add(leaf)

    def frit_array(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.meets("frit")
        self.direct = False
        if value._weak:  # it stands for a Python number
            code = value.dtype.code
            self.key.append(code)
            return (NUMBER, name, code, None, None, cast, axes, not self._stored), self.add(
                Leaf("number", value, value.dtype, ())
            )
        return self.array(Leaf("array", value, value.dtype, value._shape), name, axes, cast)

    def numpy_array(
        self, numpy: Any, value: Any, name: str | None, axes: Any, cast: Any
    ) -> tuple[Any, Any]:
        if isinstance(value, numpy.generic) and value.dtype.names is None:
            leaf = Leaf("scalar", value, self.numpy_dtype(value.dtype), ())
            return self.array(leaf, name, axes, cast, not self._stored)
        self.meets("numpy")
        if value.dtype.names is not None:
            return self.structs(numpy, value, name, axes, cast)
        if type(value) is not numpy.ndarray:
            if hasattr(value, "mask"):
                raise Fault(DTypeError, "a masked array, whose mask would be lost: pass x.filled()")
            value = numpy.asarray(value)
            self.direct = False
        dtype = self.numpy_dtype(value.dtype)
        if not value.flags.aligned or not value.dtype.isnative:
            self.direct = False
        fixed = not value.flags.writeable
        return self.array(Leaf("array", value, dtype, value.shape), name, axes, cast, fixed)

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
                    raise Fault(DTypeError, f"its field {field} is an array of structs")
                continue
            leaf = Leaf("field", view, self.numpy_dtype(inner.base), view.shape)
            leaf.field = (offset + at, len(inner.shape))
            items.append(self.array(leaf, field, None, None, not view.flags.writeable)[0])
            if not view.flags.aligned or not inner.base.isnative:
                self.direct = False
        return (FIELDS, name, None, None, tuple(items), cast, axes)

    def numpy_dtype(self, dtype: Any) -> Any:
        found = _numpy_dtypes.get(dtype)
        if found is None:
            plain = dtype.newbyteorder("=").name
            if plain not in DTYPES:
                raise Fault(DTypeError, f"its dtype is {dtype}, which frit does not have")
            found = _numpy_dtypes[dtype] = dtype_called(plain)
        return found

    def torch_array(self, value: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        self.meets("torch")
        self.direct = False
        dtype = _torch_dtypes.get(value.dtype)
        if dtype is None:
            plain = str(value.dtype).removeprefix("torch.")
            if plain not in DTYPES | {"bfloat16"}:
                raise Fault(DTypeError, f"its dtype is {value.dtype}, which frit does not have")
            dtype = _torch_dtypes[value.dtype] = dtype_called(plain)
        return self.array(Leaf("array", value, dtype, tuple(value.shape)), name, axes, cast)

    # ---------------------------------------------------------------- several values

    def fields(
        self, values: dict[Any, Any], name: str | None, axes: Any, cast: Any
    ) -> tuple[Any, Any]:
        items, nodes = [], []
        self.key.append(tuple(values))
        self._enter()
        for key, value in values.items():
            if type(key) is not str:
                raise Fault(ArgumentError, f"the fields of a struct have names, not {_short(key)}")
            first = len(self.leaves)
            self._stored = True
            description, node = self.describe(value, key)
            items.append(description)
            nodes.append(node)
            if len(self.leaves) == first + 1 and node == first:
                self.leaves[first].holder, self.leaves[first].key = values, key
            elif description[0] == PARTS:  # a vector that comes out takes the place of the tuple
                held = self.held_parts[id(description)] = Leaf("number", value, None, ())
                held.holder, held.key = values, key
        self._stored = False
        self._depth -= 1
        node = ("d", tuple(values), tuple(nodes))
        if type(values) is not dict:
            self.direct = False
        return (FIELDS, name, None, None, tuple(items), cast, axes), node

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Fault(LimitError, f"more than {_DEEPEST} dicts or lists in each other")

    def parts(self, values: Any, name: str | None, axes: Any, cast: Any) -> tuple[Any, Any]:
        if len(values) > 4096:
            raise Fault(ArgumentError, f"{len(values)} items: many numbers are passed as an array")
        self._enter()
        self.key.append(len(values))
        stored, loose, made = self._stored, self._loose, []
        for value in values:
            self._stored, self._loose = stored, not stored
            made.append(self.describe(value, None))
        self._stored, self._loose = False, loose
        self._depth -= 1
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


def _short(value: Any) -> str:
    if type(value) is int and value.bit_length() > 150:
        return f"an integer of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _a(value: Any) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
