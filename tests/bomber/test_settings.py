"""The language of settings, on a thing of no game."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

import pytest

from flakhouse.errors import PositionError
from flakhouse.games.bomber import settings


class Level(IntEnum):
    LOW = 0
    HIGH = 2


class Side(StrEnum):
    PORT = "Port Wing"
    STARBOARD = "Starboard Wing"


@dataclass(slots=True)
class Craft:
    number: int = 1
    level: Level = Level.LOW
    door: bool = True
    door_side: Side = Side.PORT
    hits: int = 0
    word: str = ""
    last: Side | None = None
    on_target: bool | None = None
    oil: dict[Side, int] = field(default_factory=dict)
    lamps: dict[Side, bool] = field(default_factory=lambda: dict.fromkeys(Side, True))
    seen: list[Side] = field(default_factory=list)
    engine: object = None


NAMES = settings.names_of(Craft, ("number", "engine"))


def read(*said: str) -> Craft:
    craft = Craft()
    for setting in said:
        settings.apply(craft, "craft", setting, NAMES)
    return craft


def test_names_are_the_fields_in_order_but_those_skipped() -> None:
    assert NAMES[:3] == ("level", "door", "door_side")
    assert "number" not in NAMES
    assert len(settings.names_of(Craft)) == len(NAMES) + 2


@pytest.mark.parametrize(
    ("craft", "said"),
    [
        (Craft(), []),
        (Craft(number=4), []),
        (Craft(level=Level.HIGH), ["level HIGH"]),
        (Craft(door=False), ["not door"]),
        (Craft(door_side=Side.STARBOARD, hits=-2), ["door side Starboard Wing", "hits -2"]),
        (Craft(word="up, down"), ["word up, down"]),
        (Craft(last=Side.PORT), ["last Port Wing"]),
        (Craft(on_target=False), ["not on target"]),
        (Craft(on_target=True), ["on target"]),
        (Craft(oil={Side.STARBOARD: 3, Side.PORT: 1}), ["oil [Starboard Wing] 3", "oil [Port Wing] 1"]),
        (Craft(lamps={Side.PORT: True, Side.STARBOARD: False}), ["not lamps [Starboard Wing]"]),
        (Craft(seen=[Side.PORT, Side.PORT]), ["seen [Port Wing]", "seen [Port Wing]"]),
    ],
)
def test_what_differs_is_said_and_read_back(craft: Craft, said: list[str]) -> None:
    assert settings.differences(craft, Craft(), NAMES) == said
    craft.number = 1
    assert read(*said) == craft


def test_back_to_none() -> None:
    assert settings.differences(Craft(), Craft(last=Side.PORT), NAMES) == ["last none"]
    craft = Craft(last=Side.PORT)
    settings.apply(craft, "craft", "last none", NAMES)
    assert craft.last is None


def test_a_value_never_breaks_the_line() -> None:
    assert settings.differences(Craft(word="a; b\nc"), Craft(), NAMES) == ["word a, b c"]


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("hits many", "craft: 'hits many': 'many' is no number"),
        ("hits 12345", "is no number of at most four figures"),
        ("not hits", "'not' goes with yes-or-no settings"),
        ("door open", "stands alone, or with 'not' before it"),
        ("level MIDDLE", "'MIDDLE' is none of "),
        ("level 2", "level 2"),
        ("door side Nose", "Nose"),
        ("oil 3", "in brackets"),
        ("oil [Nose] 3", "Nose"),
        ("seen Port Wing", "in brackets"),
        ("number 3", "there is no setting 'number 3'; settings: door, door side, hits, lamps, last"),
        ("doors", "there is no setting 'doors'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(setting: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        read(setting)
    assert reason in str(refused.value)


def test_a_field_of_another_type_cannot_be_set() -> None:
    with pytest.raises(PositionError) as refused:
        settings.apply(Craft(), "craft", "engine 3", ("engine",))
    assert "'3' cannot be set" in str(refused.value)


def test_lines_are_at_most_80_columns_and_each_names_the_thing() -> None:
    assert settings.settings_lines("plane", []) == []
    lines = settings.settings_lines("plane", [f"setting {n}" for n in range(10, 30)])
    assert all(line.startswith("plane: setting ") and len(line) <= 80 for line in lines)
    assert sum(line.count("setting") for line in lines) == 20
    assert len(settings.settings_lines("plane", ["x" * 100, "y"])) == 2


def test_lines_of_a_text_without_comments_and_blanks() -> None:
    text = "toy position 1  # the head\n\n# nothing\n  plane: door \n"
    assert settings.lines_of(text, "toy position 1") == ["toy position 1", "plane: door"]
    for bad in ("", "chess", "plane: door"):
        with pytest.raises(PositionError, match="begins with the line 'toy position 1'"):
            settings.lines_of(bad, "toy position 1")
    with pytest.raises(PositionError, match="longer than any position"):
        settings.lines_of("toy position 1\n" + "#" * 20_001, "toy position 1")


def test_a_line_taken_apart() -> None:
    craft = Craft()
    assert settings.statement("plane : door; ; hits 3", {"plane": craft}, "plane") == (
        "plane",
        craft,
        ["door", "hits 3"],
    )
    for bad in ("plane door", "boat: door", "Plane: door"):
        with pytest.raises(PositionError, match="expected plane or gun, and a colon"):
            settings.statement(bad, {"plane": craft}, "plane or gun")
