"""Every way to make a view, every way to write later, read through the other name.

A view is made of an array (or of a step's result), one of the two is written to, and the other is
read: what is seen must be what NumPy shows, fused, replayed and on arrays that record. Where NumPy
copies instead, nothing must be seen.
"""

from __future__ import annotations

import pytest

from programs import Call, Program
from programs_check import check

VIEWS = {
    "alias": "{x}", "slice": "{x}[1:]", "reversed": "{x}[::-1]", "stepped": "{x}[::2]",
    "ellipsis": "{x}[...]", "new axis": "{x}[None]", "row": "{x}[1]", "column": "{x}[:, 1]",
    "transposed": "{x}.T", "transpose()": "np.transpose({x})", "method": "{x}.transpose()",
    "swapped": "{x}.swapaxes(0, 1)", "swapaxes()": "np.swapaxes({x}, 0, 1)",
    "moved": "np.moveaxis({x}, 0, -1)", "rolled axis": "np.rollaxis({x}, 1)",
    "reshaped": "{x}.reshape(-1)", "reshape()": "np.reshape({x}, (-1,))",
    "reshaped transposed": "{x}.T.reshape(-1)", "reshaped slice": "{x}[:, 1:].reshape(-1)",
    "ravel": "{x}.ravel()", "ravel()": "np.ravel({x})", "ravelled transposed": "{x}.T.ravel()",
    "flattened": "{x}.flatten()", "squeezed": "{x}[None].squeeze()",
    "squeeze()": "np.squeeze({x}[:, None])", "expanded": "np.expand_dims({x}, 1)",
    "flipped": "np.flip({x})", "flipud": "np.flipud({x})", "fliplr": "np.fliplr({x})",
    "rotated": "np.rot90({x})", "view()": "{x}.view()", "asarray": "np.asarray({x})",
    "ascontiguousarray": "np.ascontiguousarray({x})", "array": "np.array({x})",
    "copy": "{x}.copy()", "plus": "+{x}", "atleast_1d": "np.atleast_1d({x})",
    "atleast_3d": "np.atleast_3d({x})", "split": "np.split({x}, 2)[1]",
    "array_split": "np.array_split({x}, 2)[0]", "hsplit": "np.hsplit({x}, 3)[1]",
    "cast": "{x}.astype({x}.dtype)", "cast without copy": "{x}.astype({x}.dtype, copy=False)",
    "real": "{x}.real", "real()": "np.real({x})", "fancy": "{x}[[0, 1]]",
    "mask": "{x}[{x} > 0]", "take": "np.take({x}, [0, 1], axis=0)", "of a list": "[{x}][0]",
    "through a helper": "same({x})", "of a view": "{x}[1:][:, ::-1].T",
    "clip": "np.clip({x}, -9, 9)", "where": "np.where(True, {x}, 0)", "iterated": "[r for r in {x}][1]",
    "unpacked": "(lambda r, *s: r)(*{x})", "broadcast_arrays": "np.broadcast_arrays({x}, 1)[0].copy()",
    "diagonal copied": "np.diagonal({x}).copy()", "diagonal()": "np.diagonal({x}, 1)",
    "diagonal": "{x}.diagonal()", "diag": "np.diag({x})", "diag of a row": "np.diag({x}[0])",
    "linalg.diagonal": "np.linalg.diagonal({x})", "trace": "np.trace({x}) * {x}[0]",
    "conj": "{x}.conj()", "conjugate": "{x}.conjugate()", "conj()": "np.conj({x})",
    "einsum": "np.einsum('ij->ji', {x})", "einsum diagonal": "np.einsum('ii->i', {x}[:3])",
    "einsum same": "np.einsum('ij', {x})", "einsum sum": "np.einsum('ij->i', {x})",
    "einsum implicit": "np.einsum('ji', {x})", "einsum ellipsis": "np.einsum('...j->j...', {x})",
    "meshgrid": "np.meshgrid({x}[0], {x}[1], copy=False)[0]",
    "meshgrid second": "np.meshgrid({x}[0], {x}[1], copy=False)[1]",
    "meshgrid copied": "np.meshgrid({x}[0], {x}[1])[0]",
    "meshgrid sparse": "np.meshgrid({x}[0], {x}[1], copy=False, sparse=True)[1]",
    "imag": "{x}.imag", "ix_": "{x}[np.ix_([0, 1], [0, 2])]", "vsplit": "np.vsplit({x}, 2)[1]",
    "delete": "np.delete({x}, 0, axis=0)", "asanyarray": "np.asanyarray({x})",
    "require": "np.require({x})", "stack of one": "np.stack([{x}])[0]", "repeat": "np.repeat({x}, 1, axis=0)",
    "permute_dims": "np.permute_dims({x}, (1, 0))", "matrix_transpose": "np.matrix_transpose({x})",
    "mT": "{x}.mT", "unstack": "np.unstack({x})[1]", "asfortranarray": "np.asfortranarray({x})",
    "broadcast_to": "np.broadcast_to({x}, (2, 4, 3))", "broadcast_arrays()": "np.broadcast_arrays({x}, 1)[0]",
    "dsplit": "np.dsplit({x}[:, :, None], 1)[0]", "resize()": "np.resize({x}, (2, 3))",
    "trim_zeros": "np.trim_zeros({x}[0])", "round": "np.round({x})", "abs": "abs({x})",
    "item by item": "{x}[0, 0:1]", "take out of order": "{x}.take([1, 0], axis=1)",
    "nan_to_num": "np.nan_to_num({x})", "roll": "np.roll({x}, 1)", "trim": "{x}[:2, :2]",
}  # fmt: skip

