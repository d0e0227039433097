"""Pieces of the screens: labelled rows, tables, cells side by side, and what a player may see of a marker."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from flakhouse.core.charts import Chart
from flakhouse.core.needed import naturals
from flakhouse.games.doolittle import secrecy
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.state import B25, Box, Elite, Marker, Raid
from flakhouse.games.doolittle.words import Back, Fate
from flakhouse.render.needs import percent

__all__ = [
    "EARLY_RISK",
    "LABEL",
    "LOST",
    "aboard",
    "came_down",
    "cell",
    "chart",
    "damage",
    "elite",
    "fitting",
    "gone",
    "grid",
    "in_box",
    "leak",
    "look",
    "losses",
    "marker",
    "markers",
    "markers_in",
    "plane",
    "row",
    "rows",
    "table",
    "tested",
    "unsailed",
    "wrap",
]

LABEL = 11  # width of the labels on the left
#: Fates of a B-25 that flies for nobody of ours again, whatever became of its crew.
LOST = (Fate.DITCHED, Fate.DESTROYED, Fate.CAPTURED, Fate.SCUTTLED, Fate.INTERNED)
#: How they are counted.
_GONE = {
    Fate.DESTROYED: "destroyed",
    Fate.DITCHED: "down",
    Fate.SCUTTLED: "burnt",
    Fate.CAPTURED: "captured",
    Fate.INTERNED: "interned",
}
#: What the front of a plain marker shows: the cup it came from (8.3.1, 12.6.1).
_CUPS = {
    "flight-I": "type I",
    "flight-II": "type II",
    "flight-III": "type III",
    "flight-alert": "Alert type",
    "sea-east": "Sea East",
    "sea-central": "Sea Central",
    "sea-west": "Sea West",
    "transit": "Transit",
}
_DAMAGE = ("", "damaged", "severely damaged")
#: 5.1 Where a B-25 comes down in a zone of this name; east of Japan it is the sea.
_PLACES = {
    "China coast": "off the coast of China",
    "Sea of Japan and Kyushu": "in the Sea of Japan",
    "East China Sea west": "in the East China Sea",
    "East China Sea east": "in the East China Sea",
    "Interior": "in the interior of China",
    "Chekiang": "in Chekiang",
    "Japan": "in Japan",
}


# ------------------------------------------------------------------ words


def marker(found: Marker) -> str:
    """A marker as it lies on the table: its front with its cup, or what has been revealed of its back."""
    text = found.shown()
    if not found.revealed:
        cup = _CUPS.get(found.cup, "")
        return f"{text} ({cup})" if cup else text
    mods = [
        f"{name} {value:+d}"
        for name, value in (
            ("approach", found.approach),
            ("detonation", found.detonation),
            ("gunnery", found.gunnery),
            ("landing", found.landing),
        )
        if value
    ]
    return f"{text} ({', '.join(mods)})" if mods else text


def in_box(box: Box, found: Marker) -> str:
    """4.6.3 One in a Target Box, hazards with their mark; of a carrier it is seen whether she was hit."""
    if not _seen_afloat(found):
        return f"! {marker(found)}"
    return f"carrier {found.name}{', hit' if box.blast else ''}"


def markers_in(box: Box) -> list[str]:
    """All of them, the carrier first."""
    ships = [in_box(box, one) for one in box.markers if _seen_afloat(one)]
    others = [one for one in box.markers if not _seen_afloat(one)]
    return [*ships, *([markers(others)] if others else [])]


def _seen_afloat(found: Marker) -> bool:
    return found.revealed and found.back is Back.CARRIER


def losses(r: Raid) -> list[str]:
    """The B-25s that are gone: destroyed with their crews, down with crews that may live, or on the ground and in
    the hands of others."""
    ends = Counter("wrecked" if b.wrecked else _GONE[b.fate] for b in r.squadron if b.fate in LOST)
    return [f"{ends[word]} {word}" for word in ("wrecked", *_GONE.values()) if ends[word]]


def tested(r: Raid) -> bool:
    """6.3 Whether a Secrecy Test can come in this segment: at sea, or on the way to Japan and from it."""
    return r.options.scenario > 6 and r.segment in ("naval", "flight")


def came_down(where: str, name: str = "") -> str:
    """7.2.4 Where a B-25 came down: "zone 10" and the name of the zone in words; any other place as it is said."""
    zone = where.removeprefix("zone ")
    if zone == where:
        return where
    return _PLACES.get(name or CHARTS.charts["zones"].look_up(zone), "in the sea")


def markers(found: Iterable[Marker]) -> str:
    """Several markers, those that look alike counted: "2 x Hazard ? (type I), Vessel"."""
    counts: dict[str, int] = {}
    for one in found:
        text = marker(one)
        counts[text] = counts.get(text, 0) + 1
    return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in counts.items())


def elite(man: Elite) -> str:
    """An Elite Crewman with his benefit, and whether it is gone."""
    gone = ", used" if man.used else ""
    return f"{man.name}: {man.benefit.value}{gone}" + (f" ({man.fate})" if man.fate else "")


def aboard(b25: B25) -> list[str]:
    """What must be known of a B-25: bombs, damage, markers, fumes, medals, Elite Crewman."""
    found = ["loaded" if b25.loaded else "unloaded", _DAMAGE[min(2, b25.damage)]]
    if b25.fumes:
        found.append("on fumes" if b25.fumes == 1 else f"on fumes x{b25.fumes}")
    found += [markers(b25.attached), markers(b25.assigned)]
    found += ["Medals"] * len(b25.medals)
    if b25.elite is not None:
        found.append(elite(b25.elite))
    return [text for text in found if text]


def plane(b25: B25) -> str:
    """A B-25 in a list: "Lawson, damaged"."""
    return ", ".join(part for part in (b25.pilot, damage(b25)) if part)


def gone(b25: B25) -> str:
    """14.1.2, 14.4.1 How a B-25 on the ground was lost; "" while it stands."""
    return ("wrecked" if b25.wrecked else "burnt") if b25.fate is Fate.SCUTTLED else ""


def damage(b25: B25) -> str:
    """What ails a B-25, in a word."""
    return _DAMAGE[min(2, b25.damage)] if b25.damage else ""


# ------------------------------------------------------------------ charts


def leak(r: Raid) -> str:
    """6.0 How likely a Secrecy Test fails now: its dice do not reach the Security Risk."""
    ways = naturals(secrecy.dice(r), 0, False)
    return percent(sum(count for total, count in ways.items() if total < r.security.risk), sum(ways.values()))


def unsailed(r: Raid) -> bool:
    """13.5.6 Whether the Security Check is to come: Calendar, briefings and training are not yet in the Security
    Risk, nor site and measures in the Secrecy dice. What they will make of both the forms of the months add up."""
    return r.segment == "planning" and not r.blotter.checked


#: 13.5.6 The name of the Security Risk until then: only what has happened is in it.
EARLY_RISK = "Security Risk from events"


def chart(r: Raid, id: str) -> Chart[object] | Chart[str]:
    """A table in force: the player's own where his house rules have one, else ours."""
    return r.tables.get(id) or CHARTS.charts[id]


