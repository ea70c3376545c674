"""When there is no memory: an operation works or raises MemoryError, and what follows works.

Python's own test hook makes the k-th allocation through Python's allocators fail, for every k until
the operation gets through. The library's own allocations are swept in its unit tests.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import frit

SWEEP = """
import sys, gc, faulthandler
faulthandler.enable()
import _testcapi
import numpy as np
import frit
from frit import _core

x = np.arange(12.0).reshape(3, 4)
a = frit.asarray(x)
p = frit.asarray(np.arange(12.0).reshape(3, 4)) + 0
_core.flush()
f = frit.fuse(lambda x, y: frit.sin(x) * y + 1)
f(x, x)
g = frit.fuse(lambda x: (x + 1, {{"a": x * 2}}))
g(x)
key = frit.asarray([0, 2])

def once():
    {statement}

once()
_core.flush()
gc.collect()
failed = 0
worked = 0
for k in range({most}):
    try:
        _testcapi.set_nomemory(k, k + 1)
        try:
            once()
        finally:
            _testcapi.remove_mem_hooks()
        worked += 1
        if worked > 3:
            break
    except MemoryError:
        failed += 1
        worked = 0
assert worked > 3, f"still failing after {{failed}}"
once()
assert (frit.asarray(x) * 2 + 1).tolist()[0][0] == x[0, 0] * 2 + 1
print(failed)
"""

STATEMENTS = {
    "wrap": "frit.asarray(x)",
    "number": "_core.scalar(2.5)",
    "step": "p * 2.5",
    "promoted": "p + key[:1]",
    "compare": "p < 2",
    "in place": "b = p + 0; b += 1",
    "part": "b = p * 1; b[1:, ::2] = 3",
    "view": "p[1:, None, ::-1]",
    "transpose": "p._view_transpose((1, 0))",
    "read": "memoryview(p + 1).release()",
    "numpy": "(p + 1)._numpy()",
    "dlpack": "(p + 1).__dlpack__(max_version=(1, 0))",
    "from dlpack": "_core.from_dlpack(x)",
    "shared": "a + 1",
    "item": "_core.item((p + 1)[0, 0])",
    "promote": "_core.promote(p, 1, key[:1])",
    "fused": "f(x, x)",
    "fused on frit arrays": "f(p, p)",
    "fused of containers": "g(x)",
    "capture": (
        "c = _core.Capture()\n"
        "    with c:\n"
        "        q = c.placeholder(_core.float64, (3, 4))\n"
        "        c.finish([q], [q * 2 + p], 'f', False) if 0 else c.lift(p)"
    ),
}


def has_hook() -> bool:
    try:
        import _testcapi
    except ImportError:
        return False
    return hasattr(_testcapi, "set_nomemory")


@pytest.mark.parametrize("what", STATEMENTS)
def test_no_allocation_of_pythons_fails_badly(what: str) -> None:
    if not has_hook():
        pytest.skip("this Python has no _testcapi.set_nomemory")
    code = SWEEP.format(statement=STATEMENTS[what], most=600)
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout}\n{done.stderr[-3000:]}"


def test_too_large_an_array_is_an_error() -> None:
    kept = frit.ones(3) + 1
    with pytest.raises(MemoryError):
        (frit.ones((1 << 40,)) + 1).tolist()
    gc.collect()  # the error's traceback holds the array: while it lives it wants to be computed
    assert kept.tolist() == [2.0, 2.0, 2.0]
    for shape in ((1 << 62, 1 << 62), (1 << 63,), (-1,)):
        with pytest.raises((ValueError, OverflowError, MemoryError)):
            np.asarray(frit.ones(shape))


def test_no_more_unused_memory_is_kept_than_allowed() -> None:
    before = frit._core.configure(memory_cap=2 << 20)
    try:
        for _ in range(3):
            arrays = [np.asarray(frit.ones(1 << 17) + k) for k in range(8)]
            del arrays
            gc.collect()
        assert frit._core.describe()["memory_kept"] <= 2 << 20
    finally:
        frit._core.configure(memory_cap=before["memory_cap"])


def test_memory_is_given_back() -> None:
    gc.collect()
    frit._core.flush()
    before = frit._core.describe()["memory_used"]
    arrays = [np.asarray(frit.ones(1 << 17) + k) for k in range(8)]
    assert frit._core.describe()["memory_used"] >= before + (8 << 20)
    del arrays
    gc.collect()
    assert frit._core.describe()["memory_used"] <= before + (1 << 20)
