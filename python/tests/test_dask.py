"""Fused functions over Dask's arrays, and plans that run on other engines."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import frit
import numpy as np
import pytest

RNG = np.random.default_rng(3)


@frit.fuse
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@frit.fuse
def standardize(x, gain):
    return {"z": (x - x.mean(axis=0)) / x.std(axis=0) * gain, "n": x.shape[0], "most": x.max()}


@frit.fuse
def kmeans_step(x, centers):
    distances = ((x[:, None, :] - centers[None]) ** 2).sum(-1)
    member = (distances.argmin(1)[:, None] == np.arange(centers.shape[0])).astype(x.dtype)
    return member.T @ x / member.sum(0)[:, None], distances.min(1).sum()


@frit.fuse
def wave(x, y, gain):
    return np.sin(x) * gain + y, x > y


@frit.fuse
def steps(x):
    return x[1:] - x[:-1]


@frit.fuse
def both(x, y):
    return (x * y[:, None]).sum(axis=0), x - y[:, None], np.arange(x.shape[0]) * y


@pytest.fixture
def da() -> Any:
    dask: Any = pytest.importorskip("dask", reason="Dask is not installed")
    with dask.config.set(scheduler="synchronous"):
        yield pytest.importorskip("dask.array")


def same(got: Any, expected: Any, exact: bool = True) -> None:
    import dask

    got = dask.compute(got)[0]
    if isinstance(expected, dict):
        got, expected = list(got.values()), list(expected.values())
    for a, b in zip(got, expected, strict=True) if isinstance(expected, (tuple, list)) else [(got, expected)]:
        assert np.shape(a) == np.shape(b) and getattr(a, "dtype", None) == getattr(b, "dtype", None)
        if exact:
            np.testing.assert_array_equal(a, b)
        else:
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


def test_graphs_are_lazy_and_exact(da: Any) -> None:
    x = RNG.random((9 * 1024 + 5, 6))
    for chunks in ((1024, -1), (4096, 3), (-1, -1), ((1000, 8000, 221), 6)):
        X = da.from_array(x, chunks=chunks)
        y = softmax(X)
        assert type(y) is da.Array and y.dtype == x.dtype and y.shape == x.shape
        same(y, softmax(x))
        same(standardize(X, 2.0), standardize(x, 2.0), exact=chunks[0] != (1000, 8000, 221))
    assert frit.explain(softmax, X).mode == "graph"
    computed: list[int] = []
    lazy = da.from_array(x, chunks=(1024, -1)).map_blocks(lambda b: computed.append(1) or b, dtype=x.dtype, meta=x[:0])
    made = softmax(lazy)
    assert not computed
    made.compute()
    assert len(computed) == 10


def test_results_feed_other_calls(da: Any) -> None:
    """Centers that are not there yet are arguments of the next turn; nothing runs before the end."""
    x, centers = RNG.random((6000, 4)), RNG.random((5, 4))
    X, C = da.from_array(x, chunks=(1024, -1)), centers
    for _ in range(3):
        C, cost = kmeans_step(X, C)
        centers, expected = kmeans_step(x, centers)
    same((C, cost), (centers, expected), exact=False)
    scheduled = [{c.tobytes() for c in [C.compute(scheduler=s, num_workers=n)]} for s, n in (("threads", 1), ("threads", 4))]
    assert scheduled[0] == scheduled[1]


def test_elementwise_along_all_chunks(da: Any) -> None:
    x, y = RNG.random((300, 200)), RNG.random((300, 1))
    X, Y = da.from_array(x, chunks=(100, 70)), da.from_array(y, chunks=(150, 1))
    got = wave(X, Y, 2.0)
    assert got[0].numblocks == (3, 3) or got[0].numblocks == (4, 3)
    same(got, wave(x, y, 2.0))
    same(wave(X, y, 2.0), wave(x, y, 2.0))
    same(wave(X, RNG.random(200) * 0 + 1, 2.0), wave(x, np.ones(200), 2.0))
    same(wave(X.astype(">f8"), Y, 2.0), wave(x, y, 2.0))


def test_sums_and_rows_of_one_stage(da: Any) -> None:
    x, y = RNG.random((5000, 3)), RNG.random(5000)
    same(both(da.from_array(x, chunks=(1024, -1)), da.from_array(y, chunks=512)), both(x, y), exact=False)
    same(both(da.from_array(x, chunks=(1024, 2)), y), both(x, y))
    square = RNG.random((300, 300))
    same(softmax(da.from_array(square, chunks=(100, 300))), softmax(square))


def test_what_has_no_blocks_runs_as_written(da: Any) -> None:
    x = RNG.random((3000, 3))
    X = da.from_array(x, chunks=(1000, -1))
    same(steps(X), steps(x))
    told = frit.explain(steps, X)
    assert told.mode == "as written" and "argument x is an array of Dask's, and slice" in told.reason
    unknown = X[X[:, 0] > 0.5]
    same(softmax(unknown), softmax(x[x[:, 0] > 0.5]), exact=False)
    assert "not known yet" in frit.explain(softmax, unknown).reason


def test_functions_are_pickled(tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(softmax)) is softmax
    cloudpickle: Any = pytest.importorskip("cloudpickle", reason="cloudpickle is not installed")
    gain = 3.0

    @frit.fuse(maxsize=7, static_argnames="n")
    def inner(x, n):
        return x * gain + n

    again = pickle.loads(cloudpickle.dumps(inner))
    np.testing.assert_array_equal(again(np.arange(3.0), 2), inner(np.arange(3.0), 2))
    assert again.cache_info().maxsize == 7 and again.cache_info().replayed == 1 and again.static == inner.static
    assert pickle.loads(cloudpickle.dumps(softmax)) is softmax


def test_two_processes_share_what_was_compiled(tmp_path: Path) -> None:
    """A local cluster: workers that may not compile find every kernel in the cache, and miss none."""
    pytest.importorskip("distributed", reason="distributed is not installed")
    script = tmp_path / "cluster.py"
    script.write_text(textwrap.dedent(CLUSTER))
    path = os.pathsep.join(sys.path)
    env = dict(os.environ, PYTHONPATH=path, FRIT_CACHE_DIR=str(tmp_path / "cache"), DASK_TEMPORARY_DIRECTORY=str(tmp_path))
    env.pop("FRIT_COMPILE", None)
    ran = subprocess.run([sys.executable, script], env=env, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout.splitlines()[-1])
    assert told["compiled here"] > 0 and told["workers"] == 2
    assert told["compiled there"] == [0, 0] and told["missing there"] == [0, 0]
    assert all(hits > 0 for hits in told["disk hits there"]) and told["same"]


CLUSTER = """
    import json, os
    import numpy as np
    import frit

    @frit.fuse
    def standardize(x, gain):
        return np.tanh((x - x.mean(axis=0)) / x.std(axis=0) * gain)

    def look():
        import frit
        return frit.cache.stat()

    if __name__ == "__main__":
        import dask, dask.array as da
        from distributed import Client, LocalCluster
        x = np.random.default_rng(0).random((8192, 16))
        X = da.from_array(x, chunks=(1024, -1))
        with frit.options(compile="wait"):
            expected = standardize(X, 2.0).compute(scheduler="synchronous")
        frit.wait()
        here = frit.cache.stat()["compiled"]
        os.environ["FRIT_COMPILE"] = "never"
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                got = standardize(X, 2.0).compute()
                stats = list(client.run(look).values())
        print(json.dumps({
            "compiled here": here, "workers": len(stats),
            "compiled there": [s["compiled"] for s in stats],
            "missing there": [s["missing"] for s in stats],
            "disk hits there": [s["disk_hits"] for s in stats],
            "same": bool((got == expected).all()),
        }))
