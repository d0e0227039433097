"""Rule 7.6 as orders: crew moves (D10), casualties carried (D11), who flies (D12).

The facts behind them stand in `stations`; this module hands them on, so that rules ask `crew` for both.
"""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending, pressure
from flakhouse.games.b29.advice import crew as advice
from flakhouse.games.b29.order import Order
from flakhouse.games.b29.questions import crew as questions
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
    STATION_COMPARTMENT,
    Position,
    Section,
)

__all__ = [
    "NEXT",
    "ORDERS",
    "TUNNEL",
    "away",
    "can_enter",
    "carry_places",
    "flying",
    "helpers",
    "helpless",
    "move",
    "new_turn",
    "pilot_flying",
    "rightful",
    "shift",
    "sit",
    "stations_here",
    "strays",
    "take",
    "take_controls",
    "why_no_way",
    "why_not_carry",
    "why_not_leave",
    "why_not_take",
]

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


# ------------------------------------------------------------------ 7.6F: taking over


def take_controls(ref: Referee, m: Mission) -> None:
    """7.6F, R-108: nobody flies: a pilot changes seats, else the engineer comes, else any fit man (D12)."""
    man = _successor(ref, m)
    if man is None:
        ref.note("nobody-flies")
        ending.uncontrolled(ref, m)
    plane = m.plane
    seat = Position.COPILOT if plane.pilot_controls_out and not plane.copilot_controls_out else Position.PILOT
    if man.position is Position.COPILOT and not plane.copilot_controls_out:
        seat = Position.COPILOT
    relieve(ref, m, man, seat)


def _successor(ref: Referee, m: Mission) -> Man | None:
    """7.6F: who comes to the controls."""
    for position in (Position.PILOT, Position.COPILOT, Position.FLIGHT_ENGINEER):
        man = m.men[position]
        if man.fit() and _gets_forward(ref, m, man):
            return man
    now = flying(m)
    if now is not None:
        return now  # the engineer is fit but cannot get there
    whys = _who_comes(m)
    if all(whys.values()):
        # Nobody can get there through a pressurized bomber: let pressure go, if anybody can.
        if not m.fit_men() or pressure.why_not_depressurize(m, emergency=True):
            return None
        pressure.depressurize(ref, m, "a man must get to the controls")
        whys = _who_comes(m)
        if all(whys.values()):
            return None
    return m.men[Position(ref.ask("who-flies", advice.who_flies(whys), lambda: questions.who_flies(m, whys)))]


def _who_comes(m: Mission) -> dict[Position, str]:
    """7.6F, D12: the others aboard, each with what keeps him from the controls now, or nothing."""
    men = [m.men[position] for position in _SPARE]
    return {
        man.position: way(m, man, Section.NOSE) if man.fit() else "he is not fit (7.6F)"
        for man in men
        if man.aboard
    }


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


def _order_move(ref: Referee, m: Mission) -> None:
    """7.6A-B, D10: one man into another compartment, and to a station there if he wants."""
    key = ref.ask("move-man", advice.move_man(m), lambda: questions.move_man(m))
    if key == questions.NOBODY:
        return
    man = m.men[Position(key)]
    key = ref.ask("move-where", advice.move_where(m, man), lambda: questions.move_where(m, man))
    if key == questions.STAY:
        whys = [can_enter(m, man, section) for section in COMPARTMENTS if section is not man.compartment]
        if all(whys):
            ref.note("goes-nowhere", man=man.position.value, name=man.airman.name, why=whys[0])
        return
    move(ref, m, man, Section(key))
    if man.station is None:
        _offer_station(ref, m, man)


def stations_here(m: Mission, man: Man) -> list[Position]:
    """7.6B: the stations of his compartment, but for the one he holds."""
    return [
        station
        for station, section in STATION_COMPARTMENT.items()
        if section is man.compartment and m.seats[station] is not man
    ]


