"""Rule 7.1: each section rolls on its own table; rule 6.2F: bursts inside the plane."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    Cabin,
    End,
    Fate,
    Formation,
    GunName,
    Position,
    Root,
    Section,
)
from tests.b29.helpers import done, mission, noted, referee, rolled

P = Position


class Ones(Dice):
    """Nothing but ones, for what follows the part of a procedure that a test is about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([1]) * 64, 0


def going_on(*faces: int) -> Referee:
    """The given dice, then ones; further answers are defaults."""
    return Referee(Fixed(*faces, after=Ones()), Scripted([], Default()), trace=True)


def empty(**changes: object) -> Mission:
    """After the bombs are gone, hit by a burst."""
    m = mission(**{"cause": Root.BIP, "bomb_run": True, "mask_turn": 10, **changes})
    for bay in m.plane.bays():
        bay.bombs = False
    return m


@pytest.mark.parametrize(
    ("section", "table"),
    [
        (Section.NOSE, "7-1"),
        (Section.NAV_RADIO, "7-2"),
        (Section.FWD_BAY, "7-3"),
        (Section.AFT_BAY, "7-4"),
        (Section.PORT_WING, "7-5"),
        (Section.STARBOARD_WING, "7-5"),
        (Section.WAIST, "7-6"),
        (Section.UTILITY, "7-7"),
        (Section.TAIL, "7-8"),
    ],
)
def test_7_1_each_section_has_its_table(section: Section, table: str) -> None:
    ref = referee(5, 6) if table not in ("7-5",) else referee(3, 4)
    damage.hit(ref, mission(), section)
    done(ref)
    assert rolled(ref) == [table]


@pytest.mark.parametrize("section", [Section.NOSE, Section.TAIL, Section.PORT_WING, Section.STARBOARD_WING])
def test_6_2f_nose_tail_and_wings_send_it_out_of_control(section: Section) -> None:
    m = mission(cause=Root.BIP)
    ref = going_on()
    with pytest.raises(MissionEnded):
        damage.burst(ref, m, section)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.BIP
    inside = {Section.NOSE: (P.PILOT, P.COPILOT, P.BOMBARDIER), Section.TAIL: (P.TAIL_GUNNER,)}.get(section, ())
    assert all(m.men[p].fate is Fate.KIA for p in inside)
    assert rolled(ref).count("8-5") == 11 - len(inside)


@pytest.mark.parametrize("section", [Section.FWD_BAY, Section.AFT_BAY])
def test_6_2f_a_bay_with_bombs_destroys_the_bomber(section: Section) -> None:
    m = mission(cause=Root.RAM)
    ref = referee()
    with pytest.raises(MissionEnded):
        damage.burst(ref, m, section)
    done(ref)
    assert m.end is End.DESTROYED
    assert m.root is Root.RAM
    assert all(man.fate is Fate.KIA for man in m.men.values())


def test_6_2f_the_men_in_the_compartment_are_killed() -> None:
    m = empty()
    ref = going_on()
    damage.burst(ref, m, Section.WAIST)
    waist = (P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER, P.RADAR_OPERATOR)
    assert [p for p in Position if m.men[p].dead] == list(waist)
    assert all(m.men[p].cause is Root.BIP for p in waist)


@pytest.mark.parametrize("section", [Section.FWD_BAY, Section.AFT_BAY, Section.WAIST, Section.UTILITY])
def test_6_2f_what_a_burst_leaves_behind(section: Section) -> None:
    m = empty()
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    ref = going_on(*((6,) * 40))  # no tank fires: sixes are self-sealing, no effect or harmless in these rows
    if section in (Section.WAIST, Section.UTILITY):
        ref = going_on()
    damage.burst(ref, m, section)
    assert m.formation is Formation.FOR_GOOD
    assert m.plane.crippled
    assert m.plane.irreparable
    assert m.plane.bursts_inside == [section]
    assert m.plane.aft.burst is (section is Section.AFT_BAY)


def test_6_2f_at_night_there_is_no_formation_to_leave() -> None:
    m = empty(night=True, formation=Formation.NONE)
    damage.burst(going_on(), m, Section.UTILITY)
    assert m.formation is Formation.NONE


