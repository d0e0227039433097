"""Questions of section 2: names, the training flight, the target."""

from __future__ import annotations

from flakhouse.core.questions import NO, YES, Option, Question, Subject, yes_no
from flakhouse.games.b29.questions import about
from flakhouse.games.b29.state import Campaign

__all__ = ["ACCEPT", "REROLL", "bomber_name", "name_crew", "spared_city", "truk"]

ACCEPT, REROLL = "accept", "reroll"
TRUK = "Truk"


def bomber_name() -> Question:
    """2.1, D2: the nickname of the first bomber."""
    return Question("2.1", "Nickname of the bomber", {}, routine=True, free=True)


def name_crew() -> Question:
    """2.1, D2: names for the men, or those of the list."""
    return yes_no(
        "2.1",
        "Name the crew yourself, or take the names drawn?",
        yes="Name the crew",
        no="Take the names drawn",
        routine=True,
    )


def truk(campaign: Campaign) -> Question:
    """2.2, D4: a training flight first. Who went straight to Japan last time does so again, unless he is asked."""
    declined = bool(campaign.log) and campaign.log[-1].target != TRUK
    return Question(
        "2.2",
        "Fly a training flight to Truk first? It does not count towards the tour.",
        {YES: Option("Yes", about.city(TRUK)), NO: "No"},
        routine=campaign.flights > 0,
        settled=declined,
        why=lambda: "It brings nothing that counts, and risks bomber and men.",
    )


def spared_city(city: str) -> Question:
    """2.2D, D3: a city that was spared in history."""
    return Question(
        "2.2D",
        f"{city} was never bombed in the war. Fly there anyway?",
        {ACCEPT: Option(f"Fly to {city}", Subject("city", city)), REROLL: "Roll for another city"},
        about.city(city),
        why=lambda: "The dice chose it.",
    )
