"""The after-action report: what the log says, told in a few calm paragraphs.

Every sentence stands on events of the log. Sentences for single events come from the `story` lines of the
templates; what follows brings those together that read badly one by one: attacks, misses, wounds, weather.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.render.b29 import digest
from flakhouse.render.b29.digest import Flight, Turn, word

__all__ = ["paragraphs"]

Say = Callable[[Noted], str]


def join(words: Sequence[str]) -> str:
    """A, B and C."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def zones(numbers: Iterable[int]) -> str:
    """Zone 3, or Zones 3, 4 and 6."""
    found = list(dict.fromkeys(numbers))
    return ("Zone " if len(found) == 1 else "Zones ") + join([str(n) for n in found])


def paragraphs(events: Sequence[Event], say: Say) -> list[str]:
    """The story of a flight. `say` gives the story line of an event, "" if it has none."""
    flight = digest.read(events)
    out = [turn for turn in flight.turns if turn.leg != "inbound"]
    back = [turn for turn in flight.turns if turn.leg == "inbound"]
    found: list[str] = [_briefing(flight, say)]
    found.append(_way(out, "out"))
    for turn in out:
        found.append(_turn(turn, say))
    found.append(_way(back, "home"))
    for turn in back:
        found.append(_turn(turn, say))
    found.append(_after(flight, say))
    return _gather([text for text in found if text])


def _gather(parts: list[str]) -> list[str]:
    """Short parts share a paragraph."""
    gathered: list[str] = []
    for part in parts:
        if gathered and len(gathered[-1]) + len(part) < 420:
            gathered[-1] += " " + part
        else:
            gathered.append(part)
    return gathered


# ------------------------------------------------------------------ before the flight


def _briefing(flight: Flight, say: Say) -> str:
    lines: list[str] = []
    target, brief = flight.first("target"), flight.first("briefing")
    if target is not None:
        lines.append(_target(target))
    if brief is not None:
        lines.append(_brief(brief))
    skip = {"target", "briefing", "campaign-begun"}
    begun = flight.first("campaign-begun")
    if begun is not None:
        lines.insert(0, say(begun))
    for event in flight.before:
        if isinstance(event, Noted) and event.kind not in skip:
            lines.append(say(event))
    if flight.turns and flight.first("take-off") is not None:
        lines.append(_take_off(brief))
    return " ".join(line for line in lines if line)


_ALTITUDE = {"LO": "low", "MED": "medium", "HI": "high"}
_TYPE = {
    "Aircraft Factory": "the aircraft works at {city}",
    "Urban Area": "the city of {city}",
    "Airfield": "the airfield at {city}",
}


def _target(event: Noted) -> str:
    place = _TYPE.get(word(event, "type"), "{city}").format(city=word(event, "city"))
    altitude = _ALTITUDE.get(word(event, "altitude"), word(event, "altitude"))
    time = "by night" if word(event, "time") == "Night" else "by day"
    what = "a training flight to" if event.facts.get("training") else f"mission {word(event, 'mission')},"
    return (
        f"The crew of {word(event, 'bomber')} was briefed for {what} {place}, {time} and at {altitude} altitude."
    )


def _brief(event: Noted) -> str:
    expected = word(event, "expected").lower()
    foe = "no fighters were expected" if expected == "none" else f"{expected} fighter resistance was expected"
    escort = "an escort was promised" if word(event, "escort") == "available" else "there was no escort to be had"
    place = f"They were given the {word(event, 'place')} place in the {word(event, 'squadron')} squadron"
    return f"{place}; {foe}, and {escort}."


def _take_off(brief: Noted | None) -> str:
    if brief is None:
        return "The take-off went well."
    by = "in the dark" if word(brief, "take_off") == "Night" else "by daylight"
    return f"They took off {by}."


# ------------------------------------------------------------------ the way


def _way(turns: list[Turn], way: str) -> str:
    """Weather, course and quiet zones of a whole leg."""
    lines = [_weather(turns, way), _course(turns, way), _quiet(turns)]
    return " ".join(line for line in lines if line)


def _weather(turns: list[Turn], way: str) -> str:
    """The weather as it changed; a jet stream is told as good or bad luck with the wind elsewhere."""
    changes: list[tuple[int, str]] = []
    for turn in turns:
        kind = turn.weather.split(",")[0].lower()
        if kind and (not changes or changes[-1][1] != kind):
            changes.append((turn.zone, kind))
    if not changes:
        return ""
    leg = f"on the way {way}"
    if len(changes) == 1:
        return f"The weather was {changes[0][1]} {leg}."
    if len(changes) > 6:
        bad = [turn.zone for turn in turns if turn.weather.startswith("Bad")]
        worst = f", bad in {zones(bad)}" if bad else ""
        return f"The weather changed from zone to zone {leg}{worst}."
    then = [f"{kind} from Zone {zone}" for zone, kind in changes[1:]]
    return f"The weather {leg} was {changes[0][1]} at first, then {join(then)}."


def _course(turns: list[Turn], way: str) -> str:
    lost = [
        turn.zone
        for turn in turns
        if any(isinstance(event, Noted) and event.kind == "off-course" for event in turn.events)
    ]
    if not lost:
        return ""
    if len(set(lost)) > 6:
        return f"The navigator had a hard time of it: {way}ward they were off course in {zones(lost)}."
    return f"They were off course in {zones(lost)}."


