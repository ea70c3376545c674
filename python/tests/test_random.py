"""frit.random: reproducible, independent of fusion, of the right distribution."""

from __future__ import annotations

import numpy as np
import pytest

import frit
from frit import _core

N = 100_000
random = frit.random


def test_the_same_seed_gives_the_same_numbers():
    for name, args in [
        ("uniform", ()),
        ("normal", ()),
        ("integers", (0, 10)),
        ("bernoulli", ()),
        ("exponential", ()),
    ]:
        first = getattr(random.Generator(5), name)(*args, size=20).tolist()
        assert getattr(random.Generator(5), name)(*args, size=20).tolist() == first
        assert getattr(random.Generator(6), name)(*args, size=20).tolist() != first


def test_draws_go_on():
    rng = random.Generator(1)
    a, b = rng.uniform(size=5), rng.uniform(size=5)
    assert a.tolist() != b.tolist() and rng.draws == 2
    assert random.Generator(1, draw=1).uniform(size=5).tolist() == b.tolist()
    random.seed(9)
    first = random.normal(size=3).tolist()
    random.seed(9)
    assert random.normal(size=3).tolist() == first


def test_fusing_changes_no_draw():
    def work():
        rng = random.Generator(3)
        x = rng.normal(size=1000)
        return (x * x + rng.uniform(size=1000)).tolist()

    with frit.options(fusion=False):
        alone = work()
    assert work() == alone
    x = random.Key(3).uniform(size=(10, 10))
    assert (x[2:4, ::3] * 1).tolist() == [row[::3] for row in x.tolist()[2:4]]


def test_keys():
    key = random.Key(1)
    assert key.uniform(size=4).tolist() == key.uniform(size=4).tolist()
    assert key.draw(1).uniform(size=4).tolist() != key.uniform(size=4).tolist()
    assert key.fold(1).uniform(size=4).tolist() != key.uniform(size=4).tolist()
    assert len({str(k) for k in key.split(5)}) == 5
    as_array = random.Key(frit.asarray(1, dtype="uint64"))
    assert as_array.uniform(size=4).tolist() == key.uniform(size=4).tolist()
    with pytest.raises(ValueError):
        random.Key(1.5)
    with pytest.raises(ValueError):
        random.Key([1, 2])


def test_keys_in_a_program():
    capture = _core.Capture()
    with capture:
        seed = capture.placeholder(_core.uint64, ())
        draw = capture.placeholder(_core.int64, ())
        y = random.Key(seed, draw).normal(size=6)
    module = capture.finish([seed, draw], [y], "f", False)
    for s, d in ((1, 0), (1, 5), (2, 0)):
        operands = (frit.asarray(s, dtype="uint64"), frit.asarray(d))
        (got,) = _core.apply_program(module, "f", operands)
        assert got.tolist() == random.Key(s, d).normal(size=6).tolist()


def test_a_generator_is_not_captured():
    rng = random.Generator(1)
    with _core.Capture(), pytest.raises(_core.NeedsValue):
        rng.uniform(size=3)
    assert rng.draws == 0


def moments(x, mean, std):
    values = np.asarray(x, dtype=np.float64)
    assert abs(values.mean() - mean) < 6 * std / np.sqrt(values.size)
    assert abs(values.std() - std) < 0.05 * std


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "bfloat16"])
def test_floats(dtype):
    rng = random.Generator(11)
    for size in (None, (), 3, (2, 3)):
        x = rng.uniform(size=size, dtype=dtype)
        assert x.dtype == dtype and x.shape == ((3,) if size == 3 else size or ())
    x = np.asarray(rng.random(N, dtype=dtype), dtype=np.float64)
    assert x.min() >= 0 and x.max() < 1
    if dtype == "float64":
        moments(x, 0.5, np.sqrt(1 / 12))
        moments(rng.uniform(-2, 6, N), 2, 8 / np.sqrt(12))
        moments(rng.normal(3, 2, N), 3, 2)
        moments(rng.standard_normal(N), 0, 1)
        moments(rng.exponential(2.0, N), 2, 2)
        moments(rng.laplace(1.0, 2.0, N), 1, 2 * np.sqrt(2))
        moments(np.log(np.asarray(rng.lognormal(0.5, 0.2, N))), 0.5, 0.2)


def test_integers():
    rng = random.Generator(2)
    x = np.asarray(rng.integers(-3, 4, N))
    assert x.min() == -3 and x.max() == 3
    counts = np.bincount(x + 3)
    assert abs(counts - N / 7).max() < 6 * np.sqrt(N / 7)
    assert set(rng.integers(2, size=50).tolist()) == {0, 1}
    assert rng.integers(1, 2, size=5, endpoint=True).tolist().count(2) < 6
    for dtype in ("int8", "uint8", "int64", "uint64"):
        limits = frit.iinfo(dtype)
        full = np.asarray(
            rng.integers(limits.min, limits.max, N, dtype=dtype, endpoint=True), dtype=np.float64
        )
        assert abs(full.mean() - (limits.min + limits.max) / 2) < 0.02 * 2.0**limits.bits
    wide = np.asarray(rng.integers(0, 2**40, N))
    assert 0 <= wide.min() < 2**34 and 2**40 - 2**34 < wide.max() < 2**40
    for low, high in ((5, 5), (0, 300)):
        with pytest.raises(ValueError):
            rng.integers(low, high, dtype="uint8")


