"""14.1, 14.5 What waits at the end of either way home, where the Denouement is played: as things stand now."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, at_least
from flakhouse.games.doolittle import acquisition as rule
from flakhouse.games.doolittle import campaign_debrief, wind
from flakhouse.games.doolittle.advice import odds
from flakhouse.games.doolittle.denouement import landing, ussr
from flakhouse.games.doolittle.state import Flight, Raid
from flakhouse.games.doolittle.words import Site, Weather

__all__ = ["kept", "landing_odds", "lands", "permission", "weighs"]

_LANDS = "a sound B-25 then lands well"
_KILLS = "the landing kills its crew"
_KEEPS = "the Soviets keep its crew to the end of the war"


def _mods(ref: Referee, r: Raid, there: Flight, name: str, turns: int) -> list[Mod]:
    """14.1.1 What counts when a sound B-25 without an elite pilot lands there, so many turns from now."""
    sky = r.weather.get(wind.box_of(ref, there.zone))
    down = replace(there, landed_night=r.night(there.zone, turns), landed_weather=sky or Weather.CALM)
    return landing.field_mods(r, down, Site(name))


def lands(ref: Referee, r: Raid, there: Flight, name: str, turns: int) -> tuple[Stake, ...]:
    """14.1.1, 14.1.2 The Landing Check of a sound B-25, and that it is the end of its crew."""
    if not r.with_denouement():
        return ()
    number, mods = rule.landing_value(ref, name), _mods(ref, r, there, name, turns)
    crash = Stake(_KILLS, landing.POOR.id, _killed, good=False)
    kills = Stake(_KILLS, landing.LANDING.id, partial(_by, number, False, crash), mods, good=False)
    return (at_least(_LANDS, landing.LANDING.id, number, mods), kills)


def _killed(faces: tuple[int, ...], total: int, word: str) -> bool:
    """14.1.2 Whether a poor landing kills the crew."""
    return word == landing.Poor.KILLED


def landing_odds(ref: Referee, r: Raid, there: Flight, name: str, turns: int) -> int:
    """14.1.1 Throws in 36 with which a sound B-25 lands well there; all of them where nobody rolls for it."""
    if not r.with_denouement():
        return odds.at_least(0)
    need = rule.landing_value(ref, name) - sum(mod.value for mod in _mods(ref, r, there, name, turns))
    return odds.at_least(need)


def weighs(ref: Referee, r: Raid, there: Flight, name: str, turns: int) -> str:
    """14.1.1 What counts in the landing, and that the weather may change, before another sentence."""
    if not r.with_denouement():
        return ""
    mods = _mods(ref, r, there, name, turns)
    known = r.weather.get(wind.box_of(ref, there.zone)) is not None
    sky = "the weather may change" if known else "the weather there is not known"
    counts = ", ".join(f"{mod.value:+d} {mod.reason}" for mod in mods)
    return f"Landing at {name}: {counts + '; ' if counts else ''}{sky}. "


def permission(r: Raid, name: str) -> str:
    """14.5.2 What it costs to land without permission, before another sentence; "" with it."""
    if not r.with_denouement():
        return ""
    cost = campaign_debrief.trespass(r, name)
    return f"Without permission: {cost.value:+d} on the check of the alliances, once. " if cost else ""


def kept(ref: Referee, r: Raid) -> tuple[Stake, ...]:
    """14.5.1, 14.5.2 That the Soviets let the crews go neither at once nor later, by the Blast so far and with few
    sound B-25s there; where a bad result with the allies overturns a release, with that too.
    """
    if not r.with_denouement():
        return ()
    number = ussr.internment(ref, r)
    need, doubtful = ussr.passage(ref, r, 0)
    mods = campaign_debrief.alliance_mods(r, [*campaign_debrief.landed(r), Site.VLADIVOSTOK.value])
    allies: bool | Stake = False
    if doubtful:
        allies = Stake(
            _KEEPS, campaign_debrief.ALLIANCES.id, lambda faces, total, word: int(word) < 0, mods, good=False
        )
    later = Stake(_KEEPS, ussr.SOVIET.id, partial(_by, need, allies, True), ussr.passage_mods(r), good=False)
    return (Stake(_KEEPS, ussr.SOVIET.id, partial(_by, number, False, later), good=False),)


def _by(
    need: int, enough: bool | Stake, less: bool | Stake, faces: tuple[int, ...], total: int, word: str
) -> bool | Stake:
    """14.5 What comes of so much, and of less."""
    return enough if total >= need else less
