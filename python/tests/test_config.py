"""frit.config, frit.options, threads, and `python -m frit`."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import frit


def test_config_prints_what_was_found() -> None:
    text = str(frit.config)
    rows = dict(line.split("  ", 1) for line in text.splitlines())
    rows = {name.strip(): value.strip() for name, value in rows.items()}
    assert rows["frit"] == frit.config.version
    assert rows["NumPy"] == np.__version__
    assert rows["instruction set"] in ("avx512", "avx2", "x86-64", "neon", "portable")
    version, file = frit.config.llvm, frit.config.llvm_file
    assert rows["LLVM"] == f"{version} ({file})" or rows["LLVM"].startswith("none: ")
    assert rows["compile"] == frit.config.compile and rows["CUDA"] == (frit.config.cuda or "none")
    assert rows["numerics"] == "strict" and rows["fusion"] == "on" and rows["verify"] == "off"
    assert repr(frit.config) == text
    assert "<table>" in frit.config._repr_html_()


def test_products_use_the_blas_that_numpy_brings() -> None:
    """Two libraries in one process would have two pools of threads."""
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "openblas" in line}
    if not any("numpy" in file for file in loaded) or os.environ.get("FRIT_BLAS"):
        pytest.skip("this NumPy brings no OpenBLAS of its own, or FRIT_BLAS names one")
    program = "import numpy, frit, os; frit.ones((64, 64)) @ frit.ones((64, 64)); print(os.path.realpath(frit.config.blas))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() in loaded


def test_threads_are_set_and_told() -> None:
    before = frit.get_threads()
    try:
        assert frit.set_threads(1) == before
        assert frit.get_threads() == frit.config.threads == 1
        frit.config.threads = 2
        assert frit.get_threads() == 2
        x = np.random.default_rng(0).random(500_000)
        assert np.array_equal(frit.evaluate("x*2 + 1"), x * 2 + 1)
        frit.set_threads(None)
        assert frit.get_threads() >= 1
    finally:
        frit.set_threads(before)
    assert frit.get_threads() == before


@pytest.mark.parametrize("count", [0, -1, 5000])
def test_impossible_numbers_of_threads(count: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 4096"):
        frit.set_threads(count)


def test_threads_must_be_whole() -> None:
    for wrong in (1.5, True, "2"):
        with pytest.raises(TypeError, match="int or None"):
            frit.set_threads(wrong)  # type: ignore[arg-type]


def test_options_hold_for_a_while() -> None:
    with frit.options(numerics="fast", verify=True):
        assert (frit.config.numerics, frit.config.verify) == ("fast", True)
        with frit.options(numerics="contract", fusion=False):
            assert (frit.config.numerics, frit.config.fusion) == ("contract", False)
            assert frit.config.verify
        assert (frit.config.numerics, frit.config.fusion) == ("fast", True)
    assert (frit.config.numerics, frit.config.verify) == ("strict", False)


def test_options_end_with_an_exception() -> None:
    with pytest.raises(ZeroDivisionError), frit.options(numerics="fast", threads=1):
        raise ZeroDivisionError
    assert frit.config.numerics == "strict"


def test_options_decorate() -> None:
    @frit.options(numerics="fast")
    def inner(depth: int) -> str:
        return frit.config.numerics if depth == 0 else inner(depth - 1)

    assert inner(2) == "fast" and frit.config.numerics == "strict"


def test_options_refuse_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="'sloppy'"):
        frit.options(numerics="sloppy")
    with pytest.raises(ValueError, match="no device called"), frit.options(device="abacus"):
        pass
    with pytest.raises(ValueError, match="'sometimes'"):
        frit.options(compile="sometimes")  # type: ignore[arg-type]
    with frit.options(device="cpu", compile=False):
        assert frit.config.compile == "off"


def test_fusion_off_runs_every_step_alone() -> None:
    def kernels() -> int:
        x = np.ones(1000)
        before = frit.config.counters["kernels"]
        frit.evaluate("sqrt(x*2 + 1) - 3", {"x": x})
        return frit.config.counters["kernels"] - before

    assert kernels() == 1
    with frit.options(fusion=False):
        assert kernels() >= 4
    assert kernels() == 1


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    x = np.random.default_rng(0).random(2_000_000)
    with frit.options(progress=lambda done, total: seen.append((done, total)), threads=1):
        result = frit.evaluate("sin(x)*cos(x) + exp(x)")
    assert np.allclose(result, np.sin(x) * np.cos(x) + np.exp(x))
    assert seen and all(0 < done <= total for done, total in seen)
    told = len(seen)
    frit.evaluate("sin(x)*cos(x) + exp(x)")
    assert len(seen) == told, "only while asked for"


def test_progress_bar_writes_to_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    x = np.random.default_rng(0).random(2_000_000)
    with frit.options(progress=True, threads=1):
        frit.evaluate("sin(x)*cos(x) + exp(x)*2")
    captured = capfd.readouterr()
    assert "frit" in captured.err and not captured.out


def test_memory_is_counted() -> None:
    memory = frit.config.memory
    assert set(memory) == {"used", "kept", "peak"} and all(n >= 0 for n in memory.values())


def test_python_m_frit() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "frit"], capture_output=True, text=True, check=True,
        env=os.environ | {"FRIT_ISA": "portable"},
    )  # fmt: skip
    assert done.stdout.startswith("frit") and "portable" in done.stdout


def test_import_does_not_load_numpy() -> None:
    code = "import sys, frit; print('numpy' in sys.modules, frit.config.numerics)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "strict"]


@pytest.mark.parametrize(
    "text, told",
    [
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise RuntimeError('broken')", "frit_llvm is not used: RuntimeError: broken"),
        ("import not_there_at_all", "frit_llvm is not used: ModuleNotFoundError"),
        ("library = lambda: 3", "frit_llvm is not used: TypeError: frit_llvm.library() gave int"),
        ("library = lambda: '/no/such/library.so'", ""),
        (None, ""),
    ],
    ids=["interrupt", "broken", "lacks a package", "no path", "no file", "absent"],
)
def test_what_goes_wrong_in_the_package_with_llvm_is_told(tmp_path, text, told) -> None:  # type: ignore[no-untyped-def]
    if text is not None:
        (tmp_path / "frit_llvm.py").write_text(text)
    code = "import frit; print(frit.sum(frit.ones(3)))"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    env = {**os.environ, "PYTHONPATH": path}
    env.pop("FRIT_LLVM", None)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert (done.returncode == 0) == (told != "KeyboardInterrupt"), done.stderr
    assert told in done.stderr if told else done.stderr == ""
