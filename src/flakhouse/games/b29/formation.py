"""Rule 4.8: formations: assembly (table 4-10), leaving and rejoining, disbanding, the escort (4-11)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.causes import Cause
from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, fuel, movement, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import formation as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Escort,
    Formation,
    FormationPlace,
    Leg,
    Root,
    Weather,
)

__all__ = [
    "assembly_step",
    "disband_step",
    "escort_step",
    "leave",
    "rejoin",
    "why_not_rejoin",
]


class Assembly(StrEnum):
    """Results of 4-10."""

    DIFFICULT_POOR = "Difficulty if Poor or Bad"
    DROP_OUTS = "Drop-outs"
    DIFFICULT = "Difficulty"
    UNEVENTFUL = "Uneventful"
    TIGHT = "Tight if Good"
    DELAY = "Delay"
    DIFFICULT_BAD = "Difficulty if Bad"
    COLLISION = "Possible collision"


class Rally(StrEnum):
    """Results of the rally die."""

    ON_TIME = "On time"
    MISSED = "Missed"


class Spent(StrEnum):
    """Results of the fuel die of a difficult assembly."""

    BOX = "One box"
    NOTHING = "Nothing"


class Accident(StrEnum):
    """Results of the accident roll."""

    CLOSE = "Close call"
    COLLISION = "Collision"


def _fighter(word: str) -> Escort:
    """A cell of 4-11."""
    return Escort.NONE if word == "Missed" else Escort(word)


ASSEMBLY = CHARTS.words("4-10", Assembly)
ASSEMBLY_FUEL = CHARTS.words("4-10-fuel", Spent)
DROP_OUTS = CHARTS.words("4-10-dropouts", FormationPlace)
ACCIDENT = CHARTS.words("4-10-accident", Accident)
RALLY = CHARTS.words("4.5C1-rally", Rally)
RENDEZVOUS = CHARTS.bind("4-11", _fighter)
_X = ACCIDENT.mods
_E = RENDEZVOUS.mods


# ------------------------------------------------------------------ leaving and rejoining


def leave(ref: Referee, m: Mission, why: str, for_good: bool = False, turns: int = 0) -> None:
    """4.8C-D Out of formation: for good, or until it may come back after so many turns.

    Movement counts `out_turns` down. Before assembly only "for good" means anything: it will not join.
    """
    now = m.formation
    if m.night or m.disbanded or now is Formation.FOR_GOOD:
        return
    if now is Formation.NONE:
        if for_good:
            m.formation = Formation.FOR_GOOD
        return
    if now is Formation.OUT and not for_good:
        m.out_turns = max(m.out_turns, turns)
        return
    m.formation = Formation.FOR_GOOD if for_good else Formation.OUT
    m.out_turns = 0 if for_good else turns
    ref.note("left-formation", causes=(), why=why, for_good=for_good)


def why_not_rejoin(m: Mission) -> str:
    """4.8D and D6: why the bomber may not rejoin its formation now, or nothing."""
    now = m.formation
    if m.night or now is Formation.NONE:
        return "there is no formation to join (4.8A)"
    if now is Formation.IN:
        return "already in formation (4.8D)"
    if now is Formation.FOR_GOOD:
        return "out of formation for good (4.8D)"
    if m.aborted:
        return "the mission is aborted (4.8C)"
    if m.out_turns:
        return "still recovering from the dive (4-3)"
    plane = m.plane
    if plane.altitude is not m.altitude:
        return "not at the mission altitude (4.8A)"
    if not plane.all_sound():
        return "not all engines are fully functional (4.8D)"
    if movement.slow_boxes(m) >= 0:
        return "too slow to keep up (R-131)"
    if m.bomb_run and plane.bombs_aboard():
        return "bombs hang in the bays (4-9h)"  # it left to get rid of them
    if m.options.fuel and fuel.usable(m) <= m.fuel_due:
        return "no fuel box to spare (4.8D)"
    return ""


def rejoin(ref: Referee, m: Mission) -> None:
    """4.8D Back into the formation: one box, and the Tail place from now on."""
    fuel.burn(ref, m, 1, "rejoining the formation")
    m.formation = Formation.IN
    m.place = FormationPlace.TAIL
    m.out_turns = 0
    ref.note("rejoined")


# ------------------------------------------------------------------ step 11


def disband_step(ref: Referee, m: Mission) -> None:
    """4.8B The formation ends on entry into its assembly zone on the way home."""
    if m.disbanded or m.leg is not Leg.BACK or m.zone > movement.assembly_zone(m):
        return
    if m.formation is Formation.IN:
        ref.note("disbanded", zone=m.zone)
    m.formation = Formation.NONE
    m.disbanded = True
    m.out_turns = 0


def assembly_step(ref: Referee, m: Mission) -> None:
    """4.8, 4.8A Assembly in Zone 3 or 9, once; 4.8B its end on the way home."""
    if m.night or m.zone != movement.assembly_zone(m):
        return
    if m.leg is Leg.BACK:
        if m.formation is not Formation.NONE:
            disband_step(ref, m)
        return
    if m.assembled or m.aborted or m.turn_round:
        return
    m.assembled = True
    ref.scene("formation", zone=m.zone)
    if _joins(ref, m):
        m.formation = Formation.IN
        _assemble(ref, m)
    else:
        m.formation = Formation.FOR_GOOD  # RULING R-98: 4.8D serves those forced out, not those who never joined


def _joins(ref: Referee, m: Mission) -> bool:
    """GTS 5A-1, 4.8A, 4.5C1, 7.2, 4-9e Whether the bomber is there, at the altitude, and able to keep up."""
    plane = m.plane
    if m.formation is Formation.FOR_GOOD:
        return False
    if plane.altitude is not m.altitude:
        _missed(ref, m, "not at the mission altitude", causes=())
        return False
    if m.off_course and ref.roll(RALLY) is Rally.MISSED:
        m.leave.setdefault("rally missed", False)  # D29, put with the abort question; never the enemy's doing
        _missed(ref, m, "the rally point was missed")
        return False
    ref.otherwise("rally-in-time")
    if not plane.all_sound() and not _keeps_up(ref, m):
        _missed(ref, m, "engine trouble", causes=())
        return False
    return True


def _missed(ref: Referee, m: Mission, why: str, causes: Sequence[Cause] | None = None) -> None:
    """4.8A The formation goes without the bomber."""
    ref.note("no-assembly", causes=causes, why=why, zone=m.zone, altitude=m.altitude.name)


def _keeps_up(ref: Referee, m: Mission) -> bool:
    """7.2, 4-9e and D28: with one engine out or on reduced power a bomber joins only without its bombs."""
    plane = m.plane
    if plane.engines_out() >= 2:
        return False
    if not plane.bombs_aboard():
        return True
    why = stores.why_not_jettison_bombs(m)
    key = ref.ask("jettison-to-join", questions.ALONE, lambda: questions.jettison_to_join(m, why))
    return key == questions.JOIN and stores.drop_bombs(ref, m)


def _assemble(ref: Referee, m: Mission) -> None:
    """4-2a, 4-2b, 4-10 How the formation comes together."""
    result = ref.roll(ASSEMBLY)
    weather = m.weather
    if result is Assembly.UNEVENTFUL:
        pass
    elif result is Assembly.TIGHT:
        m.tight = weather is Weather.GOOD
    elif (
        result is Assembly.DIFFICULT
        or (result is Assembly.DIFFICULT_POOR and weather is not Weather.GOOD)
        or (result is Assembly.DIFFICULT_BAD and weather is Weather.BAD)
    ):
        m.difficult = 1
        if m.options.fuel and ref.roll(ASSEMBLY_FUEL) is Spent.BOX:
            fuel.burn(ref, m, 1, "difficult assembly")
    elif result is Assembly.DROP_OUTS:
        m.place = ref.roll(DROP_OUTS)
        ref.note("new-place", place=m.place.value)
    elif result is Assembly.DELAY:
        if m.number > 10 and not m.training:
            fuel.burn(ref, m, 1, "delayed assembly")
    elif result is Assembly.COLLISION:
        _accident(ref, m)
    ref.note("assembled", zone=m.zone, tight=m.tight, difficult=bool(m.difficult))


def _accident(ref: Referee, m: Mission) -> None:
    """4-10 row 12: a possible mid-air accident; a collision on 12 or more (R-32)."""
    mods: list[Mod] = []
    if m.weather is Weather.BAD:
        mods.append(_X["bad"])
    elif m.weather is Weather.POOR:
        mods.append(_X["poor"])
    if m.plane.windows_frosted:
        mods.append(_X["frosted"])
    if ref.roll(ACCIDENT, mods) is Accident.CLOSE:
        ref.note("close-call")
        return
    ref.note("mid-air")
    m.cause = Root.ASSEMBLY
    ending.uncontrolled(ref, m)


# ------------------------------------------------------------------ step 12


def escort_step(ref: Referee, m: Mission) -> None:
    """4-2b, 4-2c, 4.8E The fighter escort, once in each zone entered until it is met; it stays to the
    end (R-100).
    """
    if not m.escort_available or m.escort is not Escort.NONE or m.formation is not Formation.IN or not m.new_zone:
        return
    near = m.target.zone < 9  # Iwo Jima, and Truk as if it were
    if m.zone < (3 if near else 9) or (m.off_course and m.lead_of_middle()):
        return
    ref.scene("escort", zone=m.zone)
    mods: list[Mod] = []
    if m.weather is Weather.BAD:
        mods.append(_E["bad"])  # the table's own figure
    elif m.weather is Weather.POOR:
        mods.append(_E["poor"])
    if m.escort_missed:
        mods.append(_E["missed"])
    column = 1 if near else 0 if m.number <= 15 else 2
    m.escort = ref.roll(RENDEZVOUS, mods, column)
    if m.escort is Escort.NONE:
        m.escort_missed = True
        ref.note("escort-missed", zone=m.zone)
    else:
        ref.note("escort-met", zone=m.zone, fighters=m.escort.value)
