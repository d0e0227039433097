"""What the log tells of an Airstrike, an I-Boat or the hazards of a turn while they are being resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flakhouse.core.events import Event, Noted
from flakhouse.core.questions import Question
from flakhouse.games.doolittle.state import Raid
from flakhouse.render.doolittle import parts
from flakhouse.web.boards.doolittle.forms import fact, noted
from flakhouse.web.boards.doolittle.sea_map import Drawn

__all__ = ["Attack", "Attacker", "attack", "hazards", "iboat"]


@dataclass(slots=True)
class Attacker:
    """A Strike Force marker of the wave that is flying in."""

    kind: str
    spaces: tuple[str, ...] = ()
    ship: str = ""
    result: str = ""  # in a word; "" until it is known
    down: bool = False
    told: str = ""  # the same with the ship it concerns


@dataclass(slots=True)
class Attack:
    """An Airstrike so far (11.0)."""

    area: str
    strike: str = ""
    planes: str = ""
    army: str = ""
    wave: int = 0
    attackers: list[Attacker] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def attack(events: Sequence[Event]) -> Attack | None:
    """11.0 The Airstrike going on, or nothing."""
    found: Attack | None = None
    for event in noted(events):
        if event.kind == "airstrike":
            found = Attack(fact(event, "area"))
        elif event.kind == "airstrike-over":
            found = None
        elif found is not None:
            _read(found, event)
    return found


def _read(found: Attack, event: Noted) -> None:
    """One fact more."""
    kind = event.kind
    if kind == "halsey-launches":
        found.planes = fact(event, "planes")
    elif kind == "army-launches":
        found.army = f"{fact(event, 'count')} of {fact(event, 'deck')} can take off in time"
    elif kind == "strike-force":
        names = (("fighters", "fighter"), ("torpedo", "torpedo bomber"), ("dive", "dive bomber"))
        found.strike = ", ".join(f"{fact(event, key)} {word}" for key, word in names if fact(event, key) != "0")
    elif kind == "false-alarm":
        found.strike = "no enemy planes"
    elif kind == "wave":
        found.wave = int(fact(event, "number"))
        found.attackers = []
    elif kind == "raider-placed":
        spaces = tuple(space for space in fact(event, "spaces").split(", ") if space)
        found.attackers.append(Attacker(fact(event, "raider"), spaces, fact(event, "ship")))
    elif kind in ("ship-flak", "ordnance"):
        _result(found, event)


def _result(found: Attack, event: Noted) -> None:
    """11.4.2, 11.4.3 What became of an attacker."""
    ship, name = fact(event, "ship"), fact(event, "raider")
    one = next((a for a in found.attackers if a.kind == name and not a.result), None)
    if event.kind == "ordnance":
        result = fact(event, "result").lower()
        told = f"{result}, {ship}"
        line = f"Wave {found.wave}, {name} at {ship}: {fact(event, 'result')}"
        if one is not None:
            one.ship = ship
    elif event.facts.get("hit"):
        result, told = "shot down", f"shot down by {ship}"
        line = f"Wave {found.wave}, {name}: {told}"
    else:
        found.lines.append(f"Wave {found.wave}, {name}: turned on {ship} by her flak")
        return
    if one is not None:
        one.result, one.told, one.down = result, told, event.kind == "ship-flak"
    found.lines.append(line)


def iboat(events: Sequence[Event], ask: Question | None) -> str:
    """12.6.6 The space of an I-Boat that somebody may attack now, or nothing."""
    if ask is None or ask.id != "iboat-reaction":
        return ""
    seen = [fact(event, "space") for event in noted(events) if event.kind == "iboat-seen"]
    return seen[-1] if seen else ""


def hazards(r: Raid, events: Sequence[Event]) -> tuple[Drawn, list[str]]:
    """12.6 The area whose hazards are being turned, how many still lie face down, and those turned this turn."""
    area, left = "", 0
    turned: list[str] = []
    for event in noted(events):
        if event.kind == "naval-turn":
            area, left, turned = "", 0, []
        elif event.kind == "sea-hazards":
            area, left = fact(event, "area"), int(fact(event, "count"))
        elif event.kind == "sea-hazard":
            left -= 1
            turned.append(f"{fact(event, 'area')}, {fact(event, 'patrol')}: {fact(event, 'hazard')}")
    if r.step != "sea hazards" or r.segment != "naval" or left <= 0:
        return Drawn(), turned
    return Drawn(area, left, parts.look(r, "sea-areas", area, "cup")), turned
