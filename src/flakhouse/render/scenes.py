"""Scenes: a log as the moments it is made of. They are made here and nowhere else; every front end reads them.

The rules open scenes (`ref.scene`); a note that is a moment of its own (a man killed, an engine on fire) parts the
one it falls into. What a scene is called and how much it weighs says the game's `scenes.toml` (scenebook.py).

The weight is what happened, never how much was rolled. The roll that mattered is one that caused the note which
gave the scene its weight.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from flakhouse.core.events import Event, Fact, ModLine, Needed, Noted, Opened, Rolled
from flakhouse.core.questions import Subject
from flakhouse.render.needs import chance_text, even, met, needed_text, titled
from flakhouse.render.scenebook import WEIGHTS, NoteKind, SceneBook

if TYPE_CHECKING:
    from flakhouse.render.screen import ScreenRenderer

__all__ = [
    "DICE",
    "Scene",
    "SceneLine",
    "SceneRoll",
    "aside",
    "called_by_table",
    "dice_sum",
    "headline_at",
    "opened_at",
    "opening",
    "passing_lines",
    "roll_line",
    "scene_roll",
    "scene_text",
    "scenes",
]

#: The dice at the end of a line of the log.
DICE = re.compile(r" \([\w.-]+: [^()]*\)$| \([A-Z][\w -]+: \d[^()a-z]*\)$")
_FACT = re.compile(r"\{(\w+)")
_BACK = 200  # events behind a throw in which its things are looked for
_SHORT = 70  # a line that still makes a headline
_OPENING = "start"  # the kind of what comes before the first scene


class SceneRoll(msgspec.Struct, frozen=True):
    """A roll of a scene; `event` is its number in the log, `key` says that it is the one that mattered."""

    event: int
    chart: str
    title: str
    faces: tuple[int, ...]
    mods: tuple[ModLine, ...]
    total: int
    needed: str
    chance: str
    result: str
    typed: bool = False
    key: bool = False
    throw: Needed | None = None  # what it needed, in figures
    read: str = ""  # the result as it is read: see `reads` in scenes.toml

    @property
    def dropped(self) -> frozenset[int]:
        """The places of the dice that do not count: the highest, where only some are kept."""
        kept = self.throw.kept if self.throw is not None else 0
        if not 0 < kept < len(self.faces):
            return frozenset()
        order = sorted(range(len(self.faces)), key=lambda place: self.faces[place])
        return frozenset(order[kept:])

    @property
    def comes_to(self) -> str:
        """What the dice come to: their total; where one die is enough, whether it is among them ("no 6"); where
        even ones count, how many there are."""
        if self.throw is not None and self.throw.even:
            return f"{even(self.faces) or 'none'} even"
        if self.throw is None or not self.throw.any:
            return str(self.total)
        return f"{'a' if any(face >= self.throw.any for face in self.faces) else 'no'} {self.throw.any}"


class SceneLine(msgspec.Struct, frozen=True):
    """A sentence of a scene, and the events it tells of."""

    text: str
    tone: str = ""
    kind: str = ""
    events: tuple[int, ...] = ()


class Scene(msgspec.Struct, frozen=True):
    """A moment: `events` are the numbers of its first and its last event."""

    kind: str
    weight: str
    headline: str
    about: tuple[Subject, ...]
    rolls: tuple[SceneRoll, ...]
    lines: tuple[SceneLine, ...]
    events: tuple[int, int]
    tone: str = ""  # "good" or "loss", where it is plainly one of them

    @property
    def key(self) -> SceneRoll | None:
        """The roll that mattered."""
        return next((roll for roll in self.rolls if roll.key), None)


class _Part:
    """A scene in the making: where it begins and ends, what opened it, its notes; whether it began before."""

    def __init__(
        self,
        kind: str,
        facts: Mapping[str, Fact],
        about: tuple[Subject, ...],
        first: int,
        goes_on: bool = False,
    ) -> None:
        self.kind = kind
        self.facts = facts
        self.about = about
        self.first = first
        self.last = first
        self.notes: list[Noted] = []
        self.goes_on = goes_on


def _parts(events: Sequence[Event], since: int, book: SceneBook) -> Iterator[_Part]:
    """The log cut into scenes, each event in exactly one. A scene that an answer broke off goes on."""
    before = opened_at(events, since - 1)
    part = _Part(_OPENING, {}, (), since)
    if before is not None:
        part = _Part(before.kind, before.facts, before.about, since, goes_on=True)
    part.last = since - 1  # nothing of it is told yet: its first roll may be that of a scene of its own
    opened = part
    for number in range(since, len(events)):
        event = events[number]
        if isinstance(event, Opened):
            if number > part.first:
                yield from _ended(part, opened, number - 1)
            part = opened = _Part(event.kind, event.facts, event.about, number)
        elif isinstance(event, Noted):
            words = _words(event, book)
            if aside := _aside(opened.kind, opened.facts, event, book):
                begins = min([n for n in event.rolls if n > part.last] or [number])
                if begins > part.first:
                    part.last = begins - 1
                    yield part
                part = opened = _Part(aside, event.facts, event.about, begins)
            elif words.own and not (words.joins and part is not opened and part.kind == event.kind):
                begins = min([n for n in event.rolls if n > part.last] or [number])
                if begins > part.first:
                    part.last = begins - 1
                    yield part
                part = _Part(event.kind, event.facts, event.about, begins)
            elif part is not opened and not words.own and not _same(part, event):
                yield part
                part = opened = _Part(opened.kind, opened.facts, opened.about, part.last + 1)
            part.notes.append(event)
            part.last = number
        if not isinstance(event, Rolled):
            part.last = number
    if len(events) > part.first:
        yield from _ended(part, opened, len(events) - 1)


def _ended(part: _Part, opened: _Part, last: int) -> Iterator[_Part]:
    """A scene that ends with event `last`. Dice after an alarm that none caused are no part of it: they fell in
    the scene that the rules had opened, which goes on."""
    if part is not opened and part.last < last and not any(note.rolls for note in part.notes):
        yield part
        part = _Part(opened.kind, opened.facts, opened.about, part.last + 1)
    part.last = last
    yield part


def opened_at(events: Sequence[Event], number: int) -> Opened | None:
    """The scene that the rules had opened when this event happened; None before the first."""
    found = (event for n in range(number, -1, -1) if isinstance(event := events[n], Opened))
    return next(found, None)


def _aside(kind: str, facts: Mapping[str, Fact], note: Noted, book: SceneBook) -> str:
    """The kind of scene that a note begins because it is about another fighter than the one that the scene was
    opened with: the tail's shot at one that has gone by. "" if it begins none."""
    words = book.scene.get(kind)
    other = "fighter" in facts and note.facts.get("fighter", facts["fighter"]) != facts["fighter"]
    return words.aside if words is not None and other and note.kind in words.asides else ""


