"""Every event the Doolittle rules note has words, and the words name only facts the event has."""

from __future__ import annotations

import pytest

from flakhouse.render.base import Template
from flakhouse.render.doolittle import digest
from flakhouse.render.doolittle.text import TextRenderer
from tests.checks.templates import (
    bare_numbers,
    note_calls,
    own_templates,
    unknown_facts,
    without_event,
    without_words,
    wording_faults,
)

TEMPLATES = own_templates("doolittle")


def test_every_event_has_a_template() -> None:
    assert len(note_calls("doolittle")) > 120
    assert without_words(note_calls("doolittle"), TEMPLATES) == []


def test_every_template_has_an_event() -> None:
    assert without_event(note_calls("doolittle"), TEMPLATES) == []


def test_templates_name_only_facts_that_every_such_event_has() -> None:
    assert unknown_facts(note_calls("doolittle"), TEMPLATES) == []


@pytest.mark.parametrize(("kind", "template"), TEMPLATES.items())
def test_words_are_calm_and_whole(kind: str, template: Template) -> None:
    ends = ("{words}'", "?'")  # words of a table, which end as they should; a question
    assert [fault for fault in wording_faults(kind, template) if not fault.endswith(ends)] == []


def test_numbers_carry_their_nouns() -> None:
    assert bare_numbers(TEMPLATES, "aircraft|dice|crews|hazards|ships|flights") == []


def test_the_renderer_speaks_of_events_there_are() -> None:
    known = {note.kind for note in note_calls("doolittle")}
    named = TextRenderer.losses | TextRenderer.warnings
    assert sorted((named | digest.BEGINS) - known) == []
