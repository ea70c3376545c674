"""Memory shared with others: the buffer protocol, NumPy, DLPack. Who sees whose writes, who keeps
whom alive, and what is refused."""

from __future__ import annotations

import copy
import gc
import io
import os
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit
import strategies as own

FORMATS = {
    "bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "l", "uint8": "B", "uint16": "H",
    "uint32": "I", "uint64": "L", "float16": "e", "float32": "f", "float64": "d",
    "complex64": "Zf", "complex128": "Zd",
}  # fmt: skip


def address(x: Any) -> int:
    return int(x.__array_interface__["data"][0])


def made(shape: tuple[int, ...] = (2, 3), dtype: str = "float32") -> np.ndarray:
    return own.fill(shape, dtype, 1, wild=False)


# ---- the buffer protocol


@pytest.mark.parametrize("dtype", own.DTYPES)
def test_buffer_says_what_it_is(dtype: str) -> None:
    x = made(dtype=dtype)
    view = memoryview(frit.asarray(x) | False if dtype == "bool" else frit.asarray(x) * 1)
    assert (view.format, view.itemsize) == (FORMATS[dtype], x.itemsize)
    assert (view.shape, view.strides, view.ndim) == (x.shape, x.strides, 2)
    assert view.contiguous and not view.readonly
    assert view.tobytes() == x.tobytes()


def test_buffer_of_odd_strides() -> None:
    x = frit.asarray(np.arange(24.0).reshape(4, 6))
    part = x[::-2, 1:5:3]
    view = memoryview(part)
    assert view.strides == (-96, 24) and view.shape == (2, 2) and not view.contiguous
    assert view.tolist() == [[19.0, 22.0], [7.0, 10.0]]
    assert bytes(part) == np.asarray(part).tobytes()


def test_buffer_of_what_is_not_dense_is_refused_to_those_who_need_it() -> None:
    part = frit.asarray(np.arange(10.0))[::2]
    with pytest.raises((BufferError, ValueError)):
        np.frombuffer(part)
    columns = frit.asarray(np.asfortranarray(np.ones((3, 4))))
    assert memoryview(columns).f_contiguous
    with pytest.raises((BufferError, ValueError)):
        np.frombuffer(columns)


def test_buffer_of_rank_0_and_of_nothing() -> None:
    view = memoryview(frit.asarray(2.5))
    assert (view.ndim, view.shape, view[()]) == (0, (), 2.5)
    nothing = memoryview(frit.zeros((3, 0), dtype=frit.int16))
    assert (nothing.shape, nothing.nbytes) == ((3, 0), 0)


def test_buffer_writes_are_seen() -> None:
    x = frit.asarray([1.0, 2.0, 3.0]) + 0
    view = memoryview(x)
    view[1] = 7.0
    later = x * 2
    view[0] = 9.0  # after the step was written
    assert later.tolist() == [2.0, 14.0, 6.0]
    assert x.tolist() == [9.0, 7.0, 3.0]


def test_steps_in_place_reach_an_exported_buffer() -> None:
    x = frit.zeros(3)
    view = memoryview(x)
    x += 1
    assert view.tolist() == [1.0, 1.0, 1.0]
    x[1:] *= 5
    x[:] = x[::-1]
    assert view.tolist() == [5.0, 5.0, 1.0]
    view.release()
    x += 1
    assert x.tolist() == [6.0, 6.0, 2.0]


def test_exports_are_counted() -> None:
    """As long as somebody sees the memory steps run at once; afterwards they are recorded again."""
    x = frit.asarray([1.0, 2.0]) + 0
    views = [memoryview(x) for _ in range(3)]
    for view in views:
        assert (x + 1)._ready or x._shared
        view.release()
    assert not x._shared
    assert not (x + 1)._ready


@pytest.mark.parametrize("make", ["wrapped", "broadcast", "view"])
def test_read_only_arrays_stay_read_only(make: str) -> None:
    base = made()
    base.flags.writeable = False
    x = {
        "wrapped": lambda: frit.asarray(base),
        "broadcast": lambda: frit.broadcast_to(frit.asarray(made((3,))), (2, 3)),
        "view": lambda: frit.asarray(base)[1:, ::-1],
    }[make]()
    assert memoryview(x).readonly
    assert not np.asarray(x).flags.writeable
    with pytest.raises((BufferError, TypeError), match="read-"):
        io.BytesIO(b"no").readinto(x)
    with pytest.raises(ValueError, match="read-only"):
        x += 1
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 1
    with pytest.raises(BufferError, match="read-only"):
        x.__dlpack__()
    through = np.from_dlpack(x)
    assert not through.flags.writeable
    assert np.array_equal(np.asarray(x + 1), np.asarray(x) + 1)


