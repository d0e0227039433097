"""Table 7-2: every row and the note of hits in the Nav/Radio section."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import damage_nav
from flakhouse.games.b29.damage_nav import Nav
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Brakes, Cabin, GunName, Position, Root, Section
from tests.b29.helpers import done, mission, referee, rolled

P = Position


def low(**changes: object) -> Mission:
    """Down at LO, so that the pressure note asks one die only."""
    m = mission(**changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def test_7_2_rows_stand_as_printed() -> None:
    rows = [damage_nav.TABLE.at(n) for n in range(2, 13)]
    assert rows == [
        Nav.OXYGEN,
        Nav.RESERVOIR,
        Nav.INSTRUMENTS,
        Nav.RADIO,
        Nav.CREW,
        Nav.SUPERFICIAL,
        Nav.ARMAMENT,
        Nav.INTERCOM,
        Nav.EQUIPMENT,
        Nav.SUPERFICIAL,
        Nav.EXTINGUISHER,
    ]


@pytest.mark.parametrize(
    ("dice", "station"),
    [
        ((1,), P.FLIGHT_ENGINEER),
        ((2,), P.NAVIGATOR),
        ((3,), P.RADIO_OPERATOR),
        ((5, 2), P.FLIGHT_ENGINEER),
        ((5, 4), P.NAVIGATOR),
        ((6, 5), P.RADIO_OPERATOR),
    ],
)
def test_7_2_row_2_oxygen(dice: tuple[int, ...], station: Position) -> None:
    m = low()
    ref = referee(1, 1, *dice, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert m.plane.oxygen_hits == {station: 1}


def test_7_2_row_2_fire_takes_the_oxygen_of_both_front_sections() -> None:
    """7.4B."""
    m = low()
    ref = referee(1, 1, 4, 1, 1, 1, defaults=True)
    damage_nav.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-2", "7-2-oxygen", "7-12", "7-2-hole"]
    front = (P.PILOT, P.COPILOT, P.BOMBARDIER, P.NAVIGATOR, P.FLIGHT_ENGINEER, P.RADIO_OPERATOR)
    assert m.plane.oxygen_hits == {station: 2 for station in front}


def test_7_2_row_3_does_nothing_to_the_brakes_by_itself() -> None:
    m = low()
    ref = referee(1, 2, 1, 4)
    damage_nav.hit(ref, m)
    done(ref)
    assert m.plane.brakes is Brakes.SOUND
    assert rolled(ref) == ["7-2", "7-2-hole", "7-2-hydraulic-fire"]


def test_7_2_row_3_with_the_nose_reservoir_hit_the_brakes_are_gone() -> None:
    m = low(hydraulic_nose_hit=True, brakes=Brakes.REDUCED)
    ref = referee(1, 2, 1, 6)
    damage_nav.hit(ref, m)
    done(ref)
    assert m.plane.brakes is Brakes.LOST


def test_7_2_row_3_fire_on_one_to_three() -> None:
    m = low()
    ref = referee(1, 2, 1, 3, 1, 1, defaults=True)
    damage_nav.hit(ref, m)
    done(ref)
    assert rolled(ref)[-1] == "7-12"


def test_7_2_row_4_goes_to_the_engineers_table() -> None:
    m = low()
    ref = referee(1, 3, 1, 2, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-2", "7-10", "7-2-hole"]
    assert m.plane.transfer_controls_out


def test_7_2_row_5_radio_has_no_pressure_note() -> None:
    m = low()
    ref = referee(1, 4)
    damage_nav.hit(ref, m)
    done(ref)
    assert not m.plane.radio_works()


@pytest.mark.parametrize(
    ("die", "hit"), [(1, P.FLIGHT_ENGINEER), (2, P.FLIGHT_ENGINEER), (3, P.NAVIGATOR), (6, P.RADIO_OPERATOR)]
)
def test_7_2_row_6_crew(die: int, hit: Position) -> None:
    m = low()
    ref = referee(1, 5, die, 1, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert [p for p in Position if m.men[p].light] == [hit]


@pytest.mark.parametrize(("die", "gun"), [(3, GunName.FWD_UPPER), (4, GunName.FWD_LOWER)])
def test_7_2_row_8_forward_turrets(die: int, gun: GunName) -> None:
    m = low()
    ref = referee(2, 6, die)
    damage_nav.hit(ref, m)
    done(ref)
    assert [g.name for g in m.plane.guns.values() if g.inoperable] == [gun]


def test_7_2_row_8_a_repeat_can_take_the_other_turret() -> None:
    m = low()
    ref = referee(1, 6)
    damage_nav.apply(ref, m, Nav.ARMAMENT)
    damage_nav.apply(ref, m, Nav.ARMAMENT)
    done(ref)
    assert m.plane.guns[GunName.FWD_UPPER].inoperable
    assert m.plane.guns[GunName.FWD_LOWER].inoperable


def test_7_2_row_9_intercom_gives_leave_to_abort() -> None:
    m = low(cause=Root.FIGHTER)
    ref = referee(3, 6, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert not m.plane.intercom_works()
    assert m.leave == {"intercom out": True}


@pytest.mark.parametrize(("die", "tools"), [(3, True), (4, False)])
def test_7_2_row_10_tools_or_loran(die: int, tools: bool) -> None:
    m = low()
    ref = referee(4, 6, die, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert m.plane.navigator_tools_out is tools
    assert m.plane.loran_out is not tools


def test_7_2_row_12_extinguisher() -> None:
    m = low()
    ref = referee(6, 6, 1)
    damage_nav.hit(ref, m)
    done(ref)
    assert m.plane.extinguishers == {Section.NAV_RADIO: False, Section.WAIST: True, Section.UTILITY: True}


def test_7_2_note_compromises_the_front_cabin() -> None:
    m = mission(mask_turn=10)
    ref = referee(6, 5)
    damage_nav.apply(ref, m, Nav.EXTINGUISHER)
    done(ref)
    assert rolled(ref) == ["7-2-hole", "7-2-decompression"]
    assert m.plane.compromised[Cabin.FRONT]


@pytest.mark.parametrize("row", [Nav.RADIO, Nav.SUPERFICIAL])
def test_7_2_note_does_not_follow_these_rows(row: Nav) -> None:
    ref = referee()
    damage_nav.apply(ref, mission(), row)
    done(ref)
    assert rolled(ref) == []
