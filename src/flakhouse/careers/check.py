"""Proves that dossiers add up: kills, missions, wounds and fates are those of the logs and the tour's record.

Here they are counted a second time, by name from the raw notes, and from what the rules wrote into the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from flakhouse.careers.dossier import FATES, Tour
from flakhouse.core.events import Noted
from flakhouse.render.base import Record

__all__ = ["faults"]

_Who = tuple[str, str]  # position and name
_HURT = ("wounded", "frostbitten")


class _Airman(msgspec.Struct):
    name: str
    position: str
    missions: int
    kills: int
    fate: str


class _Log(msgspec.Struct):
    crew: dict[str, _Airman]
    men_past: list[_Airman]
    flights: int
    credited: int


def faults(tour: Tour, records: Sequence[Record]) -> list[str]:
    """Where the dossiers of a tour differ from its logs."""
    notes = [note for record in records for note in record.events if isinstance(note, Noted)]
    found = _differ("kills in the log", _noted(notes, ("fighter-destroyed",)), _mine(tour, "kills"))
    hurt = _noted(notes, _HURT)
    for note in notes:
        if note.kind == "take-off-injury" and note.facts.get("injury") != "killed":
            hurt[str(note.facts["man"]), str(note.facts["name"])] += 1
    found += _differ("wounds in the log", hurt, _mine(tour, "wounds"))
    last = records[-1].campaign
    return found if last is None else [*found, *_record(tour, msgspec.convert(last, _Log))]


def _record(tour: Tour, log: _Log) -> list[str]:
    """Against the record of the tour."""
    men = {id(man): man for man in [*log.men_past, *log.crew.values()]}
    past = {(man.position, man.name) for man in log.men_past}
    # Who is new after the last flight has not flown; he has no dossier yet.
    flew = {(man.position, man.name) for man in tour.men}
    airmen = [man for man in men.values() if (man.position, man.name) in flew | past]
    found = _differ("kills in the record", _sum(airmen, "kills"), _mine(tour, "kills"))
    found += _differ("missions in the record", _sum(airmen, "missions"), _missions(tour))
    told = Counter((man.position, man.name, man.fate) for man in tour.men)
    kept = Counter((man.position, man.name, FATES.get(man.fate, man.fate)) for man in airmen)
    found += [
        f"fate {who}: {told[who]} in dossiers, {kept[who]} in the record" for who in (told | kept) - (told & kept)
    ]
    if log.flights != len(tour.flights) or log.credited != tour.credited:
        found.append(
            f"{len(tour.flights)} flights, {tour.credited} credited; {log.flights}, {log.credited} in the record"
        )
    return found


def _noted(notes: Sequence[Noted], kinds: tuple[str, ...]) -> Counter[_Who]:
    return Counter((str(n.facts["man"]), str(n.facts["name"])) for n in notes if n.kind in kinds)


def _mine(tour: Tour, what: str) -> Counter[_Who]:
    found: Counter[_Who] = Counter()
    for man in tour.men:
        found[man.position, man.name] += len(man.kills if what == "kills" else man.wounds)
    return found


def _missions(tour: Tour) -> Counter[_Who]:
    found: Counter[_Who] = Counter()
    for man in tour.men:
        found[man.position, man.name] += man.missions
    return found


def _sum(men: Sequence[_Airman], what: str) -> Counter[_Who]:
    found: Counter[_Who] = Counter()
    for man in men:
        found[man.position, man.name] += man.kills if what == "kills" else man.missions
    return found


def _differ(what: str, log: Counter[_Who], mine: Counter[_Who]) -> list[str]:
    return [f"{what}: {who} {log[who]}, in his dossier {mine[who]}" for who in log | mine if log[who] != mine[who]]
