"""What can be true of a mission in flight: the invariants that fuzzing checks and positions must satisfy."""

from __future__ import annotations

from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.words import (
    BURSTS,
    CAPACITY,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    TANK_BOXES,
    WING_BOXES,
    Altitude,
    End,
    Fate,
    Formation,
    GunName,
    Leg,
    Position,
    Section,
)
from flakhouse.games.bomber.men import seats_fault

__all__ = ["fault", "final_fault", "start_fault"]


def fault(m: Mission) -> str:
    """The first thing about this mission that cannot be, or nothing."""
    return _crew(m) or _plane(m) or _flight(m)


def start_fault(m: Mission, step: str) -> str:
    """What keeps a flight from starting here at this step, or nothing."""
    why = fault(m)
    if why:
        return why
    plane = m.plane
    if any(wing.root_hits >= 5 for wing in plane.wings.values()):
        return "a wing root with five hits tears the wing off (7-5a)"
    if plane.tailplanes_off() == 2:
        return "both tailplanes are off (7-8c)"
    if step == "move" and m.leg is Leg.OUT and m.zone == m.target.zone and not (m.turn_round or m.holding):
        return "over the target there is no zone to move on to: start at a later step, or say `turn round`"
    return ""


def _crew(m: Mission) -> str:
    if set(m.men) != set(Position):
        return "the crew is not the eleven positions"
    if why := seats_fault(m.seats, STATION_COMPARTMENT):
        return why
    count: dict[Section, int] = {}
    for man in m.men.values():
        why = _man(m, man)
        if why:
            return why
        if man.aboard:
            count[man.compartment] = count.get(man.compartment, 0) + 1
    for section, men in count.items():
        # 7.6A: the Tail holds a second man on the turn in which a casualty is being moved.
        if men > CAPACITY[section] + (section is Section.TAIL):
            return f"{men} men in {section.value}, which holds {CAPACITY[section]}"
    return ""


def _man(m: Mission, man: Man) -> str:
    who = f"the {man.position.value}"
    if man.compartment not in COMPARTMENTS:
        return f"{who} cannot be in {man.compartment.value}"
    if man.station is not None and man.aboard and m.seats[man.station] is not man:
        return f"{who} claims a station that is not his"
    if not man.aboard and man.station is not None and m.seats[man.station] is man:
        return f"{who} is not aboard but sits at a station"
    if man.light < 0 or man.light > 4:
        return f"{who} has {man.light} light wounds"
    if man.light >= 3 and not (man.serious or man.dead):
        return f"{who} has three light wounds, which are a serious one (7-13a)"
    return ""


def _plane(m: Mission) -> str:
    plane = m.plane
    if not 0 <= plane.wing_boxes <= WING_BOXES:
        return f"{plane.wing_boxes} wing fuel boxes, of {WING_BOXES}"
    for bay in plane.bays():
        if not 0 <= bay.tank_boxes <= TANK_BOXES or (bay.tank_boxes and not bay.tank_fitted):
            return f"{bay.tank_boxes} fuel boxes in the {bay.section.value}"
    for name, gun in plane.guns.items():
        if not 0 <= gun.bursts <= BURSTS[name]:
            return f"{gun.bursts} bursts for the {name.value}, which holds {BURSTS[name]}"
        if not gun.armed and gun.bursts:
            return f"the {name.value} is not armed but has ammunition"
    if plane.guns[GunName.TAIL_CANNON].armed and m.number > 10:
        return "there is no tail cannon after mission 10 (2.3D)"
    if plane.pressurized and plane.altitude is Altitude.LO:
        return "a bomber at LO is not pressurized (4.2A)"
    if plane.pressurized and plane.pressure_lost:
        return "pressure is lost throughout but the bomber is pressurized (4.2C)"
    if [engine.number for engine in plane.engines] != [1, 2, 3, 4]:
        return "there are four engines, numbered 1 to 4"
    if any(wing.root_hits < 0 for wing in plane.wings.values()):
        return "negative wing root hits"
    return ""


def _flight(m: Mission) -> str:
    if m.number < 1 or m.number > 35:
        return f"mission {m.number}: a tour has missions 1 to 35"
    if not 0 <= m.zone <= m.target.zone:
        return f"Zone {m.zone} is not between base and the target in Zone {m.target.zone}"
    if m.turn < 0 or m.fuel_due < 0:
        return "a negative count"
    if m.turn > 1000:
        return f"turn {m.turn}: no flight lasts that long"
    if m.formation is Formation.IN:
        if m.night:
            return "there is no formation at night (4.8)"
        if m.plane.altitude is not m.altitude and m.end is End.FLYING:
            return f"a formation flies at mission altitude {m.altitude.name} (4.8A)"
    if m.bombed and m.on_target is None:
        return "bombs fell, but neither on nor off target"
    if not 0 <= m.percent <= 100:
        return f"{m.percent} percent"
    if m.leg is Leg.OUT and m.bomb_run and not m.turn_round and m.end is End.FLYING and m.zone != m.target.zone:
        return "outbound after the bomb run"
    return ""


def final_fault(m: Mission) -> str:
    """What cannot be once the flight is over."""
    if m.end is End.FLYING:
        return "the flight is over but the bomber still flies"
    for man in m.men.values():
        if man.dead and man.fate is Fate.DUTY:
            return f"the {man.position.value} is dead and on duty"
        if not man.dead and man.fate in (Fate.KIA, Fate.DOW, Fate.LAS, Fate.DIC):
            return f"the {man.position.value} is {man.fate.value} but not dead"
    return ""
