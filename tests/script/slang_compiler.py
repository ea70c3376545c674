#!/usr/bin/env python3
"""The real Slang compiler, for tests: from the package slangpy (PyPI) where that is installed.

`check(source)` gives the compiler's diagnostics ("" when it has nothing to say) and whether it
accepted the source. The library is driven by its plain C functions, so nothing of the package itself
is imported: no GPU, no driver and no window system is needed. Other tests import this file; run by
itself it checks that every file of examples/slang, and the Slang that docs/slang.md shows, is
Slang.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
import re
import sys
from pathlib import Path

LANGUAGE_SLANG = 1  # SLANG_SOURCE_LANGUAGE_SLANG
NO_CODEGEN = 1 << 4  # SLANG_COMPILE_FLAG_NO_CODEGEN
TARGET_CPP = 13  # SLANG_CPP_SOURCE
STAGE_COMPUTE = 6  # SLANG_STAGE_COMPUTE

# Name of the function: (result, arguments), as slang.h has them.
FUNCTIONS = {
    "spCreateSession": (ctypes.c_void_p, [ctypes.c_char_p]),
    "spDestroySession": (None, [ctypes.c_void_p]),
    "spCreateCompileRequest": (ctypes.c_void_p, [ctypes.c_void_p]),
    "spDestroyCompileRequest": (None, [ctypes.c_void_p]),
    "spSetCompileFlags": (None, [ctypes.c_void_p, ctypes.c_uint]),
    "spAddSearchPath": (None, [ctypes.c_void_p, ctypes.c_char_p]),
    "spAddTranslationUnit": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p]),
    "spAddTranslationUnitSourceString": (
        None,
        [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p],
    ),
    "spCompile": (ctypes.c_int, [ctypes.c_void_p]),
    "spGetDiagnosticOutput": (ctypes.c_char_p, [ctypes.c_void_p]),
    "spAddCodeGenTarget": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int]),
    "spAddEntryPoint": (
        ctypes.c_int,
        [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int],
    ),
    "spGetEntryPointSource": (ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]),
}


def library_path() -> Path | None:
    """Where libslang-compiler is: FRIT_TEST_SLANG names the file or its folder, else slangpy's."""
    if named := os.environ.get("FRIT_TEST_SLANG"):
        path = Path(named)
        if path.is_file():
            return path
        folders = [path]
    else:
        try:
            found = importlib.util.find_spec("slangpy")
        except (ImportError, ValueError):
            return None
        if found is None or not found.submodule_search_locations:
            return None
        folders = [Path(folder) for folder in found.submodule_search_locations]
    for folder in folders:
        if files := sorted(folder.glob("libslang-compiler.so*")):
            return files[0]
    return None


@functools.cache
def compiler() -> tuple[ctypes.CDLL, int]:
    """The library and a session. Making one reads the language's own library, which takes a second."""
    path = library_path()
    if path is None:
        raise RuntimeError(why_not() or "")
    library = ctypes.CDLL(str(path))
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    session = library.spCreateSession(None)
    if not session:
        raise RuntimeError(f"{path} gives no session")
    return library, session


@functools.cache
def why_not() -> str | None:
    """Why the compiler cannot be used here; None: it can."""
    path = library_path()
    if path is None:
        return "the Slang compiler is not installed (pip install slangpy)"
    try:
        compiler()
    except (OSError, AttributeError, RuntimeError) as error:
        return f"{path} cannot be used: {error}"
    return None


def check(
    source: str, name: str = "source.slang", search: tuple[Path, ...] = ()
) -> tuple[bool, str]:
    """Whether the compiler accepts the module, and what it says of it. search: where imports are."""
    library, session = compiler()
    request = library.spCreateCompileRequest(session)
    try:
        library.spSetCompileFlags(request, NO_CODEGEN)
        for folder in search:
            library.spAddSearchPath(request, str(folder).encode())
        unit = library.spAddTranslationUnit(request, LANGUAGE_SLANG, Path(name).stem.encode())
        library.spAddTranslationUnitSourceString(request, unit, name.encode(), source.encode())
        accepted = library.spCompile(request) >= 0
        said = (library.spGetDiagnosticOutput(request) or b"").decode(errors="replace")
    finally:
        library.spDestroyCompileRequest(request)
    return accepted, said


def to_cpp(source: str, entry: str) -> str:
    """A compute entry point as C++, with all that it needs. Raises ValueError with the diagnostics."""
    library, session = compiler()
    request = library.spCreateCompileRequest(session)
    try:
        library.spAddCodeGenTarget(request, TARGET_CPP)
        unit = library.spAddTranslationUnit(request, LANGUAGE_SLANG, b"source")
        library.spAddTranslationUnitSourceString(request, unit, b"source.slang", source.encode())
        library.spAddEntryPoint(request, unit, entry.encode(), STAGE_COMPUTE)
        if library.spCompile(request) < 0:
            raise ValueError(
                (library.spGetDiagnosticOutput(request) or b"").decode(errors="replace")
            )
        return str(library.spGetEntryPointSource(request, 0).decode())
    finally:
        library.spDestroyCompileRequest(request)


SHOWN = re.compile(r'source=(?:"""(.*?)"""|"([^…]*?)")(?!, name="wrong)', re.DOTALL)


def sources(root: Path) -> list[tuple[str, str]]:
    """(name, text) of all Slang that people are shown, but for what is wrong on purpose."""
    files = sorted((root / "examples/slang").glob("*.slang"))
    found = [(path.name, path.read_text()) for path in files]
    for page in ("README.md", "docs/slang.md"):
        texts = [long or short for long, short in SHOWN.findall((root / page).read_text())]
        found += [(f"{page}, module {i + 1}", text) for i, text in enumerate(texts)]
    return found


def main() -> int | str:
    root = Path(os.environ["FRIT_SRC"])
    if reason := why_not():
        print(reason)
        return 77
    accepted, said = check("float f(float x) { return expp(x); }")
    if accepted or "expp" not in said:
        return f"the compiler does not refuse what is wrong: {said}"
    shown = sources(root)
    for name, text in shown:
        accepted, said = check(text, name, (root / "examples/slang",))
        if not accepted or said:
            return f"{name}:\n{said}"
    print(f"{len(shown)} sources")
    return 0 if len(shown) > 35 else "there are too few examples"


if __name__ == "__main__":
    sys.exit(main())
