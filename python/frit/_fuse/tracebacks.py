"""Tracebacks of exceptions that leave a fused function: the user's lines, and none of frit's."""

from __future__ import annotations

import types


def _is_own(frame: types.FrameType) -> bool:
    name = frame.f_globals.get("__name__", "")
    return name == "frit" or (isinstance(name, str) and name.startswith("frit."))


def _without_own(traceback: types.TracebackType | None) -> types.TracebackType | None:
    kept: list[types.TracebackType] = []
    while traceback is not None:
        if not _is_own(traceback.tb_frame):
            kept.append(traceback)
        traceback = traceback.tb_next
    for this, following in zip(kept, [*kept[1:], None]):
        this.tb_next = following
    return kept[0] if kept else None


def hide_own_frames(error: BaseException) -> None:
    """Takes frit's frames out of the traceback, and exceptions that only frit met."""
    seen: set[int] = set()
    outer: BaseException | None = None
    this: BaseException | None = error
    while this is not None and id(this) not in seen:
        seen.add(id(this))
        following = this.__context__
        this.__traceback__ = _without_own(this.__traceback__)
        if outer is not None and this.__traceback__ is None and outer.__cause__ is None:
            outer.__context__ = following  # a step that frit tried first
        else:
            outer = this
        this = following
