"""The keys of the help do at every question of the games what the help says, whatever the options are called."""

from __future__ import annotations

import functools
import io
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli.desk import KEYS
from flakhouse.cli.play import Play
from flakhouse.cli.terminal import Terminal
from flakhouse.core.agents import Agent
from flakhouse.core.chapter import begin
from flakhouse.core.dice import Seeded
from flakhouse.core.game import JsonDict
from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.core.session import Session
from flakhouse.slate import Choice, Row, Slate
from flakhouse.store import Store
from tests.checks.asked_ids import asked_ids
from tests.core import toy

each_game = pytest.mark.parametrize("game", ["b17", "b29", "doolittle"])
#: Options of each flight that is flown to see the questions.
FLOWN: dict[str, list[dict[str, str]]] = {
    "b17": [{}] * 20,
    "b29": [{}] * 20,
    "doolittle": [{"scenario": str(number), "denouement": "on"} for number in (1, 4, 7, 9, 10, 9, 10)],
}


class _Watcher(Agent):
    """Now and then answers at random, and keeps one question of each set of options."""

    name = "watcher"

    def __init__(self, seed: str, seen: dict[tuple[str, ...], Question]) -> None:
        self.rng = random.Random(seed)
        self.seen = seen

    def choose(self, question: Question, ref: Referee) -> str:
        """Keep it, and answer."""
        self.seen.setdefault((question.id, *question.options), question)
        if question.id == "plan":
            return "own"  # the raid is planned step by step
        if question.free or self.rng.random() < 0.75:
            return question.default
        return self.rng.choice(list(question.options))


@functools.cache
def _asked(name: str) -> tuple[Question, ...]:
    """Questions of some flights."""
    game = games.load(name)
    seen: dict[tuple[str, ...], Question] = {}
    for number, asked in enumerate(FLOWN[name]):
        options = game.check_options(asked)
        campaign: JsonDict | None = None
        for mission in range(1 if name == "doolittle" else 5):
            seed = f"keys/{number}/{mission}"
            end = game.play(Referee(Seeded(seed), _Watcher(seed, seen), trace=True), campaign, options)
            campaign = None if end.over else end.campaign
    return tuple(seen.values())


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """A player at the terminal whose commands only say that they were called."""
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))
    toy.register()
    with Store() as store:
        session = Session(games.load("toy"), begin(games.load("toy"), "1"))
        made = Play(store, "mine", session, Terminal(io.StringIO(), io.StringIO()))
        made.commands = dict.fromkeys(made.commands, lambda rest: None)
        yield made


@each_game
def test_at_every_question_the_keys_of_the_help_win_over_beginnings_of_options(game: str, play: Play) -> None:
    asked = _asked(game)
    known = set(asked_ids(game))
    assert len({ask.id for ask in asked} & known) > len(known) / 3
    keys = [(ask, key) for ask in asked for key in KEYS if not ask.free or len(key) == 1]
    assert {(ask.id, key) for ask, key in keys if not play.command(key, ask)} == set()
    assert {(ask.id, key) for ask, key in keys if not play.command(key.upper(), ask)} == set()


def test_a_form_takes_no_key_of_the_help_for_one_of_its_other_answers(play: Play) -> None:
    """`h` in the fire plan of the B-17 shows the keys; it does not hold all fire."""
    gun = Row("gun-fire: Nose Gun", "Nose Gun", "hold", "hold", (), (Choice("hold", "Hold fire"),))
    form = Slate(
        "fire", "Fire plan", "3.4", "", "open fire", rows=(gun,), other=(Choice("hold", "All guns hold"),)
    )
    given: list[str] = []
    play.take = lambda act: bool(given.append("answered")) or True  # type: ignore[method-assign, func-returns-value]
    assert [key for key in KEYS if key != "n" and play.changed(key, form)] == []
    assert given == []
    assert play.changed("hold", form)
    assert given == ["answered"]
