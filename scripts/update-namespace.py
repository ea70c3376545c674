#!/usr/bin/env python3
"""Writes python/frit/_namespace.pyi: the names that frit makes from its registry, as type checkers read them.

usage: update-namespace.py [--check]        --check: fails if the file is behind; needs the built package
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

import frit
from frit._array import registry, rows

STUB = Path(__file__).resolve().parents[1] / "python" / "frit" / "_namespace.pyi"


def imported(module: str, names: Iterable[str]) -> str:
    parts = ", ".join(f"{name}~as~{name}" for name in sorted(names))
    line = f"from {module} import {parts}"
    if len(line) > 118:
        rows = textwrap.wrap(parts, 113, break_on_hyphens=False)
        line = "\n    ".join([f"from {module} import (", *rows]) + ",\n)"
    return line.replace("~", " ")


def stub() -> str:
    lines = ["# The names that frit makes from its registry. Written by scripts/update-namespace.py.", ""]
    lines.append(imported(".", frit._MODULES))
    later: dict[str, list[str]] = {}
    for name, module in frit._LATER.items():
        later.setdefault(module, []).append(name)
    lines += [imported(f".{module}", names) for module, names in later.items()]
    other, methods = [], []
    for place, table in registry.NAMESPACE.items():
        functions = rows.read(table)
        lines.append(imported(f".{place}", [row.name for row in functions]))
        other += [f"{name} = {row.name}" for row in functions for name in row.names[1:]]
        package, _, module = place.rpartition(".")
        same = [f"    {row.name} = {module}.{row.name}" for row in functions if row.method == rows.SAME]
        if same:
            lines.append(f"from .{package} import {module}")
        methods += same
    return "\n".join([*lines, "", *other, "", "class FunctionMethods:", *methods, ""])


if sys.argv[1:] != ["--check"]:
    STUB.write_text(stub())
elif STUB.read_text() != stub():
    sys.exit(f"{STUB.name} is behind the registry: run scripts/update-namespace.py")
