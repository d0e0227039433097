"""Rule 4.8: leaving, rejoining, assembly (4-10), disbanding, escort (4-11)."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import formation
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    End,
    EngineState,
    Escort,
    Formation,
    FormationPlace,
    Leg,
    Root,
    Squadron,
    Weather,
)
from tests.b29.helpers import done, mission, noted, referee, rolled


def calm(**changes: object) -> Mission:
    m = mission(**changes)
    for bay in m.plane.bays():
        bay.tank_boxes = 0
    return m


def gathering(**changes: object) -> Mission:
    """In Zone 9 outbound, mission 12, at the mission altitude, before assembly."""
    given: dict[str, object] = {"zone": 9, "formation": Formation.NONE, "assembled": False}
    return calm(**{**given, **changes})


def mods(ref: Referee, chart: str) -> list[int]:
    return [line.value for e in ref.events if isinstance(e, Rolled) and e.chart == chart for line in e.mods]


# ------------------------------------------------------------------ leaving and rejoining


def test_4_8d_leave_and_come_back_at_the_tail_for_a_box() -> None:
    """4.8."""
    m, ref = calm(place=FormationPlace.LEAD), referee()
    formation.leave(ref, m, "test")
    assert m.formation is Formation.OUT
    assert m.out_of_formation()
    assert formation.why_not_rejoin(m) == ""
    formation.rejoin(ref, m)
    assert m.formation is Formation.IN
    assert m.place is FormationPlace.TAIL
    assert m.plane.wing_boxes == 37
    done(ref)


def test_leave_for_good_stays_for_good() -> None:
    m, ref = calm(), referee()
    formation.leave(ref, m, "doors", for_good=True)
    formation.leave(ref, m, "shallow dive", turns=1)
    assert m.formation is Formation.FOR_GOOD
    assert m.out_turns == 0
    assert "for good" in formation.why_not_rejoin(m)
    assert noted(ref) == ["left-formation"]


def test_leave_twice_keeps_the_longer_time_and_good_overrides() -> None:
    m, ref = calm(), referee()
    formation.leave(ref, m, "steep dive", turns=2)
    formation.leave(ref, m, "shallow dive", turns=1)
    assert (m.formation, m.out_turns) == (Formation.OUT, 2)
    formation.leave(ref, m, "doors", for_good=True)
    assert (m.formation, m.out_turns) == (Formation.FOR_GOOD, 0)


def test_leave_before_assembly_means_something_only_for_good() -> None:
    m, ref = gathering(), referee()
    formation.leave(ref, m, "shallow dive", turns=1)
    assert (m.formation, m.out_turns) == (Formation.NONE, 0)
    formation.leave(ref, m, "doors", for_good=True)
    formation.assembly_step(ref, m)
    assert m.formation is Formation.FOR_GOOD
    assert rolled(ref) == []


def test_4_8c_no_formation_at_night() -> None:
    """4.8."""
    m, ref = calm(night=True, formation=Formation.NONE), referee()
    formation.leave(ref, m, "test", for_good=True)
    assert m.formation is Formation.NONE
    assert not m.out_of_formation()
    assert formation.why_not_rejoin(m) != ""


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"formation": Formation.IN}, "already"),
        ({"formation": Formation.NONE}, "no formation"),
        ({"out_turns": 1}, "dive"),
        ({"altitude": Altitude.HI}, "altitude"),
        ({"aborted": True}, "aborted"),
        ({"wing_boxes": 2, "fuel_due": 2}, "fuel"),
    ],
)
def test_4_8d_why_not_rejoin(changes: dict[str, object], word: str) -> None:
    m = calm(**{"formation": Formation.OUT, **changes})
    assert word in formation.why_not_rejoin(m)


@pytest.mark.parametrize("state", [EngineState.REDUCED, EngineState.FEATHERED])
def test_4_8d_all_engines_must_be_fully_functional(state: EngineState) -> None:
    m = calm(formation=Formation.OUT)
    m.plane.engines[3].state = state
    assert "engines" in formation.why_not_rejoin(m)


# ------------------------------------------------------------------ assembly: when and whether


@pytest.mark.parametrize(
    ("number", "zone", "training", "due"),
    [(10, 3, False, True), (10, 9, False, False), (11, 9, False, True), (11, 3, False, False), (1, 3, True, True)],
)
def test_4_8a_assembly_zone(number: int, zone: int, training: bool, due: bool) -> None:
    m, ref = gathering(number=number, zone=zone, training=training), referee(2, 3)
    formation.assembly_step(ref, m)
    assert (rolled(ref) == ["4-10"]) is due
    assert m.in_formation() is due


def test_4_8a_once() -> None:
    m, ref = gathering(), referee(2, 3)
    formation.assembly_step(ref, m)
    formation.assembly_step(ref, m)
    assert rolled(ref) == ["4-10"]
    done(ref)


def test_4_8a_not_at_night_nor_after_an_abort() -> None:
    for changes in ({"night": True}, {"aborted": True}):
        m, ref = gathering(**changes), referee()
        formation.assembly_step(ref, m)
        assert m.formation is Formation.NONE
        done(ref)


def test_r98_wrong_altitude_is_out_for_good() -> None:
    m, ref = gathering(), referee()
    m.plane.altitude = Altitude.LO
    formation.assembly_step(ref, m)
    assert m.formation is Formation.FOR_GOOD
    assert m.assembled
    done(ref)


def test_4_5c1_rally_on_time_while_off_course() -> None:
    """GTS 5A-1."""
    m, ref = gathering(off_course=True), referee(2, 2, 3)
    formation.assembly_step(ref, m)
    assert rolled(ref) == ["4.5C1-rally", "4-10"]
    assert m.in_formation()
    assert m.leave == {}
    done(ref)


def test_4_5c1_rally_missed_gives_leave_to_abort_without_credit() -> None:
    """GTS 5A-1."""
    m, ref = gathering(off_course=True, cause=Root.FLAK), referee(3)
    formation.assembly_step(ref, m)
    assert rolled(ref) == ["4.5C1-rally"]
    assert m.formation is Formation.FOR_GOOD
    assert m.leave == {"rally missed": False}
    done(ref)


@pytest.mark.parametrize("state", [EngineState.REDUCED, EngineState.FEATHERED])
def test_7_2_d28_weak_bomber_joins_only_without_bombs(state: EngineState) -> None:
    m, ref = gathering(), referee(answers=["jettison-to-join=alone"])
    m.plane.engines[0].state = state
    formation.assembly_step(ref, m)
    assert m.formation is Formation.FOR_GOOD
    assert m.plane.bombs_aboard()
    done(ref)
    m, ref = gathering(), referee(2, 3, answers=["jettison-to-join=join"])
    m.plane.engines[0].state = state
    formation.assembly_step(ref, m)
    assert m.in_formation()
    assert not m.plane.bombs_aboard()
    done(ref)


def test_7_2_one_engine_out_without_bombs_joins() -> None:
    m, ref = gathering(), referee(2, 3)
    m.plane.engines[0].state = EngineState.FEATHERED
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    formation.assembly_step(ref, m)
    assert m.in_formation()
    done(ref)


def test_7_2_two_engines_out_never_join() -> None:
    m, ref = gathering(), referee()
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    m.plane.engines[0].state = m.plane.engines[3].state = EngineState.FEATHERED
    formation.assembly_step(ref, m)
    assert m.formation is Formation.FOR_GOOD
    done(ref)


# ------------------------------------------------------------------ 4-10


@pytest.mark.parametrize(
    ("total", "cell"),
    [
        (2, "Difficulty if Poor or Bad"),
        (3, "Drop-outs"),
        (4, "Difficulty"),
        (5, "Uneventful"),
        (6, "Uneventful"),
        (7, "Tight if Good"),
        (8, "Uneventful"),
        (9, "Uneventful"),
        (10, "Delay"),
        (11, "Difficulty if Bad"),
        (12, "Possible collision"),
    ],
)
def test_4_10_rows(total: int, cell: str) -> None:
    assert CHARTS.charts["4-10"].at(total) == cell


@pytest.mark.parametrize(
    ("dice", "weather", "difficult"),
    [
        ((1, 1), Weather.GOOD, False),
        ((1, 1), Weather.POOR, True),
        ((1, 1), Weather.BAD, True),
        ((2, 2), Weather.GOOD, True),
        ((5, 6), Weather.POOR, False),
        ((5, 6), Weather.BAD, True),
    ],
)
def test_4_10_rows_2_4_11_difficulty_by_weather(dice: tuple[int, int], weather: Weather, difficult: bool) -> None:
    m, ref = gathering(weather=weather), referee(*dice, *([4] if difficult else []))
    formation.assembly_step(ref, m)
    assert bool(m.difficult) is difficult
    assert m.plane.wing_boxes == 38
    done(ref)


@pytest.mark.parametrize(("die", "boxes"), [(1, 37), (3, 37), (4, 38), (6, 38)])
def test_4_10_row_4_fuel_die(die: int, boxes: int) -> None:
    m, ref = gathering(), referee(2, 2, die)
    formation.assembly_step(ref, m)
    assert m.plane.wing_boxes == boxes
    done(ref)


def test_4_10_row_4_no_fuel_die_without_the_fuel_rule() -> None:
    m, ref = gathering(), referee(2, 2)
    m.options.fuel = False
    formation.assembly_step(ref, m)
    assert m.difficult == 1
    done(ref)


@pytest.mark.parametrize(("die", "place"), [(3, FormationPlace.LEAD), (4, FormationPlace.TAIL)])
def test_4_10_row_3_drop_outs(die: int, place: FormationPlace) -> None:
    m, ref = gathering(), referee(1, 2, die)
    formation.assembly_step(ref, m)
    assert m.place is place
    done(ref)


@pytest.mark.parametrize(("weather", "tight"), [(Weather.GOOD, True), (Weather.POOR, False), (Weather.BAD, False)])
def test_4_10_row_7_tight_formation_in_good_weather(weather: Weather, tight: bool) -> None:
    m, ref = gathering(weather=weather), referee(3, 4)
    formation.assembly_step(ref, m)
    assert m.tight is tight
    done(ref)


@pytest.mark.parametrize(("number", "zone", "boxes"), [(11, 9, 37), (10, 3, 38)])
def test_4_10_row_10_delay_but_not_on_missions_1_to_10(number: int, zone: int, boxes: int) -> None:
    m, ref = gathering(number=number, zone=zone), referee(5, 5)
    formation.assembly_step(ref, m)
    assert m.plane.wing_boxes == boxes
    done(ref)


@pytest.mark.parametrize(
    ("weather", "frosted", "expected"),
    [(Weather.GOOD, False, []), (Weather.POOR, True, [1, 1]), (Weather.BAD, False, [2])],
)
def test_4_10_row_12_accident_modifiers(weather: Weather, frosted: bool, expected: list[int]) -> None:
    m, ref = gathering(weather=weather, windows_frosted=frosted), referee(6, 6, 4, 5)
    formation.assembly_step(ref, m)
    assert mods(ref, "4-10-accident") == expected
    assert m.in_formation()
    done(ref)


def test_4_10_row_12_collision_on_12_or_more() -> None:
    m = gathering(weather=Weather.BAD)
    with pytest.raises(MissionEnded):
        formation.assembly_step(referee(6, 6, 5, 6, *[4] * 60, defaults=True), m)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.ASSEMBLY


# ------------------------------------------------------------------ 4.8B


@pytest.mark.parametrize(("number", "zone"), [(5, 3), (20, 9)])
def test_4_8b_formation_ends_on_the_way_home(number: int, zone: int) -> None:
    m, ref = calm(number=number, zone=zone + 1, leg=Leg.BACK), referee()
    formation.disband_step(ref, m)
    assert m.in_formation()
    m.zone = zone
    formation.assembly_step(ref, m)
    assert m.formation is Formation.NONE
    assert m.disbanded
    assert m.out_of_formation()
    formation.leave(ref, m, "late", for_good=True)
    assert m.formation is Formation.NONE
    assert rolled(ref) == []


# ------------------------------------------------------------------ 4-11


def escorted(**changes: object) -> Mission:
    return calm(**{"escort_available": True, **changes})


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        (0, ["Missed"] * 3 + ["F6F Hellcat"] * 3),
        (1, ["Missed"] * 2 + ["P-38"] * 4),
        (2, ["Missed"] + ["P-51"] * 5),
    ],
)
def test_4_11_columns(column: int, cells: list[str]) -> None:
    assert [CHARTS.charts["4-11"].at(die, column) for die in range(1, 7)] == cells


@pytest.mark.parametrize(
    ("number", "target_zone", "met"),
    [(15, 11, Escort.HELLCAT), (16, 11, Escort.P51), (10, 6, Escort.P38)],
)
def test_4_11_column_by_mission_and_target(number: int, target_zone: int, met: Escort) -> None:
    m, ref = escorted(number=number, zone=target_zone - 1), referee(4)
    m.target.zone = target_zone
    formation.escort_step(ref, m)
    assert m.escort is met
    done(ref)


def test_4_11_modifiers_and_another_try_in_the_next_zone() -> None:
    """4-2b."""
    m, ref = escorted(number=20, weather=Weather.BAD), referee(3)
    formation.escort_step(ref, m)
    assert m.escort is Escort.NONE
    assert m.escort_missed
    m.weather = Weather.POOR
    m.zone = 11
    ref = referee(5)
    formation.escort_step(ref, m)
    assert mods(ref, "4-11") == [-1, -2]
    assert m.escort is Escort.P51
    done(ref)


def test_r101_bad_weather_is_minus_two() -> None:
    """4-2c."""
    m, ref = escorted(weather=Weather.BAD), referee(6)
    formation.escort_step(ref, m)
    assert mods(ref, "4-11") == [-2]


@pytest.mark.parametrize(
    "changes",
    [
        {"escort_available": False},
        {"formation": Formation.OUT},
        {"formation": Formation.NONE},
        {"new_zone": False},
        {"escort": Escort.P51},
        {"zone": 8},
        {"off_course": True, "place": FormationPlace.LEAD, "squadron": Squadron.MIDDLE},
    ],
)
def test_4_8e_no_roll(changes: dict[str, object]) -> None:
    m, ref = escorted(**changes), referee()
    formation.escort_step(ref, m)
    assert rolled(ref) == []
    done(ref)


def test_4_8e_from_zone_3_for_iwo_and_truk() -> None:
    m, ref = escorted(number=5, zone=3), referee(3)
    m.target.zone = 6
    formation.escort_step(ref, m)
    assert m.escort is Escort.P38
    done(ref)
