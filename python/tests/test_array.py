"""The class frit.Array, the namespace, and that everything public is described."""

from __future__ import annotations

import copy
import doctest
import importlib
import operator
import os
import pickle
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest
from arrays import ALL, BOOL, COMPLEX, FLOATS, INTEGERS, identical, same, sample

import frit
from frit import _core
from frit._array.registry import NAMESPACE, ops

OPERATORS = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "and_",
    "or_",
    "xor",
    "lshift",
    "rshift",
]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]
OPERATOR_DTYPES = {"and_": BOOL + INTEGERS, "or_": BOOL + INTEGERS, "xor": BOOL + INTEGERS}


def takes(name):
    if name in ("lshift", "rshift"):
        return INTEGERS
    if name == "pow":
        return ["int32", "int64", "float32", "float64"]
    if name in ("floordiv", "mod", "lt", "le", "gt", "ge"):
        return INTEGERS + FLOATS
    if name == "sub":
        return INTEGERS + FLOATS + COMPLEX
    return OPERATOR_DTYPES.get(name, ALL)


@pytest.mark.parametrize("name", OPERATORS + COMPARISONS)
def test_operators(name):
    op = getattr(operator, name)
    for dtype in takes(name):
        x = np.abs(sample(dtype)) if dtype != "bool" else sample(dtype)
        x = x.astype(dtype) if dtype not in COMPLEX else sample(dtype)
        y = np.ones_like(x) + (np.arange(4) % 3).astype(dtype) if dtype != "bool" else x[::-1]
        with np.errstate(all="ignore"):
            loose = (
                1e-5 if dtype in ("complex64", "float32") else 1e-2 if dtype == "float16" else 1e-12
            )
            same(op(frit.asarray(x), frit.asarray(y)), op(x, y), loose)
            if dtype not in BOOL:
                same(op(frit.asarray(x), 2), op(x, 2), loose)
                if name not in ("lshift", "rshift"):
                    same(op(2, frit.asarray(y)), op(2, y), loose)


IN_PLACE = ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow"]


@pytest.mark.parametrize("name", IN_PLACE)
def test_in_place_operators(name):
    op = getattr(operator, name)
    for dtype in FLOATS + (["int32", "uint8"] if name not in ("itruediv",) else []):
        x = (sample(dtype, size=3) + 1).astype(dtype)
        if name == "ipow":
            x = np.abs(x)
        a = frit.array(x)
        alias, part, rest = a, a[1:], x[1:]
        a = op(a, 2)
        x = op(x, 2)
        assert a is alias
        same(a, x, 1e-2 if dtype == "float16" else None)
        same(part, rest, 1e-2 if dtype == "float16" else None)
    with pytest.raises(frit.DTypeError, match="cannot be stored"):
        n = frit.arange(3)
        n += 0.5


def test_unary_operators():
    for dtype in INTEGERS + FLOATS + COMPLEX:
        x = sample(dtype)
        identical(-frit.asarray(x), -x)
        identical(+frit.asarray(x), +x)
        same(abs(frit.asarray(x)), abs(x))
    for dtype in BOOL + INTEGERS:
        identical(~frit.asarray(sample(dtype)), ~sample(dtype))
    identical(round(frit.asarray([1.25, 2.75]), 1), np.round([1.25, 2.75], 1))


def test_conversions():
    assert float(frit.asarray([2.5])) == 2.5
    assert int(frit.asarray(7.9)) == 7
    assert complex(frit.asarray(1 + 2j)) == 1 + 2j
    assert bool(frit.asarray(3)) is True
    assert operator.index(frit.asarray(3)) == 3
    assert [10, 20, 30][frit.asarray(1)] == 20
    assert f"{frit.asarray(3.14159):.2f}" == "3.14"
    assert f"{frit.asarray([1, 2])}" == "[1 2]"
    for bad in (float, int, bool):
        with pytest.raises((TypeError, ValueError)):
            bad(frit.zeros(2))
    with pytest.raises(TypeError):
        operator.index(frit.asarray(1.0))
    with pytest.raises(TypeError):
        f"{frit.zeros(2):.2f}"
    with pytest.raises(TypeError):
        hash(frit.zeros(2))
    with pytest.raises(TypeError):
        frit.Array([1, 2])


