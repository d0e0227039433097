"""8.3.7 What to do about a Flying Boat."""

from __future__ import annotations

from flakhouse.core.questions import Barred, Option, Question
from flakhouse.core.stakes import Stake
from flakhouse.games.doolittle import attack_gunnery, checks
from flakhouse.games.doolittle import flying_boats as rule
from flakhouse.games.doolittle.advice import flying_boats as advice
from flakhouse.games.doolittle.questions import attack_hazards as guns
from flakhouse.games.doolittle.state import B25, Flight, Marker, Raid

__all__ = ["ELUDE", "GUN", "IGNORE", "flying_boat", "ways"]

GUN, ELUDE, IGNORE = "gun it", "elude it", "ignore it"


def ways(r: Raid, b25: B25) -> list[str]:
    """8.3.7 What can be done about it; without guns it cannot be shot at."""
    return [GUN, ELUDE, IGNORE] if attack_gunnery.gunnery_dice(r, b25) else [ELUDE, IGNORE]


def flying_boat(r: Raid, b25: B25, flight: Flight, marker: Marker) -> Question:
    """8.3.7 One try to shoot it off or to elude it, or neither."""
    dice = attack_gunnery.gunnery_dice(r, b25)
    options: dict[str, Option] = {}
    barred: dict[str, Barred] = {}
    if dice:
        options[GUN] = Option(f"Attack it: a 6 on {dice} dice", stakes=guns.shooting(r, b25, "drives it off"))
    else:
        barred[GUN] = Barred("no gun that fires (4.5.1)", "Attack it")
    options[ELUDE] = Option(f"Elude it: {_elude_words(r, flight)}", stakes=_eluding(r, b25, flight))
    options[IGNORE] = Option("Let it follow")
    return Question(
        "8.3.7 Flying Boat",
        f"A Flying Boat has found {b25.name()}. A try that fails brings a Secrecy Test.",
        options,
        b25.subject,
        flight.subject,
        marker.subject,
        barred=barred,
        why=lambda: advice.why_flying_boat(r, b25, flight),
    )


def _elude_words(r: Raid, flight: Flight) -> str:
    if r.security.alert >= rule.WARY:
        return f"two dice, both even from Alert {rule.WARY} on"
    return "two dice, one of them even" if not flight.high else "an even die"


def _eluding(r: Raid, b25: B25, flight: Flight) -> tuple[Stake, ...]:
    """8.3.7 Detachment method 2."""

    def outcome(faces: tuple[int, ...], total: int, word: str) -> bool:
        return rule.eluded(r, faces)

    return (Stake("eludes it" + checks.before_luck(b25), rule.ELUDE.id, outcome, dice=rule.elude_dice(r, flight)),)
