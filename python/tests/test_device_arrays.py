"""Arrays that stay on a device: made, moved, computed with and looked at there, with the CPU's bits and no copies."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import frit

NAMED = os.environ.get("FRIT_TEST_PYTHON_DEVICE")
OTHERS = [d.name for d in frit.devices()[1:] if not d.refused and (NAMED or "").partition(":")[0] in d.name]
WHY = "; ".join(d.refused for d in frit.devices()[1:] if d.refused)
if os.environ.get("FRIT_SANITIZE"):
    OTHERS, WHY = [], "drivers are not built for sanitizers"

on_others = pytest.mark.parametrize(
    "name", OTHERS or [pytest.param("", marks=pytest.mark.skip(reason=WHY or "no other device is there"))]
)


def some(*shape: int, dtype: Any = "float32") -> Any:
    return (np.random.default_rng(3).standard_normal(shape) * 3).astype(dtype)


def bits(value: Any) -> Any:
    """What can be compared of a result; arrays of frit are copied to the host."""
    if isinstance(value, (tuple, list)):
        return [bits(part) for part in value]
    if isinstance(value, dict):
        return {key: bits(part) for key, part in value.items()}
    if isinstance(value, frit.Array):
        value = value.numpy()
    array = np.asarray(value)
    return array.dtype, array.shape, array.tobytes()


def devices_of(value: Any) -> set[str]:
    if isinstance(value, (tuple, list)):
        return set().union(*map(devices_of, value))
    if isinstance(value, dict):
        return devices_of(list(value.values()))
    return {value.device} if isinstance(value, frit.Array) else set()


def moved(value: Any, name: str) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(moved(part, name) for part in value)
    if isinstance(value, dict):
        return {key: moved(part, name) for key, part in value.items()}
    return frit.asarray(value, device=name, copy=True) if isinstance(value, np.ndarray) else value


# ---- fused functions


def _softmax(x: Any) -> Any:
    e = frit.exp(x - frit.max(x, axis=1, keepdims=True))
    return e / frit.sum(e, axis=1, keepdims=True)


def check_fused(name: str, function: Any, *args: Any, replayed: bool = True) -> None:
    """Traced and replayed: the CPU's bits, results there, nothing copied between host and device."""
    fused = frit.fuse(function)
    expected = []
    for _ in range(3):
        given = moved(args, "cpu")
        expected.append(bits((fused(*given), given)))
    for turn in range(3):
        given = moved(args, name)
        frit.flush()
        before, hits = frit.config.transfers, fused._hits  # type: ignore[attr-defined]
        result = fused(*given)
        assert devices_of(result) <= {name}
        if turn > 0 and replayed:
            assert frit.config.transfers == before
            assert fused._hits == hits + 1, "not replayed by C"  # type: ignore[attr-defined]
        assert bits((result, given)) == expected[turn]


def _in_place(x: Any) -> Any:
    x += 1
    x[1:-1] = x[2:] * 0.5
    return x[::2] * 2


def _turns(x: Any) -> Any:
    x = x.copy()
    for t in range(12):
        x[1:-1] = 0.25 * (x[2:] + x[:-2]) + t
    return x


def _masks(x: Any) -> Any:
    y = frit.where(x > 0.5, x * 2, -x)
    y[y < 0] = 0
    return y, y.T.copy()


def _several(x: Any) -> Any:
    return x.sum(), x.mean(axis=0), frit.cumsum(x, axis=1), x.argmax(axis=1), np.sin(x) * abs(x), x > 0


def _made_inside(x: Any) -> Any:
    return x.to_device(x.device) + frit.arange(x.shape[1]) + frit.zeros(x.shape[1], device=x.device) + np.array([[2.0]])


def _numbers(x: Any, k: float) -> Any:
    return x * k + 1


def _containers(held: Any, x: Any) -> Any:
    held["w"] -= 0.1 * x
    return {"a": held["w"] * 2, "b": held["b"] + x.sum()}


@on_others
@pytest.mark.parametrize("function", [_softmax, _in_place, _turns, _masks, _several, _made_inside])
def test_a_fused_function_stays_there(name: str, function: Any) -> None:
    check_fused(name, function, some(33, 70))


@on_others
def test_numbers_and_containers_of_arrays(name: str) -> None:
    check_fused(name, _numbers, some(33, 70), 2.5)
    a = some(33, 70)
    check_fused(name, _containers, {"w": a, "b": a[0].copy()}, a)


@on_others
@pytest.mark.parametrize("dtype", ["int8", "uint16", "int64", "bool", "float16", "float64", "complex64"])
def test_every_kind_of_dtype(name: str, dtype: str) -> None:
    check_fused(name, lambda x: (x + x, x * x, x == x[::-1], x.sum()), (np.arange(1000) % 100).astype(dtype))