def _offer_station(ref: Referee, m: Mission, man: Man) -> None:
    """7.6D: stations of his compartment that are empty or held by a man who can do nothing."""
    if not stations_here(m, man):
        return
    key = ref.ask("take-station", advice.take_station(m, man), lambda: questions.take_station(m, man))
    if key != questions.NO_CHANGE:
        take(ref, m, man, Position(key))
        if not rightful(m):
            take_controls(ref, m)  # 7.6F: nobody leaves the controls without a hand


def _order_seats(ref: Referee, m: Mission) -> None:
    """7.6B, 7-9, D10, D12: men of one compartment change stations, at no cost."""
    key = ref.ask("seat-man", questions.NOBODY, lambda: questions.seat_man(m))
    if key == questions.NOBODY:
        return
    man = m.men[Position(key)]
    before = man.station
    free = any(not why_not_take(m, man, station) for station in stations_here(m, man))
    _offer_station(ref, m, man)
    if man.station is before:
        ref.note("keeps-station", man=man.position.value, name=man.airman.name, free=free)


_SIGHTS = (Position.CFC, Position.LEFT_GUNNER, Position.RIGHT_GUNNER)


def shift(ref: Referee, m: Mission) -> None:
    """7.6B, D10: in the Waist men change places at any time: here before fire is allocated, at a sight left alone.

    Asked while there is a man without a sight of his own; in the turn somebody is hurt, of all the others too.
    """
    if m.plane.power_out() or not any(gun.works() for gun in m.plane.guns.values()):
        return
    for station in _SIGHTS:
        if not m.plane.sights_out[station] and not m.manned(station):
            _offer_sight(ref, m, station)


def _offer_sight(ref: Referee, m: Mission, station: Position) -> None:
    """7.6B, D10: who takes the sight that nobody fit is at."""
    broken = m.plane.sights_out
    men = [man for man in m.inside(Section.WAIST) if man.fit() and not (man.moved or man.busy)]
    spare = [man for man in men if man.station not in _SIGHTS or broken.get(man.station, False)]
    news = m.hurt_at_orders != sum(man.dead or man.serious or man.frostbitten for man in m.men.values())
    if not men or not (spare or news):
        return
    own = bool(spare) and spare[0].station is spare[0].position  # he would leave the work of his own station
    key = ref.ask(
        "take-sight", advice.take_sight(spare), lambda: questions.take_sight(m, station, men, news or own)
    )
    if key != questions.NOBODY:
        take(ref, m, m.men[Position(key)], station)


# ------------------------------------------------------------------ orders: back to stations


def strays(m: Mission) -> list[Man]:
    """7.6A: fit men without a station whose own is vacant and who could go back to it now."""
    back: list[Man] = []
    for man in m.men.values():
        if man.station is None and man.fit():
            sitter = m.seats[man.position]
            if (sitter is None or not sitter.fit()) and not why_not_take(m, man, man.position):
                back.append(man)
    return back


def away(m: Mission) -> bool:
    """7.6A: a fit man has no station."""
    for man in m.men.values():  # noqa: SIM110 - a loop, for it is asked every turn
        if man.station is None and man.fit():
            return True
    return False


def _why_not_return(m: Mission) -> str:
    """7.6A: why nobody can go back now, or nothing."""
    return "" if strays(m) else "nobody who is away can get back to his own station now (7.6A)"


def _order_return(ref: Referee, m: Mission) -> None:
    """7.6A, D10: everybody without a station who can goes back to his own."""
    for man in strays(m):
        if not why_not_take(m, man, man.position):
            take(ref, m, man, man.position)


# ------------------------------------------------------------------ orders: D11


def helpless(man: Man) -> bool:
    """7.6C: he must be carried."""
    return man.aboard and (man.dead or man.serious)


def _casualty_aboard(m: Mission) -> bool:
    """7.6C: somebody could be carried."""
    return any([helpless(man) for man in m.men.values()])


def helpers(m: Mission, casualty: Man, to: Section) -> list[Man]:
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


def carry_places(m: Mission, casualty: Man) -> dict[Section, str]:
    """7.6A, C: the next compartments, each with what keeps him from being taken there, or nothing."""
    places = {section: _why_not_into(m, casualty, section) for section in NEXT[casualty.compartment]}
    if casualty.compartment in TUNNEL:
        places[TUNNEL[casualty.compartment]] = "no casualty can be taken through the tunnel (7.6A)"
    return places


