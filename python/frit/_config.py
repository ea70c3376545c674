"""What frit found on this machine, and the options in force."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any

from . import _core

__all__ = ["Config", "config", "get_threads", "options", "set_threads"]


class Config:
    """What was found, and what is set. Printing it shows everything.

    >>> config.version.count(".")
    2
    >>> config.numerics
    'strict'
    """

    # ---- found

    @property
    def version(self) -> str:
        """The version of the library."""
        return str(_core.version)

    @property
    def isa(self) -> str:
        """The instruction set that kernels use: "avx512", "avx2", "x86-64" or "portable"."""
        return str(_core.describe()["isa"])

    @property
    def blas(self) -> str | None:
        """The library that computes matrix products, or None: frit's own routine."""
        found = _core.describe()["blas"]
        return None if found is None else str(found)

    @property
    def llvm(self) -> str | None:
        """The LLVM library; None: compiled kernels are not built in."""
        return None

    @property
    def cuda(self) -> str | None:
        """The CUDA driver; None: GPUs are not built in."""
        return None

    @property
    def cache_dir(self) -> str | None:
        """Where compiled kernels are kept; None: nothing is compiled, so nothing is kept."""
        return None

    @property
    def numpy(self) -> str | None:
        """The version of NumPy, or None where it is not installed."""
        from importlib import metadata

        try:
            return metadata.version("numpy")
        except metadata.PackageNotFoundError:
            return None

    @property
    def platform(self) -> str:
        return f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"

    # ---- set

    @property
    def threads(self) -> int:
        """Threads that run kernels, the calling one among them."""
        return int(_core.describe()["threads"])

    @threads.setter
    def threads(self, count: int) -> None:
        set_threads(count)

    @property
    def numerics(self) -> str:
        """ "strict", "contract" or "fast"."""
        return str(_core.settings()["numerics"])

    @property
    def verify(self) -> bool:
        """Whether every plan also runs unfused, and both must give the same bits."""
        return bool(_core.settings()["verify"])

    @property
    def fusion(self) -> bool:
        """Whether steps are fused at all."""
        return bool(_core.settings()["fusion"])

    # ---- counted

    @property
    def memory(self) -> dict[str, int]:
        """Bytes of buffers: in use, kept for reuse, and the most there ever were."""
        found = _core.describe()
        return {name: int(found[f"memory_{name}"]) for name in ("used", "kept", "peak")}

    @property
    def counters(self) -> dict[str, int]:
        """Plans made for recorded work, how often one was found again, kernels run."""
        found = _core.describe()
        return {name: int(found[name]) for name in ("plans", "plan_hits", "kernels")}

    def rows(self) -> list[tuple[str, str]]:
        """Everything as (name, text)."""
        used, kept = self.memory["used"], self.memory["kept"]
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return [
            ("frit", self.version),
            ("platform", self.platform),
            ("NumPy", self.numpy or "not installed"),
            ("instruction set", self.isa),
            ("threads", f"{self.threads} of {cores} cores"),
            ("BLAS", self.blas or "none found: frit's own matrix product is used"),
            ("LLVM", self.llvm or "not built in: kernels are interpreted"),
            ("CUDA", self.cuda or "not built in"),
            ("kernel cache", self.cache_dir or "none: nothing is compiled"),
            ("numerics", self.numerics),
            ("fusion", "on" if self.fusion else "off"),
            ("verify", "on" if self.verify else "off"),
            ("memory", f"{used:,} bytes in use, {kept:,} kept for reuse"),
        ]

    def __str__(self) -> str:
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {text}" for name, text in rows)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from html import escape

        cells = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th>"
            f"<td style='text-align:left'>{escape(text)}</td></tr>"
            for name, text in self.rows()
        )
        return f"<table>{cells}</table>"


config = Config()


def current_options() -> tuple[str, bool, bool]:
    """What plans depend on: (numerics, verify, fusion)."""
    settings = _core.settings()
    return settings["numerics"], settings["verify"], settings["fusion"]


