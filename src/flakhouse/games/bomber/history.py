"""Tours flown for a comparison with history, and what is worth noting on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from flakhouse.core.agents import Agent
from flakhouse.core.causes import Cause
from flakhouse.core.charts import Chart
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Fact, Noted
from flakhouse.core.game import Finish, Game, HistoryRow, JsonDict
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
    """Cases from 0 to 1, added up tour by tour: missions of one tour have a crew and a bomber in common."""

    def __init__(self) -> None:
        self.n = 0
        self.total = 0.0
        self.tours = 0
        self.nn = self.nx = self.xx = 0.0
        self._here = (0, 0.0)  # cases and their sum before this tour

    def add(self, value: float) -> None:
        """One more case."""
        self.n += 1
        self.total += value

    def end_tour(self) -> None:
        """What was added since the last tour belongs together."""
        n, hits = self.n - self._here[0], self.total - self._here[1]
        self._here = (self.n, self.total)
        if n:
            self.tours += 1
            self.nn += n * n
            self.nx += n * hits
            self.xx += hits * hits

    def row(self, study: str, what: str, history: float | None, **more: str) -> HistoryRow:
        """These cases beside history."""
        return HistoryRow(
            study=study,
            what=what,
            n=self.n,
            total=self.total,
            tours=self.tours,
            nn=self.nn,
            nx=self.nx,
            xx=self.xx,
            history=history,
            source=more.get("source", ""),
            bound=more.get("bound", ""),
            quoted=more.get("quoted", ""),
            remark=more.get("remark", ""),
        )


class _Watcher(Referee):
    """A referee who writes down nothing but notes of a few kinds."""

    def __init__(self, seed: str, agent: Agent, kinds: Sequence[str]) -> None:
        super().__init__(Seeded(seed), agent, trace=True)
        self.hand_over(agent)
        self._kinds = frozenset(kinds)
        self.notes: list[Noted] = []

    def note(self, kind: str, causes: Sequence[Cause] | None = None, **facts: Fact) -> None:
        """Keep it, if it is wanted."""
        if kind in self._kinds:
            self.notes.append(Noted(kind, facts))

    def _log_roll(
        self,
        chart: Chart[T],
        faces: tuple[int, ...],
        mods: Sequence[Mod],
        column: int,
        typed: bool,
        kept: int,
        least: int | None,
        most: int | None,
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
