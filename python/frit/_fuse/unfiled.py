"""Sources that are in no file: of `python -c`, of `python < file`, of text given to exec.

linecache does not have them (before Python 3.13, nor those of exec at all). Where a text is found
that may be a function's, its code is compared with the function's own, so that a wrong guess is
never taken for it.
"""

from __future__ import annotations

import collections
import os
import stat
import sys
import textwrap
import types
from collections.abc import Callable, Iterator

IsSource = Callable[[list[str], types.CodeType], bool]

_MOST_FRAMES = 6
_LONGEST = 1 << 20  # characters of a text that is looked at

_texts: collections.deque[list[str]] = collections.deque(maxlen=64)
"""Texts that were executed and hold fused functions, the latest first."""

_main: dict[str, list[str]] = {}
"""The program itself, by the name its code has."""


def unfiled_lines(function: types.FunctionType, is_source: IsSource) -> list[str]:
    """The lines of a text that has the function; none where there is none."""
    code = function.__code__
    if not code.co_filename.startswith("<"):
        return []
    for lines in [_main_lines(function), *_texts]:
        if lines and is_source(lines, code):
            return lines
    return []


def note_executed(function: types.FunctionType, is_source: IsSource) -> None:
    """Looks for the text of a function among the strings of those who may have executed it."""
    if not function.__code__.co_filename.startswith("<") or unfiled_lines(function, is_source):
        return
    for text in _strings_around():
        lines = text.splitlines(True)
        if function.__name__ in text and is_source(lines, function.__code__):
            _texts.appendleft(lines)
            return


def _strings_around() -> Iterator[str]:
    """Strings in the variables and the code of the frames around, the innermost first."""
    frame: types.FrameType | None = sys._getframe(2)
    for _ in range(_MOST_FRAMES):
        if frame is None:
            return
        if frame.f_globals.get("__name__", "").split(".")[0] != "frit":
            for value in [*frame.f_locals.values(), *frame.f_code.co_consts]:
                if type(value) is str and 8 < len(value) < _LONGEST:
                    yield value
        frame = frame.f_back


def _main_lines(function: types.FunctionType) -> list[str]:
    file = function.__code__.co_filename
    if function.__module__ != "__main__" or file not in ("<string>", "<stdin>"):
        return []
    if file not in _main:
        try:
            text = _command_text() if file == "<string>" else _input_text()
        except (OSError, ValueError):
            text = ""
        _main[file] = text.splitlines(True)
    return _main[file]


def _command_text() -> str:
    """What stands behind -c in the command line."""
    words = iter(sys.orig_argv[1:])
    for word in words:
        if not word.startswith("-"):
            break
        letters = "" if word.startswith("--") else word[1:]
        if word == "--check-hash-based-pycs":
            next(words, "")
        for at, letter in enumerate(letters, 1):
            value = letters[at:]  # of an option that takes one: the rest, or the next word
            if letter == "c":
                text = value or next(words, "")
                return textwrap.dedent(text) if sys.version_info >= (3, 14) else text
            if letter in "WXm":
                value or next(words, "")
                break
    return ""


def _input_text() -> str:
    status = os.fstat(0)
    if not stat.S_ISREG(status.st_mode):
        return ""
    return os.pread(0, status.st_size, 0).decode()
