"""`with` in recorded runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .recorded import RecordedRun


class Manager:
    """A context manager around which everything recorded has happened."""

    def __init__(self, run: RecordedRun, manager: Any):
        self.run = run
        self.manager = manager

    def __enter__(self) -> Any:
        return self.run.foreign(type(self.manager).__enter__, (self.manager,))

    def __exit__(self, *details: Any) -> Any:
        try:
            self.run.settle()
        except Exception as error:
            if details[0] is None:
                details = (type(error), error, error.__traceback__)
                if self.run.foreign(type(self.manager).__exit__, (self.manager, *details)):
                    return True
                raise
        return self.run.foreign(type(self.manager).__exit__, (self.manager, *details))
