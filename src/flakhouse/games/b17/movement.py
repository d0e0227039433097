"""Section 2: moving by zones, bombers too slow for one turn a zone, turning round over the target."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b17 import cold, engines, formation
from flakhouse.games.b17.combat import gunnery
from flakhouse.games.b17.ending import landing
from flakhouse.games.b17.state import Mission
from flakhouse.games.b17.words import Leg, Position, Root

__all__ = ["move_step", "slow", "turn_round", "turns_home", "turns_per_zone"]

_CRIPPLED = "crippled by a burst inside"


# ------------------------------------------------------------------ slow bombers (2.1, 2.2)


def _drag(m: Mission) -> str:
    """18.2, 2.2 Engines and propellers, which slow the bomber in whatever zone it is, or nothing."""
    plane = m.plane
    out = plane.engines_out()
    if not out:
        return ""
    if out >= 2:
        return f"{_COUNT[out]} engines out"
    # 11.1: in formation over the target it keeps up to drop its bombs there.
    if plane.bombs and not m.in_formation:
        return "an engine out and bombs aboard"
    if plane.windmilling():
        return "a propeller not feathered"
    return ""


_COUNT = {2: "two", 3: "three", 4: "four"}


def _lost_way(m: Mission) -> bool:
    """2.2, P-1, errata 9 Alone without a navigator or his equipment."""
    return not m.in_formation and (m.plane.nav_equipment_out or m.lost(Position.NAVIGATOR))


def _since_entry(m: Mission) -> str:
    """2.2 What slows the bomber only in zones entered after it happened, or nothing."""
    if m.plane.crippled():
        return _CRIPPLED
    if m.zone % 2 and _lost_way(m):
        return "to find the way"
    return ""


def slow(m: Mission) -> str:
    """2.1, 2.2 Why this zone takes two turns, or nothing. Several causes cost no more than one (errata 17)."""
    return _drag(m) or m.slow_entry


def turns_per_zone(m: Mission, zone: int) -> int:
    """2.2 Turns the bomber would spend in a zone it has yet to enter, as things stand."""
    return 2 if _drag(m) or m.plane.crippled() or (zone % 2 and _lost_way(m)) else 1


def turns_home(m: Mission) -> int:
    """2.2, 13.1 (errata 16) Turns until Zone 1 is entered by way of the target, as things stand.

    RULING 13.1: reckoned with the speed of this moment; turning round over the target costs no turn by itself.
    """
    here = 1 if m.turns_here == 1 and slow(m) else 0
    if m.leg is Leg.BACK:
        return here + sum(turns_per_zone(m, zone) for zone in range(2, m.zone)) + 1
    way_out = sum(turns_per_zone(m, zone) for zone in range(m.zone + 1, m.target.zone + 1))
    home = sum(turns_per_zone(m, zone) for zone in range(2, m.target.zone)) + 1
    return here + way_out + home


# ------------------------------------------------------------------ the move (2.1, 2A.1)


def move_step(ref: Referee, m: Mission) -> None:
    """2.1, 2A.1, 9.1 Into the next zone, or a second turn in this one; then what time and distance bring about."""
    m.turn += 1
    m.waves = 0
    m.cause = Root.CHOICE
    zone = m.zone
    # The target first: from its zone no way leads further out, be it Zone 2 or Zone 8.
    if zone == m.target.zone and m.leg is Leg.OUT:
        _stay(ref, m, slow(m) or "for the bomb run")
    elif m.turns_here == 1 and zone > 1 and (why := slow(m)):
        _stay(ref, m, why)
    else:
        # 2.4: in Zone 1 on the way home there are no attacks, only the landing.
        m.zone = zone = zone + 1 if m.leg is Leg.OUT else zone - 1
        m.turns_here = 1
        m.new_zone = True
        ref.scene("zone", zone=zone, leg=m.leg)
        ref.note("zone", causes=(), turn=m.turn, zone=zone, leg=m.leg)
        if zone == 1 and m.leg is Leg.BACK:
            _home(ref, m)
    _wear(ref, m)
    m.safe_turn = True
    if m.new_zone:
        if m.out_zones:
            _dive_ends(ref, m)
        _zone_begins(ref, m)
        m.slow_arrival = zone == m.target.zone and m.leg is Leg.OUT and bool(slow(m))


def _stay(ref: Referee, m: Mission, why: str) -> None:
    """2.1 The second turn in a zone."""
    m.turns_here += 1
    m.new_zone = False
    ref.scene("zone", zone=m.zone, leg=m.leg)
    ref.note("stay", causes=(), turn=m.turn, zone=m.zone, leg=m.leg, why=why)


def _home(ref: Referee, m: Mission) -> None:
    """2.4, 1.6 England: down whatever is left in the tanks, after a leaking engine has been stopped (11.2)."""
    engines.oil_step(ref, m)
    landing.land_in_england(ref, m)


def _wear(ref: Referee, m: Mission) -> None:
    """2A.1, 11.2, 11.4, 11.6, 9.3 Fuel by turns; oil, range and jammed guns by zones; the descent for oxygen."""
    if m.plane.fuel_turns >= 0:
        engines.fuel_step(ref, m)
    if m.new_zone:
        engines.oil_step(ref, m)
        if m.one_engine_zones >= 0:
            engines.range_step(ref, m)
        gunnery.repair_step(ref, m)
    formation.settle(ref, m)
    cold.oxygen_step(ref, m)


def _zone_begins(ref: Referee, m: Mission) -> None:
    """2.2, 10.1 What harm done before brings about by zones: the cold, slow going."""
    if m.plane.heat_out:
        cold.entry_step(ref, m)
    m.slow_entry = _since_entry(m)


def _dive_ends(ref: Referee, m: Mission) -> None:
    """9.1, B-7 row 12 After a shallow dive the bomber is out for a zone, then back in formation."""
    # RULING 9.1: the rest of the zone it happened in does not count; it stays out for the whole of the next.
    if m.out_fresh:
        m.out_fresh = False
        return
    m.out_zones -= 1
    if not m.out_zones:
        formation.rejoin(ref, m)


def turn_round(ref: Referee, m: Mission) -> None:
    """2B.0, 2.1, 2.5 Round for home over the target, within the same turn and the same zone."""
    m.leg = Leg.BACK
    # RULING 2.5: turning begins no other zone: the turns spent here count on, never more than two in all (2.1).
    m.slow_arrival = False
    m.waves = 0  # those of the way home have yet to be rolled for
    ref.scene("zone", zone=m.zone, leg=m.leg)
    ref.note("turns-home", causes=(), zone=m.zone)
    if m.plane.crippled():
        m.slow_entry = _CRIPPLED  # 18.2: here it slows after turning round; elsewhere from the next zone on
