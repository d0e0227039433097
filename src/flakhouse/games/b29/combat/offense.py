"""5.4 Japanese offensive fire: 5-9, 5-10, 5-11 and 5-12, then the damage tables."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import COMPARTMENTS, Clock, FighterType, Root, Section, Skill
from flakhouse.games.bomber.columns import BY_ANGLE, BY_CLOCK

__all__ = [
    "AREA_HIT",
    "BY_CLOCK",
    "Aim",
    "Spot",
    "attacking_side",
    "fire",
    "fire_chart",
    "fire_mods",
    "sections",
    "single",
]


class Aim(StrEnum):
    """Results of 5-9."""

    MISS = "Miss"
    HIT = "Hit"


class Spot(StrEnum):
    """Results of 5-11."""

    NOSE = "Nose"
    NAV_RADIO = "Nav/Radio"
    FWD_BAY = "Fwd Bomb Bay"
    AFT_BAY = "Aft Bomb Bay"
    WAIST = "Waist"
    UTILITY = "Utility"
    TAIL = "Tail"
    SUPERFICIAL = "Superficial Damage"
    WING = "Wing (a)"
    SIDE_WING = "Wing, attacking side"
    BAY = "Bomb Bay (b)"
    FRONT = "Nose or Nav/Radio (c)"
    WALKING_D = "Walking Hits (d)"
    WALKING_E = "Walking Hits (e)"
    WALKING_F = "Walking Hits (f)"


def _multiplier(word: str) -> int:
    """5-12 "x 2" is two rolls; -1 stands for its note (b)."""
    return -1 if word == "Note (b)" else int(word.removeprefix("x "))


FIRE = CHARTS.words("5-9", Aim)
FIRE_HISTORICAL = CHARTS.words("5-9-historical", Aim)
SHELLS = CHARTS.numbers("5-10")
SHELLS_HISTORICAL = CHARTS.numbers("5-10-historical")
AREA_HIT = CHARTS.words("5-11", Spot)
WING = CHARTS.words("5-11a-wing", Section)
BAY = CHARTS.words("5-11b-bay", Section)
FRONT = CHARTS.words("5-11c-front", Section)
MULTIPLIER: Chart[int] = CHARTS.bind("5-12", _multiplier)
MULTIPLIER_B: Chart[int] = CHARTS.bind("5-12b", _multiplier)

_RIGHT = (WING.mods["right"],)
_LEFT = (WING.mods["left"],)
#: Columns of 5-8 and 5-12, by type.
TYPE_COLUMN: dict[FighterType, int] = {FighterType(name): i for i, name in enumerate(MULTIPLIER.data.columns)}
_SINGLE = {
    Spot.NOSE: Section.NOSE,
    Spot.NAV_RADIO: Section.NAV_RADIO,
    Spot.FWD_BAY: Section.FWD_BAY,
    Spot.AFT_BAY: Section.AFT_BAY,
    Spot.WAIST: Section.WAIST,
    Spot.UTILITY: Section.UTILITY,
    Spot.TAIL: Section.TAIL,
}


def fire(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """5.4, 5.4A-D One fighter's fire and all its damage; `fighter.scored` tells whether it hit."""
    fighter.scored = _hits(ref, m, fighter)
    if not fighter.scored:
        ref.note("fighter-misses", fighter=fighter.name)
        return
    column = BY_CLOCK[fighter.clock]
    chart = SHELLS_HISTORICAL if m.options.historical else SHELLS
    shells = ref.roll(chart, NO_MODS, column)
    ref.note("fighter-hits", fighter=fighter.name, where=fighter.where(), shells=shells, sum="")
    struck: list[Section] = []
    dents = 0
    walks = False
    for _ in range(shells):
        found = sections(ref, fighter)
        struck += found
        dents += not found
        walks = walks or (Section.NOSE in found and Section.TAIL in found)  # 5-11d, 5-11f
    ref.note("shells-strike", fighter=fighter.name, places=", ".join(struck), dents=dents)
    if walks:
        ref.note("walking-hits", (), fighter=fighter.name)
    for section in struck:
        times = ref.roll(MULTIPLIER, NO_MODS, TYPE_COLUMN[fighter.kind])
        if times < 0:
            times = ref.roll(MULTIPLIER_B)  # 5-12b
        for _ in range(times):
            m.cause = Root.FIGHTER
            damage.hit(ref, m, section)
        ref.otherwise("no-effect", part=section.value)  # 5-12: nothing times a hit


def fire_chart(m: Mission) -> Chart[Aim]:
    """5.4A Table 5-9 in the chosen profile."""
    return FIRE_HISTORICAL if m.options.historical else FIRE


def _hits(ref: Referee, m: Mission, fighter: Fighter) -> bool:
    """5.4A Table 5-9 (reconstructed), in the chosen profile; a natural 12 always hits."""
    chart = fire_chart(m)
    mods = fire_mods(m, fighter, fighter.skill, m.evading)
    hit = ref.roll(chart, mods, BY_CLOCK[fighter.clock]) is Aim.HIT
    return hit or ref.face == 12


def fire_mods(m: Mission, fighter: Fighter, skill: Skill | None, evading: bool) -> list[Mod]:
    """5-9 All that bears on a fighter's fire, with a pilot of this quality."""
    keys = fire_chart(m).mods
    mods: list[Mod] = []
    if fighter.fca:
        mods.append(keys["fca"].times(fighter.fca))
    if skill is Skill.GREEN:
        mods.append(keys["green"])
    elif skill is Skill.ACE:
        mods.append(keys["ace"])  # RULING R-57: night pilots have no status and count as average
    if evading:
        mods.append(keys["evading"])
    if m.plane.engines_out() >= 2:
        mods.append(keys["engines"])
    if m.night and m.options.historical:
        mods.append(keys["night"])
    return mods


def sections(ref: Referee, fighter: Fighter) -> list[Section]:
    """5.4B Where one shell goes (5-11 with its notes); empty for superficial damage."""
    spot = ref.roll(AREA_HIT, NO_MODS, BY_ANGLE[fighter.clock][fighter.angle])
    if spot is Spot.WALKING_D:
        return list(COMPARTMENTS)
    if spot is Spot.WALKING_E:
        port, starboard = Section.PORT_WING, Section.STARBOARD_WING
        return [port, port, starboard, starboard]
    if spot is Spot.WALKING_F:
        side = attacking_side(fighter)
        return [Section.NOSE, Section.NAV_RADIO, side, Section.WAIST, Section.UTILITY, Section.TAIL]
    section = single(ref, fighter, spot)
    return [] if section is None else [section]


def single(ref: Referee, fighter: Fighter, spot: Spot) -> Section | None:
    """5-11g, 5-11a-c The one section of a result, with its die if it needs one; None is superficial."""
    found = _SINGLE.get(spot)
    if found is not None:
        return found
    if spot is Spot.WING:
        clock = fighter.clock
        if clock is Clock.C130 or clock is Clock.C3:
            return ref.roll(WING, _RIGHT)
        return ref.roll(WING, _LEFT if clock is Clock.C9 or clock is Clock.C1030 else NO_MODS)
    if spot is Spot.SIDE_WING:
        return attacking_side(fighter)
    if spot is Spot.BAY:
        return ref.roll(BAY)
    if spot is Spot.FRONT:
        return ref.roll(FRONT)
    return None


def attacking_side(fighter: Fighter) -> Section:
    """5-11 The wing on the side the fighter comes from (3 and 9 o'clock)."""
    return Section.STARBOARD_WING if fighter.clock is Clock.C3 else Section.PORT_WING
