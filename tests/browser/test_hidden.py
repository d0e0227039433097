"""The Raid: what lies face down stays face down, in the very source of the page."""

from __future__ import annotations

import re

import pytest

from flakhouse.games.doolittle.state import Raid
from flakhouse.render.screen import screen
from flakhouse.web.boards import BoardInput, board_of
from tests.browser.desk import Desk
from tests.render.doolittle_raids import disguised, markers


def _unseen(desk: Desk, name: str, path: str) -> int:
    """The page as served holds the board of a state whose face-down markers were exchanged; how many lie so."""
    session = desk.server.session(name)
    assert isinstance(session.state, Raid)
    other = disguised(session.state)
    chapter = session.chapter
    given = BoardInput(
        other, session.pending, session.events, chapter.options, chapter.campaign, 1, session.finish is not None
    )
    board = board_of("doolittle", given)
    source = re.sub(r' data-part="[^"]*"', "", desk.page.request.get(f"{desk.server.base}{path}").text())
    month = 'sc-main deciding planning"' in source  # of the planning: a page of its own, without the board
    for part in () if month else (board.track, board.drawing, board.rail, board.lists):
        assert str(part).strip() in source
    view = screen(session.game)
    assert view.headline(other, session.events) == view.headline(session.state, session.events)
    if session.pending is not None:
        told = view.situation(other, session.pending, False)
        assert told == view.situation(session.state, session.pending, False)
    assert "Betrayed" not in source
    laid = {id(m) for cup in session.state.cups.values() for m in cup}
    return sum(not m.revealed and id(m) not in laid for m in markers(session.state))


@pytest.mark.parametrize(
    ("flight", "begun", "answers", "auto"),
    [("attack", 25, 1, "none"), ("flight", 36, 6, "none"), ("campaign", 26, 12, "named")],
)
def test_no_back_of_a_face_down_marker_is_in_the_source(
    desk: Desk, flight: str, begun: int, answers: int, auto: str
) -> None:
    name = desk.server.prepare(f"hidden-{flight}", flight, begun, automation=auto)
    desk.decide(name)
    seen = 0
    for _ in range(answers):
        desk.answer()
        seen += _unseen(desk, name, f"/play/{name}")
    seen += _unseen(desk, name, f"/play/{name}/replay?step={desk.server.session(name).steps}")
    assert seen > 5
