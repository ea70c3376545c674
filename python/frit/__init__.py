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

from ._array import index as _index  # noqa: E402
from ._array import registry as _registry  # noqa: E402
from ._array.array import Array as Array  # noqa: E402
from ._errors import *  # noqa: E402, F403
from ._array.inspection import __array_namespace_info__ as __array_namespace_info__  # noqa: E402

globals().update(_registry.namespace(Array))
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

# What is imported when it is first used, by modules.
_MODULES = ("cache", "fft", "linalg", "numexpr", "random")
_LATER = {
    name: module
    for module, names in {
        "_fuse.analysis": "analyse",
        "_program.builder": "ProgramBuilder",
        "_config": "DeviceInfo config device devices get_threads options set_threads wait",
        "_fuse.control": "cond fori fori_loop range while_loop",
        "_fuse.scan": "scan",
        "_errors": "AxisError",
        "_evaluate.evaluate": "evaluate re_evaluate validate",
        "_explain.explain": "Explanation explain",
        "_export": "Exported export",
        "_fuse.fuse": "fuse",
        "_fuse.fused_types": "CacheInfo Fused",
        "_profile.profile": "Profile profile",
        "_program.program": "Instruction Op Program Variable ops",
        "_scale.blocks": "blocks",
        "_scale.stream": "stream",
        "_script": "Script script",
        "_fuse.signature": "Signature",
        "_slang.module": "SlangModule load_module",
        "_slang.values": "call_id grid rand_float rand_normal sampler thread_id vcast vdim vmap vmapping wang_hash",
    }.items()
    for name in names.split()
}

if _typing.TYPE_CHECKING:
    from ._namespace import *  # written by scripts/update-namespace.py


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
