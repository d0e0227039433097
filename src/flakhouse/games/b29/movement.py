"""Rules 4.1 and 7.2: moving by zones, altitude, and planes too slow for one turn a zone."""

from __future__ import annotations

from flakhouse.core.referee import Referee
from flakhouse.games.b29 import abort, cold, crew, ending, engines, fires, formation, fuel, gear, pressure
from flakhouse.games.b29.advice import movement as advice
from flakhouse.games.b29.questions import movement as questions
from flakhouse.games.b29.state import Mission
from flakhouse.games.b29.words import (
    Altitude,
    DoorState,
    Formation,
    Leg,
    Resistance,
    Root,
)

__all__ = [
    "ASSEMBLY_ZONES",
    "altitude_step",
    "assembly_zone",
    "drag_boxes",
    "entry_boxes",
    "fuel_step",
    "move_step",
    "slow_boxes",
]


ASSEMBLY_ZONES = (3, 9)


def assembly_zone(m: Mission) -> int:
    """4.8A: Zone 3 on missions 1-10 (and to Truk), Zone 9 afterwards."""
    return 3 if m.number <= 10 or m.training else 9


def entry_boxes(m: Mission) -> int:
    """4.3A: two boxes for a zone entered with bombs aboard, one without."""
    plane = m.plane
    return 2 if plane.fwd.bombs or plane.aft.bombs else 1


def slow_boxes(m: Mission) -> int:
    """7.2 and R-71: the boxes a second turn in this zone costs, or -1 if one turn is enough. Engines cost none."""
    boxes = drag_boxes(m)
    if boxes:
        return boxes
    out = m.plane.engines_out()
    # RULING R-73: on one engine too, in every zone
    return 0 if out >= 2 or (out == 1 and m.plane.bombs_aboard()) else -1


def drag_boxes(m: Mission) -> int:
    """7.2 and R-71: what a bomber slowed by drag pays in each zone for the second turn, or nothing.

    Doors, wheels, a propeller and a burst inside the plane cost one box, nose gear the entry rate; of several
    causes the dearest counts once.
    """
    plane = m.plane
    hangs = gear.drag(m)
    if hangs:
        return entry_boxes(m) if hangs == "nose" else 1
    fwd, aft = plane.fwd, plane.aft
    if (
        plane.crippled
        or (fwd.doors is not DoorState.SHUT and fwd.doors_open())
        or (aft.doors is not DoorState.SHUT and aft.doors_open())
    ):
        return 1
    for engine in plane.engines:
        if engine.drag and engine.out():
            return 1
    return 0


# ------------------------------------------------------------------ step 1


def move_step(ref: Referee, m: Mission) -> None:
    """4.1, 5-14a, 4.1A Move one zone along the track, or spend another turn in this one (steps of rulings 6)."""
    m.turn += 1
    plane = m.plane
    crew.new_turn(m)
    m.evading = m.evaded_lights = m.evaded_flak = m.lit = m.new_zone = False
    m.resistance = Resistance.NONE
    plane.generator_item = ""
    m.cause = Root.CHOICE
    if m.off_course and m.to_iwo and m.zone == 6 and m.leg is Leg.BACK:
        abort.iwo_plan(ref, m)  # D32: each turn held there, before it is paid for
    if m.turn_round:
        _turn_round(ref, m)
    elif (m.holding or m.off_course) and _held(m):
        # 4.5C2-3: two boxes over the target, one inbound and for a diverter at Iwo Jima.
        _stay(ref, m, 2 if m.leg is Leg.OUT and not m.to_iwo else 1, "holding")
        m.course_boxes += m.fuel_due
        m.zone_turn = 2  # 7.2: the extra turn counts, a slow bomber never spends more than two for slowness
    elif m.zone_turn == 1 and (boxes := slow_boxes(m)) >= 0:
        m.zone_turn = 2
        if m.formation is Formation.IN:
            formation.leave(ref, m, "too slow to keep up")  # RULING R-131
        _stay(ref, m, boxes, "slow")
    else:
        _enter(ref, m)


