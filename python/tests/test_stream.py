"""frit.stream: arrays larger than the memory that is allowed, block by block, with the bits of the whole."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import frit
import numpy as np
import pytest

RNG = np.random.default_rng(5)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def standardize(x, gain):
    return (x - x.mean(axis=0)) / x.std(axis=0) * gain


def reductions(x):
    half = x.astype(np.float16)
    return (
        x.sum(axis=0),
        x.max(axis=0),
        x.min(axis=0),
        (x > 0.999).any(axis=0),
        (x > -1).all(axis=0),
        half.mean(axis=0),
        np.prod(1 + x / 1e4, axis=0, keepdims=True),
        x.var(axis=0, ddof=1),
        x[:, 0].sum() / x.shape[0],
    )


def numbered(x):
    return np.arange(x.shape[0]) * x[:, 0], np.arange(3) + x[:, :1]


def transposed(x):
    return (x.T * 2).T, x[:, None, 1:] - x[:, None, :-1], np.expand_dims(x, 1) + 1


def bytes_of(value: Any) -> list[Any]:
    parts = value if isinstance(value, tuple) else (value,)
    return [(type(p), p.dtype, p.shape, p.tobytes()) for p in parts]


def outs(expected: Any, rows: int) -> Any:
    parts = expected if isinstance(expected, tuple) else (expected,)
    made = [np.empty_like(p) for p in parts if p.ndim and p.shape[0] == rows]
    return made if isinstance(expected, tuple) else made[0]


@pytest.mark.parametrize("rows", [2, 1023, 1024, 5000, 9 * 1024 + 1])
def test_blocks_have_the_bits_of_the_whole(rows: int) -> None:
    x = RNG.random((rows, 3))
    for f, more in ((softmax, ()), (standardize, (2.0,)), (reductions, ()), (numbered, ()), (transposed, ())):
        expected = frit.fuse(f)(x, *more)
        out = None if f is reductions else outs(expected, rows)
        got = frit.stream(f, x, *more, out=out, memory="600kB")
        assert bytes_of(got) == bytes_of(expected), f.__name__


def test_blocks_are_several() -> None:
    seen: list[int] = []
    x = RNG.random((9000, 3))
    frit.stream(reductions, x, memory="100kB", progress=lambda done, total: seen.append(done))
    assert len(seen) > 9 and seen == sorted(seen) and seen[-1] == 2 * x.nbytes  # the variance takes two passes


def test_the_order_does_not_hang_on_memory() -> None:
    """Rows of a chunk and more: any block size gives the same bits; products of matrices within rounding."""
    x = RNG.random((20000, 4)).astype(np.float32)
    totals = {frit.stream(lambda x: x.sum(axis=0), x, memory=m).tobytes() for m in ("64kB", "200kB", "1MB")}
    assert totals == {frit.fuse(lambda x: x.sum(axis=0))(x).tobytes()}
    gram = frit.stream(lambda x: (x - x.mean(0)).T @ (x - x.mean(0)), x, memory="100kB")
    np.testing.assert_allclose(gram, (x - x.mean(0)).T @ (x - x.mean(0)), rtol=2e-5, atol=1e-2)


def test_files(tmp_path: Path) -> None:
    x, y = RNG.random((3000, 5)), RNG.random(3000).astype(">f4")
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    raw = np.memmap(tmp_path / "raw", ">i2", "w+", offset=6, shape=(3000, 5))
    raw[...] = np.arange(15000).reshape(3000, 5)

    def f(x, y, raw, table, gain):
        return {"a": np.sqrt(x) * y[:, None] + raw * gain, "b": table[raw % 4].sum(axis=1)}

    table = RNG.random(4)
    expected = f(x, y.astype("f4"), np.asarray(raw, "i2"), table, 3)
    out = [tmp_path / "a.npy", np.empty(3000)]
    got = frit.stream(f, tmp_path / "x.npy", str(tmp_path / "y.npy"), raw, table, 3, out=out, memory="100kB")
    assert type(got["a"]) is np.memmap and got["b"] is out[1]
    np.testing.assert_allclose(got["a"], expected["a"], rtol=1e-12)
    np.testing.assert_allclose(got["b"], expected["b"], rtol=1e-12)
    assert np.load(tmp_path / "a.npy").dtype == np.float64


def test_hdf5_and_zarr(tmp_path: Path) -> None:
    x = RNG.random((2000, 3))
    tried = 0
    for name in ("h5py", "zarr"):
        try:
            library: Any = __import__(name)
        except ImportError:
            continue
        tried += 1
        if name == "h5py":
            store = library.File(tmp_path / "x.h5", "w")
            given, out = store.create_dataset("x", data=x), store.create_dataset("y", x.shape, x.dtype)
        else:
            given = library.array(x, chunks=(100, 3))
            out = library.zeros(x.shape, chunks=(128, 3), dtype=x.dtype)
        assert frit.stream(softmax, given, out=out, memory="50kB") is out
        np.testing.assert_array_equal(out[...], frit.fuse(softmax)(x))
    if not tried:
        pytest.skip("neither h5py nor zarr is installed")


REFUSED = [
    (lambda x: x[1:] - x[:-1], "number of rows"),
    (lambda x: x[::-1] * 2, "some of the rows"),
    (lambda x: np.cumsum(x, axis=0), "goes along the rows"),
    (lambda x: x @ x.T, "all rows with all rows"),
    (lambda x: x.argmax(axis=0), "goes along the rows"),
    (lambda x: x.T.reshape(x.shape) + 1, "rows"),
    (lambda x: x[x[:, 0] > 0.5] + 1, "rows|mask"),
    (lambda x: np.roll(x, 1, axis=0) + 1, "rows"),
    (lambda x: float(x[0, 0]) * x, "value"),
]


@pytest.mark.parametrize("f,why", REFUSED)
def test_what_is_not_row_by_row_is_refused(f: Any, why: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"blocks of rows: .*({why})"):
        frit.stream(f, RNG.random((50, 50)), out=tmp_path / "y.npy", memory="10kB")
    assert not list(tmp_path.iterdir())


def test_writing_to_arguments_is_refused() -> None:
    def f(x):
        x += 1
        return x * 2

    x = RNG.random((50, 2))
    before = x.copy()
    with pytest.raises(ValueError, match="writes to its arguments"):
        frit.stream(f, x)
    np.testing.assert_array_equal(x, before)


def test_wrong_arguments(tmp_path: Path) -> None:
    x = RNG.random((4000, 2))
    np.save(tmp_path / "x.npy", x)
    for message, more in {
        "memory is a number": {"memory": "much"},
        "at least one byte": {"memory": 0},
        "is not enough: a row takes": {"memory": 8},
        "say with out=": {"memory": "30kB"},
        "is called otherwise": {"out": tmp_path / "y.txt"},
        "1 results have rows, and out names 2": {"out": [None, None]},
        "the result is float64 of shape": {"out": np.empty((4000, 3))},
        "read and written at once": {"out": tmp_path / "x.npy"},
        "resume needs out": {"resume": True},
        "resume=True needs out to be a file": {"resume": True, "out": np.empty((4000, 2))},
    }.items():
        with pytest.raises(ValueError, match=message):
            frit.stream(softmax, tmp_path / "x.npy", **more)  # type: ignore[arg-type]
    np.testing.assert_array_equal(np.load(tmp_path / "x.npy"), x)
    with pytest.raises(ValueError, match="needs an array"):
        frit.stream(softmax, 3.0)
    with pytest.raises(TypeError, match="a function"):
        frit.stream(3, x)  # type: ignore[arg-type]


def test_few_rows_and_none() -> None:
    for rows in (0, 1):
        x = RNG.random((rows, 3))
        np.testing.assert_array_equal(frit.stream(softmax, x), softmax(x))


def interrupted(after: int) -> Any:
    calls = [0]

    def progress(done: int, total: int) -> None:
        calls[0] += 1
        if calls[0] == after:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("after", [1, 4, 11])
def test_an_interrupt_is_resumed(after: int, tmp_path: Path) -> None:
    x, y = RNG.random((8000, 3)), tmp_path / "y.npy"
    np.save(tmp_path / "x.npy", x)
    call = dict(out=y, memory="100kB", resume=True)
    with pytest.raises(KeyboardInterrupt):
        frit.stream(standardize, tmp_path / "x.npy", 2.0, progress=interrupted(after), **call)
    seen: list[float] = []
    assert (tmp_path / "y.npy.journal").exists()
    got = frit.stream(
        standardize, tmp_path / "x.npy", 2.0, progress=lambda d, t: seen.append(d / t), **call
    )
    np.testing.assert_array_equal(got, frit.fuse(standardize)(x, 2.0))
    assert len(seen) == 24 - after and not (tmp_path / "y.npy.journal").exists()


def test_the_journal_belongs_to_one_stream(tmp_path: Path) -> None:
    x, y, journal = RNG.random((8000, 3)), tmp_path / "y.npy", tmp_path / "j"
    np.save(tmp_path / "x.npy", x)

    def run(*args: Any, f: Any = standardize, **more: Any) -> Any:
        return frit.stream(f, *args, out=y, memory="100kB", resume=journal, **more)

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "x.npy", 2.0, progress=interrupted(20))
    with pytest.raises(ValueError, match="belongs to another stream: values"):
        run(tmp_path / "x.npy", 3.0)
    with pytest.raises(ValueError, match="belongs to another stream: function"):
        run(tmp_path / "x.npy", f=softmax)
    content = journal.read_bytes()
    assert len(content.splitlines()) == 2
    kept = y.read_bytes()
    y.unlink()
    with pytest.raises(ValueError, match="cannot go on with"):
        run(tmp_path / "x.npy", 2.0)
    y.write_bytes(kept)
    journal.write_bytes(content + b"1234 {torn")  # what a kill may leave
    seen: list[int] = []
    got = run(tmp_path / "x.npy", 2.0, progress=lambda d, t: seen.append(d))
    np.testing.assert_array_equal(got, frit.fuse(standardize)(x, 2.0))
    assert len(seen) == 4
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "x.npy", 2.0, progress=interrupted(2))
    np.save(tmp_path / "x.npy", x)
    with pytest.raises(ValueError, match="belongs to another stream: reads"):
        run(tmp_path / "x.npy", 2.0)
    journal.write_text("something else")
    with pytest.raises(ValueError, match="no journal"):
        run(tmp_path / "x.npy", 2.0)
    assert journal.read_text() == "something else"


def test_a_kill_is_resumed_and_memory_is_bounded(tmp_path: Path) -> None:
    """A process that is killed in the middle; the next one goes on, and takes no more memory than it may."""
    np.save(tmp_path / "x.npy", np.tile(RNG.random((1000, 256)), (32, 1)))  # 66 MB
    code = f"""
        import json, os, resource, signal, sys
        sys.path[:0] = {sys.path!r}
        import numpy as np, frit
        from frit._scale import stream as streaming
        streaming._SAFE = 0.0
        def softmax(x):
            e = np.exp(x - x.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
        calls = []
        def progress(done, total):
            calls.append(done)
            if sys.argv[1] == "kill" and len(calls) == 16:
                os.kill(os.getpid(), signal.SIGKILL)
        frit.stream(softmax, np.ones((2048, 256)), memory="16MB")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        y = frit.stream(softmax, "x.npy", out="y.npy", memory="16MB", progress=progress, resume=True)
        print(json.dumps([resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, len(calls), calls[0]]))
    """
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(code))
    killed = subprocess.run([sys.executable, script, "kill"], cwd=tmp_path, capture_output=True, text=True)
    assert killed.returncode == -9, killed.stderr
    again = subprocess.run([sys.executable, script, "go"], cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr
    grown, calls, first = json.loads(again.stdout)
    assert first > 65536000 // 3 and calls < 20
    assert grown < 16_000, f"{grown} kB more"
    x, y = (np.load(tmp_path / name, mmap_mode="r") for name in ("x.npy", "y.npy"))
    np.testing.assert_array_equal(y[::997], frit.fuse(softmax)(np.asarray(x[::997])))


def test_the_bar(capsys: Any) -> None:
    frit.stream(reductions, RNG.random((9000, 3)), memory="600kB", progress=True)
    text = capsys.readouterr().err
    assert "reductions [########################] 100 %" in text and text.endswith("\n")
