"""The guided first mission, the briefing, the glossary and the completion at the terminal."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flakhouse import games, slate
from flakhouse.cli.completion import script, words_of
from flakhouse.cli.main import main, parser
from flakhouse.core.chapter import begin
from flakhouse.core.events import Noted, Opened, Rolled
from flakhouse.core.journal import Answer
from flakhouse.core.session import Session
from flakhouse.render.guide import GIVEN_DICE, ended, guide, new


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves of these tests stay here."""
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))


def _play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str, lines: str) -> str:
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    main(["play", *args])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("b29", ("A storm ahead", "That was a mission.", "Result: Twentieth Air Force victory")),
        ("b17", ("Ten men fly with you.", "That was a mission.", "Result: 8th Air Force victory")),
        (
            "doolittle",
            (
                "may line up on one of its Target Boxes",
                "A marker is a danger that lies face down",
                "Who stays draws new markers next turn.",
                "That was the raid as you flew it.",
            ),
        ),
    ],
)
def test_a_guided_mission_with_enter_alone_comes_to_its_debriefing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str, words: tuple[str, ...]
) -> None:
    told = _play(monkeypatch, capsys, game, "--guided", lines="\n" * 60 + "q\n")
    assert GIVEN_DICE in " ".join(told.split())
    for word in words:  # decisions are explained, and it ends well
        assert word in told


def test_4_1b_a_guided_mission_explains_a_decision_twice_and_then_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "HI is safest from fighters and flak"
    told = _play(monkeypatch, capsys, "b29", "--guided", lines="\n" * 60 + "q\n")
    assert told.count(words) == 2  # on several flights
    assert told.count("Which altitude in this zone") > 2
    game = games.load("b29")
    session = Session(game, begin(game, "1"))
    session.chapter.entries[:] = [Answer("altitude", "hold", 0), Answer("altitude", "hold", 0)]
    assert not new(session, "altitude")
    session.chapter.auto[:] = [0]  # one answered itself and was not read
    assert new(session, "altitude")


#: What a newcomer meets: a fight, a hit on him, bombs, the way home; by the scenes and notes of each game.
_MET = {
    "b29": ({"attack", "bomb-run", "landing"}, {"fighter-hits", "bombs-away"}, {"storm-detour", "fire"}),
    "b17": ({"attack", "bomb-run", "landing"}, {"fighter-hits", "engine", "bombs-away"}, {"evade", "fire"}),
    "doolittle": (
        {"hazards", "detonation", "exit"},
        {"hazard-revealed", "box-hit"},
        {"approach", "airspeed", "evade", "exit", "box-hazard"},
    ),
}


@pytest.mark.parametrize("seed", ["1", "23", "456"])
@pytest.mark.parametrize("name", list(_MET))
def test_the_dice_of_a_guided_mission_bring_fight_hit_decision_bombs_and_landing(name: str, seed: str) -> None:
    """Whatever the seed, from which names and later flights come: the dice are given."""
    game = games.load(name)
    first = next((scenario.options for scenario in game.scenarios()), {})
    chapter = begin(game, f"{seed}/1", options=first, given=guide(name).given(), automation=guide(name).asked)
    session = Session(game, chapter)
    session.run()
    asked: list[str] = []
    while session.pending is not None:  # what stands on the screen is taken
        form = slate.slate(session)
        asked.append(session.pending.id if form is None else form.name)
        if form is None:
            session.answer(session.pending.default)
        else:
            slate.give(session, form)
    scenes, notes, questions = _MET[name]
    assert scenes <= {event.kind for event in session.events if isinstance(event, Opened)}
    told = {event.kind for event in session.events if isinstance(event, Noted)}
    assert notes <= told
    assert "killed" not in told
    assert questions <= set(asked)
    assert len(asked) <= 25, "ten minutes"
    rolls = [event for event in session.events if isinstance(event, Rolled)]
    assert sum(len(roll.faces) for roll in rolls) <= len(guide(name).given()), "no die but those that were written"


def test_b_shows_the_briefing_and_g_a_term(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _play(
        monkeypatch, capsys, "doolittle", "--scenario", "1", "--seed", "4", lines="b\ng guzzle\ng xyzzy\n?\nq\n"
    )
    assert "Aim Hit targets in Tokyo and get all three out again." in told
    assert "Verdict: below 5 Fiasco" in told
    assert "Guzzle check: Two dice" in told
    assert "No term 'xyzzy' in the glossary." in told
    assert "Two throws are needed: one to reach the target, one to hit it." in told


def test_every_command_is_completed_with_its_options() -> None:
    words = words_of(parser())
    assert {"b29", "b17", "doolittle", "--guided"} <= set(words["play"])
    assert "--missions" in words["simulate"]
    for shell in ("bash", "zsh", "fish"):
        text = script(parser(), shell)
        assert all(name in text for name in words)


def test_the_script_completes_in_a_shell() -> None:
    ask = 'COMP_WORDS=(flakhouse play dool); COMP_CWORD=2; _flakhouse; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script(parser(), 'bash')}\n{ask}"], capture_output=True, text=True)
    assert done.stdout.split() == ["doolittle"]


def test_every_command_has_examples_and_the_same_flags() -> None:
    for name in words_of(parser()):
        with pytest.raises(SystemExit):
            parser().parse_args([name, "--help"])
    assert parser().parse_args(["games", "--format", "json"]).json
    assert not parser().parse_args(["games", "--format", "text"]).json
    assert parser().parse_args(["history", "b29", "--games", "7"]).games == 7
    assert parser().parse_args(["history", "b29", "--missions", "7"]).games == 7


def test_rules_are_found_by_words_and_tables_by_bare_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "b17", "evasive", "Alone"]) == 0
    assert "9.4  Evasive action" in capsys.readouterr().out
    assert main(["tables", "b17", "m1"]) == 0
    assert capsys.readouterr().out.startswith("M-1 ")


@pytest.mark.parametrize("game", ["b17", "b29"])
def test_nobody_is_said_to_be_left_where_all_are_lost(game: str) -> None:
    lost = {"crew": {"Pilot": {"name": "A", "fate": "KIA"}, "Copilot": {"name": "B", "fate": "LAS"}}}
    left = {"crew": {**lost["crew"], "Navigator": {"name": "C", "fate": "on duty"}}}
    assert "men who are left" in ended(game, left)
    assert "men who are left" not in ended(game, lost)
    assert "new crew" in ended(game, lost)
