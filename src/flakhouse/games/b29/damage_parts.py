"""What the damage tables 7-1 to 7-10 have in common: cells that name men, oxygen, turrets, ducts.

How repeats are read (7.1, R-78): a result without a die that is in force already does nothing more; one with a die
is rolled again, and only an outcome already in force does nothing. Counted hits, wounds and pressure checks go on.
"""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cold, fires, pressure, wounds
from flakhouse.games.b29.cells import Who
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import GunName, Position, Section

__all__ = ["air_duct", "casualties", "extinguisher_out", "oxygen", "turret_out"]


def oxygen(ref: Referee, m: Mission, hit: Who, section: Section, also: tuple[Section, ...] = ()) -> None:
    """R-78, 7.4, row 2 of 7-1, 7-2, 7-6, 7-8: hits on stations, or a fire that takes the oxygen of
    whole sections.
    """
    if not hit.fire:
        for station in hit.stations:
            cold.oxygen_hit(ref, m, station)
        return
    if section in m.plane.oxygen_burnt:
        return  # 7.1: that fire has been
    m.plane.oxygen_burnt.append(section)
    for each in (section, *also):
        cold.oxygen_section_out(ref, m, each)
    fires.fire(ref, m, section)


def casualties(ref: Referee, m: Mission, first: Who, again: Chart[Position], section: Section) -> None:
    """7-1, 7-2, 7-6 row 6: wounds for the men named, with the second die where the cell asks for it (5.4E)."""
    stations = first.stations
    if first.again:
        stations = (*stations, ref.roll(again))
    wounds.casualties(ref, m, stations, section)


def turret_out(ref: Referee, m: Mission, *names: GunName) -> None:
    """7-2 row 8, 7-6, 7-7 and 7-8 row 9: turrets that fire no more."""
    for name in names:
        gun = m.plane.guns[name]
        if not gun.inoperable:
            gun.inoperable = True
            if gun.armed:
                ref.note("turret-out", gun=name.value)


def extinguisher_out(ref: Referee, m: Mission, section: Section) -> None:
    """7-2, 7-6, 7-7 row 12: the hand extinguisher of this section is destroyed."""
    if m.plane.extinguishers[section]:
        m.plane.extinguishers[section] = False
        ref.note("extinguisher-out", section=section.value, part=section.value)


def air_duct(ref: Referee, m: Mission, again: Chart[bool]) -> None:
    """R-78, 7-3, 7-4 row 2, 7-5 row 4: hits on the duct are counted together; at the second a die decides."""
    plane = m.plane
    plane.duct_hits += 1
    ref.note("duct-hit", hits=plane.duct_hits)
    if plane.duct_hits == 2 and not plane.pressure_lost and ref.roll(again):
        pressure.lose_throughout(ref, m)
