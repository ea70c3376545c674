"""frit.Array has every attribute of np.ndarray, or a reason; frit.AxisError is NumPy's too."""

from __future__ import annotations

import ctypes
import inspect
import io
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import frit
from frit._array.array_numpy import LEFT_OUT

DOCS = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_every_attribute_of_ndarray_is_there_or_has_a_reason():
    missing = {name for name in dir(np.ndarray) if not hasattr(frit.Array, name)}
    assert missing == set(LEFT_OUT)
    for name, reason in LEFT_OUT.items():
        assert not hasattr(frit.zeros(2), name)
        assert f"| `{name}` | {reason} |" in DOCS.read_text()


def test_methods_take_the_keywords_of_ndarray():
    lacking = []
    for name in dir(np.ndarray):
        own, numpys = getattr(frit.Array, name, None), getattr(np.ndarray, name)
        if name[0] == "_" or not callable(numpys) or own is None or hasattr(frit, name):
            continue  # functions of the namespace are held against NumPy's by name
        try:
            wanted = inspect.signature(numpys).parameters
        except ValueError:
            continue
        found = inspect.signature(own).parameters
        for parameter in wanted.values():
            if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                if parameter.name not in found:
                    lacking.append((name, parameter.name))
    assert not lacking


def matrices():
    base = np.arange(12.0).reshape(3, 4)
    return [base, base.T, base[:, 1:], base[::-1], base[1], np.float32(3) * base, base[:, :0]]


def test_flags_are_numpys():
    for x in matrices():
        own, wanted = frit.asarray(x).flags, x.flags
        for name in ("c_contiguous", "f_contiguous", "writeable", "aligned", "contiguous", "forc"):
            assert getattr(own, name) == getattr(wanted, name), name
        for name in ("C_CONTIGUOUS", "F", "W", "ALIGNED", "WRITEBACKIFCOPY"):
            assert own[name] == wanted[name]
    made = frit.zeros((2, 2))
    assert made.flags.owndata and made.flags["OWNDATA"] and not made[1:].flags.owndata
    assert not frit.broadcast_to(made, (3, 2, 2)).flags.writeable
    assert "OWNDATA : True" in repr(made.flags) and made.flags == frit.ones((2, 2)).flags
    with pytest.raises(ValueError, match="cannot be changed"):
        made.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be changed"):
        made.flags["WRITEABLE"] = False


def test_base_is_whose_memory_it_is():
    x = frit.zeros((2, 3)) + 1
    assert x.base is None and x[1:].base is x and x[1:][:, 1:].base is x and x.T.base is x
    assert frit.asarray([1.0, 2.0]).base is None and frit.asarray([1.0, 2.0])[:1].base is not None
    numpys = np.ones(3)
    assert frit.asarray(numpys).base is numpys and frit.asarray(numpys)[1:].base is numpys
    row = x[0]
    del x
    assert row.base is not None and row.tolist() == [1, 1, 1]


def test_flat_reads_writes_and_counts():
    for x in matrices():
        own, wanted = frit.asarray(x.copy()).T, x.copy().T
        assert list(own.flat) == list(wanted.flat) and len(own.flat) == len(wanted.flat)
        assert np.array_equal(np.asarray(own.flat), np.asarray(wanted.flat))
        if not x.size:
            continue
        for key in (0, -1, 2, slice(1, 4), slice(None, None, -2), [0, 2, 2], ...):
            got, want = own.flat[key], wanted.flat[key]
            assert np.array_equal(np.asarray(got), want) and got.shape == np.shape(want), key
        mask = np.arange(x.size) % 2 == 0
        assert own.flat[mask].tolist() == wanted.flat[mask].tolist()
        for key, value in ((0, 7), (-1, 8), (slice(1, 4), 9), (slice(None), [1, 2]), ([0, 3], 5)):
            own.flat[key] = value
            wanted.flat[key] = value
            assert np.array_equal(np.asarray(own), wanted), key
        own.flat = wanted.flat = 4
        assert np.array_equal(np.asarray(own), wanted)
        with pytest.raises(IndexError):
            own.flat[x.size]
    steps = frit.reshape(frit.arange(6), (2, 3)).flat
    next(steps), next(steps), next(steps), next(steps)
    assert steps.index == 4 and steps.coords == (1, 1) and steps.base.shape == (2, 3)
    assert steps.copy().tolist() == [0, 1, 2, 3, 4, 5] and frit.asarray(3.0).flat[0] == 3


