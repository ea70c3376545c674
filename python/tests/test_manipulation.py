"""Shapes, views, joining, products against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from arrays import ALL, COMPLEX, FLOATS, INTEGERS, identical, same, sample

import frit

X = np.arange(24).reshape(2, 3, 4)

# Name, arguments after the array, keywords: what NumPy calls the same.
SAME = [
    ("reshape", ((4, 6),), {}),
    ("reshape", ((-1, 6),), {}),
    ("reshape", (24,), {}),
    ("reshape", ((4, 6),), {"order": "F"}),
    ("ravel", (), {}),
    ("ravel", ("F",), {}),
    ("transpose", (), {}),
    ("transpose", ((1, 2, 0),), {}),
    ("permute_dims", ((1, 2, 0),), {}),
    ("swapaxes", (0, 2), {}),
    ("moveaxis", (0, -1), {}),
    ("moveaxis", ((0, 1), (2, 0)), {}),
    ("expand_dims", (1,), {}),
    ("expand_dims", ((0, -1),), {}),
    ("flip", (), {}),
    ("flip", (1,), {}),
    ("flip", ((0, 2),), {}),
    ("flipud", (), {}),
    ("fliplr", (), {}),
    ("rot90", (), {}),
    ("rot90", (2,), {}),
    ("rot90", (3, (1, 2)), {}),
    ("roll", (1,), {}),
    ("roll", (-2, 1), {}),
    ("roll", ((1, 2), (0, 1)), {}),
    ("roll", (7, 2), {}),
    ("tile", (2,), {}),
    ("tile", ((2, 1, 3, 1),), {}),
    ("repeat", (2,), {}),
    ("repeat", (3, 1), {}),
    ("repeat", ([1, 0, 2], 1), {}),
    ("broadcast_to", ((5, 2, 3, 4),), {}),
    ("atleast_3d", (), {}),
    ("pad", (1,), {}),
    ("pad", (((1, 2), (0, 0), (3, 0)),), {"constant_values": 7}),
    ("pad", ((2, 1),), {"mode": "edge"}),
    ("pad", ((2, 1),), {"mode": "wrap"}),
    ("pad", ((1, 1),), {"mode": "reflect"}),
    ("pad", ((2, 1),), {"mode": "symmetric"}),
    ("append", (5,), {}),
    ("diagonal", (), {}),
    ("diagonal", (1, 0, 2), {}),
    ("trace", (), {}),
    ("trace", (-1, 1, 2), {}),
    ("matrix_transpose", (), {}),
]


@pytest.mark.parametrize("case", range(len(SAME)))
def test_as_numpy(case):
    name, args, kwargs = SAME[case]
    for x in (X, X[::-1, :, ::2], X.astype("float32").T):
        try:
            expected = getattr(np, name)(x, *args, **kwargs)
        except ValueError:
            with pytest.raises(ValueError):
                getattr(frit, name)(frit.asarray(x), *args, **kwargs)
            continue
        identical(getattr(frit, name)(frit.asarray(x), *args, **kwargs), expected)


JOINED = [
    ("concat", {"axis": 0}),
    ("concat", {"axis": -1}),
    ("concat", {"axis": None}),
    ("concatenate", {"axis": 1}),
    ("stack", {"axis": 0}),
    ("stack", {"axis": -1}),
    ("vstack", {}),
    ("hstack", {}),
    ("dstack", {}),
    ("column_stack", {}),
]


@pytest.mark.parametrize("case", range(len(JOINED)))
def test_joined(case):
    name, kwargs = JOINED[case]
    for first in ALL:
        for second in ("int16", "float32", "complex128", first):
            parts = [sample(first, (2, 3)), sample(second, (2, 3), seed=5)]
            expected = getattr(np, name)(parts, **kwargs)
            identical(getattr(frit, name)([frit.asarray(p) for p in parts], **kwargs), expected)


def test_joined_rows():
    rows = [np.arange(3), np.arange(3) + 1.5]
    for name in ("vstack", "hstack", "dstack", "column_stack"):
        identical(getattr(frit, name)(rows), getattr(np, name)(rows))
    with pytest.raises(ValueError, match="at least one"):
        frit.concat([])
    with pytest.raises(frit.ShapeError):
        frit.concat([frit.zeros((2, 3)), frit.zeros((2, 4))], axis=0)
    with pytest.raises(frit.ShapeError):
        frit.stack([frit.zeros((2, 3)), frit.zeros(2)])


def test_taken_apart():
    x = np.arange(24).reshape(4, 6)
    for name, args in [
        ("split", (2,)),
        ("split", ([1, 3],)),
        ("split", (3, 1)),
        ("array_split", (3,)),
        ("array_split", (4, 1)),
        ("hsplit", (3,)),
        ("vsplit", (2,)),
    ]:
        got, expected = getattr(frit, name)(x, *args), getattr(np, name)(x, *args)
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            identical(g, e)
    for g, e in zip(frit.unstack(x, axis=1), np.unstack(x, axis=1), strict=True):
        identical(g, e)
    with pytest.raises(ValueError, match="equal parts"):
        frit.split(x, 3)


def test_views_share_memory():
    def changed(view_of):
        a = frit.asarray(np.zeros((2, 3)))
        view_of(a)[...] = 1
        return float(a.sum()) > 0

    views = [
        lambda a: a[0],
        lambda a: a[:, None],
        lambda a: a.T,
        lambda a: a.reshape(3, 2),
        lambda a: a.ravel(),
        lambda a: frit.flip(a),
        lambda a: frit.expand_dims(a, 0),
        lambda a: frit.squeeze(a[None], 0),
        lambda a: frit.moveaxis(a, 0, 1),
        lambda a: frit.swapaxes(a, 0, 1),
        lambda a: frit.split(a, 2)[0],
        lambda a: frit.unstack(a)[1],
        lambda a: frit.rot90(a),
        lambda a: frit.asarray(a),
    ]
    assert all(changed(view) for view in views)
    copies = [
        lambda a: a.flatten(),
        lambda a: a.copy(),
        lambda a: a.reshape(3, 2, copy=True),
        lambda a: frit.roll(a, 1),
        lambda a: frit.roll(a, 0, 0),
        lambda a: frit.concat([a]),
        lambda a: a[[0, 1]],
        lambda a: a.astype("float64"),
        lambda a: a.T.reshape(6),
        lambda a: +a,
    ]
    assert not any(changed(copy) for copy in copies)


def test_broadcast():
    assert frit.broadcast_shapes((2, 1), (3,), ()) == (2, 3)
    got = frit.broadcast_arrays(np.zeros((2, 1)), np.arange(3))
    for g, e in zip(got, np.broadcast_arrays(np.zeros((2, 1)), np.arange(3)), strict=True):
        identical(g, e)
    with pytest.raises(frit.ShapeError, match=r"shapes \(2,\), \(3,\) do not broadcast: axis -1"):
        frit.broadcast_shapes((2,), (3,))
    with pytest.raises(ValueError):
        frit.broadcast_to(frit.zeros(3), (2,))
    view = frit.broadcast_to(frit.zeros(3), (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1


def test_squeeze():
    x = frit.zeros((1, 3, 1))
    assert frit.squeeze(x).shape == (3,)
    assert frit.squeeze(x, 0).shape == (3, 1)
    assert x.squeeze((0, 2)).shape == (3,)
    with pytest.raises(frit.ShapeError, match="3 elements"):
        frit.squeeze(x, 1)


def test_reshape_errors():
    for shape in ((5, 5), (-1, 7), (-1, -1), (-2, 12)):
        with pytest.raises(ValueError):
            frit.reshape(frit.asarray(X), shape)
    with pytest.raises(ValueError):
        frit.reshape(frit.asarray(X).T, (24,), copy=False)
    assert frit.zeros((0, 3)).reshape(3, 0).shape == (3, 0)
    assert frit.zeros((2, 3)).reshape((3, 2)).shape == (3, 2)


# ---- products


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, *FLOATS, *COMPLEX])
def test_products(dtype):
    a, b = sample(dtype, (3, 4)), sample(dtype, (4, 5), seed=1)
    v = sample(dtype, (4,), seed=2)
    loose = {"float16": 2e-2, "float32": 1e-5, "complex64": 1e-5}.get(dtype, 1e-12)
    x, y, w = frit.asarray(a), frit.asarray(b), frit.asarray(v)
    same(x @ y, a @ b, loose)
    same(frit.matmul(x, w), np.matmul(a, v), loose)
    same(frit.dot(x, y), np.dot(a, b), loose)
    same(frit.dot(x, w), np.dot(a, v), loose)
    same(frit.inner(x, w), np.inner(a, v), loose)
    same(frit.outer(x, w), np.outer(a, v), loose)
    same(frit.vecdot(x, w), np.vecdot(a, v), loose)
    same(frit.tensordot(x, y, axes=1), np.tensordot(a, b, axes=1), loose)
    same(frit.tensordot(x, x), np.tensordot(a, a), loose)
    same(frit.tensordot(x, x, axes=((1,), (1,))), np.tensordot(a, a, axes=((1,), (1,))), loose)
    same(frit.kron(x, w), np.kron(a, v), loose)
    if dtype != "bool":
        same(frit.vdot(w, w), np.vdot(v, v), loose)


def test_stacks_of_matrices():
    a, b = sample("float64", (5, 1, 3, 4)), sample("float64", (2, 4, 2), seed=1)
    same(frit.matmul(a, b), a @ b, 1e-12)
    same(frit.matvec(a, b[:, :, 0]), np.matvec(a, b[:, :, 0]), 1e-12)
    with pytest.raises(frit.ShapeError):
        frit.matmul(2, a)
    with pytest.raises(frit.ShapeError):
        frit.asarray(a) @ frit.asarray(a)


EINSUM = [
    ("ij,jk->ik", (3, 4), (4, 5)),
    ("ij,jk", (3, 4), (4, 5)),
    ("ij,jk->ki", (3, 4), (4, 5)),
    ("ij->ji", (3, 4)),
    ("ij->", (3, 4)),
    ("ij->i", (3, 4)),
    ("ii->i", (3, 3)),
    ("ii", (3, 3)),
    ("i,i->", (4,), (4,)),
    ("i,j->ij", (4,), (3,)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("bij,bkj->bik", (2, 3, 4), (2, 5, 4)),
    ("ij,ij->ij", (3, 4), (3, 4)),
    ("ij,ij->", (3, 4), (3, 4)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
    ("...ij,...jk->...ik", (2, 3, 4), (2, 4, 5)),
    ("...ij,...jk->...ik", (5, 2, 3, 4), (1, 4, 5)),
    ("...i->...", (2, 3)),
    ("ij,kl->ijkl", (2, 3), (4, 5)),
    ("ijk,ilm->jl", (2, 3, 4), (2, 5, 6)),
    ("i,ij,j", (3,), (3, 4), (4,)),
]


@pytest.mark.parametrize("case", range(len(EINSUM)))
def test_einsum(case):
    text, *shapes = EINSUM[case]
    operands = [sample("float64", shape, seed=k) for k, shape in enumerate(shapes)]
    same(frit.einsum(text, *operands), np.einsum(text, *operands), 1e-12)


def test_einsum_errors():
    for text, n in [("ij,jk->iz", 2), ("ij->ij", 2), ("ijk", 1), ("ij->ii", 1)]:
        with pytest.raises(ValueError):
            frit.einsum(text, *[frit.zeros((2, 2))] * n)


def test_other_products():
    a, b = sample("float64", (5, 3)), sample("float64", (5, 3), seed=1)
    same(frit.cross(a, b), np.cross(a, b), 1e-13)
    same(frit.cross(a.T, b.T, axis=0), np.cross(a.T, b.T, axis=0), 1e-13)
    same(frit.cov(a), np.cov(a), 1e-13)
    same(frit.cov(a, rowvar=False, ddof=0), np.cov(a, rowvar=False, ddof=0), 1e-13)
    same(frit.cov(a[0]), np.cov(a[0]), 1e-13)


def test_linalg():
    m = sample("float64", (2, 3, 3)) + 5 * np.eye(3)
    s = m @ m.swapaxes(-1, -2)
    for name in ("inv", "det", "pinv", "eigvalsh", "cholesky", "svdvals", "matrix_rank"):
        x = s if name in ("eigvalsh", "cholesky") else m
        same(getattr(frit.linalg, name)(x), getattr(np.linalg, name)(x), 1e-9)
    for name in ("qr", "svd", "slogdet", "eigh"):
        x = s if name == "eigh" else m
        for g, e in zip(getattr(frit.linalg, name)(x), getattr(np.linalg, name)(x), strict=True):
            same(g, e, 1e-9)
    v = sample("float64", (3,))
    same(frit.linalg.solve(m[0], v), np.linalg.solve(m[0], v), 1e-9)
    same(frit.linalg.solve(m, m), np.linalg.solve(m, m), 1e-9)
    for n in (-2, 0, 1, 5):
        same(frit.linalg.matrix_power(m, n), np.linalg.matrix_power(m, n), 1e-9)
    for order in (0, 1, 2, 3.5, np.inf, -np.inf, -1):
        same(frit.linalg.vector_norm(v, ord=order), np.linalg.vector_norm(v, ord=order), 1e-12)
        same(frit.linalg.norm(m, order, axis=2), np.linalg.norm(m, order, axis=2), 1e-12)
    for order in ("fro", "nuc", 1, 2, -1, -2, np.inf, -np.inf):
        same(frit.linalg.matrix_norm(m, ord=order), np.linalg.matrix_norm(m, ord=order), 1e-9)
    same(frit.linalg.norm(m), np.linalg.norm(m), 1e-12)
    with pytest.raises(frit.ShapeError, match="square"):
        frit.linalg.inv(frit.zeros((2, 3)))
