"""Play-outs from the last step before an open question end as those that go the whole way."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.agents import Default
from flakhouse.core.chapter import begin
from flakhouse.core.session import Session
from flakhouse.core.standpoint import Standpoint
from flakhouse.sim.odds import play_out


def sessions(name: str, options: dict[str, str], seeds: int = 3) -> list[Session]:
    """Sessions at every third question of some missions."""
    game = games.load(name)
    found: list[Session] = []
    for number in range(seeds):
        session = Session(game, begin(game, f"standpoint/{number}", options=options), trace=False)
        session.run()
        at = 0
        while session.pending is not None:
            at += 1
            if at % 3 == 0:
                copy = begin(game, f"standpoint/{number}", options=options)
                copy.entries = list(session.chapter.entries)
                found.append(Session(game, copy, trace=False))
                found[-1].run()
            session.answer(session.pending.default)
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [("b17", {}), ("b17", {"rules": "basic"}), ("b29", {}), ("b29", {"rules": "streamlined"})],
)
def test_the_end_is_the_same_as_after_the_whole_way(name: str, options: dict[str, str]) -> None:
    short = 0
    for session in sessions(name, options):
        assert session.pending is not None
        quick, whole = Standpoint(session), Standpoint(session, whole=True)
        short += quick.short
        for key in session.pending.options:
            for number in range(2):
                ends = [play_out(way, key, f"s/{number}", Default()) for way in (quick, whole, quick)]
                assert ends[0].finish() == ends[1].finish() == ends[2].finish()
                assert ends[0].men() == ends[1].men()
    assert short > 4  # else nothing was compared


def test_before_the_flight_the_whole_way_is_gone() -> None:
    game = games.load("b17")
    session = Session(game, begin(game, "1"), trace=False)
    session.run()
    assert not Standpoint(session).short


def test_dice_thrown_at_the_table_are_thrown_again() -> None:
    game = games.load("b17")
    session = Session(game, begin(game, "standpoint/0", table_dice=True), trace=False)
    session.run()
    thrown = 0
    while session.pending is None or thrown < 5:
        if session.need_dice is not None:
            session.throw([3] * session.need_dice.count)
            thrown += 1
        elif session.pending is not None:
            session.answer(session.pending.default)
    assert not Standpoint(session).short
