"""Rule 8.6: tables 8-2 sea state, 8-3 landing in water, 8-6 survival at sea."""

from __future__ import annotations

import pytest

from flakhouse.core.events import Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import ending
from flakhouse.games.b29.ending import sea
from flakhouse.games.b29.state import Mission, MissionEnded, Times
from flakhouse.games.b29.words import (
    Altitude,
    DoorState,
    End,
    EngineState,
    Fate,
    Formation,
    Position,
    Repair,
    Root,
    SeaState,
    Section,
    Weather,
)

from .helpers import done, mission, referee, rolled

P = Position


def low(zone: int = 5, number: int = 20, **changes: object) -> Mission:
    """A bomber at LO on a later mission, where 8-6 has the fewest modifiers; bombs gone, Poor weather."""
    m = mission(number=number, zone=zone, formation=Formation.OUT, **changes)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    m.plane.fwd.bombs = m.plane.aft.bombs = False
    if "weather" not in changes:
        m.weather = Weather.POOR
    return m


def ditch(ref: Referee, m: Mission, sea_state: SeaState = SeaState.MODERATE) -> None:
    """Ditch with a known sea: only 8-3 and what follows is rolled."""
    m.sea, m.sea_turn = sea_state, m.turn
    with pytest.raises(MissionEnded):
        sea.ditch(ref, m, Root.FLAK, m.weather, m.night_here())


def keys(m: Mission, state: SeaState = SeaState.CALM, night: bool = False) -> dict[str, int]:
    return {mod.key: mod.value for mod in sea.ditch_mods(m, state, m.weather, night)}


def values(ref: Referee, chart: str) -> list[int]:
    """The sum of modifiers of each roll on this chart."""
    return [sum(x.value for x in e.mods) for e in ref.events if isinstance(e, Rolled) and e.chart == chart]


# ------------------------------------------------------------------ 8-2


@pytest.mark.parametrize(
    ("die", "state", "landing", "survival"),
    [
        (1, SeaState.CALM, 0, 1),
        (2, SeaState.SLIGHT, -1, 0),
        (3, SeaState.SLIGHT, -1, 0),
        (4, SeaState.MODERATE, -2, 0),
        (5, SeaState.ROUGH, -3, -1),
        (6, SeaState.VERY_ROUGH, -4, -1),
    ],
)
def test_8_2_rows_and_their_effect(die: int, state: SeaState, landing: int, survival: int) -> None:
    m = low()
    ref = referee(die)
    assert sea.sea_state(ref, m, Weather.GOOD) is state
    done(ref)
    assert sea.SEA_EFFECT.look_up(state.value, 0) == landing
    assert sea.SEA_EFFECT.look_up(state.value, 1) == survival


@pytest.mark.parametrize(
    ("weather", "state"),
    [(Weather.POOR, SeaState.HIGH), (Weather.BAD, SeaState.VERY_HIGH), (None, SeaState.VERY_ROUGH)],
)
def test_table_8_2_weather_roughens_the_sea(weather: Weather | None, state: SeaState) -> None:
    assert sea.sea_state(referee(6), low(), weather) is state


def test_table_8_2_the_worst_rows() -> None:
    assert [sea.SEA_EFFECT.look_up(s.value, 0) for s in (SeaState.HIGH, SeaState.VERY_HIGH)] == [-5, -6]
    assert [sea.SEA_EFFECT.look_up(s.value, 1) for s in (SeaState.HIGH, SeaState.VERY_HIGH)] == [-2, -2]


def test_table_8_2_is_rolled_once_a_turn() -> None:
    m = low()
    ref = referee(4, 5)
    assert sea.sea_state(ref, m, m.weather) is sea.sea_state(ref, m, m.weather)
    m.turn += 1
    sea.sea_state(ref, m, m.weather)
    done(ref)


# ------------------------------------------------------------------ 8-3 modifiers


def test_table_8_3_a_sound_bomber_in_poor_weather_has_no_modifier() -> None:
    assert keys(low()) == {}


