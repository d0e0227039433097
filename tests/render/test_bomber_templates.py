"""The common words of the bomber games are words of events that some game notes."""

from __future__ import annotations

from flakhouse import games
from flakhouse.render.base import load_templates
from tests.checks.templates import note_calls, without_event


def test_every_common_template_has_an_event_of_some_game() -> None:
    notes = [note for game in games.names() for note in note_calls(game)]
    assert without_event(notes, load_templates("flakhouse.render.bomber")) == []
