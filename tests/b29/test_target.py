"""Section 6 of the rules: tables 6-1 and 6-6 to 6-9."""

from __future__ import annotations

from typing import Any

import pytest

from flakhouse import games
from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import crew, target
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    DoorFault,
    DoorState,
    End,
    EngineState,
    Fate,
    Flak,
    Formation,
    FormationPlace,
    Position,
    Root,
    Section,
    Squadron,
    TargetType,
    Visibility,
    Weather,
)
from flakhouse.render.screen import screen

from .helpers import done, mission, noted, referee, rolled

P = Position
LO, MED, HI = Altitude.LO, Altitude.MED, Altitude.HI


def over(level: Altitude = MED, urban: bool = False, **changes: object) -> Mission:
    """In formation over Kobe, Poor weather, slightly obscured, without turbulence and second flak."""
    m = mission(zone=11, **changes)
    if "weather" not in changes:
        m.weather = Weather.POOR
    m.target.city = "Kobe"
    m.altitude = m.plane.altitude = level
    m.plane.pressurized = level is not LO
    if urban:
        m.target.kind = TargetType.URBAN_AREA
    if "visibility" not in changes:
        m.visibility = Visibility.SLIGHTLY
    m.options.second_flak = m.options.turbulence = False
    return m


def fresh(level: Altitude = MED, urban: bool = False, **changes: object) -> Mission:
    """The same with the visibility yet to be rolled."""
    m = over(level, urban, **changes)
    m.visibility = None
    return m


def keys(m: Mission) -> dict[str, int]:
    return {mod.key: mod.value for mod in target.aim_mods(m)}


def modifier(ref: Referee, chart: str) -> int:
    return next(sum(x.value for x in e.mods) for e in ref.events if isinstance(e, Rolled) and e.chart == chart)


# ------------------------------------------------------------------ the sequence


def test_6_0_the_whole_sequence() -> None:
    m = fresh(LO, urban=True)
    m.options.second_flak = m.options.turbulence = True
    # 6-1; 6-2 light and three misses; 6-6 On; 6-7; 6-8 moderate; 6-2 none
    ref = referee(3, 3, *[3, 3] * 3, 4, 3, 3, 5, 1)
    target.target_step(ref, m)
    done(ref)
    assert rolled(ref) == ["6-1", "6-2", "6-3", "6-3", "6-3", "6-6", "6-7", "6-8", "6-2"]
    assert m.reached_target
    assert m.bomb_run
    assert m.bombed
    assert m.turn_round
    assert m.on_target
    assert m.percent == 30
    assert not m.plane.bombs_aboard()
    assert not m.on_run


def test_6_4_second_flak_only_with_the_option() -> None:
    m = fresh()
    ref = referee(4, 1, 4, 3, 3)
    target.target_step(ref, m)
    done(ref)
    assert rolled(ref).count("6-2") == 1


def test_6_4_second_flak_is_no_longer_on_the_run() -> None:
    m = fresh()
    m.options.second_flak = True
    # second flak heavy enough to hit the Nose: the bombardier is killed after the run
    ref = referee(4, 1, 4, 3, 3, 4, 1, 1, 3, 3, 3, 3, 3, 4, 1, 1, 3, 3, 4, 6, 1)
    target.target_step(ref, m)
    done(ref)
    assert m.men[P.BOMBARDIER].dead
    assert not m.bombardier_hit_on_run
    assert m.on_target


# ------------------------------------------------------------------ 6-1


@pytest.mark.parametrize(
    ("die", "expected"),
    [
        (1, Visibility.OBSCURED),
        (2, Visibility.MOSTLY),
        (3, Visibility.MOSTLY),
        (4, Visibility.SLIGHTLY),
        (5, Visibility.SLIGHTLY),
        (6, Visibility.CLEAR),
    ],
)
def test_6_1_rows(die: int, expected: Visibility) -> None:
    """6.1."""
    m = over()
    target._visibility(referee(die), m)
    assert m.visibility is expected


