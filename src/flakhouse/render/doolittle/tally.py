"""What bombs add: Blast where they fell, the points by reason, the score so far and the outcome it would be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flakhouse.games.doolittle.debrief import so_far
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import parts
from flakhouse.render.scenes import SceneLine

__all__ = ["KINDS", "Standing", "standing", "tally"]

#: What bombs score, in a sentence.
_SCORED = {
    "each Blast in a Target Box": "for Blast in a target",
    "each Blast in an Area": "for Blast in an area",
    "each different box hit": "for a target not hit before",
    "city map with Blast": "for a city not bombed before",
}
#: The scenes in which bombs fall or have fallen.
KINDS = frozenset({"detonation", "release", "attack-over", "turn-nine"})


class Standing(NamedTuple):
    """The score so far, the outcomes with the least that each takes, and which of them it would be."""

    score: int
    outcomes: tuple[tuple[str, int | None], ...]
    at: int

    @property
    def next(self) -> str:
        """What comes next, and from where on; at the top that it is the best."""
        if self.at + 1 == len(self.outcomes):
            return f"{self.outcomes[self.at][0]}, the best outcome"
        name, least = self.outcomes[self.at + 1]
        return f"{name} from {least}"

    @property
    def words(self) -> str:
        """The score so far and what comes next, in words."""
        return f"Score so far: {self.score}. {self.next}."


def _worth(r: Raid) -> Mapping[str, int]:
    """1.2 What each thing scores: scenarios 1 to 6, and 7 to 9."""
    chart = parts.chart(r, "S-scoring")
    return {what: int(each) for what, each in zip(chart.labels, chart.words[r.options.scenario > 6], strict=True)}


def standing(r: Raid) -> Standing | None:
    """1.2 Where the score stands; None in the campaign, whose judges decide."""
    found = so_far(_worth(r), r)
    if found is None:
        return None
    total = sum(found.values())
    limits = [int(limit) for limit in parts.look(r, "S-titles", str(r.options.scenario), "bands").split()]
    names = parts.chart(r, "S-outcomes").labels
    return Standing(total, tuple(zip(names, (None, *limits), strict=False)), sum(total >= n for n in limits))


def tally(before: Raid, after: Raid) -> list[SceneLine]:
    """4.9, 1.2 Blast that was added between two states, and the points that this makes."""
    fell = _fell(before, after)
    found = [SceneLine(" ".join(fell), "good", "tally")] if fell else []
    now, then, at = so_far(_worth(after), after), so_far(_worth(before), before), standing(after)
    if now is None or then is None or at is None:
        return found
    gained = [
        f"{new:+d} {_SCORED.get(what, what)}"
        for what, points in now.items()
        if (new := points - then.get(what, 0))
    ]
    if gained and (was := sum(then.values())):
        gained.insert(0, f"{was} before")
    text = f"Score so far: {at.score}" + (f" ({', '.join(gained)})" if gained else "")
    return [*found, SceneLine(f"{text}. {at.next}.", "good" if gained else "", "tally")]


def _fell(before: Raid, after: Raid) -> list[str]:
    """4.9 Blast that is new, by its place."""
    said: list[str] = []
    for name, city in after.cities.items():
        was = before.cities.get(name)
        for key, box in city.boxes.items():
            if new := box.blast - (was.boxes[key].blast if was is not None else 0):
                said.append(f"{new} Blast in the {box.name}.")
        for key, area in city.areas.items():
            if new := area.blast - (was.areas[key].blast if was is not None else 0):
                said.append(f"{new} Blast in {area.name}, in no target.")
    return said
