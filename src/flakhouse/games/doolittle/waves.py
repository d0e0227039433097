"""11.4 The Japanese strike force attacks: waves, arrows, flak, ordnance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from flakhouse.core.questions import Question
from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import layout
from flakhouse.games.doolittle.advice import waves as advice
from flakhouse.games.doolittle.book import CHARTS
from flakhouse.games.doolittle.questions import waves as questions
from flakhouse.games.doolittle.questions.keys import by_ship
from flakhouse.games.doolittle.state import Raid, Ship
from flakhouse.games.doolittle.words import Fate

__all__ = ["Kind", "Raider", "attack", "strike_force"]


class Kind(StrEnum):
    """The Strike Force markers (11.3.1)."""

    FIGHTER = "Fighter"
    TORPEDO = "Torpedo Bomber"
    DIVE = "Dive Bomber"


class Result(StrEnum):
    """What ordnance does (X5)."""

    SUNK = "Sunk"
    DAMAGED = "Damaged"
    MISS = "Miss"


@dataclass(slots=True)
class Raider:
    """A Strike Force marker on its way in: the spaces ahead of it, or the ship a Fighter has picked."""

    kind: Kind
    spaces: tuple[str, ...] = ()
    target: Ship | None = None


def _spaces(word: str) -> tuple[str, ...]:
    """The spaces under an arrow, outermost first."""
    return tuple(word.split(", "))


DIVE = CHARTS.bind("dive-arrow", _spaces)
TORPEDO = CHARTS.bind("torpedo-arrow", _spaces)
FIGHTER = CHARTS.bind("fighter-target", {"Hornet": True, "Cruiser": False}.__getitem__)
FLAK = CHARTS.numbers("ship-flak")
CARRIER = CHARTS.text("carrier-target")
ORDNANCE = CHARTS.words("ordnance", Result)

_ARROW = {Kind.DIVE: DIVE, Kind.TORPEDO: TORPEDO}
_COLUMN = {Kind.TORPEDO: 0, Kind.DIVE: 1, Kind.FIGHTER: 2}
_ORDER = (Kind.FIGHTER, Kind.TORPEDO, Kind.DIVE)
_DIVERTED, _HIT = 5, 6
_MARKER = re.compile(r"^(\d?)([FTD])$")
_HORNET, _ENTERPRISE = "Hornet", "Enterprise"


def strike_force(word: str) -> tuple[int, int, int]:
    """11.3.1, X3: "T 2D" is one Torpedo Bomber and two Dive Bombers; fighters, torpedo and dive bombers in this
    order.
    """
    counts = {"F": 0, "T": 0, "D": 0}
    for part in () if word == "None" else word.split():
        match = _MARKER.match(part)
        if match is None:
            raise ValueError(word)
        counts[match[2]] = int(match[1] or 1)
    return counts["F"], counts["T"], counts["D"]


def attack(ref: Referee, r: Raid, force: tuple[int, int, int]) -> None:
    """11.4 Wave after wave: each has one marker of every type that is left."""
    ref.note("strike-force", fighters=force[0], torpedo=force[1], dive=force[2])
    left = [
        [kind for kind, count in zip(_ORDER, force, strict=True) if count > number] for number in range(max(force))
    ]
    for number in range(max(force)):
        if not layout.ships(r):
            return
        wave = _which(ref, left)
        left.remove(wave)
        _wave(ref, r, number + 1, wave)


def _which(ref: Referee, left: list[list[Kind]]) -> list[Kind]:
    """11.4.1 The player says which wave attacks next; equal ones are one choice."""
    ways = {" + ".join(kind.value for kind in wave): wave for wave in left}
    # D56
    return ways[ref.ask("strike-wave", next(iter(ways)), lambda: questions.strike_wave(ways), keys=ways)]


def _wave(ref: Referee, r: Raid, number: int, kinds: list[Kind]) -> None:
    """11.4.1-11.4.3 A wave takes its places, then marker after marker flies in and attacks."""
    ref.scene("wave", number=number)
    ref.note("wave", causes=(), number=number, markers=", ".join(kind.value for kind in kinds))
    raiders = [_place(ref, r, kind) for kind in kinds]
    while raiders:
        raider = _next(ref, raiders)
        raiders.remove(raider)
        if not layout.ships(r):
            return
        _fly_in(ref, r, raider)


def _next(ref: Referee, raiders: list[Raider]) -> Raider:
    """11.4.1 The player says which marker of the wave is resolved first."""
    ways = {x.kind.value: (_way(x), x.target) for x in raiders}
    # D56
    key = ref.ask("strike-order", raiders[0].kind.value, lambda: questions.strike_order(ways), keys=ways)
    return next(x for x in raiders if x.kind.value == key)


def _way(raider: Raider) -> str:
    return f"on {raider.target.name}" if raider.target is not None else ", ".join(raider.spaces)


# ------------------------------------------------------------------ 11.4.1 target approach


def _place(ref: Referee, r: Raid, kind: Kind) -> Raider:
    """11.4.1 Target approach: a die says which arrow a marker follows, or which ship a Fighter picks."""
    if kind is Kind.FIGHTER:
        on_hornet = ref.roll(FIGHTER)
        raider = Raider(kind, target=_largest(ref, r) if on_hornet else _cruiser(ref, r))
    else:
        raider = Raider(kind, ref.roll(_ARROW[kind]))
    ref.note(
        "raider-placed",
        causes=(FIGHTER,) if kind is Kind.FIGHTER else None,
        raider=kind.value,
        way=_way(raider),
        ship=raider.target.name if raider.target is not None else "",
        spaces=", ".join(raider.spaces),
    )
    return raider


def _cruiser(ref: Referee, r: Raid) -> Ship:
    """11.4.1 A Fighter goes for a CA or CL of the player's choice; without cruisers for any ship."""
    on = layout.ships(r)
    able = [s for s in on if s.kind in ("CA", "CL")] or on
    # D56
    return _choose(ref, "fighter-cruiser", advice.fighter_cruiser(r, able), questions.fighter_cruiser, able)


