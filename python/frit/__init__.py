"""frit fuses array programs: small steps are recorded, and run together as few kernels.

>>> import frit
>>> x = frit.linspace(0.0, 1.0, 5)
>>> float(frit.sum(2 * x + 1))      # one kernel
10.0
"""

from __future__ import annotations

import atexit as _atexit
import importlib as _importlib
import math as _math
import typing as _typing

from . import _core, _errors

_core.set_errors(_errors)

from . import _index  # noqa: E402
from ._array import Array as Array  # noqa: E402
from ._activations import *  # noqa: E402, F403
from ._choosing import *  # noqa: E402, F403
from ._composed import *  # noqa: E402, F403
from ._creation import *  # noqa: E402, F403
from ._dtypes import *  # noqa: E402, F403
from ._elementwise import *  # noqa: E402, F403
from ._errors import *  # noqa: E402, F403
from ._grids import *  # noqa: E402, F403
from ._index import *  # noqa: E402, F403
from ._inspection import __array_namespace_info__ as __array_namespace_info__  # noqa: E402
from ._joining import *  # noqa: E402, F403
from ._linalg import *  # noqa: E402, F403
from ._manipulation import *  # noqa: E402, F403
from ._reductions import *  # noqa: E402, F403
from ._scans import *  # noqa: E402, F403
from ._searching import *  # noqa: E402, F403
from ._statistics import *  # noqa: E402, F403

_core.set_array_type(Array)
_core.set_index_functions(_index.get_item, _index.set_item)
_atexit.register(_core.stop_compiling)  # LLVM must not be at work while the process ends

__version__: str = _core.version
API_VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")
__array_api_version__ = "2025.12"

e = _math.e
inf = _math.inf
nan = _math.nan
pi = _math.pi
newaxis = None

# What is imported when it is first used: name -> module.
_LATER = {
    "AxisError": "_errors",
    "CacheInfo": "_fused_types",
    "Explanation": "_explain",
    "Fused": "_fused_types",
    "Instruction": "_program",
    "SlangModule": "_slang",
    "Op": "_program",
    "Program": "_program",
    "ProgramBuilder": "_builder",
    "Signature": "_signature",
    "Variable": "_program",
    "analyse": "_analysis",
    "call_id": "_slang_values",
    "cond": "_control",
    "config": "_config",
    "evaluate": "_evaluate",
    "explain": "_explain",
    "fori_loop": "_control",
    "fuse": "_fuse",
    "get_threads": "_config",
    "grid": "_slang_values",
    "load_module": "_slang",
    "ops": "_program",
    "options": "_config",
    "rand_float": "_slang_values",
    "rand_normal": "_slang_values",
    "range": "_control",
    "re_evaluate": "_evaluate",
    "sampler": "_slang_values",
    "set_threads": "_config",
    "thread_id": "_slang_values",
    "validate": "_evaluate",
    "vcast": "_slang_values",
    "vdim": "_slang_values",
    "vmap": "_slang_values",
    "vmapping": "_slang_values",
    "wait": "_config",
    "wang_hash": "_slang_values",
    "while_loop": "_control",
}
_MODULES = ("cache", "linalg", "numexpr", "random")

if _typing.TYPE_CHECKING:
    from . import cache as cache
    from . import linalg as linalg
    from . import numexpr as numexpr
    from . import random as random
    from ._analysis import analyse as analyse
    from ._builder import ProgramBuilder as ProgramBuilder
    from ._config import config as config
    from ._config import get_threads as get_threads
    from ._config import options as options
    from ._config import set_threads as set_threads
    from ._config import wait as wait
    from ._control import cond as cond
    from ._control import fori_loop as fori_loop
    from ._control import range as range
    from ._control import while_loop as while_loop
    from ._errors import AxisError as AxisError
    from ._evaluate import evaluate as evaluate
    from ._evaluate import re_evaluate as re_evaluate
    from ._evaluate import validate as validate
    from ._explain import Explanation as Explanation
    from ._explain import explain as explain
    from ._fuse import fuse as fuse
    from ._fused_types import CacheInfo as CacheInfo
    from ._fused_types import Fused as Fused
    from ._slang import SlangModule as SlangModule
    from ._slang import load_module as load_module
    from ._slang_values import call_id as call_id
    from ._slang_values import grid as grid
    from ._slang_values import rand_float as rand_float
    from ._slang_values import rand_normal as rand_normal
    from ._slang_values import sampler as sampler
    from ._slang_values import thread_id as thread_id
    from ._slang_values import vcast as vcast
    from ._slang_values import vdim as vdim
    from ._slang_values import vmap as vmap
    from ._slang_values import vmapping as vmapping
    from ._slang_values import wang_hash as wang_hash
    from ._program import Instruction as Instruction
    from ._program import Op as Op
    from ._program import Program as Program
    from ._program import Variable as Variable
    from ._program import ops as ops
    from ._signature import Signature as Signature


if not _typing.TYPE_CHECKING:  # a checker would take every name for one of frit's

    def __getattr__(name: str) -> _typing.Any:
        if name in _MODULES:
            return _importlib.import_module(f".{name}", __name__)
        if name not in _LATER:
            raise AttributeError(f"module 'frit' has no attribute {name!r}")
        value = getattr(_importlib.import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value


del annotations  # of the __future__ import; not a name of frit's


def __dir__() -> list[str]:
    return sorted({*(n for n in globals() if n[0] != "_"), *_LATER, *_MODULES, "__version__"})


def flush() -> None:
    """Runs everything recorded so far. Nobody needs it for results; it is for measuring.

    >>> frit.flush()
    """
    _core.flush()
