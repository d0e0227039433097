"""What the parts of a bomber's story share: the teller, the cast, how much is told, and words for notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from flakhouse.core.events import Noted
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.bomber.moments import Log, Thing
from flakhouse.render.story.cast import Cast
from flakhouse.render.story.tell import Teller, story_book
from flakhouse.render.story.words import a_count, capital, lower, nth

__all__ = ["TOLD_BY", "Manner", "Seen", "Tale", "ranks"]


#: Why a bomber left the formation, where what came next says so.
TURNING = ("abort", "coming down", "forced down", "aborting the mission")


_ENGINES = frozenset({"engine", "engine-runs-away", "not-feathered", "engine-fire-out", "engine-burns"})
#: Notes that give a cause to turn back, by the cause.
TOLD_BY: dict[str, frozenset[str]] = {
    "rally missed": frozenset({"no-assembly", "left-formation"}),
    "out of formation": frozenset({"no-assembly", "left-formation"}),
    "two or more engines out": _ENGINES,
    "engine out": _ENGINES,
    "engine fire": _ENGINES,
    "propeller will not feather": _ENGINES,
    "heat out": frozenset({"heat-out"}),
    "oxygen out": frozenset({"oxygen-out"}),
    "bomb bay doors out": frozenset({"doors-jammed"}),
    "intercom out": frozenset({"intercom-out"}),
    "norden": frozenset({"bombsight-out"}),
    "fuel leak": frozenset({"fuel-leak"}),
    "fuel tank hit": frozenset({"fuel-leak", "wing-tank-leak", "center-tank-leak", "bay-tank-leak"}),
    "radar out": frozenset({"radar-hit", "event"}),
    "frost": frozenset({"event"}),
    "no bombs": frozenset({"bombs-jettisoned"}),
}

_DRAGS = "would not feather"
_COUNTED = 2  # men of whom a story counts the victories


class Manner(msgspec.Struct, frozen=True):
    """How a game's story speaks of its things."""

    package: str
    crew: int
    jobs: Mapping[str, str]  # positions as jobs
    types: Mapping[str, str]  # fighters as people said them
    guns: Mapping[str, str]  # "from the top turret"
    own: Mapping[str, str]  # a gun's own gunner: his job says where he is
    targets: Mapping[str, str]
    verdicts: Mapping[str, str]
    causes: Mapping[str, str]  # why they turned back, or might have: a main clause
    left: Mapping[str, str]  # why they left the formation: "With an engine out"
    landings: Mapping[str, str]  # results of a landing, by the key of their words
    near: bool = True  # fighters may come from the start, so that a quiet first leg is worth a word


class Seen(msgspec.Struct):
    """Who flew, and what the tour remembers."""

    jobs: dict[str, str]
    dead: list[str]
    mission: int
    clauses: dict[str, str] = {}
    kills: dict[str, int] = {}  # victories after this flight, of men still in the crew


class Words(dict[str, str]):
    """The words of a note for a pattern; a man is named only where the pattern has him."""

    def __init__(self, tale: Tale, note: Noted, begins: bool) -> None:
        super().__init__(tale.plain(note))
        self.tale = tale
        self.name = word(note, "name")
        self.begins = begins

    def __missing__(self, key: str) -> str:
        if key != "who":
            raise KeyError(key)
        if self.begins and self.tale.subject == self.name:
            return "he"
        return self.tale.cast.who(self.name)


