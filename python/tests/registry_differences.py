"""What is meant to differ from NumPy: the one table of it.

docs/python.md prints the texts ("Where it differs from NumPy"), and the walk of test_registry.py accepts
what a row describes and nothing else. A row: the text, and where it holds. `names` are patterns of names
of functions (see registry_recipes.py), `calls` a pattern in the text of the call, `kinds` what a caller
sees of it, `ways` how it was called, `given` a condition on the operands.
"""

from __future__ import annotations

import dataclasses
import fnmatch
import re
from collections.abc import Callable
from typing import Any

FUSED = ("replayed", "recorded")
NAMESPACE = ("array", "protocol")


@dataclasses.dataclass(frozen=True)
class Row:
    """A difference that is meant."""

    text: str
    names: str = "*"
    calls: str = ""
    kinds: str = "*"
    ways: tuple[str, ...] = (*NAMESPACE, *FUSED)
    given: Callable[[Any], bool] = lambda variant: True
    found: str = ""  # a pattern in what was found

    def explains(self, one: Any) -> bool:
        """Whether the difference is the one that the row describes."""
        return (
            any(fnmatch.fnmatch(one.call.name, name) for name in self.names.split())
            and re.search(self.calls, f"{one.call.text}; {one.call.after}") is not None
            and any(fnmatch.fnmatch(one.kind, kind) for kind in self.kinds.split())
            and one.way in self.ways
            and self.given(one.variant)
            and re.search(self.found, one.text) is not None
        )


def _complex(variant: Any) -> bool:
    return "complex" in variant.dtype + variant.other


def _whole(variant: Any) -> bool:
    return variant.dtype.startswith(("int", "uint", "bool"))


# Rows with the same text are one paragraph of the documentation.
ACCURACY = (
    "Mathematical functions have frit's errors (docs/ir.md has the bounds), and sums frit's order: both are the"
    " same on every machine and for every number of threads, and not NumPy's last bit."
)
COMPLEX_CORNERS = (
    "Complex numbers divided by 0, powers of 0, and complex functions of infinities follow the formulas of docs/ir.md,"
    " where NumPy has the C library's choice among NaN and infinity."
)
ORDER = (
    "Of complex numbers `max`, `clip` and their like raise `DTypeError`; `<` looks at the real parts first. (Inside"
    " fused functions NumPy's functions of them are NumPy's.)"
)
POWERS = "The integer 1 divided by 0 (`reciprocal`) is 0, where NumPy's result is undefined."
ROOTS = (
    "`x ** 0.5` is a square root, as NumPy has it; where the exponent is an argument of a fused function, which may"
    " be 0.5 in one call and 0.3 in the next, it is a power, whose results for `-inf` and `-0.0` are `inf` and `0.0`."
)
VALUES = (
    "A replayed function does not look at values: `average` with weights whose sum is 0 is NaN there, and"
    " `nanargmax` of nothing but NaN some place, where NumPy raises."
)
READ_ONLY = (
    "Broadcast views are read-only: those of `broadcast_arrays` and `meshgrid(copy=False)`, too, which NumPy"
    " lets be written to with a warning."
)
PARTS = (
    "`frit.real` and `frit.imag` are steps; `z.real`, `z.imag`, `np.real` and `np.imag` are views, for which the"
    " array is computed first. So are diagonals."
)
ROW_MAJOR = (
    "New arrays are row-major, also where NumPy would keep column-major order, and `order=` asks for it in vain: so"
    " `ravel` of such a result may be a view where NumPy's is a copy, and the other way round. What a replayed function"
    " gives back as NumPy arrays lies as its arguments do (`a.T + 1` column-major where `a` is row-major), as NumPy has"
    " it; what it makes of no array, or stacks, is row-major."
)
STANDARD = (
    "The array standard decides where it and NumPy differ: `frit.linalg.eig` and `eigvals` are complex, `clip` has `min` and `max` before `a_min` and `a_max`,"
    " `frit.float32` is a dtype and not a class."
)
STABLE = (
    "`argsort`, `argpartition` and the method `partition` sort: equal elements keep their order, whatever kind is"
    " asked for, in fused functions too; NumPy's are in any order."
)
SORTED = "`unique_values` begins with the smallest; NumPy's come in any order."
STRICT = (
    "Numbers are numbers: an index, a shift or a count of 1.5, and `'a'` or `None` as a value, are errors; lists are"
    " arrays everywhere. So an element of a frit array takes an array or a list of one (`x[0] = y[:1]`), which newer"
    " NumPys refuse."
)
EMPTY = "`empty` and `empty_like` are zeros."
RANK_0 = (
    "Operations on frit arrays give frit arrays, of rank 0 too; inside a fused function such a result is an array"
    " until it leaves. Assigned to narrower integers they wrap as arrays"
    " do: `b[0] = a.prod()` of frit arrays never raises `OverflowError`."
)
TRIANGLES = "`tril`, `triu` and `concat` of an array of rank 0 raise `ValueError`, where NumPy's raise `TypeError`."
WARNINGS = (
    "Floating-point warnings are not given. Numbers out of the range of an integer dtype saturate when they are cast."
)
BY_NUMPY = (
    "Eigenvalues of any matrix, sets along an axis, and rare ways (quantiles by other methods, numbers of bins that are"
    " found out) are NumPy's, on computed values. So is every function that frit does not have: `np.roots(x)` of a frit"
    " array gives NumPy's."
)

