"""Rule 6.2: tables 6-2 to 6-5."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Noted, Rolled
from flakhouse.core.referee import Referee
from flakhouse.games.b29 import flak
from flakhouse.games.b29.state import Mission, MissionEnded
from flakhouse.games.b29.words import (
    Altitude,
    End,
    EngineState,
    Flak,
    Formation,
    Repair,
    Root,
    Section,
    Visibility,
)
from flakhouse.games.bomber.flak import Shot
from flakhouse.render.screen import screen

from .helpers import done, mission, referee, rolled


def over(city: str = "Kobe", **changes: object) -> Mission:
    """In formation over a city that adds nothing to 6-2."""
    m = mission(zone=11, visibility=Visibility.SLIGHTLY, **changes)
    m.target.city = city
    return m


def level(ref: Referee, m: Mission, additional: bool = False) -> Flak:
    flak.over_target(ref, m, additional)
    return m.flak


def modifier(m: Mission, additional: bool = False) -> int:
    """The sum of the modifiers on 6-2, with a roll that cannot hit."""
    ref = referee(3, *[4, 4] * 3, *[4, 4])
    flak.over_target(ref, m, additional)
    return next(sum(x.value for x in e.mods) for e in ref.events if isinstance(e, Rolled) and e.chart == "6-2")


# ------------------------------------------------------------------ 6-2


@pytest.mark.parametrize(
    ("die", "expected"),
    [(1, Flak.NONE), (2, Flak.LIGHT), (4, Flak.LIGHT), (5, Flak.MEDIUM), (6, Flak.MEDIUM)],
)
def test_6_2_rows(die: int, expected: Flak) -> None:
    ref = referee(die, *([] if expected is Flak.NONE else [2, 2] * 3))
    assert level(ref, over()) is expected
    done(ref)


def test_6_2_heavy_from_7() -> None:
    ref = referee(6, *[2, 2] * 3)
    assert level(ref, over("Tokyo")) is Flak.HEAVY


@pytest.mark.parametrize(
    ("visibility", "value"),
    [(Visibility.OBSCURED, -2), (Visibility.MOSTLY, -1), (Visibility.SLIGHTLY, 0), (Visibility.CLEAR, 1)],
)
def test_6_2_visibility(visibility: Visibility, value: int) -> None:
    m = over()
    m.visibility = visibility
    assert modifier(m) == value


@pytest.mark.parametrize(("city", "value"), [("Tokyo", 1), ("Nagoya", 1), ("Yokohama", 1), ("Osaka", 0)])
def test_6_2_great_cities(city: str, value: int) -> None:
    assert modifier(over(city)) == value


def test_6_2_night_searchlight_asterisk_altitude() -> None:
    """2-9d, 5-14c."""
    assert modifier(over(night=True, formation=Formation.NONE)) == -1
    assert modifier(over(night=True, formation=Formation.NONE, lit=True)) == 0
    m = over()
    m.target.asterisk = True
    assert modifier(m) == -1
    m = over()
    m.plane.altitude = Altitude.HI
    assert modifier(m) == -1


def test_6_2_an_engine_out_counts_at_lo_only() -> None:
    m = over()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert modifier(m) == 0
    m.plane.altitude = Altitude.LO
    assert modifier(m) == 1
    m.plane.engines[1].state = EngineState.FEATHERED
    assert modifier(m) == 1
    m.plane.engines[0].state = m.plane.engines[1].state = EngineState.FULL
    assert modifier(m) == 0


def test_6_2_r56_evasive_action() -> None:
    m = over(formation=Formation.OUT, evaded_flak=True)
    assert modifier(m) == -1
    m.plane.crippled = True  # 6.2F ends it
    assert modifier(m) == 0


def test_6_4_r58_the_second_roll_has_all_modifiers_and_one_more() -> None:
    m = over("Tokyo", night=True, formation=Formation.NONE, lit=True)
    assert modifier(m) == 1
    assert modifier(m, additional=True) == 0


# ------------------------------------------------------------------ 6-3


HITS = {
    Flak.LIGHT: {2, 12},
    Flak.MEDIUM: {2, 3, 7, 11, 12},
    Flak.HEAVY: {2, 3, 5, 7, 9, 11, 12},
}


@pytest.mark.parametrize("kind", list(HITS))
@pytest.mark.parametrize("total", range(2, 13))
def test_table_6_3_every_cell(kind: Flak, total: int) -> None:
    column = list(HITS).index(kind)
    assert (flak.TO_HIT.at(total, column) is Shot.HIT) == (total in HITS[kind])


def test_6_2b_three_rolls_and_none_without_flak() -> None:
    ref = referee(2, *[3, 3] * 3)
    level(ref, over())
    done(ref)
    assert rolled(ref) == ["6-2", "6-3", "6-3", "6-3"]
    ref = referee(1)
    level(ref, over())
    done(ref)


def test_r42_two_rolls_for_what_fighters_throw() -> None:
    m = over(cause=Root.AIRBURST)
    ref = referee(3, 3, 3, 3)
    flak.bursts(ref, m, Flak.LIGHT, 2)
    done(ref)
    assert m.cause is Root.AIRBURST


# ------------------------------------------------------------------ 6-4, 6-5


def test_table_6_4_every_row() -> None:
    assert [flak.SHELLS.at(n) for n in range(2, 13)] == [0, 1, 4, 3, 2, 1, 2, 3, 4, 5, 4]


def test_table_6_5_every_row() -> None:
    """6.2D."""
    assert [flak.AREA.at(n) for n in range(2, 13)] == [
        Section.NOSE,
        Section.NAV_RADIO,
        Section.WAIST,
        Section.FWD_BAY,
        Section.STARBOARD_WING,
        None,
        Section.PORT_WING,
        Section.AFT_BAY,
        Section.TAIL,
        Section.UTILITY,
        Section.NOSE,
    ]


def test_6_2c_to_e_all_hits_then_shells_then_areas_then_damage() -> None:
    """6.2D, 6.2E."""
    m = over()
    # two hits of three; one shell and two shells; superficial, Tail, superficial; Tail row 4: superficial
    ref = referee(1, 1, 3, 3, 6, 6, 3, 4, 3, 3, 3, 4, 5, 5, 3, 4, 2, 2)
    flak.bursts(ref, m, Flak.LIGHT, 3)
    done(ref)
    assert rolled(ref) == ["6-3"] * 3 + ["6-4"] * 2 + ["6-5"] * 3 + ["7-8"]


def test_table_6_5_a_burst_inside_rolls_a_seven_again() -> None:
    """6-4 note."""
    m = over(cause=Root.FLAK)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    # burst inside; 7 again; then the forward bay with its bombs
    ref = referee(1, 1, 1, 1, 3, 4, 2, 3)
    with pytest.raises(MissionEnded):
        flak.bursts(ref, m, Flak.LIGHT, 1)
    done(ref)
    assert rolled(ref) == ["6-3", "6-4", "6-5", "6-5"]
    assert (m.end, m.repair, m.root) == (End.DESTROYED, Repair.LOST, Root.BIP)


def test_6_2f_a_burst_thrown_by_a_fighter_keeps_its_root() -> None:
    m = over(cause=Root.AIRBURST)
    ref = referee(1, 1, 1, 1, 2, 3)
    with pytest.raises(MissionEnded):
        flak.bursts(ref, m, Flak.LIGHT, 1)
    assert m.root is Root.AIRBURST


def test_6_2f_wing_burst_goes_out_of_control() -> None:
    m = over(cause=Root.FLAK)
    m.plane.altitude = Altitude.LO
    m.plane.pressurized = False
    ref = referee(1, 1, 1, 1, 3, 3, *[1] * 11)
    with pytest.raises(MissionEnded):
        flak.bursts(ref, m, Flak.LIGHT, 1)
    done(ref)
    assert rolled(ref)[3:] == ["8-5"] * 11
    assert m.end is End.OUT_OF_CONTROL


@pytest.mark.parametrize(
    ("area", "damage", "areas", "said"),
    [
        ((2, 5), (), 1, "Struck: Fwd Bomb Bay, and superficial damage."),
        ((4, 1), (1, 6), 1, "Fwd Bomb Bay, Fwd Bomb Bay."),
    ],
)
def test_6_2D_a_shell_that_only_scratches_is_told_and_a_section_struck_twice_is_one_place(
    area: tuple[int, ...], damage: tuple[int, ...], areas: int, said: str
) -> None:
    ref = referee(6, 6, 5, 4, 5, 2, 2, 5, 4, 1, *area, 1, 6, *damage)
    flak.bursts(ref, mission(), Flak.HEAVY, 2)
    done(ref)
    note = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "flak-hits")
    assert note.facts["areas"] == areas
    assert screen(games.load("b29")).event_lines(note, "brief")[0].endswith(said)