def test_bfloat16_has_no_buffer_format() -> None:
    with pytest.raises(BufferError, match="bfloat16"):
        memoryview(frit.ones(2, dtype=frit.bfloat16))


# ---- NumPy


@pytest.mark.parametrize("dtype", own.DTYPES)
@pytest.mark.parametrize("layout", own.LAYOUTS)
def test_no_copy_either_way(dtype: str, layout: str) -> None:
    x = own.laid_out(made((3, 4), dtype), layout)
    a = frit.asarray(x)
    assert a.dtype == x.dtype and a.shape == x.shape
    back = np.asarray(a)
    assert np.shares_memory(back, x) and address(back) == address(x)
    assert back.strides == x.strides and np.array_equal(back, x)
    assert back.flags.writeable == x.flags.writeable


def test_array_method() -> None:
    a = frit.asarray([1.5, 2.5]) * 1
    assert np.shares_memory(a.__array__(), a.__array__())
    assert np.shares_memory(np.asarray(a), np.asarray(a, copy=False))
    assert not np.shares_memory(np.asarray(a), np.array(a))
    assert not np.shares_memory(np.asarray(a), np.asarray(a, copy=True))
    assert np.asarray(a, dtype=np.int64).tolist() == [1, 2]
    with pytest.raises(ValueError):
        np.asarray(a, dtype=np.int64, copy=False)


def test_array_interface() -> None:
    x = made((3, 4))
    a = frit.asarray(x)[1:, ::2]
    face = a.__array_interface__
    assert face["shape"] == (2, 2) and face["strides"] == (16, 8) and face["version"] == 3
    assert face["typestr"] == "<f4" and face["data"] == (address(x) + 16, False)
    x.flags.writeable = False
    assert frit.asarray(x).__array_interface__["data"][1] is True


@pytest.mark.parametrize("dtype", own.DTYPES)
def test_numpy_scalars(dtype: str) -> None:
    x = made((1,), dtype)[0]
    a = frit.asarray(x)
    assert (a.dtype, a.shape) == (x.dtype, ())
    assert np.asarray(a) == x and a.item() == x.item()
    y = frit.asarray(made((2,), dtype))
    both = (y | x) if dtype == "bool" else (y * x)
    assert both.dtype == x.dtype  # a NumPy scalar keeps its dtype, unlike a Python number


def test_what_cannot_be_shared_is_copied() -> None:
    big = np.arange(5, dtype=">i4")
    a = frit.asarray(big)
    assert a.dtype == frit.int32 and a.tolist() == [0, 1, 2, 3, 4]
    a += 1
    assert big.tolist() == [0, 1, 2, 3, 4]
    crooked = np.zeros(9, np.uint8)[1:].view(np.float64)
    assert not crooked.flags.aligned
    assert frit.asarray(crooked).tolist() == [0.0]
    fields = np.zeros(3, [("a", "i1"), ("b", "f8")])["b"]
    assert frit.asarray(fields).tolist() == [0.0, 0.0, 0.0]
    for x in (big, crooked):
        with pytest.raises(ValueError, match="without a copy"):
            frit.asarray(x, copy=False)


@pytest.mark.parametrize(
    "x",
    [
        np.array([1, "a", None], object),
        np.zeros(2, [("a", "i4"), ("b", "f4")]),
        np.array(["2020-01-01"], "M8[D]"),
        np.array([1, 2], "m8[s]"),
        np.array(["ab", "c"]),
        np.array([b"ab"]),
        np.zeros(2, np.longdouble),
    ],
    ids=lambda x: str(x.dtype),
)
def test_dtypes_frit_does_not_have_are_refused_by_name(x: np.ndarray) -> None:
    with pytest.raises(TypeError) as caught:
        frit.asarray(x)
    assert repr(x.dtype) in str(caught.value)


def test_many_axes() -> None:
    for rank in (32, 33, 64):
        x = np.ones((1,) * (rank - 1) + (2,))
        a = frit.asarray(x)
        assert a.ndim == rank and np.asarray(a + 1).shape == x.shape
        assert a[(0,) * (rank - 1)].tolist() == [1.0, 1.0]
        assert memoryview(a[..., :1]).shape == (1,) * rank
        assert a.T.shape == x.shape[::-1]
        assert np.from_dlpack(a).shape == x.shape
    with pytest.raises((ValueError, IndexError), match="axes"):
        a[None]
    with pytest.raises(ValueError, match="64"):
        frit.ones((1,) * 65)


