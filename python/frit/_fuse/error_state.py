"""NumPy's settings for floating-point errors (numpy.errstate), as fused functions respect them.

Kernels give no warnings and raise nothing. So where anything but "ignore" or "warn" is asked for,
a function runs as it is written.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

_QUIET = ("ignore", "warn")
_getter: Callable[[], Any] | None = None
_quiet: Any = None  # the settings that were last found to be quiet


def settings_getter() -> Callable[[], Any]:
    """A function that gives NumPy's settings now: another object after every change."""
    global _getter
    if _getter is None:
        import numpy

        umath: Any = sys.modules.get("numpy._core.umath")
        variable = getattr(umath, "_extobj_contextvar", None)
        older: Any = getattr(numpy, "geterrobj", None)  # before NumPy 2
        if variable is not None:
            _getter = variable.get
        elif older is not None:
            _getter = lambda: tuple(older())  # noqa: E731
        else:
            _getter = lambda: tuple(numpy.geterr().items())  # noqa: E731
    return _getter


def is_quiet() -> bool:
    """Whether floating-point errors are at most warned of."""
    global _quiet
    settings = settings_getter()()
    if settings is _quiet:
        return True
    import numpy

    if any(how not in _QUIET for how in numpy.geterr().values()):
        return False
    _quiet = settings
    return True
