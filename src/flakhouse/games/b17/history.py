"""The daylight offensive of 1943 beside the tours of a sensible bot. Our texts of the game quote no history, so
the figures are from elsewhere, with their source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from flakhouse.core.game import HistoryRow
from flakhouse.games.bomber.history import Flown, ManFate, Sums, fly_tours
from flakhouse.games.bomber.words import Fate

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["compare"]

_MUSEUM = "not in the game's texts: National Museum of the US Air Force, on 1943"
_OFFICIAL = "not in the game's texts: The Army Air Forces in World War II, vol. II, on 1943"
_WELL = frozenset({Fate.DUTY, Fate.HOME})


class _Airman(msgspec.Struct):
    name: str
    fate: str


class _Roster(msgspec.Struct):
    crew: dict[str, _Airman]


class _Outcome(msgspec.Struct):
    bombs: str | None
    percent: int
    crew: dict[str, ManFate]


class _Count:
    """The figures of the study."""

    def __init__(self) -> None:
        self.finished = Sums(counted=False)  # a case a tour: the men of one crew share their luck
        self.percent = Sums(counted=False)
        self.missions = 0
        self._first: frozenset[str] = frozenset()

    def add(self, flown: Flown) -> None:
        """One more mission."""
        out = msgspec.convert(flown.finish.outcome, _Outcome)
        self.missions += 1
        if out.bombs is not None:
            self.percent.add(out.percent / 100)
        if flown.number == 1:
            self._first = frozenset(man.name for man in out.crew.values())
        if flown.finish.over:
            crew = msgspec.convert(flown.finish.campaign, _Roster).crew.values()
            self.finished.add(
                sum(man.name in self._first and man.fate in _WELL for man in crew) / len(self._first)
            )


def compare(game: Game, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
    """Fly tours: the share done now and then, at last the table."""
    count = _Count()
    for flown in fly_tours(game, games, seed, {}):
        count.add(flown)
        if flown.finish.over:
            yield (flown.tour + 1) / games
    study = f"{games} tours of 25, {count.missions:,} missions"
    finished, percent = count.finished, count.percent
    yield [
        HistoryRow(
            study=study,
            what="men of the first crew who finish the tour",
            n=finished.n,
            total=finished.total,
            squares=finished.squares,
            share=False,
            history=0.25,
            quoted="about 25 %",
            source=_MUSEUM,
            remark="The mean of crews; a man sent home hurt has not finished.",
        ),
        *(
            HistoryRow(
                study=study,
                what=f"bombs on target, of those dropped ({month} 1943)",
                n=percent.n,
                total=percent.total,
                squares=percent.squares,
                share=False,
                history=was,
                quoted=f"{100 * was:.1f} % within 1,000 ft",
                source=_OFFICIAL,
                remark="The game's percent on target and 1,000 ft round the aiming point are not quite the same.",
            )
            for month, was in (("July", 0.127), ("October", 0.272))
        ),
    ]
