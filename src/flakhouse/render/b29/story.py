"""The after-action report of a B-29 flight; see render/bomber/story.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from flakhouse.core.events import Noted
from flakhouse.games.b29.words import Position
from flakhouse.render.b29.digest import Turn
from flakhouse.render.bomber import story
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.story import Say, lower_first, zones

__all__ = ["B29Story"]

_ALTITUDE = {"LO": "low", "MED": "medium", "HI": "high"}
_TYPE = {
    "Aircraft Factory": "the aircraft works at {city}",
    "Urban Area": "the city of {city}",
    "Airfield": "the airfield at {city}",
}
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six")


def _coordinated(event: Noted) -> str:
    """Fighters that came together."""
    count = int(word(event, "count") or 0)
    many = f"{word(event, 'type')}{'' if count == 1 else 's'}"
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {many} made a coordinated attack."


def _thermals(event: Noted) -> str:
    """Turbulence over a burning city."""
    return f"The heat of the burning city seized the bomber: {lower_first(word(event, 'result'))}."


class B29Story(story.Story[Turn]):
    """Tells a flight."""

    crew = len(Position)
    told: ClassVar[frozenset[str]] = story.Story.told | {"off-course", "on-course", "fuel"}
    groups: ClassVar[tuple[frozenset[str], ...]] = (
        *story.Story.groups,
        frozenset({"fighter-placed", "rammer-placed"}),
        frozenset({"fighter-outrun", "fighter-driven-off", "fighter-feints"}),
    )
    placed: ClassVar[Mapping[str, str]] = {**story.Story.placed, "rammer-placed": ", meaning to ram"}
    turned_away: ClassVar[Mapping[str, str]] = {
        **story.Story.turned_away,
        "fighter-outrun": "could not catch the bomber",
        "fighter-feints": "feinted and dived away",
    }
    results: ClassVar[Mapping[str, str]] = {
        **story.Story.results,
        "Twentieth Air Force victory": "a victory of the Twentieth Air Force",
        "Japanese air defense victory": "a victory of the Japanese air defense",
        "no mission": "no mission at all",
    }
    landings: ClassVar[Mapping[str, str]] = {
        "Crew and B-29 safe": "They landed {where}, crew and bomber safe.",
        "Crew safe, repairable": "They landed {where}; the crew was safe and the bomber could be repaired.",
        "Crew safe, irreparable": "They landed {where}; the crew was safe, the bomber beyond repair.",
        "Wounds, wrecked": "The bomber was wrecked landing {where}.",
        "Wounds +1, wrecked": "The bomber was wrecked landing {where}.",
        "Crew KIA, wrecked": "The bomber crashed landing {where}, and nobody aboard lived.",
    }
    own: ClassVar[Mapping[str, Callable[[Noted], str]]] = {
        **story.Story.own,
        "coordinated-attack": _coordinated,
        "thermals": _thermals,
    }

    def __init__(self, say: Say) -> None:
        super().__init__(Turn, say)

    def place(self, event: Noted) -> str:
        """The target in a sentence."""
        return _TYPE.get(word(event, "type"), "{city}").format(city=word(event, "city"))

    def how(self, event: Noted) -> str:
        """By day or night, high or low."""
        altitude = _ALTITUDE.get(word(event, "altitude"), word(event, "altitude"))
        time = "by night" if word(event, "time") == "Night" else "by day"
        return f", {time} and at {altitude} altitude"

    def brief(self, event: Noted) -> str:
        """Place, resistance and escort."""
        expected = word(event, "expected").lower()
        foe = "no fighters were expected" if expected == "none" else f"{expected} fighter resistance was expected"
        ready = word(event, "escort") == "available"
        escort = "an escort was promised" if ready else "there was no escort to be had"
        place = f"They were given the {word(event, 'place')} place in the {word(event, 'squadron')} squadron"
        return f"{place}; {foe}, and {escort}."

    def take_off(self, brief: Noted | None) -> str:
        """By day or in the dark."""
        if brief is None:
            return super().take_off(brief)
        by = "in the dark" if word(brief, "take_off") == "Night" else "by daylight"
        return f"They took off {by}."

    def way(self, turns: Sequence[Turn], way: str) -> list[str]:
        """Weather, course and quiet zones of a leg."""
        lost = [turn.zone for turn in turns if turn.has("off-course")]
        course = f"They were off course in {zones(lost)}." if lost else ""
        return [self.weather(turns, way), course, self.quiet(turns)]
