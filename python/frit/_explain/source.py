"""The programs that an explanation shows: with the names of their inputs, and as source code."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from .. import _core
from .._errors import Error
from .._program.builder import quoted

_COMMENT = {"c": "//", "cuda": "//", "opencl": "//", "slang": "//", "metal": "//"}
# What costs nothing and stands where it is used: kernels may need it though it is no step of them.
_PLACED = {"const"}


# ---- names


def with_input_names(segment: Any, settings: tuple[str, bool, bool, str]) -> Any:
    """The segment with its inputs called as the user calls them, in place of numbers.

    Captured programs have no names. The plan is made again for the program with names; where that
    is not possible the segment stays as it is.
    """
    module, names = segment.module, list(segment.input_names)
    if module is None or not any(names):
        return segment
    program = module.programs[-1]
    variables = module.variables(program)
    taken = {name for name, _ in variables if name}
    text = module.text()
    start = text.rindex(f"program {quoted(program)}")
    renamed: dict[int, str] = {}
    for number, name in enumerate(names[: module.input_count(program)]):
        if name and not variables[number][0]:
            renamed[number] = _unique(name, taken)
    body = _replace_numbers(text[start:], renamed)
    try:
        named = _core.Module.parse(text[:start] + body).infer()
        plan = _core.Plan(named, None, settings[0], not settings[2], segment.plan.device)
    except Error:
        return segment
    return replace(segment, module=named, plan=plan)


def _unique(name: str, taken: set[str]) -> str:
    """A name that needs no quotes and that no other variable has: "rows[0]" is "rows.0"."""
    plain = re.sub(r"[^A-Za-z0-9_.]+", ".", name).strip(".") or "x"
    if not re.match(r"[A-Za-z_]", plain) or re.fullmatch(r"v\d+", plain):
        plain = f"_{plain}"
    found, number = plain, 2
    while found in taken:
        found, number = f"{plain}.{number}", number + 1
    taken.add(found)
    return found


def _replace_numbers(text: str, names: dict[int, str]) -> str:
    """Text of a program in which variables v0, v1, ... are called by their names."""

    def put(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else names.get(int(match[1]), match[0])

    return re.sub(r'"(?:\\.|[^"\\])*"|(?<![\w.@])v(\d+)(?![\w.])', put, text)


# ---- source


def segment_source(segment: Any, report: dict[str, Any], dialect: str) -> str:
    """Source for the plan of a segment in a dialect; parts that have none say why."""
    mark = _COMMENT.get(dialect, "//")
    if segment.module is None:
        return f"{mark} no source: the program of recorded work is not kept\n"
    try:
        optimised = segment.module.optimize()
    except Error as error:
        return f"{mark} no source: {error}\n"
    try:
        return str(optimised.emit(dialect))
    except Error as error:
        whole = str(error)
    kernels = [row for row in report["kernels"] if not row["schedule"].startswith("host-")]
    if len(kernels) < 2:
        return f"{mark} no source in this dialect: {whole}\n"
    return "\n".join(_kernel_source(optimised, row, dialect, mark) for row in kernels)


def _kernel_source(module: _core.Module, row: dict[str, Any], dialect: str, mark: str) -> str:
    title = f"{mark} kernel {row['kernel']}: {row['schedule']}"
    if row["host"] is not None:
        return f"{title}, in the body of a loop or branch: no source of its own\n"
    try:
        program = _cut(module, row)
        return f"{title}\n{program.emit(dialect)}"
    except Error as error:
        return f"{title}: no source in this dialect: {error}\n"


def _cut(module: _core.Module, row: dict[str, Any]) -> _core.Module:
    """A program of a kernel's own steps, typed. Its inputs are what it reads."""
    name = module.programs[-1]
    variables = module.variables(name)
    instructions = module.instructions(name)
    lines = _body_lines(module, name)
    maker = {output: k for k, row in enumerate(instructions) for output in row[3]}
    wanted = {step["instruction"] for step in row["steps"]}
    for k in sorted(wanted):
        for operand in instructions[k][2]:
            made_by = maker.get(operand)
            if made_by is not None and instructions[made_by][0] in _PLACED:
                wanted.add(made_by)
    made = {output for k in wanted for output in instructions[k][3]}
    needed = sorted({v for k in wanted for v in instructions[k][2]} - made)
    read_elsewhere = {v for k, r in enumerate(instructions) if k not in wanted for v in r[2]}
    results = sorted(made & (read_elsewhere | set(module.outputs(name))))
    written = [_written(variables[v][0], v) for v in range(len(variables))]
    inputs = ", ".join(f"{written[v]}: {variables[v][1]}" for v in needed)
    outputs = ", ".join(written[v] for v in results)
    unnamed = {v: written[v] for v in range(len(variables)) if not variables[v][0]}
    body = "\n".join(f"  {_replace_numbers(lines[k], unnamed)}" for k in sorted(wanted))
    text = f"program kernel_{row['kernel']}({inputs}) -> ({outputs}) {{\n{body}\n}}\n"
    return _core.Module.parse(text).infer()


def _body_lines(module: _core.Module, name: str) -> list[str]:
    """The lines of the last program, one for each instruction."""
    text = module.text()
    start = text.rindex(f"program {quoted(name)}")
    return [line.strip() for line in text[start:].splitlines()[1:] if line.strip() not in ("}", "")]


def _written(name: str, number: int) -> str:
    """A name that stays the same in another program, where numbers differ."""
    return quoted(name) if name else f"t{number}_"