@pytest.mark.parametrize("dtype", ALL)
def test_values_out(dtype):
    x = sample(dtype, (2, 3))
    a = frit.asarray(x) + frit.zeros((), dtype=dtype)
    assert a.tolist() == x.tolist()
    assert a.tobytes() == x.tobytes()
    assert a[0, 1].item() == x[0, 1].item()
    assert a.item(1) == a.item((0, 1)) == x.item(1)
    np.testing.assert_array_equal(np.asarray(a), x)
    np.testing.assert_array_equal(a.numpy(), x)
    assert list(a.flat) == x.ravel().tolist()
    assert [row.tolist() for row in a] == x.tolist()
    interface = a.__array_interface__
    assert interface["shape"] == (2, 3) and interface["typestr"] == x.dtype.str
    assert (a.nbytes, a.itemsize, a.size, a.ndim, len(a)) == (x.nbytes, x.itemsize, 6, 2, 2)


def test_printing():
    assert repr(frit.asarray([1.0, 2.0])) == "frit.Array([1., 2.], dtype=float64)"
    assert repr(frit.zeros((0, 2))) == "frit.Array([], shape=(0, 2), dtype=float64)"
    assert str(frit.arange(3)) == "[0 1 2]"
    text = repr(frit.zeros((2, 2), dtype="int8"))
    assert text.splitlines()[1].startswith(" " * len("frit.Array([") + "[0")
    assert "..." in repr(frit.zeros(5000))
    with _core.Capture() as capture:
        x = capture.placeholder(_core.float32, (2, 3))
        assert repr(x + 1) == str(x + 1) == "<frit.Array of float32[2, 3] without a value yet>"


def test_copies():
    for dtype in [*ALL, "bfloat16"]:
        a = frit.ones((2, 3), dtype=dtype)
        for b in (copy.copy(a), copy.deepcopy(a), a.copy(), pickle.loads(pickle.dumps(a))):
            assert b.dtype == a.dtype and b.shape == a.shape
            b[...] = 0
            assert bool((a == 1).all())
    a = frit.asarray(np.arange(6).reshape(2, 3).T)
    identical(pickle.loads(pickle.dumps(a)), np.arange(6).reshape(2, 3).T)
    assert pickle.loads(pickle.dumps(frit.float32)) is frit.float32


def test_attributes():
    z = frit.asarray([1 + 2j, 3 - 1j])
    assert z.real.tolist() == [1, 3] and z.imag.tolist() == [2, -1]
    z.real = 5
    z.imag = [7, 8]
    assert z.tolist() == [5 + 7j, 5 + 8j]
    x = frit.asarray([[1.0, 2.0]])
    assert x.real is x and x.imag.tolist() == [[0, 0]]
    assert x.T.shape == (2, 1) and x.mT.shape == (2, 1) and x.device == "cpu"
    assert x.to_device("cpu") is x
    assert x.strides == (16, 8)
    with pytest.raises(ValueError):
        x.to_device("gpu")
    with pytest.raises(ValueError):
        frit.zeros(3).mT
    with pytest.raises(TypeError):
        x.imag = 1
    assert 2.0 in x and 3.0 not in x
    ref = weakref.ref(x)
    assert ref() is x


def test_methods():
    x = sample("float64", (3, 4))
    a = frit.asarray(x)
    same(a.reshape(4, 3), x.reshape(4, 3))
    same(a.reshape((2, -1)), x.reshape((2, -1)))
    same(a.transpose(1, 0), x.transpose(1, 0))
    same(a.transpose((1, 0)), x.T)
    same(a.dot(x.T), x.dot(x.T), 1e-13)
    same(a.clip(-1, 1), x.clip(-1, 1))
    same(a.round(1), x.round(1))
    same(a.cumsum(axis=1), x.cumsum(axis=1), 1e-13)
    same(a.std(ddof=1), x.std(ddof=1), 1e-13)
    same(a.argmax(axis=0), x.argmax(axis=0))
    same(a.take([1, 0], axis=1), x.take([1, 0], axis=1))
    same(a.astype("float32"), x.astype("float32"))
    assert a.astype("float64", copy=False) is a
    with pytest.raises(TypeError):
        a.astype("int32", casting="safe")
    b = frit.array(x)
    b.sort(axis=0)
    same(b, np.sort(x, axis=0))
    b.fill(3)
    assert b.tolist() == np.full((3, 4), 3.0).tolist()
    b.put([0, 5], [7, 8])
    assert b[0, 0].item() == 7 and b[1, 1].item() == 8
    b.T.put([1], [-3])
    assert b[1, 0].item() == -3
    one = frit.ones(1, dtype="float32")
    assert frit.bitcast(one, "int32").tolist() == [0x3F800000]
    bits = one.view("int32")
    bits[0] = 0x40000000
    assert one.tolist() == [2.0]


