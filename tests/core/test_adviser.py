"""Advisers: another mind than doctrine's behind the player, at Enter and as a pilot."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.challenges.judge import judge
from flakhouse.core.adviser import Adviser
from flakhouse.core.chapter import begin
from flakhouse.core.journal import Answer
from flakhouse.core.questions import Question
from flakhouse.core.session import Session
from flakhouse.errors import OptionError
from flakhouse.games.b29.state import Mission
from flakhouse.store import Store
from tests.challenges.flying import fly

GAMES = ["b29", "b17", "doolittle"]


def ask_of(key: str, default: str, *keys: str) -> Question:
    ask = Question("4.7A", "?", dict.fromkeys(keys, "?"))
    ask.put(key, default)
    return ask


@pytest.mark.parametrize("name", GAMES)
def test_crew_first_is_a_pilot_and_an_option_of_every_game(name: str) -> None:
    game = games.load(name)
    assert isinstance(game.pilots()["crew"]("any"), Adviser)
    assert "adviser" in [spec.key for spec in game.options()]
    assert game.check_options({"adviser": "crew"})["adviser"] == "crew"
    with pytest.raises(OptionError, match="adviser"):
        game.check_options({"adviser": "nobody"})


@pytest.mark.parametrize("name", GAMES)
def test_records_of_doctrine_do_not_name_the_adviser(name: str) -> None:
    """A record from before there were two stays what it is."""
    game = games.load(name)
    assert "adviser" not in game.check_options({})
    assert game.check_options({"adviser": "doctrine"}) == game.check_options({})
    assert game.adviser({}) is None


def test_4_7a_crew_first_turns_back_with_leave_and_tells_why() -> None:
    crew = games.load("b29").adviser({"adviser": "crew"})
    assert crew is not None
    found = crew.advice(ask_of("abort", "go-on", "go-on", "abort"), None)
    assert found is not None
    assert found[0] == "abort"
    assert found[1].endswith("another day.")


def at_abort(adviser: str) -> Session:
    """A session that is asked whether to turn back."""
    game = games.load("b29")
    for number in range(40):
        session = Session(game, begin(game, f"leave {number}", options={"adviser": adviser}))
        session.run()
        while session.pending is not None and session.pending.id != "abort":
            session.answer(session.pending.default)
        ask = session.pending
        if ask is not None and (adviser == "crew" or ask.default == "go-on"):
            return session
    raise AssertionError("nobody was ever given leave")


def test_4_7a_enter_and_the_reason_are_those_of_the_adviser_chosen() -> None:
    told = {}
    for adviser in ("doctrine", "crew"):
        ask = at_abort(adviser).pending
        assert ask is not None
        assert ask.why is not None
        told[adviser] = (ask.default, ask.why())
    assert told["doctrine"] == (
        "go-on",
        "An aborted mission has to be flown again: what turning back saves here, the next try costs, or more.",
    )
    assert told["crew"][0] == "abort"
    assert "costs men" in told["crew"][1]


def test_4_7a_who_flies_on_against_crew_first_is_asked_once_and_never_turned_back_by_himself() -> None:
    session = at_abort("crew")
    session.set_automation("routine")
    zones: list[int] = []
    while session.pending is not None:
        ask = session.pending
        if ask.id == "abort":
            zones.append(cast(Mission, session.ref.state).zone)
            session.answer("go-on")
        else:
            session.answer(ask.default)
    answers = [
        entry.key for entry in session.chapter.entries if isinstance(entry, Answer) and entry.ask == "abort"
    ]
    assert len(answers) > len(zones) >= 1, "in later zones it was a formality"
    assert set(answers) == {"go-on"}


def test_a_save_keeps_its_adviser() -> None:
    session = at_abort("crew")
    assert session.chapter.options["adviser"] == "crew"
    again = Session(session.game, session.chapter)
    again.run()
    assert again.pending is not None
    assert again.pending.default == "abort"


def test_another_adviser_during_the_game_marks_the_open_question_and_is_kept(tmp_path: Path) -> None:
    asked = at_abort("doctrine")
    with Store(tmp_path) as store:
        name = store.create(asked.chapter, "s", "lady")
        session = store.session(asked.game, name)
        session.run()
        steps, events = session.steps, len(session.events)
        assert session.pending is not None
        assert session.pending.default == "go-on"
        session.set_adviser("crew")
        assert session.pending.default == "abort"
        assert (session.steps, len(session.events)) == (steps, events)
        kept = store.session(asked.game, name)
        kept.run()
        assert kept.pending is not None
        assert kept.pending.default == "abort"
        assert kept.verify().identical
        kept.set_adviser("doctrine")
        assert kept.pending.default == "go-on"
        assert store.chapter(name).options == asked.chapter.options
        with pytest.raises(OptionError, match="adviser"):
            kept.set_adviser("nobody")
        assert store.chapter(name).options == asked.chapter.options


def test_a_challenge_counts_whoever_advised() -> None:
    game = games.load("b17")
    flown = fly(game, first_chapter(game, "", {}, "by-chart:x"))
    flown.options["adviser"] = "crew"
    assert judge(game, "", {}, "by-chart:x", flown).why == ""
    flown.options["random_events"] = "off"
    assert "other options" in judge(game, "", {}, "by-chart:x", flown).why
