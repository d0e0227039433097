"""The after-action report: what the log says, told in a few calm paragraphs.

Every sentence stands on events of the log. Sentences for single events come from the `story` lines of the
templates; what follows brings those together that read badly one by one: attacks, misses, wounds, weather.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from flakhouse.core.events import Event, Noted
from flakhouse.games.b29.words import Position
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


def paragraphs(events: Sequence[Event], say: Say, dead: Sequence[str] = ()) -> list[str]:
    """The story of a flight. `say` gives the story line of an event, "" if it has none.

    `dead` are all who did not live, "Pilot Frank Abbott"; who is not named by then is named at the end.
    """
    flight = digest.read(events)
    out = [turn for turn in flight.turns if turn.leg != "inbound"]
    back = [turn for turn in flight.turns if turn.leg == "inbound"]
    run = next((i for i, turn in enumerate(out) if _has(turn, "over-target")), len(out))
    sections = [
        [_briefing(flight, say)],
        [_way(out, "out"), *_turns(out[:run], say)],
        _turns(out[run:], say),
        [_way(back, "home"), *_turns(back, say)],
        [_after(flight, say)],
    ]
    found = [paragraph for section in sections[:-1] for paragraph in _gather(section)]
    whole = "All eleven men " in " ".join(found)
    unnamed = [man for man in dead if not whole and not any(man in paragraph for paragraph in found)]
    return [*found, *_gather([_killed(unnamed), *sections[-1]])]


def _killed(men: list[str]) -> str:
    if not men:
        return ""
    who = "All eleven men" if len(men) == len(Position) else join(men)
    return f"{who} {'was' if len(men) == 1 else 'were'} killed."


def _has(turn: Turn, kind: str) -> bool:
    return any(isinstance(event, Noted) and event.kind == kind for event in turn.events)


def _gather(parts: Iterable[str]) -> list[str]:
    """Short parts share a paragraph."""
    gathered: list[str] = []
    for part in parts:
        if not part:
            continue
        if gathered and len(gathered[-1]) + len(part) < 480:
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
    lines = [_weather(turns, way), _course(turns), _quiet(turns)]
    return " ".join(line for line in lines if line)


def _weather(turns: list[Turn], way: str) -> str:
    """The weather of a leg: what it mostly was, and where it was not."""
    found: dict[str, list[int]] = {}
    for turn in turns:
        kind = turn.weather.split(",")[0].lower()
        if kind:
            found.setdefault(kind, []).append(turn.zone)
    if not found:
        return ""
    usual = max(found, key=lambda kind: len(found[kind]))
    others = [f"{kind} in {zones(where)}" for kind, where in found.items() if kind != usual]
    if not others:
        return f"The weather was {usual} on the way {way}."
    return f"The weather on the way {way} was mostly {usual}, {join(others)}."


def _course(turns: list[Turn]) -> str:
    lost = [
        turn.zone
        for turn in turns
        if any(isinstance(event, Noted) and event.kind == "off-course" for event in turn.events)
    ]
    if not lost:
        return ""
    return f"They were off course in {zones(lost)}."


def _quiet(turns: list[Turn]) -> str:
    quiet = [turn.zone for turn in turns if turn.resistance and not turn.fought()]
    if not quiet:
        return ""
    return f"No fighter attacked in {zones(quiet)}."


# ------------------------------------------------------------------ a turn


def _turn(turn: Turn, say: Say, again: bool) -> str:
    """What happened in a turn, in order."""
    lines: list[str] = []
    told = [event for event in turn.events if isinstance(event, Noted) and event.kind not in _TOLD]
    events = _fates_together(told)
    at = 0
    alone = ""  # the one fighter the last sentence was about
    while at < len(events):
        run = 1
        while at + run < len(events) and _together(events[at], events[at + run]):
            run += 1
        group = events[at : at + run]
        text = _group(group, say)
        if text:
            fighter = word(group[0], "fighter") if run == 1 else ""
            if fighter and fighter == alone and text.startswith(f"{fighter} "):
                text = f"It {text[len(fighter) + 1 :]}"
            alone = fighter if text.startswith((f"{fighter} ", "It ")) else ""
            lines.append(text)
        at += run
    if lines and turn.zone and not _names_place(lines[0]):
        lines[0] = f"{'Still in' if again else 'In'} Zone {turn.zone} {_lower(lines[0])}"
    return " ".join(lines)


def _turns(turns: Iterable[Turn], say: Say) -> list[str]:
    """What happened turn by turn."""
    parts: list[str] = []
    zone = -1
    for turn in turns:
        text = _turn(turn, say, turn.zone == zone)
        if text:
            zone = turn.zone
            parts.append(text)
    return parts


#: Fates told of man by man; the story brings those of a kind together where the first of them stands.
_FATES = ("rescued", "lost-at-sea", "jumped-safe", "jump-killed", "down-with-plane")


def _fates_together(events: list[Noted]) -> list[Noted]:
    taken = {word(event, "man") for event in events if event.kind == "captured"}  # picked up, but not by us
    events = [event for event in events if event.kind != "rescued" or word(event, "man") not in taken]
    ordered: list[Noted] = []
    for event in events:
        if event.kind not in _FATES:
            ordered.append(event)
        elif not any(other.kind == event.kind for other in ordered):
            ordered += [other for other in events if other.kind == event.kind]
    return ordered


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
    men = list(dict.fromkeys(f"{word(event, 'man')} {word(event, 'name')}" for event in events))
    return "All eleven men" if len(men) == len(Position) else join(men)


def _were(events: Sequence[Noted]) -> str:
    return "was" if len({word(event, "man") for event in events}) == 1 else "were"


def _group(events: list[Noted], say: Say) -> str:
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
        shells = word(events[0], "shells")
        return f"{word(events[0], 'fighter')} hit the bomber with {shells} shell{'' if shells == '1' else 's'}."
    own = _OWN.get(kind)
    return own(events[0]) if own is not None else say(events[0])


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
    parts = [f"one {word(event, 'type')} {verbs[event.kind]}" for event in events]
    return f"O{join(parts)[1:]}."


def _flak(event: Noted) -> str:
    level, when = word(event, "level"), word(event, "when")
    if level == "No Flak":
        return f"There was no flak {when}."
    return f"There was {level.lower()} {when}."


def _over_target(event: Noted) -> str:
    return f"They came over {word(event, 'city')} and found the target {word(event, 'visibility').lower()}."


def _bombs(event: Noted) -> str:
    percent = f"{word(event, 'percent')} percent of them in the target area"
    if word(event, "result") == "On Target":
        return f"The bombs went down on target, {percent}."
    if word(event, "percent") == "0":
        return "The bombs fell wide of the target."
    return f"The bombs fell off target, {percent}."


_LANDINGS = {
    "Crew and B-29 safe": "They landed {where}, crew and bomber safe.",
    "Crew safe, repairable": "They landed {where}; the crew was safe and the bomber could be repaired.",
    "Crew safe, irreparable": "They landed {where}; the crew was safe, the bomber beyond repair.",
    "Wounds, wrecked": "The bomber was wrecked landing {where}.",
    "Wounds +1, wrecked": "The bomber was wrecked landing {where}.",
    "Crew KIA, wrecked": "The bomber crashed landing {where}, and nobody aboard lived.",
}


def _landing(event: Noted) -> str:
    result = word(event, "result")
    return _LANDINGS.get(result, "They landed {where}: " + result + ".").format(where=word(event, "where"))


_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six")


def _coordinated(event: Noted) -> str:
    count = int(word(event, "count") or 0)
    many = f"{word(event, 'type')}{'' if count == 1 else 's'}"
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {many} made a coordinated attack."


def _thermals(event: Noted) -> str:
    return f"The heat of the burning city seized the bomber: {_lower_first(word(event, 'result'))}."


def _trouble(event: Noted) -> str:
    return f"There was trouble aboard: {word(event, 'event').lower()}."


def _recovery(event: Noted) -> str:
    man, after = f"{word(event, 'man')} {word(event, 'name')}", word(event, "after")
    result = word(event, "result")
    if result == "flies again":
        return f"{man} recovered from his {after} and would fly again."
    if result == "dies of wounds":
        return f"{man} died of his wounds."
    return f"{man} was invalided home with his {after}."


_RESULTS = {
    "draw": "a draw",
    "Twentieth Air Force victory": "a victory of the Twentieth Air Force",
    "Japanese air defense victory": "a victory of the Japanese air defense",
    "no mission": "no mission at all",
}


def _result(event: Noted) -> str:
    result = _RESULTS.get(word(event, "result"), word(event, "result"))
    return f"The flight went into the log as {result}; it {word(event, 'credited')}."


_OWN: dict[str, Callable[[Noted], str]] = {
    "coordinated-attack": _coordinated,
    "flak": _flak,
    "over-target": _over_target,
    "bombs-away": _bombs,
    "landing": _landing,
    "thermals": _thermals,
    "event": _trouble,
    "recovery": _recovery,
    "mission-result": _result,
}


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _names_place(text: str) -> bool:
    return "Zone " in text or text.startswith(("They came over", "They came in over", "Bombs away"))


_COUNTS = ("two", "three", "four", "five", "six")
_COMMON = frozenset(
    {"a", "the", "they", "another", "there", "fuel", "one", "with", "pressure", "only", "both", *_COUNTS}
)


def _lower(text: str) -> str:
    """The start of a sentence in the middle of one; names keep their capitals."""
    first, _, rest = text.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _COMMON else text


# ------------------------------------------------------------------ afterwards


def _after(flight: Flight, say: Say) -> str:
    lines: list[str] = []
    down = flight.noted("fighter-destroyed")
    if len(down) > 1:
        lines.append(f"The gunners were credited with {len(down)} fighters.")
    for event in flight.after:
        if isinstance(event, Noted) and event.kind != "new-man":
            lines.append(_group([event], say))
    lines.append(_replacements(flight.noted("new-man")))
    return " ".join(line for line in lines if line)


def _replacements(events: list[Noted]) -> str:
    """The men who came for those lost."""
    parts = []
    for i, event in enumerate(events):
        verb = "joined the crew as" if i == 0 else "as"
        parts.append(f"{word(event, 'rank')} {word(event, 'name')} {verb} {word(event, 'man')}")
    return f"{join(parts)}." if parts else ""
