"""4-9a The question of frosted windows."""

from __future__ import annotations

from flakhouse.core.questions import Option, Question, Subject
from flakhouse.core.stakes import on_results
from flakhouse.games.b29 import events
from flakhouse.games.b29.advice import events as advice
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import Leg

__all__ = ["DESCEND", "STAY", "frosted_windows"]

STAY, DESCEND = "stay", "descend"


def frosted_windows(m: Mission) -> Question:
    """4-9a, D23 Stay up with frosted windows, or go down to clear them."""
    chart = events.FROST.id
    near = on_results(
        "another bomber comes near", chart, [events.Frost.COLLISION], events.frost_mods(m), good=False
    )
    outbound = m.leg is Leg.OUT and not m.bomb_run and not m.aborted
    options = {
        STAY: Option("Stay up and risk a collision", stakes=(near,)),
        DESCEND: Option("Descend to low altitude and turn back" if outbound else "Descend to low altitude"),
    }
    prompt = "The cockpit windows are frosted over. Stay up, or descend?"
    about = Subject("part", "windshield")
    return Question("4-9a", prompt, options, about, why=lambda: advice.why_frosted_windows(m))
