"""The words of the program: no text a player reads says what words.toml lists; build/words.txt has all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.checks.texts import ROOT, Text, player_texts

LISTED = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
SENTENCES: dict[str, str] = LISTED["sentence"]
WORDS: dict[str, str] = LISTED["word"]
CODES: list[str] = LISTED["code"]["words"]
#: Where prompts, options, log lines and advice stand: there no code of the log sheets is said.
TOLD = re.compile(r"/questions/|/advice/|/render/[^:]*\.toml")


def _found(pattern: str, texts: tuple[Text, ...]) -> list[str]:
    return [f"{text.where}: {text.words}" for text in texts if re.search(pattern, text.words)]


def test_the_texts_of_every_part_are_read() -> None:
    places = [text.where for text in player_texts()]
    assert len(places) > 10_000
    for part in (
        "games/b17/questions",
        "games/b29/questions",
        "games/doolittle/questions",
        "cli/",
        "web/templates",
    ):
        assert sum(part in place for place in places) > 60, part


@pytest.mark.parametrize("number", SENTENCES)
def test_sentence_is_gone(number: str) -> None:
    assert _found(re.escape(SENTENCES[number]), player_texts()) == []


@pytest.mark.parametrize("pattern", WORDS)
def test_words_we_do_not_use(pattern: str) -> None:
    assert _found(rf"(?i)\b(?:{pattern})\b", player_texts()) == []


@pytest.mark.parametrize("code", CODES)
def test_codes_of_the_log_sheets_stay_there(code: str) -> None:
    told = tuple(text for text in player_texts() if TOLD.search(text.where))
    assert _found(rf"(?<![\w-]){code}\b", told) == []


def test_no_exclamation_mark_in_what_is_told() -> None:
    told = tuple(text for text in player_texts() if TOLD.search(text.where))
    assert _found("!", told) == []


def test_all_texts_are_written_out_for_review() -> None:
    target = ROOT / "build" / "words.txt"
    target.parent.mkdir(exist_ok=True)
    lines = [f"{text.where}\n    {' '.join(text.words.split())}" for text in player_texts()]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert target.stat().st_size > 500_000
