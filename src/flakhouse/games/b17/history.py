"""The tours of a sensible bot beside the Eighth Air Force of 1943.

The texts of this game quote no history. What is quoted here is published elsewhere, and each figure names its
source and says that it is not from the rule texts. What share fell to flak and what to fighters, and the losses of
other years, are not quoted: none could be checked against the publication it is said to come from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from flakhouse.core.game import HistoryRow
from flakhouse.games.bomber.history import Flown, ManFate, Sums, fly_tours
from flakhouse.games.bomber.words import Fate, Repair

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["FINISHED", "compare"]

NOT_OURS = "not from the rule texts"
FINISHED = 0.25  # of the bomber crewmen of the Eighth Air Force, of a tour of 25 missions, in 1943
MUSEUM = "National Museum of the U.S. Air Force, fact sheet Bigger Raids, Bigger Losses and Crisis"
LOST = 0.05  # of the heavy bombers sent, "near" that through most of 1943, and nearer 3 % in its closing days
PAPER = "Stars and Stripes, 31 December 1943"
CONCISE = "S. L. McFarland, A Concise History of the U.S. Air Force, 1997"
#: Bremen, Anklam and Marienburg, Muenster, Schweinfurt: shares of the bombers sent, in the second week of October.
OCTOBER = "The worst week, in October 1943, cost 8, 8, 13 and 26 % on four raids"

_WELL = frozenset({Fate.DUTY, Fate.HOME})
_WHOLE = frozenset({Repair.SOUND, Repair.REPAIRABLE})


class _Airman(msgspec.Struct):
    name: str
    fate: str


class _Roster(msgspec.Struct):
    crew: dict[str, _Airman]


class _Bomber(msgspec.Struct):
    state: str


class _Outcome(msgspec.Struct):
    bombs: str | None
    bomber: _Bomber
    percent: int
    crew: dict[str, ManFate]


class _Count:
    """The figures of the study."""

    def __init__(self) -> None:
        self.finished = Sums()  # a case a tour: the men of one crew share their luck
        self.percent = Sums()
        self.lost = Sums()
        self.missions = 0
        self._first: frozenset[str] = frozenset()

    def add(self, flown: Flown) -> None:
        """One more mission."""
        out = msgspec.convert(flown.finish.outcome, _Outcome)
        self.missions += 1
        self.lost.add(float(out.bomber.state not in _WHOLE))
        if out.bombs is not None:
            self.percent.add(out.percent / 100)
        if flown.number == 1:
            self._first = frozenset(man.name for man in out.crew.values())
        if flown.finish.over:
            crew = msgspec.convert(flown.finish.campaign, _Roster).crew.values()
            self.finished.add(
                sum(man.name in self._first and man.fate in _WELL for man in crew) / len(self._first)
            )
            for sums in (self.finished, self.percent, self.lost):
                sums.end_tour()


def compare(game: Game, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
    """Fly tours: the share done now and then, at last the table."""
    count = _Count()
    for flown in fly_tours(game, games, seed, {}):
        count.add(flown)
        if flown.finish.over:
            yield (flown.tour + 1) / games
    study = f"{games} tours of 25, {count.missions:,} missions"
    yield [
        count.finished.row(
            study,
            "men of the first crew who finish the tour",
            FINISHED,
            source=f"{MUSEUM}; {NOT_OURS}",
            quoted="about 25 % in 1943",
            remark="A man sent home hurt has not finished.",
        ),
        count.lost.row(
            study,
            "missions that cost the bomber",
            LOST,
            source=f"{PAPER}; {CONCISE}; {NOT_OURS}",
            quoted="near 5 % in most of 1943",
            remark=f"A bomber past repair is counted here, there only one that was missing. {OCTOBER}.",
        ),
        count.percent.row(study, "bombs on target, of those dropped", None),
    ]
