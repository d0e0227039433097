"""Questions of section 6: flak over the target."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.mods import Mod
from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.core.stakes import Stake, on_results
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Flak

__all__ = ["evade_flak", "evade_flak_out"]


def evade_flak(m: Mission, aim: Sequence[Mod], evading: Mod) -> Question:
    """6-2, 5.7, D45: weave through the flak before the bomb run. `aim`: the modifiers of 6-6 without it."""
    return yes_no(
        "6-2",
        "Evade the flak? It aims worse (-1), and so do your bombs (-1).",
        about.zone(m),
        about.city(m.target.city),
        yes=Option("Yes", stakes=_on_target((*aim, evading))),
        no=Option("No", stakes=_on_target(aim)),
        why=lambda: "A bomber that comes home is worth more than one good bomb run.",
    )


def _on_target(mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """6-6 The bomb run as things stand."""
    return (on_results("bombs on target", "6-6", ["On Target"], mods),)


def evade_flak_out(m: Mission, weaving: Sequence[Mod], straight: Sequence[Mod]) -> Question:
    """6.4, 6-2, D45: weave on the way out, when the bombs are gone; the modifiers of 6-2 with and without."""
    return yes_no(
        "6.4",
        "More flak on the way out. Evade it? (Its aim -1)",
        about.zone(m),
        yes=Option("Yes", stakes=_flak(weaving)),
        no=Option("No", stakes=_flak(straight)),
        routine=True,
        why=lambda: "The bombs are gone: weaving costs nothing more.",
    )


def _flak(mods: Sequence[Mod]) -> tuple[Stake, ...]:
    """6-2 How thick it is: none at all, or heavy."""
    heavy = Stake("heavy flak", "6-2", lambda faces, total, word: word == Flak.HEAVY, mods, good=False)
    return (on_results("no flak", "6-2", [Flak.NONE], mods), heavy)
