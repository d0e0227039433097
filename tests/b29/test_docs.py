"""The examples in docs/ are true: they load, and they list what there is."""

from __future__ import annotations

import re

from flakhouse.core.game import read_house
from flakhouse.games.b29 import mission, position
from flakhouse.games.b29.game import GAME
from flakhouse.games.b29.options import Options
from tests.checks import docs


def test_the_house_rules_of_the_guide_are_accepted() -> None:
    (example,) = docs.blocks("adding-a-rule.md", "toml")
    assert read_house(GAME, "mine.toml", example).changes() == ["chart 4-1", "jack=off"]


def test_the_position_of_the_guide_reads_and_is_written_again() -> None:
    example = docs.blocks("positions.md")[0]
    text = position.write(position.read(example, Options()))
    for setting in ("weather Poor", "compromised [waist]", "state feathered", "doors jammed open", "in Nav/Radio"):
        assert setting in text


def test_the_guide_lists_the_steps_of_a_turn_in_order() -> None:
    steps = docs.text("positions.md").split("The steps of a turn, in order:")[1].split(". ")[0]
    assert re.findall(r"`([\w-]+)`", steps) == [name for name, _ in mission.STEPS]
