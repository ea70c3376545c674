#!/usr/bin/env python3
"""frit cache: on entries that this script writes itself, by the layout in src/run/cache/entry.h."""

import hashlib
import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

FRIT = os.environ["FRIT"]
GOOD, BROKEN, USAGE, FILES = 0, 1, 2, 3


def check(condition, message):
    if not condition:
        sys.exit(str(message))


def frit(code, *args, env=None, err=""):
    """What `frit cache` prints; its exit code must be this one, with these words on standard error."""
    done = subprocess.run(
        [FRIT, "cache", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )
    shown = f"frit cache {' '.join(args)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    check(done.returncode == code, f"{shown}\nshould be {code}")
    check(err in done.stderr, f"{shown}\nshould say: {err}")
    check(bool(done.stderr) == bool(err), shown)
    return done.stdout


def digest(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def entry(key, label="", target="avx512", versions="frit 0.1.0, LLVM 22.1.8", code=b"code", made=0):
    texts = [key, label.encode(), target.encode(), versions.encode()]
    head = b"fritcode" + struct.pack("<6IQq", 1, *map(len, texts), 0, len(code), made)
    body = head + b"".join(texts)
    body += bytes(-len(body) % 16) + code
    return body + digest(body)


def place(folder, key):
    name = digest(key)[:16].hex()
    return Path(folder) / "v1" / name[:2] / f"{name[2:]}.frit"


def put(folder, key, data=None, age=0, **parts):
    """Writes an entry, last used `age` seconds ago."""
    path = place(folder, key)
    for parent in (Path(folder), path.parent.parent, path.parent):
        parent.mkdir(mode=0o700, exist_ok=True)
    path.write_bytes(entry(key, **parts) if data is None else data)
    path.chmod(0o600)
    os.utime(path, (time.time() - age,) * 2)
    return path


def listed(*args):
    return [json.loads(line) for line in frit(GOOD, "list", "--json", *args).splitlines()]


def test_nothing_there():
    check(listed("--dir=none-there") == [], "a folder that is not there has no entries")
    check(not Path("none-there").exists(), "looking makes nothing")
    check(json.loads(frit(GOOD, "stat", "--json", "--dir=none-there"))["kernels"] == 0, "none")
    check(frit(GOOD, "verify", "--dir=none-there") == "0 checked, 0 broken, 0 removed\n", "verify")
    check(frit(GOOD, "clear", "--dir=none-there") == "0 removed\n", "clear")


def test_folder_of_the_environment():
    home = Path("home").absolute()
    for env, folder in [
        ({"FRIT_CACHE_DIR": str(home / "one")}, home / "one"),
        ({"XDG_CACHE_HOME": str(home)}, home / "frit"),
        ({"XDG_CACHE_HOME": "", "HOME": str(home)}, home / ".cache/frit"),
    ]:
        shown = json.loads(frit(GOOD, "stat", "--json", env=env))
        check(shown["folder"] == str(folder), shown)
        check(shown["cap"] == 512 << 20, shown)
    sized = json.loads(frit(GOOD, "stat", "--json", "--dir=x", env={"FRIT_CACHE_SIZE": "20M"}))
    check(sized["cap"] == 20 << 20, sized)
    for off in ("", "off", "none"):
        frit(FILES, "list", "--json", env={"FRIT_CACHE_DIR": off}, err="switched off")


def test_list_and_stat():
    put("a", b"one", label="softmax", code=b"x" * 5000, made=1700000000, age=7200)
    put("a", b"two", label='quo"te\n', target="avx2", made=1700000001)
    names = sorted(digest(key)[:16].hex() for key in (b"one", b"two"))
    entries = {e["label"]: e for e in listed("--dir=a")}
    check([e["name"] for e in listed("--dir=a")] == names, "in the order of names")
    one = entries["softmax"]
    check(one["target"] == "avx512" and one["code_bytes"] == 5000, one)
    check(one["bytes"] == place("a", b"one").stat().st_size, one)
    check(one["made"] == 1700000000 and abs(time.time() - 7200 - one["used"]) < 100, one)
    check(one["fault"] is None and one["versions"] == "frit 0.1.0, LLVM 22.1.8", one)
    check('quo"te\n' in entries, "a label of any letters")
    text = frit(GOOD, "list", "--dir=a")
    check(len(text.splitlines()) == 3 and "softmax" in text and " 2 h " in text, text)
    shown = json.loads(frit(GOOD, "stat", "--json", "--dir=a"))
    check(shown["kernels"] == 2 and shown["broken"] == 0, shown)
    check(shown["targets"] == {"avx512": 1, "avx2": 1}, shown)
    check(shown["bytes"] == sum(e["bytes"] for e in entries.values()), shown)
    check("kernels    2\n" in frit(GOOD, "stat", "--dir=a"), "stat for people")


def test_verify():
    good = put("b", b"good")
    bad = put("b", b"bad", data=entry(b"bad")[:-1])
    wrong = put("b", b"wrong", data=entry(b"other"))
    stranger = good.parent / "README"
    stranger.write_text("hello")
    text = frit(BROKEN, "verify", "--dir=b", err="")
    check("4 checked, 3 broken, 0 removed" in text, text)
    shown = json.loads(frit(BROKEN, "verify", "--json", "--dir=b"))
    faults = {f["name"]: f["fault"] for f in shown["faults"]}
    check(len(faults) == 3 and "README" in faults, shown)
    check("name of another" in faults[digest(b"wrong")[:16].hex()], shown)
    check("BROKEN" in frit(GOOD, "list", "--dir=b"), "list says so too")
    check("broken     3" in frit(GOOD, "stat", "--dir=b"), "and stat")
    check(json.loads(frit(BROKEN, "verify", "--fix", "--json", "--dir=b"))["removed"] == 3, "fix")
    check(good.exists() and not bad.exists() and not wrong.exists(), "the good one stays")
    check(not stranger.exists(), "what is no entry has no place there")
    check(frit(GOOD, "verify", "--dir=b") == "1 checked, 0 broken, 0 removed\n", "all is well")


def test_clear():
    for k in range(10):
        put("c", b"%d" % k, label=f"label {k}", target="avx2" if k < 3 else "avx512", age=k * 86400)
    check(frit(GOOD, "clear", "--dir=c", "--older-than", "8d") == "2 removed\n", "by age")
    check(frit(GOOD, "clear", "--dir=c", "--older-than=12h", "--only=avx2") == "2 removed\n", "both")
    check(frit(GOOD, "clear", "--dir=c", "--only", "label 5", "--json") == '{"removed": 1}\n', "label")
    name = digest(b"6")[:16].hex()
    check(frit(GOOD, "clear", "--dir=c", f"--only={name[:10]}") == "1 removed\n", "name")
    old = place("c", b"7").parent / ".tmp-left"
    old.write_bytes(b"half")
    os.utime(old, (1, 1))
    check(frit(GOOD, "clear", "--dir=c") == "4 removed\n", "the rest")
    check(not list(Path("c").rglob(".*")) and not list(Path("c").rglob("*.frit")), "nothing left")


def test_packs():
    for k in range(20):
        put("d", b"%d" % k, label=f"label {k}", target="avx2" if k < 5 else "avx512")
    put("d", b"bad", data=b"nonsense")
    check(frit(GOOD, "pack", "all.pack", "--dir=d") == "20 packed\n", "what is broken stays out")
    check(frit(GOOD, "pack", "some.pack", "--dir=d", "--only=avx2", "--json") == '{"packed": 5}\n', "5")
    check(not list(Path(".").glob("*.tmp*")), "no leftovers")
    one, two = listed("--dir=d"), listed("all.pack")
    two = {e["name"]: e for e in two}
    for e in one:
        if not e["fault"]:
            packed = two.pop(e["name"])
            check(packed == {**e, "used": 0}, (packed, e))
    check(not two, two)
    shown = json.loads(frit(GOOD, "stat", "--json", "some.pack"))
    check(shown["targets"] == {"avx2": 5} and shown["pack"] == "some.pack", shown)
    check("cap" not in shown and "folder" not in shown, "a pack has no size that it may become")
    text = frit(GOOD, "stat", "some.pack")
    check(text.startswith("pack       some.pack\n") and "at most" not in text, text)
    check(frit(GOOD, "pack", "no.pack", "--dir=d", "--only=xyz", err="no.pack is empty") == "0 packed\n", "none")
    check(frit(GOOD, "verify", "all.pack") == "20 checked, 0 broken, 0 removed\n", "verify")
    check(frit(GOOD, "unpack", "all.pack", "--dir=e/f") == "20 unpacked\n", "unpack")
    for k in range(20):
        key = b"%d" % k
        check(place("e/f", key).read_bytes() == place("d", key).read_bytes(), "the same bytes")
    data = bytearray(Path("all.pack").read_bytes())
    data[40] ^= 1
    Path("broken.pack").write_bytes(data)
    check("1 broken" in frit(BROKEN, "verify", "broken.pack"), "verify a broken pack")
    check(frit(BROKEN, "unpack", "broken.pack", "--dir=g", err="1 entries") == "19 unpacked\n", "19")
    frit(USAGE, "verify", "--fix", "broken.pack", err="anew")
    Path("cut.pack").write_bytes(data[:-1])
    frit(FILES, "verify", "cut.pack", err="cut off")
    frit(FILES, "unpack", "cut.pack", "--dir=h", err="cut off")
    frit(FILES, "unpack", "nothing.pack", "--dir=h", err="there is no such file")
    for command in "list", "stat", "verify":
        frit(FILES, command, "nothing.pack", err="No such file")
    os.mkfifo("pipe")
    frit(FILES, "pack", "pipe", "--dir=d", err="no plain file")
    os.symlink("all.pack", "link.pack")
    frit(GOOD, "pack", "link.pack", "--dir=d")
    check(os.path.islink("link.pack"), "a link is followed")
    frit(FILES, "pack", "no/such/folder.pack", "--dir=d", err="No such file")


PROGRAM = """program soft(x: f32[n]) -> (r) {
  e = exp(x)
  s = sum(e, axes=[0], keepdims=true)
  r = div(e, s)
}
"""


def run(env, ok=True):
    """A run of the program: what it prints, or what it says on standard error."""
    done = subprocess.run(
        [FRIT, "run", "p.frit", "--in", "x=x.npy", "--print"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **env},
    )
    check((done.returncode == 0) == ok, f"exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout if ok else done.stderr


def test_deployment():
    """Compiled here, packed, run where nothing can be compiled."""
    Path("p.frit").write_text(PROGRAM)
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (50,), }"
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    numbers = struct.pack("<50f", *(k / 7 for k in range(50)))
    Path("x.npy").write_bytes(
        b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + numbers
    )
    here, nothing = {"FRIT_CACHE_DIR": "app"}, {"FRIT_LLVM": "none", "FRIT_CACHE_DIR": "off"}
    want = run({"FRIT_COMPILE": "off", **here})
    check(not Path("app").exists(), "the interpreter leaves nothing behind")
    strict = {"FRIT_COMPILE": "never,strict", **nothing}
    check("soft" in run(strict, ok=False), "a kernel that is missing is named")
    others = Path("open")
    others.mkdir()
    others.chmod(0o777)
    done = subprocess.run(
        [FRIT, "run", "p.frit", "--in", "x=x.npy", "--compile=never"],
        capture_output=True, text=True, env={**os.environ, "FRIT_CACHE_DIR": "open"},
    )
    if "soft" in run(strict, ok=False) and "not among" in run(strict, ok=False):
        lines = [k for k in done.stderr.splitlines() if k.startswith("frit: warning: ")]
        check(sum("open" in k for k in lines) == 1, f"a folder that others can write to: {done}")
        check(sum("soft, kernel" in k for k in lines) >= 1, f"and what is missing: {done}")
    probe = subprocess.run(
        [FRIT, "run", "p.frit", "--in", "x=x.npy", "--compile=require"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **here},
    )
    if probe.returncode != 0:
        return  # there is no LLVM, or none for this machine
    check(run({"FRIT_COMPILE": "wait", **here}) == want, "compiled code gives the same")
    check(all("soft" in e["label"] and not e["fault"] for e in listed("--dir=app")), "labels")
    frit(GOOD, "pack", "app.pack", "--dir=app")
    check(run({"FRIT_CACHE_PACK": "app.pack", **strict}) == want, "the pack is all it needs")
    check(run({"FRIT_CACHE_DIR": "app", "FRIT_COMPILE": "never,strict", "FRIT_LLVM": "none"}) == want,
          "so is the folder")
    data = bytearray(Path("app.pack").read_bytes())
    data[len(data) // 2] ^= 4
    Path("app.pack").write_bytes(data)
    check("soft" in run({"FRIT_CACHE_PACK": "app.pack", **strict}, ok=False), "never a broken one")


def test_not_to_be_trusted():
    put("i", b"one")
    Path("i").chmod(0o777)
    for action in ("list", "stat", "verify", "clear"):
        frit(FILES, action, "--dir=i", err="others can write to it")
    check(place("i", b"one").exists(), "nothing was touched")
    put("j", b"one")
    frit(GOOD, "pack", "j.pack", "--dir=j")
    frit(FILES, "unpack", "j.pack", "--dir=i", err="others can write to it")


def test_letters_for_a_terminal():
    put("k", b"one", label="la\x1b[1mbel", target="av\x1b[2Jx", versions="\x1b[3m")
    for action in ("list", "stat"):
        check("\x1b" not in frit(GOOD, action, "--dir=k"), "no escapes")
    check(listed("--dir=k")[0]["target"] == "av\x1b[2Jx", "as it is, in JSON")


def test_command_line():
    frit(USAGE, err="list, stat, verify, clear, pack or unpack?")
    frit(USAGE, "frobnicate", err="there is no action called frobnicate")
    frit(USAGE, "pack", err="name of the file")
    frit(USAGE, "unpack", err="name of a pack")
    frit(USAGE, "clear", "x", err="for the folder")
    frit(USAGE, "list", "a", "b", err="one file at a time")
    for age in ("", "3", "d", "-1d", "0d", "1y", "1d2"):
        frit(USAGE, "clear", "--dir=c", f"--older-than={age}", err="--older-than is a time")


def main():
    os.umask(0o077)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    main()
