"""Medals and promotions by a rule of ours, stated in docs/careers.md. The games have none; nothing in play depends
on them, and a switch turns them off.

The rule proposes. Ribbons that follow from a count or a wound are given with it; a star or a cross is given when
the player says so (`Chapter.awards`). A citation is one sentence: circumstance, deed, outcome; only what the log
holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.careers.dossier import LOST, Deed, Flight, Honour, Man, Promotion, Tour
from flakhouse.render.story.words import a_count, capital, count, join

__all__ = ["ASKED", "MEDALS", "RULE", "Said", "award", "key_of"]

#: From the highest to the lowest.
MEDALS = {
    "dsc": "Distinguished Service Cross",
    "silver-star": "Silver Star",
    "dfc": "Distinguished Flying Cross",
    "air-medal": "Air Medal",
    "purple-heart": "Purple Heart",
    "campaign": "Campaign ribbon",
}
#: Those the player is asked about.
ASKED = ("dsc", "silver-star", "dfc")
RULE = "Medals and promotions follow a rule of ours, not of the game, and change nothing in play."
#: What the player said to the medals proposed after a flight: by its number, by man and medal, "yes" or "no".
Said = Mapping[int, Mapping[str, str]]

_LADDERS = (("Sgt", "S/Sgt", "T/Sgt", "M/Sgt"), ("2nd Lt", "1st Lt", "Capt", "Maj"))
_AIR = 5  # credited missions for each Air Medal
_STEPS = (10, 20)  # credited missions for a promotion
_ACE = 5
_DAY = 3  # victories on one flight
_ENGINES = 2  # out when the pilot lands her
_HOME = ("landed", "landed at Iwo Jima")
_PILOTS = ("Pilot", "Copilot")
_ENDS = {
    "killed": "was killed",
    "died of wounds": "died of his wounds",
    "lost at sea": "was lost at sea",
    "died in captivity": "died in captivity",
}


def key_of(man: Man, medal: str) -> str:
    """Under what the player's word on a medal is kept."""
    return f"{man.id}/{medal}"


def award(man: Man, tour: Tour, said: Said) -> None:
    """His medals in the order of his flights, and his promotions."""
    by_number = {flight.number: flight for flight in tour.flights}
    credited = kills = 0
    for flown in man.flights:
        flight = by_number[flown.flight]
        if len(man.medals) == 0:
            _give(man, "campaign", flight, "First flight against the enemy.")
        _wounds(man, flight)
        kills = _victories(man, flight, kills)
        _deeds(man, flight)
        counts = flight.credited and (man.fate_flight != flight.number or man.fate not in LOST)
        if counts and credited < man.missions:
            credited += 1
            _missions(man, flight, credited)
    if man.fate == "tour complete":
        _give(man, "dfc", by_number[man.fate_flight], f"His tour of {tour.missions} missions is complete.")
    man.medals = [_said(man, honour, said) for honour in man.medals]


def _give(man: Man, medal: str, flight: Flight, why: str) -> None:
    man.medals.append(Honour(medal, flight.number, why))


def _said(man: Man, honour: Honour, said: Said) -> Honour:
    """The medal as the player decided."""
    usual = "" if honour.medal in ASKED else "yes"
    given = said.get(honour.flight, {}).get(key_of(man, honour.medal), usual)
    return Honour(honour.medal, honour.flight, honour.why, given)


def _died(man: Man, flight: Flight) -> bool:
    return man.fate in LOST and man.fate_flight == flight.number


def _over(flight: Flight) -> str:
    """Where: "over Lille, mission 4"."""
    return f"on the mission to {flight.target}" if flight.target else f"on flight {flight.number}"


def _wounds(man: Man, flight: Flight) -> None:
    """One Purple Heart for each flight on which he was wounded, or lost his life."""
    if _died(man, flight):
        _give(man, "purple-heart", flight, f"{capital(man.fate)} {_over(flight)}; posthumously.")
    elif any(wound.flight == flight.number for wound in man.wounds):
        _give(man, "purple-heart", flight, f"For wounds received {_over(flight)}.")


def _victories(man: Man, flight: Flight, before: int) -> int:
    """A cross for the fifth victory."""
    today = sum(deed.kind == "kill" for deed in _mine(man, flight))
    if before < _ACE <= before + today:
        gun = [deed.gun for deed in _mine(man, flight) if deed.kind == "kill"][_ACE - before - 1]
        why = f"{capital(_over(flight))} he shot down his fifth enemy fighter with the {gun}."
        _give(man, "dfc", flight, why)
    return before + today


def _mine(man: Man, flight: Flight) -> list[Deed]:
    return [deed for deed in flight.deeds if deed.position == man.position]


def _deeds(man: Man, flight: Flight) -> None:
    """A star for what he did beyond his duty; a cross if he brought her home, or lost his life on that flight."""
    did = _beyond(man, flight)
    if did:
        circumstance, deed, landed = did
        died = _died(man, flight)
        outcome = f", and {_ENDS[man.fate]}" if died else f", and {landed}" if landed else ""
        medal = "dsc" if died or landed else "silver-star"
        _give(man, medal, flight, capital(f"{circumstance} {deed}{outcome}."))
    if (
        man.position == "Pilot"
        and flight.engines_out >= _ENGINES
        and flight.end in _HOME
        and not _died(man, flight)
    ):
        aboard = sum(not seat.grounded for seat in flight.crew.values())
        why = f"With {a_count(flight.engines_out, 'engine')} out he landed {flight.bomber}"
        _give(man, "dfc", flight, f"{why} with {aboard} men aboard, {_over(flight)}.")


def _beyond(man: Man, flight: Flight) -> tuple[str, str, str] | None:
    """Circumstance, deed, and how he brought her home, if he did."""
    mine = _mine(man, flight)
    kills = [deed for deed in mine if deed.kind == "kill"]
    hurt = next((i for i, deed in enumerate(mine) if deed.kind == "wound"), len(mine))
    wounded = any(deed.kind == "wound" for deed in mine)
    if man.position not in _PILOTS and any(deed.kind == "controls" for deed in mine):
        circumstance = f"no pilot himself, he took the controls {_over(flight)}"
        until = " until she was abandoned" if flight.end == "abandoned" else ""
        deed = f"and flew {flight.bomber}{until}{', wounded himself' if wounded else ''}"
        return circumstance, deed, "landed her" if flight.end in _HOME else ""
    if len(kills) >= _DAY:
        types = join(list(dict.fromkeys(deed.what for deed in kills)))
        return f"{_over(flight)}, attacked by fighters,", f"he shot down {count(len(kills))} ({types})", ""
    if any(deed.kind == "kill" for deed in mine[hurt:]):
        after = next(deed for deed in mine[hurt:] if deed.kind == "kill")
        return f"wounded {_over(flight)},", f"he stayed at the {after.gun} and shot down a {after.what}", ""
    if any(deed.kind == "fire" and deed.what == "wounded" for deed in mine):
        return f"wounded {_over(flight)},", "he fought the fire aboard and put it out", ""
    return None


def _missions(man: Man, flight: Flight, credited: int) -> None:
    """An Air Medal for every five, a step up after ten and after twenty."""
    if credited % _AIR == 0:
        _give(man, "air-medal", flight, f"For {count(credited)} missions against the enemy.")
    if credited in _STEPS:
        ladder = next((ladder for ladder in _LADDERS if man.rank_now() in ladder), ())
        at = ladder.index(man.rank_now()) + 1 if ladder else 0
        if ladder and at < len(ladder):
            man.promotions.append(Promotion(ladder[at], flight.number, f"After {credited} missions."))
