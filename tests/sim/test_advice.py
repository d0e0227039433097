"""Whether the advice can be trusted: the scripts that look at it, and that every weighty answer has a reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent
from flakhouse.core.dice import Seeded
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from tests.checks.files import script

CHECK = script("advice_check")
SPOTS = script("advice_spots")
THRESHOLDS = script("advice_thresholds")
GAMES = ["b17", "b29", "doolittle"]


class Stand:
    """A spot whose options are worth what the test says; the dice do not matter."""

    def __init__(self, advised: str, **worth: float) -> None:
        self.advised = advised
        self.worth = worth
        self.ask = Question("1.1", "?", dict.fromkeys(worth, "?"))
        self.seeds: set[str] = set()

    def value(self, adviser: str, option: str, seed: str) -> float:
        self.seeds.add(seed)
        return self.worth[option] + (hash(seed) % 7 if option == "noisy" else 0)


def test_an_advised_answer_that_is_worse_is_found_on_two_sets_of_dice() -> None:
    spot = Stand("a", a=0.0, b=1.0, c=0.0)
    found = CHECK.weigh(spot, "doctrine", 20, "seed")
    assert found.failed() == ["b"]
    assert found.faults() == ["b"]
    assert len(spot.seeds) == 20 + 60, "the second look has dice of its own, three times as many"


def test_an_answer_as_good_or_better_than_all_others_is_no_fault() -> None:
    found = CHECK.weigh(Stand("a", a=1.0, b=1.0, c=0.5), "doctrine", 20, "seed")
    assert found.failed() == found.faults() == []


@pytest.mark.parametrize("name", GAMES)
def test_the_questions_looked_at_are_questions_of_the_game(name: str) -> None:
    known = set(games.load(name).questions())
    assert set(CHECK.WEIGHTY[name]) <= known
    for one in THRESHOLDS.THRESHOLDS[name]:
        assert set(one.asks) <= known, one


@pytest.mark.parametrize("name", GAMES)
def test_every_threshold_is_a_constant_of_the_advice_and_its_value_is_among_those_tried(name: str) -> None:
    game = games.load(name)
    for one in THRESHOLDS.THRESHOLDS[name]:
        assert THRESHOLDS.in_force(game, one) in one.values, one


def test_a_spot_is_played_out_on_the_same_dice_for_every_option_and_again_the_same() -> None:
    game = games.load("b17")
    watcher = SPOTS.Watcher(game, "doctrine", ["evade", "abort"])
    for flown in SPOTS.flights(game, watcher, [{}], "spots"):
        if flown.over and "evade" in watcher.kept:
            break
    spot = watcher.kept["evade"]
    assert watcher.kept.keys() <= {"evade", "abort"}
    ends = [spot.value("doctrine", key, f"{seed}") for key in spot.ask.options for seed in range(6)]
    assert ends == [spot.value("doctrine", key, f"{seed}") for key in spot.ask.options for seed in range(6)]
    assert ends[:6] != ends[6:], "evading makes a difference somewhere"


def test_a_threshold_is_put_back_after_it_was_tried() -> None:
    game = games.load("b17")
    study = THRESHOLDS.Study(game, ["_WAVES"], 1, 2)
    before = THRESHOLDS.in_force(game, THRESHOLDS.THRESHOLDS["b17"][0])
    study.fly([{}], "tried", 20)
    assert THRESHOLDS.in_force(game, THRESHOLDS.THRESHOLDS["b17"][0]) == before
    never = next(one for one in study.found if one.value == 99)
    assert len(never.gains) == 1, "hurt far from home somebody flew on"
    lines = list(THRESHOLDS.report(study))
    assert len(lines) == 4 + len(study.found)


class Reasons(Agent):
    """Takes the advice and notes the reason of every weighty question."""

    name = "reasons"

    def __init__(self, wants: Iterable[str]) -> None:
        self.wants = frozenset(wants)
        self.told: dict[str, str] = {}

    def choose(self, question: Question, ref: Referee) -> str:
        self.told[question.id] = "" if question.why is None else question.why()
        return question.default


@pytest.mark.parametrize(
    ("name", "options", "flights"),
    [("b17", {}, 100), ("b29", {}, 40), ("doolittle", {"scenario": "9"}, 4), ("doolittle", {"scenario": "7"}, 3)],
)
def test_the_reason_of_every_weighty_advice_is_a_sentence(
    name: str, options: dict[str, str], flights: int
) -> None:
    game = games.load(name)
    agent = Reasons(CHECK.WEIGHTY[name])
    campaign: Any = None
    for number in range(flights):
        ref = Referee(Seeded(f"reasons {number}"), agent)
        finish = game.fly(ref, campaign, game.check_options(options)).finish()
        campaign = None if finish.over or name == "doolittle" else finish.campaign
    assert len(agent.told) >= 6, "enough of them were met"
    for ask, why in agent.told.items():
        assert why[:1].isupper(), (ask, why)
        assert why.endswith("."), (ask, why)
        assert " " in why, (ask, why)
