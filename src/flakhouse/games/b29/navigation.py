"""Rule 4.5 (Ω): navigation (tables 4-4 to 4-8), and the Streamliner's quick navigation (5A, 5B).

The chain of tables is rolled in nearly every zone of a flight, so it is written to be quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import fuel
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import (
    Altitude,
    Formation,
    Leg,
    Position,
    Weather,
)

__all__ = ["course_step", "needs_check"]

T = TypeVar("T")


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

#: What an answer comes from, whichever tables were used.
_CHECKS = (
    *(PILOTAGE, PILOTAGE_FIX, RECKONING, CELESTIAL, CELESTIAL_FIX, COMPASS, RADIO, COURSE),
    *(ALONE, FOLLOWING),
)
_K = COURSE.mods
_RUN = CORRECTION.mods["run"]
_LAST_BOXES = 2  # fuel with which a bomber that is held soon runs dry
_A = ALONE.mods
_B = FOLLOWING.mods


#: What a man is worth (4.7C), and how good LORAN is (4-7): places in the tables below.
_LOST, _NOVICE, _USUAL, _VETERAN = 0, 1, 2, 3
_NO_LORAN, _NEAR, _FAR_EARLY, _FAR_LATE = 0, 1, 2, 3
_BOTH = (False, True)
_RADAR = PILOTAGE.mods["radar"]


class _Sky:
    """The modifiers of 4-4 to 4-7 under one sky: weather, altitude, day or night."""

    __slots__ = ("celestial", "pilotage", "radio", "reckoning")

    def __init__(self, weather: Weather, altitude: Altitude, night: bool) -> None:
        self.pilotage = [[self._pilotage(weather, altitude, night, r, w) for w in _BOTH] for r in _BOTH]
        self.reckoning = [self._reckoning(weather, altitude, worth) for worth in ("lost", "novice", "", "veteran")]
        self.celestial = self._celestial(weather, altitude, night)
        grades = ("no_loran", "near", "far_early", "far_late")
        self.radio = [[self._radio(weather, night, loran, c) for c in _BOTH] for loran in grades]

    @staticmethod
    def _pilotage(weather: Weather, altitude: Altitude, night: bool, radar: bool, water: bool) -> tuple[Mod, ...]:
        """4-4 By radar at work, and by nothing but water below."""
        return _picked(
            PILOTAGE,
            ("radar", radar),
            ("good", weather is Weather.GOOD),
            ("good_day", weather is Weather.GOOD and not night),
            ("bad", weather is Weather.BAD),
            ("lo", altitude is Altitude.LO),
            ("hi", altitude is Altitude.HI),
            ("night", night),
            ("water", water),
        )

    @staticmethod
    def _reckoning(weather: Weather, altitude: Altitude, navigator: str) -> tuple[Mod, ...]:
        """4-5 By the navigator's worth; with him his experience is lost."""
        return _picked(
            RECKONING,
            (navigator, navigator != ""),
            ("good", weather is Weather.GOOD),
            ("bad", weather is Weather.BAD),
            ("hi", altitude is Altitude.HI),
        )

    @staticmethod
    def _celestial(weather: Weather, altitude: Altitude, night: bool) -> tuple[Mod, ...]:
        """4-6."""
        return _picked(
            CELESTIAL,
            ("lo", altitude is Altitude.LO),
            ("hi", altitude is Altitude.HI),
            ("good", weather is Weather.GOOD),
            ("bad", weather is Weather.BAD),
            ("night", night),
        )

    @staticmethod
    def _radio(weather: Weather, night: bool, loran: str, compass: bool) -> tuple[Mod, ...]:
        """4-7 By what LORAN gives, and by the radio compass; night helps LORAN alone."""
        return _picked(
            RADIO,
            (loran, True),
            ("night", night and loran != "no_loran"),
            ("bad", weather is Weather.BAD),
            ("compass", compass),
        )


def _picked(chart: Chart[T], *keys: tuple[str, bool]) -> tuple[Mod, ...]:
    """The modifiers of a chart that apply."""
    return tuple(chart.mods[key] for key, applies in keys if applies)


