"""Rule 4.4: weather in the zone (table 4-2), storms (4-3) and the near collisions they share with 4-9a."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cockpit, damage_wings, ending, engineer, engines, formation, fuel, pressure
from flakhouse.games.b29.advice import weather as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import weather as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    Formation,
    Leg,
    Position,
    Root,
    Section,
    Weather,
)

__all__ = ["possible_collision", "weather_step"]


class Storm(StrEnum):
    """Results of 4-3."""

    SAFE = "Safe passage"
    DISRUPTED = "Formation Disrupted"
    DAMAGE = "Storm damage"
    ELECTRICAL = "Storm and electrical damage"


class Risk(StrEnum):
    """Results of the collision risk."""

    NONE = "No collision"
    POSSIBLE = "Possible collision"


class Near(StrEnum):
    """Results of a possible collision."""

    CLOSE = "Close call"
    SHALLOW = "Shallow dive"
    STEEP = "Steep dive"
    MID_AIR = "Mid-air collision"


class Dive(StrEnum):
    """What a wing does in the steep dive."""

    HOLDS = "Wing holds"
    OFF = "Wing torn off"


def _sky(word: str) -> tuple[Weather, bool]:
    """A cell of 4-2: the weather, and whether the jet stream blows at HI."""
    name, _, wind = word.partition(", ")
    return Weather(name), wind == "jet stream"


WEATHER = CHARTS.bind("4-2", _sky)
STORM = CHARTS.words("4-3", Storm)
COLLISION = CHARTS.words("4-3-collision", Risk)
NEAR = CHARTS.words("4-3-near", Near)
WING = CHARTS.words("4-3-wing", Dive)
_W = WEATHER.mods
_S = STORM.mods
_HI = _W["hi"]
_CARRIED = {Weather.GOOD: NO_MODS, Weather.POOR: (_W["previous_poor"],), Weather.BAD: (_W["previous_bad"],)}
_CARRIED_AT_HI = {weather: (*mods, _HI) for weather, mods in _CARRIED.items()}
_UNHARMED = 5  # 4-3: what disrupts a formation does nothing to a bomber alone
_IN_FORMATION = (COLLISION.mods["formation"],)


def weather_step(ref: Referee, m: Mission) -> None:
    """GTS 17-5, GTS 17-9, 4.4 Weather in a zone just entered (4-2), the jet stream at HI, and the storm if it is
    Bad (4-3).
    """
    if m.leg is Leg.BACK and m.formation is not Formation.NONE:
        formation.disband_step(ref, m)  # 4.8B: on entry, before anything in the zone asks for the formation
    if m.fixed_weather is not None:
        sky, above = m.fixed_weather, False  # Streamliner events 5 and 9: no roll, no jet stream
    else:
        before = m.weather if m.turn > 1 else Weather.GOOD
        mods = _CARRIED_AT_HI if m.plane.altitude is Altitude.HI else _CARRIED
        sky, above = ref.roll(WEATHER, mods[before])
    m.weather = sky
    jet = above and m.plane.altitude is Altitude.HI
    ref.note("weather", zone=m.zone, weather=sky.value, jet=jet and m.options.fuel, above=above and not jet)
    if jet:
        _jet_stream(ref, m)
    if sky is Weather.BAD:
        _storm(ref, m)


def _jet_stream(ref: Referee, m: Mission) -> None:
    """4-2 At HI a head wind takes a box on the way out, a tail wind gives one back on the way home."""
    if not m.options.fuel:
        return
    if m.leg is Leg.OUT:
        fuel.burn(ref, m, 1, "head wind")
    else:
        fuel.restore(ref, m, 1, "The tail wind")


def _storm(ref: Referee, m: Mission) -> None:
    """4-3 Bad weather: detour (D22), disruption, storm damage, collision risk."""
    ref.scene("weather", zone=m.zone)
    mods: list[Mod] = []
    if m.formation is not Formation.IN:
        if not m.plane.radar_works() or m.lost(Position.RADAR_OPERATOR):
            mods.append(_S["radar"])
        if _detour(ref, m, mods):
            mods.append(_S["detour"])
    result = ref.roll(STORM, mods, most=None if m.formation is Formation.IN else _UNHARMED)
    if result is Storm.SAFE:
        ref.note("storm-passed", formation=m.formation is Formation.IN)
        return
    m.cause = Root.WEATHER
    if m.formation is Formation.IN:
        m.disrupted = True
        ref.note("formation-disrupted")
    if result is not Storm.DISRUPTED:
        ref.note("storm-damage", electrical=result is Storm.ELECTRICAL)
        cockpit.hit(ref, m)
        damage_wings.hit(ref, m, Section.PORT_WING)
        damage_wings.hit(ref, m, Section.STARBOARD_WING)
        if result is Storm.ELECTRICAL:
            engineer.electrical_hit(ref, m)  # on top of the damage of row 6
    if ref.roll(COLLISION, _IN_FORMATION if m.formation is Formation.IN else NO_MODS) is Risk.POSSIBLE:
        possible_collision(ref, m, Root.WEATHER)
    ref.otherwise("no-collision")


def _detour(ref: Referee, m: Mission, mods: Sequence[Mod]) -> bool:
    """4-3 and D22: out of formation, one box for a wide course round the storm."""
    if not m.options.fuel or not fuel.usable(m):
        return False
    if not ref.agreed(
        "storm-detour", advice.storm_detour(m), lambda: questions.storm_detour(m, mods, _S["detour"])
    ):
        return False
    before = fuel.left(m)
    fuel.burn(ref, m, 1, "detour round the storm")
    return fuel.left(m) < before  # a lame pump may refuse the box (4-9c): no detour then


def possible_collision(ref: Referee, m: Mission, root: Root) -> None:
    """4-3 note, 4-9a A collision is possible: close call, shallow dive, steep dive, or mid-air collision.

    Called once the first roll has said "possible collision"; this is the second one and what follows it.
    """
    m.cause = root
    result = ref.roll(NEAR)
    if result is Near.CLOSE:
        ref.note("close-call")
        return
    if result is Near.MID_AIR:
        ref.note("mid-air")
        ending.uncontrolled(ref, m)
    ref.note("collision-dive", steep=result is Near.STEEP)
    plane = m.plane
    if plane.alarm_bell_out and not plane.intercom_works():
        ending.alarm_jumps(ref, m)  # 7-9b: nobody can tell the men in the rear
    if result is Near.SHALLOW:
        formation.leave(ref, m, "shallow dive", turns=1)
        return
    for wing in (Section.PORT_WING, Section.STARBOARD_WING):
        if ref.roll(WING) is Dive.OFF:
            ref.note("dive-wing-off", wing=wing.value)
            ending.uncontrolled(ref, m)
    # Out for one turn, or for as many as the climb back to mission altitude takes.
    formation.leave(ref, m, "steep dive", turns=max(1, int(m.altitude)))
    if plane.altitude is not Altitude.LO:
        pressure.change_altitude(ref, m, Altitude.LO)
        engines.height_lost(m)
