"""11.1, 11.2 Questions of the Airstrike: the squadrons that strike back, the B-25s that leave in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flakhouse.core.questions import Option, Question, yes_no
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.advice import airstrike as advice
from flakhouse.games.doolittle.questions.aircraft import manned
from flakhouse.games.doolittle.questions.keys import by_pilot
from flakhouse.games.doolittle.state import B25, Recon

__all__ = ["DECK_ORDER", "airstrike_b25s", "airstrike_launch", "counterstrike_planes", "leaving"]

DECK_ORDER = "deck order"


def counterstrike_planes(ways: Mapping[str, Iterable[Recon]]) -> Question:
    """11.1.1 The squadrons that fly against the enemy; which may fly together."""
    return Question(
        "11.1.1",
        "Halsey strikes back. Which squadrons fly?",
        {key: Option(key.replace("+", ", "), *[x.subject for x in some]) for key, some in ways.items()},
        why=lambda: "The more fly, the more they sink.",
    )


def airstrike_launch(deck: Sequence[B25], area: str, column: int) -> Question:
    """11.2 Whether the B-25s are launched before the enemy is there."""
    none = Stake("some leave in time", "army-launches", lambda faces, total, word: word != "None", column=column)
    return yes_no(
        "11.2",
        f"Enemy planes are coming. Launch the {len(deck)} B-25s from {sea.named(area)} before they are here?",
        sea.subject(area),
        yes=Option(
            "Yes",
            *[b.subject for b in deck],
            stakes=(none,),
            detail="Those left on deck launch after the attack, if the Hornet is not hit.",
        ),
        why=lambda: advice.why_airstrike_launch(area),
    )


def leaving(left: Sequence[B25]) -> list[str]:
    """11.2.1 As they stand, or the next B-25, by its pilot."""
    return [DECK_ORDER, *by_pilot(left)]


def airstrike_b25s(left: Sequence[B25], count: int, picked: int) -> Question:
    """11.2.1 Which B-25s leave the deck in time: picked one by one, or as they stand."""
    next_ones = left[: count - picked]
    words = f"As they stand: {', '.join(b.pilot for b in next_ones)}"
    found = [Option(words, *[b.subject for b in next_ones]), *[Option(manned(b), b.subject) for b in left]]
    options = dict(zip(leaving(left), found, strict=True))
    return Question("11.2.1", f"{count} B-25s can take off in time ({picked} picked). Which?", options)
