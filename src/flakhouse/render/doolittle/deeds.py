"""The raid's log as deeds: who did what, where, and with what came before it; see render/story."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.story.words import a_count, count, lower

__all__ = ["Deed", "deeds", "running", "town"]

#: Words of a target that keep their capital.
_NAMES = frozenset({"Tokyo", "Nippon", "Kawasaki", "Nagoya", "Osaka", "Kobe", "Mitsubishi", "Yokohama"})
_CAUSES = {
    "crash": "a crash",
    "an Interceptor": "a fighter",
    "an interceptor": "a fighter",
    "balloons": "the balloons",
    "small arms": "fire from the ground",
    "the landing": "a crash on landing",
    "Dive Bomber": "a dive bomber",
    "Torpedo Bomber": "a torpedo bomber",
    "I-Boat": "a submarine",
    "Enemy Ships": "enemy ships",
}
_FIRE = {
    "Balloons": "the balloons",
    "Flak": "the flak",
    "Interceptor": "a fighter",
    "Small Arms": "fire from the ground",
}
_PLACES = {
    "China coast": "off the coast of China",
    "Sea of Japan and Kyushu": "in the Sea of Japan",
    "East China Sea west": "in the East China Sea",
    "East China Sea east": "in the East China Sea",
    "Interior": "in the interior of China",
    "Chekiang": "in Chekiang",
    "Japan": "in Japan",
}
_CHECKED = {
    "missing": "crew-missing",
    "in China, wounded": "crew-wounded",
    "in China, fit": "crew-fit",
}
_LANDS = {
    "good landing": "lands-good",
    "damaged": "lands-damaged",
    "crash with survivors": "lands-crash",
    "crash, all killed": "lands-killed",
}


_ROWS = {"Joint Ops": "joint operations", "China": "fields in China", "USSR": "fields in Russia"}
_SENTENCES = {
    "prison": "went to prison",
    "life sentence": "got life sentences",
    "some executed": "some were executed",
    "executed": "were executed",
    "acquitted, held as prisoners": "were acquitted, and held as prisoners",
}
_CITIES = ("Tokyo", "Nagoya", "Osaka/Kobe")


class Deed(msgspec.Struct, frozen=True):
    """A thing told of the raid: its place in the log, what kind it is, of whom, and its words."""

    at: int
    kind: str
    who: str = ""
    words: tuple[tuple[str, str], ...] = ()
    leaking: str = ""  # since when the aircraft had lost fuel


def running(label: str) -> str:
    """A target in running text: "Oil Refinery" is "oil refinery", "Tokyo Armory" keeps its name, and so does a
    company.
    """
    if label.endswith("Company"):
        return label
    return " ".join(part if part in _NAMES else lower(part) for part in label.split())


def _fire(hazard: str) -> str:
    """A hazard over the city in running text; "" for one that is no danger by itself."""
    return next((words for begin, words in _FIRE.items() if hazard.startswith(begin)), "")


def town(city: str) -> str:
    """A city in running text."""
    return city.replace("/", " and ")


def deeds(events: Sequence[Event]) -> list[Deed]:
    """All that may be told, in order."""
    found: list[Deed] = []
    leaks: dict[str, str] = {}
    hour = ""
    for at, event in enumerate(events):
        if not isinstance(event, Noted):
            continue
        if event.kind == "flight-turn":
            hour = word(event, "hour")
        who = pilot_of(word(event, "b25")) if "b25" in event.facts else ""
        if event.kind == "flight-hazard" and word(event, "hazard") == "Fuel Leak":
            leaks[who] = hour
        lucky = event.kind == "box-hit" and any(_again(events, roll) for roll in event.rolls)
        found += _deed(at, event, who, leaks, " by a stroke of luck" if lucky else "")
    return found


def _again(events: Sequence[Event], roll: int) -> bool:
    """Whether dice were thrown again, by a pilot's luck or his medals."""
    before = events[roll - 1] if roll else None
    return isinstance(before, Chosen) and before.id == "re-roll" and before.key != "keep"


