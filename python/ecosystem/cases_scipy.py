"""SciPy's functions that take array namespaces (SCIPY_ARRAY_API=1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy
from scipy import (
    cluster,
    constants,
    differentiate,
    fft,
    integrate,
    ndimage,
    optimize,
    signal,
    special,
    stats,
)
from scipy.optimize import elementwise
from scipy.spatial import transform

TITLE = f"SciPy {scipy.__version__}"
CLOSE = 1e-8  # of results; operands are float64
RNG = np.random.default_rng(2)
X = RNG.normal(size=(6, 8))
Y = RNG.normal(size=(6, 8)) + 0.5
P = RNG.random((6, 8)) * 0.8 + 0.1


def call(function: Any, *operands: Any, **options: Any) -> Any:
    """The function on arrays of the namespace; what is no NumPy array goes as it is."""

    def given(xp: Any, value: Any) -> Any:
        return xp.asarray(value) if isinstance(value, np.ndarray) else value

    def case(xp: Any) -> Any:
        made = function(
            *(given(xp, operand) for operand in operands),
            **{name: given(xp, value) for name, value in options.items()},
        )
        return _plain(made)

    return case


def _plain(made: Any) -> Any:
    """Results with names as tuples of those parts that are arrays or numbers."""
    if hasattr(made, "statistic") and hasattr(made, "pvalue"):
        return [made.statistic, made.pvalue]
    if hasattr(made, "_fields"):
        return [getattr(made, name) for name in made._fields]
    if isinstance(made, dict):  # the "rich results" of SciPy
        names = ("x", "f_x", "df", "integral", "sum", "success", "confidence_interval")
        return [_plain(made[name]) for name in names if name in made]
    return made


def _special() -> dict[str, Any]:
    one = (
        "erf erfc i0 i0e i1 i1e gammaln entr expit logit log_ndtr ndtr ndtri rel_entr_self"
        " j0 j1 digamma gamma"
    ).split()
    found = {name: call(getattr(special, name), P) for name in one if hasattr(special, name)}
    for name in ("betainc", "betaincc", "fdtr", "stdtrit", "betaincinv"):
        if hasattr(special, name):
            operands = (P + 1, P + 2, P) if name != "stdtrit" else (P + 3, P)
            found[name] = call(getattr(special, name), *operands)
    for name in ("chdtr", "chdtrc", "gammainc", "gammaincc", "rel_entr", "xlogy", "xlog1py"):
        found[name] = call(getattr(special, name), P + 1, P)
    for name in ("kl_div", "poch", "stdtr", "powm1", "beta", "betaln", "binom"):
        if hasattr(special, name):
            found[name] = call(getattr(special, name), P + 1, P)
    found |= {
        "logsumexp": call(special.logsumexp, X, axis=1),
        "logsumexp weighted": call(special.logsumexp, X, b=P, axis=0, return_sign=True),
        "softmax": call(special.softmax, X, axis=1),
        "log_softmax": call(special.log_softmax, X, axis=0),
        "xlogy zero": call(special.xlogy, np.zeros(3), np.arange(3.0)),
    }
    return {f"special.{name}": case for name, case in found.items()}


def _stats() -> dict[str, Any]:
    one = (
        "skew kurtosis moment_2 variation sem zscore describe gmean hmean pmean_2 kstat_3 kstatvar"
        " entropy circmean circvar circstd skewtest kurtosistest normaltest jarque_bera iqr"
        " differential_entropy directional_stats tmean tvar tstd tsem tmin tmax mode gzscore"
        " zmap_self expectile lmoment boxcox_llf_1 bartlett_self trim_mean_1 rankdata"
        " median_abs_deviation quantile_self"
    ).split()
    special_calls = {
        "moment_2": call(stats.moment, X, 2),
        "pmean_2": call(stats.pmean, P, 2),
        "kstat_3": call(stats.kstat, X[0], 3),
        "kstatvar": call(stats.kstatvar, X[0], 2),
        "zmap_self": call(stats.zmap, X, Y),
        "boxcox_llf_1": call(stats.boxcox_llf, 1.0, P[0]),
        "bartlett_self": call(stats.bartlett, X[0], Y[0]),
        "trim_mean_1": call(stats.trim_mean, X, 0.1),
        "quantile_self": call(stats.quantile, X, P[:, :2], axis=1)
        if hasattr(stats, "quantile")
        else None,
        "directional_stats": call(
            lambda x: [stats.directional_stats(x).mean_direction], X[:, :3]
        ),
    }
    positive = {"gmean", "hmean", "entropy", "gzscore"}
    found = {}
    for name in one:
        if special_calls.get(name) is not None:
            found[name] = special_calls[name]
        elif hasattr(stats, name):
            found[name] = call(getattr(stats, name), P if name in positive else X)
    many = np.repeat(X, 4, axis=0)
    found |= {
        "skew axis": call(stats.skew, X, axis=1, bias=False),
        "ttest_1samp": call(stats.ttest_1samp, X, 0.1),
        "ttest_ind": call(stats.ttest_ind, X, Y),
        "ttest_ind welch": call(stats.ttest_ind, X, Y, equal_var=False, axis=1),
        "ttest_rel": call(stats.ttest_rel, X, Y),
        "ttest_ind_from_stats": call(
            stats.ttest_ind_from_stats, P, P + 1, np.float64(9), Y, P + 2, np.float64(7)
        ),
        "pearsonr": call(lambda x, y: [*stats.pearsonr(x, y)], X[0], Y[0]),
        "spearmanr": call(stats.spearmanr, X[0], Y[0]),
        "f_oneway": call(stats.f_oneway, X, Y),
        "kruskal": call(stats.kruskal, X[0], Y[0]),
        "mannwhitneyu": call(stats.mannwhitneyu, X, Y),
        "wilcoxon": call(stats.wilcoxon, X[0] - Y[0]),
        "friedmanchisquare": call(stats.friedmanchisquare, X[0], X[1], X[2]),
        "levene": call(stats.levene, X[0], Y[0]),
        "ks_1samp": call(stats.cramervonmises, X[0], special.ndtr),
        "chisquare": call(stats.chisquare, np.array([16.0, 18, 16, 14, 12, 12])),
        "power_divergence": call(
            stats.power_divergence, np.array([16.0, 18, 16, 14, 12, 12]), lambda_="log-likelihood"
        ),
        "normaltest many": call(stats.normaltest, many),
        "combine_pvalues": call(stats.combine_pvalues, P[0]),
        "linregress": call(lambda x, y: [*stats.linregress(x, y)][:4], X[0], Y[0]),
        "siegelslopes": call(lambda x, y: [*stats.siegelslopes(x, y)], X[0], Y[0]),
        "cohen": call(stats.pointbiserialr, (X[0] > 0), Y[0]),
        "obrientransform": call(stats.sigmaclip, X[0]),
        "bootstrap": call(
            lambda x: stats.bootstrap((x,), _mean, rng=np.random.default_rng(1)).standard_error,
            X[0],
        ),
        "monte_carlo_test": call(
            lambda x: stats.monte_carlo_test(
                x, _normals(x), _mean, n_resamples=99, vectorized=True
            ).pvalue,
            X[0],
        ),
        "permutation_test": call(
            lambda x, y: stats.permutation_test(
                (x, y), _mean_difference, n_resamples=99, rng=np.random.default_rng(1)
            ).pvalue,
            X[0],
            Y[0],
        ),
    }
    return {f"stats.{name}": case for name, case in found.items()}


def _namespace(x: Any) -> Any:
    return x.__array_namespace__()


def _mean(x: Any, axis: int = -1) -> Any:
    return _namespace(x).mean(x, axis=axis)


def _mean_difference(x: Any, y: Any, axis: int = -1) -> Any:
    return _mean(x, axis) - _mean(y, axis)


def _normals(like: Any) -> Any:
    rng, xp = np.random.default_rng(4), _namespace(like)
    return lambda size: xp.asarray(rng.normal(size=size))


def _numerical() -> dict[str, Any]:
    a = np.array([1.0, 1.5, 2.0])
    return {
        "integrate.trapezoid": call(integrate.trapezoid, X, dx=0.5),
        "integrate.cumulative_trapezoid": call(integrate.cumulative_trapezoid, X, axis=0),
        "integrate.simpson": call(integrate.simpson, X),
        "integrate.cumulative_simpson": call(integrate.cumulative_simpson, X, dx=0.1),
        "integrate.tanhsinh": call(
            lambda lo, hi: integrate.tanhsinh(lambda t: t * t + 1.0, lo, hi), a - 1, a + 1
        ),
        "integrate.cubature": call(
            lambda lo, hi: integrate.cubature(_square, lo, hi).estimate, a, a + 1
        ),
        "integrate.nsum": call(
            lambda lo: integrate.nsum(lambda k: 1.0 / k**3, lo, np.inf), a
        ),
        "differentiate.derivative": call(
            lambda x: differentiate.derivative(lambda t: t**3 + t, x), a
        ),
        "differentiate.jacobian": call(
            lambda x: differentiate.jacobian(lambda t: t**2, x).df, a
        ),
        "differentiate.hessian": call(
            lambda x: differentiate.hessian(lambda t: t[0] * t[1] ** 2 + t[2], x).ddf, a
        ),
        "optimize.find_root": call(
            lambda lo, hi: elementwise.find_root(lambda t: t**3 - t - 2.0, (lo, hi)),
            a * 0,
            a + 2,
        ),
        "optimize.find_minimum": call(
            lambda lo, mid, hi: elementwise.find_minimum(
                lambda t: (t - 0.3) ** 2, (lo, mid, hi)
            ),
            a * 0 - 1,
            a * 0,
            a,
        ),
        "optimize.bracket_root": call(
            lambda lo, hi: [
                *elementwise.bracket_root(lambda t: t - 9.0, lo, hi).bracket
            ],
            a,
            a + 1,
        ),
        "optimize.rosen": call(optimize.rosen, X),
        "optimize.rosen_der": call(optimize.rosen_der, X),
        "optimize.rosen_hess": call(optimize.rosen_hess, X[0]),
        "constants.convert_temperature": call(
            constants.convert_temperature, X, "Celsius", "Kelvin"
        ),
        "constants.lambda2nu": call(constants.lambda2nu, P),
    }


def _square(x: Any) -> Any:
    return _namespace(x).sum(x**2, axis=-1)


def _rest() -> dict[str, Any]:
    quaternions = np.array([[0.0, 0, 0, 1], [0, 0.6, 0, 0.8], [0.5, 0.5, 0.5, 0.5]])

    def rotation(xp: Any) -> Any:
        turn = transform.Rotation.from_quat(xp.asarray(quaternions))
        vector = xp.asarray(np.array([1.0, 2.0, 3.0]))
        return [turn.as_matrix(), turn.apply(vector), turn.inv().as_rotvec(), turn.magnitude()]

    found: dict[str, Any] = {"spatial.Rotation": rotation}
    for name in ("whiten", "vq", "kmeans"):
        operands = {
            "whiten": (X,),
            "vq": (X, X[:3]),
            "kmeans": (X, X[:3].copy()),
        }[name]
        found[f"cluster.vq.{name}"] = call(getattr(cluster.vq, name), *operands)
    found["cluster.linkage"] = call(cluster.hierarchy.linkage, X)
    found["cluster.cophenet"] = call(
        lambda x: cluster.hierarchy.cophenet(cluster.hierarchy.linkage(x)), X
    )
    for name in ("fft", "ifft", "rfft", "dct", "fftshift", "ifftshift"):
        found[f"fft.{name}"] = call(getattr(fft, name), X)
    for name in ("gaussian_filter", "uniform_filter", "median_filter", "maximum_filter"):
        size = {"sigma": 1.0} if name == "gaussian_filter" else {"size": 3}
        found[f"ndimage.{name}"] = call(getattr(ndimage, name), X, **size)
    for name in ("sobel", "laplace", "center_of_mass", "binary_erosion", "label"):
        found[f"ndimage.{name}"] = call(getattr(ndimage, name), X > 0 if "bin" in name else X)
    for name in ("detrend", "hilbert"):
        found[f"signal.{name}"] = call(getattr(signal, name), X)
    for name in ("convolve", "correlate", "fftconvolve", "oaconvolve"):
        found[f"signal.{name}"] = call(getattr(signal, name), X[0], Y[0])
    found |= {
        "signal.lfilter": call(signal.lfilter, np.array([0.5, 0.5]), np.array([1.0]), X),
        "signal.sosfilt": call(signal.sosfilt, np.array([[1.0, 0, 0, 1, 0, 0]]), X),
        "signal.savgol_filter": call(signal.savgol_filter, X, 5, 2),
        "signal.medfilt": call(signal.medfilt, X, 3),
        "signal.resample": call(signal.resample, X[0], 5),
        "signal.windows.hann": lambda xp: signal.windows.hann(8, xp=xp),
        "signal.zpk2tf": call(signal.zpk2tf, X[0], Y[0], 1.0),
    }
    return found


def cases() -> dict[str, Any]:
    """All of them by name."""
    return {**_special(), **_stats(), **_numerical(), **_rest()}
