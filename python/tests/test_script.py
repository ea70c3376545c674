"""frit.script: scripts from Python, and their values in both directions."""

import io
import os
import signal
import threading

import numpy as np
import pytest

import frit


def run(text, **inputs):
    return frit.script(text, output=io.StringIO(), **inputs)


# ---- from the script


def test_numbers_are_pythons():
    v = run("x = 3; y = 2.5; z = 3 + 4i; t = true; f = ~t;")
    assert v.x == 3.0 and type(v.x) is float
    assert (v.y, v.z, v.t, v.f) == (2.5, 3 + 4j, True, False)
    assert type(v.t) is bool


def test_other_classes_keep_theirs():
    v = run("a = int8(5); b = single(1.5); c = uint16([1 2 3]); d = int64(2)^53 + 1;")
    assert v.a.dtype == np.int8 and v.a == 5
    assert v.b.dtype == np.float32 and v.b == 1.5
    assert v.c.dtype == np.uint16 and v.c.tolist() == [[1, 2, 3]]
    assert v.d == 2**53 + 1


def test_matrices_have_the_same_rows():
    v = run("m = [1 2 3; 4 5 6]; e = []; r = 1:4; b = [1 2] > 1; c = [1+2i, 3];")
    assert v.m.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert v.e.shape == (0, 0)
    assert v.r.tolist() == [[1, 2, 3, 4]]
    assert v.b.dtype == bool and v.b.tolist() == [[False, True]]
    assert v.c.tolist() == [[1 + 2j, 3]]


def test_more_dimensions():
    v = run("a = reshape(1:24, 2, 3, 4); s = size(a);")
    assert v.a.shape == (2, 3, 4)
    assert v.a[1, 2, 3] == 24 and v.a[0, 0, 1] == 7


def test_text():
    v = run("a = 'abc'; b = \"x\\ty\"; c = ''; d = ['ab'; 'cd'];")
    assert (v.a, v.b, v.c, v.d) == ("abc", "x\ty", "", ["ab", "cd"])


def test_cells_and_structs():
    v = run("c = {1, 'two', {3}}; m = {1, 2; 3, 4}; s.a = 1; s.b.c = 'x'; t(2).k = 5; e = {};")
    assert v.c == [1.0, "two", [3.0]]
    assert v.m == [[1.0, 2.0], [3.0, 4.0]]
    assert v.s == {"a": 1.0, "b": {"c": "x"}}
    assert len(v.t) == 2 and v.t[1] == {"k": 5.0}
    assert v.e == []


def test_functions_are_their_text():
    assert run("k = 3; f = @(x) x + k;").f == "@(x) x + k"


def test_results_can_be_written_to():
    a = run("x = [1 2 3];").x
    a[0, 0] = 9
    assert a.tolist() == [[9, 2, 3]]


# ---- to the script


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i1", "i4", "u2", "?", "c16", "c8"])
def test_arrays_there_and_back(dtype, order):
    a = np.arange(24).reshape(2, 3, 4).astype(dtype, order=order)
    if a.dtype.kind == "c":  # without imaginary parts it would come back real
        a += 1j
    v = run("b = a; n = size(a); c = a(2, 3, 4);", a=a)
    assert v.b.dtype == a.dtype
    np.testing.assert_array_equal(v.b, a)
    assert v.n.tolist() == [[2, 3, 4]]
    assert v.c == a[1, 2, 3]


def test_slices_and_transposes():
    a = np.arange(12.0).reshape(3, 4)
    v = run("s = sum(a(:)); t = a';", a=a[:, ::2].T)
    assert v.s == a[:, ::2].sum()
    np.testing.assert_array_equal(v.t, a[:, ::2])


def test_one_dimension_is_a_row():
    v = run("n = size(a);", a=np.zeros(5))
    assert v.n.tolist() == [[1, 5]]


def test_frit_arrays():
    v = run("b = 2 * a;", a=frit.asarray([[1.0, 2.0], [3.0, 4.0]]))
    assert v.b.tolist() == [[2, 4], [6, 8]]


def test_pythons_values():
    v = run(
        "c = {class(i), class(f), class(b), class(s), class(l), class(d), class(z), class(m)};"
        "n = size(m); e = isempty(none);",
        i=3,
        f=2.5,
        b=True,
        s="text",
        l=[1, "a"],
        d={"k": 1},
        z=1 + 2j,
        m=[[1, 2], [3, 4], [5, 6]],
        none=None,
    )
    assert v.c == ["double", "double", "logical", "char", "cell", "struct", "double", "double"]
    assert v.n.tolist() == [[3, 2]]
    assert v.e is True


def test_strange_values_are_refused():
    with pytest.raises(frit.ArgumentError):
        run("x = a;", a=np.array(["2020-01-01"], dtype="M8[D]"))
    with pytest.raises(ValueError):
        run("x = 1;", **{"not a name": 3})


# ---- sessions


def test_a_session_is_a_mapping():
    s = run("a = 1; b = 2;")
    assert set(s) >= {"a", "b"} and len(s) >= 2
    s["c"] = [1.0, 2.0]
    assert s.run("d = sum(c) + a;").d == 4
    with pytest.raises(KeyError):
        s["nothing"]
    with pytest.raises(AttributeError):
        s.nothing  # noqa: B018
    assert "a" in dir(s) and "a" in repr(s)


def test_calls():
    s = run("function [s, d] = both(a, b), s = a + b; d = a - b; end")
    assert s.call("both", 5, 3) == 8
    assert s.call("both", 5, 3, outputs=2) == (8, 2)
    assert s.call("numel", np.zeros((3, 4))) == 12
    with pytest.raises(frit.ScriptError, match="undefined"):
        s.call("no_such_function")


def test_what_is_printed_goes_to_output(capsys):
    out = io.StringIO()
    frit.script("x = 3\nprintf('%d\\n', 4)", output=out)
    assert out.getvalue() == "x = 3\n4\n"
    frit.script("disp hello")
    assert capsys.readouterr().out == "hello\n"


def test_an_output_that_fails_ends_the_script():
    class Broken:
        def write(self, text):
            raise OSError("no")

    with pytest.raises(OSError, match="no"):
        frit.script("disp(1); while true, end", output=Broken())


def test_files(tmp_path):
    (tmp_path / "helper.m").write_text("function r = helper(x)\nr = x * 10;\n")
    path = tmp_path / "main.m"
    path.write_text("y = helper(4); a = argv();")
    assert frit.script(path).y == 40
    assert frit.script(str(path), arguments=["p", "q"]).a == ["p", "q"]
    with pytest.raises(FileNotFoundError):
        frit.script("there_is_no_such_file.m")


# ---- errors


def test_errors_in_the_text_are_all_told():
    with pytest.raises(frit.ScriptError) as e:
        run("x = 3 4\ny = )")
    assert "script:1:7: error: expected an operator" in str(e.value)
    assert "script:2:5: error: expected an expression" in str(e.value)


def test_a_statement_that_fails():
    s = run("a = 1;")
    with pytest.raises(frit.ScriptError, match="nonconformant") as e:
        s.run("b = 2;\nc = [1 2 3] + [1 2];\nd = 4;")
    assert "line 2" in str(e.value)
    assert s.b == 2 and "c" not in s and "d" not in s


def test_ctrl_c_stops_a_script():
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals go to the main thread")
    s = run("n = 0;")
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        s.run("while true, n = n + 1; end")
    timer.join()
    assert s.run("m = n + 1;").m > 1
