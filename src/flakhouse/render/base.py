"""How a game is shown. A game's own renderer subclasses `Renderer`; these defaults already read well.

Events are facts; the words come from templates in `flakhouse/render/<game>/*.toml`:

    [event.wounded]
    text  = "{man} {name} is wounded: {how}."   # the placeholders are the facts of the event
    level = "brief"                              # brief: in the short log too; full: only in the full one
    group = "crew"                               # what it is about (see telling.GROUPS); else that of its file
    story = "{name} was hit."                    # for the after-action report; none if it is not worth telling
    each = "{name}"                              # of several such events in a row: the part of each in one line,
    several = "{all} are hit."                   # and that line
"""

from __future__ import annotations

import functools
import textwrap
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from types import FunctionType, MappingProxyType

import msgspec

from flakhouse import games
from flakhouse.core import structs, toml
from flakhouse.core.chapter import Chapter, Note
from flakhouse.core.events import Chosen, Event, Fact, Noted, Rolled
from flakhouse.core.game import Game, House, JsonDict
from flakhouse.core.journal import Throw
from flakhouse.errors import ChartError, PositionError
from flakhouse.render.luck import luck_sheets
from flakhouse.render.sheets import FORMATS, PROSE, Cell, Sheet, prose, write
from flakhouse.render.story.tell import Story
from flakhouse.render.telling import GROUPS

__all__ = [
    "FORMATS",
    "KINDS",
    "LEVELS",
    "Record",
    "Renderer",
    "Template",
    "load_templates",
    "record_of",
    "renderer",
    "roll_lines",
    "templates_of",
]

LEVELS = ("none", "brief", "full")
KINDS = ("debrief", "mission", "campaign", "story")


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a kind of event."""

    text: str
    level: str = "brief"
    story: str = ""
    group: str = ""
    each: str = ""  # its part of a line that it shares with others of its kind,
    several: str = ""  # and that line; {all} are the parts
    means: dict[str, str] = {}  # what it means from now on, by the word of a fact ("part", "event", "state")

    def filled(self, fill: Callable[[str, Mapping[str, Fact]], str], facts: Mapping[str, Fact]) -> str:
        """Its words with the facts of an event, and what that means."""
        after = [self.means[fact] for fact in facts.values() if isinstance(fact, str) and fact in self.means]
        return " ".join([fill(self.text, facts), *after])


class _TemplateFile(msgspec.Struct, forbid_unknown_fields=True):
    event: dict[str, Template]
    group: str = ""


class Record(msgspec.Struct, kw_only=True):
    """A chapter as reports see it. `events` is empty when the rules no longer replay it."""

    save: str = ""
    game: str
    number: int
    seed: str
    options: dict[str, str]
    house: str = ""  # name of the house rules file
    undos: int = 0
    table_throws: int = 0
    outcome: JsonDict | None = None  # None: still being played
    campaign: JsonDict | None = None  # after the chapter
    over: bool = False
    remarks: list[str] = []
    notes: list[Note] = []  # the player's diary
    events: list[Event] = []


def record_of(chapter: Chapter, events: list[Event], save: str = "") -> Record:
    """A chapter as reports see it."""
    end = chapter.finished
    return Record(
        save=save,
        game=chapter.game,
        number=chapter.number,
        seed=chapter.seeds[0][1],
        options=chapter.options,
        house=chapter.house_name,
        undos=chapter.undos,
        table_throws=sum(isinstance(entry, Throw) for entry in chapter.entries),
        outcome=end.outcome if end else None,
        campaign=end.campaign if end else None,
        over=bool(end and end.over),
        remarks=chapter.remarks,
        notes=chapter.notes,
        events=events,
    )


class _Facts(dict[str, Fact]):
    """Facts for a template; one that is missing shows as its name."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def load_templates(package: str) -> dict[str, Template]:
    """The templates of a package, all files together."""
    found: dict[str, Template] = {}
    for file in sorted(resources.files(package).iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".toml") or file.name in (
            "scenes.toml",
            "slates.toml",
            "story.toml",
            "aftermath.toml",
        ):
            continue
        try:
            part = msgspec.convert(toml.read(file.read_text(encoding="utf-8")), _TemplateFile)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
            raise ChartError(f"{file.name}: {bad}") from bad
        for kind, template in part.event.items():
            if kind in found:
                raise ChartError(f"{file.name}: event {kind!r} has a template already")
            if template.level not in ("brief", "full"):
                raise ChartError(f"{file.name}: event {kind!r}: level {template.level!r}, expected brief or full")
            if not template.group:
                template = msgspec.structs.replace(template, group=part.group)
            if template.group and template.group not in GROUPS:
                raise ChartError(f"{file.name}: event {kind!r}: group {template.group!r} is none")
            found[kind] = template
    return found


