"""The mission log of a bomber as a form on one page: what the B-29 and the B-17 have in common.

A game reads its own state into a `Log`; `mission` lays it out. What is not known yet stays empty, to be filled by
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeVar

from markupsafe import Markup

from flakhouse.core.events import Noted
from flakhouse.games.bomber.words import Fate
from flakhouse.render.base import Record
from flakhouse.render.bomber.digest import Flight, Turn, word
from flakhouse.render.bomber.facts import count
from flakhouse.render.bomber.sheets import ManEnd, Outcome
from flakhouse.web.boards.base import BoardInput, el, join, svg, text
from flakhouse.web.boards.bomber import crew as board_crew
from flakhouse.web.boards.bomber import stage, track
from flakhouse.web.boards.bomber.crew import Places, fate_mark
from flakhouse.web.boards.bomber.parts import boxes, icon
from flakhouse.web.boards.bomber.views import Engine, Layout, Man, Spot
from flakhouse.web.forms import paper
from flakhouse.web.tables import view_of

__all__ = [
    "AWAY",
    "WOUNDS",
    "Aircraft",
    "Crewman",
    "Log",
    "Now",
    "Rack",
    "Row",
    "cells",
    "crew",
    "fallen",
    "fighters",
    "formations",
    "hurt",
    "legs",
    "men",
    "mission",
    "modifiers",
    "notes",
    "now",
    "results",
    "sky",
    "stands",
    "turns",
]

T = TypeVar("T", bound=Turn)

_BOX = "-372 -24 744 540"
_ID = "mission-form"
_LONG, _LONGER = 420, 900  # letters of damage that want a smaller type and drawing
_NOTES, _LINES = 4, 3  # notes at most, ruled lines at least
_LINE = 120  # letters of a note
_WIDE = 15  # letters of a position
AWAY = "crew-away"
#: Events that hurt a man: the symbol of it and its words.
WOUNDS: Mapping[str, tuple[str, str]] = {
    "wounded": ("crew-light", "light wound"),
    "third-wound": ("crew-serious", "third wound, serious"),
    "frostbitten": ("crew-frostbite", "frostbite"),
    "killed": ("crew-killed", "killed"),
    "take-off-injury": ("crew-light", "hurt at take-off"),
}
#: What is worth a note, the most important first.
_WORTH = (
    *("destroyed", "out-of-control", "bail-out", "ditched", "landing", "take-off-over", "abort", "mid-air"),
    *("out-of-fuel", "fumes", "bombs-jettisoned", "left-formation", "no-assembly", "formation-disrupted"),
    *("escort-met", "escort-missed", "event", "takes-controls", "fire", "collision", "rejoined"),
)
_SHORT = {"none": "–", "light": "Lt", "moderate": "Mod", "heavy": "Hvy"}


class Row(NamedTuple):
    """A row of the flight by zones: its label and what it has by zone (0 is the base)."""

    label: str
    cells: Mapping[int, object]


class Crewman(NamedTuple):
    """A man of the crew table."""

    position: str
    name: str
    mark: str
    tone: str
    state: str
    note: str


class Rack(NamedTuple):
    """A gun with its bursts; `left` is None where none are carried."""

    name: str
    left: int | None
    full: int
    note: str = ""


class Aircraft(NamedTuple):
    """What the small plan shows."""

    layout: Layout
    engines: Sequence[Engine]
    spots: Sequence[Spot]
    damage: Sequence[str]
    known: bool = True  # False: the damage is not told


class Log(NamedTuple):
    """Everything on the page."""

    emblem: str
    sub: str
    number: str
    fields: Sequence[Markup]
    zones: Sequence[int]
    far: int | None  # the zone beyond which nothing is flown
    out: Sequence[Row]
    back: Sequence[Row]
    crew: Sequence[Crewman]
    aircraft: Aircraft
    racks: Sequence[Rack]
    stores: tuple[str, Markup]
    notes: Sequence[str]
    results: Sequence[Markup]


def mission(record: Record, log: Log) -> Markup:
    """The page."""
    number = el("div", el("span", "Mission", class_="cap"), el("b", log.number), class_="no")
    harm = sum(map(len, log.aircraft.damage)) + sum(len(e.words) for e in log.aircraft.engines if e.short)
    dense = " denser" if harm > _LONGER else " dense" if harm > _LONG else ""
    left = el("div", _crew_table(log.crew), _racks(log.racks), class_="fm-left")
    label, stores = log.stores
    lines = _LINES - 1 if dense else _LINES
    right = el(
        "div",
        *_damage(log.aircraft),
        paper.caption(label),
        stores,
        paper.caption("Notes"),
        paper.lines(log.notes[-_LINES + 1 :] if harm > _LONGER else log.notes, lines),
        class_=f"fm-right{dense}",
    )
    return paper.page(
        _ID,
        False,
        (*stage.SYMBOLS, *track.SYMBOLS),
        paper.head(_ID, log.emblem, "Mission log", log.sub, number),
        paper.fields(log.fields),
        _flight(log),
        el("div", left, right, class_="fm-two"),
        paper.fields(log.results, "res"),
        paper.foot("mission log", record),
    )


# ------------------------------------------------------------------ flight by zones


def legs(flight: Flight[T]) -> tuple[dict[int, list[T]], dict[int, list[T]]]:
    """The turns of the way out and of the way home, by zone."""
    out: dict[int, list[T]] = {}
    back: dict[int, list[T]] = {}
    for turn in flight.turns:
        if turn.number:
            (out if turn.leg == "outbound" else back).setdefault(turn.zone, []).append(turn)
    return out, back


def cells(found: Mapping[int, Sequence[T]], cell: Callable[[Sequence[T]], object]) -> dict[int, object]:
    """A row's entries from the turns spent in each zone."""
    return {zone: cell(turns) for zone, turns in found.items()}