def test_table_8_3_weather_by_its_own_list() -> None:
    """R-35: Good +1, Bad -1, Poor nothing."""
    assert keys(low(weather=Weather.GOOD)) == {"good": 1}
    assert keys(low(weather=Weather.BAD)) == {"bad": -1}


def test_table_8_3_sea_state_counts() -> None:
    mods = sea.ditch_mods(low(), SeaState.VERY_HIGH, Weather.POOR, False)
    assert [(mod.value, mod.reason) for mod in mods] == [(-6, "sea state")]


def test_table_8_3_bombs_in_either_bay() -> None:
    m = low()
    m.plane.aft.bombs = True
    assert keys(m) == {"bombs": -1}
    m.plane.fwd.bombs = True
    assert keys(m) == {"bombs": -1}


def test_table_8_3_night_costs_three() -> None:
    assert keys(low(), night=True) == {"night": -3}


@pytest.mark.parametrize("state", [DoorState.OPEN, DoorState.JAMMED_OPEN])
def test_table_8_3_open_bomb_doors(state: DoorState) -> None:
    m = low()
    m.plane.fwd.doors = state
    assert keys(m) == {"one_bay_open": -4}
    m.plane.aft.doors = state
    assert keys(m) == {"both_bays_open": -5}
    m.plane.fwd.doors = DoorState.JAMMED_SHUT
    assert keys(m) == {"one_bay_open": -4}


def test_table_8_3_veteran_pilot_but_never_a_veteran_copilot() -> None:
    m = low()
    m.men[P.PILOT].airman.missions = 14
    m.men[P.COPILOT].airman.missions = 14
    assert keys(m) == {"veteran_pilot": 1}
    m.men[P.PILOT].serious = True
    assert keys(m) == {}


def test_table_8_3_a_stand_in_costs_ten() -> None:
    """R-82."""
    m = low()
    m.men[P.PILOT].serious = m.men[P.COPILOT].serious = True
    engineer = m.men[P.FLIGHT_ENGINEER]
    m.seats[P.FLIGHT_ENGINEER] = None
    m.men[P.PILOT].station = None
    m.seats[P.PILOT] = engineer
    engineer.station, engineer.compartment = P.PILOT, Section.NOSE
    assert keys(m) == {"stand_in": -10}


def test_table_8_3_damage() -> None:
    m = low(
        windshield_hits=2, rudder_hits=3, elevator_control_hits=2, aileron_control_hits=2, flap_controls_out=True
    )
    m.plane.tailplane_root[Section.PORT_WING] = 3
    m.plane.bursts_inside.append(Section.UTILITY)
    assert keys(m) == {
        "flaps": -1,
        "ailerons": -1,
        "elevators": -1,
        "rudder": -1,
        "windshield": -1,
        "tailplane": -1,
        "burst": -2,
    }


def test_table_8_3_engines_each_at_its_worst() -> None:
    """R-64: R-68."""
    m = low()
    e = m.plane.engines
    e[0].state, e[1].state, e[2].state = EngineState.FEATHERED, EngineState.WINDMILLING, EngineState.RUNAWAY
    assert keys(m) == {"engine_out": -1, "windmilling": -2, "runaway": -3}
    e[1].state = EngineState.BURNING
    assert keys(m) == {"engine_out": -2, "runaway": -3}
    e[0].state = EngineState.REDUCED  # reduced power is not out
    assert keys(m) == {"engine_out": -1, "runaway": -3}


def test_7_2_no_engines_the_controls_count_as_out() -> None:
    """R-64."""
    m = low()
    for engine in m.plane.engines:
        engine.state = EngineState.FEATHERED
    assert keys(m) == {"flaps": -1, "ailerons": -1, "elevators": -1, "rudder": -1, "engine_out": -4}


# ------------------------------------------------------------------ 8-3 rows


def test_table_8_3_two_or_less_kills_everybody() -> None:
    m = low()
    ref = referee(1, 3)  # 4 - 2
    ditch(ref, m)
    done(ref)
    assert all(man.fate is Fate.KIA for man in m.men.values())
    assert (m.end, m.repair, m.root) == (End.DITCHED, Repair.LOST, Root.FLAK)


