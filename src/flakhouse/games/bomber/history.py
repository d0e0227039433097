"""Tours flown for a comparison with history, and what is worth noting on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from flakhouse.core.agents import Agent
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Fact, Noted
from flakhouse.core.game import Finish, Game, JsonDict
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.bomber.words import Fate

__all__ = ["CAUGHT", "Flown", "ManFate", "Sums", "fly_tours"]

T = TypeVar("T")
#: Fates of men in enemy hands.
CAUGHT = frozenset({Fate.BOC, Fate.CAS, Fate.DIC})


class ManFate(msgspec.Struct):
    """What an outcome says of a man."""

    name: str
    fate: str
    dead: bool
    aboard: bool


class Flown(NamedTuple):
    """A mission of a tour, how it ended, and what was noted."""

    tour: int
    number: int
    finish: Finish
    notes: list[Noted]


class Sums:
    """Cases counted, their sum and the sum of their squares."""

    def __init__(self, counted: bool = True) -> None:
        self.counted = counted  # each case is 0 or 1
        self.n = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        """One more case."""
        self.n += 1
        self.total += value
        self.squares += value * value


class _Watcher(Referee):
    """A referee who writes down nothing but notes of a few kinds."""

    def __init__(self, seed: str, agent: Agent, kinds: Sequence[str]) -> None:
        super().__init__(Seeded(seed), agent, trace=True)
        self.hurried = agent.takes_default
        self._kinds = frozenset(kinds)
        self.notes: list[Noted] = []

    def note(self, kind: str, **facts: Fact) -> None:
        """Keep it, if it is wanted."""
        if kind in self._kinds:
            self.notes.append(Noted(kind, facts))

    def _log_roll(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod],
        total: int,
        column: int,
        typed: bool,
    ) -> None:
        """Rolls are not wanted."""


def fly_tours(
    game: Game, tours: int, seed: str, options: dict[str, str], kinds: Sequence[str] = ()
) -> Iterator[Flown]:
    """Whole tours by the game's own bot, mission by mission."""
    make = game.pilots()[game.default_pilot]
    played = game.check_options(options)
    for tour in range(tours):
        campaign: JsonDict | None = None
        over = False
        number = 0
        while not over:
            number += 1
            dice = f"{seed}/{tour}/{number}"
            agent = make(f"{dice}/pilot")
            notes: list[Noted] = []
            if kinds:
                watcher = _Watcher(dice, agent, kinds)
                finish = game.play(watcher, campaign, dict(played))
                notes = watcher.notes
            else:
                finish = game.play(Referee(Seeded(dice), agent), campaign, dict(played))
            campaign, over = finish.campaign, finish.over
            yield Flown(tour, number, finish, notes)
