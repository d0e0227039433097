"""What bombs add: Blast where they fell, and the score so far."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle.debrief import so_far
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.scenes import SceneLine

__all__ = ["KINDS", "tally"]

#: The scenes in which bombs fall or have fallen.
KINDS = frozenset({"detonation", "release", "attack-over", "turn-nine"})


def tally(ref: Referee, before: Raid, after: Raid) -> list[SceneLine]:
    """4.9, 1.2 Blast that was added between two states, and the points that this makes."""
    said: list[str] = []
    for name, city in after.cities.items():
        was = before.cities.get(name)
        for key, box in city.boxes.items():
            if new := box.blast - (was.boxes[key].blast if was is not None else 0):
                said.append(f"{new} Blast in the {box.name}.")
        for key, area in city.areas.items():
            if new := area.blast - (was.areas[key].blast if was is not None else 0):
                said.append(f"{new} Blast in {area.name}, in no target.")
    now, then = so_far(ref, after), so_far(ref, before)
    if now is not None and then is not None:
        said.append(f"Score so far: {now}{f' ({now - then:+d})' if now != then else ''}.")
    return [SceneLine(" ".join(said), "good" if len(said) > 1 else "", "tally")] if said else []
