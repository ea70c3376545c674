"""scikit-learn's estimators, preprocessors, metrics and helpers that take array namespaces."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import sklearn
from sklearn import (
    calibration,
    decomposition,
    discriminant_analysis,
    kernel_approximation,
    linear_model,
    metrics,
    mixture,
    model_selection,
    naive_bayes,
    pipeline,
    preprocessing,
    utils,
)
from sklearn.metrics import pairwise

TITLE = f"scikit-learn {sklearn.__version__}"
CLOSE = 1e-4  # of results; operands are float32
RNG = np.random.default_rng(1)
X = RNG.normal(size=(40, 5)).astype(np.float32)
Y = (X @ np.array([1, -2, 0.5, 0, 3], np.float32) + 0.1).astype(np.float32)
LABELS = (Y > 0).astype(np.int64) + (Y > 2)
BINARY = (Y > 0).astype(np.int64)


def estimator(make: Callable[[], Any], methods: str, target: Any = None, positive: bool = False):
    """Fits on arrays of the namespace and calls methods; their results."""

    def case(xp: Any, dtype: Any = None) -> Any:
        if dtype is None:
            return [case(xp, np.float32), case(xp, np.float64)]
        x = xp.asarray((np.abs(X) if positive else X).astype(dtype))
        y = None if target is None else xp.asarray(target)
        with sklearn.config_context(array_api_dispatch=True):
            model = make().fit(x, y) if y is not None else make().fit(x)
            found = []
            for method in methods.split():
                call = getattr(model, method)
                if method == "score":
                    found.append(float(call(x, y)))
                elif method == "inverse_transform":
                    found.append(call(model.transform(x)))
                elif callable(call):
                    found.append(call(x))
                else:
                    found.append(call)
            return found

    return case


def metric(function: Any, *operands: Any, **options: Any):
    def case(xp: Any) -> Any:
        arrays = [xp.asarray(operand) for operand in operands]
        given = {
            name: xp.asarray(value) if isinstance(value, np.ndarray) else value
            for name, value in options.items()
        }
        with sklearn.config_context(array_api_dispatch=True):
            return function(*arrays, **given)

    return case


def _estimators() -> dict[str, Any]:
    pca = decomposition.PCA
    ridge = linear_model.Ridge
    found = {
        "PCA full": estimator(
            lambda: pca(3, svd_solver="full"),
            "transform inverse_transform explained_variance_ components_ mean_ singular_values_",
        ),
        "PCA whiten": estimator(lambda: pca(3, svd_solver="full", whiten=True), "transform"),
        "PCA covariance_eigh": estimator(
            lambda: pca(3, svd_solver="covariance_eigh"), "transform explained_variance_ratio_"
        ),
        "PCA randomized": estimator(
            lambda: pca(
                3, svd_solver="randomized", power_iteration_normalizer="QR", random_state=0
            ),
            "explained_variance_",
        ),
        "Ridge svd": estimator(
            lambda: ridge(solver="svd"), "predict coef_ intercept_ score", target=Y
        ),
        "RidgeCV": estimator(lambda: linear_model.RidgeCV(), "predict alpha_", target=Y),
        "RidgeClassifier": estimator(
            lambda: linear_model.RidgeClassifier(solver="svd"), "predict coef_", target=BINARY
        ),
        "RidgeClassifierCV": estimator(
            lambda: linear_model.RidgeClassifierCV(), "predict", target=BINARY
        ),
        "LinearDiscriminantAnalysis": estimator(
            lambda: discriminant_analysis.LinearDiscriminantAnalysis(solver="svd"),
            "predict transform predict_proba decision_function score",
            target=LABELS,
        ),
        "LogisticRegression": estimator(
            lambda: linear_model.LogisticRegression(), "predict predict_proba", target=BINARY
        ),
        "LogisticRegression many": estimator(
            lambda: linear_model.LogisticRegression(C=0.5), "predict coef_", target=LABELS
        ),
        "PoissonRegressor": estimator(
            lambda: linear_model.PoissonRegressor(), "predict", target=np.abs(Y)
        ),
        "Ridge": estimator(ridge, "predict coef_", target=Y),
        "PCA": estimator(pca, "transform explained_variance_ratio_ noise_variance_"),
        "GaussianNB": estimator(
            lambda: naive_bayes.GaussianNB(), "predict predict_proba theta_ var_", target=LABELS
        ),
        "GaussianMixture": estimator(
            lambda: mixture.GaussianMixture(2, init_params="random_from_data", random_state=0),
            "predict means_ weights_",
        ),
        "Nystroem": estimator(
            lambda: kernel_approximation.Nystroem(n_components=5, random_state=0), "transform"
        ),
        "CalibratedClassifierCV": estimator(
            lambda: calibration.CalibratedClassifierCV(
                discriminant_analysis.LinearDiscriminantAnalysis(), method="temperature"
            ),
            "predict",
            target=BINARY,
        ),
        "Pipeline": estimator(
            lambda: pipeline.make_pipeline(
                preprocessing.StandardScaler(), pca(2, svd_solver="full"), ridge(solver="svd")
            ),
            "predict score",
            target=Y,
        ),
    }
    scalers = preprocessing
    for name, make, methods, positive in (
        ("StandardScaler", scalers.StandardScaler, "transform inverse_transform mean_ var_", False),
        ("MinMaxScaler", scalers.MinMaxScaler, "transform inverse_transform data_min_", False),
        ("MaxAbsScaler", scalers.MaxAbsScaler, "transform inverse_transform max_abs_", False),
        ("Normalizer l2", scalers.Normalizer, "transform", False),
        ("Normalizer l1", lambda: scalers.Normalizer(norm="l1"), "transform", False),
        ("Normalizer max", lambda: scalers.Normalizer(norm="max"), "transform", False),
        ("Binarizer", lambda: scalers.Binarizer(threshold=0.3), "transform", False),
        ("PolynomialFeatures", scalers.PolynomialFeatures, "transform", False),
        ("MinMaxScaler range", lambda: scalers.MinMaxScaler((-1, 1)), "transform", True),
    ):
        found[name] = estimator(make, methods, positive=positive)

    def label_encoder(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            model = preprocessing.LabelEncoder().fit(xp.asarray(LABELS * 3))
            codes = model.transform(xp.asarray(LABELS * 3))
            return [codes, model.classes_, model.inverse_transform(codes)]

    def label_binarizer(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            model = preprocessing.LabelBinarizer().fit(xp.asarray(LABELS))
            return [model.transform(xp.asarray(LABELS)), model.classes_]

    def kernel_centerer(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            return preprocessing.KernelCenterer().fit_transform(xp.asarray(X @ X.T))

    found |= {
        "LabelEncoder": label_encoder,
        "LabelBinarizer": label_binarizer,
        "KernelCenterer": kernel_centerer,
    }
    return found


def _metrics() -> dict[str, Any]:
    guess = np.where(RNG.random(40) < 0.2, 1 - BINARY, BINARY)
    many = np.where(RNG.random(40) < 0.2, 0, LABELS)
    probability = np.clip(BINARY * 0.6 + RNG.random(40) * 0.4, 0.01, 0.99)
    near = (Y + RNG.normal(size=40) * 0.1).astype(np.float32)
    above, above_near = np.abs(Y) + 1, np.abs(near) + 1
    weights = RNG.random(40).astype(np.float32)
    found: dict[str, Any] = {}
    for name in (
        "accuracy_score balanced_accuracy_score confusion_matrix f1_score fbeta_score"
        " hamming_loss jaccard_score matthews_corrcoef multilabel_confusion_matrix"
        " precision_recall_fscore_support precision_score recall_score zero_one_loss"
        " cohen_kappa_score class_likelihood_ratios"
    ).split():
        function = getattr(metrics, name)
        options = {"beta": 0.5} if name == "fbeta_score" else {}
        found[f"{name} binary"] = metric(function, BINARY, guess, **options)
        if name not in ("class_likelihood_ratios", "balanced_accuracy_score"):
            average = (
                {"average": "macro"} if "average" in inspect.signature(function).parameters else {}
            )
            found[f"{name} many"] = metric(function, LABELS, many, **options, **average)
    for name in ("roc_curve", "roc_auc_score", "det_curve", "precision_recall_curve"):
        found[name] = metric(getattr(metrics, name), BINARY, probability)
    for name in ("brier_score_loss", "average_precision_score", "log_loss", "d2_brier_score"):
        if hasattr(metrics, name):
            found[name] = metric(getattr(metrics, name), BINARY, probability)
    for name in (
        "explained_variance_score max_error mean_absolute_error mean_absolute_percentage_error"
        " mean_gamma_deviance mean_poisson_deviance mean_pinball_loss mean_squared_error"
        " mean_squared_log_error mean_tweedie_deviance r2_score root_mean_squared_error"
        " root_mean_squared_log_error d2_tweedie_score d2_absolute_error_score d2_pinball_score"
        " median_absolute_error"
    ).split():
        found[name] = metric(getattr(metrics, name), above, above_near)
        if name != "max_error":
            found[f"{name} weighted"] = metric(
                getattr(metrics, name), above, above_near, sample_weight=weights
            )
    for name in (
        "additive_chi2_kernel chi2_kernel cosine_distances cosine_similarity euclidean_distances"
        " laplacian_kernel linear_kernel manhattan_distances paired_cosine_distances"
        " paired_euclidean_distances polynomial_kernel rbf_kernel sigmoid_kernel"
    ).split():
        other = X[:40][::-1].copy()
        found[name] = metric(getattr(pairwise, name), np.abs(X), np.abs(other))
    for name in ("cosine", "euclidean", "manhattan"):
        found[f"pairwise_distances {name}"] = metric(
            pairwise.pairwise_distances, X, X[:7], metric=name
        )
    found["pairwise_kernels rbf"] = metric(pairwise.pairwise_kernels, X, X[:7], metric="rbf")
    return found


def _helpers() -> dict[str, Any]:
    def split(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            return model_selection.train_test_split(
                xp.asarray(X), xp.asarray(BINARY), random_state=0, test_size=0.25
            )

    def stratified(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            folds = model_selection.StratifiedKFold(4)
            return [list(f) for f in folds.split(xp.asarray(X), xp.asarray(BINARY))]

    def search(xp: Any) -> Any:
        with sklearn.config_context(array_api_dispatch=True):
            found = model_selection.GridSearchCV(
                linear_model.Ridge(solver="svd"), {"alpha": [0.1, 1.0, 10.0]}, error_score="raise"
            ).fit(xp.asarray(X), xp.asarray(Y))
            return [found.best_params_["alpha"], found.predict(xp.asarray(X))]

    def crossed(xp: Any) -> Any:
        model = discriminant_analysis.LinearDiscriminantAnalysis()
        with sklearn.config_context(array_api_dispatch=True):
            return model_selection.cross_val_predict(model, xp.asarray(X), xp.asarray(BINARY))

    def scored(xp: Any) -> Any:
        model = linear_model.Ridge(solver="svd")
        with sklearn.config_context(array_api_dispatch=True):
            return model_selection.cross_val_score(model, xp.asarray(X), xp.asarray(Y))

    return {
        "train_test_split": split,
        "StratifiedKFold": stratified,
        "GridSearchCV": search,
        "cross_val_predict": crossed,
        "cross_val_score": scored,
        "check_array": metric(utils.check_array, X),
        "check_X_y": metric(utils.check_X_y, X, LABELS),
        "assert_all_finite": metric(utils.assert_all_finite, X),
        "type_of_target": metric(utils.multiclass.type_of_target, LABELS),
        "unique_labels": metric(utils.multiclass.unique_labels, LABELS),
        "resample": metric(utils.resample, X, random_state=0),
        "shuffle": metric(utils.shuffle, X, random_state=0),
        "compute_class_weight": metric(
            lambda y: utils.class_weight.compute_sample_weight("balanced", y), LABELS
        ),
    }


def cases() -> dict[str, Any]:
    """All of them by name."""
    return {**_estimators(), **_metrics(), **_helpers()}
