"""New arrays against NumPy; that they are lazy; interchange in and out."""

from __future__ import annotations

import numpy as np
import pytest
from arrays import ALL, FLOATS, INTEGERS, identical, same, sample

import frit
from frit import _core


@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
def test_filled(name):
    for dtype in ALL:
        for shape in [(), 3, (0,), (2, 3), (2, 0)]:
            made = getattr(frit, name)(shape, dtype=dtype)
            identical(
                made, np.zeros(shape, dtype) if name == "empty" else getattr(np, name)(shape, dtype)
            )
    assert getattr(frit, name)(2).dtype == frit.float64


def test_full():
    for number in (True, 7, 2.5, 1 + 2j):
        identical(frit.full((2, 3), number), np.full((2, 3), number))
    for dtype in ALL:
        identical(frit.full(3, 1, dtype=dtype), np.full(3, 1, dtype=dtype))
    identical(frit.full((2, 3), frit.asarray([1, 2, 3])), np.full((2, 3), [1, 2, 3]))
    assert frit.full(2, 2.7, dtype="int32").tolist() == [2, 2]
    with pytest.raises(ValueError, match="negative extents"):
        frit.zeros((2, -1))


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like"])
def test_like(name):
    for dtype in ALL:
        x = sample(dtype, (2, 3))
        made = getattr(frit, name)(frit.asarray(x))
        assert (made.shape, made.dtype) == (x.shape, x.dtype)
    assert frit.full_like([1, 2], 2.5, dtype="float32").tolist() == [2.5, 2.5]


@pytest.mark.parametrize(
    "bounds",
    [
        (5,),
        (2, 9),
        (2, 9, 3),
        (9, 2, -2),
        (5, 2),
        (0,),
        (0.0, 1.0, 0.1),
        (1, 2, 0.25),
        (2.5,),
        (5, 0, -0.5),
    ],
)
def test_arange(bounds):
    same(frit.arange(*bounds), np.arange(*bounds))
    for dtype in ["int16", "uint8", "float32"]:
        if all(float(b).is_integer() for b in bounds):
            identical(frit.arange(*bounds, dtype=dtype), np.arange(*bounds, dtype=dtype))


def test_arange_at_the_ends_of_a_dtype():
    identical(
        frit.arange(2**63, 2**63 + 3, dtype="uint64"), np.arange(2**63, 2**63 + 3, dtype="uint64")
    )
    identical(frit.arange(-(2**63), -(2**63) + 3), np.arange(-(2**63), -(2**63) + 3))
    with pytest.raises(ZeroDivisionError, match="step"):
        frit.arange(0, 5, 0)


@pytest.mark.parametrize("num", [0, 1, 2, 7, 50])
@pytest.mark.parametrize("endpoint", [True, False])
def test_linspace(num, endpoint):
    for start, stop in [(0, 1), (2.5, -3.0), (0.1, 0.7)]:
        same(
            frit.linspace(start, stop, num, endpoint=endpoint),
            np.linspace(start, stop, num, endpoint=endpoint),
        )
    same(
        frit.linspace(0, 10, num, dtype="int32", endpoint=endpoint),
        np.linspace(0, 10, num, dtype="int32", endpoint=endpoint),
    )
    same(
        frit.linspace(0j, 1 + 1j, num, endpoint=endpoint),
        np.linspace(0j, 1 + 1j, num, endpoint=endpoint),
    )


def test_other_rows():
    same(frit.logspace(0, 3, 4), np.logspace(0, 3, 4), 1e-14)
    same(frit.geomspace(1, 1000, 4), np.geomspace(1, 1000, 4), 1e-13)
    identical(frit.indices((2, 3)), np.indices((2, 3)))
    for indexing in ("xy", "ij"):
        for sparse in (False, True):
            rows = [np.arange(2), np.arange(3), np.arange(4)]
            got = frit.meshgrid(*rows, indexing=indexing, sparse=sparse)
            expected = np.meshgrid(*rows, indexing=indexing, sparse=sparse)
            for g, e in zip(got, expected, strict=True):
                identical(g, e)


def test_diagonals_and_triangles():
    for k in (-2, 0, 1, 5):
        identical(frit.eye(3, 4, k=k), np.eye(3, 4, k=k))
        identical(frit.tri(3, 4, k), np.tri(3, 4, k))
        x = sample("int32", (2, 3, 4))
        identical(frit.tril(x, k=k), np.tril(x, k=k))
        identical(frit.triu(x, k=k), np.triu(x, k=k))
        identical(frit.diag(np.arange(3), k), np.diag(np.arange(3), k))
        identical(frit.diag(np.arange(6).reshape(2, 3), k), np.diag(np.arange(6).reshape(2, 3), k))
    identical(frit.identity(3, dtype="int8"), np.identity(3, dtype="int8"))


def test_creation_is_lazy():
    _core.flush()
    made = [frit.zeros(10), frit.arange(10), frit.linspace(0, 1, 5), frit.eye(3)]
    assert not any(x._ready for x in made)
    made[0].tolist()
    assert made[0]._ready


def test_asarray():
    for dtype in ALL:
        x = sample(dtype)
        a = frit.asarray(x)
        identical(a, x)
        identical(frit.asarray(x.tolist(), dtype=dtype), x)
    assert frit.asarray(3).dtype == frit.int64
    assert frit.asarray(3.0).dtype == frit.float64
    assert frit.asarray(True).dtype == frit.bool
    assert frit.asarray(1j).dtype == frit.complex128
    a = frit.asarray([1, 2])
    assert frit.asarray(a) is a
    assert frit.asarray(a, copy=True) is not a
    assert frit.asarray([[a, a], [a, a]]).shape == (2, 2, 2)
    assert frit.asarray([frit.asarray(1), 2.5]).tolist() == [1.0, 2.5]
    with pytest.raises(ValueError, match="without a copy"):
        frit.asarray([1, 2], copy=False)
    with pytest.raises(ValueError, match="device"):
        frit.asarray([1], device="gpu")


def test_memory_is_shared_with_numpy():
    x = np.arange(6.0)
    a = frit.asarray(x)
    a[0] = 10
    assert x[0] == 10
    x[1] = 20
    assert a[1].item() == 20
    back = np.asarray(a)
    back[2] = 30
    assert x[2] == 30 and a[2].item() == 30
    b = frit.array(x)
    b[0] = 0
    assert x[0] == 10


def test_steps_before_a_foreign_write_see_the_old_values():
    x = np.arange(4.0)
    y = frit.asarray(x) * 2
    x[:] = 0
    assert y.tolist() == [0, 2, 4, 6]


def test_views_of_strided_numpy_memory():
    x = np.arange(24).reshape(4, 6)
    for view in (x[::2, ::-1], x.T, x[1:, 2:4], np.broadcast_to(x[0], (3, 6))):
        identical(frit.asarray(view) + 1, view + 1)
    swapped = x.astype(">i4")
    assert frit.asarray(swapped).tolist() == x.tolist()


def test_dlpack():
    for dtype in ALL:
        x = sample(dtype, (2, 3))
        identical(frit.from_dlpack(x), x)
        np.testing.assert_array_equal(np.from_dlpack(frit.asarray(x)), x)
    assert frit.zeros(2).__dlpack_device__() == (1, 0)


def test_buffers():
    for dtype in INTEGERS + FLOATS:
        x = sample(dtype, (2, 3))
        assert memoryview(frit.asarray(x)).tobytes() == x.tobytes()
    assert frit.ascontiguousarray(np.arange(6).reshape(2, 3).T).strides == (16, 8)
