"""8.3.7 What a hazard of the flight does to a B-25 from now on."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.events import Noted
from flakhouse.core.game import RuleEntry
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.words import Back
from flakhouse.render.scenes import Scene, SceneLine

__all__ = ["KIND", "stays"]

KIND = "hazards"  # the scene in which a marker of the flight is turned over
#: Rules that speak of more than one marker, or of one by another name.
_RULES: dict[str, str] = {
    Back.JAMMED_GUNS: "Jammed Guns or Turret",
    Back.JAMMED_TURRET: "Jammed Guns or Turret",
}
#: Mechanical Problems, by the part that fails.
_PARTS = {"Landing Gear": "landing gear", "Sticky Elevator": "elevator", "Sticky Rudder": "rudder"}
#: Markers of which scenes of their own tell.
_TOLD = (Back.CLEAR, Back.ENGINE_SPUTTER, Back.FLYING_BOAT, Back.INTERCEPTOR, Back.VESSEL, Back.WIND_CHECK)


def stays(ref: Referee, scene: Scene, index: Sequence[RuleEntry]) -> list[SceneLine]:
    """8.3.7 The first sentence of the rule of the hazard that was turned over; nothing of one that is gone."""
    first, last = scene.events
    notes = [e for e in ref.events[first : last + 1] if isinstance(e, Noted) and e.kind == "flight-hazard"]
    hazard = str(notes[0].facts["hazard"]) if notes else ""
    if not hazard or hazard in _TOLD or notes[0].facts.get("idle"):
        return []
    if hazard in _PARTS:
        worse = str(notes[0].facts["landing"]).replace("-", "−")
        text = f"The fault in the {_PARTS[hazard]} stays: {worse} on the Landing Check of this bomber."
        return [SceneLine(text, "warning", "means")]
    number = f"8.3.7 {_RULES.get(hazard, hazard)}"
    summary = next((entry.summary for entry in index if entry.number == number), "")
    return [SceneLine(f"{summary.split('. ')[0].rstrip('.')}.", "warning", "means")] if summary else []
