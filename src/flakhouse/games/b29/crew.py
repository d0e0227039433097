"""Rule 7.6 as orders: crew moves (D10), casualties carried (D11), who flies (D12).

The facts behind them stand in `stations`; this module hands them on, so that rules ask `crew` for both.
"""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, pressure
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.state import Man, Mission
from flakhouse.games.b29.stations import (
    NEXT,
    TUNNEL,
    can_enter,
    door,
    flying,
    leave_seat,
    move,
    new_turn,
    pilot_flying,
    relieve,
    rightful,
    sit,
    take,
    way,
    why_no_way,
    why_not_leave,
    why_not_take,
)
from flakhouse.games.b29.words import (
    CABIN,
    CAPACITY,
    COMPARTMENTS,
    GEAR_DOWN,
    JAMMED_OPEN,
    JAMMED_SHUT,
    OUTBOUND,
    STATION_COMPARTMENT,
    GunName,
    Position,
    Section,
)

__all__ = [
    "NEXT",
    "ORDERS",
    "TUNNEL",
    "can_enter",
    "flying",
    "move",
    "new_turn",
    "pilot_flying",
    "rightful",
    "shift",
    "sit",
    "take",
    "take_controls",
    "why_no_way",
    "why_not_leave",
    "why_not_take",
]

_PILOT, _COPILOT, _ENGINEER = Position.PILOT, Position.COPILOT, Position.FLIGHT_ENGINEER
#: Who is missed least at the controls, for the default of D12.
_SPARE = (
    Position.RADIO_OPERATOR,
    Position.LEFT_GUNNER,
    Position.RIGHT_GUNNER,
    Position.CFC,
    Position.TAIL_GUNNER,
    Position.RADAR_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
)


_AFT_BAY = Section.AFT_BAY
_BAYS = (Section.FWD_BAY, _AFT_BAY)
#: Who is sent to a bay first: the engineer must stay at his panel to bring pressure back.
_HANDS = (Position.RADIO_OPERATOR, Position.NAVIGATOR, Position.BOMBARDIER, _ENGINEER, Position.RADAR_OPERATOR)

# ------------------------------------------------------------------ 7.6F: taking over


def take_controls(ref: Referee, m: Mission) -> None:
    """7.6F, R-108: nobody flies: a pilot changes seats, else the engineer comes, else any fit man (D12)."""
    man = _successor(ref, m)
    if man is None:
        ref.note("nobody-flies")
        ending.uncontrolled(ref, m)
    plane = m.plane
    seat = _COPILOT if plane.pilot_controls_out and not plane.copilot_controls_out else _PILOT
    if man.position is _COPILOT and not plane.copilot_controls_out:
        seat = _COPILOT
    relieve(ref, m, man, seat)


def _successor(ref: Referee, m: Mission) -> Man | None:
    """7.6F: who comes to the controls."""
    for position in (_PILOT, _COPILOT, _ENGINEER):
        man = m.men[position]
        if man.fit() and _gets_forward(ref, m, man):
            return man
    now = flying(m)
    if now is not None:
        return now  # the engineer is fit but cannot get there
    men, barred = _who_comes(m)
    if not men:
        # Nobody can get there through a pressurized bomber: let pressure go, if anybody can.
        if not m.fit_men() or pressure.why_not_depressurize(m, emergency=True):
            return None
        pressure.depressurize(ref, m, "a man must get to the controls")
        men, barred = _who_comes(m)
        if not men:
            return None
    return m.men[Position(ref.choose("who-flies", "7.6F", "Who takes over the controls?", men, "", barred))]


def _who_comes(m: Mission) -> tuple[dict[str, str], dict[str, str]]:
    """7.6F, D12: who can get to the controls as the pressure stands, and who cannot with the reason."""
    men: dict[str, str] = {}
    barred: dict[str, str] = {}
    for position in _SPARE:
        man = m.men[position]
        if not man.aboard:
            continue
        why = way(m, man, Section.NOSE) if man.fit() else "he is not fit (7.6F)"
        if why:
            barred[position.value] = why
        else:
            men[position.value] = position.value
    return men, barred