# ---- dtypes


def test_dtypes():
    for d in ALL:
        own = getattr(frit, d)
        assert own == np.dtype(d) and own == d and own == getattr(np, d)
        assert own.itemsize == np.dtype(d).itemsize and own.name == d
        assert repr(own) == f"frit.{d}" and str(own) == d
    assert frit.float32 != frit.float64 and frit.float32 != "int32"
    assert len({getattr(frit, d) for d in ALL}) == len(ALL)
    for d in FLOATS:
        ours, numpys = frit.finfo(getattr(frit, d)), np.finfo(d)
        assert (ours.eps, ours.max, ours.min, ours.bits) == (
            numpys.eps,
            numpys.max,
            numpys.min,
            numpys.bits,
        )
        assert ours.smallest_normal == ours.tiny == numpys.smallest_normal
    for d in INTEGERS:
        ours, limits = frit.iinfo(d), np.iinfo(d)
        assert (ours.max, ours.min, ours.bits) == (limits.max, limits.min, limits.bits)
    assert frit.finfo(frit.complex64).dtype == frit.float32
    for bad, f in ((frit.int8, frit.finfo), (frit.float32, frit.iinfo)):
        with pytest.raises(TypeError):
            f(bad)


def test_promotion_is_numpys():
    for a in ALL:
        for b in ALL:
            assert frit.promote_types(a, b) == np.promote_types(a, b)
            assert frit.result_type(getattr(frit, a), getattr(frit, b)) == np.result_type(a, b)
            for casting in ("no", "safe", "same_kind", "unsafe"):
                assert frit.can_cast(a, b, casting) == np.can_cast(a, b, casting), (a, b, casting)
        for number in (1, 1.5, 1j):
            expected = np.result_type(np.zeros(1, a), number)
            assert frit.result_type(frit.zeros(1, dtype=a), number) == expected


def test_isdtype():
    assert frit.isdtype(frit.float32, "real floating")
    assert frit.isdtype(frit.uint8, ("signed integer", "unsigned integer"))
    assert not frit.isdtype(frit.bool, "numeric")
    with pytest.raises(ValueError, match="not a kind"):
        frit.isdtype(frit.bool, "number")


# ---- the namespace


def public():
    for name in dir(frit):
        if not name.startswith("_"):
            try:
                yield name, getattr(frit, name)
            except ImportError:
                continue  # a part that is not there


def test_every_public_name_is_described():
    constants = {"e", "inf", "nan", "pi", "newaxis", "API_VERSIONS", "annotations"}
    for name, value in public():
        if name not in constants and not isinstance(value, (_core.DType, float)):
            assert (value.__doc__ or "").strip(), f"frit.{name} has no docstring"
    for name in dir(frit.Array):
        member = getattr(frit.Array, name)
        if not name.startswith("_") and callable(member):
            assert member.__doc__, f"frit.Array.{name} has no docstring"
    for module in (frit.random, frit.linalg):
        for name in module.__all__:
            assert getattr(module, name).__doc__, f"{module.__name__}.{name} has no docstring"