@functools.cache
def templates_of(package: str) -> Mapping[str, Template]:
    """The templates of a package that does not change, read once: as many renderers as one likes cost nothing."""
    return MappingProxyType(load_templates(package))


def roll_lines(event: Rolled, width: int = 80) -> list[str]:
    """A roll explained: chart, faces, each modifier with reason and rule, total, row, result."""
    faces = " and ".join(str(face) for face in event.faces)
    natural = event.total - sum(mod.value for mod in event.mods)
    shown = faces if len(event.faces) == 1 else f"{faces} = {natural}"
    own = ", your dice" if event.typed else ""
    lines = textwrap.wrap(
        f"{event.chart} {event.title} ({event.rule}): {shown}{own}", width, subsequent_indent="    "
    )
    for mod in event.mods:
        rule = f" ({mod.rule})" if mod.rule else ""
        lines += textwrap.wrap(f"    {mod.value:+d} {mod.reason}{rule}", width, subsequent_indent="       ")
    where = f"total {event.total}, row {event.row}"
    if event.column:
        where += f", column {event.column}"
    lines += textwrap.wrap(f"    {where}: {event.result}", width, subsequent_indent="       ")
    return lines


class Renderer:
    """Shows a game: log lines, status, sheets, story."""

    width = 80
    height = 0  # lines of the screen, where there is one

    def __init__(self, game: Game, templates: Mapping[str, Template] | None = None) -> None:
        self.game = game
        self.templates = dict(templates or {})

    # ------------------------------------------------------------------ the log

    def event_lines(self, event: Event, level: str = "full") -> list[str]:
        """The lines of one event at a level of LEVELS; none if it is not shown there."""
        if level == "none":
            return []
        if isinstance(event, Noted):
            return self.noted_lines(event, level)
        if level == "brief":
            return []
        if isinstance(event, Chosen):
            return self.chosen_lines(event)
        return roll_lines(event, self.width) if isinstance(event, Rolled) else []

    def noted_lines(self, event: Noted, level: str) -> list[str]:
        """Something that happened, in the words of its template."""
        template = self.templates.get(event.kind)
        if template is None:
            facts = ", ".join(f"{key} {_plain(value)}" for key, value in event.facts.items())
            text = event.kind.replace("-", " ").replace("_", " ") + (f": {facts}" if facts else "")
        elif level == "brief" and template.level != "brief":
            return []
        else:
            text = template.filled(self.fill, event.facts)
        return textwrap.wrap(text, self.width, subsequent_indent="  ")

    def chosen_lines(self, event: Chosen) -> list[str]:
        """A decision."""
        return textwrap.wrap(f"> {event.prompt} ({event.rule}): {event.label}", self.width, subsequent_indent="  ")

    def fill(self, text: str, facts: Mapping[str, Fact]) -> str:
        """A template with the facts put in."""
        return text.format_map(_Facts({key: _plain(value) for key, value in facts.items()}))

    def log(self, events: Iterable[Event], level: str = "full") -> list[str]:
        """The log at a level."""
        return [line for event in events for line in self.event_lines(event, level)]

    # ------------------------------------------------------------------ screens

    def status(self, state: object) -> str:
        """Where the game stands, on one screen."""
        if state is None:
            return "Nothing has begun yet."
        try:
            return self.game.position_text(state)
        except PositionError:
            return ""

    def house_line(self, house: House | None, played: Mapping[str, str] | None = None) -> str:
        """What every screen says when house rules are in force; "" without them. `played`: the options in play."""
        return f"House rules {house.name}: {', '.join(house.changes(played))}" if house else ""

    # ------------------------------------------------------------------ reports

    def report(self, kind: str, records: Sequence[Record], format: str = "text") -> str:
        """A report of KINDS in a format of FORMATS. All but `campaign` tell of the last record given."""
        if kind == "story":
            return self._story(records[-1], format)
        if kind == "debrief":
            return self.debrief(records[-1], format)
        if kind == "mission":
            sheets = self.mission_sheets(records[-1])
        else:
            sheets = self.campaign_sheets(records)
        return write(sheets, format, self.width)

    def debrief_sheets(self, record: Record) -> list[Sheet]:
        """What came of a chapter."""
        title = f"{self.game.title}: {self.game.chapter_word} {record.number}"
        rows = tuple((key.replace("_", " "), _cell(value)) for key, value in (record.outcome or {}).items())
        return [Sheet(title, ("", ""), rows, self.record_notes(record))]

    def mission_sheets(self, record: Record) -> list[Sheet]:
        """The mission log sheet; by default the debriefing and the rolls."""
        rolls = tuple(
            (e.chart, e.title, " ".join(str(f) for f in e.faces), e.total, e.result)
            for e in record.events
            if isinstance(e, Rolled)
        )
        return [
            *self.debrief_sheets(record),
            Sheet("Rolls", ("table", "title", "dice", "total", "result"), rolls),
        ]

    def campaign_sheets(self, records: Sequence[Record]) -> list[Sheet]:
        """The campaign log sheet: a row for each finished chapter."""
        done = [record for record in records if record.outcome is not None]
        keys: list[str] = []
        for record in done:
            keys += [key for key in record.outcome or {} if key not in keys]
        keys = [k for k in keys if all(not isinstance((r.outcome or {}).get(k), dict | list) for r in done)]
        rows = tuple(
            (r.number, *(_cell((r.outcome or {}).get(key)) for key in keys), r.undos, r.house or None)
            for r in done
        )
        columns = ("number", *(key.replace("_", " ") for key in keys), "undone", "house rules")
        notes = tuple(note for record in records for note in self.record_notes(record))
        return [Sheet(f"{self.game.title}: the tour", columns, rows, notes)]

    def record_notes(self, record: Record) -> tuple[str, ...]:
        """What must be said of how a chapter was played."""
        word = f"{self.game.chapter_word.capitalize()} {record.number}"
        notes: list[str] = []
        if record.house:
            notes.append(f"{word}: played with house rules, {record.house}.")
        if record.undos:
            steps = "step was" if record.undos == 1 else "steps were"
            notes.append(f"{word}: {record.undos} {steps} taken back past a die roll.")
        if record.table_throws:
            notes.append(f"{word}: {record.table_throws} of the rolls were thrown at the table.")
        return (*notes, *(f"{word}: {remark}." for remark in record.remarks))

    def story_lines(self, record: Record) -> list[str]:
        """The after-action report: a list of sentences, in order, true to the log."""
        lines: list[str] = []
        for event in record.events:
            if isinstance(event, Noted):
                template = self.templates.get(event.kind)
                if template is not None and template.story:
                    lines.append(self.fill(template.story, event.facts))
        return lines

    def story_paragraphs(self, record: Record) -> list[str]:
        """The story in paragraphs; by default one."""
        return [" ".join(self.story_lines(record))]

    def story_title(self, record: Record) -> str:
        """What stands above the story."""
        return f"{self.game.title}: {self.game.chapter_word} {record.number}"

    def told_story(self, record: Record) -> Story | None:
        """The story sentence by sentence with the events each tells, of a game that has one."""
        return None

    def aftermath(self, record: Record) -> list[tuple[str, list[str]]]:
        """What followed, for a game that tells it: headings, each with its paragraphs."""
        return []

    def _story(self, record: Record, format: str) -> str:
        title = self.story_title(record)
        paragraphs = [text for text in self.story_paragraphs(record) if text]
        if not paragraphs:
            paragraphs = [f"Nothing is told of this {self.game.chapter_word}."]
        if record.house:
            paragraphs.append(f"Played with house rules, {record.house}.")
        paragraphs += diary(record)
        if format not in PROSE:
            return write([Sheet(title, ("story",), tuple((text,) for text in paragraphs))], format)
        return prose(title, paragraphs, format, self.width)

    def debrief(self, record: Record, format: str, rolls: Sequence[Sheet] = ()) -> str:
        """The debriefing: where it is read, the story comes first, then rolls of men and the luck, sheets last."""
        sheets = self.debrief_sheets(record)
        if format not in PROSE or record.outcome is None:
            return write(sheets, format, self.width)
        paragraphs = [text for text in self.story_paragraphs(record) if text] + diary(record)
        said = [prose(self.story_title(record), paragraphs, format, self.width)] if paragraphs else []
        said += [prose(title, texts, format, self.width) for title, texts in self.aftermath(record)]
        return "\n".join([*said, write([*rolls, *luck_sheets(record.events), *sheets], format, self.width)])


def diary(record: Record) -> list[str]:
    """The notes of the player, marked as his."""
    return [f"From the diary: {' '.join(note.text.split())}" for note in record.notes]


def _plain(value: Fact) -> Fact:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_words(item)}" for key, item in value.items() if item is not None)
    if isinstance(value, list):
        return "; ".join(_words(item) for item in value)
    return str(value)


def _words(value: object) -> str:
    """A value inside another one; objects and lists stand in brackets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"({_cell(value)})" if isinstance(value, dict | list) else str(_cell(value))


def renderer(game: Game) -> Renderer:
    """The renderer of a game: that of its kit, else the generic one."""
    make = _part(game.name)
    structs.build()
    return make(game) if make is not None else Renderer(game)


def _part(name: str) -> Callable[[Game], Renderer] | None:
    if name not in games.REGISTRY or not (kit := games.kit(name)).renderer:
        return None
    return kit.load("renderer", FunctionType)