def _configure(**wanted: Any) -> dict[str, Any]:
    """Changes options; returns those before. Fused functions hear of it."""
    before: dict[str, Any] = _core.configure(**wanted)
    _core.set_fused_options(current_options())
    return before


def set_threads(count: int | None) -> int:
    """Sets how many threads run kernels (None: as many as cores); returns the number before.

    >>> before = set_threads(1)
    >>> get_threads()
    1
    >>> set_threads(before)
    1
    """
    before = get_threads()
    if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
        raise TypeError(f"the number of threads is an int or None, not {count!r}")
    if count is not None and not 1 <= count <= 4096:
        raise ValueError(f"the number of threads is between 1 and 4096, not {count}")
    _configure(threads=count or 0)
    return before


def get_threads() -> int:
    """How many threads run kernels, the calling one among them."""
    return config.threads


class options(ContextDecorator):
    """Options for a while: `with frit.options(numerics="fast"): ...`. They hold for all threads.

    - `numerics`: "strict" (every step as written), "contract" (a*b+c may be rounded once) or "fast"
      (real-number algebra; NaN, infinities and signed zeros may get lost).
    - `fusion=False`: every step is a kernel of its own.
    - `verify=True`: every plan also runs unfused, and both must give the same bits.
    - `threads`: how many threads run kernels.
    - `progress`: True for a progress bar (tqdm where installed), or a function of (done, total).
    - `compile=False`: forbids compiling; kernels are interpreted, so this always holds so far.
    - `device`: "cpu" is the only one so far.

    >>> with options(numerics="fast", threads=1):
    ...     config.numerics, config.threads
    ('fast', 1)
    >>> config.numerics
    'strict'
    """

    def __init__(
        self,
        *,
        numerics: str | None = None,
        verify: bool | None = None,
        fusion: bool | None = None,
        threads: int | None = None,
        compile: bool | None = None,
        device: str | None = None,
        progress: bool | Callable[[int, int], object] | None = None,
    ) -> None:
        if numerics not in (None, "strict", "contract", "fast"):
            raise ValueError(f"numerics is 'strict', 'contract' or 'fast', not {numerics!r}")
        if device not in (None, "cpu"):
            raise ValueError(f"there is no device {device!r}: 'cpu' is the only one so far")
        if compile:
            raise ValueError("compile=True is not possible yet: kernels are interpreted")
        wanted = {"numerics": numerics, "verify": verify, "fusion": fusion, "threads": threads}
        self._wanted = {name: value for name, value in wanted.items() if value is not None}
        self._progress = progress
        self._before: list[tuple[dict[str, Any], Any]] = []

    def __enter__(self) -> options:
        before = _configure(**self._wanted)
        shown = None
        if self._progress is not None:
            function = _Bar() if self._progress is True else self._progress or None
            shown = (_core.set_progress(function),)
        self._before.append((before, shown))
        return self

    def __exit__(self, *exception: object) -> None:
        before, shown = self._before.pop()
        try:
            _configure(**{name: before[name] for name in self._wanted})
        finally:
            if shown is not None:
                _core.set_progress(shown[0])


class _Bar:
    """A progress bar for kernels that take long: tqdm where it is installed, else a plain line."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._total = 0

    def __call__(self, done: int, total: int) -> None:
        if self._bar is None or total != self._total:
            self._close()
            self._bar, self._total = _new_bar(total), total
        self._bar.n = done
        self._bar.refresh()
        if done >= total:
            self._close()

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        self._bar = None


def _new_bar(total: int) -> Any:
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return _PlainBar(total)
    return tqdm(total=total, desc="frit", unit="piece", leave=False)


class _PlainBar:
    def __init__(self, total: int) -> None:
        self.n = 0
        self._total = max(total, 1)

    def refresh(self) -> None:
        sys.stderr.write(f"\rfrit: {100 * self.n // self._total:3d} %")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + " " * 12 + "\r")
        sys.stderr.flush()
