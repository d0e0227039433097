"""Where attackers are drawn round a bomber, and what they aim at: the same round both, but for the tail."""

from __future__ import annotations

from flakhouse.web.boards.bomber.views import Point

__all__ = ["aims", "spots"]

_LEFT: dict[str, tuple[Point, ...]] = {
    "10:30": ((-232, -50), (-186, -16), (-238, 18)),
    "9": ((-230, 376), (-226, 420), (-172, 400)),
    "Vertical Dive": ((-226, 486), (-180, 498), (-178, 458)),
}


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
