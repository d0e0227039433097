"""8.3.7 Flying Boats: found by one, shadowed by it, and what it calls up."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, attack_gunnery, checks, cups, data, flight_hazards, secrecy
from flakhouse.games.doolittle.advice import flying_boats as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import flying_boats as questions
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Back, Fate, Icon

__all__ = ["ELUDE", "WARY", "elude_dice", "eluded", "found", "lose", "shadows"]

ELUDE = CHARTS.numbers("elude")
_ELUDES = checks.Need("eludes it", "It keeps shadowing, and a Secrecy Test follows.")
_ALERT = "flight-alert"
WARY = 3  # 8.3.7: from this Alert Level on both dice must be even to elude a Flying Boat


def found(ref: Referee, r: Raid, b25: B25, flight: Flight, marker: Marker) -> None:
    """example 8.3.7 flying boat, 8.3.7 Flying Boat: attached by day; one try to shoot it off or to elude it, else
    it shadows the B-25.
    """
    if r.night(flight.zone):
        cups.put_back(r, marker)
        return
    ref.scene("flying-boat", b25=b25.name(), flight=flight.name())
    b25.attached.append(marker)
    # D24
    key = ref.ask(
        "flying-boat",
        lambda: advice.flying_boat(r, b25, flight),
        lambda: questions.flying_boat(r, b25, flight, marker),
        keys=questions.ways(r, b25),
    )
    if key == questions.IGNORE:
        return
    gone = (
        attack_gunnery.shoot(ref, r, b25, Back.FLYING_BOAT)
        if key == questions.GUN
        else _elude(ref, r, b25, flight)
    )
    if gone:
        b25.attached.remove(marker)
        cups.put_back(r, marker)
    ref.note("flying-boat", b25=b25.name(), gone=gone)
    if not gone:
        secrecy.check(ref, r, Icon.TRIANGLE)


def elude_dice(r: Raid, flight: Flight) -> int:
    """8.3.7 Two dice at low altitude, and two at any altitude from Alert 3 on."""
    return 1 if flight.high and r.security.alert < WARY else 2


def _elude(ref: Referee, r: Raid, b25: B25, flight: Flight) -> bool:
    """8.3.7 Detachment method 2."""
    dice = elude_dice(r, flight)
    even = dice if r.security.alert >= WARY else 1
    faces = checks.pool(
        ref, r, ELUDE, dice, (b25,), while_=lambda faces: not eluded(r, faces), need=_ELUDES, least=even
    )
    return eluded(r, faces)


def eluded(r: Raid, faces: tuple[int, ...]) -> bool:
    """8.3.7 An even die, from Alert 3 on all of them even."""
    even = [face % 2 == 0 for face in faces]
    return all(even) if r.security.alert >= WARY else any(even)


def shadows(ref: Referee, r: Raid) -> None:
    """example 8.3.7 flying boat, 8.3.7 Shadow: a Flying Boat still attached gives way to Alert hazards; by night
    it has lost the B-25.
    """
    followed = [
        b for f in r.flights if flight_hazards.up(f) for b in f.aircraft if b.attached and b.has(Back.FLYING_BOAT)
    ]
    for b25 in followed:
        flight = aircraft.flight_of(r, b25)
        if flight is None or b25.fate is not Fate.FLYING:
            continue
        boats = [m for m in b25.attached if m.back is Back.FLYING_BOAT]
        for boat in boats:
            if boat not in b25.attached:  # 8.3.6: lost to what another boat called up
                break
            b25.attached.remove(boat)
            if r.night(flight.zone):
                cups.put_back(r, boat)
            else:
                _shadow(ref, r, b25, boat)


def _shadow(ref: Referee, r: Raid, b25: B25, boat: Marker) -> None:
    """8.3.7 What one Flying Boat brings."""
    count = int(data.table(ref, "shadow").words[0][r.security.alert])
    ref.scene("shadow", b25=b25.name())
    ref.note("shadowed", causes=(), b25=b25.name(), count=count)
    if not count:
        cups.put_back(r, boat)
        secrecy.check(ref, r, Icon.TRIANGLE)
        return
    for _ in range(count):
        marker = cups.draw(ref, r, _ALERT)
        if marker is not None:
            b25.assigned.append(marker)
    cups.put_back(r, boat)
    if b25.fate is Fate.FLYING:
        flight_hazards.resolve_all(ref, r, b25)
    for marker in b25.assigned:  # 8.3.6: lost before they were resolved
        cups.put_back(r, marker)
    b25.assigned.clear()


def lose(ref: Referee, r: Raid, flight: Flight) -> None:
    """8.3.7 A Flight that finds its target with a Flying Boat on its tail: it goes, and the Alert Level rises."""
    for b25 in flight.aircraft:
        for boat in [m for m in b25.attached if m.back is Back.FLYING_BOAT]:
            b25.attached.remove(boat)
            cups.put_back(r, boat)
            # RULING 6.2: one step a phase is the limit for attacks; a Flying Boat adds its own at once.
            secrecy.raise_alert(ref, r, "a Flying Boat followed the raiders to their target")
