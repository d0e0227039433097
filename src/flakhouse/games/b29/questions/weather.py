"""Questions of rule 4.4: weather."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.games.b29.advice import weather as advice
from flakhouse.games.b29.questions import about, stakes
from flakhouse.games.b29.state import Mission

__all__ = ["storm_detour"]


def storm_detour(m: Mission, mods: Sequence[Mod], detour: Mod) -> Question:
    """4-3, D22: out of formation, one box for a wide course round the storm. `mods`: of 4-3 without it."""
    return yes_no(
        "4-3",
        "A storm lies ahead. Fly around it?",
        about.zone(m),
        yes=Option(
            "Fly around it",
            stakes=stakes.storm((*mods, detour)),
            costs=about.fuel(m, 1),
        ),
        no=Option("Fly through it", stakes=stakes.storm(mods)),
        why=lambda: advice.why_storm_detour(m),
    )