def test_8_3_row_3_wounds_at_plus_one_and_no_raft_bonus() -> None:
    m = low()
    ref = referee(1, 4, 5, *[1] * 10, *[4] * 10)
    ditch(ref, m)
    done(ref)
    assert rolled(ref) == ["8-3"] + ["7-13"] * 11 + ["8-6"] * 10
    assert m.men[P.PILOT].fate is Fate.KIA  # 5 + 1
    assert values(ref, "8-6") == [0] * 10  # no successful ditching


def test_8_3_row_4_wounds_but_a_successful_ditching() -> None:
    m = low()
    ref = referee(1, 5, 4, *[1] * 10, 3, *[3] * 10)
    ditch(ref, m)
    done(ref)
    assert values(ref, "7-13") == [0] * 11
    assert m.men[P.PILOT].serious
    # 8-6: -1 for the serious wound, +1 for the raft
    assert values(ref, "8-6") == [0] + [1] * 10
    assert m.men[P.PILOT].fate is Fate.LAS
    assert m.men[P.COPILOT].fate is Fate.DUTY


def test_8_3_row_5_and_more_nobody_is_hurt() -> None:
    m = low()
    ref = referee(3, 4, *[3] * 11)
    ditch(ref, m)
    done(ref)
    assert [man.fate for man in m.men.values()] == [Fate.DUTY] * 11
    assert m.end is End.DITCHED


def test_table_8_3_two_sixes_are_a_successful_ditching() -> None:
    """R-80."""
    m = low(windshield_hits=2)
    m.plane.fwd.doors = m.plane.aft.doors = DoorState.OPEN
    m.plane.bursts_inside.append(Section.WAIST)
    ref = referee(6, 6, *[5] * 11)  # 12 - 1 - 5 - 2 - 6 = -2
    ditch(ref, m, SeaState.VERY_HIGH)
    done(ref)
    assert rolled(ref) == ["8-3"] + ["8-6"] * 11
    assert values(ref, "8-6") == [-1] * 11  # -2 for the sea, +1 for the rafts


# ------------------------------------------------------------------ 8-6


@pytest.mark.parametrize(
    ("zone", "number", "modifier"),
    [
        (1, 20, 2),
        (2, 20, 1),
        (3, 20, 0),
        (5, 20, 0),
        (6, 20, 1),
        (6, 5, -1),
        (8, 20, 0),
        (9, 20, -1),
        (5, 15, -1),
        (5, 16, 0),
    ],
)
def test_table_8_6_zone_and_mission(zone: int, number: int, modifier: int) -> None:
    m = low(zone, number)
    m.sea = SeaState.MODERATE
    ref = referee(6)
    sea.survive(ref, m, [m.men[P.CFC]], m.weather, [])
    done(ref)
    assert values(ref, "8-6") == [modifier]


@pytest.mark.parametrize(
    ("weather", "modifier"), [(Weather.GOOD, 1), (Weather.POOR, 0), (Weather.BAD, -1), (None, 0)]
)
def test_table_8_6_weather(weather: Weather | None, modifier: int) -> None:
    m = low()
    ref = referee(6)
    sea.survive(ref, m, [m.men[P.CFC]], weather, [])
    assert values(ref, "8-6") == [modifier]


def test_table_8_6_radio_out_costs_two() -> None:
    m = low(radio_out=True)
    ref = referee(5)
    sea.survive(ref, m, [m.men[P.CFC]], m.weather, [])
    assert values(ref, "8-6") == [-2]
    assert m.men[P.CFC].fate is Fate.LAS
    assert m.men[P.CFC].dead


@pytest.mark.parametrize(("die", "fate"), [(3, Fate.LAS), (4, Fate.DUTY)])
def test_table_8_6_four_and_more_is_rescued(die: int, fate: Fate) -> None:
    m = low()
    sea.survive(referee(die), m, [m.men[P.CFC]], m.weather, [])
    assert m.men[P.CFC].fate is fate


