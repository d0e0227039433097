"""A game once more: the same scenario or tour with other dice, or another scenario under the same settings."""

from __future__ import annotations

import secrets

from flakhouse.core.chapter import Chapter, begin
from flakhouse.core.game import Game, read_house
from flakhouse.errors import OptionError
from flakhouse.store import Store

__all__ = ["again", "following"]


def following(game: Game, chapter: Chapter) -> str:
    """The key of the scenario behind the one that was played; "" where there is none."""
    keys = [scenario.key for scenario in game.scenarios() if game.chapters == 1]
    now = chapter.options.get("scenario", "")
    return keys[keys.index(now) + 1] if now in keys[:-1] else ""


def again(store: Store, game: Game, chapter: Chapter, scenario: str = "") -> str:
    """Keep a new game with the options, house rules and settings of another; its name."""
    options = dict(chapter.options)
    if scenario:
        found = {one.key: one for one in game.scenarios()}
        if scenario not in found:
            raise OptionError(f"no scenario {scenario[:40]!r}; scenarios: {', '.join(found)}")
        options |= found[scenario].options
    seed = str(secrets.randbelow(10**9))
    house = read_house(game, chapter.house_name, chapter.house) if chapter.house else None
    table = chapter.table_after is not None
    automation = chapter.automation
    new = begin(game, f"{seed}/1", options=options, house=house, automation=automation, table_dice=table)
    return store.create(new, seed, "")
