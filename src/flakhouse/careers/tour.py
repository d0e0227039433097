"""The flights of a save put together: a dossier for every man, a history for every bomber.

A man is known by his place in the crew: who sits there is the same man until a flight ends his tour, and then his
successor. Two men of one name are two men.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping

from flakhouse.careers import honours
from flakhouse.careers.dossier import FATES, LOST, Bomber, Deed, Flight, Flown, Kill, Man, Tour, Wound
from flakhouse.careers.flight import manner_of
from flakhouse.core.game import Game
from flakhouse.games.bomber.renaming import BOMBER

__all__ = ["ART", "tour_of"]

#: Drawings of ours for the nose of a bomber, and what they show.
ART = {
    "arrow": "Arrow",
    "clover": "Four-leaf clover",
    "coffee": "Coffee pot",
    "dice": "Two dice",
    "horseshoe": "Horseshoe",
    "lantern": "Lantern",
    "moon": "Moon and star",
    "swallow": "Swallow",
}
_GONE = ("lost", "irreparable")


def tour_of(
    save: str,
    game: Game,
    flights: Iterable[Flight],
    *,
    over: bool = False,
    medals: bool = True,
    art: Mapping[str, str] | None = None,
    names: Mapping[int, Mapping[str, str]] | None = None,
    awards: honours.Said | None = None,
    aboard: Mapping[str, str] | None = None,
) -> Tour:
    """The tour of a save; `art` is what the player chose for his bombers, by their names, `names` what he called
    men and bombers after a flight, `awards` what he said to the medals proposed after one, `aboard` the names by
    place of who flies now or next."""
    tour = Tour(
        save=save,
        game=game.name,
        title=game.short,
        missions=game.chapters,
        over=over,
        honours=medals,
        flights=list(flights),
    )
    tour.credited = sum(flight.credited for flight in tour.flights)
    seated: dict[str, Man] = {}
    for flight in tour.flights:
        _man_all(tour, seated, flight)
        _fly(tour, flight, art or {})
        _rename(tour, seated, (names or {}).get(flight.number, {}), art or {})
    jobs = manner_of(game.name).jobs
    for place, name in (aboard or {}).items():
        if place != BOMBER:
            tour.aboard.append(seated.get(place) or _new(place, name, jobs))
    if medals:
        for man in tour.men:
            honours.award(man, tour, awards or {})
    return tour


def _man_all(tour: Tour, seated: dict[str, Man], flight: Flight) -> None:
    """What a flight adds to the dossier of each man."""
    jobs = manner_of(tour.game).jobs
    for position, seat in flight.crew.items():
        man = seated.get(position)
        if man is None:
            job = jobs.get(position, position.lower())
            count = sum(other.position == position for other in tour.men) + 1
            man = Man(id=f"{_slug(position)}-{count}", name=seat.name, rank=seat.rank, position=position, job=job)
            seated[position] = man
            tour.men.append(man)
        man.name, man.missions = seat.name, seat.missions
        if not seat.grounded:
            man.flights.append(Flown(flight.number, flight.target, flight.bomber, flight.credited))
        for deed in flight.deeds:
            if deed.position == position:
                _add(man, flight, deed, jobs)
        if seat.fate != "on duty":
            man.fate, man.fate_flight, man.fate_target = (
                FATES.get(seat.fate, seat.fate),
                flight.number,
                flight.target,
            )
            del seated[position]


def _new(position: str, name: str, jobs: Mapping[str, str]) -> Man:
    """A man who has not flown yet; his dossier begins with his first flight."""
    return Man(id="", name=name, rank="", position=position, job=jobs.get(position, position.lower()))


def _add(man: Man, flight: Flight, deed: Deed, jobs: Mapping[str, str]) -> None:
    """Something he did, or that befell him."""
    if deed.kind == "kill":
        man.kills.append(Kill(flight.number, flight.target, deed.what, deed.gun))
    elif deed.kind in ("wound", "frostbite"):
        man.wounds.append(Wound(flight.number, flight.target, deed.what))
    elif deed.what != man.position:
        station = jobs.get(deed.what, deed.what.lower())
        if station not in man.stations:
            man.stations.append(station)


def _fly(tour: Tour, flight: Flight, art: Mapping[str, str]) -> None:
    """What a flight adds to the history of its bomber; one of the same name after a loss is another."""
    bomber = tour.bombers[-1] if tour.bombers else None
    if bomber is None or bomber.name != flight.bomber or bomber.end:
        name = flight.bomber
        bomber = Bomber(id=f"bomber-{len(tour.bombers) + 1}", name=name, art=art.get(name) or _usual(name))
        tour.bombers.append(bomber)
    bomber.flights.append(flight.number)
    bomber.credited += flight.credited
    bomber.shells += flight.shells
    bomber.bursts += flight.bursts
    bomber.kills += sum(deed.kind == "kill" for deed in flight.deeds)
    bomber.killed += sum(FATES.get(seat.fate, "") in LOST for seat in flight.crew.values())
    bomber.state = flight.state
    if flight.state in _GONE:
        bomber.end = f"{flight.end}, {flight.where()}"


def _rename(tour: Tour, seated: Mapping[str, Man], names: Mapping[str, str], art: Mapping[str, str]) -> None:
    """What the player called men and the bomber after a flight; each has the name he had last."""
    for old, new in names.items():
        place, _, called = old.partition("/")
        man, bomber = seated.get(place), tour.bombers[-1]
        if man is not None and man.name == called:
            man.name = new
        elif place == BOMBER and bomber.name == called and not bomber.end:
            bomber.name = new
            bomber.art = art.get(new, bomber.art)


def _usual(name: str) -> str:
    """The drawing of a bomber for which nobody chose one: the same for the same name."""
    return list(ART)[zlib.crc32(name.encode()) % len(ART)]


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