def _why_not_into(m: Mission, casualty: Man, section: Section) -> str:
    """7.6A, C: only with room there, and never a wounded man into thin air."""
    if casualty.moved:
        return "he has been carried this turn (7.6A)"
    if len(m.inside(section)) >= CAPACITY[section]:
        return f"{section.value} holds no more than {CAPACITY[section]} (7.6A)"
    if not door(m, casualty.compartment, section):
        return "the bomber must be depressurized first (4.2B)"
    if casualty.serious and not casualty.dead and section not in CABIN and m.plane.pressurized:
        return "no wounded man outside the cabins while pressurized (7.6C)"
    if not helpers(m, casualty, section):
        return "nobody is free who can take him there (7.6A)"
    return ""


def why_not_carry(m: Mission, casualty: Man) -> str:
    """7.6A, C: why he can be carried nowhere, or nothing."""
    whys = list(carry_places(m, casualty).values())
    return whys[0] if all(whys) else ""


def _why_nobody_carried(m: Mission) -> str:
    """7.6A, C: nobody is free to carry anybody anywhere."""
    if any(helpless(man) and not why_not_carry(m, man) for man in m.men.values()):
        return ""
    return "nobody is free to carry a casualty to an adjacent compartment (7.6A)"


def _order_carry(ref: Referee, m: Mission) -> None:
    """7.6A, C, D11: an idle man takes a dead or seriously wounded one into the next compartment."""
    key = ref.ask("carry-man", questions.NOBODY, lambda: questions.carry_man(m))
    if key == questions.NOBODY:
        return
    casualty = m.men[Position(key)]
    advised = advice.carry_where(m, casualty)
    section = Section(ref.ask("carry-where", advised, lambda: questions.carry_where(m, casualty)))
    advised = advice.carry_helper(m, casualty, section)
    key = ref.ask("carry-helper", advised, lambda: questions.carry_helper(m, casualty, section))
    _carry(ref, m, casualty, m.men[Position(key)], section)


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
    return m.lost(Position.PILOT) and m.lost(Position.COPILOT)


def _why_not_relieve(m: Mission) -> str:
    """7.6F: why nobody else may take the controls, or nothing."""
    if m.men[Position.FLIGHT_ENGINEER].fit():
        return "while the Flight Engineer is fit, he flies (7.6F)"
    return ""


def _order_controls(ref: Referee, m: Mission) -> None:
    """7.6F, D12: another fit man takes over the controls."""
    now = flying(m)
    whys = _who_relieves(m, now)
    key = ref.ask("relieve-pilot", questions.NOBODY, lambda: questions.relieve_pilot(m, whys))
    if key == questions.NOBODY:
        return
    seat = now.station if now is not None and now.station is not None else Position.PILOT
    relieve(ref, m, m.men[Position(key)], seat)


def _who_relieves(m: Mission, now: Man | None) -> dict[Position, str]:
    """7.6F: the men aboard but for him who flies, each with what keeps him from the controls, or nothing."""
    men = [m.men[position] for position in _SPARE]
    return {
        man.position: (why_not_leave(m, man) or way(m, man, Section.NOSE)) if man.fit() else "he is not fit (7.6F)"
        for man in men
        if man.aboard and man is not now
    }


ORDERS: tuple[Order, ...] = (
    Order(
        "move",
        "7.6A",
        "Move a man to another compartment",
        _always,
        _nothing,
        _order_move,
        advice.move,
        why=advice.why_move_man,
    ),
    Order("seats", "7.6B", "Change stations within a compartment", _always, _nothing, _order_seats),
    Order(
        "return",
        "7.6A",
        "Send men back to their own stations",
        away,
        _why_not_return,
        _order_return,
        advice.return_to_stations,
        why=advice.why_return,
    ),
    Order("carry", "7.6C", "Carry a casualty", _casualty_aboard, _why_nobody_carried, _order_carry),
    Order("controls", "7.6F", "Let another man fly", _others_may_fly, _why_not_relieve, _order_controls),
)
