"""The hall of fame: the best over all tours and raids of a store, from the records that the rules keep.

Nothing is played again for it: victories and missions of every man stand in the record of his tour.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from flakhouse import games
from flakhouse.careers.dossier import FATES
from flakhouse.careers.flight import BOMBERS, manner_of
from flakhouse.core.chapter import Chapter
from flakhouse.render.story.words import a_count

__all__ = ["Famous", "Hall", "hall_of", "hall_text"]

_SHOWN = 10
_ACE = 5


class Famous(msgspec.Struct, frozen=True):
    """A line of a list: how much, who, of which save, and what else is known."""

    number: int
    name: str
    save: str
    what: str


class Hall(msgspec.Struct, kw_only=True):
    """The lists, the best first."""

    tours: int = 0
    flights: int = 0
    raids: int = 0
    aces: list[Famous] = []
    missions: list[Famous] = []
    bombers: list[Famous] = []
    best_tours: list[Famous] = []
    best_raids: list[Famous] = []

    def lists(self) -> list[tuple[str, str, list[Famous]]]:
        """The lists that have anything, with their titles and what they count."""
        every = [
            ("Aces", "victories", self.aces),
            ("Most missions", "missions credited", self.missions),
            ("Bombers", "missions credited that she came home from", self.bombers),
            ("Tours", "mission victories", self.best_tours),
            ("Raids", "points", self.best_raids),
        ]
        return [one for one in every if one[2]]


class _Airman(msgspec.Struct):
    name: str
    position: str
    missions: int
    kills: int
    fate: str


class _Plane(msgspec.Struct):
    name: str
    missions: int
    state: str


class _Row(msgspec.Struct):
    bomber: str


class _Campaign(msgspec.Struct):
    crew: dict[str, _Airman]
    bomber: _Plane
    flights: int
    credited: int
    victories: int
    draws: int
    defeats: int
    men_past: list[_Airman] = []
    bombers_past: list[_Plane] = []
    log: list[_Row] = []


class _Raid(msgspec.Struct):
    scenario: int
    score: int
    result: str


def hall_of(last: Iterable[tuple[str, Chapter]]) -> Hall:
    """The hall of fame of saves, each with its last chapter."""
    hall = Hall()
    for save, chapter in last:
        end = chapter.finished
        if chapter.game in BOMBERS:
            record = end.campaign if end is not None else chapter.campaign
            if record and chapter.names:
                record = games.load(chapter.game).renamed(record, chapter.names)
            if record:
                _tour(hall, save, chapter.game, msgspec.convert(record, _Campaign))
        elif end is not None and "score" in end.outcome:
            raid = msgspec.convert(end.outcome, _Raid)
            hall.raids += 1
            hall.best_raids.append(Famous(raid.score, f"Scenario {raid.scenario}", save, raid.result))
    for famous in (hall.aces, hall.missions, hall.bombers, hall.best_tours, hall.best_raids):
        famous.sort(key=lambda one: (-one.number, one.name, one.save))
        del famous[_SHOWN:]
    return hall


def _tour(hall: Hall, save: str, game: str, record: _Campaign) -> None:
    """What a tour adds."""
    hall.tours += 1
    hall.flights += record.flights
    jobs = manner_of(game).jobs
    for man in [*record.men_past, *record.crew.values()]:
        job, fate = jobs.get(man.position, man.position.lower()), FATES.get(man.fate, man.fate)
        flown = f"{a_count(man.missions, 'mission')} credited"
        if man.kills >= _ACE:
            hall.aces.append(Famous(man.kills, man.name, save, f"{job}, {flown}; {fate}"))
        if man.missions:
            hall.missions.append(Famous(man.missions, man.name, save, f"{job}; {fate}"))
    for plane in [*record.bombers_past, record.bomber]:
        if plane.missions:
            hall.bombers.append(Famous(plane.missions, plane.name, save, plane.state))
    if record.victories:
        counts = ((record.credited, "mission"), (record.draws, "draw"), (record.defeats, "defeat"))
        said = [f"{number} {word}{'' if number == 1 else 's'}" for number, word in counts]
        said[0] += " credited"
        flew = record.log[-1].bomber if record.log else record.bomber.name  # not one that has yet to take off
        hall.best_tours.append(Famous(record.victories, flew, save, ", ".join(said)))


def hall_text(hall: Hall) -> str:
    """The same for a terminal."""
    head = [a_count(hall.tours, "tour"), a_count(hall.flights, "flight"), a_count(hall.raids, "raid")]
    lines = [f"Hall of fame: {', '.join(head)}"]
    for title, what, famous in hall.lists():
        lines += ["", f"{title} ({what})"]
        lines += [f"  {one.number:>3}  {one.name}, {one.what} ({one.save})"[:100] for one in famous]
    return "\n".join(lines) + "\n"
