"""Parts of arrays: views, what is computed element by element, and loops over them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

import numpy

from .numbers import Numbers
from .text import Text
from .values import KINDS, NUMPY, PYTHON, Array, Num, Offset, Unsupported, Vec, View, bits_of, cast, fitting, is_float

LANES = 8
"""Partial sums of a sum: more than one addition is under way at a time."""


class Vectors:
    """What arrays do, in the text of a function."""

    def __init__(self, text: Text, numbers: Numbers, room: Callable[[str, str], str]) -> None:
        self.text = text
        self.numbers = numbers
        self.room = room  # (key, bytes) -> a pointer to so much memory of the loop's own
        self.accessed: set[int] = set()
        self.stored: set[int] = set()
        self.alike: frozenset[tuple[str, str]] = frozenset()  # extents known to be the same where text is put now

    # ---------------------------------------------------------------- elements

    def address(self, view: View, indices: Sequence[str]) -> str:
        offset, place = view.offset, view.array.pointer
        for index, stride in zip(indices, view.strides):
            offset = self.moved(view, offset, index, stride)
        if offset.bytes != "0":
            place = self.text.make(f"getelementptr i8, ptr {place}, i64 {offset.bytes}")
        if offset.elements != "0":
            kind = "i8" if view.dtype == "bool" else KINDS[view.dtype]
            place = self.text.make(f"getelementptr {kind}, ptr {place}, i64 {offset.elements}")
        return place

    def scope(self, array: Array) -> str:
        """What LLVM may know: arrays do not share memory."""
        self.accessed.add(array.number)
        return f"!alias.scope !{10 + 2 * array.number}, !noalias !{11 + 2 * array.number}"

    def load(self, view: View, indices: Sequence[str]) -> Num:
        place, size = self.address(view, indices), bits_of(view.dtype) // 8
        kind = "i8" if view.dtype == "bool" else KINDS[view.dtype]
        value = self.text.make(f"load {kind}, ptr {place}, align {size}, {self.scope(view.array)}")
        if view.dtype == "bool":
            value = self.text.make(f"icmp ne i8 {value}, 0")
        return Num(value, view.dtype, NUMPY)

    def store(self, view: View, indices: Sequence[str], num: Num) -> None:
        """Of an array: what does not fit wraps round."""
        self.put(view, indices, cast(self.text, num, view.dtype))

    def put(self, view: View, indices: Sequence[str], value: str) -> None:
        kind, size = KINDS[view.dtype], bits_of(view.dtype) // 8
        if view.dtype == "bool":
            value, kind = self.text.make(f"zext i1 {value} to i8"), "i8"
        place = self.address(view, indices)
        self.stored.add(view.array.number)
        self.text.put(f"store {kind} {value}, ptr {place}, align {size}, {self.scope(view.array)}")

    def as_element(self, num: Num, dtype: str) -> str:
        """A number as NumPy's assignment makes it an element."""
        if not is_float(num.dtype) and not is_float(dtype) and dtype != "bool" and num.dtype != "bool":
            return self.exact(num, dtype)
        if isinstance(num.owner, str) and dtype not in (num.dtype, "float64"):
            raise Unsupported("an element of a number that is Python's or NumPy's")
        return cast(self.text, num, dtype)

    def exact(self, num: Num, dtype: str) -> str:
        """An integer that the dtype must have."""
        if num.dtype == dtype:
            return num.value
        if num.dtype == "uint64":
            self.text.guard(self.text.make(f"icmp sge i64 {num.value}, 0"))
        wide = Num(cast(self.text, num, "int64"), "int64", num.owner)
        return fitting(self.text, wide, dtype)

    # ---------------------------------------------------------------- views

    def place(self, index: Num, extent: str) -> str:
        """An index as a place, which must be there; negative ones count from the end."""
        if is_float(index.dtype) or index.dtype == "bool":
            raise Unsupported("an index that is no integer")
        text, value = self.text, self.exact(index, "int64")
        if not value.isdigit():
            below = text.make(f"icmp slt i64 {value}, 0")
            moved = text.make(f"add i64 {value}, {extent}")
            value = text.make(f"select i1 {below}, i64 {moved}, i64 {value}")
        text.guard(text.make(f"icmp ult i64 {value}, {extent}"))
        return value

    def bound(self, index: Num | None, extent: str, otherwise: str) -> str:
        """A bound of a slice of step 1: from 0 to the extent."""
        if index is None:
            return otherwise
        if is_float(index.dtype) or index.dtype == "bool":
            raise Unsupported("a bound that is no integer")
        text, value = self.text, self.exact(index, "int64")
        if value == "0":
            return "0"
        below = text.make(f"icmp slt i64 {value}, 0")
        moved = text.make(f"add i64 {value}, {extent}")
        value = text.make(f"select i1 {below}, i64 {moved}, i64 {value}")
        value = text.intrinsic("llvm.smax.i64", "i64", value, "0")
        return text.intrinsic("llvm.smin.i64", "i64", value, extent)

    def sliced(self, extent: str, lower: Num | None, upper: Num | None, step: int) -> tuple[str, str]:
        """First place and number of places of a slice."""
        text = self.text
        if step == -1 and lower is None and upper is None:
            last = text.make(f"sub i64 {extent}, 1")
            return last, extent
        if step != 1 and (step < 1 or step > 64):
            raise Unsupported("a slice of such a step")
        first, end = self.bound(lower, extent, "0"), self.bound(upper, extent, extent)
        count = end if first == "0" else text.make(f"sub i64 {end}, {first}")
        if step != 1:
            count = text.make(f"add i64 {count}, {step - 1}")
            count = text.make(f"sdiv i64 {count}, {step}")
        if lower is not None:
            count = text.intrinsic("llvm.smax.i64", "i64", count, "0")
        return first, count

    def scaled(self, stride: str, step: int) -> str:
        if step == 1:
            return stride
        if stride.lstrip("-").isdigit():
            return str(int(stride) * step)
        return self.text.make(f"mul i64 {stride}, {step}")

    def moved(self, view: View, offset: Offset, place: str, stride: str) -> Offset:
        """An offset so many strides further."""
        if place == "0":
            return offset
        if stride == str(bits_of(view.dtype) // 8):
            return Offset(offset.bytes, self.plus(offset.elements, place))
        return Offset(self.plus(offset.bytes, self.text.make(f"mul nsw i64 {place}, {stride}")), offset.elements)

    def plus(self, a: str, b: str) -> str:
        return b if a == "0" else self.text.make(f"add nsw i64 {a}, {b}")

    # ---------------------------------------------------------------- element by element

    def vec(self, value: View | Vec) -> Vec:
        if isinstance(value, Vec):
            return value
        return Vec(
            value.dtype,
            value.extents,
            lambda indices: self.load(value, indices),
            frozenset([value]),
        )

    def broadcast(self, operands: Sequence[Vec]) -> tuple[str, ...]:
        """The extents of a step; what does not fit fails."""
        rank = max(len(v.extents) for v in operands)
        extents: list[str] = []
        for axis in range(rank):
            found: list[str] = []
            for v in operands:
                own = axis - rank + len(v.extents)
                if own >= 0 and v.extents[own] not in found:
                    found.append(v.extents[own])
            found = [e for e in found if e != "1"] or ["1"]
            extent = found[0]
            for other in found[1:]:
                extent = self.fit(extent, other)
            extents.append(extent)
        return tuple(extents)

    def fit(self, a: str, b: str) -> str:
        text = self.text
        same = text.make(f"icmp eq i64 {a}, {b}")
        one_a, one_b = text.make(f"icmp eq i64 {a}, 1"), text.make(f"icmp eq i64 {b}, 1")
        text.guard(text.make(f"or i1 {same}, {text.make(f'or i1 {one_a}, {one_b}')}"))
        return text.make(f"select i1 {one_a}, i64 {b}, i64 {a}")

    def own_indices(self, v: Vec, extents: Sequence[str], indices: Sequence[str]) -> list[str]:
        """Those of one operand: 0 where it is repeated."""
        found: list[str] = []
        lead = len(extents) - len(v.extents)
        for axis, extent in enumerate(v.extents):
            index = indices[lead + axis]
            if extent == "1":
                index = "0"
            elif extent != extents[lead + axis] and (extent, extents[lead + axis]) not in self.alike:
                repeated = self.text.make(f"icmp eq i64 {extent}, 1")
                index = self.text.make(f"select i1 {repeated}, i64 0, i64 {index}")
            found.append(index)
        return found

    def elementwise(self, operands: Sequence[Num | View | Vec], of: Callable[..., Num]) -> Vec:
        """A step on arrays, and on numbers, of which those of Python's adapt."""
        vecs = [self.vec(v) for v in operands if not isinstance(v, Num)]
        extents = self.broadcast(vecs)

        def at(indices: Sequence[str]) -> Num:
            given = iter(vecs)
            elements: list[Num] = []
            for operand in operands:
                if isinstance(operand, Num):
                    elements.append(operand)
                else:
                    v = next(given)
                    elements.append(v.at(self.own_indices(v, extents, indices)))
            return of(*elements)

        dtype = self.dtype_of(at, extents)
        for operand in operands:  # it must fit, also where there are no elements
            if isinstance(operand, Num) and operand.owner == PYTHON and operand.dtype == "int64":
                self.check_number(operand, dtype)
        stretched = frozenset().union(*[v.stretched | _stretched(v.extents, extents) for v in vecs])
        return Vec(dtype, extents, at, frozenset().union(*[v.reads for v in vecs]), stretched)

    def check_number(self, num: Num, dtype: str) -> None:
        if not is_float(dtype) and dtype != "bool":
            fitting(self.text, num, dtype)

    def dtype_of(self, at: Callable[..., Num], extents: Sequence[str]) -> str:
        """Of an element."""
        return self.tried(lambda: at(["0"] * len(extents))).dtype

    def tried(self, make: Callable[[], Num]) -> Num:
        """What a number would be: found by writing it down where nobody runs it."""
        text = self.text
        held = text.body, text.open
        text.body, text.open = [], True
        try:
            return make()
        finally:
            text.body, text.open = held

    # ---------------------------------------------------------------- loops

    def in_both_ways(
        self, pairs: frozenset[tuple[str, str]], put: Callable[[], None], put_other: Callable[[], None] | None = None
    ) -> None:
        """Puts a loop twice: for extents that are the same, which is nearly always so, and for those that are stretched.

        Only in the former LLVM sees that elements stand side by side.
        """
        pairs -= self.alike
        if not pairs:
            put()
            return
        text, held = self.text, self.alike
        alike = "true"
        for a, b in sorted(pairs):
            alike = text.make(f"and i1 {alike}, {text.make(f'icmp eq i64 {a}, {b}')}")
        plain, other, after = text.label(), text.label(), text.label()
        text.fork(alike, plain, other)
        text.place(plain)
        self.alike = held | pairs
        put()
        self.alike = held
        text.go(after)
        text.place(other)
        (put_other or put)()
        text.go(after)
        text.place(after)

    def each(self, extents: Sequence[str], body: Callable[[list[str]], None]) -> None:
        """A loop over all indices."""
        self._each(list(extents), [], body)

    def _each(self, left: list[str], indices: list[str], body: Callable[[list[str]], None]) -> None:
        if not left:
            body(indices)
            return
        with_index = lambda index: self._each(left[1:], [*indices, index], body)
        self.count("0", left[0], 1, with_index)

    def count(self, first: str, end: str, step: int, body: Callable[[str], None]) -> str:
        """A loop of an index; its slot, which holds the end when it is over."""
        text = self.text
        slot = text.slot("i64")
        text.store("i64", first, slot)
        head, inside, after = text.label(), text.label(), text.label()
        text.place(head)
        index = text.load("i64", slot)
        text.fork(text.make(f"icmp slt i64 {index}, {end}"), inside, after)
        text.place(inside)
        body(index)
        following = text.make(f"add nsw i64 {index}, {step}")
        text.store("i64", following, slot)
        text.go(head)
        text.place(after)
        return slot

    def assign(self, target: View, value: Num | View | Vec, key: str) -> None:
        """target[...] = value: as if the value was computed before anything was written."""
        if isinstance(value, Num):
            element = self.as_element(value, target.dtype)
            self.each(target.extents, lambda indices: self.put(target, indices, element))
            return
        v = self.vec(value)
        self.check_fits(v, target.extents)
        stretched = v.stretched | _stretched(v.extents, target.extents)
        if not v.looks_at(target.array):
            self.in_both_ways(stretched, lambda: self.move(target, v))
            return
        behind = rows_behind(target, v)

        def at_once() -> None:
            self.move(target, self.vec(self.materialised(v, key)))

        def by_rows() -> None:
            self.move_by_rows(target, v, behind or 0, f"{key}, rows")

        self.in_both_ways(stretched, at_once if behind is None else by_rows, at_once)

    def move(self, target: View, source: Vec) -> None:
        def one(indices: list[str]) -> None:
            own = self.own_indices(source, target.extents, indices)
            self.store(target, indices, source.at(own))

        self.each(target.extents, one)

    def move_by_rows(self, target: View, source: Vec, behind: int, key: str) -> None:
        """Where a row is read by no later one but the next few: it is written when those are computed.

        Rows wait in memory that stays in the cache, where all at once would go through memory three times more.
        """
        text, count = self.text, target.extents[0]
        room = Vec(source.dtype, (str(behind + 1), *target.extents[1:]), source.at, frozenset())
        waiting = self.room_view(room, key)

        def place(row: str) -> str:
            return "0" if behind == 0 else text.make(f"urem i64 {row}, {behind + 1}")

        def write(row: str) -> None:
            held = place(row)
            self.each(target.extents[1:], lambda at: self.store(target, [row, *at], self.load(waiting, [held, *at])))

        def compute(row: str) -> None:
            held = place(row)
            self.each(target.extents[1:], lambda at: self.store(waiting, [held, *at], source.at([row, *at])))
            ready, after = text.label(), text.label()
            done = text.make(f"sub nsw i64 {row}, {behind}")
            text.fork(text.make(f"icmp sge i64 {done}, 0"), ready, after)
            text.place(ready)
            write(done)
            text.go(after)
            text.place(after)

        self.count("0", count, 1, compute)
        left = text.intrinsic("llvm.smax.i64", "i64", text.make(f"sub i64 {count}, {behind}"), "0")
        self.count(left, count, 1, write)

    def check_fits(self, v: Vec, extents: Sequence[str]) -> None:
        if len(v.extents) > len(extents):
            raise Unsupported("an assignment of more axes than there are")
        lead = len(extents) - len(v.extents)
        for axis, extent in enumerate(v.extents):
            if extent not in ("1", extents[lead + axis]):
                same = self.text.make(f"icmp eq i64 {extent}, {extents[lead + axis]}")
                one = self.text.make(f"icmp eq i64 {extent}, 1")
                self.text.guard(self.text.make(f"or i1 {same}, {one}"))

    def materialised(self, v: Vec, key: str) -> View:
        """Its elements in memory of the loop's own."""
        view = self.room_view(v, key)
        self.in_both_ways(
            v.stretched, lambda: self.each(v.extents, lambda indices: self.store(view, indices, v.at(indices)))
        )
        return view

    def room_view(self, v: Vec, key: str) -> View:
        """Memory for its elements."""
        text, size = self.text, bits_of(v.dtype) // 8
        count = str(size)
        strides: list[str] = []
        for extent in reversed(v.extents):
            strides.insert(0, count)
            count = text.make(f"mul i64 {count}, {extent}")
        pointer = self.room(key, count)
        made = Array(self.number_of(key), v.dtype, pointer, made=True)
        return View(made, Offset(), v.extents, tuple(strides))

    def number_of(self, key: str) -> int:
        raise NotImplementedError

    # ---------------------------------------------------------------- sums

    def total(self, v: Vec, start: Num, step: Callable[[Num, Num], Num]) -> Num:
        """Elements put together, of a sum in several lanes."""
        result = self.text.slot(start.kind)
        self.in_both_ways(v.stretched, lambda: self._put_total(result, v, start, step))
        return Num(self.text.load(start.kind, result), start.dtype, NUMPY)

    def _put_total(self, result: str, v: Vec, start: Num, step: Callable[[Num, Num], Num]) -> None:
        text, kind = self.text, start.kind
        slots = [text.slot(kind) for _ in range(LANES if len(v.extents) == 1 else 1)]
        for slot in slots:
            text.store(kind, start.value, slot)
        if len(v.extents) == 1:
            lanes = text.make(f"and i64 {v.extents[0]}, {-LANES}")

            def some(index: str) -> None:
                for k, slot in enumerate(slots):
                    at = index if k == 0 else text.make(f"add nsw i64 {index}, {k}")
                    self._add(slot, start, v.at([at]), step)

            self.count("0", lanes, LANES, some)
            self.count(lanes, v.extents[0], 1, lambda index: self._add(slots[0], start, v.at([index]), step))
        else:
            self.each(v.extents, lambda indices: self._add(slots[0], start, v.at(indices), step))
        sums = [Num(text.load(kind, slot), start.dtype, NUMPY) for slot in slots]
        while len(sums) > 1:
            half = len(sums) // 2
            sums = [step(sums[k], sums[k + half]) for k in range(half)]
        text.store(kind, sums[0].value, result)

    def _add(self, slot: str, like: Num, element: Num, step: Callable[[Num, Num], Num]) -> None:
        held = Num(self.text.load(like.kind, slot), like.dtype, NUMPY)
        made = step(held, Num(cast(self.text, element, like.dtype), like.dtype, NUMPY))
        self.text.store(like.kind, made.value, slot)

    def sum(self, v: Vec) -> Num:
        dtype = v.dtype
        if dtype == "bool" or (not is_float(dtype) and bits_of(dtype) < 64):
            dtype = str(numpy.result_type(numpy.int64 if not dtype.startswith("u") else numpy.uint64, dtype))
        zero = Num("0.0" if is_float(dtype) else "0", dtype, NUMPY)
        return self.total(v, zero, lambda a, b: self.numbers.binary("Add", a, b))

    def dot(self, a: Vec, b: Vec) -> Num:
        if len(a.extents) != 1 or len(b.extents) != 1:
            raise Unsupported("a product of matrices")
        if a.dtype == "bool" or b.dtype == "bool":
            raise Unsupported("a product of bools")
        if a.extents != b.extents:
            self.text.guard(self.text.make(f"icmp eq i64 {a.extents[0]}, {b.extents[0]}"))
        products = Vec(
            str(numpy.result_type(a.dtype, b.dtype)),
            a.extents,
            lambda indices: self.numbers.binary("Mult", a.at(indices), b.at(indices)),
            a.reads | b.reads,
            a.stretched | b.stretched,
        )
        zero = Num("0.0" if is_float(products.dtype) else "0", products.dtype, NUMPY)
        return self.total(products, zero, lambda x, y: self.numbers.binary("Add", x, y))

    def extreme(self, v: Vec, larger: bool) -> Num:
        """max or min, of at least one element."""
        if v.dtype == "bool":
            raise Unsupported("the largest of bools")
        count = "1"
        for extent in v.extents:
            count = self.text.make(f"mul i64 {count}, {extent}")
        self.text.guard(self.text.make(f"icmp sgt i64 {count}, 0"))
        first = v.at(["0"] * len(v.extents))
        return self.total(v, first, lambda a, b: self.numbers.extreme(larger, a, b))


_MOST_BEHIND = 8
"""Rows that may wait to be written."""


def rows_behind(target: View, source: Vec) -> int | None:
    """How many rows later a row of the target is still read, by what is to become its rows; None: who knows."""
    behind = 0
    for view in source.reads:
        if view.array.number != target.array.number:
            continue
        if view.row is None or target.row is None or len(view.strides) < 2 or view.strides != target.strides:
            return None
        behind = max(behind, target.row - view.row)
    return behind if behind <= _MOST_BEHIND else None


def _stretched(own: Sequence[str], extents: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Extents of an operand that may be 1 where those of the step are not, which only a run can tell."""
    pairs = zip(own, extents[len(extents) - len(own) :])
    return frozenset((a, b) for a, b in pairs if a not in ("1", b))


def static_step(node: ast.expr | None) -> int:
    """The step of a slice, which stands in the text."""
    if node is None:
        return 1
    try:
        value = ast.literal_eval(node)
    except ValueError:
        raise Unsupported("a slice whose step is not a number in the text") from None
    if value is None:
        return 1
    if type(value) is not int or value == 0:
        raise Unsupported("a slice of such a step")
    return value
