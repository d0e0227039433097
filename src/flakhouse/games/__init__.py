"""The games. Each is a package of rules in its book's order, with its charts as data.

`load(name)` gives the game object; nothing of a game is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["REGISTRY", "load", "names", "register"]

#: Name -> "module:object", in the order to be listed.
REGISTRY: dict[str, str] = {
    "b29": "flakhouse.games.b29.game:GAME",
    "b17": "flakhouse.games.b17.game:GAME",
    "doolittle": "flakhouse.games.doolittle.game:GAME",
}


def names() -> list[str]:
    """The games there are."""
    return list(REGISTRY)


def register(name: str, where: str) -> None:
    """Add a game: `where` is "module:object". For tests and for games kept outside this package."""
    REGISTRY[name] = where


def load(name: str) -> Game:
    """The game of this name."""
    from flakhouse.core.game import Game
    from flakhouse.errors import OptionError

    if name not in REGISTRY:
        raise OptionError(f"no game {name!r}; games: {', '.join(REGISTRY)}")
    module, _, attribute = REGISTRY[name].partition(":")
    game: object = getattr(import_module(module), attribute)
    if not isinstance(game, Game):
        raise TypeError(f"{REGISTRY[name]} is no game")
    return game