@pytest.mark.parametrize(
    ("changes", "level", "urban", "value"),
    [
        ({"weather": Weather.GOOD}, MED, False, 1),
        ({"weather": Weather.BAD}, MED, False, -1),
        ({}, LO, False, 1),
        ({}, HI, False, -1),
        ({"place": FormationPlace.LEAD}, MED, True, 1),
        ({"place": FormationPlace.TAIL}, MED, True, -1),
        ({"place": FormationPlace.LEAD}, MED, False, 0),
        ({"place": FormationPlace.TAIL}, MED, False, 0),
        ({"place": FormationPlace.LEAD, "night": True, "formation": Formation.NONE}, LO, True, 2),
    ],
)
def test_6_1_modifiers(changes: dict[str, object], level: Altitude, urban: bool, value: int) -> None:
    """6.1."""
    m = over(level, urban, **changes)
    ref = referee(3)
    target._visibility(ref, m)
    assert modifier(ref, "6-1") == value


# ------------------------------------------------------------------ D45


def test_d45_evading_flak_out_of_formation() -> None:
    m = fresh(formation=Formation.OUT)
    ref = referee(4, 2, 4, 3, 3, answers=["evade-flak=yes"])
    target.target_step(ref, m)
    done(ref)
    assert modifier(ref, "6-2") == -1
    assert modifier(ref, "6-6") == -1


def test_6_4_evading_may_begin_after_bombs_away() -> None:
    m = fresh(formation=Formation.OUT)
    m.options.second_flak = True
    ref = referee(4, 1, 4, 3, 3, 3, answers=["evade-flak=no", "evade-flak-out=yes"])
    target.target_step(ref, m)
    done(ref)
    assert modifier(ref, "6-6") == 0
    second = [e for e in ref.events if isinstance(e, Rolled) and e.chart == "6-2"][1]
    assert sum(x.value for x in second.mods) == -2


def test_d45_no_question_in_formation_or_without_the_rule() -> None:
    target._evade(referee(), over())
    m = over(formation=Formation.OUT)
    m.options.evasive_action = False
    target._evade(referee(), m)
    assert not m.evaded_flak


# ------------------------------------------------------------------ 6-6


@pytest.mark.parametrize(("die", "on"), [(1, False), (2, False), (3, True), (6, True)])
def test_6_6_rows(die: int, on: bool) -> None:
    """6.3A."""
    m = over()
    ref = referee(die, 3, 3)
    target.bomb_run(ref, m)
    done(ref)
    assert m.on_target is on
    assert m.percent == (30 if on else 0)


def test_6_6_nothing_at_med_by_day() -> None:
    """6.3A."""
    assert keys(over()) == {}


def test_6_6_altitude_and_off_course() -> None:
    assert keys(over(HI)) == {"hi": -2}
    assert keys(over(HI, off_over_target=True)) == {"hi_off_course": -3}
    assert keys(over(MED, off_over_target=True)) == {}
    assert keys(over(LO)) == {"lo": 1}


def test_6_6_urban_and_night_and_lights() -> None:
    assert keys(over(urban=True)) == {"urban": 1}
    assert keys(over(night=True, formation=Formation.NONE, lit=True)) == {"night": -1, "lit": -1}


def test_6_6_autopilot_not_on_urban_missions() -> None:
    assert keys(over(autopilot_out=True)) == {"autopilot": -2}
    assert keys(over(urban=True, autopilot_out=True)) == {"urban": 1}


def test_6_6_release_failure_is_a_modifier_on_urban_missions() -> None:
    assert keys(over(urban=True, release_failed=True)) == {"urban": 1, "release": -2}


def test_6_6_r127_disrupted_in_formation_only() -> None:
    assert keys(over(disrupted=True)) == {"disrupted": -1}
    assert keys(over(disrupted=True, formation=Formation.OUT)) == {}
    assert keys(over(disrupted=True, night=True, formation=Formation.NONE)) == {"night": -1}


