"""11.0.2, 14.3.2 A detached group of ships under attack: it is put on the Layout in place of the Task Force."""

from __future__ import annotations

from dataclasses import dataclass

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import layout
from flakhouse.games.doolittle.advice import ship_group as advice
from flakhouse.games.doolittle.questions import ship_group as questions
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Recon, Ship

__all__ = ["Kept", "afloat", "area_of", "lay_out", "put_away"]


@dataclass(slots=True)
class Kept:
    """11.0.2 What was set aside while a group is on the Layout."""

    spaces: list[tuple[Ship, str]]
    recon: list[Recon]


def afloat(ships: list[Ship]) -> list[Ship]:
    """10.1.1 Those not sunk."""
    return [s for s in ships if not s.sunk]


def area_of(r: Raid, group: list[Ship] | None) -> str:
    """12.1.4 The Sea Area of the Task Force, or that in which a group left it."""
    if group is not None:
        for area, ships in r.task_force.groups:
            if ships is group:
                return area
    return r.task_force.area


def lay_out(ref: Referee, r: Raid, group: list[Ship], cap: str = "High CAP") -> Kept:
    """11.0.2, 14.3.2 Clear the Layout and arrange a detached group on it; `cap` is where VF6 is best placed."""
    force = r.task_force
    kept = Kept([(s, s.space) for s in force.ships if s.space], force.recon)
    for ship in force.ships:
        ship.space = ""
    force.recon = []
    ships = afloat(group)
    if ships and not any(s.kind in ("CV", "AO") for s in ships):
        _heart(ref, ships).space = layout.CENTER
    for ship in ships:
        if not ship.space:
            layout.place(ref, r, ship)
    layout.arrange(ref, r, asked=False)
    enterprise = layout.ship(r, "Enterprise")
    # RULING 11.0.2: of the Enterprise's Recon, which left the game with her (12.1.4), 11.3 brings back VF6 alone.
    ready = enterprise is not None and not enterprise.damaged and any(x.name == "VF6" for x in kept.recon)
    if ready:
        # D57
        place = ref.ask("group-cap", cap, questions.group_cap, keys=questions.CAP)
        force.recon = [Recon("VF6", place)]
    return kept


def put_away(r: Raid, group: list[Ship], kept: Kept) -> None:
    """11.0.2 The group leaves the Layout, and the Task Force comes back."""
    for ship in group:
        ship.space = ""
    for ship, space in kept.spaces:
        ship.space = space
    r.task_force.recon = kept.recon


def _heart(ref: Referee, ships: list[Ship]) -> Ship:
    """11.0.2 A cruiser for the Center where there is no carrier and no oiler; without cruisers any ship."""
    able = [s for s in ships if s.kind in ("CA", "CL")] or ships
    # D57
    name = ref.ask(
        "group-center", advice.group_center(able), lambda: questions.group_center(able), keys=by_ship(able)
    )
    return by_ship(able)[name]