def test_choice_and_order():
    rng = random.Generator(4)
    assert set(rng.choice(3, 100).tolist()) == {0, 1, 2}
    assert set(rng.choice([10.0, 20.0], 50, p=[0.0, 1.0]).tolist()) == {20.0}
    assert sorted(rng.choice(6, 6, replace=False).tolist()) == list(range(6))
    assert sorted(rng.permutation(20).tolist()) == list(range(20))
    x = frit.arange(12).reshape(4, 3)
    assert sorted(rng.permutation(x).tolist()) == x.tolist()
    y = x.copy()
    rng.shuffle(y)
    assert sorted(y.tolist()) == x.tolist()
    with pytest.raises(ValueError):
        rng.choice(3, 4, replace=False)
    assert abs(float(frit.mean(rng.bernoulli(0.3, N))) - 0.3) < 0.02
    assert len({g.seed for g in rng.spawn(5)}) == 5


def test_parameters_may_be_arrays():
    x = random.Generator(1).normal(frit.asarray([0.0, 1000.0]), 1.0)
    assert x.shape == (2,) and x[1].item() > 900
    with pytest.raises(ValueError):
        random.uniform(size=-1)
    with pytest.raises(TypeError):
        random.uniform(size=1, dtype="int32")


def _moments(name, args, mean, variance):
    """Both lie within five of their own errors."""
    x = np.asarray(getattr(random.Generator(11), name)(*args, size=N), np.float64)
    assert abs(x.mean() - mean) < 5 * np.sqrt(variance / N), name
    spread = ((x - x.mean()) ** 2).var()
    assert abs(x.var() - variance) < 5 * np.sqrt(spread / N), name


@pytest.mark.parametrize(
    ("name", "args", "mean", "variance"),
    [
        ("gamma", (0.3, 2.0), 0.6, 1.2),
        ("gamma", (5.0,), 5, 5),
        ("beta", (2.0, 3.0), 0.4, 0.04),
        ("chisquare", (4,), 4, 8),
        ("standard_t", (10,), 0, 1.25),
        ("f", (6, 14), 14 / 12, 2 * 14**2 * 18 / (6 * 12**2 * 10)),
        ("poisson", (0.5,), 0.5, 0.5),
        ("poisson", (40.0,), 40, 40),
        ("binomial", (7, 0.2), 1.4, 1.12),
        ("binomial", (1000, 0.7), 700, 210),
        ("negative_binomial", (5, 0.4), 7.5, 18.75),
        ("geometric", (0.25,), 4, 12),
        ("weibull", (1.0,), 1, 1),
        ("pareto", (5.0,), 0.25, 5 / 48),
        ("rayleigh", (2.0,), 2 * np.sqrt(np.pi / 2), (4 - np.pi) / 2 * 4),
        ("gumbel", (1.0, 2.0), 1 + 2 * np.euler_gamma, np.pi**2 / 6 * 4),
        ("logistic", (1.0, 0.5), 1, np.pi**2 / 12),
        ("triangular", (0.0, 1.0, 4.0), 5 / 3, 13 / 18),
    ],
)
def test_moments(name, args, mean, variance):
    _moments(name, args, mean, variance)


def test_counts_come_as_often_as_they_should():
    for lam in (3.0, 12.0):
        x = np.asarray(random.Generator(2).poisson(lam, size=N))
        chance = np.exp(-lam)
        for k in range(25):
            assert abs((x == k).mean() - chance) < 5 * np.sqrt(chance / N) + 1e-4
            chance *= lam / (k + 1)
    x = np.asarray(random.Generator(2).binomial(40, 0.4, size=N))
    chance = 0.6**40
    for k in range(41):
        assert abs((x == k).mean() - chance) < 5 * np.sqrt(chance / N) + 1e-4
        chance *= (40 - k) / (k + 1) * 0.4 / 0.6


def test_draws_that_are_thrown_away_depend_on_their_place_alone():
    """Whatever the number of threads, the size, and what is fused."""
    key = random.Key(4)
    whole = np.asarray(key.gamma(np.linspace(0.1, 9, 5000)))
    assert np.array_equal(np.asarray(key.gamma(np.linspace(0.1, 9, 5000)[:7])), whole[:7])
    was = frit.get_threads()
    try:
        frit.set_threads(1)
        assert np.array_equal(np.asarray(key.gamma(np.linspace(0.1, 9, 5000))), whole)
    finally:
        frit.set_threads(was)
    fused = frit.fuse(lambda seed, a: np.sqrt(frit.random.Key(seed).gamma(a)))
    assert np.array_equal(np.asarray(fused(4, frit.asarray(np.linspace(0.1, 9, 5000)))), np.sqrt(whole))
    assert not np.array_equal(np.asarray(key.beta(2.0, 2.0, size=5)), np.asarray(key.beta(2.0, 3.0, size=5)))


def test_parameters_of_distributions():
    rng = random.Generator(3)
    assert rng.poisson([1.0, 100.0]).dtype == frit.int64 and rng.gamma([1.0, 2.0]).shape == (2,)
    assert rng.binomial(10, 0.5, size=(2, 3)).shape == (2, 3) and rng.beta(1.0, 2.0).ndim == 0
    assert rng.gamma(2.0, size=3, dtype="float32").dtype == frit.float32
    assert np.array_equal(np.asarray(rng.binomial(5, [0.0, 1.0])), [0, 5])
    assert np.asarray(rng.poisson(0.0, size=3)).tolist() == [0, 0, 0]
    shares = np.asarray(rng.dirichlet([1.0, 2.0, 3.0], size=4))
    assert shares.shape == (4, 3) and np.allclose(shares.sum(axis=1), 1)
    for name, args in [("gamma", (-1.0,)), ("poisson", (-1.0,)), ("binomial", (3, 1.5)), ("beta", (0.0, 1.0))]:
        with pytest.raises(ValueError):
            getattr(rng, name)(*args)
