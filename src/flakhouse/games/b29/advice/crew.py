"""Advice on rule 7.6: who is sent where, and who comes back."""

from __future__ import annotations

from collections.abc import Mapping

from flakhouse.games.b29 import crew, doors, stores
from flakhouse.games.b29.questions import crew as questions
from flakhouse.games.b29.state import Bay, Man, Mission
from flakhouse.games.b29.stations import can_enter, why_not_leave, why_not_take
from flakhouse.games.b29.words import (
    Altitude,
    DoorState,
    GunName,
    Leg,
    Position,
    Section,
)

__all__ = [
    "bombs_want_a_man",
    "carry_helper",
    "carry_where",
    "doors_want_a_man",
    "move",
    "move_man",
    "move_where",
    "return_to_stations",
    "take_sight",
    "take_station",
    "who_flies",
    "why_move_man",
    "why_return",
]

_BAYS = (Section.FWD_BAY, Section.AFT_BAY)
#: Who is sent to a bay first: the engineer must stay at his panel to bring pressure back.
_HANDS = (
    Position.RADIO_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.FLIGHT_ENGINEER,
    Position.RADAR_OPERATOR,
)


# ------------------------------------------------------------------ work in the bays


def doors_want_a_man(m: Mission) -> bool:
    """7-3e: after the run the motor could free jammed doors, if pressure were let go and a man sent."""
    if not m.bomb_run or m.plane.power_out():
        return False
    waits = any([_doors_wait(m, bay) and not _manned_bay(m, bay.section) for bay in m.plane.bays()])
    return waits and _hand_free(m)


def bombs_want_a_man(m: Mission) -> bool:
    """4-9h, 7-3f: bombs hang on a bad release, and a man would get to them if pressure were let go."""
    if m.plane.altitude is Altitude.LO or not any([_bombs_wait(m, bay) for bay in m.plane.bays()]):
        return False
    return _hand_free(m)


def _hand_free(m: Mission) -> bool:
    """7.6A, C: somebody could be sent to a bay if pressure were let go."""
    men = [m.men[position] for position in _HANDS]
    return any([man.fit() and not (man.moved or man.busy or man.light or why_not_leave(m, man)) for man in men])


def _hangs(m: Mission, bay: Bay) -> bool:
    """4-9h, 7-3f: bombs over open ground that only a lucky hand frees, where a man in the bay helps."""
    bad = stores.bad_release(m, bay)
    return bay.bombs and bad and (m.bomb_run or m.aborted) and not doors.why_shut(m, bay)


def _bombs_wait(m: Mission, bay: Bay) -> bool:
    """4-9h, 7-3f: they hang, and nobody is with them; a failure of the whole release has one try for both bays."""
    if not _hangs(m, bay):
        return False
    bays = [bay] if bay.release_damaged else [each for each in m.plane.bays() if not each.release_damaged]
    return not any([_manned_bay(m, each.section) for each in bays if each.bombs])


def _wheels_wait(m: Mission, bay: Bay) -> bool:
    """7-5o: wheels that dropped can be cranked up from the aft bay."""
    return bay.section is Section.AFT_BAY and m.plane.wheel_down() and not bay.burst


def _doors_wait(m: Mission, bay: Bay) -> bool:
    """7-3e: jammed doors that have not had their try by the motor."""
    jammed = bay.doors is DoorState.JAMMED_SHUT or bay.doors is DoorState.JAMMED_OPEN
    return jammed and not (bay.motor_tried or m.plane.motor_out)


def _turret_waits(m: Mission) -> bool:
    """5-7a: the aft lower turret is jammed and can be tried again from Utility while fighters may still come."""
    gun = m.plane.guns[GunName.AFT_LOWER]
    return gun.jammed and not (gun.broken or gun.inoperable) and (m.leg is Leg.OUT or m.zone >= 6)


def _manned_bay(m: Mission, where: Section) -> bool:
    """7.6A: a fit man is there already."""
    return any(man.compartment is where and man.fit() for man in m.men.values())


def _errand(m: Mission) -> tuple[Man, Section] | None:
    """7.6A: who would be sent to which bay, because work waits there and he can get there; None if nobody."""
    if not (m.bomb_run or m.aborted or m.plane.wheel_down()):
        return None  # on the way out nothing but wheels that dropped needs a man
    motor = m.bomb_run and not m.plane.power_out()
    for bay in m.plane.bays():
        where = bay.section
        work = _wheels_wait(m, bay) or (motor and _doors_wait(m, bay))
        if not (_bombs_wait(m, bay) or (work and not _manned_bay(m, where))):
            continue
        for position in _HANDS:
            man = m.men[position]
            if man.fit() and not (man.moved or man.busy or man.light or can_enter(m, man, where)):
                return man, where
    return None


# ------------------------------------------------------------------ moves and stations


def move(m: Mission) -> bool:
    """D10, 7-3e: send a man where work waits."""
    return _errand(m) is not None


def move_man(m: Mission) -> str:
    """7.6A, D10: the man for the work that waits."""
    errand = _errand(m)
    return questions.NOBODY if errand is None else errand[0].position.value


def move_where(m: Mission, man: Man) -> str:
    """7.6A, D10: where the work waits, if he is the man for it."""
    errand = _errand(m)
    return errand[1].value if errand is not None and errand[0] is man else questions.STAY


def why_move_man(m: Mission) -> str:
    """7.6A."""
    errand = _errand(m)
    if errand is None:
        return "Nobody is needed anywhere else."
    return f"There is work in the {errand[1].value}, and the {errand[0].position.value} can be spared."


def take_station(m: Mission, man: Man) -> str:
    """7.6B: a man without a station takes the first that has no fit man; others stay."""
    if man.station is None:
        for station in crew.stations_here(m, man):
            if not why_not_take(m, man, station) and not m.manned(station):
                return station.value
    return questions.NO_CHANGE


def take_sight(spare: list[Man]) -> str:
    """7.6B, D10: a man without a sight of his own."""
    return spare[0].position.value if spare else questions.NOBODY


def return_to_stations(m: Mission) -> bool:
    """7.6A: everybody at his station again, once the work that took him away is done."""
    return not any(_at_work(m, man) for man in crew.strays(m))


def why_return(m: Mission) -> str:
    """7.6A."""
    return "Their work is done, and their own stations are empty."


def _at_work(m: Mission, man: Man) -> bool:
    """7-3e, f, 7-5o, 7-10c, 5-7a: bombs, doors, wheels, generator or a turret still need him where he is."""
    where = man.compartment
    if where is Section.UTILITY:
        return (m.plane.power_out() and not m.plane.generator_out) or _turret_waits(m)
    bay = m.plane.bay(where)
    return where in _BAYS and (_hangs(m, bay) or _wheels_wait(m, bay) or _doors_wait(m, bay))


# ------------------------------------------------------------------ casualties, controls


def carry_where(m: Mission, casualty: Man) -> str:
    """7.6A, D11: the first compartment that will do."""
    return next(section.value for section, why in crew.carry_places(m, casualty).items() if not why)


def carry_helper(m: Mission, casualty: Man, section: Section) -> str:
    """7.6C, D11: the first who is free."""
    return crew.helpers(m, casualty, section)[0].position.value


def who_flies(whys: Mapping[Position, str]) -> str:
    """7.6F, D12: of those who can come, the one who is missed least; `whys` has them in that order."""
    return next(position.value for position, why in whys.items() if not why)
