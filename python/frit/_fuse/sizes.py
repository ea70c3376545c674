"""Sizes that hang on a call's numbers, in traces that are to hold for every number.

A number that Python must know (`x[n:]`, `np.zeros(n)`) is a condition of the trace. Where several values of it have
come, the trace is *loose*: the sizes become inputs of the program instead (made.py), and no condition is left.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .made import Made
from .masked import MaskedValues
from .number import Number, apply
from .trace_values import Break, Input
from .world import dtype_called, is_array


class LooseSizes(MaskedValues):
    """The part of a tracing that makes arrays of sizes which only a call can tell."""

    # ---------------------------------------------------------------- inputs that are made

    def made_input(self, kind: str, base: Any, key: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
        source = Made(kind, base, key, self.sources)
        if source.hangs_on_picks():
            raise Break("how many elements a mask picks decides another size")
        placeholder = self.capture.placeholder(dtype, shape)
        self.input_of[id(placeholder)] = len(self.inputs)
        self.inputs.append(Input(source, placeholder, "numpy"))
        self.alive += [source, placeholder]
        return placeholder

    def room(self, shape: tuple[Any, ...]) -> Any:
        """An array of that shape, whose elements are 0."""
        extents = now(shape)
        if any(type(n) is not int or n < 0 for n in extents):
            return None
        return self.made_input("room", None, shape, dtype_called("int8"), extents)

    def count(self, number: Any) -> Any:
        """0, 1, 2, ... below a number."""
        return self.made_input("count", None, number, _core.int64, (max(number.value, 0),))

    # ---------------------------------------------------------------- new arrays

    def loose_creation(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """zeros, ones, empty, full of a shape with numbers, and arange of one; else None."""
        if not self.loose or self.world.name != "numpy" or self.bodies or not args:
            return None
        if name == "arange":
            one = len(args) == 1 and not kwargs and isinstance(args[0], Number)
            if not one or type(args[0].value) is not int:
                return None
            return _core.apply("copy", (self.count(args[0]),), "")
        if name not in ("zeros", "ones", "empty", "full"):
            return None
        shape = args[0] if type(args[0]) in (tuple, list) else (args[0],)
        if not any(isinstance(n, Number) for n in shape):
            return None
        value = self.call_creation(None, name, ((), *args[1:]), kwargs)  # type: ignore[attr-defined]
        room = None if not is_array(value) or value.ndim else self.room(tuple(shape))
        if room is None:
            return None
        return self.filled(value, room, tuple(shape))

    def filled(self, value: Any, room: Any, shape: tuple[Any, ...]) -> Any:
        """An array of that shape, whose elements are the value."""
        made = _core.apply("select", (_core.scalar(True), value, _core.cast(room, value.dtype)))
        self.extents_of[id(made)] = shape
        self.alive.append(made)
        return made

    def filled_room(self, value: Any, shape: tuple[Any, ...]) -> Any:
        return self.filled(value, self.room(shape), shape)

    def extent_like(self, extent: int) -> Any:
        """The number of the call that an extent is, by an input that is as long; None where there is none."""
        if extent == 1:
            return 1
        for held in self.inputs:
            if held.source is not None and held.expression is None and extent in held.shape:
                if held.form == "numpy":
                    return self.extent(held.placeholder, held.shape.index(extent))  # type: ignore[attr-defined]
        return None

    # ---------------------------------------------------------------- parts

    def loose_item(self, owner: Any, key: Any) -> Any:
        """owner[key] where bounds of slices are numbers of the call; None where it is to be seen."""
        keys = key if type(key) is tuple else (key,)
        if not self.loose or self.world.name != "numpy" or owner._weak:
            return None
        if not any(_is_loose(item) for item in keys) or any(is_array(item) for item in keys):
            return None
        places = _axes(keys, owner.ndim)
        if places is None:
            return None
        slices = {axis: item for axis, item in places if _is_loose(item)}
        taken = self.input_part(owner, slices)
        if taken is None:
            taken = self.gathered_part(owner, slices)
        if taken is None:
            return None
        rest = tuple([slice(None) if _is_loose(item) else item for item in keys])
        if all(type(item) is slice and item == slice(None) for item in rest):
            return taken
        return self.item(taken, rest)

    def input_part(self, owner: Any, slices: dict[int, slice]) -> Any:
        """A part of an array from outside that nothing has changed: NumPy's own view of it."""
        where = self.input_of.get(id(owner))
        held = None if where is None else self.inputs[where]
        if held is None or held.source is None or held.form != "numpy" or held.expression is not None:
            return None
        if isinstance(held.source, Made) and held.source.kind != "part":
            return None
        if self.capture.changed(owner):
            return None
        key = tuple([slices.get(axis, slice(None)) for axis in range(max(slices) + 1)])
        shape = list(owner._shape)
        for axis, item in slices.items():
            shape[axis] = len(range(*now(item).indices(shape[axis])))
        part = self.made_input("part", held.source, key, owner.dtype, tuple(shape))
        return self.taken_from(owner, part)

    def gathered_part(self, owner: Any, slices: dict[int, slice]) -> Any:
        """A part of what the trace has computed, element by element."""
        taken = owner
        for axis, item in slices.items():
            extent = None if self.bodies else self.extent_number(owner, axis)
            if extent is None:
                return None
            taken = self.of_extent(taken, axis, extent)
            places = self.places(extent, item)
            if places is None:
                return None
            taken = taken[(slice(None),) * axis + (places,)]
        return self.taken_from(owner, taken)

    def places(self, extent: Any, item: slice) -> Any:
        """The indices that a slice of an axis stands for; None where they are not to be told."""
        bounds = (extent, item.start, item.stop, item.step)
        start = apply(self, slice_start, *bounds)
        length = apply(self, slice_length, *bounds)
        step = 1 if item.step is None else item.step
        if not all(isinstance(n, Number) for n in (start, length)) or type(step) is not int:
            return None
        return self.count(length) * step + self.number_array(start)

    def loose_key(self, owner: Any, key: Any) -> Any:
        """The key of owner[key] = value, with indices for a slice whose bounds are numbers of the call.

        The same key where it has none, or several, or picks elements besides.
        """
        keys = key if type(key) is tuple else (key,)
        places = _axes(keys, owner.ndim)
        if self.bodies or self.world.name != "numpy" or places is None or owner._weak:
            return key
        loose = [(axis, item) for axis, item in places if _is_loose(item)]
        if len(loose) != 1 or any(type(item) is not slice for _, item in places) or None in keys:
            return key
        axis, item = loose[0]
        extent = self.extent(owner, axis)  # type: ignore[attr-defined]
        indices = self.places(extent, item) if isinstance(extent, Number) else None
        if indices is None or 0 in indices._shape:
            return key
        return tuple([indices if held is item else held for held in keys])

    def taken_from(self, owner: Any, part: Any) -> Any:
        """Notes that NumPy's would be a view: whoever changes either would have to change both."""
        self.mark_view(part, owner)
        self.parts_taken.append((part, self.roots(owner) | {id(owner)}))
        return part

    # ---------------------------------------------------------------- extents

    def extent_number(self, array: Any, axis: int) -> Any:
        """How long an axis is, as a number of the call; None where that is not known.

        An extent of what the trace has computed is taken for that of an input which is as long; the program
        asks for it (of_extent), and other sizes for which it is not so are recorded.
        """
        if id(array) in self.extents_of:
            found = self.extents_of[id(array)][axis]
            return found if isinstance(found, Number) else None
        extent = array._shape[axis]
        return self.extent_like(extent) if extent > 1 and not self.bodies else None

    def of_extent(self, array: Any, axis: int, extent: Number) -> Any:
        """The array; that the axis is as long as the number says is a condition of the program."""
        key = (extent.expression.key(), array.ndim - axis)
        if key not in self.rooms:
            self.rooms[key] = self.room((extent, *[1] * (array.ndim - axis - 1)))
        like = _core.cast(self.rooms[key], array.dtype)
        return _core.apply("select", (_core.scalar(True), array, like))