def test_table_8_6_rafts_hit_in_one_bay_serve_six_men() -> None:
    """D62: chosen before anybody rolls."""
    m = low()
    m.plane.fwd.rafts_hit = True
    picks = ["CFC", "Left Gunner", "Right Gunner", "Radar Operator", "Tail Gunner", "Pilot"]
    ref = referee(3, 4, *[3] * 11, answers=[f"raft-places={p}" for p in picks])
    ditch(ref, m)
    done(ref)
    saved = [p.value for p, man in m.men.items() if man.fate is Fate.DUTY]
    assert sorted(saved) == sorted(picks)


def test_table_8_6_fewer_than_six_may_be_named() -> None:
    m = low()
    m.plane.aft.rafts_hit = True
    ref = referee(3, 4, *[3] * 11, answers=["CFC", "done"])
    ditch(ref, m)
    done(ref)
    assert [p for p, man in m.men.items() if man.fate is Fate.DUTY] == [P.CFC]


def test_table_8_6_six_survivors_all_find_a_place() -> None:
    m = low()
    m.plane.fwd.rafts_hit = True
    for p in (P.PILOT, P.BOMBARDIER, P.NAVIGATOR, P.CFC, P.TAIL_GUNNER):
        m.men[p].dead = True
    ref = referee(3, 4, *[3] * 6)
    ditch(ref, m)
    done(ref)
    assert values(ref, "8-6") == [1] * 6


def test_table_8_6_rafts_hit_in_both_bays_serve_nobody() -> None:
    m = low()
    m.plane.fwd.rafts_hit = m.plane.aft.rafts_hit = True
    ref = referee(3, 4, *[3] * 11)
    ditch(ref, m)
    done(ref)
    assert [man.fate for man in m.men.values()] == [Fate.LAS] * 11


@pytest.mark.parametrize(("die", "fate"), [(3, Fate.DUTY), (4, Fate.CAS)])
def test_8_6b_the_men_of_the_rafts_share_one_die(die: int, fate: Fate) -> None:
    m = low(10)
    ref = referee(3, 4, *[5] * 11, die, *([4] * 11 if fate is Fate.CAS else []))
    ditch(ref, m)
    done(ref)
    assert rolled(ref).count("8-6b-rescuer") == 1
    assert [man.fate for man in m.men.values()] == [fate] * 11


def test_8_6b_without_rafts_each_man_has_his_own_die() -> None:
    m = low(10)
    ref = referee(5, 5, 4, 3, 2)
    sea.survive(ref, m, [m.men[P.CFC], m.men[P.TAIL_GUNNER]], m.weather, [])
    done(ref)
    assert rolled(ref) == ["8-6", "8-6", "8-6b-rescuer", "8-7", "8-6b-rescuer"]
    assert m.men[P.CFC].fate is Fate.DIC
    assert m.men[P.TAIL_GUNNER].fate is Fate.DUTY


def test_8_6b_only_in_zones_10_to_14() -> None:
    m = low(9)
    ref = referee(6)
    sea.survive(ref, m, [m.men[P.CFC]], m.weather, [])
    done(ref)
    assert m.men[P.CFC].fate is Fate.DUTY


def test_8_7_a_serious_wound_costs_a_prisoner_one() -> None:
    m = low(10)
    m.men[P.CFC].serious = True
    ref = referee(6, 6, 4)
    sea.survive(ref, m, [m.men[P.CFC]], m.weather, [])
    done(ref)
    assert values(ref, "8-7") == [-1]
    assert m.men[P.CFC].fate is Fate.DIC


# ------------------------------------------------------------------ 3-3, R-90


def test_r90_ditching_after_take_off() -> None:
    """No weather, night as at take-off, Zone 1 for 8-6."""
    m = low(1, weather=Weather.BAD, turn=0)
    m.times = Times(take_off=True)
    ref = referee(1, 3, 5, *[1] * 11)
    with pytest.raises(MissionEnded):
        ending.take_off_landing(ref, m, True)
    done(ref)
    assert values(ref, "8-2") == [0]
    assert values(ref, "8-3") == [-3]
    assert values(ref, "8-6") == [4] * 11  # Zone 1, calm sea, raft
    assert (m.end, m.root, m.repair) == (End.DITCHED, Root.TAKEOFF, Repair.LOST)
