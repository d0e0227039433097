"""The raid's log as deeds: who did what, where, and with what came before it; see render/story."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.events import Chosen, Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.games.doolittle.words import Back, Site
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.doolittle import fates
from flakhouse.render.doolittle.parts import came_down
from flakhouse.render.story.words import a_count, count, lower

__all__ = ["Deed", "deeds", "fire", "guests", "running", "town"]

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
    "Balloons": "balloons",
    "Flak": "flak",
    "Interceptor": "fighters",
    "Small Arms": "fire from the ground",
}
_CHECKED = {
    "missing": "crew-missing",
    "in China, wounded": "crew-wounded",
    "in China, fit": "crew-fit",
}
#: A capture is told by its own note.
_CLOSE = {
    "crew killed": "close-killed",
    "wounded on the way": "close-hurt",
    "narrow escape": "close-escape",
    "nursed back to health": "close-healed",
}
_LANDS = {
    "good landing": "lands-good",
    "damaged": "lands-damaged",
    "crash with survivors": "lands-crash",
    "crash, all killed": "lands-killed",
}


#: 10.2 The patrols of the Task Force.
_HUNTERS = {
    "CA dark": "floatplanes of the Hornet group",
    "CA light": "floatplanes of the Enterprise group",
    "Task Force": "the Task Force",
    "VB6": "bombers from the Enterprise",
    "VF6": "fighters from the Enterprise",
    "VS6": "scouts from the Enterprise",
    "VT6": "torpedo planes from the Enterprise",
}
#: 6.2 How Japan was warned; that bombs fell is told by itself.
_WARNED = {
    "failed Secrecy Tests": "too much had leaked out",
    "sighted": "the ships had been sighted",
    "a ship reports the Task Force": "a ship reported the Task Force",
    "a boat reports the Task Force": "a boat reported the Task Force",
    "a vessel radioed": "a vessel radioed what it saw",
    "a Flying Boat followed the raiders to their target": "a flying boat followed them",
}
_ROWS = {"Joint Ops": "joint operations", "China": "fields in China"}
_SENTENCES = {
    "prison": "went to prison",
    "life sentence": "got life sentences",
    "some executed": "some were executed",
    "executed": "were executed",
    "acquitted, held as prisoners": "were acquitted, and held as prisoners",
}
_CITIES = ("Tokyo", "Nagoya", "Osaka/Kobe")
#: 4.6.3 Where the carrier of a city lies once it is seen.
_CARRIERS = {"Tokyo": ("Ryuho", "Bay Shipping"), "Osaka/Kobe": ("Hiyo", "Shipping")}
_TRIES = 2  # approaches that failed, after which a hit comes "at last"


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
    if label.endswith("Company") or label == "Tokyo Armory":
        return label
    return " ".join(part if part in _NAMES else lower(part) for part in label.split())


def fire(hazard: str) -> str:
    """A hazard over the city in running text; "" for one that is no danger by itself."""
    return next((words for begin, words in _FIRE.items() if hazard.startswith(begin)), "")


def town(city: str) -> str:
    """A city in running text."""
    return city.replace("/", " and ")


class _Reader:
    """What is known so far: the hour, who leaks, the city, the carriers seen in it, who could not get at what."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.hour = self.city = ""
        self.leaks: dict[str, str] = {}
        self.carriers: set[str] = set()  # cities in which the carrier was seen
        self.ships_hit: set[str] = set()  # cities in which its box was hit
        self.failed: dict[str, int] = {}
        self.vain: set[tuple[str, str]] = set()  # who could not get at which box; the same again is not told
        self.shot_at = False  # gunners have driven off a fighter over this city, and it was told
        self.area: dict[str, str] = {}  # where each aircraft is over the city
        self.bombed: dict[str, str] = {}  # and where it dropped its bombs
        self.leaked = self.warned = False  # that something leaked out, that Japan is warned: it has been told
        self.wrecked = fates.wrecked(events)
        self.answers: dict[str, bool] = {}  # the last of each diplomat's; the same again is not told

    def read(self) -> list[Deed]:
        """All that may be told, in order."""
        found: list[Deed] = []
        for at, event in enumerate(self.events):
            if isinstance(event, Noted):
                found += self._note(at, event)
        return found

    def _note(self, at: int, note: Noted) -> list[Deed]:
        who = pilot_of(word(note, "b25")) if "b25" in note.facts else ""
        if note.kind == "flight-turn":
            self.hour = word(note, "hour")
        elif note.kind == "attack-begins":
            self.city = word(note, "city")
            self.failed, self.vain, self.shot_at = {}, set(), False
            self.area, self.bombed = {}, {}
        elif note.kind in _COMES:
            self.area[who] = word(note, "area")
        elif note.kind == "flight-hazard" and word(note, "hazard") == "Fuel Leak":
            self.leaks[who] = self.hour
        elif note.kind == "diplomacy":
            asked = f"{word(note, 'diplomat')} {word(note, 'row')}"
            if self.answers.get(asked) is bool(note.facts.get("agreed")):
                return []
            self.answers[asked] = bool(note.facts.get("agreed"))
        carrier, box = _CARRIERS.get(self.city, ("", ""))
        if carrier and carrier in (word(note, "hazard"), word(note, "name")) and note.kind in _SEEN:
            return self._seen(at, note, carrier)
        before = "" if self.leaks.get(who) == self.hour else self.leaks.get(who, "")
        made = _deed(at, note, who, before, self._luck(note))
        if made and made[0].kind == "lands-damaged" and word(note, "b25") in self.wrecked:
            return [msgspec.structs.replace(made[0], kind="lands-wrecked")]
        if made and made[0].kind == "destroyed":
            return [self._lost(made[0])]
        if made and made[0].kind == "leak":
            told, self.leaked = self.leaked, True
            return [] if told else made
        if made and made[0].kind == "alert":
            kind, self.warned = "alert-again" if self.warned else "alert", True
            return [msgspec.structs.replace(made[0], kind=kind)]
        if note.kind in ("box-hit", "box-missed", "area-hit"):
            self.bombed[who] = self.area.get(who, "")
        if made and made[0].kind == "gunners":
            kind = "gunners-again" if self.shot_at else "gunners"
            self.shot_at = True
            return [msgspec.structs.replace(made[0], kind=kind)]
        if not made or made[0].kind not in ("box-hit", "box-missed", "no-approach"):
            return made
        words = dict(made[0].words)
        if word(note, "box") == box:
            self.ships_hit |= {self.city} if note.kind == "box-hit" else set()
            if self.city in self.carriers:
                words["box"] = f"carrier {carrier}"
        words["last"] = self._late(who, words["box"]) if note.kind == "box-hit" else ""
        if made[0].kind == "no-approach":
            self.failed[who] = self.failed.get(who, 0) + 1
            if self.failed[who] > _TRIES or (who, words["box"]) in self.vain:
                return []  # two of several are told, and that the hit came at last
            self.vain.add((who, words["box"]))
        return [msgspec.structs.replace(made[0], words=tuple(sorted(words.items())))]

    def _late(self, who: str, box: str) -> str:
        """4.8 How late a hit came: after several approaches that failed, or after one at the same box."""
        if self.failed.get(who, 0) >= _TRIES:
            return " at last"
        return " at the second try" if (who, box) in self.vain else ""

    def _lost(self, deed: Deed) -> Deed:
        """Where an aircraft was lost, if it had flown on from where it bombed."""
        before, area = self.bombed.get(deed.who, ""), self.area.get(deed.who, "")
        on = bool(before and area and before != area)
        words = {**dict(deed.words), "later": "later " if on else "", "over": f" over {area}" if on else ""}
        return msgspec.structs.replace(deed, words=tuple(sorted(words.items())))

    def _seen(self, at: int, note: Noted, carrier: str) -> list[Deed]:
        """4.6.3 The carrier is seen, told once; if its box was hit before, she was hit."""
        if self.city in self.carriers:
            return []
        self.carriers.add(self.city)
        hit = self.city in self.ships_hit
        return [Deed(at, "carrier-hit" if hit else "carrier-found", "", (("carrier", carrier),))]

    def _luck(self, note: Noted) -> str:
        lucky = note.kind == "box-hit" and any(_again(self.events, roll) for roll in note.rolls)
        return " by a stroke of luck" if lucky else ""


