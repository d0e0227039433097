"""Section 7: where men sit and lie, who moves, who is carried, who flies (7.3, 7A)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import (
    BODY_PLACES,
    COMPARTMENTS,
    STATION_COMPARTMENT,
    Position,
    Section,
)
from flakhouse.games.bomber.order import Order

__all__ = [
    "ORDERS",
    "flying",
    "free_places",
    "leave_seat",
    "pilot_flying",
    "seat",
    "take_controls",
    "why_not_carry",
    "why_not_move",
]

_PILOT, _COPILOT, _ENGINEER = Position.PILOT, Position.COPILOT, Position.ENGINEER
_PILOTS = (_PILOT, _COPILOT)
_BALL = Position.BALL_GUNNER
_COCKPIT, _BAY = Section.PILOTS, Section.BOMB_BAY
_POSITIONS = tuple(Position)


# ------------------------------------------------------------------ who flies (7A.5)


def flying(m: Mission) -> Man | None:
    """7A.5 Who flies the bomber now: Pilot, Copilot, or whoever took a seat of theirs."""
    first, second = m.at(_PILOT), m.at(_COPILOT)
    if first is not None and first.position not in _PILOTS and second is not None and second.position in _PILOTS:
        return second  # the other only breathes there (9.3)
    return first or second


def pilot_flying(m: Mission) -> bool:
    """9.4, 7A.5 The Pilot or the Copilot himself is at the controls."""
    if m.crew_well:
        return True
    return any((man := m.at(seat)) is not None and man.position in _PILOTS for seat in _PILOTS)


def take_controls(ref: Referee, m: Mission) -> None:
    """7A.5 Nobody flies: the Engineer comes first, else any fit man; with nobody left the bomber is lost."""
    if flying(m) is not None:
        return
    # A pilot who is away from his seat is back in it before anybody takes his place.
    away = [m.men[p] for p in _PILOTS if _can_fly(m, m.men[p])]
    man = away[0] if away else m.men[_ENGINEER]
    if not _can_fly(m, man):
        men = {p.value: f"{p.value} {m.men[p].airman.name}" for p in _POSITIONS if _can_fly(m, m.men[p])}
        if not men:
            ref.note("nobody-flies")
            bailout.uncontrolled(ref, m)
        # D10
        key = ref.choose("who-flies", "7A.5", "Both pilots are out. Who takes the controls?", men, _spare(men))
        man = m.men[Position(key)]
    sitter = m.seats[_PILOT]
    if sitter is not None:
        leave_seat(m, sitter)
        sitter.compartment = _nearest_place(m, sitter)
    _go(m, man, _COCKPIT)
    seat(m, man, _PILOT)
    if ref.trace:
        ref.note("takes-controls", man=man.position.value, name=man.airman.name, seat=_PILOT.value)


def _can_fly(m: Mission, man: Man) -> bool:
    """7A.5 Able to come to the controls."""
    return man.fit() and not _trapped(m, man)


#: Who is missed least at his gun, for the default of 7A.5.
_SPARE = (
    Position.RADIO_OPERATOR,
    Position.NAVIGATOR,
    Position.BOMBARDIER,
    Position.PORT_WAIST,
    Position.STARBOARD_WAIST,
    Position.BALL_GUNNER,
    Position.TAIL_GUNNER,
)


def _spare(men: dict[str, str]) -> str:
    """7A.5 The default: the first of those who are missed least."""
    return next((p.value for p in _SPARE if p.value in men), "")


# ------------------------------------------------------------------ seats and places (7.3)


def leave_seat(m: Mission, man: Man) -> None:
    """7A A man gets up, or is lifted out of his seat; he is loose in the compartment then."""
    m.crew_well = m.plane.untouched = False
    if man.station is not None:
        if m.seats[man.station] is man:
            m.seats[man.station] = None
        man.station = None


def seat(m: Mission, man: Man, station: Position) -> None:
    """7A A man takes an empty station."""
    leave_seat(m, man)
    man.station = station
    man.compartment = STATION_COMPARTMENT[station]
    m.seats[station] = man


def _go(m: Mission, man: Man, where: Section) -> None:
    """7A.2 To another compartment: in a combat zone he fires nothing until a whole wave is over."""
    if man.compartment is not where and not m.safe_turn:
        man.moved = m.men_busy = True
    leave_seat(m, man)
    man.compartment = where


def free_places(m: Mission, where: Section, who: Man | None = None) -> int:
    """7.3 Places left for men without a station (`who` not counted); the bomb bay's once the bombs are gone."""
    if where is _BAY and m.plane.bombs:
        return 0
    taken = sum(man.station is None and man is not who for man in m.inside(where))
    return BODY_PLACES[where] - taken


