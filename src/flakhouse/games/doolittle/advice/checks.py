"""2.3.7, 8.1.4, 12.6.6 Whether dice are worth throwing again, and which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from flakhouse.games.doolittle.questions import checks as questions
from flakhouse.games.doolittle.questions.checks import Bad

__all__ = ["again", "best", "why_again"]

_FACES = (1, 2, 3, 4, 5, 6)
_COUNTED = 3  # dice of which every choice is tried; in a larger handful each speaks for itself


def best(faces: tuple[int, ...], bad: Bad | None) -> tuple[int, ...]:
    """2.3.7 The places of the dice to throw again that mend the roll most often; none if nothing mends it."""
    everything = tuple(range(len(faces)))
    if bad is None or len(faces) > _COUNTED:
        return everything
    good = [dice for dice in product(_FACES, repeat=len(faces)) if not bad(dice)]
    found: tuple[int, ...] = ()
    most = 0.0
    for count in range(len(faces), 0, -1):
        for places in combinations(everything, count):
            left = good
            for at in everything:
                if at not in places:
                    left = [dice for dice in left if dice[at] == faces[at]]
            mended = len(left) / len(_FACES) ** count
            if mended > most:
                found, most = places, mended
    return found


def again(faces: Sequence[int], picked: Sequence[int], wanted: Sequence[int]) -> str:
    """2.3.7 The dice that are wanted again, one after the other, or all at once; none: they are kept."""
    left = [place for place in wanted if place not in picked]
    if picked and (not left or not set(picked) <= set(wanted)):
        return questions.THROW
    if not left:
        return questions.KEEP
    return questions.ALL if len(left) == len(faces) else questions.key(left[0])


def why_again(faces: Sequence[int], picked: Sequence[int], wanted: Sequence[int], fails: bool) -> str:
    """2.3.7 The reason; `fails`: the dice do not do as they are."""
    if picked:
        return "These dice are picked."
    if len(wanted) == len(faces):
        return "The dice are not good enough, and others can hardly be worse."
    if wanted:
        low = questions.faces_words(tuple(faces[place] for place in wanted))
        return f"The dice are not good enough: with only the {low} thrown again they are most often mended."
    if fails:
        return "Worse may come: the re-roll is kept for dice that cost an aircraft or its bombs."
    return "The dice do as they are: the re-roll is kept for worse ones."
