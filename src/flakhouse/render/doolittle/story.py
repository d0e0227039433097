"""The raid told as a story from its log: a paragraph for each segment, like things told together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flakhouse.core.events import Event, Noted
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.doolittle import digest

__all__ = ["join", "paragraphs"]

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class _Alike(NamedTuple):
    """Events of one sort that share a sentence: what must agree, and the words for one and for several."""

    one: str
    many: str
    facts: tuple[str, ...] = ()
    who: str = "b25"


_ALIKE: dict[str, _Alike] = {
    "area-hit": _Alike("{who} dropped on {area}.", "{who} dropped on {area}.", ("area",)),
    "box-hit": _Alike("{who} hit the {box}.", "{who} hit the {box}.", ("box",)),
    "box-missed": _Alike("{who} got into the {box} and missed.", "{who} got into the {box} and missed.", ("box",)),
    "burnt": _Alike("{who} burned on deck.", "{who} burned on deck."),
    "crew-captured": _Alike(
        "The crew of {who} fell into Japanese hands.", "The crews of {who} fell into Japanese hands."
    ),
    "crew-rescued": _Alike(
        "The {submarine} picked up the crew of {who}.",
        "The {submarine} picked up the crews of {who}.",
        ("submarine",),
    ),
    "damaged": _Alike("{who} was damaged by {cause}.", "{who} were damaged by {cause}.", ("cause",)),
    "delayed": _Alike("{who} lost its way and came in late.", "{who} lost their way and came in late."),
    "destroyed": _Alike(
        "{who} was lost with all aboard to {cause}.", "{who} were lost with all aboard to {cause}.", ("cause",)
    ),
    "ditched": _Alike(
        "{who} came down {where}; the crew got out alive.",
        "{who} came down {where}; the crews got out alive.",
        ("where",),
    ),
    "independent": _Alike("{who} went on alone.", "{who} went on alone, each by itself."),
    "landed": _Alike("{who} reached {site}.", "{who} reached {site}.", ("site",), "flight"),
    "lands": _Alike("At {site} {who} {result}.", "At {site} {who} {result}.", ("site", "result")),
    "late-flight": _Alike("{who} followed late.", "{who} followed late.", (), "flight"),
    "left-behind": _Alike(
        "{who} was over the city too long: {fate}.", "{who} were over the city too long: {fate}.", ("fate",)
    ),
    "scuttled": _Alike("{who} was burnt by its crew.", "{who} were burnt by their crews."),
    "ship-damaged": _Alike(
        "The {who} was damaged: {cause}.", "The {who} were damaged: {cause}.", ("cause",), "ship"
    ),
    "ship-sunk": _Alike("The {who} was sunk: {cause}.", "The {who} were sunk: {cause}.", ("cause",), "ship"),
    "trial": _Alike(
        "The crew of {who} stood trial: {result}.", "The crews of {who} stood trial: {result}.", ("result",)
    ),
}
#: What became of a crew that had come down, by the result of its check; the captured are told of as such.
_DOWN = {
    "missing": _Alike("The crew of {who} was never seen again.", "The crews of {who} were never seen again."),
    "china, wounded": _Alike(
        "The crew of {who} came down in China, wounded.", "The crews of {who} came down in China, wounded."
    ),
    "china, fit": _Alike("The crew of {who} reached China unhurt.", "The crews of {who} reached China unhurt."),
}
#: Landing results as verbs.
_LANDED = {
    "crash, all killed": "crashed, and all were killed",
    "crash with survivors": "crashed, and the crew lived",
    "damaged": "landed hard",
    "good landing": "landed safely",
}
#: Told by the opening words of their segment, or by an event that goes with them.
_TOLD = ("attack-begins", "naval-turn", "flight-turn", "month", "ditched-check")


def join(words: Sequence[str]) -> str:
    """Names in a sentence: "Gray, Jones and Lawson"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def paragraphs(events: Sequence[Event], line: Callable[[Noted], str]) -> list[str]:
    """The story in paragraphs; `line` gives the words of an event's own template."""
    found: list[str] = []
    part: list[Noted] = []
    segment = city = ""
    for turn in digest.read(events):
        if (turn.segment, turn.city) != (segment, city):
            found.append(_paragraph(segment, part, line))
            part, segment, city = [], turn.segment, turn.city
        part += [event for event in turn.events if isinstance(event, Noted)]
    found.append(_paragraph(segment, part, line))
    return [text for text in found if text]