class Tale:
    """A story in the making."""

    #: The rank a thing must have at each detail, 0 to 3.
    LEAST: ClassVar[tuple[int, ...]] = (5, 4, 2, 1)

    def __init__(self, record: Record, log: Log, manner: Manner, seen: Seen, detail: int) -> None:
        self.record = record
        self.log = log
        self.manner = manner
        self.seen = seen
        self.detail = detail
        self.book = story_book(manner.package)
        self.t = Teller(self.book, f"{record.save or record.seed}/{record.number}")
        self.cast = Cast(seen.jobs)
        self.cast.clauses = dict(seen.clauses)
        self.subject = ""  # of whom the last sentence was
        self.focus = ""  # the fighter that "it" means now
        self.untouched = 0  # how often it was said that every gun missed
        self.kinds_said: set[str] = set()  # types of fighters named
        self.once: set[str] = set()  # kinds of things told

    # ------------------------------------------------------------------ words

    def plain(self, note: Noted) -> dict[str, str]:
        """The facts of a note as words."""
        facts = {key: lower(str(value)) for key, value in note.facts.items()}
        if "engine" in note.facts:
            facts["engine"] = f"No. {number(note, 'engine')}"
        for key in ("station", "seat"):
            if key in note.facts:
                facts[key] = self.manner.jobs.get(word(note, key), lower(word(note, key)))
        if "wound" in note.facts:
            facts["badly"] = "badly " if word(note, "wound") == "seriously" else ""
        if "fault" in note.facts:
            facts["fault2"] = facts["fault"].replace("will ", "would ")
        if "zones" in note.facts:
            facts["zones"] = a_count(number(note, "zones"), "more zone")
        if "zone" in note.facts:
            facts["zone"] = nth(number(note, "zone"))
        if note.kind == "left-formation":
            why = self.manner.left.get(word(note, "why"), "")
            facts["Why"] = "Slowed by it," if _DRAGS in why and self.just_said(_DRAGS) else why
        for key in ("gun", "tank", "wing", "where", "section", "bay", "side", "part"):
            if key in facts:
                facts[key] = re.sub(r"\bport\b", "left", facts[key].replace("starboard", "right"))
                facts[key] = facts[key].replace("fwd", "forward")
        if facts.get("where") == "utility":
            facts["where"] = "utility compartment"
        return facts

    def just_said(self, words: str) -> bool:
        """Whether the last sentence has these words."""
        return bool(self.t.done[-1]) and words in self.t.done[-1][-1].text

    def key(self, note: Noted) -> str:
        """The words a note is told with: some kinds are told by what they say."""
        if note.kind == "engine":
            return f"engine-{word(note, 'state').replace(' ', '-')}"
        if note.kind == "altitude":
            return "altitude-low" if word(note, "to").startswith("10,") else "altitude"
        if note.kind == "gun-tried":
            return f"gun-{word(note, 'result').replace(' ', '-')}"
        if note.kind == "event":
            return "event-" + lower(word(note, "event")).replace(" ", "-").replace("'", "")
        if note.kind == "left-formation" and word(note, "why") in TURNING:
            return "left-formation-turning"
        if note.kind == "left-formation" and not note.facts.get("for_good"):
            return "left-formation-for-now"
        return note.kind

    def rank(self, note: Noted) -> int:
        """How much a note weighs; 0 if it is not told."""
        if note.kind == "takes-station" and word(note, "man") == word(note, "station"):
            return 0  # back at his own place
        part = self.book.part.get(self.key(note))
        return part.rank if part is not None else 0

    def tells(self, note: Noted) -> bool:
        """Whether it is told at this detail."""
        rank = self.rank(note)
        return rank > 0 and rank >= self.LEAST[self.detail]

    def harm(self, at: int, things: list[Thing]) -> bool:
        """Whether a blow broke anything, told at this detail or not."""
        return at in self.log.grave or any(self.rank(thing.note) for thing in things)

    def fill(self, pattern: str, note: Noted) -> str:
        """A pattern with the words of a note."""
        return pattern.format_map(Words(self, note, pattern.startswith("{who}")))

    # ------------------------------------------------------------------ sentences

    def alone(self, thing: Thing) -> None:
        """A thing told by itself, if it is told at all."""
        part = self.book.part.get(self.key(thing.note))
        if part is None or not part.alone or not self.tells(thing.note):
            return
        if part.once and thing.kind in self.once:
            return
        if thing.kind == "takes-station":  # a man who goes back and forth is told of once
            place = f"{word(thing.note, 'name')} {word(thing.note, 'station')}"
            if place in self.once or not self.needed(thing):
                return
            self.once.add(place)
        if thing.kind == "rejoined" and "left-formation" not in self.once:
            return  # nor was it told that they had lost it
        if self.key(thing.note) == "engine-running" and "engine" not in self.once:
            return  # nor was its trouble told
        if thing.kind == "altitude" and self.just_said("Going down"):
            return  # it has just been said
        patterns = part.again if part.again and thing.kind in self.once else part.alone
        self.once.add(thing.kind)
        pattern = self.t.pick(patterns, thing.at, self.t.begun())
        text = self.fill(pattern, thing.note)
        self.t.say(text, thing.at, pattern=pattern)
        self.focus = ""
        self.subject = word(thing.note, "name") if pattern.startswith("{who}") else ""

    def needed(self, thing: Thing) -> bool:
        """Whether a move to another's place was no routine: he was hurt or gone, or the mover's own failed."""
        before = [other.note for other in self.log.things() if other.at < thing.at]
        station, own = word(thing.note, "station"), word(thing.note, "man")
        gone = {"killed", "wounded", "third-wound", "frostbitten", "poisoned", "mask-trouble", "takes-controls"}
        lost = any(note.kind in gone and word(note, "man") == station for note in before)
        failed = any(note.kind in ("oxygen-out", "heat-out") and word(note, "station") == own for note in before)
        return lost or failed

    def last_kinds(self) -> set[str]:
        """The kinds of notes of weight that the last sentence told."""
        events = [at for line in self.t.done[-1][-1:] for at in line.events if at >= 0]
        notes = [self.record.events[at] for at in events]
        return {note.kind for note in notes if isinstance(note, Noted) and self.rank(note)}

    def counted(self, name: str, at: int) -> str:
        """Which of his victories a man's is, where the tour says so: ", his third"."""
        if name not in self.seen.kills or name in self.once:
            return ""
        mine = [hit.at for hit in self.log.hits() if hit.down and hit.name == name]
        which = self.seen.kills[name] - len(mine) + mine.index(at) + 1
        if which < 2 or len(self.once & set(self.seen.kills)) >= _COUNTED:
            return ""
        self.once.add(name)
        return f", his {nth(which)}"

    def say(self, key: str, at: int, *events: int, **words: str) -> None:
        """A sentence of the book."""
        self.t.told(key, at, *events, **{**words, **{capital(k): capital(v) for k, v in words.items()}})
        self.subject = self.focus = ""

    def man(self, key: str, name: str, at: int, *events: int, **words: str | Callable[[], str]) -> None:
        """A sentence of the book about a man; who he is is said where the pattern has him."""
        pattern = self.t.pick(self.book.say[key], at, self.t.begun())
        begins = pattern.startswith("{who}") and self.subject == name and words.get("it") != "him"
        filled = _Lazy({**words, "who": lambda: "he" if begins else self.cast.who(name)})
        self.t.say(pattern.format_map(filled), *(events or (at,)), pattern=pattern)
        self.focus = ""
        self.subject = name if pattern.startswith("{who}") else ""


class _Lazy(dict[str, "str | Callable[[], str]"]):
    """Words of which some are found only where they are needed."""

    def __getitem__(self, key: str) -> str:
        value = super().__getitem__(key)
        return value if isinstance(value, str) else value()


def ranks(tale: Tale, things: list[Thing]) -> int:
    """The weight of what weighs most."""
    return max((tale.rank(thing.note) for thing in things), default=0)
