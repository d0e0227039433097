"""13.5.3 What a careful planner does at the loading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flakhouse.core.questions import Option
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking, deck
from flakhouse.games.doolittle.questions import deck as questions
from flakhouse.games.doolittle.state import B25, Elite, Raid
from flakhouse.games.doolittle.words import Diplomat

__all__ = ["ashore", "assign_elite", "diligence", "repair"]


def diligence(ref: Referee, r: Raid) -> str:
    """13.5.3 That of history, less what modifications take already."""
    return str(max(0, int(asking.history(ref, "diligence")) - deck.delaying_mods(r)))


def ashore(group: Sequence[B25], stay: int) -> list[B25]:
    """13.5.3 Who stays: the damaged, those with hazards, the last of the list."""
    order = sorted(enumerate(group), key=lambda at: (at[1].damage, len(at[1].attached), at[0]), reverse=True)
    return [b25 for _, b25 in order[:stay]]


def repair(r: Raid, options: Mapping[str, Option]) -> str:
    """13.5.3 One thing after another as long as nothing weighs on the Delay Check once Nimitz is briefed."""
    still = 0 if Diplomat.NIMITZ.value in r.blotter.briefed else deck.BRIEFED
    return list(options)[1] if deck.burden(r) - still <= 0 else questions.DONE


def assign_elite(r: Raid, elite: Elite, free: Sequence[B25]) -> str:
    """13.5.3 His own B-25; else one that nobody else calls his own."""
    homes = [other.home for other in r.blotter.elites if other is not elite]
    wish = [b for b in free if b.id == elite.home] or [b for b in free if b.id not in homes] or free
    return wish[0].pilot if wish else questions.NONE
