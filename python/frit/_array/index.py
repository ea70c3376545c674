"""a[key] and a[key] = value for keys with arrays in them; take, put and their like.

NumPy's rules: integer arrays are broadcast together; their axes stand where the first of them
stood if they are neighbours, else in front. Integers among them count as arrays of rank 0. A mask
stands for the places where it is true, so getting by a mask needs its values; setting by a mask
does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from .._errors import ArgumentError, DTypeError, IndexOutOfRange, ShapeError, user_place
from .types import ArrayLike, as_array, ints, is_number, no_truth, on_their_device, one_axis, peek

if TYPE_CHECKING:
    from .array import Array


# ---- keys


class Place(NamedTuple):
    """Where a key leads: a view, and index arrays along some of its axes."""

    view: Array
    axes: list[int]
    indices: list[Array]
    front: bool  # the axes of the indices come first, not where they stood

    @property
    def rank(self) -> int:
        """Axes of the broadcast indices."""
        return max((index.ndim for index in self.indices), default=0)


def _is_array(item: Any) -> bool:
    if item is None or item is Ellipsis or isinstance(item, (slice, int)):
        return isinstance(item, bool)
    return isinstance(item, (_core.ArrayBase, list)) or hasattr(item, "__array__")


def _is_mask(item: Any) -> bool:
    return isinstance(item, _core.ArrayBase) and item.dtype.kind == "b"


def _as_index(item: Any) -> Array:
    index = as_array(item)
    if isinstance(item, list) and not item:
        index = _core.cast(index, _core.int64)  # NumPy makes floats of an empty list
    if index.dtype.kind not in "iub":
        raise IndexOutOfRange(f"an index array has integers or bools, not {index.dtype}")
    return index


def _without_ellipsis(key: tuple[Any, ...], rank: int) -> list[Any]:
    """The key with an item for every axis, and None for the new ones."""
    used = 0
    for item in key:
        if _is_mask(item):
            used += item.ndim
        elif item is not None and item is not Ellipsis:
            used += 1
    if used > rank:
        raise IndexOutOfRange(
            f"too many indices: the array has {rank} axes, and {used} were indexed"
        )
    rest = [slice(None)] * (rank - used)
    dots = [k for k, item in enumerate(key) if item is Ellipsis]
    if len(dots) > 1:
        raise IndexOutOfRange("an index has at most one ellipsis ('...')")
    at = dots[0] if dots else len(key)
    return [*key[:at], *rest, *key[at + len(dots) :]]


places_in_a_trace: Callable[[Any], Any] | None = None
"""Set by what traces functions: where a mask without a value is true, among all elements in order, or None."""


kept_in_a_trace: Callable[[Any, Any], Any] | None = None
"""Set by the same: where a row of bools is true, and arrays that were computed by then as they are."""


def true_places_and(mask: Array, keep: list[Array]) -> tuple[Array, ...]:
    """Where a row of bools is true, and the arrays, which a program needs not compute again."""
    import numpy

    made = kept_in_a_trace(mask, keep) if kept_in_a_trace and mask._placeholder else None
    return (_core.asarray(numpy.flatnonzero(peek(mask))), *keep) if made is None else made


count_in_a_trace: Callable[[Any], Any] | None = None
"""Set by the same: the integers below a number that has no value, or None."""


def below(number: Array) -> Array:
    """The integers from 0 on below one that is computed."""
    import numpy

    made = count_in_a_trace(number) if count_in_a_trace and number._placeholder else None
    return _core.asarray(numpy.arange(max(int(peek(number)), 0))) if made is None else made


def must(good: Array, result: Array, failure: Callable[[], Exception]) -> Array:
    """The result, where a condition on computed values holds; else the failure is raised.

    In a program an index that is out of range stands for it: whoever runs that is answered by the steps one by one.
    """
    if not good._placeholder:
        if not bool(peek(good)):
            raise failure()
        return result
    none = _core.apply("gather", (_core.apply("reshape", (_core.scalar(0, result.dtype),), "shape=[1]"), _core.apply("select", (good, _core.scalar(0, _core.int64), _core.scalar(1, _core.int64)))), "axes=[0]")
    return _core.binary("or" if result.dtype.kind == "b" else "add", result, none)


def true_places(mask: Array) -> list[Any]:
    """The places where a mask is true, as one index array for each of its axes."""
    import numpy

    flat = places_in_a_trace(mask) if places_in_a_trace and mask._placeholder else None
    if flat is None:
        return list(numpy.nonzero(peek(mask)))
    found: list[Any] = []
    for axis in reversed(range(1, mask.ndim)):
        extent = _core.apply("extent", (mask,), f"axis={axis}")
        found.insert(0, _core.binary("remainder", flat, extent))
        flat = _core.binary("floor_div", flat, extent)
    return [_core.apply("copy", (flat,)), *found]


def read_key(x: Array, key: Any) -> Place:
    """Splits a key into a view by its basic part and index arrays along axes of that view."""
    items = key if isinstance(key, tuple) else (key,)
    items = tuple(_as_index(item) if _is_array(item) else item for item in items)
    items = tuple(_without_ellipsis(items, x.ndim))
    basic: list[Any] = []  # for the view: slices and None
    found: list[tuple[int, Any]] = []  # axis of the view, index
    any_real = any(isinstance(item, _core.ArrayBase) for item in items)
    axis = 0
    for item in items:
        if _is_mask(item):
            axis = _read_mask(x, item, axis, basic, found)
        elif isinstance(item, _core.ArrayBase) or (any_real and hasattr(item, "__index__")):
            found.append((len(basic), item))
            basic.append(slice(None))
            axis += 1
        elif item is None or isinstance(item, slice) or _is_int(item):
            basic.append(item)
            axis += item is not None
        else:
            raise IndexOutOfRange(
                f"an index is made of integers, slices, None, ... and arrays, not {item!r}"
            )
    kept = [k for k, item in enumerate(basic) if item is None or isinstance(item, slice)]
    view = x[tuple(basic)] if any(item != slice(None) for item in basic) else x
    axes = [kept.index(at) for at, _ in found]
    spread = [
        k for k, item in enumerate(items) if isinstance(item, _core.ArrayBase) or _is_int(item)
    ]
    front = bool(spread) and spread[-1] - spread[0] + 1 != len(spread)
    return Place(view, axes, _broadcast([as_array(index) for _, index in found]), front)


def _is_int(item: Any) -> bool:
    return hasattr(item, "__index__") and not isinstance(item, _core.ArrayBase)


def _read_mask(
    x: Array, mask: Array, axis: int, basic: list[Any], found: list[tuple[int, Any]]
) -> int:
    """A mask as index arrays; returns the next axis of x."""
    if mask.ndim == 0:  # as a new axis of which one element is taken, or none
        found.append((len(basic), as_array([0] if bool(mask) else _empty())))
        basic.append(None)
        return axis
    for k, extent in enumerate(mask._shape):
        if extent not in (0, x._shape[axis + k]):  # the standard lets 0 fit any size
            raise IndexOutOfRange(
                f"a mask of {extent} elements along axis {axis + k} does not fit an array of "
                f"{x._shape[axis + k]}"
            )
    for index in true_places(mask):
        found.append((len(basic), index))
        basic.append(slice(None))
    return axis + mask.ndim


def _empty() -> Array:
    return _core.cast(as_array([]), _core.int64)


def _broadcast(indices: list[Array]) -> list[Array]:
    """Index arrays of one shape and of signed 64-bit integers."""
    from .manipulation import broadcast_shapes

    wide = [_core.cast(index, _core.int64) for index in indices]
    if len({index._shape for index in wide}) <= 1:
        return wide
    try:
        common = broadcast_shapes(*(index._shape for index in wide))
    except ShapeError:
        shapes = ", ".join(str(index._shape) for index in wide)
        raise IndexOutOfRange(f"index arrays of the shapes {shapes} do not fit together") from None
    if not any(index._placeholder for index in wide):
        return [_core.apply("broadcast", (index,), f"shape={ints(common)}") for index in wide]
    total = wide[0]  # a sum of all of them has the common shape, whatever the sizes
    for index in wide[1:]:
        total = _core.binary("add", total, index)
    return [_core.apply("select", (_core.scalar(True), index, total)) for index in wide]


def check_bounds(x: Array, axes: list[int], indices: list[Array]) -> None:
    """Raises where an index lies outside. In a capture the plan checks when it runs."""
    if x._placeholder or any(index._placeholder for index in indices):
        if 0 in x._shape and any(0 not in index._shape for index in indices):
            # No element is taken, so that no kernel would look at the indices.
            raise _core.NeedsValue("an index into an array without elements", user_place())
        return
    for axis, index in zip(axes, indices, strict=True):
        extent = x._shape[axis]
        values = peek(index)
        if values.size == 0:
            continue
        low, high = int(values.min()), int(values.max())
        if low < -extent or high >= extent:
            bad = low if low < -extent else high
            raise IndexOutOfRange(
                f"index {bad} is out of bounds for axis {axis} with size {extent}"
            )


# ---- a[key]


@on_their_device
def get_item(x: Array, key: Any) -> Array:
    """a[key] where the key has arrays in it."""
    place = read_key(x, key)
    if not place.indices:
        return _core.unary("copy", place.view)
    check_bounds(place.view, place.axes, place.indices)
    taken = _gather(place)
    if place.front or place.axes[0] == 0:
        return taken
    return _core.apply("transpose", (taken,), f"perm={ints(_order(place))}")


def _gather(place: Place) -> Array:
    operands = (place.view, *place.indices)
    return _core.apply("gather", operands, f"axes={ints(place.axes)}")


def _order(place: Place) -> list[int]:
    """Axes of the result of gather, in the order in which NumPy has them."""
    n, rest = place.rank, place.view.ndim - len(place.axes)
    first = 0 if place.front else place.axes[0]
    return [*range(n, n + first), *range(n), *range(n + first, n + rest)]


# ---- a[key] = value


@on_their_device
def set_item(x: Array, key: Any, value: ArrayLike) -> None:
    """a[key] = value where the key has arrays in it."""
    mask = _lone_mask(x, key)
    if mask is not None and _set_mask(x, mask, value):
        return
    place = read_key(x, key)
    if not place.indices:
        place.view[...] = value
        return
    check_bounds(place.view, place.axes, place.indices)
    view = place.view
    new = _core.apply(
        "scatter",
        (view, _value(place, value), *place.indices),
        f"axes={ints(place.axes)}",
    )
    view._assign(new)


def as_value(value: ArrayLike, dtype: _core.DType) -> Array:
    """A value to store in an array of the dtype."""
    if is_number(value):
        imaginary = isinstance(value, complex) or getattr(value, "dtype", dtype).kind == "c"
        if imaginary and dtype.kind == "b":
            return _core.cast(as_array(value), dtype)
        if imaginary and dtype.kind != "c":
            raise DTypeError(f"a complex number cannot be stored in an array of {dtype}")
        if isinstance(value, float) and dtype.kind in "iu":
            return _core.cast(_core.scalar(value), dtype)
        return _core.scalar(value, dtype)
    return _core.cast(as_array(value), dtype)


def check_assigned(value: Array, part: tuple[int, ...]) -> None:
    """Raises where the value does not broadcast to the part it is assigned to."""
    own = value._shape
    extra = max(len(own) - len(part), 0)
    fits = all(n == 1 for n in own[:extra])
    kept = own[extra:]
    if not fits or any(n not in (1, m) for n, m in zip(kept[::-1], part[::-1], strict=False)):
        raise ShapeError(f"could not assign shape {own} to a part of shape {part}")


def _value(place: Place, value: ArrayLike) -> Array:
    """The value in the shape that scatter wants: axes of the indices first."""
    wanted = as_value(value, place.view.dtype)
    order = _order(place)
    rest = [n for k, n in enumerate(place.view._shape) if k not in place.axes]
    shape = (*place.indices[0]._shape, *rest)
    check_assigned(wanted, tuple(shape[k] for k in order))
    extra = wanted.ndim - len(order)
    if extra > 0 and all(n == 1 for n in wanted._shape[:extra]):
        wanted = wanted._view_squeeze(list(range(extra)))
    back = [order.index(k) for k in range(len(order))]
    if back != sorted(back) and wanted.ndim:
        missing = len(order) - wanted.ndim
        if missing > 0:
            wanted = wanted._view_expand(list(range(missing)))
        wanted = _core.apply("transpose", (wanted,), f"perm={ints(back)}")
    if wanted._shape == shape:
        return wanted
    if not any(x._placeholder for x in (place.view, wanted, *place.indices)):
        return _core.apply("broadcast", (wanted,), f"shape={ints(shape)}")
    # In a program the size has no number: what is there now has the right shape.
    return _core.apply("select", (_core.scalar(True), wanted, _gather(place)))


def _lone_mask(x: Array, key: Any) -> Array | None:
    """The mask of a[mask] = value and a[mask, ...] = value."""
    items = key if isinstance(key, tuple) else (key,)
    first = items[0] if items else None
    if any(
        item is not Ellipsis and item != slice(None) for item in items[1:] if not _is_array(item)
    ):
        return None
    if any(_is_array(item) for item in items[1:]) or not _is_array(first):
        return None
    mask = _as_index(first)
    if mask.dtype.kind != "b" or mask.ndim > x.ndim or len(items) - 1 > x.ndim - mask.ndim + 1:
        return None
    return mask if mask._shape == x._shape[: mask.ndim] else None


def _set_mask(x: Array, mask: Array, value: ArrayLike) -> bool:
    """a[mask] = value without looking at the mask, unless the value has an element for each."""
    rest = x.ndim - mask.ndim
    wanted = as_value(value, x.dtype)
    extra = wanted.ndim - rest
    if not rest and wanted.ndim > 1:  # as NumPy has it, whatever the extents
        raise DTypeError(f"what a mask picks takes a value of at most one axis, not {wanted.ndim}")
    if extra > 0:
        if any(n != 1 for n in wanted._shape[:extra]):
            return False
        wanted = wanted._view_squeeze(list(range(extra)))
    check_assigned(wanted, x._shape[mask.ndim :])
    if rest and mask.ndim:
        mask = mask._view_expand(list(range(mask.ndim, x.ndim)))
    x._assign(_core.apply("select", (mask, wanted, x)))
    return True


# ---- functions


@on_their_device
def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: int | None = None,
    out: Any = None,
    mode: str = "raise",
) -> Array:
    """The elements at the named places along an axis, or among all elements in order.

    mode says what an index outside means: "raise" an error, "wrap" around, "clip" to the ends.

    >>> frit.take([10, 20, 30], [0, -1]).tolist()
    [10, 30]
    """
    from .manipulation import ravel
    from .types import store

    x, index = as_array(a), as_array(indices)
    if index.dtype.kind not in "biu":
        raise DTypeError(f"take needs integers as indices, not {index.dtype}")
    if axis is None or x.ndim == 0 and axis in (0, -1):  # one number is a row of one
        x, axis = ravel(x), 0
    along = one_axis(no_truth(axis), x.ndim)
    index = _core.cast(index, _core.int64)
    if mode in ("wrap", "clip"):
        extent = x.shape[along]
        index = index % extent if mode == "wrap" else index.clip(0, max(extent - 1, 0))
    elif mode != "raise":
        raise ArgumentError(f"mode is 'raise', 'wrap' or 'clip', not {mode!r}")
    check_bounds(x, [along], [index])
    place = Place(x, [along], [index], False)
    taken = _gather(place)
    if along:
        taken = _core.apply("transpose", (taken,), f"perm={ints(_order(place))}")
    return taken if out is None else store(out, taken)


def _along(x: Array, indices: ArrayLike, axis: int) -> tuple[Array, list[Array]]:
    """An index array for every axis: the one given along an axis, counting along the others."""
    from .grids import iota

    index = _as_index(indices)
    if index.ndim != x.ndim:
        raise ShapeError(f"an index array of {index.ndim} axes does not go with {x.ndim} axes")
    for k, (n, m) in enumerate(zip(index.shape, x.shape, strict=True)):
        if k != axis and n != m and 1 not in (n, m):
            raise IndexOutOfRange(
                f"indices of shape {index._shape} do not go with elements of shape {x._shape} along axis {axis}"
            )
    shape = [
        n if k == axis else max(n, m) if 1 in (n, m) else n
        for k, (n, m) in enumerate(zip(index.shape, x.shape, strict=True))
    ]
    x_shape = [m if k == axis else n for k, (n, m) in enumerate(zip(shape, x.shape, strict=True))]
    if list(x._shape) != x_shape:
        x = _core.apply("broadcast", (x,), f"shape={ints(x_shape)}")
    rows = [iota(tuple(shape), k, _core.int64) for k in range(x.ndim)]
    wide = _core.cast(index, _core.int64)
    if list(wide._shape) != shape:
        wide = _core.apply("broadcast", (wide,), f"shape={ints(shape)}")
    check_bounds(x, [axis], [wide])
    rows[axis] = wide
    return x, rows


@on_their_device
def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: int | None = -1) -> Array:
    """The elements at places along an axis, one list of places for each row along it.

    >>> frit.take_along_axis([[3, 1], [2, 4]], [[1], [0]], axis=1).tolist()
    [[1], [2]]
    """
    from .manipulation import ravel

    x = as_array(arr)
    if axis is None:
        if as_array(indices).ndim != 1:
            raise ShapeError("without an axis the indices are an array of rank 1")
        x, axis = ravel(x), 0
    x, rows = _along(x, indices, one_axis(axis, x.ndim))
    return _core.apply("gather", (x, *rows), f"axes={ints(range(x.ndim))}")


@on_their_device
def put_along_axis(
    arr: Array, indices: ArrayLike, values: ArrayLike, axis: int | None
) -> None:
    """Stores values at places along an axis, one list of places for each row along it.

    >>> x = frit.zeros((2, 2))
    >>> frit.put_along_axis(x, [[1], [0]], 5.0, axis=1)
    >>> x.tolist()
    [[0.0, 5.0], [5.0, 0.0]]
    """
    from .manipulation import is_dense, ravel

    x = arr
    if axis is None:
        if as_array(indices).ndim != 1:
            raise ShapeError("without an axis the indices are an array of rank 1")
        flat = ravel(x)
        put_along_axis(flat, indices, values, 0)
        if not is_dense(x):
            x._assign(_core.apply("reshape", (flat,), f"shape={ints(x.shape)}"))
        return
    wide, rows = _along(x, indices, one_axis(axis, x.ndim))
    value = as_value(values, x.dtype)
    check_assigned(value, rows[0]._shape)
    value = _core.apply("broadcast", (value,), f"shape={ints(rows[0].shape)}")
    x._assign(_core.apply("scatter", (wide, value, *rows), f"axes={ints(range(x.ndim))}"))


COMBINE = ("set", "add", "mul", "max", "min")


@on_their_device
def scatter(x: ArrayLike, key: Any, values: ArrayLike, /, combine: str = "set") -> Array:
    """A copy of x with values combined into x[key], one after another.

    combine is "set", "add", "mul", "max" or "min". Places named twice are combined twice.

    >>> frit.scatter(frit.zeros(3), [0, 0, 2], [1.0, 2.0, 3.0], "add").tolist()
    [3.0, 0.0, 3.0]
    """
    x = as_array(x)
    result = _core.unary("copy", x)
    combine_at(result, key, values, combine)
    return result


@on_their_device
def scatter_add(x: ArrayLike, key: Any, values: ArrayLike, /) -> Array:
    """A copy of x with values added to x[key]; places named twice get both (numpy.add.at).

    >>> frit.scatter_add(frit.zeros(3), [0, 0, 2], 1.0).tolist()
    [2.0, 0.0, 1.0]
    """
    return scatter(x, key, values, "add")


@on_their_device
def combine_at(x: Array, key: Any, values: ArrayLike, combine: str) -> None:
    """Combines values into x[key] in place."""
    if combine not in COMBINE:
        raise ArgumentError(f"combine is one of {', '.join(COMBINE)}, not {combine!r}")
    items = key if isinstance(key, tuple) else (key,)
    items = tuple([item] if type(item) is int else item for item in items)
    place = read_key(x, items)
    if not place.indices:
        raise ArgumentError("scatter needs an index array in its key")
    check_bounds(place.view, place.axes, place.indices)
    operands = (place.view, _value(place, values), *place.indices)
    attrs = f"axes={ints(place.axes)}, combine={combine}"
    place.view._assign(_core.apply("scatter", operands, attrs))


@on_their_device
def choose(a: ArrayLike, choices: Any, out: Any = None, mode: str = "raise") -> Array:
    """At each place the element of the choice that the index names.

    mode says what an index outside means: "raise" an error, "wrap" around, "clip" to the ends.

    >>> frit.choose([0, 1], [[10, 20], [30, 40]]).tolist()
    [10, 40]
    """
    from .manipulation import broadcast_arrays
    from .types import store

    places, *parts = broadcast_arrays(as_array(a), *_core.promote(*choices))
    if places.dtype.kind not in "biu":
        raise DTypeError(f"choose needs integers, not {places.dtype}")
    places = _core.cast(places, _core.int64)
    if mode in ("wrap", "clip"):
        last = len(parts) - 1
        places = places % len(parts) if mode == "wrap" else places.clip(0, last)
    elif mode != "raise":
        raise ArgumentError(f"mode is 'raise', 'wrap' or 'clip', not {mode!r}")
    elif not places._placeholder and bool((peek(places) < 0).any()):
        raise ArgumentError("choose: an index is negative")
    table = _core.apply("stack", tuple(parts), "axis=0")
    picked = _core.apply("expand_dims", (places,), "axes=[0]")
    try:
        result = take_along_axis(table, picked, axis=0)[0, ...]
    except IndexOutOfRange as error:
        raise ArgumentError(f"choose: {error}") from None
    return result if out is None else store(out, result)
