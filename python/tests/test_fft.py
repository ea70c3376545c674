"""frit.fft beside numpy.fft: values, dtypes, lengths, norms, axes, errors; inside fused functions and out."""

from __future__ import annotations

import numpy as np
import pytest

import frit

LENGTHS = [1, 2, 3, 4, 5, 8, 12, 17, 49, 100, 97, 128, 360]
ROW = "fft ifft rfft irfft hfft ihfft".split()
SEVERAL = "fft2 ifft2 fftn ifftn rfft2 irfft2 rfftn irfftn".split()


def numbers(name, shape, dtype="float64", seed=3):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if name in ("rfft", "ihfft", "rfft2", "rfftn"):
        return x.astype(dtype)
    return (x + 1j * rng.standard_normal(shape)).astype(np.result_type(dtype, np.complex64))


def near(got, wanted):
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    size = np.abs(wanted).max() if wanted.size else 1
    tolerance = 3e-6 if wanted.dtype in (np.float32, np.complex64) else 1e-13
    assert np.abs(np.asarray(got) - wanted).max(initial=0) <= tolerance * max(size, 1)


@pytest.mark.parametrize("name", ROW)
def test_rows_of_any_length(name):
    ours, theirs = getattr(frit.fft, name), getattr(np.fft, name)
    for n in LENGTHS:
        if n == 1 and name in ("irfft", "hfft"):
            continue
        for dtype in ("float64", "float32"):
            x = numbers(name, (3, n), dtype)
            near(np.asarray(ours(frit.asarray(x))), theirs(x))
    x = numbers(name, (4, 12))
    for options in ({"n": 8}, {"n": 20}, {"n": 7}, {"axis": 0}, {"norm": "ortho"}, {"norm": "forward", "n": 9}):
        near(np.asarray(ours(frit.asarray(x), **options)), theirs(x, **options))
    near(np.asarray(ours(frit.asarray(x[::-2, ::3]), axis=-2)), theirs(x[::-2, ::3], axis=-2))


@pytest.mark.parametrize("name", SEVERAL)
def test_several_axes(name):
    ours, theirs = getattr(frit.fft, name), getattr(np.fft, name)
    x = numbers(name, (3, 6, 5))
    for options in ({}, {"s": (4, 8)}, {"axes": (0, 1)}, {"norm": "ortho"}, {"norm": "forward"}):
        if name[-1] == "n" and "s" in options:
            options = {**options, "axes": (1, 2)}
        near(np.asarray(ours(frit.asarray(x), **options)), theirs(x, **options))


def test_numbers_of_other_dtypes():
    for dtype in ("int32", "bool", "float16", "uint8"):
        x = np.arange(6).astype(dtype)
        near(np.asarray(frit.fft.fft(frit.asarray(x))), np.fft.fft(x))
        near(np.asarray(frit.fft.rfft(frit.asarray(x))), np.fft.rfft(x))
    assert frit.fft.fft(frit.zeros((0, 4))).shape == (0, 4)


def test_frequencies_and_shifts():
    for n in (1, 4, 5):
        assert np.array_equal(np.asarray(frit.fft.fftfreq(n, 0.25)), np.fft.fftfreq(n, 0.25))
        assert np.array_equal(np.asarray(frit.fft.rfftfreq(n, 0.25)), np.fft.rfftfreq(n, 0.25))
        x = np.arange(3 * n).reshape(3, n)
        for axes in (None, 0, (0, 1)):
            assert np.array_equal(np.asarray(frit.fft.fftshift(frit.asarray(x), axes)), np.fft.fftshift(x, axes))
            assert np.array_equal(np.asarray(frit.fft.ifftshift(frit.asarray(x), axes)), np.fft.ifftshift(x, axes))
    assert frit.fft.fftfreq(4, dtype=frit.float32).dtype == frit.float32


def test_errors_are_numpys():
    x = np.zeros((2, 3))
    for call in (
        lambda fft, x: fft.fft(x, n=0),
        lambda fft, x: fft.fft(x, axis=5),
        lambda fft, x: fft.fft(x, norm="no"),
        lambda fft, x: fft.rfft(x * 1j),
        lambda fft, x: fft.fftn(x, s=(2,), axes=(0, 1)),
        lambda fft, x: fft.fft(x[:, :0]),
    ):
        for fft, array in ((np.fft, x), (frit.fft, frit.asarray(x))):
            with pytest.raises((ValueError, TypeError, IndexError)):
                call(fft, array)


def test_the_bits_are_those_of_every_number_of_threads():
    x = numbers("fft", (40, 500))
    was = frit.get_threads()
    found = []
    for threads in (1, 3):
        frit.set_threads(threads)
        found.append(np.asarray(frit.fft.fft2(frit.asarray(x))))
    frit.set_threads(was)
    assert np.array_equal(*found)


def test_the_error_grows_with_the_logarithm_of_the_length():
    """docs/ir.md says how far."""
    for n in (2**14, 5**6, 9973):
        x = numbers("fft", n, seed=n)
        exact = np.fft.fft(x.astype(np.clongdouble))
        error = np.abs(np.asarray(frit.fft.fft(frit.asarray(x))) - exact)
        size = np.sqrt((np.abs(exact) ** 2).mean())
        assert error.max() / size < (0.6 if n != 9973 else 2.0) * np.log2(n) * 2.0**-52


@frit.fuse
def filtered(x, cut):
    spectrum = np.fft.rfft(x * 2.0)
    return np.fft.irfft(np.where(np.arange(spectrum.shape[0]) < cut, spectrum, 0), n=len(x)) + 1.0


def test_inside_a_fused_function():
    for n in (64, 64, 64, 30):
        x = numbers("rfft", n)
        wanted = np.fft.irfft(np.where(np.arange(n // 2 + 1) < 5, np.fft.rfft(x * 2.0), 0), n=n) + 1.0
        assert np.allclose(filtered(x, 5), wanted, 1e-12, 1e-12)
    assert not hasattr(filtered.outcome((numbers("rfft", 64), 5), {}), "reason")
