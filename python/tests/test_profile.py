"""frit.profile: the mode, every kernel and line with what it takes, and nothing changed."""

from __future__ import annotations

import json
import linecache
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import frit
from frit import _core
from frit._nest import can_compile
from frit._profile.lines import LineTimes
from frit._profile.text import lines_text, time_text

FILE = __file__
WIDE = np.linspace(1.0, 2.0, 40_000).reshape(200, 200)


def line_of(text: str, file: str = FILE) -> int:
    """The line of this file that has the text behind a mark of its own."""
    found = [k for k, line in enumerate(Path(file).read_text().splitlines(), 1) if line.endswith(f"# {text}")]
    assert len(found) == 1, text
    return found[0]


@frit.fuse
def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(axis=1, keepdims=True))  # softmax 1
    return e / e.sum(axis=1, keepdims=True)  # softmax 2


def helper(x: Any) -> Any:
    return np.sin(x)  # in the helper


@frit.fuse
def apart(x: Any) -> Any:
    rows = helper(x) + (  # called
        x * 2  # second line
    )
    return rows.sum(axis=0), rows.sum(axis=1)  # apart


@frit.fuse
def looped(x: Any, turns: Any) -> Any:
    y = x
    for _ in frit.range(turns):  # turns
        y = y / np.sum(y) + x  # turn
    return y


@frit.fuse
def speaks(x: Any) -> Any:
    y = np.exp(x) + 1  # before
    print(end="")
    return y * x  # after


def plain(x: Any) -> Any:
    y = frit.exp(x)  # plain 1
    return frit.sum(y, axis=0)  # plain 2


def cumulated(x: Any) -> Any:
    y = x.copy()  # copied
    for i in range(1, len(y)):  # loop
        y[i] += 0.5 * y[i - 1]
    return y


def places(profile: frit.Profile) -> set[tuple[str, int]]:
    return {place for kernel in profile.kernels for place in kernel.lines}


def here(*texts: str) -> set[tuple[str, int]]:
    return {(FILE, line_of(text)) for text in texts}


# ---------------------------------------------------------------------------------- replayed


def test_one_kernel_has_its_lines_bytes_and_share() -> None:
    p = frit.profile(softmax, WIDE)
    assert (p.mode, p.name, p.rounds) == ("replayed", "softmax", 10)
    (kernel,) = p.kernels
    assert set(kernel.lines) == here("softmax 1", "softmax 2")
    assert kernel.schedule == "row-resident" and kernel.runs == 1 and kernel.turns == 0
    assert kernel.bytes == 2 * WIDE.nbytes
    assert kernel.tier in ("compiled", "interpreted")
    assert 0 < kernel.seconds <= max(p.totals) and 0 < p.least <= p.median
    assert kernel.bytes_per_second == kernel.bytes / kernel.seconds
    assert p.rest == pytest.approx(max(0.0, p.median - kernel.seconds))


def test_kernels_are_those_of_explain() -> None:
    p, e = frit.profile(apart, WIDE, rounds=2), frit.explain(apart, WIDE)
    assert [(k.number, k.schedule, k.bytes) for k in p.kernels] == [
        (k.number, k.schedule, k.bytes) for k in e.kernels
    ]
    assert len(p.kernels) > 1 and p.rounds == 2


def test_steps_of_helpers_are_in_their_lines_and_the_caller_goes_on() -> None:
    p = frit.profile(apart, WIDE, rounds=1)
    assert places(p) == here("in the helper", "called", "second line", "apart")


def test_a_loop_has_its_turns_and_the_time_inside() -> None:
    p = frit.profile(looped, WIDE, 7, rounds=3)
    assert p.mode == "replayed"
    (loop,) = [kernel for kernel in p.kernels if kernel.is_control]
    inside = [kernel for kernel in p.kernels if kernel.inside == loop.number]
    assert loop.turns == 7 and loop.runs == 1 and loop.bytes is None
    assert inside and all(kernel.runs == 7 for kernel in inside)
    assert loop.lines and set(loop.lines) <= here("turns", "turn")
    assert all(kernel.lines == loop.lines for kernel in inside)
    assert "7 turns" in str(p)


def test_arguments_stay_as_they_are() -> None:
    @frit.fuse
    def change(x: Any) -> None:
        x += 1

    x = np.zeros((3, 4), order="F")
    assert frit.profile(change, x).mode in ("replayed", "as written")
    assert not x.any()


def test_an_array_given_twice_stays_one() -> None:
    seen: list[bool] = []

    def same(x: Any, y: Any) -> Any:
        seen.append(x is y)
        return x + y

    x = frit.ones(10)
    frit.profile(same, x, x, rounds=1)
    frit.profile(same, x, frit.ones(10), rounds=1)
    assert True in seen and False in seen and seen == sorted(seen, reverse=True)


def test_later_calls_look_at_no_clock() -> None:
    frit.profile(softmax, WIDE, rounds=1)
    softmax(WIDE)
    times = [json.loads(entry.report())["kernels"][0]["time"] for entry in softmax._entries()]
    assert times and set(times) == {None}


def test_methods() -> None:
    class Scale:
        by = 3.0

        @frit.fuse
        def scaled(self, x: Any) -> Any:
            return x * self.by

    p = frit.profile(Scale().scaled, WIDE, rounds=1)
    assert p.name.endswith("scaled") and len(p.totals) == 1


# ---------------------------------------------------------------------------------- recorded


def test_recorded_calls_have_several_plans() -> None:
    p = frit.profile(speaks, WIDE)
    assert p.mode == "recorded" and "print" in p.reason
    assert [(k.plan, k.number) for k in p.kernels] == [(0, 0), (1, 0)]
    assert set(p.kernels[0].lines) == here("before") and set(p.kernels[1].lines) == here("after")
    assert p.rest > 0 and sum(k.seconds for k in p.kernels) <= sum(p.totals)


