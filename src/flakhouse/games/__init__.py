"""The games. Each is a package of rules in its book's order, with its charts as data.

`load(name)` gives the game object, `kit(name)` everything else that belongs to it (core/kit.py); nothing of a game
is imported before it is asked for. To add a game is to add a kit.
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import TYPE_CHECKING

from flakhouse.core import loader

if TYPE_CHECKING:
    from flakhouse.core.game import Game
    from flakhouse.core.kit import Kit

__all__ = ["REGISTRY", "kit", "load", "names", "register"]

#: Name -> its kit, or "module:object" of it, in the order to be listed.
REGISTRY: dict[str, str | Kit] = {
    "b29": "flakhouse.games.b29.kit:KIT",
    "b17": "flakhouse.games.b17.kit:KIT",
    "doolittle": "flakhouse.games.doolittle.kit:KIT",
}


_READY: set[str] = set()
_LOCK = threading.Lock()
loader.install(__name__)


def names() -> list[str]:
    """The games there are."""
    return list(REGISTRY)


def register(name: str, kit: str | Kit) -> None:
    """Add a game by its kit; a text "module:object" is a game that has nothing but its rules."""
    from flakhouse.core.kit import Kit
    from flakhouse.errors import KitError

    entered = Kit(game=kit) if isinstance(kit, str) else kit
    if lost := entered.missing():
        raise KitError(f"game {name!r}: no {', no '.join(lost)}")
    REGISTRY[name] = entered


def kit(name: str) -> Kit:
    """What the game of this name is made of."""
    from flakhouse.core.kit import Kit
    from flakhouse.errors import KitError, OptionError

    if name not in REGISTRY:
        raise OptionError(f"no game {name!r}; games: {', '.join(REGISTRY)}")
    entered = REGISTRY[name]
    if isinstance(entered, str):
        module, _, attribute = entered.partition(":")
        found: object = getattr(import_module(module), attribute)
        if not isinstance(found, Kit):
            raise KitError(f"{entered} is no kit")
        register(name, found)
        return found
    return entered


def load(name: str) -> Game:
    """The game of this name."""
    from flakhouse.core import structs
    from flakhouse.core.game import Game

    entered = kit(name)
    game = entered.load("game", Game)
    module = entered.game.partition(":")[0]
    if module not in _READY:
        with _LOCK:  # whoever comes meanwhile waits until its types are ready for threads
            structs.build(module.partition(".")[0])
            _READY.add(module)
    return game
