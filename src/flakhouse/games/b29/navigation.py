"""Rule 4.5 (Ω): navigation (tables 4-4 to 4-8), and the Streamliner's quick navigation (5A, 5B).

The chain of tables is rolled in nearly every zone of a flight, so it is written to be quick.
"""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import fuel
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    BAD,
    GOOD,
    HI,
    IN_FORMATION,
    INBOUND,
    LO,
    OUTBOUND,
    POOR,
    Position,
)

__all__ = ["course_step", "needs_check"]


class Seen(StrEnum):
    """Results of 4-4 and 4-6."""

    NONE = "No observation"
    SEEN = "Observation"


class Fix(StrEnum):
    """Results of 4-5 and of the notes to 4-4 and 4-6."""

    BAD = "Inaccurate"
    GOOD = "Accurate"


class Signal(StrEnum):
    """Results of 4-7."""

    NONE = "No signal"
    GOOD = "Accurate signal"


class Station(StrEnum):
    """Results of the radio compass die."""

    NONE = "No signal"
    GOOD = "Usable"


class Course(StrEnum):
    """Results of 4-8, 5A and 5B."""

    OFF = "Off Course"
    ON = "On Course"


class Correction(StrEnum):
    """Results of the course correction die."""

    MINOR = "Minor"
    SIGNIFICANT = "Significant"


PILOTAGE = CHARTS.words("4-4", Seen)
PILOTAGE_FIX = CHARTS.words("4-4-fix", Fix)
RECKONING = CHARTS.words("4-5", Fix)
CELESTIAL = CHARTS.words("4-6", Seen)
CELESTIAL_FIX = CHARTS.words("4-6-fix", Fix)
RADIO = CHARTS.words("4-7", Signal)
COMPASS = CHARTS.words("4-7-compass", Station)
COURSE = CHARTS.words("4-8", Course)
CORRECTION = CHARTS.words("4.5C4-correction", Correction)
ALONE = CHARTS.words("GTS-5A", Course)
FOLLOWING = CHARTS.words("GTS-5B", Course)

_P = PILOTAGE.mods
_P_RADAR, _P_GOOD, _P_GOOD_DAY, _P_BAD = _P["radar"], _P["good"], _P["good_day"], _P["bad"]
_P_LO, _P_HI, _P_NIGHT, _P_WATER = _P["lo"], _P["hi"], _P["night"], _P["water"]
_F = PILOTAGE_FIX.mods
_D = RECKONING.mods
_D_GOOD, _D_BAD, _D_HI = _D["good"], _D["bad"], _D["hi"]
_C = CELESTIAL.mods
_C_GOOD, _C_BAD, _C_HI, _C_LO, _C_NIGHT = _C["good"], _C["bad"], _C["hi"], _C["lo"], _C["night"]
_CELESTIAL_LOST = (CELESTIAL_FIX.mods["lost"],)
_R = RADIO.mods
_K = COURSE.mods
_PILOTAGE_RESULT = {Fix.BAD: _K["pilotage_bad"], Fix.GOOD: _K["pilotage_good"]}
_RECKONING_RESULT = {Fix.BAD: _K["reckoning_bad"], Fix.GOOD: _K["reckoning_good"]}
_CELESTIAL_RESULT = {Fix.BAD: _K["celestial_bad"], Fix.GOOD: _K["celestial_good"]}
_RADIO_RESULT = _K["radio_good"]
_RUN = CORRECTION.mods["run"]
_A = ALONE.mods
_B = FOLLOWING.mods


_NAVIGATOR, _RADAR_OPERATOR = Position.NAVIGATOR, Position.RADAR_OPERATOR
_ON_COURSE, _NOT_SEEN, _GOOD_SIGNAL = Course.ON, Seen.NONE, Signal.GOOD


def needs_check(m: Mission) -> bool:
    """4.5A No check in formation, unless leading the Middle squadron; at night always (R-6)."""
    if not m.options.navigation:
        return False
    if m.formation is not IN_FORMATION:
        return True
    return m.options.quick_navigation or m.lead_of_middle()


def course_step(ref: Referee, m: Mission) -> None:
    """4.5 On or Off Course: once in each zone entered, and on each turn held Off Course in one."""
    if not m.new_zone:
        if not m.holding:
            return
        if not m.off_course:
            m.holding = False  # stayed for another reason: the course stands
            return
    if not needs_check(m):
        m.off_course = m.holding = False  # the formation finds its way, or the rule is off
        return
    if not m.options.quick_navigation:
        result = _chain(ref, m)
    elif m.formation is IN_FORMATION and not m.lead_of_middle():
        result = _following(ref, m)
    else:
        result = _alone(ref, m)
    if result is not _ON_COURSE:
        _off_course(ref, m)
    elif m.off_run:
        _back_on_course(ref, m)


