"""Section 8: flak over the target and at low altitude."""

from __future__ import annotations

from contextlib import suppress

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Seeded
from flakhouse.core.events import Announced, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import flak
from flakhouse.games.b17.state import Mission, MissionEnded
from flakhouse.games.b17.words import End, Flak, Leg, Root, Section, Weather
from tests.b17.helpers import done, mission, noted, referee, rolled

MISSES = (2, 2) * 3  # O-3: 4 misses at any level
WING = (3, 3)  # O-5: 6, the port wing
DENT = (3, 3)  # BL-1: 6, superficial


def over(**changes: object) -> Mission:
    """Over Paris, about to bomb."""
    return mission(zone=5, weather_rolled=True, **changes)


@pytest.mark.parametrize(
    ("face", "level"),
    [(1, Flak.NONE), (2, Flak.LIGHT), (3, Flak.LIGHT), (4, Flak.MEDIUM), (5, Flak.MEDIUM), (6, Flak.HEAVY)],
)
def test_8_1_the_level_of_flak_and_three_rolls(face: int, level: Flak) -> None:
    """O-2."""
    m = over()
    ref = referee(face, *(() if level is Flak.NONE else MISSES))
    flak.over_target(ref, m)
    done(ref)
    assert m.flak is level
    assert rolled(ref) == ["O-2"] + ([] if level is Flak.NONE else ["O-3"] * 3)
    assert noted(ref) == ["over-target", "flak"] + ([] if level is Flak.NONE else ["flak-misses"])
    assert not m.flak_hit_on_run


def test_8_1_every_burst_is_announced_before_the_first_is_thrown() -> None:
    """O-3."""
    ref = referee(6, *MISSES)
    flak.over_target(ref, over())
    events = [event for event in ref.events if isinstance(event, (Announced, Rolled)) and event.chart == "O-3"]
    assert [isinstance(event, Announced) for event in events] == [True] * 3 + [False] * 3
    assert [event.about for event in events] == [f"burst {n} of 3" for n in (1, 2, 3)] * 2


def test_8_1_a_U_boat_target_adds_one() -> None:
    """O-2 modifiers."""
    m = over()
    m.target.flak_plus = True
    ref = referee(1, *MISSES)
    flak.over_target(ref, m)
    done(ref)
    assert m.flak is Flak.LIGHT


@pytest.mark.parametrize("weather", [Weather.POOR, Weather.BAD])
@pytest.mark.parametrize(("switch", "level"), [(False, Flak.LIGHT), (True, Flak.NONE)])
def test_8_1_weather_weakens_flak_only_by_the_card(weather: Weather, switch: bool, level: Flak) -> None:
    """O-2 modifiers."""
    m = over(weather=weather)
    m.options.flak_weather = switch
    ref = referee(2, *(() if switch else MISSES))
    flak.over_target(ref, m)
    done(ref)
    assert m.flak is level


def test_8_1_the_switch_does_nothing_in_good_weather_and_adds_up_with_U_boats() -> None:
    m = over()
    m.options.flak_weather = True
    flak.over_target(referee(2, *MISSES), m)
    assert m.flak is Flak.LIGHT
    m.weather, m.target.flak_plus = Weather.BAD, True
    flak.over_target(referee(2, *MISSES), m)
    assert m.flak is Flak.LIGHT


def test_8_1_hits_then_shells_then_areas_then_damage() -> None:
    """O-4 note 2."""
    m = over()
    # Heavy: hit, miss, hit; 1 shell, 2 shells; three areas; three superficial hits.
    ref = referee(6, 1, 1, 2, 2, 3, 4, 3, 4, 3, 3, *WING * 3, *DENT * 3)
    flak.over_target(ref, m)
    done(ref)
    assert rolled(ref) == ["O-2"] + ["O-3"] * 3 + ["O-4"] * 2 + ["O-5"] * 3 + ["BL-1"] * 3
    assert "flak-hits" in noted(ref)
    assert m.flak_hit_on_run
    assert m.cause is Root.FLAK


