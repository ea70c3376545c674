"""Fused functions on other devices: the CPU's bits, errors as on the CPU, and devices that are not there."""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Any

import numpy as np
import pytest

import frit

OTHERS = [d.name for d in frit.devices()[1:] if not d.refused]
WHY = "; ".join(d.refused for d in frit.devices()[1:] if d.refused)
if os.environ.get("FRIT_SANITIZE"):
    OTHERS, WHY = [], "drivers are not built for sanitizers"

on_others = pytest.mark.parametrize(
    "name", OTHERS or [pytest.param("", marks=pytest.mark.skip(reason=WHY or "no other device is there"))]
)


def bits(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [bits(part) for part in value]
    array = np.asarray(value)
    return array.dtype, array.shape, array.tobytes()


def check(name: str, function: Any, *args: Any) -> None:
    """Traced, replayed and with other sizes; a fused function keeps its plans for each device."""
    fused = frit.fuse(function)
    copies = [[np.copy(a) if isinstance(a, np.ndarray) else a for a in args] for _ in range(3)]
    with frit.options(as_written=False):
        expected = [bits((fused(*given), given)) for given in copies]
        with frit.device(name):
            again = [[np.copy(a) if isinstance(a, np.ndarray) else a for a in args] for _ in range(3)]
            got = [bits((fused(*given), given)) for given in again]
            runs = {kernel.tier for kernel in frit.explain(fused, *again[0]).kernels} - {None}
        assert got == expected
        assert runs, "nothing ran"
        assert not runs & {"compiled", "interpreted"}, runs


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _several(x: Any) -> Any:
    return x.sum(), x.mean(axis=0), np.cumsum(x, axis=1), x.argmax(axis=1), np.sin(x) * np.sqrt(abs(x)), x > 0


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
    x = np.where(x > 0.5, x * 2, -x)
    x[x < 0] = 0
    return x, x.T.copy()


@on_others
@pytest.mark.parametrize("function", [_softmax, _several, _in_place, _turns, _masks])
def test_results_are_the_cpus(name: str, function: Any) -> None:
    check(name, function, np.random.default_rng(1).standard_normal((33, 70)))


@on_others
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_other_floats_and_layouts(name: str, dtype: str) -> None:
    x = np.random.default_rng(1).standard_normal((33, 70)).astype(dtype)
    check(name, _softmax, x)
    check(name, _softmax, np.asfortranarray(x)[::-1])


@on_others
@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint64", "bool", "complex64", "complex128"])
def test_every_dtype(name: str, dtype: str) -> None:
    x = (np.arange(1000) % 100).astype(dtype)
    check(name, lambda x: (x + x, x * x, x == x[::-1], x.sum()), x)


@on_others
@pytest.mark.parametrize("shape", [(0,), (1,), (3, 0, 2), (1, 1, 1, 5), (2, 3, 4, 5)])
def test_odd_shapes(name: str, shape: tuple[int, ...]) -> None:
    check(name, lambda x: (x * 2 + 1, x.sum(axis=-1)), np.ones(shape))


@on_others
def test_an_index_out_of_range_is_an_error_there_too(name: str) -> None:
    fused = frit.fuse(lambda x, i: x[i] * 2)
    x, i = np.arange(5.0), np.array([0, 4])
    with frit.device(name):
        for _ in range(2):
            assert fused(x, i).tolist() == [0.0, 8.0]
        with pytest.raises(IndexError):
            fused(x, i + 1)
        assert fused(x, i).tolist() == [0.0, 8.0]


@on_others
def test_arrays_of_frit_and_numbers_go_there_and_back(name: str) -> None:
    fused = frit.fuse(lambda x, k: x * k + 1)
    with frit.device(name):
        for k in (2, 3):
            got = fused(frit.arange(5.0), k)
            assert isinstance(got, frit.Array) and got.tolist() == [k * v + 1 for v in range(5)]


@on_others
def test_threads_share_a_device(name: str) -> None:
    fused = frit.fuse(_softmax)
    x = np.random.default_rng(2).standard_normal((50, 60))
    expected, wrong = bits(fused(x)), []

    def work() -> None:
        for _ in range(20):
            if bits(fused(x)) != expected:
                wrong.append(1)

    with frit.device(name):
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def _in_child(queue: Any) -> None:
    """It goes on, on the CPU, and is told why when it asks for a device."""
    try:
        assert frit.fuse(lambda x: x + 1)(np.ones(4)).tolist() == [2.0] * 4
        with frit.device("cpu"):
            assert frit.fuse(lambda x: x + 2)(np.ones(4)).tolist() == [3.0] * 4
        with frit.device(OTHERS[0]):
            queue.put("no error")
    except Exception as error:
        queue.put(str(error))


@on_others
def test_a_child_of_a_fork_is_told(name: str) -> None:
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    with frit.device(name):
        frit.fuse(lambda x: x + 1)(np.ones(4))
        child = context.Process(target=_in_child, args=(queue,))
        child.start()
        assert "spawn" in queue.get()
        child.join()
        assert frit.fuse(lambda x: x + 1)(np.ones(4)).tolist() == [2.0] * 4


def test_devices_that_are_not_there() -> None:
    assert frit.config.device == "cpu" and frit.devices()[0].name == "cpu"
    for name in ("abacus", "cpu:3", "opencl:99"):
        with pytest.raises(frit.Error), frit.device(name):
            pass
        assert frit.config.device == "cpu"
    with pytest.raises(TypeError):
        frit.device(3)  # type: ignore[arg-type]


@on_others
def test_the_option_ends(name: str) -> None:
    @frit.device(name)
    def inside() -> str:
        return frit.config.device

    assert inside() == name and frit.config.device == "cpu"
    with frit.device(name), frit.device("cpu"):
        assert frit.config.device == "cpu"
