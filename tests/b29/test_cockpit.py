"""Table 7-9: every row and note (a). Notes (c) and (e) are in test_gear, (b) and (d) with the bail-outs."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import cockpit, crew
from flakhouse.games.b29.cockpit import Cockpit
from flakhouse.games.b29.state import MissionEnded
from flakhouse.games.b29.words import End, EngineState, Position, Section
from tests.b29.helpers import done, mission, noted, referee, rolled


class Sixes(Dice):
    """Nothing but sixes, for the end of a flight that a test is not about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([6]) * 64, 0


def test_7_9_rows_stand_as_printed() -> None:
    assert [cockpit.TABLE.at(n) for n in range(2, 13)] == [
        Cockpit.PILOT,
        Cockpit.ALARM,
        Cockpit.GEAR,
        Cockpit.ELEVATORS,
        Cockpit.AUTOPILOT,
        Cockpit.SUPERFICIAL,
        Cockpit.RUDDER,
        Cockpit.AILERONS,
        Cockpit.FEATHERING,
        Cockpit.FLAPS,
        Cockpit.COPILOT,
    ]


def test_7_9_row_2_the_copilot_flies_on() -> None:
    m = mission()
    ref = referee(1, 1)
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.pilot_controls_out
    assert m.plane.dead_control_zones == -1
    flying = crew.flying(m)
    assert flying is m.men[Position.COPILOT]


def test_7_9_row_12_with_the_pilot_dead_somebody_takes_the_working_seat() -> None:
    m = mission()
    m.men[Position.PILOT].dead = True
    ref = referee(6, 6)
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.copilot_controls_out
    assert m.seats[Position.PILOT] is m.men[Position.COPILOT]


def test_7_9a_both_controls_dead_give_a_number_of_zones() -> None:
    m = mission(copilot_controls_out=True)
    ref = referee(1, 1, 4, 5)
    cockpit.hit(ref, m)
    done(ref)
    assert rolled(ref) == ["7-9", "7-9a-zones"]
    assert m.plane.dead_control_zones == 9


def test_7_9a_less_for_engines_and_halved_without_autopilot() -> None:
    m = mission(pilot_controls_out=True, autopilot_out=True)
    m.plane.engines[0].state = EngineState.FEATHERED
    m.plane.engines[1].state = EngineState.REDUCED
    ref = referee(4, 5)
    cockpit.apply(ref, m, Cockpit.COPILOT)
    done(ref)
    assert m.plane.dead_control_zones == 3  # (9 - 2) / 2, rounded down


def test_7_9a_nothing_left_means_jumping_at_once() -> None:
    m = mission(pilot_controls_out=True)
    m.plane.engines[0].state = EngineState.FEATHERED
    m.plane.engines[3].state = EngineState.FEATHERED
    ref = Referee(Fixed(1, 1, after=Sixes()), Scripted([], Default()), trace=True)
    with pytest.raises(MissionEnded):
        cockpit.apply(ref, m, Cockpit.COPILOT)
    assert m.end is End.ABANDONED
    assert "8-4" in rolled(ref)


def test_7_9a_a_repeat_rolls_no_new_number() -> None:
    m = mission(pilot_controls_out=True, copilot_controls_out=True, dead_control_zones=4)
    ref = referee()
    cockpit.apply(ref, m, Cockpit.PILOT)
    cockpit.apply(ref, m, Cockpit.COPILOT)
    done(ref)
    assert m.plane.dead_control_zones == 4


@pytest.mark.parametrize(
    ("dice", "flag"),
    [
        ((1, 2), "alarm_bell_out"),
        ((1, 3), "gear_controls_out"),
        ((1, 5), "autopilot_out"),
        ((4, 6), "feathering_out"),
        ((5, 6), "flap_controls_out"),
    ],
)
def test_7_9_rows_3_4_6_10_11(dice: tuple[int, int], flag: str) -> None:
    m = mission()
    ref = referee(*dice, *dice)
    cockpit.hit(ref, m)
    assert getattr(m.plane, flag) is True
    cockpit.hit(ref, m)  # a repeat has no effect (7.1)
    done(ref)
    assert noted(ref) == ["part-out", "no-effect"]


def test_7_9_row_5_elevators_need_two_hits() -> None:
    m = mission()
    ref = referee(1, 4, 1, 4)
    cockpit.hit(ref, m)
    assert not m.plane.elevators_out()
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.elevators_out()


def test_7_9_row_5_not_counted_with_a_tailplane_off() -> None:
    m = mission()
    m.plane.tailplane_root[Section.PORT_WING] = 3
    ref = referee(1, 4)
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.elevator_control_hits == 0


def test_7_9_row_8_rudder_needs_two_hits() -> None:
    m = mission()
    ref = referee(2, 6, 2, 6)
    cockpit.hit(ref, m)
    assert not m.plane.rudder_out()
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.rudder_out()


def test_7_9_row_8_not_counted_once_7_8_has_the_rudder() -> None:
    m = mission(rudder_hits=3)
    ref = referee(2, 6)
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.rudder_control_hits == 0


def test_7_9_row_9_ailerons_need_two_hits() -> None:
    m = mission()
    ref = referee(3, 6, 3, 6)
    cockpit.hit(ref, m)
    assert m.plane.ailerons_out() == 0
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.ailerons_out() == 2


def test_7_9_row_9_not_counted_once_7_5_has_both() -> None:
    m = mission()
    for wing in m.plane.wings.values():
        wing.aileron_out = True
    ref = referee(3, 6)
    cockpit.hit(ref, m)
    done(ref)
    assert m.plane.aileron_control_hits == 0


def test_7_9_row_7_superficial() -> None:
    m = mission()
    ref = referee(3, 4)
    cockpit.hit(ref, m)
    done(ref)
    assert noted(ref) == ["superficial"]
