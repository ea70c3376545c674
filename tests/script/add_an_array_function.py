#!/usr/bin/env python3
"""docs/add-an-array-function.md is true: its functions and rows, put into a copy of the package, work."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

src = pathlib.Path(os.environ["FRIT_SRC"])
built = pathlib.Path(os.environ["FRIT_BUILD"]) / "python" / "frit"
if os.environ.get("FRIT_SANITIZE"):
    print("a module built with sanitizers does not load into a plain Python")
    sys.exit(77)
if not any(built.glob("_core.*.so")):
    print("the Python extension is not built")
    sys.exit(77)
doc = (src / "docs/add-an-array-function.md").read_text()
functions = re.findall(r"```python\n# python/frit/(\S+)\n(.*?)```", doc, re.S)
rows = re.findall(r"```\n(\S+): (.*?)\n```", doc)
assert len(functions) == len(rows) == 2, "the document should show two functions and their rows"

copy = pathlib.Path("package/frit").absolute()
shutil.copytree(built, copy)  # links become files
for path, code in functions:
    file = copy / path
    file.write_text(file.read_text().rstrip() + "\n\n\n" + code)
registry = copy / "_array/registry.py"
for place, row in rows:
    text = registry.read_text()
    assert f'"{place}": """\n' in text, f"the registry has no table of {place}"
    registry.write_text(text.replace(f'"{place}": """\n', f'"{place}": """\n    {row}\n'))

(copy.parent / "uses.py").write_text('''
import doctest
import numpy as np
import frit

assert frit.__file__ == FILE, frit.__file__
assert frit.clz([1, 255]).tolist() == [63, 56]
assert frit.evaluate("clz(a)", {"a": np.array([1, 255])}).tolist() == [63, 56]
x = np.array([1.0, np.nan, 2.0])
assert frit.nancumsum(x).tolist() == [1.0, 1.0, 3.0]
found = np.nancumsum(frit.asarray(x))
assert isinstance(found, frit.Array) and found.tolist() == [1.0, 1.0, 3.0], found
for function in (frit.clz, frit.nancumsum):
    for case in doctest.DocTestFinder().find(function, module=False, globs={"frit": frit}):
        assert case.examples and doctest.DocTestRunner().run(case).failed == 0

@frit.fuse
def f(x):
    return np.nancumsum(x) * 2

assert f(x).tolist() == f(x).tolist() == [2.0, 2.0, 6.0]
assert frit.explain(f, x).mode == "replayed", frit.explain(f, x)
'''.replace("FILE", repr(str(copy / "__init__.py"))))
environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
subprocess.run([sys.executable, copy.parent / "uses.py"], check=True, env=environment)

# A function without a row, and a row without a function, are found.
tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", src / "python/tests/test_functions.py"]
check = [*tests, "-k", "every_row or an_example or type_checkers"]
made = subprocess.run(check, env=environment, capture_output=True, text=True)
assert "behind the registry" in made.stdout and "1 failed" in made.stdout, made.stdout
registry.write_text(re.sub(r"\n    nancumsum \|.*", "", registry.read_text()))
made = subprocess.run(check, env=environment, capture_output=True, text=True)
assert "nancumsum has no row" in made.stdout, made.stdout
table = '"_array.scans": """\n'
registry.write_text(registry.read_text().replace(table, table + "    nansums | | | | |\n"))
made = subprocess.run([sys.executable, "-c", "import frit"], env=environment, capture_output=True, text=True)
assert made.returncode and "'frit._array.scans' has no attribute 'nansums'" in made.stderr, made.stderr
print("both functions of the document work")
