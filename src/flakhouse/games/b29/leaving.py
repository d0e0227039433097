"""Rule 8.2: who can jump from a bomber under control, and what bears on his roll (table 8-4)."""

from __future__ import annotations

from flakhouse.core.mods import Mod
from flakhouse.games.b29.book import CHARTS
from flakhouse.games.b29.state import Man, Mission

__all__ = ["able", "jump_mods"]

_JM = CHARTS.charts["8-4"].mods


def able(man: Man) -> bool:
    """8-4b, 8-5b, R-107: a seriously wounded man cannot jump; a frostbitten one can."""
    return man.aboard and not man.dead and not man.serious


def jump_mods(m: Mission, man: Man) -> list[Mod]:
    """8-4 Its modifiers."""
    mods: list[Mod] = []
    if m.plane.alarm_bell_out and not m.plane.intercom_works():
        mods.append(_JM["no_signal"])  # RULING R-130: every man, as 8-4 prints it (7-9b: only the rear)
    if man.light >= 2:
        mods.append(_JM["second_wound"])
    return mods
