#!/usr/bin/env python3
"""Tests the tests: a small tree with cases that must pass, fail, crash and be skipped, and a
library that breaks every promise. Runs in an empty folder (tests/run.py makes one)."""

import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
CC = os.environ["CC"]
# Of the run that this is a part of; they would be said in every line that this one compares.
for name in ("FRIT_TEST_SCALE", "FRIT_TEST_SEED"):
    os.environ.pop(name, None)
TREE = Path("tree").resolve()
BUILD = TREE / "build"
IDLE, WORK = 3, 8  # seconds that a test of the tree may do nothing, and work

UNIT = r"""
#define _GNU_SOURCE
#include "harness.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(passes) { CHECK(1 + 1 == 2); CHECK_EQ_F64(-0.0, -0.0); CHECK_EQ_MEM("ab", "ab", 2); }
TEST(fails) { CHECK(1 + 1 == 3); }
TEST(fails_int) { CHECK_EQ_INT(-1, 1); }
TEST(fails_uint) { CHECK_EQ_UINT(1, 2); }
TEST(fails_zero_sign) { CHECK_EQ_F32(0.0f, -0.0f); }
TEST(fails_mem) { CHECK_EQ_MEM("ab", "ac", 2); }
TEST(fails_string) { test_note("step 7"); CHECK_STR("a\nb\nd\n", "a\nc\nd\n"); }
TEST(is_skipped) { SKIP("no moon tonight"); }
TEST(crashes) { abort(); }
TEST(after_crash) { CHECK(test_seed() == 1); }

static void *check_in_thread(void *argument) { CHECK(argument); return NULL; }
TEST(fails_in_thread) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, check_in_thread, NULL) == 0);
    pthread_join(thread, NULL);
}
TEST(fails_in_child) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        CHECK(child != 0);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ_INT(WEXITSTATUS(status), 0);
}

TEST(alloc_leak) {
    struct test_alloc a = TEST_ALLOC(0);
    CHECK(test_alloc_fn(&a, NULL, 0, 10) != NULL);
    CHECK_ALLOC(&a);
}
TEST(alloc_wrong_size) {
    struct test_alloc a = TEST_ALLOC(0);
    test_alloc_fn(&a, test_alloc_fn(&a, NULL, 0, 10), 9, 0);
    CHECK_ALLOC(&a);
}
TEST(alloc_sweep) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        void *p = test_alloc_fn(&a, NULL, 0, 8);
        void *grown = p ? test_alloc_fn(&a, p, 8, 16) : NULL;
        if (grown)
            test_alloc_fn(&a, test_alloc_fn(&a, grown, 16, 4), 4, 0);
        else if (p)
            test_alloc_fn(&a, p, 8, 0);
        CHECK_ALLOC(&a);
        CHECK((grown != NULL) == (a.failures == 0));
        if (grown) {
            CHECK_EQ_UINT(n, 3);
            CHECK_EQ_UINT(a.peak_bytes, 24); /* old and new block stand side by side */
            break;
        }
    }
}
TEST(alloc_fails_after) {
    struct test_alloc a = TEST_ALLOC(1);
    a.fail_after = true;
    CHECK(!test_alloc_fn(&a, NULL, 0, 1) && !test_alloc_fn(&a, NULL, 0, 1));
    CHECK_EQ_UINT(a.failures, 2);
}
"""

FUZZ = r"""
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && data[0] == '!')
        abort();
    return 0;
}
"""

# Prints its arguments; "fail" also fails, "cut" leaves the last line open.
TOOL = r"""#!/bin/sh
[ "$1" = cut ] && { printf open; exit 0; }
printf '%s\n\n  end\n' "$*"
echo "to stderr" >&2
[ "$1" != fail ]
"""

OUTPUT = "#>\n#>   end\n#> to stderr\n"
GOLDEN = {
    "good.frit": "# run: frit a %s\nprogram\n#> a good.frit\n" + OUTPUT,
    "sub/two.frit": "# run: frit a b\n#> a b\n"
    + OUTPUT
    + "# run: frit fail\n# exit: 1\n#> fail\n"
    + OUTPUT,
    "wrong_output.frit": "# run: frit a\nprogram\n#> b\n" + OUTPUT + "# a comment below\n",
    "no_output.frit": "# run: frit a\nprogram\n",
    "wrong_exit.frit": "# run: frit fail\n#> fail\n" + OUTPUT,
    "open_line.frit": "# run: frit cut\n#> open\n",
    "no_run.frit": "program\n",
    "early.frit": "#> a\n# run: frit a\n",
    "other_tool.frit": "# run: cat %s\n",
}

