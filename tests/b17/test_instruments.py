"""Table BL-2."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import instruments
from flakhouse.games.b17.state import MissionEnded
from flakhouse.games.b17.words import End, Position, Root, Section
from tests.b17.helpers import done, mission, noted, referee, rolled

ROWS = {
    (1, 1): "autopilot_out",
    (1, 2): "gear_controls_out",
    (1, 3): "intercom_out",
    (1, 4): "oxygen_system_out",
    (1, 5): "flap_controls_out",
    (1, 6): "aileron_controls_out",
    (2, 6): "elevator_controls_out",
    (3, 6): "rudder_controls_out",
    (4, 6): "feathering_out",
    (5, 6): "engine_extinguishers_out",
}


@pytest.mark.parametrize("faces", ROWS)
def test_bl_2_each_row_puts_out_its_system_once(faces: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*faces, *faces)
    instruments.hit(ref, m)
    instruments.hit(ref, m)
    assert [name for name in ROWS.values() if getattr(m.plane, name)] == [ROWS[faces]]
    assert len(noted(ref)) == 1
    done(ref)


@pytest.mark.parametrize(("faces", "reason"), [((1, 3), "intercom out"), ((1, 4), "oxygen out")])
def test_13_1_intercom_and_oxygen_make_an_abort_count(faces: tuple[int, int], reason: str) -> None:
    m = mission(cause=Root.FIGHTER)
    ref = referee(*faces)
    instruments.hit(ref, m)
    assert m.leave == {reason: True}
    done(ref)


def test_bl_2_row_5_nobody_has_oxygen() -> None:
    m = mission()
    ref = referee(1, 4)
    instruments.hit(ref, m)
    assert not any(m.plane.oxygen_at(p) for p in Position)
    done(ref)


@pytest.mark.parametrize("faces", [(1, 2), (1, 5), (1, 6), (2, 6), (3, 6)])
def test_bl_2_nothing_for_a_system_that_is_wholly_out(faces: tuple[int, int]) -> None:
    m = mission(landing_gear_out=True, rudder_hits=3)
    m.plane.elevator_out = dict.fromkeys(m.plane.elevator_out, True)
    for wing in m.plane.wings.values():
        wing.flap_out = wing.aileron_out = True
    ref = referee(*faces)
    instruments.hit(ref, m)
    assert not getattr(m.plane, ROWS[faces])
    assert noted(ref) == []
    done(ref)


def test_bl_2_one_flap_does_not_spare_the_controls() -> None:
    m = mission()
    m.plane.wings[Section.PORT_WING].flap_out = True
    ref = referee(1, 5)
    instruments.hit(ref, m)
    assert m.plane.flap_controls_out
    done(ref)


def test_6_8_electrical_failure_all_jump_at_once() -> None:
    m = mission()
    ref = referee(6, 6, *[2] * 40, defaults=True)
    with pytest.raises(MissionEnded):
        instruments.hit(ref, m)
    assert m.end is End.ABANDONED
    assert rolled(ref).count("G-6") == 10