def test_6_6_radar_intercom_and_operator_count_once() -> None:
    assert keys(over(radar_out=True)) == {"radar": -1}
    m = over(radar_out=True, intercom_out=True)
    m.men[P.RADAR_OPERATOR].serious = True
    assert keys(m) == {"radar": -1}
    m = over()
    m.men[P.RADAR_OPERATOR].dead = True
    assert keys(m) == {"radar": -1}


def test_6_6_power_out_takes_radar_and_autopilot() -> None:
    assert keys(over(electrical_hits=2)) == {"radar": -1, "autopilot": -2}


def test_6_6_obscured_and_bombsight_unless_urban_with_radar() -> None:
    assert keys(over(visibility=Visibility.OBSCURED, bombsight_out=True)) == {"obscured": -1, "bombsight": -1}
    assert keys(over(urban=True, visibility=Visibility.OBSCURED, bombsight_out=True)) == {"urban": 1}
    m = over(urban=True, visibility=Visibility.OBSCURED, bombsight_out=True, radar_out=True)
    assert keys(m) == {"urban": 1, "obscured": -1, "bombsight": -1, "radar": -1}


def test_6_6_the_radar_operator_must_be_at_his_post_for_that() -> None:
    m = over(urban=True, visibility=Visibility.OBSCURED)
    man = m.men[P.RADAR_OPERATOR]
    m.seats[P.RADAR_OPERATOR] = None
    man.station, man.compartment = None, Section.NAV_RADIO
    # fit, so no -1 for the operator; but the target stays hidden
    assert keys(m) == {"urban": 1, "obscured": -1}


def test_6_6_and_7_6b_the_radar_operator_steps_back_from_a_gunners_sight() -> None:
    m = over(urban=True, visibility=Visibility.OBSCURED)
    crew.take(referee(), m, m.men[P.RADAR_OPERATOR], P.LEFT_GUNNER)
    assert keys(m) == {"urban": 1}


def test_6_6_clear() -> None:
    assert keys(over(visibility=Visibility.CLEAR)) == {"clear": 1}


def test_6_6_bombardier_and_navigator() -> None:
    """7-1e."""
    m = over()
    m.men[P.BOMBARDIER].serious = True
    assert keys(m) == {"bombardier": -1}
    m = over()
    m.men[P.NAVIGATOR].serious = True
    assert keys(m) == {}
    m = over(formation=Formation.OUT)
    m.men[P.NAVIGATOR].frostbitten = True
    assert keys(m) == {"navigator": -1}
    m.navigator_hit_over_target = True
    assert keys(m) == {}
    m = over(night=True, formation=Formation.NONE)
    m.men[P.NAVIGATOR].dead = True
    assert keys(m) == {"night": -1, "navigator": -1}


def test_6_6_evasion_counts_once() -> None:
    assert keys(over(formation=Formation.OUT, evaded_lights=True, evaded_flak=True)) == {"evaded": -1}


def test_gts_17_8_pickle_barrel() -> None:
    """GTS 17-8."""
    m = over(pickle_barrel=True)
    assert keys(m) == {"pickle_barrel": 1}
    m.men[P.BOMBARDIER].dead = True
    assert keys(m) == {"bombardier": -1}


@pytest.mark.parametrize(("urban", "percent"), [(False, 40), (True, 80)])
def test_6_7b_what_the_bombs_do_is_said_for_this_target_only(urban: bool, percent: int) -> None:
    m, ref = over(urban=urban), referee(6, 4, 5)
    target.bomb_run(ref, m)
    done(ref)
    roll = next(event for event in ref.events if isinstance(event, Rolled) and event.chart == "6-7")
    assert roll.result == "40 b"
    assert screen(games.load("b29")).scene_book.read(roll) == f"{percent} of 100 bombs"
    assert m.percent == percent


