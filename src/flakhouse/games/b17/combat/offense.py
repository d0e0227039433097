"""3.7 German fire: M-3, the shells (B-4), where each goes (B-5), then the damage tables."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import damage
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.state import Fighter, Mission
from flakhouse.games.b17.words import COMPARTMENTS, Clock, FighterType, Root, Section, Skill
from flakhouse.games.bomber.cells import either
from flakhouse.games.bomber.columns import BY_ANGLE, BY_CLOCK

__all__ = ["BY_CLOCK", "FIRE", "SHELLS", "areas", "by_type", "fire", "fire_mods", "modifiers"]


class Spot(StrEnum):
    """Results of B-5 that are not a single section."""

    SUPERFICIAL = "Superficial"
    EITHER = "Either wing"
    SIDE = "Wing on its side"
    WALKING_A = "Walking a"
    WALKING_B = "Walking b"
    WALKING_C = "Walking c"


_SECTIONS = [section.value for section in Section]


def _spot(word: str) -> Section | Spot:
    """B-5 A section, or one of the other results."""
    return Section(word) if word in _SECTIONS else Spot(word)


FIRE = CHARTS.bind("M-3", either("Hit", "Miss"))
SHELLS = CHARTS.numbers("B-4")
AREA: Chart[Section | Spot] = CHARTS.bind("B-5", _spot)
WING = CHARTS.words("B-5-wing", Section)
_FCA, _FBOA, _EVADING, _ENGINES = FIRE.mods["fca"], FIRE.mods["fboa"], FIRE.mods["evading"], FIRE.mods["engines"]
#: M-6 What the quality of a pilot adds to his die.
_BY_SKILL: dict[Skill | None, tuple[Mod, ...]] = {
    **dict.fromkeys((None, *Skill), NO_MODS),
    Skill.ACE: (FIRE.mods["ace"],),
    Skill.GREEN: (FIRE.mods["green"],),
}
_WALKING_A = list(COMPARTMENTS)
_WALKING_B = [Section.PORT_WING, Section.PORT_WING, Section.STARBOARD_WING, Section.STARBOARD_WING]


def fire(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """3.7 One fighter's fire and all its damage; `fighter.scored` tells whether it hit."""
    fighter.attacks += 1
    ref.concerns(fighter.name, FIRE, SHELLS, AREA)
    column = BY_CLOCK[fighter.clock]
    # A natural 6 hits whatever the minuses (errata 4).
    if not ref.roll(FIRE, modifiers(m, fighter), column) and ref.face != 6:
        fighter.scored = False
        ref.note("fighter-misses", fighter=fighter.name)
        return
    fighter.scored = True
    rolled = ref.roll(SHELLS, NO_MODS, column)
    shells = by_type(fighter.kind, rolled)
    ref.note(
        "fighter-hits",
        fighter=fighter.name,
        where=fighter.where(),
        shells=shells,
        sum=_BY_TYPE[fighter.kind].format(rolled) if shells != rolled else "",
    )
    for section in areas(ref, fighter, shells):
        m.cause = Root.FIGHTER
        damage.hit(ref, m, section)


def modifiers(m: Mission, fighter: Fighter) -> tuple[Mod, ...]:
    """M-3 All that bears on a fighter's die."""
    return fire_mods(m, fighter, fighter.skill, m.evading)


def fire_mods(m: Mission, fighter: Fighter, skill: Skill | None, evading: bool) -> tuple[Mod, ...]:
    """M-3 The same for a pilot of this quality; the minuses of its damage add up (3A.1)."""
    mods = _BY_SKILL[skill]
    if fighter.fca:
        mods = (*mods, _FCA.times(fighter.fca))
    if fighter.fboa:
        mods = (*mods, _FBOA.times(fighter.fboa))
    if evading:
        mods = (*mods, _EVADING)
    if m.plane.engines_out() >= 2:
        mods = (*mods, _ENGINES)
    return mods


#: B-4 How the shells of a type are counted from those rolled.
_BY_TYPE = {
    FighterType.FW190: " ({} rolled, half as many again for an FW190)",
    FighterType.ME110: " ({} rolled, 1 more for an Me110)",
}


def by_type(kind: FighterType, shells: int) -> int:
    """B-4 FW190: half as many again, rounded down; Me110: one more."""
    if kind is FighterType.FW190:
        return shells * 3 // 2
    return shells + 1 if kind is FighterType.ME110 else shells


def areas(ref: Referee, fighter: Fighter, shells: int) -> list[Section]:
    """3.7, B-5 Where all shells of one fighter go, before any does its damage; superficial ones go nowhere.

    Walking hits take the place of all the others. RULING B-5: the first such result decides, and the shells
    that are left need no roll.
    """
    column = BY_ANGLE[fighter.clock][fighter.angle]
    struck: list[Section] = []
    dents = 0
    for _ in range(shells):
        spot = ref.roll(AREA, NO_MODS, column)
        if isinstance(spot, Section):
            struck.append(spot)
        elif spot is Spot.SUPERFICIAL:
            dents += 1
        elif spot is Spot.EITHER:
            struck.append(ref.roll(WING))
        elif spot is Spot.SIDE:
            struck.append(_near_wing(fighter))
        else:
            ref.note("walking-hits", fighter=fighter.name)
            return _walking(fighter, spot)
    ref.note("shells-strike", fighter=fighter.name, places=", ".join(struck), dents=dents)
    return struck


def _walking(fighter: Fighter, spot: Spot) -> list[Section]:
    """B-5 The sections of walking hits a, b and c."""
    if spot is Spot.WALKING_A:
        return _WALKING_A
    if spot is Spot.WALKING_B:
        return _WALKING_B
    return [Section.NOSE, _near_wing(fighter), Section.WAIST, Section.TAIL]


def _near_wing(fighter: Fighter) -> Section:
    """B-5 The wing on the attacker's side: starboard for 3 o'clock, port for 9."""
    return Section.STARBOARD_WING if fighter.clock is Clock.C3 else Section.PORT_WING
