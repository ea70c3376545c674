"""The command `frit` of an installed package: runs the program that came with it."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Becomes the command; with the LLVM of frit-llvm where that is installed and nobody named another."""
    program = Path(__file__).parent / "bin" / "frit"
    if not program.exists():
        sys.exit("frit: the command did not come with this package; in a built tree it is build/frit")
    if "FRIT_LLVM" not in os.environ:
        try:
            os.environ["FRIT_LLVM"] = import_module("frit_llvm").library()
        except ImportError:
            pass
    os.execv(program, ["frit", *sys.argv[1:]])


if __name__ == "__main__":
    main()