_COMES = ("enters", "moves")
_SEEN = ("carrier-found", "evaded-revealed")


def deeds(events: Sequence[Event]) -> list[Deed]:
    """All that may be told, in order."""
    return _Reader(events).read()


def _again(events: Sequence[Event], roll: int) -> bool:
    """Whether dice were thrown again, by a pilot's luck or his medals."""
    before = events[roll - 1] if roll else None
    return isinstance(before, Chosen) and before.id == "re-roll" and before.key != "keep"


def _deed(at: int, note: Noted, who: str, leaking: str, luck: str) -> list[Deed]:
    kind = _kind(note)
    if not kind:
        return []
    words = {key: str(value) for key, value in note.facts.items() if key != "b25"}
    if "box" in words:
        words["box"] = running(words["box"])
        words["luck"] = luck
    if "hazard" in words:
        words["hazard"] = fire(words["hazard"])
    if "cause" in words:
        words["cause"] = _CAUSES.get(words["cause"], lower(words["cause"]))
    if kind == "fumes":
        words = {}
    if kind == "ditched":
        words = {"place": came_down(word(note, "where"), word(note, "name"))}
    if kind in ("boat-sunk", "boat-away"):
        words["hunters"] = _HUNTERS.get(words["patrol"], words["patrol"])
        told = ", which had reported the ships" if note.facts.get("reports") else ""
        words["report"] = " before it could report" if note.facts.get("silent") else told
    if kind == "alert":
        words["why"] = _WARNED[words["why"]]
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
    if "deck" in words:
        words["deck"] = count(number(note, "deck"))
    if "crews" in words:
        words["crews3"] = a_count(number(note, "crews"), "crew")
    if "target" in words:
        words["target"] = town(words["target"])
    if "fate" in words:
        words["fate"] = {"escapes": "escaped"}.get(words["fate"], words["fate"])
    for key in ("area", "site", "ship"):
        words.setdefault(key, "")
    keep = {
        k: v for k, v in words.items() if k not in ("blast", "sum", "number", "success", "turn", "severe", "dice")
    }
    return [Deed(at, kind, who, tuple(sorted(keep.items())), leaking if kind == "ditched" else "")]


