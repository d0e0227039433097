"""Every event the rules of a bomber game note has words, and the words name only facts the event has."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.render.base import Template, load_templates
from tests.checks.templates import (
    all_templates,
    bare_numbers,
    note_calls,
    own_templates,
    said_twice,
    unknown_facts,
    without_event,
    without_words,
    wording_faults,
)

LEAST = {"b17": 120, "b29": 150}  # notes that a game surely has
TEMPLATES = {game: all_templates(game) for game in LEAST}  # its own, and those all bomber games share
WORDS = [(kind, template) for game in LEAST for kind, template in TEMPLATES[game].items()]
each_game = pytest.mark.parametrize("game", LEAST)


@each_game
def test_every_event_has_a_template(game: str) -> None:
    assert len(note_calls(game)) > LEAST[game]
    assert without_words(note_calls(game), TEMPLATES[game]) == []


@each_game
def test_every_template_of_its_own_has_an_event(game: str) -> None:
    assert without_event(note_calls(game), own_templates(game)) == []
    assert said_twice(game) == []


def test_every_common_template_has_an_event_of_some_game() -> None:
    notes = [note for game in games.names() for note in note_calls(game)]
    assert without_event(notes, load_templates("flakhouse.render.bomber")) == []


@each_game
def test_templates_name_only_facts_that_every_such_event_has(game: str) -> None:
    assert unknown_facts(note_calls(game), TEMPLATES[game]) == []


@pytest.mark.parametrize(("kind", "template"), WORDS)
def test_words_are_calm_and_whole(kind: str, template: Template) -> None:
    assert wording_faults(kind, template) == []


@pytest.mark.parametrize(
    ("game", "counts", "but"),
    [
        ("b17", "left|zones|dead|turns|shells|fighters|bursts|feet", ()),
        ("b29", "boxes|left|zones|dead|turns|shells|aboard|guns", ("no-tanks",)),
    ],
)
def test_numbers_carry_their_nouns(game: str, counts: str, but: tuple[str, ...]) -> None:
    assert bare_numbers(TEMPLATES[game], counts, but=but) == []