@pytest.mark.parametrize(
    "changes",
    [
        {"bombardier_hit_on_run": True},
        {"bombsight_out": True, "formation": Formation.OUT},
        {"bombsight_out": True, "place": FormationPlace.LEAD, "bombsight_hit_on_run": True},
    ],
)
def test_6_6_always_off_target(changes: dict[str, Any]) -> None:
    """R-122, R-123."""
    m = over(**changes)
    ref = referee(3, 3)
    target.bomb_run(ref, m)
    done(ref)
    assert rolled(ref) == ["6-7"]
    assert m.on_target is False
    assert "always-off" in noted(ref)


@pytest.mark.parametrize(
    "changes",
    [
        {"bombsight_out": True},
        {"bombsight_out": True, "place": FormationPlace.LEAD},
        {"bombsight_out": True, "bombsight_hit_on_run": True},
        {"bombsight_out": True, "night": True, "formation": Formation.NONE},
    ],
)
def test_6_6_r123_otherwise_a_bombsight_is_only_a_modifier(changes: dict[str, Any]) -> None:
    ref = referee(6, 3, 3)
    target.bomb_run(ref, over(**changes))
    done(ref)
    assert rolled(ref) == ["6-6", "6-7"]


def test_r122_bombardier_killed_by_flak_on_the_run() -> None:
    m = fresh(LO)
    # 6-1; light flak, one hit of one shell in the Nose: row 6, die 4 bombardier, killed; note b no hole
    ref = referee(3, 3, 1, 1, 3, 3, 3, 3, 3, 4, 1, 1, 3, 3, 4, 6, 1, 3, 3)
    target.target_step(ref, m)
    done(ref)
    assert m.flak is Flak.LIGHT
    assert m.bombardier_hit_on_run
    assert "6-6" not in rolled(ref)
    assert m.on_target is False


# ------------------------------------------------------------------ releases and doors


def test_r122_and_r102_on_a_second_run_he_is_only_a_modifier() -> None:
    m = over(bombardier_hit_on_run=True)  # hit on a run that was broken off
    m.men[P.BOMBARDIER].dead = True
    ref = referee(1, 4, 3, 4)
    target.target_step(ref, m)
    done(ref)
    assert rolled(ref) == ["6-2", "6-6", "6-7"]
    assert modifier(ref, "6-6") == -1


