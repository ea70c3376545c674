#!/usr/bin/env python3
"""src/run/llvm/api.def and api.h say what LLVM's own headers say: a C file that includes both compiles."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SAME_NUMBERS = {
    "API_MAJOR": "LLVM_VERSION_MAJOR",
    "API_SEVERITY_ERROR": "LLVMDSError",
    "API_RETURN_STATUS": "LLVMReturnStatusAction",
    "API_LEVEL_DEFAULT": "LLVMCodeGenLevelDefault",
    "API_RELOC_PIC": "LLVMRelocPIC",
    "API_CODE_MODEL_SMALL": "LLVMCodeModelSmall",
    "API_FILE_ASSEMBLY": "LLVMAssemblyFile",
    "API_FILE_OBJECT": "LLVMObjectFile",
}
HEADERS = ["Analysis", "Core", "Error", "IRReader", "Target", "TargetMachine", "Transforms/PassBuilder"]

src = pathlib.Path(os.environ["FRIT_SRC"])
folder = src / "src/run/llvm"


def find_headers():
    """Of the version that is used, or None."""
    for place in ("/usr/lib/llvm-22/include", "/usr/lib/llvm22/include", "/usr/lib64/llvm22/include", "/usr/include"):
        config = pathlib.Path(place) / "llvm/Config/llvm-config.h"
        if config.exists() and "LLVM_VERSION_MAJOR 22" in config.read_text():
            return place
    return None


def program(api_def, api_h):
    """A C file; what is not the same stops the compiler."""
    lines = ["#include <llvm/Config/llvm-config.h>"]
    lines += [f"#include <llvm-c/{name}.h>" for name in HEADERS]
    lines += ['#include "run/llvm/api.h"']
    # The type of a function, made of our prototype, beside the one that LLVM declares.
    lines += ["#define LLVM_FN(result, name, parameters) \\",
              "    _Static_assert(__builtin_types_compatible_p(result parameters, __typeof__(name)), #name);",
              '#include "run/llvm/api.def"']
    for ours in re.findall(r"^    (API_\w+) = \d+", api_h, re.M):
        assert ours in SAME_NUMBERS, f"{ours} of api.h: what is it called in LLVM's headers?"
        lines.append(f"_Static_assert((int){ours} == (int){SAME_NUMBERS[ours]}, \"{ours}\");")
    assert len(re.findall(r"^LLVM_FN\(", api_def, re.M)) > 10
    return "\n".join(lines) + "\n"


def compiles(text, headers, defs=None):
    with tempfile.TemporaryDirectory() as tmp:
        main = pathlib.Path(tmp) / "check.c"
        main.write_text(text)
        paths = [src / "src", src / "include", headers]
        if defs is not None:  # a changed table, found before the true one
            (pathlib.Path(tmp) / "run/llvm").mkdir(parents=True)
            (pathlib.Path(tmp) / "run/llvm/api.def").write_text(defs)
            paths.insert(0, tmp)
        cc = os.environ.get("CC", "cc")
        run = subprocess.run([cc, "-std=gnu11", "-Wall", "-fsyntax-only", *(f"-I{path}" for path in paths), str(main)],
                             capture_output=True, text=True)
        return run.returncode == 0, run.stderr


headers = find_headers()
if headers is None:
    print("there are no headers of LLVM 22")
    sys.exit(77)
api_def, api_h = (folder / "api.def").read_text(), (folder / "api.h").read_text()
text = program(api_def, api_h)
fine, message = compiles(text, headers)
assert fine, message
# That a difference is seen at all.
wrong = api_def.replace("LLVMDisposeMessage, (char *message)", "LLVMDisposeMessage, (int *message)")
assert wrong != api_def
fine, message = compiles(text, headers, wrong)
assert not fine and "LLVMDisposeMessage" in message, "a wrong prototype should not compile"
print("the table has the prototypes of LLVM's headers")
