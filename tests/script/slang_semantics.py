#!/usr/bin/env python3
"""Functions mean in frit what they mean in Slang: both run those of tests/slang on the same numbers.

The real compiler makes C++ of them, which the C++ compiler builds; frit calls them over arrays.
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import slang_compiler

COUNT = 203  # elements of each call
DTYPES = {
    "float": "f4",
    "double": "f8",
    "int": "i4",
    "uint": "u4",
    "int64_t": "i8",
    "uint64_t": "u8",
    "bool": "?",
}
TYPE = re.compile(rf"({'|'.join(DTYPES)})(\d)?(?:x(\d))?((?:\[\d+\])*)")
HEAD = re.compile(r"^((?:\w+)(?:\[\d+\])*) (\w+)\(([^()]*)\)\s*\{", re.MULTILINE)
# What a parameter is given besides random numbers.
SPECIAL = {
    "f": [0.0, 1.0, -1.0, 0.5, -0.25, 2.75, -3.5, 1000.0, 1e-3],
    "i": [0, 1, -1, 2, 3, 7, -8, 31, 32, 100, -(2**31) + 1, 2**31 - 1],
    "u": [0, 1, 2, 3, 7, 31, 255, 2**31, 2**32 - 1],
    "b": [0, 1],
}
ROUNDING = 2e-5  # of mathematical functions, which each side has its own of


@dataclass
class Function:
    name: str
    result: str
    params: list[str]  # types


def functions(text):
    """Those with a name of their own that take and give numbers, vectors, matrices and arrays."""
    heads = HEAD.findall(text)
    names = [name for _, name, _ in heads]
    for result, name, params in heads:
        if names.count(name) > 1:
            continue
        types = []
        for param in filter(None, (part.strip() for part in params.split(","))):
            match = re.fullmatch(r"([\w\[\]]+) \w+((?:\[\d+\])*)(?: = .*)?", param)
            types.append(match[1] + match[2] if match else param)
        if all(TYPE.fullmatch(kind) for kind in [result, *types]):
            yield Function(name, result, types)


def shape_of(kind):
    """(dtype, shape) of one value."""
    name, rows, columns, array = TYPE.fullmatch(kind).groups()
    extents = [int(extent) for extent in re.findall(r"\d+", array)]
    return DTYPES[name], (*extents, *(int(n) for n in (rows, columns) if n))


def values(rng, kind):
    import numpy as np

    dtype, shape = shape_of(kind)
    dtype = np.dtype(dtype)
    size = (COUNT, *shape)
    if dtype.kind == "b":
        return rng.random(size) < 0.5
    if dtype.kind == "f":
        some = rng.normal(0, 3, size)
    else:
        some = rng.integers(0 if dtype.kind == "u" else -60, 120, size)
    special = rng.choice(np.array(SPECIAL[dtype.kind], dtype=np.float64), size)
    return np.where(rng.random(size) < 0.3, special, some).astype(dtype)


def entry_point(found):
    """All functions behind one entry point: a number says which; every argument has a buffer."""
    buffers, cases = [], []
    for number, function in enumerate(found):
        given = [f"f{number}_{place}" for place in range(len(function.params))]
        for name, kind in zip(
            [*given, f"f{number}_r"], [*function.params, function.result], strict=True
        ):
            buffers.append(f"uniform RWStructuredBuffer<{kind}> {name}")
        call = f"{function.name}({', '.join(f'{name}[i.x]' for name in given)})"
        cases.append(f"    case {number}: f{number}_r[i.x] = {call}; break;")
    return "\n".join(
        [
            '[shader("compute")] [numthreads(1, 1, 1)]',
            f"void entry(uint3 i : SV_DispatchThreadID, {', '.join(buffers)}, uniform int which)",
            "{",
            "    switch (which)\n    {",
            *cases,
            "    }\n}",
        ]
    )


def run_by_slang(name, text, found, arguments, results):
    """Fills the results."""
    source, built = Path(f"{name}.cpp").resolve(), Path(f"{name}.so").resolve()
    source.write_text(slang_compiler.to_cpp(text + "\n" + entry_point(found), "entry"))
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    flags = "-w -O1 -fwrapv -ffp-contract=off -shared -fPIC".split()
    subprocess.run([compiler, *flags, "-o", built, source], check=True)
    entry = ctypes.CDLL(str(built)).entry
    words = []
    for given, result in zip(arguments, results, strict=True):
        for array in (*given, result):
            words += [array.ctypes.data, COUNT]
    for which in range(len(found)):
        groups = (ctypes.c_uint32 * 6)(0, 0, 0, COUNT, 1, 1)  # from the first to the last
        entry(groups, (ctypes.c_uint64 * (len(words) + 1))(*words, which), None)


def differences(function, got, right, rounding):
    """Where they agree; None: everywhere; a string: they cannot be compared."""
    import numpy as np

    if got.shape != right.shape:
        return f"{function.name}: shape {got.shape}, should be {right.shape}"
    if right.dtype.kind == "f":
        scale = np.maximum(abs(right), 1e-3)
        with np.errstate(invalid="ignore"):
            good = (
                (abs(got - right) <= rounding * scale)
                | (got == right)
                | (np.isnan(got) & np.isnan(right))
            )
    else:
        good = got == right
    if good.all():
        return None
    return good


def check(path, rounding=ROUNDING):
    """What differs, a line each, and how many functions there were."""
    import frit
    import numpy as np

    text = path.read_text()
    found = list(functions(text))
    rng = np.random.default_rng(5)
    arguments = [[values(rng, kind) for kind in function.params] for function in found]
    results = []
    for function in found:
        dtype, shape = shape_of(function.result)
        results.append(np.zeros((COUNT, *shape), dtype))
    run_by_slang(path.stem, text, found, arguments, results)
    module, wrong = frit.load_module(path), []
    for function, given, right in zip(found, arguments, results, strict=True):
        for policy in ("off", "wait"):  # interpreted, then compiled where that is possible
            try:
                with frit.options(compile=policy):
                    got = np.asarray(getattr(module, function.name)(*given))
            except frit.Error as error:
                wrong.append(f"{function.name}: {error}")
                continue
            good = differences(function, got, right, rounding)
            if isinstance(good, str):
                wrong.append(good)
            elif good is not None:
                at = tuple(np.argwhere(~good)[0])
                shown = ", ".join(str(array[at[0]]) for array in given)
                found = f"{got[at[0]]}, should be {right[at[0]]} (compile={policy})"
                wrong.append(f"{function.name}({shown}) is {found}")
    return wrong, len(found)


def prepare():
    """Makes frit importable. Not 0: the exit status of a test that is skipped."""
    if os.environ.get("FRIT_SANITIZE"):
        print("a module built with sanitizers does not load into a plain Python")
        return 77
    if reason := slang_compiler.why_not():
        print(reason)
        return 77
    if not shutil.which(os.environ.get("CXX", "c++")):
        print("there is no C++ compiler")
        return 77
    sys.path.insert(0, str(Path(os.environ["FRIT_BUILD"]) / "python"))
    return 0


def main():
    if status := prepare():
        return status
    total, wrong = 0, []
    for path in sorted((Path(os.environ["FRIT_SRC"]) / "tests" / "slang").glob("*.slang")):
        lines, count = check(path)
        wrong += [f"{path.name}: {line}" for line in lines]
        total += count
    if wrong:
        return "\n".join(wrong)
    print(f"{total} functions")
    return 0 if total > 100 else "there are too few functions"


if __name__ == "__main__":
    sys.exit(main())