def test_4_9h_released_by_hand_is_off_target() -> None:
    m = over(release_failed=True)
    ref = referee(2, 3, 3, answers=["release-by-hand=bombardier"])
    target.bomb_run(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3f-release", "6-7"]
    assert m.on_target is False
    assert m.bombed
    assert not m.plane.bombs_aboard()


def test_4_9h_on_an_urban_mission_it_is_minus_2() -> None:
    m = over(urban=True, release_failed=True)
    ref = referee(1, 4, 3, 3, answers=["pilot"])
    target.bomb_run(ref, m)
    done(ref)
    assert modifier(ref, "6-6") == -1
    assert m.on_target
    assert m.percent == 30  # 6-7d speaks of damage, not of 4-9h


def test_4_9h_hung_bombs_stay_aboard() -> None:
    m = over(release_failed=True)
    ref = referee(3, answers=["pilot"])
    target.bomb_run(ref, m)
    done(ref)
    assert rolled(ref) == ["7-3f-release"]
    assert m.on_target is False
    assert m.percent == 0
    assert not m.bombed
    assert m.bomb_run
    assert m.plane.fwd.bombs
    assert m.plane.aft.bombs


def test_7_3f_a_damaged_release_worked_by_hand_halves() -> None:
    """7-4f."""
    m = over()
    m.plane.fwd.release_damaged = True
    ref = referee(2, 4, 4, 3, answers=["bombardier"])
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == 10  # half of 20
    assert not m.plane.bombs_aboard()


def test_7_3f_a_bay_that_hangs_halves_too() -> None:
    """7-4f."""
    m = over()
    m.plane.fwd.release_damaged = True
    ref = referee(6, 4, 4, 3, answers=["bombardier"])
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == 10
    assert m.plane.fwd.bombs
    assert not m.plane.aft.bombs
    assert m.out_of_formation()
    assert "bay-hung" in noted(ref)


def test_6_7d_halves_round_up() -> None:
    """R-60."""
    m = over()
    m.plane.fwd.fault = DoorFault.WILL_NOT_OPEN
    # 6-6 off; pilot fails; 6-7 off target 3: 5 percent
    ref = referee(1, 6, 1, 2, answers=["doors-by-pilot=yes"])
    target.bomb_run(ref, m)
    done(ref)
    assert rolled(ref) == ["6-6", "7-3e-pilot", "6-7"]
    assert m.percent == 3
    assert m.plane.fwd.bombs
    assert m.plane.fwd.doors is DoorState.JAMMED_SHUT


def test_r128_doors_opened_by_the_pilot_do_not_halve() -> None:
    m = over()
    m.plane.fwd.fault = DoorFault.WILL_NOT_OPEN
    ref = referee(4, 2, 3, 3, answers=["doors-by-pilot=yes"])
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == 30
    assert m.in_formation()


def test_r117_the_door_die_comes_after_6_6() -> None:
    m = over()
    m.plane.aft.doors_damaged = True
    ref = referee(4, 1, 3, 3, answers=["doors-by-pilot=no"])
    target.bomb_run(ref, m)
    done(ref)
    assert rolled(ref) == ["6-6", "7-3-doors", "6-7"]
    assert m.percent == 15


def test_7_3e_doors_jammed_open_let_the_bombs_go() -> None:
    """7-4e."""
    m = over()
    m.plane.aft.doors_damaged = True
    ref = referee(4, 3, 3, 3)
    target.bomb_run(ref, m)
    done(ref)
    assert m.percent == 30
    assert m.plane.aft.doors is DoorState.JAMMED_OPEN


def test_4_9g_both_bays_shut_is_off_target_and_nothing() -> None:
    m = over()
    for bay in m.plane.bays():
        bay.fault = DoorFault.WILL_NOT_OPEN
    ref = referee(6, answers=["doors-by-pilot=no", "doors-by-pilot=no"])
    target.bomb_run(ref, m)
    done(ref)
    assert (m.on_target, m.percent, m.bombed) == (False, 0, False)


def test_6_7d_doors_of_one_and_release_of_the_other_bay() -> None:
    m = over()
    m.plane.fwd.fault = DoorFault.WILL_NOT_OPEN
    m.plane.aft.release_damaged = True
    ref = referee(6, 6, answers=["release-by-hand=pilot", "doors-by-pilot=no"])
    target.bomb_run(ref, m)
    done(ref)
    assert (m.on_target, m.percent) == (False, 0)


def test_6_3_no_bombs_left() -> None:
    m = fresh()
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    ref = referee(4, 1)
    target.target_step(ref, m)
    done(ref)
    assert m.on_target is None
    assert m.bomb_run
    assert m.turn_round


def test_r102_driven_off_mission_altitude_it_does_not_bomb() -> None:
    m = fresh(MED)
    m.plane.altitude = LO
    m.plane.pressurized = False
    target.target_step(referee(3, 1), m)
    assert not m.bomb_run
    assert not m.turn_round
    assert m.plane.bombs_aboard()
    assert m.on_target is None
    # back at mission altitude the run is made, with the visibility known
    m.plane.altitude = MED
    seen = m.visibility
    ref = referee(2, *[3, 3] * 3, 4, 3, 3)
    target.target_step(ref, m)
    done(ref)
    assert m.visibility is seen
    assert "6-1" not in rolled(ref)
    assert m.bombed


# ------------------------------------------------------------------ 6-7


@pytest.mark.parametrize(
    ("faces", "plain", "urban"),
    [
        ((1, 2), 60, 60),
        ((2, 2), 50, 50),
        ((2, 3), 40, 40),
        ((3, 3), 30, 30),
        ((3, 4), 20, 40),
        ((4, 4), 30, 60),
        ((4, 5), 40, 80),
        ((5, 5), 50, 100),
        ((1, 1, 2, 3, 4, 5), 45, 45),
        ((1, 1, 6, 6, 6, 6), 100, 100),
        ((5, 6, 2, 3, 4, 5), 45, 90),
        ((5, 6, 4, 4, 4, 5), 60, 100),
        ((6, 6, 3, 4), 95, 95),
    ],
)
def test_6_7_on_target(faces: tuple[int, ...], plain: int, urban: int) -> None:
    """Notes (a), (b); R-61."""
    for city, percent in ((False, plain), (True, urban)):
        ref = referee(*faces)
        assert target.accuracy(ref, over(urban=city), True) == percent
        done(ref)


@pytest.mark.parametrize(
    ("faces", "percent"),
    [
        ((1, 1, 6, 6), 18),
        ((1, 1, 2, 3), 0),
        ((1, 1, 3, 4), 3),
        ((1, 2), 5),
        ((2, 2), 0),
        ((3, 4), 0),
        ((5, 5), 0),
        ((5, 6, 4), 4),
        ((6, 6, 3, 4), 7),
    ],
)
def test_6_7_off_target(faces: tuple[int, ...], percent: int) -> None:
    """Note (c); no doubling off target."""
    for city in (False, True):
        ref = referee(*faces)
        assert target.accuracy(ref, over(urban=city), False) == percent
        done(ref)


# ------------------------------------------------------------------ 6-8, 6-9


def burning(**changes: object) -> Mission:
    return over(LO, urban=True, night=True, formation=Formation.NONE, **changes)


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, 0),
        ({"place": FormationPlace.LEAD}, 1),
        ({"place": FormationPlace.TAIL}, -1),
        ({"squadron": Squadron.HIGH}, 1),
        ({"squadron": Squadron.LOW}, -1),
        ({"on_target": False}, 1),
        ({"on_target": True}, 0),
    ],
)
def test_6_8_modifiers(changes: dict[str, object], value: int) -> None:
    ref = referee(4)
    target.turbulence(ref, burning(**changes))
    done(ref)
    assert modifier(ref, "6-8") == value


