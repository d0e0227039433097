"""A game once more: the same with other dice, or the next scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from flakhouse import games
from flakhouse.again import again, following
from flakhouse.core.chapter import begin
from flakhouse.errors import OptionError
from flakhouse.store import Store


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves of these tests stay here."""
    monkeypatch.setenv("FLAKHOUSE_DATA", str(tmp_path))


def test_the_next_scenario_is_the_one_behind_and_the_last_has_none() -> None:
    game = games.load("doolittle")
    keys = [following(game, begin(game, "x", options={"scenario": one})) for one in ("1", "9", "10")]
    assert keys == ["2", "10", ""]
    tour = games.load("b29")
    assert following(tour, begin(tour, "x")) == ""


def test_again_keeps_options_and_settings_and_takes_other_dice() -> None:
    game = games.load("doolittle")
    with Store() as store:
        first = begin(game, "x", options={"scenario": "3", "adviser": "crew"}, automation="formal")
        new = store.chapter(again(store, game, first))
        assert (new.options, new.automation) == (first.options, "formal")
        assert new.seeds != first.seeds
        other = store.chapter(again(store, game, first, "4"))
        assert (other.options["scenario"], other.options["adviser"]) == ("4", "crew")
        with pytest.raises(OptionError, match="no scenario '99'"):
            again(store, game, first, "99")
