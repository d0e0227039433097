"""Every event the B-17 rules note has words, and the words name only facts the event has."""

from __future__ import annotations

import pytest

from flakhouse.render.base import Template
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

TEMPLATES = all_templates("b17")  # its own, and those all bomber games share
NOTES = note_calls("b17")


def test_every_event_has_a_template() -> None:
    assert len(NOTES) > 120
    assert without_words(NOTES, TEMPLATES) == []


def test_every_template_of_its_own_has_an_event() -> None:
    assert without_event(NOTES, own_templates("b17")) == []
    assert said_twice("b17") == []


def test_templates_name_only_facts_that_every_such_event_has() -> None:
    assert unknown_facts(NOTES, TEMPLATES) == []


@pytest.mark.parametrize(("kind", "template"), TEMPLATES.items())
def test_words_are_calm_and_whole(kind: str, template: Template) -> None:
    assert wording_faults(kind, template) == []


def test_numbers_carry_their_nouns() -> None:
    assert bare_numbers(TEMPLATES, "left|zones|dead|turns|shells|fighters|bursts|feet") == []
