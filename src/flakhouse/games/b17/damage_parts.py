"""What the damage tables P-1 to P-6 and BL-2 have in common: rows as functions, cells that name men, shared parts.

How repeats are read (6.2): what is out already cannot be hit again. A row with a die is rolled as long as any of
its outcomes could still do something. Knows no other rules module, so that all may take names from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import GunName, Position, Section

__all__ = [
    "Row",
    "Who",
    "autopilot_out",
    "cables",
    "gun_out",
    "intercom_out",
    "shell",
    "superficial",
    "who",
]

#: A row of a damage table, as what it does.
Row = Callable[[Referee, Mission], None]


class Who(NamedTuple):
    """The stations a cell names, or a fire."""

    stations: tuple[Position, ...] = ()
    fire: bool = False


def who(word: str) -> Who:
    """6.0 Read a cell such as "Pilot and Copilot" or "Fire"."""
    if word == "Fire":
        return Who(fire=True)
    return Who(tuple(Position(name) for name in word.split(" and ")))


def shell(ref: Referee, m: Mission, table: Chart[Row], section: Section) -> None:
    """6.0 One shell: a roll on the table of this compartment, and what its row does."""
    row = ref.roll(table)
    row(ref, m)
    ref.otherwise("superficial" if row is superficial else "no-effect", part=section)


def superficial(ref: Referee, m: Mission) -> None:
    """6.2 Holes, and nothing else."""


def cables(ref: Referee, m: Mission) -> None:
    """6.3, row 12 of P-2 to P-6: one count for the whole aircraft; the second hit is the one that matters."""
    plane = m.plane
    if plane.cables_out():
        return
    plane.cable_hits += 1
    if plane.cables_out():
        ref.note("part-out", part="control cables")
    else:
        ref.note("counted-hit", part="control cables", hits=plane.cable_hits)


def gun_out(ref: Referee, m: Mission, name: GunName) -> None:
    """P-1 and P-5 row 3, P-2 row 8, P-5 row 9, P-6 row 4: a gun position that fires no more."""
    gun = m.plane.guns[name]
    if gun.inoperable:
        return
    gun.inoperable = True
    if gun.armed:
        ref.note("turret-out", gun=name)


def intercom_out(ref: Referee, m: Mission) -> None:
    """P-4 row 3, BL-2 row 4."""
    if m.plane.intercom_out:
        return
    m.plane.intercom_out = True
    m.permit("intercom out")
    ref.note("intercom-out")


def autopilot_out(ref: Referee, m: Mission) -> None:
    """P-6 row 3, BL-2 row 2."""
    if m.plane.autopilot_out:
        return
    m.plane.autopilot_out = True
    ref.note("part-out", part="autopilot")
