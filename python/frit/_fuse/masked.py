"""Elements that a mask picks, x[m]: in a trace the whole array, computed with and stored back where the mask says.

How many elements x[m] has is not known before the program runs, so it cannot be an array of the trace. But what users
mostly do with it is elementwise, and goes back to where it came from: z[m] = z[m] ** 2 + c[m]. Then it is computed for
all elements, and the mask chooses. What else is done with it cannot be replayed.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .. import _core
from .number import Number
from .trace_values import Break, TracedValues
from .world import is_array, is_number

_BINARY = "add sub mul truediv floordiv mod pow and or xor lshift rshift".split()
_COMPARISONS = "lt le gt ge eq ne".split()
_UNARY = "neg pos abs invert".split()

USED = "uses elements that a mask picks, whose number is not known"


class Picked:
    """x[m]. `full` has the values of all elements, as they were when it was made."""

    __slots__ = ("full", "mask")
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, full: Any, mask: Any):
        self.full = full
        self.mask = mask

    def refuse(self, *_: Any, **__: Any) -> Any:
        raise Break(USED)

    __bool__ = __len__ = __iter__ = __array__ = __index__ = __float__ = __int__ = refuse
    __getitem__ = __setitem__ = __contains__ = __str__ = __repr__ = __matmul__ = __rmatmul__ = refuse
    __divmod__ = __rdivmod__ = __complex__ = refuse


def compute(function: Callable[..., Any], *operands: Any) -> Picked:
    """function(*operands) of the elements that one mask picks from each, and of numbers."""
    masks = [operand.mask for operand in operands if isinstance(operand, Picked)]
    if any(mask is not masks[0] for mask in masks):
        raise Break("computes with elements that different masks pick")
    full: list[Any] = []
    for operand in operands:
        if isinstance(operand, Picked):
            full.append(operand.full)
        elif is_number(operand) or isinstance(operand, (bool, Number)):
            full.append(operand)
        elif is_array(operand) and operand.ndim == 0:
            full.append(operand)
        else:
            raise Break(USED)
    result = function(*full)
    if not is_array(result) or result._shape != masks[0]._shape:
        raise Break(USED)
    return Picked(result, masks[0])


def _operator(function: Callable[..., Any]) -> Any:
    def apply(self: Picked, *other: Any) -> Picked:
        return compute(function, self, *other)

    return apply


def _reflected(function: Callable[..., Any]) -> Any:
    def apply(self: Picked, other: Any) -> Picked:
        return compute(function, other, self)

    return apply


for _name in _BINARY:
    _function = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    setattr(Picked, f"__{_name}__", _operator(_function))
    setattr(Picked, f"__r{_name}__", _reflected(_function))
for _name in [*_COMPARISONS, *_UNARY]:
    setattr(Picked, f"__{_name}__", _operator(getattr(operator, _name)))


def holds_picked(value: Any) -> bool:
    """Whether it is such elements, or a container that has some."""
    if isinstance(value, Picked):
        return True
    if type(value) in (list, tuple, set):
        return any(holds_picked(item) for item in value)
    return type(value) is dict and any(holds_picked(item) for item in value.values())


class MaskedValues(TracedValues):
    """What a tracing does with masks."""

    def is_mask(self, key: Any, owner: Any) -> bool:
        """Whether a key picks elements of an array one by one."""
        if not is_array(key) or not is_array(owner) or key._weak or owner._weak:
            return False
        return bool(key.dtype.name == "bool" and key.ndim > 0 and key._shape == owner._shape)

    def mask_now(self, mask: Any) -> Any:
        """The mask as it is: the same array until it changes."""
        place = self.bodies[-1][0] if self.bodies else None
        key = (id(place), id(mask))
        if key not in self.masks:
            self.alive.append(place)
            self.masks[key] = (mask, _core.apply("copy", (mask,), ""))
        return self.masks[key][1]

    def pick(self, owner: Any, mask: Any) -> Picked:
        return Picked(_core.apply("copy", (owner,), ""), self.mask_now(mask))

    def put(self, value: Picked, owner: Any, mask: Any) -> None:
        """owner[mask] = value; mask: as mask_now had it."""
        if value.mask is not mask:
            raise Break("stores elements that another mask has picked")
        full = value.full
        if full.dtype.kind == "c" and owner.dtype.kind != "c":
            raise Break(f"assigns complex numbers to elements of {owner.dtype}")
        if full.dtype != owner.dtype:
            full = _core.cast(full, owner.dtype)
        import frit

        owner[...] = frit.where(value.mask, full, owner)

    def changed_in_place(self, function: Callable[..., Any], left: Picked, right: Any) -> Picked:
        """left += right: whoever holds these elements sees it."""
        if self.bodies:
            place = id(self.bodies[-1][0])
            if not any(at == place and now is left.mask for (at, _), (_, now) in self.masks.items()):
                raise Break("a loop or branch changes elements that were picked outside of it")
        made = compute(function, left, right)
        if made.full.dtype != left.full.dtype:
            raise Break("changes the dtype of elements that a mask picks")
        left.full = made.full
        return left
