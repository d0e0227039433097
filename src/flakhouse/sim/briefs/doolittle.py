"""What may be expected of a scenario of the raid."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import acquisition, data, secrecy
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.render.briefing import bands_of, points_of
from flakhouse.sim.briefs import Band, Odds, Outlook
from flakhouse.sim.exact import exact
from flakhouse.slate_form import Bar

__all__ = ["outlook"]

_SHIPS = ("ship", "cruiser", "CV", "launched", "enemy")
_FIELD = "Chuchow"


def outlook(ref: Referee, r: Raid) -> Outlook:
    """1.2, S-scoring Points and what they are worth; what a Flight finds, and whether a secret is kept."""
    number = str(r.options.scenario)
    kind = data.table(ref, "S-titles").look_up(number, 1)
    charts = {"S-titles": data.table(ref, "S-titles"), "S-scoring": data.table(ref, "S-scoring")}
    points = tuple(
        (worth, label)
        for label, worth in points_of(charts, number)
        if worth and (kind == "naval" or not any(word in label for word in _SHIPS))
    )
    bands = bands_of(charts, number)
    flight = next((f for f in r.flights if f.aircraft), None)
    odds: list[Odds] = []
    if flight is not None and kind == "flight":
        odds += [_found(ref, r, flight, name) for name in (next(iter(r.cities)).value, _FIELD)]
    if r.security.value and r.security.risk:
        odds.append(_kept(ref, r))
    return Outlook(_facts(r, kind, flight), (), tuple(odds), points, _drawn(bands))


def _facts(r: Raid, kind: str, flight: Flight | None) -> tuple[tuple[str, str], ...]:
    """What stands at the head of the form."""
    found = [("Alert", f"{r.security.alert} of {secrecy.MOST_ALERT}")]
    if flight is not None:
        found.append(("Fuel", f"{flight.fuel} each"))
    if r.security.value and r.security.risk:
        found.append(("Secrecy", f"{r.security.value} dice against {r.security.risk}"))
    return tuple(found) if kind != "campaign" else ()


def _found(ref: Referee, r: Raid, flight: Flight, name: str) -> Odds:
    """8.1.4 The chance to find a city or a field, by the light there is where this Flight is now."""
    mods = acquisition.mods(r, flight, name)
    thrown = exact(ref.chart(acquisition.CHECK), ref.plus(acquisition.CHECK, mods))
    needed = acquisition.number(ref, r, name, flight.zone)
    chance = sum(one.chance for one in thrown.outcomes if int(one.result) >= needed)
    light = "by night" if r.night(flight.zone) else "by day"
    note = f"{needed} or more on two dice {light}, with the navigation of {flight.name()}."
    return Odds(f"{name} is found", (Bar("found", chance, "good"), Bar("missed", 1 - chance, "bad")), note)


def _kept(ref: Referee, r: Raid) -> Odds:
    """6.3.1 The first Secrecy Test."""
    thrown = exact(ref.chart(secrecy.TEST), dice=r.security.value)
    passed = sum(one.chance for one in thrown.outcomes if int(one.result) >= r.security.risk)
    bars = (Bar("passes", passed, "good"), Bar("fails", 1 - passed, "bad"))
    return Odds("The next Secrecy Test", bars, "Every test makes the next one harder by 1.")


def _drawn(bands: list[tuple[str, int, int]]) -> tuple[Band, ...]:
    """S-titles The verdicts, each as wide as its points; the last is open."""
    if not bands:
        return ()
    whole = bands[-1][1] + 12
    found: list[Band] = []
    for name, least, most in bands:
        last = most < 0
        words = f"{least} or more" if last else f"below {most + 1}" if not least else f"{least} to {most}"
        wide = (whole - least) if last else most + 1 - least
        found.append(Band(name, words, max(12, round(100 * wide / whole))))
    return tuple(found)
