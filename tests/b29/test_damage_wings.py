"""Table 7-5: every row and the notes that are not about engines."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import damage_wings
from flakhouse.games.b29.damage_wings import Area
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, Brakes, End, EngineState, Formation, MainGear, Root, Section
from tests.b29.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING


class Ones(Dice):
    """Nothing but ones, for what follows the part of a procedure that a test is about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([1]) * 64, 0


def ending(*faces: int, answers: list[str] | None = None) -> Referee:
    """A referee for a flight that ends: after the given dice all show one, further answers are defaults."""
    return Referee(Fixed(*faces, after=Ones()), Scripted(answers or [], Default()), trace=True)


def alone(**changes: object) -> Mission:
    """Out of formation, hit by flak."""
    return mission(**{"formation": Formation.FOR_GOOD, "cause": Root.FLAK, **changes})


@pytest.mark.parametrize(("wing", "out"), [(PORT, True), (STARBOARD, False)])
def test_7_5_row_2_compass_in_the_port_wing_only(wing: Section, out: bool) -> None:
    m = alone()
    ref = referee(1, 1)
    damage_wings.hit(ref, m, wing)
    done(ref)
    assert m.plane.gyro_compass_out is out


@pytest.mark.parametrize("dice", [(1, 2), (5, 6)])
def test_7_5_rows_3_and_11_wing_root(dice: tuple[int, int]) -> None:
    m = alone()
    ref = referee(*dice)
    damage_wings.hit(ref, m, STARBOARD)
    done(ref)
    assert m.plane.wings[STARBOARD].root_hits == 1
    assert m.plane.wings[PORT].root_hits == 0


def test_7_5a_the_fifth_hit_tears_the_wing_off() -> None:
    m = alone()
    m.plane.wings[PORT].root_hits = 3
    ref = ending()
    damage_wings.root_hit(ref, m, PORT)
    assert m.end is End.FLYING
    with pytest.raises(MissionEnded):
        damage_wings.root_hit(ref, m, PORT)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FLAK


def test_7_5a_the_wings_count_separately_and_hits_may_come_together() -> None:
    m = alone()
    m.plane.wings[PORT].root_hits = 4
    damage_wings.root_hit(referee(), m, STARBOARD, 4)
    assert m.end is End.FLYING
    assert m.plane.wings[STARBOARD].root_hits == 4


@pytest.mark.parametrize(("hits", "dice", "lost"), [(0, (), False), (1, (4,), False), (1, (5,), True)])
def test_7_5_row_4_duct_second_hit_in_the_plane(hits: int, dice: tuple[int, ...], lost: bool) -> None:
    m = alone(duct_hits=hits, mask_turn=10)
    ref = referee(1, 3, *dice)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.duct_hits == hits + 1
    assert m.plane.pressure_lost is lost


@pytest.mark.parametrize(("die", "out"), [(3, True), (4, False)])
def test_7_5_row_5_flap(die: int, out: bool) -> None:
    m = alone()
    ref = referee(1, 4, die)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.wings[PORT].flap_out is out
    assert not m.plane.wings[STARBOARD].flap_out


def test_7_5b_both_flaps_out_count_on_landing_one_does_not() -> None:
    m = alone()
    m.plane.wings[PORT].flap_out = True
    assert not m.plane.flaps_out()
    damage_wings.apply(referee(1), m, STARBOARD, Area.FLAP)
    assert m.plane.flaps_out()


@pytest.mark.parametrize(("die", "out"), [(3, 1), (4, 0)])
def test_7_5_row_6_aileron(die: int, out: int) -> None:
    m = alone()
    ref = referee(1, 5, die)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.ailerons_out() == out


def test_7_1_a_flap_or_aileron_already_out_is_not_rolled_for_again() -> None:
    """R-78."""
    m = alone()
    m.plane.wings[PORT].flap_out = m.plane.wings[PORT].aileron_out = True
    ref = referee()
    damage_wings.apply(ref, m, PORT, Area.FLAP)
    damage_wings.apply(ref, m, PORT, Area.AILERON)
    done(ref)
    assert not rolled(ref)


@pytest.mark.parametrize("dice", [(3, 4), (4, 4)])
def test_7_5_rows_7_and_8_superficial(dice: tuple[int, int]) -> None:
    m = alone()
    ref = referee(*dice)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert noted(ref) == ["superficial"]


# ------------------------------------------------------------------ row 9


@pytest.mark.parametrize("die", [4, 6])
def test_7_5_row_9_self_seal(die: int) -> None:
    m = alone()
    ref = referee(4, 5, 1, die)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.wing_boxes == 38
    assert not m.plane.wings[PORT].outer_tank_leaked


@pytest.mark.parametrize(
    ("failed", "hit", "controls", "lost"),
    [(0, 0, False, 3), (1, 0, False, 4), (0, 1, False, 4), (1, 1, False, 5), (0, 0, True, 5)],
)
def test_7_5e_leak_less_for_each_working_pump(failed: int, hit: int, controls: bool, lost: int) -> None:
    m = alone(pumps_failed=failed, pumps_hit=hit, transfer_controls_out=controls)
    ref = referee(4, 5, 3, 2, 5)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.wing_boxes == 38 - lost
    assert m.plane.leak_root is Root.FLAK


def test_7_5e_no_pumps_without_power() -> None:
    m = alone(electrical_hits=2)
    damage_wings.apply(referee(1, 3, 4), m, PORT, Area.TANK)
    assert m.plane.wing_boxes == 34