#: By weather, altitude, and night.
_SKIES = {w: tuple(tuple(_Sky(w, a, night) for night in _BOTH) for a in Altitude) for w in Weather}
#: 4-4 note, by what the navigator is worth, and the radar operator where he alone saw it.
_FIX_MODS = tuple(
    tuple(
        _picked(
            PILOTAGE_FIX,
            ("navigator_poor", navigator in (_LOST, _NOVICE)),
            ("navigator_veteran", navigator == _VETERAN),
            ("radar_novice", operator == _NOVICE),
            ("radar_veteran", operator == _VETERAN),
        )
        for operator in (_LOST, _NOVICE, _USUAL, _VETERAN)
    )
    for navigator in (_LOST, _NOVICE, _USUAL, _VETERAN)
)
_CELESTIAL_LOST = (CELESTIAL_FIX.mods["lost"],)
#: 4-8, by the results of 4-4 to 4-7.
_FIXES = {
    seen: {
        reckoned: {
            star: {
                signal: _picked(
                    COURSE,
                    ("pilotage_bad", seen is Fix.BAD),
                    ("pilotage_good", seen is Fix.GOOD),
                    ("reckoning_bad", reckoned is Fix.BAD),
                    ("reckoning_good", reckoned is Fix.GOOD),
                    ("celestial_bad", star is Fix.BAD),
                    ("celestial_good", star is Fix.GOOD),
                    ("radio_good", signal is Signal.GOOD),
                )
                for signal in Signal
            }
            for star in (None, *Fix)
        }
        for reckoned in Fix
    }
    for seen in (None, *Fix)
}


def needs_check(m: Mission) -> bool:
    """4.5A No check in formation, unless leading the Middle squadron; at night always (R-6)."""
    if not m.options.navigation:
        return False
    if m.formation is not Formation.IN:
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
        result, mods = _chain(ref, m)
    elif m.formation is Formation.IN and not m.lead_of_middle():
        result, mods = _following(ref, m)
    else:
        result, mods = _alone(ref, m)
    if result is not Course.ON:
        _off_course(ref, m, mods)
    elif m.off_run:
        _back_on_course(ref, m)


# ------------------------------------------------------------------ tables 4-4 to 4-8


def _chain(ref: Referee, m: Mission) -> tuple[Course, Sequence[Mod]]:
    """4.5A-B Tables 4-4 to 4-7 one after another, each a modifier for 4-8; what spoke for and against it too."""
    night = m.night_here()  # of the zone, by 3-1
    sky = _SKIES[m.weather][m.plane.altitude][night]
    navigator = _worth(m.men[Position.NAVIGATOR])
    seen = _pilotage(ref, m, sky, navigator)
    reckoned = _reckoning(ref, m, sky, navigator)
    star = _celestial(ref, m, sky, navigator)
    mods = _FIXES[seen][reckoned][star][_radio(ref, m, sky)]
    if m.pathfinder and navigator != _LOST:
        mods = (*mods, _K["pathfinder"])
    if _staked(m):
        ref.announce(COURSE, "", mods)
    return ref.roll(COURSE, mods), mods


def _staked(m: Mission) -> bool:
    """4.5C2-3 Something hangs on this check: the run-in over the target, a search that is paid for turn by turn,
    or the last fuel."""
    if m.zone == m.target.zone and m.leg is Leg.OUT:
        return True
    return not m.new_zone or (held_zone(m) and fuel.left(m) <= _LAST_BOXES)


def _worth(man: Man) -> int:
    """4.7C, R-107: a man's experience, which is lost with him."""
    if not man.fit():
        return _LOST
    if man.novice():
        return _NOVICE
    return _VETERAN if man.veteran() else _USUAL


def _pilotage(ref: Referee, m: Mission, sky: _Sky, navigator: int) -> Fix | None:
    """4-2a, 4-4 note, 4-4 Pilotage, by eye or radar; with an observation, its note tells how good it is."""
    radar = m.plane.radar_works() and m.own(Position.RADAR_OPERATOR)
    if ref.roll(PILOTAGE, sky.pilotage[radar][m.over_water()]) is Seen.NONE:
        return None
    operator = _USUAL
    if radar:
        chart = ref.chart(PILOTAGE)
        if chart.at(ref.total - chart.mods.get("radar", _RADAR).value) is Seen.NONE:  # by radar alone
            operator = _worth(m.men[Position.RADAR_OPERATOR])
    return ref.roll(PILOTAGE_FIX, _FIX_MODS[navigator][operator])


def _reckoning(ref: Referee, m: Mission, sky: _Sky, navigator: int) -> Fix:
    """4-5 Dead reckoning."""
    mods = sky.reckoning[navigator]
    plane = m.plane
    if plane.navigator_tools_out:
        mods = (*mods, RECKONING.mods["tools"])
    if plane.gyro_compass_out:
        mods = (*mods, RECKONING.mods["gyro"])
    return ref.roll(RECKONING, mods)


def _celestial(ref: Referee, m: Mission, sky: _Sky, navigator: int) -> Fix | None:
    """4-6 Celestial navigation; with an observation, its note tells how good it is."""
    mods = sky.celestial
    if m.plane.navigator_tools_out:
        mods = (CELESTIAL.mods["tools"], *mods)
    if navigator == _LOST:
        mods = (CELESTIAL.mods["lost"], *mods)
    if ref.roll(CELESTIAL, mods) is Seen.NONE:
        return None
    return ref.roll(CELESTIAL_FIX, _CELESTIAL_LOST if navigator == _LOST else NO_MODS)