# Works, as far as it is let: others want its processor too (crowd). It takes longer on the wall
# than the runner lets a test do nothing.
STARVED = """import os, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
start = time.monotonic()
while time.process_time() < 0.3 or time.monotonic() - start < 2 * IDLE:
    pass
"""
CROWD = """import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
while True:
    pass
"""

# Finds nothing of what check_inherited hands down.
INHERITS = r"""import os, resource, signal
kept = {signal.SIGKILL, signal.SIGSTOP}
python = {signal.SIGPIPE, signal.SIGXFSZ}  # ignores them itself
for number in signal.valid_signals() - kept - python:
    assert signal.getsignal(number) != signal.SIG_IGN, number
assert not signal.pthread_sigmask(signal.SIG_BLOCK, []), "signals are blocked"
assert os.umask(0) == 0o022, "umask"
assert os.read(0, 1) == b"", "standard input"
soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
assert soft == (8 << 20 if hard == resource.RLIM_INFINITY else min(8 << 20, hard)), "stack"
assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1 << 20, "size of files"
for name in "PYTHONPATH OMP_NUM_THREADS CUDA_VISIBLE_DEVICES FRIT_TIER LD_PRELOAD CI".split():
    assert name not in os.environ, name
for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME"):
    open(os.path.join(os.environ[name], "writable"), "w").close()
import uuid
assert uuid.UUID
"""

SCRIPTS = {
    "partly.sh": ("#!/bin/sh\necho left out night: no stars by day\n", 0o755),
    "passes.sh": ('#!/bin/sh\ntest -x "$FRIT" && test -d "$FRIT_SRC" && test -n "$CC"\n', 0o755),
    "fails.sh": ("#!/bin/sh\necho why it failed\nexit 3\n", 0o755),
    "skips.py": ("print('noise')\nprint('no sun today')\nraise SystemExit(77)\n", 0o755),
    "not_executable.sh": ("#!/bin/sh\nexit 0\n", 0o644),
    "hangs.sh": ("#!/bin/sh\nsleep 100\n", 0o755),
    "hangs_and_looks.sh": ("#!/bin/sh\nwhile :; do sleep 0.2; done\n", 0o755),
    "hangs_elsewhere.sh": ("#!/bin/sh\nsetsid sleep 100\n", 0o755),
    "does_not_end.sh": ("#!/bin/sh\nwhile :; do :; done\n", 0o755),
    "is_starved.py": (STARVED.replace("IDLE", str(IDLE)), 0o755),
    "inherits.py": (INHERITS, 0o755),
}

PYTEST = """import os
import pytest
def test_passes(): pass
def test_fails(): assert 1 + 1 == 3
def test_crashes(): os.abort()
def test_after_crash(): pass
@pytest.mark.skip(reason="no stars tonight")
def test_is_skipped(): pass
@pytest.mark.parametrize("n", [1, 2])
def test_each(n): assert n < 2
@pytest.fixture
def ends_badly():
    yield
    raise ValueError
def test_tear_down(ends_badly): pass
@pytest.mark.xfail(strict=True, reason="known")
def test_should_fail(): pass
"""

PYTHON = {
    "python/tests/test_cases.py": PYTEST,
    "python/tests/test_broken.py": "import no_such_module\n",
    "python/tests/test_empty.py": "",
    "python/tests/test_elsewhere.py": "import pytest\npytest.importorskip('no_such_library')\n",
    "python/tests/test_hangs.py": "import time\ndef test_hangs(): time.sleep(100)\n",
    "examples/good.py": "print('fine')\n",
    "examples/bad.py": "raise SystemExit('the results differ')\n",
    "build/python/frit/_core.stand-in.so": "",
}

STATUS = {
    "ok": """python/test_cases:test_passes python/test_cases:test_after_crash
        python/test_cases:test_each[1] examples/good.py
        unit/cases.passes unit/cases.after_crash unit/cases.alloc_sweep
        unit/cases.alloc_fails_after golden/good.frit golden/sub/two.frit script/passes.sh
        script/is_starved.py script/inherits.py script/partly.sh
        fuzz/calm""",
    "FAIL": """python/test_cases:test_fails python/test_cases:test_crashes
        python/test_cases:test_each[2] python/test_cases:test_tear_down
        python/test_cases:test_should_fail python/test_broken:import python/test_empty
        python/test_hangs:test_hangs examples/bad.py
        unit/cases.fails unit/cases.fails_int unit/cases.fails_uint
        unit/cases.fails_zero_sign
        unit/cases.fails_mem unit/cases.fails_string unit/cases.crashes unit/cases.fails_in_thread
        unit/cases.fails_in_child unit/cases.alloc_leak unit/cases.alloc_wrong_size
        golden/wrong_output.frit golden/no_output.frit golden/wrong_exit.frit golden/open_line.frit
        golden/no_run.frit golden/early.frit golden/other_tool.frit script/fails.sh
        script/not_executable.sh script/hangs.sh script/hangs_and_looks.sh
        script/hangs_elsewhere.sh script/does_not_end.sh fuzz/wild fuzz/bare fuzz/stale""",
    "skip": """unit/cases.is_skipped script/skips.py script/partly.sh:night python/test_cases:test_is_skipped
        python/test_elsewhere:file""",
}

