"""The turn of named steps, the menu of orders, switches and pilots: what a game builds on."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

import pytest

from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Fixed
from flakhouse.core.game import ADVISER
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError, PositionError, RulesError
from flakhouse.games.bomber import switches, turn
from flakhouse.games.bomber.order import Menu, Order, ask_orders
from flakhouse.games.bomber.pilots import Doctrine, Prefers
from flakhouse.games.bomber.switches import Choice, set_switches
from tests.bomber.helpers import referee
from tests.checks.asking import choose, whys


@dataclass
class Craft:
    turn: int = 1
    done: list[str] = field(default_factory=list)
    holes: int = 0


def move(ref: Referee, m: Craft) -> None:
    m.turn += 1
    m.done.append("move")


def land(ref: Referee, m: Craft) -> None:
    m.done.append("land")
    if m.turn == 3:
        raise turn.MissionEnded


STEPS = (("move", move), ("land", land))


# ------------------------------------------------------------------ the turn


def test_4_0_turn_after_turn_until_a_step_ends_the_flight() -> None:
    m = Craft()
    turn.fly(referee(), m, [land], [move, land], 9)
    assert m.done == ["land", "move", "land", "move", "land"]


def test_4_0_a_flight_without_end_is_a_fault() -> None:
    with pytest.raises(RulesError, match="still flying after 7 turns"):
        turn.fly(referee(), Craft(), [], [move], 7)


def test_4_0_a_step_by_name() -> None:
    assert [turn.check_step(STEPS, name) for name in ("move", "land")] == [0, 1]
    with pytest.raises(PositionError, match="no step 'lunch' in a turn; the steps are move, land"):
        turn.check_step(STEPS, "lunch")


# ------------------------------------------------------------------ orders


def patch(ref: Referee, m: Craft) -> None:
    m.holes -= 1
    m.done.append("patch")


def wave(ref: Referee, m: Craft) -> None:
    m.done.append("wave")


PATCH: Order[Craft] = Order(
    "patch",
    "7.1",
    "Patch a hole",
    lambda m: m.holes > 0,
    lambda m: "" if m.holes < 9 else "too many (7.1)",
    patch,
    lambda m: m.holes > 1,
)
WAVE: Order[Craft] = Order("wave", "7.2", "Wave", lambda m: True, lambda m: "", wave)


class Watch(Agent):
    """Answers from a list and keeps the questions."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asks: list[Question] = []

    def choose(self, ask: Question, ref: Referee) -> str:
        self.asks.append(ask.look())
        return self.answers.pop(0)


def menu(m: Craft, *answers: str, routine: bool = False, matters: bool = True) -> list[Question]:
    agent = Watch(*answers)
    ask_orders(Referee(Fixed(), agent), m, Menu((WAVE, PATCH)), "4.0", lambda m: routine, lambda order: matters)
    return agent.asks


def test_4_0_orders_one_after_another_until_done() -> None:
    m = Craft(holes=2)
    asks = menu(m, "patch", "wave", "done")
    assert m.done == ["patch", "wave"]
    assert [list(ask.options) for ask in asks] == [["done", "wave", "patch"]] * 3
    assert [ask.default for ask in asks] == ["patch", "done", "done"]  # one hole may wait


def test_4_0_a_barred_order_gives_its_reason_and_an_idle_one_is_not_listed() -> None:
    (barred,) = menu(Craft(holes=9), "done")
    assert (list(barred.options), whys(barred)) == (["done", "wave"], {"patch": "too many (7.1)"})
    (idle,) = menu(Craft(), "done")
    assert "patch" not in idle.options
    assert not idle.barred


