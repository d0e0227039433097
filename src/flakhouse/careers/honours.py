"""Medals and promotions by a rule of ours, stated in docs/careers.md. The games have none; nothing in play depends
on them, and a switch turns them off.
"""

from __future__ import annotations

from flakhouse.careers.dossier import LOST, Flight, Honour, Man, Promotion, Tour
from flakhouse.render.story.words import count, nth

__all__ = ["MEDALS", "RULE", "award"]

#: From the highest to the lowest.
MEDALS = {
    "dsc": "Distinguished Service Cross",
    "silver-star": "Silver Star",
    "dfc": "Distinguished Flying Cross",
    "air-medal": "Air Medal",
    "purple-heart": "Purple Heart",
    "campaign": "Campaign ribbon",
}
RULE = "Medals and promotions follow a rule of ours, not of the game, and change nothing in play."
_LADDERS = (("Sgt", "S/Sgt", "T/Sgt", "M/Sgt"), ("2nd Lt", "1st Lt", "Capt", "Maj"))
_AIR = 5  # credited missions for each Air Medal
_STEPS = (10, 20)  # credited missions for a promotion
_ACE = 5
_DAY = 3  # victories on one flight
_HOME = ("landed", "landed at Iwo Jima")
_PILOTS = ("Pilot", "Copilot")


def award(man: Man, tour: Tour) -> None:
    """His medals in the order of his flights, and his promotions."""
    by_number = {flight.number: flight for flight in tour.flights}
    credited = kills = 0
    for flown in man.flights:
        flight = by_number[flown.flight]
        if len(man.medals) == 0:
            man.medals.append(Honour("campaign", flight.number, "His first flight against the enemy."))
        _wounds(man, flight)
        kills = _victories(man, flight, kills)
        _controls(man, flight)
        counts = flight.credited and (man.fate_flight != flight.number or man.fate not in LOST)
        if counts and credited < man.missions:
            credited += 1
            _missions(man, flight, credited)
    if man.fate == "tour complete":
        man.medals.append(Honour("dfc", man.fate_flight, f"His tour of {tour.missions} missions is complete."))


def _wounds(man: Man, flight: Flight) -> None:
    """One Purple Heart for each flight on which he was wounded, or lost his life."""
    died = man.fate in LOST and man.fate_flight == flight.number
    hurt = any(wound.flight == flight.number for wound in man.wounds)
    if hurt or died:
        what = man.fate.capitalize() if died else "Wounded"
        man.medals.append(Honour("purple-heart", flight.number, f"{what}, {flight.where()}."))


def _victories(man: Man, flight: Flight, before: int) -> int:
    """A cross for the fifth victory, a star for three in a day or for one after a wound of that day."""
    mine = [deed for deed in flight.deeds if deed.position == man.position]
    today = sum(deed.kind == "kill" for deed in mine)
    if before < _ACE <= before + today:
        man.medals.append(Honour("dfc", flight.number, f"His fifth victory, {flight.where()}."))
    hurt = next((i for i, deed in enumerate(mine) if deed.kind == "wound"), len(mine))
    if today >= _DAY:
        man.medals.append(
            Honour("silver-star", flight.number, f"{count(today).capitalize()} victories, {flight.where()}.")
        )
    elif any(deed.kind == "kill" for deed in mine[hurt:]):
        man.medals.append(
            Honour("silver-star", flight.number, f"A victory after he was wounded, {flight.where()}.")
        )
    return before + today


def _controls(man: Man, flight: Flight) -> None:
    """A man who is no pilot takes the controls, and she lands."""
    took = any(deed.kind == "controls" and deed.position == man.position for deed in flight.deeds)
    alive = man.fate not in LOST or man.fate_flight != flight.number
    if took and man.position not in _PILOTS and flight.end in _HOME and alive:
        man.medals.append(Honour("dsc", flight.number, f"No pilot, he brought her down, {flight.where()}."))


def _missions(man: Man, flight: Flight, credited: int) -> None:
    """An Air Medal for every five, a step up after ten and after twenty."""
    if credited % _AIR == 0:
        man.medals.append(Honour("air-medal", flight.number, f"After his {nth(credited)} mission."))
    if credited in _STEPS:
        ladder = next((ladder for ladder in _LADDERS if man.rank_now() in ladder), ())
        at = ladder.index(man.rank_now()) + 1 if ladder else 0
        if ladder and at < len(ladder):
            man.promotions.append(Promotion(ladder[at], flight.number, f"After {credited} missions."))
