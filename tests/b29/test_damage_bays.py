"""Tables 7-3 and 7-4: every row and notes (a) to (d), (g). Notes (e) and (f) are in test_stores."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import Default, Scripted
from flakhouse.core.dice import Dice, Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import abort, damage_bays
from flakhouse.games.b29.damage_bays import BayHit
from flakhouse.games.b29.questions import abort as questions
from flakhouse.games.b29.state import MissionEnded
from flakhouse.games.b29.words import End, Fate, Root, Section
from tests.b29.helpers import done, mission, noted, referee, rolled

FWD, AFT = Section.FWD_BAY, Section.AFT_BAY


class Sixes(Dice):
    """Nothing but sixes, for the end of a flight that a test is not about."""

    def refill(self) -> None:
        self.buffer, self.at = bytes([6]) * 64, 0


def last(*faces: int) -> Referee:
    """A referee for a flight that ends: sixes and defaults after the given dice."""
    return Referee(Fixed(*faces, after=Sixes()), Scripted([], Default()), trace=True)


def test_tables_7_3_and_7_4_rows_stand_as_printed() -> None:
    common = [
        BayHit.DUCT,
        BayHit.CENTER_TANK,
        BayHit.RAFT,
        BayHit.LOAD,
        BayHit.LOAD,
        BayHit.SUPERFICIAL,
        BayHit.DOORS,
        BayHit.TUNNEL,
        BayHit.RELEASE,
        BayHit.SUPERFICIAL,
    ]
    assert [damage_bays.TABLES[FWD].at(n) for n in range(2, 13)] == [*common, BayHit.ANTENNA]
    assert [damage_bays.TABLES[AFT].at(n) for n in range(2, 13)] == [*common, BayHit.PUMP]


def test_7_3_row_2_the_second_duct_hit_anywhere_may_cost_all_pressure() -> None:
    m = mission(mask_turn=10)
    ref = referee(1, 1, 1, 1, 5)
    damage_bays.hit(ref, m, FWD)
    assert m.plane.pressurized
    damage_bays.hit(ref, m, AFT)
    done(ref)
    assert rolled(ref) == ["7-3", "7-4", "7-3-duct"]
    assert m.plane.pressure_lost


def test_7_3_row_2_four_or_less_and_utility_hits_do_nothing() -> None:
    m = mission(duct_hits=1, utility_duct_hits=5)
    ref = referee(4)
    damage_bays.apply(ref, m, FWD, BayHit.DUCT)
    done(ref)
    assert m.plane.duct_hits == 2
    assert m.plane.pressurized


@pytest.mark.parametrize("die", [4, 5, 6])
def test_7_3_row_3_self_sealing_center_tanks(die: int) -> None:
    m = mission()
    ref = referee(1, 2, die)
    damage_bays.hit(ref, m, FWD)
    done(ref)
    assert m.plane.wing_boxes == 38
    assert not m.plane.center_tank_leaked


@pytest.mark.parametrize(
    ("failed", "hit", "die", "lost"),
    [
        (0, 0, 1, 0),  # half of 1 is 1, both pumps save it
        (0, 0, 2, 0),
        (0, 0, 3, 1),  # halves go up
        (0, 0, 6, 2),
        (1, 0, 5, 3),
        (0, 1, 6, 3),
        (1, 1, 1, 2),
        (2, 0, 6, 4),
    ],
)
def test_7_3b_leak_is_half_a_die_by_pumps(failed: int, hit: int, die: int, lost: int) -> None:
    """7-4b, R-60."""
    m = mission(pumps_failed=failed, pumps_hit=hit, cause=Root.FLAK)
    ref = referee(2, die)
    damage_bays.apply(ref, m, AFT, BayHit.CENTER_TANK)
    done(ref)
    assert rolled(ref) == ["7-3-center-tank", "7-3b-leak"]
    assert m.plane.wing_boxes == 38 - lost
    assert m.plane.center_tank_leaked
    assert m.plane.fwd.tank_boxes == m.plane.aft.tank_boxes == 4
    assert m.plane.leak_root is (Root.FLAK if lost else None)


def test_7_3b_without_power_the_pumps_save_nothing() -> None:
    """7-4b."""
    m = mission(electrical_hits=2)
    ref = referee(3, 4)
    damage_bays.apply(ref, m, FWD, BayHit.CENTER_TANK)
    done(ref)
    assert m.plane.wing_boxes == 36


def test_7_3b_a_leaking_tank_is_not_rolled_for_again() -> None:
    m = mission(center_tank_leaked=True)
    ref = referee()
    damage_bays.apply(ref, m, AFT, BayHit.CENTER_TANK)
    done(ref)
    assert m.plane.wing_boxes == 38


def test_7_3b_leaks_nothing_without_the_fuel_rule() -> None:
    m = mission()
    m.options.fuel = False
    ref = referee(2)
    damage_bays.apply(ref, m, FWD, BayHit.CENTER_TANK)
    done(ref)
    assert m.plane.wing_boxes == 38


def test_7_3a_burning_fuel_makes_the_crew_jump() -> None:
    """7-4a."""
    m = mission(cause=Root.FLAK)
    ref = last(1, 4)
    with pytest.raises(MissionEnded):
        damage_bays.apply(ref, m, FWD, BayHit.CENTER_TANK)
    assert rolled(ref)[:2] == ["7-3-center-tank", "7-3a-fire"]
    assert "8-4" in rolled(ref)
    assert m.end is End.ABANDONED


def test_7_3a_explosion_with_bombs_aboard_kills_everybody() -> None:
    """7-4a."""
    m = mission(cause=Root.FIGHTER)
    m.plane.fwd.bombs = False  # those of the other bay are aboard
    ref = referee(1, 5)
    with pytest.raises(MissionEnded):
        damage_bays.apply(ref, m, FWD, BayHit.CENTER_TANK)
    done(ref)
    assert m.end is End.DESTROYED
    assert m.root is Root.FIGHTER
    assert all(man.fate is Fate.KIA for man in m.men.values())


def test_7_3a_explosion_without_bombs_is_out_of_control() -> None:
    m = mission(pressurized=False)
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    ref = last(1, 6)
    with pytest.raises(MissionEnded):
        damage_bays.apply(ref, m, FWD, BayHit.CENTER_TANK)
    assert "8-5" in rolled(ref)
    assert m.end is End.OUT_OF_CONTROL


def test_7_3_row_4_rafts_of_this_bay() -> None:
    m = mission()
    ref = referee(1, 3)
    damage_bays.hit(ref, m, AFT)
    done(ref)
    assert m.plane.aft.rafts_hit
    assert not m.plane.fwd.rafts_hit


@pytest.mark.parametrize("dice", [(1, 4), (1, 5)])
def test_7_3_rows_5_and_6_bombs_that_hold(dice: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*dice, 3, 4)
    damage_bays.hit(ref, m, FWD)
    done(ref)
    assert rolled(ref) == ["7-3", "7-3-load", "7-3c-bombs"]


@pytest.mark.parametrize("die", [5, 6])
def test_7_3c_bombs_detonate(die: int) -> None:
    """7-4c."""
    m = mission(cause=Root.FLAK)
    ref = referee(3, die)
    with pytest.raises(MissionEnded):
        damage_bays.apply(ref, m, AFT, BayHit.LOAD)
    done(ref)
    assert noted(ref)[0] == "bombs-detonate"
    assert m.end is End.DESTROYED


def test_7_3_row_5_bombs_dropped_already_are_not_hit() -> None:
    m = mission()
    m.plane.fwd.bombs = False
    ref = referee(1)
    damage_bays.apply(ref, m, FWD, BayHit.LOAD)
    done(ref)
    assert rolled(ref) == ["7-3-load"]


def test_7_3_row_5_without_a_tank_the_bombs_are_hit() -> None:
    m = mission()
    m.plane.fwd.tank_fitted = False
    m.plane.fwd.tank_boxes = 0
    ref = referee(2)
    damage_bays.apply(ref, m, FWD, BayHit.LOAD)
    done(ref)
    assert rolled(ref) == ["7-3c-bombs"]


def test_7_3_row_5_a_jettisoned_tank_still_takes_the_hit() -> None:
    m = mission()
    m.plane.fwd.tank_jettisoned = True
    ref = referee(4)
    damage_bays.apply(ref, m, FWD, BayHit.LOAD)
    done(ref)
    assert rolled(ref) == ["7-3-load"]


def test_7_3d_an_empty_tank_has_no_effect() -> None:
    """7-4d."""
    m = mission()
    m.plane.aft.tank_boxes = 0
    ref = referee(6)
    damage_bays.apply(ref, m, AFT, BayHit.LOAD)
    done(ref)
    assert not m.plane.aft.tank_leaking


def test_7_3d_leak_costs_a_box_of_that_tank_at_once() -> None:
    """7-4d."""
    m = mission()
    ref = referee(4, 4)
    damage_bays.apply(ref, m, AFT, BayHit.LOAD)
    done(ref)
    assert m.plane.aft.tank_leaking
    assert m.plane.aft.tank_boxes == 3
    assert m.plane.wing_boxes == 38
    assert not m.aux_used


def test_7_3d_fire_is_note_a() -> None:
    m = mission()
    ref = referee(6, 5, 5)
    with pytest.raises(MissionEnded):
        damage_bays.apply(ref, m, AFT, BayHit.LOAD)
    done(ref)
    assert rolled(ref) == ["7-3-load", "7-3d-tank", "7-3a-fire"]


def test_7_3_row_8_doors_wait_for_the_run_and_give_leave() -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(2, 6)
    damage_bays.hit(ref, m, FWD)
    done(ref)
    assert m.plane.fwd.doors_damaged
    assert m.leave == {"doors out": True}
    assert questions.abort(m, abort.reasons(m), False).prompt.startswith("You may turn back: bomb doors damaged")
    m.plane.electrical_hits = 2
    assert questions.abort(m, abort.reasons(m), False).prompt.startswith("You may turn back: doors out")


def test_7_3_row_8_nothing_after_the_run() -> None:
    m = mission(bomb_run=True)
    ref = referee(2, 6)
    damage_bays.hit(ref, m, AFT)
    done(ref)
    assert not m.plane.aft.doors_damaged
    assert m.leave == {}


@pytest.mark.parametrize(("die", "damaged"), [(5, False), (6, True)])
def test_7_3_row_9_tunnel(die: int, damaged: bool) -> None:
    m = mission()
    ref = referee(3, 6, die)
    damage_bays.hit(ref, m, AFT)
    done(ref)
    assert m.plane.tunnel_damaged is damaged


def test_7_3_row_10_release_of_this_bay() -> None:
    m = mission()
    ref = referee(4, 6)
    damage_bays.hit(ref, m, FWD)
    done(ref)
    assert m.plane.fwd.release_damaged
    assert not m.plane.aft.release_damaged


def test_7_3_row_12_radio_compass() -> None:
    m = mission()
    ref = referee(6, 6)
    damage_bays.hit(ref, m, FWD)
    done(ref)
    assert m.plane.radio_compass_out


def test_7_4_row_12_pumps_one_by_one() -> None:
    m = mission()
    ref = referee(6, 6)
    damage_bays.hit(ref, m, AFT)
    assert m.plane.pumps_working() == 1
    damage_bays.apply(ref, m, AFT, BayHit.PUMP)
    damage_bays.apply(ref, m, AFT, BayHit.PUMP)  # no further effect
    done(ref)
    assert m.plane.pumps_hit == 2
    assert not m.plane.radio_compass_out


@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 0)])
def test_7_4g_with_one_pump_failed_a_die_tells_which_is_hit(die: int, left: int) -> None:
    m = mission(pumps_failed=1)
    ref = referee(die)
    damage_bays.apply(ref, m, AFT, BayHit.PUMP)
    done(ref)
    assert rolled(ref) == ["7-4g-pump"]
    assert m.plane.pumps_working() == left


def test_7_4g_no_effect_with_both_pumps_failed() -> None:
    m = mission(pumps_failed=2)
    ref = referee()
    damage_bays.apply(ref, m, AFT, BayHit.PUMP)
    done(ref)
    assert m.plane.pumps_hit == 0


def test_4_7d_an_auxiliary_tank_shot_leaky_is_a_fuel_tank_hit() -> None:
    m, ref = mission(wing_boxes=7, cause=Root.FIGHTER), referee(4)
    m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes = 1, 0
    assert abort.reasons(m) == {"fuel short": False}  # D33: thin, but enough
    damage_bays._tank(ref, m, m.plane.fwd)
    assert m.plane.fwd.tank_boxes == 0
    assert abort.reasons(m) == {"fuel tank hit": True}
    done(ref)
