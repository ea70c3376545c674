#!/usr/bin/env python3
"""What frit emits as Slang is Slang: calls of the functions of examples/slang and tests/slang, resolved and
emitted (`frit module ir | frit emit --dialect=slang`), are accepted by the real compiler.
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import slang_compiler
import slang_semantics

FRIT = os.environ.get("FRIT", "frit")
# What cannot be emitted yet says so, in words that are known here.
KNOWN = ("gather", "extent", "takes whole arrays")
IR = {"f4": "f32", "f8": "f64", "i4": "i32", "u4": "u32", "i8": "i64", "u8": "u64", "?": "bool"}


def described(kind):
    """A parameter's type as `frit module ir` takes it: an array of such values."""
    dtype, shape = slang_semantics.shape_of(kind)
    return f"{IR[dtype]}[{','.join(['n', *map(str, shape)])}]"


def emitted(path, function):
    """The Slang of a call, or why there is none."""
    types = [described(kind) for kind in function.params]
    command = [FRIT, "module", "ir", str(path), function.name, *types]
    resolved = subprocess.run(command, capture_output=True, text=True)
    if resolved.returncode:
        return None, resolved.stderr
    command = [FRIT, "emit", "--dialect=slang", "-"]
    source = subprocess.run(command, input=resolved.stdout, capture_output=True, text=True)
    return (source.stdout, "") if source.returncode == 0 else (None, source.stderr)


def main():
    if status := slang_semantics.prepare():
        return status
    root, accepted, wrong = Path(os.environ["FRIT_SRC"]), 0, []
    for path in sorted([*root.glob("examples/slang/*.slang"), *root.glob("tests/slang/*.slang")]):
        for function in slang_semantics.functions(path.read_text()):
            source, why = emitted(path, function)
            if source is None:
                if not any(word in why for word in KNOWN):
                    wrong.append(f"{path.name}: {function.name}: {why}")
                continue
            good, said = slang_compiler.check(source, f"{function.name}.slang")
            accepted += good
            if not good:
                wrong.append(f"{path.name}: {function.name}:\n{said}")
    if wrong:
        return "\n".join(wrong)
    print(f"{accepted} calls")
    return 0 if accepted > 200 else f"only {accepted} calls were emitted"


if __name__ == "__main__":
    sys.exit(main())