def _gets_forward(ref: Referee, m: Mission, man: Man) -> bool:
    """4.2B: he can reach the Nose, if need be after pressure is let go."""
    if not way(m, man, Section.NOSE):
        return True
    if pressure.why_not_depressurize(m, emergency=True):
        return False
    pressure.depressurize(ref, m, "a man must get to the controls")
    return man.fit()


# ------------------------------------------------------------------ orders: D10


def _always(m: Mission) -> bool:
    return True


def _nothing(m: Mission) -> str:
    return ""


def _label(man: Man) -> str:
    """7.6: a man and where he is, for a menu."""
    where = man.compartment.value if man.station is None else f"at the {man.station.value}'s station"
    return f"{man.position.value} {man.airman.name}, {where}"


def _order_move(ref: Referee, m: Mission) -> None:
    """7.6A-B, D10: one man into another compartment, and to a station there if he wants."""
    men: dict[str, str] = {}
    barred: dict[str, str] = {}
    for man in m.men.values():
        if man.aboard:
            why = why_not_leave(m, man)
            if why:
                barred[man.position.value] = why
            else:
                men[man.position.value] = _label(man)
    men["nobody"] = "Nobody after all"
    errand = _errand(m)
    default = errand[0].position.value if errand is not None else "nobody"
    key = ref.choose("move-man", "7.6A", "Who moves?", men, default, barred)
    if key == "nobody":
        return
    man = m.men[Position(key)]
    places, barred = _places(m, man)
    default = errand[1].value if errand is not None and errand[0] is man else "stay"
    key = ref.choose("move-where", "7.6A", f"Where does the {key} go?", places, default, barred)
    if key == "stay":
        return
    section = Section(key)
    move(ref, m, man, section)
    if man.station is None:
        _offer_station(ref, m, man)


def _places(m: Mission, man: Man) -> tuple[dict[str, str], dict[str, str]]:
    """7.6A: the compartments he can enter, and those he cannot with the reason."""
    places: dict[str, str] = {}
    barred: dict[str, str] = {}
    for section in COMPARTMENTS:
        if section is man.compartment:
            continue
        why = can_enter(m, man, section)
        if why:
            barred[section.value] = why
        else:
            places[section.value] = section.value
    places["stay"] = "He stays where he is"
    return places, barred


def _offer_station(ref: Referee, m: Mission, man: Man) -> None:
    """7.6D: stations of his compartment that are empty or held by a man who can do nothing."""
    stations: dict[str, str] = {}
    barred: dict[str, str] = {}
    for station, section in STATION_COMPARTMENT.items():
        if section is not man.compartment or m.seats[station] is man:
            continue
        why = why_not_take(m, man, station)
        if why:
            barred[station.value] = why
            continue
        sitter = m.seats[station]
        held = "empty" if sitter is None else f"from the {sitter.position.value}"
        stations[station.value] = f"{station.value}'s station, {held}"
    if not stations and not barred:
        return
    stations["none"] = "No change of station"
    free = next((p for p in stations if p != "none" and not m.manned(Position(p))), "none")
    default = free if man.station is None else "none"
    key = ref.choose(
        "take-station", "7.6B", f"Which station does the {man.position.value} take?", stations, default, barred
    )
    if key != "none":
        take(ref, m, man, Position(key))
        if not rightful(m):
            take_controls(ref, m)  # 7.6F: nobody leaves the controls without a hand


def _order_seats(ref: Referee, m: Mission) -> None:
    """7.6B, 7-9, D10, D12: men of one compartment change stations, at no cost."""
    men: dict[str, str] = {}
    barred: dict[str, str] = {}
    for man in m.men.values():
        if not man.aboard:
            continue
        if man.dead or man.serious:
            barred[man.position.value] = "he cannot move by himself (7.6C)"
        elif man.compartment not in _SEATED:
            barred[man.position.value] = "there is no station where he is (7.6B)"
        else:
            men[man.position.value] = _label(man)
    men["nobody"] = "Nobody after all"
    key = ref.choose("seat-man", "7.6B", "Who changes his station?", men, "nobody", barred)
    if key != "nobody":
        _offer_station(ref, m, m.men[Position(key)])


