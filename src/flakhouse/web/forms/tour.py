"""The campaign log of a tour as a form on one page: a row for each mission, the men as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from markupsafe import Markup

from flakhouse.core.events import Event, Noted
from flakhouse.core.game import JsonDict
from flakhouse.games.bomber.words import Fate
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import word
from flakhouse.render.bomber.facts import count
from flakhouse.web.boards.base import BoardInput, el, join
from flakhouse.web.boards.bomber import crew, stage
from flakhouse.web.boards.bomber.parts import icon
from flakhouse.web.forms import bomber, paper

__all__ = ["TOLD", "Flown", "Sheet", "campaign"]

P = TypeVar("P", bound=StrEnum)

_ID = "campaign-form"
_LETTER = {"VICTORY": "W", "DRAW": "D", "DEFEAT": "L"}
_AT_BASE = "at base"  # the entry of a man who stayed there
_FEW, _MANY, _MOST = 28, 35, 40  # rows that fit in the usual height, and in a lesser one
_ROOM = 800  # letters below the table
_NAMED = 12  # bombers that are named there
#: Marks by how bad they are.
_RANK = ("crew-light", "crew-frostbite", "crew-serious", "crew-killed")
_KEY = (
    ("crew-light", "light wound"),
    ("crew-serious", "serious, invalided"),
    ("crew-frostbite", "frostbite"),
    ("crew-away", "left at base"),
    ("crew-captured", "captured"),
    ("crew-killed", "killed"),
)
#: Events that the log of a flight must bring.
TOLD = frozenset({*bomber.WOUNDS, "target", "bombs-away"})
_FATES = {fate.value: fate for fate in Fate}


class LogRow(Protocol[P]):
    """A row of the log that a campaign keeps."""

    mission: int
    bomber: str
    target: str
    target_type: str
    on_target: bool | None
    percent: int
    credited: bool
    root: str
    crew: dict[P, str]

    @property
    def result(self) -> StrEnum:
        """Who won."""

    @property
    def end(self) -> StrEnum:
        """How the flight ended."""


class Named(Protocol):
    """Somebody with a name."""

    @property
    def name(self) -> str:
        """Rank and name."""


class Manned(Protocol):
    """A man of a flight."""

    @property
    def airman(self) -> Named:
        """Who he is."""


class Campaign(Protocol[P]):
    """The record of a tour."""

    @property
    def crew(self) -> Mapping[P, Named]:
        """Who flies next."""

    @property
    def log(self) -> Sequence[LogRow[P]]:
        """The flights flown."""


class Mission(Protocol[P]):
    """A flight under way."""

    @property
    def men(self) -> Mapping[P, Manned]:
        """Who is aboard."""


class Flown(NamedTuple):
    """A flight of the tour."""

    mission: int  # 0: a training flight
    bomber: str
    target: str
    kind: str
    on: bool | None
    percent: int
    result: str  # name of the result; "" while it is being flown
    credited: bool
    end: str
    root: str
    men: Mapping[str, tuple[str, Fate | None]]  # by position: name and fate; None: left at base


class Sheet(NamedTuple):
    """What a game's campaign log looks like."""

    short: str
    emblem: str
    missions: int
    words: str  # the number of missions in words
    men: Sequence[tuple[str, str]]  # position and its heading
    fates: Mapping[Fate, str]


def last(records: Sequence[Record]) -> JsonDict | None:
    """The campaign as it stands after the last of these records that has one."""
    return next((record.campaign for record in reversed(records) if record.campaign is not None), None)


def flown(row: LogRow[P]) -> Flown:
    """A flight of the log; the entry of a man is "name: fate"."""
    men: dict[str, tuple[str, Fate | None]] = {}
    for position, entry in row.crew.items():
        name, _, fate = entry.rpartition(": ")
        men[position.value] = (name, None if fate == _AT_BASE else _FATES.get(fate, Fate.DUTY))
    return Flown(
        row.mission,
        row.bomber,
        row.target,
        row.target_type,
        row.on_target,
        row.percent,
        row.result.name,
        row.credited,
        row.end.value,
        row.root,
        men,
    )


def campaign(
    sheet: Sheet,
    kind: type[Campaign[P]],
    flight: type[Mission[P]],
    records: Sequence[Record],
    given: BoardInput | None,
) -> Markup:
    """The page of a tour whose campaign is of this kind; `given` is the flight under way, if there is one."""
    found = last(records)
    state = msgspec.convert(found, kind) if found is not None else None
    m = given.state if given is not None else None
    names = {position.value: man.name for position, man in state.crew.items()} if state is not None else {}
    if isinstance(m, flight):
        names = {position.value: man.airman.name for position, man in m.men.items()}
    return form(sheet, records, [flown(row) for row in state.log] if state is not None else [], names)