def test_6_2f_nav_radio_wounds_the_nose_and_blows_out_its_pressure() -> None:
    m = empty()
    # 7-13 for three men; 7-11 and oxygen for three men in the Nose only
    ref = going_on(1, 1, 1, 1, 1, 1, 1)
    damage.burst(ref, m, Section.NAV_RADIO)
    assert rolled(ref)[:7] == ["7-13", "7-13", "7-13", "7-11", "7-11-oxygen", "7-11-oxygen", "7-11-oxygen"]
    assert [m.men[p].light for p in (P.PILOT, P.COPILOT, P.BOMBARDIER)] == [1, 1, 1]
    assert rolled(ref).count("7-11") == 1
    assert m.plane.pressure_lost


def test_6_2f_no_decompression_at_lo() -> None:
    m = empty()
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    ref = going_on()
    damage.burst(ref, m, Section.NAV_RADIO)
    assert "7-11" not in rolled(ref)


def test_6_2f_and_4_2c_no_decompression_where_the_pressure_was_gone_before() -> None:
    m = empty()
    m.plane.compromised[Cabin.FRONT] = True
    ref = going_on()
    damage.burst(ref, m, Section.NAV_RADIO)
    assert "7-11" not in rolled(ref)
    assert m.plane.pressure_lost


def test_6_2f_nav_radio_takes_every_row_of_7_2() -> None:
    m = empty()
    # wounds 3, 7-11 with 3, then by rows: 2 oxygen die 1 + hole; 3 hole + fire die 6; 4: 7-10 row 12 + hole;
    # 6 crew die 1 (dead: no wound) + hole; 8 turret die 1; 9 hole; 10 tools die 1 + hole; 12 hole
    ref = referee(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1)
    damage.burst(ref, m, Section.NAV_RADIO)
    done(ref)
    plane = m.plane
    assert plane.oxygen_hits == {P.FLIGHT_ENGINEER: 1}
    assert plane.hydraulic_nav_hit
    assert plane.radio_out
    assert plane.intercom_out
    assert plane.navigator_tools_out
    assert plane.guns[GunName.FWD_UPPER].inoperable
    assert not plane.extinguishers[Section.NAV_RADIO]
    assert "7-2" not in rolled(ref)


def test_6_2f_waist_takes_every_row_of_7_6_and_all_pressure() -> None:
    m = empty()
    # 2 oxygen + hole; 3 sight + hole; 5 first blister hit; 6 crew + hole; 8 hole; 9; 10 equipment + hole; 12 hole
    ref = referee(1, 1, 1, 1, 1, 1, 1, 3, 1, 1)
    damage.burst(ref, m, Section.WAIST)
    done(ref)
    plane = m.plane
    assert plane.pressure_lost
    assert plane.sights_out[P.LEFT_GUNNER]
    assert plane.blister_hits == 1
    assert plane.radar_out
    assert plane.guns[GunName.AFT_UPPER].inoperable
    assert plane.motor_out
    assert not plane.extinguishers[Section.WAIST]


def test_6_2f_utility_takes_every_row_of_7_7() -> None:
    m = empty()
    # ammunition 2D = 4, no further explosion; every other row has no die on its first hit
    ref = referee(2, 2, 1)
    damage.burst(ref, m, Section.UTILITY)
    done(ref)
    plane = m.plane
    assert plane.utility_duct_hits == 1
    assert plane.feed_tray_hits == 1
    assert plane.guns[GunName.TAIL].bursts == 26
    assert plane.oxygen_container_hits == 1
    assert plane.generator_out
    assert plane.generator_tank_hits == 1
    assert plane.guns[GunName.AFT_LOWER].inoperable
    assert not plane.extinguishers[Section.UTILITY]
    assert not plane.pressure_lost


def test_6_2f_an_empty_bay_takes_every_row_of_7_4() -> None:
    m = empty()
    # 3 self-seal; 5 and 6 bombs (gone); 9 tunnel six
    ref = referee(4, 1, 1, 6)
    damage.burst(ref, m, Section.AFT_BAY)
    done(ref)
    plane = m.plane
    assert rolled(ref) == ["7-3-center-tank", "7-3-load", "7-3-load", "7-3-tunnel"]
    assert plane.duct_hits == 1
    assert plane.aft.rafts_hit
    assert plane.aft.release_damaged
    assert plane.tunnel_damaged
    assert plane.pumps_hit == 1
    assert not plane.aft.doors_damaged  # the run is over
    assert not plane.pressure_lost


def test_6_2f_hung_bombs_in_the_other_bay_do_not_go_off() -> None:
    m = empty()
    m.plane.fwd.bombs = True
    ref = referee(4, 1, 1, 1)
    damage.burst(ref, m, Section.AFT_BAY)
    done(ref)
    assert m.end is End.FLYING
    assert noted(ref)[0] == "burst-inside"
