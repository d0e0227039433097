"""A dictionary whose values are made when somebody looks at them; its keys are known at once.

Most who are asked a question want to know what they may answer, and no more: a bot, a replay. So the words,
subjects and stakes of an option are made only for those who read them.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

__all__ = ["Later"]

V = TypeVar("V")


class Later(dict[str, V], Generic[V]):
    """Keys, and a function that makes their values."""

    __slots__ = ("_make",)

    def __init__(self, keys: Iterable[str], make: Callable[[], Mapping[str, V]]) -> None:
        super().__init__(dict.fromkeys(keys))  # type: ignore[arg-type]
        self._make: Callable[[], Mapping[str, V]] | None = make

    def _made(self) -> Later[V]:
        """Itself, with all values made."""
        if self._make is not None:
            values, self._make = self._make(), None
            self.update(values)
        return self

    # Whoever copies a dictionary that has its own iterator asks for its keys and values, as everybody else does.
    def __iter__(self) -> Iterator[str]:
        return super().__iter__()

    def __getitem__(self, key: str) -> V:
        return dict.__getitem__(self._made(), key)

    def get(self, key: str, default: V | None = None) -> V | None:  # type: ignore[override]
        """The value of a key."""
        return dict.get(self._made(), key, default)

    def values(self) -> ValuesView[V]:  # type: ignore[override]
        """All values."""
        return dict.values(self._made())

    def items(self) -> ItemsView[str, V]:  # type: ignore[override]
        """All keys with their values."""
        return dict.items(self._made())
