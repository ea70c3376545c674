"""Prints what a build for this interpreter needs, as a list of CMake: the folder of Python's
headers, the folder of NumPy's, the ending of an extension module's name. Or says what is missing,
and fails."""

import importlib.util
import os
import sys
import sysconfig

OLDEST = (3, 11)


def fail(why: str) -> None:
    sys.exit(f"{sys.executable}: {why}")


def main() -> None:
    if sys.version_info < OLDEST or sys.implementation.name != "cpython":
        fail("it must be CPython {}.{} or newer".format(*OLDEST))
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        fail("its headers are missing (Debian: python3-dev)")
    if importlib.util.find_spec("numpy") is None:
        fail("NumPy is missing (pip install numpy)")
    import numpy

    if int(numpy.__version__.split(".")[0]) < 2:
        fail(f"NumPy {numpy.__version__} is too old to build with: 2 or newer")
    print(include, numpy.get_include(), sysconfig.get_config_var("EXT_SUFFIX"), sep=";")


main()
