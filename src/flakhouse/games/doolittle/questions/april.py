"""13.5.1, 13.5.5 Questions of April: the Naval Plan, and Nimitz before the Delay Check."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.questions import Cost, Option, Question, Subject, yes_no
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import sea
from flakhouse.games.doolittle.questions.keys import by_submarine
from flakhouse.games.doolittle.state import Submarine

__all__ = ["brief_nimitz", "launch_point", "rv_point", "rv_turn", "submarine", "withdraw_submarine"]


def _areas() -> dict[str, Option]:
    return {name: Option(name, sea.subject(name)) for name in sea.AREAS}


def rv_point() -> Question:
    """13.5.1 The Sea Area of the rendezvous: three dice there instead of two."""
    return Question("13.5.1", "Planned rendezvous in which Sea Area?", _areas(), why=lambda: "As in history.")


def rv_turn(turns: Sequence[str], first: int) -> Question:
    """13.5.1, 15.1.2 The turn of the rendezvous; those before the first may not be planned."""
    return Question(
        "13.5.1",
        "Planned rendezvous on which turn?",
        {name: name for name in turns[first:]},
        barred={name: "Not before April 14-15 after the raid on Marcus (15.1.2)" for name in turns[:first]},
        why=lambda: "As in history, or as soon as may be.",
    )


def launch_point() -> Question:
    """13.5.1 The Sea Area of the launch."""
    options: dict[str, Option] = {}
    for name in sea.AREAS:
        near = sea.index(name) >= sea.REACH
        label = name if near else f"{name} (B-25s launched here cannot reach Japan)"
        options[name] = Option(label, sea.subject(name))
    return Question("13.5.1", "Planned launch from which Sea Area?", options, why=lambda: "As in history.")


def submarine(name: str) -> Question:
    """13.5.1 Where a submarine lies."""
    prompt = f"Submarine {name} in which Sea Area?"
    return Question("13.5.1", prompt, _areas(), Subject("ship", name), why=lambda: "As in history.")


def withdraw_submarine(submarines: Sequence[Submarine]) -> Question:
    """13.5.1 The submarine that the navy does not grant after all."""
    options = {name: Option(f"{name} in {s.area}", s.subject) for name, s in by_submarine(submarines).items()}
    return Question(
        "13.5.1",
        "The navy grants fewer submarines than were placed. Which one is withdrawn?",
        options,
        why=lambda: "The last of the list: one can be spared as well as another.",
    )


def brief_nimitz(with_him: Stake, without: Stake) -> Question:
    """13.5.5 Whether Nimitz is briefed for the Delay Check."""
    return yes_no(
        "13.5.5",
        "Brief Nimitz now (+5 on the Delay Check, Security Risk +1)?",
        yes=Option("Yes", stakes=(with_him,), costs=(Cost("Security Risk"),)),
        no=Option("No", stakes=(without,)),
        why=lambda: "Worth it when diligence, repairs and modifications weigh on the check.",
    )
