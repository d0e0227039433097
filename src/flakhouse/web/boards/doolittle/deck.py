"""The Hornet's flight deck from above: the B-25s in the order in which they take off, and who has gone."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from markupsafe import Markup

from flakhouse.core.events import Event
from flakhouse.games.doolittle.launch import BESIDE, Botched
from flakhouse.games.doolittle.state import B25, Raid
from flakhouse.games.doolittle.words import Fate, Launch
from flakhouse.render.doolittle import parts
from flakhouse.web.boards.base import NOTHING, Open, el, svg, text, thing
from flakhouse.web.boards.doolittle import marks
from flakhouse.web.boards.doolittle.forms import fact, noted

__all__ = ["aboard", "botched", "draw", "state_of"]

_WIDE, _TALL = 1000.0, 196.0
_DECK = "M14 74L40 40H962L986 56V138L960 156H60L14 124Z"
_MID = 98.0
_SPAN = 62.0
_LAST = 946.0
#: 12.3.2, 10.1.1 Lost before they were in the air.
_LOST = ("carrier deck", "aboard the Hornet", BESIDE)
_WRECKS = tuple(word.value for word in (Botched.CATASTROPHE, Botched.FIRE, Botched.CRASH, Botched.DITCHED))


def aboard(r: Raid) -> list[B25]:
    """12.3 The B-25s that sailed, in the order they stand."""
    ends = r.segment == "debriefing" and r.launch is Launch.NONE
    return [
        b
        for b in r.squadron
        if b.fate is not Fate.RESERVE and (b.fate is not Fate.LEFT_BEHIND or (ends and not b.where))
    ]


def botched(events: Sequence[Event]) -> dict[str, str]:
    """12.3.2 Whose take-off was botched, and what came of it."""
    return {fact(e, "b25"): fact(e, "result") for e in noted(events) if e.kind == "botched"}


def state_of(r: Raid, b25: B25, trouble: dict[str, str]) -> str:
    """A B-25 of the deck in few words."""
    bad = trouble.get(b25.name(), "")
    if b25.fate is Fate.DECK:
        return "on deck"
    flight = next((f for f in r.flights if b25 in f.aircraft), None)
    words = b25.end() if b25.fate is not Fate.FLYING else "launched"
    if flight is not None and b25.fate is Fate.FLYING:
        words += f", {flight.name()}"
    if b25.fate is Fate.DESTROYED and b25.where:
        words += f", {b25.where}"
    return words + (f", botched take-off: {bad}" if bad else "")


def draw(r: Raid, events: Sequence[Event], asked: Open = NOTHING) -> Markup:
    """12.3 The whole deck."""
    there = aboard(r)
    trouble = botched(events)
    hornet = next((s for s in r.task_force.ships if s.name == "Hornet"), None)
    inside: list[object] = [el("path", d=_DECK, class_="d2-flightdeck"), *_paint()]
    step = min(68.0, 640.0 / max(1, -(-len(there) // 2)))
    for i, b25 in enumerate(there):
        row = i % 2
        x = _LAST - (-(-len(there) // 2) - 1 - i // 2) * step - (step / 2 if row == 0 else 0)
        inside.append(
            _spot(b25, i + 1, (x, row == 0), state_of(r, b25, trouble), trouble.get(b25.name(), ""), asked)
        )
    left = [b for b in there if b.fate is Fate.DECK]
    off = [b for b in there if b.fate is not Fate.DECK]
    inside += _status(r, len(left), len(off))
    if hornet is not None and hornet.damaged:
        inside.append(marks.hit(300, _MID, 2.2))
    desc = f"{len(left)} B-25s on deck in this order: {', '.join(b.pilot for b in left) or 'none'}."
    if off:
        desc += " Gone: " + "; ".join(f"{b.pilot}, {state_of(r, b, trouble)}" for b in off) + "."
    return svg("d2-deck", f"0 0 {_WIDE:g} {_TALL:g}", "Hornet, flight deck", desc, *inside, class_="d2-map")


@functools.cache
def _paint() -> tuple[Markup, ...]:
    """Elevators, the lines for the wheels, the island on the starboard side, the bow."""
    lifts = [el("rect", x=x, y=_MID - 22, width=44, height=44, class_="d2-lift") for x in (196, 440, 812)]
    lines = [
        el("path", d="M44 90H960M44 122H960", class_="d2-wheel"),
        el("path", d="M292 40V26L304 18H388L398 26V40Z", class_="d2-island"),
        el("path", d="M318 29h22M350 25h30v8h-30Z", class_="d2-cl"),
        text(40, 104, "8", "d2-decknum", "middle"),
    ]
    return (*lifts, *lines)


def _status(r: Raid, left: int, off: int) -> list[Markup]:
    """What can be said at the bow: how many are left, fire, wreck, the kind of launch."""
    words = [f"{left} on deck" + (f", {off} gone" if off else "")]
    if r.task_force.deck == "fire":
        words.append("fire: no more launches this turn")
    elif r.task_force.deck == "wrecked":
        words.append("wrecked: no more launches")
    elif r.launch is not Launch.NONE:
        words.append(f"{r.launch.value} launch, {r.launch_area}")
    found = [text(16, 26, words[0], "d2-an")]
    if len(words) > 1:
        found.append(text(16, 184, words[1], "d2-name bad" if r.task_force.deck else "d2-name"))
    return found


def _spot(b25: B25, number: int, at: tuple[float, bool], state: str, trouble: str, asked: Open) -> Markup:
    """A place on deck with its B-25, or the outline it has left."""
    x, upper = at
    y = _MID - 25 if upper else _MID + 25
    name_y = 34.0 if upper else 174.0
    here = b25.fate is Fate.DECK
    told = "; ".join([state, *parts.aboard(b25)]) if here else state
    inside: list[object] = []
    mark = asked.look(b25.subject)
    if mark:
        inside.append(el("circle", cx=x, cy=y, r=33, class_=f"d2-ring {mark}"))
    if here:
        inside.append(marks.b25(x, y, _SPAN, -90, "d2-b25"))
        inside.append(text(x - 3, y + 5, str(number), "d2-spotn", "middle"))
        if b25.damage:
            inside.append(marks.hit(x + 12, y, 0.9))
        if b25.attached:
            inside.append(marks.distress(x - 18, y))
        if b25.medals:
            inside.append(el("circle", cx=x + 20, cy=y, r=5, class_="d2-medal"))
    else:
        inside.append(marks.b25(x, y, _SPAN, -90, "d2-b25 gone"))
        if b25.where in _LOST or trouble in _WRECKS:
            inside.append(marks.crossed(x, y, 9))
        elif trouble:
            inside.append(marks.hit(x, y, 0.8))
    star = "*" if b25.elite is not None else ""
    inside.append(text(x, name_y, b25.pilot + star, "d2-spot" if here else "d2-spot gone", "middle"))
    return el("g", *inside, **thing(b25.name(), told, "12.3", b25.subject))