def _radio(ref: Referee, m: Mission, sky: _Sky) -> Signal:
    """4-2c, 4-7 Radio navigation by LORAN and radio compass."""
    plane = m.plane
    zone = m.zone
    early = m.number <= 10 or m.training
    if early or plane.loran_out or plane.electrical_hits >= 2:  # 7-10c: LORAN needs power
        loran = _NO_LORAN
    elif zone <= 7:
        loran = _NEAR  # RULING R-33: on missions 26-35 too
    else:
        loran = _FAR_EARLY if m.number <= 25 else _FAR_LATE
    if plane.radio_compass_out:
        compass = False
    elif zone >= 10:
        compass = ref.roll(COMPASS) is Station.GOOD
    else:
        compass = zone == 1 or (zone == 6 and not early)
    return ref.roll(RADIO, sky.radio[loran][compass])


# ------------------------------------------------------------------ quick navigation


def _alone(ref: Referee, m: Mission) -> tuple[Course, Sequence[Mod]]:
    """GTS 5A: one roll for a bomber by itself or at the head of the formation."""
    mods: list[Mod] = []
    plane = m.plane
    zone = m.zone
    navigator = m.men[Position.NAVIGATOR]
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
    if not plane.radar_works() or m.lost(Position.RADAR_OPERATOR):
        mods.append(_A["radar"])
    if m.weather is Weather.POOR:
        mods.append(_A["poor"])
    elif m.weather is Weather.BAD:
        mods.append(_A["bad"])
    if _staked(m):
        ref.announce(ALONE, "", mods)
    result = ref.roll(ALONE, mods)
    if m.holding and not m.options.fuel and ref.face == 2:
        result = Course.ON  # RULING R-132: without fuel to run dry two ones end the search
    return result, mods


def _following(ref: Referee, m: Mission) -> tuple[Course, Sequence[Mod]]:
    """GTS 5B: one roll for a bomber that follows its formation."""
    mods: list[Mod] = []
    if m.over_water():
        mods.append(_B["water"])
    if m.off_course:
        mods.append(_B["off_course"])
    if m.weather is Weather.POOR:
        mods.append(_B["poor"])
    elif m.weather is Weather.BAD:
        mods.append(_B["bad"])
    if _staked(m):
        ref.announce(FOLLOWING, "", mods)
    return ref.roll(FOLLOWING, mods), mods


# ------------------------------------------------------------------ what follows


def _off_course(ref: Referee, m: Mission, mods: Sequence[Mod]) -> None:
    """4.5C Off Course: counted by zones in a row; over the target the bomber has missed its run-in (4.5C2).

    `mods` are what counted for and against finding the way.
    """
    still = m.off_course
    if m.new_zone:
        m.off_run = m.off_run + 1 if still else 1
    m.off_course = True
    over_target = m.zone == m.target.zone and m.leg is Leg.OUT
    if over_target:
        m.off_over_target = True
    ref.note(
        "off-course",
        causes=_CHECKS,
        zone=m.zone,
        why=_against(m, mods),
        price=_price(m, over_target),
        still=still and not over_target,
    )
    if not m.options.quick_navigation or over_target or held_zone(m):
        return
    fuel.burn(ref, m, 1, "Off Course")  # Streamliner note 4, R-7
    m.course_boxes += 1


def _against(m: Mission, mods: Sequence[Mod]) -> str:
    """4-8, GTS 5 What made the way hard to find, in the words of the chart; in the Streamliner high is bad."""
    high = m.options.quick_navigation
    return ", ".join([mod.reason.split(" (")[0] for mod in mods if (mod.value > 0) == high])


def _price(m: Mission, over_target: bool) -> str:
    """4.5C1-4 What it costs to have lost the way here."""
    if over_target:
        return "the run"
    if held_zone(m):
        return "held"
    if not m.options.fuel:
        return "nothing yet"
    return "a box" if m.options.quick_navigation else "perhaps a box"


def held_zone(m: Mission) -> bool:
    """4.5C3 Zone 1 inbound, or Zone 6 before landing at Iwo Jima: Off Course there holds the bomber."""
    if m.zone == 6:
        return m.to_iwo
    return m.zone == 1 and m.leg is Leg.BACK


def _back_on_course(ref: Referee, m: Mission) -> None:
    """4.5C4 Course regained: a die for the correction, but not where the bomber was held until then."""
    held = m.holding and not m.new_zone
    run, lost = m.off_run, m.off_course  # a formation may have found the way long before
    m.off_run = 0
    m.off_course = m.holding = False
    ref.note("on-course", causes=_CHECKS, zone=m.zone, lost=lost)
    if held or m.options.quick_navigation or not m.options.fuel:
        return
    if ref.roll(CORRECTION, (_RUN.times(run - 1),) if run > 1 else ()) is Correction.SIGNIFICANT:
        m.course_boxes += 1
        ref.note("course-corrected")
        fuel.burn(ref, m, 1, "course correction")
