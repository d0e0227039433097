"""Section 7: seats, places, moves, casualties carried, who flies."""

from __future__ import annotations

import pytest

from flakhouse.core.dice import Fixed
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import combat, crew, orders, waves
from flakhouse.games.b17.combat import fields
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import COMPARTMENTS, End, GunName, Position, Section
from flakhouse.games.bomber.turn import MissionEnded
from tests.b17.helpers import Watcher, done, mission, noted, referee

P = Position
MOVE, CARRY = orders.MEN


def test_7a_5_pilot_flies_then_copilot() -> None:
    m = mission()
    assert crew.flying(m) is m.men[P.PILOT]
    m.men[P.PILOT].serious = True
    assert crew.flying(m) is m.men[P.COPILOT]
    assert crew.pilot_flying(m)


def test_7a_5_engineer_must_take_over_first() -> None:
    m = mission()
    m.men[P.PILOT].dead = m.men[P.COPILOT].serious = True
    ref = referee()
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.ENGINEER]
    assert not crew.pilot_flying(m)
    assert m.men[P.ENGINEER].station is P.PILOT
    assert m.men[P.PILOT].station is None
    assert m.men[P.PILOT].compartment is Section.PILOTS
    assert noted(ref) == ["takes-controls"]


def test_7a_5_engineer_out_anyone_by_choice() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT, P.ENGINEER):
        m.men[p].dead = True
    m.safe_turn = False
    ref = referee(answers=["who-flies=Tail Gunner"])
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.TAIL_GUNNER]
    assert m.seats[P.TAIL_GUNNER] is None
    assert m.men[P.TAIL_GUNNER].moved


def test_7a_5_nobody_left_to_fly() -> None:
    m = mission()
    for man in m.men.values():
        man.serious = True
    with pytest.raises(MissionEnded):
        crew.take_controls(referee(), m)
    assert m.end is End.OUT_OF_CONTROL


def test_7a_5_trapped_ball_gunner_cannot_come() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT, P.ENGINEER, P.RADIO_OPERATOR):
        m.men[p].dead = True
    m.plane.ball_jammed = True
    ref = referee(answers=["who-flies=Navigator"])
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.NAVIGATOR]


def test_7_3_places() -> None:
    m = mission()
    assert [crew.free_places(m, s) for s in (Section.WAIST, Section.RADIO_ROOM, Section.PILOTS)] == [2, 1, 1]
    assert crew.free_places(m, Section.BOMB_BAY) == 0
    m.plane.bombs = False
    assert crew.free_places(m, Section.BOMB_BAY) == 2
    assert crew.free_places(m, Section.NOSE) == crew.free_places(m, Section.TAIL) == 0


def test_7_3_casualty_is_carried_and_fills_the_place() -> None:
    m = mission(safe_turn=True)
    m.men[P.TAIL_GUNNER].serious = True
    ref = referee(answers=["carry-man=Tail Gunner", "carry-to=Radio Room"])
    CARRY.do(ref, m)
    done(ref)
    assert m.seats[P.TAIL_GUNNER] is None
    assert m.men[P.TAIL_GUNNER].compartment is Section.RADIO_ROOM
    assert crew.free_places(m, Section.RADIO_ROOM) == 0


def test_7_3_no_more_places_than_the_manual_has() -> None:
    m = mission(safe_turn=True)
    for p in (P.TAIL_GUNNER, P.BOMBARDIER, P.NAVIGATOR, P.BALL_GUNNER, P.PORT_WAIST):
        m.men[p].dead = True
    for p, where in (
        (P.TAIL_GUNNER, "Waist"),
        (P.BOMBARDIER, "Pilot Compartment"),
        (P.NAVIGATOR, "Radio Room"),
        (P.BALL_GUNNER, "Waist"),
    ):
        CARRY.do(referee(answers=[f"carry-man={p.value}", f"carry-to={where}"]), m)
    assert CARRY.why_not(m) == "there is no place left (7.3)"
    m.plane.bombs = False
    assert CARRY.why_not(m) == ""


def test_7_3_by_the_rulebook_the_dead_need_no_place() -> None:
    m = mission(safe_turn=True)
    m.options.free_places = True
    for p in (P.TAIL_GUNNER, P.BOMBARDIER, P.NAVIGATOR):
        m.men[p].dead = True
        CARRY.do(referee(answers=[f"carry-man={p.value}", "carry-to=Radio Room"]), m)
    assert [man.position for man in m.inside(Section.RADIO_ROOM)] == [
        P.BOMBARDIER,
        P.NAVIGATOR,
        P.RADIO_OPERATOR,
        P.TAIL_GUNNER,
    ]