# ------------------------------------------------------------------ tables 4-4 to 4-8


def _chain(ref: Referee, m: Mission) -> Course:
    """4.5A-B Tables 4-4 to 4-7 one after another, each a modifier for 4-8."""
    night = m.night_here()  # of the zone, by 3-1
    seen = _pilotage(ref, m, night)
    mods = [] if seen is None else [_PILOTAGE_RESULT[seen]]
    mods.append(_RECKONING_RESULT[_reckoning(ref, m)])
    star = _celestial(ref, m, night)
    if star is not None:
        mods.append(_CELESTIAL_RESULT[star])
    if _radio(ref, m, night) is _GOOD_SIGNAL:
        mods.append(_RADIO_RESULT)
    if m.pathfinder and not m.lost(_NAVIGATOR):
        mods.append(_K["pathfinder"])
    return ref.roll(COURSE, mods)


def _pilotage(ref: Referee, m: Mission, night: bool) -> Fix | None:
    """4-4 Pilotage, by eye or radar; with an observation, its note tells how good it is."""
    mods: list[Mod] = []
    plane = m.plane
    radar = plane.radar_works() and m.own(_RADAR_OPERATOR)
    if radar:
        mods.append(_P_RADAR)
    weather = m.weather
    if weather is GOOD:
        mods.append(_P_GOOD)
        if not night:
            mods.append(_P_GOOD_DAY)
    elif weather is BAD:
        mods.append(_P_BAD)
    altitude = plane.altitude
    if altitude is LO:
        mods.append(_P_LO)
    elif altitude is HI:
        mods.append(_P_HI)
    if night:
        mods.append(_P_NIGHT)
    if m.over_water():
        mods.append(_P_WATER)
    if ref.roll(PILOTAGE, mods) is _NOT_SEEN:
        return None
    by_radar = False
    if radar:
        chart = ref.chart(PILOTAGE)
        by_radar = chart.at(ref.total - chart.mods.get("radar", _P_RADAR).value) is _NOT_SEEN
    mods = []
    navigator = m.men[_NAVIGATOR]
    if not navigator.fit() or navigator.novice():
        mods.append(_F["navigator_poor"])
    elif navigator.veteran():
        mods.append(_F["navigator_veteran"])
    if by_radar:
        operator = m.men[_RADAR_OPERATOR]
        if operator.novice():
            mods.append(_F["radar_novice"])
        elif operator.veteran():
            mods.append(_F["radar_veteran"])
    return ref.roll(PILOTAGE_FIX, mods)


def _reckoning(ref: Referee, m: Mission) -> Fix:
    """4-5 Dead reckoning."""
    mods: list[Mod] = []
    plane = m.plane
    navigator = m.men[_NAVIGATOR]
    if not navigator.fit():
        mods.append(_D["lost"])  # his experience is gone with him
    elif navigator.novice():
        mods.append(_D["novice"])
    elif navigator.veteran():
        mods.append(_D["veteran"])
    if m.weather is GOOD:
        mods.append(_D_GOOD)
    elif m.weather is BAD:
        mods.append(_D_BAD)
    if plane.altitude is HI:
        mods.append(_D_HI)
    if plane.navigator_tools_out:
        mods.append(_D["tools"])
    if plane.gyro_compass_out:
        mods.append(_D["gyro"])
    return ref.roll(RECKONING, mods)


def _celestial(ref: Referee, m: Mission, night: bool) -> Fix | None:
    """4-6 Celestial navigation; with an observation, its note tells how good it is."""
    mods: list[Mod] = []
    plane = m.plane
    lost = not m.men[_NAVIGATOR].fit()
    if lost:
        mods.append(_C["lost"])
    if plane.navigator_tools_out:
        mods.append(_C["tools"])
    if plane.altitude is LO:
        mods.append(_C_LO)
    elif plane.altitude is HI:
        mods.append(_C_HI)
    if m.weather is GOOD:
        mods.append(_C_GOOD)
    elif m.weather is BAD:
        mods.append(_C_BAD)
    if night:
        mods.append(_C_NIGHT)
    if ref.roll(CELESTIAL, mods) is _NOT_SEEN:
        return None
    return ref.roll(CELESTIAL_FIX, _CELESTIAL_LOST if lost else ())