def aside(book: SceneBook, events: Sequence[Event], throw: int) -> tuple[str, str] | None:
    """The kind of the scene aside that a throw begins, and the fighter it is aimed at; None if it begins none.
    By what was announced alone: it says nothing of what comes of it."""
    opened, roll = opened_at(events, throw), events[throw]
    words = book.scene.get(opened.kind) if opened is not None else None
    if opened is None or words is None or not words.aside or not isinstance(roll, Rolled):
        return None
    before = (event for event in events[max(0, throw - _BACK) : throw] if isinstance(event, Noted))
    there = {str(note.facts["fighter"]) for note in before if "fighter" in note.facts}
    aim = next((name for name in there if roll.about.endswith(f" {name}")), "")
    return (words.aside, aim) if aim and aim != str(opened.facts.get("fighter")) else None


_PLAIN = NoteKind("calm")


def _words(note: Noted, book: SceneBook) -> NoteKind:
    """What the book says of a note; nothing much, if it says nothing."""
    return book.note.get(note.kind, _PLAIN)


def _same(part: _Part, note: Noted) -> bool:
    """Whether a note speaks of what the scene of its own is about."""
    return any(subject in part.about for subject in note.about)


def scenes(
    view: ScreenRenderer, events: Sequence[Event], since: int = 0, own: Collection[int] = ()
) -> list[Scene]:
    """The scenes of a log from event `since` on. `own` are the player's own answers, which lines repeat."""
    book = view.scene_book
    told: dict[int, list[SceneLine]] = {}
    for block in view.tell(events, since, own):
        for line in block.lines:
            at = max(line.events, default=since)
            told.setdefault(at, []).append(SceneLine(line.text, line.tone, line.kind, line.events))
    made: list[Scene] = []
    for part in _parts(events, since, book):
        lines = [line for at in range(part.first, part.last + 1) for line in told.get(at, ())]
        if scene := _scene(view, part, events, lines):
            made.append(scene)
    return made


