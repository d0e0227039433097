"""What an option has at stake is said: the number needed, the exact chance, the price."""

from __future__ import annotations

import functools
import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from flakhouse import games
from flakhouse.core.agents import Agent, Default
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game, JsonDict
from flakhouse.core.questions import Cost, Option, Question
from flakhouse.core.referee import Referee
from flakhouse.core.stakes import Stake, at_least, on_results
from flakhouse.sim.atstake import at_stake, cost_text, needed_text
from tests.checks.asked_ids import asked_ids

TABLE = tomllib.loads((Path(__file__).parents[1] / "stakes.toml").read_text(encoding="utf-8"))
each_game = pytest.mark.parametrize("game", ["b17", "b29", "doolittle"])
#: What is flown to see the questions: options of each flight.
FLOWN: dict[str, list[dict[str, str]]] = {
    "b17": [{}] * 12,
    "b29": [{}] * 12,
    "doolittle": [{"scenario": key} for key in ("1", "7", "9", "10")],
}


def _without(game: str) -> dict[str, str]:
    """The ids where no roll decides, and why."""
    return {id: why for why, ids in TABLE["none"][game].items() for id in ids}


@each_game
def test_every_question_is_in_the_table_once(game: str) -> None:
    shown, none = list(TABLE["shown"][game]), [id for ids in TABLE["none"][game].values() for id in ids]
    assert sorted(shown + none) == sorted(set(asked_ids(game)))


class _Seen(NamedTuple):
    """How often a question was asked, and how often an option of it had a roll or a price."""

    asked: Counter[str]
    rolls: Counter[str]


class _Watcher(Agent):
    """Takes mostly the advice, and looks at every question."""

    name = "watcher"

    def __init__(self, seed: str, seen: _Seen) -> None:
        self.rng = random.Random(seed)
        self.seen = seen

    def choose(self, question: Question, ref: Referee) -> str:
        """Count it, and work out every stake."""
        self.seen.asked[question.id] += 1
        if any(option.stakes for option in question.options.values()):
            self.seen.rolls[question.id] += 1
            game = games.load(_game_of(ref))
            for option in question.options.values():
                assert not option.stakes or "%" in at_stake(game, ref, option)
        if question.free or self.rng.random() < 0.7:
            return question.default
        return self.rng.choice(list(question.options))


def _game_of(ref: Referee) -> str:
    return type(ref.state).__module__.split(".")[2] if ref.state is not None else "b29"


@functools.cache
def _flown(name: str) -> _Seen:
    game = games.load(name)
    seen = _Seen(Counter(), Counter())
    for number, asked in enumerate(FLOWN[name]):
        options = game.check_options(asked)
        campaign: JsonDict | None = None
        for mission in range(1 if name == "doolittle" else 4):
            seed = f"stakes/{number}/{mission}"
            end = game.play(Referee(Seeded(seed), _Watcher(seed, seen), trace=True), campaign, options)
            campaign = None if end.over else end.campaign
    return seen


@each_game
def test_a_question_of_the_table_without_a_roll_shows_none(game: str) -> None:
    seen = _flown(game)
    assert len(seen.asked) > 10
    assert sorted(set(seen.rolls) & set(_without(game))) == []


@each_game
def test_a_question_that_a_roll_decides_shows_it(game: str) -> None:
    seen = _flown(game)
    often = set(TABLE["shown"][game]) - set(TABLE["rarely"][game])
    silent = [id for id in often if seen.asked[id] and not seen.rolls[id]]
    assert silent == []
    assert len([id for id in often if seen.asked[id]]) >= len(often) / 3, "enough of them were met"


# ------------------------------------------------------------------ the words


def _b17() -> tuple[Game, Referee]:
    return games.load("b17"), Referee(Seeded("x"), Default(), trace=True)


def test_number_chance_and_price_stand_in_one_line() -> None:
    game, ref = _b17()
    gun = Stake("hits", "M-2", lambda faces, total, word: total >= 5)
    kill = Stake("destroys", "M-2", lambda faces, total, word: total >= 6)
    text = at_stake(game, ref, Option("Fire", stakes=(gun, kill), costs=(Cost("burst"),)))
    assert text == "5+ on one die: hits 33 %, 6 on one die: destroys 17 %. Costs 1 burst."


def test_two_rolls_of_one_number_name_it_once() -> None:
    game, ref = _b17()
    second = on_results("ends it", "M-2", ("Destroyed",))
    first = Stake("hits", "M-2", lambda faces, total, word: total >= 5)
    then = first._replace(label="ends it", outcome=lambda faces, total, word: second if total >= 5 else False)
    assert at_stake(game, ref, Option("", stakes=(first, then))) == "5+ on one die: hits 33 %, ends it 11 %."


def test_a_number_that_only_leads_to_another_roll_is_not_given_as_enough() -> None:
    game, ref = _b17()
    second = on_results("ends it", "M-2", ("Destroyed",))
    then = Stake("ends it", "M-2", lambda faces, total, word: second if total >= 5 else False)
    assert at_stake(game, ref, Option("", stakes=(then,))) == "First 5+ on one die: ends it 11 %."
    unwished = then._replace(good=False)
    assert at_stake(game, ref, Option("", stakes=(unwished,))) == "Ends it 11 %."


def test_modifiers_are_counted_in_the_number_needed() -> None:
    game = games.load("doolittle")
    chart = game.charts().charts["approach"]
    mods = (chart.mods["blast"],)
    stake = at_least("gets in", "approach", 7, mods)
    need = 7 - mods[0].value
    assert needed_text(game, Referee(Seeded("x"), Default()), stake) == f"{need}+ on two dice"


def test_where_single_dice_decide_no_total_is_named() -> None:
    game = games.load("doolittle")
    stake = Stake("removes it", "gunnery", lambda faces, total, word: 6 in faces, dice=2)
    assert needed_text(game, Referee(Seeded("x"), Default()), stake) == ""


def test_what_is_certain_needs_no_number() -> None:
    game, ref = _b17()
    assert needed_text(game, ref, Stake("hits", "M-2", lambda faces, total, word: True)) == ""


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (Cost("burst", 3), "3 bursts"),
        (Cost("fuel box"), "1 fuel box"),
        (Cost("Security Risk", 2), "Security Risk +2"),
        (Cost("Delay Check"), "delay check -1"),
        (Cost("the elite gunner"), "the elite gunner"),
        (Cost("formation"), "formation"),
    ],
)
def test_a_price_in_words(cost: Cost, text: str) -> None:
    assert cost_text(cost) == text