@on_others
@pytest.mark.parametrize("shape", [(0,), (1,), (3, 0, 2), (1, 1, 1, 5)])
def test_odd_shapes(name: str, shape: tuple[int, ...]) -> None:
    check_fused(name, lambda x: (x * 2 + 1, x.sum(axis=-1)), np.ones(shape))


def _picked(x: Any) -> Any:
    return x[x > 0] * 2


def _reshaped(x: Any) -> Any:
    return x.reshape(-1)[::2]


@on_others
def test_what_needs_values_goes_through_the_host(name: str) -> None:
    check_fused(name, _picked, some(33, 70), replayed=False)
    check_fused(name, _reshaped, some(33, 70), replayed=False)  # recorded: a view is given back


@on_others
def test_arrays_of_two_devices_do_not_meet_in_a_fused_function(name: str) -> None:
    fused = frit.fuse(lambda x, y: x + y)
    x, y = frit.asarray(some(5), device=name), frit.asarray(some(5))
    for _ in range(3):
        with pytest.raises(frit.DeviceError, match=f"{name}.*cpu"):
            fused(x, y)
    assert bits(fused(x, frit.asarray(2.0, dtype="float32"))) == bits(fused(y, 2.0))
    assert fused(y, y).device == "cpu" and fused(x, x).device == name


@on_others
def test_an_index_out_of_range_leaves_all_as_it_was(name: str) -> None:
    def add(x: Any, i: Any) -> Any:
        x += x[i]
        return x

    fused, x = frit.fuse(add), frit.asarray(np.arange(5.0), device=name)
    i = frit.asarray([0, 4, 1, 2, 3], device=name)
    for _ in range(2):
        fused(x, i)
    before = bits(x)
    with pytest.raises(IndexError):
        fused(x, i + 1)
    assert bits(x) == before
    fused(x, i)
    assert bits(x) != before


@on_others
def test_globals_and_closures_are_read_there(name: str) -> None:
    weights = frit.asarray(some(70), device=name)
    fused = frit.fuse(lambda x: x * weights)
    x = frit.asarray(some(33, 70), device=name)
    for turn in range(3):
        before = frit.config.transfers
        result = fused(x)
        assert frit.config.transfers == before and result.device == name
        weights += 1
    assert bits(fused(x)) == bits(x.numpy() * weights.numpy())


# ---- recorded steps


@on_others
def test_arrays_go_there_and_back(name: str) -> None:
    a = some(5, 7)
    x = frit.asarray(a, device=name)
    assert x.device == name and x.to_device(name) is x
    back = x.to_device("cpu")
    assert back.device == "cpu" and bits(back) == bits(a)
    assert bits(x.numpy()) == bits(a) and bits(frit.asarray(x, device="cpu")) == bits(a)
    turned = frit.asarray(a.T[::-1], device=name)
    assert bits(turned) == bits(a.T[::-1])


@on_others
def test_steps_run_where_the_arrays_are(name: str) -> None:
    a = some(33, 70)
    x, y = frit.asarray(a, device=name), frit.asarray(a)
    before = frit.config.transfers
    made: list[Any] = [np.sin(x) * 2 + x.sum(axis=0), x @ x.T.copy(), frit.concat([x, x[:, ::-1]]), frit.tril(x), frit.std(x)]
    frit.flush()
    assert frit.config.transfers == before
    like: list[Any] = [np.sin(y) * 2 + y.sum(axis=0), None, frit.concat([y, y[:, ::-1]]), frit.tril(y), frit.std(y)]
    assert devices_of(made) == {name} and devices_of(like) == {"cpu"}
    assert [bits(m) for m, e in zip(made, like) if e is not None] == [bits(e) for e in like if e is not None]
    np.testing.assert_allclose(made[1].numpy(), a @ a.T, rtol=1e-4, atol=1e-4)


@on_others
def test_it_is_an_array_like_any(name: str) -> None:
    a = some(3, 4)
    x, y = frit.asarray(a, device=name), frit.asarray(a)
    assert repr(x) == repr(y)[:-1] + f", device={name!r})" and str(x) == str(y)
    assert (x.nbytes, x.tolist(), x.strides) == (y.nbytes, y.tolist(), y.strides)
    assert float(x[0, 1]) == a[0, 1] and x.item(5) == a[1, 1] and bool(x[0, 0] > -99) and f"{x[0, 0]:.3f}"
    assert [row.device for row in x] == [name] * 3
    assert x.T.flags.f_contiguous and not x[:, ::2].flags.c_contiguous
    assert bits(pickle.loads(pickle.dumps(x))) == bits(a) and pickle.loads(pickle.dumps(x)).device == name
    assert copy.deepcopy(x).device == name == x.copy().device
    for array in (x, y):
        view = array[1:, ::2]
        view[...] = 7
        array[0] = [1, 2, 3, 4]
        array[array > 6] -= 1
        array[[0, 2], 1] = array[1, 1] * 2
        array.sort(axis=0)
    assert bits(x) == bits(y)


