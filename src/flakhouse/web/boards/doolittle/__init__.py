"""The boards of the Doolittle Raid: whichever map is being played on.

target   a target map (3.0)        assault  the attack in words       shores   how the target maps lie
flying   the Flight Map (5.0)      aloft    the flight in words       parts    aircraft and markers
pacific  how the Flight Map lies   counters Flights on it             harbours its cities and landing sites
strips   a row for each Flight     ladder   the score so far (1.2)    closeup  the flight seen close
sailing  the Naval Map (9.0)       planned  the blotter (13.0)        landed   China and after (14.0)
"""

from __future__ import annotations

from flakhouse.games.doolittle.state import Raid
from flakhouse.web.boards.base import EMPTY, Board, BoardInput

__all__ = ["board"]


def board(given: BoardInput) -> Board:
    """The board of the moment; an empty one before there is a raid."""
    r = given.state
    if not isinstance(r, Raid):
        return EMPTY
    draw = _DRAW.get(r.segment)
    if draw is None or (r.segment == "attack" and r.city is None):
        return _at_rest(given, r)
    return draw(given, r)


def _attack(given: BoardInput, r: Raid) -> Board:
    """4.0 A target map."""
    from flakhouse.web.boards.doolittle.target import attack

    return attack(given, r)


def _flight(given: BoardInput, r: Raid) -> Board:
    """5.0 The Flight Map."""
    from flakhouse.web.boards.doolittle.flying import flight

    return flight(given, r)


def _naval(given: BoardInput, r: Raid) -> Board:
    """9.0 The Naval Map."""
    from flakhouse.web.boards.doolittle.sailing import naval

    return naval(given)


def _planning(given: BoardInput, r: Raid) -> Board:
    """13.0 The blotter."""
    from flakhouse.web.boards.doolittle.planned import planning

    return planning(given)


def _denouement(given: BoardInput, r: Raid) -> Board:
    """14.0 China and after."""
    from flakhouse.web.boards.doolittle.landed import denouement

    return denouement(given)


_DRAW = {
    "attack": _attack,
    "flight": _flight,
    "naval": _naval,
    "planning": _planning,
    "denouement": _denouement,
}


def _at_rest(given: BoardInput, r: Raid) -> Board:
    """Before the first segment and after the last: the maps this scenario was or will be played on."""
    from flakhouse.web.boards.doolittle.target import maps

    number = r.options.scenario
    if number <= 6:
        return maps(given, r)
    if number == 10 and not r.task_force.ships and not r.flights:
        return _planning(given, r)
    if given.finished and r.with_denouement() and r.crews:
        return _denouement(given, r)
    if number >= 9 and not r.flights:
        return _naval(given, r)
    return _flight(given, r)
