"""14.3 What lies below a bomber that comes down, or the men who leave it."""

from __future__ import annotations

from enum import StrEnum

from flakhouse.core.referee import Referee
from flakhouse.games.b17.advice import ending as advice
from flakhouse.games.b17.book import CHARTS
from flakhouse.games.b17.questions import ending as questions
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Surface

__all__ = ["OVER", "Letter", "chosen", "fallen", "inside", "land", "water"]


class Letter(StrEnum):
    """Which letter of G-11 applies."""

    FIRST = "first letter"
    SECOND = "second letter"


SURFACE = CHARTS.words("14.3-surface", Letter)
#: Follows "over".
OVER = {
    Surface.ENGLAND: "England",
    Surface.WATER: "water",
    Surface.FRANCE: "France",
    Surface.BELGIUM: "Belgium",
    Surface.NETHERLANDS: "the Netherlands",
    Surface.GERMANY: "Germany",
}


def inside(where: Surface) -> str:
    """15.1, 15.2 "in England", "in the Netherlands"."""
    return f"in {OVER[where]}"


def water(m: Mission) -> bool:
    """G-11 There is water in this zone."""
    return Surface.WATER in m.letters()


def land(m: Mission) -> Surface | None:
    """G-11 The land of this zone, if there is any."""
    for letter in m.letters():
        if letter is not Surface.WATER:
            return letter
    return None


def chosen(ref: Referee, m: Mission) -> Surface:
    """14.3 Where the crew of a bomber under control jumps: the player picks one of two letters."""
    letters = m.letters()
    if len(letters) == 1:
        return letters[0]
    # D29
    return Surface(ref.ask("where-down", advice.where_down(m), lambda: questions.where_down(m)))


def fallen(ref: Referee, m: Mission) -> Surface:
    """14.3 Where a bomber out of control falls: of two letters an even chance decides."""
    letters = m.letters()
    if len(letters) == 1:
        return letters[0]
    # RULING 14.3: nobody chooses, so a die with even chances does.
    return letters[0] if ref.roll(SURFACE) is Letter.FIRST else letters[1]