@pytest.mark.parametrize(
    ("total", "shells"),
    [(3, 1), (4, 4), (5, 3), (6, 2), (7, 1), (8, 2), (9, 3), (10, 4), (11, 1), (12, 4)],
)
def test_8_1_O_4_how_many_shells(total: int, shells: int) -> None:
    m = over()
    faces = (total // 2, total - total // 2)
    ref = referee(6, 1, 1, 2, 2, 2, 2, *faces, *WING * shells, *DENT * shells)
    flak.over_target(ref, m)
    done(ref)
    assert rolled(ref).count("O-5") == shells


def test_8_3_a_burst_inside_rolls_one_area_and_has_a_root_of_its_own() -> None:
    """O-4 note 1."""
    m = over()
    ref = referee(6, 1, 1, 2, 2, 2, 2, 1, 1, *WING, *(1,) * 10)
    with pytest.raises(MissionEnded):
        flak.over_target(ref, m)
    done(ref)
    assert rolled(ref).count("O-5") == 1
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.BIP


LIGHT_MISSES = (1, 2, 3, 4)  # 3 and 7 would be hits of medium flak


def test_8_2_low_altitude_flak_is_two_rolls_in_the_light_column() -> None:
    m = mission(low=True, in_formation=False)
    ref = referee(*LIGHT_MISSES)
    flak.low_altitude(ref, m)
    done(ref)
    assert rolled(ref) == ["O-3", "O-3"]
    assert "flak-hits" not in noted(ref)


def test_8_2_its_hits_do_damage() -> None:
    m = mission(low=True, in_formation=False)
    ref = referee(1, 1, 3, 4, 3, 4, *WING, *DENT)
    flak.low_altitude(ref, m)
    done(ref)
    assert m.cause is Root.FLAK
    assert not m.flak_hit_on_run


@pytest.mark.parametrize(
    "changes", [{"low": False}, {"in_formation": True}, {"zone": 2}, {"zone": 1, "leg": Leg.BACK}]
)
def test_8_2_none_at_altitude_in_formation_over_water_or_England(changes: dict[str, object]) -> None:
    m = mission(**{"low": True, "in_formation": False, **changes})
    ref = referee()
    flak.low_altitude(ref, m)
    assert rolled(ref) == []


def test_8_2_once_a_zone_and_in_every_such_zone() -> None:
    m = mission(low=True, in_formation=False, turn=5, turns_here=1)
    flak.low_altitude(referee(*LIGHT_MISSES), m)
    m.turn, m.turns_here = 6, 2
    ref = referee()
    flak.low_altitude(ref, m)
    assert rolled(ref) == []
    m.turn, m.turns_here, m.zone = 7, 1, 4
    ref = referee(*LIGHT_MISSES)
    flak.low_altitude(ref, m)
    done(ref)


def test_8_2_who_drops_down_on_the_second_turn_is_shot_at_then() -> None:
    m = mission(in_formation=False, turn=5, turns_here=1)
    flak.low_altitude(referee(), m)
    m.turn, m.turns_here, m.plane.low = 6, 2, True
    ref = referee(*LIGHT_MISSES)
    flak.low_altitude(ref, m)
    done(ref)
    assert rolled(ref) == ["O-3", "O-3"]


def test_8_2_over_the_target_it_is_added_to_the_flak_there() -> None:
    m = over(low=True, in_formation=False)
    ref = referee(1, 1, 3, 4, 3, 4, *WING, *DENT, 2, *MISSES)
    flak.low_altitude(ref, m)
    flak.over_target(ref, m)
    done(ref)
    assert m.flak_hit_on_run
    assert rolled(ref).count("O-3") == 5


@pytest.mark.parametrize(
    ("level", "hits"),
    [(Flak.LIGHT, {2, 12}), (Flak.MEDIUM, {2, 3, 7, 12}), (Flak.HEAVY, {2, 3, 5, 7, 9, 11, 12})],
)
def test_8_1_O_3_what_hits(level: Flak, hits: set[int]) -> None:
    for total in range(2, 13):
        faces = (total // 2, total - total // 2)
        strikes = total in hits
        m = over()
        ref = referee(*faces, *((3, 4, *WING, *DENT) if strikes else ()))
        assert flak.bursts(ref, m, level, 1) == strikes
        done(ref)


def test_8_1_O_5_the_areas() -> None:
    areas = [flak.AREA.at(total) for total in range(2, 13)]
    assert areas.count(Section.PORT_WING) == areas.count(Section.STARBOARD_WING) == 2
    assert areas[5] is Section.TAIL


def test_8_3_a_burst_that_struck_keeps_its_number() -> None:
    """The first of three misses: shells come of the second and the third."""
    found = []
    for number in range(400):
        ref = Referee(Seeded(f"numbers {number}"), Default(), trace=True)
        with suppress(MissionEnded):
            flak.bursts(ref, over(), Flak.HEAVY, 3)
        rolls = [event for event in ref.events if isinstance(event, Rolled)]
        if [roll.result for roll in rolls if roll.chart == "O-3"] == ["Miss", "Hit", "Hit"]:
            found.append([roll.about for roll in rolls if roll.chart == "O-4"])
    assert found
    assert all(about == ["burst 2", "burst 3"] for about in found)