@on_others
def test_dlpack_shares_memory_there(name: str) -> None:
    x = frit.asarray(some(3, 4), device=name)
    kinds = {"opencl": 4, "cuda": 2}
    kind, _, number = name.partition(":")
    assert x.__dlpack_device__() == (kinds[kind], int(number))
    before = frit.config.transfers
    y = frit.from_dlpack(x)
    y[0] = 9
    del x
    assert y.device == name and frit.config.transfers == before and y[0].tolist() == [9.0] * 4
    assert frit.from_dlpack(y, device="cpu").device == "cpu"
    with pytest.raises(ValueError):
        frit.from_dlpack(y, device="cpu", copy=False)
    assert np.from_dlpack(y, device="cpu", copy=True).tolist() == y.tolist()


@on_others
def test_cuda_names_its_memory(name: str) -> None:
    x = frit.asarray(some(3, 4), device=name)
    if not name.startswith("cuda:"):
        assert not hasattr(x, "__cuda_array_interface__")
        return

    class Named:
        __cuda_array_interface__ = x[:, 1:].__cuda_array_interface__

    before = frit.config.transfers
    named: Any = Named()
    y = frit.asarray(named)
    assert y.device == "cuda:0" and y.strides == x.strides and frit.config.transfers == before
    y[...] = 5
    assert x[:, 1:].tolist() == [[5.0] * 3] * 3


def test_memory_of_cuda_needs_cuda() -> None:
    class Named:
        __cuda_array_interface__ = {"shape": (2,), "typestr": "<f4", "data": (4096, False), "version": 3}

    named: Any = Named()
    if any(d.name.startswith("cuda") and not d.refused for d in frit.devices()):
        pytest.skip("a CUDA device is there")
    with pytest.raises(frit.Error):
        frit.asarray(named)


@on_others
def test_a_producer_is_asked_to_be_ready(name: str) -> None:
    """CUDA's for the legacy default stream, which frit's own wait for; others have none."""

    class Producer:
        def __init__(self, array: Any) -> None:
            self.array, self.asked = array, dict[str, Any]()

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

        def __dlpack__(self, **asked: Any) -> Any:
            self.asked = asked
            return self.array.__dlpack__(**asked)

    producer = Producer(frit.asarray(some(3), device=name))
    assert frit.from_dlpack(producer).device == name
    assert producer.asked.get("stream") == (1 if name.startswith("cuda") else None)


# ---- making


@on_others
def test_new_arrays_lie_where_they_are_asked_for(name: str) -> None:
    def made(device: Any) -> list[Any]:
        rng, key = frit.random.default_rng(3, device=device), frit.random.Key(4, device=device)
        return [
            *(frit.zeros(3, device=device), frit.ones((2, 2), device=device), frit.full(2, 7, device=device)),
            *(frit.arange(5, device=device), frit.linspace(0, 1, 4, device=device), frit.eye(3, device=device)),
            *(frit.empty(2, device=device), frit.asarray([1, 2], device=device), frit.asarray(1.5, device=device)),
            *(rng.normal(size=4), rng.permutation(6), rng.choice(5, 3), key.uniform(size=3), key.fold(2).bits(2)),
        ]

    there, here = made(name), made(None)
    assert [x.device for x in there] == [name] * len(there) and devices_of(here) == {"cpu"}
    assert bits(there) == bits(here)
    with frit.device(name):
        again = made(None)
        assert frit.tri(3).device == frit.geomspace(1, 8, 4).device == frit.indices((2, 2)).device == name
        assert frit.asarray(here[0]).device == "cpu" and (here[0] + 1).device == "cpu"
        assert frit.zeros(2, device="cpu").device == "cpu" == frit.zeros_like(here[0]).device
    assert [x.device for x in again] == [name] * len(again) and bits(again) == bits(here)
    x = there[1]
    assert frit.zeros_like(x).device == name and frit.zeros_like(x, device="cpu").device == "cpu"
    assert frit.astype(x, "int8", device="cpu").device == "cpu"


@on_others
def test_what_numpy_computes_comes_back(name: str) -> None:
    a = some(4, 4)
    functions: tuple[Any, ...] = (
        *(frit.sort, frit.argsort, frit.unique, frit.linalg.inv, frit.linalg.svd, frit.median, frit.nonzero),
        *(frit.cov, lambda x: frit.pad(x, 2), lambda x: frit.searchsorted(x[0], x[1]), lambda x: frit.take(x, [2, 0])),
        *(lambda x: frit.isin(x, [1.0, 2.0]), lambda x: frit.percentile(x, 30), lambda x: frit.diag(x[0])),
    )
    for function in functions:
        there = function(frit.asarray(a, device=name))
        assert devices_of(tuple(there) if isinstance(there, tuple) else there) == {name}
        assert bits(tuple(there) if isinstance(there, tuple) else there) == bits(function(frit.asarray(a)))


