"""What a compiled loop is given: arguments, and the words of the frame in which they come."""

from __future__ import annotations

import dataclasses
from typing import Any

from .numbers import Numbers
from .text import Text
from .values import KINDS, Array, Num, Offset, Static, Value, View, bits_of
from .vectors import Vectors


@dataclasses.dataclass(frozen=True)
class GivenArray:
    """An argument: dtype, axes, and whether the elements of the last axis stand side by side."""

    dtype: str
    rank: int
    dense: bool


@dataclasses.dataclass(frozen=True)
class GivenNumber:
    dtype: str
    owner: int


@dataclasses.dataclass
class Layout:
    """What the words of a frame are, by their numbers; word 0 is the extension's."""

    size: int = 1
    arrays: list[tuple[str, int]] = dataclasses.field(default_factory=list)  # name, first word
    numbers: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)  # name, word, dtype
    steps: list[tuple[str, str, int]] = dataclasses.field(default_factory=list)  # op, dtype, word
    rooms: list[int] = dataclasses.field(default_factory=list)  # words: pointer, bytes, bytes wanted
    outputs: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)  # name, word, dtype
    stored: list[str] = dataclasses.field(default_factory=list)  # names of arrays that are written

    def words(self, n: int) -> int:
        first = self.size
        self.size += n
        return first


@dataclasses.dataclass
class Compiled:
    text: str
    layout: Layout
    watched: list[tuple[Any, str, Any]]  # (owner, name, value): it holds as long as these do


class Arguments(Vectors):
    """Arguments of an attempt to compile a loop."""

    def __init__(self, given: dict[str, Any]) -> None:
        text = Text()
        super().__init__(text, Numbers(text, self.step_address), self.room_for)
        self.layout = Layout()
        self.given = given
        self.arrays: dict[str, View] = {}
        self.numbers_given: dict[str, Num] = {}
        self.names: list[str] = []  # of arrays, by number
        self.step_words: dict[tuple[str, str], str] = {}
        self.room_slots: dict[str, tuple[int, int]] = {}

    def word(self, kind: str, number: int) -> str:
        """A word of the frame, read once at the beginning."""
        place, value = self.text.name("w"), self.text.name("w")
        self.text.entry.append(f"  {place} = getelementptr i64, ptr %frame, i64 {number}")
        self.text.entry.append(f"  {value} = load {kind}, ptr {place}, !invariant.load !0")
        return value

    def argument(self, name: str, given: Any) -> Value:
        """What comes from outside and is not assigned in the loop."""
        if isinstance(given, Static):
            return given
        if isinstance(given, GivenNumber):
            return self.number_argument(name, given)
        found = self.arrays.get(name)
        if found is None:
            found = self.arrays[name] = self.array_argument(name, given)
        return found

    def number_argument(self, name: str, given: GivenNumber) -> Num:
        found = self.numbers_given.get(name)
        if found is None:
            word = self.layout.words(1)
            self.layout.numbers.append((name, word, given.dtype))
            value = self.word("i8" if given.dtype == "bool" else KINDS[given.dtype], word)
            if given.dtype == "bool":
                raw, value = value, self.text.name("w")
                self.text.entry.append(f"  {value} = icmp ne i8 {raw}, 0")
            found = self.numbers_given[name] = Num(value, given.dtype, given.owner)
        return found

    def array_argument(self, name: str, given: GivenArray) -> View:
        first = self.layout.words(1 + 2 * given.rank)
        self.layout.arrays.append((name, first))
        self.names.append(name)
        array = Array(len(self.names) - 1, given.dtype, self.word("ptr", first))
        extents = tuple(self.word("i64", first + 1 + k) for k in range(given.rank))
        strides = [self.word("i64", first + 1 + given.rank + k) for k in range(given.rank)]
        if given.dense and given.rank:
            strides[-1] = str(bits_of(given.dtype) // 8)
        return View(array, Offset(), extents, tuple(strides), row=0)

    def step_address(self, op: str, dtype: str) -> str:
        found = self.step_words.get((op, dtype))
        if found is None:
            word = self.layout.words(1)
            self.layout.steps.append((op, dtype, word))
            found = self.step_words[op, dtype] = self.word("ptr", word)
        return found

    def number_of(self, key: str) -> int:
        """Of an array of the loop's own, after the arguments'."""
        if key not in self.room_slots:
            self.room_slots[key] = (64 + len(self.room_slots), self.layout.words(3))
            self.layout.rooms.append(self.room_slots[key][1])
        return self.room_slots[key][0]

    def room_for(self, key: str, count: str) -> str:
        self.number_of(key)
        word = self.room_slots[key][1]
        text = self.text
        fits, lacks, after = text.label(), text.label(), text.label()
        held = self.word("i64", word + 1)
        text.fork(text.make(f"icmp ule i64 {count}, {held}"), fits, lacks)
        text.place(lacks)
        place = text.make(f"getelementptr i64, ptr %frame, i64 {word + 2}")
        text.store("i64", count, place)
        text.go("room")
        text.place(fits)
        text.place(after)
        return self.word("ptr", word)