MODULES = [m for m in NAMESPACE if m != "_core"]
MODULES += ["_array.array", "_array.inspection", "random", "linalg"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(f"frit.{name}")
    finder = doctest.DocTestFinder(recurse=True)
    runner = doctest.DocTestRunner()
    names = [*ops(name)] if name in NAMESPACE else getattr(module, "__all__", ())
    for member in [module, *(getattr(module, n) for n in names)]:
        if member is module or callable(member):
            label = getattr(member, "__name__", "object")
            for case in finder.find(member, label, module=False, globs={"frit": frit}):
                runner.run(case)
    assert runner.failures == 0
    assert runner.tries > 0


def test_the_array_standard_is_named():
    x = frit.zeros(1)
    assert x.__array_namespace__() is frit
    assert x.__array_namespace__(api_version="2023.12") is frit
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="2019.01")
    info = frit.__array_namespace_info__()
    assert info.default_device() == "cpu"
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}


def test_unknown_names():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        frit.nothing  # noqa: B018


def run(code):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)


def test_importing_frit_does_not_import_numpy():
    code = (
        "import frit, sys; x = frit.zeros(3) + 1; print('numpy' in sys.modules, float(frit.sum(x)))"
    )
    done = run(code)
    assert done.stdout == "False 3.0\n", done.stderr


def test_a_forked_child_works():
    code = (
        "import os, frit\n"
        "x = frit.arange(1000) * 2\n"
        "if os.fork() == 0:\n"
        "    os._exit(0 if int(frit.sum(x + 1)) == 1000000 else 1)\n"
        "print(os.waitstatus_to_exitcode(os.wait()[1]), int(frit.sum(x)))\n"
    )
    done = run(code)
    assert done.stdout == "0 999000\n", done.stderr


def test_threads():
    wrong = []

    def work(k):
        for n in range(50):
            x = frit.arange(200) * k + n
            if int(x.sum()) != 199 * 100 * k + 200 * n:
                wrong.append((k, n))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_arrays_are_freed():
    before = _core.describe()["memory_used"]
    for _ in range(20):
        x = frit.zeros(100_000) + 1
        x.tolist()
        y = x[::2] * 2
        y[0] = 5
        np.asarray(y)
    del x, y
    frit.flush()
    assert _core.describe()["memory_used"] <= before + 1000


# ---- inside captures: what is recorded holds for other sizes


GENERAL = {
    "mean": lambda x: x.mean(axis=1),
    "max": lambda x: x.max(axis=0),
    "std": lambda x: x.std(),
    "softmax": lambda x: frit.softmax(x, axis=1),
    "sum_keepdims": lambda x: x / x.sum(axis=1, keepdims=True),
    "average": lambda x: frit.average(x),
    "zeros_like": lambda x: frit.zeros_like(x) + x,
    "last_row": lambda x: x[-1] + x[0],
    "new_axis": lambda x: x[:, None] * x[None],
    "transpose": lambda x: x.T @ x,
    "diff": lambda x: frit.diff(x, axis=0),
    "flip": lambda x: frit.flip(x, axis=1),
    "expand": lambda x: frit.expand_dims(x, 0),
    "squeeze": lambda x: frit.squeeze(x[None], 0),
    "ravel": lambda x: x.ravel(),
    "reshape": lambda x: x.reshape(-1, 1),
    "argmax": lambda x: x.argmax(axis=1),
    "cumsum": lambda x: x.cumsum(axis=1),
    "initial": lambda x: frit.cumulative_sum(x, axis=1, include_initial=True),
    "clip": lambda x: x.clip(0, 1),
    "where": lambda x: frit.where(x > 0, x, 0),
    "concat": lambda x: frit.concat([x, x], axis=1),
    "stack": lambda x: frit.stack([x, x]),
    "vecdot": lambda x: frit.vecdot(x, x),
    "einsum": lambda x: frit.einsum("ij,kj->ik", x, x),
    "norm": lambda x: frit.linalg.norm(x, axis=1),
    "cov": lambda x: frit.cov(x),
    "outer": lambda x: frit.outer(x[0], x[1]),
    "pad": lambda x: frit.pad(x, 1),
    "take": lambda x: frit.take(x, frit.asarray([1, 0]), axis=1),
    "index_array": lambda x: x[frit.asarray([1, 0])],
    "nan_to_num": lambda x: frit.nan_to_num(x),
    "ptp": lambda x: frit.ptp(x, axis=0),
    "isclose": lambda x: frit.isclose(x, x.T.T),
    "logsumexp": lambda x: frit.logsumexp(x, axis=1),
    "gelu": lambda x: frit.gelu(x),
    "numpy": lambda x: np.sum(np.sin(x) * 2, axis=0),
    "mask": lambda x: _changed(x, x > 0, 0),
    "rows": lambda x: _changed(x, frit.asarray([1, 0]), 5.0),
    "columns": lambda x: _changed(x, (slice(None), frit.asarray([2, 0])), 3.0),
    "part": lambda x: _changed(x, slice(1, None), 0),
    "element": lambda x: _changed(x, (0, -1), 7),
    "scatter_add": lambda x: frit.scatter_add(x, frit.asarray([0, 0]), 1.0),
    "median_of_means": lambda x: frit.where(x > x.mean(), x, x.min(axis=0)),
    "matvec": lambda x: frit.matvec(x, x[0]),
    "moveaxis": lambda x: frit.moveaxis(x[None], 0, 2),
    "nanmax": lambda x: frit.nanmax(x, axis=1),
}


