"""NumPy's public functions that take and give arrays, each in one expression with ordinary arguments.

The names in the expressions are those of `ARGUMENTS`. Expressions that are not replayed stand in NOT_REPLAYED, each with
the reason.
"""

from __future__ import annotations

import linecache
from typing import Any

import numpy as np

import frit

_random = np.random.default_rng(5)


def _arguments() -> dict[str, Any]:
    a = _random.standard_normal((5, 6))
    square = _random.standard_normal((4, 4)) + 4 * np.eye(4)
    return {
        "x": _random.standard_normal(24),
        "y": _random.standard_normal(24) + 0.5,
        "u": _random.random(24) * 0.8 + 0.1,
        "w": np.array([1.0, np.nan, 3.0, -2.0, np.nan, 0.5]),
        "A": a,
        "B": _random.standard_normal((6, 3)),
        "W": np.where(a > 1, np.nan, a),
        "S": square,
        "P": square @ square.T,
        "z": _random.standard_normal(12) + 1j * _random.standard_normal(12),
        "i": _random.integers(0, 6, 20),
        "j": _random.integers(1, 9, 20),
        "b": _random.random(20) > 0.5,
        "m": _random.random(24) > 0.4,
        "n": np.arange(24) % 7,
        "t": np.sort(_random.standard_normal(9)),
        "v": _random.standard_normal(3),
        "q": np.uint8([3, 200, 17, 0]),
    }


ARGUMENTS = _arguments()

_UNARY = {
    "x": "absolute cbrt ceil conj conjugate cos cosh deg2rad degrees exp exp2 expm1 fabs floor isfinite isinf isnan"
    " logical_not negative positive rad2deg radians reciprocal rint sign signbit sin sinh spacing sqrt square tan tanh trunc"
    " arctan arcsinh",
    "u": "arccos arcsin arctanh log log10 log1p log2",
    "i": "bitwise_count invert bitwise_not bitwise_invert",
}
_BINARY = {
    "x, y": "add arctan2 atan2 copysign divide divmod equal float_power floor_divide fmax fmin fmod greater greater_equal"
    " heaviside hypot less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor maximum minimum mod multiply"
    " nextafter not_equal remainder subtract true_divide",
    "u, y": "pow power",
    "i, j": "bitwise_and bitwise_or bitwise_xor gcd lcm left_shift right_shift bitwise_left_shift bitwise_right_shift",
}

