"""Advice on bombs, releases and auxiliary tanks: 2.3G, 4.7, 7.2, 7-3f."""

from __future__ import annotations

from flakhouse.games.b29 import stores
from flakhouse.games.b29.questions import stores as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Position

__all__ = [
    "jettison_bombs",
    "jettison_tank",
    "release_by_hand",
    "which_tank",
    "why_jettison_bombs",
    "why_jettison_tank",
]


def jettison_bombs(m: Mission) -> bool:
    """4.7B: bombs of no use any more cost a box a zone: get rid of them."""
    return (m.aborted or m.bomb_run or m.plane.engines_out() >= 2) and not stores.why_not_jettison_bombs(m)


def why_jettison_bombs(m: Mission) -> str:
    """4.7B, 7.2, 4-9h."""
    if not (m.aborted or m.bomb_run):
        return "With two engines out the bomber cannot carry them."
    hung = any([bay.bombs and stores.bad_release(m, bay) for bay in m.plane.bays()])
    if hung:
        return "With bombs aboard every zone costs two boxes, not one, and the landing may set them off."
    return "They are of no use any more, and with them every zone costs two boxes, not one."


def why_jettison_tank(m: Mission) -> str:
    """2.3G."""
    return "Its fuel cannot be pumped out, and a hit may set it on fire."


def jettison_tank(m: Mission) -> bool:
    """2.3G: fuel that cannot be used is only a danger."""
    return not m.plane.transfer_works() and not stores.why_no_tank(m)


def which_tank(m: Mission) -> str:
    """2.3G, D15: the first that goes."""
    return next(bay.section.value for bay in m.plane.bays() if not stores.why_not_drop_tank(m, bay))


def release_by_hand(m: Mission) -> str:
    """7-3f, D47: a try costs nothing; the bombardier makes it, or else the pilot."""
    return questions.BOMBARDIER if m.manned(Position.BOMBARDIER) else questions.PILOT
