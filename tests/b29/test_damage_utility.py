"""Table 7-7: every row and note of hits in Utility."""

from __future__ import annotations

from flakhouse.games.b29 import damage_utility
from flakhouse.games.b29.damage_utility import Utility
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Cabin, GunName, Section
from tests.b29.helpers import done, mission, noted, referee, rolled


def low(**changes: object) -> Mission:
    """Down at LO, where a man gets into Utility without more ado."""
    m = mission(**changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def test_7_7_rows_stand_as_printed() -> None:
    assert [damage_utility.TABLE.at(n) for n in range(2, 13)] == [
        Utility.DUCT,
        Utility.FEED_TRAYS,
        Utility.SUPERFICIAL,
        Utility.AMMUNITION,
        Utility.OXYGEN,
        Utility.SUPERFICIAL,
        Utility.GENERATOR,
        Utility.ARMAMENT,
        Utility.GASOLINE,
        Utility.SUPERFICIAL,
        Utility.EXTINGUISHER,
    ]


def test_7_7_row_2_second_duct_hit_here_may_cost_the_tail_its_pressure() -> None:
    m = mission(duct_hits=1, mask_turn=10)
    ref = referee(1, 1, 1, 1, 5)
    damage_utility.hit(ref, m)
    damage_utility.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-7", "7-7", "7-7-duct"]
    assert m.plane.compromised == {Cabin.FRONT: False, Cabin.WAIST: False, Cabin.TAIL: True}
    assert m.plane.duct_hits == 1


def test_7_7_row_2_four_or_less_does_nothing() -> None:
    m = mission(utility_duct_hits=1)
    ref = referee(4)
    damage_utility.apply(ref, m, Utility.DUCT)
    done(ref)
    assert not m.plane.compromised[Cabin.TAIL]


def test_7_7_row_3_feed_trays_add_up() -> None:
    m = mission()
    ref = referee(1, 2, 1, 2)
    damage_utility.hit(ref, m)
    damage_utility.hit(ref, m)
    done(ref)
    assert m.plane.feed_tray_hits == 2


def test_7_7_row_5_bursts_lost_and_exploding_ammunition_strikes_again() -> None:
    m = mission()
    # 2D = 9 bursts; a die of 5 makes two further rolls on 7-7: feed trays, turret
    ref = referee(1, 4, 4, 5, 5, 1, 2, 3, 6)
    damage_utility.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-7", "7-7-ammunition", "7-7-explosions", "7-7", "7-7"]
    assert m.plane.guns[GunName.TAIL].bursts == 21
    assert m.plane.feed_tray_hits == 1
    assert m.plane.guns[GunName.AFT_LOWER].inoperable


def test_7_7_row_5_may_come_up_again_among_the_explosions() -> None:
    """R-63."""
    m = mission()
    ref = referee(1, 4, 6, 6, 2, 1, 4, 1, 1, 1)
    damage_utility.hit(ref, m)
    done(ref)
    assert m.plane.guns[GunName.TAIL].bursts == 30 - 12 - 2


def test_7_7_row_5_no_more_than_there_is() -> None:
    m = mission()
    m.plane.guns[GunName.TAIL].bursts = 3
    ref = referee(1, 4, 6, 6, 1)
    damage_utility.hit(ref, m)
    done(ref)
    assert m.plane.guns[GunName.TAIL].bursts == 0


def test_7_7_row_5_without_ammunition_nothing_explodes() -> None:
    m = mission()
    m.plane.guns[GunName.TAIL].bursts = 0
    ref = referee(1, 4)
    damage_utility.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-7"]


def test_7_7_row_6_second_container_hit_is_a_fire_and_no_oxygen_for_anybody() -> None:
    m = low()
    ref = referee(1, 5, 1, 5, 1, 1, defaults=True)
    damage_utility.hit(ref, m)
    assert not m.plane.oxygen_all_out
    damage_utility.hit(ref, m)
    done(ref)
    assert m.plane.oxygen_all_out
    assert rolled(ref) == ["7-7", "7-7", "7-12"]
    assert not m.plane.extinguishers[Section.UTILITY]


def test_7_7_row_6_third_container_hit_does_nothing() -> None:
    m = mission(oxygen_container_hits=2, oxygen_all_out=True)
    ref = referee(1, 5)
    damage_utility.hit(ref, m)
    done(ref)
    assert noted(ref) == ["no-effect"]


def test_7_7_row_8_generator() -> None:
    m = mission()
    ref = referee(2, 6)
    damage_utility.hit(ref, m)
    done(ref)
    assert m.plane.generator_out


def test_7_7_row_9_aft_lower_turret() -> None:
    m = mission()
    ref = referee(3, 6)
    damage_utility.hit(ref, m)
    done(ref)
    assert [g.name for g in m.plane.guns.values() if g.inoperable] == [GunName.AFT_LOWER]


def test_7_7_row_10_first_hit_stops_the_generator_second_burns() -> None:
    m = low()
    ref = referee(4, 6, 4, 6, 1, 1, defaults=True)
    damage_utility.hit(ref, m)
    assert m.plane.generator_out
    damage_utility.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-7", "7-7", "7-12"]


def test_7_7_row_12_extinguisher_and_nothing_explodes() -> None:
    """R-129."""
    m = mission()
    ref = referee(6, 6)
    damage_utility.hit(ref, m)
    done(ref)
    assert not m.plane.extinguishers[Section.UTILITY]
    assert rolled(ref) == ["7-7"]