def test_copies_are_copies() -> None:
    x = made()
    for other in (
        frit.asarray(x, copy=True),
        frit.asarray(x).copy(),
        copy.copy(frit.asarray(x)),
        copy.deepcopy(frit.asarray(x)),
        frit.asarray(frit.asarray(x), copy=True),
    ):
        before = x.copy()
        other += 1
        assert np.array_equal(x, before)
        assert np.array_equal(np.asarray(other), before + 1)


@pytest.mark.parametrize("dtype", [*own.DTYPES, "bfloat16"])
def test_pickling(dtype: str) -> None:
    wanted = getattr(frit, dtype)
    for shape in ((), (0,), (2, 3)):
        a = frit.astype(frit.asarray(made(shape)), wanted)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            b = pickle.loads(pickle.dumps(a, protocol))
            assert (b.dtype, b.shape) == (wanted, shape)
            assert bool(frit.all(a == b))
    part = frit.asarray(made((4, 4)))[::2, 1]
    assert pickle.loads(pickle.dumps(part)).tolist() == part.tolist()


def test_lists_buffers_and_other_objects() -> None:
    assert frit.asarray([[1, 2], [3, 4]]).dtype == frit.int64
    assert frit.asarray([1.0, 2]).dtype == frit.float64
    assert frit.asarray(memoryview(b"ab")).tolist() == [97, 98]
    assert frit.asarray([frit.asarray(1.0), 2.0]).tolist() == [1.0, 2.0]

    class WithArray:
        def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
            return np.arange(3)

    assert frit.asarray(WithArray()).tolist() == [0, 1, 2]
    with pytest.raises(TypeError):
        frit.asarray(object())
    with pytest.raises((TypeError, ValueError)):
        frit.asarray([[1, 2], [3]])


# ---- NumPy code that writes where frit reads, and the other way round


def test_a_write_by_numpy_after_a_step() -> None:
    """`y` was written before the change and has the old value: such steps run at once."""
    x = np.ones(4, np.float32)
    a = frit.asarray(x)
    y = a * 2
    x[:] = 5
    z = a * 2
    assert y.tolist() == [2.0] * 4 and z.tolist() == [10.0] * 4


def test_a_write_by_frit_is_seen_at_once() -> None:
    x = np.ones(4, np.float32)
    a = frit.asarray(x)
    a += 1
    assert x.tolist() == [2.0] * 4
    part = a[1:3]
    part *= 10
    assert x.tolist() == [2.0, 20.0, 20.0, 2.0]
    a[0] = -1
    assert x[0] == -1


def test_arrays_that_become_shared_later() -> None:
    """A recorded step on private memory; then the memory is shown to NumPy, which writes."""
    a = frit.zeros(3) + 1
    b = a * 2  # recorded
    seen = np.asarray(a)
    seen[:] = 7
    c = a * 2
    assert b.tolist() == [2.0] * 3 and c.tolist() == [14.0] * 3
    a -= 7
    assert seen.tolist() == [0.0] * 3


def test_views_of_exported_memory_are_shared_too() -> None:
    a = frit.zeros(6) + 1
    before = a[2:]  # made before the export
    seen = np.asarray(a)
    after = a[::2]
    y, z = before + 1, after + 1
    seen[:] = 50
    assert y.tolist() == [2.0] * 4 and z.tolist() == [2.0] * 3
    before += 1
    assert seen.tolist() == [50, 50, 51, 51, 51, 51]


def test_memory_given_to_numpy_for_good_stays_shared() -> None:
    """A NumPy array that keeps the frit array alive, instead of a buffer whose end is told."""
    a = frit.zeros(3) + 1
    seen = a._numpy()
    y = a * 2
    seen[:] = 7
    a += 1
    assert y.tolist() == [2.0] * 3 and seen.tolist() == [8.0] * 3


def test_an_export_of_a_view_shares_the_whole() -> None:
    a = frit.zeros(6) + 1
    seen = np.asarray(a[2:4])
    y = a + 1
    seen[:] = 50
    assert y.tolist() == [2.0] * 6
    assert a.tolist() == [1, 1, 50, 50, 1, 1]


def test_two_wrappers_of_one_memory() -> None:
    x = np.arange(6.0)
    a, b = frit.asarray(x), frit.asarray(x[1:])
    a[1:] = b[:] * 2
    b += a[:-1]
    expected = np.arange(6.0)
    expected[1:] = expected[1:] * 2
    expected[1:] += expected[:-1]
    assert x.tolist() == expected.tolist()