def test_order_and_elements():
    rng = np.random.default_rng(3)
    for x in (rng.normal(size=9), rng.integers(0, 9, (4, 5))):
        own = frit.asarray(x.copy())
        wanted = x.copy()
        own.partition(2)
        wanted.partition(2)
        assert np.array_equal(np.asarray(own)[..., 2], wanted[..., 2])
        assert own.argpartition(1).shape == x.shape
        found = frit.asarray(x).argpartition((1, 2), axis=0)
        there = np.take_along_axis(x, np.asarray(found), 0)
        assert np.array_equal(there[1:3], np.sort(x, axis=0)[1:3])
        for condition in ([True, False, True], np.array([0, 1]), frit.asarray([True])):
            for axis in (None, 0):
                got = frit.asarray(x).compress(condition, axis)
                assert np.array_equal(np.asarray(got), x.compress(np.asarray(condition), axis))
        out = frit.zeros(1, dtype=x.dtype)
        assert frit.asarray(x).compress([True], out=out) is out and out[0] == x.ravel()[0]
        for mode, places in (("raise", [0, -1]), ("wrap", [0, x.size + 2]), ("clip", [99, -5])):
            own, wanted = frit.asarray(x.copy()), x.copy()
            own.put(places, [7, 8], mode=mode)
            wanted.put(places, [7, 8], mode=mode)
            assert np.array_equal(np.asarray(own), wanted)
    with pytest.raises(IndexError):
        frit.zeros(3).put([5], 1)
    which = frit.asarray([0, 1, 1])
    assert which.choose([[1, 2, 3], [4, 5, 6]]).tolist() == [1, 5, 6]
    assert (which + 1).choose([[1, 2, 3], [4, 5, 6]], mode="wrap").tolist() == [4, 2, 3]


def test_bytes_and_files(tmp_path):
    x = np.arange(6, dtype=np.int16).reshape(2, 3)
    own = frit.asarray(x)
    own.tofile(tmp_path / "x.bin")
    assert np.fromfile(tmp_path / "x.bin", np.int16).tolist() == x.ravel().tolist()
    own.T.tofile(tmp_path / "x.txt", sep=",")
    assert (tmp_path / "x.txt").read_text() == "0,3,1,4,2,5"
    assert own.tobytes("F") == x.tobytes("F") and own.data.tobytes() == x.tobytes()
    own.dump(tmp_path / "x.pickle")
    with open(tmp_path / "x.pickle", "rb") as file:
        assert pickle.load(file).tolist() == x.tolist()
    stream = io.BytesIO()
    own.dump(stream)
    assert stream.getvalue() and pickle.loads(own.dumps()).dtype == own.dtype
    assert own.byteswap().tolist() == x.byteswap().tolist()
    pointer = own.ctypes.data_as(ctypes.POINTER(ctypes.c_int16))
    assert pointer[5] == 5 and own.ctypes.shape[:] == [2, 3]
    mutable = frit.asarray(x.copy())
    assert mutable.byteswap(inplace=True) is mutable and mutable.tolist() == x.byteswap().tolist()
    z = frit.asarray(np.array([1 + 2j, 3 + 4j]))
    assert z.getfield(frit.float64, 8).tolist() == [2, 4]
    z.setfield(9, np.float64)
    assert z.tolist() == [9 + 2j, 9 + 4j]
    assert type(own.view(np.ndarray)) is np.ndarray and own.view(type=np.matrix).shape == (2, 3)
    assert frit.Array[int] is not None and np.asarray(own.__array_struct__ is not None)
    assert own.astype("f4", "C", "unsafe", True, False).dtype == np.float32


def test_in_place_methods_inside_a_fused_function():
    @frit.fuse
    def through(x):
        y = x * 2
        y.flat[1] = 7
        y.partition(2)
        x.flat[:] = 1
        return y, y.compress(y > 2), x.flags.c_contiguous

    def plain(x):
        y = x * 2
        y.flat[1] = 7
        y.partition(2)
        x.flat[:] = 1
        return y, y.compress(y > 2), x.flags.c_contiguous

    for _ in range(3):
        a, b = np.array([3.0, 1.0, 2.0, 0.5]), np.array([3.0, 1.0, 2.0, 0.5])
        got, want = through(a), plain(b)
        assert all(np.array_equal(g, w) for g, w in zip(got, want, strict=True))
        assert np.array_equal(a, b)


AXES = {
    "sum": lambda x: frit.sum(x, axis=5),
    "method": lambda x: x.max(axis=-4),
    "through NumPy": lambda x: np.mean(x, axis=3),
    "flip": lambda x: frit.flip(x, axis=2),
    "stack": lambda x: frit.stack([x, x], axis=7),
}


@pytest.mark.parametrize("name", AXES)
def test_axis_errors_are_numpys(name):
    for kind in (np.exceptions.AxisError, ValueError, IndexError, frit.AxisError, frit.Error):
        with pytest.raises(kind):
            AXES[name](frit.zeros((2, 3)))
    try:
        AXES[name](frit.zeros((2, 3)))
    except np.exceptions.AxisError as error:
        assert error.axis in (5, -4, 3, 2, 7) and error.ndim in (2, 3)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is frit.AxisError and str(again) == str(error)


def test_axis_errors_import_numpy_only_when_looked_at():
    code = "import sys, frit; frit.zeros(3); assert 'numpy' not in sys.modules; frit.AxisError"
    subprocess.run([sys.executable, "-c", code], check=True)
