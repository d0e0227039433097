"""The flight seen close, while a scene is told: a bomber on its last fuel, one in the water, a field in the dark.

Drawn from what has been noted in the scene so far: as long as its dice wait, everybody is still in the air.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.questions import Subject
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import LAST_ZONE
from flakhouse.render.doolittle import parts
from flakhouse.web.boards.base import Act, el, svg, text, thing, use
from flakhouse.web.boards.doolittle import marks

__all__ = ["close"]

_FUMES, _ARRIVAL = "fumes", "arrival"
_COAST = 10  # 5.1 the zone in which China begins
_SHORE = "M-400-400H330L214-220 250-20 196 130 262 240 200 372 296 470 224 560 284 700 216 860 300 1100H-400Z"
_WAVES = ((330, 470), (520, 250), (640, 540), (760, 330), (430, 600), (820, 150), (600, 90), (860, 480))
_MEN = 5


def close(r: Raid, act: Act) -> Markup | None:
    """7.2.4, 8.2.2 The picture of such a scene; None of any other."""
    if act.opened == _FUMES:
        return _fumes(r, act)
    if act.opened == _ARRIVAL:
        return _arrival(r, act)
    return None


def _named(about: Sequence[Subject], kind: str) -> str:
    return next((one.name for one in about if one.kind == kind), "")


def _fumes(r: Raid, act: Act) -> Markup | None:
    """7.2.4 A B-25 with dry tanks, and those of its Flight: it flies on, or lies in the water."""
    one = next((b for b in r.squadron if b.name() == _named(act.about, "b25")), None)
    zone = next((int(s.name) for s in act.about if s.kind == "zone" and s.name.isdecimal()), 0)
    if one is None or not zone:
        return None
    down = any(note.kind == "ditched" for note in act.notes)
    others = next(
        (f.aircraft for f in _before(r, act).flights if any(b.pilot == one.pilot for b in f.aircraft)), []
    )
    mates = [b for b in others if b.pilot != one.pilot]
    drawn: list[object] = [
        *_ground(zone),
        *(_flying(b, 236 + 84 * i, 150 + 62 * (i % 2)) for i, b in enumerate(mates)),
    ]
    if down:
        drawn += [
            el("path", d="M900 290Q700 320 560 400", class_="cl-way"),
            el("path", d="M560 400Q520 430 492 462", class_="cl-way end"),
            el(
                "g",
                marks.b25(450, 500, 170, -118, "d2-b25 gone"),
                **thing(one.name(), "ditched", "7.2.4", one.subject),
            ),
            *_raft(540, 560),
        ]
        words = (
            f"{one.pilot} is in the water; {', '.join(b.pilot for b in mates) or 'nobody'} in the air beside him."
        )
    else:
        drawn += [
            el("path", d="M900 372Q740 356 560 392", class_="cl-way"),
            el("g", marks.b25(470, 410, 170, -82), **thing(one.name(), "on fumes", "7.2.4", one.subject)),
        ]
        words = f"{one.pilot} flies on fumes."
    drawn.append(_label(one, 600 if down else 560, 470 if down else 320))
    return _frame("cl-fumes", r, zone, f"{parts.look(r, 'zones', str(zone), 'name')}, seen close", words, drawn)


def _arrival(r: Raid, act: Act) -> Markup | None:
    """8.2.2 A Flight over the field it looks for, or on it: flares along the runway, a beacon if there is one."""
    name, site = _named(act.about, "flight"), _named(act.about, "site")
    flight = next((f for f in _before(r, act).flights if f.name() == name), None)
    if flight is None or not site:
        return None
    down = any(note.kind == "landed" for note in act.notes)
    beacon = any(one.value == site for one in r.beacons)
    drawn: list[object] = [
        el("rect", x=-400, y=-400, width=1700, height=1500, class_="cl-field"),
        el("rect", x=120, y=400, width=660, height=74, class_="cl-run"),
        *(el("circle", cx=150 + 75 * i, cy=y, r=4, class_="cl-flare") for i in range(9) for y in (392, 482)),
        text(128, 516, site, "lab cl-big"),
    ]
    if beacon:
        drawn.append(
            el(
                "g",
                use("weather-day", 850, 360, 46),
                text(850, 410, "beacon", "lab", "middle"),
                class_="cl-beacon",
            )
        )
    for i, b in enumerate(flight.aircraft):
        x, y, turn = (220 + 150 * i, 437, -90) if down else (700 - 150 * i, 140 + 66 * (i % 2), -96)
        drawn.append(_flying(b, x, y, turn, 96 if down else 78))
    words = f"{name} {'stands on' if down else 'looks for'} {site}."
    return _frame("cl-field", r, flight.zone, f"{site}, seen close", words, drawn)


# ------------------------------------------------------------------ what they are made of


def _before(r: Raid, act: Act) -> Raid:
    """How it stood when the scene began."""
    return act.before if isinstance(act.before, Raid) else r


def _frame(id: str, r: Raid, zone: int, title: str, words: str, drawn: Sequence[object]) -> Markup:
    """The picture, with the night over it where it is night."""
    night = r.night(min(LAST_ZONE, max(1, zone)))
    veil = [el("rect", x=-400, y=-400, width=1700, height=1500, class_="dl-dark")] if night else []
    light = text(40, 48, "night" if night else "day", "lab")
    picture = svg(id, "0 0 900 640", title, words, *drawn, *veil, light, class_="plan cl-map")
    return el("section", picture, class_="sheet stage dl-stage", aria_label=title)


def _ground(zone: int) -> list[Markup]:
    """Water with its waves; from the coast of China on land at the left, farther in land alone."""
    look = "cl-field" if zone > _COAST else "cl-sea"
    found = [el("rect", x=-400, y=-400, width=1700, height=1500, class_=look)]
    if zone == _COAST:
        found += [el("path", d=_SHORE, class_="d2-coast2"), el("path", d=_SHORE, class_="d2-land")]
        found.append(text(56, 470, "CHINA", "lab"))
    if zone <= _COAST:
        found += [el("path", d=f"M{x} {y}q12-14 22 0t22 0", class_="cl-wave") for x, y in _WAVES]
    return found


def _flying(b: B25, x: float, y: float, turn: float = -82, size: float = 92) -> Markup:
    """A B-25 in the air or on the ground, with its pilot's name."""
    told = thing(b.name(), b.end(), "2.1", b.subject)
    return el("g", marks.b25(x, y, size, turn), text(x, y - size / 2 - 4, b.pilot, "lab", "middle"), **told)


def _label(b: B25, x: float, y: float) -> Markup:
    return el("g", text(x, y, b.pilot, "lab cl-big"), text(x, y + 24, f"{b.id}, five men", "lab"))


def _raft(x: float, y: float) -> list[Markup]:
    """The raft with its men."""
    boat = el("rect", x=x - 34, y=y - 15, width=68, height=30, rx=15, class_="cl-raft")
    return [boat, *(el("circle", cx=x - 22 + 11 * i, cy=y, r=4.5, class_="cl-man") for i in range(_MEN))]
