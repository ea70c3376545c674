"""What frit found on this machine, and the options in force."""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ContextDecorator
from typing import Any, Literal, NamedTuple, TypeAlias

from . import _core
from ._errors import ArgumentError, Error

__all__ = ["Config", "config", "get_threads", "options", "set_threads", "wait"]

Numerics: TypeAlias = Literal["strict", "contract", "fast"]
Compile: TypeAlias = Literal["auto", "wait", "require", "never", "never,strict", "off"]
POLICIES = _core.policies  # those that Compile lists: a test compares them


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
        """The instruction set that kernels use: "avx512", "avx2", "x86-64", "neon" or "portable"."""
        return str(_core.describe()["isa"])

    @property
    def blas(self) -> str | None:
        """The library that computes matrix products, or None: frit's own routine."""
        found = _core.describe()["blas"]
        return None if found is None else str(found)

    @property
    def llvm(self) -> str | None:
        """The version of the LLVM that compiles kernels, which is opened; None: there is none."""
        return _core.llvm()[0]

    @property
    def llvm_file(self) -> str | None:
        """The file of that LLVM, which need not be opened to know it; None: there is none."""
        return _core.llvm_file()

    @property
    def cuda(self) -> str | None:
        """The CUDA driver and its compiler; None: no GPU can be used, and frit.devices() says why."""
        found = (d for d in devices() if d.name.split(":")[0] == "cuda" and not d.refused)
        return next((d.driver for d in found), None)

    @property
    def cache_dir(self) -> str | None:
        """Where compiled kernels are kept; None: in memory alone."""
        found = _core.cache_info()["directory"]
        return None if found is None else str(found)

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
    def numerics(self) -> Numerics:
        """ "strict", "contract" or "fast"."""
        return _core.settings()["numerics"]  # type: ignore[no-any-return]

    @property
    def device(self) -> str:
        """Where fused functions run and new arrays lie: "cpu", "opencl:0"; see frit.device."""
        return str(_core.settings()["device"])

    @property
    def verify(self) -> bool:
        """Whether every plan also runs unfused, and both must give the same bits."""
        return bool(_core.settings()["verify"])

    @property
    def fusion(self) -> bool:
        """Whether steps are fused at all."""
        return bool(_core.settings()["fusion"])

    @property
    def as_written(self) -> bool:
        """Whether functions run as they are written where recording them is slower."""
        return _as_written

    @property
    def compile(self) -> Compile:
        """How kernels come to be compiled; see frit.options."""
        return _core.describe()["compile"]  # type: ignore[no-any-return]

    # ---- counted

    @property
    def memory(self) -> dict[str, int]:
        """Bytes of buffers: in use, kept for reuse, and the most there ever were."""
        found = _core.describe()
        return {name: int(found[f"memory_{name}"]) for name in ("used", "kept", "peak")}

    @property
    def counters(self) -> dict[str, int]:
        """Plans made for recorded work, how often one was found again, kernels run and by whom."""
        found = _core.describe()
        counted = {name: int(found[name]) for name in ("plans", "plan_hits", "kernels")}
        interpreted, contractions = int(found["interpreted"]), int(found["contractions"])
        counted["interpreted"] = interpreted
        counted["compiled"] = counted["kernels"] - interpreted - contractions
        return counted

    @property
    def transfers(self) -> dict[str, dict[str, int]]:
        """Of each device that is open: bytes copied to it ("in") and from it ("out") so far."""
        return _core.transfers()

    def _llvm_text(self) -> str:
        version, why = _core.llvm()
        if version is None:
            return f"none: kernels are interpreted ({why})"
        return f"{version} ({self.llvm_file})"

    def _cache_text(self) -> str:
        found = _core.cache_info()
        text = found["directory"] or "in memory alone"
        if found["missing"]:
            text += f"; {found['missing']} kernels were missing"
        if found["warnings"]:
            text += "; " + "; ".join(_core.cache_warnings())
        return str(text)

    def rows(self) -> list[tuple[str, str]]:
        """Everything as (name, text)."""
        used, kept = self.memory["used"], self.memory["kept"]
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return [
            ("frit", self.version),
            ("platform", self.platform),
            ("NumPy", self.numpy or "not installed"),
            ("device", self.device),
            ("instruction set", self.isa),
            ("threads", f"{self.threads} of {cores} cores"),
            ("BLAS", self.blas or "none found: frit's own matrix product is used"),
            ("LLVM", self._llvm_text()),
            ("compile", self.compile),
            ("CUDA", self.cuda or "none"),
            ("kernel cache", self._cache_text()),
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


def current_options() -> tuple[str, bool, bool, str]:
    """What plans depend on: (numerics, verify, fusion, device)."""
    settings = _core.settings()
    return settings["numerics"], settings["verify"], settings["fusion"], settings["device"]


def current_fallback() -> bool:
    """Whether a function may run as it is written where recording it is slower."""
    settings = _core.settings()
    return _as_written and settings["fusion"] and not settings["verify"] and settings["device"] == "cpu"


# ---- options in force

_OPTIONS = ("numerics", "verify", "fusion", "threads", "compile", "cache_dir", "device")


_PATIENCE = 30.0  # seconds to wait for work of other threads before options can change


class _Layers:
    """The options that are asked for at present, of all threads.

    Each `with frit.options(...)` is a layer. The newest layer that names an option decides it;
    where none does it is as it was before. Layers of several threads may end in any order.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._layers: list[dict[str, Any]] = []
        self._base: dict[str, Any] = {}  # options before the first layer that names them

    def enter(self, layer: dict[str, Any]) -> None:
        with self._lock:
            settings = _current()
            for name in layer:
                self._base.setdefault(name, settings[name])
            self._layers.append(layer)
            try:
                self._apply()
            except BaseException:
                self.leave(layer)
                raise

    def leave(self, layer: dict[str, Any]) -> None:
        with self._lock:
            self._layers = [other for other in self._layers if other is not layer]
            try:
                self._apply()
            except Error:  # of work that was still to run; it is gone now
                self._apply()
                raise
            for name in self._base.keys() - {name for other in self._layers for name in other}:
                del self._base[name]

    def set(self, name: str, value: Any) -> None:
        """Sets an option outright: until the innermost layer that names it ends, or for good."""
        with self._lock:
            for values in (*reversed(self._layers), self._base):
                if name in values:
                    values[name] = value
                    break
            _configure({name: value})

    def _apply(self) -> None:
        wanted = dict(self._base)
        for layer in self._layers:
            wanted |= layer
        settings = _current()
        changes = {n: value for n, value in wanted.items() if settings[n] != value}
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                _configure(changes)
                return
            except ArgumentError as error:  # other threads' work comes to an end
                if "while work runs" not in str(error) or time.monotonic() > end:
                    raise
            time.sleep(0.0005)

    def after_fork(self) -> None:
        """The lock may have been another thread's."""
        self._lock = threading.RLock()


_layers = _Layers()
_progress: Callable[[int, int], object] | None = None
_as_written = os.environ.get("FRIT_AS_WRITTEN", "1") != "0"
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_layers.after_fork)


