"""What frit.analyse reads from a function."""

from __future__ import annotations

from typing import Any

import frit
import numpy as np
from frit._fuse.analysis import analyse


class Config:
    gain = 2.0


cfg = Config()


def opaque(x: Any) -> Any:
    return [x]


def lines(function: Any, *offsets: int) -> list[int]:
    first = function.__code__.co_firstlineno
    return [first + offset for offset in offsets]


def test_reads_rebindings_and_mutations() -> None:
    def f(x, y):
        z = x + y
        z = z * 2
        z += 1
        x[0] = 5
        return z

    analysis = analyse(f)
    z = analysis.variables["z"]
    assert z.kind == "local"
    assert z.rebindings[:2] == lines(f, 1, 2)
    assert z.mutations == lines(f, 3)
    assert analysis.variables["x"].mutations == lines(f, 4)
    assert analysis.variables["y"].mutations == []
    assert analysis.mutated == ("x",)
    assert analysis.replayable
    assert set(lines(f, 1, 2, 3)) <= set(analysis.steps)


def test_aliases_through_assignment_unpacking_and_containers() -> None:
    def by_name(x, y):
        z = x
        z += 1

    def by_tuple(x, y):
        a, b = x, y
        b *= 2

    def by_list(x, y):
        held = [x, y]
        first = held[0]
        first[...] = 0

    def by_dict(x, y):
        d = {"k": y}
        d["k"] -= 1

    def by_view(x, y):
        part = x.reshape(-1)[1:]
        part += 1

    def by_call(x, y):
        np.add(x, 1, out=y)

    def by_walrus(x, y):
        if (z := x) is not None:
            z += 1

    def by_loop(x, y):
        for v in (x, y):
            v += 1

    def fresh(x, y):
        z = x + y
        z += 1
        w = np.sin(x)
        w *= 2

    expected = {
        by_name: ("x",),
        by_tuple: ("y",),
        by_list: ("x", "y"),
        by_dict: ("y",),
        by_view: ("x",),
        by_call: ("y",),
        by_walrus: ("x",),
        by_loop: ("x", "y"),
        fresh: (),
    }
    for function, mutated in expected.items():
        assert analyse(function).mutated == mutated, function.__name__
    assert analyse(by_name).variables["x"].aliases == {"z"}


def test_aliases_through_helpers() -> None:
    def f(x, y):
        changes(y)
        return x

    analysis = analyse(f)
    assert analysis.mutated == ("y",)
    assert set(analysis.helpers) == {"changes"}


def changes(v: Any) -> None:
    v += 1


def test_what_is_read_from_outside() -> None:
    scale = 3.0

    def f(self, x):
        return x * cfg.gain * self.w + scale

    analysis = analyse(f)
    assert set(analysis.outside) == {"cfg", "cfg.gain", "self.w", "scale"}
    assert analysis.variables["scale"].kind == "closure"
    assert analysis.variables["cfg"].kind == "global"


def test_breaks_name_their_place() -> None:
    def f(x, xs):
        y = x * 2
        print(y)
        xs.append(y)
        cfg.gain = 3
        try:
            y = y + 1
        except ValueError:
            pass
        global new
        new = y
        return y.tolist()

    analysis = analyse(f)
    assert not analysis.replayable and analysis.plain is None
    found = {b.line: b.why for b in analysis.breaks}
    expected = dict(
        zip(lines(f, 2, 3, 4, 5, 10, 11), ["print", "append", "gain", "try", "new", "tolist"])
    )
    assert set(found) == set(expected)
    for line, word in expected.items():
        assert word in found[line], found[line]
    assert all(b.source and b.column >= 0 for b in analysis.breaks)


def test_functions_that_run_as_written() -> None:
    def generator(x):
        yield x

    def escapes(x):
        return lambda: x

    def passes(x):
        return opaque(lambda: x)

    def makes_class(x):
        class Inner:
            value = x

        return Inner

    def frame(x):
        return locals()

    def shape(x):
        x.shape = (2, 3)

    def matches(x):
        match x:
            case 1:
                return 2

    for function in (generator, escapes, passes, makes_class, frame, shape, matches):
        analysis = analyse(function)
        assert analysis.plain is not None, function.__name__
        assert not analysis.replayable


def test_recursion_ends() -> None:
    analysis = analyse(recursive)
    assert analysis.replayable
    assert analyse(first).replayable


def recursive(x: Any, n: int) -> Any:
    return x if n == 0 else recursive(x + 1, n - 1)


def first(x: Any, n: int) -> Any:
    return second(x, n) if n else x


def second(x: Any, n: int) -> Any:
    return first(x, n - 1)


def test_a_break_in_a_helper() -> None:
    def f(x):
        return noisy(x)

    analysis = analyse(f)
    assert not analysis.breaks and not analysis.replayable
    assert analysis.helpers["noisy"].breaks[0].why == "calls print, which frit does not know"


def noisy(x: Any) -> Any:
    print(x)
    return x


def test_it_prints() -> None:
    def f(x):
        x += 1
        print(x)

    text = str(analyse(f))
    assert "parameter x" in text and "changed in place" in text
    assert "breaks at line" in text and "print(x)" in text


def test_without_source() -> None:
    namespace: dict[str, Any] = {}
    exec("def f(x):\n    return x\n", namespace)
    analysis = analyse(namespace["f"])
    assert len(analysis.breaks) == 1
    assert analysis.breaks[0].why.startswith("source not available")
    assert not analysis.replayable


def test_fused_functions_are_looked_into() -> None:
    @frit.fuse
    def f(x):
        return x + 1

    assert analyse(f).replayable
