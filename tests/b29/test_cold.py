"""Rules 7.3 and 7.4, table 7-14."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.events import Noted
from flakhouse.games.b29 import cold, crew, pressure
from flakhouse.games.b29.advice import pressure as advice
from flakhouse.games.b29.questions import pressure as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Altitude, Cabin, Formation, Position, Root, Section
from flakhouse.games.bomber.men import named
from flakhouse.render.base import renderer
from flakhouse.render.screen import screen
from tests.b29.helpers import done, mission, noted, referee, rolled

LO, MED, HI = Altitude
P = Position


def next_turn(m: Mission) -> None:
    m.turn += 1
    crew.new_turn(m)


def frostbitten(m: Mission) -> list[Position]:
    return [man.position for man in m.men.values() if man.frostbitten]


# ------------------------------------------------------------------ 7.3: one cabin


def test_7_3_a_compromised_cabin_has_one_more_turn_before_men_freeze() -> None:
    m = mission()
    pressure.compromise(referee(1, 1), m, Cabin.TAIL, decompress=False)
    ref = referee(1)
    next_turn(m)
    cold.cold_step(ref, m)
    assert not cold.grace_over(m)
    assert rolled(ref) == []
    next_turn(m)
    assert cold.grace_over(m)
    cold.cold_step(ref, m)
    assert rolled(ref) == ["7-14"]
    assert frostbitten(m) == [P.TAIL_GUNNER]
    assert m.men[P.TAIL_GUNNER].cause is Root.COLD
    done(ref)


def test_7_3_men_in_sound_cabins_do_not_suffer() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    m.plane.compromised_turns[Cabin.WAIST] = 2
    ref = referee(1, 2, 3, 6)
    cold.cold_step(ref, m)
    assert frostbitten(m) == [P.CFC, P.LEFT_GUNNER]
    done(ref)


def test_7_3_no_risk_in_a_compartment_without_living_men() -> None:
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    m.plane.compromised_turns[Cabin.TAIL] = 2
    m.men[P.TAIL_GUNNER].dead = True
    ref = referee()
    assert not cold.grace_over(m)
    cold.cold_step(ref, m)
    done(ref)


def test_7_3_the_front_cabin_is_nose_and_nav_radio() -> None:
    m = mission()
    m.plane.compromised[Cabin.FRONT] = True
    m.plane.compromised_turns[Cabin.FRONT] = 2
    ref = referee(3, 3, 3, 3, 3, 3)
    cold.cold_step(ref, m)
    assert len(rolled(ref)) == 6
    done(ref)


def test_7_3_rolled_again_each_turn_but_not_for_the_frostbitten() -> None:
    m = mission()
    m.plane.compromised[Cabin.WAIST] = True
    m.plane.compromised_turns[Cabin.WAIST] = 2
    m.men[P.CFC].frostbitten = True
    ref = referee(6, 6, 6, 6, 6, 6)
    cold.cold_step(ref, m)
    next_turn(m)
    cold.cold_step(ref, m)
    done(ref)
    assert rolled(ref) == ["7-14"] * 6


def test_7_3_going_down_to_lo_ends_it_and_the_grace_begins_anew_above() -> None:
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    m.plane.compromised_turns[Cabin.TAIL] = 2
    pressure.change_altitude(referee(), m, LO)
    ref = referee()
    cold.cold_step(ref, m)
    next_turn(m)
    pressure.change_altitude(ref, m, MED)
    cold.cold_step(ref, m)
    next_turn(m)
    cold.cold_step(ref, m)
    assert not cold.grace_over(m)
    next_turn(m)
    assert cold.grace_over(m)
    done(ref)


# ------------------------------------------------------------------ 7.3: the whole bomber


def open_for(turns: int, altitude: Altitude = MED, **changes: object) -> Mission:
    m = mission(pressurized=False, turns_down=turns, pressure_lost=True, **changes)
    m.plane.altitude = altitude
    return m


def test_R_104_the_turn_of_loss_and_the_next_are_free() -> None:
    m = mission()
    pressure.lose_throughout(referee(1, 1), m)
    ref = referee(6)
    cold.cold_step(ref, m)
    next_turn(m)
    cold.cold_step(ref, m)
    assert rolled(ref) == []
    next_turn(m)
    cold.cold_step(ref, m)
    assert rolled(ref) == ["7.3-cold"]
    done(ref)


@pytest.mark.parametrize(
    ("altitude", "face", "possible"),
    [(MED, 1, True), (MED, 2, False), (HI, 2, True), (HI, 3, False), (HI, 1, True)],
)
def test_7_3_the_die_by_altitude(altitude: Altitude, face: int, possible: bool) -> None:
    m = open_for(2, altitude)
    ref = referee(face, *([6] * 11 if possible else []))
    cold.cold_step(ref, m)
    assert rolled(ref) == ["7.3-cold"] + ["7-14"] * (11 if possible else 0)
    done(ref)


def test_7_14_plus_one_in_a_sound_cabin() -> None:
    m = open_for(2)
    ref = referee(1, 1, 2, *[6] * 9)
    cold.cold_step(ref, m)
    assert frostbitten(m) == [P.PILOT]  # a two makes three in a cabin that is not compromised
    done(ref)


def test_7_14_no_modifier_in_a_compromised_cabin_or_outside() -> None:
    m = open_for(2)
    m.plane.compromised[Cabin.TAIL] = True  # since this turn only: by the first paragraph it is still safe
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    ref = referee(1, 6, 6, 6, 6, 6, 6, 2, 6, 6, 6, 2)
    cold.cold_step(ref, m)
    assert frostbitten(m) == [P.CFC, P.TAIL_GUNNER]
    done(ref)


def test_7_3_a_man_in_a_freezing_cabin_does_not_roll_twice() -> None:
    m = open_for(2)
    m.plane.compromised[Cabin.TAIL] = True
    m.plane.compromised_turns[Cabin.TAIL] = 2
    ref = referee(3, 1, *[6] * 10)
    cold.cold_step(ref, m)
    assert rolled(ref) == ["7-14", "7.3-cold"] + ["7-14"] * 10
    done(ref)


def test_R_74_men_in_sound_cabins_are_safe_when_pressure_was_let_go() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=5)
    ref = referee()
    assert not cold.grace_over(m)
    cold.cold_step(ref, m)
    done(ref)


def test_7_14_plus_one_by_choice_for_a_man_outside_the_cabins() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=2)
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    ref = referee(1, 2)
    assert cold.grace_over(m)
    cold.cold_step(ref, m)
    assert frostbitten(m) == []
    done(ref)
    ref = referee(1, 1)
    cold.cold_step(ref, m)
    assert frostbitten(m) == [P.CFC]
    done(ref)


def test_7_3_frozen_pilots_hand_over() -> None:
    m = open_for(2)
    m.plane.compromised[Cabin.FRONT] = True
    m.plane.compromised_turns[Cabin.FRONT] = 2
    ref = referee(1, 1, 6, 6, 6, 6, 6)
    cold.cold_step(ref, m)
    assert crew.flying(m) is m.men[P.FLIGHT_ENGINEER]
    done(ref)


def test_7_3_nothing_under_pressure_or_at_lo() -> None:
    ref = referee()
    cold.cold_step(ref, mission())
    cold.cold_step(ref, open_for(4, LO))
    assert not cold.grace_over(open_for(4, LO))
    done(ref)


# ------------------------------------------------------------------ 7.4A: hits


def test_7_4A_two_hits_put_a_station_out() -> None:
    """R-62."""
    m = mission()
    ref = referee()
    cold.oxygen_hit(ref, m, P.PILOT)
    assert cold.oxygen_out(m) == []
    cold.oxygen_hit(ref, m, P.PILOT)
    assert cold.oxygen_out(m) == [m.men[P.PILOT]]
    assert m.plane.oxygen_out_turn == m.turn
    cold.oxygen_hit(ref, m, P.PILOT)
    assert noted(ref) == ["oxygen-hit", "oxygen-out"]


def test_7_4A_a_compartment_out() -> None:
    m = mission()
    cold.oxygen_section_out(referee(), m, Section.NOSE)
    assert [man.position for man in cold.oxygen_out(m)] == [P.PILOT, P.COPILOT, P.BOMBARDIER]


def test_7_4A_the_utility_tanks_serve_everybody() -> None:
    m = mission()
    cold.oxygen_section_out(referee(), m, Section.UTILITY)
    assert len(cold.oxygen_out(m)) == 11
    assert m.plane.oxygen_out_turn == m.turn


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"pressurized": True}, "Under pressure nobody needs it"),
        ({"pressurized": False}, "Up here nobody lives without it: next turn cabin pressure"),
        ({"pressurized": False, "altitude": LO}, "Down here nobody needs it."),
    ],
)
def test_7_4A_oxygen_that_is_out_says_whether_anybody_is_in_danger(changes: dict[str, object], said: str) -> None:
    m = mission()
    for name, value in changes.items():
        setattr(m.plane, name, value)
    for section in (Section.NOSE, Section.UTILITY):
        ref = referee()
        cold.oxygen_section_out(ref, m, section)
        told = " ".join(" ".join(renderer(games.load("b29")).log(ref.events)).split())
        assert told.count(said) == 1  # once for all men of a compartment


def _air(m: Mission) -> object:
    ref = referee()
    cold.oxygen_section_out(ref, m, Section.TAIL)
    (note,) = [event for event in ref.events if isinstance(event, Noted)]
    return note.facts["air"]


def test_7_4A_a_compromised_cabin_is_no_help_and_a_dead_man_needs_none() -> None:
    m = mission()
    m.plane.compromised[Cabin.TAIL] = True
    assert _air(m) == cold.Air.THIN
    m = mission()
    m.men[P.TAIL_GUNNER].dead = True
    assert _air(m) == cold.Air.NOBODY


def test_7_4A_4_2B_the_reason_for_pressure_names_the_man_without_oxygen() -> None:
    m = mission(pressurized=False, voluntary=True)
    assert advice.why_repressurize(m).startswith("Nobody is at work")
    m.plane.oxygen_hits[P.TAIL_GUNNER], m.plane.oxygen_out_turn = 2, m.turn - 1
    name = named(m.men[P.TAIL_GUNNER])
    assert advice.why_repressurize(m).startswith(f"Under pressure {name} can do without oxygen")
    assert questions.depressurize_combat(m).options["yes"].detail.startswith(f"{name} has no oxygen")
    m.plane.compromised[Cabin.TAIL] = True
    assert name not in advice.why_repressurize(m)


def test_4_2C_a_cabin_that_holds_no_pressure_is_left_out_of_what_the_order_promises() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=1)
    (shut,) = [order for order in pressure.ORDERS if order.key == "repressurize"]
    assert shut.detail is not None
    assert shut.detail(m) == ""
    m.plane.compromised[Cabin.FRONT] = True
    assert shut.advisable(m)
    assert shut.detail(m) == "Only the waist and tail cabins hold pressure: 6 men still need masks and may freeze."
    assert "in the waist and tail cabins no mask can fail" in advice.why_repressurize(m)
    ref = referee()
    shut.do(ref, m)
    told = " ".join(line.strip() for line in screen(games.load("b29")).log(ref.events))
    assert told.startswith(
        "Pressure is on again, but not in the front cabin. The men there still need masks and may freeze;"
    )
    assert cold.in_open_cabins(m) == m.inside(Section.NOSE) + m.inside(Section.NAV_RADIO)


def test_4_2C_nobody_needs_a_mask_when_nobody_living_is_in_the_open_cabin() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=1)
    m.plane.compromised[Cabin.TAIL] = True
    m.men[P.TAIL_GUNNER].dead = True
    ref = referee()
    pressure.repressurize(ref, m)
    told = " ".join(line.strip() for line in screen(games.load("b29")).log(ref.events))
    assert "not in the tail cabin. Nobody needs a mask;" in told


def test_4_2C_pressure_that_reaches_nobody_is_not_advised() -> None:
    m = mission(pressurized=False, voluntary=True, turns_down=1)
    for cabin in Cabin:
        m.plane.compromised[cabin] = True
    assert not advice.repressurize(m)


# ------------------------------------------------------------------ 7.4A: going down


def lacking(*positions: Position, **changes: object) -> Mission:
    """Pressure gone for good, oxygen out for these men since last turn."""
    m = mission(pressurized=False, pressure_lost=True, **changes)
    for position in positions:
        m.plane.oxygen_hits[position] = 2
    m.plane.oxygen_out_turn = m.turn - 1
    return m


def dead(m: Mission, *positions: Position) -> None:
    """These men are dead at their stations."""
    for position in positions:
        m.men[position].dead = True


def test_7_4A_down_on_the_next_turn_not_on_this() -> None:
    m = lacking(P.CFC)
    m.plane.oxygen_out_turn = m.turn
    assert cold.must_descend(m) == ""
    m.turn += 1
    assert "7.4A" in cold.must_descend(m)
    m.plane.altitude = LO
    assert cold.must_descend(m) == ""


def test_7_4A_exception_cabins_that_can_be_pressurized() -> None:
    m = lacking(P.CFC, P.PILOT)
    m.plane.pressure_lost = False
    m.plane.turns_down = 1
    assert cold.must_descend(m) == ""
    m.plane.compromised[Cabin.TAIL] = True
    assert "7.4A" in cold.must_descend(m)
    m.men[P.TAIL_GUNNER].dead = True  # the Tail is not occupied by anybody who breathes
    assert cold.must_descend(m) == ""
    m.men[P.FLIGHT_ENGINEER].serious = True
    assert "7.4A" in cold.must_descend(m)


def test_7_4A_nothing_to_do_while_pressurized() -> None:
    m = lacking(P.CFC)
    m.plane.pressure_lost, m.plane.pressurized = False, True
    ref = referee()
    assert cold.must_descend(m) == ""
    pressure.mask_step(ref, m)
    done(ref)


def test_7_4A_repressurizing_is_enforced_if_the_bomber_stays_up() -> None:
    m = lacking(P.CFC, P.PILOT)
    m.plane.pressure_lost = False
    m.plane.turns_down = 1
    ref = referee(answers=["oxygen-out=repressurize"])
    pressure.mask_step(ref, m)
    assert m.plane.pressurized
    done(ref)


def test_7_4A_a_single_man_takes_the_place_of_a_dead_one() -> None:
    m = lacking(P.CFC)
    m.men[P.LEFT_GUNNER].dead = True
    m.men[P.NAVIGATOR].dead = True
    assert cold.must_descend(m) == ""
    ref = referee(1, 1, answers=["oxygen-out=seat", "oxygen-station=Left Gunner"])
    pressure.mask_step(ref, m)
    assert m.seats[P.LEFT_GUNNER] is m.men[P.CFC]
    assert cold.oxygen_out(m) == []
    assert m.plane.altitude is MED
    done(ref)


def test_7_4A_a_station_left_for_a_task_is_no_vacancy() -> None:
    m = lacking(P.RIGHT_GUNNER)
    crew.move(referee(), m, m.men[P.LEFT_GUNNER], Section.UTILITY)
    assert "Right Gunner" in cold.must_descend(m)
    m.men[P.LEFT_GUNNER].dead = True
    assert cold.must_descend(m) == ""


def test_7_4A_two_men_without_oxygen_must_go_down_even_with_vacancies() -> None:
    m = lacking(P.CFC, P.RIGHT_GUNNER)
    m.men[P.LEFT_GUNNER].dead = m.men[P.RADAR_OPERATOR].dead = True
    assert "2 men" in cold.must_descend(m)


def test_7_4A_a_dead_mans_broken_line_is_no_vacancy() -> None:
    m = lacking(P.CFC, P.LEFT_GUNNER)
    m.men[P.LEFT_GUNNER].dead = True
    assert "CFC" in cold.must_descend(m)


def test_7_6E_the_last_pilot_may_only_take_the_other_pilots_line() -> None:
    m = lacking(P.PILOT)
    dead(m, P.COPILOT, P.BOMBARDIER)
    assert cold.open_lines(m, m.men[P.PILOT]) == [P.COPILOT]
    assert cold.must_descend(m) == ""
    ref = referee(1, 1, answers=["oxygen-out=seat"])
    pressure.mask_step(ref, m)
    assert m.seats[P.COPILOT] is m.men[P.PILOT]
    assert crew.flying(m) is m.men[P.PILOT]
    done(ref)


def test_r_133_a_pilot_without_oxygen_takes_a_vacant_line_while_the_other_flies() -> None:
    m = lacking(P.PILOT)
    dead(m, P.BOMBARDIER, P.RADIO_OPERATOR)
    assert cold.open_lines(m, m.men[P.PILOT]) == [P.BOMBARDIER, P.RADIO_OPERATOR]
    assert cold.must_descend(m) == ""
    ref = referee(1, 1, answers=["oxygen-out=seat", "oxygen-station=Radio Operator"])
    pressure.mask_step(ref, m)
    assert m.seats[P.RADIO_OPERATOR] is m.men[P.PILOT]
    assert m.seats[P.PILOT] is None
    assert crew.flying(m) is m.men[P.COPILOT]
    assert cold.oxygen_out(m) == []


def test_r_133_the_copilot_too_while_the_pilot_flies() -> None:
    m = lacking(P.COPILOT)
    dead(m, P.TAIL_GUNNER, P.BOMBARDIER)
    assert cold.open_lines(m, m.men[P.COPILOT]) == [P.BOMBARDIER]  # the dead man fills the Tail
    m.men[P.COPILOT].moved = True
    assert cold.open_lines(m, m.men[P.COPILOT]) == [P.BOMBARDIER]  # 7.6B: within the compartment at any time


@pytest.mark.parametrize("trouble", ["unfit", "away", "controls", "oxygen"])
def test_r_133_7_6e_holds_while_the_other_pilot_cannot_fly(trouble: str) -> None:
    m = lacking(P.PILOT)
    dead(m, P.BOMBARDIER)
    other = m.men[P.COPILOT]
    if trouble == "unfit":
        other.serious = True
    elif trouble == "away":
        other.station, m.seats[P.COPILOT] = None, None
        m.plane.oxygen_hits[P.COPILOT] = 1
    elif trouble == "controls":
        m.plane.copilot_controls_out = True
    else:
        m.plane.oxygen_hits[P.COPILOT] = 2
    assert P.BOMBARDIER not in cold.open_lines(m, m.men[P.PILOT])


def test_r_133_a_pilot_with_oxygen_stays_at_the_controls() -> None:
    m = mission()
    dead(m, P.BOMBARDIER)
    assert "7.6E" in crew.why_not_take(m, m.men[P.PILOT], P.BOMBARDIER)


def test_r_134_a_seriously_wounded_man_is_given_a_dead_mans_line_in_his_compartment() -> None:
    m = lacking(P.LEFT_GUNNER)
    dead(m, P.RIGHT_GUNNER, P.NAVIGATOR)
    m.men[P.LEFT_GUNNER].serious = True
    assert cold.open_lines(m, m.men[P.LEFT_GUNNER]) == [P.RIGHT_GUNNER]  # not the one in Nav/Radio
    assert cold.must_descend(m) == ""
    ref = referee(1, 1, answers=["oxygen-out=seat"])
    pressure.mask_step(ref, m)
    assert m.seats[P.RIGHT_GUNNER] is m.men[P.LEFT_GUNNER]
    assert m.men[P.LEFT_GUNNER].compartment is Section.WAIST
    assert cold.oxygen_out(m) == []


def test_7_4A_under_pressure_a_man_outside_the_cabins_needs_oxygen_too() -> None:
    m = lacking(P.CFC)
    m.plane.pressure_lost = False
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    m.plane.pressurized = True
    pressure.mask_step(referee(), m)
    assert m.plane.altitude is LO


def test_7_4A_going_down_after_all_leaves_the_formation_for_good() -> None:
    m = lacking(P.CFC)
    m.men[P.LEFT_GUNNER].dead = True
    ref = referee(answers=["oxygen-out=descend"])
    pressure.mask_step(ref, m)
    assert m.plane.altitude is LO
    assert m.formation is Formation.FOR_GOOD
    done(ref)


def test_7_4A_a_man_without_a_station_breathes_on_his_own_line() -> None:
    m = lacking(P.CFC)
    crew.move(referee(), m, m.men[P.CFC], Section.UTILITY)
    assert cold.oxygen_out(m) == [m.men[P.CFC]]
    crew.move(referee(), m, m.men[P.LEFT_GUNNER], Section.UTILITY)
    assert cold.oxygen_out(m) == [m.men[P.CFC]]


# ------------------------------------------------------------------ 7.4A: up again


def at_lo(*positions: Position) -> Mission:
    m = lacking(*positions)
    m.plane.altitude = LO
    return m


def test_7_4A_no_climbing_without_oxygen_for_all() -> None:
    m = at_lo(P.CFC)
    assert "7.4A" in cold.no_oxygen_above(m)
    m.plane.pressure_lost = False
    assert cold.no_oxygen_above(m) == ""  # the cabins serve instead


def test_7_4A_deaths_make_room_to_climb_again() -> None:
    m = at_lo(P.CFC, P.RIGHT_GUNNER)
    m.men[P.LEFT_GUNNER].dead = True
    assert "enough" in cold.no_oxygen_above(m)
    m.men[P.RADAR_OPERATOR].dead = True
    assert "vacant" in cold.no_oxygen_above(m)
    crew.sit(m, m.men[P.CFC], P.LEFT_GUNNER)
    assert cold.no_oxygen_above(m) == ""
    assert cold.no_oxygen_above(mission()) == ""
