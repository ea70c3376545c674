"""Variables of a loop while it is compiled: their kinds, which hold for the whole of it, and where they are kept."""

from __future__ import annotations

import dataclasses
from .numbers import Numbers
from .text import Text
from .values import KINDS, NUMPY, PYTHON, WHOLE, Array, Num, Offset, Several, Unsupported, Value, View, bits_of

UNSET = -1
"""Whose a number is that has no value."""


class Again(Exception):
    """A variable is of another kind than was thought: the loop is written once more."""


@dataclasses.dataclass
class Kind:
    """A variable of numbers: of one dtype, of these owners. Of a view: of an array and a rank."""

    dtype: str = ""
    owners: frozenset[int] = frozenset()
    array: int | None = None  # a view
    rank: int = 0
    made: bool = False  # an array of the loop's own
    strides: tuple[str, ...] = ()  # of a view: those that are numbers in the text; else ""


class Variable:
    """Where one is kept."""

    def __init__(self, text: Text, kind: Kind, bound: bool) -> None:
        self.kind = kind
        self.slots: list[str] = []
        self.owner: str | None = None
        self.array: Array | None = None
        if kind.array is None and not kind.made:
            self.slots = [text.slot(KINDS[kind.dtype])]
            if len(kind.owners) > 1:
                self.owner = text.slot("i8")
        else:
            self.slots = [text.slot("i64") for _ in range(1 + 2 * kind.rank)]
            if kind.made:
                self.slots.append(text.slot("ptr"))
        self.bound = None if bound else text.slot("i1")
        if self.bound is not None:
            text.entry.append(f"  store i1 false, ptr {self.bound}")


class Variables:
    """All of them. kinds outlive an attempt, as far as they are known."""

    def __init__(self, text: Text, numbers: Numbers, kinds: dict[str, Kind]) -> None:
        self.text = text
        self.numbers = numbers
        self.kinds = kinds
        self.held: dict[str, Variable] = {}

    def variable(self, name: str, bound: bool = False) -> Variable:
        found = self.held.get(name)
        if found is None:
            found = self.held[name] = Variable(self.text, self.kinds[name], bound)
        return found

    def widen(self, name: str, kind: Kind) -> None:
        """Makes room for one more kind of value."""
        held = self.kinds.get(name)
        if held is None:
            self.kinds[name] = kind
            return
        if (held.array, held.rank, held.made) != (kind.array, kind.rank, kind.made):
            raise Unsupported(f"{name} stands for different things")
        common = tuple(a if a == b else "" for a, b in zip(held.strides, kind.strides))
        if common != held.strides:
            self.kinds[name] = dataclasses.replace(held, strides=common)
            raise Again
        dtype, owners = kind.dtype, kind.owners
        if held.dtype != dtype:
            if {held.dtype, dtype} != {"int64", "float64"} or kind.made:
                raise Unsupported(f"{name} is {held.dtype} and {dtype}")
            whole = held.owners if held.dtype == "int64" else owners
            if whole != {PYTHON}:
                raise Unsupported(f"{name} is an integer of NumPy's, and a float")
            rest = owners if held.dtype == "int64" else held.owners
            dtype, owners = "float64", rest | {WHOLE}
        else:
            owners = owners | held.owners
        if dtype != held.dtype or owners != held.owners:
            self.kinds[name] = Kind(dtype, owners)
            raise Again

    def owners_of(self, num: Num) -> frozenset[int]:
        if isinstance(num.owner, str):
            whole = {WHOLE} if num.dtype == "float64" else set()
            return frozenset({PYTHON, NUMPY} | whole)
        return frozenset({num.owner})

    # ---------------------------------------------------------------- writing

    def set(self, name: str, value: Value) -> None:
        if isinstance(value, Num):
            self.set_number(name, value)
        elif isinstance(value, View) and not value.array.made:
            self.set_view(name, value)
        else:
            what = "a tuple" if isinstance(value, Several) else "an array of the loop's own" if isinstance(
                value, View
            ) else "an object"
            raise Unsupported(f"{name} becomes {what}")

    def set_number(self, name: str, num: Num, bound: bool = False) -> None:
        self.widen(name, Kind(num.dtype, self.owners_of(num)))
        kind = self.kinds[name]
        if kind.dtype != num.dtype:
            num = self.numbers.whole(num)
        held = self.variable(name, bound)
        self.text.store(num.kind, num.value, held.slots[0])
        if held.owner is not None:
            self.text.store("i8", str(num.owner), held.owner)
        self.now_bound(held)

    def now_bound(self, held: Variable) -> None:
        if held.bound is not None:
            self.text.store("i1", "true", held.bound)

    def set_view(self, name: str, view: View) -> None:
        strides = tuple(stride if stride.lstrip("-").isdigit() else "" for stride in view.strides)
        self.widen(name, Kind(view.dtype, frozenset(), view.array.number, len(view.extents), False, strides))
        held = self.variable(name)
        held.array = view.array
        for slot, value in zip(held.slots, self.words_of(view)):
            self.text.store("i64", value, slot)
        self.now_bound(held)

    def set_made(self, name: str, view: View) -> None:
        """An array of the loop's own; the name is the only one it has."""
        self.widen(name, Kind(view.dtype, frozenset(), None, len(view.extents), True))
        held = self.variable(name)
        held.array = view.array
        for slot, value in zip(held.slots, self.words_of(view)):
            self.text.store("i64", value, slot)
        self.text.store("ptr", view.array.pointer, held.slots[-1])
        self.now_bound(held)

    def words_of(self, view: View) -> list[str]:
        return [view.offset.in_bytes(self.text, bits_of(view.dtype) // 8), *view.extents, *view.strides]

    # ---------------------------------------------------------------- reading

    def get(self, name: str) -> Value:
        held = self.held.get(name)
        if held is None:
            raise Unsupported(f"{name} is read before it is assigned")
        if held.bound is not None:
            self.text.guard(self.text.load("i1", held.bound))
        return self.peek(held)

    def peek(self, held: Variable) -> Value:
        text, kind = self.text, held.kind
        if kind.array is None and not kind.made:
            value = text.load(KINDS[kind.dtype], held.slots[0])
            owner: int | str = min(kind.owners) if held.owner is None else text.load("i8", held.owner)
            return Num(value, kind.dtype, owner)
        array = held.array
        if array is None:
            raise Unsupported("a view is read before it is made")
        if kind.made:
            array = dataclasses.replace(array, pointer=text.load("ptr", held.slots[-1]))
        words = [text.load("i64", slot) for slot in held.slots[: 1 + 2 * kind.rank]]
        extents, strides = words[1 : 1 + kind.rank], words[1 + kind.rank :]
        if kind.made and kind.rank > 0:  # its elements stand side by side
            strides[-1] = str(bits_of(kind.dtype) // 8)
        strides = [known or stride for known, stride in zip(kind.strides or [""] * kind.rank, strides)]
        return View(array, Offset(words[0]), tuple(extents), tuple(strides))
