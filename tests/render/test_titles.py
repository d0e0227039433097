"""The box of a decision is called by what is decided, never by the id that saves know."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from flakhouse.render.guide import guide, titled


@pytest.mark.parametrize("game", ["b29", "b17", "doolittle"])
def test_every_decision_that_is_explained_has_a_title_of_its_own(game: str) -> None:
    folder = resources.files("flakhouse.render.help")
    explained = tomllib.loads(folder.joinpath(f"{game}.toml").read_text(encoding="utf-8"))["ask"]
    titles = guide(game).title
    assert [id for id in explained if "*" not in id and id not in titles] == []
    assert all(len(title) <= 32 for title in titles.values()), titles
    assert titled(game, "orders") == "Orders"
