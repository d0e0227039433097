"""8.3 Hazards of the Flight Map: whose they are, in which order they come, what to do about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flakhouse.core.questions import Cost, Option, Question, Subject, yes_no
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import elites, fuel
from flakhouse.games.doolittle import flight_hazards as rule
from flakhouse.games.doolittle.advice import flight_hazards as advice
from flakhouse.games.doolittle.questions import reach
from flakhouse.games.doolittle.questions.keys import by_pilot, numbered
from flakhouse.games.doolittle.questions.reach import FUEL
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid
from flakhouse.games.doolittle.words import Benefit

__all__ = [
    "GET_AWAY",
    "LISTED",
    "PROPOSED",
    "TAKE_IT",
    "WAYS",
    "b25_hazard",
    "bearers",
    "flight_hazard",
    "helped",
    "in_line",
    "interceptor",
    "leak_independent",
    "resolve_b25",
    "resolve_next",
    "takers",
    "vessel_removed",
    "zone_next",
    "zones",
]

LISTED = "as listed"
PROPOSED = "as proposed"
TAKE_IT, GET_AWAY = "take it", "get away"
WAYS = (TAKE_IT, GET_AWAY)  # of a B-25 with a fighter behind it
#: 2.3 Elite Crewmen who help against a hazard of the Flight Map, and how.
_HELP = {
    Benefit.COPILOT_REPAIR: "can repair damage",
    Benefit.GUNNER: "can drive a fighter off",
    Benefit.PILOT_IGNORE: "can ignore damage",
    Benefit.PILOT_REROLL: "can throw dice again",
}
#: 8.3.1 What a marker of each type may be: its front says no more.
_KINDS = {
    "I": "type I: trouble, a ship, a flying boat, or nothing",
    "II": "type II: a fighter, a flying boat, a ship, trouble, or nothing",
    "III": "type III: trouble, or nothing",
    "Alert": "an alert: a fighter, a flying boat, or nothing",
}
#: The same for a row of a form, what is likelier first.
_SHORT = {
    "I": "type I, trouble or enemy",
    "II": "type II, enemy or trouble",
    "III": "type III, trouble",
    "Alert": "an alert, enemy",
}


def zones(left: Sequence[int]) -> list[str]:
    """8.3 The zones that may come next, or several in their order."""
    names = [str(zone) for zone in left]
    return [*names, LISTED] if len(left) > 2 else names


def zone_next(left: Sequence[int]) -> Question:
    """8.3 The hazards of which zone come next."""
    options = {
        key: Option("All of them, in this order") if key == LISTED else Option(f"Zone {key}", Subject("zone", key))
        for key in zones(left)
    }
    return Question("8.3", "Which zone next?", options, routine=True)


def takers(flights: Sequence[Flight], more: bool) -> list[str]:
    """8.3.3 The Flights that may take a marker; with `more` to come they can be left as proposed."""
    names = [flight.name() for flight in flights]
    return [*names, PROPOSED] if more else names


def flight_hazard(
    marker: Marker, allowed: Sequence[tuple[Flight, Sequence[Marker]]], pick: Flight, drawn: Sequence[Marker]
) -> Question:
    """8.3.3 Which Flight of the zone has one of the hazards `drawn`; more to come can be left to the proposals."""
    zone = str(pick.zone)
    found = [Option(_flight_words(flight, share), flight.subject) for flight, share in allowed]
    more = marker is not drawn[-1]
    if more:
        found.append(Option(f"{pick.name()}, and the others evenly as they come"))
    options = dict(zip(takers([flight for flight, _ in allowed], more), found, strict=True))
    prompt = f"{_numbered(marker, drawn)} in zone {zone} ({_KINDS[rule.kind(marker)]}). Which Flight takes it?"
    about = (Subject("zone", zone), _drawn(marker, drawn))
    alike = (
        len({(f.fuel, f.loaded(), len(f.aircraft), sum(b.damage for b in f.aircraft)) for f, _ in allowed}) == 1
    )
    why = advice.why_flight_hazard
    return Question("8.3.3", prompt, options, *about, routine=alike, matters=True, why=lambda: why(allowed, pick))


def _drawn(marker: Marker, drawn: Sequence[Marker]) -> Subject:
    """8.3.1 A marker of which only the type is known, by its number among those of the zone."""
    number = f"{_numbered(marker, drawn).lower()}, " if len(drawn) > 1 else ""
    return Subject("marker", number + _SHORT[rule.kind(marker)])


def _numbered(marker: Marker, drawn: Sequence[Marker]) -> str:
    """8.3.2 A marker by its number among those of the zone, if there are several."""
    return f"Marker {drawn.index(marker) + 1}" if len(drawn) > 1 else "A marker"


def _flight_words(flight: Flight, share: Sequence[Marker]) -> str:
    """7.1 A Flight with what it has drawn so far."""
    count = len(flight.aircraft)
    text = f"{flight.name()}, {count} B-25{'' if count == 1 else 's'}, Fuel {flight.fuel}"
    return text + (f", takes {_types(share)} already" if share else "")


def _types(markers: Sequence[Marker]) -> str:
    """8.3.1 Markers by their types: "type I and an alert"."""
    return " and ".join(_SHORT[rule.kind(marker)].partition(",")[0] for marker in markers)


def bearers(allowed: Sequence[B25], more: bool) -> list[str]:
    """8.3.4 The B-25s that may take a marker, by their pilots; `more` to come can be left as proposed."""
    return [*by_pilot(allowed), PROPOSED] if more else list(by_pilot(allowed))


def b25_hazard(
    flight: Flight, marker: Marker, allowed: Sequence[B25], more: bool, drawn: Sequence[Marker] = ()
) -> Question:
    """8.3.4 Which B-25 of the Flight has one of the hazards `drawn`; `more` to come can be left as proposed."""
    found = [Option(_b25_words(b), b.subject) for b in allowed]
    if more:
        pick = advice.b25_hazard(allowed)
        found.append(Option(f"{pick.name()}, and the others of this zone evenly as they come"))
    options = dict(zip(bearers(allowed, more), found, strict=True))
    prompt = f"{_numbered(marker, drawn)} for {flight.name()} ({_KINDS[rule.kind(marker)]}). Who takes it?"
    why = advice.why_b25_hazard
    alike = len({_bears(b) for b in allowed}) == 1  # only then it is a formality
    return Question(
        *("8.3.4", prompt, options, flight.subject, _drawn(marker, drawn)),
        routine=alike,
        matters=True,
        why=lambda: why(allowed),
    )


def _b25_words(b25: B25) -> str:
    """8.3.4 A B-25, and what of it bears on a hazard: damage, fumes, markers it has, an Elite Crewman, Medals."""
    help_ = _help(b25)
    told = [
        "damaged" if b25.damage else "",
        "on fumes" if b25.fumes else "",
        ", ".join(marker.told() for marker in b25.attached),
        f"{b25.elite.name} " * (b25.elite.name != b25.pilot) + help_ if b25.elite and help_ else "",
        "Medals" if b25.medals else "",
    ]
    return ", ".join([b25.name(), *filter(None, told)])


def _bears(b25: B25) -> tuple[int, int, int, int, str]:
    """8.3.4 By what one B-25 bears a hazard better than another."""
    return b25.damage, b25.fumes, len(b25.attached), len(b25.medals), _help(b25)


def helped(b25: B25) -> bool:
    """2.3, 12.6.6 Whether an Elite Crewman or Medals aboard may help against a hazard."""
    return bool(_help(b25) or b25.medals)


def _help(b25: B25) -> str:
    """2.3 What an Elite Crewman aboard can still do against a hazard; "" for nothing."""
    return _HELP[b25.elite.benefit] if b25.elite is not None and b25.elite.has(*_HELP) else ""


def in_line(waiting: Sequence[B25]) -> list[str]:
    """8.3.5 Those with a marker, by their pilots, or all in their order."""
    return [*by_pilot(waiting), LISTED]


def resolve_b25(waiting: Sequence[B25]) -> Question:
    """8.3.5 Whose hazard is resolved next."""
    found = [Option(f"{b.name()}: {_types(b.assigned)}", b.subject) for b in waiting]
    options = dict(zip(in_line(waiting), [*found, Option("All of this zone, in this order")], strict=True))
    return Question("8.3.5", "Whose marker is turned over next?", options, routine=True)


def resolve_next(b25: B25) -> Question:
    """8.3.5 Which of its hazards is resolved next."""
    markers = b25.assigned
    options = {
        key: Option(_KINDS[rule.kind(m)], m.subject) for key, m in zip(numbered(markers), markers, strict=True)
    }
    prompt = f"Turn over which of {b25.pilot}'s markers first?"
    return Question("8.3.5", prompt, options, b25.subject, routine=True)


def leak_independent(b25: B25, flight: Flight) -> Question:
    """8.3.7 Fuel Leak: whether the B-25 leaves its Flight."""
    return yes_no(
        "8.3.7 Fuel Leak",
        f"{b25.name()} has a fuel leak. Leave {flight.name()} and fly alone?",
        b25.subject,
        flight.subject,
        yes=Option(
            f"Leave {flight.name()} for good",
            detail=f"It has the same {flight.fuel} Fuel, and each guzzle check is its own choice. {_LEAK}",
        ),
        no=Option("Stay", detail=f"Each guzzle check that {flight.name()} makes is its check too. {_LEAK}"),
        why=lambda: advice.why_leak_independent(flight),
    )


#: 7.2.4, 8.2.4 What a leak does, alone or not.
_LEAK = "With less than 3 Fuel a guzzle check brings it a fumes check, and each of those one die more."


def interceptor(ref: Referee, r: Raid, b25: B25, flight: Flight, marker: Marker) -> Question:
    """8.3.7 Interceptor: take the damage, or 1 Fuel to shake it off alone."""
    fatal = rule.fatal(r, b25)
    fumes = () if flight.fuel else reach.stays_up(ref, r, flight, flight.zone, "stays up", fuel.penalties(b25))
    away = "Run" if flight.independent else f"Run: leave {flight.name()} for good"
    costs = [Cost(FUEL)] * bool(flight.fuel) + [Cost("its Flight")] * (not flight.independent)
    return Question(
        "8.3.7 Interceptor",
        f"A fighter has {b25.name()} in its sights. Take the hit, or run?",
        {
            TAKE_IT: Option("Take the hit" + (": the B-25 is destroyed" if fatal else ""), detail=_hit(r, b25)),
            GET_AWAY: Option(f"{away}, {_of(flight)}", stakes=fumes, costs=costs, detail=_alone(flight)),
        },
        b25.subject,
        flight.subject,
        marker.subject,
        why=lambda: advice.why_interceptor(r, b25, flight),
    )


def _hit(r: Raid, b25: B25) -> str:
    """2.1.3, 2.3.7, 4.9 What a hit does to a B-25 that bears it."""
    if rule.fatal(r, b25):
        return "Its crew is lost with it."
    if elites.can(b25, Benefit.PILOT_IGNORE):
        return "The pilot can ignore it, once in the game."
    spare = r.ratings.armor - b25.damage
    bombs = ", and its bombs hit with -1" if b25.loaded else ""
    return f"It is damaged{bombs}. " + ("It bears one hit more." if spare > 0 else "The next hit destroys it.")


def _alone(flight: Flight) -> str:
    """7.1.2, 8.3.2 What it means to shake a fighter off, and to fly alone from then on."""
    sure = "The fighter is shaken off for certain."
    return sure if flight.independent else f"{sure} Alone it counts as a Flight when markers are drawn."


def _of(flight: Flight) -> str:
    """7.2.3 What the escape leaves of the Fuel."""
    return f"{flight.fuel - 1} Fuel left" if flight.fuel else "a fumes check, for there is no Fuel"


def vessel_removed(sorts: Collection[str]) -> Question:
    """8.3.7 Vessel: of which sort is the one that goes back."""
    options = {sort: f"A Vessel of type {sort}" for sort in sorts}
    why = advice.why_vessel_removed
    return Question("8.3.7 Vessel", "A Vessel goes back. Which?", options, routine=True, why=why)