# Parts of the report that tell a reader what went wrong.
SAID = """skip python/test_cases:test_is_skipped: no stars tonight
FAIL python/test_cases:test_crashes: crashed: SIGABRT
FAIL python/test_hangs:test_hangs: hangs: nothing happened for 3 s
the results differ
No module named 'no_such_module'
skip unit/cases.is_skipped: no moon tonight
skip script/skips.py: no sun today
skip script/partly.sh:night: no stars by day
FAIL unit/cases.crashes: crashed: SIGABRT
FAIL script/hangs.sh: hangs: nothing happened for 3 s
FAIL script/hangs_and_looks.sh: hangs
FAIL script/hangs_elsewhere.sh: hangs
FAIL script/does_not_end.sh: does not end: 8 s of processor time
cases.c:9: 1 + 1 == 3
at step 7
- c
+ b
why it failed
+a
1 blocks with 10 bytes were not given back
wrong old size
exit status 1, should be 0
run it again: tree/build/frit-unit cases.fails""".splitlines()

BAD_LIBRARY = r"""
#include <stdio.h>
#include <stdlib.h>
int frit_counter;
int hello(void);
const char *frit_version(void);
static int calls = 5;
static const char *const fine[] = {"constant", "table"};
int hello(void) { static int hidden; puts("hello"); return hidden++ + calls++; }
const char *frit_version(void) { if (frit_counter) abort(); return fine[calls & 1]; }
"""

BAD_HEADER = """#define FRIT_ABI_VERSION 1
FRIT_API const char *frit_version(void);
FRIT_API int frit_missing(void);
"""

BROKEN_PROMISES = """test_misuse.c does not call frit_version
exports hello,
declares frit_missing,
soname []
hidden
.data: calls
frit_counter
puts prints
abort ends the process""".splitlines()


