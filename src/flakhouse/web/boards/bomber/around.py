"""Where attackers are drawn round a bomber, and what they aim at: the same round both, but for the tail."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from enum import StrEnum
from typing import Protocol, TypeVar

from flakhouse.games.bomber.words import Angle, Clock
from flakhouse.web.boards.bomber.views import ROUND, Foe, Point

__all__ = ["aims", "attackers", "seen", "spots"]

_LEFT: dict[str, tuple[Point, ...]] = {
    "10:30": ((-232, -50), (-186, -16), (-238, 18)),
    "9": ((-230, 376), (-226, 420), (-172, 400)),
    "Vertical Dive": ((-226, 486), (-180, 498), (-178, 458)),
}


class Fighter(Protocol):
    """What is drawn of a fighter of either game."""

    name: str
    clock: Clock
    angle: Angle
    destroyed: bool
    gone: bool

    @property
    def kind(self) -> StrEnum:
        """Its type."""


F = TypeVar("F", bound=Fighter)


def attackers(fighters: Iterable[F], words: Callable[[F], str], twins: Container[StrEnum]) -> tuple[Foe, ...]:
    """The fighters attacking now, clockwise; `twins` are the types with two engines."""
    there = [f for f in fighters if not f.destroyed and not f.gone]
    there.sort(key=lambda f: ROUND.index(f.clock.value))
    return tuple(
        Foe(
            f.name or f.kind.value,
            f.clock.value,
            "" if f.angle is Angle.NONE else f.angle.value,
            words(f),
            f.kind in twins,
        )
        for f in there
    )


def seen(before: Iterable[F], now: Iterable[F]) -> list[F]:
    """Those that a scene shows: who was there when it began, shot down or driven off since, and who has come."""
    there = list(before)
    names = {f.name or f.kind.value for f in there}
    return [*there, *(f for f in now if (f.name or f.kind.value) not in names)]


def _mirror(spots: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same on the other side."""
    return tuple((-x, y) for x, y in spots)


def spots(behind: tuple[Point, ...]) -> dict[str, tuple[Point, ...]]:
    """Up to three places for each direction; `behind` are those at 6 o'clock."""
    return {
        "12": ((0, -56), (-64, -56), (64, -56)),
        "6": behind,
        **_LEFT,
        "1:30": _mirror(_LEFT["10:30"]),
        "3": _mirror(_LEFT["9"]),
        "Vertical Climb": _mirror(_LEFT["Vertical Dive"]),
    }


def aims(beam: int, tail: int) -> dict[str, Point]:
    """Where the arrows end; `beam` and `tail` say how far back those from the side and from behind strike."""
    return {
        "12": (0, 60),
        "10:30": (-20, 90),
        "1:30": (20, 90),
        "9": (-20, beam),
        "3": (20, beam),
        "6": (0, tail),
        "Vertical Dive": (-10, beam),
        "Vertical Climb": (10, beam),
    }
