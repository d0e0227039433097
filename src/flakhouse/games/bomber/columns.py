"""Columns of the damage tables that go by where an attack comes from (b29 5-9 to 5-11; b17 M-3, B-4, B-5)."""

from __future__ import annotations

from flakhouse.games.bomber.words import Angle, Clock

__all__ = ["BY_ANGLE", "BY_CLOCK"]

#: Tables that go by area alone: front, beam, rear, above, below.
BY_CLOCK = {
    Clock.C12: 0,
    Clock.C130: 0,
    Clock.C1030: 0,
    Clock.C3: 1,
    Clock.C9: 1,
    Clock.C6: 2,
    Clock.DIVE: 3,
    Clock.CLIMB: 4,
}
_ANGLES = (Angle.HIGH, Angle.LEVEL, Angle.LOW)
#: Tables that go by area and angle.
BY_ANGLE: dict[Clock, dict[Angle, int]] = {
    **{c: {a: 3 * column + i for i, a in enumerate(_ANGLES)} for c, column in BY_CLOCK.items() if column < 3},
    Clock.DIVE: {Angle.NONE: 9},
    Clock.CLIMB: {Angle.NONE: 10},
}