def _current() -> dict[str, Any]:
    settings = _core.settings()
    own = {"progress": _progress, "as_written": _as_written}
    return own | {name: settings[name] for name in _OPTIONS}


def _configure(wanted: dict[str, Any]) -> None:
    """Changes options. Fused functions hear of it."""
    global _progress, _as_written
    if "progress" in wanted:
        _progress = wanted["progress"]
        _core.set_progress(_progress)
    _as_written = wanted.get("as_written", _as_written)
    others = {name: wanted[name] for name in wanted if name in _OPTIONS}
    if others:
        _core.configure(**others)
    if others or "as_written" in wanted:
        _core.set_fused_options(current_options())


def policy_of(compile: object) -> str | None:
    """A policy as the library names it; None: nothing was said."""
    if isinstance(compile, bool):
        return "wait" if compile else "off"
    if compile is None or (isinstance(compile, str) and compile in POLICIES):
        return compile
    raise ArgumentError(f"compile is one of {', '.join(map(repr, POLICIES))}, not {compile!r}")


def _check_threads(count: object) -> None:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"the number of threads is an int or None, not {count!r}")
    if not 1 <= count <= 4096:
        raise ArgumentError(f"the number of threads is between 1 and 4096, not {count}")


def set_threads(count: int | None) -> int:
    """Sets how many threads run kernels (None: as many as cores); returns the number before.

    Inside `with frit.options(threads=...)` it holds until the end of the block.

    >>> before = set_threads(1)
    >>> get_threads()
    1
    >>> set_threads(before)
    1
    """
    before = get_threads()
    if count is not None:
        _check_threads(count)
    _layers.set("threads", count or 0)
    return before


def get_threads() -> int:
    """How many threads run kernels, the calling one among them."""
    return config.threads


def wait() -> None:
    """Waits until no kernel is being compiled in the background: for measuring.

    >>> wait()
    """
    _core.wait()