def _quiet(turns: list[Turn]) -> str:
    quiet = [turn.zone for turn in turns if turn.resistance and not turn.fought()]
    if not quiet:
        return ""
    return f"No fighter attacked in {zones(quiet)}."


# ------------------------------------------------------------------ a turn


def _turn(turn: Turn, say: Say) -> str:
    """What happened in a turn, in order."""
    lines: list[str] = []
    events = [event for event in turn.events if isinstance(event, Noted) and event.kind not in _TOLD]
    at = 0
    while at < len(events):
        run = 1
        while at + run < len(events) and _together(events[at], events[at + run]):
            run += 1
        text = _group(events[at : at + run], turn, say)
        if text:
            lines.append(text)
        at += run
    if lines and turn.zone and not _names_place(lines[0]):
        lines[0] = f"In Zone {turn.zone} {_lower(lines[0])}"
    return " ".join(lines)


#: Events that the leg as a whole tells, or that need no sentence of their own.
_TOLD = frozenset(
    {"take-off", "zone", "stay", "weather", "off-course", "on-course", "resistance", "altitude", "fuel"}
)
_GROUPS = (
    frozenset({"fighter-placed", "rammer-placed"}),
    frozenset({"fighter-misses"}),
    frozenset({"killed"}),
    frozenset({"wounded"}),
    frozenset({"rescued"}),
    frozenset({"lost-at-sea"}),
    frozenset({"jumped-safe"}),
    frozenset({"jump-killed"}),
    frozenset({"down-with-plane"}),
    frozenset({"bombs-jettisoned"}),
    frozenset({"fighter-outrun", "fighter-driven-off", "fighter-feints"}),
)


def _together(first: Noted, other: Noted) -> bool:
    if first.kind == "wounded" and other.kind == "wounded":
        return word(first, "wound") == word(other, "wound")
    return any(first.kind in group and other.kind in group for group in _GROUPS)


def _men(events: Sequence[Noted]) -> str:
    return join(list(dict.fromkeys(f"{word(event, 'man')} {word(event, 'name')}" for event in events)))


def _were(events: Sequence[Noted]) -> str:
    return "was" if len({word(event, "man") for event in events}) == 1 else "were"


def _group(events: list[Noted], turn: Turn, say: Say) -> str:
    """The sentence for one event, or for several of a kind."""
    kind = events[0].kind
    if kind in ("fighter-placed", "rammer-placed"):
        return _placed(events)
    if kind == "fighter-misses":
        return f"{join([word(event, 'fighter') for event in events])} fired and missed."
    if kind == "wounded":
        return f"{_men(events)} {_were(events)} {word(events[0], 'wound')} wounded."
    if kind in _PASSIVE:
        return f"{_men(events)} {_were(events)} {_PASSIVE[kind]}."
    if kind == "jumped-safe":
        return f"{_men(events)} came down by parachute among friends."
    if kind == "down-with-plane":
        return f"{_men(events)} went down with the bomber."
    if kind in ("fighter-outrun", "fighter-driven-off", "fighter-feints"):
        return _turned_away(events)
    if kind == "fighter-hits":
        return f"{word(events[0], 'fighter')} hit the bomber from {word(events[0], 'where')}."
    if kind == "flak":
        return _flak(events[0])
    return say(events[0])


_PASSIVE = {
    "killed": "killed",
    "rescued": "picked up from the sea",
    "lost-at-sea": "lost at sea",
    "jump-killed": "killed leaving the bomber",
}


def _placed(events: list[Noted]) -> str:
    parts = []
    for i, event in enumerate(events):
        verb = "came in from" if i == 0 else "from"
        ram = ", meaning to ram" if event.kind == "rammer-placed" else ""
        parts.append(f"{word(event, 'fighter')} {verb} {word(event, 'where')}{ram}")
    return join(parts) + "."


def _turned_away(events: list[Noted]) -> str:
    verbs = {
        "fighter-outrun": "could not catch the bomber",
        "fighter-driven-off": "was driven off by the other bombers",
        "fighter-feints": "feinted and dived away",
    }
    return join([f"a {word(event, 'type')} {verbs[event.kind]}" for event in events]).capitalize() + "."


def _flak(event: Noted) -> str:
    level, when = word(event, "level"), word(event, "when")
    if level == "No Flak":
        return f"There was no flak {when}."
    return f"There was {level.lower()} {when}."


def _names_place(text: str) -> bool:
    return "Zone " in text or text.startswith(("They came over", "They came in over", "Bombs away"))


_PROPER = frozenset({"a", "the", "they", "another", "fire", "there", "engine", "fuel", "in", "with", "something"})


def _lower(text: str) -> str:
    """The start of a sentence in the middle of one; names keep their capitals."""
    first, _, rest = text.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _PROPER else text


# ------------------------------------------------------------------ afterwards


def _after(flight: Flight, say: Say) -> str:
    lines: list[str] = []
    down = flight.noted("fighter-destroyed")
    if len(down) > 1:
        lines.append(f"The gunners were credited with {len(down)} fighters.")
    for event in flight.after:
        if isinstance(event, Noted):
            lines.append(say(event))
    return " ".join(line for line in lines if line)