def test_7_5e_a_leak_pumped_down_to_nothing_costs_no_box() -> None:
    m = alone()
    ref = referee(1, 2, 1)
    damage_wings.apply(ref, m, PORT, Area.TANK)
    done(ref)
    assert m.plane.wing_boxes == 38
    assert m.plane.wings[PORT].outer_tank_leaked


def test_7_5e_the_same_leaking_tank_is_not_rolled_for_again_the_other_is() -> None:
    m = alone()
    m.plane.wings[PORT].outer_tank_leaked = True
    ref = referee(3, 4, 2, 6)
    damage_wings.apply(ref, m, PORT, Area.TANK)
    damage_wings.apply(ref, m, PORT, Area.TANK)
    done(ref)
    assert rolled(ref) == ["7-5-tank", "7-5-tank", "7-5-tank-hit", "7-5e-leak"]
    assert m.plane.wings[PORT].inner_tank_leaked
    assert m.plane.wing_boxes == 34


def test_3_1_without_the_fuel_rule_a_leak_costs_nothing_and_no_die() -> None:
    m = alone()
    m.options.fuel = False
    ref = referee(1, 2)
    damage_wings.apply(ref, m, PORT, Area.TANK)
    done(ref)
    assert m.plane.wing_boxes == 38


def test_7_5d_explosion() -> None:
    m = alone()
    with pytest.raises(MissionEnded):
        damage_wings.apply(ending(1, 1, 1), m, PORT, Area.TANK)
    assert m.end is End.OUT_OF_CONTROL


def test_7_5d_at_lo_the_crew_must_bail_out() -> None:
    m = alone()
    m.plane.altitude, m.plane.pressurized = Altitude.LO, False
    ref = ending(1, 1, 2)
    with pytest.raises(MissionEnded):
        damage_wings.apply(ref, m, PORT, Area.TANK)
    assert m.end is End.ABANDONED
    assert ref.asked == 0


def test_7_5d_higher_up_the_crew_may_bail_out_instead_of_diving() -> None:
    m = alone()
    with pytest.raises(MissionEnded):
        damage_wings.apply(ending(1, 1, 6, answers=["tank-fire-dive=bail-out"]), m, PORT, Area.TANK)
    assert m.end is End.ABANDONED


@pytest.mark.parametrize(("level", "die"), [(Altitude.MED, 1), (Altitude.HI, 2)])
def test_7_5d_dive_puts_it_out_then_the_tank_leaks(level: Altitude, die: int) -> None:
    m = mission(cause=Root.FLAK)
    m.plane.altitude = level
    ref = referee(4, 1, 2, die, 6, answers=["tank-fire-dive=dive", "jump-before-dive=done"])
    damage_wings.apply(ref, m, STARBOARD, Area.TANK)
    done(ref)
    assert rolled(ref)[-2:] == ["7-5d-dive", "7-5e-leak"]
    assert m.plane.altitude is Altitude.LO
    assert m.formation is Formation.OUT
    assert m.plane.wing_boxes == 34
    assert m.plane.wings[STARBOARD].inner_tank_leaked


@pytest.mark.parametrize(("die", "end"), [(2, End.ABANDONED), (4, End.ABANDONED), (5, End.OUT_OF_CONTROL)])
def test_7_5d_dive_fails(die: int, end: End) -> None:
    m = alone()
    with pytest.raises(MissionEnded):
        damage_wings.apply(ending(1, 1, 2, die, answers=["tank-fire-dive=dive"]), m, PORT, Area.TANK)
    assert m.end is end


def test_7_5d_a_wing_may_snap_in_the_dive() -> None:
    m = alone()
    m.plane.wings[STARBOARD].root_hits = 4
    with pytest.raises(MissionEnded):
        damage_wings.apply(ending(1, 1, 2, 4, answers=["tank-fire-dive=dive"]), m, PORT, Area.TANK)
    assert m.end is End.OUT_OF_CONTROL


# ------------------------------------------------------------------ rows 10 and 12


def test_7_5_row_10_goes_to_the_engines_of_this_wing() -> None:
    m = alone()
    ref = referee(4, 6, 6, 4, 1)
    damage_wings.hit(ref, m, STARBOARD)
    done(ref)
    assert m.plane.engines[3].state is EngineState.FEATHERED


@pytest.mark.parametrize("die", [1, 2])
def test_7_5_row_12_brakes_reduced(die: int) -> None:
    m = alone()
    ref = referee(6, 6, die)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.brakes is Brakes.REDUCED
    assert m.plane.main_gear[PORT] is MainGear.SOUND


@pytest.mark.parametrize(
    ("die", "state"), [(3, MainGear.INOPERABLE), (5, MainGear.INOPERABLE), (6, MainGear.DOWN)]
)
def test_7_5_row_12_n_and_o_the_gear_of_this_wing(die: int, state: MainGear) -> None:
    m = alone()
    ref = referee(6, 6, die)
    damage_wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.main_gear[PORT] is state
    assert m.plane.main_gear[STARBOARD] is MainGear.SOUND
    assert m.plane.brakes is Brakes.SOUND


def test_r_70_lost_brakes_do_not_become_reduced_and_broken_gear_stays_as_it_is() -> None:
    m = alone(brakes=Brakes.LOST)
    m.plane.main_gear[PORT] = MainGear.INOPERABLE
    damage_wings.apply(referee(1), m, PORT, Area.GEAR)
    damage_wings.apply(referee(6), m, PORT, Area.GEAR)
    assert m.plane.brakes is Brakes.LOST
    assert m.plane.main_gear[PORT] is MainGear.INOPERABLE
