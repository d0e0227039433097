"""13.5.2 Transit Hazards: drawn on the way to the carrier, and in storms at sea (12.2.2)."""

from __future__ import annotations

from collections.abc import Sequence

from flakhouse.core.referee import Referee
from flakhouse.games.doolittle import aircraft, cups, secrecy
from flakhouse.games.doolittle.advice import transit as advice
from flakhouse.games.doolittle.questions import transit as questions
from flakhouse.games.doolittle.questions.keys import by_id
from flakhouse.games.doolittle.state import B25, Marker, Raid
from flakhouse.games.doolittle.words import Back, Fate, Mod

__all__ = ["draw_and_apply"]


def draw_and_apply(ref: Referee, r: Raid, b25s: Sequence[B25] | None = None) -> None:
    """13.5.2 One Transit Hazard is drawn and takes effect at once, on these B-25s or those on the Carrier Deck."""
    marker = cups.draw(ref, r, "transit")
    if marker is None:
        return
    marker.revealed = True
    ref.note("transit-hazard", causes=(), hazard=marker.words())
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
        ref.note("transit-nothing", causes=(), hazard=marker.words())
        return
    r.ratings.guzzle += marker.number
    ref.note("carburetors", causes=(), guzzle=r.ratings.guzzle)


def _on_one(ref: Referee, r: Raid, marker: Marker, there: list[B25]) -> None:
    """13.5.2 Cracked or Jammed Turret, 13.5.2 Damage or a turret that gives trouble, for a B-25 the
    player picks.
    """
    turret = marker.back is not Back.DAMAGE
    if not there or (turret and r.ratings.turrets_changed):  # RULING 22
        ref.note("transit-nothing", causes=(), hazard=marker.words())
        cups.put_back(r, marker)
        return
    b25 = _pick(ref, r, marker, there)
    if turret:
        b25.attached.append(marker)
        ref.note("transit-attached", causes=(), b25=b25.name(), hazard=marker.words())
    else:
        cups.put_back(r, marker)
        aircraft.damage(ref, r, b25, "a mishap in transit" if r.segment == "planning" else "the storm")


def _pick(ref: Referee, r: Raid, marker: Marker, there: list[B25]) -> B25:
    """13.5.2 Which B-25 it befalls."""
    advised = advice.transit_b25(there)
    if r.segment == "planning" and r.blotter.historical:  # 13.0: the historical plan asks nothing
        return advised
    # D75
    key = ref.ask("transit-b25", advised.id, lambda: questions.transit_b25(marker, there), keys=by_id(there))
    return next(b for b in there if b.id == key)
