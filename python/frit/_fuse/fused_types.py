"""What a fused function is, for those who write down types."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from .signature import Signature

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R", covariant=True)


@dataclasses.dataclass(frozen=True)
class CacheInfo:
    """What a fused function has kept, and how calls were answered."""

    hits: int
    misses: int
    entries: int
    maxsize: int
    replayed: int
    recorded: int


class Fused(Protocol[P, R]):
    """What `frit.fuse` makes of a function with the parameters P and the result R."""

    __name__: str
    __qualname__: str

    @property
    def __wrapped__(self) -> Callable[P, R]:
        """The function itself."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def cache_info(self) -> CacheInfo:
        """How many calls the kept traces answered, and how many there are."""

    def clear_cache(self) -> None:
        """Forgets every trace."""

    def declare(self, *parameters: Any, **named: Any) -> Fused[P, R]:
        """The function with mappings or types of its parameters said in advance."""

    def signature(self, *args: P.args, **kwargs: P.kwargs) -> Signature:
        """What the function sees of these arguments."""

    @overload
    def __get__(self, instance: None, owner: type, /) -> Fused[P, R]: ...

    @overload
    def __get__(
        self: Fused[Concatenate[Any, Q], R], instance: object, owner: type | None = None, /
    ) -> Callable[Q, R]: ...

    def __get__(self, instance: Any, owner: Any = None, /) -> Any:
        """A method, where it stands in a class."""
