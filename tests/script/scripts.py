#!/usr/bin/env python3
"""frit script, frit repl and frit FILE.m: the examples print what is written beside them, docs/scripts.md is true, options and exit
codes are as they should be."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SRC, FRIT = Path(os.environ["FRIT_SRC"]), os.environ["FRIT"]
EXAMPLES = sorted((SRC / "examples/scripts").glob("*.m"))
failures = []
LATEST = 60  # seconds that an answer may take on a busy machine


def run(*args, given="", cwd=None):
    return subprocess.run([FRIT, *map(str, args)], input=given, cwd=cwd, capture_output=True, text=True)


def check(name, good, *told):
    if not good:
        failures.append(f"{name}: {' | '.join(map(str, told))}")


def difference(got, want):
    for k, (a, b) in enumerate(zip(got.splitlines(), want.splitlines())):
        if a != b:
            return f"line {k + 1} is {a!r}, should be {b!r}"
    return f"{len(got.splitlines())} lines instead of {len(want.splitlines())}"


def examples():
    check("examples", len(EXAMPLES) == 10, len(EXAMPLES))
    for path in EXAMPLES:
        want = path.with_suffix(".txt").read_text()
        done = run(path.name, cwd=path.parent)
        check(path.name, done.returncode == 0 and done.stdout == want, difference(done.stdout, want), done.stderr)


def documents():
    """A block of `matlab` is a script, the `text` behind it what it prints; the blocks of a section run one after another."""
    text = (SRC / "docs/scripts.md").read_text()
    shown = 0
    for section in re.split(r"^## ", text, flags=re.M):
        blocks = re.findall(r"^```(\w+)\n(.*?)^```", section, re.S | re.M)
        so_far, printed = "", ""
        for (kind, body), (after, answer) in zip(blocks, [*blocks[1:], ("", "")]):
            if kind != "matlab":
                continue
            so_far += body
            if after != "text":
                continue
            done = run("script", "-", given=so_far)
            out = done.stdout + done.stderr
            got = out[len(printed):]
            if not done.returncode:
                printed = out
            else:
                so_far = so_far[: -len(body)]
            shown += 1
            check("docs/scripts.md", got.strip("\n") == answer.strip("\n"), body, difference(got.strip("\n"), answer.strip("\n")))
    check("docs/scripts.md", shown >= 6, f"{shown} outputs are shown")


def commands():
    with tempfile.TemporaryDirectory() as tmp:
        here = Path(tmp)
        (here / "a.m").write_text("x = argv();\nprintf('%s.', x{:}); disp('');\n")
        (here / "bad.m").write_text("x = 3 4\ny = (\n")
        (here / "fails.m").write_text("disp(1)\nerror('no %d', 5)\n")
        (here / "leaves.m").write_text("disp(1)\nexit(7)\ndisp(2)\n")
        cases = [
            (("a.m", "--p", "q"), 0, "--p.q.\n", ""),
            (("script", "a.m", "--check", "r"), 0, "--check.r.\n", ""),
            (("script", "--check", "bad.m"), 1, "", "bad.m:1:7: error: expected an operator"),
            (("script", "--check", "fails.m"), 0, "", ""),
            (("bad.m",), 1, "", "bad.m:2:6: error"),
            (("fails.m",), 1, "1\n", "error: no 5"),
            (("leaves.m",), 7, "1\n", ""),
            (("nothing.m",), 3, "", "cannot open nothing.m"),
            (("script",), 2, "", "which file?"),
        ]
        for args, code, out, err in cases:
            done = run(*args, cwd=here)
            good = done.returncode == code and done.stdout == out and err in done.stderr
            check(" ".join(args), good, done.returncode, done.stdout, done.stderr)
        done = run("script", "--dump", "a.m", cwd=here)
        check("--dump", done.returncode == 0 and "code" in done.stdout, done.stdout, done.stderr)
        done = run("script", "-", given="disp hello")
        check("standard input", done.stdout == "hello\n", done.stdout, done.stderr)


def typed():
    """Lines without a terminal."""
    done = run("repl", given="x = [1 2\n3 4]\nfor k = 1:2\nk\nend\nwho\nhelp sin\ny = x(end)\n")
    want = "x =\n\n   1   2\n   3   4\n\nk = 1\nk = 2\n"
    check("repl", done.returncode == 0 and done.stdout.startswith(want), done.stdout, done.stderr)
    check("who", re.search(r"^x +2x2 double$", done.stdout, re.M), done.stdout)
    check("help", "sine" in done.stdout and done.stdout.endswith("y = 4\n"), done.stdout)
    done = run("repl", given="x = 1\nx = nothing\ndisp(2)\n")
    check("repl ends", done.returncode == 1 and done.stdout == "x = 1\n" and "'nothing' undefined" in done.stderr,
          done.returncode, done.stdout, done.stderr)


class Terminal:
    """The REPL at a terminal."""

    def __init__(self, home):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(HOME=home, TERM="xterm")
            os.execv(FRIT, [FRIT, "repl"])
        self.seen = ""

    def look(self, until, seconds):
        """Has it appeared by then? What stands before it is forgotten."""
        end = time.monotonic() + seconds
        while until not in self.seen and time.monotonic() < end:
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            try:
                self.seen += os.read(self.fd, 4096).decode(errors="replace")
            except OSError:
                break
        there = until in self.seen
        self.seen = self.seen[self.seen.find(until) + len(until) :] if there else self.seen
        return there

    def type(self, keys, until, prompt=True):
        """prompt: waits for the next one, before which the terminal is not the REPL's to read keys from."""
        os.write(self.fd, keys.encode())
        check("terminal", self.look(until, LATEST), repr(keys), repr(until), repr(self.seen[-300:]))
        if prompt:
            check("prompt", self.look(">> ", LATEST), repr(keys), repr(self.seen[-300:]))

    def interrupt(self):
        """Until it says so: the line may not have begun to run."""
        for _ in range(LATEST):
            os.kill(self.pid, signal.SIGINT)
            if self.look("interrupted", 1):
                break
        else:
            check("interrupt", False, repr(self.seen[-300:]))
        check("prompt", self.look(">> ", LATEST), repr(self.seen[-300:]))


def terminal():
    with tempfile.TemporaryDirectory() as home:
        t = Terminal(home)
        t.type("", ">> ", prompt=False)
        t.type("walrus = 41\r", "\r\nwalrus = 41\r\n")
        t.type("walr\t + 1\r", "ans = 42\r\n")  # completed
        t.type("\x1b[A\x1b[A\x1b[D\x1b[D\x7f7\r", "walrus = 741\r\n")  # two lines back, and edited
        t.type("n = 0; while true, n += 1; end\r", "end", prompt=False)
        t.interrupt()
        t.type("n >= 0\r", "ans = 1\r\n")
        t.type("abc\x03", "^C")
        t.type("exit\r", "exit", prompt=False)
        check("exit", os.waitpid(t.pid, 0)[1] == 0)
        check("history", "walrus = 41\n" in (Path(home) / ".frit_history").read_text())


for test in (examples, documents, commands, typed, terminal):
    test()
print("\n".join(failures) or f"{len(EXAMPLES)} examples")
sys.exit(1 if failures else 0)
