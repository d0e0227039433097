"""The guided first mission: its dice, what a decision is called, what a newcomer is told beside it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

import msgspec

from flakhouse import games
from flakhouse.core import toml
from flakhouse.core.dice import parse_faces
from flakhouse.core.journal import Answer
from flakhouse.core.session import Session
from flakhouse.render.help import help_of

__all__ = ["GIVEN_DICE", "OFTEN", "Guide", "ended", "guide", "new", "titled", "told"]

GIVEN_DICE = "The dice of this first mission are laid out beforehand, so that you see a bit of everything."
OFTEN = 2  # a decision is explained so many times unasked; after that its help has the words


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a game for a newcomer."""

    faces: str = ""  # its dice, as they fall: a fight, a hit, a decision, bombs, a landing within ten minutes
    asked: str = "named"  # what is asked on it, as `Session.set_automation` has it
    title: dict[str, str] = {}  # what the box of a question is called, by its id
    ask: dict[str, str] = {}  # by the id of a question
    rule: dict[str, str] = {}  # by the beginning of its rule number, the longest wins
    dice: str = ""
    end: str = ""
    lost: str = ""  # the same where nobody is left to fly the next

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


def new(session: Session, id: str) -> bool:
    """Whether a newcomer is told of such a decision unasked: he has not taken it often on this flight."""
    chapter = session.chapter
    auto = set(chapter.auto)
    own = [step for number, step in enumerate(chapter.entries) if number not in auto]
    return sum(isinstance(step, Answer) and step.ask == id for step in own) < OFTEN


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


def ended(game: str, outcome: Mapping[str, object] | None) -> str:
    """What is said after the flight: not that the men who are left fly the next where none is left."""
    crew = (outcome or {}).get("crew")
    men = [man for man in crew.values() if isinstance(man, dict)] if isinstance(crew, dict) else []
    none = bool(men) and all(man.get("fate", "on duty") != "on duty" for man in men)
    found = guide(game)
    return found.lost if none and found.lost else found.end


def titled(game: str, id: str) -> str:
    """What is decided, in a few words."""
    return guide(game).title.get(id, id.replace("-", " ").capitalize())
