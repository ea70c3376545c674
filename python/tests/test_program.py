"""Programs from Python: building, printing, types, source, running. The order follows what a user
of bytecode programs does; every number below can be computed by hand."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import frit
from frit import Program, ProgramBuilder

ADD = "extern ft_add(a: i32, b: i32) -> (r: i32)\nextern ft_mul(a: i32, b: i32) -> (r: i32)\n"


def chain() -> Program:
    """(a + b) + (c * d): the joins of independent operations."""
    b = ProgramBuilder("chain")
    inputs = [b.input(name, "i32") for name in "abcd"]
    t1 = b.op("add", inputs[0], inputs[1], name="t1")
    t2 = b.op("mul", inputs[2], inputs[3], name="t2")
    b.output(b.op("add", t1, t2), name="result")
    return b.build()


# ---- building and printing


def test_empty_program_keeps_its_name() -> None:
    program = ProgramBuilder("nothing").build()
    assert program.name == "nothing"
    assert (program.inputs, program.outputs, program.instructions) == ((), (), ())


def test_variables_are_numbered_in_order() -> None:
    program = chain()
    assert [v.number for v in program.variables] == list(range(7))
    assert [v.name for v in program.variables] == ["a", "b", "c", "d", "t1", "t2", "result"]
    assert [v.name for v in program.outputs] == ["result"]


def test_instructions_record_operands_and_results() -> None:
    first, second, third = chain()
    assert (first.op, first.inputs, first.outputs) == ("add", (0, 1), (4,))
    assert (second.op, second.inputs, second.outputs) == ("mul", (2, 3), (5,))
    assert (third.inputs, third.outputs) == ((4, 5), (6,))
    assert str(third) == "add(v4, v5) -> (v6)"


def test_calls_record_their_callee() -> None:
    b = ProgramBuilder("main", prelude=ADD)
    x, y = b.input("x", "i32"), b.input("y", "i32")
    b.output(b.call("ft_add", x, y, names="sum"))
    (call,) = b.build()
    assert (call.op, call.callee, call.inputs, call.outputs) == ("call", "ft_add", (0, 1), (2,))


def test_dump_shows_the_tables() -> None:
    lines = chain().dump().splitlines()
    assert lines[0] == "Program: chain"
    assert "Inputs: v0:a:i32, v1:b:i32, v2:c:i32, v3:d:i32" in lines
    assert "Outputs: v6:result" in lines
    assert [line.strip() for line in lines[-3:]] == [
        "0: add(v0, v1) -> (v4)",
        "1: mul(v2, v3) -> (v5)",
        "2: add(v4, v5) -> (v6)",
    ]
    assert str(chain()) == chain().dump()


def test_text_round_trips() -> None:
    program = chain()
    again = Program.parse(program.text)
    assert again == program and hash(again) == hash(program)
    assert again.text == program.text
    assert program != Program.parse(program.text.replace("mul", "sub"))


def test_pickle_copies_and_binary_form() -> None:
    program = chain()
    assert pickle.loads(pickle.dumps(program)) == program
    assert Program.decode(program.encode()) == program
    with pytest.raises(frit.ParseError):
        Program.decode(b"not a program")


def test_files(tmp_path: Path) -> None:
    program = chain()
    (tmp_path / "p.frit").write_text(program.text)
    (tmp_path / "p.fritb").write_bytes(program.encode())
    assert Program.load(tmp_path / "p.frit") == program
    assert Program.load(tmp_path / "p.fritb") == program


def test_literals_keep_every_bit() -> None:
    b = ProgramBuilder("literals")
    x = b.input("x", "f64")
    b.output(x * 0.1 + b.literal(3, "f64") - float("inf"))
    b.output(x * float("nan"))
    b.output(x * -0.0)
    results = b.build()(2.0)
    assert results[0] == -np.inf and np.isnan(results[1])
    assert results[2] == 0 and np.signbit(results[2])


def test_operators_are_steps() -> None:
    b = ProgramBuilder("ops")
    x, y = b.input("x", "f64"), b.input("y", "f64")
    for value in (x + y, x - y, x * y, x / y, x // y, x % y, x**y, -x, abs(x), 1 - x, 2 / x, x < y):
        b.output(value)
    assert b.build()(-7.0, 2.0) == (
        -5.0, -9.0, -14.0, -3.5, -4.0, 1.0, 49.0, 7.0, 7.0, 8.0, 2 / -7.0, True,
    )  # fmt: skip


# ---- mistakes


def test_parse_error_names_the_place() -> None:
    with pytest.raises(frit.ParseError, match="line 2, column 7"):
        Program.parse("program p(x: f32) -> (r) {\n  r = ?(x)\n}")


def test_unknown_op_is_named_at_once() -> None:
    b = ProgramBuilder("p")
    x = b.input("x")
    with pytest.raises(frit.Error, match="no op called sine"):
        b.op("sine", x)


def test_values_of_another_builder_are_refused() -> None:
    other = ProgramBuilder("other").input("x")
    with pytest.raises(ValueError, match="belongs to another program"):
        ProgramBuilder("p").op("sin", other)
    with pytest.raises(TypeError, match="values of its builder and numbers"):
        ProgramBuilder("p").op("sin", "x")


def test_finished_builder_is_spent() -> None:
    b = ProgramBuilder("p")
    b.build()
    with pytest.raises(ValueError, match="finished"):
        b.input("x")


def test_arguments_are_checked_by_name() -> None:
    program = chain()
    with pytest.raises(TypeError, match="no input called 'e'"):
        program(1, 2, 3, e=4)
    with pytest.raises(TypeError, match="not given its input d: i32"):
        program(1, 2, 3)
    with pytest.raises(TypeError, match="4 inputs and was given 5"):
        program(1, 2, 3, 4, 5)
    with pytest.raises(TypeError, match="'a' twice"):
        program(1, 2, 3, a=4)
    with pytest.raises(KeyError, match="no program called 'q'"):
        Program.parse(program.text, "q")


# ---- types


def test_types_come_with_inference() -> None:
    program = Program.parse("program p(x, y) -> (r) { t = add(x, y) r = mul(t, t) }")
    assert not program.is_typed
    typed = program.infer("f32[n]", "f32[n]")
    assert typed.is_typed and [v.type for v in typed.variables] == ["f32[n]"] * 4
    assert not program.is_typed, "the old program is not touched"
    assert typed.clear_types().infer() == typed


def test_types_do_not_stick() -> None:
    program = Program.parse("program p(x, y) -> (r) { r = add(x, y) }")
    assert program(1, 2) == 3 and type(program(1, 2)) is int
    assert program(1.5, 2.0) == 3.5


def test_types_from_values() -> None:
    program = Program.parse("program p(x, y) -> (r) { r = mul(x, y) }")
    typed = program.infer(np.ones((2, 3), np.float32), np.ones(3, np.float32))
    assert [v.type for v in typed.variables] == ["f32[2,3]", "f32[3]", "f32[2,3]"]


def test_unknown_input_type_is_named() -> None:
    program = Program.parse("program p(x: f32, strange) -> (r) { r = add(x, strange) }")
    with pytest.raises(frit.Error, match="strange"):
        program.infer()


def test_generic_resolves_per_call() -> None:
    program = Program.parse(
        """
        program twice<T>(x: T) -> (r) { r = add(x, x) }
        program p(i: i32, f: f32) -> (a, b) { a = @twice(i) b = @twice(f) }
        """
    )
    assert [v.type for v in program.infer().outputs] == ["i32", "f32"]
    assert program(3, 1.5) == (6, 3.0)


def test_an_unused_input_shifts_nothing() -> None:
    program = Program.parse("program p(unused: i32, x: f64) -> (r) { r = add(x, x) }")
    assert program(7, 1.25) == 2.5


# ---- sub-programs


def test_sub_programs_of_one_name_do_not_collide() -> None:
    one = Program.parse("program f(x) -> (r) { r = add(x, x) }")
    two = Program.parse("program f(x) -> (r) { r = mul(x, x) }")
    b = ProgramBuilder("main")
    x = b.input("x", "i64")
    b.output(b.call(one, x))
    b.output(b.call(two, x))
    b.output(b.call(one, x))
    b.output(b.call(two, b.call(two, x)))
    program = b.build()
    assert program(5) == (10, 25, 10, 625)
    assert len(program.programs) == 3, "each is there once"


def test_a_sub_program_may_have_the_name_of_its_caller() -> None:
    inner = Program.parse("program f(x) -> (r) { r = neg(x) }")
    b = ProgramBuilder("f")
    b.output(b.call(inner, b.input("x", "i64")))
    assert b.build()(4) == -4


def test_nested_and_renamed_sub_programs() -> None:
    def nest(op: str) -> Program:
        leaf = Program.parse(f"program leaf(x, y) -> (r) {{ r = {op}(x, y) }}")
        b = ProgramBuilder("mid")
        x = b.input("x")
        b.output(b.call(leaf, x, b.call(leaf, x, x)))
        return b.build()

    b = ProgramBuilder("top")
    x = b.input("x", "i64")
    b.output(b.call(nest("add"), x))
    b.output(b.call(nest("mul"), x))
    assert b.build()(3) == (9, 27)


def test_keywords_and_several_results() -> None:
    divmod_ = Program.parse(
        "program dm(x, y) -> (q, r) { q = floor_div(x, y) r = remainder(x, y) }"
    )
    b = ProgramBuilder("main")
    x, y = b.input("x", "i64"), b.input("y", "i64")
    q, r = b.call(divmod_, y=y, x=x, names=("quotient", "rest"))
    b.output(r)
    b.output(q)
    program = b.build()
    assert program(17, 5) == (2, 3)
    assert [v.name for v in program.outputs] == ["rest", "quotient"]


# ---- control


def test_loops_and_branches() -> None:
    body = Program.parse(
        "program body(i: i64, s: i64, k: i64) -> (r) { t = mul(i, k) r = add(s, t) }"
    )
    b = ProgramBuilder("total")
    n, k = b.input("n", "i64"), b.input("k", "i64")
    (total,) = b.for_(b.literal(0, "i64"), n, body, (b.literal(0, "i64"),), k)
    b.output(total)
    assert b.build()(5, 10) == 100

    small = Program.parse("program small(s: i64, top: i64) -> (c) { c = lt(s, top) }")
    double = Program.parse("program double(s: i64, top: i64) -> (r) { r = add(s, s) }")
    b = ProgramBuilder("power")
    top = b.input("top", "i64")
    (found,) = b.while_(small, double, (b.literal(1, "i64"),), top)
    b.output(found)
    assert b.build()(100) == 128

    yes = Program.parse("program yes(x: i64) -> (r) { r = add(x, x) }")
    no = Program.parse("program no(x: i64) -> (r) { r = neg(x) }")
    b = ProgramBuilder("choose")
    c, x = b.input("c", "bool"), b.input("x", "i64")
    b.output(*b.if_(c, yes, no, x))
    choose = b.build()
    assert (choose(True, 4), choose(False, 4)) == (8, -4)


# ---- source


def test_source_of_every_dialect() -> None:
    program = chain().infer()
    for dialect in ("c", "cuda", "opencl", "slang", "metal"):
        assert "chain" in program.emit(dialect), dialect
    assert "my_name" in program.emit("c", "my_name")


def test_source_before_types_is_an_error() -> None:
    program = Program.parse("program p(x) -> (r) { r = add(x, x) }")
    with pytest.raises(frit.Error, match="type"):
        program.emit("c")
    with pytest.raises(frit.Error, match="basic"):
        chain().infer().emit("basic")


# ---- passes


def test_passes_can_be_watched() -> None:
    seen: list[str] = []
    program = Program.parse("program p(x: f32[n]) -> (r) { a = exp(x) b = exp(x) r = add(a, b) }")
    result = program.optimize(watch=lambda name, text: seen.append(name))
    assert "cse" in seen and len(result) == 2
    with pytest.raises(ZeroDivisionError):
        program.optimize(watch=lambda name, text: 1 / 0)
    assert len(program.optimize(["dce"])) == 3


# ---- running


def test_numbers_in_numbers_out() -> None:
    assert chain()(2, 3, 4, 5) == 25
    assert type(chain()(2, 3, 4, 5)) is int


def test_numpy_in_numpy_out() -> None:
    program = Program.parse("program p(x, y) -> (r) { d = sub(x, y) r = abs(d) }")
    x = np.random.default_rng(1).standard_normal((128, 256), dtype=np.float32)
    result = program(x, x[:, ::-1])
    assert type(result) is np.ndarray and result.dtype == np.float32
    assert np.array_equal(result, np.abs(x - x[:, ::-1]))


def test_frit_in_frit_out_and_mixed() -> None:
    program = Program.parse("program p(x, y) -> (r) { r = mul(x, y) }")
    x = np.arange(6, dtype=np.int32)
    for args in ((frit.asarray(x), frit.asarray(x)), (frit.asarray(x), x)):
        result = program(*args)
        assert isinstance(result, frit.Array)
        assert np.array_equal(np.asarray(result), x * x)


def test_numbers_take_the_dtype_they_meet() -> None:
    program = Program.parse(
        "program axpy<T>(a: T, x: T[n], y: T[n]) -> (r) { t = mul(a, x) r = add(t, y) }"
    )
    for dtype in (np.float32, np.float64, np.int16):
        x = np.arange(5).astype(dtype)
        result = program(2, x, y=x)
        assert result.dtype == dtype and np.array_equal(result, 3 * x)


def test_rank_0_results_are_numpy_scalars() -> None:
    program = Program.parse("program p(x: f64[n]) -> (r) { r = sum(x) }")
    result = program(np.arange(4.0))
    assert isinstance(result, np.float64) and result == 6


def test_one_program_many_sizes_and_broadcasting() -> None:
    program = Program.parse("program p(x, y) -> (r) { r = add(x, y) }")
    for shapes in (((3,), (3,)), ((4, 1), (1, 5)), ((2, 3), (3,)), ((), (7,)), ((0,), (1,))):
        x, y = np.ones(shapes[0]), np.full(shapes[1], 2.0)
        assert np.array_equal(program(x, y), x + y)
    with pytest.raises(frit.ShapeError):
        program(np.ones(3), np.ones(4))


def test_map_runs_a_scalar_program_over_arrays() -> None:
    program = Program.parse(
        "program f(x: f64, y: f64) -> (d, p) { d = sub(x, y) a = add(x, y) p = mul(a, d) }"
    )
    x, y = np.arange(6.0).reshape(2, 3), np.ones(3)
    d, p = program.map(x, y)
    assert np.array_equal(d, x - y) and np.array_equal(p, x * x - y * y)


def test_inside_a_fused_function() -> None:
    program = Program.parse("program p(a: f64, x: f64[n]) -> (r) { t = mul(a, x) r = neg(t) }")

    @frit.fuse
    def f(x: np.ndarray, a: float) -> object:
        return program(a, x * 2) + 1

    x = np.arange(4.0)
    for a in (1.0, 2.0, 3.0):
        assert np.array_equal(f(x, a), 1 - 2 * a * x)
    assert f.cache_info().replayed == 1


def test_threads_share_programs() -> None:
    program = Program.parse("program p(x) -> (r) { y = exp(x) r = log(y) }")
    failures: list[object] = []

    def work(seed: int) -> None:
        x = np.random.default_rng(seed).random(1000 + seed)
        for _ in range(20):
            if not np.allclose(program(x), x):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_modules_and_plans_hold_no_references(recwarn: pytest.WarningsRecorder) -> None:
    import sys

    from frit import _core

    module = _core.Module.parse(chain().text).infer()
    before = sys.getrefcount(module)
    for _ in range(10):
        plan = _core.Plan(module)
        assert plan.kernels and plan.report("json") and plan.cost([()] * 4)
        with pytest.raises(ValueError, match="4 inputs, but there are 1 shapes"):
            plan.cost([()])
        with pytest.raises(ValueError, match="input 0 has 0 axes"):
            plan.cost([(3,)] * 4)
        with pytest.raises(ValueError, match="is not one of"):
            plan.report("pdf")
    assert sys.getrefcount(module) == before
