"""5.1 Fighter resistance (table 5-1) and 5.2A, whether anybody attacks by day."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Escort, Formation, Leg, Resistance, Weather

__all__ = ["attacked", "in_reach", "level"]


class Comes(StrEnum):
    """Whether a fighter attacks (5.2A)."""

    ATTACK = "Attack"
    NONE = "No attack"


def _comes(word: str) -> Comes:
    """GTS 11 A cell in the words of 5.2A."""
    return Comes(word.capitalize())


RESISTANCE = CHARTS.words("5-1", Resistance)
ATTACK = CHARTS.words("5.2A-attack", Comes)
GTS_RESISTANCE = CHARTS.words("GTS-10", Resistance)
GTS_ATTACK: Chart[Comes] = CHARTS.bind("GTS-11", _comes)
_COLUMN = {Resistance.LIGHT: 0, Resistance.MODERATE: 1, Resistance.HEAVY: 2}
_ESCORT = {Escort.HELLCAT: "hellcat", Escort.P38: "p38", Escort.P51: "p51"}


def in_reach(m: Mission) -> bool:
    """5.1A Zones 10 to 14; Zone 6 while Iwo Jima is Japanese; on the Truk flight Zone 5 alone (2.2)."""
    zone = m.zone
    if m.training:
        return zone == 5
    if zone >= 10:
        return True
    if zone != 6 or m.iwo_friendly():
        return False
    # Home after dark from a start by day: no fighters at Iwo Jima on the way back.
    return not (m.leg is Leg.BACK and not m.night and not m.times.take_off and m.times.landing)


def modifiers(m: Mission) -> list[Mod]:
    """2-9b, 4-11 note, R-19, 5-1 All that bears on the roll, in the order of the table."""
    keys = (GTS_RESISTANCE if m.options.gts_bands else RESISTANCE).mods
    mods: list[Mod] = []
    night = m.night
    if m.expected is Resistance.HEAVY:
        mods.append(keys["expected_heavy"])
    elif m.expected is Resistance.NONE:
        mods.append(keys["expected_none"])
    zone = m.target.modifiers.get(m.zone, 0)
    if zone:
        mods.append(keys["zone"].of(zone))
    altitude = m.plane.altitude
    if altitude is Altitude.HI:
        mods.append(keys["hi"])
    elif altitude is Altitude.LO and not night:
        mods.append(keys["lo"])  # RULING R-3: +1, whatever the Streamliner prints
    if m.weather is Weather.POOR:
        mods.append(keys["poor"])
    elif m.weather is Weather.BAD:
        mods.append(keys["bad"])
    if m.tight:
        mods.append(keys["tight"])
    if m.difficult:
        mods.append(keys["difficult"])
    if m.escort is not Escort.NONE:
        mods.append(keys[_ESCORT[m.escort]])
    if m.leg is Leg.BACK:
        mods.append(keys["inbound"])  # RULING R-97: from the turn-round or abort turn on
    if not night:
        if m.formation is not Formation.IN:
            mods.append(keys["out_of_formation"])
        elif m.disrupted:
            mods.append(keys["disrupted"])  # RULING R-127: in formation by day only, and once
    if m.iwo_friendly() and not m.options.gts_bands:
        mods.append(keys["iwo"])  # RULING R-4: the Streamliner's bands leave it out
    return mods


def level(ref: Referee, m: Mission) -> Resistance:
    """5.1, 5.1A Resistance met this turn (5-1; R-2: the Streamliner's bands by switch)."""
    found = ref.roll(GTS_RESISTANCE if m.options.gts_bands else RESISTANCE, modifiers(m))
    ref.note("resistance", level=found.value, zone=m.zone)
    return found


def attacked(ref: Referee, m: Mission) -> bool:
    """5.2A By day a die tells whether anyone goes for this bomber (R-1: the Streamliner's odds by switch)."""
    chart = GTS_ATTACK if m.options.gts_odds else ATTACK
    if ref.roll(chart, column=_COLUMN[m.resistance]) is Comes.ATTACK:
        return True
    ref.note("no-attack")
    return False
