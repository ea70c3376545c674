"""`frit.scan`: a loop over rows that carries something on and gives a row each time."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from .. import _core
from .._errors import DTypeError
from .control import _as_carry, _body_of, _traced, fori_loop
from .hooks import current
from .world import dtype_called, is_array


def scan(body: Callable[..., Any], init: Any, xs: Any = None, length: Any = None) -> tuple[Any, Any]:
    """carry, y = body(carry, x) for each row x of xs; gives the last carry, and the ys as rows of an array.

    xs is an array, a tuple of arrays of which x then has one row each, or None where length says how many
    turns there are; x is None then.

    >>> import frit
    >>> total, sums = scan(lambda s, x: (s + x, s + x), frit.asarray(0.0), frit.asarray([1.0, 2.0, 4.0]))
    >>> total.item(), sums.tolist()
    (7.0, [1.0, 3.0, 7.0])
    """
    several = isinstance(xs, tuple)
    rows = xs if several else () if xs is None else (xs,)
    if not rows and length is None:
        raise DTypeError("frit.scan: without rows, length says how many turns there are")
    count = length if not rows else rows[0].shape[0]

    def turn(carry: Any, index: Any) -> tuple[Any, Any]:
        picked = tuple([row[index] for row in rows])
        x = picked if several else picked[0] if picked else None
        after, y = _as_carry(current.run.call(body, (carry, x), {}), 2, "frit.scan")
        return after, y

    if not _traced(current.run, (init, *rows, count)):
        return _plain_scan(turn, init, builtins.range(int(count)))
    first = _core.Capture()
    with _body_of(current.run, first), first:  # the kind of a row, and nothing else
        like = turn(_lifted(first, init), 0)[1]
        if not is_array(like):
            raise DTypeError("frit.scan: the body gives a carry and an array or number of one kind")
        dtype, shape = like.dtype, like._shape
    from .._array.creation import zeros

    made = zeros((count, *shape), dtype=dtype)

    def store(index: Any, carry: Any, out: Any) -> tuple[Any, Any]:
        carry, y = turn(carry, index)
        place = _core.cast(index, dtype_called("int64"))
        return carry, _core.apply("scatter", (out, _core.cast(y, dtype), place), "axes=[0]")

    last, ys = fori_loop(0, count, store, init, made)
    return last, ys


def _lifted(capture: Any, value: Any) -> Any:
    return capture.lift(value) if is_array(value) else value


def _plain_scan(turn: Callable[..., Any], carry: Any, turns: builtins.range) -> tuple[Any, Any]:
    from .._array.joining import stack

    ys = []
    for index in turns:
        carry, y = turn(carry, index)
        ys.append(y)
    if ys and not any(is_array(y) for y in ys):
        import numpy

        return carry, numpy.stack(ys)
    return carry, stack(ys)


setattr(scan, "_frit_control", True)