_SEATED = frozenset(STATION_COMPARTMENT.values())
_SIGHTS = (Position.CFC, Position.LEFT_GUNNER, Position.RIGHT_GUNNER)


def shift(ref: Referee, m: Mission) -> None:
    """7.6B, D10: in the Waist men change places at any time: here before fire is allocated, at a sight left alone.

    Asked while there is a man without a sight of his own; in the turn somebody is hurt, of all the others too.
    """
    if m.crew_well or m.plane.power_out() or not any(gun.works() for gun in m.plane.guns.values()):
        return
    broken = m.plane.sights_out
    for station in _SIGHTS:
        if broken[station] or m.manned(station):
            continue
        men = [man for man in m.inside(Section.WAIST) if man.fit() and not (man.moved or man.busy)]
        spare = [man for man in men if man.station not in _SIGHTS or broken.get(man.station, False)]
        news = m.hurt_at_orders != sum(man.dead or man.serious or man.frostbitten for man in m.men.values())
        if not men or not (spare or news):
            continue
        options = {man.position.value: _label(man) for man in men}
        options["nobody"] = "Nobody"
        default = spare[0].position.value if spare else "nobody"
        prompt = f"Nobody fit is at the {station.value}'s sight. Who takes it?"
        key = ref.choose("take-sight", "7.6B", prompt, options, default, routine=not news)
        if key != "nobody":
            take(ref, m, m.men[Position(key)], station)


# ------------------------------------------------------------------ orders: back to stations


def _strays(m: Mission) -> list[Man]:
    """7.6A: fit men without a station whose own is vacant and who could go back to it now."""
    back: list[Man] = []
    for man in m.men.values():
        own = man.position
        if man.station is not None or not man.fit():
            continue
        sitter = m.seats[own]
        if (sitter is None or not sitter.fit()) and not why_not_take(m, man, own):
            back.append(man)
    return back


def _away(m: Mission) -> bool:
    """7.6A: a fit man has no station."""
    return not m.crew_well and any(man.station is None and man.fit() for man in m.men.values())


def _why_not_return(m: Mission) -> str:
    """7.6A: why nobody can go back now, or nothing."""
    return "" if _strays(m) else "nobody who is away can get back to his own station now (7.6A)"


def _back(m: Mission) -> bool:
    """7.6A: a careful player wants everybody at his station again, once the work that took him away is done."""
    return not any(_at_work(m, man) for man in _strays(m))


def _at_work(m: Mission, man: Man) -> bool:
    """7-3e, f, 7-5o, 7-10c, 5-7a: bombs, doors, wheels, generator or a turret still need him where he is."""
    where = man.compartment
    if where is Section.UTILITY:
        return (m.plane.power_out() and not m.plane.generator_out) or _turret_waits(m)
    return where in _BAYS and (_work_waits(m, where) or _doors_wait(m, where))


def _turret_waits(m: Mission) -> bool:
    """5-7a: the aft lower turret is jammed and can be tried again from Utility while fighters may still come."""
    gun = m.plane.guns[GunName.AFT_LOWER]
    return gun.jammed and not (gun.broken or gun.inoperable) and (m.leg is OUTBOUND or m.zone >= 6)


def _work_waits(m: Mission, where: Section) -> bool:
    """7-3f, 7-5o: bombs that hang or wheels that dropped: a man in the bay can try each turn."""
    bay = m.plane.bay(where)
    if bay.bombs and (m.bomb_run or m.aborted):
        return True
    return where is _AFT_BAY and GEAR_DOWN in m.plane.main_gear.values() and not bay.burst