# Broadcast views of frit's own arrays are read-only; docs/python.md says so.
READ_ONLY_ON_FRIT = {"meshgrid", "meshgrid second"}

WRITES = {
    "element": "{w}[(0,) * {w}.ndim] = 50", "all": "{w}[...] = 51", "part": "{w}[:1] = 52",
    "add": "{w} += 3", "add to a part": "{w}[1:] += 4", "out": "np.add({w}, 1, out={w})",
    "fill": "{w}.fill(53)", "copyto": "np.copyto({w}, 54)", "mask": "{w}[{w} > 1] = 55",
    "fancy": "{w}[[0]] = 56", "put": "np.put({w}, [0], 57)", "in a helper": "treble({w})",
    "reversed": "{w}[::-1] += np.arange({w}.shape[-1])", "row by row": "for r in {w}:\n    r += 2",
    "swap": "{w}[0], {w}[-1] = {w}[-1], {w}[0]", "rebound": "{w} = {w} * 2",
    "power": "{w} **= 2", "self": "{w}[:-1] = {w}[1:]", "subtract itself": "{w} -= {w}",
}  # fmt: skip

HELPERS = """\
def same(x):
    return x

def treble(x):
    x *= 3
"""


class Pair(Program):
    """A program of one pair."""

    def text(self) -> str:
        return HELPERS + super().text()


def program_of(view: str, write: str, of_result: bool, into_view: bool) -> Pair:
    x, written, read = "z" if of_result else "a", "v", "z" if of_result else "a"
    if not into_view:
        written, read = read, written
    lines = ["z = a * 2"] if of_result else []
    lines += [f"v = {VIEWS[view].format(x=x)}", WRITES[write].format(w=written)]
    lines.append(f"return {read} + 0")
    shape, other = ((4, 3),), ((6, 3),)
    row = ("row",)
    calls = [Call(shape, row, 1), Call(shape, row, 2), Call(other, row, 3), Call(shape, ("column",), 4)]
    if not (into_view and view in READ_ONLY_ON_FRIT):
        calls.append(Call(shape, ("inner",), 5, mode="frit"))
    return Pair(("float64",), lines, calls)


@pytest.mark.parametrize("view", VIEWS)
def test_view_and_later_write(view: str) -> None:
    wrong: list[str] = []
    for write in WRITES:
        if write == "reversed" and view in READ_ONLY_ON_FRIT:
            continue  # a part of such a view is one of frit's own
        for of_result in (False, True):
            for into_view in (False, True):
                pair = program_of(view, write, of_result, into_view)
                try:
                    check(pair)
                except AssertionError as error:
                    text = pair.text()[pair.text().index("def program") :]
                    wrong.append(f"{write}: {error}\n{text}")
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:6])
