#!/usr/bin/env python3
"""docs/add-an-op.md, add-a-dtype.md, add-an-engine.md and add-a-device.md are true: what they add, all of it put into one
copy of the sources by their steps, works. What each adds and how it is tried stands in tests/added."""
import os
import pathlib
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(os.environ["FRIT_SRC"]) / "tests"
sys.path.insert(0, str(TESTS))
from added import device, dtype, engine, op  # noqa: E402
from scratch import Scratch  # noqa: E402


def rooms_are_in_order(tree):
    """What is added has its line among the rooms, and includes nothing from below it."""
    test = (TESTS / "script/layers.py").read_text()
    for old, new in engine.ROOMS + device.ROOMS:
        assert test.count(old) == 1, old
        test = test.replace(old, new)
    checked = subprocess.run([sys.executable, "-"], input=test, env={**os.environ, "FRIT_SRC": str(tree)},
                             capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


with tempfile.TemporaryDirectory() as tmp:
    scratch = Scratch(tmp)
    for one in (op, dtype, engine, device):
        one.edit(scratch)
    rooms_are_in_order(scratch.tree)
    scratch.build()
    for one in (op, dtype, engine, device):
        one.check(scratch)