def test_7a_1_free_in_a_safe_turn() -> None:
    m = mission(safe_turn=True)
    m.men[P.TAIL_GUNNER].dead = True
    CARRY.do(referee(answers=["carry-man=Tail Gunner", "carry-to=Waist"]), m)
    ref = referee(answers=["move-man=Port Waist Gunner", "move-to=Tail Gunner"])
    MOVE.do(ref, m)
    done(ref)
    man = m.men[P.PORT_WAIST]
    assert man.station is P.TAIL_GUNNER
    assert not man.moved


def test_7a_1_intercom_out_only_in_safe_turns() -> None:
    m = mission(safe_turn=False)
    m.plane.intercom_out = True
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    assert "7A.1" in MOVE.why_not(m)
    m.safe_turn = True
    assert MOVE.why_not(m) == ""


def test_7a_2_mover_in_a_combat_zone_misses_a_wave() -> None:
    m = mission(safe_turn=False)
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    MOVE.do(referee(answers=["move-man=Port Waist Gunner", "move-to=Tail Gunner"]), m)
    assert m.men[P.PORT_WAIST].moved


def test_7a_2_inside_one_compartment_no_penalty() -> None:
    m = mission(safe_turn=False)
    m.seats[P.BALL_GUNNER] = None
    m.men[P.BALL_GUNNER].aboard = False
    MOVE.do(referee(answers=["move-man=Port Waist Gunner", "move-to=Ball Gunner"]), m)
    assert not m.men[P.PORT_WAIST].moved


def test_7a_4_pilots_never_leave_to_man_guns() -> None:
    m = mission()
    for p in (P.PILOT, P.COPILOT):
        assert crew.why_not_move(m, m.men[p]).endswith("(7A.4)")


def test_7a_4_the_nose_holds_two_men() -> None:
    m = mission(safe_turn=True)
    m.men[P.NAVIGATOR].dead = True
    assert crew._why_not_lay(m, m.men[P.TAIL_GUNNER], Section.NOSE)
    m.seats[P.TAIL_GUNNER] = None
    m.men[P.TAIL_GUNNER].aboard = False
    assert crew._why_not_take(m, m.men[P.ENGINEER], P.NAVIGATOR)


def test_6_7_trapped_ball_gunner_neither_moves_nor_is_carried() -> None:
    m = mission(ball_jammed=True)
    man = m.men[P.BALL_GUNNER]
    assert crew.why_not_move(m, man).endswith("(6.7)")
    man.serious = True
    assert crew.why_not_carry(m, man).endswith("(6.7)")


def test_7_3_the_man_who_flies_alone_carries_nobody() -> None:
    m = mission()
    for man in m.men.values():
        man.serious = man.position is not P.COPILOT
    assert CARRY.why_not(m) == "nobody is fit to carry (7.2)"
    m.men[P.NAVIGATOR].serious = False
    assert CARRY.why_not(m) == ""


# ------------------------------------------------------------------ pilots away from their seats (7A.4)


def _pilot_aft() -> Mission:
    """The Pilot sits in the dead Radio Operator's place; the Copilot flies."""
    m = mission(oxygen_hits={P.PILOT: 2})
    m.men[P.RADIO_OPERATOR].dead = True
    crew.leave_seat(m, m.men[P.RADIO_OPERATOR])
    crew.seat(m, m.men[P.PILOT], P.RADIO_OPERATOR)
    return m


def test_7a_5_a_pilot_away_from_his_seat_comes_back_before_the_engineer() -> None:
    m = _pilot_aft()
    m.men[P.COPILOT].dead = True
    ref = referee()
    crew.take_controls(ref, m)
    done(ref)
    assert crew.flying(m) is m.men[P.PILOT]
    assert m.men[P.ENGINEER].station is P.ENGINEER


def test_7a_4_a_pilot_who_sits_at_a_gun_does_not_fire_it() -> None:
    m = _pilot_aft()
    radio = fields.FIRING_ORDER.index(GunName.RADIO)
    assert fields.ready(m, radio) is None
    assert fields.why_not_use(m, radio) == "the Pilot mans no gun (7A.4)"


def test_7a_4_a_pilot_away_may_go_back_and_nowhere_else() -> None:
    m = _pilot_aft()
    m.seats[P.TAIL_GUNNER] = None
    pilot = m.men[P.PILOT]
    assert crew.why_not_move(m, pilot) == ""
    assert crew._vacant(m, pilot) == [P.PILOT]
    assert crew._why_not_take(m, pilot, P.TAIL_GUNNER).endswith("(7A.4)")
    MOVE.do(referee(answers=["move-man=Pilot", "move-to=Pilot"]), m)
    assert pilot.station is P.PILOT


