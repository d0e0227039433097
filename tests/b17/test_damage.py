"""Section 6 as a whole, and 8.3: bursts inside the plane."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage
from flakhouse.games.b17.state import MissionEnded
from flakhouse.games.b17.words import COMPARTMENTS, WINGS, End, Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

P = Position
TABLES = dict(
    zip((*COMPARTMENTS, *WINGS), ("P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "BL-1", "BL-1"), strict=True)
)


@pytest.mark.parametrize("section", TABLES)
def test_6_0_each_area_has_its_table(section: Section) -> None:
    """O-5 note 1."""
    m = mission()
    ref = referee(3, 4, *[1] * 6, defaults=True)
    damage.hit(ref, m, section)
    assert rolled(ref)[0] == TABLES[section]


def test_6_3_cables_are_counted_over_the_whole_aircraft() -> None:
    m = mission()
    ref = referee(6, 6, 6, 6)
    damage.hit(ref, m, Section.WAIST)
    damage.hit(ref, m, Section.BOMB_BAY)
    assert m.plane.cables_out()
    done(ref)


@pytest.mark.parametrize("section", [*WINGS, Section.TAIL, Section.PILOTS])
def test_8_3_fatal_burst_kills_the_men_there_and_the_rest_fall(section: Section) -> None:
    """18.1."""
    m = mission(cause=Root.FLAK)
    there = [man.position for man in m.inside(section)]
    ref = referee(*[1] * (10 - len(there)))
    with pytest.raises(MissionEnded):
        damage.burst(ref, m, section)
    assert m.end is End.OUT_OF_CONTROL
    assert rolled(ref) == ["G-7"] * (10 - len(there))
    assert all(m.men[p].dead for p in there)
    assert noted(ref)[: len(there) + 1] == ["burst-inside", *["killed"] * len(there)]
    done(ref)


def test_8_3_bomb_bay_with_bombs_all_die() -> None:
    """18.1."""
    m = mission()
    ref = referee()
    with pytest.raises(MissionEnded):
        damage.burst(ref, m, Section.BOMB_BAY)
    assert m.end is End.DESTROYED
    assert all(man.dead for man in m.men.values())
    done(ref)


def test_8_3_empty_bomb_bay_suffers_every_row() -> None:
    """18.2."""
    m = mission(bombs=False, cause=Root.FLAK)
    ref = referee(3, 1)  # the doors, twice
    damage.burst(ref, m, Section.BOMB_BAY)
    plane = m.plane
    assert plane.bomb_release_out
    assert plane.rafts_out
    assert plane.bomb_doors_out
    assert plane.cable_hits == 1
    assert plane.crippled()
    assert not m.in_formation
    assert m.leave["bomb doors out"]
    assert m.leave["out of formation"]
    assert m.cause is Root.FLAK
    assert rolled(ref) == ["P-3-doors", "P-3-doors"]
    done(ref)


def test_8_3_nose_both_men_die_and_every_row_comes_once() -> None:
    """18.2."""
    m = mission(cause=Root.FLAK)
    ref = referee(1, 4, 5, 1)  # armament, equipment, heat, oxygen
    damage.burst(ref, m, Section.NOSE)
    assert [p for p in P if m.men[p].dead] == [P.BOMBARDIER, P.NAVIGATOR]
    assert m.men[P.NAVIGATOR].cause is Root.BIP
    assert m.plane.norden_out
    assert m.plane.bomb_controls_out
    assert m.plane.heat_out == [P.BOMBARDIER, P.NAVIGATOR]
    assert rolled(ref) == ["P-1-armament", "P-1-equipment", "P-1-heat", "P-1-oxygen"]
    assert not m.in_formation
    done(ref)


def test_8_3_radio_room() -> None:
    m = mission()
    ref = referee(1)
    damage.burst(ref, m, Section.RADIO_ROOM)
    assert [p for p in P if m.men[p].dead] == [P.RADIO_OPERATOR]
    assert m.plane.radio_out
    assert m.plane.intercom_out
    assert m.plane.bursts_inside == [Section.RADIO_ROOM]
    assert rolled(ref) == ["P-4-oxygen"]
    done(ref)


def test_8_3_waist_and_a_fire_fought_from_next_door() -> None:
    m = mission()
    answers = ["who-fights-fire=Tail Gunner"]
    ref = referee(6, 4, 1, 5, 1, answers=answers)  # oxygen: fire, fought; armament; ball; heaters
    damage.burst(ref, m, Section.WAIST)
    assert [p for p in P if m.men[p].dead] == [P.BALL_GUNNER, P.PORT_WAIST, P.STARBOARD_WAIST]
    assert rolled(ref) == ["P-5-oxygen", "BL-3", "P-5-armament", "P-5-ball", "P-5-heaters"]
    assert not m.plane.ball_jammed
    assert m.plane.oxygen_burnt == [Section.WAIST]
    done(ref)


def test_8_3_a_man_laid_in_the_compartment_dies_too() -> None:
    m = mission(bombs=False)
    man = m.men[P.TAIL_GUNNER]
    m.seats[P.TAIL_GUNNER] = None
    man.station, man.compartment, man.serious = None, Section.BOMB_BAY, True
    ref = referee(3, 3)
    damage.burst(ref, m, Section.BOMB_BAY)
    assert man.dead
    done(ref)
