"""8.1.2, 8.1.4 Which target to look for, what to do when it is not found, who enters first, where to go then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import acquisition as rule
from flakhouse.games.doolittle import checks, fuel, worth
from flakhouse.games.doolittle.advice import acquisition as advice
from flakhouse.games.doolittle.questions import ashore, reach
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25, Flight, Raid
from flakhouse.games.doolittle.words import Back, City, Site

__all__ = [
    "HOME",
    "LISTED",
    "PERSIST",
    "city",
    "entering",
    "entry_order",
    "finding",
    "not_found",
    "onward",
    "site",
]

PERSIST = "persist"
LISTED = "as listed"
#: 4.7 The ways home.
HOME = (Site.CHUNGKING.value, Site.VLADIVOSTOK.value)


def target(name: str) -> Subject:
    """5.4, 5.5 A city or a landing site."""
    return Subject("city" if name in rule.CITIES else "site", name)


# ------------------------------------------------------------------ numbers


def _dice(ref: Referee, r: Raid, flight: Flight, name: str) -> int:
    """8.1.4 What the dice alone must show."""
    return rule.number(ref, r, name, flight.zone) - sum(mod.value for mod in rule.mods(r, flight, name))


def _need(ref: Referee, r: Raid, flight: Flight, name: str) -> str:
    """8.1.4 The number of a target as a player knows it: a beacon not yet turned over tells nothing."""
    return "its beacon decides" if rule.hidden(r, name) else f"found on {_dice(ref, r, flight, name)}+"


def finding(ref: Referee, r: Raid, flight: Flight, name: str, persistent: bool = False) -> tuple[Stake, ...]:
    """8.1.4 A target is found at once; not where a beacon, altitude or the lights have a say."""
    if rule.hidden(r, name) or flight.high:
        return ()
    dark, report = False, ""
    if name in rule.CITIES:
        found = r.cities[rule.CITIES[name]]
        dark = r.night(flight.zone)
        if dark and not found.lights_out and r.security.alert > 1:
            return ()
        report = " before a report helps" if found.contacts else ""
        dark = dark and found.lights_out
    need, mods = rule.number(ref, r, name, flight.zone), rule.mods(r, flight, name, persistent)
    label = "finds it" + report + checks.before_luck(*flight.aircraft)
    return (at_least(label, rule.CHECK.id, need, mods, 3 if dark else 2, 2 if dark else 0),)


# ------------------------------------------------------------------ which target


def city(ref: Referee, r: Raid, flight: Flight) -> Question:
    """8.1.2 Which city a loaded Flight over Japan looks for."""
    return Question(
        "8.1.2",
        f"{flight.name()} is over Japan. After two misses it drops all its bombs anywhere. Which city?",
        {
            name: Option(
                _city_words(ref, r, flight, name),
                found.subject,
                stakes=finding(ref, r, flight, name),
                detail=worth.city(ref, r, name),
            )
            for name, found in rule.CITIES.items()
        },
        flight.subject,
        why=lambda: advice.why_city(ref, r, flight),
    )


def _city_words(ref: Referee, r: Raid, flight: Flight, name: str) -> str:
    """5.4 A city with its number and what helps."""
    found = r.cities[City(name)]
    text = f"{name}: {_need(ref, r, flight, name)}"
    if found.contacts:
        text += f", {found.contacts} submarine {'report' if found.contacts == 1 else 'reports'} to help"
    if found.lights_out:
        text += ", lights out"
    if found.detonations:
        more = found.track[min(found.detonations, len(found.track) - 1)]
        text += f". {found.detonations} {'load has' if found.detonations == 1 else 'loads have'} fallen there"
        text += f", so {more} more in each draw of hazards" if more > 0 else ""
    return text


def site(ref: Referee, r: Raid, flight: Flight, name: str) -> Option:
    """5.5 A landing site with its number. The Fuel of the last leg is no price of the look: a miss burns none."""
    leg = rule.arrow_fuel(ref, name)
    last = "If it is found, the last leg takes 1 Fuel."
    if not flight.fuel:
        last = "No Fuel is left for the last leg: each B-25 flies it on fumes."
    return Option(
        f"Look for {name}: {_need(ref, r, flight, name)}",
        target(name),
        stakes=finding(ref, r, flight, name),
        detail=last if leg else "",
    )


def not_found(ref: Referee, r: Raid, flight: Flight, name: str, others: Sequence[str]) -> Question:
    """8.1.4 Try again at once, or try another target."""
    burns = _failed_guzzle(flight)
    options = {
        PERSIST: Option(
            f"Look for {name} again: a guzzle check, then +1",
            target(name),
            stakes=_persisting(ref, r, flight, name),
            detail=f"{_city_worth(ref, r, name)}{burns} {_second_miss(flight)}.",
        )
    }
    for other in others:
        options[other] = Option(
            f"Look for {other}: {_need(ref, r, flight, other)}{_ALERTED if _alarmed(r) else ''}",
            target(other),
            stakes=_elsewhere(ref, r, flight, other),
            detail=f"{_city_worth(ref, r, other)}{_second_miss(flight)}, and a guzzle check follows. {burns}",
        )
    return Question(
        "8.1.4",
        f"{flight.name()} does not find {name}. Look again, or elsewhere?",
        options,
        flight.subject,
        target(name),
        why=lambda: advice.why_not_found(ref, r, flight, name, others),
    )


def _city_worth(ref: Referee, r: Raid, name: str) -> str:
    """1.2, 1.3 What a city is worth, before another sentence; "" for a field."""
    return f"{worth.city(ref, r, name)} " if name in rule.CITIES else ""


_ALERTED = ", an alert hazard first"


def _alarmed(r: Raid) -> bool:
    """8.1.4 Whether a Target Deviation draws an Alert hazard."""
    return r.security.alert >= 2


def _failed_guzzle(flight: Flight) -> str:
    """8.1.4, 7.2.3 What a Guzzle Check that fails costs."""
    if flight.fuel:
        return f"If the guzzle check fails: 1 extra Fuel, of {flight.fuel}."
    return "If the guzzle check fails: a fumes check for each B-25, for there is no Fuel."


def _second_miss(flight: Flight) -> str:
    """8.1.4 What comes of a second look that finds nothing."""
    if not flight.loaded():
        return "A second miss ends the search for now"
    return "A second miss: all its bombs are dropped anywhere and it turns away"


def _elsewhere(ref: Referee, r: Raid, flight: Flight, name: str) -> tuple[Stake, ...]:
    """8.1.4 The look for another target, by those who are there after the Alert hazard."""
    found = finding(ref, r, flight, name)
    return tuple(s._replace(label=f"{s.label}, if nobody is lost before") for s in found) if _alarmed(r) else found


def _persisting(ref: Referee, r: Raid, flight: Flight, name: str) -> tuple[Stake, ...]:
    """8.1.4 The Guzzle Check and the second look, which is that of those who have not ditched between them."""
    found = finding(ref, r, flight, name, persistent=True)
    if not found:
        return ()
    if not flight.fuel or any(b.has(Back.FUEL_LEAK) for b in flight.aircraft):
        found = (found[0]._replace(label=f"{found[0].label}, if it still flies"),)
    label = "passes the guzzle check" + checks.before_luck(*flight.aircraft)
    return (at_least(label, fuel.GUZZLE.id, r.ratings.guzzle, fuel.guzzle_mods(flight)), *found)


# ------------------------------------------------------------------ found


def entering(queue: Sequence[B25]) -> list[str]:
    """4.1.1 Those who may enter, by their pilots, or several in their order."""
    return [*by_pilot(queue), LISTED] if len(queue) > 2 else list(by_pilot(queue))


def entry_order(flight: Flight, queue: Sequence[B25], turn: int) -> Question:
    """4.1.1 Who enters the Target Map on this turn."""
    found = [Option(b.name(), b.subject) for b in queue]
    options = dict(zip(entering(queue), [*found, Option("All of them, in this order")], strict=False))
    prompt = f"{flight.name()}: who enters on turn {turn}?"
    return Question("4.1.1", prompt, options, flight.subject, routine=True)


def onward(ref: Referee, r: Raid, flight: Flight, due: int = 0, check: bool = False) -> Question:
    """4.7 Where the target marker goes after the attack, with the sum of either way (5.5, 7.2.3, 8.4). `due`: Fuel
    that is spent already; `check`: a Guzzle Check is to come (8.1.4).
    """
    left = replace(flight, fuel=max(0, flight.fuel - due))
    china = _valued(_to_china(ref, r, left), worth.china(ref, r))
    vladivostok = _valued(_to_vladivostok(ref, r, left), worth.vladivostok(ref, r))
    return Question(
        "4.7",
        f"{flight.name()} is rid of its bombs and has {_tanks(left, due, check)}. China, or Vladivostok?",
        dict(zip(HOME, (china, vladivostok), strict=True)),
        flight.subject,
        why=lambda: advice.why_onward(r, flight, left.fuel, _lands_there(ref, r, left)),
    )


def _valued(way: Option, worth: str) -> Option:
    """1.2, 1.3 A way home with what it is worth before what it takes."""
    return Option(way.label, *way.about, stakes=way.stakes, costs=way.costs, detail=f"{worth} {way.detail}")


def _tanks(flight: Flight, due: int, check: bool) -> str:
    """7.2.3, 8.1.4 The Fuel left, and what may still be burnt before the Flight moves."""
    if check and flight.fuel:
        return f"{flight.fuel} Fuel, or {flight.fuel - 1} if the guzzle check that follows fails"
    return f"{flight.fuel} Fuel" + (" after its escape" if due else "")


#: 4.7 What the chance of either way leaves out.
_LEFT_OUT = "An estimate: no winds, no storms, nothing burnt between the two looks."


def _to_china(ref: Referee, r: Raid, flight: Flight) -> Option:
    """5.5, 7.2.4, 8.1.4 The way to the first fields, the fumes checks on it, and the look for the easiest; where
    only a beacon will say what that takes, no chance is said.
    """
    there = replace(flight, zone=reach.CHINA)
    fields = [name for name in rule.sites(ref, reach.CHINA) if not rule.why_not(r, name, there)]
    free = [name for name in fields if not rule.arrow_fuel(ref, name)] or fields
    turns = reach.CHINA - flight.zone + 1  # one in each zone, and there it looks in the next
    count = max(0, reach.CHINA - reach.dry(flight) + 1)
    fumes = f" {_counted(count, 'fumes check')} on the way, flying low." if count else ""
    said = f"{_counted(reach.CHINA - flight.zone, 'zone')} to the first fields. {reach.empty(flight)}{fumes}"
    if not free or any(rule.hidden(r, name) for name in fields):
        return Option(_CHINA, Site.CHUNGKING.subject, detail=said)
    name = min(free, key=lambda field: rule.number(ref, r, field, reach.CHINA, turns))
    leg = rule.arrow_fuel(ref, name) if flight.fuel <= turns else 0
    stakes, night = _arrival(ref, r, there, name, turns, count, leg)
    return Option(
        _CHINA,
        Site.CHUNGKING.subject,
        stakes=stakes,
        detail=f"{said} It looks for {name} {'by night' if night else 'by day'}. "
        f"{ashore.weighs(ref, r, there, name, turns)}{ashore.permission(r, name)}{_LEFT_OUT}",
    )


_CHINA = "China: any field on the way to Chungking"


def _lands_there(ref: Referee, r: Raid, flight: Flight) -> int:
    """14.1.1 Throws in 36 with which a sound B-25 lands well at Vladivostok."""
    way = max(0, reach.VLADIVOSTOK - flight.zone)
    there = replace(flight, zone=max(flight.zone, reach.VLADIVOSTOK))
    return ashore.landing_odds(ref, r, there, Site.VLADIVOSTOK, way + 1)


def _to_vladivostok(ref: Referee, r: Raid, flight: Flight) -> Option:
    """5.5, 7.2.4, 8.1.4 The same of the way to Vladivostok."""
    name = Site.VLADIVOSTOK
    way = max(0, reach.VLADIVOSTOK - flight.zone)
    takes = way + 2  # a turn in each zone, this one too, and the last leg
    there = replace(flight, zone=max(flight.zone, reach.VLADIVOSTOK))
    stakes, _ = _arrival(ref, r, there, name, way + 1, max(0, way + 1 - flight.fuel), flight.fuel < takes)
    short = "" if flight.fuel >= takes else " The rest is flown on fumes."
    waits = ashore.weighs(ref, r, there, name, way + 1) + ashore.permission(r, name)
    return Option(
        "Vladivostok: the Soviets intern the crews",
        name.subject,
        stakes=(*stakes, *ashore.kept(ref, r)),
        detail=f"{_counted(way, 'zone')}. Unless the wind helps, it takes {takes} Fuel with the last leg.{short} "
        f"{waits}{_LEFT_OUT}",
    )


def _arrival(
    ref: Referee, r: Raid, there: Flight, name: str, turns: int, fumes: int, leg: int
) -> tuple[tuple[Stake, ...], bool]:
    """7.2.4, 8.1.4, 14.1.1 To reach a field and to find it at the first or second look, then to land there, and
    both together; and whether that is by night.
    """
    need = rule.number(ref, r, name, there.zone, turns)
    looks = [
        at_least("", rule.CHECK.id, need, rule.mods(r, there, name, again, turns), 2) for again in (False, True)
    ]
    luck = checks.before_luck(*there.aircraft)
    label = (
        f"a sound B-25 gets there and finds {'it' if name == Site.VLADIVOSTOK else 'a field'} in two looks{luck}"
    )
    stakes = (reach.arrives(label, fumes, looks, leg), *ashore.lands(ref, r, there, name, turns))
    if len(stakes) > 1:
        stakes += (reach.arrives("in all it gets there and lands well", fumes, looks, leg, stakes[1]),)
    return stakes, r.night(there.zone, turns)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
