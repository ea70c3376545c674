#!/usr/bin/env python3
"""usage: tidy.py BUILD

clang-tidy over every file of BUILD's compile_commands.json; only files with findings print anything. A file
that was found clean is not read again while what the compiler sees of it (headers, comments, flags), the rules
and clang-tidy itself are the same: BUILD/tidy/ has an empty file named by the hash of all that.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(command: list[str], folder: str | None = None) -> bytes:
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout


def key_of(entry: dict[str, str], rules: bytes) -> str:
    words = shlex.split(entry["command"])
    at = words.index("-o")
    del words[at : at + 2]
    seen = output([*words, "-E", "-C"], entry["directory"])
    return hashlib.sha256(b"\0".join([rules, entry["command"].encode(), seen])).hexdigest()


def main() -> int:
    build = pathlib.Path(sys.argv[1])
    stamps = build / "tidy"
    stamps.mkdir(exist_ok=True)
    rules = output(["clang-tidy", "--version"]) + (ROOT / ".clang-tidy").read_bytes()
    entries = {e["file"]: e for e in json.loads((build / "compile_commands.json").read_text())}

    def clean(file: str) -> bool:
        stamp = stamps / key_of(entries[file], rules)
        if stamp.exists():
            return True
        ran = subprocess.run(
            ["clang-tidy", "-p", str(build), "--quiet", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if ran.returncode != 0:
            print(ran.stdout, flush=True)
            return False
        stamp.touch()
        return True

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(clean, sorted(entries)))) else 1


if __name__ == "__main__":
    sys.exit(main())