def test_6_3b_only_2_2c_cities_at_lo() -> None:
    for m in (over(LO), over(MED, urban=True)):
        ref = referee()
        target.turbulence(ref, m)
        assert rolled(ref) == []
    m = burning()
    m.target.from_2_3 = True
    target.turbulence(referee(), m)
    assert m.cause is Root.CHOICE


def test_6_8_two_or_less_goes_to_6_9() -> None:
    ref = referee(2, 3, 3)
    target.turbulence(ref, burning())
    done(ref)
    assert rolled(ref) == ["6-8", "6-9"]
    ref = referee(3)
    target.turbulence(ref, burning())
    done(ref)


def test_6_9_row_7_both_wings() -> None:
    m = burning()
    ref = referee(1, 3, 4, 3, 4, 3, 4)
    target.turbulence(ref, m)
    done(ref)
    assert rolled(ref) == ["6-8", "6-9", "7-5", "7-5"]


def test_6_9_row_8_a_root_hit_on_each_wing() -> None:
    m = burning()
    ref = referee(1, 4, 4)
    target.turbulence(ref, m)
    done(ref)
    assert [w.root_hits for w in m.plane.wings.values()] == [1, 1]


def test_6_9_row_9_roots_and_a_die_for_each_man() -> None:
    m = burning()
    ref = referee(1, 4, 5, 6, 5, *[5] * 10)
    target.turbulence(ref, m)
    done(ref)
    assert rolled(ref) == ["6-8", "6-9", "6-9-crew", "7-13"] + ["6-9-crew"] * 10
    assert modifier(ref, "7-13") == -1
    assert m.men[P.PILOT].serious  # 5 - 1
    assert m.men[P.PILOT].cause is Root.THERMAL
    assert [w.root_hits for w in m.plane.wings.values()] == [1, 1]


