"""Programs that call the functions of a module: how they are built, printed, typed and written as source."""

from __future__ import annotations

import frit
import numpy as np
import pytest

m = frit.load_module(
    source="""
    int ft_add(int a, int b) { return a + b; }
    int ft_mul(int a, int b) { return a * b; }
    T gmul<T : IArithmetic>(T a, T b) { return a * b; }
    """
)
I = np.int32(2)
ADD, MUL = m.ft_add.program(I, I), m.ft_mul.program(I, I)


def joined() -> frit.Program:
    """(a + b) + c * d"""
    b = frit.ProgramBuilder("joined")
    w, x, y, z = (b.input(name) for name in "abcd")
    t1, t2 = b.call(ADD, w, x, names="t1"), b.call(MUL, y, z, names="t2")
    b.output(b.call(ADD, t1, t2), name="result")
    return b.build()


def test_an_empty_program() -> None:  # 1
    program = frit.ProgramBuilder("nothing").build()
    assert program.name == "nothing" and len(program) == 0
    assert program.inputs == program.outputs == program.variables == ()


def test_numbers_names_and_callees() -> None:  # 2-4, 6: independent ones that join
    program = joined()
    assert [v.number for v in program.variables] == list(range(7))
    assert [v.name for v in program.inputs] == list("abcd")
    assert [v.name for v in program.outputs] == ["result"]
    assert [v.name for v in program.variables[4:]] == ["t1", "t2", "result"]
    assert [(i.callee, i.inputs, i.outputs) for i in program] == [
        ("ft_add.call", (0, 1), (4,)),
        ("ft_mul.call", (2, 3), (5,)),
        ("ft_add.call", (4, 5), (6,)),
    ]


def test_the_dump() -> None:  # 5
    text = joined().infer().dump()
    assert "Inputs: v0:a:i32, v1:b:i32, v2:c:i32, v3:d:i32" in text
    assert "Outputs: v6:result:i32" in text
    assert "  v4:t1:i32" in text
    assert "2: call_sub ft_add.call(v4, v5) -> (v6)" in text


def test_one_two_and_three_in_a_row() -> None:  # 6
    for calls in (1, 2, 3):
        b = frit.ProgramBuilder("chain")
        first, other = b.input("x"), b.input("y")
        value = first
        for _ in range(calls):
            value = b.call(ADD, value, other)
        b.output(value)
        program = b.build()
        assert len(program) == calls and len(program.variables) == 2 + calls
        assert [i.inputs for i in program] == [(0 if k == 0 else k + 1, 1) for k in range(calls)]
        assert program(I, np.int32(5)) == 2 + 5 * calls


def test_a_sub_program_after_a_call() -> None:  # 4, 7
    inner = joined()
    b = frit.ProgramBuilder("outer")
    x = b.input("x")
    y = b.call(MUL, x, x)
    b.output(b.call(inner, y, x, y, x))
    program = b.build()
    assert [i.callee for i in program] == ["ft_mul.call", "joined"]
    assert set(program.programs) >= {"ft_add", "ft_mul", "joined", "outer"}
    assert program(np.int32(3)) == (9 + 3) + 9 * 3


def test_types() -> None:  # 8, 9, 12
    b = frit.ProgramBuilder("outer")
    x, y = b.input("x"), b.input("y")
    t = b.call(MUL, x, y)
    b.output(b.call(joined(), t, x, y, t))  # typed from a temporary
    program = b.build()
    assert not program.is_typed and {v.type for v in program.variables} == {""}
    typed = program.infer()
    assert typed.is_typed and {v.type for v in typed.variables} == {"i32"}
    assert typed.clear_types().infer() == typed
    assert program(np.int32(3), np.int32(4)) == (12 + 3) + 4 * 12


def test_a_generic_function_at_two_types_in_one_program() -> None:  # 10
    at_i32, at_f32 = m.gmul.program(I, I), m.gmul.program(np.float32(1), np.float32(1))
    b = frit.ProgramBuilder("both")
    i, x = b.input("i"), b.input("x")
    b.output(b.call(at_i32, i, i))
    b.output(b.call(at_f32, x, x))
    assert [v.type for v in b.build().infer().outputs] == ["i32", "f32"]


def test_an_input_of_which_nothing_is_known() -> None:  # 11
    b = frit.ProgramBuilder("lost")
    x, unknown = b.input("x"), b.input("nobody")
    b.output(b.call(ADD, x, x))
    b.output(unknown)
    with pytest.raises(frit.Error, match="nobody"):
        b.build().infer()


def test_source() -> None:  # 13, 14
    b = frit.ProgramBuilder("test_type_propagation", prelude="""
        extern ft_mul(a: i32, b: i32) -> (r: i32)
        extern ft_add(a: i32, b: i32) -> (r: i32)
    """)
    x, y, z = (b.input(name) for name in "xyz")
    b.output(b.call("ft_add", b.call("ft_mul", x, y), z))
    program = b.build()
    with pytest.raises(frit.Error, match="no type"):
        program.emit("slang")
    want = """int __func_test_type_propagation(int v0, int v1, int v2)
    {
        int v3,v4;
        v3 = ft_mul(v0, v1);
        v4 = ft_add(v3, v2);
        return v4;
    }"""
    assert want.split() == program.infer().emit("slang").split()
    # The functions themselves, and a name of one's own.
    whole = joined().infer().emit("slang", function_name="mine")
    assert "int mine(int v0, int v1, int v2, int v3)" in whole
    assert whole.count("ft_add") >= 3 and "ft_mul" in whole
