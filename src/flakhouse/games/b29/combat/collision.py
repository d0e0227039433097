"""5.5 Mid-air collisions, ramming (5-3c) and the Baka's end (5-3b, 5-15c)."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.charts import Chart
from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage, ending
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.combat import offense
from flakhouse.games.b29.combat.offense import Spot
from flakhouse.games.b29.state import Fighter, Mission
from flakhouse.games.b29.words import FighterType, Root, Section, Skill
from flakhouse.games.bomber.columns import BY_ANGLE

__all__ = ["baka_blast", "baka_strike", "check", "ram"]


class Threat(StrEnum):
    """5.5, first roll."""

    NONE = "No threat"
    POSSIBLE = "Possible collision"


class Close(StrEnum):
    """5.5, second roll."""

    MISSES = "Misses"
    COLLIDES = "Collides"


class Ram(StrEnum):
    """5-3c."""

    NONE = "No collision"
    COLLISION = "Collision"


class Blast(StrEnum):
    """5-3b, a Baka shot down."""

    HURTS = "Wings twice each, Tail three times"
    NONE = "Superficial Damage"


class Strike(StrEnum):
    """5-3b, a Baka that comes through."""

    MISSES = "Misses"
    STRIKES = "Strikes"


def _section(word: str) -> Section | None:
    """R-50 A section at random; None means to roll again."""
    return None if word == "Roll again" else Section(word)


def _listed(word: str) -> Spot:
    """R-50 A section of note (f), whose wing is on the attacker's side."""
    return Spot(word)


THREAT = CHARTS.words("5.5-threat", Threat)
CLOSE = CHARTS.words("5.5-collision", Close)
WALKING_D: Chart[Section | None] = CHARTS.bind("5.5-walking-d", _section)
WALKING_E = CHARTS.words("5.5-walking-e", Section)
WALKING_F: Chart[Spot] = CHARTS.bind("5.5-walking-f", _listed)
RAM = CHARTS.words("5-3c-ram", Ram)
BLAST = CHARTS.words("5-3b-blast", Blast)
STRIKE = CHARTS.words("5-3b-strike", Strike)

_PRESSING = (FighterType.TOJO, FighterType.NICK)
_PRESSES = THREAT.mods["tojo_nick"]
_WIDE = THREAT.mods["no_hit_or_evading"]
_ACE = RAM.mods["ace"]
_CLUMSY = RAM.mods["green_or_evading"]
_EVADING = (STRIKE.mods["evading"],)


def check(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """5.5 After its fire: does the fighter come too close? A near miss sends it away for good."""
    if not m.options.collision:
        return
    mods: list[Mod] = []
    if fighter.kind in _PRESSING:
        mods.append(_PRESSES)
    if not fighter.scored or m.evading:
        mods.append(_WIDE)  # one condition joined by "or": -1 once
    if ref.roll(THREAT, mods) is Threat.NONE:
        ref.done()
        return
    fighter.gone = True
    if ref.roll(CLOSE) is Close.MISSES:
        ref.note("near-miss", fighter=fighter.name)
        return
    _into(ref, m, fighter, Root.COLLISION)


def ram(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """5-3c A rammer that came through; hit or miss, it does not come back."""
    fighter.gone = True
    mods: list[Mod] = []
    if fighter.skill is Skill.ACE:
        mods.append(_ACE)
    if fighter.skill is Skill.GREEN or m.evading:
        mods.append(_CLUMSY)
    if ref.roll(RAM, mods) is Ram.NONE:
        ref.note("ram-misses", fighter=fighter.name)
        return
    # RULING R-49: the effect of 5.5, whether or not that rule is in play.
    _into(ref, m, fighter, Root.RAM)


def _into(ref: Referee, m: Mission, fighter: Fighter, root: Root) -> None:
    """5.5 Where it strikes (5-11); superficial is a miss, anything else a burst inside (6.2F)."""
    section = _where(ref, fighter)
    if section is None:
        ref.note("near-miss", fighter=fighter.name)
        return
    fighter.destroyed = True
    ref.note(
        "collision",
        fighter=fighter.name,
        section=section.value,
        part=section.value,
        deadly=damage.deadly(m, section),
    )
    m.cause = root
    damage.burst(ref, m, section)


def _where(ref: Referee, fighter: Fighter) -> Section | None:
    """5.5 The section struck. RULING R-50: of walking hits one listed section at random."""
    column = BY_ANGLE[fighter.clock][fighter.angle]
    spot = ref.roll(offense.AREA_HIT, NO_MODS, column)
    if spot is Spot.WALKING_D:
        section = ref.roll(WALKING_D)
        while section is None:
            section = ref.roll(WALKING_D)
        return section
    if spot is Spot.WALKING_E:
        return ref.roll(WALKING_E)
    if spot is Spot.WALKING_F:
        spot = ref.roll(WALKING_F)
    return offense.single(ref, fighter, spot)


def baka_blast(ref: Referee, m: Mission) -> None:
    """5-3b, 5-15c A Baka shot down blows up near by."""
    if ref.roll(BLAST) is Blast.NONE:
        ref.done()
        return
    port, starboard, tail = Section.PORT_WING, Section.STARBOARD_WING, Section.TAIL
    for section in (port, port, starboard, starboard, tail, tail, tail):
        m.cause = Root.BAKA
        damage.hit(ref, m, section)


def baka_strike(ref: Referee, m: Mission, fighter: Fighter) -> None:
    """5-3b, 5-15c A Baka not shot down: it strikes and the bomber blows up, or it falls short."""
    fighter.gone = True
    if ref.roll(STRIKE, _EVADING if m.evading else NO_MODS) is Strike.MISSES:
        ref.note("baka-misses")
        return
    ref.note("baka-strikes")
    m.cause = Root.BAKA
    ending.destroyed(ref, m, Root.BAKA)
