"""Marks the Raid's boards share: aircraft, markers as they lie, Blast, tables of aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from flakhouse.games.doolittle.state import B25, Marker, Raid
from flakhouse.games.doolittle.words import Fate, Front
from flakhouse.render.doolittle import parts as words
from flakhouse.web.boards.base import Open, el, join, text, thing, use
from flakhouse.web.boards.doolittle import forms

__all__ = [
    "CSS",
    "FRONTS",
    "SYMBOLS",
    "aircraft",
    "backs",
    "blast",
    "chip",
    "front",
    "icon",
    "legend",
    "lines",
    "long",
    "marks",
    "plane_state",
    "spread",
    "squadron",
]

CSS = ("board-doolittle.css", "board-flight.css", "board-doolittle-2.css")
#: Of the Target and the Flight Map alike: a page that goes from one to the other has them.
SYMBOLS = (
    "b25-mark",
    "hazard-ground",
    "hazard-interceptor",
    "hazard-target",
    "mark-blast",
    "mark-bomb",
    "mark-hit",
    "mark-target",
    "weather-day",
    "weather-night",
    "weather-unknown",
    "wind-calm",
    "wind-gale",
    "wind-gusty",
    "wind-storm",
)
FRONTS = {
    Front.INTERCEPTOR: "hazard-interceptor",
    Front.GROUND: "hazard-ground",
    Front.TARGET: "hazard-target",
}
_CLASS = {Front.INTERCEPTOR: "fighter", Front.GROUND: "ground", Front.TARGET: "box", Front.PLAIN: "plain"}
#: What the front of a plain marker shows.
_LETTERS = {
    "flight-I": "I",
    "flight-II": "II",
    "flight-III": "III",
    "flight-alert": "A",
    "transit": "T",
    "beacons": "B",
    "sea-east": "E",
    "sea-central": "C",
    "sea-west": "W",
}
_STAR = "M0-11 2.4-5 8-8 5-2.4 11 0 5 2.4 8 8 2.4 5 0 11-2.4 5-8 8-5 2.4-11 0-5-2.4-8-8-2.4-5Z"
_SEPARATE = 3  # markers side by side before those that look alike are counted
_STEP = 27
_LETTER = 6.7  # width of a letter on a chip
_SIGN = 6.1  # width of a letter in a list beside a map


# ------------------------------------------------------------------ markers


def front(marker: Marker) -> str:
    """The name of its front as a class."""
    return _CLASS[marker.front]


def marks(found: Iterable[Marker], few: int = _SEPARATE) -> list[tuple[Marker, int]]:
    """Markers with how many look the same: each alone while they are few, else those alike counted."""
    listed = list(found)
    if len(listed) <= few:
        return [(one, 1) for one in listed]
    groups: dict[str, tuple[Marker, int]] = {}
    for one in listed:
        look = words.marker(one)
        groups[look] = (groups[look][0] if look in groups else one, groups.get(look, (one, 0))[1] + 1)
    return list(groups.values())


def spread(
    found: Sequence[Marker],
    x: float,
    y: float,
    width: float = 170,
    rule: str = "4.6",
    upward: bool = False,
    few: int = _SEPARATE,
) -> Markup:
    """Markers side by side from (x, y), their middle: fronts of those face down, then the backs turned up.

    What does not fit into the width goes into rows below, or, `upward`, the rows end here.
    """
    placed: list[tuple[Marker, int, float, int]] = []
    at, row = x, 0
    for one, count in marks(sorted(found, key=lambda m: m.revealed), few):
        wide = _chip_wide(one, count) if one.revealed else _STEP + (16 if count > 1 else 0)
        if at > x and at + wide > x + width:
            at, row = x, row + 1
        placed.append((one, count, at, row))
        at += wide + (3 if one.revealed else 0)
    top = y - _STEP * row if upward else y
    return join(
        (chip if one.revealed else _face)(one, left, top + _STEP * down, count, rule)
        for one, count, left, down in placed
    )


def long(found: Sequence[Marker]) -> float:
    """The width of markers turned up, side by side."""
    return sum(_chip_wide(one, count) + 3 for one, count in marks(found))


def _face(marker: Marker, x: float, y: float, count: int, rule: str) -> Markup:
    """A marker face down: round for hazards, square for target boxes, its cup for those with a plain front."""
    look = words.marker(marker)
    symbol = FRONTS.get(marker.front)
    if symbol is not None:
        body = use(symbol, x + 12, y, 25)
    else:
        letters = _LETTERS.get(marker.cup, "?")
        body = el(
            "g",
            el("circle", cx=x + 12, cy=y, r=11.5),
            text(x + 12, y + 5, letters, "dl-let", "middle"),
            class_="dl-pl",
        )
    many = text(x + 25, y + 5, f"×{count}", "dl-n") if count > 1 else ""
    told = f"{count} of them, face down" if count > 1 else "face down"
    return el("g", body, many, class_=f"dl-hz {front(marker)}", **thing(look, told, rule, marker.subject))


#: Names too long for a counter on a map; the tables have them in full.
_SHORT = {"Reinforced Concrete": "Concrete", "Conspicuous Target": "Conspicuous", "Volatile Target": "Volatile"}


def _chip_words(marker: Marker, count: int) -> str:
    """The back of a marker in few words: "Flak 5-6", "Camouflage -2"."""
    said = marker.words().replace(", which breaks off", "")
    said = _SHORT.get(said, said)
    for value in (marker.approach, marker.detonation, marker.gunnery, marker.landing):
        said += f" {value:+d}" if value else ""
    return said + (f" ×{count}" if count > 1 else "")


def _chip_wide(marker: Marker, count: int) -> float:
    """The width of a counter."""
    return 12 + _LETTER * len(_chip_words(marker, count))


def chip(marker: Marker, x: float, y: float, count: int = 1, rule: str = "4.6") -> Markup:
    """A marker turned up: a counter with what its back says."""
    return el(
        "g",
        el("rect", x=x, y=y - 11, width=_chip_wide(marker, count), height=22, rx=2),
        text(x + 6, y + 5, _chip_words(marker, count), "dl-ct"),
        class_=f"dl-chip {front(marker)}",
        **thing(words.marker(marker), "turned up" + (", stays" if marker.stay else ""), rule, marker.subject),
    )


def blast(value: int, x: float, y: float, where: str) -> Markup:
    """3.4 A Blast marker with its value."""
    return el(
        "g",
        el("path", d=_STAR, transform=f"translate({x} {y}) scale(1.5)"),
        text(x, y + 5.5, value, "", "middle"),
        class_="dl-blast",
        **thing(f"Blast in {where}", f"value {value}", "4.9"),
    )


# ------------------------------------------------------------------ aircraft


def plane_state(b25: B25) -> str:
    """What must be known of a B-25, as the status screen says it."""
    return "; ".join(words.aboard(b25))


def aircraft(b25: B25, x: float, y: float, turn: int, lit: Open, small: bool = False) -> Markup:
    """A B-25 on the map: silhouette, number and pilot, bombs, damage, the hazards on it."""
    state = lit.look(b25.subject, lit="sel")
    size = 30 if small else 54
    body = el("g", use("b25-mark", 0, 0, size), transform=f"translate({x} {y}) rotate({turn})", class_="dl-sil")
    side = x + (20 if small else 30) + (5 if state else 0)
    drawn = [body]
    if state:
        drawn.insert(0, el("circle", cx=x, cy=y, r=size * 0.56, class_="dl-ring"))
    if small:
        drawn.append(text(side, y + 5, b25.pilot, "dl-tl"))
        end = side + 6.8 * len(b25.pilot) + 12
        drawn.append(_cargo(b25, end, y))
        drawn.append(
            spread(
                [*b25.attached, *b25.assigned],
                end + 10 + 14 * (b25.damage + (b25.elite is not None)),
                y,
                300,
                few=1,
            )
        )
    else:
        drawn += [text(side, y - 4, b25.id, "dl-tn"), text(side, y + 11, b25.pilot, "dl-tl")]
        drawn.append(_cargo(b25, side + 48, y - 9))
        drawn.append(spread([*b25.attached, *b25.assigned], x - 24, y + 29, 150))
    return el(
        "g",
        *drawn,
        class_=" ".join(word for word in ("dl-ac", state, "" if b25.loaded else "spent") if word),
        **thing(f"{b25.id} {b25.pilot}", plane_state(b25), "2.1", b25.subject),
    )


def _cargo(b25: B25, x: float, y: float) -> Markup:
    """2.1.1, 2.1.3, 2.3 Bombs aboard, a star for an Elite Crewman, a cross for each damage."""
    found: list[Markup] = []
    if b25.loaded:
        found.append(use("mark-bomb", x, y, 17, "dl-bomb"))
    at = x + (9 if b25.loaded else -8)
    if b25.elite is not None:
        found.append(text(at, y + 5, "☆" if b25.elite.used else "★", "dl-star"))
        at += 15
    if b25.damage:
        found.append(text(at, y + 5, "✕" * min(2, b25.damage), "dl-hurt"))
    return join(found)


def squadron(r: Raid, where: Sequence[tuple[B25, str]], lit: Open, note: str = "") -> Markup:
    """2.1 The aircraft in words: number, pilot, where, bombs, damage, markers, Elite Crewman."""
    rows = [
        (
            el("span", el("b", b.id, class_="num"), " ", b.pilot, class_="dl-on" if lit.lit(b.subject) else None),
            place,
            plane_state(b) if b.fate in (Fate.FLYING, Fate.LANDED, Fate.DECK) else b.end(),
        )
        for b, place in where
    ]
    body = forms.table(("B-25", "Where", "Aboard"), rows, "Aircraft", "dl-planes")
    return forms.sheet("Aircraft", body, *([el("p", note, class_="d2-words")] if note else []), rule="2.1")


# ------------------------------------------------------------------ cups


def backs(r: Raid, cup: str) -> dict[str, str]:
    """What the full cup holds, by front: "5 Flak (5-6 stays, 6-8, 4-5, 2 x 3-4), 5 Small Arms (2)"."""
    chart = words.chart(r, f"cup-{cup}")
    columns = dict(zip(chart.data.columns, chart.words, strict=True))
    found: dict[str, dict[str, list[tuple[int, str]]]] = {}
    for n, name, back, values in zip(*(columns[key] for key in ("n", "front", "back", "values")), strict=True):
        short = values.replace("range ", "").replace("name ", "").replace("; stay", ", stays")
        short = short.replace("number ", "").replace("; ", ", ")
        shown = "" if short == "-" else "stays" if short == "stay" else short
        found.setdefault(name, {}).setdefault(back, []).append((int(n), shown))
    return {name: ", ".join(_sort(back, many) for back, many in sorts.items()) for name, sorts in found.items()}


def _sort(back: str, many: list[tuple[int, str]]) -> str:
    """Markers with the same back: how many, and what is printed on them."""
    total = sum(n for n, _ in many)
    values = [f"{n} × {text}" if n > 1 and len(many) > 1 else text for n, text in many if text]
    return f"{total} {back}" + (f" ({'; '.join(values)})" if values else "")


# ------------------------------------------------------------------ words


def icon(symbol: str, class_: str = "") -> Markup:
    """A symbol in a line of text."""
    return el(
        "svg", el("use", href=f"#{symbol}"), viewBox="0 0 24 24", class_=f"ic {class_}".strip(), aria_hidden="true"
    )


def legend(entries: Iterable[tuple[Markup, str]]) -> Markup:
    """What the marks of a drawing mean."""
    return el("p", *(el("span", mark, " ", word) for mark, word in entries), class_="dl-key")


def lines(title: str, told: Sequence[str], x: float, y: float, most: int = 5, room: float = 0) -> Markup:
    """A short list beside a map; what does not fit into its room stands in the tables."""
    if not told:
        return Markup("")
    shown = list(told[:most])
    if len(told) > most:
        shown[-1] = f"and {len(told) - most + 1} more"
    found = [text(x, y + 19 + 17 * i, _cut(line, room), "dl-mx") for i, line in enumerate(shown)]
    return el("g", text(x, y, title, "dl-an"), *found, class_="dl-off")


def _cut(line: str, room: float) -> str:
    """A line that fits into this width, with dots for what does not."""
    most = int(room / _SIGN) if room else len(line)
    return line if len(line) <= most else f"{line[: max(1, most - 1)].rstrip(' ,')}…"
