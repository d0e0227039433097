"""What followed a campaign: five judges with their reasons, and a chain of consequences from the press to the war.

The paragraphs are in aftermath.toml; which are told follows from what happened, among equals from the seed.
Every word filled in is a fact of the log or of the outcome.
"""

from __future__ import annotations

import functools
import hashlib
from importlib import resources

import msgspec

from flakhouse.core import toml
from flakhouse.core.events import Noted
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.doolittle.sheets import Outcome, outcome_of
from flakhouse.render.story.words import a_count, capital, count, join, long_count

__all__ = ["PARTS", "Paragraph", "aftermath", "paragraphs"]

#: The parts in the order they are told, with their headings; the first five are the judges.
PARTS = {
    "army": "The Army",
    "navy": "The Navy",
    "chiefs": "The Joint Chiefs",
    "white-house": "The White House",
    "japan": "Japan",
    "press": "The press",
    "answer": "Tokyo's answer",
    "china": "China's price",
    "carriers": "The carriers",
    "prisoners": "The prisoners",
    "home": "The men who came home",
    "war": "The war to come",
}
_JUDGES = {
    "army": ("Army", "army"),
    "navy": ("Navy", "navy"),
    "chiefs": ("Joint Chiefs", "chiefs"),
    "white-house": ("White House", "white"),
    "japan": ("Japan", "japan"),
}
_CARRIERS = ("Hornet", "Enterprise")
_LEADER = "2344"
_CHINA = ("Lishui", "Chuchow", "Yushan", "Kian", "Kweilin", "Chungking")
_MANY, _MOST = 24, 8  # Blast that is much; crews that are many


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph, and when it may be told. Of each topic of a part one is."""

    text: str
    when: tuple[str, ...]
    topic: str = ""

    def holds(self, flags: set[str]) -> bool:
        """Whether all its conditions hold."""
        return all((name[1:] not in flags) if name.startswith("!") else name in flags for name in self.when)


@functools.cache
def paragraphs() -> dict[str, tuple[Paragraph, ...]]:
    """All paragraphs by their parts."""
    file = resources.files("flakhouse.render.doolittle").joinpath("aftermath.toml")
    return msgspec.convert(toml.read(file.read_text(encoding="utf-8")), dict[str, tuple[Paragraph, ...]])


def aftermath(record: Record) -> list[tuple[str, list[str]]]:
    """What followed: headings, each with its paragraphs; nothing of a raid that no judge has judged."""
    found = outcome_of(record)
    if found is None or not found.judges:
        return []
    facts = _Facts(record, found)
    told: list[tuple[str, list[str]]] = []
    for part, title in PARTS.items():
        texts = [facts.reason(part)] if part in _JUDGES else []
        topics = dict.fromkeys(one.topic for one in paragraphs()[part])
        texts += [text for topic in topics if (text := _chosen(facts, part, topic, record.seed))]
        told.append((title, texts))
    return told


def _chosen(facts: _Facts, part: str, topic: str, seed: str) -> str:
    """The paragraph of a topic: one of those with most conditions, by the seed."""
    fit = [one for one in paragraphs()[part] if one.topic == topic and one.holds(facts.flags)]
    if not fit:
        return ""
    most = max(len(one.when) for one in fit)
    best = [one for one in fit if len(one.when) == most]
    digest = hashlib.blake2b(f"{seed}/{part}/{topic}".encode(), digest_size=4).digest()
    return best[int.from_bytes(digest, "big") % len(best)].text.format_map(facts.words)


class _Facts:
    """What happened, as conditions and as words."""

    def __init__(self, record: Record, found: Outcome) -> None:
        self.found = found
        self.notes = [event for event in record.events if isinstance(event, Noted)]
        self.flags: set[str] = set()
        self.words: dict[str, str] = {}
        self.total = sum(found.blast.values())
        self.cities = [city for city, blast in found.blast.items() if blast]
        self.over = sum(end.where == "over Japan" and end.fate == "destroyed" for end in found.b25s.values())
        self._raid()
        self._fleet()
        self._crews()
        self._prisoners()
        self._leader()
        for judge, short in _JUDGES.values():
            mark = found.judges[judge].mark
            self.flags.add(f"{short}{mark:+d}" if mark else f"{short}0")

    def _named(self, kind: str, fact: str = "b25") -> list[str]:
        """Whom notes of a kind are about, each once; an aircraft by its pilot."""
        return list(dict.fromkeys(word(n, fact).split(" (")[0] for n in self.notes if n.kind == kind))

    def _if(self, name: str, holds: object) -> None:
        if holds:
            self.flags.add(name)

    def _fates(self, *fates: str) -> int:
        return sum(self.found.fates.get(fate, 0) for fate in fates)

    def _raid(self) -> None:
        """Launch, cities, allies, verdict."""
        found, hit = self.found, len(self.cities)
        self._if("unlaunched", found.never_launched)
        self._if("launched", not found.never_launched)
        self._if("planned", found.launch == "planned")
        self._if("emergency", found.launch == "emergency")
        self._if("tokyo", found.blast.get("Tokyo", 0))
        self._if("nocity", hit == 0)
        self._if("onecity", hit == 1)
        self._if("cities3", hit == 3)
        self._if("many", self.total >= _MANY)
        self._if("areas", self.total > self._boxes())
        self._if("carrier", self._carrier())
        self._if("alerthigh", found.alert >= 3)
        self._if("alertlow", found.alert <= 1)
        self._if("healthgood", (found.alliances or 0) > 0)
        self._if("healthbad", (found.alliances or 0) < 0)
        self.flags.add(found.result)
        self.words |= {"cities": join(self.cities), "blast": long_count(self.total)}
        stayed = self._fates("never launched", "not selected", "on the carrier deck")
        self.words["off"] = long_count(len(found.b25s) - stayed)

    def _boxes(self) -> int:
        """How much of the Blast was in Target Boxes, from what the Joint Chiefs measured."""
        return round(2 * (self.found.judges["Joint Chiefs"].measure - 2 * len(self.cities)) - self.total)

    def _carrier(self) -> bool:
        """Whether a carrier of the enemy was hit, from what Japan measured."""
        found = self.found
        rest = 2 * ("Tokyo" in self.cities) - found.alert + 0.25 * self.total - 2 * self._fates("captured")
        return found.judges["Japan"].measure - rest > 1

    def _fleet(self) -> None:
        """Ships lost and hurt."""
        sunk = self._named("ship-sunk", "ship")
        hurt = [ship for ship in self._named("ship-damaged", "ship") if ship not in sunk]
        self._if("sailed", any(note.kind == "sails" for note in self.notes))
        self._if("sunk", sunk)
        self._if("hurt", hurt)
        self._if("cvsunk", set(sunk) & set(_CARRIERS))
        self._if("fleetwhole", not sunk and not hurt and "sailed" in self.flags)
        first = [ship for ship in sunk if ship in _CARRIERS] or sunk
        self.words |= {"Sunk": f"The {first[0]}" if first else "", "Hurt": f"The {hurt[0]}" if hurt else ""}
        self.ships = (sunk, hurt)

    def _crews(self) -> None:
        """Who came through, from what the Army measured."""
        chungking = self._fates("at Chungking")
        rest = self.found.judges["Army"].measure - chungking + self.found.crews_captured + self.over
        self.safe = round(2 * rest)
        home = self._fates("flew to Midway or Pearl Harbor")
        burned = sum(e.fate == "burnt by its crew" and e.where in _CHINA for e in self.found.b25s.values())
        soviet = [end.pilot for end in self.found.b25s.values() if end.fate == "in Soviet hands"]
        china = any(end.where in _CHINA for end in self.found.b25s.values())
        china = china or any(note.kind in ("trek", "hunted") for note in self.notes)
        self._if("china", china)
        self._if("safe0", not self.safe and not chungking)
        self._if("safe1", self.safe)
        self._if("safe8", self.safe >= _MOST)
        if self.safe >= _MOST:
            self.flags.discard("safe1")
        self._if("midway", home)
        self._if("burned", burned)
        self._if("chungking", chungking)
        self._if("soviet", soviet)
        self._if("lost", self.over)
        self._if("attacked", attacked := self._named("site-attacked", "site"))
        lost = [
            end.pilot for end in self.found.b25s.values() if end.where == "over Japan" and end.fate == "destroyed"
        ]
        self.words |= {
            "Safe": capital(long_count(self.safe)),
            "Home_n": capital(long_count(home)),
            "home_n": long_count(home),
            "burned_n": a_count(burned, "bomber"),
            "chungking_n": count(chungking),
            "Soviet": soviet[0] if soviet else "",
            "Lost": join(lost),
            "Attacked": join(attacked),
        }

    def _prisoners(self) -> None:
        """Who was taken, and what a court said."""
        captured = self._named("crew-captured")
        self._if("captured", captured)
        self._if("captured3", len(captured) >= 3)
        crews = f"{join(captured)} and their crews" if len(captured) > 1 else f"{join(captured)} and his crew"
        self.words |= {
            "prisoners": crews,
            "Prisoners": capital(crews),
            "prisoner": captured[0] if captured else "",
        }
        self.words["captured_n"] = count(len(captured))
        for name, verdict in (("executed", "executed"), ("some", "some executed"), ("life", "life sentence")):
            tried = [n for n in self.notes if n.kind == "trial" and word(n, "result") == verdict]
            self._if(name, tried)
            self.words[name] = word(tried[0], "b25").split(" (")[0] if tried else ""
        self._if("acquitted", any(n.kind == "trial" and "acquitted" in word(n, "result") for n in self.notes))

    def _leader(self) -> None:
        """What became of Doolittle."""
        end = self.found.b25s.get(_LEADER)
        mine = [n for n in self.notes if f"({_LEADER})" in word(n, "b25")]
        if end is None or end.fate in ("never launched", "on the carrier deck"):
            self.flags.add("leaderstay")
        elif any(n.kind == "crew-captured" for n in mine):
            self.flags.add("leadertaken")
        elif end.fate == "destroyed" or any(_gone(n) for n in mine):
            self.flags.add("leaderlost")
        else:
            self.flags.add("leadersoviet" if end.fate == "in Soviet hands" else "leaderhome")

    def reason(self, part: str) -> str:
        """What a judge counted, in words and with his mark."""
        judge = _JUDGES[part][0]
        one = self.found.judges[judge]
        sunk, hurt = self.ships
        cities = a_count(len(self.cities), "city", "cities")
        taken = _some(self.found.crews_captured, "crew")
        said = {
            "army": f"It counted {_some(self._fates('at Chungking'), 'bomber')} at Chungking, "
            f"{_some(self.safe, 'crew')} safe, {taken} captured and {_some(self.over)} shot down over Japan",
            "navy": f"It counted {_some(len(sunk), 'ship')} sunk and {_some(len(hurt))} damaged",
            "chiefs": f"They counted {count(self._boxes())} hits on targets and "
            f"{count(self.total - self._boxes())} on city districts, in {cities}",
            "white-house": f"It counted {cities}, {'Tokyo among them' if 'tokyo' in self.flags else 'not Tokyo'}, "
            f"and {taken} captured",
            "japan": f"It counted {a_count(self.total, 'hit')} in {cities}"
            f"{', a carrier among them' if 'carrier' in self.flags else ''}, at Alert Level {self.found.alert}",
        }[part]
        mark = f"{'minus' if one.mark < 0 else 'plus'} {count(abs(one.mark))}" if one.mark else "nought"
        whose = "Their" if part == "chiefs" else "Its"
        return f"{said}. {whose} mark: {mark}. {one.words}"


def _some(number: int, what: str = "") -> str:
    """A number of things: "no crew", "two crews"; without a word for them "none", "two"."""
    if not number:
        return f"no {what}" if what else "none"
    return a_count(number, what) if what else count(number)


def _gone(note: Noted) -> bool:
    """Whether a note says that a crew is lost."""
    result = word(note, "result")
    return note.kind in ("ditched-check", "close-call") and any(w in result for w in ("missing", "killed", "lost"))
