#!/usr/bin/env python3
"""Real files load as they are: functions of public repositories, listed in files.txt, none of them here.

    tests/slang/files.py CHECKOUTS [--all] [--show N]

CHECKOUTS has a folder `owner+name` for each repository, at the commit that the list says (another is told). A line `@` names a
repository, its commit, folders that are searched and macros that are defined; each line behind it a file that the real compiler
accepts and its functions. A function counts as loaded when the module has it and did not refuse it.
`make test-slang-files CHECKOUTS=...` runs it; it fails below 80 of 100.
"""

from __future__ import annotations

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import time

LEAST = 0.80


def entries(path: pathlib.Path):  # type: ignore[no-untyped-def]
    repository, commit, folders, defines = "", "", [], {}
    for line in path.read_text().splitlines():
        if line.startswith("#") or not line:
            continue
        if line.startswith("@"):
            _, repository, commit, *rest = line.split(" ")
            folders = [word for word in rest if "=" not in word]
            defines = dict(word.split("=", 1) for word in rest if "=" in word)
            continue
        file, _, functions = line.partition(": ")
        yield repository, commit, folders, defines, file, functions.split()


def search_of(root: pathlib.Path, file: pathlib.Path, folders: list[str]) -> list[pathlib.Path]:
    """The folders of the file up to the repository's, then those of the list."""
    found = [root / folder for folder in folders]
    at = file.parent
    while at != root.parent:
        found.insert(0, at)
        at = at.parent
    around = sorted(found[: len(found) - len(folders)], key=lambda path: -len(path.parts))
    return [folder for folder in dict.fromkeys([*around, *found]) if folder.is_dir()]


def commit_of(root: pathlib.Path) -> str | None:
    told = root / "COMMIT"
    if told.is_file():
        return told.read_text().strip()
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or None


def main() -> int:
    import frit

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=20, help="how many reasons are shown")
    options = parser.parse_args()
    loaded: collections.Counter[str] = collections.Counter()
    wanted: collections.Counter[str] = collections.Counter()
    reasons: collections.Counter[str] = collections.Counter()
    missing: set[str] = set()
    slowest = (0.0, "")
    listed = entries(pathlib.Path(__file__).with_name("files.txt"))
    for repository, commit, folders, defines, file, functions in listed:
        root = options.checkouts / repository.replace("/", "+")
        path = root / file
        if not path.is_file():
            missing.add(repository)
            continue
        if repository not in wanted and (have := commit_of(root)) and have != commit:
            print(f"{repository}: at {have}, the list is of {commit}")
        wanted[repository] += len(functions)
        started = time.process_time()
        try:
            module = frit.load_module(path, search=search_of(root, path, folders), defines=defines)
        except frit.Error as error:
            told = re.findall(r"error: (.*)", str(error))
            reasons[re.sub(r"\b\w*\d\w*\b", "N", told[0] if told else str(error))] += len(functions)
            continue
        slowest = max(slowest, (time.process_time() - started, file))
        refused, names = module.refused, set(module)
        for function in functions:
            if function in names and function not in refused:
                loaded[repository] += 1
            else:
                told = re.findall(r"error: (.*)", refused.get(function, ""))
                reasons[told[0] if told else "it is not there"] += 1
    for repository, count in sorted(wanted.items()):
        print(f"{repository}: {loaded[repository]} of {count}")
    for repository in sorted(missing):
        print(f"{repository}: files are not in {options.checkouts}")
    for reason, count in reasons.most_common(options.show):
        print(f"  {count:4} {reason}")
    total = sum(wanted.values())
    if not total:
        print("there are no checkouts of the repositories of files.txt")
        return 2
    part = sum(loaded.values()) / total
    print(f"{sum(loaded.values())} of {total} functions, {100 * part:.1f} of 100")
    print(f"slowest file {1000 * slowest[0]:.0f} ms: {slowest[1]}")
    return 0 if part >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