def _kind(note: Noted) -> str:
    """The words a note is told with; "" if it is not told."""
    kind, facts = note.kind, note.facts
    if kind == "approach":
        return "" if facts.get("success") else "no-approach"
    if kind == "acquisition":
        return "not-found" if not facts.get("success") and word(note, "target") in _CITIES else ""
    if kind == "carrier-found":
        return ""  # told where the city is known
    if kind == "engine-fire":
        return kind if facts.get("ditches") else ""  # else the damage says it
    if kind == "flight-hazard":
        return {"Fuel Leak": "fuel-leak", "Faulty Compass": "faulty-compass"}.get(word(note, "hazard"), "")
    if kind in ("evaded-revealed", "flak"):
        return ""  # what came to nothing is summed up as the city is left; a hit is told by its damage
    if kind == "interceptor":
        return "tailed" if word(note, "result").startswith("stays") else ""
    if kind in ("gunnery", "flying-boat"):
        told = bool(facts.get("hit")) if kind == "gunnery" else not facts.get("gone")
        gunners = "boat-gunners" if facts.get("at") == Back.FLYING_BOAT else "gunners"
        return {"gunnery": gunners}.get(kind, kind) if told else ""
    if kind == "lights":
        return "lights-out" if facts.get("out") else ""
    if kind == "botched":
        return "botched-fuel" if word(note, "result") == "fuel" else kind
    if kind == "boat":
        return ("boat-sunk" if facts.get("gone") else "boat-away") if word(note, "what") == "destroy" else ""
    if kind == "iboat-reaction":
        return "submarine-driven-off" if facts.get("gone") else ""
    if kind == "iboat-torpedoes":
        return "" if facts.get("hit") else "torpedoes-missed"  # a hit is told by its damage
    if kind == "secrecy-test":
        return "" if facts.get("passed") else "leak"
    if kind == "alert":
        return kind if word(note, "why") in _WARNED else ""
    if kind == "flying-boat-sea":
        return kind if facts.get("seen") else ""
    if kind == "airstrike":
        return "airstrike-group" if facts.get("group") else kind
    if kind == "fumes":
        return "" if word(note, "result") == "the engines stop" else kind
    if kind == "flies-on":
        return kind if word(note, "site") == Site.CHUNGKING.value else ""
    if kind == "compass":
        return "compass-lost" if facts.get("lost") else ""
    if kind == "lands":
        return _LANDS.get(word(note, "result"), "lands-good")
    if kind == "ditched-check":
        return _CHECKED.get(word(note, "result"), "")
    if kind == "close-call":
        return _CLOSE.get(word(note, "result"), "")
    if kind == "korea":
        return "korea-taken" if facts.get("taken") else "korea-burned"
    if kind == "internment":
        return "internment-free" if facts.get("free") else "internment-kept"
    if kind == "passage":
        return "passage-free" if facts.get("released") else "passage-kept"
    return kind


def guests(events: Sequence[Event]) -> str:
    """14.5 Those who came down at Vladivostok, where no Internment Check was made of them."""
    notes = [e for e in events if isinstance(e, Noted)]
    there = sum(
        number(e, "aircraft") for e in notes if e.kind == "landed" and word(e, "site") == Site.VLADIVOSTOK.value
    )
    if not there or any(e.kind == "internment" for e in notes):
        return ""
    return "the crew" if there == 1 else f"the {count(there)} crews"
