"""The base class of games, and finding a game by its name."""

from __future__ import annotations

import pytest

from flakhouse import games
from flakhouse.core.dice import Seeded
from flakhouse.core.game import Game
from flakhouse.core.referee import Referee
from flakhouse.errors import KitError, OptionError, PositionError
from tests.core import toy
from tests.core.toy import GAME


def test_a_game_is_found_by_name_and_only_then_imported() -> None:
    assert "b29" in games.names()
    with pytest.raises(OptionError, match="no game 'chess'; games: b29"):
        games.load("chess")


def test_a_registered_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "REGISTRY", dict(games.REGISTRY))
    toy.register()
    assert games.load("toy") is GAME
    games.register("wrong", "tests.core.toy:CHARTS_TOML")
    with pytest.raises(KitError, match="is no Game"):
        games.load("wrong")


def test_the_base_class_has_sensible_defaults() -> None:
    game = Game()
    assert (game.options(), game.scenarios(), game.rules_index()) == ([], [], [])
    assert game.check_options({}) == {}
    assert set(game.pilots()) == {"default", "random"}
    with pytest.raises(PositionError):
        game.position_text(None)
    game.check_position("anything", {})


def test_pilots_of_the_same_seed_fly_alike() -> None:
    ends = set()
    for _ in range(2):
        ref = Referee(Seeded("1/1"), GAME.pilots()["random"]("1/1/pilot"), trace=True)
        GAME.play(ref, None, GAME.check_options({}))
        ends.add(repr(ref.events))
    assert len(ends) == 1