def _doors_wait(m: Mission, where: Section) -> bool:
    """7-3e: jammed doors that have not had their try by the motor."""
    plane = m.plane
    bay = plane.bay(where)
    jammed = bay.doors is JAMMED_SHUT or bay.doors is JAMMED_OPEN
    return jammed and not (bay.motor_tried or plane.motor_out)


def doors_want_a_man(m: Mission) -> bool:
    """7-3e: after the run the motor could free jammed doors, if pressure were let go and a man sent."""
    if m.plane.untouched or not m.bomb_run or m.plane.power_out():
        return False
    return any(_doors_wait(m, where) and not _manned_bay(m, where) for where in _BAYS)


def _manned_bay(m: Mission, where: Section) -> bool:
    return any(man.compartment is where and man.fit() for man in m.men.values())


def _errand(m: Mission) -> tuple[Man, Section] | None:
    """7.6A: who would be sent to which bay, because work waits there and he can get there; None if nobody."""
    if m.plane.untouched:
        return None
    motor = m.bomb_run and not m.plane.power_out()
    for where in _BAYS:
        waits = _work_waits(m, where) or (motor and _doors_wait(m, where))
        if not waits or _manned_bay(m, where):
            continue
        for position in _HANDS:
            man = m.men[position]
            if man.fit() and not (man.moved or man.busy or man.light or can_enter(m, man, where)):
                return man, where
    return None


def _errand_waits(m: Mission) -> bool:
    """7-3e: a careful player sends a man where work waits."""
    return _errand(m) is not None


def _order_return(ref: Referee, m: Mission) -> None:
    """7.6A, D10: everybody without a station who can goes back to his own."""
    for man in _strays(m):
        if not why_not_take(m, man, man.position):
            take(ref, m, man, man.position)


# ------------------------------------------------------------------ orders: D11


def _helpless(man: Man) -> bool:
    """7.6C: he must be carried."""
    return man.aboard and (man.dead or man.serious)


def _casualty_aboard(m: Mission) -> bool:
    """7.6C: somebody could be carried."""
    return not m.crew_well and any((man.dead or man.serious) and man.aboard for man in m.men.values())


def _helpers(m: Mission, casualty: Man, to: Section) -> list[Man]:
    """7.6A, C: fit men with nothing else to do this turn who can take him there; Tail takes one more for this.

    A wounded helper does not go outside the cabins of a pressurized bomber either.
    """
    outside = m.plane.pressurized and (to not in CABIN or casualty.compartment not in CABIN)
    return [
        man
        for man in m.men.values()
        if man.fit()
        and man is not casualty
        and not (outside and man.light)
        and not why_not_leave(m, man)
        and not way(m, man, casualty.compartment)
    ]


def _carry_places(m: Mission, casualty: Man) -> tuple[dict[str, str], dict[str, str]]:
    """7.6A, C: adjacent compartments with room; never through the tunnel, nor a wounded man into thin air."""
    places: dict[str, str] = {}
    barred: dict[str, str] = {}
    for section in NEXT[casualty.compartment]:
        if casualty.moved:
            barred[section.value] = "he has been carried this turn (7.6A)"
        elif len(m.inside(section)) >= CAPACITY[section]:
            barred[section.value] = f"{section.value} holds no more than {CAPACITY[section]} (7.6A)"
        elif not door(m, casualty.compartment, section):
            barred[section.value] = "the bomber must be depressurized first (4.2B)"
        elif casualty.serious and not casualty.dead and section not in CABIN and m.plane.pressurized:
            barred[section.value] = "no wounded man outside the cabins while pressurized (7.6C)"
        elif not _helpers(m, casualty, section):
            barred[section.value] = "nobody is free who can take him there (7.6A)"
        else:
            places[section.value] = section.value
    tunnel = TUNNEL.get(casualty.compartment)
    if tunnel is not None:
        barred[tunnel.value] = "no casualty can be taken through the tunnel (7.6A)"
    return places, barred


