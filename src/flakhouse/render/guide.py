"""The guided first mission: its dice, what a decision is called, what a newcomer is told beside it."""

from __future__ import annotations

import functools
from importlib import resources

import msgspec

from flakhouse import games
from flakhouse.core import toml
from flakhouse.core.dice import parse_faces
from flakhouse.render.help import help_of

__all__ = ["Guide", "guide", "titled", "told"]


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a game for a newcomer."""

    faces: str = ""  # its dice, as they fall: a fight, a hit, a decision, bombs, a landing within ten minutes
    title: dict[str, str] = {}  # what the box of a question is called, by its id
    ask: dict[str, str] = {}  # by the id of a question
    rule: dict[str, str] = {}  # by the beginning of its rule number, the longest wins
    dice: str = ""
    end: str = ""

    def given(self) -> list[int]:
        """The dice of the guided mission; behind them come those of its seed."""
        return parse_faces("".join(self.faces.split()))


@functools.cache
def guide(game: str) -> Guide:
    """The guide of a game; an empty one where it has none."""
    package, _, name = games.kit(game).guide.partition(":") if game in games.names() else ("", "", "")
    if not name:
        return Guide()
    file = resources.files(package).joinpath(name)
    return msgspec.convert(toml.read(file.read_text(encoding="utf-8")), Guide)


def told(game: str, id: str, rule: str) -> str:
    """What is said beside a question; "" where there is nothing to say."""
    found = guide(game)
    if id in found.ask:
        return found.ask[id]
    explained = help_of(game, id)
    if explained is not None:
        return " ".join(explained.lines())
    rules = [key for key in found.rule if rule.startswith(key)]
    return found.rule[max(rules, key=len)] if rules else ""


def titled(game: str, id: str) -> str:
    """What is decided, in a few words."""
    return guide(game).title.get(id, id.replace("-", " ").capitalize())