# ---- what is refused


@on_others
def test_nothing_is_copied_unasked(name: str) -> None:
    a = some(3)
    x, y = frit.asarray(a, device=name), frit.asarray(a)
    steps: tuple[Any, ...]
    for step in (lambda: x + y, lambda: y + x, lambda: frit.where(x > 0, x, y), lambda: frit.concat([x, y])):
        with pytest.raises(frit.DeviceError, match=f"{name}.*cpu|cpu.*{name}"):
            step()
    for step in (lambda: x + a, lambda: a * x, lambda: x[np.array([0])], lambda: frit.take(x, np.array([1]))):
        with pytest.raises(frit.DeviceError, match=f"frit.asarray.x, device={name!r}.".replace("'", '"')):
            step()
    with pytest.raises(frit.DeviceError):
        x[:2] = a[:2]
    for look in (lambda: np.asarray(x), lambda: np.roots(x), lambda: np.ascontiguousarray(x)):
        with pytest.raises(TypeError, match=r'to_device\("cpu"\)'):
            look()
    with pytest.raises(BufferError, match="to_device"):
        memoryview(x)
    assert not hasattr(x, "__array_interface__")
    assert bits(x + np.float32(2)) == bits(y + np.float32(2)) and bits(x * 2.5) == bits(y * 2.5)
    assert bits(x + y[0]) == bits(y + y[0])
    with pytest.raises(frit.Error):
        x.to_device("abacus")
    with pytest.raises(TypeError):
        x.to_device(3)


@on_others
def test_a_device_is_part_of_an_explanation(name: str) -> None:
    x = frit.asarray(some(33, 70), device=name)
    fused = frit.fuse(_softmax)
    assert {kernel.tier for kernel in frit.explain(fused, x).kernels} == {name.partition(":")[0]}
    assert {kernel.tier for kernel in frit.explain(frit.fuse(_reshaped), x).kernels} <= {name.partition(":")[0], None}


# ---- functions from source, control flow


@on_others
def test_functions_from_source_run_there(name: str) -> None:
    m = frit.load_module(
        source="float scaled(float x, float k) { return x * k + 1; } void bump(inout float x, float by) { x = x + by; }"
    )
    a = some(5, 7)
    x = frit.asarray(a, device=name)
    y = m.scaled(x, 2.5)
    m.bump(x, 3.0)
    inside = frit.fuse(lambda x: m.scaled(x, 3.0) * 2)(x)
    assert (y.device, inside.device) == (name, name)
    assert bits(y) == bits(m.scaled(a, 2.5)) and bits(x) == bits(a + np.float32(3))
    with pytest.raises(frit.DeviceError):
        m.scaled(x, a)


@on_others
def test_loops_and_conditions_run_there(name: str) -> None:
    def results(x: Any) -> Any:
        return (
            frit.fori_loop(0, 5, lambda i, c: c * 1.5 + i, x),
            frit.while_loop(lambda c: c.sum() < 1e4, lambda c: c * 2, abs(x)),
            frit.cond(x.sum() > 0, lambda x: x * 2, lambda x: x * 3, x),
        )

    a = some(5, 7)
    there = results(frit.asarray(a, device=name))
    assert devices_of(there) == {name} and bits(there) == bits(results(frit.asarray(a)))


# ---- threads, forks


@on_others
def test_threads_share_a_device(name: str) -> None:
    fused = frit.fuse(_softmax)
    a = some(50, 60)
    expected, wrong = bits(fused(frit.asarray(a))), []

    def work() -> None:
        x = frit.asarray(a, device=name)
        for _ in range(20):
            if bits(fused(x)) != expected or bits(x + 1) != bits(a + np.float32(1)):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def _in_child(queue: Any, x: Any, y: Any) -> None:
    """Arrays of the CPU go on; one of a device says why it cannot."""
    said = []
    for look in (lambda: x + 1, lambda: x.tolist(), lambda: frit.zeros(3, device=x.device), lambda: y.tolist()):
        try:
            look()
            said.append("fine")
        except Exception as error:
            said.append(str(error))
    del x
    queue.put(said)


@on_others
def test_a_child_of_a_fork_is_told(name: str) -> None:
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    x, y = frit.asarray(some(4), device=name), frit.asarray(some(4)) + 1
    child = context.Process(target=_in_child, args=(queue, x, y))
    child.start()
    *refused, fine = queue.get()
    child.join()
    assert fine == "fine" and all("spawn" in text for text in refused), refused
    assert child.exitcode == 0 and (x + 1).shape == (4,)