OTHERS = """
np.arccosh(u + 1)
np.acos(u)
np.acosh(u + 1)
np.asin(u)
np.asinh(x)
np.atan(x)
np.atanh(u)
np.abs(z)
np.ldexp(x, n)
np.frexp(x)
np.modf(x)
np.matmul(A, B)
np.matvec(A.T, A[:, 0])
np.vecdot(x, y)
np.vecmat(A[:, 0], A)
np.isnat(x.astype('datetime64[s]'))
np.all(x > 0)
np.allclose(x, y)
np.amax(A, axis=0)
np.amin(A, axis=0)
np.max(A, axis=1)
np.min(A)
np.angle(z)
np.any(x > 0, axis=0)
np.append(x, y)
np.apply_along_axis(np.sum, 0, A)
np.apply_over_axes(np.sum, A, [0, 1])
np.arange(6.0) * x[:6]
np.argmax(A, axis=1)
np.argmin(x)
np.argpartition(x, 3)
np.argsort(x)
np.argsort(A, axis=0, kind="stable")
np.argwhere(x > 0)
np.around(x, 2)
np.array([x, y])
np.array([1.0, 2.0]) + v[:2]
np.array_equal(x, y)
np.array_equiv(x, y)
np.array_split(x, 3)[1] * 2
np.asanyarray(x)
np.asarray(x)
np.asarray_chkfinite(x) * 2
np.ascontiguousarray(A) * 2
np.asfortranarray(A) * 2
np.astype(x, np.float32)
np.atleast_1d(x)
np.atleast_2d(x) * 2
np.atleast_3d(x) * 2
np.average(x, weights=u)
np.average(A, axis=0)
np.bincount(i)
np.bincount(i, weights=j, minlength=9)
np.block([[A, A], [A, A]])
np.broadcast_arrays(x, y[:1])[1] * 2
np.broadcast_to(x, (2, 24)) * 2
np.choose(i % 2, [j, i])
np.clip(x, -1, 1)
np.column_stack([x, y])
np.compress(m, x)
np.concat([x, y])
np.concatenate([A, A], axis=1)
np.convolve(x, v)
np.convolve(x, v, mode="same")
np.convolve(x, v, mode="valid")
np.copy(x)
np.corrcoef(A)
np.corrcoef(x, y)
np.correlate(x, v)
np.correlate(x, v, mode="full")
np.count_nonzero(x > 0)
np.cov(A)
np.cov(x, y)
np.cross(v, v + 1)
np.cumprod(u)
np.cumsum(A, axis=1)
np.cumulative_prod(u)
np.cumulative_sum(x)
np.delete(x, 3)
np.diag(v)
np.diag(A) * 2
np.diagflat(v)
np.diagonal(A) * 2
np.diff(x)
np.digitize(x, t)
np.dot(A, B)
np.dsplit(np.reshape(x, (2, 3, 4)), 2)[1] * 2
np.dstack([x, y])
np.ediff1d(x)
np.einsum("ij,jk->ik", A, B)
np.empty_like(x) * 0 + x
np.expand_dims(x, 1) * 2
np.extract(m, x)
np.eye(4) @ S
(c := S * 1, np.fill_diagonal(c, 0), c)[2]
np.fix(x)
np.flatnonzero(x > 0)
np.flip(A) * 2
np.fliplr(A) * 2
np.flipud(A) * 2
np.full((3,), 2.0) * v
np.full_like(x, 3) + x
np.geomspace(1, 10, 3) * v
np.gradient(x)
np.hamming(24) * x
np.hanning(24) * x
np.bartlett(24) * x
np.blackman(24) * x
np.kaiser(24, 3.0) * x
np.histogram(x)
np.histogram(x, bins=5, range=(-2, 2))
np.histogram(x, bins=t, weights=u)
np.histogram_bin_edges(x, 5)
np.histogram2d(x, y, bins=4)
np.histogramdd(np.stack([x, y], axis=1), bins=3)
np.hsplit(A, 2)[1] * 2
np.hstack([x, y])
np.i0(x)
np.identity(4) + S
np.imag(z) * 2
np.indices((2, 3)) * 2 + v
np.inner(x, y)
np.insert(x, 2, 7.0)
np.interp(x, t, t * 2)
np.intersect1d(i, j)
np.isclose(x, y)
np.iscomplex(z)
np.iscomplexobj(z)
np.isin(i, j)
np.isneginf(x)
np.isposinf(x)
np.isreal(z)
np.isrealobj(x)
A[np.ix_([0, 2], [1, 3])]
np.kron(v, v)
np.lexsort((i, j))
np.linspace(0, 1, 24) * x
np.logspace(0, 1, 24) * x
np.matrix_transpose(A) * 2
np.mean(A, axis=0)
np.median(x)
np.median(A, axis=1)
np.meshgrid(x[:3], y[:4])[1] * 2
np.moveaxis(A, 0, 1) * 2
np.nan_to_num(w) * 2
np.nanargmax(W, axis=0)
np.nanargmin(w)
np.nancumprod(w)
np.nancumsum(w)
np.nanmax(w)
np.nanmean(W, axis=1)
np.nanmedian(W, axis=0)
np.nanmin(w)
np.nanpercentile(W, 30, axis=1)
np.nanprod(w)
np.nanquantile(w, 0.3)
np.nanstd(w)
np.nansum(w)
np.nanvar(w)
np.nonzero(x > 0)
np.ones(24) * x
np.ones_like(x) + x
np.outer(x, y)
np.packbits(q)
np.pad(x, 2)
np.partition(x, 5)
np.percentile(x, 30)
np.percentile(A, [25, 75], axis=0)
np.permute_dims(A) * 2
np.piecewise(x, [x < 0, x >= 0], [-1, 1])
np.piecewise(x, [x < 0], [lambda t: -t, lambda t: t * 2])
(c := x * 1, np.place(c, m, [1.0]), c)[2]
np.poly(v)
np.polyadd(v, v)
np.polyder(v)
np.polydiv(t, v)
np.polyfit(x, y, 2)
np.polyint(v)
np.polymul(v, v)
np.polysub(v, v)
np.polyval(v, x)
np.prod(u)
np.ptp(x)
np.quantile(x, 0.3)
np.quantile(x, u[:3])
np.ravel(A) * 2
np.ravel_multi_index((i % 4, j % 3), (4, 3))
np.real(z) * 2
np.real_if_close(z) * 2
np.repeat(v, 3)
np.require(x, requirements="C") * 2
np.reshape(x, (4, 6)) * 2
np.resize(v, 7)
np.roll(x, 3)
np.rollaxis(A, 1) * 2
np.roots(v)
np.rot90(A) * 2
np.round(x, 1)
np.searchsorted(t, x)
np.select([x < -1, x > 1], [x, -x], 0.0)
np.setdiff1d(i, j)
np.setxor1d(i, j)
np.shape(A)
np.sinc(x)
np.size(A)
np.sort(x)
np.sort(A, axis=0)
np.sort_complex(z)
np.split(x, 3)[1] * 2
np.squeeze(x[None]) * 2
np.stack([x, y])
np.std(A, axis=0)
np.sum(A, axis=1)
np.swapaxes(A, 0, 1) * 2
np.take(x, i)
np.take_along_axis(A, np.argsort(A, axis=1), axis=1)
np.tensordot(A, B, axes=1)
np.tile(x, 2)
np.trace(S)
np.transpose(A) * 2
np.trapezoid(x, dx=0.1)
np.tri(4) * S
np.tril(A)
np.trim_zeros(x) * 2
np.triu(A)
S[np.tril_indices(4)]
S[np.triu_indices(4)]
S[np.diag_indices(4)]
S[np.diag_indices_from(S)]
S[np.tril_indices_from(S)]
S[np.triu_indices_from(S)]
(c := x * 1, np.copyto(c, y), c)[2]
(c := x * 1, np.putmask(c, m, 0.0), c)[2]
(c := A * 1, np.put_along_axis(c, np.argmax(A, axis=1, keepdims=True), 0.0, axis=1), c)[2]
(c := x * 1, c.sort(), c)[2]
(c := x * 1, c.partition(3), c[3])[2]
np.minimum.accumulate(x)
np.linalg.norm(A, 1)
np.logical_or.reduce(m)
np.minimum.reduce(A)
np.einsum("ii->i", S) * 2
np.multiply.outer(v, v)
np.union1d(i, j)
np.unique(i)
np.unique(i, return_counts=True)
np.unique(i, return_index=True, return_inverse=True)
np.unique_all(i)
np.unique_counts(i)
np.unique_inverse(i)
np.sort(np.unique_values(i))
np.unpackbits(q)
np.unravel_index(i, (4, 6))
np.unstack(A)[1] * 2
np.unwrap(x)
np.vander(v)
np.var(A, axis=0)
np.vdot(x, y)
np.vsplit(np.reshape(x, (4, 6)), 2)[1] * 2
np.vstack([x, y])
np.where(m, x, y)
np.where(x > 0)
np.zeros(24) + x
np.zeros_like(x) + x
np.mask_indices(3, np.triu)
np.float32(x)
np.int64(i)
np.bool_(x)
np.fromfunction(lambda k: k * 2, (24,)) * x
np.vectorize(lambda t: t * t + 1)(x)
np.add.reduce(A, axis=1)
np.multiply.reduce(u)
np.maximum.reduce(A)
np.logical_and.reduce(m)
np.bitwise_or.reduce(i)
np.add.accumulate(x)
np.multiply.accumulate(u)
np.maximum.accumulate(x)
np.add.reduceat(x, [0, 5, 9])
np.maximum.reduceat(x, [0, 5, 9])
np.add.outer(x, y)
np.subtract.outer(v, v)
(c := x * 1, np.add.at(c, i, 1.0), c)[2]
np.linalg.cholesky(P)
np.linalg.cond(S)
np.linalg.cross(v, v + 1)
np.linalg.det(S)
np.linalg.diagonal(S) * 2
np.linalg.eig(S)
np.linalg.eigh(P)
np.linalg.eigvals(S)
np.linalg.eigvalsh(P)
np.linalg.inv(S)
np.linalg.lstsq(A.T, A[0])
np.linalg.matmul(A, B)
np.linalg.matrix_norm(S)
np.linalg.matrix_power(S, 3)
np.linalg.matrix_rank(S)
np.linalg.matrix_transpose(A) * 2
np.linalg.multi_dot([A, B, B.T])
np.linalg.norm(x)
np.linalg.norm(A, 2)
np.linalg.norm(A, axis=0)
np.linalg.norm(A, "nuc")
np.linalg.outer(x, y)
np.linalg.pinv(A)
np.linalg.qr(A)
np.linalg.slogdet(S)
np.linalg.solve(S, S[0])
np.linalg.svd(A)
np.linalg.svdvals(A)
np.linalg.tensordot(A, B, axes=1)
np.linalg.tensorinv(np.reshape(P, (2, 2, 4)))
np.linalg.tensorsolve(S, S[0])
np.linalg.trace(S)
np.linalg.vecdot(x, y)
np.linalg.vector_norm(x)
np.fft.fft(x)
np.fft.fft(z, n=16, norm="ortho")
np.fft.fft2(A)
np.fft.fftfreq(24) * x
np.fft.fftn(A)
np.fft.fftshift(x)
np.fft.hfft(z)
np.fft.ifft(z)
np.fft.ifft2(A)
np.fft.ifftn(A)
np.fft.ifftshift(x)
np.fft.ihfft(x)
np.fft.irfft(z)
np.fft.irfft2(A)
np.fft.irfftn(A)
np.fft.rfft(x)
np.fft.rfft2(A)
np.fft.rfftfreq(24) * x[:13]
np.fft.rfftn(A)
np.lib.stride_tricks.sliding_window_view(x, 4) * 2
np.lib.stride_tricks.as_strided(x, (4,), (8,)) * 2
x.all()
x.any()
A.argmax(axis=0)
A.argmin()
x.argpartition(3)
x.argsort()
x.astype(np.float32)
i.choose([j, j, j, j, j, j])
x.clip(0, 1)
x.compress(m)
z.conj()
z.conjugate()
x.copy()
x.cumprod()
x.cumsum()
A.diagonal() * 2
A.dot(B)
x.fill(0)
A.flatten()
x.item(3)
A.max(axis=1)
A.mean()
A.min()
(x > 0).nonzero()
u.prod()
A.ravel() * 2
v.repeat(2)
x.reshape(4, 6) * 2
x.round(1)
t.searchsorted(x)
x[None].squeeze() * 2
A.std()
A.sum(axis=0)
A.swapaxes(0, 1) * 2
x.take(i)
S.trace()
A.transpose() * 2
A.var()
A.T * 2
z.real * 2
z.imag * 2
x.tolist()
x.view(np.int64)
x.flat[3]
A.flat[:4]
x[m]
x[i]
x[::-1] * 2
A[1:, ::2] * 2
""".strip().split("\n")