def _room(m: Mission, man: Man, where: Section) -> bool:
    """7.3 There is room to lay this man down; by the rulebook the dead need none (options.free_places)."""
    if m.options.free_places:
        return man.dead or where not in (_BAY, Section.NOSE, Section.TAIL) or (where is _BAY and not m.plane.bombs)
    return free_places(m, where, man) > 0


def _nearest_place(m: Mission, man: Man) -> Section:
    """7.3 Where a man is laid who must leave his seat at once: here if there is room, else the nearest place."""
    here = COMPARTMENTS.index(man.compartment)
    for where in sorted(COMPARTMENTS, key=lambda c: abs(COMPARTMENTS.index(c) - here)):
        if _room(m, man, where):
            return where
    return man.compartment  # RULING 7.3: with every place taken he stays where he is, on the floor


def _trapped(m: Mission, man: Man) -> bool:
    """6.7 In the jammed ball turret."""
    return m.plane.ball_jammed and man.station is _BALL


# ------------------------------------------------------------------ moves (7A.1-7A.4)


def _intercom(m: Mission) -> str:
    """7A.1 Without intercom men change places in safe turns only."""
    if m.plane.intercom_out and not m.safe_turn:
        return "intercom out: only in a turn without attackers (7A.1)"
    return ""


def why_not_move(m: Mission, man: Man) -> str:
    """7A.1, 7A.4 Why this man cannot change places now, or nothing."""
    if not man.fit():
        return "out of action (7.2)"
    if man.position in _PILOTS:
        # RULING 7A.4: one who is away from his seat may go back to it, and nowhere else.
        if man.station in _PILOTS or not _pilot_seats(m):
            return "the pilots stay at their controls (7A.4)"
    elif man is flying(m):
        return "he flies the bomber (7A.5)"
    if _trapped(m, man):
        return "trapped in the ball turret (6.7)"
    return _intercom(m)


def _pilot_seats(m: Mission) -> list[Position]:
    """7A.4 Pilots' seats in which nobody sits."""
    return [station for station in _PILOTS if m.seats[station] is None]


def _vacant(m: Mission, man: Man) -> dict[str, str]:
    """7A Stations this man could take."""
    found: dict[str, str] = {}
    for station in _POSITIONS:
        if m.seats[station] is not None or (station in _PILOTS) is not (man.position in _PILOTS):
            continue
        if station is _BALL and m.plane.ball_jammed:
            continue
        found[station.value] = f"{station.value}'s station ({STATION_COMPARTMENT[station].value})"
    return found


def _blocked(m: Mission, man: Man) -> dict[str, str]:
    """7A Stations that cannot be taken, with the reason."""
    barred: dict[str, str] = {}
    pilot = man.position in _PILOTS
    for station in _POSITIONS:
        sitter = m.seats[station]
        if station not in _PILOTS and pilot:
            barred[station.value] = "a pilot does not leave to man a gun (7A.4)"
        elif station in _PILOTS and not pilot:
            barred[station.value] = "nobody takes a pilot's seat while a pilot flies (7A.5)"
        elif sitter is not None:
            state = "" if sitter.fit() else ", a casualty: carry him away first"
            barred[station.value] = f"taken by the {sitter.position.value}{state} (7A.4)"
        elif station is _BALL and m.plane.ball_jammed:
            barred[station.value] = "the turret is jammed (6.7)"
    return barred


def _movers(m: Mission) -> tuple[dict[str, str], dict[str, str]]:
    """7A Who may move, and who may not with the reason."""
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    for man in m.men.values():
        if not man.alive():
            continue
        key = man.position.value
        why = why_not_move(m, man)
        if why:
            barred[key] = why
        else:
            at = man.station.value if man.station else f"loose in the {man.compartment.value}"
            options[key] = f"{man.airman.name}, {key}" + ("" if at == key else f" (now {at})")
    return options, barred


def _move_relevant(m: Mission) -> bool:
    """7A A station is empty that somebody could take."""
    if m.crew_well:
        return False
    if any(m.seats[s] is None and s not in _PILOTS for s in _POSITIONS):
        return True
    return any(not why_not_move(m, m.men[p]) for p in _PILOTS)


def _why_no_move(m: Mission) -> str:
    """7A.1 Why nobody can move, or nothing."""
    options, barred = _movers(m)
    if not options:
        return next(iter(barred.values()), "nobody can move (7A)")
    if not any(_vacant(m, m.men[Position(key)]) for key in options):
        return "no station is free that anybody could take (7A)"
    return ""