def _radio(ref: Referee, m: Mission, night: bool) -> Signal:
    """4-7 Radio navigation by LORAN and radio compass."""
    mods: list[Mod] = []
    plane = m.plane
    zone = m.zone
    early = m.number <= 10 or m.training
    if early or plane.loran_out or plane.electrical_hits >= 2:  # 7-10c: LORAN needs power
        mods.append(_R["no_loran"])
    else:
        if zone <= 7:
            mods.append(_R["near"])  # RULING R-33: on missions 26-35 too
        elif m.number <= 25:
            mods.append(_R["far_early"])
        else:
            mods.append(_R["far_late"])
        if night:
            mods.append(_R["night"])
    if m.weather is BAD:
        mods.append(_R["bad"])
    if not plane.radio_compass_out:
        if zone >= 10:
            if ref.roll(COMPASS) is Station.GOOD:
                mods.append(_R["compass"])
        elif zone == 1 or (zone == 6 and not early):
            mods.append(_R["compass"])
    return ref.roll(RADIO, mods)


# ------------------------------------------------------------------ quick navigation


def _alone(ref: Referee, m: Mission) -> Course:
    """GTS 5A: one roll for a bomber by itself or at the head of the formation."""
    mods: list[Mod] = []
    plane = m.plane
    zone = m.zone
    navigator = m.men[_NAVIGATOR]
    if not navigator.fit():
        mods.append(_A["lost"])
    else:
        if navigator.novice():
            mods.append(_A["novice"])
        elif navigator.veteran():
            mods.append(_A["veteran"])
        if m.pathfinder:
            mods.append(_A["pathfinder"])  # RULING R-13: minus, high is bad here
    if zone < 10 and zone != 6:
        mods.append(_A["water"])
    if m.off_course:
        mods.append(_A["off_course"])
    if plane.gyro_compass_out:
        mods.append(_A["gyro"])
    if m.number >= 11 and not m.training:
        if zone <= 7 and (plane.loran_out or plane.electrical_hits >= 2):
            mods.append(_A["loran"])
        if plane.radio_compass_out and zone in (1, 6):
            mods.append(_A["compass"])
    if plane.navigator_tools_out:
        mods.append(_A["tools"])
    if not plane.radar_works() or m.lost(_RADAR_OPERATOR):
        mods.append(_A["radar"])
    if m.weather is POOR:
        mods.append(_A["poor"])
    elif m.weather is BAD:
        mods.append(_A["bad"])
    result = ref.roll(ALONE, mods)
    if m.holding and not m.options.fuel and ref.face == 2:
        return _ON_COURSE  # RULING R-132: without fuel to run dry two ones end the search
    return result


def _following(ref: Referee, m: Mission) -> Course:
    """GTS 5B: one roll for a bomber that follows its formation."""
    mods: list[Mod] = []
    if m.over_water():
        mods.append(_B["water"])
    if m.off_course:
        mods.append(_B["off_course"])
    if m.weather is POOR:
        mods.append(_B["poor"])
    elif m.weather is BAD:
        mods.append(_B["bad"])
    return ref.roll(FOLLOWING, mods)


# ------------------------------------------------------------------ what follows


def _off_course(ref: Referee, m: Mission) -> None:
    """4.5C Off Course: counted by zones in a row; over the target the bomber has missed its run-in (4.5C2)."""
    if m.new_zone:
        m.off_run = m.off_run + 1 if m.off_course else 1
    m.off_course = True
    over_target = m.zone == m.target.zone and m.leg is OUTBOUND
    if over_target:
        m.off_over_target = True
    if ref.trace:
        ref.note("off-course", zone=m.zone)
    if not m.options.quick_navigation or over_target or held_zone(m):
        return
    fuel.burn(ref, m, 1, "Off Course")  # Streamliner note 4, R-7
    m.course_boxes += 1


def held_zone(m: Mission) -> bool:
    """4.5C3 Zone 1 inbound, or Zone 6 before landing at Iwo Jima: Off Course there holds the bomber."""
    if m.zone == 6:
        return m.to_iwo
    return m.zone == 1 and m.leg is INBOUND


def _back_on_course(ref: Referee, m: Mission) -> None:
    """4.5C4 Course regained: a die for the correction, but not where the bomber was held until then."""
    held = m.holding and not m.new_zone
    run = m.off_run
    m.off_run = 0
    m.off_course = m.holding = False
    if ref.trace:
        ref.note("on-course", zone=m.zone)
    if held or m.options.quick_navigation or not m.options.fuel:
        return
    if ref.roll(CORRECTION, (_RUN.times(run - 1),) if run > 1 else ()) is Correction.SIGNIFICANT:
        m.course_boxes += 1
        fuel.burn(ref, m, 1, "course correction")