def _deed(at: int, note: Noted, who: str, leaks: dict[str, str], luck: str) -> list[Deed]:
    kind = _kind(note)
    if not kind:
        return []
    words = {key: str(value) for key, value in note.facts.items() if key != "b25"}
    if "box" in words:
        words["box"] = running(words["box"])
        words["luck"] = luck
    if "hazard" in words:
        words["hazard"] = _fire(words["hazard"])
    if "cause" in words:
        words["cause"] = _CAUSES.get(words["cause"], lower(words["cause"]))
    if kind == "ditched":
        place = _PLACES.get(
            word(note, "name"), "in the sea" if "zone" in word(note, "where") else word(note, "where")
        )
        words = {"place": place}
    if kind == "trial":
        words["sentence"] = _SENTENCES.get(words["result"], words["result"])
    if kind.startswith("rendezvous"):
        near = words["area"] in ("Hawaii", "Midway")
        words["sea"] = f"near {words['area']}" if near else "on the open sea"
    if kind == "landed":
        words["aircraft"] = a_count(number(note, "aircraft"), "aircraft", "aircraft")
    if kind == "diplomacy":
        words = {"diplomat": word(note, "diplomat"), "row": _ROWS.get(word(note, "row"), word(note, "row"))}
        words["agreed"] = "agreed to" if note.facts.get("agreed") else "refused"
    if "city" in words:
        words["city"] = town(words["city"])
    if "count" in words:
        words["count"] = count(number(note, "count"))
    if "crews" in words:
        words["crews3"] = a_count(number(note, "crews"), "crew")
    if "target" in words:
        words["target"] = town(words["target"])
    if kind == "carrier-found":
        words["carrier"] = words["name"]
    if "fate" in words:
        words["fate"] = {"escapes": "escaped"}.get(words["fate"], words["fate"])
    for key in ("area", "site", "ship"):
        words.setdefault(key, "")
    keep = {
        k: v for k, v in words.items() if k not in ("blast", "sum", "number", "success", "turn", "severe", "dice")
    }
    return [Deed(at, kind, who, tuple(sorted(keep.items())), leaks.get(who, "") if kind == "ditched" else "")]


def _kind(note: Noted) -> str:
    """The words a note is told with; "" if it is not told."""
    kind, facts = note.kind, note.facts
    if kind == "approach":
        return "" if facts.get("success") else "no-approach"
    if kind == "acquisition":
        return "not-found" if not facts.get("success") and word(note, "target") in _CITIES else ""
    if kind == "engine-fire":
        return kind if facts.get("ditches") else ""  # else the damage says it
    if kind == "flight-hazard":
        return {"Fuel Leak": "fuel-leak", "Faulty Compass": "faulty-compass"}.get(word(note, "hazard"), "")
    if kind == "evaded-revealed":
        return kind if _fire(word(note, "hazard")) else ""
    if kind == "flak":
        return "" if facts.get("hit") else "flak-missed"  # else the damage says it
    if kind == "interceptor":
        return "tailed" if word(note, "result").startswith("stays") else ""
    if kind in ("gunnery", "flying-boat"):
        told = bool(facts.get("hit")) if kind == "gunnery" else not facts.get("gone")
        return {"gunnery": "gunners"}.get(kind, kind) if told else ""
    if kind == "lights":
        return "lights-out" if facts.get("out") else ""
    if kind == "compass":
        return "compass-lost" if facts.get("lost") else ""
    if kind == "lands":
        return _LANDS.get(word(note, "result"), "lands-good")
    if kind == "ditched-check":
        return _CHECKED.get(word(note, "result"), "")
    if kind == "korea":
        return "korea-taken" if facts.get("taken") else "korea-burned"
    if kind == "internment":
        return "internment-free" if facts.get("free") else "internment-kept"
    if kind == "passage":
        return "passage-free" if facts.get("released") else "passage-kept"
    return kind
