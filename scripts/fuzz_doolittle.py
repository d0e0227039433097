"""What scripts/fuzz must know of the Doolittle Raid (see fuzz.Adapter)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from flakhouse.core.game import JsonDict
from flakhouse.games.doolittle import possible
from flakhouse.games.doolittle.options import SWITCHES
from flakhouse.games.doolittle.state import Raid
from flakhouse.games.doolittle.words import Fate

#: Scenarios: four times each of 1 to 9 to once 10.
SCENARIOS = (*"123456789" * 4, "10")


def options(rng: random.Random) -> dict[str, str]:
    """Any scenario with any variants and optional rules."""
    chosen = {"scenario": rng.choice(SCENARIOS)}
    if rng.random() < 0.6:
        chosen.update((name, rng.choice(("on", "off"))) for name in SWITCHES)
    return chosen


def campaign(rng: random.Random, options: dict[str, str]) -> JsonDict | None:
    """A raid has no campaign before it."""
    return None


def battered(rng: random.Random, options: dict[str, str]) -> tuple[str, str] | None:
    """There are no position texts."""
    return None


def fault(state: object) -> str:
    return possible.fault(state) if isinstance(state, Raid) else ""


def final_fault(state: object) -> str:
    return possible.final_fault(state) if isinstance(state, Raid) else "no raid was played"


def question_fault(state: object, id: str, options: Mapping[str, str]) -> str:
    """No option offers an aircraft that is gone; no marker is in two places."""
    if not isinstance(state, Raid):
        return ""
    if why := possible.pieces_fault(state):
        return why
    gone = {b.pilot for b in state.squadron if b.fate in (Fate.DESTROYED, Fate.DITCHED, Fate.CAPTURED)}
    if state.segment in ("attack", "flight"):
        for key in options:
            if key in gone:
                return f"offers {key}, who is gone"
    return ""


def ends(state: object) -> list[str]:
    """The scenario, and what became of the aircraft."""
    if not isinstance(state, Raid):
        return ["no raid"]
    number = state.options.scenario
    return [f"scenario {number}", *(f"scenario {number}: {b.fate.value}" for b in state.squadron if b.fate.value)]
