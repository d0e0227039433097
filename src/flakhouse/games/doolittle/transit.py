"""13.5.2 Transit Hazards: drawn on the way to the carrier, and in storms at sea (12.2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, cups, secrecy
from flakhouse.games.doolittle.state import B25, Marker, Raid
from flakhouse.games.doolittle.words import Back, Benefit, Fate, Mod

__all__ = ["draw_and_apply"]


def draw_and_apply(ref: Referee, r: Raid, b25s: Sequence[B25] | None = None) -> None:
    """13.5.2 One Transit Hazard is drawn and takes effect at once, on these B-25s or those on the Carrier Deck."""
    marker = cups.draw(ref, r, "transit")
    if marker is None:
        return
    marker.revealed = True
    if ref.trace:
        ref.note("transit-hazard", hazard=marker.words())
    back = marker.back
    if back is Back.SECURITY_RISK:
        secrecy.raise_risk(ref, r, marker.number, "transit")
        cups.put_back(r, marker)
    elif back is Back.ADJUSTED_CARBURETORS:
        _carburetors(ref, r, marker)
    else:
        there = [b for b in r.squadron if b.fate is Fate.DECK] if b25s is None else list(b25s)
        _on_one(ref, r, marker, there)


def _carburetors(ref: Referee, r: Raid, marker: Marker) -> None:
    """13.5.2 Every Guzzle Check is harder from now on, if the engines had been tuned; it cannot be repaired."""
    # RULING 13.5.2: in scenario 9 the squadron flies the historical fit, which includes the engines.
    if r.campaign() and Mod.ENGINES not in r.blotter.mods:
        cups.put_back(r, marker)
        if ref.trace:
            ref.note("transit-nothing", hazard=marker.words())
        return
    r.ratings.guzzle += marker.number
    if ref.trace:
        ref.note("carburetors", guzzle=r.ratings.guzzle)


def _on_one(ref: Referee, r: Raid, marker: Marker, there: list[B25]) -> None:
    """13.5.2 Damage or a turret that gives trouble, for a B-25 the player picks."""
    turret = marker.back is not Back.DAMAGE
    if not there or (turret and r.ratings.turrets_changed):  # RULING 22
        if ref.trace:
            ref.note("transit-nothing", hazard=marker.words())
        cups.put_back(r, marker)
        return
    b25 = _pick(ref, r, marker, there)
    if turret:
        b25.attached.append(marker)
        if ref.trace:
            ref.note("transit-attached", b25=b25.name(), hazard=marker.words())
    else:
        cups.put_back(r, marker)
        aircraft.damage(ref, r, b25, "a mishap in transit")


def _pick(ref: Referee, r: Raid, marker: Marker, there: list[B25]) -> B25:
    """13.5.2 Which B-25 it befalls: by default one that bears it, without a man it would be a pity about."""

    def loss(b25: B25) -> tuple[bool, bool, int]:
        """How much it would be missed."""
        ignores = b25.elite is not None and b25.elite.has(Benefit.PILOT_IGNORE)
        return (b25.damage > 0, b25.elite is not None and not ignores, len(b25.attached))

    default = min(there, key=loss)
    planned = r.segment == "planning" and r.blotter.historical  # 13.0: the historical plan asks nothing
    if ref.hurried or planned:
        return default
    options = {b.id: b.name() + (" (damaged)" if b.damage else "") for b in there}
    # D75
    key = ref.choose("transit-b25", "13.5.2", f"{marker.words()}: which B-25?", options, default.id)
    return next(b for b in there if b.id == key)
