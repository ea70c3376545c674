"""Threads, processes and signals: what several of them do at once is what each would do alone,
nothing hangs (whoever runs the tests ends what does), and arrays stay usable after an interrupt."""

from __future__ import annotations

import concurrent.futures
import gc
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import frit


def together(*jobs: Callable[[], Any]) -> list[Any]:
    """Runs the jobs in a thread each, started at the same moment; their results, or their error."""
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        start.wait()
        return job()

    with concurrent.futures.ThreadPoolExecutor(len(jobs)) as pool:
        return [f.result() for f in [pool.submit(run, job) for job in jobs]]


def in_python(code: str, *options: str) -> str:
    """What a fresh interpreter prints; an error or a crash is one here too."""
    done = subprocess.run(
        [sys.executable, *options, "-c", textwrap.dedent(code)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def steps(seed: int, rounds: int = 40) -> tuple[Any, Any]:
    """The same random steps by NumPy and by frit."""
    rng = random.Random(seed)
    x = np.arange(64, dtype=np.float64) + seed
    a = frit.asarray(x.copy())
    for _ in range(rounds):
        n = rng.randrange(1, 60)
        match rng.randrange(5):
            case 0:
                x, a = x * 0.5 + n, a * 0.5 + n
            case 1:
                x[n:] += 1
                a[n:] += 1
            case 2:
                x[:n] = x[n : 2 * n][:n].sum()
                a[:n] = frit.sum(a[n : 2 * n][:n])
            case 3:
                x, a = x[::-1].copy(), a[::-1].copy()
            case 4:
                assert np.allclose(np.asarray(a), x)
    return a, x


# ---- threads


def test_threads_on_arrays_of_their_own() -> None:
    def job(seed: int) -> Callable[[], bool]:
        def run() -> bool:
            for k in range(8):
                a, x = steps(100 * seed + k)
                if not np.allclose(np.asarray(a), x):
                    return False
            return True

        return run

    assert together(*(job(k) for k in range(8))) == [True] * 8


def test_threads_that_read_one_array() -> None:
    a = frit.asarray(np.arange(1000.0)) * 2  # recorded, not run
    results = together(*(lambda k=k: np.asarray(a + k).sum() for k in range(8)))
    assert results == [999000.0 + 1000 * k for k in range(8)]


def test_threads_that_change_parts_of_one_array() -> None:
    x = np.zeros(800)
    a = frit.asarray(x)

    def job(k: int) -> None:
        part = a[100 * k : 100 * (k + 1)]
        for _ in range(50):
            part += 1

    together(*(lambda k=k: job(k) for k in range(8)))
    assert np.all(x == 50)


def test_one_fused_function_in_many_threads() -> None:
    """The same key in some threads, other dtypes, ranks and sizes in others."""

    @frit.fuse
    def f(x: Any, y: Any) -> Any:
        return frit.sin(x) * y + 1

    def job(k: int) -> bool:
        rng = np.random.default_rng(k)
        for _ in range(30):
            shape = tuple(rng.integers(1, 9, k % 3))
            x = np.asarray(rng.random(shape), [np.float32, np.float64][k % 2])
            y = np.asarray(rng.random(shape), x.dtype)
            if not np.allclose(f(x, y), np.sin(x) * y + 1, rtol=1e-5):
                return False
        return True

    assert together(*(lambda k=k: job(k) for k in range(12))) == [True] * 12


def test_a_fused_function_that_changes_its_argument_in_many_threads() -> None:
    @frit.fuse
    def f(x: Any) -> None:
        x *= 2
        x += 1

    def job() -> Any:
        x = np.zeros(50)
        for _ in range(10):
            f(x)
        return x[0]

    assert together(*[job] * 8) == [1023.0] * 8


def test_the_cache_is_cleared_while_others_call() -> None:
    @frit.fuse
    def f(x: Any) -> Any:
        return x * 2 + 1

    stop = threading.Event()

    def clear() -> None:
        while not stop.is_set():
            f.clear_cache()
            f.cache_info()

    def call() -> bool:
        try:
            return all(f(np.ones(k % 7 + 1))[0] == 3 for k in range(300))
        finally:
            stop.set()

    assert together(clear, call)[1] is True


def slow(rows: int = 200_000) -> Any:
    """Work of a noticeable time on a few numbers: many steps for each element, in one kernel."""
    x = frit.asarray(np.linspace(0, 1, rows))
    for _ in range(60):
        x = frit.sin(x) + frit.cos(x)
    return x


def counted_by_others(work: Callable[[], Any]) -> int:
    """How far another thread counts while work runs. Nobody is made to give the GIL away meanwhile,
    so it counts only while work has released it."""
    count = [0]
    done = threading.Event()

    def run() -> None:
        while not done.is_set():
            count[0] += 1
            time.sleep(0)  # lets the GIL go each time

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=run)
    try:
        thread.start()
        before = count[0]
        work()
        return count[0] - before
    finally:
        done.set()
        sys.setswitchinterval(interval)
        thread.join()


def test_the_gil_is_released_while_kernels_run() -> None:
    work = slow()
    assert counted_by_others(frit._core.flush) > 20
    del work


def test_the_gil_is_released_where_a_part_is_assigned_to() -> None:
    """`y[1:] += 1` on what is not computed yet computes it: without the GIL, too."""
    y = slow()
    part = y[1:]
    assert counted_by_others(lambda: part.__iadd__(1)) > 20


def test_the_gil_is_released_in_fused_calls() -> None:
    @frit.fuse
    def f(x: Any) -> Any:
        for _ in range(60):
            x = frit.sin(x) + frit.cos(x)
        return x

    f(np.ones(10))
    x = np.linspace(0, 1, 200_000)
    assert counted_by_others(lambda: f(x)) > 20
    assert f.cache_info().replayed


def test_arrays_are_freed_while_kernels_run() -> None:
    """Their memory is given back afterwards, not under the kernels' feet."""
    done = threading.Event()

    def run() -> None:
        for _ in range(5):
            frit._core.flush()
            slow(50_000).tolist()
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    before = frit._core.describe()["memory_used"]
    while not done.is_set():
        kept = [frit.asarray(np.ones(100)) + k for k in range(20)]
        del kept
        gc.collect()
    thread.join()
    gc.collect()
    frit._core.flush()
    assert frit._core.describe()["memory_used"] <= before + (64 << 20)


def test_threads_that_end_with_work_pending() -> None:
    left: list[Any] = []

    def job() -> None:
        a = frit.asarray(np.arange(10.0)) + 1
        a *= 2
        left.append(a)
        frit.asarray(np.arange(10.0)) * 3  # nobody will look at it

    for _ in range(20):
        thread = threading.Thread(target=job)
        thread.start()
        thread.join()
    assert all(a.tolist() == [2.0 * k + 2 for k in range(10)] for a in left)


def test_an_executor_maps_over_arrays() -> None:
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        sums = pool.map(lambda n: float(frit.sum(frit.ones(n) * 2)), range(1, 100))
        assert list(sums) == [2.0 * n for n in range(1, 100)]


def test_a_failure_in_one_thread_leaves_the_others_alone() -> None:
    def fails() -> str:
        for _ in range(50):
            with pytest.raises(frit.ShapeError):
                frit.ones(3) + frit.ones(4)
            with pytest.raises(IndexError):
                np.asarray(frit.ones(3)[frit.asarray([5])])
        return "failed"

    def works() -> bool:
        return all(np.allclose(np.asarray(a), x) for a, x in (steps(k) for k in range(10)))

    assert together(fails, works, works, fails) == ["failed", True, True, "failed"]


# ---- processes


def child_job(k: int) -> float:
    a = frit.asarray(np.arange(1000.0)) * k
    return float(frit.sum(a))


SHARED = frit.asarray(np.arange(5.0)) + 1


def child_reads_parent(_: int) -> list[float]:
    out: list[float] = (SHARED * 2).tolist()
    return out


def test_fork_after_use() -> None:
    big = frit.ones(300_000) * 2  # the workers have been started
    assert float(frit.sum(big)) == 600_000
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map(child_job, range(6)) == [499500.0 * k for k in range(6)]
        assert pool.map(child_reads_parent, range(2)) == [[2.0, 4.0, 6.0, 8.0, 10.0]] * 2
    assert child_job(1) == 499500.0


def test_fork_with_work_pending() -> None:
    """Parent and child each compute it, and neither sees the other's writes."""
    a = frit.asarray(np.arange(4.0)) + 1
    a *= 10
    child = os.fork()
    if child == 0:
        a += 1
        os._exit(0 if a.tolist() == [11.0, 21.0, 31.0, 41.0] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert a.tolist() == [10.0, 20.0, 30.0, 40.0]


@pytest.mark.skipif(
    "thread" in os.environ.get("FRIT_SANITIZE", ""),
    reason="the thread sanitizer forbids threads in a child of a process that had some",
)
def test_fork_while_another_thread_works() -> None:
    """Children come out of the middle of others' work, and arrays made before are theirs too."""
    mine = frit.asarray(np.arange(100.0)) * 2
    stop = threading.Event()

    @frit.fuse
    def fused(x: Any) -> Any:
        for _ in range(20):
            x = frit.sin(x) + 1
        return x

    def recording() -> None:
        while not stop.is_set():
            np.asarray(slow(20_000))

    def calling() -> None:
        x = np.ones(50_000)
        while not stop.is_set():
            fused(x)

    threads = [threading.Thread(target=t) for t in (recording, calling)]
    for t in threads:
        t.start()
    try:
        codes = []
        for _ in range(8):
            child = os.fork()
            if child == 0:
                os._exit(run_in_child(mine, fused))
            codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    finally:
        stop.set()
        for t in threads:
            t.join()
    assert codes == [0] * 8
    assert float(frit.sum(mine)) == 9900.0


def run_in_child(mine: Any, fused: Any) -> int:
    try:
        if float(frit.sum(mine)) != 9900.0:
            return 1
        if float(frit.sum(frit.ones(200_000) + 1)) != 400_000.0:
            return 2
        return 0 if fused(np.zeros(100_000))[0] > 0 else 3
    except BaseException as error:
        print(error, file=sys.stderr)
        return 4


def test_spawned_processes_get_arrays_by_pickle() -> None:
    with concurrent.futures.ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("fork")
    ) as pool:
        a = pool.submit(frit.add, frit.ones(3), 2.0).result()
    assert a.tolist() == [3.0] * 3


# ---- signals


class Late(Exception):
    """What the handlers of these tests raise."""


@pytest.fixture(autouse=True)
def signals_that_arrive() -> Any:
    """Whoever started the tests may have ignored or blocked signals, as a shell does for what it
    runs in the background; these tests want them as Python has them by itself."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGALRM})
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def alarm() -> Any:
    """A signal after some time, given a handler; the old one comes back afterwards."""
    before = signal.getsignal(signal.SIGALRM)

    def arm(handler: Callable[[int, Any], None], seconds: float) -> None:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    yield arm
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def endless() -> Any:
    """Work that nobody waits for the end of."""
    x = frit.asarray(np.linspace(0, 1, 2_000_000))
    for _ in range(600):
        x = frit.sin(x) + frit.cos(x)
    return x


def test_an_interrupt_stops_long_work() -> None:
    kept = frit.asarray(np.arange(5.0)) + 1
    other = frit.asarray(np.arange(5.0))
    other += 1
    work = endless()
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        frit._core.flush()
    assert not work._ready  # it was stopped in the middle
    timer.join()
    del work
    assert kept.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert (other * 2).tolist() == [2.0, 4.0, 6.0, 8.0, 10.0]
    assert float(frit.sum(slow(1000))) != 0


def test_an_interrupt_stops_a_fused_call() -> None:
    @frit.fuse
    def f(x: Any) -> Any:
        for _ in range(600):
            x = frit.sin(x) + frit.cos(x)
        return x

    f(np.ones(10))
    x = np.linspace(0, 1, 2_000_000)
    before = x.copy()
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        f(x)
    timer.join()
    assert np.array_equal(x, before)
    assert f(np.zeros(3)).shape == (3,)


def test_a_handler_may_raise_what_it_likes(alarm: Any) -> None:
    def handler(*_: Any) -> None:
        raise Late

    work = endless()
    alarm(handler, 0.2)
    with pytest.raises(Late):
        frit._core.flush()
    assert not work._ready
    del work
    assert (frit.ones(2) + 1).tolist() == [2.0, 2.0]


def test_a_handler_that_only_looks_does_not_stop_the_work(alarm: Any) -> None:
    seen: list[int] = []
    alarm(lambda *_: seen.append(1), 0.01)
    total = 0.0
    for _ in range(4):
        total += float(frit.sum(slow(100_000)))
    assert seen == [1] and total > 0


def test_arrays_in_a_signal_handler_are_refused_and_do_not_hang(alarm: Any) -> None:
    said: list[str] = []

    def handler(*_: Any) -> None:
        try:
            frit.sum(frit.ones(3)).item()
        except RuntimeError as error:
            said.append(str(error))
        raise Late

    work = endless()
    alarm(handler, 0.2)
    with pytest.raises(Late):
        frit._core.flush()
    assert not work._ready
    del work
    assert len(said) == 1 and "signal handler" in said[0]
    assert (frit.ones(2) + 1).tolist() == [2.0, 2.0]


def test_an_interrupt_reaches_a_thread_that_waits_for_another(alarm: Any) -> None:
    """The main thread wants an array while another thread computes for a long time."""
    started = threading.Event()
    ended: list[BaseException] = []

    def run() -> None:
        work = endless()
        started.set()
        try:
            frit._core.flush()
        except BaseException as error:
            ended.append(error)
        del work

    def handler(*_: Any) -> None:
        raise Late

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    time.sleep(0.1)
    alarm(handler, 0.2)
    with pytest.raises(Late):
        for _ in range(1000):
            (frit.ones(3) + 1).tolist()
    while thread.is_alive():  # it stops where its work is cancelled
        frit._core.cancel()
        thread.join(0.05)
    assert len(ended) == 1 and isinstance(ended[0], KeyboardInterrupt)
    assert (frit.ones(2) + 1).tolist() == [2.0, 2.0]


def test_progress_is_told_and_may_stop_the_work() -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        raise Late

    frit._core.flush()  # what interrupted tests left
    work = endless()
    before = frit._core.set_progress(stop)
    try:
        with pytest.raises(Late):
            frit._core.flush()
        del work
    finally:
        frit._core.set_progress(before)
    assert len(told) == 1 and 0 <= told[0][0] <= told[0][1]


# ---- the end of the interpreter


@pytest.mark.parametrize("options", [(), ("-X", "dev")], ids=["plain", "dev"])
def test_exit_with_work_pending(options: tuple[str, ...]) -> None:
    out = in_python(
        """
        import frit, numpy as np
        x = np.ones(10)
        a = frit.asarray(np.ones(1000)) + 1
        a *= 2
        b = frit.asarray(x)
        b += 1
        f = frit.fuse(lambda x: x + 1)
        class Late:
            def __del__(self):
                try:
                    print("late", (a + 1) is not None)
                except Exception as error:
                    print("late", type(error).__name__)
        late = Late()
        import sys
        sys.last = a
        print(x[0])
        """,
        *options,
    )
    assert out.startswith("2.0\n")


def test_exit_while_a_daemon_thread_computes() -> None:
    out = in_python(
        """
        import threading, time, frit, numpy as np
        def run():
            while True:
                x = frit.asarray(np.linspace(0, 1, 100_000))
                for _ in range(50):
                    x = frit.sin(x)
                x.tolist()
        for _ in range(2):
            threading.Thread(target=run, daemon=True).start()
        time.sleep(0.2)
        print("end")
        """
    )
    assert out == "end\n"


def test_import_in_a_thread() -> None:
    out = in_python(
        """
        import threading
        def run():
            import frit
            print(frit.sum(frit.ones(5)).item())
        t = threading.Thread(target=run)
        t.start()
        t.join()
        """
    )
    assert out == "5.0\n"


def test_development_mode_finds_nothing() -> None:
    out = in_python(
        """
        import gc, frit, numpy as np
        f = frit.fuse(lambda x, y: x * y + 1)
        for k in range(50):
            x = np.arange(10.0)
            a = frit.asarray(x)
            a += 1
            b = frit.sin(a)[1:]
            b[2:] = 0
            f(x, a)
            f(a, 2.0)
            memoryview(b).release()
            np.from_dlpack(b)
            del a, b, x
            gc.collect()
        print("ok")
        """,
        # That f(x, a) has arrays of two libraries is said as a RuntimeWarning.
        "-X", "dev", "-W", "error", "-W", "ignore::RuntimeWarning",
    )  # fmt: skip
    assert out == "ok\n"
