"""13.5.1, 13.5.5 What a careful planner does in April."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.planning import asking, deck
from flakhouse.games.doolittle.state import Raid, Submarine

__all__ = ["brief_nimitz", "launch_point", "rv_point", "rv_turn", "submarine", "withdraw_submarine"]


def rv_point(ref: Referee) -> str:
    """13.5.1 As in history."""
    return asking.history(ref, "rendezvous point")


def rv_turn(ref: Referee, turns: Sequence[str]) -> str:
    """13.5.1 As in history, or the first turn that may be planned."""
    wanted = asking.history(ref, "rendezvous turn")
    return wanted if wanted in turns else turns[0]


def launch_point(ref: Referee) -> str:
    """13.5.1 As in history."""
    return asking.history(ref, "launch point")


def submarine(ref: Referee, name: str) -> str:
    """13.5.1 As in history."""
    return asking.history(ref, f"submarine {name}")


def withdraw_submarine(submarines: Sequence[Submarine]) -> str:
    """13.5.1 The last of them."""
    return submarines[-1].name


def brief_nimitz(r: Raid) -> bool:
    """13.5.5 When more than one thing weighs on the Delay Check."""
    return deck.burden(r) > 1
