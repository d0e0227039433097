"""The tours of a sensible bot. The texts of this game quote no history, and the table says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from flakhouse.core.game import HistoryRow
from flakhouse.games.bomber.history import Flown, ManFate, Sums, fly_tours
from flakhouse.games.bomber.words import Fate, Repair

if TYPE_CHECKING:
    from flakhouse.core.game import Game

__all__ = ["compare"]

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
        self.finished = Sums(counted=False)  # a case a tour: the men of one crew share their luck
        self.percent = Sums(counted=False)
        self.lost = Sums(counted=False)
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


def compare(game: Game, games: int, seed: str) -> Iterator[list[HistoryRow] | float]:
    """Fly tours: the share done now and then, at last the table."""
    count = _Count()
    for flown in fly_tours(game, games, seed, {}):
        count.add(flown)
        if flown.finish.over:
            yield (flown.tour + 1) / games
    study = f"{games} tours of 25, {count.missions:,} missions"
    figures = (
        ("men of the first crew who finish the tour", count.finished, "A man sent home hurt has not finished."),
        ("missions that cost the bomber", count.lost, ""),
        ("bombs on target, of those dropped", count.percent, ""),
    )
    yield [
        HistoryRow(
            study=study,
            what=what,
            n=sums.n,
            total=sums.total,
            squares=sums.squares,
            share=False,
            history=None,
            remark=remark,
        )
        for what, sums, remark in figures
    ]