def form(sheet: Sheet, records: Sequence[Record], rows: Sequence[Flown], roster: Mapping[str, str]) -> Markup:
    """The page. `rows` are the flights flown, `roster` the names of those who fly next."""
    if not records:
        return Markup("")
    done = [record.events for record in records if record.outcome is not None]
    wounds = [_wounds(events) for events in done]
    wounds = [{}] * max(0, len(rows) - len(wounds)) + wounds[max(0, len(wounds) - len(rows)) :]
    now = records[-1] if records[-1].outcome is None else None
    flights = list(zip(rows, wounds, strict=True))
    if now is not None:
        flights.append((_under_way(now, roster), _wounds(now.events)))
    credited = sum(row.credited for row in rows)
    lines: list[Markup] = []
    before: dict[str, str] = {}
    for i, (row, hurt) in enumerate(flights):
        lines.append(_row(sheet, row, hurt, before, i == 0))
        before.update({position: name for position, (name, _) in row.men.items()})
    ahead = credited + (1 if now is not None and flights[-1][0].mission else 0)
    lines += [_empty(sheet, n) for n in range(ahead + 1, sheet.missions + 1)]
    first = {position: name for position, (name, _) in flights[0][0].men.items()} if flights else roster
    size = (
        " many" if len(lines) > _MOST else " more" if len(lines) > _MANY else " few" if len(lines) < _FEW else ""
    )
    table = el("table", _heads(sheet, first), el("tbody", *lines), class_=f"fm-tour{size}")
    bomber = next((row.bomber for row, _ in reversed(flights) if row.bomber), "")
    sub = " · ".join(part for part in (bomber, f"{sheet.short}, tour of {sheet.words} missions") if part)
    return paper.page(
        _ID,
        True,
        stage.SYMBOLS,
        paper.head(_ID, sheet.emblem, "Campaign log", sub, _key()),
        table,
        el("p", _told(sheet, [row for row, _ in flights]), class_="fm-told"),
        paper.foot("campaign log", records[-1]),
    )


def _key() -> Markup:
    """What the marks mean."""
    marks = [el("span", icon(mark), f" {words}") for mark, words in _KEY]
    return el("div", el("span", "• flew"), *marks, class_="fm-key")


def _heads(sheet: Sheet, names: Mapping[str, str]) -> Markup:
    """Two lines: positions, and who began the tour there."""
    facts = [el("th", name, rowspan=2, scope="col") for name in ("No", "City", "Target", "Bombs", "%")]
    men = [el("th", short, scope="col") for _, short in sheet.men]
    first = el("tr", *facts, *men, el("th", "Result", rowspan=2, scope="col"))
    named = [el("th", _surname(names.get(position, ""))) for position, _ in sheet.men]
    return el("thead", first, el("tr", *named, class_="nm"))


def _surname(name: str) -> Markup:
    """The last part of a name; the whole of it for those who ask."""
    parts = name.split()
    return el("span", parts[-1] if parts else "", title=name or None, class_="nw")


def _wounds(events: Sequence[Event]) -> dict[str, tuple[str, str]]:
    """The worst that befell each man on a flight: mark and words, by position."""
    found: dict[str, tuple[str, str]] = {}
    for event in events:
        if isinstance(event, Noted) and event.kind in bomber.WOUNDS:
            mark, words = bomber.hurt(event)
            position = word(event, "man")
            if word(event, "injury") == "unhurt":
                continue
            if position not in found or _RANK.index(mark) > _RANK.index(found[position][0]):
                found[position] = (mark, words)
    return found


def _under_way(record: Record, roster: Mapping[str, str]) -> Flown:
    """The flight that is being flown, as far as its log tells."""
    target = next((e for e in record.events if isinstance(e, Noted) and e.kind == "target"), None)
    bombs = next((e for e in record.events if isinstance(e, Noted) and e.kind == "bombs-away"), None)
    men: dict[str, tuple[str, Fate | None]] = {position: (name, Fate.DUTY) for position, name in roster.items()}
    percent = bombs.facts.get("percent") if bombs is not None else 0
    mission = target.facts.get("mission", record.number) if target is not None else record.number
    training = target is not None and bool(target.facts.get("training"))
    return Flown(
        0 if training else mission if isinstance(mission, int) else record.number,
        word(target, "bomber") if target is not None else "",
        word(target, "city") if target is not None else "",
        word(target, "type") if target is not None else "",
        None if bombs is None else word(bombs, "result").lower() == "on target",
        percent if isinstance(percent, int) else 0,
        "",
        False,
        "",
        "",
        men,
    )


