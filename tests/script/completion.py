#!/usr/bin/env python3
"""Completions that `frit completion` prints: they have every command and option that the help has, and the
shells take them. The manual page has them too, and man finds nothing wrong with it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FRIT = os.environ["FRIT"]


def frit(*args):
    return subprocess.run([FRIT, *args], check=True, capture_output=True, text=True).stdout


def check(condition, message):
    if not condition:
        sys.exit(message)


COMMANDS = re.findall(r"^  ([a-z]+)  ", frit("--help"), re.MULTILINE)
OPTIONS = {
    name: re.findall(r"^  (?:-\w, )?(--[\w-]+)", frit(name, "--help"), re.MULTILINE)
    for name in COMMANDS
}

ASK = """source ./frit.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_frit
printf '%s\\n' "${COMPREPLY[@]}"
"""


def bash(*words):
    """What bash offers for the last of these words."""
    done = subprocess.run(
        ["bash", "--norc", "-c", ASK, "ask", *words], capture_output=True, text=True
    )
    check(done.returncode == 0 and not done.stderr, f"bash: {done.stdout}{done.stderr}")
    return done.stdout.split()


def check_bash():
    Path("frit.bash").write_text(frit("completion", "bash"))
    Path("program.frit").write_text("")
    check(set(COMMANDS) < set(bash("frit", "")), f"{bash('frit', '')} has not all of {COMMANDS}")
    check(bash("frit", "ex") == ["export", "explain"], bash("frit", "ex"))
    for name, options in OPTIONS.items():
        found = {word.rstrip("=") for word in bash("frit", name, "--")}
        check(found == {*options, "--help"}, f"{name}: bash has {found}, the help {options}")
    # --dialect=c becomes three words in bash.
    check(bash("frit", "emit", "--dialect", "=", "c") == ["c", "cuda"], "values of --dialect=")
    check(bash("frit", "emit", "--dialect", "=") == bash("frit", "emit", "--dialect", ""), "none yet")
    check("html" in bash("frit", "explain", "--format", "=", ""), "values of --format")
    check("inline" in bash("frit", "opt", "--passes", "=", ""), "values of --passes")
    check("verify" in bash("frit", "cache", ""), "actions of cache")
    check("ir" in bash("frit", "module", ""), "actions of module")
    check(bash("frit", "run", "prog") == ["program.frit"], "files")


def check_zsh():
    Path("_frit").write_text(frit("completion", "zsh"))
    code = "autoload -U compinit; compinit -u -D; source ./_frit; print -r -- $_comps[frit]"
    done = subprocess.run(["zsh", "-fc", code], capture_output=True, text=True)
    check(done.stdout.strip() == "_frit" and not done.stderr, f"zsh: {done.stdout}{done.stderr}")
    text = Path("_frit").read_text()
    for name, options in OPTIONS.items():
        check(f"'{name}:" in text and f"        {name})\n" in text, f"zsh has no {name}")
        part = text.partition(f"        {name})\n")[2].partition(";;")[0]
        check(all(option in part for option in options), f"zsh: {name} has not all of {options}")


def fish(line):
    code = f"source ./frit.fish; complete -C '{line}'"
    done = subprocess.run(["fish", "--no-config", "-c", code], capture_output=True, text=True)
    check(done.returncode == 0 and not done.stderr, f"fish: {done.stdout}{done.stderr}")
    return [row.split("\t")[0] for row in done.stdout.splitlines()]


def check_fish():
    Path("frit.fish").write_text(frit("completion", "fish"))
    check(set(COMMANDS) <= set(fish("frit ")), f"{fish('frit ')} has not all of {COMMANDS}")
    for name, options in OPTIONS.items():
        found = {word.rstrip("=") for word in fish(f"frit {name} --")}
        check(set(options) <= found, f"{name}: fish has {found}, the help {options}")
    check("--dialect=cuda" in fish("frit emit --dialect="), "values of --dialect=")


def check_man():
    page = frit("man")
    Path("frit.1").write_text(page)
    plain = page.replace("\\-", "-").replace("\\&", "")
    for name, options in OPTIONS.items():
        part = plain.partition(f'.SS "frit {name}"')[2].partition("\n.SS")[0]
        check(part and all(option in part for option in options), f"the page lacks some of {name}")
    if not shutil.which("man"):
        return ["man"]
    done = subprocess.run(
        ["man", "--warnings", "-l", "frit.1"], capture_output=True, text=True, env=os.environ | {"MANWIDTH": "100"}
    )
    check(done.returncode == 0 and not done.stderr, f"man: {done.stderr}")
    check("--dialect=NAME" in done.stdout, done.stdout)
    return []


def main():
    check(len(COMMANDS) > 10 and all(OPTIONS[name] for name in ("fmt", "run")), f"{OPTIONS}")
    missing = check_man()
    check_bash()
    for shell, looks in (("zsh", check_zsh), ("fish", check_fish)):
        if shutil.which(shell):
            looks()
        else:
            missing.append(shell)
    if missing:
        print(f"all else is good, but this machine has no {', '.join(missing)}")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
