"""The keys of the help do at every question of the games what the help says, whatever the options are called."""

from __future__ import annotations

import functools
import io
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from flakhouse import games
from flakhouse.cli import draw, rows
from flakhouse.cli.desk import KEYS
from flakhouse.cli.fill import Filler
from flakhouse.cli.play import Play
from flakhouse.cli.terminal import Terminal
from flakhouse.cli.words import called, fits
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


@each_game
def test_every_option_of_every_question_is_taken_by_its_label_as_it_is_shown(game: str, play: Play) -> None:
    """Whole, small, without what stands behind a colon or in brackets, where no other is called so."""
    wrong: set[tuple[str, str]] = set()
    for ask in _asked(game):
        names = {key: called(key, option.label) for key, option in ask.options.items()}
        for key, own in names.items():
            others = [name for other, found in names.items() if other != key for name in (other.lower(), *found)]
            for name in own:
                alone = name and name not in others and not name.isdigit()
                if alone and not ask.free and not play.command(name, ask) and play.key_of(name, ask) != key:
                    wrong.add((ask.id, name))
    assert wrong == set()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("China", ["China"]),
        ("vladi", ["Vladivostok"]),
        ("take the names drawn", ["drawn"]),
        ("Take the", ["drawn"]),
        ("stay", ["stay"]),
        ("East", ["2"]),
        ("hoover", ["2"]),
        ("Hoover at the Armory", ["2"]),
        ("2292", ["2"]),
        ("armory", ["1", "2"]),
        ("the", []),
        ("no", []),
        ("hov", []),
    ],
)
def test_a_word_means_the_options_that_begin_with_it_else_those_that_have_it(line: str, found: list[str]) -> None:
    options = {
        "China": "China: any field on the way to Chungking",
        "Vladivostok": "Vladivostok: one zone away",
        "drawn": "Take the names drawn",
        "stay": "Stay at low altitude, and no climb for the moment",
        "1": "Doolittle (2344) at the Armory: reaches it on 6+",
        "2": "Hoover (2292) at the Armory in Tokyo East (Enter)",
    }
    assert fits(line, options) == found


def test_a_command_with_words_behind_it_is_an_option_only_where_it_takes_none(play: Play) -> None:
    ask = Question("", "Fly on?", {"go": "A second zone", "log": "Tell the log of it", "wait": "Stay"})
    ask.put("on", "go")
    assert not play.command("a second zone", ask)
    assert play.key_of("a second zone", ask) == "go"
    assert play.command("a", ask)
    assert play.command("t second zone", ask)  # a table of that name
    assert play.command("status", ask)
    assert not play.command("log", ask)  # an option of just that name


def test_words_on_a_form_lay_the_row_that_was_looked_at_or_the_only_one_that_has_them(play: Play) -> None:
    men = (Choice("h", "Hoover (2292)"), Choice("g", "Gray (2250)"))
    rows = (
        Row("a", "Zone 4: fighter", "h", "h", (), men),
        Row("b", "Zone 5: boat", "h", "h", (), (*men, Choice("j", "Jones (2283), alone"))),
    )
    form = Slate("hazards", "Hazards", "8", "", "share them out", rows=rows, other=(Choice("rest", "Nobody"),))
    laid: list[tuple[dict[str, str], object]] = []
    said: list[str] = []
    play.change = lambda wishes, marks: laid.append((wishes, marks))  # type: ignore[method-assign]
    play.hint = said.append  # type: ignore[method-assign, assignment]
    assert play.changed("jones", form)
    assert play.changed("zone 4 gray", form)
    assert [wishes for wishes, _ in laid] == [{"b": "j"}, {"a": "g"}]
    play.focus = ""
    assert play.changed("Hoover", form)
    assert said[-1] == "'Hoover' fits rows 1 and 2: type the number before it, as 1 Hoover."
    play.focus = "b"
    assert play.changed("hoover", form)
    assert laid[-1][0] == {"b": "h"}
    given: list[str] = []
    play.settle = lambda form: given.append(form.go)  # type: ignore[method-assign]
    assert play.changed("share them out", form)
    assert given == ["share them out"]


def test_a_form_has_columns_for_the_chances_that_stand_in_it_and_no_others() -> None:
    look = Choice("look", "Look for Vladivostok", chances=(("passes the guzzle check", "42 %"),))
    rows_ = tuple(
        Row(f"row {n}", f"Flight {n}", key, key, (), (look, Choice("stay", "Stay")))
        for n, key in enumerate(("stay", "stay", "look"), 1)
    )
    form = Slate("wind", "Fly on?", "8.2", "", "so they fly", "", rows_[:2])
    assert rows.labels(form) == ()
    assert rows.labels(msgspec.structs.replace(form, rows=rows_)) == ("passes the guzzle check",)


def test_a_row_that_comes_behind_dice_is_not_said_to_be_missing() -> None:
    row = Row("row 1", "Flight 1", "west", "stay", (), (Choice("west", "Fly west"), Choice("stay", "Stay")))
    form = Slate("wind", "Fly on?", "8.2", "", "so they fly", "", (row,), later=("Flight 2", "Flight 3"))
    said = Filler.no_row(Filler.__new__(Filler), form)
    assert said == "There is only row 1 here. Dice fall first; then you are asked about Flight 2, Flight 3."


def test_a_headline_keeps_the_small_letter_of_a_plural() -> None:
    assert draw.capitals("3 B-25s attack Tokyo") == "3 B-25s ATTACK TOKYO"
    assert draw.capitals("Two FW190s, three Franks") == "TWO FW190s, THREE FRANKS"
