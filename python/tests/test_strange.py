"""Arguments that are no plain NumPy arrays: fused or as written, the result is what the function gives by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import frit
import numpy as np
import pytest

RNG = np.random.default_rng(8)
N = 5000


def wave(x, y, gain):
    z = np.sin(x) * gain + y
    return {"z": z, "half": -z / 2, "root": np.sqrt(np.abs(x)) ** 2}


def conditions(x, y):
    inside = (x > 0.2) & ~(y >= 0.9)
    return inside, np.where(inside, x, -y)


def helper(x):
    return np.exp(-x) + 1


def nested(x, y):
    return helper(x) * helper(y)


def rows(x):
    return (x - x.mean(axis=0)) / x.std(axis=0), x[1:] - x[:-1], x.T @ x, np.max(x, axis=1, keepdims=True)


FUNCTIONS = [(wave, 2.5), (conditions,), (nested,)]


def told(f: Any, *args: Any) -> str:
    return str(frit.explain(f, *args).reason)


def is_fused(f: Any, *args: Any) -> bool:
    return frit.explain(f, *args).mode == "replayed"


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, tuple) else [value]


# ---------------------------------------------------------------- arrays of NumPy's


def alike(got: Any, expected: Any) -> None:
    for a, b in zip(leaves(got), leaves(expected), strict=True):
        assert type(a) is type(b) and a.dtype == b.dtype and a.dtype.str == b.dtype.str
        small = 1e-5 if a.dtype.itemsize == 4 else 1e-12
        np.testing.assert_allclose(a, b, rtol=small, atol=small)


def test_byte_orders_and_files(tmp_path: Path) -> None:
    x = RNG.random((60, 5))
    np.save(tmp_path / "x.npy", x)
    unaligned = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(np.float64).reshape(60, 5)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    for given in (x.astype(">f8"), mapped, mapped[::2], unaligned, x.astype(">f4")):
        f = frit.fuse(rows)
        for _ in range(3):
            alike(f(given), rows(given))
        assert is_fused(f, given), told(f, given)
    assert "argument x is an array of >f8" in told(f, x.astype(">f8"))
    assert "argument x is a memmap" in told(f, mapped)


def test_read_only_arrays_are_plain() -> None:
    x = RNG.random((60, 5))
    x.flags.writeable = False
    f = frit.fuse(rows)
    alike(f(x), rows(x))
    assert f.cache_info().replayed == 1


AS_WRITTEN = [
    lambda x: x,
    lambda x: x[1:],
    lambda x: x.T,
    lambda x: +x,
    lambda x: x.copy(),
    lambda x: x.astype(np.float64),
    lambda x: x.argmax(axis=0),
    lambda x: np.concatenate([x, x]),
    lambda x: x[[1, 2]],
    lambda x: x[x > 0.5],
    lambda x: np.sort(x),
    lambda x: np.where(x, 1, 2) if len(x) else x,
]


@pytest.mark.parametrize("f", AS_WRITTEN)
def test_what_may_keep_the_byte_order_runs_as_written(f: Any, tmp_path: Path) -> None:
    x = RNG.random((6, 3)).astype(">f8")
    np.save(tmp_path / "x.npy", x.astype("<f8"))
    for given in (x, np.load(tmp_path / "x.npy", mmap_mode="r")):
        fused = frit.fuse(f)
        for _ in range(2):
            got, expected = fused(given), f(given)
            alike(got, expected)
            assert np.shares_memory(got, given) == np.shares_memory(expected, given)
        assert "argument x is" in told(fused, given) and not is_fused(fused, given)


def test_writes_into_other_byte_orders() -> None:
    def f(x):
        x += 1
        return x * 2

    x = np.arange(6.0).astype(">f8")
    alike(frit.fuse(f)(x), (np.arange(6.0) + 1) * 2)
    assert x.dtype.str == ">f8" and x[0] == 1


def test_masked_dates_and_objects() -> None:
    def f(x, y):
        return x + y

    fused = frit.fuse(f)
    masked = np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])
    got = fused(masked, 1.0)
    assert type(got) is np.ma.MaskedArray and got.mask.tolist() == [False, True, False]
    assert told(fused, 1.0, masked) == "argument y is a masked array"
    days = np.array(["2020-01-01", "2020-01-02"], "M8[D]")
    step = np.array([1, 2], "m8[D]")
    np.testing.assert_array_equal(fused(days, step), days + step)
    assert told(fused, days, step) == "argument x is an array of datetime64[D], which frit has not"
    assert fused(np.array(["a", "b"], object), "c").tolist() == ["ac", "bc"]
    assert "argument y is an array of timedelta64[D]" in told(fused, np.ones(2), step)

    class Mine(np.ndarray):
        pass

    assert type(fused(np.ones(3).view(Mine), 1)) is Mine
    assert "argument x is a Mine" in told(fused, np.ones(3).view(Mine), 1)


# ---------------------------------------------------------------- pandas


def series(pd: Any, name: Any = "a", **more: Any) -> Any:
    return pd.Series(RNG.random(N), index=pd.RangeIndex(7, N + 7, name="key"), name=name, **more)


def same_pandas(pd: Any, got: Any, expected: Any) -> None:
    for a, b in zip(leaves(got), leaves(expected), strict=True):
        assert type(a) is type(b)
        if isinstance(b, pd.Series):
            small = 1e-5 if b.dtype == np.float32 else 1e-12
            pd.testing.assert_series_equal(a, b, rtol=small, check_index_type="exact")
        elif isinstance(b, pd.DataFrame):
            pd.testing.assert_frame_equal(a, b, rtol=1e-12)
        else:
            np.testing.assert_allclose(a, b, rtol=1e-12)
            assert getattr(a, "dtype", None) == getattr(b, "dtype", None)


def test_series() -> None:
    pd: Any = pytest.importorskip("pandas", reason="pandas is not installed")
    a, b = series(pd), series(pd, "b")
    other = pd.Series(b.to_numpy(), index=b.index[::-1], name="b")
    cases = [(a, a), (a, b), (b, 2.0), (a, b.to_numpy()), (a.astype("f4"), 1), (a > 0.5, b)]
    for x, y in cases:
        for f, *more in FUNCTIONS:
            if x.dtype == bool and f is not conditions:
                continue
            fused = frit.fuse(f)
            for _ in range(2):
                same_pandas(pd, fused(x, y, *more), f(x, y, *more))
            if f is not conditions or np.ndim(y):
                assert is_fused(fused, x, y, *more), told(fused, x, y, *more)
    fused = frit.fuse(wave)
    for x, y, why in [
        (a, other, "its index differs"),
        (a[:9], b[:9], "too short"),
        (a.astype("Float64"), b, "its elements are Float64"),
        (a * 1j, b, "its elements are complex"),
        (a.astype("datetime64[s]"), pd.Timedelta(1, "s"), "datetime64"),
    ]:
        f = wave if why != "datetime64" else lambda x, y, g: x + y
        fused = frit.fuse(f)
        same_pandas(pd, fused(x, y, 2.0), f(x, y, 2.0))
        assert "argument x is a pandas Series, and" in (why_not := told(fused, x, y, 2.0)) and why in why_not
    a.attrs["unit"] = "m"
    assert frit.fuse(wave)(a, b, 2.0)["z"].attrs == wave(a, b, 2.0)["z"].attrs


def test_what_pandas_does_in_its_own_way_runs_as_written() -> None:
    pd: Any = pytest.importorskip("pandas", reason="pandas is not installed")
    a = series(pd)
    gap, whole = a.where(a > 0.5), pd.Series(np.arange(N) % 3, name="n")
    for f, x in [
        (lambda x: x.mean(), gap),
        (lambda x: np.sum(x), gap),
        (lambda x: x // (x - 1), whole),
        (lambda x: x % 2, whole),
        (lambda x: x.rolling(3).mean(), a),
        (lambda x: x[x > 0.5] * 2, a),
        (lambda x: x.clip(0.7, 0.2), a),
        (lambda x: x.shift(1) - x, a),
        (lambda x: ~x, whole),
        (lambda x: np.clip(x, 0.7, 0.2), a),
        (lambda x: x.values * 2, a),
    ]:
        fused = frit.fuse(f)
        same_pandas(pd, fused(x), f(x))
        assert "argument x is a pandas Series" in told(fused, x)


def test_frames() -> None:
    pd: Any = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pd.DataFrame({"a": RNG.random(N), "b": RNG.random(N), "c": np.arange(N)}, index=series(pd).index)

    def by_columns(df, gain):
        return np.hypot(df["a"], df["b"]) * gain + df["c"]

    def by_attributes(df, gain):
        return df.a * gain

    def whole(df, gain):
        return np.sin(df) * gain - 1

    def missing(df, gain):
        return df["z"] * gain

    def sums(df, gain):
        return df.sum() * gain

    for f, given, fuses in [
        (by_columns, frame, True),
        (by_attributes, frame, False),
        (whole, frame[["a", "b"]], True),
        (whole, frame, False),
        (sums, frame, False),
    ]:
        fused = frit.fuse(f)
        for _ in range(2):
            same_pandas(pd, fused(given, 2.0), f(given, 2.0))
        assert is_fused(fused, given, 2.0) == fuses, told(fused, given, 2.0)
    with pytest.raises(KeyError, match="z"):
        frit.fuse(missing)(frame, 2.0)


# ---------------------------------------------------------------- polars, pyarrow, xarray, sparse


def test_polars_and_pyarrow() -> None:
    pl: Any = pytest.importorskip("polars", reason="polars is not installed")
    pa: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    x, y = pl.Series("x", RNG.random(N)), pl.Series("y", RNG.random(N), dtype=pl.Float64)
    fused = frit.fuse(wave)
    for a, b, fuses in [
        (x, y, True),
        (x, 1.0, True),
        (x.cast(pl.Float32), 2, True),
        (pl.Series("i", np.arange(N)), y, False),
        (pl.Series("x", [*RNG.random(N - 1), None]), y, False),
    ]:
        got, expected = fused(a, b, 2.5), wave(a, b, 2.5)
        for key in expected:
            assert type(got[key]) is type(expected[key]) and got[key].name == expected[key].name
            assert got[key].dtype == expected[key].dtype
            np.testing.assert_allclose(got[key].to_numpy(), expected[key].to_numpy(), rtol=1e-6)
        assert is_fused(fused, a, b, 2.5) == fuses, told(fused, a, b, 2.5)
    assert "compares" in told(frit.fuse(conditions), x, y)
    frame = pl.DataFrame({"a": x, "b": y})
    by_columns = frit.fuse(lambda df: np.sqrt(df["a"]) * df["b"])
    assert by_columns(frame).equals(by_columns.__wrapped__(frame)) and is_fused(by_columns, frame)

    def waves(x):
        return np.sin(x) + np.cos(x)

    arrow = pa.array(RNG.random(N))
    for given in (arrow, pa.chunked_array([arrow, arrow])):
        got, expected = frit.fuse(waves)(given), waves(given)
        assert type(got) is type(expected)
        np.testing.assert_allclose(got, expected, rtol=1e-12)
        assert is_fused(frit.fuse(waves), given)


def test_xarray() -> None:
    xr: Any = pytest.importorskip("xarray", reason="xarray is not installed")

    def field(**more: Any) -> Any:
        coords = {"t": np.arange(60) * 2.0, "label": ("t", list("abcdef" * 10)), "level": 3}
        return xr.DataArray(RNG.random((60, 90)), dims=("t", "x"), coords=coords, **more)

    a = field(name="a", attrs={"unit": "m"})
    b = field(name="b")
    for x, y in [(a, a), (a, b), (a, 2.0)]:
        fused = frit.fuse(wave)
        for _ in range(2):
            got, expected = fused(x, y, 2.5), wave(x, y, 2.5)
            for key in expected:
                xr.testing.assert_allclose(got[key], expected[key], rtol=1e-12)
                assert got[key].name == expected[key].name and got[key].attrs == expected[key].attrs
                assert got[key].dims == expected[key].dims and list(got[key].coords) == list(expected[key].coords)
                assert got[key].encoding == expected[key].encoding
                assert got[key].indexes["t"].equals(expected[key].indexes["t"])
        assert is_fused(fused, x, y, 2.5), told(fused, x, y, 2.5)
    fused = frit.fuse(wave)
    for y, why in [(b.isel(t=slice(1, None)), "dims or coords"), (b.T, "dims or coords"), (RNG.random((60, 90)), "without dims")]:
        xr.testing.assert_allclose(fused(a, y, 2.5)["z"], wave(a, y, 2.5)["z"])
        assert why in told(fused, a, y, 2.5)
    mean = frit.fuse(lambda x: x.mean("t"))
    xr.testing.assert_allclose(mean(a), a.mean("t"))
    assert "argument x is a xarray DataArray" in told(mean, a)


def test_sparse() -> None:
    sparse: Any = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    m, x = sparse.random(50, 50, 0.1, format="csr", random_state=1), RNG.random(50)
    f = frit.fuse(lambda m, x: (m @ x) * 2)
    np.testing.assert_allclose(f(m, x), (m @ x) * 2)
    assert told(f, m, x) == "argument m is sparse (csr_matrix)"