def sky(turns: Sequence[Turn]) -> object:
    """The weather met, as its symbol."""
    met = list(dict.fromkeys((turn.weather, turn.sky()) for turn in turns if turn.weather))
    return join(icon(track.weather_icon(weather), "", sky) for weather, sky in met[-2:])


def turns(found: Sequence[Turn]) -> object:
    """Which turns were spent there."""
    numbers = sorted({turn.number for turn in found})
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def formations(turns: Sequence[Turn]) -> object:
    """In formation or out of it."""
    short = {"in formation": "IN", "out of formation": "OUT"}
    seen = dict.fromkeys(short.get(turn.formation, turn.formation) for turn in turns if turn.formation)
    return "/".join(seen)


def fighters(turns: Sequence[Turn]) -> object:
    """The resistance met."""
    met = [turn.resistance for turn in turns if turn.resistance]
    return "/".join(_SHORT.get(level.lower(), level.partition(" ")[0]) for level in met)


def modifiers(found: Mapping[int, int]) -> Row:
    """The row of the zones' own modifiers."""
    return Row("Zone modifier", {zone: f"{value:+d}" if value else "0" for zone, value in found.items()})


def _flight(log: Log) -> Markup:
    """The zones as columns, the way out above the way home."""
    names = [el("th", "Base" if zone == 0 else zone, scope="col") for zone in log.zones]
    head = el("thead", el("tr", el("td", class_="corner"), *names))
    parts: list[Markup] = []
    for way, rows in (("Out", log.out), ("Back", log.back)):
        for i, row in enumerate(rows):
            label = f"{way}: {row.label.lower()}" if i == 0 else row.label
            line = [_cell(log, way, zone, row.cells.get(zone)) for zone in log.zones]
            kind = "bk" if i == 0 and way == "Back" else None
            parts.append(el("tr", el("th", label, scope="row"), *line, class_=kind))
    table = el("table", head, el("tbody", *parts), class_="fm-zones")
    return join((paper.caption("Flight by zones"), table))


def _cell(log: Log, way: str, zone: int, value: object) -> Markup:
    """A cell; hatched where the flight does not go."""
    if value not in (None, ""):
        return el("td", value)
    nowhere = (log.far is not None and zone > log.far) or (zone == 0 and way == "Out")
    return el("td", class_="na" if nowhere else None)


# ------------------------------------------------------------------ crew


def men(
    aboard: Sequence[Man] | None,
    fates: Mapping[str, Fate],
    outcome: Outcome | None,
    flight: Flight[T],
    given: BoardInput,
    places: Places,
    words: Mapping[Fate, str],
) -> list[Crewman]:
    """The men: of a flight as the board has them (`aboard`), with their fates; of an outcome; else the roster."""
    if aboard is not None:
        return crew(aboard, flight, fates, words)
    if outcome is not None:
        return fallen(outcome.crew, words)
    return crew(board_crew.unnamed(places, board_crew.known(given.campaign, given.events)), flight, {}, words)


def crew(
    men: Sequence[Man], flight: Flight[T], fates: Mapping[str, Fate], words: Mapping[Fate, str]
) -> list[Crewman]:
    """The men as the board has them, with what the log says of each."""
    found: list[Crewman] = []
    told = _told(flight)
    for man in men:
        notes = list(told.get(man.position, ()))
        fate = fates.get(man.position, Fate.DUTY)
        if fate is not Fate.DUTY:
            notes.append(words[fate])
        elif not notes and man.state != "fit":
            notes.append(man.state)
        name = f"{man.rank} {man.name}".strip()
        found.append(Crewman(man.position, name, man.mark, man.tone, man.state, "; ".join(notes)))
    return found


