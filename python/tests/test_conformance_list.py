"""python -m frit.conformance: its list of expected failures is honest, and it runs.

The suite itself is not part of the project: FRIT_ARRAY_API_TESTS names a checkout of it, and then a
few of its tests run here.
"""

from __future__ import annotations

import inspect
import os
from pathlib import Path

import numpy as np
import pytest

import frit
from frit import conformance

CHECKOUT = os.environ.get("FRIT_ARRAY_API_TESTS")


def test_every_expected_failure_has_a_reason():
    ids = [test for known in conformance.KNOWN for test in known.ids()]
    assert len(set(ids)) == len(ids)
    for known in conformance.KNOWN:
        assert len(known.reason) > 20 and known.tests


def test_nothing_is_expected_to_fail():
    assert conformance.KNOWN == ()


def test_floor_divide_of_and_by_infinities_is_the_standards():
    inf, nan = np.inf, np.nan
    x = np.array([inf, inf, -inf, -inf, 1.0, -1.0, 1.0, -1.0, 0.0, -0.0, inf, -inf, nan, inf])
    y = np.array([2.0, -2.0, 2.0, -2.0, -inf, inf, inf, -inf, -inf, -inf, inf, inf, inf, nan])
    wanted = np.array(
        [inf, -inf, -inf, inf, -0.0, -0.0, 0.0, 0.0, -0.0, 0.0, nan, nan, nan, nan]
    )
    for dtype in ("float16", "float32", "float64"):
        a, b = frit.asarray(x.astype(dtype)), frit.asarray(y.astype(dtype))
        c = a.copy()
        c //= b
        fused = frit.fuse(lambda x, y: x // y)
        for got in (frit.floor_divide(a, b), a // b, c, fused(a, b)):
            np.testing.assert_array_equal(np.asarray(got), wanted.astype(dtype))
            numbers = ~np.isnan(wanted)
            assert (np.signbit(np.asarray(got)) == np.signbit(wanted))[numbers].all()


def test_fused_floor_divide_of_numpy_arrays_is_numpys():
    special = np.array([np.inf, -np.inf, 2.0, -2.0, 0.0, -0.0, np.nan, 3.5])
    x, y = (a.ravel() for a in np.meshgrid(special, special))

    def quotients(x, y):
        z = x.copy()
        z //= y
        return x // y, np.floor_divide(x, y), z, divmod(x, y)[0]

    def looks(x, y):  # at values: it runs recorded
        return quotients(x, y) if bool(np.isnan(x).any()) else None

    with np.errstate(all="ignore"):
        for dtype in ("float32", "float64"):
            a, b = x.astype(dtype), y.astype(dtype)
            for function in (frit.fuse(quotients), frit.fuse(looks)):
                for got in (*function(a, b), *function(a, b)):
                    np.testing.assert_array_equal(got, a // b)


def test_complex_corner_cases_are_the_standards():
    cases = {
        "expm1": [(-0.0 + 0j, 0j), (0j, 0j), (complex(np.nan, 0.0), complex(np.nan, 0.0))],
        "tanh": [(complex(np.inf, b), complex(1, 0.0)) for b in (1.0, 2.0, 3.0, 1e9)],
    }
    cases["tanh"] += [(-z, -w) for z, w in cases["tanh"]]
    cases["tanh"] += [(z.conjugate(), w.conjugate()) for z, w in cases["tanh"]]
    cases["expm1"] += [(z.conjugate(), w.conjugate()) for z, w in cases["expm1"]]
    for name, pairs in cases.items():
        for dtype in (np.complex64, np.complex128):
            x = np.array([z for z, _ in pairs]).astype(dtype)
            wanted = np.array([w for _, w in pairs]).astype(dtype)
            got = np.asarray(getattr(frit, name)(frit.asarray(x)))
            for part, other in ((got.real, wanted.real), (got.imag, wanted.imag)):
                np.testing.assert_array_equal(part, other)
                numbers = ~np.isnan(other)
                assert (np.signbit(part) == np.signbit(other))[numbers].all(), (name, x)


def test_no_family_is_left_out():
    """Whole files of the suite are never expected to fail."""
    for known in conformance.KNOWN:
        assert all("[" in test for test in known.tests)


def test_bad_paths_are_told(tmp_path, capsys):
    assert conformance.main([str(tmp_path)]) == 2
    assert "array_api_tests" in capsys.readouterr().err
    (tmp_path / conformance.SUITE).mkdir()
    assert conformance.main([str(tmp_path)]) == 2
    assert "submodule" in capsys.readouterr().err


def test_summaries(tmp_path):
    report = tmp_path / "results.xml"
    report.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="array_api_tests.test_linalg" name="a"/>'
        '<testcase classname="array_api_tests.test_linalg" name="b"><failure/></testcase>'
        '<testcase classname="array_api_tests.test_fft" name="c"><skipped type="pytest.skip" message="no fft"/></testcase>'
        '<testcase classname="array_api_tests.test_fft" name="d"><skipped type="pytest.xfail"/></testcase>'
        "</testsuite></testsuites>"
    )
    summary = conformance.summarise(report)
    assert summary.failed == ["linalg: b"]
    assert summary.files["linalg"] == {"passed": 1, "failed": 1}
    assert summary.files["fft"] == {"skipped": 1, "expected to fail": 1}
    assert "FAILED linalg: b" in summary.text()
    assert "- 1: no fft" in summary.text()


# What the standard asks for, from array-api-strict, which is the standard and nothing else.


def test_names_and_signatures_of_the_standard():
    strict = pytest.importorskip("array_api_strict")
    for name in strict.__all__:
        if name.startswith("_") or name in (
            "set_array_api_strict_flags",
            "get_array_api_strict_flags",
        ):
            continue
        if name in ("reset_array_api_strict_flags", "ArrayAPIStrictFlags", "Device", "fft"):
            continue
        assert hasattr(frit, name), f"frit.{name} is missing"
        theirs = getattr(strict, name)
        if not inspect.isfunction(theirs):
            continue
        own = inspect.signature(getattr(frit, name)).parameters
        for parameter in inspect.signature(theirs).parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY and not parameter.name.startswith("_"):
                assert parameter.name in own, f"frit.{name} has no {parameter.name}="


def test_the_suite():
    if CHECKOUT is None:
        pytest.skip("FRIT_ARRAY_API_TESTS does not name a checkout of array-api-tests")
    path = Path(CHECKOUT)
    tests = [
        f"{conformance.SUITE}/test_searching_functions.py",
        f"{conformance.SUITE}/test_constants.py",
    ]
    summary = conformance.run(path, 5, 1, tests)
    assert summary is not None and summary.failed == []
    assert sum(counts["passed"] for counts in summary.files.values()) > 10