def _scene(view: ScreenRenderer, part: _Part, events: Sequence[Event], lines: list[SceneLine]) -> Scene | None:
    """A scene with its words; None if nothing happened in it."""
    book = view.scene_book
    rolls = [(n, e) for n in range(part.first, part.last + 1) if isinstance(e := events[n], Rolled)]
    if not (lines or rolls or part.notes):
        return None
    words = book.scene.get(part.kind)
    weight = words.weight if words is not None else "calm"
    headline = words.headline if words is not None else ""
    tone = words.tone if words is not None else ""
    facts: dict[str, Fact] = {**part.facts}
    for note in part.notes:
        facts = {**note.facts, **facts}
    turning = _turning(part.notes, book)
    if turning is not None:
        own = book.note[turning.kind]
        weight = WEIGHTS[max(WEIGHTS.index(weight), own.weighs(turning))]
        tone = own.sounds(turning) or tone
    named = _turning([note for note in part.notes if _words(note, book).headline], book)
    if named is not None:
        count = _many(part.notes, named, book)
        headline, facts = _words(named, book).called(named, count), {**facts, **named.facts}
        if headline == _words(named, book).several:
            facts["count"] = count
    elif part.goes_on and turning is not None:  # what is new since it was broken off
        headline = _news(lines, turning, book) or headline
    deciding = book.note[turning.kind].key if turning is not None else ()
    heavy = turning is not None and book.note[turning.kind].weighs(turning) > 0
    led = [note for note in part.notes if note is turning or not (heavy and _missed(note, book))]
    key = _key(turning, led, dict(rolls), deciding, heavy)
    if "count" in facts and named is turning and named is not None and book.note[named.kind].each:
        key = -1
    about = dict.fromkeys([*part.about, *(s for note in part.notes for s in note.about)])
    return Scene(
        part.kind,
        weight,
        _headline(view, headline, facts) or _first(lines) or (lines[0].text if lines else _plain(part.kind)),
        tuple(about),
        tuple(scene_roll(book, number, roll, number == key) for number, roll in rolls),
        tuple(lines),
        (part.first, part.last),
        tone,
    )


def _missed(note: Noted, book: SceneBook) -> bool:
    """Whether a note is of dice that came to nothing, such as a miss: they led to nothing that weighs."""
    words = _words(note, book)
    return not words.weighs(note) and (words.dice or words.ends)


def _alike(note: Noted, named: Noted, book: SceneBook) -> bool:
    """Whether a note is of the kind that names the scene, as bad, and fits the words for several of them."""
    words = _words(named, book)
    said = [key for key in _FACT.findall(words.several) if key != "count"]
    same = all(note.facts.get(key) == named.facts.get(key) for key in said)
    return note.kind == named.kind and words.fades(note) == words.fades(named) and same


def _many(notes: Sequence[Noted], named: Noted, book: SceneBook) -> int:
    """How many notes are like the one that names the scene; of those that say the same of a man one counts."""
    facts = [note.facts for note in notes if _alike(note, named, book)]
    return len({frozenset(fact.items()) if "man" in fact else place for place, fact in enumerate(facts)})


