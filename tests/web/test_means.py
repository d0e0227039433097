"""What the page of a scene costs: every moment of the log that it reads is played to once."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.render.pace import pace
from flakhouse.web.tables import view_of
from flakhouse.web.telling import tell


@pytest.mark.parametrize(("game", "options"), [("b29", {}), ("b17", {}), ("doolittle", {"scenario": "1"})])
def test_no_moment_is_played_to_twice(game: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, view = games.load(game), view_of(game)
    played: list[int] = []
    at = Session.at

    def counted(session: Session, event: int) -> Session:
        played.append(event)
        return at(session, event)

    monkeypatch.setattr(Session, "at", counted)
    begun = begin(loaded, "2", options=loaded.check_options(options), automation="named")
    session = Session(loaded, begun)
    session.wake()
    pages = 0
    while session.pending is not None:
        since, seen = len(session.events), -1
        session.answer(session.pending.default)
        while True:
            played.clear()
            told = tell(view, session, since, pace("matters", throws=True), seen)
            if told is None:
                assert played == []
                break
            pages += 1
            assert len(played) == len(set(played)) <= 4, told.headline
            assert told.upto in played
            assert len(told.past.events) == told.upto + 1
            since, seen = (since, told.waits.event) if told.waits is not None else (told.after, -1)
    assert pages > 3
