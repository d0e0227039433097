"""Odds at the prompt against long simulation from the same position (scripts/odds does it at length)."""

from __future__ import annotations

import pytest

from flakhouse.core.agents import RandomAgent
from flakhouse.games.doolittle.state import Raid
from tests.checks.files import script

LONG = script("odds")
PLACES = {place.name: place for place in LONG.POSITIONS}
HIDDEN = "doolittle 4 approach (hidden)"


def test_every_game_has_positions_and_one_has_markers_face_down() -> None:
    games = [place.game for place in LONG.POSITIONS]
    assert all(games.count(name) >= 3 for name in ("b29", "b17", "doolittle"))
    for place in LONG.POSITIONS:
        state = LONG.at(place).state
        down = [m for m in state.pieces if m.drawn and not m.revealed] if isinstance(state, Raid) else []
        assert bool(down) == place.hidden


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("b29 truk", 400),
        ("b29 abort", 300),
        ("b17 fire-plan", 400),
        ("b17 cover-removes", 300),
        ("doolittle 1 approach", 250),
        (HIDDEN, 250),
    ],
)
def test_odds_agree_with_long_simulation_from_the_same_position(name: str, count: int) -> None:
    lines = LONG.both_ways(PLACES[name], count, count)
    session = LONG.at(PLACES[name])
    assert session.pending is not None
    decided = [option for option in session.pending.options.values() if not option.opens]
    assert len(lines) == len(decided) * len(session.game.measures())
    assert all((line.odds_n, line.long_n) == (count, count) for line in lines)
    assert LONG.together(lines) >= LONG.BOUND, [line for line in lines if line.p < 0.01]
    assert min(line.p for line in lines) < 0.9  # they are not the same flights


def test_another_bot_would_be_found_out() -> None:
    lines = LONG.both_ways(PLACES["b17 fire-plan"], 100, 100, bot=RandomAgent("other"))
    assert LONG.together(lines) < LONG.BOUND


def test_4_2_2_odds_that_looked_at_a_marker_face_down_would_be_found_out() -> None:
    """A save holds the marker that was drawn; flights from it know more than the player does."""
    lines = LONG.both_ways(PLACES[HIDDEN], 200, 200, way="save")
    assert LONG.together(lines) < LONG.BOUND


def test_looking_changes_nothing() -> None:
    session = LONG.at(PLACES[HIDDEN])
    before = repr(session.state)
    shown = LONG.seen(session.state)
    assert repr(session.state) == before
    assert shown != before


def test_fisher_gives_the_chances_of_the_text_books() -> None:
    assert LONG.fisher(3, 4, 1, 4) == pytest.approx(0.4857, abs=1e-4)  # the lady tasting tea
    assert LONG.fisher(1, 10, 11, 14) == pytest.approx(0.002759, abs=1e-6)
    assert LONG.fisher(0, 50, 0, 80) == 1.0
    assert LONG.fisher(900, 1000, 1800, 2000) == pytest.approx(1.0)
