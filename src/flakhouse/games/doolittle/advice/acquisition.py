"""8.1.2, 8.1.4 Which target is worth looking for, and where to go afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition as rule
from flakhouse.games.doolittle.advice import fuel, odds
from flakhouse.games.doolittle.questions import acquisition as questions
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import JAPAN_ZONE, City, Site

__all__ = ["city", "not_found", "onward", "wanted", "why_city", "why_not_found", "why_onward", "why_wanted"]

# Found by scripts/advice thresholds doolittle, over 60 to 100 raids: what another value costs in points a raid.
_BEACON = 5  # what a careful player expects of a beacon not yet turned over; 4 and 6 change no answer
# Fuel with which a careful player sets out for China where the judges decide. What others gain over 4,000 raids of
# scenario 10, where B-25s land at Vladivostok without de-icers, in marks and in successes of 100: 7: -0.07 ±0.03,
# -0.3 ±0.6; 5: +0.05 ±0.04, -1.2 ±0.9; 4: -0.05 ±0.06, -4.0 ±1.2; 3: -0.12 ±0.07, -4.6 ±1.3; always:
# -0.09 ±0.07, -4.2 ±1.4.
_ENOUGH = 6
_HARD = 18  # throws in 36: a landing that fails as often as not
# The same where no judge asks who reached China, for a landing scores the same anywhere (1.2). Over 1,000 raids of
# scenario 9 it costs 0.02 ±0.06 points a raid to set out with 7, with 6: 0.35 ±0.15, 5: 1.2 ±0.2, 4: 3.0 ±0.3,
# always 4.8 ±0.4; always in scenario 7: 9.5 ±0.2, in scenario 8: 6.6 ±0.2.
_SURE = 7
# Chances in 36. Beside each stands what other values gain in points a raid of scenarios 7, 8 and 9 (95 %, 3,000
# raids each).
# That each detonation takes from a city: 0: -2.4 ±0.3, -4.2 ±0.4, -2.6 ±0.4; 2: 0.0 ±0.2, -1.1 ±0.4, -0.4 ±0.3
_BOMBED = 1
# That a city counts more which nobody has bombed, for its first Blast scores (1.2): 4: -0.1 ±0.1, +0.2 ±0.3,
# +0.1 ±0.2; 8: 0.0 ±0.0, -1.0 ±0.4, -0.3 ±0.2
_UNTOUCHED = 6
# And less for the map with the fewest boxes: 0: +0.1 ±0.4, +0.2 ±0.3, -0.4 ±0.4
_FEW = {City.NAGOYA.value: 1}
_GOOD = 24  # chances in 36 worth stopping for on the way to the interior; 15 to 33: no clear difference


def _odds(ref: Referee, r: Raid, flight: Flight, name: str, persistent: bool = False) -> int:
    """8.1.4 Chances in 36, as far as a player can know; lights out cost about two."""
    need = _BEACON if rule.hidden(r, name) else rule.number(ref, r, name, flight.zone)
    for mod in rule.mods(r, flight, name, persistent):
        need -= mod.value
    city = rule.CITIES.get(name)
    if city is not None and r.cities[city].lights_out and r.night(flight.zone):
        need += 2
    return odds.at_least(need)


def city(ref: Referee, r: Raid, flight: Flight) -> str:
    """8.1.2 The city that looks best: easy to find, not yet stirred up."""
    best, most = "", -99
    for name in rule.CITIES:
        worth = _odds(ref, r, flight, name) + _promise(r, name)
        if worth > most:
            best, most = name, worth
    return best


def _promise(r: Raid, name: str) -> int:
    """1.2, 8.1.4 What a city is worth besides the chance to find it, in chances in 36; 0 for a landing site."""
    if name not in rule.CITIES:
        return 0
    city = r.cities[rule.CITIES[name]]
    worth = 2 * min(city.contacts, 1) - _FEW.get(name, 0)
    return worth - _BOMBED * city.detonations if city.detonations else worth + _UNTOUCHED


def why_city(ref: Referee, r: Raid, flight: Flight) -> str:
    """8.1.2 The reason."""
    name = city(ref, r, flight)
    odds = {other: _odds(ref, r, flight, other) for other in rule.CITIES}
    rival = _rival(odds, name)
    return _against(r, odds, name, rival, "") if rival else f"{name} is the easiest to find."


def _rival(odds: Mapping[str, int], name: str) -> str:
    """8.1.4 What is found as often as this, or more often; "" for nothing."""
    able = [other for other in odds if other != name and odds[other] >= odds[name]]
    return max(able, key=lambda other: odds[other], default="")


def _against(r: Raid, odds: Mapping[str, int], name: str, rival: str, price: str) -> str:
    """8.1.2, 8.1.4 Why not the rival: what has happened at these cities, or else what the rival asks first."""
    but = (_speaks(r, name, rival) if name in rule.CITIES else "") or price
    than = f"{rival} is found {'as often' if odds[rival] == odds[name] else 'more often'}"
    return f"{than}, but {but}." if but else f"{than}: one is as good as the other."


def _speaks(r: Raid, name: str, rival: str) -> str:
    """1.2, 8.1.2 What speaks for a city, found less often or as often as the other; "" for nothing."""
    found, there = r.cities[rule.CITIES[name]], r.cities[rule.CITIES[rival]]
    if there.detonations and not found.detonations:
        return f"nobody has bombed {name} yet"
    if there.detonations > found.detonations:
        return "more bombs have fallen there"
    if found.contacts and not there.contacts:
        return f"a submarine has reported on {name}"
    return "it has fewer targets" if rival in _FEW else ""


def wanted(ref: Referee, r: Raid, flight: Flight) -> str:
    """8.1.2 What a sensible player does in a zone with landing sites: the site to try, or none: on west."""
    near = rule.sites(ref, flight.zone)
    able = [name for name in near if not rule.why_not(r, name, flight)]
    if not able:
        return ""
    if flight.zone <= JAPAN_ZONE + 1:
        return flight.target if flight.target in able else ""
    worth = {name: _site_worth(ref, r, flight, name) for name in able}
    best = max(able, key=lambda name: (worth[name], -rule.landing_value(ref, name)))
    if Site.CHUNGKING not in near and flight.fuel >= 2 and worth[best] < _GOOD:
        return ""
    return best


def why_wanted(ref: Referee, r: Raid, flight: Flight) -> str:
    """8.1.2 The reason for the site to try."""
    best = wanted(ref, r, flight)
    worth = {
        name: _site_worth(ref, r, flight, name)
        for name in rule.sites(ref, flight.zone)
        if not rule.why_not(r, name, flight)
    }
    if len(worth) == 1:
        return f"{best} is the only field that can be looked for from here."
    alike = [name for name in worth if name != best and worth[name] == worth[best]]
    if alike:
        return f"{' and '.join(alike)} can be found as often, but {best} is the easiest to land at."
    return f"{best} is the best chance to land from here."


def _site_worth(ref: Referee, r: Raid, flight: Flight, name: str) -> float:
    """8.1.4 Chances of a site, less if the last leg must be flown on fumes."""
    odds = _odds(ref, r, flight, name)
    return odds if flight.fuel >= rule.arrow_fuel(ref, name) else odds * 0.65


def luck_at_once(city: City | None) -> bool:
    """2.3.7, 8.1.4 A re-roll mends a first look too where a field is looked for: then the bombs are gone."""
    return city is None


def not_found(ref: Referee, r: Raid, flight: Flight, name: str, others: Sequence[str]) -> str:
    """8.1.4 The same again or another target: the better chance, with what a failed Guzzle Check costs.

    What a city promises counts half: over 3,000 raids of scenario 8, 13 in a thousand fewer succeed if it
    counts in full (±6), and the whole of it, against nothing, is worth 0.7 ±0.4 points a raid of scenario 7
    (2,000 raids).
    """
    fail = 36 - fuel.chance(r, flight)
    values: dict[str, float] = {
        questions.PERSIST: _odds(ref, r, flight, name, True) - fail / 6 + _promise(r, name) / 2
    }
    for other in others:
        odds = _odds(ref, r, flight, other)
        values[other] = (
            odds - (36 - odds) * fail / 216 - (4 if r.security.alert >= 2 else 0) + _promise(r, other) / 2
        )
        if other == Site.KOREA:
            values[other] -= 12
    best, most = "", -999.0
    for key, value in values.items():
        if value > most:
            best, most = key, value
    return best


def why_not_found(ref: Referee, r: Raid, flight: Flight, name: str, others: Sequence[str]) -> str:
    """8.1.4 The reason."""
    key = not_found(ref, r, flight, name, others)
    best = name if key == questions.PERSIST else key
    odds = {name: _odds(ref, r, flight, name, True), **{other: _odds(ref, r, flight, other) for other in others}}
    rival = _rival(odds, best)
    if rival:
        alarmed = best == name and r.security.alert >= 2
        price = "a guzzle check comes first" if rival == name else "an alert hazard comes first" if alarmed else ""
        return _against(r, odds, best, rival, price)
    if best == name:
        return "The second look has +1, and that is the best chance."
    return f"{best} is the best chance now."


def onward(r: Raid, flight: Flight) -> str:
    """4.7, 1.3 To China, as the orders say, with Fuel enough, less where judges ask who reached it."""
    china = flight.fuel >= (_ENOUGH if r.with_denouement() else _SURE)
    return (Site.CHUNGKING if china else Site.VLADIVOSTOK).value


def why_onward(r: Raid, flight: Flight, fuel: int, lands: int) -> str:
    """4.7, 14.1.1 The reason; so much `fuel` is left when all that is due has been burnt, and with so many throws
    in 36 a B-25 `lands` well at Vladivostok.
    """
    if onward(r, flight) == Site.CHUNGKING:
        return f"The orders say China, and {fuel} Fuel may be enough."
    if not r.with_denouement():
        return (
            f"The orders say China, but a B-25 with {fuel} Fuel lands safely more often at Vladivostok, "
            "and that scores the same."
        )
    if lands < _HARD:
        hard = f"though to land there is hard ({round(100 * lands / 36)} %)"
        return (
            f"The orders say China, but {fuel} Fuel is too little. Vladivostok is near, {hard}; most crews live."
        )
    return f"The orders say China, but {fuel} Fuel is too little; Vladivostok is near."