def look(r: Raid, id: str, label: str, column: str = "", otherwise: str = "-") -> str:
    """A cell of a reference table by its row and column; `otherwise` where it has no such row."""
    found = chart(r, id)
    if label not in found.labels:
        return otherwise
    at = found.data.columns.index(column) if column else 0
    return found.words[at][found.labels.index(label)]


# ------------------------------------------------------------------ layout


def wrap(text: str, width: int, indent: str = "", hang: str = "  ") -> list[str]:
    """A text in lines; those after the first hang."""
    return textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False
    )


def row(label: str, text: str, width: int) -> list[str]:
    """A labelled text, wrapped; nothing if there is no text."""
    return textwrap.wrap(
        text, width, initial_indent=label.ljust(LABEL), subsequent_indent=" " * LABEL, break_on_hyphens=False
    )


def rows(texts: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Labelled texts one below the other; those without a text are left out."""
    return [line for label, text in texts for line in row(label, text, width)]


def table(head: Sequence[str], body: Sequence[Sequence[str]], width: int) -> list[str]:
    """Columns side by side; the last one is wrapped within what is left of the width."""
    widths = [max(len(line[i]) for line in (head, *body)) for i in range(len(head) - 1)]
    left = sum(widths) + 2 * len(widths)
    lines: list[str] = []
    for line in (head, *body):
        start = "".join(word.ljust(wide + 2) for word, wide in zip(line, widths, strict=False))
        last = textwrap.wrap(line[-1], max(12, width - left), break_on_hyphens=False) or [""]
        lines.append((start + last[0]).rstrip())
        lines += [" " * left + more for more in last[1:]]
    return lines


def cell(texts: Iterable[str], width: int) -> list[str]:
    """The lines of a cell: each text wrapped, later lines of it indented."""
    lines: list[str] = []
    for text in texts:
        hang = " " * (len(text) - len(text.lstrip()) + 2)
        lines += textwrap.wrap(text, width, subsequent_indent=hang, break_on_hyphens=False)
    return lines


def grid(cells: Sequence[Sequence[Sequence[str]]], wide: int) -> list[str]:
    """Cells in rows and columns with a frame; an empty cell has no lines."""
    rule = "+" + "+".join("-" * wide for _ in cells[0]) + "+"
    lines = [rule]
    for across in cells:
        for i in range(max(len(one) for one in across)):
            texts = ((one[i] if i < len(one) else "").ljust(wide) for one in across)
            lines.append("|" + "|".join(texts) + "|")
        lines.append(rule)
    return lines


#: Sentences of the tables that say more than a score or a mark does, and what holds whenever they are told. The
#: tables keep theirs: finished raids have them on record.
_FITTING = {
    "The assigned targets burned and the crews got clear; planners start asking for more aircraft.": (
        "Targets burned, and planners start asking for more aircraft."
    ),
    "The crews came back; the aircraft did not. Acceptable.": (
        "Gains and losses balance, by the air staff's count. Acceptable."
    ),
    "A sound operation, and most of the men are home.": "A sound operation, and there are crews to tell of it.",
    "A carrier traded for headlines; Nimitz is furious.": "Carriers risked for headlines; Nimitz is furious.",
    "No harm done, no enemy met.": "The fleet paid a little, and Nimitz can bear it.",
    "Both carriers home and the picket line taught something.": "The fleet gave at least as good as it got.",
    "Real damage in more than one city.": "Real damage, far more than a gesture.",
}


def fitting(words: str) -> str:
    """1.2, 1.3 What an outcome or a mark means, in a sentence that holds of every raid with it."""
    return _FITTING.get(words, words)