def test_7a_5_a_gunner_in_a_pilots_seat_for_its_oxygen_does_not_fly_while_a_pilot_does() -> None:
    m = mission()
    m.men[P.PILOT].dead = True
    crew.leave_seat(m, m.men[P.PILOT])
    crew.seat(m, m.men[P.TAIL_GUNNER], P.PILOT)
    assert crew.flying(m) is m.men[P.COPILOT]
    assert crew.why_not_move(m, m.men[P.TAIL_GUNNER]) == ""
    m.men[P.COPILOT].dead = True
    assert crew.flying(m) is m.men[P.TAIL_GUNNER]
    assert crew.why_not_move(m, m.men[P.TAIL_GUNNER]).endswith("(7A.5)")


# ------------------------------------------------------------------ between waves (7A.2, manual 5G)


def _tail_gunner_lost(**changes: object) -> Mission:
    """The tail guns are free to be taken."""
    m = mission(**changes)
    m.men[P.TAIL_GUNNER].aboard = False
    m.seats[P.TAIL_GUNNER] = None
    return m


MOVES = ["orders=move", "move-man=Port Waist Gunner", "move-to=Tail Gunner", "orders=done"]


def test_7a_2_manual_5G_men_may_move_between_two_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    m = _tail_gunner_lost()

    def wave(ref: Referee, m: Mission) -> bool:
        seen.append(m.men[P.PORT_WAIST].moved)
        return False

    monkeypatch.setattr(combat, "wave", wave)
    ref = referee(6, answers=MOVES)  # two waves
    waves.combat_step(ref, m)
    done(ref)
    assert seen == [False, True]
    assert m.safe_turn


def test_7a_2_who_was_asked_about_a_wound_is_not_asked_again_at_the_next_wave() -> None:
    m = _tail_gunner_lost()
    m.men[P.RADIO_OPERATOR].serious = True
    agent = Watcher()
    ref = Referee(Fixed(), agent)
    orders.between_waves(ref, m)
    orders.between_waves(ref, m)
    m.men[P.BALL_GUNNER].serious = True
    orders.between_waves(ref, m)
    assert [ask.routine for ask in agent.asks] == [False, True, False]


def test_7a_1_without_intercom_nobody_moves_between_waves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "wave", lambda ref, m: False)
    ref = referee(6)
    waves.combat_step(ref, _tail_gunner_lost(intercom_out=True))
    done(ref)
    assert noted(ref) == ["resistance"]


def test_7a_2_after_a_turn_without_attackers_the_mover_is_at_his_gun() -> None:
    m = mission(safe_turn=False)
    man = m.men[P.PORT_WAIST]
    man.moved = True
    orders.orders_step(referee(defaults=True), m)
    assert man.moved
    m.safe_turn = True
    orders.orders_step(referee(defaults=True), m)
    assert not man.moved


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"heat_out": [P.RADIO_OPERATOR]}, "no heat there (7.3)"),
        ({"oxygen_hits": {P.RADIO_OPERATOR: 2}}, "no oxygen there (7.3)"),
        ({"heat_out": [P.RADIO_OPERATOR], "low": True, "in_formation": False}, ""),
        ({"oxygen_system_out": True}, ""),
    ],
)
def test_7_3_a_wounded_man_needs_heat_and_oxygen_a_dead_one_does_not(changes: dict[str, object], why: str) -> None:
    m = mission(**changes)
    man = m.men[P.TAIL_GUNNER]
    man.serious = True
    assert crew._why_not_lay(m, man, Section.RADIO_ROOM) == why
    man.dead = True
    assert crew._why_not_lay(m, man, Section.RADIO_ROOM) == ""


@pytest.mark.parametrize("bombs", [False, True])
def test_7_3_with_free_places_a_wounded_man_fits_anywhere_but_nose_tail_and_a_loaded_bay(bombs: bool) -> None:
    m = mission(bombs=bombs)
    m.options.free_places = True
    man = m.men[Position.RADIO_OPERATOR]
    full = {section for section in COMPARTMENTS if not crew._room(m, man, section)}
    assert full == {Section.NOSE, Section.TAIL} | ({Section.BOMB_BAY} if bombs else set())
    man.dead = True
    assert all(crew._room(m, man, section) for section in COMPARTMENTS)
