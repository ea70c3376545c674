#!/usr/bin/env python3
"""What the library promises to its host, read from the built files: it shows frit_* names only,
needs libc and libm only, keeps no mutable state of its own, and calls nothing that ends the
process, prints or changes the process behind the host's back."""

import os
import re
import subprocess
import sys
from pathlib import Path

BUILD = Path(os.environ["FRIT_BUILD"])
SOURCE = Path(os.environ["FRIT_SRC"])
# What belongs to the process and not to a context, each with its reason beside it in the source: gdb's
# interface for JIT compilers, and locks around what LLVM keeps once for the process.
OF_THE_PROCESS = {"__jit_debug_descriptor", "descriptor_lock", "registering", "llvm_begins"}
SHARED = BUILD / "libfrit.so"
STATIC = BUILD / "libfrit.a"

NEEDED = re.compile(r"lib[cm]\.so\.\d+|ld-linux.*\.so\.\d+")
FORBIDDEN = {
    "ends the process": "exit _exit _Exit quick_exit abort raise kill __assert_fail",
    "prints": "printf vprintf __printf_chk __vprintf_chk puts putchar perror stdout stderr",
    "jumps": "longjmp _longjmp siglongjmp __longjmp_chk",
    "changes the process": "signal sigaction setlocale srand rand strtok setenv putenv unsetenv"
    " atexit system chdir umask",
}

problems = []


def tool(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check(ok, message):
    if not ok:
        problems.append(message)


def header_text():
    return "".join(path.read_text() for path in sorted((SOURCE / "include").rglob("*.h")))


def check_exports():
    exported = set()
    for line in tool("nm", "-D", "--defined-only", "--format=posix", str(SHARED)).splitlines():
        name, kind = line.split()[:2]
        if kind != "A":  # the version node itself
            exported.add(name.split("@")[0])
    declared = set(re.findall(r"^FRIT_API[^;(]*?\b(\w+)\s*\(", header_text(), re.MULTILINE))
    check(declared, "the public header declares nothing with FRIT_API")
    for name in sorted(exported - declared):
        problems.append(f"{SHARED.name} exports {name}, which the public header does not declare")
    for name in sorted(declared - exported):
        problems.append(f"the public header declares {name}, which {SHARED.name} does not export")
    for name in sorted(exported):
        check(name.startswith("frit_"), f"{SHARED.name} exports {name}")


def check_misuse():
    """tests/unit/test_misuse.c calls every public function with what it cannot take."""
    files = [SOURCE / "tests/unit" / name for name in ("test_misuse.c", "test_script_misuse.c")]
    called = "".join(path.read_text() for path in files if path.exists())
    for name in re.findall(r"^FRIT_API[^;(]*?\b(\w+)\s*\(", header_text(), re.MULTILINE):
        check(f"{name}(" in called, f"tests/unit/test_misuse.c does not call {name}")


def check_dynamic():
    dynamic = tool("readelf", "-dW", str(SHARED))
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
        check(NEEDED.fullmatch(name), f"{SHARED.name} needs {name}")
    abi = re.search(r"^#define FRIT_ABI_VERSION +(\d+)", header_text(), re.MULTILINE)[1]
    soname = re.findall(r"\(SONAME\).*\[(.*)\]", dynamic)
    check(soname == [f"libfrit.so.{abi}"], f"{SHARED.name} has the soname {soname}")
    check("TEXTREL" not in dynamic, f"{SHARED.name} relocates its code")
    stack = re.search(r"GNU_STACK.* (R\w*) ", tool("readelf", "-lW", str(SHARED)))
    check(stack and "E" not in stack[1], f"{SHARED.name} asks for an executable stack")


def symbols_by_section():
    """(object, section) -> names, from the lines of objdump -t: value, flags, section, size, name."""
    found, member = {}, ""
    for line in tool("objdump", "-t", str(STATIC)).splitlines():
        if match := re.match(r"(\S+):\s+file format", line):
            member = match[1]
        elif match := re.match(r"[0-9a-f]+ .{7} (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)$", line):
            if match[1] != match[2]:
                found.setdefault((member, match[1]), []).append(match[2])
    return found


def check_state():
    """No writable section has anything in it, except constants whose addresses are filled in when
    the library is loaded (.data.rel.ro): those are read-only from then on."""
    symbols, member = symbols_by_section(), ""
    for line in tool("readelf", "-SW", str(STATIC)).splitlines():
        if match := re.match(r"File: .*\((.*)\)", line):
            member = match[1]
            continue
        match = re.match(
            r"\s*\[\s*\d+\] (\S+)\s+\S+\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+ +([A-Zxop]+) ",
            line,
        )
        if not match or int(match[2], 16) == 0 or not {"A", "W"} <= set(match[3]):
            continue
        if not match[1].startswith(".data.rel.ro"):
            names = set(symbols.get((member, match[1]), []))
            if not names or names - OF_THE_PROCESS:
                state = " ".join(sorted(names - OF_THE_PROCESS)) or "without a name"
                problems.append(f"{member} has mutable state in {match[1]}: {state}")
    for (member, section), names in symbols.items():
        check(section != "*COM*", f"{member} has mutable state: {' '.join(names)}")


def check_calls():
    reasons = {name: why for why, names in FORBIDDEN.items() for name in names.split()}
    for line in tool("nm", "-A", "-u", "--format=posix", str(STATIC)).splitlines():
        place, name = line.split()[:2]
        if name in reasons:
            problems.append(f"{place} {name} {reasons[name]}")


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("sanitizers add names and state of their own")
        return 77
    check_exports()
    check_misuse()
    check_dynamic()
    check_state()
    check_calls()
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
