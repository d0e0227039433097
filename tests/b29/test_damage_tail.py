"""Table 7-8: every row and note of hits in the Tail."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_tail
from flakhouse.games.b29.damage_tail import Tail
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, Cabin, End, GunName, Position, Root, Section
from tests.b29.helpers import done, mission, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING


class Ones(Dice):
    """Nothing but ones, for the end of a flight that a test is not about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([1]) * 64, 0


def low(**changes: object) -> Mission:
    """Down at LO, so that the pressure note asks one die only."""
    m = mission(**changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    return m


def test_7_8_rows_stand_as_printed() -> None:
    assert [damage_tail.TABLE.at(n) for n in range(2, 13)] == [
        Tail.OXYGEN,
        Tail.GUNSIGHT,
        Tail.SUPERFICIAL,
        Tail.GUNNER,
        Tail.SUPERFICIAL,
        Tail.RUDDER,
        Tail.TAILPLANE,
        Tail.ARMAMENT,
        Tail.TAILPLANE,
        Tail.SUPERFICIAL,
        Tail.SUPERFICIAL,
    ]


@pytest.mark.parametrize("die", [1, 5])
def test_7_8_row_2_one_hit_puts_the_tail_oxygen_out(die: int) -> None:
    """R-67."""
    m = low()
    ref = referee(1, 1, die, 1)
    damage_tail.hit(ref, m)
    done(ref)
    assert m.plane.oxygen_hits == {Position.TAIL_GUNNER: 2}


def test_7_8_row_2_six_burns() -> None:
    m = low()
    ref = referee(1, 1, 6, 1, 1, 1, defaults=True)
    damage_tail.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-8", "7-8-oxygen", "7-12", "7-8a-hole"]
    assert m.plane.oxygen_hits == {Position.TAIL_GUNNER: 2}


def test_7_8_row_3_gunsight() -> None:
    m = low()
    ref = referee(1, 2, 1)
    damage_tail.hit(ref, m)
    done(ref)
    assert m.plane.tail_sight_out


def test_7_8_row_5_tail_gunner() -> None:
    m = low()
    ref = referee(1, 4, 6, 1)
    damage_tail.hit(ref, m)
    done(ref)
    assert m.men[Position.TAIL_GUNNER].dead
    assert rolled(ref) == ["7-8", "7-13", "7-8a-hole"]


def test_7_8_row_7_the_third_hit_puts_the_rudder_out() -> None:
    m = mission()
    ref = referee(3, 4, 3, 4, 3, 4)
    damage_tail.hit(ref, m)
    damage_tail.hit(ref, m)
    assert not m.plane.rudder_out()
    damage_tail.hit(ref, m)
    done(ref)
    assert m.plane.rudder_out()


@pytest.mark.parametrize("dice", [(2, 6), (4, 6)])
def test_7_8_rows_8_and_10_tailplane(dice: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*dice, 3, *dice, 4, *dice, 5, *dice, 6, *dice, 2)
    for _ in range(5):
        damage_tail.hit(ref, m)
    done(ref)
    assert m.plane.elevator_out == {PORT: True, STARBOARD: True}
    assert m.plane.tailplane_root == {PORT: 1, STARBOARD: 1}


def test_7_8b_both_elevators_are_needed() -> None:
    m = mission()
    ref = referee(3)
    damage_tail.apply(ref, m, Tail.TAILPLANE)
    assert not m.plane.elevators_out()
    ref = referee(4)
    damage_tail.apply(ref, m, Tail.TAILPLANE)
    assert m.plane.elevators_out()


def test_7_8c_three_root_hits_break_a_tailplane_off() -> None:
    m = mission()
    ref = referee(5, 5, 5, 5)
    for _ in range(4):
        damage_tail.apply(ref, m, Tail.TAILPLANE)
    done(ref)
    assert m.plane.tailplanes_off() == 1
    assert m.plane.tailplane_root[PORT] == 3


def test_7_8c_without_both_tailplanes_the_bomber_is_out_of_control() -> None:
    m = mission(cause=Root.FIGHTER)
    m.plane.tailplane_root = {PORT: 3, STARBOARD: 2}
    ref = Referee(Fixed(6, after=Ones()), Scripted([], Default()), trace=True)
    with pytest.raises(MissionEnded):
        damage_tail.apply(ref, m, Tail.TAILPLANE)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FIGHTER
    assert "8-5" in rolled(ref)


def test_7_8_row_9_guns_and_cannon() -> None:
    m = mission(number=5)
    ref = referee(3, 6)
    damage_tail.hit(ref, m)
    done(ref)
    assert [g.name for g in m.plane.guns.values() if g.inoperable] == [GunName.TAIL, GunName.TAIL_CANNON]


@pytest.mark.parametrize("dice", [(1, 3), (1, 5), (5, 6), (6, 6)])
def test_7_8_superficial_rows(dice: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*dice)
    damage_tail.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-8"]


def test_7_8a_compromises_the_tail_only() -> None:
    m = mission()
    # the note twice, 7-11 and one man on oxygen, then the mask roll
    ref = referee(6, 6, 1, 1, 1, 1)
    damage_tail.apply(ref, m, Tail.GUNSIGHT)
    done(ref)
    assert rolled(ref)[:3] == ["7-8a-hole", "7-8a-decompression", "7-11"]
    assert m.plane.compromised == {Cabin.FRONT: False, Cabin.WAIST: False, Cabin.TAIL: True}
