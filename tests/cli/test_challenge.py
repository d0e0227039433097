"""Challenges: a code is the same mission for everybody, and the table counts only what was flown as it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.challenges.forms import first_chapter
from flakhouse.cli.main import main
from flakhouse.core.challenge import make, parse
from flakhouse.core.chapter import Chapter, begin
from flakhouse.errors import OptionError
from flakhouse.store import Store
from tests.challenges.flying import fly

GAME = games.load("b17")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path / "data"))


def flown(chapter: Chapter, seed: str, name: str, pilot: str = "doctrine") -> Chapter:
    """A save of a bot that flew this chapter."""
    fly(GAME, chapter, pilot, name)
    with Store() as store:
        store.create(chapter, seed, name)
    return chapter


def test_a_code_says_game_options_and_form_and_a_typing_error_is_told() -> None:
    made = make(GAME, {"rules": "basic", "random_events": "off"}, "7k2m9xqd")
    assert made.code.startswith("b17.random_events=off+rules=basic.7k2m9xqd.")
    assert parse(made.code.upper()) == made
    assert parse(make(GAME, {}).code).options == {}
    hamm = make(GAME, {}, "7k2m9xqd", "hamm")
    assert hamm.code.startswith("b17.hamm.7k2m9xqd.")
    assert parse(hamm.code) == hamm
    with pytest.raises(OptionError, match="a form has its own options"):
        make(GAME, {"rules": "basic"}, "", "hamm")
    with pytest.raises(OptionError, match="typing error"):
        parse(made.code.replace("7k2m", "7k3m"))
    for wrong in ("", "b17", "b17.x.y", "b17.7k2m9xqd", "a" * 200, "b17.7k2m9xqd.h4; rm"):
        with pytest.raises(OptionError, match="no code of a challenge"):
            parse(wrong)


def test_everybody_who_plays_a_code_meets_the_same_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    for made in (make(GAME, {"rules": "basic"}), make(GAME, {}, form="hamm")):
        for name in (f"one{made.form}", f"two{made.form}"):
            assert main(["play", "--challenge", made.code, "--save", name, "--json"]) == 0
        capsys.readouterr()
        with Store() as store:
            first, second = (store.chapter(f"{name}{made.form}") for name in ("one", "two"))
        assert first.seeds == second.seeds == [(0, f"by-chart:{made.code}/1")]
        assert (first.options, first.house, first.position) == (second.options, second.house, second.position)
        asked = first_chapter(GAME, made.form, made.options, made.seed)
        assert (first.options, first.house, first.position) == (asked.options, asked.house, asked.position)


def test_a_challenge_takes_no_options_seed_or_dice_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    code = make(GAME, {}).code
    for more in (["--seed", "1"], ["--option", "rules=basic"], ["--dice", "6,6"], ["--table-dice"], ["b29"]):
        assert main(["play", *more[:1], *more[1:], "--challenge", code]) == 2
        assert "A challenge has its game" in capsys.readouterr().err


def test_the_table_counts_flights_that_play_as_recorded_with_these_dice_and_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = make(GAME, {"rules": "basic"})

    def chapter(seed: str = made.seed, **options: str) -> Chapter:
        return begin(GAME, f"{seed}/1", options={"rules": "basic", **options})

    flown(chapter(), made.seed, "good")
    undone = chapter()
    undone.undos = 2
    flown(undone, made.seed, "undone", "cautious")
    flown(chapter("another"), made.seed, "lucky")
    flown(chapter(rules="advanced"), made.seed, "other")
    forged = flown(chapter(), made.seed, "forged")
    assert forged.finished is not None
    forged.finished.outcome["kills"] = 99
    with Store() as store:
        store.delete("forged")
        store.create(forged, made.seed, "forged")
    assert main(["challenge", "table", made.code, "--json"]) == 0
    rows = {row["save"]: row for row in json.loads(capsys.readouterr().out)}
    assert {name for name, row in rows.items() if row["counts"]} == {"good", "undone"}
    assert {rows["good"]["place"], rows["undone"]["place"]} <= {1, 2}
    assert rows["forged"]["place"] is None
    assert rows["undone"]["undos"] == 2
    assert "other dice" in rows["lucky"]["why"]
    assert "other options" in rows["other"]["why"]
    assert "does not play as recorded" in rows["forged"]["why"]
    assert main(["challenge", "table", made.code]) == 0
    assert "2 taken back past a die" in capsys.readouterr().out


def test_a_new_challenge_is_printed_with_the_way_to_fly_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["challenge", "new", "doolittle", "--scenario", "7"]) == 0
    told = capsys.readouterr().out
    code = told.split()[1]
    assert parse(code).options == {"scenario": "7"}
    assert f"flakhouse play --challenge {code}" in told
    assert main(["challenge", "new", "b17", "--form", "hamm"]) == 0
    told = capsys.readouterr().out
    assert "Fighter cover: " in told
    assert "came back to England" in told
    assert main(["challenge", "new", "b29", "--form", "hamm"]) == 2
    assert "for b17" in capsys.readouterr().err
