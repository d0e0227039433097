"""BL-1: damage to a wing, with notes a, b, f, g, h and i."""

from __future__ import annotations

import pytest

from flakhouse.games.b17 import wings
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.state import MissionEnded
from flakhouse.games.b17.words import End, Root, Section, Tank
from tests.b17.helpers import done, mission, noted, referee, rolled

PORT, STARBOARD = Section.PORT_WING, Section.STARBOARD_WING
JUMPS = (6,) * 10  # G-6: ten men get out
CAUGHT = (1,) * 10  # G-7-capture in France
FALLS = (1,) * 10  # G-7: nobody gets out


@pytest.mark.parametrize("faces", [(1, 1), (1, 2), (5, 6)])
def test_BL_1a_a_root_hit_is_counted(faces: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*faces)
    wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.wings[PORT].root_hits == 1
    assert m.plane.wings[STARBOARD].root_hits == 0


def test_BL_1a_the_fifth_root_hit_takes_the_wing_off_and_it_never_lands() -> None:
    m = mission(cause=Root.FIGHTER)
    m.plane.wings[PORT].root_hits = 4
    ref = referee(1, 1, *FALLS)
    with pytest.raises(MissionEnded):
        wings.hit(ref, m, PORT)
    done(ref)
    assert m.end is End.OUT_OF_CONTROL
    assert "wing-off" in noted(ref)
    assert "landing" not in noted(ref)
    assert rolled(ref)[1:] == ["G-7"] * 10


def test_BL_1a_hits_on_the_other_wing_do_not_add_up() -> None:
    m = mission()
    m.plane.wings[PORT].root_hits = 4
    ref = referee(1, 1)
    wings.hit(ref, m, STARBOARD)
    done(ref)
    assert m.end is End.FLYING


@pytest.mark.parametrize(("row", "chart"), [((1, 3), "BL-1-flap"), ((1, 4), "BL-1-aileron")])
@pytest.mark.parametrize("face", range(1, 7))
def test_BL_1b_flap_and_aileron_go_on_1_to_3(row: tuple[int, int], chart: str, face: int) -> None:
    m = mission()
    ref = referee(*row, face)
    wings.hit(ref, m, STARBOARD)
    done(ref)
    side = m.plane.wings[STARBOARD]
    assert rolled(ref) == ["BL-1", chart]
    assert (side.flap_out or side.aileron_out) is (face <= 3)
    assert (side.flap_out if chart == "BL-1-flap" else side.aileron_out) is (face <= 3)


def test_BL_1b_only_both_flaps_and_both_ailerons_count_on_landing() -> None:
    m = mission()
    for wing in (PORT, STARBOARD):
        before = landing.negative_points(m)
        assert before == 0
        wings.apply(referee(1), m, wing, wings.Area.FLAP)
        wings.apply(referee(1), m, wing, wings.Area.AILERON)
    assert landing.negative_points(m) == 2


@pytest.mark.parametrize("area", [wings.Area.FLAP, wings.Area.AILERON])
def test_6_2_a_flap_or_aileron_that_is_out_rolls_no_more(area: wings.Area) -> None:
    m = mission()
    m.plane.wings[PORT].flap_out = m.plane.wings[PORT].aileron_out = True
    ref = referee()
    wings.apply(ref, m, PORT, area)
    assert rolled(ref) == []


@pytest.mark.parametrize("faces", [(1, 5), (3, 4), (6, 2)])
def test_BL_1_rows_6_to_8_are_superficial(faces: tuple[int, int]) -> None:
    m = mission()
    ref = referee(*faces)
    wings.hit(ref, m, PORT)
    done(ref)
    assert noted(ref) == ["superficial"]


@pytest.mark.parametrize(
    ("wing", "face", "tank"),
    [
        (PORT, 3, Tank.PORT_OUTBOARD),
        (PORT, 4, Tank.PORT_INBOARD),
        (STARBOARD, 3, Tank.STARBOARD_OUTBOARD),
        (STARBOARD, 4, Tank.STARBOARD_INBOARD),
    ],
)
def test_BL_1_row_10_which_tank(wing: Section, face: int, tank: Tank) -> None:
    m = mission()
    ref = referee(5, 5, face, 3, 6)
    wings.hit(ref, m, wing)
    done(ref)
    assert m.plane.leaking == [tank]
    assert m.plane.fuel_turns == 6


def test_BL_1_row_10_a_tank_may_seal_itself() -> None:
    m = mission()
    ref = referee(5, 5, 1, 5)
    wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.leaking == []
    assert noted(ref) == ["tank-sealed"]


@pytest.mark.parametrize("face", range(1, 6))
def test_BL_1f_a_fuel_fire_means_bailing_out_without_a_try_to_put_it_out(face: int) -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(5, 5, 1, 1, face, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        wings.hit(ref, m, PORT)
    done(ref)
    assert m.end is End.ABANDONED
    assert m.plane.extinguishers == 5
    assert "BL-3" not in rolled(ref)


def test_BL_1f_a_6_is_an_explosion_with_G_7() -> None:
    m = mission(cause=Root.FLAK)
    ref = referee(5, 5, 1, 2, 6, *FALLS)
    with pytest.raises(MissionEnded):
        wings.hit(ref, m, PORT)
    done(ref)
    assert m.end is End.OUT_OF_CONTROL
    assert m.root is Root.FLAK


def test_BL_1g_a_leaking_tank_struck_again_rolls_as_usual_and_can_burn() -> None:
    m = mission(leaking=[Tank.PORT_OUTBOARD], fuel_turns=5)
    ref = referee(5, 5, 1, 1, 1, *JUMPS, *CAUGHT)
    with pytest.raises(MissionEnded):
        wings.hit(ref, m, PORT)
    done(ref)
    assert m.end is End.ABANDONED


@pytest.mark.parametrize("face", range(1, 7))
def test_BL_1h_BL_1i_brake_or_landing_gear(face: int) -> None:
    m = mission()
    ref = referee(6, 6, face)
    wings.hit(ref, m, PORT)
    done(ref)
    assert m.plane.brake_out is (face <= 3)
    assert m.plane.gear_out() is (face > 3)
    assert landing.negative_points(m) == (1 if face <= 3 else 3)


def test_BL_1i_the_gear_of_both_sides_costs_no_more_than_one() -> None:
    m = mission()
    for wing in (PORT, STARBOARD):
        wings.apply(referee(6), m, wing, wings.Area.GEAR)
    assert landing.negative_points(m) == 3
