"""Section 13: when an abort is a must, when it counts, and what it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flakhouse.core.agents import Default
from flakhouse.core.dice import Fixed
from flakhouse.core.events import Chosen, Noted
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.b17 import abort, cold, formation, orders, wings
from flakhouse.games.b17.advice import flight as advice
from flakhouse.games.b17.game import GAME
from flakhouse.games.b17.setup import make_target
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import WINGS, EngineState, GunName, Leg, Position, Root, Section, Squadron
from flakhouse.render.base import renderer
from tests.b17.helpers import done, mission, noted, referee

Change = Callable[[Mission], None]


def _engines(m: Mission) -> None:
    """Two engines are out."""
    m.plane.engines[0].state = m.plane.engines[3].state = EngineState.FEATHERED


def _doors(m: Mission) -> None:
    """The bomb bay doors are jammed."""
    m.plane.bomb_doors_out = True


def _intercom(m: Mission) -> None:
    """The intercom is out."""
    m.plane.intercom_out = True


def _norden(m: Mission) -> None:
    """The Norden sight is out."""
    m.plane.norden_out = True


def _heat(m: Mission) -> None:
    """The Tail Gunner has no heat."""
    m.plane.heat_out.append(Position.TAIL_GUNNER)


def _bombardier(m: Mission) -> None:
    """The Bombardier is seriously wounded."""
    m.men[Position.BOMBARDIER].serious = True


def _navigator_alone(m: Mission) -> None:
    """Alone without a Navigator."""
    m.men[Position.NAVIGATOR].dead = True
    m.in_formation = False


def _pilots_alone(m: Mission) -> None:
    """Alone without pilots."""
    m.men[Position.PILOT].dead = m.men[Position.COPILOT].serious = True
    m.in_formation = False


def _oxygen(m: Mission) -> None:
    """The Tail Gunner has no oxygen."""
    m.plane.oxygen_hits[Position.TAIL_GUNNER] = 2


def _accident(m: Mission) -> None:
    """B-7 row 12 sent the bomber home."""
    m.must_abort = "mid-air accident"


_LONG = [_engines, _doors, _intercom, _norden, _heat, _bombardier, _navigator_alone, _oxygen, _accident]
_SHORT = [_engines, _navigator_alone, _pilots_alone, _accident]
_ALL = [*_LONG, _pilots_alone]


@pytest.mark.parametrize("change", _ALL)
def test_13_1_manual_5C_the_long_list(change: Change) -> None:
    """manual 5C.2f."""
    m = mission()
    change(m)
    assert bool(abort.mandatory(m)) is (change in _LONG)


@pytest.mark.parametrize("change", _ALL)
def test_13_1_the_short_list_of_the_rulebook(change: Change) -> None:
    m = mission()
    m.options.short_abort_list = True
    change(m)
    assert bool(abort.mandatory(m)) is (change in _SHORT)


def test_13_1_nothing_wrong_nothing_mandatory() -> None:
    assert abort.mandatory(mission()) == ""


def test_13_1_one_engine_out_is_no_must() -> None:
    m = mission()
    m.plane.engines[0].state = EngineState.FEATHERED
    assert abort.mandatory(m) == ""


@pytest.mark.parametrize("position", [Position.NAVIGATOR, Position.PILOT])
def test_13_1_in_formation_the_navigator_is_no_must(position: Position) -> None:
    m = mission()
    m.men[position].dead = True
    assert abort.mandatory(m) == ""


def test_9_3_oxygen_is_no_must_while_a_free_place_serves() -> None:
    """manual 5C.2f."""
    m = mission()
    _oxygen(m)
    m.men[Position.RADIO_OPERATOR].dead = True
    assert abort.mandatory(m) == ""
    m.plane.low = True  # the player went down instead
    assert abort.mandatory(m) == "oxygen out"


@pytest.mark.parametrize("change", _LONG)
@pytest.mark.parametrize("state", [{"leg": Leg.BACK}, {"bomb_run": True}, {"aborted": True}])
def test_13_2_no_must_once_homeward_or_bombed(change: Change, state: dict[str, object]) -> None:
    m = mission(**state)
    change(m)
    assert abort.mandatory(m) == ""


def test_13_1_a_mandatory_abort_asks_nothing_but_the_bombs() -> None:
    m, ref = mission(), referee(answers=["drop"])
    _norden(m)
    abort.abort_step(ref, m)
    assert (m.aborted, m.abort_cause, m.leg) == (True, "Norden sight out", Leg.BACK)
    assert not m.plane.bombs
    done(ref)


def test_13_1_after_any_combat_the_player_may_turn_back() -> None:
    m, ref = mission(), referee(answers=["abort", "keep"])
    abort.abort_step(ref, m)
    assert (m.aborted, m.abort_zone, m.abort_cause, m.plane.bombs) == (True, 3, "by choice", True)
    assert not abort.credited(m)
    done(ref)


def test_13_1_or_go_on() -> None:
    m, ref = mission(), referee(answers=["go-on"])
    abort.abort_step(ref, m)
    assert (m.aborted, m.leg) == (False, Leg.OUT)


@pytest.mark.parametrize(
    "state", [{"zone": 1}, {"zone": 0}, {"leg": Leg.BACK}, {"bomb_run": True}, {"aborted": True}]
)
def test_13_1_no_question_before_zone_2_and_on_the_way_home(state: dict[str, object]) -> None:
    m, ref = mission(**state), referee()
    abort.abort_step(ref, m)
    assert ref.events == []


def test_13_1_an_abort_turns_the_plane_round() -> None:
    m, ref = mission(turns_here=2), referee(answers=["keep"])
    abort.abort(ref, m, "engine out")
    assert (m.leg, m.turns_here) == (Leg.BACK, 2)


def test_2B_0_over_the_target_it_turns_in_the_target_step() -> None:
    m, ref = mission(zone=5), referee(answers=["keep"])
    abort.abort(ref, m, "engine out")
    assert (m.leg, m.abort_zone, m.at_target()) == (Leg.OUT, 5, True)


def test_13_3_by_the_switch_it_goes_home_alone() -> None:
    m, ref = mission(), referee(answers=["keep"])
    m.options.abort_alone = True
    abort.abort(ref, m, "engine out")
    assert not m.in_formation
    assert noted(ref) == ["abort", "left-formation"]


def test_13_3_turning_back_is_no_cause_to_leave_formation() -> None:
    m, ref = mission(), referee(answers=["keep"])
    abort.abort(ref, m, "engine out")
    assert m.in_formation


def test_13_2_who_keeps_his_bombs_is_not_advised_to_drop_them() -> None:
    m, ref = mission(), referee(answers=["keep"])
    abort.abort(ref, m, "engine out")
    jettison = next(order for order in orders.ORDERS if order.key == "jettison")
    assert jettison.advised is not None
    assert not jettison.advised(m)
    m.bombs_kept = False
    assert jettison.advised(m)


def test_2B_3_jammed_doors_leave_nothing_to_ask() -> None:
    m, ref = mission(bomb_doors_out=True), referee()
    abort.abort_step(ref, m)
    assert (m.aborted, m.plane.bombs) == (True, True)
    done(ref)


@pytest.mark.parametrize(("cause", "counts"), [(Root.FIGHTER, True), (Root.FLAK, True), (Root.MECHANICAL, False)])
def test_13_1_an_abort_counts_for_what_the_enemy_did(cause: Root, counts: bool) -> None:
    m, ref = mission(cause=cause), referee(answers=["keep"])
    m.permit("engine out")
    abort.abort(ref, m, "engine out")
    assert abort.credited(m) is counts


def test_13_1_what_happens_on_the_way_home_does_not_make_it_count() -> None:
    m, ref = mission(), referee(answers=["keep"])
    abort.abort(ref, m, "by choice")
    m.cause = Root.FIGHTER
    m.permit("heat out")
    assert not abort.credited(m)


@pytest.mark.parametrize("reason", ["Navigator lost", "pilots lost", "out of formation"])
@pytest.mark.parametrize("in_formation", [True, False])
def test_13_1_some_reasons_count_only_out_of_formation(reason: str, in_formation: bool) -> None:
    m, ref = mission(cause=Root.FIGHTER, in_formation=in_formation), referee(answers=["keep"])
    m.permit(reason)
    abort.abort(ref, m, reason)
    assert abort.credited(m) is not in_formation


def test_13_1_a_mission_flown_to_the_end_counts() -> None:
    assert abort.credited(mission(bomb_run=True))


@pytest.mark.parametrize(("turns", "short"), [(5, True), (6, False)])
def test_13_1_errata_16_fuel_too_short_for_target_and_home(turns: int, short: bool) -> None:
    m = mission(fuel_turns=turns, fuel_root=Root.FIGHTER)  # Zone 3, target in Zone 5: six turns
    assert abort.fuel_short(m) is short
    assert abort.reasons(m) == ({"fuel leak": True} if short else {})


def test_13_1_errata_16_a_leak_that_leaves_enough_is_no_cause() -> None:
    m, ref = mission(fuel_turns=6, fuel_root=Root.FIGHTER), referee(answers=["abort", "keep"])
    m.leave["fuel leak"] = True
    abort.abort_step(ref, m)
    assert (m.aborted, abort.credited(m)) == (True, False)


def test_13_1_errata_16_a_careful_player_turns_back_for_want_of_fuel() -> None:
    m, ref = mission(fuel_turns=5, fuel_root=Root.FIGHTER), referee(defaults=True)
    abort.abort_step(ref, m)
    assert (m.abort_cause, abort.credited(m)) == ("fuel leak", True)


@pytest.mark.parametrize("wing", WINGS)
def test_13_1_BL_1_a_superficial_wing_hit_is_no_reason_to_turn_back(wing: Section) -> None:
    m, ref = mission(zone=2), referee(2, 4, defaults=True)
    wings.hit(ref, m, wing)
    assert noted(ref) == ["superficial"]
    assert m.nothing_wrong()
    abort.abort_step(ref, m)
    done(ref)
    assert not m.aborted


def test_13_1_BL_1_a_wing_root_hit_far_from_the_target_is() -> None:
    m, ref = mission(zone=2, target=make_target("Kiel")), referee(1, 1, defaults=True)
    wings.hit(ref, m, Section.PORT_WING)
    assert not m.nothing_wrong()
    abort.abort_step(ref, m)
    assert m.aborted


SPOILED: tuple[Callable[[Mission], object], ...] = (
    lambda m: setattr(m.plane, "intercom_out", True),
    lambda m: setattr(m.plane.engines[2], "oil_zones", 2),
    lambda m: setattr(m.plane.guns[GunName.BALL], "jammed", True),
    lambda m: setattr(m.plane.wings[Section.PORT_WING], "flap_out", True),
    lambda m: m.plane.elevator_out.update({Section.PORT_WING: True}),
    lambda m: m.plane.oxygen_hits.update({Position.PILOT: 1}),
    lambda m: setattr(m.men[Position.NAVIGATOR], "light", 1),
    lambda m: setattr(m.men[Position.NAVIGATOR], "station", None),
)


@pytest.mark.parametrize("spoil", SPOILED)
def test_13_1_whatever_is_broken_or_hurt_is_something_wrong(spoil: Callable[[Mission], object]) -> None:
    m = mission()
    assert m.nothing_wrong()
    spoil(m)
    assert not m.nothing_wrong()


def test_13_1_a_careful_player_turns_back_alone_but_not_over_the_target() -> None:
    far, near = mission(in_formation=False), mission(in_formation=False, zone=5)
    for m in (far, near):
        abort.abort_step(referee(defaults=True), m)
    assert (far.aborted, near.aborted) == (True, False)


def test_13_1_with_the_short_list_a_careful_player_turns_back_without_a_sight() -> None:
    m, ref = mission(cause=Root.FIGHTER), referee(defaults=True)
    m.options.short_abort_list = True
    _norden(m)
    m.permit("Norden sight out")
    abort.abort_step(ref, m)
    assert (m.aborted, abort.credited(m)) == (True, True)


def test_13_1_a_careful_player_without_bombs_turns_back_unless_the_formation_does() -> None:
    far, near = mission(bombs=False), mission(bombs=False, zone=5)
    for m in (far, near):
        abort.abort_step(referee(defaults=True), m)
    assert (far.aborted, far.abort_cause, near.aborted) == (True, "no bombs left", False)


def test_2B_2_alone_and_without_bombs_nobody_flies_on_to_the_target() -> None:
    m, ref = mission(bombs=False, in_formation=False), referee()
    abort.abort_step(ref, m)
    assert (m.aborted, m.abort_cause, m.leg) == (True, "no bombs left", Leg.BACK)
    done(ref)


@pytest.mark.parametrize("changes", [{}, {"in_formation": False, "out_zones": 1}])
def test_2B_2_without_bombs_the_formation_may_be_kept(changes: dict[str, object]) -> None:
    m, ref = mission(bombs=False, **changes), referee(answers=["go-on"])
    abort.abort_step(ref, m)
    assert (m.aborted, m.leg) == (False, Leg.OUT)
    done(ref)


@pytest.mark.parametrize(("zone", "turns_back"), [(3, True), (4, True), (5, False)])
def test_13_1_a_careful_player_turns_back_where_the_mission_counts_but_not_over_the_target(
    zone: int, turns_back: bool
) -> None:
    m = mission(zone=zone)
    m.target.zone = 5
    assert not advice.why_abort(m, {"engine out": False}), "not for something that does not count"
    assert advice.why_abort(m, {"engine out": True}).startswith("The mission counts all the same") is turns_back
    assert advice.abort(m, {"engine out": True}) == ("abort" if turns_back else "go-on")


def test_13_1_nobody_turns_back_over_the_target_for_a_leak_either() -> None:
    """2B.0 He turns round there anyway: it saves no turn."""
    m = mission(zone=5)
    m.target.zone = 5
    assert advice.abort(m, {"fuel leak": True}) == "go-on"
    m.zone = 4
    assert advice.abort(m, {"fuel leak": False}) == "abort"


def test_13_1_over_the_target_the_question_is_whether_to_bomb() -> None:
    m, ref = mission(zone=5, in_formation=False, cause=Root.FIGHTER), referee(answers=["go-on"])
    m.target.zone = 5
    m.permit("engine out")
    abort.abort_step(ref, m)
    asked = ref.events[0]
    assert isinstance(asked, Chosen)
    assert asked.prompt == f"Engine out. You may turn back, and the mission still counts. Bomb {m.target.city}?"
    assert advice.why_go_on(m, {"engine out": True}).startswith("You are over the target")


class _Asked(Default):
    """Flies on whatever is advised, and keeps what it was asked."""

    def __init__(self) -> None:
        self.abort: list[Question] = []

    def choose(self, question: Question, ref: Referee) -> str:
        """Fly on."""
        if question.id == "abort":
            self.abort.append(question)
        return "go-on" if question.id == "abort" else question.default


def test_13_1_who_flies_on_against_advice_is_not_asked_to_turn_back_until_something_changes() -> None:
    m, agent = mission(zone=2, in_formation=False, out_zones=1, cause=Root.FIGHTER), _Asked()
    m.target.zone = 5
    ref = Referee(Fixed(), agent, trace=True)
    m.permit("engine out")
    for zone in (2, 3):
        m.zone = zone
        abort.abort_step(ref, m)
    first, second = agent.abort
    assert (first.default, first.routine) == ("abort", False)
    assert (second.default, second.routine) == ("go-on", True)
    assert second.why is not None
    assert second.why() == "You decided to fly on, and nothing has changed since."
    m.permit("oxygen out")
    abort.abort_step(ref, m)
    assert (agent.abort[2].default, agent.abort[2].routine) == ("abort", False)


def test_13_1_a_cause_that_is_gone_is_nothing_new() -> None:
    m, agent = mission(zone=4, in_formation=False, out_zones=1), _Asked()
    m.target.zone = 5
    ref = Referee(Fixed(), agent, trace=True)
    m.permit("engine out")
    m.permit("heat out")
    abort.abort_step(ref, m)
    del m.leave["heat out"]
    abort.abort_step(ref, m)
    assert [question.routine for question in agent.abort] == [False, True]


def test_13_1_the_question_says_whether_it_counts() -> None:
    m, ref = mission(in_formation=False, cause=Root.FIGHTER), referee(answers=["go-on"])
    m.permit("out of formation")
    abort.abort_step(ref, m)
    asked = ref.events[0]
    assert isinstance(asked, Chosen)
    assert asked.prompt.startswith("Out of formation. You may turn back, and the mission still counts.")
    assert m.leave_declined == "out of formation"


def test_2B_2_without_bombs_over_the_target() -> None:
    m, ref = mission(zone=5, bombs=False, cause=Root.FIGHTER), referee()
    m.permit("engine out")
    abort.no_bombs(ref, m)
    assert (m.aborted, m.abort_cause, m.in_formation) == (True, "no bombs left", True)
    assert abort.credited(m)
    event = ref.events[-1]
    assert isinstance(event, Noted)
    assert event.rolls == ()
    assert event.facts == {"zone": 5, "why": "no bombs left", "forced": False, "over": True}


def test_13_1_advice_taken_unseen_is_the_advice_shown() -> None:
    for change in (lambda m: None, _norden, lambda m: setattr(m, "in_formation", False)):
        slow, fast = mission(), mission()
        change(slow)
        change(fast)
        ref, quick = referee(defaults=True), Referee(Fixed(), Default())
        abort.abort_step(ref, slow)
        abort.abort_step(quick, fast)
        assert (slow.aborted, slow.leg, slow.plane.bombs) == (fast.aborted, fast.leg, fast.plane.bombs)
        assert ref.asked == quick.asked


def test_10_1_heat_lost_by_an_enemy_shell_makes_the_abort_count() -> None:
    m, ref = mission(cause=Root.FIGHTER), referee(answers=["drop"])
    cold.heat_lost(ref, m, (Position.PILOT,))
    abort.abort_step(ref, m)
    assert (m.abort_cause, abort.credited(m)) == ("heat out", True)


def test_13_2_bombs_kept_may_go_later() -> None:
    m, ref = mission(), referee(answers=["keep"])
    abort.abort(ref, m, "by choice")
    assert m.plane.bombs
    assert formation.why_not_jettison(m) == ""


def test_13_1_a_forced_abort_says_that_the_rule_demands_it() -> None:
    """manual 5C Without a bombardier there is no choice, and the log says so with the rule."""
    m, ref = mission(cause=Root.FIGHTER), referee(defaults=True)
    m.men[Position.BOMBARDIER].dead = True
    abort.abort_step(ref, m)
    note = next(event for event in ref.events if isinstance(event, Noted) and event.kind == "abort")
    assert note.facts["forced"] is True
    assert "You turn back in zone 3: Bombardier lost. Rule 13.1 demands it." in renderer(GAME).log([note], "brief")
    over = Noted("abort", {**note.facts, "over": True})
    assert renderer(GAME).log([over], "brief")[0].startswith("You turn back in zone 3, over the target but before")
    free = Noted("abort", {"zone": 3, "why": "engine out", "forced": False, "over": False})
    assert renderer(GAME).log([free], "brief") == ["You turn back in zone 3: engine out."]


@pytest.mark.parametrize(
    ("city", "zone", "squadron", "turns_back"),
    [
        ("Rouen", 2, Squadron.LOW, False),  # the escort goes all the way
        ("Paris", 2, Squadron.HIGH, False),  # 3.3 waves over the target, there and back
        ("Paris", 2, Squadron.LOW, True),
        ("Wilhelmshaven", 6, Squadron.HIGH, True),  # 3.8, one zone short of it
        ("Wilhelmshaven", 6, Squadron.MIDDLE, False),
        ("Wilhelmshaven", 7, Squadron.LOW, False),  # over the target nobody turns round
    ],
)
def test_13_1_a_hurt_bomber_turns_back_where_many_waves_are_to_come_beyond_the_escort(
    city: str, zone: int, squadron: Squadron, turns_back: bool
) -> None:
    m = mission(zone=zone, target=make_target(city), squadron=squadron)
    assert advice.abort(m, {}) == "go-on", "nothing is wrong"
    m.plane.radio_out = True
    assert advice.abort(m, {}) == ("abort" if turns_back else "go-on")


def test_13_1_the_reason_to_turn_back_hurt_says_what_it_weighs() -> None:
    m = mission(zone=2, target=make_target("Kiel"), squadron=Squadron.LOW)
    m.plane.radio_out = True
    assert "About 9 waves" in advice.tell_abort(m, {})
    assert "close" not in advice.tell_abort(m, {})
    m.squadron = Squadron.MIDDLE
    assert advice.tell_abort(m, {}).endswith("It is close.")
    m.zone = 3
    assert advice.why_abort(m, {}) == _why_before(m), (
        "who overruled it is not asked again because a zone is behind him"
    )


def _why_before(m: Mission) -> str:
    m.zone = 2
    return advice.why_abort(m, {})
