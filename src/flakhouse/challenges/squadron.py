"""The record book of a squadron: the tours of its members side by side, and what they come to together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from flakhouse.core.game import Finish
from flakhouse.games.bomber.words import Fate, Repair

__all__ = ["Tally", "added", "tally"]

#: Men who do not come back; one who is invalided home does.
_LOST = frozenset({Fate.KIA, Fate.DOW, Fate.LAS, Fate.BOC, Fate.CAS, Fate.DIC})
_GONE = frozenset({Repair.IRREPARABLE, Repair.LOST})


class _Man(msgspec.Struct):
    fate: Fate


class _Plane(msgspec.Struct):
    state: Repair


class _Outcome(msgspec.Struct):
    """What a mission's outcome says of what a record book counts."""

    credited: bool
    bombs: str | None
    bomber: _Plane
    crew: dict[str, _Man]


class _Airman(msgspec.Struct):
    kills: int


class _Record(msgspec.Struct):
    """What the record of a tour says of its men: those of today, and those who left."""

    crew: dict[str, _Airman]
    men_past: list[_Airman] = []


class Tally(msgspec.Struct, frozen=True):
    """Missions flown and counted, bombs on target, fighters shot down, men and bombers lost, tours complete."""

    missions: int = 0
    credited: int = 0
    on_target: int = 0
    victories: int = 0
    men_lost: int = 0
    bombers_lost: int = 0
    complete: int = 0


def tally(ends: Sequence[Finish]) -> Tally:
    """What the finished missions of one tour come to."""
    flown = [msgspec.convert(end.outcome, _Outcome) for end in ends]
    return Tally(
        missions=len(flown),
        credited=sum(one.credited for one in flown),
        on_target=sum(one.bombs == "on target" for one in flown),
        victories=_victories(ends[-1]) if ends else 0,
        men_lost=sum(man.fate in _LOST for one in flown for man in one.crew.values()),
        bombers_lost=sum(one.bomber.state in _GONE for one in flown),
        complete=int(bool(ends) and ends[-1].over),
    )


def _victories(end: Finish) -> int:
    """The fighters that all men of a tour have shot down."""
    record = msgspec.convert(end.campaign, _Record)
    return sum(man.kills for man in [*record.crew.values(), *record.men_past])


def added(tallies: Iterable[Tally]) -> Tally:
    """Several together."""
    rows = [msgspec.structs.astuple(one) for one in tallies]
    return Tally(*(sum(column) for column in zip(*rows, strict=True)))
