"""14.3 The ships' way home: the Task Force first, then each group that was detached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import airstrike, iboat, layout, sea, ship_group
from flakhouse.games.doolittle.advice import return_to_port as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import return_to_port as questions
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import Launch

__all__ = ["check_all"]


class Incident(StrEnum):
    """What happens on the way (D3)."""

    AIRSTRIKE = "Airstrike"
    I_BOAT = "I-Boat"
    SHIPS = "Ships"


class Encounter(StrEnum):
    """What enemy ships do (D3)."""

    SUNK_AND_STRIKE = "One sunk, and an Airstrike"
    SUNK = "One sunk"
    DAMAGED = "Two damaged"


CHECK = CHARTS.numbers("return-to-port")
INCIDENT = CHARTS.words("incident", Incident)
ENEMY_SHIPS = CHARTS.words("enemy-ships", Encounter)


def check_all(ref: Referee, r: Raid) -> None:
    """14.3 Return to Port: the Task Force, then group after group."""
    if r.task_force.area != sea.PORT and layout.ships(r):  # RULING 14.3: who never left port is home already
        _check(ref, r, None)
    for area, group in r.task_force.groups:
        if area != sea.PORT and ship_group.afloat(group):
            _check(ref, r, group)


def _ships(r: Raid, group: list[Ship] | None) -> list[Ship]:
    """14.3.1 The ships of the Task Force, or of a group, still afloat."""
    return layout.ships(r) if group is None else ship_group.afloat(group)


def _check(ref: Referee, r: Raid, group: list[Ship] | None) -> None:
    """14.3.1 Return to Port Check: the number of the Sea Area or more is home without an incident."""
    area = ship_group.area_of(r, group)
    number = sea.number(ref, area, "rtp")
    ref.scene("return", area=area)
    ref.roll(CHECK, _mods(r, group), least=number)
    home = ref.total >= number
    who = "The Task Force" if group is None else ", ".join(s.name for s in ship_group.afloat(group))
    ref.note("return-to-port", who=who, area=area, home=home)
    if not home:
        _incident(ref, r, group)


def _mods(r: Raid, group: list[Ship] | None) -> list[Mod]:
    """14.3.1 Escort and carriers help; fuel, alarm and speed matter to the Task Force alone."""
    known = CHECK.mods
    ships = _ships(r, group)
    mods: list[Mod] = []
    for kind, key in (("DD", "destroyer"), ("CV", "carrier")):
        count = sum([s.kind == kind and not s.damaged for s in ships])
        if count:
            mods.append(known[key].times(count))
    if group is not None:
        return mods
    if not r.task_force.fueled:
        mods.append(known["low_fuel"])
    alert = r.security.alert if r.launch is Launch.NONE else r.launch_alert
    if alert:
        mods.append(known["alert"].of(-alert))
    if not any(s.slow() for s in ships):
        mods.append(known["fast"])
    return mods


# ------------------------------------------------------------------ 14.3.2 incidents


def _incident(ref: Referee, r: Raid, group: list[Ship] | None) -> None:
    """14.3.2 Incident: from the air, from below, or by ships."""
    incident = ref.roll(INCIDENT)
    ref.note("port-incident", incident=incident.value)
    if incident is Incident.AIRSTRIKE:
        airstrike.airstrike(ref, r, "Task Force", group)
    elif incident is Incident.I_BOAT:
        iboat.attack(ref, r, group)
    else:
        _enemy_ships(ref, r, group)


def _enemy_ships(ref: Referee, r: Raid, group: list[Ship] | None) -> None:
    """14.3.2 Enemy ships: one of ours is sunk, or two damaged if any is slow; a 1 brings an Airstrike too."""
    result = ref.roll(ENEMY_SHIPS)
    ref.note("enemy-ships", result=result.value)
    if result is Encounter.DAMAGED:
        _two_damaged(ref, r, group)
        return
    able = _ships(r, group)
    # D58
    ship = _pick(ref, "sunk-ship", advice.sunk_ship(able), questions.sunk_ship, able)
    layout.sink(ref, r, ship, "enemy ships")
    if result is Encounter.SUNK_AND_STRIKE and _ships(r, group):
        airstrike.airstrike(ref, r, "Task Force", group)


def _two_damaged(ref: Referee, r: Raid, group: list[Ship] | None) -> None:
    """14.3.2 Two ships are damaged, but none if no ship is slow."""
    if not any(s.slow() for s in _ships(r, group)):
        return
    hit: list[Ship] = []
    for _ in range(2):
        able = [s for s in _ships(r, group) if s not in hit]
        if able:
            # D58
            ship = _pick(ref, "damaged-ship", advice.damaged_ship(able), questions.damaged_ship, able)
            hit.append(ship)
            layout.damage_ship(ref, r, ship, "enemy ships")


def _pick(
    ref: Referee, id: str, advised: str, make: Callable[[Sequence[Ship]], Question], able: list[Ship]
) -> Ship:
    """14.3.2 The player picks the ship."""
    return by_ship(able)[ref.ask(id, advised, lambda: make(able), keys=by_ship(able))]