def test_private_memory_of_numpy_is_lazy() -> None:
    """Nobody else refers to the NumPy array, so steps on it wait and fuse."""
    a = frit.asarray(np.ones(4))
    assert not (a + 1)._ready
    x = np.ones(4)
    assert (frit.asarray(x) + 1)._ready


# ---- lifetime


def finalized(x: Any) -> Callable[[], bool]:
    return lambda f=weakref.finalize(x, lambda: None): not f.alive


class Owner(np.ndarray):
    """An array that can be watched."""


def test_the_owner_lives_as_long_as_needed_and_no_longer() -> None:
    x = np.ones(1000).view(Owner)
    gone = finalized(x)
    a = frit.asarray(x)
    part = a[10:20]
    result = part + 1
    del x
    assert not gone()
    del a
    assert not gone()
    assert result.tolist() == [2.0] * 10
    del part
    frit._core.flush()
    assert gone()


def test_a_recorded_step_keeps_its_operands() -> None:
    x = np.ones(1000)
    gone = finalized(x)
    a = frit.asarray(x)
    del x
    y = a * 2
    del a
    assert y.tolist() == [2.0] * 1000
    del y
    frit._core.flush()
    gc.collect()
    assert gone()


def test_numpy_views_keep_frit_memory() -> None:
    a = frit.zeros(1000) + 3
    watch = weakref.ref(a)
    seen = np.asarray(a)[5:]
    del a
    assert watch() is not None and seen[0] == 3
    del seen
    assert watch() is None


def test_an_end_that_uses_frit() -> None:
    """What runs when an owner goes may use arrays itself."""
    said: list[Any] = []

    def last_words() -> None:
        said.append((frit.asarray([1.0, 2.0]) * 3).tolist())

    for _ in range(20):
        x = np.ones(100).view(Owner)
        weakref.finalize(x, last_words)
        a = frit.asarray(x)
        del x
        b = a[1:] + 1
        del a
        c = b * 2
        del b
        assert c.tolist() == [4.0] * 99
        frit._core.flush()
    assert said == [[3.0, 6.0]] * 20


def resident() -> int:
    """Bytes of memory in use, where the system tells."""
    if not os.path.exists("/proc/self/statm"):
        return 0
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


OFTEN = {
    "wrap": lambda x: frit.asarray(x),
    "step": lambda x: np.asarray(frit.asarray(x) * 2 + 1),
    "recorded and dropped": lambda x: frit.asarray(x.copy()) * 2 + 1,
    "in place": lambda x: frit.asarray(x).__iadd__(1),
    "part": lambda x: frit.asarray(x)[1:3].__imul__(1),
    "buffer": lambda x: bytes(memoryview(frit.asarray(x) + 1)),
    "dlpack": lambda x: np.from_dlpack(frit.asarray(x) + 1),
    "dlpack dropped": lambda x: (frit.asarray(x) + 1).__dlpack__(max_version=(1, 0)),
    "old dlpack dropped": lambda x: (frit.asarray(x) + 1).__dlpack__(),
    "from dlpack": lambda x: frit.from_dlpack(x) + 1,
    "item": lambda x: float(frit.asarray(x)[0]),
    "sum": lambda x: frit.sum(frit.asarray(x)).item(),
    "gather": lambda x: np.asarray(frit.asarray(x)[frit.asarray([0, 1])]),
    "mask": lambda x: np.asarray(frit.asarray(x)[frit.asarray(x) > 0]),
    "refused": lambda x: pytest.raises(ValueError, lambda: frit.asarray(x) + frit.ones(5)),
    "promoted": lambda x: frit.asarray(x) + frit.ones(4, dtype=frit.int8),
    "list": lambda x: frit.asarray([1.0, 2.0]).tolist(),
    "pickle": lambda x: pickle.loads(pickle.dumps(frit.asarray(x))),
    "big": lambda x: frit.zeros(100_000) + 1,
}


