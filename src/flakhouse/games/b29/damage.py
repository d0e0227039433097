"""Rule 7.1: a hit on a section; rule 6.2F: a burst inside the plane, which collisions and rammers cause too."""

from __future__ import annotations

from collections.abc import Callable

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import (
    damage_bays,
    damage_nav,
    damage_nose,
    damage_tail,
    damage_utility,
    damage_waist,
    damage_wings,
    ending,
    formation,
    pressure,
    wounds,
)
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import WINGS, Cabin, Position, Root, Section

__all__ = ["burst", "deadly", "hit"]

_FATAL = (Section.NOSE, Section.TAIL, *WINGS)
_BAYS = (Section.FWD_BAY, Section.AFT_BAY)
_HITS: dict[Section, Callable[[Referee, Mission], None]] = {
    Section.NOSE: damage_nose.hit,
    Section.NAV_RADIO: damage_nav.hit,
    Section.WAIST: damage_waist.hit,
    Section.UTILITY: damage_utility.hit,
    Section.TAIL: damage_tail.hit,
}
_ROWS = range(2, 13)
_STRUCK = (Root.COLLISION, Root.RAM)


def hit(ref: Referee, m: Mission, section: Section) -> None:
    """5.4D, 7.0, 7.1 One roll on the damage table of this section. The caller has set the cause."""
    if section in WINGS:
        damage_wings.hit(ref, m, section)
    elif section in _BAYS:
        damage_bays.hit(ref, m, section)
    else:
        _HITS[section](ref, m)


def burst(ref: Referee, m: Mission, section: Section) -> None:
    """6.2F Burst inside the plane, also for collisions (5.5). Returns only if the bomber still flies."""
    plane = m.plane
    plane.bursts_inside.append(section)
    if plane.burst_root is None:
        plane.burst_root = m.cause
    m.damage_root = m.cause
    if m.cause not in _STRUCK:  # the log has told of the collision itself
        ref.note("burst-inside", section=section.value, part=section.value, deadly=deadly(m, section))
    for man in m.inside(section):
        wounds.kill(ref, m, man)
    if section in _FATAL:
        ending.uncontrolled(ref, m)
    if section in _BAYS:
        bay = plane.bay(section)
        bay.burst = True
        if bay.bombs:
            ref.note("bombs-detonate", bay=section.value, part=section.value)
            ending.destroyed(ref, m)
    wounds.settle(ref, m)
    if section is Section.NAV_RADIO:
        _next_door(ref, m)
    if section is Section.NAV_RADIO or section is Section.WAIST:
        pressure.lose_throughout(ref, m)
    plane.crippled = True
    plane.irreparable = True
    formation.leave(ref, m, "burst inside the plane", for_good=True)
    _every_row(ref, m, section)


def deadly(m: Mission, section: Section) -> bool:
    """6.2F: whether a burst in this section finds anybody alive; it kills them all."""
    return any(man.alive() for man in m.inside(section))


def _next_door(ref: Referee, m: Mission) -> None:
    """6.2F: a burst in Nav/Radio wounds the men in the Nose and may blow out the pressure there."""
    stations = (Position.PILOT, Position.COPILOT, Position.BOMBARDIER)
    wounds.casualties(ref, m, stations, Section.NOSE)
    if not m.plane.cabin_down(Cabin.FRONT):  # 4.2C: a cabin compromised before has no pressure to lose
        pressure.decompression(ref, m, (Section.NOSE,))


def _every_row(ref: Referee, m: Mission, section: Section) -> None:
    """6.2F: each row of the section's table once; the dice inside a row are still rolled."""
    if section is Section.NAV_RADIO:
        for n in _ROWS:
            damage_nav.apply(ref, m, ref.chart(damage_nav.TABLE).at(n))
    elif section is Section.WAIST:
        for n in _ROWS:
            damage_waist.apply(ref, m, ref.chart(damage_waist.TABLE).at(n))
    elif section is Section.UTILITY:
        for n in _ROWS:
            damage_utility.apply(ref, m, ref.chart(damage_utility.TABLE).at(n))
    else:
        for n in _ROWS:
            damage_bays.apply(ref, m, section, ref.chart(damage_bays.TABLES[section]).at(n))
