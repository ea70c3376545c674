"""Compiled kernels: policies, the cache, what explain shows, and life beside another LLVM."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import frit

HAS_LLVM = frit.config.llvm is not None
HAS_TARGET = frit.config.isa != "portable"
needs_llvm = pytest.mark.skipif(
    not (HAS_LLVM and HAS_TARGET), reason="there is no LLVM, or no code for this machine"
)
x = np.linspace(-2, 2, 1003, dtype=np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A cache of its own: nothing that other tests compiled is found."""
    with frit.options(cache_dir=tmp_path / "cache"):
        yield tmp_path / "cache"


def counted(run: Any) -> tuple[int, int]:
    """How many kernels ran compiled and interpreted."""
    before = frit.config.counters
    run()
    after = frit.config.counters
    return after["compiled"] - before["compiled"], after["interpreted"] - before["interpreted"]


def run_python(code: str, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | env,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


# ---- policies


@needs_llvm
def test_wait_and_off_give_the_same_bits(folder: Path) -> None:
    def f(a: Any) -> Any:
        return np.exp(np.sin(a)) * 3 + a.sum()

    results = {}
    for policy in ("off", "wait"):
        fused = frit.fuse(f)
        with frit.options(compile=policy):
            compiled, interpreted = counted(lambda: results.update({policy: fused(x)}))
        assert bool(compiled) == (policy == "wait") and bool(interpreted) == (policy == "off")
    assert results["off"].tobytes() == results["wait"].tobytes()


@needs_llvm
def test_true_waits_and_false_is_off(folder: Path) -> None:
    for value, name in ((True, "wait"), (False, "off")):
        with frit.options(compile=value):
            assert frit.config.compile == name
    assert frit.config.compile == "auto"


@needs_llvm
def test_a_function_has_a_policy_of_its_own(folder: Path) -> None:
    waiting = frit.fuse(compile="require")(lambda a: np.cos(a) * 7 + 1)
    assert counted(lambda: waiting(x)) == (1, 0)
    assert counted(lambda: waiting(x)) == (1, 0)  # answered by C
    off = frit.fuse(compile="off")(lambda a: np.cos(a) * 7 + 1)
    assert counted(lambda: off(x)) == (0, 1)
    with pytest.raises(ValueError, match="'soon'"):
        frit.fuse(compile="soon")  # type: ignore[call-overload]


@needs_llvm
def test_recorded_arrays_are_compiled_too(folder: Path) -> None:
    def run() -> None:
        a = frit.asarray(x)
        np.asarray(frit.tanh(a) * 5 - 2)

    with frit.options(compile="wait"):
        compiled, interpreted = counted(run)
    assert compiled >= 1 and interpreted == 0


def test_policies_are_those_of_the_library() -> None:
    from typing import get_args

    from frit import _config, _core

    assert _core.policies == get_args(_config.Compile) == _config.POLICIES


@needs_llvm
def test_a_pack_serves_other_sizes_and_threads(tmp_path: Path) -> None:
    code = '''if True:
        import numpy as np, frit, hashlib
        @frit.fuse
        def softmax(a):
            e = np.exp(a - a.max(axis=1, keepdims=True))
            return e / e.sum(axis=1, keepdims=True)
        for shape in {shapes}:
            a = np.linspace(-3, 3, shape[0] * shape[1], dtype=np.float32).reshape(shape)
            print(hashlib.sha256(np.asarray(softmax(a)).tobytes()).hexdigest())
        print(frit.config.counters["interpreted"])
    '''
    shapes = "[(4, 50), (1000, 50), (1000, 8), (1, 100000)]"
    plain = run_python(code.format(shapes=shapes), FRIT_COMPILE="off").splitlines()
    folder, pack = tmp_path / "made", tmp_path / "a.pack"
    run_python(
        code.format(shapes="[(4, 100000)]"), FRIT_COMPILE="require", FRIT_CACHE_DIR=str(folder)
    )
    frit.cache.pack(pack, folder)
    for threads in ("1", "3"):
        env = {"FRIT_COMPILE": "never,strict", "FRIT_CACHE_PACK": str(pack)}
        served = run_python(
            f"import frit\nfrit.set_threads({threads})\n" + code.format(shapes=shapes),
            FRIT_CACHE_DIR="off",
            FRIT_LLVM="none",
            **env,
        ).splitlines()
        assert served == [*plain[:-1], "0"]


@needs_llvm
def test_hot_kernels_are_taken_over(folder: Path) -> None:
    big = np.random.default_rng(0).random(200_000).astype(np.float32)
    fused = frit.fuse(lambda a: np.log(a + 1) * np.exp(-a) + np.sqrt(a))
    first = fused(big)
    for _ in range(400):
        fused(big)
        if frit.cache.stat()["compiled"]:
            break
        frit.wait()
    assert frit.cache.stat()["compiled"] == 1
    assert counted(lambda: fused(big)) == (1, 0)
    assert fused(big).tobytes() == first.tobytes()


@needs_llvm
def test_verify_cancel_and_progress_work_with_compiled_code(folder: Path) -> None:
    seen: list[int] = []
    big = np.random.default_rng(0).random(2_000_000)
    with frit.options(compile="require", verify=True):
        expected = np.asarray(frit.evaluate("exp(big)*2 + sin(big)"))
    with frit.options(compile="require", threads=1, progress=lambda n, total: seen.append(n)):
        assert frit.evaluate("exp(big)*2 + sin(big)").tobytes() == expected.tobytes()
    assert seen

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stop

    with frit.options(compile="require", threads=1, progress=stop), pytest.raises(Stop):
        frit.evaluate("exp(big)*2 + sin(big)")


@needs_llvm
def test_an_index_out_of_range_is_said_as_ever(folder: Path) -> None:
    with frit.options(compile="wait"), pytest.raises(IndexError, match="index 5000"):
        frit.fuse(lambda a, i: a[i] + 1)(x, np.array([1, 5000]))


# ---- without a compiler


def test_without_llvm_everything_works() -> None:
    code = """
import numpy as np, frit, pytest
x = np.linspace(0, 1, 1000)
assert frit.config.llvm is None and "FRIT_LLVM" in str(frit.config)
with frit.options(compile="wait"):
    assert np.allclose(frit.evaluate("exp(x)+1"), np.exp(x) + 1)
with frit.options(compile="require"), pytest.raises(frit.UnsupportedError, match="FRIT_LLVM"):
    frit.evaluate("exp(x)+2")
"""
    run_python(code, FRIT_LLVM="none", FRIT_CACHE_DIR="")


def test_an_import_loads_no_llvm() -> None:
    code = """
import numpy as np, frit
x = np.linspace(0, 1, 1000)
frit.evaluate("exp(x)+1")
assert "libLLVM" not in open("/proc/self/maps").read()
"""
    run_python(code, FRIT_CACHE_DIR="")


def test_a_wrong_policy_in_the_environment_is_an_error() -> None:
    code = """
import numpy as np, frit, pytest
with pytest.raises(frit.ArgumentError, match="FRIT_COMPILE"):
    frit.evaluate("x+1", {"x": np.ones(3)})
"""
    run_python(code, FRIT_COMPILE="perhaps")


# ---- the cache

WORK = """
import numpy as np, frit, warnings
x = np.linspace(0, 1, 1000)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for k in range(3):
        frit.evaluate("exp(x)*3 + 1")
        frit.evaluate("log(x + 2) - 5")
counters, stat = frit.config.counters, frit.cache.stat()
print(counters["compiled"], counters["interpreted"], stat["compiled"], stat["missing"], len(seen))
print("libLLVM" in open("/proc/self/maps").read())
"""


@needs_llvm
def test_a_warm_cache_needs_no_llvm(tmp_path: Path) -> None:
    where = {"FRIT_CACHE_DIR": str(tmp_path)}
    assert run_python(WORK, FRIT_COMPILE="wait", **where).split() == ["6", "0", "2", "0", "0", "True"]
    assert run_python(WORK, **where).split() == ["6", "0", "0", "0", "0", "False"]
    assert run_python(WORK, FRIT_LLVM="none", **where).split()[0] == "6"


@needs_llvm
def test_never_names_what_is_missing(tmp_path: Path) -> None:
    where = {"FRIT_CACHE_DIR": str(tmp_path)}
    told = run_python(WORK, FRIT_COMPILE="never", **where).split()
    assert told == ["0", "6", "0", "2", "2", "False"]
    run_python(WORK, FRIT_COMPILE="wait", **where)
    told = run_python(WORK, FRIT_COMPILE="never,strict", **where).split()
    assert told == ["6", "0", "0", "0", "0", "False"]
    code = """
import numpy as np, frit, pytest
with frit.options(compile="wait"), pytest.raises(frit.UnsupportedError, match="cache pack"):
    frit.evaluate("x*9", {"x": np.ones(3)})
assert frit.cache.missing()
"""
    run_python(code, FRIT_COMPILE="never,strict", **where)


@needs_llvm
def test_warnings_may_be_errors(folder: Path) -> None:
    with frit.options(compile="never"), warnings.catch_warnings():
        warnings.simplefilter("error", frit.CompileWarning)
        with pytest.raises(frit.CompileWarning, match="atan"):
            frit.evaluate("arctan(x)*77")
        frit.evaluate("arctan(x)*77")  # each is told once


@needs_llvm
def test_a_pack_ships_what_was_compiled(tmp_path: Path) -> None:
    made, other, file = tmp_path / "made", tmp_path / "other", tmp_path / "kernels.pack"
    with frit.options(cache_dir=made, compile="wait"):
        frit.evaluate("expm1(x)*2 + 3")
        assert [entry.fault for entry in frit.cache.entries()] == [None]
        assert "expm1" in frit.cache.entries()[0].label and not frit.cache.verify()
        assert frit.cache.pack(file) == 1
        assert frit.cache.unpack(file, other) == 1
        assert len(frit.cache.entries(file)) == len(frit.cache.entries(other)) == 1
        assert frit.cache.clear(match="nothing of that name") == 0
        assert frit.cache.clear() == 1 and not frit.cache.entries()
    code = """
import numpy as np, frit
x = np.linspace(-2, 2, 1003, dtype=np.float32)
frit.evaluate("expm1(x)*2 + 3")
print(frit.config.counters["compiled"], frit.cache.stat()["pack_hits"])
"""
    env = {"FRIT_CACHE_DIR": "", "FRIT_CACHE_PACK": str(file), "FRIT_COMPILE": "never,strict"}
    assert run_python(code, **env).split() == ["1", "1"]


def test_a_folder_others_can_write_to_is_refused(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o777)
    code = """
import numpy as np, frit, warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    with frit.options(compile="wait"):
        frit.evaluate("x*2 + 7", {"x": np.ones(3)})
        frit.evaluate("x*2 + 8", {"x": np.ones(3)})
print(len(seen), frit.cache.warnings())
"""
    if HAS_TARGET:
        assert "write" in run_python(code, FRIT_CACHE_DIR=str(tmp_path))
    assert not list(tmp_path.iterdir())


# ---- explain


@needs_llvm
def test_explain_shows_tier_and_code(folder: Path, tmp_path: Path) -> None:
    fused = frit.fuse(lambda a: np.exp(a) / np.exp(a).sum())
    before = frit.explain(fused, x).kernels[0]
    assert before.tier == "interpreted" and before.note == "not compiled yet"
    with frit.options(compile="wait"):
        fused(x)
        report = frit.explain(fused, x)
    kernel = report.kernels[0]
    assert kernel.tier == "compiled" and kernel.note is None
    assert kernel.target == frit.config.isa and kernel.walk and (kernel.lanes or 0) > 1
    assert f"compiled for {kernel.target}" in report.text(width=100)
    assert "define i32 @frit_" in kernel.llvm and "frit_" in kernel.asm and "ret" in kernel.asm
    assert report.json()["plans"][0]["kernels"][0]["engine"]["tier"] == "compiled"
    report.save(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "compiled for" in page and "LLVM IR" in page
    with frit.options(compile="off"):
        assert frit.explain(fused, x).kernels[0].note == "compiling is off"


def test_code_needs_arguments() -> None:
    program = frit.Program.parse("program p(x: f32[n]) -> (r) { r = exp(x) }")
    kernel = frit.explain(program).kernels[0]
    assert kernel.tier is None and kernel.engine == ""
    with pytest.raises(ValueError, match="arguments"):
        kernel.llvm  # noqa: B018


# ---- beside another LLVM


@needs_llvm
@pytest.mark.parametrize("first", ["numba", "frit"])
def test_beside_numba(first: str) -> None:
    if importlib.util.find_spec("numba") is None:
        pytest.skip("numba is not installed")
    code = f"""
import numpy as np
x = np.linspace(0, 1, 1000)
def with_numba():
    import numba
    @numba.njit(fastmath=True)
    def f(a):
        s = 0.0
        for v in a:
            s += np.exp(v)
        return s
    assert np.allclose(f(x), np.exp(x).sum())
def with_frit():
    import frit
    with frit.options(compile="require"):
        assert np.allclose(frit.evaluate("exp(x)*2 + 1"), np.exp(x) * 2 + 1)
order = [with_numba, with_frit, with_numba, with_frit]
for work in order if {first == "numba"} else order[1:]:
    work()
"""
    run_python(code, FRIT_CACHE_DIR="")


@needs_llvm
def test_a_child_of_a_fork_compiles(folder: Path) -> None:
    code = """
import os, numpy as np, frit
x = np.linspace(0, 1, 1000)
with frit.options(compile="require"):
    frit.evaluate("exp(x)*2 + 1")
    child = os.fork()
    same = np.allclose(frit.evaluate("cosh(x)*4 + 1"), np.cosh(x) * 4 + 1)
    same = same and np.allclose(frit.evaluate("exp(x)*2 + 1"), np.exp(x) * 2 + 1)
if child == 0:
    os._exit(0 if same else 1)
assert same and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    run_python(code, FRIT_CACHE_DIR="")