@pytest.mark.parametrize("what", OFTEN)
def test_no_reference_and_no_memory_leaks(what: str) -> None:
    x = np.ones(4, np.float32)
    action = OFTEN[what]
    rounds = 300 if what in ("big", "refused", "mask", "gather") else 2000

    def repeat(n: int) -> None:
        for _ in range(n):
            action(x)
        frit._core.flush()
        gc.collect()

    with frit.options(compile="off"):  # LLVM would take memory when it is first needed
        repeat(rounds)
        references, pages = sys.getrefcount(x), resident()
        grown = []
        while len(grown) < 4 and (not grown or grown[-1] >= 60):  # what leaks, leaks every time
            blocks = sys.getallocatedblocks()
            repeat(rounds)
            grown.append(sys.getallocatedblocks() - blocks)
    assert sys.getrefcount(x) == references
    assert grown[-1] < 60, grown
    if os.environ.get("FRIT_SANITIZE"):
        pytest.skip("the process's memory: a sanitizer keeps what is freed, to see who uses it")
    assert resident() - pages < 4 << 20


# ---- DLPack


@pytest.mark.parametrize("dtype", own.DTYPES)
def test_dlpack_with_numpy(dtype: str) -> None:
    x = own.laid_out(made((3, 4), dtype), "every second")
    a = frit.from_dlpack(x)
    assert a.dtype == x.dtype and np.shares_memory(np.asarray(a), x)
    back = np.from_dlpack(a)
    assert back.dtype == x.dtype and np.shares_memory(back, x) and np.array_equal(back, x)


def test_dlpack_sees_what_was_recorded_before() -> None:
    a = frit.zeros(3)
    a += 2
    seen = np.from_dlpack(a)
    assert seen.tolist() == [2.0] * 3
    y = a + 1
    seen.flags.writeable or pytest.fail("shared memory is writable")
    seen[:] = 9
    assert y.tolist() == [3.0] * 3 and a.tolist() == [9.0] * 3


def test_dlpack_devices_and_versions() -> None:
    a = frit.ones(2)
    assert a.__dlpack_device__() == (1, 0)
    assert "dltensor_versioned" in repr(a.__dlpack__(max_version=(1, 0)))
    assert "dltensor_versioned" in repr(a.__dlpack__(max_version=(2, 3)))
    assert '"dltensor"' in repr(a.__dlpack__()) and '"dltensor"' in repr(
        a.__dlpack__(max_version=(0, 8))
    )
    assert a.__dlpack__(dl_device=(1, 0)) is not None
    with pytest.raises((BufferError, ValueError)):
        a.__dlpack__(dl_device=(2, 0))
    with pytest.raises((BufferError, ValueError)):
        a.__dlpack__(stream=3)
    own_copy = np.from_dlpack(a, copy=True)
    own_copy[:] = 8
    assert a.tolist() == [1.0, 1.0]


def test_a_capsule_is_used_once() -> None:
    a = frit.ones(2)

    class Once:
        def __init__(self) -> None:
            self.capsule = a.__dlpack__(max_version=(1, 0))

        def __dlpack__(self, **_: Any) -> Any:
            return self.capsule

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    once = Once()
    assert frit.from_dlpack(once).tolist() == [1.0, 1.0]
    with pytest.raises(ValueError):
        frit.from_dlpack(once)


def test_capsules_dropped_unused_free_their_array() -> None:
    for version in (None, (1, 0)):
        a = frit.ones(2) + 1
        watch = weakref.ref(a)
        capsule = a.__dlpack__(max_version=version)
        del a
        assert watch() is not None
        del capsule
        assert watch() is None


def test_dlpack_keeps_its_owner() -> None:
    a = frit.ones(5) + 1
    watch = weakref.ref(a)
    seen = np.from_dlpack(a)
    del a
    assert seen.tolist() == [2.0] * 5 and watch() is not None
    del seen
    assert watch() is None


def test_dlpack_from_objects_of_before_1_0() -> None:
    class Old:
        def __init__(self, x: np.ndarray) -> None:
            self.x = x

        def __dlpack__(self, stream: Any = None) -> Any:
            return self.x.__dlpack__()

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    x = np.arange(3.0)
    a = frit.from_dlpack(Old(x))
    a += 1
    assert x.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("peer", ["torch", "jax"])
def test_dlpack_with_others(peer: str) -> None:
    try:
        module = __import__(peer)
    except ImportError:
        pytest.skip(f"{peer} is not installed")
    if peer == "torch":
        t = module.arange(6, dtype=module.float32).reshape(2, 3)
        a = frit.from_dlpack(t)
        a += 1
        assert t[0, 0].item() == 1.0
        b = module.from_dlpack(a * 2)
        assert b.shape == (2, 3) and b[1, 2].item() == 12.0
    else:
        j = module.numpy.arange(6.0)
        a = frit.from_dlpack(j)
        with pytest.raises(ValueError, match="read-only"):
            a += 1
        assert module.numpy.from_dlpack(frit.ones(3) + 1).tolist() == [2.0] * 3