def fallen(crew: Mapping[str, ManEnd], words: Mapping[Fate, str]) -> list[Crewman]:
    """The men from the outcome alone, where the rules no longer play the log."""
    found: list[Crewman] = []
    for position, man in crew.items():
        mark, tone = fate_mark(man.fate)
        if not mark:
            mark, tone = ("crew-fit", "") if man.aboard else (AWAY, "gone")
        state = words[man.fate]
        found.append(Crewman(position, man.name, mark, tone, state, "" if man.fate is Fate.DUTY else state))
    return found


def _told(flight: Flight[T]) -> dict[str, list[str]]:
    """Wounds with their zones and fighters shot down, by position."""
    found: dict[str, list[str]] = {}
    claims: dict[str, list[str]] = {}
    parts = [("", flight.before), *((f"z. {t.zone}" if t.zone else "", t.events) for t in flight.turns)]
    for where, events in parts:
        for event in events:
            if not isinstance(event, Noted):
                continue
            man = word(event, "man")
            if event.kind in WOUNDS:
                what = hurt(event)[1]
                told = found.setdefault(man, [])
                entry = f"{what}, {where}" if where else what
                if entry in told:
                    told[told.index(entry)] = f"two {what}s, {where}" if where else f"two {what}s"
                else:
                    told.append(entry)
            elif event.kind == "fighter-destroyed":
                claims.setdefault(man, []).append(where)
    for man, places in claims.items():
        where = ", ".join(dict.fromkeys(place for place in places if place)).replace(", z. ", ", ")
        words = count(len(places), "claim", "claims")
        found.setdefault(man, []).append(f"{words}, {where}" if where else words)
    return found


def hurt(event: Noted) -> tuple[str, str]:
    """The symbol and the words of an event that hurts a man."""
    if event.kind == "wounded" and word(event, "wound") == "seriously":
        return "crew-serious", "serious wound"
    if event.kind == "take-off-injury":
        return WOUNDS[event.kind][0], f"{word(event, 'injury')} at take-off"
    return WOUNDS[event.kind]


def _trade(position: str) -> str:
    """A position in the width there is."""
    return position if len(position) <= _WIDE else position.removesuffix(" Gunner")


def _size(words: str, long: int, longer: int) -> str:
    """Long entries are set smaller, so that a row keeps its height."""
    return "ty" if len(words) <= long else "ty long" if len(words) <= longer else "ty longer"


def _crew_table(men: Sequence[Crewman]) -> Markup:
    """Position, name, mark, note."""
    rows = [
        el(
            "tr",
            el("th", _trade(man.position), scope="row"),
            el("td", man.name, class_=_size(man.name, 23, 30)),
            el("td", icon(man.mark, "", man.state) if man.name else "", class_="st"),
            el("td", man.note, class_=_size(man.note, 22, 44)),
        )
        for man in men
    ]
    table = el("table", el("tbody", *rows), class_="fm-crew")
    return join((paper.caption("Crew"), table))


# ------------------------------------------------------------------ damage, ammunition


def _damage(plane: Aircraft) -> tuple[Markup, ...]:
    """The small plan with its stars, and the words."""
    out = [f"No {engine.number} {engine.words}" for engine in plane.engines if engine.short]
    broken = [*out, *plane.damage]
    told = ". ".join(paper.capital(part) for part in broken) + "." if broken else "None."
    if not plane.known:
        told = ""
    drawn = svg(
        "fm-plan",
        _BOX,
        f"Damage on the plan of the {plane.layout.aircraft}",
        told or "Nothing is known of it.",
        el("g", plane.layout.plan, plane.layout.fin, class_="fh-plan"),
        join(_engine(engine) for engine in plane.engines),
        join(_star(spot) for spot in plane.spots),
        class_="fm-plan",
    )
    return paper.caption("Damage"), drawn, el("p", told, class_="fm-harm")


def _engine(engine: Engine) -> Markup:
    """An engine's number; struck through if it does not run as it should."""
    x, y = engine.at
    number = text(x, y + 34, engine.number, "en", "middle")
    if not engine.short:
        return number
    cross = el("path", d=f"M{x - 15} {y - 16}L{x + 15} {y + 44}M{x + 15} {y - 16}L{x - 15} {y + 44}", class_="ko")
    return join((number, cross))


