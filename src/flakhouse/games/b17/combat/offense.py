"""3.7 German fire: M-3, the shells (B-4), where each goes (B-5), then the damage tables."""

from __future__ import annotations

from collections.abc import Sequence
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

__all__ = ["areas", "danger", "fire"]


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
_FCA, _FBOA = FIRE.mods["fca"], FIRE.mods["fboa"]
_ACE_MOD, _GREEN_MOD = (FIRE.mods["ace"],), (FIRE.mods["green"],)
_EVADING, _ENGINES = FIRE.mods["evading"], FIRE.mods["engines"]
_ACE, _GREEN = Skill.ACE, Skill.GREEN
_BY_FIGHTER = Root.FIGHTER
_ME110, _FW190 = FighterType.ME110, FighterType.FW190
_C3 = Clock.C3
_PORT, _STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
_SUPERFICIAL, _EITHER, _SIDE = Spot.SUPERFICIAL, Spot.EITHER, Spot.SIDE
_A, _B = Spot.WALKING_A, Spot.WALKING_B
_WALKING_A = list(COMPARTMENTS)
_WALKING_B = [_PORT, _PORT, _STARBOARD, _STARBOARD]


def fire(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """3.7 One fighter's fire and all its damage; `fighter.scored` tells whether it hit."""
    fighter.attacks += 1
    if ref.table_dice:
        ref.about[FIRE.id] = ref.about[SHELLS.id] = ref.about[AREA.id] = fighter.name
    column = BY_CLOCK[fighter.clock]
    skill = fighter.skill
    mods: Sequence[Mod] = _ACE_MOD if skill is _ACE else _GREEN_MOD if skill is _GREEN else NO_MODS
    if fighter.fca or fighter.fboa or m.evading or not m.plane.engines_well:
        mods = _modifiers(m, fighter, mods)
    # A natural 6 hits whatever the minuses (errata 4).
    if not ref.roll(FIRE, mods, column) and ref.face != 6:
        fighter.scored = False
        if ref.trace:
            ref.note("fighter-misses", fighter=fighter.name)
        return
    fighter.scored = True
    shells = _by_type(fighter.kind, ref.roll(SHELLS, NO_MODS, column))
    if ref.trace:
        ref.note("fighter-hits", fighter=fighter.name, where=fighter.where(), shells=shells)
    for section in areas(ref, fighter, shells):
        m.cause = _BY_FIGHTER
        damage.hit(ref, m, section)


def _modifiers(m: Mission, fighter: Fighter, by_skill: Sequence[Mod]) -> Sequence[Mod]:
    """M-3 All that bears on a fighter's die; the minuses of its damage add up (3A.1)."""
    mods = list(by_skill)
    if fighter.fca:
        mods.append(_FCA.times(fighter.fca))
    if fighter.fboa:
        mods.append(_FBOA.times(fighter.fboa))
    if m.evading:
        mods.append(_EVADING)
    if m.plane.engines_out() >= 2:
        mods.append(_ENGINES)
    return mods


def _by_type(kind: FighterType, shells: int) -> int:
    """B-4 FW190: half as many again, rounded down; Me110: one more."""
    if kind is _FW190:
        return shells * 3 // 2
    return shells + 1 if kind is _ME110 else shells


def areas(ref: Referee, fighter: Fighter, shells: int) -> list[Section]:
    """3.7, B-5 Where all shells of one fighter go, before any does its damage; superficial ones go nowhere.

    Walking hits take the place of all the others. RULING B-5: the first such result decides, and the shells
    that are left need no roll.
    """
    column = BY_ANGLE[fighter.clock, fighter.angle]
    struck: list[Section] = []
    dents = 0
    for _ in range(shells):
        spot = ref.roll(AREA, NO_MODS, column)
        if isinstance(spot, Section):
            struck.append(spot)
        elif spot is _SUPERFICIAL:
            dents += 1
        elif spot is _EITHER:
            struck.append(ref.roll(WING))
        elif spot is _SIDE:
            struck.append(_near_wing(fighter))
        else:
            if ref.trace:
                ref.note("walking-hits", fighter=fighter.name)
            return _walking(fighter, spot)
    if dents and ref.trace:
        ref.note("superficial", fighter=fighter.name, shells=dents)
    return struck


def _walking(fighter: Fighter, spot: Spot) -> list[Section]:
    """B-5 The sections of walking hits a, b and c."""
    if spot is _A:
        return _WALKING_A
    if spot is _B:
        return _WALKING_B
    return [Section.NOSE, _near_wing(fighter), Section.WAIST, Section.TAIL]


def _near_wing(fighter: Fighter) -> Section:
    """B-5 The wing on the attacker's side: starboard for 3 o'clock, port for 9."""
    return _STARBOARD if fighter.clock is _C3 else _PORT


# ------------------------------------------------------------------ advice


def _expected(kind: FighterType, column: int, penalty: int) -> int:
    """M-3, B-4 The shells to expect of a fighter with these minuses, times 216."""
    faces = sum(FIRE.at(face - penalty, column) or face == 6 for face in range(1, 7))
    shells = sum(_by_type(kind, SHELLS.at(a + b, column)) for a in range(1, 7) for b in range(1, 7))
    return faces * shells


_MOST_PENALTY = 6
_DANGER = {
    (kind, clock): tuple(_expected(kind, column, penalty) for penalty in range(_MOST_PENALTY + 1))
    for kind in FighterType
    for clock, column in BY_CLOCK.items()
}


def danger(fighter: Fighter) -> int:
    """3.2 How much harm a fighter is likely to do: whom a careful player has driven off first."""
    penalty = fighter.fca + 2 * fighter.fboa
    return _DANGER[fighter.kind, fighter.clock][min(penalty, _MOST_PENALTY)]
