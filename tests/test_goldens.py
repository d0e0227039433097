"""The logs of whole flights stand as they were; `scripts/goldens update` rewrites them for review."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse import games, savefile
from flakhouse.core.game import Game
from tests.checks.files import ROOT, script

GOLDENS = script("goldens")
FUZZ = script("fuzz")
#: The games that scripts/fuzz knows, each with every pilot.
FUZZED = [(game, pilot) for game in games.names() for pilot in games.load(game).pilots()]


@pytest.mark.parametrize("name", GOLDENS.FLIGHTS)
def test_golden_flight(name: str) -> None:
    assert GOLDENS.flight(name) == (GOLDENS.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_game_has_golden_flights_and_every_log_is_one() -> None:
    assert {flight.game for flight in GOLDENS.FLIGHTS.values()} == set(games.names())
    assert {path.stem for path in GOLDENS.FOLDER.glob("*.txt")} <= set(GOLDENS.ALL)


def test_no_line_is_wider_than_80_columns() -> None:
    for path in GOLDENS.FOLDER.glob("*.txt"):
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 80


@pytest.mark.parametrize(("game", "pilot"), FUZZED)
def test_a_short_fuzz_is_clean(game: str, pilot: str) -> None:
    if not (ROOT / "scripts" / f"fuzz_{game}.py").exists():
        pytest.skip(f"no scripts/fuzz_{game}.py yet")
    counts = FUZZ.chunk(FUZZ.Job(game, "ci", pilot, 0, 150))
    assert counts.failures == []
    assert sum(counts.ends.values()) >= 150


@pytest.mark.parametrize("seed", ["report/random/0", "report/random/1", "report/random/4"])
def test_a_failure_is_told_as_a_save_that_plays_as_recorded(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    knows = FUZZ.knowing("b29")
    monkeypatch.setattr(knows, "final_fault", lambda state: "a made-up fault")
    chapter, ref, failure = FUZZ.fly("b29", seed, "random")
    assert failure["error"] == "Broken: a made-up fault"
    save = FUZZ.report(failure, "fuzz-b29-1")
    again = savefile.read_save(savefile.encode_save(save))
    (verdict,) = savefile.check_save(again)
    assert verdict.identical
    assert verdict.step == len(ref.journal) == len(again.chapters[0].entries)
    assert again.chapters[0].campaign == chapter.campaign


def test_a_crash_of_the_rules_is_told_as_a_save_one_answer_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = games.load("b29")
    play = type(game).play

    def crash(*words: object, **named: object) -> object:
        play(*words, **named)  # type: ignore[arg-type]
        raise ZeroDivisionError("made up")

    monkeypatch.setattr(type(game), "play", crash)
    _, ref, failure = FUZZ.fly("b29", "crash/random/0", "random")
    assert failure["error"] == "ZeroDivisionError: made up"
    save = FUZZ.report(failure, "fuzz-b29-1")
    assert len(save.chapters[0].entries) == len(ref.journal) - 1
    assert save.chapters[0].remarks[-1].startswith("it broke after the next answer")
    assert savefile.check_save(save)[0].identical


def test_reports_are_one_file_for_each_kind_of_failure(tmp_path: Path) -> None:
    failure = {"game": "b29", "pilot": "random", "options": {}}
    failures = [{**failure, "seed": f"files/random/{n}", "error": f"Broken: {n % 2}"} for n in range(5)]
    FUZZ.write_reports(failures, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fuzz-b29-1.json", "fuzz-b29-2.json"]
    save = savefile.read_save((tmp_path / "fuzz-b29-1.json").read_bytes())
    assert (save.seed, save.error) == ("files/random/0", "Broken: 0")
