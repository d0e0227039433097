"""14.3 The ships' way home: the Task Force first, then each group that was detached."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from flakhouse.core.mods import Mod
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import airstrike, iboat, layout, sea, ship_group
from flakhouse.games.doolittle.book import CHARTS
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
_WORTH = {"DD": 0, "AO": 1, "CL": 2, "CA": 3, "CV": 4}


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
    ref.roll(CHECK, _mods(r, group))
    home = ref.total >= sea.number(ref, area, "rtp")
    if ref.trace:
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
    if incident is Incident.AIRSTRIKE:
        airstrike.airstrike(ref, r, "Task Force", group)
    elif incident is Incident.I_BOAT:
        iboat.attack(ref, r, group)
    else:
        _enemy_ships(ref, r, group)


def _enemy_ships(ref: Referee, r: Raid, group: list[Ship] | None) -> None:
    """14.3.2 Enemy ships: one of ours is sunk, or two damaged if any is slow; a 1 brings an Airstrike too."""
    result = ref.roll(ENEMY_SHIPS)
    if ref.trace:
        ref.note("enemy-ships", result=result.value)
    if result is Encounter.DAMAGED:
        _two_damaged(ref, r, group)
        return
    # D58
    ship = _pick(
        ref, "sunk-ship", "Which ship is sunk?", _ships(r, group), lambda s: (_WORTH[s.kind], not s.damaged)
    )
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
            ship = _pick(
                ref, "damaged-ship", "Which ship is damaged?", able, lambda s: (s.damaged, _WORTH[s.kind])
            )
            hit.append(ship)
            layout.damage_ship(ref, r, ship, "enemy ships")


def _pick(ref: Referee, id: str, prompt: str, able: list[Ship], loss: Callable[[Ship], tuple[int, int]]) -> Ship:
    """14.3.2 The player picks the ship; by default the one that is the least loss."""
    options = {s.name: f"{s.name} ({s.kind}{', damaged' if s.damaged else ''})" for s in able}
    name = ref.choose(id, "14.3.2", prompt, options, min(able, key=loss).name)
    return next(s for s in able if s.name == name)
