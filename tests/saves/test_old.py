"""Saves of an earlier version stand where they stood."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import flakhouse

FOLDER = Path(__file__).parent / "v0.4"
SAVES = tomllib.loads((FOLDER / "saves.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SAVES)
def test_a_save_of_0_4_stands_at_the_same_question_after_the_same_rolls(name: str) -> None:
    session = flakhouse.read_save(FOLDER / f"{name}.json")
    asked, keys = (session.pending.id, " ".join(session.pending.options)) if session.pending else ("", "")
    then = SAVES[name]
    assert (asked, keys, session.ref.check) == (then["ask"], then["keys"], then["check"])


@pytest.mark.parametrize("name", [name for name, then in SAVES.items() if then["ask"]])
def test_a_save_of_0_4_can_be_played_to_its_end(name: str) -> None:
    session = flakhouse.read_save(FOLDER / f"{name}.json")
    while session.pending is not None:
        session.answer(session.pending.default)
    assert session.chapter.finished is not None
