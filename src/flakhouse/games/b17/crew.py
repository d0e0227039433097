"""Section 7: where men sit and lie, who moves, who is carried, who flies (7.3, 7A)."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import crew as advice
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.questions import crew as questions
from flakhouse.games.b17.state import Man, Mission
from flakhouse.games.b17.words import BODY_PLACES, COMPARTMENTS, STATION_COMPARTMENT, Position, Section

__all__ = [
    "any_casualty",
    "carry",
    "casualties",
    "flying",
    "free_places",
    "leave_seat",
    "move",
    "pilot_flying",
    "seat",
    "station_empty",
    "take_controls",
    "why_nobody_is_carried",
    "why_nobody_moves",
    "why_not_carry",
    "why_not_move",
]

_PILOTS = (Position.PILOT, Position.COPILOT)


# ------------------------------------------------------------------ who flies (7A.5)


def flying(m: Mission) -> Man | None:
    """7A.5 Who flies the bomber now: Pilot, Copilot, or whoever took a seat of theirs."""
    first, second = m.at(Position.PILOT), m.at(Position.COPILOT)
    if first is not None and first.position not in _PILOTS and second is not None and second.position in _PILOTS:
        return second  # the other only breathes there (9.3)
    return first or second


def pilot_flying(m: Mission) -> bool:
    """9.4, 7A.5 The Pilot or the Copilot himself is at the controls."""
    return any((man := m.at(seat)) is not None and man.position in _PILOTS for seat in _PILOTS)


def take_controls(ref: Referee, m: Mission) -> None:
    """7A.5 Nobody flies: the Engineer comes first, else any fit man; with nobody left the bomber is lost."""
    if flying(m) is not None:
        return
    # A pilot who is away from his seat is back in it before anybody takes his place.
    away = [m.men[p] for p in _PILOTS if _can_fly(m, m.men[p])]
    man = away[0] if away else m.men[Position.ENGINEER]
    if not _can_fly(m, man):
        men = [one for one in m.men.values() if _can_fly(m, one)]
        if not men:
            ref.note("nobody-flies")
            bailout.uncontrolled(ref, m)
        # D10
        man = m.men[Position(ref.ask("who-flies", advice.who_flies(men), lambda: questions.who_flies(men)))]
    sitter = m.seats[Position.PILOT]
    if sitter is not None:
        leave_seat(m, sitter)
        sitter.compartment = _nearest_place(m, sitter)
    _go(m, man, Section.PILOTS)
    seat(m, man, Position.PILOT)
    ref.note("takes-controls", causes=(), man=man.position, name=man.airman.name, seat=Position.PILOT)


def _can_fly(m: Mission, man: Man) -> bool:
    """7A.5 Able to come to the controls."""
    return man.fit() and not _trapped(m, man)


# ------------------------------------------------------------------ seats and places (7.3)


def leave_seat(m: Mission, man: Man) -> None:
    """7A A man gets up, or is lifted out of his seat; he is loose in the compartment then."""
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
        man.moved = True
    leave_seat(m, man)
    man.compartment = where


def free_places(m: Mission, where: Section, who: Man | None = None) -> int:
    """7.3 Places left for men without a station (`who` not counted); the bomb bay's once the bombs are gone."""
    if where is Section.BOMB_BAY and m.plane.bombs:
        return 0
    taken = sum(man.station is None and man is not who for man in m.inside(where))
    return BODY_PLACES[where] - taken


def _room(m: Mission, man: Man, where: Section) -> bool:
    """7.3 There is room to lay this man down; by the rulebook the dead need none (options.free_places)."""
    if m.options.free_places:
        return (
            man.dead
            or where not in (Section.BOMB_BAY, Section.NOSE, Section.TAIL)
            or (where is Section.BOMB_BAY and not m.plane.bombs)
        )
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
    return m.plane.ball_jammed and man.station is Position.BALL_GUNNER


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


def _vacant(m: Mission, man: Man) -> list[Position]:
    """7A Stations this man could take."""
    return [station for station in Position if not _why_not_take(m, man, station)]


def _why_not_take(m: Mission, man: Man, station: Position) -> str:
    """7A Why this man cannot take this station, or nothing."""
    pilot = man.position in _PILOTS
    sitter = m.seats[station]
    if station not in _PILOTS and pilot:
        return "a pilot does not leave to man a gun (7A.4)"
    if station in _PILOTS and not pilot:
        return "nobody takes a pilot's seat while a pilot flies (7A.5)"
    if sitter is not None:
        state = "" if sitter.fit() else ", a casualty: carry him away first"
        return f"taken by the {sitter.position.value}{state} (7A.4)"
    if station is Position.BALL_GUNNER and m.plane.ball_jammed:
        return "the turret is jammed (6.7)"
    return ""


def station_empty(m: Mission) -> bool:
    """7A A station is empty that somebody could take."""
    for station, man in m.seats.items():
        if man is None and station not in _PILOTS:
            return True
    return any([m.men[p].station not in _PILOTS and not why_not_move(m, m.men[p]) for p in _PILOTS])