EXPRESSIONS = [
    *(f"np.{name}({given})" for table in (_UNARY, _BINARY) for given, names in table.items() for name in names.split()),
    *OTHERS,
]


NOT_REPLAYED = {
    "np.ascontiguousarray(A) * 2": "gives a view whose memory only a look at the argument tells",
    "np.asfortranarray(A) * 2": "gives a view whose memory only a look at the argument tells",
    'np.require(x, requirements="C") * 2': 'gives a view whose memory only a look at the argument tells',
    "np.asarray_chkfinite(x) * 2": "gives a view whose memory only a look at the argument tells",
    "np.real_if_close(z) * 2": "the values decide what dtype or rank the result has",
    "np.roots(v)": "the values decide what dtype or rank the result has",
    "np.linalg.eig(S)": "the values decide what dtype or rank the result has",
    "np.linalg.eigvals(S)": "the values decide what dtype or rank the result has",
    "np.trim_zeros(x) * 2": "the values decide how long the result is",
    "np.polydiv(t, v)": "the values decide how long the result is",
    'np.apply_along_axis(np.sum, 0, A)': "a function of Python's is called for elements or rows",
    'np.piecewise(x, [x < 0], [lambda t: -t, lambda t: t * 2])': "a function of Python's is called for elements or rows",
    'np.fromfunction(lambda k: k * 2, (24,)) * x': "a function of Python's is called for elements or rows",
    'np.vectorize(lambda t: t * t + 1)(x)': "a function of Python's is called for elements or rows",
    'np.mask_indices(3, np.triu)': "a function of Python's is called for elements or rows",
    'x.item(3)': "gives Python's numbers",
    'x.tolist()': "gives Python's numbers",
    "np.isnat(x.astype('datetime64[s]'))": 'frit has no such dtype',
    "np.lib.stride_tricks.as_strided(x, (4,), (8,)) * 2": "looks at memory itself",
    "x.view(np.int64)": "looks at memory itself",
    "x.flat[3]": "looks at memory itself",
    "A.flat[:4]": "looks at memory itself",
    "np.bitwise_or.reduce(i)": "frit has no such step",
}
"""What is recorded or runs as it is written, and why."""