def test_a_plan_that_runs_often_is_one() -> None:
    @frit.fuse
    def often(x: Any) -> Any:
        for _ in range(6):
            x = x * 1.5
            print(end="")
        return x

    p = frit.profile(often, WIDE, rounds=2)
    assert p.mode == "recorded" and [kernel.runs for kernel in p.kernels] == [6]
    assert p.kernels[0].bytes == 6 * (2 * WIDE.nbytes + 8)  # and the number


def test_plain_functions_of_frit_arrays() -> None:
    p = frit.profile(plain, frit.asarray(WIDE))
    assert (p.mode, p.rounds) == ("recorded", 10)
    assert places(p) == here("plain 1", "plain 2")
    assert all(kernel.seconds > 0 for kernel in p.kernels)


def test_afterwards_nothing_is_watched() -> None:
    tracer = sys.gettrace()
    frit.profile(plain, frit.asarray(WIDE), rounds=1)
    assert sys.gettrace() is tracer
    x = frit.exp(frit.asarray(WIDE))
    x + 1
    x.tolist()
    report = json.loads(_core.last_report("json") or "")
    assert {kernel["time"] for kernel in report["kernels"]} == {None}
    assert {step["line"] for kernel in report["kernels"] for step in kernel["steps"]} == {None}


# ---------------------------------------------------------------------------------- as written


def test_lines_of_a_function_as_it_is_written() -> None:
    with frit.options(as_written=True):  # which the tests have off
        p = frit.profile(cumulated, np.ones(500), rounds=4)
    assert p.mode == "as written" and p.rounds == 4 and not p.kernels
    by_line = {line.line: line for line in p.lines}
    assert by_line[line_of("copied")].runs == 1
    assert by_line[line_of("copied")].source.startswith("y = x.copy()")
    compiled = [line.line for line in p.lines if line.compiled]
    assert can_compile() == (compiled == [line_of("loop")])
    assert can_compile() == (line_of("loop") + 1 not in by_line) == ("compiled: for i in" in str(p))


def test_lines_are_counted_with_what_they_call() -> None:
    def inner() -> None:
        sum(range(1000))

    def outer() -> None:
        for _ in range(3):  # three
            inner()  # calls

    with LineTimes(outer.__code__) as times:
        outer()
    assert times.visits == {line_of("three"): 4, line_of("calls"): 3}
    assert times.seconds[line_of("calls")] > times.seconds[line_of("three")]
    assert times.events == {line_of("three"): 4, line_of("calls"): 6}
    assert times.without_watching(1e9) == times.seconds
    whole = sum(times.seconds.values())
    less = times.without_watching(whole / 2)
    assert set(less) == set(times.seconds) and sum(less.values()) == pytest.approx(whole / 2)


def test_a_function_that_calls_itself_is_its_outermost_call() -> None:
    def down(n: int) -> int:
        return down(n - 1) + 1 if n else 0  # down

    with LineTimes(down.__code__) as times:
        down(5)
    assert times.visits == {line_of("down"): 1}


# ---------------------------------------------------------------------------------- showing it


@pytest.mark.parametrize("f", [softmax, apart, speaks, cumulated])
def test_tables_are_narrow_and_say_the_rest(f: Any) -> None:
    x = np.ones(500) if f is cumulated else WIDE
    with frit.options(as_written=f is cumulated):
        text = str(frit.profile(f, x, rounds=1))
    assert max(map(len, text.splitlines())) <= 100
    assert "Python and frit itself" in text and "1 round" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_pages_and_data(tmp_path: Path) -> None:
    p = frit.profile(apart, WIDE, rounds=2)
    for name, begins in (("p.html", "<!DOCTYPE html>"), ("p.txt", "apart  replayed"), ("p.json", "{")):
        p.save(tmp_path / name)
        assert (tmp_path / name).read_text().startswith(begins)
    data = json.loads((tmp_path / "p.json").read_text())
    assert data["median"] == p.median and len(data["kernels"]) == len(p.kernels)
    assert linecache.getline(FILE, line_of("apart")).split("  #")[0].strip() in p.html()
    assert "<script" not in p.html() and p._repr_html_().startswith("<div")
    with pytest.raises(frit.ArgumentError, match="cannot save"):
        p.save(tmp_path / "p.svg")


def test_texts() -> None:
    assert [time_text(t) for t in (0, 9.9949e-6, 9.996e-6, 1.5, 1234)] == [
        *("0 ns", "9.99 µs", "10.0 µs", "1.50 s", "1234 s"),
    ]
    assert lines_text([("x.py", 9), ("x.py", 7), ("x.py", 8)], "x.py") == "7-9"


def test_misuse() -> None:
    with pytest.raises(frit.ArgumentError, match="at least 1"):
        frit.profile(softmax, WIDE, rounds=0)
    for wrong in (3, "a + b", SimpleNamespace(), np.sin):
        with pytest.raises(TypeError, match="takes a function"):
            frit.profile(wrong, WIDE)  # type: ignore[arg-type]


def test_what_the_function_raises_comes_through_and_nothing_stays_on() -> None:
    def fails(x: Any) -> Any:
        if len(calls) == 7:
            raise KeyError("seven")
        calls.append(0)
        return x + 1

    calls: list[int] = []
    tracer = sys.gettrace()
    with pytest.raises(KeyError, match="seven"):
        frit.profile(fails, frit.ones(3))
    assert sys.gettrace() is tracer and _core.on_flush(None) is None