def why_nobody_moves(m: Mission) -> str:
    """7A.1 Why nobody can move, or nothing."""
    living = m.living()
    able = [man for man in living if not why_not_move(m, man)]
    if not able:
        return why_not_move(m, living[0]) if living else "nobody can move (7A)"
    if not any(_vacant(m, man) for man in able):
        return "no station is free that anybody could take (7A)"
    return ""


def move(ref: Referee, m: Mission) -> None:
    """7A.1-7A.4 A man takes an empty station."""
    able = [man for man in m.living() if not why_not_move(m, man)]
    cannot = {man.position: why for man in m.living() if (why := why_not_move(m, man))}
    # D19
    key = ref.ask("move-man", "nobody", lambda: questions.move_man(able, cannot))
    if key == "nobody":
        return
    man = m.men[Position(key)]
    taken = {s: why for s in Position if (why := _why_not_take(m, man, s))}
    where = ref.ask("move-to", "stay", lambda: questions.move_to(man, _vacant(m, man), taken))
    if where == "stay":
        return
    station = Position(where)
    _go(m, man, STATION_COMPARTMENT[station])
    seat(m, man, station)
    ref.note("takes-station", causes=(), man=key, name=man.airman.name, station=where)


# ------------------------------------------------------------------ casualties carried (7.3, 7A.2)


def why_not_carry(m: Mission, man: Man) -> str:
    """7A.2 Why this man cannot be carried now, or nothing. It costs nobody his next shot."""
    if not man.aboard or man.fit():
        return "he needs no carrying (7.3)"
    if _trapped(m, man):
        return "trapped in the ball turret (6.7)"
    return _intercom(m)


def casualties(m: Mission) -> list[Man]:
    """7.3 Casualties aboard, whether in their seats or laid down."""
    return [man for man in m.men.values() if (man.dead or man.serious) and man.aboard]


def any_casualty(m: Mission) -> bool:
    """7.3 There is one."""
    return any([(man.dead or man.serious) and man.aboard for man in m.men.values()])


def _bad_air(m: Mission, man: Man, where: Section) -> str:
    """7.3 Why a living man should not be laid there: up here he needs heat and oxygen. The dead need nothing."""
    plane = m.plane
    stations = [station for station in Position if STATION_COMPARTMENT[station] is where]
    if man.dead or plane.low or not stations:
        return ""  # RULING 7.3: the bomb bay, a place of the manual's, has what the bomber has
    if not any(plane.heat_at(station) for station in stations):
        return "no heat there (7.3)"
    # With the whole system out no place is better than another.
    if not plane.oxygen_system_out and not any(plane.oxygen_at(station) for station in stations):
        return "no oxygen there (7.3)"
    return ""


def _why_not_lay(m: Mission, man: Man, where: Section) -> str:
    """7.3 Why a casualty cannot be laid in this compartment, or nothing."""
    if bad := _bad_air(m, man, where):
        return bad
    if _room(m, man, where):
        return ""
    bombs = where is Section.BOMB_BAY and m.plane.bombs
    return "the bombs are in the way (7.3)" if bombs else "no place there (7.3)"


def _elsewhere(man: Man) -> list[Section]:
    """7.3 Compartments where he does not lie already."""
    return [where for where in COMPARTMENTS if man.station is not None or man.compartment is not where]


def why_nobody_is_carried(m: Mission) -> str:
    """7.3 Why no casualty can be carried, or nothing."""
    why = "nobody needs carrying (7.3)"
    flyer = flying(m)
    if not any(_can_fly(m, man) and man is not flyer for man in m.men.values()):
        return "nobody is fit to carry (7.2)"
    for man in casualties(m):
        why = why_not_carry(m, man)
        if not why:
            if not all(_why_not_lay(m, man, where) for where in _elsewhere(man)):
                return ""
            why = "there is no place left (7.3)"
    return why


def carry(ref: Referee, m: Mission) -> None:
    """7.3, 7A.2 A casualty is carried to a place for him; the mission sheet has six of them."""
    able = [man for man in casualties(m) if not why_not_carry(m, man)]
    cannot = {man.position: why for man in casualties(m) if (why := why_not_carry(m, man))}
    # D20
    key = ref.ask("carry-man", "nobody", lambda: questions.carry_man(able, cannot))
    if key == "nobody":
        return
    man = m.men[Position(key)]
    free = [where for where in _elsewhere(man) if not _why_not_lay(m, man, where)]
    full = {where: why for where in _elsewhere(man) if (why := _why_not_lay(m, man, where))}
    to = ref.ask("carry-to", "stay", lambda: questions.carry_to(man, free, full))
    if to == "stay":
        return
    leave_seat(m, man)
    man.compartment = Section(to)
    ref.note("carried", man=key, name=man.airman.name, where=to)