def _paragraph(segment: str, part: list[Noted], line: Callable[[Noted], str]) -> str:
    """One segment: its opening words, then its events in order, like ones together."""
    told: list[str] = []
    done: list[tuple[str, ...]] = []
    for event in part:
        alike = _alike(event, part)
        if alike is None:
            text = _own(event, line)
            if text and text not in told:
                told.append(text)
            continue
        key = (event.kind, *(word(event, fact) for fact in alike.facts), alike.one)
        if key not in done:
            done.append(key)
            told.append(_together(event, part, alike))
    return " ".join([*_opening(segment, part, bool(told)), *told])


def _alike(event: Noted, part: list[Noted]) -> _Alike | None:
    """How events like this one are told together; None if it is told by its own words."""
    if event.kind != "ditched-check":
        return _ALIKE.get(event.kind)
    result = word(event, "result")
    if result.startswith("missing"):
        rescued = any(e.kind == "crew-rescued" and word(e, "b25") == word(event, "b25") for e in part)
        return None if rescued else _DOWN["missing"]
    return _DOWN.get(result)


def _together(event: Noted, part: list[Noted], alike: _Alike) -> str:
    """Everybody of whom the same is to be told."""
    same = [
        word(other, alike.who).partition(" (")[0]
        for other in part
        if other.kind == event.kind
        and _alike(other, part) is alike
        and all(word(other, fact) == word(event, fact) for fact in alike.facts)
    ]
    names = list(dict.fromkeys(same))
    filled = {fact: _words(fact, word(event, fact), word(event, "name")) for fact in alike.facts}
    text = (alike.one if len(names) == 1 else alike.many).format(who=join(names), **filled)
    return text[:1].upper() + text[1:]


def _words(fact: str, value: str, name: str) -> str:
    """A fact as the story says it; `name` is that of a zone."""
    if fact == "where" and name:
        return f"in {value} ({name})"
    return _LANDED.get(value, value) if fact == "result" else value


def _own(event: Noted, line: Callable[[Noted], str]) -> str:
    """An event that is told by itself; "" if it is not."""
    if event.kind == "trek":
        return _trek(event)
    if event.kind in _TOLD or (event.kind == "lights" and not event.facts.get("out")):
        return ""
    text = line(event)
    if event.kind == "outcome":
        score = number(event, "score")
        return f"{text} {word(event, 'name')}, {score} {'point' if score == 1 else 'points'}."
    return text


def _trek(event: Noted) -> str:
    """14.4.3 A march."""
    crews = _many(number(event, "crews"), "crew", "crews")
    start = word(event, "start")
    way = f"from {start} to {word(event, 'to')}" if start != "Trekking" else f"to {word(event, 'to')}"
    text = f"{crews} set out on foot {way}" + (
        "." if event.facts.get("through") else ", the Japanese on the trail."
    )
    return text[:1].upper() + text[1:]


def _opening(segment: str, part: list[Noted], more: bool) -> list[str]:
    """How a segment begins; `more` if there is anything else to be told of it."""
    if segment == "attack":
        begins = [e for e in part if e.kind == "attack-begins"]
        planes = sum(number(e, "aircraft") for e in begins)
        many = _many(planes, "B-25", "B-25s")
        where = f"{word(begins[0], 'city')} by {word(begins[0], 'side')}" if begins else ""
        return [f"{many[:1].upper()}{many[1:]} came in over {where}."] if begins else []
    if segment == "planning":
        return ["It was planned in the first months of 1942."]
    if segment == "flight":
        turns = [e for e in part if e.kind == "flight-turn"]
        if turns and number(turns[0], "turn") == 1:
            return [f"The bombers flew west; it was {word(turns[0], 'hour')} in Japan."]
        return [f"By {word(turns[-1], 'hour')} in Japan they had flown on."] if turns and more else []
    if segment == "naval":
        areas = [word(e, "area") for e in part if e.kind in ("naval-turn", "moves-to")]
        if len(set(areas)) < 2:
            return []
        began = "left port and came as far as" if areas[0] == "Port" else "steamed on to"
        return [f"The Task Force {began} {areas[-1]}."]
    return ["Then there was the way home."] if segment == "denouement" and more else []


def _many(n: int, one: str, many: str) -> str:
    """A small number in words."""
    return f"{_WORDS[n] if n < len(_WORDS) else n} {one if n == 1 else many}"