def _changed(x, key, value):
    y = x * 1
    y[key] = value
    return y


@pytest.mark.parametrize("name", GENERAL)
def test_programs_hold_for_other_sizes(name):
    function = GENERAL[name]
    capture = _core.Capture()
    with capture:
        x = capture.placeholder(_core.float64, (4, 6))
        y = function(x)
    assert capture.observed is None, f"a size was looked at: {capture.observed}"
    lifted = capture.lifted
    inputs = [x, *(inner for _, inner in lifted)]
    module = capture.finish(inputs, [y], "f", False)
    for shape in ((4, 6), (5, 3), (2, 9)):
        values = sample("float64", shape)
        operands = (frit.asarray(values), *(outer for outer, _ in lifted))
        (got,) = _core.apply_program(module, "f", operands)
        np.testing.assert_array_equal(np.asarray(got), np.asarray(function(frit.asarray(values))))


def test_values_are_not_known_in_a_capture():
    with _core.Capture() as capture:
        x = capture.placeholder(_core.float64, (4, 6))
        for look in (
            lambda: bool(x[0, 0]),
            lambda: float(x.sum()),
            lambda: x.tolist(),
            lambda: x[x > 0],
            lambda: np.asarray(x),
            lambda: frit.linalg.eigvals(x[:, :4]),
            lambda: frit.nonzero(x),
            lambda: pickle.dumps(x),
        ):
            with pytest.raises(_core.NeedsValue):
                look()


def test_numbers_of_a_capture_are_weak():
    with _core.Capture() as capture:
        x = capture.placeholder(_core.float32, (3,))
        n = capture.placeholder(_core.float64, (), weak="float")
        k = capture.placeholder(_core.int64, (), weak="int")
        for y in (x * n, frit.maximum(x, n), frit.where(x > n, x, k), frit.clip(x, n, n), x**k):
            assert y.dtype == frit.float32
        for look in (lambda: frit.arange(k), lambda: frit.zeros(k), lambda: range(k)):
            with pytest.raises(_core.NeedsValue):
                look()


def test_looking_does_not_share_memory_for_ever():
    x = frit.zeros(4) + 1
    for look in (
        repr,
        str,
        frit.sort,
        frit.unique_values,
        pickle.dumps,
        list,
        lambda a: a.tolist(),
    ):
        look(x)
        assert not x._shared
    lent = np.asarray(x)
    assert x._shared
    y = x * 2  # at once: somebody may write to what was lent
    assert y._ready
    lent[:] = 5
    assert y.tolist() == [2, 2, 2, 2] and x.tolist() == [5, 5, 5, 5]
    del lent
    assert not x._shared
    assert not (x * 2)._ready


def test_an_array_is_a_sequence():
    x = frit.reshape(frit.arange(6), (3, 2))
    assert [row.tolist() for row in reversed(x)] == [[4, 5], [2, 3], [0, 1]]
    assert list(reversed(frit.arange(0))) == []
    with pytest.raises(TypeError):
        list(reversed(frit.asarray(1)))
    for empty in (frit.zeros((0, 3)), np.zeros((0, 3))):  # as NumPy says it of its own
        with pytest.raises(ValueError, match="at least one array"):
            np.concat(empty)