@pytest.mark.parametrize(
    ("routine", "matters", "told"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_4_0_a_routine_turn_is_one_where_no_open_order_matters(routine: bool, matters: bool, told: bool) -> None:
    (ask,) = menu(Craft(), "done", routine=routine, matters=matters)
    assert ask.routine is told


def test_4_0_one_who_takes_advice_gives_the_advised_orders() -> None:
    m = Craft(holes=4)
    ask_orders(Referee(Fixed(), Default()), m, Menu((WAVE, PATCH)), "4.0", lambda m: True, lambda order: True)
    assert (m.done, m.holes) == (["patch"] * 3, 1)


def test_4_0_an_order_that_goes_round_in_circles_is_a_fault() -> None:
    endless: Order[Craft] = Order("w", "7.2", "Wave", lambda m: True, lambda m: "", wave, lambda m: True)
    with pytest.raises(RulesError, match="goes round in circles"):
        ask_orders(
            Referee(Fixed(), Default()), Craft(), Menu((endless,)), "4.0", lambda m: True, lambda order: True
        )


# ------------------------------------------------------------------ switches


@dataclass
class Options:
    fuel: bool = True
    fog: bool = False


def rules(options: Options, value: str) -> None:
    options.fuel = options.fog = value == "all"


CHOICES = {"rules": Choice(("all", "few", "none"), rules), "side": Choice(("one",), lambda options, value: None)}


def test_1_1_choices_come_before_single_switches() -> None:
    options = Options()
    set_switches(options, {"fuel": "off", "rules": "all"}, CHOICES)
    assert options == Options(fuel=False, fog=True)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"rules": "some"}, "rules='some': expected all, few or none"),
        ({"side": "two"}, "side='two': expected one"),
        ({"fuel": "yes"}, "fuel='yes': expected on or off"),
        ({"sun": "on"}, "there is no option 'sun'; options: rules, side, fog, fuel"),
    ],
)
def test_1_1_a_wrong_option_is_refused(chosen: dict[str, str], reason: str) -> None:
    with pytest.raises(OptionError) as refused:
        set_switches(Options(), chosen, CHOICES)
    assert str(refused.value) == reason


def test_1_1_switches_as_the_engine_lists_them() -> None:
    labels = {"fuel": ("Fuel boxes", "4.3"), "fog": ("Fog", "4.4")}
    specs = switches.specs(Options(), labels, lambda name: "optional" if name == "fog" else "printed")
    assert specs[0] == ADVISER
    assert [(s.key, s.default, s.label, s.rule, s.origin) for s in specs[1:]] == [
        ("fuel", "on", "Fuel boxes", "4.3", "printed"),
        ("fog", "off", "Fog", "4.4", "optional"),
    ]
    assert switches.worded(Options(), labels) == {"fuel": "on", "fog": "off"}


# ------------------------------------------------------------------ pilots


class Brave(Prefers):
    PREFERS = MappingProxyType({"evade": "no", "abort": "never"})


def test_a_pilot_prefers_its_own_answer_where_it_is_open() -> None:
    ref = Referee(Fixed(), Brave())
    options = {"yes": "Yes", "no": "No"}
    assert choose(ref, "evade", "5.7", "Evade?", options, "yes") == "no"
    assert choose(ref, "abort", "4.7", "Abort?", options, "yes") == "yes"
    assert choose(ref, "other", "4.7", "Other?", options, "yes") == "yes"
    assert choose(Referee(Fixed(), Doctrine()), "evade", "5.7", "Evade?", options, "yes") == "yes"


class Own(Prefers):
    PREFERS = MappingProxyType({"evade": "no"})

    def choose(self, ask: Question, ref: Referee) -> str:
        return "no" if ask.id == "abort" else super().choose(ask, ref)


def test_a_pilot_of_preferences_wants_the_questions_of_its_table_or_all() -> None:
    assert Brave.wants == Brave.PREFERS
    assert Own.wants is None  # nobody knows what it would answer
    ref = Referee(Fixed(), Own())
    assert choose(ref, "abort", "4.7", "Abort?", {"yes": "Yes", "no": "No"}, "yes") == "no"
