"""Windows in kept loops: slices whose bounds hang on the number of a turn, x[t : t + w] and x[:, t - 1 : t + 2].

A window has as many elements in every turn, and is read and written element by element. Where a turn's bounds leave
the array, which NumPy would cut short or count from the end, an index is out of range: the call is then made again,
recorded.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._array.grids import iota
from .._array.index import Place, _broadcast, _gather, as_value, check_assigned
from .._array.types import ints
from .number import Number
from .sizes import LooseSizes
from .trace_values import Break
from .world import is_array

_OUTSIDE = 1 << 62
"""An index that no array has."""


class Window:
    """A slice of a key: where it begins, which only a turn can tell, and how many elements it has."""

    __slots__ = ("start", "length")

    def __init__(self, start: Any, length: Any):
        self.start = start
        self.length = length


def has_window(key: Any) -> bool:
    keys = key if type(key) is tuple else (key,)
    return any(isinstance(item, Window) for item in keys)


class WindowValues(LooseSizes):
    """What a tracing does with windows."""

    def window(self, lower: Any, upper: Any, length: Any) -> Any:
        """slice(lower, upper), where upper - lower is length."""
        turns = self.bodies and all(is_array(b) and b._weak for b in (lower, upper))
        if not turns or not (type(length) is int or isinstance(length, Number)):
            return slice(lower, upper)
        return Window(lower, length)

    def window_item(self, owner: Any, key: Any) -> Any:
        """owner[key] with windows in the key."""
        place, order = self._place(owner, key)
        taken = _in_order(_gather(place), order)
        self.note_picked(taken, owner)
        return taken

    def window_store(self, value: Any, owner: Any, key: Any) -> None:
        """owner[key] = value; the value is an array or a number."""
        place, order = self._place(owner, key)
        rest = [n for k, n in enumerate(place.view._shape) if k not in place.axes]
        own = (*place.indices[0]._shape, *rest)
        shape = tuple([own[k] for k in order])
        wanted = as_value(value, owner.dtype)
        check_assigned(wanted, shape)
        if wanted.ndim > len(shape):
            wanted = wanted._view_squeeze(list(range(wanted.ndim - len(shape))))
        if wanted._shape != shape:  # in a program the size has no number: what is there now has it
            there = _in_order(_gather(place), order)
            wanted = _core.apply("select", (_core.scalar(True), wanted, there))
        back = [order.index(k) for k in range(len(order))]
        operands = (place.view, _in_order(wanted, back), *place.indices)
        place.view._assign(_core.apply("scatter", operands, f"axes={ints(place.axes)}"))

    def _place(self, owner: Any, key: Any) -> tuple[Place, list[int]]:
        """Where a key leads, and the axes of gather's result in the order in which NumPy has them."""
        if not is_array(owner):
            raise Break("a turn's number is a bound of a slice of a container")
        keys = _with_all_axes(key if type(key) is tuple else (key,), owner.ndim)
        basic = tuple([slice(None) if _picks(item) else self.seen(item) for item in keys])
        kept = [item for item in keys if type(item) is slice or _picks(item)]
        axes = [axis for axis, item in enumerate(kept) if _picks(item)]
        windows = [item for item in kept if isinstance(item, Window)]
        indices: list[Any] = []
        order: list[int] = []
        for item in kept:
            if isinstance(item, Window):
                at = windows.index(item)
                order.append(at)
                places = self._places(item)
                around = [k for k in range(len(windows)) if k != at]
                indices.append(places._view_expand(around) if around else places)
            elif is_array(item):
                indices.append(_core.cast(item, _core.int64))
            else:
                order.append(len(windows) + sum(k >= len(windows) for k in order))
        view = owner if all(item == slice(None) for item in basic) else owner[basic]
        return Place(view, axes, _broadcast(indices), True), order

    def _places(self, window: Window) -> Any:
        """The indices of a window; none of its begins before the array does."""
        start = _core.cast(window.start, _core.int64)
        before = _core.binary("lt", start, _core.scalar(0, _core.int64))
        outside = _core.scalar(_OUTSIDE, _core.int64)
        start = _core.apply("select", (before, outside, start))
        length = window.length
        if isinstance(length, Number) and self.loose and length.value > 1:
            return _core.binary("add", self.count(length), start)
        length = self.seen(length)
        if type(length) is not int or length < 1:
            raise Break("a slice of a turn has no elements")
        return _core.binary("add", iota((length,), 0, _core.int64), start)


def _picks(item: Any) -> bool:
    return isinstance(item, Window) or is_array(item)


def _with_all_axes(keys: tuple[Any, ...], rank: int) -> list[Any]:
    """A key with an item for every axis."""
    used = sum(item is not Ellipsis for item in keys)
    known = all(
        item is Ellipsis
        or type(item) in (int, slice)
        or isinstance(item, (Window, Number))
        or (is_array(item) and item._weak)
        for item in keys
    )
    dots = [k for k, item in enumerate(keys) if item is Ellipsis]
    if not known or used > rank or len(dots) > 1:
        raise Break("a slice by a turn's number beside something else")
    at = dots[0] if dots else len(keys)
    return [*keys[:at], *[slice(None)] * (rank - used), *keys[at + len(dots) :]]


def _in_order(array: Any, order: list[int]) -> Any:
    if order == sorted(order):
        return array
    return _core.apply("transpose", (array,), f"perm={ints(order)}")