def _star(spot: Spot) -> Markup:
    """A star where something is hit, with how many hits."""
    x, y = spot.at
    inside = (el("path", d=stage.STAR), text(0, 4.5, spot.number, "", "middle"))
    return el("g", *inside, class_="dm", transform=f"translate({x} {y}) scale(1.9)")


def _racks(racks: Sequence[Rack]) -> Markup:
    """The guns with their bursts in boxes; used ones are crossed."""
    rows: list[Markup] = []
    for rack in racks:
        note = el("span", f" {rack.note}", class_="sm") if rack.note else ""
        if rack.left is None:
            inside, left = note, ""
        else:
            inside, left = join((boxes(rack.name, rack.left, rack.full), note)), str(rack.left)
        rows.append(el("tr", el("th", rack.name, scope="row"), el("td", inside), el("td", left, class_="num")))
    return join((paper.caption("Ammunition, bursts"), el("table", el("tbody", *rows), class_="fm-guns")))


# ------------------------------------------------------------------ notes and results


def notes(record: Record, flight: Flight[T]) -> list[str]:
    """What is worth a note, in the words of the log and in its order."""
    view = view_of(record.game)
    parts = [("", flight.before), *((f"z. {t.zone}: " if t.zone else "", t.events) for t in flight.turns)]
    parts.append(("", flight.after))
    found: list[tuple[int, str]] = []  # how much it is worth, the note
    for where, events in parts:
        for event in events:
            if isinstance(event, Noted) and event.kind in _WORTH:
                said = " ".join(line.strip() for line in view.noted_lines(event, "full"))
                text = where + said
                found.append(
                    (_WORTH.index(event.kind), text if len(text) <= _LINE else f"{text[:_LINE].rstrip()}…")
                )
    kept = sorted(sorted(range(len(found)), key=lambda i: found[i][0])[:_NOTES])
    told = [found[i][1] for i in kept]
    if len(found) > _NOTES:
        told[-1] += f" ({len(found) - _NOTES} more in the log)"
    return told


class Going(Protocol):
    """A mission of either game, as far as its end goes."""

    on_target: bool | None
    percent: int
    aborted: bool
    abort_cause: str

    @property
    def end(self) -> StrEnum:
        """How the flight ended, or that it has not."""


class Now(NamedTuple):
    """How a flight stands by its state; nothing of it is known without one."""

    on_target: bool | None = None
    percent: int = 0
    end: str = ""  # "" while it flies
    abort: str = ""


def now(m: Going | None) -> Now:
    """What came of it so far."""
    if m is None:
        return Now()
    end = "" if m.end.name == "FLYING" else m.end.value
    return Now(m.on_target, m.percent, end, m.abort_cause if m.aborted else "")


def results(flight: Flight[T], outcome: Outcome | None, now: Now, words: Mapping[str, str]) -> list[Markup]:
    """The last fields of the form; `words` are the results there are."""
    bombs = percent = credited = result = None
    if now.on_target is not None:
        bombs, percent = "On target" if now.on_target else "Off target", f"{now.percent} %"
    elif outcome is not None and outcome.bombs is not None:
        bombs, percent = paper.capital(outcome.bombs), f"{outcome.percent} %"
    elif flight.noted("bombs-jettisoned"):
        bombs = "Jettisoned"
    end, cause = now.end, f"abort: {now.abort}" if now.abort else ""
    if outcome is not None:
        bomber = outcome.bomber
        end = f"{bomber.end}, {bomber.state}"
        if bomber.zone and not bomber.end.startswith("landed"):
            end += f", zone {bomber.zone}"
        cause = outcome.cause or (f"abort: {outcome.aborted}" if outcome.aborted else "none")
        result = words.get(outcome.result, outcome.result)
        credited = "Yes" if outcome.credited else "No"
    return [
        paper.pick("Bombs", ("On target", "Off target", "Jettisoned"), bombs, 2),
        paper.entry("Per cent", percent),
        paper.entry("Claims", len(flight.noted("fighter-destroyed")) or None),
        paper.entry("Landing", end, 2),
        paper.pick("Result", [one for one in words.values() if one != "None"], result, 2),
        paper.pick("Credited", ("Yes", "No"), credited),
        paper.entry("Cause", cause, 2),
        paper.entry("Checked by", None),
    ]


def stands(outcome: Outcome | None, turn: int, zone: int, leg: str) -> str:
    """How far a flight has come."""
    if outcome is not None:
        return f"flown; {outcome.bomber.end}, bomber {outcome.bomber.state}"
    if not turn:
        return "before take-off"
    return f"as of zone {zone}, {leg}" if zone else "as of the base"