def _news(lines: Sequence[SceneLine], turning: Noted, book: SceneBook) -> str:
    """The line of the note that weighs most, if it is short and more than dice."""
    if book.note[turning.kind].dice:
        return ""
    found = next((line for line in lines if line.kind == turning.kind), None)
    text = _first([found]) if found is not None else ""
    return text if len(text) <= _SHORT else ""


def _first(lines: Sequence[SceneLine]) -> str:
    """What is told first, without its dice; "" if nothing is but the player's own words."""
    return next((DICE.sub("", line.text).rstrip(".") for line in lines if line.kind != "choice"), "")


def _turning(notes: Sequence[Noted], book: SceneBook) -> Noted | None:
    """The note that weighs most; of several the first that has words for a headline, a man hurt before a thing,
    what is faint last."""
    known = [(book.note[note.kind], note) for note in notes if note.kind in book.note]
    weighed = [
        ((words.weighs(note), bool(words.headline), _hurts(words, note), -words.fades(note)), note)
        for words, note in known
    ]
    return max(weighed, key=lambda found: found[0], default=(None, None))[1]


def _hurts(words: NoteKind, note: Noted) -> bool:
    return words.tone == "loss" and any(subject.kind == "man" for subject in note.about)


def _key(
    turning: Noted | None,
    notes: Sequence[Noted],
    rolls: Mapping[int, Rolled],
    deciding: Collection[str],
    heavy: bool,
) -> int:
    """The number of the roll that mattered; -1 if none did. What came before the turning point led to it; a
    `heavy` one to which no dice led has none.

    Of several throws on one table, such as the bursts of flak, it is one that did what the note tells of.
    """
    own = [number for number in turning.rolls if number in rolls] if turning is not None else []
    if decided := [number for number in own if rolls[number].chart in deciding]:
        return decided[-1]
    at = next((place for place, note in enumerate(notes) if note is turning), len(notes))
    led = [note.rolls for note in (*reversed(notes[: at + 1]), *notes[at + 1 :])]
    for numbers in [own] if own else led:
        open_ = [n for n in numbers if n in rolls and (needed := rolls[n].needed) is not None and needed.ways]
        if open_:
            alike = [n for n in open_ if rolls[n].chart == rolls[open_[0]].chart]
            return next((n for n in alike if met(rolls[n])), open_[0])
    if own:
        return own[-1]
    if heavy:
        return -1
    return next((number for number, roll in rolls.items() if roll.needed is not None), -1)


def _headline(view: ScreenRenderer, text: str, facts: Mapping[str, Fact]) -> str:
    """A headline with its facts; "" if one is missing."""
    filled = view.fill(text, facts)
    return "" if "{" in filled else filled


def opening(view: ScreenRenderer, scene: Scene, events: Sequence[Event], throw: int) -> str:
    """What a scene is called before this throw has fallen: by the table, where the book has a name for its throws,
    or by what it was opened with, and what had been noted before of the same things; "" if by that nothing can be
    said."""
    book = view.scene_book
    if called := called_by_table(book, events, throw):
        return called
    if (apart := aside(book, events, throw)) is not None:
        return _headline(view, book.scene[apart[0]].headline, {"fighter": apart[1]})
    opened = opened_at(events, scene.events[0])
    words = book.scene.get(opened.kind) if opened is not None else None
    if opened is None or words is None:
        return ""
    facts: dict[str, Fact] = {**opened.facts}
    for number in range(throw - 1, max(-1, throw - _BACK), -1):
        event = events[number]
        if isinstance(event, Noted) and any(subject in opened.about for subject in event.about):
            facts = {**event.facts, **facts}
    return _headline(view, words.headline, facts)


def called_by_table(book: SceneBook, events: Sequence[Event], throw: int) -> str:
    """What a throw is called by its table, whatever was told before it; "" if it has no name of its own."""
    roll = events[throw]
    return book.calls.get(roll.chart, "") if isinstance(roll, Rolled) else ""