def write(path, text, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def compile_c(output, *sources, flags=()):
    command = [
        CC,
        "-std=c11",
        "-g",
        "-pthread",
        f"-I{SOURCE}/tests",
        *flags,
        "-o",
        output,
        *sources,
    ]
    subprocess.run(command, check=True)


def make_tree():
    tests = TREE / "tests"
    write(BUILD / "frit", TOOL, 0o755)
    write(tests / "unit" / "cases.c", UNIT)
    compile_c(BUILD / "frit-unit", tests / "unit" / "cases.c", SOURCE / "tests" / "harness.c")
    for name, text in GOLDEN.items():
        write(tests / "golden" / name, text)
    for name, (text, mode) in SCRIPTS.items():
        write(tests / "script" / name, text, mode)
    for name, text in PYTHON.items():
        write(TREE / name, text)
    for target in ("calm", "wild", "bare"):
        write(tests / "fuzz" / f"{target}.c", FUZZ)
        replay = BUILD / f"fuzz-{target}-replay"
        compile_c(replay, tests / "fuzz" / f"{target}.c", SOURCE / "tests" / "replay.c")
    write(tests / "fuzz" / "corpus" / "calm" / "a", "a")
    write(tests / "fuzz" / "corpus" / "calm" / "empty", "")
    write(tests / "fuzz" / "corpus" / "wild" / "bang", "!")
    write(tests / "fuzz" / "corpus" / "stale" / "a", "a")


def run_runner(*args, **options):
    command = [
        sys.executable,
        SOURCE / "tests" / "run.py",
        "--root",
        TREE,
        "--build",
        BUILD,
        *args,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return done.returncode, done.stdout + done.stderr


def expect(ok, message, text):
    if not ok:
        sys.exit(f"{message}; the output was:\n{text}")


@contextlib.contextmanager
def crowd():
    """Processes that want what the starved test wants, none of them the runner's."""
    others = [subprocess.Popen([sys.executable, "-c", CROWD]) for _ in range(6)]
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.wait()


def check_report():
    with crowd():
        code, text = run_runner("-v", "-j", "8", "--idle", str(IDLE), "--work", str(WORK))
    expect(code == 1, f"exit status {code}, should be 1", text)
    wanted = {name: status for status, names in STATUS.items() for name in names.split()}
    found = {}
    for line in text.splitlines():
        status, _, rest = line.partition(" ")
        if status in STATUS:
            found[re.split(r": |:$", rest)[0]] = status
    for name in sorted(wanted.keys() | found.keys()):
        expect(
            wanted.get(name) == found.get(name),
            f"{name} is {found.get(name)}, should be {wanted.get(name)}",
            text,
        )
    for part in SAID:
        expect(part in text, f"the report does not say: {part}", text)
    counts = {status: len(names.split()) for status, names in STATUS.items()}
    last = [f"skipped: {counts['skip']}", f"{counts['ok']} passed, {counts['FAIL']} failed"]
    expect(text.splitlines()[-2:] == last, f"the last lines are not: {last}", text)


def hand_down():
    """What a child would rather not inherit."""
    for name in "SIGINT SIGHUP SIGTERM SIGALRM SIGCHLD SIGUSR1".split():
        signal.signal(signal.Signals[name], signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2, signal.SIGINT, signal.SIGSEGV})
    os.umask(0o777)
    os.close(0)
    for what, soft in ((resource.RLIMIT_STACK, 1 << 20), (resource.RLIMIT_FSIZE, 1 << 20)):
        resource.setrlimit(what, (soft, resource.getrlimit(what)[1]))


def check_inherited():
    write(TREE / "shadow" / "uuid.py", "raise SystemExit('from PYTHONPATH')")
    env = dict(os.environ, PYTHONPATH=str(TREE / "shadow"), OMP_NUM_THREADS="1", CI="true")
    env |= {"CUDA_VISIBLE_DEVICES": "", "FRIT_TIER": "none", "LD_PRELOAD": "", "TMPDIR": "/proc"}
    del env["HOME"]
    code, text = run_runner(
        *("-k", "script/inherits.py", "-k", "cases.passes", "-k", "hangs.sh", "--idle", "1"),
        env=env,
        preexec_fn=hand_down,
    )
    expect(text.endswith("2 passed, 1 failed\n"), "what is inherited should not matter", text)
    expect(code == 1, "a failure should be told by the status", text)


def check_selection():
    code, text = run_runner("-k", "golden/good", "-k", "cases.passes")
    expect((code, text) == (0, "2 passed, 0 failed\n"), "two good tests should pass", text)
    code, text = run_runner("-k", "no such name")
    expect(code == 1, "selecting nothing should fail", text)
    code, text = run_runner("--list", "-k", "sub/")
    expect((code, text) == (0, "golden/sub/two.frit\n"), "--list should list one name", text)


def check_bless():
    code, text = run_runner(
        "--bless", "-k", "golden/wrong_output", "-k", "no_output", "-k", "sub/"
    )
    expect(code == 0, "blessing should pass", text)
    golden = TREE / "tests" / "golden"
    block = "#> a\n" + OUTPUT
    for name, wanted in (
        ("wrong_output.frit", "# run: frit a\nprogram\n" + block + "# a comment below\n"),
        ("no_output.frit", "# run: frit a\nprogram\n" + block),
        ("sub/two.frit", GOLDEN["sub/two.frit"]),
    ):
        got = (golden / name).read_text()
        expect(got == wanted, f"{name} was blessed in the wrong way", got)
    code, text = run_runner("--bless", "-k", "wrong_exit")
    kept = (golden / "wrong_exit.frit").read_text() == GOLDEN["wrong_exit.frit"]
    expect(code == 1 and kept, "a wrong exit status should not be blessed", text)


def check_library_check():
    bad = Path("bad").resolve()
    write(bad / "include" / "frit.h", BAD_HEADER)
    write(bad / "bad.c", BAD_LIBRARY)
    write(bad / "tests" / "unit" / "test_misuse.c", "frit_missing();")
    compile_c(bad / "libfrit.so", bad / "bad.c", flags=["-fPIC", "-shared"])
    compile_c(bad / "bad.o", bad / "bad.c", flags=["-fPIC", "-c"])
    subprocess.run(["ar", "rcs", bad / "libfrit.a", bad / "bad.o"], check=True)
    env = dict(os.environ, FRIT_BUILD=str(bad), FRIT_SRC=str(bad), FRIT_SANITIZE="")
    done = subprocess.run(
        [sys.executable, SOURCE / "tests" / "install" / "library.py"],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    text = done.stdout + done.stderr
    expect(done.returncode == 1, "a bad library should be refused", text)
    for promise in BROKEN_PROMISES:
        expect(promise in text, f"the check of the library does not say: {promise}", text)
    expect("fine" not in text, "a constant table is not mutable state", text)


def main():
    make_tree()
    check_report()
    check_inherited()
    check_selection()
    check_bless()
    check_library_check()


if __name__ == "__main__":
    main()