def _row(
    sheet: Sheet, row: Flown, hurt: Mapping[str, tuple[str, str]], before: Mapping[str, str], first: bool
) -> Markup:
    """A flight."""
    now = not row.result
    number = f"{row.mission}" if row.mission else "Truk"
    if not row.credited and not now and row.mission:
        number = f"({number})"
    bombs = "" if row.on is None and now else "none" if row.on is None else "On" if row.on else "Off"
    cells = [
        el("td", row.target, class_="ty"),
        el("td", row.kind),
        el("td", bombs),
        el("td", "" if row.on is None else row.percent, class_="ty"),
    ]
    for position, _ in sheet.men:
        name, fate = row.men.get(position, ("", Fate.DUTY))
        new = bool(name) and not first and before.get(position, "") != name
        cells.append(_man(sheet, name, fate, hurt.get(position), new))
    letter = "" if now else _LETTER.get(row.result, "–")
    kinds = [kind for kind, is_it in (("cur", now), ("f5", row.mission % 5 == 0 and row.mission > 0)) if is_it]
    return el(
        "tr", el("th", number, scope="row"), *cells, el("td", letter, class_="wl"), class_=" ".join(kinds) or None
    )


def _man(sheet: Sheet, name: str, fate: Fate | None, hurt: tuple[str, str] | None, new: bool) -> Markup:
    """A man's cell: the name of one who is new, and the mark of what befell him."""
    mark, words = bomber.AWAY, "left at base"
    if fate is not None:
        mark, words = crew.fate_mark(fate)[0], sheet.fates[fate]
    if hurt is not None and (not mark or (mark == "crew-serious" and hurt[0] != "crew-killed")):
        mark, words = hurt[0], f"{hurt[1]}; {words}"
    parts: list[object] = []
    if mark:
        parts.append(icon(mark, "", f"{name}: {words}" if name else words))
    elif not new and name:
        parts.append(el("span", "•", class_="dot"))
    return el("td", *parts, _surname(name) if new else "")


def _empty(sheet: Sheet, number: int) -> Markup:
    """A mission still to fly."""
    cells = Markup("<td></td>") * (len(sheet.men) + 5)
    return el("tr", el("th", number, scope="row"), cells, class_="f5" if number % 5 == 0 else None)


def _told(sheet: Sheet, rows: Sequence[Flown]) -> Markup:
    """Who was lost and which bombers, in words, as far as there is room; then what the letters mean."""
    told = [text for row in rows if (text := _losses(sheet, row))]
    flown = list(dict.fromkeys(row.bomber for row in rows if row.bomber))
    if 1 < len(flown) <= _NAMED:
        told.insert(0, f"Bombers: {', '.join(flown)}.")
    kept: list[str] = []
    while told and sum(map(len, kept)) + len(told[0]) < _ROOM:
        kept.append(told.pop(0))
    if told:
        kept.append(f"More of {count(len(told), 'flight', 'flights')} in the tables.")
    key = "W won, D drawn, L lost; a mission in brackets was not credited."
    return join((" ".join(kept), " " if kept else "", el("span", key, class_="sm")))


def _losses(sheet: Sheet, row: Flown) -> str:
    """The bomber and the men lost on a flight: "3: Early Riser ditched (fuel); all lost at sea."; "" without."""
    lost: dict[Fate, list[str]] = {}
    for name, fate in row.men.values():
        if fate not in (None, Fate.DUTY, Fate.HOME):
            lost.setdefault(fate, []).append(name.split()[-1] if name.split() else name)
    aboard = sum(fate is not None for _, fate in row.men.values())
    parts: list[str] = []
    if row.end and not row.end.startswith("landed") and row.end != "did not fly":
        parts.append(f"{row.bomber} {row.end}{f' ({row.root})' if row.root else ''}")
    for fate, names in lost.items():
        who = "all" if len(names) == aboard else ", ".join(names)
        parts.append(f"{who} {sheet.fates[fate]}")
    return f"{row.mission or 'Truk'}: {'; '.join(parts)}." if parts else ""