class options(ContextDecorator):
    """Options for a while: `with frit.options(numerics="fast"): ...`.

    They hold for the whole process, so for all threads. Where several threads have asked for
    different options at once, the newest that has not ended decides; when all have ended everything
    is as it was before.

    - `numerics`: "strict" (every step as written), "contract" (a*b+c may be rounded once) or "fast"
      (real-number algebra; NaN, infinities and signed zeros may get lost).
    - `fusion=False`: every step is a kernel of its own.
    - `verify=True`: every plan also runs unfused, and both must give the same bits.
    - `threads`: how many threads run kernels.
    - `progress`: True for a progress bar (tqdm where installed), or a function of (done, total);
      False for none.
    - `compile`: "auto" (a kernel is compiled in the background once interpreting it has taken so
      long that this pays), "wait" (before it first runs), "require" (the same, and it is an error
      if it cannot be), "never" (what was compiled before is used, the rest is interpreted, with a
      warning that names it), "never,strict" (the rest is an error), "off" (everything is
      interpreted). True is "wait", False is "off".
    - `as_written=False`: a fused function that cannot be replayed always runs recorded. Else frit measures, and
      calls the function itself where that is faster; its results may then differ in the last bits, as NumPy's do.
    - `cache_dir`: where compiled kernels are kept; "": in memory alone.
    - `device`: where fused functions run and new arrays lie: "cpu", or a name of `frit.devices()`. See `frit.device`.

    >>> with options(numerics="fast", threads=1):
    ...     config.numerics, config.threads
    ('fast', 1)
    >>> config.numerics
    'strict'
    """

    def __init__(
        self,
        *,
        numerics: Numerics | None = None,
        verify: bool | None = None,
        fusion: bool | None = None,
        threads: int | None = None,
        compile: Compile | bool | None = None,
        as_written: bool | None = None,
        cache_dir: str | os.PathLike[str] | None = None,
        device: str | None = None,
        progress: bool | Callable[[int, int], object] | None = None,
    ) -> None:
        if numerics not in (None, "strict", "contract", "fast"):
            raise ArgumentError(f"numerics is 'strict', 'contract' or 'fast', not {numerics!r}")
        if not (device is None or isinstance(device, str)):
            raise TypeError(f"a device is named by a str, such as 'opencl:0', not {device!r}")
        if threads is not None:
            _check_threads(threads)
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f"progress is a bool or a function of (done, total), not {progress!r}")
        wanted = {
            "numerics": numerics,
            "verify": None if verify is None else bool(verify),
            "fusion": None if fusion is None else bool(fusion),
            "threads": threads,
            "compile": policy_of(compile),
            "as_written": None if as_written is None else bool(as_written),
            "cache_dir": None if cache_dir is None else os.fspath(cache_dir),
            "device": None if device is None else _full_name(device),
        }
        self._wanted = {name: value for name, value in wanted.items() if value is not None}
        self._progress = progress
        self._entered: list[dict[str, Any]] = []

    def __enter__(self) -> options:
        layer: dict[str, Any] = dict(self._wanted)
        if self._progress is not None:
            layer["progress"] = _Bar() if self._progress is True else self._progress or None
        _layers.enter(layer)
        self._entered.append(layer)
        return self

    def __exit__(self, *exception: object) -> None:
        if not self._entered:
            raise RuntimeError("these options are not in force: nothing to leave")
        _layers.leave(self._entered.pop())


# ---- devices


def _full_name(device: str) -> str:
    return device if device == "cpu" or ":" in device else f"{device}:0"


class device(options):
    """New arrays lie on a device, and fused functions run there: `with frit.device("opencl"): ...`; "opencl:1" is the second.

    Arrays that are there already stay where they are, and steps on them run there. Fused functions are given NumPy's
    arrays as ever, and give such back: what a call reads is copied to the device, and its results are copied from it.
    Strict results are the CPU's, bit for bit. It holds for the whole process, like every option.

    >>> with device("cpu"):
    ...     config.device
    'cpu'
    """

    def __init__(self, name: str, /) -> None:
        super().__init__(device=name)


class DeviceInfo(NamedTuple):
    """What is known of a device that nobody has opened."""

    name: str
    """As frit.device takes it: "cpu", "opencl:0"."""
    title: str
    """Its maker's word for it; "" where there is none of its kind."""
    driver: str
    units: int
    """That compute at the same time: cores of a CPU."""
    memory: int
    """Bytes; 0 where that is not known."""
    refused: str
    """Why it cannot be used; "" where it can."""


def devices() -> list[DeviceInfo]:
    """The devices of this machine, the CPU first. A kind of which there is none has a row that says why.

    >>> devices()[0].name
    'cpu'
    """
    return [DeviceInfo(*row) for row in _core.devices()]


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
