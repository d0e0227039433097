"""What a chapter began from, for agents that play it out again from the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["Start"]


class Start(NamedTuple):
    """The arguments of `Game.play`; a game puts them into `ref.start`."""

    game: Game
    campaign: dict[str, object] | None
    options: Mapping[str, str]
    position: str | None = None
    step: str = ""
