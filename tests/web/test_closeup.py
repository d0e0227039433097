"""The flight seen close: who is in the water, who flies on, who stands on the field; nothing before the dice."""

from __future__ import annotations

from flakhouse import games
from flakhouse.core.chapter import begin
from flakhouse.core.events import Noted
from flakhouse.core.questions import Subject
from flakhouse.core.session import Session
from flakhouse.games.doolittle.state import Raid
from flakhouse.web.boards.base import Act
from flakhouse.web.boards.doolittle.closeup import close


def army() -> Raid:
    """Sixteen B-25s in the air."""
    game = games.load("doolittle")
    session = Session(game, begin(game, "any", options={"scenario": "7"}))
    session.run()
    assert isinstance(session.state, Raid)
    return session.state


def drawn(r: Raid, opened: str, about: tuple[Subject, ...], *notes: Noted) -> str:
    found = close(r, Act(about, notes, opened=opened))
    assert found is not None
    return str(found)


def test_7_2_4_a_b25_on_fumes_is_in_the_air_until_it_is_noted_that_it_ditches() -> None:
    r = army()
    lawson = next(b for b in r.squadron if b.pilot == "Lawson")
    about = (lawson.subject, Subject("zone", "10"))
    waits = drawn(r, "fumes", about)
    assert "cl-raft" not in waits
    assert "Lawson flies on fumes." in waits
    assert "CHINA" in waits, "zone 10 is the coast"
    down = drawn(r, "fumes", about, Noted("ditched", {"b25": lawson.name(), "where": "10", "name": "China coast"}))
    assert "cl-raft" in down
    assert down.count("cl-man") == 5
    assert "Lawson is in the water; Jones, Hallmark in the air beside him." in down
    assert "CHINA" not in drawn(r, "fumes", (lawson.subject, Subject("zone", "8")))


def test_8_2_2_a_flight_stands_on_its_field_when_it_is_noted_that_it_landed() -> None:
    r = army()
    about = (Subject("flight", "Flight 2"), Subject("site", "Chuchow"))
    assert "Flight 2 looks for Chuchow." in drawn(r, "arrival", about)
    landed = Noted("landed", {"flight": "Flight 2", "site": "Chuchow", "aircraft": 3})
    told = drawn(r, "arrival", about, landed)
    assert "Flight 2 stands on Chuchow." in told
    assert all(name in told for name in ("Jones", "Hallmark", "Lawson"))
    assert "beacon" not in told, "none was lit"


def test_another_scene_is_told_on_the_map() -> None:
    assert close(army(), Act((), (), opened="wind")) is None
