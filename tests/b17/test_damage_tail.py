"""Table P-6."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import damage_tail
from flakhouse.games.b17.state import MissionEnded
from flakhouse.games.b17.words import End, GunName, Position, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

TG = Position.TAIL_GUNNER
LEFT, RIGHT = Section.PORT_WING, Section.STARBOARD_WING


def test_p_6_row_2_suit_heater() -> None:
    m = mission()
    ref = referee(1, 1)
    damage_tail.hit(ref, m)
    assert m.plane.heat_out == [TG]
    done(ref)


@pytest.mark.parametrize("face", range(1, 7))
def test_p_6_row_3_tailwheel_or_autopilot(face: int) -> None:
    m = mission()
    ref = referee(1, 2, face)
    damage_tail.hit(ref, m)
    assert m.plane.tailwheel_out == (face <= 3)
    assert m.plane.autopilot_out == (face >= 4)
    done(ref)


def test_6_2_no_die_when_tailwheel_and_autopilot_are_out() -> None:
    m = mission(tailwheel_out=True, autopilot_out=True)
    ref = referee(1, 2)
    damage_tail.hit(ref, m)
    assert noted(ref) == ["no-effect"]
    done(ref)


def test_p_6_row_4_tail_turret() -> None:
    m = mission()
    ref = referee(2, 2, 2, 2)
    damage_tail.hit(ref, m)
    damage_tail.hit(ref, m)
    assert m.plane.guns[GunName.TAIL].inoperable
    assert noted(ref) == ["turret-out", "no-effect"]
    done(ref)


def test_p_6_row_5_tail_gunner() -> None:
    m = mission()
    ref = referee(2, 3, 6)
    damage_tail.hit(ref, m)
    assert m.men[TG].dead
    done(ref)


@pytest.mark.parametrize("faces", [(3, 3), (4, 4)])
def test_p_6_rows_6_8_superficial(faces: tuple[int, int]) -> None:
    m = mission()
    before = repr(m)
    ref = referee(*faces)
    damage_tail.hit(ref, m)
    assert repr(m) == before  # nothing is harmed
    done(ref)


def test_p_6_row_7_third_rudder_hit_puts_it_out() -> None:
    m = mission()
    ref = referee(*[3, 4] * 4)
    damage_tail.hit(ref, m)
    damage_tail.hit(ref, m)
    assert not m.plane.rudder_out()
    damage_tail.hit(ref, m)
    assert m.plane.rudder_out()
    damage_tail.hit(ref, m)
    assert m.plane.rudder_hits == 3
    assert noted(ref) == ["counted-hit", "counted-hit", "part-out", "no-effect"]
    done(ref)


def test_p_6_row_7_rudder_without_controls_is_out_already() -> None:
    m = mission(rudder_controls_out=True)
    ref = referee(3, 4)
    damage_tail.hit(ref, m)
    assert m.plane.rudder_hits == 0
    done(ref)


@pytest.mark.parametrize("faces", [(4, 5), (5, 5)])
@pytest.mark.parametrize("face", range(1, 7))
def test_p_6_rows_9_10_tailplane(faces: tuple[int, int], face: int) -> None:
    m = mission()
    ref = referee(*faces, face)
    damage_tail.hit(ref, m)
    assert m.plane.elevator_out == {LEFT: face == 3, RIGHT: face == 4}
    assert m.plane.tailplane_root == {LEFT: int(face == 5), RIGHT: int(face == 6)}
    done(ref)


def test_p_6_both_elevators() -> None:
    m = mission()
    ref = referee(4, 5, 3, 4, 5, 3, 4, 5, 4)
    damage_tail.hit(ref, m)
    damage_tail.hit(ref, m)
    assert not m.plane.elevators_out()
    damage_tail.hit(ref, m)
    assert m.plane.elevators_out()
    assert noted(ref) == ["part-out", "no-effect", "part-out"]
    done(ref)


def test_6_6_third_root_hit_takes_the_tailplane_off_and_it_cannot_be_hit_again() -> None:
    """P-6 note 2."""
    m = mission()
    ref = referee(*[4, 5, 5] * 3, 4, 5, 5, 4, 5, 3)
    for _ in range(5):
        damage_tail.hit(ref, m)
    assert m.plane.tailplanes_off() == 1
    assert m.plane.tailplane_root[LEFT] == 3
    assert not m.plane.elevator_out[LEFT]
    assert noted(ref) == ["tailplane-root", "tailplane-root", "tailplane-off", "no-effect", "no-effect"]
    done(ref)


def test_6_8_both_tailplanes_off_is_out_of_control() -> None:
    """P-6 note 2."""
    m = mission()
    m.plane.tailplane_root = {LEFT: 3, RIGHT: 2}
    ref = referee(4, 5, 6, *[1] * 10)
    with pytest.raises(MissionEnded):
        damage_tail.hit(ref, m)
    assert m.end is End.OUT_OF_CONTROL
    assert rolled(ref)[2:] == ["G-7"] * 10
    done(ref)


def test_p_6_row_11_oxygen_and_fire() -> None:
    m = mission()
    ref = referee(5, 6, 5, 5, 6, 6, 3)
    damage_tail.hit(ref, m)
    assert m.plane.oxygen_hits == {TG: 1}
    damage_tail.hit(ref, m)
    assert m.plane.oxygen_burnt == [Section.TAIL]
    done(ref)


def test_p_6_row_12_cables() -> None:
    m = mission()
    ref = referee(6, 6)
    damage_tail.hit(ref, m)
    assert m.plane.cable_hits == 1
    done(ref)
