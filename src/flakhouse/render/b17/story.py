"""The after-action report of a B-17 flight; see render/bomber/story.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from flakhouse.core.events import Noted
from flakhouse.games.b17.words import Position
from flakhouse.render.b17.digest import Turn
from flakhouse.render.bomber import story
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.story import Say, join

__all__ = ["B17Story"]

_TYPE = {
    "Aircraft": "the aircraft works at {city}",
    "Airfield": "the airfield at {city}",
    "Industry": "the industry of {city}",
    "Rail Yard": "the rail yards at {city}",
    "Ship Yard": "the shipyards at {city}",
    "U-Boats": "the U-boat pens at {city}",
}


def _over_target(event: Noted) -> str:
    """The weather over the target."""
    return f"They came over {word(event, 'city')} in {word(event, 'visibility').lower()} weather."


_EVENTS = {
    "Engine failure": "An engine failed of its own accord.",
    "Formation casualties": "",
    "Loose formation": "The formation grew ragged and drew the fighters on.",
    "Aggressive fighter cover": "The escort was keen that day.",
    "Tight formation": "The formation drew together, wing tip to wing tip.",
    "Rabbit's foot": "Somebody aboard had a rabbit's foot in his pocket.",
    "Bad Luftwaffe communications": "",
    "Extreme cold": "It grew bitterly cold, and the guns felt it.",
    "Ace for a day": "",
    "Mid-air accident": "",
}


def _event(event: Noted) -> str:
    """A random event; "" where another line tells it."""
    name = word(event, "event")
    return _EVENTS.get(name, f"There was an incident: {name.lower()}.")


class B17Story(story.Story[Turn]):
    """Tells a flight."""

    crew = len(Position)
    told: ClassVar[frozenset[str]] = story.Story.told | {"turns-home", "cover", "fighter-returns", "superficial"}
    groups: ClassVar[tuple[frozenset[str], ...]] = (
        *story.Story.groups,
        frozenset({"fighter-driven-off", "fighter-stays-away"}),
        frozenset({"captured"}),
        frozenset({"evaded-home"}),
        frozenset({"frostbitten"}),
        frozenset({"wave-driven-off"}),
    )
    fates: ClassVar[tuple[str, ...]] = (*story.Story.fates, "captured", "evaded-home")
    passive: ClassVar[Mapping[str, str]] = {
        **story.Story.passive,
        "captured": "taken prisoner",
        "frostbitten": "frostbitten",
        "evaded-home": "hidden by friends and came home in time for the next mission",
    }
    turned_away: ClassVar[Mapping[str, str]] = {
        "fighter-driven-off": "was driven off by the escort",
        "fighter-stays-away": "never found the bomber",
    }
    results: ClassVar[Mapping[str, str]] = {
        **story.Story.results,
        "8th Air Force victory": "a victory of the 8th Air Force",
        "German victory": "a German victory",
    }
    landings: ClassVar[Mapping[str, str]] = {
        "safe": "They landed {where}, crew and bomber safe.",
        "crew safe, bomber to be repaired": (
            "They landed {where}; the crew was safe and the bomber could be repaired."
        ),
        "crew safe, bomber beyond repair": "They landed {where}; the crew was safe, the bomber beyond repair.",
        "a crash": "The bomber crashed landing {where}.",
        "a bad crash": "The bomber crashed badly landing {where}.",
        "a crash that nobody survives": "The bomber crashed landing {where}, and nobody aboard lived.",
    }
    own: ClassVar[Mapping[str, Callable[[Noted], str]]] = {
        **story.Story.own,
        "over-target": _over_target,
        "event": _event,
    }
    common: ClassVar[frozenset[str]] = story.Story.common | {"it", "somebody", "knocked", "nothing", "losses"}

    def __init__(self, say: Say) -> None:
        super().__init__(Turn, say)

    def place(self, event: Noted) -> str:
        """The target in a sentence."""
        return _TYPE.get(word(event, "type"), "{city}").format(city=word(event, "city"))

    def take_off(self, brief: Noted | None) -> str:
        """There is no roll for it."""
        return ""

    def way(self, turns: Sequence[Turn], way: str) -> list[str]:
        """The quiet zones of a leg; weather is known only over the target and at home."""
        return [self.quiet(turns)]

    def _placed(self, events: Sequence[Noted]) -> str:
        """Fighters coming in, and those coming back."""
        parts: list[str] = []
        last = ""
        for event in events:
            verb = "came back from" if event.facts.get("again") else "came in from"
            parts.append(f"{word(event, 'fighter')} {'from' if verb == last else verb} {word(event, 'where')}")
            last = verb
        return join(parts) + "."
