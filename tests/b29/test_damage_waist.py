"""Table 7-6 (reconstructed): every row and the pressure note of hits in the Waist."""

from __future__ import annotations

import pytest

from flakhouse.games.b29 import damage_waist
from flakhouse.games.b29.damage_waist import Waist
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Cabin, GunName, Position, Root, Section
from tests.b29.helpers import done, mission, referee, rolled

P = Position


def low(**changes: object) -> Mission:
    """Down at LO, so that the pressure note asks one die only."""
    m = mission(**changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def test_7_6_rows_stand_as_reconstructed() -> None:
    assert [damage_waist.TABLE.at(n) for n in range(2, 13)] == [
        Waist.OXYGEN,
        Waist.GUNSIGHT,
        Waist.SUPERFICIAL,
        Waist.BLISTER,
        Waist.CREW,
        Waist.SUPERFICIAL,
        Waist.RADAR,
        Waist.ARMAMENT,
        Waist.EQUIPMENT,
        Waist.SUPERFICIAL,
        Waist.EXTINGUISHER,
    ]
    assert damage_waist.TABLE.data.source == "reconstructed"


@pytest.mark.parametrize(
    ("die", "stations"),
    [
        (1, [P.LEFT_GUNNER]),
        (2, [P.RIGHT_GUNNER]),
        (3, [P.CFC]),
        (4, [P.RADAR_OPERATOR]),
        (5, [P.LEFT_GUNNER, P.RIGHT_GUNNER]),
    ],
)
def test_7_6_row_2_oxygen(die: int, stations: list[Position]) -> None:
    m = low()
    ref = referee(1, 1, die, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert m.plane.oxygen_hits == {station: 1 for station in stations}


def test_7_6_row_2_six_is_a_fire() -> None:
    m = low()
    ref = referee(1, 1, 6, 1, 1, 1, defaults=True)
    damage_waist.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-6", "7-6-oxygen", "7-12", "7-6-hole"]
    assert m.plane.oxygen_hits == {p: 2 for p in (P.CFC, P.LEFT_GUNNER, P.RIGHT_GUNNER, P.RADAR_OPERATOR)}


@pytest.mark.parametrize(("die", "station"), [(2, P.LEFT_GUNNER), (4, P.RIGHT_GUNNER), (5, P.CFC)])
def test_7_6_row_3_gunsight(die: int, station: Position) -> None:
    m = low()
    ref = referee(1, 2, die, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert [p for p, out in m.plane.sights_out.items() if out] == [station]


def test_7_6_row_5_second_blister_hit_bursts_the_waist() -> None:
    m = mission()
    ref = referee(1, 4, 1, 4, 1, 1, 1, 1, 1, 1, 1)
    damage_waist.hit(ref, m)
    assert not m.plane.compromised[Cabin.WAIST]
    damage_waist.hit(ref, m)
    done(ref)
    assert m.plane.compromised[Cabin.WAIST]
    assert rolled(ref)[:3] == ["7-6", "7-6", "7-11"]


def test_7_6_row_5_third_blister_hit_counts_as_row_6() -> None:
    m = low(blister_hits=2)
    ref = referee(1, 4, 4, 1, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-6", "7-6-crew", "7-13", "7-6-hole"]
    assert m.men[P.RADAR_OPERATOR].light == 1


@pytest.mark.parametrize(
    ("dice", "hit"),
    [
        ((1,), [P.CFC]),
        ((2,), [P.LEFT_GUNNER]),
        ((3,), [P.RIGHT_GUNNER]),
        ((4,), [P.RADAR_OPERATOR]),
        ((5,), [P.LEFT_GUNNER, P.RIGHT_GUNNER]),
        ((6, 3), [P.CFC, P.LEFT_GUNNER]),
        ((6, 4), [P.CFC, P.RIGHT_GUNNER]),
    ],
)
def test_7_6_row_6_crew(dice: tuple[int, ...], hit: list[Position]) -> None:
    m = low()
    ref = referee(1, 5, *dice, *[1] * len(hit), 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert [p for p in Position if m.men[p].light] == hit


def test_7_6_row_8_radar_gives_leave_to_abort() -> None:
    m = low(cause=Root.FLAK)
    ref = referee(2, 6, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert not m.plane.radar_works()
    assert m.leave == {"radar out": True}


def test_7_6_row_9_aft_upper_turret_without_pressure_note() -> None:
    m = low()
    ref = referee(3, 6)
    damage_waist.hit(ref, m)
    done(ref)
    assert m.plane.guns[GunName.AFT_UPPER].inoperable


@pytest.mark.parametrize(("die", "release", "motor"), [(2, True, False), (3, False, True), (5, False, False)])
def test_7_6_row_10_auxiliary_equipment(die: int, release: bool, motor: bool) -> None:
    m = low()
    ref = referee(4, 6, die, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert m.plane.waist_release_out is release
    assert m.plane.motor_out is motor


def test_7_6_row_12_extinguisher() -> None:
    m = low()
    ref = referee(6, 6, 1)
    damage_waist.hit(ref, m)
    done(ref)
    assert not m.plane.extinguishers[Section.WAIST]


def test_7_6_note_six_and_six_burst_the_waist_only() -> None:
    m = mission()
    # 7-6 note twice, 7-11 and four men on oxygen, then the mask roll
    ref = referee(6, 6, 1, 1, 1, 1, 1, 1, 1)
    damage_waist.apply(ref, m, Waist.EXTINGUISHER)
    done(ref)
    assert rolled(ref)[:3] == ["7-6-hole", "7-6-decompression", "7-11"]
    assert m.plane.compromised == {Cabin.FRONT: False, Cabin.WAIST: True, Cabin.TAIL: False}
