"""Copies of a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import pytest

from flakhouse.core.copies import Unsure, copier


class Side(Enum):
    LEFT = "left"


@dataclass(slots=True)
class Man:
    name: str
    big: int = 10**6
    half: float = 0.5


@dataclass(slots=True)
class Plane:
    men: list[Man]
    seats: dict[Side, Man | None]
    pair: tuple[Man, int]
    log: list[str] = field(default_factory=list)


@dataclass
class Counted:
    count: int

    def __post_init__(self) -> None:
        self.count += 1


@dataclass
class Late:
    count: int
    seen: bool = field(default=False, init=False)


def plane() -> Plane:
    man = Man("Joe")
    return Plane([man, Man("Moe")], {Side.LEFT: man}, (man, 3), ["a"])


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    mine = plane()
    make = copier(mine, mine.men)
    one, men = make()
    assert isinstance(one, Plane)
    assert one == mine
    assert men is one.men
    assert one.men[0] is one.seats[Side.LEFT] is one.pair[0]  # what was one is one
    one.men[0].name = "Jim"
    one.log.append("b")
    assert mine == plane()
    assert make()[0] == plane()


def test_a_copy_is_of_the_moment_it_was_written_down() -> None:
    mine = plane()
    make = copier(mine)
    mine.men[0].name = "Jim"
    mine.log.append("b")
    assert make() == (plane(),)


def test_what_is_not_certain_is_not_copied() -> None:
    class Odd:
        pass

    strange: object
    for strange in (Odd(), {1, 2}, iter(())):
        with pytest.raises(Unsure):
            copier([strange])
    for thing in (Counted(1), Late(1)):  # their constructors do not give them back as they are
        with pytest.raises(Unsure):
            copier(thing)
    ring: list[object] = []
    ring.append(ring)
    with pytest.raises(Unsure):
        copier(ring)