def _move(ref: Referee, m: Mission) -> None:
    """7A.1-7A.4 A man takes an empty station."""
    options, barred = _movers(m)
    options = {"nobody": "Nobody after all", **options}
    # D19
    key = ref.choose("move-man", "7A.1", "Who moves?", options, "nobody", barred)
    if key == "nobody":
        return
    man = m.men[Position(key)]
    to = {"stay": "Stays where he is", **_vacant(m, man)}
    where = ref.choose("move-to", "7A.1", f"Where to with the {key}?", to, "stay", _blocked(m, man))
    if where == "stay":
        return
    station = Position(where)
    _go(m, man, STATION_COMPARTMENT[station])
    seat(m, man, station)
    if ref.trace:
        ref.note("takes-station", man=key, name=man.airman.name, station=where)


# ------------------------------------------------------------------ casualties carried (7.3, 7A.2)


def why_not_carry(m: Mission, man: Man) -> str:
    """7A.2 Why this man cannot be carried now, or nothing. It costs nobody his next shot."""
    if not man.aboard or man.fit():
        return "he needs no carrying (7.3)"
    if _trapped(m, man):
        return "trapped in the ball turret (6.7)"
    return _intercom(m)


def _lying(m: Mission) -> list[Man]:
    """7.3 Casualties aboard, whether in their seats or laid down."""
    return [man for man in m.men.values() if man.aboard and not man.fit()]


def _carry_relevant(m: Mission) -> bool:
    """7.3 There is a casualty."""
    return not m.crew_well and bool(_lying(m))


def _bad_air(m: Mission, man: Man, where: Section) -> str:
    """7.3 Why a living man should not be laid there: up here he needs heat and oxygen. The dead need nothing."""
    plane = m.plane
    stations = [station for station in _POSITIONS if STATION_COMPARTMENT[station] is where]
    if man.dead or plane.low or not stations:
        return ""  # RULING 7.3: the bomb bay, a place of the manual's, has what the bomber has
    if not any(plane.heat_at(station) for station in stations):
        return "no heat there (7.3)"
    # With the whole system out no place is better than another.
    if not plane.oxygen_system_out and not any(plane.oxygen_at(station) for station in stations):
        return "no oxygen there (7.3)"
    return ""


def _places_for(m: Mission, man: Man) -> tuple[dict[str, str], dict[str, str]]:
    """7.3 Where a casualty can be laid, and where not with the reason."""
    options: dict[str, str] = {}
    barred: dict[str, str] = {}
    for where in COMPARTMENTS:
        if man.station is None and man.compartment is where:
            continue
        bad = _bad_air(m, man, where)
        if bad:
            barred[where.value] = bad
        elif _room(m, man, where):
            options[where.value] = where.value
        elif where is _BAY and m.plane.bombs:
            barred[where.value] = "the bombs are in the way (7.3)"
        else:
            barred[where.value] = "no place there (7.3)"
    return options, barred


def _why_no_carry(m: Mission) -> str:
    """7.3 Why no casualty can be carried, or nothing."""
    why = "nobody needs carrying (7.3)"
    flyer = flying(m)
    if not any(_can_fly(m, man) and man is not flyer for man in m.men.values()):
        return "nobody is fit to carry (7.2)"
    for man in _lying(m):
        why = why_not_carry(m, man)
        if not why:
            if _places_for(m, man)[0]:
                return ""
            why = "there is no place left (7.3)"
    return why


def _carry(ref: Referee, m: Mission) -> None:
    """7.3, 7A.2 A casualty is carried to a place for him; the mission sheet has six of them."""
    options: dict[str, str] = {"nobody": "Nobody after all"}
    barred: dict[str, str] = {}
    for man in _lying(m):
        why = why_not_carry(m, man)
        if why:
            barred[man.position.value] = why
        else:
            state = "dead" if man.dead else "seriously wounded"
            options[man.position.value] = f"{man.airman.name}, {man.position.value}, {state}"
    # D20
    key = ref.choose("carry-man", "7.3", "Who is carried?", options, "nobody", barred)
    if key == "nobody":
        return
    man = m.men[Position(key)]
    places, full = _places_for(m, man)
    places = {"stay": "Leave him where he is", **places}
    where = ref.choose("carry-to", "7.3", f"Where is the {key} laid?", places, "stay", full)
    if where == "stay":
        return
    leave_seat(m, man)
    man.compartment = Section(where)
    if ref.trace:
        ref.note("carried", man=key, name=man.airman.name, where=where)


ORDERS: tuple[Order[Mission], ...] = (
    Order[Mission](
        "move", "7A.1", "Move a man to another station", _move_relevant, _why_no_move, _move, lambda m: False
    ),
    Order[Mission](
        "carry",
        "7.3",
        "Carry a casualty to another place, which frees his station",
        _carry_relevant,
        _why_no_carry,
        _carry,
        lambda m: False,
    ),
)