def _largest(ref: Referee, r: Raid) -> Ship:
    """11.4.1 The Hornet; if she is not there, the largest ship."""
    hornet = layout.ship(r, _HORNET)
    if hornet is not None:
        return hornet
    on = layout.ships(r)
    size = max(s.size for s in on)
    able = [s for s in on if s.size == size]
    # D56
    return _choose(ref, "fighter-largest", advice.soundest(able), questions.fighter_largest, able)


def _choose(
    ref: Referee, id: str, advised: str, make: Callable[[Sequence[Ship]], Question], able: list[Ship]
) -> Ship:
    """One of these ships, by name."""
    return by_ship(able)[ref.ask(id, advised, lambda: make(able), keys=by_ship(able))]


# ------------------------------------------------------------------ 11.4.2 flak


def _fly_in(ref: Referee, r: Raid, raider: Raider) -> None:
    """11.4.2 Space by space under fire; a marker that gets through, or is diverted, releases its ordnance."""
    target = raider.target
    # RULING 11.4.1: a Fighter whose ship has gone down meanwhile turns to the carriers, through the Center's fire.
    ref.scene("raider", raider=raider.kind.value)
    spaces = (target.space or layout.CENTER,) if target is not None else raider.spaces
    for space in spaces:
        # RULING 11.4.2: of the ships in a space the smallest fire first, so that great ships draw the least.
        for ship in sorted(layout.in_space(r, space), key=_size):
            result = _flak(ref, ship, raider.kind)
            if result == _HIT:
                return
            if result == _DIVERTED:
                _release(ref, r, raider.kind, ship)
                return
    aim = _aim(ref, r, raider)
    if aim is not None:
        _release(ref, r, raider.kind, aim)


def _size(ship: Ship) -> int:
    return ship.size


def _flak(ref: Referee, ship: Ship, kind: Kind) -> int:
    """11.4.2 A ship fires all its dice: 6 removes the marker, 5 draws it onto the ship. Else 0."""
    dice = ship.guns()
    if not dice:
        return 0
    faces = ref.throw(FLAK, dice)
    ref.read(FLAK, faces)
    best = max(faces)  # RULING 51: the 6 counts before the 5
    if best < _DIVERTED:
        ref.note("ship-flak-misses", ship=ship.name, raider=kind.value)
        return 0
    if kind is Kind.FIGHTER:
        best = _HIT  # a diverted Fighter is gone
    ref.note("ship-flak", ship=ship.name, raider=kind.value, hit=best == _HIT)
    return best


# ------------------------------------------------------------------ 11.4.3 Japanese ordnance


def _aim(ref: Referee, r: Raid, raider: Raider) -> Ship | None:
    """11.4.3 Whom a marker attacks that got through."""
    target = raider.target
    # RULING 11.4.3: a Fighter attacks the ship it was placed on; from the Hornet it may turn to the Enterprise.
    if target is not None and target.space and target.name != _HORNET:
        return target
    hornet, enterprise = layout.ship(r, _HORNET), layout.ship(r, _ENTERPRISE)
    if hornet is None or enterprise is None:
        return hornet or enterprise or _other(ref, r)
    if any(b.fate is Fate.DECK for b in r.squadron):
        return hornet
    return enterprise if ref.roll(CARRIER) == _ENTERPRISE else hornet


def _other(ref: Referee, r: Raid) -> Ship | None:
    """11.4.1, 11.4.3 Without carriers an oiler, else a CA; else a ship in the Center, or the nearest largest."""
    on = layout.ships(r)
    if not on:
        return None
    # RULING 11.4.3: the list of 11.4.3 goes before the nearest largest ship of 11.4.1, which settles "any ship".
    for kind in ("AO", "CA"):
        able = [s for s in on if s.kind == kind]
        if able:
            break
    else:
        able = [s for s in on if s.space == layout.CENTER]
        if not able:
            able = _nearest_largest(ref, on)
    # D56
    return _choose(ref, "strike-target", advice.soundest(able), questions.strike_target, able)


def _nearest_largest(ref: Referee, on: list[Ship]) -> list[Ship]:
    """11.4.1 The largest ships, of these the nearest to the Center."""
    size = max(s.size for s in on)
    able = [s for s in on if s.size == size]
    near = layout.spaces(ref)[layout.CENTER].adjacent
    return [s for s in able if s.space in near] or able


def _release(ref: Referee, r: Raid, kind: Kind, ship: Ship) -> None:
    """11.4.3 Japanese ordnance on a ship (X5)."""
    result = ref.roll(ORDNANCE, column=_COLUMN[kind])
    ref.note("ordnance", causes=(CARRIER, ORDNANCE), raider=kind.value, ship=ship.name, result=result.value)
    if result is Result.SUNK:
        layout.sink(ref, r, ship, kind.value)
    elif result is Result.DAMAGED:
        layout.damage_ship(ref, r, ship, kind.value)