"""


def test_blocks_on_other_engines() -> None:
    x, centers = RNG.random((5000, 4)), RNG.random((3, 4))
    with ThreadPoolExecutor(2) as pool:

        def engine(task: Any, values: Any) -> Any:
            return pool.map(pickle.loads(pickle.dumps(task)), *zip(*values))

        np.testing.assert_array_equal(frit.blocks(softmax, x, map=engine, rows=1500), softmax(x))
        got, expected = frit.blocks(standardize, x, 2.0, map=engine, rows=1024), standardize(x, 2.0)
        np.testing.assert_array_equal(got["z"], expected["z"])
        assert got["n"] == 5000 and got["most"] == expected["most"]
        for a, b in zip(frit.blocks(kmeans_step, x, centers, map=engine, rows=700), kmeans_step(x, centers)):
            np.testing.assert_allclose(a, b, rtol=1e-12)
        with pytest.raises(ValueError, match="blocks of rows"):
            frit.blocks(steps, x, map=engine)


def test_functions_of_modules(da: Any) -> None:
    m = frit.load_module(
        name="shade",
        source="""
        float blend(float a, float b, float t) { return lerp(a, b, t) * 2.0; }
        float3 lit(float3 v, float s) { return normalize(v) * s; }
        """,
    )
    a, v = RNG.random(5000, np.float32), RNG.random((5000, 3), np.float32)
    A, V = da.from_array(a, chunks=1024), da.from_array(v, chunks=(1000, -1))
    same(m.blend(A, A * 2, 0.5), m.blend(a, a * 2, 0.5))
    same(m.lit(V, 2.0), m.lit(v, 2.0))
    np.testing.assert_array_equal(frit.stream(m.lit, v, 2.0, memory="64kB", out=np.empty_like(v)), m.lit(v, 2.0))
    same(m.lit(V[V[:, 0] > 0.5], 2.0), m.lit(v[v[:, 0] > 0.5], 2.0))  # of unknown sizes: computed first
