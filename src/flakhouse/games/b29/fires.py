"""Rule 7.5 and table 7-12: fires in the compartments and the three hand extinguishers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from flakhouse.core.mods import NO_MODS, Mod
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, ending, pressure
from flakhouse.games.b29.advice import fires as advice
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.questions import fires as questions
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import CABIN, Altitude, Position, Section

__all__ = ["EXTINGUISHER", "Fire", "fire", "fires_step", "modifiers", "thin_air", "who_can"]


class Fire(StrEnum):
    """The results of 7-12."""

    OUT = "Fire out"
    BURNS = "Fire continues"


EXTINGUISHER = CHARTS.words("7-12", Fire)
_DEPRESSURIZED = (EXTINGUISHER.mods["depressurized"],)

#: The extinguishers from each compartment, nearest first (R-76); the third is kept in Utility (R-21).
NEAREST: dict[Section, tuple[Section, ...]] = {
    Section.NOSE: (Section.NAV_RADIO, Section.WAIST, Section.UTILITY),
    Section.NAV_RADIO: (Section.NAV_RADIO, Section.WAIST, Section.UTILITY),
    Section.FWD_BAY: (Section.NAV_RADIO, Section.WAIST, Section.UTILITY),
    Section.AFT_BAY: (Section.WAIST, Section.UTILITY, Section.NAV_RADIO),
    Section.WAIST: (Section.WAIST, Section.UTILITY, Section.NAV_RADIO),
    Section.UTILITY: (Section.UTILITY, Section.WAIST, Section.NAV_RADIO),
    Section.TAIL: (Section.UTILITY, Section.WAIST, Section.NAV_RADIO),
}
_TWICE = (Section.WAIST, Section.UTILITY)
_AT_ONCE = (Section.NOSE, Section.NAV_RADIO)
#: Who is missed least while he fights a fire (D49).
_SPARE = (
    Position.COPILOT,
    Position.RADIO_OPERATOR,
    Position.RADAR_OPERATOR,
    Position.LEFT_GUNNER,
    Position.RIGHT_GUNNER,
    Position.CFC,
    Position.TAIL_GUNNER,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.FLIGHT_ENGINEER,
)


def fire(ref: Referee, m: Mission, section: Section) -> None:
    """7.5: a fire breaks out here: depressurize or not, who fights it, and if it is not put out (D49, D54)?"""
    plane = m.plane
    if section in plane.fires:
        return  # it burns already and cannot be put out
    ref.note("fire", where=section.value, part=section.value)
    if plane.pressurized:
        _offer_depressurizing(ref, m, section)
    if _fight(ref, m, section):
        ref.note("fire-out", where=section.value, part=section.value)
        return
    ref.note("fire-burns", where=section.value, part=section.value)
    if section in _AT_ONCE:
        ending.bail_out(ref, m, voluntary=False)
    plane.fires[section] = 1
    m.damage_root = m.cause
    if ref.agreed("fire-jump", advice.fire_jump(m), lambda: questions.fire_jump(m, section)):
        ending.bail_out(ref, m, voluntary=True)


def _offer_depressurizing(ref: Referee, m: Mission, section: Section) -> None:
    """4.2B, 7.5: pressure may be let go before the try; a fire in Utility cannot be reached otherwise (7-7)."""
    if pressure.why_not_depressurize(m, emergency=True):
        return
    advised = advice.depressurize_fire(m, section)
    if ref.agreed("depressurize-fire", advised, lambda: questions.depressurize_fire(m, section)):
        pressure.depressurize(ref, m, "fire")


def _fight(ref: Referee, m: Mission, section: Section) -> bool:
    """7.5: the first try, and the second where one is allowed; whether the fire is out."""
    man = _designate(ref, m, section)
    if man is None:
        ref.note("fire-nobody", causes=(), where=section.value, part=section.value)
        return False
    man.busy = man.fought_fire = True
    if man.compartment is not section:
        man.moved = True
    if _try(ref, m, man, section, NEAREST[section]):
        return True
    if section not in _TWICE or not any(m.plane.extinguishers[place] for place in _TWICE):
        return False  # RULING R-76: the second only with one kept in Waist or Utility
    if not ref.agreed("fire-second", advice.fire_second(m), lambda: questions.fire_second(m, section)):
        return False
    return _try(ref, m, man, section, [place for place in NEAREST[section] if place in _TWICE])


def _try(
    ref: Referee, m: Mission, man: Man, section: Section, places: list[Section] | tuple[Section, ...]
) -> bool:
    """7-12: one extinguisher is emptied; with none left the try fails (R-76)."""
    bottles = m.plane.extinguishers
    for place in places:
        if bottles[place]:
            bottles[place] = False
            ref.note(
                "fights-fire", causes=(), man=man.position.value, name=man.airman.name, extinguisher=place.value
            )
            if ref.roll(EXTINGUISHER, modifiers(m, section)) is Fire.OUT:
                return True
            ref.note("fire-goes-on", where=section.value)
            return False
    ref.note("no-extinguisher", causes=())
    return False


def modifiers(m: Mission, section: Section) -> Sequence[Mod]:
    """7-12: a fire finds little air where there is no pressure."""
    return _DEPRESSURIZED if thin_air(m, section) else NO_MODS


def thin_air(m: Mission, section: Section) -> bool:
    """7-12: no pressure where the fire is, at MED or HI."""
    cabin = CABIN.get(section)
    return m.plane.altitude is not Altitude.LO and (cabin is None or m.plane.cabin_down(cabin))


def _designate(ref: Referee, m: Mission, section: Section) -> Man | None:
    """7.5, 7.6E, D49: a man in the compartment, or one next to it if nobody there can."""
    men, barred = who_can(m, section)
    if not men:
        return None
    advised = advice.who_fights_fire(men)
    key = ref.ask("who-fights-fire", advised, lambda: questions.who_fights_fire(m, section, men, barred))
    return m.men[Position(key)]


def who_can(m: Mission, section: Section) -> tuple[list[Man], dict[str, str]]:
    """7.5: the men of the compartment who can fight its fire, or else those next door; and why others cannot."""
    barred: dict[str, str] = {}
    men = _able(m, (section,), barred) or _able(m, _next_to(m, section), barred)
    if section not in CABIN and m.plane.pressurized:
        for man in men:
            if man.light and man.compartment is not section:
                barred[man.position.value] = "no wounded man outside the cabins while pressurized (7.6C)"
        men = [man for man in men if man.position.value not in barred]
    return men, barred


def _next_to(m: Mission, section: Section) -> tuple[Section, ...]:
    """7.5, 4.2B: the adjacent compartments a man can come from as the pressure stands now."""
    places = crew.NEXT[section]
    if section in crew.TUNNEL:
        places = (*places, crew.TUNNEL[section])
    return tuple(place for place in places if not crew.why_no_way(m, place, section))


def _able(m: Mission, places: tuple[Section, ...], barred: dict[str, str]) -> list[Man]:
    """7.5, 7.6E: who may be sent, the idle before those with a task; the others with the reason into `barred`."""
    men: list[Man] = []
    if Section.NOSE in places and m.men[Position.PILOT].fit():
        barred[Position.PILOT.value] = "the Pilot stays at the controls (7.6E)"
    for position in _SPARE:
        man = m.men[position]
        if man.compartment not in places or not man.fit():
            continue
        if man.fought_fire:
            barred[position.value] = "he has fought a fire this turn (7.5)"
        elif position is Position.COPILOT and not m.men[Position.PILOT].fit():
            barred[position.value] = "with the Pilot hit the Copilot stays at the controls (7.6E)"
        elif crew.flying(m) is man and position is not Position.COPILOT:
            barred[position.value] = "he flies the bomber (7.6F)"
        else:
            men.append(man)
    men.sort(key=_has_task)
    return men


def _has_task(man: Man) -> bool:
    """7.6E: he has another task this turn."""
    return man.busy


def fires_step(ref: Referee, m: Mission) -> None:
    """7.5: after the one zone that may still be entered with a fire aboard, everybody jumps."""
    fires = m.plane.fires
    if not fires:
        return
    for section in fires:
        fires[section] -= 1
    if min(fires.values()) <= 0:
        ref.note("fire-limit", causes=())
        ending.bail_out(ref, m, voluntary=False)