def function_of(text: str) -> Any:
    """A function of the arguments that an expression mentions, with a source that can be read."""
    names = [name for name in ARGUMENTS if _mentions(text, name)]
    source = f"def f({', '.join(names)}):\n    return {text}\n"
    file = f"<ipython-everyday-{abs(hash(text))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    space: dict[str, Any] = {"np": np, "__name__": "everyday"}
    exec(compile(source, file, "exec"), space)
    return space["f"], names


def _mentions(text: str, name: str) -> bool:
    import io
    import tokenize

    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    before = [""] + [token.string for token in tokens]
    return any(t.type == tokenize.NAME and t.string == name and before[k] != "." for k, t in enumerate(tokens))


def given(names: list[str]) -> tuple[Any, ...]:
    """Fresh arguments."""
    return tuple(ARGUMENTS[name].copy() for name in names)


def outcome(text: str) -> tuple[str, str]:
    """What becomes of an expression: replayed, recorded (why), wrong (how), raises (what)."""
    function, names = function_of(text)
    fused = frit.fuse(function)
    with frit.options(as_written=False):
        return _outcome(function, fused, names)


def _outcome(function: Any, fused: Any, names: list[str]) -> tuple[str, str]:
    try:
        wanted = function(*given(names))
    except Exception as error:
        return "numpy raises", repr(error)
    try:
        for _ in range(3):
            got = fused(*given(names))
            found = same(got, wanted)
            if found:
                return "wrong", found
    except Exception as error:
        return "raises", repr(error)
    way = fused.outcome(given(names), {})
    return ("recorded", way.reason) if hasattr(way, "reason") else ("replayed", "")


