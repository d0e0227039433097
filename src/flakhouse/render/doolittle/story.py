"""The raid told from its log: planning, voyage, flight, each city, the way on, what became of the crews.

Deeds are told in the order of the log. Those alike that stand together share a clause, and over a city clauses
share sentences. The hour is named where something happens in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from flakhouse.core.events import Event, Noted
from flakhouse.games.doolittle.state import pilot_of
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import number, word
from flakhouse.render.doolittle import fates
from flakhouse.render.doolittle.deeds import Deed, deeds, fire, guests, town
from flakhouse.render.story.tell import Story, Teller, fitting, story_book
from flakhouse.render.story.words import a_count, capital, count, first_count, hour, join, word_count

__all__ = ["tell"]

_PACKAGE = "flakhouse.render.doolittle"
_MOST = {9: 600, 10: 700}  # words of a story, where not 450
_LEAST = (5, 4, 3, 1)  # the rank a deed must have at each detail
_SENTENCE = 26  # words of a sentence that takes no more clauses
_OVER = frozenset({"box-hit", "box-missed", "no-approach", "area-hit", "damaged", "left-behind"})
_BOXES = frozenset({"box-hit", "box-missed", "no-approach"})
_LANDS = frozenset({"lands-good", "lands-damaged", "lands-wrecked", "lands-crash", "lands-killed"})
_ONE = ("works", "headquarters")  # targets that are one thing, though they end like many


def tell(record: Record) -> Story:
    """The story of a raid."""
    first = next((e for e in record.events if isinstance(e, Noted) and e.kind == "scenario"), None)
    most = _MOST.get(number(first, "number") if first is not None else 0, 450)
    return fitting(lambda detail: _Raid(record, detail).story(), most)


class _Raid:
    """A raid being told."""

    def __init__(self, record: Record, detail: int) -> None:
        self.record = record
        self.events: Sequence[Event] = record.events
        self.book = story_book(_PACKAGE)
        self.t = Teller(self.book, f"{record.save or record.seed}/{record.number}")
        self.detail = detail
        self.deeds = {deed.at: deed for deed in deeds(record.events)}
        self.run: list[Deed] = []  # deeds that wait for their sentence
        self.attack = self.flying = False
        self.box = ""  # the target named last
        self.site = ""  # the field named last
        self.hit_boxes: set[str] = set()
        self.cities = 0  # attacks told
        self.he = ""  # a pilot alone over a city, of whom the sentence before was

    def story(self) -> Story:
        """All of it."""
        for at, event in enumerate(self.events):
            if isinstance(event, Noted):
                self._note(at, event)
        self._flush()
        return self.t.story(_title(self.events, self.record.outcome is not None))

    def _note(self, at: int, note: Noted) -> None:
        kind = note.kind
        if kind in _SEGMENTS:
            self._flush()
            _SEGMENTS[kind](self, at, note)
            return
        deed = self.deeds.get(at)
        if deed is None:
            return
        part = self.book.part.get(deed.kind)
        if part is not None and part.rank >= _LEAST[self.detail]:
            self.run.append(deed)

    # ------------------------------------------------------------------ sentences

    def _flush(self) -> None:
        """Tell the deeds that wait: alike ones together, several of one man, and over a city, in one sentence."""
        groups: list[list[Deed]] = []
        for deed in self.run:
            if groups and _alike(groups[-1][0], deed):
                groups[-1].append(deed)
            else:
                groups.append([deed])
        self.run = []
        self.site = ""
        sentence = _Sentence()
        for group in _in_vain(_merged(groups)):
            text = self._clause(group)
            names = _names(group)
            its = group[0].kind in _BOXES
            over = (self.attack and group[0].kind in _OVER) or group[0].kind in _LANDS
            if not sentence.takes(text, names, over):
                sentence.say(self.t)
                sentence = _Sentence()
                if its and self.box:
                    self.box = ""  # a new sentence names its target
                    text = self._clause(group)
            if its and sentence.joins(text, names, group[0].kind):
                self.box = ""  # two targets are named: "it" could be either
            sentence.add(text, names, over, [deed.at for deed in group], group[0].kind)
        sentence.say(self.t)

    def _clause(self, group: list[Deed]) -> str:
        deed = group[0]
        kind, words = deed.kind, dict(deed.words)
        if len(group) > 1 and kind in ("gunners", "gunners-again"):
            kind = "gunners-each" if len(_names(group)) == len(group) else "gunners-many"
            words["many"] = count(len(group))
        names = _names(group)
        alone, self.he = names == [self.he], ""
        if kind in _BOXES:
            box = words["box"]
            words["again"] = " again" if box in self.hit_boxes else ""
            key = f"{kind}-it" if box == self.box else kind
            self.box = box
            self.hit_boxes |= {box} if kind == "box-hit" else set()
            kind = key
        else:
            self.box = ""
        if kind in _LANDS:
            words["at"] = "" if words["site"] == self.site else f"at {words['site']} "
            self.site = words["site"]
        ships = list(dict.fromkeys(str(dict(other.words).get("ship", "")) for other in group))
        words["ships"] = join([f"the {ship}" for ship in ships])
        words["were"] = "were" if len(ships) > 1 else "was"
        words["storms"] = "a storm" if len(group) == 1 else f"{count(len(group))} storms"
        ship = self.box.startswith("carrier ")
        words["it"] = "her" if ship else "them" if self.box.endswith("s") and not self.box.endswith(_ONE) else "it"
        many = len(names) > 1
        flights = list(dict.fromkeys(str(dict(other.words).get("flight", "")) for other in group))
        if len(flights) > 1 or flights[0]:
            words["flight"] = _flights_said(flights)
        if kind == "landed" and len(group) > 1:
            planes = sum(number(_noted(self.events, other.at), "aircraft") for other in group)
            words["aircraft"] = a_count(planes, "aircraft", "aircraft")
        words |= {
            "who": join(names),
            "its": "their" if len(flights) > 1 else "its" if flights[0].startswith("Flight ") else "his",
            "left": "their Flights" if many else "the Flight",
            "city_was": "were" if " and " in words.get("city", "") else "was",
            "none": _nowhere([str(dict(other.words)["target"]) for other in group if other.kind == "found-none"]),
            "try": " at the first try" if kind == "not-found" and self._found_later(group) else "",
            "was": "were" if many else "was",
            "was2": "were" if many else "was",
            "crews": "their crews" if many else "the crew",
            "crews2": "the crews" if many else "the crew",
            "planes": "their aircraft" if many else "the aircraft",
            "leaking": f", leaking since {_part_of_day(deed.leaking)}," if deed.leaking else "",
        }
        pattern = self.t.pick(self.book.part[kind].alone, deed.at)
        if alone and pattern.startswith("{who}"):
            words["who"] = "he"
        return pattern.format_map(words)

    def _found_later(self, group: list[Deed]) -> bool:
        """Whether a Flight finds later what it does not find now."""
        now = _noted(self.events, group[-1].at)
        same = ("flight", "target")
        later = [e for e in self.events[group[-1].at + 1 :] if isinstance(e, Noted) and e.kind == "acquisition"]
        return any(e.facts.get("success") and all(word(e, k) == word(now, k) for k in same) for e in later)

    # ------------------------------------------------------------------ segments

    def _planning(self, at: int, note: Noted) -> None:
        self.t.told("planned", at, count=count(number(note, "count")))

    def _sails(self, at: int, note: Noted) -> None:
        self.t.paragraph()
        self.t.told("sailed", at, Count=first_count(number(note, "aircraft")), ships=count(number(note, "ships")))

    def _launch(self, at: int, note: Noted) -> None:
        self.t.paragraph()
        planes = count(number(note, "aircraft"))
        how = "as planned" if word(note, "launch") == "planned" else "in a hurry"
        weather = word(note, "weather").lower()
        self.t.told(
            "launched",
            at,
            Count=first_count(number(note, "aircraft")),
            count=planes,
            how=how,
            weather=_WEATHER.get(weather, weather),
        )

    def _turn(self, at: int, note: Noted) -> None:
        """A turn of the flight: its hour begins what is told of it."""
        self.attack = False
        self.t.lead = f"At {hour(word(note, 'hour'))}"
        if not self.flying and not any(isinstance(e, Noted) and e.kind == "launch" for e in self.events[:at]):
            self.t.lead += ", Japan time,"
            planes = (self.record.outcome or {}).get("b25s")
            flights = _flights(self.events, at)
            if isinstance(planes, dict) and flights:
                n = count(len(planes))
                self.t.told(
                    "flying", at, count=n, Count=first_count(len(planes)), flights=a_count(flights, "Flight")
                )
            self.t.paragraph()
        self.flying = True

    def _attack(self, at: int, note: Noted) -> None:
        """A city."""
        self.t.paragraph()
        self.attack = True
        self.box = ""
        first = next(
            (pilot_of(word(e, "b25")) for e in self.events[at:] if isinstance(e, Noted) and e.kind == "enters"), ""
        )
        planes = number(note, "aircraft")
        words = {"city": town(word(note, "city")), "side": word(note, "side"), "first": first or "A B-25"}
        n = count(planes)
        led = not first or next((d.who for d in self.deeds.values() if d.at > at and d.who), "") == first
        key = "came-over" if not led else "came-over-led" if self.cities else "came-over-first"
        key = "came-alone" if planes == 1 else key
        self.cities += 1
        self.t.told(key, at, count=n, Count=first_count(planes), **words)
        self.he = first if planes == 1 and led else ""

    def _attack_ends(self, at: int, note: Noted) -> None:
        """Whether they got away whole, where there is room to say so."""
        begun = max(n for n in range(at) if _is(self.events[n], "attack-begins"))
        part = [event for event in self.events[begun:at] if isinstance(event, Noted)]
        planes = number(part[0], "aircraft")
        left = sum(event.kind == "exits" for event in part)
        harmed = any(event.kind in ("damaged", "destroyed", "left-behind", "ditched") for event in part)
        met = [event for event in part if event.kind in ("flak", "interceptor")]
        shot = dict.fromkeys(pilot_of(word(event, "b25")) for event in met)
        what = join([*dict.fromkeys(fire(word(event, "hazard") or "Interceptor") for event in met)])
        if self.detail >= 2 and left == planes > 1 and not harmed:
            key = "unharmed" if not shot else "unharmed-through" if len(shot) == planes else "unharmed-some"
            key += "" if planes > 2 else "-two"
            self.t.told(key, at, count=count(planes), what=what, who=join([*shot]))
        self.attack = False
        self.t.lead = ""
        self.t.paragraph()

    def _after(self, at: int, note: Noted) -> None:
        self.t.lead = ""
        self.t.paragraph()

    def _outcome(self, at: int, note: Noted) -> None:
        """The last paragraph: what stood and what was lost, what was hit, the score."""
        self.t.lead = ""
        self.t.paragraph()
        if ends := fates.counted(self.record):
            self.t.told("tally", at, -1, Fates=capital(ends))
        if interned := guests(self.events):
            self.t.told("interned", at, -1, guests=interned)
        boxes = {word(e, "box") for e in self.events if isinstance(e, Noted) and e.kind == "box-hit"}
        cities = _cities(self.events)
        if boxes and cities:
            targets = a_count(len(boxes), "target")
            where = town(next(iter(cities))) if len(cities) == 1 else f"{count(len(cities))} cities"
            self.t.told(
                "hit",
                at + 1,
                -1,
                targets=targets,
                Targets=capital(targets),
                cities=where,
                were="was" if len(boxes) == 1 else "were",
            )
        points = number(note, "score")
        said = f"minus {count(-points)}" if points < 0 else count(points)
        some = "point" if abs(points) == 1 else "points"
        self.t.told("score", at, score=said, points=some, name=_article(word(note, "name").lower()))


class _Sentence:
    """Clauses on the way to a sentence."""

    def __init__(self) -> None:
        self.clauses: list[str] = []
        self.events: list[int] = []
        self.names: list[str] = []
        self.over = False
        self.kind = ""

    def takes(self, text: str, names: list[str], over: bool) -> bool:
        """Whether one more goes in: over a city, or of the same man; not after a death."""
        if not self.clauses:
            return True
        if "nobody got out" in self.clauses[-1] or text.startswith("at "):  # another field
            return False
        if len(self.clauses) > 3 or sum(map(word_count, self.clauses)) + word_count(text) > _SENTENCE:
            return False
        return (over and self.over) or (bool(names) and names == self.names and text.startswith(join(names)))

    def joins(self, text: str, names: list[str], kind: str) -> bool:
        """Whether it would be told by "nor": two targets in one clause."""
        both = bool(self.clauses) and self.kind == kind == "no-approach" and names == self.names
        return both and _active(self.clauses[-1], join(names)) and text.startswith(join(names))

    def add(self, text: str, names: list[str], over: bool, events: list[int], kind: str) -> None:
        """One more clause; of the same man it needs no subject."""
        who = join(names)
        if (
            self.clauses
            and names
            and names == self.names
            and text.startswith(f"{who} ")
            and _active(self.clauses[-1], who)
        ):
            more = text.removeprefix(who).strip()
            if self.kind == kind == "no-approach":
                self.clauses[-1] += f", nor {more.removeprefix('could not get ')}"
            else:
                link = "but" if self.kind == "no-approach" and kind == "box-hit" else "and"
                self.clauses[-1] += f" {link} {more}"
        else:
            self.clauses.append(text)
        self.events += events
        self.names, self.over, self.kind = names, over, kind

    def say(self, teller: Teller) -> None:
        """The sentence."""
        if not self.clauses:
            return
        text = self.clauses[0]
        if len(self.clauses) > 1:
            text = f"{', '.join(self.clauses[:-1])}, and {self.clauses[-1]}"
        teller.say(text, *self.events)


def _active(clause: str, who: str) -> bool:
    """Whether a clause has this subject, and nothing after it that hides it."""
    return clause.startswith((f"{who} ", "he ")) and "nobody" not in clause


def _names(group: list[Deed]) -> list[str]:
    return list(dict.fromkeys(deed.who for deed in group if deed.who))


def _flights_said(flights: list[str]) -> str:
    """ "Flight 3", "Flights 3 and 4"; one that flies alone by its pilot."""
    numbers = sorted(flight.removeprefix("Flight ") for flight in flights if flight.startswith("Flight "))
    alone = [flight for flight in flights if not flight.startswith("Flight ")]
    said = f"Flights {join(numbers)}" if len(numbers) > 1 else f"Flight {numbers[0]}" if numbers else ""
    return f"{said}, and {join(alone)}," if said and alone else said or join(alone)


_SEGMENTS = {
    "b25s-selected": _Raid._planning,
    "sails": _Raid._sails,
    "launch": _Raid._launch,
    "flight-turn": _Raid._turn,
    "attack-begins": _Raid._attack,
    "attack-ends": _Raid._attack_ends,
    "denouement-begins": _Raid._after,
    "alliances": _Raid._after,
    "outcome": _Raid._outcome,
}
_WEATHER = {"gale": "rough", "storm": "stormy"}


def _alike(one: Deed, other: Deed) -> bool:
    """Whether two deeds share a clause."""
    if one.kind == "landed" and other.kind == "landed":
        return dict(one.words).get("site") == dict(other.words).get("site")
    if one.kind == other.kind and one.kind in ("storm", "independent", "botched-fuel"):
        return True
    if one.kind == other.kind and one.kind in ("ship-damaged", "ship-sunk"):
        return dict(one.words).get("cause") == dict(other.words).get("cause")
    if one.kind == other.kind and one.kind in ("late-flight", "jettison", "not-found"):
        return dict(one.words).get("target") == dict(other.words).get("target")
    return (
        one.kind == other.kind
        and one.words == other.words
        and bool(one.who)
        and not (one.leaking or other.leaking)
    )


def _merged(groups: list[list[Deed]]) -> list[list[Deed]]:
    """Two notes of one thing are told as one: a crash on landing and the loss, a bad take-off and its damage."""
    found: list[list[Deed]] = []
    for group in groups:
        before = found[-1][-1] if found else None
        kinds = (before.kind, group[0].kind) if before is not None else ("", "")
        cause = str(dict(group[0].words).get("cause", ""))
        same = before is not None and before.who == group[0].who and len(group) == 1 and len(found[-1]) == 1
        if before is not None and kinds == ("rendezvous-missed", "rendezvous-made"):
            found[-1] = [msgspec.structs.replace(group[0], kind="rendezvous-late", at=before.at), group[0]]
        elif same and kinds == ("lands-killed", "destroyed"):
            found[-1].append(group[0])
        elif same and before is not None and kinds == ("botched", "damaged") and "take-off" in cause:
            found[-1] = [msgspec.structs.replace(before, kind="botched-damaged"), group[0]]
        else:
            found.append(group)
    return found


def _nowhere(targets: list[str]) -> str:
    """What a Flight looked for in vain."""
    names = list(dict.fromkeys(targets))
    return f"did not find {names[0]}" if len(names) == 1 else f"found neither {' nor '.join(names)}"


def _in_vain(groups: list[list[Deed]]) -> list[list[Deed]]:
    """A Flight that finds none of its targets and drops its bombs is told of in one sentence."""
    found: list[list[Deed]] = []
    for group in groups:
        last = group[0]
        flight = dict(last.words).get("flight")
        if last.kind == "jettison" and len(group) == 1:
            sought: list[Deed] = []
            while found and all(
                deed.kind == "not-found" and dict(deed.words).get("flight") == flight for deed in found[-1]
            ):
                sought = [*found.pop(), *sought]
            if sought:
                none = [msgspec.structs.replace(deed, kind="found-none") for deed in sought]
                found.append([*none, last])
                continue
        found.append(group)
    return found


def _is(event: Event, kind: str) -> bool:
    return isinstance(event, Noted) and event.kind == kind


def _noted(events: Sequence[Event], at: int) -> Noted:
    event = events[at]
    assert isinstance(event, Noted)  # nosec: only the places of notes are asked for
    return event


def _part_of_day(clock: str) -> str:
    at = int(clock[:2])
    return (
        "the night"
        if at < 6
        else "morning"
        if at < 12
        else "noon"
        if at == 12
        else "the afternoon"
        if at < 18
        else "nightfall"
    )


def _flights(events: Sequence[Event], at: int) -> int:
    """How many Flights there are in the first turn: each burns its fuel."""
    found: set[str] = set()
    for event in events[at + 1 :]:
        if isinstance(event, Noted) and event.kind == "flight-turn":
            break
        if isinstance(event, Noted) and event.kind in ("fuel", "no-fuel"):
            found.add(word(event, "flight"))
    return sum(flight.startswith("Flight ") for flight in found) or len(found)


def _cities(events: Sequence[Event]) -> list[str]:
    """Cities in which a target was hit."""
    found: list[str] = []
    city = ""
    for event in events:
        if isinstance(event, Noted) and event.kind == "attack-begins":
            city = word(event, "city")
        elif isinstance(event, Noted) and event.kind == "box-hit" and city not in found:
            found.append(city)
    return found


def _article(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" if name not in ("mixed",) else name


def _title(events: Sequence[Event], over: bool) -> str:
    """From the turning point: who landed, who was lost, or where they went; that nobody landed once it is over."""
    notes = [e for e in events if isinstance(e, Noted)]
    lands = [word(e, "result") for e in notes if e.kind == "lands"]
    landed = sum(number(e, "aircraft") for e in notes if e.kind == "landed")
    if lands:  # a campaign lands each of them by itself
        landed = sum(result in ("good landing", "damaged") for result in lands)
        landed -= sum(e.kind == "wrecked" for e in notes)
    lost = [pilot_of(word(e, "b25")) for e in notes if e.kind == "destroyed"]
    down = [e for e in notes if e.kind == "ditched"]
    cities = list(dict.fromkeys(town(word(e, "city")) for e in notes if e.kind == "attack-begins"))
    if landed:
        return f"{first_count(landed)} on the ground"
    if down and over:
        return "None on the ground"
    if len(lost) == 1:
        return f"Without {lost[0]}"
    if lost:
        return f"{capital(count(len(lost)))} did not come back"
    if cities:
        first = next((pilot_of(word(e, "b25")) for e in notes if e.kind == "enters"), "")
        return f"{first} over {cities[0]}" if first else f"Over {cities[0]}"
    return "No raid" if over else "The raid so far"
