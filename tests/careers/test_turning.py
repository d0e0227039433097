"""Pictures of the turning points beside the story of a debriefing."""

from __future__ import annotations

import re
from pathlib import Path

from flakhouse import games
from flakhouse.render.base import record_of
from flakhouse.store import Store
from flakhouse.web.tables import view_of
from flakhouse.web.turning import pictures
from tests.web.client import serving, visitor


def test_a_picture_stands_with_the_paragraph_that_tells_its_scene(saves: Path) -> None:
    found = 0
    with Store() as store:
        for number in range(1, 13):
            session = store.session(games.load("b17"), "five", number)
            session.keeper = None
            session.wake()
            record = record_of(session.chapter, session.events, "five")
            view = view_of("b17")
            story = view.told_story(record)
            assert story is not None
            scenes = [scene for scene in view.scenes(session.events) if scene.lines or scene.rolls]
            drawn = pictures(session, record)
            assert len(drawn) <= 4
            for at, one in drawn.items():
                first, last = scenes[one.scene].events
                assert scenes[one.scene].weight in ("grave", "notable")
                assert any(first <= event <= last for line in story.paragraphs[at] for event in line.events)
                assert "<svg" in one.drawing
                found += 1
    assert found > 5


def test_the_debriefing_shows_them_with_a_way_to_the_replay_and_no_place_twice(saves: Path) -> None:
    client = visitor(serving(saves))
    page = client.get("/play/five/report/debrief?chapter=12").text
    links = re.findall(r'href="(/play/five/replay\?chapter=12&amp;scene=\d+)" aria-label="Watch: ([^"]+)"', page)
    assert links
    for address, headline in links:
        assert headline in client.get(address.replace("&amp;", "&")).text
    places = re.findall(r'\sid="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert "<figure" not in client.get("/play/five/report/mission?chapter=12").text
