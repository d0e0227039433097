"""Rule 4.3: fuel boxes, tanks, table 4-1."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.errors import AnswerError
from flakhouse.games.b29 import fuel, stores
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import Altitude, Formation, GunName, Leg, Position, Root
from flakhouse.render.screen import screen
from tests.b29.helpers import done, mission, noted, referee, rolled


def no_tanks(**changes: object) -> Mission:
    m = mission(**changes)
    for bay in m.plane.bays():
        bay.tank_fitted = False
        bay.tank_boxes = 0
    return m


def mods(ref: Referee) -> list[int]:
    last = [e for e in ref.events if isinstance(e, Rolled)][-1]
    return sorted(line.value for line in last.mods)


# ------------------------------------------------------------------ crossing off


def test_4_3a_boxes_come_from_the_wings_without_bay_tanks() -> None:
    m, ref = no_tanks(), referee()
    fuel.burn(ref, m, 4, "test")
    assert m.plane.wing_boxes == 34
    done(ref)


def test_4_3a_climb_and_entry_example_four_boxes() -> None:
    """Zone 2 to 3 with bombs and a climb: four boxes, one of them from a bay tank at most."""
    m, ref = mission(zone=3), referee(answers=["fuel-tank=forward"])
    fuel.burn(ref, m, 4, "entry and climb")
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes) == (35, 3, 4)
    done(ref)


def test_4_3b_one_auxiliary_box_a_zone() -> None:
    m, ref = mission(), referee(answers=["fuel-tank=aft"])
    fuel.burn(ref, m, 2, "entry")
    fuel.burn(ref, m, 2, "more in the same zone")
    assert m.aux_used
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes) == (35, 4, 3)
    done(ref)


def test_4_3b_the_player_may_keep_to_the_wings() -> None:
    m, ref = mission(), referee(answers=["fuel-tank=wing", "fuel-tank=forward"])
    fuel.burn(ref, m, 2, "entry")
    assert not m.aux_used
    fuel.burn(ref, m, 1, "later in the zone")
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes) == (36, 3)
    done(ref)


def test_4_3b_wings_that_are_short_of_what_is_due_cannot_spare_the_bay_tank() -> None:
    m, ref = mission(wing_boxes=1), referee(answers=["fuel-tank=aft"])
    m.plane.fwd.tank_boxes = 1
    fuel.burn(ref, m, 2, "entry")
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes, m.plane.aft.tank_boxes) == (0, 1, 3)
    m = mission(wing_boxes=1)
    with pytest.raises(AnswerError):
        fuel.burn(referee(answers=["fuel-tank=wing"]), m, 2, "entry")
    done(ref)


def test_4_3b_empty_tank_is_no_option() -> None:
    m, ref = mission(), referee(answers=["fuel-tank=aft"])
    m.plane.fwd.tank_boxes = 0
    m.plane.wing_boxes = 5
    fuel.burn(ref, m, 1, "entry")
    assert m.plane.aft.tank_boxes == 3
    done(ref)


def test_4_3b_jettisoned_tank_gives_nothing() -> None:
    m, ref = mission(), referee()
    for bay in m.plane.bays():
        bay.tank_jettisoned = True
    assert fuel.usable(m) == 38
    fuel.burn(ref, m, 1, "entry")
    assert m.plane.wing_boxes == 37
    assert m.plane.fwd.tank_boxes == 4
    done(ref)


def test_4_3b_default_empties_the_leaking_tank_first() -> None:
    m, ref = mission(), referee(defaults=True)
    m.plane.aft.tank_leaking = True
    fuel.burn(ref, m, 1, "entry")
    assert m.plane.aft.tank_boxes == 3


@pytest.mark.parametrize(("die", "wing", "fwd"), [(4, 37, 3), (5, 36, 4)])
def test_4_9c_one_pump_out_needs_a_die(die: int, wing: int, fwd: int) -> None:
    m, ref = mission(), referee(die, answers=["fuel-tank=forward"])
    m.plane.pumps_failed = 1
    fuel.burn(ref, m, 2, "entry")
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes) == (wing, fwd)
    assert rolled(ref) == ["4.3B-pump"]
    done(ref)


def test_4_9c_a_refusal_holds_for_the_turn_only() -> None:
    m, ref = mission(), referee(6, 1, answers=["fuel-tank=forward", "fuel-tank=forward"])
    m.plane.pumps_hit = 1
    fuel.burn(ref, m, 2, "entry")
    fuel.burn(ref, m, 1, "same turn")
    assert m.plane.wing_boxes == 35
    m.turn += 1
    fuel.burn(ref, m, 1, "second turn in the zone")
    assert (m.plane.wing_boxes, m.plane.fwd.tank_boxes) == (35, 3)
    done(ref)


def test_7_4g_no_pump_no_auxiliary_box() -> None:
    m, ref = mission(pumps_failed=1, pumps_hit=1), referee()
    fuel.burn(ref, m, 2, "entry")
    assert m.plane.wing_boxes == 36
    assert fuel.usable(m) == 36
    assert fuel.left(m) == 44  # still aboard for 8-1(d)
    done(ref)


def test_7_10a_transfer_controls_out() -> None:
    m, ref = mission(transfer_controls_out=True), referee()
    fuel.burn(ref, m, 1, "entry")
    assert m.plane.wing_boxes == 37
    done(ref)


def test_usable_counts_one_auxiliary_box_a_zone() -> None:
    m = mission(wing_boxes=3)
    assert fuel.usable(m) == 4
    m.aux_used = True
    assert fuel.usable(m) == 3


def test_r92_fewer_left_than_due() -> None:
    m, ref = no_tanks(wing_boxes=1), referee()
    fuel.burn(ref, m, 4, "entry and climb")
    assert m.plane.wing_boxes == 0
    done(ref)


def test_fuel_off_nothing_is_crossed_off() -> None:
    m, ref = mission(), referee()
    m.options.fuel = False
    fuel.burn(ref, m, 4, "entry")
    fuel.leak(ref, m, 3, Root.FLAK)
    fuel.zone1(ref, m)
    fuel.low_fuel(ref, m)
    m.plane.wing_boxes = 30
    fuel.restore(ref, m, 2, "Good fuel")
    assert m.plane.wing_boxes == 30
    assert fuel.enough(m)
    done(ref)


# ------------------------------------------------------------------ Zone 1


@pytest.mark.parametrize(
    ("guns", "gunners", "boxes"),
    [(4, 4, 2), (5, 4, 1), (4, 5, 1), (5, 5, 0)],
)
def test_4_3a_zone_1_dice(guns: int, gunners: int, boxes: int) -> None:
    """Five guns armed and four gunners: below five, and four or less."""
    m, ref = no_tanks(zone=1, turn=1), referee(guns, gunners)
    fuel.zone1(ref, m)
    assert m.plane.wing_boxes == 38 - boxes
    assert rolled(ref) == ["4.3A-guns", "4.3A-gunners"]
    assert noted(ref) == ["weight", "fuel"] * bool(boxes)
    done(ref)


def test_4_3d_a_margin_of_two_boxes_or_less_is_told_once_for_every_fall() -> None:
    m, ref = no_tanks(zone=4, leg=Leg.BACK, bomb_run=True), referee()
    for bay in m.plane.bays():
        bay.bombs = False
    need = m.plane.wing_boxes - fuel.spare(m)
    for margin in (3, 2, 1, 3, -1):
        m.plane.wing_boxes = need + margin
        fuel.watch(ref, m)
    assert noted(ref) == ["fuel-thin", "cannot-get-home"]


def test_4_3c_d_that_the_fuel_does_not_reach_home_is_told_once_also_after_a_thin_margin() -> None:
    m, ref = no_tanks(zone=4, leg=Leg.BACK, bomb_run=True), referee()
    need = m.plane.wing_boxes - fuel.spare(m)
    m.plane.wing_boxes = need + 1
    fuel.watch(ref, m)
    m.plane.wing_boxes = need - 1
    fuel.watch(ref, m)  # with bombs a zone costs two boxes: without them it may reach
    for bay in m.plane.bays():
        bay.bombs = False
    m.plane.wing_boxes += -3 - fuel.spare(m)
    fuel.watch(ref, m)
    fuel.watch(ref, m)
    assert noted(ref) == ["fuel-thin", "fuel-short", "cannot-get-home"]
    told = screen(games.load("b29")).log(ref.events)
    assert "The fuel does not reach base: 3 boxes short." in "".join(told)


def test_4_3d_fuel_that_was_told_short_and_reaches_again_is_told_once() -> None:
    m, ref = no_tanks(zone=4, leg=Leg.BACK, bomb_run=True), referee()
    for bay in m.plane.bays():
        bay.bombs = False
    m.plane.wing_boxes -= fuel.spare(m) + 2
    fuel.watch(ref, m)
    m.plane.wing_boxes += 8
    fuel.watch(ref, m)
    fuel.watch(ref, m)
    assert noted(ref) == ["cannot-get-home", "fuel-lasts"]
    assert "The fuel reaches base again: 6 boxes to spare by plan." in "".join(
        screen(games.load("b29")).log(ref.events)
    )
    m.plane.wing_boxes -= 8  # and may be short again
    fuel.watch(ref, m)
    assert noted(ref)[-1] == "cannot-get-home"


def test_4_3c_d_a_bomber_that_comes_home_on_fumes_is_told_of_no_fuel_to_spare() -> None:
    m, ref = no_tanks(zone=1, leg=Leg.BACK, bomb_run=True, wing_boxes=0), referee()
    for bay in m.plane.bays():
        bay.bombs = False
    fuel.watch(ref, m)
    m.zone = 0
    fuel.watch(ref, m)
    assert noted(ref) == ["cannot-get-home"]


def test_4_3d_7_2_bombs_that_go_and_a_thin_margin_that_grows() -> None:
    m, ref = no_tanks(zone=4, leg=Leg.BACK, bomb_run=True), referee()
    m.plane.wing_boxes -= fuel.spare(m) + 1  # two boxes a zone with the bombs aboard
    fuel.watch(ref, m)
    stores.drop_bombs(ref, m)
    assert noted(ref) == ["fuel-short", "bombs-jettisoned", "bombs-jettisoned", "fuel-lasts"]
    m, ref = no_tanks(zone=4, leg=Leg.BACK, bomb_run=True), referee()
    m.plane.wing_boxes -= fuel.spare(m) - 1
    fuel.watch(ref, m)
    m.plane.wing_boxes += 8
    fuel.watch(ref, m)
    assert noted(ref) == ["fuel-thin"]  # it was never short


def test_4_3d_on_the_way_out_a_shortage_is_one_of_the_plan_as_the_bomber_may_turn_back() -> None:
    m, ref = no_tanks(zone=4), referee()
    m.plane.wing_boxes -= fuel.spare(m) + 1
    fuel.watch(ref, m)
    assert noted(ref) == ["fuel-short"]


def test_4_3a_zone_1_tail_cannon_counts_early() -> None:
    m, ref = no_tanks(number=3, zone=1), referee(5, 6)
    m.plane.guns[GunName.TAIL_CANNON].armed = True
    fuel.zone1(ref, m)
    assert m.plane.wing_boxes == 37
    done(ref)


def test_4_3a_zone_1_nobody_and_nothing() -> None:
    m, ref = no_tanks(zone=1), referee(1, 1)
    for gun in m.plane.guns.values():
        gun.armed = False
    for position in (Position.CFC, Position.LEFT_GUNNER, Position.RIGHT_GUNNER, Position.TAIL_GUNNER):
        m.men[position].aboard = False
    fuel.zone1(ref, m)
    assert m.plane.wing_boxes == 38
    done(ref)


def test_gts_flat_zone_1_box() -> None:
    """GTS 2, R-8."""
    m, ref = no_tanks(zone=1), referee()
    m.options.flat_zone1_fuel = True
    fuel.zone1(ref, m)
    assert m.plane.wing_boxes == 37
    done(ref)


# ------------------------------------------------------------------ table 4-1


@pytest.mark.parametrize("die", range(1, 7))
def test_table_4_1_every_row(die: int) -> None:
    """R-18."""
    word = "Out of fuel" if die <= 3 else "May enter"
    assert CHARTS.charts["4-1"].at(die) == word


def ending(*faces: int) -> Referee:
    """Dice enough for the landing that follows a failure."""
    return referee(*faces, *([4] * 80), defaults=True)


def test_4_1_modifiers_novice_indicators_pumps() -> None:
    """Six less three is out of fuel."""
    m = no_tanks(wing_boxes=0, fuel_indicators_out=True, pumps_failed=2)
    m.men[Position.FLIGHT_ENGINEER].airman.missions = 7
    ref = ending(6)
    with pytest.raises(MissionEnded):
        fuel.low_fuel(ref, m)
    first = next(e for e in ref.events if isinstance(e, Rolled))
    assert [line.value for line in first.mods] == [-1, -1, -1]
    assert first.result == "Out of fuel"


def test_4_1_modifiers_veteran_and_hi() -> None:
    m, ref = no_tanks(wing_boxes=0), referee(2)
    m.plane.altitude = Altitude.HI
    m.men[Position.FLIGHT_ENGINEER].airman.missions = 14
    fuel.low_fuel(ref, m)
    assert mods(ref) == [1, 1]
    done(ref)


def test_table_4_1_a_lost_engineer_brings_no_experience() -> None:
    m, ref = no_tanks(wing_boxes=0), referee(4)
    engineer = m.men[Position.FLIGHT_ENGINEER]
    engineer.airman.missions = 20
    engineer.serious = True
    fuel.low_fuel(ref, m)
    assert mods(ref) == []
    done(ref)


@pytest.mark.parametrize(
    ("leak", "course", "root"),
    [(None, 0, Root.FUEL), (None, 1, Root.NAVIGATION), (Root.FLAK, 1, Root.FLAK)],
)
def test_table_4_1_root_of_dry_tanks(leak: Root | None, course: int, root: Root) -> None:
    m = no_tanks(wing_boxes=0, leak_root=leak, course_boxes=course, zone=8)
    with pytest.raises(MissionEnded):
        fuel.low_fuel(ending(3), m)
    assert m.root is root
    assert m.end_zone == 8


def test_4_9c_lame_pump_on_dry_wings_means_4_1() -> None:
    m, ref = mission(wing_boxes=0, pumps_failed=1), referee(5, 4, answers=["fuel-tank=aft"])
    fuel.burn(ref, m, 2, "entry", flight=True)
    assert rolled(ref) == ["4.3B-pump", "4-1"]
    assert m.plane.tank_fuel() == 8
    done(ref)


def test_r_92_a_lame_pump_means_no_4_1_for_boxes_beyond_those_of_the_turn() -> None:
    """A head wind with nothing to pay it from costs nothing; 4-1 waits for the next zone or turn."""
    m, ref = mission(wing_boxes=0, pumps_failed=1), referee(5, answers=["fuel-tank=aft"])
    fuel.burn(ref, m, 1, "head wind")
    assert rolled(ref) == ["4.3B-pump"]
    assert fuel.left(m) == 8
    done(ref)


# ------------------------------------------------------------------ leaks and gains


def test_7_5e_leak_takes_wing_boxes_only() -> None:
    m, ref = mission(wing_boxes=2), referee()
    fuel.leak(ref, m, 5, Root.FIGHTER)
    assert m.plane.wing_boxes == 0
    assert m.plane.tank_fuel() == 8
    assert m.plane.leak_root is Root.FIGHTER
    done(ref)


def test_4_7d_leak_that_leaves_too_little_gives_leave() -> None:
    m, ref = mission(wing_boxes=20), referee()
    fuel.leak(ref, m, 1, Root.FLAK)
    assert "fuel tank hit" not in m.leave
    fuel.leak(ref, m, 18, Root.FLAK)
    assert m.leave == {"fuel tank hit": True}


def test_leak_by_storm_gives_leave_without_credit() -> None:
    m, ref = mission(wing_boxes=5), referee()
    fuel.leak(ref, m, 5, Root.WEATHER)
    assert m.leave == {"fuel tank hit": False}


def test_r125_restored_boxes_go_to_the_wings_up_to_38() -> None:
    m, ref = mission(wing_boxes=37), referee()
    m.plane.fwd.tank_boxes = 0
    fuel.restore(ref, m, 3, "Good fuel")
    assert m.plane.wing_boxes == 38
    assert m.plane.fwd.tank_boxes == 0


# ------------------------------------------------------------------ 4.3D


def test_4_3d_reckoning_outbound_to_iwo() -> None:
    """Zone 10 to 11 with bombs 2, turn 1, back to Zone 6 five zones."""
    m = no_tanks(wing_boxes=8)
    assert fuel.spare(m) == 0
    assert fuel.enough(m)
    m.plane.wing_boxes = 7
    assert not fuel.enough(m)


def test_4_3d_reckoning_to_base_before_iwo_falls() -> None:
    """Zone 10 to 11 with bombs 2, turn 1, back eleven zones to the base square."""
    m = no_tanks(number=5, wing_boxes=14)
    assert fuel.spare(m) == 0


@pytest.mark.parametrize(("number", "training", "zones"), [(10, False, 11), (11, False, 5), (11, True, 11)])
def test_4_3d_the_way_home_ends_at_iwo_jima_from_mission_11_on(number: int, training: bool, zones: int) -> None:
    """Zone 10 to 11 with bombs 2, turn 1, then home: the base square, or Zone 6 once Iwo Jima is open."""
    m = no_tanks(number=number, training=training, wing_boxes=20)
    assert fuel.spare(m) == 20 - (2 + 1 + zones)
    assert fuel.spare(m, iwo=False) == 20 - (2 + 1 + 11)


def test_4_3d_reckoning_counts_climbs_and_one_auxiliary_a_zone() -> None:
    m = mission(number=5, zone=10, wing_boxes=10)
    m.plane.altitude = Altitude.LO
    assert fuel.spare(m) == 10 + 8 - (2 + 2 + 1 + 11)
    m.leg = Leg.BACK
    m.zone = 3
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    assert fuel.spare(m) == 10 + 3 - 3


def test_4_3d_reckoning_with_drag() -> None:
    m = no_tanks(number=5, wing_boxes=30, formation=Formation.FOR_GOOD, crippled=True)
    assert fuel.spare(m) == 30 - (2 + 1 + 11) - 12


def test_4_7d_a_later_leak_by_storm_does_not_undo_the_enemys() -> None:
    m, ref = no_tanks(), referee()
    fuel.leak(ref, m, 1, Root.WEATHER)
    assert m.plane.leak_root is Root.WEATHER
    fuel.leak(ref, m, 1, Root.FLAK)
    fuel.leak(ref, m, 1, Root.WEATHER)
    assert m.plane.leak_root is Root.FLAK
