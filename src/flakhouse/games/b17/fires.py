"""6.5 and section 6A: hits on oxygen, oxygen fires, and the five hand extinguishers (BL-3)."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, crew
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.damage_parts import Who
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import COMPARTMENTS, GUNS_OF, STATION_COMPARTMENT, Position, Section
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
#: Who is missed least at his post, for the default.
_SPARE = (
    Position.COPILOT,
    Position.RADIO_OPERATOR,
    Position.PORT_WAIST,
    Position.STARBOARD_WAIST,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.ENGINEER,
    Position.BALL_GUNNER,
    Position.TAIL_GUNNER,
    Position.PILOT,
)


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
    m.plane.untouched = False
    if ref.trace:
        ref.note("fire", where=section.value)
    cold.oxygen_burnt(ref, m, section)
    if _fight(ref, m, section):
        if ref.trace:
            ref.note("fire-out", where=section.value)
        return
    if ref.trace:
        ref.note("fire-burns", where=section.value)
    bailout.bail_out(ref, m, voluntary=False)


def _fight(ref: Referee, m: Mission, section: Section) -> bool:
    """6A.1, 6A.2 Up to three tries by one man; whether the fire is out."""
    plane = m.plane
    if plane.extinguishers <= 0:
        ref.note("no-extinguisher")
        return False
    man = _designate(ref, m, section)
    if man is None:
        ref.note("fire-nobody", where=section.value)
        return False
    if m.fighters:  # with no attack on there are no guns to leave
        man.fighting_fire = m.men_busy = True
        m.crew_well = False
    emptied = m.options.one_spray
    for _ in range(_TRIES):
        if plane.extinguishers <= 0:
            ref.note("no-extinguisher")
            return False
        if ref.trace:
            ref.note("fights-fire", man=man.position.value, name=man.airman.name, extinguisher="hand")
        out = ref.roll(PUT_OUT)
        # RULING 6A.2: by the manual (7.5) only the try that puts the fire out empties an extinguisher, so that one
        # is enough for three tries; the switch one_spray empties one at each try.
        if out or emptied:
            plane.extinguishers -= 1
        if out:
            return True
    return False


def _designate(ref: Referee, m: Mission, section: Section) -> Man | None:
    """6A.1 The player's choice among those who can: men of the compartment, or else of the next one."""
    barred: dict[str, str] = {}
    men = _able(m, (section,), barred) or _able(m, _HELP[section], barred)
    if not men:
        return None
    men.sort(key=lambda man: _has_task(m, man))
    options = {man.position.value: f"{man.position.value} {man.airman.name}" for man in men}
    # D9
    key = ref.choose(
        "who-fights-fire", "6A.1", f"Who fights the fire in the {section.value}?", options, "", barred
    )
    return m.men[Position(key)]


def _able(m: Mission, places: tuple[Section, ...], barred: dict[str, str]) -> list[Man]:
    """6A.1 Who may be sent, those missed least first; the others with the reason into `barred`."""
    men: list[Man] = []
    for position in _SPARE:
        man = m.men[position]
        if man.compartment in places and man.fit():
            why = _why_not(m, man)
            if why:
                barred[position.value] = why
            else:
                men.append(man)
    return men


def _why_not(m: Mission, man: Man) -> str:
    """6A.1 Why this man cannot leave what he is doing; "" if he can."""
    if man.station is Position.BALL_GUNNER and m.plane.ball_jammed:
        return "he cannot get out of the jammed ball turret (6.7)"
    if man.position is Position.PILOT:
        # RULING 6A.1: only the Copilot is named as one of the pilots who may go.
        return "the Pilot stays at the controls (6A.1)"
    if not m.crew_well and crew.flying(m) is man:
        return "he flies the bomber (7A.5)"
    # RULING 6A.1: "at most a light wound" is one light wound, not two.
    if man.position is Position.COPILOT and not all(_well_enough(m.men[p]) for p in _BOTH_PILOTS):
        return "only while both pilots have no more than a light wound (6A.1)"
    return ""


def _well_enough(man: Man) -> bool:
    """6A.1 Fit, with one light wound at most."""
    return man.fit() and man.light < 2


def _has_task(m: Mission, man: Man) -> bool:
    """6A.1 He has a gun to fire, and does not fight a fire already."""
    if man.fighting_fire or man.station is None:
        return False
    guns = m.plane.guns
    return any(guns[name].works() for name in GUNS_OF[man.station])
