"""Section 6: a shell in an area of the bomber; 8.3: a flak burst inside the plane."""

from __future__ import annotations

from flakhouse.core.charts import Chart
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import (
    damage_bay,
    damage_nose,
    damage_pilots,
    damage_radio,
    damage_tail,
    damage_waist,
    formation,
    wings,
    wounds,
)
from flakhouse.games.b17.damage_parts import Row
from flakhouse.games.b17.ending import bailout
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import WINGS, Root, Section

__all__ = ["burst", "hit"]

_FATAL = (*WINGS, Section.TAIL, Section.PILOTS)
_TOTALS = range(2, 13)


#: 6.0 The table of each compartment, as what a shell does there.
_HITS: dict[Section, Row] = {
    Section.NOSE: damage_nose.hit,
    Section.PILOTS: damage_pilots.hit,
    Section.BOMB_BAY: damage_bay.hit,
    Section.RADIO_ROOM: damage_radio.hit,
    Section.WAIST: damage_waist.hit,
    Section.TAIL: damage_tail.hit,
}


def hit(ref: Referee, m: Mission, section: Section) -> None:
    """O-5 note 1, 6.0 One shell: one roll on the table of this area. The caller has set the cause."""
    shell = _HITS.get(section)
    if shell is None:
        wings.hit(ref, m, section)
    else:
        shell(ref, m)


def burst(ref: Referee, m: Mission, section: Section) -> None:
    """18.1, 18.2, 8.3 A burst inside the plane. Returns only if the bomber still flies."""
    plane = m.plane
    before = m.cause
    m.cause = Root.BIP
    ref.note("burst-inside", section=section, deadly=any(man.alive() for man in m.inside(section)))
    for man in m.inside(section):
        wounds.kill(ref, m, man)
    if section in _FATAL:
        bailout.uncontrolled(ref, m)
    if section is Section.BOMB_BAY and plane.bombs:
        damage_bay.explode(ref, m)
    plane.bursts_inside.append(section)
    formation.leave(ref, m, "a burst inside the plane")
    wounds.settle(ref, m)
    # RULING 8.3: every total from 2 to 12 comes once, in order, with one roll of the dice its row asks for; men
    # and things that are gone by then are not hit again (6.2).
    table = ref.chart(_table(section))
    for total in _TOTALS:
        table.at(total)(ref, m)
    m.cause = before


def _table(section: Section) -> Chart[Row]:
    """8.3 The table of a compartment in which a burst can be survived."""
    if section is Section.NOSE:
        return damage_nose.TABLE
    if section is Section.BOMB_BAY:
        return damage_bay.TABLE
    return damage_radio.TABLE if section is Section.RADIO_ROOM else damage_waist.TABLE
