"""The after-action report of a B-17 flight; see render/bomber/story.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from flakhouse.core.events import Noted
from flakhouse.games.b17.words import Position
from flakhouse.render.b17.digest import Turn
from flakhouse.render.bomber import story
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.story import Say, join, zones

__all__ = ["B17Story"]

_MANY = ("no", "one", "two", "three", "four", "five", "several")
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


def _engine(event: Noted) -> str:
    """What an engine did."""
    state = word(event, "state")
    text = _ENGINES.get(state, f"was now {state}")
    return f"Engine {word(event, 'engine')} {text}."


_ENGINES = {
    "feathered": "stopped and was feathered",
    "windmilling": "stopped, and its propeller could not be feathered",
    "on fire": "caught fire",
    "running": "ran again",
}


def _left(event: Noted) -> str:
    """Out of formation."""
    why = word(event, "why")
    return "They turned back alone." if why == "aborting the mission" else f"They left the formation: {why}."


def _landed(events: Sequence[Noted], plain: str) -> str:
    """A landing and what it did besides; `plain` is what is said of it alone."""
    where = word(events[0], "where")
    belly = next((event for event in events if event.kind == "belly-landing"), None)
    text = f"They landed {where}" + (" on the belly of the bomber" if belly else "")
    if any(event.kind == "scrapped" for event in events):
        plain = f"{text}; after the burst inside it the bomber was only good for spare parts."
    elif belly is not None:
        mended = word(belly, "state") == "repairable"
        plain = f"{text}; it {'could be repaired' if mended else 'was beyond repair'}."
    dead = [f"{word(e, 'man')} {word(e, 'name')}" for e in events if e.kind == "crushed"]
    return plain + (f" {dead[0]} could not leave the ball turret and died in the landing." if dead else "")


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
        frozenset({"landing", "belly-landing", "scrapped", "crushed"}),
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
        "safe": "They landed {where} without further harm.",
        "crew safe, bomber to be repaired": "They landed {where} unhurt, and the bomber could be repaired.",
        "crew safe, bomber beyond repair": "They landed {where} unhurt, with the bomber beyond repair.",
        "a crash": "The bomber crashed landing {where}.",
        "a bad crash": "The bomber crashed badly landing {where}.",
        "a crash that nobody survives": "The bomber crashed landing {where}, and nobody aboard lived.",
    }
    own: ClassVar[Mapping[str, Callable[[Noted], str]]] = {
        **story.Story.own,
        "over-target": _over_target,
        "event": _event,
        "engine": _engine,
        "left-formation": _left,
    }
    placing: ClassVar[tuple[str, ...]] = (*story.Story.placing, "They landed", "The bomber crashed")
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
        """The quiet zones of a leg, which may lie anywhere on it; weather is known only over the target and at
        home."""
        text = self.quiet(turns)
        return [f"On the way {way} n{text[1:]}" if text else ""]

    def quiet(self, turns: Sequence[Turn]) -> str:
        """The zones where fighters were looked for and none attacked, in however many turns there."""
        fought = {turn.zone for turn in turns if turn.fought()}
        calm = [turn.zone for turn in turns if turn.resistance and turn.zone not in fought]
        return f"No fighter attacked in {zones(calm)}." if calm else ""

    def group(self, events: Sequence[Noted]) -> str:
        """The sentence for one event, or for several of a kind; fighters turned away are counted by type."""
        if events[0].kind == "landing" and len(events) > 1:
            return _landed(events, super().group(events[:1]))
        if events[0].kind not in self.turned_away:
            return super().group(events)
        found: dict[tuple[str, str], int] = {}
        for event in events:
            key = word(event, "type"), self.turned_away[event.kind]
            found[key] = found.get(key, 0) + 1
        parts = []
        for (kind, how), many in found.items():
            verb = how if many == 1 else how.replace("was ", "were ")
            parts.append(f"{_MANY[min(many, 6)]} {kind}{'' if many == 1 else 's'} {verb}")
        text = join(parts)
        return f"{text[0].upper()}{text[1:]}."

    def _placed(self, events: Sequence[Noted]) -> str:
        """Fighters coming in; those that come back are only named."""
        back = [word(event, "fighter") for event in events if event.facts.get("again")]
        new = [event for event in events if not event.facts.get("again")]
        parts = [super()._placed(new)] if new else []
        return " ".join([*parts, *([f"{join(back)} came back."] if back else [])])