def slice_start(extent: int, start: Any, stop: Any, step: Any) -> int:
    """Where a slice of an axis begins, by Python's rules."""
    return range(*slice(start, stop, step).indices(extent)).start


def slice_length(extent: int, start: Any, stop: Any, step: Any) -> int:
    """How many elements it has."""
    return len(range(*slice(start, stop, step).indices(extent)))


def _is_loose(item: Any) -> bool:
    if type(item) is not slice:
        return False
    bounds = (item.start, item.stop, item.step)
    whole = all(
        b is None or type(b) is int or (isinstance(b, Number) and type(b.value) is int)
        for b in bounds
    )
    return whole and any(isinstance(bound, Number) for bound in bounds)


def now(key: Any) -> Any:
    """What a key is in this call; the trace does not depend on it yet."""
    if isinstance(key, Number):
        return key.value
    if type(key) is tuple:
        return tuple([now(item) for item in key])
    if type(key) is slice:
        return slice(now(key.start), now(key.stop), now(key.step))
    return key


def _axes(keys: tuple[Any, ...], rank: int) -> list[tuple[int, Any]] | None:
    """The axes that the items of a key stand for; None where the key is an error, or no basic one."""
    used = sum(item is not None and item is not Ellipsis for item in keys)
    dots = sum(item is Ellipsis for item in keys)
    plain = all(
        item is None or item is Ellipsis or type(item) in (int, slice) or isinstance(item, Number)
        for item in keys
    )
    if not plain or used > rank or dots > 1:
        return None
    found: list[tuple[int, Any]] = []
    axis = 0
    for item in keys:
        if item is Ellipsis:
            axis += rank - used
        elif item is not None:
            found.append((axis, item))
            axis += 1
    return found