def headline_at(book: SceneBook, scene: Scene, events: Sequence[Event]) -> int:
    """The event with which a scene's headline has come true: what stands after it had no part in it. The last of
    the scene, where it is called by no single note."""
    first, last = scene.events
    notes = [(n, event) for n in range(first, last + 1) if isinstance(event := events[n], Noted)]
    named = _turning([note for _, note in notes if _words(note, book).headline], book)
    return max((n for n, note in notes if named is not None and _alike(note, named, book)), default=last)


def passing_lines(book: SceneBook, scene: Scene) -> list[SceneLine]:
    """What is told of a scene in passing beside its headline: from the blow on, who struck it and all that came of
    it; of a scene without one how it ended, or all of it. Where no one roll mattered, each of them."""
    notes = book.note
    whole = scene.kind in book.scene and book.scene[scene.kind].whole
    blow = next((n for n, line in enumerate(scene.lines) if line.tone), len(scene.lines))
    kinds = {kind for kind, note in notes.items() if note.ends or (note.each and scene.key is None)}
    ends = [line for line in scene.lines[:blow] if whole or line.kind in kinds]
    return [
        line
        for line in (*ends, *scene.lines[blow:])
        if scene.headline not in line.text and not (line.kind in notes and notes[line.kind].dice)
    ]


def _plain(kind: str) -> str:
    return kind.replace("-", " ").capitalize()


def scene_roll(book: SceneBook, number: int, roll: Rolled, key: bool = False) -> SceneRoll:
    """A roll of the log as scenes show it."""
    return SceneRoll(
        number,
        roll.chart,
        roll.title,
        roll.faces,
        roll.mods,
        roll.total,
        needed_text(roll),
        chance_text(roll.needed) if roll.needed is not None else "",
        roll.result,
        roll.typed,
        key,
        roll.needed,
        book.read(roll),
    )


_MARKS = {"calm": "-", "notable": "*", "grave": "#"}


def dice_sum(roll: SceneRoll) -> str:
    """The dice of a roll: "4+4+1=9"; those that are looked at one by one, or of which some count, side by side."""
    mods = sum(mod.value for mod in roll.mods)
    natural = roll.total - mods
    dice = "+".join(str(face) for face in roll.faces)
    if len(roll.faces) == 2 and natural == roll.faces[0] * 10 + roll.faces[1]:
        dice = str(natural)
    elif sum(roll.faces) != natural or (roll.throw is not None and (roll.throw.any or roll.throw.even)):
        dice = ", ".join(str(face) for face in roll.faces)
        if roll.throw is None or not roll.throw.kept:
            return dice
        dice += f", lowest {roll.throw.kept} make {natural}"
    if mods:
        return f"{dice}{mods:+d}={roll.total}"
    return f"{dice}={roll.total}" if "+" in dice else dice


def scene_text(scene: Scene, width: int) -> list[str]:
    """A scene as plain text: headline, the roll that mattered, its lines."""
    lines = textwrap.wrap(f"{_MARKS[scene.weight]} {scene.headline}", width, subsequent_indent="  ")
    if (key := scene.key) is not None:
        lines += textwrap.wrap(roll_line(key), width, initial_indent="    ", subsequent_indent="      ")
    for line in scene.lines:
        if line.text.split(" (")[0].rstrip(".") != scene.headline.rstrip("."):
            lines += textwrap.wrap(line.text, width, initial_indent="  ", subsequent_indent="    ")
    return lines


def roll_line(roll: SceneRoll) -> str:
    """A roll in one line: "Its fire 5-9, needs 9 or more (28 %): 5+5=10, Hit"."""
    needs = ""
    if roll.throw is not None and roll.throw.ways in (0, roll.throw.of):
        needs = ", cannot fail" if roll.throw.ways else ", cannot succeed"
    elif roll.needed:
        needs = f", needs {roll.needed} ({roll.chance})".replace(") (", "; ")
    read = roll.read or roll.result
    result = f", {read}" if read and not read.isdecimal() else ""  # a number is in the dice
    return f"{titled(roll.title, roll.chart)}{needs}: {dice_sum(roll)}{result}"
