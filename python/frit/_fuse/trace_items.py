"""What a traced body does with values but call them: attributes, items, assignments, loops, operators."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import _core
from . import callables as known
from .guards import Source
from .hooks import BINARY, IN_PLACE
from .shaped_like import item_of_grid
from .masked import Picked, holds_picked
from .number import Number
from .places import Step
from .rounds import Real, Rounds, Truth, Verdict, truth
from .sizes import now
from .trace_values import CONTAINERS, SIMPLE, Break
from .windows import WindowValues, has_window
from .world import array_world, holds_array, is_array


class TracedItems(WindowValues):
    """The part of a tracing that looks into values and changes them."""

    # ---------------------------------------------------------------- attributes and items

    def extent(self, array: Any, axis: int) -> Any:
        """How long an axis is: a number of the call where the array is an argument."""
        where = self.input_of.get(id(array))
        source = self.inputs[where].source if where is not None else None
        if source is None:
            length = self.extent_number(array, axis) if self.loose else None
            if length is None:
                return array.shape[axis]
            self.of_extent(array, axis, length)
            return length
        return self.admit_number(array._shape[axis], self.extent_source(source, axis))

    def extent_source(self, source: Source, axis: int) -> Source:
        key = (id(source), axis)
        for held in self.sources:
            if held.kind == "extent" and (id(held.base), held.key) == key:
                return held
        return Source("extent", source, axis)

    def attribute(self, owner: Any, name: str) -> Any:
        if isinstance(owner, Picked):
            if name in ("shape", "size"):
                count = self.extent(self.true_places(owner.mask), 0)
                return (count,) if name == "shape" else count
            owner = self.as_arrays(owner)
        if is_array(owner):
            return self.array_attribute(owner, name)
        if isinstance(owner, Number):
            return getattr(owner.seen(), name)
        if isinstance(owner, types.ModuleType):
            return self.module_attribute(owner, name)
        if known.is_slang_part(owner):
            return getattr(owner, name)  # the guard of the module's text holds for it too
        if name in known.UFUNC_METHODS and type(owner).__name__ == "ufunc" and known.is_numpy(owner):
            return getattr(owner, name)
        plain, value = known.data_attribute(owner, name)
        if not plain:
            raise Break(f"the attribute {name} of class {type(owner).__name__} is computed by code")
        source = self.source_of.get(id(owner))
        if source is not None:
            return self.admit(value, Source("attribute", source, name))
        if isinstance(owner, type):
            self.alive.append(owner)
            return self.admit(
                value,
                (
                    Source("name", vars(owner), name)
                    if name in vars(owner)
                    else Source("attribute", Source("name", {"class": owner}, "class"), name)
                ),
            )
        return value

    def module_attribute(self, owner: types.ModuleType, name: str) -> Any:
        value = getattr(owner, name)
        top = owner.__name__.split(".")[0]
        if top in ("frit", "numpy", "math") and array_world(value) is None:
            return value
        if name not in vars(owner):
            raise Break(f"the attribute {name} of module {owner.__name__} is computed by code")
        return self.admit(value, Source("name", vars(owner), name))

    def array_attribute(self, owner: Any, name: str) -> Any:
        if name == "shape":
            return tuple([self.extent(owner, axis) for axis in range(owner.ndim)])
        if name == "ndim":
            return owner.ndim
        if name == "size":
            count: Any = 1
            for axis in range(owner.ndim):
                count = self.extent(owner, axis) * count if axis else self.extent(owner, axis)
            return count
        if name == "dtype" and self.world.name == "numpy":
            import numpy

            return numpy.dtype(owner.dtype.name)
        if self.world.name == "torch" or (
            self.world.methods_as_numpy and name not in known.ARRAY_ATTRIBUTES | {"dtype"}
        ):
            raise Break(f"looks at the attribute {name} of an array")
        result = getattr(owner, name)
        if known.gives_itself(known.ITSELF_AS_FUNCTION, name, result, owner):
            return owner
        return self.settled(result, name, owner)

    def item(self, owner: Any, key: Any) -> Any:
        if isinstance(owner, Picked):
            owner = self.as_arrays(owner)
        key = self.as_arrays(key)
        if self.is_mask(key, owner):
            return self.pick(owner, key)
        if has_window(key):
            return self.window_item(owner, key)
        if is_array(owner):
            owner = known.apart("view", owner, self.is_scalar)
            part = self.loose_item(owner, key) if self.loose else None
            if part is not None:
                return part
            result = owner[self.seen(key)]
            if holds_array(key):
                return self.picked(result, owner, key)
            if result.ndim == 0 and not known.has_ellipsis(key):
                return self.note_element(result, owner, self.seen(key))  # a value of its own
            if result.ndim == 0:
                self.arrays_of_rank_0.add(id(result))
                self.alive.append(result)
            return self.settled(result, "view", owner)
        if holds_array(key):
            if type(owner).__name__ in ("CClass", "RClass") and known.is_numpy(owner):
                return self.joined(owner, key)
            raise Break("an array is used as a key")
        maker = known.grid_maker(owner)
        if maker is not None:
            made = item_of_grid(self, owner, key)
            return self.grid(maker, owner, self.seen(key)) if made is None else made
        key = self.seen(key)
        if type(owner) in CONTAINERS:
            source = self.source_of.get(id(owner))
            if source is None:
                return owner[key]
            if type(key) is slice:
                raise Break("a slice of a container from outside")
            return self.admit(owner[key], Source("item", source, key))
        if type(owner) in (str, bytes, range) or (
            isinstance(owner, tuple) and hasattr(owner, "_fields")
        ):
            return owner[key]
        raise Break(f"an item of an object of class {type(owner).__name__}")

    def grid(self, maker: str, owner: Any, key: Any) -> Any:
        """An item of np.mgrid or np.ogrid: steps where it is of integers, else what it is."""
        from .._array.grids import open_or_full_grid

        if known.integer_grid(key):
            return open_or_full_grid(key, maker == "ogrid")
        made = owner[key]
        return tuple(map(self.constant_array, made)) if type(made) is tuple else self.constant_array(made)

    def joined(self, owner: Any, key: Any) -> Any:
        """np.r_[...] and np.c_[...] of rows alone."""
        import frit

        parts = key if type(key) is tuple else (key,)
        if not all(is_array(part) and part.ndim == 1 for part in parts):
            raise Break(f"np.{type(owner).__name__[0].lower()}_ of something else than rows")
        return frit.concatenate(parts) if type(owner).__name__ == "RClass" else frit.column_stack(parts)

    def store(self, value: Any, owner: Any, key: Any) -> None:
        if isinstance(owner, Picked):
            owner = self.as_arrays(owner)
        if is_array(owner):
            if self.is_scalar(owner):
                raise TypeError(known.no_assignment(self.class_of(owner)))
            if isinstance(value, Picked) and self.is_mask(key, owner):
                mask = self.mask_now(key)
                self.changing(owner)
                if self.put(value, owner, mask):
                    return
            if holds_picked((value, key)):
                value, key = self.as_arrays((value, key))
            self.changing(owner)
            if self.world.name == "numpy" and known.puts_several(value, owner, now(key)):
                raise Break("assigns a sequence to an element")
            if not is_array(value) or self.is_basic(key):
                self.check_numbers(value, owner)
            if isinstance(value, Number):
                value = self.number_array(value)
            if has_window(key):
                self.window_store(value, owner, key)
                return
            owner[self.seen(self.loose_key(owner, key) if self.loose else key)] = value
        elif has_window(key):
            raise Break("a turn's number is a bound of a slice of a container")
        elif type(owner) in (list, dict) and not holds_array(key) and self.may_put(owner, ("item", self.seen(key))):
            self.touching(owner)
            if self.bodies and is_array(value) and value._weak:
                raise Break("keeps the number of a turn")
            owner[self.seen(key)] = value
        else:
            raise Break(f"changes a {type(owner).__name__} that others hold")

    def may_put(self, owner: Any, step: Step) -> bool:
        """Whether an item or attribute may be assigned: of what the body made, and where the caller's have one."""
        return not self.is_outside(owner) or self.given_containers.has(owner, step)

    def check_numbers(self, value: Any, owner: Any) -> None:
        """NumPy looks at numbers that are assigned to elements one by one, and may refuse them."""
        if type(value) in (list, tuple):
            for item in value:
                self.check_numbers(item.seen() if isinstance(item, Number) else item, owner)
        elif isinstance(value, Number):
            if type(value.value) is float and owner.dtype.kind in "iu":
                raise Break(f"assigns a float, which {owner.dtype} may not hold")
        elif type(value) in (int, float):
            if known.overflows(value, owner):
                raise Break(f"assigns {value}, which {owner.dtype} does not hold")
        elif is_array(value) and value._weak and value.dtype.kind == "f" and owner.dtype.kind in "iu":
            raise Break(f"assigns a float, which {owner.dtype} may not hold")
        elif is_array(value) and self.is_scalar(value) and known.may_overflow(value, owner):
            raise Break(f"assigns a number of dtype {value.dtype}, which {owner.dtype} may not hold")

    def store_back(self, after: Any, before: Any, owner: Any, key: Any) -> None:
        if isinstance(after, Picked):
            self.store(after, owner, key)
            return
        if after is before and is_array(after) and type(owner) in (list, dict):
            if self.is_outside(owner):
                return  # p["w"] -= g: the array that is there has changed
        picked = holds_array(key) or known.picks(key)
        whole = after is before and is_array(owner) and not self.is_scalar(owner)
        if not whole or after.ndim == 0 or picked:
            self.store(after, owner, key)

    def set_attribute(self, value: Any, owner: Any, name: str) -> None:
        setter: Any = type(owner).__setattr__
        plain = setter is object.__setattr__ and name in getattr(owner, "__dict__", ())
        if plain and self.given_containers.has(owner, ("attribute", name)):
            self.touching(owner)
            setattr(owner, name, value)
            return
        raise Break(f"sets the attribute {name} of an object")

    def set_attribute_back(self, after: Any, before: Any, owner: Any, name: str) -> None:
        # An array that was changed in place is still the attribute's value.
        same = after is before and is_array(after)
        if not same or (id(owner) not in self.source_of and self.given_containers.place(owner) is None):
            self.set_attribute(after, owner, name)

    def delete(self, owner: Any, key: Any) -> None:
        if type(owner) not in (list, dict) or has_window(key) or self.is_outside(owner) or holds_array(key):
            raise Break(f"deletes an item of a {type(owner).__name__}")
        self.touching(owner)
        del owner[self.seen(key)]

    def delete_attribute(self, owner: Any, name: str) -> None:
        raise Break(f"deletes the attribute {name} of an object")

    def length(self, value: Any) -> Any:
        if isinstance(value, Picked):
            return self.attribute(value, "size")
        if is_array(value):
            if value.ndim == 0:
                raise Break("len() of an array of rank 0")
            return self.extent(value, 0)
        if type(value) in (*CONTAINERS, str, bytes, range, set, frozenset):
            if id(value) in self.source_of:
                self.guard("length", self.source_of[id(value)], len(value))
            return len(value)
        raise Break(f"takes the length of an object of class {type(value).__name__}")

    def class_of(self, value: Any) -> Any:
        if isinstance(value, Number):
            return type(value.value) if value.expression.function is None else type(value.seen())
        if not is_array(value):
            return value.__class__ if isinstance(value, Rounds) else type(value)
        if value._weak:  # the number of a loop's turn, or what is made of it
            return {"b": bool, "i": int, "f": float, "c": complex}[value.dtype.kind]
        if self.world.name == "numpy":
            import numpy

            return numpy.dtype(value.dtype.name).type if self.is_scalar(value) else numpy.ndarray
        if self.world.name == "torch":
            return self.world.torch.Tensor  # type: ignore[attr-defined]
        return type(value)

    # ---------------------------------------------------------------- loops and operators

    def range(self, function: Any, bounds: tuple[Any, ...]) -> Any:
        from .control import PlainRange

        if function is not range or not 1 <= len(bounds) <= 3 or holds_array(bounds):
            return self.call(function, bounds, {})
        return PlainRange(*bounds)

    def append(self, target: Any, value: Any) -> None:
        from .loop_lists import Appended

        capture, own = self.bodies[-1] if self.bodies else (None, set())
        kept = bool(self.appending) and self.appending[-1][0] is capture and self.world.name == "numpy"
        if not kept or type(target) is not list or self.is_outside(target) or id(target) in own:
            super().append(target, value)
            return
        if any(held.target is target for held in self.appending[-1][1]):
            raise Break("a turn appends several items to a list")
        self.appending[-1][1].append(Appended(target, value))
        if is_array(value):  # whoever changes it later in the turn changes what the list has
            self.parts_taken.append((value, self.roots(value)))

    def walk(self, function: Any, args: tuple[Any, ...]) -> Any:
        from .loop_rows import walk

        return walk(self, function, args)

    def loop(
        self,
        values: Any,
        body: Any,
        state: tuple[Any, ...],
        live: tuple[bool, ...],
        arrays: tuple[bool, ...],
    ) -> Any:
        from .loop import kept_loop

        return kept_loop(self, values, body, state, live, arrays)

    def repeat(
        self,
        values: Any,
        test: Any,
        body: Any,
        state: tuple[Any, ...],
        live: tuple[bool, ...],
        counts: tuple[int, ...],
        around: Any = None,
    ) -> Any:
        from .repeat import Repeated, kept_repeat

        return kept_repeat(self, Repeated(values, test, body, live, counts, around), state)

    def stops(self, done: Any) -> bool:
        from .repeat import is_unknown

        done = truth(done)
        return not is_unknown(done) and bool(done)

    def undone(self, done: Any, before: Any, after: Any, live: Any, counts: Any, around: Any = None) -> Any:
        from .repeat import undone

        return undone(self, done, before, after, live, counts, around)

    def all_of(self, *tests: Any) -> Any:
        from .repeat import all_of

        return all_of(self, tests)

    def any_of(self, *tests: Any) -> Any:
        from .repeat import any_of

        return any_of(self, tests)

    def negate(self, value: Any) -> Any:
        from .repeat import negate

        return negate(value)

    def iterate(self, values: Iterable[Any]) -> Iterable[Any]:
        if is_array(values):
            return self.rows(values)
        source = self.source_of.get(id(values))
        if source is not None and type(values) in (list, tuple):
            held: Sequence[Any] = list(values)
            self.guard("length", source, len(held))
            return [self.admit(item, Source("item", source, k)) for k, item in enumerate(held)]
        if source is not None and type(values) is dict:
            self.guard("keys", source, tuple(values))
            return list(values)
        if type(values) in (*CONTAINERS, str, bytes, set, frozenset):
            return values
        if isinstance(values, known.CONSUMED):
            self.touching(values)
        if isinstance(values, known.ITERATORS) or (
            isinstance(values, tuple) and hasattr(values, "_fields")
        ):
            return values
        raise Break(f"goes through an object of class {type(values).__name__}")

    def rows(self, array: Any) -> Iterator[Any]:
        if array.ndim == 0:
            raise Break("goes through an array of rank 0")
        known_rows = self.known_rows.get(id(array))
        return (self.item(array, k) for k in range(array.shape[0] if known_rows is None else known_rows))

    def unpack(self, values: Iterable[Any]) -> Iterable[Any]:
        return self.iterate(values)

    def in_place(self, sign: str, left: Any, right: Any) -> Any:
        if isinstance(left, Picked):
            if left.full is None or left.array is not None or sign == "@":
                left = self.as_arrays(left)
            else:
                return self.changed_in_place(BINARY[sign], left, right)
        right = self.as_arrays(right)
        if is_array(left):
            if isinstance(right, Number):
                right = self.number_array(right)
            if self.is_scalar(left):
                return BINARY[sign](left, right)
            self.changing(left)
            return IN_PLACE[sign](left, right)
        if type(left) in (list, dict, set):
            if self.is_outside(left):
                raise Break(f"changes a {type(left).__name__} that others hold")
            self.touching(left)
            extends = type(left) is list and sign == "+"
            return IN_PLACE[sign](left, self.iterate(right) if extends else right)
        if isinstance(left, Number) or type(left) in known.IMMUTABLE:
            return IN_PLACE[sign](left, right)
        if array_world(left) == "numpy":
            return BINARY[sign](left, right)
        raise Break(f"an operator on an object of class {type(left).__name__}")

    def in_place_part(self, sign: str, left: Any, right: Any) -> Any:
        if is_array(left) and left.ndim and self.bodies and self.forget_picked(left):
            left = _core.apply("copy", (left,), "")  # nobody else holds what has just been read
        return self.in_place(sign, left, right)

    def outward(self, value: Any) -> Any:
        if holds_array(value):
            raise Break("formats an array")
        return self.seen(value)

    def hashed(self, value: Any) -> Any:
        if holds_array(value):
            raise Break("an array is used as a key")
        return self.seen(value)

    def send(self, name: str, value: Any) -> Any:
        raise Break(f"assigns to the variable {name} outside of the function")

    def contains(self, value: Any, container: Any) -> bool:
        if holds_array((value, container)) or type(container) not in (
            *CONTAINERS,
            str,
            set,
            frozenset,
            range,
        ):
            raise Break("looks for a value in a container of arrays")
        source = self.source_of.get(id(container))
        if source is not None and type(container) is dict:
            self.guard("keys", source, tuple(container))
        elif source is not None:
            container = list(self.iterate(container))
        return bool(self.seen(value) in self.seen(container))

    def same(self, left: Any, right: Any) -> bool:
        if type(left) is Truth or type(right) is Truth:
            raise Break("the value of an array is needed")
        if left is right:
            self.compare_objects(left)
            return True
        if any(type(value) in (Number, Rounds, Real, Verdict) for value in (left, right)):
            other = right if type(left) in (Number, Rounds, Real, Verdict) else left
            if is_array(other) or other is None or isinstance(other, (str, bool, type)):
                return False
            raise Break("asks whether two numbers are the same object")
        if is_array(left) and is_array(right):
            if self.bodies:
                raise Break("asks whether two arrays are the same object, in a loop or branch")
            if id(left) in self.input_of and id(right) in self.input_of:
                raise Break("asks whether two arrays are the same object")
        if type(left) not in SIMPLE and type(right) not in SIMPLE:
            self.compare_objects(left, right)
        return left is right

    def compare_objects(self, *objects: Any) -> None:
        """Their identity decides something."""
        for value in objects:
            if id(value) in self.given:
                raise Break("asks whether two containers are the same object")
            if id(value) in self.source_of:
                self.guard("is", self.source_of[id(value)], value)

    def enter_try(self) -> None:
        raise Break("a try statement")

    def settle(self) -> None:
        pass

    def manager(self, manager: Any) -> Any:
        raise Break(f"a with statement on an object of class {type(manager).__name__}")