def same(got: Any, wanted: Any) -> str:
    """How a result differs from NumPy's; empty: it does not."""
    if isinstance(wanted, (tuple, list)):
        if not isinstance(got, (tuple, list)) or len(got) != len(wanted):
            return f"{type(got)} for {type(wanted)}"
        return next(filter(None, map(same, got, wanted)), "")
    if not isinstance(wanted, (np.ndarray, np.generic)):
        return "" if type(got) is type(wanted) and got == wanted else f"{got!r} for {wanted!r}"
    if type(got) is not type(wanted) or got.dtype != wanted.dtype or got.shape != wanted.shape:
        return f"{type(got).__name__} {getattr(got, 'dtype', '')} {np.shape(got)} for {type(wanted).__name__} {wanted.dtype} {wanted.shape}"
    if wanted.dtype.kind in "fc":
        near = np.allclose(got, wanted, 1e-11, 1e-12, equal_nan=True)
    else:
        near = bool(np.array_equal(got, wanted))
    return "" if near else f"{got} for {wanted}"


if __name__ == "__main__":
    import collections

    counts: Any = collections.Counter()
    for text in EXPRESSIONS:
        what, why = outcome(text)
        counts[what] += 1
        if what != "replayed":
            print(f"{what:9} {text:60} {' '.join(why.split())[:150]}", flush=True)
    print(dict(counts), len(EXPRESSIONS))