FLOORS = (
    "Of frit arrays `inf // 2` is `inf` and `1 // -inf` is `-0.0`, as the array standard has it; fused functions of"
    " NumPy arrays give NumPy's NaN and -1. Complex `expm1` and `tanh` have the standard's signs of zeros everywhere."
)
UNTOUCHED = (
    "A call that raises has written nothing: NumPy's `power` of integers may have written a part of `out`."
)
LEFT_ALONE = (
    "What `where=` leaves out keeps its value, always: NumPy loses the imaginary parts there where `out` is complex and"
    " an operand is its `.real`."
)
WIDER = (
    "`nanvar` and `nanstd` compute in the dtype that is asked for; NumPy's round every deviation to the array's own,"
    " where that is narrower."
)
WRONG_TWICE = (
    "Where a call is wrong in two ways (a read-only array, and a value that does not fit), the exception may be"
    " about the other one."
)

ROWS: list[Row] = [
    Row(ACCURACY, "docs only"),
    Row(WARNINGS, "around round .round", kinds="value", given=lambda v: v.layout == "special"),
    Row(WARNINGS, "statements .astype astype copyto", calls="x|y", kinds="value operand", given=_whole),
    Row(WARNINGS, ".astype astype array asarray", calls="int8", kinds="value", given=lambda v: v.layout == "special"),
    Row(WARNINGS, "mean", calls="int32", kinds="value", given=lambda v: 0 in v.shape or v.layout == "special"),
    Row(COMPLEX_CORNERS, "divide true_divide pow power operators", kinds="value operand", given=_complex),
    Row(COMPLEX_CORNERS, "statements", calls="/=|[*][*]=", kinds="value operand", given=_complex),
    Row(COMPLEX_CORNERS, "*", calls="complex64", kinds="value", given=lambda v: v.layout == "special"),
    Row(ORDER, kinds="error", ways=NAMESPACE, found="does not take c(omplex|64|128)"),
    Row(ORDER, "fmax fmin greater* less* maximum* minimum* max min amax amin nanmax nanmin ptp argmax argmin"
        " nanargmax nanargmin clip .clip .min .max .argmax .argmin", kinds="operand", ways=NAMESPACE),
    Row(ORDER, "select", calls="x > 1", kinds="operand", given=_complex),
    Row(ORDER, "exp2", calls="complex|1j|casting", kinds="error operand", ways=NAMESPACE),
    Row(ORDER, "argmax argmin nanarg* .arg*", kinds="error", ways=NAMESPACE, given=_complex),
    Row(ROOTS, "docs only"),
    Row(POWERS, "reciprocal", kinds="value operand", given=_whole),
    Row(VALUES, "average", calls="weights=v - v", kinds="error operand", ways=("replayed",)),
    Row(VALUES, "average", calls="weights", kinds="error operand", ways=("replayed",), given=lambda v: 0 in v.shape),
    Row(VALUES, "nanargmax nanargmin", kinds="error operand", ways=("replayed",)),
    Row(READ_ONLY, "broadcast_arrays meshgrid", kinds="writable error operand value"),
    Row(PARTS, "real imag", kinds="memory writable operand value error", ways=("array",)),
    Row(ROW_MAJOR, "*", kinds="memory value operand", given=lambda v: v.layout in ("F", "back"),
        calls="ravel|reshape|order"),
    Row(SORTED, "unique_values", kinds="value"),
    Row(STANDARD, "clip", calls="2, min=", kinds="error"),
    Row(STABLE, "argsort argpartition partition", kinds="value"),
    Row(STANDARD, "linalg.eig linalg.eigvals", kinds="dtype", ways=("array",)),
    Row(STANDARD, "*", kinds="error operand", ways=("array",), calls=r"np\.(float32|float64|int8)\("),
    Row(STRICT, "roll repeat take", calls="1.5", kinds="error operand"),
    Row(STRICT, "statements operators", calls="'a'|None|\\[1\\]", kinds="error value operand"),
    Row(STRICT, "statements", calls=r"\[0(, 1)?\] = (v\[:1\]|\[1.0\])", kinds="error operand", ways=NAMESPACE),
    Row(STRICT, "astype", calls=r"\[1\]", kinds="error"),
    Row(EMPTY, "empty empty_like", kinds="value"),
    Row(RANK_0, "quantile percentile", calls="weights", kinds="scalar error", ways=FUSED),
    Row(RANK_0, "nan_to_num", calls="copy=False", ways=FUSED, given=lambda v: v.shape == ()),
    Row(TRIANGLES, "tril triu concat concatenate", kinds="error", ways=NAMESPACE, given=lambda v: v.shape == ()),
    Row(BY_NUMPY, "docs only"),
    Row(FLOORS, "floor_divide divmod", kinds="value operand", ways=NAMESPACE,
        given=lambda v: v.layout == "special"),
    Row(FLOORS, "operators statements", calls="//|divmod", kinds="value operand", ways=NAMESPACE,
        given=lambda v: v.layout == "special"),
    Row(ORDER, "exp2", kinds="operand", ways=NAMESPACE, given=_complex),
    Row(WRONG_TWICE, "pow power operators statements", kinds="error",
        found="negative integer powers.* for (UFunc)?TypeError"),
    Row(UNTOUCHED, "pow power", kinds="operand", given=_whole),
    Row(LEFT_ALONE, "statements", calls="out=x, where=c", kinds="value operand", given=_complex),
    Row(WIDER, "nanstd nanvar", calls="dtype=", kinds="value", given=lambda v: v.dtype == "float16"),
    Row(RANK_0, kinds="error operand", ways=NAMESPACE, calls="; r", found="item assignment"),
    Row(WRONG_TWICE, kinds="error", given=lambda v: v.layout in ("read", "wide"), found="read-only"),
]  # fmt: skip


def explained(one: Any) -> bool:
    """Whether some row says that the difference is meant."""
    return any(row.explains(one) for row in ROWS)


def documentation() -> str:
    """The table as docs/python.md prints it."""
    import textwrap

    texts = list(dict.fromkeys(row.text for row in ROWS))
    return "\n".join(textwrap.fill(f"- {text}", 110, subsequent_indent="  ") for text in texts)
