"""8.1, 8.2 The Flight Turn: who acts next, altitude, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flakhouse.core.questions import Barred, Cost, Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import acquisition, checks, data, fuel
from flakhouse.games.doolittle import flight as rule
from flakhouse.games.doolittle.advice import flight as advice
from flakhouse.games.doolittle.questions import acquisition as targets
from flakhouse.games.doolittle.questions import reach, wind
from flakhouse.games.doolittle.questions.reach import FUEL
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Wind

__all__ = [
    "AFTER",
    "ALL",
    "ALL_KEEP",
    "CLIMB",
    "KEEP",
    "LISTED",
    "STAY",
    "WEST",
    "acting",
    "altitude",
    "flight_goal",
    "flight_next",
    "goals",
    "levels",
]

WEST = "fly west"
STAY = "stay"
ALL = "all "
LISTED = "as listed"
KEEP, CLIMB, DESCEND, ALL_KEEP = "keep", "climb", "descend", "all keep"
AFTER = " afterwards"
_ALL_WORDS = {
    WEST: "Fly west, and so do all other Flights in this wind",
    STAY: "No extra zone, nor for any other Flight in this wind",
}


def acting(left: Sequence[Flight]) -> list[str]:
    """8.1, 8.2 The Flights that may act next, or several in their order."""
    names = [flight.name() for flight in left]
    return [*names, LISTED] if len(left) > 2 else names


def flight_next(step: str, left: Sequence[Flight]) -> Question:
    """8.1, 8.2 Which Flight acts next."""
    found = [Option(f"{f.name()}, zone {f.zone}, Fuel {f.fuel}", f.subject) for f in left]
    options = dict(zip(acting(left), [*found, Option("All of them, in this order")], strict=False))
    return Question("8.1" if step == "move" else "8.2", "Which Flight acts next?", options, routine=True)


def levels(flight: Flight, others: bool) -> list[str]:
    """8.1.1 What a Flight may do about its altitude; with `others` all may keep theirs."""
    change = DESCEND if flight.high else CLIMB
    return [KEEP, change, change + AFTER, ALL_KEEP] if others else [KEEP, change, change + AFTER]


def altitude(flight: Flight, others: bool, looks: bool) -> Question:
    """8.1.1 Climb or descend, before or after the move; `others` may be told to keep theirs.

    A low Flight gains by a climb only where it `looks` for its target (8.1.4), and pays for it; else: routine.
    """
    if flight.high:
        found = [
            Option("Stay high", detail=_high(flight)),
            Option("Go down to low altitude"),
            Option("Go down when it has moved, or looked for its target"),
        ]
    else:
        burnt = (Cost(FUEL),) if flight.fuel else ()
        climb = "Climb" if flight.fuel else "Climb without Fuel: a fumes check first"
        found = [
            Option("Stay low"),
            Option(climb, costs=burnt, detail=_high(flight)),
            Option("Climb when it has moved, or looked for its target", costs=burnt),
        ]
    if others:
        found.append(Option(f"{found[0].label}, and no other Flight changes its altitude this turn"))
    options = dict(zip(levels(flight, others), found, strict=True))
    prompt = f"{flight.name()}: high or low?"
    routine = not flight.high and not (looks and flight.fuel)
    return Question(
        "8.1.1", prompt, options, flight.subject, routine=routine, why=lambda: advice.why_altitude(flight)
    )


def _high(flight: Flight) -> str:
    """3.3.1, 4.4, 4.6.3, 7.2.4, 8.1.4, 8.3.7 What a Flight has of being high, and what it costs."""
    words = (
        "High up one die of a failed look for its target is thrown again, empty tanks ditch it less often, and a "
        "flying boat may be harder to shake off."
    )
    if not flight.loaded():
        return words
    return (
        f"{words} Over a city balloons and small arms do not reach it, but it shakes off nothing, and boxes can "
        "be bombed only by day with a Norden bombsight."
    )


def goals(ref: Referee, r: Raid, flight: Flight, state: Wind | None, others: bool) -> list[str]:
    """8.1.2, 8.2.1 The sites that it may look for, west, or to stay; and the same for all `others`."""
    near = acquisition.sites(ref, flight.zone)
    found = [name for name in near if not acquisition.why_not(r, name, flight)]
    if not rule.why_not_west(flight, near):
        found.append(WEST)
    if state is not None or not found:
        found.append(STAY)
    return [*found, *[ALL + key for key in found]] if others and len(found) > 1 else found


def flight_goal(
    ref: Referee, r: Raid, flight: Flight, state: Wind | None, others: bool, same: bool = False
) -> Question:
    """8.1.2, 8.2.1 A site to look for, west, or in the Wind Phase neither; `others` may be told to do the same,
    and if they are the `same` in all that counts here, that is what is asked.
    """
    near = acquisition.sites(ref, flight.zone)
    reasons = {name: acquisition.why_not(r, name, flight) for name in near}
    keys = goals(ref, r, flight, state, others)
    able = [key for key in keys if key in near]
    wind_costs, stakes = _price(ref, r, flight, state)
    options = {name: _look(targets.site(ref, r, flight, name), flight, state, stakes, wind_costs) for name in able}
    barred = {name: Barred(why, name, targets.target(name)) for name, why in reasons.items() if why}
    if WEST not in keys:
        barred[WEST] = Barred(rule.why_not_west(flight, near), "Fly west")
    else:
        zone = flight.zone + 1
        words = f"Fly west to zone {zone}, {data.table(ref, 'zones').words[0][zone - 1]}"
        detail = wind.price(state, flight.fuel) if state is not None else _leg(flight, bool(able))
        if state is None and not flight.fuel:
            stakes = reach.stays_up(ref, r, flight, zone)
        options[WEST] = Option(words, Subject("zone", str(zone)), stakes=stakes, costs=wind_costs, detail=detail)
    if STAY in keys:
        options[STAY] = Option(_hold(state, able, WEST in options), detail=reach.lasts(flight, state is not None))
    for key in keys[len(options) :]:
        one = options[key.removeprefix(ALL)]
        options[key] = Option(
            _ALL_WORDS[key.removeprefix(ALL)],
            *one.about,
            stakes=tuple([stake._replace(label=f"each {stake.label}") for stake in one.stakes]),
            detail="Each makes its own check. " + one.detail if one.stakes else one.detail,
            costs=one.costs,
        )
    if state is None:
        prompt = f"{flight.name()} is in zone {flight.zone} with {flight.fuel} Fuel. What next?"
    else:
        who = f"{flight.name()} has" if not same else f"{flight.name()} and all that follow have"
        each = " each" if same else ""
        use = " or to ".join(["fly an extra zone"] * (WEST in options) + ["look for a field"] * bool(able))
        prompt = f"{who} a {state.value.lower()} and {flight.fuel} Fuel{each}. Use it to {use}?"
    return Question(
        "8.1.2" if state is None else "8.2.1",
        prompt,
        options,
        flight.subject,
        Subject("zone", str(flight.zone)),
        barred=barred,
        routine=not able and state is None,  # riding the wind is a decision (8.2.1)
        why=lambda: advice.why_flight_goal(ref, r, flight, state),
    )


def _leg(flight: Flight, able: bool) -> str:
    """7.2.3, 8.4 What a zone to the west means for the Fuel, where there is a field to look for instead."""
    if not flight.fuel:
        return "There is no Fuel: at the end of the turn each B-25 makes a fumes check there."
    return reach.lasts(flight, moved=False) if able else ""


def _hold(state: Wind | None, able: Sequence[str], west: bool) -> str:
    """8.2.1 Not to use the wind, by what it offers: a zone, a look at a field, or both."""
    if state is None:
        return "Stay here"
    return "Do neither" if able and west else "Do not look now" if able else "No extra zone this turn"


def _look(
    site: Option, flight: Flight, state: Wind | None, stakes: tuple[Stake, ...], costs: tuple[Cost, ...]
) -> Option:
    """8.2.2 A look at a field; in the Wind Phase with what the wind asks for it."""
    if state is None:
        return site
    detail = " ".join(filter(None, (wind.price(state, flight.fuel, "look"), site.detail)))
    return Option(
        site.label,
        *site.about,
        stakes=(*stakes, *site.stakes),
        costs=costs,
        detail=detail,
    )


def _ditches(faces: tuple[int, ...], total: int, word: str) -> bool:
    """7.2.4 Whether a fumes check brings a B-25 down."""
    return word == fuel.Fumes.DITCH


def _price(
    ref: Referee, r: Raid, flight: Flight, state: Wind | None
) -> tuple[tuple[Cost, ...], tuple[Stake, ...]]:
    """8.2.1, 8.2.4 What the wind asks before it lets a Flight move: Fuel, a Guzzle Check, with a leak a fumes
    check."""
    if state is None or state is Wind.SEVERE_TAILWIND:
        return (), ()
    label = "passes the guzzle check" + checks.before_luck(*flight.aircraft)
    costs: tuple[Cost, ...] = ()
    if state is Wind.HEADWIND and flight.fuel:
        costs = (Cost(FUEL),)
        flight = replace(flight, fuel=flight.fuel - 1)  # burnt first: the Flight is lighter
    elif state is Wind.HEADWIND:
        label += ", if it still flies"
    leaks = [
        stake._replace(outcome=_ditches, good=False)
        for b25 in fuel.leaking(flight)
        for stake in reach.stays_up(
            ref, r, flight, flight.zone, f"{b25.pilot}, leaking, ditches", fuel.penalties(b25)
        )
    ]
    return costs, (at_least(label, fuel.GUZZLE.id, r.ratings.guzzle, fuel.guzzle_mods(flight)), *leaks)
