"""6.5 and section 6A: hits on oxygen, oxygen fires, and the five hand extinguishers (BL-3)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, crew
from flakhouse.games.b17.advice import crew as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Who
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.questions import crew as questions
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import COMPARTMENTS, STATION_COMPARTMENT, Position, Section
from flakhouse.games.bomber.cells import either

__all__ = ["fire", "oxygen"]

PUT_OUT = CHARTS.bind("BL-3", either("Fire out", "Continues"))
_TRIES = 3
_BOTH_PILOTS = (Position.PILOT, Position.COPILOT)
#: The stations of each compartment.
_STATIONS: dict[Section, tuple[Position, ...]] = {
    section: tuple(p for p, place in STATION_COMPARTMENT.items() if place is section) for section in COMPARTMENTS
}
#: Where help comes from if nobody fit is in the compartment.
# RULING 6A.1: on either side; nobody has his place in the Bomb Bay, so a man may come through it.
_HELP: dict[Section, tuple[Section, ...]] = {
    Section.NOSE: (Section.PILOTS,),
    Section.PILOTS: (Section.NOSE, Section.BOMB_BAY, Section.RADIO_ROOM),
    Section.BOMB_BAY: (Section.PILOTS, Section.RADIO_ROOM),
    Section.RADIO_ROOM: (Section.PILOTS, Section.BOMB_BAY, Section.WAIST),
    Section.WAIST: (Section.RADIO_ROOM, Section.TAIL),
    Section.TAIL: (Section.WAIST,),
}


def oxygen(ref: Referee, m: Mission, section: Section, chart: Chart[Who]) -> None:
    """6.5, 6A.1 A hit on the oxygen of a compartment: stations of it, or a fire."""
    plane = m.plane
    # RULING 6.2: where no station has oxygen any more there is nothing left to hit, and nothing to burn.
    if not any(plane.oxygen_at(station) for station in _STATIONS[section]):
        return
    result = ref.roll(chart)
    if result.fire:
        fire(ref, m, section)
    else:
        cold.oxygen_hit(ref, m, result.stations)


def fire(ref: Referee, m: Mission, section: Section) -> None:
    """6A.1, manual 5D An oxygen fire: the oxygen here is gone, and the fire is put out or everybody jumps."""
    ref.note("fire", where=section)
    cold.oxygen_burnt(ref, m, section)
    if _fight(ref, m, section):
        ref.note("fire-out", where=section)
        return
    ref.note("fire-burns", where=section)
    bailout.bail_out(ref, m, voluntary=False)


def _fight(ref: Referee, m: Mission, section: Section) -> bool:
    """6A.1, 6A.2 Up to three tries by one man; whether the fire is out."""
    plane = m.plane
    if plane.extinguishers <= 0:
        ref.note("no-extinguisher", causes=())
        return False
    man = _designate(ref, m, section)
    if man is None:
        ref.note("fire-nobody", causes=(), where=section)
        return False
    if m.fighters:  # with no attack on there are no guns to leave
        man.fighting_fire = True
    emptied = m.options.one_spray
    for _ in range(_TRIES):
        if plane.extinguishers <= 0:
            ref.note("no-extinguisher", causes=())
            return False
        ref.note("fights-fire", causes=(), man=man.position, name=man.airman.name, extinguisher="hand")
        out = ref.roll(PUT_OUT)
        # RULING 6A.2: by the manual (7.5) only the try that puts the fire out empties an extinguisher, so that one
        # is enough for three tries; the switch one_spray empties one at each try.
        if out or emptied:
            plane.extinguishers -= 1
        if out:
            return True
        ref.note("fire-goes-on", where=section)
    return False


def _designate(ref: Referee, m: Mission, section: Section) -> Man | None:
    """6A.1 The player's choice among those who can: men of the compartment, or else of the next one."""
    here = [man for man in m.men.values() if man.compartment is section and man.fit()]
    near = [man for man in m.men.values() if man.compartment in _HELP[section] and man.fit()]
    men = [man for man in here if not _why_not(m, man)]
    asked = here if men else [*here, *near]
    men = advice.who_fights_fire(m, men or [man for man in near if not _why_not(m, man)])
    if not men:
        return None
    cannot = {man.position: why for man in asked if (why := _why_not(m, man))}
    tries = min(_TRIES, m.plane.extinguishers) if m.options.one_spray else _TRIES
    # D9
    key = ref.ask(
        "who-fights-fire",
        men[0].position.value,
        lambda: questions.who_fights_fire(m, section, men, cannot, tries),
    )
    return m.men[Position(key)]


def _why_not(m: Mission, man: Man) -> str:
    """6A.1 Why this man cannot leave what he is doing; "" if he can."""
    if man.station is Position.BALL_GUNNER and m.plane.ball_jammed:
        return "he cannot get out of the jammed ball turret (6.7)"
    if man.position is Position.PILOT:
        # RULING 6A.1: only the Copilot is named as one of the pilots who may go.
        return "the Pilot stays at the controls (6A.1)"
    if crew.flying(m) is man:
        return "he flies the bomber (7A.5)"
    # RULING 6A.1: "at most a light wound" is one light wound, not two.
    if man.position is Position.COPILOT and not all(_well_enough(m.men[p]) for p in _BOTH_PILOTS):
        return "only while both pilots have no more than a light wound (6A.1)"
    return ""


def _well_enough(man: Man) -> bool:
    """6A.1 Fit, with one light wound at most."""
    return man.fit() and man.light < 2
