"""Challenges: a code is the same mission for everybody, and the table counts only what was flown as it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.cli.main import main
from flakhouse.core.challenge import make, parse
from flakhouse.core.chapter import Chain, begin
from flakhouse.core.referee import Referee
from flakhouse.errors import OptionError
from flakhouse.store import Store

GAME = games.load("b17")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))


def flown(code: str, name: str, pilot: str, seed: str = "", undos: int = 0, **options: str) -> None:
    """A save of a bot that flew the first mission."""
    chapter = begin(GAME, f"{seed or code}/1", options=options)
    ref = Referee(Chain(chapter.seeds), GAME.pilots()[pilot](name), trace=True)
    chapter.finished = GAME.play(ref, None, dict(chapter.options))
    chapter.entries, chapter.check, chapter.undos = ref.journal, ref.check, undos
    with Store() as store:
        store.create(chapter, code, name)


def test_a_code_says_game_and_options_and_a_typing_error_is_told() -> None:
    made = make(GAME, {"rules": "basic", "random_events": "off"}, "7k2m9xqd")
    assert made.code.startswith("b17.random_events=off+rules=basic.7k2m9xqd.")
    assert parse(made.code.upper()) == made
    assert parse(make(GAME, {}).code).options == {}
    with pytest.raises(OptionError, match="typing error"):
        parse(made.code.replace("7k2m", "7k3m"))
    for wrong in ("", "b17", "b17.x.y", "b17.7k2m9xqd", "a" * 200, "b17.7k2m9xqd.h4; rm"):
        with pytest.raises(OptionError, match="no code of a challenge"):
            parse(wrong)


def test_everybody_who_plays_a_code_meets_the_same_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    code = make(GAME, {"rules": "basic"}).code
    for name in ("one", "two"):
        assert main(["play", "--challenge", code, "--save", name, "--json"]) == 0
    capsys.readouterr()
    with Store() as store:
        first, second = store.chapter("one"), store.chapter("two")
    assert first.seeds == second.seeds == [(0, f"{code}/1")]
    assert first.options == second.options == GAME.check_options({"rules": "basic"})


def test_a_challenge_takes_no_options_seed_or_dice_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    code = make(GAME, {}).code
    for more in (["--seed", "1"], ["--option", "rules=basic"], ["--dice", "6,6"], ["--table-dice"], ["b29"]):
        assert main(["play", *more[:1], *more[1:], "--challenge", code]) == 2
        assert "A challenge has its game" in capsys.readouterr().err


def test_the_table_counts_flights_that_play_as_recorded_with_these_dice_and_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = make(GAME, {"rules": "basic"}).code
    flown(code, "good", "doctrine", rules="basic")
    flown(code, "undone", "cautious", rules="basic", undos=2)
    flown(code, "lucky", "doctrine", seed="another", rules="basic")
    flown(code, "other", "doctrine", rules="advanced")
    flown(code, "forged", "doctrine", rules="basic")
    with Store() as store:
        chapter = store.chapter("forged")
        assert chapter.finished is not None
        chapter.finished.outcome["kills"] = 99
        store.delete("forged")
        store.create(chapter, code, "forged")
    assert main(["challenge", "table", code, "--json"]) == 0
    rows = {row["save"]: row for row in json.loads(capsys.readouterr().out)}
    assert {name for name, row in rows.items() if row["counts"]} == {"good", "undone"}
    assert rows["undone"]["undos"] == 2
    assert "other dice" in rows["lucky"]["why"]
    assert "other options" in rows["other"]["why"]
    assert "does not play as recorded" in rows["forged"]["why"]
    assert main(["challenge", "table", code]) == 0
    assert "2 taken back past a die" in capsys.readouterr().out


def test_a_new_challenge_is_printed_with_the_way_to_fly_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "new", "doolittle", "--scenario", "7"]) == 0
    told = capsys.readouterr().out
    code = told.split()[1]
    assert parse(code).options == {"scenario": "7"}
    assert f"flakhouse play --challenge {code}" in told