def _turn_round(ref: Referee, m: Mission) -> None:
    """6.5, 4.7B: a turn in the same zone to turn for home; one box, on an abort the entry rate (R-38)."""
    m.turn_round = m.holding = False
    m.leg = Leg.BACK
    m.zone_turn = 1  # a plane still slow needs two turns to turn round
    boxes = 1 if m.bomb_run or m.options.early_abort else entry_boxes(m)
    _stay(ref, m, boxes, "turning")


def _held(m: Mission) -> bool:
    """4.5C2-3: held over the target by choice, or Off Course inbound in Zone 1 or before landing at Iwo Jima."""
    if m.leg is Leg.BACK or (m.to_iwo and m.zone == 6):
        m.holding = m.off_course and (m.zone == 1 or (m.zone == 6 and m.to_iwo))
    return m.holding


def _stay(ref: Referee, m: Mission, boxes: int, why: str) -> None:
    """Another turn here. R-93: with no box left the engineer must find the fuel on 4-1."""
    ref.scene("zone", zone=m.zone)
    ref.note("stay", turn=m.turn, zone=m.zone, leg=m.leg.value, why=why)
    if boxes and m.options.fuel and not fuel.usable(m):
        fuel.low_fuel(ref, m)
        boxes = 0
    m.fuel_due = boxes


def _enter(ref: Referee, m: Mission) -> None:
    """4.1A, 4.3C: into the next zone, or into the base square."""
    plane = m.plane
    if plane.dead_control_zones >= 0:
        _dead_controls(ref, m)
    m.aux_used = False  # 4.3B: the new zone may take an auxiliary box again
    if not plane.wing_boxes and m.options.fuel and not fuel.usable(m):
        fuel.low_fuel(ref, m)  # a failure is resolved in the zone now occupied
    outbound = m.leg is Leg.OUT
    m.zone = zone = m.zone + 1 if outbound else m.zone - 1
    m.zone_turn = 1
    m.new_zone = True
    m.fuel_due = entry_boxes(m)  # the base square costs as much as a zone
    if zone == 0:
        _base_square(ref, m)
    ref.scene("zone", zone=zone)
    ref.note("zone", turn=m.turn, zone=zone, leg=m.leg.value)
    if outbound:
        if zone == m.target.zone:
            m.reached_target = True
    elif m.formation is not Formation.NONE:
        formation.disband_step(ref, m)  # 4.8B: on entry, so that altitude is free and nobody rejoins for nothing
    if plane.fires:
        fires.fires_step(ref, m)
    if m.one_engine_zones >= 0:
        engines.one_engine_step(ref, m)


def _dead_controls(ref: Referee, m: Mission) -> None:
    """7-9a: flying on throttles and autopilot for a number of zones, then the crew must jump (D53)."""
    plane = m.plane
    if plane.dead_control_zones == 0:
        ending.bail_out(ref, m, voluntary=False)
    if not ref.agreed("fly-on-dead-controls", True, lambda: questions.fly_on_dead_controls(m)):
        ending.bail_out(ref, m, voluntary=True)
    plane.dead_control_zones -= 1


def _base_square(ref: Referee, m: Mission) -> None:
    """8.3: pay for the base square and land; no weather, course or event there."""
    ref.scene("zone", zone=0)
    ref.note("base", turn=m.turn)
    fuel.burn(ref, m, m.fuel_due, "entering the base square", flight=True)
    m.fuel_due = 0
    if m.plane.altitude is not Altitude.LO:
        pressure.change_altitude(ref, m, Altitude.LO)
    if m.plane.fires:
        fires.fires_step(ref, m)
    if m.one_engine_zones >= 0:
        engines.one_engine_step(ref, m)
    ending.land_at_base(ref, m)


# ------------------------------------------------------------------ step 2


