"""Elements that a mask picks, x[m]: in a trace the whole array, computed with and stored back where the mask says.

How many elements x[m] has is not known before a part of the program has run. But what users mostly do with it is
elementwise, and goes back to where it came from: z[m] = z[m] ** 2 + c[m]. Then it is computed for all elements, and the
mask chooses. Where anything else is done with it, it becomes an array of its own, gathered from the places where the
mask is true (picks.py).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from .. import _core
from .._array import index, numbers_of
from .._errors import Error
from .guards import Source
from .hooks import current
from .number import Number
from .picks import Kept, Leaves, Pick
from .trace_values import Break, Input, TracedValues
from .world import dtype_called, is_array, is_number

_BINARY = "add sub mul truediv floordiv mod pow and or xor lshift rshift".split()
_COMPARISONS = "lt le gt ge eq ne".split()
_UNARY = "neg pos abs invert".split()

_DEEPEST = 64
"""Steps on elements that a mask picks that are done again where these are needed on their own."""

USED = "uses elements that a mask picks, whose number is not known"


class Picked:
    """x[m]. `full` has the values of all elements, as they were when it was made; `array` those that are picked,
    once somebody needs them as they are."""

    __slots__ = ("full", "mask", "array", "run", "origin", "recipe", "depth")
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, run: MaskedValues, full: Any, mask: Any):
        self.run = run
        self.full = full  # None: `array` was changed since
        self.mask = mask
        self.array: Any = None
        self.origin: Any = None  # of x[m]: x, while nobody has changed it
        self.recipe: tuple[Any, ...] | None = None  # else a function, and what it was given
        self.depth = 0  # of the recipe

    def as_it_is(self) -> Picked:
        """The elements, whatever is done to these later."""
        made = Picked(self.run, self.full, self.mask)
        made.array, made.origin = self.array, self.origin
        made.recipe, made.depth = self.recipe, self.depth
        if made.origin is not None:
            self.run.origins.append(made)
        return made

    def refuse(self, *_: Any, **__: Any) -> Any:
        raise Break(USED)

    __bool__ = __len__ = __iter__ = __array__ = __index__ = __float__ = __int__ = refuse
    __getitem__ = __setitem__ = __contains__ = __str__ = __repr__ = __complex__ = refuse


def compute(function: Callable[..., Any], *operands: Any) -> Any:
    """function(*operands): of all elements where one mask picks from each, else of those that are picked."""
    picked = [operand for operand in operands if isinstance(operand, Picked)]
    run = picked[0].run
    full: list[Any] = []
    for operand in operands:
        if isinstance(operand, Picked):
            if operand.full is None or not run.same_mask(operand.mask, picked[0].mask):
                break
            full.append(operand.full)
        elif is_number(operand) or isinstance(operand, (bool, Number)):
            full.append(operand)
        elif is_array(operand) and operand.ndim == 0:
            full.append(operand)
        else:
            break
    if len(full) < len(operands):
        return function(*[run.as_arrays(operand) for operand in operands])
    result = function(*full)
    if not is_array(result) or result._shape != picked[0].mask._shape:
        raise Break(USED)
    made = Picked(run, result, picked[0].mask)
    made.depth = 1 + max(operand.depth for operand in picked)
    if made.depth < _DEEPEST:
        kept = [o.as_it_is() if isinstance(o, Picked) else o for o in operands]
        made.recipe = (function, *kept)
    return made


def _operator(function: Callable[..., Any]) -> Any:
    def apply(self: Picked, *other: Any) -> Any:
        return compute(function, self, *other)

    return apply


def _reflected(function: Callable[..., Any]) -> Any:
    def apply(self: Picked, other: Any) -> Any:
        return compute(function, other, self)

    return apply


def _of_arrays(function: Callable[..., Any], reflected: bool) -> Any:
    def apply(self: Picked, other: Any) -> Any:
        own, other = self.run.as_arrays(self), self.run.as_arrays(other)
        return function(other, own) if reflected else function(own, other)

    return apply


for _name in _BINARY:
    _function = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    setattr(Picked, f"__{_name}__", _operator(_function))
    setattr(Picked, f"__r{_name}__", _reflected(_function))
for _name in [*_COMPARISONS, *_UNARY]:
    setattr(Picked, f"__{_name}__", _operator(getattr(operator, _name)))
for _name, _whole in (("matmul", operator.matmul), ("divmod", divmod)):
    setattr(Picked, f"__{_name}__", _of_arrays(_whole, False))
    setattr(Picked, f"__r{_name}__", _of_arrays(_whole, True))


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
        made = Picked(self, _core.apply("copy", (owner,), ""), self.mask_now(mask))
        made.origin = owner
        self.origins.append(made)
        return made

    def same_mask(self, one: Any, other: Any) -> bool:
        """Whether two masks are the same computation."""
        if one is other:
            return True
        if one._shape != other._shape or self.bodies:
            return False
        self.add_lifted()
        self.limit_inputs()
        try:
            inputs = [held.placeholder for held in self.inputs]
            module = self.capture.finish(inputs, [one, other], "same", False, True)
            first, second = module.optimize().outputs()
        except Error:
            return False
        return bool(first == second)

    def true_places(self, mask: Any) -> Any:
        """Where a mask, as mask_now had it, is true among all its elements in order; None: a trace cannot tell."""
        if self.bodies or self.world.name == "torch":
            return None
        for held, places in self.picks:
            if self.same_mask(held, mask):
                return places
        return self.places_now(mask)

    def places_now(self, mask: Any, keep: Sequence[Any] = ()) -> Any:
        """An input of what a part of the program gives that has run by then: see Pick. And what it keeps."""
        self.picking = True
        self.add_lifted()
        self.limit_inputs()
        given = [held for held, now in self.masks.values() if now is mask and id(held) in self.input_of]
        try:
            pick = Pick(self, given[0] if given and not keep else mask, keep)
        except Error:
            raise Break(USED) from None
        leaves = Leaves(self.given_leaves, self.inputs, self.sources)
        sources = [Source("pick", one) for one in (pick, *[Kept(pick, k) for k in range(len(keep))])]
        made = []
        for source, now in [(source, leaves[source]) for source in sources]:
            form = "numpy" if self.world.name == "numpy" else "frit"
            placeholder = self.capture.placeholder(dtype_called(now.dtype.name), now.shape)
            self.input_of[id(placeholder)] = len(self.inputs)
            self.inputs.append(Input(source, placeholder, form))
            made.append(placeholder)
        self.picks.append((mask, made[0]))
        return (made[0], *made[1:]) if keep else made[0]

    def as_arrays(self, value: Any) -> Any:
        """The value with the elements that masks pick as arrays of their own."""
        if isinstance(value, Picked):
            if value.array is None:
                value.array = self.picked_array(value)
                self.materialised[id(value.array)] = value
                self.alive.append(value.array)
            return value.array
        if not holds_picked(value):
            return value
        if type(value) in (list, tuple):
            return type(value)([self.as_arrays(item) for item in value])
        if type(value) is dict:
            return {key: self.as_arrays(item) for key, item in value.items()}
        raise Break(USED)

    def picked_array(self, value: Picked) -> Any:
        places = self.true_places(value.mask)
        if places is None:
            raise Break(USED)
        if value.recipe is not None:
            function, *operands = value.recipe
            return function(*[self.as_arrays(operand) for operand in operands])
        row = value.full if value.origin is None else value.origin
        if row.ndim > 1:
            row = _core.apply("reshape", (row,), "shape=[_]")
        return _core.apply("gather", (row, places), "axes=[0]")

    def put(self, value: Picked, owner: Any, mask: Any) -> bool:
        """owner[mask] = value; mask: as mask_now had it. False where another mask has picked the value."""
        if value.full is None or not self.same_mask(value.mask, mask):
            return False
        full = value.full
        if full.dtype.kind == "c" and owner.dtype.kind != "c":
            raise Break(f"assigns complex numbers to elements of {owner.dtype}")
        if full.dtype != owner.dtype:
            full = _core.cast(full, owner.dtype)
        import frit

        owner[...] = frit.where(value.mask, full, owner)
        return True

    def changed_in_place(self, function: Callable[..., Any], left: Picked, right: Any) -> Picked:
        """left += right: whoever holds these elements sees it."""
        if left.array is not None:
            raise Break("changes elements that a mask has picked after they were used")
        if self.bodies:
            place = id(self.bodies[-1][0])
            if not any(at == place and now is left.mask for (at, _), (_, now) in self.masks.items()):
                raise Break("a loop or branch changes elements that were picked outside of it")
        made = compute(function, left, right)
        if not isinstance(made, Picked):
            raise Break(USED)
        if made.full.dtype != left.full.dtype:
            raise Break("changes the dtype of elements that a mask picks")
        left.full, left.origin = made.full, None
        left.recipe, left.depth = made.recipe, made.depth
        return left


def _places_in_a_trace(mask: Any) -> Any:
    run = current.run
    return run.true_places(run.mask_now(mask)) if isinstance(run, MaskedValues) else None


def _kept_in_a_trace(mask: Any, keep: Sequence[Any]) -> Any:
    run = current.run
    if not isinstance(run, MaskedValues) or run.bodies or run.world.name == "torch":
        return None
    return run.places_now(_core.apply("copy", (mask,), ""), [_core.apply("copy", (x,), "") for x in keep])


def _count_in_a_trace(number: Any) -> Any:
    run = current.run
    if not isinstance(run, MaskedValues) or run.bodies or run.world.name == "torch":
        return None
    return run.places_now(_core.apply("copy", (number,), ""))


def _repeated_in_a_trace(condition: Any, body: Any, *carry: Any) -> Any:
    from .control import while_loop

    return while_loop(condition, body, *carry)


numbers_of.repeated_in_a_trace = _repeated_in_a_trace
index.places_in_a_trace = _places_in_a_trace
index.kept_in_a_trace = _kept_in_a_trace
index.count_in_a_trace = _count_in_a_trace