def test_6_9_row_9_the_fifth_root_hit_tears_the_wing_off() -> None:
    m = burning()
    m.plane.wings[Section.PORT_WING].root_hits = 4
    ref = referee(1, 4, 5, *[1] * 11)
    with pytest.raises(MissionEnded):
        target.turbulence(ref, m)
    done(ref)
    assert (m.end, m.root) == (End.OUT_OF_CONTROL, Root.THERMAL)


@pytest.mark.parametrize(
    ("squadron", "faces", "hit"),
    [
        (Squadron.MIDDLE, (5, 5), False),
        (Squadron.MIDDLE, (5, 6), True),
        (Squadron.LOW, (5, 5), True),
        (Squadron.HIGH, (5, 6), False),
        (Squadron.HIGH, (6, 6), True),
    ],
)
def test_6_9_row_10_collision(squadron: Squadron, faces: tuple[int, int], hit: bool) -> None:
    m = burning(squadron=squadron, place=FormationPlace.MIDDLE)
    ref = referee(1, 4, 6, *faces, *([1] * 11 if hit else []))
    if hit:
        with pytest.raises(MissionEnded):
            target.turbulence(ref, m)
        assert (m.end, m.root) == (End.OUT_OF_CONTROL, Root.THERMAL)
    else:
        target.turbulence(ref, m)
    done(ref)


@pytest.mark.parametrize("die", [5, 6])
def test_6_9_row_11_bombs_tossed(die: int) -> None:
    m = burning(bombed=True, on_target=True)
    ref = referee(1, 5, 6, die)
    if die == 6:
        with pytest.raises(MissionEnded):
            target.turbulence(ref, m)
        assert m.end is End.DESTROYED
        assert all(man.fate is Fate.KIA for man in m.men.values())
    else:
        target.turbulence(ref, m)
    done(ref)


def test_6_9_row_11_needs_bombs() -> None:
    m = burning()
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    ref = referee(1, 5, 6)
    target.turbulence(ref, m)
    done(ref)
    assert rolled(ref) == ["6-8", "6-9"]


def test_6_9_row_12_crash() -> None:
    m = burning()
    ref = referee(1, 6, 6, 4)
    with pytest.raises(MissionEnded):
        target.turbulence(ref, m)
    done(ref)
    assert (m.end, m.root) == (End.DESTROYED, Root.THERMAL)


def test_6_9_row_12_righted_with_two_root_hits_each() -> None:
    m = burning()
    ref = referee(1, 6, 6, 5, 6, 1, *[1] * 10)
    target.turbulence(ref, m)
    done(ref)
    assert [w.root_hits for w in m.plane.wings.values()] == [2, 2]
    assert m.men[P.PILOT].light == 1


def test_6_9_row_12_without_power_it_always_crashes() -> None:
    m = burning(electrical_hits=2)
    ref = referee(1, 6, 6)
    with pytest.raises(MissionEnded):
        target.turbulence(ref, m)
    done(ref)
    assert m.end is End.DESTROYED


def test_8_5_a_bomber_that_must_come_down_makes_no_run() -> None:
    """7.2: combat is over when the target step begins."""
    m = fresh(LO, forced_down="one engine")
    for engine in m.plane.engines[:3]:
        engine.state = EngineState.FEATHERED
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    # calm sea in Zone 11, ditching at -3, all rescued and brought home
    ref = referee(1, 5, 5, *[6] * 11, 1, answers=["where-down=W", "one-engine-down=land"])
    with pytest.raises(MissionEnded):
        target.target_step(ref, m)
    done(ref)
    assert rolled(ref)[:2] == ["8-2", "8-3"]
    assert m.end is End.DITCHED