def altitude_step(ref: Referee, m: Mission) -> None:
    """4.1B Altitude for the turn: forced descents, the player's choice (D5, D13, D14), rejoining (D6)."""
    plane = m.plane
    if m.zone == 6 and m.leg is Leg.BACK:
        abort.iwo_step(ref, m)
    if m.out_turns:
        m.out_turns -= 1  # a shallow dive lasts one turn
    if plane.oxygen_out_turn and cold.must_descend(m):
        cold.descend(ref, m)  # 7.4A: and no way back into the formation
        return
    forced = _forced_level(m)
    if forced is not plane.altitude:
        if m.formation is Formation.IN:
            formation.leave(ref, m, "forced down")
        pressure.change_altitude(ref, m, forced)
        if forced is not Altitude.LO:
            _choose_level(ref, m)  # 4.1B, 7.2: it may go down two levels at once
        return
    if m.formation is Formation.IN:
        _leave_for_warmth(ref, m)
        return
    _choose_level(ref, m)
    if (
        m.formation is Formation.OUT
        and not formation.why_not_rejoin(m)
        and ref.agreed("rejoin", True, lambda: questions.rejoin(m))  # D6
    ):
        formation.rejoin(ref, m)


def _forced_level(m: Mission) -> Altitude:
    """The highest level allowed after forced descents this turn (7.2, 8.3, R-115)."""
    plane = m.plane
    level = plane.altitude
    if level is Altitude.LO:
        return Altitude.LO
    if m.leg is Leg.BACK and m.zone == 1:
        return Altitude.LO  # 8.3: only at LO may it go on to land
    if m.to_iwo and m.zone == 6:
        return Altitude.LO
    if plane.engines_out() >= 2:
        return Altitude(level - 1)  # HI goes down in two turns
    return level


def _leave_for_warmth(ref: Referee, m: Mission) -> None:
    """7.3 and D13: in formation a bomber keeps its level; only the cold gives leave to go down."""
    if cold.grace_over(m) and ref.ask("cold", questions.DESCEND, lambda: questions.cold(m)) == questions.DESCEND:
        formation.leave(ref, m, "going down for warmth")
        pressure.change_altitude(ref, m, Altitude.LO)


def why_no_climb(m: Mission) -> str:
    """4.1B, 7.2, R-92: why the bomber may not climb, or nothing."""
    plane = m.plane
    if plane.altitude is Altitude.HI:
        return "the bomber flies as high as it can (4.1B)"
    out = plane.engines_out()
    if out >= 2:
        return "two or more engines are out (7.2)"
    if out and plane.bombs_aboard():
        return "an engine is out and bombs are aboard (7.2)"
    due = m.fuel_due + 2
    if plane.wing_boxes < due and m.options.fuel and fuel.usable(m) < due:
        return "not two fuel boxes to spare (4.3A)"
    if plane.oxygen_out_turn and cold.no_oxygen_above(m):
        return "not every man has oxygen (7.4A)"
    if (m.zone == 1 and m.leg is Leg.BACK) or (m.zone == 6 and m.to_iwo):
        return "it must stay at LO to land (8.3)"  # at Iwo Jima too
    return ""


def _choose_level(ref: Referee, m: Mission) -> None:
    """4.1B and D5: up one, hold, down one or two; free choice outside a formation."""
    level = m.plane.altitude
    if level is Altitude.LO and why_no_climb(m):
        return
    key = ref.ask(
        "altitude",
        advice.altitude(m),
        lambda: questions.altitude(m),
        keys=lambda: questions.levels(m),
    )
    if key == questions.CLIMB:
        m.fuel_due += 2
        pressure.change_altitude(ref, m, Altitude(level + 1))
    elif key == questions.DOWN:
        pressure.change_altitude(ref, m, Altitude(level - 1))
    elif key == questions.DOWN2:
        pressure.change_altitude(ref, m, Altitude.LO)


# ------------------------------------------------------------------ step 3


def fuel_step(ref: Referee, m: Mission) -> None:
    """4.3, 4.3A Cross off what the move and the climb cost; Zone 1 outbound also weighs guns and gunners."""
    if not m.options.fuel:
        return
    if m.turn == 1:
        fuel.zone1(ref, m)
    if m.fuel_due:
        fuel.burn(ref, m, m.fuel_due, "flight", True)
        m.fuel_due = 0
    _tell(ref, m)


def _tell(ref: Referee, m: Mission) -> None:
    """4.3D Where the fuel gets thin it is told; nothing else comes of it."""
    fuel.watch(ref, m)