def _why_not_carry(m: Mission) -> str:
    """7.6A, C: nobody is free to carry anybody anywhere."""
    for casualty in m.men.values():
        if _helpless(casualty) and _carry_places(m, casualty)[0]:
            return ""
    return "nobody is free to carry a casualty to an adjacent compartment (7.6A)"


def _order_carry(ref: Referee, m: Mission) -> None:
    """7.6A, C, D11: an idle man takes a dead or seriously wounded one into the next compartment."""
    men: dict[str, str] = {}
    barred: dict[str, str] = {}
    for man in m.men.values():
        if not _helpless(man):
            continue
        places, whys = _carry_places(m, man)
        if places:
            men[man.position.value] = _label(man)
        else:
            barred[man.position.value] = next(iter(whys.values()))
    men["nobody"] = "Nobody after all"
    key = ref.choose("carry-man", "7.6C", "Who is carried?", men, "nobody", barred)
    if key == "nobody":
        return
    casualty = m.men[Position(key)]
    places, barred = _carry_places(m, casualty)
    section = Section(ref.choose("carry-where", "7.6A", f"Where is the {key} taken?", places, "", barred))
    helpers = {man.position.value: _label(man) for man in _helpers(m, casualty, section)}
    helper = m.men[Position(ref.choose("carry-helper", "7.6C", f"Who carries the {key}?", helpers))]
    _carry(ref, m, casualty, helper, section)


def _carry(ref: Referee, m: Mission, casualty: Man, helper: Man, section: Section) -> None:
    """7.6A, C: both end in the next compartment, or the helper stays behind if it is full."""
    start = casualty.compartment
    leave_seat(m, casualty)
    casualty.compartment = section
    casualty.moved = helper.busy = helper.moved = True
    if helper.compartment is not section:
        # Who came from elsewhere ends beside the casualty, or where the casualty was if there is no room left.
        end = section if len(m.inside(section)) < CAPACITY[section] else start
        if helper.compartment is not end:
            leave_seat(m, helper)
            helper.compartment = end
    ref.note(
        "carried",
        man=casualty.position.value,
        name=casualty.airman.name,
        helper=helper.position.value,
        where=section.value,
    )


# ------------------------------------------------------------------ orders: D12


def _others_may_fly(m: Mission) -> bool:
    """7.6F: both pilots are lost."""
    return m.lost(_PILOT) and m.lost(_COPILOT)


def _why_not_relieve(m: Mission) -> str:
    """7.6F: why nobody else may take the controls, or nothing."""
    if m.men[_ENGINEER].fit():
        return "while the Flight Engineer is fit, he flies (7.6F)"
    return ""


def _order_controls(ref: Referee, m: Mission) -> None:
    """7.6F, D12: another fit man takes over the controls."""
    now = flying(m)
    men: dict[str, str] = {}
    barred: dict[str, str] = {}
    for position in _SPARE:
        man = m.men[position]
        if man is now or not man.aboard:
            continue
        if not man.fit():
            barred[position.value] = "he is not fit (7.6F)"
        elif why := (why_not_leave(m, man) or way(m, man, Section.NOSE)):
            barred[position.value] = why
        else:
            men[position.value] = _label(man)
    men["nobody"] = "The same man flies on"
    key = ref.choose("relieve-pilot", "7.6F", "Who takes over the controls?", men, "nobody", barred)
    if key == "nobody":
        return
    seat = now.station if now is not None and now.station is not None else _PILOT
    relieve(ref, m, m.men[Position(key)], seat)


ORDERS: tuple[Order, ...] = (
    Order("move", "7.6A", "Move a man to another compartment", _always, _nothing, _order_move, _errand_waits),
    Order("seats", "7.6B", "Change stations within a compartment", _always, _nothing, _order_seats),
    Order("return", "7.6A", "Send men back to their own stations", _away, _why_not_return, _order_return, _back),
    Order("carry", "7.6C", "Carry a casualty", _casualty_aboard, _why_not_carry, _order_carry),
    Order("controls", "7.6F", "Let another man fly", _others_may_fly, _why_not_relieve, _order_controls),
)
